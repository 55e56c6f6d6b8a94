"""examples/mounted_page.py: the page works where it is mounted, in a browser too."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from webpage import Player, chromium

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, served."""
    import uvicorn

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        import mounted_page

        site = mounted_page.create_site(str(tmp_path_factory.mktemp("rooms") / "rooms.sqlite3"))
        sys.modules.pop("mounted_page")
    server = uvicorn.Server(
        uvicorn.Config(site, port=0, log_level="error", timeout_graceful_shutdown=3)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


def test_the_home_page_leads_to_the_board(url: str) -> None:
    home = httpx.get(url).text
    assert 'href="play/"' in home and 'src="play/embed"' in home
    assert httpx.get(url + "play", follow_redirects=True).url == url + "play/"
    assert "<title>" in httpx.get(url + "play/").text
    frame = httpx.get(url + "play/embed").headers["content-security-policy"]
    assert "frame-ancestors 'self'" in frame


def test_local_games_and_rooms_are_answered(url: str) -> None:
    game = {"rules": {"variant": "english"}, "moves": [[11, 15]]}
    assert httpx.post(url + "play/api/position", json=game).json()["ply"] == 1
    answer = httpx.post(url + "play/api/rooms", json={})
    assert answer.status_code == 201, answer.text


@pytest.mark.skipif(chromium() is None, reason="no Chromium here")
def test_somebody_comes_by_the_home_page_and_plays(url: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        player = Player(browser.new_page())
        player.page.set_default_timeout(20_000)
        player.page.goto(url)
        embedded = player.page.frame_locator("iframe").locator("#board .piece")
        embedded.first.wait_for(state="attached")
        assert embedded.count() == 24
        player.page.click("text=play here")
        player.ready()
        assert player.page.url == url + "play/"
        player.play(player.board.parse_pdn("11-15"))
        player.wait_for_ply(2)  # the computer has answered
        assert player.errors == []
        browser.close()
