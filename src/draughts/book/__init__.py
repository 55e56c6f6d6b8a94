"""Opening books: moves with scores for the first plies, built by the engine or from games.

>>> book = Book.load("english")
>>> first = book.moves(Board())[0]
>>> first.move in Board().legal_moves
True
"""

from __future__ import annotations

from draughts.book.building import build
from draughts.book.games import from_games
from draughts.book.probing import Book, BookMove

__all__ = ["Book", "BookMove", "build", "from_games"]
