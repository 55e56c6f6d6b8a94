"""Tournaments: more than two players, each against each or one against all the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import combinations, islice
from typing import NamedTuple

from draughts.match.pairs import Task, at_once, described, play_pairs
from draughts.match.players import Player
from draughts.match.record import Record
from draughts.match.referee import Conditions
from draughts.match.starts import openings
from draughts.match.tally import Tally
from draughts.series import expected_score
from draughts.variants import Variant
from draughts.variants import variant as named_variant

_ROUNDS_OF_FIT = 500
_GREATEST_STEP = 200.0  # Elo in one round of the fit
_PER_POINT = 695.0  # Elo for a point of a game: the slope of the expected score, turned over


class Standing(NamedTuple):
    """How a player stands in a tournament.

    Args:
        name: the player.
        points: a win counts 1, a draw 1/2.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        berger: the Sonneborn-Berger score, by which equal points are told apart: the points of
            those whom the player has beaten and half of those drawn with, game by game.
        elo: the rating that fits all results best, 0 on average; one draw against everybody met
            is added, lest a clean score be without bounds.
    """

    name: str
    points: float
    wins: int
    draws: int
    losses: int
    berger: float
    elo: float

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.wins + self.draws + self.losses


class Tournament:
    """What a tournament has come to.

    Args:
        players: their names.
        pairings: which of them play each other, each as two names.

    Attributes:
        tallies: the score of each pairing, as the first of the two has it.
        faults: what players did wrong, with their pairing.
    """

    def __init__(self, players: Sequence[str], pairings: Sequence[tuple[str, str]]) -> None:
        self.players = tuple(players)
        self.tallies = {pairing: Tally() for pairing in pairings}
        self.faults: list[str] = []

    def _add(
        self, pairing: tuple[str, str], points: tuple[float, float], faults: Sequence[str]
    ) -> None:
        """Count a pair of games."""
        self.tallies[pairing].add(points)
        self.faults += [f"{' - '.join(pairing)}: {fault}" for fault in faults]

    def against(self, player: str, other: str) -> tuple[int, int, int]:
        """The games that a player has won, drawn and lost against another."""
        if (player, other) in self.tallies:
            tally = self.tallies[player, other]
            return tally.wins, tally.draws, tally.losses
        tally = self.tallies.get((other, player), Tally())
        return tally.losses, tally.draws, tally.wins

    @property
    def games(self) -> int:
        """Games that were played."""
        return sum(tally.games for tally in self.tallies.values())

    def standings(self) -> list[Standing]:
        """The players, the first one first."""
        met = {name: self._results(name) for name in self.players}
        points = {name: sum(w + d / 2 for w, d, _ in met[name].values()) for name in self.players}
        ratings = self._ratings(met)
        rows = [
            Standing(
                name,
                points[name],
                wins=sum(wins for wins, _, _ in met[name].values()),
                draws=sum(draws for _, draws, _ in met[name].values()),
                losses=sum(losses for _, _, losses in met[name].values()),
                berger=sum((w + d / 2) * points[other] for other, (w, d, _) in met[name].items()),
                elo=ratings[name],
            )
            for name in self.players
        ]
        return sorted(rows, key=lambda row: (-row.points, -row.berger, row.name))

    def _results(self, player: str) -> dict[str, tuple[int, int, int]]:
        found = {other: self.against(player, other) for other in self.players if other != player}
        return {other: result for other, result in found.items() if sum(result)}

    def _ratings(self, met: dict[str, dict[str, tuple[int, int, int]]]) -> dict[str, float]:
        """Ratings at which everybody is expected to score what was scored."""
        ratings = dict.fromkeys(self.players, 0.0)
        for _ in range(_ROUNDS_OF_FIT):
            for name, results in met.items():
                games, surplus = 0, 0.0
                for other, (wins, draws, losses) in results.items():
                    number = wins + draws + losses + 1
                    expected = expected_score(ratings[name], ratings[other])
                    surplus += wins + (draws + 1) / 2 - number * expected
                    games += number
                if games:
                    step = _PER_POINT * surplus / games
                    ratings[name] += max(-_GREATEST_STEP, min(_GREATEST_STEP, step))
            middle = sum(ratings.values()) / len(ratings)
            ratings = {name: rating - middle for name, rating in ratings.items()}
        return ratings


def play_tournament(
    players: Sequence[Player],
    rules: Variant | str,
    conditions: Conditions,
    *,
    pairs: int = 1,
    gauntlet: bool = False,
    kind: str | None = None,
    seed: int = 0,
    file: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    on_pair: Callable[[Tournament], None] | None = None,
) -> Tournament:
    """Play a tournament: in each round all who meet play the same opening, with both colours.

    Args:
        players: two or more, with different names.
        rules: the variant, or its name.
        conditions: how long the players think.
        pairs: how many rounds, each of two games between those who meet.
        gauntlet: whether the first player meets all others, and nobody else meets anybody.
        kind: the kind of openings, as :func:`openings` has it.
        seed: of the order of the openings.
        file: a PDN file for the games. Where it holds some of this tournament already, they count
            and are not played again.
        executor: where the games are played; by default in processes of its own.
        workers: how many processes of its own; by default one for each core.
        on_pair: called after each pair of games.

    Raises:
        ValueError: a name, a kind of openings or the file is wrong.
        EngineError: a player has ended.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from draughts import Limit
    >>> players = [Player.parse(f"{name},nodes={name[1:]}") for name in ("n20", "n200", "n2000")]
    >>> with ThreadPoolExecutor(1) as pool:
    ...     played = play_tournament(players, "russian", Conditions(Limit()), executor=pool)
    >>> played.games, [row.games for row in played.standings()]
    (6, [4, 4, 4])
    """
    names = [player.name for player in players]
    if len(players) < 2 or len(set(names)) < len(names):
        raise ValueError(f"a tournament has two players or more, by different names; not {names}")
    workers = at_once(players, conditions, workers)
    rules = named_variant(rules) if isinstance(rules, str) else rules
    meetings = list(combinations(players, 2))[: len(players) - 1 if gauntlet else None]
    mode = "Gauntlet" if gauntlet else "Tournament"
    event = f"{mode} of {', '.join(names)}, {described(conditions, players, kind, seed)}"
    record = Record(file, event) if file is not None else None
    tournament = Tournament(names, [(one.name, other.name) for one, other in meetings])
    tasks = list(_tasks(meetings, rules, conditions, event, pairs, kind, seed))
    pairings = {task.number: (task.players[0].name, task.players[1].name) for task in tasks}
    for number, kept in record.done.items() if record is not None else ():
        if number in pairings:
            tournament._add(pairings[number], kept.points, kept.faults)
    for pair in play_pairs(tasks, record, executor, workers):
        tournament._add(pairings[pair.number], pair.points, pair.faults)
        if on_pair is not None:
            on_pair(tournament)
    return tournament


def _tasks(
    meetings: Sequence[tuple[Player, Player]],
    rules: Variant,
    conditions: Conditions,
    event: str,
    pairs: int,
    kind: str | None,
    seed: int,
) -> Iterator[Task]:
    number = 0
    for opening in islice(openings(rules, kind, seed), pairs):
        for players in meetings:
            number += 1
            yield Task(number, opening, players, conditions, event)
