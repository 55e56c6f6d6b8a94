"""The squares of a board, and how they are told."""

from __future__ import annotations

from draughts.svg.elements import rect, tag
from draughts.svg.view import SQUARE, View


def grid(view: View) -> str:
    """The frame, and the light and dark squares."""
    theme, middle = view.theme, (view.side / 2, view.side / 2)
    dark = [rect(view.center(n), SQUARE, data_square=n) for n in view.every_square()]
    return (
        rect(middle, view.side + 2 * view.margin, rx=12, fill=theme.frame)
        + rect(middle, view.side, fill=theme.light, stroke=theme.label, stroke_width=3)
        + tag("g", *dark, fill=theme.dark)
    )


def labels(view: View) -> str:
    """What tells the squares, if anything does."""
    if view.numbered:
        return _numbers(view)
    return _edge(view) if view.lettered else ""


def _numbers(view: View) -> str:
    """The number of each square, in its upper left corner, which a piece leaves free."""
    texts = []
    for square in view.every_square():
        x, y = view.center(square)
        texts.append(tag("text", str(square), x=x - 44, y=y - 31))
    return tag("g", *texts, fill=view.theme.number, font_family="sans-serif", font_size=18)


def _edge(view: View) -> str:
    """Letters below the columns and numbers left of the rows."""
    letters, digits = {}, {}
    for square in view.every_square():
        name, (x, y) = view.board.square_name(square), view.center(square)
        letters[x], digits[y] = name[0], name[1:]
    below, left = view.side + view.margin / 2 + 9, -view.margin / 2
    texts = [tag("text", letter, x=x, y=below) for x, letter in sorted(letters.items())]
    texts += [tag("text", digit, x=left, y=y + 9) for y, digit in sorted(digits.items())]
    return tag(
        "g",
        *texts,
        fill=view.theme.label,
        font_family="sans-serif",
        font_size=27,
        text_anchor="middle",
    )
