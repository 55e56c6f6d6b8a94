"""The bridge: CheckerBoard's calls as lines of text, one way or the other.

Run as a program with the path of an engine's library, it loads that and answers on standard output
what is asked on standard input. It needs nothing but Python: an interpreter of 32 bits, which the
older engines need, can run this file alone.

A board is 64 hexadecimal digits, ``board[0][0]`` to ``board[0][7]`` first; a place is x and y, two
digits. A move is: jumps, old piece, new piece, from, to, and for each jump where the piece came
down, what was deleted, and which piece that was.

====================================== ===========================================================
asked                                  answered
====================================== ===========================================================
command TEXT                           reply CODE TEXT
getmove COLOR TIME INFO MORE BOARD     status TEXT, any number of times; then
                                       move RESULT BOARD MOVE
islegal COLOR FROM TO BOARD            legal 0, or legal 1 MOVE
playnow                                nothing: a getmove that runs ends at once
quit, or the end of the input          nothing
====================================== ===========================================================

What cannot be answered is answered with ``error TEXT``. A line break in a text is ``\\n``, a
backslash is doubled.
"""

from __future__ import annotations

import ctypes
import io
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

_STATUS_EVERY = 0.1  # seconds, as CheckerBoard itself looks
_LAST_WORD = 1.0  # seconds that a search may need to end when nobody listens any more
_LONGEST_COMMAND, _LONGEST_REPLY = 255, 1023
_MOST_JUMPS = 11  # that fit in path[12], which begins at 1

Grid = list[list[int]]
Place = tuple[int, int]


class Coor(ctypes.Structure):
    """``struct coor``."""

    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int))


class CBmoveStruct(ctypes.Structure):
    """``struct CBmove``, as C has it."""

    _fields_ = (
        ("jumps", ctypes.c_int),
        ("newpiece", ctypes.c_int),
        ("oldpiece", ctypes.c_int),
        ("origin", Coor),
        ("target", Coor),
        ("path", Coor * 12),
        ("deleted", Coor * 12),
        ("delpiece", ctypes.c_int * 12),
    )


class Jump(NamedTuple):
    """One jump of a move: where the piece came down, what was taken, and which piece that was."""

    landed: Place
    deleted: Place
    piece: int


class MoveFields(NamedTuple):
    """A move, as it stands in a line."""

    oldpiece: int
    newpiece: int
    origin: Place
    target: Place
    jumps: tuple[Jump, ...] = ()


class Answers(Protocol):
    """Who answers the calls: a library, or an engine of ours."""

    def enginecommand(self, command: str) -> tuple[int, str]:
        """The code and the reply."""

    def getmove(
        self, grid: Grid, color: int, maxtime: float, info: int, moreinfo: int, status: Status
    ) -> tuple[int, Grid, MoveFields]:
        """The result, the board afterwards and the move."""

    def islegal(self, grid: Grid, color: int, origin: int, target: int) -> MoveFields | None:
        """The move between two squares by number; None if it is not legal."""

    def prepare(self) -> None:
        """A getmove comes next: a playnow counts from now on."""

    def playnow(self) -> None:
        """End the search that runs or is about to, from another thread."""


Status = Callable[[str], None]


# --- lines ----------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    """A text on one line."""
    return text.replace("\\", "\\\\").replace("\r", "").replace("\n", "\\n")


def unescaped(text: str) -> str:
    """The text of a line."""
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n") for part in parts)


def format_grid(grid: Grid) -> str:
    """A board as 64 digits."""
    return "".join(f"{piece & 15:x}" for column in grid for piece in column)


def parse_grid(text: str) -> Grid:
    """The board of 64 digits. Raises ValueError if they are not."""
    if len(text) != 64:
        raise ValueError(f"a board of {len(text)} digits; there are 64")
    return [[int(digit, 16) for digit in text[at : at + 8]] for at in range(0, 64, 8)]


def format_move(move: MoveFields) -> str:
    """A move as words."""
    words = [str(len(move.jumps)), str(move.oldpiece), str(move.newpiece)]
    words += [_place(move.origin), _place(move.target)]
    for jump in move.jumps:
        words += [_place(jump.landed), _place(jump.deleted), str(jump.piece)]
    return " ".join(words)


def parse_move(text: str) -> MoveFields:
    """The move of some words. Raises ValueError if they are none."""
    number, old, new, origin, target, *rest = text.split()
    if len(rest) != 3 * int(number):
        raise ValueError(f"{text!r} does not tell of {number} jumps")
    jumps = tuple(
        Jump(_read_place(rest[at]), _read_place(rest[at + 1]), int(rest[at + 2]))
        for at in range(0, len(rest), 3)
    )
    return MoveFields(int(old), int(new), _read_place(origin), _read_place(target), jumps)


def _place(place: Place) -> str:
    return f"{place[0]}{place[1]}"


def _read_place(text: str) -> Place:
    if len(text) != 2:
        raise ValueError(f"{text!r} is no place; one is x and y, two digits")
    return int(text[0]), int(text[1])


# --- answering ------------------------------------------------------------------------------------


