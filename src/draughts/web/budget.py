"""How much one client may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable

from draughts.protocols.messages import BadMessage
from draughts.web.throttle import Allowance

__all__ = ["Budget"]


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
    draughts.protocols.messages.BadMessage: too much at once; wait 1 s
    """

    def __init__(
        self, most: float, *, per_second: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._allowance = Allowance(per_second, most, now)

    def spend(self, client: str, amount: float = 1.0) -> None:
        """Take from what a client has.

        Raises:
            BadMessage: it has not so much (``too-fast``).
        """
        bucket = self._allowance.of(client)
        if not bucket.take(amount):
            wait = bucket.wait(amount)
            raise BadMessage("too-fast", f"too much at once; wait {wait:.0f} s")
