"""The ballots: balanced openings, as their tables have them."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import draughts
from draughts import RUSSIAN, VARIANTS, Board
from draughts.openings import Opening, ballots

# How many there are, and the beginning of the SHA-256 of their positions, one a line.
KINDS = {
    ("english", "3move"): (157, "ac8b82ac7fca8f0d"),
    ("english", "2move"): (43, "bda6270ddc8b6b43"),
    ("english", "4move"): (542, "a93a60d7afa3e406"),
    ("english", "11man"): (2253, "731138dc31aae306"),
    ("russian", "table"): (742, "3156ed70256f4f40"),
    ("russian", "table150"): (150, "2560d6d7fcb50fbd"),
    ("brazilian", "table"): (734, "3fd515f1a49f413f"),
    ("brazilian", "table150"): (150, "2560d6d7fcb50fbd"),
    ("international", "quiet"): (155, "eb670b28ee647878"),
}
FIRST_KINDS = {"english": "3move", "russian": "table", "brazilian": "table"}
FIRST_KINDS |= {"international": "quiet"}

every_kind = pytest.mark.parametrize(("variant", "kind"), KINDS)


def placement(board: Board) -> str:
    """A FEN without the side to move."""
    return board.fen()[2:]


# --- the openings themselves ----------------------------------------------------------------------


@every_kind
def test_there_are_as_many_as_the_table_has_and_they_are_the_same(variant: str, kind: str) -> None:
    found = ballots(variant, kind)
    text = "\n".join(opening.fen for opening in found)
    assert (len(found), hashlib.sha256(text.encode()).hexdigest()[:16]) == KINDS[variant, kind]


@every_kind
def test_moves_and_fen_agree_and_the_moves_are_played(variant: str, kind: str) -> None:
    for opening in ballots(variant, kind):
        board = opening.board()
        assert board == Board.from_fen(opening.fen, variant), opening.name
        assert board.fen() == opening.fen
        assert len(board.move_stack) == len(opening.moves)
        start = Board(variant)
        for text, move in zip(opening.moves, board.move_stack, strict=True):
            assert (start.parse_pdn(text), start.pdn(move)) == (move, text)
            start.push(move)


@every_kind
def test_a_name_tells_number_and_moves(variant: str, kind: str) -> None:
    for opening in ballots(variant, kind):
        assert opening.variant == variant
        assert opening.name.endswith(" ".join(opening.moves))
    assert len({opening.name for opening in ballots(variant, kind)}) == KINDS[variant, kind][0]


@every_kind
def test_the_positions_are_legal_distinct_and_undecided(variant: str, kind: str) -> None:
    found = ballots(variant, kind)
    for opening in found:
        board = opening.board()
        assert not board.status(), opening.name
        assert board.outcome(claim_draw=True) is None, opening.name
    assert len({opening.fen for opening in found}) == len(found)


def test_eleven_man_ballots_have_a_man_less_on_each_side() -> None:
    for opening in ballots("english", "11man"):
        board = opening.board()
        start = 24 - len(re.findall(r"\d+x\d+", opening.name))
        assert sum(len(board.pieces(color)) for color in draughts.Color) == start - 2


def test_a_man_may_start_on_the_square_that_another_one_leaves() -> None:
    [opening] = [o for o in ballots("russian") if o.name == "XXXIII-7 h2>h6 h6>h4"]
    start = Board("russian")
    white, black = (start.pieces(color) for color in draughts.Color)
    named = {start.square_name(square): square for square in range(1, 33)}
    board = opening.board()
    assert board.pieces(draughts.Color.WHITE) == white - {named["h2"]} | {named["h6"]}
    assert board.pieces(draughts.Color.BLACK) == black - {named["h6"]} | {named["h4"]}
    assert (board.turn, opening.moves) == (draughts.Color.WHITE, ())


def test_quiet_openings_have_no_capture_and_no_mirror_image() -> None:
    seen = set()
    for opening in ballots("international", "quiet"):
        board = opening.board()
        image = board.mirror()
        assert len(opening.moves) == 4 and len(board.pieces(board.turn)) == 20
        for turn in "WB":
            assert not Board.from_fen(f"{turn}:{placement(board)}", "international").must_capture
        seen.add(min(placement(board), placement(image)))
    assert len(seen) == len(ballots("international", "quiet"))


def test_quiet_openings_are_spread_over_the_first_moves() -> None:
    counts = Counter(opening.moves[0] for opening in ballots("international"))
    assert len(counts) == len(Board("international").legal_moves)
    assert 10 <= min(counts.values()) <= max(counts.values()) <= 20


# --- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "kind"), FIRST_KINDS.items())
def test_the_kind_in_use_is_the_first(variant: str, kind: str) -> None:
    assert ballots(variant) is ballots(variant, kind)


def test_a_variant_can_be_told_in_every_way() -> None:
    assert ballots() is ballots("checkers") is ballots(draughts.ENGLISH) is ballots(21)
    assert ballots(RUSSIAN.replace(draw_rules=draughts.DrawRules())) is ballots("russian")


@pytest.mark.parametrize("variant", sorted(VARIANTS.keys() - FIRST_KINDS.keys()))
def test_a_variant_without_ballots_is_told_which_have_some(variant: str) -> None:
    with pytest.raises(
        ValueError,
        match=rf"'{variant}' has no ballots.*english, russian, brazilian, international",
    ):
        ballots(variant)


def test_unknown_names_are_told_what_there_is() -> None:
    with pytest.raises(ValueError, match="no variant is called 'go'; there are english"):
        ballots("go")
    with pytest.raises(ValueError, match="'5move'; there are 3move, 2move, 4move, 11man"):
        ballots("english", "5move")
    with pytest.raises(ValueError, match=r"no ballots of international .* there are quiet"):
        ballots("international", "3move")


def test_the_room_is_found_from_the_package() -> None:
    assert draughts.openings.ballots is ballots


def test_each_data_file_tells_its_source() -> None:
    found = sorted((Path(draughts.__file__).parent / "data").glob("openings_*.json"))
    assert [file.stem.partition("_")[2] for file in found] == [
        "english",
        "international",
        "russian",
    ]
    for file in found:
        meta = json.loads(file.read_text("utf-8"))["meta"]
        assert meta["source"]
        assert "international" in file.name or "Ioannis Pantidis" in meta["licence"]


# --- the tables that they come from ---------------------------------------------------------------

SHARED = {
    ("english", "2move"): "2move_english",
    ("english", "3move"): "3move_english",
    ("english", "4move"): "4move_english",
    ("english", "11man"): "11_english",
    ("russian", "table"): "russian",
    ("russian", "table150"): "150russian_and_brazilian",
    ("brazilian", "table"): "brazilian",
    ("brazilian", "table150"): "150russian_and_brazilian",
}
# The moves lead to other positions than those of the source, which are wrong.
CORRECTED = {"table": {"XX-18", "XXVII-9"}, "table150": {"2-IV"}}


def number_of(name: str) -> str:
    """The number of an opening: the same for ``001 09-13`` and ``1 9-13``."""
    return name.split()[0].rstrip(".:").lstrip("0")


def by_number(openings: tuple[Opening, ...]) -> dict[str, str]:
    return {number_of(opening.name): opening.fen for opening in openings}


@pytest.mark.parametrize(("variant", "kind"), SHARED)
def test_the_openings_are_those_of_the_source(shared: Path, variant: str, kind: str) -> None:
    file = shared / "ballots" / f"{SHARED[variant, kind]}.json"
    if not file.is_file():
        pytest.skip(f"no {file}")
    table = json.loads(file.read_text("utf-8"))
    positions = {
        number_of(name): Board.from_fen(table["all"][name], variant).fen()
        for name in table["standard"]
    }
    lost = {Board.from_fen(table["all"][name], variant).fen() for name in table.get("lost", ())}
    found = by_number(ballots(variant, kind))
    assert lost.isdisjoint(found.values())
    differing = {number for number, fen in found.items() if positions[number] != fen}
    assert differing == CORRECTED.get(kind, set())
    for number in positions.keys() - found.keys():  # left out: the position of another one
        assert positions[number] in found.values()
