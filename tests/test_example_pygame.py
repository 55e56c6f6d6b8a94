"""examples/pygame_board.py, played offscreen by mouse and keys."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import Board, Color, Game, Level

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

pytest.importorskip("pygame", reason="pygame-ce is missing: install the extra [test]")


@pytest.fixture(scope="module")
def example() -> Iterator[Any]:
    """The module, with no real screen or loudspeaker, quick pieces and few pixels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        patch.syspath_prepend(str(EXAMPLES))
        import pygame
        import pygame_board

        patch.setattr(pygame_board, "HOP", 2)
        patch.setattr(pygame_board, "SIZE", 240)
        pygame.init()
        yield pygame_board
        pygame.quit()
        sys.modules.pop("pygame_board")


class Person:
    """Somebody at the window."""

    def __init__(self, example: Any, *options: Any) -> None:
        self.threads = threading.active_count()
        self.pygame = example.pygame
        self.pygame.event.clear()
        self.table = example.Table(*options)

    def post(self, kind: str, **what: Any) -> None:
        self.pygame.event.post(self.pygame.event.Event(getattr(self.pygame, kind), **what))

    def key(self, letter: str) -> None:
        self.post("KEYDOWN", key=getattr(self.pygame, f"K_{letter}"))
        assert self.table.step()

    def middle(self, square: int) -> tuple[int, int]:
        return tuple(self.table.place(square).center)

    def tap(self, square: int) -> None:
        for kind in ("MOUSEBUTTONDOWN", "MOUSEBUTTONUP"):
            self.post(kind, pos=self.middle(square), button=1)
        assert self.table.step()

    def drag(self, start: int, end: int) -> None:
        self.post("MOUSEBUTTONDOWN", pos=self.middle(start), button=1)
        self.post("MOUSEMOTION", pos=self.middle(end), rel=(1, 1), buttons=(1, 0, 0))
        assert self.table.step() and self.table.dragging
        self.post("MOUSEBUTTONUP", pos=self.middle(end), button=1)
        assert self.table.step()

    def wait(self) -> None:
        """Until it is the person's turn, or the game is over."""
        assert self.table.step()
        while self.table.answer or self.table.slide:
            assert self.table.step()
            time.sleep(0.001)

    def play(self, path: tuple[int, ...], how: str) -> None:
        """Enter a move hop by hop, until it is complete."""
        ply = self.table.game.board.ply
        if how == "tap":
            self.tap(path[0])
        for start, end in pairwise(path):
            if self.table.game.board.ply == ply:
                self.tap(end) if how == "tap" else self.drag(start, end)
        assert self.table.game.board.ply > ply  # the opponent may have answered already

    def close(self) -> None:
        self.post("QUIT")
        while self.table.step():
            pass
        assert threading.active_count() <= self.threads  # nobody goes on thinking


@pytest.fixture
def seated(example: Any) -> Iterator[Any]:
    """Sits somebody down."""
    people: list[Person] = []

    def sit(*options: Any) -> Person:
        people.append(Person(example, *options))
        return people[-1]

    yield sit
    for person in people:
        person.close()


@pytest.mark.parametrize(
    ("variant", "side", "how"),
    [
        ("english", None, "tap"),
        ("international", Color.BLACK, "tap"),
        ("russian", Color.WHITE, "drag"),
    ],
)
def test_a_whole_game(seated: Any, variant: str, side: Color | None, how: str) -> None:
    rng = random.Random(variant)
    person = seated(variant, Level(0), side)
    table = person.table
    person.wait()
    while table.outcome is None:
        assert table.board.turn is table.side
        move = rng.choice(table.board.legal_moves)
        person.play(rng.choice(table.board.paths(move)), how)
        person.wait()
    assert table.game.outcome() == table.outcome
    assert table.status().startswith(("You win:", "You lose:", "A draw:"))
    assert len(list(table.game.mainline())) > 20


