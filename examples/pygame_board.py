"""A board in a window and an opponent, in pygame: `python pygame_board.py russian --level hard`.

Tap a piece, then where it goes; or drag it. H hint, U undo, F flip, N new game, Esc puts a piece
back. It needs pygame-ce besides the library.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pygame
from pygame import Vector2

from draughts import VARIANTS, Board, Color, Engine, Game, Hint, Level, Move, MovePicker, svg
from draughts.explain import explain

SIZE, BAR = 640, 44  # pixels: the board, and the line below it
FRAME = 0.22  # what svg.board draws around a board, in squares
HOP = 180  # milliseconds
GROUND, INK, FAINT, GOLD = "#21130a", "#f7e8c9", "#b3936a", "#ffdf66"
ALONE = svg.THEMES["wood"]._replace(light="none", dark="none", frame="none", label="none")


@lru_cache(maxsize=32)
def surface(picture: str) -> pygame.Surface:
    """A picture of the library as pygame has it."""
    return pygame.image.load(io.BytesIO(picture.encode()), "board.svg").convert_alpha()


@lru_cache(maxsize=200)
def text(words: str, size: int, color: str = INK) -> pygame.Surface:
    return pygame.font.SysFont("dejavusans,verdana,arial", size).render(words, True, color)


class Table:
    """A game between a person and the engine, in the window."""

    def __init__(self, variant: str, level: Level, side: Color | None = None) -> None:
        self.variant, self.level = variant, level
        self.side = side or Board(variant).turn
        self.flipped = self.side is Color.BLACK
        self.engine, self.thread = Engine(), ThreadPoolExecutor(1)
        self.window = pygame.display.set_mode((SIZE, SIZE + BAR))
        pygame.display.set_caption(f"draughts: {variant}, {level}")
        self.new_game()

    # --- the game -------------------------------------------------------------------------------

    def new_game(self) -> None:
        self.game = Game(self.variant)
        self.begin_turn()

    def begin_turn(self) -> None:
        self.engine.stop()
        self.board, self.outcome = self.game.board, self.game.outcome()
        self.picker = MovePicker(self.board)
        self.may_move = self.outcome is None and self.board.turn is self.side
        self.answer: Future[Any] | None = None
        self.slide: tuple[Board, tuple[int, ...], int] | None = None
        self.hint: Hint | None = None
        self.note, self.dragging = "", False
        if self.outcome is None and not self.may_move:
            self.ask(self.engine.play, self.level)

    def ask(self, question: Callable[..., Any], *how: Any) -> None:
        """Let the engine think in a thread of its own."""
        self.answer = self.thread.submit(question, self.board, *how)

    def take_answer(self) -> None:
        if self.answer and self.answer.done() and not self.slide:
            found, self.answer = self.answer.result(), None
            if isinstance(found, Hint):
                self.hint, self.note = found, str(found)
            else:
                self.play(found.move)

    def play(self, move: Move, dragged: bool = False) -> None:
        before = self.board
        self.game.play(move)
        self.begin_turn()
        if not dragged:
            self.slide = before, move.path, pygame.time.get_ticks()

    def undo(self) -> None:
        """Take the person's last move back, with the answer to it."""
        with suppress(IndexError):  # there is no more to take back
            while self.game.undo() and self.game.board.turn is not self.side:
                pass
        self.begin_turn()

    # --- the person -----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self.press(event.key)
        elif event.type == pygame.MOUSEMOTION:
            self.mouse = Vector2(event.pos)
        elif getattr(event, "button", 0) == 1 and self.may_move:
            square = self.square_at(event.pos)
            if event.type == pygame.MOUSEBUTTONDOWN and square:
                self.slide, self.mouse = None, Vector2(event.pos)
                self.dragging = self.picker.select(square)
            elif event.type == pygame.MOUSEBUTTONUP:
                dragged, self.dragging = self.dragging, False
                if square and square != self.picker.position_of_piece:
                    self.tap(square, dragged)

    def tap(self, square: int, dragged: bool) -> None:
        way = (*self.picker.path, square)
        move = self.picker.tap(square)
        self.note = str(explain(self.board, way)) if self.picker.refused else ""
        if move:
            self.play(move, dragged)

    def press(self, key: int) -> None:
        if key == pygame.K_h and self.may_move:
            self.ask(self.engine.hint)
        elif key == pygame.K_u:
            self.undo()
        elif key == pygame.K_f:
            self.flipped = not self.flipped
        elif key == pygame.K_n:
            self.new_game()
        elif key == pygame.K_ESCAPE:
            self.picker.cancel()

    # --- the picture ----------------------------------------------------------------------------

    def place(self, square: int) -> pygame.Rect:
        """Where a square is in the window."""
        size, (row, column) = self.board.variant.size, self.board.square_place(square)
        if self.flipped:
            row, column = size - 1 - row, size - 1 - column
        unit = SIZE / (size + 2 * FRAME)
        return pygame.Rect((column + FRAME) * unit, (row + FRAME) * unit, unit, unit)

    def square_at(self, point: Sequence[int]) -> int | None:
        squares = range(1, self.board.variant.squares + 1)
        return next((n for n in squares if self.place(n).collidepoint(point)), None)

    def moving(self) -> tuple[Board, int, Vector2] | None:
        """A position, a square whose piece is on its way, and where that piece is now."""
        if self.slide:
            before, way, began = self.slide
            hop, part = divmod((pygame.time.get_ticks() - began) / HOP, 1)
            if hop < len(way) - 1:
                start, end = (Vector2(self.place(n).center) for n in way[int(hop) : int(hop) + 2])
                return before, way[0], start.lerp(end, part)
            self.slide = None
        path = self.picker.path
        if not path:
            return None
        rest = Vector2(self.place(path[-1]).center)
        return self.board, path[0], self.mouse if self.dragging else rest

    def draw(self) -> None:
        self.window.fill(GROUND)
        moving, picker, marks = self.moving(), self.picker, dict[str, Any]()
        if not self.slide:
            marks["last_move"] = self.game.node.walked
            marks["sources"] = picker.capturing if picker.must_capture and not picker.path else ()
            marks["targets"], marks["victims"] = picker.targets, {*picker.victims, *picker.jumped}
            marks["arrows"] = pairwise(self.hint.move.path) if self.hint else ()
        board, square, point = moving or (self.board, 0, Vector2())
        rest, alone = board.copy(), Board.empty(board.variant)
        if square:
            rest.set_piece_at(square, None)
            alone.set_piece_at(square, board.piece_at(square))
        self.show(rest, **marks)
        if square:
            if not self.slide:  # it is chosen
                pygame.draw.aacircle(self.window, GOLD, point, self.place(square).width * 0.42)
            self.show(alone, point - self.place(square).center, theme=ALONE)
        self.tell()

    def show(self, board: Board, shift: Vector2 | tuple[int, int] = (0, 0), **look: Any) -> None:
        picture = svg.board(board, size=SIZE, flipped=self.flipped, squares=False, **look)
        self.window.blit(surface(picture), shift)

    def tell(self) -> None:
        """The names of the squares, and what is going on."""
        for square in range(1, self.board.variant.squares + 1):
            place = self.place(square)
            name = text(self.board.square_name(square), place.width // 6, FAINT)
            self.window.blit(name, place.move(4, 2))
        status, keys = text(self.status(), 16), text("H hint   U undo   F flip   N new", 13, FAINT)
        bar = pygame.Rect(14, SIZE, SIZE - 28, BAR)
        self.window.blit(status, status.get_rect(midleft=bar.midleft))
        if status.get_width() + keys.get_width() < bar.width - 14:
            self.window.blit(keys, keys.get_rect(midright=bar.midright))
        if self.outcome and not self.slide:
            veil = pygame.Surface((SIZE, SIZE), pygame.SRCALPHA)
            veil.fill((33, 19, 10, 150))
            self.window.blit(veil, (0, 0))
            result = text(self.status().partition(":")[0], 54)
            self.window.blit(result, result.get_rect(center=(SIZE / 2, SIZE / 2)))

    def status(self) -> str:
        if self.outcome:
            winner, how = self.outcome.winner, self.outcome.termination.value.replace("-", " ")
            known = {None: "A draw", self.side: "You win", self.side.opposite: "You lose"}
            return f"{known[winner]}: {how}"
        if self.answer:
            return "Looking for a hint…" if self.may_move else f"{self.level} is thinking…"
        return self.note or ("You must capture." if self.picker.must_capture else "Your move.")

    def step(self) -> bool:
        """Do what there is to do at this moment; False when the window is closed."""
        events = pygame.event.get()
        busy = events or self.answer or self.slide
        for event in events:
            if event.type == pygame.QUIT:
                self.engine.stop()
                self.thread.shutdown(cancel_futures=True)
                return False
            self.handle(event)
        self.take_answer()
        if busy:
            self.draw()
            pygame.display.flip()
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Draughts against the computer.")
    parser.add_argument("variant", nargs="?", choices=VARIANTS, default="english")
    parser.add_argument(
        "--level", type=Level.parse, default=Level.MEDIUM, help="easy, ..., 0 to 20"
    )
    parser.add_argument("--side", type=Color, help="white or black; by default the one that begins")
    options = parser.parse_args()
    pygame.init()
    table = Table(options.variant, options.level, options.side)
    clock = pygame.time.Clock()
    while table.step():
        clock.tick(60)


if __name__ == "__main__":
    main()
