"""What the product must do, one requirement after another, through the public API alone.

``docs/requirements.md`` lists them all. What each asks is quoted; more tests that name a number
stand beside those of the module that meets it.
"""

from __future__ import annotations

import importlib.machinery
import io
import itertools
import random
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import draughts
from draughts import (
    BRAZILIAN,
    DRAW_PRESETS,
    ENGLISH,
    INTERNATIONAL,
    RUSSIAN,
    VARIANTS,
    Board,
    Clock,
    Color,
    DrawRules,
    Engine,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    Limit,
    Move,
    MovePicker,
    Outcome,
    Piece,
    Series,
    Termination,
    Variant,
    pdn,
)
from test_series import draw, scores, win

WHITE, BLACK = Color.WHITE, Color.BLACK
FOUR = [ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL]
OPTIONAL = ENGLISH.replace(name="optional", mandatory_capture=False)
CHAINS = "W:W18,26,28,32:B6,14,22,24"  # 18x9x2, 26x17x10x1, 28x19
KINGS_AND_MEN = "W:WK29,K30,28:BK1,K2,12"

four_variants = pytest.mark.parametrize("variant", FOUR, ids=lambda variant: variant.name)
both_colors = pytest.mark.parametrize("color", Color, ids=lambda color: color.value)


def position(fen: str, variant: Variant = ENGLISH, color: Color = WHITE) -> Board:
    """A position written for White to move, or the same for Black: the board turned by half."""
    board = Board.from_fen(fen, variant)
    return board if board.turn is color else board.mirror()


def legal(fen: str, variant: Variant = ENGLISH) -> set[str]:
    board = Board.from_fen(fen, variant)
    return {board.pdn(move) for move in board.legal_moves}


def lone(variant: Variant, square: int, piece: Piece) -> Board:
    """A piece alone on the board, to move."""
    board = Board.empty(variant)
    board.set_piece_at(square, piece)
    board.turn = piece.color
    return board


def with_rules(variant: Variant, **rules: int) -> Variant:
    return variant.replace(draw_rules=DrawRules(**rules))


def quiet_king_move(board: Board, rng: random.Random) -> Move:
    """A king's move in its own half, after which nothing can be taken and the position is new."""
    half = range(board.variant.size // 2)
    moves = board.legal_moves
    rng.shuffle(moves)
    for move in moves:
        row, _ = board.square_place(move.to_square)
        after = board.copy()
        after.push(move)
        answered = any(answer.is_capture for answer in after.legal_moves)
        if (row in half) is (board.turn is BLACK) and not answered:
            if after.quiet_plies and not after.is_repetition(2):
                return move
    raise AssertionError(f"no quiet move of a king in {board.fen()}")


def plies_until_drawn(game: Game) -> int:
    """Let kings go about without a capture until the game is drawn; the plies that it took."""
    rng = random.Random(1)
    start = game.board.ply
    while game.outcome() is None:
        game.play(quiet_king_move(game.board, rng))
    assert game.outcome() == Outcome(None, Termination.QUIET_LIMIT)
    return game.board.ply - start


# --- English draughts -----------------------------------------------------------------------------


def test_r1_32_dark_squares_are_numbered_and_twelve_men_stand_on_three_rows() -> None:
    """8x8 board, 32 dark squares, 12 men a side on the three nearest rows; numbered 1 to 32."""
    board = Board()
    places = [board.square_place(number) for number in range(1, 33)]
    dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]
    assert places == dark
    assert board.pieces(BLACK) == {n for n, (row, _) in enumerate(places, 1) if row < 3}
    assert board.pieces(WHITE) == {n for n, (row, _) in enumerate(places, 1) if row > 4}
    assert len(board.pieces(BLACK)) == len(board.pieces(WHITE)) == 12
    assert not any(board.piece_at(n).is_king for n in board.pieces(WHITE) | board.pieces(BLACK))
    for number in (0, 33):
        with pytest.raises(ValueError):
            board.piece_at(number)


def test_r2_black_moves_first_and_turns_alternate() -> None:
    """Black (dark) moves first; then turns alternate."""
    game = Game()
    rng = random.Random(2)
    for turn in [BLACK, WHITE] * 15:
        assert game.board.turn is turn
        move = rng.choice(game.board.legal_moves)
        assert game.board.piece_at(move.from_square).color is turn
        game.play(move)


