# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What must hold at every node of a search; asked only in a search that checks itself."""

from libc.stdint cimport uint32_t, uint64_t

from draughts.kernel.bits cimport bits_t, count
from draughts.kernel.hashtable cimport NO_MOVE_WORD, move_word
from draughts.kernel.position cimport KernelMove, Position, enemy, own, position_key
from draughts.kernel.rules cimport Rules, Side, White, board_bits, width

cdef enum Fault:
    NO_FAULT
    PIECES_OVERLAP
    KEY_DIFFERS
    PIECES_LOST
    TABLE_MOVE_ILLEGAL


cdef inline Fault position_fault(Rules* rules, const Position* position) noexcept nogil:
    """Pieces on one square, off the board, or a king that is no piece."""
    cdef bits_t pieces = position.white | position.black
    if (position.white & position.black or pieces & ~board_bits(width(rules))
            or position.kings & ~pieces):
        return PIECES_OVERLAP
    return NO_FAULT


cdef inline Fault key_fault(
    Rules* rules, Side* side, const Position* position, uint64_t key
) noexcept nogil:
    """A key that was carried along and is not that of the position."""
    cdef bint white
    if Side is White: white = True
    else:             white = False
    if position_key(position, white) != key:
        return KEY_DIFFERS
    return position_fault(rules, position)


cdef inline Fault move_fault(
    Side* side, const Position* before, const KernelMove* move, const Position* position
) noexcept nogil:
    """A move that takes another number of pieces than it says, or one of its own."""
    if (count(own(side, before)) != count(own(side, position))
            or enemy(side, before) & ~move.captured != enemy(side, position)):
        return PIECES_LOST
    return NO_FAULT


cdef inline Fault table_fault(
    uint32_t hash_move, const KernelMove* moves, const KernelMove* end
) noexcept nogil:
    """A move in the table that is not legal in its position."""
    while moves < end:
        if move_word(moves) == hash_move:
            return NO_FAULT
        moves += 1
    return NO_FAULT if hash_move == NO_MOVE_WORD else TABLE_MOVE_ILLEGAL
