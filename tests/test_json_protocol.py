"""The JSON protocol: every operation, every refusal, and that the schema tells the truth."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import draughts
import json_fuzz
from draughts import DRAW_PRESETS, RUSSIAN, VARIANTS, Board, Engine, HintReason, Reason, Termination
from draughts import variants as rules
from draughts.protocols import JsonSession, json_schema

jsonschema = pytest.importorskip("jsonschema")

SCHEMA = json_schema()
DEFINITIONS: dict[str, Any] = SCHEMA["$defs"]
OPERATIONS = {
    name.removeprefix("request-"): definition
    for name, definition in DEFINITIONS.items()
    if name.startswith("request-") and name != "request-id"
}
CODES = {choice["const"]: choice["description"] for choice in DEFINITIONS["code"]["oneOf"]}
UNREADABLE = object()
NOT_READ = {"bad-json", "bad-field", "unknown-op"}
DOCS = Path(__file__).resolve().parents[1] / "docs" / "json.md"

Ask = Callable[..., dict[str, Any]]


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS})


REQUESTS = {op: validator(f"request-{op}") for op in OPERATIONS}
RESULTS = {op: validator(definition["x-result"]) for op, definition in OPERATIONS.items()}
ANSWERS = {name: validator(name) for name in ("error", "info")}


def check(answer: dict[str, Any], op: str) -> None:
    """Hold an answer against the schema."""
    (kind,) = answer.keys() - {"id"}
    if kind == "result":
        RESULTS[op].validate(answer["result"])
    else:
        ANSWERS[kind].validate(answer)


def is_request(message: Any) -> bool:
    """Whether the schema knows a message as a request."""
    op = message.get("op") if isinstance(message, dict) else None
    return isinstance(op, str) and op in REQUESTS and bool(REQUESTS[op].is_valid(message))


class Client:
    """A session, and every message of it held against the schema."""

    def __init__(self, engines: int = 2) -> None:
        self.session = JsonSession(self._take, engines=engines, hash_mb=1)
        self.answers: list[dict[str, Any]] = []
        self._came = threading.Condition()
        self._ops: list[str] = []

    def _take(self, answer: str) -> None:
        with self._came:
            self.answers.append(json.loads(answer))
            self._came.notify_all()

    def send(self, op: str, **fields: Any) -> int:
        """Send a request; its number."""
        self._ops.append(op)
        message = {"id": len(self._ops), "op": op, **fields}
        REQUESTS[op].validate(message)
        self.session.receive(json.dumps(message))
        return len(self._ops)

    def wait(self, number: int) -> dict[str, Any]:
        """The answer to a request, when it comes."""
        with self._came:
            assert self._came.wait_for(lambda: self._answers(number), 60)
            came = [each for each in self.answers if each["id"] == number]
        for each in came:
            check(each, self._ops[number - 1])
        return came[-1]

    def infos(self, number: int) -> list[dict[str, Any]]:
        return [each["info"] for each in self.answers if each["id"] == number and "info" in each]

    def _answers(self, number: int) -> list[dict[str, Any]]:
        return [each for each in self.answers if each["id"] == number and "info" not in each]

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The result of a request that is followed."""
        answer = self.wait(self.send(op, **fields))
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def refused(self, op: str, **fields: Any) -> dict[str, Any]:
        """The error of a request that is not followed."""
        error: dict[str, Any] = self.wait(self.send(op, **fields))["error"]
        return error

    def code(self, op: str, **fields: Any) -> str:
        return str(self.refused(op, **fields)["code"])


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    yield client
    client.session.close()


# --- a session ------------------------------------------------------------------------------------


def test_hello_tells_the_version_and_every_operation(client: Client) -> None:
    told = client.ask("hello", version=1)
    assert told["version"] == 1 and told["library"] == draughts.__version__
    assert told["operations"] == client.session.operations
    assert client.code("hello", version=2) == "version"


def test_the_variants_are_those_of_the_library(client: Client) -> None:
    told = client.ask("variants")
    assert [each["name"] for each in told["variants"]] == list(VARIANTS)
    assert told["draw_rules"] == list(DRAW_PRESETS)
    russian = told["variants"][1]
    assert russian["names"][0] == "b8" and russian["places"][0] == [0, 1]
    assert russian["rules"] == json.loads(RUSSIAN.to_json())


