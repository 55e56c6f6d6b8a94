"""What uvicorn has to be told, so that no page can make the server keep much for it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from draughts.web.online import LONGEST_MESSAGE
from draughts.web.throttle import Bucket

__all__ = ["SOCKET_OPTIONS", "GuardedProtocol"]

_MOST_UNSENT = 1_000_000  # bytes
_SENT_WITHIN = 20.0  # seconds

_Protocol: Any = AutoWebSocketsProtocol


class GuardedProtocol(_Protocol):  # type: ignore[misc]
    """A WebSocket that is cut off when its page sends too much or takes nothing of what it is sent.

    Uvicorn answers pings without end, also those of a page that does not read the answers, and
    waits for ever to close a connection until all that was to be sent has been taken.

    Attributes:
        byte_rate: bytes that a page may send in a second, in the long run.
        byte_burst: bytes that it may send at once.
    """

    byte_rate = 10_000.0
    byte_burst = 100_000.0

    _bucket: Bucket | None = None
    _deadline: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless the page leaves too much of its own unread."""
        self._bucket = self._bucket or Bucket(self.byte_rate, self.byte_burst)
        if not self._bucket.take(len(data)):
            self.transport.abort()
            return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > _MOST_UNSENT:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Begin to wait for a page that takes nothing."""
        super().pause_writing()
        self._deadline = asyncio.get_running_loop().call_later(_SENT_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """The page has taken something."""
        self._stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The page is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


SOCKET_OPTIONS: dict[str, Any] = {
    "ws": GuardedProtocol,
    "ws_max_size": LONGEST_MESSAGE,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "ws_per_message_deflate": False,
}
"""Options for uvicorn: besides the above, long messages are cut off before they are in memory, a
page that does not answer for 40 seconds is gone, and no memory goes into packing small messages."""
