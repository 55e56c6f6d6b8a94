"""What ``match`` and ``tournament`` have in common: players, and what they play under."""

from __future__ import annotations

import argparse

from draughts.cli.arguments import Arguments, Parser, at_least, limit_of, seconds
from draughts.limits import Limit
from draughts.match import Conditions, Player

_DEFAULT_LIMIT = Limit(time=0.1)

PLAYERS = """\
Players are settings with commas between: a name, hash=MEGABYTES, threads=N,
level=NAME, its own time=S, nodes=N or depth=N a move, book=own or book=FILE (an
opening book), evaluation=NAME or evaluation=FILE, and python=PROGRAM, the
interpreter of another build; or a name and hub="COMMAND", an engine that speaks
the Hub protocol, with cwd=FOLDER, time, nodes or depth, and parameters of its
own; or a name and dxp=[HOST:]PORT, where a program waits to play over
DamExchange, or dxp-listen=[HOST:]PORT, where we wait for it, with minutes=M a
game, and run="COMMAND" and cwd=FOLDER to start it."""


def player(text: str) -> Player:
    """A player, as it is typed."""
    try:
        return Player.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_conditions(parser: Parser) -> None:
    """Add what games are played under."""
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds a move (default: 0.1)")
    parser.add_argument("--nodes", type=at_least(1), metavar="N", help="positions a move")
    parser.add_argument("--depth", type=at_least(1), metavar="N", help="plies a move")
    parser.add_argument("--clock", type=_clock, metavar="S+I", help="seconds a game, and a move's")
    parser.add_argument("--margin", type=seconds, default=0.01, metavar="S", help="of lateness")
    parser.add_argument("--openings", metavar="KIND", help="2move, 3move, ... or start")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="N", help="of the openings")
    parser.add_argument("--jobs", type=at_least(1), metavar="N", help="games at once (all cores)")
    parser.add_argument("-o", "--output", metavar="FILE", help="PDN file of the games")


def conditions_of(args: Arguments) -> Conditions:
    """What :func:`add_conditions` has read."""
    if args.clock is None:
        return Conditions(limit_of(args, _DEFAULT_LIMIT), args.margin)
    clock: Limit = args.clock
    limit = clock._replace(time=args.time, nodes=args.nodes, depth=args.depth)
    return Conditions(limit, args.margin)


def _clock(text: str) -> Limit:
    start, _, more = text.partition("+")
    return Limit(remaining=seconds(start), increment=seconds(more) if more else 0.0)
