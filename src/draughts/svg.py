"""A board as a picture: SVG for web pages, notebooks, articles and books, still or moving.

A picture stands alone. It needs no font, style sheet, script or other file, and holds no ids, so
that any number of pictures can stand on one page.

>>> from draughts import Board, svg
>>> board = Board()
>>> move = board.push_pdn("11-15")
>>> picture = svg.board(board, last_move=move, size=300)
>>> picture.startswith("<svg"), picture.endswith("</svg>")
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from draughts._core import Board, Move
from draughts.types import Color, Piece

__all__ = ["THEMES", "Arrow", "Disc", "Picture", "Theme", "animation", "board"]

Arrow: TypeAlias = tuple[int, int] | tuple[int, int, str]
_Squares: TypeAlias = bool | Literal["numbers"]
_Point: TypeAlias = tuple[float, float]

# --- themes ---------------------------------------------------------------------------------------


class Disc(NamedTuple):
    """The colours of one side's pieces, each as SVG writes colours: ``"#fbf1dc"``, ``"ivory"``.

    Args:
        face: the top of the disc.
        edge: its side, seen below the face, and the outline.
        groove: the rings turned into the face.
        crown: the crown of a king.
    """

    face: str
    edge: str
    groove: str
    crown: str


class Theme(NamedTuple):
    """The colours of a picture, each as SVG writes colours: ``"#8c5a30"``, ``"ivory"``.

    Args:
        light: the light squares.
        dark: the dark squares.
        frame: the frame around the board.
        label: letters and numbers on the frame.
        number: the numbers on the dark squares.
        white: the white pieces.
        black: the black pieces.
        moved: the squares where the last move began and ended.
        trail: the outline of these squares, and the way of a capture.
        arrow: arrows that have no colour of their own.
        target: circles on the squares where a piece may go.
        alert: the rings and crosses of a capture.
        halo: what sets these marks off from a piece or a square below them.

    >>> THEMES["blue"]._replace(frame="black").frame
    'black'
    """

    light: str
    dark: str
    frame: str
    label: str
    number: str
    white: Disc
    black: Disc
    moved: str
    trail: str
    arrow: str
    target: str
    alert: str
    halo: str


_WOOD = Theme(
    light="#ecd5a9",
    dark="#8c5a30",
    frame="#55341a",
    label="#f0dcb4",
    number="#fbeed3",
    white=Disc(face="#fbf2de", edge="#b39a6c", groove="#d9c79d", crown="#a3281b"),
    black=Disc(face="#2c1d16", edge="#100906", groove="#5b4336", crown="#f2c34b"),
    moved="#6e6614",
    trail="#ffdf66",
    arrow="#1f8f4d",
    target="#ffe27a",
    alert="#d7191c",
    halo="#fff6e0",
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": _WOOD,
        "club green": Theme(
            light="#f3ecd0",
            dark="#3a7149",
            frame="#1d3b28",
            label="#e6eed7",
            number="#f4f8e6",
            white=Disc(face="#fdf8ea", edge="#b2a887", groove="#dcd3b6", crown="#a3281b"),
            black=Disc(face="#1c211e", edge="#070908", groove="#4d5751", crown="#f2c34b"),
            moved="#7a6a12",
            trail="#ffe27a",
            arrow="#2b6fd6",
            target="#ffe27a",
            alert="#d7191c",
            halo="#ffffff",
        ),
        "blue": Theme(
            light="#e3ebf3",
            dark="#4a7199",
            frame="#22374e",
            label="#dde8f3",
            number="#ffffff",
            white=Disc(face="#ffffff", edge="#9fb0c1", groove="#d0dae4", crown="#b3321f"),
            black=Disc(face="#16212d", edge="#05080c", groove="#4a5b6d", crown="#f7cf5e"),
            moved="#2f6f78",
            trail="#ffe27a",
            arrow="#e8811a",
            target="#ffe27a",
            alert="#d7191c",
            halo="#ffffff",
        ),
        "high-contrast": Theme(
            light="#ffffff",
            dark="#757575",
            frame="#000000",
            label="#ffffff",
            number="#ffffff",
            white=Disc(face="#ffffff", edge="#000000", groove="#ffffff", crown="#000000"),
            black=Disc(face="#000000", edge="#ffffff", groove="#000000", crown="#ffffff"),
            moved="#0b4fb3",
            trail="#ffe600",
            arrow="#0b4fb3",
            target="#ffe600",
            alert="#d00000",
            halo="#ffffff",
        ),
    }
)
"""The built-in themes by name."""


# --- pictures -------------------------------------------------------------------------------------


class Picture(str):
    """The text of an SVG picture, which a notebook shows as the picture.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def board(
    board: Board,
    *,
    size: int = 400,
    flipped: bool = False,
    squares: _Squares = True,
    last_move: Move | None = None,
    arrows: Iterable[Arrow] = (),
    targets: Iterable[int] = (),
    sources: Iterable[int] = (),
    victims: Iterable[int] = (),
    theme: str | Theme = "wood",
    title: str | None = None,
) -> Picture:
    """A picture of a position.

    Args:
        board: the position.
        size: width and height in pixels, at least 1; the picture can be scaled afterwards.
        flipped: as Black sees it, from the other side.
        squares: tell the squares as the variant writes them: numbers on the dark squares, or
            letters and numbers on the frame; ``"numbers"`` for numbers in every variant; False
            for neither.
        last_move: a move to highlight: where it began and ended, and the way of a capture.
        arrows: pairs of squares, from and to, with a colour as a third where it should not be
            that of the theme: ``[(11, 15), (22, 18, "crimson")]``.
        targets: squares where a chosen piece may go, marked by circles, or by thick red rings if
            there are ``victims``.
        sources: squares of pieces that must capture, marked by dashed red rings.
        victims: squares of pieces that would be captured, marked by crosses.
        theme: a name in :data:`THEMES`, or colours of your own.
        title: the name that a screen reader says and a browser shows; without one it tells the
            variant and the side to move. The pieces are always described.

    Returns:
        The text of the picture, which a notebook shows as the picture.

    Raises:
        ValueError: the size is not a positive whole number, ``squares`` is none of these, there
            is no such theme or square, or an arrow is not two squares and perhaps a colour.

    >>> position = Board.from_fen("W:W18:B14,15")
    >>> picture = board(position, sources=[18], targets=[9, 11], victims=[14, 15])
    >>> picture.count("data-mark=")
    5
    >>> board(position, targets=[33])
    Traceback (most recent call last):
    ...
    ValueError: there is no square 33; this board has 1 to 32
    """
    view = _View(board, flipped, squares, _theme(theme))
    targets, victims = list(targets), list(victims)
    layers = [
        _squares(view),
        "" if last_move is None else _trail(view, last_move),
        _labels(view),
        _pieces(view),
        *(_landing(view, square) if victims else _target(view, square) for square in targets),
        *(_source(view, square) for square in sources),
        *(_cross(view, square) for square in victims),
        *(_arrow(view, arrow) for arrow in arrows),
    ]
    return _picture(view, size, title or _headline(board), _description(board), layers)


