"""``pdn check``: what is odd in files of games, and what cannot be read."""

from __future__ import annotations

import time
from typing import NamedTuple

from draughts.cli.arguments import Arguments, Commands, add_conversation
from draughts.cli.output import Table, count, printable, say, say_json
from draughts.cli.pdn.files import add_files, names, opened, progress
from draughts.errors import PdnError
from draughts.game import Game


def add_to(commands: Commands) -> None:
    """Add the command ``check``."""
    parser = add_conversation(
        commands,
        "check",
        check,
        summary="what is odd in files of games, and what cannot be read",
        details="""\
A row for each file: games, plies of their main lines, what was mended, and
errors: moves and texts that could not be understood. The exit status is 1 if
there are errors. With --strict the first thing that is not as the standard has
it ends the check.""",
        examples="""\
  draughts pdn check games.pdn
  draughts pdn check --verbose --default international games/
""",
    )
    add_files(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each problem")
    parser.add_argument(
        "--strict", action="store_true", help="allow what the standard has, no more"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, a line for each file")


class _Counts(NamedTuple):
    games: int = 0
    plies: int = 0
    repairs: int = 0
    errors: int = 0

    def with_game(self, game: Game) -> _Counts:
        """The counts with one game more."""
        errors = sum(problem.code.is_error for problem in game.errors)
        return _Counts(
            self.games + 1,
            self.plies + len(game.end.line()),
            self.repairs + len(game.errors) - errors,
            self.errors + errors,
        )

    def plus(self, other: _Counts) -> _Counts:
        """Two counts as one."""
        return _Counts(*(one + two for one, two in zip(self, other, strict=True)))


def check(args: Arguments) -> int:
    """Read all games and tell what is odd."""
    files = names(args)
    began = time.perf_counter()
    table = None if args.json else _table()
    total = _Counts()
    with progress(files) as bar:
        for name in files:
            counts = _Counts()
            games = opened(name, args, strict=args.strict)
            try:
                for game in games:
                    bar.reached(games.position)
                    counts = counts.with_game(game)
                    if args.verbose and not args.json:
                        _say_problems(name, game)
            except PdnError as error:
                say(f"{name}:{error.line}:{error.column}: {printable(error.args[0])}")
                return 1
            bar.finished(name)
            total = total.plus(counts)
            if table is None:
                say_json(file=name, **counts._asdict())
            else:
                table.row(*map(count, counts), name)
    if table is not None:
        table.row(*map(count, total), "in all")
        say(f"read in {time.perf_counter() - began:.1f} s")
    return 1 if total.errors else 0


def _table() -> Table:
    return Table(
        ("games", ">8"), ("plies", ">10"), ("mended", ">8"), ("errors", ">7"), ("file", "")
    )


def _say_problems(name: str, game: Game) -> None:
    for problem in game.errors:
        place = f"{name}:{problem.line}:{problem.column}"
        say(f"{place}: {printable(problem.message)} [{problem.code.value}]")
