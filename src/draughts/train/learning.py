"""From files of games to a file of weights."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from draughts.train.calibrate import fit_chances, targets_of
from draughts.train.columns import Layout
from draughts.train.data import GAMES_A_ROUND, Examples, read_records, split
from draughts.train.fit import Fitted, Penalties, fit, usual_penalties
from draughts.train.windows import windows_of
from draughts.variants import Variant
from draughts.weights import write_weights

__all__ = ["learn"]


def learn(
    variant: Variant,
    files: Iterable[str | os.PathLike[str]],
    path: str | os.PathLike[str],
    *,
    blend: float = 0.4,
    decay: float = 1.0,
    penalties: Penalties | None = None,
    windows: Sequence[Sequence[int]] | None = None,
    iterations: int = 100,
    threads: int | None = None,
    told: dict[str, Any] | None = None,
    on_step: Callable[[int, float], object] | None = None,
) -> tuple[Fitted, dict[str, Any]]:
    """Learn weights from games and write them to a file.

    Args:
        variant: the rules.
        files: of records, as :func:`draughts.train.selfplay.generate` leaves them.
        path: the file of weights.
        blend: how much the result of a game counts as against the scores of the searches, 0 to 1.
        decay: what the positions of a round count beside those of the round after it, 0 to 1.
        penalties: see :func:`~draughts.train.fit.fit`.
        windows: by default those of :func:`~draughts.train.windows.windows_of`.
        iterations: see :func:`~draughts.train.fit.fit`.
        threads: the same.
        told: what else the header of the file should tell of the training.
        on_step: see :func:`~draughts.train.fit.fit`.

    Returns:
        What was fitted, and what the header tells of the training.

    Raises:
        ValueError: the files hold no positions, or are no files of records.
    """
    records = read_records(files)
    targets, scales = targets_of(records, blend)
    rounds = (records["game"] // GAMES_A_ROUND).astype(np.int64)
    weights = decay ** (rounds.max(initial=0) - rounds).astype(np.float64)
    train, validation = split(Examples(records, targets, weights).those(weights > 0))
    layout = Layout(variant, windows or windows_of(variant))
    penalties = penalties or usual_penalties(layout)
    fitted = fit(
        layout,
        train,
        validation,
        penalties=penalties,
        iterations=iterations,
        threads=threads,
        on_step=on_step,
    )
    training = {
        **(told or {}),
        "games": len(np.unique(records["game"])),
        "positions": len(train.records),
        "validation_positions": len(validation.records),
        "blend": blend,
        "decay": decay,
        "penalties": penalties._asdict(),
        "scales": {str(number): round(scale, 1) for number, scale in scales.items()},
        "unit": round(fitted.unit, 1),
        "train_loss": round(fitted.train_loss, 5),
        "validation_loss": round(fitted.validation_loss, 5) if len(validation.records) else None,
    }
    newest = records[rounds == rounds.max(initial=0)]
    header = {
        "variant": variant.name,
        "width": layout.width,
        "windows": [list(window) for window in layout.windows],
        "training": training,
        "wdl": {name: round(value, 1) for name, value in fit_chances(newest)._asdict().items()},
    }
    write_weights(
        path,
        header,
        *(part.astype("<i2").tobytes() for part in (fitted.features, fitted.kings, fitted.tables)),
    )
    return fitted, training
