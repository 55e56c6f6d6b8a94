"""A book from games that were played: moves by how they have scored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from draughts._core import Board
from draughts.book.probing import Book, key_of
from draughts.errors import BookError
from draughts.game import Game
from draughts.series import points
from draughts.teaching import score_of_chance
from draughts.types import Color, Outcome
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = ["from_games"]

_DRAWS_ASSUMED = 10  # in every position, so that a few lucky games do not make a move the best


def from_games(
    games: Iterable[Game],
    variant: Variant | str | int | None = None,
    *,
    plies: int = 30,
    least_games: int = 3,
) -> Book:
    """A book of the moves that were played in games, with scores from the results.

    A position is worth what its games have scored, ten drawn games added:
    :func:`~draughts.teaching.win_chance` the other way round. The engine is not asked.

    Args:
        games: the games; their main lines count. Those without a result and those of variants that
            the book does not suit are passed over.
        variant: the rules of the book; by default those of the first game.
        plies: how far into each game the book goes.
        least_games: how many games a position must have come up in.

    Raises:
        BookError: no position has come up so often.
        ValueError: there is no such variant, or a number is less than 1.

    >>> games = [Game.from_pdn("1. 11-15 23-19 2. 8-11 1-0")] * 5
    >>> [(each.move, str(each.score)) for each in from_games(games).moves(Board())]
    [(Move(11, 15), '+0.66')]
    """
    if plies < 1 or least_games < 1:
        raise ValueError(f"plies is {plies!r}, least_games {least_games!r}; both are at least 1")
    counted = None if variant is None else _Count(named_variant(variant))
    for game in games:
        if counted is None:
            counted = _Count(game.variant)
        outcome = game.outcome()
        if outcome is not None and counted.book.suits(game.variant):
            counted.add(game, outcome, plies)
    return (counted or _Count(named_variant("english"))).result(least_games)


class _Count:
    """How positions have scored, and which came from which."""

    def __init__(self, variant: Variant) -> None:
        self.book = Book(variant, {}, {})
        self._scored: dict[int, list[float]] = defaultdict(lambda: [0, 0.0])
        self._next: dict[int, set[int]] = defaultdict(set)

    def add(self, game: Game, outcome: Outcome, plies: int) -> None:
        board = Board.from_fen(game.start_fen, game.variant)
        points_of = {color: points(outcome, color) for color in Color}
        seen = {key_of(board): points_of[board.turn]}
        before = key_of(board)
        for move in list(game.mainline())[:plies]:
            board.push(move)
            key = key_of(board)
            seen[key] = points_of[board.turn]
            self._next[before].add(key)
            before = key
        for key, scored in seen.items():
            self._scored[key][0] += 1
            self._scored[key][1] += scored

    def result(self, least_games: int) -> Book:
        worth = {
            key: score_of_chance((scored + _DRAWS_ASSUMED / 2) / (number + _DRAWS_ASSUMED))
            for key, (number, scored) in self._scored.items()
            if number >= least_games
        }
        known = {
            key: worth[key]
            for key, following in self._next.items()
            if key in worth and any(each in worth for each in following)
        }
        if not known:
            raise BookError(
                f"no move of {self.book.variant.name} was played in {least_games} games "
                "with a result"
            )
        return Book(self.book.variant, known, {k: v for k, v in worth.items() if k not in known})
