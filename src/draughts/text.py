"""A board as text, for terminals and log files."""

from __future__ import annotations

from typing import NamedTuple

from draughts._core import Board
from draughts.types import Color, Piece

__all__ = ["render"]


class _Signs(NamedTuple):
    """What a board is drawn with: the pieces, an empty square, and the frame."""

    pieces: dict[Piece, str]
    empty: str
    corners: tuple[str, str, str, str]
    across: str
    down: str


_ASCII = _Signs(
    {
        Piece.WHITE_MAN: "w",
        Piece.WHITE_KING: "WK",
        Piece.BLACK_MAN: "b",
        Piece.BLACK_KING: "BK",
    },
    empty=".",
    corners=("+", "+", "+", "+"),
    across="-",
    down="|",
)
_UNICODE = _Signs(
    {
        Piece.WHITE_MAN: "○",
        Piece.WHITE_KING: "♔",
        Piece.BLACK_MAN: "●",
        Piece.BLACK_KING: "♚",
    },
    empty="·",
    corners=("┌", "┐", "└", "┘"),
    across="─",
    down="│",
)

# Colours of a 256-colour terminal. White and black both stand out from this green, with a contrast
# of 4.2 and 5.1.
_LIGHT_SQUARE = "48;5;187"
_DARK_SQUARE = "48;5;65;38;5;151"
_PIECE = {Color.WHITE: "48;5;65;1;38;5;231", Color.BLACK: "48;5;65;38;5;16"}


def render(
    board: Board,
    *,
    unicode: bool = False,
    color: bool = False,
    squares: bool = True,
    flipped: bool = False,
) -> str:
    """A board as lines of text.

    Men are ``w`` and ``b``, kings ``WK`` and ``BK``. Where the variant writes squares by number, an
    empty square shows its number and every row ends with those that it holds; where it writes them
    like ``c3``, letters and numbers stand at the edge.

    Args:
        board: the position.
        unicode: draw with discs, crowns and lines, ``○ ♔`` for White and ``● ♚`` for Black.
        color: paint squares and pieces with the escape codes of a 256-colour terminal.
        squares: tell the squares; False draws the bare board.
        flipped: as Black sees it, from the other side.

    Returns:
        The lines, without a line end after the last one.

    >>> print(render(Board.from_fen("W:WK3,22,26:B9,15,K30")))
      +------------------------+
      |    1     2    WK     4 |  1-4
      | 5     6     7     8    |  5-8
      |    b    10    11    12 |  9-12
      |13    14     b    16    | 13-16
      |   17    18    19    20 | 17-20
      |21     w    23    24    | 21-24
      |   25     w    27    28 | 25-28
      |29    BK    31    32    | 29-32
      +------------------------+
    """
    signs = _UNICODE if unicode else _ASCII
    lettered = squares and board.variant.notation == "algebraic"
    numbered = squares and not lettered
    rows = _rows(board, flipped)
    margin = "    " if lettered else "  "
    across = signs.across * (3 * len(rows))
    top_left, top_right, bottom_left, bottom_right = signs.corners
    lines = [f"{margin}{top_left}{across}{top_right}"]
    for row in rows:
        names = [board.square_name(n) for n in row if n is not None]
        before = f"{names[0][1:]:>3} " if lettered else margin
        after = f" {names[0]:>2}-{names[-1]}" if numbered else ""
        cells = "".join(_cell(board, n, signs, numbered, color) for n in row)
        lines.append(f"{before}{signs.down}{cells}{signs.down}{after}")
    lines.append(f"{margin}{bottom_left}{across}{bottom_right}")
    if lettered:
        lines.append(f"{margin}  {_letters(board, flipped)}")
    return "\n".join(lines)


def _rows(board: Board, flipped: bool) -> list[list[int | None]]:
    """The squares as they are seen, row by row from the top; None for a light one."""
    numbers = {board.square_place(n): n for n in range(1, board.variant.squares + 1)}
    order = range(board.variant.size)[:: -1 if flipped else 1]
    return [[numbers.get((row, column)) for column in order] for row in order]


def _letters(board: Board, flipped: bool) -> str:
    """The letters of the columns, each under its own."""
    letters = {
        board.square_place(n)[1]: board.square_name(n)[0]
        for n in range(1, board.variant.squares + 1)
    }
    return "  ".join(letters[column] for column in sorted(letters, reverse=flipped))


def _cell(board: Board, square: int | None, signs: _Signs, numbered: bool, color: bool) -> str:
    """A square, three characters wide and perhaps painted."""
    if square is None:
        return _painted("   ", _LIGHT_SQUARE, color)
    piece = board.piece_at(square)
    if piece is None:
        text = str(square) if numbered else signs.empty
        return _painted(f"{text:>2} ", _DARK_SQUARE, color)
    return _painted(f"{signs.pieces[piece]:>2} ", _PIECE[piece.color], color)


def _painted(text: str, style: str, color: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if color else text
