"""Positions and games with known right answers; each case tells why and who checked it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from draughts import VARIANTS, Board, Color, DrawRules, Variant

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "cases.json").read_text("utf-8")
)["cases"]
COLORS = {"W": Color.WHITE, "B": Color.BLACK}


def of_kind(kind: str) -> pytest.MarkDecorator:
    cases = [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]
    assert cases
    return pytest.mark.parametrize("case", cases)


def variant_of(case: dict[str, Any]) -> Variant:
    variant = VARIANTS[case["variant"]]
    if "draw_rules" in case:
        variant = variant.replace(draw_rules=DrawRules.preset(case["draw_rules"]))
    return variant.replace(mandatory_capture=case.get("mandatory_capture", True))


def board_of(case: dict[str, Any]) -> Board:
    return Board.from_fen(case["fen"], variant_of(case))


@of_kind("legal")
def test_the_legal_moves_are_those_of_the_case(case: dict[str, Any]) -> None:
    board = board_of(case)
    expected = {
        (r["from"], r["to"], frozenset(r["captured"]), r["promotes"]) for r in case["results"]
    }
    moves = board.legal_moves
    assert {(m.from_square, m.to_square, m.captured, m.promotes) for m in moves} == expected
    assert len(moves) == len(expected)
    for result in case["results"]:
        (move,) = (m for m in moves if (m.from_square, m.to_square, m.captured) == (
            result["from"], result["to"], set(result["captured"])))  # fmt: skip
        assert tuple(result["path"]) in board.paths(move)
    if case.get("fen_alpha"):
        assert board == Board.from_fen(case["fen_alpha"], board.variant)


@of_kind("legal")
def test_the_texts_of_the_case_mean_its_moves(case: dict[str, Any]) -> None:
    board = board_of(case)
    assert {board.parse_pdn(text) for text in case["moves"]} == set(board.legal_moves)
    for text in case["moves"]:
        move = board.parse_pdn(text)
        written = board.pdn(move)
        assert board.parse_pdn(written) == move
        assert len(written) <= len(text)


@of_kind("legal")
def test_a_side_without_a_move_loses(case: dict[str, Any]) -> None:
    outcome = board_of(case).outcome()
    winner = outcome.winner if outcome is not None else None
    assert winner is (COLORS[case["winner"]] if case["winner"] else None)


@of_kind("game")
def test_the_game_is_drawn_at_its_ply(case: dict[str, Any]) -> None:
    board = board_of(case)
    drawn_at = None
    for ply, text in enumerate(case["moves"], 1):
        board.push_pdn(text)
        if drawn_at is None and board.outcome(claim_draw=True) is not None:
            drawn_at = ply
    assert drawn_at == case["draw_at_ply"]
    assert len(board.move_stack) == len(case["moves"])


@of_kind("result")
def test_the_winner_is_that_of_the_case(case: dict[str, Any]) -> None:
    board = board_of(case)
    for text in case["moves"]:
        board.push_pdn(text)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is COLORS[case["winner"]]