def test_a_chain_with_a_choice_is_entered_hop_by_hop(seated: Any) -> None:
    table = (person := seated("international", Level(0))).table
    table.game = Game("international", "W:WK47,50:B4,14,19,29,31,42")
    table.begin_turn()
    assert table.status() == "You must capture."
    person.tap(47)
    assert table.picker.targets == {33, 38}
    person.tap(38)
    assert (table.picker.path, table.game.board.ply) == ((47, 38), 0)
    board, origin, place = table.moving()
    assert (origin, tuple(place)) == (47, person.middle(38)) and board.piece_at(47)
    person.key("ESCAPE")
    assert table.picker.path == ()
    for square in (47, 38, 24):
        person.tap(square)
    assert table.game.node.line()[0].path == (47, 38, 24, 13, 36)


def test_the_window_lives_while_the_opponent_thinks(seated: Any) -> None:
    person = seated("english", Level.MASTER, Color.WHITE)
    table = person.table
    for _ in range(5):
        flipped = table.flipped
        person.key("f")
        assert table.flipped is not flipped
        assert table.answer and not table.answer.done()
    assert table.status() == "master is thinking…"
    person.tap(22)  # it is not this person's turn
    assert table.picker.path == ()
    person.close()  # and the search ends with it


def test_hint_undo_and_a_new_game(seated: Any) -> None:
    person = seated("russian", Level(0))
    table = person.table
    person.key("u")
    assert table.game.board == Board("russian")
    person.key("h")
    assert table.status() in ("Looking for a hint…", str(table.hint))
    person.wait()
    hint = table.hint
    assert hint.move in table.board.legal_moves and table.status() == str(hint)
    person.play(hint.move.path, "tap")
    assert table.hint is None
    person.key("u")  # while the opponent may still be thinking
    assert table.game.board == Board("russian")
    person.play((22, 18), "drag")
    person.wait()
    assert table.game.board.ply == 2
    person.key("u")
    assert table.game.board == Board("russian")
    person.play((22, 18), "tap")
    person.wait()
    person.key("n")
    assert table.game.board.ply == 0


def test_a_wrong_tap_is_explained(seated: Any) -> None:
    person = seated("english", Level(0))
    person.tap(8)
    assert person.table.status() == str(Board().explain([8]))
    person.tap(11)
    person.tap(18)
    assert person.table.status() == str(Board().explain([11, 18]))
    person.tap(15)
    assert next(person.table.game.mainline()) == Board().parse_pdn("11-15")


def test_a_piece_is_put_back_while_it_is_dragged(seated: Any) -> None:
    person = seated("english", Level(0))
    person.post("MOUSEBUTTONDOWN", pos=person.middle(11), button=1)
    person.key("ESCAPE")
    assert person.table.moving() is None
    person.drag(11, 15)
    assert next(person.table.game.mainline()) == Board().parse_pdn("11-15")


def test_what_was_played_is_seen(seated: Any) -> None:
    """The picture changes where a move was made, and nowhere else but at marks and labels."""
    person = seated("english", Level(0))
    table = person.table
    person.key("f")
    person.key("f")
    pixels = {n: table.window.get_at(person.middle(n))[:3] for n in (11, 15, 22)}
    assert sum(pixels[11]) < sum(pixels[15]) < sum(pixels[22])  # black, an empty square, white
    person.play((11, 15), "tap")
    person.wait()
    assert table.window.get_at(person.middle(11))[:3] != pixels[11]
    assert table.game.node.parent is not None


events = st.one_of(
    st.tuples(
        st.sampled_from(["MOUSEBUTTONDOWN", "MOUSEBUTTONUP", "MOUSEMOTION"]),
        st.tuples(st.integers(-5, 300), st.integers(-5, 300)),
    ),
    st.tuples(st.just("tap"), st.integers(1, 32)),
    st.tuples(st.just("key"), st.sampled_from("hufn") | st.just("ESCAPE")),
    st.tuples(st.just("wait"), st.just(0)),
)


@settings(max_examples=25, deadline=None)
@given(what=st.lists(events, max_size=40), variant=st.sampled_from(["english", "russian", "thai"]))
def test_whatever_is_done_at_the_window_it_goes_on(example: Any, what: Any, variant: str) -> None:
    person = Person(example, variant, Level(0))
    table = person.table
    for kind, value in what:
        if kind == "tap":
            person.tap(value)
        elif kind == "key":
            person.key(value)
        elif kind == "wait":
            person.wait()
        else:
            person.post(kind, pos=value, button=1)
            assert table.step()
        assert table.board == table.game.board
    person.wait()
    assert table.outcome or table.may_move
    person.close()
