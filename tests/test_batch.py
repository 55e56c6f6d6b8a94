"""Work spread over threads, processes and a cluster: every result once, and none lost."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from draughts import Board, Engine, EngineError, Info, Limit, batch
from draughts.batch import Analysed, TaskError, analyse, spread

PAGE = Path(__file__).resolve().parents[1] / "docs" / "batch.md"
LIMIT = Limit(nodes=1500)
FOUR_MOVES = 4


def square(number: int) -> int:
    return number * number


def process_of(number: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def invert(number: int) -> float:
    return 1 / number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def die_once(folder: Path, victim: int, number: int) -> int:
    """The square of a number; the first process to come to the victim dies of it."""
    if number == victim:
        with contextlib.suppress(FileExistsError):
            (folder / "dead").touch(exist_ok=False)
            os._exit(1)
    return number * number


def die(victim: int, number: int) -> int:
    if number == victim:
        os._exit(1)
    return number * number


def counters(board: Board) -> tuple[str, int]:
    return board.fen(counters=True), len(board.move_stack)


def games() -> Iterator[Board]:
    """One board that goes on changing, as in a reader's loop over a game."""
    for name in ("english", "russian", "international"):
        board = Board(name)
        for _ in range(FOUR_MOVES):
            board.push(board.legal_moves[0])
            yield board


def found_alone(multipv: int = 1) -> list[tuple[int, tuple[str, list[Info]]]]:
    """What a loop with one engine finds in the same positions."""
    engine = Engine(hash_mb=1)
    results = []
    for index, board in enumerate(games()):
        engine.new_game()
        results.append((index, comparable(board, engine.analyse(board, LIMIT, multipv=multipv))))
    return results


def comparable(board: Board, infos: list[Info]) -> tuple[str, list[Info]]:
    """A result without what the clock says."""
    fen = board.fen(counters=True)
    return fen, [info._replace(time=0.0) for info in infos]


def comparable_in_order(found: Iterator[Analysed]) -> list[tuple[int, tuple[str, list[Info]]]]:
    return [(one.index, comparable(one.board, one.infos)) for one in sorted(found)]


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processes that gives a task up when one worker has died of it."""
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
    ):
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def cluster(address: str) -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(address) as client:
        yield client.get_executor()


@pytest.fixture(params=["threads", "processes", "cluster", "own"])
def executor(request: pytest.FixtureRequest) -> Executor | None:
    return None if request.param == "own" else request.getfixturevalue(request.param)


@pytest.fixture
def no_process_is_left() -> Iterator[None]:
    """For tests whose processes are all the library's own, beside the nannies of a cluster."""
    before = set(multiprocessing.active_children())
    yield
    left = set(multiprocessing.active_children()) - before
    assert not [child for child in left if child.name.startswith("SpawnProcess")]


own_processes = pytest.mark.usefixtures("no_process_is_left")


# --- results --------------------------------------------------------------------------------------


def test_every_executor_finds_what_a_loop_with_one_engine_finds(executor: Executor | None) -> None:
    found = analyse(games(), LIMIT, executor=executor, hash_mb=1)
    assert comparable_in_order(found) == found_alone()


def test_several_lines_come_best_first(threads: Executor) -> None:
    found = analyse(games(), LIMIT, executor=threads, multipv=2, hash_mb=1)
    assert comparable_in_order(found) == found_alone(multipv=2)


def test_results_come_in_the_order_in_which_they_are_done() -> None:
    gate = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            assert gate.wait(10)
        return number

    with ThreadPoolExecutor(2) as pool:
        results = spread(work, range(3), executor=pool)
        assert [next(results), next(results)] == [(1, 1), (2, 2)]
        gate.set()
        assert list(results) == [(0, 0)]


def test_results_do_not_wait_for_the_next_task(threads: Executor) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number
            time.sleep(0.05)  # time enough for the task to be done

    with contextlib.closing(spread(square, tasks(), executor=threads, ahead=100)) as results:
        next(results)
    assert len(taken) < 10


