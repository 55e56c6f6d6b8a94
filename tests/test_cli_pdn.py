"""The commands of ``draughts pdn``, as they are typed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from draughts import Game, pdn
from draughts.cli import main

GAMES = """\
[Event "Club"]
[Date "1995.04.01"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[GameType "21"]

1. 11-15 23-19 {good} 2. 8-11 (2. 9-14 22-17) 0-1

[Event "Club"]
[Date "3.5.1996"]
[White "Bob"]
[Black "Cid"]
[Result "2-0"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 2-0

[Event "Home"]
[White "Ann"]
[Black "Cid"]
[Result "1-1"]
[GameType "20"]

1. 33-28 18-22 2. 38-33 12-18 1-1
"""
BROKEN = '[White "Dan"]\n[GameType "21"]\n\n1. 11-15 oops 23x19 2. 15-20 8-11 *\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *typed: object) -> tuple[int, str, str]:
    status = main(["pdn", *map(str, typed)])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_without_a_command_it_tells_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    assert status == 0
    for name in ("check", "stats", "convert", "merge", "split", "find"):
        assert f"draughts pdn {name}" in out
    assert run(capsys, "--help")[1] == out


@pytest.mark.parametrize("name", ["check", "stats", "convert", "merge", "split", "find"])
def test_every_command_has_a_help_with_examples(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    status, out, _ = run(capsys, name, "--help")
    assert status == 0
    assert f"draughts pdn {name}" in out.split("examples:")[1]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["check", "nothing.pdn"], "no such file: nothing.pdn"),
        (["check", "{folder}"], "no file *.pdn"),
        (["find", "--from", "x", "{games}"], "'x' is not a whole number"),
        (["find", "--position", "hello", "{games}"], "'hello'"),
        (["check", "--default", "chess", "{games}"], "'chess'"),
        (["convert", "{games}", "-o", "{games}"], "one of the files that are read"),
        (["check", "--encoding", "morse", "{games}"], "'morse'"),
        (["check", "--numbering", "c3", "{games}"], "'c3'"),
        (["look", "{games}"], "look"),
    ],
)
def test_wrong_input_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], games: Path, typed: list[str], told: str
) -> None:
    empty = games.parent / "empty"
    empty.mkdir()
    filled = [word.format(games=games, folder=empty) for word in typed]
    status, out, err = run(capsys, *filled)
    assert (status, out) == (2, "")
    assert err.startswith("draughts: ")
    assert told in err
    assert err.count("\n") == 1
    assert games.read_text(encoding="utf-8") == GAMES


# --- check ------------------------------------------------------------


def test_check_counts_file_by_file(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    (games.parent / "worse.pdn").write_text(BROKEN, encoding="utf-8")
    status, out, _ = run(capsys, "check", games.parent)
    assert status == 1
    rows = [line.split() for line in out.splitlines()]
    assert rows[1][:4] == ["3", "10", "0", "0"]
    assert rows[2][:4] == ["1", "2", "1", "2"]
    assert rows[3][:4] == ["4", "12", "1", "2"]
    assert run(capsys, "check", games)[0] == 0


def test_check_names_the_place_of_every_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "worse.pdn"
    path.write_text(BROKEN, encoding="utf-8")
    _, out, _ = run(capsys, "check", "-v", path)
    assert f"{path}:4:10: 'oops' is no move and no comment [junk]" in out
    assert f"{path}:4:15: '23x19' is a quiet move with a cross [move-sign]" in out
    assert f"{path}:4:24: '15-20' is not legal" in out
    status, out, _ = run(capsys, "check", "--strict", path)
    assert status == 1
    assert out.splitlines()[-1].startswith(f"{path}:4:10: 'oops'")


def test_check_speaks_to_machines(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    _, out, _ = run(capsys, "check", "--json", games)
    assert json.loads(out) == {
        "file": str(games), "games": 3, "plies": 10, "repairs": 0, "errors": 0,
    }  # fmt: skip


def test_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAMES.encode())))
    assert run(capsys, "find", "--count", "-")[1] == "3\n"


# --- stats ------------------------------------------------------------


def test_stats_count_what_a_collection_holds(
    capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    _, out, _ = run(capsys, "stats", "--json", "--opening-plies", "2", games)
    assert json.loads(out) == {
        "games": 3,
        "plies": 10,
        "length": {"least": 3, "median": 3, "greatest": 4},
        "variants": {"international": 2, "english": 1},
        "results": {"white won": 2, "drawn": 1},
        "years": {"1995": 1, "1996": 1},
        "players": {
            "Ann": {"won": 1, "drawn": 1},
            "Bob": {"lost": 1, "won": 1},
            "Cid": {"lost": 1, "drawn": 1},
        },
        "openings": {"11-15 23-19": 1, "32-28 19-23": 1, "33-28 18-22": 1},
        "problems": {},
    }
    _, out, _ = run(capsys, "stats", games)
    assert "3 games, 10 plies" in out
    assert "Ann  2 games: 1 won, 1 drawn, 0 lost" in out


# --- convert, merge, split ------------------------------------------------------------


def test_convert_writes_clean_pdn(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    target = tmp_path / "clean.pdn"
    status, out, err = run(capsys, "convert", games, "-o", target)
    assert (status, out) == (0, "")
    assert err == "3 games written, 0 mended, 0 errors\n"
    assert list(pdn.read_games(target)) == list(pdn.read_games(games))
    _, out, _ = run(capsys, "convert", "--no-comments", "--no-variations", games)
    assert "{" not in out and "(" not in out
    assert len(list(pdn.read_games(io.StringIO(out)))) == 3


def test_convert_reads_other_encodings_and_keeps_what_it_cannot_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "old.pdn"
    path.write_bytes(
        '[White "Йота"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 2. a1-h8 *'.encode("cp1251")
    )
    _, out, err = run(capsys, "convert", "--encoding", "cp1251", path)
    assert '[White "Йота"]' in out
    assert "a1-h8" in out
    assert err == "1 game written, 0 mended, 1 errors\n"


def test_merge_leaves_doubles_out(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.pdn"
    again = next(pdn.read_games(games))
    again.tags["Annotator"] = "somebody"
    longer = Game("english", tags={"White": "Ann", "Black": "Bob"})
    longer.play("11-15")
    other.write_text(again.to_pdn() + "\n" + longer.to_pdn(), encoding="utf-8")
    target = tmp_path / "all.pdn"
    status, _, err = run(capsys, "merge", games, other, "-o", target)
    assert status == 0
    assert err == "4 games written, 1 left out that came again\n"
    assert list(pdn.read_games(target)) == [*pdn.read_games(games), longer]


@pytest.mark.parametrize(
    ("how", "names"),
    [
        ([], ["games-00001", "games-00002", "games-00003"]),
        (["--games", "2"], ["games-00001", "games-00002"]),
        (["--by", "player"], ["Ann", "Bob", "Cid"]),
        (["--by", "event"], ["Club", "Home"]),
        (["--by", "variant"], ["english", "international"]),
        (["--by", "year"], ["1995", "1996", "no year"]),
    ],
)
def test_split_writes_a_file_for_each(
    capsys: pytest.CaptureFixture[str], games: Path, how: list[str], names: list[str]
) -> None:
    folder = games.parent / "parts"
    assert run(capsys, "split", *how, games, "-o", folder)[0] == 0
    assert sorted(path.stem for path in folder.iterdir()) == names
    parts = [list(pdn.read_games(path)) for path in sorted(folder.iterdir())]
    assert sum(map(len, parts)) == (6 if "player" in how else 3)
    status, _, err = run(capsys, "split", *how, games, "-o", folder)
    assert status == 2
    assert "--force" in err
    assert run(capsys, "split", *how, "--force", games, "-o", folder)[0] == 0
    assert [list(pdn.read_games(path)) for path in sorted(folder.iterdir())] == parts


def test_split_makes_names_that_every_system_allows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = ["../../up", "con", "a/b", "A/B", "..", "x" * 300]
    path = tmp_path / "games.pdn"
    path.write_text(
        "".join(Game("english", tags={"Event": name}).to_pdn() + "\n" for name in names), "utf-8"
    )
    folder = tmp_path / "parts"
    assert run(capsys, "split", "--by", "event", path, "-o", folder)[0] == 0
    made = sorted(path.name for path in folder.iterdir())
    assert len(made) == len({name.casefold() for name in made}) == len(names)
    assert "_con.pdn" in made
    assert all(len(name) < 100 for name in made)
    assert sorted(tmp_path.iterdir()) == [path, folder]


# --- find ------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ([], [1, 2, 3]),
        (["--player", "ann"], [1, 3]),
        (["--player", "ANN", "--black", "bob"], [1]),
        (["--white", "bob"], [2]),
        (["--event", "home"], [3]),
        (["--result", "white"], [1, 2]),
        (["--result", "black"], []),
        (["--result", "draw"], [3]),
        (["--result", "2-0"], [2]),
        (["--date", "1995"], [1]),
        (["--from", "1996"], [2]),
        (["--to", "1995"], [1]),
        (["--variant", "20"], [2, 3]),
        (["--moves", "11-15 23-19"], [1]),
        (["--moves", "32-28"], [2]),
        (["--moves", "11-16"], []),
        (["--variant", "international", "--position", "W:W28,31-50,:B1-20"], []),
        (["--variant", "international", "--position", "W:W28,31,33-50:B1-18,20,23"], [2]),
        (["--min-plies", "4"], [3]),
        (["--max-plies", "3"], [1, 2]),
    ],
)
def test_find_wants_all_conditions(
    capsys: pytest.CaptureFixture[str], games: Path, typed: list[str], numbers: list[int]
) -> None:
    status, out, _ = run(capsys, "find", "--json", *typed, games)
    assert status == 0
    assert [json.loads(line)["number"] for line in out.splitlines()] == numbers
    assert run(capsys, "find", "--count", *typed, games)[1] == f"{len(numbers)}\n"


def test_find_prints_a_line_or_the_games(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    _, out, _ = run(capsys, "find", "--player", "bob", games)
    assert out.splitlines() == [
        f"{games} 1: Ann - Bob 0-1, 1995.04.01, 3 plies",
        f"{games} 2: Bob - Cid 2-0, 3.5.1996, 3 plies",
    ]
    _, out, _ = run(capsys, "find", "--event", "home", "--pdn", games)
    assert list(pdn.read_games(io.StringIO(out))) == list(pdn.read_games(games))[2:]


def test_real_files(capsys: pytest.CaptureFixture[str], shared: Path) -> None:
    folder = shared / "pdn"
    _, out, _ = run(capsys, "check", folder / "wiegerw" / "PROF2.pdn", folder / "dammen")
    assert out.splitlines()[-2].split()[:4] == ["206", "21,928", "2", "0"]
    path = folder / "checkerboard" / "tinsley.pdn"
    assert run(capsys, "find", "--count", "--white", "rex", path)[1] == "1\n"
