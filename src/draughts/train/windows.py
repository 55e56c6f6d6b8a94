"""The windows through which the learned evaluation looks at the men.

A window is a few columns of dark squares in a few rows. Each is looked through twice, once as it is
and once with the board turned and the colours exchanged, so that those of one half of the board do.
"""

from __future__ import annotations

from draughts.variants import Variant

__all__ = ["windows_of"]

# For each size of board: the rows and the columns of dark squares of a window, and the row and the
# column where each begins. Rows are counted from Black's side, columns from White's left.
_ROWS = {8: 4, 10: 5}
_COLUMNS = 2
_PLACES = {
    8: [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)],
    10: [(0, 0), (0, 1), (0, 2), (0, 3), (2, 0), (2, 1), (2, 2), (2, 3)],
}


def windows_of(variant: Variant) -> list[list[int]]:
    """The windows for the board of a variant.

    Returns:
        The squares of each window, numbered from 1 by rows from Black's side, whatever numbers the
        variant itself gives them.

    >>> from draughts import ENGLISH
    >>> windows_of(ENGLISH)[0]
    [1, 2, 5, 6, 9, 10, 13, 14]
    """
    width = variant.size // 2
    return [
        [
            row * width + column + 1
            for row in range(top, top + _ROWS[variant.size])
            for column in range(left, left + _COLUMNS)
        ]
        for top, left in _PLACES[variant.size]
    ]
