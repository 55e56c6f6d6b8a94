"""Hub engines of others: played with like our own, and survived whatever they do."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import hub_fake
from draughts import Board, EngineError, Level, Limit, Move, Score
from draughts.cli import main
from draughts.game import Game
from draughts.match import Conditions, Player
from draughts.match.referee import play_game
from draughts.match.seating import leave
from draughts.protocols import HubEngine
from draughts.protocols.hub import client
from draughts.protocols.process import Child

FAKE = Path(hub_fake.__file__)
TIMEOUT = 0.5  # seconds, for engines of which it is known that they will exceed it
START = Board("international")
FIRST = Board("international").legal_moves[0]

Start = Callable[..., HubEngine]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """An engine with a fault. When the test is over no process of it may be left."""
    engines: list[HubEngine] = []

    def begin(fault: str = "none", timeout: float = 10.0, **arguments: object) -> HubEngine:
        command = [sys.executable, str(FAKE), fault, str(tmp_path)]
        engine = HubEngine(command, timeout=10.0, **arguments)  # type: ignore[arg-type]
        engine._timeout = timeout  # an interpreter needs a second to start on a busy machine
        engines.append(engine)
        return engine

    yield begin
    for engine in engines:
        engine.close()
    assert_no_process_is_left(tmp_path)


def assert_no_process_is_left(folder: Path) -> None:
    deadline = time.monotonic() + 5
    pids = [int(file.stem) for file in folder.glob("*.pid")]
    while any(map(is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert pids and not any(map(is_alive, pids))


def heard(folder: Path) -> list[str]:
    return (folder / "heard").read_text().splitlines()


# --- a good engine --------------------------------------------------------------------------------


def test_an_engine_tells_who_it_is_and_what_can_be_set(start: Start) -> None:
    engine = start()
    assert (engine.name, engine.id) == ("Fake Engine", {"name": "Fake Engine", "version": "1"})
    assert engine.parameters["variant"].values == ("normal", "russian")
    size = engine.parameters["tt-size"]
    assert (size.value, size.type, size.low, size.high) == ("24", "int", "16", "30")


def test_it_is_set_up_with_its_variant_and_options_before_it_gets_ready(
    start: Start, tmp_path: Path
) -> None:
    start(variant="russian", options={"book": False, "tt-size": 20})
    assert heard(tmp_path) == [
        "hub",
        "set-param name=variant value=russian",
        "set-param name=book value=false",
        "set-param name=tt-size value=20",
        "init",
    ]


def test_it_is_asked_with_the_whole_game_and_the_limit(start: Start, tmp_path: Path) -> None:
    board = Board("international")
    for text in ("32-28", "19-23", "28x19", "14x23"):
        board.push_pdn(text)
    result = start().play(board, Limit(remaining=10.5, increment=0.5))
    assert result.move == board.legal_moves[0]
    assert heard(tmp_path)[-3:] == [
        f'pos pos=W{20 * "b"}{10 * "e"}{20 * "w"} moves="32-28 19-23 28x19x23 14x23x19"',
        "level time=10 inc=0.5",
        "go think",
    ]
    assert len(board.move_stack) == 4


def test_what_it_tells_comes_back_as_from_our_own_engine(start: Start) -> None:
    engine, seen = start(), []
    result = engine.play(START, Limit(depth=3), on_info=seen.append)
    assert result.move == FIRST
    assert seen == [result.info]
    assert (result.info.depth, result.info.nodes, result.info.score) == (3, 42, Score(-25, None))
    assert result.info.pv == [FIRST]


def test_a_stream_ends_when_nobody_wants_more_and_the_engine_can_be_asked_again(
    start: Start,
) -> None:
    engine = start()
    for info in engine.stream(START, Limit()):
        assert info.pv == [FIRST]
        break
    stream = engine.stream(START, Limit())
    next(stream)
    with pytest.raises(EngineError, match="searching already"):
        engine.play(START, Limit(depth=1))
    stream.close()  # type: ignore[attr-defined]
    assert engine.play(START, Limit(depth=1)).move == FIRST


def test_stop_ends_an_endless_search(start: Start) -> None:
    engine = start()
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    assert engine.analyse(START, Limit()).pv == [FIRST]


def test_it_ponders_until_it_is_asked_again() -> None:
    with HubEngine([sys.executable, "-m", "draughts", "hub"]) as engine:
        result = engine.play(START, Limit(depth=5), ponder=True)
        assert result.ponder is not None
        after = START.copy()
        after.push(result.move)
        assert engine.play(after, Limit(depth=4), ponder=True).move in after.legal_moves
        engine.stop()
        engine.new_game()


def test_a_search_loses_no_time_to_what_a_new_game_takes(start: Start) -> None:
    engine = start("clears")
    began = time.monotonic()
    engine.new_game()
    assert 0.3 <= time.monotonic() - began < 2
    assert engine.play(START, Limit(time=0.01)).move == FIRST


def test_an_engine_that_does_not_answer_a_ping_has_its_new_game(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_CLEARING", 0.05)
    engine = start("no-pong")
    engine.new_game()
    assert engine.play(START, Limit(time=0.01)).move == FIRST


def test_an_engine_that_has_ended_has_no_new_game(start: Start) -> None:
    engine = start()
    engine._child._process.kill()
    for _ in range(2):
        with pytest.raises(EngineError, match="has ended"):
            engine.new_game()


def test_asyncio_goes_on_meanwhile_and_a_task_that_is_cancelled_stops_the_search(
    start: Start,
) -> None:
    engine = start()

    async def use() -> Move:
        task = asyncio.create_task(engine.aanalyse(START, Limit()))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await engine.aplay(START, Limit(depth=1))).move

    assert asyncio.run(use()) == FIRST


def test_what_the_protocol_does_not_know_is_refused(start: Start) -> None:
    engine = start()
    for ask in (
        lambda: engine.play(START, Level.EASY),
        lambda: engine.play(START, Limit(), level=Level.EASY),
        lambda: engine.analyse(START, Limit(), multipv=2),
        lambda: engine.play(Board("russian"), Limit()),
        lambda: engine.play(Board.from_fen("W:W:B19", "international"), Limit()),
    ):
        with pytest.raises(EngineError):
            ask()
    with pytest.raises(ValueError, match="negative"):
        engine.play(START, Limit(time=-1))
    assert engine.play(START, Limit(depth=1)).move == FIRST


# --- patience with the form -----------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["pieces", "garbage"])
def test_lines_in_pieces_and_garbage_between_them_do_no_harm(start: Start, fault: str) -> None:
    result = start(fault).play(START, Limit(depth=1))
    assert (result.move, result.ponder) == (FIRST, None)
    assert result.info.pv == [FIRST]


def test_an_engine_may_end_an_endless_search_by_itself(start: Start) -> None:
    assert start("early").play(START, Limit()).info.pv == [FIRST]


# --- faults: a clear error in time, no process left (which the fixture looks for) -----------------


@pytest.mark.parametrize(
    ("fault", "timeout", "told"),
    [
        ("no-protocol", 10.0, "has ended; its exit status is 2; it said 'usage: fake"),
        ("no-wait", 0.5, "has not said 'wait' within 0.5 s; is it a Hub engine"),
        ("no-ready", 3.0, "has not said 'ready' within 3 s"),  # its interpreter starts meanwhile
        ("refuses", 10.0, "no, thank you"),
    ],
)
def test_an_engine_that_does_not_start_is_ended(
    fault: str, timeout: float, told: str, tmp_path: Path
) -> None:
    began = time.monotonic()
    with pytest.raises(EngineError) as caught:
        HubEngine([sys.executable, str(FAKE), fault, str(tmp_path)], timeout=timeout)
    assert told in str(caught.value)
    assert time.monotonic() - began < 10
    if list(tmp_path.glob("*.pid")):
        assert_no_process_is_left(tmp_path)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("dies", "has ended; its exit status is 3; it said 'out of luck'"),
        ("silent", "hangs: it does not even answer a ping"),
        ("half-line", "hangs"),
        ("deaf", "hangs"),
        ("long-line", "has sent a line of more than 1048576 bytes"),
        ("error-alone", "I do not like this"),
    ],
)
def test_an_engine_that_breaks_off_is_ended(start: Start, fault: str, told: str) -> None:
    engine = start(fault, TIMEOUT)
    began = time.monotonic()
    with pytest.raises(EngineError) as caught:
        engine.play(START, Limit(depth=9))
    assert told in str(caught.value)
    assert time.monotonic() - began < 3 * TIMEOUT + 5
    assert not is_alive(engine.pid)
    with pytest.raises(EngineError) as again:
        engine.play(START, Limit(depth=9))
    assert str(again.value) == str(caught.value)
    with pytest.raises(EngineError):
        engine.new_game()
    engine.stop()


@pytest.mark.parametrize("fault", ["silent", "flood"])
def test_an_engine_that_exceeds_its_time_is_ended(start: Start, fault: str) -> None:
    engine = start(fault, TIMEOUT)
    with pytest.raises(EngineError, match=r"hangs: it is still searching 0.5 s after its time was"):
        engine.play(START, Limit(time=0.05))
    assert not is_alive(engine.pid)


def test_an_engine_that_does_not_stop_is_ended(start: Start) -> None:
    engine = start("deaf", TIMEOUT)
    stream = engine.stream(START, Limit())
    next(stream)
    engine.stop()
    with pytest.raises(EngineError, match=r"hangs: it is still searching 0.5 s after it was told"):
        list(stream)
    assert not is_alive(engine.pid)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("illegal", "'done move=1-50': 1-50 is not legal here; legal is"),
        ("no-move", "'done': done without a move"),
        ("error", "Fake Engine: I do not like this"),
    ],
)
def test_after_a_wrong_answer_the_engine_may_be_asked_again(
    start: Start, fault: str, told: str
) -> None:
    engine = start(fault)
    for _ in range(2):
        with pytest.raises(EngineError) as caught:
            engine.play(START, Limit(depth=1))
        assert told in str(caught.value)
    assert is_alive(engine.pid)


def test_an_engine_that_does_not_quit_is_killed(start: Start) -> None:
    engine = start("hangs-on-quit")
    engine.play(START, Limit(depth=1))
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 5
    assert not is_alive(engine.pid)
    engine.close()
    with pytest.raises(EngineError, match="was closed"):
        engine.play(START, Limit(depth=1))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_what_an_engine_has_started_ends_with_it(start: Start) -> None:
    start("leaves-children").close()


def test_close_ends_a_search_in_another_thread(start: Start) -> None:
    engine = start()
    errors: list[EngineError] = []

    def search() -> None:
        try:
            engine.analyse(START, Limit())
        except EngineError as error:
            errors.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.2)
    engine.close()
    thread.join(5)
    assert not thread.is_alive() and "was closed" in str(errors[0])


def test_an_engine_that_is_forgotten_ends(tmp_path: Path) -> None:
    HubEngine([sys.executable, str(FAKE), "none", str(tmp_path)])
    gc.collect()
    assert_no_process_is_left(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"options": {"hash": 1}}, "no parameter 'hash'; it has variant, book, tt-size"),
        ({"variant": "thai"}, "Fake Engine does not play 'thai'; it plays normal, russian"),
    ],
)
def test_what_an_engine_does_not_have_is_refused_with_what_it_has(
    start: Start, arguments: dict[str, object], told: str
) -> None:
    with pytest.raises(EngineError) as caught:
        start("none", **arguments)
    assert told in str(caught.value)
    start()


def test_rules_that_the_protocol_has_no_name_for_are_refused(start: Start) -> None:
    at_home = START.variant.replace(mandatory_capture=False)
    with pytest.raises(EngineError, match="does not play 'international'"):
        start(variant=at_home)
    assert start(variant=START.variant.replace(draw_rules=Board().variant.draw_rules))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["no-such-engine", "hub"], "there is no program 'no-such-engine'"),
        (["./no-such-engine"], "there is no program './no-such-engine'"),
        ([], "is no list of a program and its arguments"),
        ("scan hub", "'scan hub' is no list of a program and its arguments"),
    ],
)
def test_a_command_that_is_none_is_refused(command: list[str], told: str) -> None:
    with pytest.raises(EngineError) as caught:
        HubEngine(command)
    assert told in str(caught.value)


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        HubEngine([sys.executable], cwd=tmp_path / "nowhere")


# --- the process ----------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_a_program_is_found_from_here_and_from_its_folder(tmp_path: Path) -> None:
    script = tmp_path / "speak"
    script.write_text("#!/bin/sh\npwd\n")
    script.chmod(0o755)
    for command in ([script], ["./speak"]):
        with Child(command, cwd=tmp_path) as child:
            assert child.read(10) == str(tmp_path.resolve())


def test_a_program_that_does_not_read_never_blocks_and_one_that_talks_fills_no_memory() -> None:
    code = "import sys\nwhile True: print('x' * 1000)"
    with Child([sys.executable, "-c", code]) as child:
        for _ in range(200):
            child.write("y" * 10_000)
        time.sleep(0.2)
        assert child._lines.qsize() <= 10_000
        assert child.read(5) == "x" * 1000
        child.forget()
    assert not is_alive(child.pid)


# --- matches --------------------------------------------------------------------------------------


def player(fault: str, folder: Path, more: str = "") -> Player:
    command = " ".join(f"'{part}'" for part in (sys.executable, FAKE, fault, folder))
    return Player.parse(f'fake,hub="{command}"{more}')


def test_a_player_may_be_a_hub_engine() -> None:
    told = Player.parse(
        """x,hub="'/opt/my scan/scan' hub",cwd=/opt,book=false,note="a,b",time=.1"""
    )
    assert told.hub == ("/opt/my scan/scan", "hub")
    assert (told.name, told.cwd, told.limit) == ("x", "/opt", Limit(time=0.1))
    assert told.options == (("book", "false"), ("note", "a,b"))
    assert Player.parse("x,hub=scan hub,hash=64").options == (("hash", "64"),)
    with pytest.raises(ValueError, match="not a program and its arguments"):
        Player.parse('x,hub=""')
    with pytest.raises(ValueError, match="hub and dxp"):
        Player.parse("x,look=false")


@pytest.mark.parametrize("rules", ["international", "russian"])
def test_a_hub_engine_plays_a_match_game(tmp_path: Path, rules: str) -> None:
    fake, ours = player("none", tmp_path, ",book=false"), Player.parse("ours,nodes=50")
    conditions = Conditions(Limit(depth=1), most_plies=60)
    try:
        for white, black in ((fake, ours), (ours, fake)):
            played = play_game(Game(variant=rules), white, black, conditions)
            assert not played.fault
            assert played.game.outcome() is not None
    finally:
        leave(fake)
    assert_no_process_is_left(tmp_path)
    assert "set-param name=book value=false" in heard(tmp_path)


def test_an_illegal_move_loses_the_game_and_a_dead_engine_ends_the_match(tmp_path: Path) -> None:
    ours, conditions = Player.parse("ours,nodes=50"), Conditions(Limit(depth=1))
    bad, dead = player("illegal", tmp_path), player("dies", tmp_path)
    try:
        played = play_game(Game(variant="international"), bad, ours, conditions)
        assert "white" in played.fault and "1-50" in played.fault
        with pytest.raises(EngineError, match="has ended"):
            play_game(Game(variant="international"), dead, ours, conditions)
    finally:
        leave(bad)
        leave(dead)
    assert_no_process_is_left(tmp_path)


def test_the_command_match_takes_a_hub_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = " ".join(f"'{part}'" for part in (sys.executable, FAKE, "none", tmp_path))
    arguments = ["match", f"fake,hub={command}", "ours,nodes=100", "--variant", "russian"]
    assert main([*arguments, "--games", "2", "--depth", "2", "--jobs", "1"]) == 0
    assert "fake - ours, russian, 2 games" in capsys.readouterr().out
    assert_no_process_is_left(tmp_path)
    assert main([*arguments, "--games", "2", "--variant", "thai", "--jobs", "1"]) == 2
    assert "fake: Fake Engine does not play 'thai'" in capsys.readouterr().err
