"""How soon a search has ended when a DamExchange game does: python benchmarks/dxp_stop.py [TIMES]

In milliseconds, while our engine thinks: until the end of a game is confirmed, and until the game
is given up when the other program leaves.
"""

from __future__ import annotations

import random
import socket
import statistics
import sys
import threading
import time

from draughts import Color, Engine, Limit
from draughts.errors import ProtocolError
from draughts.protocols.dxp import DxpConnection, DxpOptions, DxpPlayer, GameEnd, GameRequest

PATIENCE = 10.0  # seconds


def once(chance: random.Random, engine: Engine, *, leaves: bool) -> float:
    """Milliseconds from the end of a game until our side is through with it."""
    ours, theirs = socket.socketpair()
    through = 0.0

    def follow(player: DxpPlayer) -> None:
        nonlocal through
        try:
            player.follow(PATIENCE)
        except ProtocolError:
            pass
        through = time.perf_counter()

    options = DxpOptions(limit=Limit(time=60.0))
    with DxpConnection(theirs) as peer, DxpPlayer(DxpConnection(ours), engine, options) as player:
        thread = threading.Thread(target=follow, args=(player,))
        thread.start()
        peer.send(GameRequest("Peer", Color.WHITE, 60, 0))
        peer.receive(PATIENCE)
        time.sleep(chance.uniform(0.01, 0.3))
        began = time.perf_counter()
        if leaves:
            peer.close()
        else:
            peer.send(GameEnd())
            peer.receive(PATIENCE)
        thread.join()
    return 1000 * (through - began)


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chance, engine = random.Random(1), Engine(hash_mb=64)
    for what, leaves in (("the game is ended", False), ("the peer leaves", True)):
        taken = sorted(once(chance, engine, leaves=leaves) for _ in range(times))
        print(
            f"{what}, {times} times: median {statistics.median(taken):.2f} ms, "
            f"99 % within {taken[int(0.99 * (times - 1))]:.2f} ms, longest {taken[-1]:.2f} ms"
        )


if __name__ == "__main__":
    main()
