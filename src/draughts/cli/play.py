"""``play``: two people at one terminal."""

from __future__ import annotations

import shlex

from draughts._core import Board
from draughts.cli.arguments import (
    Arguments,
    Commands,
    add_conversation,
    add_variant,
    at_least,
    seconds,
)
from draughts.cli.output import name_of
from draughts.cli.session import Session
from draughts.cli.terminal import Screen
from draughts.game import Game
from draughts.protocols.shapes import line_of
from draughts.series import Series
from draughts.variants import DRAW_PRESETS, DrawRules, Variant
from draughts.variants import variant as named_variant

_OPTIONS = (
    "variant",
    "fen",
    "optional_capture",
    "draw_rules",
    "move_limit",
    "turn_time",
    "save",
    "flip",
    "ascii",
    "plain",
)


def add_to(commands: Commands) -> None:
    """Add the command ``play``."""
    parser = add_conversation(
        commands,
        "play",
        play,
        summary="two people play at one terminal",
        details="""\
The board, whose turn it is, and a line to type a move in, such as 11-15. Type
help there to see what else can be typed. After each game the two change
colours, and the score goes on.

With --plain everything is told in words, for screen readers.""",
        examples="""\
  draughts play
  draughts play --variant russian --names Ann Ben --save games.pdn
  draughts play --optional-capture --draw-rules total40 --turn-time 60
  draughts play --plain --moves 11-15 22-18
""",
    )
    add_variant(parser)
    parser.add_argument("--fen", help="where each game starts")
    parser.add_argument("--optional-capture", action="store_true", help="nobody has to capture")
    parser.add_argument(
        "--draw-rules",
        metavar="NAME",
        help=f"when a game is drawn: {', '.join(DRAW_PRESETS)}",
    )
    parser.add_argument(
        "--move-limit",
        type=at_least(1),
        metavar="N",
        help="draw after so many moves, both sides counted",
    )
    parser.add_argument(
        "--turn-time",
        type=seconds,
        metavar="S",
        help="seconds for each turn, such as 30 or 60; looked at when Enter is pressed",
    )
    parser.add_argument(
        "--names",
        nargs=2,
        metavar=("ANN", "BEN"),
        help="the players; the first of them begins the first game",
    )
    parser.add_argument("--moves", nargs="+", metavar="MOVE", help="moves that are made already")
    parser.add_argument("--save", metavar="FILE", help="write the games to the end of a PDN file")
    parser.add_argument("--flip", action="store_true", help="turn the board to the side to move")
    parser.add_argument("--ascii", action="store_true", help="draw the board in plain letters")
    parser.add_argument("--plain", action="store_true", help="draw nothing, tell all in words")


def play(args: Arguments) -> int:
    """Let two people play."""
    first, second = args.names or ("Player 1", "Player 2")
    session = Session(
        Series(first, second, _rules(args)),
        Screen(plain=args.plain, ascii=args.ascii, turning=args.flip),
        fen=args.fen,
        turn_time=args.turn_time,
        resume=lambda game: _command(args, game),
    )
    for text in " ".join(args.moves or []).split():
        session.game.play(text)
    if args.save:
        session.keep_in(args.save)
    session.run()
    return 0


def _rules(args: Arguments) -> Variant:
    """The variant with the local rules that were asked for."""
    variant = named_variant(args.variant or "english")
    draws = DrawRules.preset(args.draw_rules) if args.draw_rules else variant.draw_rules
    if args.move_limit:
        draws = DrawRules(
            draws.repetition,
            draws.quiet_plies,
            draws.quiet_resets,
            args.move_limit,
            draws.endgames,
            draws.repetition_claim,
            draws.quiet_claim,
        )
    mandatory = variant.mandatory_capture and not args.optional_capture
    return variant.replace(mandatory_capture=mandatory, draw_rules=draws)


def _command(args: Arguments, game: Game) -> str:
    """What to type in a shell to go on with a game."""
    words = ["draughts", "play"]
    for option in _OPTIONS:
        value = getattr(args, option)
        if value:
            words.append(f"--{option.replace('_', '-')}")
            words += [] if value is True else [str(value).removesuffix(".0")]
    if args.names:
        first = game.variant.first_player
        words += ["--names", *(game.tags[name_of(side)] for side in (first, first.opposite))]
    moves = line_of(Board.from_fen(game.start_fen, game.variant), game.mainline())
    return shlex.join([*words, *(["--moves", *moves] if moves else [])])
