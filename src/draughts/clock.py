"""The clock of a game: how long each side may think."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from draughts.errors import GameOverError
from draughts.types import Color

__all__ = ["Clock", "ClockState"]


class ClockState(NamedTuple):
    """All that a clock shows, to be kept and restored; a value that can be pickled.

    Args:
        white: seconds that White had in all when its turn began; infinite without a limit.
        black: the same for Black.
        white_moves: moves that White has made.
        black_moves: the same for Black.
        turn: the side whose turn it is, or None while the clock is stopped.
        used: seconds used in this turn.
        running: whether the time of this turn runs.
    """

    white: float
    black: float
    white_moves: int
    black_moves: int
    turn: Color | None
    used: float
    running: bool


class Clock:
    """A clock with two dials. All times are in seconds; what is not given is not limited.

    Args:
        base: for the whole game of each side; with ``moves``, for so many moves.
        moves: ``base`` is added again each time a side has made so many moves.
        increment: added after each move.
        per_move: for each turn, such as 30 or 60; what is left of it is lost.
        now: a source of time that never goes back.

    Raises:
        ValueError: a time is not positive, or ``moves`` or ``increment`` lacks a ``base``.

    >>> watch = [0.0]
    >>> clock = Clock(300, increment=2, now=lambda: watch[0])
    >>> clock.start(Color.WHITE)
    >>> watch[0] = 4.0
    >>> clock.switch()
    >>> clock.remaining(Color.WHITE)
    298.0
    """

    def __init__(
        self,
        base: float | None = None,
        *,
        moves: int | None = None,
        increment: float = 0.0,
        per_move: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        for name, limit in (("base", base), ("moves", moves), ("per_move", per_move)):
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} is {limit!r}; it must be more than 0, or None")
        if not increment >= 0:
            raise ValueError(f"increment is {increment!r}; it must not be negative")
        if base is None and (moves or increment):
            raise ValueError("moves and increment need a base")
        self._base = math.inf if base is None else float(base)
        self._moves = moves
        self._increment = increment
        self._per_move = math.inf if per_move is None else float(per_move)
        self._now = now
        self._left = dict.fromkeys(Color, self._base)
        self._made = dict.fromkeys(Color, 0)
        self._turn: Color | None = None
        self._used = 0.0
        self._since: float | None = None

    @property
    def turn(self) -> Color | None:
        """The side whose turn it is; None while the clock is stopped."""
        return self._turn

    @property
    def running(self) -> bool:
        """Whether somebody's time runs: the clock is neither stopped nor paused."""
        return self._since is not None

    @property
    def used(self) -> float:
        """Seconds used in this turn, pauses left out."""
        return self._used_at(self._now())

    def _used_at(self, now: float) -> float:
        return self._used if self._since is None else self._used + (now - self._since)

    def remaining(self, color: Color) -> float:
        """Seconds that a side has left for its turn; ``math.inf`` if nothing limits it.

        >>> Clock(per_move=30).remaining(Color.BLACK)
        30.0
        """
        return self._remaining_at(color, self._now())

    def _remaining_at(self, color: Color, now: float) -> float:
        left = min(self._left[color], self._per_move)
        return max(left - self._used_at(now), 0.0) if color is self._turn else left

    @property
    def flagged(self) -> Color | None:
        """The side whose time has run out in this turn, or None."""
        if self._turn is not None and self.remaining(self._turn) == 0:
            return self._turn
        return None

    def start(self, color: Color) -> None:
        """Begin a turn of a side. A turn that was under way ends uncounted, its time is gone."""
        self._start_at(color, self._now())

    def _start_at(self, color: Color, now: float) -> None:
        self._stop_at(now)
        self._turn = color
        self._since = now

    def switch(self) -> None:
        """The side whose turn it is has moved: count that, and begin the other's turn.

        Raises:
            GameOverError: its flag has fallen. Call :meth:`start` to go on in spite of it.
            ValueError: the clock is stopped or paused.
        """
        side, now = self._turn, self._now()
        if side is None or not self.running:
            raise ValueError("the clock does not run")
        if self._remaining_at(side, now) == 0:
            raise GameOverError(f"the time of {side.value} has run out")
        self._start_at(side.opposite, now)
        self._made[side] += 1
        self._left[side] += self._increment
        if self._moves and self._made[side] % self._moves == 0:
            self._left[side] += self._base

    def pause(self) -> None:
        """Let no time run until :meth:`resume`; the turn stays. Nothing if none runs."""
        self._used = self.used
        self._since = None

    def resume(self) -> None:
        """Let the time of the turn run on after a pause. Nothing if it runs, or without a turn."""
        if self._turn is not None and self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """End the turn, as at the end of a game; its time is gone."""
        self._stop_at(self._now())

    def _stop_at(self, now: float) -> None:
        if self._turn is not None:
            self._left[self._turn] = max(self._left[self._turn] - self._used_at(now), 0.0)
        self._turn = self._since = None
        self._used = 0.0

    def snapshot(self) -> ClockState:
        """What the clock shows now, to :meth:`restore` when a move is taken back."""
        return ClockState(
            self._left[Color.WHITE],
            self._left[Color.BLACK],
            self._made[Color.WHITE],
            self._made[Color.BLACK],
            self._turn,
            self.used,
            self.running,
        )

    def restore(self, state: ClockState) -> None:
        """Show again what a snapshot of this clock, or of another with its limits, showed.

        A clock that ran then runs on from now.

        >>> clock = Clock(60, now=lambda: 0)
        >>> before = clock.snapshot()
        >>> clock.start(Color.WHITE)
        >>> clock.restore(before)
        >>> clock.turn is None
        True
        """
        self._left = {Color.WHITE: state.white, Color.BLACK: state.black}
        self._made = {Color.WHITE: state.white_moves, Color.BLACK: state.black_moves}
        self._turn = state.turn
        self._used = state.used
        self._since = self._now() if state.running else None
