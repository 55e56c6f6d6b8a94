"""Hints, and games marked move by move."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import pytest

from draughts import (
    ANTIDRAUGHTS,
    BRAZILIAN,
    BREAKTHROUGH,
    ENGLISH,
    INTERNATIONAL,
    RUSSIAN,
    Annotation,
    Board,
    Color,
    DrawRules,
    Engine,
    EngineError,
    Game,
    HintReason,
    Judgement,
    Limit,
    Score,
    Variant,
)
from draughts.teaching import accuracy, win_chance

HUNG = "1. 9-13 23-19 2. 13-17 *"  # 22x13 or 21x14 wins the man
QUICK = Limit(nodes=4_000)
BLUNDERS = [  # in the last move a man is hung
    (ENGLISH, "9-13 23-19 13-17"),
    (RUSSIAN, "c3-b4 h6-g5 b4-c5"),
    (BRAZILIAN, "c3-b4 d6-e5 e3-d4"),
    (INTERNATIONAL, "31-26 18-22 26-21"),
]

four_variants = pytest.mark.parametrize(
    ("variant", "moves"), BLUNDERS, ids=[variant.name for variant, _ in BLUNDERS]
)


def played(moves: str, variant: Variant = ENGLISH, fen: str | None = None) -> Game:
    game = Game(variant, fen)
    for move in moves.split():
        game.play(move)
    return game


def annotated(game: Game, limit: Limit = QUICK, **options: Any) -> Annotation:
    return Engine(hash_mb=4).annotate(game, limit, **options)


# --- hints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "reason", "number", "sentence"),
    [
        ("W:W18,26:B6,14,22", HintReason.WINS, 1, "Play 26x1. It wins at once."),
        ("W:WK18:B22,21", HintReason.ONLY_MOVE, 0, "Play 18x25. It is the only move."),
        ("W:WK2,K15,K29:BK26", HintReason.WINS, 3, "Play 15-18. It wins in 3 moves."),
    ],
)
def test_a_hint_tells_what_the_move_does(
    fen: str, reason: HintReason, number: int, sentence: str
) -> None:
    found = Engine(hash_mb=4).hint(Board.from_fen(fen), Limit(depth=9))
    assert (found.reason, found.number) == (reason, number)
    assert str(found) == found.sentence == sentence
    assert found.line[0] == found.move


def test_a_hint_tells_that_every_move_loses() -> None:
    found = Engine(hash_mb=4).hint(Board.from_fen("W:Wb2:Bg7,d6", "russian"), Limit(depth=9))
    assert str(found).endswith(". Every move loses; this one holds out longest.")
    assert (found.reason, found.number) == (HintReason.LOSES_LAST, 2)


def test_a_hint_tells_of_pieces_that_are_won_and_of_an_exchange_that_wins_one() -> None:
    board = Board.from_fen("B:Wb4,b2,d2,h2,a1,g1:Bb8,f8,a7,e7,g7,b6,f6,h6,Ke5,g5", BRAZILIAN)
    found = Engine(hash_mb=4, evaluation="classic").hint(board, Limit(depth=7))
    assert str(found) == "Play e5-g3. It wins 3 pieces by force."
    board = Board.from_fen(
        "W:W27,29,31,34,35,36,38,40,41,42,44,45,46,47,48,50"
        ":B1,3,4,5,7,8,10,12,13,14,15,16,18,20,23",
        INTERNATIONAL,
    )
    found = Engine(hash_mb=4, evaluation="classic").hint(board, Limit(depth=9))
    assert str(found) == "Play 27-22. It wins a piece by force."
    assert found.number == 1


def test_to_take_back_is_not_to_win_a_piece() -> None:
    board = Board()
    for text in "11-15", "23-19", "8-11", "22-17", "15-18", "26-22", "9-13", "22x15x8":
        board.push_pdn(text)
    assert len(board.legal_moves) > 1
    found = Engine(hash_mb=4).hint(board, QUICK)
    assert found.reason is HintReason.MUST_CAPTURE
    assert str(found).endswith(" You must capture, and this is the best way.")


def test_a_hint_tells_of_a_king() -> None:
    board = Board.from_fen("W:W8,K13,21,23,26,29,30:B7,20")
    found = Engine(hash_mb=4, evaluation="classic").hint(board, Limit(depth=7))
    assert str(found) == "Play 8-3. It makes a king."
    assert found.reason is HintReason.MAKES_KING


def test_where_nothing_is_plain_a_hint_is_the_move_alone() -> None:
    found = Engine(hash_mb=4).hint(Board(), QUICK)
    assert found.reason is HintReason.BEST
    assert str(found) == f"Play {found.move}."


def test_pieces_are_no_gain_where_who_has_none_wins() -> None:
    board = Board.from_fen("W:W32,31,30:B28,27,1,2,3", ANTIDRAUGHTS)
    for _ in range(4):
        found = Engine(hash_mb=4).hint(board, Limit(depth=3))
        assert found.reason not in (HintReason.WINS_PIECES, HintReason.MAKES_KING)
        board.push(found.move)


def test_there_is_no_hint_when_the_game_is_over() -> None:
    with pytest.raises(EngineError, match="the game is over"):
        Engine(hash_mb=4).hint(Board.from_fen("W:W28:B19,24"))


# --- win chances and accuracy ---------------------------------------------------------------------


def test_win_chances_rise_with_the_score_from_0_to_1() -> None:
    scores = [Score(None, -2), *(Score(c, None) for c in range(-(10**6), 10**6, 1111))]
    chances = [win_chance(score) for score in [*scores, Score(None, 3)]]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1], win_chance(Score(0, None))) == (0, 1, 0.5)
    for centimen in (1, 50, 300):
        both = win_chance(Score(centimen, None)) + win_chance(Score(-centimen, None))
        assert both == pytest.approx(1)


def test_accuracy_falls_with_the_mean_of_what_is_lost() -> None:
    found = [accuracy([part / 100]) for part in range(101)]
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1], accuracy([])) == (100, 0, 100)
    assert accuracy([0, 0.2]) == accuracy([0.1, 0.1])


# --- annotations ----------------------------------------------------------------------------------


def blunders(found: Annotation) -> list[Judgement]:
    return [judgement for judgement in found.marked if judgement.glyph == "??"]


@four_variants
def test_a_hung_man_is_a_blunder_with_a_better_move_beside_it(variant: Variant, moves: str) -> None:
    game = played(moves, variant)
    found = annotated(game)
    [marked] = blunders(found)
    assert (marked.ply, marked.glyph, marked.move) == (3, "??", game.end.move)
    assert marked.best != marked.move
    assert marked.loss is not None and marked.loss > 60
    assert game.end.nags == [4]
    board = game.board
    board.pop()
    better = f"{marked.after}; better {board.pdn(marked.best)} ({marked.before})"
    assert game.end.comment_after == better
    parent = game.end.parent
    assert parent is not None
    assert [node.move for node in parent.variations] == [marked.move, marked.best]
    assert [node.move for node in parent.variations[1].tree()] == marked.line[:6]
    assert found.accuracy[marked.color] < found.accuracy[marked.color.opposite] - 10


@four_variants
def test_an_annotated_game_comes_back_from_pdn(variant: Variant, moves: str) -> None:
    game = played(moves, variant)
    annotated(game)
    read = Game.from_pdn(game.to_pdn())
    assert read == game and read.end.nags == [4] and not read.errors
    annotated(read)
    assert read == game


@four_variants
def test_to_annotate_twice_changes_nothing(variant: Variant, moves: str) -> None:
    game = played(moves, variant)
    engine = Engine(hash_mb=4)
    first = engine.annotate(game, QUICK)
    once = game.copy()
    engine.analyse(Board(variant), QUICK)
    assert engine.annotate(game, QUICK) == first
    assert game == once


def test_another_limit_replaces_the_comment_and_doubles_nothing() -> None:
    game = played("9-13 23-19 13-17")
    annotated(game, Limit(depth=5))
    annotated(game, Limit(depth=9))
    assert game.end.comment_after.count("better") == 1
    assert game.end.nags == [4]


def test_what_stands_in_a_game_stays() -> None:
    game = Game.from_pdn(
        "{start} 1. 9-13 {solid} 23-19 $5 (23-18 {other}) 2. {why} 13-17 $1 {a trap} (10-15) *"
    )
    kept = game.copy()
    found = annotated(game)
    assert [judgement.glyph for judgement in found.marked] == ["??"]
    assert game.end.nags == [1]
    assert game.end.comment_before == "why"
    assert game.end.comment_after.startswith("a trap -1.")
    game.end.comment_after = "a trap"
    parent = game.end.parent
    assert parent is not None
    if parent.variations[-1].move == found.marked[0].best and len(parent.variations) == 3:
        parent.variations.pop()
    assert game == kept


def test_a_variation_that_begins_with_the_best_move_is_left_alone() -> None:
    game = played("9-13 23-19 13-17")
    best = annotated(game.copy()).marked[0].best
    parent = game.end.parent
    beside = game.add_variation(best, parent)
    annotated(game)
    assert parent is not None and parent.variations == [game.end, beside]
    assert beside.variations == []


def test_lines_can_be_left_out() -> None:
    game = played("9-13 23-19 13-17")
    annotated(game, variations=False)
    assert [node.move for node in game.root.tree()[1:]] == list(game.mainline())
    assert game.end.nags == [4]


def test_the_cursor_stays_where_it_is() -> None:
    game = played("9-13 23-19 13-17")
    game.goto(game.root.variations[0])
    annotated(game)
    assert game.node is game.root.variations[0]
    assert game.board.move_stack == [game.node.move]


def test_the_losses_are_never_negative_and_add_up() -> None:
    game = played("11-15 22-17 15-19 24x15 10x19 23x16 12x19 25-22 8-11 30-25 4-8 22-18 7-10")
    found = annotated(game, Limit(nodes=1_500))
    assert found.judgements
    for judgement in found.judgements:
        lost = win_chance(judgement.before) - win_chance(judgement.after)
        assert judgement.chance_lost == lost >= 0
        assert judgement.loss is None or judgement.loss >= 0
        if judgement.best == judgement.move:
            assert judgement.chance_lost == 0 and not judgement.glyph
    for color in Color:
        assert found.accuracy[color] == accuracy(
            judgement.chance_lost for judgement in found.judgements if judgement.color is color
        )


def test_only_moves_where_there_was_a_choice_are_judged() -> None:
    game = played("11-15 22-18 15x22 25x18 8-11")
    choices = []
    board = Board()
    for ply, move in enumerate(game.mainline(), 1):
        if len(board.legal_moves) > 1:
            choices.append(ply)
        board.push(move)
    assert [judgement.ply for judgement in annotated(game).judgements] == choices != [1, 2, 3, 4, 5]


def test_a_game_without_choice_is_played_without_fault() -> None:
    game = played("14x21", RUSSIAN, "B:Wa5,b4:Bc5,h8")
    assert annotated(game).judgements == []
    assert annotated(game).accuracy == {Color.WHITE: 100, Color.BLACK: 100}


def test_a_game_without_moves_has_nothing_to_mark() -> None:
    done: list[tuple[int, int]] = []
    found = annotated(Game(), on_progress=lambda *parts: done.append(parts))
    assert found == Annotation([], {Color.WHITE: 100.0, Color.BLACK: 100.0})
    assert done == []
    assert annotated(Game(fen="W:W28:B19,24")).judgements == []


def test_a_game_that_is_won_ends_with_its_winner() -> None:
    game = played("26x1", fen="W:W18,26:B6,14,22")
    [won] = annotated(game).judgements
    assert won == Judgement(
        1, Color.WHITE, won.move, [won.move], Score(None, 1), Score(None, 1), 0.0, ""
    )
    game = played("18x2", fen="W:W18,26:B6,14,22")
    [missed] = annotated(game).judgements
    assert missed.before == Score(None, 1) and missed.best != missed.move


def test_to_miss_a_win_is_a_blunder_and_to_lose_a_lost_game_is_none() -> None:
    kings = "W:WK18,K22:BK1,3"
    assert not annotated(played("22-25", fen=kings)).marked
    lost = played("1-5", fen="B:WK6,K7,K10,K14,K15:BK1,28")
    assert not annotated(lost).marked


def test_who_walks_into_a_draw_by_the_rules_has_lost_a_win() -> None:
    rules = ENGLISH.replace(draw_rules=DrawRules(quiet_plies=2))
    game = played("22-17 1-5", rules, "W:WK22,K18,K11:BK1,10")
    outcome = game.outcome()
    assert outcome is not None and outcome.winner is None
    found = annotated(game)
    assert {judgement.ply: judgement.after for judgement in found.judgements}[2] == Score(0, None)


def test_a_repetition_in_the_middle_is_looked_at_as_the_players_did() -> None:
    game = Game.from_pdn(
        '[SetUp "1"] [FEN "W:WK22,K18:BK1,10"] [GameType "21"]\n\n'
        "1. 22-25 1-5 2. 25-22 5-1 3. 22-25 1-5 4. 25-22 5-1 5. 22-25 1-5 *"
    )
    found = annotated(game)
    assert [judgement.ply for judgement in found.judgements][-1] in (9, 10)


def test_a_first_king_ends_a_game_and_what_follows_is_not_judged() -> None:
    game = Game(BREAKTHROUGH, "W:W7:B20")
    game.play("7-1")
    [judgement] = annotated(game).judgements
    assert judgement.after == Score(None, 1)


def test_who_has_no_move_wins_in_antidraughts() -> None:
    game = Game(ANTIDRAUGHTS, "W:W18:B14,6")
    game.play(game.board.legal_moves[0])
    while game.outcome() is None:
        game.play(game.board.legal_moves[0])
    for judgement in annotated(game).judgements:
        assert judgement.chance_lost >= 0


def test_a_game_may_begin_anywhere_with_either_side() -> None:
    game = played("22-25 10-14", fen="W:WK22,K18:BK1,10:H3:F20")
    found = annotated(game)
    assert found.judgements[0].color is Color.WHITE
    assert Game.from_pdn(game.to_pdn()) == game


def test_a_game_that_could_not_be_read_to_its_end_is_annotated_as_far_as_it_was() -> None:
    game = Game.from_pdn("1. 9-13 23-19 2. 13-17 22x13 3. 31-1 11-15 *")
    assert game.errors and game.end.unread
    unread = game.end.unread
    assert [judgement.ply for judgement in blunders(annotated(game))] == [3]
    assert game.end.unread == unread
    assert unread.split()[-1] in game.to_pdn()


def test_thresholds_are_the_caller_s() -> None:
    game = played("9-13 23-19 13-17")
    [marked] = annotated(game.copy(), blunder=0.9).marked
    assert marked.glyph == "?"
    [marked] = annotated(game.copy(), mistake=0.8, blunder=0.9).marked
    assert marked.glyph == "?!"
    for dubious, mistake, blunder in ((0, 0.1, 0.2), (0.2, 0.1, 0.3), (0.1, 0.3, 0.2)):
        with pytest.raises(ValueError, match="dubious, mistake and blunder"):
            annotated(game, dubious=dubious, mistake=mistake, blunder=blunder)


def test_progress_is_told_position_by_position() -> None:
    done: list[tuple[int, int]] = []
    annotated(played("9-13 23-19 13-17"), on_progress=lambda *parts: done.append(parts))
    assert done == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_who_breaks_off_leaves_the_game_as_it_was() -> None:
    game = played("9-13 23-19 13-17")
    before = game.copy()

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        annotated(game, on_progress=stop)
    assert game == before


# --- on an executor -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes() -> Any:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@four_variants
def test_processes_find_the_same_blunders(
    variant: Variant, moves: str, processes: Executor
) -> None:
    game = played(moves, variant)
    found = annotated(game, executor=processes)
    assert [judgement.ply for judgement in blunders(found)] == [3]
    assert game.end.nags == [4]
    with ThreadPoolExecutor(2) as threads:
        assert annotated(game.copy(), executor=threads) == found


def test_progress_is_told_in_order_with_an_executor_too() -> None:
    done: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        annotated(
            played("9-13 23-19 13-17"),
            executor=threads,
            on_progress=lambda *parts: done.append(parts),
        )
    assert done == list(itertools.product([1, 2, 3, 4], [4]))


def test_a_dead_worker_is_told_and_the_game_is_as_it_was() -> None:
    game = played("9-13 23-19 13-17")
    before = game.copy()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        dying: Future[None] = pool.submit(os._exit, 1)
        with pytest.raises(EngineError, match="a worker of the executor died"):
            annotated(game, executor=pool)
        with pytest.raises(BrokenProcessPool):
            dying.result()
    assert game == before