def _picture(
    view: _View, size: int, title: str, description: str, layers: Iterable[str]
) -> Picture:
    """The whole of a picture from what is drawn in it, the lowest layer first."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ValueError(f"size is {size!r}; it must be a whole number of pixels, at least 1")
    side = view.side + 2 * view.margin
    return Picture(
        _tag(
            "svg",
            _tag("title", _text(title)),
            _tag("desc", _text(description)),
            *layers,
            xmlns="http://www.w3.org/2000/svg",
            width=size,
            height=size,
            viewBox=f"{-view.margin} {-view.margin} {side} {side}",
            role="img",
        )
    )


def _theme(theme: str | Theme) -> Theme:
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    return THEMES[theme]


def _headline(board: Board) -> str:
    return f"Draughts board ({board.variant.name}), {board.turn.value.capitalize()} to move"


def _description(board: Board) -> str:
    """The position in words: ``White to move. White: men 21, 22; kings 3. Black: no pieces.``"""
    sides = [f"{board.turn.value.capitalize()} to move."]
    for color in Color:
        kinds = [
            f"{name} {', '.join(map(board.square_name, sorted(found)))}"
            for name, king in (("men", False), ("kings", True))
            if (found := board.pieces(color, king))
        ]
        sides.append(f"{color.value.capitalize()}: {'; '.join(kinds) or 'no pieces'}.")
    return " ".join(sides)


# --- elements -------------------------------------------------------------------------------------


def _tag(name: str, *children: str, **attributes: object) -> str:
    """An element; ``stroke_width=2`` becomes ``stroke-width="2"``."""
    parts = [name]
    for key, value in attributes.items():
        shown = f"{value:g}" if isinstance(value, float) else _text(str(value))
        parts.append(f'{key.replace("_", "-")}="{shown}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{name}>" if inside else f"<{' '.join(parts)}/>"


def _text(text: str) -> str:
    """Text as XML holds it, without the characters that it cannot hold."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


