"""A picture of a training: loss and strength by round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from draughts.train.state import Round

__all__ = ["plot"]


def plot(rounds: Sequence[Round], path: Path, name: str) -> None:
    """Draw the rounds of a training.

    Args:
        rounds: what has been reached.
        path: the picture; its suffix says in which format.
        name: the variant's.
    """
    figure = Figure(figsize=(8, 4), layout="constrained")
    loss, strength = figure.subplots(1, 2)
    figure.suptitle(f"Training, {name}")
    numbers = [each.number for each in rounds]
    loss.plot(numbers, [each.train_loss for each in rounds], "o-", label="learned from")
    loss.plot(numbers, [each.validation_loss for each in rounds], "s--", label="other games")
    loss.set(xlabel="round", ylabel="cross-entropy", xticks=numbers)
    loss.legend()
    reached = 0.0
    for each in rounds:
        elo = reached + each.elo
        low, high = each.interval
        strength.errorbar(
            each.number,
            elo,
            yerr=[[each.elo - low], [high - each.elo]],
            fmt="o" if each.replaces else "x",
            color="C0" if each.replaces else "C3",
            capsize=3,
        )
        reached = elo if each.replaces else reached
    strength.axhline(0, color="grey", linewidth=0.5)
    strength.set(xlabel="round", ylabel="Elo above the start", xticks=numbers)
    figure.savefig(path, metadata={"Date": None})
