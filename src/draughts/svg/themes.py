"""The colours of a picture: themes by name, and what a theme of one's own is made of."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["THEMES", "Disc", "Theme"]


class Disc(NamedTuple):
    """The colours of one side's pieces, each as SVG writes colours: ``"#fbf1dc"``, ``"ivory"``.

    Args:
        face: the top of the disc.
        edge: its side, seen below the face, and the outline.
        groove: the rings turned into the face.
        crown: the crown of a king.
    """

    face: str
    edge: str
    groove: str
    crown: str


class Theme(NamedTuple):
    """The colours of a picture, each as SVG writes colours: ``"#8c5a30"``, ``"ivory"``.

    Args:
        light: the light squares.
        dark: the dark squares.
        frame: the frame around the board.
        label: letters and numbers on the frame.
        number: the numbers on the dark squares.
        white: the white pieces.
        black: the black pieces.
        moved: the squares where the last move began and ended.
        trail: the outline of these squares, and the way of a capture.
        arrow: arrows that have no colour of their own.
        target: circles on the squares where a piece may go.
        alert: the rings and crosses of a capture.
        halo: what sets these marks off from a piece or a square below them.

    >>> THEMES["blue"]._replace(frame="black").frame
    'black'
    """

    light: str
    dark: str
    frame: str
    label: str
    number: str
    white: Disc
    black: Disc
    moved: str
    trail: str
    arrow: str
    target: str
    alert: str
    halo: str


_WOOD = Theme(
    light="#ecd5a9",
    dark="#8c5a30",
    frame="#55341a",
    label="#f0dcb4",
    number="#fbeed3",
    white=Disc(face="#fbf2de", edge="#b39a6c", groove="#d9c79d", crown="#a3281b"),
    black=Disc(face="#2c1d16", edge="#100906", groove="#5b4336", crown="#f2c34b"),
    moved="#6e6614",
    trail="#ffdf66",
    arrow="#1f8f4d",
    target="#ffe27a",
    alert="#d7191c",
    halo="#fff6e0",
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": _WOOD,
        "club green": Theme(
            light="#f3ecd0",
            dark="#3a7149",
            frame="#1d3b28",
            label="#e6eed7",
            number="#f4f8e6",
            white=Disc(face="#fdf8ea", edge="#b2a887", groove="#dcd3b6", crown="#a3281b"),
            black=Disc(face="#1c211e", edge="#070908", groove="#4d5751", crown="#f2c34b"),
            moved="#7a6a12",
            trail="#ffe27a",
            arrow="#2b6fd6",
            target="#ffe27a",
            alert="#d7191c",
            halo="#ffffff",
        ),
        "blue": Theme(
            light="#e3ebf3",
            dark="#4a7199",
            frame="#22374e",
            label="#dde8f3",
            number="#ffffff",
            white=Disc(face="#ffffff", edge="#9fb0c1", groove="#d0dae4", crown="#b3321f"),
            black=Disc(face="#16212d", edge="#05080c", groove="#4a5b6d", crown="#f7cf5e"),
            moved="#2f6f78",
            trail="#ffe27a",
            arrow="#e8811a",
            target="#ffe27a",
            alert="#d7191c",
            halo="#ffffff",
        ),
        "high-contrast": Theme(
            light="#ffffff",
            dark="#757575",
            frame="#000000",
            label="#ffffff",
            number="#ffffff",
            white=Disc(face="#ffffff", edge="#000000", groove="#ffffff", crown="#000000"),
            black=Disc(face="#000000", edge="#ffffff", groove="#000000", crown="#ffffff"),
            moved="#0b4fb3",
            trail="#ffe600",
            arrow="#0b4fb3",
            target="#ffe600",
            alert="#d00000",
            halo="#ffffff",
        ),
    }
)
"""The built-in themes by name."""


def theme_of(theme: str | Theme) -> Theme:
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    return THEMES[theme]