# --- geometry -------------------------------------------------------------------------------------

# A square is 100 units wide; the board's upper left corner is at (0, 0).
_SQUARE = 100
_RADIUS = 36


class _View:
    """A board as it is looked at: from which side, with which labels and colours."""

    def __init__(self, board: Board, flipped: bool, squares: _Squares, theme: Theme) -> None:
        if squares not in (True, False, "numbers"):
            raise ValueError(f"squares is {squares!r}; it must be True, False or 'numbers'")
        self.board = board
        self.flipped = flipped
        self.theme = theme
        self.lettered = squares is True and board.variant.notation == "algebraic"
        self.numbered = bool(squares) and not self.lettered
        self.margin = 44 if self.lettered else 22
        self.side = _SQUARE * board.variant.size

    def center(self, square: int) -> _Point:
        """The middle of a square."""
        last = self.board.variant.squares
        if not isinstance(square, int) or not 1 <= square <= last:
            raise ValueError(f"there is no square {square!r}; this board has 1 to {last}")
        row, column = self.board.square_place(square)
        x, y = _SQUARE * column + _SQUARE / 2, _SQUARE * row + _SQUARE / 2
        return (self.side - x, self.side - y) if self.flipped else (x, y)

    def every_square(self) -> range:
        return range(1, self.board.variant.squares + 1)


def _rect(center: _Point, side: float, **attributes: object) -> str:
    x, y = center[0] - side / 2, center[1] - side / 2
    return _tag("rect", x=x, y=y, width=side, height=side, **attributes)


def _circle(center: _Point, radius: float, **attributes: object) -> str:
    return _tag("circle", cx=center[0], cy=center[1], r=radius, **attributes)


def _translate(point: _Point) -> str:
    return f"translate({point[0]:g} {point[1]:g})"


# --- the board ------------------------------------------------------------------------------------


def _squares(view: _View) -> str:
    theme, middle = view.theme, (view.side / 2, view.side / 2)
    dark = [_rect(view.center(n), _SQUARE, data_square=n) for n in view.every_square()]
    return (
        _rect(middle, view.side + 2 * view.margin, rx=12, fill=theme.frame)
        + _rect(middle, view.side, fill=theme.light, stroke=theme.label, stroke_width=3)
        + _tag("g", *dark, fill=theme.dark)
    )


def _labels(view: _View) -> str:
    if view.numbered:
        return _numbers(view)
    return _edge(view) if view.lettered else ""


def _numbers(view: _View) -> str:
    """The number of each square, in its upper left corner, which a piece leaves free."""
    texts = []
    for square in view.every_square():
        x, y = view.center(square)
        texts.append(_tag("text", str(square), x=x - 43, y=y - 29))
    return _tag("g", *texts, fill=view.theme.number, font_family="sans-serif", font_size=19)


def _edge(view: _View) -> str:
    """Letters below the columns and numbers left of the rows."""
    letters, digits = {}, {}
    for square in view.every_square():
        name, (x, y) = view.board.square_name(square), view.center(square)
        letters[x], digits[y] = name[0], name[1:]
    below, left = view.side + view.margin / 2 + 9, -view.margin / 2
    texts = [_tag("text", letter, x=x, y=below) for x, letter in sorted(letters.items())]
    texts += [_tag("text", digit, x=left, y=y + 9) for y, digit in sorted(digits.items())]
    return _tag(
        "g",
        *texts,
        fill=view.theme.label,
        font_family="sans-serif",
        font_size=27,
        text_anchor="middle",
    )


# --- pieces ---------------------------------------------------------------------------------------

