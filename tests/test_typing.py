"""The types of the public API, as a client's mypy sees them."""

from __future__ import annotations

import ast
import inspect
import runpy
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

import draughts

CLIENT = Path(__file__).with_name("typing_client.py")


def words_of_the_client() -> set[str]:
    """Every name, attribute and keyword that the client uses."""
    found = set()
    for node in ast.walk(ast.parse(CLIENT.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.keyword) and node.arg:
            found.add(node.arg)
    return found


def own_attributes(cls: type) -> set[str]:
    """What a class adds to its bases; the members of an enumeration are data."""
    inherited = {name for base in cls.__mro__[1:] for name in vars(base)}
    members = set(cls.__members__) if issubclass(cls, Enum) else set()
    return {name for name in vars(cls) if not name.startswith("_")} - inherited - members


def test_the_client_uses_every_public_name() -> None:
    public = set(draughts.__all__)
    for thing in (getattr(draughts, name) for name in draughts.__all__):
        if inspect.isclass(thing):
            public |= own_attributes(thing)
    assert public - words_of_the_client() == set()


def test_the_client_runs() -> None:
    runpy.run_path(str(CLIENT), run_name="__main__")


def test_the_client_passes_mypy_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    options = ["--strict", "--config-file", "", "--cache-dir", str(tmp_path)]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(CLIENT)],
        cwd=tmp_path,  # as a client: away from the checkout, on the installed package
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
