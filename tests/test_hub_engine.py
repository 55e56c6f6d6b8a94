"""``draughts hub``: what a program that speaks the Hub protocol gets for its lines."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import VARIANTS, Board, Limit
from draughts.protocols import HubEngine
from draughts.protocols.hub.lines import Command, parse_line
from draughts.protocols.hub.notation import (
    hub_name,
    move_text,
    parse_move,
    parse_moves,
    parse_position,
    position_text,
    variant_names,
)
from draughts.protocols.hub.server import HubServer
from draughts.protocols.process import Child

COMMAND = [sys.executable, "-m", "draughts", "hub"]
PATIENCE = 10.0  # seconds, on a machine that does much else


class Program:
    """A program that sends lines to ``draughts hub``."""

    def __init__(self, *arguments: str) -> None:
        self.engine = Child([*COMMAND, *arguments])

    def tell(self, *lines: str) -> None:
        for line in lines:
            self.engine.write(line)

    def hear(self, last: str) -> list[Command]:
        """What the engine says until a certain command, which is the last one."""
        heard = []
        while not heard or heard[-1].name != last:
            line = self.engine.read(PATIENCE)
            assert line is not None, f"no {last} after {heard}"
            heard.append(parse_line(line))
        return heard

    def ask(self, last: str, *lines: str) -> list[Command]:
        self.tell(*lines)
        return self.hear(last)

    def error(self, *lines: str) -> str:
        """The one thing that is said to lines with something wrong in them."""
        error, pong = self.ask("pong", *lines, "ping")
        assert (error.name, pong.name) == ("error", "pong")
        return error.arguments["message"]


@pytest.fixture(scope="module")
def process() -> Iterator[Program]:
    program = Program()
    yield program
    program.engine.close()


@pytest.fixture
def program(process: Program) -> Program:
    """A program that has made a fresh start with an engine."""
    process.tell("stop", "set-param name=variant value=normal", "set-param name=hash value=1")
    process.tell("set-param name=book value=false")
    process.ask("ready", "init")
    process.tell("new-game", "pos")
    return process


def best(heard: list[Command]) -> str:
    assert heard[-1].name == "done"
    return heard[-1].arguments["move"]


# --- the beginning --------------------------------------------------------------------------------


def test_it_says_who_it_is_and_what_can_be_set(program: Program) -> None:
    told = program.ask("wait", "hub")
    assert told[0].name == "id"
    assert {"name", "version", "author"} <= told[0].arguments.keys()
    parameters = {line.arguments["name"]: line.arguments for line in told[1:-1]}
    assert parameters.keys() >= {"variant", "hash", "threads", "level"}
    assert parameters["variant"]["value"] == "normal"
    assert parameters["variant"]["values"].split() == list(map(hub_name, VARIANTS.values()))
    assert parameters["hash"].items() >= {"type": "int", "min": "1", "max": "65536"}.items()


def test_a_parameter_that_is_set_is_told_with_its_value(program: Program) -> None:
    program.tell("set-param name=level value=7", "set-param name=variant value=Standard")
    told = {line.arguments.get("name"): line.arguments for line in program.ask("wait", "hub")}
    assert (told["level"]["value"], told["variant"]["value"]) == ("7", "normal")
    program.tell("set-param name=level value=20")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("set-param", "without a name"),
        ("set-param name=foo value=1", "'foo'; there are variant, hash, threads, level"),
        ("set-param name=hash value=0", "hash is '0': it must be a whole number from 1 to 65536"),
        ("set-param name=hash value=99999", "'99999'"),
        ("set-param name=hash", "hash is ''"),
        ("set-param name=threads value=two", "threads is 'two'"),
        ("set-param name=level value=21", "from 0 to 20"),
        ("set-param name=variant value=frisian", "no variant is called 'frisian'; there are"),
        ("pos pos=W", "this one has 1"),
        ("pos pos=W" + 50 * "z", "square 1 is 'z'"),
        ("pos moves=32-29", "move 1: 32-29 is not legal here"),
        ("pos moves=nonsense", "move 1: 'nonsense' is no move"),
        ("level depth=-3", "level depth is '-3'"),
        ("level inc=1", "inc without time"),
        ("go", "go is think, ponder or analyze, not nothing"),
        ("go home", "not home"),
        ('pos pos="', 'is not name, name=value or name="value"'),
        ("=", "does not begin with a command"),
        ("\x00\x01 \xff", ""),
    ],
)
def test_what_is_wrong_with_a_line_is_told_and_the_engine_goes_on(
    program: Program, line: str, told: str
) -> None:
    if told:
        assert told.replace('"', "'") in program.error(line)
    else:
        program.ask("pong", line, "ping")
    assert best(program.ask("done", "pos", "level depth=1", "go think"))


def test_what_it_does_not_know_is_ignored(program: Program) -> None:
    heard = program.ask("pong", "dance to=music", "", "   ", "stop", "ponder-hit", "ping")
    assert [command.name for command in heard] == ["pong"]
    assert best(program.ask("done", "pos start=1", "level depth=1 width=3", "go think fast"))


def test_a_line_of_10_megabytes_and_garbage_are_passed_over(program: Program) -> None:
    program.engine._outbox.put(b"pos pos=" + b"w" * 10_000_000 + b"\n")
    program.engine._outbox.put(bytes(range(128, 256)) + b"\n")
    heard = program.ask("pong", "ping")
    assert {command.name for command in heard} <= {"error", "pong"}


# --- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_variant_under_each_of_its_names(program: Program, name: str) -> None:
    board = Board(name)
    for known in variant_names(board.variant):
        program.tell(f"set-param name=variant value={known}")
        heard = program.ask("done", f"pos pos={position_text(board)}", "level depth=2", "go think")
        assert parse_move(best(heard), board)


def test_the_variant_of_the_command_line_holds_until_another_is_set() -> None:
    program = Program("--variant", "russian")
    try:
        heard = program.ask("wait", "hub")
        assert Command("param", heard[1].arguments).arguments["value"] == "russian"
        heard = program.ask("done", "init", "pos", "level depth=1", "go think")
        assert parse_move(best(heard), Board("russian"))
    finally:
        program.engine.close()


def test_the_moves_that_led_to_a_position_count_for_its_draws() -> None:
    kings = "B" + "".join({2: "B", 49: "W"}.get(n, "e") for n in range(1, 51))
    moves = "2-7 49-44 7-2 44-49 " * 2
    said: list[str] = []
    server = HubServer(VARIANTS["international"], said.append)
    server.run([f'pos pos={kings} moves="{moves}"'])
    assert not said
    searched = server._board_to_search()
    assert searched.is_repetition(3) and searched.quiet_plies == 8


def gametype_numbering(text: str) -> str:
    """A move of a Russian game as pydraughts writes it: its rows count from the bottom."""
    squares = [(7 - (int(n) - 1) // 4) * 4 + (int(n) - 1) % 4 + 1 for n in text.split("-")]
    return "-".join(map(str, squares))


def test_moves_are_counted_as_the_program_does_it(program: Program) -> None:
    program.tell("set-param name=variant value=russian")
    heard = program.ask(
        "done", f"pos moves={gametype_numbering('22-18')}", "level depth=3", "go think"
    )
    reply = gametype_numbering(best(heard))
    board = Board("russian")
    parse_moves("22-18", board)
    assert parse_move(reply, board)
    assert all(int(n) > 20 for n in best(heard).split("-")[:1])  # Black stands on 21 to 32 there
    # Now that it is known, what is legal in the other numbering alone is refused.
    assert "22-18 is not legal" in program.error("pos moves=22-18")
    program.tell("set-param name=numbering value=board")
    assert parse_move(
        best(program.ask("done", "pos", "level depth=3", "go think")), Board("russian")
    )
    assert "is not legal" in program.error("pos moves=10-14")


@pytest.mark.parametrize("name", VARIANTS)
def test_where_the_first_mover_is_at_the_bottom_gametype_numbers_are_those_of_pdn(
    name: str,
) -> None:
    board = Board(name)
    corner = board.variant.game_type.split(",")[4][1]
    start = position_text(board)
    first = move_text(board.legal_moves[0], board.variant, "gametype")
    assert parse_move(first, board, "gametype") == board.legal_moves[0]
    if corner == "2":
        assert first == move_text(board.legal_moves[0], board.variant)
    if name == "english":  # pydraughts turns the board round: what begins is White, at the bottom
        turned = parse_position("W" + start[1:], board.variant)
        texts = {move_text(move, board.variant, "gametype") for move in turned.legal_moves}
        assert texts == {board.pdn(move) for move in board.legal_moves}


def test_a_program_that_stops_reading_is_nudged_until_it_answers() -> None:
    program = Program("--nudge")
    try:
        program.ask("wait", "hub")
        assert program.ask("pong", "ping")[-1] == ("pong", {})
        time.sleep(0.1)
        raw = []
        program.tell("ping")
        raw.append(program.engine.read(PATIENCE))
        assert raw[0] is not None and raw[0].startswith(" ") and raw[0].strip() == "pong"
    finally:
        program.engine.close()


def test_after_a_refused_position_no_other_one_is_searched(program: Program) -> None:
    assert "not legal" in program.error("pos moves=1-2")
    error, done = program.ask("done", "go think")
    assert "the last pos was refused" in error.arguments["message"]
    assert done == ("done", {})


def test_a_position_that_is_over_is_answered_without_a_move(program: Program) -> None:
    lost = "W" + 49 * "e" + "b"
    error, done = program.ask("done", f"pos pos={lost}", "level depth=3", "go think")
    assert error.arguments["message"] == "the game is over: black has won"
    assert done == ("done", {})


# --- searches -------------------------------------------------------------------------------------


def test_it_tells_what_it_finds_in_fields_that_others_can_read(program: Program) -> None:
    *infos, done = program.ask("done", "level depth=8", "go think")
    assert [info.arguments["depth"] for info in infos] == [str(n) for n in range(1, 9)]
    board = Board("international")
    for info in infos:
        fields = info.arguments
        assert float(fields["score"]) < 1 and int(fields["nodes"]) > 0
        assert float(fields["time"]) >= 0 and float(fields["nps"]) >= 0
        parse_moves(fields["pv"], board.copy())
    first, reply = infos[-1].arguments["pv"].split()[:2]
    assert done.arguments == {"move": first, "ponder": reply}


@pytest.mark.parametrize(
    "level",
    [
        "depth=3",
        "nodes=500",
        "move-time=0.05",
        "time=1",
        "time=1 inc=0.05",
        "moves=20 time=1",
        "moves=1 time=0.1 inc=0.1",
        "time=0",
        "time=-1",
        "depth=40 move-time=0.02",
    ],
)
def test_every_form_of_a_level_ends_by_itself(program: Program, level: str) -> None:
    began = time.monotonic()
    heard = program.ask("done", f"level {level}", "go think")
    assert parse_move(best(heard), Board("international"))
    assert time.monotonic() - began < 5


def test_levels_before_one_go_add_up_and_hold_until_the_next(program: Program) -> None:
    for lines in (("level depth=4", "level move-time=20", "go think"), ("go think",)):
        *_, last, done = program.ask("done", *lines)
        assert last.arguments["depth"] == "4"
        assert best([done])
    *_, last, _ = program.ask("done", "level nodes=1", "go think")
    assert int(last.arguments["depth"]) < 4


def test_the_same_search_after_new_game_finds_the_same(program: Program) -> None:
    def nodes() -> str:
        heard = program.ask("done", "new-game", "pos", "level depth=9", "go think")
        return heard[-2].arguments["nodes"]

    assert nodes() == nodes()


@pytest.mark.parametrize("mode", ["analyze", "think"])
def test_a_search_without_end_ends_when_it_is_stopped(program: Program, mode: str) -> None:
    program.tell("level infinite", f"go {mode}")
    assert program.hear("info")
    assert program.ask("pong", "ping")
    assert best(program.ask("done", "stop"))


def test_without_a_level_a_move_comes_by_itself_and_an_analysis_goes_on() -> None:
    said: list[str] = []
    server = HubServer(VARIANTS["international"], said.append)
    forced = "W" + "".join({28: "w", 23: "b", 5: "b"}.get(n, "e") for n in range(1, 51))
    server.run(["set-param name=hash value=1", f"pos pos={forced}", "go think", "stop"])
    assert said[-1].startswith("done move=28x19x23")


def test_a_search_that_has_found_all_waits_to_be_stopped(program: Program) -> None:
    won = "W" + "".join({45: "w", 40: "b"}.get(n, "e") for n in range(1, 51))
    program.tell(f"pos pos={won}", "level infinite", "go analyze")
    program.hear("info")
    time.sleep(0.3)
    heard = program.ask("pong", "ping")
    assert "done" not in {command.name for command in heard}
    assert best(program.ask("done", "stop"))


def test_what_may_not_come_in_a_search_is_refused_and_the_search_goes_on(program: Program) -> None:
    program.tell("level infinite", "go analyze")
    program.hear("info")
    for line in ("pos", "go think", "level depth=1", "new-game", "set-param name=hash value=1"):
        error = program.ask("error", line)[-1]
        assert error.arguments["message"].endswith("while a search runs; stop it first")
    assert best(program.ask("done", "stop"))


def test_pondering_ends_with_a_move_in_time_after_the_hit(program: Program) -> None:
    program.tell("level move-time=0.1", "go ponder")
    program.hear("info")
    time.sleep(0.3)  # the time for the move does not run yet
    assert "done" not in {command.name for command in program.ask("pong", "ping")}
    began = time.monotonic()
    assert best(program.ask("done", "ponder-hit"))
    assert 0.05 < time.monotonic() - began < 5


def test_pondering_that_has_reached_its_depth_waits_for_the_hit(program: Program) -> None:
    program.tell("level depth=3", "go ponder")
    program.hear("info")
    time.sleep(0.2)
    assert "done" not in {command.name for command in program.ask("pong", "ping")}
    assert best(program.ask("done", "ponder-hit", "ponder-hit"))


def test_pondering_ends_when_it_is_stopped(program: Program) -> None:
    program.tell("level time=60", "go ponder")
    program.hear("info")
    assert best(program.ask("done", "stop"))


def test_the_first_moves_come_from_the_book(program: Program) -> None:
    """A level that misjudges moves has not learnt it; an analysis asks no book."""
    program.tell("set-param name=book value=true")
    (info, done) = program.ask("done", "pos", "level move-time=60", "go think")
    assert info.arguments["depth"] == info.arguments["nodes"] == "0"
    assert info.arguments["pv"].split()[0] == done.arguments["move"]
    program.tell("set-param name=level value=5", "level depth=3")
    assert int(program.ask("done", "go think")[-2].arguments["nodes"]) > 0
    program.tell("set-param name=level value=20")
    assert int(program.ask("done", "go analyze")[0].arguments["nodes"]) > 0


@pytest.mark.parametrize("value", [0, 5, 15])
def test_a_low_level_plays_weaker_and_tells_of_the_move_it_plays(
    program: Program, value: int
) -> None:
    program.tell(f"set-param name=level value={value}", "pos", "level move-time=1")
    heard = program.ask("done", "go think")
    assert heard[-2].arguments["pv"].split()[0] == best(heard)
    assert int(heard[-2].arguments["nodes"]) < 100_000
    program.tell("set-param name=level value=20")


def test_more_threads_and_memory_can_be_set(program: Program) -> None:
    heard = program.ask(
        "ready", "set-param name=threads value=2", "set-param name=hash value=2", "init"
    )
    assert heard[-1].name == "ready"
    assert best(program.ask("done", "pos", "level depth=9", "go think"))
    program.tell("set-param name=threads value=1")


def test_stop_is_answered_at_once(program: Program) -> None:
    """Within 10 ms, says benchmarks/hub_stop.py; a busy machine is given more."""
    taken = []
    for _ in range(5):
        program.tell("level infinite", "go analyze")
        program.hear("info")
        time.sleep(0.05)
        began = time.perf_counter()
        program.ask("done", "stop")
        taken.append(time.perf_counter() - began)
    assert sorted(taken)[2] < 0.2


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [b"quit\n", b"", b"hub\nini", b"level infinite\ngo analyze\n"])
def test_it_ends_with_quit_and_when_nobody_sends_any_more(told: bytes) -> None:
    done = subprocess.run(COMMAND, input=told, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="no descriptor can be closed before the program begins")
def test_it_ends_without_an_input_and_without_a_reader() -> None:
    closed = subprocess.run(["/bin/sh", "-c", 'exec "$@" <&-', "sh", *COMMAND], timeout=PATIENCE)
    assert closed.returncode == 0
    for said in ("hub", "level infinite\\ngo analyze"):
        deaf = subprocess.run(
            ["/bin/sh", "-c", f'(printf "{said}\\n"; sleep 1) | "$@" | true', "sh", *COMMAND],
            capture_output=True,
            timeout=PATIENCE,
        )
        assert deaf.stderr == b""


# --- whatever comes -------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *("hub", "init", "ping", "stop", "ponder-hit", "new-game", "quit", "dance", ""),
        *("pos", "pos moves=32-28", "pos moves=1-2", "pos pos=W" + 50 * "e", "pos pos=Wx", "pos ="),
        *("level depth=2", "level nodes=9", "level move-time=0.001", "level infinite", "level x=y"),
        *("level time=0 inc=0 moves=0", "level depth=x", "go think", "go ponder", "go analyze"),
        *("go", "set-param name=variant value=thai", "set-param name=variant value=bt"),
        *("set-param name=level value=3", "set-param name=hash value=1", "set-param name=x"),
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(WORDS, st.text(max_size=20)), max_size=25))
def test_no_order_of_lines_breaks_it(lines: list[str]) -> None:
    said: list[str] = []
    server = HubServer(VARIANTS["international"], said.append)
    server.run(["set-param name=hash value=1", *lines, "stop", "ping"])
    assert all(parse_line(line) for line in said)
    if "quit" not in lines:
        assert said[-1] == "pong"
    names = [parse_line(line).name for line in said]
    assert names.count("done") <= sum(line.startswith("go ") for line in lines)


def test_our_own_client_plays_a_game_with_it() -> None:
    for name in ("english", "spanish", "international"):
        board = Board(name)
        with HubEngine(COMMAND, variant=name, options={"hash": 1}) as engine:
            for _ in range(30):
                if board.outcome() is not None:
                    break
                move = engine.play(board, Limit(nodes=200)).move
                assert move_text(move, board.variant)
                board.push(move)