_CROWN = "M-17 14L-22-11L-10-1L0-19L10-1L22-11L17 14Z"
_CROWN_TIPS = ((-22.0, -13.0), (0.0, -21.0), (22.0, -13.0))
_SHINE = f"M-29-11A31 31 0 0 1-9-{_RADIUS - 6.4:g}"


def _pieces(view: _View) -> str:
    found = {n: view.board.piece_at(n) for n in view.every_square()}
    return "".join(
        _piece(view, square, piece, _crown(_disc(view, piece)) if piece.is_king else "")
        for square, piece in found.items()
        if piece
    )


def _disc(view: _View, piece: Piece) -> Disc:
    return view.theme.white if piece.color is Color.WHITE else view.theme.black


def _piece(view: _View, square: int, piece: Piece, *more: str) -> str:
    """A disc with its shadow, its side, its face with two grooves, and what lies on top of it."""
    disc = _disc(view, piece)
    return _tag(
        "g",
        _circle((2, 6), _RADIUS + 1, opacity=0.3),
        _circle((0, 3), _RADIUS, fill=disc.edge),
        _circle((0, 0), _RADIUS - 1, fill=disc.face, stroke=disc.edge, stroke_width=2),
        _circle((0, 0), 27, fill="none", stroke=disc.groove, stroke_width=3),
        _circle((0, 0), 17, fill="none", stroke=disc.groove, stroke_width=3),
        _tag("path", d=_SHINE, fill="none", stroke="#fff", stroke_width=3, opacity=0.5),
        *more,
        transform=_translate(view.center(square)),
        data_piece=piece.value,
        data_square=square,
    )


def _crown(disc: Disc) -> str:
    """What makes a king of a man: its inner grooves are covered and a crown lies on it."""
    tips = [_circle(tip, 4) for tip in _CROWN_TIPS]
    band = _tag("path", d="M-17 19H17", stroke=disc.crown, stroke_width=5)
    crown = _tag("path", d=_CROWN, stroke=disc.crown, stroke_width=2, stroke_linejoin="round")
    cover = _circle((0, 0), 25, fill=disc.face)
    return cover + _tag("g", crown, band, *tips, fill=disc.crown, data_crown="")


# --- marks ----------------------------------------------------------------------------------------


def _trail(view: _View, move: Move) -> str:
    """The squares where a move began and ended, and the way of a capture."""
    theme = view.theme
    look = {"fill": theme.moved, "stroke": theme.trail, "stroke_width": 5}
    ends = dict.fromkeys((move.from_square, move.to_square))
    parts = [_rect(view.center(n), _SQUARE - 5, data_mark="moved", **look) for n in ends]
    if move.is_capture:
        points = " ".join(f"{x:g},{y:g}" for x, y in map(view.center, move.path))
        look = {"stroke": theme.trail, "stroke_width": 9, "stroke_linejoin": "round"}
        parts.append(_tag("polyline", points=points, fill="none", data_mark="trail", **look))
    return "".join(parts)


def _target(view: _View, square: int) -> str:
    theme = view.theme
    look = {"fill": theme.target, "stroke": theme.frame, "stroke_width": 2}
    return _circle(view.center(square), 15, data_mark="target", **look)


def _ring(view: _View, square: int, radius: int, width: int, **attributes: object) -> str:
    """A red ring on a pale one."""
    center, theme = view.center(square), view.theme
    return _tag(
        "g",
        _circle(center, radius, stroke=theme.halo, stroke_width=width + 4),
        _circle(center, radius, stroke=theme.alert, stroke_width=width, **attributes),
        fill="none",
    )


def _landing(view: _View, square: int) -> str:
    return _ring(view, square, 31, 9, data_mark="target")


def _source(view: _View, square: int) -> str:
    return _ring(view, square, 42, 6, stroke_dasharray="16.4 10", data_mark="source")


def _cross(view: _View, square: int) -> str:
    x, y = view.center(square)
    lines = {"d": f"M{x - 20:g} {y - 20:g}l40 40m0-40l-40 40"}
    return _tag(
        "g",
        _tag("path", stroke=view.theme.halo, stroke_width=16, **lines),
        _tag("path", stroke=view.theme.alert, stroke_width=10, data_mark="victim", **lines),
        stroke_linecap="round",
    )


