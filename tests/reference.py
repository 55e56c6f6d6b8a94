"""The rules of draughts told plainly: a slow second opinion for the compiled kernel.

Written from the rule texts alone. A board is a mapping from (row, column) to a piece, row 0 at
the top as White sees it; a capture is found by walking it. Nothing here is clever, and nothing
here looks at how the library does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from draughts.types import Color, Outcome, Piece, Termination
from draughts.variants import EndgameLimit, Variant

if TYPE_CHECKING:
    from draughts.variants import Corner, Reset

Square = tuple[int, int]
Direction = tuple[int, int]
Mode = Literal["unique", "all"]

UP = -1
DOWN = 1
DIAGONALS: tuple[Direction, ...] = ((UP, -1), (UP, 1), (DOWN, -1), (DOWN, 1))


class Unit(NamedTuple):
    """A piece as the rules of movement see it: whose it is, and whether it is a king."""

    color: Color
    is_king: bool


Board = Mapping[Square, Unit]
UNITS: Mapping[Piece, Unit] = {piece: Unit(piece.color, piece.is_king) for piece in Piece}


class Position(NamedTuple):
    """Who stands where, by PDN square number, and who is to move."""

    pieces: Mapping[int, Piece]
    turn: Color


class RefMove(NamedTuple):
    """A move: where from, where to, what is taken, and whether a man becomes a king."""

    from_square: int
    to_square: int
    captured: frozenset[int] = frozenset()
    promotes: bool = False


class CaptureSequence(NamedTuple):
    """A capture with its victims in the order in which they are jumped."""

    from_square: int
    captured: tuple[int, ...]
    to_square: int
    promotes: bool


# ---------------------------------------------------------------------------------- the board


@cache
def _numbered_squares(size: int, mirrored: bool, first_square: Corner) -> tuple[Square, ...]:
    """The playing squares in the order of their numbers."""
    rows = list(range(size))
    columns = list(range(size))
    if first_square.startswith("bottom"):
        rows.reverse()
    if first_square.endswith("right"):
        columns.reverse()
    bottom_left = size - 1
    playing = bottom_left % 2 if not mirrored else (bottom_left + 1) % 2
    return tuple((row, col) for row in rows for col in columns if (row + col) % 2 == playing)


def numbered_squares(variant: Variant) -> tuple[Square, ...]:
    """The playing squares; square 1 comes first."""
    return _numbered_squares(variant.size, variant.mirrored, variant.first_square)


@cache
def _numbers(size: int, mirrored: bool, first_square: Corner) -> Mapping[Square, int]:
    squares = _numbered_squares(size, mirrored, first_square)
    return {square: number for number, square in enumerate(squares, start=1)}


def square_numbers(variant: Variant) -> Mapping[Square, int]:
    """The number of every playing square."""
    return _numbers(variant.size, variant.mirrored, variant.first_square)


@cache
def _line(size: int, square: Square, direction: Direction) -> tuple[Square, ...]:
    """The squares from one square to the edge of the board, nearest first."""
    (row, column), (down, right) = square, direction
    line = []
    row, column = row + down, column + right
    while 0 <= row < size and 0 <= column < size:
        line.append((row, column))
        row, column = row + down, column + right
    return tuple(line)


def forward(color: Color) -> int:
    """The way a side's men go: White up the board, Black down."""
    return UP if color is Color.WHITE else DOWN


def crown_row(variant: Variant, color: Color) -> int:
    """The last row, where a side's men are crowned."""
    return 0 if color is Color.WHITE else variant.size - 1


def main_road(variant: Variant) -> frozenset[Square]:
    """The longest diagonal of playing squares."""
    last = variant.size - 1
    if variant.mirrored:
        return frozenset((row, row) for row in range(variant.size))
    return frozenset((row, last - row) for row in range(variant.size))


# ------------------------------------------------------------------------------- the position


def start(variant: Variant) -> Position:
    """The position in which a game begins."""
    pieces = {}
    for number, (row, _) in enumerate(numbered_squares(variant), start=1):
        if row < variant.men_rows:
            pieces[number] = Piece.BLACK_MAN
        elif row >= variant.size - variant.men_rows:
            pieces[number] = Piece.WHITE_MAN
    return Position(pieces, variant.first_player)


