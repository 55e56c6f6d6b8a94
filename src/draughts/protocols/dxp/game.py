"""A game over DamExchange, from one of its two sides: who may say what, and when.

Nothing here thinks or waits: :mod:`draughts.protocols.dxp.player` does.
"""

from __future__ import annotations

import time

from draughts._core import Board, Move
from draughts.clock import Clock
from draughts.errors import IllegalMoveError, ProtocolError
from draughts.game import Game
from draughts.limits import Limit
from draughts.protocols.dxp.messages import (
    BackRequest,
    EndReason,
    GameEnd,
    GameRequest,
    MoveMessage,
)
from draughts.types import Color, Outcome, Termination
from draughts.variants import Variant

__all__ = ["DxpGame"]


class DxpGame:
    """A game with another program, as one side sees it.

    Games are made by a :class:`~draughts.protocols.dxp.DxpPlayer`.

    Attributes:
        game: the moves, the names and the result, to be written as PDN. Where the rules end the
            game it is over, though the programs may play on until one of them says so.
        color: our side.
        opponent: the name of the other program.
        minutes: for the whole game of each side; 0 for no limit.
        moves: of each side, after which the game may be ended; 0 for no limit.
        is_over: whether one side has ended the game.
        reason: why, as the side that ended it sees it; None while it goes on.
        last: one of the two wants no further game.
    """

    def __init__(
        self, request: GameRequest, variant: Variant | str, color: Color, name: str, opponent: str
    ) -> None:
        self._board = request.board(variant)
        self._first = self._board.turn
        self.game = Game(self._board.variant, self._board.fen(counters=True))
        self.color = color
        self.opponent = opponent
        self.minutes = request.minutes
        self.moves = request.moves
        self.is_over = False
        self.reason: EndReason | None = None
        self.last = False
        names = {color: name, color.opposite: opponent}
        self.game.tags.update(
            Date=time.strftime("%Y.%m.%d"), White=names[Color.WHITE], Black=names[Color.BLACK]
        )
        if self.minutes:
            seconds = f"{60 * self.minutes:g}"
            self.game.tags["TimeControl"] = f"{self.moves}/{seconds}" if self.moves else seconds
        self._clock = Clock(60 * self.minutes or None)
        self._clock.start(self._board.turn)

    @property
    def board(self) -> Board:
        """The position now, with its past: a copy."""
        return self._board.copy()

    @property
    def is_our_turn(self) -> bool:
        """Whether it is for us to move, or to end the game."""
        return self._board.turn is self.color

    @property
    def move_number(self) -> int:
        """The number of the move that is to be made, from 1; it grows when White is to move."""
        return self._number_at(len(self._board.move_stack))

    def _number_at(self, ply: int) -> int:
        return 1 + (ply + (self._first is Color.BLACK)) // 2

    def remaining(self, color: Color) -> float:
        """Seconds that a side has left by our clock; infinite without a limit."""
        return self._clock.remaining(color)

    def limit(self) -> Limit:
        """How long we may think about a move."""
        left = self.remaining(self.color)
        if not self.minutes:
            return Limit()
        return Limit(remaining=left, moves_to_go=self._moves_left(self.color) or None)

    def _moves_left(self, color: Color) -> int:
        """Moves of a side until the limit; 0 without one."""
        plies = len(self._board.move_stack)
        made = (plies + (color is self._first)) // 2
        return max(self.moves - made, 0) if self.moves else 0

    # --- moves ------------------------------------------------------------------------------------

    def our_move(self, move: Move) -> MoveMessage:
        """Make our move, and give the message that tells it.

        Raises:
            IllegalMoveError: it is not legal.
        """
        message = MoveMessage.of(move, self._clock.used)
        self._push(message.move(self._board))
        return message

    def their_move(self, message: MoveMessage) -> Move:
        """Make the move of the other program.

        Raises:
            ProtocolError: it is not legal, or not their turn.
        """
        if self.is_our_turn:
            raise ProtocolError(f"{message.format()!r}: a move out of turn")
        try:
            move = message.move(self._board)
        except IllegalMoveError as error:
            raise ProtocolError(f"{message.format()!r}: {error}") from None
        self._push(move)
        return move

    def _push(self, move: Move) -> None:
        mover = self._board.turn
        self._clock.start(mover.opposite)
        self._board.push(move)
        if self.game.outcome() is None:
            self.game.play(move)
            if self.minutes:
                self.game.node.clock = self.remaining(mover)

    def back_to(self, request: BackRequest) -> None:
        """Go back to an earlier position.

        Raises:
            ProtocolError: the game has not been there.
        """
        ply = self._ply_of(request)
        if not 0 <= ply <= len(self._board.move_stack):
            raise ProtocolError(
                f"there is no move {request.move_number} of {request.side.value} to go back to; "
                f"the game stands before move {self.move_number} of {self._board.turn.value}"
            )
        while len(self._board.move_stack) > ply:
            self._board.pop()
        while len(self.game.end.line()) > ply:
            self.game.undo()
        self._clock.start(self._board.turn)

    def _ply_of(self, request: BackRequest) -> int:
        """How many moves had been made; moves are numbered by those of White."""
        first_is_black = self._first is Color.BLACK
        return 2 * (request.move_number - 1) + (request.side is Color.BLACK) - first_is_black

    # --- the end ----------------------------------------------------------------------------------

    def reason_to_end(self) -> EndReason | None:
        """Why the side to move should end the game rather than move, as it sees it; None to go on.

        A game that has reached its number of moves ends without a result.
        """
        outcome = self.game.outcome() or self._board.outcome(claim_draw=True)
        if outcome is not None:
            return seen_by(outcome, self._board.turn)
        if self.moves and self._moves_left(self._board.turn) == 0:
            return EndReason.UNKNOWN
        return None

    def end(self, message: GameEnd, by: Color) -> None:
        """The game is ended by a side. What its reason says is recorded, but the rules win.

        Args:
            message: with the reason as that side sees it.
            by: the side.
        """
        self.is_over = True
        self.reason = message.reason
        self.last = self.last or message.stop
        self._clock.stop()
        if self.game.outcome() is not None or message.reason is EndReason.UNKNOWN:
            return
        if message.reason is EndReason.LOSS:
            self.game.resign(by)
        elif message.reason is EndReason.DRAW and self.game.can_claim_draw():
            self.game.claim_draw(by)
        elif message.reason is EndReason.DRAW:
            self.game.offer_draw(by)
            self.game.accept_draw(by.opposite)
        else:
            self._record_win(by)

    def _record_win(self, winner: Color) -> None:
        """A side says that it has won: on time, or because it knows the ending."""
        if self.remaining(winner.opposite) == 0:
            self.game.flag(winner.opposite)
            return
        self.game.end.comment_after = f"{winner.value} says that it wins"
        self.game.adopt(self.game.end, self.game.board, Outcome(winner, Termination.UNKNOWN))


def seen_by(outcome: Outcome, color: Color) -> EndReason:
    """Why a game is over, as a side sees it."""
    if outcome.winner is None:
        return EndReason.DRAW
    return EndReason.WIN if outcome.winner is color else EndReason.LOSS
