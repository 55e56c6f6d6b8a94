"""The ballots: legal, distinct, as their sources have them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from draughts import Board
from draughts.openings import ballots

SHARED = Path(os.environ.get("DRAUGHTS_SHARED", Path(__file__).resolve().parents[2] / "shared"))
KINDS = [
    ("english", "3move", 157),
    ("english", "2move", None),
    ("english", "4move", None),
    ("english", "11man", None),
    ("russian", "table", None),
    ("russian", "table150", None),
    ("brazilian", "table", None),
    ("brazilian", "table150", None),
    ("international", "quiet", None),
]


@pytest.mark.parametrize(("name", "kind", "number"), KINDS)
def test_every_opening_is_a_position_from_which_a_game_can_go_on(
    name: str, kind: str, number: int | None
) -> None:
    found = ballots(name, kind)
    assert number is None or len(found) == number
    assert len(found) > 40
    assert len({opening.fen for opening in found}) == len(found)
    for opening in found:
        board = opening.board()
        assert board.fen() == opening.fen == Board.from_fen(opening.fen, name).fen()
        assert board.outcome() is None and board.legal_moves
        assert len(board.move_stack) == len(opening.moves)


def test_no_side_can_capture_after_a_quiet_opening() -> None:
    for opening in ballots("international"):
        board = opening.board()
        assert not board.must_capture


def test_the_english_ballots_lead_where_their_source_says() -> None:
    file = SHARED / "ballots" / "3move_english.json"
    if not file.exists():
        pytest.skip(f"{file} is not there")
    source = json.loads(file.read_text(encoding="utf-8"))
    fens = {Board.from_fen(source["all"][name]).fen() for name in source["standard"]}
    ours = {opening.fen for opening in ballots("english", "3move")}
    assert len(fens & ours) >= 155  # the source has some positions that its moves do not give
    assert not ours & {Board.from_fen(source["all"][name]).fen() for name in source["lost"]}


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [("pool", None, "no ballots"), ("english", "quiet", "3move"), ("nine", None, "nine")],
)
def test_what_is_not_there_is_told(name: str, kind: str | None, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        ballots(name, kind)
