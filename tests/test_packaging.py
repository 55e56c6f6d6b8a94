"""What is handed out: the source archive, the wheel, the kernel for other projects, both cores."""

from __future__ import annotations

import base64
import email.message
import email.parser
import json
import os
import pickle
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

import draughts
from draughts import VARIANTS, Board, Engine, Limit
from draughts._core import build_info
from draughts._cpu import HAS_V3

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(draughts.__file__).parent
FAST_CORE = [file for file in PACKAGE.glob("_v3/_core.*") if file.suffix in (".so", ".pyd")]
NOT_SOURCE = shutil.ignore_patterns(
    ".*", "build", "dist", "_build", "__pycache__", "*.egg-info", "*.c", "*.so", "*.pyd"
)

WRITTEN_C = (  # all other C is generated
    "examples/c/game.c",
    "tests/data/c_api_hostile.c",
    "tests/data/checkerboard_engine.c",
)


def run(*command: object, cwd: Path, **environment: str) -> str:
    """Run Python in a folder and return what it prints; the test fails if it does."""
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- archives -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source without anything that was built in it."""
    copy = tmp_path_factory.mktemp("checkout") / "draughts"
    shutil.copytree(ROOT, copy, ignore=NOT_SOURCE)
    for name in WRITTEN_C:
        shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive."""
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("sdist")
    run("-m", "build", "--no-isolation", "--sdist", "--outdir", folder, cwd=checkout)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive alone."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    run("-m", "build", "--no-isolation", "--wheel", "--outdir", folder, cwd=source)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the wheel is installed, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def files_of(checkout: Path, *folders: str) -> set[str]:
    return {
        file.relative_to(checkout).as_posix()
        for folder in folders
        for file in (checkout / folder).rglob("*")
        if file.is_file()
    }


