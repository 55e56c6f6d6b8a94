# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Which move to try first: the hash move, captures, then quiet moves by how they have served so far.

Killers, answers to the last move and promotions in front gained nothing over the history alone; the
history without what it unlearns cost 20 to 49 Elo.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memset

from draughts.kernel.bits cimport count
from draughts.kernel.hashtable cimport move_word
from draughts.kernel.position cimport KernelMove

cdef enum:
    ENDS = 1 << 12          # pairs of squares
    HISTORY_LIMIT = 1 << 14
    MOST_SORTED = 128       # moves of one position; others come last
    HASH_MOVE = 1 << 30
    TAKES = 1 << 20

cdef struct Ordering:
    int16_t history[2][ENDS]        # by side and ends: how often a quiet move was best


cdef inline int ends(const KernelMove* move) noexcept nogil:
    return move.origin << 6 | move.target


cdef inline void forget(Ordering* ordering) noexcept nogil:
    memset(ordering, 0, sizeof(Ordering))


cdef inline void rank_moves(
    const Ordering* ordering, bint white, uint32_t hash_move,
    const KernelMove* moves, int length, int32_t* ranks
) noexcept nogil:
    """How early each move should be tried."""
    cdef int i
    cdef const KernelMove* move
    for i in range(min(length, MOST_SORTED)):
        move = &moves[i]
        if move_word(move) == hash_move:
            ranks[i] = HASH_MOVE
        elif move.captured:
            ranks[i] = TAKES + count(move.captured)
        else:
            ranks[i] = ordering.history[white][ends(move)]


cdef inline void bring_forward(KernelMove* moves, int32_t* ranks, int at, int length) noexcept nogil:
    """Put the best of the moves that are left where the next one is taken from."""
    cdef int i, best = at
    if at >= MOST_SORTED:
        return
    for i in range(at + 1, min(length, MOST_SORTED)):
        if ranks[i] > ranks[best]:
            best = i
    if best != at:
        moves[at], moves[best] = moves[best], moves[at]
        ranks[at], ranks[best] = ranks[best], ranks[at]


cdef inline void adjust(int16_t* worth, int bonus) noexcept nogil:
    """Move a history value towards its limit, the less the nearer it is."""
    worth[0] += <int16_t>(bonus - worth[0] * (bonus if bonus > 0 else -bonus) // HISTORY_LIMIT)


cdef inline void reward(
    Ordering* ordering, bint white, int depth, const KernelMove* moves, int best
) noexcept nogil:
    """Learn from a quiet move that was good enough, and from those tried before it."""
    cdef int i, bonus = min(16 * depth * depth, 1024)
    adjust(&ordering.history[white][ends(&moves[best])], bonus)
    for i in range(best):
        adjust(&ordering.history[white][ends(&moves[i])], -bonus)
