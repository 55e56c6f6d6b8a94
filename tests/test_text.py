"""A board as text."""

from __future__ import annotations

import re

import pytest

from draughts import VARIANTS, Board, Color, Piece
from draughts.text import render

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def inside(picture: str) -> list[str]:
    """What stands between the sides of the frame, row by row."""
    return [line.split("|")[1] for line in picture.splitlines() if line.count("|") == 2]


def test_the_english_start_shows_men_empty_squares_and_the_numbers_of_a_row() -> None:
    assert render(Board()).splitlines()[3:6] == [
        "  |    b     b     b     b |  9-12",
        "  |13    14    15    16    | 13-16",
        "  |   17    18    19    20 | 17-20",
    ]


def test_a_lettered_board_has_its_letters_below_and_its_numbers_at_the_left() -> None:
    lines = render(Board("russian")).splitlines()
    assert lines[1] == "  8 |    b     b     b     b |"
    assert lines[8] == "  1 | w     w     w     w    |"
    assert lines[-1].split() == list("abcdefgh")
    assert lines[-1].index("c") == lines[6].index("w", 10)


def test_flipped_is_the_board_turned_by_half() -> None:
    board = Board.from_fen("W:WK3,22,26:B9,15,K30")
    names = [re.findall(r"\w+", row) for row in inside(render(board))]
    turned = [re.findall(r"\w+", row) for row in inside(render(board, flipped=True))]
    assert turned == [row[::-1] for row in names[::-1]]


def test_the_letters_are_turned_with_the_board() -> None:
    lines = render(Board("russian"), flipped=True).splitlines()
    assert lines[-1].split() == list("hgfedcba")
    assert lines[1].startswith("  1 ")


@pytest.mark.parametrize("unicode", [False, True])
def test_the_four_pieces_look_different(unicode: bool) -> None:
    looks = set()
    for piece in Piece:
        board = Board.empty()
        board.set_piece_at(14, piece)
        looks.add(render(board, unicode=unicode))
    assert len(looks) == 4


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("flipped", [False, True])
def test_every_number_of_an_empty_board_is_shown_once(name: str, flipped: bool) -> None:
    board = Board.empty(name)
    cells = re.findall(r"\d+|\.", " ".join(inside(render(board, flipped=flipped))))
    if board.variant.notation == "algebraic":
        assert cells == ["."] * board.variant.squares
    else:
        assert sorted(map(int, cells)) == list(range(1, board.variant.squares + 1))


@pytest.mark.parametrize("name", VARIANTS)
def test_all_lines_of_a_frame_are_of_one_width(name: str) -> None:
    size = Board(name).variant.size
    assert {len(row) for row in inside(render(Board(name)))} == {3 * size}


def test_white_stands_at_the_bottom_in_every_variant() -> None:
    for name in VARIANTS:
        rows = inside(render(Board(name)))
        assert "w" in rows[-1], name
        assert "b" in rows[0], name


def test_without_squares_neither_numbers_nor_letters_are_shown() -> None:
    for name in VARIANTS:
        assert set(render(Board(name), squares=False)) <= set("+-|wb. \n")


def test_without_unicode_all_is_ascii() -> None:
    for name in VARIANTS:
        assert render(Board(name)).isascii()


def test_color_only_paints() -> None:
    board = Board.from_fen("W:WK3,22:B9,K30", "italian")
    painted = render(board, color=True)
    assert ESCAPE.sub("", painted) == render(board)
    assert painted.count("\x1b[0m") == 64


def test_the_two_sides_are_painted_differently() -> None:
    styles = {}
    for color in Color:
        board = Board.empty()
        board.set_piece_at(14, Piece.of(color))
        styles[color] = ESCAPE.findall(render(board, color=True))
    assert styles[Color.WHITE] != styles[Color.BLACK]
