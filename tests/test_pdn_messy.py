"""Reading PDN as it is found in the world: what is odd is read, told with its place, and costs no
other game.

Numbers "3.6, n" are those of the list of oddities in ``rules.md``, "fault n" of ``faults.md``.
"""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from draughts import Color, Game, Outcome, PdnError, Termination, pdn
from draughts.pdn import Code
from test_pdn_reading import at, line, read

WHITE, BLACK = Color.WHITE, Color.BLACK
ENGLISH = '[GameType "21"]\n'
INTERNATIONAL = '[GameType "20"]\n'
RUSSIAN = '[GameType "25"]\n'


def shown(game: Game) -> list[tuple[Any, ...]]:
    """The problems of a game: code, line, column, ply and text."""
    return [(p.code, p.line, p.column, p.ply, p.text) for p in game.errors]


def codes(game: Game) -> list[Code]:
    return [problem.code for problem in game.errors]


def games_of(text: str | bytes, **options: Any) -> list[Game]:
    file = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return list(pdn.read_games(file, **options))


# A text for each code, the main line that is read of it, and place, ply and text of the problem.
MESSY: dict[Code, tuple[str | bytes, str, int, int, int, str]] = {
    Code.ENCODING: (ENGLISH.encode() + b"1. 11-15 {\xe9t\xe9} *", "11-15", 2, 11, 0, ""),
    Code.LINE_ENDS: ('[GameType "21"]\\r\n1. 11-15 *\\r\n', "11-15", 1, 16, 1, "\\r"),
    Code.TAG_SYNTAX: (ENGLISH + "[Empty]\n1. 11-15 *", "11-15", 2, 1, 0, "[Empty]"),
    Code.TAG_NAME: (ENGLISH + '[Bianco "A"]\n1. 11-15 *', "11-15", 2, 1, 0, '[Bianco "A"]'),
    Code.TAG_TWICE: (
        ENGLISH + '[White "A"]\n [White "B"]\n1. 11-15 *',
        "11-15",
        3,
        2,
        0,
        '[White "B"]',
    ),
    Code.VARIANT_GUESSED: ("\n\n 1. 11-15 *", "11-15", 3, 2, 0, "english"),
    Code.VARIANT_CORRECTED: (
        INTERNATIONAL + "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 25-22 *",
        "11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22",
        1,
        16,
        0,
        "",
    ),
    Code.VARIANT_UNKNOWN: ('[White "A"]\n[GameType "97"]\n1. 11-15 *', "", 2, 1, 0, "97"),
    Code.RULES: (ENGLISH + '[Rules "{"]\n1. 11-15 *', "11-15", 2, 1, 0, "{"),
    Code.FEN: (ENGLISH + '[FEN "W:W50:B1"]\n1. 11-15 *', "", 2, 1, 0, "W:W50:B1"),
    Code.MOVE_SIGN: (ENGLISH + "1. 11x15 *", "11-15", 2, 4, 1, "11x15"),
    Code.MOVE_SPACED: (ENGLISH + "1. 11- 15 *", "11-15", 2, 4, 1, "11- 15"),
    Code.MOVE_SHORT: (ENGLISH + "1. 1115 *", "11-15", 2, 4, 0, "1115"),
    Code.MOVE_STEPS: (
        ENGLISH + '[FEN "W:W18,26:B6,14,22"]\n1. 26-17 17-10 10-1 *',
        "26x17x10x1",
        3,
        4,
        0,
        "26-17 17-10 10-1",
    ),
    Code.MOVE_DECIDED: (
        INTERNATIONAL + '[FEN "B:W22,24,27,31,34,40,45,48:BK2,7,15,25"]\n1... 2x17 34-30 *',
        "",
        3,
        6,
        0,
        "2x17",
    ),
    Code.MOVE_AMBIGUOUS: (
        INTERNATIONAL + '[FEN "B:W22,24,27,31,34,40,45,48:BK2,7,15,25"]\n1... 2x17 *',
        "2x30x39x17",
        3,
        6,
        0,
        "2x17",
    ),
    Code.MOVE_ILLEGAL: (ENGLISH + "1. 11-15 9-13 *", "11-15", 2, 10, 1, "9-13"),
    Code.MOVE_INVALID: (ENGLISH + "1. 11-15 50-45 *", "11-15", 2, 10, 1, "50-45"),
    Code.MOVE_UNKNOWN: (ENGLISH + "1. 11-15 - - *", "11-15", 2, 10, 1, "- -"),
    Code.SETUP: (ENGLISH + '1. 11-15 /FEN "B::"/ *', "11-15", 2, 10, 1, '/FEN "B::"/'),
    Code.STRENGTH: (ENGLISH + "1. 11-15??? *", "11-15", 2, 9, 1, "???"),
    Code.COMMENT_NESTED: (ENGLISH + "1. 11-15 {a {b}} *", "11-15", 2, 10, 1, "{a {b}}"),
    Code.COMMENT_OPEN: (ENGLISH + "1. 11-15 {a *", "11-15", 2, 10, 1, "{a *"),
    Code.VARIATION_OPEN: (ENGLISH + "1. 11-15 (1. 9-13", "11-15", 2, 10, 1, "("),
    Code.VARIATION_STRAY: (ENGLISH + "1. 11-15 ) 22-18 *", "11-15 22-18", 2, 10, 1, ")"),
    Code.VARIATION_EARLY: (ENGLISH + "(1. 9-13) 1. 11-15 *", "11-15", 2, 1, 0, "("),
    Code.VARIATION_EMPTY: (ENGLISH + "1. 11-15 () 22-18 *", "11-15 22-18", 2, 11, 0, ")"),
    Code.RESULT_STRAY: (ENGLISH + "1. 11-15 (1. 9-13 1-0) *", "11-15", 2, 19, 1, "1-0"),
    Code.RESULT_CONFLICT: (ENGLISH + '[Result "1-0"]\n1. 11-15 0-1', "11-15", 3, 10, 1, "0-1"),
    Code.RESULT_UNKNOWN: (ENGLISH + '[Result "won"]\n1. 11-15 *', "11-15", 2, 1, 1, "won"),
    Code.JUNK: (ENGLISH + "1. 11-15 hello 22-18 *", "11-15 22-18", 2, 10, 1, "hello"),
}


