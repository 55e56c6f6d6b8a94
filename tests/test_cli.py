"""The command ``draughts``."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import draughts
from draughts import VARIANTS, Board, Engine, EngineError, Limit
from draughts.cli import main, verify
from draughts.pdn import write_games
from draughts.tables import PerftTable, perft_tables

COMMANDS = (
    "show",
    "moves",
    "analyse",
    "play",
    "replay",
    "annotate",
    "perft",
    "divide",
    "bench",
    "match",
    "tournament",
    "book",
    "hub",
    "dxp",
    "checkerboard",
    "web",
    "build-c",
    "serve-json",
    "train",
)
BLOCKED = "W:W28:B19,24"

Run = Callable[[str], "Ended"]


class Ended:
    """How a command went: its status and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> dict[str, Any]:
        assert self.status in (0, 1), self.err
        assert self.out.count("\n") == 1
        loaded: dict[str, Any] = json.loads(self.out)
        return loaded


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command, run in this process."""
    monkeypatch.setenv("COLUMNS", "80")

    def command(line: str) -> Ended:
        status = main(shlex.split(line))
        return Ended(status, *capsys.readouterr())

    return command


def numbers(line: str) -> list[int]:
    return [int(text.replace(",", "")) for text in re.findall(r"\d[\d,]*", line)]


# --- the command as a whole -----------------------------------------------------------------------


def test_draughts_alone_says_what_it_can_do(run: Run) -> None:
    alone = run("")
    assert alone.status == 0
    assert all(f"draughts {command}" in alone.out for command in COMMANDS)
    assert all(name in alone.out for name in VARIANTS)
    assert alone.out == run("--help").out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").out == f"draughts {draughts.__version__}\n"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_has_examples_and_fits_80_columns(run: Run, command: str) -> None:
    shown = run(f"{command} --help")
    assert shown.status == 0
    assert len(re.findall(rf"^  draughts {command}", shown.out, re.MULTILINE)) >= 2
    assert max(map(len, shown.lines)) <= 80


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_examples_of_the_help_run(
    run: Run, command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("draughts.cli.analyse.Engine", _ShortSighted)
    monkeypatch.setattr("draughts.cli.bench.Engine", _ShortSighted)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.chdir(tmp_path)
    write_games([draughts.Game()] * 3, "games.pdn")
    examples = re.findall(r"^  draughts (.+)", run(f"{command} --help").out, re.MULTILINE)
    for example in examples:
        if not re.search(
            r"DEPTH|DIR|FEN|FILE|  |>|--ply|--verify$|--seconds|bench perft|^web|^dxp|^serve",
            example,
        ):
            assert run(example).status == 0, example


class _ShortSighted(Engine):
    """An engine that looks four plies ahead, whatever it is asked for."""

    def analyse(self, board: Board, limit: Limit, **arguments: Any) -> draughts.Info:
        return super().analyse(board, Limit(depth=4), **arguments)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("foo", "'foo'"),
        ("perft", "DEPTH is missing"),
        ("perft x", "'x' is not a whole number from 1"),
        ("perft 0", "'0' is not a whole number from 1"),
        ("perft 3 --hash 99999999", "hash_mb"),
        ("perft 3 --threads 100000", "threads"),
        ("perft 3 --mode most", "'most'"),
        ("perft 3 --max-leaves 5", "--max-leaves belongs to --verify"),
        ("perft 3 --bogus", "--bogus"),
        ("perft --verify 3", "takes no DEPTH"),
        ("perft --verify --variant antidraughts", "no perft table for antidraughts"),
        ("perft --verify --max-leaves 1", "no count up to 1"),
        ("divide", "DEPTH"),
        ("show W:W99", "'99' is not a square"),
        ("moves nonsense", "side to move"),
        ("show --variant nine", "no variant is called 'nine'; there are english"),
        ("analyse --time nan", "'nan' is not a time"),
        ("analyse --time inf", "'inf' is not a time"),
        ("analyse --depth -1", "'-1' is not a whole number"),
        ("analyse --nodes 99999999999999999999", "is not a whole number"),
        ("bench --variant pool", "no positions for pool"),
        ("bench --seconds 1", "--seconds belongs to bench perft"),
        ('show "W:W1:B9\nx"', "'x'"),
    ],
)
def test_wrong_input_is_told_in_one_line(run: Run, line: str, told: str) -> None:
    ended = run(line)
    assert ended.status == 2
    assert ended.out == ""
    assert ended.err.startswith("draughts: ")
    assert ended.err.count("\n") == 1
    assert told in ended.err


# --- show and moves -------------------------------------------------------------------------------


def test_show_prints_the_board_and_what_is_known_of_it(run: Run) -> None:
    shown = run("show W:WK3,22,26:B9,15,K30 --ascii")
    assert "  |    1     2    WK     4 |  1-4" in shown.lines
    assert "White to move" in shown.lines
    assert "FEN      W:WK3,22,26:B9,15,K30" in shown.lines
    assert "Pieces   White 2 men, 1 king; Black 2 men, 1 king" in shown.lines
    assert "Problems none" in shown.lines


def test_show_names_the_problems_of_a_position(run: Run) -> None:
    shown = run("show W:W1:B")
    assert "Problems Black has no piece" in shown.out
    assert "white man stands where it would have been crowned" in shown.out
    assert run("show W:W1:B --json").json["problems"] == ["BLACK_EMPTY", "WHITE_MAN_ON_CROWN_ROW"]


def test_show_tells_how_the_game_has_ended(run: Run) -> None:
    assert "Outcome  Black has won, White has no legal move" in run(f"show {BLOCKED}").lines
    assert run(f"show {BLOCKED} --json").json["outcome"] == {
        "winner": "black",
        "termination": "no-moves",
    }
    assert "drawn, quiet limit" in run("show W:WK3:BK9:H80:F90").out
    assert "White has won, it has made a king" in run("show --variant breakthrough W:WK1:B20").out


def test_show_turns_the_board(run: Run) -> None:
    upright, flipped = run("show").lines, run("show --flipped").lines
    assert upright[1].endswith("1-4")
    assert flipped[1].endswith("32-29")


def test_moves_are_sorted_by_number(run: Run) -> None:
    assert run("moves").lines == [
        "Black to move, 7 legal",
        *("  " + move for move in "9-13 9-14 10-14 10-15 11-15 11-16 12-16".split()),
    ]


def test_moves_are_in_the_notation_of_the_variant(run: Run) -> None:
    assert run("moves --variant russian").lines[1] == "  a3-b4"
    assert run("moves --variant 25").lines == run("moves --variant Russian").lines


def test_moves_says_when_a_capture_is_forced(run: Run) -> None:
    assert run("moves W:W18,26:B6,14,22").lines[0] == "White must capture, 2 legal"


def test_moves_says_when_the_game_is_over(run: Run) -> None:
    ended = run(f"moves {BLOCKED}")
    assert ended.status == 0
    assert ended.lines == ["The game is over: Black has won, White has no legal move."]


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_for_machines_are_those_of_the_board(run: Run, name: str) -> None:
    board = Board(name)
    listed = run(f"moves --variant {name} --json").json
    assert listed["variant"] == name
    assert listed["fen"] == board.fen()
    assert {board.parse_pdn(text) for text in listed["moves"]} == set(board.legal_moves)


# --- perft and divide -----------------------------------------------------------------------------


def test_perft_counts_every_depth(run: Run) -> None:
    counted = run("perft 6")
    assert [numbers(line)[:2] for line in counted.lines[-6:]] == [
        [1, 7],
        [2, 49],
        [3, 302],
        [4, 1469],
        [5, 7361],
        [6, 36768],
    ]


def test_perft_for_machines_tells_what_it_was_measured_with(run: Run) -> None:
    counted = run("perft 8 --variant russian --mode all --threads 2 --hash 1 --json").json
    assert counted["rows"][-1]["leaves"] == 929905
    assert counted["counting"] == {"mode": "all", "threads": 2, "hash_mb": 1, "bulk": True}
    told = {"cpu", "compiler", "level", "python", "draughts", "platform"}
    assert told <= counted["machine"].keys()


def test_a_fen_may_stand_before_and_after_the_options(run: Run) -> None:
    fen = "W:WKa3,e3,f2,a1,e1:Bh8,Ke5,g5,h4"
    told = [
        run(line).json["moves"]
        for line in (
            f"divide 3 {fen} --variant brazilian --json",
            f"divide 3 --variant brazilian {fen} --json",
            f"divide --variant brazilian --json 3 {fen}",
        )
    ]
    assert told[0] == told[1] == told[2]
    assert run(f"divide 3 {fen} --variant brazilian {fen}").status == 2


def test_divide_is_perft_by_move(run: Run) -> None:
    divided = run("divide 6").lines
    assert [line.split()[0] for line in divided[-8:]] == (
        "9-13 9-14 10-14 10-15 11-15 11-16 12-16 total".split()
    )
    assert divided[-1].split()[1] == "36,768"
    table = run("divide 4 --variant russian --json").json
    assert sum(table["moves"].values()) == table["total"] == 1469


def test_verify_counts_the_tables_of_a_variant(run: Run) -> None:
    made = run("perft --verify --variant thai --max-leaves 10000")
    assert made.status == 0
    rows = [line.split() for line in made.lines[1:-2]]
    assert {row[0] for row in rows} == {"thai", "thai12"}
    assert {row[-1] for row in rows} == {"pass"}
    assert made.lines[-1].startswith(f"all {len(rows)} counts pass")
    assert max(map(len, made.lines)) <= 80


def test_verify_counts_every_table_in_its_mode(run: Run) -> None:
    made = run("perft --verify --max-leaves 100000 --json").json
    assert made["failed"] == 0
    assert {(row["variant"], row["position"], row["mode"]) for row in made["rows"]} == {
        (table.variant, table.name, table.mode) for table in perft_tables()
    }


def test_verify_fails_when_a_count_differs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    table = PerftTable("english", "start", "-", "unique", (7, 48), "a misprint", 0)
    monkeypatch.setattr(verify, "perft_tables", lambda: (table,))
    made = run("perft --verify")
    assert made.status == 1
    assert made.lines[2].split()[-1] == "FAIL"
    assert made.lines[-1].startswith("1 of 2 counts FAIL")
    assert run("perft --verify --json").status == 1


# --- the shipped tables ---------------------------------------------------------------------------


def test_every_table_has_a_source_and_its_own_position() -> None:
    tables = perft_tables()
    assert len({(t.variant, t.name, t.mode) for t in tables}) == len(tables)
    for table in tables:
        assert table.source
        assert 0 < table.checked_to_depth <= len(table.counts)
        assert not table.board().status()


def test_every_table_begins_with_the_count_of_its_position() -> None:
    for table in perft_tables():
        assert table.board().perft(1, mode=table.mode) == table.counts[0], table


# --- analyse --------------------------------------------------------------------------------------


def test_analyse_prints_a_line_a_depth_and_the_best_move(run: Run) -> None:
    found = run("analyse --depth 5 W:W18,26:B6,14,22")
    table = found.lines.index(next(line for line in found.lines if line.startswith("depth")))
    assert [int(line.split()[0]) for line in found.lines[table + 1 : -4]] == [1, 2]
    assert found.lines[-3:] == [
        "Best   26x1",
        "Score  win in 1 for White, at depth 2",
        "Line   26x1",
    ]


def test_analyse_fits_80_columns_and_prints_the_whole_line_at_the_end(run: Run) -> None:
    found = run("analyse --depth 12 --variant international")
    assert max(map(len, found.lines)) <= 80
    line = found.out.split("Line   ")[1].split()
    assert len(line) >= 12
    board = Board("international")
    for move in line:
        board.push_pdn(move)


def test_analyse_says_from_whose_side_it_scores(run: Run) -> None:
    assert "A score with + is good for Black." in run("analyse --depth 1").out


def test_analyze_is_analyse(run: Run) -> None:
    first, second = (run(f"{name} --depth 4 --json").json for name in ("analyse", "analyze"))
    assert first["best"] == second["best"]
    assert [row["depth"] for row in first["depths"]] == [1, 2, 3, 4]
    assert first["depths"][-1]["line"][0] == first["best"]


def test_analyse_is_done_when_the_time_or_the_nodes_are_used_up(run: Run) -> None:
    assert run("analyse --nodes 20000 --json").json["depths"][-1]["nodes"] <= 20_000
    began = time.perf_counter()
    assert run("analyse --time 0.2 --json").json["depths"][-1]["seconds"] <= 0.5
    assert time.perf_counter() - began < 5


def test_analyse_says_who_has_won_where_there_is_no_move(run: Run) -> None:
    ended = run(f"analyse {BLOCKED}")
    assert ended.status == 0
    assert ended.lines[-1] == "The game is over: Black has won, White has no legal move."
    told = run(f"analyse {BLOCKED} --json").json
    assert told["best"] is None
    assert told["outcome"]["winner"] == "black"


def test_what_the_engine_refuses_is_told_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise EngineError("not today")

    monkeypatch.setattr(Engine, "analyse", refuse)
    ended = run("analyse --json")
    assert (ended.status, ended.err) == (2, "draughts: not today\n")


# --- bench ----------------------------------------------------------------------------------------


def test_the_fingerprint_of_the_search_is_reproducible(run: Run) -> None:
    first, second = (run("bench --depth 5 --json").json for _ in range(2))
    assert first["nodes"] == second["nodes"] == sum(row["nodes"] for row in first["positions"])
    assert len(first["positions"]) == 40
    assert first["machine"] == second["machine"]


def test_bench_prints_the_fingerprint_as_one_number(run: Run) -> None:
    nodes = run("bench --depth 4 --variant russian --json").json["nodes"]
    shown = run("bench --depth 4 --variant russian")
    assert f"Nodes    {nodes}" in shown.lines
    assert sum(line.startswith("russian") for line in shown.lines) == 10


def test_bench_perft_is_the_median_of_its_runs(run: Run) -> None:
    measured = run("bench perft --variant english --depth 6 --seconds 0.05 --json").json
    (row,) = measured["rows"]
    assert row["leaves"] == 36768
    assert sum(row["runs"]) >= 0.05
    assert min(row["runs"]) <= row["leaves"] / row["leaves_per_second"] <= max(row["runs"])
    assert measured["counting"] == {"mode": "unique", "bulk": True, "threads": 1, "hash_mb": 0}


def test_what_is_measured_may_stand_before_and_after_the_options(run: Run) -> None:
    for line in ("bench perft --depth 4 --json", "bench --depth 4 --json perft"):
        assert run(f"{line} --seconds 0.01").json["command"] == "bench perft"


def test_bench_perft_counts_the_four_main_variants(run: Run) -> None:
    shown = run("bench perft --depth 5 --seconds 0.01")
    for name in ("english", "russian", "brazilian", "international"):
        assert any(line.startswith(name) for line in shown.lines)


# --- as a process ---------------------------------------------------------------------------------


def started(line: str, **settings: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "draughts", *shlex.split(line)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        **settings,
    )


def test_the_module_runs_as_a_command() -> None:
    with started("perft 3") as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1].split()[:2] == ["3", "302"]


def test_plain_letters_are_drawn_where_the_output_is_not_utf_8() -> None:
    with started("show", env={**os.environ, "PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("  +---")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed the Unix way")
@pytest.mark.parametrize("line", ["perft --verify", "moves", "--help"])
def test_a_closed_pipe_ends_a_command_quietly(line: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "draughts", *shlex.split(line)],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=30,
    )
    os.close(writer)
    assert process.stderr == b""
    assert process.returncode in (0, 141)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "draughts", "moves"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=30,
        )
    assert process.returncode == 2
    assert process.stderr.startswith(b"draughts: ")
    assert process.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent the Unix way")
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("perft 30", "depth"),
        ("perft 30 --threads 2", "depth"),
        ("analyse --time 60", "depth"),
        ("bench --depth 40", "variant"),
        ("dxp --listen 0", "Listening"),
    ],
)
def test_ctrl_c_stops_a_command_at_once(line: str, shown: str) -> None:
    # A shell that runs the tests in the background has SIGINT ignored: the child takes it back.
    with started(
        line, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(shown):
            pass
        time.sleep(0.3)
        pressed = time.perf_counter()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert time.perf_counter() - pressed < 2
    assert (process.returncode, err) == (130, "")
