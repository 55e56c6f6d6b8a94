"""How many positions with a known best move the engine solves, a line for each suite.

    python benchmarks/suites.py ../shared/suites --time 1

A suite is a JSON list named after its variant, with ``fen`` and ``best``, the moves that keep the
result. A position is solved if the best line begins with one of them when its time is over.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from draughts import Board, Limit, batch
from draughts.batch import Analysed


def is_solved(position: dict[str, Any], found: Analysed) -> bool:
    return found.infos[0].pv[0] in [found.board.parse_pdn(text) for text in position["best"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a position")
    parser.add_argument("--jobs", type=int, default=1, help="positions at the same time")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        for suite in sorted(args.folder.glob("*.json")):
            positions = json.loads(suite.read_text(encoding="utf-8"))
            boards = [Board.from_fen(position["fen"], suite.stem) for position in positions]
            found = batch.analyse(boards, Limit(time=args.time), executor=pool)
            solved = {each.index for each in found if is_solved(positions[each.index], each)}
            missed = [p["id"] for place, p in enumerate(positions) if place not in solved]
            print(f"{suite.stem:14} {len(solved):4} / {len(positions)}", *missed, flush=True)


if __name__ == "__main__":
    main()
