# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the learned evaluation knows of a position beside the patterns of its men.

Every feature is White's less Black's, so that turning the board and the colours turns its sign.
"""

from draughts.kernel.bits cimport bits_t, count, lowest, without_lowest
from draughts.kernel.handmade cimport main_road
from draughts.kernel.movegen cimport can_capture, flying_targets
from draughts.kernel.position cimport Position, enemy, own
from draughts.kernel.rules cimport (
    Black, Rules, Side, White, board_bits, forward_left, forward_right, kings_fly,
    men_capture_backward, reverse, row_bits, row_start, step, width,
)

cdef enum Feature:
    MEN
    KINGS
    FIRST_KING          # has a king
    LONE_KING           # has a king and the other side has none
    SAFE_MOVES          # of men, to squares where they do not hang
    UNSAFE_MOVES
    KING_MOVES          # safe ones
    TRAPPED_KINGS       # has kings, and no safe move with them
    TURN                # has the move
    THREATENED          # is to move, and would lose a piece if it passed
    OPPOSITION          # the side to move has "the move", with as many pieces as the other
    BALANCE             # men on the left more or fewer than on the right
    MAIN_ROAD           # a flying king holds the longest diagonal alone
    FEATURES

cdef struct Reach:
    int safe_moves
    int unsafe_moves
    int king_moves


cdef inline bits_t takers(Rules* rules, Side* side, const Position* position, int direction) noexcept nogil:
    """The pieces of a side that could take a neighbour in a direction."""
    if (men_capture_backward(rules)
            or direction == forward_left(side) or direction == forward_right(side)):
        return own(side, position)
    return own(side, position) & position.kings


cdef inline bits_t struck_ahead(
    Rules* rules, Side* side, const Position* position, int direction
) noexcept nogil:
    """Squares that a piece of the side comes to in a direction, right before a piece that takes it.

    Behind it is the square that it has left.
    """
    cdef int back = reverse(direction)
    if Side is White: return step(rules, takers(rules, <Black*>NULL, position, back), back)
    else:             return step(rules, takers(rules, <White*>NULL, position, back), back)


cdef inline Reach reach_of(Rules* rules, Side* side, const Position* position) noexcept nogil:
    """How many quiet moves a side has, and to what squares."""
    cdef bits_t pieces = position.white | position.black
    cdef bits_t empty = board_bits(width(rules)) & ~pieces
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t kings = own(side, position) & position.kings
    cdef bits_t danger = 0      # squares between an enemy and an empty square
    cdef bits_t unsafe[4]       # the same and those where a move in a direction runs into an enemy
    cdef bits_t targets, safe
    cdef int direction, each, at
    cdef Reach reach
    reach.safe_moves = reach.unsafe_moves = reach.king_moves = 0
    for direction in range(4):
        unsafe[direction] = struck_ahead(rules, side, position, direction)
        danger |= unsafe[direction] & step(rules, empty, direction)
    for direction in range(4):
        unsafe[direction] |= danger
    for each in range(2):
        direction = forward_right(side) if each else forward_left(side)
        targets = step(rules, men, direction) & empty
        safe = targets & ~unsafe[direction]
        reach.safe_moves += count(safe)
        reach.unsafe_moves += count(targets ^ safe)
    if kings_fly(rules):
        while kings:
            at = lowest(kings)
            kings = without_lowest(kings)
            for direction in range(4):
                targets = flying_targets(rules, at, pieces, direction)
                reach.king_moves += count(targets & ~unsafe[direction])
    elif kings:
        for direction in range(4):
            targets = step(rules, kings, direction) & empty
            reach.king_moves += count(targets & ~unsafe[direction])
    return reach


cdef inline bits_t left_half(Rules* rules) noexcept nogil:
    """The two files of dark squares nearest to the left edge, of every row."""
    cdef bits_t squares = 0
    cdef int row
    for row in range(2 * width(rules)):
        squares |= (<bits_t>3) << row_start(width(rules), row)
    return squares


cdef inline bits_t right_half(Rules* rules) noexcept nogil:
    cdef bits_t squares = 0
    cdef int row
    for row in range(2 * width(rules)):
        squares |= (<bits_t>3) << (row_start(width(rules), row) + width(rules) - 2)
    return squares


cdef inline int leaning(Rules* rules, bits_t men) noexcept nogil:
    """How many more men stand on one wing than on the other."""
    cdef int more = count(men & left_half(rules)) - count(men & right_half(rules))
    return more if more >= 0 else -more


cdef inline bits_t system(Rules* rules, Side* side) noexcept nogil:
    """The squares of the files that begin on a side's own edge: every second row."""
    cdef bits_t squares = 0
    cdef int row
    for row in range(width(rules)):
        if Side is White: squares |= row_bits(width(rules), 2 * row + 1)
        else:             squares |= row_bits(width(rules), 2 * row)
    return squares


