# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Counting moves. The last ply is counted and not played; draws play no part."""

from libc.stdint cimport uint64_t

from draughts.kernel.movegen cimport count_moves, generate
from draughts.kernel.position cimport KernelMove, Position, after, position_key
from draughts.kernel.rules cimport Black, Rules, Side, White
from draughts.kernel.watch cimport Watch, load_relaxed, should_stop, store_relaxed

cdef enum:
    ARENA_MOVES = 1 << 16   # room for the moves of all plies together
    ARENA_RESERVE = 1 << 10 # of that, kept for the quiet moves of the last ones
    HASHED_FROM = 3         # a smaller tree is counted sooner than looked up
    WATCHED_FROM = 5

cdef struct PerftEntry:
    # Two words that are written apart: the first is the key XOR the second, so that a torn entry
    # matches no key. The second holds the depth (low 6 bits) and the count.
    uint64_t check
    uint64_t data

cdef struct Perft:
    bint every_sequence
    bint stopped
    Watch watch
    PerftEntry* table
    uint64_t table_mask
    KernelMove* end


cdef inline uint64_t recall(Perft* job, uint64_t key, int depth) noexcept nogil:
    """The count stored for a tree, or 0."""
    cdef PerftEntry* entry = &job.table[(key + <uint64_t>depth) & job.table_mask]
    cdef uint64_t data = load_relaxed(&entry.data)
    if load_relaxed(&entry.check) ^ data == key and data & 63 == <uint64_t>depth:
        return data >> 6
    return 0


cdef inline void remember(Perft* job, uint64_t key, int depth, uint64_t total) noexcept nogil:
    cdef PerftEntry* entry = &job.table[(key + <uint64_t>depth) & job.table_mask]
    cdef uint64_t data = total << 6 | <uint64_t>depth
    store_relaxed(&entry.check, key ^ data)
    store_relaxed(&entry.data, data)


cdef inline uint64_t perft(
    Rules* rules, Side* side, const Position* position, int depth, KernelMove* out, Perft* job
) noexcept nogil:
    """The leaves of the tree below a position, ``depth`` of at least 1 plies deep.

    Moves are listed from ``out`` on. A job that was stopped returns a number without meaning.
    """
    if depth == 1:
        return count_moves(rules, side, position, out, job.end, job.every_sequence)
    if depth >= WATCHED_FROM:
        if job.stopped or should_stop(&job.watch):
            job.stopped = True
            return 0
    if job.table != NULL and depth >= HASHED_FROM:
        return hashed_perft(rules, side, position, depth, out, job)
    return expand(rules, side, position, depth, out, job)


cdef inline uint64_t hashed_perft(
    Rules* rules, Side* side, const Position* position, int depth, KernelMove* out, Perft* job
) noexcept nogil:
    cdef uint64_t key = position_key(position, Side is White)
    cdef uint64_t total = recall(job, key, depth)
    if total == 0:
        total = expand(rules, side, position, depth, out, job)
        if not job.stopped:
            remember(job, key, depth, total)
    return total


cdef inline uint64_t expand(
    Rules* rules, Side* side, const Position* position, int depth, KernelMove* out, Perft* job
) noexcept nogil:
    cdef KernelMove* last = generate(rules, side, position, out, job.end, job.every_sequence)
    cdef KernelMove* move = out
    cdef uint64_t total = 0
    cdef Position child
    while move < last:
        child = after(side, position, move)
        move += 1
        if depth == 2:
            if Side is White:
                total += count_moves(
                    rules, <Black*>NULL, &child, last, job.end, job.every_sequence)
            else:
                total += count_moves(
                    rules, <White*>NULL, &child, last, job.end, job.every_sequence)
        elif Side is White:
            total += perft(rules, <Black*>NULL, &child, depth - 1, last, job)
        else:
            total += perft(rules, <White*>NULL, &child, depth - 1, last, job)
    return total
