# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Telling captures with the same ends apart by the squares that they pass."""

from draughts.kernel.bits cimport square_bit
from draughts.kernel.movegen cimport Walk
from draughts.kernel.rules cimport RAYS, UP_RIGHT, stride


cdef inline int direction_to(int width, int origin, int target) noexcept nogil:
    """The direction in which one square lies from another on the same diagonal."""
    cdef int direction
    for direction in range(3):
        if RAYS[width - 4][direction][origin] & square_bit(target):
            return direction
    return 3


cdef inline bint passes(
    int width, int origin, const Walk* walk, const int* stops, int count
) noexcept nogil:
    """Whether a walk passes some squares in their order.

    A square counts when the piece comes down there or crosses it, from the first victim on; a reader
    of moves so takes any square that a writer may have named.
    """
    cdef int here = origin, matched = 0, hop, pace, direction
    for hop in range(walk.length):
        direction = direction_to(width, here, walk.victims[hop])
        pace = stride(width, direction) if direction < UP_RIGHT else -stride(width, direction)
        while here != walk.landings[hop] and matched < count:
            here += pace
            if here == walk.victims[hop] or (hop == 0 and not beyond(here, walk.victims[0], pace)):
                continue
            if here == stops[matched]:
                matched += 1
        here = walk.landings[hop]
    return matched == count


cdef inline bint beyond(int here, int victim, int pace) noexcept nogil:
    return here > victim if pace > 0 else here < victim


cdef inline bint comes_down(const Walk* walk, const int* stops, int count) noexcept nogil:
    """Whether a walk comes down on some squares in their order, before its end."""
    cdef int matched = 0, hop
    for hop in range(walk.length - 1):
        if matched < count and walk.landings[hop] == stops[matched]:
            matched += 1
    return matched == count