cdef inline int has_the_move(Rules* rules, Side* side, const Position* position) noexcept nogil:
    """1 if the side to move has the move, -1 if the other has it, 0 where the numbers differ."""
    cdef bits_t pieces = position.white | position.black
    if count(position.white) != count(position.black):
        return 0
    return 1 if count(pieces & system(rules, side)) & 1 else -1


cdef inline bint is_threatened(Rules* rules, Side* side, const Position* position) noexcept nogil:
    if Side is White: return can_capture(rules, <Black*>NULL, position)
    else:             return can_capture(rules, <White*>NULL, position)


cdef inline bint holds_main_road(Rules* rules, bits_t mine, bits_t theirs, bits_t kings) noexcept nogil:
    return mine & kings & main_road(rules) != 0 and theirs & main_road(rules) == 0


cdef inline void read_features(
    Rules* rules, Side* side, const Position* position, int* found
) noexcept nogil:
    """Fill in all features of a position with a side to move."""
    cdef bits_t white = position.white, black = position.black, kings = position.kings
    cdef int turn = 1 if Side is White else -1
    cdef int white_kings = 0, black_kings = 0
    cdef Reach white_reach = reach_of(rules, <White*>NULL, position)
    cdef Reach black_reach = reach_of(rules, <Black*>NULL, position)
    found[<int>MEN] = count(white & ~kings) - count(black & ~kings)
    found[<int>KINGS] = found[<int>FIRST_KING] = found[<int>LONE_KING] = 0
    found[<int>TRAPPED_KINGS] = found[<int>MAIN_ROAD] = 0
    if kings:
        white_kings, black_kings = count(white & kings), count(black & kings)
        found[<int>KINGS] = white_kings - black_kings
        found[<int>FIRST_KING] = (white_kings > 0) - (black_kings > 0)
        found[<int>LONE_KING] = (
            (white_kings > 0 and black_kings == 0) - (black_kings > 0 and white_kings == 0))
        found[<int>TRAPPED_KINGS] = (
            (white_kings > 0 and white_reach.king_moves == 0)
            - (black_kings > 0 and black_reach.king_moves == 0))
        if kings_fly(rules):
            found[<int>MAIN_ROAD] = (
                holds_main_road(rules, white, black, kings)
                - holds_main_road(rules, black, white, kings))
    found[<int>SAFE_MOVES] = white_reach.safe_moves - black_reach.safe_moves
    found[<int>UNSAFE_MOVES] = white_reach.unsafe_moves - black_reach.unsafe_moves
    found[<int>KING_MOVES] = white_reach.king_moves - black_reach.king_moves
    found[<int>TURN] = turn
    found[<int>THREATENED] = -turn if is_threatened(rules, side, position) else 0
    found[<int>OPPOSITION] = turn * has_the_move(rules, side, position)
    found[<int>BALANCE] = leaning(rules, white & ~kings) - leaning(rules, black & ~kings)
