"""The engine: what to play, what a position is worth, and the line that shows why."""

from __future__ import annotations

import functools
import math
import os
import queue
import random
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, overload

from draughts._core import DEEPEST_SEARCH, Board, Move, Searcher
from draughts.aside import aside
from draughts.errors import EngineError
from draughts.levels import Level, choose
from draughts.limits import Limit, Patience, check, most_seconds
from draughts.scores import Info, PlayResult, score_of
from draughts.weights import check_evaluation, judgement

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from draughts.book import Book
    from draughts.book.shelf import Shelf
    from draughts.game import Game
    from draughts.teaching import Annotation, Hint
    from draughts.variants import Variant

__all__ = ["Engine"]

_MANY_NODES = 1 << 62
_LONG_TIME = 1e9  # seconds


class Engine:
    """An engine for every variant.

    A search releases the GIL and may be stopped from another thread. One engine runs one search at
    a time; make several for several games at once. What a search learns serves the next one, unless
    that is of another variant.

    Args:
        hash_mb: megabytes of the transposition table.
        threads: how many threads a search uses. With one, a search within a limit of depth or nodes
            is the same every time after :meth:`new_game`.
        seed: of the chance by which levels below 12 and books choose; None for another one each
            time.
        self_check: verify at every node that the position, its key and the move from the table are
            sound: for those who change the search. It takes about half of the speed.
        book: an opening book that :meth:`play` answers from: a :class:`Book`, the path of one, or
            ``"own"`` for those that come with the library.
        book_margin: by how many hundredths of a man a move from the book may be worse than the
            best.
        book_plies: in how many plies of a game; after them only the best moves are chosen from.
        evaluation: how positions are judged: ``"trained"``, by weights that were learned from
            games; ``"classic"``, by hand; ``"material"``, by pieces alone; or the path of a file of
            weights, such as ``draughts train`` makes. See :meth:`judges_by`.

    Raises:
        ValueError: an argument is outside its range.
        WeightsError: the file of weights is no such file, or damaged.
        BookError, OSError: the book or the file cannot be read.

    >>> with Engine() as engine:
    ...     engine.play(Board.from_fen("W:W18,26:B6,14,22"), Limit(depth=4)).move
    Move(26, 1, {6, 14, 22}, promotes=True, path=(26, 17, 10, 1))
    """

    def __init__(
        self,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        seed: int | None = None,
        self_check: bool = False,
        book: Book | str | os.PathLike[str] | None = None,
        book_margin: int = 4,
        book_plies: int = 4,
        evaluation: str | os.PathLike[str] = "trained",
    ) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError(f"threads is {threads!r}; it must be a whole number from 1 to 1024")
        self.threads = threads
        self._searcher = Searcher(hash_mb, self_check)
        self._chance = random.Random(seed)
        self._pondering: threading.Thread | None = None
        check_evaluation(evaluation)
        self._evaluation = evaluation
        self._shelf: Shelf | None = None
        if book is not None:
            from draughts.book.shelf import Shelf

            self._shelf = Shelf(book, book_margin, book_plies)

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
        """Make a running search return what it has found, and end pondering; from any thread."""
        self._searcher.stop()
        self._end_pondering()

    def new_game(self) -> None:
        """Forget what earlier searches have learnt.

        Raises:
            EngineError: a search is running.
        """
        self._end_pondering()
        self._searcher.clear()

    def judges_by(self, variant: Variant) -> str:
        """What the evaluation of a variant is.

        Weights are learned for a variant. One without weights of its own is judged by those of the
        nearest variant with the same board, kings and aim, and without such a one by hand.

        Returns:
            ``"trained"``, ``"trained for"`` and the name of another variant, ``"classic"``,
            ``"material"`` or the path of the weights.

        Raises:
            WeightsError: the engine's own weights are for a board of another size.

        >>> from draughts import ANTIDRAUGHTS
        >>> Engine().judges_by(ANTIDRAUGHTS)
        'classic'
        """
        return judgement(self._evaluation, variant).text

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
            board: the position; it is not changed.
            limit: when to stop. For each line the first ply may look at a thousand positions
                whatever the limit of nodes, to find a move.
            multipv: how many of the best moves to find, each with its line.
            on_info: called with every line of every iteration.

        Returns:
            The last iteration; with ``multipv`` its lines, best first, at most as many as there are
            moves.

        Raises:
            EngineError: the game is won and over, or this engine is searching already.
            ValueError: a limit is negative or no number, or ``multipv`` is less than 1.

        >>> Engine().analyse(Board(), Limit(depth=3)).depth
        3
        >>> [info.multipv for info in Engine().analyse(Board(), Limit(depth=3), multipv=2)]
        [1, 2]
        """
        lines = 1 if multipv is None else multipv
        found = self._search(board, limit, lines, on_info, Patience(limit, False))
        return found if multipv is not None else found[0]

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

        A move that is the only one is played at once if time is limited. So is one from the book,
        whatever the limit; levels below 12 use none. Its ``info`` has the depth 0, and the line and
        score of the book.

        Args:
            board: the position; it is not changed.
            limit: when to stop; a level brings its own limit.
            level: how strong to play within the limit; by default all the engine has.
            ponder: go on thinking about the expected reply until the engine is asked again or
                stopped. What is found then serves the next search.
            on_info: called with every line of every iteration; a low level looks at several lines.

        Raises:
            EngineError, ValueError: as for :meth:`analyse`.

        >>> engine = Engine(seed=1)
        >>> engine.play(Board(), Level.EASY).move in Board().legal_moves
        True
        """
        if isinstance(limit, Level):
            level = limit
            limit = level.limit
        elif level is not None and level < Level.MASTER:
            limit = limit.within(level.limit)
        info = self._from_book(board, limit, level)
        if info is None:
            info = self._chosen(board, limit, level, on_info)
        elif on_info is not None:
            on_info(info)
        result = PlayResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)
        if ponder:
            self._ponder(board.copy(), info.pv[:2])
        return result

    def _from_book(self, board: Board, limit: Limit, level: Level | None) -> Info | None:
        """The book's answer. Those who misjudge moves have not learnt a book."""
        if self._shelf is None or (level is not None and level.misjudgement):
            return None
        check(limit)
        self._end_pondering()
        return self._shelf.answer(board, self._chance)

    def _chosen(
        self,
        board: Board,
        limit: Limit,
        level: Level | None,
        on_info: Callable[[Info], None] | None,
    ) -> Info:
        """What a search finds best, or what a level makes of it."""
        only_move = len(board.legal_moves) == 1

        def look(within: Limit, lines: int) -> list[Info]:
            return self._search(board, within, lines, on_info, Patience(within, only_move))

        if level is None or only_move:
            return look(limit, 1)[0]
        return choose(look, board, limit, level, self._chance)

    def _ponder(self, board: Board, expected: list[Move]) -> None:
        """Search on, behind the caller's back, after the moves that are expected."""
        for move in expected:
            board.push(move)
        if board.outcome() is None:
            search = functools.partial(
                self._run, board, Limit(), 1, None, Patience(Limit(), only_move=False)
            )
            self._pondering = threading.Thread(target=search, daemon=True)
            self._pondering.start()

    def _end_pondering(self) -> None:
        thread, self._pondering = self._pondering, None
        if thread is not None:
            self._halt(thread)

    def _halt(self, thread: threading.Thread) -> None:
        """End a search in a thread of its own, also one that is about to begin."""
        while thread.is_alive():
            self._searcher.stop()
            thread.join(0.002)

    def _search(
        self,
        board: Board,
        limit: Limit,
        lines: int,
        on_info: Callable[[Info], None] | None,
        patience: Patience,
    ) -> list[Info]:
        check(limit)
        if lines < 1:
            raise ValueError(f"multipv is {lines!r}; it must be at least 1")
        ended = board.outcome()
        if ended is not None and ended.winner is not None:
            raise EngineError(f"the game is over: {ended.winner.value} has won")
        self._end_pondering()
        return self._run(board, limit, lines, on_info, patience)

    def _run(
        self,
        board: Board,
        limit: Limit,
        lines: int,
        on_info: Callable[[Info], None] | None,
        patience: Patience,
    ) -> list[Info]:
        found: list[Info] = []

        def keep(report: tuple[int, int, list[tuple[int, list[Move]]], int, float]) -> bool:
            depth, seldepth, best, nodes, time = report
            use = self._searcher.hash_use()
            found[:] = [
                Info(depth, seldepth, score_of(score), nodes, time, pv, place, use)
                for place, (score, pv) in enumerate(best, 1)
            ]
            if on_info is not None:
                for info in found:
                    on_info(info)
            return patience.is_over(found[0])

        seconds = most_seconds(limit)
        self._searcher.run(
            board,
            depth=min(max(limit.depth or DEEPEST_SEARCH, 1), DEEPEST_SEARCH),
            nodes=0 if limit.nodes is None else min(max(limit.nodes, 1), _MANY_NODES),
            time=0.0 if math.isinf(seconds) else min(max(seconds, 1e-9), _LONG_TIME),
            lines=lines,
            threads=self.threads,
            report=keep,
            evaluation=judgement(self._evaluation, board.variant).evaluation,
        )
        return found

    def stream(self, board: Board, limit: Limit, *, multipv: int = 1) -> Iterator[Info]:
        """Search a position and give every line of every iteration as it is found.

        The search runs in a thread of its own, and ends when the iterator is closed or exhausted.
        See :meth:`analyse` for the arguments and what is raised.

        >>> [info.depth for info in Engine().stream(Board(), Limit(depth=3))]
        [1, 2, 3]
        """
        infos: queue.SimpleQueue[Info | BaseException | None] = queue.SimpleQueue()

        def search() -> None:
            try:
                self.analyse(board, limit, multipv=multipv, on_info=infos.put)
            except BaseException as error:
                infos.put(error)
            infos.put(None)

        thread = threading.Thread(target=search, daemon=True)
        thread.start()
        try:
            while (info := infos.get()) is not None:
                if isinstance(info, BaseException):
                    raise info
                yield info
        finally:
            self._halt(thread)

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

    def hint(self, board: Board, limit: Limit | None = None) -> Hint:
        """What to play, with a sentence that tells a beginner what it does.

        Args:
            board: the position; it is not changed.
            limit: when to stop; by default after half a second.

        Raises:
            EngineError: the game is won and over, or this engine is searching already.
            ValueError: a limit is negative or no number.

        >>> print(Engine().hint(Board.from_fen("W:W18,26:B6,14,22"), Limit(depth=8)))
        Play 26x1. It wins at once.
        """
        from draughts import teaching

        return teaching.hint(self, board, limit or teaching.HINT_LIMIT)

    def annotate(
        self,
        game: Game,
        limit: Limit | None = None,
        *,
        dubious: float = 0.05,
        mistake: float = 0.1,
        blunder: float = 0.2,
        variations: bool = True,
        on_progress: Callable[[int, int], object] | None = None,
        executor: Executor | None = None,
    ) -> Annotation:
        """Judge every move of a game where there was a choice, and mark the bad ones in its tree.

        A marked move of the main line gets a glyph, if it has none (NAG 2, 4 or 6), a comment such
        as ``-1.50; better 11-15 (+0.20)``, and beside it the better line as a variation. Scores are
        in men, as the side that moved sees them. What stands in the tree stays; to annotate a game
        again doubles nothing.

        A move is judged by the win chance that it costs (:func:`~draughts.teaching.win_chance`), so
        that a man less in a lost game is no blunder. Every position is searched once, the last
        first, and what was learnt of other games is forgotten before (:meth:`new_game`): within a
        limit of depth or nodes and with one thread, the result is the same every time.

        Args:
            game: the game; the cursor stays where it is.
            limit: when to stop the search of one position; by default after 200,000 nodes.
            dubious: the win chance, from 0 to 1, from the loss of which on a move is marked ``?!``.
            mistake: the same for ``?``.
            blunder: the same for ``??``.
            variations: whether to add the better lines.
            on_progress: called after each position with how many are done, and of how many.
            executor: has the positions searched at the same time, such as a
                :class:`~concurrent.futures.ProcessPoolExecutor`; each of its workers makes an
                engine of its own with the usual settings. Scores may differ a little from those
                found without, as the searches learn nothing from each other.

        Raises:
            EngineError: this engine is searching already, or a worker of the executor died. The
                game is as it was.
            ValueError: the thresholds are not in order, or a limit is negative or no number.

        >>> game = Game.from_pdn("1. 9-13 23-19 2. 13-17 *")
        >>> found = Engine().annotate(game, Limit(nodes=5_000))
        >>> [judgement.move for judgement in found.marked if judgement.glyph == "??"]
        [Move(13, 17)]
        >>> game.end.nags
        [4]
        """
        from draughts import teaching

        return teaching.annotate(
            self,
            game,
            limit or teaching.ANNOTATION_LIMIT,
            dubious=dubious,
            mistake=mistake,
            blunder=blunder,
            variations=variations,
            on_progress=on_progress,
            executor=executor,
        )
