"""Whole games over DamExchange against programs of others, in both roles.

They are installed or built by hand and named by these variables; what is not named is skipped.
``DRAUGHTS_DXP_GAMES`` is the number of games of each, 2 by default.

    DRAUGHTS_MOBYDAM      the program ``mobydam``: a follower, which listens or connects
    DRAUGHTS_SCAN         the folder of Scan 3.1, with the program, ``scan.ini`` and ``data``
    DRAUGHTS_PYDRAUGHTS   an interpreter with pydraughts 0.6.7: an initiator, which connects
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from draughts import Color, Engine, Limit, ProtocolError
from draughts.match import Conditions, Player, play_match
from draughts.protocols.dxp import (
    DxpGame,
    DxpListener,
    DxpOptions,
    DxpPlayer,
    DxpServer,
    connect,
)

TESTS = Path(__file__).parent
GAMES = int(os.environ.get("DRAUGHTS_DXP_GAMES", "2"))
OPTIONS = DxpOptions(limit=Limit(time=0.1), silence=30)
MINUTES = 0.1
MOVES = 75

pytestmark = pytest.mark.slow


def named(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} names no program")
    return Path(value)


def free_port() -> int:
    with DxpListener(port=0) as listener:
        return listener.port


@contextmanager
def running(command: Sequence[object], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(
            list(map(str, command)),
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def connected(port: int) -> DxpPlayer:
    """Connect to a program that is about to listen."""
    for _ in range(100):
        try:
            return connect(Engine(hash_mb=16), port=port, options=OPTIONS)
        except ProtocolError:
            time.sleep(0.1)
    raise AssertionError("it does not listen")


def asked(player: DxpPlayer) -> list[DxpGame]:
    """Games that we ask for, with both colours in turn."""
    with player:
        return [
            player.request(
                list(Color)[number % 2], minutes=MINUTES, moves=MOVES, stop=number + 1 == GAMES
            )
            for number in range(GAMES)
        ]


def check(games: list[DxpGame], opponent: str) -> None:
    assert len(games) == GAMES
    for game in games:
        assert game.is_over and game.opponent.startswith(opponent)
        assert game.game.outcome() is not None or game.board.ply >= 2 * MOVES - 1
        print(game.color.value, game.opponent, game.game.result(), game.board.ply)


def test_we_ask_moby_dam_that_listens(tmp_path: Path) -> None:
    port = free_port()
    with running([named("DRAUGHTS_MOBYDAM"), "-t", 20, "-p", port], tmp_path) as program:
        check(asked(connected(port)), "Moby Dam")
        assert program.wait(10) == 0


def test_we_ask_moby_dam_that_connects(tmp_path: Path) -> None:
    program = named("DRAUGHTS_MOBYDAM")
    with DxpServer(Engine(hash_mb=16), port=0, options=OPTIONS) as server:
        with running([program, "-t", 20, "-p", server.port, "-c", "127.0.0.1"], tmp_path):
            player = server.accept(10)
            assert player is not None
            check(asked(player), "Moby Dam")


@pytest.mark.parametrize("where", ["dxp={0}", "dxp-listen={0}"])
def test_moby_dam_in_a_match(where: str, tmp_path: Path) -> None:
    """It is started, listens or connects, and is told the openings and the moves."""
    port = free_port()
    command = f"{named('DRAUGHTS_MOBYDAM')} -t 20 -p {port}"
    command += " -c 127.0.0.1" if "listen" in where else ""
    moby = Player.parse(f'moby,{where.format(port)},run="{command}",cwd={tmp_path},minutes=0.2')
    match = play_match(
        Player.parse("ours,nodes=5000"),
        moby,
        "international",
        Conditions(Limit(), margin=5.0),
        pairs=(GAMES + 1) // 2,
    )
    print(where, match.tally)
    assert (match.tally.games, match.faults) == ((GAMES + 1) // 2 * 2, 0)


def scan_in(folder: Path, port: int, *, initiator: bool) -> Path:
    """Scan's program, with its settings in a folder."""
    scan = named("DRAUGHTS_SCAN")
    settings = (scan / "scan.ini").read_text()
    for name, value in {
        "book": "false",
        "tt-size": "20",
        "dxp-server": str(not initiator).lower(),
        "dxp-initiator": str(initiator).lower(),
        "dxp-port": str(port),
        "dxp-time": str(MINUTES),
        "dxp-moves": str(MOVES),
    }.items():
        settings = re.sub(rf"(?m)^{name} = .*", f"{name} = {value}", settings)
    (folder / "scan.ini").write_text(settings)
    (folder / "data").symlink_to(scan / "data")
    return scan / "scan"


def test_we_ask_scan(tmp_path: Path) -> None:
    port = free_port()
    with running([scan_in(tmp_path, port, initiator=False), "dxp"], tmp_path):
        check(asked(connected(port)), "Scan")


def test_scan_asks_us(tmp_path: Path) -> None:
    with DxpServer(Engine(hash_mb=16), port=0, options=OPTIONS) as server:
        with running([scan_in(tmp_path, server.port, initiator=True), "dxp"], tmp_path):
            player = server.accept(20)
            assert player is not None
            with player:
                games = [player.follow(20, stop=n + 1 == GAMES) for n in range(GAMES)]
    check([game for game in games if game is not None], "Scan")


@pytest.mark.parametrize(
    ("variant", "theirs"), [("international", "standard"), ("english", "english")]
)
def test_pydraughts_asks_us(variant: str, theirs: str, tmp_path: Path) -> None:
    interpreter = named("DRAUGHTS_PYDRAUGHTS")
    for number in range(GAMES):
        options = OPTIONS._replace(variant=variant)
        side = list(Color)[number % 2]
        with DxpServer(Engine(hash_mb=16), port=0, options=options) as server:
            script = TESTS / "dxp_game_pydraughts.py"
            with running(
                [interpreter, script, server.port, side.value, theirs], tmp_path
            ) as program:
                player = server.accept(20)
                assert player is not None, (tmp_path / "output").read_text()
                with player:
                    game = player.follow(20)
                assert program.wait(30) == 0
        assert game is not None and game.opponent == "DXP Client"
        plies = (tmp_path / "output").read_text().split()[0]
        assert int(plies) - game.board.ply in (0, 1)  # it does not tell of its own last move
        print(game.color.value, variant, game.game.result(), game.board.ply)