def test_there_is_a_text_for_every_code() -> None:
    assert set(MESSY) == set(Code)


def of_every_code() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("code", MESSY, ids=lambda code: code.value)


@of_every_code()
def test_what_is_odd_is_read_and_told_with_its_place(code: Code) -> None:
    text, moves, *place = MESSY[code]
    (game,) = games_of(text)
    assert shown(game) == [(code, *place)]
    if code is Code.MOVE_DECIDED:
        assert len(list(game.mainline())) == 2
    else:
        assert line(game) == moves
    (problem,) = game.errors
    assert str(problem) == f"line {place[0]}, column {place[1]}: {problem.message}"


@of_every_code()
def test_strict_mode_refuses_what_is_odd_and_says_where(code: Code) -> None:
    text, _, at_line, column, _, _ = MESSY[code]
    if code is Code.VARIANT_CORRECTED:
        at_line, column = 2, 4  # of the first move that does not fit
    before = ENGLISH + "1. 11-15 {Жé} *\n\n"
    with pytest.raises(PdnError) as refused:
        games_of(text, strict=True)
    assert (refused.value.line, refused.value.column) == (at_line, column)
    tail = text.decode("latin-1") if isinstance(text, bytes) else text
    file = io.BytesIO(
        (before + "\n").encode() + (text if isinstance(text, bytes) else tail.encode())
    )
    games = pdn.read_games(file, strict=True)
    assert line(next(games)) == "11-15"
    with pytest.raises(PdnError) as refused:
        next(games)
    assert (refused.value.line, refused.value.column) == (at_line + 4, column)


