"""The search: draws inside the tree, several lines, threads, clocks, and ways to run it."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from draughts import (
    ENGLISH,
    VARIANTS,
    Board,
    DrawRules,
    Engine,
    EngineError,
    Info,
    Level,
    Limit,
    Score,
    Variant,
)
from draughts._core import Searcher

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.name)
MAIN = ["english", "russian", "brazilian", "international"]
TRAINED = [39942, 88451, 73095, 138065]  # nodes with the weights that come with the library


# --- draws ----------------------------------------------------------------------------------------


def test_a_win_that_comes_after_the_quiet_limit_is_none() -> None:
    """Two kings win against one in English draughts, but not in two plies."""
    score = Engine().analyse(Board.from_fen("W:WK18,K15:BK1"), Limit(depth=12)).score
    assert score.win_in is not None or (score.centimen is not None and score.centimen > 20)
    late = Board.from_fen("W:WK18,K15:BK1:H78:F41")
    assert Engine().analyse(late, Limit(depth=12)).score == Score(0, None)


def test_a_win_that_comes_after_the_move_limit_is_none() -> None:
    rules = ENGLISH.replace(draw_rules=DrawRules(max_plies=2))
    board = Board.from_fen("W:WK18,K15:BK1", rules)
    assert Engine().analyse(board, Limit(depth=12)).score == Score(0, None)
    won = Board.from_fen("W:W18,26:B6,14,22", rules)
    assert Engine().analyse(won, Limit(depth=12)).score == Score(None, 1)


def test_a_position_that_comes_for_the_third_time_is_worth_nothing() -> None:
    shuffle = Board.from_fen("W:WK32:BK1", "english")
    for text in ("32-28", "1-6", "28-32", "6-1", "32-28", "1-6", "28-32"):
        shuffle.push_pdn(text)
    # 6-1 would be the third time: the search sees it as a draw, not as a worth of its own.
    infos = Engine().analyse(shuffle, Limit(depth=1), multipv=5)
    scores = {str(info.pv[0]): info.score for info in infos}
    assert scores["6-1"] == Score(0, None)


def test_an_ending_is_counted_by_the_variants_own_limits() -> None:
    """FMJD 6.4: one or two pieces against a lone king draw after five moves each."""
    board = Board.from_fen("W:WK46,K45:BK5:H8:F41", "international")
    score = Engine().analyse(board, Limit(depth=9)).score
    assert score == Score(0, None) or score.win_in is not None


def test_a_limit_ends_a_game_among_the_captures_too() -> None:
    """Over the depth only captures are looked at; they are counted all the same."""
    rules = VARIANTS["international"].replace(draw_rules=DrawRules(max_plies=2))
    for depth in (1, 2, 3):
        told = Engine().analyse(Board.from_fen("W:W24,K34,K48:BK14", rules), Limit(depth=depth))
        assert told.score.win_in is None


def test_a_first_king_wins_even_with_the_last_move_that_a_limit_allows() -> None:
    rules = VARIANTS["breakthrough"].replace(draw_rules=DrawRules(max_plies=1))
    for depth in (1, 2):
        told = Engine().analyse(Board.from_fen("W:W7:B40", rules), Limit(depth=depth))
        assert told.score == Score(None, 1)


def test_a_draw_by_counting_does_not_outlive_the_count() -> None:
    engine = Engine(hash_mb=1)
    late, early = Board.from_fen("W:WK2,K14:BK26:H77:F60"), Board.from_fen("W:WK2,K14:BK26")
    assert engine.analyse(late, Limit(depth=9)).score == Score(0, None)
    assert engine.analyse(early, Limit(depth=9)).score == Score(None, 5)
    assert engine.analyse(late, Limit(depth=9)).score == Score(0, None)


def test_what_was_learnt_of_a_variant_is_not_believed_in_another() -> None:
    english, russian = Board(), Board(variant="russian")
    one = Engine(hash_mb=1)
    one.analyse(english, Limit(depth=10))
    found, alone = (e.analyse(russian, Limit(depth=10)) for e in (one, Engine(hash_mb=1)))
    assert (found.score, found.pv, found.nodes) == (alone.score, alone.pv, alone.nodes)


# --- lines ----------------------------------------------------------------------------------------


@every_variant
def test_several_lines_begin_with_different_moves_best_first(variant: Variant) -> None:
    board = Board(variant)
    infos = Engine().analyse(board, Limit(depth=6), multipv=4)
    assert [info.multipv for info in infos] == [1, 2, 3, 4]
    firsts = [info.pv[0] for info in infos]
    assert len(set(firsts)) == 4
    worths = [info.score.centimen or 0 for info in infos]
    assert worths == sorted(worths, reverse=True)
    for info in infos:
        line = board.copy()
        for move in info.pv:
            line.push(move)


@pytest.mark.parametrize("fen", ["W:WK1:BK32", "W:WK1,K5:BK32,K28", "B:WK9,K18:BK25"])
def test_a_line_that_ends_in_a_repetition_ends_there(fen: str) -> None:
    def follow(info: Info) -> None:
        line = Board.from_fen(fen)
        for move in info.pv:
            line.push(move)

    for evaluation in ("trained", "classic", "material"):
        engine = Engine(hash_mb=1, evaluation=evaluation)
        engine.analyse(Board.from_fen(fen), Limit(depth=24, nodes=200_000), on_info=follow)


def test_there_are_no_more_lines_than_moves() -> None:
    board = Board.from_fen("W:W18,26:B6,14,22")
    infos = Engine().analyse(board, Limit(depth=4), multipv=50)
    assert {info.pv[0] for info in infos} == set(board.legal_moves)
    with pytest.raises(ValueError, match="multipv is 0"):
        Engine().analyse(board, Limit(depth=4), multipv=0)


# --- what a search leaves behind ------------------------------------------------------------------


@every_variant
def test_after_new_game_a_search_is_the_same_again(variant: Variant) -> None:
    board = Board(variant)
    with Engine(hash_mb=1) as engine:
        first = engine.analyse(board, Limit(depth=9))
        second = engine.analyse(board, Limit(depth=9))
        assert second.nodes < first.nodes
        engine.new_game()
        third = engine.analyse(board, Limit(depth=9))
    assert (first.nodes, first.score, first.pv) == (third.nodes, third.score, third.pv)
    assert 0 < first.hash_use <= 1


@pytest.mark.parametrize("hash_mb", [0, -1, 1.5, True, 1 << 21])
def test_a_table_of_an_impossible_size_is_refused(hash_mb: int) -> None:
    with pytest.raises(ValueError, match="hash_mb"):
        Engine(hash_mb=hash_mb)


# --- threads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAIN)
def test_threads_search_together(name: str) -> None:
    board = Board(name)
    with Engine(threads=3, hash_mb=4) as engine:
        info = engine.analyse(board, Limit(depth=12))
        assert info.depth == 12
        assert info.pv[0] in board.legal_moves
        again = engine.analyse(board, Limit(depth=12))
        assert again.depth == 12
    with pytest.raises(ValueError, match="threads is 0"):
        Engine(threads=0)


def test_a_search_with_threads_is_stopped_from_another() -> None:
    with Engine(threads=2, hash_mb=4) as engine:
        timer = threading.Timer(0.1, engine.stop)
        timer.start()
        info = engine.analyse(Board("international"), Limit())
        timer.join()
        assert info.depth >= 1
        running = threading.Thread(target=engine.analyse, args=(Board(), Limit()))
        running.start()
        while True:  # until the search has begun
            try:
                engine.new_game()
            except EngineError:
                break
        engine.stop()
        running.join()


def test_many_engines_search_at_once() -> None:
    results = {}

    def search(number: int) -> None:
        board = Board(MAIN[number % 4])
        results[number] = Engine(hash_mb=1).analyse(board, Limit(depth=8))

    threads = [threading.Thread(target=search, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4):
        assert results[number].nodes == results[number + 4].nodes


# --- clocks ---------------------------------------------------------------------------------------


def test_a_clock_is_shared_out_among_the_moves() -> None:
    with Engine(hash_mb=1) as engine:
        board = Board("russian")
        for limit in (
            Limit(remaining=2.0),
            Limit(remaining=0.5, increment=0.05),
            Limit(remaining=0.4, moves_to_go=5),
            Limit(remaining=0.0),
        ):
            assert limit.remaining is not None
            result = engine.play(board, limit)
            assert result.move in board.legal_moves
            assert result.info.time <= max(limit.remaining, 0.05)


def test_the_only_move_is_played_at_once_when_time_is_limited() -> None:
    board = Board.from_fen("W:W24,30,31,32:B1,2,3,19")
    assert len(board.legal_moves) == 1
    assert Engine().play(board, Limit(time=60)).info.depth == 1
    assert Engine().play(board, Limit(remaining=600)).info.depth == 1
    assert Engine().play(board, Limit(depth=5)).info.depth == 5


@pytest.mark.parametrize("name", MAIN)
def test_a_search_that_is_broken_off_anywhere_has_a_legal_line(name: str) -> None:
    rng = random.Random(4)
    board = Board(name)
    with Engine(hash_mb=1) as engine:
        for _ in range(60):
            if board.outcome() is not None:
                board = Board(name)
            info = engine.analyse(board, Limit(nodes=rng.randint(1, 20_000)))
            line = board.copy()
            for move in info.pv:
                line.push(move)
            assert info.score.win_in is not None or abs(info.score.centimen or 0) < 5000
            board.push(rng.choice(board.legal_moves))


# --- other ways to run it -------------------------------------------------------------------------


def test_a_stream_gives_every_depth_and_ends_with_its_reader() -> None:
    engine = Engine(hash_mb=1)
    depths = []
    for info in engine.stream(Board(), Limit()):
        depths.append(info.depth)
        if info.depth == 6:
            break
    assert depths == [1, 2, 3, 4, 5, 6]
    engine.new_game()  # raises if the search were still running
    with pytest.raises(EngineError, match="over"):
        list(engine.stream(Board.from_fen("W:W28:B19,24"), Limit(depth=3)))


def test_asyncio_goes_on_while_the_engine_thinks() -> None:
    async def play() -> tuple[int, object]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        result = await Engine(hash_mb=1).aplay(Board(), Limit(time=0.1), level=Level.MASTER)
        ticking.cancel()
        return ticks, result.move

    ticks, move = asyncio.run(play())
    assert ticks > 3
    assert move in Board().legal_moves


def test_a_cancelled_task_stops_its_search() -> None:
    engine = Engine(hash_mb=1)

    async def cancel() -> None:
        task = asyncio.create_task(engine.aanalyse(Board(), Limit()))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    engine.new_game()  # raises if the search were still running


def test_a_score_can_be_seen_from_the_other_side() -> None:
    assert Score(25, None).opposite == Score(-25, None)
    assert Score(None, -4).opposite == Score(None, 4)


# --- pondering, self-check, fingerprint -----------------------------------------------------------


def test_pondering_serves_the_next_search_and_ends_with_it() -> None:
    board = Board("russian")
    with Engine(hash_mb=4) as engine:
        result = engine.play(board, Limit(depth=8), ponder=True)
        assert result.ponder is not None
        threading.Event().wait(0.2)
        board.push(result.move)
        board.push(result.ponder)
        warm = engine.analyse(board, Limit(depth=10)).nodes
        engine.new_game()  # raises if it were still pondering
        assert warm < engine.analyse(board, Limit(depth=10)).nodes / 2


@every_variant
def test_a_search_that_checks_itself_finds_no_fault_and_counts_the_same(variant: Variant) -> None:
    plain, checked = (
        Engine(hash_mb=1, self_check=check).analyse(Board(variant), Limit(depth=9)).nodes
        for check in (False, True)
    )
    assert plain == checked


def test_the_fingerprint_of_the_search() -> None:
    """It changes only when the search or the weights change; then the new number goes here."""

    def nodes(evaluation: str) -> list[int]:
        engine = Engine(hash_mb=16, evaluation=evaluation)
        return [engine.analyse(Board(name), Limit(depth=13)).nodes for name in MAIN]

    assert nodes("classic") == [38736, 88814, 109083, 54477]
    assert nodes("trained") == TRAINED


def test_a_searcher_that_was_not_set_up_does_not_crash() -> None:
    searcher = Searcher.__new__(Searcher)
    assert searcher.hash_use() == 0.0
    with pytest.raises(EngineError, match="never set up"):
        searcher.clear()
    whole = Searcher(1)
    with pytest.raises(EngineError, match="once"):
        whole.__init__(1)  # type: ignore[misc]
