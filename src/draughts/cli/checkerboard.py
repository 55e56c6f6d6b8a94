"""``checkerboard``: the bridge between CheckerBoard's calls and lines of text."""

from __future__ import annotations

from draughts.cli.arguments import Arguments, Commands, add_conversation, add_variant, at_least
from draughts.protocols.checkerboard import CheckerBoardServer, host


def add_to(commands: Commands) -> None:
    """Add the command ``checkerboard``."""
    parser = add_conversation(
        commands,
        "checkerboard",
        checkerboard,
        summary="CheckerBoard's engine calls as lines of text",
        details="""\
Answers on standard output, until "quit" or the end of the input, the calls
that are written on standard input: by our engine, or by that of a library
(a DLL, or a shared library of this system) made for CheckerBoard:

  command TEXT                       reply CODE TEXT
  getmove COLOR TIME INFO MORE BOARD   status TEXT ..., move RESULT BOARD MOVE
  islegal COLOR FROM TO BOARD        legal 0, or legal 1 MOVE
  playnow, quit

The documentation has the layout of boards and moves. Our engine plays english,
italian, spanish, russian and brazilian.""",
        examples="""\
  draughts checkerboard
  draughts checkerboard --variant italian --hash 128
  draughts checkerboard FILE
""",
    )
    add_variant(parser)
    parser.add_argument("library", metavar="FILE", nargs="?", help="the library of an engine")
    parser.add_argument("--hash", type=at_least(1), default=64, metavar="MB", help="(64)")
    parser.add_argument("--threads", type=at_least(1), default=1, metavar="N", help="(1)")


def checkerboard(args: Arguments) -> int:
    """Answer calls."""
    if args.library is not None:
        host.run(host.Library(args.library))
    else:
        variant = args.variant or "english"
        host.run(CheckerBoardServer(variant, hash_mb=args.hash, threads=args.threads))
    return 0
