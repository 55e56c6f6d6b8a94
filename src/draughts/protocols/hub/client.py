"""Engines of others that speak the Hub protocol, driven like our own."""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import overload

from draughts._core import Board
from draughts.aside import aside
from draughts.errors import EngineError
from draughts.levels import Level
from draughts.limits import Limit, check
from draughts.protocols.hub.handshake import Option, shake_hands
from draughts.protocols.hub.notation import same_rules
from draughts.protocols.hub.order import BadAnswerError, Order
from draughts.protocols.process import Child
from draughts.scores import Info, PlayResult
from draughts.variants import INTERNATIONAL, Variant
from draughts.variants import variant as named_variant

__all__ = ["HubEngine"]

_FAREWELL = 1.0  # seconds that an engine has to quit by itself
_CLEARING = 2.0  # seconds in which an engine should be ready for a new game


class HubEngine:
    """An engine in a process of its own that speaks the Hub protocol, such as Scan.

    It is used as an :class:`~draughts.Engine` is. What goes wrong with it ends in an
    :class:`~draughts.EngineError` in time, and leaves no process. An engine that hangs or breaks
    off is killed, and then cannot be used any more.

    Args:
        command: the program and its arguments. A program that is no path is looked for as the shell
            does, a path from the current folder and then from ``cwd``.
        cwd: the folder in which it runs; by default the current one.
        options: values of its parameters, see :attr:`parameters`; the variant is not among them.
        variant: the rules, or their name. An engine that declares no parameter for them is taken to
            play by them.
        timeout: seconds that it may take to start, to stop, or to be late.

    Attributes:
        id: what it says of itself: ``name``, ``version``, ``author``, ``country``.
        parameters: what can be set, by name.
        variant: the rules.

    Raises:
        EngineError: it cannot be started, does not speak the protocol, does not know the variant
            or an option.

    >>> import sys
    >>> with HubEngine([sys.executable, "-m", "draughts", "hub"], variant="russian") as engine:
    ...     result = engine.play(Board("russian"), Limit(depth=4))
    >>> result.move in Board("russian").legal_moves, engine.name
    (True, 'draughts')
    """

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        cwd: str | os.PathLike[str] | None = None,
        options: Mapping[str, Option] | None = None,
        variant: Variant | str = INTERNATIONAL,
        timeout: float = 10.0,
    ) -> None:
        self.variant = named_variant(variant)
        self._timeout = timeout
        self._busy = threading.Lock()
        self._order: Order | None = None
        self._pondering: Order | None = None
        self._fault = ""
        self._child = Child(command, cwd=cwd)
        try:
            self.id, self.parameters = shake_hands(
                self._child, self.variant, options or {}, timeout
            )
        except BaseException:
            self._child.close(0.0)
            raise

    def __enter__(self) -> HubEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """What it calls itself, or else its program."""
        return self.id.get("name") or self._child.name

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._child.pid

    def close(self) -> None:
        """Have it quit, or kill it if it does not. A search that runs ends in an error."""
        self._fault = self._fault or f"{self.name} was closed"
        self._child.write("quit")
        self._child.close(_FAREWELL)

    # --- searches ---------------------------------------------------------------------------------

    def stop(self) -> None:
        """Make a running search return what it has found, and end pondering; from any thread."""
        order = self._order
        if order is not None:
            order.stop()
        elif self._pondering is not None:
            with suppress(EngineError), self._reserved():  # which ends it
                pass

    def new_game(self) -> None:
        """Have it forget what earlier searches have learnt.

        That takes an engine its time: it is waited for, so that the next search loses none of its
        own.

        Raises:
            EngineError: a search is running, or the engine has ended.
        """
        with self._reserved():
            self._child.forget()
            self._child.write("new-game")
            self._wait_for_pong(_CLEARING)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Info: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        on_info: Callable[[Info], None] | None = None,
    ) -> list[Info]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Info | list[Info]:
        """Search a position.

        Args:
            board: the position, with the moves that led to it; it is not changed.
            limit: when to stop.
            multipv: 1 or None; the protocol knows one line alone.
            on_info: called with every line that it tells.

        Returns:
            The last line that it told, beginning with the move that it found best; with ``multipv``
            in a list.

        Raises:
            EngineError: the game is over, the board is of another variant, a search is running
                already; or the engine has ended, hangs, or answers what is no legal move.
            ValueError: a limit is negative or no number.
        """
        _check_lines(multipv)
        info = self._search(board, limit, "analyze", on_info).info
        return info if multipv is None else [info]

    def play(
        self,
        board: Board,
        limit: Limit | Level,
        *,
        level: Level | None = None,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> PlayResult:
        """The move to play.

        Args:
            board: the position, with the moves that led to it; it is not changed.
            limit: when to stop.
            level: None; the protocol knows no levels.
            ponder: have it go on thinking about the reply that it expects until it is asked again
                or stopped.
            on_info: called with every line that it tells.

        Raises:
            EngineError, ValueError: as for :meth:`analyse`.
        """
        if isinstance(limit, Level) or level is not None:
            raise EngineError(
                f"{self.name} has no levels; limit its nodes or depth, or set its parameters"
            )
        result = self._search(board, limit, "think", on_info)
        if ponder and result.ponder is not None:
            expected = board.copy()
            expected.push(result.move)
            expected.push(result.ponder)
            if expected.outcome() is None:
                with self._reserved():
                    self._pondering = self._ordered(expected, Limit(), "ponder")
        return result

    def stream(self, board: Board, limit: Limit, *, multipv: int = 1) -> Iterator[Info]:
        """Search a position and give every line as it is told.

        The search ends when the iterator is closed or exhausted. See :meth:`analyse` for the
        arguments and what is raised.
        """
        _check_lines(multipv)
        yield from self._infos(board, limit, "analyze")

    async def aplay(
        self, board: Board, limit: Limit | Level, *, level: Level | None = None
    ) -> PlayResult:
        """:meth:`play` for asyncio: the loop goes on while the engine thinks.

        The search is stopped if the task is cancelled.
        """
        work = functools.partial(self.play, board.copy(), limit, level=level)
        return await aside(work, self.stop)

    async def aanalyse(self, board: Board, limit: Limit) -> Info:
        """:meth:`analyse` for asyncio; see :meth:`aplay`."""
        return await aside(functools.partial(self.analyse, board.copy(), limit), self.stop)

    def _search(
        self, board: Board, limit: Limit, mode: str, on_info: Callable[[Info], None] | None
    ) -> PlayResult:
        infos = self._infos(board, limit, mode)
        try:
            while True:
                info = next(infos)
                if on_info is not None:
                    on_info(info)
        except StopIteration as end:
            result: PlayResult = end.value
            return result
        finally:
            infos.close()

    def _infos(self, board: Board, limit: Limit, mode: str) -> Generator[Info, None, PlayResult]:
        check(limit)
        self._check_board(board)
        with self._reserved():
            order = self._order = self._ordered(board, limit, mode)
            is_answered = False
            try:
                result = yield from order.infos()
                is_answered = True
                return result
            except EngineError as error:
                is_answered = True
                raise self._judged(error) from None
            finally:
                self._order = None
                if not is_answered:  # nobody wants to know any more
                    self._end(order)

    def _ordered(self, board: Board, limit: Limit, mode: str) -> Order:
        return Order(self._child, self.name, board, limit, mode, self._timeout)

    def _check_board(self, board: Board) -> None:
        if not same_rules(board.variant, self.variant):
            raise EngineError(
                f"{self.name} was started for {self.variant.name}; "
                f"the board is one of {board.variant.name}"
            )
        ended = board.outcome()
        if ended is not None and ended.winner is not None:
            raise EngineError(f"the game is over: {ended.winner.value} has won")

    @contextmanager
    def _reserved(self) -> Iterator[None]:
        """The engine for one thread alone, free to be told something."""
        if not self._busy.acquire(blocking=False):
            raise EngineError(
                f"{self.name} is searching already; start it once more for this search"
            )
        try:
            if self._fault:
                raise EngineError(self._fault)
            order, self._pondering = self._pondering, None
            if order is not None:
                self._end(order)
            yield
        finally:
            self._busy.release()

    def _end(self, order: Order) -> None:
        try:
            order.end()
        except EngineError as error:
            raise self._judged(error) from None

    def _wait_for_pong(self, seconds: float) -> None:
        """Ask whether it has done what it was told, and go on if it does not answer."""
        self._child.write("ping")
        deadline = time.monotonic() + seconds
        try:
            while (left := deadline - time.monotonic()) > 0:
                if (self._child.read(left) or "").strip() == "pong":
                    return
        except EngineError as error:
            raise self._judged(error) from None

    def _judged(self, error: EngineError) -> EngineError:
        """What is to be told of an error; an engine that cannot be relied on is ended."""
        if isinstance(error, BadAnswerError):
            return error
        self._fault = self._fault or str(error)
        self._child.close(0.0)
        return EngineError(self._fault)


def _check_lines(multipv: int | None) -> None:
    if multipv is not None and multipv != 1:
        raise EngineError("the Hub protocol knows one line alone; multipv must be 1")
