"""``perft --verify``: the shipped tables, counted again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from draughts.cli.arguments import Arguments
from draughts.cli.output import Table, count, machine, say, say_json, time_taken
from draughts.tables import PerftTable, perft_tables
from draughts.variants import variant

_MAX_LEAVES = 10_000_000
_PASSED, _FAILED = 0, 1


class _Entry(NamedTuple):
    """A number of a table."""

    variant: str
    position: str
    mode: str
    depth: int
    expected: int


class _Check(NamedTuple):
    """What was counted instead, and in how many seconds."""

    entry: _Entry
    got: int
    seconds: float

    @property
    def passed(self) -> bool:
        return self.got == self.entry.expected


def verify(args: Arguments) -> int:
    """Count the tables again and say which numbers differ.

    Returns:
        1 if one differs, else 0.

    Raises:
        ValueError: no table is meant.
    """
    if args.depth is not None:
        raise ValueError("--verify counts the shipped tables: it takes no DEPTH and no FEN")
    most = args.max_leaves or _MAX_LEAVES
    tables = _tables(args)
    counts = [n for table in tables for n in table.counts if n <= most]
    if not counts:
        raise ValueError(f"the tables have no count up to {most}")
    checks = _checks(tables, most, args)
    if args.json:
        failed = _say_as_json(checks, most)
    else:
        failed = _say_as_table(checks, len(count(max(counts))))
    return _FAILED if failed else _PASSED


def _tables(args: Arguments) -> list[PerftTable]:
    """The tables of the variant and the mode that were asked for, or all."""
    tables = perft_tables()
    name = variant(args.variant).name if args.variant else None
    found = [t for t in tables if name in (None, t.rules.name) and args.mode in (None, t.mode)]
    if not found:
        there = ", ".join(dict.fromkeys(t.variant for t in tables))
        raise ValueError(f"no perft table for {name}; there are tables for {there}")
    return found


def _checks(tables: list[PerftTable], most: int, args: Arguments) -> Iterator[_Check]:
    """Count all that is not too large, one number after another."""
    for table in tables:
        board = table.board()
        for depth, expected in enumerate(table.counts, start=1):
            if expected <= most:
                began = time.perf_counter()
                got = board.perft(depth, mode=table.mode, threads=args.threads, hash_mb=args.hash)
                elapsed = time.perf_counter() - began
                entry = _Entry(table.variant, table.name, table.mode, depth, expected)
                yield _Check(entry, got, elapsed)


def _say_as_json(checks: Iterator[_Check], most: int) -> int:
    """Print the checks and return how many failed."""
    done = list(checks)
    failed = sum(not check.passed for check in done)
    say_json(
        command="verify",
        max_leaves=most,
        failed=failed,
        rows=[
            {
                **check.entry._asdict(),
                "got": check.got,
                "passed": check.passed,
                "seconds": check.seconds,
            }
            for check in done
        ],
        machine=machine(),
    )
    return failed


def _say_as_table(checks: Iterator[_Check], width: int) -> int:
    """Print the checks as they are made and return how many failed."""
    number = f">{max(width, len('expected'))}"
    table = Table(
        ("variant", "<13"),
        ("position", "<15"),
        ("mode", "<6"),
        ("depth", ">5"),
        ("expected", number),
        ("got", number),
        ("time", ">8"),
        ("", ""),
    )
    made = failed = 0
    began = time.perf_counter()
    for check in checks:
        *where, expected = check.entry
        verdict = "pass" if check.passed else "FAIL"
        table.row(*where, count(expected), count(check.got), time_taken(check.seconds), verdict)
        made += 1
        failed += not check.passed
    say()
    result = f"{failed} of {made} counts FAIL" if failed else f"all {made} counts pass"
    say(f"{result}, {time_taken(time.perf_counter() - began)}")
    return failed
