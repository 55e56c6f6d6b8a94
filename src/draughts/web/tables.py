"""A room at work on one server: the pages that are connected, and what has to happen on time."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from draughts.protocols.messages import BadMessage
from draughts.protocols.play import Play
from draughts.web.notices import Notice
from draughts.web.players import same_secret
from draughts.web.rooms import Change, Room
from draughts.web.store import Store
from draughts.web.tasks import Tasks
from draughts.web.visitors import Visitor

__all__ = ["Page", "Table", "Thinker"]

_MOST_WAITING = 64  # messages for a page that is slow to take them
_THINKING_LEASE = 15.0  # seconds in which no other server thinks about the same move
_AFTER = 0.02  # seconds, so that what is due is certainly due when the timer goes off
_PAUSE = 1.0  # seconds, before what failed is tried again

_log = logging.getLogger(__name__)


class Thinker(Protocol):
    """The computer that plays for those who are away."""

    async def think(self, play: Play, level: str) -> list[int]:
        """A move in a game that goes on, as :meth:`Play.move` takes it.

        Args:
            play: the game; a copy that nobody else has.
            level: ``"easy"``, ``"medium"`` or ``"hard"``.
        """


class Page:
    """A connected page: who is there, and the messages that are to be sent.

    Args:
        visitor: who it is.

    Attributes:
        is_creator: whether it is whoever made the room.
        joined: whether the room knows of it.
        too_slow: is called when the page does not take its messages.
    """

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.is_creator = False
        self.joined = False
        self.too_slow: Callable[[], object] = lambda: None
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._told: dict[str, Any] = {}

    def send(self, text: str) -> None:
        """Send a message when the page takes it. A page that is too slow for that is given up."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.too_slow()

    async def next_message(self) -> str:
        """The next message to send."""
        return await self._waiting.get()

    def show(self, notice: Notice) -> None:
        """Send the state of the room, after who the page is in it if that is new."""
        seat = notice.seat_of(self.visitor.secret)
        secret = None if seat is None else self.visitor.secret
        you = {"type": "you", "seat": seat, "secret": secret, "creator": self.is_creator}
        if self._told != you:
            self._told = you
            self.send(json.dumps(you))
        self.send(notice.text)


class Table:
    """A room at work on this server.

    Args:
        room_id: the room.
        store: where it is kept.
        thinker: plays for those who are away.

    Attributes:
        pages: those that are connected, by connection.
        users: how many pages need the table: the connected, the coming and the going.
    """

    def __init__(self, room_id: str, store: Store, thinker: Thinker) -> None:
        self.pages: dict[str, Page] = {}
        self.users = 0
        self._room_id = room_id
        self._store = store
        self._thinker = thinker
        self._version = -1
        self._computer = False
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = Tasks()
        self._opened = asyncio.ensure_future(store.subscribe(room_id, self._show))

    async def join(self, page: Page) -> None:
        """Connect a page."""
        visitor = page.visitor

        def joined(room: Room, now: float) -> None:
            page.is_creator = same_secret(visitor.creator, room.creator)

        await asyncio.shield(self._opened)
        self.pages[visitor.connection] = page
        await self.change(page, joined)
        page.joined = True

    async def change(self, page: Page, change: Change) -> None:
        """Let a page change the room.

        Raises:
            BadMessage: it may not, or the change could not be kept.
        """
        servers, connect = self._store.servers, _connects(page)

        def connected(room: Room, now: float) -> None:
            room.keep_only(servers, now)
            connect(room, now)
            change(room, now)

        await asyncio.shield(self._store.update(self._room_id, connected))

    async def leave(self, page: Page) -> None:
        """Disconnect a page."""
        connection = page.visitor.connection
        self.pages.pop(connection, None)
        await self._insist(lambda room, now: room.disconnect(connection, now))

    async def look_round(self) -> None:
        """Forget the connections of servers that are gone."""
        servers = self._store.servers
        await self._insist(lambda room, now: room.keep_only(servers, now))

    async def close(self) -> None:
        """Let go of the room, when the last page has left."""
        if self._timer is not None:
            self._timer.cancel()
        self._tasks.cancel()
        with suppress(BadMessage):
            await self._opened
            await self._store.unsubscribe(self._room_id, self._show)

    async def _insist(self, change: Change) -> None:
        """Change the room, however often it takes while the store does not answer."""
        while True:
            try:
                await asyncio.shield(self._store.update(self._room_id, change))
                return
            except BadMessage as error:
                if error.code != "not-kept":
                    return
                await asyncio.sleep(_PAUSE)

    def _show(self, notice: Notice) -> None:
        """Tell every page how the room stands, and see to what comes next."""
        if notice.version <= self._version:
            return
        self._version = notice.version
        for page in list(self.pages.values()):
            page.show(notice)
            if page.joined and page.visitor.connection not in notice.connections:
                self._tasks.start(self._insist(_connects(page)))  # another server took us for gone
        self._set_timer(notice.due)
        self._computer = notice.computer
        if self._computer and (self._thinking is None or self._thinking.done()):
            self._thinking = self._tasks.start(self._think())

    def _set_timer(self, due: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            seconds = max(due - time.time(), 0.0) + _AFTER
            self._timer = asyncio.get_running_loop().call_later(seconds, self._tick)

    def _tick(self) -> None:
        self._tasks.start(self._insist(Room.tick))

    async def _think(self) -> None:
        """Let the computer move for as long as it is to, here or on one of the other servers."""
        while self._computer:
            try:
                await self._move()
            except Exception:
                _log.exception("the computer did not move in room %s", self._room_id)
                await asyncio.sleep(_PAUSE)

    async def _move(self) -> None:
        room = await self._store.load(self._room_id)
        number, ply = room.number, len(room.play.texts)
        mine = room.computer_to_move and await self._store.lease(
            f"{room.id}:{number}:{ply}", _THINKING_LEASE
        )
        if not mine:
            await asyncio.sleep(_PAUSE)
            return
        path = await self._thinker.think(copy.deepcopy(room.play), room.settings.level)
        await self._store.update(
            self._room_id, lambda room, now: room.computer_moves(number, ply, path, now)
        )


def _connects(page: Page) -> Change:
    visitor = page.visitor
    return lambda room, now: room.connect(visitor.connection, visitor.secret, now)
