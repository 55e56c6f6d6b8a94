"""Tournaments: who meets whom, the table, going on after a kill."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from draughts import Limit
from draughts.cli import main
from draughts.match import Conditions, Player, Tournament, play_tournament
from draughts.pdn import read_games

PLAYERS = [Player.parse(text) for text in ("small,nodes=20", "middle,nodes=200", "big,nodes=2000")]
UNTIMED = Conditions(Limit())


def played(*players: Player, **options: object) -> Tournament:
    with ThreadPoolExecutor(1) as pool:
        return play_tournament(
            players or PLAYERS,
            "russian",
            UNTIMED,
            executor=pool,
            **options,  # type: ignore[arg-type]
        )


def test_everybody_meets_everybody_with_both_colours(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    tournament = played(pairs=2, file=file)
    assert set(tournament.tallies) == {("small", "middle"), ("small", "big"), ("middle", "big")}
    assert {tally.games for tally in tournament.tallies.values()} == {4}
    games = list(read_games(file))
    met = [(game.tags["White"], game.tags["Black"]) for game in games]
    assert len(met) == 12 and all(met.count(pair) == met.count(pair[::-1]) == 2 for pair in met)
    openings = {game.tags["Opening"] for game in games}
    assert len(openings) == 2  # all play the same in a round


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    tournament = played(gauntlet=True)
    assert set(tournament.tallies) == {("small", "middle"), ("small", "big")}
    assert [row.games for row in sorted(tournament.standings())] == [2, 2, 4]


def test_who_looks_at_more_comes_first() -> None:
    rows = played(pairs=6).standings()
    assert [row.name for row in rows] == ["big", "middle", "small"]
    assert rows[0].elo > rows[1].elo > rows[2].elo
    assert sum(row.points for row in rows) == 36
    assert sum(row.elo for row in rows) == pytest.approx(0, abs=0.01)


def test_the_table_counts_what_was_scored() -> None:
    """Equal points are told apart by the points of those who were beaten."""
    tournament = Tournament("bacd", [("b", "d"), ("a", "c"), ("c", "d")])
    tournament.tallies["b", "d"].add((1.0, 0.0))
    tournament.tallies["a", "c"].add((1.0, 0.0))
    tournament.tallies["c", "d"].add((1.0, 0.5))
    assert tournament.against("d", "c") == (0, 1, 1)
    assert tournament.against("a", "b") == (0, 0, 0)
    rows = {row.name: row for row in tournament.standings()}
    assert [row.name for row in tournament.standings()] == ["c", "d", "a", "b"]
    assert [rows[name].points for name in "abcd"] == [1, 1, 2.5, 1.5]
    assert [rows[name].berger for name in "abcd"] == [2.5, 1.5, 1 + 1.5 * 1.5, 1 + 0.5 * 2.5]
    assert (rows["d"].wins, rows["d"].draws, rows["d"].losses) == (1, 1, 2)


def test_the_ratings_are_those_at_which_the_scores_are_expected() -> None:
    """75 of 100 points, and the draw that is added: 75.5 of 101 are 189 Elo."""
    tournament = Tournament("ab", [("a", "b")])
    for _ in range(50):
        tournament.tallies["a", "b"].add((1.0, 0.5))
    (one, two) = tournament.standings()
    assert one.elo - two.elo == pytest.approx(189, abs=0.5)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.pdn", tmp_path / "whole.pdn"
    expected = played(pairs=2, file=whole)
    seen = 0

    class Stopped(Exception):
        pass

    def stop(tournament: Tournament) -> None:
        nonlocal seen
        seen += 1
        if seen == 2:
            raise Stopped

    with pytest.raises(Stopped):
        played(pairs=2, file=file, on_pair=stop)
    text = file.read_text()
    file.write_text(text[: int(len(text) * 0.9)])  # killed while it wrote
    again: list[int] = []
    tournament = played(pairs=2, file=file, on_pair=lambda now: again.append(now.games))
    assert again[-1] == 12 and len(again) == 5
    assert tournament.standings() == expected.standings()
    with pytest.raises(ValueError, match="another match"):
        played(pairs=2, file=file, gauntlet=True)


@pytest.mark.parametrize("names", [["a"], ["a", "a"], []])
def test_players_have_different_names(names: list[str]) -> None:
    with pytest.raises(ValueError, match="two players or more, by different names"):
        play_tournament([Player(name) for name in names], "russian", UNTIMED)


def test_the_command_tells_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    hub = f'other,hub="{sys.executable} -m draughts hub",hash=1,book=false,depth=1'
    command = ["tournament", "one,nodes=30", "two,nodes=60", hub, "--rounds", "1", "--jobs", "1"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "english, 6 games"
    assert lines[2].split() == ["points", "games", "Elo", "SB", "1", "2", "3"]
    assert {line.split()[1] for line in lines[3:6]} == {"one", "two", "other"}
    assert main([*command, "--gauntlet", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["games"] for row in told["standings"]].count(2) == 2
    assert sum(row["points"] for row in told["standings"]) == 4
