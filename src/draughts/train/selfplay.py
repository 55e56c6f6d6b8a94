"""Games of the engine with itself, of which every quiet position is kept with score and result.

Games come in chunks, each with a seed and a file of its own: what comes out is the same on however
many processes it ran, and a kill loses at most the chunks in hand.
"""

from __future__ import annotations

import contextlib
import functools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from draughts._core import DEEPEST_SEARCH, Board, Move, Searcher, SelfPlayer
from draughts.batch import spread
from draughts.files import write_whole
from draughts.openings import ballots
from draughts.train.data import GAMES_A_ROUND, RECORD
from draughts.variants import Variant
from draughts.weights import judgement

__all__ = ["Conditions", "chunk_files", "generate", "play_chunk"]

GAMES_A_CHUNK = 100

_HASH_MB = 1
_UNFAIR = 150  # hundredths of a man that an opening may not be worse for a side
_PATIENCE = 100  # openings that are tried until one is fair
_MOST_POSITIONS = 400  # of a game


class Conditions(NamedTuple):
    """How the games are played.

    Args:
        variant: the rules.
        evaluation: what judges the positions: a name, or the path of a file of weights, as for
            :class:`~draughts.Engine`. Where other machines play, it must be there, too.
        nodes: how long a move is searched.
        random_plies: of how many random plies, the least and the most, an opening consists after
            its ballot.
    """

    variant: Variant
    evaluation: str
    nodes: int = 1500
    random_plies: tuple[int, int] = (2, 8)


def generate(
    conditions: Conditions,
    folder: Path,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    round_number: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    on_chunk: Callable[[int, int], object] | None = None,
) -> list[Path]:
    """Play games into the files of a folder, ``games-00000.records`` and so on.

    What is there already is not played again. With ``games`` the files are the same each time, with
    ``seconds`` there are more or fewer of them.

    Args:
        conditions: how the games are played.
        folder: where the files go; it is made if it is not there.
        games: how many in all, the next multiple of 100.
        seconds: for how long to go on.
        seed: of all chance.
        round_number: of the numbers that the games get, and of the chance.
        executor: where the games are played; by default in processes of its own.
        workers: how many processes of its own; by default one for each core.
        on_chunk: called after each chunk with how many games and positions there are now.

    Returns:
        The files, in order.

    Raises:
        ValueError: neither ``games`` nor ``seconds`` is given.
        EngineError: the games cannot go on, see :func:`draughts.batch.spread`.
    """
    if games is None and seconds is None:
        raise ValueError("generate needs games or seconds, or it never ends")
    folder.mkdir(parents=True, exist_ok=True)
    there = {_number(path): path for path in chunk_files(folder)}
    most = GAMES_A_ROUND if games is None else games
    missing = [n for n in range(-(-most // GAMES_A_CHUNK)) if n not in there]
    positions = sum(path.stat().st_size for path in there.values()) // RECORD.itemsize
    play = functools.partial(
        play_chunk, conditions=conditions, seed=seed, round_number=round_number
    )
    results = spread(
        play, _until(missing, seconds), executor=executor, workers=workers, ahead=_ahead(workers)
    )
    with contextlib.closing(results):
        for index, content in results:
            number = missing[index]
            there[number] = folder / f"games-{number:05}.records"
            write_whole(there[number], content)
            positions += len(content) // RECORD.itemsize
            if on_chunk is not None:
                on_chunk(len(there) * GAMES_A_CHUNK, positions)
    return [there[number] for number in sorted(there)]


def _until(numbers: Iterable[int], seconds: float | None) -> Iterator[int]:
    """Numbers for as long as there is time."""
    end = math.inf if seconds is None else time.monotonic() + seconds
    for number in numbers:
        if time.monotonic() >= end:
            break
        yield number


def _ahead(workers: int | None) -> int | None:
    """Few chunks in hand, so that an end by the clock comes in time."""
    return None if workers is None else workers + 1


def chunk_files(folder: Path) -> list[Path]:
    """The files of games in a folder, in order."""
    return sorted(folder.glob("games-*.records"), key=_number)


def _number(path: Path) -> int:
    return int(path.stem.partition("-")[2])


def play_chunk(number: int, conditions: Conditions, seed: int, round_number: int) -> bytes:
    """Play the games of a chunk; what comes back are their records."""
    table = _Table(conditions)
    chooser = random.Random(f"{seed}/{round_number}/{number}")
    first = round_number * GAMES_A_ROUND + number * GAMES_A_CHUNK
    return b"".join(table.play(chooser, first + game) for game in range(GAMES_A_CHUNK))


class _Table:
    """Where the games of a chunk are played: one engine for both sides, with a small memory."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self._starts = _starts(conditions.variant)
        self._evaluation = judgement(conditions.evaluation, conditions.variant).evaluation
        self._player = SelfPlayer(self._evaluation, _HASH_MB)
        self._searcher = Searcher(_HASH_MB)
        self._room = bytearray(_MOST_POSITIONS * RECORD.itemsize)

    def play(self, chooser: random.Random, game: int) -> bytes:
        """A game from a fair opening; its records."""
        board = self._opening(chooser)
        for _ in range(_PATIENCE):
            if board.outcome() is None and abs(self._worth(board)) <= _UNFAIR:
                break
            board = self._opening(chooser)
        count, _ = self._player.game(board, self._conditions.nodes, self._room, game)
        return bytes(self._room[: count * RECORD.itemsize])

    def _opening(self, chooser: random.Random) -> Board:
        """A ballot and a few plies more."""
        board = chooser.choice(self._starts).copy()
        for _ in range(chooser.randint(*self._conditions.random_plies)):
            moves = board.legal_moves
            if not moves:
                break
            board.push(chooser.choice(moves))
        return board

    def _worth(self, board: Board) -> int:
        """What a short search says, for the side to move."""
        found = [0]

        def keep(report: tuple[int, int, list[tuple[int, list[Move]]], int, float]) -> None:
            found[0] = report[2][0][0]

        self._searcher.clear()
        self._searcher.run(
            board,
            depth=DEEPEST_SEARCH,
            nodes=self._conditions.nodes,
            time=0.0,
            lines=1,
            threads=1,
            report=keep,
            evaluation=self._evaluation,
        )
        return found[0]


def _starts(variant: Variant) -> list[Board]:
    """The ballots of a variant and its start position."""
    try:
        found = [opening.board(variant) for opening in ballots(variant)]
    except ValueError:  # it has none
        found = []
    return [*found, Board(variant)]
