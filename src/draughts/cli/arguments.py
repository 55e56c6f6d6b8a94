"""What the commands have in common when they read what is typed."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from draughts._core import Board
from draughts.errors import WeightsError
from draughts.limits import Limit
from draughts.weights import check_evaluation

Arguments: TypeAlias = argparse.Namespace
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

_LARGEST = 2**63 - 1
_LONGEST = 1e9


class Parser(argparse.ArgumentParser):
    """A parser that leaves its texts as they are written and raises ValueError on wrong input."""

    def __init__(
        self, *, prog: str, description: str | None = None, epilog: str | None = None
    ) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} (see {self.prog} --help)")


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[Arguments], int],
    *,
    summary: str,
    details: str,
    examples: str,
    aliases: tuple[str, ...] = (),
) -> Parser:
    """A command that answers once, to people or with ``--json`` to machines."""
    parser = add_conversation(
        commands, name, run, summary=summary, details=details, examples=examples, aliases=aliases
    )
    add_variant(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, on one line")
    return parser


def add_conversation(
    commands: Commands,
    name: str,
    run: Callable[[Arguments], int],
    *,
    summary: str,
    details: str,
    examples: str,
    aliases: tuple[str, ...] = (),
) -> Parser:
    """A command for people alone, with what every command has: a help with examples."""
    parser = commands.add_parser(
        name,
        aliases=aliases,
        description=f"{summary[0].upper()}{summary[1:]}.\n\n{details}".rstrip(),
        epilog=f"examples:\n{examples}",
    )
    parser.set_defaults(run=run)
    return parser


def add_variant(parser: Parser) -> None:
    """The rules that a command goes by."""
    parser.add_argument("--variant", metavar="NAME", help="name or PDN GameType of the rules")


def add_fen(parser: Parser) -> None:
    """The position that a command looks at."""
    parser.add_argument(
        "fen", metavar="FEN", nargs="?", help="a position; without it, the start of a game"
    )


def add_look(parser: Parser) -> None:
    """How a board is drawn."""
    parser.add_argument("--flipped", action="store_true", help="draw the board as Black sees it")
    parser.add_argument("--ascii", action="store_true", help="draw the board in plain letters")


def board_of(args: Arguments) -> Board:
    """The position that was typed.

    Raises:
        ValueError: there is no such variant, or the text is no FEN.
    """
    rules = args.variant or "english"
    return Board(rules) if args.fen is None else Board.from_fen(args.fen, rules)


def limit_of(args: Arguments, default: Limit) -> Limit:
    """The limit of a search that was typed with --time, --nodes and --depth, or the default."""
    given = Limit(args.time, args.nodes, args.depth)
    return given if any(given) else default


def at_least(least: int) -> Callable[[str], int]:
    """A reader of whole numbers that are not less than another."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= _LARGEST:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
        return number

    return read


def seconds(text: str) -> float:
    """A reader of times."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds, such as 2 or 0.5")
    return number


def evaluation(text: str) -> str:
    """A reader of what positions are judged by: a name, or weights that can be read."""
    try:
        check_evaluation(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from error
    except WeightsError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text
