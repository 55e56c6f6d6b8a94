"""A board as a picture: SVG for web pages, notebooks, articles and books, still or moving.

A picture stands alone. It needs no font, style sheet, script or other file, and holds no ids, so
that any number of pictures can stand on one page.

>>> from draughts import Board, svg
>>> board = Board()
>>> move = board.push_pdn("11-15")
>>> picture = svg.board(board, last_move=move, size=300)
>>> picture.startswith("<svg"), picture.endswith("</svg>")
(True, True)
"""

from __future__ import annotations

from draughts.svg.film import animation
from draughts.svg.marks import Arrow
from draughts.svg.picture import Picture
from draughts.svg.still import board
from draughts.svg.themes import THEMES, Disc, Theme

__all__ = ["THEMES", "Arrow", "Disc", "Picture", "Theme", "animation", "board"]
