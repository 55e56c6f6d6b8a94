"""Matches with programs that play over DamExchange: whole games, and what may go wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import pytest

from draughts import Board, Color, Engine, EngineError, Game, Limit
from draughts.cli import main
from draughts.match import Conditions, Player, openings, play_match, play_tournament
from draughts.match import dxp_seat as seats
from draughts.match.referee import play_game
from draughts.match.seating import leave, seat
from draughts.pdn import read_games
from draughts.protocols.dxp import (
    Acceptance,
    BackAcceptance,
    BackAnswer,
    BackRequest,
    Chat,
    DxpConnection,
    DxpGame,
    DxpListener,
    DxpOptions,
    DxpServer,
    EndReason,
    GameAcceptance,
    GameEnd,
    GameRequest,
    MoveMessage,
    connect,
)
from draughts.variants import INTERNATIONAL
from dxp_peers import Aside

OURS = Player.parse("ours,nodes=50")
UNTIMED = Conditions(Limit())
START = Game(variant="international")


def there(port: int, more: str = "minutes=5") -> Player:
    return Player.parse(f"there,dxp={port},{more}")


@contextmanager
def playing(*players: Player) -> Iterator[None]:
    """Afterwards the players have left."""
    try:
        yield
    finally:
        for player in players:
            leave(player)


@contextmanager
def serving(games: list[DxpGame], variant: str = "international") -> Iterator[int]:
    """A program that plays whatever it is asked for; the port at which it waits."""
    options = DxpOptions(name="Server", variant=variant, limit=Limit(nodes=50))
    with DxpServer(Engine(hash_mb=1), port=0, options=options) as server:
        serving = Aside(lambda: server.serve(on_game=games.append))
        yield server.port
    serving.result()


@pytest.mark.parametrize("variant", ["international", "antidraughts", "english"])
def test_whole_games_are_the_same_on_both_sides(variant: str) -> None:
    theirs: list[DxpGame] = []
    with serving(theirs, variant) as port, playing(program := there(port)):
        ours = [
            play_game(opening, *sides, UNTIMED)
            for opening in islice(openings(Board(variant).variant), 2)
            for sides in ((program, OURS), (OURS, program))
        ]
    assert not any(played.fault for played in ours)
    for played, game in zip(ours, theirs, strict=True):
        assert game.opponent == "draughts match" and game.minutes == 5
        assert game.game.result() == played.game.result()
        assert game.board == played.game.board


def test_a_match_with_a_clock_for_all_and_its_record(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    conditions = Conditions(Limit(remaining=30, nodes=50), most_plies=60)
    theirs: list[DxpGame] = []
    with serving(theirs) as port, ThreadPoolExecutor(1) as pool:
        match = play_match(
            OURS,
            Player.parse(f"there,dxp={port}"),
            "international",
            conditions,
            pairs=2,
            file=file,
            executor=pool,
        )
        pool.submit(leave, Player.parse(f"there,dxp={port}")).result()
    assert (match.tally.games, match.faults) == (4, 0)
    assert [game.minutes for game in theirs] == [0.5] * 4
    assert [game.tags["Round"] for game in read_games(file)] == ["1.1", "1.2", "2.1", "2.2"]


def test_a_tournament_of_three_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that is started, one that speaks Hub, and an engine of this build."""
    with DxpListener(port=0) as listener:
        port = listener.port
    me = f"{sys.executable} -m draughts"
    command = [
        "tournament",
        "ours,nodes=50",
        f'hub,hub="{me} hub",hash=1,book=false,depth=1',
        f'dxp,dxp={port},run="{me} dxp --listen {port} --hash 1 --nodes 50",minutes=1',
        *"--variant international --rounds 1".split(),
    ]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "international, 6 games" in told and "illegal" not in told
    with DxpListener(port=port):  # nobody is there any more
        pass
    assert main([*command, "--jobs", "2"]) != 0
    assert "dxp plays one game at a time" in capsys.readouterr().err