def fen(variant: Variant, position: Position) -> str:
    """The position as FEN text, with numeric squares in every variant."""

    def side(color: Color) -> str:
        own = sorted((n, p) for n, p in position.pieces.items() if p.color is color)
        return ",".join(f"K{n}" if p.is_king else f"{n}" for n, p in own)

    turn = "W" if position.turn is Color.WHITE else "B"
    return f"{turn}:W{side(Color.WHITE)}:B{side(Color.BLACK)}"


def parse(variant: Variant, text: str) -> Position:
    """The position that a FEN text with numeric squares names; ``-`` is the start position."""
    if text == "-":
        return start(variant)
    turn, *sides = text.split(":")
    pieces = {}
    for side in sides:
        color = Color.WHITE if side[0] == "W" else Color.BLACK
        for token in side[1:].split(",") if side[1:] else ():
            pieces[int(token.lstrip("K"))] = Piece.of(color, king=token[0] == "K")
    return Position(pieces, Color.WHITE if turn == "W" else Color.BLACK)


def _placed(variant: Variant, position: Position) -> dict[Square, Unit]:
    squares = numbered_squares(variant)
    return {squares[number - 1]: UNITS[piece] for number, piece in position.pieces.items()}


# -------------------------------------------------------------------------------- quiet moves


def _flies(variant: Variant, piece: Unit) -> bool:
    return piece.is_king and variant.flying_kings


def _quiet_targets(variant: Variant, board: Board, square: Square) -> Iterator[Square]:
    """The squares that a piece can go to without a capture."""
    piece = board[square]
    for direction in DIAGONALS:
        if not piece.is_king and direction[0] != forward(piece.color):
            continue
        line = _line(variant.size, square, direction)
        reach = line if _flies(variant, piece) else line[:1]
        yield from takewhile(lambda target: target not in board, reach)


def _quiet_moves(variant: Variant, board: Board, turn: Color) -> Iterator[RefMove]:
    numbers = square_numbers(variant)
    for square, piece in board.items():
        if piece.color is turn:
            for target in _quiet_targets(variant, board, square):
                crowned = not piece.is_king and target[0] == crown_row(variant, turn)
                yield RefMove(numbers[square], numbers[target], frozenset(), crowned)


# ----------------------------------------------------------------------------------- captures


class Jump(NamedTuple):
    """One victim, and the square on which the capturing piece comes down behind it."""

    victim: Square
    landing: Square


Chain = tuple[Jump, ...]


class Capture(NamedTuple):
    """A complete capture: the piece as it was at the start, where it stood, and its jumps."""

    piece: Unit
    origin: Square
    jumps: Chain


def _may_capture(variant: Variant, piece: Unit, victim: Unit) -> bool:
    if victim.color is piece.color:
        return False
    return piece.is_king or not victim.is_king or variant.men_capture_kings


def _capture_directions(variant: Variant, piece: Unit) -> Iterator[Direction]:
    any_way = piece.is_king or variant.men_capture_backward
    for direction in DIAGONALS:
        if any_way or direction[0] == forward(piece.color):
            yield direction


def _jumps(
    variant: Variant,
    board: Board,
    piece: Unit,
    square: Square,
    direction: Direction,
    jumped: frozenset[Square],
) -> list[Jump]:
    """The jumps over the one victim that a piece can take in one direction, one a landing square.

    ``board`` does not hold the capturing piece itself; ``jumped`` are the victims that it took
    already and that still stand there.
    """
    line = _line(variant.size, square, direction)
    flies = _flies(variant, piece)
    reach = line if flies else line[:1]
    victim = next((met for met in reach if met in board), None)
    if victim is None or victim in jumped or not _may_capture(variant, piece, board[victim]):
        return []
    behind = _line(variant.size, victim, direction)
    if not flies or variant.kings_land_behind:
        behind = behind[:1]
    return [Jump(victim, landing) for landing in takewhile(lambda s: s not in board, behind)]


