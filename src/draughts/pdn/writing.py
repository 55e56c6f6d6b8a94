"""Games as PDN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import IO

from draughts._core import Board
from draughts.game import Game, Node
from draughts.pdn.comments import END_MARK, clock_to_write, written_comment
from draughts.pdn.tags import UNDECIDED, game_tags, points, result_form, written_tag

MOST_COLUMNS = 80


def write(
    game: Game, file: IO[str], *, comments: bool, variations: bool, columns: int | None
) -> None:
    """Write one game and the empty line behind it; see :func:`draughts.pdn.write_game`."""
    tags = list(game_tags(game))
    for name, value in tags:
        file.write(written_tag(name, value) + "\n")
    file.write("\n")
    tokens = _MovetextWriter(game, comments, variations).tokens()
    _wrap([*tokens, _terminator(dict(tags).get("Result", "*"))], file, columns)
    file.write("\n")


def _terminator(result: str) -> str:
    result = result_form(result)
    return result if result not in UNDECIDED and points(result) is not None else "*"


def _wrap(tokens: list[str], file: IO[str], columns: int | None) -> None:
    """Write tokens in lines. One that has lines of its own, as a comment may, is not cut."""
    used = 0
    for token in tokens:
        first, _, last = token.partition("\n")
        if used and columns is not None and used + 1 + len(first) > columns:
            file.write("\n")
            used = 0
        elif used:
            file.write(" ")
            used += 1
        file.write(token)
        used = len(token) - token.rfind("\n") - 1 if last else used + len(first)
        if token.startswith(";"):
            file.write("\n")
            used = 0
    file.write("\n" if used else "")


class _MovetextWriter:
    """The tokens of a game's tree, without the result.

    A tree may be deep, so that nothing recurses: what is still to be done waits on a stack, the next
    thing last. Every step is a function that yields tokens.
    """

    def __init__(self, game: Game, comments: bool, variations: bool) -> None:
        self.game = game
        self.comments = comments
        self.variations = variations
        self.board = Board.from_fen(game.start_fen, game.variant)
        self.sign = game.variant.capture_sign
        self.needs_number = True
        self.waiting: list[Callable[[], Iterator[str]]] = []

    def tokens(self) -> Iterator[str]:
        """The tokens in order."""
        root = self.game.root
        self._wait_for(lambda: self._said(root), lambda: self._go_on(root))
        while self.waiting:
            yield from self.waiting.pop()()

    def _wait_for(self, *steps: Callable[[], Iterator[str]]) -> None:
        self.waiting += reversed(steps)

    def _go_on(self, node: Node) -> Iterator[str]:
        """What comes after a node. The board is at the node before and after."""
        if not node.variations or (not self.variations and node is self.game.end):
            if node.unread:
                yield node.unread
            return
        main, *others = node.variations
        steps = [partial(self._move, main)]
        if self.variations:
            for other in others:
                steps += self._aside(main, other)
            if node.unread:
                steps.append(partial(self._text, node.unread))
        self._wait_for(*steps, partial(self._go_on, main), self._back)

    def _aside(self, main: Node, other: Node) -> Iterator[Callable[[], Iterator[str]]]:
        """The steps of a variation; the board is behind the main move before and after."""
        yield self._back
        yield partial(self._text, "(")
        yield partial(self._move, other)
        yield partial(self._go_on, other)
        yield self._back
        yield partial(self._text, ")")
        yield partial(self._forth, main)

    def _text(self, text: str) -> Iterator[str]:
        self.needs_number = True
        yield text

    def _back(self) -> Iterator[str]:
        self.board.pop()
        yield from ()

    def _forth(self, node: Node) -> Iterator[str]:
        assert node.move is not None
        self.board.push(node.move)
        yield from ()

    def _move(self, node: Node) -> Iterator[str]:
        """A move with its number, and what is said of it."""
        said = written_comment(node.comment_before) if self.comments else []
        first = self.board.turn is self.game.variant.first_player
        if first or self.needs_number or said:
            yield f"{self.board.move_number}." + ("" if first else "..")
        yield from said
        yield self._move_text(node)
        yield from self._forth(node)
        self.needs_number = False
        yield from self._said(node)

    def _move_text(self, node: Node) -> str:
        """The shortest text that means the move, or the path if it was walked in another way."""
        move, board = node.move, self.board
        assert move is not None
        if len(node.path) > 2:
            short = board.pdn(move)
            if board.parse_pdn(short).path == node.path:
                return short
        return (self.sign if move.is_capture else "-").join(map(board.square_name, node.path))

    def _said(self, node: Node) -> Iterator[str]:
        """Glyphs, clock and comment behind a move."""
        yield from (f"${nag}" for nag in node.nags)
        if not self.comments:
            return
        comment = written_comment(node.comment_after)
        clock = clock_to_write(node)
        if clock and comment and comment[0].startswith("{"):
            comment[0] = f"{{{clock} {comment[0][1:]}"
        elif clock:
            comment.insert(0, f"{{{clock}}}")
        if node is self.game.end and node.variations and self.variations:
            comment.insert(0, f"{{{END_MARK}}}")
        self.needs_number |= bool(comment)
        yield from comment
