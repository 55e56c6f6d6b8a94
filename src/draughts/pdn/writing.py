"""Games as PDN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import IO, TypeAlias

from draughts._core import Board
from draughts.game import Game, Node
from draughts.pdn.comments import END_MARK, clock_to_write, written_comment
from draughts.pdn.tags import UNDECIDED, game_tags, points, result_form, written_tag

MOST_COLUMNS = 80

_Step: TypeAlias = Callable[[], Iterator[str]]


def write(
    game: Game, file: IO[str], *, comments: bool, variations: bool, columns: int | None
) -> None:
    """Write one game and the empty line behind it; see :func:`draughts.pdn.write_game`."""
    tags = list(game_tags(game))
    for name, value in tags:
        file.write(written_tag(name, value) + "\n")
    file.write("\n")
    tokens = _MovetextWriter(game, comments, variations).tokens()
    _wrap(chain(tokens, [_terminator(dict(tags).get("Result", "*"))]), file, columns)
    file.write("\n")


def _terminator(result: str) -> str:
    result = result_form(result)
    return result if result not in UNDECIDED and points(result) is not None else "*"


def _wrap(tokens: Iterator[str], file: IO[str], columns: int | None) -> None:
    """Write tokens in lines. One that has lines of its own, as a comment may, is not cut."""
    used, glued = 0, True  # columns of the line; whether no blank may come
    for token in tokens:
        first = token.partition("\n")[0]
        if token == ")" and used:
            pass
        elif used and not glued and columns is not None and used + 1 + len(first) > columns:
            file.write("\n")
            used = 0
        elif used and not glued:
            file.write(" ")
            used += 1
        if used == 0 and token.endswith("\n"):
            file.write(" ")  # unread text that might be something else at the head of a line
        file.write(token)
        used = len(token) - token.rfind("\n") - 1 if "\n" in token else used + len(token)
        glued = token == "("
        if ";" in token:
            file.write("\n")
            used = 0
    file.write("\n" if used else "")


class _MovetextWriter:
    """The tokens of a game's tree, without the result.

    A tree may be deep, so that nothing recurses: what is still to be done waits on a stack, the
    next thing last. Every step is a function that yields tokens.
    """

    def __init__(self, game: Game, comments: bool, variations: bool) -> None:
        self.game = game
        self.comments = comments
        self.variations = variations
        self.board = Board.from_fen(game.start_fen, game.variant)
        self.sign = game.variant.capture_sign
        self.needs_number = True
        self.waiting: list[_Step] = []

    def tokens(self) -> Iterator[str]:
        """The tokens in order."""
        root = self.game.root
        self._wait_for(lambda: self._said(root), lambda: self._go_on(root))
        while self.waiting:
            yield from self.waiting.pop()()

    def _wait_for(self, *steps: _Step) -> None:
        self.waiting += reversed(steps)

    def _go_on(self, node: Node) -> Iterator[str]:
        """What comes after a node. The board is at the node before and after."""
        if not node.variations or (not self.variations and node is self.game.end):
            if node.unread:
                yield node.unread + "\n"  # so that it does not run into what follows
            return
        main, *others = node.variations
        steps: list[_Step] = [partial(self._move, main)]
        if self.variations:
            for other in others:
                steps += self._aside(main, other)
        self._wait_for(*steps, partial(self._go_on, main), self._back)

    def _aside(self, main: Node, other: Node) -> Iterator[_Step]:
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
        """Glyphs, clock and comment behind a move; of the root the comment alone."""
        moved = node.move is not None
        yield from (f"${nag}" for nag in node.nags if moved)
        if not self.comments:
            return
        comment = written_comment(node.comment_after)
        clock = clock_to_write(node) if moved else ""
        if clock and comment and comment[0].startswith("{"):
            comment[0] = f"{{{clock} {comment[0][1:]}"
        elif clock:
            comment.insert(0, f"{{{clock}}}")
        if node is self.game.end and node.variations and self.variations:
            comment.insert(0, f"{{{END_MARK}}}")
        self.needs_number |= bool(comment)
        yield from comment
