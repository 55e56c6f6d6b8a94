"""The JSON protocol: a request a line, an answer a line, for programs in any language.

The messages are described in ``docs/json.md`` and in the schema :func:`json_schema`.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from draughts._version import __version__
from draughts.engine import Engine
from draughts.protocols import json_searches
from draughts.protocols.json_games import MOST_GAMES, Answer, Games
from draughts.protocols.json_searches import MOST_WAITING, Search, Searches
from draughts.protocols.messages import BadMessage, Fields, broken, read_object
from draughts.protocols.play import Play
from draughts.protocols.shapes import describe
from draughts.variants import DRAW_PRESETS, VARIANTS

__all__ = ["VERSION", "JsonSession", "json_schema", "serve_json"]

VERSION = 1  # of the messages; see docs/json.md

_MOST_BYTES = 1 << 20  # of a line
_LONGEST_ID = 100
_LARGEST_ID = 1 << 53
_PATIENCE = 2.0  # seconds for the last answers when the input has ended


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the JSON protocol: ``$defs`` has every message.

    >>> json_schema()["$defs"]["request-undo"]["required"]
    ['op', 'game']
    """
    text = Path(__file__).with_name("json_schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


class JsonSession:
    """What one client of the JSON protocol has: its games, and the searches that run for it.

    Args:
        send: takes each answer, a line of JSON without its end; also from the threads that search.
        engines: how many searches run at the same time; by default one a core.
        threads: of each search.
        hash_mb: megabytes of the transposition table of each engine.

    Raises:
        ValueError: an argument is outside its range.

    >>> answers = []
    >>> session = JsonSession(answers.append)
    >>> session.receive('{"id": 1, "op": "new", "variant": "russian"}')
    >>> answers[0][:32]
    '{"id": 1, "result": {"game": 1, '
    >>> session.close()
    """

    def __init__(
        self,
        send: Callable[[str], None],
        *,
        engines: int | None = None,
        threads: int = 1,
        hash_mb: int = 64,
    ) -> None:
        if engines is None:
            engines = os.cpu_count() or 1
        if engines < 1:
            raise ValueError(f"engines is {engines!r}; it must be at least 1")
        make = partial(Engine, hash_mb=hash_mb, threads=threads)
        make()  # what is outside its range is told now, not by the first search
        self._send_line = send
        self._games = games = Games()
        self._searches = Searches(engines, make)
        self._engines = engines
        self._answers: dict[str, Callable[[Fields], Answer]] = {
            "hello": self._hello,
            "variants": _variants,
            "levels": _levels,
            "new": games.new,
            "state": games.state,
            "board": games.board,
            "legal-moves": games.legal_moves,
            "play": games.play,
            "explain": games.explain,
            "undo": games.undo,
            "redo": games.redo,
            "resign": games.resign,
            "flag": games.flag,
            "offer-draw": games.offer_draw,
            "accept-draw": games.accept_draw,
            "decline-draw": games.decline_draw,
            "claim-draw": games.claim_draw,
            "read-pdn": games.read_pdn,
            "write-pdn": games.write_pdn,
            "stop": self._stop,
            "close": self._close_game,
        }
        self._thoughts: dict[str, Callable[[Play, Fields], json_searches.Work]] = {
            "think": json_searches.thought,
            "hint": json_searches.hint,
            "analyse": json_searches.analysis,
        }

    @property
    def operations(self) -> list[str]:
        """All that can be asked."""
        return [*self._answers, *self._thoughts]

    def receive(self, line: str | bytes) -> None:
        """Follow a request, and answer it; of a search the answer comes later, from its thread.

        Args:
            line: the request; bytes are UTF-8.
        """
        id: str | int | None = None
        try:
            fields = read_object(line, "the request")
            id = _id_of(fields)
            result = self._follow(id, fields)
        except BadMessage as error:
            self.refuse(error, id)
        except RecursionError:
            self.refuse(BadMessage("bad-json", "the request is nested too deeply"), id)
        except OSError:  # the answers cannot be sent
            raise
        except Exception as error:
            self.refuse(broken(error), id)
        else:
            if result is not None:
                self._send({"id": id, "result": result})

    def refuse(self, error: BadMessage, id: str | int | None = None) -> None:
        """Answer a request that cannot be followed."""
        self._send({"id": id, "error": error.to_json()})

    def close(self) -> None:
        """Stop all searches; those that run answer with what they have found."""
        self._searches.stop(lambda search: True)

    def _send(self, answer: Answer) -> None:
        self._send_line(json.dumps(answer))

    def _follow(self, id: str | int | None, fields: Fields) -> Answer | None:
        op = fields.text("op")
        request = fields.without("id", "op", what=op)
        if op in self._answers:
            return self._answers[op](request)
        if op in self._thoughts:
            play = self._games.of(request)
            work = self._thoughts[op](play, request)
            number = request.number("game", 1, _LARGEST_ID)
            self._searches.begin(Search(id, number, work, self._send))
            return None
        known = ", ".join(self.operations)
        raise BadMessage("unknown-op", f"there is no operation {op[:40]!r}; there are {known}")

    def _hello(self, fields: Fields) -> Answer:
        fields.only("version")
        wanted = fields.number("version", 1, _LARGEST_ID, VERSION)
        if wanted != VERSION:
            raise BadMessage("version", f"version {wanted} is not spoken here, but {VERSION}")
        return {
            "version": VERSION,
            "library": __version__,
            "operations": self.operations,
            "engines": self._engines,
            "most": {"bytes": _MOST_BYTES, "games": MOST_GAMES, "waiting": MOST_WAITING},
        }

    def _stop(self, fields: Fields) -> Answer:
        fields.only("search", "game")
        search, game = _id_of(fields, "search"), None
        if "game" in fields:
            self._games.of(fields)
            game = fields.number("game", 1, _LARGEST_ID)
        stopped = self._searches.stop(
            lambda each: search in (None, each.id) and game in (None, each.game)
        )
        return {"stopped": stopped}

    def _close_game(self, fields: Fields) -> Answer:
        answer = self._games.close(fields)
        self._searches.stop(lambda search: search.game == answer["closed"])
        return answer


def _id_of(fields: Fields, name: str = "id") -> str | int | None:
    if name not in fields:
        return None
    if fields.is_text(name):
        return fields.text(name, _LONGEST_ID)
    return fields.number(name, -_LARGEST_ID, _LARGEST_ID)


def _variants(fields: Fields) -> Answer:
    fields.only()
    described = [
        {**describe(rules), "rules": json.loads(rules.to_json())} for rules in VARIANTS.values()
    ]
    return {"variants": described, "draw_rules": list(DRAW_PRESETS)}


def _levels(fields: Fields) -> Answer:
    fields.only()
    return {"levels": json_searches.levels()}


# --- over a pair of pipes -------------------------------------------------------------------------


def serve_json(
    requests: BinaryIO,
    answers: BinaryIO,
    *,
    engines: int | None = None,
    threads: int = 1,
    hash_mb: int = 64,
) -> None:
    """Serve one client of the JSON protocol until its requests end; then all searches are stopped.

    Args:
        requests: open for reading bytes, such as ``sys.stdin.buffer``.
        answers: open for writing bytes; every line is written at once.
        engines, threads, hash_mb: as for :class:`JsonSession`.

    Raises:
        ValueError: an argument is outside its range.
        OSError: nobody reads the answers any more.

    >>> from io import BytesIO
    >>> answers = BytesIO()
    >>> serve_json(BytesIO(b'{"id": "a", "op": "hello"}'), answers)
    >>> answers.getvalue()[:32]
    b'{"id": "a", "result": {"version"'
    """
    lock = threading.Lock()

    def send(answer: str) -> None:
        line = answer.encode() + b"\n"
        with lock:
            while line:
                line = line[answers.write(line) :]
            answers.flush()

    session = JsonSession(send, engines=engines, threads=threads, hash_mb=hash_mb)
    try:
        for line in _lines(requests):
            if line is None:
                why = f"a line has at most {_MOST_BYTES} bytes"
                session.refuse(BadMessage("too-long", why))
            elif line.strip():
                session.receive(line)
    finally:
        # A client that has closed its side may not read what is left: nobody waits for it.
        closing = threading.Thread(target=session.close, daemon=True)
        closing.start()
        closing.join(_PATIENCE)


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, which is never kept as a whole."""
    while line := stream.readline(_MOST_BYTES + 1):
        too_long = len(line) > _MOST_BYTES
        while too_long and line and not line.endswith(b"\n"):
            line = stream.readline(1 << 16)
        yield None if too_long else line
