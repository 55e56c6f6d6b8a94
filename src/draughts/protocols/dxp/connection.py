"""A connection of DamExchange: messages over TCP, each ended by a NUL."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from draughts.errors import ProtocolError
from draughts.protocols.dxp.messages import LONGEST, Message
from draughts.protocols.dxp.reading import parse

__all__ = ["DEFAULT_PORT", "DxpConnection", "DxpListener", "PeerLeftError"]

DEFAULT_PORT = 27531  # that of the protocol's description
_HERE = "127.0.0.1"
_CHUNK = 4096
_NAP = 0.5  # the longest sleep, in seconds: on Windows Ctrl-C waits for its end

# Some programs read what comes at once as one message: what follows a message that was not answered
# waits a little.
_PAUSE = 0.1

_Self = TypeVar("_Self", bound="_Closing")


def address(text: str) -> tuple[str, int]:
    """Read a host and a port, either of which may be left out: then this machine, port 27531.

    Raises:
        ValueError: it is neither.

    >>> from draughts.protocols.dxp.connection import address
    >>> address("27532"), address("scan.example"), address("[::1]:27531")
    (('127.0.0.1', 27532), ('scan.example', 27531), ('::1', 27531))
    """
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = ("", text) if text.isdecimal() else (text, "")
    elif host.count(":") and not host.startswith("["):  # IPv6 without a port
        host, port = text, ""
    if port and not (port.isdecimal() and int(port) < 1 << 16):
        raise ValueError(f"{text!r} is no host and port, such as localhost:27531")
    return host.strip("[]") or _HERE, int(port or DEFAULT_PORT)


class PeerLeftError(ProtocolError):
    """The other program has closed the connection."""


class _Closing:
    """Something that is closed at the end of a ``with`` block."""

    def close(self) -> None:
        """Let go of the socket. It may be done twice."""
        raise NotImplementedError

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class _Bell:
    """Waits for a socket to have something to read, or to be rung from another thread."""

    def __init__(self, sock: socket.socket) -> None:
        self._ear, self._button = socket.socketpair()
        self._ear.setblocking(False)
        self._button.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(sock, selectors.EVENT_READ, True)
        self._selector.register(self._ear, selectors.EVENT_READ, False)

    def ring(self) -> None:
        """Wake the waiting thread, or the next one that waits."""
        with suppress(OSError):  # full of rings that nobody has heard, or closed
            self._button.send(b"!")

    def wait(self, timeout: float) -> bool:
        """Wait until there is something to read; false if the bell rang first or time is up."""
        deadline = time.monotonic() + timeout
        while True:
            left = max(deadline - time.monotonic(), 0.0)
            ready = [bool(key.data) for key, _ in self._selector.select(min(left, _NAP))]
            if False in ready:
                with suppress(OSError):
                    self._ear.recv(_CHUNK)
            if ready or left <= _NAP:
                return True in ready

    def close(self) -> None:
        self._selector.close()
        self._ear.close()
        self._button.close()


class DxpConnection(_Closing):
    """One end of a connection between two programs; a context manager.

    Only one thread receives; any may send, :meth:`wake` and :meth:`close` are for any, too.

    Args:
        sock: a connected stream socket, which the connection owns from now on.
        timeout: seconds that the rest of a message that has begun, and the acceptance of one that
            is sent, may take.

    >>> import socket
    >>> ours, theirs = socket.socketpair()
    >>> with DxpConnection(ours) as connection:
    ...     _ = theirs.sendall(b"CGood luck!\\0")
    ...     connection.receive(1.0)
    Chat(text='Good luck!')
    >>> theirs.close()
    """

    def __init__(self, sock: socket.socket, *, timeout: float = 10.0) -> None:
        self._sock = sock
        self._sock.settimeout(timeout)
        with suppress(OSError):  # a pair of sockets of this machine knows no such option
            self._sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._timeout = timeout
        self._bell = _Bell(sock)
        self._sending = threading.Lock()
        self._receiving = threading.Lock()
        self._unanswered: float | None = None  # when the last message went out
        self._read = bytearray()
        self._begun = 0.0  # when the message that is not complete began to come
        self._closed = False

    @classmethod
    def connect(
        cls, host: str = "127.0.0.1", port: int = DEFAULT_PORT, *, timeout: float = 10.0
    ) -> DxpConnection:
        """Connect to a program that listens.

        Args:
            host: its name or address, of IPv4 or IPv6.
            port: its port.
            timeout: seconds that this may take; later the same as for the class.

        Raises:
            ProtocolError: nobody listens there.
        """
        try:
            return cls(socket.create_connection((host, port), timeout), timeout=timeout)
        except OSError as error:
            why = error.strerror or str(error)
            raise ProtocolError(f"no connection to {host} port {port}: {why}") from None

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            ProtocolError: a field cannot be sent, or the other program does not take it.
            PeerLeftError: the other program has gone.
        """
        data = message.format().encode("ascii") + b"\0"
        with self._sending:
            if self._unanswered is not None:
                time.sleep(max(self._unanswered + _PAUSE - time.monotonic(), 0.0))
            try:
                self._sock.sendall(data)
            except TimeoutError:
                raise ProtocolError(f"nothing was read for {self._timeout:g} s") from None
            except OSError as error:
                raise PeerLeftError(f"the other program has gone: {error.strerror}") from None
            self._unanswered = time.monotonic()

    def receive(self, timeout: float) -> Message | None:
        """The next message.

        Args:
            timeout: seconds to wait for it.

        Returns:
            None if there was none in time, or :meth:`wake` was called.

        Raises:
            ProtocolError: what came is no message, is too long, or stopped in its midst.
            PeerLeftError: the other program has gone, or the connection was closed.
        """
        with self._receiving:
            return self._receive(time.monotonic() + timeout)

    def _receive(self, deadline: float) -> Message | None:
        while (end := self._read.find(0)) < 0:
            if self._closed:
                raise PeerLeftError("the connection was closed")
            if len(self._read) > LONGEST:
                raise ProtocolError(
                    f"more than {LONGEST} characters without the NUL that ends a message: "
                    f"{bytes(self._read[:20])!r}..."
                )
            limit = min(deadline, self._begun + self._timeout) if self._read else deadline
            if not self._bell.wait(max(limit - time.monotonic(), 0.0)):
                if self._read and time.monotonic() >= self._begun + self._timeout:
                    raise ProtocolError(
                        f"a message was not ended within {self._timeout:g} s: {bytes(self._read)!r}"
                    )
                return None
            self._read_more()
        data = bytes(self._read[:end])
        del self._read[: end + 1]
        self._begun = time.monotonic()
        self._unanswered = None
        return parse(data)

    def _read_more(self) -> None:
        try:
            data = self._sock.recv(_CHUNK)
        except OSError as error:
            raise PeerLeftError(f"the other program has gone: {error.strerror}") from None
        if not data:
            begun = f" in the midst of {bytes(self._read)!r}" if self._read else ""
            raise PeerLeftError(f"the other program has closed the connection{begun}")
        if not self._read:
            self._begun = time.monotonic()
        self._read += data

    def wake(self) -> None:
        """Let a :meth:`receive` that waits, or else the next, return None; from any thread."""
        self._bell.ring()

    def close(self) -> None:
        """Close the connection; from any thread. It may be done twice."""
        if self._closed:
            return
        self._closed = True
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._bell.ring()
        with self._receiving:
            self._sock.close()
            self._bell.close()


