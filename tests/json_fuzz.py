"""Lines for the JSON protocol: requests, requests with something wrong in them, and garbage."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

SQUARES = [-1, 0, 1, 9, 11, 14, 15, 18, 22, 26, 31, 32, 33, 50, 51]
FENS = [
    "W:W18,26:B6,14,22",
    "W:WK6:B9,10,17,18",
    "B:W21-32:B1-12",
    "W:W31-50:B1-20",
    "W:WK1,K2,K3:BK30",
    "W:W:B1",
    "B:W50:BK5:H79:F41",
    "nonsense",
    "",
]
TEXTS = ["11-15", "22-18", "15x22", "c3-d4", "32-28", "19-23", "26x1", "99-98", "é", "", "x" * 101]
PDNS = [
    "1. 11-15 22-18 2. 15x22 *",
    '[GameType "20"] [White "Ann"] 1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) 1-1',
    '[FEN "W:W18,26:B6,14,22"] 1. 26x1 {at once}',
    "no game at all",
    "",
]
RULES: list[Any] = [
    {},
    {"mandatory_capture": False},
    {"draw_rules": "kings15"},
    {"draw_rules": {"repetition": 2, "max_plies": 10}},
    {"size": 10, "men_rows": 4},
    {"men_rows": 10**30},
    {"draw_rules": {"endgames": [{"plies": 0}]}},
    {"name": 3},
    [],
]
GARBAGE: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.0,
    1.5,
    10**20,
    1e308,
    "",
    "x",
    "x" * 700,
    [],
    [[]],
    [11, 15],
    [None],
    {},
    {"a": {}},
]
WORDS = ["game", "text", "path", "fen", "rules", "level", "limit", "lines", "color", "pdn", "extra"]

Make = Callable[[random.Random], dict[str, Any]]


def _limit(rng: random.Random) -> dict[str, Any]:
    """One that ends at once."""
    limit: dict[str, Any] = {"nodes": rng.randint(1, 300)}
    if rng.random() < 0.3:
        limit["depth"] = rng.randint(1, 4)
    if rng.random() < 0.2:
        limit["remaining"] = rng.choice([0, 0.5, 2])
    return limit


def _move(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {"text": rng.choice(TEXTS)}
    return {"path": [rng.choice(SQUARES) for _ in range(rng.randint(1, 4))]}


def _side(rng: random.Random) -> dict[str, Any]:
    return {"color": rng.choice(["black", "white", "white", "red"])}


OPERATIONS: dict[str, Make] = {
    "hello": lambda rng: rng.choice([{}, {"version": 1}, {"version": 2}]),
    "variants": lambda rng: {},
    "levels": lambda rng: {},
    "new": lambda rng: {
        "variant": rng.choice(["english", "russian", "20", "italian", "chess"]),
        "rules": rng.choice(RULES),
        "fen": rng.choice([None, *FENS]),
        "tags": rng.choice([{}, {"White": "Ann"}, {"FEN": 'x"\\\n'}, {"1": "x"}, {"A": 1}]),
    },
    "state": lambda rng: {},
    "board": lambda rng: {},
    "legal-moves": lambda rng: {},
    "play": _move,
    "explain": _move,
    "undo": lambda rng: {},
    "redo": lambda rng: {},
    "resign": _side,
    "flag": _side,
    "offer-draw": _side,
    "accept-draw": _side,
    "decline-draw": _side,
    "claim-draw": _side,
    "think": lambda rng: {"level": rng.choice(["easy", 0, 1, "x"]), "limit": _limit(rng)},
    "hint": lambda rng: {"limit": _limit(rng)},
    "analyse": lambda rng: {"limit": _limit(rng), "lines": rng.choice([1, 2, 100, 0])},
    "stop": lambda rng: rng.choice([{}, {"search": 3}, {"game": 1}]),
    "read-pdn": lambda rng: {"pdn": rng.choice(PDNS), "variant": rng.choice([None, "english"])},
    "write-pdn": lambda rng: {"comments": rng.choice([True, False, None])},
    "close": lambda rng: {},
}
WITHOUT_GAME = {"hello", "variants", "levels", "new", "stop", "read-pdn"}
DEAR = {"variants": 0.05, "read-pdn": 0.3, "close": 0.02, "think": 0.2, "hint": 0.3, "analyse": 0.3}
"""How often to ask what takes longer, or leaves less to ask about, against the others."""


def request(rng: random.Random, games: int = 3) -> dict[str, Any]:
    """A request that is as it should be, or nearly."""
    op = rng.choices(list(OPERATIONS), [DEAR.get(op, 1.0) for op in OPERATIONS])[0]
    message: dict[str, Any] = {"id": rng.choice([1, "a", -7]), "op": op}
    if op not in WITHOUT_GAME:
        message["game"] = rng.randint(1, games)
    return copy.deepcopy(message | OPERATIONS[op](rng))


def spoilt(rng: random.Random, message: dict[str, Any]) -> dict[str, Any]:
    """A request with a field that is missing, strange or too many. A limit stays a short one."""
    name = rng.choice([*message, *WORDS])
    if name == "limit" and message["op"] in ("think", "hint", "analyse"):
        name = "id"
    if rng.random() < 0.3:
        message.pop(name, None)
    else:
        message[name] = copy.deepcopy(rng.choice(GARBAGE))
    return message


def line(rng: random.Random, games: int = 3) -> bytes:
    """A line, without its end."""
    kind = rng.random()
    message = request(rng, games)
    if kind < 0.5:
        return json.dumps(message, ensure_ascii=rng.random() < 0.5).encode()
    if kind < 0.8:
        return json.dumps(spoilt(rng, message)).encode()
    text = json.dumps(message).encode()
    if kind < 0.9:
        return text[: rng.randint(1, len(text))]
    if kind < 0.95:
        place = rng.randrange(len(text))
        return text[:place] + bytes([rng.choice([0, 34, 92, 125, 128, 255])]) + text[place + 1 :]
    return rng.choice(
        [
            b"[" * rng.choice([10, 900, 1000, 100_000]),
            b'{"a":' * 2000 + b"1" + b"}" * 2000,
            b'{"op":"new","rules":{"a":' + b"[" * 900 + b"]" * 900 + b"}}",
            b'{"op": "state", "game": ' + b"9" * rng.choice([20, 400, 5000]) + b"}",
            b'{"op": "state", "game": 1e999}',
            b'{"op": "state", "game": NaN}',
            b'{"op": "new", "fen": "\\ud800"}',
            b'{"id": "\\udc00", "op": "hello"}',
            b'\xef\xbb\xbf{"op": "hello"}',
            b"\xff\xfe{\x00}\x00",
            b"null",
            b"3",
            b'"hello"',
            b"[1, 2]",
            bytes(rng.choices([byte for byte in range(256) if byte not in b"\r\n"], k=30)),
        ]
    )
