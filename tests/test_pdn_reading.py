"""Reading PDN as its standard has it: tags, moves, comments, variations, results, files.

Sections are those of ``rules.md``; section 3 is PDN 3.0.
"""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from draughts import (
    BRAZILIAN,
    ENGLISH,
    INTERNATIONAL,
    VARIANTS,
    Color,
    Game,
    Node,
    Outcome,
    PdnError,
    Termination,
    pdn,
)

WHITE, BLACK = Color.WHITE, Color.BLACK
UNKNOWN = Termination.UNKNOWN


def read(text: str, **options: Any) -> Game:
    """The one game of a text."""
    (game,) = pdn.read_games(io.StringIO(text), **options)
    return game


def clean(text: str, **options: Any) -> Game:
    """The one game of a text in which nothing is odd."""
    game = read(text, **options)
    assert game.errors == []
    assert read(text, strict=True, **options) == game
    return game


def line(game: Game) -> str:
    """The moves of the main line as squares and signs."""
    return " ".join(map(str, game.mainline()))


def lines(source: Any, **options: Any) -> list[str]:
    """The main lines of the games of a file."""
    return [line(game) for game in pdn.read_games(source, **options)]


def at(game: Game, *places: int) -> Node:
    """A node by the places of it and those before it among the variations."""
    node = game.root
    for place in places:
        node = node.variations[place]
    return node


# --- tags: sections 3.1 to 3.4 --------------------------------------------------------------------


def test_3_1_a_game_is_tags_moves_and_a_result() -> None:
    game = clean('[White "Ann"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n')
    assert game.variant is INTERNATIONAL
    assert game.tags == {"White": "Ann", "GameType": "20"}
    assert line(game) == "32-28 19-23 28x19 14x23"
    assert game.outcome() == Outcome(WHITE, UNKNOWN)
    assert game.node is game.end and game.board.ply == 4


def test_3_1_tags_are_optional_and_so_is_everything_else() -> None:
    assert line(clean("1. 11-15 *", default="english")) == "11-15"
    assert line(clean('[GameType "21"]')) == ""
    assert line(clean("1-0", default="english")) == ""
    assert lines(io.StringIO("")) == lines(io.StringIO(" \n\n% nothing\n")) == []


@pytest.mark.parametrize("end", ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", ""])
def test_3_1_a_game_ends_with_any_result_or_at_the_tags_of_the_next(end: str) -> None:
    text = f'[GameType "20"]\n1. 32-28 19-23 {end}\n\n[GameType "20"]\n1. 31-27 {end}\n'
    assert lines(io.StringIO(text)) == ["32-28 19-23", "31-27"]


def test_3_1_a_percent_sign_in_the_first_column_makes_a_line_a_comment() -> None:
    game = clean('%1. 9-13 1-0\n[GameType "21"]\n%[White "Bob"]\n1. 11-15\n% 24-20\n 22-18 *')
    assert line(game) == "11-15 22-18"
    assert game.tags == {"GameType": "21"}
    assert at(game, 0).comment_after == ""


def test_3_2_tags_are_kept_in_their_order_whatever_their_names() -> None:
    names = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteFmjdId", "P1", "X"]
    text = "".join(f'[{name} "{name.lower()} 1"]\n' for name in names if name != "Result")
    game = clean(text + '[Result "*"]\n[GameType "25"]\n*')
    assert list(game.tags) == [n for n in names if n != "Result"] + ["Result", "GameType"]
    assert game.tags["WhiteFmjdId"] == "whitefmjdid 1"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r'"a \"b\" c"', 'a "b" c'),
        (r'"\"b\""', '"b"'),
        (r'"back\\slash"', "back\\slash"),
        (r'"ends in \\"', "ends in \\"),
        (r'"a\nb"', r"a\nb"),
        ('""', ""),
        ('"[1. 11-15 1-0] {x} ; (y)"', "[1. 11-15 1-0] {x} ; (y)"),
        ('"Пётр Ölß ★"', "Пётр Ölß ★"),
    ],
)
def test_3_2_a_value_may_have_escaped_quotes_and_anything_else(written: str, value: str) -> None:
    game = clean(f'[White {written}]\n[GameType "21"]\n1. 11-15 *')
    assert game.tags["White"] == value
    assert line(game) == "11-15"


