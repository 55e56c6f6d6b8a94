"""The board as an object: playing, taking back, copying, comparing, setting up."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from draughts import (
    VARIANTS,
    Board,
    Color,
    IllegalMoveError,
    Move,
    Piece,
    Variant,
)

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)


def play_at_random(board: Board, plies: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            break
        board.push(rng.choice(moves))


@every_variant
def test_taking_back_restores_everything(variant: Variant) -> None:
    board = Board(variant)
    seen: list[tuple[object, ...]] = []
    rng = random.Random(7)
    for _ in range(150):
        moves = board.legal_moves
        if not moves:
            break
        state = (board.fen(counters=True), board.key, board.quiet_plies, board.ply, moves)
        seen.append((*state, board.__reduce__()))
        board.push(rng.choice(moves))
    while seen:
        board.pop()
        state = (
            board.fen(counters=True),
            board.key,
            board.quiet_plies,
            board.ply,
            board.legal_moves,
            board.__reduce__(),
        )
        assert state == seen.pop()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


@every_variant
def test_copies_pickles_and_deep_copies_keep_the_whole_past(variant: Variant) -> None:
    board = Board(variant)
    play_at_random(board, 60, seed=3)
    copies = (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    )
    for other in copies:
        assert other == board
        assert other.move_stack == board.move_stack
        assert other.fen(counters=True) == board.fen(counters=True)
        assert other.key == board.key
        if board.move_stack:
            other.pop()
            assert len(other.move_stack) == len(board.move_stack) - 1


def test_boards_are_equal_by_variant_pieces_and_side() -> None:
    assert Board() == Board()
    assert Board("english") != Board("pool")
    one, other = Board("russian"), Board("russian")
    one.push_pdn("c3-d4")
    assert one != other
    other.push_pdn("c3-d4")
    assert one == other
    assert one != "a board"
    with pytest.raises(TypeError):
        hash(one)


def test_the_key_is_the_same_on_every_platform_and_in_every_version() -> None:
    assert Board("english").key == 8659033780985339615
    assert Board("international").key == 6540590954966999804


def test_the_key_tells_the_side_to_move() -> None:
    white, black = (Board.from_fen(f"{turn}:WK10:BK20", "english") for turn in "WB")
    assert white.key != black.key


def test_an_illegal_move_is_refused_and_the_board_stays() -> None:
    board = Board.from_fen("W:W24:B19", "english")
    before = pickle.dumps(board)
    for move in (Move(24, 20), Move(24, 15), Move(1, 5), Move(24, 15, {18}), Move(50, 44)):
        assert not board.is_legal(move)
        with pytest.raises(IllegalMoveError, match="white must capture 24x15"):
            board.push(move)
    assert pickle.dumps(board) == before
    board.push(Move(24, 15, {19}))
    with pytest.raises(TypeError):
        board.push(None)  # type: ignore[arg-type]


def test_a_move_carries_no_board() -> None:
    first, second = Board(), Board()
    move = first.parse_pdn("11-15")
    first.push(move)
    first.pop()
    second.push_pdn("9-13")
    second.push_pdn("22-18")
    second.push(move)
    assert second.peek() == move


def test_moves_are_immutable_hashable_and_picklable() -> None:
    move = Board.from_fen("W:W18,26:B6,14,22").legal_moves[1]
    assert {move: 1}[Move(26, 1, {6, 14, 22})] == 1
    assert pickle.loads(pickle.dumps(move)) == move
    assert pickle.loads(pickle.dumps(move)).path == move.path
    assert copy.deepcopy(move) == move
    with pytest.raises(AttributeError):
        move.from_square = 3  # type: ignore[misc]
    assert Move(1, 5) != Move(1, 6)
    assert Move(1, 10, {6}) != Move(1, 10)
    assert (move == 3) is False


def test_setting_up_piece_by_piece() -> None:
    board = Board.empty("international")
    board.set_piece_at(6, Piece.WHITE_MAN)
    board.set_piece_at(45, Piece.BLACK_KING)
    board.turn = Color.BLACK
    assert board.fen() == "B:W6:BK45"
    assert board.key == Board.from_fen("B:W6:BK45", "international").key
    assert board.pieces(Color.WHITE) == {6}
    assert board.pieces(Color.BLACK, king=True) == {45}
    assert board.pieces(Color.BLACK, king=False) == frozenset()
    board.set_piece_at(45, None)
    assert board.piece_at(45) is None
    for square in (0, 51, -1):
        with pytest.raises(ValueError, match="no square"):
            board.piece_at(square)
    with pytest.raises(TypeError):
        board.set_piece_at(3, "w")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.turn = "white"  # type: ignore[assignment]


@every_variant
def test_a_mirrored_board_offers_as_many_moves(variant: Variant) -> None:
    board = Board(variant)
    play_at_random(board, 30, seed=11)
    mirrored = board.mirror()
    assert mirrored.mirror() == board
    assert mirrored.turn is board.turn.opposite
    assert mirrored.perft(4) == board.perft(4)


def test_str_shows_the_board_as_white_sees_it() -> None:
    board = Board.from_fen("W:WK32,21:B1,K4")
    assert str(board).splitlines()[0] == "  b   .   .   B"
    assert str(board).splitlines()[-1] == ".   .   .   W"
    assert repr(board) == "Board.from_fen('W:W21,K32:B1,K4', variant='english')"


def test_a_broken_pickle_is_refused() -> None:
    make, (variant, start, counted, moves) = Board("russian").__reduce__()  # type: ignore[misc]
    with pytest.raises(ValueError, match="no position"):
        make(variant, (1, 1, 0, True), counted, moves)
    with pytest.raises(ValueError, match="not legal"):
        make(variant, start, counted, [(0, 1, 0)])
    with pytest.raises(ValueError, match="not legal"):
        make(variant, start, counted, [(256 + 22, 256 + 18, 0)])