class Bridge:
    """Answers lines, with the calls of one engine.

    Args:
        answers: the engine.
        say: takes each line that is answered.
    """

    def __init__(self, answers: Answers, say: Status) -> None:
        self._answers = answers
        self._speak = say
        self._saying = threading.Lock()
        self._search: threading.Thread | None = None
        self._searching = False
        self._is_alone = False  # nobody reads what is answered

    def run(self, lines: Iterable[str]) -> bool:
        """Answer until ``quit`` or the end; whether nothing is running any more then."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit" or self._is_alone:
                break
            if word == "playnow":
                self._answers.playnow()
            elif self._searching:
                self._say("error a move is being looked for; there is only playnow")
            elif word == "getmove":
                self._answers.prepare()
                self._searching = True
                self._search = threading.Thread(target=self._look, args=(rest,), daemon=True)
                self._search.start()
            elif word:
                calls = {"command": self._command, "islegal": self._islegal}
                self._say(self._answer(calls.get(word, self._unknown), rest))
        return self._finish()

    def _finish(self) -> bool:
        search = self._search
        if search is None:
            return True
        self._answers.playnow()
        search.join(_LAST_WORD)
        return not search.is_alive()

    def _say(self, line: str) -> None:
        with self._saying:
            try:
                self._speak(line)
            except (OSError, ValueError):
                self._is_alone = True
                self._answers.playnow()

    def _look(self, rest: str) -> None:
        """Answer a getmove. Whoever reads the answer may ask again at once."""
        answer = self._answer(self._getmove, rest)
        self._searching = False
        self._say(answer)

    def _answer(self, call: Callable[[str], str], rest: str) -> str:
        try:
            return call(rest)
        except Exception as error:
            return f"error {escaped(str(error) or type(error).__name__)}"

    def _unknown(self, rest: str) -> str:
        return "error there are command, getmove, islegal, playnow and quit"

    def _command(self, rest: str) -> str:
        command = unescaped(rest)
        if len(command) > _LONGEST_COMMAND:
            return f"error a command of {len(command)} characters; at most {_LONGEST_COMMAND}"
        code, reply = self._answers.enginecommand(command)
        return f"reply {code} {escaped(reply)}"

    def _getmove(self, rest: str) -> str:
        color, maxtime, info, moreinfo, grid = rest.split()
        result, after, move = self._answers.getmove(
            parse_grid(grid), int(color), float(maxtime), int(info), int(moreinfo), self._status
        )
        return f"move {result} {format_grid(after)} {format_move(move)}"

    def _status(self, text: str) -> None:
        self._say(f"status {escaped(text)}")

    def _islegal(self, rest: str) -> str:
        color, origin, target, grid = rest.split()
        move = self._answers.islegal(parse_grid(grid), int(color), int(origin), int(target))
        return "legal 0" if move is None else f"legal 1 {format_move(move)}"


# --- a library ------------------------------------------------------------------------------------


class Library:
    """An engine's library: a DLL for Windows, or a shared library of this system.

    Args:
        path: the file. Other libraries that it needs are looked for in its folder.
    """

    def __init__(self, path: str) -> None:
        path = os.path.abspath(path)
        windll: Any = getattr(ctypes, "WinDLL", ctypes.CDLL)
        if hasattr(os, "add_dll_directory"):
            os.add_dll_directory(os.path.dirname(path))
        self._library = windll(path)
        self._playnow = ctypes.c_int(0)

    def enginecommand(self, command: str) -> tuple[int, str]:
        reply = ctypes.create_string_buffer(_LONGEST_REPLY + 1)
        asked = ctypes.create_string_buffer(_bytes(command), _LONGEST_COMMAND + 1)
        code = self._library.enginecommand(asked, reply)
        return code, _text(reply)

    def getmove(
        self, grid: Grid, color: int, maxtime: float, info: int, moreinfo: int, status: Status
    ) -> tuple[int, Grid, MoveFields]:
        board, move = _array(grid), CBmoveStruct()
        text = ctypes.create_string_buffer(_LONGEST_REPLY + 1)
        done = threading.Event()
        teller = threading.Thread(target=_tell, args=(text, done, status), daemon=True)
        teller.start()
        try:
            result = self._library.getmove(
                board,
                color,
                ctypes.c_double(maxtime),
                text,
                ctypes.byref(self._playnow),
                info,
                moreinfo - (moreinfo >> 31 << 32),
                ctypes.byref(move),
            )
        finally:
            done.set()
            teller.join()
        return result, [list(column) for column in board], _fields(move)

    def islegal(self, grid: Grid, color: int, origin: int, target: int) -> MoveFields | None:
        move = CBmoveStruct()
        board = _array(grid)
        legal = self._library.islegal(board, color, origin, target, ctypes.byref(move))
        return _fields(move) if legal else None

    def prepare(self) -> None:
        self._playnow.value = 0

    def playnow(self) -> None:
        self._playnow.value = 1


def _array(grid: Grid) -> Any:
    columns: Any = ctypes.c_int * 8 * 8
    return columns(*map(tuple, grid))


def _fields(move: CBmoveStruct) -> MoveFields:
    """What a library has filled in; engines for English draughts fill in nothing."""
    number = move.jumps if 0 < move.jumps <= _MOST_JUMPS else 0
    jumps = tuple(
        Jump(_xy(move.path[n + 1]), _xy(move.deleted[n]), move.delpiece[n] & 15)
        for n in range(number)
    )
    return MoveFields(
        move.oldpiece & 15, move.newpiece & 15, _xy(move.origin), _xy(move.target), jumps
    )


def _xy(place: Coor) -> Place:
    return place.x & 7, place.y & 7


def _tell(text: Any, done: threading.Event, status: Status) -> None:
    """Pass on what a search writes into its string."""
    told = ""
    while not done.wait(_STATUS_EVERY) or told != _text(text):
        if _text(text) != told:
            told = _text(text)
            status(told)


def _bytes(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def _text(buffer: Any) -> str:
    return str(buffer.value.decode("latin-1"))


# --- a program ------------------------------------------------------------------------------------


def _lines() -> Iterable[str]:
    """The lines of standard input, read in a thread: on Windows nothing else hears its end."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := lines.get()) is not None:
        yield line


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run(answers: Answers) -> None:
    """Answer what is asked on standard input, and end the process if a search does not end."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if not Bridge(answers, _say).run(_lines()):
        os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: host.py LIBRARY")
    run(Library(sys.argv[1]))