def test_the_levels_rise_from_0_to_20(client: Client) -> None:
    levels = client.ask("levels")["levels"]
    assert [each["level"] for each in levels] == list(range(21))
    assert [each["level"] for each in levels if each["name"] == "hard"] == [12]
    assert [each["elo"] for each in levels] == sorted(each["elo"] for each in levels)


def test_a_game_is_played_by_text_and_by_path_to_its_end(client: Client) -> None:
    game = client.ask("new", fen="W:W18,26:B6,14,22", tags={"White": "Ann"})["game"]
    moves = client.ask("legal-moves", game=game)
    long = next(move for move in moves["moves"] if len(move["victims"]) == 3)
    assert moves["must_capture"] and long["path"] == [26, 17, 10, 1] and long["promotes"]
    assert long["victims"] == [22, 14, 6] and long["reach"] == [[17], [10], [1]]
    state = client.ask("play", game=game, path=long["path"])
    assert state["last"] == {"path": [26, 17, 10, 1], "captured": [6, 14, 22]}
    assert state["outcome"] == {"winner": "white", "termination": "no-moves"}
    assert state["result"] == "0-1" and state["tags"] == {"White": "Ann"}
    assert client.ask("legal-moves", game=game)["moves"] == []
    assert client.code("play", game=game, text="1-5") == "game-over"
    assert client.ask("undo", game=game)["outcome"] is None
    assert client.code("undo", game=game) == "nothing-to-undo"
    again = client.ask("redo", game=game)
    assert again == state and client.code("redo", game=game) == "nothing-to-redo"
    assert client.ask("state", game=game) == again


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_game_of_every_variant(client: Client, name: str) -> None:
    """Chosen from what is told as legal, and the same as on a board of the library."""
    rng = random.Random(name)
    state = client.ask("new", variant=name, rules={"draw_rules": {"max_plies": 30}})
    game, board = state["game"], Board(VARIANTS[name])
    while state["outcome"] is None:
        assert state["pieces"] == {
            str(square): piece.value
            for square in range(1, board.variant.squares + 1)
            if (piece := board.piece_at(square))
        }
        walks = client.ask("legal-moves", game=game)["moves"]
        assert {walk["text"] for walk in walks} == {board.pdn(move) for move in board.legal_moves}
        walk = rng.choice(walks)
        board.push_pdn(walk["text"])
        told = {"path": walk["path"]} if rng.random() < 0.5 else {"text": walk["text"]}
        state = client.ask("play", game=game, **told)
        assert state["fen"] == board.fen() and state["texts"][-1] == walk["text"]
    read = client.ask("read-pdn", pdn=client.ask("write-pdn", game=game)["pdn"])["games"][0]
    assert read["problems"] == []
    assert read | {"game": 0, "tags": 0, "problems": 0} == state | {
        "game": 0,
        "tags": 0,
        "problems": 0,
    }


def test_local_rules_come_back_as_they_were_sent(client: Client) -> None:
    changes = {"mandatory_capture": False, "draw_rules": "kings15"}
    state = client.ask("new", variant="brazilian", rules=changes, fen="W:W24,30:B19")
    assert (state["variant"], state["rules"]) == ("brazilian", changes)
    assert not state["must_capture"]
    again = client.ask("new", variant=state["variant"], rules=state["rules"])
    assert again["rules"] == changes


def test_a_rule_set_of_ones_own_is_told_whole(client: Client) -> None:
    whole = json.loads(VARIANTS["thai"].replace(name="mine", game_type="77").to_json())
    state = client.ask("new", rules=whole)
    assert (state["variant"], state["rules"]) == (None, whole)
    again = client.ask("new", variant=state["variant"], rules=state["rules"])
    assert again["rules"] == whole
    assert client.ask("board", game=again["game"])["name"] == "mine"


def test_ends_that_players_make(client: Client) -> None:
    game = client.ask("new", variant="international")["game"]
    assert client.ask("offer-draw", game=game, color="white")["draw_offer"] == "white"
    assert client.code("offer-draw", game=game, color="black") == "offered-already"
    assert client.code("accept-draw", game=game, color="white") == "not-offered"
    assert client.ask("decline-draw", game=game, color="black")["draw_offer"] is None
    assert client.code("decline-draw", game=game, color="black") == "not-offered"
    assert client.code("claim-draw", game=game, color="white") == "no-claim"
    client.ask("offer-draw", game=game, color="white")
    agreed = client.ask("accept-draw", game=game, color="black")
    assert agreed["result"] == "1-1" and agreed["outcome"]["termination"] == "agreement"
    assert client.code("resign", game=game, color="black") == "game-over"
    client.ask("undo", game=game)
    assert client.ask("flag", game=game, color="white")["outcome"]["winner"] == "black"
    client.ask("undo", game=game)
    assert client.ask("resign", game=game, color="black")["outcome"]["winner"] == "white"


