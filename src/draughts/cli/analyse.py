"""``analyse``: what the engine would play."""

from __future__ import annotations

import textwrap
from typing import Any

from draughts._core import Board
from draughts.cli.arguments import (
    Arguments,
    Commands,
    add_command,
    add_fen,
    add_look,
    at_least,
    board_of,
    evaluation,
    limit_of,
    seconds,
)
from draughts.cli.output import (
    Table,
    count,
    end_of,
    millions,
    name_of,
    picture,
    say,
    say_json,
    shortened,
    terminal_width,
    time_taken,
)
from draughts.engine import Engine
from draughts.limits import Limit
from draughts.protocols.shapes import info_to_json, line_of, outcome_to_json
from draughts.scores import Info
from draughts.weights import judgement

_DEFAULT_LIMIT = Limit(time=2.0)
_COLUMNS = (
    ("depth", ">5"),
    ("score", ">10"),
    ("nodes", ">13"),
    ("nodes/s", ">8"),
    ("time", ">9"),
    (" line", ""),
)
_ROOM_BEFORE_LINE = 51


def add_to(commands: Commands) -> None:
    """Add the command ``analyse``, which is ``analyze`` too."""
    parser = add_command(
        commands,
        "analyse",
        analyse,
        aliases=("analyze",),
        summary="what the engine would play, and the line that shows why",
        details="""\
The board, a line for every depth that is searched in full, then the best move.

Scores are for the side to move, in men: +1.00 means that it stands a man
better. "win in 7" and "loss in 8" count plies.

The search ends with the first limit that is met; with none given, after 2
seconds. Ctrl-C stops it.""",
        examples="""\
  draughts analyse
  draughts analyse --time 10 "W:W18,26,30:B10,11,19"
  draughts analyse --depth 15 --variant brazilian --json
""",
    )
    add_fen(parser)
    add_look(parser)
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds (default: 2)")
    parser.add_argument("--depth", type=at_least(1), metavar="N", help="plies")
    parser.add_argument("--nodes", type=at_least(1), metavar="N", help="positions looked at")
    parser.add_argument(
        "--evaluation",
        type=evaluation,
        default="trained",
        metavar="E",
        help="trained (default), classic, material or a file of weights",
    )


def analyse(args: Arguments) -> int:
    """Search a position, or say who has won it."""
    board = board_of(args)
    if args.json:
        _analyse_for_machines(board, limit_of(args, _DEFAULT_LIMIT), args.evaluation)
        return 0
    say(picture(board, ascii=args.ascii, flipped=args.flipped))
    say()
    if _is_decided(board):
        say(f"The game is over: {end_of(board)}.")
    else:
        _analyse_for_people(board, limit_of(args, _DEFAULT_LIMIT), args.evaluation)
    return 0


def _is_decided(board: Board) -> bool:
    """Whether somebody has won. A drawn position can still be looked at."""
    outcome = board.outcome()
    return outcome is not None and (outcome.winner is not None or not board.legal_moves)


def _analyse_for_people(board: Board, limit: Limit, evaluation: str) -> None:
    judges = judgement(evaluation, board.variant).text
    mover = name_of(board.turn)
    end = end_of(board)
    say(f"{mover} to move{f' ({end})' if end else ''}. A score with + is good for {mover}.")
    if judges != "trained":
        say(f"Positions are judged by: {judges}.")
    say()
    table = Table(*_COLUMNS)
    room = max(terminal_width() - _ROOM_BEFORE_LINE, 20)

    def print_row(info: Info) -> None:
        table.row(
            info.depth,
            info.score,
            count(info.nodes),
            millions(info.nodes, info.time),
            time_taken(info.time),
            " " + shortened(line_of(board, info.pv), room),
        )

    with Engine(evaluation=evaluation) as engine:
        last = engine.analyse(board, limit, on_info=print_row)
    line = line_of(board, last.pv)
    say()
    say(f"Best   {line[0]}")
    say(f"Score  {last.score} for {mover}, at depth {last.depth}")
    say(textwrap.fill("Line   " + " ".join(line), terminal_width(), subsequent_indent=" " * 7))


def _analyse_for_machines(board: Board, limit: Limit, evaluation: str) -> None:
    depths: list[dict[str, Any]] = []
    if not _is_decided(board):
        with Engine(evaluation=evaluation) as engine:
            engine.analyse(
                board, limit, on_info=lambda info: depths.append(info_to_json(board, info))
            )
    say_json(
        variant=board.variant.name,
        fen=board.fen(),
        turn=board.turn.value,
        outcome=outcome_to_json(board.outcome()),
        evaluation=judgement(evaluation, board.variant).text,
        best=depths[-1]["line"][0] if depths else None,
        depths=depths,
    )
