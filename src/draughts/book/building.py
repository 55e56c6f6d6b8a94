"""A book built by the engine: the lines that lose least are looked into first.

Drop-out expansion, as Lincke describes it ("Strategies for the Automatic Construction of Opening
Books", 2001): of all lines the one is prolonged whose moves have lost least against the best, with
a price for its length; the scores at the ends go up the tree by minimax.
"""

from __future__ import annotations

import functools
import heapq
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing

from draughts._core import Board
from draughts.batch import spread
from draughts.book.log import Log
from draughts.book.probing import Book, key_of
from draughts.engine import Engine
from draughts.errors import BookError, DraughtsError
from draughts.limits import Limit
from draughts.scores import Score
from draughts.types import Color
from draughts.variants import Variant
from draughts.variants import variant as named_variant

__all__ = ["build"]

# What a line costs, in hundredths of a man that the opponent has lost in it. The side that plays
# from the book has no reason to lose any: without a weight of its own, half of the book would be
# about moves that it does not play.
_PLY = 1
_OWN_LOSS = 10
# What a move is taken to be worse than its search says until it has been looked into. The best of
# several scores with errors is too high (at 500,000 nodes a move was 1 worse on average when it had
# been looked into, with a deviation of 2): without this every such move would seem worse than its
# neighbours, and the book would grow in breadth alone.
_UNSEEN = 3
_DOUBT = 20  # hundredths of a man by which the first look at a move may be wrong
_WON = 3000  # hundredths of a man
_HASH_MB = 16
# Positions expanded at a time: few while the book is small and each changes what comes next, later
# so many that the scores need not be brought up often.
_FEWEST_AT_ONCE, _PART_AT_ONCE = 8, 16


