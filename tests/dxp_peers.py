"""What the tests of DamExchange play with and against."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from draughts import Board, Limit, PlayResult
from draughts.engine import Engine
from draughts.protocols.dxp import DxpConnection, DxpOptions, DxpPlayer, Message, MovePlayer


class FirstMove:
    """Plays the first legal move."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.games = 0

    def new_game(self) -> None:
        self.games += 1

    def play(self, board: Board, limit: Limit) -> PlayResult:
        self.limits.append(limit)
        info = Engine(hash_mb=1).analyse(board, Limit(depth=1))
        return PlayResult(board.legal_moves[0], None, info)


class Ponderous(FirstMove):
    """Thinks until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.began = threading.Semaphore(0)
        self.stopped = threading.Event()

    def play(self, board: Board, limit: Limit) -> PlayResult:
        self.began.release()
        assert self.stopped.wait(30)
        self.stopped.clear()
        return super().play(board, limit)

    def stop(self) -> None:
        self.stopped.set()


class Peer:
    """The other end of a connection, which can also break every rule."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._connection = DxpConnection(sock)

    def send(self, message: Message) -> None:
        self._connection.send(message)

    def raw(self, data: bytes) -> None:
        self.sock.sendall(data)

    def receive(self) -> Message:
        message = self._connection.receive(10)
        assert message is not None
        return message

    def close(self) -> None:
        self._connection.close()


class Aside:
    """Something that runs in a thread of its own; its end is looked at here."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._value: Any = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error

    def result(self) -> Any:
        self._thread.join(20)
        assert not self._thread.is_alive()
        if self._error is not None:
            raise self._error
        return self._value


@contextmanager
def facing(player: MovePlayer, options: DxpOptions, timeout: float = 10.0) -> Iterator[Any]:
    """A player of ours and its peer; afterwards no thread of either may be left."""
    before = set(threading.enumerate())
    ours, theirs = socket.socketpair()
    peer = Peer(theirs)
    try:
        with DxpPlayer(DxpConnection(ours, timeout=timeout), player, options) as ourselves:
            yield ourselves, peer
    finally:
        peer.close()
    assert ours.fileno() == -1
    for thread in set(threading.enumerate()) - before:
        thread.join(2)
        assert not thread.is_alive()
