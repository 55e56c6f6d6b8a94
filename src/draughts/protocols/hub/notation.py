"""Positions, moves, scores and the names of variants as the Hub protocol writes them.

Squares are counted row by row from the top as White sees the board. The protocol knows the board of
10×10 alone; on 8×8 this is how lidraughts-bot counts, whatever the variant's own numbers are.

pydraughts 0.6 writes positions so, too, but in its moves it counts as the ``GameType`` says, with
the side that begins at the bottom: that is the numbering ``"gametype"``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from draughts._core import Board, Move
from draughts.errors import ProtocolError
from draughts.scores import Score
from draughts.types import Color, Piece
from draughts.variants import VARIANTS, Variant
from draughts.variants import variant as named_variant

__all__ = [
    "NUMBERINGS",
    "Numbering",
    "hub_name",
    "move_text",
    "moves_text",
    "parse_move",
    "parse_moves",
    "parse_position",
    "parse_score",
    "position_text",
    "same_rules",
    "score_text",
    "variant_names",
    "variant_of",
]

Numbering: TypeAlias = Literal["board", "gametype"]
NUMBERINGS: tuple[Numbering, ...] = ("board", "gametype")

_FROM_BOTTOM, _FROM_RIGHT = "01", "13"

_EMPTY = "e"
_MOVE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2})|((?:x[0-9]{1,2})+))")

# A win counts 100 men less a hundredth for each ply, in Scan and in those that follow it.
_WIN = 100.0
_WIN_IN_SIGHT = 98.0

_HUB_NAMES = {"international": "normal", "antidraughts": "losing", "breakthrough": "bt"}
_MORE_NAMES = {"standard": "international", **{hub: name for name, hub in _HUB_NAMES.items()}}


# --- variants -------------------------------------------------------------------------------------


def hub_name(variant: Variant) -> str:
    """What the protocol calls a variant: ``normal``, ``losing`` and ``bt``; others by their names.

    >>> hub_name(VARIANTS["international"]), hub_name(VARIANTS["russian"])
    ('normal', 'russian')
    """
    return _HUB_NAMES.get(variant.name, variant.name)


def variant_names(variant: Variant) -> list[str]:
    """All the names under which an engine may know a variant, the protocol's own first.

    >>> variant_names(VARIANTS["international"])
    ['normal', 'international', 'standard']
    """
    more = [name for name, known in _MORE_NAMES.items() if known == variant.name]
    return list(dict.fromkeys([hub_name(variant), variant.name, *more]))


def variant_of(name: str) -> Variant:
    """The variant that a name stands for.

    Raises:
        ValueError: there is none.

    >>> variant_of("bt").name, variant_of("Standard").name
    ('breakthrough', 'international')
    """
    lowered = name.strip().lower()
    try:
        return named_variant(_MORE_NAMES.get(lowered, lowered))
    except ValueError:
        names = ", ".join(map(hub_name, VARIANTS.values()))
        raise ValueError(f"no variant is called {name!r}; there are {names}") from None


def same_rules(one: Variant, other: Variant) -> bool:
    """Whether two variants move alike; the protocol cannot tell when games are drawn."""
    return one == other or one == other.replace(draw_rules=one.draw_rules)


# --- positions ------------------------------------------------------------------------------------


@cache
def _squares(variant: Variant) -> tuple[int, ...]:
    """The board's own number of each square, in the order of the protocol."""
    board = Board.empty(variant)
    return tuple(sorted(range(1, variant.squares + 1), key=board.square_place))


@cache
def _places(variant: Variant, numbering: str) -> dict[int, int]:
    """The number that a square has in moves, by the board's own."""
    squares = enumerate(_squares(variant), 1)
    if numbering == "board":
        return {square: place for place, square in squares}
    corner = variant.game_type.split(",")[4][1]
    return {square: _counted_from(corner, place, variant.size) for place, square in squares}


