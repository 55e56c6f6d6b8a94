"""``replay``: the games of a PDN file."""

from __future__ import annotations

from collections.abc import Iterator

from draughts.cli.arguments import (
    Arguments,
    Commands,
    add_conversation,
    add_look,
    at_least,
    seconds,
)
from draughts.cli.output import say
from draughts.cli.replayed import Replay
from draughts.cli.terminal import Screen, is_terminal
from draughts.cli.viewer import Viewer, game_of
from draughts.pdn import read_games


def add_to(commands: Commands) -> None:
    """Add the command ``replay``."""
    parser = add_conversation(
        commands,
        "replay",
        replay,
        summary="go through the games of a PDN file",
        details="""\
In a terminal it shows a position and waits: Enter goes to the next move, and
help tells what else can be typed. With --delay it plays by itself. Where its
output goes to a file or a pipe it prints the moves and the last position.

With --plain everything is told in words, for screen readers.""",
        examples="""\
  draughts replay games.pdn
  draughts replay games.pdn --game 3 --ply 20
  draughts replay games.pdn --delay 1.5
  draughts replay games.pdn --all > games.txt
""",
    )
    parser.add_argument("file", metavar="FILE", help="a PDN file")
    parser.add_argument("--game", type=at_least(1), metavar="N", help="which game (default: 1)")
    parser.add_argument(
        "--ply",
        type=at_least(0),
        metavar="N",
        help="begin with the position after N moves, both sides counted",
    )
    parser.add_argument(
        "--delay", type=seconds, metavar="S", help="play by itself, with S seconds between moves"
    )
    parser.add_argument("--all", action="store_true", help="every game, without asking")
    add_look(parser)
    parser.add_argument("--plain", action="store_true", help="draw nothing, tell all in words")


def replay(args: Arguments) -> int:
    """Show the games of a file."""
    if args.all and (args.game or args.ply is not None):
        raise ValueError("--all shows every game as a whole: --game and --ply do not go with it")
    screen = Screen(plain=args.plain, ascii=args.ascii, flipped=args.flipped)
    for shown in _chosen(args, screen):
        if args.ply is not None:
            shown.go_to_ply(args.ply)
        if is_terminal() and not args.all and args.delay is None:
            Viewer(args.file, shown, screen).run()
        else:
            _show(shown, args)
    return 0


def _chosen(args: Arguments, screen: Screen) -> Iterator[Replay]:
    """The games that are shown."""
    if args.all:
        with read_games(args.file) as games:
            for number, game in enumerate(games, 1):
                yield Replay(game, number, screen)
    else:
        number = args.game or 1
        yield Replay(game_of(args.file, number), number, screen)


def _show(shown: Replay, args: Arguments) -> None:
    """Show a game without asking."""
    shown.tell_heading()
    if args.delay is not None:
        shown.play_on(args.delay)
        return
    say()
    shown.tell_moves()
    if args.plain:
        say()
    if args.ply is None:
        shown.game.to_end()
    shown.show()