def _arrives_on_crown_row(variant: Variant, piece: Unit, landing: Square) -> bool:
    return not piece.is_king and landing[0] == crown_row(variant, piece.color)


def _chains_after(
    variant: Variant,
    board: Board,
    piece: Unit,
    jump: Jump,
    jumped: frozenset[Square],
    barred: tuple[Direction, ...],
) -> list[Chain]:
    """The ways to go on from the square where a jump came down."""
    if _arrives_on_crown_row(variant, piece, jump.landing):
        if variant.promotion == "ends-move":
            return []
        if variant.promotion == "continues-as-king":
            piece = piece._replace(is_king=True)
    if variant.removal == "at-once":
        board = {square: other for square, other in board.items() if square != jump.victim}
    else:
        jumped = jumped | {jump.victim}
    return _chains(variant, board, piece, jump.landing, jumped, barred)


def _chains(
    variant: Variant,
    board: Board,
    piece: Unit,
    square: Square,
    jumped: frozenset[Square] = frozenset(),
    barred: tuple[Direction, ...] = (),
) -> list[Chain]:
    """All chains of jumps of a piece from a square, each to its end.

    A king may come down on several squares behind a victim; if it can go on from some of them, it
    has to choose one of those. When its next victim stands on the same line, all of them come to
    the same: such a capture is told once, with the square right behind the victim, and from the
    squares further on the line is ``barred``.
    """
    found: list[Chain] = []
    for direction in _capture_directions(variant, piece):
        if direction in barred:
            continue
        jumps = _jumps(variant, board, piece, square, direction, jumped)
        if not jumps:
            continue
        same_line = (direction, (-direction[0], -direction[1]))
        going_on = [
            (jump, *rest)
            for jump in jumps
            for rest in _chains_after(
                variant, board, piece, jump, jumped, () if jump is jumps[0] else same_line
            )
        ]
        found += going_on or [(jump,) for jump in jumps]
    return found


def _all_captures(variant: Variant, board: Board, turn: Color) -> Iterator[Capture]:
    """Every complete capture, whichever of them the rules prefer."""
    for origin, piece in board.items():
        if piece.color is turn:
            others = {square: other for square, other in board.items() if square != origin}
            for chain in _chains(variant, others, piece, origin):
                yield Capture(piece, origin, chain)


# ----------------------------------------------------------------------- choice among captures


def _victims_are_kings(board: Board, capture: Capture) -> tuple[bool, ...]:
    return tuple(board[jump.victim].is_king for jump in capture.jumps)


def _any(board: Board, capture: Capture) -> tuple[int, ...]:
    return ()


def _most(board: Board, capture: Capture) -> tuple[int, ...]:
    return (len(capture.jumps),)


def _most_kings(board: Board, capture: Capture) -> tuple[int, ...]:
    return (len(capture.jumps), sum(_victims_are_kings(board, capture)))


def _king_first(board: Board, capture: Capture) -> tuple[int, ...]:
    return (capture.piece.is_king,)


def _italian(board: Board, capture: Capture) -> tuple[int, ...]:
    kings = _victims_are_kings(board, capture)
    return (len(capture.jumps), capture.piece.is_king, sum(kings), *kings)


WORTH: Mapping[str, Callable[[Board, Capture], tuple[int, ...]]] = {
    "free": _any,
    "most": _most,
    "most-kings": _most_kings,
    "king-first": _king_first,
    "italian": _italian,
}
"""What a capture is worth under each priority; only those worth most are legal."""


def _legal_captures(variant: Variant, board: Board, turn: Color) -> list[Capture]:
    captures = list(_all_captures(variant, board, turn))
    if not captures:
        return []
    worth = WORTH[variant.capture_priority]
    best = max(worth(board, capture) for capture in captures)
    return [capture for capture in captures if worth(board, capture) == best]


