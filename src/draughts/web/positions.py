"""A game as a page sees it: the position, the legal moves hop by hop, and how things stand.

A page knows no rule. What it may do, what a move takes and why a game is over, it is told here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from draughts import (
    Board,
    Color,
    DraughtsError,
    Game,
    GameOverError,
    Move,
    Outcome,
    Variant,
)
from draughts.picker import walks_from
from draughts.web.errors import BadMessage
from draughts.web.fields import Fields
from draughts.web.rules import chosen_rules, pieces_of, rules_to_json

__all__ = ["MOST_MOVES", "Play", "path_of", "read_path", "read_play"]

MOST_MOVES = 2000  # of a game on a page
_LONGEST_PATH = 60


class Play:
    """A game under way: the library's game with the text of each of its moves.

    >>> play = Play(Board().variant)
    >>> play.move([11, 15])
    >>> play.texts, play.position()["turn"]
    (['11-15'], 'white')
    """

    def __init__(self, variant: Variant, fen: str | None = None) -> None:
        try:
            self.game = Game(variant, fen)
        except DraughtsError as error:
            raise BadMessage("bad-fen", str(error)) from None
        self.texts: list[str] = []

    def move(self, path: Iterable[int]) -> None:
        """Play a move, given by the squares on which the piece comes down, its origin first.

        Raises:
            BadMessage: the move is not legal (``illegal-move``), or the game is over
                (``game-over``), or has become too long (``too-long``).
        """
        if len(self.texts) >= MOST_MOVES:
            raise BadMessage("too-long", f"the game has {MOST_MOVES} moves; no more are kept")
        board = self.game.board
        move = walked(board, tuple(path))
        try:
            self.game.play(move)
        except GameOverError as error:
            raise BadMessage("game-over", str(error)) from None
        self.texts.append(board.pdn(move))

    def undo(self) -> None:
        """Take back the last move, or an end that the players made."""
        if self.game.undo() is not None:
            self.texts.pop()

    @property
    def paths(self) -> list[list[int]]:
        """The moves so far, as :meth:`move` takes them."""
        return [path_of(node.walked) for node in self.game.end.line() if node.walked]

    def position(self) -> dict[str, Any]:
        """All that a page shows of the game as it stands, and all that may be done."""
        game, board = self.game, self.game.board
        outcome = game.outcome()
        last = game.end.walked
        return {
            "rules": rules_to_json(game.variant),
            "fen": board.fen(),
            "turn": board.turn.value,
            "ply": len(self.texts),
            "quiet": board.quiet_plies,
            "pieces": pieces_of(board),
            "must_capture": board.must_capture,
            "moves": [] if outcome else legal_walks(board),
            "last": None
            if last is None
            else {"path": path_of(last), "captured": sorted(last.captured)},
            "texts": self.texts,
            "paths": self.paths,
            "start": self.game.start_fen,
            "taken": {color.value: game.captured(color) for color in Color},
            "outcome": outcome_to_json(outcome),
            "result": game.result(),
            "can_claim": game.can_claim_draw(),
        }


def path_of(move: Move) -> list[int]:
    """The squares on which the piece comes down, its origin first."""
    return list(move.path) or [move.from_square, move.to_square]


def walked(board: Board, path: tuple[int, ...]) -> Move:
    """The legal move that is walked on these squares."""
    if board.outcome() is not None:
        raise BadMessage("game-over", "the game is over")
    for move in board.legal_moves:
        if move.from_square == path[0] and move.to_square == path[-1]:
            if not move.is_capture and len(path) == 2:
                return move
            if move.is_capture and path in board.paths(move):
                return Move(
                    move.from_square, move.to_square, move.captured, move.promotes, path=path
                )
    raise BadMessage("illegal-move", board.explain(path).sentence)


def legal_walks(board: Board) -> list[dict[str, Any]]:
    """Every way to walk a legal move.

    For each hop ``reach`` has the squares on which the piece may come down to go on like this, and
    ``victims`` the piece that it jumps. ``move`` is the same number for ways of the same move.
    """
    moves = board.legal_moves
    numbers = {move: number for number, move in enumerate(moves)}
    return [
        {
            "move": numbers[walk.move],
            "path": walk.path,
            "victims": walk.victims,
            "reach": [sorted(squares) for squares in walk.reach],
            "text": board.pdn(walk.move),
            "promotes": walk.move.promotes,
        }
        for square in sorted({move.from_square for move in moves})
        for walk in walks_from(board, square)
    ]


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended."""
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else outcome.winner.value,
        "termination": outcome.termination.value,
    }


def read_path(value: Any) -> list[int]:
    """A move in a message: the squares on which the piece comes down, its origin first.

    Raises:
        BadMessage: it is no list of square numbers.
    """
    if (
        not isinstance(value, list)
        or not 2 <= len(value) <= _LONGEST_PATH
        or not all(type(square) is int and 1 <= square <= 50 for square in value)
    ):
        raise BadMessage("bad-field", "a move is a list of square numbers, such as [11, 15]")
    return value


def read_play(fields: Fields) -> Play:
    """The game of a message: its ``rules``, the ``fen`` it began with, and its ``moves``.

    Raises:
        BadMessage: a field is not as it should be, or a move is not legal.
    """
    fields.only("rules", "fen", "moves")
    fen = fields.text("fen", 600, "")
    play = Play(chosen_rules(fields.object("rules")), fen or None)
    for value in fields.items("moves", MOST_MOVES):
        play.move(read_path(value))
    return play
