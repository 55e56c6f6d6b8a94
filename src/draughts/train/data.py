"""Positions from games: how they are kept, and what of them is learned from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "GAMES_A_ROUND",
    "RECORD",
    "Examples",
    "distinct",
    "is_held_back",
    "read_records",
    "split",
]

Records = NDArray[np.void]

# A position as the kernel has it (``kernel/rules.pxd`` says which bit a square has), the number of
# its game, what a search made of it, in hundredths of a man, and how the game ended, 1, 0 or -1,
# both as White sees it. ``draughts._core.read_features`` reads this.
RECORD = np.dtype(
    [
        ("white", "<u8"),
        ("black", "<u8"),
        ("kings", "<u8"),
        ("game", "<u4"),
        ("score", "<i2"),
        ("result", "i1"),
        ("white_to_move", "u1"),
    ]
)

GAMES_A_ROUND = 10_000_000  # the number of a game tells its round

_PARTS_HELD_BACK = 20  # one game of so many


class Examples(NamedTuple):
    """What is learned from: positions, each once, and what they should be judged as.

    Args:
        records: the positions.
        targets: of each, what White's points are expected to be, from 0 to 1.
        weights: of each, how much it counts.
    """

    records: Records
    targets: NDArray[np.float64]
    weights: NDArray[np.float64]

    def those(self, chosen: NDArray[np.bool_]) -> Examples:
        """Some of them."""
        return Examples(self.records[chosen], self.targets[chosen], self.weights[chosen])


def read_records(paths: Iterable[str | os.PathLike[str]]) -> Records:
    """The records of some files, in the order of the files.

    Raises:
        ValueError: a file does not hold whole records.
    """
    parts = []
    for path in paths:
        content = Path(path).read_bytes()
        if len(content) % RECORD.itemsize:
            raise ValueError(
                f"{path} has {len(content)} bytes, which are not whole records of {RECORD.itemsize}"
            )
        parts.append(np.frombuffer(content, RECORD))
    return np.concatenate(parts) if parts else np.empty(0, RECORD)


def is_held_back(games: NDArray[Any]) -> NDArray[np.bool_]:
    """Which games are kept for validation: always the same ones, a twentieth of them."""
    mixed = games.astype(np.uint32) * np.uint32(0x9E3779B1)
    held: NDArray[np.bool_] = (mixed >> np.uint32(16)) % np.uint32(_PARTS_HELD_BACK) == 0
    return held


def split(examples: Examples) -> tuple[Examples, Examples]:
    """Examples to learn from, and others, of other games, to see what was learned.

    No position is in both.
    """
    held = is_held_back(examples.records["game"])
    train, validation = distinct(examples.those(~held)), distinct(examples.those(held))
    return train, validation.those(~np.isin(_keys(validation.records), _keys(train.records)))


def distinct(examples: Examples) -> Examples:
    """Each position once, with the mean of its targets and the greatest of its weights."""
    _, first, which = np.unique(_keys(examples.records), return_index=True, return_inverse=True)
    if len(first) == len(which):
        return examples
    sums = np.bincount(which, examples.weights)
    targets = np.bincount(which, examples.weights * examples.targets) / sums
    weights = np.zeros(len(first))
    np.maximum.at(weights, which, examples.weights)
    return Examples(examples.records[first], targets, weights)


def _keys(records: Records) -> NDArray[np.uint64]:
    """A number for each position and side to move; that two share one is next to impossible."""
    key = records["white_to_move"].astype(np.uint64)
    for name in ("white", "black", "kings"):
        key = _mixed(key ^ records[name])
    return key


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A step of SplitMix64, as ``kernel/position.pxd`` has it."""
    z = numbers + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