def _promotes(variant: Variant, capture: Capture) -> bool:
    """Whether a man is a king at the end of its capture.

    A man that is crowned by arriving on its crown row and ends its move there stands there at the
    end, so that only one that goes on as a king has to be looked at earlier.
    """
    landings = [jump.landing for jump in capture.jumps]
    if variant.promotion != "continues-as-king":
        landings = landings[-1:]
    return any(_arrives_on_crown_row(variant, capture.piece, landing) for landing in landings)


def _path(variant: Variant, capture: Capture) -> tuple[int, ...]:
    numbers = square_numbers(variant)
    return (numbers[capture.origin], *(numbers[jump.landing] for jump in capture.jumps))


def _sequence(variant: Variant, capture: Capture) -> CaptureSequence:
    numbers = square_numbers(variant)
    return CaptureSequence(
        from_square=numbers[capture.origin],
        captured=tuple(numbers[jump.victim] for jump in capture.jumps),
        to_square=numbers[capture.jumps[-1].landing],
        promotes=_promotes(variant, capture),
    )


def _as_move(sequence: CaptureSequence) -> RefMove:
    return RefMove(
        sequence.from_square,
        sequence.to_square,
        frozenset(sequence.captured),
        sequence.promotes,
    )


# ---------------------------------------------------------------------------------- the moves


def capture_sequences(variant: Variant, position: Position) -> list[CaptureSequence]:
    """Every legal capture, once for each order of victims and each final square."""
    board = _placed(variant, position)
    return [_sequence(variant, found) for found in _legal_captures(variant, board, position.turn)]


def moves_in_every_order(variant: Variant, position: Position) -> list[RefMove]:
    """The legal moves, a capture as often as there are orders in which to jump its victims."""
    moves = [_as_move(sequence) for sequence in capture_sequences(variant, position)]
    if not moves or not variant.mandatory_capture:
        moves += _quiet_moves(variant, _placed(variant, position), position.turn)
    return moves


def legal_moves(variant: Variant, position: Position) -> set[RefMove]:
    """The legal moves; captures with the same ends and the same victims are one move."""
    return set(moves_in_every_order(variant, position))


def paths(variant: Variant, position: Position, move: RefMove) -> set[tuple[int, ...]]:
    """Every way that a move can be walked: its origin, where it turns, and its final square."""
    if not move.captured:
        return {(move.from_square, move.to_square)}
    board = _placed(variant, position)
    return {
        _path(variant, capture)
        for capture in _legal_captures(variant, board, position.turn)
        if _as_move(_sequence(variant, capture)) == move
    }


def play(variant: Variant, position: Position, move: RefMove) -> Position:
    """The position after a legal move."""
    pieces = dict(position.pieces)
    piece = pieces.pop(move.from_square)
    for victim in move.captured:
        del pieces[victim]
    pieces[move.to_square] = Piece.of(piece.color, king=piece.is_king or move.promotes)
    return Position(pieces, position.turn.opposite)


def perft(variant: Variant, position: Position, depth: int, mode: Mode = "unique") -> int:
    """The number of ways to play ``depth`` plies; a side without a move ends the count at 0."""
    if depth == 0:
        return 1
    every_order = moves_in_every_order(variant, position)
    moves = every_order if mode == "all" else list(set(every_order))
    if depth == 1:
        return len(moves)
    return sum(perft(variant, play(variant, position, move), depth - 1, mode) for move in moves)


# ------------------------------------------------------------------------- the end of the game


def _has_king(position: Position, color: Color) -> bool:
    return any(piece.is_king and piece.color is color for piece in position.pieces.values())


def _decided(variant: Variant, position: Position) -> Outcome | None:
    """Whether a side has won."""
    to_move, just_moved = position.turn, position.turn.opposite
    if variant.aim == "first-king":
        for side in (just_moved, to_move):
            if _has_king(position, side):
                return Outcome(side, Termination.FIRST_KING)
    if not legal_moves(variant, position):
        return Outcome(to_move if variant.aim == "losing" else just_moved, Termination.NO_MOVES)
    return None


def _is_reset(resets: frozenset[Reset], before: Position, move: RefMove) -> bool:
    """Whether a move is one of those that set a count back to 0."""
    return (
        ("capture" in resets and bool(move.captured))
        or ("man-move" in resets and not before.pieces[move.from_square].is_king)
        or ("promotion" in resets and move.promotes)
    )


