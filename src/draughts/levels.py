"""Levels: how strong the engine plays for people, from a beginner's first game to all it has."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from draughts._core import Board
from draughts.limits import Limit
from draughts.scores import Info

__all__ = ["Level"]

_WEAKEST, _STRONGEST = 0, 20

# A weak player looks at few positions and misjudges what he sees; now and then he just plays.
_FEWEST_NODES = 40
_MORE_NODES = 2**0.7  # times as many at every level
_EXACT_FROM = 12  # the level from which moves are not misjudged
_MISJUDGED_BY = 80.0  # hundredths of a man at level 0, one standard deviation
_RANDOM_MOVES = (0.30, 0.20, 0.12, 0.06, 0.03)  # the share of them at the first levels
_MOVES_WEIGHED = 6
_SECONDS = 1.5
_MASTER_SECONDS = 5.0

# The best fit to the matches in docs/engine.md, 160 games for each pair of levels; between them on
# straight lines.
_ELO = {0: 730, 2: 800, 4: 910, 6: 1240, 8: 1460, 12: 2010, 16: 2290, 20: 2490}

_SHALLOW_LOOK = 5  # plies
_ONE_MAN = 115  # hundredths; a little more than a man, for what else changes
_SURE = 3000  # what a win in sight counts


class Level(int):
    """A playing strength: a number from 0 to 20, or one of four by name.

    ========== ====== ===============================================================
    name       number how it plays
    ========== ====== ===============================================================
    ``EASY``   2      looks at a hundred positions; every eighth move is a random one
    ``MEDIUM`` 6      looks some moves ahead and seldom leaves a piece hanging
    ``HARD``   12     looks many moves ahead and punishes small mistakes
    ``MASTER`` 20     all it has
    ========== ====== ===============================================================

    A level below 20 looks at a number of positions that grows by 1.6 from one to the next, for at
    most 1.5 seconds. Below 12 it misjudges moves by a random amount, less at each level. Random
    moves come at the levels 0 to 4 only, and only from the moves that lose no more than one man to
    a look of five plies.

    Args:
        number: from 0 to 20.

    Raises:
        ValueError: there is no such level.

    >>> Level.EASY, str(Level.EASY), Level.parse("hard"), Level.parse("7") < Level.HARD
    (Level(2), 'easy', Level(12), True)
    """

    EASY: ClassVar[Level]
    MEDIUM: ClassVar[Level]
    HARD: ClassVar[Level]
    MASTER: ClassVar[Level]

    def __new__(cls, number: int) -> Level:
        level = super().__new__(cls, number)
        if level != number or not _WEAKEST <= level <= _STRONGEST:
            raise ValueError(f"{number!r} is no level; there are 0 to 20")
        return level

    @classmethod
    def parse(cls, text: str) -> Level:
        """The level of a name, in any case of letters, or of a number.

        Raises:
            ValueError: there is no such level.
        """
        number = _NUMBERS.get(text.strip().lower())
        if number is None and text.strip().isdecimal():
            number = int(text)
        if number is None or number > _STRONGEST:
            raise ValueError(f"{text!r} is no level; there are {', '.join(_NUMBERS)}, and 0 to 20")
        return cls(number)

    @property
    def limit(self) -> Limit:
        """How long it thinks about a move; below 20 the positions it looks at are limited, too."""
        if self == _STRONGEST:
            return Limit(time=_MASTER_SECONDS)
        return Limit(time=_SECONDS, nodes=round(_FEWEST_NODES * _MORE_NODES**self))

    @property
    def random_moves(self) -> float:
        """The share of moves that are chosen at random, from 0 to 1.

        >>> Level.EASY.random_moves, Level.MEDIUM.random_moves
        (0.12, 0.0)
        """
        return _RANDOM_MOVES[self] if self < len(_RANDOM_MOVES) else 0.0

    @property
    def misjudgement(self) -> float:
        """By how much moves are misjudged: a standard deviation in hundredths of a man."""
        return _MISJUDGED_BY * max(0.0, 1 - self / _EXACT_FROM)

    @property
    def elo(self) -> int:
        """About how strong it plays, as a rating in which Easy has 800.

        The figures come from matches between the levels, not from games against people; between
        those that were played they are interpolated.

        >>> Level.EASY.elo, Level(10).elo
        (800, 1735)
        """
        below = max(number for number in _ELO if number <= self)
        above = min(number for number in _ELO if number >= self)
        part = (self - below) / (above - below) if above > below else 0.0
        return round(_ELO[below] + part * (_ELO[above] - _ELO[below]))

    def __repr__(self) -> str:
        return f"Level({int(self)})"

    def __str__(self) -> str:
        return _NAMES.get(int(self), format(int(self)))


_NAMES = {2: "easy", 6: "medium", 12: "hard", 20: "master"}
_NUMBERS = {name: number for number, name in _NAMES.items()}
Level.EASY, Level.MEDIUM, Level.HARD, Level.MASTER = map(Level, _NAMES)

Look = Callable[[Limit, int], list[Info]]
"""A search within a limit for some of the best lines."""


def choose(look: Look, board: Board, limit: Limit, level: Level, chance: random.Random) -> Info:
    """What a level plays.

    Args:
        look: searches the position.
        board: the position.
        limit: how long the level may think.
        level: the level.
        chance: decides what chance decides.

    Returns:
        The line that begins with the move.
    """
    if chance.random() < level.random_moves:
        return chance.choice(_harmless(look(limit._replace(depth=_SHALLOW_LOOK), 1 << 10)))
    if not level.misjudgement:
        return look(limit, 1)[0]
    return max(
        _harmless(look(limit, _MOVES_WEIGHED)),
        key=lambda info: _worth(info) + chance.gauss(0, level.misjudgement),
    )


def _worth(info: Info) -> int:
    score = info.score
    if score.centimen is not None:
        return score.centimen
    assert score.win_in is not None
    return _SURE if score.win_in > 0 else -_SURE


def _harmless(infos: list[Info]) -> list[Info]:
    """The moves that lose no more than one man against the best."""
    best = _worth(infos[0])
    return [info for info in infos if _worth(info) >= best - _ONE_MAN]
