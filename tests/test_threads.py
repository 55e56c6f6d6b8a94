"""Long calls release the GIL, can be stopped, and do not disturb each other."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from draughts import VARIANTS, Board, Engine, EngineError, Info, Limit


def test_many_threads_use_boards_of_their_own() -> None:
    def count(name: str) -> int:
        board = Board(name)
        for text in map(board.pdn, board.legal_moves):
            board.push_pdn(text)
            board.pop()
        return board.perft(6)

    names = list(VARIANTS) * 4
    alone = [count(name) for name in names]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(count, names)) == alone


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("hash_mb", [0, 1, 16])
def test_threads_and_table_do_not_change_a_count(threads: int, hash_mb: int) -> None:
    board = Board("russian")
    assert board.perft(8, threads=threads, hash_mb=hash_mb) == 929899
    assert board.perft(8, mode="all", threads=threads, hash_mb=hash_mb) == 929905


def test_perft_lets_other_threads_run() -> None:
    done = threading.Event()
    ticks = 0

    def count() -> None:
        Board("international").perft(10)
        done.set()

    worker = threading.Thread(target=count)
    worker.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    worker.join()
    assert ticks > 10


def test_progress_is_reported_and_its_exception_stops_the_count() -> None:
    reports: list[tuple[int, int]] = []
    Board("english").perft(7, progress=lambda done, parts: reports.append((done, parts)))
    assert reports[-1] == (49, 49)
    assert [done for done, _ in reports] == list(range(1, 50))

    def give_up(done: int, parts: int) -> None:
        raise RuntimeError("enough")

    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="enough"):
            Board("english").perft(14, threads=threads, progress=give_up)


def test_a_search_stops_when_it_is_asked_from_another_thread() -> None:
    engine = Engine()
    started = threading.Event()
    found: list[Info] = []

    def search() -> None:
        found.append(
            engine.analyse(Board("international"), Limit(), on_info=lambda info: started.set())
        )

    worker = threading.Thread(target=search)
    worker.start()
    assert started.wait(20)
    engine.stop()
    worker.join(20)
    assert not worker.is_alive()
    assert found[0].pv


def test_the_board_may_change_while_it_is_searched() -> None:
    board = Board("english")
    engine = Engine()

    def play_on(info: Info) -> None:
        if not board.move_stack:
            board.push(info.pv[0])

    info = engine.analyse(board, Limit(depth=7), on_info=play_on)
    assert info.pv == Engine().analyse(Board("english"), Limit(depth=7)).pv


def test_an_engine_that_is_searching_refuses_a_second_search() -> None:
    engine = Engine()
    refused: list[EngineError] = []

    def search_again(info: Info) -> None:
        try:
            engine.analyse(Board(), Limit(depth=1))
        except EngineError as error:
            refused.append(error)

    engine.analyse(Board(), Limit(depth=2), on_info=search_again)
    assert len(refused) == 2
    assert engine.analyse(Board(), Limit(depth=2)).depth == 2
