"""An engine made for CheckerBoard, driven by ours: whole games, and every way to go wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from draughts import Board, Engine, EngineError, Limit
from draughts.protocols.checkerboard import CheckerBoardEngine
from draughts.protocols.checkerboard.client import _history

QUICK = Limit(time=0.01)
SOURCE = Path(__file__).with_name("data") / "checkerboard_engine.c"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An engine that follows the published reference, built from C."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None or sys.platform == "win32":
        pytest.skip("no C compiler that is called the Unix way")
    built = tmp_path_factory.mktemp("engine") / "stub.so"
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", built, SOURCE]
    subprocess.run(command, check=True, env=plain)
    return built


@pytest.fixture(autouse=True)
def nothing_is_left() -> object:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(2)
        assert not thread.is_alive()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ours(*arguments: str) -> list[str]:
    """Our own engine behind CheckerBoard's calls."""
    return [sys.executable, "-m", "draughts", "checkerboard", "--hash", "1", *arguments]


# --- what it can do -------------------------------------------------------------------------------


def test_an_engine_is_asked_what_it_is(library: Path) -> None:
    with CheckerBoardEngine(library, options={"hashsize": 77}) as engine:
        assert (engine.name, engine.variant.name) == ("Stub", "english")
        assert engine.command("get hashsize") == (True, "77")
        assert engine.command("about") == (True, "A stub.\nC:\\engines")
        assert engine.command("set book 3") == (False, "?")
        pid = engine._child.pid
    assert not is_running(pid)


def test_a_whole_game_is_played_between_a_library_and_our_engine(library: Path) -> None:
    mine = Engine(hash_mb=1, seed=1)
    board = Board()
    with CheckerBoardEngine(library) as engine:
        while not board.is_game_over():
            if board.turn is board.variant.first_player:
                board.push(engine.play(board, QUICK).move)
            else:
                board.push(mine.play(board, Limit(depth=4)).move)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is not board.variant.first_player


@pytest.mark.parametrize("variant", ["english", "italian", "spanish", "russian", "brazilian"])
def test_our_engine_is_driven_as_one_of_checkerboard(variant: str) -> None:
    board = Board(variant)
    with CheckerBoardEngine(ours("--variant", variant)) as engine:
        assert engine.variant.name == variant
        for _ in range(6):
            result = engine.play(board, QUICK)
            board.push(result.move)
            assert result.info.pv == [result.move]
        assert engine.status.startswith("depth ")


def test_the_claim_of_an_engine_is_told(library: Path) -> None:
    with CheckerBoardEngine(library) as engine:
        assert engine.play(Board(), QUICK).info.score.win_in is None
        assert engine.claim == ""
        engine.set_option("fault", "win")
        assert engine.play(Board(), QUICK).info.score.win_in == 1
        assert engine.claim == "win"


def test_an_engine_that_fills_in_no_move_is_understood_by_its_board(library: Path) -> None:
    with CheckerBoardEngine(library, options={"fault": "silent"}) as engine:
        assert engine.play(Board(), QUICK).move in Board().legal_moves


def test_an_engine_is_told_the_clock_the_past_and_when_a_game_begins(library: Path) -> None:
    board = Board.from_fen("W:WK1,25:BK32,12")
    for text in "25-22 12-16 1-6 32-27 6-1".split():
        board.push_pdn(text)
    with CheckerBoardEngine(library) as engine:
        engine.play(Board(), QUICK)
        assert "info 3, moreinfo 0" in engine.status  # exact time, and a new game
        engine.play(board, Limit(remaining=0.05, increment=0.002))
        assert f"info 4, moreinfo {50 << 16 | 2}" in engine.status
        assert "history W:WK1,22:B16,K32 1-6 32-27 6-1" in engine.status
        engine.new_game()
        engine.play(board, QUICK)
        assert "info 3," in engine.status


def test_of_a_long_past_the_end_is_told() -> None:
    board = Board.from_fen("W:WK1,25:BK32,12")
    for _ in range(30):
        for text in "1-6 32-27 6-1 27-32".split():
            board.push_pdn(text)
    command = _history(board)
    assert len(command) <= 255
    _, _, fen, *moves = command.split()
    again = Board.from_fen(fen)
    for text in moves:
        again.push_pdn(text)
    assert again == board and len(moves) > 20


def test_a_search_is_stopped(library: Path) -> None:
    for command in (library, ours()):
        with CheckerBoardEngine(command) as engine:
            engine.play(Board(), QUICK)
            timer = threading.Timer(0.2, engine.stop)
            timer.start()
            began = time.monotonic()
            assert engine.play(Board(), Limit(time=60)).move in Board().legal_moves
            assert time.monotonic() - began < 5
            timer.join()


def searching(engine: CheckerBoardEngine) -> None:
    with suppress(EngineError):
        engine.play(Board(), Limit(time=60))


