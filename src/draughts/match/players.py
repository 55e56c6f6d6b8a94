"""Who plays: an engine with its settings, here, in another build's interpreter, or of others."""

from __future__ import annotations

import importlib.resources
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import threading
from typing import Any, NamedTuple, Protocol

from draughts._core import Board
from draughts.book import Book
from draughts.book.shelf import OWN
from draughts.engine import Engine
from draughts.errors import BookError, EngineError, WeightsError
from draughts.levels import Level
from draughts.limits import Limit
from draughts.match.hub_seat import HubSeat
from draughts.weights import check_evaluation

_MORE_SECONDS = 5.0  # that another interpreter may take beyond its limit before it counts as hung


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
        cwd: the folder in which the Hub engine runs.

    >>> player = Player.parse("quick,hash=32,nodes=5000,level=hard")
    >>> player.name, player.options, player.limit.nodes, player.level
    ('quick', (('hash_mb', 32),), 5000, 'hard')
    >>> scan = Player.parse('scan,hub="./scan hub",cwd=/opt/scan,book=false,depth=9')
    >>> scan.hub, scan.cwd, scan.options, scan.limit.depth
    (('./scan', 'hub'), '/opt/scan', (('book', 'false'),), 9)
    """

    name: str
    options: tuple[tuple[str, int | str], ...] = ()
    limit: Limit | None = None
    level: str | None = None
    python: str | None = None
    book: str | None = None
    hub: tuple[str, ...] = ()
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
                own. A value with a comma in it stands in double quotes.

        Raises:
            ValueError: a part cannot be read.
        """
        parts = [part.strip() for part in _PART.findall(text)]
        settings = [part.partition("=") for part in parts if "=" in part]
        names = [part for part in parts if part and "=" not in part]
        is_hub = any(key == "hub" for key, _, _ in settings)
        player = cls(names[-1] if names else text or "engine", limit=Limit())
        for key, _, value in settings:
            player = player._with(key, _unquoted(value), is_hub)
        if player.python is not None and player.book is not None:
            raise ValueError("another build plays without a book: give python or book, not both")
        return player._replace(limit=player.limit if any(player.limit or ()) else None)

    def _with(self, key: str, value: str, is_hub: bool) -> Player:
        """The same with one more setting."""
        limit = self.limit or Limit()
        if key in ("nodes", "depth"):
            return self._replace(limit=limit._replace(**{key: _whole(key, value)}))
        if key == "time":
            return self._replace(limit=limit._replace(time=_seconds(value)))
        if is_hub:
            if key == "hub":
                return self._replace(hub=_command(value))
            if key == "cwd":
                return self._replace(cwd=value)
            return self._replace(options=(*self.options, (key, value)))
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
            "time, nodes, depth, python, book, evaluation and hub"
        )


_OPTIONS = {"hash": "hash_mb", "threads": "threads"}

# A part: what lies between two commas that do not stand in quotes.
_PART = re.compile(r'(?:[^,"]|"[^"]*"?)+')


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _command(value: str) -> tuple[str, ...]:
    """A program and its arguments, with blanks between; one with blanks stands in single quotes."""
    try:
        parts = tuple(shlex.split(value, posix=os.name != "nt"))
    except ValueError:
        parts = ()
    if not parts:
        raise ValueError(f"hub={value}: not a program and its arguments, such as ./scan hub")
    return parts


def _whole(key: str, value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise ValueError(f"{key}={value}: not a whole number from 1")
    return int(value)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ValueError(f"time={value}: not a time in seconds, such as 0.05")
    return seconds


def _interpreter(value: str) -> str:
    found = shutil.which(value)
    if found is None:
        raise ValueError(f"python={value}: no such program")
    return found


def _book(value: str) -> str:
    """A book that can be read."""
    if value != OWN:
        try:
            Book.open(value)
        except (BookError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise ValueError(f"book={value}: {why}") from error
    return value


def _evaluation(value: str) -> str:
    """The name of an evaluation, or weights that can be read."""
    try:
        check_evaluation(value)
    except (WeightsError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"evaluation={value}: {why}") from error
    return value


def given(limit: Limit) -> dict[str, float]:
    """The parts of a limit that are set, by name."""
    return {name: value for name, value in limit._asdict().items() if value}


class Seat(Protocol):
    """A player who has sat down."""

    def new_game(self, board: Board) -> None:
        """A game begins at a position."""

    def choose(self, board: Board, limit: Limit) -> str:
        """The move to play, as PDN has it; it need not be legal."""

    def close(self) -> None:
        """Leave."""


class _Here:
    """An engine of this build."""

    def __init__(self, player: Player) -> None:
        options: dict[str, Any] = dict(player.options)
        self._engine = Engine(**options, seed=0, book=player.book)
        self._level = None if player.level is None else Level.parse(player.level)

    def new_game(self, board: Board) -> None:
        self._engine.new_game()

    def choose(self, board: Board, limit: Limit) -> str:
        return board.pdn(self._engine.play(board, limit, level=self._level).move)

    def close(self) -> None:
        self._engine.close()


class _Elsewhere:
    """An engine of another build, in a process of its own. It ends when nobody asks any more."""

    def __init__(self, player: Player) -> None:
        script = importlib.resources.files("draughts.match").joinpath("elsewhere.py").read_text()
        assert player.python is not None
        self._name = player.name
        self._process = subprocess.Popen(
            [player.python, "-c", script, json.dumps(dict(player.options))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def new_game(self, board: Board) -> None:
        self._board = board.copy()
        rules = board.variant
        self._ask(5.0, variant=rules.name, json=rules.to_json(), fen=board.fen(counters=True))

    def choose(self, board: Board, limit: Limit) -> str:
        played = []
        for move in board.move_stack[len(self._board.move_stack) :]:
            played.append(self._board.pdn(move))
            self._board.push(move)
        seconds = limit.time or limit.remaining or math.inf
        return self._ask(seconds, played=played, limit=given(limit))

    def _ask(self, seconds: float, **request: Any) -> str:
        """What the other answers; it is killed if that takes far longer than it may."""
        assert self._process.stdin is not None and self._process.stdout is not None
        patience = min(seconds + _MORE_SECONDS, threading.TIMEOUT_MAX)
        watchdog = threading.Timer(patience, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            watchdog.cancel()
        if not answer:
            status = self._process.wait()
            raise EngineError(f"{self._name} has ended or hung; its exit status is {status}")
        return str(json.loads(answer))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


_seats = threading.local()


def seat(player: Player) -> Seat:
    """A player's seat: one in each thread, taken once and kept, for an engine starts slowly."""
    known: dict[Player, Seat] = _seats.__dict__.setdefault("known", {})
    if player not in known:
        known[player] = _seated(player)
    return known[player]


def _seated(player: Player) -> Seat:
    if player.hub:
        return HubSeat(player.name, player.hub, player.cwd, dict(player.options))
    return _Here(player) if player.python is None else _Elsewhere(player)


def leave(player: Player) -> None:
    """Give the seat in this thread up."""
    known: dict[Player, Seat] = _seats.__dict__.get("known", {})
    if player in known:
        known.pop(player).close()
