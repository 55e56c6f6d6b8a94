"""``book``: opening books are built, and looked up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from draughts.book import Book, build, from_games
from draughts.book.shelf import OWN
from draughts.cli.arguments import (
    Arguments,
    Commands,
    Parser,
    add_command,
    add_conversation,
    add_fen,
    add_variant,
    at_least,
    board_of,
)
from draughts.cli.bar import bar
from draughts.cli.output import count, say, say_json, shortened, terminal_width
from draughts.cli.pdn.files import add_files, all_games
from draughts.game import Game
from draughts.protocols.shapes import line_of
from draughts.variants import variant

_OVERVIEW = """\
draughts book: opening books.

  draughts book show [FEN]                what a book knows about a position
  draughts book build -o FILE             a book from the engine's own searches
  draughts book from-pdn GAMES... -o FILE a book from games that were played

Every command takes --help. Examples:
  draughts book show --variant russian
  draughts book build --positions 10 --nodes 100 -o small.book
  draughts match book,book=FILE none --openings start
"""


def add_to(commands: Commands) -> None:
    """Add the command ``book`` with its own commands."""
    parser = commands.add_parser("book")
    parser.format_help = lambda: _OVERVIEW  # type: ignore[method-assign]
    parser.set_defaults(run=_print_overview)
    own = parser.add_subparsers(
        metavar="COMMAND", dest="book_command", prog="draughts book", parser_class=Parser
    )
    _add_show(own)
    _add_build(own)
    _add_from_pdn(own)


def _print_overview(_: object) -> int:
    print(_OVERVIEW, end="")
    return 0


# --- show -----------------------------------------------------------------------------------------


def _add_show(commands: Commands) -> None:
    parser = add_command(
        commands,
        "show",
        _show,
        summary="what a book knows about a position",
        details="""\
The moves, best first, each with its score in men for the side to move and the
best line after it. The book is the one that comes with the variant, or --book.""",
        examples="""\
  draughts book show
  draughts book show --variant russian --json
  draughts book show --book my.book "W:W21-32:B1-11,15"
""",
    )
    add_fen(parser)
    parser.add_argument("--book", metavar="FILE", default=OWN, help="a book of your own")


def _show(args: Arguments) -> int:
    book = None
    if args.book != OWN:
        book = _opened(args.book)
        args.variant = args.variant or book.variant
    board = board_of(args)
    book = book or Book.load(board.variant)
    found = book.moves(board)
    lines = []
    for each in found:
        after = board.copy()
        after.push(each.move)
        lines.append(line_of(board, [each.move, *book.line(after)]))
    if args.json:
        say_json(
            variant=board.variant.name,
            fen=board.fen(),
            positions=len(book),
            moves=[
                {"move": line[0], "centimen": each.score.centimen, "line": line}
                for each, line in zip(found, lines, strict=True)
            ],
        )
        return 0
    say(f"Book of {book.variant.name}, {count(len(book))} positions")
    if not found:
        say("It does not know this position.")
    for each, line in zip(found, lines, strict=True):
        say(f"{each.score!s:>7}  {shortened(line, terminal_width() - 9)}")
    return 0


def _opened(path: str) -> Book:
    try:
        return Book.open(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


# --- build ----------------------------------------------------------------------------------------


def _add_build(commands: Commands) -> None:
    parser = add_conversation(
        commands,
        "build",
        _build,
        summary="a book from the engine's own searches",
        details="""\
From the start position on, the moves of those positions are searched whose
lines have lost least. What is found is kept in FILE.build: the same command
goes on after a kill, and with a greater --positions it makes the book larger.""",
        examples="""\
  draughts book build -o my.book
  draughts book build --variant russian --positions 5000 --jobs 2 -o my.book
  draughts match book,book=my.book none --openings start
""",
    )
    add_variant(parser)
    parser.add_argument(
        "--positions", type=at_least(1), default=1000, metavar="N", help="how many (1000)"
    )
    parser.add_argument(
        "--nodes", type=at_least(1), default=100_000, metavar="N", help="for a move (100,000)"
    )
    parser.add_argument(
        "--margin",
        type=at_least(0),
        default=20,
        metavar="N",
        help="leave moves out that are worse by more hundredths of a man (20)",
    )
    parser.add_argument("--jobs", type=at_least(1), metavar="N", help="processes (all cores)")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the book")


def _build(args: Arguments) -> int:
    _check_target(args.output)
    with bar("building", args.positions) as show:
        book = build(
            variant(args.variant or "english"),
            positions=args.positions,
            nodes=args.nodes,
            margin=args.margin,
            file=f"{args.output}.build",
            workers=args.jobs,
            on_progress=lambda done, total: show(done, f"building {done}/{total}"),
        )
    return _save(book, args.output)


def _check_target(path: str) -> None:
    """Say before the work that there is no place for its result."""
    if not Path(path).parent.is_dir():
        raise ValueError(f"no such folder: {Path(path).parent}")


def _save(book: Book, path: str) -> int:
    book.save(path)
    say(f"{path}: {book.variant.name}, {count(len(book))} positions")
    return 0


# --- from-pdn -------------------------------------------------------------------------------------


def _add_from_pdn(commands: Commands) -> None:
    parser = add_conversation(
        commands,
        "from-pdn",
        _from_pdn,
        summary="a book from games that were played",
        details="""\
Moves get their scores from the results. A FILE may be a folder, of which all
files *.pdn are read, or - for standard input.""",
        examples="""\
  draughts book from-pdn games.pdn -o my.book
  draughts book from-pdn --plies 20 --min-games 10 one.pdn two.pdn -o my.book
""",
    )
    add_files(parser)
    parser.add_argument("--variant", metavar="NAME", help="of the book (that of the first game)")
    parser.add_argument(
        "--plies", type=at_least(1), default=30, metavar="N", help="how far into a game (30)"
    )
    parser.add_argument(
        "--min-games",
        type=at_least(1),
        default=3,
        metavar="N",
        help="how often a move must have been played (3)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the book")


def _from_pdn(args: Arguments) -> int:
    _check_target(args.output)
    book = from_games(
        _games(args),
        variant(args.variant) if args.variant else None,
        plies=args.plies,
        least_games=args.min_games,
    )
    return _save(book, args.output)


def _games(args: Arguments) -> Iterator[Game]:
    return (found.game for found in all_games(args))
