# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Two uses of the kernel from another compiled module. See kernel.md."""

from libc.stdint cimport uint64_t

from draughts._core cimport Board
from draughts.kernel.dispatch cimport TAG_RUSSIAN, Ruleset, list_moves
from draughts.kernel.movegen cimport MOST_QUIET_MOVES, generate
from draughts.kernel.position cimport KernelMove, Position, after, prepare_zobrist, splitmix
from draughts.kernel.rules cimport Black, Rules, Russian, Side, White, prepare_rays

prepare_rays()      # the tables are a module's own
prepare_zobrist()

cdef enum:
    MOST_CAPTURES = 256
    ROOM = MOST_CAPTURES + MOST_QUIET_MOVES


# --- a variant known when the code is compiled ----------------------------------------------------

cdef inline uint64_t lines(
    Rules* rules, Side* side, const Position* position, int depth
) noexcept nogil:
    """The lines of play of a given length, each move played: a perft without tricks."""
    cdef KernelMove moves[ROOM]
    cdef KernelMove* move = moves
    cdef KernelMove* last = generate(rules, side, position, moves, moves + MOST_CAPTURES, False)
    cdef Position next
    cdef uint64_t total = 0
    if depth == 1:
        return last - moves
    while move < last:
        next = after(side, position, move)
        if Side is White: total += lines(rules, <Black*>NULL, &next, depth - 1)
        else:             total += lines(rules, <White*>NULL, &next, depth - 1)
        move += 1
    return total


def russian_lines(Board board not None, int depth):
    """The number of lines from a Russian board, ``depth`` of at least 1 plies long."""
    cdef Position position = board.position     # a copy: the board may change meanwhile
    cdef bint white = board.white_to_move
    cdef uint64_t total
    if board.book.rules.tag != TAG_RUSSIAN or depth < 1:
        raise ValueError("a Russian board and a depth of at least 1, please")
    with nogil:
        if white: total = lines(<Russian*>NULL, <White*>NULL, &position, depth)
        else:     total = lines(<Russian*>NULL, <Black*>NULL, &position, depth)
    return total


# --- a variant known when the code runs -----------------------------------------------------------

def random_playout(Board board not None, uint64_t seed, int plies=200):
    """Play random moves; who has no move at last: ``"white"``, ``"black"`` or, at the limit, None."""
    cdef Ruleset rules = board.book.rules
    cdef Position position = board.position
    cdef bint white = board.white_to_move
    cdef KernelMove moves[ROOM]
    cdef int ply, length
    for ply in range(plies):
        length = <int>(
            list_moves(&rules, white, &position, moves, moves + MOST_CAPTURES, False) - moves)
        if length == 0:
            return "white" if white else "black"
        move = &moves[splitmix(&seed) % <uint64_t>length]
        if white: position = after(<White*>NULL, &position, move)
        else:     position = after(<Black*>NULL, &position, move)
        white = not white
    return None
