"""What the creator of a room may choose: the rules, the time for a turn, who stands in for whom."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from draughts import Variant
from draughts.protocols.messages import BadMessage, Fields
from draughts.web.rules import chosen_rules, rules_to_json

__all__ = ["Settings", "read_settings"]

_USUAL_RULES = {"variant": "english"}
_TURN_TIMES = (30, 60)
_TURN_ENDS = ("lose", "computer")
_LEVELS = ("easy", "medium", "hard")
_SHORTEST_AWAY, _LONGEST_AWAY = 10, 600


class Settings(NamedTuple):
    """The settings of a room.

    Args:
        rules: what is played.
        turn_time: seconds for each turn, or None.
        turn_end: what happens when they are over: who is to move loses (``"lose"``), or the
            computer makes this one move (``"computer"``).
        alternate: whether the players swap colours after each game.
        level: how strong the computer plays for somebody who is away.
        away_seconds: how long somebody is waited for before the computer plays.
    """

    rules: Variant
    turn_time: int | None = None
    turn_end: str = "lose"
    alternate: bool = True
    level: str = "medium"
    away_seconds: int = 60

    def to_json(self) -> dict[str, Any]:
        """The settings as they are shown to everyone."""
        return {**self._asdict(), "rules": rules_to_json(self.rules)}

    def saved(self) -> dict[str, Any]:
        """The settings as a store keeps them, for :meth:`restored`."""
        return {**self._asdict(), "rules": _written(self.rules)}

    @classmethod
    def restored(cls, saved: dict[str, Any]) -> Settings:
        """The settings that :meth:`saved` wrote."""
        return cls(**{**saved, "rules": _read(saved["rules"])})


@lru_cache(maxsize=64)
def _written(rules: Variant) -> str:
    return rules.to_json()


@lru_cache(maxsize=64)
def _read(rules: str) -> Variant:
    return Variant.from_json(rules)


def read_settings(fields: Fields) -> Settings:
    """The settings in a message; those that it does not name are the usual ones.

    Raises:
        BadMessage: a setting is unknown or not possible.

    >>> from draughts.protocols.messages import Fields
    >>> read_settings(Fields({"turn_time": 30}, "the settings")).turn_time
    30
    """
    fields.only("rules", "turn_time", "turn_end", "alternate", "level", "away_seconds")
    rules = fields.object("rules") if "rules" in fields else Fields(_USUAL_RULES, "rules")
    return Settings(
        rules=chosen_rules(rules),
        turn_time=_turn_time(fields),
        turn_end=fields.choice("turn_end", _TURN_ENDS, "lose"),
        alternate=fields.flag("alternate", True),
        level=fields.choice("level", _LEVELS, "medium"),
        away_seconds=fields.number("away_seconds", _SHORTEST_AWAY, _LONGEST_AWAY, 60),
    )


def _turn_time(fields: Fields) -> int | None:
    if "turn_time" not in fields:
        return None
    seconds = fields.number("turn_time", min(_TURN_TIMES), max(_TURN_TIMES))
    if seconds not in _TURN_TIMES:
        raise BadMessage("bad-field", f"a turn has 30 or 60 seconds, or no limit; not {seconds}")
    return seconds
