"""How a board is looked at: from which side, with which labels and colours."""

from __future__ import annotations

from typing import Literal, TypeAlias

from draughts._core import Board
from draughts.svg.elements import Point
from draughts.svg.themes import Theme, theme_of

Labels: TypeAlias = bool | Literal["numbers"]

# A square is 100 units wide; the board's upper left corner is at (0, 0).
SQUARE = 100


class View:
    """A board as it is looked at."""

    def __init__(self, board: Board, flipped: bool, squares: Labels, theme: str | Theme) -> None:
        self.theme = theme_of(theme)
        if squares not in (True, False, "numbers"):
            raise ValueError(f"squares is {squares!r}; it must be True, False or 'numbers'")
        self.board = board
        self.flipped = flipped
        self.lettered = squares is True and board.variant.notation == "algebraic"
        self.numbered = bool(squares) and not self.lettered
        self.margin = 44 if self.lettered else 22
        self.side = SQUARE * board.variant.size

    def center(self, square: int) -> Point:
        """The middle of a square."""
        last = self.board.variant.squares
        if not isinstance(square, int) or not 1 <= square <= last:
            raise ValueError(f"there is no square {square!r}; this board has 1 to {last}")
        row, column = self.board.square_place(square)
        x, y = SQUARE * column + SQUARE / 2, SQUARE * row + SQUARE / 2
        return (self.side - x, self.side - y) if self.flipped else (x, y)

    def every_square(self) -> range:
        """The numbers of the dark squares."""
        return range(1, self.board.variant.squares + 1)