def test_3_2_blanks_around_a_tag_s_name_and_value_mean_nothing() -> None:
    game = clean('[ White  "Ann" ] [GameType "21"]1. 11-15 *')
    assert game.tags == {"White": "Ann", "GameType": "21"}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
def test_3_3_the_number_of_the_game_type_names_the_rules(variant: Any) -> None:
    number = variant.game_type.split(",")[0]
    for game_type in (number, variant.game_type):
        assert clean(f'[GameType "{game_type}"] *').variant is variant


def test_3_3_the_digit_of_the_game_type_tells_where_numbers_start() -> None:
    """Of letter variants; section 0, 3: without a digit b8 is 1, or ``numbering`` decides."""
    for game_type, text in (
        ("25,W,8,8,N0,0", "9-13"),  # a1 is 1
        ("25,W,8,8,N1,0", "12-16"),  # g1 is 1, numbers run to the left
        ("25,W,8,8,N2,0", "21-17"),  # b8 is 1
        ("25,W,8,8,N3,0", "24-20"),  # h8 is 1
        ("25", "21-17"),
        ("25,W,8,8,A0,0", "a3-b4"),
    ):
        game = clean(f'[GameType "{game_type}"]\n1. {text} *')
        assert line(game) == "21-17", text
    for numbering in ("a1", "bottom-left"):
        assert line(clean('[GameType "25"]\n1. 9-13 *', numbering=numbering)) == "21-17"
    told = clean('[GameType "25,W,8,8,N2,0"]\n1. 21-17 *', numbering="a1")
    assert line(told) == "21-17"
    with pytest.raises(ValueError, match="numbering"):
        read('[GameType "25"]\n1. 9-13 *', numbering="middle")


def test_3_3_numbering_counts_for_the_fen_too_and_not_for_variants_with_numbers() -> None:
    game = clean('[GameType "25"]\n[FEN "W:W9:B32"]\n1. 9-13 *', numbering="a1")
    assert game.start_fen.startswith("W:Wa3:Bh8")
    assert line(clean('[GameType "21"]\n1. 11-15 *', numbering="a1")) == "11-15"


def test_0_3_letters_of_a_variant_with_numbers_count_from_the_side_that_begins() -> None:
    assert line(clean('[GameType "21"]\n1. a3-b4 *')) == "12-16"
    assert line(clean('[GameType "20"]\n1. d4-e5 *')) == "32-28"


def test_3_3_the_rules_tag_changes_the_variant() -> None:
    game = clean(
        '[GameType "21"]\n[Rules "{\\"mandatory_capture\\": false}"]\n1. 11-15 22-18 8-11 *'
    )
    assert game.variant == ENGLISH.replace(mandatory_capture=False)
    assert line(game) == "11-15 22-18 8-11"


def test_3_3_the_side_that_begins_is_that_of_the_game_type() -> None:
    """Section 1.3: pool begins with Black, and in ``23,W`` with White."""
    assert line(clean('[GameType "23,B,8,8,N1,0"]\n1. 11-15 *')) == "11-15"
    game = clean('[GameType "23,W,8,8,A0,0"]\n1. c3-d4 d6-c5 1-0')
    assert line(game) == "22-18 10-14"
    assert game.outcome() == Outcome(WHITE, UNKNOWN)
    assert Game.from_pdn(game.to_pdn()) == game