def _arrow(view: _View, arrow: Arrow) -> str:
    if not isinstance(arrow, tuple) or len(arrow) not in (2, 3) or arrow[0] == arrow[1]:
        raise ValueError(f"{arrow!r} is no arrow; it must be two squares and perhaps a colour")
    color = arrow[2] if len(arrow) == 3 else view.theme.arrow
    (x, y), (to_x, to_y) = view.center(arrow[0]), view.center(arrow[1])
    across, down = to_x - x, to_y - y
    length = (across * across + down * down) ** 0.5
    # Drawn along the x axis, then turned: a shaft, and a head that ends in the square's middle.
    neck = length - 38
    shape = f"M14-7H{neck:g}V-22L{length:g} 0L{neck:g} 22V7H14Z"
    turn = f"matrix({across / length:g} {down / length:g} {-down / length:g} {across / length:g}"
    return _tag(
        "path",
        d=shape,
        transform=f"{turn} {x:g} {y:g})",
        fill=color,
        stroke=view.theme.halo,
        stroke_width=3,
        stroke_linejoin="round",
        opacity=0.85,
        data_mark="arrow",
    )


# --- moving pictures ------------------------------------------------------------------------------

# Of the time for a move of one step this much is sliding, and the rest is rest.
_SLIDING = 0.4


def animation(
    board: Board,
    moves: Iterable[Move] | None = None,
    *,
    seconds: float = 1.0,
    repeat: bool = True,
    size: int = 400,
    flipped: bool = False,
    squares: _Squares = True,
    theme: str | Theme = "wood",
    title: str | None = None,
) -> Picture:
    """A moving picture of a sequence of moves: pieces slide, and what they captured fades away.

    Where pictures cannot move, on paper for one, it shows the first position.

    Args:
        board: the first position, or without ``moves`` the last one.
        moves: the moves to show, a capture on its :attr:`Move.path`; without them those that have
            been played on the board, from where it began.
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

    >>> game = Board()
    >>> for move in "11-15", "22-18", "15x22":
    ...     _ = game.push_pdn(move)
    >>> picture = animation(game, repeat=False)
    >>> picture.count("animateTransform")
    2
    """
    if not 0 < seconds < float("inf"):
        raise ValueError(f"seconds is {seconds!r}; it must be more than 0")
    start = board.copy()
    if moves is None:
        moves = board.move_stack
        for _ in moves:
            start.pop()
    view = _View(start, flipped, squares, _theme(theme))
    film = _Film(view, list(moves), seconds, repeat)
    name = f"Draughts board ({board.variant.name}), {len(film.texts)} moves"
    story = f"{_description(start)} Moves: {', '.join(film.texts) or 'none'}."
    layers = [_squares(view), *film.trails, _labels(view), film.cast()]
    return _picture(view, size, title or name, story, layers)


class _Actor:
    """A piece in a film: where it is at which time, when it is crowned, when it is taken."""

    def __init__(self, square: int, piece: Piece, center: _Point) -> None:
        self.square = square
        self.piece = piece
        self.places = [(0.0, center)]
        self.crowned: float | None = None
        self.taken: float | None = None


class _Film:
    """Moves played one after the other, and what each changes at what time, in seconds."""

    def __init__(self, view: _View, moves: list[Move], seconds: float, repeat: bool) -> None:
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
            trail = _trail(self.view, move), self._visible(begin, end)
            self.trails.append(_tag("g", *trail, visibility="hidden"))

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
        disc = _disc(self.view, actor.piece)
        if actor.piece.is_king:
            parts.append(_crown(disc))
        if actor.crowned is not None:
            parts.append(_tag("g", _crown(disc), self._fade(actor.crowned, 0, 1), opacity=0))
        if len(actor.places) > 1:
            parts.append(self._motion(actor.places))
        if actor.taken is not None:
            parts.append(self._fade(actor.taken, 1, 0))
        return _piece(self.view, actor.square, actor.piece, *parts)

    def _motion(self, places: list[tuple[float, _Point]]) -> str:
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
        return _tag(
            name,
            keyTimes=";".join(f"{time / self.length:.4g}" for time in times),
            values=";".join(map(str, values)),
            dur=f"{self.length:g}s",
            **look,
            **ending,
        )
