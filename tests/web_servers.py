"""Servers for tests and benchmarks: one that plays online, in a process of its own, and a Redis.

    python tests/web_servers.py PORT STORE     the server

Its computer plays the first legal move that it finds, so that nothing here needs the engine.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

GENEROUS = dict.fromkeys(("rooms_per_hour", "connections", "connections_per_minute"), 10**6)


class FirstMove:
    """A computer that plays the first legal move."""

    async def think(self, play: Any, level: str) -> list[int]:
        path: list[int] = list(play.legal_walks()[0]["path"])
        return path


def app(place: str, **limits: Any) -> Any:
    """A site on which there is nothing but the rooms."""
    from starlette.applications import Starlette

    from draughts.web.online import Limits, Online
    from draughts.web.store import store_at

    online = Online(store_at(place), FirstMove(), Limits(**{**GENEROUS, **limits}))
    return Starlette(routes=online.routes(), lifespan=lambda app: online.running())


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until somebody listens at a port."""
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nobody listens at port {port}")


class Server:
    """A server in a process of its own, which can be killed and started again.

    Args:
        place: of its store.
        limits: other than generous ones.
    """

    def __init__(self, place: str, **limits: Any) -> None:
        self.port = free_port()
        self.place = place
        self._limits = limits
        self.start()

    def start(self) -> None:
        command = [sys.executable, __file__, str(self.port), self.place, json.dumps(self._limits)]
        self.process = subprocess.Popen(command)
        wait_for(self.port, self.process)

    def kill(self) -> None:
        """End it at once, as by kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self.process.wait(20)

    def memory(self) -> float:
        """The memory that it has, in MB; only where there is /proc."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def open_files(self) -> int:
        """How many files and connections it has open; only where there is /proc."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def address(self, room: str) -> str:
        """Of the socket into a room."""
        return f"ws://127.0.0.1:{self.port}/ws/{room}"

    def new_room(self, **settings: Any) -> dict[str, str]:
        """Make a room; its id and the secret of its creator."""
        body = json.dumps({"settings": settings}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/rooms", body)
        with urllib.request.urlopen(request, timeout=10) as answer:
            made: dict[str, str] = json.load(answer)
            return made


@contextmanager
def running(place: str, **limits: Any) -> Iterator[Server]:
    """A server for the length of a ``with`` statement."""
    server = Server(place, **limits)
    try:
        yield server
    finally:
        server.kill()


class Redis:
    """A Redis that writes everything down before it answers.

    Args:
        folder: for its file.
    """

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("there is no redis-server")
        pytest.importorskip("redis")
        self.port = free_port()
        self.place = f"redis://127.0.0.1:{self.port}/0"
        self._command = [
            *(program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)),
            *("--save", "", "--appendonly", "yes", "--appendfsync", "always"),
            *("--loglevel", "warning"),
        ]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_for(self.port, self.process)

    def kill(self) -> None:
        """End it at once, as by kill -9."""
        self.process.kill()
        self.process.wait()


def main() -> None:
    import uvicorn

    from draughts.web.sockets import SOCKET_OPTIONS, GuardedProtocol

    port, place, limits = sys.argv[1:]
    if "message_burst" in limits:
        GuardedProtocol.byte_rate = GuardedProtocol.byte_burst = 1e12
    uvicorn.run(
        app(place, **json.loads(limits)),
        port=int(port),
        log_level=os.environ.get("LOG", "warning"),
        **SOCKET_OPTIONS,
    )


if __name__ == "__main__":
    main()