@pytest.mark.slow
def test_the_source_archive_holds_all_source_and_nothing_generated(
    checkout: Path, sdist: Path
) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    source = files_of(checkout, "src", "tests", "docs", "benchmarks", "examples")
    source = {name for name in source if not name.endswith(".c") and ".egg-info/" not in name}
    source |= set(WRITTEN_C)
    top = {"setup.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"}
    assert source | top <= names
    built = {name for name in names if name.endswith((".c", ".so", ".pyd", ".pyc"))}
    assert built == set(WRITTEN_C)


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(checkout: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    source = {name.removeprefix("src/") for name in files_of(checkout, "src/draughts")}
    # Cython's sources are needed where the C library is made, and nowhere else.
    expected = {
        name
        for name in source
        if name.startswith("draughts/c_api/") or not name.endswith((".pyx", ".pxi", ".c"))
    }
    assert {"draughts/py.typed", "draughts/_core.pyi", "draughts/_core.pxd"} <= expected
    assert "draughts/kernel/movegen.pxd" in expected
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    modules = {name.partition(".")[0] for name in compiled}
    assert modules - {"draughts/_v3/_core"} == {"draughts/_core", "draughts/_cpu"}
    information = {name for name in names if ".dist-info/" in name}
    assert names - compiled - information == expected


@pytest.mark.slow
def test_the_wheel_states_its_licence_and_needs_nothing_to_run(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
        text = archive.read(name).decode()
        assert any(n.endswith("/licenses/LICENSE") for n in archive.namelist())
    metadata: email.message.Message = email.parser.Parser().parsestr(text)
    assert metadata["Name"] == "draughts-engine"
    assert metadata["Version"] == draughts.__version__
    assert metadata["License-Expression"] == "MIT"
    needed = metadata.get_all("Requires-Dist") or []
    assert [line for line in needed if "extra ==" not in line] == []


@pytest.mark.slow
def test_the_wheel_works_where_nothing_else_is_installed(installed: Path, tmp_path: Path) -> None:
    # -S: without site-packages; PYTHONPATH still counts.
    code = "import draughts; print(draughts.__file__, draughts.Board().perft(6))"
    file, leaves = run("-S", "-c", code, cwd=tmp_path, PYTHONPATH=str(installed)).split()
    assert Path(file).is_relative_to(installed)
    assert leaves == "36768"


# --- the kernel for others ------------------------------------------------------------------------

OUTSIDE_PROJECT = {
    "setup.py": """
from Cython.Build import cythonize
from setuptools import setup

setup(name="outside", ext_modules=cythonize("outside.pyx"))
""",
    "outside.pyx": """
# cython: language_level=3
from draughts.kernel.movegen cimport MOST_QUIET_MOVES, generate
from draughts.kernel.position cimport KernelMove, Position, position_key, prepare_zobrist
from draughts.kernel.rules cimport Black, English, prepare_rays, row_bits

prepare_rays()
prepare_zobrist()

cdef Position start
start.black = row_bits(4, 0) | row_bits(4, 1) | row_bits(4, 2)
start.white = row_bits(4, 5) | row_bits(4, 6) | row_bits(4, 7)
start.kings = 0

def first_moves():
    cdef KernelMove moves[MOST_QUIET_MOVES]
    return generate(<English*>NULL, <Black*>NULL, &start, moves, moves, False) - moves

def key():
    return position_key(&start, False)
""",
}


@pytest.mark.slow
def test_an_outside_project_counts_the_moves_of_the_start_position(
    installed: Path, tmp_path: Path
) -> None:
    for name, text in OUTSIDE_PROJECT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    path = str(installed)
    run("setup.py", "build_ext", "--inplace", cwd=tmp_path, PYTHONPATH=path)
    code = "import outside; print(outside.first_moves(), outside.key())"
    moves, key = run("-c", code, cwd=tmp_path, PYTHONPATH=path).split()
    assert (int(moves), int(key)) == (7, Board("english").key)


@pytest.mark.slow
def test_the_sample_project_builds_and_runs_on_the_installed_wheel(
    installed: Path, tmp_path: Path
) -> None:
    sample = tmp_path / "sample"
    shutil.copytree(ROOT / "examples" / "cython", sample, ignore=NOT_SOURCE)
    path = str(installed)
    run(
        "-m",
        "build",
        "--no-isolation",
        "--skip-dependency-check",
        "--wheel",
        cwd=sample,
        PYTHONPATH=path,
    )
    (wheel,) = (sample / "dist").glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    code = "import draughts, endgames; print(endgames.reachable(draughts.Board('russian'), 4))"
    found = run("-c", code, cwd=tmp_path, PYTHONPATH=os.pathsep.join([path, str(site)]))
    assert int(found) == sum(positions_after(Board("russian"), plies) for plies in range(5))


def positions_after(board: Board, plies: int) -> int:
    """How many positions can come about in exactly so many plies."""
    boards = {board.fen(): board}
    for _ in range(plies):
        found = {}
        for before in boards.values():
            for move in before.legal_moves:
                after = before.copy()
                after.push(move)
                found[after.fen()] = after
        boards = found
    return len(boards)


# --- both builds of the core ----------------------------------------------------------------------


def boards() -> dict[str, Board]:
    """A board of each variant some moves into a game."""
    found = {name: Board(name) for name in VARIANTS}
    for board in found.values():
        for ply in range(12):
            moves = board.legal_moves
            board.push(moves[ply % len(moves)])
    return found


def fingerprint() -> dict[str, Any]:
    """All that must not depend on the build, and the build's name."""
    played = boards()
    return {
        "level": build_info()["level"],
        "fens": [board.fen(counters=True) for board in played.values()],
        "keys": [board.key for board in played.values()],
        "perft": [board.perft(6) for board in played.values()],
        "moves": [repr(board.legal_moves) for board in played.values()],
        "searches": [repr(search(board)) for board in played.values()],
        "pickle": base64.b64encode(pickle.dumps(played)).decode("ascii"),
    }


def search(board: Board) -> tuple[Any, ...]:
    info = Engine().analyse(board, Limit(depth=8))
    return info.nodes, info.score, info.pv


def fingerprint_elsewhere(portable: str) -> dict[str, Any]:
    """The fingerprint of a fresh process, with ``DRAUGHTS_PORTABLE`` set to 0 or 1."""
    code = "import json, test_packaging; print(json.dumps(test_packaging.fingerprint()))"
    output = run("-c", code, cwd=Path(__file__).parent, DRAUGHTS_PORTABLE=portable)
    found: dict[str, Any] = json.loads(output)
    return found


@pytest.mark.skipif(not (HAS_V3 and FAST_CORE), reason="there is one build of the core here")
def test_both_builds_of_the_core_do_the_same_and_read_each_others_pickles() -> None:
    portable, fast = fingerprint_elsewhere("1"), fingerprint_elsewhere("0")
    assert (portable.pop("level"), fast.pop("level")) == ("x86-64", "x86-64-v3")
    pickles = portable.pop("pickle"), fast.pop("pickle")
    assert portable == fast
    for text in pickles:  # this process runs one of the two
        read: dict[str, Board] = pickle.loads(base64.b64decode(text))
        assert read == boards()
        for name, board in boards().items():
            assert read[name].move_stack == board.move_stack
