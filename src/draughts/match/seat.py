"""A seat at the table: how the referee talks to a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum

from draughts._core import Board
from draughts.game import Game
from draughts.limits import Limit
from draughts.types import Color

__all__ = ["Seat", "Word"]


class Word(Enum):
    """What a player may say in place of a move."""

    RESIGNS = "resigns"
    DRAWS = "ends the game as drawn"


class Seat(ABC):
    """A player who has sat down.

    Each method raises :class:`~draughts.EngineError` where the player has ended or hangs.
    """

    @abstractmethod
    def new_game(self, board: Board, color: Color, limit: Limit) -> None:
        """A game begins at a position; the player has a colour, and so long to think."""

    @abstractmethod
    def choose(self, board: Board, limit: Limit) -> str | Word:
        """The move to play, as PDN has it; it need not be legal."""

    def end_game(self, game: Game) -> None:
        """The game is over. To most players that need not be told."""
        return

    @abstractmethod
    def close(self) -> None:
        """Leave."""
