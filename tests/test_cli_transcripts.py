"""The conversations in the documentation: what is typed there is answered so."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from draughts.cli import main

PAGE = Path(__file__).resolve().parents[1] / "docs" / "terminal.md"
CONVERSATIONS = re.findall(r"^```console\n\$ draughts (.+)\n((?s:.+?))^```", PAGE.read_text(), re.M)
TYPED = re.compile(r"^(?:Black|White|draughts|replay|.+\(yes or no\)):? ([a-z0-9 -]+)$", re.M)
GAMES = """\
[White "Ben"]
[Black "Ann"]
[GameType "21"]

1. 11-15 $2 {[%clk 0:29:55] Better is 9-14.} 22-18 (23-19) 0-1
"""


@pytest.mark.parametrize(
    ("command", "shown"), CONVERSATIONS, ids=[command for command, _ in CONVERSATIONS]
)
def test_the_conversations_of_the_page_go_so(
    command: str,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (tmp_path / "games.pdn").write_text(GAMES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{t}\n" for t in TYPED.findall(shown))))
    monkeypatch.setattr("draughts.cli.replay.is_terminal", lambda: True)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == shown


def test_there_are_conversations() -> None:
    assert [command.split()[0] for command, _ in CONVERSATIONS] == ["play", "replay"]