def test_0_4_default_is_the_variant_of_games_that_do_not_tell() -> None:
    text = '1. 9-13 *\n\n[GameType "20"]\n1. 32-28 *'
    for default in ("pool", "23", 23, VARIANTS["pool"]):
        games = list(pdn.read_games(io.StringIO(text), default=default))
        assert [game.variant.name for game in games] == ["pool", "international"]
        assert not any(game.errors for game in games)
    with pytest.raises(ValueError, match="chess"):
        pdn.read_games(io.StringIO(text), default="chess")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1. 32-28 19-23 *", "international"),
        ("1. 11-15 22-18 *", "english"),
        ("1. c3-d4 d6-c5 *", "russian"),
        ('[FEN "W:W50:B1"] *', "international"),
        ('[FEN "W:Wc3:Bh8"] 1. c3-d4 *', "russian"),
        ('[Variant "Russian"] 1. 23-19 *', "russian"),
        ('[Variant "American/English"] *', "english"),
    ],
)
def test_0_4_without_game_type_or_default_the_game_itself_tells(text: str, name: str) -> None:
    game = read(text)
    assert game.variant.name == name
    guessed = [] if "Variant" in text else [pdn.Code.VARIANT_GUESSED]
    assert [problem.code for problem in game.errors] == guessed


@pytest.mark.parametrize(
    ("fen", "start"),
    [
        ("B:W18,K10:B12,K22", "B:WK10,18:B12,K22"),
        ("W:W31-50:B1-20.", "W:W" + ",".join(map(str, range(31, 51)))),
        ("?:W31:B20", "W:W31:B20"),
        ("W:W:B5", "W:W:B5"),
        ("W:WK3", "W:WK3:B"),
        ("W:WK46-50:BK1-5.", "W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5"),
        (" W : W31 , K32 : B20 ", "W:W31,K32:B20"),
        ("B:W31:B20:H7:F30", "B:W31:B20:H7:F30"),
    ],
)
def test_3_4_a_fen_tag_without_moves_is_a_game(fen: str, start: str) -> None:
    game = clean(f'[GameType "20"]\n[SetUp "1"]\n[FEN "{fen}"]\n')
    assert line(game) == "" and game.start_fen.startswith(start)
    assert game.board.move_stack == []


def test_3_4_letters_and_numbers_are_read_in_the_fen_of_a_letter_variant() -> None:
    for fen in ("W:Wa3,Kc3:Bb8.", "W:W21,K22:B1"):
        game = clean(f'[GameType "26"]\n[FEN "{fen}"]\n1. a3-b4 b8-a7 *')
        assert (game.variant, game.start_fen) == (BRAZILIAN, "W:Wa3,Kc3:Bb8:H0:F1")
        assert line(game) == "21-17 1-5"


# --- moves: section 3.5 ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. 32-28 19-23 2. 28x19 14x23",
        "32-28 19-23 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23",
        "1. 32-28 1... 19-23 2. 28x19 2... 14x23",
        "1. 32-28 1. ... 19-23 2 . 28x19 14x23",
        "1 32-28 19-23 2 28x19 14x23",
        "7. 32-28 19-23 8. 28x19 14x23",
        "1. 32-28 19-23 2. 28:19 14:23",
        "1. 32-28 19-23 2. 28*19 14*23",
        "1. 32-28 19-23 2. 28X19 14×23",
        "1. 32–28 19—23 2. 28x19 14x23",
        "1.\n32-28\n19-23\n2.\n28x19\n14x23\n",
        "1. 32-28! 19-23? 2. 28x19!? 14x23",
    ],
)
def test_3_5_moves_are_read_with_every_sign_and_with_numbers_or_without(text: str) -> None:
    assert line(clean(f'[GameType "20"]\n{text} *')) == "32-28 19-23 28x19 14x23"