def build(
    variant: Variant | str | int = "english",
    *,
    positions: int = 1000,
    nodes: int = 100_000,
    margin: int = 20,
    file: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Book:
    """Build a book from the start position.

    The same arguments give the same book, whatever the executor, and with ``file`` also if the
    build is killed and begun again.

    Args:
        variant: the rules.
        positions: how many positions are looked into. Those whose lines have turned out worse than
            the margin allows are not in the book.
        nodes: how long each move is searched.
        margin: moves that are worse than the best by more hundredths of a man are left out.
        file: where to keep what has been found. If the file is there, the build goes on from it,
            with as many positions or more.
        executor: where the searches run; by default in processes of its own.
        workers: how many processes of its own; by default one for each core.
        on_progress: called with how many positions are done, and of how many.

    Raises:
        ValueError: there is no such variant, or a number is outside its range.
        BookError: the file is not of a build with the same arguments.
        OSError: the file cannot be written.
        EngineError: the searches cannot go on, see :func:`draughts.batch.spread`.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as pool:
    ...     book = build("russian", positions=10, nodes=100, executor=pool)
    >>> book.variant.name, len(book) > 1, book.moves(Board("russian")) != []
    ('russian', True, True)
    """
    if positions < 1 or nodes < 1 or not 0 <= margin <= _WON:
        raise ValueError(
            f"positions is {positions!r}, nodes {nodes!r}, margin {margin!r}; the first two are at "
            f"least 1, the margin is from 0 to {_WON}"
        )
    rules = named_variant(variant)
    tree = _Tree(rules, margin)
    search = functools.partial(_search_moves, nodes=nodes, margin=margin)
    with Log(file, variant=rules.to_json(), nodes=nodes, margin=margin) as log:
        while boards := tree.next(positions):
            new = [board for board in boards if board.fen() not in log.found]
            results = spread(search, new, executor=executor, workers=workers)
            with closing(results):
                for place, scores in results:
                    log.add(new[place].fen(), scores)
                    if on_progress is not None:
                        on_progress(len(log.found), max(positions, len(log.found)))
            for board in boards:
                try:
                    tree.expand(board, log.found[board.fen()])
                except DraughtsError as error:
                    raise BookError(f"{file} is damaged: {error}") from error
    return tree.book()


def _search_moves(board: Board, *, nodes: int, margin: int) -> dict[str, int]:
    """The scores of the moves that may be good enough, to the side that makes them."""
    limit = Limit(nodes=nodes)
    found = {}
    with Engine(hash_mb=_HASH_MB) as engine:
        looks = engine.analyse(board, limit, multipv=len(board.legal_moves))
        best = _worth(looks[0].score)
        after = board.copy()
        for info in looks:
            if _worth(info.score) >= best - margin - _DOUBT:
                after.push(info.pv[0])
                found[board.pdn(info.pv[0])] = _worth_after_move(engine, after, limit)
                after.pop()
    return found


def _worth_after_move(engine: Engine, board: Board, limit: Limit) -> int:
    outcome = board.outcome()
    if outcome is not None and outcome.winner is not None:
        return _WON if outcome.winner is board.turn.opposite else -_WON
    return -_worth(engine.analyse(board, limit).score)


def _worth(score: Score) -> int:
    if score.centimen is not None:
        return max(-_WON, min(score.centimen, _WON))
    assert score.win_in is not None
    return _WON if score.win_in > 0 else -_WON


class _Tree:
    """The positions of a book on its way, each once, however many lines lead there.

    Only positions without a king are expanded: in them every move is a man's step forward or takes
    something, so that no line comes back to where it was.
    """

    def __init__(self, rules: Variant, margin: int) -> None:
        self._rules = rules
        self._margin = margin
        start = Board(rules)
        self._root = key_of(start)
        self._fens = {self._root: start.fen()}  # of what is not expanded
        self._ends: dict[int, int] = {}
        self._moves: dict[int, list[int]] = {}
        self._worth: dict[int, int] = {}

    def next(self, positions: int) -> list[Board]:
        """What to expand next, at most until there are so many positions; nothing at the end."""
        number = max(_FEWEST_AT_ONCE, len(self._moves) // _PART_AT_ONCE)
        return list(self._frontier(min(number, positions - len(self._moves))))

    def _frontier(self, number: int) -> Iterator[Board]:
        """Positions to expand, those first whose lines have lost least, seen by either side."""
        self._worth = {}
        waiting = [(0, self._root, True), (0, self._root, False)]
        seen, chosen = set(), set()
        while waiting and number > 0:
            cost, key, is_own = heapq.heappop(waiting)
            if (key, is_own) in seen:
                continue
            seen.add((key, is_own))
            for loss, following in self._good_moves(key):
                price = _PLY + (_OWN_LOSS * loss if is_own else loss)
                heapq.heappush(waiting, (cost + price, following, not is_own))
            if key not in self._moves and key not in chosen:
                chosen.add(key)
                board = Board.from_fen(self._fens[key], self._rules)
                if _is_opening(board):
                    number -= 1
                    yield board

    def _good_moves(self, key: int) -> Iterator[tuple[int, int]]:
        """What moves lose against the best, and where they lead, within the margin."""
        for following in self._moves.get(key, ()):
            loss = self._worth_of(key) + self._worth_of(following)
            if loss <= self._margin:
                yield loss, following

    def _worth_of(self, key: int) -> int:
        """What a position is worth to the side to move, by minimax."""
        if key not in self._moves:
            return self._ends[key]
        if key not in self._worth:
            self._worth[key] = max(-self._worth_of(each) for each in self._moves[key])
        return self._worth[key]

    def expand(self, board: Board, scores: dict[str, int]) -> None:
        """Put the moves of a position in."""
        key = key_of(board)
        following = self._moves[key] = []
        for text, score in scores.items():
            after = board.copy()
            after.push_pdn(text)
            after_key = key_of(after)
            if after_key not in following:
                following.append(after_key)
            if after_key not in self._fens:
                self._fens[after_key] = after.fen()
                self._ends[after_key] = _UNSEEN - score

    def book(self) -> Book:
        """The book: what can be reached by moves within the margin."""
        self._worth = {}
        known: dict[int, int] = {}
        ends: dict[int, int] = {}
        waiting = [self._root]
        while waiting:
            key = waiting.pop()
            if key in known or key in ends:
                continue
            (known if key in self._moves else ends)[key] = self._worth_of(key)
            waiting += [following for _, following in self._good_moves(key)]
        return Book(self._rules, known, ends)


def _is_opening(board: Board) -> bool:
    kings = any(board.pieces(color, king=True) for color in Color)
    return not kings and board.outcome() is None and bool(board.legal_moves)
