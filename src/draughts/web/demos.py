"""Small boards on which a rule is played out, move by move."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from draughts import Board, DraughtsError, Move, Variant
from draughts.picker import walks_from
from draughts.protocols.shapes import pieces_of

__all__ = ["demonstration"]

_SHOWN = {
    "man_step": ("W:W{c3}:B{d6}", 2),
    "man_capture": ("W:W{c3}:B{d4},{g7}", 1),
    "king_step": ("W:WK{c3}:B{h8}", 1),
    "king_capture": ("W:WK{a1}:B{d4},{h6}", 1),
    "chain": ("W:W{c1}:B{d2},{d4},{g7}", 1),
    "capture": ("W:W{c3},{g1}:B{d4},{a7}", 1),
    "choice": ("W:W{c3},{g3}:B{d4},{d6},{h4},{h8}", 1),
    "promotion": ("W:W{c7}:B{h2}", 1),
    "win": ("W:W{b4},{c3}:B{a5}", 1),
}
"""A position for each rule, with squares as on an 8x8 board from White's left bottom corner."""


def demonstration(variant: Variant, rule: str) -> dict[str, Any] | None:
    """A position and the moves that show a rule; None where there is nothing to show.

    The moves are those that the library allows: the first that shows most.
    """
    if rule not in _SHOWN:
        return None
    return _played(variant, rule)


@lru_cache(maxsize=400)
def _played(variant: Variant, rule: str) -> dict[str, Any] | None:
    fen, plies = _SHOWN[rule]
    try:
        board = Board.from_fen(fen.format_map(_Squares(variant)), variant)
    except (DraughtsError, KeyError):
        return None
    if board.status():
        return None
    steps: list[dict[str, Any]] = []
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            break
        move = max(moves, key=_shows)
        walk = next(walk for walk in walks_from(board, move.from_square) if walk.move == move)
        arrow = [walk.path[0], walk.path[-1]] if len(walk.path) == 2 else list(walk.path)
        steps.append(
            {"pieces": pieces_of(board), "path": walk.path, "victims": walk.victims, "arrow": arrow}
        )
        board.push(move)
    return {"steps": [*steps, {"pieces": pieces_of(board)}]} if steps else None


def _shows(move: Move) -> tuple[int, int]:
    """The more is captured, and the farther a piece goes, the more a move shows."""
    return len(move.captured), sum(abs(one - two) for one, two in pairwise(move.path or (0, 0)))


class _Squares(dict[str, str]):
    """The name of a square in the notation of a variant, by column and row from White's corner."""

    def __init__(self, variant: Variant) -> None:
        board = Board.empty(variant)
        self._names = {
            board.square_place(square): board.square_name(square)
            for square in range(1, variant.squares + 1)
        }
        self._size = variant.size
        self._mirrored = variant.mirrored

    def __missing__(self, place: str) -> str:
        column, row = ord(place[0]) - ord("a"), int(place[1])
        if self._mirrored:
            column = self._size - 1 - column
        return self._names[self._size - row, column]
