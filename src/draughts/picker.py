"""Entering a move hop by hop, for user interfaces: tap, drag, chains, the same for every variant.

The rules stay where they are. A picker asks the board for its legal moves and for the ways in which
they are walked, and follows those that fit what the user has done so far.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from draughts._core import Board, Move
from draughts.variants import Variant

__all__ = ["MovePicker"]


class Walk(NamedTuple):
    """One way in which a legal move is walked, hop by hop."""

    move: Move
    path: tuple[int, ...]
    victims: tuple[int, ...]
    """The squares of the jumped pieces, in their order."""
    reach: tuple[frozenset[int], ...]
    """For each hop the squares where the piece may come down to go on like this."""


def diagonal(board: Board, start: int, end: int) -> list[int] | None:
    """The squares strictly between two squares of a diagonal; None if they share none."""
    row, column = board.square_place(start)
    last_row, last_column = board.square_place(end)
    rows, columns = last_row - row, last_column - column
    if abs(rows) != abs(columns) or rows == 0:
        return None
    numbers = _numbers(board.variant)
    down, right = rows // abs(rows), columns // abs(columns)
    return [numbers[row + down * step, column + right * step] for step in range(1, abs(rows))]


@lru_cache(maxsize=16)
def _numbers(variant: Variant) -> dict[tuple[int, int], int]:
    """The number of the square in each row and column."""
    place = Board.empty(variant).square_place
    return {place(number): number for number in range(1, variant.squares + 1)}


def walks_from(board: Board, square: int) -> list[Walk]:
    """Every way in which a legal move of the piece on a square is walked."""
    return [
        _walk(board, move, path)
        for move in board.legal_moves
        if move.from_square == square
        for path in board.paths(move)
    ]


def _walk(board: Board, move: Move, path: tuple[int, ...]) -> Walk:
    victims: list[int] = []
    reach: list[frozenset[int]] = []
    for start, end in pairwise(path):
        crossed = diagonal(board, start, end) or []
        victims += [n for n in crossed if n in move.captured and n not in victims]
        if reach and _goes_straight_on(board, path[len(reach) - 1 : len(reach) + 2]):
            reach[-1] |= frozenset(crossed[: crossed.index(victims[-1])])
        reach.append(frozenset({end}))
    return Walk(move, path, tuple(victims), tuple(reach))


def _goes_straight_on(board: Board, stops: tuple[int, ...]) -> bool:
    """Whether two hops lie in one line and the piece is free where to come down between them."""
    before, between, after = stops
    return not board.variant.kings_land_behind and between in (diagonal(board, before, after) or ())


class MovePicker:
    """Entering one move by tapping squares, or by dragging: choose a piece, then where it goes.

    It is made for the position that the board has at that moment; make another after each move.
    The board is not touched: the finished move is handed back, to be played with
    :meth:`Board.push`.

    A capture is entered hop by hop, by tapping each square where the piece comes down; or by
    tapping its last square, if only one capture ends there. A square that can mean both is the next
    hop. A flying king that jumps two pieces in a line may come down anywhere between them.

    Args:
        board: the position.
        auto: play on by itself where a chain has only one way to go on.

    Raises:
        DraughtsError: there are too many ways to capture to list them; no game gets there.

    >>> board = Board.from_fen("W:W18,26:B6,14,22")
    >>> picker = MovePicker(board)
    >>> picker.must_capture, sorted(picker.capturing)
    (True, [18, 26])
    >>> picker.select(26)
    True
    >>> sorted(picker.targets), sorted(picker.victims)
    ([1, 17], [6, 14, 22])
    >>> picker.tap(17)
    Move(26, 1, {6, 14, 22}, promotes=True, path=(26, 17, 10, 1))
    """

    def __init__(self, board: Board, *, auto: bool = True) -> None:
        self._board = board.copy()
        self._auto = auto
        moves = board.legal_moves
        self._sources = frozenset(move.from_square for move in moves)
        self._capturing = frozenset(move.from_square for move in moves if move.is_capture)
        self._walks: list[Walk] = []
        self._path: tuple[int, ...] = ()
        self._refused: int | None = None

    @property
    def sources(self) -> frozenset[int]:
        """The squares of the pieces that can move.

        >>> sorted(MovePicker(Board()).sources)
        [9, 10, 11, 12]
        """
        return self._sources

    @property
    def capturing(self) -> frozenset[int]:
        """The squares of the pieces that have a legal capture, whether or not one must be made."""
        return self._capturing

    @property
    def must_capture(self) -> bool:
        """Whether every legal move is a capture; never where the variant leaves captures free."""
        return self._board.must_capture

    @property
    def selected(self) -> int | None:
        """The square where the chosen piece began its move; None if none is chosen."""
        return self._path[0] if self._path else None

    @property
    def path(self) -> tuple[int, ...]:
        """The squares that the chosen piece has stood on in this move, its origin first."""
        return self._path

    @property
    def position_of_piece(self) -> int | None:
        """Where the chosen piece stands now: in mid-chain it has left the square it began on."""
        return self._path[-1] if self._path else None

    @property
    def jumped(self) -> tuple[int, ...]:
        """The squares of the pieces that the chain has jumped so far, in their order.

        They stay on the board until the move ends, unless the variant removes them at once.
        """
        return self._walks[0].victims[: self._hops] if self._path else ()

    @property
    def targets(self) -> frozenset[int]:
        """The squares that the chosen piece may be sent to now.

        These are the squares where its next hop may come down, and the last squares of captures
        where only one capture ends there. The square on which it stands is none of them.
        """
        candidates = {n for walk in self._walks for n in (*walk.reach[self._hops], walk.path[-1])}
        return frozenset(n for n in candidates if self._ways_to(n))

    @property
    def victims(self) -> frozenset[int]:
        """The squares of the pieces that would be jumped on the way to one target or another."""
        return frozenset().union(*map(self.victims_to, self.targets))

    @property
    def refused(self) -> int | None:
        """The square of the last :meth:`tap` or :meth:`select` if it was no good, else None."""
        return self._refused

    def victims_to(self, target: int) -> frozenset[int]:
        """The squares of the pieces that would be jumped on the way to a target.

        Args:
            target: one of :attr:`targets`; another square has no victims.

        >>> picker = MovePicker(Board.from_fen("W:W18,26:B6,14,22"))
        >>> picker.select(26)
        True
        >>> sorted(picker.victims_to(17)), sorted(picker.victims_to(1))
        ([22], [6, 14, 22])
        """
        ways = self._ways_to(target)
        if not ways:
            return frozenset()
        is_hop = target in ways[0].reach[self._hops]
        return frozenset(ways[0].victims[self._hops : self._hops + 1 if is_hop else None])

    def select(self, square: int) -> bool:
        """Choose a piece, as lifting it to drag it does.

        A chain that has begun goes on with its piece: until :meth:`cancel` no other can be chosen,
        and the piece itself is where it has come to.

        Args:
            square: where the piece stands.

        Returns:
            Whether the piece can move, and is now chosen. If not, everything stays as it was.

        Raises:
            ValueError: the board has no such square.
        """
        self._board.piece_at(square)
        if self._hops:
            fits = square == self.position_of_piece
        elif fits := square in self._sources:
            self._walks = walks_from(self._board, square)
            self._path = (square,)
        self._refused = None if fits else square
        return fits

    def tap(self, square: int) -> Move | None:
        """Do what a tap on a square means: choose a piece, send it on, or put it down again.

        A tap on a target sends the chosen piece there; one on another piece that can move chooses
        that instead, before the first hop; one on the chosen piece puts it down, before the first
        hop. Any other tap changes nothing, and :attr:`refused` tells the square.

        Args:
            square: what was tapped, or where the dragged piece was dropped.

        Returns:
            The move when it is complete, with its path as in :meth:`Board.paths`; the picker is
            then at the start of the turn again. None before that.

        Raises:
            ValueError: the board has no such square.

        >>> picker = MovePicker(Board())
        >>> picker.tap(9), picker.selected
        (None, 9)
        >>> picker.tap(20), picker.refused
        (None, 20)
        >>> picker.tap(13)
        Move(9, 13)
        """
        ways = self._ways_to(square)
        if ways:
            self._refused = None
            return self._go(square, ways)
        if square == self.selected and not self._hops:
            self.cancel()
        else:
            self.select(square)
        return None

    def cancel(self) -> None:
        """Go back to the start of the turn: no piece is chosen, an unfinished chain is undone."""
        self._walks = []
        self._path = ()
        self._refused = None

    @property
    def _hops(self) -> int:
        return max(len(self._path) - 1, 0)

    def _ways_to(self, square: int) -> list[Walk]:
        """The walks that a tap on a square would leave."""
        hop = [walk for walk in self._walks if square in walk.reach[self._hops]]
        if hop or square == self.position_of_piece:
            return hop
        ending = [walk for walk in self._walks if walk.path[-1] == square]
        return ending if len({walk.move for walk in ending}) == 1 else []

    def _go(self, square: int, ways: list[Walk]) -> Move | None:
        """Hop to a square, or walk a whole chain to it, and on while there is no choice."""
        if square not in ways[0].reach[self._hops]:
            return self._finish(ways[0])
        self._walks = ways
        self._path = (*self._path, square)
        if len(ways[0].path) == len(self._path):
            return self._finish(ways[0])
        landing, *others = {walk.path[self._hops + 1] for walk in ways}
        return None if others or not self._auto else self._go(landing, ways)

    def _finish(self, walk: Walk) -> Move:
        self.cancel()
        move = walk.move
        return Move(move.from_square, move.to_square, move.captured, move.promotes, path=walk.path)
