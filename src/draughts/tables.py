"""The perft tables that ship with the library, each with its source."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Literal, NamedTuple

from draughts._core import Board
from draughts.variants import THAI, Variant, variant

__all__ = ["PerftTable", "perft_tables"]

_ALSO = {"thai12": THAI.replace(men_rows=3)}


class PerftTable(NamedTuple):
    """The counts of one position, counted in one mode.

    Args:
        variant: the name of the rules: a built-in variant, or ``"thai12"``, which is Thai with
            three rows of men.
        name: what people call the position; ``"start"`` is the start of a game.
        fen: the position, or ``"-"`` for the start position.
        mode: ``"unique"`` or ``"all"``, as in :meth:`Board.perft`.
        counts: the leaves at one ply, two plies, and so on.
        source: who published the counts.
        checked_to_depth: plies to which the counts were confirmed for this library by counting
            again; deeper ones are quoted from the source.
    """

    variant: str
    name: str
    fen: str
    mode: Literal["unique", "all"]
    counts: tuple[int, ...]
    source: str
    checked_to_depth: int

    @property
    def rules(self) -> Variant:
        """The variant itself."""
        return _ALSO.get(self.variant) or variant(self.variant)

    def board(self) -> Board:
        """The position, on a board of its own."""
        return Board(self.rules) if self.fen == "-" else Board.from_fen(self.fen, self.rules)


def perft_tables() -> tuple[PerftTable, ...]:
    """All tables, in the order of the file that they are read from.

    >>> [table] = [t for t in perft_tables() if t.name == "Woldouby"]
    >>> table.counts[:6]
    (6, 12, 30, 73, 215, 590)
    >>> table.board().perft(6, mode=table.mode)
    590
    """
    text = files("draughts.data").joinpath("perft.json").read_text(encoding="utf-8")
    return tuple(
        PerftTable(**{**row, "counts": tuple(row["counts"])}) for row in json.loads(text)["rows"]
    )
