"""The engine: what to play, what a position is worth, and the line that shows why."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

from draughts._core import Board, Move, Searcher
from draughts.errors import EngineError

__all__ = ["Engine", "Info", "Limit", "PlayResult", "Score"]

_WIN = 30_000
_WIN_IN_SIGHT = _WIN - 120
_DEEPEST = 119
_MANY_NODES = 1 << 62
_LONG_TIME = 1e9  # seconds


class Score(NamedTuple):
    """What a position is worth to one side.

    ``centimen`` is in hundredths of a man; ``win_in`` is set instead when the end is in sight:
    plies until that side has won, or, negative, until it has lost (0 when it has lost already).

    >>> str(Score(150, None)), str(Score(None, 7)), str(Score(None, 0))
    ('+1.50', 'win in 7', 'loss in 0')
    """

    centimen: int | None
    win_in: int | None

    @classmethod
    def _from_search(cls, score: int) -> Score:
        if score >= _WIN_IN_SIGHT:
            return cls(None, _WIN - score)
        if score <= -_WIN_IN_SIGHT:
            return cls(None, -(_WIN + score))
        return cls(score, None)

    def __str__(self) -> str:
        if self.centimen is not None:
            return f"{self.centimen / 100:+.2f}"
        assert self.win_in is not None
        return f"win in {self.win_in}" if self.win_in > 0 else f"loss in {-self.win_in}"


class Limit(NamedTuple):
    """How long to search; the first limit that is met ends it. With none, until ``stop()``.

    Args:
        time: seconds.
        nodes: positions looked at.
        depth: plies.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Info(NamedTuple):
    """What one iteration of a search found.

    Args:
        depth: plies searched in full.
        seldepth: plies of the longest line looked at.
        score: the worth to the side to move.
        nodes: positions looked at so far.
        time: seconds so far.
        pv: the principal variation, the best line found.
    """

    depth: int
    seldepth: int
    score: Score
    nodes: int
    time: float
    pv: list[Move]

    @property
    def nps(self) -> int:
        """Positions looked at in a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


class PlayResult(NamedTuple):
    """A move to play, and the search behind it.

    Args:
        move: what to play.
        ponder: the reply that is expected, if there is one.
        info: the search.
    """

    move: Move
    ponder: Move | None
    info: Info


class Engine:
    """An engine for every variant.

    A search releases the GIL and may be stopped from another thread. One engine runs one search at
    a time; make several for several threads.

    >>> with Engine() as engine:
    ...     engine.play(Board.from_fen("W:W18,26:B6,14,22"), Limit(depth=4)).move
    Move(26, 1, {6, 14, 22}, promotes=True, path=(26, 17, 10, 1))
    """

    def __init__(self) -> None:
        self._searcher = Searcher()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop what runs. The engine may be used again."""
        self.stop()

    def stop(self) -> None:
        """Make a running search return what it has found; from any thread."""
        self._searcher.stop()

    def analyse(
        self, board: Board, limit: Limit, *, on_info: Callable[[Info], None] | None = None
    ) -> Info:
        """Search a position.

        Args:
            board: the position; it is not changed.
            limit: when to stop. One ply is searched in any case.
            on_info: called after every iteration.

        Returns:
            The last finished iteration.

        Raises:
            EngineError: the game is won and over, or this engine is searching already.
            ValueError: a limit is negative or no number.

        >>> Engine().analyse(Board(), Limit(depth=3)).depth
        3
        """
        for name, value in zip(limit._fields, limit, strict=True):
            if value is not None and not value >= 0:
                raise ValueError(f"{name} is {value!r}; a limit is not negative")
        ended = board.outcome()
        if ended is not None and ended.winner is not None:
            raise EngineError(f"the game is over: {ended.winner.value} has won")
        found: list[Info] = []

        def keep(report: tuple[int, int, int, int, float, list[Move]]) -> None:
            depth, seldepth, score, nodes, time, pv = report
            found.append(Info(depth, seldepth, Score._from_search(score), nodes, time, pv))
            if on_info is not None:
                on_info(found[-1])

        self._searcher.run(
            board,
            depth=_DEEPEST if limit.depth is None else min(max(limit.depth, 1), _DEEPEST),
            nodes=0 if limit.nodes is None else min(max(limit.nodes, 1), _MANY_NODES),
            time=0.0 if limit.time is None else min(max(limit.time, 1e-9), _LONG_TIME),
            report=keep,
        )
        return found[-1]

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move to play. See :meth:`analyse` for the arguments and what is raised."""
        info = self.analyse(board, limit)
        return PlayResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)