@of_every_code()
def test_what_was_odd_is_written_without_what_is_odd(code: Code) -> None:
    """But for text that could not be read as moves, and rules that the library does not know."""
    text = MESSY[code][0]
    (game,) = games_of(text)
    written = game.to_pdn()
    again = read(written)
    assert again == game and again.to_pdn() == written
    kept = {Code.VARIANT_UNKNOWN, Code.RESULT_UNKNOWN, Code.FEN}
    kept |= {Code.MOVE_ILLEGAL, Code.MOVE_INVALID, Code.MOVE_UNKNOWN, Code.SETUP}
    assert set(codes(again)) <= {code} & kept


@of_every_code()
def test_an_odd_game_among_others_costs_none_of_them(code: Code) -> None:
    text = MESSY[code][0]
    odd = text if isinstance(text, bytes) else text.encode()
    sound = (ENGLISH + "1. 11-15 22-18 2. 15x22 25x18 *\n\n").encode()
    games = games_of(sound + odd + b"\n\n" + sound + odd + b"\n\n" + sound)
    assert [line(game) for game in games[::2]] == ["11-15 22-18 15x22 25x18"] * 3
    assert [codes(game) for game in games] == [[], [code], [], [code], []]


def test_problems_are_errors_when_something_was_lost_or_doubtful() -> None:
    assert {code for code in Code if code.is_error} == {
        Code.VARIANT_UNKNOWN,
        Code.RULES,
        Code.FEN,
        Code.MOVE_AMBIGUOUS,
        Code.MOVE_ILLEGAL,
        Code.MOVE_INVALID,
        Code.MOVE_UNKNOWN,
        Code.SETUP,
        Code.JUNK,
    }


def test_columns_are_characters_and_lines_end_in_any_way() -> None:
    text = '[White "Ж"]\r\n[GameType "21"]\r\n\r\n{Ж} 1. 11-15 hello\r22-18 bye *'
    (game,) = games_of(text)
    assert [place[1:3] for place in shown(game)] == [(4, 14), (5, 7)]
    (game,) = games_of(text.encode())
    assert [place[1:3] for place in shown(game)] == [(4, 14), (5, 7)]
    first, second = games_of(ENGLISH + "1. 11-15 * " + ENGLISH.strip() + " 1. 11-15 oh *")
    assert first.errors == [] and shown(second)[0][1:3] == (2, 37)


# --- rules.md, 3.6 --------------------------------------------------------------------------------


def test_3_6_1_a_cross_on_quiet_moves() -> None:
    game = read(ENGLISH + "1. 11x15 23x19 2. 8x11 *")
    assert line(game) == "11-15 23-19 8-11"
    assert codes(game) == [Code.MOVE_SIGN] * 3
    assert [problem.ply for problem in game.errors] == [1, 2, 3]


def test_3_6_2_the_full_path_on_every_multiple_capture() -> None:
    game = read('[GameType "21"]\n[FEN "W:W32:B7,16,27"]\n1. 32x23 *')
    assert codes(game) == []
    game = read('[GameType "21"]\n[FEN "B:W6,15:B1"]\n1. 1x10x19 *')
    assert line(game) == "1x10x19" and codes(game) == []


def test_3_6_3_blanks_zeros_and_missing_signs_in_moves() -> None:
    game = read('[GameType "21"]\n1. 09-13 24- 19 2. 10 -15 19x 10 3. 6 x 15 2824 *')
    assert line(game) == "9-13 24-19 10-15 19x10 6x15 28-24"
    assert codes(game) == [Code.MOVE_SPACED] * 4 + [Code.MOVE_SHORT]


@pytest.mark.parametrize("text", ["3228", "32-28"])
def test_3_6_3_a_move_without_a_sign_is_one_only_if_it_can_be_cut_in_one_way(text: str) -> None:
    assert line(read(f"{INTERNATIONAL}1. {text} *")) == "32-28"
    game = read(f'{INTERNATIONAL}[FEN "W:W12,45:B1"]\n1. 127 *')
    assert line(game) == "12-7"
    assert codes(read(f"{INTERNATIONAL}1. 99 32-28 *")) == [Code.JUNK]