@pytest.mark.parametrize(
    "text",
    ["c3-d4 f6-g5 d4-e5 d6:f4 g3:e5", "c3d4 f6g5 d4e5 d6f4 g3e5", "C3-D4 F6-g5 d4e5 d6xf4 g3*e5"],
)
def test_3_5_letters_need_no_sign(text: str) -> None:
    assert line(clean(f'[GameType "25"]\n{text} *')) == "22-18 11-16 18-15 10x19 24x15"


IN08 = '[GameType "20"]\n[FEN "W:WK47:B14,19,29,31,42"]\n1. '


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        ("47x38x24x13x36", {42, 29, 19, 31}),
        ("47x24x36", {42, 29, 19, 31}),
        ("47x38x20x9x36", {42, 29, 14, 31}),
        ("47x20x36", {42, 29, 14, 31}),
        ("47:9:36", {42, 29, 14, 31}),
    ],
)
def test_3_5_a_capture_is_read_with_any_squares_that_tell_it(text: str, captured: set[int]) -> None:
    """Case IN08."""
    game = clean(f"{IN08}{text} *")
    assert next(game.mainline()).captured == captured


def test_3_5_the_path_that_was_walked_is_kept() -> None:
    for text, path in (
        ("6x15x22x13x6", (6, 15, 22, 13, 6)),
        ("6x13x22x15x6", (6, 13, 22, 15, 6)),
        ("6x22x6", None),
    ):
        game = read(f'[GameType "21"]\n[FEN "W:WK6:B9,10,17,18"]\n1. {text} *')
        assert len(game.end.path) == 5
        if path:
            assert game.end.path == path


def test_3_5_marks_and_glyphs_go_to_the_move_before() -> None:
    game = clean(
        '[GameType "20"]\n1. 32-28! 19-23? 2. 28x19!! 14x23?? 3. 37-32!? 10-14?! '
        "4. 35-30 (!) 20-25 $7 $14"
    )
    nags = [node.nags for node in game.end.line()]
    assert nags == [[1], [2], [3], [4], [5], [6], [1], [7, 14]]


def test_3_5_a_comment_in_braces_goes_to_the_move_before_or_after_a_number_to_the_next() -> None:
    game = clean('[GameType "21"]\n{start} 1. {first} 11-15 {a} {b} 22-18 2. {c} 15x22 {d\ne} *')
    assert game.root.comment_after == "start"
    assert [(n.comment_before, n.comment_after) for n in game.end.line()] == [
        ("first", "a b"),
        ("", ""),
        ("c", "d\ne"),
    ]


def test_3_5_a_comment_before_the_tags_is_one_on_the_game() -> None:
    game = clean('{A club.} ; in\n;  Leeds\n[GameType "21"]\n{Fine.}\n1. 11-15 *')
    assert game.root.comment_after.split("\n") == ["A club.", "in", " Leeds", "Fine."]


def test_3_5_a_semicolon_makes_the_rest_of_the_line_a_comment() -> None:
    game = clean('[GameType "21"]\n1. 11-15 ; one } ) 1-0\n22-18 ;two\n2. 15x22 *')
    assert line(game) == "11-15 22-18 15x22"
    assert [node.comment_after for node in game.end.line()] == ["one } ) 1-0", "two", ""]


def test_3_5_variations_are_nested() -> None:
    game = clean(
        '[GameType "20"]\n1. 32-28 (1. 31-27 {x} (1. 34-30 20-25) 1... 17-21 $1) (1. 33-29 19-23 '
        "(1... 19-24)) 19-23 (1... 18-22) 2. 28x19 *"
    )
    assert line(game) == "32-28 19-23 28x19"

    def tree(node: Node) -> list[Any]:
        return [[str(child.move), *tree(child)] for child in node.variations]

    assert tree(game.root) == [
        ["32-28", ["19-23", ["28x19"]], ["18-22"]],
        ["31-27", ["17-21"]],
        ["34-30", ["20-25"]],
        ["33-29", ["19-23"], ["19-24"]],
    ]
    assert at(game, 1).comment_after == "x" and at(game, 1, 0).nags == [1]


