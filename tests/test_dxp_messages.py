"""The messages of DamExchange as text, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import Board, Color, IllegalMoveError, Move, ProtocolError
from draughts.protocols.dxp import (
    Acceptance,
    BackAcceptance,
    BackAnswer,
    BackRequest,
    Chat,
    EndReason,
    GameAcceptance,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
    parse,
)
from draughts.protocols.dxp.messages import position_of

START = "W" + "z" * 20 + "e" * 10 + "w" * 20

plain = st.characters(min_codepoint=33, max_codepoint=126)
names = st.text(plain, min_size=1, max_size=32)
colors = st.sampled_from(Color)
squares = st.integers(1, 50)
minutes = st.one_of(
    st.integers(0, 999),
    st.integers(1, 99).map(lambda n: n / 100),
    st.integers(11, 99).map(lambda n: n / 10),
)
positions = st.one_of(
    st.just(""),
    st.tuples(st.sampled_from("WZ"), st.text("wWzZe", min_size=50, max_size=50)).map("".join),
    st.tuples(st.sampled_from("WZ"), st.text("wWzZe", min_size=32, max_size=32)).map("".join),
)
messages = st.one_of(
    st.builds(
        GameRequest, names, colors, minutes, st.integers(0, 999), positions, st.integers(0, 99)
    ),
    st.builds(GameAcceptance, names, st.sampled_from(Acceptance)),
    st.builds(
        MoveMessage,
        st.integers(0, 9999),
        squares,
        squares,
        st.lists(squares, max_size=20, unique=True).map(tuple),
    ),
    st.builds(GameEnd, st.sampled_from(EndReason), st.booleans()),
    st.builds(
        Chat, st.text(st.characters(min_codepoint=1, max_codepoint=126), min_size=1, max_size=126)
    ),
    st.builds(BackRequest, st.integers(0, 999), colors),
    st.builds(BackAcceptance, st.sampled_from(BackAnswer)),
)


@given(messages)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    text = message.format()
    assert 1 <= len(text) <= 127
    assert text.isascii() and "\0" not in text
    assert parse(text) == parse(text.encode()) == message


@given(st.one_of(st.binary(max_size=140), messages.map(lambda message: message.format()[:-1])))
def test_what_is_no_message_is_told_by_one_kind_of_error(data: bytes | str) -> None:
    try:
        parse(data)
    except ProtocolError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "R01Tornado voor Windows 4.0        W060065A",
            GameRequest("Tornado voor Windows 4.0", Color.WHITE, 60, 65),
        ),
        (
            f"R01Dam                             Z005000B{START}",
            GameRequest("Dam", Color.BLACK, 5, 0, START),
        ),
        (
            "ATornado voor Windows 4.0        0",
            GameAcceptance("Tornado voor Windows 4.0", Acceptance.ACCEPTED),
        ),
        ("M0012061100", MoveMessage(12, 6, 11)),
        ("M001205250422122320", MoveMessage(12, 5, 25, (22, 12, 23, 20))),
        ("E00", GameEnd()),
        ("E21", GameEnd(EndReason.DRAW, stop=True)),
        ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
        ("B005Z", BackRequest(5, Color.BLACK)),
        ("K1", BackAcceptance(BackAnswer.NOT_SUPPORTED)),
    ],
)
def test_the_examples_of_the_description_are_read_and_written(text: str, message: Message) -> None:
    assert parse(text) == message
    assert message.format() == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "0 characters"),
        ("C" + "a" * 127, "128 characters"),
        ("X1", "no message; one begins with R, A, M, E, C, B or K"),
        ("m0012061100", "no message"),
        ("R01short", "follower W or Z"),
        ("R01Dam                             B060065A", "follower W or Z"),
        ("R01Dam                             W...065A", "'...' is no number of minutes"),
        ("R01Dam                             W060065C", "A or B with side"),
        ("R01Dam                             W060065BWzz", "no position"),
        ("ADam                             7", "code 0 to 3"),
        ("M00120611", "M, seconds in 4 digits"),
        ("M00120611001", "0 captures has the squares '1'"),
        ("M001206110112x", "M, seconds"),
        ("M001206110212", "2 captures has the squares '12'"),
        ("E40", "reason 0 to 3"),
        ("E0", "stop 0 or 1"),
        ("C", "C and a text"),
        ("B5Z", "move number in 3 digits"),
        ("K3", "code 0 to 2"),
    ],
)
def test_an_error_says_what_would_be_right(text: str, told: str) -> None:
    with pytest.raises(ProtocolError, match=r".") as caught:
        parse(text)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "message",
    [
        GameRequest("", Color.WHITE, 5, 0),
        GameRequest("n" * 33, Color.WHITE, 5, 0),
        GameRequest(" Dam", Color.WHITE, 5, 0),
        GameRequest("Dämon", Color.WHITE, 5, 0),
        GameRequest("Dam", Color.WHITE, 1000, 0),
        GameRequest("Dam", Color.WHITE, -1, 0),
        GameRequest("Dam", Color.WHITE, 5, 1000),
        GameRequest("Dam", Color.WHITE, 5, 0, "W123"),
        MoveMessage(10_000, 1, 2),
        MoveMessage(0, 1, 100),
        Chat(""),
        Chat("x" * 127),
        Chat("a\0b"),
        BackRequest(1000, Color.WHITE),
    ],
)
def test_what_cannot_be_sent_is_refused(message: Message) -> None:
    with pytest.raises(ProtocolError):
        message.format()


def test_names_and_chats_of_programs_that_do_not_keep_to_ascii_are_read() -> None:
    assert parse("CZug für Zug".encode("latin-1")) == Chat("Zug f?r Zug")
    assert parse(b"A" + "Dämon".encode("latin-1").ljust(32) + b"0").format()[:6] == "AD?mon"
    assert Chat.of("Zug für Zug\0" + "!" * 200).text == "Zug f?r Zug?" + "!" * 114


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (0, "000"),
        (5, "005"),
        (90, "090"),
        (0.5, ".50"),
        (0.001, ".01"),
        (2.5, "2.5"),
        (2.57, "2.5"),
    ],
)
def test_minutes_are_three_characters(given: float, sent: str) -> None:
    assert GameRequest("Dam", Color.WHITE, given, 0).format()[36:39] == sent


def test_a_position_is_the_side_to_move_and_a_letter_a_square() -> None:
    board = Board.from_fen("B:W31,K46:B1,K5,20", "international")
    request = GameRequest("Dam", Color.WHITE, 5, 0, position_of(board))
    assert request.position[0] == "Z"
    assert [(n, c) for n, c in enumerate(request.position) if c not in "e"][1:] == [
        (1, "z"),
        (5, "Z"),
        (20, "z"),
        (31, "w"),
        (46, "W"),
    ]
    assert request.board("international") == board
    assert position_of(Board("international")) == ""
    assert GameRequest("Dam", Color.WHITE, 5, 0, START).board("international") == Board(20)


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(ProtocolError, match="50 squares; english has 32"):
        GameRequest("Dam", Color.WHITE, 5, 0, START).board("english")


def test_a_move_means_the_legal_move_with_its_squares_and_captures() -> None:
    board = Board.from_fen("W:WK47:B14,19,29,31,42", "international")
    for move in board.legal_moves:
        assert MoveMessage.of(move, 3.2).move(board) == move
    one, other = (move for move in board.legal_moves if move.to_square == 36)
    assert MoveMessage.of(one) != MoveMessage.of(other)
    assert MoveMessage(0, 47, 36, tuple(sorted(one.captured))[::-1]).move(board) == one
    with pytest.raises(IllegalMoveError, match="47 to 36 taking 42 is not legal in"):
        MoveMessage(0, 47, 36, (42,)).move(board)
    assert MoveMessage.of(Move(32, 28), 1e9).seconds == 9999