def _quiet_plies(variant: Variant, history: Sequence[Position], moves: Sequence[RefMove]) -> int:
    count = 0
    for before, move in zip(history, moves, strict=False):
        count = 0 if _is_reset(variant.draw_rules.quiet_resets, before, move) else count + 1
    return count


def _within(number: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= number <= bounds[1]


def _is_ending_between(
    variant: Variant, limit: EndgameLimit, position: Position, strong: Color
) -> bool:
    """Whether the material is that of a limit, one side taken for the stronger."""
    squares = numbered_squares(variant)
    pieces = position.pieces.values()
    stronger = [piece for piece in pieces if piece.color is strong]
    weaker = [piece for piece in pieces if piece.color is not strong]
    weaker_kings = [
        squares[number - 1]
        for number, piece in position.pieces.items()
        if piece.is_king and piece.color is not strong
    ]
    return (
        len(stronger) >= len(weaker)
        and _within(len(stronger), limit.strong)
        and _within(len(weaker), limit.weak)
        and _within(len(pieces), limit.total)
        and sum(piece.is_king for piece in stronger) >= limit.strong_kings
        and len(weaker_kings) >= limit.weak_kings
        and sum(not piece.is_king for piece in pieces) <= limit.max_men
        and (not limit.main_road or main_road(variant).issuperset(weaker_kings))
    )


def _is_ending(variant: Variant, limit: EndgameLimit, position: Position) -> bool:
    return any(_is_ending_between(variant, limit, position, strong) for strong in Color)


def _ending_plies(
    variant: Variant, limit: EndgameLimit, history: Sequence[Position], moves: Sequence[RefMove]
) -> int | None:
    """How long the ending of a limit has lasted; ``None`` when there is another on the board."""
    count = 0 if _is_ending(variant, limit, history[0]) else None
    for (before, after), move in zip(pairwise(history), moves, strict=True):
        if not _is_ending(variant, limit, after):
            count = None
        elif count is None or _is_reset(limit.resets, before, move):
            count = 0
        else:
            count += 1
    return count


def _draws(
    variant: Variant, history: Sequence[Position], moves: Sequence[RefMove]
) -> Iterator[tuple[Termination, bool]]:
    """The draws that hold in the last position, each with whether it has to be claimed."""
    rules, now = variant.draw_rules, history[-1]
    if rules.repetition and sum(earlier == now for earlier in history) >= rules.repetition:
        yield Termination.REPETITION, rules.repetition_claim
    for limit in rules.endgames:
        plies = _ending_plies(variant, limit, history, moves)
        if plies is not None and plies >= limit.plies:
            yield Termination.ENDGAME_LIMIT, limit.claim
    replaced = any(
        limit.replaces_quiet and _is_ending(variant, limit, now) for limit in rules.endgames
    )
    if rules.quiet_plies and not replaced:
        if _quiet_plies(variant, history, moves) >= rules.quiet_plies:
            yield Termination.QUIET_LIMIT, rules.quiet_claim
    if rules.max_plies and len(moves) >= rules.max_plies:
        yield Termination.MOVE_LIMIT, False


def outcome(
    variant: Variant,
    history: Sequence[Position],
    moves: Sequence[RefMove],
    *,
    claim_draw: bool = False,
) -> Outcome | None:
    """How the game stands at its last position, told from its whole history.

    Args:
        variant: the rules; its draw rules among them.
        history: all positions from the start of the game to the present one.
        moves: the moves between them.
        claim_draw: whether the draws that must be claimed are claimed.
    """
    won = _decided(variant, history[-1])
    if won is not None:
        return won
    for termination, must_be_claimed in _draws(variant, history, moves):
        if claim_draw or not must_be_claimed:
            return Outcome(None, termination)
    return None


def quiet_plies(variant: Variant, history: Sequence[Position], moves: Sequence[RefMove]) -> int:
    """Plies since the last progress, as the draw rules of the variant define it."""
    return _quiet_plies(variant, history, moves)
