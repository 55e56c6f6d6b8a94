"""A search that an engine was told to do: from ``pos`` and ``go`` to its ``done``."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator

from draughts._core import Board
from draughts.errors import EngineError, ProtocolError
from draughts.limits import Limit
from draughts.protocols.hub.answers import parse_info, parse_result
from draughts.protocols.hub.limits import level_arguments
from draughts.protocols.hub.lines import Command, parse_line
from draughts.protocols.hub.notation import moves_text, position_text
from draughts.protocols.process import Child
from draughts.scores import Info, PlayResult

__all__ = ["BadAnswerError", "Order"]

_SLICE = 0.1  # seconds after which a wait looks whether it has been stopped
_AFTER_ERROR = 1.0  # seconds in which done should follow an error


class BadAnswerError(EngineError):
    """An engine has ended its search with an error or without a legal move; it may be asked again.

    Args:
        message: what is wrong.
        move: what it has answered, "" for nothing.
    """

    def __init__(self, message: str, move: str = "") -> None:
        super().__init__(message)
        self.move = move


class Order:
    """A search by an engine, which begins at once.

    Args:
        child: the engine, which must be ready.
        name: what the engine is called in messages.
        board: the position.
        limit: when it is to stop.
        mode: ``"think"``, ``"ponder"`` or ``"analyze"``.
        timeout: seconds of silence after which it counts as hung.
    """

    def __init__(
        self, child: Child, name: str, board: Board, limit: Limit, mode: str, timeout: float
    ) -> None:
        self._child, self._name, self._timeout = child, name, timeout
        self._board = board.copy()
        self._error = ""
        self._stopping = threading.Lock()
        self._is_stopped = False
        child.forget()
        for command in _question(board, limit, mode):
            child.write(str(command))
        self._began = time.monotonic()
        seconds = math.inf if limit.time is None else limit.time
        clock = math.inf if limit.remaining is None else limit.remaining
        self._may_be_silent = seconds < math.inf  # not for all the time on a clock
        self._deadline = self._began + min(seconds, clock) + timeout

    def stop(self) -> None:
        """Tell the engine to end the search; from any thread."""
        with self._stopping:
            if not self._is_stopped:
                self._is_stopped = True
                self._deadline = min(self._deadline, time.monotonic() + self._timeout)
                self._child.write("stop")

    def infos(self) -> Generator[Info, None, PlayResult]:
        """What the engine tells until it has done; the last value is its move.

        Raises:
            BadAnswerError: it has answered, but wrongly.
            EngineError: it has ended, or hangs.
        """
        last: Info | None = None
        while True:
            try:
                command = parse_line(self._next_line())
            except ProtocolError:
                continue  # chatter
            if command.name == "error":
                self._heed(command.arguments.get("message", "an error without a message"))
            elif command.name == "done":
                with self._stopping:
                    self._is_stopped = True  # there is nothing to stop any more
                return self._result(command, last)
            elif command.name == "info":
                info = parse_info(command.arguments, self._board, self._seconds())
                if info is not None:
                    last = info
                    yield info

    def end(self) -> None:
        """Stop, and hear what comes until the engine is free.

        Raises:
            EngineError: it has ended, or hangs.
        """
        self.stop()
        try:
            for _ in self.infos():
                pass
        except BadAnswerError:
            pass

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _heed(self, message: str) -> None:
        """Take note of an error. The engine should end the search; what it says then is no news."""
        self._error = self._error or message
        self._deadline = min(self._deadline, time.monotonic() + _AFTER_ERROR)

    def _result(self, command: Command, last: Info | None) -> PlayResult:
        if self._error:
            raise BadAnswerError(f"{self._name}: {self._error}")
        try:
            return parse_result(command.arguments, self._board, last, self._seconds())
        except ProtocolError as error:
            move = command.arguments.get("move", "")
            raise BadAnswerError(
                f"{self._name} has answered {str(command)!r}: {error}", move
            ) from None

    def _next_line(self) -> str:
        """What the engine says next. If it says nothing for long, it is asked whether it lives."""
        silent_since, is_asked = time.monotonic(), False
        while True:
            line = self._child.read(_SLICE)
            now = time.monotonic()
            if now > self._deadline:
                raise EngineError(self._why_late())
            if line is not None:
                return line
            if now - silent_since > self._timeout and not self._may_be_silent:
                if is_asked:
                    raise EngineError(f"{self._name} hangs: it does not even answer a ping")
                silent_since, is_asked = now, True
                self._child.write("ping")

    def _why_late(self) -> str:
        if self._error:
            return f"{self._name}: {self._error}"
        asked = "it was told to stop" if self._is_stopped else "its time was over"
        return f"{self._name} hangs: it is still searching {self._timeout:g} s after {asked}"


def _question(board: Board, limit: Limit, mode: str) -> tuple[Command, Command, Command]:
    """A position with all the moves that led to it, a limit, and the order to search."""
    played = board.move_stack
    root = board.copy()
    for _ in played:
        root.pop()
    position = {"pos": position_text(root)}
    if played:
        position["moves"] = moves_text(played, board.variant)
    return (
        Command("pos", position),
        Command("level", level_arguments(limit)),
        Command("go", {mode: ""}),
    )
