"""Endings that theory knows to be won, and the engine winning them within the draw rules.

``DRAUGHTS_ENDINGS=200 pytest -s -m "" tests/test_endings.py`` plays 200 of each ending, at one
second a move, and tells how they went.
"""

from __future__ import annotations

import functools
import os
import random
from typing import NamedTuple

import pytest

from draughts import ENGLISH, RUSSIAN, Board, Color, Engine, Limit, Variant
from endings import Endings, board_of

GAMES = int(os.environ.get("DRAUGHTS_ENDINGS", "20"))
LIMIT = Limit(time=1) if "DRAUGHTS_ENDINGS" in os.environ else Limit(nodes=1_000_000)


class Ending(NamedTuple):
    """White kings against one, White to move, as the field counts them.

    The counts are those of two solvers independent of each other and of this library.
    """

    variant: Variant
    kings: int
    positions: int
    won: int
    longest: int


class Conversion(NamedTuple):
    """How the engine did in a won ending: the plies that it took, and those needed at best."""

    start: Board
    won: bool
    plies: int
    best: int


every_ending = pytest.mark.parametrize(
    "ending",
    [
        pytest.param(Ending(ENGLISH, 2, positions=14_880, won=14_846, longest=33), id="english"),
        pytest.param(
            Ending(RUSSIAN, 3, positions=143_840, won=132_240, longest=25),
            id="russian",
            marks=pytest.mark.slow,
        ),
    ],
)


@functools.cache
def solved(ending: Ending) -> Endings:
    return Endings(ending.variant, ending.kings, 1)


def convert(endings: Endings, start: Board, best: int) -> Conversion:
    """Let the engine play a won ending against the longest resistance, until it is over."""
    board = start.copy()
    with Engine(hash_mb=8, seed=0) as engine:
        while (outcome := board.outcome()) is None:
            if board.turn is Color.WHITE:
                board.push(engine.play(board, LIMIT).move)
            else:
                board.push(endings.longest_resistance(board))
    return Conversion(start, outcome.winner is Color.WHITE, len(board.move_stack), best)


def report(ending: Ending, games: list[Conversion]) -> str:
    longest = max(game.plies for game in games)
    over = [game.plies - game.best for game in games]
    return (
        f"{ending.variant.name}: {len(games)} won, in {longest} plies at most; "
        f"{sum(over) / len(over):.2f} more than needed on average, {max(over)} at most"
    )


@every_ending
def test_the_won_positions_of_an_ending_are_those_that_the_field_counts(ending: Ending) -> None:
    endings = solved(ending)
    won = endings.won()
    assert len(endings.positions(Color.WHITE)) == ending.positions
    assert len(won) == ending.won
    assert max(won.values()) == ending.longest


@every_ending
def test_the_engine_wins_a_won_ending_against_the_longest_resistance(ending: Ending) -> None:
    endings = solved(ending)
    won = endings.won()
    games = [
        convert(endings, board_of(ending.variant, key), won[key])
        for key in random.Random(1).sample(sorted(won), GAMES)
    ]
    assert [game.start for game in games if not game.won] == []
    print(report(ending, games))
