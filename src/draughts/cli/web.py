"""``web``: a page in the browser on which people play."""

from __future__ import annotations

import importlib.util
import socket
import sys

from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least

_PORT = 8000
_EVERYWHERE = ("0.0.0.0", "::")


def add_to(commands: Commands) -> None:
    """Add the command ``web``."""
    parser = add_conversation(
        commands,
        "web",
        web,
        summary="a page to play on: with the computer, a friend, or two at one screen",
        details="""\
Serves the page until Ctrl-C. With --host 0.0.0.0 others on the network can
open it, too: the address is printed, with a code that a phone can read. Online
games are kept in a file in the user's data folder, or where --store says;
games on one device leave nothing here.""",
        examples="""\
  draughts web --open
  draughts web --host 0.0.0.0 --port 8080
  draughts web --store redis://localhost:6379/0 --public-url https://dam.example
""",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (default: this machine alone)"
    )
    parser.add_argument("--port", type=at_least(0), default=_PORT, metavar="N", help="(8000)")
    parser.add_argument(
        "--store", metavar="URL", help="a file or redis://HOST:PORT/N for online games"
    )
    parser.add_argument(
        "--public-url", default="", metavar="URL", help="the address that friends are sent"
    )
    parser.add_argument(
        "--embed",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a site that may frame /embed",
    )
    parser.add_argument(
        "--workers", type=at_least(1), metavar="N", help="processes that think (a core each)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def web(args: Arguments) -> int:
    """Serve the page.

    Raises:
        ValueError: a package is missing, or the port is taken.
    """
    missing = [name for name in ("starlette", "uvicorn", "websockets") if not _is_there(name)]
    if missing:
        raise ValueError(f"the page needs {', '.join(missing)}: pip install 'draughts-engine[web]'")
    import uvicorn

    from draughts.web import create_app
    from draughts.web.sockets import SOCKET_OPTIONS

    listening = _listen(args.host, args.port)
    app = create_app(
        store=args.store,
        workers=args.workers,
        public_url=args.public_url.rstrip("/"),
        embed_origins=args.embed,
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", **SOCKET_OPTIONS))
    _welcome(args, listening.getsockname()[1])
    server.run(sockets=[listening])
    return 0


def _is_there(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise ValueError(
            f"cannot serve on {host} port {port}: {error.strerror}; try another --port"
        ) from None
    return listening


def _welcome(args: Arguments, port: int) -> None:
    """Say where the page is, and open it if that was asked for."""
    here = f"http://{'127.0.0.1' if args.host in _EVERYWHERE else args.host}:{port}/"
    print(f"The page is at {here}")
    if args.host in _EVERYWHERE:
        there = f"http://{_address()}:{port}/"
        print(f"For others on the network: {there}")
        print(_code(args.public_url or there))
    print("Ctrl-C ends it.")
    sys.stdout.flush()
    if args.open:
        _open_soon(here)


def _address() -> str:
    """The address of this machine on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(asked.getsockname()[0])


def _code(url: str) -> str:
    """A QR code in block letters, if the package for it is there."""
    if not _is_there("segno"):
        return ""
    import io

    import segno

    text = io.StringIO()
    segno.make(url, error="l").terminal(text, compact=True)
    return text.getvalue()


def _open_soon(url: str) -> None:
    """Open the page when it is there."""
    import threading
    import webbrowser

    timer = threading.Timer(0.8, webbrowser.open, [url])
    timer.daemon = True
    timer.start()