@pytest.mark.parametrize("text", ["", "-", "--", "pass", "...", "0-0", "9-9"])
def test_r2_nobody_may_pass(text: str) -> None:
    """Nobody may pass."""
    for variant in (ENGLISH, OPTIONAL):
        board = Board(variant)
        with pytest.raises((InvalidMoveError, IllegalMoveError)):
            board.push_pdn(text)
        assert board == Board(variant)
        assert all(move.from_square != move.to_square for move in board.legal_moves)


@both_colors
def test_r3_a_man_steps_one_square_diagonally_forward(color: Color) -> None:
    """A man steps one square diagonally forward: never sideways, straight or back."""
    forward = -1 if color is WHITE else 1
    place = Board().square_place
    for square in range(1, 33):
        row, column = place(square)
        expected = {(row + forward, column - 1), (row + forward, column + 1)}
        moves = lone(ENGLISH, square, Piece.of(color)).legal_moves
        reached = {place(move.to_square) for move in moves}
        assert reached == {(r, c) for r, c in expected if 0 <= r < 8 and 0 <= c < 8}


def test_r3_a_man_steps_to_an_empty_square_alone() -> None:
    """... to an empty square."""
    assert legal("W:W18,14:B1") == {"18-15", "14-9", "14-10"}
    assert legal("W:W18:B14,9,15,11") == set()


@both_colors
def test_r4_a_man_jumps_forward_over_an_adjacent_enemy_which_comes_off(color: Color) -> None:
    """A man captures by jumping an adjacent enemy, forward only; the jumped piece comes off."""
    start = position("W:W18:B14,15,22,23", color=color)
    assert {len(move.captured) for move in start.legal_moves} == {1}
    landings = {9, 11} if color is WHITE else {33 - 9, 33 - 11}
    assert {move.to_square for move in start.legal_moves} == landings
    for move in start.legal_moves:
        board = start.copy()
        board.push(move)
        assert board.pieces(color.opposite) == start.pieces(color.opposite) - move.captured
        assert board.pieces(color) == {move.to_square}


@pytest.mark.parametrize(
    "fen",
    ["W:W18:B11", "W:W18:B14,9", "W:W18,14:B1", "W:W18:B22,23", "W:W9:B5"],
    ids=["not adjacent", "not empty behind", "its own", "backward", "at the edge"],
)
def test_r4_what_a_man_cannot_jump(fen: str) -> None:
    """... an adjacent enemy, forward only, to the empty square right behind."""
    moves = Board.from_fen(fen).legal_moves
    assert moves and not any(move.is_capture for move in moves)


@both_colors
def test_r5_capturing_is_mandatory_and_the_choice_is_free(color: Color) -> None:
    """Capturing is mandatory; the choice is free; the longest need not be taken."""
    board = position(CHAINS, color=color)
    assert board.must_capture
    assert sorted(len(move.captured) for move in board.legal_moves) == [1, 2, 3]
    quiet = Move(32, 27) if color is WHITE else Move(1, 6)
    with pytest.raises(IllegalMoveError, match="must capture"):
        board.push(quiet)
    for move in board.legal_moves:
        board.copy().push(move)


def test_r6_a_chain_goes_on_to_its_end_with_the_same_piece_and_may_turn() -> None:
    """A chain goes on with the same piece until no jump is left; it may change direction."""
    board = Board.from_fen("B:W6,7,15,26:B2,12")
    assert {move.path for move in board.legal_moves} == {(2, 9), (2, 11, 18)}
    with pytest.raises(IllegalMoveError):
        board.push(Move(2, 11, {7}))
    board.push_pdn("2x18")
    assert board.turn is WHITE and board.pieces(WHITE) == {6, 26}


@both_colors
def test_r7_a_man_that_reaches_the_far_row_is_crowned_and_its_move_ends(color: Color) -> None:
    """A man that reaches the far row becomes a king and the move ends there, even in mid-chain."""
    board = position("W:W11:B6,7", color=color)
    (move,) = board.legal_moves
    assert move.promotes and len(move.captured) == 1
    board.push(move)
    assert board.turn is color.opposite
    assert board.piece_at(move.to_square) is Piece.of(color, king=True)
    # Another jump was open: it is the king's next move if the turn is its own.
    board.turn = color
    assert [len(jump.captured) for jump in board.legal_moves] == [1]


@both_colors
def test_r7_a_man_is_crowned_by_a_step_too(color: Color) -> None:
    """A man that reaches the far row becomes a king."""
    board = position("W:W6:B12", color=color)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        assert move.promotes and after.piece_at(move.to_square) is Piece.of(color, king=True)


