"""A position as a picture."""

from __future__ import annotations

from collections.abc import Iterable

from draughts._core import Board, Move
from draughts.svg import marks
from draughts.svg.grid import grid, labels
from draughts.svg.marks import Arrow
from draughts.svg.picture import Picture, headline, in_words, picture
from draughts.svg.pieces import standing
from draughts.svg.themes import Theme
from draughts.svg.view import Labels, View

__all__ = ["board"]


def board(
    board: Board,
    *,
    size: int = 400,
    flipped: bool = False,
    squares: Labels = True,
    last_move: Move | None = None,
    arrows: Iterable[Arrow] = (),
    targets: Iterable[int] = (),
    sources: Iterable[int] = (),
    victims: Iterable[int] = (),
    theme: str | Theme = "wood",
    title: str | None = None,
) -> Picture:
    """A picture of a position.

    Args:
        board: the position.
        size: width and height in pixels, at least 1; the picture can be scaled afterwards.
        flipped: as Black sees it, from the other side.
        squares: tell the squares as the variant writes them: numbers on the dark squares, or
            letters and numbers on the frame; ``"numbers"`` for numbers in every variant; False
            for neither.
        last_move: a move to highlight: where it began and ended, and the way of a capture.
        arrows: pairs of squares, from and to, with a colour as a third where it should not be
            that of the theme: ``[(11, 15), (22, 18, "crimson")]``.
        targets: squares where a chosen piece may go, marked by circles, or by thick red rings if
            there are ``victims``.
        sources: squares of pieces that must capture, marked by dashed red rings.
        victims: squares of pieces that would be captured, marked by crosses.
        theme: a name in :data:`THEMES`, or colours of your own.
        title: the name that a screen reader says and a browser shows; without one it tells the
            variant and the side to move. The pieces are always described.

    Returns:
        The text of the picture, which a notebook shows as the picture.

    Raises:
        ValueError: the size is not a positive whole number, ``squares`` is none of these, there
            is no such theme or square, or an arrow is not two squares and perhaps a colour.

    >>> position = Board.from_fen("W:W18:B14,15")
    >>> picture = board(position, sources=[18], targets=[9, 11], victims=[14, 15])
    >>> picture.count("data-mark=")
    5
    >>> board(position, targets=[33])
    Traceback (most recent call last):
    ...
    ValueError: there is no square 33; this board has 1 to 32
    """
    view = View(board, flipped, squares, theme)
    targets, victims = list(targets), list(victims)
    layers = [
        grid(view),
        "" if last_move is None else marks.trail(view, last_move),
        labels(view),
        standing(view),
        *(
            marks.landing(view, square) if victims else marks.target(view, square)
            for square in targets
        ),
        *(marks.source(view, square) for square in sources),
        *(marks.cross(view, square) for square in victims),
        *(marks.arrow(view, arrow) for arrow in arrows),
    ]
    return picture(view, size, title or headline(board), in_words(board), layers)
