"""Engines against engines: matches from balanced openings, from which strength is judged.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from draughts.limits import Limit
>>> one, other = Player.parse("one,nodes=400"), Player.parse("other,nodes=100")
>>> with ThreadPoolExecutor(1) as pool:
...     match = play_match(one, other, "english", Conditions(Limit()), pairs=2, executor=pool)
>>> match.tally.games, match.faults
(4, 0)
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import islice
from typing import NamedTuple

from draughts.batch import spread
from draughts.game import Game
from draughts.limits import Limit
from draughts.match.players import Player, given
from draughts.match.record import Record
from draughts.match.referee import Conditions, Played, play_game, points_of
from draughts.match.starts import START, openings
from draughts.match.tally import Sprt, Tally, elo
from draughts.types import Color
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = [
    "Conditions",
    "Match",
    "Player",
    "Sprt",
    "Tally",
    "elo",
    "openings",
    "play_match",
]


class Match(NamedTuple):
    """What a match has come to.

    Args:
        tally: the score of the first player.
        verdict: what the sequential test says, ``"elo0"`` or ``"elo1"``, or None.
        faults: games that ended by an illegal move or a fallen flag.
        overruns: for each player, the first one first, the most seconds by which a move was late;
            negative if none was, minus infinity without a limit of time.
    """

    tally: Tally
    verdict: str | None = None
    faults: int = 0
    overruns: tuple[float, float] = (-math.inf, -math.inf)


class _Task(NamedTuple):
    """A pair of games that has to be played."""

    number: int
    opening: Game
    players: tuple[Player, Player]
    conditions: Conditions
    event: str


class _Pair(NamedTuple):
    """A pair of games that was played: the first player's points, the games, what went wrong."""

    number: int
    points: tuple[float, float]
    texts: tuple[str, str]
    faults: tuple[str, ...]
    overruns: tuple[float, float]


def play_match(
    first: Player,
    second: Player,
    rules: Variant | str,
    conditions: Conditions,
    *,
    pairs: int = 100,
    kind: str | None = None,
    seed: int = 0,
    sprt: Sprt | None = None,
    file: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    on_pair: Callable[[Match], None] | None = None,
) -> Match:
    """Play a match: each opening twice, with the colours swapped.

    Args:
        first: the player whose score is told.
        second: the other; its name must be another.
        rules: the variant, or its name.
        conditions: how long the players think.
        pairs: how many openings are played, at most.
        kind: the kind of openings, as :func:`openings` has it.
        seed: of the order of the openings.
        sprt: a test that ends the match when it has decided.
        file: a PDN file for the games. Where it holds some pairs of this match already, they count
            and are not played again.
        executor: where the pairs are played; by default in processes of its own.
        workers: how many processes of its own; by default one for each core.
        on_pair: called after each pair.

    Raises:
        ValueError: a name, a kind of ballots or the file is wrong.
        EngineError: a player has ended.
    """
    if first.name == second.name:
        raise ValueError(f"both players are called {first.name!r}; give one another name")
    rules = named_variant(rules) if isinstance(rules, str) else rules
    event = f"{first.name} - {second.name}, {_described(conditions, first, second, kind, seed)}"
    record = Record(file, event, first.name) if file is not None else None
    done = record.done if record is not None else {}
    match = Match(Tally(pair for number, pair in done.items() if number <= pairs))
    if sprt is not None and (verdict := sprt.verdict(match.tally)) is not None:
        return match._replace(verdict=verdict)
    tasks = _tasks(first, second, openings(rules, kind, seed), conditions, event)
    left = (task for task in islice(tasks, pairs) if task.number not in done)
    for _, pair in spread(_play_pair, left, executor=executor, workers=workers):
        if record is not None:
            record.add(pair.texts)
        match.tally.add(pair.points)
        match = match._replace(
            verdict=sprt.verdict(match.tally) if sprt is not None else None,
            faults=match.faults + len(pair.faults),
            overruns=_latest(match.overruns, pair.overruns),
        )
        if on_pair is not None:
            on_pair(match)
        if match.verdict is not None:
            break
    return match


def _described(
    conditions: Conditions, first: Player, second: Player, kind: str | None, seed: int
) -> str:
    """All that must be the same for a match to go on."""
    parts = [_limit_text(conditions.limit)]
    for player in (first, second):
        settings = [f"{name} {value}" for name, value in player.options]
        settings += [_limit_text(player.limit)] if player.limit is not None else []
        settings += [f"level {player.level}"] if player.level is not None else []
        settings += [f"book {player.book}"] if player.book is not None else []
        parts += [f"{player.name} with {' and '.join(settings)}"] if settings else []
    if kind is not None:
        parts += ["from the start" if kind == START else f"{kind} ballots"]
    return ", ".join([*parts, f"seed {seed}"])


def _limit_text(limit: Limit) -> str:
    return " ".join(f"{name} {value}" for name, value in given(limit).items()) or "no limit"


def _tasks(
    first: Player, second: Player, games: Iterable[Game], conditions: Conditions, event: str
) -> Iterator[_Task]:
    for number, opening in enumerate(games, 1):
        yield _Task(number, opening, (first, second), conditions, event)


def _play_pair(task: _Task) -> _Pair:
    first, second = task.players
    one = play_game(task.opening, first, second, task.conditions)
    two = play_game(task.opening, second, first, task.conditions)
    for place, played in enumerate((one, two), 1):
        played.game.tags.update(Event=task.event, Round=f"{task.number}.{place}")
    return _Pair(
        task.number,
        (points_of(one.game, Color.WHITE), points_of(two.game, Color.BLACK)),
        (_text(one), _text(two)),
        tuple(played.fault for played in (one, two) if played.fault),
        _latest(
            (one.overruns[Color.WHITE], one.overruns[Color.BLACK]),
            (two.overruns[Color.BLACK], two.overruns[Color.WHITE]),
        ),
    )


def _latest(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return max(one[0], other[0]), max(one[1], other[1])


def _text(played: Played) -> str:
    if played.fault:
        played.game.end.comment_after = played.fault
    return played.game.to_pdn() + "\n\n"
