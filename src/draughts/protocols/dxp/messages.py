"""The messages of DamExchange as values: what each says, and how it is written.

A message is 1 to 127 ASCII characters; the first tells which of the seven it is, fields of fixed
width follow. The layouts are those of the protocol's description, http://mesander.nl/damexchange/.
"""

from __future__ import annotations

import math
import re
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from draughts._core import Board, Move
from draughts.errors import IllegalMoveError, ProtocolError
from draughts.types import Color, Piece
from draughts.variants import Variant

__all__ = [
    "Acceptance",
    "BackAcceptance",
    "BackAnswer",
    "BackRequest",
    "Chat",
    "EndReason",
    "GameAcceptance",
    "GameEnd",
    "GameRequest",
    "Message",
    "MoveMessage",
]

LONGEST = 127
_NAME_WIDTH = 32
_VERSION = 1
_MOST_SECONDS = 9999  # that a move can tell
SIDES = {"W": Color.WHITE, "Z": Color.BLACK}
_LETTERS = {color: letter for letter, color in SIDES.items()}
_PIECES = {
    "w": Piece.WHITE_MAN,
    "W": Piece.WHITE_KING,
    "z": Piece.BLACK_MAN,
    "Z": Piece.BLACK_KING,
    "e": None,
}
_PIECE_LETTERS = {piece: letter for letter, piece in _PIECES.items()}


class Acceptance(IntEnum):
    """The answer to a request for a game."""

    ACCEPTED = 0
    WRONG_VERSION = 1
    """The version of the protocol is another."""
    NOT_THIS_GAME = 2
    """Not this game, but perhaps another one."""
    NO_GAME = 3
    """No game at all."""


class EndReason(IntEnum):
    """Why a game ends, as the sender sees it."""

    UNKNOWN = 0
    LOSS = 1
    DRAW = 2
    WIN = 3


class BackAnswer(IntEnum):
    """The answer to a request to take moves back."""

    ACCEPTED = 0
    NOT_SUPPORTED = 1
    REFUSED = 2


class GameRequest(NamedTuple):
    """``R``: the initiator asks for a game.

    Args:
        name: the initiator's name, at most 32 characters.
        follower: the side that the follower is to play.
        minutes: for the whole game of each side. The description knows whole minutes up to 999;
            fractions that fit in three characters, such as 0.5, are understood by many programs.
        moves: of each side, after which the game may be ended; 0 for no limit.
        position: the side to move, ``W`` or ``Z``, and a letter for each square, ``w W z Z e``;
            "" for the start of a game.
        version: of the protocol.

    >>> GameRequest("Tornado voor Windows 4.0", Color.WHITE, 60, 65).format()
    'R01Tornado voor Windows 4.0        W060065A'
    """

    name: str
    follower: Color
    minutes: float
    moves: int
    position: str = ""
    version: int = _VERSION

    def format(self) -> str:
        """The message as text. Raises ProtocolError if a field cannot be sent."""
        start = f"B{checked_position(self.position)}" if self.position else "A"
        return (
            f"R{_digits('version', self.version, 2)}{_padded_name(self.name)}"
            f"{_LETTERS[self.follower]}{_padded_minutes(self.minutes)}"
            f"{_digits('moves', self.moves, 3)}{start}"
        )

    def board(self, variant: Variant | str) -> Board:
        """The position in which the game begins.

        Raises:
            ProtocolError: the position is of a board of another size.
        """
        board = Board(variant)
        if not self.position:
            return board
        size = board.variant.size**2 // 2
        if len(self.position) != size + 1:
            raise ProtocolError(
                f"a position of {len(self.position) - 1} squares; {board.variant.name} has {size}"
            )
        board.clear()
        for square, letter in enumerate(self.position[1:], 1):
            board.set_piece_at(square, _PIECES[letter])
        board.turn = SIDES[self.position[0]]
        return board