def test_a_program_may_connect_to_us() -> None:
    with DxpListener(port=0) as listener:
        port = listener.port
    options = DxpOptions(limit=Limit(nodes=50))
    program = Player.parse(f"there,dxp-listen={port},minutes=1")

    def come() -> int:
        while True:
            try:
                with connect(Engine(hash_mb=1), port=port, options=options) as player:
                    return sum(player.follow(10) is not None for _ in range(2))
            except ValueError:
                time.sleep(0.01)

    coming = Aside(come)
    with playing(program):
        games = [play_game(START, *sides, UNTIMED) for sides in ((program, OURS), (OURS, program))]
    assert coming.result() == 2
    assert not any(played.fault for played in games)


# --- the program ends the game, or breaks it ------------------------------------------------------


@contextmanager
def acting(
    script: Callable[[DxpConnection, Board], object], code: Acceptance = Acceptance.ACCEPTED
) -> Iterator[Player]:
    """A program that takes every request, then does what a script says, each time."""
    ended = False

    def act(connection: DxpConnection) -> None:
        while not ended:
            request = connection.receive(10)
            if request is None or ended:
                return
            assert isinstance(request, GameRequest)
            connection.send(GameAcceptance("Fake", code))
            if code is Acceptance.ACCEPTED:
                script(connection, request.board("international"))

    def serve() -> None:
        while not ended:
            connection = listener.accept(0.05)
            if connection is not None:
                with connection:
                    try:
                        act(connection)
                    except ValueError:
                        continue

    with DxpListener(port=0) as listener:
        serving = Aside(serve)
        player = there(listener.port)
        try:
            yield player
        finally:
            leave(player)
            ended = True
            serving.result()


def heard(connection: DxpConnection, kind: type) -> None:
    message = connection.receive(10)
    assert isinstance(message, kind), message


def ends(reason: EndReason) -> Callable[[DxpConnection, Board], None]:
    def script(connection: DxpConnection, board: Board) -> None:
        connection.send(Chat("that was all"))
        connection.send(BackRequest(1, Color.WHITE))
        message = connection.receive(10)
        assert message == BackAcceptance(BackAnswer.REFUSED)
        connection.send(GameEnd(reason))
        assert connection.receive(10) == GameEnd()

    return script


@pytest.mark.parametrize(
    ("reason", "result", "fault"),
    [
        (EndReason.LOSS, "0-2", ""),
        (EndReason.DRAW, "1-1", ""),
        (EndReason.WIN, "0-2", "white: 'E30' is"),
        (EndReason.UNKNOWN, "0-2", "white: 'E00' is"),
    ],
)
def test_the_program_ends_the_game(reason: EndReason, result: str, fault: str) -> None:
    """It may resign and end a game as drawn; that it wins is for the rules to say."""
    with acting(ends(reason)) as program:
        for _ in range(2):
            played = play_game(START, program, OURS, UNTIMED)
            assert played.game.result() == result
            assert played.fault.startswith(fault) and bool(played.fault) == bool(fault)


def test_an_illegal_move_loses_the_game_and_the_next_one_is_played() -> None:
    def script(connection: DxpConnection, board: Board) -> None:
        connection.send(MoveMessage(0, 32, 27, (28,)))
        assert connection.receive(10) == GameEnd(EndReason.WIN)
        connection.send(GameEnd())

    with acting(script) as program:
        for _ in range(2):
            played = play_game(START, program, OURS, UNTIMED)
            assert played.game.result() == "0-2"
            assert "32 to 27 taking 28 is not legal" in played.fault


def test_a_late_move_loses_on_time() -> None:
    def script(connection: DxpConnection, board: Board) -> None:
        time.sleep(0.2)
        connection.send(MoveMessage.of(board.legal_moves[0]))
        assert connection.receive(10) == GameEnd(EndReason.WIN)
        connection.send(GameEnd(stop=True))

    with acting(script) as waiting:
        assert waiting.dxp is not None
        with playing(program := there(waiting.dxp.port, "minutes=0.001")):
            for _ in range(2):  # the second over a new connection: it wished no other game
                played = play_game(START, program, OURS, UNTIMED)
                assert (played.game.result(), played.fault) == ("0-2", "white lost on time")


def silence(connection: DxpConnection, board: Board) -> None:
    connection.receive(3)