class DxpListener(_Closing):
    """Waits for programs that connect; a context manager.

    Args:
        host: the address to listen at: by default this machine alone can connect, with
            ``"0.0.0.0"`` the whole network can.
        port: the port; 0 for any that is free.

    Raises:
        ProtocolError: the port is taken, or the address is not of this machine.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = DEFAULT_PORT) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._sock = socket.create_server((host, port), family=family)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ProtocolError(f"cannot listen at {host} port {port}: {why}") from None
        self._bell = _Bell(self._sock)
        self._waiting = threading.Lock()
        self._closed = False
        self.port: int = self._sock.getsockname()[1]

    def accept(self, timeout: float | None = None) -> DxpConnection | None:
        """The next connection.

        Args:
            timeout: seconds to wait for it; None for ever.

        Returns:
            None if there was none in time, or the listener was closed.
        """
        with self._waiting:
            while not self._closed:
                if self._bell.wait(_NAP if timeout is None else timeout):
                    with suppress(OSError):  # the other end left at once
                        return DxpConnection(self._sock.accept()[0])
                elif timeout is not None:
                    break
        return None

    def close(self) -> None:
        """Listen no more; from any thread. A waiting :meth:`accept` returns None."""
        self._closed = True
        self._bell.ring()
        with self._waiting:
            self._sock.close()
            self._bell.close()
