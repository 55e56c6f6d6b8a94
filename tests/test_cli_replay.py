"""``draughts replay``: the games of a PDN file, printed or gone through."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from draughts import Game
from draughts.cli import main
from draughts.pdn import write_games

Replay = Callable[..., str]

GAMES = """\
[Event "Club evening"]
[Date "2024.01.05"]
[White "Ben"]
[Black "Ann"]
[Result "1-0"]
[GameType "21"]

{A short game.} 1. 11-15 {[%clk 1:29:55] The old fourteenth.} 22-18 $2
(23-19 8-11 (9-14!? {why not} 22-17) 22-17) 2. 15x22 $1 $9 25x18
(26x17 8-11 17-13) 3. 8-11 {So far.} 29-25 1-0

[Event "Second"]
[White "Zoe"]
[Black "Max"]
[GameType "25"]

1. c3-d4 b6-a5 2. d4-c5 d6:b4 hello 3. a3:c5 1/2-1/2

[White "Eve \x1b[31m"]
[FEN "W:WK46,K47:BK5"]
[GameType "20"]

1. 46-41 *
"""


@pytest.fixture
def replay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Replay:
    """The command on a file of three games, in a terminal if lines are typed; what is shown."""
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "games.pdn"
    file.write_text(GAMES, encoding="utf-8")

    def command(options: str, *lines: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setattr("draughts.cli.replay.is_terminal", lambda: bool(lines))
        assert main(["replay", str(file), *shlex.split(options)]) == status
        told = capsys.readouterr()
        return told.out if status == 0 else told.err

    return command


def after(shown: str, typed: str) -> str:
    """What was shown after a line was typed, as far as the next one."""
    return shown.split(f"replay: {typed}\n", 1)[1].split("\nreplay: ", 1)[0].strip()


# --- printed --------------------------------------------------------------------------------------


def test_a_game_is_printed_with_its_tags_moves_and_last_position(replay: Replay) -> None:
    shown = replay("--ascii").splitlines()
    assert shown[:7] == [
        "Game     1",
        "Variant  english",
        "Event    Club evening",
        "Date     2024.01.05",
        "White    Ben",
        "Black    Ann",
        "Result   1-0",
    ]
    assert shown[8:19] == [
        "     A short game.",
        "  1. 11-15 [1:29:55]",
        "     The old fourteenth.",
        "  1. ...               22-18?",
        "     or 1. ... 23-19 2. 8-11 22-17",
        "       or 2. 9-14!? (why not) 22-17",
        "  2. 15x22! $9         25x18",
        "     or 2. ... 26x17 3. 8-11 17-13",
        "  3. 8-11",
        "     So far.",
        "  3. ...               29-25",
    ]
    assert shown[20] == "  Black: Ann, 1 taken"
    assert shown[22] == "  |    b     b     b     b |  1-4"
    assert shown[-2:] == [
        "Move 6 of 6. White moved 29-25.",
        "The game is over: Black has won.",
    ]


def test_plain_tells_everything_in_words(replay: Replay) -> None:
    shown = replay("--plain")
    assert not set(shown) & set("|+─│●○\x1b")
    assert "1. Black moved 11 to 15. Clock 1:29:55.\n     The old fourteenth.\n" in shown
    assert "1. White moved 22 to 18. A mistake.\n" in shown
    assert "2. Black captured 15 to 22, taking 18. A good move. Sign 9.\n" in shown
    assert shown.endswith(
        "\n\nMove 6 of 6. White moved 29 to 25.\nThe game is over: Black has won.\n"
    )


def test_what_the_reader_met_is_told(replay: Replay) -> None:
    shown = replay("--game 2")
    assert re.search(r"^Note: line \d+, column \d+: 'hello' is no move", shown, re.MULTILINE)
    assert "The game is over: drawn.\n" in shown
    assert "  2. d4-c5             d6:b4\n  3. a3:c5\n" in shown


def test_of_many_notes_the_first_are_told(replay: Replay, tmp_path: Path) -> None:
    (tmp_path / "games.pdn").write_text('[GameType "21"]\n1. 11-15 ' + "hello {} " * 9 + "*")
    notes = [line for line in replay("").splitlines() if line.startswith("Note: ")]
    assert len(notes) == 6
    assert re.fullmatch(r"Note: and \d+ more", notes[-1])


def test_nothing_in_a_file_steers_the_terminal(replay: Replay) -> None:
    shown = replay("--game 3")
    assert "\x1b" not in shown
    assert "White: Eve  [31m, 0 taken" in shown


def test_ply_chooses_the_position(replay: Replay) -> None:
    assert "Move 2 of 6. White moved 22-18?\nNext: 15x22.\n" in replay("--ply 2")
    assert "The first position." in replay("--ply 0")
    assert "there is no move 7: the game has 6" in replay("--ply 7", status=2)


def test_all_prints_every_game(replay: Replay) -> None:
    shown = replay("--all")
    assert re.findall(r"^Game +(\d)$", shown, re.MULTILINE) == ["1", "2", "3"]
    assert shown.endswith("Black to move. Black must capture, with 5.\n")


def test_the_analysis_after_the_end_of_a_game_is_no_part_of_it(
    replay: Replay, tmp_path: Path
) -> None:
    game = Game()
    game.play("11-15")
    game.add_variation("22-18")
    write_games([game], tmp_path / "games.pdn")
    assert "  1. 11-15\n     or 1. ... 22-18\n" in replay("")
    shown = replay("--plain", "end", "v", "main")
    assert after(shown, "end").endswith("White to move. Variations: 1: 22 to 18.")
    assert after(shown, "v") == "In a variation. White moved 22 to 18.\nThe variation ends here."
    assert after(shown, "main").startswith("Move 1 of 1. Black moved 11 to 15.")


def test_a_game_that_is_deeply_nested_can_be_printed(replay: Replay, tmp_path: Path) -> None:
    game = Game(fen="W:WK32:BK1")
    node = game.root
    for text in ("32-28", "1-5", "28-32", "5-1") * 300:
        other = "32-27 1-6 28-24 5-9".split()[("32-28", "1-5", "28-32", "5-1").index(text)]
        following = game.add_variation(text, node)
        game.add_variation(other, node)
        node = following
    write_games([game], tmp_path / "games.pdn")
    assert replay("").count("or ") > 1000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--game 4", "there is no game 4"),
        ("--game 0", "'0' is not a whole number from 1"),
        ("--all --game 2", "--all shows every game"),
        ("--all --ply 2", "--all shows every game"),
        ("--delay never", "'never' is not a time"),
    ],
)
def test_wrong_options_are_told_in_one_line(replay: Replay, options: str, told: str) -> None:
    refusal = replay(options, status=2)
    assert refusal.startswith("draughts: ")
    assert refusal.count("\n") == 1
    assert told in refusal


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/no/such.pdn"]) == 2
    assert capsys.readouterr().err == "draughts: No such file or directory\n"


# --- by itself ------------------------------------------------------------------------------------


def test_with_a_delay_it_plays_by_itself(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("draughts.cli.replayed.time.sleep", pauses.append)
    shown = replay("--delay 1.5 --plain", "not read")
    assert pauses == [1.5] * 6
    assert re.findall(r"Move (\d) of 6", shown) == list("123456")
    replay("--delay 0.5 --ply 4", "not read")
    assert pauses[6:] == [0.5] * 2
    assert replay("--delay 1 --all --plain").count("The first position.") == 3


# --- gone through ---------------------------------------------------------------------------------


def test_one_goes_forth_and_back(replay: Replay) -> None:
    shown = replay("--plain", "back", "", "next", "b", "n", "end", "n", "go 3", "start", "quit")
    assert after(shown, "back") == "This is the start."
    assert after(shown, "") == (
        "Move 1 of 6. Black moved 11 to 15. Clock 1:29:55.\n"
        "The old fourteenth.\n"
        "Next: 22 to 18. Variations: 1: 23 to 19."
    )
    assert after(shown, "next").startswith("Move 2 of 6. White moved 22 to 18. A mistake.\n")
    assert after(shown, "b").startswith("Move 1 of 6.")
    assert after(shown, "end").endswith("The game is over: Black has won.")
    assert shown.count("This is the end.") == 1
    assert after(shown, "go 3").startswith("Move 3 of 6.")
    assert after(shown, "start").startswith("The first position.\nA short game.\n")


def test_a_variation_is_entered_and_left(replay: Replay) -> None:
    shown = replay("--plain", "n", "variation 1", "v 1", "n", "n", "main", "v 2", "quit")
    assert after(shown, "variation 1") == (
        "In a variation. White moved 23 to 19.\nNext: 8 to 11. Variations: 1: 9 to 14."
    )
    assert "Black moved 9 to 14. An interesting move.\nwhy not\n" in after(shown, "v 1")
    assert "The variation ends here." in shown
    assert "This is the end." in shown
    assert after(shown, "main").startswith("Move 1 of 6.")
    assert after(shown, "v 2") == "There is no variation 2 here."


def test_one_goes_from_game_to_game(replay: Replay) -> None:
    shown = replay("--plain", "next game", "game 3", "next game", "game 0", "game x", "game 1")
    assert after(shown, "next game").startswith("Game     2\n")
    assert after(shown, "game 3").startswith("Game     3\n")
    assert re.search(r"There is no game 4 in .*games.pdn: it has 3.", shown)
    assert after(shown, "game 0") == "The games are counted from 1."
    assert after(shown, "game x") == "'x' is not a number."
    assert after(shown, "game 1").startswith("Game     1\n")


def test_asking_does_not_move(replay: Replay) -> None:
    shown = replay("--plain --game 3", "moves", "pieces", "fen", "help", "fly", "go 9", "n")
    assert after(shown, "moves") == "1. White moved 46 to 41."
    assert after(shown, "pieces").startswith("White has 2 kings, on 46 and 47.\n")
    assert after(shown, "fen") == "W:WK46,K47:BK5"
    assert after(shown, "help").startswith("next ")
    assert after(shown, "fly") == "Type help to see what can be typed."
    assert after(shown, "go 9") == "There is no move 9: the game has 1."
    assert after(shown, "n").startswith("Move 1 of 1.")


def test_the_board_is_drawn_from_the_side_that_is_wanted(replay: Replay) -> None:
    assert "| 32-29" in replay("--ascii --flipped", "n").splitlines()[10]
    assert "|  1-4" in replay("--ascii", "n").splitlines()[10]
