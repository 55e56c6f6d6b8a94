"""The parameters of the engine as ``draughts hub`` offers them: their types, bounds and values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from draughts.engine import Engine
from draughts.errors import ProtocolError
from draughts.levels import Level
from draughts.protocols.hub.lines import Command
from draughts.protocols.hub.notation import NUMBERINGS, Numbering, hub_name, variant_of
from draughts.variants import VARIANTS, Variant
from draughts.weights import NAMES as EVALUATIONS

__all__ = ["Settings"]

_MOST_HASH_MB = 1 << 16
_MOST_THREADS = 64


class _Parameter(NamedTuple):
    """What a parameter may be: its type as the protocol has it, and how its value is read."""

    bounds: Mapping[str, str]
    read: Callable[[str], str]


def _whole(low: int, high: int) -> _Parameter:
    def read(value: str) -> str:
        if not value.isascii() or not value.isdecimal() or not low <= int(value) <= high:
            raise ValueError(f"it must be a whole number from {low} to {high}")
        return str(int(value))

    return _Parameter({"type": "int", "min": str(low), "max": str(high)}, read)


def _variant() -> _Parameter:
    names = " ".join(map(hub_name, VARIANTS.values()))
    return _Parameter({"type": "enum", "values": names}, lambda value: hub_name(variant_of(value)))


def _one_of(values: Sequence[str], told: str, bounds: Mapping[str, str]) -> _Parameter:
    def read(value: str) -> str:
        if value not in values:
            raise ValueError(f"it must be {told}")
        return value

    return _Parameter(bounds, read)


def _enum(values: Sequence[str], told: str) -> _Parameter:
    return _one_of(values, told, {"type": "enum", "values": " ".join(values)})


_PARAMETERS = {
    "variant": _variant(),
    "hash": _whole(1, _MOST_HASH_MB),
    "threads": _whole(1, _MOST_THREADS),
    "level": _whole(0, int(Level.MASTER)),
    "numbering": _enum(NUMBERINGS, " or ".join(NUMBERINGS)),
    "book": _one_of(("true", "false"), "true or false", {"type": "bool"}),
    "book-ply": _whole(0, 20),
    "book-margin": _whole(0, 100),
    "evaluation": _enum(EVALUATIONS, f"one of {', '.join(EVALUATIONS)}"),
}


class Settings:
    """What the parameters are set to.

    Args:
        variant: the rules until the parameter is set.

    >>> settings = Settings(VARIANTS["russian"])
    >>> settings.set("hash", "128")
    >>> for line in settings.lines():
    ...     print(line)  # doctest: +ELLIPSIS
    param name=variant value=russian type=enum values="english russian ...
    param name=hash value=128 type=int min=1 max=65536
    param name=threads value=1 type=int min=1 max=64
    param name=level value=20 type=int min=0 max=20
    param name=numbering value=board type=enum values="board gametype"
    param name=book value=true type=bool
    param name=book-ply value=4 type=int min=0 max=20
    param name=book-margin value=4 type=int min=0 max=100
    param name=evaluation value=trained type=enum values="trained classic material"
    """

    def __init__(self, variant: Variant) -> None:
        self._values = {
            "variant": hub_name(variant),
            "hash": "64",
            "threads": "1",
            "level": str(int(Level.MASTER)),
            "numbering": "board",
            "book": "true",
            "book-ply": "4",
            "book-margin": "4",
            "evaluation": "trained",
        }

    def lines(self) -> Iterator[Command]:
        """A ``param`` line for each parameter."""
        for name, parameter in _PARAMETERS.items():
            value = self._values[name]
            yield Command("param", {"name": name, "value": value, **parameter.bounds})

    def set(self, name: str, value: str) -> None:
        """Set a parameter.

        Raises:
            ProtocolError: there is no such parameter, or it cannot be set to this.
        """
        if name not in _PARAMETERS:
            raise ProtocolError(f"no parameter is called {name!r}; there are {_NAMES}")
        try:
            self._values[name] = _PARAMETERS[name].read(value)
        except ValueError as error:
            raise ProtocolError(f"{name} is {value[:40]!r}: {error}") from None

    @property
    def variant(self) -> Variant:
        """The rules."""
        return variant_of(self._values["variant"])

    @property
    def numbering(self) -> Numbering:
        """How squares are counted in moves."""
        return "board" if self._values["numbering"] == "board" else "gametype"

    @property
    def level(self) -> Level | None:
        """How strong to play; None for all the engine has."""
        level = Level.parse(self._values["level"])
        return level if level < Level.MASTER else None

    def engine(self) -> Engine:
        """An engine with these settings.

        Raises:
            MemoryError: there is not that much memory.
        """
        values = self._values
        return Engine(
            hash_mb=int(values["hash"]),
            threads=int(values["threads"]),
            book="own" if values["book"] == "true" else None,
            book_plies=int(values["book-ply"]),
            book_margin=int(values["book-margin"]),
            evaluation=values["evaluation"],
        )


_NAMES = ", ".join(_PARAMETERS)
