"""One game that was written down, as it is gone through."""

from __future__ import annotations

import time
from collections.abc import Iterator

from draughts.cli.output import printable, say
from draughts.cli.score_sheet import (
    clock_time,
    heading,
    marks,
    others_than,
    score_sheet,
    verdicts,
)
from draughts.cli.terminal import Screen
from draughts.cli.words import duty, ending, moved, way
from draughts.game import Game, Node

__all__ = ["Replay"]

_MOST_NOTES = 5


class Replay:
    """Shows a game: all of it, or the position at its cursor.

    Args:
        game: the game; its cursor goes along.
        number: which one of its file it is, from 1.
        screen: how it is shown.
    """

    def __init__(self, game: Game, number: int, screen: Screen) -> None:
        self.game = game
        self.number = number
        self._screen = screen
        game.to_start()

    def tell_heading(self) -> None:
        """Print the tags of the game, and what its reader met."""
        for line in heading(self.game, self.number):
            say(line)
        for problem in self.game.errors[:_MOST_NOTES]:
            say(f"Note: {printable(str(problem))}")
        more = len(self.game.errors) - _MOST_NOTES
        if more > 0:
            say(f"Note: and {more} more")

    def tell_moves(self) -> None:
        """Print all moves with what was said of them. The cursor stays."""
        here = self.game.node
        for line in score_sheet(self.game, plain=self._screen.plain):
            say(line)
        self.game.goto(here)

    def play_on(self, delay: float) -> None:
        """Show the game from the cursor to the end of its line.

        Args:
            delay: seconds between two moves.
        """
        self.show()
        while self.onward:
            time.sleep(delay)
            self.game.goto(self.onward)
            self.show()

    def go_to_ply(self, ply: int) -> None:
        """Go to the position after so many moves, both sides counted.

        Raises:
            ValueError: the game is shorter.
        """
        line = self.main_line()
        if ply >= len(line):
            raise ValueError(f"there is no move {ply}: the game has {len(line) - 1}")
        self.game.goto(line[ply])

    def main_line(self) -> list[Node]:
        """The nodes of the game as it was played, from the first position on."""
        return [self.game.root, *self.game.end.line()]

    @property
    def onward(self) -> Node | None:
        """The next node of the line that is shown; None at its end."""
        node = self.game.node
        return node.variations[0] if node.variations and node is not self.game.end else None

    @property
    def others(self) -> list[Node]:
        """The variations that begin here."""
        return others_than(self.onward) if self.onward else self.game.node.variations

    def show(self) -> None:
        """Show the position at the cursor, and what follows."""
        self._screen.draw(self.game)
        self._screen.tell(*self._last_move())
        node = self.game.node
        unread = f"Not read: {node.unread}" if node.unread else ""
        for said in filter(None, (node.comment_before, node.comment_after, unread)):
            self._screen.tell(printable(said))
        self._screen.tell(*self._what_follows())

    def _last_move(self) -> Iterator[str]:
        node, plain = self.game.node, self._screen.plain
        if node.move is None:
            yield "The first position."
            return
        if node in self.main_line():
            yield f"Move {len(node.line())} of {len(self.game.end.line())}."
        else:
            yield "In a variation."
        before = self.game.board
        before.pop()
        yield moved(before, node, spoken=plain, marks="" if plain else marks(node))
        if plain:
            yield verdicts(node)
        if node.clock is not None:
            yield f"Clock {clock_time(node.clock)}."

    def _what_follows(self) -> Iterator[str]:
        onward = self.onward
        if onward:
            yield f"Next: {self._said(onward)}."
        elif self.game.node is self.game.end:
            yield ending(self.game) or f"The game stops here. {duty(self.game.board)}"
        else:
            yield "The variation ends here."
        choices = [f"{n}: {self._said(node)}" for n, node in enumerate(self.others, 1)]
        if choices:
            yield f"Variations: {', '.join(choices)}."

    def _said(self, node: Node) -> str:
        return way(self.game.board, node, spoken=self._screen.plain)
