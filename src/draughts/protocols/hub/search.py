"""A search for ``draughts hub``: from ``go`` to ``done``, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from draughts._core import Board
from draughts.engine import Engine
from draughts.levels import Level
from draughts.limits import Limit
from draughts.protocols.hub.lines import Command
from draughts.protocols.hub.notation import Numbering, move_text, moves_text, score_text
from draughts.scores import Info, PlayResult

__all__ = ["MODES", "Search"]

MODES = ("think", "ponder", "analyze")

_POLL = 0.001  # seconds from one try to stop a search to the next, if it was only about to begin


class Search:
    """A search that runs, and tells what it finds.

    Args:
        engine: what searches.
        board: the position; nobody else may change it.
        limit: how long; without bounds, until it is stopped.
        level: how strong to play; None for all the engine has. It does not hold for ``analyze``.
        mode: ``"think"``, ``"ponder"`` or ``"analyze"``.
        numbering: how squares are counted in what is told.
        tell: is given the lines.
        on_end: called before the last line is told.
    """

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limit: Limit,
        level: Level | None,
        mode: str,
        *,
        numbering: Numbering,
        tell: Callable[[Command], None],
        on_end: Callable[[], None],
    ) -> None:
        self._engine, self._board, self._limit, self._level = engine, board, limit, level
        self._mode, self._tell, self._on_end = mode, tell, on_end
        self._numbering = numbering
        self._told: Info | None = None
        self._hit = False
        self._pondered = threading.Event()
        self._released = threading.Event()  # one without bounds ends when it is told to
        if mode != "ponder" and _has_bounds(limit):
            self._released.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Have it tell what it has found, now."""
        self._released.set()
        while self._thread.is_alive():
            self._engine.stop()
            self._thread.join(_POLL)

    def ponder_hit(self) -> None:
        """The move that was expected has been played: its clock runs from now."""
        if self._mode != "ponder" or self._hit:
            return
        self._hit = True
        while self._thread.is_alive() and not self._pondered.is_set():
            self._engine.stop()
            self._pondered.wait(_POLL)
        self._released.set()

    def _run(self) -> None:
        try:
            done = self._done(self._search())
        except Exception as error:  # whatever it is, who waits for an answer gets one
            self._tell(Command("error", {"message": f"the search has failed: {error}"}))
            done = Command("done")
        self._on_end()
        self._tell(done)

    def _search(self) -> PlayResult:
        if self._mode == "think":
            result = self._think()
        else:
            result = self._analyse()
            self._pondered.set()
        self._released.wait()
        # What pondering has found stands in the table, so that thinking soon catches up with it.
        return self._think() if self._hit else result

    def _think(self) -> PlayResult:
        return self._engine.play(
            self._board, self._limit, level=self._level, on_info=self._tell_info
        )

    def _analyse(self) -> PlayResult:
        limit = self._limit
        if self._mode == "ponder":
            limit = Limit(depth=limit.depth, nodes=limit.nodes)
        info = self._engine.analyse(self._board, limit, on_info=self._tell_info)
        return PlayResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)

    def _tell_info(self, info: Info) -> None:
        if info.multipv > 1:
            return
        self._told = info
        arguments = {
            "depth": str(info.depth),
            "score": score_text(info.score),
            "nodes": str(info.nodes),
            "time": f"{info.time:.3f}",
            "nps": f"{info.nps / 1e6:.2f}",
            "pv": moves_text(info.pv, self._board.variant, self._numbering),
        }
        self._tell(Command("info", arguments))

    def _done(self, result: PlayResult) -> Command:
        """The last line; before it the line of a move that a low level has chosen."""
        if result.info is not self._told:
            self._tell_info(result.info._replace(multipv=1))
        variant = self._board.variant
        arguments = {"move": move_text(result.move, variant, self._numbering)}
        if result.ponder is not None:
            arguments["ponder"] = move_text(result.ponder, variant, self._numbering)
        return Command("done", arguments)


def _has_bounds(limit: Limit) -> bool:
    """Whether a search ends by itself; a bound of 0 is one."""
    return any(
        bound is not None for bound in (limit.time, limit.nodes, limit.depth, limit.remaining)
    )
