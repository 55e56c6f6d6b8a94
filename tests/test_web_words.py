"""The words of the page: every message in every language, and rules as they are in force."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from draughts import (
    DRAW_PRESETS,
    VARIANTS,
    Board,
    DrawRules,
    HintReason,
    Reason,
    Status,
    Termination,
)
from draughts.variants import EndgameLimit
from draughts.web import words
from draughts.web.demos import demonstration

STATIC = Path(words.__file__).parent / "static"
SCRIPTS = {file.name: file.read_text(encoding="utf-8") for file in sorted(STATIC.glob("*.js"))}
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
BLANK = re.compile(r"\{(\w+)\}")

every_language = pytest.mark.parametrize("language", words.LANGUAGES)


def named() -> Iterator[str]:
    """The messages that the page and its scripts name."""
    yield from re.findall(r'data-t(?:-label|-hint)?="([^"]+)"', PAGE)
    for script in SCRIPTS.values():
        yield from re.findall(r'\bt\(\s*"([^"]+)"', script)
        for both in re.findall(r'\bt\([^`"]*\? "([^"]+)" : "([^"]+)"', script):
            yield from both
    yield from (f"end.{end.value}" for end in Termination)
    yield from (f"hint.{reason.value}" for reason in HintReason)
    yield from (f"why.{reason.value}" for reason in Reason)
    yield from (f"setup.{flag.name}" for flag in Status if flag)
    for variant in VARIANTS:
        yield from (f"variant.{variant}", f"variant.{variant}.blurb")
    for pieces, side in itertools.product(
        ("ink", "rose", "classic", "contrast"), ("black", "white")
    ):
        yield f"side.{pieces}.{side}"


@every_language
def test_no_message_is_missing(language: str) -> None:
    messages = words.messages(language)
    assert [name for name in named() if not messages.get(name)] == []


def test_all_languages_have_the_same_messages_with_the_same_blanks() -> None:
    english = words.messages("en")
    for language in words.LANGUAGES:
        messages = words.messages(language)
        assert list(messages) == list(english)
        for name, text in messages.items():
            assert set(BLANK.findall(text)) == set(BLANK.findall(english[name])), (language, name)


@every_language
@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_of_every_variant_are_told_whole(language: str, name: str) -> None:
    """R39: whatever the draw rules and whether or not one must capture."""
    for draws, mandatory in itertools.product(DRAW_PRESETS.values(), (True, False)):
        variant = VARIANTS[name].replace(draw_rules=draws, mandatory_capture=mandatory)
        told = words.about(variant, language, turn_time=30)
        texts = [
            *(rule["text"] for rule in told["rules"]),
            *(rule["title"] for rule in told["rules"]),
            *told["tips"],
            *told["play"],
            *(answer for pair in told["questions"] for answer in pair.values()),
            *(text for entry in told["glossary"] for text in entry.values()),
            told["source"],
        ]
        assert all(texts)
        assert not any(BLANK.search(text) for text in texts)


def test_house_rules_are_told_as_they_are_in_force() -> None:
    rules = VARIANTS["english"].replace(
        mandatory_capture=False,
        draw_rules=DrawRules(
            quiet_plies=40,
            quiet_resets=("capture", "promotion"),
            max_plies=150,
            endgames=(EndgameLimit(14, strong=(2, 4), weak=(2, 2)),),
        ),
    )
    told = {rule["key"]: rule["text"] for rule in words.about(rules, "en")["rules"]}
    assert "you need not" in told["capture"]
    assert (
        "20 moves by each side pass in which nothing is captured and no man is crowned"
        in told["draw"]
    )
    assert "150 moves have been played" in told["draw"]
    assert "2–4 pieces against 2" in told["draw"] and "within 7 moves" in told["draw"]
    assert "house rules" in words.about(rules, "en")["source"]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_small_boards_show_legal_moves(name: str) -> None:
    shown = 0
    for rule in ("man_step", "man_capture", "king_step", "king_capture", "chain", "promotion"):
        demo = demonstration(VARIANTS[name], rule)
        assert demo is not None, rule
        shown += len(demo["steps"]) - 1
        assert all(step.get("path") for step in demo["steps"][:-1])
    assert shown >= 6
    capture = demonstration(VARIANTS[name], "man_capture")
    assert capture is not None and capture["steps"][0]["victims"]


def test_no_rule_of_draughts_stands_in_the_scripts() -> None:
    """Directions, distances, crown rows: the server tells what may be done, the page filters it."""
    assert not re.search(r"\b(row|column|places)\b", SCRIPTS["entry.js"])
    for name, script in SCRIPTS.items():
        assert not re.search(r"flying|backward|promot|mandatory_|capture_priority", script), name


def test_a_pdn_move_of_the_variant_is_the_example_to_type() -> None:
    assert any("c3-b4" in line for line in words.about(VARIANTS["russian"], "en")["play"])
    assert Board("russian").parse_pdn("c3-b4")
