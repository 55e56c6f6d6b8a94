"""A Hub engine for the tests that does what it is told to, also what no engine should.

    python hub_fake.py FAULT [FOLDER]

It plays the first legal move by itself; the fault says what is different. In the folder it leaves
its process number and the lines that it was sent.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from draughts import Board, ProtocolError
from draughts.protocols.hub.lines import parse_line
from draughts.protocols.hub.notation import move_text, parse_moves, parse_position, variant_of

FAULT = sys.argv[1]
FOLDER = Path(sys.argv[2]) if len(sys.argv) > 2 else None


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_bytes(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def sleep() -> None:
    while True:
        time.sleep(60)


def hello() -> None:
    say('id name="Fake Engine" version=1')
    say("chatter: nothing that a Hub program = would understand")
    say('param name=variant value=normal type=enum values="normal russian"')
    say("param name=book value=true type=bool")
    say("param name=tt-size value=24 type=int min=16 max=30")
    if FAULT == "no-wait":
        sleep()
    say("wait")


def search(board: Board, mode: str) -> None:
    """What it says to ``go``."""
    best = move_text(board.legal_moves[0], board.variant)
    if FAULT == "dies":
        say(f"info depth=1 score=0.01 pv={best}")
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    elif FAULT == "silent":
        sleep()
    elif FAULT == "half-line":
        say_bytes(b"done mo")
        sleep()
    elif FAULT == "long-line":
        try:
            say_bytes(b"x" * 10_000_000)
        finally:
            sleep()
    elif FAULT == "illegal":
        say("done move=1-50")
    elif FAULT == "no-move":
        say("done")
    elif FAULT == "error":
        say('error message="I do not like this"')
        say(f"done move={best}")
    elif FAULT == "error-alone":
        say('error message="I do not like this"')
    elif FAULT == "deaf" or mode == "analyze" or mode == "ponder":
        say(f"info depth=1 score=0.01 nodes=5 time=0.001 pv={best}")
        if FAULT == "deaf":
            sleep()
        return  # until it is stopped
    elif FAULT == "flood":
        while True:
            say_bytes(b"info depth=1\n" * 1000)
    elif FAULT == "pieces":
        for byte in f"info depth=2 nodes=x score=0.5 pv={best}\ndone move={best}\r\n".encode():
            say_bytes(bytes([byte]))
            time.sleep(0.001)
    elif FAULT == "garbage":
        say_bytes(bytes(range(256)) * 3 + b"\n\n  \n= = =\ninfo pv=\ninfo\n")
        say_bytes(f'info depth=nan score=won nodes=-3 pv="{best} 9-9"\n'.encode())
        say_bytes(f"done move={best} ponder=77-78 why\n".encode())
    elif FAULT == "early":
        say(f"done move={best}")
    else:
        say(f"info depth=3 score=-0.25 nodes=42 time=0.002 nps=0.02 pv={best}\ndone move={best}")


def answer(line: str, board: Board) -> Board:
    try:
        command = parse_line(line)
    except ProtocolError:
        return board
    if command.name == "hub":
        hello()
    elif command.name == "set-param" and FAULT == "refuses":
        say('error message="no, thank you"')
    elif command.name == "init":
        if FAULT == "no-ready":
            sleep()
        say("init book")
        say("ready")
    elif command.name == "pos":
        size = "normal" if len(command.arguments["pos"]) == 51 else "russian"
        board = parse_position(command.arguments["pos"], variant_of(size))
        parse_moves(command.arguments.get("moves", ""), board)
    elif command.name == "go":
        search(board, *command.arguments)
    elif command.name == "stop":
        say(f"done move={move_text(board.legal_moves[0], board.variant)}")
    elif command.name == "new-game" and FAULT == "clears":
        time.sleep(0.3)
    elif command.name == "ping" and FAULT != "no-pong":
        say("pong")
    elif command.name == "quit" and FAULT == "hangs-on-quit":
        sleep()
    elif command.name == "quit":
        sys.exit()
    return board


def main() -> None:
    if FOLDER is not None:
        (FOLDER / f"{os.getpid()}.pid").touch()
    if FAULT == "no-protocol":
        print("usage: fake [options]", file=sys.stderr)
        sys.exit(2)
    if FAULT == "leaves-children" and FOLDER is not None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        (FOLDER / f"{child.pid}.pid").touch()
    board = Board("international")
    for line in sys.stdin:
        if FOLDER is not None:
            with (FOLDER / "heard").open("a") as heard:
                heard.write(line)
        board = answer(line, board)
    if FAULT == "hangs-on-quit":
        sleep()


if __name__ == "__main__":
    main()
