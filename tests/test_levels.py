"""Levels: what each may look at, how it errs, and what it never does."""

from __future__ import annotations

import itertools
import random
import statistics

import pytest

from draughts import Board, Engine, Level, Limit
from draughts.levels import choose

MAIN = ["english", "russian", "brazilian", "international"]


def test_r29_the_four_levels_have_names_and_stand_on_the_scale() -> None:
    named = [Level.EASY, Level.MEDIUM, Level.HARD, Level.MASTER]
    assert list(map(str, named)) == ["easy", "medium", "hard", "master"]
    assert sorted(named) == named
    assert Level.parse(" Hard ") is not None and Level.parse("12") == Level.HARD


@pytest.mark.parametrize("number", [-1, 21, 2.5, 1000])
def test_other_levels_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="there are 0 to 20"):
        Level(number)


@pytest.mark.parametrize("text", ["", "nine", "-1", "21", "2.0"])
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="easy, medium, hard, master"):
        Level.parse(text)


def test_each_level_looks_at_more_and_errs_less_than_the_one_below() -> None:
    levels = list(map(Level, range(21)))
    nodes = [level.limit.nodes or 10**9 for level in levels]
    assert nodes == sorted(set(nodes))
    for worse, better in itertools.pairwise(levels):
        assert better.misjudgement <= worse.misjudgement
        assert better.random_moves <= worse.random_moves


def test_ratings_rise_from_easy_at_800() -> None:
    ratings = [level.elo for level in map(Level, range(21))]
    assert ratings == sorted(set(ratings))
    assert Level.EASY.elo == 800


def test_hard_thinks_for_a_second_and_a_half_at_most() -> None:
    """R29: Hard takes about one and a half seconds a move."""
    assert Level.HARD.limit.time == 1.5


@pytest.mark.parametrize("name", MAIN)
def test_easy_plays_a_random_move_as_often_as_it_says(name: str) -> None:
    """Told from a search that is asked for every line, as the random moves are chosen from."""
    engine, board = Engine(hash_mb=1), Board(name)
    chance, wide = random.Random(5), []

    def look(limit: Limit, lines: int) -> list:  # type: ignore[type-arg]
        wide.append(lines > 100)
        return engine.analyse(board, limit._replace(time=None), multipv=min(lines, 2))

    for _ in range(400):
        choose(look, board, Level.EASY.limit, Level.EASY, chance)
    assert statistics.mean(wide) == pytest.approx(Level.EASY.random_moves, abs=0.05)


@pytest.mark.parametrize("level", [0, 2, 6])
def test_a_weak_level_does_not_throw_the_game_away_in_one_move(level: int) -> None:
    # Every move but 14-18 lets Black take two or three men for nothing or little.
    board = Board.from_fen("B:W21,22,23,30,31,32:B6,9,14,1,2,3")
    exact = Engine(hash_mb=1).analyse(board, Limit(depth=5), multipv=50)
    worth = {info.pv[0]: info.score.centimen or 0 for info in exact}
    engine = Engine(hash_mb=1, seed=2)
    for _ in range(60):
        engine.new_game()
        move = engine.play(board, Level(level)).move
        assert worth[move] >= max(worth.values()) - 200


def test_a_seed_makes_a_level_play_the_same_game() -> None:
    games = []
    for _ in range(2):
        engine, board = Engine(hash_mb=1, seed=9), Board("russian")
        for _ in range(12):
            board.push(engine.play(board, Limit(), level=Level(3)).move)
        games.append(board.move_stack)
    assert games[0] == games[1]


def test_a_limit_holds_for_a_level_too() -> None:
    board = Board("international")
    assert Engine().play(board, Limit(nodes=300), level=Level(11)).info.nodes <= 300
    assert Engine().play(board, Limit(depth=4), level=Level.MASTER).info.depth == 4
