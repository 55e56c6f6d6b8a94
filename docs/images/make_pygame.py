"""Take the pictures of the pygame board: ``python docs/images/make_pygame.py``, beside this file.

It needs pygame-ce, but no screen.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "examples"))

import pygame  # noqa: E402
from pygame_board import Table  # noqa: E402

from draughts import Color, Game, Level  # noqa: E402

CHAIN = "W:W26,27,32,34,35,38,39,42,43,46,47,48,49:B1,2,3,4,5,7,9,11,12,13,14,18,19,21,22,25"
OPENING = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23"


def take(table: Table, name: str) -> None:
    """Wait until the board is at rest, and keep what is seen."""
    while table.answer or table.slide:
        table.step()
        time.sleep(0.01)
    table.draw()
    pygame.image.save(table.window, HERE / f"pygame-{name}.png")


def main() -> None:
    """A chain that has begun, and a hint."""
    pygame.init()
    table = Table("international", Level.HARD)
    table.game = Game("international", CHAIN)
    table.begin_turn()
    table.picker.tap(26)
    take(table, "chain")
    table = Table("english", Level.HARD, Color.BLACK)
    for text in OPENING.split():
        table.game.play(text)
    table.begin_turn()
    table.press(pygame.K_h)
    take(table, "hint")


if __name__ == "__main__":
    main()
