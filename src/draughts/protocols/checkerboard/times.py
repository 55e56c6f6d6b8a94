"""How CheckerBoard tells an engine its time."""

from __future__ import annotations

from draughts.errors import EngineError
from draughts.limits import Limit

__all__ = ["EXACT_TIME", "RESET_MOVES", "limit_of", "pack"]

RESET_MOVES = 1
"""The bit of ``info`` that says: the position does not go on with the last one."""
EXACT_TIME = 2
"""The bit of ``info`` that says: think for ``maxtime``, not longer."""

_UNIT_SHIFT = 2  # bits 2 and 3 of info: what the numbers of moreinfo count
_UNITS = (0.0, 0.001, 0.01, 0.1)  # seconds
_MOST = 0xFFFF  # of a number in moreinfo


def pack(limit: Limit) -> tuple[float, int, int]:
    """A limit as ``maxtime``, ``info`` and ``moreinfo``.

    Args:
        limit: ``time``, or ``remaining`` with ``increment``.

    Raises:
        EngineError: the limit has neither: CheckerBoard's engines know nothing but time.

    >>> pack(Limit(time=2.0)), pack(Limit(remaining=60.0, increment=1.0))
    ((2.0, 2, 0), (24.6, 4, 3932161000))
    """
    if limit.remaining is None:
        if limit.time is None:
            raise EngineError("a CheckerBoard engine knows only time: set time or remaining")
        return limit.time, EXACT_TIME, 0
    clock, increment = limit.remaining, limit.increment
    unit = next((n for n in (1, 2) if max(clock, increment) <= _MOST * _UNITS[n]), 3)
    told = [min(round(seconds / _UNITS[unit]), _MOST) for seconds in (clock, increment)]
    maxtime = _share(clock, increment)
    if limit.time is not None:
        maxtime = min(maxtime, limit.time)
    return maxtime, unit << _UNIT_SHIFT, told[0] << 16 | told[1]


def _share(clock: float, increment: float) -> float:
    """What CheckerBoard gives to a move in a match, by its reference."""
    if clock < 0.4 * increment:
        return 0.4 * increment
    return clock if clock < increment else increment + (clock - increment) / 2.5


def limit_of(maxtime: float, info: int, moreinfo: int) -> Limit:
    """The limit that ``maxtime``, ``info`` and ``moreinfo`` tell.

    >>> limit_of(24.6, 4, 3932161000)
    Limit(time=None, nodes=None, depth=None, remaining=60.0, increment=1.0, moves_to_go=None)
    """
    unit = _UNITS[info >> _UNIT_SHIFT & 3]
    if not unit:
        return Limit(time=max(maxtime, 0.0))
    remaining, increment = moreinfo >> 16 & _MOST, moreinfo & _MOST
    return Limit(remaining=round(remaining * unit, 3), increment=round(increment * unit, 3))