@both_colors
def test_r8_a_king_steps_and_jumps_one_square_in_four_directions(color: Color) -> None:
    """A king steps one square in any of four directions and jumps in all four."""
    king = Piece.of(color, king=True)
    steps = {move.to_square for move in lone(ENGLISH, 18, king).legal_moves}
    assert steps == {14, 15, 22, 23}
    board = lone(ENGLISH, 18, king)
    for square in steps:
        board.set_piece_at(square, Piece.of(color.opposite))
    assert {(m.to_square, *m.captured) for m in board.legal_moves} == {
        (9, 14),
        (11, 15),
        (25, 22),
        (27, 23),
    }


def test_r8_a_king_does_not_fly() -> None:
    """... it does not fly."""
    assert legal("W:WK32:B19") == {"32-27", "32-28"}
    assert legal("W:WK32:B27") == {"32x23"}


@four_variants
def test_r9_a_side_that_is_to_move_and_cannot_has_lost(variant: Variant) -> None:
    """A side that has no legal move has lost, whether its pieces are all taken or all blocked."""
    blocked = "W:W35:B24,30" if variant is INTERNATIONAL else "W:W28:B19,24"
    for fen in (blocked, "W:W:B1,2"):
        for color in Color:
            board = position(fen, variant, color)
            assert board.legal_moves == []
            assert board.outcome() == Outcome(color.opposite, Termination.NO_MOVES)
    assert Board(variant).outcome() is None


def test_r9_taking_the_last_piece_and_blocking_the_last_piece_win() -> None:
    """A side to move that has no legal move has lost."""
    for fen, text in (("W:W24:B19", "24x15"), ("W:W13,14:B5", "13-9")):
        game = Game(fen=fen)
        game.play(text)
        assert game.outcome() == Outcome(WHITE, Termination.NO_MOVES)


# --- draws by themselves --------------------------------------------------------------------------


@four_variants
def test_r10_r17_the_third_repetition_draws_by_itself(variant: Variant) -> None:
    """Draw when the same position with the same side to move occurs for the third time."""
    shuffle = {
        "english": ("W:WK32,K29:BK1,K4,K2", ["32-28", "1-5", "28-32", "5-1"]),
        "international": ("W:WK36,46,47:BK15,5,4", ["36-41", "15-10", "41-36", "10-15"]),
    }
    letters = ("W:Wa1,c1,Ke1:Bb8,Kh8", ["e1-f2", "h8-g7", "f2-e1", "g7-h8"])
    fen, moves = shuffle.get(variant.name, letters)
    game = Game(variant, fen)
    for text in moves * 2:
        assert game.outcome() is None
        game.play(text)
    assert game.outcome() == Outcome(None, Termination.REPETITION)
    with pytest.raises(GameOverError, match="the game is over: drawn, repetition"):
        game.play(moves[0])
    assert game.board.legal_moves


def test_r10_with_the_other_side_to_move_it_is_another_position() -> None:
    """... the same position with the same side to move."""
    game = Game(with_rules(RUSSIAN, repetition=3), "W:WKa1:BKb8")
    white = itertools.cycle(["a1-b2", "b2-c3", "c3-a1"])
    black = itertools.cycle(["b8-a7", "a7-b8"])
    before = []  # the plies at which the pieces stood as at first
    while game.outcome() is None:
        if game.board.pieces(WHITE) == {29} and game.board.pieces(BLACK) == {1}:
            before.append(game.board.ply)
        game.play(next(white if game.board.turn is WHITE else black))
    assert before == [0, 5, 12, 17]
    assert game.board.ply == 24
    assert game.outcome() == Outcome(None, Termination.REPETITION)


def test_r11_forty_moves_each_without_progress_draw_by_themselves() -> None:
    """Draw after 40 moves by each side without a capture and without a man moving."""
    assert ENGLISH.draw_rules == DRAW_PRESETS["auto40"]
    game = Game(fen=KINGS_AND_MEN)
    assert plies_until_drawn(game) == 80
    with pytest.raises(GameOverError):
        game.play(game.board.legal_moves[0])


def test_r11_a_capture_and_a_man_s_move_start_the_count_anew() -> None:
    """... without a capture and without a man moving."""
    for fen, text in (("W:WK32,21:BK1,K2:H79:F41", "21-17"), ("W:WK32:BK27,K2:H79:F41", "32x23")):
        game = Game(fen=fen)
        game.play(text)
        assert game.outcome() is None and game.board.quiet_plies == 0
        game.play("1-5" if text == "21-17" else "2-6")
        assert game.outcome() is None and game.board.quiet_plies == 1


