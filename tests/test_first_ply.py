"""Boards so full of kings that one ply would take minutes: limits and stop hold all the same."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from draughts import Board, Engine, Info, Level, Limit
from draughts._core import Searcher

FULL = {
    "russian": "W:WK2,K3,K4,K6,K7,K9,K10,K12,K20,K22,K24,K25,K27,K31"
    ":BK1,K5,K8,K11,K13,K14,K15,K16,K18,K21,K23,K28,K29,K30",
    "brazilian": "W:WK3,K4,K5,K9,K11,K12,K13,K15,K20,K23,K25,K26,K28,K31"
    ":BK1,K2,K6,K7,K8,K10,K16,K19,K21,K22,K27,K29,K30,K32",
    "international": "W:WK2,K3,K4,K6,K9,K11,K14,K17,K20,K24,K26,K28,K29,K32,K33,K38,K39,K42,K43"
    ",K45,K46,K47,K49:BK1,K5,K7,K8,K10,K12,K13,K15,K16,K18,K19,K21,K22,K23,K27,K30,K31,K35,K37"
    ",K40,K41,K44,K48",
}
LONG = 20.0  # seconds; a search that was not broken off would take minutes

full = pytest.mark.parametrize("name", FULL)


def board_of(name: str) -> Board:
    return Board.from_fen(FULL[name], name)


def check(info: Info, board: Board) -> None:
    """Whether it is the answer of a search that was broken off in its first ply."""
    assert info.depth <= 1
    assert info.pv[0] in board.legal_moves
    line = board.copy()
    for move in info.pv:
        line.push(move)
    assert info.depth == 1 or len(info.pv) == 1
    assert info.score.win_in is None


@full
@pytest.mark.parametrize("nodes", [1024, 1025, 5_000, 77_777])
def test_a_limit_of_nodes_ends_it_at_that_node(name: str, nodes: int) -> None:
    board = board_of(name)
    first, again = (Engine(hash_mb=1).analyse(board, Limit(nodes=nodes)) for _ in range(2))
    assert first.nodes == again.nodes == nodes
    assert (first.pv, first.score, first.depth) == (again.pv, again.score, again.depth)
    check(first, board)


@full
def test_a_limit_of_time_ends_it(name: str) -> None:
    board, began = board_of(name), time.monotonic()
    with Engine(hash_mb=1) as engine:
        for limit in (
            Limit(time=0.05),
            Limit(time=0.0),
            Limit(remaining=0.2),
            Limit(0.05, depth=9),
        ):
            check(engine.analyse(board, limit), board)
            check(engine.play(board, limit).info, board)
    assert time.monotonic() - began < LONG


@full
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_it(name: str, threads: int) -> None:
    board, found = board_of(name), []
    with Engine(hash_mb=1, threads=threads) as engine:
        search = threading.Thread(target=lambda: found.append(engine.analyse(board, Limit())))
        search.start()
        time.sleep(0.05)
        while search.is_alive():  # again, if it had not begun
            engine.stop()
            search.join(0.5)
    check(found[0], board)


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(nodes=100), Limit(time=1e-9)])
def test_on_other_boards_one_ply_is_searched_whatever_the_limit(limit: Limit) -> None:
    for name in FULL:
        info = Engine(hash_mb=1).play(Board(name), limit).info
        assert info.depth >= 1
        if limit.nodes == 1:
            assert info == Engine(hash_mb=1).analyse(Board(name), Limit(depth=1))._replace(
                time=info.time, hash_use=info.hash_use
            )


def test_a_move_at_sight_takes_what_it_can_and_is_scored_by_what_is_left() -> None:
    board = board_of("international")
    info = Engine(hash_mb=1, evaluation="material").analyse(board, Limit(nodes=1))
    assert (info.depth, len(info.pv), info.nodes) == (0, 1, 1024)
    worths = []
    for move in board.legal_moves:
        board.push(move)
        worths.append(len(board.pieces(board.turn)))
        board.pop()
    board.push(info.pv[0])
    assert len(board.pieces(board.turn)) == min(worths)
    assert info.score.centimen is not None and info.score.centimen > 0


@full
def test_of_several_lines_those_are_told_that_were_found(name: str) -> None:
    board = board_of(name)
    for limit in (Limit(nodes=50_000), Limit(time=0.05)):
        infos = Engine(hash_mb=1).analyse(board, limit, multipv=3)
        assert 1 <= len(infos) <= 3
        assert [info.multipv for info in infos] == list(range(1, len(infos) + 1))
        assert len({info.pv[0] for info in infos}) == len(infos)
        for info in infos:
            check(info, board)
        assert limit.nodes in (None, infos[0].nodes)


@pytest.mark.parametrize("level", [0, 2, 6, 12])
def test_levels_and_hints_have_a_move_within_their_time(level: int) -> None:
    began = time.monotonic()
    with Engine(hash_mb=1, seed=level) as engine:
        for name in FULL:
            board = board_of(name)
            assert engine.play(board, Level(level)).move in board.legal_moves
            assert engine.hint(board, Limit(nodes=20_000)).move in board.legal_moves
    assert time.monotonic() - began < LONG


def test_pondering_on_such_a_board_ends_with_the_next_search() -> None:
    board = board_of("international")
    with Engine(hash_mb=1) as engine:
        engine.play(board, Limit(nodes=2_000), ponder=True)
        check(engine.play(board, Limit(nodes=2_000)).info, board)


def test_a_stream_gives_it_as_its_only_line() -> None:
    board = board_of("russian")
    infos = list(Engine(hash_mb=1).stream(board, Limit(nodes=4_000)))
    assert len(infos) == 1
    check(infos[0], board)


def test_the_table_of_a_new_searcher_is_not_cleared() -> None:
    """That would take its memory, and the time to write to it."""
    told = Path("/proc/self/statm")
    if not told.exists():
        pytest.skip("the system does not tell how much memory a process uses")

    def megabytes() -> float:
        return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    before = megabytes()
    searcher = Searcher(512)
    searcher.clear()
    searcher.run(Board(), depth=1, nodes=0, time=0.0, lines=1, threads=1, report=lambda told: None)
    assert megabytes() - before < 256
