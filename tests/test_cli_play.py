"""``draughts play``: two people at one terminal, by what they type and what they are told."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from draughts import Clock, Series
from draughts.cli import main, session
from draughts.cli.archive import Archive
from draughts.pdn import read_games

Play = Callable[..., str]

AMBIGUOUS = "W:WK47:B14,19,29,31,42"
QUIET = "W:WK32:BK1:H79:F41"


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """A sitting: the options, then the lines that are typed; what was told."""
    monkeypatch.setenv("COLUMNS", "80")

    def sitting(options: str, *lines: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *shlex.split(options)]) == status
        told = capsys.readouterr()
        return told.out if status == 0 else told.err

    return sitting


def sentences(told: str) -> str:
    """What was told, in one line."""
    return " ".join(told.split())


# --- moves ----------------------------------------------------------------------------------------


def test_the_board_is_drawn_with_the_players_and_what_they_have_taken(play: Play) -> None:
    told = play("--ascii --names Ann Ben", "11-15", "22-18", "15x22").splitlines()
    assert told[0] == "Game 1, english: Ann has Black, Ben has White. Type a move or help."
    last = told[len(told) - told[::-1].index("  Black: Ann, 1 taken") - 1 :]
    assert last[2] == "  |    b     b     b     b |  1-4"
    assert last[11] == "  White: Ben, 0 taken"
    assert last[13:15] == [
        "Black captured 15x22, taking 18.",
        "White to move. White must capture, with 25 or 26.",
    ]


def test_flip_turns_the_board_to_the_side_to_move(play: Play) -> None:
    told = play("--ascii --flip", "11-15")
    players = re.findall(r"^  (White|Black):", told, re.MULTILINE)
    assert players == ["White", "Black", "Black", "White"]
    assert "|  1-4" in told.split("11-15")[1]
    assert "| 32-29" in told.split("11-15")[0]


def test_plain_draws_nothing(play: Play) -> None:
    told = play("--plain", "11-15", "22-18", "15x22", "board", "pieces", "quit")
    assert not set(told) & set("|+─│●○\x1b")
    assert "Black moved 11 to 15." in told
    assert "Black captured 15 to 22, taking 18. So far Black has taken 1." in told
    assert "White to move. White must capture, with 25 or 26." in told
    assert "Black has 12 men, on 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12 and 22." in told
    assert "White has 11 men, on 21, 23, 24, 25, 26, 27, 28, 29, 30, 31 and 32." in told


def test_a_capture_of_several_is_told_square_by_square(play: Play) -> None:
    told = play("--plain --fen W:W18,26:B6,14,22,3", "26x1", "pieces")
    assert "White captured 26 to 17 to 10 to 1, taking 6, 14 and 22. The man became a king." in told
    assert "White has 1 man, on 18, and 1 king, on 1." in told


def test_moves_are_typed_in_the_notation_of_the_variant(play: Play) -> None:
    told = play("--plain --variant russian", "c3-d4", "moves")
    assert "White moved c3 to d4." in told
    assert "7 legal: b6-a5, b6-c5, d6-c5, d6-e5, f6-e5, f6-g5, h6-g5." in told


def test_a_wrong_move_is_explained(play: Play) -> None:
    told = play("--plain --fen W:W24,30:B19,1", "30-25", "24-19", "1-5", "40-44", "fly", "")
    assert "White must capture, with the piece on 24." in told
    assert "The piece on 1 is not white's, and white is to move." in told
    assert "There is no square 40" in told
    assert "'fly' is not a move" in told
    assert "Type help to see what can be typed." in told
    assert told.count("White to move.") == 2  # at the start, and after Enter alone


def test_an_ambiguous_capture_lists_its_choices(play: Play) -> None:
    fen = f"--variant international --fen {AMBIGUOUS}"
    choices = re.search(r"It may be (\S+) or (\S+): name", sentences(play(fen, "47x36")))
    assert choices
    assert "White captured 47" in play(fen, choices[1])
    assert "White captured 47" in play(fen, choices[2])


def test_a_capture_may_be_typed_in_part(play: Play) -> None:
    assert "taking 6, 14 and 22" in play("--fen W:W18,26:B6,14,22,3", "26x17x10x1")


def test_with_optional_capture_nobody_has_to(play: Play) -> None:
    told = play("--plain --optional-capture --fen W:W24,30:B19,1", "30-25")
    assert "White to move. White may capture, with 24." in told
    assert "White moved 30 to 25." in told


def test_moves_lists_the_legal_moves(play: Play) -> None:
    assert "7 legal: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16." in play("", "moves")


def test_moves_may_have_been_made_before(play: Play) -> None:
    told = play("--plain --moves '11-15 22-18'", "undo")
    assert "White moved 22 to 18." in told
    assert "Taken back: 22 to 18." in told
    assert play("--plain --moves 11-15 22-18", "undo") == told


# --- taking back ----------------------------------------------------------------------------------


def test_undo_and_redo_go_step_by_step(play: Play) -> None:
    told = play("--plain", "redo", "undo", "11-15", "undo", "redo", "resign", "undo")
    assert "There is nothing to bring back." in told
    assert "There is nothing to take back." in told
    assert "Taken back: 11 to 15.\nBlack to move.\n" in told
    assert told.count("Black moved 11 to 15.\nWhite to move.\n") == 2
    assert "The end is taken back.\nWhite to move.\n" in told


# --- the end of the game --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "lines", "end"),
    [
        ("", ["resign"], "White has won, Black resigned. Score: Player 1 0, Player 2 1."),
        ("", ["draw", "perhaps", "yes"], "drawn, the players agreed. Score: Player 1 0.5"),
        ("--fen W:W18,26:B6,14,22", ["26x1"], "White has won, Black has no legal move. Score:"),
        (
            "--variant breakthrough --fen W:W6,50:B20,45",
            ["6-1"],
            "White has won, it has made a king. Score: Player 1 1",
        ),
        (f"--fen {QUIET}", ["32-28"], "drawn, quiet limit: too many moves without progress."),
        (
            "--fen W:WK32:BK1",
            "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1".split(),
            "drawn, repetition: the same position came up too often.",
        ),
        ("--move-limit 2", ["11-15", "22-18"], "drawn, move limit: the game may last no longer."),
        (
            f"--fen {QUIET} --draw-rules wcdf",
            ["32-28", "claim"],
            "A draw may be claimed. Black: claim The game is over: drawn, quiet limit",
        ),
        (
            "--variant international --fen W:WK46,K47:BK5:H9:F60",
            "46-41 5-10 41-46 10-5 47-41 5-10 41-47 10-5 47-42 5-10".split(),
            "drawn, endgame limit: this ending may last no longer.",
        ),
    ],
)
def test_the_end_is_told_with_its_reason_and_the_score(
    play: Play, options: str, lines: list[str], end: str
) -> None:
    assert end in sentences(play(f"--plain {options}", *lines))


def test_after_the_end_nothing_is_played(play: Play) -> None:
    told = play("--plain", "resign", "11-15", "resign", "draw", "claim", "moves", "help")
    assert "moved" not in told
    assert told.count("The game is over: White has won, Black resigned.") == 5


def test_a_draw_may_be_declined(play: Play) -> None:
    told = play("--plain", "11-15", "draw", "no", "22-18")
    assert "White offers a draw. Black, do you accept? (yes or no) no\nBlack declines.\n" in told
    assert "White moved 22 to 18." in told


def test_a_claim_without_a_reason_is_refused(play: Play) -> None:
    assert "Black has no draw to claim in this position." in play("", "claim")


def test_the_players_change_colours_and_the_score_goes_on(play: Play) -> None:
    told = play("--plain --names Ann Ben", "resign", "new", "resign", "new", "undo", "quit")
    assert "Game 2, english: Ben has Black, Ann has White." in told
    assert "Game 3, english: Ann has Black, Ben has White." in told
    assert "Score: Ann 0, Ben 1." in told
    assert "Score: Ann 1, Ben 1." in told


def test_a_game_is_left_only_after_a_question(play: Play) -> None:
    told = play("--plain --names Ann Ben", "11-15", "new", "no", "22-18", "new", "yes")
    assert "White moved 22 to 18." in told
    assert "Game 2, english: Ann has Black, Ben has White." in told


# --- the time of a turn ---------------------------------------------------------------------------


class Slowly(io.StringIO):
    """Lines that take some seconds each to be typed."""

    def __init__(self, *lines: tuple[float, str]) -> None:
        super().__init__("".join(f"{line}\n" for _, line in lines))
        self._seconds = iter([seconds for seconds, _ in lines])
        self.now = 0.0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        self.now += next(self._seconds, 0.0)
        return super().readline(-1 if size is None else size)


@pytest.fixture
def play_slowly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    def sitting(options: str, *lines: tuple[float, str]) -> str:
        typed = Slowly(*lines)
        monkeypatch.setattr("sys.stdin", typed)
        monkeypatch.setattr(
            session, "Clock", lambda per_move, now: Clock(per_move=per_move, now=lambda: typed.now)
        )
        assert main(["play", *shlex.split(options)]) == 0
        return capsys.readouterr().out

    return sitting


def test_whose_time_runs_out_has_lost(play_slowly: Play) -> None:
    told = play_slowly(
        "--plain --turn-time 30 --names Ann Ben",
        (29, "11-15"),
        (20, "moves"),
        (9, "22-18"),
        (31, "15x22"),
        (99, "new"),
        (29, "11-15"),
    )
    assert "Each turn may take 30 seconds." in told
    assert "White moved 22 to 18." in told
    assert "Black: 15x22\nBlack took 31 seconds.\nThe game is over: White has won, the" in told
    assert "Score: Ann 0, Ben 1." in told
    assert told.endswith("--names Ben Ann --moves 11-15\n")


def test_the_time_stands_still_while_the_other_side_is_asked(play_slowly: Play) -> None:
    told = play_slowly("--turn-time 30", (20, "draw"), (50, "no"), (9, "11-15"), (1, "undo"))
    assert "Taken back: 11-15." in told
    assert "took" not in told


def test_after_undo_a_turn_begins_anew(play_slowly: Play) -> None:
    told = play_slowly(
        "--plain --turn-time 30", (20, "11-15"), (20, "undo"), (20, "10-15"), (20, "redo"), (20, "")
    )
    assert "Black moved 10 to 15." in told
    assert "White took 40 seconds." in told


# --- asking ---------------------------------------------------------------------------------------


def test_help_lists_every_command(play: Play) -> None:
    told = play("", "help")
    assert "A move, such as 9-13, or one of these:" in told
    for command in session.Session._COMMANDS:
        assert command == "help" or re.search(rf"^{command} ", told, re.MULTILINE)


def test_the_position_is_printed_as_fen(play: Play) -> None:
    assert "\nB:W24,30:B1,19\n" in play("--plain --fen B:W24,30:B1,19", "FEN")


# --- leaving --------------------------------------------------------------------------------------


def test_who_leaves_is_told_how_to_go_on(play: Play) -> None:
    told = play("--ascii --variant russian --optional-capture --turn-time 60", "c3-d4", "quit")
    assert "The games are not saved." in told
    command = told.splitlines()[-1].strip()
    assert command == (
        "draughts play --variant russian --optional-capture --turn-time 60 --ascii --moves c3-d4"
    )
    assert "c3-d4" in play(command.removeprefix("draughts play "), "undo")


def test_nothing_is_lost_where_nothing_was_played(play: Play) -> None:
    assert "saved" not in play("--plain", "moves", "quit")
    assert "To go on" not in play("--plain", "resign")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--fen nonsense", "side to move"),
        ("--moves 11-15 11-15", "'11-15'"),
        ("--names Ann Ann", "both players are called 'Ann'"),
        ("--draw-rules none-such", "no draw rules are called 'none-such'"),
        ("--turn-time never", "'never' is not a time"),
        ("--move-limit 0", "'0' is not a whole number"),
        ("--variant nine", "no variant is called 'nine'"),
        ("--save /nowhere/games.pdn", "No such file"),
    ],
)
def test_wrong_options_are_told_in_one_line(play: Play, options: str, told: str) -> None:
    refusal = play(options, status=2)
    assert refusal.startswith("draughts: ")
    assert refusal.count("\n") == 1
    assert told in refusal


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent the Unix way")
def test_ctrl_c_leaves_as_quit_does() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "draughts", "play", "--plain", "--moves", "11-15"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("White to move"):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert out.endswith("draughts play --plain --moves 11-15\n")


def test_letters_that_are_none_do_not_end_a_game() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "draughts", "play", "--plain", "--names", "Änn", "Ben"],
        input=b"\xff\xfe\n11-15\n",
        capture_output=True,
        timeout=30,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert b"is not a move" in process.stdout
    assert b"Black moved 11 to 15." in process.stdout


# --- keeping the games ----------------------------------------------------------------------------


def results(path: Path) -> list[tuple[str, str, list[str]]]:
    """Who played White, the result and the moves of the games of a file."""
    return [
        (game.tags["White"], game.result(), [str(move) for move in game.mainline()])
        for game in read_games(path)
    ]


def test_the_games_are_kept_when_the_players_leave(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    told = play(f"--names Ann Ben --save {file}", "11-15", "resign", "new", "9-13")
    assert f"Saved in {file}." in sentences(told)
    assert told.endswith(f"--save {file} --names Ben Ann --moves 9-13\n")
    first, second = ("Ben", "1-0", ["11-15"]), ("Ann", "*", ["9-13"])
    assert results(file) == [first, second]
    play(f"--names Cid Dan --save {file}", "10-15", "quit")
    assert results(file) == [first, second, ("Dan", "*", ["10-15"])]


def test_games_that_were_kept_are_written_anew_when_they_go_on(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text('[White "Eve"]\n1. 11-15 *')
    told = play("--plain", f"save {file}", "11-15", "save", "undo", "10-15", f"save {file}", "save")
    assert told.count(f"Saved in {file}.") == 4
    assert "not saved" not in told
    assert results(file) == [("Eve", "*", ["11-15"]), ("Player 2", "*", ["10-15"])]


def test_what_another_program_wrote_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    series = Series("Ann", "Ben")
    series.new_game().play("11-15")
    archive = Archive(series)
    archive.open(str(file))
    archive.write()
    with file.open("a") as other:
        other.write('\n[White "Eve"]\n1. 9-13 *\n')
    series.games[0].play("22-18")
    assert not archive.is_complete
    archive.write()
    assert archive.is_complete
    assert [moves for _, _, moves in results(file)] == [["11-15"], ["9-13"], ["11-15", "22-18"]]


def test_local_rules_are_kept_with_the_game(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    fen = "--fen W:W24,30:B19,1"
    play(f"--optional-capture --move-limit 9 {fen} --save {file}", "30-25")
    [game] = read_games(file)
    assert (game.variant.mandatory_capture, game.variant.draw_rules.max_plies) == (False, 9)
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", game.tags["Date"])


def test_a_file_that_cannot_be_written_does_not_end_the_game(play: Play) -> None:
    told = play("--plain", "save", "save /nowhere/games.pdn", "save a\0b", "11-15")
    assert "Type the name of a file too: save games.pdn" in told
    assert "Not saved: No such file or directory." in told
    assert "Not saved: embedded null byte." in told
    assert "Black moved 11 to 15." in told


def test_the_game_is_printed_as_pdn(play: Play) -> None:
    told = play("--plain --names Ann Ben", "11-15", "pdn")
    assert '[White "Ben"]\n' in told
    assert "\n1. 11-15 *\n" in told
