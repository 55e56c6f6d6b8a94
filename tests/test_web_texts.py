"""The reading texts of the web page: rules, tips, questions and words, in three languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import draughts
from draughts import VARIANTS, Color, Level
from draughts.variants import AIMS, CAPTURE_PRIORITIES, CORNERS, PROMOTIONS

TEXTS = Path(draughts.__file__).parent / "web" / "texts"
LEVELS = [Level.EASY, Level.MEDIUM, Level.HARD, Level.MASTER]

in_each_language = pytest.mark.parametrize("language", ["en", "ms", "id"])


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    assert sorted(set(keys)) == sorted(keys)
    return dict(pairs)


def texts(language: str) -> dict[str, Any]:
    """The file of a language as it is written, objects within objects."""
    text = (TEXTS / f"{language}.json").read_text(encoding="utf-8")
    return json.loads(text, object_pairs_hook=no_key_twice)


def sentences(tree: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence with its full key, such as ``rules.draw.repetition``."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@in_each_language
def test_every_language_says_the_same_things_in_the_same_order(language: str) -> None:
    keys = [key for key, _ in sentences(texts(language))]
    assert keys == [key for key, _ in sentences(texts("en"))]
    assert len(set(keys)) == len(keys)


@in_each_language
def test_a_sentence_has_the_same_placeholders_in_every_language(language: str) -> None:
    english = {key: placeholders(text) for key, text in sentences(texts("en"))}
    assert {key: placeholders(text) for key, text in sentences(texts(language))} == english


@in_each_language
def test_nothing_is_left_empty(language: str) -> None:
    for key, sentence in sentences(texts(language)):
        assert isinstance(sentence, str), key
        assert sentence and sentence == sentence.strip(), key


@in_each_language
def test_the_files_are_written_with_two_spaces_and_real_letters(language: str) -> None:
    text = (TEXTS / f"{language}.json").read_text(encoding="utf-8")
    assert text == json.dumps(texts(language), ensure_ascii=False, indent=2) + "\n"


@in_each_language
def test_every_variant_has_a_name_a_blurb_and_a_source(language: str) -> None:
    said = texts(language)
    assert said["sources"].keys() == said["variants"].keys() == VARIANTS.keys()
    assert all(variant.keys() == {"name", "blurb"} for variant in said["variants"].values())


@in_each_language
def test_every_level_is_described(language: str) -> None:
    strength = texts(language)["questions"]["strength"]
    assert strength.keys() == {"q", "a", *(f"a.{level}" for level in LEVELS)}


@in_each_language
def test_every_rule_stands_under_a_title(language: str) -> None:
    said = texts(language)
    assert {rule.split(".")[0] for rule in said["rules"]} == said["rule_titles"].keys()


def test_every_choice_that_a_variant_makes_has_its_sentence() -> None:
    said = texts("en")
    rules, questions = said["rules"], said["questions"]
    for color in Color:
        assert f"first.{color.value}" in rules
        assert f"a.{color.value}" in questions["who_starts"]
    for corner in CORNERS:
        assert f"numbers.{corner}" in rules
    for priority in CAPTURE_PRIORITIES:
        assert f"choice.{priority}" in rules
        assert f"a.{priority}" in questions["must_take_most"]
    assert len([rule for rule in rules if rule.startswith("promotion.")]) == len(PROMOTIONS)
    assert len([rule for rule in rules if rule.startswith("win.")]) == len(AIMS)
