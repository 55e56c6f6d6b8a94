# cython: language_level=3
"""The static evaluation: what a position is worth without looking ahead.

So far material alone, in hundredths of a man. A flying king is worth about three men, a short one
about a man and a half.
"""

from draughts.kernel.bits cimport count
from draughts.kernel.position cimport Position, enemy, own
from draughts.kernel.rules cimport LOSING, Rules, Side, aim, kings_fly

cdef enum:
    MAN = 100
    FLYING_KING = 300
    SHORT_KING = 150


cdef inline int evaluate(Rules* rules, Side* side, const Position* position) noexcept nogil:
    """The worth of a position to the side that is to move."""
    cdef int king_bonus = (FLYING_KING if kings_fly(rules) else SHORT_KING) - MAN
    cdef int worth = (
        MAN * (count(own(side, position)) - count(enemy(side, position)))
        + king_bonus * (
            count(own(side, position) & position.kings)
            - count(enemy(side, position) & position.kings)))
    return -worth if aim(rules) == LOSING else worth
