"""DamExchange with a peer that breaks the rules: a clear error in time, and nothing left behind."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest

from draughts import Board, Color, Engine, EngineError, Limit, PlayResult, ProtocolError
from draughts.protocols.dxp import (
    Acceptance,
    BackAcceptance,
    BackAnswer,
    Chat,
    DxpConnection,
    DxpGame,
    DxpOptions,
    DxpPlayer,
    DxpServer,
    GameAcceptance,
    GameEnd,
    GameRequest,
    MoveMessage,
    PeerLeftError,
    connect,
)
from dxp_peers import Aside, FirstMove, Peer, Ponderous, facing

TIMEOUT = 0.3
SOON = 5.0  # the machines of CI are slow; a hang is longer
IMPATIENT = DxpOptions(silence=TIMEOUT)


def garbage(peer: Peer) -> None:
    peer.raw(b"\xff\xfe\x80 M0000\0")


def another_protocol(peer: Peer) -> None:
    peer.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n\0")


def empty_message(peer: Peer) -> None:
    peer.raw(b"\0\0\0")


def half_a_message(peer: Peer) -> None:
    peer.raw(b"M000032")


def death(peer: Peer) -> None:
    peer.close()


def death_in_a_message(peer: Peer) -> None:
    peer.raw(b"M000032")
    peer.close()


def ten_megabytes_without_nul(peer: Peer) -> None:
    peer.sock.settimeout(0.2)
    try:
        for _ in range(160):
            peer.raw(b"C" * 65536)
    except OSError:
        pass  # nobody reads it any more


def wrong_move(peer: Peer) -> None:
    peer.send(MoveMessage(0, 32, 27, (1, 2, 3)))


def a_square_that_is_not_there(peer: Peer) -> None:
    peer.send(MoveMessage(0, 99, 0))


def request_in_a_game(peer: Peer) -> None:
    peer.send(GameRequest("Peer", Color.WHITE, 5, 0))


def acceptance_in_a_game(peer: Peer) -> None:
    peer.send(GameAcceptance("Peer", Acceptance.ACCEPTED))


def answer_to_nothing(peer: Peer) -> None:
    peer.send(BackAcceptance(BackAnswer.ACCEPTED))


FAULTS: dict[Callable[[Peer], None], str] = {
    garbage: "no message; one begins with R, A, M, E, C, B or K",
    another_protocol: "no message",
    empty_message: "0 characters; it must have 1 to 127",
    half_a_message: "was not ended within 0.3 s: b'M000032'|has said nothing",
    death: "closed the connection|has gone",
    death_in_a_message: "in the midst of b'M000032'|has gone",
    ten_megabytes_without_nul: "more than 127 characters without the NUL",
    a_square_that_is_not_there: "99 to 0|out of turn",
    wrong_move: "32 to 27 taking 1, 2, 3 is not legal|out of turn",
    request_in_a_game: "out of turn",
    acceptance_in_a_game: "out of turn",
    answer_to_nothing: "'K0': out of turn",
}

every_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)


def in_a_game(role: str, ours: Color, ourselves: DxpPlayer, peer: Peer) -> Aside:
    """A game has begun; we play so and so, as the initiator or as the follower."""
    if role == "initiator":
        playing = Aside(lambda: ourselves.request(ours, minutes=0))
        assert isinstance(peer.receive(), GameRequest)
        peer.send(GameAcceptance("Peer", Acceptance.ACCEPTED))
    else:
        playing = Aside(lambda: ourselves.follow(10))
        peer.send(GameRequest("Peer", ours, 0, 0))
        assert isinstance(peer.receive(), GameAcceptance)
    return playing


@pytest.mark.parametrize("role", ["initiator", "follower"])
@every_fault
def test_a_fault_in_the_turn_of_the_peer(fault: Callable[[Peer], None], role: str) -> None:
    with facing(FirstMove(), IMPATIENT, timeout=TIMEOUT) as (ourselves, peer):
        playing = in_a_game(role, Color.BLACK, ourselves, peer)
        began = time.monotonic()
        fault(peer)
        with pytest.raises(ProtocolError, match=FAULTS[fault]):
            playing.result()
        assert time.monotonic() - began < SOON


@pytest.mark.parametrize("role", ["initiator", "follower"])
@every_fault
def test_a_fault_while_we_think(fault: Callable[[Peer], None], role: str) -> None:
    player = Ponderous()
    with facing(player, IMPATIENT, timeout=TIMEOUT) as (ourselves, peer):
        playing = in_a_game(role, Color.WHITE, ourselves, peer)
        assert player.began.acquire(timeout=10)
        began = time.monotonic()
        fault(peer)
        with pytest.raises(ProtocolError, match=FAULTS[fault]):
            playing.result()
        assert time.monotonic() - began < SOON


@pytest.mark.parametrize("role", ["initiator", "follower"])
def test_silence_in_a_game(role: str) -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game(role, Color.BLACK, ourselves, peer)
        with pytest.raises(ProtocolError, match="has said nothing for"):
            playing.result()


def test_chat_is_no_sign_of_life_of_a_player() -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.BLACK, ourselves, peer)
        peer.raw(b"CStill here\0" * 4)
        with pytest.raises(ProtocolError, match="has said nothing for"):
            playing.result()


def test_the_peer_has_the_time_of_its_clock_before_it_is_silent() -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = Aside(lambda: ourselves.follow(10))
        peer.send(GameRequest("Peer", Color.BLACK, 0.02, 0))  # 1.2 s
        assert isinstance(peer.receive(), GameAcceptance)
        time.sleep(2 * TIMEOUT)
        peer.send(MoveMessage.of(Board("international").legal_moves[0]))
        assert isinstance(peer.receive(), MoveMessage)
        with pytest.raises(ProtocolError, match="has said nothing for"):
            playing.result()


@pytest.mark.parametrize(
    "ask",
    [lambda ourselves: ourselves.request(), lambda ourselves: ourselves.request(Color.BLACK)],
)
def test_nobody_answers_a_request(ask: Callable[[DxpPlayer], DxpGame]) -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, _):
        with pytest.raises(ProtocolError, match="no GameAcceptance within"):
            ask(ourselves)


def test_nobody_answers_a_back_request() -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.BLACK, ourselves, peer)
        asked = ourselves.take_back(1, Color.WHITE)
        with pytest.raises(ProtocolError, match="has not answered 'B001W'"):
            playing.result()
        assert asked.result(1) is BackAnswer.REFUSED


def test_nobody_confirms_the_end() -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.WHITE, ourselves, peer)
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(MoveMessage(0, 20, 25))
        assert isinstance(peer.receive(), MoveMessage)
        ourselves.end()
        peer.send(MoveMessage(0, 15, 20))
        assert peer.receive().format() == "E10"
        with pytest.raises(ProtocolError, match="no GameEnd within"):
            playing.result()
        assert ourselves.game is not None and ourselves.game.game.result() == "0-2"


def test_what_is_no_game_is_not_played() -> None:
    for message in (MoveMessage(0, 32, 28), BackAcceptance(BackAnswer.ACCEPTED)):
        with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
            playing = Aside(lambda: ourselves.follow(10))
            peer.send(message)
            with pytest.raises(ProtocolError, match="out of turn"):
                playing.result()


def test_the_peer_is_told_what_it_did_wrong() -> None:
    with facing(FirstMove(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.BLACK, ourselves, peer)
        wrong_move(peer)
        told = peer.receive()
        assert isinstance(told, Chat) and "32 to 27 taking 1, 2, 3 is not legal" in told.text
        with pytest.raises(PeerLeftError):
            peer.receive()
        with pytest.raises(ProtocolError):
            playing.result()


def test_a_player_of_ours_that_fails_ends_the_connection() -> None:
    class Broken:
        def play(self, board: Board, limit: Limit) -> PlayResult:
            raise EngineError("no idea")

    with facing(Broken(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.WHITE, ourselves, peer)
        with pytest.raises(EngineError, match="no idea"):
            playing.result()
        with pytest.raises(PeerLeftError):
            peer.receive()


def test_a_player_of_ours_that_plays_nonsense_ends_the_connection() -> None:
    class Cheat(FirstMove):
        def play(self, board: Board, limit: Limit) -> PlayResult:
            other = Board.from_fen("W:W6:B", board.variant)
            return super().play(board, limit)._replace(move=other.legal_moves[0])

    with facing(Cheat(), IMPATIENT) as (ourselves, peer):
        playing = in_a_game("follower", Color.WHITE, ourselves, peer)
        with pytest.raises(ValueError, match="6 to 1 is not legal"):
            playing.result()
        with pytest.raises(PeerLeftError):
            peer.receive()


def test_a_server_goes_on_with_the_next_program_after_a_fault() -> None:
    faults: list[str] = []
    games: list[DxpGame] = []
    options = DxpOptions(limit=Limit(nodes=50), silence=10)
    with DxpServer(Engine(hash_mb=1), port=0, options=options) as server:
        serving = Aside(
            lambda: server.serve(
                1, on_game=games.append, on_error=lambda error, game: faults.append(str(error))
            )
        )
        for data in (b"nonsense\0", b"x" * 200):
            with socket.create_connection(("127.0.0.1", server.port)) as sock:
                sock.sendall(data)
                assert sock.recv(200)  # the reason, as chat
        socket.create_connection(("127.0.0.1", server.port)).close()  # no fault: it may leave
        with connect(FirstMove(), port=server.port, options=options) as client:
            client.request(minutes=1, moves=3)
        serving.result()
    assert len(faults) == 2 and len(games) == 1


def test_a_search_stops_when_the_peer_leaves() -> None:
    engine = Engine(hash_mb=1)
    with facing(engine, DxpOptions(limit=Limit(time=60))) as (ourselves, peer):
        playing = in_a_game("follower", Color.WHITE, ourselves, peer)
        time.sleep(0.2)
        left = time.monotonic()
        peer.close()
        with pytest.raises(PeerLeftError):
            playing.result()
        assert time.monotonic() - left < 1  # 1 ms where nothing else runs


@pytest.mark.parametrize("message", [GameEnd(), Chat("x"), MoveMessage(0, 1, 2)])
def test_sending_to_who_has_gone_is_an_error(message: GameEnd) -> None:
    ours, theirs = socket.socketpair()
    with DxpConnection(ours) as connection:
        theirs.close()
        with pytest.raises(PeerLeftError):
            for _ in range(3):
                connection.send(message)


def test_a_peer_that_reads_nothing_is_an_error() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        while True:
            ours.send(b"x" * 4096)
    except BlockingIOError:
        pass
    with DxpConnection(ours, timeout=0.2) as connection, theirs:
        with pytest.raises(ProtocolError, match=r"nothing was read for 0\.2 s"):
            connection.send(GameEnd())
