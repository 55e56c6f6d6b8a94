"""FEN as PDN 3.0 describes it, and as people write it."""

from __future__ import annotations

import pickle

import pytest

from draughts import VARIANTS, Board, Color, InvalidFenError, Status, Variant


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
def test_the_start_position_reads_back_to_itself(variant: Variant) -> None:
    board = Board(variant)
    assert Board.from_fen(board.fen(), variant) == board
    assert Board.from_fen(board.fen(counters=True), variant).fen(counters=True) == board.fen(
        counters=True
    )


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (
            "W:B1-20:W31-50",
            "W:W" + ",".join(map(str, range(31, 51))) + ":B1,2,3,4,5,6,7,8,9,10,11,"
            "12,13,14,15,16,17,18,19,20",
        ),
        ("W:W31-33:B1-3.", "W:W31,32,33:B1,2,3"),
        ("B:W50:B", "B:W50:B"),
        ("W:W:B5", "W:W:B5"),
        ("W:WK3", "W:WK3:B"),
        ("B:B5", "B:W:B5"),
        ("W:WK10 , K20:BK35", "W:WK10,K20:BK35"),
        (" W : W K10 ,K20 : B K35 . ", "W:WK10,K20:BK35"),
        ('[FEN "W:W1:B50"]', "W:W1:B50"),
        ('[ FEN  "W:W1:B50." ]', "W:W1:B50"),
        ('"W:W1:B50"', "W:W1:B50"),
        ("w:wk1,2:b50", "W:WK1,2:B50"),
        ("W:WK46-48:B5", "W:WK46,K47,K48:B5"),
        ("W:W46,K46-46:B5", None),
        ("W:W47,K46-46:B5", "W:WK46,47:B5"),
        ("B:W1:B50:H12:F30", "B:W1:B50"),
        ("?:W1:B50", "W:W1:B50"),
        ("W:W1\n:B50\r\n", "W:W1:B50"),
        ("W:W,:B5", None),
        ("W:W1,:B5", "W:W1:B5"),
        ("W:W31 - 33 , K 46 -48:B5", "W:W31,32,33,K46,K47,K48:B5"),
    ],
)
def test_every_spelling_of_a_position_is_read(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(InvalidFenError):
            Board.from_fen(text, "international")
    else:
        assert Board.from_fen(text, "international").fen() == canonical


@pytest.mark.parametrize(
    ("text", "token", "place"),
    [
        ("W:W50,99:B1", "'99'", 7),
        ("W:WK4,WK5,55:B4", "'WK5'", 7),
        ("hello", "'hello'", 1),
        ("", "the end", 1),
        ("W", "'W'", 1),
        ("W:", "the end", 3),
        ("W:W1:W2", "'W2'", 6),
        ("W:W1,1:B3", "'1'", 6),
        ("W:W1:B1", "'1'", 7),
        ("W:W5-3:B1", "'5-3'", 4),
        ("W:W1-:B1", "'1-'", 4),
        ("W:W1-99:B1", "'1-99'", 4),
        ("W:W0:B1", "'0'", 4),
        ("W:WG12:B1", "'G12'", 4),
        ("W:W1:B2 x", "'x'", 9),
        ("W:W1:B2:Hx", "'Hx'", 9),
        ("W:W1:B2:H1:H2", "'H2'", 12),
        ("W:W1:B2:H99999", "'H99999'", 9),
        ("W:W12345678901234567890:B1", "'12345678901234567890'", 4),
        ("B::", "':'", 3),
        ("W:W1;B2", "';B2'", 5),
        ("W:W1:B\u0663", "'\u0663'", 7),
    ],
)
def test_a_wrong_fen_is_refused_with_its_token_and_place(text: str, token: str, place: int) -> None:
    with pytest.raises(InvalidFenError) as refused:
        Board.from_fen(text, "international")
    message = str(refused.value)
    assert f"at character {place} of" in message, message
    assert token in message, message


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("W:Wa2:Bb8", "russian"),  # a light square
        ("W:Wi1:Bb8", "russian"),  # beyond the board
        ("W:Wa9:Bb8", "russian"),
        ("W:Wa0:Bb8", "russian"),
        ("W:Wa1-c1:Bb8", "russian"),
        ("W:W33:B1", "english"),
        ("W:Wa:B1", "russian"),
    ],
)
def test_a_square_that_the_board_has_not_is_refused(text: str, variant: str) -> None:
    with pytest.raises(InvalidFenError):
        Board.from_fen(text, variant)


def test_russian_brazilian_and_czech_are_written_with_letters_and_read_with_both() -> None:
    for variant in ("russian", "brazilian", "czech"):
        letters = Board.from_fen("W:Wf6,Ka3:Bc7,e7", variant)
        assert letters == Board.from_fen("W:W11,K21:B6,7", variant)
        assert letters.fen() == "W:Wf6,Ka3:Bc7,e7"


def test_numbers_of_a_russian_fen_start_at_b8_or_where_the_reader_says() -> None:
    assert Board.from_fen("W:W1:B32", "russian").fen() == "W:Wb8:Bg1"
    assert Board.from_fen("W:W1:B32", "russian", numbering="a1").fen() == "W:Wa1:Bh8"
    assert Board.from_fen("W:W5:B32", "russian", numbering="bottom-left").fen() == "W:Wb2:Bh8"
    with pytest.raises(ValueError, match="numbering"):
        Board.from_fen("W:W1:B32", "russian", numbering="middle")


def test_spanish_and_portuguese_count_from_whites_bottom_right() -> None:
    board = Board("spanish")
    assert board.square_place(1) == (7, 7)
    assert board.square_place(32) == (0, 0)
    assert board.piece_at(1) == board.piece_at(12)
    assert board.piece_at(1) is not None and board.piece_at(1).color is Color.WHITE  # type: ignore[union-attr]


def test_italian_has_its_dark_corner_at_the_right_and_counts_from_the_top_left() -> None:
    board = Board("italian")
    assert board.square_place(1) == (0, 0)
    assert board.square_place(32) == (7, 7)


def test_the_counters_of_a_fen_are_taken_on() -> None:
    board = Board.from_fen("B:WK10:BK33:H17:F40", "international")
    assert (board.quiet_plies, board.move_number, board.ply) == (17, 40, 79)
    assert board.fen(counters=True) == "B:WK10:BK33:H17:F40"


def test_what_a_rule_forbids_is_built_and_reported() -> None:
    board = Board.from_fen("W:W1:B32", "english")
    assert board.status() == Status.WHITE_MAN_ON_CROWN_ROW | Status.BLACK_MAN_ON_CROWN_ROW
    assert board.legal_moves == []
    crowded = Board.from_fen("W:W20-32:B1-19", "english")
    assert crowded.status() == Status.TOO_MANY_WHITE | Status.TOO_MANY_BLACK
    assert Board.empty().status() == Status.WHITE_EMPTY | Status.BLACK_EMPTY
    assert Board("english").status() == Status.VALID


def test_an_error_can_be_pickled() -> None:
    with pytest.raises(InvalidFenError) as refused:
        Board.from_fen("W:W99", "english")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
