"""Random and mutated text into every reader: only documented errors come out.

``DRAUGHTS_FUZZ`` sets the number of inputs; a long run uses millions.
"""

from __future__ import annotations

import os
import random

import pytest

from draughts import (
    VARIANTS,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    variant,
)

INPUTS = int(os.environ.get("DRAUGHTS_FUZZ", "30000"))
LETTERS = "WwBbKk?:,.-x*0123456789abchjHF \t\n[]\"'\\\x00\x7fé٣\U0001f600\ud800"
NAMES = tuple(VARIANTS)
SAMPLES = (
    "W:W31-50:B1-20",
    "W:WK10 , K20:BK35",
    '[FEN "W:W1:B50."]',
    "B:Wf6,Ka3:Bc7,e7:H3:F12",
    "?:WK46-50:BK1,2,3",
    "W:WK47:B14,19,29,31,42",
    "11-15",
    "9x18x25",
    "c3:e5:g7",
    "47x38x24x13x36",
)


def mutated(rng: random.Random, text: str) -> str:
    """A text with a few characters put in, left out, doubled or exchanged."""
    chars = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(chars))
        choice = rng.random()
        if choice < 0.4:
            chars.insert(at, rng.choice(LETTERS))
        elif choice < 0.7 and chars:
            del chars[at % len(chars)]
        elif choice < 0.9 and chars:
            chars[at % len(chars)] = rng.choice(LETTERS)
        else:
            chars[at:at] = chars[max(0, at - rng.randint(1, 9)) : at]
    return "".join(chars)


def noise(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return rng.randbytes(rng.randint(0, 40)).decode("latin-1")
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(0, 40)))


@pytest.mark.parametrize("seed", range(4))
def test_any_text_is_read_or_refused_with_a_documented_error(seed: int) -> None:
    rng = random.Random(seed)
    boards = [Board(name) for name in NAMES]
    for _ in range(INPUTS // 4):
        text = mutated(rng, rng.choice(SAMPLES)) if rng.random() < 0.8 else noise(rng)
        at = rng.randrange(len(NAMES))
        try:
            board = Board.from_fen(text, NAMES[at])
        except InvalidFenError:
            pass
        else:
            assert Board.from_fen(board.fen(), NAMES[at]) == board
            board.status()
            assert board.perft(1) == len(board.legal_moves)
        try:
            boards[at].parse_pdn(text)
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
            pass


@pytest.mark.parametrize("seed", range(4))
def test_any_name_of_a_variant_is_known_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(min(INPUTS, 20000) // 4):
        text = mutated(rng, rng.choice(("russian", "25", "25,W,8,8,A0,0", "pool")))
        try:
            variant(text)
        except ValueError as refused:
            assert "no variant" in str(refused)


@pytest.mark.parametrize(
    "text",
    ["W:W" + "K" * 100_000, "W:" + "W" * 200_000, "1-" * 90_000, "9" * 100_000, "[" * 50_000],
)
def test_a_very_long_text_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(InvalidFenError) as refused:
        Board.from_fen(text)
    assert len(str(refused.value)) < 1000
    with pytest.raises(InvalidMoveError) as refused_move:
        Board().parse_pdn(text)
    assert len(str(refused_move.value)) < 1000
