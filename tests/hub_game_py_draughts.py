"""Play games with the Hub client of py-draughts; its interpreter runs this.

    python hub_game_py_draughts.py FOLDER GAMES

The folder has a program for each variant, ``draughts-normal`` and so on: this client can give no
parameters. A line is printed for each: its name, the games and plies, how many were draws.
"""

from __future__ import annotations

import random
import sys

from loguru import logger

import draughts
from draughts import HubEngine  # type: ignore[attr-defined]

VARIANTS = {
    "normal": draughts.StandardBoard,  # type: ignore[attr-defined]
    "losing": draughts.AntidraughtsBoard,  # type: ignore[attr-defined]
    "bt": draughts.BreakthroughBoard,  # type: ignore[attr-defined]
}
MOST_PLIES = 200
RANDOM_PLIES = 4


def main() -> None:
    logger.remove()
    for variant, board_class in VARIANTS.items():
        engine = HubEngine(f"{sys.argv[1]}/draughts-{variant}", depth_limit=4)
        engine.start()
        assert engine.ping()
        chance, plies, draws = random.Random(1), 0, 0
        for _ in range(int(sys.argv[2])):
            engine.new_game()
            board = board_class()
            for _ in range(RANDOM_PLIES):
                board.push(chance.choice(list(board.legal_moves)))
            while not board.game_over and len(board._moves_stack) < MOST_PLIES:
                move, score = engine.get_best_move(board, with_evaluation=True)
                assert isinstance(score, float)
                board.push(move)
            plies += len(board._moves_stack)
            draws += board.result not in ("1-0", "0-1")
        engine.quit()
        print(variant, sys.argv[2], plies, draws, flush=True)


if __name__ == "__main__":
    main()
