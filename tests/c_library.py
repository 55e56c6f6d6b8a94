"""The C library as the tests see it: built once, called through ctypes."""

from __future__ import annotations

import ctypes as c
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GCC = shutil.which("gcc")
WARNINGS = ["-std=gnu99", "-Wall", "-Wextra", "-Werror"]

OK, BAD_ARGUMENT, NO_VARIANT, BAD_FEN = 0, -2, -3, -4
BAD_MOVE, ILLEGAL_MOVE, AMBIGUOUS_MOVE, GAME_OVER, NO_ROOM = -5, -6, -7, -8, -9
STOPPED, BUSY = -10, -11
ERRORS = range(-12, 0)


class CMove(c.Structure):
    _fields_ = (
        ("captured", c.c_uint64),
        ("from_square", c.c_uint8),
        ("to_square", c.c_uint8),
        ("promotes", c.c_uint8),
    )

    def values(self) -> tuple[int, int, frozenset[int], bool]:
        taken = frozenset(n for n in range(64) if self.captured >> n & 1)
        return self.from_square, self.to_square, taken, bool(self.promotes)


class CStop(c.Structure):
    _fields_ = (("word", c.c_uint64),)


class CLimits(c.Structure):
    _fields_ = (
        ("depth", c.c_int),
        ("nodes", c.c_uint64),
        ("seconds", c.c_double),
        ("stop", c.POINTER(CStop)),
    )


class CInfo(c.Structure):
    _fields_ = (
        ("depth", c.c_int),
        ("selective_depth", c.c_int),
        ("score", c.c_int),
        ("win_in", c.c_int),
        ("nodes", c.c_uint64),
        ("seconds", c.c_double),
        ("length", c.c_int),
        ("line", CMove * 120),
    )


ON_INFO = c.CFUNCTYPE(c.c_int, c.POINTER(CInfo), c.c_void_p)


def need_gcc() -> str:
    """gcc and Cython, or the test is skipped."""
    pytest.importorskip("Cython", reason="Cython is missing: install the extra [test]")
    if GCC is None or sys.platform != "linux":
        pytest.skip("there is no gcc on Linux here")
    return GCC


def compile_c(*arguments: object) -> None:
    """Run gcc; the test fails if it does, or warns."""
    done = subprocess.run(
        [need_gcc(), *WARNINGS, *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def load(file: Path) -> Any:
    """The shared library, with the types of what does not return an int."""
    library = c.CDLL(str(file))
    for name in ("error_text", "version", "variant_name"):
        getattr(library, f"draughts_{name}").restype = c.c_char_p
    library.draughts_key.restype = c.c_uint64
    library.draughts_board_free.restype = library.draughts_engine_free.restype = None
    return library


class CBoard:
    """A board of the C library, freed with the object."""

    def __init__(self, library: Any, variant: str, fen: str | None = None) -> None:
        self.library = library
        self.pointer = c.c_void_p()
        assert library.draughts_board_new(variant.encode(), c.byref(self.pointer)) == OK
        if fen is not None:
            assert library.draughts_set_fen(self.pointer, fen.encode(), None) == OK

    def __del__(self) -> None:
        self.library.draughts_board_free(self.pointer)

    def call(self, name: str, *arguments: Any) -> Any:
        return getattr(self.library, f"draughts_{name}")(self.pointer, *arguments)

    def text(self, name: str, *arguments: Any) -> str:
        """What a function writes into a room for text."""
        room = c.create_string_buffer(352)
        length = self.call(name, *arguments, room, c.c_size_t(len(room)))
        assert length == len(room.value), length
        return room.value.decode()

    def fen(self) -> str:
        return self.text("get_fen", 1)

    def moves(self) -> list[CMove]:
        room = (CMove * 512)()
        return list(room[: self.call("legal_moves", room, len(room))])

    def path(self, move: CMove) -> tuple[int, ...]:
        room = (c.c_int * 64)()
        return tuple(room[: self.call("path", c.byref(move), room, len(room))])

    def read(self, text: str) -> CMove | int:
        move = CMove()
        error: int = self.call("read_move", text.encode(), c.byref(move))
        return error or move

    def outcome(self, claim: bool = False) -> tuple[int, int]:
        why = c.c_int(-1)
        return self.call("outcome", int(claim), c.byref(why)), why.value

    def perft(self, depth: int) -> int:
        total = c.c_uint64()
        assert self.call("perft", depth, None, c.byref(total)) == OK
        return total.value


class CEngine:
    """An engine of the C library, freed with the object."""

    def __init__(self, library: Any, hash_mb: int = 16) -> None:
        self.library = library
        self.pointer = c.c_void_p()
        assert library.draughts_engine_new(hash_mb, c.byref(self.pointer)) == OK

    def __del__(self) -> None:
        self.library.draughts_engine_free(self.pointer)

    def search(
        self, board: CBoard, limits: CLimits | None = None, on_info: Any = None
    ) -> CInfo | int:
        info = CInfo()
        error: int = self.library.draughts_search(
            self.pointer,
            board.pointer,
            None if limits is None else c.byref(limits),
            ON_INFO() if on_info is None else on_info,
            None,
            c.byref(info),
        )
        return error or info
