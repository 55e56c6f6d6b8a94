"""What a score is worth in points: chances of win, draw and loss, from the games themselves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import expit, log_expit  # type: ignore[import-untyped]

from draughts.train.data import GAMES_A_ROUND, Records

__all__ = ["Chances", "fit_chances", "fit_scale", "targets_of"]

_LARGEST_SCORE = 3_000  # hundredths of a man; more is a win that was found, not judged
_ENOUGH = 500_000  # positions to find one or two numbers from


class Chances(NamedTuple):
    """How a score tells the result of a game.

    The chance to win is ``1 / (1 + exp((margin - score) / scale))``, the chance to lose the same of
    the other side's score, and the rest is the chance of a draw.

    Args:
        scale: hundredths of a man.
        margin: hundredths of a man at which a win is as likely as not.
    """

    scale: float
    margin: float


def fit_chances(records: Records) -> Chances:
    """The chances under which the results of the positions are likeliest."""
    score, result = _judged(records)
    if not len(score):
        return Chances(100.0, 100.0)

    def surprise(logarithms: NDArray[np.float64]) -> float:
        scale, margin = np.exp(logarithms)
        win, loss = log_expit((score - margin) / scale), log_expit((-score - margin) / scale)
        draw = np.log(np.maximum(-np.expm1(np.logaddexp(win, loss)), 1e-12))
        return -float(np.mean(np.where(result > 0, win, np.where(result < 0, loss, draw))))

    found = minimize(surprise, np.log([100.0, 100.0]), method="Nelder-Mead")
    scale, margin = np.exp(found.x)
    return Chances(float(scale), float(margin))


def fit_scale(records: Records) -> float:
    """The score, in hundredths of a man, that makes a win e times as likely as a loss."""
    score, result = _judged(records)
    if not len(score):
        return 100.0
    points = (result + 1) / 2

    def surprise(logarithm: NDArray[np.float64]) -> float:
        scaled = score / np.exp(logarithm[0])
        return float(np.mean(np.logaddexp(0, scaled) - points * scaled))

    found = minimize(surprise, [np.log(100.0)], method="Nelder-Mead")
    return float(np.clip(np.exp(found.x[0]), 10.0, 1000.0))


def _judged(records: Records) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Scores and results of positions in which no win was seen, not too many of them."""
    records = records[np.abs(records["score"]) < _LARGEST_SCORE]
    records = records[:: max(1, len(records) // _ENOUGH)]
    return records["score"].astype(np.float64), records["result"].astype(np.float64)


def targets_of(records: Records, blend: float) -> tuple[NDArray[np.float64], dict[int, float]]:
    """What the positions should be judged as: White's points, by result and by score.

    Args:
        records: the positions.
        blend: how much the result of the game counts, from 0 to 1; the score of the search, turned
            into points, counts the rest.

    Returns:
        The targets from 0 to 1, and the scale of the scores of each round.
    """
    targets = blend * (records["result"] + 1.0) / 2
    rounds = records["game"] // GAMES_A_ROUND
    scales = {}
    for number in np.unique(rounds):
        here = rounds == number
        scales[int(number)] = scale = fit_scale(records[here])
        targets[here] += (1 - blend) * expit(records["score"][here] / scale)
    return targets, scales
