"""A seat in a match for an engine that speaks the Hub protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from draughts._core import Board
from draughts.errors import EngineError
from draughts.limits import Limit
from draughts.match.seat import Seat
from draughts.protocols.hub.client import HubEngine
from draughts.protocols.hub.order import BadAnswerError
from draughts.types import Color
from draughts.variants import Variant

__all__ = ["HubSeat"]


class HubSeat(Seat):
    """A Hub engine at the table. It starts with the first game, whose rules it needs to know.

    Args:
        name: what the player is called.
        command: the program and its arguments.
        cwd: the folder in which it runs; None for the current one.
        options: values of its parameters.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        cwd: str | None,
        options: Mapping[str, str | int],
    ) -> None:
        self._name, self._command, self._cwd, self._options = name, command, cwd, options
        self._engine: HubEngine | None = None

    def new_game(self, board: Board, color: Color, limit: Limit) -> None:
        """A game begins at a position.

        Raises:
            EngineError: the engine cannot be started, or does not know the rules or a parameter.
        """
        if self._engine is not None and self._engine.variant != board.variant:
            self.close()
        if self._engine is None:
            self._engine = self._started(board.variant)
        self._engine.new_game()

    def choose(self, board: Board, limit: Limit) -> str:
        """The move to play, as PDN has it.

        An answer that is no legal move is given back as text: it loses the game, not the match.

        Raises:
            EngineError: the engine has ended or hangs.
        """
        assert self._engine is not None
        try:
            return board.pdn(self._engine.play(board, limit).move)
        except BadAnswerError as error:
            return error.move or str(error)

    def close(self) -> None:
        """Leave."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _started(self, rules: Variant) -> HubEngine:
        try:
            return HubEngine(self._command, cwd=self._cwd, options=self._options, variant=rules)
        except EngineError as error:
            raise EngineError(f"{self._name}: {error}") from None
