"""``pdn split``: one file of games into many."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least
from draughts.cli.output import count
from draughts.cli.pdn.files import Found, add_files, all_games
from draughts.cli.pdn.stats import year_of
from draughts.cli.pdn.writing import add_form, form, games_written, tell
from draughts.game import Game
from draughts.pdn import write_game

_LONGEST_NAME = 80
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # of Windows


def add_to(commands: Commands) -> None:
    """Add the command ``split``."""
    parser = add_conversation(
        commands,
        "split",
        split,
        summary="one file of games into many",
        details="""\
A file for each game, or for every N of them, or for each player, event,
variant or year. A game of two players stands in the files of both.""",
        examples="""\
  draughts pdn split games.pdn -o folder
  draughts pdn split --by player games.pdn -o folder
""",
    )
    add_files(parser)
    add_form(parser)
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", required=True, help="is made if need be"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--games", type=at_least(1), default=1, metavar="N", help="in each file")
    how.add_argument("--by", choices=("player", "event", "variant", "year"), help="a file for each")
    parser.add_argument("--force", action="store_true", help="write over files that are there")


def split(args: Arguments) -> int:
    """Write every game to the files that it belongs to."""
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, Path] = {}
    games = 0
    for number, found in enumerate(all_games(args)):
        games += 1
        for label in _labels(found, number, args):
            fresh = label not in files
            if fresh:
                files[label] = _free_path(folder, label, {*files.values()}, args.force)
            with open(files[label], "w" if fresh else "a", encoding="utf-8", newline="\n") as file:
                write_game(found.game, file, **form(args))
    tell(f"{games_written(games)} written to {count(len(files))} files in {folder}")
    return 0


def _labels(found: Found, number: int, args: Arguments) -> list[str]:
    """What the files of a game are called."""
    if args.by is None:
        return [f"{Path(found.file).stem or 'games'}-{number // args.games + 1:05}"]
    return sorted(set(_LABELS[args.by](found.game)))


_LABELS: dict[str, Callable[[Game], list[str]]] = {
    "player": lambda game: [_tag(game, "White"), _tag(game, "Black")],
    "event": lambda game: [_tag(game, "Event")],
    "variant": lambda game: [game.variant.name],
    "year": lambda game: [year_of(game) or "no year"],
}


def _tag(game: Game, name: str) -> str:
    return game.tags.get(name, "").strip() or f"no {name.lower()}"


def _free_path(folder: Path, label: str, taken: set[Path], force: bool) -> Path:
    """A path that no file has.

    Raises:
        ValueError: a file of an earlier run is there, and must not be written over.
    """
    name = re.sub(r"[^\w.,()' -]", "_", label).strip(". ")[:_LONGEST_NAME] or "_"
    if _RESERVED.fullmatch(name):
        name = f"_{name}"
    in_use = {path.name.casefold() for path in taken}
    path, again = folder / f"{name}.pdn", 1
    while path.name.casefold() in in_use:
        again += 1
        path = folder / f"{name} {again}.pdn"
    if path.exists() and not force:
        raise ValueError(f"{path} is there already; --force writes over it")
    return path
