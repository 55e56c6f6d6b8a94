# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The learned evaluation: patterns of men, and a few features of the whole board.

The board is looked at through windows of up to ten squares. What a window shows of men, a digit of
base 3 a square (nothing, White's, Black's), is the index of a weight. Every window is looked through
twice, once as it is and once with board and colours turned, and what is seen turned counts for Black.
Every weight is a pair, one for a full board and one for an empty one; between them the number of
pieces decides.

To find the indices of all windows at once, the bits of a side's men are taken eight at a time: a table
says for each byte what it adds to each index, as a vector with a lane for every window.
"""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t

from draughts.kernel.bits cimport bits_t, count, lowest, without_lowest
from draughts.kernel.features cimport FEATURES, read_features
from draughts.kernel.handmade cimport scaled
from draughts.kernel.position cimport Position
from draughts.kernel.rules cimport Rules, Side, width

cdef enum:
    MOST_WINDOWS = 8
    LANES = 2 * MOST_WINDOWS    # a window, and the same turned
    WINDOW_SQUARES = 10         # at most: an index fits into 16 bits
    BYTES = 7                   # of the bits of a large board
    FINENESS = 4                # a weight is in quarters of a hundredth of a man

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    typedef uint16_t draughts_lanes __attribute__((vector_size(32), aligned(2), may_alias));

    static inline void draughts_look(
        const uint16_t (*spread)[256][16], uint64_t white, uint64_t black, int bytes, uint16_t *index)
    {
        draughts_lanes first = {0}, second = {0};
        const draughts_lanes as_it_is = {
            0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF};
        for (int i = 0; i < bytes; ++i) {
            first += *(const draughts_lanes *)spread[i][white & 255];
            second += *(const draughts_lanes *)spread[i][black & 255];
            white >>= 8;
            black >>= 8;
        }
        *(draughts_lanes *)index = first + second + (second & as_it_is) + (first & ~as_it_is);
    }
    #else
    static inline void draughts_look(
        const uint16_t (*spread)[256][16], uint64_t white, uint64_t black, int bytes, uint16_t *index)
    {
        for (int lane = 0; lane < 16; ++lane) {
            uint16_t first = 0, second = 0;
            for (int i = 0; i < bytes; ++i) {
                first += spread[i][(white >> (8 * i)) & 255][lane];
                second += spread[i][(black >> (8 * i)) & 255][lane];
            }
            index[lane] = first + second + (lane < 8 ? second : first);
        }
    }
    #endif
    """
    void _look "draughts_look"(
        const uint16_t (*spread)[256][16], uint64_t white, uint64_t black, int bytes, uint16_t* index
    ) noexcept nogil

cdef struct Weight:
    int16_t opening
    int16_t ending

cdef struct Weights:
    uint16_t spread[BYTES][256][LANES]
    int windows
    const Weight* tables[MOST_WINDOWS]
    Weight features[FEATURES]
    Weight kings[2][64]         # by colour, Black's turned and negative, and index


cdef inline int most_pieces(Rules* rules) noexcept nogil:
    """In the position that games of the four great variants start from."""
    return 24 if width(rules) == 4 else 40


cdef inline void look(
    Rules* rules, const Position* position, const Weights* weights, uint16_t* index
) noexcept nogil:
    """Find the index of every lane."""
    _look(
        weights.spread, position.white & ~position.kings, position.black & ~position.kings,
        5 if width(rules) == 4 else 7, index)


cdef inline int learned(
    Rules* rules, Side* side, const Position* position, const Weights* weights
) noexcept nogil:
    """What a position is worth to White."""
    cdef uint16_t index[LANES]
    cdef int found[FEATURES]
    cdef int32_t opening = 0, ending = 0
    cdef int i, pieces = count(position.white | position.black), most = most_pieces(rules)
    cdef bits_t kings = position.kings
    cdef const Weight* mine
    cdef const Weight* theirs
    look(rules, position, weights, index)
    read_features(rules, side, position, found)
    for i in range(weights.windows):
        mine = weights.tables[i] + index[i]
        theirs = weights.tables[i] + index[i + <int>MOST_WINDOWS]
        opening += mine.opening - theirs.opening
        ending += mine.ending - theirs.ending
    for i in range(<int>FEATURES):
        opening += weights.features[i].opening * found[i]
        ending += weights.features[i].ending * found[i]
    while kings:
        i = lowest(kings)
        kings = without_lowest(kings)
        mine = &weights.kings[(position.black >> i) & 1][i]
        opening += mine.opening
        ending += mine.ending
    pieces = min(pieces, most)
    return scaled(
        rules, position, (opening * pieces + ending * (most - pieces)) // (most * FINENESS))
