"""A series of games: colours, score, ratings, and what is taken back."""

from __future__ import annotations

import pickle

import pytest

from draughts import ENGLISH, Color, Game, InvalidFenError, Series, expected_score

WHITE, BLACK = Color.WHITE, Color.BLACK


def win(series: Series, player: str) -> Game:
    """A game that somebody wins."""
    game = series.new_game()
    game.resign(WHITE if series.player(BLACK) == player else BLACK)
    return game


def draw(series: Series) -> Game:
    game = series.new_game()
    game.offer_draw(WHITE)
    game.accept_draw(BLACK)
    return game


def scores(series: Series) -> tuple[float, float]:
    first, second = series.players
    return series.score(first), series.score(second)


def test_r22_a_game_that_was_broken_off_counts_nothing_and_is_played_anew() -> None:
    series = Series("Ann", "Bob")
    series.new_game().play("11-15")
    series.new_game()
    assert series.player(BLACK) == "Ann" and len(series.games) == 2
    assert scores(series) == (0, 0)


def test_r27_ratings_move_by_k_times_what_was_not_expected() -> None:
    series = Series("Ann", "Bob", ratings=(1700, 1500), k=20)
    assert (series.rating("Ann"), series.rating("Bob")) == (1700, 1500)
    draw(series)
    gain = 20 * (0.5 - 1 / (1 + 10 ** ((1500 - 1700) / 400)))
    assert series.rating("Ann") == pytest.approx(1700 + gain)
    assert series.rating("Bob") == pytest.approx(1500 - gain)
    assert gain < 0
    before = series.rating("Bob")
    win(series, "Bob")
    assert series.rating("Bob") > before
    assert series.rating("Ann") + series.rating("Bob") == pytest.approx(3200)


def test_r27_a_draw_between_equals_moves_no_rating() -> None:
    series = Series("Ann", "Bob")
    draw(series)
    assert series.rating("Ann") == series.rating("Bob") == 1500
    win(series, "Ann")
    assert (series.rating("Ann"), series.rating("Bob")) == (1516, 1484)


def test_the_scores_that_are_expected_of_two_players_add_up_to_one() -> None:
    assert expected_score(1500, 1500) == 0.5
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)
    for own, other in ((1200, 2100), (0, 3000), (1e9, -1e9)):
        both = expected_score(own, other) + expected_score(other, own)
        assert both == pytest.approx(1)


def test_r35_a_win_on_the_board_goes_back_with_its_move() -> None:
    series = Series("Ann", "Bob", ENGLISH)
    game = series.new_game("W:W24:B19")
    game.play("24x15")
    assert scores(series) == (0, 1)
    game.undo()
    assert scores(series) == (0, 0)


def test_a_series_can_be_kept() -> None:
    series = Series("Ann", "Bob", "russian")
    win(series, "Bob")
    other = pickle.loads(pickle.dumps(series))
    assert scores(other) == scores(series) and other.games == series.games
    other.new_game()
    assert other.player(WHITE) == "Bob"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="both players are called 'Ann'"):
        Series("Ann", "Ann")
    with pytest.raises(ValueError, match="no variant is called 'chess'"):
        Series("Ann", "Bob", "chess")
    with pytest.raises(ValueError, match="k is -1"):
        Series("Ann", "Bob", k=-1)
    series = Series("Ann", "Bob")
    with pytest.raises(IndexError):
        series.player(WHITE)
    with pytest.raises(InvalidFenError):
        series.new_game("nothing")
    assert series.games == []
    series.new_game()
    assert series.player(BLACK) == "Ann"
    for ask in (series.score, series.rating):
        with pytest.raises(ValueError, match="'Eve' is neither 'Ann' nor 'Bob'"):
            ask("Eve")
