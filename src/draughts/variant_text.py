"""Rule sets as text: JSON objects, and the tags of a PDN game.

``Variant`` has these as methods; they stand apart so that the rules alone load without them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from draughts.types import Color, Record
from draughts.variants import DRAW_PRESETS, DrawRules, EndgameLimit, Variant, variant


def to_json(rules: Variant) -> str:
    """The whole rule set as a JSON object."""
    return json.dumps(_plain(rules))


def from_json(text: str) -> Variant:
    """The rule set of a JSON object."""
    return _variant_from_json("variant", _parsed("a variant", text))


def to_tags(rules: Variant) -> dict[str, str]:
    """The rule set as ``GameType`` and, where that does not say it all, ``Rules``."""
    implied = _DEFAULTS | _plain_implied(rules.game_type)
    differing = {name: value for name, value in _plain(rules).items() if value != implied.get(name)}
    if "draw_rules" in differing:
        differing["draw_rules"] = _preset_name(rules.draw_rules) or differing["draw_rules"]
    tags = {"GameType": rules.game_type}
    return tags | {"Rules": json.dumps(differing)} if differing else tags


def from_tags(tags: Mapping[str, str]) -> Variant | None:
    """The rule set that ``GameType`` and ``Rules`` name; None if there is neither."""
    game_type, text = tags.get("GameType"), tags.get("Rules")
    if text is None:
        return None if game_type is None else _built_in(game_type)
    found = _parsed("Rules", text)
    if isinstance(found, dict):
        implied = {} if game_type is None else _plain_implied(game_type)
        found = implied | _with_preset_written_out(found)
    return _variant_from_json("Rules", found)


def _built_in(game_type: str) -> Variant:
    """The variant that the number at the head of a ``GameType`` names."""
    try:
        return variant(game_type.split(",")[0])
    except ValueError as error:
        raise ValueError(f"GameType is {game_type!r} and there are no Rules: {error}") from None


def _plain_implied(game_type: str) -> dict[str, Any]:
    """The fields that a ``GameType`` gives: all, if its number names a built-in variant."""
    try:
        fields: dict[str, Any] = _plain(_built_in(game_type))
    except ValueError:
        fields = {"game_type": game_type}
    return fields


def _preset_name(rules: DrawRules) -> str | None:
    return next((name for name, preset in DRAW_PRESETS.items() if preset == rules), None)


def _with_preset_written_out(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields, the draw rules as an object where they were the name of a preset."""
    name = fields.get("draw_rules")
    if not isinstance(name, str):
        return fields
    try:
        return fields | {"draw_rules": _plain(DrawRules.preset(name))}
    except ValueError as error:
        raise ValueError(f"Rules.draw_rules: {error}") from None


def _parsed(what: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{what} is no JSON: {error}") from None


def _plain(value: Any) -> Any:
    """A value as JSON has it: records are objects, sets and tuples are arrays."""
    if isinstance(value, Record):
        return {name: _plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, Color):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _record_from_json(cls: type[Record], what: str, found: Any) -> Any:
    """The record of a JSON object; fields that are not there have their defaults."""
    if not isinstance(found, dict):
        raise ValueError(f"{what} is {found!r}; it must be an object")
    values = {}
    for name, value in found.items():
        if name not in cls._fields:
            known = ", ".join(cls._fields)
            raise ValueError(f"{what} has no field {name!r}; it has {known}")
        values[name] = _field_from_json(cls.__annotations__[name], f"{what}.{name}", value)
    required = cls._fields[: len(cls._fields) - len(cls.__init__.__defaults__ or ())]
    missing = [name for name in required if name not in found]
    if missing:
        raise ValueError(f"{what} lacks {' and '.join(missing)}")
    try:
        return cls(**values)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _field_from_json(kind: str, what: str, value: Any) -> Any:
    """The value of a field of a declared kind; what is in range its record asks itself."""
    if kind == "DrawRules":
        return _record_from_json(DrawRules, what, value)
    if kind == "Color":
        if value not in ("white", "black"):
            raise ValueError(f"{what} is {value!r}; it must be 'white' or 'black'")
        return Color(value)
    if kind.startswith(("tuple", "frozenset")):
        return _array_from_json(kind, what, value)
    wanted, called = _JSON_KINDS.get(kind, _JSON_KINDS["str"])
    if type(value) is not wanted:
        raise ValueError(f"{what} is {value!r}; it must be {called}")
    return value


_JSON_KINDS: dict[str, tuple[type, str]] = {
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
    "str": (str, "a text"),
}


def _array_from_json(kind: str, what: str, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{what} is {value!r}; it must be an array")
    if kind == "tuple[EndgameLimit, ...]":
        return tuple(
            _record_from_json(EndgameLimit, f"{what}[{place}]", each)
            for place, each in enumerate(value)
        )
    if kind == "tuple[int, int]" and len(value) != 2:
        raise ValueError(f"{what} is {value!r}; it must be two numbers, least and greatest")
    each_kind = "int" if kind == "tuple[int, int]" else "str"
    return tuple(_field_from_json(each_kind, what, each) for each in value)


def _variant_from_json(what: str, found: Any) -> Variant:
    rules: Variant = _record_from_json(Variant, what, found)
    return rules


_DEFAULTS: dict[str, Any] = _plain(Variant("", "0"))
del _DEFAULTS["name"]
