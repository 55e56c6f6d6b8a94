"""Variants and draw rules as data: values, names, presets, what is refused."""

from __future__ import annotations

import copy
import pickle

import pytest

import reference
from draughts import (
    DRAW_PRESETS,
    ENGLISH,
    RUSSIAN,
    VARIANTS,
    Board,
    Color,
    DrawRules,
    EndgameLimit,
    variant,
)


def test_a_variant_is_found_by_name_and_game_type() -> None:
    for name, found in VARIANTS.items():
        number = found.game_type_number
        for key in (name, name.upper(), f" {name} ", number, str(number), found.game_type, found):
            assert variant(key) is found
    assert variant("american") is variant("checkers") is ENGLISH


@pytest.mark.parametrize("key", ["", "chess", 99, "99,W,8,8,A0,0", "2 5", None, -1, 10**30, "٢٥"])
def test_an_unknown_variant_is_refused_with_those_that_there_are(key: object) -> None:
    if key == "٢٥":
        assert variant("٢٥") is RUSSIAN  # digits are digits
        return
    with pytest.raises(ValueError, match=r"no variant is called .* there are english, russian"):
        variant(key)  # type: ignore[arg-type]


def test_variants_are_values() -> None:
    same = RUSSIAN.replace()
    assert same == RUSSIAN and hash(same) == hash(RUSSIAN) and same is not RUSSIAN
    other = RUSSIAN.replace(mandatory_capture=False)
    assert other != RUSSIAN and len({RUSSIAN, same, other}) == 2
    Board(other)
    for kept in (pickle.loads(pickle.dumps(other)), copy.deepcopy(other)):
        assert kept == other and hash(kept) == hash(other)
    with pytest.raises(AttributeError, match="cannot be changed"):
        RUSSIAN.size = 10
    with pytest.raises(AttributeError, match="cannot be changed"):
        del RUSSIAN.draw_rules.repetition
    assert eval(repr(DrawRules.preset("cbd")), {**globals(), "frozenset": frozenset}) == (
        DrawRules.preset("cbd")
    )


@pytest.mark.parametrize(
    "change",
    [
        {"size": 9},
        {"size": 12},
        {"men_rows": 0},
        {"men_rows": 4},
        {"men_rows": True},
        {"capture_priority": "least"},
        {"removal": None},
        {"promotion": "never"},
        {"aim": "draw"},
        {"first_square": "middle"},
        {"notation": "roman"},
        {"capture_sign": "*"},
        {"first_player": "white"},
        {"draw_rules": "fmjd"},
        {"mirrored": 1},
        {"game_type": "x"},
    ],
    ids=str,
)
def test_a_value_out_of_range_is_refused_by_name(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        ENGLISH.replace(**change)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="no field 'colour'"):
        ENGLISH.replace(colour="red")


def test_draw_rules_that_are_not_named_are_repetition_three_and_the_rest_off() -> None:
    rules = DrawRules(quiet_plies=40, max_plies=200)
    assert rules.repetition == 3 and rules.endgames == ()
    assert DrawRules() == DrawRules(3, 0)
    for wrong in (
        {"repetition": 1},
        {"repetition": -1},
        {"quiet_plies": -1},
        {"max_plies": 40_000},
        {"quiet_resets": {"castling"}},
        {"endgames": [EndgameLimit(10)] * 9},
    ):
        with pytest.raises(ValueError):
            DrawRules(**wrong)
    for wrong in ({"plies": 0}, {"plies": 10, "strong": (3, 2)}, {"plies": 10, "resets": ["x"]}):
        with pytest.raises(ValueError):
            EndgameLimit(**wrong)
    with pytest.raises(ValueError, match="no draw rules are called 'x'; there are none"):
        DrawRules.preset("x")


def test_the_defaults_are_the_official_counts_and_end_the_game_by_themselves() -> None:
    expected = {
        "english": "auto40",
        "russian": "fmjd64",
        "brazilian": "cbd",
        "international": "fmjd",
    }
    for name, preset in expected.items():
        rules = VARIANTS[name].draw_rules
        assert rules == DRAW_PRESETS[preset]
        assert not rules.repetition_claim and not rules.quiet_claim
    claims = DRAW_PRESETS["wcdf"]
    assert claims.repetition_claim and claims.quiet_claim and claims.quiet_plies == 80


def test_who_begins_and_where_men_stand_can_be_chosen() -> None:
    rules = ENGLISH.replace(first_player=Color.WHITE, men_rows=2)
    board = Board(rules)
    assert board.turn is Color.WHITE
    assert board.fen() == "W:W25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8"
    assert board.perft(4) == reference.perft(rules, reference.start(rules), 4)
