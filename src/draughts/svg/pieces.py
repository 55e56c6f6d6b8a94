"""Men and kings."""

from __future__ import annotations

from draughts.svg.elements import circle, tag, translate
from draughts.svg.themes import Disc
from draughts.svg.view import View
from draughts.types import Color, Piece

_RADIUS = 36
_CROWN = "M-17 14L-22-11L-10-1L0-19L10-1L22-11L17 14Z"
_CROWN_TIPS = ((-22.0, -13.0), (0.0, -21.0), (22.0, -13.0))
_SHINE = f"M-29-11A31 31 0 0 1-9-{_RADIUS - 6.4:g}"


def standing(view: View) -> str:
    """All pieces of the board."""
    found = {n: view.board.piece_at(n) for n in view.every_square()}
    return "".join(
        piece_at(view, square, piece, crown(disc_of(view, piece)) if piece.is_king else "")
        for square, piece in found.items()
        if piece
    )


def disc_of(view: View, piece: Piece) -> Disc:
    """The colours of a piece."""
    return view.theme.white if piece.color is Color.WHITE else view.theme.black


def piece_at(view: View, square: int, piece: Piece, *more: str) -> str:
    """A disc with its shadow, its side, its face with two grooves, and what lies on top of it."""
    disc = disc_of(view, piece)
    return tag(
        "g",
        circle((2, 6), _RADIUS + 1, opacity=0.3),
        circle((0, 3), _RADIUS, fill=disc.edge),
        circle((0, 0), _RADIUS - 1, fill=disc.face, stroke=disc.edge, stroke_width=2),
        circle((0, 0), 27, fill="none", stroke=disc.groove, stroke_width=3),
        circle((0, 0), 17, fill="none", stroke=disc.groove, stroke_width=3),
        tag("path", d=_SHINE, fill="none", stroke="#fff", stroke_width=3, opacity=0.5),
        *more,
        transform=translate(view.center(square)),
        data_piece=piece.value,
        data_square=square,
    )


def crown(disc: Disc) -> str:
    """What makes a king of a man: its inner grooves are covered and a crown lies on it."""
    tips = [circle(tip, 4) for tip in _CROWN_TIPS]
    band = tag("path", d="M-17 19H17", stroke=disc.crown, stroke_width=5)
    points = tag("path", d=_CROWN, stroke=disc.crown, stroke_width=2, stroke_linejoin="round")
    cover = circle((0, 0), 25, fill=disc.face)
    return cover + tag("g", points, band, *tips, fill=disc.crown, data_crown="")
