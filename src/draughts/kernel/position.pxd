# cython: language_level=3
"""The position: where the pieces stand; making a move; the 64-bit key.

A position is a value of three words. A move makes a new one, so that nothing need be unmade.
"""

from libc.stdint cimport uint8_t, uint64_t

from draughts.kernel.bits cimport bits_t, lowest, square_bit, without_lowest
from draughts.kernel.rules cimport Side, White

cdef struct Position:
    bits_t white
    bits_t black
    bits_t kings

cdef struct KernelMove:
    bits_t captured
    uint8_t origin
    uint8_t target
    uint8_t promotes


cdef inline bits_t own(Side* side, const Position* position) noexcept nogil:
    if Side is White: return position.white
    else:             return position.black


cdef inline bits_t enemy(Side* side, const Position* position) noexcept nogil:
    if Side is White: return position.black
    else:             return position.white


cdef inline Position after(Side* side, const Position* position, const KernelMove* move) noexcept nogil:
    """The position after a move of one side. A capture may end where it began."""
    cdef Position new
    cdef bits_t origin = square_bit(move.origin)
    cdef bits_t rank = ((position.kings >> move.origin) & 1) | move.promotes
    cdef bits_t moved = (own(side, position) & ~origin) | square_bit(move.target)
    cdef bits_t left = enemy(side, position) & ~move.captured
    if Side is White:
        new.white, new.black = moved, left
    else:
        new.white, new.black = left, moved
    new.kings = (position.kings & ~(move.captured | origin)) | (rank << move.target)
    return new


# --- the key --------------------------------------------------------------------------------------

cdef extern from *:
    """
    static uint64_t draughts_zobrist[4][64];
    """
    uint64_t ZOBRIST "draughts_zobrist"[4][64]

cdef enum:
    WHITE_MAN
    WHITE_KING
    BLACK_MAN
    BLACK_KING


cdef inline uint64_t splitmix(uint64_t* state) noexcept nogil:
    """A step of SplitMix64 (Steele, Lea and Flood 2014), a fixed sequence on every platform."""
    state[0] += <uint64_t>0x9E3779B97F4A7C15u
    cdef uint64_t z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef inline void prepare_zobrist() noexcept nogil:
    """Fill the table. Every compiled module that cimports the kernel calls this once."""
    cdef uint64_t state = 1952
    cdef int piece, index
    for piece in range(4):
        for index in range(64):
            ZOBRIST[piece][index] = splitmix(&state)


cdef inline uint64_t pieces_key(int piece, bits_t squares) noexcept nogil:
    cdef uint64_t key = 0
    while squares:
        key ^= ZOBRIST[piece][lowest(squares)]
        squares = without_lowest(squares)
    return key


cdef inline uint64_t turn_key(bint white_to_move) noexcept nogil:
    cdef uint64_t state = 0x5DEECE66D  # not an enum's, which in C has 32 bits
    return 0 if white_to_move else splitmix(&state)


cdef inline uint64_t position_key(const Position* position, bint white_to_move) noexcept nogil:
    """The key of a position from nothing: its pieces and the side to move."""
    return (
        pieces_key(WHITE_MAN, position.white & ~position.kings)
        ^ pieces_key(WHITE_KING, position.white & position.kings)
        ^ pieces_key(BLACK_MAN, position.black & ~position.kings)
        ^ pieces_key(BLACK_KING, position.black & position.kings)
        ^ turn_key(white_to_move)
    )


cdef inline uint64_t key_after(
    Side* side, const Position* position, const KernelMove* move, uint64_t key
) noexcept nogil:
    """The key after a move, from the key before it."""
    cdef int own_man = WHITE_MAN if Side is White else BLACK_MAN
    cdef int enemy_man = BLACK_MAN if Side is White else WHITE_MAN
    cdef int rank = (position.kings >> move.origin) & 1
    key ^= ZOBRIST[own_man + rank][move.origin]
    key ^= ZOBRIST[own_man + (rank | move.promotes)][move.target]
    if move.captured:
        key ^= pieces_key(enemy_man, move.captured & ~position.kings)
        key ^= pieces_key(enemy_man + 1, move.captured & position.kings)
    return key ^ turn_key(False)