def test_no_more_tasks_are_taken_than_there_is_room_for(threads: Executor) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(1_000_000):
            taken += 1
            yield number

    with contextlib.closing(spread(square, tasks(), executor=threads, ahead=5)) as results:
        for read, _ in enumerate(itertools.islice(results, 200)):
            assert taken <= read + 1 + 5
    with contextlib.closing(spread(square, tasks(), executor=threads)) as results:
        taken = 0
        next(results)
        assert taken <= 4 * 3


def test_equal_tasks_are_done_each(executor: Executor | None) -> None:
    results = list(spread(process_of, [7] * 6, executor=executor))
    assert sorted(index for index, _ in results) == list(range(6))


@own_processes
def test_no_tasks_give_no_results() -> None:
    assert list(spread(square, [])) == []
    assert list(analyse([], LIMIT)) == []


def test_a_game_that_is_won_has_no_lines(threads: Executor) -> None:
    boards = [Board(), Board.from_fen("B:W18:B"), Board()]
    found = sorted(analyse(boards, LIMIT, executor=threads))
    assert [len(infos) for _, _, infos in found] == [1, 0, 1]


def test_a_board_takes_its_past_to_another_process(processes: Executor) -> None:
    boards = [board.copy() for board in games()]
    assert [counters(pickle.loads(pickle.dumps(board))) for board in boards] == [
        result for _, result in sorted(spread(counters, boards, executor=processes))
    ]


def test_each_thread_keeps_its_engine() -> None:
    def engine(_: int) -> int:
        return id(batch._own.engine)

    with ThreadPoolExecutor(1) as pool:
        list(analyse(games(), LIMIT, executor=pool, hash_mb=1))
        first = pool.submit(engine, 0).result()
        list(analyse(games(), LIMIT, executor=pool, hash_mb=1))
        assert pool.submit(engine, 0).result() == first
        list(analyse(games(), LIMIT, executor=pool, hash_mb=2))
        assert pool.submit(engine, 0).result() != first


# --- lost workers ---------------------------------------------------------------------------------


