"""A conversation in a terminal, line by line."""

from __future__ import annotations

import io
import sys
from contextlib import suppress

from draughts.cli.output import name_of, picture, printable, say, wrapped
from draughts.game import Game
from draughts.types import Color

__all__ = ["Screen", "ask", "is_terminal"]


def is_terminal() -> bool:
    """Whether somebody sits before a terminal, to read and to type."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str) -> str:
    """A line that is typed, without blanks around it.

    Where it comes from a file or a pipe it is printed after the question, so that what is printed
    reads like what would have been seen.

    Raises:
        EOFError: nothing more is to come.
    """
    if sys.stdin is None:  # it was closed before Python began
        raise EOFError
    if sys.stdin.isatty():
        return input(question).strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    say(f"{question}{line.strip()}")
    return line.strip()


class Screen:
    """How a game is shown: as drawings with short lines, or in words alone.

    Args:
        plain: words alone, for screen readers.
        ascii: draw in plain letters.
        flipped: draw the board as Black sees it.
        turning: draw it as the side to move sees it.
    """

    def __init__(
        self,
        *,
        plain: bool = False,
        ascii: bool = False,
        flipped: bool = False,
        turning: bool = False,
    ) -> None:
        self.plain = plain
        self._ascii = ascii
        self._flipped = flipped
        self._turning = turning
        _take_any_text()

    def draw(self, game: Game) -> None:
        """Draw the board of a game between its players; nothing where words alone are wanted."""
        if self.plain:
            return
        board = game.board
        flipped = board.turn is Color.BLACK if self._turning else self._flipped
        near = Color.BLACK if flipped else Color.WHITE
        say()
        say(_player(game, near.opposite))
        say(picture(board, ascii=self._ascii, flipped=flipped))
        say(_player(game, near))
        say()

    def tell(self, *sentences: str | None) -> None:
        """Print some sentences as one paragraph, without those that are None."""
        text = " ".join(filter(None, sentences))
        say(text if self.plain else wrapped(text))

    def prompt(self, name: str) -> str:
        """What stands before the line that is typed."""
        return f"{name}: " if self.plain else f"{name}> "


def _player(game: Game, side: Color) -> str:
    name = printable(game.tags.get(name_of(side), "?"))
    return f"  {name_of(side)}: {name}, {game.captured(side)} taken"


def _take_any_text() -> None:
    """Let no letter that the terminal cannot show or send end a game; let lines be edited."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if is_terminal():
        with suppress(ImportError):
            import readline  # noqa: F401