def departure(connection: DxpConnection, board: Board) -> None:
    connection.close()


def another_request(connection: DxpConnection, board: Board) -> None:
    connection.send(GameRequest("Fake", Color.WHITE, 5, 0))
    connection.receive(3)


def garbage(connection: DxpConnection, board: Board) -> None:
    connection._sock.sendall(b"GET / HTTP/1.1\r\n\0")
    connection.receive(3)


def half_a_message(connection: DxpConnection, board: Board) -> None:
    connection._sock.sendall(b"M000032")
    connection.receive(3)


def ten_megabytes(connection: DxpConnection, board: Board) -> None:
    with suppress(OSError):  # nobody reads it any more
        connection._sock.sendall(b"C" * 10_000_000)
    connection.receive(3)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (garbage, "there: 'GET / .* is no message"),
        (half_a_message, "there: a message was not ended within 0.3 s"),
        (ten_megabytes, "there: more than 127 characters"),
        (silence, "there: it has said nothing for 0 s"),
        (departure, "there: the other program has closed the connection|has gone"),
        (another_request, "there: 'R01Fake .* out of turn"),
    ],
)
def test_a_program_that_cannot_go_on_ends_the_match(
    fault: Callable[[DxpConnection, Board], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "_PATIENCE", 0.3)
    with acting(fault) as waiting:
        assert waiting.dxp is not None
        with playing(program := there(waiting.dxp.port, "minutes=0.001")):
            with pytest.raises(EngineError, match=told):
                play_game(START, program, OURS, UNTIMED)


def test_what_goes_wrong_after_the_end_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is a draw by then; the program leaves rather than confirm it."""
    monkeypatch.setattr(seats, "_PATIENCE", 0.3)

    def script(connection: DxpConnection, board: Board) -> None:
        board.push(board.legal_moves[0])
        connection.send(MoveMessage.of(board.peek()))
        heard(connection, GameEnd)
        connection.close()

    with acting(script) as program:
        for _ in range(2):
            played = play_game(START, program, OURS, UNTIMED._replace(most_plies=1))
            assert (played.game.result(), played.fault) == ("1-1", "")


def test_a_program_that_declines_or_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "_RETURN", 0.1)
    with acting(silence, Acceptance.NOT_THIS_GAME) as program:
        with pytest.raises(EngineError, match="there declines the game: not this game"):
            play_game(START, program, OURS, UNTIMED)
    assert program.dxp is not None
    with pytest.raises(EngineError, match=f"there: no connection to .* port {program.dxp.port}"):
        play_game(START, program, OURS, UNTIMED)
    leave(program)
    broken = Player.parse(f'broken,dxp={program.dxp.port},run="{sys.executable} -c 1/0",minutes=1')
    with playing(broken), pytest.raises(EngineError, match=r"broken: .*exit status is 1"):
        seat(broken).new_game(START.board, Color.WHITE, Limit(remaining=60))


def test_a_clock_is_needed() -> None:
    program = Player.parse("there,dxp=1")
    conditions = Conditions(Limit(time=1))
    with pytest.raises(
        ValueError, match=r"there must be .* give it minutes=, or the match a clock"
    ):
        play_match(OURS, program, INTERNATIONAL, conditions)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,dxp=host:x", "dxp=host:x: .* such as localhost:27531"),
        ("a,dxp=1,nodes=5", "nodes=5: .* minutes, run and cwd"),
        ("a,minutes=x,dxp=1", "minutes=x: not a number"),
        ("a,dxp=1,run=", "run=: not a program"),
        ("a,minutes=1", "no setting of a player is called 'minutes'"),
    ],
)
def test_wrong_settings_are_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Player.parse(text)


def test_one_game_at_a_time() -> None:
    with pytest.raises(ValueError, match="there plays one game at a time over DamExchange, not 2"):
        play_match(OURS, there(1), INTERNATIONAL, UNTIMED, workers=2)
    with pytest.raises(ValueError, match="there plays one game at a time"):
        play_tournament([OURS, there(1)], INTERNATIONAL, UNTIMED, workers=2)
