"""CheckerBoard: positions, moves, commands and times as its reference has them, and our engine."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import Board, Color, EngineError, Limit, ProtocolError
from draughts.protocols.checkerboard import (
    GAME_TYPES,
    CBMove,
    CheckerBoardServer,
    array_of,
    board_of,
    format_movelist,
    parse_movelist,
)
from draughts.protocols.checkerboard.host import (
    Bridge,
    Jump,
    MoveFields,
    escaped,
    format_grid,
    format_move,
    parse_grid,
    parse_move,
    unescaped,
)
from draughts.protocols.checkerboard.position import (
    color_code,
    coordinates,
    move_between,
    numeric_fen,
    square_at,
)
from draughts.protocols.checkerboard.times import EXACT_TIME, RESET_MOVES, limit_of, pack

every_variant = pytest.mark.parametrize("variant", [v.name for v in GAME_TYPES.values()])

BLACK_MAN, WHITE_MAN, BLACK_KING, WHITE_KING = 6, 5, 10, 9


def positions(variant: str, games: int = 6) -> Iterator[Board]:
    """Positions of games that chance has played."""
    chance = random.Random(variant)
    for _ in range(games):
        board = Board(variant)
        while not board.is_game_over() and board.ply < 120:
            yield board
            board.push(chance.choice(board.legal_moves))


# --- positions ------------------------------------------------------------------------------------


@every_variant
def test_black_begins_below_and_white_above_on_squares_where_x_and_y_have_an_even_sum(
    variant: str,
) -> None:
    array = array_of(Board(variant))
    for x in range(8):
        for y in range(8):
            row = BLACK_MAN if y < 3 else WHITE_MAN if y > 4 else 0
            assert array[x][y] == (0 if (x + y) % 2 else row)


def published_number(x: int, y: int, game_type: int) -> int:
    """The number of a square by the tables of CheckerBoard's reference."""
    if game_type == 22:
        return 4 * y + x // 2 + 1
    if game_type == 24:
        return 4 * (7 - y) + (7 - x) // 2 + 1
    return 4 * (y + 1) - x // 2


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_squares_have_the_published_numbers(game_type: int) -> None:
    board = Board(GAME_TYPES[game_type])
    for square in range(1, 33):
        x, y = coordinates(board, square)
        assert published_number(x, y, game_type) == square
        assert square_at(board, (x, y)) == square


@every_variant
def test_a_position_goes_over_and_comes_back(variant: str) -> None:
    for board in positions(variant):
        array = array_of(board)
        assert board_of(array, color_code(board.turn), variant) == board
        assert parse_grid(format_grid(array)) == array
        assert Board.from_fen(numeric_fen(board), variant) == board


def test_kings_have_their_numbers() -> None:
    array = array_of(Board.from_fen("W:WK29:BK4"))
    assert (array[0][0], array[7][7]) == (BLACK_KING, WHITE_KING)


@pytest.mark.parametrize(
    ("array", "color", "told"),
    [
        ([[0] * 8] * 7, 1, "not eight by eight"),
        ([[0] * 7] * 8, 1, "not eight by eight"),
        ([[3] * 8] * 8, 1, "3 at x 6, y 0 is no piece"),
        ([[0] * 8] * 8, 3, "3 is no colour"),
    ],
)
def test_a_board_that_is_none_is_refused(array: list[list[int]], color: int, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        board_of(array, color, "russian")


def test_a_variant_that_checkerboard_does_not_know_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"knows no thai; it knows 21 \(english\), 22"):
        array_of(Board("thai"))
    with pytest.raises(ProtocolError, match="knows no international"):
        CheckerBoardServer("international")


# --- moves ----------------------------------------------------------------------------------------


