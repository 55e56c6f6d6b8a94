"""A game that was written down, as lines of text: its tags, its moves, what was said of them."""

from __future__ import annotations

from collections.abc import Iterator

from draughts._core import Board
from draughts.cli.output import printable, wrapped
from draughts.cli.words import moved, way
from draughts.game import Game, Node

__all__ = ["clock_time", "heading", "marks", "others_than", "score_sheet", "verdicts"]

_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_VERDICTS = {
    1: "A good move.",
    2: "A mistake.",
    3: "A brilliant move.",
    4: "A blunder.",
    5: "An interesting move.",
    6: "A dubious move.",
}
_NOT_SHOWN = {"GameType", "Rules", "SetUp"}
_FIRST_COLUMN = 22
_INDENT = " " * 5
_DEEPEST_INDENT = 8


def heading(game: Game, number: int) -> Iterator[str]:
    """The tags of a game."""
    tags = {"Game": str(number), "Variant": game.variant.name, **game.tags}
    tags.setdefault("Result", game.result())
    shown = {name: value for name, value in tags.items() if name not in _NOT_SHOWN}
    width = max(map(len, shown))
    for name, value in shown.items():
        yield f"{name:<{width}}  {printable(value)}"


def marks(node: Node) -> str:
    """The judgements of a move as signs: ``!`` and ``?``, or ``$7`` where there is none."""
    return "".join(_SIGNS.get(nag, f" ${nag}") for nag in node.nags)


def verdicts(node: Node) -> str:
    """The judgements of a move in words."""
    return " ".join(_VERDICTS.get(nag, f"Sign {nag}.") for nag in node.nags)


def clock_time(seconds: float) -> str:
    """A time as clocks show it.

    >>> clock_time(3725.0)
    '1:02:05'
    """
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


def others_than(node: Node) -> list[Node]:
    """The moves that might have been made instead of one."""
    assert node.parent is not None
    return [other for other in node.parent.variations if other is not node]


def score_sheet(game: Game, *, plain: bool) -> Iterator[str]:
    """The moves of a game with comments and variations. The cursor ends up anywhere.

    Args:
        game: the game.
        plain: a sentence for each move, rather than two columns.
    """
    yield from _paragraph(game.root.comment_after)
    yield from (_sentences if plain else _columns)(game)
    yield from _variations(game, game.end.variations)


def _sentences(game: Game) -> Iterator[str]:
    board = Board.from_fen(game.start_fen, game.variant)
    for node in game.end.line():
        clock = "" if node.clock is None else f" Clock {clock_time(node.clock)}."
        text = f"{board.move_number}. {moved(board, node, spoken=True)} {verdicts(node)}"
        yield text.rstrip() + clock
        yield from _below(game, node)
        _push(board, node)


def _columns(game: Game) -> Iterator[str]:
    board = Board.from_fen(game.start_fen, game.variant)
    row = ""
    for node in game.end.line():
        text = _marked(board, node)
        if board.turn is game.variant.first_player:
            row = f"{board.move_number:>3}. {text}"
        else:
            row = f"{row or f'{board.move_number:>3}. ...':<{_FIRST_COLUMN}} {text}"
        below = list(_below(game, node))
        if below or board.turn is not game.variant.first_player or node is game.end:
            yield row
            yield from below
            row = ""
        _push(board, node)


def _below(game: Game, node: Node) -> Iterator[str]:
    """What is said of a move, and what might have been played instead."""
    yield from _paragraph(node.comment_before)
    yield from _paragraph(node.comment_after)
    if node.unread:
        yield from _paragraph(f"Not read: {node.unread}")
    yield from _variations(game, others_than(node))


def _variations(game: Game, starts: list[Node]) -> Iterator[str]:
    """Some variations, each followed by those that branch off from it.

    They may be nested deeply, so that nothing recurses: what is still to come waits on a stack.
    """
    waiting = [(start, 1) for start in reversed(starts)]
    while waiting:
        start, depth = waiting.pop()
        line = [start]
        while line[-1].variations:
            line.append(line[-1].variations[0])
        indent = _INDENT + "  " * min(depth - 1, _DEEPEST_INDENT)
        yield from _paragraph(f"or {' '.join(_in_line(game, line))}", indent)
        for node in reversed(line[1:]):
            waiting += [(other, depth + 1) for other in reversed(others_than(node))]


def _in_line(game: Game, line: list[Node]) -> Iterator[str]:
    """The moves of a variation, with their numbers and comments."""
    assert line[0].parent is not None
    game.goto(line[0].parent)
    board = game.board
    for node in line:
        if board.turn is game.variant.first_player:
            yield f"{board.move_number}."
        elif node is line[0]:
            yield f"{board.move_number}. ..."
        yield from _braced(node.comment_before)
        yield _marked(board, node)
        yield from _braced(node.comment_after)
        _push(board, node)


def _braced(comment: str) -> Iterator[str]:
    if comment:
        yield f"({comment})"


def _marked(board: Board, node: Node) -> str:
    clock = "" if node.clock is None else f" [{clock_time(node.clock)}]"
    return f"{way(board, node, spoken=False)}{marks(node)}{clock}"


def _push(board: Board, node: Node) -> None:
    assert node.move is not None
    board.push(node.move)


def _paragraph(text: str, indent: str = _INDENT) -> Iterator[str]:
    if text:
        yield wrapped(printable(text), indent, "   ")
