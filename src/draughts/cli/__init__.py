"""The command ``draughts``: positions, games, perft, analysis and benchmarks in a terminal.

One module a command; :mod:`draughts.cli.arguments` reads what is typed, and
:mod:`draughts.cli.output` lays out what is printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from draughts import __version__
from draughts.cli import (
    analyse,
    annotate,
    bench,
    book,
    build_c,
    checkerboard,
    dxp,
    hub,
    match,
    pdn,
    perft,
    play,
    position,
    replay,
    serve_json,
    tournament,
    train,
    web,
)
from draughts.cli.arguments import Parser
from draughts.variants import VARIANTS

__all__ = ["main"]

_FINE, _WRONG_INPUT, _INTERRUPTED, _CLOSED_PIPE = 0, 2, 130, 141

_OVERVIEW = f"""\
draughts {__version__}: rules and an engine for the draughts family.

Look at a position:
  draughts show [FEN]           the board, whose turn it is, what is wrong
  draughts moves [FEN]          the legal moves
  draughts analyse [FEN]        what the engine would play, and why

Games:
  draughts web                  a page to play on, in the browser
  draughts play                 two people play at one terminal
  draughts replay FILE          go through the games of a PDN file
  draughts annotate FILE        mark the mistakes in games, with better moves
  draughts pdn COMMAND FILE     check, count, rewrite, split, search files

Count and measure:
  draughts perft DEPTH [FEN]    lines of play: the check of a move generator
  draughts perft --verify       ... against the published tables
  draughts divide DEPTH [FEN]   perft by first move
  draughts bench                the search on fixed positions: nodes and speed
  draughts bench perft          the speed of perft
  draughts match A B            engine settings against each other, and the Elo
  draughts tournament A B C     each against each, or one against all the others
  draughts book COMMAND         opening books: show, build, from-pdn
  draughts train VARIANT        weights of the evaluation, learned from games

For other programs:
  draughts hub                  the engine, by the Hub protocol
  draughts dxp                  the engine against programs on the network (DXP)
  draughts checkerboard         the engine, by the calls of CheckerBoard
  draughts serve-json           games and the engine as JSON, a line a message
  draughts build-c DIR          the sources of a C library without Python

Every command takes --help; those that look, count and measure take --variant
NAME and --json, and look at the start of a game without a FEN. Examples:
  draughts show --variant russian
  draughts moves "W:W18,26:B6,14,22"
  draughts analyse --time 5 "W:W18,26,30:B10,11,19"
  draughts play --names Ann Ben
  draughts perft 9 --variant international

Variants, english if none is named, by name or by PDN GameType:
  {", ".join(list(VARIANTS)[:6])},
  {", ".join(list(VARIANTS)[6:])}

Exit status: 0 fine, 1 a check failed, 2 wrong input, 130 interrupted.
"""


class _Overview(Parser):
    """The parser of the whole command, whose help is the overview."""

    def format_help(self) -> str:
        return _OVERVIEW


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        argv: what is typed after ``draughts``; by default, that of the process.

    Returns:
        The exit status: 0, or 1 when a check failed, 2 for wrong input, which is told in a line on
        stderr, 130 after Ctrl-C, 141 when the reader of the output has gone.

    >>> main(["moves", "W:W18,26:B6,14,22"])
    White must capture, 2 legal
      18x2
      26x1
    0
    """
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return _CLOSED_PIPE
    except OSError as error:
        _forget_output()
        return _refuse(error.strerror or str(error))
    except MemoryError as error:
        return _refuse(str(error) or "out of memory")
    except ValueError as error:
        return _refuse(str(error))


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        args, left = parser.parse_known_args(argv)
    except SystemExit:  # --help and --version have printed
        return _FINE
    if len(left) == 1 and not left[0].startswith("-") and getattr(args, "fen", "") is None:
        args.fen = left.pop()  # older argparse takes no FEN that is parted from DEPTH by an option
    if left:
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    if args.command is None:
        parser.print_help()
        return _FINE
    status: int = args.run(args)
    return status


def _parser() -> Parser:
    parser = _Overview(prog="draughts")
    parser.add_argument("--version", action="version", version=f"draughts {__version__}")
    commands = parser.add_subparsers(
        metavar="COMMAND", dest="command", prog="draughts", parser_class=Parser
    )
    for module in (
        position,
        analyse,
        play,
        replay,
        annotate,
        pdn,
        perft,
        bench,
        match,
        tournament,
        book,
        hub,
        serve_json,
        dxp,
        checkerboard,
        train,
        build_c,
        web,
    ):
        module.add_to(commands)
    return parser


def _refuse(why: str) -> int:
    print(f"draughts: {' '.join(why.splitlines())}", file=sys.stderr)
    return _WRONG_INPUT


def _forget_output() -> None:
    """Let the interpreter's last flush go nowhere, where it would complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
