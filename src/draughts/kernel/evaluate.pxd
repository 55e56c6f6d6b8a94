# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The static evaluation: what a position is worth without looking ahead."""

from draughts.kernel.handmade cimport handmade, material
from draughts.kernel.position cimport Position
from draughts.kernel.rules cimport Rules, Side, White
from draughts.kernel.weights cimport Weights, learned

cdef enum Judgement:
    HANDMADE
    MATERIAL
    LEARNED

cdef enum: TURN_BONUS = 3   # to have the move, where nothing was learned of it

cdef struct Judge:
    Judgement by
    const Weights* weights  # those that were learned


cdef inline int evaluate(
    Rules* rules, Side* side, const Position* position, const Judge* judge
) noexcept nogil:
    """The worth of a position to the side that is to move, in hundredths of a man."""
    cdef int worth
    if judge.by == LEARNED:
        worth = learned(rules, side, position, judge.weights)
        if Side is White: return worth
        else:             return -worth
    worth = handmade(rules, position) if judge.by == HANDMADE else material(rules, position)
    if Side is White: return TURN_BONUS + worth
    else:             return TURN_BONUS - worth
