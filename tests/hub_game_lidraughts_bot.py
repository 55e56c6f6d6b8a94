"""Play games with the engine wrapper of lidraughts-bot; the bot's interpreter runs this.

    python hub_game_lidraughts_bot.py CHECKOUT PROGRAM GAMES

A line is printed for each variant: its name, the games and plies that were played, and how often
the move that it had pondered on came.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])

import engine_wrapper  # type: ignore[import-not-found]

import draughts

VARIANTS = {
    "standard": "normal",
    "antidraughts": "losing",
    "breakthrough": "bt",
    "russian": "russian",
    "brazilian": "brazilian",
}
MOST_PLIES = 120
CLOCK = 1_000, 1_000, 0, 0  # milliseconds


def play(engine: object, variant: str, number: int) -> tuple[int, int]:
    """A game in which the engine ponders; returns the plies and how often it was right."""
    board = draughts.Game(variant)  # type: ignore[attr-defined]
    chance, plies, hits = random.Random(number), 0, 0
    while not board.is_over() and plies < MOST_PLIES:
        result = engine.search_for(board, 20, False)  # type: ignore[attr-defined]
        board.push(result.move.board_move)
        plies += 1
        if board.is_over() or result.ponder is None:
            continue
        expected = board.copy()
        expected.push(result.ponder.board_move)
        if expected.is_over():
            continue
        found: list[object] = []
        thread = threading.Thread(
            target=lambda ahead=expected, found=found: found.append(
                engine.search_with_ponder(ahead, *CLOCK, True, False)  # type: ignore[attr-defined]
            )
        )
        thread.start()
        while engine.engine._last_sent != "go ponder":  # type: ignore[attr-defined]
            time.sleep(0.001)  # a stop that comes before it would stop nothing
        if chance.random() < 0.5:
            board = expected
            engine.ponderhit()  # type: ignore[attr-defined]
            hits += 1
        else:
            board.push(chance.choice(board.legal_moves()[0]))
            engine.stop()  # type: ignore[attr-defined]
        thread.join(20)
        assert found, "pondering does not end"
        plies += 1
    return plies, hits


def main() -> None:
    program = Path(sys.argv[2])
    for variant, hub_name in VARIANTS.items():
        config = {
            "engine": {
                "dir": str(program.parent),
                "name": program.name,
                "engine_argument": "hub",
                "protocol": "hub",
                "hub_options": {"hash": 1},
            }
        }
        engine = engine_wrapper.create_engine(config, hub_name, 60)
        assert engine.name() == "draughts"
        games = [play(engine, variant, number) for number in range(int(sys.argv[3]))]
        engine.quit()
        assert engine.engine.p.wait(10) == 0
        print(variant, len(games), *map(sum, zip(*games, strict=True)), flush=True)


if __name__ == "__main__":
    main()
