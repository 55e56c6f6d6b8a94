"""Waiting for programs to connect, and connecting to one that waits."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from draughts.errors import ProtocolError
from draughts.protocols.dxp.connection import DEFAULT_PORT, DxpConnection, DxpListener
from draughts.protocols.dxp.game import DxpGame
from draughts.protocols.dxp.options import DxpOptions
from draughts.protocols.dxp.player import DxpPlayer
from draughts.protocols.dxp.thinking import MovePlayer

__all__ = ["DxpServer", "connect"]


def connect(
    player: MovePlayer,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    *,
    options: DxpOptions = DxpOptions(),  # noqa: B008 (it never changes)
    timeout: float = 10.0,
) -> DxpPlayer:
    """Connect to a program that listens.

    Args:
        player: who chooses our moves, such as an :class:`~draughts.Engine`.
        host: the name or address of the machine.
        port: its port.
        options: how games are played.
        timeout: seconds that connecting may take.

    Raises:
        ProtocolError: nobody listens there.
    """
    return DxpPlayer(DxpConnection.connect(host, port, timeout=timeout), player, options)


class DxpServer:
    """Plays with the programs that connect to a port, one after the other; a context manager.

    For several games at once take several ports, each with a server, a player and a thread.

    Args:
        player: who chooses our moves, such as an :class:`~draughts.Engine`.
        host: the address to listen at: by default this machine alone can connect, with
            ``"0.0.0.0"`` the whole network can.
        port: the port; 0 for any that is free.
        options: how games are played.

    Attributes:
        port: where it listens.

    Raises:
        ProtocolError: the port is taken, or the address is not of this machine.

    >>> from threading import Thread
    >>> from draughts.protocols.dxp import DxpOptions
    >>> quick = DxpOptions(variant="antidraughts", limit=Limit(depth=1))
    >>> with DxpServer(Engine(hash_mb=1), port=0, options=quick) as server:
    ...     thread = Thread(target=server.serve, kwargs={"games": 1})
    ...     thread.start()
    ...     with connect(Engine(hash_mb=1), port=server.port, options=quick) as client:
    ...         game = client.request(Color.WHITE, minutes=1, moves=3)
    ...     thread.join()
    >>> game.opponent, game.board.ply, game.game.result()
    ('draughts', 6, '*')
    """

    def __init__(
        self,
        player: MovePlayer,
        *,
        host: str = "127.0.0.1",
        port: int = DEFAULT_PORT,
        options: DxpOptions = DxpOptions(),  # noqa: B008 (it never changes)
    ) -> None:
        self._listener = DxpListener(host, port)
        self._player = player
        self._options = options
        self._serving: DxpPlayer | None = None
        self._closed = False
        self.port = self._listener.port

    def __enter__(self) -> DxpServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Listen no more, and end the game of :meth:`serve`; from any thread."""
        self._closed = True
        self._listener.close()
        if self._serving is not None:
            self._serving.close()

    def accept(self, timeout: float | None = None) -> DxpPlayer | None:
        """Wait for a program to connect.

        Args:
            timeout: seconds to wait; None for ever.

        Returns:
            Our end of the connection; None if nobody came in time, or the server was closed.
        """
        connection = self._listener.accept(timeout)
        return None if connection is None else DxpPlayer(connection, self._player, self._options)

    def serve(
        self,
        games: int | None = None,
        *,
        on_game: Callable[[DxpGame], object] | None = None,
        on_error: Callable[[ProtocolError, DxpGame | None], object] | None = None,
    ) -> None:
        """Play as the follower with one program after the other.

        Args:
            games: after how many games to stop; None for never.
            on_game: called after each game that has come to its end.
            on_error: called when a connection ends with a fault, with the game that was played, if
                there was one; then the next program is awaited.
        """
        left = games
        while left is None or left > 0:
            player = self._serving = self.accept()
            if player is None:
                return
            with player:
                if self._closed:
                    return
                played = self._serve_one(player, left, on_game, on_error)
            left = None if left is None else left - played

    def _serve_one(
        self,
        player: DxpPlayer,
        games: int | None,
        on_game: Callable[[DxpGame], object] | None,
        on_error: Callable[[ProtocolError, DxpGame | None], object] | None,
    ) -> int:
        """Play the games that one program asks for; how many there were."""
        played = 0
        try:
            while games is None or played < games:
                game = player.follow(stop=played + 1 == games)
                if game is None:
                    break
                played += 1
                if on_game is not None:
                    on_game(game)
        except ProtocolError as error:
            if on_error is not None:
                unfinished = player.game if player.game and not player.game.is_over else None
                on_error(error, unfinished)
        return played
