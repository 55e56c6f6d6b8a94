# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Counting the positions within some plies of a board, each once."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from draughts._core cimport Board
from draughts.kernel.dispatch cimport Ruleset
from draughts.kernel.listing cimport Listing, list_all, release
from draughts.kernel.position cimport Position, after, position_key, prepare_zobrist
from draughts.kernel.rules cimport Black, White, prepare_rays

prepare_rays()      # the tables are a module's own
prepare_zobrist()

cdef struct Seen:
    uint64_t* keys      # 0 for an empty place
    uint64_t mask
    uint64_t count


cdef bint note(Seen* seen, uint64_t key) noexcept nogil:
    """Add a key; whether it is new and there is room."""
    cdef uint64_t at = key & seen.mask
    while seen.keys[at] and seen.keys[at] != key:
        at = (at + 1) & seen.mask
    if seen.keys[at] == key or 2 * seen.count > seen.mask:
        return False
    seen.keys[at] = key
    seen.count += 1
    return True


cdef bint walk(
    Ruleset* rules, const Position* position, bint white, int plies, Seen* seen
) noexcept nogil:
    """Follow every line; whether all fitted. A depth is part of the key, so that none is missed."""
    cdef Listing listing
    cdef Position child
    cdef bint fits = True
    cdef int i
    if not note(seen, position_key(position, white) + <uint64_t>plies):
        return 2 * seen.count <= seen.mask
    if plies == 0:
        return True
    if list_all(rules, white, position, False, &listing) < 0:
        return False
    for i in range(listing.length):
        if white: child = after(<White*>NULL, position, &listing.moves[i])
        else:     child = after(<Black*>NULL, position, &listing.moves[i])
        fits = walk(rules, &child, not white, plies - 1, seen)
        if not fits:
            break
    release(&listing)
    return fits


def reachable(Board board not None, int plies):
    """How many positions can stand on the board after at most ``plies`` plies, now included.

    A position that comes about after different numbers of plies counts for each.
    """
    cdef Ruleset rules = board.book.rules
    cdef Position position = board.position     # a copy: the board may change meanwhile
    cdef bint white = board.white_to_move, fits
    cdef Seen seen
    if not 0 <= plies <= 20:
        raise ValueError(f"plies is {plies}; it must be from 0 to 20")
    seen.mask, seen.count = (1 << 22) - 1, 0
    seen.keys = <uint64_t*>calloc(seen.mask + 1, sizeof(uint64_t))
    if seen.keys == NULL:
        raise MemoryError
    with nogil:
        fits = walk(&rules, &position, white, plies, &seen)
    free(seen.keys)
    if not fits:
        raise ValueError("more than two million positions; ask for fewer plies")
    return seen.count
