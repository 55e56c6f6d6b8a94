"""How much one may ask for: so many things a second, and so many open at once."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Allowance", "Bucket", "Places", "network"]

_MOST_REMEMBERED = 10_000  # addresses


class Bucket:
    """A bucket of tokens that fills up by itself: a burst, and then so many a second.

    Args:
        rate: tokens that come in a second.
        burst: tokens that it holds.
        now: tells the time in seconds.

    >>> bucket = Bucket(1, 2, now=lambda: 0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._tokens = float(burst)
        self._since = now()

    def take(self, tokens: float = 1) -> bool:
        """Take so many tokens, if there are."""
        self._fill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def wait(self, tokens: float = 1) -> float:
        """Seconds until there are so many."""
        self._fill()
        return max(tokens - self._tokens, 0.0) / self._rate

    @property
    def full(self) -> bool:
        """Whether nothing is missing."""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._tokens + (now - self._since) * self._rate, self._burst)
        self._since = now


class Allowance:
    """A bucket for each address.

    Args:
        rate: tokens that come in a second.
        burst: tokens that a bucket holds.
        now: tells the time in seconds.
    """

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._kind = rate, burst, now
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        if len(self._buckets) >= _MOST_REMEMBERED:
            self._buckets = {each: b for each, b in self._buckets.items() if not b.full}
        return self._buckets.setdefault(address, Bucket(*self._kind))

    def take(self, address: str) -> bool:
        """Take a token for an address, if there is one."""
        return self.of(address).take()


class Places:
    """So many things open at once for each address.

    >>> places = Places(1)
    >>> with places.taken("a") as first, places.taken("a") as second:
    ...     first, second
    (True, False)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, address: str) -> Iterator[bool]:
        """Whether there is a place; it is taken for the length of a ``with`` statement."""
        if self._taken[address] >= self._most:
            yield False
            return
        self._taken[address] += 1
        try:
            yield True
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


def network(host: str) -> str:
    """What counts as one address: an IPv4 address, or the 64 bits of IPv6 that one household has.

    >>> network("192.0.2.7"), network("2001:db8::5:1")
    ('192.0.2.7', '2001:db8::')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_address(int(address) >> 64 << 64))
