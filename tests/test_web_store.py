"""Where rooms are kept: a file for one server, Redis for many."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from draughts.protocols.messages import BadMessage, Fields
from draughts.web.notices import Notice
from draughts.web.rooms import Room
from draughts.web.settings import read_settings
from draughts.web.store import SqliteStore, Store, default_file, store_at
from web_servers import Redis


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    redis = Redis(tmp_path_factory.mktemp("redis"))
    yield redis
    redis.kill()


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store is."""
    if request.param == "redis":
        found: str = request.getfixturevalue("redis").place
        return found
    return str(tmp_path / "folder" / "rooms.sqlite3")


def in_store(place: str, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test with the store open."""

    async def run() -> None:
        async with opened(place) as store:
            await test(store)

    asyncio.run(run())


@asynccontextmanager
async def opened(place: str, **options: Any) -> AsyncIterator[Store]:
    store = store_at(place, **options)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def new_room() -> Room:
    return Room(read_settings(Fields({}, "the settings")))


async def two_sit_down(store: Store, room: Room) -> None:
    for number in (1, 2):
        connection = f"{store.server}:{number}"

        def change(room: Room, now: float, connection: str = connection) -> None:
            room.connect(connection, None, now)
            room.sit(connection, "", None, now)

        await store.update(room.id, change)


def moves(path: list[int]) -> Callable[[Room, float], None]:
    return lambda room, now: room.move(room.turn, len(room.play.texts), path, now)


def test_a_room_is_there_after_the_store_was_closed(place: str) -> None:
    room = new_room()

    async def before(store: Store) -> None:
        await store.add(room)
        await two_sit_down(store, room)
        await store.update(room.id, moves([11, 15]))

    async def after(store: Store) -> None:
        again = await store.load(room.id)
        assert again.play.texts == ["11-15"] and len(again.players) == 2

    in_store(place, before)
    in_store(place, after)


def test_there_is_no_room_that_was_not_made(place: str) -> None:
    async def test(store: Store) -> None:
        for asked in (store.load("nowhere"), store.update("nowhere", moves([11, 15]))):
            with pytest.raises(BadMessage) as refusal:
                await asked
            assert refusal.value.code == "no-room"

    in_store(place, test)


def test_what_is_refused_changes_nothing_and_tells_nobody(place: str) -> None:
    async def test(store: Store) -> None:
        room = new_room()
        await store.add(room)
        await two_sit_down(store, room)
        told: list[Notice] = []
        await store.subscribe(room.id, told.append)
        with pytest.raises(BadMessage):
            await store.update(room.id, moves([11, 18]))
        assert told == [] and (await store.load(room.id)).play.texts == []
        await store.unsubscribe(room.id, told.append)

    in_store(place, test)


def test_a_change_that_breaks_half_way_is_not_kept(place: str) -> None:
    def broken(room: Room, now: float) -> None:
        room.number = 99
        raise ZeroDivisionError

    async def test(store: Store) -> None:
        room = new_room()
        await store.add(room)
        await store.subscribe(room.id, lambda notice: None)
        with pytest.raises(ZeroDivisionError):
            await store.update(room.id, broken)
        assert (await store.load(room.id)).number == 1

    in_store(place, test)


def test_changes_are_told_in_their_order_with_growing_versions(place: str) -> None:
    async def test(store: Store) -> None:
        room = new_room()
        await store.add(room)
        await two_sit_down(store, room)
        told: list[Notice] = []
        await store.subscribe(room.id, told.append)
        paths = [[11, 15], [23, 19], [8, 11], [22, 17]]
        await asyncio.gather(*(store.update(room.id, moves(path)) for path in paths))
        versions = list(dict.fromkeys(notice.version for notice in told))
        assert len(versions) == 4 and versions == sorted(versions)
        assert len((await store.load(room.id)).play.texts) == 4

    in_store(place, test)


def test_many_changes_of_many_rooms_are_all_kept(place: str) -> None:
    async def test(store: Store) -> None:
        rooms = [new_room() for _ in range(40)]
        await asyncio.gather(*(store.add(room) for room in rooms))
        await asyncio.gather(*(two_sit_down(store, room) for room in rooms))
        for path in ([11, 15], [23, 19], [8, 11]):
            await asyncio.gather(*(store.update(room.id, moves(path)) for room in rooms))
        for room in rooms:
            assert len((await store.load(room.id)).play.texts) == 3

    in_store(place, test)


def test_an_old_room_is_forgotten(tmp_path: Path) -> None:
    now = [1_000_000.0]

    async def test() -> None:
        store = SqliteStore(tmp_path / "rooms.sqlite3", keep_days=7, now=lambda: now[0])
        await store.open()
        old, used, watched = (new_room() for _ in range(3))
        for room in (old, used, watched):
            await store.add(room)
        await store.subscribe(watched.id, lambda notice: None)
        now[0] += 6.9 * 86400
        await store.update(used.id, lambda room, now: None)
        now[0] += 0.2 * 86400
        await store.clean()
        with pytest.raises(BadMessage):
            await store.load(old.id)
        await store.load(used.id)
        await store.load(watched.id)
        await store.close()

    asyncio.run(test())


def test_nothing_stays_in_memory_of_a_room_that_nobody_uses(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "rooms.sqlite3")
        await store.open()
        for _ in range(10):
            room = new_room()
            await store.add(room)
            await two_sit_down(store, room)
        assert store._rooms == {}
        await store.close()

    asyncio.run(test())


def test_a_file_is_used_by_one_server_at_a_time(tmp_path: Path) -> None:
    async def test() -> None:
        first, second = (SqliteStore(tmp_path / "rooms.sqlite3") for _ in range(2))
        await first.open()
        with pytest.raises(OSError, match="another server"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(test())


def test_a_file_that_cannot_be_written_is_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is no folder")
    (tmp_path / "text.sqlite3").write_text("this is no database" * 100)

    async def test(file: Path) -> None:
        with pytest.raises(OSError):
            await SqliteStore(file).open()

    asyncio.run(test(tmp_path / "file" / "rooms.sqlite3"))
    asyncio.run(test(tmp_path / "text.sqlite3"))


def test_what_was_answered_survives_kill_9(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite3"
    script = f"""
import asyncio, os, pathlib, signal, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_web_store import *
async def main():
    store = SqliteStore(pathlib.Path({str(file)!r}))
    await store.open()
    room = new_room()
    await store.add(room)
    await two_sit_down(store, room)
    await store.update(room.id, moves([11, 15]))
    print(room.id, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    room_id = done.stdout.strip()
    assert room_id, done.stderr

    async def test(store: Store) -> None:
        assert (await store.load(room_id)).play.texts == ["11-15"]

    in_store(str(file), test)


def test_the_usual_file_is_in_the_user_s_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_file() == Path("/data/draughts/rooms.sqlite3")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    assert default_file() == Path("/home/ann/.local/share/draughts/rooms.sqlite3")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_file().parent == Path("/home/ann/Library/Application Support/draughts")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/appdata")
    assert default_file().parent == Path("/appdata/draughts")


# --- several servers ------------------------------------------------------------------------------


def with_two(redis: Redis, test: Callable[[Store, Store], Awaitable[None]]) -> None:
    """Run a test with two servers' stores in one Redis."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(opened(redis.place))
            second = await stack.enter_async_context(opened(redis.place))
            await test(first, second)

    asyncio.run(run())


async def until(true: Callable[[], bool], seconds: float = 10) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come"
        await asyncio.sleep(0.01)


def test_a_change_on_one_server_is_told_on_the_other(redis: Redis) -> None:
    async def test(first: Store, second: Store) -> None:
        room = new_room()
        await first.add(room)
        told: list[Notice] = []
        await second.subscribe(room.id, told.append)
        await two_sit_down(first, room)
        await until(lambda: len(told) == 2)
        assert '"started":true' in told[-1].text

    with_two(redis, test)


def test_of_two_servers_one_plays_the_move(redis: Redis) -> None:
    async def test(first: Store, second: Store) -> None:
        room = new_room()
        await first.add(room)
        await two_sit_down(first, room)

        def move(room: Room, now: float) -> None:
            room.move("black", 0, [11, 15], now)

        await asyncio.gather(*(store.update(room.id, move) for store in (first, second) * 5))
        assert (await second.load(room.id)).play.texts == ["11-15"]

    with_two(redis, test)


def test_two_servers_take_turns_in_a_whole_game(redis: Redis) -> None:
    async def test(first: Store, second: Store) -> None:
        room = new_room()
        await first.add(room)
        await two_sit_down(first, room)
        for store in (first, second):
            await store.subscribe(room.id, lambda notice: None)
        stores = [first, second]
        while (now := await first.load(room.id)).going_on and len(now.play.texts) < 60:
            path = now.play.legal_walks()[0]["path"]
            await stores[len(now.play.texts) % 2].update(room.id, moves(path))
            if len(now.play.texts) % 3 == 0:  # what the other has heard of may be refused at once
                with pytest.raises(BadMessage):
                    await second.update(room.id, moves([1, 1]))
        texts = [(await store.load(room.id)).play.texts for store in stores]
        assert texts[0] == texts[1] and len(texts[0]) > 20

    with_two(redis, test)


def test_servers_know_of_each_other(redis: Redis) -> None:
    async def test(first: Store, second: Store) -> None:
        assert first.server in second.servers
        await until(lambda: second.server in first.servers)
        await second.close()
        await until(lambda: second.server not in first.servers)

    with_two(redis, test)


def test_one_server_alone_has_a_lease(redis: Redis) -> None:
    async def test(first: Store, second: Store) -> None:
        assert await first.lease("a", 0.3)
        assert await first.lease("a", 0.3)  # who has it has it
        assert not await second.lease("a", 0.3)
        assert await second.lease("b", 0.3)
        await asyncio.sleep(0.4)
        assert await second.lease("a", 0.3)

    with_two(redis, test)


def test_a_redis_that_is_killed_has_lost_nothing_when_it_is_back(tmp_path: Path) -> None:
    redis = Redis(tmp_path)

    async def test(first: Store, second: Store) -> None:
        room = new_room()
        await first.add(room)
        await two_sit_down(first, room)
        told: list[Notice] = []
        await second.subscribe(room.id, told.append)
        await first.update(room.id, moves([11, 15]))
        redis.kill()
        with pytest.raises(BadMessage) as refusal:
            await first.update(room.id, moves([23, 19]))
        assert refusal.value.code == "not-kept"
        redis.start()
        await first.update(room.id, moves([23, 19]))
        assert (await second.load(room.id)).play.texts == ["11-15", "23-19"]
        await until(lambda: bool(told) and '"ply":2' in told[-1].text)

    with_two(redis, test)
    redis.kill()


def test_a_redis_that_is_not_there_is_an_error_that_says_so() -> None:
    pytest.importorskip("redis")

    async def test() -> None:
        with pytest.raises(OSError, match="Redis does not answer"):
            await store_at("redis://127.0.0.1:1/0").open()

    asyncio.run(test())


def test_without_its_package_redis_is_an_error_that_says_so() -> None:
    script = """
import sys
sys.modules["redis"] = sys.modules["redis.asyncio"] = None
from draughts.web.store import store_at
try:
    store_at("redis://localhost")
except ModuleNotFoundError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "draughts-engine[redis]" in done.stdout, done.stderr
