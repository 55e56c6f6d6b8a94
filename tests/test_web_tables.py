"""A room at work on a server, without sockets: who is told what, and what the computer does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from draughts.protocols.messages import Fields
from draughts.protocols.play import Play
from draughts.web import tables
from draughts.web.rooms import Change, Room
from draughts.web.settings import read_settings
from draughts.web.store import SqliteStore
from draughts.web.tables import Page, Table
from draughts.web.visitors import Visitor, change_of
from web_servers import FirstMove


class Failing(FirstMove):
    """A computer that fails at first, then plays a move that is not legal, and then plays well."""

    def __init__(self) -> None:
        self.asked = 0

    async def think(self, play: Play, level: str) -> list[int]:
        self.asked += 1
        if self.asked == 1:
            raise MemoryError
        return [1, 2] if self.asked == 2 else await super().think(play, level)


class Scene:
    """A table with a room, and a clock that can be put forward."""

    def __init__(self, file: Path, thinker: FirstMove) -> None:
        self.later = 0.0
        self.store = SqliteStore(file, now=lambda: time.time() + self.later)
        self.room = Room(read_settings(Fields({}, "the settings")))
        self._thinker = thinker

    async def open(self) -> None:
        await self.store.open()
        await self.store.add(self.room)
        self.table = Table(self.room.id, self.store, self._thinker)

    async def page(self, number: int, sit: bool = True, **known: Any) -> Page:
        page = Page(Visitor(f"{self.store.server}:{number}", **known))
        await self.table.join(page)
        if sit:
            await self.table.change(page, change_of(page.visitor, Fields({"type": "sit"}, "")))
        return page

    async def update(self, change: Change) -> None:
        await self.store.update(self.room.id, change)

    async def until(self, true: Callable[[Room], bool]) -> None:
        for _ in range(500):
            if true(await self.store.load(self.room.id)):
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it did not come")


def on_stage(
    tmp_path: Path, test: Callable[[Scene], Awaitable[None]], thinker: FirstMove | None = None
) -> None:
    async def run() -> None:
        scene = Scene(tmp_path / "rooms.sqlite3", thinker or FirstMove())
        await scene.open()
        await test(scene)
        await scene.table.close()
        await scene.store.close()

    asyncio.run(run())


async def told(page: Page) -> list[dict[str, Any]]:
    """The messages that wait for a page."""
    messages = []
    while not page._waiting.empty():
        messages.append(json.loads(await page.next_message()))
    return messages


def test_who_a_page_is_comes_before_the_state_and_again_when_it_changes(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        ann = await scene.page(1, sit=False, creator=scene.room.creator)
        assert [message["type"] for message in await told(ann)] == ["you", "state"]
        bob = await scene.page(2, sit=False)
        assert [message["type"] for message in await told(ann)] == ["state"]
        await scene.table.change(ann, change_of(ann.visitor, Fields({"type": "sit"}, "")))
        you, state = await told(ann)
        assert (you["seat"], you["creator"]) == ("black", True)
        assert you["secret"] not in json.dumps([state, *await told(bob)])

    on_stage(tmp_path, test)


def test_a_page_that_was_taken_for_gone_is_connected_again(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        await scene.page(1)
        await scene.update(lambda room, now: room.keep_only({"another"}, now))
        await scene.until(lambda room: room.somebody_here)

    on_stage(tmp_path, test)


def test_the_connections_of_another_server_go_when_it_does(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        await scene.page(1)
        await scene.update(lambda room, now: room.connect("gone:1", None, now))
        await scene.table.look_round()
        await scene.until(lambda room: room.connections == [f"{scene.store.server}:1"])

    on_stage(tmp_path, test)


def test_r38_the_computer_moves_for_who_is_away(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        ann, _ = await scene.page(1), await scene.page(2)
        await scene.table.leave(ann)
        scene.later = 61
        await scene.update(Room.tick)
        await scene.until(lambda room: len(room.play.texts) == 1)

    on_stage(tmp_path, test)


def test_a_computer_that_fails_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_PAUSE", 0.01)
    thinker = Failing()

    async def test(scene: Scene) -> None:
        ann, _ = await scene.page(1), await scene.page(2)
        await scene.table.leave(ann)
        scene.later = 61
        await scene.update(Room.tick)
        await scene.until(lambda room: len(room.play.texts) == 1)
        assert thinker.asked == 3

    on_stage(tmp_path, test, thinker)


def test_what_is_due_happens_by_itself(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        scene.later = -59.8  # the clock of the store; the timer goes by the machine's
        settings = read_settings(Fields({"turn_time": 60}, "the settings"))
        await scene.update(lambda room, now: room.change_settings(room.creator, settings, now))
        await scene.page(1)
        await scene.page(2)
        scene.later = 1.0
        await scene.until(lambda room: room.play.game.result() == "0-1")

    on_stage(tmp_path, test)


def test_a_page_that_takes_nothing_is_told_of() -> None:
    page = Page(Visitor("s:1"))
    calls = []
    page.too_slow = lambda: calls.append(1)
    for _ in range(64):
        page.send("x")
    assert calls == []
    page.send("x")
    assert calls == [1]
