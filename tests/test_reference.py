"""The reference itself, held against published positions, games and perft tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from draughts.tables import PerftTable, perft_tables
from draughts.types import Color, Outcome, Termination
from draughts.variants import (
    ANTIDRAUGHTS,
    BRAZILIAN,
    BREAKTHROUGH,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    SPANISH,
    VARIANTS,
    DrawRules,
    EndgameLimit,
    Variant,
)
from reference import (
    Position,
    RefMove,
    capture_sequences,
    fen,
    legal_moves,
    numbered_squares,
    outcome,
    parse,
    paths,
    perft,
    play,
    start,
)

LEAVES = 15_000
FACTS = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((FACTS / "cases.json").read_text("utf-8"))["cases"]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def variant_of(case: dict[str, Any]) -> Variant:
    """The variant of a case, with the case's own draw rules and choice of capture."""
    variant = VARIANTS[case["variant"]]
    if "draw_rules" in case:
        variant = variant.replace(draw_rules=DrawRules.preset(case["draw_rules"]))
    return variant.replace(mandatory_capture=case.get("mandatory_capture", True))


def square_number(variant: Variant, name: str) -> int:
    if name.isdigit():
        return int(name)
    row, column = variant.size - int(name[1:]), "abcdefghij".index(name[0])
    return numbered_squares(variant).index((row, column)) + 1


def move_named(variant: Variant, position: Position, text: str) -> RefMove:
    ends = [square_number(variant, name) for name in text.replace("x", "-").split("-")]
    (move,) = (m for m in legal_moves(variant, position) if [m.from_square, m.to_square] == ends)
    return move


def game_of(case: dict[str, Any]) -> tuple[list[Position], list[RefMove]]:
    """All positions of a case's game and the moves between them."""
    variant = variant_of(case)
    history, moves = [parse(variant, case["fen"])], []
    for text in case["moves"]:
        moves.append(move_named(variant, history[-1], text))
        history.append(play(variant, history[-1], moves[-1]))
    return history, moves


def game_along(variant: Variant, text: str, moves: list[RefMove]) -> list[Position]:
    history = [parse(variant, text)]
    for move in moves:
        assert move in legal_moves(variant, history[-1])
        history.append(play(variant, history[-1], move))
    return history


def shuffle(one: tuple[int, int], other: tuple[int, int], plies: int) -> list[RefMove]:
    """The moves of two kings that go to and fro."""
    there, back = (RefMove(*one), RefMove(*other)), (RefMove(*one[::-1]), RefMove(*other[::-1]))
    return list((there + back) * plies)[:plies]


# --------------------------------------------------------------------------- published facts


@pytest.mark.parametrize("case", of_kind("legal"))
def test_legal_moves_of_a_published_position(case: dict[str, Any]) -> None:
    variant = variant_of(case)
    position = parse(variant, case["fen"])
    expected = {
        RefMove(r["from"], r["to"], frozenset(r["captured"]), r["promotes"]): tuple(r["path"])
        for r in case["results"]
    }
    assert legal_moves(variant, position) == set(expected)
    for move, path in expected.items():
        assert path in paths(variant, position, move)


@pytest.mark.parametrize("case", of_kind("game"))
def test_a_published_game_is_drawn_at_its_ply_and_not_before(case: dict[str, Any]) -> None:
    variant = variant_of(case)
    history, moves = game_of(case)
    outcomes = [
        outcome(variant, history[: ply + 1], moves[:ply], claim_draw=True)
        for ply in range(len(history))
    ]
    first_draw = next((ply for ply, end in enumerate(outcomes) if end is not None), None)
    assert first_draw == case["draw_at_ply"]
    assert all(end.winner is None for end in outcomes if end is not None)


@pytest.mark.parametrize("case", of_kind("result"))
def test_a_published_game_is_won_by_its_winner(case: dict[str, Any]) -> None:
    end = outcome(variant_of(case), *game_of(case))
    assert end is not None
    assert end.winner is {"W": Color.WHITE, "B": Color.BLACK}[case["winner"]]


