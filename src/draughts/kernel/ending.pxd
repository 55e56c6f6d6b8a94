# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The end of a game that the position itself is, whatever its past."""

from draughts.kernel.bits cimport bits_t
from draughts.kernel.dispatch cimport Ruleset, list_moves
from draughts.kernel.movegen cimport MOST_QUIET_MOVES
from draughts.kernel.position cimport KernelMove, Position
from draughts.kernel.rules cimport FIRST_KING, LOSING

cdef enum Ending:
    GOES_ON
    NO_MOVES
    CROWNED             # the aim was a king

cdef enum: ROOM_TO_ASK = 256  # captures; that there are more does not matter


cdef inline bint has_moves(Ruleset* rules, bint white, const Position* position) noexcept nogil:
    cdef KernelMove moves[ROOM_TO_ASK + MOST_QUIET_MOVES]
    return list_moves(rules, white, position, moves, moves + ROOM_TO_ASK, False) != moves


cdef inline int ending(
    Ruleset* rules, bint white, const Position* position, bint* white_wins
) noexcept nogil:
    """How the game has ended with this position, and for whom; ``white`` is to move."""
    cdef bits_t theirs = position.black if white else position.white
    white_wins[0] = not white
    if rules.flags.aim == FIRST_KING and position.kings:
        if not theirs & position.kings:
            white_wins[0] = white
        return CROWNED
    if has_moves(rules, white, position):
        return GOES_ON
    if rules.flags.aim == LOSING:
        white_wins[0] = white
    return NO_MOVES
