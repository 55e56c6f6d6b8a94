"""How many positions with a known best move the engine solves, a line for each suite.

    python benchmarks/suites.py ../shared/suites --time 1

A suite is a JSON list named after its variant, with ``fen`` and ``best``, the moves that keep the
result. A position is solved if the engine plays one of them when its time is over.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from draughts import Board, Engine, Limit


def is_solved(variant: str, limit: Limit, position: dict[str, Any]) -> bool:
    board = Board.from_fen(position["fen"], variant)
    move = Engine(hash_mb=16).play(board, limit).move
    return move in [board.parse_pdn(text) for text in position["best"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a position")
    parser.add_argument("--jobs", type=int, default=1, help="positions at the same time")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        for suite in sorted(args.folder.glob("*.json")):
            positions = json.loads(suite.read_text(encoding="utf-8"))
            found = pool.map(partial(is_solved, suite.stem, Limit(time=args.time)), positions)
            missed = [p["id"] for p, solved in zip(positions, found, strict=True) if not solved]
            solved = len(positions) - len(missed)
            print(f"{suite.stem:14} {solved:4} / {len(positions)}", *missed, flush=True)


if __name__ == "__main__":
    main()
