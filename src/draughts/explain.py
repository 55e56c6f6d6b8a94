"""Why a move is illegal, in words that a beginner understands.

No rule of movement stands here. The board is asked for its legal moves, and asked again on the same
position under a variant with one rule changed: a move that is legal then breaks that rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from draughts._core import Board, Move
from draughts.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from draughts.picker import Walk, diagonal, walks_from
from draughts.types import Color

__all__ = ["Explanation", "Reason", "explain"]


class Reason(Enum):
    """Why a move is illegal; ``LEGAL`` if it is not.

    >>> explain(Board(), "8-11").reason
    <Reason.TARGET_OCCUPIED: 'target-occupied'>
    """

    LEGAL = "legal"
    """The move may be played."""
    NOT_A_MOVE = "not-a-move"
    """The text is no move at all."""
    NO_SUCH_SQUARE = "no-such-square"
    """It names a square that the board has not."""
    AMBIGUOUS = "ambiguous"
    """It may be one of several captures."""
    GAME_OVER = "game-over"
    """The side to move has no legal move: the game is over."""
    EMPTY_SQUARE = "empty-square"
    """No piece stands where the move begins."""
    NOT_YOUR_PIECE = "not-your-piece"
    """The piece there is the other side's."""
    CANNOT_MOVE = "cannot-move"
    """The piece has no move, whatever the others may do."""
    TARGET_OCCUPIED = "target-occupied"
    """A piece stands where the move, or a hop of it, ends."""
    NOT_DIAGONAL = "not-diagonal"
    """The two squares do not lie on one diagonal."""
    TOO_FAR = "too-far"
    """A man, or a king that does not fly, goes farther than one step or one jump."""
    MEN_DO_NOT_MOVE_BACKWARD = "men-do-not-move-backward"
    """A man steps backward."""
    MEN_DO_NOT_CAPTURE_BACKWARD = "men-do-not-capture-backward"
    """A man jumps backward."""
    MEN_DO_NOT_CAPTURE_KINGS = "men-do-not-capture-kings"
    """A man jumps a king."""
    CROWNING_ENDS_MOVE = "crowning-ends-move"
    """A man that reaches the last row in a capture stops there, and is crowned."""
    CROWNED_AT_END = "crowned-at-end"
    """A man that passes the last row in a capture stays a man."""
    NOTHING_TO_JUMP = "nothing-to-jump"
    """There is no piece between the two squares of a jump."""
    OWN_PIECE_IN_THE_WAY = "own-piece-in-the-way"
    """A piece of the same side stands between the two squares."""
    BLOCKED = "blocked"
    """Pieces right behind one another stand in the way of a flying king."""
    JUMPED_TWICE = "jumped-twice"
    """The chain has jumped the piece already."""
    LANDING_MUST_LEAD_ON = "landing-must-lead-on"
    """A flying king must come down where it can go on capturing."""
    LANDS_RIGHT_BEHIND = "lands-right-behind"
    """A flying king must come down right behind the piece that it jumps."""
    CHAIN_GOES_ON = "chain-goes-on"
    """The capture is not finished."""
    MUST_CAPTURE = "must-capture"
    """The side can capture, so it must."""
    OTHER_CAPTURE_TAKES_MORE = "other-capture-takes-more"
    """Another capture takes more pieces."""
    OTHER_CAPTURE_TAKES_MORE_KINGS = "other-capture-takes-more-kings"
    """Another capture takes as many pieces, and more kings among them."""
    OTHER_CAPTURE_MEETS_KING_FIRST = "other-capture-meets-king-first"
    """Another capture takes as much, and meets a king earlier on its way."""
    KING_MUST_CAPTURE = "king-must-capture"
    """A king can capture, and comes before a man."""


