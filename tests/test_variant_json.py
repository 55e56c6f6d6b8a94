"""A rule set as JSON: written whole, read back the same, refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from draughts import DRAW_PRESETS, ENGLISH, RUSSIAN, VARIANTS, Board, DrawRules, Variant
from strategies import custom_variants, draw_rules

LOCAL = {
    "R18 capture optional": {"mandatory_capture": False},
    "R19 in total": {"draw_rules": DrawRules.preset("total40")},
    "R20 promotions": {"draw_rules": DrawRules.preset("crowning40")},
    "R21 move limit": {"draw_rules": DrawRules(max_plies=150)},
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
def test_a_built_in_variant_comes_back_the_same(variant: Variant) -> None:
    read = Variant.from_json(variant.to_json())
    assert read == variant and hash(read) == hash(variant)
    assert Board(read) == Board(variant)


@pytest.mark.parametrize("changes", LOCAL.values(), ids=LOCAL)
def test_r18_to_r21_local_rules_come_back_the_same(changes: dict[str, Any]) -> None:
    variant = ENGLISH.replace(name="local", **changes)
    assert Variant.from_json(variant.to_json()) == variant


@pytest.mark.parametrize("name", DRAW_PRESETS)
def test_the_draw_rules_and_endgame_limits_of_a_preset_come_back_the_same(name: str) -> None:
    variant = RUSSIAN.replace(draw_rules=DrawRules.preset(name))
    assert Variant.from_json(variant.to_json()).draw_rules == DRAW_PRESETS[name]


@given(variant=custom_variants(), rules=draw_rules())
def test_any_rules_come_back_the_same(variant: Variant, rules: DrawRules) -> None:
    variant = variant.replace(draw_rules=rules)
    text = variant.to_json()
    assert Variant.from_json(text) == variant
    assert Variant.from_json(text).to_json() == text


def test_every_field_is_written() -> None:
    written = json.loads(ENGLISH.to_json())
    assert list(written) == list(ENGLISH._fields)
    assert list(written["draw_rules"]) == list(ENGLISH.draw_rules._fields)
    assert written["first_player"] == "black"
    assert written["draw_rules"]["quiet_resets"] == ["capture", "man-move"]


def test_fields_that_are_not_there_have_their_defaults() -> None:
    read = Variant.from_json('{"name": "x", "game_type": "99", "draw_rules": {"max_plies": 9}}')
    assert read == Variant("x", "99", draw_rules=DrawRules(max_plies=9))


REFUSED = [
    ("", "a variant is no JSON: Expecting value"),
    ("[" * 100_000, "a variant is no JSON"),
    ("null", "variant is None; it must be an object"),
    ("[]", r"variant is \[\]; it must be an object"),
    ({"name": None}, "variant.name is None; it must be a text"),
    ({"colour": "red"}, "variant has no field 'colour'; it has name, game_type"),
    ({"_compiled": None}, "variant has no field '_compiled'"),
    ({"size": 12}, "variant: size is 12; it must be 8 or 10"),
    ({"size": 8.0}, "variant.size is 8.0; it must be a whole number"),
    ({"size": True}, "variant.size is True; it must be a whole number"),
    ({"mirrored": 1}, "variant.mirrored is 1; it must be true or false"),
    ({"first_player": "White"}, "variant.first_player is 'White'; it must be 'white' or 'black'"),
    ({"first_player": []}, r"variant.first_player is \[\]"),
    ({"promotion": "never"}, "variant: promotion is 'never'; it must be one of 'ends-move'"),
    ({"promotion": {}}, "variant.promotion is {}; it must be a text"),
    ({"game_type": "x"}, "variant: game_type is 'x'"),
    ({"draw_rules": "fmjd"}, "variant.draw_rules is 'fmjd'; it must be an object"),
    ({"draw_rules": {"repetition": 1}}, "variant.draw_rules: repetition is 1"),
    ({"draw_rules": {"quiet_claim": 0}}, "variant.draw_rules.quiet_claim is 0"),
    ({"draw_rules": {"quiet_resets": "capture"}}, "quiet_resets is 'capture'; it must be an array"),
    ({"draw_rules": {"quiet_resets": [[]]}}, r"quiet_resets is \[\]; it must be a text"),
    ({"draw_rules": {"quiet_resets": ["x"]}}, "variant.draw_rules: a reset is 'x'"),
    ({"draw_rules": {"endgames": {}}}, "variant.draw_rules.endgames is {}; it must be an array"),
    ({"draw_rules": {"endgames": [{}]}}, r"variant.draw_rules.endgames\[0\] lacks plies"),
    (
        {"draw_rules": {"endgames": [{"plies": 2}, {"plies": 0}]}},
        r"variant.draw_rules.endgames\[1\]: plies is 0",
    ),
    (
        {"draw_rules": {"endgames": [{"plies": 2, "strong": [1]}]}},
        r"endgames\[0\].strong is \[1\]; it must be two numbers",
    ),
    (
        {"draw_rules": {"endgames": [{"plies": 2, "weak": [1, "2"]}]}},
        r"endgames\[0\].weak is '2'; it must be a whole number",
    ),
    ({"draw_rules": {"endgames": [{"plies": 2}] * 9}}, "variant.draw_rules: 9 endgame limits"),
]


@pytest.mark.parametrize(("found", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_what_is_no_variant_is_refused_by_name(found: Any, message: str) -> None:
    if not isinstance(found, str):
        found = json.dumps({"name": "x", "game_type": "99"} | found)
    with pytest.raises(ValueError, match=message):
        Variant.from_json(found)


def test_the_fields_that_must_be_there_are_named() -> None:
    with pytest.raises(ValueError, match="variant lacks name and game_type"):
        Variant.from_json("{}")
