"""A rule set as the tags of a PDN game: short, read back the same, refused with a reason."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import (
    BRAZILIAN,
    DRAW_PRESETS,
    ENGLISH,
    INTERNATIONAL,
    RUSSIAN,
    VARIANTS,
    DrawRules,
    Variant,
)
from strategies import built_in_variants, custom_variants, draw_rules, variants


def rules_tag(variant: Variant) -> Any:
    """What stands in the tag ``Rules``."""
    return json.loads(variant.to_tags()["Rules"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
def test_a_built_in_variant_is_its_game_type_alone(variant: Variant) -> None:
    assert variant.to_tags() == {"GameType": variant.game_type}
    assert Variant.from_tags(variant.to_tags()) is variant


def test_local_rules_are_the_fields_that_differ() -> None:
    house = ENGLISH.replace(mandatory_capture=False, draw_rules=DrawRules.preset("total40"))
    assert house.to_tags() == {
        "GameType": "21,B,8,8,N1,0",
        "Rules": '{"mandatory_capture": false, "draw_rules": "total40"}',
    }
    assert rules_tag(ENGLISH.replace(name="ours")) == {"name": "ours"}
    assert rules_tag(INTERNATIONAL.replace(game_type="20")) == {"game_type": "20"}


def test_a_variant_with_a_number_of_its_own_is_told_from_the_defaults() -> None:
    assert Variant("ours", "99,W,8,8,N2,0", men_rows=2).to_tags() == {
        "GameType": "99,W,8,8,N2,0",
        "Rules": '{"name": "ours", "men_rows": 2}',
    }
    assert rules_tag(Variant("", "99")) == {"name": ""}


@pytest.mark.parametrize("name", DRAW_PRESETS)
def test_draw_rules_with_a_name_are_written_by_name(name: str) -> None:
    variant = BRAZILIAN.replace(draw_rules=DrawRules.preset(name))
    if name != "cbd":
        assert rules_tag(variant) == {"draw_rules": name}
    assert Variant.from_tags(variant.to_tags()) == variant


def test_draw_rules_without_a_name_are_written_whole() -> None:
    rules = DrawRules(quiet_plies=7)
    written = rules_tag(RUSSIAN.replace(draw_rules=rules))["draw_rules"]
    assert written == json.loads(RUSSIAN.replace(draw_rules=rules).to_json())["draw_rules"]


@st.composite
def mixtures(draw: st.DrawFn) -> Variant:
    """A built-in variant with some fields of any other on a board of its size."""
    base = draw(built_in_variants())
    other = draw(variants().filter(lambda each: each.size == base.size))
    fields = draw(st.sets(st.sampled_from(base._fields)))
    return base.replace(**{name: getattr(other, name) for name in fields})


@given(
    variant=mixtures() | custom_variants(),
    rules=draw_rules() | st.sampled_from(list(DRAW_PRESETS.values())),
    name=st.text() | st.just("english"),
)
def test_any_rules_come_back_the_same(variant: Variant, rules: DrawRules, name: str) -> None:
    for changed in (variant, variant.replace(draw_rules=rules), variant.replace(name=name)):
        assert Variant.from_tags(changed.to_tags()) == changed


def test_without_the_tags_there_is_no_variant() -> None:
    assert Variant.from_tags({}) is None
    assert Variant.from_tags({"Event": "club evening", "White": "Ann"}) is None


@pytest.mark.parametrize("game_type", ["20", " 20 ", "20,W,10,10,N1,0", "20,B", "20,"])
def test_the_number_of_the_game_type_decides(game_type: str) -> None:
    assert Variant.from_tags({"GameType": game_type}) is INTERNATIONAL
    read = Variant.from_tags({"GameType": game_type, "Rules": '{"mandatory_capture": false}'})
    assert read == INTERNATIONAL.replace(mandatory_capture=False)


def test_rules_can_stand_alone() -> None:
    assert Variant.from_tags({"Rules": RUSSIAN.to_json()}) == RUSSIAN


@pytest.mark.parametrize("game_type", ["99", "99,W,8,8,N2,0", "", "?", "9" * 5000])
def test_an_unknown_game_type_without_rules_is_refused_by_name(game_type: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"GameType is {game_type!r} and there are no")):
        Variant.from_tags({"GameType": game_type})


REFUSED = [
    ("", "Rules is no JSON: Expecting value"),
    ("[" * 100_000, "Rules is no JSON"),
    ("null", "Rules is None; it must be an object"),
    ('["mirrored"]', r"Rules is \['mirrored'\]; it must be an object"),
    ('{"colour": "red"}', "Rules has no field 'colour'; it has name, game_type"),
    ('{"size": 9}', "Rules: size is 9; it must be 8 or 10"),
    ('{"mirrored": 1}', "Rules.mirrored is 1; it must be true or false"),
    ('{"draw_rules": "x"}', "Rules.draw_rules: no draw rules are called 'x'; there are none"),
    ('{"draw_rules": 40}', "Rules.draw_rules is 40; it must be an object"),
    ('{"draw_rules": {"repetition": 1}}', "Rules.draw_rules: repetition is 1"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_damaged_rules_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Variant.from_tags({"GameType": "21,B,8,8,N1,0", "Rules": text})


def test_rules_of_a_number_of_their_own_need_a_name() -> None:
    with pytest.raises(ValueError, match="Rules lacks name"):
        Variant.from_tags({"GameType": "99", "Rules": '{"men_rows": 2}'})
    with pytest.raises(ValueError, match="Rules lacks name and game_type"):
        Variant.from_tags({"Rules": "{}"})
    with pytest.raises(ValueError, match=r"Rules: game_type is '\?'"):
        Variant.from_tags({"GameType": "?", "Rules": '{"name": "ours"}'})
