"""A sequence of moves as a moving picture."""

from __future__ import annotations

from collections.abc import Iterable

from draughts._core import Board, Move
from draughts.game import Game
from draughts.svg.elements import Point, tag
from draughts.svg.grid import grid, labels
from draughts.svg.marks import trail
from draughts.svg.picture import Picture, in_words, picture
from draughts.svg.pieces import crown, disc_of, piece_at
from draughts.svg.themes import Theme
from draughts.svg.view import Labels, View
from draughts.types import Piece

__all__ = ["animation"]

# Of the time for a move of one step this much is sliding, and the rest is rest.
_SLIDING = 0.4


def animation(
    board: Board | Game,
    moves: Iterable[Move] | None = None,
    *,
    seconds: float = 1.0,
    repeat: bool = True,
    size: int = 400,
    flipped: bool = False,
    squares: Labels = True,
    theme: str | Theme = "wood",
    title: str | None = None,
) -> Picture:
    """A moving picture of a sequence of moves: pieces slide, and what they captured fades away.

    Where pictures cannot move, on paper for one, it shows the first position.

    Args:
        board: the first position, or without ``moves`` the last one; or a game, which begins at
            its own first position wherever its cursor is.
        moves: the moves to show, a capture on its :attr:`Move.path`; without them those that have
            been played on the board, from where it began, or the main line of the game, captures
            as the players walked.
        seconds: the time for a move of one step, more than 0; each further step of a capture takes
            two fifths of it.
        repeat: begin again after the last move; False stops there.
        size: as for :func:`board`, like all that follow.
        flipped: as Black sees it.
        squares: how to tell the squares.
        theme: the colours.
        title: the name of the picture; without one it tells the variant and the number of moves.
            The first position and the moves are always described.

    Returns:
        The text of the picture.

    Raises:
        IllegalMoveError: a move is not legal where it is to be played.
        ValueError: the seconds, the size, the theme or ``squares`` is not as said above.

    >>> game = Game()
    >>> for text in "11-15", "22-18", "15x22":
    ...     move = game.play(text)
    >>> picture = animation(game, repeat=False)
    >>> picture.count("animateTransform")
    2
    """
    if not 0 < seconds < float("inf"):
        raise ValueError(f"seconds is {seconds!r}; it must be more than 0")
    start, played = _beginning(board, moves)
    view = View(start, flipped, squares, theme)
    film = _Film(view, played, seconds, repeat)
    name = f"Draughts board ({start.variant.name}), {len(film.texts)} moves"
    story = f"{in_words(start)} Moves: {', '.join(film.texts) or 'none'}."
    layers = [grid(view), *film.trails, labels(view), film.cast()]
    return picture(view, size, title or name, story, layers)


def _beginning(shown: Board | Game, moves: Iterable[Move] | None) -> tuple[Board, list[Move]]:
    """The first position of a film, and the moves from there."""
    if isinstance(shown, Game):
        start = Board.from_fen(shown.start_fen, shown.variant)
        if moves is None:
            moves = [move for node in shown.end.line() if (move := node.walked)]
    else:
        start = shown.copy()
        if moves is None:
            moves = [start.pop() for _ in shown.move_stack][::-1]
    return start, list(moves)


class _Actor:
    """A piece in a film: where it is at which time, when it is crowned, when it is taken."""

    def __init__(self, square: int, piece: Piece, center: Point) -> None:
        self.square = square
        self.piece = piece
        self.places = [(0.0, center)]
        self.crowned: float | None = None
        self.taken: float | None = None


class _Film:
    """Moves played one after the other, and what each changes at what time, in seconds."""

    def __init__(self, view: View, moves: list[Move], seconds: float, repeat: bool) -> None:
        self.view = view
        self.repeat = repeat
        self.step = seconds * _SLIDING
        self.rest = seconds - self.step
        self.actors = [
            _Actor(square, piece, view.center(square))
            for square in view.every_square()
            if (piece := view.board.piece_at(square))
        ]
        steps = sum(len(move.path) - 1 for move in moves)
        self.length = steps * self.step + (len(moves) + 2) * self.rest
        self.texts: list[str] = []
        self.trails: list[str] = []
        self._play(moves)

    def _play(self, moves: list[Move]) -> None:
        board, time = self.view.board.copy(), self.rest
        standing = {actor.square: actor for actor in self.actors}
        shown = []
        for move in moves:
            self.texts.append(board.pdn(move))
            board.push(move)
            shown.append(time)
            time = self._slide(standing, move, time)
            if board.peek().promotes:
                standing[move.to_square].crowned = time
            time += self.rest
        for move, begin, end in zip(moves, shown, [*shown[1:], None], strict=False):
            shining = trail(self.view, move), self._visible(begin, end)
            self.trails.append(tag("g", *shining, visibility="hidden"))

    def _slide(self, standing: dict[int, _Actor], move: Move, time: float) -> float:
        """Send a piece on its way at a time; when it arrives."""
        actor = standing.pop(move.from_square)
        actor.places.append((time, self.view.center(move.from_square)))
        for square in move.path[1:]:
            time += self.step
            actor.places.append((time, self.view.center(square)))
        for square in move.captured:
            standing.pop(square).taken = time
        standing[move.to_square] = actor
        return time

    def cast(self) -> str:
        """The pieces. One that jumps another outlives it, and so is drawn above it."""
        never = float("inf")
        order = sorted(self.actors, key=lambda a: never if a.taken is None else a.taken)
        return "".join(map(self._actor, order))

    def _actor(self, actor: _Actor) -> str:
        parts = []
        disc = disc_of(self.view, actor.piece)
        if actor.piece.is_king:
            parts.append(crown(disc))
        if actor.crowned is not None:
            parts.append(tag("g", crown(disc), self._fade(actor.crowned, 0, 1), opacity=0))
        if len(actor.places) > 1:
            parts.append(self._motion(actor.places))
        if actor.taken is not None:
            parts.append(self._fade(actor.taken, 1, 0))
        return piece_at(self.view, actor.square, actor.piece, *parts)

    def _motion(self, places: list[tuple[float, Point]]) -> str:
        points = [*places, (self.length, places[-1][1])]
        return self._timed(
            "animateTransform",
            [time for time, _ in points],
            [f"{x:g} {y:g}" for _, (x, y) in points],
            attributeName="transform",
            type="translate",
        )

    def _fade(self, time: float, before: int, after: int) -> str:
        times = [0, time, time + self.rest / 2, self.length]
        values = [before, before, after, after]
        return self._timed("animate", times, values, attributeName="opacity")

    def _visible(self, begin: float, end: float | None) -> str:
        times, values = [0, begin], ["hidden", "visible"]
        if end is not None:
            times, values = [*times, end], [*values, "hidden"]
        look = {"attributeName": "visibility", "calcMode": "discrete"}
        return self._timed("animate", times, values, **look)

    def _timed(
        self, name: str, times: Iterable[float], values: Iterable[object], **look: object
    ) -> str:
        """An animation over the length of the film that has these values at these times."""
        ending = {"repeatCount": "indefinite"} if self.repeat else {"fill": "freeze"}
        return tag(
            name,
            keyTimes=";".join(f"{time / self.length:.4g}" for time in times),
            values=";".join(map(str, values)),
            dur=f"{self.length:g}s",
            **look,
            **ending,
        )
