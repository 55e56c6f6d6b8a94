"""The engine's side of the Hub protocol, what ``draughts hub`` does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from draughts._core import Board
from draughts._version import __version__
from draughts.engine import Engine
from draughts.errors import DraughtsError, ProtocolError
from draughts.levels import Level
from draughts.limits import Limit
from draughts.protocols.hub.limits import parse_level
from draughts.protocols.hub.lines import Command, parse_line
from draughts.protocols.hub.notation import NUMBERINGS, parse_moves, parse_position
from draughts.protocols.hub.search import MODES, Search
from draughts.protocols.hub.settings import Settings
from draughts.types import Outcome
from draughts.variants import Variant

__all__ = ["HubServer"]

_IDENTITY = Command(
    "id", {"name": "draughts", "version": __version__, "author": "The draughts authors"}
)
_ANY_TIME = {"ping", "stop", "ponder-hit", "quit"}


class HubServer:
    """An engine that answers the lines of a Hub program.

    Args:
        variant: the rules until the parameter ``variant`` is set.
        write: is given each line of the answer, without its end; from more than one thread, but
            from one at a time.

    >>> from draughts import INTERNATIONAL
    >>> HubServer(INTERNATIONAL, print).run(["ping", "go home", "quit"])
    pong
    error message="go is think, ponder or analyze, not home"
    """

    def __init__(self, variant: Variant, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._is_alone = False  # nobody reads what is written
        self._settings = Settings(variant)
        self._engine: Engine | None = None
        self._board: Board | None = Board(variant)
        self._numbering_is_known = False
        self._level: dict[str, str] = {}
        self._level_is_used = False
        self._search: Search | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answer until ``quit``, until there are no more lines, or nobody reads the answers."""
        try:
            for line in lines:
                if self._is_alone or (line.strip() and not self._obey(line)):
                    break
        finally:
            self._stop()

    def _obey(self, line: str) -> bool:
        """Do what a line says; False for ``quit``."""
        try:
            command = parse_line(line)
            if command.name == "quit":
                return False
            if self._search is not None and command.name not in _ANY_TIME:
                if command.name in self._orders:
                    raise ProtocolError(f"{command.name} while a search runs; stop it first")
            elif command.name in self._orders:
                self._orders[command.name](self, command.arguments)
        except (DraughtsError, MemoryError) as error:
            self._refuse(error)
        return True

    def _tell(self, command: Command) -> None:
        try:
            with self._writing:
                self._write(str(command))
        except (OSError, ValueError):
            self._is_alone = True

    def _refuse(self, why: BaseException) -> None:
        self._tell(Command("error", {"message": str(why)}))

    # --- orders -----------------------------------------------------------------------------------

    def _hub(self, arguments: Mapping[str, str]) -> None:
        self._tell(_IDENTITY)
        for line in self._settings.lines():
            self._tell(line)
        self._tell(Command("wait"))

    def _set_param(self, arguments: Mapping[str, str]) -> None:
        if "name" not in arguments:
            raise ProtocolError("set-param without a name")
        variant = self._settings.variant
        self._settings.set(arguments["name"], arguments.get("value", ""))
        if self._settings.variant != variant:
            self._board = Board(self._settings.variant)
            self._numbering_is_known = False
        if arguments["name"] == "numbering":
            self._numbering_is_known = True
        self._engine = None

    def _init(self, arguments: Mapping[str, str]) -> None:
        self._ready_engine()
        self._tell(Command("ready"))

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            self._engine = self._settings.engine()
        return self._engine

    def _new_game(self, arguments: Mapping[str, str]) -> None:
        if self._engine is not None:
            self._engine.new_game()

    def _pos(self, arguments: Mapping[str, str]) -> None:
        self._board = None  # a search of an old position would answer another question
        variant = self._settings.variant
        text = arguments.get("pos")
        board = Board(variant) if text is None else parse_position(text, variant)
        self._board = self._played(board, arguments.get("moves", ""))

    def _played(self, board: Board, moves: str) -> Board:
        """The position after some moves. The first ones show how the program counts squares."""
        numbering, after = self._settings.numbering, board.copy()
        try:
            parse_moves(moves, after, numbering)
        except ProtocolError as error:
            after = board
            if self._numbering_is_known:
                raise
            (numbering,) = set(NUMBERINGS) - {numbering}
            try:
                parse_moves(moves, after, numbering)
            except ProtocolError:
                raise error from None
            self._settings.set("numbering", numbering)
        self._numbering_is_known = self._numbering_is_known or bool(moves)
        return after

    def _set_level(self, arguments: Mapping[str, str]) -> None:
        """Take note of a limit; those that are told before one ``go`` add up."""
        told = {**({} if self._level_is_used else self._level), **arguments}
        parse_level(told)
        self._level, self._level_is_used = told, False

    def _go(self, arguments: Mapping[str, str]) -> None:
        modes = [mode for mode in MODES if mode in arguments]
        if len(modes) != 1:
            told = " ".join(arguments) or "nothing"
            raise ProtocolError(f"go is think, ponder or analyze, not {told}")
        try:
            board = self._board_to_search()
            engine = self._ready_engine()
        except (DraughtsError, MemoryError) as error:
            self._refuse(error)
            self._tell(Command("done"))  # every go is answered by a done
            return
        self._level_is_used = True
        limit = parse_level(self._level)
        if limit is None:
            limit = Level.MASTER.limit if modes[0] == "think" else Limit()
        # It may end before it stands in self._search, which it must not enter after that.
        with self._writing:
            self._search = Search(
                engine,
                board.copy(),
                limit,
                self._settings.level,
                modes[0],
                numbering=self._settings.numbering,
                tell=self._tell,
                on_end=self._search_has_ended,
            )

    def _board_to_search(self) -> Board:
        if self._board is None:
            raise ProtocolError("there is no position to search: the last pos was refused")
        outcome: Outcome | None = self._board.outcome()
        if outcome is not None and outcome.winner is not None:
            raise ProtocolError(f"the game is over: {outcome.winner.value} has won")
        return self._board

    def _search_has_ended(self) -> None:
        with self._writing:
            self._search = None

    def _ping(self, arguments: Mapping[str, str]) -> None:
        self._tell(Command("pong"))

    def _ponder_hit(self, arguments: Mapping[str, str]) -> None:
        search = self._search
        if search is not None:
            search.ponder_hit()

    def _stop(self, arguments: Mapping[str, str] | None = None) -> None:
        search = self._search
        if search is not None:
            search.stop()

    _orders: Mapping[str, Callable[[HubServer, Mapping[str, str]], None]] = {
        "hub": _hub,
        "set-param": _set_param,
        "init": _init,
        "new-game": _new_game,
        "pos": _pos,
        "level": _set_level,
        "go": _go,
        "ping": _ping,
        "ponder-hit": _ponder_hit,
        "stop": _stop,
    }