def test_3_6_3_squares_apart_are_not_taken_for_numbers_in_silence() -> None:
    assert Code.JUNK in codes(read(f"{INTERNATIONAL}1. 32 28 19 23 *"))


def test_3_6_4_other_signs_for_captures() -> None:
    game = read(ENGLISH + "1. 11-15 22-18 2. 15-22 25:18 *")
    assert line(game) == "11-15 22-18 15x22 25x18"
    assert shown(game) == [(Code.MOVE_SIGN, 2, 19, 3, "15-22")]
    assert "a capture with a dash" in game.errors[0].message
    game = read(ENGLISH + "1. 11-15 22–18 2. 15–22 *")
    assert "a capture with a dash" in game.errors[0].message


def test_3_6_5_capitals_and_short_forms_of_letters() -> None:
    assert codes(read(RUSSIAN + "1. A3-B4 B6-A5 *")) == []
    game = read(RUSSIAN + "1. ab4 ba5 2. cd4 *")
    assert line(game) == "21-17 9-13 22-18"
    assert codes(game) == [Code.MOVE_SHORT] * 3
    assert game.errors[1].message == "'ba5' was read as b6-a5"


def test_3_6_7_tags_as_people_type_them() -> None:
    game = read(
        '[Event]\n[Site Leeds UK]\n[White “Ann”]\n[Black "Bob "the rock" Lee"]\n[Round "1]\n'
        'Date "1999"]\n[White "Cy"]\n' + ENGLISH + "1. 11-15 *"
    )
    assert line(game) == "11-15"
    assert game.tags == {
        "Event": "",
        "Site": "Leeds UK",
        "White": "Ann",
        "Black": 'Bob "the rock" Lee',
        "Round": "1",
        "Date": "1999",
        "GameType": "21",
    }
    assert codes(game) == [Code.TAG_SYNTAX] * 6 + [Code.TAG_TWICE]
    assert [problem.line for problem in game.errors] == [1, 2, 3, 4, 5, 6, 7]


def test_3_6_7_games_that_are_the_same_are_all_kept() -> None:
    assert len(games_of((ENGLISH + "1. 11-15 *\n\n") * 3)) == 3


def test_3_6_8_a_backslash_and_an_r_at_the_end_of_lines() -> None:
    text = '[White "Ann"]\\r\n[GameType "21"]\\r\n1. 11-15\\r\n22-18\\r\n*\\r\n'
    first, second = games_of(text * 2)
    assert line(first) == line(second) == "11-15 22-18"
    assert first.tags == {"White": "Ann", "GameType": "21"}
    assert codes(first) == codes(second) == [Code.LINE_ENDS]
    assert game_lines(first) == [1] and game_lines(second) == [6]


def game_lines(game: Game) -> list[int]:
    return [problem.line for problem in game.errors]


def test_3_6_9_names_of_tags_that_a_browser_translated() -> None:
    game = read(
        '[&#x00c9;v&#x00e9;nement "Open"]\n[Type de jeu "20"]\n[R&#x00e9;sultat "1-1"]\n'
        '[Bianco "A"]\n[Nero "B"]\n[Heure blanche "0:10:00"]\n[my own tag "x"]\n1. 32-28 1-1'
    )
    assert game.tags == {
        "Event": "Open",
        "GameType": "20",
        "Result": "1-1",
        "White": "A",
        "Black": "B",
        "WhiteTime": "0:10:00",
        "my_own_tag": "x",
    }
    assert codes(game) == [Code.TAG_NAME] * 7
    assert game.outcome() == Outcome(None, Termination.UNKNOWN)


def test_3_6_9_names_in_other_cases_are_those_of_the_standard() -> None:
    game = read('[gametype "20"]\n[WHITE "A"]\n[fen "W:W31:B20"]\n1. 31-27 *')
    assert game.tags == {"GameType": "20", "White": "A", "FEN": "W:W31:B20"}
    assert line(game) == "31-27" and game.errors == []


