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
from collections.abc import Callable
from concurrent.futures import Executor
from itertools import islice
from typing import NamedTuple

from draughts.match.pairs import Task, at_once, described, latest, play_pairs
from draughts.match.players import Address, Player
from draughts.match.record import Record
from draughts.match.referee import Conditions
from draughts.match.starts import openings
from draughts.match.tally import Sprt, Tally, elo
from draughts.match.tournament import Standing, Tournament, play_tournament
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = [
    "Address",
    "Conditions",
    "Match",
    "Player",
    "Sprt",
    "Standing",
    "Tally",
    "Tournament",
    "elo",
    "openings",
    "play_match",
    "play_tournament",
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
    workers = at_once((first, second), conditions, workers)
    rules = named_variant(rules) if isinstance(rules, str) else rules
    settings = described(conditions, (first, second), kind, seed)
    event = f"{first.name} - {second.name}, {settings}"
    record = Record(file, event) if file is not None else None
    done = record.done if record is not None else {}
    counted = [kept for number, kept in done.items() if number <= pairs]
    match = Match(
        Tally(kept.points for kept in counted), faults=sum(len(kept.faults) for kept in counted)
    )
    if sprt is not None and (verdict := sprt.verdict(match.tally)) is not None:
        return match._replace(verdict=verdict)
    tasks = (
        Task(number, opening, (first, second), conditions, event)
        for number, opening in enumerate(islice(openings(rules, kind, seed), pairs), 1)
    )
    for pair in play_pairs(tasks, record, executor, workers):
        match.tally.add(pair.points)
        match = match._replace(
            verdict=sprt.verdict(match.tally) if sprt is not None else None,
            faults=match.faults + len(pair.faults),
            overruns=latest(match.overruns, pair.overruns),
        )
        if on_pair is not None:
            on_pair(match)
        if match.verdict is not None:
            break
    return match
