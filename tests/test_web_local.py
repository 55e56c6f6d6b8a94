"""The answers to local games: what is asked, what is refused, what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import VARIANTS, Board
from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.play import Play
from draughts.web.positions import position_of, read_play
from draughts.web.rules import PRESETS, all_variants, chosen_rules, rules_to_json
from webpage import serving

ENGLISH = {"rules": {"variant": "english"}}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving("--store", str(tmp_path_factory.mktemp("rooms") / "rooms.sqlite3")) as address:
        yield address


def ask(url: str, name: str, **question: Any) -> dict[str, Any]:
    answer = httpx.post(f"{url}api/{name}", json=question, timeout=30)
    return {"status": answer.status_code, **answer.json()}


def code(answer: dict[str, Any]) -> str:
    assert answer["status"] == 422
    return str(answer["error"]["code"])


def test_a_position_tells_what_may_be_done(url: str) -> None:
    answer = ask(url, "position", **ENGLISH, fen="W:W18,26:B6,14,22")
    assert answer["must_capture"] and answer["turn"] == "white"
    walks = {walk["text"]: walk for walk in answer["moves"]}
    assert walks["26x1"]["path"] == [26, 17, 10, 1]
    assert walks["26x1"]["victims"] == [22, 14, 6]
    assert walks["26x1"]["reach"] == [[17], [10], [1]]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({**ENGLISH, "moves": [[11, 18]]}, "illegal-move"),
        ({**ENGLISH, "moves": [[11, 15], [11, 15]]}, "illegal-move"),
        ({**ENGLISH, "moves": [["11", 15]]}, "bad-field"),
        ({**ENGLISH, "moves": [[11, 99]]}, "bad-field"),
        ({**ENGLISH, "moves": [[11, True]]}, "bad-field"),
        ({**ENGLISH, "fen": "hello"}, "bad-fen"),
        ({"rules": {"variant": "nine"}}, "bad-field"),
        ({"rules": {"variant": "english", "wings": 2}}, "bad-field"),
        ({"rules": {"variant": "english", "repetition": 1}}, "bad-field"),
        ({"rules": []}, "bad-field"),
        ({}, "bad-field"),
        ({**ENGLISH, "secret": 1}, "bad-field"),
    ],
)
def test_what_is_wrong_is_told(url: str, question: dict[str, Any], reason: str) -> None:
    assert code(ask(url, "position", **question)) == reason


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b'"x"', b"[" * 100_000, b"1e999"])
def test_what_is_no_json_object_is_refused(url: str, text: bytes) -> None:
    answer = httpx.post(f"{url}api/position", content=text)
    assert answer.status_code == 422


def test_a_long_message_is_refused(url: str) -> None:
    answer = httpx.post(f"{url}api/position", content=b" " * 100_000)
    assert answer.json()["error"]["code"] == "too-long"


def test_the_computer_moves_and_can_be_hurried(url: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(ask, url, "think", game=ENGLISH, level="master", ticket="abc")
        while not ask(url, "hurry", ticket="abc")["hurried"]:
            assert not thought.done()
        answer = thought.result(3)
    assert answer["position"]["ply"] == 1
    assert Play.begin(VARIANTS["english"]).game.board.is_legal(
        Board().parse_pdn("-".join(map(str, answer["path"])))
    )


def test_the_computer_accepts_a_draw_only_in_a_level_game(url: str) -> None:
    assert ask(url, "draw", game=ENGLISH)["accepted"] is False  # too early
    shuffle = [[1, 6], [32, 28], [6, 1], [28, 32]] * 8
    rules = {"variant": "english", "repetition": 0}
    level = {"rules": rules, "fen": "B:WK32:BK1", "moves": shuffle}
    ahead = {**level, "fen": "B:WK32,K31,K30,21:BK1,12"}
    assert ask(url, "draw", game=level)["accepted"] is True
    assert ask(url, "draw", game=ahead)["accepted"] is False


def test_too_much_is_refused(tmp_path: Path) -> None:
    from draughts.web.budget import Budget

    now = [0.0]
    budget = Budget(3, per_second=1, now=lambda: now[0])
    for _ in range(3):
        budget.spend("Ann")
    with pytest.raises(BadMessage, match="wait 1 s"):
        budget.spend("Ann")
    budget.spend("Bob")
    now[0] = 1.0
    budget.spend("Ann")


@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_come_back_as_they_were_chosen(variant: str) -> None:
    """Also those of every preset of the page."""
    told = next(each for each in all_variants() if each["name"] == variant)
    assert set(told["presets"]) == set(PRESETS)
    for rules in told["presets"].values():
        assert rules_to_json(chosen_rules(Fields(rules, "rules"))) == rules


def test_r11_and_r14_to_r16_are_the_defaults_of_the_page() -> None:
    plies = {"english": 80, "russian": 30, "brazilian": 50, "international": 50}
    for variant, quiet in plies.items():
        rules = chosen_rules(Fields({"variant": variant}, "rules"))
        assert (rules.draw_rules.quiet_plies, rules.draw_rules.repetition) == (quiet, 3)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["rules", "fen", "moves", "x"]),
        json_values
        | st.fixed_dictionaries({"variant": st.sampled_from(sorted(VARIANTS)) | json_values}),
    )
)
def test_any_message_is_followed_or_refused(message: dict[str, Any]) -> None:
    try:
        position_of(read_play(Fields(message, "the message")))
    except BadMessage as error:
        assert error.code and error.message
