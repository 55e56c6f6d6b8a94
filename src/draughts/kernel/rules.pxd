# cython: language_level=3, cdivision=True
"""The variants as compile-time tags, and every question whose answer is a rule of movement.

A tag is an incomplete struct that is only ever passed as a null pointer: the compiler sees which
variant it compiles for, answers the questions below with constants and drops the branches that
cannot happen. ``AnyRules`` alone has fields: it carries the flags of a variant that has no tag.

A board holds its dark squares only, one bit each, with one ghost bit after every second row. With
``w`` dark squares a row, the bit of row ``r`` (from the top), column ``c`` is
``(r // 2) * (2 * w + 1) + (r % 2) * w + c``; a step down-left is then ``<< w``, down-right
``<< (w + 1)``, up-right ``>> w`` and up-left ``>> (w + 1)`` on every row, and a step off the board
falls on a ghost.
"""

from libc.stdint cimport uint8_t, uint64_t

from draughts.kernel.bits cimport bits_t, highest, lowest_bit, square_bit

cdef extern from *:
    """
    typedef struct DraughtsEnglish DraughtsEnglish;
    typedef struct DraughtsRussian DraughtsRussian;
    typedef struct DraughtsBrazilian DraughtsBrazilian;
    typedef struct DraughtsInternational DraughtsInternational;
    typedef struct DraughtsWhite DraughtsWhite;
    typedef struct DraughtsBlack DraughtsBlack;
    """
    ctypedef struct English "DraughtsEnglish"
    ctypedef struct Russian "DraughtsRussian"
    ctypedef struct Brazilian "DraughtsBrazilian"
    ctypedef struct International "DraughtsInternational"
    ctypedef struct White "DraughtsWhite"
    ctypedef struct Black "DraughtsBlack"

cdef enum CapturePriority:
    FREE
    MOST
    MOST_KINGS
    KING_FIRST
    ITALIAN_ORDER

cdef enum Promotion:
    ENDS_MOVE
    CONTINUES_AS_KING
    AT_END

cdef enum Aim:
    NORMAL
    LOSING
    FIRST_KING

cdef struct AnyRules:
    uint8_t width
    uint8_t men_capture_backward
    uint8_t men_capture_kings
    uint8_t kings_fly
    uint8_t kings_land_behind
    uint8_t capture_priority
    uint8_t removed_at_once
    uint8_t promotion
    uint8_t capture_optional
    uint8_t aim

ctypedef fused Rules:
    English
    Russian
    Brazilian
    International
    AnyRules

ctypedef fused Side:
    White
    Black

cdef enum Direction:
    DOWN_LEFT
    DOWN_RIGHT
    UP_RIGHT
    UP_LEFT


# --- what the rules say -------------------------------------------------------------------------

cdef inline int width(Rules* rules) noexcept nogil:
    """Dark squares in a row."""
    if Rules is AnyRules:        return rules.width
    elif Rules is International: return 5
    else:                        return 4


cdef inline bint men_capture_backward(Rules* rules) noexcept nogil:
    if Rules is AnyRules:  return rules.men_capture_backward
    elif Rules is English: return False
    else:                  return True


cdef inline bint men_capture_kings(Rules* rules) noexcept nogil:
    if Rules is AnyRules: return rules.men_capture_kings
    else:                 return True


cdef inline bint kings_fly(Rules* rules) noexcept nogil:
    if Rules is AnyRules:  return rules.kings_fly
    elif Rules is English: return False
    else:                  return True


cdef inline bint kings_land_behind(Rules* rules) noexcept nogil:
    """A flying king lands right behind its victim."""
    if Rules is AnyRules: return rules.kings_land_behind
    else:                 return False


cdef inline int capture_priority(Rules* rules) noexcept nogil:
    if Rules is AnyRules:                            return rules.capture_priority
    elif Rules is Brazilian or Rules is International: return MOST
    else:                                            return FREE


cdef inline bint removed_at_once(Rules* rules) noexcept nogil:
    """A victim leaves the board when it is jumped, not when the move ends."""
    if Rules is AnyRules: return rules.removed_at_once
    else:                 return False


cdef inline int promotion(Rules* rules) noexcept nogil:
    """What becomes of a man that reaches the last row in a capture."""
    if Rules is AnyRules:  return rules.promotion
    elif Rules is English: return ENDS_MOVE
    elif Rules is Russian: return CONTINUES_AS_KING
    else:                  return AT_END


