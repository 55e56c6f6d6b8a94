"""What holds for every example: it is written with the public names alone."""

from __future__ import annotations

import ast
import importlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PYTHON = sorted([*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")])


def source_of(file: Path) -> str:
    """The Python of a file, of a notebook that of its cells without their magic."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return text
    cells = [cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    lines = [line for cell in cells for line in "".join(cell).splitlines()]
    return "\n".join(line for line in lines if not line.startswith("%"))


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The modules of the library that are imported from, and the names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "draughts":
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                assert not alias.name.startswith("draughts."), "import names, not modules"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "draughts":
                yield "draughts", node.attr


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.name)
def test_an_example_uses_public_names_alone(file: Path) -> None:
    tree = ast.parse(source_of(file))
    names = list(imported(tree))
    assert names
    for module, name in names:
        assert name in importlib.import_module(module).__all__, f"{module}.{name}"
        assert not any(part.startswith("_") for part in module.split(".")), module
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            private = node.attr.startswith("_") and node.attr != "_replace"  # of a named tuple
            assert not private, f"line {node.lineno}: {node.attr}"


def test_the_documentation_names_every_example() -> None:
    page = (EXAMPLES.parent / "docs" / "examples.md").read_text(encoding="utf-8")
    for file in PYTHON:
        assert f"../examples/{file.name}" in page, file.name