def test_r12_a_capture_cannot_be_missed_where_it_is_mandatory() -> None:
    """With mandatory capture a missed capture is impossible."""
    game = Game(fen="W:W24,32:B19,1")
    with pytest.raises(IllegalMoveError, match="must capture"):
        game.play("32-28")


def test_r12_declining_a_capture_costs_nothing_where_it_is_not_mandatory() -> None:
    """No huffing: with it off, declining a capture costs nothing."""
    game = Game(OPTIONAL, "W:W24,32:B19,1")
    game.play("32-28")
    assert len(game.board.pieces(WHITE)) == 2 and game.captured(BLACK) == 0
    assert game.board.is_legal(Move(1, 5))


# --- four rule sets -------------------------------------------------------------------------------

CROWNED_IN_PASSING = "W:W11:B6,7,27"


def test_r13_english() -> None:
    """English as above; free choice; the man crowned in a capture stops."""
    assert Board().variant is Game().variant is ENGLISH
    assert legal(CHAINS, ENGLISH) == {"18x2", "26x1", "28x19"}
    assert legal(CROWNED_IN_PASSING, ENGLISH) == {"11x2"}


def test_r14_russian_board_and_moves() -> None:
    """8x8, 12 each, White first; men capture backward too; kings fly; free choice."""
    board = Board("russian")
    assert (board.variant.size, board.turn, len(board.legal_moves)) == (8, WHITE, 7)
    assert len(board.pieces(WHITE)) == len(board.pieces(BLACK)) == 12
    assert legal("W:Wc5:Bd4", RUSSIAN) == {"c5:e3"}
    assert legal("W:WKa1:Bh2", RUSSIAN) == {f"a1-{end}" for end in "b2 c3 d4 e5 f6 g7 h8".split()}
    assert legal("W:WKa1:Bd4", RUSSIAN) == {"a1:e5", "a1:f6", "a1:g7", "a1:h8"}
    assert legal(CHAINS, RUSSIAN) == {"d4:d8", "d2:b8", "h2:f4", "d4:b2"}


def test_r14_a_russian_man_crowned_in_a_capture_goes_on_as_a_king() -> None:
    """A man crowned in a capture goes on capturing as a king."""
    (move,) = Board.from_fen(CROWNED_IN_PASSING, RUSSIAN).legal_moves
    assert (move.captured, move.promotes) == ({6, 7, 27}, True)


def test_r15_brazilian_board_and_moves() -> None:
    """8x8, 12 each, White first; men capture backward; kings fly; most pieces must be taken."""
    board = Board("brazilian")
    assert (board.variant.size, board.turn, len(board.legal_moves)) == (8, WHITE, 7)
    assert len(board.pieces(WHITE)) == len(board.pieces(BLACK)) == 12
    assert legal("W:Wc5:Bd4", BRAZILIAN) == {"c5xe3"}
    assert legal("W:WKa1:Bd4", BRAZILIAN) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert legal(CHAINS, BRAZILIAN) == {"d2xb8"}


def test_r16_international_board_and_moves() -> None:
    """10x10, 20 each; White first; men capture backward; kings fly; most must be taken."""
    board = Board("international")
    assert (board.variant.size, board.turn, len(board.legal_moves)) == (10, WHITE, 9)
    assert len(board.pieces(WHITE)) == len(board.pieces(BLACK)) == 20
    assert legal("W:W28:B33", INTERNATIONAL) == {"28x39"}
    assert legal("W:WK46:B41,37", INTERNATIONAL) == set()
    assert legal("W:WK46:B32", INTERNATIONAL) == {
        "46x28",
        "46x23",
        "46x19",
        "46x14",
        "46x10",
        "46x5",
    }
    assert legal("W:W28,37:B23,31,21", INTERNATIONAL) == {"37x17"}


@pytest.mark.parametrize(
    ("variant", "passing", "ending"),
    [
        pytest.param(BRAZILIAN, "W:W11:B6,7", "W:W11:B7", id="r15 brazilian"),
        pytest.param(INTERNATIONAL, "W:W15:B9,10", "W:W15:B10", id="r16 international"),
    ],
)
def test_r15_r16_a_man_that_passes_the_far_row_is_crowned_only_if_it_ends_there(
    variant: Variant, passing: str, ending: str
) -> None:
    """A man that passes the far row in a capture is crowned only if it ends there."""
    for fen, crowned, taken in ((passing, False, 2), (ending, True, 1)):
        board = Board.from_fen(fen, variant)
        (move,) = board.legal_moves
        board.push(move)
        assert (len(move.captured), move.promotes) == (taken, crowned)
        assert board.piece_at(move.to_square) is Piece.of(WHITE, king=crowned)