def test_an_engine_is_closed_while_it_searches(library: Path) -> None:
    for command in (library, ours()):
        engine = CheckerBoardEngine(command)

        thread = threading.Thread(target=searching, args=(engine,))
        thread.start()
        time.sleep(0.3)
        engine.close()
        thread.join(5)
        assert not thread.is_alive() and not is_running(engine._child.pid)


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "has ended; its exit status is -6"),
        ("hang", "has not answered within 0.5 s"),
        ("pass", "no legal move of .* leads to the board"),
        ("junk", "no legal move of .* leads to the board"),
    ],
)
def test_a_library_that_fails_in_its_search(library: Path, fault: str, told: str) -> None:
    with CheckerBoardEngine(library, timeout=10) as engine:
        engine.set_option("fault", fault)
        engine._timeout = 0.5 - QUICK.time  # type: ignore[operator]
        began = time.monotonic()
        with pytest.raises(EngineError, match=told):
            engine.play(Board(), QUICK)
        assert time.monotonic() - began < 5
        pid = engine._child.pid
    assert not is_running(pid)


def test_a_library_that_does_not_answer_a_command(library: Path) -> None:
    with CheckerBoardEngine(library) as engine:
        engine._timeout = 0.3
        with pytest.raises(EngineError, match=r"has not answered within 0\.3 s"):
            engine.command("set fault deaf")
        with pytest.raises(EngineError):
            engine.command("name")
        assert not is_running(engine._child.pid)


def test_a_process_that_is_killed_in_its_search(library: Path) -> None:
    with CheckerBoardEngine(library) as engine:
        timer = threading.Timer(0.2, lambda: os.kill(engine._child.pid, 9))
        timer.start()
        with pytest.raises(EngineError, match="has ended; its exit status is -9"):
            engine.play(Board(), Limit(time=60))
        timer.join()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("print('reply 1 20', flush=True); print('reply 1 20', flush=True)", "20 is no game type"),
        ("print('gibberish', flush=True); input()", "has not answered within"),
        ("print('reply', flush=True); input()", "answers '' where a number"),
        ("import sys; sys.stdout.write('reply 1 '); sys.stdout.flush(); input()", "has not answ"),
        ("import time; time.sleep(60)", "has not answered within"),
        ("print('reply 1 ' + 'x' * 10_000_000, flush=True)", "a line of more than"),
        ("print('error no library', flush=True); input()", "no library"),
        ("", "has ended; its exit status is 0"),
        ("import sys; sys.exit('it is broken')", "exit status is 1; it said 'it is broken'"),
    ],
)
def test_a_program_that_does_not_speak_the_lines(script: str, told: str) -> None:
    timeout = 1.0 if "has not answ" in told else 10.0
    began = time.monotonic()
    with pytest.raises(EngineError, match=told):
        CheckerBoardEngine([sys.executable, "-c", "input()\n" + script], timeout=timeout)
    assert time.monotonic() - began < 8


ANSWERS = """\
import sys
for line in sys.stdin:
    print({!r} if line.startswith("getmove") else "reply 1 21", flush=True)
"""
WRONG = ("move", "move 3", "move x y z", f"move 3 {'0' * 64} 0 5 5 11 22", "move 3 60 nonsense")


@pytest.mark.parametrize("answer", WRONG)
def test_an_answer_that_is_no_move(answer: str) -> None:
    with CheckerBoardEngine([sys.executable, "-c", ANSWERS.format(answer)]) as engine:
        with pytest.raises(EngineError, match=r"is no move|leads to the board"):
            engine.play(Board(), QUICK)


def test_what_is_no_library(tmp_path: Path, library: Path) -> None:
    nonsense = tmp_path / "engine.dll"
    nonsense.write_text("MZ")
    with pytest.raises(EngineError, match=r"has ended; its exit status is 1; it said .*OSError"):
        CheckerBoardEngine(nonsense)
    with pytest.raises(EngineError, match="there is no file"):
        CheckerBoardEngine(tmp_path / "nothing.dll")
    with pytest.raises(EngineError, match="there is no program"):
        CheckerBoardEngine(library, python="no-such-python")


def test_what_an_engine_refuses(library: Path) -> None:
    with pytest.raises(EngineError, match=r"Stub refuses book 3: '\?'"):
        CheckerBoardEngine(library, options={"book": 3})


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda engine: engine.play(Board(), Limit(depth=3)), "knows only time"),
        (lambda engine: engine.play(Board("russian"), QUICK), "Stub plays english, not russian"),
        (lambda engine: engine.play(Board("thai"), QUICK), "Stub plays english, not thai"),
        (lambda engine: engine.play(Board.from_fen("W:W:B1"), QUICK), "there is no move in"),
        (lambda engine: engine.command("x" * 300), "a command of 300 characters"),
    ],
)
def test_what_an_engine_cannot_be_asked(
    library: Path, ask: Callable[[CheckerBoardEngine], object], told: str
) -> None:
    with CheckerBoardEngine(library) as engine:
        with pytest.raises(ValueError, match=told):
            ask(engine)
        assert engine.play(Board(), QUICK).move in Board().legal_moves


def test_an_engine_is_asked_one_thing_at_a_time(library: Path) -> None:
    with CheckerBoardEngine(library) as engine:
        thread = threading.Thread(target=engine.play, args=(Board(), Limit(time=60)))
        thread.start()
        time.sleep(0.3)
        with pytest.raises(EngineError, match="is busy"):
            engine.command("name")
        engine.stop()
        thread.join(10)
