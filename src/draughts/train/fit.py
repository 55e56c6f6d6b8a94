"""Weights from positions: logistic regression of what they should be judged as.

The sum of weights, through the logistic function, is to be White's points. What is minimised is the
cross-entropy with the targets, plus a penalty that pulls the weights of rare patterns to zero. A
pattern's weight is its own and what its men are worth by their squares; those have no penalty to
speak of, so that a pattern that was never seen is still worth its men.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import expit  # type: ignore[import-untyped]

from draughts._core import FEATURES, WEIGHT_UNIT
from draughts.train.columns import Layout, blocks_of
from draughts.train.data import Examples

__all__ = ["Fitted", "Penalties", "fit", "loss_of", "usual_penalties"]

Doubles = NDArray[np.float64]
Shorts = NDArray[np.int16]

_CURVATURE = 0.15  # of the loss of a position, about; it only speeds the search for the minimum up
_LARGEST_PATTERN = 2047  # quarters of a hundredth of a man
_LARGEST = 32_767
_LEAST_MAN = 0.1  # of a man's worth, before scaling; less is none that a scale can be told from


class Penalties(NamedTuple):
    """How far weights lie from zero, as a rule: the deviations of a normal distribution.

    A man is worth about 1.

    Args:
        patterns: of a pattern, beside what its men are worth.
        squares: of a man on a square, beside what a man is worth.
        kings: of a king on a square, beside what a king is worth.
        features: of a feature.
    """

    patterns: float = 0.2
    squares: float = 0.5
    kings: float = 0.3
    features: float = 10.0


def usual_penalties(layout: Layout) -> Penalties:
    """Those that won most games in trials; ``docs/training.md`` has the figures.

    The larger the windows, the rarer their patterns, and the less is learned of each.
    """
    largest = max(len(window) for window in layout.windows)
    return Penalties(patterns=0.2 if largest <= 8 else 0.1)


class Fitted(NamedTuple):
    """Weights, as a file of them holds them: 16-bit pairs, for the opening and the ending.

    Args:
        layout: the columns.
        features: a pair for each feature.
        kings: a pair for each square.
        tables: a pair for each pattern.
        unit: hundredths of a man in a unit of the logistic function.
        train_loss: the mean cross-entropy of the positions that were learned from.
        validation_loss: the same of positions of other games, with the rounded weights.
    """

    layout: Layout
    features: Shorts
    kings: Shorts
    tables: Shorts
    unit: float
    train_loss: float
    validation_loss: float


def fit(
    layout: Layout,
    train: Examples,
    validation: Examples,
    *,
    penalties: Penalties | None = None,
    iterations: int = 100,
    threads: int | None = None,
    on_step: Callable[[int, float], object] | None = None,
) -> Fitted:
    """Find the weights that judge examples best.

    Args:
        layout: the columns.
        train: what is learned from.
        validation: what the result is tried on.
        penalties: what is known beforehand; by default :func:`usual_penalties`.
        iterations: of L-BFGS, at most.
        threads: how many work; by default one for each core.
        on_step: called after each iteration with its number and the loss.

    Raises:
        ValueError: there is nothing to learn from.
    """
    if not len(train.records):
        raise ValueError("there are no positions to learn from")
    problem = _Problem(layout, train, penalties or usual_penalties(layout), threads)
    weights = problem.solve(iterations, on_step)
    unit = problem.unit(weights)
    features, kings, tables = problem.parts(weights)
    scale = unit * WEIGHT_UNIT / 100
    rounded = (
        _rounded(features * scale, _LARGEST),
        _rounded(kings * scale, _LARGEST),
        _rounded(tables * scale, _LARGEST_PATTERN),
    )
    fitted = Fitted(layout, *rounded, unit, 0.0, 0.0)
    return fitted._replace(
        train_loss=problem.loss_of(features, kings, tables),
        validation_loss=loss_of(fitted, validation),
    )


def loss_of(fitted: Fitted, examples: Examples) -> float:
    """The mean cross-entropy of weights on examples; nothing for none."""
    if not len(examples.records):
        return float("nan")
    problem = _Problem(fitted.layout, examples, Penalties(), None)
    scale = fitted.unit * WEIGHT_UNIT / 100
    return problem.loss_of(fitted.features / scale, fitted.kings / scale, fitted.tables / scale)


def _rounded(weights: Doubles, largest: int) -> Shorts:
    return np.clip(np.rint(weights), -largest, largest).astype(np.int16)


class _Problem:
    """The loss and its slope, as functions of the weights.

    The weights are rows of pairs: those of the patterns, the features, the kings, and of men by
    square.
    """

    def __init__(
        self, layout: Layout, examples: Examples, penalties: Penalties, threads: int | None
    ) -> None:
        self._layout = layout
        self._blocks = blocks_of(layout, examples.records)
        ends = np.cumsum([len(block.opening) for block in self._blocks])[:-1]
        self._targets = np.split(examples.targets.astype(np.float32), ends)
        self._counts = np.split(examples.weights.astype(np.float32), ends)
        self._total = float(examples.weights.sum())
        self._fold = layout.fold()
        self._threads = threads or os.cpu_count() or 1
        squares = layout.variant.squares
        sizes = (layout.starts[-1], len(FEATURES), squares, squares)
        self._ends = np.cumsum(sizes)[:-1]
        deviations = (penalties.patterns, penalties.features, penalties.kings, penalties.squares)
        self._penalty = np.repeat(1 / np.square(deviations), sizes)[:, None] / self._total

    def solve(self, iterations: int, on_step: Callable[[int, float], object] | None) -> Doubles:
        """The weights of the least loss."""
        steps = 1 / np.sqrt(_CURVATURE * self._seen() / self._total + self._penalty)
        done = 0

        def loss_and_slope(scaled: Doubles) -> tuple[float, Doubles]:
            loss, slope = self._loss_and_slope(scaled.reshape(-1, 2) * steps)
            return loss, (slope * steps).ravel()

        def told(intermediate_result: Any) -> None:
            nonlocal done
            done += 1
            if on_step is not None:
                on_step(done, float(intermediate_result.fun))

        found = minimize(
            loss_and_slope,
            np.zeros(steps.size),
            jac=True,
            method="L-BFGS-B",
            callback=told,
            options={"maxiter": iterations, "maxcor": 20, "ftol": 1e-7, "gtol": 1e-7},
        )
        weights: Doubles = found.x.reshape(-1, 2) * steps
        return weights

    def parts(self, weights: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        """Weights of features, kings and patterns, the last with what men are worth by square."""
        patterns, features, kings, squares = np.split(weights, self._ends)
        return features, kings, patterns + self._fold @ squares

    def unit(self, weights: Doubles) -> float:
        """Hundredths of a man in a unit: a man on a usual square, opening and ending, is 100."""
        _, features, _, squares = np.split(weights, self._ends)
        seen = abs(self._fold.T) @ self._seen().sum(axis=1)[: self._ends[0]]
        usual = seen @ squares / max(seen.sum(), 1.0)
        man = abs(float((features[FEATURES.index("men")] + usual).mean()))
        return 100 / max(man, _LEAST_MAN)

    def loss_of(self, features: Doubles, kings: Doubles, tables: Doubles) -> float:
        """The mean loss without penalties."""
        parts = tuple(part.astype(np.float32) for part in (features, kings, tables))
        losses = self._in_threads(lambda number: self._look(number, *parts)[0])
        return float(sum(losses)) / self._total

    def _loss_and_slope(self, weights: Doubles) -> tuple[float, Doubles]:
        features, kings, tables = (part.astype(np.float32) for part in self.parts(weights))
        slope = np.zeros_like(weights)
        of_patterns, of_features, of_kings, of_squares = np.split(slope, self._ends)
        loss = 0.0

        def look(number: int) -> tuple[float, Any, Any, Any]:
            loss, pull = self._look(number, features, kings, tables)
            block = self._blocks[number]
            pulls = np.stack((pull * block.opening, pull * (1 - block.opening)), axis=1)
            return (
                loss,
                block.features.T @ pulls,
                block.kings.T @ pulls,
                block.patterns.T @ pulls,
            )

        for part, by_features, by_kings, by_patterns in self._in_threads(look):
            loss += part
            of_features += by_features
            of_kings += by_kings
            of_patterns += by_patterns
        of_squares += self._fold.T @ of_patterns
        slope /= self._total
        pull = self._penalty * weights
        return loss / self._total + float((pull * weights).sum()) / 2, slope + pull

    def _look(
        self, number: int, features: Any, kings: Any, tables: Any
    ) -> tuple[float, NDArray[np.float32]]:
        """The loss of a block, and its slope by the sum of weights of each row."""
        block, target, count = self._blocks[number], self._targets[number], self._counts[number]
        pairs = block.patterns @ tables + block.features @ features + block.kings @ kings
        worth = pairs[:, 1] + (pairs[:, 0] - pairs[:, 1]) * block.opening
        factor = np.where(worth > 0, block.ahead, block.behind)
        worth *= factor
        loss = np.logaddexp(np.float32(0), worth) - target * worth
        return float((loss * count).sum(dtype=np.float64)), (expit(worth) - target) * factor * count

    def _seen(self) -> Doubles:
        """How much each weight counts: the sum over the rows of its squared share."""

        def look(number: int) -> tuple[Any, Any, Any]:
            block, count = self._blocks[number], self._counts[number]
            shares = np.stack((block.opening, 1 - block.opening), axis=1) ** 2 * count[:, None]
            return (
                np.square(block.features).T @ shares,
                abs(block.kings).T @ shares,
                block.seen().T @ shares,
            )

        seen = np.zeros((int(self._ends[-1]) + self._layout.variant.squares, 2))
        of_patterns, of_features, of_kings, of_squares = np.split(seen, self._ends)
        for by_features, by_kings, by_patterns in self._in_threads(look):
            of_features += by_features
            of_kings += by_kings
            of_patterns += by_patterns
        of_squares += abs(self._fold).T @ of_patterns
        return seen

    def _in_threads(self, look: Callable[[int], Any]) -> list[Any]:
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(look, range(len(self._blocks))))
