"""The files that a command reads, and how far it has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from draughts.cli.arguments import Arguments, Parser
from draughts.cli.bar import Show, bar
from draughts.game import Game
from draughts.pdn import Games, read_games

STANDARD_INPUT = "-"


class Found(NamedTuple):
    """A game and where it was found.

    Args:
        file: the name of its file.
        number: of the game in the file, from 1.
        game: the game.
    """

    file: str
    number: int
    game: Game


def add_files(parser: Parser) -> None:
    """The files, and how they are read."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, a folder, or -")
    parser.add_argument("--encoding", metavar="NAME", help="of files that are not UTF-8")
    parser.add_argument("--default", metavar="VARIANT", help="of games that do not tell theirs")
    parser.add_argument(
        "--numbering", metavar="CORNER", help="where square 1 lies (a1, b8) if letters are usual"
    )
    parser.add_argument(
        "--white-first", action="store_true", help="results begin with White's points"
    )


def names(args: Arguments) -> list[str]:
    """The files that were typed, folders opened.

    Raises:
        ValueError: there is no such file, no PDN file in a folder, or an option is wrong.
    """
    opened(os.devnull, args).close()
    found: list[str] = []
    for name in args.files:
        if os.path.isdir(name):
            inside = sorted(str(path) for path in Path(name).rglob("*.pdn"))
            if not inside:
                raise ValueError(f"no file *.pdn in {name}")
            found += inside
        elif name == STANDARD_INPUT or os.path.isfile(name):
            found.append(name)
        else:
            raise ValueError(f"no such file: {name}")
    return found


def opened(name: str, args: Arguments, *, strict: bool = False) -> Games:
    """The games of a file."""
    return read_games(
        sys.stdin.buffer if name == STANDARD_INPUT else name,
        strict=strict,
        encoding=args.encoding,
        default=args.default,
        numbering=args.numbering,
        white_first=args.white_first,
    )


def all_games(args: Arguments) -> Iterator[Found]:
    """The games of all files, with a bar that shows how far they are read."""
    files = names(args)
    with progress(files) as reading:
        for name in files:
            with opened(name, args) as games:
                for number, game in enumerate(games, 1):
                    reading.reached(games.position)
                    yield Found(name, number, game)
            reading.finished(name)


class Bar:
    """How far some files are read."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._done = self._shown = 0

    def reached(self, position: int) -> None:
        """So many bytes of the present file are read."""
        if self._done + position != self._shown:  # a block further
            self._shown = self._done + position
            self._show(self._shown)

    def finished(self, name: str) -> None:
        """A file is read."""
        self._done += _size(name)
        self._show(self._done)


def _size(name: str) -> int:
    return 0 if name == STANDARD_INPUT else os.path.getsize(name)


@contextmanager
def progress(files: list[str]) -> Iterator[Bar]:
    """A progress bar on stderr while files are read."""
    with bar("reading", sum(map(_size, files))) as show:
        yield Bar(show)
