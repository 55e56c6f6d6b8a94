"""The library against the reference: the same moves, positions and ends of games, everywhere."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import draughts
import reference
from draughts.types import Outcome
from draughts.variants import (
    BREAKTHROUGH,
    ITALIAN,
    RUSSIAN,
    VARIANTS,
    DrawRules,
    EndgameLimit,
    Variant,
)
from reference import Position, RefMove
from strategies import (
    built_in_variants,
    custom_variants,
    draw_rules,
    few_pieces,
    positions,
    random_position,
    variants,
)

POSITIONS = int(os.environ.get("DRAUGHTS_REFERENCE_POSITIONS", "300"))
GAMES = max(1, POSITIONS // 20)
PLIES = 50

settings.register_profile(
    "reference", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
reference_settings = settings.get_profile("reference")
CASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))["cases"]
every_built_in = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def board_of(variant: Variant, position: Position) -> draughts.Board:
    return draughts.Board.from_fen(reference.fen(variant, position), variant=variant)


def position_on(board: draughts.Board, variant: Variant) -> Position:
    placed = {number: board.piece_at(number) for number in range(1, variant.squares + 1)}
    return Position({n: piece for n, piece in placed.items() if piece is not None}, board.turn)


def as_told(move: draughts.Move) -> RefMove:
    """A move of the library in the terms of the reference."""
    return RefMove(move.from_square, move.to_square, move.captured, move.promotes)


def state(board: draughts.Board) -> tuple[object, ...]:
    """All that a move played and taken back must leave as it was."""
    return (
        board.fen(counters=True),
        board.key,
        board.turn,
        board.quiet_plies,
        len(board.move_stack),
        set(board.legal_moves),
        board.outcome(),
        board.outcome(claim_draw=True),
    )


# ------------------------------------------------------------------- what has to be the same


def same_legal_moves(variant: Variant, position: Position) -> None:
    told = [as_told(move) for move in board_of(variant, position).legal_moves]
    assert len(told) == len(set(told)), f"told twice in {reference.fen(variant, position)}"
    assert set(told) == reference.legal_moves(variant, position), reference.fen(variant, position)


def same_paths(variant: Variant, position: Position) -> None:
    board = board_of(variant, position)
    for move in board.legal_moves:
        where = f"{move} in {reference.fen(variant, position)}"
        walked = [tuple(path) for path in board.paths(move)]
        expected = reference.paths(variant, position, as_told(move))
        assert len(walked) == len(set(walked)), where
        assert set(walked) == expected, where
        assert tuple(move.path) in expected, where


def same_number_of_sequences(variant: Variant, position: Position, depth: int) -> None:
    board = board_of(variant, position)
    where = reference.fen(variant, position)
    assert board.perft(depth, mode="all") == reference.perft(variant, position, depth, "all"), where
    assert board.perft(depth) == reference.perft(variant, position, depth), where


def same_positions_after_each_move(variant: Variant, position: Position) -> None:
    board = board_of(variant, position)
    before = state(board)
    for move in board.legal_moves:
        where = f"{move} in {reference.fen(variant, position)}"
        after = reference.play(variant, position, as_told(move))
        board.push(move)
        set_up = board_of(variant, after)
        assert position_on(board, variant) == after, where
        assert (board.key, board.fen()) == (set_up.key, set_up.fen()), where
        assert board == set_up, where
        assert board.pop() == move, where
        assert state(board) == before, where


def everything_the_same(variant: Variant, position: Position) -> None:
    same_legal_moves(variant, position)
    same_paths(variant, position)
    same_number_of_sequences(variant, position, depth=1)
    same_positions_after_each_move(variant, position)


# --------------------------------------------------------------------------------- positions


@reference_settings
@given(st.data())
def test_moves_of_the_variants_that_people_play(data: st.DataObject) -> None:
    variant = data.draw(built_in_variants())
    everything_the_same(variant, data.draw(positions(variant)))


@settings(reference_settings, max_examples=2 * POSITIONS)
@given(st.data())
def test_moves_under_any_combination_of_rules(data: st.DataObject) -> None:
    variant = data.draw(custom_variants())
    everything_the_same(variant, data.draw(positions(variant)))


@reference_settings
@given(st.data())
def test_moves_of_men_set_up_on_their_crown_row(data: st.DataObject) -> None:
    variant = data.draw(variants())
    everything_the_same(variant, data.draw(positions(variant, men_on_crown_row=True)))


@reference_settings
@given(st.data())
def test_sequences_of_two_plies(data: st.DataObject) -> None:
    variant = data.draw(variants())
    same_number_of_sequences(variant, data.draw(positions(variant)), depth=2)


@reference_settings
@given(variants())
def test_the_start_position(variant: Variant) -> None:
    board = draughts.Board(variant=variant)
    assert position_on(board, variant) == reference.start(variant)
    everything_the_same(variant, reference.start(variant))


@every_built_in
def test_published_positions_whatever_the_variant(variant: Variant) -> None:
    for case in CASES:
        if VARIANTS[case["variant"]].size == variant.size:
            everything_the_same(variant, reference.parse(variant, case["fen"]))


def test_an_italian_choice_that_chance_seldom_offers() -> None:
    """The number of kings comes before the order in which they are met."""
    everything_the_same(ITALIAN, reference.parse(ITALIAN, "B:W11,12,K18,K19,20:BK7"))


@every_built_in
def test_random_positions(variant: Variant) -> None:
    rng = random.Random(f"positions of {variant.name}")
    for _ in range(POSITIONS):
        everything_the_same(variant, random_position(rng, variant))


# -------------------------------------------------------------------------------------- games


def next_move(
    rng: random.Random, moves: Sequence[draughts.Move], last: RefMove | None
) -> draughts.Move:
    """A move by chance, often the one back to where the side's last move came from."""
    ordered = sorted(moves, key=lambda move: (move.from_square, move.to_square, *move.captured))
    if last is not None and rng.random() < 0.6:
        back = (last.to_square, last.from_square)
        ordered = [m for m in ordered if (m.from_square, m.to_square) == back] or ordered
    return rng.choice(ordered)