def test_a_draw_is_claimed(client: Client) -> None:
    state = client.ask("new", rules={"draw_rules": "wcdf"}, fen="W:WK32:BK1:H79:F41")
    state = client.ask("play", game=state["game"], text="32-28")
    assert state["can_claim"] and state["outcome"] is None
    claimed = client.ask("claim-draw", game=state["game"], color="black")
    assert claimed["outcome"] == {"winner": None, "termination": "quiet-limit"}


def test_pdn_with_variations_and_what_was_odd(client: Client) -> None:
    text = '[White "Ann"] 1. 11-15 {usual} 22-18 (1... 23-19) 2. 15x22 hello *'
    (game,) = client.ask("read-pdn", pdn=text)["games"]
    assert game["texts"] == ["11-15", "22-18", "15x22"] and game["tags"]["White"] == "Ann"
    assert [each["code"] for each in game["problems"] if each["error"]] == ["junk"]
    assert "(1... 23-19)" in client.ask("write-pdn", game=game["game"])["pdn"]
    plain = client.ask("write-pdn", game=game["game"], comments=False, variations=False)["pdn"]
    assert "usual" not in plain and "23-19" not in plain
    assert client.code("read-pdn", pdn="good morning") == "no-game"
    odd = client.ask("read-pdn", pdn="1. 11-15 " + "(" * 9999)["games"][0]
    assert len(odd["problems"]) == 100
    many = client.ask("read-pdn", pdn="1. 11-15 * " * 101, variant="english")
    assert len(many["games"]) == 100 and many["more"]


def test_a_game_that_is_closed_is_gone(client: Client) -> None:
    game = client.ask("new")["game"]
    assert client.ask("close", game=game) == {"closed": game}
    assert client.code("state", game=game) == "unknown-game"
    assert client.ask("new")["game"] == game + 1


def test_games_are_not_without_number(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.protocols.json_games.MOST_GAMES", 2)
    client.ask("new")
    client.ask("new")
    assert client.code("new") == "too-many-games"
    assert client.code("read-pdn", pdn="1. 11-15 *") == "too-many-games"


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "told", "reason"),
    [
        ("W:W24,30:B19", {"text": "30-25"}, "must-capture"),
        ("W:W18,26:B6,14,22", {"path": [26, 17]}, "chain-goes-on"),
        ("W:W18,26:B6,14,22", {"text": "33-28"}, "no-such-square"),
        ("W:W18,26:B6,14,22", {"path": [18, 50]}, "no-such-square"),
        ("W:W18,26:B6,14,22", {"text": "hello"}, "not-a-move"),
        ("W:W18,26:B6,14,22", {"text": "6-9"}, "not-your-piece"),
        ("W:W22:B9,10,17,18", {"path": [22, 6]}, "ambiguous"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(
    client: Client, fen: str, told: dict[str, Any], reason: str
) -> None:
    game = client.ask("new", fen=fen)["game"]
    error = client.refused("play", game=game, **told)
    assert (error["code"], error["reason"]) == ("illegal-move", reason)
    explained = client.ask("explain", game=game, **told)
    assert explained["code"] == reason and explained["sentence"] == error["message"]
    assert explained["squares"] == error["squares"]
    assert client.ask("state", game=game)["ply"] == 0


def test_one_square_asks_why_a_piece_cannot_be_chosen(client: Client) -> None:
    game = client.ask("new")["game"]
    assert client.ask("explain", game=game, path=[1])["code"] == "cannot-move"
    assert client.ask("explain", game=game, text="11-15")["code"] == "legal"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"variant": "chess"}, "unknown-variant"),
        ({"fen": "W:W99:B1"}, "bad-fen"),
        ({"rules": {"men_rows": 4}}, "bad-rules"),
        ({"rules": {"draw_rules": {"repetition": 1}}}, "bad-rules"),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    client: Client, fields: dict[str, Any], code: str
) -> None:
    assert client.code("new", **fields) == code


