"""CheckerBoard's engines, with the interface of ours."""

from __future__ import annotations

import importlib.resources
import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType

from draughts._core import Board
from draughts.errors import EngineError, ProtocolError
from draughts.limits import Limit
from draughts.protocols.checkerboard.host import (
    escaped,
    format_grid,
    parse_grid,
    parse_move,
    unescaped,
)
from draughts.protocols.checkerboard.position import (
    array_of,
    color_code,
    game_type_of,
    move_between,
    numeric_fen,
    variant_of,
)
from draughts.protocols.checkerboard.times import RESET_MOVES, pack
from draughts.protocols.process import Child
from draughts.scores import Info, PlayResult, Score
from draughts.variants import ENGLISH, Variant

__all__ = ["CheckerBoardEngine"]

_MOST_HISTORY = 255  # characters of a command


class CheckerBoardEngine:
    """An engine made for CheckerBoard, in a process of its own; a context manager.

    Args:
        command: the library of an engine (a path); or a program and its arguments that speaks the
            lines of :mod:`draughts.protocols.checkerboard.host`.
        python: the interpreter that loads a library, such as one of 32 bits for an older engine; by
            default this one. It needs nothing installed.
        options: what ``set`` is asked for at the start, such as ``{"hashsize": 64}``.
        cwd: the folder in which it runs.
        timeout: seconds that an answer may take, beyond the time to think; longer is a fault.

    Attributes:
        name: what the engine calls itself.
        variant: the rules that it plays.
        status: the last text about its search.
        claim: what it says of the game after its last move: ``"draw"``, ``"win"``, ``"loss"``, or
            "" if it says nothing.

    Raises:
        EngineError: it cannot be started, or refuses an option.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        python: str | None = None,
        options: Mapping[str, str | int] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        timeout: float = 10.0,
    ) -> None:
        if isinstance(command, (str, os.PathLike)):
            if not os.path.exists(command):
                raise EngineError(f"there is no file {os.fspath(command)!r}")
            host = importlib.resources.files("draughts.protocols.checkerboard").joinpath("host.py")
            command = [python or sys.executable, str(host), os.path.abspath(command)]
        self._child = Child(command, cwd=cwd)
        self._timeout = timeout
        self._asking = threading.Lock()
        self._searching = False
        self._fresh = True
        self.status = ""
        self.claim = ""
        try:
            self.name = self.command("name")[1]
            self.variant = self._asked_variant()
            for name, value in (options or {}).items():
                self.set_option(name, value)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> CheckerBoardEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._searching:
            self._child.write("playnow")
        self._child.write("quit")
        self._child.close()

    def _asked_variant(self) -> Variant:
        done, reply = self.command("get gametype")
        if not done or not reply.strip().isdecimal():
            return ENGLISH  # older engines know no such command
        try:
            return variant_of(int(reply))
        except ProtocolError as error:
            raise EngineError(f"{self.name}: {error}") from None

    # --- commands ---------------------------------------------------------------------------------

    def command(self, text: str) -> tuple[bool, str]:
        """Call ``enginecommand``.

        Args:
            text: the command, at most 255 characters.

        Returns:
            Whether it was done, and the reply; ``?`` for a command that the engine does not know.

        Raises:
            EngineError: the engine has ended, hangs, answers nonsense, or is searching.
        """
        with self._asked():
            self._child.write(f"command {escaped(text)}")
            code, _, reply = self._answer("reply", self._timeout).partition(" ")
            if not code.lstrip("-").isdecimal():
                raise EngineError(f"{self._child.name} answers {code!r} where a number should be")
            return code != "0", unescaped(reply)

    def set_option(self, name: str, value: str | int) -> None:
        """Set an option of the engine.

        Raises:
            EngineError: it knows no such option, or refuses the value.
        """
        done, reply = self.command(f"set {name} {value}")
        if not done:
            raise EngineError(f"{self.name} refuses {name} {value}: {reply!r}")

    def new_game(self) -> None:
        """Tell the engine with the next search that the position does not go on with the last."""
        self._fresh = True

    # --- moves ------------------------------------------------------------------------------------

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move that the engine plays.

        Args:
            board: the position; it is not changed.
            limit: ``time``, or ``remaining`` with ``increment``: the engines know nothing else.

        Returns:
            The move; of ``info`` only its time and its line of one move are known, and whether it
            claims a win or a loss. What it found otherwise is text, in :attr:`status`.

        Raises:
            EngineError: the variant or the limit is not for this engine, it has ended, hangs, or
                answers nonsense.
        """
        self._check_plays(board.variant)
        if not board.legal_moves:
            raise EngineError(f"there is no move in {board.fen()}")
        maxtime, info, moreinfo = pack(limit)
        self.command(_history(board))
        began = time.perf_counter()
        with self._asked():
            self._searching = True
            reset, self._fresh = (RESET_MOVES if self._fresh else 0), False
            self._child.write(
                f"getmove {color_code(board.turn)} {maxtime:.3f} {info | reset} {moreinfo} "
                f"{format_grid(array_of(board))}"
            )
            try:
                answer = self._answer("move", max(maxtime, limit.remaining or 0.0) + self._timeout)
            finally:
                self._searching = False
        return self._read_move(board, answer, time.perf_counter() - began)

    def _check_plays(self, variant: Variant) -> None:
        try:
            if game_type_of(variant) == game_type_of(self.variant):
                return
        except ProtocolError:
            pass
        raise EngineError(f"{self.name} plays {self.variant.name}, not {variant.name}")

    def _read_move(self, board: Board, answer: str, seconds: float) -> PlayResult:
        try:
            result, after, fields = answer.split(" ", 2)
            parse_move(fields)
            move = move_between(board, parse_grid(after))
            self.claim = ("draw", "win", "loss", "")[int(result) & 3]
        except ProtocolError as error:
            raise EngineError(f"{self.name}: {error}") from None
        except ValueError:
            raise EngineError(f"{self.name} answers {answer!r}, which is no move") from None
        ends = {"win": 1, "loss": -1}.get(self.claim)
        score = Score(0, None) if ends is None else Score(None, ends)
        return PlayResult(move, None, Info(0, 0, score, 0, seconds, [move]))

    def stop(self) -> None:
        """Have a search end at once, with the move found so far; from any thread."""
        if self._searching:
            self._child.write("playnow")

    # --- lines ------------------------------------------------------------------------------------

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """One question at a time."""
        if not self._asking.acquire(blocking=False):
            raise EngineError(f"{self._child.name} is busy with another question")
        try:
            yield
        finally:
            self._asking.release()

    def _answer(self, word: str, seconds: float) -> str:
        """What comes after a word; texts on the way are kept."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = self._child.read(left)
            if line is None:
                continue
            found, _, rest = line.partition(" ")
            if found == word:
                return rest
            if found == "status":
                self.status = unescaped(rest)
            elif found == "error":
                raise EngineError(f"{self._child.name}: {unescaped(rest)}")
        self._child.close(0.0)
        raise EngineError(f"{self._child.name} has not answered within {seconds:.1f} s")


def _history(board: Board) -> str:
    """The command that tells what may be repeated: king moves without a capture."""
    start, moves = board.copy(), []
    while start.move_stack:
        move = start.pop()
        piece = start.piece_at(move.from_square)
        if move.is_capture or piece is None or not piece.is_king:
            start.push(move)
            break
        moves.append(f"{move.from_square}-{move.to_square}")
    while True:
        command = " ".join(["set gamehist", numeric_fen(start), *reversed(moves)])
        if len(command) <= _MOST_HISTORY or not moves:
            return command
        start.push(board.move_stack[len(start.move_stack)])
        moves.pop()
