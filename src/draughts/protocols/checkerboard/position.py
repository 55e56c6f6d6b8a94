"""CheckerBoard's positions and moves, and ours.

Its board is ``board[x][y]`` of whole numbers; Black's men begin in the rows y = 0 to 2 in every
variant, and the dark squares are those where x + y is even. The layouts are those of its API
reference and of ``cb_interface.h``, https://github.com/eygilbert/CheckerBoard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from draughts._core import Board, Move
from draughts.errors import ProtocolError
from draughts.types import Color, Piece
from draughts.variants import BRAZILIAN, ENGLISH, ITALIAN, RUSSIAN, SPANISH, Variant

__all__ = [
    "GAME_TYPES",
    "BoardArray",
    "CBMove",
    "array_of",
    "board_of",
    "color_code",
    "color_of",
    "coordinates",
    "format_movelist",
    "game_type_of",
    "move_between",
    "numeric_fen",
    "parse_movelist",
    "square_at",
    "variant_of",
]

BoardArray: TypeAlias = Sequence[Sequence[int]]
"""Eight columns of eight squares, each a piece: 0, or a colour (1, 2) and a rank (4, 8) added."""

GAME_TYPES: Mapping[int, Variant] = MappingProxyType(
    {21: ENGLISH, 22: ITALIAN, 24: SPANISH, 25: RUSSIAN, 26: BRAZILIAN}
)
"""The variants by the number that ``get gametype`` answers."""

_WHITE, _BLACK, _MAN, _KING = 1, 2, 4, 8
_CODES = {
    None: 0,
    Piece.WHITE_MAN: _WHITE | _MAN,
    Piece.WHITE_KING: _WHITE | _KING,
    Piece.BLACK_MAN: _BLACK | _MAN,
    Piece.BLACK_KING: _BLACK | _KING,
}
_PIECES = {code: piece for piece, code in _CODES.items()}
_SQUARES = range(1, 33)
_LONGEST_REPLY = 1023  # characters, without the NUL


def color_code(color: Color) -> int:
    """The number of a side: 1 for White, 2 for Black."""
    return _WHITE if color is Color.WHITE else _BLACK


def color_of(code: int) -> Color:
    """The side of a number. Raises ProtocolError if it is neither 1 nor 2."""
    if code not in (_WHITE, _BLACK):
        raise ProtocolError(f"{code} is no colour; White is 1, Black is 2")
    return Color.WHITE if code == _WHITE else Color.BLACK


def variant_of(game_type: int) -> Variant:
    """The variant of a game type. Raises ProtocolError if CheckerBoard knows none of it."""
    if game_type not in GAME_TYPES:
        raise ProtocolError(f"{game_type} is no game type; there are {', '.join(_KNOWN)}")
    return GAME_TYPES[game_type]


_KNOWN = [f"{number} ({variant.name})" for number, variant in GAME_TYPES.items()]


def game_type_of(variant: Variant) -> int:
    """The game type of a variant, local rules aside. Raises ProtocolError if there is none."""
    number = int(variant.game_type.partition(",")[0])
    if number not in GAME_TYPES or variant.size != 8:
        raise ProtocolError(f"CheckerBoard knows no {variant.name}; it knows {', '.join(_KNOWN)}")
    return number


def coordinates(board: Board, square: int) -> tuple[int, int]:
    """Where a square lies on CheckerBoard's board, as x and y.

    >>> coordinates(Board(), 4), coordinates(Board(), 29), coordinates(Board("italian"), 1)
    ((0, 0), (7, 7), (0, 0))
    """
    row, column = board.square_place(square)
    return (column if board.variant.mirrored else 7 - column), row


def square_at(board: Board, place: Sequence[int]) -> int:
    """The square at an x and a y. Raises ProtocolError if there is none to play on."""
    for square in _SQUARES:
        if coordinates(board, square) == tuple(place):
            return square
    raise ProtocolError(f"x and y are {tuple(place)}; that is no square to play on")


def array_of(board: Board) -> list[list[int]]:
    """A position as ``getmove`` is given it.

    >>> array_of(Board())[0]
    [6, 0, 6, 0, 0, 0, 5, 0]
    """
    game_type_of(board.variant)
    array = [[0] * 8 for _ in range(8)]
    for square in _SQUARES:
        x, y = coordinates(board, square)
        array[x][y] = _CODES[board.piece_at(square)]
    return array


def board_of(array: BoardArray, color: int, variant: Variant | str) -> Board:
    """The position that a board and a side to move describe.

    Raises:
        ProtocolError: it is not eight by eight, or holds what is no piece.
    """
    if len(array) != 8 or any(len(column) != 8 for column in array):
        raise ProtocolError("the board is not eight by eight")
    board = Board.empty(variant)
    board.turn = color_of(color)
    for square in _SQUARES:
        x, y = coordinates(board, square)
        code = array[x][y]
        if code not in _PIECES:
            raise ProtocolError(f"{code} at x {x}, y {y} is no piece; there are 0, 5, 6, 9 and 10")
        board.set_piece_at(square, _PIECES[code])
    return board


def numeric_fen(board: Board) -> str:
    """A position as CheckerBoard's FEN has it: with numbers in every variant.

    >>> numeric_fen(Board("russian"))
    'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12'
    """
    sides = []
    for color, letter in ((Color.WHITE, "W"), (Color.BLACK, "B")):
        kings = board.pieces(color, king=True)
        told = (f"{'K' if n in kings else ''}{n}" for n in sorted(board.pieces(color)))
        sides.append(letter + ",".join(told))
    return ":".join(["W" if board.turn is Color.WHITE else "B", *sides])


class CBMove(NamedTuple):
    """CheckerBoard's ``struct CBmove``; squares are x and y.

    Args:
        jumps: how many pieces are taken.
        newpiece: what stands on the target afterwards.
        oldpiece: what stood on the origin before.
        origin: ``from`` in C.
        target: ``to`` in C.
        path: where the piece comes down, one square for each piece taken, the target last. In C it
            begins at ``path[1]``.
        deleted: ``del`` in C: the squares of the pieces taken, in the order of the path.
        delpiece: those pieces.
    """

    jumps: int
    newpiece: int
    oldpiece: int
    origin: tuple[int, int]
    target: tuple[int, int]
    path: tuple[tuple[int, int], ...] = ()
    deleted: tuple[tuple[int, int], ...] = ()
    delpiece: tuple[int, ...] = ()

    @classmethod
    def of(cls, board: Board, move: Move) -> CBMove:
        """A legal move of a position.

        >>> board = Board.from_fen("W:W18,26:B6,14,22")
        >>> CBMove.of(board, board.parse_pdn("26x1")).deleted
        ((5, 5), (5, 3), (5, 1))
        """
        piece = board.piece_at(move.from_square)
        if piece is None:
            raise ProtocolError(f"no piece stands on {move.from_square}")
        squares = board.paths(move)[0] if move.is_capture else ()
        places = [coordinates(board, square) for square in squares]
        victims = {coordinates(board, square): square for square in move.captured}
        deleted = tuple(_jumped(one, two, victims) for one, two in pairwise(places))
        return cls(
            len(deleted),
            _CODES[Piece.of(piece.color, king=piece.is_king or move.promotes)],
            _CODES[piece],
            coordinates(board, move.from_square),
            coordinates(board, move.to_square),
            tuple(places[1:]),
            deleted,
            tuple(_CODES[board.piece_at(victims[place])] for place in deleted),
        )

    def move(self, board: Board) -> Move:
        """The legal move that is meant.

        Raises:
            ProtocolError: there is none.
        """
        for move in board.legal_moves:
            if (
                coordinates(board, move.from_square) == self.origin
                and coordinates(board, move.to_square) == self.target
                and {coordinates(board, square) for square in move.captured} == set(self.deleted)
            ):
                return move
        raise ProtocolError(
            f"the move from {self.origin} to {self.target} taking {list(self.deleted)} is not "
            f"legal in {board.fen()}"
        )


def _jumped(
    one: tuple[int, int], two: tuple[int, int], victims: Mapping[tuple[int, int], int]
) -> tuple[int, int]:
    """The victim between two squares on which a piece comes down."""
    (x, y), steps = one, abs(two[0] - one[0])
    right, up = (1 if two[0] > x else -1), (1 if two[1] > y else -1)
    return next(place for n in range(1, steps) if (place := (x + n * right, y + n * up)) in victims)


def move_between(board: Board, after: BoardArray) -> Move:
    """The move that leads from a position to a board, as ``getmove`` leaves it.

    Raises:
        ProtocolError: no legal move does.
    """
    wanted = [list(column) for column in after]
    for move in board.legal_moves:
        board.push(move)
        found = array_of(board) == wanted
        board.pop()
        if found:
            return move
    raise ProtocolError(f"no legal move of {board.fen()} leads to the board that came back")


# --- get movelist ---------------------------------------------------------------------------------


def format_movelist(board: Board) -> str:
    """What ``get movelist`` answers for a position.

    Raises:
        ProtocolError: the answer is longer than the 1023 characters that there is room for.

    >>> format_movelist(Board.from_fen("W:W18:B14,K1"))
    'movelist 1,1,5,5,18,9,9,14,6;'
    """
    moves = board.legal_moves
    answer = f"movelist {len(moves)}"
    for number, move in enumerate(moves):
        told = CBMove.of(board, move)
        fields = [told.jumps, told.oldpiece, told.newpiece, move.from_square, move.to_square]
        for landed, victim, piece in zip(told.path, told.deleted, told.delpiece, strict=True):
            fields += [square_at(board, landed), square_at(board, victim), piece]
        answer += ("," if number == 0 else "") + ",".join(map(str, fields)) + ";"
    if len(answer) > _LONGEST_REPLY:
        raise ProtocolError(f"{len(moves)} moves do not fit in {_LONGEST_REPLY} characters")
    return answer


def parse_movelist(text: str, board: Board) -> list[Move]:
    """The moves of an answer to ``get movelist``.

    Raises:
        ProtocolError: it cannot be read, or a move is not legal.

    >>> parse_movelist("movelist 1,1,5,5,18,9,9,14,6;", Board.from_fen("W:W18:B14,K1"))
    [Move(18, 9, {14})]
    """
    head, _, rest = text.strip().partition(",")
    try:
        number = int(head.removeprefix("movelist "))
        lists = [[int(field) for field in part.split(",")] for part in rest.split(";") if part]
        moves = [_listed(fields, board) for fields in lists]
    except (ValueError, IndexError) as error:
        raise ProtocolError(f"{text!r} is no list of moves: {error}") from None
    if not head.startswith("movelist ") or len(moves) != number:
        raise ProtocolError(f"{text!r} is no list of {head.removeprefix('movelist ')} moves")
    return moves


def _listed(fields: list[int], board: Board) -> Move:
    jumps, old, new, origin, target = fields[:5]
    if len(fields) != 5 + 3 * jumps:
        raise ProtocolError(f"{len(fields)} fields; with {jumps} jumps there are {5 + 3 * jumps}")
    deleted = tuple(coordinates(board, square) for square in fields[6::3])
    places = coordinates(board, origin), coordinates(board, target)
    return CBMove(jumps, new, old, *places, (), deleted).move(board)