def receive(client: Client, line: str | bytes) -> dict[str, Any]:
    """The one answer to a line."""
    before = len(client.answers)
    client.session.receive(line)
    (answer,) = client.answers[before:]
    check(answer, "state")
    return answer


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", "bad-json"),
        (b"{", "bad-json"),
        (b"\xff\xfe", "bad-json"),
        (b'{"op": "hello", "version": NaN}', "bad-json"),
        (b'{"id": "\\ud800", "op": "hello"}', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (
            b'{"op": "new", "rules": {"name":' + b"[" * 950 + b"]" * 950 + b"}}",
            "bad-json bad-rules",
        ),
        (b'{"op": "state", "game": ' + b"9" * 5000 + b"}", "bad-json"),
        (b'{"op": "state", "game": ' + b"9" * 400 + b"}", "bad-field"),
        (b'{"op": "state", "game": 1e999}', "bad-field"),
        (b"[1, 2]", "bad-field"),
        (b"null", "bad-field"),
        (b"{}", "bad-field"),
        (b'{"op": 3}', "bad-field"),
        (b'{"op": "fly"}', "unknown-op"),
        (b'{"id": [], "op": "hello"}', "bad-field"),
        (b'{"id": true, "op": "hello"}', "bad-field"),
        (b'{"op": "hello", "speed": 1}', "bad-field"),
        (b'{"op": "state"}', "bad-field"),
        (b'{"op": "state", "game": "1"}', "bad-field"),
        (b'{"op": "state", "game": 7}', "unknown-game"),
        (b'{"op": "play", "game": 1}', "bad-field"),
        (b'{"op": "play", "game": 1, "text": "11-15", "path": [11, 15]}', "bad-field"),
        (b'{"op": "think", "game": 1}', "bad-field"),
        (b'{"op": "think", "game": 1, "limit": {"increment": 1}}', "bad-field"),
        (b'{"op": "think", "game": 1, "level": 21}', "bad-field"),
        (b'{"op": "think", "game": 1, "limit": {"time": -1}}', "bad-field"),
        (b'{"op": "analyse", "game": 1, "limit": {"nodes": 0.5}}', "bad-field"),
    ],
)
def test_a_line_that_is_not_right_is_refused_and_the_session_goes_on(
    client: Client, line: bytes, code: str
) -> None:
    client.ask("new")
    assert receive(client, line)["error"]["code"] in code.split()
    assert client.ask("state", game=1)["ply"] == 0


@pytest.mark.parametrize(
    "line",
    [
        b'\xef\xbb\xbf{"op": "state", "game": 1}',
        b'{"op": "state", "game": 1.0}\r\n',
        b' {"id": null, "op": "state", "game": 1e0} ',
    ],
)
def test_what_other_languages_write_is_understood(client: Client, line: bytes) -> None:
    client.ask("new")
    assert receive(client, line)["result"]["game"] == 1


