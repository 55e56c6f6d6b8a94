"""A board as a picture, read back from the XML."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from typing import Any

import pytest

from draughts import ENGLISH, VARIANTS, Board, Color, Game, IllegalMoveError, Move, Piece, svg
from draughts.svg import THEMES, Theme

Element = ElementTree.Element
Place = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
LOOP = "W:WK6,11:B9,10,17,18,30"

every_variant = pytest.mark.parametrize("name", VARIANTS)
every_theme = pytest.mark.parametrize("theme", THEMES)
from_both_sides = pytest.mark.parametrize("flipped", [False, True])


def read(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def having(root: Element, key: str, value: str | None = None) -> list[Element]:
    found = (element for element in root.iter() if key in element.attrib)
    return [element for element in found if value in (None, element.get(key))]


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text or "")]


def place(element: Element) -> Place:
    """Where the middle of a piece, a circle or a square is."""
    if "transform" in element.attrib:
        x, y = numbers(element.get("transform"))[-2:]
    elif "cx" in element.attrib:
        x, y = float(element.attrib["cx"]), float(element.attrib["cy"])
    else:
        half = float(element.attrib["width"]) / 2
        x, y = float(element.attrib["x"]) + half, float(element.attrib["y"]) + half
    return x, y


def dark_squares(root: Element) -> dict[int, Place]:
    squares = [e for e in having(root, "data-square") if e.tag == f"{SVG}rect"]
    assert len(squares) == len({e.get("data-square") for e in squares})
    return {int(e.attrib["data-square"]): place(e) for e in squares}


def pieces(root: Element) -> dict[int, Piece]:
    found = having(root, "data-piece")
    assert len(found) == len({e.get("data-square") for e in found})
    return {int(e.attrib["data-square"]): Piece(e.attrib["data-piece"]) for e in found}


def standing(board: Board) -> dict[int, Piece]:
    found = {n: board.piece_at(n) for n in range(1, board.variant.squares + 1)}
    return {n: piece for n, piece in found.items() if piece}


def labels(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def marked(root: Element, mark: str) -> list[Place]:
    return [place(element) for element in having(root, "data-mark", mark)]


def trails(root: Element) -> list[list[Place]]:
    """The lines of captures, each from place to place."""
    lines = [numbers(line.get("points")) for line in having(root, "data-mark", "trail")]
    return [list(zip(points[::2], points[1::2], strict=True)) for points in lines]


def played_out(name: str, seed: int, plies: int = 60) -> Board:
    board, chance = Board(name), random.Random(seed)
    while board.ply < plies and board.legal_moves:
        board.push(chance.choice(board.legal_moves))
    return board


# --- the board ------------------------------------------------------------------------------------


@every_variant
@from_both_sides
def test_a_picture_has_the_squares_and_pieces_of_the_board(name: str, flipped: bool) -> None:
    board = played_out(name, 1)
    root = read(svg.board(board, flipped=flipped))
    assert sorted(dark_squares(root)) == list(range(1, board.variant.squares + 1))
    assert pieces(root) == standing(board)
    assert len(having(root, "data-crown")) == sum(p.is_king for p in standing(board).values())


@every_variant
def test_a_piece_stands_in_the_middle_of_its_square(name: str) -> None:
    root = read(svg.board(Board(name)))
    squares = dark_squares(root)
    for piece in having(root, "data-piece"):
        assert place(piece) == squares[int(piece.attrib["data-square"])]


@every_variant
def test_white_stands_below_and_flipped_above(name: str) -> None:
    board = Board(name)
    middle = 50 * board.variant.size
    for flipped in False, True:
        squares = dark_squares(read(svg.board(board, flipped=flipped)))
        for color in Color:
            below = (color is Color.WHITE) is not flipped
            assert all((squares[n][1] > middle) is below for n in board.pieces(color))


@every_variant
def test_flipped_is_the_board_turned_by_half(name: str) -> None:
    side = 100 * VARIANTS[name].size
    squares = dark_squares(read(svg.board(Board(name))))
    turned = dark_squares(read(svg.board(Board(name), flipped=True)))
    assert turned == {n: (side - x, side - y) for n, (x, y) in squares.items()}


@every_variant
@from_both_sides
def test_the_left_corner_is_light_on_a_mirrored_board_alone(name: str, flipped: bool) -> None:
    places = dark_squares(read(svg.board(Board(name), flipped=flipped))).values()
    left_corner = (50, 100 * VARIANTS[name].size - 50)
    assert (left_corner in places) is not VARIANTS[name].mirrored


def test_spanish_numbers_start_at_the_lower_right() -> None:
    assert dark_squares(read(svg.board(Board("spanish"))))[1] == (750, 750)
    assert dark_squares(read(svg.board(Board("spanish"), flipped=True)))[1] == (50, 50)


# --- squares --------------------------------------------------------------------------------------


@every_variant
@from_both_sides
def test_squares_are_told_as_the_variant_writes_them(name: str, flipped: bool) -> None:
    """R34."""
    variant = VARIANTS[name]
    shown = labels(read(svg.board(Board(name), flipped=flipped)))
    if variant.notation == "algebraic":
        letters, digits = list("abcdefgh"), list("87654321")
        assert shown == (letters[::-1] + digits[::-1] if flipped else letters + digits)
    else:
        assert shown == [str(n) for n in range(1, variant.squares + 1)]


@every_variant
def test_numbers_come_on_request_and_nothing_does_too(name: str) -> None:
    """R34."""
    shown = labels(read(svg.board(Board(name), squares="numbers")))
    assert shown == [str(n) for n in range(1, VARIANTS[name].squares + 1)]
    assert labels(read(svg.board(Board(name), squares=False))) == []


@from_both_sides
def test_a_number_stands_on_its_square(flipped: bool) -> None:
    root = read(svg.board(Board(), flipped=flipped))
    squares = dark_squares(root)
    for text in root.iter(f"{SVG}text"):
        x, y = squares[int(text.text or "")]
        assert x - 50 < float(text.attrib["x"]) < x
        assert y - 50 < float(text.attrib["y"]) < y


@from_both_sides
def test_letters_and_numbers_stand_on_the_frame_in_line_with_their_squares(flipped: bool) -> None:
    board = Board("russian")
    root = read(svg.board(board, flipped=flipped))
    left, top, side, _ = numbers(root.get("viewBox"))
    texts = {e.text: (float(e.attrib["x"]), float(e.attrib["y"])) for e in root.iter(f"{SVG}text")}
    for square, (x, y) in dark_squares(root).items():
        letter, digit = list(board.square_name(square))
        assert texts[letter][0] == x
        assert 800 < texts[letter][1] < top + side
        assert abs(texts[digit][1] - y) < 15
        assert left < texts[digit][0] < 0


# --- marks ----------------------------------------------------------------------------------------


@from_both_sides
def test_the_last_move_has_its_ends_marked(flipped: bool) -> None:
    """R34."""
    board = Board()
    move = board.push_pdn("11-15")
    root = read(svg.board(board, last_move=move, flipped=flipped))
    squares = dark_squares(root)
    assert marked(root, "moved") == [squares[11], squares[15]]
    assert not having(root, "data-mark", "trail")


@from_both_sides
def test_the_way_of_a_capture_is_a_line(flipped: bool) -> None:
    board = Board.from_fen(LOOP)
    move = next(move for move in board.legal_moves if len(move.captured) == 4)
    root = read(svg.board(board, last_move=move, flipped=flipped))
    squares = dark_squares(root)
    assert trails(root) == [[squares[n] for n in move.path]]
    assert marked(root, "moved") == [squares[6]], "it ends where it began, and is marked once"


def test_marks_of_a_capture_are_rings_and_crosses() -> None:
    """R32."""
    board = Board.from_fen("W:W18:B14,15")
    root = read(svg.board(board, sources=[18], targets=[9, 11], victims=[14, 15]))
    squares = dark_squares(root)
    assert marked(root, "source") == [squares[18]]
    assert marked(root, "target") == [squares[9], squares[11]]
    assert len(having(root, "data-mark", "victim")) == 2
    (source,) = having(root, "data-mark", "source")
    assert source.get("stroke-dasharray")
    for ring in [source, *having(root, "data-mark", "target")]:
        assert ring.get("stroke") == THEMES["wood"].alert


@from_both_sides
def test_a_cross_lies_on_its_victim(flipped: bool) -> None:
    root = read(svg.board(Board.from_fen("W:W18:B14"), victims=[14], flipped=flipped))
    (cross,) = having(root, "data-mark", "victim")
    x, y = numbers(cross.get("d"))[:2]
    assert (x + 20, y + 20) == dark_squares(root)[14]


def test_targets_without_victims_are_filled_circles() -> None:
    root = read(svg.board(Board(), targets=[13, 14]))
    assert marked(root, "target") == [dark_squares(root)[n] for n in (13, 14)]
    assert {e.get("fill") for e in having(root, "data-mark")} == {THEMES["wood"].target}


def test_an_arrow_leads_from_square_to_square() -> None:
    root = read(svg.board(Board(), arrows=[(11, 15), (22, 18, "crimson")]))
    squares = dark_squares(root)
    plain, colored = having(root, "data-mark", "arrow")
    assert plain.get("fill") == THEMES["wood"].arrow
    assert colored.get("fill") == "crimson"
    for arrow, begin, end in (plain, 11, 15), (colored, 22, 18):
        along, down, _, _, x, y = numbers(arrow.get("transform"))
        assert (x, y) == squares[begin]
        length = max(numbers(arrow.get("d")))
        assert (x + along * length, y + down * length) == pytest.approx(squares[end], abs=0.1)


def test_a_plain_picture_has_no_marks() -> None:
    assert not having(read(svg.board(Board())), "data-mark")


# --- themes ---------------------------------------------------------------------------------------


def luminance(color: str) -> float:
    """The relative luminance of ``#rrggbb`` as WCAG 2 defines it."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@every_theme
