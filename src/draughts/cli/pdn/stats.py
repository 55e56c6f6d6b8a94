"""``pdn stats``: what a collection of games holds."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median
from typing import Any

from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least
from draughts.cli.output import count, printable, say, say_json
from draughts.cli.pdn.files import add_files, all_games
from draughts.game import Game
from draughts.protocols.shapes import line_of
from draughts.types import Color

_WON, _DRAWN, _LOST = "won", "drawn", "lost"


def add_to(commands: Commands) -> None:
    """Add the command ``stats``."""
    parser = add_conversation(
        commands,
        "stats",
        stats,
        summary="what a collection of games holds",
        details="Counts by variant, result, length, year, player, opening and problem.",
        examples="""\
  draughts pdn stats games.pdn
  draughts pdn stats --opening-plies 6 --top 20 games/
""",
    )
    add_files(parser)
    parser.add_argument(
        "--opening-plies", type=at_least(1), default=4, metavar="N", help="default: 4"
    )
    parser.add_argument(
        "--top", type=at_least(1), default=10, metavar="N", help="rows of a list (default: 10)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, on one line")


class Collection:
    """Counts over games.

    Args:
        opening_plies: the first plies that make an opening.
    """

    def __init__(self, opening_plies: int) -> None:
        self._opening_plies = opening_plies
        self.variants: Counter[str] = Counter()
        self.results: Counter[str] = Counter()
        self.years: Counter[str] = Counter()
        self.openings: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self.players: dict[str, Counter[str]] = {}
        self.lengths: list[int] = []

    def add(self, game: Game) -> None:
        """Count a game."""
        moves = list(game.mainline())
        self.lengths.append(len(moves))
        self.variants[game.variant.name] += 1
        self.problems.update(problem.code.value for problem in game.errors)
        if len(moves) >= self._opening_plies:
            game.to_start()
            self.openings[" ".join(line_of(game.board, moves[: self._opening_plies]))] += 1
        year = year_of(game)
        if year is not None:
            self.years[year] += 1
        self._add_result(game)

    def _add_result(self, game: Game) -> None:
        outcome = game.outcome()
        if outcome is None:
            self.results["not told"] += 1
            return
        winner = outcome.winner
        self.results["drawn" if winner is None else f"{winner.value} won"] += 1
        for color in Color:
            name = game.tags.get(color.value.capitalize(), "").strip()
            if name and name != "?":
                how = _DRAWN if winner is None else _WON if winner is color else _LOST
                self.players.setdefault(name, Counter())[how] += 1

    def as_json(self, top: int) -> dict[str, Any]:
        """All counts, of lists the longest rows."""
        return {
            "games": len(self.lengths),
            "plies": sum(self.lengths),
            "length": self.length(),
            "variants": dict(self.variants.most_common()),
            "results": dict(self.results.most_common()),
            "years": dict(sorted(self.years.items())),
            "players": {name: dict(self.players[name]) for name in self.busiest(top)},
            "openings": dict(self.openings.most_common(top)),
            "problems": dict(self.problems.most_common()),
        }

    def length(self) -> dict[str, float]:
        """The least, the median and the greatest number of plies of games that have moves."""
        played = [length for length in self.lengths if length]
        if not played:
            return {}
        return {"least": min(played), "median": median(played), "greatest": max(played)}

    def busiest(self, top: int) -> list[str]:
        """The players with most games."""
        ranked = sorted(self.players, key=lambda name: (-self.players[name].total(), name))
        return ranked[:top]


def year_of(game: Game) -> str | None:
    """The year of a game, wherever it stands in the date."""
    found = re.search(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", game.tags.get("Date", ""))
    return found[1] if found else None


def stats(args: Arguments) -> int:
    """Count over all games and print."""
    collection = Collection(args.opening_plies)
    for found in all_games(args):
        collection.add(found.game)
    if args.json:
        say_json(**collection.as_json(args.top))
    else:
        _say(collection, args.top)
    return 0


def _say(collection: Collection, top: int) -> None:
    say(f"{count(len(collection.lengths))} games, {count(sum(collection.lengths))} plies")
    length = collection.length()
    if length:
        say(
            f"shortest {length['least']:g} plies, median {length['median']:g}, "
            f"longest {length['greatest']:g}"
        )
    for title, rows in (
        ("Variants", collection.variants.most_common()),
        ("Results", collection.results.most_common()),
        ("Years", collection.years.most_common(top)),
        ("Openings", collection.openings.most_common(top)),
        ("Problems", collection.problems.most_common()),
    ):
        _say_list(title, [(name, count(number)) for name, number in rows])
    _say_list(
        "Players",
        [(name, _score(collection.players[name])) for name in collection.busiest(top)],
    )


def _score(games: Counter[str]) -> str:
    won, drawn, lost = games[_WON], games[_DRAWN], games[_LOST]
    return f"{count(games.total())} games: {won} won, {drawn} drawn, {lost} lost"


def _say_list(title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        say(f"\n{title}")
        width = max(len(printable(name)) for name, _ in rows)
        for name, value in rows:
            say(f"  {printable(name):{width}}  {value}")
