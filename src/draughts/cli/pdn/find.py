"""``pdn find``: the games of a player, a year, a position."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TypeAlias

from draughts._core import Board
from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least
from draughts.cli.output import printable, say, say_json
from draughts.cli.pdn.files import Found, add_files, all_games
from draughts.cli.pdn.stats import year_of
from draughts.errors import DraughtsError
from draughts.game import Game
from draughts.pdn import write_game
from draughts.types import Color
from draughts.variants import Variant, variant

_Test: TypeAlias = Callable[[Game], bool]


def add_to(commands: Commands) -> None:
    """Add the command ``find``."""
    parser = add_conversation(
        commands,
        "find",
        find,
        summary="the games of a player, a year, a position",
        details="""\
Of several conditions all must hold. Names are looked for in any case of
letters, and a part is enough. A position is looked for in the main line; its
variant is that of --variant, or English.""",
        examples="""\
  draughts pdn find --player tinsley --result white games.pdn
  draughts pdn find --moves "11-15 23-19" --from 1950 --to 1959 games.pdn
  draughts pdn find --position "W:WK4:BK1" --pdn games.pdn
""",
    )
    add_files(parser)
    for name in ("player", "white", "black", "event"):
        parser.add_argument(f"--{name}", metavar="NAME", help=f"part of the name of the {name}")
    parser.add_argument("--result", metavar="R", help="white, black, draw, or as in the file: 2-0")
    parser.add_argument("--date", metavar="TEXT", help="part of the date, such as 1995 or 1995.04")
    parser.add_argument("--from", dest="first", type=at_least(1), metavar="YEAR")
    parser.add_argument("--to", dest="last", type=at_least(1), metavar="YEAR")
    parser.add_argument("--variant", metavar="NAME", help="name or PDN GameType of the rules")
    parser.add_argument("--position", metavar="FEN", help="a position of the main line")
    parser.add_argument("--moves", metavar="MOVES", help="the moves that it begins with")
    parser.add_argument("--min-plies", type=at_least(0), metavar="N")
    parser.add_argument("--max-plies", type=at_least(0), metavar="N")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--pdn", action="store_true", help="print the games")
    what.add_argument("--count", action="store_true", help="print how many there are")
    what.add_argument("--json", action="store_true", help="print JSON, a line for each game")


def find(args: Arguments) -> int:
    """Print the games that meet all conditions."""
    tests = list(_tests(args))
    number = 0
    for found in all_games(args):
        if all(test(found.game) for test in tests):
            number += 1
            _show(found, args)
    if args.count:
        say(str(number))
    return 0


def _show(found: Found, args: Arguments) -> None:
    game = found.game
    if args.pdn:
        write_game(game, sys.stdout)
    elif args.json:
        say_json(
            file=found.file, number=found.number, tags=game.tags, result=game.result(),
            variant=game.variant.name, plies=len(game.end.line()),
        )  # fmt: skip
    elif not args.count:
        players = f"{game.tags.get('White', '?')} - {game.tags.get('Black', '?')}"
        facts = (game.tags.get("Date", ""), f"{len(game.end.line())} plies")
        told = ", ".join(fact for fact in facts if fact)
        say(printable(f"{found.file} {found.number}: {players} {game.result()}, {told}"))


def _tests(args: Arguments) -> Iterator[_Test]:
    """The conditions that were typed."""
    rules = None if args.variant is None else variant(args.variant)
    if rules is not None:
        yield lambda game: game.variant.name == rules.name
    for tag in ("White", "Black", "Event"):
        name = getattr(args, tag.lower())
        if name is not None:
            yield _in_tags(name, tag)
    if args.player is not None:
        yield _in_tags(args.player, "White", "Black")
    if args.date is not None:
        yield _in_tags(args.date, "Date")
    if args.first is not None or args.last is not None:
        yield _in_years(args.first or 0, args.last or 9999)
    if args.result is not None:
        yield _with_result(args.result)
    if args.min_plies is not None:
        yield lambda game: len(game.end.line()) >= args.min_plies
    if args.max_plies is not None:
        yield lambda game: len(game.end.line()) <= args.max_plies
    if args.moves is not None:
        yield _beginning(args.moves.split())
    if args.position is not None:
        yield _with_position(Board.from_fen(args.position, rules or "english"))


def _in_tags(part: str, *tags: str) -> _Test:
    wanted = part.casefold()
    return lambda game: any(wanted in game.tags.get(tag, "").casefold() for tag in tags)


def _in_years(first: int, last: int) -> _Test:
    def test(game: Game) -> bool:
        year = year_of(game)
        return year is not None and first <= int(year) <= last

    return test


def _with_result(text: str) -> _Test:
    winners = {"white": Color.WHITE, "black": Color.BLACK, "draw": None, "drawn": None}
    if text.lower() not in winners:
        return lambda game: text in (game.result(), game.tags.get("Result", "").strip())
    winner = winners[text.lower()]

    def test(game: Game) -> bool:
        outcome = game.outcome()
        return outcome is not None and outcome.winner is winner

    return test


def _beginning(texts: list[str]) -> _Test:
    moves: dict[tuple[Variant, str], list[object] | None] = {}

    def meant(game: Game) -> list[object] | None:
        """The moves from the first position of a game; None if they are not legal there."""
        game.to_start()
        board = game.board
        try:
            return [board.push_pdn(text) for text in texts]
        except DraughtsError:
            return None

    def test(game: Game) -> bool:
        start = (game.variant, game.start_fen)
        if start not in moves:
            moves[start] = meant(game)
        wanted = moves[start]
        return wanted is not None and list(game.mainline())[: len(wanted)] == wanted

    return test


def _with_position(wanted: Board) -> _Test:
    def test(game: Game) -> bool:
        if game.variant.size != wanted.variant.size:
            return False
        game.to_start()
        board = game.board
        if board.key == wanted.key:
            return True
        for move in game.mainline():
            board.push(move)
            if board.key == wanted.key:
                return True
        return False

    return test