@pytest.mark.parametrize("table", perft_tables(), ids=lambda t: f"{t.variant}-{t.name}-{t.mode}")
def test_perft_of_a_published_table(table: PerftTable) -> None:
    position = parse(table.rules, table.fen)
    for depth, leaves in enumerate(table.counts, start=1):
        if leaves > LEAVES:
            break
        assert perft(table.rules, position, depth, table.mode) == leaves, f"depth {depth}"


# ------------------------------------------------------------------------------ the board


@pytest.mark.parametrize(
    ("variant", "number", "square"),
    [
        (ENGLISH, 1, (0, 1)),
        (ENGLISH, 32, (7, 6)),
        (INTERNATIONAL, 46, (9, 0)),
        (ITALIAN, 1, (0, 0)),
        (SPANISH, 1, (7, 7)),
        (SPANISH, 32, (0, 0)),
        (RUSSIAN.replace(first_square="bottom-left"), 1, (7, 0)),
        (RUSSIAN.replace(first_square="bottom-right"), 1, (7, 6)),
        (RUSSIAN.replace(first_square="top-right"), 1, (0, 7)),
    ],
)
def test_numbers_run_along_the_row_from_the_first_corner(
    variant: Variant, number: int, square: tuple[int, int]
) -> None:
    assert numbered_squares(variant)[number - 1] == square


def test_white_stands_at_the_bottom_whatever_the_numbers() -> None:
    assert fen(ENGLISH, start(ENGLISH)).startswith("B:W21,22,")
    assert fen(SPANISH, start(SPANISH)).startswith("W:W1,2,")


@pytest.mark.parametrize("text", ["W:WK1,3:B9", "B:W:BK5", "W:W50:B"])
def test_fen_is_read_back_as_it_was_written(text: str) -> None:
    assert fen(INTERNATIONAL, parse(INTERNATIONAL, text)) == text


# ------------------------------------------------------------ rules that no built-in combines


def results(variant: Variant, text: str) -> set[tuple[int, int, tuple[int, ...], bool]]:
    return {
        (m.from_square, m.to_square, tuple(sorted(m.captured)), m.promotes)
        for m in legal_moves(variant, parse(variant, text))
    }


def test_a_man_set_up_on_its_crown_row_has_no_forward_move() -> None:
    assert results(RUSSIAN, "W:W2:B32") == set()


def test_a_man_set_up_on_its_crown_row_may_capture_backward_and_stays_a_man() -> None:
    assert results(RUSSIAN, "W:W2:B7") == {(2, 11, (7,), False)}


def test_a_man_set_up_on_its_crown_row_is_crowned_when_it_comes_back_there() -> None:
    assert results(RUSSIAN, "W:W2:B7,8") == {(2, 4, (7, 8), True)}
    assert results(BRAZILIAN, "W:W2:B7,8") == {(2, 4, (7, 8), True)}


def test_a_short_king_crowned_in_a_capture_goes_on_where_the_rules_say_so() -> None:
    goes_on = ENGLISH.replace(promotion="continues-as-king")
    assert results(goes_on, "W:W11:B6,7") == {(11, 9, (6, 7), True)}


def test_a_piece_that_leaves_at_once_may_be_crossed_and_turned_over() -> None:
    at_once = RUSSIAN.replace(removal="at-once", kings_land_behind=True)
    sequences = capture_sequences(at_once, parse(at_once, "W:WK18:B14,27"))
    assert {(s.captured, s.to_square) for s in sequences} == {((14, 27), 32), ((27, 14), 9)}
    assert results(at_once.replace(removal="at-end"), "W:WK18:B14,27") == {
        (18, 9, (14,), False),
        (18, 32, (27,), False),
    }


def test_two_victims_on_one_line_are_walked_over_the_square_behind_the_first() -> None:
    position = parse(RUSSIAN, "W:WK29:B22,11")
    (move,) = (m for m in legal_moves(RUSSIAN, position) if m.to_square == 4)
    assert paths(RUSSIAN, position, move) == {(29, 18, 4)}


