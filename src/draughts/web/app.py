"""The page and what answers it, as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from draughts.web import local
from draughts.web.budget import Budget
from draughts.web.online import Limits, Online
from draughts.web.store import store_at
from draughts.web.thinking import Thinker

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {ancestors}"
)


def create_app(
    *,
    store: str | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    public_url: str = "",
    embed_origins: Sequence[str] = (),
    limits: Limits | None = None,
    thinking_seconds: float = 120.0,
) -> Starlette:
    """The page as an ASGI application, to be served alone or mounted in another site.

    Args:
        store: where online games are kept: the path of a file, or ``redis://...`` if several
            servers share them; by default a file in the user's folder for data.
        executor: where the computer thinks; by default in processes of its own.
        workers: how many such processes; by default one a core.
        public_url: the address under which others reach the page, for links to friends; by default
            the one that the browser uses.
        embed_origins: sites that may show ``/embed`` in a frame, such as ``"https://club.example"``.
        limits: what a page or an address may ask for in online games.
        thinking_seconds: how much thinking a client may ask for at once; half of it comes back in
            a minute.

    >>> create_app().url_path_for("page")
    '/'
    """
    thinker = Thinker(workers=workers, executor=executor)
    online = Online(store_at(store), thinker, limits)
    budget = Budget(thinking_seconds, per_second=thinking_seconds / 120)

    async def settings(request: Request) -> Response:
        return JSONResponse({"version": local.VERSION, "public_url": public_url})

    routes: list[BaseRoute] = [
        Route("/", _page, name="page"),
        Route("/embed", _page, name="embed"),
        Route("/api/settings", settings),
        *local.routes(thinker, budget),
        *online.routes(),
        Mount("/static", StaticFiles(directory=_STATIC), name="static"),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            async with online.running():
                yield
        finally:
            thinker.close()

    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(GZipMiddleware, minimum_size=500),
            Middleware(SafeHeaders, embed_origins=tuple(embed_origins)),
        ],
    )


async def _page(request: Request) -> Response:
    return FileResponse(_STATIC / "index.html")


class SafeHeaders:
    """Headers that keep a page to itself: its own scripts alone, in nobody's frame.

    Args:
        app: what answers.
        embed_origins: sites that may show ``/embed`` in a frame.
    """

    def __init__(self, app: ASGIApp, embed_origins: Sequence[str]) -> None:
        self._app = app
        self._embed = _headers(" ".join(embed_origins) or "'none'")
        self._else = _headers("'none'")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        added = self._embed if scope["path"].endswith("/embed") else self._else

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self._app(scope, receive, answer)


def _headers(ancestors: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-security-policy", _POLICY.format(ancestors=ancestors).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cache-control", b"no-cache"),
    ]
