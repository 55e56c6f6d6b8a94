"""Teaching: a hint for the position on the board, and a game marked move by move.

Both need an engine; :meth:`Engine.hint` and :meth:`Engine.annotate` are the way in.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from enum import Enum
from typing import NamedTuple

from draughts import batch
from draughts._core import Board, Move
from draughts.engine import Engine
from draughts.errors import EngineError
from draughts.game import Game, Node
from draughts.limits import Limit
from draughts.scores import Score, logistic
from draughts.types import Color

__all__ = [
    "Annotation",
    "Hint",
    "HintReason",
    "Judgement",
    "accuracy",
    "annotate",
    "hint",
    "win_chance",
]

HINT_LIMIT = Limit(time=0.5)
ANNOTATION_LIMIT = Limit(nodes=200_000)

# --- a hint ---------------------------------------------------------------------------------------


class HintReason(Enum):
    """What a move does, if that is plain; the first that applies.

    >>> Engine().hint(Board.from_fen("W:W18,26:B6,14,22"), Limit(depth=8)).reason
    <HintReason.WINS: 'wins'>
    """

    ONLY_MOVE = "only-move"
    """There is no other."""
    WINS = "wins"
    """It wins the game, in ``number`` moves of the side that makes it."""
    LOSES_LAST = "loses-last"
    """Every move loses; this one puts it off longest, by ``number`` moves of the other side."""
    WINS_PIECES = "wins-pieces"
    """It wins ``number`` pieces net, at once or by moves that the other side has to answer so."""
    MAKES_KING = "makes-king"
    """It crowns a man."""
    MUST_CAPTURE = "must-capture"
    """A capture must be made, and this is the best."""
    BEST = "best"
    """The best move that was found, for no reason that a word or two could tell."""


_SENTENCES = {
    HintReason.ONLY_MOVE: "It is the only move",
    HintReason.LOSES_LAST: "Every move loses; this one holds out longest",
    HintReason.MAKES_KING: "It makes a king",
    HintReason.MUST_CAPTURE: "You must capture, and this is the best way",
}


class Hint(NamedTuple):
    """What to play. ``str()`` of it is a sentence in English for a beginner.

    Args:
        move: the move.
        score: what the position is worth to the side to move.
        line: the best line found; it begins with the move.
        reason: the code, from which other languages make their sentence.
        number: the moves or pieces that the reason speaks of; 0 if it speaks of none.
        sentence: the sentence in English.

    >>> print(Engine().hint(Board.from_fen("W:W18,26:B6,14,22"), Limit(depth=8)))
    Play 26x1. It wins at once.
    """

    move: Move
    score: Score
    line: list[Move]
    reason: HintReason
    number: int
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def hint(engine: Engine, board: Board, limit: Limit) -> Hint:
    """What to play, and why; see :meth:`Engine.hint`."""
    info = engine.play(board, limit).info
    reason, number = _why(board, info.pv, info.score)
    told = _told(reason, number)
    sentence = f"Play {board.pdn(info.pv[0])}." + (f" {told}." if told else "")
    return Hint(info.pv[0], info.score, info.pv, reason, number, sentence)


def _why(board: Board, line: list[Move], score: Score) -> tuple[HintReason, int]:
    """The reason for the first move of a line, and the number that belongs to it."""
    if len(board.legal_moves) == 1:
        return HintReason.ONLY_MOVE, 0
    if score.win_in is not None:
        wins = score.win_in > 0
        number = (score.win_in + 1) // 2 if wins else -score.win_in // 2
        return (HintReason.WINS if wins else HintReason.LOSES_LAST), number
    if board.variant.aim != "losing":
        gain = _gain(board, line)
        if gain > 0:
            return HintReason.WINS_PIECES, gain
        if line[0].promotes:
            return HintReason.MAKES_KING, 0
    return (HintReason.MUST_CAPTURE if board.must_capture else HintReason.BEST), 0


def _gain(board: Board, line: list[Move]) -> int:
    """The pieces that a line wins net, if it wins them at once or the other side has to follow it;
    else 0.

    Counted where the other side has nothing to capture, and where it is least, to the end of the
    line. To take back what has just been taken is no gain.
    """
    side = board.turn
    board = board.copy()
    balance = _just_won(board)
    forced = True
    at_rest: list[int] = []
    for move in line:
        if board.turn is side:
            balance += len(move.captured)
        else:
            forced = forced and (board.must_capture or len(board.legal_moves) == 1)
            balance -= len(move.captured)
        board.push(move)
        won = forced and balance > 0
        if board.turn is not side and (won or at_rest) and not _can_capture(board):
            at_rest.append(balance)
    return max(min(at_rest, default=0), 0)


def _just_won(board: Board) -> int:
    """What the captures right before this position have brought the side to move, net."""
    captures = itertools.takewhile(lambda move: move.is_capture, reversed(board.move_stack))
    return sum(sign * len(move.captured) for sign, move in zip(itertools.cycle((-1, 1)), captures))


def _can_capture(board: Board) -> bool:
    return any(move.is_capture for move in board.legal_moves)


def _told(reason: HintReason, number: int) -> str:
    """What a move does, in English."""
    if reason is HintReason.WINS:
        return "It wins at once" if number == 1 else f"It wins in {number} moves"
    if reason is HintReason.WINS_PIECES:
        return f"It wins {'a piece' if number == 1 else f'{number} pieces'} by force"
    return _SENTENCES.get(reason, "")


# --- what a score is worth in games ---------------------------------------------------------------

_CHANCE_SCALE = 95.0  # hundredths of a man, fitted to the games that the weights are learned from
_ACCURACY_POWER = 4


def win_chance(score: Score) -> float:
    """What a score promises, from 0 for a loss by way of 0.5 to 1 for a win.

    A logistic curve, ``1 / (1 + exp(-centimen / 95))``: a man more is 0.74, two are 0.89. The 95 is
    what games of the engine with itself showed on the small board; on the large one it was 78. A
    win or loss in sight is 1 or 0. See :meth:`Score.wdl` for draws.

    >>> win_chance(Score(0, None)), round(win_chance(Score(100, None)), 2)
    (0.5, 0.74)
    >>> win_chance(Score(None, 9)), win_chance(Score(None, -8))
    (1.0, 0.0)
    """
    if score.centimen is not None:
        return logistic(score.centimen / _CHANCE_SCALE)
    assert score.win_in is not None
    return 1.0 if score.win_in > 0 else 0.0


def score_of_chance(chance: float) -> int:
    """The score in hundredths of a man that promises a chance between 0 and 1.

    >>> from draughts.teaching import score_of_chance
    >>> score_of_chance(win_chance(Score(35, None)))
    35
    """
    return round(_CHANCE_SCALE * math.log(chance / (1 - chance)))


def accuracy(losses: Iterable[float]) -> float:
    """How well a side has played, from 0 to 100 per cent.

    ``100 * (1 - m) ** 4``, where ``m`` is the mean of what its moves have lost. It falls as the
    mean rises, and is 100 where nothing was lost.

    Args:
        losses: the win chance that each move has lost, from 0 to 1; without any, nothing was lost.

    >>> accuracy([]), round(accuracy([0, 0, 0, 0.2]), 1), accuracy([1])
    (100.0, 81.5, 0.0)
    """
    found = list(losses)
    mean = math.fsum(found) / len(found) if found else 0.0
    return float(100 * (1 - mean) ** _ACCURACY_POWER)


# --- a game move by move --------------------------------------------------------------------------


class Judgement(NamedTuple):
    """What a move of a game was worth, where there was a choice.

    Args:
        ply: the number of the move in the main line, from 1.
        color: the side that made it.
        move: the move.
        line: the best line, as the engine found it; it begins with the move if that was the best.
        before: the worth of the position to that side, with the best move.
        after: the same with the move that was made; plies are counted from before it, too.
        chance_lost: how much :func:`~draughts.teaching.win_chance` it has cost, from 0 to 1.
        glyph: ``"??"`` for a blunder, ``"?"`` for a mistake, ``"?!"`` for a dubious move, or
            ``""``.
    """

    ply: int
    color: Color
    move: Move
    line: list[Move]
    before: Score
    after: Score
    chance_lost: float
    glyph: str

    @property
    def best(self) -> Move:
        """The best move."""
        return self.line[0]

    @property
    def loss(self) -> int | None:
        """What the move has lost, in hundredths of a man; None where an end of the game is in
        sight before or after it."""
        if self.before.centimen is None or self.after.centimen is None:
            return None
        return self.before.centimen - self.after.centimen


class Annotation(NamedTuple):
    """What the moves of a game were worth.

    Args:
        judgements: one for each move of the main line where there was a choice, in order.
        accuracy: per side, in per cent; see :func:`~draughts.teaching.accuracy`. 100 for a side
            that never had a choice.
    """

    judgements: list[Judgement]
    accuracy: dict[Color, float]

    @property
    def marked(self) -> list[Judgement]:
        """The judgements of moves that were marked."""
        return [judgement for judgement in self.judgements if judgement.glyph]


def annotate(
    engine: Engine,
    game: Game,
    limit: Limit,
    *,
    dubious: float,
    mistake: float,
    blunder: float,
    variations: bool,
    on_progress: Callable[[int, int], object] | None,
    executor: Executor | None,
) -> Annotation:
    """Judge the moves of a game and mark the bad ones in it; see :meth:`Engine.annotate`."""
    if not 0 < dubious <= mistake <= blunder:
        raise ValueError(
            f"dubious, mistake and blunder are {dubious!r}, {mistake!r} and {blunder!r}; "
            "they must be above 0 and not fall"
        )
    glyphs = {"??": blunder, "?": mistake, "?!": dubious}
    places = _places(game)
    engine.new_game()
    _search_backward(engine, places, limit, on_progress, executor)
    judgements = [
        _judge(ply, place, after, glyphs)
        for ply, (place, after) in enumerate(itertools.pairwise(places), 1)
        if place.end is None and not place.is_forced
    ]
    nodes = game.end.line()
    for judgement in judgements:
        if judgement.glyph:
            node = nodes[judgement.ply - 1]
            _mark(node, judgement, places[judgement.ply - 1].board)
            if variations:
                _add_line(game, node, judgement.line)
    lost = {
        color: [found.chance_lost for found in judgements if found.color is color]
        for color in Color
    }
    return Annotation(judgements, {color: accuracy(lost[color]) for color in Color})


class _Place:
    """A position of the main line, and what is found of it.

    Attributes:
        board: the position.
        played: the move that was made there; None at the end.
        end: if the game is over there, its worth to the side that has moved last.
        is_forced: whether there is but one move.
        score: the worth to the side to move, if the game is not over.
        line: the best line.
    """

    def __init__(self, board: Board, played: Move | None) -> None:
        self.board = board
        self.played = played
        self.end = _end(board, is_last=played is None)
        self.is_forced = self.end is None and len(board.legal_moves) == 1
        self.score = Score(0, None)
        self.line: list[Move] = []

    @property
    def needs_search(self) -> bool:
        """Whether the worth does not follow from that of the position after the only move."""
        return self.end is None and not (self.is_forced and self.played is not None)

    @property
    def arrived(self) -> Score:
        """The worth to the side that has moved last, its plies counted from before that move."""
        if self.end is not None:
            return self.end
        if self.score.centimen is not None:
            return self.score.opposite
        assert self.score.win_in is not None
        plies = self.score.win_in
        return Score(None, -plies - 1 if plies > 0 else 1 - plies)


def _places(game: Game) -> list[_Place]:
    """The positions of the main line; none for a game without moves."""
    board = Board.from_fen(game.start_fen, game.variant)
    places = []
    for move in game.mainline():
        places.append(_Place(board.copy(), move))
        board.push(move)
    return [*places, _Place(board, None)] if places else []


def _end(board: Board, *, is_last: bool) -> Score | None:
    """If the game is over, its worth to the side that has moved last.

    A draw by the rules ends a game that ends there; in others the players went on.
    """
    outcome = board.outcome()
    if outcome is None or (outcome.winner is None and not is_last and board.legal_moves):
        return None
    if outcome.winner is None:
        return Score(0, None)
    return Score(None, -1 if outcome.winner is board.turn else 1)


def _judge(ply: int, place: _Place, after: _Place, glyphs: Mapping[str, float]) -> Judgement:
    """Compare the move that was made with the best."""
    assert place.played is not None
    before, line, made = place.score, place.line, after.arrived
    if place.played == line[0]:
        made = before
    elif _rank(made) >= _rank(before):  # the search from after the move knows better
        before, line = made, [place.played, *after.line]
    lost = win_chance(before) - win_chance(made)
    glyph = next((glyph for glyph, least in glyphs.items() if lost >= least), "")
    return Judgement(ply, place.board.turn, place.played, line, before, made, lost, glyph)


def _rank(score: Score) -> tuple[int, int]:
    """What orders scores from bad to good: a late loss is better than an early one."""
    if score.centimen is not None:
        return 0, score.centimen
    assert score.win_in is not None
    return (1, -score.win_in) if score.win_in > 0 else (-1, -score.win_in)


# --- the searches ---------------------------------------------------------------------------------


def _search_backward(
    engine: Engine,
    places: list[_Place],
    limit: Limit,
    on_progress: Callable[[int, int], object] | None,
    executor: Executor | None,
) -> None:
    """Find the worth of all positions, the last first: what is learnt there helps before it."""
    boards = [place.board for place in reversed(places) if place.needs_search]
    found = (
        (_searched(engine, board, limit) for board in boards)
        if executor is None
        else _searched_apart(executor, boards, limit)
    )
    with closing(found):
        after: _Place | None = None
        for done, place in enumerate(reversed(places), 1):
            if place.needs_search:
                place.score, place.line = next(found)
            elif place.end is None:
                assert place.played is not None and after is not None
                place.score, place.line = after.arrived, [place.played, *after.line]
            after = place
            if on_progress is not None:
                on_progress(done, len(places))


def _searched(engine: Engine, board: Board, limit: Limit) -> tuple[Score, list[Move]]:
    info = engine.analyse(board, limit)
    return info.score, info.pv


def _searched_apart(
    executor: Executor, boards: list[Board], limit: Limit
) -> Generator[tuple[Score, list[Move]], None, None]:
    """What the workers of an executor find, in order."""
    found = batch.analyse(boards, limit, executor=executor)
    results = ((index, infos[0]) for index, _, infos in found)
    try:
        for info in batch.in_order(results):
            yield info.score, info.pv
    except batch.TaskError:
        raise
    except EngineError as error:
        raise EngineError(
            "a worker of the executor died, so the game is not annotated; try again with a new one"
        ) from error
    finally:
        found.close()


# --- the marks in the tree ------------------------------------------------------------------------

_NAGS = {"?": 2, "??": 4, "?!": 6}
_VERDICTS = range(1, 7)  # the NAGs ! ? !! ?? !? ?!
_LINE_PLIES = 6
_SCORE = r"(?:[-+]\d+\.\d\d|(?:win|loss)\s+in\s+\d+)"
_OWN_COMMENT = re.compile(rf"{_SCORE};\s+better\s+\S+\s+\({_SCORE}\)")


def _mark(node: Node, judgement: Judgement, board: Board) -> None:
    """Give a move its glyph, if nobody has given it one, and its comment, once."""
    if not any(nag in _VERDICTS for nag in node.nags):
        node.nags.append(_NAGS[judgement.glyph])
    told = f"{judgement.after}; better {board.pdn(judgement.best)} ({judgement.before})"
    comment, replaced = _OWN_COMMENT.subn(told, node.comment_after, count=1)
    node.comment_after = comment if replaced else f"{node.comment_after} {told}".lstrip()


def _add_line(game: Game, node: Node, line: list[Move]) -> None:
    """Add a better line beside a move, unless a variation begins as it does."""
    parent = node.parent
    assert parent is not None
    if any(other.move == line[0] for other in parent.variations):
        return
    for move in line[:_LINE_PLIES]:
        parent = game.add_variation(move, parent)
