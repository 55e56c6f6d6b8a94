"""``bench``: the fingerprint and the speed of the search, and the speed of perft."""

from __future__ import annotations

import json
import time
from importlib.resources import files
from statistics import median
from typing import NamedTuple

from draughts._core import Board
from draughts.cli.arguments import Arguments, Commands, add_command, at_least, seconds
from draughts.cli.output import Table, count, machine, millions, say, say_json, say_machine
from draughts.engine import Engine
from draughts.limits import Limit
from draughts.variants import Variant, variant

_MAIN_VARIANTS = ("english", "russian", "brazilian", "international")
_SEARCH_DEPTH = 17
_HASH_MB = 16
_PERFT_DEPTHS = {8: 10, 10: 9}  # by the size of the board: a tenth of a second or so
_PERFT_SECONDS = 1.0


def add_to(commands: Commands) -> None:
    """Add the command ``bench``."""
    parser = add_command(
        commands,
        "bench",
        bench,
        summary="the search on fixed positions; with perft, the speed of counting",
        details="""\
bench searches some ten positions each of English, Russian, Brazilian and
International to a fixed depth. The total of nodes is exact: it changes when,
and only when, the search changes.

bench perft counts from the start again and again: one thread, no table of
counts, the last ply counted and not played. The speed is the median of the
runs.""",
        examples="""\
  draughts bench
  draughts bench --variant russian --depth 9
  draughts bench perft
  draughts bench perft --variant italian --seconds 5 --json
""",
    )
    parser.add_argument(
        "what",
        choices=("search", "perft"),
        nargs="?",
        default="search",
        metavar="search|perft",
        help="what is measured (default: search)",
    )
    parser.add_argument(
        "--depth",
        type=at_least(1),
        metavar="N",
        help=f"plies (default: {_SEARCH_DEPTH} for the search; 10 for perft, 9 on 100 squares)",
    )
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help="perft only: least time a variant (default: 1)"
    )


def bench(args: Arguments) -> int:
    """Measure the search or perft."""
    if args.what == "perft":
        return _bench_perft(args)
    if args.seconds is not None:
        raise ValueError("--seconds belongs to bench perft")
    return _bench_search(args)


# --- the search -----------------------------------------------------------------------------------


class _Searched(NamedTuple):
    """What the search of one position took."""

    variant: str
    position: str
    nodes: int
    seconds: float


def _bench_search(args: Arguments) -> int:
    depth = args.depth or _SEARCH_DEPTH
    positions = _positions(args)
    engine = Engine(hash_mb=_HASH_MB)
    if args.json:
        done = [_searched(engine, name, board, depth) for name, board in positions]
        nodes, elapsed = _total(done)
        say_json(
            command="bench search",
            depth=depth,
            nodes=nodes,
            seconds=elapsed,
            nodes_per_second=round(nodes / elapsed),
            positions=[row._asdict() for row in done],
            machine=machine(),
        )
        return 0
    say_machine()
    table = Table(("variant", "<13"), ("position", "<10"), ("nodes", ">15"), ("nodes/s", ">10"))
    done = []
    for name, board in positions:
        row = _searched(engine, name, board, depth)
        table.row(row.variant, row.position, count(row.nodes), millions(row.nodes, row.seconds))
        done.append(row)
    nodes, elapsed = _total(done)
    say()
    say(f"Depth    {depth}")
    say(f"Nodes    {nodes}")
    say(f"Nodes/s  {round(nodes / elapsed)}")
    return 0


def _positions(args: Arguments) -> list[tuple[str, Board]]:
    """The positions of the variant that was asked for, or all, with their names.

    Raises:
        ValueError: there is none.
    """
    name = variant(args.variant).name if args.variant else None
    text = files("draughts.data").joinpath("bench.json").read_text(encoding="utf-8")
    found = [
        (row["name"], Board.from_fen(row["fen"], row["variant"]))
        for row in json.loads(text)["positions"]
        if name in (None, row["variant"])
    ]
    if not found:
        raise ValueError(f"no positions for {name}; there are some for {', '.join(_MAIN_VARIANTS)}")
    return found


def _searched(engine: Engine, name: str, board: Board, depth: int) -> _Searched:
    """Search a position with what was learnt of the others forgotten."""
    engine.new_game()
    info = engine.analyse(board, Limit(depth=depth))
    return _Searched(board.variant.name, name, info.nodes, info.time)


def _total(rows: list[_Searched]) -> tuple[int, float]:
    return sum(row.nodes for row in rows), sum(row.seconds for row in rows)


# --- perft ----------------------------------------------------------------------------------------


class _Counted(NamedTuple):
    """The runs of one count."""

    variant: str
    depth: int
    leaves: int
    runs: list[float]

    @property
    def speed(self) -> int:
        """Leaves a second, the median of the runs."""
        return round(self.leaves / median(self.runs))


def _bench_perft(args: Arguments) -> int:
    rules = [variant(name) for name in ([args.variant] if args.variant else _MAIN_VARIANTS)]
    counts = (_counted(each, args) for each in rules)
    if args.json:
        say_json(
            command="bench perft",
            counting={"mode": "unique", "bulk": True, "threads": 1, "hash_mb": 0},
            rows=[{**row._asdict(), "leaves_per_second": row.speed} for row in counts],
            machine=machine(),
        )
        return 0
    say_machine()
    table = Table(
        ("variant", "<13"), ("depth", ">5"), ("leaves", ">15"), ("runs", ">6"), ("leaves/s", ">14")
    )
    for row in counts:
        table.row(row.variant, row.depth, count(row.leaves), len(row.runs), count(row.speed))
    say()
    say("One thread, no table of counts, the last ply counted. Median of the runs.")
    return 0


def _counted(rules: Variant, args: Arguments) -> _Counted:
    """Count from the start until enough time has gone by."""
    board = Board(rules)
    depth = args.depth or _PERFT_DEPTHS[rules.size]
    runs: list[float] = []
    while sum(runs) < (args.seconds or _PERFT_SECONDS):
        began = time.perf_counter()
        leaves = board.perft(depth)
        runs.append(time.perf_counter() - began)
    return _Counted(rules.name, depth, leaves, runs)
