"""What the commands that write games have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from draughts.cli.arguments import Arguments, Parser, at_least
from draughts.cli.output import count


def add_form(parser: Parser) -> None:
    """How games are written."""
    parser.add_argument("--no-comments", action="store_true", help="leave comments and clocks out")
    parser.add_argument("--no-variations", action="store_true", help="write main lines alone")
    parser.add_argument(
        "--columns", type=at_least(1), default=80, metavar="N", help="width of lines (default: 80)"
    )


def form(args: Arguments) -> dict[str, Any]:
    """The options of :func:`draughts.pdn.write_game` that were typed."""
    return {
        "comments": not args.no_comments,
        "variations": not args.no_variations,
        "columns": args.columns,
    }


@contextmanager
def target(output: str | None, sources: list[str]) -> Iterator[IO[str]]:
    """Where games are written to: a file, or standard output.

    Raises:
        ValueError: the file is one of those that are read.
    """
    if output is None:
        yield sys.stdout
        return
    if os.path.exists(output) and any(
        os.path.exists(source) and os.path.samefile(output, source) for source in sources
    ):
        raise ValueError(f"{output} is one of the files that are read; give another name")
    with open(output, "w", encoding="utf-8", newline="\n") as file:
        yield file


def tell(text: str) -> None:
    """Say something beside the games."""
    print(text, file=sys.stderr)


def games_written(number: int) -> str:
    """``1 game``, ``2 games``."""
    return f"{count(number)} game{'' if number == 1 else 's'}"
