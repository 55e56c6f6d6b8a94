"""The score of a match, and what it says of the difference in strength."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import NamedTuple

from draughts.series import expected_score

_CONFIDENCE = 0.95


class Tally:
    """The points that one player has made against another, counted in pairs of games.

    The two games of a pair have one opening and the colours swapped, so what counts as one
    observation is a pair: its points are 0, 0.5, 1, 1.5 or 2.

    Args:
        pairs: for each pair the points of its two games.

    >>> tally = Tally([(1.0, 0.5), (0.5, 0.5), (1.0, 1.0), (0.0, 0.5)])
    >>> str(tally)
    '+3 =4 -1  62.5 %  Elo +89 (-140 to +482)'
    """

    def __init__(self, pairs: Iterable[tuple[float, float]] = ()) -> None:
        self.wins = self.draws = self.losses = 0
        self.pairs = [0] * 5
        for pair in pairs:
            self.add(pair)

    def add(self, pair: tuple[float, float]) -> None:
        """Count a pair of games."""
        for points in pair:
            self.wins += points == 1.0
            self.draws += points == 0.5
            self.losses += points == 0.0
        self.pairs[round(2 * sum(pair))] += 1

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1; a half before any game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def deviation(self) -> float:
        """The standard error of the score."""
        number = sum(self.pairs)
        if number < 2:
            return math.inf
        spread = sum(
            count * (place / 4 - self.score) ** 2 for place, count in enumerate(self.pairs)
        )
        return math.sqrt(spread / (number - 1) / number)

    @property
    def elo(self) -> float:
        """The difference in rating that the score stands for."""
        return elo(self.score)

    def interval(self, confidence: float = _CONFIDENCE) -> tuple[float, float]:
        """The Elo differences between which the true one lies with so much confidence."""
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * self.deviation
        return elo(self.score - reach), elo(self.score + reach)

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"+{self.wins} ={self.draws} -{self.losses}  {self.score:.1%}"
            f"  Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        ).replace("%", " %")


def elo(score: float) -> float:
    """The difference in rating at which a score is expected, by Elo's formula.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400 * math.log10(1 / score - 1)


class Sprt(NamedTuple):
    """A sequential probability ratio test: is the difference nearer to one Elo or to another?

    The likelihoods are those of the mean score of a pair, taken as normal, as in the generalised
    test of the chess engines' testing frameworks (Van den Bergh, "Normalized Elo", 2020).

    Args:
        elo0: the difference if the change is worth nothing.
        elo1: the difference if it is worth something.
        alpha: the chance to accept elo1 where elo0 is true.
        beta: the chance to accept elo0 where elo1 is true.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 or elo1 is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio of elo1 to elo0; 0 while nothing can be said."""
        variance = tally.deviation**2
        if not 0 < variance < math.inf:
            return 0.0
        low, high = expected_score(self.elo0, 0), expected_score(self.elo1, 0)
        return (high - low) * (tally.score - (low + high) / 2) / variance

    def verdict(self, tally: Tally) -> str | None:
        """``"elo0"`` or ``"elo1"`` once one is accepted.

        >>> sprt = Sprt(0, 20)
        >>> sprt.verdict(Tally([(1.0, 0.5), (0.5, 0.5)] * 80)), sprt.verdict(Tally())
        ('elo1', None)
        """
        ratio, (low, high) = self.ratio(tally), self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None
