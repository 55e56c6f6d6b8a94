# cython: language_level=3
"""The compiled classes, for other Cython modules to cimport."""

from libc.stdint cimport uint64_t

from draughts.kernel.bits cimport bits_t
from draughts.kernel.dispatch cimport Ruleset
from draughts.kernel.draws cimport Counters, DrawRules
from draughts.kernel.position cimport KernelMove, Position
from draughts.kernel.text cimport Squares

cdef struct Entry:
    # One ply of a board's past: the position before a move, and the move.
    Position position
    Counters counters
    uint64_t key
    KernelMove move


cdef class Rulebook:
    cdef object variant
    cdef Ruleset rules
    cdef DrawRules draws
    cdef Squares squares
    cdef Position start
    cdef bint white_first
    cdef int number(self, str first, Squares* squares) except -1


cdef class Move:
    cdef readonly int from_square
    cdef readonly int to_square
    cdef bint crowned
    cdef uint64_t victims       # a bit a square number
    cdef tuple way


cdef class Board:
    cdef Rulebook book
    cdef Position position
    cdef bint white_to_move
    cdef uint64_t position_key
    cdef Counters counters
    cdef Entry* past
    cdef int plies
    cdef int room
    cdef void settle(self, int quiet) noexcept
    cdef int apply(self, const KernelMove* move) except -1
    cdef bint find(self, Move move, KernelMove* found) except -1
    cdef bint find_kernel_move(self, const KernelMove* wanted, KernelMove* found) except -1
    cdef int require(self, Move move, KernelMove* found) except -1
    cdef int occurrences(self) noexcept
    cdef object won_by(self)
    cdef int index(self, int square) except -1
    cdef int read_stops(self, str text, int* stops) except -1
    cdef list matching(self, const int* stops, int count)
    cdef str show(self, squares, bint capture)
    cdef bint means_only(self, tuple path, Move move) except -1
    cdef str describe_legal(self)
    cdef Move played(self, int ply)
    cdef bits_t turned(self, bits_t squares) noexcept
