"""Take the pictures of the page: every size, language and theme, and every kind of pieces.

``python docs/images/make.py`` writes them beside this file. It needs Chromium and the extra
``[test]``.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from webpage import SIZES, Player, chromium, serving  # noqa: E402

OPENING = ("11-15", "22-18", "15x22", "25x18", "8-11")
PIECES = {"en": "classic", "ms": "ink", "id": "rose"}
SQUARES = {"ink": "wood", "rose": "green", "classic": "slate", "contrast": "paper"}
WIDTHS = {"phone": 190, "tablet": 330, "desktop": 660}
"""How wide a picture is on a sheet, in pixels."""


def main() -> None:
    """Take them all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving("--store", f"{folder}/rooms.sqlite3") as url,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for language, pieces in PIECES.items():
            looks = {"language": language, "pieces": pieces, "squares": SQUARES[pieces]}
            shots = [
                (WIDTHS[size], shot(browser, url, size, theme=theme, **looks))
                for theme in ("light", "dark")
                for size in SIZES
            ]
            sheet(browser, shots, HERE / f"page-{language}.png", 1230)
        shots = [
            (300, shot(browser, url, "desktop", "#board", pieces=pieces, squares=squares))
            for pieces, squares in SQUARES.items()
        ]
        sheet(browser, shots, HERE / "page-pieces.png", 1250)
        rules(browser, url)
        browser.close()


def begun(browser: Any, url: str, size: str, **settings: Any) -> Player:
    """A page on which a game is under way and a piece is lifted."""
    wide, high = SIZES[size]
    player = Player(browser.new_page(viewport={"width": wide, "height": high}))
    player.open(url, opponent="two", **settings)
    for text in OPENING:
        player.play(player.board.parse_pdn(text))
    player.square(24).click()
    return player


def shot(browser: Any, url: str, size: str, part: str = "html", **settings: Any) -> bytes:
    """A picture of the page, or of a part of it."""
    page = begun(browser, url, size, **settings).page
    taken = page.locator(part).screenshot() if part != "html" else page.screenshot()
    page.close()
    return bytes(taken)


def rules(browser: Any, url: str) -> None:
    """A picture of the rules, as they are told on a tablet."""
    page = begun(browser, url, "tablet", language="id", pieces="rose", squares="green").page
    page.click("#open-rules")
    page.wait_for_selector("#rules-text dl")
    page.screenshot(path=HERE / "page-rules.png")
    page.close()


def sheet(browser: Any, shots: list[tuple[int, bytes]], file: Path, width: int) -> None:
    """Put pictures on one sheet, each so wide."""
    page = browser.new_page(viewport={"width": width, "height": 100})
    images = "".join(
        f'<img width="{wide}" src="data:image/png;base64,{base64.b64encode(taken).decode()}">'
        for wide, taken in shots
    )
    style = "display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start;justify-content:center"
    page.set_content(f'<body style="margin:0;background:#8883;{style}">{images}</body>')
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.screenshot(path=file, full_page=True)
    page.close()


if __name__ == "__main__":
    main()