def _counted_from(corner: str, place: int, size: int) -> int:
    """The number of a square counted from the corner that a digit of the GameType stands for."""
    row, column = divmod(place - 1, size // 2)
    if corner in _FROM_BOTTOM:
        row = size - 1 - row
    if corner in _FROM_RIGHT:
        column = size // 2 - 1 - column
    return row * (size // 2) + column + 1


def position_text(board: Board) -> str:
    """A position: the side to move and a letter for each square.

    >>> position_text(Board())
    'Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    turn = "W" if board.turn is Color.WHITE else "B"
    pieces = map(board.piece_at, _squares(board.variant))
    return turn + "".join(_EMPTY if piece is None else piece.value for piece in pieces)


def parse_position(text: str, variant: Variant) -> Board:
    """The board of a position.

    Args:
        text: the position.
        variant: the rules of the board.

    Raises:
        ProtocolError: the text is too short or too long, or a letter is none of the protocol's.

    >>> parse_position("Weeeebeeeweeeeeeeeeeeeeeeeeeeeeee", VARIANTS["english"]).fen()
    'W:W9:B5'
    """
    squares = _squares(variant)
    if len(text) != 1 + len(squares):
        raise ProtocolError(
            f"a position of {variant.name} draughts has {1 + len(squares)} letters, "
            f"the side to move and a square each; this one has {len(text)}"
        )
    if text[0] not in "WB":
        raise ProtocolError(f"a position begins with W or B, the side to move, not {text[0]!r}")
    board = Board.empty(variant)
    board.turn = Color.WHITE if text[0] == "W" else Color.BLACK
    for place, (square, letter) in enumerate(zip(squares, text[1:], strict=True), 1):
        if letter == _EMPTY:
            continue
        if letter not in "wWbB":
            raise ProtocolError(f"square {place} is {letter!r}; a square is w, W, b, B or e")
        board.set_piece_at(square, Piece(letter))
    return board


# --- moves ----------------------------------------------------------------------------------------


def move_text(move: Move, variant: Variant, numbering: Numbering = "board") -> str:
    """A move: ``32-28``, or a capture with all that it takes, ``28x19x23``.

    Args:
        move: the move.
        variant: the rules.
        numbering: how squares are counted.

    >>> board = Board.from_fen("W:W28:B23", "international")
    >>> move_text(board.legal_moves[0], board.variant)
    '28x19x23'
    >>> russian = Board("russian")
    >>> move = russian.parse_pdn("c3-d4")
    >>> move_text(move, russian.variant), move_text(move, russian.variant, "gametype")
    ('22-18', '10-14')
    """
    places = _places(variant, numbering)
    ends = [places[move.from_square], places[move.to_square]]
    if not move.is_capture:
        return "-".join(map(str, ends))
    return "x".join(map(str, [*ends, *sorted(places[square] for square in move.captured)]))


def moves_text(moves: Iterable[Move], variant: Variant, numbering: Numbering = "board") -> str:
    """Moves with blanks between."""
    return " ".join(move_text(move, variant, numbering) for move in moves)


def parse_move(text: str, board: Board, numbering: Numbering = "board") -> Move:
    """The legal move that a text stands for.

    The pieces that a capture takes may stand in any order; they may be left out where the capture
    is clear without them.

    Args:
        text: the move.
        board: the position.
        numbering: how squares are counted.

    Raises:
        ProtocolError: the text is no move, the move is not legal, or could be several.

    >>> parse_move("28x19x23", Board.from_fen("W:W28:B23", "international"))
    Move(28, 19, {23})
    >>> parse_move("28-22", Board.from_fen("W:W28:B23", "international"))
    Traceback (most recent call last):
    ...
    draughts.errors.ProtocolError: 28-22 is not legal here; legal is 28x19x23
    """
    start, end, captured = _parts(text)
    places = _places(board.variant, numbering)
    found = [
        move
        for move in board.legal_moves
        if (places[move.from_square], places[move.to_square]) == (start, end)
        and move.is_capture == (captured is not None)
        and (not captured or {places[square] for square in move.captured} == captured)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise ProtocolError(f"{text} could be {moves_text(found, board.variant, numbering)}")
    legal = moves_text(board.legal_moves, board.variant, numbering)
    raise ProtocolError(
        f"{text} is not legal here; legal is {legal or 'nothing: the game is over'}"
    )


def _parts(text: str) -> tuple[int, int, set[int] | None]:
    """Where a move starts, where it ends, what it takes; None for a move that is no capture."""
    read = _MOVE.fullmatch(text)
    if read is None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise ProtocolError(f"{shown!r} is no move, such as 32-28 or 28x19x23")
    if read[2]:
        return int(read[1]), int(read[2]), None
    end, *captured = map(int, read[3][1:].split("x"))
    return int(read[1]), end, set(captured)


def parse_moves(text: str, board: Board, numbering: Numbering = "board") -> None:
    """Play moves with blanks between.

    Raises:
        ProtocolError: a move cannot be played; the message tells which. Those before it stay.
    """
    for number, move in enumerate(text.split(), 1):
        try:
            board.push(parse_move(move, board, numbering))
        except ProtocolError as error:
            raise ProtocolError(f"move {number}: {error}") from None


# --- scores ---------------------------------------------------------------------------------------


def score_text(score: Score) -> str:
    """A score in men; a win is 100 less a hundredth for every ply until it comes.

    >>> score_text(Score(-12, None)), score_text(Score(None, 7)), score_text(Score(None, -8))
    ('-0.12', '99.93', '-99.92')
    """
    if score.centimen is not None:
        return f"{score.centimen / 100:.2f}"
    assert score.win_in is not None
    won = _WIN - abs(score.win_in) / 100
    return f"{won if score.win_in > 0 else -won:.2f}"


def parse_score(text: str) -> Score:
    """Read a score.

    Raises:
        ValueError: it is no number.

    >>> parse_score("0.07"), parse_score("-99.92")
    (Score(centimen=7, win_in=None), Score(centimen=None, win_in=-8))
    """
    men = float(text)
    if not math.isfinite(men):
        raise ValueError(f"{text!r} is no score")
    if abs(men) < _WIN_IN_SIGHT:
        return Score(round(100 * men), None)
    plies = round(100 * (_WIN - abs(men)))
    return Score(None, max(plies, 1) if men > 0 else min(-plies, 0))
