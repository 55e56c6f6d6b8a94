"""The command ``dxp``."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from draughts import Game
from draughts.cli import main
from draughts.cli.dxp import _address
from draughts.pdn import read_games
from draughts.protocols.dxp import (
    Acceptance,
    DxpListener,
    DxpPlayer,
    GameAcceptance,
    MoveMessage,
    PeerLeftError,
    connect,
)
from dxp_peers import Aside, FirstMove

QUICK = "--hash 1 --nodes 100".split()


@contextmanager
def started(*words: object) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "draughts", "dxp", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ports(process: subprocess.Popen[str], number: int) -> list[int]:
    """Where a command listens."""
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(number)]
    return [int(match[1]) for line in lines if (match := re.search(r"port (\d+)", line))]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("27531", ("127.0.0.1", 27531)),
        ("host", ("host", 27531)),
        ("host:5", ("host", 5)),
        (":5", ("127.0.0.1", 5)),
        ("192.168.1.7:27531", ("192.168.1.7", 27531)),
        ("[::1]:5", ("::1", 5)),
        ("::1", ("::1", 27531)),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, address: tuple[str, int]) -> None:
    assert _address(text) == address


def test_two_commands_play_a_match_and_both_keep_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here.pdn", tmp_path / "there.pdn"
    with started("--listen", 0, "--games", 2, "--name", "Follower", "-o", there, *QUICK) as server:
        (port,) = ports(server, 1)
        asked = f"dxp --connect localhost:{port} --color both --moves 4 --minutes 1 --name Asker"
        assert main([*asked.split(), "-o", str(here), *QUICK]) == 0
        out, err = server.communicate(timeout=20)
    assert (server.returncode, err) == (0, "")
    assert out.splitlines() == capsys.readouterr().out.splitlines()
    assert out.splitlines()[0] == "Game 1: Asker - Follower *, unfinished, 8 plies"
    mine, theirs = list(read_games(here)), list(read_games(there))
    assert [list(game.mainline()) for game in mine] == [list(game.mainline()) for game in theirs]
    assert [game.tags["White"] for game in mine] == ["Asker", "Follower"]


def test_one_command_listens_at_several_ports_and_asks_whoever_comes() -> None:
    with started(
        "--listen", 0, 0, "--initiate", "--moves", 2, "--color", "black", *QUICK
    ) as server:
        for port in ports(server, 2):
            with connect(FirstMove(), port=port) as player:
                game = player.follow(20)
                assert game is not None and game.color.value == "white" and game.last
        out, err = server.communicate(timeout=20)
    assert (server.returncode, err) == (0, "")
    assert out.count("2 plies") + out.count("4 plies") == 2


def test_a_program_that_connects_may_follow(capsys: pytest.CaptureFixture[str]) -> None:
    with DxpListener(port=0) as listener:
        playing = Aside(
            lambda: main(f"dxp --connect :{listener.port} --follow --games 1".split() + QUICK)
        )
        connection = listener.accept(20)
        assert connection is not None
        with DxpPlayer(connection, FirstMove()) as player:
            assert player.request(minutes=1, moves=3).is_over
        assert playing.result() == 0
    assert "unfinished, 6 plies" in capsys.readouterr().out


def test_a_game_that_is_broken_off_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "games.pdn"
    with DxpListener(port=0) as listener:
        asked = f"dxp --connect :{listener.port} -o {kept}".split() + QUICK
        playing = Aside(lambda: main(asked))
        connection = listener.accept(20)
        assert connection is not None
        with connection:
            connection.receive(10)
            connection.send(GameAcceptance("Peer", Acceptance.ACCEPTED))
            assert isinstance(connection.receive(10), MoveMessage)
        assert playing.result() == 2
    told = capsys.readouterr()
    assert "Peer *, unfinished, 1 plies" in told.out
    assert told.err.startswith("draughts: the other program has ")
    game = Game.from_pdn(kept.read_text())
    assert len(list(game.mainline())) == 1 and game.result() == "*"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent the Unix way")
def test_ctrl_c_in_a_game_ends_it_and_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / "games.pdn"
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    code += "from draughts.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "dxp", "--listen", "0", "-o", str(kept), "--time", "60"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        (port,) = ports(process, 1)
        with connect(FirstMove(), port=port) as player:
            playing = Aside(lambda: player.request(minutes=900))
            while player.game is None or player.game.board.ply == 0:
                time.sleep(0.01)
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
            with suppress(PeerLeftError):  # a slow machine is interrupted before its turn
                game = playing.result()
                assert game.is_over and game.last
    assert (process.returncode, err) == (130, "")
    assert re.search(r"unfinished, [01] plies", out)
    assert Game.from_pdn(kept.read_text()).result() == "*"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dxp", "one of the arguments --listen --connect is required"),
        ("dxp --listen 1 --connect a", "not allowed with"),
        ("dxp --listen 99999", "'99999' is no host and port"),
        ("dxp --connect a:b", "'a:b' is no host and port"),
        ("dxp --listen --initiate --follow", "not allowed with"),
        ("dxp --connect a --minutes 0", "'0' is no number of minutes"),
        ("dxp --connect a --minutes x", "'x' is no number of minutes"),
        ("dxp --connect a --level 99", "'99' is no level"),
        ("dxp --connect a --color red", "'red'"),
        ("dxp --listen --variant nine", "no variant is called 'nine'"),
        ("dxp --listen 203.0.113.1:1", "cannot listen at 203.0.113.1 port 1"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1
