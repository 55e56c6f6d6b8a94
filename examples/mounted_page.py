"""A club's site with the page of the library in it: `python mounted_page.py`.

Under /play people play, with each other too; the home page shows a board of its own. Any ASGI site
mounts it in the same way. It needs the extra [web].
"""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route

from draughts.web import create_app

HOME = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The draughts club</title>
<link rel="icon" href="data:,">
<style>
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color: #3a2413; background: #f5f1e6;
         font: 1.1rem/1.6 Georgia, serif }
  iframe { width: 100%; height: 40rem; border: 0 }
  a { color: #8c3b1a }
</style>
<h1>The draughts club</h1>
<p>We meet on Thursdays at eight. Until then <a href="play/">play here</a>: against the computer, or
with a friend by a link. Or warm up:</p>
<iframe src="play/embed" title="A board"></iframe>
"""


async def home(request: Request) -> HTMLResponse:
    return HTMLResponse(HOME)


def create_site(store: str | None = None) -> Starlette:
    """The site; the store is the file of the online games."""
    play = create_app(store=store, embed_origins=["'self'"])
    return Starlette(routes=[Route("/", home), Mount("/play", play)])


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(create_site(), port=8000)
