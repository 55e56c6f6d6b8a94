"""How long to search, and when a clock says that it is enough."""

from __future__ import annotations

import math
from typing import NamedTuple, TypeVar

from draughts._core import Move
from draughts.scores import Info

__all__ = ["Limit", "Patience", "check", "fair_share", "most_seconds"]

_N = TypeVar("_N", int, float)

# How a clock is shared out among the moves that are left.
_MOVES_AHEAD = 24
_INCREMENT_SHARE = 0.8
_LONGEST_SHARE = 4.0  # times what a move may take on average, and no more than this part of all
_LONGEST_PART = 0.4
_BEGIN_NO_MORE = 0.55  # a depth takes about as long as all before it
_FALLEN_BY = 30  # hundredths of a man
_TROUBLED = 2.0  # times the time for a move when the search has found trouble,
_EASY = 0.5  # and when the best move has been the same
_STEADY_DEPTHS = 10  # for so many depths
_RESERVE = 0.02  # seconds for what is not search


class Limit(NamedTuple):
    """How long to search; the first limit that is met ends it. With none, until ``stop()``.

    Args:
        time: seconds for this search, all of which are used.
        nodes: positions looked at.
        depth: plies.
        remaining: seconds left on the clock; the engine takes what it finds right.
        increment: seconds that each move adds to the clock.
        moves_to_go: moves until more time is added; None if the clock is for the whole game.

    >>> Limit(time=1.5)
    Limit(time=1.5, nodes=None, depth=None, remaining=None, increment=0.0, moves_to_go=None)
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    remaining: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None

    def within(self, other: Limit) -> Limit:
        """A limit that is met when either is.

        >>> Limit(time=2, nodes=500).within(Limit(time=1.5, depth=9))
        Limit(time=1.5, nodes=500, depth=9, remaining=None, increment=0.0, moves_to_go=None)
        """
        clock = self if self.remaining is not None else other
        return Limit(
            _least(self.time, other.time),
            _least(self.nodes, other.nodes),
            _least(self.depth, other.depth),
            *clock[3:],
        )


def _least(one: _N | None, other: _N | None) -> _N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def check(limit: Limit) -> None:
    """Raise a :class:`ValueError` if a limit is negative or no number."""
    for name, value in zip(limit._fields, limit, strict=True):
        if value is not None and not value >= 0:
            raise ValueError(f"{name} is {value!r}; a limit is not negative")


def fair_share(limit: Limit) -> float:
    """What a move may take on average of the clock, in seconds; endless without a clock."""
    if limit.remaining is None:
        return math.inf
    moves = limit.moves_to_go or _MOVES_AHEAD
    return limit.remaining / max(moves, 1) + _INCREMENT_SHARE * limit.increment


def most_seconds(limit: Limit) -> float:
    """After how many seconds a search is broken off; endless without a limit of time."""
    time = math.inf if limit.time is None else limit.time
    if limit.remaining is None:
        return time
    longest = min(_LONGEST_SHARE * fair_share(limit), _LONGEST_PART * limit.remaining)
    if limit.moves_to_go == 1:
        longest = fair_share(limit)
    return min(time, max(min(longest, limit.remaining - _RESERVE), 0.001))


class Patience:
    """Decides after each depth whether a deeper search is worth beginning."""

    def __init__(self, limit: Limit, only_move: bool) -> None:
        self._only_move = only_move and (limit.time is not None or limit.remaining is not None)
        self._share = fair_share(limit)
        self._best: Move | None = None
        self._score = 0
        self._steady = 0

    def is_over(self, info: Info) -> bool:
        """Whether to stop here.

        Of a clock more is used when the best move has changed or its score has fallen, and less
        when it has been the same for long: it is an easy move.
        """
        stretch = self._stretch(info)
        return self._only_move or info.time >= self._share * _BEGIN_NO_MORE * stretch

    def _stretch(self, info: Info) -> float:
        score = info.score.centimen or 0
        fallen = self._score - score > _FALLEN_BY
        changed = self._best is not None and info.pv[0] != self._best
        self._steady = 0 if changed or fallen else self._steady + 1
        self._best, self._score = info.pv[0], score
        if changed or fallen:
            return _TROUBLED
        return _EASY if self._steady >= _STEADY_DEPTHS else 1.0