@every_variant
def test_a_move_goes_over_and_comes_back_and_changes_the_board_as_ours_does(variant: str) -> None:
    for board in positions(variant):
        for move in board.legal_moves:
            told = CBMove.of(board, move)
            assert told.move(board) == move
            assert told.jumps == len(move.captured) == len(told.path) == len(told.deleted)
            array = array_of(board)
            (x, y), (to_x, to_y) = told.origin, told.target
            assert array[x][y] == told.oldpiece
            array[x][y] = 0
            for (gone_x, gone_y), piece in zip(told.deleted, told.delpiece, strict=True):
                assert array[gone_x][gone_y] == piece
                array[gone_x][gone_y] = 0
            array[to_x][to_y] = told.newpiece
            assert move_between(board, array) == move
            assert not told.path or told.path[-1] == told.target


@every_variant
def test_a_list_of_moves_is_read_as_it_was_written(variant: str) -> None:
    for board in positions(variant, games=2):
        assert set(parse_movelist(format_movelist(board), board)) == set(board.legal_moves)


def test_the_list_of_no_moves_is_the_one_that_checkerboard_looks_for() -> None:
    assert CheckerBoardServer("russian").enginecommand("get movelist B:W1:B") == (1, "movelist 0")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("movelist 2,0,6,6,11,15;", "no list of 2 moves"),
        ("moves 1,0,6,6,11,15;", "no list"),
        ("movelist 1,0,6,6,11;", "no list"),
        ("movelist 1,1,6,6,11,15;", "5 fields; with 1 jumps there are 8"),
        ("movelist 1,0,6,6,11,20;", "not legal"),
        ("movelist x", "no list"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(text: str, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        parse_movelist(text, Board())


def test_a_board_that_no_move_leads_to_is_refused() -> None:
    with pytest.raises(ProtocolError, match="no legal move of"):
        move_between(Board(), array_of(Board()))


# --- time -----------------------------------------------------------------------------------------


@given(st.floats(0, 6553).map(lambda s: round(s, 1)), st.floats(0, 99).map(lambda s: round(s, 1)))
def test_a_clock_goes_over_and_comes_back(remaining: float, increment: float) -> None:
    maxtime, info, moreinfo = pack(Limit(remaining=remaining, increment=increment))
    limit = limit_of(maxtime, info, moreinfo)
    assert limit.remaining == pytest.approx(remaining, abs=0.051)
    assert limit.increment == pytest.approx(increment, abs=0.051)
    assert not info & (EXACT_TIME | RESET_MOVES)


@pytest.mark.parametrize(
    ("clock", "maxtime"), [((1, 10), 4), ((6, 10), 6), ((10, 10), 10), ((60, 10), 30)]
)
def test_a_move_gets_the_share_of_the_clock_that_the_reference_says(
    clock: tuple[float, float], maxtime: float
) -> None:
    assert pack(Limit(remaining=clock[0], increment=clock[1]))[0] == pytest.approx(maxtime)


def test_a_time_is_exact_and_nothing_else_is_known() -> None:
    assert pack(Limit(time=1.5)) == (1.5, EXACT_TIME, 0)
    assert limit_of(1.5, EXACT_TIME, 0) == Limit(time=1.5)
    with pytest.raises(EngineError, match="knows only time"):
        pack(Limit(depth=5))


# --- our engine behind the calls ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("get protocolversion", (1, "2")),
        ("get gametype", (1, "21")),
        ("set hashsize 2", (1, "2")),
        ("set searchthreads 2", (1, "2")),
        ("set gametype 25", (1, "25")),
        ("get movelist B:W18:B14", (1, "movelist 1,1,6,6,14,23,23,18,5;")),
        ("set gamehist B:W21-32:B1-12", (1, "0 moves")),
        ("set gamehist B:WK12:BK28 28-24 12-16", (1, "2 moves")),
        ("set dbpath C:\\db", (0, "?")),
        ("get allscores", (0, "?")),
        ("help", (0, "?")),
        ("", (0, "?")),
        ("set", (0, "?")),
    ],
)
def test_a_command_is_answered(command: str, answer: tuple[int, str]) -> None:
    assert CheckerBoardServer(hash_mb=1).enginecommand(command) == answer


