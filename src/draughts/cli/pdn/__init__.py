"""``pdn``: files of games are checked, counted, rewritten, merged, split and searched."""

from __future__ import annotations

from draughts.cli.arguments import Commands, Parser
from draughts.cli.pdn import check, convert, find, merge, split, stats

__all__ = ["add_to"]

_OVERVIEW = """\
draughts pdn: files of games.

  draughts pdn check FILE...      what is odd in them, and what cannot be read
  draughts pdn stats FILE...      variants, results, lengths, years, players, openings
  draughts pdn convert FILE...    the games as clean PDN
  draughts pdn merge FILE...      all games of all files, none of them twice
  draughts pdn split FILE...      a file for each game, player, event, variant or year
  draughts pdn find FILE...       the games of a player, a year, a position, ...

A FILE may be a folder, of which all files *.pdn are read, or - for standard
input. Every command takes --help. Examples:
  draughts pdn check games.pdn
  draughts pdn find --player Tinsley --result draw games.pdn
"""


def add_to(commands: Commands) -> None:
    """Add the command ``pdn`` with its own commands."""
    parser = commands.add_parser("pdn")
    parser.format_help = lambda: _OVERVIEW  # type: ignore[method-assign]
    parser.set_defaults(run=_print_overview)
    own = parser.add_subparsers(
        metavar="COMMAND", dest="pdn_command", prog="draughts pdn", parser_class=Parser
    )
    for module in (check, stats, convert, merge, split, find):
        module.add_to(own)


def _print_overview(_: object) -> int:
    print(_OVERVIEW, end="")
    return 0
