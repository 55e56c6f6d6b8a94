"""What comes with a request: its body, and who sends it."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from draughts.protocols.messages import BadMessage
from draughts.web.throttle import network

__all__ = ["address_of", "body_of"]


async def body_of(request: Request, most_bytes: int) -> bytes:
    """The body of a request.

    Raises:
        BadMessage: it is longer than it may be (``too-long``).
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise BadMessage("too-long", f"a message has at most {most_bytes} bytes")
    return bytes(body)


def address_of(connection: HTTPConnection) -> str:
    """What counts as one client, see :func:`draughts.web.throttle.network`."""
    return "" if connection.client is None else network(connection.client.host)
