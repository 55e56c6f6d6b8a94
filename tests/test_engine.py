"""The first engine: it sees what a few plies show, in every variant."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import reference
from draughts import (
    VARIANTS,
    Board,
    Color,
    Engine,
    EngineError,
    Info,
    Limit,
    Score,
    Variant,
)
from strategies import random_position

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)


def brute_force(board: Board, depth: int) -> int | None:
    """Plies to a forced win (positive) or loss (zero or negative) of the side to move, or None."""
    outcome = board.outcome()
    if outcome is not None and outcome.winner is not None:
        return 0 if outcome.winner is not board.turn else None
    if depth == 0:
        return None
    replies = []
    for move in board.legal_moves:
        board.push(move)
        replies.append(brute_force(board, depth - 1))
        board.pop()
    wins = [1 - reply for reply in replies if reply is not None and reply <= 0]
    if wins:
        return min(wins)
    if all(reply is not None for reply in replies) and replies:
        return -1 - max(reply for reply in replies if reply is not None) + 0
    return None


@every_variant
def test_the_line_is_legal_and_begins_with_the_move(variant: Variant) -> None:
    board = Board(variant)
    result = Engine().play(board, Limit(depth=6))
    assert result.move == result.info.pv[0]
    assert result.ponder == result.info.pv[1]
    for move in result.info.pv:
        board.push(move)
    assert result.info.depth == 6
    assert result.info.seldepth >= 6


@every_variant
def test_a_depth_always_takes_the_same_nodes(variant: Variant) -> None:
    first, second = (Engine().analyse(Board(variant), Limit(depth=7)) for _ in range(2))
    assert (first.nodes, first.score, first.pv) == (second.nodes, second.score, second.pv)


@pytest.mark.parametrize("name", ["english", "russian", "brazilian", "international", "pool"])
def test_a_win_in_a_few_plies_is_found_as_brute_force_finds_it(name: str) -> None:
    variant = VARIANTS[name]
    rng = random.Random(1)
    found = 0
    for _ in range(4000):
        position = random_position(rng, variant)
        if len(position.pieces) > 6:
            continue
        board = Board.from_fen(reference.fen(variant, position), variant)
        if not board.legal_moves:
            continue
        expected = brute_force(board, 3)
        if expected is None or expected <= 0:
            continue
        score = Engine().analyse(board, Limit(depth=5)).score
        assert score.win_in == expected, board
        found += 1
        if found == 25:
            break
    assert found > 5


def test_a_game_that_is_over_cannot_be_analysed() -> None:
    with pytest.raises(EngineError, match="the game is over: black has won"):
        Engine().analyse(Board.from_fen("W:W28:B19,24"), Limit(depth=3))


def test_a_negative_limit_is_refused() -> None:
    for limit in (Limit(depth=-1), Limit(nodes=-5), Limit(time=-0.5), Limit(time=math.nan)):
        with pytest.raises(ValueError, match="negative"):
            Engine().analyse(Board(), limit)


def test_a_limit_without_end_is_none() -> None:
    for limit in (Limit(time=math.inf, depth=9), Limit(nodes=2**80, depth=9)):
        assert Engine().analyse(Board(), limit).depth == 9


def test_nodes_are_kept_to() -> None:
    info = Engine().analyse(Board("international"), Limit(nodes=50_000))
    assert info.nodes <= 50_000


def test_every_iteration_is_told() -> None:
    told: list[Info] = []
    last = Engine().analyse(Board(), Limit(depth=5), on_info=told.append)
    assert [info.depth for info in told] == [1, 2, 3, 4, 5]
    assert told[-1] == last
    assert all(a.nodes < b.nodes for a, b in itertools.pairwise(told))


def test_with_capture_optional_a_capture_is_not_taken_for_forced() -> None:
    # Black's only capture walks into a double jump; a quiet move is better.
    free = VARIANTS["english"].replace(mandatory_capture=False)
    board = Board.from_fen("B:W15,23,24:B11,8", free)
    assert not board.must_capture
    info = Engine().analyse(board, Limit(depth=5))
    assert info.pv[0] in board.legal_moves
    assert board.turn is Color.BLACK


def test_losing_draughts_is_played_to_lose() -> None:
    board = Board.from_fen("W:W32:B28,1", "antidraughts")
    forced = Engine().analyse(board, Limit(depth=3))
    assert forced.pv[0].captured == {28}


def test_the_first_king_wins_in_breakthrough() -> None:
    board = Board.from_fen("W:W7:B45", "breakthrough")
    assert Engine().analyse(board, Limit(depth=4)).score == Score(None, 1)