@pytest.mark.parametrize(
    "command",
    [
        "set hashsize many",
        "set hashsize 0",
        "set searchthreads 9999",
        "set gametype 20",
        "get movelist nonsense",
        "set gamehist W:WK12:BK28 1-2",
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(command: str) -> None:
    server = CheckerBoardServer(hash_mb=1)
    done, reply = server.enginecommand(command)
    assert done == 0 and reply not in ("", "?")
    assert server.enginecommand("get gametype") == (1, "21")
    assert server.enginecommand("get hashsize") == (1, "1")


def test_the_engine_says_what_it_is() -> None:
    server = CheckerBoardServer(hash_mb=1)
    assert server.enginecommand("name")[1].startswith("draughts ")
    assert "\n" in server.enginecommand("about")[1]


def asked(server: CheckerBoardServer, board: Board, info: int = 0) -> tuple[int, Board, list[str]]:
    """What ``getmove`` comes to: the result, the position afterwards, what was told."""
    told: list[str] = []
    turn = color_code(board.turn)
    result, after, fields = server.getmove(array_of(board), turn, 0.02, info, 0, told.append)
    moved = board_of(after, color_code(board.turn.opposite), board.variant)
    if fields.oldpiece:
        deleted = tuple(jump.deleted for jump in fields.jumps)
        cbmove = CBMove(
            len(deleted),
            fields.newpiece,
            fields.oldpiece,
            fields.origin,
            fields.target,
            (),
            deleted,
        )
        board.push(cbmove.move(board))
    return result, moved, told


@every_variant
def test_getmove_moves_on_the_board_and_says_which_move_that_was(variant: str) -> None:
    server, board = CheckerBoardServer(variant, hash_mb=1), Board(variant)
    for _ in range(4):
        result, moved, told = asked(server, board, RESET_MOVES)
        assert moved == board
        assert result == 3
        assert told[0].startswith("depth 1/")
        board.push(board.legal_moves[-1])


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("W:W18:B14", 1),
        ("W:W32:B6,K19,K20,K23,K24", 2),
        ("W:W28:B19,24", 2),
        ("W:WK1:BK32", 3),
    ],
)
def test_getmove_claims_what_is_certain(fen: str, result: int) -> None:
    assert asked(CheckerBoardServer(hash_mb=1), Board.from_fen(fen))[0] == result


def test_getmove_knows_the_past_that_was_told() -> None:
    server = CheckerBoardServer(hash_mb=1)
    fen, moves = "W:WK1,22:B16,K32", "1-6 32-27 6-1"
    board = Board.from_fen(fen)
    for text in moves.split():
        board.push_pdn(text)
    assert server.enginecommand(f"set gamehist {fen} {moves}") == (1, "3 moves")
    assert server._with_history(board_of(array_of(board), 2, "english")).ply == 3
    assert server._with_history(Board()).ply == 0
    asked(server, board)


def test_islegal_tells_the_move_between_two_numbers() -> None:
    server, board = CheckerBoardServer(hash_mb=1), Board.from_fen("W:W18,26:B6,14,22")
    found = server.islegal(array_of(board), color_code(Color.WHITE), 26, 1)
    assert found is not None
    assert found.newpiece == WHITE_KING and len(found.jumps) == 3
    assert server.islegal(array_of(board), color_code(Color.WHITE), 26, 23) is None


# --- lines ----------------------------------------------------------------------------------------


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r")))
def test_a_text_goes_over_on_one_line(text: str) -> None:
    assert "\n" not in escaped(text)
    assert unescaped(escaped(text)) == text


places = st.tuples(st.integers(0, 7), st.integers(0, 7))
pieces = st.sampled_from([0, WHITE_MAN, BLACK_MAN, WHITE_KING, BLACK_KING])


