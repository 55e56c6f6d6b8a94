"""Who plays: an engine with its settings, here, in another build's interpreter, or of others."""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
from collections.abc import Callable
from typing import NamedTuple

from draughts.book import Book
from draughts.book.shelf import OWN
from draughts.errors import BookError, WeightsError
from draughts.levels import Level
from draughts.limits import Limit
from draughts.protocols.dxp.connection import address
from draughts.weights import check_evaluation


class Address(NamedTuple):
    """Where a program that plays over DamExchange is met.

    Args:
        host: the machine: the program's, or the address at which we listen.
        port: the port.
        listen: whether we wait for the program to connect, rather than go to it.
    """

    host: str
    port: int
    listen: bool = False


class Player(NamedTuple):
    """An engine's settings in a match.

    Args:
        name: what it is called in the score and in the games.
        options: arguments of :class:`~draughts.Engine`, each a name and a number; for a Hub engine
            its own parameters, each a name and a text.
        limit: its own limit for a move; None for the match's.
        level: a :class:`~draughts.Level` to play at, by name or number.
        python: the interpreter of another build, which need only know ``Engine.analyse``; None for
            this build.
        book: the opening book that it plays from, ``"own"`` or a file; None for none.
        hub: the program and the arguments of a Hub engine; empty for an engine of ours.
        dxp: where a program that plays over DamExchange is met; None for another player.
        run: the program and the arguments that start the one of ``dxp``; empty where it runs.
        cwd: the folder in which the program runs.

    >>> player = Player.parse("quick,hash=32,nodes=5000,level=hard")
    >>> player.name, player.options, player.limit.nodes, player.level
    ('quick', (('hash_mb', 32),), 5000, 'hard')
    >>> scan = Player.parse('scan,hub="./scan hub",cwd=/opt/scan,book=false,depth=9')
    >>> scan.hub, scan.cwd, scan.options, scan.limit.depth
    (('./scan', 'hub'), '/opt/scan', (('book', 'false'),), 9)
    >>> moby = Player.parse('moby,dxp=27531,run="mobydam -p 27531",minutes=0.5')
    >>> moby.dxp, moby.run, moby.limit.remaining
    (Address(host='127.0.0.1', port=27531, listen=False), ('mobydam', '-p', '27531'), 30.0)
    """

    name: str
    options: tuple[tuple[str, int | str], ...] = ()
    limit: Limit | None = None
    level: str | None = None
    python: str | None = None
    book: str | None = None
    hub: tuple[str, ...] = ()
    dxp: Address | None = None
    run: tuple[str, ...] = ()
    cwd: str | None = None

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read settings such as ``name,hash=64,threads=2,nodes=5000,python=/opt/old/bin/python``.

        Args:
            text: parts between commas: the name, and settings with ``=``: ``hash`` (megabytes),
                ``threads``, ``level``, ``time`` (seconds a move), ``nodes``, ``depth``, ``python``,
                ``book`` (``own`` or a file), ``evaluation`` (``trained``, ``classic``, ``material``
                or a file of weights); or ``hub``, the command of an engine that speaks the
                Hub protocol, with ``time``, ``nodes``, ``depth``, ``cwd`` and parameters of its
                own; or ``dxp``, the host and port at which a program waits to play over
                DamExchange, or ``dxp-listen``, those at which we wait for it, with ``minutes`` for
                the whole game, ``run``, the command that starts it, and ``cwd``. A value with a
                comma in it stands in double quotes.

        Raises:
            ValueError: a part cannot be read.
        """
        parts = [part.strip() for part in _PART.findall(text)]
        settings = [part.partition("=") for part in parts if "=" in part]
        names = [part for part in parts if part and "=" not in part]
        keys = {key for key, _, _ in settings}
        with_one_more = (
            cls._of_dxp_with
            if keys & {"dxp", "dxp-listen"}
            else cls._of_hub_with
            if "hub" in keys
            else cls._with
        )
        player = cls(names[-1] if names else text or "engine", limit=Limit())
        for key, _, value in settings:
            player = with_one_more(player, key, _unquoted(value))
        if player.python is not None and player.book is not None:
            raise ValueError("another build plays without a book: give python or book, not both")
        return player._replace(limit=player.limit if any(player.limit or ()) else None)

    def _with(self, key: str, value: str) -> Player:
        """The same with one more setting of an engine of ours."""
        if key in _OF_A_MOVE:
            return self._limited(key, value)
        if key in _OPTIONS:
            return self._replace(options=(*self.options, (_OPTIONS[key], _whole(key, value))))
        if key == "level":
            return self._replace(level=str(Level.parse(value)))
        if key == "python":
            return self._replace(python=_interpreter(value))
        if key == "book":
            return self._replace(book=_book(value))
        if key == "evaluation":
            return self._replace(options=(*self.options, (key, _evaluation(value))))
        raise ValueError(
            f"no setting of a player is called {key!r}; there are hash, threads, level, "
            "time, nodes, depth, python, book, evaluation, hub and dxp"
        )

    def _of_hub_with(self, key: str, value: str) -> Player:
        """The same with one more setting of a Hub engine."""
        if key in _OF_A_MOVE:
            return self._limited(key, value)
        if key == "hub":
            return self._replace(hub=_command(key, value))
        if key == "cwd":
            return self._replace(cwd=value)
        return self._replace(options=(*self.options, (key, value)))

    def _of_dxp_with(self, key: str, value: str) -> Player:
        """The same with one more setting of a program that plays over DamExchange."""
        if key in ("dxp", "dxp-listen"):
            return self._replace(dxp=_address(key, value))
        if key == "minutes":
            return self._replace(limit=Limit(remaining=60 * _number(key, value)))
        if key == "run":
            return self._replace(run=_command(key, value))
        if key == "cwd":
            return self._replace(cwd=value)
        raise ValueError(
            f"{key}={value}: a program that plays over DamExchange has the settings dxp or "
            "dxp-listen, minutes, run and cwd; all else is its own affair"
        )

    def _limited(self, key: str, value: str) -> Player:
        limit = self.limit or Limit()
        if key == "time":
            return self._replace(limit=limit._replace(time=_number(key, value)))
        return self._replace(limit=limit._replace(**{key: _whole(key, value)}))


_OF_A_MOVE = ("time", "nodes", "depth")
_OPTIONS = {"hash": "hash_mb", "threads": "threads"}

# A part: what lies between two commas that do not stand in quotes.
_PART = re.compile(r'(?:[^,"]|"[^"]*"?)+')


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _address(key: str, value: str) -> Address:
    try:
        return Address(*address(value), listen=key == "dxp-listen")
    except ValueError as error:
        raise ValueError(f"{key}={value}: {error}") from None


def _command(key: str, value: str) -> tuple[str, ...]:
    """A program and its arguments, with blanks between; one with blanks stands in single quotes."""
    try:
        parts = tuple(shlex.split(value, posix=os.name != "nt"))
    except ValueError:
        parts = ()
    if not parts:
        raise ValueError(f"{key}={value}: not a program and its arguments, such as ./scan hub")
    return parts


def _whole(key: str, value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise ValueError(f"{key}={value}: not a whole number from 1")
    return int(value)


def _number(key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{key}={value}: not a number above 0, such as 0.5")
    return number


def _interpreter(value: str) -> str:
    found = shutil.which(value)
    if found is None:
        raise ValueError(f"python={value}: no such program")
    return found


def _book(value: str) -> str:
    """A book that can be read."""
    return value if value == OWN else _readable("book", value, Book.open)


def _evaluation(value: str) -> str:
    """The name of an evaluation, or weights that can be read."""
    return _readable("evaluation", value, check_evaluation)


def _readable(key: str, value: str, read: Callable[[str], object]) -> str:
    try:
        read(value)
    except (BookError, WeightsError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"{key}={value}: {why}") from error
    return value


def given(limit: Limit) -> dict[str, float]:
    """The parts of a limit that are set, by name."""
    return {name: value for name, value in limit._asdict().items() if value}