@pytest.mark.parametrize(
    ("variant", "preset", "fen", "plies"),
    [
        pytest.param(RUSSIAN, "kings15", "W:WK31,K32,21:BK1,K2,12", 30, id="r14"),
        pytest.param(BRAZILIAN, "kings25", "W:WK31,K32,21:BK1,K2,12", 50, id="r15"),
        pytest.param(INTERNATIONAL, "kings25", "W:WK47,K48,K49,36:BK2,K3,K4,15", 50, id="r16"),
    ],
)
def test_r14_r15_r16_moves_by_kings_alone_without_a_capture_draw(
    variant: Variant, preset: str, fen: str, plies: int
) -> None:
    """Draw after 15 (25) moves each by kings alone without a capture."""
    game = Game(variant.replace(draw_rules=DrawRules.preset(preset)), fen)
    assert plies_until_drawn(game) == plies


@four_variants
def test_r17_a_draw_can_be_agreed_in_every_rule_set(variant: Variant) -> None:
    """In all of them: third repetition, and draw by agreement."""
    game = Game(variant)
    game.offer_draw(BLACK)
    game.accept_draw(WHITE)
    assert game.outcome() == Outcome(None, Termination.AGREEMENT)
    assert game.result() == ("1-1" if variant is INTERNATIONAL else "1/2-1/2")


# --- local rules ----------------------------------------------------------------------------------


def test_r18_with_capture_off_any_move_may_be_chosen_but_a_chain_must_be_finished() -> None:
    """Any legal move may be chosen at the start of the turn, but a chain must be finished."""
    assert legal("W:W18,26:B6,14,22", OPTIONAL) == {"18x2", "18-15", "26x1", "26-23"}
    game = Game(OPTIONAL, "W:W18,26:B6,14,22")
    for text in ("26x17", "26x10"):
        with pytest.raises(IllegalMoveError):
            game.play(text)
    game.play("26x1")
    assert game.captured(WHITE) == 3


def test_r19_forty_plies_in_total_draw_and_a_capture_or_a_man_s_move_starts_anew() -> None:
    """The quiet limit can be 40 moves in total; captures and man moves reset it."""
    rules = ENGLISH.replace(draw_rules=DrawRules.preset("total40"))
    assert plies_until_drawn(Game(rules, KINGS_AND_MEN)) == 40
    for fen, text, over in (
        ("W:WK32,21:BK1,K2:H39:F21", "32-28", True),
        ("W:WK32,21:BK1,K2:H39:F21", "21-17", False),
        ("W:WK32:BK27,K2:H39:F21", "32x23", False),
    ):
        game = Game(rules, fen)
        game.play(text)
        assert (game.outcome() is not None) is over


def test_r20_the_count_can_go_on_through_moves_of_men_but_not_through_promotions() -> None:
    """The quiet limit can be reset by captures and promotions only, not by man moves."""
    rules = ENGLISH.replace(draw_rules=DrawRules.preset("crowning40"))
    for fen, text, over in (
        ("W:WK32,21:BK1,K2:H79:F41", "21-17", True),
        ("W:WK32,6:BK3,K4:H79:F41", "6-1", False),
        ("W:WK32:BK27,K2:H79:F41", "32x23", False),
    ):
        game = Game(rules, fen)
        game.play(text)
        assert (game.outcome() is not None) is over


@pytest.mark.parametrize("limit", [1, 7, 100, 150, 200])
def test_r21_a_game_is_drawn_at_its_move_limit(limit: int) -> None:
    """A move limit in plies from the start of the game: drawn when it is reached."""
    game = Game(with_rules(ENGLISH, repetition=0, max_plies=limit))
    rng = random.Random(5)
    while game.outcome() is None:
        game.play(rng.choice(game.board.legal_moves))
    ended = game.outcome()
    assert ended is not None
    plies = len(list(game.mainline()))
    assert (plies == limit) == (ended.termination is Termination.MOVE_LIMIT)
    assert plies <= limit


def test_r21_there_is_no_move_limit_by_default() -> None:
    """... none by default."""
    for variant in VARIANTS.values():
        assert variant.draw_rules.max_plies == 0


