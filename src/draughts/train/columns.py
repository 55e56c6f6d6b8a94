"""Positions as rows of numbers, of which the learned evaluation is a weighted sum.

A row has a column for each pattern of each window, for each feature, and for a king on each square.
See ``kernel/weights.pxd`` for what they mean; the kernel itself reads patterns and features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from draughts._core import FEATURES, WEIGHT_UNIT, Board, Evaluation, read_features
from draughts.train.data import Records
from draughts.types import Color, Piece
from draughts.variants import Variant

__all__ = ["Block", "Layout", "bit_of", "blocks_of", "edge_factors"]

Floats = NDArray[np.float32]

_ROWS_A_BLOCK = 1 << 17
_PROBE = 8_000  # of a weight: large, so that the factors come out exactly


class Layout(NamedTuple):
    """The columns of a variant.

    Args:
        variant: the rules.
        windows: the squares of each window, see :func:`draughts.train.windows.windows_of`.
    """

    variant: Variant
    windows: Sequence[Sequence[int]]

    @property
    def width(self) -> int:
        """Dark squares in a row."""
        return self.variant.size // 2

    @property
    def starts(self) -> list[int]:
        """The first column of each window, and at last the number of their columns."""
        return [0, *np.cumsum([3 ** len(window) for window in self.windows]).tolist()]

    @property
    def most_pieces(self) -> int:
        """With so many pieces a position is all opening."""
        return 24 if self.width == 4 else 40

    def fold(self) -> Any:
        """A sparse matrix that spreads a man's worth by square over the patterns that show it."""
        squares = self.variant.squares
        cover = np.zeros(squares)
        for square in (square for window in self.windows for square in window):
            cover[square - 1] += 1
            cover[squares - square] += 1
        rows, columns, values = [], [], []
        for start, window in zip(self.starts, self.windows, strict=False):
            patterns = np.arange(3 ** len(window))
            for place, square in enumerate(window):
                share = 1 / cover[square - 1]
                for digit, column, value in (
                    (1, square - 1, share),
                    (2, squares - square, -share),
                ):
                    shown = patterns[patterns // 3**place % 3 == digit]
                    rows.append(start + shown)
                    columns.append(np.full(len(shown), column))
                    values.append(np.full(len(shown), value))
        return csr_matrix(
            (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
            shape=(self.starts[-1], squares),
        )


class Block(NamedTuple):
    """Some rows.

    Args:
        patterns: a sparse matrix, 1 for what a window shows and -1 for what it shows turned.
        features: the values of all features.
        kings: a sparse matrix, 1 for White's kings and -1 for Black's, whose squares are turned.
        opening: how much the weights of the opening count, from 0 to 1.
        ahead: what an edge of White's is multiplied with, 1 but in drawish endings.
        behind: the same for an edge of Black's.
    """

    patterns: Any
    features: Floats
    kings: Any
    opening: Floats
    ahead: Floats
    behind: Floats

    def seen(self) -> Any:
        """The patterns that are seen, turned or not: 1 where :attr:`patterns` is 1 or -1."""
        matrix = self.patterns
        ones = np.ones(matrix.indptr[-1], np.float32)
        return csr_matrix((ones, matrix.indices, matrix.indptr), shape=matrix.shape)


def blocks_of(layout: Layout, records: Records) -> list[Block]:
    """The rows of all records, in order."""
    board = Board(layout.variant)
    ahead, behind = edge_factors(layout, records)
    lanes = 2 * len(layout.windows)
    most = min(_ROWS_A_BLOCK, len(records))
    # What all blocks have in common is held once, and scipy may not sort it.
    signs = np.tile(np.repeat(np.array([1, -1], np.float32), lanes // 2), most)
    ends = np.arange(0, lanes * most + 1, lanes, dtype=np.int32)
    signs.flags.writeable = ends.flags.writeable = False
    starts = np.tile(np.array(layout.starts[:-1], np.int32), 2)
    found = []
    for begin in range(0, len(records), _ROWS_A_BLOCK):
        part = np.ascontiguousarray(records[begin : begin + _ROWS_A_BLOCK])
        rows = len(part)
        indices = np.empty((rows, lanes), np.uint16)
        features = np.empty((rows, len(FEATURES)), np.int8)
        read_features(board, layout.windows, part.view(np.uint8).data, indices.data, features.data)
        patterns = csr_matrix(
            (signs[: rows * lanes], (indices + starts).ravel(), ends[: rows + 1]),
            shape=(rows, layout.starts[-1]),
        )
        pieces = np.bitwise_count(part["white"] | part["black"])
        found.append(
            Block(
                patterns,
                features.astype(np.float32),
                _kings(layout, part),
                np.minimum(pieces, layout.most_pieces).astype(np.float32) / layout.most_pieces,
                ahead[begin : begin + rows],
                behind[begin : begin + rows],
            )
        )
    return found


def bit_of(width: int, square: int) -> int:
    """The bit of a square, see ``kernel/rules.pxd``; squares are numbered from Black's side."""
    row, column = divmod(square - 1, width)
    return (row // 2) * (2 * width + 1) + row % 2 * width + column


def _kings(layout: Layout, records: Records) -> Any:
    squares = layout.variant.squares
    rows, columns, values = [], [], []
    for square in range(1, squares + 1):
        bit = np.uint64(bit_of(layout.width, square))
        for side, column, value in (("white", square - 1, 1), ("black", squares - square, -1)):
            here = np.flatnonzero((records[side] & records["kings"]) >> bit & np.uint64(1))
            rows.append(here)
            columns.append(np.full(len(here), column))
            values.append(np.full(len(here), value, np.float32))
    return csr_matrix(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
        shape=(len(records), squares),
    )


def edge_factors(layout: Layout, records: Records) -> tuple[Floats, Floats]:
    """What an edge counts in each position, for White's and for Black's.

    The kernel scales the score down where an edge seldom wins. How far depends on how many pieces
    stand on the board and on who has kings: it is asked about each such material once.
    """
    white, black, kings = (records[name] for name in ("white", "black", "kings"))
    material = np.bitwise_count(white).astype(np.int32) * 64 + np.bitwise_count(black)
    material = material * 4 + 2 * ((white & kings) != 0) + ((black & kings) != 0)
    kinds, which = np.unique(material, return_inverse=True)
    probe = _probe(layout)
    factors = np.array(
        [
            [_factor(layout, probe, int(kind), color) for color in (Color.WHITE, Color.BLACK)]
            for kind in kinds
        ],
        np.float32,
    ).reshape(-1, 2)
    return factors[which, 0], factors[which, 1]


def _probe(layout: Layout) -> Evaluation:
    """An evaluation by which the side to move has a certain edge, and nothing else counts."""
    features = np.zeros((len(FEATURES), 2), "<i2")
    features[FEATURES.index("turn")] = _PROBE
    return Evaluation.from_weights(
        layout.width,
        layout.windows,
        features.tobytes(),
        bytes(4 * layout.variant.squares),
        bytes(4 * layout.starts[-1]),
    )


def _factor(layout: Layout, probe: Evaluation, material: int, color: Color) -> float:
    """What the kernel makes of an edge of one side where the material is of a kind."""
    board = Board.empty(layout.variant)
    board.turn = color
    white_kings, black_kings = material >> 1 & 1, material & 1
    white, black = divmod(material >> 2, 64)
    places = iter(range(1, layout.variant.squares + 1))
    for count, has_kings, man, king in (
        (white, white_kings, Piece.WHITE_MAN, Piece.WHITE_KING),
        (black, black_kings, Piece.BLACK_MAN, Piece.BLACK_KING),
    ):
        for number in range(count):
            board.set_piece_at(next(places), king if has_kings and number == 0 else man)
    return probe.of(board) / (_PROBE * 100 / WEIGHT_UNIT)