@pytest.mark.parametrize(
    ("tag", "end", "winner", "problems"),
    [
        (" 0-1", "0-1", BLACK, []),
        ("2-0", "*", WHITE, []),
        ("2-0", "", WHITE, []),
        ("-", "2-0", WHITE, []),
        ("?", "2-0", WHITE, []),
        ("", "2-0", WHITE, []),
        ("1-0", "2-0", WHITE, []),
        ("0-2", "2-0", BLACK, [Code.RESULT_CONFLICT]),
        ("4-6", "*", None, [Code.RESULT_UNKNOWN]),
        ("4-6", "4-6", None, [Code.RESULT_UNKNOWN]),
        ("1-9", "1-9", None, [Code.RESULT_UNKNOWN]),
        ("1", "1", None, [Code.RESULT_UNKNOWN]),
    ],
)
def test_3_6_10_results_of_every_kind(
    tag: str, end: str, winner: Color | None, problems: list[Code]
) -> None:
    game = read(f'{INTERNATIONAL}[Result "{tag}"]\n1. 32-28 19-23 {end}\n')
    assert line(game) == "32-28 19-23"
    assert codes(game) == problems
    outcome = game.outcome()
    assert (outcome and outcome.winner) is winner
    assert game.tags["Result"] == tag


def test_3_5_a_result_format_explains_other_scores() -> None:
    head = INTERNATIONAL + '[Result "12-8"]\n[ResultFormat "Delft"]\n'
    first, second = games_of(f"{head}1. 32-28 12-8\n\n{head}1. 31-27 12 - 8 {{c}}\n")
    assert (line(first), codes(first)) == ("32-28", [])
    assert line(second) == "31-27"
    assert Game.from_pdn(first.to_pdn()) == first
    assert '[Result "12-8"]' in first.to_pdn()


def test_3_6_11_a_game_on_one_line() -> None:
    game = '[White "A"] [GameType "21"] [Result "1-0"] 1. 11-15 {a {b} c} 22-18 1-0'
    first, second = games_of(f"{game} {game}")
    assert line(first) == line(second) == "11-15 22-18"
    assert first == second
    assert shown(first) == [(Code.COMMENT_NESTED, 1, 53, 1, "{a {b} c}")]
    assert second.errors[0].column == 53 + len(game) + 1
    assert at(first, 0).comment_after == "a {b} c"


def test_3_6_13_captures_written_step_by_step() -> None:
    game = read(ENGLISH + '[FEN "W:W18,26,32:B5,6,14,22"]\n1. 26x17 1. 17x10 10x1 5-9 *')
    assert line(game) == "26x17x10x1 5-9"
    assert codes(game) == [Code.MOVE_STEPS]
    assert game.errors[0].text == "26x17 17x10 10x1"


def test_3_6_14_a_game_type_that_is_not_that_of_the_moves() -> None:
    moves = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 35-30 20-25 *"
    assert codes(read(f'[GameType "20,W,10,10,N1,0"] {moves}')) == []
    game = read(f'[GameType "23"] {moves}')
    assert (game.variant.name, codes(game)) == ("international", [Code.VARIANT_CORRECTED])
    assert game.board.ply == 8
    assert read(game.to_pdn()) == game


def test_3_6_14_a_short_game_is_not_taken_for_one_of_another_variant() -> None:
    game = read('[GameType "23"] 1. 32-28 19-23 *')
    assert (game.variant.name, codes(game)) == ("pool", [Code.MOVE_ILLEGAL])


def test_3_6_16_a_relocated_man_is_an_illegal_move_and_its_text_is_kept() -> None:
    game = read(RUSSIAN + "1. c3-b4 b6-a5 2. a1-b8 h6-g5 *")
    assert codes(game) == [Code.MOVE_ILLEGAL]
    assert game.end.unread == "a1-b8 h6-g5"
    assert "white may play" in game.errors[0].message


