"""The searches of a JSON session: several at a time, each with an engine of its own."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from draughts.engine import Engine
from draughts.levels import Level
from draughts.limits import Limit
from draughts.protocols.messages import BadMessage, Fields, broken
from draughts.protocols.play import Play
from draughts.protocols.shapes import hint_to_json, info_to_json, move_to_json

__all__ = ["MOST_WAITING", "Search", "Searches", "analysis", "hint", "levels", "thought"]

MOST_WAITING = 256
_LOOK = 0.002  # seconds between looks whether a search has ended that was stopped
_LONGEST_TIME = 1e9  # seconds
_MOST = 1 << 53
_LEVEL_NAMES = [str(level) for level in (Level.EASY, Level.MEDIUM, Level.HARD, Level.MASTER)]

Send = Callable[[dict[str, Any]], None]
Work = Callable[[Engine, Send], dict[str, Any]]
"""Searches, tells what is found on the way, and returns what is found in the end."""


class Search:
    """A search that was asked for.

    Args:
        id: of the request.
        game: the number of the game.
        work: what is done with an engine.
        send: takes the answers.
    """

    def __init__(self, id: str | int | None, game: int, work: Work, send: Send) -> None:
        self.id = id
        self.game = game
        self.ended = threading.Event()
        self._work = work
        self._send = send

    def run(self, engine: Engine) -> None:
        """Search, and answer."""
        try:
            answer = {"result": self._work(engine, self._tell)}
        except OSError:  # nobody reads what is found
            return
        except Exception as error:
            answer = {"error": broken(error).to_json()}
        self.answer(answer)

    def answer(self, answer: dict[str, Any]) -> None:
        """Answer the request."""
        try:
            self._send({"id": self.id, **answer})
        except OSError:
            return

    def _tell(self, info: dict[str, Any]) -> None:
        self._send({"id": self.id, "info": info})


class _Seat:
    """An engine, made for its first search, and the game that it searched last."""

    engine: Engine

    def __init__(self, make: Callable[[], Engine]) -> None:
        self._make: Callable[[], Engine] | None = make
        self.game = 0

    def set_up(self) -> None:
        """Make the engine, if there is none: it is there before a search can be stopped."""
        if self._make is not None:
            self.engine, self._make = self._make(), None


class Searches:
    """Runs searches, as many at a time as there are engines; the others wait for their turn.

    A game gets the engine that knows it, if that is free: what it has learnt serves the next
    search.

    Args:
        engines: how many.
        make: makes an engine.
    """

    def __init__(self, engines: int, make: Callable[[], Engine]) -> None:
        self._lock = threading.Lock()
        self._free = [_Seat(make) for _ in range(engines)]
        self._running: dict[Search, _Seat] = {}
        self._waiting: deque[Search] = deque()

    def begin(self, search: Search) -> None:
        """Begin a search, now or when it is its turn.

        Raises:
            BadMessage: too many wait (``busy``).
        """
        with self._lock:
            if not self._free:
                if len(self._waiting) >= MOST_WAITING:
                    raise BadMessage("busy", f"{MOST_WAITING} searches wait; try again later")
                self._waiting.append(search)
                return
            known = [seat for seat in self._free if seat.game == search.game]
            seat = (known or self._free)[0]
            seat.set_up()
            self._free.remove(seat)
            self._running[search] = seat
        threading.Thread(target=self._work, args=(search, seat), daemon=True).start()

    def _work(self, search: Search | None, seat: _Seat) -> None:
        """Run one search after the other, until none waits."""
        while search is not None:
            seat.game = search.game
            search.run(seat.engine)
            with self._lock:
                del self._running[search]
                ended, search = search, self._waiting.popleft() if self._waiting else None
                if search is None:
                    self._free.append(seat)
                else:
                    self._running[search] = seat
            ended.ended.set()

    def stop(self, wanted: Callable[[Search], bool]) -> int:
        """Stop searches, and wait until they have answered with what they have found.

        One that waits for its turn is answered with an error.

        Args:
            wanted: whether to stop a search.

        Returns:
            How many were stopped.
        """
        with self._lock:
            running = [search for search in self._running if wanted(search)]
            dropped = [search for search in self._waiting if wanted(search)]
            for search in dropped:
                self._waiting.remove(search)
        for search in dropped:
            why = "the search was stopped before its turn came"
            search.answer({"error": {"code": "stopped", "message": why}})
        for search in running:
            self._halt(search)
        for search in running:
            while self._halt(search):
                search.ended.wait(_LOOK)
        return len(running) + len(dropped)

    def _halt(self, search: Search) -> bool:
        """Tell a search to end, also one that is about to begin; whether it is still running."""
        with self._lock:
            seat = self._running.get(search)
            if seat is not None:
                seat.engine.stop()
            return seat is not None


# --- what is searched for -------------------------------------------------------------------------


def thought(play: Play, fields: Fields) -> Work:
    """What the engine plays, at a level, within a limit, or both."""
    fields.only("game", "level", "limit")
    limit, level = _limit(fields), _level(fields)
    if limit is None and level is None:
        raise BadMessage("bad-field", "think needs a level, or a limit with a number in it")
    play.check_going_on()
    board = play.game.board

    def work(engine: Engine, tell: Send) -> dict[str, Any]:
        if limit is None:
            assert level is not None
            found = engine.play(board, level)
        else:
            found = engine.play(board, limit, level=level)
        return {"move": move_to_json(board, found.move), "info": info_to_json(board, found.info)}

    return work


def analysis(play: Play, fields: Fields) -> Work:
    """The best lines, told as they are found; without a limit until it is stopped."""
    fields.only("game", "limit", "lines")
    limit = _limit(fields) or Limit()
    lines = fields.number("lines", 1, 100, 1)
    board = play.game.board
    outcome = board.outcome()
    if outcome is not None and (outcome.winner is not None or not board.legal_moves):
        play.check_going_on()

    def work(engine: Engine, tell: Send) -> dict[str, Any]:
        found = engine.analyse(
            board, limit, multipv=lines, on_info=lambda info: tell(info_to_json(board, info))
        )
        return {"lines": [info_to_json(board, info) for info in found]}

    return work


def hint(play: Play, fields: Fields) -> Work:
    """What to play, and why."""
    fields.only("game", "limit")
    limit = _limit(fields)
    play.check_going_on()
    board = play.game.board

    def work(engine: Engine, tell: Send) -> dict[str, Any]:
        return hint_to_json(board, engine.hint(board, limit))

    return work


def levels() -> list[dict[str, Any]]:
    """The levels, from the weakest."""
    found = []
    for number in range(21):
        level = Level(number)
        name = str(level) if str(level) in _LEVEL_NAMES else None
        found.append({"level": number, "name": name, "elo": level.elo})
    return found


def _level(fields: Fields) -> Level | None:
    if "level" not in fields:
        return None
    if fields.is_text("level"):
        return Level.parse(fields.choice("level", _LEVEL_NAMES))
    return Level(fields.number("level", 0, 20))


def _limit(fields: Fields) -> Limit | None:
    """The limit of a request; None if it has none."""
    told = fields.object("limit")
    told.only("time", "nodes", "depth", "remaining", "increment", "moves_to_go")
    found: dict[str, Any] = {
        name: told.real(name, 0, _LONGEST_TIME)
        for name in ("time", "remaining", "increment")
        if name in told
    }
    found |= {
        name: told.number(name, 1, _MOST)
        for name in ("nodes", "depth", "moves_to_go")
        if name in told
    }
    return Limit(**found) if found.keys() & {"time", "remaining", "nodes", "depth"} else None