# --- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_r22_players_swap_colours_after_each_game_and_the_variant_s_side_begins(name: str) -> None:
    """After each game the two players swap colours. The side that begins is the variant's."""
    series = Series("Ann", "Bob", name)
    begins = VARIANTS[name].first_player
    for beginner in ("Ann", "Bob", "Ann", "Bob"):
        game = draw(series)
        assert game.board.turn is begins
        assert series.player(begins) == beginner
        assert game.tags[begins.value.title()] == beginner
        assert set(game.tags.values()) == {"Ann", "Bob"}
    assert [series.player(begins, number) for number in range(4)] == ["Ann", "Bob"] * 2


def test_r22_swapping_can_be_turned_off() -> None:
    """... can be turned off. Against the computer the chosen side stays."""
    series = Series("Ann", "Bob", swap=False)
    for _ in range(3):
        draw(series)
        assert series.player(BLACK) == "Ann"


def test_r22_r27_the_score_belongs_to_the_player_and_not_to_the_colour() -> None:
    """The score belongs to the player, not the colour."""
    series = Series("Ann", "Bob")
    win(series, "Ann")
    win(series, "Ann")
    win(series, "Bob")
    assert scores(series) == (2, 1)


@pytest.mark.parametrize("limit", [None, 30, 60])
def test_r24_whose_time_for_a_turn_runs_out_has_lost(limit: int | None) -> None:
    """A time limit for each turn: none, 30 s or 60 s."""
    seconds = [0.0]
    clock = Clock(per_move=limit, now=lambda: seconds[0])
    game = Game()
    clock.start(game.board.turn)
    for text in ("11-15", "22-18", "15x22"):
        seconds[0] += 29
        game.play(text)
        clock.switch()
        assert clock.flagged is None
    seconds[0] += 60
    if limit is None:
        assert clock.flagged is None
        return
    assert clock.flagged is WHITE
    game.flag(clock.flagged)
    assert game.outcome() == Outcome(BLACK, Termination.TIME)


@both_colors
def test_r25_who_resigns_has_lost(color: Color) -> None:
    """Resigning."""
    for moves in ([], ["11-15"]):  # in one's own turn or not
        game = Game()
        for text in moves:
            game.play(text)
        game.resign(color)
        assert game.outcome() == Outcome(color.opposite, Termination.RESIGNATION)
        assert game.result() == ("0-1" if color is BLACK else "1-0")


@both_colors
def test_r26_a_draw_that_is_offered_is_declined_or_accepted(color: Color) -> None:
    """Offering, accepting and declining a draw."""
    game = Game()
    other = color.opposite
    for answer in (game.accept_draw, game.decline_draw):
        with pytest.raises(draughts.DrawError, match=f"{color.value} has not offered a draw"):
            answer(other)
    game.offer_draw(color)
    assert game.draw_offer is color
    game.decline_draw(other)
    assert game.draw_offer is None and game.outcome() is None
    game.offer_draw(color)
    with pytest.raises(draughts.DrawError, match=f"{other.value} has not offered a draw"):
        game.accept_draw(color)
    game.accept_draw(other)
    assert game.outcome() == Outcome(None, Termination.AGREEMENT)


def test_r27_a_draw_counts_between_a_win_and_a_loss() -> None:
    """A score over several games; in rated games a draw counts between a win and a loss."""
    series = Series("Ann", "Bob")
    draw(series)
    assert scores(series) == (0.5, 0.5)
    win(series, "Bob")
    assert scores(series) == (0.5, 1.5)


def test_r27_a_draw_moves_a_rating_less_than_a_win_and_more_than_a_loss() -> None:
    """... in rated games a draw counts between a win and a loss."""
    ratings = []
    for winner in ("Bob", None, "Ann"):
        series = Series("Ann", "Bob", ratings=(1600, 1400))
        if winner is None:
            draw(series)
        else:
            win(series, winner)
        ratings.append(series.rating("Ann"))
    assert ratings[0] < ratings[1] < 1600 < ratings[2]


# --- entering moves -------------------------------------------------------------------------------


def test_r31_a_tapped_piece_is_lifted_and_its_targets_are_marked() -> None:
    """Tap or click a piece to lift it; circles mark where it may go."""
    picker = MovePicker(Board())
    assert picker.sources == {9, 10, 11, 12}
    assert (picker.selected, picker.targets) == (None, frozenset())
    assert picker.tap(11) is None
    assert (picker.selected, picker.position_of_piece, picker.path) == (11, 11, (11,))
    assert picker.targets == {15, 16}
    assert picker.victims == frozenset()
    assert picker.tap(15) == Move(11, 15)


def test_r31_dragging_and_dropping_is_selecting_and_tapping() -> None:
    """... or drag it and drop it there."""
    picker = MovePicker(Board())
    assert picker.select(11)
    assert picker.tap(16) == Move(11, 16)


