"""The library for C: the same rules, texts and searches as the Python package, without Python."""

from __future__ import annotations

import ctypes as c
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import draughts
from c_library import (
    AMBIGUOUS_MOVE,
    BAD_ARGUMENT,
    BAD_FEN,
    BAD_MOVE,
    BUSY,
    ERRORS,
    GAME_OVER,
    ILLEGAL_MOVE,
    NO_ROOM,
    NO_VARIANT,
    OK,
    ON_INFO,
    STOPPED,
    CBoard,
    CEngine,
    CInfo,
    CLimits,
    CMove,
    CStop,
    compile_c,
    load,
    need_gcc,
)
from draughts import RUSSIAN, VARIANTS, Board, Color, Engine, Limit, Termination, c_api
from draughts.c_api import amalgamation, tables
from draughts.cli import main

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "c"
FREE = RUSSIAN.replace(name="free captures", mandatory_capture=False)
ALL = {**VARIANTS, FREE.name: FREE}

WINS = {Color.WHITE: 1, Color.BLACK: 2, None: 3}
ENDS = {
    Termination.NO_MOVES: 1,
    Termination.FIRST_KING: 2,
    Termination.REPETITION: 3,
    Termination.ENDGAME_LIMIT: 4,
    Termination.QUIET_LIMIT: 5,
    Termination.MOVE_LIMIT: 6,
}

FULL_OF_KINGS = (
    "W:WK2,K3,K4,K6,K7,K9,K10,K12,K20,K22,K24,K25,K27,K31"
    ":BK1,K5,K8,K11,K13,K14,K15,K16,K18,K21,K23,K28,K29,K30"
)

every_variant = pytest.mark.parametrize("name", ALL)


@pytest.fixture(scope="session")
def made() -> str:
    """What Cython makes, once for all tests."""
    need_gcc()
    return amalgamation._cythonize()


