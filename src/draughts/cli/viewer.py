"""Going through the games of a file, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from draughts.cli.output import printable, say
from draughts.cli.replayed import Replay
from draughts.cli.terminal import Screen, ask
from draughts.cli.words import pieces
from draughts.game import Game, Node
from draughts.pdn import read_games
from draughts.types import Color

__all__ = ["Viewer", "game_of"]

_HELP = """\
next         the next move; so does Enter alone
back         one move back
start, end   the first position, the last one
go N         the position after N moves, both sides counted
variation N  enter a variation
main         leave the variation
moves        all moves, with comments and variations
pieces       the pieces of each side, by square
fen          the position as FEN
next game    the game after this one
game N       another game of the file
quit         leave
The first letters of a word will do: n, b, v 1."""


def game_of(path: str, number: int) -> Game:
    """A game of a file, counted from 1.

    Raises:
        OSError: the file cannot be read.
        ValueError: it has not so many games.
    """
    if number < 1:
        raise ValueError("the games are counted from 1")
    with read_games(path) as games:
        there = games.skip(number - 1)
        game = next(games, None)
    if game is None:
        raise ValueError(f"there is no game {number} in {path}: it has {there}")
    return game


class Viewer:
    """A conversation with somebody who goes through the games of a file.

    Args:
        path: the file.
        replay: the game that is shown first.
        screen: how things are shown.
    """

    def __init__(self, path: str, replay: Replay, screen: Screen) -> None:
        self._path = path
        self._replay = replay
        self._screen = screen
        self._going_on = True

    def run(self) -> None:
        """Show what is asked for, until somebody types ``quit`` or nothing more is to come.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        self._replay.tell_heading()
        self._replay.show()
        self._screen.tell("Enter goes to the next move; type help for more.")
        try:
            while self._going_on:
                self._answer(ask(self._screen.prompt("replay")))
        except EOFError:
            say()
        except KeyboardInterrupt:
            say()
            raise

    @property
    def _game(self) -> Game:
        return self._replay.game

    def _answer(self, line: str) -> None:
        if line.lower() == "next game":
            line = f"game {self._replay.number + 1}"
        word, _, rest = (line or "next").partition(" ")
        command = next((c for c in self._COMMANDS if c.startswith(word.lower())), None)
        if command is None:
            self._screen.tell("Type help to see what can be typed.")
            return
        try:
            self._COMMANDS[command](self, rest.strip())
        except (OSError, ValueError) as error:
            text = printable(str(error))
            self._screen.tell(f"{text[:1].upper()}{text[1:]}.")

    def _goto(self, node: Node | None, otherwise: str) -> None:
        if node is None:
            self._screen.tell(otherwise)
            return
        self._game.goto(node)
        self._replay.show()

    def _next(self, _: str) -> None:
        self._goto(self._replay.onward, "This is the end.")

    def _back(self, _: str) -> None:
        self._goto(self._game.node.parent, "This is the start.")

    def _start(self, _: str) -> None:
        self._goto(self._game.root, "")

    def _end(self, _: str) -> None:
        while self._replay.onward:
            self._game.goto(self._replay.onward)
        self._replay.show()

    def _go(self, text: str) -> None:
        self._replay.go_to_ply(_number(text))
        self._replay.show()

    def _variation(self, text: str) -> None:
        others = self._replay.others
        number = _number(text or "1")
        if not 1 <= number <= len(others):
            raise ValueError(f"there is no variation {number} here")
        self._goto(others[number - 1], "")

    def _main(self, _: str) -> None:
        node = self._game.node
        main_line = self._replay.main_line()
        while node not in main_line:
            assert node.parent is not None
            node = node.parent
        self._goto(node, "")

    def _moves(self, _: str) -> None:
        self._replay.tell_moves()

    def _pieces(self, _: str) -> None:
        for side in Color:
            self._screen.tell(pieces(self._game.board, side))

    def _fen(self, _: str) -> None:
        say(self._game.board.fen())

    def _other_game(self, text: str) -> None:
        number = _number(text)
        self._replay = Replay(game_of(self._path, number), number, self._screen)
        self._replay.tell_heading()
        self._replay.show()

    def _help(self, _: str) -> None:
        say(_HELP)

    def _quit(self, _: str) -> None:
        self._going_on = False

    _COMMANDS: ClassVar[Mapping[str, Callable[[Viewer, str], None]]] = {
        "next": _next,
        "back": _back,
        "start": _start,
        "end": _end,
        "go": _go,
        "variation": _variation,
        "main": _main,
        "moves": _moves,
        "pieces": _pieces,
        "fen": _fen,
        "game": _other_game,
        "help": _help,
        "quit": _quit,
    }


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(f"{text!r} is not a number")
    return int(text)
