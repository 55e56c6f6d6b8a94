"""Things that are there for as long as somebody uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

__all__ = ["InUse"]


class Counted(Protocol):
    """Something that knows how many use it."""

    users: int


T = TypeVar("T", bound=Counted)


class InUse(dict[str, T]):
    """What is in use, by name: made for the first user, and forgotten after the last.

    Args:
        make: makes one that nobody uses yet.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        super().__init__()
        self._make = make

    def take(self, name: str) -> T:
        """Use a thing until it is released."""
        found = self.get(name)
        if found is None:
            found = self[name] = self._make()
        found.users += 1
        return found

    def release(self, name: str) -> None:
        """Use it no more."""
        found = self[name]
        found.users -= 1
        if not found.users:
            del self[name]

    @contextmanager
    def using(self, name: str) -> Iterator[T]:
        """Use a thing for the length of a ``with`` statement."""
        found = self.take(name)
        try:
            yield found
        finally:
            self.release(name)