def test_optional_capture_leaves_the_priority_among_captures() -> None:
    optional = BRAZILIAN.replace(mandatory_capture=False)
    assert results(optional, "W:W11,21,K24:B6,7") >= {(11, 9, (6, 7), False), (24, 28, (), False)}
    assert (24, 1, (6,), False) not in results(optional, "W:W11,21,K24:B6,7")


def test_in_italian_the_number_of_kings_counts_before_the_king_met_first() -> None:
    kings_late = (7, 21, (12, 18, 19, 20), False)
    assert results(ITALIAN, "B:W11,12,K18,K19,20:BK7") == {kings_late}


# --------------------------------------------------------------------------- ends of the game


def test_a_blocked_side_has_won_when_the_aim_is_to_lose() -> None:
    position = parse(ANTIDRAUGHTS, "W:W35:B24,30")
    assert outcome(ANTIDRAUGHTS, [position], []) == Outcome(Color.WHITE, Termination.NO_MOVES)


def test_a_king_has_won_even_when_its_side_is_blocked() -> None:
    position = parse(BREAKTHROUGH, "W:WK46:B41,37")
    assert outcome(BREAKTHROUGH, [position], []) == Outcome(Color.WHITE, Termination.FIRST_KING)


def test_of_two_kings_that_of_the_side_that_just_moved_has_won() -> None:
    position = parse(BREAKTHROUGH, "W:WK46:BK5")
    assert outcome(BREAKTHROUGH, [position], []) == Outcome(Color.BLACK, Termination.FIRST_KING)


def test_a_win_comes_before_a_draw_on_the_same_ply() -> None:
    variant = RUSSIAN.replace(draw_rules=DrawRules(repetition=0, quiet_plies=1, max_plies=1))
    moves = [RefMove(21, 25)]
    history = game_along(variant, "W:WK21,K22:BK29", moves)
    assert outcome(variant, history, moves) == Outcome(Color.WHITE, Termination.NO_MOVES)


def test_a_repetition_is_named_before_a_limit_that_runs_out_with_it() -> None:
    variant = ENGLISH.replace(draw_rules=DrawRules(repetition=2, quiet_plies=4, max_plies=4))
    moves = shuffle((32, 28), (1, 5), 4)
    history = game_along(variant, "W:WK32:BK1", moves)
    assert outcome(variant, history, moves) == Outcome(None, Termination.REPETITION)


def test_a_draw_that_must_be_claimed_does_not_end_the_game_by_itself() -> None:
    rules = DrawRules(repetition=2, repetition_claim=True, quiet_plies=5)
    variant = ENGLISH.replace(draw_rules=rules)
    moves = shuffle((32, 28), (1, 5), 5)
    history = game_along(variant, "W:WK32:BK1", moves)
    assert outcome(variant, history[:5], moves[:4]) is None
    assert outcome(variant, history[:5], moves[:4], claim_draw=True) == (
        Outcome(None, Termination.REPETITION)
    )
    assert outcome(variant, history, moves) == Outcome(None, Termination.QUIET_LIMIT)


def test_an_ending_is_counted_from_the_position_in_which_it_arises() -> None:
    limit = EndgameLimit(2, strong=(1, 1), weak=(1, 1))
    variant = ENGLISH.replace(draw_rules=DrawRules(repetition=0, endgames=(limit,)))
    moves = [RefMove(18, 25, frozenset({22})), *shuffle((1, 5), (25, 30), 2)]
    history = game_along(variant, "W:WK18:BK1,K22", moves)
    assert [outcome(variant, history[: ply + 1], moves[:ply]) for ply in range(4)] == [
        None,
        None,
        None,
        Outcome(None, Termination.ENDGAME_LIMIT),
    ]


def test_an_ending_may_hold_in_place_of_the_quiet_limit() -> None:
    limit = EndgameLimit(4, replaces_quiet=True)
    rules = DrawRules(repetition=0, quiet_plies=2, endgames=(limit,))
    variant = ENGLISH.replace(draw_rules=rules)
    moves = shuffle((32, 28), (1, 5), 4)
    history = game_along(variant, "W:WK32:BK1", moves)
    assert outcome(variant, history[:4], moves[:3]) is None
    assert outcome(variant, history, moves) == Outcome(None, Termination.ENDGAME_LIMIT)
