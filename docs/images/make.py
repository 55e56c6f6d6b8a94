"""Take the pictures of the page: every size, language and theme.

``python docs/images/make.py`` writes them beside this file. It needs Chromium and the extra
``[test]``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from webpage import SIZES, Player, chromium, serving  # noqa: E402

OPENING = ("11-15", "22-18", "15x22", "25x18", "8-11")
LOOKS = {
    "phone": {"language": "ms", "pieces": "ink"},
    "tablet": {"language": "id", "pieces": "rose", "squares": "green"},
    "desktop": {"language": "en", "pieces": "classic"},
}


def main() -> None:
    """Take them all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving("--store", f"{folder}/rooms.sqlite3") as url,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for size, (wide, high) in SIZES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(viewport={"width": wide, "height": high})
                player = Player(page).open(url, opponent="two", theme=theme, **LOOKS[size])
                for text in OPENING:
                    player.play(player.board.parse_pdn(text))
                player.square(24).click()
                page.screenshot(path=HERE / f"page-{size}-{theme}.png")
                if theme == "light":
                    page.click("#open-rules")
                    page.wait_for_selector("#rules-text dl")
                    page.screenshot(path=HERE / f"page-{size}-rules.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
