"""The page in headless Chromium: whole games, and each line of the requirements for the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from draughts import Board
from webpage import SIZES, Player, chromium, serving

playwright = pytest.importorskip("playwright.sync_api")

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium here")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving("--store", str(tmp_path_factory.mktemp("rooms") / "rooms.sqlite3")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@contextmanager
def someone_at(browser: Any, size: str = "desktop", **options: Any) -> Iterator[Player]:
    """Somebody at a page of a size; in the end nothing has gone wrong there."""
    wide, high = SIZES[size]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, locale="en-GB", has_touch=wide < 1000, **options
    )
    context.set_default_timeout(20_000)
    someone = Player(context.new_page())
    yield someone
    assert someone.errors == []
    context.close()


@pytest.fixture
def player(browser: Any, request: pytest.FixtureRequest) -> Iterator[Player]:
    """Somebody at a page of the size that the test asks for."""
    with someone_at(browser, getattr(request, "param", "desktop")) as someone:
        yield someone


def best(board: Board, rng: random.Random) -> Any:
    return rng.choice(board.legal_moves)


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "how"),
    [("phone", "tap"), ("tablet", "drag"), ("desktop", "keys"), ("phone", "typed")],
    indirect=["player"],
)
def test_two_people_play_a_whole_game(url: str, player: Player, how: str) -> None:
    """R28, R31, R33, R37."""
    rng = random.Random(how)
    player.open(url, opponent="two")
    while player.board.outcome() is None:
        player.play(best(player.board, rng), how)
    player.page.wait_for_selector("#result-dialog[open]")
    outcome = player.board.outcome()
    assert outcome is not None
    won = {None: "drawn", "white": "Red has won", "black": "Black has won"}
    expected = won[outcome.winner.value if outcome.winner else None]
    assert expected in player.page.inner_text("#result-title")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "how"),
    [("phone", "tap"), ("tablet", "drag"), ("desktop", "keys")],
    indirect=["player"],
)
def test_a_whole_game_against_the_computer(url: str, player: Player, how: str) -> None:
    """R28, R29."""
    rng = random.Random(5)
    player.open(url, opponent="computer", level="easy")
    while player.board.outcome() is None:
        if player.board.turn.value == "black":
            player.play(best(player.board, rng), how)
        else:
            player.wait_for_ply(len(player.board.move_stack) + 1)
    player.page.wait_for_selector("#result-dialog[open]")


def make_room(player: Player, url: str, **settings: Any) -> str:
    """Open a room as a person does, and sit down; the link for the friend."""
    player.open(url, opponent="two", **settings)
    player.page.click("#open-new")
    player.page.check("[name=opponent][value=online]")
    player.page.fill("[name=nick]", "Siti")
    player.page.click("#new-form [value=start]")
    player.page.wait_for_selector("#room:visible")
    return str(player.page.url)


@contextmanager
def a_friend_of(
    player: Player, url: str, browser: Any, size: str = "desktop", **settings: Any
) -> Iterator[Player]:
    """The other in a room that somebody has made."""
    link = make_room(player, url, **settings)
    with someone_at(browser, size) as friend:
        friend.open(link, nick="Budi")
        player.page.wait_for_function(
            "() => !document.querySelector('#status').innerText.includes('Waiting')"
        )
        yield friend


@pytest.mark.slow
def test_two_friends_play_a_whole_game_by_a_link(url: str, browser: Any, player: Player) -> None:
    """R28, R38: who sits down first takes the side that begins."""
    rng = random.Random(8)
    with a_friend_of(player, url, browser, "phone") as friend:
        both = {"black": player, "white": friend}
        board = player.board
        while board.outcome() is None:
            mover, other = both[board.turn.value], both[board.turn.opposite.value]
            mover.board = board
            mover.play(best(board, rng))
            other.page.wait_for_function(
                "ply => document.querySelectorAll('#moves button').length >= ply",
                arg=len(board.move_stack),
            )
        for each in both.values():
            each.page.wait_for_selector("#result-dialog[open]")


# --- requirement by requirement -------------------------------------------------------------------

SHOT = "W:W18,26,30:B6,14,22"


def at(url: str, fen: str, variant: str = "english", **rules: Any) -> str:
    """The address of a position, as the page itself shares it."""
    import json
    from urllib.parse import urlencode

    return url + "#" + urlencode({"fen": fen, "rules": json.dumps({"variant": variant, **rules})})


def marks(player: Player, name: str) -> int:
    return player.page.locator(f"#board .over .{name}").count()


def test_r23_targets_and_victims_can_be_turned_off(url: str, player: Player) -> None:
    """The rings and the status line stay."""
    player.open(at(url, SHOT), targets=False)
    assert marks(player, "must") == 2
    player.square(26).click()
    assert (marks(player, "landing"), marks(player, "victim"), marks(player, "target")) == (0, 0, 0)
    assert marks(player, "must") == 2
    assert player.status == "Red must capture"


def test_r29_each_level_plays(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    for level in ("easy", "medium", "hard"):
        player.page.click("#open-new")
        player.page.check("[name=opponent][value=computer]")
        player.page.check(f"[name=level][value={level}]")
        player.page.check("[name=side][value=first]")
        player.page.click("#new-form [value=start]")
        player.page.wait_for_function("() => !document.querySelectorAll('#moves button').length")
        player.board = Board()
        player.play(player.board.parse_pdn("11-15"))
        player.wait_for_ply(2)
        assert level in player.page.inner_text("#player-top").lower()


@pytest.mark.parametrize(("side", "color", "near"), [("first", "Black", 1), ("second", "Red", 32)])
def test_r30_your_pieces_are_at_the_bottom(
    url: str, player: Player, side: str, color: str, near: int
) -> None:
    """The status line names a side as the theme does. Black begins in English draughts."""
    player.open(url, opponent="computer", side=side, level="easy")
    player.wait_for_ply(side == "second")
    player.page.wait_for_function(
        "c => document.querySelector('#status').innerText.startsWith(c)", arg=color
    )
    assert player.centre(near)[1] > player.centre(33 - near)[1]


def test_r31_a_tap_lifts_and_circles_show_where_to(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.square(11).click()
    assert marks(player, "target") == 2
    assert "lifted" in player.label(11) and "may go here" in player.label(15)
    player.square(11).click()
    assert marks(player, "target") == 0
    player.play(player.board.parse_pdn("9-13"), "drag")


@pytest.mark.parametrize("rings", ["dashed", "pulsing"])
def test_r32_pieces_that_must_capture_are_ringed(url: str, player: Player, rings: str) -> None:
    player.open(at(url, SHOT), rings=rings)
    assert marks(player, "must") == 2
    assert player.status == "Red must capture"
    dashes = player.page.eval_on_selector(
        "#board .must", "e => getComputedStyle(e).strokeDasharray"
    )
    assert (dashes == "none") == (rings == "pulsing")
    player.square(26).click()
    assert marks(player, "landing") == 2 and marks(player, "victim") == 3
    player.square(30).click()
    assert "must capture" in player.page.inner_text("#why")


def test_r32_with_capture_optional_rings_mean_can(url: str, player: Player) -> None:
    player.open(at(url, SHOT, must_capture=False))
    assert marks(player, "must") == 2
    assert player.status == "Red to move, and may capture"


def test_r32_under_a_majority_rule_only_legal_captures_are_ringed(url: str, player: Player) -> None:
    board = Board.from_fen("W:W28,37:B23,32,22,21", "international")
    player.board = board
    player.open(at(url, board.fen(), "international"))
    assert marks(player, "must") == len({move.from_square for move in board.legal_moves})


@pytest.mark.parametrize("squares", [(26, 17), (26, 1)])
def test_r33_a_chain_is_entered_hop_by_hop_or_by_its_end(
    url: str, player: Player, squares: tuple[int, int]
) -> None:
    """Where only one way goes on, the rest is played."""
    player.open(at(url, SHOT))
    for square in squares:
        player.square(square).click()
    player.page.wait_for_selector("#moves button")
    assert player.texts() == ["26x1"]


def test_r34_last_move_taken_numbers_and_crowns(url: str, player: Player) -> None:
    player.open(at(url, SHOT))
    player.square(26).click()
    player.square(1).click()
    player.page.wait_for_selector("#moves button")
    assert player.page.locator("#board .glow .last").count() == 2
    assert "taken: 3" in player.page.inner_text(".player >> nth=1") + player.page.inner_text(
        ".player >> nth=0"
    )
    assert player.page.locator("#board .number").count() == 32
    assert player.page.locator("#board .crown").count() == 1
    assert "king" in player.label(1)


def test_r35_undo_against_the_computer_takes_back_both_moves(url: str, player: Player) -> None:
    player.open(url, opponent="computer", level="easy")
    assert player.page.is_disabled("#undo")
    player.play(player.board.parse_pdn("11-15"))
    player.wait_for_ply(2)
    player.page.click("#undo")
    player.page.wait_for_function("() => !document.querySelectorAll('#moves button').length")
    assert player.page.is_disabled("#undo")
    player.page.click("#redo")
    player.page.wait_for_function("() => document.querySelectorAll('#moves button').length === 2")


def test_r35_while_the_computer_thinks_undo_takes_back_your_move_alone(
    url: str, player: Player
) -> None:
    player.open(url, opponent="computer", level="master")
    player.square(11).click()
    player.square(15).click()
    player.page.wait_for_selector("#hurry:visible")
    player.page.click("#undo")
    player.page.wait_for_function("() => !document.querySelectorAll('#moves button').length")
    assert player.status == "Black to move"


def test_r35_undo_between_two_people_is_one_step(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    for text in ("11-15", "22-18"):
        player.play(player.board.parse_pdn(text))
    player.page.click("#undo")
    player.page.wait_for_function("() => document.querySelectorAll('#moves button').length === 1")


def test_r35_after_the_end_the_score_goes_back_too(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.play(player.board.parse_pdn("11-15"))
    player.page.click("#resign")
    player.page.click("#confirm-dialog [value=yes]")
    player.page.click("#result-dialog [value=close]")
    assert "1 won" in player.page.inner_text("#score")
    player.page.click("#undo")
    player.page.wait_for_selector("#resign:visible")
    assert "1 won" not in player.page.inner_text("#score")


def test_r27_scores_are_kept_per_opponent_and_can_be_reset(url: str, player: Player) -> None:
    """Each level is an opponent of its own; two people go by their names."""
    player.open(url, opponent="computer", level="easy")

    def resign() -> None:
        player.page.click("#resign")
        player.page.click("#confirm-dialog [value=yes]")
        player.page.click("#result-dialog [value=close]")

    def start(opponent: str, **fields: str) -> None:
        player.page.click("#open-new")
        player.page.check(f"[name=opponent][value={opponent}]")
        for name, value in fields.items():
            if name == "level":
                player.page.check(f"[name=level][value={value}]")
            else:
                player.page.fill(f"[name={name}]", value)
        player.page.click("#new-form [value=start]")
        player.page.wait_for_selector("#resign:visible")

    def score() -> str:
        return str(player.page.inner_text("#score"))

    resign()
    assert score() == "Against the computer (Easy): 0 won, 0 drawn, 1 lost"
    start("computer", level="medium")
    assert score() == "Against the computer (Medium): 0 won, 0 drawn, 0 lost"
    start("two", name1="Ann", name2="Ben")
    resign()
    assert score() == "Ann: 0 won. Ben: 1 won. Drawn: 0"
    start("two", name1="Ben", name2="Ann")
    assert score() == "Ann: 0 won. Ben: 1 won. Drawn: 0"
    player.page.reload()
    player.ready()
    start("computer", level="easy")
    assert score() == "Against the computer (Easy): 0 won, 0 drawn, 1 lost"
    player.page.click("#clear-score")
    assert score() == "Against the computer (Easy): 0 won, 0 drawn, 0 lost"


def test_r36_the_game_is_still_there_after_coming_back(url: str, player: Player) -> None:
    player.open(url, opponent="two", pieces="rose")
    for text in ("11-15", "22-18"):
        player.play(player.board.parse_pdn(text))
    player.page.reload()
    player.ready()
    player.page.wait_for_selector("#moves button")
    assert player.texts() == ["11-15", "22-18"]
    assert "Pink" in player.status


def test_r36_a_local_game_leaves_nothing_on_the_server(url: str, player: Player) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.open(url, opponent="two")
    player.play(player.board.parse_pdn("11-15"))
    assert all(address.startswith(url) for address in asked)  # R37: to no other host
    assert {address for address in asked if "/rooms" in address or "/ws" in address} == set()
    assert "this browser alone" in player.page.inner_text("footer")


@pytest.mark.parametrize("language", ["en", "ms", "id"])
def test_r39_the_rules_are_told_in_each_language(url: str, player: Player, language: str) -> None:
    player.open(url, opponent="two", language=language)
    assert player.page.get_attribute("html", "lang") == language
    player.page.click("#open-rules")
    player.page.wait_for_selector("#rules-text dl")
    told = {"en": "WCDF", "ms": "raja", "id": "bidak"}[language]
    assert told in player.page.inner_text("#rules-text")
    player.page.select_option("#rules-variant", "russian")
    player.page.wait_for_function(
        "() => document.querySelector('#rules-text').innerText.includes('FMJD')"
    )
    player.page.click("#rules-text .strong")
    player.page.wait_for_function("() => !document.querySelector('#rules-dialog').open")
    player.page.wait_for_function(
        "() => document.querySelector('#board [data-square=\"1\"]').ariaLabel.startsWith('b8')"
    )


def test_r38_the_same_seat_after_a_closed_tab(url: str, browser: Any, player: Player) -> None:
    with a_friend_of(player, url, browser) as friend:
        player.play(player.board.parse_pdn("11-15"))
        friend.wait_for_ply(1)
        address = player.page.url
        player.page.goto("about:blank")
        friend.page.wait_for_function(
            "() => document.querySelector('#player-top').innerText.includes('away')"
        )
        player.page.goto(address)
        player.ready()
        friend.play(friend.board.parse_pdn("22-18"))
        player.wait_for_ply(2)
        player.play(player.board.parse_pdn("15x22"))


def test_r38_more_people_watch(url: str, browser: Any, player: Player) -> None:
    with a_friend_of(player, url, browser), someone_at(browser) as third:
        third.open(player.page.url)
        third.page.wait_for_function(
            "() => document.querySelector('#room').innerText.includes('You are watching')"
        )
        player.play(player.board.parse_pdn("11-15"))
        third.wait_for_ply(1)


def test_r35_online_undo_asks_the_other(url: str, browser: Any, player: Player) -> None:
    with a_friend_of(player, url, browser) as friend:
        player.play(player.board.parse_pdn("11-15"))
        friend.wait_for_ply(1)
        player.page.click("#undo")
        friend.page.click("#asked button >> nth=0")
        player.page.wait_for_function("() => !document.querySelector('#moves button')")


def test_r38_the_creator_changes_the_rules_from_the_next_game_on(
    url: str, browser: Any, player: Player
) -> None:
    """All are shown them; nobody else may."""
    with a_friend_of(player, url, browser) as friend:
        assert friend.page.locator("#room", has_text="Settings of this room").count() == 0
        player.page.click("#room >> text=Settings of this room")
        player.page.select_option("#new-form [name=variant]", "russian")
        player.page.click("#new-form summary")
        player.page.select_option("#new-form [name=turn_time]", "60")
        player.page.click("#new-form [value=start]")
        for each in (player, friend):
            each.page.wait_for_function(
                "() => /next game.*Russian.*60 s/.test(document.querySelector('#room').innerText)"
            )
            assert "English" in each.page.inner_text("#rules-in-force")
        friend.page.click("#resign")
        friend.page.click("#confirm-dialog [value=yes]")
        for each in (player, friend):
            each.page.wait_for_selector("#result-dialog[open]")
            each.page.click("#result-dialog [value=rematch]")
        for each in (player, friend):
            each.page.wait_for_function(
                "() => /Russian.*60 s/.test(document.querySelector('#rules-in-force').innerText)"
            )
            assert each.page.locator(".player .clock").count() == 1


@pytest.mark.slow
def test_r38_the_computer_plays_for_who_is_away_and_gives_the_seat_back(
    url: str, browser: Any, player: Player
) -> None:
    with a_friend_of(player, url, browser, away=10, standIn="easy") as friend:
        player.play(player.board.parse_pdn("11-15"))
        friend.wait_for_ply(1)
        link = friend.page.url
        friend.page.goto("about:blank")
        player.wait_for_ply(2, timeout=30_000)
        assert "the computer plays meanwhile" in player.page.inner_text("#player-top")
        friend.page.goto(link)
        friend.ready()
        friend.wait_for_ply(2)
        player.play(player.board.legal_moves[0])
        friend.wait_for_ply(3)
        friend.play(friend.board.legal_moves[0])


HIDDEN = """() => {
    Object.defineProperty(document, "hidden", {get: () => true});
    window.clicks = 0;
    const before = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.clicks += 1;
        return before.call(this);
    };
}"""


@pytest.mark.parametrize("sound", [True, False])
def test_r38_in_a_hidden_tab_your_turn_shows_in_the_title(
    url: str, browser: Any, player: Player, sound: bool
) -> None:
    """And is heard, if that is set."""
    with a_friend_of(player, url, browser) as friend:
        friend.page.evaluate(HIDDEN)
        friend.page.click("#open-settings")
        friend.page.set_checked("#settings-form [name=sound]", sound)
        friend.page.keyboard.press("Escape")
        assert "Your turn" not in friend.page.title()
        player.play(player.board.parse_pdn("11-15"))
        friend.page.wait_for_function("() => document.title.includes('Your turn')")
        assert (friend.page.evaluate("window.clicks") > 0) == sound


def test_r25_and_r26_resigning_and_a_draw_by_agreement(
    url: str, browser: Any, player: Player
) -> None:
    with a_friend_of(player, url, browser) as friend:
        player.play(player.board.parse_pdn("11-15"))
        friend.wait_for_ply(1)
        player.page.click("#offer")
        friend.page.click("#asked button >> nth=0")
        player.page.wait_for_selector("#result-dialog[open]")
        assert "drawn" in player.page.inner_text("#result-title")


# --- touch, frames, a class -----------------------------------------------------------------------


@pytest.mark.parametrize("player", ["phone"], indirect=True)
def test_a_finger_drags_a_piece_and_never_the_page(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    fingers = player.page.context.new_cdp_session(player.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    player.page.evaluate("scrollTo(0, 40)")
    before = player.page.evaluate("scrollY")
    assert before > 0  # there is something to scroll
    for _ in range(2):
        for move in player.board.legal_moves[:1]:
            (x, y), (to_x, to_y) = player.centre(move.from_square), player.centre(move.to_square)
            touch("touchStart", (x, y))
            for step in range(1, 9):
                touch("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
            touch("touchEnd")
            player.wait_for_ply(len(player.board.move_stack) + 1)
    assert player.page.evaluate("scrollY") == before


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """A page of another origin; its address."""
    import http.server
    import threading

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_board_is_played_in_the_frame_of_another_site(browser: Any) -> None:
    """What is played there, the address of the frame says."""
    with serving("--embed", "http://localhost:*") as url:
        frame_url = f"{url}embed#variant=russian&opponent=two"
        page = f"<!doctype html><iframe src='{frame_url}' width='420' height='640'></iframe>"
        with another_site(page) as site, someone_at(browser) as player:
            player.page.goto(site)
            board = player.page.frame_locator("iframe")
            board.locator("#board [data-square='22']").click()
            board.locator("#board [data-square='18']").click()
            board.locator("#moves button").wait_for(state="attached")
            assert board.locator("header").is_hidden() and board.locator("#undo").is_visible()
            right, bottom = player.page.frames[1].evaluate(
                """() => {
                    const controls = document.querySelector(".controls").getBoundingClientRect();
                    return [innerWidth - controls.right, innerHeight - controls.bottom];
                }"""
            )
            assert right >= 0 and bottom >= 0


def test_a_board_in_a_frame_has_a_memory_of_its_own(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.play(player.board.parse_pdn("11-15"))
    player.page.goto(f"{url}embed#variant=russian&opponent=two")
    player.ready()
    assert player.texts() == []
    player.page.goto(url)
    player.page.wait_for_selector("#moves button")


def test_an_address_says_what_is_played(url: str, player: Player) -> None:
    player.open(f"{url}#variant=international&opponent=computer&level=hard")
    assert player.page.locator("#board [data-square='50']").count() == 1
    assert "Hard" in player.page.inner_text("#score")


def test_a_draw_is_claimed_under_tournament_rules(url: str, player: Player) -> None:
    """The same position for the third time; the page draws by itself, a tournament waits for it."""
    player.board = Board.from_fen("W:WK32:BK1,K5")
    player.open(at(url, "W:WK32:BK1,K5", draws="wcdf"))
    for text in ("32-27", "1-6", "27-32", "6-1") * 2:
        assert player.page.is_hidden("#claim")
        player.play(player.board.parse_pdn(text))
    player.page.click("#claim")
    player.page.wait_for_selector("#result-dialog[open]")
    assert "drawn" in player.page.inner_text("#result-title")


def test_a_rule_is_shown_large_with_arrows(url: str, player: Player) -> None:
    """A presentation, for a class."""
    player.open(url, opponent="two")
    player.page.click("#open-rules")
    demo = player.page.locator(".demo").first
    demo.get_by_role("button", name="Large").click()
    player.page.wait_for_function("() => document.fullscreenElement?.className === 'demo'")
    arrows = demo.locator(".arrow")
    before = arrows.count()
    box = demo.locator(".board").bounding_box()
    step = box["width"] / 8
    assert box["width"] > 600
    player.page.mouse.move(box["x"] + 1.5 * step, box["y"] + 0.5 * step)
    player.page.mouse.down()
    player.page.mouse.move(box["x"] + 4.5 * step, box["y"] + 3.5 * step)
    player.page.mouse.up()
    assert arrows.count() == before + 1
    player.page.mouse.click(box["x"] + 1.5 * step, box["y"] + 0.5 * step)
    assert arrows.count() == before
    demo.get_by_role("button", name="Back").focus()
    shown = demo.locator(".men").inner_html()
    player.page.keyboard.press("ArrowRight")
    player.page.wait_for_function(
        "before => document.fullscreenElement.querySelector('.men').innerHTML !== before", arg=shown
    )


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(url: str, browser: Any, size: str, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with someone_at(browser, size, bypass_csp=True) as player:
        player.open(at(url, SHOT), theme=theme)
        for dialog in (None, "open-new", "open-settings", "open-games", "open-rules"):
            if dialog:
                player.page.click(f"#{dialog}")
                player.page.wait_for_timeout(300)
            found = axe.run(player.page).response["violations"]
            told = [(each["id"], each["nodes"][0]["html"][:120]) for each in found]
            assert told == [], (dialog, told)
            player.page.keyboard.press("Escape")


def test_the_page_is_light_and_asks_no_other_host(url: str, player: Player) -> None:
    """150 kB at most, compressed."""
    sizes: list[int] = []
    player.page.on(
        "response", lambda answer: sizes.append(answer.request.sizes()["responseBodySize"])
    )
    player.open(url, opponent="two")
    player.page.wait_for_timeout(300)
    assert 0 < sum(sizes) <= 150_000


def test_a_tap_is_answered_within_50_ms(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    took = player.page.evaluate(
        """() => {
            const button = document.querySelector("#board button[data-square='11']");
            const began = performance.now();
            button.click();
            return [performance.now() - began, document.querySelectorAll(".over .target").length];
        }"""
    )
    assert took[0] < 50 and took[1] == 2


# --- files, positions, settings -------------------------------------------------------------------

MESSY = '[White "Ann"][Black "Bob"] 1. 11-15 {quiet} (1. 9-13 22-18) 22-18 hello 2. 15x22 1-0'


def test_a_pdn_text_is_read_walked_and_played_on(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.page.click("#open-games")
    player.page.fill("#pdn-text", MESSY)
    player.page.click("#read-pdn")
    player.page.wait_for_selector("#pdn-games button")
    assert "Ann" in player.page.inner_text("#pdn-games")
    assert "hello" in player.page.inner_html("#pdn-games details")
    player.page.click("#pdn-games button")
    player.page.wait_for_function("() => document.querySelectorAll('#moves button').length === 3")
    player.page.focus("#moves")
    player.page.keyboard.press("ArrowLeft")
    player.page.wait_for_function("() => document.querySelectorAll('#moves button').length === 2")
    player.follow()
    player.play(player.board.parse_pdn("15x22"))
    player.play(player.board.parse_pdn("25x18"))  # a game of its own begins here
    assert player.texts() == ["11-15", "22-18", "15x22", "25x18"]


def test_a_game_is_looked_through_with_the_arrow_keys(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    for text in ("11-15", "22-18"):
        player.play(player.board.parse_pdn(text))
    player.page.focus("#moves")
    player.page.keyboard.press("ArrowLeft")
    player.page.wait_for_function(
        "() => document.querySelector('#status').innerText.startsWith('After move 1')"
    )
    player.page.keyboard.press("ArrowRight")
    player.page.wait_for_function(
        "() => document.querySelector('#status').innerText === 'Black must capture'"
    )


def test_a_position_is_set_up_and_played(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.page.click("#open-games")
    player.page.click("#open-setup")
    player.page.click("#setup-clear")
    player.page.wait_for_function("() => document.querySelector('#setup-play').disabled")
    player.page.fill("#setup-fen", "W:W18,26:B6,14,22")
    player.page.press("#setup-fen", "Tab")
    player.page.wait_for_function("() => !document.querySelector('#setup-play').disabled")
    player.page.click("#setup-board [data-square='30']")
    player.page.wait_for_function("() => document.querySelector('#setup-fen').value.includes('30')")
    player.page.click("#setup-play")
    player.page.wait_for_function(
        "() => document.querySelector('#status').innerText === 'Red must capture'"
    )


def test_r24_a_turn_that_runs_out_is_lost(url: str, player: Player) -> None:
    player.open(url, opponent="two", turnTime=1)
    player.page.wait_for_selector("#result-dialog[open]")
    assert player.page.inner_text("#result-why") == "The time of Black has run out."


def test_r24_or_the_computer_moves(url: str, player: Player) -> None:
    player.open(url, opponent="two", turnTime=1, timeEnds="computer")
    player.page.wait_for_selector(".player .clock")
    player.wait_for_ply(2)


def test_r22_the_players_swap_sides_after_a_game(url: str, player: Player) -> None:
    player.open(url, opponent="two", names={"first": "Ann", "second": "Ben"})
    assert "Ann" in player.page.inner_text("#player-top")  # Black, who begins
    player.page.click("#resign")
    player.page.click("#confirm-dialog [value=yes]")
    player.page.click("#result-dialog [value=rematch]")
    player.page.wait_for_function(
        "() => document.querySelector('#player-top').innerText.includes('Ben')"
    )
    assert "Ben: 1 won" in player.page.inner_text("#score")


def test_r21_local_rules_are_chosen_and_shown(url: str, player: Player) -> None:
    """R18, R19, R20, R21."""
    player.open(url, opponent="two")
    player.page.click("#open-new")
    player.page.click("#new-form summary")
    player.page.select_option("[name=preset]", "screen")
    assert player.page.input_value("[name=quiet_resets]") == "capture,promotion"
    player.page.select_option("[name=preset]", "club")
    assert player.page.input_value("[name=quiet_plies]") == "40"
    player.page.uncheck("[name=must_capture]")
    player.page.select_option("[name=max_plies]", "150")
    assert player.page.input_value("[name=preset]") == "own"
    player.page.click("#new-form [value=start]")
    player.page.wait_for_function(
        "() => /need not.*20 moves.*150/.test(document.querySelector('#rules-in-force').innerText)"
    )


def test_a_hint_is_shown_and_told(url: str, player: Player) -> None:
    player.open(at(url, SHOT))
    player.page.click("#hint")
    player.page.wait_for_selector("#hint-told:visible")
    assert player.page.inner_text("#hint-told").startswith("Play 26x1.")
    assert marks(player, "hint") == 1


def test_a_finished_game_is_analysed(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    for text in ("11-15", "22-18", "15x22", "25x18"):
        player.play(player.board.parse_pdn(text))
    player.page.click("#resign")
    player.page.click("#confirm-dialog [value=yes]")
    player.page.click("#result-dialog [value=review]")
    player.page.wait_for_selector("#graph svg", timeout=60_000)
    assert "%" in player.page.inner_text("#accuracy")


def test_a_wrong_tap_says_why(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.square(11).click()
    player.square(22).click()
    player.page.wait_for_function("() => document.querySelector('#why').innerText")
    player.page.fill("#move", "11-18")
    player.page.press("#move", "Enter")
    player.page.wait_for_function(
        "() => document.querySelector('#why').innerText === 'There is nothing to jump there.'"
    )


def test_another_site_may_show_the_board_only_where_the_operator_says_so(url: str) -> None:
    import httpx

    def ancestors(path: str) -> str:
        policy = httpx.get(url + path).headers["content-security-policy"]
        return policy.rpartition("frame-ancestors ")[2]

    assert (ancestors(""), ancestors("embed")) == ("'none'", "'none'")
    with serving("--embed", "https://club.example") as open_url:
        policy = httpx.get(open_url + "embed").headers["content-security-policy"]
        assert policy.endswith("frame-ancestors https://club.example")
        assert httpx.get(open_url).headers["content-security-policy"].endswith("'none'")


def test_a_lost_connection_is_said_and_the_board_goes_on(url: str, player: Player) -> None:
    player.open(url, opponent="two")
    player.page.context.set_offline(True)
    player.square(11).click()
    player.square(15).click()
    player.page.wait_for_selector("#connection:visible")
    player.page.context.set_offline(False)
    player.page.wait_for_selector("#connection", state="hidden")
    player.wait_for_ply(1)
    player.errors.clear()  # the browser complains about the missing network
