"""Entering a move hop by hop, as a user interface does (R31, R32, R33)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import (
    ENGLISH,
    RUSSIAN,
    THAI,
    VARIANTS,
    Board,
    Move,
    MovePicker,
    Variant,
)
from reference import fen
from strategies import positions, random_position, variants

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)

OPTIONAL = ENGLISH.replace(name="optional", mandatory_capture=False)
CHAIN = "W:W18,26:B6,14,22"
CIRCLE = "W:WK6:B9,10,17,18"
SAME_ENDS = "W:WK47:B14,19,29,31,42"


def state(picker: MovePicker) -> tuple[object, ...]:
    return (
        picker.sources,
        picker.capturing,
        picker.selected,
        picker.position_of_piece,
        picker.path,
        picker.jumped,
        picker.targets,
        picker.victims,
        picker.refused,
    )


def entered(picker: MovePicker, *squares: int) -> Move | None:
    """Tap all squares; only the last tap may complete the move."""
    *first, last = squares
    for square in first:
        assert picker.tap(square) is None
        assert picker.refused is None
    return picker.tap(last)


# --- choosing a piece (R31) -----------------------------------------------------------------------


def test_r31_a_piece_dropped_where_it_stood_is_put_down() -> None:
    picker = MovePicker(Board())
    assert picker.select(11)
    assert picker.tap(11) is None
    assert (picker.selected, picker.refused) == (None, None)


def test_r31_a_tap_on_another_piece_chooses_that_one() -> None:
    picker = MovePicker(Board())
    assert entered(picker, 11, 9, 13) == Move(9, 13)


@pytest.mark.parametrize("wrong", [1, 8, 14, 20, 22, 32])
def test_r31_a_tap_on_a_wrong_square_changes_nothing_and_is_told(wrong: int) -> None:
    picker = MovePicker(Board())
    picker.tap(11)
    before = state(picker)
    assert picker.tap(wrong) is None
    assert picker.refused == wrong
    assert state(picker)[:-1] == before[:-1]
    assert not picker.select(wrong)
    assert state(picker)[:-1] == before[:-1]
    assert picker.tap(15) == Move(11, 15)
    assert picker.refused is None


def test_a_square_that_the_board_has_not_is_an_error() -> None:
    picker = MovePicker(Board())
    for square in (0, 33, -1):
        for enter in (picker.select, picker.tap):
            with pytest.raises(ValueError, match="no square"):
                enter(square)


def test_a_side_without_a_move_has_nothing_to_choose() -> None:
    picker = MovePicker(Board.from_fen("W:W:B5"))
    assert (picker.sources, picker.capturing, picker.must_capture) == (set(), set(), False)
    assert picker.tap(5) is None


# --- chains (R33) ---------------------------------------------------------------------------------


def test_r33_a_chain_is_entered_by_tapping_each_landing_square() -> None:
    picker = MovePicker(Board.from_fen(CHAIN), auto=False)
    picker.tap(26)
    assert picker.targets == {17, 1}
    assert picker.victims_to(17) == {22}
    assert picker.victims_to(1) == {22, 14, 6}
    assert picker.tap(17) is None
    assert (picker.path, picker.jumped, picker.position_of_piece) == ((26, 17), (22,), 17)
    assert (picker.targets, picker.victims) == ({10, 1}, {14, 6})
    assert picker.tap(10) is None
    assert picker.jumped == (22, 14)
    move = picker.tap(1)
    assert move == Move(26, 1, {22, 14, 6})
    assert move is not None and move.path == (26, 17, 10, 1) and move.promotes


def test_r33_a_chain_is_played_on_as_far_as_there_is_no_choice() -> None:
    picker = MovePicker(Board.from_fen("B:B3:W7,15,23,24", "english"))
    assert entered(picker, 3, 10) is None
    assert (picker.path, picker.targets) == ((3, 10, 19), {26, 28})


def test_r33_the_last_square_is_no_target_while_several_captures_end_there() -> None:
    picker = MovePicker(Board.from_fen(SAME_ENDS, "international"))
    picker.tap(47)
    assert 36 not in picker.targets
    assert picker.tap(36) is None
    assert picker.refused == 36
    assert picker.tap(38) is None
    assert picker.targets == {24, 20}


@pytest.mark.parametrize(("turn", "captured"), [(24, {42, 29, 19, 31}), (20, {42, 29, 14, 31})])
def test_r33_captures_with_the_same_ends_are_told_apart_by_a_square(
    turn: int, captured: set[int]
) -> None:
    picker = MovePicker(Board.from_fen(SAME_ENDS, "international"))
    move = entered(picker, 47, 38, turn)
    assert move is not None
    assert (move.to_square, move.captured) == (36, captured)


def test_r33_a_circular_capture_ends_where_it_began() -> None:
    board = Board.from_fen(CIRCLE)
    for path in ((6, 13, 22, 15, 6), (6, 15, 22, 13, 6)):
        picker = MovePicker(board, auto=False)
        move = entered(picker, *path)
        assert move == Move(6, 6, {9, 10, 17, 18})
        assert move is not None and move.path == path


def test_r33_a_piece_put_down_at_once_does_not_capture_in_a_circle() -> None:
    picker = MovePicker(Board.from_fen(CIRCLE))
    assert entered(picker, 6, 6) is None
    assert picker.selected is None


def test_r33_the_last_square_of_a_circle_may_be_tapped_after_the_first_hop() -> None:
    picker = MovePicker(Board.from_fen(CIRCLE), auto=False)
    picker.tap(6)
    assert picker.targets == {13, 15}
    picker.tap(13)
    assert picker.targets == {22, 6}
    move = picker.tap(6)
    assert move is not None and move.path == (6, 13, 22, 15, 6)


def test_r33_a_flying_king_has_every_landing_square_for_a_target() -> None:
    picker = MovePicker(Board.from_fen("W:WK46:B37", "international"))
    picker.tap(46)
    assert picker.targets == {32, 28, 23, 19, 14, 10, 5}
    assert picker.victims_to(14) == {37}
    assert picker.tap(14) == Move(46, 14, {37})


@pytest.mark.parametrize("stop", [32, 28, 23])
def test_r33_a_flying_king_may_come_down_anywhere_between_two_victims_in_a_line(stop: int) -> None:
    board = Board.from_fen("W:WK46:B37,19", "international")
    picker = MovePicker(board, auto=False)
    picker.tap(46)
    assert picker.targets == {32, 28, 23, 14, 10, 5}
    assert picker.victims_to(stop) == {37}
    assert picker.victims_to(10) == {37, 19}
    assert picker.tap(stop) is None
    assert (picker.position_of_piece, picker.targets) == (stop, {14, 10, 5})
    move = picker.tap(10)
    assert move == Move(46, 10, {37, 19})
    assert move is not None and move.path in board.paths(move)


def test_r33_a_king_that_lands_right_behind_has_no_squares_between() -> None:
    picker = MovePicker(Board.from_fen("W:WK29:B25,11", THAI), auto=False)
    picker.tap(29)
    assert picker.targets == {22, 8}


def test_r33_a_man_crowned_in_mid_chain_goes_on_as_a_king() -> None:
    board = Board.from_fen("W:Wf6:Be7,b6", RUSSIAN)
    numbers = {board.square_name(n): n for n in range(1, 33)}
    picker = MovePicker(board, auto=False)
    assert entered(picker, numbers["f6"], numbers["d8"]) is None
    assert picker.targets == {numbers["a5"]}
    move = picker.tap(numbers["a5"])
    assert move is not None and move.promotes


def test_r18_a_chain_once_begun_must_be_finished() -> None:
    picker = MovePicker(Board.from_fen("W:W18,26,32:B6,14,22", OPTIONAL), auto=False)
    entered(picker, 26, 17)
    before = state(picker)
    for square in (32, 18, 26, 21, 13):
        assert picker.tap(square) is None
        assert picker.refused == square
        assert not picker.select(square)
        assert state(picker)[:-1] == before[:-1]
    assert picker.select(17)
    assert state(picker) == before
    assert entered(picker, 10, 1) == Move(26, 1, {22, 14, 6})


def test_the_board_is_not_touched_and_may_change() -> None:
    board = Board()
    picker = MovePicker(board)
    board.push_pdn("11-15")
    assert entered(picker, 9, 13) == Move(9, 13)
    assert board.move_stack == [Move(11, 15)]


# --- every variant, at random ---------------------------------------------------------------------


def checked(board: Board) -> None:
    """Every legal move can be entered, in each of its ways, and nothing else is offered."""
    moves = board.legal_moves
    picker = MovePicker(board, auto=False)
    start = state(picker)
    assert picker.sources == {move.from_square for move in moves}
    assert picker.capturing == {move.from_square for move in moves if move.is_capture}
    assert picker.must_capture == board.must_capture
    for square in range(1, board.variant.squares + 1):
        assert picker.select(square) == (square in picker.sources)
        picker.cancel()
    for square in picker.sources:
        check_targets(board, picker, square)
    for move in moves[:25]:
        for path in board.paths(move)[:10]:
            check_way(picker, move, path)
            assert state(picker) == start


def check_targets(board: Board, picker: MovePicker, square: int) -> None:
    """The targets are the next landings, and the last squares of which one move is meant."""
    moves = [move for move in board.legal_moves if move.from_square == square]
    landings = {path[1] for move in moves for path in board.paths(move)}
    ends = Counter(move.to_square for move in moves)
    lasts = {end for end, count in ends.items() if count == 1 and end != square}
    picker.select(square)
    between = picker.targets - landings - lasts
    assert picker.targets == landings | lasts | between
    assert not between or (board.variant.flying_kings and not board.variant.kings_land_behind)
    picker.cancel()


def check_way(picker: MovePicker, move: Move, path: tuple[int, ...]) -> None:
    assert picker.select(path[0])
    found = None
    for hop, square in enumerate(path[1:], start=1):
        assert found is None
        assert square in picker.targets
        assert len(picker.victims_to(square)) == move.is_capture
        assert picker.victims_to(square) <= move.captured - set(picker.jumped)
        assert len(picker.jumped) == (hop - 1)
        found = picker.tap(square)
    assert found == move
    assert found is not None and (found.path, found.promotes) == (path, move.promotes)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_r33_every_legal_move_is_entered_in_each_of_its_ways(data: st.DataObject) -> None:
    variant = data.draw(variants())
    checked(Board.from_fen(fen(variant, data.draw(positions(variant))), variant))


@every_variant
def test_r33_every_move_of_a_variant_is_entered_in_each_of_its_ways(variant: Variant) -> None:
    rng = random.Random(9)
    for _ in range(12):
        checked(Board.from_fen(fen(variant, random_position(rng, variant)), variant))


@every_variant
def test_r33_tapping_targets_at_random_always_completes_a_legal_move(variant: Variant) -> None:
    rng = random.Random(4)
    for _ in range(15):
        board = Board.from_fen(fen(variant, random_position(rng, variant)), variant)
        if not board.legal_moves:
            continue
        picker = MovePicker(board, auto=rng.random() < 0.5)
        picker.tap(rng.choice(sorted(picker.sources)))
        move = None
        while move is None:
            jumped = picker.jumped
            move = picker.tap(rng.choice(sorted(picker.targets)))
            assert picker.refused is None
        assert board.is_legal(move)
        assert move.path in board.paths(move)
        assert set(jumped) <= move.captured
