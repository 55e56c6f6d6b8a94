"""Our engine answering CheckerBoard's calls."""

from __future__ import annotations

from collections.abc import Callable

from draughts._core import Board
from draughts._version import __version__
from draughts.engine import Engine
from draughts.limits import Limit
from draughts.protocols.checkerboard.host import Grid, Jump, MoveFields, Status
from draughts.protocols.checkerboard.position import (
    CBMove,
    array_of,
    board_of,
    format_movelist,
    game_type_of,
    variant_of,
)
from draughts.protocols.checkerboard.times import RESET_MOVES, limit_of
from draughts.scores import Info
from draughts.variants import ENGLISH, Variant
from draughts.variants import variant as named_variant

__all__ = ["CheckerBoardServer"]

DRAW, WIN, LOSS, UNKNOWN = range(4)  # what getmove returns
_DONE, _NOT_DONE = 1, 0  # what enginecommand returns
_NO_SUCH_COMMAND = "?"


class CheckerBoardServer:
    """An engine of ours behind CheckerBoard's functions.

    Args:
        variant: one that CheckerBoard knows: English, Italian, Spanish, Russian or Brazilian.
        hash_mb: megabytes of the transposition table, until ``set hashsize`` changes that.
        threads: how many the search uses, until ``set searchthreads`` changes that.

    Raises:
        ProtocolError: CheckerBoard does not know the variant.

    >>> server = CheckerBoardServer()
    >>> server.enginecommand("get gametype")
    (1, '21')
    >>> server.enginecommand("set book 3")
    (0, '?')
    """

    def __init__(
        self, variant: Variant | str = ENGLISH, *, hash_mb: int = 64, threads: int = 1
    ) -> None:
        self._variant = named_variant(variant) if isinstance(variant, str) else variant
        game_type_of(self._variant)
        self._hash_mb, self._threads = hash_mb, threads
        self._engine = Engine(hash_mb=hash_mb, threads=threads)
        self._history: Board | None = None
        self._now = False

    # --- getmove ----------------------------------------------------------------------------------

    def getmove(
        self, grid: Grid, color: int, maxtime: float, info: int, moreinfo: int, status: Status
    ) -> tuple[int, Grid, MoveFields]:
        """Find a move.

        Args:
            grid: the position.
            color: the side to move, 1 or 2.
            maxtime: seconds.
            info: bits, see :mod:`draughts.protocols.checkerboard.times`.
            moreinfo: the clock, where the bits say so.
            status: is given what the search finds, as text.

        Returns:
            0 draw, 1 win, 2 loss or 3 for not known; the position after the move; the move.

        Raises:
            ProtocolError: the position is none.
        """
        board = self._with_history(board_of(grid, color, self._variant))
        if info & RESET_MOVES:
            self._engine.new_game()
        if not board.legal_moves:
            return LOSS, array_of(board), MoveFields(0, 0, (0, 0), (0, 0))
        found = self._search(board, limit_of(maxtime, info, moreinfo), status)
        move = found.pv[0]
        fields = _fields(CBMove.of(board, move))
        board.push(move)
        return _result(board, found), array_of(board), fields

    def _with_history(self, board: Board) -> Board:
        """The position with its past, if the last ``set gamehist`` led there."""
        return self._history if self._history == board and self._history is not None else board

    def _search(self, board: Board, limit: Limit, status: Status) -> Info:
        def told(info: Info) -> None:
            status(_line(board, info))
            if self._now:
                self._engine.stop()

        if self._now:
            limit = Limit(depth=1)
        return self._engine.analyse(board, limit, on_info=told)

    def prepare(self) -> None:
        """A :meth:`getmove` comes next: a :meth:`playnow` counts from now on."""
        self._now = False

    def playnow(self) -> None:
        """End the search that runs or is about to; from another thread."""
        self._now = True
        self._engine.stop()

    def islegal(self, grid: Grid, color: int, origin: int, target: int) -> MoveFields | None:
        """The first legal move between two squares by number; None if there is none."""
        board = board_of(grid, color, self._variant)
        for move in board.legal_moves:
            if (move.from_square, move.to_square) == (origin, target):
                return _fields(CBMove.of(board, move))
        return None

    # --- enginecommand ----------------------------------------------------------------------------

    def enginecommand(self, command: str) -> tuple[int, str]:
        """Answer a command.

        Returns:
            1 and the reply; 0 and ``?`` for a command that is not known, 0 and the reason for one
            that cannot be done.
        """
        words = command.split()
        known: dict[str, Callable[[str], str]] = {
            "name": lambda _: f"draughts {__version__}",
            "about": lambda _: f"draughts {__version__}\nRules and an engine for the family.",
            "get protocolversion": lambda _: "2",
            "get gametype": lambda _: str(game_type_of(self._variant)),
            "get hashsize": lambda _: str(self._hash_mb),
            "get searchthreads": lambda _: str(self._threads),
            "get movelist": self._movelist,
            "set gametype": self._set_game_type,
            "set hashsize": self._set_hash,
            "set searchthreads": self._set_threads,
            "set gamehist": self._set_history,
        }
        name = " ".join(words[: 2 if words[:1] in (["get"], ["set"]) else 1])
        answer = known.get(name)
        if answer is None:
            return _NOT_DONE, _NO_SUCH_COMMAND
        try:
            return _DONE, answer(command.partition(name.split()[-1])[2].strip())
        except (ValueError, MemoryError) as error:
            return _NOT_DONE, str(error)

    def _movelist(self, fen: str) -> str:
        board = Board.from_fen(fen, self._variant)
        return format_movelist(board)

    def _set_game_type(self, number: str) -> str:
        self._variant = variant_of(int(number))
        self._history = None
        return number

    def _set_hash(self, megabytes: str) -> str:
        self._engine = Engine(hash_mb=int(megabytes), threads=self._threads)
        self._hash_mb = int(megabytes)
        return megabytes

    def _set_threads(self, number: str) -> str:
        self._engine = Engine(hash_mb=self._hash_mb, threads=int(number))
        self._threads = int(number)
        return number

    def _set_history(self, text: str) -> str:
        """A position and the king moves that came after it: what may be repeated."""
        self._history = None
        fen, *moves = text.split()
        board = Board.from_fen(fen, self._variant)
        for move in moves:
            board.push_pdn(move)
        self._history = board
        return f"{len(moves)} moves"


def _fields(move: CBMove) -> MoveFields:
    jumps = zip(move.path, move.deleted, move.delpiece, strict=True)
    return MoveFields(
        move.oldpiece, move.newpiece, move.origin, move.target, tuple(map(Jump._make, jumps))
    )


def _result(after: Board, info: Info) -> int:
    """What is certain about the game, for the side that has moved."""
    outcome = after.outcome()
    if outcome is not None and outcome.winner is None:
        return DRAW
    if info.score.win_in is None:
        return UNKNOWN
    return WIN if info.score.win_in > 0 else LOSS


def _line(board: Board, info: Info) -> str:
    """What CheckerBoard shows in its status bar."""
    line, after = [], board.copy()
    for move in info.pv:
        line.append(after.pdn(move))
        after.push(move)
    return (
        f"depth {info.depth}/{info.seldepth}  time {info.time:.1f}s  value {info.score}  "
        f"nodes {info.nodes}  {info.nps // 1000} kN/s  pv {' '.join(line)}"
    )
