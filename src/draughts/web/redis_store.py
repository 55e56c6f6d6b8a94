"""Rooms in Redis, for several server processes on one host or many."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from draughts.protocols.messages import BadMessage
from draughts.web.in_use import InUse
from draughts.web.notices import Notice, notice_of
from draughts.web.records import read_room, write_room
from draughts.web.rooms import Change, Room
from draughts.web.store import KEEP_DAYS, Listener, NotKept

try:
    import redis.asyncio as redis
    from redis.asyncio.retry import Retry
    from redis.backoff import ConstantBackoff
    from redis.exceptions import RedisError
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "to keep rooms in Redis its package is needed: pip install 'draughts-engine[redis]'",
        name="redis",
    ) from None

__all__ = ["RedisStore"]

T = TypeVar("T")

_HEARTBEAT = 3.0  # seconds
_SERVER_LIVES = 12  # seconds after its last heartbeat
_SUBSCRIBED_WITHIN = 5.0  # seconds
_TRIES = 20  # against other servers that are faster
_CONNECTIONS = 16
_PAUSE = 0.5  # seconds, before Redis is tried again

_log = logging.getLogger(__name__)

# A room is a hash of its state and a stamp, which is new with each change. The state is replaced if
# the stamp is still the one that was read, and all servers are told.
_SAVE = """
local stamp = redis.call('HGET', KEYS[1], 'stamp') or ''
if stamp ~= ARGV[1] then return stamp end
redis.call('HSET', KEYS[1], 'stamp', ARGV[2], 'state', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('PUBLISH', KEYS[1], ARGV[5])
return ARGV[2]
"""

# A server is a member of a sorted set until its time is over. All go by the clock of Redis.
_BEAT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""

_SERVERS = "draughts:servers"


@dataclass
class _Open:
    """A room that somebody listens to or that is being changed.

    Args:
        room: the room as this server knows it, or None if it has to be read.
        stamp: the stamp that it had then.
        listeners: who is told of changes.
        users: how many need it.
        lock: is held while it is changed here.
    """

    room: Room | None = None
    stamp: str = ""
    listeners: list[Listener] = field(default_factory=list)
    users: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class RedisStore:
    """Rooms in Redis. Any number of servers share them, and any of them may go.

    How much a Redis that is killed loses is a matter of its own configuration: nothing that was
    told to a page with ``appendonly yes`` and ``appendfsync always``.

    Args:
        url: ``redis://host:port/number``.
        keep_days: how long a room is kept in which nothing happens.
        now: tells the time, in seconds since 1970; the servers' clocks should agree.
    """

    def __init__(
        self, url: str, keep_days: float = KEEP_DAYS, now: Callable[[], float] = time.time
    ) -> None:
        self.server = secrets.token_hex(4)
        self.servers = frozenset({self.server})
        self._keep_seconds = int(keep_days * 86400)
        self._now = now
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=5,
            decode_responses=True,
            socket_timeout=5,
            socket_connect_timeout=2,
            socket_keepalive=True,
            retry=Retry(ConstantBackoff(0.05), 1),
        )
        self._redis = redis.Redis(connection_pool=pool)
        self._channels = redis.Redis.from_url(
            url, decode_responses=True, socket_keepalive=True, socket_connect_timeout=2
        ).pubsub()
        self._save = self._redis.register_script(_SAVE)
        self._beat = self._redis.register_script(_BEAT)
        self._rooms = InUse(_Open)
        self._confirmed: dict[str, asyncio.Future[None]] = {}
        self._subscribing = asyncio.Lock()
        self._changes = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect to Redis.

        Raises:
            OSError: it does not answer.
        """
        try:
            await self._heartbeat()
            await self._channels.subscribe(_SERVERS)  # a connection that listens from the start
        except (RedisError, NotKept) as error:
            raise OSError(f"Redis does not answer: {error}") from error
        self._start(self._beat_on())
        self._start(self._listen())

    async def close(self) -> None:
        """Say goodbye to the other servers, and disconnect."""
        for task in list(self._tasks):
            task.cancel()
        with suppress(RedisError, OSError):
            await self._redis.zrem(_SERVERS, self.server)
        with suppress(RedisError, OSError):
            await self._channels.aclose()  # type: ignore[no-untyped-call]
            await self._redis.aclose()

    async def add(self, room: Room) -> None:
        """Keep a new room."""
        stamp = self._new_stamp()
        await self._kept(room, "", stamp, notice_of(room, self._now()))

    async def load(self, room_id: str) -> Room:
        """A room as it stands, to look at and not to change."""
        _, room = await self._fetched(room_id)
        return room

    async def update(self, room_id: str, change: Change) -> None:
        """Change a room, keep it, and tell all that listen to it."""
        with self._rooms.using(room_id) as opened:
            async with opened.lock:
                for _ in range(_TRIES):
                    notice = await self._changed(room_id, opened, change)
                    if notice is not None:
                        _tell(opened, notice)
                        return
        raise NotKept("too many servers change the room at once")

    async def subscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener from now on whatever changes in a room, here or on another server."""
        opened = self._rooms.take(room_id)
        opened.listeners.append(listener)
        try:
            await self._listen_to(_key(room_id))
        except BaseException:
            await self.unsubscribe(room_id, listener)
            raise

    async def unsubscribe(self, room_id: str, listener: Listener) -> None:
        """Tell a listener no more."""
        opened = self._rooms[room_id]
        opened.listeners.remove(listener)
        async with self._subscribing:
            if not opened.listeners and _key(room_id) in self._confirmed:
                del self._confirmed[_key(room_id)]
                with suppress(RedisError, OSError):
                    await self._channels.unsubscribe(_key(room_id))
        self._rooms.release(room_id)

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this server may do what only one should; nobody else may for so long."""
        key, milliseconds = f"draughts:lease:{name}", int(seconds * 1000)
        if await _answer(self._redis.set(key, self.server, nx=True, px=milliseconds)):
            return True
        return bool(await _answer(_typed(self._redis.get(key))) == self.server)

    async def clean(self) -> None:
        """Rooms that nobody uses go by themselves. Here those go on in which somebody is."""
        for room_id in list(self._rooms):
            await _answer(self._redis.expire(_key(room_id), self._keep_seconds))

    # --- rooms ------------------------------------------------------------------------------------

    async def _changed(self, room_id: str, opened: _Open, change: Change) -> Notice | None:
        """Change a room once; None if another server was faster."""
        fresh = opened.room is None
        stamp, room = (
            await self._fetched(room_id) if opened.room is None else (opened.stamp, opened.room)
        )
        opened.room = None  # until it is kept
        now = self._now()
        try:
            change(room, now)
        except BadMessage:
            if not fresh and await self._stamp(room_id) != stamp:
                return None
            opened.room, opened.stamp = room, stamp
            raise
        room.version = max(room.version + 1, int(now * 1000))
        notice = notice_of(room, now)
        after = self._new_stamp()
        if not await self._kept(room, stamp, after, notice):
            return None
        opened.room, opened.stamp = room, after
        return notice

    def _new_stamp(self) -> str:
        self._changes += 1
        return f"{self.server}:{self._changes}"

    async def _stamp(self, room_id: str) -> str | None:
        return await _answer(_typed(self._redis.hget(_key(room_id), "stamp")))

    async def _fetched(self, room_id: str) -> tuple[str, Room]:
        stamp, state = await _answer(_typed(self._redis.hmget(_key(room_id), ["stamp", "state"])))
        if stamp is None or state is None:
            raise BadMessage("no-room", "there is no such room, or it was forgotten")
        return stamp, read_room(state)

    async def _kept(self, room: Room, before: str, after: str, notice: Notice) -> bool:
        """Keep a room if it still has a stamp, and tell the other servers."""
        state = write_room(room)
        arguments: list[str | int] = [before, after, state, self._keep_seconds, json.dumps(notice)]
        kept = await _answer(self._save(keys=[_key(room.id)], args=arguments))
        return bool(kept == after)

    # --- other servers ----------------------------------------------------------------------------

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(_HEARTBEAT)
            try:
                await self._heartbeat()
            except NotKept as error:
                _log.warning("%s", error)

    async def _heartbeat(self) -> None:
        """Tell that this server lives, and hear which others do."""
        beat = self._beat(keys=[_SERVERS], args=[self.server, _SERVER_LIVES])
        self.servers = frozenset({self.server, *await _answer(beat)})

    async def _listen_to(self, channel: str) -> None:
        """Be told what is published for a room; it is certain when this returns."""
        async with self._subscribing:
            if channel not in self._confirmed:
                self._confirmed[channel] = asyncio.get_running_loop().create_future()
                await _answer(self._channels.subscribe(channel))
            confirmed = self._confirmed[channel]
        try:
            await asyncio.wait_for(asyncio.shield(confirmed), _SUBSCRIBED_WITHIN)
        except asyncio.TimeoutError:
            raise NotKept("Redis does not answer") from None

    async def _listen(self) -> None:
        while True:
            try:
                async for message in self._channels.listen():
                    self._hear(message)
            except (RedisError, OSError) as error:
                _log.warning("no word from Redis: %s", error)
            await asyncio.sleep(_PAUSE)

    def _hear(self, message: dict[str, Any]) -> None:
        channel = message["channel"]
        opened = self._rooms.get(channel.rpartition(":")[2])
        if message["type"] == "message" and opened is not None:
            notice = Notice(*json.loads(message["data"]))
            if opened.room is not None and opened.room.version != notice.version:
                opened.room = None
            _tell(opened, notice)
        elif message["type"] == "subscribe" and channel in self._confirmed:
            if not self._confirmed[channel].done():
                self._confirmed[channel].set_result(None)
            elif opened is not None:
                self._start(self._catch_up(channel.rpartition(":")[2]))

    async def _catch_up(self, room_id: str) -> None:
        """Tell how a room stands now, after a time in which nothing was heard of it."""
        try:
            await self.update(room_id, lambda room, now: None)
        except BadMessage as error:
            _log.warning("room %s: %s", room_id, error)


def _key(room_id: str) -> str:
    return f"draughts:room:{room_id}"


def _tell(opened: _Open, notice: Notice) -> None:
    for listener in list(opened.listeners):
        listener(notice)


def _typed(asked: Any) -> Awaitable[Any]:
    """What a command of Redis answers: its types speak of answers that come at once, too."""
    return asked  # type: ignore[no-any-return]


async def _answer(asked: Awaitable[T]) -> T:
    try:
        return await asked
    except (RedisError, OSError) as error:
        raise NotKept(f"Redis does not answer: {error}") from error
