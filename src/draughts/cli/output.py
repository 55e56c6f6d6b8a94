"""How the commands lay out what they print."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from draughts import __version__
from draughts._core import Board, build_info
from draughts.text import render
from draughts.types import Color, Outcome, Termination

_SHORTEST_MEASURED = 0.001


def say(text: str = "") -> None:
    """Print at once, so that a reader at the other end of a pipe sees it too."""
    print(text, flush=True)


def say_json(**values: Any) -> None:
    """Print an object for machines."""
    say(json.dumps(values))


def printable(text: str) -> str:
    """A text from elsewhere without what would steer the terminal.

    >>> printable("a \\x1b[31mred\\nline")
    'a  [31mred line'
    """
    return "".join(sign if sign.isprintable() else " " for sign in text)


def wrapped(text: str, indent: str = "", hanging: str = "") -> str:
    """A text in lines that fit the terminal, with no move cut in two.

    Args:
        text: the text.
        indent: what every line begins with.
        hanging: what the lines after the first begin with, too.
    """
    return textwrap.fill(
        text,
        terminal_width(),
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_on_hyphens=False,
        break_long_words=False,
    )


class Table:
    """Rows in aligned columns, printed as they come, under a heading.

    Args:
        columns: the title of each column and its format, such as ``">5"``.
    """

    def __init__(self, *columns: tuple[str, str]) -> None:
        self._formats = [form for _, form in columns]
        self.row(*(title for title, _ in columns))

    def row(self, *cells: object) -> None:
        """Print a row."""
        texts = (format(str(cell), form) for cell, form in zip(cells, self._formats, strict=True))
        say(" ".join(texts).rstrip())


def count(number: int) -> str:
    """A number that people can read.

    >>> count(1234567)
    '1,234,567'
    """
    return f"{number:,}"


def time_taken(seconds: float) -> str:
    """A time, to the millisecond."""
    return f"{seconds:.3f} s"


def millions(number: int, seconds: float) -> str:
    """How many millions there are in a second; a dash when the time is too short to tell.

    >>> millions(3_000_000, 2.0), millions(7, 0.0)
    ('1.5 M', '-')
    """
    return f"{number / seconds / 1e6:.1f} M" if seconds >= _SHORTEST_MEASURED else "-"


def in_order(texts: Iterable[str]) -> list[str]:
    """Texts sorted as people do it, ``9-13`` before ``10-14``.

    >>> in_order(["10-14", "9-14", "9-13"])
    ['9-13', '9-14', '10-14']
    """
    return sorted(texts, key=_numbers_apart)


def _numbers_apart(text: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", text)
    ]


def picture(board: Board, *, ascii: bool, flipped: bool) -> str:
    """The board as the terminal can show it: see :func:`draughts.text.render`."""
    unicode = not ascii and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return render(board, unicode=unicode, color=_has_colors(), flipped=flipped)


def _has_colors() -> bool:
    return (
        sys.stdout.isatty()
        and sys.platform != "win32"
        and os.environ.get("TERM", "dumb") != "dumb"
        and not os.environ.get("NO_COLOR")
    )


def name_of(color: Color) -> str:
    """``White`` or ``Black``."""
    return color.value.capitalize()


def end_of(board: Board) -> str | None:
    """How the game has ended, or None while it goes on.

    >>> end_of(Board.from_fen("W:W28:B19,24"))
    'Black has won, White has no legal move'
    """
    outcome = board.outcome()
    return None if outcome is None else how_ended(outcome, board.turn)


_REASONS_TO_WIN = {
    Termination.NO_MOVES: "{mover} has no legal move",
    Termination.FIRST_KING: "it has made a king",
    Termination.RESIGNATION: "{loser} resigned",
    Termination.TIME: "the time of {loser} ran out",
}
_REASONS_TO_DRAW = {
    Termination.REPETITION: "repetition: the same position came up too often",
    Termination.QUIET_LIMIT: "quiet limit: too many moves without progress",
    Termination.ENDGAME_LIMIT: "endgame limit: this ending may last no longer",
    Termination.MOVE_LIMIT: "move limit: the game may last no longer",
    Termination.AGREEMENT: "the players agreed",
}


def how_ended(outcome: Outcome, mover: Color) -> str:
    """The end of a game in words, with the reason if it is known.

    Args:
        outcome: the end.
        mover: the side to move in the last position.
    """
    if outcome.winner is None:
        result, reasons, loser = "drawn", _REASONS_TO_DRAW, ""
    else:
        result, reasons = f"{name_of(outcome.winner)} has won", _REASONS_TO_WIN
        loser = name_of(outcome.winner.opposite)
    reason = reasons.get(outcome.termination)
    return f"{result}, {reason.format(mover=name_of(mover), loser=loser)}" if reason else result


def shortened(texts: list[str], width: int) -> str:
    """As many texts as there is room for.

    >>> shortened(["11-15", "23-19", "8-11"], 16)
    '11-15 23-19 ...'
    """
    line = " ".join(texts)
    if len(line) <= width:
        return line
    while texts and len(" ".join([*texts, "..."])) > width:
        texts = texts[:-1]
    return " ".join([*texts, "..."])


def terminal_width() -> int:
    """Columns of the terminal, 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def machine() -> dict[str, Any]:
    """What a measurement was taken with."""
    return {
        "draughts": __version__,
        **build_info(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu(),
    }


def _cpu() -> str:
    """The name of the processor."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    name = re.search(r"^model name\s*: (.+)$", told, re.MULTILINE)
    return name[1] if name else platform.processor() or platform.machine()


def say_machine() -> None:
    """Print what a measurement is taken with."""
    facts = machine()
    say(f"draughts {facts['draughts']}, {facts['level']} core, {facts['compiler']}")
    say(facts["flags"])
    say(f"{facts['python']}, {facts['platform']}, {facts['cpu']}")
    say()
