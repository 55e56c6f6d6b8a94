"""The learned evaluation told plainly: a slow second opinion for what the kernel sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from draughts import Board, Color

Square = tuple[int, int]
Weight = tuple[int, int]  # for the opening and the ending
Men = Mapping[Square, int]

DIRECTIONS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
UP, DOWN = -1, 1


class View:
    """The pieces of a board by row and column; 1 is White's, -1 Black's."""

    def __init__(self, board: Board) -> None:
        self.size = board.variant.size
        self.flying = board.variant.flying_kings
        self.backward = board.variant.men_capture_backward
        self.turn = 1 if board.turn is Color.WHITE else -1
        self.men: dict[Square, int] = {}
        self.kings: dict[Square, int] = {}
        for color, sign in ((Color.WHITE, 1), (Color.BLACK, -1)):
            for square in board.pieces(color):
                piece = board.piece_at(square)
                assert piece is not None
                (self.kings if piece.is_king else self.men)[board.square_place(square)] = sign

    def holds(self, square: Square) -> int:
        return self.men.get(square, 0) or self.kings.get(square, 0)

    def is_free(self, square: Square, left: Square | None = None) -> bool:
        inside = all(0 <= place < self.size for place in square)
        return inside and (square == left or not self.holds(square))

    def takes(self, square: Square, side: int, rows: int) -> bool:
        """Whether a piece of the side could jump a neighbour that is so many rows down."""
        if self.holds(square) != side:
            return False
        return square in self.kings or self.backward or rows == -side

    def hangs(self, square: Square, side: int, left: Square) -> bool:
        """Whether a piece of the side, come to a square from another, stands to be jumped.

        Only by neighbours.
        """
        for rows, columns in DIRECTIONS:
            attacker = (square[0] - rows, square[1] - columns)
            landing = (square[0] + rows, square[1] + columns)
            if self.takes(attacker, -side, rows) and self.is_free(landing, left):
                return True
        return False

    def man_moves(self, side: int) -> list[tuple[Square, Square]]:
        return [
            (square, target)
            for square, owner in self.men.items()
            if owner == side
            for target in [(square[0] - side, square[1] - 1), (square[0] - side, square[1] + 1)]
            if self.is_free(target)
        ]

    def king_moves(self, side: int) -> list[tuple[Square, Square]]:
        moves = []
        for square, owner in self.kings.items():
            if owner != side:
                continue
            for rows, columns in DIRECTIONS:
                target = (square[0] + rows, square[1] + columns)
                while self.is_free(target):
                    moves.append((square, target))
                    if not self.flying:
                        break
                    target = (target[0] + rows, target[1] + columns)
        return moves

    def safe(self, moves: Sequence[tuple[Square, Square]], side: int) -> int:
        return sum(not self.hangs(target, side, left) for left, target in moves)


def features(board: Board) -> dict[str, int]:
    """Every feature by name, White's less Black's."""
    view = View(board)
    found = dict.fromkeys(("safe_moves", "unsafe_moves", "king_moves", "trapped_kings"), 0)
    kings = {side: sum(owner == side for owner in view.kings.values()) for side in (1, -1)}
    for side in (1, -1):
        men, of_kings = view.man_moves(side), view.king_moves(side)
        safe, safe_kings = view.safe(men, side), view.safe(of_kings, side)
        found["safe_moves"] += side * safe
        found["unsafe_moves"] += side * (len(men) - safe)
        found["king_moves"] += side * safe_kings
        found["trapped_kings"] += side * (kings[side] > 0 and safe_kings == 0)
    found["men"] = sum(view.men.values())
    found["kings"] = kings[1] - kings[-1]
    found["first_king"] = (kings[1] > 0) - (kings[-1] > 0)
    found["lone_king"] = (kings[1] > 0 and not kings[-1]) - (kings[-1] > 0 and not kings[1])
    found["turn"] = view.turn
    found["threatened"] = -view.turn * _other_could_capture(board)
    found["opposition"] = view.turn * _the_move(view)
    found["balance"] = _leaning(view, 1) - _leaning(view, -1)
    found["main_road"] = _main_road(view, 1) - _main_road(view, -1) if view.flying else 0
    return found


def _other_could_capture(board: Board) -> bool:
    passed = board.copy()
    passed.turn = board.turn.opposite
    return passed.must_capture


def _the_move(view: View) -> int:
    """1 if the pieces on the files that begin on the mover's edge are odd in number, else -1."""
    everyone = {**view.men, **view.kings}
    if sum(everyone.values()):
        return 0
    home = view.size - 1 if view.turn == 1 else 0
    on_files = sum(row % 2 == home % 2 for row, _ in everyone)
    return 1 if on_files % 2 else -1


def _leaning(view: View, side: int) -> int:
    """Men on the two outer files of dark squares of the left wing against those of the right."""
    more = 0
    for (_, column), owner in view.men.items():
        if owner == side:
            place = column // 2
            more += (place < 2) - (place >= view.size // 2 - 2)
    return abs(more)


def _main_road(view: View, side: int) -> int:
    road = {(view.size - 1 - i, i) for i in range(view.size)}
    held = any(square in road and owner == side for square, owner in view.kings.items())
    theirs = any(view.holds(square) == -side for square in road)
    return int(held and not theirs)


def _shown(squares: Sequence[int], men: Men, side: int, size: int) -> int:
    """What a window shows to a side that sees the board from its own end."""
    index, worth = 0, 1
    for number in squares:
        row, place = divmod(number - 1, size // 2)
        square = (row, 2 * place + (row % 2 == 0))
        if side == -1:
            square = (size - 1 - square[0], size - 1 - square[1])
        owner = men.get(square, 0) * side
        index += worth * (0, 1, 2)[owner]
        worth *= 3
    return index


def window_indices(board: Board, windows: Sequence[Sequence[int]]) -> list[int]:
    """What every window shows, then the same with board and colours turned."""
    view = View(board)
    return [_shown(window, view.men, side, view.size) for side in (1, -1) for window in windows]
