"""Balanced openings: the ballots from which tournaments and matches draw how a game begins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from draughts._core import Board
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = ["Opening", "ballots"]

# The kinds of each variant, the one in use first.
_KINDS = {
    "english": ("3move", "2move", "4move", "11man"),
    "russian": ("table", "table150"),
    "brazilian": ("table", "table150"),
    "international": ("quiet",),
}
_FILES = {"brazilian": "openings_russian.json"}
_NO_MAN = "---"
_SAME = "="


class Opening(NamedTuple):
    """An opening with which a game begins.

    Args:
        name: its number in the table that it comes from, and what is done: the moves, ``h2>h6`` for
            a man that starts on another square, or ``without 11 and 28`` for men taken off.
        variant: the name of the rules, a built-in variant.
        moves: the moves from the start position, as :meth:`Board.pdn` writes them; empty where the
            position does not come about by moves.
        fen: the position after the opening.

    >>> ballot = ballots("russian", "table150")[1]
    >>> ballot.name, ballot.moves
    ('1-II e3-f4 d6-c5 f2-e3', ('e3-f4', 'd6-c5', 'f2-e3'))
    """

    name: str
    variant: str
    moves: tuple[str, ...]
    fen: str

    def board(self, variant: Variant | None = None) -> Board:
        """The position after the opening, on a board of its own.

        Args:
            variant: the rules to play on by, such as the opening's own with local changes; by
                default the opening's own.

        Where the moves are known they have been played: they stand in ``move_stack`` and count for
        the draw rules.

        >>> board = ballots("russian")[1].board()
        >>> board.ply, board.peek()
        (2, Move(9, 13))
        """
        rules = self.variant if variant is None else variant
        if not self.moves:
            return Board.from_fen(self.fen, rules)
        board = Board(rules)
        for text in self.moves:
            board.push_pdn(text)
        return board


def ballots(
    variant: Variant | str | int = "english", kind: str | None = None
) -> tuple[Opening, ...]:
    """The balanced openings of a variant, in the order of their table.

    No two of a kind lead to the same position.

    Args:
        variant: the rules, as for :class:`Board`; those of one's own count by their name.
        kind: the table; the first of these if it is left out.

            - English: ``"3move"``, ``"2move"``, ``"4move"``, the first plies drawn by lot;
              ``"11man"``, a man of each side taken off and two plies. Without those set aside as
              lost.
            - Russian and Brazilian: ``"table"``, the drawn openings of IDF and FMJD-64, many of
              them with a man that starts on another square; ``"table150"``, a short one.
            - International: ``"quiet"``, four plies after which neither side can capture.

    Raises:
        ValueError: there is no such variant or kind; the message lists those that there are.

    Source:
        The tables are facts from the package pydraughts (MIT); a few errors of positions are
        corrected by the moves. The quiet openings were found by this library's engine: within
        12 hundredths of a man at 2 million nodes. The data files say more.

    >>> len(ballots()), ballots()[0].name
    (157, '1 9-13 21-17 5-9')
    >>> ballots("russian")[-1].name
    'XXXIII-9 --- h8>h4'
    """
    name = named_variant(variant).name
    if name not in _KINDS:
        raise ValueError(f"{name!r} has no ballots; there are those of {', '.join(_KINDS)}")
    kinds = _KINDS[name]
    if kind is None:
        kind = kinds[0]
    if kind not in kinds:
        known = ", ".join(kinds)
        raise ValueError(f"no ballots of {name} are called {kind!r}; there are {known}")
    return _read(name, kind)


@cache
def _read(name: str, kind: str) -> tuple[Opening, ...]:
    file = files("draughts.data").joinpath(_FILES.get(name, f"openings_{name}.json"))
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    rows: list[str] = content["kinds"][kind]
    if kind == "11man":
        return tuple(_eleven_man(rows))
    rows = list(_spelt_out(rows))
    if name == "brazilian" and kind == "table":
        unsound = set(content["not_brazilian"])
        rows = [row for row in rows if row.partition(" ")[0] not in unsound]
    return tuple(_opening(row, named_variant(name)) for row in rows)


def _spelt_out(rows: list[str]) -> Iterator[str]:
    """The rows with their words in place of ``=``, which stands for that of the row before."""
    before: list[str] = []
    for row in rows:
        words = row.split()
        words = [before[i] if word == _SAME else word for i, word in enumerate(words)]
        yield " ".join(words)
        before = words


def _opening(row: str, rules: Variant) -> Opening:
    """The opening of a row: its number, then moves, or men that start on other squares."""
    number, *steps = row.split()
    board = Board(rules)
    if any(">" in step for step in steps):
        _put_elsewhere(board, steps)
        return Opening(row, rules.name, (), board.fen())
    moves = _play(board, steps)
    return Opening(" ".join((number, *moves)), rules.name, moves, board.fen())


def _play(board: Board, texts: list[str]) -> tuple[str, ...]:
    """Play moves, and write them as the board does."""
    written = []
    for text in texts:
        move = board.parse_pdn(text)
        written.append(board.pdn(move))
        board.push(move)
    return tuple(written)


def _put_elsewhere(board: Board, steps: list[str]) -> None:
    """Put a man of White and perhaps one of Black on other squares; it counts as a move.

    They change squares together: in ``h2>h6 h6>f4`` White's man gets the square of Black's.
    """
    square = {board.square_name(s): s for s in range(1, board.variant.squares + 1)}
    pairs = [step.split(">") for step in steps if step != _NO_MAN]
    men = [board.piece_at(square[start]) for start, _ in pairs]
    for start, _ in pairs:
        board.set_piece_at(square[start], None)
    for man, (_, end) in zip(men, pairs, strict=True):
        board.set_piece_at(square[end], man)
    if len(steps) % 2:
        board.turn = board.turn.opposite


def _eleven_man(rows: list[str]) -> Iterator[Opening]:
    """The eleven-man ballots; the data file says what a row holds."""
    number = 0
    for row in rows:
        head, _, groups = row.partition(": ")
        white_man, reply = head.split()
        for group in groups.split(", "):
            first, *black_men = group.split()
            for black_man in black_men:
                number += 1
                if black_man.startswith("-"):
                    continue
                board = Board("english")
                board.set_piece_at(int(black_man), None)
                board.set_piece_at(int(white_man), None)
                moves = " ".join(_play(board, [first, reply]))
                name = f"{number} without {black_man} and {white_man}: {moves}"
                yield Opening(name, "english", (), board.fen())
