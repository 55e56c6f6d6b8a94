"""Enemies at the server: what they send does no harm, and two who play beside them notice nothing.

    python benchmarks/web_hostile.py --messages 1000000

They send JSON that was tampered with, moves for seats that are not theirs, floods, frames that are
too long or end half-way, and read nothing of what they are sent. It fails when the server ends,
when the pair loses a move or waits long for one, and when the server's memory grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from web_players import LOST, Page, Player, Record
from web_servers import Server, running

WITHIN = 250.0  # milliseconds, for 95 % of the pair's moves
MOST_GROWTH = 60.0  # MB
MESSAGES: list[dict[str, Any]] = [
    {"type": "hello", "version": 1, "seat": None, "creator": None, "name": "Eve"},
    {"type": "sit", "side": "black"},
    {"type": "move", "ply": 0, "path": [11, 15], "game": 1},
    {"type": "undo"},
    {"type": "draw"},
    {"type": "claim"},
    {"type": "resign"},
    {"type": "rematch"},
    {"type": "answer", "to": "undo", "yes": True},
    {"type": "name", "name": "Eve"},
    {"type": "settings", "settings": {"turn_time": 30, "rules": {"variant": "russian"}}},
    {"type": "leave", "resign": True},
    {"type": "ping"},
]
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\xfd" + bytes(4 + 125)
ODD: list[Any] = [
    *(None, True, -1, 0, 1.5, 1e308, 2**63, 10**400, "", "\0", "\ud800", "ü" * 40, "x" * 900),
    *([], {}, [[]], [1, 2], [10**9] * 9, {"a": {"b": {}}}, "__proto__", float("nan"), "black"),
]


def tampered(rng: random.Random) -> str | bytes:
    """A message in which something is not as it should be, or nothing is as it should be."""
    message = dict(rng.choice(MESSAGES))
    for _ in range(rng.randrange(3)):
        message[rng.choice([*message, "type", "path", "extra"])] = rng.choice(ODD)
    text = json.dumps(message)
    how = rng.randrange(12)
    if how == 0:
        return text[: rng.randrange(len(text) + 1)]
    if how == 1:
        return "[" * rng.randrange(4000)
    if how == 2:
        return os.urandom(rng.randrange(300))
    if how == 3:
        place = rng.randrange(len(text))
        return text[:place] + chr(rng.randrange(1, 0xD800)) + text[place + 1 :]
    return text


async def send_nonsense(page: Page, rng: random.Random, messages: int) -> int:
    """Send messages that were tampered with, and read what comes back; how many were answered."""
    await page.open()
    reading = asyncio.ensure_future(_answers(page))
    with suppress(*LOST):
        for number in range(messages):
            if reading.done():
                break
            await page.socket.send(tampered(rng))
            if number % 50 == 0:
                await asyncio.sleep(0)
        await page.send(type="ping")
        await asyncio.wait({reading}, timeout=1)
        await page.close()
    return await reading


async def _answers(page: Page) -> int:
    """How many answers a page gets until its connection ends."""
    answers = 0
    with suppress(*LOST):
        async for text in page.socket:
            answers += text.startswith(('{"type": "error"', '{"type": "pong"'))
    return answers


async def send_huge(page: Page, rng: random.Random, messages: int) -> int:
    """Send a message that is far too long."""
    await page.open()
    with suppress(*LOST):
        await page.socket.send("x" * 5_000_000)
        await asyncio.wait_for(page.socket.wait_closed(), 5)
    return 0


async def send_half(page: Page, rng: random.Random, messages: int) -> int:
    """Begin a frame and go away; or a handshake."""
    host, port = page.address.split("/")[2].split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    path = page.address.partition(f":{port}")[2]
    if rng.random() < 0.5:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgra".encode())
    else:
        writer.write(HANDSHAKE.format(path=path, host=host).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\xfe\x0f\xff" + os.urandom(rng.randrange(2000)))
    await writer.drain()
    await asyncio.sleep(rng.random())
    writer.transport.abort()
    return 0


async def read_nothing(page: Page, rng: random.Random, messages: int) -> int:
    """Ask for answers without end and read none."""
    await page.open()
    page.socket.transport.pause_reading()
    with suppress(*LOST):
        for _ in range(messages):
            await asyncio.wait_for(page.socket.send('{"type":"x"}'), 2)
    await asyncio.sleep(rng.uniform(0, 5))
    page.socket.transport.abort()
    return 0


async def flood_with_pings(page: Page, rng: random.Random, messages: int) -> int:
    """Send pings without end, faster than they can be answered, and read no answer."""
    await page.open()
    transport = page.socket.transport
    transport.pause_reading()
    for _ in range(200):
        if not transport.is_closing():
            transport.write(PING * 1000)
        while transport.get_write_buffer_size() and not transport.is_closing():
            await asyncio.sleep(0.01)
            if rng.random() < 0.002:
                transport.abort()
    transport.abort()
    return 0


ENEMIES: list[Callable[[Page, random.Random, int], Awaitable[int]]] = [
    *[send_nonsense] * 4,
    send_huge,
    send_half,
    read_nothing,
]
FLOODS = [flood_with_pings, send_nonsense]


async def attack(address: str, arguments: argparse.Namespace, answered: Any) -> None:
    """Let the enemies loose, in the room of the pair and in one of their own."""
    kinds = [*ENEMIES, *FLOODS] if arguments.limited else ENEMIES

    async def enemy(number: int) -> None:
        rng = random.Random(number)
        while answered.value < arguments.messages:
            page = Page(address, seat="x" * 22)
            with suppress(*LOST):
                answers = await rng.choice(kinds)(page, rng, 5000)
                answered.value += answers

    await asyncio.gather(*(enemy(number) for number in range(arguments.enemies)))


def attack_here(address: str, arguments: argparse.Namespace, answered: Any) -> None:
    """Attack in a process of its own, so that the pair's clock is not the enemies' clock."""
    os.nice(5)
    asyncio.run(attack(address, arguments, answered))


async def fight(server: Server, arguments: argparse.Namespace) -> tuple[Record, float, int]:
    """Let the enemies loose while two play in the same room.

    Returns:
        What the two saw, the growth of the server's memory in MB, and how many of the enemies'
        connections it still has open when they have gone.
    """
    record, over = Record(), asyncio.Event()
    address = server.address(server.new_room()["room"])
    pair = [Player([address], record, (0.1, 0.3)) for _ in "bw"]
    playing = [asyncio.ensure_future(player.play(10**6, over)) for player in pair]
    await asyncio.sleep(2)
    memory, connections, began = server.memory(), server.open_files(), time.monotonic()
    context = multiprocessing.get_context("spawn")
    answered = context.Value("l", 0)
    enemies = context.Process(target=attack_here, args=(address, arguments, answered))
    enemies.start()
    while enemies.is_alive():
        await asyncio.sleep(5)
        print(
            f"{time.monotonic() - began:6.0f} s {answered.value:8} messages "
            f"{server.memory():7.1f} MB {record.confirmed:6} moves of the pair",
            flush=True,
        )
    assert enemies.exitcode == 0, "the enemies have given up"
    for _ in range(300):
        if server.open_files() > connections:
            await asyncio.sleep(0.1)
    still_open = server.open_files() - connections
    over.set()
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return record, server.memory() - memory, still_open


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--enemies", type=int, default=25, help="at the same time")
    parser.add_argument(
        "--limited", action="store_true", help="with the server's usual limits, and floods"
    )
    arguments = parser.parse_args()
    usual = {} if arguments.limited else {"messages_per_second": 10**9, "message_burst": 10**9}
    with tempfile.TemporaryDirectory() as folder:
        with running(str(Path(folder) / "rooms.sqlite3"), **usual) as server:
            record, growth, still_open = asyncio.run(fight(server, arguments))
            alive = server.process.poll() is None
    print(
        f"the pair: {record.confirmed} moves confirmed, {record.lost} lost, {record.doubled} "
        f"doubled, {record.broken} connections broken, 95 % confirmed within "
        f"{record.percentile(0.95):.1f} ms; memory {growth:+.1f} MB, "
        f"{still_open} connections of enemies still open"
    )
    well = record.confirmed > 0 and not record.lost and not record.doubled and not record.broken
    calm = record.percentile(0.95) <= WITHIN and growth <= MOST_GROWTH
    return 0 if alive and well and calm and still_open <= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
