"""Training in rounds: games with the best weights so far, new weights, a match between the two."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from draughts.errors import WeightsError
from draughts.files import write_whole
from draughts.limits import Limit
from draughts.match import Conditions as MatchConditions
from draughts.match import Match, Player, play_match
from draughts.train.fit import Penalties
from draughts.train.learning import learn
from draughts.train.plot import plot
from draughts.train.selfplay import Conditions, chunk_files, generate
from draughts.train.state import Round, State
from draughts.variants import Variant
from draughts.weights import judgement

__all__ = ["Plan", "train"]

_MATCH_HASH_MB = 4

Progress = Callable[[str, float, float], object]


class Plan(NamedTuple):
    """What a training is to do.

    Args:
        variant: the rules; one's own, too.
        rounds: how many.
        games: how many games a round plays; if it is None, as many as ``seconds`` allow.
        seconds: for how long a round plays games.
        nodes: how long a move of them is searched.
        start: the evaluation that the first round plays with, ``"classic"`` or ``"material"`` or
            the path of a file of weights.
        seed: of all chance. With ``games`` the same seed leads to the same weights.
        blend: see :func:`draughts.train.learn`.
        decay: the same.
        penalties: the same.
        iterations: the same.
        pairs: how many pairs of games the match after a round has.
        match_nodes: how long a move of them is searched.
    """

    variant: Variant
    rounds: int = 4
    games: int | None = None
    seconds: float | None = None
    nodes: int = 1500
    start: str = "classic"
    seed: int = 0
    blend: float = 0.4
    decay: float = 1.0
    penalties: Penalties | None = None
    iterations: int = 100
    pairs: int = 100
    match_nodes: int = 4000


def train(
    plan: Plan,
    folder: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
    on_round: Callable[[Round], object] | None = None,
) -> list[Round]:
    """Train, or go on with a training that was stopped.

    The weights that are best so far are ``best.weights`` in the folder; ``training.svg`` shows how
    loss and strength have gone.

    Args:
        plan: what to do.
        folder: where all is kept; it is made if it is not there.
        executor: where games are played; by default in processes of its own. Other machines must
            see the folder under the same path.
        workers: how many processes of its own; by default one for each core.
        on_progress: called with what is being done, how much of it is, and of how much.
        on_round: called after each round.

    Returns:
        All rounds, those of earlier calls, too.

    Raises:
        ValueError: a number is outside its range, or the folder holds another training.
        EngineError: the games cannot go on, see :func:`draughts.batch.spread`.
        OSError: the folder cannot be written.
    """
    _check(plan)
    training = _Training(plan, Path(folder), executor, workers, on_progress)
    state = training.state
    while len(state.rounds) < plan.rounds:
        state.add(training.play_round(len(state.rounds)))
        training.show()
        if on_round is not None:
            on_round(state.rounds[-1])
    return state.rounds


def _check(plan: Plan) -> None:
    if (plan.games is None) == (plan.seconds is None):
        raise ValueError("a round is as long as games or seconds say: give one of the two")
    for name in ("rounds", "nodes", "pairs", "match_nodes", "iterations"):
        if getattr(plan, name) < 1:
            raise ValueError(f"{name} is {getattr(plan, name)!r}; it must be at least 1")
    if plan.games is not None and plan.games < 1:
        raise ValueError(f"games is {plan.games!r}; it must be at least 1")
    for name in ("blend", "decay"):
        if not 0 <= getattr(plan, name) <= 1:
            raise ValueError(f"{name} is {getattr(plan, name)!r}; it must be from 0 to 1")
    try:
        judgement(plan.start, plan.variant)
    except (WeightsError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"start is {plan.start!r}: {why}") from error


class _Training:
    def __init__(
        self,
        plan: Plan,
        folder: Path,
        executor: Executor | None,
        workers: int | None,
        on_progress: Progress | None,
    ) -> None:
        self._plan = plan
        self._folder = folder
        self._executor, self._workers = executor, workers
        self._on_progress = on_progress
        folder.mkdir(parents=True, exist_ok=True)
        same: dict[str, Any] = {
            "variant": json.loads(plan.variant.to_json()),
            "nodes": plan.nodes,
            "start": plan.start,
            "seed": plan.seed,
        }
        self.state = State(folder, same)
        self.state.save()  # before the first games, which no other training is to take for its own

    def play_round(self, number: int) -> Round:
        """Games, weights, a match; what an earlier run has done of them is not done again."""
        before = self._best()
        files = self._generate(number, before)
        path = self._weights(number)
        told = {
            "round": number,
            "start": Path(self._plan.start).name,
            "seed": self._plan.seed,
            "nodes": self._plan.nodes,
        }
        steps = self._plan.iterations
        _, training = learn(
            self._plan.variant,
            files,
            path,
            blend=self._plan.blend,
            decay=self._plan.decay,
            penalties=self._plan.penalties,
            iterations=steps,
            threads=self._workers,
            told=told,
            on_step=lambda done, loss: self._tell(f"round {number}: loss {loss:.4f}", done, steps),
        )
        round_ = Round.of(number, training, self._match(number, path, before).tally)
        if round_.replaces:
            write_whole(self._folder / "best.weights", path.read_bytes())
        return round_

    def show(self) -> None:
        """Draw what has been reached."""
        plot(self.state.rounds, self._folder / "training.svg", self._plan.variant.name)

    def _generate(self, number: int, evaluation: str) -> list[Path]:
        """The games of all rounds up to this one, which are played."""
        plan = self._plan
        spent, began = self.state.seconds, time.monotonic()

        def on_chunk(games: int, positions: int) -> None:
            self.state.seconds = spent + time.monotonic() - began
            self.state.save()
            what = f"round {number}: {games:,} games, {positions:,} positions"
            if plan.games is not None:
                self._tell(what, games, plan.games)
            else:
                self._tell(what, self.state.seconds, plan.seconds or 0)

        self._tell(f"round {number}: games", 0, plan.games or plan.seconds or 0)
        generate(
            Conditions(plan.variant, evaluation, plan.nodes),
            self._games(number),
            games=plan.games,
            seconds=None if plan.seconds is None else plan.seconds - spent,
            seed=plan.seed,
            round_number=number,
            executor=self._executor,
            workers=self._workers,
            on_chunk=on_chunk,
        )
        return [path for each in range(number + 1) for path in chunk_files(self._games(each))]

    def _match(self, number: int, path: Path, before: str) -> Match:
        plan = self._plan
        new, old = (
            Player(name, (("hash_mb", _MATCH_HASH_MB), ("evaluation", evaluation)))
            for name, evaluation in ((f"round {number}", os.fspath(path)), ("before", before))
        )
        games = 2 * plan.pairs

        def on_pair(match: Match) -> None:
            self._tell(f"round {number}: match {match.tally}", match.tally.games, games)

        self._tell(f"round {number}: match", 0, games)
        return play_match(
            new,
            old,
            plan.variant,
            MatchConditions(Limit(nodes=plan.match_nodes)),
            pairs=plan.pairs,
            seed=plan.seed + number,
            file=self._folder / f"round-{number:02}.pdn",
            executor=self._executor,
            workers=self._workers,
            on_pair=on_pair,
        )

    def _best(self) -> str:
        """The weights of the last round that were better than those before."""
        for each in reversed(self.state.rounds):
            if each.replaces:
                return os.fspath(self._weights(each.number))
        return self._plan.start

    def _games(self, number: int) -> Path:
        return self._folder / f"round-{number:02}"

    def _weights(self, number: int) -> Path:
        return self._folder / f"round-{number:02}.weights"

    def _tell(self, what: str, done: float, total: float) -> None:
        if self._on_progress is not None:
            self._on_progress(what, done, total)
