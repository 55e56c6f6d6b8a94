"""Two players at one terminal: what they are told, and what they may type."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import ClassVar

from draughts.cli.archive import Archive
from draughts.cli.commentary import Commentary
from draughts.cli.output import in_order, name_of, say
from draughts.cli.terminal import Screen, ask
from draughts.cli.words import pieces, way
from draughts.clock import Clock
from draughts.errors import DraughtsError, GameOverError
from draughts.explain import Reason
from draughts.game import Game
from draughts.series import Series
from draughts.types import Color

__all__ = ["Session"]

_HELP = """\
moves      the legal moves
undo       take the last move back
redo       bring back what was taken back
draw       offer a draw; the other side is asked
claim      claim a draw that the rules give
resign     give up
new        the next game; the players change colours
pieces     the pieces of each side, by square
board      show the position again; so does Enter alone
fen        the position as FEN
pdn        the game as PDN
save FILE  write the games to the end of a PDN file
quit       leave"""


class Session:
    """A conversation with two players, line by line, until they leave.

    Args:
        series: the players and the rules.
        screen: how things are shown.
        fen: where each game starts; by default the start of the variant.
        turn_time: seconds for each turn, or None. They are counted when a line is entered.
        resume: what to type in a shell to go on with a game.
        now: the time in seconds.

    Raises:
        InvalidFenError: ``fen`` is no FEN.
    """

    def __init__(
        self,
        series: Series,
        screen: Screen,
        *,
        fen: str | None = None,
        turn_time: float | None = None,
        resume: Callable[[Game], str],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._series = series
        self._screen = screen
        self._tell = screen.tell
        self._fen = fen
        self.game = self._new_game()
        self._told = Commentary(series, screen, turn_time)
        self._clock = Clock(per_move=turn_time, now=now)
        self._archive = Archive(series)
        self._resume = resume
        self._going_on = True

    def keep_in(self, path: str) -> None:
        """Write the games to the end of a file when the players leave.

        Raises:
            OSError: the file cannot be written.
        """
        self._archive.open(path)

    def run(self) -> None:
        """Play until somebody types ``quit``, or nothing more is to come.

        Raises:
            KeyboardInterrupt: Ctrl-C; the games are kept as after ``quit``.
        """
        try:
            self._told.introduce()
            self._start_turn()
            while self._going_on:
                self._answer(ask(self._screen.prompt(self._told.who_types())))
        except EOFError:
            say()
        except KeyboardInterrupt:
            say()
            raise
        finally:
            self._leave()

    def _start_turn(self) -> None:
        """Let the time of the next turn run, if there is one."""
        self._clock.stop()
        if self.game.outcome() is None:
            self._clock.start(self.game.board.turn)

    def _new_game(self) -> Game:
        game = self._series.new_game(self._fen)
        game.tags["Date"] = time.strftime("%Y.%m.%d")
        return game

    # --- what they type ---------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._COMMANDS.get(word.lower())
        if self._time_is_up() and command is not Session._quit:
            return
        try:
            if command:
                command(self, rest.strip())
            elif line:
                self._move(line)
            else:
                self._told.show()
        except GameOverError:
            self._told.state()
        except DraughtsError as error:
            text = str(error)
            self._tell(f"{text[:1].upper()}{text[1:]}.")

    def _time_is_up(self) -> bool:
        """Whether the turn took too long, which ends the game."""
        side = self._clock.flagged
        if side is None:
            return False
        used = self._clock.used
        self.game.flag(side)
        self._tell(f"{name_of(side)} took {used:.0f} seconds.")
        self._finish()
        return True

    def _finish(self) -> None:
        """Tell that the players have ended the game."""
        self._clock.stop()
        self._told.state()

    def _move(self, text: str) -> None:
        if self.game.outcome() is not None:
            self._told.state()
            return
        explanation = self.game.board.explain(text)
        if explanation.reason is Reason.LEGAL:
            self.game.play(text)
            self._told.show()
            self._start_turn()
            return
        unreadable = explanation.reason is Reason.NOT_A_MOVE
        hint = "Type help to see what can be typed." if unreadable else None
        self._tell(str(explanation), hint)

    def _help(self, _: str) -> None:
        example = self.game.board.legal_moves[:1]
        such_as = f", such as {self.game.board.pdn(example[0])}" if example else ""
        say(f"A move{such_as}, or one of these:\n{_HELP}")

    def _moves(self, _: str) -> None:
        board = self.game.board
        texts = in_order(board.pdn(move) for move in board.legal_moves)
        self._tell(f"{len(texts)} legal: {', '.join(texts)}." if texts else "No legal move.")

    def _undo(self, _: str) -> None:
        undone = self.game.end
        try:
            move = self.game.undo()
        except IndexError:
            self._tell("There is nothing to take back.")
            return
        if move is None:
            self._tell("The end is taken back.")
            self._told.state()
        else:
            text = way(self.game.board, undone, spoken=self._screen.plain)
            self._tell(f"Taken back: {text}.")
            self._told.show()
        self._start_turn()

    def _redo(self, _: str) -> None:
        try:
            self.game.redo()
        except IndexError:
            self._tell("There is nothing to bring back.")
            return
        self._told.show()
        self._start_turn()

    def _resign(self, _: str) -> None:
        self.game.resign(self.game.board.turn)
        self._finish()

    def _draw(self, _: str) -> None:
        side = self.game.board.turn
        self.game.offer_draw(side)
        self._clock.pause()
        other = name_of(side.opposite)
        if self._confirm(f"{name_of(side)} offers a draw. {other}, do you accept?"):
            self.game.accept_draw(side.opposite)
            self._finish()
            return
        self.game.decline_draw(side.opposite)
        self._clock.resume()
        self._tell(f"{other} declines.")
        self._told.state()

    def _claim(self, _: str) -> None:
        self.game.claim_draw(self.game.board.turn)
        self._finish()

    def _new(self, _: str) -> None:
        is_broken_off = self.game.outcome() is None and self.game.end is not self.game.root
        if is_broken_off and not self._confirm("This game is not over. Begin another?"):
            return
        self.game = self._new_game()
        self._told.introduce()
        self._start_turn()

    def _pieces(self, _: str) -> None:
        for side in Color:
            self._tell(pieces(self.game.board, side))

    def _board(self, _: str) -> None:
        self._told.show()

    def _print_fen(self, _: str) -> None:
        say(self.game.board.fen())

    def _print_pdn(self, _: str) -> None:
        say(self.game.to_pdn().strip())

    def _save(self, path: str) -> None:
        if not path and self._archive.path is None:
            self._tell("Type the name of a file too: save games.pdn")
            return
        try:
            path = os.path.expanduser(path)
            if path not in ("", self._archive.path):
                self._archive.open(path)
            self._archive.write()
        except (OSError, ValueError) as error:
            self._tell(f"Not saved: {getattr(error, 'strerror', None) or error}.")
            return
        self._tell(f"Saved in {self._archive.path}.")

    def _quit(self, _: str) -> None:
        self._going_on = False

    _COMMANDS: ClassVar[Mapping[str, Callable[[Session, str], None]]] = {
        "help": _help,
        "moves": _moves,
        "undo": _undo,
        "redo": _redo,
        "resign": _resign,
        "draw": _draw,
        "claim": _claim,
        "new": _new,
        "pieces": _pieces,
        "board": _board,
        "fen": _print_fen,
        "pdn": _print_pdn,
        "save": _save,
        "quit": _quit,
    }

    def _confirm(self, question: str) -> bool:
        while True:
            answer = ask(f"{question} (yes or no) ").lower()
            if answer in ("yes", "y", "no", "n"):
                return answer.startswith("y")

    def _leave(self) -> None:
        """Save what is to be saved, and tell how to go on."""
        if self._archive.is_complete:
            return
        if self._archive.path is not None:
            self._save("")
        else:
            self._tell(
                "The games are not saved. To keep them in a file, type save FILE before you leave,",
                "or start with draughts play --save FILE.",
            )
        if self.game.outcome() is None and self.game.end.move is not None:
            say(f"To go on with this game:\n  {self._resume(self.game)}")
