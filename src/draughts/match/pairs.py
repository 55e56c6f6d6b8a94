"""Pairs of games: an opening that two players play twice, with the colours swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from draughts.batch import spread
from draughts.game import Game
from draughts.limits import Limit
from draughts.match.players import Player, given
from draughts.match.record import Record, text_of
from draughts.match.referee import Conditions, Played, play_game, points_of
from draughts.match.starts import START
from draughts.types import Color


class Task(NamedTuple):
    """A pair of games that has to be played."""

    number: int
    opening: Game
    players: tuple[Player, Player]
    conditions: Conditions
    event: str


class Pair(NamedTuple):
    """A pair of games that was played: the first player's points, the games, what went wrong."""

    number: int
    points: tuple[float, float]
    texts: tuple[str, str]
    faults: tuple[str, ...]
    overruns: tuple[float, float]


def at_once(players: Sequence[Player], conditions: Conditions, workers: int | None) -> int | None:
    """In how many processes pairs can be played; None for all cores.

    Raises:
        ValueError: a program on the network has no clock, or has to play in several at a time.
    """
    on_network = [player for player in players if player.dxp is not None]
    for player in on_network:
        if (player.limit or conditions.limit).remaining is None:
            raise ValueError(
                f"{player.name} must be told the time for a whole game: give it minutes=, "
                "or the match a clock"
            )
        if workers is not None and workers > 1:
            raise ValueError(
                f"{player.name} plays one game at a time over DamExchange, not {workers}"
            )
    return 1 if on_network else workers


def play_pairs(
    tasks: Iterable[Task], record: Record | None, executor: Executor | None, workers: int | None
) -> Iterator[Pair]:
    """Play the pairs that the record does not have, and write them down as they come."""
    left = (task for task in tasks if record is None or task.number not in record.done)
    for _, pair in spread(_play_pair, left, executor=executor, workers=workers):
        if record is not None:
            record.add(pair.texts)
        yield pair


def _play_pair(task: Task) -> Pair:
    first, second = task.players
    one = play_game(task.opening, first, second, task.conditions)
    two = play_game(task.opening, second, first, task.conditions)
    for place, played in enumerate((one, two), 1):
        played.game.tags.update(Event=task.event, Round=f"{task.number}.{place}")
    return Pair(
        task.number,
        (points_of(one.game, Color.WHITE), points_of(two.game, Color.BLACK)),
        (_text(one), _text(two)),
        tuple(played.fault for played in (one, two) if played.fault),
        latest(
            (one.overruns[Color.WHITE], one.overruns[Color.BLACK]),
            (two.overruns[Color.BLACK], two.overruns[Color.WHITE]),
        ),
    )


def latest(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The greater of each player's overruns."""
    return max(one[0], other[0]), max(one[1], other[1])


def _text(played: Played) -> str:
    if played.fault:
        played.game.end.comment_after = played.fault
    return text_of(played.game)


def described(
    conditions: Conditions, players: Iterable[Player], kind: str | None, seed: int
) -> str:
    """All that must be the same for games to belong together."""
    parts = [_limit_text(conditions.limit), *filter(None, map(_settings, players))]
    if kind is not None:
        parts += ["from the start" if kind == START else f"{kind} ballots"]
    return ", ".join([*parts, f"seed {seed}"])


def _settings(player: Player) -> str:
    told = [f"{name} {value}" for name, value in player.options]
    told += [_limit_text(player.limit)] if player.limit is not None else []
    told += [f"level {player.level}"] if player.level is not None else []
    told += [f"book {player.book}"] if player.book is not None else []
    return f"{player.name} with {' and '.join(told)}" if told else ""


def _limit_text(limit: Limit) -> str:
    return " ".join(f"{name} {value}" for name, value in given(limit).items()) or "no limit"
