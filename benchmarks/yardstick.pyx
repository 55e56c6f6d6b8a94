# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Work of the same kind as the library's, that does not change when the library does.

A speed is only comparable between machines as a multiple of another speed on the same machine. What
is slower here for a slower processor, a busier one, another compiler or another Python is slower in
the library for the same reason.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef uint64_t place(uint64_t rows, uint64_t rising, uint64_t falling, uint64_t board) noexcept nogil:
    """The ways to fill the other columns; a bit is a row that a queen in this one may not use."""
    cdef uint64_t total = 0
    cdef uint64_t open_rows = board & ~(rows | rising | falling)
    cdef uint64_t row
    if rows == board:
        return 1
    while open_rows:
        row = open_rows & (~open_rows + 1)
        open_rows ^= row
        total += place(rows | row, (rising | row) << 1, (falling | row) >> 1, board)
    return total


def queens(int size):
    """The ways to put queens on a board, none attacking another, and so many units of work.

    As move generation and search do, it takes bits from sets, recurses and branches on what it finds;
    neither uses memory that is not in the first cache.
    """
    cdef uint64_t total
    with nogil:
        total = place(0, 0, 0, (<uint64_t>1 << size) - 1)
    return total


cdef class Stone:
    cdef readonly int square
    cdef readonly int captured
    cdef tuple way

    def __init__(self, int square, int captured, tuple way):
        self.square = square
        self.captured = captured
        self.way = way


def stones(int count):
    """Make many small objects, in lists that are dropped, and read what is written of them.

    As the border between kernel and Python does: objects, lists, numbers and text are made and freed.
    """
    cdef uint32_t state = 1
    cdef int i, squares = 0
    cdef list row = []
    cdef Stone stone
    for i in range(count):
        state = state * 1664525u + 1013904223u
        row.append(Stone(state >> 27, i & 1, (i, i + 1) if i & 2 else None))
        if len(row) == 12:
            text = ",".join([str(stone.square) for stone in row])
            squares += len(text.split(","))
            row = []
    return squares + len(row)
