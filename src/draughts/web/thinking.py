"""The computer thinks beside the server: in processes of its own, or wherever an executor runs.

The functions that run there keep one engine a process. A thought can be hurried: the engine then
plays what it has found so far.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import asynccontextmanager
from ctypes import c_byte
from functools import cache
from typing import Any, NamedTuple, TypeVar

from draughts import Board, Engine, Level, Limit
from draughts.protocols.messages import BadMessage
from draughts.protocols.play import Play
from draughts.protocols.shapes import hint_to_json, path_of, score_to_json

__all__ = ["LEVELS", "Thinker", "Thought"]

LEVELS = ("easy", "medium", "hard", "master")

_SLOTS = 256  # thoughts at the same time
_LOOK = 0.01  # seconds between looks whether to hurry
_HASH_MB = 32
_HINT = Limit(time=0.5)
_JUDGED = Limit(nodes=100_000)
_LEVEL_SCORE = 30  # hundredths of a man, within which a game is level
_LEVEL_FOR = 3  # moves of the computer
_EARLIEST_DRAW = 30  # plies

_T = TypeVar("_T")
_busy = threading.Lock()  # an executor may run its tasks in threads of one process
_hurried: Any = None  # a byte for each slot, shared with the server


class Thought(NamedTuple):
    """What the computer plays.

    Args:
        path: the squares on which the piece comes down, its origin first.
        score: what the position is worth to the side to move: ``centimen`` or ``win_in``.
    """

    path: list[int]
    score: dict[str, int | None]


# --- in the processes that think ------------------------------------------------------------------


def _share(hurried: Any) -> None:
    global _hurried
    _hurried = hurried


@cache
def _engine() -> Engine:
    return Engine(hash_mb=_HASH_MB)


def _unhurried(slot: int, work: Callable[[Engine], _T]) -> _T:
    """Let the engine work until it is done or hurried."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_LOOK):
            if _hurried is not None and _hurried[slot]:
                _engine().stop()

    with _busy:
        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        try:
            return work(_engine())
        finally:
            done.set()
            watching.join()


def choose_move(slot: int, board: Board, level: str) -> Thought:
    """What a level plays."""
    result = _unhurried(slot, lambda engine: engine.play(board, Level.parse(level)))
    move, score = result.move, result.info.score
    return Thought(path_of(move), score_to_json(score))


def give_hint(slot: int, board: Board) -> dict[str, Any]:
    """What to play, and why."""
    hint = _unhurried(slot, lambda engine: engine.hint(board, _HINT))
    return hint_to_json(board, hint)


def is_level(slot: int, boards: list[Board]) -> bool:
    """Whether the game has been level in all of some positions."""

    def work(engine: Engine) -> bool:
        scores = (engine.analyse(board, _JUDGED).score for board in boards)
        return all(
            score.centimen is not None and abs(score.centimen) <= _LEVEL_SCORE for score in scores
        )

    return _unhurried(slot, work)


# --- in the server --------------------------------------------------------------------------------


class Thinker:
    """The computer's side of all games on a server.

    Thoughts are begun in the order in which they are asked for, as many at a time as there are
    processes; a game asks for one at a time.

    Args:
        workers: how many processes think; by default one a core.
        executor: where to think instead, such as a cluster; what thinks there cannot be hurried.
        most_waiting: thoughts that may wait; more are refused.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        executor: Executor | None = None,
        most_waiting: int = _SLOTS,
    ) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._given = executor
        self._own: ProcessPoolExecutor | None = None
        self._hurried = multiprocessing.get_context("spawn").RawArray(c_byte, _SLOTS)
        self._free = list(range(min(most_waiting, _SLOTS)))
        self._tickets: dict[str, int] = {}

    @property
    def executor(self) -> Executor:
        """What runs the engine; made when it is first needed."""
        if self._given is not None:
            return self._given
        if self._own is None:
            self._own = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_share,
                initargs=(self._hurried,),
            )
        return self._own

    def close(self) -> None:
        """End the processes, with what they are thinking about."""
        for slot in range(_SLOTS):
            self._hurried[slot] = 1
        if self._own is not None:
            self._own.shutdown(wait=True, cancel_futures=True)
            self._own = None

    async def think(self, play: Play, level: str, ticket: str = "") -> list[int]:
        """What a level plays in a game.

        Args:
            play: the game.
            level: one of :data:`LEVELS`.
            ticket: a word by which the thought can be hurried.

        Raises:
            BadMessage: the game is over (``game-over``), or too many wait (``busy``).
        """
        return (await self.thought(play, level, ticket)).path

    async def thought(self, play: Play, level: str, ticket: str = "") -> Thought:
        """:meth:`think`, with the score."""
        return await self._run(choose_move, play, ticket, level)

    async def hint(self, play: Play, ticket: str = "") -> dict[str, Any]:
        """What to play, and the code of the reason; raises as :meth:`think` does."""
        return await self._run(give_hint, play, ticket)

    async def accepts_draw(self, play: Play) -> bool:
        """Whether the computer takes a draw: the game has been level for several of its moves."""
        boards = []
        board = play.game.board
        if len(play.texts) < _EARLIEST_DRAW:
            return False
        for _ in range(_LEVEL_FOR):
            boards.append(board.copy())
            board.pop()
            board.pop()
        return await self._submit(is_level, "", boards)

    def hurry(self, ticket: str) -> bool:
        """Let a thought end with what it has found; whether there is such a thought here."""
        slot = self._tickets.get(ticket)
        if slot is None:
            return False
        self._hurried[slot] = 1
        return True

    async def _run(self, work: Callable[..., _T], play: Play, ticket: str, *args: Any) -> _T:
        if play.game.outcome() is not None:
            raise BadMessage("game-over", "the game is over")
        return await self._submit(work, ticket, play.game.board, *args)

    async def _submit(self, work: Callable[..., _T], ticket: str, *args: Any) -> _T:
        async with self._slot(ticket) as slot:
            for last_try in (False, True):
                try:
                    return await self._wait(slot, work, *args)
                except BrokenExecutor:  # a process was killed: begin again with new ones
                    self._own = None
                    if last_try or self._given is not None:
                        raise BadMessage("busy", "the computer cannot think now") from None
            raise AssertionError

    async def _wait(self, slot: int, work: Callable[..., _T], *args: Any) -> _T:
        """The result; if nobody waits any more, the thought is hurried to its end."""
        task = asyncio.get_running_loop().run_in_executor(self.executor, work, slot, *args)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancel():
                self._hurried[slot] = 1
            await asyncio.wait([task])
            raise

    @asynccontextmanager
    async def _slot(self, ticket: str) -> AsyncIterator[int]:
        if not self._free:
            raise BadMessage("busy", "too many games wait for the computer; try again in a moment")
        slot = self._free.pop()
        self._hurried[slot] = 0
        if ticket:
            self._tickets[ticket] = slot
        try:
            yield slot
        finally:
            self._tickets.pop(ticket, None)
            self._free.append(slot)