_SENTENCES = {
    Reason.LEGAL: "the move {move} is legal",
    Reason.NOT_A_MOVE: "{problem}",
    Reason.NO_SUCH_SQUARE: (
        "there is no square {name}: pieces stand on the {count} dark squares, such as {example}"
    ),
    Reason.AMBIGUOUS: "it may be {choices}: name a square on the way",
    Reason.GAME_OVER: "the game is over: {side} has no legal move",
    Reason.EMPTY_SQUARE: "there is no piece on {start}",
    Reason.NOT_YOUR_PIECE: "the piece on {start} is not {side}'s, and {side} is to move",
    Reason.CANNOT_MOVE: "the piece on {start} cannot move",
    Reason.TARGET_OCCUPIED: "the square {end} is occupied; a piece goes to an empty square",
    Reason.NOT_DIAGONAL: "pieces go along the diagonals, and no move leads from {start} to {end}",
    Reason.TOO_FAR: (
        "the square {end} is too far from {start}: the piece goes one square, or jumps an enemy "
        "next to it"
    ),
    Reason.MEN_DO_NOT_MOVE_BACKWARD: "a man moves forward only",
    Reason.MEN_DO_NOT_CAPTURE_BACKWARD: "a man captures forward only",
    Reason.MEN_DO_NOT_CAPTURE_KINGS: "a man does not capture a king",
    Reason.CROWNING_ENDS_MOVE: (
        "a man that reaches the last row is crowned, and its move ends there"
    ),
    Reason.CROWNED_AT_END: (
        "a man that only passes the last row is not crowned: it goes on as a man"
    ),
    Reason.NOTHING_TO_JUMP: "there is no piece to jump between {start} and {end}",
    Reason.OWN_PIECE_IN_THE_WAY: "{side}'s own piece on {blocking} is in the way",
    Reason.BLOCKED: (
        "the pieces on {blocking} block the way: a piece is jumped only if the square behind it "
        "is empty"
    ),
    Reason.JUMPED_TWICE: "the piece on {blocking} has been jumped; no piece is jumped twice",
    Reason.LANDING_MUST_LEAD_ON: (
        "the capture can go on, so the king must come down where it does: on {landings}"
    ),
    Reason.LANDS_RIGHT_BEHIND: (
        "a king comes down right behind the piece that it jumps: on {landings}"
    ),
    Reason.CHAIN_GOES_ON: "the capture is not finished: it goes on from {end} to {onward}",
    Reason.MUST_CAPTURE: "{side} must capture, with the piece on {capturing}",
    Reason.OTHER_CAPTURE_TAKES_MORE: (
        "another capture takes more and must be made, with the piece on {capturing}: "
        "{most} instead of {fewer}"
    ),
    Reason.OTHER_CAPTURE_TAKES_MORE_KINGS: (
        "another capture takes as many pieces but more kings and must be made, "
        "with the piece on {capturing}"
    ),
    Reason.OTHER_CAPTURE_MEETS_KING_FIRST: (
        "another capture takes as much but meets a king earlier and must be made, "
        "with the piece on {capturing}"
    ),
    Reason.KING_MUST_CAPTURE: "a king must capture before a man does: the one on {capturing}",
}