def test_what_is_written_can_be_read(theme: str) -> None:
    colors = THEMES[theme]
    assert contrast(colors.number, colors.dark) >= 4.5
    assert contrast(colors.number, colors.moved) >= 4.5
    assert contrast(colors.label, colors.frame) >= 4.5


@every_theme
def test_pieces_and_crowns_stand_out(theme: str) -> None:
    colors = THEMES[theme]
    assert contrast(colors.white.face, colors.dark) >= 3
    assert contrast(colors.black.face, colors.dark) >= 2.5
    assert contrast(colors.white.face, colors.black.face) >= 7
    for disc in colors.white, colors.black:
        assert contrast(disc.crown, disc.face) >= 4.5


@every_theme
def test_a_theme_gives_the_colors(theme: str) -> None:
    picture = svg.board(Board("russian"), theme=theme, last_move=Move(22, 18))
    colors = THEMES[theme]
    for color in (colors.light, colors.dark, colors.frame, colors.label, colors.moved):
        assert f'"{color}"' in picture
    for disc in colors.white, colors.black:
        assert f'"{disc.face}"' in picture


def test_colors_of_your_own() -> None:
    mine: Theme = THEMES["wood"]._replace(dark="rebeccapurple")
    assert 'fill="rebeccapurple"' in svg.board(Board(), theme=mine)


