"""Small values that the whole library speaks in: colours, pieces, results."""

from __future__ import annotations

from enum import Enum, IntFlag
from typing import NamedTuple

__all__ = ["Color", "Outcome", "Piece", "Status", "Termination"]


class Color(Enum):
    """One of the two sides. White starts at the bottom of the board and moves up.

    >>> Color.WHITE.opposite
    <Color.BLACK: 'black'>
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def opposite(self) -> Color:
        """The other side."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class Piece(Enum):
    """A man or a king of either side; the value is its letter in a text board.

    >>> Piece.of(Color.BLACK, king=True)
    <Piece.BLACK_KING: 'B'>
    >>> Piece.BLACK_KING.color, Piece.BLACK_KING.is_king
    (<Color.BLACK: 'black'>, True)
    """

    WHITE_MAN = "w"
    WHITE_KING = "W"
    BLACK_MAN = "b"
    BLACK_KING = "B"

    @classmethod
    def of(cls, color: Color, *, king: bool = False) -> Piece:
        """The piece of a colour and a rank."""
        letter = "w" if color is Color.WHITE else "b"
        return cls(letter.upper() if king else letter)

    @property
    def color(self) -> Color:
        """The side that the piece belongs to."""
        return Color.WHITE if self.value in "wW" else Color.BLACK

    @property
    def is_king(self) -> bool:
        """Whether it is a king."""
        return self.value.isupper()


class Status(IntFlag):
    """What is wrong with a position that was set up by hand; ``VALID`` is zero.

    >>> Status.VALID == 0
    True
    """

    VALID = 0
    WHITE_EMPTY = 1
    """White has no piece."""
    BLACK_EMPTY = 2
    """Black has no piece."""
    WHITE_MAN_ON_CROWN_ROW = 4
    """A white man stands where it would have been crowned."""
    BLACK_MAN_ON_CROWN_ROW = 8
    """A black man stands where it would have been crowned."""
    TOO_MANY_WHITE = 16
    """White has more pieces than at the start of the game."""
    TOO_MANY_BLACK = 32
    """Black has more pieces than at the start of the game."""


class Termination(Enum):
    """Why a game is over."""

    NO_MOVES = "no-moves"
    """The side to move has no legal move: its pieces are all taken or all blocked."""
    FIRST_KING = "first-king"
    """A side made a king, in variants where the first king wins."""
    REPETITION = "repetition"
    """The same position with the same side to move came often enough."""
    QUIET_LIMIT = "quiet-limit"
    """Too many plies went by without progress."""
    ENDGAME_LIMIT = "endgame-limit"
    """The plies that the rules allow for an ending of this material ran out."""
    MOVE_LIMIT = "move-limit"
    """The game reached its agreed number of plies."""
    AGREEMENT = "agreement"
    """The players agreed on a draw."""
    RESIGNATION = "resignation"
    """A side gave up."""
    TIME = "time"
    """A side's time ran out."""


class Outcome(NamedTuple):
    """The end of a game.

    Args:
        winner: the side that has won; None for a draw.
        termination: the reason.

    >>> Outcome(None, Termination.REPETITION).winner is None
    True
    """

    winner: Color | None
    termination: Termination
