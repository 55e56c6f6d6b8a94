"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from draughts.web.errors import BadMessage

__all__ = ["Budget"]

_MOST_CLIENTS = 10_000


class Budget:
    """An allowance for each client that fills up again as time goes by.

    Args:
        most: what a client has that has asked for nothing lately.
        per_second: what comes back in a second.
        now: a source of time that never goes back.

    >>> budget = Budget(2, per_second=1, now=lambda: 0)
    >>> budget.spend("Ann"), budget.spend("Ann"), budget.spend("Bob")
    (None, None, None)
    >>> budget.spend("Ann")
    Traceback (most recent call last):
    draughts.web.errors.BadMessage: too much at once; wait 1 s
    """

    def __init__(
        self, most: float, *, per_second: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._per_second = per_second
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, amount: float = 1.0) -> None:
        """Take from what a client has.

        Raises:
            BadMessage: it has not so much (``too-fast``).
        """
        now = self._now()
        left, since = self._left.pop(client, (self._most, now))
        left = min(self._most, left + (now - since) * self._per_second)
        enough = left >= amount
        self._left[client] = (left - amount if enough else left, now)
        while len(self._left) > _MOST_CLIENTS:
            self._left.popitem(last=False)
        if not enough:
            wait = (amount - left) / self._per_second
            raise BadMessage("too-fast", f"too much at once; wait {wait:.0f} s")
