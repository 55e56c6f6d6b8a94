"""A game under way as a client sees it. A client knows no rule: what may be done, what a move takes
and why a game is over, it is told here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from draughts._core import Board, Move
from draughts.errors import DraughtsError
from draughts.game import Game
from draughts.protocols.messages import BadMessage
from draughts.protocols.shapes import (
    explanation_to_json,
    legal_walks,
    line_of,
    outcome_to_json,
    path_of,
    pieces_of,
)
from draughts.types import Color
from draughts.variants import Variant

__all__ = ["MOST_MOVES", "Play", "read_path"]

MOST_MOVES = 2000  # of a game that a client plays
_LONGEST_PATH = 60


class Play:
    """The library's game with the text of each of its moves.

    Args:
        game: the game; its cursor stays at the end.

    >>> play = Play.begin(Board().variant)
    >>> play.move([11, 15])
    >>> play.texts, play.state()["turn"]
    (['11-15'], 'white')
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.texts = line_of(Board.from_fen(game.start_fen, game.variant), game.mainline())

    @classmethod
    def begin(cls, variant: Variant, fen: str | None = None) -> Play:
        """A new game.

        Raises:
            BadMessage: the text is no FEN (``bad-fen``).
        """
        try:
            return cls(Game(variant, fen))
        except DraughtsError as error:
            raise BadMessage("bad-fen", str(error)) from None

    def move(self, move: str | Iterable[int]) -> None:
        """Play a move, given by its text, or by the squares on which the piece comes down, its
        origin first.

        Raises:
            BadMessage: the move is not legal (``illegal-move``), or the game is over
                (``game-over``), or has become too long (``too-long``).
        """
        if len(self.texts) >= MOST_MOVES:
            raise BadMessage("too-long", f"the game has {MOST_MOVES} moves; no more are kept")
        self.check_going_on()
        board = self.game.board
        found = _legal(board, move)
        self.game.play(found)
        self.texts.append(board.pdn(found))

    def check_going_on(self) -> None:
        """Refuse to go on with a game that is over.

        Raises:
            BadMessage: it is over (``game-over``).
        """
        outcome = self.game.outcome()
        if outcome is not None:
            won = "drawn" if outcome.winner is None else f"{outcome.winner.value} has won"
            raise BadMessage("game-over", f"the game is over: {won}, {outcome.termination.value}")

    def undo(self) -> None:
        """Take back the last move, or an end that the players made.

        Raises:
            BadMessage: nothing has happened yet (``nothing-to-undo``).
        """
        try:
            taken_back = self.game.undo()
        except IndexError:
            raise BadMessage("nothing-to-undo", "there is nothing to take back") from None
        if taken_back is not None:
            self.texts.pop()

    def redo(self) -> None:
        """Bring back what was taken back last.

        Raises:
            BadMessage: there is nothing to bring back (``nothing-to-redo``).
        """
        board = self.game.board
        try:
            brought_back = self.game.redo()
        except IndexError:
            raise BadMessage("nothing-to-redo", "there is nothing to bring back") from None
        if brought_back is not None:
            self.texts.append(board.pdn(brought_back))

    @property
    def paths(self) -> list[list[int]]:
        """The moves so far, as :meth:`move` takes them."""
        return [path_of(node.walked) for node in self.game.end.line() if node.walked]

    def legal_walks(self) -> list[dict[str, Any]]:
        """What may be played now; see :func:`~draughts.protocols.shapes.legal_walks`."""
        return [] if self.game.outcome() else legal_walks(self.game.board)

    def state(self) -> dict[str, Any]:
        """How the game stands, and how it came there."""
        game, board = self.game, self.game.board
        last = game.end.walked
        return {
            "fen": board.fen(),
            "turn": board.turn.value,
            "ply": len(self.texts),
            "quiet": board.quiet_plies,
            "pieces": pieces_of(board),
            "must_capture": board.must_capture,
            "last": None
            if last is None
            else {"path": path_of(last), "captured": sorted(last.captured)},
            "texts": self.texts,
            "paths": self.paths,
            "start": game.start_fen,
            "taken": {color.value: game.captured(color) for color in Color},
            "outcome": outcome_to_json(game.outcome()),
            "result": game.result(),
            "can_claim": game.can_claim_draw(),
        }


def _legal(board: Board, move: str | Iterable[int]) -> Move:
    """The legal move that is meant, with the path on which it is walked."""
    text = move if isinstance(move, str) else "x".join(map(str, move))
    try:
        return board.parse_pdn(text)
    except DraughtsError:
        found = board.explain(text)
        why = explanation_to_json(found)
        raise BadMessage(
            "illegal-move", found.sentence, reason=why["code"], squares=why["squares"]
        ) from None


def read_path(value: Any, *, shortest: int = 2) -> list[int]:
    """A move in a message: the squares on which the piece comes down, its origin first.

    Raises:
        BadMessage: it is no list of square numbers.
    """
    if (
        not isinstance(value, list)
        or not shortest <= len(value) <= _LONGEST_PATH
        or not all(type(square) is int and 1 <= square <= 50 for square in value)
    ):
        raise BadMessage("bad-field", "a move is a list of square numbers, such as [11, 15]")
    return value
