"""A picture as a whole: what is drawn in it, its size, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable

from draughts._core import Board
from draughts.svg.elements import escaped, tag
from draughts.svg.view import View
from draughts.types import Color

__all__ = ["Picture"]


class Picture(str):
    """The text of an SVG picture, which a notebook shows as the picture.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def picture(view: View, size: int, title: str, description: str, layers: Iterable[str]) -> Picture:
    """The whole of a picture from what is drawn in it, the lowest layer first."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ValueError(f"size is {size!r}; it must be a whole number of pixels, at least 1")
    side = view.side + 2 * view.margin
    return Picture(
        tag(
            "svg",
            tag("title", escaped(title)),
            tag("desc", escaped(description)),
            *layers,
            xmlns="http://www.w3.org/2000/svg",
            width=size,
            height=size,
            viewBox=f"{-view.margin} {-view.margin} {side} {side}",
            role="img",
        )
    )


def headline(board: Board) -> str:
    """What a picture of a position is called: the variant and the side to move."""
    return f"Draughts board ({board.variant.name}), {board.turn.value.capitalize()} to move"


def in_words(board: Board) -> str:
    """The position in words: ``White to move. White: men 21, 22; kings 3. Black: no pieces.``"""
    sides = [f"{board.turn.value.capitalize()} to move."]
    for color in Color:
        kinds = [
            f"{name} {', '.join(map(board.square_name, sorted(found)))}"
            for name, king in (("men", False), ("kings", True))
            if (found := board.pieces(color, king))
        ]
        sides.append(f"{color.value.capitalize()}: {'; '.join(kinds) or 'no pieces'}.")
    return " ".join(sides)