@own_processes
@pytest.mark.parametrize("name", ["own", "cluster"])
def test_what_a_dead_process_had_in_hand_is_done_again(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    executor = None if name == "own" else request.getfixturevalue(name)
    results = list(spread(partial(die_once, tmp_path, 5), range(20), executor=executor))
    assert (tmp_path / "dead").exists()
    assert sorted(results) == [(number, number * number) for number in range(20)]


@own_processes
@pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")
def test_a_killed_process_is_replaced() -> None:
    killed = []
    results = []
    for index, process in spread(process_of, range(30), retries=5):
        results.append(index)
        if not killed:
            os.kill(process, signal.SIGKILL)
            killed.append(process)
    assert sorted(results) == list(range(30))


@own_processes
@pytest.mark.parametrize("retries", [0, 1])
def test_a_task_that_kills_its_worker_is_named(retries: int) -> None:
    times = "once" if retries == 0 else "2 times"
    results = spread(partial(die, 3), range(40), ahead=1 if retries == 0 else 8, retries=retries)
    done = []
    with pytest.raises(TaskError, match=f"task 3: its worker was lost {times}") as caught:
        done.extend(results)
    assert caught.value.index == 3


def test_a_task_that_a_cluster_gives_up_is_named(cluster: Executor) -> None:
    with pytest.raises(TaskError, match="task 0: its worker was lost once"):
        list(spread(partial(die, 3), [3], executor=cluster, retries=0))


def test_a_given_pool_that_lost_a_process_is_an_error() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(EngineError, match="takes no more work"):
            list(spread(partial(die, 0), range(3), executor=pool))
        with pytest.raises(EngineError, match="takes no more work"):
            list(spread(square, range(3), executor=pool))


def test_a_cancelled_task_is_done_again() -> None:
    class Fickle(ThreadPoolExecutor):
        refused = 0

        def submit(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            future = super().submit(*args, **kwargs)
            if args[2] % 3 == 0 and args[3][2] < 2:
                self.refused += future.cancel()
            return future

    with Fickle(1) as pool:
        ThreadPoolExecutor.submit(pool, time.sleep, 0.2)  # keeps the only thread busy
        results = sorted(spread(square, range(4), executor=pool))
        assert results == [(number, number * number) for number in range(4)]
        assert pool.refused >= 1


# --- errors and ends ------------------------------------------------------------------------------


def test_an_exception_of_the_work_comes_at_once_with_its_task(executor: Executor | None) -> None:
    results = spread(invert, itertools.chain([2, 0], itertools.repeat(1)), executor=executor)
    with pytest.raises(TaskError, match="task 1: ZeroDivisionError") as caught:
        list(results)
    assert caught.value.index == 1
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_exception_of_the_tasks_is_passed_on(threads: Executor) -> None:
    def tasks() -> Iterator[int]:
        yield 1
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(spread(square, tasks(), executor=threads))


def test_a_lambda_for_other_processes_is_an_error(processes: Executor) -> None:
    with pytest.raises(TaskError, match=r"task 0: .*pickle"):
        list(spread(lambda number: number, [1], executor=processes))


def test_closing_cancels_what_has_not_begun() -> None:
    begun = []

    def work(number: int) -> None:
        begun.append(number)
        time.sleep(0.02)

    with ThreadPoolExecutor(1) as pool:
        results = spread(work, itertools.count(), executor=pool, ahead=50)
        next(results)
        results.close()
    assert len(begun) < 5


@own_processes
def test_closing_does_not_wait_for_processes_of_its_own() -> None:
    results = spread(sleep, [0.0, 60.0, 60.0, 60.0], ahead=4)
    assert next(results) == (0, 0.0)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: analyse([], Limit()), "never ends"),
        (lambda: analyse([], Limit(depth=-1)), "depth is -1"),
        (lambda: analyse([], LIMIT, multipv=0), "multipv is 0"),
        (lambda: analyse([], LIMIT, hash_mb=0), "hash_mb is 0"),
        (lambda: spread(square, [], ahead=0), "ahead is 0"),
        (lambda: spread(square, [], retries=-1), "retries is -1"),
    ],
)
def test_a_wrong_argument_is_refused_before_work_begins(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_what_is_no_board_is_refused(threads: Executor) -> None:
    boards = [Board(), "W:W18:B1"]
    with pytest.raises(TypeError, match="position 1 is 'W:W18:B1', not a Board"):
        list(analyse(boards, LIMIT, executor=threads))  # type: ignore[arg-type]


def blocks() -> list[str]:
    """The programs on the page that are not written as a dialogue."""
    return re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_script_on_the_page_runs(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(blocks()[0], encoding="utf-8")
    command = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert sorted(done.stdout.splitlines()) == ["0 english 8", "1 international 8"]
    assert not done.stderr


def test_the_cluster_on_the_page_runs(address: str) -> None:
    scope = {"address": address, "positions": list(map(Board, ["english", "russian"]))}
    exec(blocks()[1], scope)
    assert sorted(scope["scores"]) == [0, 1]


LONG_WORK = """
import os, sys, time
from draughts.batch import spread
from draughts.protocols.process import Child

programs = []

def work(number):
    if number:
        time.sleep(60)
    programs.append(Child([sys.executable, "-c", "import time; time.sleep(60)"]))
    time.sleep(0.5)
    return programs[0].pid

if __name__ == "__main__":
    for index, program in spread(work, range(9), workers=2):
        print(program, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_one_that_reads(tmp_path: Path, ending: signal.Signals) -> None:
    script = tmp_path / "script.py"
    script.write_text(LONG_WORK, encoding="utf-8")
    reader = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert reader.stdout is not None
    program = int(reader.stdout.readline())
    began = time.monotonic()
    reader.send_signal(ending)
    reader.stdout.read()  # until every process that could write is gone
    assert reader.wait(30) != 0
    reader.stdout.close()
    with contextlib.suppress(ProcessLookupError):  # that is how it ends
        while time.monotonic() - began < 20:
            os.kill(program, 0)
            time.sleep(0.05)
    assert time.monotonic() - began < 20
