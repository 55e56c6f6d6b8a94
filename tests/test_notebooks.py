"""The notebooks in examples/: kept without output, and run as a reader would run them."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.ipynb"))
TO_RUN_ONE = ("ipykernel", "nbclient", "nbformat")

every_notebook = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)

Cell = dict[str, Any]


def code_cells(notebook: dict[str, Any]) -> list[Cell]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def pictures(cell: Cell) -> list[str]:
    shown = (output.get("data", {}).get("image/svg+xml") for output in cell["outputs"])
    return [picture for picture in shown if picture]


@every_notebook
def test_a_notebook_is_kept_without_output(file: Path) -> None:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    for cell in code_cells(notebook):
        assert (cell["outputs"], cell["execution_count"]) == ([], None), cell["id"]


@every_notebook
def test_a_notebook_names_no_folder_of_one_machine(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r"(?<![\w.])/(?:\w+/)+\w*|\b[A-Z]:\\", text)


@every_notebook
def test_a_notebook_runs_and_its_cells_tagged_picture_show_one(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in TO_RUN_ONE:
        pytest.importorskip(module, reason=f"{module} is missing: install the extra [test]")
    import nbclient
    import nbformat

    for folder in "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR":
        monkeypatch.setenv(folder, str(tmp_path / folder.lower()))
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    # Away from the checkout, so that the package is the one that is installed.
    place = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=60, resources=place).execute()
    for cell in code_cells(notebook):
        assert bool(pictures(cell)) is ("picture" in cell["metadata"].get("tags", ())), cell["id"]
        for picture in pictures(cell):
            assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
