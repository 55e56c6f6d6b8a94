"""Programs of others play whole games with ``draughts hub``, and our client with their engines.

They are installed by hand, each in an environment of its own, and named by these variables; what is
not named is skipped. ``DRAUGHTS_HUB_GAMES`` is the number of games of each, 2 by default.

    DRAUGHTS_PYDRAUGHTS      an interpreter with pydraughts 0.6.7
    DRAUGHTS_PY_DRAUGHTS     an interpreter with py-draughts 1.10.1
    DRAUGHTS_LIDRAUGHTS_BOT  an interpreter with the requirements of lidraughts-bot, a colon, and
                             the folder with its source
    DRAUGHTS_HUB_ENGINES     Hub engines for International draughts, as players of draughts match,
                             with a semicolon between: dame,hub="/opt/dame hub";scan,hub=...
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import draughts
from draughts import Limit
from draughts.match import Conditions, Player, play_match

TESTS = Path(__file__).parent
SOURCE = Path(draughts.__file__).parents[1]
GAMES = int(os.environ.get("DRAUGHTS_HUB_GAMES", "2"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="the programs are wrapped in shell scripts"),
]


def named(variable: str) -> str:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} names no program")
    return value


def program(folder: Path, name: str = "draughts", arguments: str = "") -> Path:
    """A program in a folder that runs the command ``draughts``."""
    path = folder / name
    path.write_text(
        f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m draughts "$@" {arguments}\n'
    )
    path.chmod(0o755)
    return path


def played(interpreter: str, script: str, *arguments: object) -> dict[str, list[int]]:
    """What a script of theirs prints: of each variant its games, plies and one more number."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [interpreter, "-W", "ignore", str(TESTS / script), *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=60 + 60 * GAMES,
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {name: list(map(int, numbers)) for name, *numbers in lines}


def test_pydraughts_plays_every_variant_it_shares(tmp_path: Path) -> None:
    interpreter = named("DRAUGHTS_PYDRAUGHTS")
    found = played(interpreter, "hub_game_pydraughts.py", program(tmp_path), GAMES)
    assert len(found) == 7
    assert all(games == GAMES and plies > 10 * games for games, plies, _ in found.values())


def test_py_draughts_plays_every_variant_it_shares(tmp_path: Path) -> None:
    interpreter = named("DRAUGHTS_PY_DRAUGHTS")
    for variant in ("normal", "losing", "bt"):
        program(tmp_path, f"draughts-{variant}", f"--nudge --variant {variant}")
    found = played(interpreter, "hub_game_py_draughts.py", tmp_path, GAMES)
    assert len(found) == 3
    assert all(games == GAMES and plies > 10 * games for games, plies, _ in found.values())


def test_lidraughts_bot_plays_and_ponders(tmp_path: Path) -> None:
    interpreter, _, checkout = named("DRAUGHTS_LIDRAUGHTS_BOT").rpartition(":")
    script = "hub_game_lidraughts_bot.py"
    found = played(interpreter, script, checkout, program(tmp_path), GAMES)
    assert len(found) == 5
    assert all(games == GAMES and hits > 0 for games, _, hits in found.values())


def test_our_client_plays_their_engines() -> None:
    ours = Player.parse("ours,nodes=2000")
    for text in named("DRAUGHTS_HUB_ENGINES").split(";"):
        with ThreadPoolExecutor(1) as pool:
            match = play_match(
                ours,
                Player.parse(text),
                "international",
                Conditions(Limit(nodes=2000)),
                pairs=(GAMES + 1) // 2,
                executor=pool,
            )
        print(text, match)
        assert (match.tally.games, match.faults) == ((GAMES + 1) // 2 * 2, 0)
