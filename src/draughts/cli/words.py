"""What happens in a game, in sentences that can be read and listened to."""

from __future__ import annotations

from collections.abc import Iterable

from draughts._core import Board
from draughts.cli.output import how_ended, name_of
from draughts.explain import listed
from draughts.game import Game, Node
from draughts.types import Color

__all__ = ["duty", "ending", "moved", "pieces", "way"]


def duty(board: Board) -> str:
    """Whose turn it is, and who captures.

    >>> duty(Board.from_fen("W:W24,30:B19"))
    'White to move. White must capture, with 24.'
    """
    side = name_of(board.turn)
    capturing = {move.from_square for move in board.legal_moves if move.is_capture}
    if not capturing:
        return f"{side} to move."
    verb = "must" if board.must_capture else "may"
    return f"{side} to move. {side} {verb} capture, with {_squares(board, capturing, 'or')}."


def way(before: Board, node: Node, *, spoken: bool) -> str:
    """The move of a node as it is typed, ``11-15``, or as it is spoken, ``11 to 15``."""
    assert node.move is not None
    names = [before.square_name(square) for square in node.path]
    return " to ".join(names) if spoken else before.pdn(node.move)


def moved(before: Board, node: Node, *, spoken: bool, marks: str = "") -> str:
    """A move that was made, told as :func:`way` does, with marks such as ``?!`` behind it.

    >>> game = Game()
    >>> game.play("11-15")
    Move(11, 15)
    >>> moved(Board(), game.node, spoken=True)
    'Black moved 11 to 15.'
    """
    move = node.move
    assert move is not None
    side = name_of(before.turn)
    squares = way(before, node, spoken=spoken) + marks
    crowned = " The man became a king." if move.promotes else ""
    if not move.captured:
        return f"{side} moved {squares}{'' if marks else '.'}{crowned}"
    return f"{side} captured {squares}, taking {_squares(before, move.captured)}.{crowned}"


def ending(game: Game) -> str | None:
    """How a game has ended, or None while it goes on.

    >>> game = Game()
    >>> game.resign(Color.WHITE)
    >>> ending(game)
    'The game is over: Black has won, White resigned.'
    """
    outcome = game.outcome()
    if outcome is None:
        return None
    return f"The game is over: {how_ended(outcome, game.board.turn)}."


def pieces(board: Board, color: Color) -> str:
    """The pieces of a side, square by square.

    >>> pieces(Board.from_fen("W:W21,22,K5:B"), Color.WHITE)
    'White has 2 men, on 21 and 22, and 1 king, on 5.'
    """
    parts = []
    for king, one, many in ((False, "man", "men"), (True, "king", "kings")):
        squares = board.pieces(color, king=king)
        if squares:
            kind = one if len(squares) == 1 else many
            parts.append(f"{len(squares)} {kind}, on {_squares(board, squares)}")
    return f"{name_of(color)} has {', and '.join(parts) or 'no piece'}."


def _squares(board: Board, squares: Iterable[int], last: str = "and") -> str:
    return listed([board.square_name(square) for square in sorted(squares)], last)
