"""Playing over DamExchange: an engine, or any other player, at one end of a connection."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import NamedTuple, TypeVar

from draughts._core import Board
from draughts.errors import ProtocolError
from draughts.limits import Limit
from draughts.protocols.dxp.connection import DxpConnection, PeerLeftError
from draughts.protocols.dxp.game import DxpGame
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
from draughts.protocols.dxp.options import DxpOptions
from draughts.protocols.dxp.thinking import MovePlayer, Thinking
from draughts.types import Color

__all__ = ["DxpPlayer"]

_M = TypeVar("_M", GameAcceptance, GameEnd)


class _Order(NamedTuple):
    """What another thread wants to have said when it may be said."""

    message: BackRequest | GameEnd
    answer: Future[BackAnswer]


class DxpPlayer:
    """A player at one end of a connection; a context manager, which closes the connection.

    It asks for games (:meth:`request`, the initiator) or waits to be asked (:meth:`follow`, the
    follower), whichever of the two programs has connected. Games follow one another.

    Args:
        connection: to the other program; it is closed with this object.
        player: who chooses our moves.
        options: how games are played.

    Attributes:
        game: the game that is played, or was played last.
    """

    def __init__(
        self,
        connection: DxpConnection,
        player: MovePlayer,
        options: DxpOptions = DxpOptions(),  # noqa: B008 (it never changes)
    ) -> None:
        self.game: DxpGame | None = None
        self._connection = connection
        self._player = player
        self._options = options
        self._orders: deque[_Order] = deque()

    def __enter__(self) -> DxpPlayer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; where it is our turn in a game, end that first."""
        game = self.game
        if game is not None and not game.is_over and game.is_our_turn:
            with suppress(ProtocolError):
                self._connection.send(GameEnd(stop=True))
        self._connection.close()

    @contextmanager
    def _closing_on_error(self) -> Iterator[None]:
        """After an error there is no going on: the other program is told why, if it still hears."""
        try:
            yield
        except Exception as error:
            if isinstance(error, ProtocolError) and not isinstance(error, PeerLeftError):
                with suppress(ProtocolError):
                    self.chat(str(error))
            self._connection.close()
            raise

    # --- games ------------------------------------------------------------------------------------

    def request(
        self,
        color: Color = Color.WHITE,
        *,
        minutes: float = 5,
        moves: int = 0,
        board: Board | None = None,
        stop: bool = False,
    ) -> DxpGame:
        """Ask for a game, as the initiator, and play it.

        Args:
            color: our side.
            minutes: for the whole game of each side, up to 999; many programs read fractions, too.
            moves: of each side, after which the game ends without a result; 0 for no limit.
            board: the position to begin with; by default the start of a game.
            stop: say at the end of the game that we want no other one.

        Raises:
            ProtocolError: the other program declines, breaks the rules of the protocol or of the
                game, or is silent. The connection is closed.
            PeerLeftError: it has left before the game was over.
            ValueError: the position is of another variant than that of the options.
        """
        variant = Board(self._options.variant).variant
        if board is not None and board.variant != variant:
            raise ValueError(
                f"the position is of {board.variant.name}, the games are {variant.name}"
            )
        position = position_of(board) if board is not None else ""
        request = GameRequest(self._options.name, color.opposite, minutes, moves, position)
        with self._closing_on_error():
            self._connection.send(request)
            answer = self._next(GameAcceptance, self._options.silence)
            if answer.code is not Acceptance.ACCEPTED:
                why = answer.code.name.lower().replace("_", " ")
                raise ProtocolError(f"{answer.name} declines: {why}")
            return self._play(request, color, answer.name, stop)

    def follow(self, timeout: float | None = None, *, stop: bool = False) -> DxpGame | None:
        """Wait to be asked for a game, as the follower, and play it.

        A request that we cannot or do not want to play is declined, and the next one awaited.

        Args:
            timeout: seconds to wait; None for ever.
            stop: say at the end of the game that we want no other one.

        Returns:
            None if nobody asked: the time is up, or the other program wants no game or has left.

        Raises:
            ProtocolError: as for :meth:`request`.
        """
        if self.game is not None and self.game.last:
            return None
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._closing_on_error():
            while True:
                try:
                    request = self._next_request(deadline)
                except PeerLeftError:
                    return None
                if request is None:
                    return None
                code = self._judge(request)
                self._connection.send(GameAcceptance(self._options.name, code))
                if code is Acceptance.ACCEPTED:
                    return self._play(request, request.follower, request.name, stop)

    def _next_request(self, deadline: float | None) -> GameRequest | None:
        while deadline is None or time.monotonic() < deadline:
            left = 60.0 if deadline is None else max(deadline - time.monotonic(), 0.0)
            message = self._connection.receive(left)
            if isinstance(message, GameRequest):
                return message
            if isinstance(message, GameEnd):  # after the last game, or before any
                return None
            self._take_aside(message)
        return None

    def _judge(self, request: GameRequest) -> Acceptance:
        if request.version != 1:
            return Acceptance.WRONG_VERSION
        try:
            board = request.board(self._options.variant)
        except ProtocolError:
            return Acceptance.NOT_THIS_GAME
        if board.status() or board.is_game_over():
            return Acceptance.NOT_THIS_GAME
        accept = self._options.accept
        return Acceptance.ACCEPTED if accept is None else accept(request)

    def _play(self, request: GameRequest, color: Color, opponent: str, stop: bool) -> DxpGame:
        game = DxpGame(request, self._options.variant, color, self._options.name, opponent)
        game.last = stop
        self.game = game
        new_game = getattr(self._player, "new_game", None)
        if new_game is not None:
            new_game()
        try:
            while not game.is_over:
                order = self._due(game)
                if order is not None:
                    self._carry_out(game, order)
                elif game.is_our_turn:
                    self._our_turn(game)
                else:
                    self._their_turn(game)
        finally:
            self._drop_orders()
        return game

    # --- turns ------------------------------------------------------------------------------------

    def _our_turn(self, game: DxpGame) -> None:
        reason = game.reason_to_end()
        if reason is not None:
            self._end(game, GameEnd(reason, stop=game.last))
            return
        thinking = Thinking(self._player, game.board, self._limit(game), self._connection.wake)
        try:
            while self._due(game) is None:
                message = self._connection.receive(self._options.silence)
                if message is not None and self._hear(game, message):
                    return
                move = thinking.move()
                if move is not None:
                    self._connection.send(game.our_move(move))
                    self._tell_move(game)
                    return
        finally:
            thinking.stop()

    def _limit(self, game: DxpGame) -> Limit:
        limit = game.limit().within(self._options.limit)
        return limit if any(limit) else Limit(time=1.0)

    def _their_turn(self, game: DxpGame) -> None:
        allowed = self._options.silence
        if game.minutes:
            allowed += game.remaining(game.color.opposite)
        deadline = time.monotonic() + allowed
        while self._due(game) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise ProtocolError(f"{game.opponent} has said nothing for {allowed:.0f} s")
            try:
                message = self._connection.receive(left)
            except PeerLeftError:
                reason = game.reason_to_end()
                if reason is None:
                    raise
                game.end(GameEnd(reason, stop=True), game.color.opposite)
                return
            if message is not None and self._hear(game, message):
                return

    def _hear(self, game: DxpGame, message: Message) -> bool:
        """Act on a message of the other side; whether the turn is over by it."""
        if isinstance(message, MoveMessage):
            game.their_move(message)
            self._tell_move(game)
            return True
        if isinstance(message, GameEnd):
            game.end(message, game.color.opposite)
            with suppress(PeerLeftError):
                self._connection.send(GameEnd(stop=game.last))
            return True
        if isinstance(message, BackRequest):
            return self._answer_back(game, message)
        self._take_aside(message)
        return False

    def _answer_back(self, game: DxpGame, request: BackRequest) -> bool:
        code = BackAnswer.ACCEPTED if self._options.take_back else BackAnswer.NOT_SUPPORTED
        try:
            if code is BackAnswer.ACCEPTED:
                game.back_to(request)
        except ProtocolError:
            code = BackAnswer.REFUSED
        self._connection.send(BackAcceptance(code))
        return code is BackAnswer.ACCEPTED

    def _tell_move(self, game: DxpGame) -> None:
        if self._options.on_move is not None:
            self._options.on_move(game)

    # --- what may be said at any time -------------------------------------------------------------

    def chat(self, text: str) -> None:
        """Say something to the people at the other program; from any thread.

        What is longer than 126 characters is cut, what is not ASCII becomes ``?``.

        Raises:
            PeerLeftError: the other program has gone.
        """
        self._connection.send(Chat.of(text))

    def take_back(self, move_number: int, side: Color) -> Future[BackAnswer]:
        """Ask to go back to an earlier position of the game; from any thread.

        Args:
            move_number: the number of the move that is to be played there, as
                :attr:`DxpGame.move_number` counts.
            side: the side to move there.

        Returns:
            What the other program answers, when it has. The game goes on by itself.
        """
        return self._order(BackRequest(move_number, side))

    def end(self, reason: EndReason = EndReason.LOSS, *, stop: bool = False) -> None:
        """End the game when it is our turn, at once if it is; from any thread.

        Args:
            reason: ``LOSS`` to resign, ``DRAW`` to end it as drawn: the other side has no choice.
            stop: say that we want no other game.
        """
        self._order(GameEnd(reason, stop))

    def _order(self, message: BackRequest | GameEnd) -> Future[BackAnswer]:
        order = _Order(message, Future())
        self._orders.append(order)
        self._connection.wake()
        return order.answer

    def _due(self, game: DxpGame) -> _Order | None:
        """The first order that may be carried out now: a game is ended in our turn alone."""
        for order in list(self._orders):
            if isinstance(order.message, BackRequest) or game.is_our_turn:
                return order
        return None

    def _carry_out(self, game: DxpGame, order: _Order) -> None:
        if isinstance(order.message, BackRequest):
            order.answer.set_result(self._ask_back(game, order.message))
        else:
            self._end(game, order.message)
        self._orders.remove(order)

    def _drop_orders(self) -> None:
        """The game is over: what is still wished comes too late."""
        while self._orders:
            order = self._orders.popleft()
            if not order.answer.done():
                order.answer.set_result(BackAnswer.REFUSED)

    def _ask_back(self, game: DxpGame, request: BackRequest) -> BackAnswer:
        self._connection.send(request)
        deadline = time.monotonic() + self._options.silence
        while (left := deadline - time.monotonic()) > 0:
            message = self._connection.receive(left)
            if isinstance(message, BackAcceptance):
                if message.code is BackAnswer.ACCEPTED:
                    game.back_to(request)
                return message.code
            if message is not None and self._hear(game, message) and game.is_over:
                return BackAnswer.REFUSED
        raise ProtocolError(f"{game.opponent} has not answered {request.format()!r}")

    def _end(self, game: DxpGame, message: GameEnd) -> None:
        """End the game, and wait for the other side to confirm that."""
        game.end(message, game.color)
        with suppress(PeerLeftError):
            self._connection.send(message)
            confirmed = self._next(GameEnd, self._options.silence)
            game.last = game.last or confirmed.stop

    def _take_aside(self, message: Message | None) -> None:
        """Act on what may come although something else is awaited; all else is out of turn."""
        if isinstance(message, Chat):
            if self._options.on_chat is not None:
                self._options.on_chat(message.text)
        elif isinstance(message, BackRequest):  # it has crossed the end of the game
            self._connection.send(BackAcceptance(BackAnswer.REFUSED))
        elif message is not None:
            raise ProtocolError(f"{message.format()!r}: out of turn")

    def _next(self, kind: type[_M], timeout: float) -> _M:
        """The next message but for chats; it must be of a kind."""
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            message = self._connection.receive(left)
            if isinstance(message, kind):
                return message
            self._take_aside(message)
        raise ProtocolError(f"no {kind.__name__} within {timeout:.0f} s")
