"""Players without a screen: they speak the protocol, play random moves, and watch over them."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

__all__ = ["Page", "Player", "Record"]

LOST = (OSError, WebSocketException, asyncio.TimeoutError)
"""What is raised when a connection is gone, or cannot be had."""


class Page:
    """A connection to a room, and what it was told last.

    Args:
        address: of the socket.
        seat: the secret of a seat, or None.
        creator: the secret of the room, or None.
        name: a nickname.
    """

    def __init__(
        self, address: str, seat: str | None = None, creator: str | None = None, name: str = ""
    ) -> None:
        self.address = address
        self.hello = {"seat": seat, "creator": creator, "name": name}
        self.you: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.errors: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Page:
        await self.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect, say hello, and hear how the room stands."""
        self.state = {}
        self._socket = await connect(self.address, compression=None, max_size=None)
        await self.send(type="hello", version=1, **self.hello)
        await self.until(lambda page: page.state)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message, taken note of."""
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "you":
            state = await self.hear()  # the two belong together
            self.you = message
            self.hello["seat"] = message["secret"]
            return state
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "error":
            self.errors.append(message)
        return message

    async def until(self, true: Callable[[Page], Any], seconds: float = 20) -> None:
        """Listen until something is so."""

        async def listen() -> None:
            while not true(self):
                await self.hear()

        await asyncio.wait_for(listen(), seconds)

    async def error(self) -> str:
        """The code of the next error."""
        known = len(self.errors)
        await self.until(lambda page: len(page.errors) > known)
        code: str = self.errors[-1]["code"]
        return code

    async def sit(self, **wish: Any) -> None:
        """Take a seat."""
        await self.send(type="sit", **wish)
        await self.until(lambda page: page.you.get("seat"))

    async def move(self, path: list[int]) -> None:
        """Play a move and wait until it is confirmed."""
        ply = self.state["position"]["ply"]
        await self.send(type="move", ply=ply, path=path)
        await self.until(lambda page: page.state["position"]["ply"] > ply)


class _Sent(NamedTuple):
    ply: int
    path: list[int]
    text: str
    at: float


@dataclass
class Record:
    """What players have seen, all together.

    Args:
        times: seconds from sending a move, for the last time, to its confirmation.
        confirmed: moves that were confirmed.
        lost: moves that were confirmed and are not in the game.
        doubled: moves in the game that nobody has sent.
        games: games that were played to an end.
        broken: connections that broke.
        refused: errors by their code.
    """

    times: list[float] = field(default_factory=list)
    confirmed: int = 0
    lost: int = 0
    doubled: int = 0
    games: int = 0
    broken: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def percentile(self, share: float) -> float:
        """The time within which so large a share of the moves was confirmed, in milliseconds."""
        times = sorted(self.times)
        return 1000 * times[min(int(len(times) * share), len(times) - 1)] if times else 0.0


class Player:
    """Somebody who plays random moves in a room, and comes back when the connection breaks.

    Args:
        addresses: of the room's socket on one server or several, tried in turn.
        record: where the player writes down what happens.
        pace: the least and the most seconds of thought before a move.
        twice: how often a move is sent twice.
        plies: the length at which a game is resigned.
    """

    def __init__(
        self,
        addresses: list[str],
        record: Record,
        pace: tuple[float, float] = (0.0, 0.0),
        twice: float = 0.05,
        plies: int = 10**6,
    ) -> None:
        self.page = Page(addresses[0])
        self._addresses = list(addresses)
        self._record = record
        self._pace = pace
        self._twice = twice
        self._plies = plies
        self._random = random.Random()
        self._game = 0
        self._mine: dict[int, str] = {}
        self._sent: _Sent | None = None
        self._asked: str | None = None
        self._done = False

    async def play(self, games: int, over: asyncio.Event) -> None:
        """Play so many games, or until it is over."""
        while not self._done and not over.is_set():
            try:
                await self.page.open()
                self._asked = None
                while not self._done and not over.is_set():
                    await self._go_on(games)
                    if not self._done:
                        await asyncio.wait_for(self._hear(), 30)
            except LOST:
                self._record.broken += 1
                self._addresses.append(self._addresses.pop(0))
                self.page.address = self._addresses[0]
                await asyncio.sleep(0.1)
        await self.page.close()

    async def _hear(self) -> None:
        message = await self.page.hear()
        if message["type"] == "error":
            code = message["code"]
            self._record.refused[code] = self._record.refused.get(code, 0) + 1
            if code == "not-kept":
                await asyncio.sleep(0.2)
                self._asked = None

    async def _go_on(self, games: int) -> None:
        """Look at the state, and do what is to be done."""
        state, side = self.page.state, self.page.you["seat"]
        if side is None:
            await self._ask("sit", "sit")
            return
        self._check(state, side)
        game, position = state["game"], state["position"]
        if position["outcome"] is not None:
            if self._asked != f"rematch {game}":
                self._record.games += side == "black"
            self._done = game >= games
            await self._ask(f"rematch {game}", "rematch")
        elif state["started"] and position["turn"] == side:
            if len(position["texts"]) >= self._plies:
                await self._ask(f"resign {game}", "resign")
            elif self._asked != f"move {game} {position['ply']}":
                self._asked = f"move {game} {position['ply']}"
                await self._move(state)

    async def _ask(self, what: str, kind: str) -> None:
        """Ask for something, if it has not been asked for on this connection."""
        if self._asked != what:
            self._asked = what
            await self.page.send(type=kind)

    async def _move(self, state: dict[str, Any]) -> None:
        """Send a move; the same as before, if it is not certain that it arrived."""
        position = state["position"]
        if self._sent is None:
            chosen = self._random.choice(position["moves"])
            if self._pace[1]:
                await asyncio.sleep(self._random.uniform(*self._pace))
            path, text = chosen["path"], chosen["text"]
        else:
            path, text = self._sent.path, self._sent.text
        self._sent = _Sent(position["ply"], path, text, time.perf_counter())
        message = {"type": "move", "game": state["game"], "ply": position["ply"], "path": path}
        await self.page.send(**message)
        if self._random.random() < self._twice:
            await self.page.send(**message)

    def _check(self, state: dict[str, Any], side: str) -> None:
        """Take note of what was confirmed, and compare all that was with the game."""
        texts, sent = state["position"]["texts"], self._sent
        if self._game != state["game"]:
            self._game, self._mine, self._sent = state["game"], {}, None
        elif sent is not None and len(texts) > sent.ply and texts[sent.ply] == sent.text:
            self._mine[sent.ply] = sent.text
            self._record.confirmed += 1
            self._record.times.append(time.perf_counter() - sent.at)
            self._sent = None
        my_turn = state["position"]["turn"] == side
        mine = range((len(texts) + (not my_turn)) % 2, len(texts), 2)
        lost = [ply for ply, text in self._mine.items() if texts[ply : ply + 1] != [text]]
        self._record.lost += len(lost)
        self._record.doubled += sum(ply not in self._mine for ply in mine)