def test_3_5_comments_inside_variations_and_around_them_keep_their_places() -> None:
    game = clean('[GameType "21"]\n1. 11-15 {a} (1. {b} 9-13 {c} 22-18 {d}) {e} 22-18 *')
    assert at(game, 0).comment_after == "a e"
    assert (at(game, 1).comment_before, at(game, 1).comment_after) == ("b", "c")
    assert at(game, 1, 0).comment_after == "d"


def test_3_5_a_position_may_be_set_up_at_the_head_of_the_moves() -> None:
    for head in ("", "1. ", "{c} "):
        game = clean(f'[GameType "20"]\n{head}/FEN "W:W31:B20"/ 1. 31-27 20-24 *')
        assert game.start_fen == "W:W31:B20:H0:F1"
        assert line(game) == "31-27 20-24"


@pytest.mark.parametrize(
    ("comment", "clock", "kept"),
    [
        ("[%clk 0:05:12]", 312.0, ""),
        ("[%clk 1:02:03.5]", 3723.5, ""),
        ("good [%clk 0:00:07] move", 7.0, "good move"),
        ("[%emt 0:00:05] [%clk 0:00:07]", 7.0, "[%emt 0:00:05]"),
        ("[%clock w0:00:10 B0:00:03]", 3.0, "[%clock w0:00:10 B0:00:03]"),
        ("[%clock W0:00:10 b1:00:03]", 3603.0, "[%clock W0:00:10 b1:00:03]"),
        ("[%mct 17] [%egt 0:00:07]", None, "[%mct 17] [%egt 0:00:07]"),
        ("[%eval -0.3]", None, "[%eval -0.3]"),
    ],
)
def test_3_5_a_comment_may_have_the_clock_of_the_side_that_moved(
    comment: str, clock: float | None, kept: str
) -> None:
    game = clean(f'[GameType "21"]\n1. 11-15 {{{comment}}} *')  # Black moves first
    assert (game.end.clock, game.end.comment_after) == (clock, kept)


@pytest.mark.parametrize(
    ("text", "plies"), [("1-1", 0), ("32-28 1-1", 1), ("1. 2-0", 0), ("32-28 0-2", 1)]
)
def test_3_5_results_are_told_from_moves(text: str, plies: int) -> None:
    game = clean(f'[GameType "20"]\n{text}')
    assert game.board.ply == plies and game.outcome() is not None


def test_3_5_a_move_from_square_1_is_no_result() -> None:
    game = clean('[GameType "21"]\n[FEN "B:W32:B1,2"]\n1. 1-5 32-28 2. 2-6 *')
    assert line(game) == "1-5 32-28 2-6"


# --- results: sections 0, 4 and 3.5 ---------------------------------------------------------------

DRAW = Outcome(None, UNKNOWN)


@pytest.mark.parametrize(
    ("game_type", "first"),
    [
        ("20", WHITE),
        ("21", BLACK),
        ("23", BLACK),
        ("23,W,8,8,A0,0", WHITE),
        ("25", WHITE),
        ("26", WHITE),
    ],
)
def test_0_4_the_first_number_belongs_to_the_side_that_the_game_type_names(
    game_type: str, first: Color
) -> None:
    for result, outcome in (
        ("1-0", Outcome(first, UNKNOWN)),
        ("2-0", Outcome(first, UNKNOWN)),
        ("0-1", Outcome(first.opposite, UNKNOWN)),
        ("0-2", Outcome(first.opposite, UNKNOWN)),
        ("1/2-1/2", DRAW),
        ("1-1", DRAW),
        ("1/2", DRAW),
        ("½-½", DRAW),
        ("1–0", Outcome(first, UNKNOWN)),
        ("1 - 0", Outcome(first, UNKNOWN)),
        ("0-0", None),
        ("*", None),
    ):
        head = f'[GameType "{game_type}"]'
        assert clean(f"{head} {result}").outcome() == outcome, result
        assert clean(f'{head} [Result "{result}"] *').outcome() == outcome, result
        assert clean(f'{head} [Result "{result}"]').outcome() == outcome, result


