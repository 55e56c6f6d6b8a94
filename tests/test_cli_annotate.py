"""``draughts annotate``: games marked, told, and none lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from draughts.cli import main
from draughts.pdn import read_games

GAMES = """\
[White "Ann"]
[Black "Ben"]
[GameType "21"]
[Result "*"]

1. 9-13 {hello} 23-19 2. 13-17 *

[White "Cy"]
[Black "Di"]
[GameType "21"]
[Result "*"]

1. 11-15 nonsense *
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_a_hung_man_is_marked_and_every_game_is_kept(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marked = file.with_name("marked.pdn")
    assert main(["annotate", "--nodes", "20000", str(file), "-o", str(marked)]) == 0
    first, second = read_games(marked)
    last = first.end
    assert 4 in last.nags and last.comment_after
    assert last.parent is not None and len(last.parent.variations) == 2
    assert first.root.variations[0].comment_after == "hello"
    assert second.tags["White"] == "Cy" and len(list(second.mainline())) == 1
    assert "Ben" in capsys.readouterr().err


def test_machines_get_a_line_for_each_game(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", "--depth", "5", "--json", str(file)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2


def test_several_processes_mark_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for jobs in "1", "2":
        assert main(["annotate", "--nodes", "5000", "--jobs", jobs, str(file)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != ""
