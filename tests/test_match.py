"""Matches: the referee, the score and what it says, going on after a kill, another build."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from draughts import Board, Color, EngineError, Limit
from draughts.cli import main
from draughts.match import Conditions, Match, Player, Sprt, Tally, elo, openings, play_match
from draughts.match.record import Record
from draughts.match.referee import play_game
from draughts.match.seating import leave, seat
from draughts.pdn import read_games
from draughts.variants import VARIANTS

STRONG, WEAK = Player.parse("strong,nodes=600"), Player.parse("weak,nodes=30")
UNTIMED = Conditions(Limit())


def played(rules: str = "russian", **options: object) -> Match:
    with ThreadPoolExecutor(1) as pool:
        return play_match(STRONG, WEAK, rules, UNTIMED, executor=pool, **options)  # type: ignore[arg-type]


# --- the score ------------------------------------------------------------------------------------


def test_the_score_counts_games_and_their_pairs() -> None:
    tally = Tally([(1.0, 1.0), (1.0, 0.0), (0.5, 0.0), (0.5, 0.5)])
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (3, 3, 2, 8)
    assert tally.pairs == [0, 1, 2, 0, 1]
    assert tally.score == 4.5 / 8
    low, high = tally.interval()
    assert low < tally.elo < high


def test_elo_follows_from_the_score() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25) == pytest.approx(-elo(0.75))
    assert elo(0.0) == -elo(1.0) == -float("inf")


def test_the_test_decides_for_what_is_true_and_waits_while_it_cannot_know() -> None:
    sprt = Sprt(0, 20)
    assert sprt.verdict(Tally([(0.5, 0.5)] * 500)) is None  # no variance: nothing can be said
    even = [(1.0, 0.0), (0.5, 0.5), (1.0, 0.5), (0.0, 0.5)]
    assert sprt.verdict(Tally(even * 3)) is None
    assert sprt.verdict(Tally(even * 300)) == "elo0"
    assert sprt.verdict(Tally([*even, (1.0, 1.0)] * 100)) == "elo1"


# --- the games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["english", "russian", "brazilian", "international", "thai"])
def test_more_nodes_win_a_match(rules: str) -> None:
    match = played(rules, pairs=10)
    assert match.tally.games == 20
    assert match.tally.score > 0.5
    assert match.faults == 0


@pytest.mark.parametrize("name", ["english", "international", "pool"])
def test_openings_never_end_and_do_not_repeat_soon(name: str) -> None:
    games = openings(VARIANTS[name], seed=3)
    starts = [next(games) for _ in range(20)]
    assert all(game.outcome() is None for game in starts)
    assert len({game.board.fen() for game in starts}) > 10


def test_a_move_that_comes_too_late_loses_on_time() -> None:
    start = next(openings(VARIANTS["english"]))
    slow, fast = Player.parse("slow"), Player.parse("fast,nodes=10")
    conditions = Conditions(Limit(remaining=0.0, nodes=5_000_000), margin=1e-6)
    game = play_game(start, slow, fast, conditions)
    assert game.fault == "white lost on time"
    assert game.overruns[Color.WHITE] > 0 > game.overruns[Color.BLACK]


def test_players_with_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="'strong'"):
        play_match(STRONG, STRONG, "english", UNTIMED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,nodes=x", "nodes=x"),
        ("a,time=-1", "time=-1"),
        ("a,hsh=3", "'hsh'"),
        ("a,level=nine", "'nine'"),
        ("a,python=/no/such/thing", "no such program"),
    ],
)
def test_wrong_settings_are_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Player.parse(text)


# --- the record -----------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "match.pdn"
    whole = played(pairs=6, file=file)
    text = file.read_text(encoding="utf-8")
    games = list(read_games(file))
    assert len(games) == 12 and not any(game.errors for game in games)
    # As if killed in the middle of a game: half of the file is there.
    file.write_text(text[: len(text) // 2], encoding="utf-8")
    again: list[Match] = []
    rest = played(pairs=6, file=file, on_pair=again.append)
    assert 0 < len(again) < 6
    assert str(rest.tally) == str(whole.tally)
    assert len(list(read_games(file))) == 12


def test_wherever_the_file_breaks_off_what_is_whole_counts(tmp_path: Path) -> None:
    """A game that lacks its last moves is not played, though its head tells the result."""
    whole, cut = tmp_path / "whole.pdn", tmp_path / "cut.pdn"
    shortest = Conditions(Limit(), most_plies=14)
    with ThreadPoolExecutor(1) as pool:
        play_match(STRONG, WEAK, "russian", shortest, pairs=2, file=whole, executor=pool)
    text = whole.read_text(encoding="utf-8")
    event = next(read_games(whole)).tags["Event"]
    ends = text.index("[Event", text.index('[Round "1.2"]')), len(text)
    for length in range(0, len(text) + 1, 7):
        cut.write_text(text[:length], encoding="utf-8")
        done = Record(cut, event).done
        assert len(done) == sum(length >= end for end in ends), text[:length]
        assert all(kept == ((0.5, 0.5), ()) for kept in done.values())


def test_the_file_of_another_match_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.pdn"
    played(pairs=1, file=file)
    before = file.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="another match"):
        Record(file, "something else")
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "text", ["my notes", '[Event "tea"]\n\n1. c3-d4 *\n', "1. c3-d4 *\n\n\n", "\n\n\nx"]
)
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "match.pdn"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="another match"):
        Record(file, "ours")
    assert file.read_text(encoding="utf-8") == text


# --- another build --------------------------------------------------------------------------------


def test_another_build_plays_in_a_process_of_its_own() -> None:
    other = Player.parse(f"other,nodes=600,hash=2,python={sys.executable}")
    start = next(openings(VARIANTS["russian"]))
    here = play_game(start, STRONG, WEAK, UNTIMED).game
    there = play_game(start, other, WEAK, UNTIMED).game
    assert list(here.mainline())[:6] == list(there.mainline())[:6]
    leave(other)


def test_a_build_that_dies_is_told() -> None:
    broken = Player.parse("broken,python=false")
    with pytest.raises(EngineError, match="broken has ended or hung"):
        seat(broken).new_game(Board(), Color.WHITE, Limit())
    leave(broken)


# --- the command ----------------------------------------------------------------------------------


def test_the_command_tells_the_score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    line = f"match one,nodes=200 two,nodes=50 --games 4 --jobs 1 --sprt 0,50 -o {file}"
    assert main(line.split()) == 0
    told = capsys.readouterr().out
    assert "one - two, english, 4 games" in told and "SPRT" in told
    assert main([*line.split(), "--json"]) == 0
    assert '"pairs"' in capsys.readouterr().out