def outcomes_told(board: draughts.Board) -> tuple[Outcome | None, Outcome | None, int]:
    return board.outcome(), board.outcome(claim_draw=True), board.quiet_plies


def outcomes_expected(
    variant: Variant, history: Sequence[Position], moves: Sequence[RefMove]
) -> tuple[Outcome | None, Outcome | None, int]:
    return (
        reference.outcome(variant, history, moves),
        reference.outcome(variant, history, moves, claim_draw=True),
        reference.quiet_plies(variant, history, moves),
    )


def game_as_text(variant: Variant, history: Sequence[Position], moves: Sequence[RefMove]) -> str:
    walked = " ".join(f"{move.from_square}-{move.to_square}" for move in moves)
    return f"{reference.fen(variant, history[0])} {walked} under {variant}"


def same_outcomes_along_a_game(variant: Variant, first: Position, rng: random.Random) -> None:
    """Play by chance, past draws too, and take everything back."""
    board, history, moves = board_of(variant, first), [first], list[RefMove]()
    passed = []
    while True:
        expected = outcomes_expected(variant, history, moves)
        assert outcomes_told(board) == expected, game_as_text(variant, history, moves)
        passed.append((expected, state(board)))
        decided = expected[0] is not None and expected[0].winner is not None
        if decided or len(moves) == PLIES:
            break
        move = next_move(rng, board.legal_moves, moves[-2] if len(moves) > 1 else None)
        moves.append(as_told(move))
        history.append(reference.play(variant, history[-1], moves[-1]))
        board.push(move)
        assert board.key == board_of(variant, history[-1]).key
    for expected, seen in reversed(passed):
        assert (outcomes_told(board), state(board)) == (expected, seen)
        if board.move_stack:
            board.pop()


@settings(reference_settings, max_examples=POSITIONS)
@given(variants(), draw_rules(), st.integers(0, 2**32))
def test_ends_of_games_under_any_draw_rules(variant: Variant, rules: DrawRules, seed: int) -> None:
    variant = variant.replace(draw_rules=rules)
    rng = random.Random(seed)
    same_outcomes_along_a_game(variant, few_pieces(rng, variant), rng)


@every_built_in
def test_ends_of_random_games(variant: Variant) -> None:
    rng = random.Random(f"games of {variant.name}")
    for number in range(GAMES):
        first = random_position(rng, variant) if number % 2 else few_pieces(rng, variant)
        same_outcomes_along_a_game(variant, first, rng)


@every_built_in
def test_whole_random_games_from_the_start(variant: Variant) -> None:
    rng = random.Random(f"whole games of {variant.name}")
    for _ in range(max(1, GAMES // 5)):
        same_outcomes_along_a_game(variant, reference.start(variant), rng)


@pytest.mark.parametrize("text", ["W:WK46:B41,37", "W:WK46:B41,K37", "W:W:BK5", "B:W31:BK5"])
def test_a_king_wins_before_a_blocked_side_loses(text: str) -> None:
    position = reference.parse(BREAKTHROUGH, text)
    expected = reference.outcome(BREAKTHROUGH, [position], [])
    assert board_of(BREAKTHROUGH, position).outcome() == expected


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_main_road_is_the_longest_diagonal(mirrored: bool) -> None:
    on_the_road = DrawRules(endgames=(EndgameLimit(1, weak=(1, 1), strong=(2, 2), main_road=True),))
    variant = RUSSIAN.replace(mirrored=mirrored, draw_rules=on_the_road)
    for lone in range(1, 31):
        first = reference.parse(variant, f"W:WK31,K32:BK{lone}")
        board = board_of(variant, first)
        for move in board.legal_moves:
            board.push(move)
            history = [first, reference.play(variant, first, as_told(move))]
            assert board.outcome() == reference.outcome(variant, history, [as_told(move)]), lone
            board.pop()
