"""The page in a real browser, for tests: a server, and somebody who plays by tap, drag or keys."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from draughts import Board, Move

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1366, 900)}
QUICK = {"motion": False}  # settings of most tests: nothing waits for a piece to arrive


def chromium() -> str | None:
    """The browser's program."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """A server of the page; its address."""
    command = [sys.executable, "-m", "draughts", "web", "--port", "0", "--workers", "1", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the server did not start"
        yield found.group()
    finally:
        process.terminate()
        process.wait(20)


class Player:
    """Somebody at a page. ``board`` follows the game that the page shows."""

    def __init__(self, page: Any, variant: str = "english") -> None:
        self.page = page
        self.board = Board(variant)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def open(self, url: str, **settings: Any) -> Player:
        """Open the page with settings that were kept."""
        script = "localStorage.setItem('draughts.settings', JSON.stringify(%s))"
        kept = json.dumps({**QUICK, **settings})
        self.page.add_init_script(
            "if (location.protocol.startsWith('http')"
            f" && !localStorage.getItem('draughts.settings')) {{ {script % kept} }}"
        )
        self.page.goto(url)
        self.ready()
        return self

    def ready(self) -> None:
        """Wait until the board stands."""
        self.page.wait_for_selector("#board .piece", state="attached")

    def square(self, number: int) -> Any:
        """The button of a square."""
        return self.page.locator(f"#board button[data-square='{number}']")

    def label(self, number: int) -> str:
        """What a screen reader says of a square."""
        return str(self.square(number).get_attribute("aria-label"))

    def centre(self, number: int) -> tuple[float, float]:
        """The middle of a square on the screen."""
        box = self.square(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    @property
    def status(self) -> str:
        """The status line."""
        return str(self.page.inner_text("#status"))

    def texts(self) -> list[str]:
        """The moves in the list."""
        return list(
            self.page.eval_on_selector_all("#moves button", "all => all.map(e => e.textContent)")
        )

    def follow(self) -> None:
        """Bring the board up to the moves that the page shows."""
        for text in self.texts()[len(self.board.move_stack) :]:
            self.board.push_pdn(text)

    def wait_for_ply(self, ply: int, timeout: float = 20_000) -> None:
        """Wait until so many moves have been played, and follow them."""
        self.page.wait_for_function(
            "ply => document.querySelectorAll('#moves button').length >= ply",
            arg=ply,
            timeout=timeout,
        )
        self.follow()

    def play(self, move: Move, how: str = "tap") -> None:
        """Enter a move, and wait until it stands in the list."""
        ply = len(self.board.move_stack)
        path = self.board.paths(move)[0] if move.is_capture else (move.from_square, move.to_square)
        getattr(self, f"_{how}")(path)
        self.wait_for_ply(ply + 1)

    def _tap(self, path: tuple[int, ...]) -> None:
        ply = len(self.board.move_stack)
        for square in path:
            self.square(square).click()
            if len(self.texts()) > ply:
                break

    def _keys(self, path: tuple[int, ...]) -> None:
        ply = len(self.board.move_stack)
        for square in path:
            self.square(square).focus()
            self.page.keyboard.press("Enter")
            if len(self.texts()) > ply:
                break

    def _typed(self, path: tuple[int, ...]) -> None:
        self.page.fill("#move", "-".join(map(str, path)))
        self.page.press("#move", "Enter")

    def _drag(self, path: tuple[int, ...]) -> None:
        ply = len(self.board.move_stack)
        mouse = self.page.mouse
        at = path[0]
        for square in path[1:]:
            mouse.move(*self.centre(at))
            mouse.down()
            mouse.move(*self.centre(square), steps=4)
            mouse.up()
            at = square
            if len(self.texts()) > ply:
                break
