"""``perft`` and ``divide``: counting lines of play."""

from __future__ import annotations

import time
from typing import Any

from draughts._core import Board
from draughts.cli.arguments import (
    Arguments,
    Commands,
    Parser,
    add_command,
    add_fen,
    at_least,
    board_of,
)
from draughts.cli.output import (
    Table,
    count,
    in_order,
    machine,
    millions,
    name_of,
    say,
    say_json,
    time_taken,
)
from draughts.cli.verify import verify

_MODES = {
    "unique": "captures with the same ends and victims count once",
    "all": "every order of victims counts",
}


def add_to(commands: Commands) -> None:
    """Add the commands ``perft`` and ``divide``."""
    _add_perft(commands)
    _add_divide(commands)


def _add_perft(commands: Commands) -> None:
    parser = add_command(
        commands,
        "perft",
        perft,
        summary="lines of play of a given length: the check of a move generator",
        details="""\
The leaves at 1 to DEPTH plies, each with its time. Draws play no part, a line
that ends early counts nothing, and the last ply is counted, not played.

With --verify, the tables that ship with the library are counted again; the exit
status is 1 when a count differs. thai12 is Thai with three rows of men.""",
        examples="""\
  draughts perft 9
  draughts perft 8 --variant russian --mode all
  draughts perft 11 --threads 2 --hash 64 --json
  draughts perft --verify
  draughts perft --verify --variant pool --max-leaves 1000000
""",
    )
    parser.add_argument("depth", metavar="DEPTH", type=at_least(1), nargs="?", help="plies")
    add_fen(parser)
    _add_counting(parser, default=None)
    parser.add_argument("--verify", action="store_true", help="count the shipped tables again")
    parser.add_argument(
        "--max-leaves",
        type=at_least(1),
        metavar="N",
        help="leave out larger counts from --verify (default: 10000000)",
    )


def _add_divide(commands: Commands) -> None:
    parser = add_command(
        commands,
        "divide",
        divide,
        summary="perft by first move",
        details="Where two programs count differently, this shows in which move.",
        examples="""\
  draughts divide 6
  draughts divide 4 --variant brazilian "W:WKa3,e3,f2,a1,e1:Bh8,Ke5,g5,h4"
""",
    )
    parser.add_argument("depth", metavar="DEPTH", type=at_least(1), help="plies")
    add_fen(parser)
    _add_counting(parser, default="unique")


def _add_counting(parser: Parser, default: str | None) -> None:
    parser.add_argument(
        "--mode",
        choices=_MODES,
        default=default,
        help="unique (the default) counts moves, all every order of victims",
    )
    parser.add_argument(
        "--threads", type=at_least(1), default=1, metavar="N", help="threads (default: 1)"
    )
    parser.add_argument(
        "--hash", type=at_least(0), default=0, metavar="MB", help="table of counts (default: none)"
    )


def perft(args: Arguments) -> int:
    """Count a position to a depth, or the shipped tables."""
    if args.verify:
        return verify(args)
    if args.depth is None:
        raise ValueError("DEPTH is missing: draughts perft 8, or draughts perft --verify")
    if args.max_leaves is not None:
        raise ValueError("--max-leaves belongs to --verify")
    board = board_of(args)
    how = _how(args)
    board.perft(0, **how)  # what the core refuses is refused before anything is printed
    if args.json:
        rows = [
            {"depth": depth, "leaves": leaves, "seconds": elapsed}
            for depth in range(1, args.depth + 1)
            for leaves, elapsed in [_counted(board, depth, how)]
        ]
        say_json(**_as_json(board, "perft", how), rows=rows, machine=machine())
        return 0
    _say_what(board, "Perft", how)
    table = Table(("depth", ">5"), ("leaves", ">20"), ("time", ">11"), ("leaves/s", ">12"))
    for depth in range(1, args.depth + 1):
        leaves, elapsed = _counted(board, depth, how)
        table.row(depth, count(leaves), time_taken(elapsed), millions(leaves, elapsed))
    return 0


def divide(args: Arguments) -> int:
    """Count a position by first move."""
    board = board_of(args)
    how = _how(args)
    began = time.perf_counter()
    leaves = {board.pdn(move): n for move, n in board.divide(args.depth, **how).items()}
    elapsed = time.perf_counter() - began
    total = sum(leaves.values())
    order = in_order(leaves)
    if args.json:
        say_json(
            **_as_json(board, "divide", how),
            depth=args.depth,
            moves={move: leaves[move] for move in order},
            total=total,
            seconds=elapsed,
        )
        return 0
    _say_what(board, f"Divide at depth {args.depth}", how)
    width = max(map(len, [*order, "total"]))
    table = Table(("move", f"<{width}"), ("leaves", ">20"))
    for move in order:
        table.row(move, count(leaves[move]))
    table.row("total", count(total))
    return 0


def _how(args: Arguments) -> dict[str, Any]:
    """How to count, as :meth:`Board.perft` takes it."""
    return {"mode": args.mode or "unique", "threads": args.threads, "hash_mb": args.hash}


def _counted(board: Board, depth: int, how: dict[str, Any]) -> tuple[int, float]:
    """The leaves at a depth and the seconds that counting took."""
    began = time.perf_counter()
    leaves = board.perft(depth, **how)
    return leaves, time.perf_counter() - began


def _as_json(board: Board, command: str, how: dict[str, Any]) -> dict[str, Any]:
    return {
        "command": command,
        "variant": board.variant.name,
        "fen": board.fen(),
        "counting": {**how, "bulk": True},
    }


def _say_what(board: Board, title: str, how: dict[str, Any]) -> None:
    say(f"{title}: {board.variant.name}, {name_of(board.turn)} to move")
    say(f"{board.fen()}")
    say(f"--mode {how['mode']}: {_MODES[how['mode']]}")
    say()