class Explanation(NamedTuple):
    """Why a move is illegal. ``str()`` of it is a sentence in English.

    Args:
        reason: the code, from which other languages make their sentence.
        squares: the squares concerned, by the part they play: ``start`` and ``end`` of the move, or
            of that hop of it which cannot be made; ``capturing``, the pieces that must capture;
            ``onward``, where the chain goes on; ``blocking``, the pieces in the way;
            ``landings``, where the king must come down. Each reason has those that matter to it.
        moves: the legal moves that the reason speaks of: the captures that must be made, or the
            choices of an ambiguous text.
        sentence: the sentence in English.

    >>> found = explain(Board.from_fen("W:W18,26:B6,14,22"), "26x17")
    >>> print(found)
    The capture is not finished: it goes on from 17 to 10.
    >>> found.squares["onward"]
    (10,)
    """

    reason: Reason
    squares: Mapping[str, tuple[int, ...]]
    moves: tuple[Move, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def explain(board: Board, move: str | Iterable[int]) -> Explanation:
    """Why a move is illegal, if it is.

    Args:
        board: the position; it is not touched.
        move: the text of a move, as :meth:`Board.parse_pdn` reads it, or the squares that the
            piece goes through, from its origin on. One square alone asks why the piece there cannot
            be chosen.

    Returns:
        The reason with the squares and moves concerned; the reason is ``Reason.LEGAL`` if and only
        if :meth:`Board.parse_pdn` reads the move.

    >>> print(explain(Board.from_fen("W:W24,30:B19"), "30-25"))
    White must capture, with the piece on 24.
    >>> explain(Board.from_fen("W:W24,30:B19"), [24, 15]).reason
    <Reason.LEGAL: 'legal'>
    """
    text = move if isinstance(move, str) else "x".join(map(str, move))
    try:
        legal = board.parse_pdn(text)
    except AmbiguousMoveError as error:
        choices = [board.parse_pdn(choice) for choice in error.choices]
        return _answer(
            board, Reason.AMBIGUOUS, moves=choices, words={"choices": listed(error.choices)}
        )
    except IllegalMoveError:
        squares = [_numbers(board)[name] for name in _names(text)]
        return _illegal(board, text, squares)
    except InvalidMoveError as error:
        return _not_a_move(board, text, error)
    return _answer(board, Reason.LEGAL, moves=[legal], words={"move": board.pdn(legal)})


# --- the answer -----------------------------------------------------------------------------------


def listed(names: Sequence[str], last: str = "or") -> str:
    """``1, 2 or 3``."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _answer(
    board: Board,
    reason: Reason,
    squares: Mapping[str, Iterable[int]] | None = None,
    moves: Iterable[Move] = (),
    words: Mapping[str, object] | None = None,
) -> Explanation:
    by_role = {role: tuple(dict.fromkeys(found)) for role, found in (squares or {}).items()}
    names = {
        role: listed(
            [board.square_name(square) for square in found], "and" if role == "blocking" else "or"
        )
        for role, found in by_role.items()
    }
    sentence = _SENTENCES[reason].format(side=board.turn.value, **names, **(words or {}))
    return Explanation(reason, by_role, tuple(moves), f"{sentence[:1].upper()}{sentence[1:]}.")


# --- the text -------------------------------------------------------------------------------------

_SQUARE = r"(?:[a-wyz][0-9]{1,2}|[0-9]+)"
_MOVE = re.compile(rf"\s*{_SQUARE}(?:\s*(?:[-x:*]\s*|(?=[a-wyz])){_SQUARE})*\s*", re.IGNORECASE)


def _names(text: str) -> list[str]:
    """The squares that a move names, as they are written but for case and leading zeros."""
    return [name.lower().lstrip("0") for name in re.findall(_SQUARE, text, re.IGNORECASE)]


def _numbers(board: Board) -> dict[str, int]:
    """The number of every square by its names: the number itself, and a letter and a digit."""
    numbers = {}
    for square in range(1, board.variant.squares + 1):
        row, column = board.square_place(square)
        numbers[str(square)] = square
        numbers[f"{'abcdefghij'[column]}{board.variant.size - row}"] = square
    return numbers


def _not_a_move(board: Board, text: str, error: InvalidMoveError) -> Explanation:
    numbers = _numbers(board)
    names = _names(text) if _MOVE.fullmatch(text) else []
    unknown = [name for name in names if name not in numbers]
    if unknown:
        count = board.variant.squares
        example = board.square_name(count // 2)
        words = {"name": unknown[0][:20] or "0", "count": count, "example": example}
        return _answer(board, Reason.NO_SUCH_SQUARE, words=words)
    stays = _not_to_be_moved(board, numbers[names[0]]) if len(names) == 1 else None
    return stays or _answer(board, Reason.NOT_A_MOVE, words={"problem": error})


# --- a move that is not legal ---------------------------------------------------------------------


def _illegal(board: Board, text: str, squares: list[int]) -> Explanation:
    free = _without_choice(board)
    return (
        _wrong_piece(board, squares[0])
        or _unfinished(board, squares)
        or _not_to_be_chosen(
            board,
            _meant(free, text) or [walk.move for walk, _ in _following(free, squares)],
        )
        or _impossible(board, squares)
    )


def _wrong_piece(board: Board, square: int) -> Explanation | None:
    """There is nothing on a square that could ever be moved now."""
    piece = board.piece_at(square)
    if not board.legal_moves:
        return _answer(board, Reason.GAME_OVER)
    if piece is None:
        return _answer(board, Reason.EMPTY_SQUARE, {"start": [square]})
    if piece.color is not board.turn:
        return _answer(board, Reason.NOT_YOUR_PIECE, {"start": [square]})
    return None


def _not_to_be_moved(board: Board, square: int) -> Explanation | None:
    """Why no piece on a square can be chosen; None if one can."""
    wrong = _wrong_piece(board, square)
    if wrong or walks_from(board, square):
        return wrong
    moves = [walk.move for walk in walks_from(_without_choice(board), square)]
    return _not_to_be_chosen(board, moves) or _answer(
        board, Reason.CANNOT_MOVE, {"start": [square]}
    )


def _follow(walk: Walk, squares: list[int]) -> int | None:
    """How many hops of a walk lead along some squares to the last of them; None if it does not."""
    hops = 0
    for square in squares[1:]:
        while hops < len(walk.reach) and square not in walk.reach[hops]:
            hops += 1
        if hops == len(walk.reach):
            return None
        hops += 1
    return hops


def _following(board: Board, squares: list[int]) -> Iterator[tuple[Walk, int]]:
    """The walks that lead along some squares, each with the number of hops that they take."""
    for walk in walks_from(board, squares[0]):
        hops = _follow(walk, squares)
        if hops is not None:
            yield walk, hops


def _without_choice(board: Board, **changes: Any) -> Board:
    """The position where no capture must be made and any may be, with other rules changed."""
    rules = {"mandatory_capture": False, "capture_priority": "free", **changes}
    return Board.from_fen(board.fen(), board.variant.replace(**rules))


def _unfinished(board: Board, squares: list[int]) -> Explanation | None:
    """The move is the beginning of a legal capture."""
    onward = [walk.path[hops + 1] for walk, hops in _following(board, squares)]
    if not onward:
        return None
    ends = {"start": squares[:1], "end": squares[-1:]}
    return _answer(board, Reason.CHAIN_GOES_ON, ends | {"onward": sorted(onward)})


def _not_to_be_chosen(board: Board, moves: Sequence[Move]) -> Explanation | None:
    """The best of some moves could be made if the rules did not want another."""
    if not moves:
        return None
    move = max(moves, key=lambda move: len(move.captured))
    wanted = [move for move in board.legal_moves if move.is_capture]
    return _answer(
        board,
        _why_not_chosen(board, move, wanted[0]) if move.is_capture else Reason.MUST_CAPTURE,
        {"capturing": sorted(other.from_square for other in wanted)},
        wanted,
        {"most": len(wanted[0].captured), "fewer": len(move.captured)},
    )


def _meant(board: Board, text: str) -> list[Move]:
    """The legal moves that a text may mean."""
    try:
        return [board.parse_pdn(text)]
    except AmbiguousMoveError as error:
        return [board.parse_pdn(choice) for choice in error.choices]
    except IllegalMoveError:
        return []


def _why_not_chosen(board: Board, move: Move, wanted: Move) -> Reason:
    """Why one capture comes before another."""
    priority = board.variant.capture_priority
    kings = frozenset().union(*(board.pieces(color, king=True) for color in Color))
    if priority != "king-first" and len(wanted.captured) > len(move.captured):
        return Reason.OTHER_CAPTURE_TAKES_MORE
    by_king = wanted.from_square in kings and move.from_square not in kings
    if by_king and priority in ("king-first", "italian"):
        return Reason.KING_MUST_CAPTURE
    if len(wanted.captured & kings) > len(move.captured & kings):
        return Reason.OTHER_CAPTURE_TAKES_MORE_KINGS
    return Reason.OTHER_CAPTURE_MEETS_KING_FIRST


# --- a hop that cannot be made --------------------------------------------------------------------


class _Hop(NamedTuple):
    """The first hop of a move that cannot be made, whatever other captures there are."""

    way: list[int]
    """The squares of the move as far as this hop."""
    jumped: tuple[int, ...]
    """The pieces jumped before."""

    @property
    def start(self) -> int:
        return self.way[-2]

    @property
    def end(self) -> int:
        return self.way[-1]


def _first_impossible(board: Board, squares: list[int]) -> _Hop:
    free = _without_choice(board)
    for length in range(len(squares) - 1, 1, -1):
        for walk, hops in _following(free, squares[:length]):
            if walk.victims:
                return _Hop(squares[: length + 1], walk.victims[:hops])
    return _Hop(squares[:2], ())


def _impossible(board: Board, squares: list[int]) -> Explanation:
    hop = _first_impossible(board, squares)
    ends = {"start": [hop.start], "end": [hop.end]}
    is_king = squares[0] in board.pieces(board.turn, king=True)
    reason = None if is_king else _rule_for_men(board, hop)
    if reason:
        return _answer(board, reason, ends)
    if hop.start == hop.end:
        problem = "a move goes from one square to another"
        return _answer(board, Reason.NOT_A_MOVE, ends, words={"problem": problem})
    way = diagonal(board, hop.start, hop.end)
    if _is_occupied(board, hop, hop.end):
        return _answer(board, Reason.TARGET_OCCUPIED, ends)
    if way is None:
        return _answer(board, Reason.NOT_DIAGONAL, ends)
    met = [square for square in way if _is_occupied(board, hop, square)]
    if not board.variant.flying_kings or not (is_king or _is_crowned_on_the_way(board, hop)):
        reason = _too_far_for_one_that_steps(way, is_whole=len(squares) == 2)
    if reason:
        return _answer(board, reason, ends)
    return _in_the_way(board, hop, ends, met)


def _rule_for_men(board: Board, hop: _Hop) -> Reason | None:
    """The rule for men that forbids a hop which could be made without it."""
    backward = {"men_capture_backward": True}
    kings = {"men_capture_kings": True}
    crowned_at_end = board.variant.promotion == "at-end"
    for reason, changes in (
        (Reason.MEN_DO_NOT_CAPTURE_BACKWARD, backward),
        (Reason.MEN_DO_NOT_CAPTURE_KINGS, kings),
        (Reason.MEN_DO_NOT_CAPTURE_BACKWARD, backward | kings),
        (
            Reason.CROWNED_AT_END if crowned_at_end else Reason.CROWNING_ENDS_MOVE,
            {"promotion": "continues-as-king"},
        ),
    ):
        ways = _following(_without_choice(board, **changes), hop.way)
        if any(walk.victims for walk, _ in ways):
            return reason
    return None


def _is_occupied(board: Board, hop: _Hop, square: int) -> bool:
    """Whether a piece is there in mid-chain: the capturing one has left its origin."""
    gone = hop.jumped if board.variant.removal == "at-once" else ()
    return board.piece_at(square) is not None and square not in (hop.way[0], *gone)


def _is_crowned_on_the_way(board: Board, hop: _Hop) -> bool:
    """Whether the chain has made a king of its man."""
    last_row = 0 if board.turn is Color.WHITE else board.variant.size - 1
    return board.variant.promotion == "continues-as-king" and any(
        board.square_place(square)[0] == last_row for square in hop.way[1:-1]
    )


def _too_far_for_one_that_steps(way: list[int], *, is_whole: bool) -> Reason | None:
    if len(way) > 1:
        return Reason.TOO_FAR
    return Reason.MEN_DO_NOT_MOVE_BACKWARD if is_whole and not way else None


def _in_the_way(
    board: Board, hop: _Hop, ends: Mapping[str, list[int]], met: list[int]
) -> Explanation:
    """What keeps a piece from going along a diagonal to an empty square that it could reach."""
    own = [square for square in met if square in board.pieces(board.turn)]
    twice = [square for square in met if square in hop.jumped]
    if not met:
        return _answer(board, Reason.NOTHING_TO_JUMP, ends)
    if twice:
        return _answer(board, Reason.JUMPED_TWICE, {**ends, "blocking": twice})
    if own:
        return _answer(board, Reason.OWN_PIECE_IN_THE_WAY, {**ends, "blocking": own})
    landings = _landings(board, hop, met)
    if not landings:
        return _answer(board, Reason.BLOCKED, {**ends, "blocking": met})
    right_behind = board.variant.kings_land_behind
    reason = Reason.LANDS_RIGHT_BEHIND if right_behind else Reason.LANDING_MUST_LEAD_ON
    return _answer(board, reason, {**ends, "landings": sorted(landings)})


def _landings(board: Board, hop: _Hop, met: list[int]) -> set[int]:
    """Where a piece may come down that goes on from the start of a hop over some pieces."""
    jumped = (*hop.jumped, *met)
    return {
        square
        for walk, _ in _following(_without_choice(board), hop.way[:-1])
        if walk.victims[: len(jumped)] == jumped
        for square in walk.reach[len(jumped) - 1]
    }
