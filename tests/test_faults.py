"""Inputs that broke other draughts programs, each for its kind."""

from __future__ import annotations

import copy
import pickle

import pytest

from draughts import (
    RUSSIAN,
    AmbiguousMoveError,
    Board,
    Color,
    DrawRules,
    Engine,
    Limit,
    Move,
    Outcome,
    Termination,
)


def texts(board: Board) -> set[str]:
    return {board.pdn(move) for move in board.legal_moves}


def test_1_no_quiet_move_while_a_capture_exists() -> None:
    assert texts(Board.from_fen("W:W24:B19", "english")) == {"24x15"}


def test_2_a_capture_is_read_with_one_square_that_makes_it_unique() -> None:
    board = Board.from_fen("B:W22,24,27,31,34,40,45,48:BK2,7,15,25", "international")
    assert board.parse_pdn("2x30x17") == board.parse_pdn("2x30x39x17")
    with pytest.raises(AmbiguousMoveError) as refused:
        board.parse_pdn("2x17")
    assert "2x30x17" in refused.value.choices


@pytest.mark.parametrize(
    ("fen", "ends", "captured"),
    [
        ("W:WK3,K4,9,K19,K21,K33,K36:B10,K16,K18,K31", (36, 13), {31, 18}),
        ("B:W14,29,32,K36,K38,45:B1,5,K46,K49", (46, 10), {14, 32}),
    ],
)
def test_3_captures_with_the_same_ends_and_victims_are_one_move(
    fen: str, ends: tuple[int, int], captured: set[int]
) -> None:
    board = Board.from_fen(fen, "international")
    assert board.legal_moves.count(Move(*ends, captured)) == 1
    assert board.perft(1) == len(board.legal_moves) == len(set(board.legal_moves))


def test_4_a_side_without_a_move_has_lost_even_when_the_count_runs_out() -> None:
    rules = RUSSIAN.replace(draw_rules=DrawRules.preset("kings15"))
    board = Board.from_fen("W:WK21,K22:BK29:H29:F15", rules)
    board.push_pdn("21-25")
    assert board.quiet_plies == 30
    assert board.outcome() == Outcome(Color.WHITE, Termination.NO_MOVES)


def test_5_forty_moves_are_eighty_plies() -> None:
    board = Board.from_fen("W:WK29,K30,31:BK4,K3,2:H39:F30", "english")
    board.push_pdn("29-25")
    assert board.quiet_plies == 40
    assert board.outcome(claim_draw=True) is None


def test_6_pushing_and_popping_leaves_no_trace() -> None:
    board = Board.from_fen("W:WK47,50:BK4,1", "international")
    before = board.fen(counters=True)
    move = board.parse_pdn("47-42")
    for _ in range(60):
        board.push(move)
        board.pop()
    assert board.move_stack == []
    assert board.fen(counters=True) == before
    assert board.outcome(claim_draw=True) is None


def test_7_a_move_carries_no_board_state() -> None:
    move = Board().parse_pdn("11-15")
    board = Board()
    board.push(move)
    assert board.pop() == move
    board.push_pdn("9-13")
    board.push_pdn("24-20")
    board.push(move)
    assert board.fen() == "W:W20,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,13,15"


def test_9_a_man_on_its_crown_row_is_safe() -> None:
    board = Board.from_fen("W:W1,2,3,4:B29,30,31,32", "english")
    assert board.status() != 0
    assert board.legal_moves == []
    assert Board.from_fen("W:W1,5:B6,2", "russian").legal_moves


def test_15_and_24_a_drawn_position_keeps_its_moves_and_plays_on() -> None:
    board = Board.from_fen("W:WK32:BK1", "english")
    for _ in range(4):
        for text in ("32-28", "1-5", "28-32", "5-1"):
            board.push_pdn(text)
    assert board.outcome() == Outcome(None, Termination.REPETITION)
    assert board.legal_moves
    board.push_pdn("32-28")
    assert len(board.move_stack) == 17


def test_19_only_landing_squares_that_lead_on_are_legal() -> None:
    assert texts(Board.from_fen("W:WK1,K3:B7,K25", "russian")) == {"f8:c1"}


def test_20_a_piece_that_was_captured_blocks_until_the_move_ends() -> None:
    assert texts(Board.from_fen("W:WK41,49:B9,10,12,19,38", "international")) == {"41x43"}


def test_21_a_search_that_is_cut_short_gives_its_last_finished_work() -> None:
    board = Board("international")
    for limit in (Limit(time=0.0), Limit(nodes=1), Limit(nodes=20), Limit(time=1e-6)):
        info = Engine().analyse(board, limit)
        assert info.pv[0] in board.legal_moves
        assert info.score.centimen is not None
        assert abs(info.score.centimen) < 1000


def test_25_boards_are_compared_copied_and_pickled_with_their_past() -> None:
    board = Board("russian")
    board.push_pdn("c3-d4")
    assert Board() == Board()
    assert hash(board.peek()) == hash(Board("russian").parse_pdn("22-18"))
    for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert again == board
        assert again.move_stack == board.move_stack
        again.pop()
        assert again == Board("russian")
