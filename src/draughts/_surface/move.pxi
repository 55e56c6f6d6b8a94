# A move, as plain data: it knows no board.

cimport cython


cdef uint64_t square_set(squares) except? 0:
    cdef uint64_t bits = 0
    cdef int square
    for square in squares:
        if not 1 <= square <= MOST_SQUARES:
            raise InvalidMoveError(f"there is no square {square}; squares are 1 to {MOST_SQUARES}")
        bits |= <uint64_t>1 << square
    return bits


@cython.final
@cython.freelist(256)
@cython.no_gc
cdef class Move:
    """A move: where from, where to, what it takes. It carries no board and cannot be changed.

    Two moves are equal when they have the same ends and take the same pieces; the path between is
    how the move is shown, not what it is.

    Args:
        from_square: a PDN number, from 1.
        to_square: a PDN number, from 1. A capture may end where it began.
        captured: the numbers of the squares of the pieces that are taken.
        promotes: whether a man becomes a king.
        path: the squares where the piece comes down, from the first to the last; by default its
            ends alone.

    Raises:
        InvalidMoveError: a number is no square of any board, or the path has other ends.

    >>> Move(11, 15)
    Move(11, 15)
    >>> Move(18, 25, {22}) == Move(18, 25, [22], path=(18, 25))
    True
    """

    def __init__(
        self, int from_square, int to_square, captured=(), bint promotes=False, path=None
    ):
        square_set((from_square, to_square))
        self.from_square = from_square
        self.to_square = to_square
        self.victims = square_set(captured)
        self.crowned = promotes
        if path is not None:
            path = tuple(path)
            square_set(path)
            if len(path) < 2 or path[0] != from_square or path[len(path) - 1] != to_square:
                raise InvalidMoveError(
                    f"the path {path} does not lead from {from_square} to {to_square}")
            self.way = path

    @property
    def captured(self) -> frozenset[int]:
        """The squares of the pieces that the move takes.

        >>> Move(18, 25, {22}).captured
        frozenset({22})
        """
        return frozenset([n for n in range(1, 64) if self.victims >> n & 1])

    @property
    def path(self) -> tuple[int, ...]:
        """The squares where the piece comes down: its origin, the turns on the way, the last one.

        >>> Move(18, 25, {22}).path
        (18, 25)
        """
        return self.way if self.way is not None else (self.from_square, self.to_square)

    @property
    def is_capture(self) -> bool:
        """Whether the move takes a piece."""
        return self.victims != 0

    @property
    def promotes(self) -> bool:
        """Whether the move makes a man a king."""
        return self.crowned

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        cdef Move move = other
        return (
            self.from_square == move.from_square and self.to_square == move.to_square
            and self.victims == move.victims)

    def __hash__(self):
        cdef uint64_t mixed = self.victims << 12 ^ self.victims >> 40
        return <Py_hash_t>((mixed ^ self.from_square << 6 ^ self.to_square) & 0x7FFF_FFFF_FFFF)

    def __str__(self):
        sign = "x" if self.victims else "-"
        return sign.join([str(square) for square in self.path])

    def __repr__(self):
        parts = [str(self.from_square), str(self.to_square)]
        if self.victims:
            parts.append(f"{{{', '.join([str(n) for n in sorted(self.captured)])}}}")
        if self.crowned:
            parts.append("promotes=True")
        if len(self.path) > 2:
            parts.append(f"path={self.path}")
        return f"Move({', '.join(parts)})"

    def __reduce__(self):
        return Move, (self.from_square, self.to_square, self.captured, self.crowned, self.way)
