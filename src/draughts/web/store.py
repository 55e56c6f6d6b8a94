"""Where rooms are kept: what every store can do, and the one that needs nothing but a file."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection as Database
from typing import Protocol, TypeVar

from draughts.protocols.messages import BadMessage
from draughts.web.in_use import InUse
from draughts.web.ledger import Ledger
from draughts.web.notices import Notice, notice_of
from draughts.web.records import read_room, write_room
from draughts.web.rooms import Change, Room

__all__ = ["KEEP_DAYS", "Listener", "NotKept", "SqliteStore", "Store", "store_at"]

KEEP_DAYS = 7.0
"""How long a room is kept in which nothing happens and nobody is."""

Listener = Callable[[Notice], None]
T = TypeVar("T")


class NotKept(BadMessage):
    """A change could not be kept. It may be asked for again."""

    def __init__(self, message: str) -> None:
        super().__init__("not-kept", message)


class Store(Protocol):
    """Where rooms are kept, so that they outlive their server.

    Every method may raise :class:`NotKept` when the store does not answer; the room is then as it
    was, or has changed: what was asked may be asked again.

    Attributes:
        server: the name of this server process, unlike that of any other.
        servers: the names of those that are running, this one among them.
    """

    server: str
    servers: frozenset[str]

    async def open(self) -> None:
        """Make ready."""

    async def close(self) -> None:
        """Let go of everything."""

    async def add(self, room: Room) -> None:
        """Keep a new room."""

    async def load(self, room_id: str) -> Room:
        """A room as it stands, to look at and not to change.

        Raises:
            BadMessage: there is no such room (``no-room``).
        """

    async def update(self, room_id: str, change: Change) -> None:
        """Change a room, keep it, and tell all that listen to it. Nobody is told before it is kept.

        Args:
            room_id: which room.
            change: what happens. It may be called again if another server was faster.

        Raises:
            BadMessage: there is no such room, or ``change`` refuses.
        """

    async def subscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener from now on whatever changes in a room, on this server or another."""

    async def unsubscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener no more."""

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this server may do what only one should; nobody else may for so long."""

    async def clean(self) -> None:
        """Forget the rooms in which nothing has happened for a long time, and nobody is."""


def store_at(place: str | None = None, keep_days: float = KEEP_DAYS) -> Store:
    """The store at a place.

    Args:
        place: ``redis://...`` or ``rediss://...``, else the path of a file; by default
            :func:`default_file`.
        keep_days: how long a room is kept in which nothing happens.

    Raises:
        ModuleNotFoundError: Redis is asked for, and its package is not installed.
    """
    if place is not None and place.startswith(("redis://", "rediss://")):
        from draughts.web.redis_store import RedisStore

        return RedisStore(place, keep_days)
    return SqliteStore(default_file() if place is None else Path(place), keep_days)


def default_file() -> Path:
    """The file for rooms in the user's folder for data, as the system has it."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "draughts" / "rooms.sqlite3"


@dataclass
class _Open:
    """A room that somebody listens to or that is being changed."""

    room: Room | None = None
    listeners: list[Listener] = field(default_factory=list)
    users: int = 0


class SqliteStore:
    """Rooms in a file, for one server process. Those in use are in memory too.

    What was told to a page has been written to the file: a server that is killed loses nothing, a
    machine that loses its power the last second at most.

    Args:
        file: where; made with its folders if it is not there.
        keep_days: how long a room is kept in which nothing happens.
        now: tells the time, in seconds since 1970.
    """

    def __init__(
        self, file: Path, keep_days: float = KEEP_DAYS, now: Callable[[], float] = time.time
    ) -> None:
        self.server = secrets.token_hex(4)
        self.servers = frozenset({self.server})
        self._file = file
        self._keep_seconds = keep_days * 86400
        self._now = now
        self._ledger: Ledger | None = None
        self._rooms = InUse(_Open)

    async def open(self) -> None:
        """Open the file.

        Raises:
            OSError: the file cannot be opened, or another server uses it.
        """
        self._ledger = Ledger(self._file, _TABLE)

    async def close(self) -> None:
        """Write what is still to be written, and close the file."""
        if self._ledger is not None:
            await self._ledger.close()

    async def add(self, room: Room) -> None:
        """Keep a new room."""
        await self._write(room)

    async def load(self, room_id: str) -> Room:
        """A room as it stands, to look at and not to change."""
        with self._rooms.using(room_id) as opened:
            return await self._room(room_id, opened)

    async def update(self, room_id: str, change: Change) -> None:
        """Change a room, keep it, and tell all that listen to it."""
        with self._rooms.using(room_id) as opened:
            room = await self._room(room_id, opened)
            now = self._now()
            try:
                change(room, now)
                room.version = max(room.version + 1, int(now * 1000))
                notice = notice_of(room, now)
                await self._write(room)
            except BaseException as error:
                if type(error) is not BadMessage:
                    opened.room = None  # it may be half changed, or changed and not written
                raise
            for listener in list(opened.listeners):
                listener(notice)

    async def subscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener from now on whatever changes in a room."""
        opened = self._rooms.take(room_id)
        opened.listeners.append(listener)

    async def unsubscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener no more."""
        opened = self._rooms[room_id]
        opened.listeners.remove(listener)
        self._rooms.release(room_id)

    async def lease(self, name: str, seconds: float) -> bool:
        """Always true: there is no other server."""
        return True

    async def clean(self) -> None:
        """Forget the rooms in which nothing has happened for a long time, and nobody is."""
        now = self._now()
        in_use = [(now, room_id) for room_id in self._rooms]

        def job(database: Database) -> None:
            database.executemany("UPDATE rooms SET used = ? WHERE id = ?", in_use)
            database.execute("DELETE FROM rooms WHERE used < ?", (now - self._keep_seconds,))

        await self._run(job)

    async def _room(self, room_id: str, opened: _Open) -> Room:
        if opened.room is None:
            text = await self._read(room_id)
            if opened.room is None:  # nobody else has read it meanwhile, and changed it
                opened.room = read_room(text)
        return opened.room

    async def _read(self, room_id: str) -> str:
        def job(database: Database) -> str | None:
            found = database.execute("SELECT state FROM rooms WHERE id = ?", (room_id,)).fetchone()
            return None if found is None else str(found[0])

        text = await self._run(job)
        if text is None:
            raise BadMessage("no-room", "there is no such room, or it was forgotten")
        return text

    async def _write(self, room: Room) -> None:
        row = (room.id, self._now(), write_room(room))
        await self._run(lambda database: database.execute(_WRITE, row))

    async def _run(self, job: Callable[[Database], T]) -> T:
        if self._ledger is None:
            raise RuntimeError("the store is not open")
        try:
            return await self._ledger.run(job)
        except sqlite3.Error as error:
            raise NotKept(f"the room cannot be kept: {error}") from error


_TABLE = """
CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, used REAL, state TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rooms_used ON rooms (used);
"""
_WRITE = "INSERT OR REPLACE INTO rooms VALUES (?, ?, ?)"
