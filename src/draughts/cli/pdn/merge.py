"""``pdn merge``: all games of all files, none of them twice."""

from __future__ import annotations

from hashlib import blake2b

from draughts.cli.arguments import Arguments, Commands, add_conversation
from draughts.cli.output import count
from draughts.cli.pdn.files import add_files, all_games, names
from draughts.cli.pdn.writing import add_form, form, games_written, target, tell
from draughts.game import Game
from draughts.pdn import write_game


def add_to(commands: Commands) -> None:
    """Add the command ``merge``."""
    parser = add_conversation(
        commands,
        "merge",
        merge,
        summary="all games of all files, none of them twice",
        details="""\
Two games are the same if rules, first position, moves, players and result are;
the first one is written.""",
        examples="  draughts pdn merge one.pdn two.pdn -o all.pdn\n",
    )
    add_files(parser)
    add_form(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")


def merge(args: Arguments) -> int:
    """Write every game once."""
    seen: set[bytes] = set()
    doubles = 0
    with target(args.output, names(args)) as file:
        for found in all_games(args):
            mark = _mark(found.game)
            if mark in seen:
                doubles += 1
                continue
            seen.add(mark)
            write_game(found.game, file, **form(args))
    tell(f"{games_written(len(seen))} written, {count(doubles)} left out that came again")
    return 0


def _mark(game: Game) -> bytes:
    """A short text that tells a game from others."""
    whole = [
        repr(game.variant.to_tags()),
        game.start_fen,
        game.result(),
        game.root.unread,
        *(game.tags.get(color, "").casefold().strip() for color in ("White", "Black")),
        *(
            f"{move.from_square} {move.to_square} {sorted(move.captured)}"
            for move in game.mainline()
        ),
    ]
    return blake2b("\n".join(whole).encode(), digest_size=16).digest()
