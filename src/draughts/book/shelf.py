"""The book that an engine plays from."""

from __future__ import annotations

import os
import random
import time

from draughts._core import Board
from draughts.book.probing import Book, shipped
from draughts.scores import Info
from draughts.variants import Variant

__all__ = ["OWN", "Shelf"]

OWN = "own"


class Shelf:
    """Answers from a book, or from those that come with the library.

    Args:
        book: a book, its file, or ``"own"``.
        margin: hundredths of a man that a move may lose in the first plies.
        plies: of a game, in which that holds; after them only the best moves are played.

    Raises:
        ValueError: the margin or the plies are negative.
        BookError, OSError: the file cannot be read.
    """

    def __init__(self, book: Book | str | os.PathLike[str], margin: int, plies: int) -> None:
        if margin < 0 or plies < 0:
            raise ValueError(
                f"book_margin is {margin!r}, book_plies {plies!r}; neither may be negative"
            )
        self._margin, self._plies = margin, plies
        self._book: Book | None = None
        if isinstance(book, Book):
            self._book = book
        elif book != OWN:
            self._book = Book.open(book)

    def answer(self, board: Board, chance: random.Random) -> Info | None:
        """A move to play and the line behind it, or None if the position is in no book.

        A position that has come up before is searched, lest a book go round in circles.
        """
        began = time.perf_counter()
        book = self._book_of(board.variant)
        if book is None or board.is_repetition(2):
            return None
        margin = self._margin if board.ply < self._plies else 0
        chosen = book.probe(board, margin=margin, chance=chance)
        if chosen is None:
            return None
        after = board.copy()
        after.push(chosen.move)
        line = [chosen.move, *book.line(after)]
        return Info(0, 0, chosen.score, 0, time.perf_counter() - began, line)

    def _book_of(self, variant: Variant) -> Book | None:
        if self._book is None:
            return shipped(variant)
        return self._book if self._book.suits(variant) else None
