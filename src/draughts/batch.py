"""Many positions, or any work, spread over threads, processes or the machines of a cluster.

What does the work is an executor as :mod:`concurrent.futures` has it: a pool of threads or
processes, ``Client.get_executor()`` of dask.distributed, an ``MPIPoolExecutor`` of mpi4py. Results
come as they are found, and a worker that is lost on the way costs no result.

>>> from concurrent.futures import ThreadPoolExecutor
>>> boards = [Board("russian"), Board("international")]
>>> with ThreadPoolExecutor(2) as pool:
...     found = sorted(analyse(boards, Limit(depth=4), executor=pool))
>>> [(index, board.variant.name, infos[0].depth) for index, board, infos in found]
[(0, 'russian', 4), (1, 'international', 4)]
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import multiprocessing
import os
import queue
import signal
import sys
import threading
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Generic, NamedTuple, TypeVar

from draughts._core import Board
from draughts.engine import Engine
from draughts.errors import EngineError
from draughts.limits import Limit, check
from draughts.scores import Info

__all__ = ["Analysed", "TaskError", "analyse", "in_order", "spread"]

_T = TypeVar("_T")
_R = TypeVar("_R")

_TASKS_AHEAD = 4  # for each worker: none waits for the next task, and little is in memory
_LAST_RITES = 2.0  # seconds that a process which is ended has to end what it has started
_WAKE = 0.2  # seconds; on Windows, waiting for a lock does not see Ctrl-C
_MOST_PROCESSES = 61 if sys.platform == "win32" else 1024  # what a process pool can wait for


class TaskError(EngineError):
    """A task could not be done.

    ``index`` says which, from 0. The cause (``__cause__``) is what its work raised, or how its
    worker was lost.
    """

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message, index)
        self.index = index

    def __str__(self) -> str:
        return f"task {self.index}: {self.args[0]}"


class Analysed(NamedTuple):
    """What was found in one position.

    Args:
        index: the place of the position among those given, from 0.
        board: the position, a copy of what was given.
        infos: the best lines, best first; none if the game is won and over.
    """

    index: int  # type: ignore[assignment]  # not the method of tuples
    board: Board
    infos: list[Info]


def analyse(
    positions: Iterable[Board],
    limit: Limit,
    *,
    executor: Executor | None = None,
    multipv: int = 1,
    hash_mb: int = 16,
    ahead: int | None = None,
    retries: int = 2,
) -> Generator[Analysed, None, None]:
    """Search many positions and give what is found as it is found.

    Each worker has an engine of its own, which searches with one thread and forgets all before
    each position. Within a limit of depth or nodes the result is therefore the same whatever the
    executor and the order.

    Args:
        positions: boards of any variant, taken one by one as there is room; a board that was taken
            may change.
        limit: when to stop, for each position.
        executor: what does the work. None: processes of its own, one for each core; a script needs
            ``if __name__ == "__main__":`` for that, as :mod:`multiprocessing` says.
        multipv: how many of the best moves to find, each with its line.
        hash_mb: megabytes of each engine's transposition table.
        ahead: see :func:`spread`.
        retries: see :func:`spread`.

    Returns:
        An iterator; see :func:`spread` for closing it.

    Raises:
        ValueError: a limit is negative or none is set, or another argument is outside its range.
        TypeError: a position is not a board.
        TaskError: a search could not be done, see :func:`spread`.
        EngineError: the executor is broken, see :func:`spread`.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> won, even = Board.from_fen("B:W18:B"), Board()
    >>> with ThreadPoolExecutor(1) as pool:
    ...     for index, board, infos in analyse([won, even], Limit(nodes=500), executor=pool):
    ...         print(index, len(infos))
    0 0
    1 1
    """
    check(limit)
    if all(end is None for end in (limit.time, limit.nodes, limit.depth, limit.remaining)):
        raise ValueError(f"{limit} never ends a search; give a time, nodes or a depth")
    if multipv < 1:
        raise ValueError(f"multipv is {multipv!r}; it must be at least 1")
    Engine(hash_mb=hash_mb)  # raises here, not in every worker, if that cannot be
    boards: dict[int, Board] = {}

    def taken() -> Iterator[Board]:
        for index, board in enumerate(positions):
            if not isinstance(board, Board):
                raise TypeError(f"position {index} is {board!r}, not a Board")
            boards[index] = board.copy()
            yield boards[index]

    search = functools.partial(_search, limit=limit, multipv=multipv, hash_mb=hash_mb)
    results = spread(search, taken(), executor=executor, ahead=ahead, retries=retries)
    return _with_boards(results, boards)


def _with_boards(
    results: Generator[tuple[int, list[Info]], None, None], boards: dict[int, Board]
) -> Generator[Analysed, None, None]:
    with contextlib.closing(results):
        for index, infos in results:
            yield Analysed(index, boards.pop(index), infos)


class _Own(threading.local):
    """The engine of a thread, kept for its next position."""

    engine: Engine | None = None
    hash_mb = 0


_own = _Own()


def _search(board: Board, *, limit: Limit, multipv: int, hash_mb: int) -> list[Info]:
    ended = board.outcome()
    if ended is not None and ended.winner is not None:
        return []
    if _own.engine is None or _own.hash_mb != hash_mb:
        _own.engine, _own.hash_mb = Engine(hash_mb=hash_mb), hash_mb
    _own.engine.new_game()
    return _own.engine.analyse(board, limit, multipv=multipv)


def spread(
    work: Callable[[_T], _R],
    tasks: Iterable[_T],
    *,
    executor: Executor | None = None,
    ahead: int | None = None,
    retries: int = 2,
    workers: int | None = None,
) -> Generator[tuple[int, _R], None, None]:
    """Do the same work on many tasks and give each result as it comes.

    A task whose worker was lost is done again:

    - with ``executor=None``, when a process dies all of them are replaced, and what was in hand
      begins anew. A task that may be the reason has its last try alone, so that no other is blamed;
    - dask replaces lost workers and does their tasks again. What it gives up (``KilledWorker``) or
      cancels is submitted again;
    - a pool of :mod:`concurrent.futures` takes no more work once a process of it has died:
      ``EngineError``.

    Closing the iterator, or an exception in the loop that reads it, cancels what has not begun.
    Processes of its own are ended at once; a given executor stays open and finishes what has
    begun.

    Args:
        work: called with one task. For other processes it must be a function of a module, or a
            :func:`functools.partial` of one, and tasks and results must be such as can be pickled.
        tasks: taken one by one as there is room, so that there may be millions of them.
        executor: what does the work. None: processes of its own, one for each core; a script needs
            ``if __name__ == "__main__":`` for that, as :mod:`multiprocessing` says.
        ahead: how many tasks are in hand at a time, begun or not, or done and not yet read. None:
            four for each worker. Give it when a cluster is to grow with the work.
        retries: how many times a task is done again when its worker was lost.
        workers: how many processes of its own; by default one for each core.

    Returns:
        An iterator over the index of a task, from 0, and its result, in the order in which they are
        done.

    Raises:
        ValueError: ``ahead`` is less than 1 or ``retries`` less than 0.
        TaskError: the work raised, or its worker was lost too often.
        EngineError: the executor given is broken.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     sorted(spread(lambda depth: Board().perft(depth), [4, 5, 6], executor=pool))
    [(0, 1469), (1, 7361), (2, 36768)]
    """
    if ahead is not None and ahead < 1:
        raise ValueError(f"ahead is {ahead!r}; it must be at least 1")
    if retries < 0:
        raise ValueError(f"retries is {retries!r}; it must be at least 0")
    return _Spread(work, tasks, executor, ahead, retries, workers).results()


def in_order(results: Generator[tuple[int, _R], None, None]) -> Generator[_R, None, None]:
    """The results of :func:`spread` in the order of their tasks; one that waits for others is kept.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     list(in_order(spread(len, ["a", "bc", "def"], executor=pool)))
    [1, 2, 3]
    """
    waiting: dict[int, _R] = {}
    following = 0
    with contextlib.closing(results):
        for index, result in results:
            waiting[index] = result
            while following in waiting:
                yield waiting.pop(following)
                following += 1


@dataclass(eq=False)
class _Job(Generic[_T]):
    """A task in hand, and how often its worker was lost."""

    index: int
    task: _T
    lost: int = 0
    executor: Executor | None = None


def _do(work: Callable[[_T], _R], task: _T, mark: tuple[str, int, int]) -> _R:
    """``mark`` makes every try a call of its own: dask does what looks the same only once."""
    return work(task)


class _Spread(Generic[_T, _R]):
    def __init__(
        self,
        work: Callable[[_T], _R],
        tasks: Iterable[_T],
        executor: Executor | None,
        ahead: int | None,
        retries: int,
        workers: int | None,
    ) -> None:
        self.workers = workers
        self.work = work
        self.new = (_Job(index, task) for index, task in enumerate(tasks))
        self.again: deque[_Job[_T]] = deque()
        self.given = executor
        self.pool: _Pool | None = None
        self.ahead = ahead
        self.retries = retries
        self.name = uuid.uuid4().hex
        self.in_hand: dict[Future[_R], _Job[_T]] = {}
        self.done: queue.SimpleQueue[Future[_R]] = queue.SimpleQueue()

    def results(self) -> Generator[tuple[int, _R], None, None]:
        if self.ahead is None:
            self.ahead = _TASKS_AHEAD * max(self.workers or _workers(self.given), 1)
        try:
            while (job := self.next_job()) or self.in_hand:
                if job is not None:
                    self.submit(job)
                # One task more, then all that is done: results do not wait for a slow source.
                future = self.next_done(wait=job is None)
                while future is not None:
                    done = self.in_hand.pop(future)
                    try:
                        result = future.result()
                    except Exception as error:
                        self.lose(done, error)
                    else:
                        yield done.index, result
                    future = self.next_done(wait=False)
        finally:
            for future in self.in_hand:
                future.cancel()
            if self.pool is not None:
                self.pool.end(at_once=bool(self.in_hand))

    def next_job(self) -> _Job[_T] | None:
        """What to begin now, if anything is left and there is room."""
        assert self.ahead is not None
        first = next(iter(self.in_hand.values()), None)
        if first is not None and (self.is_alone(first) or len(self.in_hand) >= self.ahead):
            return None
        if not self.again:
            return next(self.new, None)
        if first is not None and self.is_alone(self.again[0]):
            return None
        return self.again.popleft()

    def is_alone(self, job: _Job[_T]) -> bool:
        """Whether nothing else is in hand beside a task: its last try, in processes of our own."""
        return self.given is None and 0 < job.lost == self.retries

    def next_done(self, wait: bool) -> Future[_R] | None:
        while True:
            try:
                return self.done.get(wait, _WAKE)
            except queue.Empty:
                if not wait:
                    return None

    def submit(self, job: _Job[_T]) -> None:
        if self.given is None and self.pool is None:
            self.pool = _Pool(self.workers or _cores())
        job.executor = self.pool if self.given is None else self.given
        assert job.executor is not None
        try:
            future = job.executor.submit(_do, self.work, job.task, (self.name, job.index, job.lost))
        except BrokenExecutor as error:
            self.replace(job.executor, error)
            self.again.appendleft(job)
            return
        self.in_hand[future] = job
        future.add_done_callback(self.done.put)

    def lose(self, job: _Job[_T], error: Exception) -> None:
        """Put a task back whose worker was lost. An error of another kind is raised."""
        if isinstance(error, BrokenExecutor):
            self.replace(job.executor, error)
        elif not isinstance(error, CancelledError) and not _is_killed_worker(error):
            raise TaskError(f"{type(error).__name__}: {error}", job.index) from error
        job.lost += 1
        if job.lost > self.retries:
            times = "once" if job.lost == 1 else f"{job.lost} times"
            raise TaskError(f"its worker was lost {times}", job.index) from error
        self.again.append(job)

    def replace(self, executor: Executor | None, error: BrokenExecutor) -> None:
        if self.given is not None:
            raise EngineError(
                "the executor given has lost a worker and takes no more work; spread what is "
                "missing over a new one, or leave executor out: lost processes are then replaced"
            ) from error
        if self.pool is not None and self.pool is executor:
            self.pool.end(at_once=True)
            self.pool = None


def _is_killed_worker(error: Exception) -> bool:
    """Whether dask has given a task up because its workers died one after another."""
    kind = type(error)
    return kind.__name__ == "KilledWorker" and kind.__module__.partition(".")[0] == "distributed"


def _workers(executor: Executor | None) -> int:
    """How many tasks an executor does at a time, as far as it tells."""
    for name in ("num_workers", "_max_workers"):  # mpi4py's, the standard library's
        number = getattr(executor, name, None)
        if isinstance(number, int):
            return number
    client = getattr(executor, "_client", None)  # dask's
    return sum(client.nthreads().values()) if client is not None else _cores()


def _cores() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Pool(ProcessPoolExecutor):
    """One process for each core. They end when the pool does or when this process is gone.

    They are not forked, since other threads may be running. Each listens to a pipe that nothing is
    ever sent through and that closes with us.
    """

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._ear, self._mouth = context.Pipe(duplex=False)
        super().__init__(min(workers, _MOST_PROCESSES), context, _begin_worker, (self._ear,))

    def end(self, at_once: bool) -> None:
        """Leave no process, and with ``at_once`` do not wait for what they do."""
        if at_once:
            self._mouth.close()
        self.shutdown(cancel_futures=True)
        self._mouth.close()
        self._ear.close()


def _begin_worker(ear: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that reads the results
    threading.Thread(target=_end_with, args=(ear,), daemon=True).start()


def _end_with(ear: Connection) -> None:
    """End when the other end of a pipe closes, and with us the programs that we have started."""
    with contextlib.suppress(EOFError, OSError):
        ear.recv_bytes()
    threading.Timer(_LAST_RITES, os._exit, [1]).start()
    atexit._run_exitfuncs()
    os._exit(1)
