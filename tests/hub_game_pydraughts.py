"""Play games with the Hub client of pydraughts; its interpreter runs this.

    python hub_game_pydraughts.py PROGRAM GAMES

It knows draughts by the name of its own package, and nothing of the one that is tested. A line is
printed for each variant: its name, the games and plies that were played, how many were draws.
"""

from __future__ import annotations

import random
import sys

from draughts import Board  # type: ignore[attr-defined]
from draughts.engine import HubEngine, Limit  # type: ignore[attr-defined]

VARIANTS = {
    "standard": "normal",
    "antidraughts": "losing",
    "breakthrough": "bt",
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "italian": "italian",
}
LIMITS = ({"depth": 4}, {"nodes": 800}, {"movetime": 0.01}, {"time": 2}, {"time": 2, "inc": 0.1})
MOST_PLIES = 200
RANDOM_PLIES = 4


def play(engine: HubEngine, variant: str, chance: random.Random, number: int) -> Board:
    board = Board(variant)
    for _ in range(RANDOM_PLIES):
        board.push(chance.choice(board.legal_moves()))
    limit = Limit(**LIMITS[number % len(LIMITS)])
    while not board.is_over() and len(board._game.move_stack) < MOST_PLIES:
        result = engine.play(board, limit, ponder=False)
        assert {"depth", "score", "nodes", "pv"} <= result.info.keys(), result.info
        board.push(result.move)
    return board


def main() -> None:
    for variant, hub_name in VARIANTS.items():
        engine = HubEngine([sys.argv[1], "hub"])
        engine.configure({"variant": hub_name, "numbering": "gametype", "hash": 1})
        engine.init()
        engine.ping()
        chance, plies, draws = random.Random(1), 0, 0
        for number in range(int(sys.argv[2])):
            board = play(engine, variant, chance, number)
            plies += len(board._game.move_stack)
            draws += board.winner() not in (1, 2)
        engine.quit()
        assert engine.p.wait(10) == 0
        print(variant, sys.argv[2], plies, draws, flush=True)


if __name__ == "__main__":
    main()
