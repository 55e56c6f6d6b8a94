"""Bundles: the list of wheels, and a program that PyInstaller has packed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from draughts import Engine, Level, openings
from draughts._cpu import HAS_V3

ROOT = Path(__file__).resolve().parents[1]
FIVE_LINES = ROOT / "examples" / "five_lines.py"


@pytest.mark.parametrize(
    ("platform", "tags"),
    [
        ("linux", ("manylinux_x86_64", "manylinux_aarch64", "musllinux_x86_64")),
        ("macos", ("macosx_x86_64", "macosx_arm64")),
        ("windows", ("win_amd64", "win_arm64")),
    ],
)
def test_wheels_are_built_for_every_python_and_system(platform: str, tags: tuple[str, ...]) -> None:
    pytest.importorskip("cibuildwheel", reason="cibuildwheel is missing: install the extra [test]")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "cibuildwheel",
            "--print-build-identifiers",
            "--platform",
            platform,
            ROOT,
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    listed = set(done.stdout.split())
    for python in ("cp310", "cp311", "cp312", "cp313", "cp314", "cp314t"):
        for tag in tags:
            if (python, tag) != ("cp310", "win_arm64"):  # there is no such Python
                assert f"{python}-{tag}" in listed


def five_lines() -> str:
    """What the example should print."""
    board, engine = openings.ballots("english")[0].board(), Engine(seed=1)
    while not board.is_game_over():
        board.push(engine.play(board, Level.EASY).move)
    return f"{board}\n{board.outcome()}\n"


@pytest.mark.slow
def test_a_bundle_of_the_five_line_game_starts_with_its_data_and_both_cores(tmp_path: Path) -> None:
    pytest.importorskip("PyInstaller", reason="PyInstaller is missing: install the extra [test]")
    program = tmp_path / "game.py"
    told = "from draughts._core import build_info\nprint(build_info()['level'])\n"
    program.write_text(FIVE_LINES.read_text(encoding="utf-8") + told, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "PyInstaller", "--onedir", "--noconfirm", program],
        cwd=tmp_path,
        env={**os.environ, "PYINSTALLER_CONFIG_DIR": str(tmp_path / "config")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    levels = []
    for portable in ("0", "1"):
        shown = subprocess.run(
            [tmp_path / "dist" / "game" / "game"],
            cwd=tmp_path,
            env={"DRAUGHTS_PORTABLE": portable},
            capture_output=True,
            text=True,
        )
        assert shown.returncode == 0, shown.stderr
        game, _, level = shown.stdout.rstrip("\n").rpartition("\n")
        assert f"{game}\n" == five_lines()
        levels.append(level)
    assert ("x86-64-v3" in levels) is HAS_V3
    assert not (tmp_path / "dist/game/_internal/uvicorn").exists()


def test_the_example_runs_unpacked() -> None:
    done = subprocess.run([sys.executable, FIVE_LINES], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, five_lines())
