"""Moves as text: what is read, what is written, what is refused."""

from __future__ import annotations

import random

import pytest

from draughts import (
    VARIANTS,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Variant,
)
from strategies import random_position


@pytest.mark.parametrize(
    ("variant", "fen", "texts"),
    [
        ("english", "W:W24:B19", ["24x15", "24-15", "24:15", "24*15", " 24 x 15 ", "24X15"]),
        ("english", "W:W18,26:B6,14,22", ["26x1", "26x17x10x1", "26x10x1", "26x17x1"]),
        (
            "russian",
            "W:Wf6:Bc7,e7,f2",
            ["f6:g1", "f6g1", "F6:G1", "f6:d8:b6:g1", "11x32", "f6d8g1"],
        ),
        ("russian", "W:Wc3:Ba7", ["c3-d4", "c3d4", "C3-D4", "22-18"]),
    ],
)
def test_a_move_is_read_in_every_spelling(variant: str, fen: str, texts: list[str]) -> None:
    board = Board.from_fen(fen, variant)
    assert len({board.parse_pdn(text) for text in texts}) == 1


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "11", "1115", "11-", "-11", "11--15", "11-15-", "hello", "11-99", "0-5", "a2-b3",
     "11-15!", "11-15" + " " * 1000 + "x", "é", "11\x0015", "9" * 400, "1-5" * 200],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is not a move"):
        Board().parse_pdn(text)


def test_an_illegal_move_is_refused_with_what_would_be_legal() -> None:
    with pytest.raises(IllegalMoveError, match="black may play 10-14"):
        Board().parse_pdn("11-20")
    with pytest.raises(IllegalMoveError, match="white must capture 24x15"):
        Board.from_fen("W:W24:B19").parse_pdn("24-20")
    with pytest.raises(IllegalMoveError, match="no legal move"):
        Board.from_fen("W:W:B5").parse_pdn("24-20")


def test_an_ambiguous_capture_lists_its_choices() -> None:
    board = Board.from_fen("W:WK47:B14,19,29,31,42", "international")
    with pytest.raises(AmbiguousMoveError) as refused:
        board.parse_pdn("47x36")
    assert len(refused.value.choices) == 2
    assert len({board.parse_pdn(choice) for choice in refused.value.choices}) == 2
    for path in ("47x38x24x13x36", "47x38x20x9x36"):
        assert board.parse_pdn(path).path == tuple(map(int, path.split("x")))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
def test_what_is_written_reads_back_to_the_same_move(variant: Variant) -> None:
    rng = random.Random(5)
    for _ in range(400):
        position = random_position(rng, variant)
        board = Board.from_fen(__import__("reference").fen(variant, position), variant)
        for move in board.legal_moves:
            assert board.parse_pdn(board.pdn(move)) == move
            for path in board.paths(move):
                sign = variant.capture_sign if move.is_capture else "-"
                full = sign.join(board.square_name(square) for square in path)
                assert board.parse_pdn(full) == move