def test_3_6_17_private_square_numbers_are_told_as_no_squares_of_the_board() -> None:
    game = read(ENGLISH + "1. 0-4 33-28 *")
    assert set(codes(game)) <= {Code.MOVE_INVALID, Code.JUNK} and codes(game)


def test_a_dos_file_ends_in_control_z() -> None:
    (game,) = games_of(ENGLISH + "1. 11-15 *\r\n\x1a")
    assert game.errors == []


def test_prose_between_games_is_junk_of_the_next_and_no_game() -> None:
    text = ENGLISH + "1. 11-15 *\n\nRound 2 of 3\n\n" + ENGLISH + "1. 9-13 *\n"
    first, second = games_of("Some games\n\n" + text)
    assert (line(first), line(second)) == ("11-15", "9-13")
    assert shown(first) == [
        (Code.JUNK, 1, 1, 0, "Some"),
        (Code.JUNK, 1, 6, 0, "games"),
    ]
    assert {problem.line for problem in second.errors} == {6}


# --- variations that are not as they should be ----------------------------------------------------


def test_a_bad_variation_costs_no_move_of_the_main_line() -> None:
    game = read(ENGLISH + "1. 11-15 (1. 9-27 {x} 22-18) 22-18 (1... 24-20 9-27 4-8) 2. 15x22 *")
    assert line(game) == "11-15 22-18 15x22"
    assert codes(game) == [Code.MOVE_ILLEGAL] * 2
    assert at(game, 0, 1).unread == "9-27 4-8"
    assert at(game, 0).comment_after == "(1. 9-27 {x} 22-18)"
    assert read(game.to_pdn()) == game


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("1. 11-15 ((1. 9-13) 1. 9-27) 24-20", "(1. 9-27)"),
        ("1. 11-15 ((1. 9-27) 1. 9-28) 24-20", "(1. 9-27) (1. 9-28)"),
        ("1. 11-15 ((1. 9-27) 1. 9-13) 24-20", "(1. 9-27)"),
        ("1. 11-15 (9-27 (9-26) 3) 24-20", "(9-27 (9-26) 3)"),
    ],
)
def test_of_nested_variations_that_cannot_be_read_all_text_is_kept_once(
    text: str, kept: str
) -> None:
    game = read(f"{ENGLISH}{text} *")
    assert line(game) == "11-15 24-20"
    said = " ".join(node.comment_after for node in (game.root, at(game, 0)) if node.comment_after)
    assert said == kept
    assert read(game.to_pdn()) == game


def test_an_early_variation_is_beside_the_move_that_comes_next() -> None:
    game = read(ENGLISH + "1. 11-15 (1... 22-18 15x22) 24-20 *")
    assert line(game) == "11-15 24-20"
    assert [str(node.move) for node in at(game, 0).variations] == ["24-20", "22-18"]
    assert shown(game) == [(Code.VARIATION_EARLY, 2, 10, 1, "(")]


def test_an_open_variation_ends_with_its_game() -> None:
    first, second = games_of(ENGLISH + "1. 11-15 (1. 9-13 (1. 10-14\n\n" + ENGLISH + "1. 9-13 *")
    assert (line(first), line(second)) == ("11-15", "9-13")
    assert shown(first) == [(Code.VARIATION_OPEN, 2, 19, 1, "(")]


# --- faults ---------------------------------------------------------------------------------------


def test_fault_8_fens_as_people_write_them_stand_in_tags() -> None:
    for fen in ("W:B1-20:W31-50", "W:W31-50:B1-20.", "W:WK10 , K20:BK35", "B:W50:B"):
        assert codes(read(f'{INTERNATIONAL}[FEN "{fen}"]')) == []
    game = read(f'{INTERNATIONAL}[FEN "W:B1-20:W31-50"] 1. 32-28 *')
    assert line(game) == "32-28"
    for fen, token in (("W:W50,99:B1", "99"), ("W:WK4,WK5,55:B4", "WK5"), ("hello", "hello")):
        (problem,) = read(f'{INTERNATIONAL}[FEN "{fen}"] 1. 32-28 *').errors
        assert problem.code is Code.FEN and f"'{token}'" in problem.message
        assert (problem.line, problem.column) == (2, 1)


