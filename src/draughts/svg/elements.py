"""The elements of SVG that pictures are made of, as text."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; ``stroke_width=2`` becomes ``stroke-width="2"``."""
    parts = [name]
    for key, value in attributes.items():
        shown = f"{value:g}" if isinstance(value, float) else escaped(str(value))
        parts.append(f'{key.replace("_", "-")}="{shown}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{name}>" if inside else f"<{' '.join(parts)}/>"


def escaped(text: str) -> str:
    """Text as XML holds it, without the characters that it cannot hold."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def rect(center: Point, side: float, **attributes: object) -> str:
    """A square of that side."""
    x, y = center[0] - side / 2, center[1] - side / 2
    return tag("rect", x=x, y=y, width=side, height=side, **attributes)


def circle(center: Point, radius: float, **attributes: object) -> str:
    return tag("circle", cx=center[0], cy=center[1], r=radius, **attributes)


def translate(point: Point) -> str:
    return f"translate({point[0]:g} {point[1]:g})"
