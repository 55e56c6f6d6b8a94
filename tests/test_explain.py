"""Why a move is illegal, told to a beginner (R5, R6, R18, R32)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import (
    ENGLISH,
    ITALIAN,
    VARIANTS,
    Board,
    Color,
    DraughtsError,
    Explanation,
    Move,
    Reason,
    Variant,
)
from draughts.explain import explain
from reference import fen
from strategies import custom_variants, positions, random_position

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)

START = "B:W21-32:B1-12"
CHAIN = "W:W18,26:B6,14,22"
CIRCLE = "W:WK6:B9,10,17,18"
SAME_ENDS = "W:WK47:B14,19,29,31,42"

CASES = [
    (Reason.LEGAL, "english", START, "11-15"),
    (Reason.LEGAL, "english", CHAIN, "26x1"),
    (Reason.LEGAL, "russian", "W:WKa1:Bc3,f6", "a1h8"),
    (Reason.NOT_A_MOVE, "english", START, "hello"),
    (Reason.NOT_A_MOVE, "english", START, ""),
    (Reason.NOT_A_MOVE, "english", START, "11"),
    (Reason.NOT_A_MOVE, "english", START, "11-11"),
    (Reason.NO_SUCH_SQUARE, "english", START, "11-99"),
    (Reason.NO_SUCH_SQUARE, "english", START, "0-5"),
    (Reason.NO_SUCH_SQUARE, "russian", "W:Wc3:Bh8", "c3-c4"),
    (Reason.AMBIGUOUS, "international", SAME_ENDS, "47x36"),
    (Reason.GAME_OVER, "english", "W:W:B5", "24-20"),
    (Reason.GAME_OVER, "english", "W:W28:B19,24", "28-24"),
    (Reason.EMPTY_SQUARE, "english", START, "16-20"),
    (Reason.NOT_YOUR_PIECE, "english", START, "22-18"),
    (Reason.EMPTY_SQUARE, "english", START, "16"),
    (Reason.NOT_YOUR_PIECE, "english", START, "22"),
    (Reason.CANNOT_MOVE, "english", START, "1"),
    (Reason.TARGET_OCCUPIED, "english", START, "8-11"),
    (Reason.TARGET_OCCUPIED, "english", "W:W24:B19,15", "24x15"),
    (Reason.TARGET_OCCUPIED, "russian", "W:WKa1:Bc3,d4", "a1d4"),
    (Reason.NOT_DIAGONAL, "english", START, "9-15"),
    (Reason.NOT_DIAGONAL, "russian", "W:WKa1:Bc3", "a1g1"),
    (Reason.TOO_FAR, "english", "W:W24:B1", "24-10"),
    (Reason.TOO_FAR, "english", "W:WK24:B1", "24-10"),
    (Reason.MEN_DO_NOT_MOVE_BACKWARD, "english", "W:W19:B1", "19-24"),
    (Reason.MEN_DO_NOT_MOVE_BACKWARD, "russian", "W:Wc3:Bh8", "c3-d2"),
    (Reason.MEN_DO_NOT_CAPTURE_BACKWARD, "english", "W:W10:B15", "10x19"),
    (Reason.MEN_DO_NOT_CAPTURE_BACKWARD, "czech", "W:Wc5:Bd6,f6", "c5e7g5"),
    (Reason.MEN_DO_NOT_CAPTURE_KINGS, "italian", "W:W14:BK10", "14x5"),
    (Reason.CROWNING_ENDS_MOVE, "english", "W:W11:B6,7", "11x2x9"),
    (Reason.CROWNING_ENDS_MOVE, "spanish", "W:Wg6:Bf7,c6", "g6e8b5"),
    (Reason.CROWNED_AT_END, "brazilian", "W:Wf6:Be7,b6", "f6d8a5"),
    (Reason.CROWNED_AT_END, "pool", "W:Wf6:Be7,b6", "f6d8a5"),
    (Reason.NOTHING_TO_JUMP, "english", START, "11x18"),
    (Reason.NOTHING_TO_JUMP, "english", START, "11-15-18"),
    (Reason.NOTHING_TO_JUMP, "russian", "W:WKa1:Bc3", "a1e5b8"),
    (Reason.OWN_PIECE_IN_THE_WAY, "english", START, "5x14"),
    (Reason.OWN_PIECE_IN_THE_WAY, "russian", "W:WKa1,c3:Bh8", "a1e5"),
    (Reason.BLOCKED, "russian", "W:WKa1:Bc3,d4", "a1h8"),
    (Reason.JUMPED_TWICE, "english", CIRCLE, "6x13x22x15x6x13"),
    (Reason.JUMPED_TWICE, "russian", "W:WKa1:Bc3,g3", "a1e5a1"),
    (Reason.LANDING_MUST_LEAD_ON, "russian", "W:WKa1:Bb2,e7", "a1d4"),
    (Reason.LANDING_MUST_LEAD_ON, "russian", "W:WKa1:Bb2,e5,e7", "a1g7"),
    (Reason.LANDS_RIGHT_BEHIND, "thai", "W:WK29:B22", "29x15"),
    (Reason.CHAIN_GOES_ON, "english", CHAIN, "26x17"),
    (Reason.CHAIN_GOES_ON, "english", CHAIN, "26x10"),
    (Reason.CHAIN_GOES_ON, "russian", "W:Wc3:Bd4,f6", "c3e5"),
    (Reason.MUST_CAPTURE, "english", "W:W24,30:B19", "30-25"),
    (Reason.MUST_CAPTURE, "english", "W:W24,30:B19", "24-20"),
    (Reason.MUST_CAPTURE, "english", "W:W24,30:B19", "30"),
    (Reason.OTHER_CAPTURE_TAKES_MORE, "international", "W:W28,37:B23,31,21", "28x19"),
    (Reason.OTHER_CAPTURE_TAKES_MORE, "international", "W:W28,37:B23,31,21", "28"),
    (Reason.OTHER_CAPTURE_TAKES_MORE, "brazilian", "W:Wc3,a5:Bd4,f6,b6", "a5xc7"),
    (Reason.OTHER_CAPTURE_TAKES_MORE_KINGS, "spanish", "W:Wc4,g4:Bd5,Kf5", "c4xe6"),
    (Reason.OTHER_CAPTURE_MEETS_KING_FIRST, "italian", "W:WKe4:Bd5,Kb7,Kf5,f7", "e4xc6xa8"),
    (Reason.KING_MUST_CAPTURE, "czech", "W:WKa1,c5:Bb2,d6", "c5e7"),
    (Reason.KING_MUST_CAPTURE, "italian", "W:Wc4,Kg4:Bd5,f5", "c4xe6"),
]


def told(fen: str, move: str | list[int], variant: Variant | str = "english") -> Explanation:
    return explain(Board.from_fen(fen, variant), move)


@pytest.mark.parametrize(("reason", "variant", "fen", "text"), CASES)
def test_each_reason_is_told(reason: Reason, variant: str, fen: str, text: str) -> None:
    found = told(fen, text, variant)
    assert found.reason is reason, str(found)


def test_every_reason_has_a_position() -> None:
    assert {case[0] for case in CASES} == set(Reason)


def test_r5_the_pieces_that_must_capture_are_told() -> None:
    found = told("W:W23,24,30:B19", "30-25")
    assert found.squares == {"capturing": (23, 24)}
    assert set(found.moves) == {Move(23, 16, {19}), Move(24, 15, {19})}
    assert str(found) == "White must capture, with the piece on 23 or 24."


def test_r32_a_piece_that_cannot_be_chosen_is_told_why() -> None:
    assert str(told("W:W24,30:B19", [30])) == "White must capture, with the piece on 24."
    assert str(told(START, [1])) == "The piece on 1 cannot move."
    assert told("W:W24,30:B19", [24]).reason is Reason.NOT_A_MOVE


def test_r6_where_the_chain_goes_on_is_told() -> None:
    found = told(CHAIN, "26x17")
    assert found.squares == {"start": (26,), "end": (17,), "onward": (10,)}
    assert str(found) == "The capture is not finished: it goes on from 17 to 10."


def test_the_longer_capture_is_told() -> None:
    found = told("W:W28,37:B23,31,21", "28x19", "international")
    assert found.squares == {"capturing": (37,)}
    assert [move.captured for move in found.moves] == [{31, 21}]
    assert str(found).endswith("with the piece on 37: 2 instead of 1.")


def test_a_part_of_a_shorter_capture_is_not_told_to_go_on() -> None:
    board = Board.from_fen("W:W33,47:B29,20,41,31,21", "international")
    assert explain(board, "33x24").reason is Reason.OTHER_CAPTURE_TAKES_MORE


def test_r18_with_capture_optional_a_chain_once_begun_must_be_finished() -> None:
    optional = ENGLISH.replace(mandatory_capture=False)
    assert told(CHAIN, "26x17", optional).reason is Reason.CHAIN_GOES_ON
    assert told(CHAIN, "26-23", optional).reason is Reason.LEGAL
    assert told(CHAIN, "26-23", "english").reason is Reason.MUST_CAPTURE


def test_the_hop_that_fails_is_told() -> None:
    found = told(CIRCLE, [6, 13, 22, 15, 6, 13])
    assert found.squares == {"start": (6,), "end": (13,), "blocking": (9,)}


def test_an_ambiguous_capture_is_told_with_its_choices() -> None:
    found = told(SAME_ENDS, [47, 36], "international")
    assert str(found) == "It may be 47x13x36 or 47x9x36: name a square on the way."
    assert {move.captured for move in found.moves} == {
        frozenset({42, 29, 19, 31}),
        frozenset({42, 29, 14, 31}),
    }


def test_squares_are_written_as_the_variant_writes_them() -> None:
    found = told("W:WKa1:Bb2,e7", "a1d4", "russian")
    assert str(found).endswith("on f6.")
    assert found.squares["landings"] == (11,)


def test_the_board_is_not_touched() -> None:
    board = Board.from_fen(CHAIN)
    board.push_pdn("26x1")
    explain(board, "22-18")
    assert board.move_stack == [Move(26, 1, {6, 14, 22})]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5000,
        "9" * 5000,
        "1-5" * 200,
        "11-20" + " " * 1000 + "-99",
        "\x00",
        "é1-2",
        "11-\ud800",
    ],
)
def test_no_text_is_too_odd(text: str) -> None:
    assert explain(Board(), text).reason in Reason
    assert len(str(explain(Board(), text))) < 300


@pytest.mark.parametrize("squares", [[], [11], [99], [11, 99], [-1, 5], [0, 5], [11, 11]])
def test_squares_that_are_no_move(squares: list[int]) -> None:
    reasons = {Reason.NOT_A_MOVE, Reason.NO_SUCH_SQUARE}
    assert explain(Board(), squares).reason in reasons


# --- every variant, at random ---------------------------------------------------------------------


def is_read(board: Board, text: str) -> bool:
    try:
        board.parse_pdn(text)
    except DraughtsError:
        return False
    return True


@every_variant
def test_a_move_is_called_legal_if_and_only_if_it_is(variant: Variant) -> None:
    rng = random.Random(6)
    for _ in range(10):
        board = Board.from_fen(fen(variant, random_position(rng, variant)), variant)
        own = sorted(board.pieces(board.turn)) or [1]
        for _ in range(20):
            others = [rng.randint(1, variant.squares) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
            check(board, [rng.choice(own), *others])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_combination_of_rules_is_explained(data: st.DataObject) -> None:
    variant = data.draw(custom_variants())
    board = Board.from_fen(fen(variant, data.draw(positions(variant))), variant)
    squares = st.integers(1, variant.squares)
    for _ in range(5):
        check(board, data.draw(st.lists(squares, min_size=1, max_size=4)))


def check(board: Board, squares: list[int]) -> None:
    found = explain(board, squares)
    assert (found.reason is Reason.LEGAL) == is_read(board, "x".join(map(str, squares)))
    assert str(found).endswith(".") and "{" not in str(found)
    assert all(move in board.legal_moves for move in found.moves)
    for concerned in found.squares.values():
        assert all(1 <= square <= board.variant.squares for square in concerned)


@every_variant
def test_every_legal_move_is_called_legal(variant: Variant) -> None:
    rng = random.Random(8)
    for _ in range(10):
        board = Board.from_fen(fen(variant, random_position(rng, variant)), variant)
        for move in board.legal_moves[:10]:
            assert explain(board, board.pdn(move)).reason is Reason.LEGAL
            for path in board.paths(move)[:5]:
                assert explain(board, path).reason is Reason.LEGAL


@every_variant
def test_every_broken_off_chain_is_told_where_it_goes_on(variant: Variant) -> None:
    rng = random.Random(3)
    for _ in range(25):
        board = Board.from_fen(fen(variant, random_position(rng, variant)), variant)
        for move in board.legal_moves[:4]:
            for length in range(2, len(move.path)):
                begun = move.path[:length]
                found = explain(board, begun)
                if found.reason is not Reason.LEGAL and found.reason is not Reason.AMBIGUOUS:
                    assert found.reason is Reason.CHAIN_GOES_ON, (board, begun)
                    assert move.path[length] in found.squares["onward"]


def test_the_sentence_names_the_side_to_move() -> None:
    for color in Color:
        board = Board.empty(ITALIAN)
        board.turn = color
        assert str(explain(board, "1-5")) == f"The game is over: {color.value} has no legal move."
