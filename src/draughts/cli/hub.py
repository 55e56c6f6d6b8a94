"""``hub``: the engine for programs that speak the Hub protocol."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from draughts.cli.arguments import Arguments, Commands, add_conversation, add_variant
from draughts.protocols.hub.notation import variant_of
from draughts.protocols.hub.nudge import Nudger
from draughts.protocols.hub.server import HubServer

_LONGEST_LINE = 1 << 20  # bytes


def add_to(commands: Commands) -> None:
    """Add the command ``hub``."""
    parser = add_conversation(
        commands,
        "hub",
        hub,
        summary="the engine for programs that speak the Hub protocol",
        details="""\
Answers on standard output what a program sends on standard input, by version 2
of the protocol of Scan, until "quit" or the end of the input. The rules are
those of --variant, international if it is not given, until the program sets
the parameter "variant". On 8x8 boards the squares count from the top, row by
row, as lidraughts-bot does it; the parameter "numbering" changes that.""",
        examples="""\
  draughts hub
  draughts hub --variant russian
""",
    )
    add_variant(parser)
    parser.add_argument(
        "--nudge", action="store_true", help="for py-draughts, which else misses lines"
    )


def hub(args: Arguments) -> int:
    """Serve one program."""
    rules = variant_of(args.variant or "international")
    if args.nudge:
        nudger = Nudger(_write)
        HubServer(rules, nudger.say).run(map(nudger.hear, _lines()))
    else:
        HubServer(rules, lambda line: _write(line + "\n")).run(_lines())
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _lines() -> Iterator[str]:
    """The lines of standard input; what is longer than any line should be is left out."""
    if sys.stdin is None:  # it was closed before Python began
        return
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        yield from sys.stdin
        return
    while line := stream.readline(_LONGEST_LINE):
        whole = line.endswith(b"\n")
        while line and not line.endswith(b"\n"):
            line = stream.readline(_LONGEST_LINE)
        if whole:
            yield line.decode(errors="replace")
