"""Games of the engine against itself, as the kernel plays and records them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import pytest

from draughts import ENGLISH, VARIANTS, Board, EngineError, Variant
from draughts._core import Evaluation, SelfPlayer

SIZE = 32
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)


class Seen(NamedTuple):
    """A record as ``draughts.train.RECORD`` has it."""

    white: int
    black: int
    kings: int
    game: int
    score: int
    result: int
    white_to_move: int


def play(
    board: Board, *, nodes: int = 200, room: int = 500, number: int = 7
) -> tuple[list[Seen], int]:
    buffer = bytearray(SIZE * room)
    count, result = SelfPlayer(Evaluation("classic")).game(board, nodes, buffer, number)
    assert count <= room and not any(buffer[SIZE * count :])
    return [seen(buffer[SIZE * i : SIZE * (i + 1)]) for i in range(count)], result


def seen(record: bytearray) -> Seen:
    def number(start: int, end: int, signed: bool = False) -> int:
        return int.from_bytes(record[start:end], "little", signed=signed)

    words = [number(8 * i, 8 * i + 8) for i in range(3)]
    return Seen(*words, number(24, 28), number(28, 30, True), number(30, 31, True), record[31])


@every_variant
def test_a_game_is_one_of_the_variant(variant: Variant) -> None:
    records, result = play(Board(variant))
    assert records and result in (-1, 0, 1)
    first = records[0]
    assert (first.white, first.black, first.kings) == Board(variant).bits()
    for before, after in pairwise(records):
        for side in ("white", "black"):
            assert getattr(after, side).bit_count() <= getattr(before, side).bit_count()
    assert {(record.game, record.result) for record in records} == {(7, result)}
    assert all(not record.white & record.black for record in records)


def test_the_same_game_is_played_again() -> None:
    player = SelfPlayer(Evaluation("classic"))
    buffers = [bytearray(SIZE * 300) for _ in range(3)]
    boards = [Board("russian"), Board("russian"), Board("russian")]
    boards[1].push_pdn("a3-b4")
    told = [player.game(b, 300, buffer, 1) for b, buffer in zip(boards, buffers, strict=True)]
    assert buffers[0] == buffers[2] != buffers[1] and told[0] == told[2]


def test_only_positions_without_a_capture_are_recorded() -> None:
    board = Board.from_fen("W:W18,26,32:B6,14,22,1", "english")
    assert board.must_capture
    records, _ = play(board)
    assert all((record.white, record.black) != board.bits()[:2] for record in records)


def test_a_win_in_sight_ends_the_game() -> None:
    assert play(Board.from_fen("W:W18,26:B6,14,22")) == ([], 1)
    assert play(Board.from_fen("B:W27:BK1,9,10"))[1] == -1
    assert play(Board.from_fen("W:W28:B19,24"))[1] == -1  # White cannot move


def test_a_draw_by_the_rules_ends_the_game() -> None:
    records, result = play(Board.from_fen("W:WK32:BK1", "russian"))
    assert result == 0 and len(records) < 100


def test_no_more_is_recorded_than_there_is_room_for() -> None:
    whole, result = play(Board(ENGLISH))
    assert play(Board(ENGLISH), room=3) == (whole[:3], result)
    assert play(Board(ENGLISH), room=0) == ([], result)


def test_what_cannot_be() -> None:
    weights = [bytes(4 * 13), bytes(4 * 50), bytes(4 * 3)]
    large = Evaluation.from_weights(5, [[1]], *weights)
    with pytest.raises(ValueError, match="10 rows"):
        SelfPlayer(large).game(Board(), 10, bytearray(SIZE), 1)
    with pytest.raises(EngineError, match="never set up"):
        SelfPlayer.__new__(SelfPlayer).game(Board(), 10, bytearray(SIZE), 1)
