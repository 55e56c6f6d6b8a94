# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The evaluation written by hand, in hundredths of a man, for all variants alike.

What differs between variants follows from the rules. Each side is added up on its own, so that turning
the board and the colours turns the sign.
"""

from draughts.kernel.bits cimport bits_t, count, lowest, square_bit, without_lowest
from draughts.kernel.movegen cimport count_quiet_moves
from draughts.kernel.position cimport Position, enemy, own
from draughts.kernel.rules cimport (
    LOSING, RAYS, UP_RIGHT, Black, Rules, Side, White, aim, board_bits, forward_left, forward_right,
    kings_fly, reverse, row_bits, row_start, step, width,
)

cdef enum:
    MAN = 100
    FLYING_KING = 290
    SHORT_KING = 135
    HOME_GUARD = 5          # a man on the home row while the enemy has men
    CENTRE = 3
    BACKED = 2              # a man behind another, on either side
    MOVE = 2                # a quiet move that could be made
    FREE_WAY = 14           # a man two rows from the crown with no enemy before it
    NEARLY_KING = 38        # one row
    KING_CENTRE = 6
    MAIN_ROAD = 14          # a flying king on the longest diagonal


cdef inline int advance(int rows, int phase) noexcept nogil:
    """What a man is worth for having gone some rows forward: more in the ending."""
    return rows * (1 + 4 * (24 - phase) // 24)


cdef inline bits_t home_rows(Rules* rules, Side* side, int rows) noexcept nogil:
    """The rows nearest to a side."""
    cdef bits_t squares = 0
    cdef int row
    for row in range(rows):
        if Side is White: squares |= row_bits(width(rules), 2 * width(rules) - 1 - row)
        else:             squares |= row_bits(width(rules), row)
    return squares


cdef inline bits_t row_of(Rules* rules, Side* side, int row) noexcept nogil:
    """A row, counted from a side's own edge."""
    if Side is White: return row_bits(width(rules), 2 * width(rules) - 1 - row)
    else:             return row_bits(width(rules), row)


cdef inline bits_t centre(Rules* rules) noexcept nogil:
    """The squares that are at least two files and two rows from every edge."""
    cdef bits_t board = board_bits(width(rules))
    cdef bits_t inner = board
    cdef int direction
    for direction in range(4):
        inner &= step(rules, step(rules, board, direction) & board, direction)
    return inner


cdef inline bits_t main_road(Rules* rules) noexcept nogil:
    cdef int corner = row_start(width(rules), 2 * width(rules) - 1)
    return square_bit(corner) | RAYS[width(rules) - 4][<int>UP_RIGHT][corner]


cdef inline int worth_of(Rules* rules, Side* side, const Position* position, int phase) noexcept nogil:
    """What a side has."""
    cdef bits_t mine = own(side, position), theirs = enemy(side, position)
    cdef bits_t men = mine & ~position.kings, kings = mine & position.kings
    cdef bits_t empty = board_bits(width(rules)) & ~(mine | theirs)
    cdef bits_t ahead
    cdef int rows = 2 * width(rules), row
    cdef int worth = MAN * count(men)
    worth += king_worth(rules) * count(kings)
    if theirs & ~position.kings:
        worth += HOME_GUARD * count(men & row_of(rules, side, 0)) * phase // 16
    for row in range(1, rows - 1):
        worth += advance(row, phase) * count(men & row_of(rules, side, row))
    worth += CENTRE * count(men & centre(rules))
    worth += BACKED * (
        count(men & step(rules, men, forward_left(side)))
        + count(men & step(rules, men, forward_right(side))))
    ahead = men & row_of(rules, side, rows - 2)
    worth += NEARLY_KING * count(
        ahead & (step(rules, empty, reverse(forward_left(side)))
                 | step(rules, empty, reverse(forward_right(side)))))
    ahead = men & row_of(rules, side, rows - 3)
    worth += FREE_WAY * count(
        ahead & step(rules, empty, reverse(forward_left(side)))
        & step(rules, empty, reverse(forward_right(side))))
    worth += MOVE * count_quiet_moves(rules, side, position)
    if kings:
        if kings_fly(rules):
            worth += MAIN_ROAD * (kings & main_road(rules) != 0)
        else:
            worth += KING_CENTRE * count(kings & centre(rules))
    return worth


cdef inline int scaled(Rules* rules, const Position* position, int worth) noexcept nogil:
    """Less for an edge that flying kings seldom win with: few pieces against a king."""
    cdef bits_t strong = position.white if worth > 0 else position.black
    cdef bits_t weak = position.black if worth > 0 else position.white
    cdef int pieces = count(strong), against = count(weak)
    if not kings_fly(rules) or not weak & position.kings:
        return worth
    if pieces <= 2 or (pieces == 3 and width(rules) == 5):
        return worth // 8
    if pieces - against <= 1 or (pieces <= 4 and against > 1):
        return worth // 2
    return worth


cdef inline int king_worth(Rules* rules) noexcept nogil:
    return FLYING_KING if kings_fly(rules) else SHORT_KING


cdef inline int material(Rules* rules, const Position* position) noexcept nogil:
    """Men and kings alone, White's less Black's."""
    cdef int men = count(position.white & ~position.kings) - count(position.black & ~position.kings)
    cdef int kings = count(position.white & position.kings) - count(position.black & position.kings)
    cdef int worth = MAN * men + king_worth(rules) * kings
    return -worth if aim(rules) == LOSING else worth


cdef inline int handmade(Rules* rules, const Position* position) noexcept nogil:
    """What a position is worth to White."""
    cdef int phase = min(count(position.white | position.black), 24)
    cdef int worth = scaled(
        rules, position,
        worth_of(rules, <White*>NULL, position, phase) - worth_of(rules, <Black*>NULL, position, phase))
    return -worth if aim(rules) == LOSING else worth
