"""The text of the Hub protocol: lines, positions, moves, scores and limits, written and read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import VARIANTS, Board, Color, Limit, Move, ProtocolError, Score
from draughts.protocols.hub.limits import level_arguments, parse_level
from draughts.protocols.hub.lines import Command, parse_line
from draughts.protocols.hub.notation import (
    hub_name,
    move_text,
    moves_text,
    parse_move,
    parse_moves,
    parse_position,
    parse_score,
    position_text,
    score_text,
    variant_names,
    variant_of,
)

every_variant = pytest.mark.parametrize("name", VARIANTS)

START_10 = "W" + 20 * "b" + 10 * "e" + 20 * "w"
START_8 = 12 * "b" + 8 * "e" + 12 * "w"


# --- lines ----------------------------------------------------------------------------------------

names = st.text(st.characters(codec="ascii", exclude_characters='="'), min_size=1).filter(
    lambda text: not any(map(str.isspace, text)) and text.isprintable()
)
values = st.text(st.characters(codec="utf-8", exclude_characters='"')).filter(str.isprintable)


@given(names, st.dictionaries(names, values))
def test_a_line_that_is_written_reads_the_same(name: str, arguments: dict[str, str]) -> None:
    command = Command(name, arguments)
    assert parse_line(str(command)) == command


@given(st.text())
def test_whatever_stands_in_a_value_a_line_is_written_that_can_be_read(value: str) -> None:
    line = str(Command("error", {"message": value, "more": "1"}))
    assert line.isprintable()
    assert parse_line(line).arguments["more"] == "1"


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_line(text)
    except ProtocolError as error:
        assert len(str(error)) < 200


def test_blanks_more_than_one_and_the_end_of_the_line_do_not_count() -> None:
    read = parse_line('  pos   pos=Wbe\tmoves="1-2  3x4"  \r\n')
    assert read == ("pos", {"pos": "Wbe", "moves": "1-2  3x4"})


def test_of_an_argument_that_stands_twice_the_last_one_counts() -> None:
    assert parse_line("level depth=3 depth=5").arguments == {"depth": "5"}


def test_an_empty_value_and_a_flag_are_the_same() -> None:
    assert parse_line('level infinite=""') == parse_line("level infinite=")
    assert parse_line("level infinite") == parse_line("level infinite=")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "does not begin with a command"),
        ("   ", "does not begin with a command"),
        ("pos=W", "does not begin with a command"),
        ('"pos"', "does not begin with a command"),
        ('pos pos="W', "'pos=\"W'"),
        ('pos pos="W"x', "'pos=\"W\"x'"),
        ("pos =W", "'=W'"),
        ("pos a=b=c", "'a=b=c'"),
        ("pos " + 10_000_000 * "=", "...'"),
    ],
)
def test_a_line_of_another_form_is_refused_with_what_is_wrong(line: str, told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_line(line)
    assert told in str(caught.value)


# --- positions ------------------------------------------------------------------------------------


def playout(name: str, seed: int, plies: int) -> Board:
    """A game of random moves, not over yet."""
    board, chance = Board(name), random.Random(seed)
    for _ in range(plies):
        if board.outcome() is None:
            board.push(chance.choice(board.legal_moves))
    if board.outcome() is not None:
        board.pop()
    return board


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("international", START_10),
        ("antidraughts", START_10),
        ("breakthrough", START_10),
        ("english", "B" + START_8),
        ("pool", "B" + START_8),
        *((name, "W" + START_8) for name in ("russian", "brazilian", "italian", "czech")),
        ("spanish", "W" + START_8),  # square 1 of the protocol is 32 there
        ("portuguese", "W" + START_8),
        ("thai", "B" + 8 * "b" + 16 * "e" + 8 * "w"),
    ],
)
def test_white_stands_at_the_end_of_the_text_whatever_the_numbers_of_the_variant(
    name: str, text: str
) -> None:
    assert position_text(Board(name)) == text
    assert parse_position(text, VARIANTS[name]) == Board(name)


@every_variant
@given(st.integers(0, 1 << 32), st.integers(0, 150))
def test_a_position_that_is_written_reads_the_same(name: str, seed: int, plies: int) -> None:
    board = playout(name, seed, plies)
    text = position_text(board)
    assert len(text) == 1 + board.variant.squares
    assert parse_position(text, board.variant) == board


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has 51 letters, the side to move and a square each; this one has 0"),
        (START_10[:-1], "this one has 50"),
        ("W" + START_8, "this one has 33"),
        ("w" + START_10[1:], "begins with W or B, the side to move, not 'w'"),
        (START_10[:-1] + "x", "square 50 is 'x'"),
        (START_10[:-1] + "\0", "square 50 is '\\x00'"),
    ],
)
def test_a_wrong_position_is_refused_with_the_place(text: str, told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_position(text, VARIANTS["international"])
    assert told in str(caught.value)


# --- moves ----------------------------------------------------------------------------------------


@every_variant
@given(st.integers(0, 1 << 32), st.integers(0, 150))
def test_every_legal_move_has_a_text_of_its_own(name: str, seed: int, plies: int) -> None:
    board = playout(name, seed, plies)
    texts = [move_text(move, board.variant) for move in board.legal_moves]
    assert len(set(texts)) == len(texts)
    assert [parse_move(text, board) for text in texts] == board.legal_moves


@every_variant
def test_a_game_is_written_and_played_again(name: str) -> None:
    played = playout(name, 5, 60)
    board = Board(name)
    parse_moves(moves_text(played.move_stack, played.variant), board)
    assert board == played
    assert board.move_stack == played.move_stack


COUP = Board.from_fen("W:WK47:B14,19,29,31,42", "international")


def test_a_capture_tells_all_it_takes_so_that_two_with_the_same_ends_differ() -> None:
    texts = {move_text(move, COUP.variant) for move in COUP.legal_moves}
    assert {text.split("x", 2)[0] for text in texts} == {"47"}
    assert all(text.count("x") == 1 + 4 for text in texts)


def test_the_pieces_taken_may_stand_in_any_order_and_squares_with_a_zero_before_them() -> None:
    move = COUP.legal_moves[0]
    start, end, *taken = move_text(move, COUP.variant).split("x")
    assert parse_move("x".join([start, end, *reversed(taken)]), COUP) == move
    assert parse_move("05-10", Board.from_fen("B:W50:B5", "international")) == Move(5, 10)


def test_a_capture_without_what_it_takes_is_read_where_it_is_clear() -> None:
    board = Board.from_fen("W:W28:B23", "international")
    assert parse_move("28x19", board) == board.legal_moves[0]
    with pytest.raises(ProtocolError, match="47x36 could be 47x36x"):
        parse_move("47x36", COUP)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "'' is no move"),
        ("32", "'32' is no move"),
        ("32:28", "'32:28' is no move"),
        ("32-28-23", "no move"),
        ("132-28", "no move"),
        ("x" * 10_000, "..."),
        ("1-2", "1-2 is not legal here; legal is 31-26 32-27"),
        ("32x28", "32x28 is not legal here"),
    ],
)
def test_a_wrong_move_is_refused_with_what_would_be_right(text: str, told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_move(text, Board("international"))
    assert told in str(caught.value)
    assert len(str(caught.value)) < 200


def test_of_moves_the_wrong_one_is_told() -> None:
    with pytest.raises(ProtocolError, match="move 2: 32-28 is not legal here; legal is 17-21"):
        parse_moves("32-28 32-28", Board("international"))


def test_after_the_end_nothing_is_legal() -> None:
    with pytest.raises(ProtocolError, match="the game is over"):
        parse_move("28-23", Board.from_fen("W:W:B19", "international"))


# --- names, scores, limits ------------------------------------------------------------------------


@every_variant
def test_every_name_of_a_variant_stands_for_it(name: str) -> None:
    variant = VARIANTS[name]
    assert {variant_of(known) for known in variant_names(variant)} == {variant}
    assert hub_name(variant) in variant_names(variant)


def test_the_names_are_those_of_the_protocol_where_it_has_any() -> None:
    assert variant_of("normal").name == "international"
    assert variant_of("losing").name == "antidraughts"
    assert variant_of("BT").name == "breakthrough"
    with pytest.raises(ValueError, match=r"'frisian'; there are english, .*normal"):
        variant_of("frisian")


@given(st.integers(-9000, 9000))
def test_a_score_that_is_written_reads_the_same(centimen: int) -> None:
    assert parse_score(score_text(Score(centimen, None))) == Score(centimen, None)


@given(st.integers(-120, 120))
def test_a_win_that_is_written_reads_the_same(win_in: int) -> None:
    assert parse_score(score_text(Score(None, win_in))) == Score(None, win_in)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("100", Score(None, 1)),
        ("1e9", Score(None, 1)),
        ("-100", Score(None, 0)),
        ("89.95", Score(8995, None)),  # what Scan finds in its tables
    ],
)
def test_odd_scores_are_read(text: str, score: Score) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize("text", ["nan", "inf", "", "won"])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_score(text)


@pytest.mark.parametrize(
    "limit",
    [
        Limit(),
        Limit(depth=7),
        Limit(nodes=1000),
        Limit(time=0.05),
        Limit(time=1.5, depth=9),
        Limit(remaining=60.0),
        Limit(remaining=62.0, increment=2.0),
        Limit(remaining=300.0, moves_to_go=40),
        Limit(remaining=61.5, increment=1.5, moves_to_go=3, depth=20),
    ],
)
def test_a_limit_that_is_written_reads_the_same(limit: Limit) -> None:
    line = str(Command("level", level_arguments(limit)))
    assert parse_level(parse_line(line).arguments) == limit


def test_a_limit_of_nothing_still_wants_a_move() -> None:
    limit = Limit(time=0.0, nodes=0, depth=0, remaining=0.0, increment=1.0)
    told = level_arguments(limit)
    assert told == {"depth": "1", "nodes": "1", "move-time": "0", "time": "0", "inc": "1"}


def test_a_clock_below_zero_is_empty() -> None:
    assert parse_level({"time": "-0.4", "inc": "0.1"}) == Limit(remaining=0.1, increment=0.1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"depth": "x"}, "level depth is 'x'; it must be a whole number from 0"),
        ({"depth": "-1"}, "'-1'"),
        ({"nodes": "9" * 19}, "whole number"),
        ({"move-time": "nan"}, "level move-time is 'nan'; it must be a number of seconds"),
        ({"time": "1h"}, "'1h'"),
        ({"inc": "1"}, "level has inc without time"),
        ({"moves": "9"}, "level has moves without time"),
    ],
)
def test_a_wrong_limit_is_refused(arguments: dict[str, str], told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_level(arguments)
    assert told in str(caught.value)


def test_colours_of_the_first_mover_make_no_difference() -> None:
    # pydraughts turns English boards round and calls whoever begins White.
    turned = parse_position("W" + START_8, VARIANTS["english"])
    assert turned.turn is Color.WHITE
    assert len(turned.legal_moves) == 7
