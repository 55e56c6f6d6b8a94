"""What is marked on a board: the last move, where a piece may go, what it would capture, arrows."""

from __future__ import annotations

from typing import TypeAlias

from draughts._core import Move
from draughts.svg.elements import circle, rect, tag
from draughts.svg.view import SQUARE, View

__all__ = ["Arrow"]

Arrow: TypeAlias = tuple[int, int] | tuple[int, int, str]


def trail(view: View, move: Move) -> str:
    """The squares where a move began and ended, and the way of a capture."""
    theme = view.theme
    look = {"fill": theme.moved, "stroke": theme.trail, "stroke_width": 5}
    ends = dict.fromkeys((move.from_square, move.to_square))
    parts = [rect(view.center(n), SQUARE - 5, data_mark="moved", **look) for n in ends]
    if move.is_capture:
        points = " ".join(f"{x:g},{y:g}" for x, y in map(view.center, move.path))
        look = {"stroke": theme.trail, "stroke_width": 9, "stroke_linejoin": "round"}
        parts.append(tag("polyline", points=points, fill="none", data_mark="trail", **look))
    return "".join(parts)


def target(view: View, square: int) -> str:
    """Where a chosen piece may go."""
    theme = view.theme
    look = {"fill": theme.target, "stroke": theme.frame, "stroke_width": 2}
    return circle(view.center(square), 15, data_mark="target", **look)


def landing(view: View, square: int) -> str:
    """Where a capture would come down."""
    return _ring(view, square, 31, 9, data_mark="target")


def source(view: View, square: int) -> str:
    """A piece that must capture."""
    return _ring(view, square, 34, 6, stroke_dasharray="13.4 7.96", data_mark="source")


def _ring(view: View, square: int, radius: int, width: int, **attributes: object) -> str:
    """A red ring on a pale one."""
    center, theme = view.center(square), view.theme
    return tag(
        "g",
        circle(center, radius, stroke=theme.halo, stroke_width=width + 4),
        circle(center, radius, stroke=theme.alert, stroke_width=width, **attributes),
        fill="none",
    )


def cross(view: View, square: int) -> str:
    """A piece that would be captured."""
    x, y = view.center(square)
    lines = {"d": f"M{x - 20:g} {y - 20:g}l40 40m0-40l-40 40"}
    return tag(
        "g",
        tag("path", stroke=view.theme.halo, stroke_width=16, **lines),
        tag("path", stroke=view.theme.alert, stroke_width=10, data_mark="victim", **lines),
        stroke_linecap="round",
    )


def arrow(view: View, arrow: Arrow) -> str:
    """An arrow from square to square."""
    if not isinstance(arrow, tuple) or len(arrow) not in (2, 3) or arrow[0] == arrow[1]:
        raise ValueError(f"{arrow!r} is no arrow; it must be two squares and perhaps a colour")
    color = arrow[2] if len(arrow) == 3 else view.theme.arrow
    (x, y), (to_x, to_y) = view.center(arrow[0]), view.center(arrow[1])
    across, down = to_x - x, to_y - y
    length = (across * across + down * down) ** 0.5
    # Drawn along the x axis, then turned: a shaft, and a head that ends in the square's middle.
    neck = length - 38
    shape = f"M14-7H{neck:g}V-22L{length:g} 0L{neck:g} 22V7H14Z"
    turn = f"matrix({across / length:g} {down / length:g} {-down / length:g} {across / length:g}"
    return tag(
        "path",
        d=shape,
        transform=f"{turn} {x:g} {y:g})",
        fill=color,
        stroke=view.theme.halo,
        stroke_width=3,
        stroke_linejoin="round",
        opacity=0.85,
        data_mark="arrow",
    )
