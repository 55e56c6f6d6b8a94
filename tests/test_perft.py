"""Perft: published counts, right to the leaf. The tables ship with the package."""

from __future__ import annotations

import pytest

from draughts import Board
from draughts.tables import PerftTable, perft_tables

LEAVES = 10_000_000
MANY_LEAVES = 10_000_000_000


def deepest(table: PerftTable, leaves: int) -> int:
    """The greatest confirmed depth with at most so many leaves."""
    confirmed = table.counts[: table.checked_to_depth]
    return max(depth for depth, count in enumerate(confirmed, 1) if count <= leaves)


every_table = pytest.mark.parametrize(
    "table", perft_tables(), ids=lambda t: f"{t.variant}-{t.name}-{t.mode}"
)


@every_table
def test_every_depth_to_ten_million_leaves(table: PerftTable) -> None:
    board = table.board()
    depths = range(1, deepest(table, LEAVES) + 1)
    counted = [board.perft(depth, mode=table.mode) for depth in depths]
    assert counted == list(table.counts[: len(counted)])


@every_table
@pytest.mark.slow
def test_the_greatest_depth_that_was_ever_confirmed(table: PerftTable) -> None:
    depth = deepest(table, MANY_LEAVES)
    assert table.board().perft(depth, mode=table.mode, threads=2) == table.counts[depth - 1]


@every_table
def test_a_hash_table_changes_no_count(table: PerftTable) -> None:
    depth = deepest(table, 1_000_000)
    for hash_mb in (1, 8):
        counted = table.board().perft(depth, mode=table.mode, hash_mb=hash_mb)
        assert counted == table.counts[depth - 1]


@every_table
def test_divide_adds_up_and_names_legal_moves(table: PerftTable) -> None:
    board = table.board()
    depth = deepest(table, 100_000)
    counts = board.divide(depth, mode=table.mode)
    assert sum(counts.values()) == table.counts[depth - 1]
    assert set(counts) == set(board.legal_moves)


def test_a_side_without_a_move_contributes_nothing() -> None:
    blocked = Board.from_fen("W:W28:B19,24")
    assert [blocked.perft(depth) for depth in range(4)] == [1, 0, 0, 0]


def test_draws_play_no_part() -> None:
    drawn = Board.from_fen("W:WK32:BK1:H80:F90")
    assert drawn.outcome() is not None
    assert drawn.perft(5) == Board.from_fen("W:WK32:BK1").perft(5) > 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"depth": -1}, "depth"),
        ({"depth": 61}, "depth"),
        ({"depth": 2.5}, "depth"),
        ({"depth": True}, "depth"),
        ({"depth": 3, "mode": "some"}, "mode"),
        ({"depth": 3, "threads": 0}, "threads"),
        ({"depth": 3, "hash_mb": -1}, "hash_mb"),
    ],
)
def test_an_argument_out_of_range_is_refused_by_name(
    arguments: dict[str, object], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        Board().perft(**arguments)  # type: ignore[arg-type]