# --- a picture stands alone -----------------------------------------------------------------------

PICTURES = {
    **{f"board {name}": svg.board(played_out(name, 2)) for name in VARIANTS},
    **{f"film {name}": svg.animation(played_out(name, 3)) for name in VARIANTS},
    "marks": svg.board(
        Board(), last_move=Move(11, 15), arrows=[(1, 2)], targets=[3], sources=[4], victims=[5]
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_nothing_from_elsewhere(name: str) -> None:
    root = read(PICTURES[name])
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {"image", "script", "style", "use"}
        for key, value in element.attrib.items():
            assert not key.endswith("href")
            assert "url(" not in value
            assert key != "font-family" or value == "sans-serif"


def test_no_two_ids_on_a_page_are_equal() -> None:
    ids = [e.get("id") for text in PICTURES.values() for e in having(read(text), "id")]
    assert len(ids) == len(set(ids))


def test_two_pictures_of_one_position_are_equal() -> None:
    assert svg.board(Board()) == svg.board(Board())
    assert svg.animation(played_out("pool", 4)) == svg.animation(played_out("pool", 4))


@pytest.mark.parametrize("size", [1, 120, 400, 800])
def test_a_picture_scales(size: int) -> None:
    root = read(svg.board(Board(), size=size))
    assert root.get("width") == root.get("height") == str(size)
    assert root.get("viewBox") == read(svg.board(Board())).get("viewBox")


@every_variant
def test_all_lies_within_the_picture(name: str) -> None:
    root = read(svg.board(Board(name)))
    left, top, width, height = numbers(root.get("viewBox"))
    assert left == top < 0
    assert width == height == 100 * VARIANTS[name].size - 2 * left


def test_a_screen_reader_is_told_the_position() -> None:
    root = read(svg.board(Board.from_fen("W:WK3,22,21:B")))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Draughts board (english), White to move"
    assert root[1].tag == f"{SVG}desc"
    assert root[1].text == "White to move. White: men 21, 22; kings 3. Black: no pieces."


def test_a_title_is_taken_as_it_is_but_for_what_xml_cannot_hold() -> None:
    root = read(svg.board(Board(), title="""<b> & "q" \u265b\x00\ud800"""))
    assert root[0].text == """<b> & "q" \u265b  """
    assert read(svg.board(Board(), arrows=[(1, 2, '"/><a')])) is not None


def test_a_notebook_shows_the_picture() -> None:
    picture: Any = svg.board(Board())
    assert picture._repr_svg_() == picture
    assert type(picture._repr_svg_()) is str


# --- a game ---------------------------------------------------------------------------------------

ROUND = ["6x15x22x13x6", "6x13x22x15x6"]  # from LOOP


def shown(game: Game) -> Element:
    """What a notebook shows of a game."""
    return read(game._repr_svg_())


def test_a_game_not_begun_is_shown_as_its_first_position() -> None:
    root = shown(Game("russian"))
    assert pieces(root) == standing(Board("russian"))
    assert not having(root, "data-mark")


def test_a_game_is_shown_with_its_last_move() -> None:
    game = Game()
    game.play("11-15")
    root = shown(game)
    squares = dark_squares(root)
    assert pieces(root) == standing(game.board)
    assert marked(root, "moved") == [squares[11], squares[15]]
    assert trails(root) == []


@pytest.mark.parametrize("text", ROUND)
def test_a_capture_in_a_game_is_shown_as_it_was_walked(text: str) -> None:
    game = Game(fen=LOOP)
    game.play(text)
    root = shown(game)
    squares = dark_squares(root)
    assert trails(root) == [[squares[int(n)] for n in text.split("x")]]
    assert marked(root, "moved") == [squares[6]]


def test_a_game_is_shown_at_its_cursor() -> None:
    game = Game()
    for text in "11-15", "22-18", "15x22":
        game.play(text)
    game.goto(game.end.line()[1])
    root = shown(game)
    squares = dark_squares(root)
    assert pieces(root) == standing(game.board)
    assert marked(root, "moved") == [squares[22], squares[18]]
    game.to_start()
    assert pieces(shown(game)) == standing(Board())
    assert not having(shown(game), "data-mark")


def test_pictures_are_not_loaded_before_one_is_drawn() -> None:
    code = (
        "import sys, draughts; draughts.Game().play('11-15'); print('draughts.svg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", [0, 33, -1, "c3", None, 1.5])
@pytest.mark.parametrize("mark", ["targets", "sources", "victims"])
def test_a_square_that_is_not_there_is_named(mark: str, square: Any) -> None:
    with pytest.raises(ValueError, match=re.escape(f"there is no square {square!r}; this board")):
        arguments: dict[str, Any] = {mark: [square]}
        svg.board(Board(), **arguments)


def test_marks_of_a_bigger_board_are_refused() -> None:
    for wrong in {"last_move": Move(46, 41)}, {"arrows": [(46, 41)]}:
        arguments: dict[str, Any] = wrong
        assert svg.board(Board("international"), **arguments)
        with pytest.raises(ValueError, match="there is no square 46; this board has 1 to 32"):
            svg.board(Board(), **arguments)


@pytest.mark.parametrize("theme", ["marble", None, 3])
def test_an_unknown_theme_is_named(theme: Any) -> None:
    with pytest.raises(ValueError, match=f"no theme {theme!r}; there are wood, club green, blue"):
        svg.board(Board(), theme=theme)


@pytest.mark.parametrize("arrow", [(11,), (11, 11), (11, 15, "red", 2), 11, Move(11, 15)])
def test_an_arrow_that_is_none_is_shown(arrow: Any) -> None:
    with pytest.raises(ValueError, match="is no arrow; it must be two squares"):
        svg.board(Board(), arrows=[arrow])


@pytest.mark.parametrize("size", [0, -5, 1.5, "400", True])
def test_a_size_that_is_none_is_refused(size: Any) -> None:
    with pytest.raises(ValueError, match="size is"):
        svg.board(Board(), size=size)


def test_other_words_for_squares_are_refused() -> None:
    wrong: Any = "letters"
    with pytest.raises(ValueError, match="squares is 'letters'; it must be True, False"):
        svg.board(Board(), squares=wrong)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds is"):
        svg.animation(Board(), seconds=seconds)


# --- moving pictures ------------------------------------------------------------------------------


def animated(element: Element, attribute: str) -> list[tuple[float, str]]:
    """The values that an attribute of an element goes through, each with its time from 0 to 1."""
    for child in element:
        if child.get("attributeName") == attribute:
            times = [float(time) for time in child.attrib["keyTimes"].split(";")]
            return list(zip(times, child.attrib["values"].split(";"), strict=True))
    return []


def last(element: Element, attribute: str, otherwise: str) -> str:
    values = animated(element, attribute)
    return values[-1][1] if values else otherwise


@every_variant
@pytest.mark.parametrize("seed", range(4))
@from_both_sides
def test_a_film_ends_in_the_position_that_the_moves_lead_to(
    name: str, seed: int, flipped: bool
) -> None:
    board = played_out(name, seed, 120)
    root = read(svg.animation(board, flipped=flipped))
    squares = {place: n for n, place in dark_squares(root).items()}
    found = {}
    for actor in having(root, "data-piece"):
        if last(actor, "opacity", "1") == "0":
            continue
        x, y = numbers(last(actor, "transform", actor.attrib["transform"]))
        piece = Piece(actor.attrib["data-piece"])
        crowned = any(last(child, "opacity", "1") == "1" for child in actor.iter(f"{SVG}g"))
        king = bool(having(actor, "data-crown")) and crowned
        assert squares[x, y] not in found
        found[squares[x, y]] = Piece.of(piece.color, king=king)
    assert found == standing(board)


def test_a_film_begins_with_the_first_position() -> None:
    root = read(svg.animation(played_out("russian", 7)))
    assert pieces(root) == standing(Board("russian"))
    for hidden in having(root, "visibility"):
        assert hidden.get("visibility") == "hidden"


@pytest.mark.parametrize("name", ["english", "russian", "international"])
def test_the_times_of_a_film_run_from_its_beginning_to_its_end(name: str) -> None:
    root = read(svg.animation(played_out(name, 5)))
    moving = [e for e in root.iter() if "keyTimes" in e.attrib]
    assert len({e.get("dur") for e in moving}) == 1
    for element in moving:
        times = numbers(element.get("keyTimes"))
        assert times[0] == 0
        assert all(earlier <= later for earlier, later in pairwise(times))
        assert times[-1] == 1 or element.get("calcMode") == "discrete"
        assert times[-1] <= 1


def test_one_move_is_highlighted_at_a_time() -> None:
    board = played_out("english", 6, 20)
    root = read(svg.animation(board))
    shown = [animated(group, "visibility") for group in having(root, "visibility")]
    assert len(shown) == 20
    for one, following in pairwise(shown):
        assert one[-1] == (following[1][0], "hidden")
    assert shown[-1][-1][1] == "visible"


def test_a_piece_slides_along_the_way_that_was_walked() -> None:
    board = Board.from_fen(LOOP)
    move = next(move for move in board.legal_moves if len(move.captured) == 4)
    for path in board.paths(move):
        walked = Move(6, 6, move.captured, path=path)
        root = read(svg.animation(board, [walked]))
        squares = dark_squares(root)
        (king,) = having(root, "data-piece", "W")
        way = [tuple(numbers(value)) for _, value in animated(king, "transform")]
        assert way[1:-1] == [squares[n] for n in path]


def test_what_is_captured_fades_when_the_move_is_over_and_lies_below() -> None:
    board = Board.from_fen(LOOP)
    move = next(move for move in board.legal_moves if len(move.captured) == 4)
    root = read(svg.animation(board, [move]))
    order = having(root, "data-piece")
    (king,) = having(root, "data-piece", "W")
    arrival = animated(king, "transform")[-2][0]
    faded = [piece for piece in order if animated(piece, "opacity")]
    assert {int(piece.attrib["data-square"]) for piece in faded} == move.captured
    assert order.index(king) > max(map(order.index, faded))
    for piece in faded:
        assert [value for _, value in animated(piece, "opacity")] == ["1", "1", "0", "0"]
        assert animated(piece, "opacity")[1][0] == arrival


def test_a_man_is_crowned_where_it_arrives() -> None:
    root = read(svg.animation(Board.from_fen("W:W6:B32"), [Move(6, 1)]))
    (crown,) = having(root, "data-crown")
    (man,) = having(root, "data-piece", "w")
    assert crown in list(man.iter())
    (cover,) = [group for group in man if group.get("opacity") == "0"]
    assert last(cover, "opacity", "") == "1"


@pytest.mark.parametrize("text", ROUND)
def test_the_film_of_a_game_follows_the_way_that_was_walked(text: str) -> None:
    game = Game(fen=LOOP)
    game.play(text)
    root = read(svg.animation(game))
    squares = dark_squares(root)
    way = [squares[int(n)] for n in text.split("x")]
    (king,) = having(root, "data-piece", "W")
    assert [tuple(numbers(value)) for _, value in animated(king, "transform")][1:-1] == way
    assert trails(root) == [way]


def test_the_film_of_a_game_is_its_main_line_wherever_the_cursor_is() -> None:
    game = Game("russian")
    for move in played_out("russian", 9, 30).move_stack:
        game.play(move)
    film = svg.animation(game)
    assert film == svg.animation(game.board)
    game.goto(game.add_variation("c3-b4", game.root))
    assert svg.animation(game) == film


def test_a_film_may_show_other_moves_from_the_first_position_of_a_game() -> None:
    game = Game()
    game.play("11-15")
    assert svg.animation(game, [Move(9, 13)]) == svg.animation(Board(), [Move(9, 13)])


def test_a_film_begins_again_or_stops() -> None:
    board = played_out("english", 1, 4)
    again, stops = read(svg.animation(board)), read(svg.animation(board, repeat=False))
    for element in having(again, "keyTimes"):
        assert element.get("repeatCount") == "indefinite"
    for element in having(stops, "keyTimes"):
        assert element.get("fill") == "freeze"
        assert element.get("repeatCount") is None


def test_a_film_takes_as_long_as_its_moves() -> None:
    """A capture of two steps and a move of one, a rest after each and at both ends."""
    board = Board.from_fen("B:W18,26,27:B15,9")
    for text in "15x31", "27-23":
        board.push_pdn(text)
    root = read(svg.animation(board, seconds=2))
    assert {e.get("dur") for e in having(root, "keyTimes")} == {f"{3 * 0.8 + 4 * 1.2:g}s"}


def test_a_film_tells_its_moves() -> None:
    board = Board()
    for text in "11-15", "22-18", "15x22":
        board.push_pdn(text)
    root = read(svg.animation(board))
    assert root[0].text == "Draughts board (english), 3 moves"
    assert (root[1].text or "").endswith("Moves: 11-15, 22-18, 15x22.")
    assert read(svg.animation(board, title="Mine"))[0].text == "Mine"


def test_a_film_leaves_the_board_as_it_was() -> None:
    board = played_out("brazilian", 8)
    moves = board.move_stack
    svg.animation(board)
    svg.animation(board, board.legal_moves[:1])
    assert board.move_stack == moves


def test_without_a_move_a_film_stands_still() -> None:
    root = read(svg.animation(Board(ENGLISH)))
    assert not having(root, "keyTimes")
    assert pieces(root) == standing(Board())


def test_an_illegal_move_is_not_shown() -> None:
    with pytest.raises(IllegalMoveError):
        svg.animation(Board(), [Move(11, 20)])


def test_a_game_is_a_small_file() -> None:
    assert len(svg.board(Board("international"))) < 30_000
    assert len(svg.animation(played_out("english", 1, 60))) < 60_000
