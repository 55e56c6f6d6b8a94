"""How soon ``draughts hub`` answers ``stop``: python benchmarks/hub_stop.py [TIMES]

From the moment at which the line is sent until the line ``done`` is there, in milliseconds, for
searches of different length in every variant.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from draughts import VARIANTS, Board
from draughts.protocols.hub.notation import hub_name, position_text
from draughts.protocols.process import Child

PATIENCE = 10.0  # seconds


def hear(engine: Child, word: str) -> None:
    while (line := engine.read(PATIENCE)) is not None and not line.startswith(word):
        pass
    assert line is not None


def position(name: str, chance: random.Random) -> Board:
    """A position of a game of random moves."""
    while True:
        board = Board(name)
        for _ in range(chance.randrange(20)):
            if board.outcome() is None:
                board.push(chance.choice(board.legal_moves))
        if board.outcome() is None:
            return board


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    chance, taken = random.Random(1), []
    names = list(VARIANTS)
    with Child([sys.executable, "-m", "draughts", "hub"]) as engine:
        for number in range(times):
            board = position(names[number % len(names)], chance)
            engine.write(f"set-param name=variant value={hub_name(board.variant)}")
            engine.write(f"pos pos={position_text(board)}")
            engine.write("level infinite")
            engine.write("go analyze")
            hear(engine, "info")
            time.sleep(chance.uniform(0.005, 0.3))
            began = time.perf_counter()
            engine.write("stop")
            hear(engine, "done")
            taken.append(1000 * (time.perf_counter() - began))
    taken.sort()
    print(f"{times} searches stopped: median {statistics.median(taken):.2f} ms,", end=" ")
    print(f"95 % within {taken[int(0.95 * (times - 1))]:.2f} ms,", end=" ")
    print(f"99 % within {taken[int(0.99 * (times - 1))]:.2f} ms, longest {taken[-1]:.2f} ms")


if __name__ == "__main__":
    main()