def test_a_fault_of_ours_is_an_answer_too(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    game = client.ask("new")["game"]
    monkeypatch.setattr(Engine, "play", fail)
    monkeypatch.setattr("draughts.protocols.play.Play.state", fail)
    assert client.code("think", game=game, level="easy") == "internal"
    assert client.code("state", game=game) == "internal"
    assert "out of luck" in capsys.readouterr().err
    monkeypatch.undo()
    assert client.ask("think", game=game, level="easy")["move"]["text"]


# --- searches -------------------------------------------------------------------------------------


def test_the_engine_plays_a_level_within_a_limit(client: Client) -> None:
    game = client.ask("new", fen="W:W18,26:B6,14,22")["game"]
    for told in ({"level": "easy"}, {"level": 20, "limit": {"depth": 3}}, {"limit": {"nodes": 99}}):
        found = client.ask("think", game=game, **told)
        assert found["move"]["text"] in ("26x1", "18x9", "26x17x10x1")
    assert client.ask("state", game=game)["ply"] == 0
    assert client.ask("play", game=game, path=found["move"]["path"])["ply"] == 1


def test_an_analysis_is_told_as_it_deepens(client: Client) -> None:
    game = client.ask("new", variant="russian")["game"]
    number = client.send("analyse", game=game, limit={"depth": 4}, lines=2)
    lines = client.wait(number)["result"]["lines"]
    infos = client.infos(number)
    assert [info["depth"] for info in infos] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [info["place"] for info in infos] == [1, 2] * 4
    assert lines == infos[-2:]
    Board("russian").parse_pdn(lines[0]["line"][0])


def test_a_hint_says_why(client: Client) -> None:
    game = client.ask("new", fen="W:W18,26:B6,14,22")["game"]
    hint = client.ask("hint", game=game, limit={"depth": 8})
    assert (hint["text"], hint["reason"], hint["number"]) == ("26x1", "wins", 1)
    assert hint["sentence"] == "Play 26x1. It wins at once."


@pytest.mark.parametrize("op", ["think", "hint", "analyse"])
def test_a_game_that_is_won_is_not_searched(client: Client, op: str) -> None:
    game = client.ask("new", fen="W:W28:B19,24")["game"]
    assert client.code(op, game=game, limit={"depth": 1}) == "game-over"


def test_a_game_that_was_given_up_can_still_be_analysed(client: Client) -> None:
    game = client.ask("new")["game"]
    client.ask("resign", game=game, color="white")
    assert client.code("hint", game=game) == "game-over"
    assert client.ask("analyse", game=game, limit={"depth": 2})["lines"][0]["depth"] == 2


def test_requests_are_answered_and_moves_made_while_a_search_runs(client: Client) -> None:
    game = client.ask("new")["game"]
    number = client.send("analyse", game=game)
    assert client.ask("play", game=game, text="11-15")["ply"] == 1
    assert not any("result" in each for each in client.answers if each["id"] == number)
    assert client.ask("stop", search=number) == {"stopped": 1}
    line = client.wait(number)["result"]["lines"][0]["line"]
    assert line[0] in [Board().pdn(move) for move in Board().legal_moves]


def test_a_stopped_search_answers_before_stop_does(client: Client) -> None:
    game = client.ask("new")["game"]
    number = client.send("analyse", game=game)
    stop = client.send("stop", game=game)
    order = [each["id"] for each in client.answers if "result" in each]
    assert order[-2:] == [number, stop]
    assert client.ask("stop") == {"stopped": 0}


def test_stop_means_one_search_one_game_or_all(client: Client) -> None:
    games = [client.ask("new")["game"] for _ in range(4)]
    numbers = [client.send("analyse", game=game) for game in games]
    assert client.ask("stop", search=numbers[0])["stopped"] == 1
    assert client.ask("stop", game=games[1])["stopped"] == 1
    assert client.ask("stop", search=numbers[2], game=games[3])["stopped"] == 0
    assert client.ask("close", game=games[2])
    assert client.ask("stop")["stopped"] == 1
    for number in numbers:
        assert client.wait(number)["result"]["lines"]


def test_as_many_searches_run_as_there_are_engines_and_the_others_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("draughts.protocols.json_searches.MOST_WAITING", 2)
    client = Client(engines=1)
    game = client.ask("new")["game"]
    running = client.send("analyse", game=game)
    waiting = client.send("think", game=game, level="easy")
    dropped = client.send("analyse", game=game)
    assert client.code("think", game=game, level="easy") == "busy"
    client.ask("stop", search=dropped)
    assert client.wait(dropped)["error"]["code"] == "stopped"
    assert client.ask("stop", search=running)["stopped"] == 1
    assert client.wait(waiting)["result"]["move"]
    client.session.close()


def test_many_games_at_the_same_time() -> None:
    """Forty games, each played by itself, as fast as the answers come."""
    client = Client(engines=2)
    rules = {"draw_rules": {"max_plies": 12}}
    games = [
        client.ask("new", variant=name, rules=rules)["game"]
        for name in ["english", "russian", "international", "thai"] * 10
    ]
    over: set[int] = set()
    asked = {client.send("think", game=game, limit={"nodes": 50}): game for game in games}
    while len(over) < len(games):
        for number, game in list(asked.items()):
            path = client.wait(number)["result"]["move"]["path"]
            state = client.ask("play", game=game, path=path)
            del asked[number]
            if state["outcome"]:
                over.add(game)
            else:
                asked[client.send("think", game=game, limit={"nodes": 50})] = game
    assert all(client.ask("state", game=game)["ply"] == 12 for game in games)
    client.session.close()


def test_no_thread_is_left_when_a_session_is_closed() -> None:
    before = threading.active_count()
    client = Client(engines=4)
    for _ in range(4):
        client.send("analyse", game=client.ask("new")["game"])
    client.session.close()
    until = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.01)
    assert threading.active_count() == before


