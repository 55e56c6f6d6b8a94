"""``draughts serve-json`` as a process: pipes, bad clients, and the example in Node.js."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from draughts import Game
from draughts.protocols import json_schema, serve_json

ROOT = Path(__file__).resolve().parents[1]
LONG = 30  # seconds, that nothing here takes

Start = Callable[..., "Server"]


class Server:
    """The process, spoken to line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "draughts", "serve-json", "--hash", "1", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin and self.process.stdout
        self.into, self.out = self.process.stdin, self.process.stdout

    def write(self, data: bytes) -> None:
        self.into.write(data)
        self.into.flush()

    def say(self, **message: Any) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.out.readline())
        return answer

    def end(self) -> int:
        """Close the input; the status with which the process ends."""
        self.into.close()
        return self.process.wait(LONG)


@pytest.fixture
def start() -> Iterator[Start]:
    servers: list[Server] = []

    def begin(*arguments: str) -> Server:
        servers.append(Server(*arguments))
        return servers[-1]

    yield begin
    for server in servers:
        server.process.kill()
        server.process.wait(LONG)
        for pipe in (server.process.stdout, server.process.stderr):
            if pipe is not None:
                pipe.close()


def test_a_session_ends_with_its_input(start: Start) -> None:
    server = start("--engines", "1")
    server.say(id="a", op="hello")
    assert server.hear()["result"]["engines"] == 1
    server.say(id="b", op="new")
    assert server.hear()["result"]["game"] == 1
    assert server.end() == 0
    assert server.process.stderr and server.process.stderr.read() == b""


def test_searches_that_run_when_the_input_ends_answer_first(start: Start) -> None:
    server = start("--engines", "2")
    for number in (1, 2, 3):
        server.say(op="new")
        server.say(id=number, op="analyse", game=number)
    assert server.end() == 0
    answers = [json.loads(line) for line in server.out]
    last = {each["id"]: each for each in answers if each["id"] and "info" not in each}
    assert last[1]["result"]["lines"] and last[2]["result"]["lines"]
    assert last[3]["error"]["code"] == "stopped"


def test_half_a_line_is_waited_for_and_several_at_once_are_read(start: Start) -> None:
    server = start()
    for part in (b'{"id": 1, "o', b'p": "new"', b'}\n\n{"id": 2, "op": "state", "game": 1}\n{"id'):
        server.write(part)
    assert [server.hear()["id"] for _ in range(2)] == [1, 2]
    server.write(b'": 3, "op": "levels"}')
    server.into.close()
    assert server.hear()["id"] == 3
    assert server.process.wait(LONG) == 0


def test_a_line_of_10_mb_costs_that_line(start: Start) -> None:
    server = start()
    server.write(b'{"id": 1, "op": "new", "fen": "' + b"W" * 10_000_000 + b'"}\n')
    server.write(b"[" * 1_000_000 + b"\n" + b"\xff\x00garbage\n")
    server.say(id=4, op="new")
    codes = [server.hear()["error"]["code"] for _ in range(3)]
    assert codes == ["too-long", "bad-json", "bad-json"]
    assert server.hear()["result"]["game"] == 1
    server.write(b"x" * 10_000_000)
    assert server.end() == 0
    assert server.hear()["error"]["code"] == "too-long"


def test_a_client_that_does_not_read_keeps_nobody_alive(start: Start) -> None:
    """Its pipe is full and a search waits to tell what it has found; then the input ends."""
    server = start("--engines", "1")
    server.say(op="new", variant="international")
    server.hear()
    server.say(op="analyse", game=1, lines=100)
    time.sleep(1.5)
    assert server.end() == 0


def test_a_client_that_dies_takes_the_process_along(start: Start) -> None:
    server = start()
    server.say(op="new")
    server.say(op="analyse", game=1)
    server.hear()
    server.out.close()
    server.into.close()
    assert server.process.wait(LONG) in (0, 141)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_an_interrupt_ends_it_without_a_trace(start: Start) -> None:
    server = start()
    server.say(op="new")
    server.say(op="analyse", game=1)
    server.hear()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(LONG) == 130
    assert server.process.stderr and b"Traceback" not in server.process.stderr.read()


def test_the_schema_is_printed(start: Start) -> None:
    server = start("--schema")
    assert json.loads(server.process.communicate(timeout=LONG)[0]) == json_schema()


@pytest.mark.parametrize("options", [{"threads": 5000}, {"hash_mb": 1 << 30}, {"engines": 0}])
def test_what_is_outside_its_range_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        serve_json(io.BytesIO(), io.BytesIO(), **options)


class _OneByte(io.BytesIO):
    """A stream that takes a byte at a time, as a pipe that is nearly full may do."""

    def write(self, data: Any) -> int:
        return super().write(bytes(data[:1]))


def test_answers_are_written_to_their_end() -> None:
    answers = _OneByte()
    serve_json(io.BytesIO(b'{"id": 1, "op": "levels"}'), answers, hash_mb=1)
    assert len(json.loads(answers.getvalue())["result"]["levels"]) == 21


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
@pytest.mark.skipif(sys.platform == "win32", reason="the command is a shell script")
def test_the_example_in_node_plays_a_game(tmp_path: Path) -> None:
    command = tmp_path / "draughts"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m draughts "$@"\n')
    command.chmod(0o755)

    def play(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["node", str(ROOT / "examples" / "node" / "play.js"), *arguments],
            env={**os.environ, "DRAUGHTS": str(command)},
            capture_output=True,
            text=True,
            timeout=4 * LONG,
        )

    played = play("russian", "easy", "easy")
    assert played.returncode == 0, played.stderr
    game = Game.from_pdn(played.stdout[played.stdout.index("[White") :])
    told = re.findall(r"^(?:white|black) (\S+)$", played.stdout, re.MULTILINE)
    assert game.outcome() is not None and game.end.line() and len(told) == len(game.end.line())
    assert f"\n{game.result()} {game.outcome().termination.value}\n" in played.stdout
    assert play("chess").stderr.startswith("unknown-variant: ")
