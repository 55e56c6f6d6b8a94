"""What is timed. A workload does some work and returns how much: leaves, nodes, calls.

Each is measured against one of two yardsticks (``yardstick.pyx``), compiled when this is imported:
what runs inside the kernel against the queens, what hands objects to Python against the stones.
"""

from __future__ import annotations

import importlib.util
import io
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from Cython.Build import cythonize
from setuptools import Distribution, Extension

from draughts import Board, Engine, Game, Limit, Move, pdn

Work = Callable[[], int]


class Yardstick(NamedTuple):
    """Work whose speed depends on everything but the library."""

    name: str
    work: Work


class Workload(NamedTuple):
    """Work, what its amount counts, and the yardstick for it."""

    work: Work
    unit: str
    yardstick: Yardstick


def compiled_yardstick() -> ModuleType:
    """``yardstick.pyx``, built by the compiler that builds the core, with flags that stay."""
    source = Path(__file__).with_name("yardstick.pyx")
    flags = ["/O2"] if sys.platform == "win32" else ["-O2"]
    extension = Extension("yardstick", [str(source)], extra_compile_args=flags)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        modules = cythonize([extension], build_dir=folder, quiet=True)
        build = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        build.build_lib = build.build_temp = folder
        build.ensure_finalized()
        build.run()
        file = build.get_ext_fullpath("yardstick")
        spec = importlib.util.spec_from_file_location("yardstick", file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


# --- the positions --------------------------------------------------------------------------------


def random_game(variant: str, seed: int, plies: int) -> list[Move]:
    """The moves of a random game, the same every time."""
    choose = random.Random(seed).choice
    board = Board(variant)
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            break
        board.push(choose(sorted(moves, key=repr)))
    return board.move_stack


def random_positions(variant: str) -> list[Board]:
    """Positions of every stage of a game: openings, captures at hand, endings with kings."""
    boards = []
    for seed in range(20):
        board = Board(variant)
        for ply, move in enumerate(random_game(variant, seed, 120)):
            if ply % 8 == seed % 8:
                boards.append(board.copy())
            board.push(move)
    return boards


# --- the work -------------------------------------------------------------------------------------


def perft(variant: str, depth: int) -> int:
    return Board(variant).perft(depth)


def search(engine: Engine, variant: str, depth: int) -> int:
    engine.new_game()
    return engine.analyse(Board(variant), Limit(depth=depth)).nodes


def list_moves(boards: list[Board]) -> int:
    return sum(len(board.legal_moves) for board in boards)


def push_and_pop(variant: str, game: list[Move]) -> int:
    board = Board(variant)
    for move in game:
        board.push(move)
    for _ in game:
        board.pop()
    return len(game)


def read_fens(variant: str, fens: list[str]) -> int:
    for fen in fens:
        Board.from_fen(fen, variant)
    return len(fens)


def write_fens(boards: list[Board]) -> int:
    for board in boards:
        board.fen()
    return len(boards)


def read_pdn(text: str) -> int:
    return sum(game.board.ply for game in pdn.read_games(io.StringIO(text)))


def random_games(variant: str) -> str:
    """Games of 100 plies as PDN."""
    games = []
    for seed in range(20):
        game = Game(variant, tags={"White": "Ann", "Black": "Bob", "Date": "2001.02.03"})
        for move in random_game(variant, seed, 100):
            if game.outcome() is None:
                game.play(move)
        games.append(game.to_pdn())
    return "\n".join(games)


PERFT_PLIES = {"english": 9, "russian": 9, "brazilian": 9, "international": 8, "italian": 9}
"""The main variants; Italian stands for all that run the general code."""

SEARCH_PLIES = {"english": 13, "russian": 12, "brazilian": 12, "international": 11, "italian": 12}


def workloads() -> dict[str, Workload]:
    """All workloads, by name."""
    yardstick = compiled_yardstick()
    queens = Yardstick("queens", partial(yardstick.queens, 11))
    stones = Yardstick("stones", partial(yardstick.stones, 20_000))
    found: dict[str, Workload] = {}
    for variant, plies in PERFT_PLIES.items():
        found[f"perft {variant}"] = Workload(partial(perft, variant, plies), "leaves", queens)
    engine = Engine(hash_mb=2)
    for variant, plies in SEARCH_PLIES.items():
        found[f"search {variant}"] = Workload(
            partial(search, engine, variant, plies), "nodes", queens
        )
    for variant in ("english", "international"):
        boards = random_positions(variant)
        fens = [board.fen() for board in boards]
        game = random_game(variant, seed=1, plies=100)
        at_the_border = {
            "legal_moves": (partial(list_moves, boards), "moves"),
            "push and pop": (partial(push_and_pop, variant, game), "moves"),
            "FEN in": (partial(read_fens, variant, fens), "positions"),
            "FEN out": (partial(write_fens, boards), "positions"),
            "PDN in": (partial(read_pdn, random_games(variant)), "plies"),
        }
        for name, (work, unit) in at_the_border.items():
            found[f"{name} {variant}"] = Workload(work, unit, stones)
    return found
