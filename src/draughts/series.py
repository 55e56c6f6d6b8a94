"""A series of games between two players: who plays which side, the score, the ratings."""

from __future__ import annotations

import math
from collections.abc import Iterator

from draughts.game import Game
from draughts.types import Color, Outcome
from draughts.variants import ENGLISH, Variant
from draughts.variants import variant as named_variant

__all__ = ["Series", "expected_score"]


def expected_score(rating: float, opponent: float) -> float:
    """What a player is expected to score against another, by Elo's formula.

    ``1 / (1 + 10 ** ((opponent - rating) / 400))``, where a win counts 1 and a draw 1/2.

    >>> expected_score(1500, 1500), round(expected_score(1700, 1500), 2)
    (0.5, 0.76)
    """
    # The same written so that no difference, however great, overflows.
    return (1.0 + math.tanh((rating - opponent) / 800 * math.log(10))) / 2


def points(outcome: Outcome, color: Color) -> float:
    """What an ended game is worth to a side: 1 for a win, 1/2 for a draw, 0 for a loss."""
    if outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner is color else 0.0


class Series:
    """Games between two players, who swap colours after each.

    Score and ratings follow from the games as they stand: where the end of a game is taken back,
    so are its points. A game that has not ended counts nothing.

    Args:
        first: the player who begins the first game, by name.
        second: the other.
        variant: what they play: a :class:`~draughts.Variant` or the name of one. The side that
            begins is always the variant's.
        swap: whether they swap colours after each game.
        ratings: the Elo ratings of the two before the first game.
        k: the K factor: most points that a rating can gain in a game.

    Attributes:
        players: the two names.
        games: the games so far, a :class:`Game` each.

    Raises:
        ValueError: both have one name, no variant has that name, or ``k`` is negative.

    >>> series = Series("Ann", "Bob")
    >>> series.new_game().resign(Color.WHITE)
    >>> series.score("Ann"), series.rating("Ann"), series.rating("Bob")
    (1.0, 1516.0, 1484.0)
    >>> series.new_game().tags
    {'White': 'Ann', 'Black': 'Bob'}
    """

    def __init__(
        self,
        first: str,
        second: str,
        variant: Variant | str | int = ENGLISH,
        *,
        swap: bool = True,
        ratings: tuple[float, float] = (1500.0, 1500.0),
        k: float = 32.0,
    ) -> None:
        if first == second:
            raise ValueError(f"both players are called {first!r}")
        if not k >= 0:
            raise ValueError(f"k is {k!r}; it must not be negative")
        self.players = (first, second)
        self.games: list[Game] = []
        self._variant = named_variant(variant)
        self._swap = swap
        self._ratings = ratings
        self._k = k
        self._beginners: list[str] = []

    def new_game(self, fen: str | None = None) -> Game:
        """Begin the next game, with the names of the players in its tags.

        Colours are swapped if the last game has ended; one that was broken off is played anew.

        Args:
            fen: the position to start from; by default that of the variant.

        Raises:
            InvalidFenError: ``fen`` is no FEN.
        """
        game = Game(self._variant, fen)
        self._beginners.append(self._next_beginner())
        self.games.append(game)
        for color in (Color.WHITE, Color.BLACK):
            game.tags[color.value.title()] = self.player(color)
        return game

    def _next_beginner(self) -> str:
        if not self.games:
            return self.players[0]
        last = self._beginners[-1]
        ended = self.games[-1].outcome() is not None
        return self._other(last) if self._swap and ended else last

    def _other(self, player: str) -> str:
        return self.players[1] if player == self.players[0] else self.players[0]

    def player(self, color: Color, game: int = -1) -> str:
        """Who plays a side.

        Args:
            color: the side.
            game: which of :attr:`games`; the last by default.

        Raises:
            IndexError: there is no such game.
        """
        beginner = self._beginners[game]
        begins = self.games[game].variant.first_player
        return beginner if color is begins else self._other(beginner)

    def score(self, player: str) -> float:
        """The points of a player: 1 for a win, 1/2 for a draw.

        Raises:
            ValueError: nobody in the series has that name.

        >>> series = Series("Ann", "Bob", "russian")
        >>> game = series.new_game()
        >>> game.offer_draw(Color.WHITE)
        >>> game.accept_draw(Color.BLACK)
        >>> series.score("Ann"), series.score("Bob")
        (0.5, 0.5)
        >>> game.undo()
        >>> series.score("Ann")
        0.0
        """
        self._check_player(player)
        return sum(self._points(player), 0.0)

    def rating(self, player: str) -> float:
        """The Elo rating of a player after the games that have ended, in their order.

        Each game moves it by ``k * (points - expected_score(own, opponent's))``.

        Raises:
            ValueError: nobody in the series has that name.
        """
        self._check_player(player)
        first, second = self._ratings
        for made in self._points(self.players[0]):
            gain = self._k * (made - expected_score(first, second))
            first, second = first + gain, second - gain
        return first if player == self.players[0] else second

    def _points(self, player: str) -> Iterator[float]:
        """The points of a player in each game that has ended."""
        for number, game in enumerate(self.games):
            outcome = game.outcome()
            if outcome is not None:
                white = self.player(Color.WHITE, number) == player
                yield points(outcome, Color.WHITE if white else Color.BLACK)

    def _check_player(self, player: str) -> None:
        if player not in self.players:
            raise ValueError(f"{player!r} is neither {self.players[0]!r} nor {self.players[1]!r}")
