"""How long to search, as the ``level`` command of the Hub protocol says it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from draughts.errors import ProtocolError
from draughts.limits import Limit

__all__ = ["level_arguments", "parse_level"]

_LIMITS = {"depth", "nodes", "move-time", "time"}
_KNOWN = {*_LIMITS, "moves", "inc", "infinite", "ponder"}


def parse_level(arguments: Mapping[str, str]) -> Limit | None:
    """The limit of a search.

    Args:
        arguments: those of one or more ``level`` commands.

    Returns:
        The limit; one without bounds for ``infinite``; None if nothing is said of it. The protocol
        adds the increment before a move and not after it: it stands in ``remaining`` already.

    Raises:
        ProtocolError: a value is no number, negative, or moves or an increment come without time.

    >>> parse_level({"moves": "9", "time": "291.5"})
    Limit(time=None, nodes=None, depth=None, remaining=291.5, increment=0.0, moves_to_go=9)
    >>> parse_level({"time": "60", "inc": "2"}).remaining
    62.0
    """
    if not arguments.keys() & _KNOWN:
        return None
    if "infinite" in arguments:
        return Limit()
    for name in ("moves", "inc"):
        if name in arguments and "time" not in arguments:
            raise ProtocolError(f"level has {name} without time")
    increment = _seconds(arguments, "inc") or 0.0
    left = _seconds(arguments, "time")
    return Limit(
        time=_seconds(arguments, "move-time"),
        nodes=_whole(arguments, "nodes"),
        depth=_whole(arguments, "depth"),
        remaining=None if left is None else left + increment,
        increment=increment,
        moves_to_go=_whole(arguments, "moves") or None,
    )


def _whole(arguments: Mapping[str, str], name: str) -> int | None:
    value = arguments.get(name)
    if value is None:
        return None
    if not value.isascii() or not value.isdecimal() or len(value) > 18:
        raise ProtocolError(f"level {name} is {value[:40]!r}; it must be a whole number from 0")
    return int(value)


def _seconds(arguments: Mapping[str, str], name: str) -> float | None:
    value = arguments.get(name)
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise ProtocolError(f"level {name} is {value[:40]!r}; it must be a number of seconds")
    return max(seconds, 0.0)  # a clock that has run out still wants a move


def level_arguments(limit: Limit) -> dict[str, str]:
    """The arguments of ``level`` for a limit.

    >>> level_arguments(Limit(remaining=62.0, increment=2.0))
    {'time': '60', 'inc': '2'}
    >>> level_arguments(Limit())
    {'infinite': ''}
    """
    arguments: dict[str, str] = {}
    if limit.depth is not None:
        arguments["depth"] = str(max(limit.depth, 1))
    if limit.nodes is not None:
        arguments["nodes"] = str(max(limit.nodes, 1))
    if limit.time is not None and math.isfinite(limit.time):
        arguments["move-time"] = _number(limit.time)
    if limit.remaining is not None and math.isfinite(limit.remaining):
        if limit.moves_to_go is not None:
            arguments["moves"] = str(max(limit.moves_to_go, 1))
        arguments["time"] = _number(max(limit.remaining - limit.increment, 0.0))
        if limit.increment:
            arguments["inc"] = _number(limit.increment)
    return arguments or {"infinite": ""}


def _number(seconds: float) -> str:
    """Seconds to the tenth of a millisecond, never in scientific form."""
    return f"{seconds:.4f}".rstrip("0").rstrip(".")
