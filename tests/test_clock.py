"""The clock: limits for a turn and for a game, flags, pauses, taking back."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from draughts import Clock, ClockState, Color, GameOverError

WHITE, BLACK = Color.WHITE, Color.BLACK


class Watch:
    """A source of time that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def spend(clock: Clock, watch: Watch, *turns: float) -> None:
    """Turns of so many seconds each."""
    for seconds in turns:
        watch.seconds += seconds
        clock.switch()


def test_r24_without_a_limit_no_flag_falls(watch: Watch) -> None:
    clock = Clock(now=watch)
    clock.start(WHITE)
    watch.seconds += 1e9
    assert clock.remaining(WHITE) == clock.remaining(BLACK) == math.inf
    assert clock.flagged is None
    assert clock.used == 1e9


@pytest.mark.parametrize("limit", [30, 60])
def test_r24_a_turn_has_its_limit_and_what_is_left_of_it_is_lost(watch: Watch, limit: int) -> None:
    clock = Clock(per_move=limit, now=watch)
    clock.start(BLACK)
    spend(clock, watch, limit - 1, 5)
    assert clock.turn is BLACK
    assert clock.remaining(BLACK) == limit
    watch.seconds += limit - 0.5
    assert clock.remaining(BLACK) == 0.5 and clock.flagged is None
    watch.seconds += 0.5
    assert clock.remaining(BLACK) == 0 and clock.flagged is BLACK
    assert clock.remaining(WHITE) == limit


def test_sudden_death_counts_all_turns_of_a_side(watch: Watch) -> None:
    clock = Clock(300, now=watch)
    clock.start(WHITE)
    spend(clock, watch, 100, 10, 150)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (50, 290)
    spend(clock, watch, 10)
    watch.seconds += 50
    assert clock.flagged is WHITE


def test_an_increment_is_added_after_each_move(watch: Watch) -> None:
    clock = Clock(60, increment=5, now=watch)
    clock.start(WHITE)
    spend(clock, watch, 10, 1, 20)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (40, 64)


def test_time_for_a_number_of_moves_is_added_when_they_are_made(watch: Watch) -> None:
    clock = Clock(100, moves=2, now=watch)
    clock.start(WHITE)
    spend(clock, watch, 40, 1, 40)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (120, 99)
    spend(clock, watch, 1, 20, 1, 20)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (180, 197)


def test_the_shorter_of_two_limits_holds(watch: Watch) -> None:
    clock = Clock(40, per_move=30, now=watch)
    clock.start(WHITE)
    assert clock.remaining(WHITE) == 30
    spend(clock, watch, 25, 0)
    assert clock.remaining(WHITE) == 15


def test_a_move_after_the_flag_has_fallen_is_refused_until_the_turn_is_given(watch: Watch) -> None:
    clock = Clock(per_move=30, now=watch)
    clock.start(WHITE)
    watch.seconds += 31
    with pytest.raises(GameOverError, match="the time of white has run out"):
        clock.switch()
    assert clock.turn is WHITE and clock.flagged is WHITE
    clock.start(BLACK)
    assert clock.flagged is None and clock.remaining(BLACK) == 30


def test_time_that_is_spent_stays_spent_when_a_turn_is_broken_off(watch: Watch) -> None:
    clock = Clock(60, increment=5, now=watch)
    clock.start(WHITE)
    watch.seconds += 20
    clock.start(BLACK)
    assert clock.remaining(WHITE) == 40
    watch.seconds += 70
    clock.stop()
    assert clock.remaining(BLACK) == 0


def test_no_time_runs_in_a_pause(watch: Watch) -> None:
    clock = Clock(60, now=watch)
    clock.start(WHITE)
    watch.seconds += 10
    clock.pause()
    watch.seconds += 1000
    assert not clock.running and clock.turn is WHITE and clock.remaining(WHITE) == 50
    with pytest.raises(ValueError, match="does not run"):
        clock.switch()
    clock.pause()
    clock.resume()
    clock.resume()
    watch.seconds += 5
    assert clock.running and clock.used == 15 and clock.remaining(WHITE) == 45


def test_a_stopped_clock_has_no_turn(watch: Watch) -> None:
    clock = Clock(60, now=watch)
    clock.stop()
    clock.pause()
    clock.resume()
    assert clock.turn is None and not clock.running and clock.flagged is None
    with pytest.raises(ValueError, match="does not run"):
        clock.switch()
    clock.start(WHITE)
    watch.seconds += 10
    clock.stop()
    watch.seconds += 10
    assert clock.turn is None and clock.used == 0 and clock.remaining(WHITE) == 50


def test_r35_the_clock_goes_back_with_a_move(watch: Watch) -> None:
    clock = Clock(100, moves=2, increment=3, per_move=30, now=watch)
    clock.start(WHITE)
    spend(clock, watch, 10, 20)
    watch.seconds += 4
    kept = clock.snapshot()
    spend(clock, watch, 6, 20, 25)
    clock.restore(kept)
    assert clock.snapshot() == kept
    assert (clock.turn, clock.used, clock.running) == (WHITE, 4, True)
    watch.seconds += 6
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (20, 30)
    spend(clock, watch, 0)
    assert clock.snapshot().white == 100 - 10 + 3 - 10 + 3 + 100


@pytest.mark.parametrize("act", ["start", "pause", "stop"])
def test_a_snapshot_can_be_taken_at_any_time_and_kept_in_a_file(watch: Watch, act: str) -> None:
    clock = Clock(100, now=watch)
    clock.start(BLACK)
    watch.seconds += 7
    if act != "start":
        getattr(clock, act)()
    kept: ClockState = pickle.loads(pickle.dumps(clock.snapshot()))
    watch.seconds += 50
    other = Clock(100, now=watch)
    other.restore(kept)
    assert other.snapshot() == kept
    assert other.remaining(BLACK) == 93 and other.running is (act == "start")


@pytest.mark.parametrize(
    "limits",
    [
        {"base": 0},
        {"base": -1},
        {"base": math.nan},
        {"per_move": 0},
        {"base": 60, "moves": 0},
        {"base": 60, "increment": -1},
        {"moves": 40},
        {"increment": 2},
    ],
    ids=str,
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Clock(**limits)


def test_time_runs_by_itself() -> None:
    clock = Clock(60)
    clock.start(WHITE)
    assert 0 <= clock.used < 60 and clock.remaining(BLACK) == 60
