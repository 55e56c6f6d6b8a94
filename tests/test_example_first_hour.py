"""docs/first-hour.md: each of its programs runs, and is played as a reader would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from draughts import Board, Color

PAGE = Path(__file__).resolve().parents[1] / "docs" / "first-hour.md"
PROGRAMS = re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)

pygame: Any = pytest.importorskip("pygame", reason="pygame-ce is missing: install the extra [test]")

QUIT = pygame.event.Event(pygame.QUIT)
Frame = Callable[[dict[str, Any]], list[Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, Frame], dict[str, Any]]]:
    """Runs a program without a screen; of it, at each frame, somebody is asked what he does."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")

    def runs(program: str, frame: Frame) -> dict[str, Any]:
        small = program.replace("SIZE = 640", "SIZE = 240").replace("tick(30)", "tick(1000)")
        names: dict[str, Any] = {"__name__": "__main__"}
        monkeypatch.setattr(pygame.event, "get", lambda: frame(names))
        exec(compile(small, str(PAGE), "exec"), names)
        return names

    yield runs
    pygame.quit()


def tap(names: dict[str, Any], square: int) -> Any:
    """A tap in the middle of a square."""
    board = names["game"].board
    row, column = board.square_place(square)
    unit = names["SIZE"] / (board.variant.size + 0.44)
    place = int((column + 0.72) * unit), int((row + 0.72) * unit)
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)


def press(key: int) -> Any:
    return pygame.event.Event(pygame.KEYDOWN, key=key)


def a_move(names: dict[str, Any]) -> list[Any]:
    """The taps of a legal move."""
    board = names["game"].board
    path = board.legal_moves[0].path
    return [tap(names, square) for square in (path[0], path[-1])]


def test_there_are_three_programs() -> None:
    assert len(PROGRAMS) == 3


def test_the_first_shows_a_board(run: Any) -> None:
    frames = iter([[], [], [QUIT]])
    names = run(PROGRAMS[0], lambda names: next(frames))
    window = names["window"]
    assert len({tuple(window.get_at((x, 120))) for x in range(0, 240, 2)}) > 3
    assert names["game"].board == Board()


def test_two_people_play_the_second(run: Any) -> None:
    def frame(names: dict[str, Any]) -> list[Any]:
        game = names["game"]
        over = game.outcome() or game.board.ply >= 60
        return [tap(names, 1), QUIT] if over else [tap(names, 20), *a_move(names)]

    names = run(PROGRAMS[1], frame)
    assert names["game"].board.ply > 20


def test_the_third_has_an_opponent(run: Any) -> None:
    seen: list[str] = []

    def frame(names: dict[str, Any]) -> list[Any]:
        game, note = names["game"], names["note"]
        seen.append(note)
        if names["thought"]:
            return [tap(names, 22)]  # it is not this person's turn
        if game.board.ply >= 12 or game.outcome():
            return [QUIT]
        if game.board.ply > 1 or note.startswith("Play "):
            return a_move(names)
        if note == "Your move":
            return [tap(names, 32)]
        assert note == str(game.board.explain([32]))
        return [press(pygame.K_h)]

    game = run(PROGRAMS[2], frame)["game"]
    assert game.board.ply >= 12 or game.outcome()
    assert {"Thinking", "Your move"} <= set(seen)
    assert any(note.startswith("Play ") for note in seen)


def test_in_the_third_a_move_is_taken_back_with_the_answer(run: Any) -> None:
    plies: list[int] = []

    def frame(names: dict[str, Any]) -> list[Any]:
        if names["thought"]:
            return []
        game = names["game"]
        plies.append(game.board.ply)
        if len(plies) == 1:
            return a_move(names)
        return [press(pygame.K_u)] if len(plies) == 2 else [QUIT]

    names = run(PROGRAMS[2], frame)
    assert plies == [1, 3, 1]
    assert names["game"].board.turn is Color.WHITE
