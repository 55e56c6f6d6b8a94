"""Games that leave nothing on the server: each question brings its game along, and is forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from draughts import Board, Color, DraughtsError, Piece, Status
from draughts.protocols.messages import BadMessage, Fields, read_object
from draughts.protocols.play import Play, read_path
from draughts.protocols.shapes import explanation_to_json, pieces_of
from draughts.web import archive, words
from draughts.web.budget import Budget
from draughts.web.positions import position_of, read_play
from draughts.web.requests import address_of, body_of
from draughts.web.rules import all_variants, chosen_rules
from draughts.web.thinking import LEVELS, Thinker

__all__ = ["VERSION", "routes"]

VERSION = 1  # of the messages; see docs/web-protocol.md

_MOST_BYTES = 64 << 10
_MOST_PDN_BYTES = 2 << 20
_LITTLE = 0.01  # seconds
_LOOK = 0.1  # seconds between looks whether the page still waits

Answer = Callable[[Fields], Awaitable[Any]]


def routes(thinker: Thinker, budget: Budget) -> list[Route]:
    """The addresses under ``/api`` for local games.

    Args:
        thinker: the computer.
        budget: the seconds of thinking that a client may ask for. What is answered without
            thinking costs little.
    """
    game = _Local(thinker)
    answers: dict[str, tuple[Answer, int, float]] = {
        "position": (game.position, _MOST_BYTES, _LITTLE),
        "explain": (game.explain, _MOST_BYTES, _LITTLE),
        "setup": (game.setup, _MOST_BYTES, _LITTLE),
        "words": (game.words, _MOST_BYTES, _LITTLE),
        "think": (game.think, _MOST_BYTES, 1.0),
        "hurry": (game.hurry, _MOST_BYTES, _LITTLE),
        "hint": (game.hint, _MOST_BYTES, 0.5),
        "draw": (game.draw, _MOST_BYTES, 0.2),
        "pdn/write": (game.write_pdn, _MOST_BYTES, _LITTLE),
        "pdn/read": (game.read_pdn, _MOST_PDN_BYTES, 0.5),
    }
    return [
        Route("/api/variants", _variants),
        Route("/api/messages/{language}", _messages),
        *(
            Route(f"/api/{name}", _answering(budget, *answer), methods=["POST"])
            for name, answer in answers.items()
        ),
        Route("/api/judge", _judging(budget, thinker), methods=["POST"]),
    ]


async def _variants(request: Request) -> Response:
    return JSONResponse({"version": VERSION, "variants": all_variants(), "levels": LEVELS})


async def _messages(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in words.LANGUAGES:
        return refusal(BadMessage("no-language", "there are " + ", ".join(words.LANGUAGES)))
    return JSONResponse(words.messages(language))


def _answering(
    budget: Budget, answer: Answer, most_bytes: int, cost: float
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers one question."""

    async def endpoint(request: Request) -> Response:
        try:
            fields = read_object(await body_of(request, most_bytes))
            budget.spend(address_of(request), cost)
            return JSONResponse(await _while_wanted(request, answer(fields)))
        except BadMessage as error:
            return refusal(error)

    return endpoint


def refusal(error: BadMessage) -> Response:
    """The answer to a message that cannot be followed."""
    return JSONResponse({"error": error.to_json()}, status_code=422)


async def _while_wanted(request: Request, answer: Awaitable[Any]) -> Any:
    """An answer; what makes it is cancelled when the page has gone."""
    task = asyncio.ensure_future(answer)
    try:
        while not (await asyncio.wait([task], timeout=_LOOK))[0]:
            if await request.is_disconnected():
                break
        if not task.done():
            raise BadMessage("gone", "nobody waits for the answer")
        return task.result()
    finally:
        task.cancel()