def test_0_4_white_first_reads_results_the_other_way_where_black_begins() -> None:
    for text, winner in (('[GameType "21"] 1-0', WHITE), ('[GameType "25"] 1-0', WHITE)):
        game = clean(text, white_first=True)
        assert game.outcome() == Outcome(winner, UNKNOWN)
    assert clean('[GameType "21"] 1-0', white_first=True).result() == "0-1"


@pytest.mark.parametrize(
    ("value", "termination"),
    [
        ("resignation", Termination.RESIGNATION),
        ("Time forfeit", Termination.TIME),
        ("agreement", Termination.AGREEMENT),
        ("Normal", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_3_2_the_termination_tag_tells_how_a_game_ended(
    value: str, termination: Termination
) -> None:
    game = clean(f'[GameType "25"] [Termination "{value}"] 1. c3-d4 0-1')
    assert game.outcome() == Outcome(BLACK, termination)


def test_an_end_on_the_board_is_no_declared_end() -> None:
    game = clean('[GameType "21"] [FEN "W:W24:B19"] 1. 24x15 0-1')
    assert game.outcome() == Outcome(WHITE, Termination.NO_MOVES)
    assert game.declared_end is None


# --- files ----------------------------------------------------------------------------------------

THREE = (
    '[GameType "21"]\n[White "Ä"]\n1. 11-15 *\n\n'
    '[GameType "21"]\n[White "Жук"]\n1. 9-13 24-19 1-0\n% x\n[GameType "21"]\n1. 10-14'
)
THREE_LINES = ["11-15", "9-13 24-19", "10-14"]
NEWLINES = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}


def one_by_one(file: Any, **options: Any) -> Iterator[str]:
    """The main lines of an open file, each with a call of read_game."""
    while (game := pdn.read_game(file, **options)) is not None:
        yield line(game)


def opened(path: Path, how: str) -> IO[Any]:
    if how == "text":
        return path.open(encoding="utf-8")
    if how == "text as it stands":
        return path.open(encoding="utf-8", newline="")
    return path.open("rb", buffering=0 if how == "raw" else -1)


@pytest.mark.parametrize("newline", NEWLINES.values(), ids=NEWLINES)
@pytest.mark.parametrize("how", ["bytes", "raw", "text", "text as it stands"])
def test_read_game_reads_an_open_file_game_after_game(
    tmp_path: Path, how: str, newline: str
) -> None:
    path = tmp_path / "three.pdn"
    path.write_bytes(THREE.replace("\n", newline).encode())
    with opened(path, how) as file:
        assert list(one_by_one(file)) == THREE_LINES
    with opened(path, how) as file:
        assert pdn.read_game(file) is not None
        assert lines(file) == THREE_LINES[1:]


def test_read_game_reads_memory_game_after_game() -> None:
    assert list(one_by_one(io.StringIO(THREE))) == THREE_LINES
    assert list(one_by_one(io.BytesIO(THREE.encode()))) == THREE_LINES
    file = io.StringIO("hello\n" + THREE)
    file.readline()
    assert list(one_by_one(file)) == THREE_LINES


def test_read_game_goes_on_behind_a_game_that_strict_mode_refuses() -> None:
    file = io.StringIO('[GameType "21"] 1. 11-16x *\n[GameType "21"] 1. 9-13 *')
    with pytest.raises(PdnError):
        pdn.read_game(file, strict=True)
    assert list(one_by_one(file, strict=True)) == ["9-13"]
    games = pdn.read_games(io.StringIO(THREE.replace("9-13", "9-27")), strict=True)
    assert line(next(games)) == "11-15"
    with pytest.raises(PdnError, match="9-27"):
        next(games)
    assert line(next(games)) == "10-14"


def test_a_path_is_read_as_text_or_as_a_path(tmp_path: Path) -> None:
    path = tmp_path / "three.pdn"
    path.write_bytes(THREE.encode())
    assert lines(path) == lines(str(path)) == THREE_LINES
    first = pdn.read_game(path)
    assert first is not None and line(first) == "11-15"
    with pytest.raises(FileNotFoundError):
        pdn.read_games(tmp_path / "none.pdn")


@pytest.mark.skipif(not hasattr(os, "pipe"), reason="no pipes here")
def test_a_pipe_that_cannot_seek_is_read(tmp_path: Path) -> None:
    for reading in (lines, lambda file: [line(pdn.read_game(file) or Game())]):
        end, start = os.pipe()
        os.write(start, THREE.encode())
        os.close(start)
        with os.fdopen(end, "rb") as file:
            assert reading(file) == THREE_LINES[: 3 if reading is lines else 1]


class Slowly(io.RawIOBase):
    """A file that gives a few bytes at a time, and cannot seek."""

    def __init__(self, content: bytes, step: int) -> None:
        self.content, self.step = content, step

    def read(self, size: int = -1) -> bytes:
        block, self.content = self.content[: self.step], self.content[self.step :]
        return block


@pytest.mark.parametrize("step", [1, 2, 3, 7, 50])
def test_a_file_may_come_in_pieces_of_any_size(step: int) -> None:
    for newline in NEWLINES.values():
        for encoding in ("utf-8", "utf-16"):
            content = (THREE + ' {a {b} c} ; d\n\n[White "z"] *').replace("\n", newline)
            whole = list(pdn.read_games(io.StringIO(content)))
            pieces = list(pdn.read_games(Slowly(content.encode(encoding), step)))
            assert pieces == whole and len(whole) == 4, (newline, encoding)
            assert [game.errors for game in pieces] == [game.errors for game in whole]


MARKS = {
    "utf-8": b"",
    "utf-8-sig": b"",
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
}


@pytest.mark.parametrize("encoding", MARKS)
@pytest.mark.parametrize("newline", NEWLINES.values(), ids=NEWLINES)
def test_unicode_is_read_with_its_mark_whole_or_game_after_game(
    encoding: str, newline: str
) -> None:
    content = MARKS[encoding] + THREE.replace("\n", newline).encode(encoding)
    for reading in (list[Game], one_game_after_another):
        games = reading(read_or_open(reading, content))
        assert [line(game) for game in games] == THREE_LINES
        assert [game.tags.get("White") for game in games] == ["Ä", "Жук", None]
        assert not any(game.errors for game in games)


def one_game_after_another(file: IO[bytes]) -> list[Game]:
    return list(iter(lambda: pdn.read_game(file), None))  # type: ignore[arg-type]


def read_or_open(reading: Callable[..., Any], content: bytes) -> Any:
    file = io.BytesIO(content)
    return file if reading is one_game_after_another else pdn.read_games(file)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_needs_no_mark_if_it_is_named(encoding: str) -> None:
    content = THREE.encode("utf-16-le" if encoding == "utf-16" else encoding)
    assert lines(io.BytesIO(content), encoding=encoding) == THREE_LINES
    assert list(one_by_one(io.BytesIO(content), encoding=encoding)) == THREE_LINES


@pytest.mark.parametrize(
    ("text", "encoding", "guessed"),
    [
        ("Müller é", "latin-1", "cp1252"),
        ("Müller “é”", "cp1252", "cp1252"),
        ("Пётр Иванов", "cp1251", "cp1251"),
    ],
)
def test_3_1_what_is_no_utf_8_is_guessed_or_named(text: str, encoding: str, guessed: str) -> None:
    content = f'[GameType "21"]\n[White "{text}"]\n1. 11-15 {{{text}}} *'.encode(encoding)
    (game,) = pdn.read_games(io.BytesIO(content))
    assert game.tags["White"] == game.end.comment_after == text
    (problem,) = game.errors
    assert problem.code is pdn.Code.ENCODING and guessed in problem.message
    assert (problem.line, problem.column) == (2, 9 + [c > "\x7f" for c in text].index(True))
    (named,) = pdn.read_games(io.BytesIO(content), encoding=encoding, strict=True)
    assert named == game and named.errors == []


def test_an_encoding_counts_for_bytes_that_are_no_utf_8_and_never_for_text() -> None:
    koi8 = '[GameType "25"]\n[White "Иванов"]\n*'
    (game,) = pdn.read_games(io.BytesIO(koi8.encode("koi8-r")), encoding="koi8-r")
    assert game.tags["White"] == "Иванов"
    (game,) = pdn.read_games(io.StringIO(koi8), encoding="koi8-r", strict=True)
    assert game.tags["White"] == "Иванов"
    with pytest.raises(ValueError, match="none such"):
        pdn.read_games(io.StringIO(koi8), encoding="none such")


def test_one_game_in_another_encoding_does_not_spoil_the_others() -> None:
    game = '[GameType "21"]\n[White "é"]\n*\n\n'
    content = game.encode() + game.encode("latin-1") + game.encode()
    games = list(pdn.read_games(io.BytesIO(content)))
    assert [read.tags["White"] for read in games] == ["é"] * 3
    assert [len(read.errors) for read in games] == [0, 1, 0]


def test_games_can_be_skipped_and_counted() -> None:
    games = pdn.read_games(io.StringIO(THREE))
    assert games.skip() == 1 and line(next(games)) == "9-13 24-19"
    assert (games.skip(5), games.skip(), games.count) == (1, 0, 3)
    with pytest.raises(StopIteration):
        next(games)
    assert games.position == games.consumed == len(THREE)


def test_what_was_consumed_is_counted_in_bytes_or_characters() -> None:
    for file, size in ((io.StringIO(THREE), len(THREE)), (io.BytesIO(THREE.encode()), None)):
        games = pdn.read_games(file)  # type: ignore[arg-type]
        next(games)
        first = THREE[: THREE.index("*") + 1]
        assert games.consumed == (len(first) if size else len(first.encode()))


def test_headers_are_read_without_the_moves() -> None:
    text = THREE.replace("9-13", "no move")
    expected = [
        {"GameType": "21", "White": "Ä"},
        {"GameType": "21", "White": "Жук"},
        {"GameType": "21"},
    ]
    assert list(pdn.read_headers(io.StringIO(text))) == expected
    games = pdn.read_games(io.StringIO(text))
    games.skip()
    assert list(games.headers()) == expected[1:] and games.count == 3


def test_games_close_a_file_that_they_opened_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "three.pdn"
    path.write_text(THREE, "utf-8")
    with pdn.read_games(path) as games:
        next(games)
    assert games._chunks._file.closed
    file = io.StringIO(THREE)
    with pdn.read_games(file) as games:
        next(games)
    assert not file.closed


def test_a_text_without_a_game_has_none() -> None:
    assert pdn.read_game(io.StringIO("")) is None
    with pytest.raises(PdnError) as refused:
        Game.from_pdn("  \n")
    assert (refused.value.line, refused.value.column) == (1, 1)
    assert str(refused.value) == "line 1, column 1: the text holds no game"


def test_a_long_game_and_a_deep_tree_are_read() -> None:
    shuffle = "32-28 1-5 28-32 5-1 " * 2000
    fen = '[GameType "21"] [FEN "W:WK32:BK1"] '
    assert len(list(read(fen + shuffle + "*").mainline())) == 8000
    game = read(f'[GameType "21"] 1. 11-15 {"(1. 9-13 (1. 10-14 " * 2000}{")" * 4000} *')
    assert line(game) == "11-15" and len(game.root.variations) == 4001
