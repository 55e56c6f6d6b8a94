"""Opening books: the file, what is known of a position, building, games, how engines use them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import pytest

from draughts import (
    ENGLISH,
    INTERNATIONAL,
    POOL,
    RUSSIAN,
    Board,
    Book,
    BookError,
    Color,
    DrawRules,
    Engine,
    EngineError,
    Game,
    Level,
    Limit,
)
from draughts.book import build, building, from_games
from draughts.book import format as book_format
from draughts.book.probing import key_of, shipped
from draughts.cli import main
from draughts.match import Conditions, Player, openings, play_match

SHIPPED = ("english", "russian", "brazilian", "international")
SMALL = {"positions": 12, "nodes": 200}


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture(scope="module")
def small(pool: Executor) -> Book:
    return build("russian", executor=pool, **SMALL)


def after(*moves: str, rules: str = "english") -> Board:
    board = Board(rules)
    for text in moves:
        board.push_pdn(text)
    return board


def book_of(scores: dict[str, int], further: dict[str, dict[str, int]] | None = None) -> Book:
    """An English book of first moves with their scores, and of replies to some."""
    known = {key_of(Board()): max(scores.values())}
    ends = {key_of(after(text)): -score for text, score in scores.items()}
    for text, replies in (further or {}).items():
        known[key_of(after(text))] = ends.pop(key_of(after(text)))
        ends |= {key_of(after(text, reply)): -score for reply, score in replies.items()}
    return Book(ENGLISH, known, ends)


def told(book: Book, board: Board) -> dict[str, int | None]:
    return {board.pdn(each.move): each.score.centimen for each in book.moves(board)}


# --- what a book knows ----------------------------------------------------------------------------


def test_moves_come_with_scores_for_the_side_to_move_best_first() -> None:
    book = book_of({"9-13": -5, "11-15": 10, "10-14": 3}, {"11-15": {"23-19": -10}})
    assert list(told(book, Board()).items()) == [("11-15", 10), ("10-14", 3), ("9-13", -5)]
    assert told(book, after("11-15")) == {"23-19": -10}
    assert book.line(Board()) == [after("11-15").peek(), after("11-15", "23-19").peek()]
    assert len(book) == 2


def test_a_position_where_a_line_ends_has_no_moves_though_one_leads_back_into_the_book() -> None:
    board = after("11-15", "23-19", "8-11")
    known = {key_of(Board()): 0, key_of(board): 0}
    ends = {key_of(after("11-15")): 0, key_of(after("11-15", "23-19")): 0}
    assert Book(ENGLISH, known, ends).moves(after("11-15", "23-19")) == []


def test_the_way_to_a_position_and_its_counters_do_not_matter() -> None:
    book = book_of({"11-15": 0})
    board = Board.from_fen(Board().fen() + ":H7:F30")
    assert told(book, board) == told(book, Board())
    assert board.fen(counters=True).endswith(":H7:F30")


def test_a_position_with_the_colours_swapped_is_the_same_one() -> None:
    for name in SHIPPED:
        book, board = Book.load(name), Board(name)
        plain, mirrored = book.moves(board), book.moves(board.mirror())
        assert [each.score for each in plain] == [each.score for each in mirrored]
        last = board.variant.squares + 1
        assert {(last - each.move.from_square, last - each.move.to_square) for each in plain} == {
            (each.move.from_square, each.move.to_square) for each in mirrored
        }


def test_a_book_serves_local_rules_by_which_moves_are_made_alike() -> None:
    book = Book.load("english")
    at_home = ENGLISH.replace(name="home", draw_rules=DrawRules(max_plies=90), notation="algebraic")
    assert book.suits(at_home) and len(book.moves(Board(at_home))) > 1
    assert Book.load(at_home) is book
    for rules in (ENGLISH.replace(mandatory_capture=False), POOL, RUSSIAN, INTERNATIONAL):
        assert not book.suits(rules)
        with pytest.raises(ValueError, match="a book of english knows nothing about"):
            book.moves(Board(rules))
    assert shipped(POOL) is None


def test_probing_chooses_evenly_among_the_moves_within_the_margin() -> None:
    book = book_of({"11-15": 10, "10-14": 8, "9-13": 3, "12-16": 10})
    chance = random.Random(5)

    def drawn(margin: int) -> Counter[str]:
        found = (book.probe(Board(), margin=margin, chance=chance) for _ in range(600))
        return Counter(Board().pdn(each.move) for each in found if each is not None)

    for margin, expected in (
        (0, {"11-15", "12-16"}),
        (1, {"11-15", "12-16"}),
        (2, {"11-15", "12-16", "10-14"}),
        (7, {"11-15", "12-16", "10-14", "9-13"}),
    ):
        counts = drawn(margin)
        assert set(counts) == expected
        assert all(abs(n - 600 / len(expected)) < 75 for n in counts.values())


def test_probing_says_nothing_about_what_is_not_known_and_refuses_a_negative_margin() -> None:
    book = book_of({"11-15": 10})
    assert book.probe(after("11-15")) is None
    assert book.probe(Board()) == book.moves(Board())[0]
    with pytest.raises(ValueError, match="margin is -1"):
        book.probe(Board(), margin=-1)


# --- the file -------------------------------------------------------------------------------------


def test_a_saved_book_is_read_back(small: Book, tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    small.save(path)
    read = Book.open(path)
    assert (read.variant, read.to_bytes(), len(read)) == (RUSSIAN, small.to_bytes(), len(small))
    assert told(read, Board("russian")) == told(small, Board("russian"))
    assert os.listdir(tmp_path) == ["small.book"]


def test_a_book_of_ones_own_rules_is_read_back(pool: Executor, tmp_path: Path) -> None:
    rules = RUSSIAN.replace(name="freiwillig", mandatory_capture=False)
    build(rules, positions=3, nodes=50, executor=pool).save(tmp_path / "free.book")
    assert Book.open(tmp_path / "free.book").variant == rules


def test_the_bytes_do_not_depend_on_the_byte_order_of_the_machine(
    small: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = small.to_bytes()
    other = "big" if sys.byteorder == "little" else "little"
    monkeypatch.setattr(book_format.sys, "byteorder", other)
    turned = book_format.written(small._content)
    assert turned != data and len(turned) == len(data)
    again = book_format.read(io.BytesIO(turned), "it")
    assert again.known.keys == small._content.known.keys
    assert again.ends.scores == small._content.ends.scores


def test_a_file_that_is_cut_anywhere_is_refused(small: Book) -> None:
    data = small.to_bytes()
    for size in range(len(data)):
        with pytest.raises(BookError, match=r"^it is (no opening book|damaged)"):
            book_format.read(io.BytesIO(data[:size]), "it")
    with pytest.raises(BookError, match="too long"):
        book_format.read(io.BytesIO(data + b"\0"), "it")


@pytest.mark.parametrize("change", [0x01, 0x80, 0xFF])
def test_a_file_with_any_byte_changed_is_refused(small: Book, change: int) -> None:
    data = small.to_bytes()
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= change
        with pytest.raises(BookError, match=r"^it (is|has)"):
            book_format.read(io.BytesIO(bytes(damaged)), "it")


def test_a_damaged_length_asks_for_no_memory(small: Book, tmp_path: Path) -> None:
    data = bytearray(small.to_bytes())
    data[12:20] = b"\xff" * 8
    (tmp_path / "long.book").write_bytes(data)
    with pytest.raises(BookError, match="too short"):
        Book.open(tmp_path / "long.book")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no opening book"),
        (b'[Event "a game"]\n1. 11-15 *', "is no opening book"),
        (b"DRBOOK\n\n" + bytes(90), "is no opening book"),
        (b"DRBOOK\r\n\x02\0" + bytes(90), "version 2 of the format; this release reads 1"),
    ],
)
def test_a_foreign_file_is_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "odd.book"
    path.write_bytes(content)
    with pytest.raises(BookError, match=message) as caught:
        Book.open(path)
    assert str(path) in str(caught.value)


# --- building -------------------------------------------------------------------------------------


def test_a_build_is_the_same_each_time_and_on_any_executor(small: Book) -> None:
    with ThreadPoolExecutor(3) as other:
        assert build("russian", executor=other, **SMALL).to_bytes() == small.to_bytes()


def test_a_position_is_worth_what_its_best_move_is(small: Book) -> None:
    check(small, Board("russian"))


def check(book: Book, start: Board) -> int:
    """Go through a book from the start; how many moves it has."""
    known, ends = book._content.known, book._content.ends
    seen: set[int] = set()
    number = 0
    waiting = [start]
    while waiting:
        board = waiting.pop()
        key = key_of(board)
        if key in seen:
            continue
        seen.add(key)
        found = book.moves(board)
        assert bool(found) == (known.get(key) is not None)
        if found:
            assert found[0].score.centimen == known.get(key)
            assert not any(board.pieces(color, king=True) for color in Color)
        for each in found:
            assert each.move in board.legal_moves
            number += 1
            waiting.append(board.copy())
            waiting[-1].push(each.move)
    assert seen == {*known.keys, *ends.keys}, "every position is reached"
    return number


def test_a_better_look_at_a_losing_move_keeps_it_out(pool: Executor) -> None:
    book = build(positions=30, nodes=1000, margin=10, executor=pool)
    looked = 0
    for board in (Board(), *(after(Board().pdn(move)) for move in Board().legal_moves)):
        scores = [score for score in told(book, board).values() if score is not None]
        looked += len(scores) > 1
        assert not scores or max(scores) - min(scores) <= 10
    assert looked


def test_a_build_goes_on_from_wherever_it_was_cut(
    small: Book, pool: Executor, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    assert build("russian", file=log, executor=pool, **SMALL).to_bytes() == small.to_bytes()
    whole = log.read_bytes()
    head = whole.index(b"\n") + 1
    lines = whole.count(b"\n")
    for size in (0, 1, head - 1, head, head + 1, len(whole) // 2, len(whole) - 1, len(whole)):
        log.write_bytes(whole[:size])
        steps: list[tuple[int, int]] = []
        book = build(
            "russian",
            file=log,
            executor=pool,
            on_progress=lambda *done, to=steps: to.append(done),
            **SMALL,
        )
        assert book.to_bytes() == small.to_bytes()
        assert sorted(log.read_bytes().splitlines()) == sorted(whole.splitlines())
        assert len(steps) == lines - max(whole[:size].count(b"\n"), 1)


def test_a_finished_build_grows_as_if_it_had_been_larger_from_the_first(
    pool: Executor, tmp_path: Path
) -> None:
    for positions in (8, 20):
        grown = build(positions=positions, nodes=100, file=tmp_path / "log", executor=pool)
    assert grown.to_bytes() == build(positions=20, nodes=100, executor=pool).to_bytes()


def test_a_log_of_something_else_is_refused_and_left_alone(pool: Executor, tmp_path: Path) -> None:
    log = tmp_path / "log"
    build("russian", file=log, executor=pool, **SMALL)
    whole = log.read_bytes()
    for arguments in ({"variant": "english"}, {"nodes": 300}, {"margin": 3}):
        with pytest.raises(BookError, match="holds a build of russian with 200 nodes and a margin"):
            build(**{"variant": "russian", "file": log, **SMALL, **arguments})  # type: ignore[arg-type]
    assert log.read_bytes() == whole
    for text in (b"a diary", b"[1, 2]\n", b'{"kind": "draughts book build"}\n'):
        log.write_bytes(text)
        with pytest.raises(BookError, match="holds something else"):
            build(file=log, executor=pool, **SMALL)
        assert log.read_bytes() == text


@pytest.mark.parametrize(
    "line", [b"nonsense\n", b"[]\n", b'["W:W1:B2", 3]\n', b'["x", {"a": "b"}]\n']
)
def test_a_damaged_line_of_a_log_is_named(pool: Executor, tmp_path: Path, line: bytes) -> None:
    log = tmp_path / "log"
    build("russian", file=log, executor=pool, **SMALL)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], line, *lines[3:]]))
    with pytest.raises(BookError, match="damaged in line 4"):
        build("russian", file=log, executor=pool, **SMALL)


@pytest.mark.parametrize("moves", [{}, {"c3-c4": 1}, {"a1-h8": 1}])
def test_moves_of_a_log_that_are_none_are_told(
    pool: Executor, tmp_path: Path, moves: dict[str, int]
) -> None:
    log = tmp_path / "log"
    build("russian", file=log, executor=pool, **SMALL)
    with log.open("a") as file:
        file.write(json.dumps([Board("russian").fen(), moves]) + "\n")
    with pytest.raises(BookError, match="log is damaged"):
        build("russian", file=log, executor=pool, **SMALL)


@pytest.mark.parametrize("wrong", [{"positions": 0}, {"nodes": 0}, {"margin": -1}])
def test_a_build_refuses_numbers_outside_their_range(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}.* {next(iter(wrong.values()))}"):
        build(**wrong)  # type: ignore[arg-type]


def test_a_build_ends_where_the_opening_does(
    pool: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_is_opening", lambda board: board == Board())
    assert len(build(positions=50, nodes=10, executor=pool)) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_build_that_is_killed_goes_on_and_leaves_no_process(tmp_path: Path) -> None:
    path = tmp_path / "killed.book"
    typed = [*"book build --positions 40 --nodes 2000 --jobs 1 -o".split(), str(path)]
    command = [sys.executable, "-m", "draughts", *typed]
    process = subprocess.Popen(command, start_new_session=True)
    log = Path(f"{path}.build")
    until = time.monotonic() + 60
    while time.monotonic() < until and (not log.exists() or log.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    process.kill()
    process.wait()
    found = log.read_bytes().count(b"\n")
    assert 5 <= found < 41 and not path.exists()
    until = time.monotonic() + 30
    while time.monotonic() < until and is_group_alive(process.pid):
        time.sleep(0.05)
    assert not is_group_alive(process.pid)
    with ThreadPoolExecutor(1) as pool:
        resumed = build(positions=40, nodes=2000, file=log, executor=pool)
        assert resumed.to_bytes() == build(positions=40, nodes=2000, executor=pool).to_bytes()


def is_group_alive(group: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, 0)
        return True
    return False


# --- from games -----------------------------------------------------------------------------------


def games(*texts: str) -> list[Game]:
    return [Game.from_pdn(text) for text in texts]


WON, LOST = "1. 11-15 23-19 2. 8-11 1-0", "1. 9-13 22-18 0-1"


def test_moves_that_have_scored_better_are_worth_more() -> None:
    book = from_games(games(*[WON] * 4, *[LOST] * 4))
    first = told(book, Board())
    assert list(first) == ["11-15", "9-13"]
    assert first["11-15"] == -(first["9-13"] or 0) and (first["11-15"] or 0) > 0
    assert told(book, after("11-15")) == {"23-19": -(first["11-15"] or 0)}
    assert told(book, after("11-15", "23-19", "8-11")) == {}


def test_a_few_lucky_games_count_for_less_than_many_good_ones() -> None:
    lucky = ["1. 12-16 24-20 1-0"] * 3
    good = [*[WON] * 70, *["1. 11-15 23-19 2. 8-11 0-1"] * 20]
    assert list(told(from_games(games(*lucky, *good)), Board())) == ["11-15", "12-16"]


def test_a_book_goes_so_far_into_games_and_keeps_what_came_up_often_enough() -> None:
    played = games(*[WON] * 3, LOST)
    assert list(told(from_games(played), Board())) == ["11-15"]
    assert list(told(from_games(played, least_games=1), Board())) == ["11-15", "9-13"]
    short = from_games(played, plies=2)
    assert told(short, after("11-15")) and not told(short, after("11-15", "23-19"))


def test_games_without_a_result_and_of_other_variants_are_passed_over() -> None:
    other = Game.from_pdn('[GameType "20"]\n\n1. 32-28 19-23 2-0')
    unfinished = games(*["1. 10-14 22-18 *"] * 5)
    book = from_games([*games(*[WON] * 3), *[other] * 3, *unfinished])
    assert book.variant == ENGLISH and list(told(book, Board())) == ["11-15"]
    assert from_games([*games(*[WON] * 3), *[other] * 3], "international").variant == INTERNATIONAL
    with pytest.raises(BookError, match="no move of english was played in 3 games with a result"):
        from_games(unfinished)
    with pytest.raises(BookError, match="no move of english"):
        from_games([])
    with pytest.raises(ValueError, match="plies is 0"):
        from_games([], plies=0)


# --- the engine -----------------------------------------------------------------------------------


def test_the_engine_plays_from_its_book_at_once_and_says_so() -> None:
    book = book_of({"9-13": 7, "11-15": 1}, {"9-13": {"22-18": -7}})
    engine = Engine(hash_mb=1, book=book)
    result = engine.play(Board(), Limit(time=3600))
    assert Board().pdn(result.move) == "9-13"
    assert (result.info.depth, result.info.nodes, result.info.score.centimen) == (0, 0, 7)
    assert result.info.pv == book.line(Board()) and result.ponder == result.info.pv[1]
    assert engine.play(after("9-13", "22-18"), Limit(depth=3)).info.depth == 3
    assert engine.analyse(Board(), Limit(depth=3)).depth == 3
    assert [info.depth for info in engine.stream(Board(), Limit(depth=2))] == [1, 2]


def test_without_a_book_the_engine_searches() -> None:
    assert Engine(hash_mb=1).play(Board(), Limit(depth=2)).info.depth == 2


def test_the_books_of_the_library_serve_an_engine_in_every_variant_that_has_one() -> None:
    engine = Engine(hash_mb=1, book="own")
    for name in SHIPPED:
        assert engine.play(Board(name), Limit(depth=1)).info.depth == 0
    assert engine.play(Board("thai"), Limit(depth=1)).info.depth == 1
    assert engine.play(Board(ENGLISH.replace(aim="losing")), Limit(depth=1)).info.depth == 1


def test_an_engine_reads_the_book_of_a_file(small: Book, tmp_path: Path) -> None:
    small.save(tmp_path / "mine.book")
    engine = Engine(hash_mb=1, book=tmp_path / "mine.book")
    assert engine.play(Board("russian"), Limit(depth=1)).info.depth == 0
    assert engine.play(Board("english"), Limit(depth=1)).info.depth == 1
    with pytest.raises(FileNotFoundError):
        Engine(book=str(tmp_path / "none.book"))
    (tmp_path / "bad.book").write_bytes(b"bad")
    with pytest.raises(BookError, match="no opening book"):
        Engine(book=tmp_path / "bad.book")


def test_levels_from_12_on_know_the_book() -> None:
    engine = Engine(hash_mb=1, seed=1, book="own")
    for level in (Level.HARD, Level(16), Level.MASTER):
        assert engine.play(Board(), level).info.depth == 0
    for level in (Level.EASY, Level.MEDIUM, Level(11)):
        assert engine.play(Board(), level).info.depth > 0
        assert engine.play(Board(), Limit(depth=2), level=level).info.depth > 0


def test_the_margin_holds_in_the_first_plies_alone() -> None:
    book = book_of({"11-15": 10, "9-13": 6}, {"11-15": {"23-19": 0, "22-18": -4}})

    def played(board: Board, **options: int) -> set[str]:
        engine = Engine(hash_mb=1, seed=2, book=book, **options)
        return {board.pdn(engine.play(board, Limit(depth=1)).move) for _ in range(40)}

    assert played(Board()) == {"11-15", "9-13"}
    assert played(Board(), book_margin=3) == {"11-15"}
    assert played(after("11-15"), book_plies=2) == {"23-19", "22-18"}
    assert played(after("11-15"), book_plies=1) == {"23-19"}
    assert played(Board(), book_plies=0) == {"11-15"}
    for wrong in ({"book_margin": -1}, {"book_plies": -1}):
        with pytest.raises(ValueError, match="neither may be negative"):
            Engine(book=book, **wrong)  # type: ignore[arg-type]


def test_an_engine_with_a_seed_chooses_the_same_from_its_book() -> None:
    def played() -> list[str]:
        engine = Engine(hash_mb=1, seed=4, book="own", book_margin=100)
        return [Board().pdn(engine.play(Board(), Limit(depth=1)).move) for _ in range(20)]

    assert played() == played() and len(set(played())) > 1


def test_a_book_changes_nothing_about_what_is_refused() -> None:
    engine = Engine(hash_mb=1, book="own")
    with pytest.raises(ValueError, match="depth is -1"):
        engine.play(Board(), Limit(depth=-1))
    with pytest.raises(EngineError, match="the game is over"):
        engine.play(Board.from_fen("W:W28:B19,24"), Limit(depth=1))


def test_a_position_that_has_come_up_before_is_searched() -> None:
    board = Board.from_fen("W:WK32:BK1")
    there = board.copy()
    there.push_pdn("32-28")
    book = Book(ENGLISH, {key_of(board): 0}, {key_of(there): 0})
    engine = Engine(hash_mb=1, book=book)
    assert engine.play(board, Limit(depth=1)).info.depth == 0
    for text in ("32-28", "1-5", "28-32", "5-1"):
        board.push_pdn(text)
    assert engine.play(board, Limit(depth=1)).info.depth == 1


def test_the_engine_ponders_on_the_reply_that_the_book_expects() -> None:
    with Engine(hash_mb=1, book="own") as engine:
        assert engine.play(Board(), Limit(depth=1), ponder=True).ponder is not None
        assert engine._pondering is not None and engine._pondering.is_alive()
        engine.play(Board(), Limit(depth=1))
        assert engine._pondering is None


def test_a_hint_from_a_book_is_a_sentence() -> None:
    hint = Engine(hash_mb=1, book=book_of({"9-13": 7})).hint(Board(), Limit(depth=1))
    assert (hint.sentence, hint.score.centimen) == ("Play 9-13.", 7)


# --- matches --------------------------------------------------------------------------------------


def test_a_player_of_a_match_has_a_book(pool: Executor, small: Book, tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    small.save(path)
    assert Player.parse("one,book=own").book == "own"
    one, two = Player.parse(f"one,depth=1,book={path}"), Player.parse("two,depth=1")
    log = tmp_path / "match.pdn"
    play_match(
        one, two, "russian", Conditions(Limit()), pairs=1, kind="start", file=log, executor=pool
    )
    text = log.read_text()
    assert text.count(f"one with depth 1 and book {path}") == 2
    assert text.count('[Opening "start"]') == 2 and "from the start" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,book=none.book", "book=none.book: No such file"),
        (f"a,book={__file__}", "is no opening book of draughts"),
        (f"a,book=own,python={sys.executable}", "give python or book, not both"),
        ("a,look=own", "evaluation, hub and dxp"),
    ],
)
def test_a_wrong_book_of_a_player_is_told(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Player.parse(text)


def test_every_game_may_begin_from_the_start() -> None:
    games = openings(RUSSIAN, "start")
    assert all(next(games).board == Board("russian") for _ in range(3))


# --- the books of the library ---------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_line_of_a_shipped_book_is_legal_and_every_score_right(name: str) -> None:
    book = Book.load(name)
    assert book is Book.load(name) and book.variant.name == name
    assert check(book, Board(name)) > 5000
    assert all(score > -50 for score in told(book, Board(name)).values() if score is not None)


def test_the_shipped_books_are_small() -> None:
    folder = files("draughts.data")
    sizes = [len(folder.joinpath(f"{name}.book").read_bytes()) for name in SHIPPED]
    assert sum(sizes) <= 300_000


def test_books_are_read_only_when_they_are_asked_for() -> None:
    code = (
        "import sys, draughts; draughts.Engine(hash_mb=1); "
        "print([name for name in sys.modules if name.startswith('draughts.book')])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


# --- the command ----------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *typed: object) -> tuple[int, str, str]:
    status = main(["book", *map(str, typed)])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_without_a_command_it_tells_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    assert status == 0 and "from-pdn" in out


@pytest.mark.parametrize("command", ["show", "build", "from-pdn"])
def test_every_help_has_examples_and_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(capsys, command, "--help")
    assert status == 0 and out.count(f"  draughts book {command}") >= 2
    assert max(map(len, out.splitlines())) <= 80


def test_a_book_is_built_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    build_it = "build --variant russian --positions 4 --nodes 50 --jobs 1 -o".split()
    status, out, _ = run(capsys, *build_it, path)
    number = len(Book.open(path))
    assert (status, out) == (0, f"{path}: russian, {number} positions\n")
    status, out, _ = run(capsys, "show", "--book", path)
    assert status == 0 and "c3-b4" in out
    assert out.startswith(f"Book of russian, {number} positions\n")
    status, out, _ = run(capsys, "show", "--book", path, "--json")
    first = json.loads(out)["moves"][0]
    assert set(first) == {"move", "centimen", "line"} and first["line"][0] == first["move"]
    status, out, _ = run(capsys, "show", "W:WK32:BK1")
    assert status == 0 and "does not know" in out
    status, _, err = run(capsys, *build_it, path, "--margin", "3")
    assert status == 2 and "holds a build of russian with 50 nodes and a margin of 20" in err
    status, _, err = run(capsys, "show", "--book", path, "--variant", "english")
    assert status == 2 and "a book of russian knows nothing about english" in err
    status, _, err = run(capsys, "show", "--book", tmp_path / "none.book")
    assert status == 2 and "none.book: No such file" in err
    for command in (["build"], ["from-pdn", tmp_path]):
        status, _, err = run(capsys, *command, "-o", tmp_path / "away" / "x.book")
        assert status == 2 and f"no such folder: {tmp_path / 'away'}" in err
    status, _, err = run(capsys, "show", "--variant", "thai")
    assert status == 2 and "no book comes with thai" in err


def test_a_book_is_made_of_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, path = tmp_path / "games.pdn", tmp_path / "my.book"
    source.write_text("\n\n".join([WON] * 3), encoding="utf-8")
    status, out, _ = run(capsys, "from-pdn", source, "-o", path)
    assert (status, out) == (0, f"{path}: english, 3 positions\n")
    assert list(told(Book.open(path), Board())) == ["11-15"]
    status, _, err = run(capsys, "from-pdn", source, "--min-games", 4, "-o", tmp_path / "other")
    assert status == 2 and "was played in 4 games" in err
    assert not (tmp_path / "other").exists()
