"""Small values that the whole library speaks in: colours, pieces, results."""

from __future__ import annotations

from enum import Enum, IntFlag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    UNKNOWN = "unknown"
    """A record tells the result and no reason."""


class Record:
    """An immutable value with named fields, compared and hashed by them.

    Written out because the standard library's dataclasses and named tuples take longer to import
    than all the rest of this package.
    """

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def _fill(self, values: dict[str, Any]) -> None:
        for name in self._fields:
            object.__setattr__(self, name, values[name])

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; make another one")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), dict(zip(self._fields, self._values(), strict=True)))


def _rebuild(cls: type[Record], values: dict[str, Any]) -> Record:
    return cls(**values)


class Outcome(Record):
    """The end of a game.

    Args:
        winner: the side that has won; None for a draw.
        termination: the reason.

    >>> Outcome(None, Termination.REPETITION).winner is None
    True
    """

    winner: Color | None
    termination: Termination

    _fields = tuple(__annotations__)
    __slots__ = _fields

    def __init__(self, winner: Color | None, termination: Termination) -> None:
        self._fill(locals())
