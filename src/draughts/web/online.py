"""Playing online: the address where a room is made, and the socket by which a page is in it."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from draughts.protocols.messages import BadMessage, read_object
from draughts.web.requests import address_of, body_of
from draughts.web.rooms import Room
from draughts.web.settings import read_settings
from draughts.web.store import Store
from draughts.web.tables import Page, Table, Thinker
from draughts.web.tasks import Tasks
from draughts.web.throttle import Allowance, Bucket, Places
from draughts.web.visitors import change_of, read_hello

__all__ = ["LONGEST_MESSAGE", "Limits", "Online"]

LONGEST_MESSAGE = 4096
"""Bytes of a message from a page."""

_HELLO_WITHIN = 10.0  # seconds
_GOODBYE_WITHIN = 2.0
_LOOK_ROUND = 3.0
_CLEAN = 3600.0
_ROOM_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_PONG = json.dumps({"type": "pong"})
_CLOSE_CODES = {"no-room": 4404, "version": 4400, "full": 4409, "too-slow": 4408, "too-fast": 4429}
_STATUS = {"too-many": 429, "too-long": 413, "not-kept": 503, "origin": 403}

_log = logging.getLogger(__name__)


class Limits(NamedTuple):
    """What one page or one address may ask for.

    Args:
        messages_per_second: from a page, in the long run.
        message_burst: from a page at once.
        rooms_per_hour: made by one address.
        connections: open at once from one address.
        connections_per_minute: made by one address.
        origins: the origins of other sites whose pages may connect, such as ``https://a.example``.
    """

    messages_per_second: float = 20.0
    message_burst: int = 40
    rooms_per_hour: int = 30
    connections: int = 100
    connections_per_minute: int = 120
    origins: tuple[str, ...] = ()


class Online:
    """The rooms of one server process.

    Args:
        store: where they are kept.
        thinker: plays for those who are away.
        limits: what one page or one address may ask for.
    """

    def __init__(self, store: Store, thinker: Thinker, limits: Limits | None = None) -> None:
        self._store = store
        self._thinker = thinker
        self._limits = limits or Limits()
        rooms, connections = self._limits.rooms_per_hour, self._limits.connections_per_minute
        self._rooms_made = Allowance(rooms / 3600, rooms)
        self._connections_made = Allowance(connections / 60, connections)
        self._places = Places(self._limits.connections)
        self._tables: dict[str, Table] = {}
        self._numbers = itertools.count(1)
        self._tasks = Tasks()
        self._background = Tasks()
        self._opened: asyncio.Task[None] | None = None

    def routes(self) -> list[BaseRoute]:
        """``POST /api/rooms`` makes a room, ``/ws/{room}`` is the socket into it."""
        return [
            Route("/api/rooms", self._make_room, methods=["POST"]),
            WebSocketRoute("/ws/{room}", self._socket),
        ]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the rooms at work for the length of an ``async with`` statement.

        Raises:
            OSError: the store cannot be opened.
        """
        await self._ready()
        try:
            yield
        finally:
            self._background.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=_GOODBYE_WITHIN)
                self._tasks.cancel()
            self._opened = None
            await self._store.close()

    async def _need_store(self) -> None:
        """A site in which the page is mounted may not have said that it starts."""
        try:
            await self._ready()
        except OSError as error:
            raise BadMessage("not-kept", f"rooms cannot be kept: {error}") from None

    async def _ready(self) -> None:
        """Open the store, the first time."""
        if self._opened is None:
            self._opened = asyncio.ensure_future(self._open())
        try:
            await asyncio.shield(self._opened)
        except OSError:
            self._opened = None  # it is tried again
            raise

    async def _open(self) -> None:
        await self._store.open()
        self._background.start(self._look_round())
        self._background.start(self._clean())

    # --- making a room ----------------------------------------------------------------------------

    async def _make_room(self, request: Request) -> Response:
        try:
            room = await self._made(request)
        except BadMessage as error:
            return JSONResponse({"error": error.to_json()}, _STATUS.get(error.code, 400))
        return JSONResponse({"room": room.id, "creator": room.creator}, 201)

    async def _made(self, request: Request) -> Room:
        if not _same_site(request.headers, self._limits.origins):
            raise BadMessage("origin", "a page of another site may not make rooms here")
        fields = read_object(await body_of(request, LONGEST_MESSAGE) or b"{}")
        fields.only("settings")
        room = Room(read_settings(fields.object("settings")))
        if not self._rooms_made.take(address_of(request)):
            raise BadMessage("too-many", "too many rooms were made; try again later")
        await self._need_store()
        await self._store.add(room)
        return room

    # --- a page in a room -------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        address = address_of(socket)
        with self._places.taken(address) as place:
            welcome = _same_site(socket.headers, self._limits.origins)
            if not (place and welcome and self._connections_made.take(address)):
                await socket.close()
                return
            await socket.accept()
            try:
                await self._talk(socket)
            except BadMessage as error:
                await _refuse(socket, error)
            except WebSocketDisconnect:
                pass

    async def _talk(self, socket: WebSocket) -> None:
        connection = f"{self._store.server}:{next(self._numbers)}"
        page = Page(read_hello(read_object(await _hello(socket)), connection))
        room_id = socket.path_params["room"]
        if not _ROOM_ID.fullmatch(room_id):
            raise BadMessage("no-room", "there is no such room")
        await self._need_store()
        table = self._table(room_id)
        try:
            await table.join(page)
            await self._serve(socket, table, page)
        finally:
            self._tasks.start(self._leave(room_id, page))

    async def _serve(self, socket: WebSocket, table: Table, page: Page) -> None:
        """Carry messages in both directions until one end has had enough."""
        sending = asyncio.ensure_future(_send(socket, page))
        receiving = asyncio.ensure_future(self._receive(socket, table, page))
        page.too_slow = sending.cancel
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
            if sending.cancelled():
                raise BadMessage("too-slow", "the page does not take its messages")
            if receiving.done():
                receiving.result()
        finally:
            sending.cancel()
            receiving.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _receive(self, socket: WebSocket, table: Table, page: Page) -> None:
        """Follow the messages of a page."""
        bucket = Bucket(self._limits.messages_per_second, self._limits.message_burst)
        while True:
            text = await _next(socket)
            if not bucket.take():
                raise BadMessage("too-fast", "too many messages at once")
            await self._follow(text, table, page)

    async def _follow(self, text: str | bytes, table: Table, page: Page) -> None:
        about = None
        try:
            fields = read_object(text)
            about = fields.text("type", 20)
            if about == "ping":
                page.send(_PONG)
            else:
                await table.change(page, change_of(page.visitor, fields))
        except BadMessage as error:
            page.send(_error(error, about))

    def _table(self, room_id: str) -> Table:
        """The table of a room, for one more page."""
        table = self._tables.get(room_id)
        if table is None:
            table = self._tables[room_id] = Table(room_id, self._store, self._thinker)
        table.users += 1
        return table

    async def _leave(self, room_id: str, page: Page) -> None:
        """Let a page go, and the table with the last of them."""
        table = self._tables[room_id]
        try:
            await table.leave(page)
        finally:
            table.users -= 1
            if not table.users:
                del self._tables[room_id]
                await table.close()

    # --- what goes on in the background -----------------------------------------------------------

    async def _look_round(self) -> None:
        """See whether another server has gone, and its connections with it."""
        known = self._store.servers
        while True:
            await asyncio.sleep(_LOOK_ROUND)
            if known - self._store.servers:
                for table in list(self._tables.values()):
                    self._tasks.start(table.look_round())
            known = self._store.servers

    async def _clean(self) -> None:
        while True:
            try:
                await self._store.clean()
            except BadMessage as error:
                _log.warning("old rooms are still there: %s", error)
            await asyncio.sleep(_CLEAN)


