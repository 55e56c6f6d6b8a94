"""A player that thinks in a thread of its own, so that messages are heard meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from draughts._core import Board, Move
from draughts.limits import Limit
from draughts.scores import PlayResult

__all__ = ["MovePlayer", "Thinking"]


class MovePlayer(Protocol):
    """Who chooses the moves: an :class:`~draughts.Engine`, or anything with ``play``.

    Where it has ``new_game()``, that is called when a game begins. ``stop()`` is called from
    another thread when the move is no longer wanted; a player without it is waited for.
    """

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move to play; of the result only ``move`` is looked at."""


class Thinking:
    """One move being thought about.

    Args:
        player: who thinks.
        board: the position.
        limit: how long.
        ring: called when the move is found.
    """

    def __init__(
        self, player: MovePlayer, board: Board, limit: Limit, ring: Callable[[], None]
    ) -> None:
        self._player = player
        self._ring = ring
        self._move: Move | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._think, args=(board, limit), daemon=True)
        self._thread.start()

    def _think(self, board: Board, limit: Limit) -> None:
        try:
            self._move = self._player.play(board, limit).move
        except BaseException as error:
            self._error = error
        self._ring()

    def move(self) -> Move | None:
        """The move; None while there is none. Raises what the player has raised."""
        if self._error is not None:
            raise self._error
        return self._move

    def stop(self) -> None:
        """Have it end, also when it is about to begin; what it finds is of no interest."""
        stop = getattr(self._player, "stop", None)
        while self._thread.is_alive():
            if stop is not None and self._move is None:
                stop()
            self._thread.join(0.002)
