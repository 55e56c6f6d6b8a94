"""A server that is killed in the midst of games: is every confirmed move still there?

    python benchmarks/web_kill.py                      the server is killed and started 20 times
    python benchmarks/web_kill.py --kill redis         the Redis is
    python benchmarks/web_kill.py --kill one-of-two    of two servers on one Redis, now one, now two

The players come back by themselves and go on. It fails when a confirmed move is lost, when one is
played twice, and when a game does not go on.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from web_players import Player, Record
from web_servers import Redis, Server

GOES_ON_WITHIN = 60.0  # seconds


async def kill_again_and_again(
    servers: list[Server], victims: list[Server] | list[Redis], arguments: argparse.Namespace
) -> tuple[Record, bool]:
    """Play in some rooms, and kill at random moments; whether every room went on each time."""
    over = asyncio.Event()
    records = [Record() for _ in range(arguments.rooms)]
    players = []
    for record in records:
        room = servers[0].new_room()["room"]
        addresses = [server.address(room) for server in servers]
        for wanted in (addresses, addresses[::-1]):
            players.append(Player(wanted, record, (0.02, 0.1)).play(10**6, over))
    playing = [asyncio.ensure_future(player) for player in players]
    went_on = await _has_gone_on(records)
    for number in range(arguments.times):
        await asyncio.sleep(random.uniform(0.2, 2.0))
        victim = victims[number % len(victims)]
        victim.kill()
        await asyncio.sleep(random.uniform(0.0, 0.5))
        await asyncio.get_running_loop().run_in_executor(None, victim.start)
        went_on = await _has_gone_on(records) and went_on
        print(f"killed {number + 1:3}, {_together(records).confirmed:6} moves", flush=True)
    over.set()
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return _together(records), went_on


async def _has_gone_on(records: list[Record]) -> bool:
    """Whether in every room two more moves are played before long."""
    before = [record.confirmed for record in records]
    for _ in range(int(GOES_ON_WITHIN * 10)):
        if all(record.confirmed >= was + 2 for record, was in zip(records, before, strict=True)):
            return True
        await asyncio.sleep(0.1)
    return False


def _together(records: list[Record]) -> Record:
    total = Record()
    for record in records:
        total.confirmed += record.confirmed
        total.lost += record.lost
        total.doubled += record.doubled
        total.games += record.games
        total.broken += record.broken
        for code, count in record.refused.items():
            total.refused[code] = total.refused.get(code, 0) + count
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kill", choices=("server", "redis", "one-of-two"), default="server")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--rooms", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        redis = None if arguments.kill == "server" else Redis(Path(folder))
        place = redis.place if redis else str(Path(folder) / "rooms.sqlite3")
        servers = [Server(place) for _ in range(2 if arguments.kill == "one-of-two" else 1)]
        victims = [redis] if redis and arguments.kill == "redis" else servers
        try:
            record, went_on = asyncio.run(kill_again_and_again(servers, victims, arguments))
        finally:
            for each in (*servers, *filter(None, [redis])):
                each.kill()
    print(
        f"{record.confirmed} moves confirmed, {record.games} games ended, {record.lost} lost, "
        f"{record.doubled} doubled, {record.broken} connections broken, "
        f"every game {'went' if went_on else 'did NOT go'} on; refused: {record.refused}"
    )
    return 0 if went_on and not record.lost and not record.doubled else 1


if __name__ == "__main__":
    sys.exit(main())