@pytest.fixture(scope="session")
def sources(made: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C sources, with a rule set of one's own."""
    folder = tmp_path_factory.mktemp("c")
    rules = folder / "free.json"
    rules.write_text(FREE.to_json(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(amalgamation, "_cythonize", lambda: made)
        assert main(["build-c", str(folder), "--rules", str(rules)]) == 0
    return folder


@pytest.fixture(scope="session")
def shared(sources: Path) -> Path:
    """The shared library, compiled with every warning an error."""
    file = sources / "libdraughts.so"
    compile_c("-O1", "-fPIC", "-shared", "-fvisibility=hidden", sources / "draughts.c", "-o", file)
    return file


@pytest.fixture(scope="session")
def library(shared: Path) -> Any:
    return load(shared)


# --- what it is made of ---------------------------------------------------------------------------


def symbols(file: Path, *options: str) -> set[str]:
    if shutil.which("nm") is None:
        pytest.skip("there is no nm here")
    done = subprocess.run(["nm", *options, str(file)], capture_output=True, text=True, check=True)
    return {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines() if line.strip()}


def test_the_library_needs_no_python(shared: Path) -> None:
    needed = symbols(shared, "-D", "--undefined-only")
    assert {"malloc", "free"} <= needed
    assert [name for name in needed if name.startswith(("Py", "_Py"))] == []


def test_the_library_has_the_functions_of_its_header_and_no_other(shared: Path) -> None:
    header = (Path(c_api.__file__).parent / "draughts.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"DRAUGHTS_API [^;]*?\b(draughts_\w+)\(", header))
    assert len(declared) > 25
    assert symbols(shared, "-D", "--defined-only") == declared


def test_the_sources_tell_nothing_of_the_machine_that_made_them(sources: Path) -> None:
    text = (sources / "draughts.c").read_text(encoding="ascii")
    assert str(ROOT) not in text
    assert "#include <Python.h>" not in text and "PyObject" not in text


def test_c_that_needs_python_is_refused(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = "/* #### Code section: module_code ### */\n"
    monkeypatch.setattr(
        amalgamation, "_cythonize", lambda: made.replace(mark, mark + "PyObject *made;\n")
    )
    with pytest.raises(RuntimeError, match="would need Python, for PyObject"):
        amalgamation.amalgamate("")
    monkeypatch.setattr(amalgamation, "_cythonize", lambda: made.replace(mark, ""))
    with pytest.raises(RuntimeError, match="form that is not known: 'module_code'"):
        amalgamation.amalgamate("")


def test_without_cython_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Cython", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'draughts-engine\[c\]'"):
        c_api.write("nowhere")
    assert main(["build-c", "nowhere"]) == 2
    assert not Path("nowhere").exists()


def test_rules_that_cannot_be_read_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text('{"name": 7}', encoding="utf-8")
    for name, wrong in (("bad.json", "bad.json: "), ("none.json", "none.json: No such file")):
        assert main(["build-c", str(tmp_path), "--rules", str(tmp_path / name)]) == 2
        assert wrong in capsys.readouterr().err


@pytest.mark.parametrize("name", ["english", 'say "no"', "a\\b", "ñ", "a\nb", "what??!"])
def test_names_that_c_cannot_hold_or_tell_apart_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be a name in C|each needs a name of its own"):
        tables.presets([*VARIANTS.values(), FREE.replace(name=name)])


def test_it_knows_all_variants_by_name(library: Any) -> None:
    count = library.draughts_variant_count()
    assert [library.draughts_variant_name(n).decode() for n in range(count)] == list(ALL)
    assert library.draughts_variant_name(count) is None
    assert library.draughts_variant_name(-1) is None
    assert library.draughts_version().decode() == draughts.__version__


# --- the same as in Python ------------------------------------------------------------------------


def outcome_of(board: Board, claim: bool) -> tuple[int, int]:
    found = board.outcome(claim_draw=claim)
    return (0, 0) if found is None else (WINS[found.winner], ENDS[found.termination])


def assert_same(mine: CBoard, board: Board) -> None:
    """A C board and a Python board agree on everything that they tell."""
    assert mine.fen() == board.fen(counters=True)
    assert mine.call("key") == board.key
    assert mine.call("turn") == (board.turn is Color.BLACK)
    for claim in (False, True):
        assert mine.outcome(claim) == outcome_of(board, claim)
    moves = board.legal_moves
    listed = mine.moves()
    assert [move.values() for move in listed] == [
        (move.from_square, move.to_square, move.captured, move.promotes) for move in moves
    ]
    assert [mine.path(move) for move in listed] == [move.path for move in moves]
    texts = [board.pdn(move) for move in moves]
    assert [mine.text("write_move", c.byref(move)) for move in listed] == texts
    for text, move in zip(texts, listed, strict=True):
        read = mine.read(text)
        assert isinstance(read, CMove) and read.values() == move.values()


@every_variant
def test_random_games_are_the_same(library: Any, name: str) -> None:
    chance = random.Random(name)
    for _ in range(3):
        board, mine = Board(ALL[name]), CBoard(library, name)
        for _ in range(120):
            assert_same(mine, board)
            moves = board.legal_moves
            if not moves:
                break
            at = chance.randrange(len(moves))
            board.push(moves[at])
            assert mine.call("play", c.byref(mine.moves()[at])) == OK
        while board.move_stack:
            board.pop()
            assert mine.call("undo") == OK
        assert_same(mine, board)
        assert mine.call("undo") == GAME_OVER


@every_variant
def test_positions_full_of_kings_are_the_same(library: Any, name: str) -> None:
    chance = random.Random(name)
    squares = ALL[name].squares
    for _ in range(60):
        placed = chance.sample(range(1, squares + 1), chance.randint(2, squares // 2))
        half = len(placed) // 3 + 1
        white = ",".join(f"K{n}" for n in placed[:half])
        black = ",".join(("K" if chance.random() < 0.3 else "") + str(n) for n in placed[half:])
        fen = f"W:W{white}:B{black}:H3:F7"
        assert_same(CBoard(library, name, fen), Board.from_fen(fen, ALL[name]))


@every_variant
def test_perft_is_the_same(library: Any, name: str) -> None:
    depth = 5 if ALL[name].size == 10 else 6
    assert CBoard(library, name).perft(depth) == Board(ALL[name]).perft(depth)


def test_published_perft_counts(library: Any) -> None:
    assert CBoard(library, "english").perft(9) == 3_963_680
    assert CBoard(library, "russian").perft(8) == 929_899
    assert CBoard(library, "international").perft(7) == 1_049_442
    assert CBoard(library, "english").perft(0) == 1


@every_variant
def test_a_search_of_a_fixed_depth_is_the_same_node_for_node(library: Any, name: str) -> None:
    board, mine = Board(ALL[name]), CBoard(library, name)
    engine, own = Engine(hash_mb=16, evaluation="classic"), CEngine(library)
    for depth in (9, 8, 7):  # the table goes on from one search to the next
        theirs = engine.analyse(board, Limit(depth=depth))
        info = own.search(mine, CLimits(depth=depth))
        assert isinstance(info, CInfo)
        assert (info.depth, info.nodes) == (theirs.depth, theirs.nodes)
        assert info.selective_depth == theirs.seldepth
        assert info.score == theirs.score.centimen
        assert [move.values()[:3] for move in info.line[: info.length]] == [
            (move.from_square, move.to_square, move.captured) for move in theirs.pv
        ]
        board.push(theirs.pv[0])
        assert mine.call("play", c.byref(info.line[0])) == OK


def test_a_win_in_sight_is_told_in_plies(library: Any) -> None:
    fen = "W:W18,26:B6,14,22"
    info = CEngine(library).search(CBoard(library, "english", fen))
    theirs = Engine(hash_mb=16, evaluation="classic").analyse(Board.from_fen(fen), Limit(depth=20))
    assert isinstance(info, CInfo)
    assert info.win_in == theirs.score.win_in == 1
    assert info.score == 30_000 - 1


# --- limits and stopping --------------------------------------------------------------------------


def test_limits_of_nodes_and_time_end_a_search(library: Any) -> None:
    board, engine = CBoard(library, "international"), CEngine(library)
    info = engine.search(board, CLimits(nodes=5000))
    assert isinstance(info, CInfo) and info.length and info.nodes <= 5000
    began = time.monotonic()
    info = engine.search(board, CLimits(seconds=0.05))
    assert isinstance(info, CInfo) and info.length
    assert time.monotonic() - began < 5


def test_a_stop_flag_ends_search_and_perft_from_another_thread(library: Any) -> None:
    board, engine, stop = CBoard(library, "international"), CEngine(library), CStop()
    timer = threading.Timer(0.05, lambda: library.draughts_stop_now(c.byref(stop)))
    timer.start()
    info = engine.search(board, CLimits(stop=c.pointer(stop)))
    assert isinstance(info, CInfo) and info.length
    total = c.c_uint64(7)
    assert board.call("perft", 30, c.byref(stop), c.byref(total)) == STOPPED
    assert total.value == 7
    library.draughts_stop_reset(c.byref(stop))
    assert board.call("perft", 5, c.byref(stop), c.byref(total)) == OK
    timer.join()


def test_a_search_that_is_stopped_before_it_begins_has_a_move(library: Any) -> None:
    info = CEngine(library).search(CBoard(library, "czech"), CLimits(stop=c.pointer(CStop(1))))
    assert isinstance(info, CInfo) and info.length and info.nodes < 5000


def test_limits_and_stop_end_even_the_first_ply(library: Any) -> None:
    """A board so full of kings that one ply would take minutes."""
    board, engine = CBoard(library, "russian", FULL_OF_KINGS), CEngine(library)
    told = Engine(hash_mb=1, evaluation="classic")
    for nodes in (2_000, 100_000):
        info = engine.search(board, CLimits(nodes=nodes))
        same = told.analyse(Board.from_fen(FULL_OF_KINGS, RUSSIAN), Limit(nodes=nodes))
        assert isinstance(info, CInfo) and info.nodes == same.nodes == nodes
        assert (info.depth, info.score) == (same.depth, same.score.centimen)
        assert info.line[0].from_square == same.pv[0].from_square
    for limits in (CLimits(seconds=0.05), CLimits(stop=c.pointer(CStop(1)))):
        info = engine.search(board, limits)
        assert isinstance(info, CInfo) and info.length and info.depth <= 1


def test_every_depth_is_told_and_may_end_the_search(library: Any) -> None:
    board, engine = CBoard(library, "english"), CEngine(library)
    depths: list[int] = []
    refused: list[object] = []

    def look(info: Any, user: object) -> int:
        depths.append(info.contents.depth)
        refused.append(engine.search(board))
        refused.append(library.draughts_engine_new_game(engine.pointer))
        assert board.call("play", c.byref(info.contents.line[0])) == OK  # on a board that it copied
        assert board.call("undo") == OK
        return int(info.contents.depth == 4)

    info = engine.search(board, None, ON_INFO(look))
    assert isinstance(info, CInfo) and info.depth == 4
    assert depths == [1, 2, 3, 4]
    assert set(refused) == {BUSY}


def test_many_threads_use_boards_and_engines_of_their_own(shared: Path, tmp_path: Path) -> None:
    fresh = load(shutil.copy(shared, tmp_path / "fresh.so"))  # whose tables are still to be filled
    counts: list[int] = []

    def work() -> None:
        board = CBoard(fresh, "brazilian")
        info = CEngine(fresh, 1).search(board, CLimits(depth=6))
        assert isinstance(info, CInfo)
        counts.append(board.perft(6) + info.nodes)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 8 and len(set(counts)) == 1


# --- bad input ------------------------------------------------------------------------------------


def test_bad_input_is_an_error_and_changes_nothing(library: Any) -> None:
    board = CBoard(library, "russian")
    before = board.fen()
    fault = c.c_int()
    assert board.call("set_fen", b"W:Wa1:Bz9", c.byref(fault)) == BAD_FEN
    assert fault.value == 7
    assert board.call("set_fen", b"", None) == BAD_FEN
    assert board.call("set_fen", b"W:W1:B1", None) == BAD_FEN
    assert board.call("set_fen", b"W:" * 100_000, None) == BAD_FEN
    assert board.read("c3-d4-") == BAD_MOVE
    assert board.read("") == BAD_MOVE
    assert board.read("a1-b2") == ILLEGAL_MOVE
    assert board.read("c3-" * 60_000) == BAD_MOVE
    for move in (CMove(0, 22, 22), CMove(0, 0, 0), CMove(1, 22, 18), CMove(0, 255, 255)):
        assert board.call("play", c.byref(move)) == ILLEGAL_MOVE
        assert board.call("write_move", c.byref(move), None, c.c_size_t(0)) == ILLEGAL_MOVE
    assert board.fen() == before


def test_an_ambiguous_capture_is_told_from_an_illegal_one(library: Any) -> None:
    board = CBoard(library, "english", "W:W31:BK3,12,18,19,26,27")
    assert board.read("31x15") == AMBIGUOUS_MOVE
    assert isinstance(board.read("31x22x15"), CMove)


def test_a_text_that_does_not_fit_is_not_cut(library: Any) -> None:
    board = CBoard(library, "english", "W:W31:B1")
    room = c.create_string_buffer(b"untouched")
    assert board.call("get_fen", 0, room, c.c_size_t(8)) == NO_ROOM
    assert room.value == b"untouched"
    assert board.call("get_fen", 0, room, c.c_size_t(9)) == len("W:W31:B1")
    assert board.call("get_fen", 0, None, c.c_size_t(0)) == BAD_ARGUMENT


def test_numbers_outside_their_range_and_null_pointers_are_refused(library: Any) -> None:
    board, pointer = CBoard(library, "english"), c.c_void_p()
    assert library.draughts_board_new(b"chess", c.byref(pointer)) == NO_VARIANT
    assert pointer.value is None
    for square in (0, 33, -1, 2**31 - 1):
        assert board.call("piece_at", square) == BAD_ARGUMENT
    assert board.call("legal_moves", None, 3) == BAD_ARGUMENT
    assert board.call("legal_moves", None, 0) == 7
    assert board.call("perft", 61, None, c.byref(c.c_uint64())) == BAD_ARGUMENT
    for megabytes in (0, -1, 2**21):
        assert library.draughts_engine_new(megabytes, c.byref(pointer)) == BAD_ARGUMENT
    engine = CEngine(library, 1)
    assert engine.search(board, CLimits(depth=-1)) == BAD_ARGUMENT
    assert engine.search(board, CLimits(seconds=-1.0)) == BAD_ARGUMENT
    assert engine.search(board, CLimits(seconds=float("nan"))) == BAD_ARGUMENT
    null = c.c_void_p()
    for name, arity in NULLABLE.items():
        assert getattr(library, f"draughts_{name}")(*[null] * arity) == BAD_ARGUMENT, name
    library.draughts_stop_now(null)
    library.draughts_stop_reset(null)
    assert library.draughts_key(null) == 0


NULLABLE = {
    "board_new": 2,
    "board_copy": 2,
    "set_fen": 3,
    "get_fen": 4,
    "turn": 1,
    "squares": 1,
    "piece_at": 2,
    "square_name": 4,
    "square_place": 4,
    "legal_moves": 3,
    "play": 2,
    "undo": 1,
    "read_move": 3,
    "write_move": 4,
    "path": 4,
    "outcome": 3,
    "perft": 4,
    "engine_new_game": 1,
    "search": 6,
}


def test_a_game_that_is_over_is_not_searched(library: Any) -> None:
    assert CEngine(library).search(CBoard(library, "english", "W:W28:B19,24")) == GAME_OVER


def test_every_error_has_a_text(library: Any) -> None:
    texts = {library.draughts_error_text(error) for error in ERRORS}
    assert len(texts) == len(ERRORS)
    assert b"unknown error" not in texts
    assert library.draughts_error_text(-99) == b"unknown error"


def test_a_copy_is_a_board_of_its_own(library: Any) -> None:
    board, copy = CBoard(library, "english"), CBoard(library, "english")
    assert board.call("play", c.byref(board.moves()[0])) == OK
    library.draughts_board_free(copy.pointer)
    assert board.call("board_copy", c.byref(copy.pointer)) == OK
    assert board.call("undo") == OK
    assert copy.fen() != board.fen()
    assert copy.call("undo") == OK
    assert copy.fen() == board.fen()


@every_variant
def test_squares_have_the_same_names_places_and_pieces(library: Any, name: str) -> None:
    board, mine = Board(ALL[name]), CBoard(library, name)
    pieces = {None: 0, "w": 1, "W": 2, "b": 3, "B": 4}
    assert mine.call("squares") == ALL[name].squares
    for square in range(1, ALL[name].squares + 1):
        row, column = c.c_int(), c.c_int()
        assert mine.call("square_place", square, c.byref(row), c.byref(column)) == OK
        assert (row.value, column.value) == board.square_place(square)
        assert mine.text("square_name", square) == board.square_name(square)
        piece = board.piece_at(square)
        assert mine.call("piece_at", square) == pieces[piece and piece.value]


# --- under the sanitizers -------------------------------------------------------------------------

SANITIZE = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")


@pytest.fixture(scope="session")
def sanitized_object(sources: Path) -> Path:
    file = sources / "sanitized.o"
    compile_c(*SANITIZE, "-c", sources / "draughts.c", "-o", file)
    return file


def sanitized_program(code: Path, sources: Path, library: Path) -> Path:
    program = sources / f"{code.stem}-sanitized"
    compile_c(*SANITIZE, "-I", sources, code, library, "-lpthread", "-o", program)
    return program


def test_nothing_that_a_caller_does_crashes_it(sources: Path, sanitized_object: Path) -> None:
    hostile = Path(__file__).parent / "data" / "c_api_hostile.c"
    program = sanitized_program(hostile, sources, sanitized_object)
    assert play(program, "7", "12") == ["done"]


def test_a_game_under_the_sanitizers(sources: Path, sanitized_object: Path) -> None:
    program = sanitized_program(EXAMPLE / "game.c", sources, sanitized_object)
    assert play(program, "international", "3") == expected_game("international", 3)
    done = subprocess.run([str(program), "chess"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "game: chess: no variant has that name\n"


# --- the example ----------------------------------------------------------------------------------


def play(program: Path, *arguments: str) -> list[str]:
    """What the example prints."""
    done = subprocess.run(
        [str(program), *arguments], capture_output=True, text=True, timeout=120, env={}
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def expected_game(name: str, depth: int) -> list[str]:
    """The same game, played by the Python package."""
    board, engine = Board(name), Engine(hash_mb=16, evaluation="classic")
    lines = [f"perft {plies} {board.perft(plies)}" for plies in range(1, 7)]
    while board.outcome(claim_draw=True) is None:
        info = engine.analyse(board, Limit(depth=depth))
        move = info.pv[0]
        score = info.score.centimen
        if score is None:
            assert info.score.win_in is not None
            score = (30_000 if info.score.win_in > 0 else -30_000) - info.score.win_in
        lines.append(f"{board.turn.value} {board.pdn(move)}, score {score}, {info.nodes} nodes")
        board.push(move)
    ended = board.outcome(claim_draw=True)
    assert ended is not None
    lines.append("draw" if ended.winner is None else f"{ended.winner.value} wins")
    return [*lines, board.fen()]


def test_the_example_plays_the_game_that_the_python_engine_plays(
    sources: Path, tmp_path: Path
) -> None:
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    folder = tmp_path / "c"
    shutil.copytree(EXAMPLE, folder)
    shutil.copytree(sources, folder / "library")
    make = [
        "make",
        "game",
        "libdraughts.so",
        f"CC={need_gcc()}",
        "CFLAGS=-O1 -Wall -Wextra -Werror",
    ]
    done = subprocess.run(make, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert play(folder / "game", "russian", "6") == expected_game("russian", 6)
    static = symbols(folder / "game", "--undefined-only")
    assert [name for name in static if name.startswith(("Py", "_Py"))] == []


@pytest.mark.parametrize("shared", ["OFF", "ON"])
def test_the_example_is_built_by_cmake(sources: Path, tmp_path: Path, shared: str) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("there is no cmake here")
    need_gcc()
    folder = tmp_path / "c"
    shutil.copytree(EXAMPLE, folder)
    shutil.copytree(sources, folder / "library")
    for step in (
        ["cmake", "-B", "build", f"-DBUILD_SHARED_LIBS={shared}", "-DCMAKE_BUILD_TYPE=Debug"],
        ["cmake", "--build", "build"],
    ):
        done = subprocess.run(step, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert play(folder / "build" / "game", "english", "4") == expected_game("english", 4)
