"""Endings of a few kings, solved: who wins, and in how many plies.

Every position is looked at, from the ends backwards. A side without a move has lost; a position
from which a lost one can be reached is won; one from which all moves lead to won ones is lost. What
is left is neither. Draw rules have no say here, and only the moves are the library's own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from draughts import Board, Color, Move, Variant

Key = int
"""A position of kings: a bit for each square of White's, then of Black's, then one for the turn."""

SQUARES = 32
BLACK_TO_MOVE = 1 << 2 * SQUARES
WHITE_SQUARES = (1 << SQUARES) - 1


def _bits(squares: Iterator[int] | frozenset[int]) -> int:
    return sum(1 << square - 1 for square in squares)


def _kings(bits: int) -> str:
    """The kings of one side, as FEN has them."""
    squares = []
    while bits:
        squares.append(f"K{(bits & -bits).bit_length()}")
        bits &= bits - 1
    return ",".join(squares)


def key_of(board: Board) -> Key:
    """The key of a position of kings."""
    white, black = (_bits(board.pieces(color)) for color in Color)
    return white | black << SQUARES | (BLACK_TO_MOVE if board.turn is Color.BLACK else 0)


def board_of(variant: Variant, key: Key) -> Board:
    """The board of a key, without a past."""
    turn = "B" if key & BLACK_TO_MOVE else "W"
    white, black = key & WHITE_SQUARES, key >> SQUARES & WHITE_SQUARES
    return Board.from_fen(f"{turn}:W{_kings(white)}:B{_kings(black)}", variant)


def _after(key: Key, move: Move) -> Key:
    """The position after a king's move."""
    own, other = (SQUARES, 0) if key & BLACK_TO_MOVE else (0, SQUARES)
    key ^= BLACK_TO_MOVE ^ (1 << move.from_square - 1 ^ 1 << move.to_square - 1) << own
    return key ^ _bits(move.captured) << other if move.is_capture else key


def _placements(white: int, black: int) -> Iterator[Key]:
    """All ways to put kings of both sides on the board, either side to move."""
    for mine in itertools.combinations(range(SQUARES), white):
        free = [square for square in range(SQUARES) if square not in mine]
        for theirs in itertools.combinations(free, black):
            bits = sum(1 << square for square in mine)
            bits |= sum(1 << square + SQUARES for square in theirs)
            yield bits
            yield bits | BLACK_TO_MOVE


class Endings:
    """The endings of some white kings against some black ones, and all that they can come to.

    Args:
        variant: the rules of movement, on the small board.
        white: how many kings White has.
        black: how many Black has.
    """

    def __init__(self, variant: Variant, white: int, black: int) -> None:
        self.variant = variant
        self._roots = list(_placements(white, black))
        self._plies: dict[Key, int] = {}
        self._solve(*self._explore())

    def _explore(self) -> tuple[dict[Key, list[Key]], dict[Key, int]]:
        """From where each position can be reached, and how many moves there are in it."""
        before: dict[Key, list[Key]] = {key: [] for key in self._roots}
        moves: dict[Key, int] = {}
        found = list(before)
        for key in found:
            legal = board_of(self.variant, key).legal_moves
            moves[key] = len(legal)
            for move in legal:
                then = _after(key, move)
                if then not in before:
                    before[then] = []
                    found.append(then)
                before[then].append(key)
        return before, moves

    def _solve(self, before: dict[Key, list[Key]], open_moves: dict[Key, int]) -> None:
        """Settle what ends in 0 plies, then in 1, and so on; a win takes an odd number of them."""
        settled = [key for key, moves in open_moves.items() if moves == 0]
        for plies in itertools.count():
            if not settled:
                return
            self._plies.update(dict.fromkeys(settled, plies))
            earlier = itertools.chain.from_iterable(before[key] for key in settled)
            reached = (key for key in earlier if key not in self._plies)
            settled = list(
                dict.fromkeys(reached) if plies % 2 == 0 else _exhausted(reached, open_moves)
            )

    def plies(self, key: Key) -> int | None:
        """To the end with best play of both: odd if the side to move wins, even if it loses."""
        return self._plies.get(key)

    def positions(self, turn: Color) -> list[Key]:
        """All positions of the full material with a side to move."""
        black = turn is Color.BLACK
        return [key for key in self._roots if (key & BLACK_TO_MOVE != 0) is black]

    def won(self) -> dict[Key, int]:
        """The positions that White, to move, wins, with the plies that it takes."""
        plies = {key: self._plies.get(key, 0) for key in self.positions(Color.WHITE)}
        return {key: number for key, number in plies.items() if number % 2}

    def longest_resistance(self, board: Board) -> Move:
        """The move after which the opponent wins last, or not at all."""
        here = key_of(board)
        return max(board.legal_moves, key=lambda move: self._resistance(_after(here, move)))

    def _resistance(self, key: Key) -> float:
        plies = self._plies.get(key)
        if plies is None:
            return 1000
        return plies if plies % 2 else 2000 - plies


def _exhausted(reached: Iterator[Key], open_moves: dict[Key, int]) -> Iterator[Key]:
    """Those of the positions in which no move is left that does not lose."""
    for key in reached:
        open_moves[key] -= 1
        if open_moves[key] == 0:
            yield key
