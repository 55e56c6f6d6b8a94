"""Playing online, against a real server: rooms are made, pages come and go, moves arrive once."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from draughts.web.online import LONGEST_MESSAGE
from web_players import Page, Player, Record
from web_servers import Redis, Server, running

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("online") / "rooms.sqlite3"
    with running(str(place), messages_per_second=10**6, message_burst=10**6) as server:
        yield server


def online(test: Callable[[AsyncExitStack], Awaitable[None]]) -> None:
    """Run a test whose connections are closed at its end."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            await asyncio.wait_for(test(stack), 60)

    asyncio.run(run())


async def two(stack: AsyncExitStack, server: Server, **settings: Any) -> tuple[Page, Page]:
    """Ann, who made the room and begins, and Bob."""
    made = server.new_room(**settings)
    address = server.address(made["room"])
    ann = await stack.enter_async_context(Page(address, creator=made["creator"], name="Ann"))
    bob = await stack.enter_async_context(Page(address, name="Bob"))
    await ann.sit()
    await bob.sit()
    await ann.until(lambda page: page.state["started"])
    await bob.until(lambda page: page.state["started"])
    return ann, bob


def post(server: Server, body: bytes, **headers: str) -> tuple[int, Any]:
    """Ask for a room; the status and the answer."""
    address = f"http://127.0.0.1:{server.port}/api/rooms"
    try:
        request = urllib.request.Request(address, body, headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


# --- rooms ----------------------------------------------------------------------------------------


def test_a_room_is_made_with_its_settings(server: Server) -> None:
    status, made = post(server, b'{"settings": {"rules": {"variant": "russian"}, "turn_time": 60}}')
    assert status == 201 and set(made) == {"room", "creator"}

    async def test(stack: AsyncExitStack) -> None:
        page = await stack.enter_async_context(Page(server.address(made["room"])))
        assert page.you == {"type": "you", "seat": None, "secret": None, "creator": False}
        assert page.state["settings"]["turn_time"] == 60
        assert page.state["position"]["rules"]["variant"] == "russian"

    online(test)


@pytest.mark.parametrize(
    "body, status, code",
    [
        (b"{", 400, "bad-json"),
        (b"[]", 400, "bad-field"),
        (b'{"settings": 1}', 400, "bad-field"),
        (b'{"settings": {"turn_time": 31}}', 400, "bad-field"),
        (b'{"room": "mine"}', 400, "bad-field"),
        (b"\xff\xfe", 400, "bad-json"),
        (b" " * (LONGEST_MESSAGE + 1), 413, "too-long"),
    ],
)
def test_a_room_is_not_made_of_nonsense(
    server: Server, body: bytes, status: int, code: str
) -> None:
    answer = post(server, body)
    assert (answer[0], answer[1]["error"]["code"]) == (status, code)


def test_one_address_makes_a_certain_number_of_rooms(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3"), rooms_per_hour=3) as server:
        assert [post(server, b"")[0] for _ in range(4)] == [201, 201, 201, 429]


def test_pages_of_other_sites_are_not_let_in(tmp_path: Path) -> None:
    friend = "https://friend.example"
    with running(str(tmp_path / "rooms.sqlite3"), origins=[friend]) as server:
        address = server.address(server.new_room()["room"])
        own = f"http://127.0.0.1:{server.port}"
        proxied = {"X-Forwarded-Host": "dam.example"}
        for origin in ("https://evil.example", "null", f"{own}.evil.example", "http://[::"):
            assert post(server, b"", Origin=origin)[0] == 403

        async def test(stack: AsyncExitStack) -> None:
            for origin in ("https://evil.example", "null", "https://dam.example"):
                with pytest.raises(InvalidStatus):
                    await connect(address, additional_headers={"Origin": origin})
            for origin, headers in ((own, {}), (friend, {}), ("https://dam.example", proxied)):
                allowed = {"Origin": origin, **headers}
                await stack.enter_async_context(connect(address, additional_headers=allowed))

        online(test)


def test_one_address_has_a_certain_number_of_connections(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3"), connections=2) as server:
        address = server.address(server.new_room()["room"])

        async def test(stack: AsyncExitStack) -> None:
            first = await stack.enter_async_context(Page(address))
            await stack.enter_async_context(Page(address))
            with pytest.raises(InvalidStatus):
                await connect(address)
            await first.close()
            await asyncio.sleep(0.3)
            await stack.enter_async_context(Page(address))

        online(test)


# --- playing --------------------------------------------------------------------------------------


def test_r28_r38_two_people_play_a_whole_game_each_on_a_page_of_their_own(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        assert (ann.you["seat"], bob.you["seat"]) == ("black", "white")
        assert (ann.you["creator"], bob.you["creator"]) == (True, False)
        pages = {"black": ann, "white": bob}
        while not ann.state["position"]["outcome"]:
            position = ann.state["position"]
            page = pages[position["turn"]]
            await page.until(lambda page, ply=position["ply"]: page.state["position"]["ply"] == ply)
            await page.move(position["moves"][position["ply"] % len(position["moves"])]["path"])
            await ann.until(lambda page, ply=position["ply"]: page.state["position"]["ply"] > ply)
        await bob.until(lambda page: page.state["version"] == ann.state["version"])
        assert bob.state == ann.state
        assert sum(ann.state["seats"][side]["score"] for side in pages) == 1

    online(test)


def test_r22_after_a_rematch_each_is_told_the_new_side(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        await bob.send(type="resign")
        for page in (ann, bob):
            await page.send(type="rematch")
        for page, side in ((ann, "white"), (bob, "black")):
            await page.until(lambda page: page.state["game"] == 2)
            assert page.you["seat"] == side
        assert ann.state["seats"]["white"] == {
            **{"name": "Ann", "present": True, "computer": False, "score": 1, "rematch": False}
        }

    online(test)


def test_r35_r26_undo_and_draw_ask_the_other(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        await ann.move([11, 15])
        await ann.send(type="undo")
        await bob.until(lambda page: page.state["asks"]["undo"] == "black")
        await bob.send(type="answer", to="undo", yes=True)
        await ann.until(lambda page: page.state["position"]["ply"] == 0)
        await ann.send(type="draw")
        await bob.until(lambda page: page.state["asks"]["draw"] == "black")
        await bob.send(type="answer", to="draw", yes=True)
        await ann.until(lambda page: page.state["position"]["result"] == "1/2-1/2")

    online(test)


def test_a_move_that_is_sent_twice_is_played_once(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, _ = await two(stack, server)
        for _ in range(5):
            await ann.send(type="move", ply=0, path=[11, 15])
        await ann.send(type="move", ply=0, path=[9, 13])
        assert await ann.error() == "late"
        assert ann.state["position"]["texts"] == ["11-15"]

    online(test)


def test_refusals_tell_the_reason_and_what_they_are_about(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        await bob.send(type="move", ply=0, path=[23, 19])
        assert await bob.error() == "not-your-turn"
        assert bob.errors[-1]["about"] == "move"
        await ann.send(type="move", ply=0, path=[11, 18])
        assert await ann.error() == "illegal-move"
        await bob.send(type="settings", settings={})
        assert await bob.error() == "not-creator"
        await ann.send(type="fly")
        assert await ann.error() == "bad-field"
        await ann.send(type="ping")
        assert (await ann.hear()) == {"type": "pong"}

    online(test)


def test_r38_who_watches_sees_everything_and_moves_nothing(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        eve = await stack.enter_async_context(Page(ann.address, name="Eve"))
        assert eve.state["spectators"] == 1
        await ann.move([11, 15])
        await eve.until(lambda page: page.state["position"]["ply"] == 1)
        for message in ({"type": "move", "ply": 1, "path": [23, 19]}, {"type": "resign"}):
            await eve.send(**message)
            assert await eve.error() == "not-seated"
        await eve.send(type="sit")
        assert await eve.error() == "taken"
        await bob.send(type="leave", resign=True)
        await bob.until(lambda page: page.you["seat"] is None)
        await eve.sit()
        await eve.until(lambda page: page.state["game"] == 2)
        assert eve.you["seat"] == "white"

    online(test)


def test_r38_settings_are_changed_by_the_creator_and_shown_to_all(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        await ann.send(type="settings", settings={"level": "hard", "alternate": False})
        await bob.until(lambda page: page.state["next"] is not None)
        assert bob.state["next"]["level"] == "hard" and bob.state["settings"]["level"] == "medium"

    online(test)


def test_r38_who_comes_back_with_the_secret_has_the_same_seat(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        await ann.move([11, 15])
        secret = bob.you["secret"]
        await bob.close()
        await ann.until(lambda page: not page.state["seats"]["white"]["present"])
        again = await stack.enter_async_context(Page(bob.address, seat=secret))
        assert again.you["seat"] == "white" and again.state["seats"]["white"]["name"] == "Bob"
        assert again.state["position"]["texts"] == ["11-15"]
        await again.move([23, 19])
        await ann.until(lambda page: page.state["position"]["ply"] == 2)

    online(test)


def test_no_page_ever_gets_the_secret_of_another(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        eve = await stack.enter_async_context(Page(ann.address))
        told = json.dumps([bob.state, eve.state, eve.you])
        assert ann.you["secret"] not in told and ann.hello["creator"] not in told
        assert bob.you["secret"] not in json.dumps([ann.state, eve.state, eve.you])

    online(test)


@pytest.mark.slow
def test_r38_the_computer_plays_for_who_is_away_until_they_come_back(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server, away_seconds=10)
        await bob.close()
        await ann.move([11, 15])
        await ann.until(lambda page: page.state["position"]["ply"] == 2)
        assert ann.state["seats"]["white"]["computer"]
        again = await stack.enter_async_context(Page(bob.address, seat=bob.you["secret"]))
        assert not again.state["seats"]["white"]["computer"]

    online(test)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["lose", "computer"])
def test_r24_the_server_keeps_the_time(server: Server, end: str) -> None:
    async def test(stack: AsyncExitStack) -> None:
        _, bob = await two(stack, server, turn_time=30, turn_end=end)
        clock = bob.state["clock"]
        assert clock["running"] and 29 <= clock["seconds"] <= 30
        if end == "lose":
            await bob.until(lambda page: page.state["position"]["outcome"], 35)
            outcome = {"winner": "white", "termination": "time"}
            assert bob.state["position"]["outcome"] == outcome
        else:
            await bob.until(lambda page: page.state["position"]["ply"] == 1, 35)

    online(test)


# --- nonsense -------------------------------------------------------------------------------------


def test_a_room_that_is_not_there(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        for room in ("A" * 16, "short", "x" * 300, "%00" * 16):
            socket = await stack.enter_async_context(connect(server.address(room)))
            await socket.send('{"type": "hello", "version": 1}')
            assert json.loads(await socket.recv())["code"] == "no-room"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404

    online(test)


def test_another_version_of_the_protocol_is_refused(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        address = server.address(server.new_room()["room"])
        socket = await stack.enter_async_context(connect(address))
        await socket.send('{"type": "hello", "version": 2}')
        assert json.loads(await socket.recv())["code"] == "version"

    online(test)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", '"hello"', "1e999", "[" * 3000, '{"type":' * 500),
        *('{"type": "move", "ply": 1e2, "path": [1, 2]}', '{"type": "move", "ply": NaN}'),
        *('{"type": "move", "ply": ' + "9" * 3000 + ', "path": [1, 2]}', '{"type": {"a": 1}}'),
        *('{"type": "name", "name": "\\ud800"}', '{"type": "name", "name": "\\u0000"}'),
        *('{"type": "\\ud800"}', '{"\\ud800": 1, "type": "undo"}', '{"type": "sit", "side": []}'),
        *('{"type": "hello", "version": 1}', "\u2028", b"\xff\xfe\x00", b'{"type": "undo"}'),
    ],
)
def test_hostile_messages_are_answered_with_an_error(server: Server, text: str | bytes) -> None:
    async def test(stack: AsyncExitStack) -> None:
        page = await stack.enter_async_context(Page(server.address(server.new_room()["room"])))
        await page.socket.send(text)
        assert await page.error()
        await page.send(type="ping")
        await page.until(lambda page: True)
        assert (await page.hear())["type"] == "pong"

    online(test)


def test_a_message_that_is_far_too_long_ends_the_connection(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        page = await stack.enter_async_context(Page(server.address(server.new_room()["room"])))
        await page.socket.send(" " * (LONGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            await page.hear()

    online(test)


def test_a_flood_ends_the_connection(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3")) as server:

        async def test(stack: AsyncExitStack) -> None:
            page = await stack.enter_async_context(Page(server.address(server.new_room()["room"])))
            with pytest.raises(ConnectionClosed) as closed:
                for _ in range(200):
                    await page.send(type="ping")
                while True:
                    await page.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
            assert page.errors[-1]["code"] == "too-fast"

        online(test)


def test_a_flood_of_pings_ends_the_connection(tmp_path: Path) -> None:
    ping = b"\x89\xfd" + bytes(4 + 125)  # its mask is nothing but zeros
    with running(str(tmp_path / "rooms.sqlite3")) as server:

        async def test(stack: AsyncExitStack) -> None:
            page = await stack.enter_async_context(Page(server.address(server.new_room()["room"])))
            page.socket.transport.write(ping * 1000)
            with pytest.raises(ConnectionClosed):
                await page.hear()

        online(test)


def test_one_address_connects_so_often_in_a_minute(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3"), connections_per_minute=3) as server:
        address = server.address(server.new_room()["room"])

        async def test(stack: AsyncExitStack) -> None:
            for _ in range(3):
                async with Page(address):
                    pass
            with pytest.raises(InvalidStatus):
                await connect(address)

        online(test)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no /proc to look at")
def test_nothing_stays_open_of_a_page_that_takes_nothing(server: Server) -> None:
    before = server.open_files()

    async def test(stack: AsyncExitStack) -> None:
        page = await stack.enter_async_context(Page(server.address(server.new_room()["room"])))
        page.socket.transport.pause_reading()
        for _ in range(10_000):
            try:
                await asyncio.wait_for(page.send(type="x" * 20), 1)
            except (ConnectionClosed, asyncio.TimeoutError):
                break
        for _ in range(300):
            if server.open_files() <= before:
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it is still open")

    online(test)


@pytest.mark.slow
def test_a_page_that_takes_no_messages_is_given_up(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        ann, bob = await two(stack, server)
        bob.socket.transport.pause_reading()
        for number in range(3000):
            await ann.send(type="name", name=f"Ann {number}")
            await ann.hear()
            if not ann.state["seats"]["white"]["present"]:
                return
        raise AssertionError("it is still there")

    online(test)


# --- servers that end -----------------------------------------------------------------------------


def test_r38_a_server_that_was_killed_has_every_confirmed_move(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3")) as server:

        async def test(stack: AsyncExitStack) -> None:
            ann, bob = await two(stack, server)
            await ann.move([11, 15])
            server.kill()
            server.start()
            for page in (ann, bob):
                await page.open()
                assert page.state["position"]["texts"] == ["11-15"]
            await bob.move([23, 19])

        online(test)


def test_a_server_ends_when_it_is_asked_to_though_pages_are_open(tmp_path: Path) -> None:
    with running(str(tmp_path / "rooms.sqlite3")) as server:

        async def test(stack: AsyncExitStack) -> None:
            await two(stack, server)
            await asyncio.get_running_loop().run_in_executor(None, server.stop)
            assert server.process.returncode is not None

        online(test)


@pytest.mark.slow
def test_players_on_two_servers_play_a_game_and_one_server_dies(tmp_path: Path) -> None:
    redis = Redis(tmp_path)
    try:
        with running(redis.place) as first, running(redis.place) as second:

            async def test(stack: AsyncExitStack) -> None:
                ann, bob = await two(stack, first)
                secret = bob.you["secret"]
                await bob.close()
                room = ann.address.rpartition("/")[2]
                other = await stack.enter_async_context(Page(second.address(room), secret))
                await ann.move([11, 15])
                await other.until(lambda page: page.state["position"]["ply"] == 1)
                await other.move([23, 19])
                await ann.until(lambda page: page.state["position"]["ply"] == 2)
                first.kill()
                await other.until(lambda page: not page.state["seats"]["black"]["present"], 30)
                again = await stack.enter_async_context(
                    Page(second.address(room), ann.you["secret"])
                )
                await again.move([8, 11])
                await other.until(lambda page: page.state["position"]["ply"] == 3)

            online(test)
    finally:
        redis.kill()


# --- small versions of the benchmarks -------------------------------------------------------------


def test_players_lose_no_move_and_none_is_doubled(server: Server) -> None:
    async def test(stack: AsyncExitStack) -> None:
        record, over = Record(), asyncio.Event()
        players = []
        for _ in range(5):
            address = server.address(server.new_room()["room"])
            players += [Player([address], record, twice=0.3) for _ in "bw"]
        await asyncio.gather(*(player.play(2, over) for player in players))
        assert record.games == 10 and record.confirmed > 200
        assert (record.lost, record.doubled, record.broken) == (0, 0, 0)

    online(test)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "web_load.py --rooms 20 --seconds 6 --pace 0.2",
        "web_load.py --rooms 5 --games 40 --pace 0",
        "web_kill.py --rooms 5 --times 3",
        "web_kill.py --rooms 5 --times 3 --kill redis",
        "web_kill.py --rooms 5 --times 3 --kill one-of-two",
        "web_hostile.py --messages 5000 --enemies 4",
    ],
)
def test_small_runs_of_the_benchmarks(command: str) -> None:
    if "redis" in command or "two" in command:
        Redis(Path("/tmp")).kill()
    program, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / program), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
