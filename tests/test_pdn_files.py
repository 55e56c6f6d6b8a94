"""The real files of the shared folder: all are read, and what is read is written and read back."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from draughts import pdn

# Where the count differs from that of the inventory, made by another tolerant reader: games and
# plies there and here, and why.
EXPLAINED = {
    # A tag whose name is an HTML entity cut one game in two.
    "bruno/425fc2a_games(19).pdn": ((7, 728), (6, 728)),
    # Blocks of tags without moves are games; Frisian rules are not known, and the text is kept.
    "servers/frisian.pdn": ((14, 957), (24, 59)),
    # Blocks of tags without moves are games.
    "servers/russian.pdn": ((10, 585), (22, 585)),
    # The tag Variant tells that these are English with letters from Black's left hand.
    "servers/american.pdn": ((30, 689), (30, 2672)),
    # Two ambiguous captures are decided by the moves that follow.
    "wiegerw/schildpad.pdn": ((34, 2999), (34, 3014)),
}


def test_every_file_holds_the_games_and_plies_of_the_inventory(shared: Path) -> None:
    with open(shared / "pdn" / "INVENTORY.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    total: Counter[str] = Counter()
    for row in rows:
        name, there = row["file"], (int(row["games"]), int(row["plies"]))
        games = plies = 0
        for game in pdn.read_games(shared / "pdn" / name):
            games += 1
            plies += len(game.end.line())
            total["errors"] += sum(problem.code.is_error for problem in game.errors)
            total["repairs"] += sum(not problem.code.is_error for problem in game.errors)
        assert (there, (games, plies)) == EXPLAINED.get(name, (there, there)), name
        total["games"] += games
        total["plies"] += plies
    assert len(rows) == 478
    assert total == {"games": 19_323, "plies": 612_761, "repairs": 9_184, "errors": 233}


def test_tinsley_wins_as_the_book_says(shared: Path) -> None:
    """rules.md 3.5: his 114 wins with White are ``0-1``, his 61 with Black ``1-0``."""
    wins: Counter[str] = Counter()
    for game in pdn.read_games(shared / "pdn" / "checkerboard" / "tinsley.pdn"):
        outcome = game.outcome()
        if outcome is not None and outcome.winner is not None:
            color = outcome.winner.value
            if "Tinsley" in game.tags[color.capitalize()]:
                wins[f"{color} {game.result()}"] += 1
    assert wins == {"white 0-1": 114, "black 1-0": 61}


@pytest.mark.parametrize("name", ["bruno", "hcheckers", "servers", "wiegerw"])
def test_writing_and_reading_back_changes_nothing(shared: Path, name: str) -> None:
    _check_written(shared / "pdn" / name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["acf", "checkerboard", "damas-br", "dammen", "mobydam"])
def test_writing_and_reading_back_changes_nothing_in_the_rest(shared: Path, name: str) -> None:
    _check_written(shared / "pdn" / name)


def _check_written(folder: Path) -> None:
    for path in sorted(folder.rglob("*.pdn")):
        for number, game in enumerate(pdn.read_games(path)):
            text = game.to_pdn()
            again = list(pdn.read_games(io.StringIO(text)))
            assert again == [game], (path, number)
            assert again[0].to_pdn() == text, (path, number)