# --- lines of every kind --------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, phases=(Phase.reuse, Phase.generate))
@given(st.randoms(use_true_random=False))
def test_every_line_has_one_answer_and_the_schema_knows_which_are_requests(
    rng: random.Random,
) -> None:
    client = Client()
    for _ in range(3):
        client.ask("new")
    for _ in range(25):
        fuzz(client, json_fuzz.line(rng))
    client.session.close()


def fuzz(client: Client, line: bytes) -> None:
    """Send a line, and see that the schema and the session judge it alike."""
    if not line.strip():
        return
    before = len(client.answers)
    client.session.receive(line)
    with client._came:
        came = client._came.wait_for(lambda: final(client.answers[before:]), 60)
    assert came, line
    (answer,) = final(client.answers[before:])
    message = parsed(line)
    check(answer, message["op"] if "result" in answer else "")
    code = answer["error"]["code"] if "error" in answer else None
    assert code != "internal", (line, answer)
    if message is UNREADABLE:
        assert code == "bad-json", (line, answer)
    elif is_request(message):
        assert code not in NOT_READ, (line, answer)
    else:
        assert code is not None, (line, answer)


def final(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in answers if "info" not in each]


def parsed(line: bytes) -> Any:
    """What a line says, as a wary reader of JSON has it."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        value = json.loads(line.decode("utf-8-sig"), parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return UNREADABLE
    return value


# --- the schema and the page ----------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(OPERATIONS) and set(OPERATIONS) == set(JsonSession(print).operations)
    refs = {ref["$ref"] for ref in DEFINITIONS["request"]["oneOf"]}
    assert refs == {f"#/$defs/request-{op}" for op in OPERATIONS}


def test_the_choices_in_the_schema_are_those_of_the_library() -> None:
    assert DEFINITIONS["move-reason"]["enum"] == [reason.value for reason in Reason]
    hints = DEFINITIONS["result-hint"]["properties"]["reason"]["enum"]
    assert hints == [reason.value for reason in HintReason]
    ends = DEFINITIONS["outcome"]["anyOf"][1]["properties"]["termination"]["enum"]
    assert ends == [each.value for each in Termination]
    problems = DEFINITIONS["result-read-pdn"]["properties"]["games"]["items"]["allOf"][1]
    codes = problems["properties"]["problems"]["items"]["properties"]["code"]["enum"]
    assert codes == [code.value for code in draughts.pdn.Code]
    told = DEFINITIONS["rules"]["properties"]
    assert tuple(told) == draughts.Variant._fields
    assert told["draw_rules"]["anyOf"][0]["enum"] == list(DRAW_PRESETS)
    for name, choices in [
        ("first_square", rules.CORNERS),
        ("notation", rules.NOTATIONS),
        ("capture_sign", rules.CAPTURE_SIGNS),
        ("capture_priority", rules.CAPTURE_PRIORITIES),
        ("removal", rules.REMOVALS),
        ("promotion", rules.PROMOTIONS),
        ("aim", rules.AIMS),
    ]:
        assert told[name]["enum"] == list(choices)
    assert tuple(DEFINITIONS["draw-rules"]["properties"]) == draughts.DrawRules._fields
    assert tuple(DEFINITIONS["endgame-limit"]["properties"]) == draughts.EndgameLimit._fields


def fields_of(op: str) -> str:
    """The fields of an operation, those in brackets that may be left out."""
    definition = OPERATIONS[op]
    names = [name for name in definition["properties"] if name not in ("id", "op")]
    return ", ".join(f"`{n}`" if n in definition["required"] else f"[`{n}`]" for n in names)


def test_the_tables_of_the_page_are_those_of_the_schema() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for op, definition in OPERATIONS.items():
        result = definition["x-result"].removeprefix("result-")
        row = f"| `{op}` | {fields_of(op)} | {result} | {definition['description']} |"
        assert row in page, row
    for code, description in CODES.items():
        assert f"| `{code}` | {description} |" in page, code
    for name, field in DEFINITIONS["result-game"]["properties"].items():
        told = field.get("description")
        assert re_row(page, name), name
        if told:
            assert told in page, told


def re_row(page: str, name: str) -> bool:
    """Whether a table tells of a field."""
    return any(line.startswith("|") and f"`{name}`" in line for line in page.splitlines())