@both_colors
def test_r32_the_pieces_that_can_capture_and_that_one_must_are_told(color: Color) -> None:
    """Every piece that can capture is ringed, for whoever is to move; you must capture."""
    board = position("W:W24,23,30:B19", color=color)
    squares = {24: 24, 23: 23, 15: 15, 19: 19, 20: 20}
    if color is BLACK:
        squares = {square: 33 - square for square in squares}
    picker = MovePicker(board)
    assert board.turn is color
    assert picker.must_capture
    assert picker.sources == picker.capturing == {squares[23], squares[24]}
    picker.tap(squares[24])
    assert (picker.targets, picker.victims) == ({squares[15]}, {squares[19]})
    assert picker.victims_to(squares[15]) == {squares[19]}
    assert picker.victims_to(squares[20]) == frozenset()


def test_r32_under_a_majority_rule_only_pieces_with_a_legal_capture_are_told() -> None:
    """Under a majority rule only pieces with a legal capture are ringed."""
    fen = "W:W28,37:B23,31,21"
    assert MovePicker(Board.from_fen(fen, "international")).capturing == {37}
    free = INTERNATIONAL.replace(capture_priority="free")
    assert MovePicker(Board.from_fen(fen, free)).capturing == {28, 37}


def test_r18_r32_with_capture_optional_quiet_moves_are_offered_and_captures_told() -> None:
    """With capture optional, rings mean "can" and the line says "may capture"."""
    picker = MovePicker(Board.from_fen("W:W24,30:B19", OPTIONAL))
    assert not picker.must_capture
    assert (picker.sources, picker.capturing) == ({24, 30}, {24})
    picker.tap(24)
    assert (picker.targets, picker.victims) == ({15, 20}, {19})
    assert picker.tap(20) == Move(24, 20)


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("taps", [(17, 10, 1), (17, 1), (1,)])
def test_r33_a_chain_is_entered_by_each_landing_square_or_the_last(
    auto: bool, taps: tuple[int, ...]
) -> None:
    """Tapping each landing square in turn, or the last; where one way goes on, it is played."""
    picker = MovePicker(Board.from_fen("W:W18,26:B6,14,22"), auto=auto)
    picker.tap(26)
    entered = []
    for square in taps:
        entered.append(picker.tap(square))
        if entered[-1] is not None:
            break
    *before, move = entered
    assert move == Move(26, 1, {22, 14, 6}) and move.path == (26, 17, 10, 1)
    assert before == ([] if auto else [None] * (len(taps) - 1))


# --- taking back ----------------------------------------------------------------------------------


def test_r35_a_move_is_taken_back_with_the_answer_or_by_itself() -> None:
    """Undo takes back your last move with the computer's answer, or one step between two."""
    game = Game()
    with pytest.raises(IndexError, match="nothing to take back"):
        game.undo()
    for text in ("11-15", "22-18", "15x22", "25x18"):
        game.play(text)
    one_step, two_steps = Game(), Game()
    for text in ("11-15", "22-18", "15x22"):
        one_step.play(text)
    for text in ("11-15", "22-18"):
        two_steps.play(text)
    assert game.undo() == Move(25, 18, {22})
    assert game == one_step and game.captured(BLACK) == 1
    assert game.undo() == Move(15, 22, {18})
    assert game == two_steps and game.captured(BLACK) == 0
    assert game.board.turn is BLACK


def test_r35_the_score_goes_back_when_the_end_of_a_game_is_taken_back() -> None:
    """After the end the score goes back too."""
    series = Series("Ann", "Bob")
    draw(series)
    rated = series.rating("Ann")
    game = win(series, "Ann")
    assert scores(series) == (1.5, 0.5)
    game.undo()
    assert scores(series) == (0.5, 0.5) and series.rating("Ann") == rated
    game.redo()
    assert scores(series) == (1.5, 0.5)
    series.games[0].undo()
    assert scores(series) == (1, 0)


def test_r35_inside_a_chain_cancel_goes_back_to_the_start_of_the_turn() -> None:
    """Inside an unfinished chain it goes back to the start of the turn."""
    picker = MovePicker(Board.from_fen("W:W18,26:B6,14,22"), auto=False)
    for square in (26, 17, 10):
        assert picker.tap(square) is None
    assert picker.path == (26, 17, 10)
    picker.cancel()
    assert (picker.selected, picker.jumped, picker.sources) == (None, (), {18, 26})
    for square in (18, 9):
        assert picker.tap(square) is None
    assert picker.tap(2) == Move(18, 2, {14, 6})