async def _hello(socket: WebSocket) -> str | bytes:
    try:
        return await asyncio.wait_for(_next(socket), _HELLO_WITHIN)
    except asyncio.TimeoutError:
        raise BadMessage("no-hello", "the page did not say hello") from None


async def _next(socket: WebSocket) -> str | bytes:
    """The next message of a page."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    if len(text) > LONGEST_MESSAGE:
        raise BadMessage("too-long", f"a message has at most {LONGEST_MESSAGE} bytes")
    return text


async def _send(socket: WebSocket, page: Page) -> None:
    """Send a page its messages for as long as it takes them."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await page.next_message())


async def _refuse(socket: WebSocket, error: BadMessage) -> None:
    """Tell a page why it is sent away."""
    with suppress(WebSocketDisconnect, RuntimeError, asyncio.TimeoutError):
        await asyncio.wait_for(socket.send_text(_error(error, None)), _GOODBYE_WITHIN)
        code = _CLOSE_CODES.get(error.code, 4400)
        await asyncio.wait_for(socket.close(code, error.code), _GOODBYE_WITHIN)


def _error(error: BadMessage, about: str | None) -> str:
    return json.dumps({"type": "error", **error.to_json(), "about": about})


def _same_site(headers: Headers, others: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this site, of an allowed one, or from no page."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        host = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    forwarded = headers.get("x-forwarded-host", "").partition(",")[0].strip()
    return host != "" and host in (headers.get("host", "").lower(), forwarded.lower())
