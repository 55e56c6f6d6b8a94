"""What a training has done so far, in a file of its folder."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from draughts.files import write_whole
from draughts.match import Tally

__all__ = ["Round", "State"]

_FORMAT = 1
_FAR = 800.0  # Elo; more is only said to be more


class Round(NamedTuple):
    """What a round has come to.

    Args:
        number: from 0.
        games: how many there are to learn from, with those of earlier rounds.
        positions: how many positions, each counted once.
        train_loss: the mean cross-entropy of the positions that were learned from.
        validation_loss: the same of positions of other games.
        wins: in the match against what the games of the round were played with.
        draws: the same.
        losses: the same.
        elo: the difference in rating, at most 800.
        interval: the differences between which the true one lies in 95 of 100 cases.
        replaces: whether the weights are better, so that the next round plays with them.
    """

    number: int
    games: int
    positions: int
    train_loss: float
    validation_loss: float
    wins: int
    draws: int
    losses: int
    elo: float
    interval: tuple[float, float]
    replaces: bool

    @classmethod
    def of(cls, number: int, training: Mapping[str, Any], tally: Tally) -> Round:
        """A round from what was learned and how the match ended."""
        low, high = tally.interval()
        return cls(
            number,
            training["games"],
            training["positions"],
            training["train_loss"],
            training["validation_loss"],
            tally.wins,
            tally.draws,
            tally.losses,
            _near(tally.elo),
            (_near(low), _near(high)),
            tally.score > 0.5,
        )


def _near(elo: float) -> float:
    """A number that JSON can hold."""
    return round(max(-_FAR, min(elo, _FAR)), 1) if not math.isnan(elo) else 0.0


def _said(name: str, value: object) -> str:
    """A setting in few words: rules by their name."""
    return f"the rules {value.get('name')!r}" if isinstance(value, dict) else f"{name} {value!r}"


class State:
    """The rounds that are done.

    Args:
        folder: of the training.
        settings: what must be the same for it to go on.

    Raises:
        ValueError: the folder holds another training, or its file is damaged.
    """

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self._path = folder / "training.json"
        self._settings = dict(settings)
        self.rounds: list[Round] = []
        self.seconds = 0.0  # that the games of the next round have taken
        if self._path.exists():
            self._read()

    def _read(self) -> None:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if found["format"] != _FORMAT:
                raise ValueError(f"its format is {found['format']!r}, not {_FORMAT}")
            settings = dict(found["settings"])
            self.rounds = [
                Round(**{**each, "interval": tuple(each["interval"])}) for each in found["rounds"]
            ]
            self.seconds = float(found["seconds"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{self._path} is damaged: {error}") from error
        for name, value in self._settings.items():
            if settings.get(name) != value:
                raise ValueError(
                    f"{self._path} is of a training with {_said(name, settings.get(name))}, not "
                    f"{_said(name, value)}; give that, or another folder"
                )

    def add(self, round_: Round) -> None:
        """Note that a round is done."""
        self.rounds.append(round_)
        self.seconds = 0.0
        self.save()

    def save(self) -> None:
        """Write it all down."""
        told = {
            "format": _FORMAT,
            "settings": self._settings,
            "seconds": round(self.seconds, 1),
            "rounds": [each._asdict() for each in self.rounds],
        }
        write_whole(self._path, (json.dumps(told, indent=1) + "\n").encode())
