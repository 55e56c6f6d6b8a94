"""``pdn convert``: games as clean PDN."""

from __future__ import annotations

from draughts.cli.arguments import Arguments, Commands, add_conversation
from draughts.cli.output import count
from draughts.cli.pdn.files import add_files, all_games, names
from draughts.cli.pdn.writing import add_form, form, games_written, target, tell
from draughts.pdn import write_game


def add_to(commands: Commands) -> None:
    """Add the command ``convert``."""
    parser = add_conversation(
        commands,
        "convert",
        convert,
        summary="the games as clean PDN",
        details="""\
UTF-8, tags in their order, moves in the shortest form, as PDN 3.0 has it. Text
that could not be read as moves is written as it stands.""",
        examples="""\
  draughts pdn convert --encoding cp1251 old.pdn -o new.pdn
  draughts pdn convert --no-comments games.pdn
""",
    )
    add_files(parser)
    add_form(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")


def convert(args: Arguments) -> int:
    """Read and write all games."""
    written = mended = errors = 0
    with target(args.output, names(args)) as file:
        for found in all_games(args):
            write_game(found.game, file, **form(args))
            written += 1
            wrong = sum(problem.code.is_error for problem in found.game.errors)
            errors += wrong
            mended += len(found.game.errors) - wrong
    tell(f"{games_written(written)} written, {count(mended)} mended, {count(errors)} errors")
    return 0
