"""CheckerBoard: its engines driven like ours, our engine behind its calls, and what they pass.

>>> from draughts import Board
>>> from draughts.protocols.checkerboard import array_of
>>> array_of(Board())[7]
[0, 6, 0, 0, 0, 5, 0, 5]
"""

from __future__ import annotations

from draughts.protocols.checkerboard.client import CheckerBoardEngine
from draughts.protocols.checkerboard.position import (
    GAME_TYPES,
    BoardArray,
    CBMove,
    array_of,
    board_of,
    format_movelist,
    parse_movelist,
)
from draughts.protocols.checkerboard.server import CheckerBoardServer

__all__ = [
    "GAME_TYPES",
    "BoardArray",
    "CBMove",
    "CheckerBoardEngine",
    "CheckerBoardServer",
    "array_of",
    "board_of",
    "format_movelist",
    "parse_movelist",
]
