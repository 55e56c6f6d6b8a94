"""A game between two players: whose turn it is, how long they think, how it ends."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from draughts.errors import DraughtsError
from draughts.game import Game
from draughts.limits import Limit
from draughts.match.players import Player
from draughts.match.seat import Seat, Word
from draughts.match.seating import seat
from draughts.series import points
from draughts.types import Color

_MOST_PLIES = 400


class Conditions(NamedTuple):
    """What a match is played under.

    Args:
        limit: for a move; with ``remaining``, each player's clock for the game.
        margin: seconds by which a move may be late before it loses on time.
        most_plies: after so many a game is a draw.
    """

    limit: Limit
    margin: float = 0.01
    most_plies: int = _MOST_PLIES


class Played(NamedTuple):
    """A game that was played.

    Args:
        game: its moves, its tags and its end.
        overruns: for each side, the most seconds by which a move of it was late; negative if none
            was, minus infinity without a limit of time.
        fault: what a player did wrong, "" for nothing.
    """

    game: Game
    overruns: dict[Color, float]
    fault: str


def play_game(opening: Game, white: Player, black: Player, conditions: Conditions) -> Played:
    """Play a game on from where an opening ends.

    Raises:
        EngineError: a player has ended.
    """
    game = opening.copy()
    game.tags.update(White=white.name, Black=black.name)
    table = _Table(game, {Color.WHITE: white, Color.BLACK: black}, conditions)
    while game.outcome() is None:
        table.move()
    table.leave()
    return Played(game, table.overruns, table.fault)


class _Table:
    """The game and its two clocks."""

    def __init__(self, game: Game, players: dict[Color, Player], conditions: Conditions) -> None:
        self.game = game
        self.overruns = dict.fromkeys(Color, -math.inf)
        self.fault = ""
        self._conditions = conditions
        self._limits = {
            color: player.limit or conditions.limit for color, player in players.items()
        }
        self._seats: dict[Color, Seat] = {color: seat(player) for color, player in players.items()}
        for color, each in self._seats.items():
            each.new_game(game.board, color, self._limits[color])

    def move(self) -> None:
        """Let the side whose turn it is move, and see what has come of it."""
        game = self.game
        mover = game.board.turn
        began = time.perf_counter()
        said = self._seats[mover].choose(game.board, self._limits[mover])
        if self._is_late(mover, time.perf_counter() - began):
            self.fault = f"{mover.value} lost on time"
            game.flag(mover)
            return
        if isinstance(said, Word):
            self._end_by(mover, said)
            return
        try:
            game.play(said)
        except DraughtsError as error:
            self.fault = f"{mover.value}: {error}"
            game.resign(mover)
            return
        self._end_if_drawn(mover)

    def leave(self) -> None:
        """The players are told that the game is over."""
        for each in self._seats.values():
            each.end_game(self.game)

    def _end_by(self, mover: Color, word: Word) -> None:
        if word is Word.RESIGNS:
            self.game.resign(mover)
        else:
            self._agree_on_a_draw(mover)

    def _is_late(self, mover: Color, seconds: float) -> bool:
        limit = self._limits[mover]
        allowed = limit.time
        if limit.remaining is not None:
            allowed = limit.remaining
            left = limit.remaining - seconds + limit.increment
            self._limits[mover] = limit._replace(remaining=max(left, 0.0))
        if allowed is None:
            return False
        self.overruns[mover] = max(self.overruns[mover], seconds - allowed)
        return seconds > allowed + self._conditions.margin

    def _end_if_drawn(self, mover: Color) -> None:
        """Engines do not talk: a draw that can be claimed is claimed, an endless game is one."""
        game = self.game
        if game.outcome() is not None:
            return
        if game.can_claim_draw():
            game.claim_draw(game.board.turn)
        elif len(game.board.move_stack) >= self._conditions.most_plies:
            self._agree_on_a_draw(mover)

    def _agree_on_a_draw(self, mover: Color) -> None:
        self.game.offer_draw(mover)
        self.game.accept_draw(mover.opposite)


def points_of(game: Game, color: Color) -> float:
    """What a finished game is worth to a side: 1, 0.5 or 0."""
    outcome = game.outcome()
    assert outcome is not None
    return points(outcome, color)
