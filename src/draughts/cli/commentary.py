"""What two players at one terminal are told."""

from __future__ import annotations

from collections.abc import Iterator

from draughts.cli.output import name_of
from draughts.cli.terminal import Screen
from draughts.cli.words import duty, ending, moved
from draughts.game import Game
from draughts.series import Series

__all__ = ["Commentary"]


class Commentary:
    """Tells of the last game of a series.

    Args:
        series: the players and their games.
        screen: how things are shown.
        turn_time: seconds that each turn may take, or None.
    """

    def __init__(self, series: Series, screen: Screen, turn_time: float | None) -> None:
        self._series = series
        self._screen = screen
        self._turn_time = turn_time

    @property
    def _game(self) -> Game:
        return self._series.games[-1]

    def introduce(self) -> None:
        """Say who plays which side, and show the first position."""
        first = self._game.variant.first_player
        sides = (first, first.opposite)
        seats = [f"{self._series.player(side)} has {name_of(side)}" for side in sides]
        self._screen.tell(
            f"Game {len(self._series.games)}, {self._game.variant.name}: {', '.join(seats)}.",
            f"Each turn may take {self._turn_time:g} seconds." if self._turn_time else None,
            "Type a move or help." if len(self._series.games) == 1 else None,
        )
        self.show()

    def show(self) -> None:
        """Show the position, the move that led there, and whose turn it is."""
        self._screen.draw(self._game)
        if self._game.node.move is not None:
            self._screen.tell(*self._last_move())
        self.state()

    def state(self) -> None:
        """Whose turn it is, or how the game has ended."""
        end = ending(self._game)
        if end is None:
            claim = "A draw may be claimed." if self._game.can_claim_draw() else None
            self._screen.tell(duty(self._game.board), claim)
            return
        points = [f"{name} {self._series.score(name):g}" for name in self._series.players]
        self._screen.tell(end, f"Score: {', '.join(points)}.")
        self._screen.tell("Type new for another game, undo to take the end back, or quit.")

    def _last_move(self) -> Iterator[str]:
        before = self._game.board
        is_capture = before.pop().is_capture
        yield moved(before, self._game.node, spoken=self._screen.plain)
        if is_capture and self._screen.plain:
            side = before.turn
            yield f"So far {name_of(side)} has taken {self._game.captured(side)}."

    def who_types(self) -> str:
        """The side that is to type; the name of the program when the game is over."""
        return name_of(self._game.board.turn) if self._game.outcome() is None else "draughts"
