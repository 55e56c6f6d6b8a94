"""A game: playing, taking back, the ends that players make, the tree, results, copies."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import (
    ENGLISH,
    RUSSIAN,
    VARIANTS,
    AmbiguousMoveError,
    Board,
    Color,
    DraughtsError,
    DrawError,
    DrawRules,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    Move,
    Node,
    Outcome,
    Termination,
    Variant,
)
from test_cases import of_kind, variant_of

WHITE, BLACK = Color.WHITE, Color.BLACK
SHUFFLE = ["32-28", "1-5", "28-32", "5-1"]  # from W:WK32:BK1, and there again
OPENING = ["11-15", "22-18", "15x22", "25x18", "8-11"]


def english(preset: str) -> Variant:
    return ENGLISH.replace(draw_rules=DrawRules.preset(preset))


def played(texts: list[str], variant: Variant | str = "english", fen: str | None = None) -> Game:
    game = Game(variant, fen)
    for text in texts:
        game.play(text)
    return game


def state(game: Game) -> tuple[Any, ...]:
    """All that can be seen of a game."""
    return (
        game.board.__reduce__(),
        [(node.move, node.path) for node in game.end.line()],
        game.root._rows(),
        game.node is game.end,
        game.outcome(),
        game.result(),
        game.draw_offer,
        [game.captured(color) for color in Color],
        game.tags,
    )


# --- playing --------------------------------------------------------------------------------------


def test_r41_a_game_is_played_in_square_numbers() -> None:
    game = played(OPENING)
    assert [str(move) for move in game.mainline()] == OPENING
    assert game.board.fen() == "W:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12"
    assert game.last_move == Move(8, 11)
    assert game.outcome() is None and game.result() == "*"


def test_r34_each_side_s_captures_are_counted_since_the_game_began() -> None:
    game = played(OPENING)
    assert (game.captured(BLACK), game.captured(WHITE)) == (1, 1)
    game.to_start()
    assert (game.captured(BLACK), game.captured(WHITE)) == (0, 0)
    game = Game(fen="W:W18,26:B6,14,22")
    game.play("26x1")
    assert (game.captured(WHITE), game.captured(BLACK)) == (3, 0)


def test_the_board_that_is_handed_out_is_the_user_s_own() -> None:
    game = Game()
    game.board.push_pdn("11-15")
    game.board.clear()
    assert game.board == Board()
    game.play("9-13")
    assert game.board.move_stack == [Move(9, 13)]


def test_a_move_is_played_as_text_or_as_a_move() -> None:
    assert played(["11-15"]) == played([Move(11, 15)])  # type: ignore[list-item]


def test_a_move_that_fails_leaves_the_game_and_its_cursor_as_they_were() -> None:
    game = played(OPENING)
    game.undo()
    game.offer_draw(WHITE)
    game.to_start()
    before = state(game)
    for move, error in (
        ("11-14", IllegalMoveError),
        ("nowhere", InvalidMoveError),
        (Move(11, 14), IllegalMoveError),
    ):
        with pytest.raises(error):
            game.play(move)
        with pytest.raises(error):
            game.add_variation(move, game.end)
    assert state(game) == before
    assert game.redo() == Move(8, 11)


def test_an_ambiguous_capture_is_refused_with_its_choices() -> None:
    game = Game(fen="W:W31:BK3,12,18,19,26,27")
    with pytest.raises(AmbiguousMoveError) as caught:
        game.play("31x15")
    assert caught.value.choices == ("31x22x15", "31x24x15")


def test_a_wrong_position_or_variant_is_refused() -> None:
    with pytest.raises(InvalidFenError):
        Game(fen="nothing")
    with pytest.raises(ValueError, match="no variant"):
        Game("chess")


# --- the path that a player walked ----------------------------------------------------------------

CIRCLE = "W:WK6:B9,10,17,18"
WAYS = [(6, 13, 22, 15, 6), (6, 15, 22, 13, 6)]


@pytest.mark.parametrize("way", WAYS)
def test_the_path_walked_belongs_to_the_node(way: tuple[int, ...]) -> None:
    text = "x".join(map(str, way))
    captured = (9, 10, 17, 18)
    for move in (text, Move(6, 6, captured, path=way)):
        game = Game(fen=CIRCLE)
        game.play(move)
        assert game.node.path == way
        assert pickle.loads(pickle.dumps(game)).node.path == way
        assert game.copy().node.path == way


def test_a_path_that_cannot_be_walked_is_not_kept() -> None:
    game = Game(fen=CIRCLE)
    game.play(Move(6, 6, (9, 10, 17, 18), path=(6, 1, 2, 6)))
    assert game.node.path in WAYS
    assert Game(fen=CIRCLE).add_variation(Move(6, 6, (9, 10, 17, 18))).path in WAYS


def test_a_node_has_its_move_whole_even_when_played_in_short() -> None:
    game = Game(fen="W:W18,26:B6,14,22")
    game.play(Move(26, 1, {6, 14, 22}))
    assert game.node.move is not None and game.node.move.promotes
    assert game.node.path == (26, 17, 10, 1)


# --- undo and redo --------------------------------------------------------------------------------


def test_r35_undo_takes_back_a_step_and_redo_brings_it_back() -> None:
    game = played(OPENING)
    seen = []
    for text in reversed(OPENING):
        seen.append(state(game))
        move = game.undo()
        assert str(move) == text
    assert game == Game()
    with pytest.raises(IndexError, match="nothing to take back"):
        game.undo()
    for text in OPENING:
        assert str(game.redo()) == text
        assert state(game) == seen.pop()
    with pytest.raises(IndexError, match="nothing to bring back"):
        game.redo()


def test_r35_undo_takes_back_an_end_first_then_the_move() -> None:
    for end in ENDS:
        game = played(OPENING)
        end(game)
        ended = state(game)
        assert game.undo() is None
        assert game.outcome() is None and game.node.move == Move(8, 11)
        assert game.redo() is None
        assert state(game) == ended
        game.undo()
        assert game.undo() == Move(8, 11)
        assert game.play("9-13") == Move(9, 13)


def test_r35_a_win_on_the_board_is_taken_back_with_its_move() -> None:
    game = played(["24x15"], fen="W:W24:B19")
    assert game.outcome() == Outcome(WHITE, Termination.NO_MOVES)
    assert game.undo() == Move(24, 15, {19})
    assert game.outcome() is None


def test_what_was_taken_back_is_gone_when_another_move_is_played() -> None:
    game = played(OPENING)
    game.undo()
    game.undo()
    game.play("26x17")
    with pytest.raises(IndexError):
        game.redo()
    assert game == played([*OPENING[:3], "26x17"])


def test_what_was_taken_back_comes_again_with_its_comments_and_variations() -> None:
    game = played(OPENING[:3])
    game.node.comment_after = "the exchange"
    game.add_variation("26x17")
    game.add_variation("11-16", game.root)
    game.play(OPENING[3])
    before = state(game)
    for _ in OPENING[:4]:
        game.undo()
    assert [str(node.move) for node in game.root.variations] == ["11-16"]
    for _ in OPENING[:4]:
        game.redo()
    assert state(game) == before


def test_undo_takes_the_cursor_along_from_wherever_it_is() -> None:
    game = played(OPENING)
    game.to_start()
    game.undo()
    assert game.node is game.end and game.last_move == Move(25, 18, {22})
    game.to_start()
    game.redo()
    assert game.last_move == Move(8, 11)


@given(
    variant=st.sampled_from(list(VARIANTS.values())),
    seed=st.integers(0, 2**32),
    steps=st.lists(st.sampled_from(["play", "play", "undo", "redo", "end", "offer"]), max_size=40),
)
def test_undo_and_redo_any_number_of_times_restore_everything(
    variant: Variant, seed: int, steps: list[str]
) -> None:
    rng = random.Random(seed)
    game = Game(variant)
    for step in steps:
        take(game, step, rng)
    seen = [state(game)]
    while undone(game):
        seen.append(state(game))
    assert game.end is game.root
    seen.pop()
    while seen:
        game.redo()
        assert state(game) == seen.pop()


def take(game: Game, step: str, rng: random.Random) -> None:
    """One step of a game, if it can be taken."""
    color = rng.choice(list(Color))
    try:
        if step == "play":
            game.play(rng.choice(game.board.legal_moves))
        elif step == "undo":
            game.undo()
        elif step == "redo":
            game.redo()
        elif step == "offer":
            game.offer_draw(color)
        else:
            rng.choice([game.resign, game.flag, game.accept_draw])(color)
    except (GameOverError, DrawError, IndexError):
        pass


def undone(game: Game) -> bool:
    try:
        game.undo()
    except IndexError:
        return False
    return True


# --- draws by themselves --------------------------------------------------------------------------


@of_kind("game")
def test_r11_r17_r19_r20_a_game_is_over_at_the_ply_of_its_draw(case: dict[str, Any]) -> None:
    variant = variant_of(case)
    game = Game(variant, case["fen"])
    for text in case["moves"][: case["draw_at_ply"]]:
        assert game.outcome() is None and not game.can_claim_draw()
        game.play(text)
    if case["draw_at_ply"] is None:
        assert game.outcome() is None and not game.can_claim_draw()
        return
    if variant.draw_rules.quiet_claim:
        assert game.outcome() is None
        game.claim_draw(game.board.turn)
    outcome = game.outcome()
    assert outcome is not None and outcome.winner is None
    for move in game.board.legal_moves:
        with pytest.raises(GameOverError, match="drawn"):
            game.play(move)


# --- claims ---------------------------------------------------------------------------------------


def test_a_claimable_draw_does_not_end_the_game_before_it_is_claimed() -> None:
    game = played(SHUFFLE * 2, english("wcdf"), "W:WK32:BK1")
    assert game.outcome() is None and game.can_claim_draw() and game.result() == "*"
    game.play("32-28")
    game.claim_draw(BLACK)
    assert game.outcome() == Outcome(None, Termination.REPETITION)
    assert not game.can_claim_draw()
    with pytest.raises(GameOverError):
        game.play("1-5")
    game.undo()
    assert game.can_claim_draw()


def test_a_claim_is_refused_when_there_is_nothing_to_claim() -> None:
    game = played(SHUFFLE, english("wcdf"), "W:WK32:BK1")
    assert not game.can_claim_draw()
    with pytest.raises(DrawError, match="no draw to claim"):
        game.claim_draw(WHITE)
    assert game.outcome() is None


def test_a_claim_is_about_the_last_position_wherever_the_cursor_is() -> None:
    game = played(SHUFFLE * 2, english("wcdf"), "W:WK32:BK1")
    game.to_start()
    assert game.can_claim_draw()
    game.claim_draw(WHITE)
    assert game.result() == "1/2-1/2" and game.node is game.root


# --- ends that players make -----------------------------------------------------------------------


def agree(game: Game) -> None:
    game.offer_draw(WHITE)
    game.accept_draw(BLACK)


ENDS: list[Callable[[Game], None]] = [
    lambda game: game.resign(WHITE),
    lambda game: game.flag(BLACK),
    agree,
]


@pytest.mark.parametrize("end", ENDS, ids=["resigned", "flagged", "agreed"])
def test_nothing_more_can_happen_after_an_end_that_players_made(
    end: Callable[[Game], None],
) -> None:
    game = played(OPENING)
    end(game)
    assert_over(game)


def test_r26_an_offer_lapses_when_the_other_side_moves_but_not_by_one_s_own_move() -> None:
    game = Game()
    game.offer_draw(BLACK)
    game.play("11-15")
    assert game.draw_offer is BLACK
    game.play("22-18")
    assert game.draw_offer is None
    with pytest.raises(DrawError):
        game.accept_draw(WHITE)


def test_r26_who_has_been_offered_a_draw_accepts_it_and_offers_none() -> None:
    game = Game()
    game.offer_draw(BLACK)
    game.offer_draw(BLACK)
    with pytest.raises(DrawError, match="black has offered a draw already"):
        game.offer_draw(WHITE)


def assert_over(game: Game) -> None:
    """Nothing more can happen in the game."""
    before = state(game)
    actions: list[Callable[[Color], None]] = [
        *(game.resign, game.flag, game.claim_draw),
        *(game.offer_draw, game.accept_draw, game.decline_draw),
    ]
    for color in Color:
        for action in actions:
            with pytest.raises(GameOverError, match="the game is over"):
                action(color)
    with pytest.raises(GameOverError):
        game.play(game.board.legal_moves[0])
    assert issubclass(GameOverError, DraughtsError) and issubclass(DrawError, DraughtsError)
    assert state(game) == before


# --- variations and the cursor --------------------------------------------------------------------


def test_variations_and_replay_go_on_after_the_end() -> None:
    game = played(SHUFFLE * 2, english("auto40"), "W:WK32:BK1")
    drawn = game.outcome()
    on = game.add_variation("32-27")
    game.add_variation("1-6", on)
    game.goto(on.variations[0])
    assert game.board.fen() == "W:WK27:BK6"
    game.to_start()
    assert game.board.fen() == "W:WK32:BK1"
    game.to_end()
    assert game.board.ply == 8
    assert game.outcome() == drawn and len(list(game.mainline())) == 8


def test_the_end_of_the_main_line_is_not_moved_by_variations_there() -> None:
    game = played(OPENING)
    node = game.add_variation("24-19")
    assert len(list(game.mainline())) == 5 and game.node is game.end
    game.play("29-25")
    assert [str(n.move) for n in game.end.parent.variations] == ["29-25", "24-19"]  # type: ignore[union-attr]
    game.undo()
    game.play("24-19")
    assert game.end is node and len(node.parent.variations) == 1  # type: ignore[union-attr]


def test_a_variation_that_is_there_already_is_not_made_again() -> None:
    game = played(OPENING)
    assert game.add_variation("11-15", game.root) is game.root.variations[0]
    assert len(game.root.variations) == 1


def test_a_variation_at_the_end_is_no_second_copy_of_what_was_taken_back() -> None:
    game = played(OPENING)
    game.undo()
    game.add_variation("8-11")
    with pytest.raises(IndexError):
        game.redo()
    assert [str(node.move) for node in game.end.variations] == ["8-11"]


def test_the_game_is_played_at_its_end_wherever_the_cursor_is() -> None:
    game = played(OPENING)
    game.goto(game.add_variation("9-13", game.root))
    game.play("29-25")
    assert game.node is game.end and game.board.ply == 6


def test_the_cursor_goes_from_any_node_to_any_other() -> None:
    game = played(OPENING)
    first = game.root.variations[0]
    tree = [game.root, *game.end.line()]
    tree.append(game.add_variation("9-13", game.root))
    tree.append(game.add_variation("22-17", tree[-1]))
    tree.append(game.add_variation("23-19", first))
    for node in tree:
        for other in tree:
            game.goto(node)
            game.goto(other)
            assert game.board.move_stack == [step.move for step in other.line()]
            assert game.last_move == other.move


def test_a_node_of_another_game_is_refused() -> None:
    game = played(OPENING)
    stranger = game.copy().end
    taken_back = game.end
    game.undo()
    before = state(game)
    for node in (stranger, taken_back, Node()):
        with pytest.raises(ValueError, match="not in this game"):
            game.goto(node)
        with pytest.raises(ValueError, match="not in this game"):
            game.add_variation("9-13", node)
    assert state(game) == before


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "white", "black", "draw"),
    [
        ("english", "0-1", "1-0", "1/2-1/2"),
        ("pool", "0-1", "1-0", "1/2-1/2"),
        ("russian", "1-0", "0-1", "1/2-1/2"),
        ("brazilian", "1-0", "0-1", "1/2-1/2"),
        ("italian", "1-0", "0-1", "1/2-1/2"),
        ("thai", "0-1", "1-0", "1/2-1/2"),
        ("international", "2-0", "0-2", "1-1"),
        ("antidraughts", "2-0", "0-2", "1-1"),
        ("breakthrough", "2-0", "0-2", "1-1"),
    ],
)
def test_a_result_is_written_in_the_style_of_the_variant(
    name: str, white: str, black: str, draw: str
) -> None:
    results = []
    for end in (lambda g: g.resign(BLACK), lambda g: g.resign(WHITE), agree):
        game = Game(name)
        assert game.result() == "*"
        end(game)
        results.append(game.result())
    assert results == [white, black, draw]


@pytest.mark.parametrize(
    ("game_type", "first_player", "result"),
    [
        ("23,W", WHITE, "1-0"),
        ("23,B", WHITE, "0-1"),
        ("21,b,8,8,N1,0", WHITE, "0-1"),
        ("21", BLACK, "0-1"),
        ("21", WHITE, "1-0"),
    ],
)
def test_the_first_number_belongs_to_the_side_that_the_game_type_names(
    game_type: str, first_player: Color, result: str
) -> None:
    game = Game(ENGLISH.replace(game_type=game_type, first_player=first_player))
    game.resign(BLACK)
    assert game.result() == result


def test_a_win_on_the_board_ends_the_game() -> None:
    game = played(["24x15"], fen="W:W24:B19")
    assert game.result() == "0-1"
    with pytest.raises(GameOverError, match="won by white, no-moves"):
        game.play("15-10")


def test_the_first_king_ends_a_game_of_breakthrough() -> None:
    game = played(["7-1"], "breakthrough", "W:W7:B45")
    assert game.outcome() == Outcome(WHITE, Termination.FIRST_KING)
    with pytest.raises(GameOverError):
        game.play("45-50")


def test_who_resigns_has_lost_where_the_aim_is_to_lose_all_pieces_too() -> None:
    game = Game("antidraughts")
    game.resign(WHITE)
    assert game.outcome() == Outcome(BLACK, Termination.RESIGNATION)


# --- as a Python object ---------------------------------------------------------------------------


def annotated() -> Game:
    """A game with something in every field."""
    game = played(["c3-d4", "d6-c5"], "russian")
    game.tags["White"] = "Ann"
    node = game.node
    node.comment_before, node.comment_after = "now", "a well-known exchange"
    node.nags += [1, 14]
    node.clock = 58.5
    game.add_variation("b6-a5", game.root.variations[0]).comment_after = "quiet"
    game.goto(game.add_variation("g3-f4", game.root))
    game.resign(BLACK)
    game.undo()
    return game


COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda thing: pickle.loads(pickle.dumps(thing)),
]


@pytest.mark.parametrize("make", [*COPIES, Game.copy], ids=["copy", "deepcopy", "pickle", "method"])
def test_copies_and_pickles_keep_everything_and_share_nothing(make: Callable[[Game], Game]) -> None:
    game = annotated()
    other = make(game)
    assert other == game and state(other) == state(game)
    assert other.node.line()[-1] is other.node and other.node.root is other.root
    game.redo()
    other.redo()
    assert other.outcome() == game.outcome() == Outcome(WHITE, Termination.RESIGNATION)
    other.undo()
    other.play("d4-e5")
    other.tags["White"] = "Bob"
    assert len(list(game.mainline())) == 2 and game.tags == {"White": "Ann"}


@pytest.mark.parametrize("make", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_a_node_survives_with_everything_and_brings_its_tree(make: Callable[[Node], Node]) -> None:
    game = annotated()
    for node in (game.root, game.end, game.node):
        other = make(node)
        assert other is not node and other.root._rows() == game.root._rows()
        assert other.line() is not node.line() and str(other) == str(node)
        for name in ("move", "path", "comment_before", "comment_after", "nags", "clock"):
            assert getattr(other, name) == getattr(node, name)
        assert other.nags is not node.nags


def test_nodes_that_are_pickled_together_stay_in_one_tree() -> None:
    game = annotated()
    end, node, root = pickle.loads(pickle.dumps((game.end, game.node, game.root)))
    assert end.root is root and node.root is root


def test_a_long_game_can_be_copied_and_pickled() -> None:
    game = played(SHUFFLE * 600, english("none"), "W:WK32:BK1")
    for make in COPIES:
        assert make(game) == game
        assert len(make(game.end).line()) == 2400


def test_games_are_equal_by_rules_start_tags_tree_main_line_and_end() -> None:
    assert annotated() == annotated() != "a game"
    changes: list[Callable[[Game], object]] = [
        lambda game: game.tags.update(Black="Bob"),
        lambda game: game.end.nags.append(2),
        lambda game: setattr(game.end, "comment_before", ""),
        lambda game: setattr(game.node, "clock", 1.0),
        lambda game: game.add_variation("d4-e5", game.end),
        lambda game: game.play("d4-e5"),
        lambda game: game.undo(),
        lambda game: game.flag(WHITE),
    ]
    for change in changes:
        game = annotated()
        change(game)
        assert game != annotated()
    added, went_on = annotated(), annotated()
    added.add_variation("d4-e5", added.end)
    went_on.play("d4-e5")
    assert added != went_on
    assert Game("russian") != Game("brazilian")
    assert Game() != Game(fen="W:W24:B19")
    assert Game("russian") == Game(RUSSIAN)
    seen = annotated()
    seen.to_end()
    assert seen == annotated()
    with pytest.raises(TypeError):
        hash(Game())


def test_what_a_game_is_shows() -> None:
    game = played(OPENING[:2])
    assert repr(game) == "<Game english, 2 plies, *>"
    assert (repr(game.node), repr(game.root)) == ("<Node 11-15 22-18>", "<Node root>")
    assert Game(tags={"Event": "club"}).tags == {"Event": "club"}
    assert Game(fen="B:W32:B1:H3:F7").start_fen == "B:W32:B1:H3:F7"


def test_the_rules_alone_load_without_what_is_built_on_them() -> None:
    code = """
import sys, draughts
late = {"clock", "engine", "game", "series", "variant_text"}
print({f"draughts.{name}" for name in late} & set(sys.modules))
print(draughts.Game.__module__, draughts.Clock.__module__, draughts.Series.__module__)
"""
    command = [sys.executable, "-c", code]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert shown.splitlines() == ["set()", "draughts.game draughts.clock draughts.series"]


def test_a_game_is_made_from_a_board_with_its_past() -> None:
    board = Board("russian")
    for text in ("c3-d4", "d6-c5"):
        board.push_pdn(text)
    game = Game.from_board(board)
    assert game.board == board
    assert game.board.move_stack == board.move_stack
    assert game.start_fen == Board("russian").fen(counters=True)
    assert "FEN" not in game.to_pdn()

    ending = Board.from_fen("W:WK32:BK1:H20:F41", "english")
    ending.push_pdn("32-28")
    game = Game.from_board(ending)
    assert game.start_fen == "W:WK32:BK1:H20:F41"
    assert game.board.fen(counters=True) == ending.fen(counters=True)