def position_of(board: Board) -> str:
    """A position as a request has it; "" for the start of a game."""
    if board == Board(board.variant):
        return ""
    squares = range(1, board.variant.size**2 // 2 + 1)
    return _LETTERS[board.turn] + "".join(_PIECE_LETTERS[board.piece_at(n)] for n in squares)


class GameAcceptance(NamedTuple):
    """``A``: the follower's answer to a request.

    Args:
        name: the follower's name, at most 32 characters.
        code: whether it plays.

    >>> GameAcceptance("Dam", Acceptance.ACCEPTED).format()
    'ADam                             0'
    """

    name: str
    code: Acceptance

    def format(self) -> str:
        """The message as text. Raises ProtocolError if a field cannot be sent."""
        return f"A{_padded_name(self.name)}{int(self.code)}"


class MoveMessage(NamedTuple):
    """``M``: a move.

    Args:
        seconds: that the move took, up to 9999; for information.
        from_square: where the piece came from.
        to_square: where it went.
        captured: the squares of all captured pieces; their order has no meaning.

    >>> MoveMessage(12, 5, 25, (22, 12, 23, 20)).format()
    'M001205250422122320'
    """

    seconds: int
    from_square: int
    to_square: int
    captured: tuple[int, ...] = ()

    @classmethod
    def of(cls, move: Move, seconds: float = 0) -> MoveMessage:
        """The message of a move that took so long."""
        told = min(max(round(seconds), 0), _MOST_SECONDS)
        return cls(told, move.from_square, move.to_square, tuple(sorted(move.captured)))

    def format(self) -> str:
        """The message as text. Raises ProtocolError if a field cannot be sent."""
        squares = "".join(_digits("a square", square, 2) for square in self.captured)
        return (
            f"M{_digits('seconds', self.seconds, 4)}{_digits('a square', self.from_square, 2)}"
            f"{_digits('a square', self.to_square, 2)}{len(self.captured):02}{squares}"
        )

    def move(self, board: Board) -> Move:
        """The legal move that is meant.

        Raises:
            IllegalMoveError: there is none.
        """
        asked = (self.from_square, self.to_square, frozenset(self.captured))
        for move in board.legal_moves:
            if (move.from_square, move.to_square, move.captured) == asked:
                return move
        legal = ", ".join(board.pdn(move) for move in board.legal_moves) or "none"
        taken = f" taking {', '.join(map(str, self.captured))}" if self.captured else ""
        raise IllegalMoveError(
            f"{self.from_square} to {self.to_square}{taken} is not legal in {board.fen()}; "
            f"legal: {legal}"
        )


class GameEnd(NamedTuple):
    """``E``: the side to move ends the game, or the other confirms that.

    Args:
        reason: why; a confirmation has ``UNKNOWN``.
        stop: the sender wants no further game.

    >>> GameEnd().format()
    'E00'
    """

    reason: EndReason = EndReason.UNKNOWN
    stop: bool = False

    def format(self) -> str:
        """The message as text."""
        return f"E{int(self.reason)}{int(self.stop)}"


class Chat(NamedTuple):
    """``C``: text for people, at any time.

    Args:
        text: 1 to 126 ASCII characters.
    """

    text: str

    @classmethod
    def of(cls, text: str) -> Chat:
        """A message of any text: what is too long is cut, what is not ASCII becomes ``?``."""
        plain = text.encode("ascii", "replace").decode("ascii").replace("\0", "?")
        return cls(plain[: LONGEST - 1] or "?")

    def format(self) -> str:
        """The message as text. Raises ProtocolError if it is empty, too long or not ASCII."""
        if not 1 <= len(self.text) < LONGEST or not _is_plain(self.text):
            raise ProtocolError(
                f"a chat of {len(self.text)} characters; it must have 1 to 126, all ASCII"
            )
        return f"C{self.text}"


class BackRequest(NamedTuple):
    """``B``: a request to go back to an earlier position of the game.

    Args:
        move_number: the number of the move that is to be played there, from 1.
        side: the side to move there.

    >>> BackRequest(5, Color.BLACK).format()
    'B005Z'
    """

    move_number: int
    side: Color

    def format(self) -> str:
        """The message as text. Raises ProtocolError if the number cannot be sent."""
        return f"B{_digits('move number', self.move_number, 3)}{_LETTERS[self.side]}"


class BackAcceptance(NamedTuple):
    """``K``: the answer to a request to go back.

    Args:
        code: whether the game goes on from the earlier position.
    """

    code: BackAnswer

    def format(self) -> str:
        """The message as text."""
        return f"K{int(self.code)}"


Message: TypeAlias = (
    GameRequest | GameAcceptance | MoveMessage | GameEnd | Chat | BackRequest | BackAcceptance
)


def checked_position(position: str) -> str:
    """A position, if it is one; else ProtocolError."""
    if not re.fullmatch(r"[WZ](?:[wWzZe]{50}|[wWzZe]{32})", position):
        raise ProtocolError(
            f"{position!r} is no position: W or Z and 50 letters w W z Z e (on 8x8 boards, 32)"
        )
    return position


def _padded_name(name: str) -> str:
    if not name or len(name) > _NAME_WIDTH or name != name.strip() or not _is_plain(name):
        raise ProtocolError(
            f"{name!r} is no name: 1 to {_NAME_WIDTH} ASCII characters, no blank at its ends"
        )
    return name.ljust(_NAME_WIDTH)


def _padded_minutes(minutes: float) -> str:
    """Three characters; a fraction is cut to what they hold."""
    if not 0 <= minutes <= 999:
        raise ProtocolError(f"{minutes} minutes; there may be 0 to 999")
    hundredths = math.floor(100 * minutes + 1e-6)
    whole, part = divmod(hundredths, 100)
    if whole >= 10 or (part == 0 and hundredths > 0) or minutes == 0:
        return f"{whole:03}"
    return f"{whole}.{part // 10}" if whole else f".{max(part, 1):02}"


def _digits(what: str, number: int, width: int) -> str:
    if not 0 <= number < 10**width:
        raise ProtocolError(f"{what} is {number}; it must fit in {width} digits")
    return f"{number:0{width}}"


def _is_plain(text: str) -> bool:
    return text.isascii() and "\0" not in text
