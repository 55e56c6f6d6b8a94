# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""All legal moves of a position: on the caller's stack, or on the heap for those that nobody plays."""

from libc.stdlib cimport free, malloc

from draughts.kernel.dispatch cimport Ruleset, list_moves
from draughts.kernel.movegen cimport MOST_QUIET_MOVES
from draughts.kernel.position cimport KernelMove, Position

cdef enum:
    FEW_CAPTURES = 256
    FEW_MOVES = FEW_CAPTURES + MOST_QUIET_MOVES
    MANY_CAPTURES = 1 << 16
    MANY_MOVES = MANY_CAPTURES + MOST_QUIET_MOVES
    NO_MEMORY = -1
    TOO_MANY = -2

cdef struct Listing:
    KernelMove few[FEW_MOVES]
    KernelMove* many
    KernelMove* moves
    int length


cdef inline int list_all(
    Ruleset* rules, bint white, const Position* position, bint every_sequence, Listing* listing
) noexcept nogil:
    """List the legal moves, captures first; ``release`` afterwards. Return their number.

    NO_MEMORY or TOO_MANY say that there is no list, and nothing to release.
    """
    listing.many = NULL
    listing.moves = listing.few
    listing.length = <int>(list_moves(
        rules, white, position, listing.few, listing.few + FEW_CAPTURES, every_sequence)
        - listing.few)
    if listing.length < FEW_CAPTURES:
        return listing.length
    listing.many = <KernelMove*>malloc(MANY_MOVES * sizeof(KernelMove))
    if listing.many == NULL:
        return NO_MEMORY
    listing.moves = listing.many
    listing.length = <int>(list_moves(
        rules, white, position, listing.many, listing.many + MANY_CAPTURES, every_sequence)
        - listing.many)
    if listing.length >= MANY_CAPTURES:
        release(listing)
        return TOO_MANY
    return listing.length


cdef inline void release(Listing* listing) noexcept nogil:
    free(listing.many)
    listing.many = NULL