class _Local:
    """The answers."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def position(self, fields: Fields) -> dict[str, Any]:
        return position_of(read_play(fields))

    async def explain(self, fields: Fields) -> dict[str, Any]:
        fields.only("game", "path", "text")
        board = read_play(fields.object("game")).game.board
        written = fields.text("text", 100, "")
        found = board.explain(written or read_path(fields.items("path", 60)))
        return explanation_to_json(found)

    async def setup(self, fields: Fields) -> dict[str, Any]:
        """A position that somebody has set up: its FEN and what is wrong with it."""
        fields.only("rules", "pieces", "turn", "fen")
        return set_up(fields)

    async def words(self, fields: Fields) -> dict[str, Any]:
        fields.only("rules", "language", "turn_time")
        rules = chosen_rules(fields.object("rules"))
        language = fields.choice("language", words.LANGUAGES, "en")
        return words.about(rules, language, fields.number("turn_time", 0, 3600, 0))

    async def think(self, fields: Fields) -> dict[str, Any]:
        fields.only("game", "level", "ticket")
        play = read_play(fields.object("game"))
        level, ticket = fields.choice("level", LEVELS), fields.text("ticket", 40, "")
        thought = await self._thinker.thought(play, level, ticket)
        play.move(thought.path)
        return {"path": thought.path, "score": thought.score, "position": position_of(play)}

    async def hurry(self, fields: Fields) -> dict[str, Any]:
        fields.only("ticket")
        return {"hurried": self._thinker.hurry(fields.text("ticket", 40))}

    async def hint(self, fields: Fields) -> dict[str, Any]:
        fields.only("game")
        return await self._thinker.hint(read_play(fields.object("game")))

    async def draw(self, fields: Fields) -> dict[str, Any]:
        fields.only("game")
        play = read_play(fields.object("game"))
        return {"accepted": await self._thinker.accepts_draw(play)}

    async def write_pdn(self, fields: Fields) -> dict[str, Any]:
        return {"pdn": archive.told_game(fields).game.to_pdn()}

    async def read_pdn(self, fields: Fields) -> dict[str, Any]:
        fields.only("text")
        return await asyncio.to_thread(archive.read_pdn, fields.text("text", _MOST_PDN_BYTES))


def set_up(fields: Fields) -> dict[str, Any]:
    """A position piece by piece, or from a FEN.

    Raises:
        BadMessage: a field is not as it should be.
    """
    variant = chosen_rules(fields.object("rules"))
    try:
        if "fen" in fields:
            board = Board.from_fen(fields.text("fen", 600), variant)
        else:
            board = Board.empty(variant)
            board.turn = Color(fields.choice("turn", [color.value for color in Color]))
            for square, letter in fields.pairs("pieces", variant.squares):
                board.set_piece_at(int(square), Piece(letter))
    except (DraughtsError, ValueError) as error:
        raise BadMessage("bad-fen", str(error)) from None
    return {
        "fen": board.fen(),
        "turn": board.turn.value,
        "pieces": pieces_of(board),
        "problems": [flag.name for flag in Status if flag and flag in board.status()],
        "over": board.outcome() is not None,
    }


def _judging(budget: Budget, thinker: Thinker) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that judges a game and tells how far it is, a JSON object a line."""

    async def endpoint(request: Request) -> Response:
        try:
            play = archive.told_game(read_object(await body_of(request, _MOST_BYTES)))
            budget.spend(address_of(request), 5.0)
        except BadMessage as error:
            return refusal(error)
        lines = _judge(play, thinker)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    return endpoint


async def _judge(play: Play, thinker: Thinker) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    gone = False

    def progress(done: int, total: int) -> None:
        if gone:
            raise BadMessage("gone", "nobody waits for the judgement")
        loop.call_soon_threadsafe(told.put_nowait, {"done": done, "of": total})

    def work() -> None:
        try:
            found: dict[str, Any] = archive.judged(play, thinker.executor, progress)
        except BadMessage as error:
            found = {"error": error.to_json()}
        loop.call_soon_threadsafe(told.put_nowait, found)
        loop.call_soon_threadsafe(told.put_nowait, None)

    task = loop.run_in_executor(None, work)
    try:
        while (line := await told.get()) is not None:
            yield json.dumps(line) + "\n"
        await task
    finally:
        gone = True
