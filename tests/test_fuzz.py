"""Random and mutated text into every reader: only documented errors come out.

``DRAUGHTS_FUZZ`` sets the number of inputs; a long run uses millions.
"""

from __future__ import annotations

import io
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
    PdnError,
    pdn,
    variant,
)

INPUTS = int(os.environ.get("DRAUGHTS_FUZZ", "30000"))
LETTERS = "{}();$!%WwBbKk?:,.-x*0123456789abchjHF \t\n[]\"'\\\x00\x7fé٣\U0001f600\ud800"
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
GAMES = (
    '[Event "a"]\n[GameType "20"]\n\n1. 32-28 {c} 19-23! 2. 28x19 (2. 33-29 $1) 14x23 2-0\n\n',
    '[GameType "25,W,8,8,A0,0"]\n1. c3d4 d6-c5 2. b2-c3 {[%clk 0:05:12] x} (2. a1:c3 ; y\n f6) *\n',
    '[FEN "W:W31:BK3,12,18,19,26,27"] 1. 31x15 {[%end]} 12-17 /FEN "B::"/ 1-0 [White "\\"q"]',
    "1. 11-15 23-18 2. 8x11 27 - 23 (2. 24-20 (2... 4-8) {z}) 2... 4-8 - - 1. 32-28 1/2-1/2",
    '%x\n{a {b} c} [Rules "{\\"men_rows\\": 2}"] 1... 9-13!? 0-1 1-1 * \\r\n[Empty]\n'
    '[Type de jeu "20"]',
    "\ufeff1.ab4 ba5 2 3228 (?) 5x14x23 11*18 e1xc3 c3xe5 [%x] hello ½-½ ) ( 4-6 "
    "\r\n\r 1. 11-15 1.",
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
def test_any_pdn_is_read_and_what_was_read_is_kept(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(INPUTS // 4):
        text = mutated(rng, rng.choice(GAMES) + rng.choice(GAMES) * (number % 3 == 0))
        games = list(pdn.read_games(io.StringIO(text)))
        if number % 10 == 0:
            written = "".join(game.to_pdn() for game in games)
            assert list(pdn.read_games(io.StringIO(written))) == games, text
        elif number % 10 == 1:
            raw = io.BytesIO(text.encode("cp1251", "ignore"))
            assert len(list(pdn.read_headers(raw))) == pdn.read_games(
                io.BytesIO(raw.getvalue())
            ).skip(99)
        elif number % 10 == 2:
            try:
                strict = list(pdn.read_games(io.StringIO(text), strict=True))
            except PdnError as refused:
                assert any(game.errors for game in games)
                assert refused.line >= 1 <= refused.column
            else:
                assert strict == games
                assert not any(game.errors for game in games)


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
