"""``show`` and ``moves``: what a position is."""

from __future__ import annotations

from draughts._core import Board
from draughts.cli.arguments import Arguments, Commands, add_command, add_fen, add_look, board_of
from draughts.cli.output import (
    end_of,
    in_order,
    name_of,
    picture,
    say,
    say_json,
)
from draughts.protocols.shapes import outcome_to_json
from draughts.types import Color, Status

_PROBLEMS = {
    Status.WHITE_EMPTY: "White has no piece",
    Status.BLACK_EMPTY: "Black has no piece",
    Status.WHITE_MAN_ON_CROWN_ROW: "a white man stands where it would have been crowned",
    Status.BLACK_MAN_ON_CROWN_ROW: "a black man stands where it would have been crowned",
    Status.TOO_MANY_WHITE: "White has more pieces than at the start of a game",
    Status.TOO_MANY_BLACK: "Black has more pieces than at the start of a game",
}


def add_to(commands: Commands) -> None:
    """Add the commands ``show`` and ``moves``."""
    shown = add_command(
        commands,
        "show",
        show,
        summary="the board, whose turn it is, what is wrong with it",
        details="",
        examples="""\
  draughts show
  draughts show --variant russian --flipped
  draughts show "W:WK3,22,26:B9,15,K30" --ascii
""",
    )
    add_fen(shown)
    add_look(shown)
    listed = add_command(
        commands,
        "moves",
        moves,
        summary="the legal moves, in the variant's notation",
        details="",
        examples="""\
  draughts moves
  draughts moves "W:W18,26:B6,14,22"
  draughts moves --variant international --json
""",
    )
    add_fen(listed)


def show(args: Arguments) -> int:
    """Print a position."""
    board = board_of(args)
    problems = [text for flag, text in _PROBLEMS.items() if flag in board.status()]
    if args.json:
        say_json(
            variant=board.variant.name,
            fen=board.fen(),
            turn=board.turn.value,
            problems=[flag.name for flag in _PROBLEMS if flag in board.status()],
            outcome=outcome_to_json(board.outcome()),
        )
        return 0
    say(picture(board, ascii=args.ascii, flipped=args.flipped))
    say()
    say(f"{name_of(board.turn)} to move")
    say(f"Variant  {board.variant.name}, GameType {board.variant.game_type}")
    say(f"FEN      {board.fen()}")
    say(f"Pieces   {_pieces(board, Color.WHITE)}; {_pieces(board, Color.BLACK)}")
    say(f"Problems {'; '.join(problems) or 'none'}")
    say(f"Outcome  {end_of(board) or 'none, the game goes on'}")
    return 0


def _pieces(board: Board, color: Color) -> str:
    """What a side has: ``White 3 men, 1 king``."""
    men, kings = len(board.pieces(color, king=False)), len(board.pieces(color, king=True))
    parts = [
        f"{men} {'man' if men == 1 else 'men'}" if men else "",
        f"{kings} {'king' if kings == 1 else 'kings'}" if kings else "",
    ]
    return f"{name_of(color)} {', '.join(filter(None, parts)) or 'nothing'}"


def moves(args: Arguments) -> int:
    """Print the legal moves, one a line."""
    board = board_of(args)
    texts = in_order(board.pdn(move) for move in board.legal_moves)
    if args.json:
        say_json(
            variant=board.variant.name,
            fen=board.fen(),
            turn=board.turn.value,
            must_capture=board.must_capture,
            outcome=outcome_to_json(board.outcome()),
            moves=texts,
        )
        return 0
    end = end_of(board)
    if end:
        say(f"The game is over: {end}.")
    if texts:
        duty = "must capture" if board.must_capture else "to move"
        say(f"{name_of(board.turn)} {duty}, {len(texts)} legal")
    for text in texts:
        say(f"  {text}")
    return 0
