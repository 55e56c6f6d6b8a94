"""The rules that a page asks for, and all that a page has to know of a variant."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from draughts import DRAW_PRESETS, VARIANTS, DrawRules, Variant
from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.shapes import describe

__all__ = ["HOUSE_DRAWS", "all_variants", "chosen_rules", "rules_to_json"]

HOUSE_DRAWS = {
    "english": "auto40",
    "russian": "kings15",
    "brazilian": "kings25",
    "international": "kings25",
}
"""The draw rules of a page by variant where they are not the library's: R11 and R14 to R16."""

PRESETS = {
    "house": "",
    "club": "total40",
    "screen": "crowning40",
    "four": "",
    "tournament": "official",
}
"""What a page offers under one name, and the draw rules that this means; "" are those above.

The page against the computer and the one with the rules of four games go by the same counts; a club
draws after 40 plies in all (R19), a page for two on one screen lets only captures and promotions
count as progress (R20); tournaments go by the rules of the federations.
"""

TOURNAMENT_DRAWS = {"english": "wcdf"}
"""The draw rules of tournaments where they are not the library's: there a draw is claimed."""

_RESETS = ("capture", "man-move", "promotion")


def chosen_rules(fields: Fields) -> Variant:
    """The rules that a page has chosen.

    Args:
        fields: ``variant``, and where they differ from the page's defaults ``must_capture``,
            ``draws`` (the name of a preset, or ``"official"``), ``repetition``, ``quiet_plies``,
            ``quiet_resets`` and ``max_plies``.

    Raises:
        BadMessage: a field is unknown or outside its range.

    >>> from draughts.protocols.messages import Fields
    >>> chosen_rules(Fields({"variant": "russian"}, "the rules")).draw_rules.quiet_plies
    30
    """
    fields.only(
        "variant", "must_capture", "draws", "repetition", "quiet_plies", "quiet_resets", "max_plies"
    )
    variant = VARIANTS[fields.choice("variant", VARIANTS)]
    house = HOUSE_DRAWS.get(variant.name, "official")
    name = fields.choice("draws", ("official", *DRAW_PRESETS), house)
    draws = variant.draw_rules if name == "official" else DRAW_PRESETS[name]
    changes: dict[str, Any] = {field: getattr(draws, field) for field in draws._fields}
    for field in ("repetition", "quiet_plies", "max_plies"):
        if field in fields:
            changes[field] = fields.number(field, 0, 2000)
    if "quiet_resets" in fields:
        changes["quiet_resets"] = fields.items("quiet_resets", len(_RESETS))
    try:
        return variant.replace(
            mandatory_capture=fields.flag("must_capture", variant.mandatory_capture),
            draw_rules=DrawRules(**changes),
        )
    except (ValueError, TypeError) as error:
        raise BadMessage("bad-field", f"the rules are not possible: {error}") from None


def rules_to_json(variant: Variant) -> dict[str, Any]:
    """The rules in force, for :func:`chosen_rules` and for the words on a page."""
    draws = variant.draw_rules
    return {
        "variant": variant.name,
        "must_capture": variant.mandatory_capture,
        "draws": _preset(draws),
        "repetition": draws.repetition,
        "quiet_plies": draws.quiet_plies,
        "quiet_resets": sorted(draws.quiet_resets),
        "max_plies": draws.max_plies,
    }


def _preset_rules(variant: Variant, draws: str) -> dict[str, Any]:
    fields = {"variant": variant.name, **({"draws": draws} if draws else {})}
    return rules_to_json(chosen_rules(Fields(fields, "the rules")))


def _preset(draws: DrawRules) -> str:
    """The preset that draw rules are, or from which they differ in what a page can set."""
    same = [name for name, preset in DRAW_PRESETS.items() if preset == draws]
    like = [name for name, preset in DRAW_PRESETS.items() if _apart(preset) == _apart(draws)]
    return (same or like or ["none"])[0]


def _apart(draws: DrawRules) -> tuple[Any, ...]:
    """What draw rules have that a page cannot set."""
    return draws.endgames, draws.repetition_claim, draws.quiet_claim


@lru_cache(maxsize=1)
def all_variants() -> list[dict[str, Any]]:
    """What a page has to know of each variant before it draws the first board."""
    return [_describe(variant) for variant in VARIANTS.values()]


def _describe(variant: Variant) -> dict[str, Any]:
    presets = {**PRESETS, "tournament": TOURNAMENT_DRAWS.get(variant.name, "official")}
    described = {name: _preset_rules(variant, draws) for name, draws in presets.items()}
    return {**describe(variant), "presets": described}
