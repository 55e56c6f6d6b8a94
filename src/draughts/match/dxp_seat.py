"""A seat in a match for a program that plays over DamExchange.

We are the initiator of its games, and tell it the moves of whoever it plays with.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from draughts._core import Board
from draughts.errors import EngineError, ProtocolError
from draughts.game import Game
from draughts.limits import Limit
from draughts.match.players import Address
from draughts.match.seat import Seat, Word
from draughts.protocols.dxp.connection import DxpConnection, DxpListener, PeerLeftError
from draughts.protocols.dxp.game import DxpGame, seen_by
from draughts.protocols.dxp.messages import (
    Acceptance,
    BackAcceptance,
    BackAnswer,
    BackRequest,
    Chat,
    EndReason,
    GameAcceptance,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
    position_of,
)
from draughts.protocols.process import Child
from draughts.types import Color

__all__ = ["DxpSeat"]

_NAME = "draughts match"
_PATIENCE = 10.0  # seconds for an answer, beyond what the clock still shows
_ARRIVAL = 30.0  # seconds that a program has to start, or to come to us
_RETURN = 2.0  # seconds that one may need to listen again
_NAP = 0.1  # seconds
_FAREWELL = 1.0  # seconds that a program has to end by itself when the connection is closed

_WORDS = {EndReason.LOSS: Word.RESIGNS, EndReason.DRAW: Word.DRAWS}


class DxpSeat(Seat):
    """A program at the table that speaks DamExchange. It is met when the first game begins.

    Args:
        name: what the player is called.
        address: where the program is met.
        run: the program and its arguments, to be started; empty where it runs by itself.
        cwd: the folder in which it is started; None for the current one.
    """

    def __init__(self, name: str, address: Address, run: Sequence[str], cwd: str | None) -> None:
        self._name, self._address, self._run, self._cwd = name, address, run, cwd
        self._child: Child | None = None
        self._connection: DxpConnection | None = None
        self._game: DxpGame | None = None
        self._first_ply = 0

    # --- games ------------------------------------------------------------------------------------

    def new_game(self, board: Board, color: Color, limit: Limit) -> None:
        """Ask the program for a game from a position.

        Raises:
            EngineError: the program is not there, or it declines.
        """
        assert limit.remaining is not None
        request = GameRequest(_NAME, color, limit.remaining / 60, 0, position_of(board))
        with self._explained():
            answer = self._asked(request)
        if answer.code is not Acceptance.ACCEPTED:
            why = answer.code.name.lower().replace("_", " ")
            raise EngineError(f"{self._name} declines the game: {why}")
        self._game = DxpGame(request, board.variant, color.opposite, _NAME, answer.name)
        self._first_ply = len(board.move_stack)

    def choose(self, board: Board, limit: Limit) -> str | Word:
        """What the program answers to the last move: a move, or that it ends the game.

        A move that is not legal is given back as text: it loses the game, not the match. So does
        the claim of a win that the rules do not know.

        Raises:
            EngineError: the program has left, is silent, or breaks the rules of the protocol.
        """
        game = self._game
        assert game is not None
        with self._explained():
            self._tell(game, board)
            message = self._heard((limit.remaining or 0.0) + _PATIENCE)
            if isinstance(message, GameEnd):
                self._confirm(message)
                return _WORDS.get(message.reason, message.format())
            if not isinstance(message, MoveMessage):
                raise ProtocolError(f"{message.format()!r}: out of turn")
            try:
                return board.pdn(game.their_move(message))
            except ProtocolError as error:
                with self._hanging_up_on_error():
                    self._end(EndReason.WIN)
                return str(error)

    def end_game(self, game: Game) -> None:
        """Tell the program the last move and that the game is over.

        Whatever goes wrong with that now makes no difference: the next game is asked for over a new
        connection.
        """
        ours = self._game
        if ours is None:
            return
        outcome = game.outcome()
        assert outcome is not None
        with self._hanging_up_on_error():
            self._tell(ours, game.board)
            if not ours.is_our_turn:  # the program may see by itself that the game is over
                message = self._heard(ours.remaining(ours.color.opposite) + _PATIENCE)
                if isinstance(message, GameEnd):
                    self._confirm(message)
                    return
            self._end(seen_by(outcome, ours.color))

    def close(self) -> None:
        """Leave, and end the program if it was started here."""
        self._game = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._child is not None:
            self._child.close(_FAREWELL)
            self._child = None

    # --- what is said -----------------------------------------------------------------------------

    def _asked(self, request: GameRequest) -> GameAcceptance:
        """The answer to a request; a program may have left after the game before."""
        if self._connection is not None:
            with suppress(PeerLeftError):
                return self._answer(request)
            self.close()
        self._meet()
        return self._answer(request)

    def _answer(self, request: GameRequest) -> GameAcceptance:
        self._say(request)
        answer = self._heard(_PATIENCE)
        if not isinstance(answer, GameAcceptance):
            raise ProtocolError(f"{answer.format()!r} is no answer to a request for a game")
        return answer

    def _tell(self, game: DxpGame, board: Board) -> None:
        """Tell the moves that the program has not heard of."""
        for move in board.move_stack[self._first_ply + len(game.board.move_stack) :]:
            self._say(game.our_move(move))

    def _end(self, reason: EndReason) -> None:
        """End the game, for it is our turn, and wait for the program to confirm it."""
        self._game = None
        self._say(GameEnd(reason))
        while not isinstance(answer := self._heard(_PATIENCE), GameEnd):
            pass
        self._leave_if_wished(answer)

    def _confirm(self, end: GameEnd) -> None:
        """The program has ended the game."""
        self._game = None
        with suppress(PeerLeftError):
            self._say(GameEnd())
        self._leave_if_wished(end)

    def _leave_if_wished(self, end: GameEnd) -> None:
        """A program that wants no other game over this connection is met anew for the next."""
        if end.stop:
            self.close()

    def _say(self, message: Message) -> None:
        if self._connection is None:
            raise PeerLeftError("the connection was given up")
        self._connection.send(message)

    def _heard(self, seconds: float) -> Message:
        """The next message but for chats and wishes to take moves back, which are refused."""
        if self._child is not None:
            self._child.forget()  # nobody reads what it prints
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self._connection is None:
                raise PeerLeftError("the connection was given up")
            message = self._connection.receive(left)
            if isinstance(message, BackRequest):
                self._say(BackAcceptance(BackAnswer.REFUSED))
            elif message is not None and not isinstance(message, Chat):
                return message
        raise ProtocolError(f"it has said nothing for {seconds:.0f} s")

    # --- coming and going -------------------------------------------------------------------------

    def _meet(self) -> None:
        """Connect with the program, once it is started."""
        host, port, listen = self._address
        if not listen:
            self._start()
            self._connection = self._connected(host, port)
            return
        with DxpListener(host, port) as listener:
            self._start()
            self._connection = listener.accept(_ARRIVAL)
        if self._connection is None:
            raise ProtocolError(f"it has not connected to {host} port {port} in {_ARRIVAL:.0f} s")

    def _start(self) -> None:
        if self._run:
            self._child = Child(self._run, cwd=self._cwd)

    def _connected(self, host: str, port: int) -> DxpConnection:
        """Connect with a program that is about to listen."""
        deadline = time.monotonic() + (_ARRIVAL if self._run else _RETURN)
        while True:
            try:
                return DxpConnection.connect(host, port, timeout=_PATIENCE)
            except ProtocolError:
                if time.monotonic() > deadline:
                    raise
            if self._child is not None:
                self._child.read(_NAP)  # raises if it has ended
            else:
                time.sleep(_NAP)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """A fault of the program ends the match, and says whose it is."""
        try:
            yield
        except (ProtocolError, EngineError) as error:
            self.close()
            raise EngineError(f"{self._name}: {error}") from None

    @contextmanager
    def _hanging_up_on_error(self) -> Iterator[None]:
        """A fault of the program when the game is over does not matter any more."""
        try:
            yield
        except (ProtocolError, EngineError):
            self.close()