# --- the library ----------------------------------------------------------------------------------


def test_r40_the_rules_and_the_searcher_are_compiled_and_typed() -> None:
    """A compiled bitboard move generator and searcher behind a typed Python API."""
    for name in (Board.__module__, Move.__module__):
        file = str(sys.modules[name].__file__)
        assert file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    package = Path(draughts.__file__).parent
    assert (package / "py.typed").exists() and (package / "_core.pyi").exists()
    game = Game(fen="W:W24,32:B19,28")
    with Engine() as engine:
        found = engine.play(game.board, Limit(depth=6)).move
    assert isinstance(found, Move) and isinstance(game.variant, Variant)
    assert game.play(found).is_capture


def test_r41_moves_and_positions_are_read_and_written_in_square_numbers() -> None:
    """Square-number notation as in PDN for moves, positions (FEN) and games."""
    board = Board()
    for text in ("11-15", "22-18", "15x22", "25x18"):
        assert board.pdn(board.parse_pdn(text)) == text
        board.push_pdn(text)
    fen = "B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12"
    assert board.fen() == fen
    assert Board.from_fen(fen) == board


def test_r41_a_game_is_written_as_pdn_in_square_numbers_and_read_back() -> None:
    """Square-number notation as in PDN for ... games."""
    game = Game(tags={"White": "Ann", "Black": "Bob"})
    for text in ("11-15", "22-18", "15x22", "25x18"):
        game.play(text)
    game.resign(WHITE)
    text = game.to_pdn()
    assert '[GameType "21,B,8,8,N1,0"]' in text and '[White "Ann"]' in text
    assert "1. 11-15 22-18 2. 15x22 25x18 1-0" in text
    read = pdn.read_game(io.StringIO(text))
    assert read == game and read.outcome() == game.outcome()


@pytest.mark.parametrize(
    "variant",
    [*FOUR, OPTIONAL, with_rules(RUSSIAN.replace(name="short"), max_plies=30)],
    ids=lambda v: v.name,
)
def test_r41_a_game_by_any_rules_comes_back_from_its_file(variant: Variant, tmp_path: Path) -> None:
    """Square-number notation as in PDN for ... games."""
    game = Game(variant)
    rng = random.Random(41)
    while game.outcome() is None:
        game.play(rng.choice(game.board.legal_moves))
    file = tmp_path / "game.pdn"
    file.write_text(game.to_pdn(), encoding="utf-8")
    read = pdn.read_game(file)
    assert read is not None and read == game
    assert read.variant == variant and read.board.move_stack == game.board.move_stack
    assert read.outcome() == game.outcome() and not read.errors


# --- the page that lists them ---------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| R(\d+) \| ([KGEWL ]+) \| (.+?) \| (.+?) \| (.*?) ?\|$", re.MULTILINE)


class Row(NamedTuple):
    """A row of the page."""

    kinds: set[str]
    met: str
    tests: list[str]


def rows() -> dict[int, Row]:
    page = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
    return {
        int(number): Row(set(kinds.split()), met, re.findall(r"`(test_\w+)`", tests))
        for number, kinds, _, met, tests in ROW.findall(page)
    }


def names_of_tests() -> set[str]:
    files = [*(ROOT / "tests").glob("test_*.py"), *(ROOT / "benchmarks").glob("test_*.py")]
    return {
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)
    }


def test_the_page_has_every_requirement_in_order() -> None:
    assert list(rows()) == list(range(1, 44))


def test_every_test_that_the_page_names_is_there() -> None:
    named = {name for row in rows().values() for name in row.tests}
    assert named - names_of_tests() == set()


@pytest.mark.parametrize("number", range(1, 44))
def test_a_requirement_is_shown_by_a_test_of_its_number_or_is_planned(number: int) -> None:
    row = rows()[number]
    by_number = [name for name in row.tests if f"_r{number}_" in f"{name}_"]
    if row.kinds & {"K", "G"} or number in (40, 41):
        assert by_number
    else:
        assert row.tests or row.met == "planned"


def test_the_page_says_what_the_list_says_has_to_meet_each(shared: Path) -> None:
    text = (shared / "requirements.md").read_text(encoding="utf-8")
    kinds = re.findall(r"\*\*R(\d+)\*\*((?: ?\[[KGEW]\])*)", text)
    expected = {int(number): set(re.findall(r"\w", tags)) or {"L"} for number, tags in kinds}
    assert {number: row.kinds for number, row in rows().items()} == expected
