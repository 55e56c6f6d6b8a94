"""What a search finds: a score, a line, a move to play."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from draughts._core import WIN_IN_SIGHT_SCORE, WIN_SCORE, Move
from draughts.variants import variant as named_variant

if TYPE_CHECKING:
    from draughts.variants import Variant

__all__ = ["Info", "PlayResult", "Score", "Wdl", "logistic", "score_of"]


class Wdl(NamedTuple):
    """The chances of a game's results for one side; together they are 1.

    >>> round(Wdl(0.5, 0.3, 0.2).points, 2)
    0.65
    """

    win: float
    draw: float
    loss: float

    @property
    def points(self) -> float:
        """What may be expected, from 0 for a loss by way of 0.5 for a draw to 1 for a win."""
        return self.win + self.draw / 2


class Score(NamedTuple):
    """What a position is worth to one side.

    ``centimen`` is in hundredths of a man; ``win_in`` is set instead when the end is in sight:
    plies until that side has won, or, negative, until it has lost (0 when it has lost already).

    >>> str(Score(150, None)), str(Score(None, 7)), str(Score(None, 0))
    ('+1.50', 'win in 7', 'loss in 0')
    """

    centimen: int | None
    win_in: int | None

    @property
    def opposite(self) -> Score:
        """The same, seen by the other side. A loss that has come about has no other side to it.

        >>> Score(150, None).opposite, Score(None, 7).opposite
        (Score(centimen=-150, win_in=None), Score(centimen=None, win_in=-7))
        """
        if self.centimen is not None:
            return Score(-self.centimen, None)
        assert self.win_in is not None
        return Score(None, -self.win_in)

    def wdl(self, variant: Variant | str | int) -> Wdl:
        """The chances of win, draw and loss that the score promises.

        They are those of games between equals: of the games with itself from which the engine's
        weights for the variant were learned, a few thousand nodes a move. For a variant without
        weights of its own they are those of the nearest one. A win or loss in sight is certain.

        Args:
            variant: the rules, as for :class:`Board`.

        >>> Score(0, None).wdl("english").draw > 0.5, Score(250, None).wdl("english").win > 0.9
        (True, True)
        >>> Score(None, -8).wdl("russian")
        Wdl(win=0.0, draw=0.0, loss=1.0)
        """
        if self.centimen is None:
            assert self.win_in is not None
            return Wdl(1.0, 0.0, 0.0) if self.win_in > 0 else Wdl(0.0, 0.0, 1.0)
        from draughts.weights import chances

        scale, margin = chances(named_variant(variant))
        win = logistic((self.centimen - margin) / scale)
        loss = logistic((-self.centimen - margin) / scale)
        return Wdl(win, max(0.0, 1 - win - loss), loss)

    def __str__(self) -> str:
        if self.centimen is not None:
            return f"{self.centimen / 100:+.2f}"
        assert self.win_in is not None
        return f"win in {self.win_in}" if self.win_in > 0 else f"loss in {-self.win_in}"


def logistic(value: float) -> float:
    """From 0 by way of 0.5, for a value of 0, to 1."""
    return (1 + math.tanh(value / 2)) / 2  # overflows nowhere


def score_of(found: int) -> Score:
    """A score as the search counts it, where a win is ``WIN_SCORE`` less one for every ply."""
    if found >= WIN_IN_SIGHT_SCORE:
        return Score(None, WIN_SCORE - found)
    if found <= -WIN_IN_SIGHT_SCORE:
        return Score(None, -(WIN_SCORE + found))
    return Score(found, None)


class Info(NamedTuple):
    """What one iteration of a search found.

    Args:
        depth: plies searched in full; 0 where there were none: the move is from an opening book, or
            was chosen at sight because the search was broken off in its first ply.
        seldepth: plies of the longest line looked at.
        score: the worth to the side to move.
        nodes: positions looked at so far.
        time: seconds so far.
        pv: the principal variation, the best line found.
        multipv: the place of the line among the best, from 1.
        hash_use: the part of the transposition table that this search has filled, from 0 to 1.
    """

    depth: int
    seldepth: int
    score: Score
    nodes: int
    time: float
    pv: list[Move]
    multipv: int = 1
    hash_use: float = 0.0

    @property
    def nps(self) -> int:
        """Positions looked at in a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


class PlayResult(NamedTuple):
    """A move to play, and the search behind it.

    Args:
        move: what to play.
        ponder: the reply that is expected, if there is one.
        info: the search.
    """

    move: Move
    ponder: Move | None
    info: Info
