"""A person on a seat: a name, a secret to come back with, and the pages that are open."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from draughts.protocols.messages import BadMessage

__all__ = ["Player", "checked_name", "new_secret", "same_secret"]

_LONGEST_NAME = 24


@dataclass
class Player:
    """A person on a seat.

    Args:
        name: the nickname; may be empty.
        secret: what the person comes back with, from the same device.
        score: the points from the games against this opponent that are over and done with.
        connections: the open pages.
        away_since: when the last page was closed; None while one is open.
        stand_in: whether the computer plays for the person until one is opened again.
        rematch: whether the person wants another game.
    """

    name: str
    secret: str
    score: float = 0.0
    connections: list[str] = field(default_factory=list)
    away_since: float | None = None
    stand_in: bool = False
    rematch: bool = False

    @property
    def present(self) -> bool:
        """Whether a page is open."""
        return bool(self.connections)

    def arrive(self, connection: str) -> None:
        """A page was opened."""
        self.connections.append(connection)
        self.away_since = None
        self.stand_in = False

    def depart(self, connection: str, now: float) -> None:
        """A page was closed."""
        self.connections.remove(connection)
        if not self.connections:
            self.away_since = now

    def away_for(self, now: float) -> float:
        """Seconds since the last page was closed; 0 while one is open."""
        return 0.0 if self.away_since is None else now - self.away_since

    def saved(self) -> dict[str, Any]:
        """All of it, as a store keeps it; ``Player(**saved)`` is the same again."""
        return dict(vars(self))


def new_secret() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(16)


def same_secret(given: str | None, wanted: str) -> bool:
    """Whether a secret is the right one, in a time that tells nothing about it."""
    if given is None:
        return False
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), wanted.encode())


def checked_name(name: str) -> str:
    """A nickname without blanks around it.

    Raises:
        BadMessage: it is too long, or has characters that cannot be seen.

    >>> checked_name(" Siti ")
    'Siti'
    """
    name = unicodedata.normalize("NFC", name.strip())
    if len(name) > _LONGEST_NAME:
        raise BadMessage("bad-name", f"a name has at most {_LONGEST_NAME} characters")
    if any(unicodedata.category(letter) in _UNSEEN for letter in name):
        raise BadMessage("bad-name", "a name has no line breaks and nothing that is not seen")
    return name


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
