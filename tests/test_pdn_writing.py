"""Writing PDN: its layout, and that it reads back to the same game."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import (
    ENGLISH,
    RUSSIAN,
    VARIANTS,
    Color,
    DrawRules,
    Game,
    Node,
    Termination,
    Variant,
    pdn,
)
from strategies import variants

NASTY = 'ab{}();%[]"\\\n $!?-x:*1.0é٣Жж\U0001f600'


def played(variant: str | Variant, moves: str, fen: str | None = None) -> Game:
    game = Game(variant, fen)
    for move in moves.split():
        game.play(move)
    return game


def moves_of(game: Game, **options: Any) -> str:
    """The moves as they are written, without the tags."""
    return game.to_pdn(**options).split("\n\n", 1)[1].removesuffix("\n")


# --- layout ---------------------------------------------------------------------------------------


def test_the_roster_comes_first_and_what_the_moves_depend_on_last() -> None:
    game = Game(tags={"Annotator": "Eve", "Round": "3", "Black": "Bob", "White": "Ann"})
    game.play("11-15")
    assert game.to_pdn() == (
        '[Round "3"]\n[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n[Annotator "Eve"]\n'
        '[GameType "21,B,8,8,N1,0"]\n\n1. 11-15 *\n'
    )


def test_lines_have_80_columns_and_no_token_is_cut() -> None:
    game = Game("international")
    while game.outcome() is None and game.board.ply < 120:
        game.play(game.board.legal_moves[0])
    text = moves_of(game)
    assert max(map(len, text.split("\n"))) in range(70, 81)
    assert text.split() == moves_of(game, columns=None).split()
    assert "\n" not in moves_of(game, columns=None)
    assert max(map(len, moves_of(game, columns=30).split("\n"))) <= 30


def test_games_are_parted_by_an_empty_line(tmp_path: Path) -> None:
    games = [played("russian", "c3-d4 d6-c5"), played("english", "11-15")]
    path = tmp_path / "games.pdn"
    assert pdn.write_games(games, path, columns=None) == 2
    assert path.read_bytes().decode() == games[0].to_pdn() + "\n" + games[1].to_pdn() + "\n"
    assert list(pdn.read_games(path)) == games


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "text"),
    [
        ("english", None, "11-15 22-18 15x22", "1. 11-15 22-18 2. 15x22 *"),
        ("english", "W:W22,23:B11,12", "22-18 11-15", "1... 22-18 2. 11-15 *"),
        ("english", "B:W22,23:B11,12", "11-15 22-17", "1. 11-15 22-17 *"),
        ("english", "B:W22,23:B11,12:H0:F30", "11-15 22-17", "30. 11-15 22-17 *"),
        ("russian", "B:Wa1,c1:Bh8,f8", "h8-g7", "1... h8-g7 *"),
        ("russian", None, "c3-d4 d6-c5 b2-c3 f6-g5 g3-h4", "*"),
    ],
)
def test_fault_17_moves_are_numbered_from_the_position(
    variant: str, fen: str | None, moves: str, text: str
) -> None:
    game = played(variant, moves, fen)
    assert moves_of(game).endswith(text)
    assert Game.from_pdn(game.to_pdn()) == game


@pytest.mark.parametrize(
    ("variant", "winner", "result"),
    [
        ("english", Color.BLACK, "1-0"),
        ("english", Color.WHITE, "0-1"),
        ("russian", Color.WHITE, "1-0"),
        ("international", Color.WHITE, "2-0"),
        ("international", Color.BLACK, "0-2"),
        ("international", None, "1-1"),
        ("brazilian", None, "1/2-1/2"),
    ],
)
def test_a_result_is_written_in_the_style_of_the_variant(
    variant: str, winner: Color | None, result: str
) -> None:
    game = Game(variant)
    if winner is None:
        game.offer_draw(Color.WHITE)
        game.accept_draw(Color.BLACK)
    else:
        game.resign(winner.opposite)
    text = game.to_pdn()
    assert f'[Result "{result}"]' in text
    assert text.endswith(f"\n{result}\n")
    assert Game.from_pdn(text) == game


def test_every_end_is_read_back_with_its_reason() -> None:
    drawn = ENGLISH.replace(draw_rules=DrawRules.preset("wcdf"))
    claimed = Game(drawn, "W:WK32:BK1:H79:F41")
    claimed.play("32-28")
    claimed.claim_draw(Color.BLACK)
    flagged, agreed, blocked = Game(), Game(), Game(fen="B:W28:B19,20")
    flagged.flag(Color.WHITE)
    agreed.offer_draw(Color.WHITE)
    agreed.accept_draw(Color.BLACK)
    blocked.play("19-24")
    ends = []
    for game in (claimed, flagged, agreed, blocked):
        again = Game.from_pdn(game.to_pdn(), strict=True)
        assert again == game
        assert again.outcome() == game.outcome()
        outcome = again.outcome()
        ends.append(outcome and outcome.termination)
    assert ends[:3] == [Termination.QUIET_LIMIT, Termination.TIME, Termination.AGREEMENT]


# --- moves ----------------------------------------------------------------------------------------


def test_an_ambiguous_capture_is_written_with_as_much_path_as_it_needs() -> None:
    """rules.md 3.5, case IN08: 47x38x24x13x36 and 47x38x20x9x36 have the same ends."""
    game = Game("international", "W:WK47:B14,19,29,31,42")
    texts = set()
    for move in game.board.legal_moves:
        game.play(move)
        texts.add(moves_of(game))
        assert Game.from_pdn(game.to_pdn()) == game
        game.undo()
    assert texts == {"1. 47x13x36 *", "1. 47x9x36 *"}


@pytest.mark.parametrize("way", ["6x15x22x13x6", "6x13x22x15x6"])
def test_a_way_that_was_walked_is_kept(way: str) -> None:
    game = played("english", way, "W:WK6:B9,10,17,18")
    again = Game.from_pdn(game.to_pdn())
    assert again.node.path == tuple(map(int, way.split("x")))
    assert again == game


def test_the_sign_of_captures_is_that_of_the_variant() -> None:
    moves = "c3-d4 d6-c5 b2-c3 c7-d6 d4xb6"
    assert moves_of(played("russian", "c3-d4 b6-c5 d4xb6")) == "1. c3-d4 b6-c5 2. d4:b6 *"
    assert moves_of(played("brazilian", "c3-d4 b6-c5 d4xb6")) == "1. c3-d4 b6-c5 2. d4xb6 *"
    assert moves


def test_a_variation_stands_behind_the_move_that_it_replaces() -> None:
    game = played("english", "11-15 22-18 15x22")
    first = game.add_variation("9-13", game.root)
    game.add_variation("22-17", first)
    game.add_variation("24-20", game.root.variations[0])
    assert moves_of(game) == "1. 11-15 (1. 9-13 22-17) 1... 22-18 (1... 24-20) 2. 15x22 *"
    assert moves_of(game, variations=False) == "1. 11-15 22-18 2. 15x22 *"
    assert Game.from_pdn(game.to_pdn()) == game


def test_the_end_of_the_game_is_marked_if_the_tree_goes_on() -> None:
    game = played("english", "11-15")
    deeper = game.add_variation("22-18")
    game.add_variation("15x22", deeper)
    assert moves_of(game) == "1. 11-15 {[%end]} 1... 22-18 2. 15x22 *"
    assert moves_of(game, variations=False) == "1. 11-15 *"
    again = Game.from_pdn(game.to_pdn())
    assert again == game
    assert [str(move) for move in again.mainline()] == ["11-15"]
    study = Game()
    study.add_variation("9-13")
    assert Game.from_pdn(study.to_pdn()) == study


# --- what is said ---------------------------------------------------------------------------------


def test_comments_clocks_and_glyphs_stand_where_they_belong() -> None:
    game = played("english", "11-15 22-18")
    first, second = game.end.line()
    game.root.comment_after = "A short one."
    first.comment_before, first.comment_after = "before", "after"
    first.nags, first.clock = [1, 14], 3725.0
    second.clock = 59.5
    assert moves_of(game, columns=None) == (
        "{A short one.} 1. {before} 11-15 $1 $14 {[%clk 1:02:05] after} 1... 22-18 "
        "{[%clk 0:00:59.5]} *"
    )
    assert moves_of(game, comments=False) == "1. 11-15 $1 $14 22-18 *"
    assert Game.from_pdn(game.to_pdn()) == game


@pytest.mark.parametrize(
    "comment",
    [
        "a {b} c",
        "}",
        "{",
        "two\nlines",
        "a { brace\nand lines\n\n{",
        "1-0",
        "; not a comment",
        "% at the head\n% and again",
        '\n\n[Event "next"]\nno',
        'x\n\n[Event "next"]',
        '"quoted" \\ back',
        "(1. 9-13)",
        "x" * 300,
    ],
)
def test_every_comment_is_read_back(comment: str) -> None:
    game = played("english", "11-15 22-18")
    game.root.comment_after = game.end.comment_after = comment
    game.end.comment_before = comment
    games = list(pdn.read_games(io.StringIO(game.to_pdn() + "\n" + game.to_pdn())))
    for again in games:
        assert again.end.comment_after == comment.strip()
        assert again.end.comment_before == comment.strip()
        assert again.root.comment_after == comment.strip()
    assert len(games) == 2


@pytest.mark.parametrize(
    "value", ["", 'a "b" c', "back\\", "\\", '"', "]", '"] [X "', "Жé\U0001f600"]
)
def test_every_value_of_a_tag_is_read_back(value: str) -> None:
    game = Game(tags={"Event": value, "Own": value})
    again = Game.from_pdn(game.to_pdn())
    assert again.tags["Event"] == again.tags["Own"] == value


def test_line_ends_in_tags_become_spaces() -> None:
    assert '[Event "a b c"]' in Game(tags={"Event": "a\nb\rc"}).to_pdn()


@pytest.mark.parametrize("name", ["", "two words", "1st", "a]b", 'a"b', "x\ny"])
def test_names_that_pdn_does_not_allow_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a tag"):
        Game(tags={name: "x"}).to_pdn()


# --- rules ----------------------------------------------------------------------------------------


@given(variants())
def test_local_rules_are_read_back(variant: Variant) -> None:
    game = Game(variant)
    again = Game.from_pdn(game.to_pdn())
    assert again.variant == variant
    assert again == game


def test_text_that_could_not_be_read_is_written_again() -> None:
    text = '[GameType "21"]\n1. 11-15 9-27 {oh} (9-26) 22-18 1-0\n'
    game = Game.from_pdn(text)
    assert "9-27 {oh} (9-26) 22-18" in game.to_pdn()
    again = Game.from_pdn(game.to_pdn())
    assert again == game
    assert [problem.code for problem in again.errors] == [pdn.Code.MOVE_ILLEGAL]
    unknown = '[GameType "40"]\n\n1. 32-27 20-25 2. 27-22 *\n'
    assert Game.from_pdn(unknown).to_pdn().split()[-7:] == unknown.split()[-7:]
    assert '[GameType "40"]' in Game.from_pdn(unknown).to_pdn()


# --- any game at all ------------------------------------------------------------------------------


comments = st.text(NASTY, max_size=12).filter(lambda text: not text.startswith("[%end]"))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game with a tree, and everything that can be said in it."""
    game = Game(
        draw(st.sampled_from([*VARIANTS.values(), RUSSIAN.replace(mandatory_capture=False)]))
    )
    for _ in range(draw(st.integers(0, 12))):
        moves = game.board.legal_moves
        if not moves or game.outcome() is not None:
            break
        game.play(draw(st.sampled_from(moves)))
    for _ in range(draw(st.integers(0, 8))):
        node = draw(st.sampled_from(game.root.tree()))
        game.goto(node)
        moves = game.board.legal_moves
        if moves:
            game.add_variation(draw(st.sampled_from(moves)))
    for node in game.root.tree():
        _say(draw, node)
    names = st.sampled_from(["White", "Black", "Event", "Own", "É"])
    game.tags.update(draw(st.dictionaries(names, st.text(NASTY.replace("\n", ""), max_size=8))))
    game.to_end()
    return game


def _say(draw: st.DrawFn, node: Node) -> None:
    node.comment_after = draw(comments).strip()
    if node.move is not None:
        node.comment_before = draw(comments).strip()
        node.nags = draw(st.lists(st.integers(0, 255), max_size=2))
        node.clock = draw(st.none() | st.integers(0, 10**7).map(lambda n: n / 1000))


@given(games())
def test_what_is_written_reads_back_to_the_same_tree(game: Game) -> None:
    text = game.to_pdn()
    again = Game.from_pdn(text)
    assert again == game
    assert again.to_pdn() == text
    assert not [problem for problem in again.errors if problem.code.is_error]


@given(st.text() | st.text(NASTY + "123456789-abcdefgh "))
def test_any_text_is_read_and_what_was_read_reads_back(text: str) -> None:
    found = list(pdn.read_games(io.StringIO(text)))
    written = "".join(game.to_pdn() + "\n" for game in found)
    assert list(pdn.read_games(io.StringIO(written))) == found
