"""A thousand players in five hundred games on one server: how long until a move is confirmed?

    python benchmarks/web_load.py                              for a minute, as people play
    python benchmarks/web_load.py --games 10000 --pace 0       the server's memory, game after game
    python benchmarks/web_load.py --store redis                with a Redis of its own

The server runs in a process of its own, the players all in this one. Every twentieth move is sent
twice. It fails when a confirmed move is lost, when one is played twice, and when the goals below
are missed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from web_players import Player, Record
from web_servers import Redis, Server, running

WITHIN = 150.0  # milliseconds, for 95 % of the moves
MOST_GROWTH = 1.25  # of the server's memory from the first tenth of the games to the last
UNLIMITED = {"messages_per_second": 10**6, "message_burst": 10**6}


async def play_in_room(
    server: Server, games: int, arguments: argparse.Namespace, record: Record, over: asyncio.Event
) -> None:
    """Two players, one after another in the same room for so many games."""
    loop = asyncio.get_running_loop()
    room = await loop.run_in_executor(None, server.new_room)
    pace = (arguments.pace, 2 * arguments.pace)
    players = [
        Player([server.address(room["room"])], record, pace, plies=arguments.plies) for _ in "bw"
    ]
    await asyncio.gather(*(player.play(games, over) for player in players))


async def as_people_play(server: Server, arguments: argparse.Namespace) -> Record:
    """All rooms at once, each for as long as the load lasts."""
    record, over = Record(), asyncio.Event()
    rooms = []
    for _ in range(arguments.rooms):
        rooms.append(asyncio.ensure_future(play_in_room(server, 10**6, arguments, record, over)))
        await asyncio.sleep(0.01)  # they come one after another
    await asyncio.sleep(5)
    record.times.clear()
    print(f"{'seconds':>8} {'moves':>8} {'MB':>7}")
    for _ in range(6):
        await asyncio.sleep(arguments.seconds / 6)
        print(f"{time.monotonic() - BEGAN:8.0f} {record.confirmed:8} {server.memory():7.1f}")
    over.set()
    for room in rooms:
        room.cancel()
    await asyncio.gather(*rooms, return_exceptions=True)
    return record


async def game_after_game(server: Server, arguments: argparse.Namespace) -> tuple[Record, bool]:
    """So many games, a few rooms at a time, each new; whether the memory stays."""
    record, over = Record(), asyncio.Event()
    memory: list[float] = []
    left = list(range(arguments.games))

    async def one_after_another() -> None:
        while left:
            left.pop()
            await play_in_room(server, 1, arguments, record, over)
            if record.games * 20 >= (len(memory) + 1) * arguments.games:
                memory.append(server.memory())
                print(f"{record.games:8} games {memory[-1]:7.1f} MB", flush=True)

    await asyncio.gather(*(one_after_another() for _ in range(arguments.rooms)))
    tenth = max(len(memory) // 10, 1)
    return record, max(memory[-tenth:]) <= MOST_GROWTH * max(memory[: tenth + 1])


def report(record: Record) -> bool:
    """Print what was seen; whether nothing was lost or doubled."""
    print(
        f"{record.confirmed} moves confirmed, {record.games} games ended, {record.lost} lost, "
        f"{record.doubled} doubled, {record.broken} connections broken"
    )
    if record.refused:
        print("refused:", record.refused)
    shares = (0.50, 0.95, 0.99)
    times = ", ".join(f"{share:.0%} {record.percentile(share):.1f} ms" for share in shares)
    print(f"confirmed within: {times}")
    return not record.lost and not record.doubled and not record.broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=500, help="at the same time")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=1.0, help="least seconds of thought")
    parser.add_argument("--games", type=int, default=0, help="so many games, then stop")
    parser.add_argument("--plies", type=int, default=10**6, help="resign a game at this length")
    parser.add_argument("--store", choices=("sqlite", "redis"), default="sqlite")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        redis = Redis(Path(folder)) if arguments.store == "redis" else None
        place = redis.place if redis else str(Path(folder) / "rooms.sqlite3")
        try:
            with running(place, **UNLIMITED) as server:
                if arguments.games:
                    arguments.rooms = min(arguments.rooms, 20)
                    record, steady = asyncio.run(game_after_game(server, arguments))
                    return 0 if report(record) and steady else 1
                record = asyncio.run(as_people_play(server, arguments))
                return 0 if report(record) and record.percentile(0.95) <= WITHIN else 1
        finally:
            if redis:
                redis.kill()


BEGAN = time.monotonic()

if __name__ == "__main__":
    sys.exit(main())