@given(
    st.builds(
        MoveFields,
        pieces,
        pieces,
        places,
        places,
        st.lists(st.builds(Jump, places, places, pieces), max_size=11).map(tuple),
    )
)
def test_a_move_is_read_as_it_was_written(move: MoveFields) -> None:
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize("text", ["", "1 2 3", "1 5 5 11 22", "0 5 5 1 22", "0 5 5 xx 22", "x"])
def test_a_move_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_move(text)


GRID = format_grid(array_of(Board()))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("command get gametype", "reply 1 21"),
        ("command nothing", "reply 0 ?"),
        ("command", "reply 0 ?"),
        (f"command {'x' * 256}", "error a command of 256 characters; at most 255"),
        (f"islegal 2 11 15 {GRID}", "legal 1 0 6 6 22 33"),
        (f"islegal 2 11 20 {GRID}", "legal 0"),
        (f"islegal 5 11 20 {GRID}", "error 5 is no colour"),
        ("islegal 2 11 15 600", "error a board of 3 digits; there are 64"),
        ("getmove", "error "),
        (f"getmove 2 x 0 0 {GRID}", "error could not convert"),
        (f"getmove 2 1 0 0 {'7' * 64}", "error 7 at x"),
        ("hello", "error there are command, getmove, islegal, playnow and quit"),
        ("playnow", ""),
        ("", ""),
    ],
)
def test_a_line_is_answered(line: str, answer: str) -> None:
    said: list[str] = []
    assert Bridge(CheckerBoardServer(hash_mb=1), said.append).run([line + "\n", "quit\n", "never"])
    assert len(said) == bool(answer)
    assert "".join(said).startswith(answer)


def test_a_search_ends_at_playnow_and_hears_nothing_else() -> None:
    said: list[str] = []
    bridge = Bridge(CheckerBoardServer(hash_mb=1), said.append)
    lines = [f"getmove 2 60 0 0 {GRID}", "command name", "playnow"]
    assert bridge.run(lines)
    assert "error a move is being looked for; there is only playnow" in said
    assert said[-1].startswith("move 3 ")


def test_the_command_answers_until_its_input_ends() -> None:
    asked = f"command get gametype\ngetmove 1 60 2 0 {format_grid(array_of(Board('italian')))}\n"
    ended = subprocess.run(
        [sys.executable, "-m", "draughts", "checkerboard", "--variant", "italian", "--hash", "1"],
        input=asked,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    first, *_, last = ended.stdout.splitlines()
    assert first == "reply 1 22"
    assert last.startswith("move 3 ")


# --- faults: the command answers what it can, and ends --------------------------------------------

COMMAND = [sys.executable, "-m", "draughts", "checkerboard", "--hash", "1"]
LONG = 30.0  # seconds, that nothing here takes
SEARCH = f"getmove 2 3600 0 0 {GRID}\n".encode()


def test_garbage_a_line_of_10_mb_and_half_a_line_are_answered() -> None:
    asked = (
        bytes(range(128, 256)) + b"\n\0\n" + b"command " + b"x" * 10_000_000 + b"\n"
        b"getmove " + b"7" * 1_000_000 + b"\ncommand get gametype\ncommand get gam"
    )
    ended = subprocess.run(COMMAND, input=asked, capture_output=True, timeout=LONG)
    assert (ended.returncode, ended.stderr) == (0, b"")
    answers = ended.stdout.decode().splitlines()
    assert [answer.split()[0] for answer in answers] == [*["error"] * 4, "reply", "reply"]
    assert max(map(len, answers)) < 1000
    assert answers[-2] == "reply 1 21"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize("says", [b"playnow\n", b"command name\n", b"quit\n", b""])
def test_it_ends_when_the_other_side_dies_in_a_search(says: bytes) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"command name\n" + SEARCH)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.readline()  # of the search
        process.stdout.close()
        process.stdin.write(says)
        process.stdin.close()
        assert process.wait(LONG) in (0, 141)
        assert b"Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