cdef inline bint capture_optional(Rules* rules) noexcept nogil:
    if Rules is AnyRules: return rules.capture_optional
    else:                 return False


cdef inline int aim(Rules* rules) noexcept nogil:
    if Rules is AnyRules: return rules.aim
    else:                 return NORMAL


cdef inline uint64_t capture_rank(
    Rules* rules, int victims, bint by_king, int kings, uint64_t order
) noexcept nogil:
    """How high a complete capture stands: of several, those of the highest rank are legal.

    ``order`` tells, a bit a victim, which of them were kings, the one met first uppermost.
    """
    cdef int priority = capture_priority(rules)
    if priority == FREE:         return 0
    elif priority == MOST:       return victims
    elif priority == MOST_KINGS: return victims * 64 + kings
    elif priority == KING_FIRST: return by_king
    else:                        return (<uint64_t>((victims * 2 + by_king) * 64 + kings) << 40) | order


# --- geometry -----------------------------------------------------------------------------------

cdef inline int row_start(int width, int row) noexcept nogil:
    return (row // 2) * (2 * width + 1) + (row % 2) * width


cdef inline bits_t row_bits(int width, int row) noexcept nogil:
    return (square_bit(width) - 1) << row_start(width, row)


cdef inline bits_t board_bits(int width) noexcept nogil:
    """All playing squares: the two rows between ghosts, repeated."""
    cdef bits_t pair = square_bit(2 * width) - 1
    cdef int pitch = 2 * width + 1
    cdef bits_t four = pair | pair << pitch | pair << 2 * pitch | pair << 3 * pitch
    return four if width == 4 else four | pair << 4 * pitch


cdef inline bits_t crown_row(Rules* rules, Side* side) noexcept nogil:
    if Side is White: return row_bits(width(rules), 0)
    else:             return row_bits(width(rules), 2 * width(rules) - 1)


cdef inline int stride(int width, int direction) noexcept nogil:
    """The distance in bits of a step in a direction, up or down."""
    return width + (direction & 1)


cdef inline bits_t step(Rules* rules, bits_t squares, int direction) noexcept nogil:
    """Every square of a set moved one step; those that leave the board fall on a ghost."""
    if direction < UP_RIGHT: return squares << stride(width(rules), direction)
    else:                    return squares >> stride(width(rules), direction)


cdef inline int reverse(int direction) noexcept nogil:
    return direction ^ 2


cdef inline int turn_one_way(int direction) noexcept nogil:
    return direction ^ 1


cdef inline int turn_other_way(int direction) noexcept nogil:
    return direction ^ 3


cdef inline int forward_left(Side* side) noexcept nogil:
    if Side is White: return UP_LEFT
    else:             return DOWN_LEFT


cdef inline int forward_right(Side* side) noexcept nogil:
    if Side is White: return UP_RIGHT
    else:             return DOWN_RIGHT


# --- rays: the squares from one square to the edge ----------------------------------------------

cdef extern from *:
    """
    static uint64_t draughts_rays[2][4][64];
    """
    bits_t RAYS "draughts_rays"[2][4][64]


cdef inline void prepare_rays() noexcept nogil:
    """Fill the table. Every compiled module that cimports the kernel calls this once."""
    cdef int w, direction, index
    cdef bits_t ray, at, board
    for w in range(4, 6):
        board = board_bits(w)
        for direction in range(4):
            for index in range(64):
                ray = 0
                at = square_bit(index) & board
                while at:
                    if direction < UP_RIGHT: at = (at << stride(w, direction)) & board
                    else:                    at = (at >> stride(w, direction)) & board
                    ray |= at
                RAYS[w - 4][direction][index] = ray


cdef inline bits_t ray(Rules* rules, int index, int direction) noexcept nogil:
    return RAYS[width(rules) - 4][direction][index]


cdef inline bits_t nearest(bits_t on_ray, int direction) noexcept nogil:
    """The piece that a look along a ray meets first, or nothing."""
    if direction < UP_RIGHT: return lowest_bit(on_ray)
    elif on_ray:             return square_bit(highest(on_ray))
    else:                    return 0


cdef inline bits_t before(bits_t on_ray, int direction, bits_t stop) noexcept nogil:
    """The squares of a ray on this side of ``stop``; all of them when nothing stops it."""
    if direction < UP_RIGHT: return on_ray & (stop - 1)
    elif stop:               return on_ray & ~(stop | (stop - 1))
    else:                    return on_ray
