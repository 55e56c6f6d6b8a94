"""A book and what it says about a position."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from draughts._core import Board, Move
from draughts.book import format as book_format
from draughts.book.format import Content, Scores
from draughts.files import write_whole
from draughts.scores import Score
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = ["Book", "BookMove", "key_of", "shipped"]

_SHIPPED = ("english", "russian", "brazilian", "international")
_LONGEST_LINE = 60

# What a variant may have otherwise and still have the same moves from the same position, and the
# same winner: how it is written, how it begins, when it is drawn.
_NO_MATTER = (
    "name",
    "game_type",
    "first_square",
    "notation",
    "capture_sign",
    "first_player",
    "men_rows",
    "draw_rules",
)


class BookMove(NamedTuple):
    """A move of a book.

    Args:
        move: the move.
        score: what the position is worth with it, to the side that makes it.
    """

    move: Move
    score: Score


class Book:
    """An opening book: for each position that it knows, moves with scores.

    A book comes from :meth:`load`, :meth:`open`, :func:`draughts.book.build` or
    :func:`draughts.book.from_games`. Only the position counts, not how it came about, and a
    position with the colours swapped and the board turned is the same one. A book may be shared
    between threads.

    Args:
        variant: the rules.
        known: the positions whose moves are known, by :attr:`Board.key` (the smaller one of the
            position and its mirror image), with what each is worth to the side to move, in
            hundredths of a man from -32767 to 32767.
        ends: the same of the positions where lines end. A known position's moves are those that
            lead to a position of either kind.

    >>> book = Book.load("russian")
    >>> book.variant.name, len(book) > 100
    ('russian', True)
    """

    def __init__(self, variant: Variant, known: Mapping[int, int], ends: Mapping[int, int]) -> None:
        self._content = Content(variant, Scores.of(known), Scores.of(ends))

    @classmethod
    def load(cls, variant: Variant | str | int = "english") -> Book:
        """The book of a variant that comes with the library. It is read once, when first asked for.

        Args:
            variant: English, Russian, Brazilian or International, or local rules by which moves are
                made as in one of these.

        Raises:
            ValueError: there is no such variant, or no book for it.

        >>> Book.load("thai")
        Traceback (most recent call last):
        ...
        ValueError: no book comes with thai; there are those of english, russian, ...
        """
        rules = named_variant(variant)
        found = shipped(rules)
        if found is None:
            known = ", ".join(_SHIPPED)
            raise ValueError(f"no book comes with {rules.name}; there are those of {known}")
        return found

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Book:
        """The book of a file.

        Raises:
            BookError: the file is no book, or a damaged one.
            OSError: it cannot be read.
        """
        with Path(path).open("rb") as file:
            return cls._of(book_format.read(file, os.fspath(path)))

    @classmethod
    def _of(cls, content: Content) -> Book:
        book = cls.__new__(cls)
        book._content = content
        return book

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The content of the file that :meth:`save` writes; the same for the same book."""
        return book_format.written(self._content)

    @property
    def variant(self) -> Variant:
        """The rules for which the book was made."""
        return self._content.variant

    def __len__(self) -> int:
        """The number of positions whose moves the book knows."""
        return len(self._content.known)

    def __repr__(self) -> str:
        return f"<Book of {self.variant.name}, {len(self)} positions>"

    def suits(self, variant: Variant) -> bool:
        """Whether moves are made by the same rules; how a game is drawn or begins does not matter.

        >>> from draughts import ENGLISH, POOL
        >>> book = Book.load("english")
        >>> book.suits(ENGLISH.replace(name="at home", first_player=Color.WHITE)), book.suits(POOL)
        (True, False)
        """
        return _moves_alike(self.variant, variant)

    def moves(self, board: Board) -> list[BookMove]:
        """What the book knows about a position: moves with scores, best first; often nothing.

        Raises:
            ValueError: the board is of a variant that the book does not suit.

        >>> found = Book.load("russian").moves(Board("russian"))
        >>> found[0].score >= found[-1].score
        True
        """
        if not self.suits(board.variant):
            raise ValueError(
                f"a book of {self.variant.name} knows nothing about {board.variant.name}"
            )
        if self._content.known.get(key_of(board)) is None:
            return []
        found = []
        after = board.copy()
        for move in board.legal_moves:
            after.push(move)
            score = self._score(key_of(after))
            after.pop()
            if score is not None:
                found.append(BookMove(move, Score(-score, None)))
        return sorted(found, key=_best_first)

    def _score(self, key: int) -> int | None:
        score = self._content.known.get(key)
        return self._content.ends.get(key) if score is None else score

    def probe(
        self, board: Board, *, margin: int = 0, chance: random.Random | None = None
    ) -> BookMove | None:
        """A move of the book, chosen at random among the best.

        Args:
            board: the position.
            margin: by how many hundredths of a man a move may be worse than the best; with 0, only
                moves that are as good as the best are chosen from.
            chance: decides; give ``random.Random(seed)`` to have the same move every time. By
                default another one each time.

        Returns:
            The move, each with the same chance, or None if the book does not know the position.

        Raises:
            ValueError: the margin is negative, or the book does not suit the board's variant.

        >>> import random
        >>> book = Book.load("english")
        >>> book.probe(Board(), margin=10, chance=random.Random(1)).move in Board().legal_moves
        True
        >>> print(book.probe(Board.from_fen("W:WK32:BK1")))
        None
        """
        if margin < 0:
            raise ValueError(f"margin is {margin!r}; it must not be negative")
        found = self.moves(board)
        if not found:
            return None
        least = _centimen(found[0]) - margin
        return (chance or random).choice([each for each in found if _centimen(each) >= least])

    def line(self, board: Board) -> list[Move]:
        """The best moves from a position to where the book ends.

        Raises:
            ValueError: the book does not suit the board's variant.
        """
        board = board.copy()
        line: list[Move] = []
        while len(line) < _LONGEST_LINE and (found := self.moves(board)):
            line.append(found[0].move)
            board.push(found[0].move)
        return line


def key_of(board: Board) -> int:
    """The same for a position and its mirror image."""
    return min(board.key, board.mirror().key)


@lru_cache(256)
def _moves_alike(one: Variant, other: Variant) -> bool:
    alike = {name: getattr(one, name) for name in _NO_MATTER}
    return one.size == other.size and one == other.replace(**alike)


def shipped(rules: Variant) -> Book | None:
    """The book that comes with the library for some rules, or None."""
    for name in _SHIPPED:
        if _moves_alike(named_variant(name), rules):
            return _read(name)
    return None


@cache
def _read(name: str) -> Book:
    data = files("draughts.data").joinpath(f"{name}.book").read_bytes()
    return Book._of(book_format.read(io.BytesIO(data), f"the book of {name}"))


def _centimen(each: BookMove) -> int:
    assert each.score.centimen is not None
    return each.score.centimen


def _best_first(each: BookMove) -> tuple[int, int, int, list[int]]:
    """Moves of the same worth in an order that does not depend on the move generator."""
    move = each.move
    return -_centimen(each), move.from_square, move.to_square, sorted(move.captured)
