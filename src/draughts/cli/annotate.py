"""``annotate``: games marked move by move."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import IO, Any, NamedTuple

from draughts._core import Board
from draughts.batch import in_order, spread
from draughts.cli.arguments import (
    Arguments,
    Commands,
    add_conversation,
    at_least,
    limit_of,
    seconds,
)
from draughts.cli.bar import Show, bar
from draughts.cli.output import count, name_of, printable, say_json
from draughts.cli.pdn.files import STANDARD_INPUT, Found, add_files, names, opened
from draughts.cli.pdn.writing import games_written, target, tell
from draughts.engine import Engine
from draughts.game import Game
from draughts.limits import Limit
from draughts.pdn import write_game
from draughts.protocols.shapes import line_of
from draughts.teaching import ANNOTATION_LIMIT, Annotation, accuracy
from draughts.types import Color

_LONGEST_LIST = 20


def add_to(commands: Commands) -> None:
    """Add the command ``annotate``."""
    parser = add_conversation(
        commands,
        "annotate",
        annotate,
        summary="mark the mistakes in games, with better moves",
        details="""\
The games as PDN, in which ?? is a blunder, ? a mistake and ?! a dubious move,
each with what it was worth, what the best move was worth, and how that one
would have gone on. Scores are in men, as the side that moved sees them. What
stands in the games stays there.

How well each player has played, in per cent, is told on stderr, with the number
of moves that were judged: those where there was a choice.

A FILE may be a folder, of which all files *.pdn are read, or - for standard
input. Every position is searched for 200,000 nodes if no limit is given.""",
        examples="""\
  draughts annotate games.pdn -o marked.pdn
  draughts annotate --game 2 --depth 12 games.pdn
  draughts annotate --json games.pdn
  draughts annotate --time 1 --jobs 4 games.pdn > marked.pdn