@pytest.mark.parametrize("end", [" *", " 2-0", "", "\n"])
def test_fault_10_a_half_move_before_the_result_is_kept(end: str) -> None:
    game = read(INTERNATIONAL + "1. 32-28 19-23 2. 28x19 14x23 37-32" + end)
    assert line(game) == "32-28 19-23 28x19 14x23 37-32"
    assert game.errors == []


def test_fault_11_a_result_inside_a_comment_ends_nothing() -> None:
    game = read(INTERNATIONAL + "1. 32-28 {now 1-0 would be wrong} 19-23 2-0")
    assert line(game) == "32-28 19-23"
    assert [n.comment_after for n in game.end.line()] == ["now 1-0 would be wrong", ""]
    assert game.outcome() == Outcome(WHITE, Termination.UNKNOWN) and game.errors == []


def test_fault_12_a_comment_after_a_semicolon_is_one() -> None:
    game = read(INTERNATIONAL + "1. 32-28 ; a comment\n18-23 2. 37-32")
    assert line(game) == "32-28 18-23 37-32"
    assert at(game, 0).comment_after == "a comment" and game.errors == []


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH + "1. 11-15 22-18\n\n" + ENGLISH + "1. 9-13",
        ENGLISH + "1. 11-15 22-18\n" + ENGLISH + "1. 9-13",
        ENGLISH + "1. 11-15 22-18 " + ENGLISH + "1. 9-13",
        "1. 11-15 22-18 *\n1. 9-13 *",
        "1. 11-15 22-18 1-0 1. 9-13 *",
        "1. 11-15 22-18\n\n1. 9-13",
        '[White "a"]\n\n1. 11-15 22-18\n\n1. 9-13',
    ],
)
def test_fault_13_two_games_that_run_together_are_two(text: str) -> None:
    games = games_of(text, default="english")
    assert [line(game) for game in games] == ["11-15 22-18", "9-13"]
    assert [game.errors for game in games] == [[], []]


def test_fault_13_three_games_without_results_on_one_line_are_three() -> None:
    text = "1. 11-15 22-18 2. 15x22 25x18 1. 9-13 22-18 2. 13-17 21x14 1. 10-14 *"
    games = games_of(text, default="english")
    assert [game.board.ply for game in games] == [4, 4, 1]


def test_a_number_1_that_stands_again_in_its_place_begins_no_game() -> None:
    (game,) = games_of(
        "1. 11-15 1. ... 22-18 2. 15x22 (1. 9-13 22-18 2. 13-17) 25x18 *", default=21
    )
    assert game.board.ply == 4


def test_fault_14_a_stray_word_is_told_and_the_moves_are_kept() -> None:
    game = read(INTERNATIONAL + "1. 32-28 hello 19-23")
    assert line(game) == "32-28 19-23"
    assert shown(game) == [(Code.JUNK, 2, 10, 1, "hello")]
    game = read(INTERNATIONAL + "1. 32-28, 19-23,28x19 2.oops *")
    assert line(game) == "32-28 19-23 28x19"
    assert [problem.text for problem in game.errors] == [",", ",", "oops"]
    assert line(read("1. c3d4 d6c5", default="russian")) == "22-18 10-14"


def test_fault_15_play_goes_on_after_a_draw() -> None:
    moves = "32-28 1-5 28-32 5-1 " * 3 + "32-28"
    game = read(f'{ENGLISH}[FEN "W:WK32:BK1"]\n{moves} *')
    assert game.board.ply == 13 and game.errors == []