""",
    )
    add_files(parser)
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds for a position")
    parser.add_argument("--depth", type=at_least(1), metavar="N", help="plies")
    parser.add_argument("--nodes", type=at_least(1), metavar="N", help="positions looked at")
    parser.add_argument(
        "--game", type=at_least(1), metavar="N", help="only the game of this number"
    )
    parser.add_argument(
        "--jobs", type=at_least(1), default=1, metavar="N", help="games at the same time"
    )
    parser.add_argument("--no-variations", action="store_true", help="add no better lines")
    parser.add_argument("--json", action="store_true", help="print JSON, a line for each game")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")


def annotate(args: Arguments) -> int:
    """Read, mark and write all games."""
    files = names(args)
    totals = _Totals()
    with (
        _written(args, files) as file,
        bar("annotating", _work(args, files)) as show,
    ):
        done = _in_turn if args.jobs == 1 else _at_once
        for found, annotation in done(args, _games(args, files), show):
            totals.add(found.game, annotation)
            if args.json:
                say_json(**_as_json(found, annotation))
            if file is not None:
                write_game(found.game, file)
    totals.tell()
    return 0


def _written(args: Arguments, files: list[str]) -> AbstractContextManager[IO[str] | None]:
    """Where the games go; nowhere if JSON is all that is wanted."""
    if args.json and args.output is None:
        return nullcontext()
    return target(args.output, files)


# --- the games ------------------------------------------------------------------------------------


def _games(args: Arguments, files: list[str]) -> Iterator[Found]:
    """The games to be annotated."""
    passed = 0
    for name in files:
        with opened(name, args) as games:
            for number, game in enumerate(games, 1):
                passed += 1
                if args.game in (None, passed):
                    yield Found(name, number, game)
                if args.game == passed:
                    return
    if args.game is not None:
        raise ValueError(f"there is no game {args.game}: the files hold {games_written(passed)}")


def _positions(game: Game) -> int:
    return len(game.end.line()) + 1


def _work(args: Arguments, files: list[str]) -> int:
    """The positions in all games, for a bar that people watch; else 0."""
    if not sys.stderr.isatty() or STANDARD_INPUT in files:
        return 0
    return sum(_positions(found.game) for found in _games(args, files))


_Annotated = Iterator[tuple[Found, Annotation]]


class _Task(NamedTuple):
    """A game to be annotated, and how."""

    found: Found
    limit: Limit
    variations: bool

    @classmethod
    def of(cls, found: Found, args: Arguments) -> _Task:
        """The task that was typed."""
        return cls(found, limit_of(args, ANNOTATION_LIMIT), not args.no_variations)

    def run(
        self, on_progress: Callable[[int, int], object] | None = None
    ) -> tuple[Found, Annotation]:
        """Annotate the game."""
        with Engine() as engine:
            annotation = engine.annotate(
                self.found.game, self.limit, variations=self.variations, on_progress=on_progress
            )
        return self.found, annotation


def _in_turn(args: Arguments, games: Iterator[Found], show: Show) -> _Annotated:
    done = 0
    for found in games:
        yield _Task.of(found, args).run(partial(_show_part, show, done))
        done += _positions(found.game)


def _show_part(show: Show, done: int, part: int, _: int) -> None:
    show(done + part)


def _at_once(args: Arguments, games: Iterator[Found], show: Show) -> _Annotated:
    """Games in processes of their own, told in their order."""
    tasks = (_Task.of(found, args) for found in games)
    done = 0
    for annotated in in_order(spread(_Task.run, tasks, workers=args.jobs)):
        done += _positions(annotated[0].game)
        show(done)
        yield annotated


# --- what is told ---------------------------------------------------------------------------------


class _Totals:
    """Counts over all games."""

    def __init__(self) -> None:
        self._games = self._cut_short = 0
        self._glyphs: Counter[str] = Counter()
        self._lost: dict[str, list[float]] = {}

    def add(self, game: Game, annotation: Annotation) -> None:
        """Count a game."""
        self._games += 1
        self._cut_short += any(problem.code.is_error for problem in game.errors)
        for judgement in annotation.judgements:
            self._glyphs[judgement.glyph] += 1
            name = _player(game, judgement.color)
            self._lost.setdefault(name, []).append(judgement.chance_lost)

    def tell(self) -> None:
        """Tell it on stderr."""
        told = [
            f"{games_written(self._games)} annotated",
            *(
                f"{count(self._glyphs[glyph])} {name}"
                for name, glyph in (("blunders", "??"), ("mistakes", "?"), ("dubious moves", "?!"))
            ),
        ]
        if self._cut_short:
            told.append(f"{count(self._cut_short)} with errors, annotated as far as it was read")
        tell(", ".join(told))
        busiest = sorted(self._lost, key=lambda name: (-len(self._lost[name]), name))
        width = max((len(printable(name)) for name in busiest[:_LONGEST_LIST]), default=0)
        for name in busiest[:_LONGEST_LIST]:
            lost = self._lost[name]
            tell(f"  {printable(name):{width}}  {accuracy(lost):5.1f} %, {count(len(lost))} judged")
        if len(busiest) > _LONGEST_LIST:
            tell(f"  and {count(len(busiest) - _LONGEST_LIST)} more players")


def _player(game: Game, color: Color) -> str:
    """The player of a side, or the side where nobody is named."""
    name = game.tags.get(name_of(color), "").strip()
    return name if name not in ("", "?") else name_of(color)


def _as_json(found: Found, annotation: Annotation) -> dict[str, Any]:
    """A game for machines; scores are those of the side that moved, ``win_in`` in plies."""
    game = found.game
    moves = list(game.mainline())
    board = Board.from_fen(game.start_fen, game.variant)
    judgements = []
    for judgement in annotation.judgements:
        for move in moves[len(board.move_stack) : judgement.ply - 1]:
            board.push(move)
        judgements.append(
            {
                "ply": judgement.ply,
                "color": judgement.color.value,
                "move": board.pdn(judgement.move),
                "line": line_of(board, judgement.line),
                "before": judgement.before._asdict(),
                "after": judgement.after._asdict(),
                "loss": judgement.loss,
                "chance_lost": judgement.chance_lost,
                "glyph": judgement.glyph,
            }
        )
    return {
        "file": found.file,
        "number": found.number,
        "variant": game.variant.name,
        "result": game.result(),
        "plies": len(moves),
        "errors": sum(problem.code.is_error for problem in game.errors),
        "accuracy": {color.value: annotation.accuracy[color] for color in Color},
        "judgements": judgements,
    }