def test_fault_16_an_illegal_move_costs_the_rest_of_its_game_alone() -> None:
    sound = ENGLISH + "1. 11-15 22-18 2. 15x22 25x18 1/2-1/2\n\n"
    broken = ENGLISH + "1. 11-15 22-18 2. 15x23 25x18 3. 8-11 1-0\n\n"
    games = games_of(sound * 300 + broken + sound * 423)
    assert len(games) == 724
    assert [number for number, game in enumerate(games) if game.errors] == [300]
    game = games[300]
    assert line(game) == "11-15 22-18"
    assert shown(game) == [(Code.MOVE_ILLEGAL, 902, 19, 2, "15x23")]
    assert game.errors[0].message == "'15x23' is not legal: black may play 15x22"
    assert game.end.unread == "15x23 25x18 3. 8-11"
    assert game.outcome() == Outcome(BLACK, Termination.UNKNOWN)


def test_fault_18_a_game_type_beats_the_variant_that_the_reader_was_given() -> None:
    text = "1. c3-d4 d6-c5 2. b2-c3 *"
    for default in ("international", "english", None):
        game = read(RUSSIAN + text, default=default)
        assert game.variant.name == "russian" and game.board.ply == 3
    game = read(text, default="international")
    assert game.variant.name == "international" and game.errors


# --- broken games in the middle of others ---------------------------------------------------------

SOUND = ENGLISH + "1. 11-15 {good} 22-18 2. 15x22 25x18 1/2-1/2\n\n"
BROKEN = {
    "unclosed brace": ENGLISH + "1. 11-15 {oh 22-18 1-0\n\n",
    "unclosed brace, no blank line": ENGLISH + "1. 11-15 {oh 22-18 1-0\n",
    "unclosed brace in a variation": ENGLISH + "1. 11-15 (1. 9-13 {oh 22-18 1-0\n\n",
    "brace that closes nothing": ENGLISH + "1. 11-15 oh} 22-18 1-0\n\n",
    "unclosed bracket": ENGLISH + "1. 11-15 (1. 9-13 22-18 1-0\n\n",
    "bracket that closes nothing": ENGLISH + "1. 11-15 ) 22-18 1-0\n\n",
    "unclosed tag": ENGLISH + '[White "Ann\n1. 11-15 22-18 1-0\n\n',
    "unclosed quotation": ENGLISH + "[White Ann\n1. 11-15 22-18 1-0\n\n",
    "illegal move": ENGLISH + "1. 11-15 22-99 1-0\n\n",
    "junk": ENGLISH + "1. 11-15 <b>!</b> @#~ ^|& \\ 22-18 1-0\n\n",
    "binary rubbish": ENGLISH + "1. 11-15 \x00\x01\x02\x7f\x1b[31m\x08 22-18 1-0\n\n",
    "half a file": ENGLISH + "1. 11-15 22-\n\n",
    "unknown rules": '[GameType "40"]\n1. 32-28 1-0\n\n',
    "impossible position": ENGLISH + '[FEN "W:W1,1:B2"]\n1. 11-15 1-0\n\n',
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_game_costs_itself_alone(broken: str) -> None:
    games = games_of(SOUND + broken + SOUND * 2)
    assert len(games) == 4
    assert [line(games[place]) for place in (0, 2, 3)] == ["11-15 22-18 15x22 25x18"] * 3
    assert games[1].errors and not (games[0].errors or games[2].errors or games[3].errors)
    assert games[1].tags["GameType"] in ("21", "40")
    if games[1].variant.name == "english" and "FEN" not in games[1].tags:
        assert line(games[1]).startswith("11-15")
    games = games_of((SOUND + broken) * 3 + SOUND)
    assert [line(game) for game in games[::2]] == ["11-15 22-18 15x22 25x18"] * 4


def test_bytes_at_random_between_two_games_cost_neither() -> None:
    rng = random.Random(5)
    for _ in range(50):
        rubbish = bytes(rng.choices([b for b in range(256) if chr(b) not in "{[(;%"], k=80))
        games = games_of(SOUND.encode() + b"\n" + rubbish + b"\n\n" + SOUND.encode())
        assert line(games[0]) == line(games[-1]) == "11-15 22-18 15x22 25x18"
        assert any(game.errors for game in games[1:])


def test_clean_files_are_clean_in_strict_mode() -> None:
    assert len(games_of(SOUND * 3, strict=True)) == 3
