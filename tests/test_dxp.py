"""Games over DamExchange: both roles, what is said on the way, and how they end."""

from __future__ import annotations

import time

import pytest

from draughts import (
    Board,
    Color,
    Engine,
    Game,
    Level,
    Limit,
    Move,
    PlayResult,
    ProtocolError,
    Termination,
)
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
    DxpPlayer,
    DxpServer,
    EndReason,
    GameAcceptance,
    GameEnd,
    GameRequest,
    MoveMessage,
    PeerLeftError,
    connect,
)
from draughts.protocols.dxp.messages import position_of
from dxp_peers import Aside, FirstMove, Peer, Ponderous, facing

ASKED = GameRequest("Peer", Color.BLACK, 5, 0)  # we play Black
ASKED_AS_WHITE = ASKED._replace(follower=Color.WHITE)


def from_fen(fen: str, follower: Color = Color.WHITE, moves: int = 0) -> GameRequest:
    """A request for a game from a position."""
    board = Board.from_fen(fen, "international")
    return GameRequest("Peer", follower, 5, moves, position_of(board))


def begun(peer: Peer, request: GameRequest = ASKED) -> None:
    peer.send(request)
    assert peer.receive() == GameAcceptance("draughts", Acceptance.ACCEPTED)


def following(ourselves: DxpPlayer) -> Aside:
    return Aside(lambda: ourselves.follow(10))


def quiet_move(board: Board) -> Move:
    """A move that leaves nothing to capture."""
    for move in board.legal_moves:
        board.push(move)
        quiet = not board.must_capture
        board.pop()
        if quiet:
            return move
    raise AssertionError(f"no quiet move in {board.fen()}")


class Careful(FirstMove):
    """Plays a move that leaves nothing to capture."""

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return super().play(board, limit)._replace(move=quiet_move(board))


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["international", "antidraughts", "breakthrough", "english"])
def test_our_client_plays_a_match_with_our_server(variant: str) -> None:
    options = DxpOptions(variant=variant, limit=Limit(nodes=200), silence=20)
    followed: list[DxpGame] = []
    with DxpServer(Engine(hash_mb=1, seed=1), port=0, options=options) as server:
        serving = Aside(lambda: server.serve(2, on_game=followed.append))
        named = options._replace(name="The other one")
        with connect(Engine(hash_mb=1, seed=2), port=server.port, options=named) as client:
            asked = [client.request(color, minutes=2) for color in Color]
        serving.result()
    for ours, theirs in zip(asked, followed, strict=True):
        assert ours.is_over and theirs.is_over
        assert ours.color is theirs.color.opposite
        assert ours.game.outcome() == theirs.game.outcome() is not None
        assert list(ours.game.mainline()) == list(theirs.game.mainline())
        assert ours.game.tags[ours.color.value.capitalize()] == "The other one" == theirs.opponent
        assert Game.from_pdn(ours.game.to_pdn(), default=variant).outcome() == ours.game.outcome()
    assert followed[-1].last


def test_several_games_are_played_at_once_on_different_ports() -> None:
    options = DxpOptions(limit=Limit(nodes=100), silence=20)
    servers = [DxpServer(Engine(hash_mb=1), port=0, options=options) for _ in range(3)]
    serving = [Aside(lambda server=server: server.serve(1)) for server in servers]  # type: ignore
    clients = [connect(FirstMove(), port=server.port, options=options) for server in servers]
    playing = [Aside(lambda c=client: c.request(minutes=1, moves=20)) for client in clients]  # type: ignore
    assert [task.result().is_over for task in playing] == [True] * 3
    for task, client, server in zip(serving, clients, servers, strict=True):
        task.result()
        client.close()
        server.close()


def test_whoever_connects_either_may_ask_for_the_game() -> None:
    options = DxpOptions(limit=Limit(nodes=50))
    with DxpServer(FirstMove(), port=0, options=options) as server:
        with connect(FirstMove(), port=server.port, options=options) as connecting:
            follower = following(connecting)
            accepted = server.accept(10)
            assert accepted is not None
            with accepted:
                game = accepted.request(minutes=1, moves=5)
                assert list(follower.result().game.mainline()) == list(game.game.mainline())


def test_a_level_plays_too() -> None:
    class Child:
        def play(self, board: Board, limit: Limit) -> PlayResult:
            return Engine(hash_mb=1, seed=1).play(board, limit, level=Level(0))

    options = DxpOptions(limit=Limit(nodes=50))
    with DxpServer(Child(), port=0, options=options) as server:
        serving = Aside(lambda: server.serve(1))
        with connect(FirstMove(), port=server.port, options=options) as client:
            assert client.request(minutes=1, moves=3).is_over
        serving.result()


# --- the beginning --------------------------------------------------------------------------------


def test_the_initiator_asks_as_it_was_told() -> None:
    board = Board.from_fen("B:WK6,31:B20,K5", "international")
    with facing(FirstMove(), DxpOptions(name="Ourselves")) as (ourselves, peer):
        playing = Aside(lambda: ourselves.request(Color.BLACK, minutes=0.5, moves=75, board=board))
        request = peer.receive()
        assert request == GameRequest("Ourselves", Color.WHITE, 0.5, 75, position_of(board))
        peer.send(GameAcceptance("Peer", Acceptance.ACCEPTED))
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd(EndReason.LOSS, stop=True))
        assert peer.receive() == GameEnd(stop=True)
        game = playing.result()
    assert (game.color, game.opponent, game.minutes, game.moves) == (Color.BLACK, "Peer", 0.5, 75)
    assert game.game.tags["TimeControl"] == "75/30"


@pytest.mark.parametrize("code", list(Acceptance)[1:])
def test_a_game_that_is_declined_is_an_error_with_the_reason(code: Acceptance) -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = Aside(ourselves.request)
        assert isinstance(peer.receive(), GameRequest)
        peer.send(GameAcceptance("Peer", code))
        with pytest.raises(ProtocolError, match=f"Peer declines: {code.name.lower()[:2]}"):
            playing.result()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (ASKED._replace(version=2), Acceptance.WRONG_VERSION),
        (ASKED._replace(position="W" + "e" * 32), Acceptance.NOT_THIS_GAME),
        (ASKED._replace(position="W" + "e" * 49 + "w"), Acceptance.NOT_THIS_GAME),
        (ASKED._replace(position="Ww" + "e" * 48 + "z"), Acceptance.NOT_THIS_GAME),
        (ASKED._replace(moves=7), Acceptance.NO_GAME),
    ],
)
def test_the_follower_declines_what_it_cannot_or_does_not_want_to_play(
    request_: GameRequest, code: Acceptance
) -> None:
    def accept(request: GameRequest) -> Acceptance:
        return Acceptance.NO_GAME if request.moves == 7 else Acceptance.ACCEPTED

    with facing(FirstMove(), DxpOptions(accept=accept)) as (ourselves, peer):
        playing = following(ourselves)
        peer.send(request_)
        assert peer.receive() == GameAcceptance("draughts", code)
        begun(peer)  # and plays another one
        peer.send(GameEnd())
        assert peer.receive() == GameEnd()
        assert playing.result().game.result() == "*"


def test_a_follower_whom_nobody_asks_returns_without_a_game() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        assert ourselves.follow(0.05) is None
        leaving = following(ourselves)
        peer.close()
        assert leaving.result() is None


def test_a_player_that_can_is_told_of_each_new_game() -> None:
    player = FirstMove()
    with facing(player, DxpOptions()) as (ourselves, peer):
        for number in (1, 2):
            playing = following(ourselves)
            begun(peer)
            peer.send(GameEnd())
            peer.receive()
            assert not playing.result().last
            assert player.games == number


# --- time -----------------------------------------------------------------------------------------


def test_our_clock_is_the_time_and_the_moves_of_the_request() -> None:
    player = FirstMove()
    with facing(player, DxpOptions(limit=Limit(depth=3))) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, ASKED_AS_WHITE._replace(minutes=2, moves=40))
        answer = peer.receive()
        assert isinstance(answer, MoveMessage)
        board = Board("international")
        board.push(answer.move(board))
        peer.send(MoveMessage.of(board.legal_moves[0]))
        peer.receive()
        peer.send(GameEnd())
        peer.receive()
        game = playing.result()
    first, second = player.limits
    assert first.remaining is not None and second.remaining is not None
    assert 118 < second.remaining < first.remaining <= 120
    assert (first.moves_to_go, second.moves_to_go) == (40, 39)
    assert first.depth == second.depth == 3
    assert [node.clock is not None for node in game.game.end.line()] == [True] * 3


def test_without_a_clock_a_move_takes_the_limit_or_a_second() -> None:
    for limit, expected in ((Limit(), Limit(time=1.0)), (Limit(nodes=7), Limit(nodes=7))):
        player = FirstMove()
        with facing(player, DxpOptions(limit=limit)) as (ourselves, peer):
            playing = following(ourselves)
            begun(peer, ASKED_AS_WHITE._replace(minutes=0))
            assert isinstance(peer.receive(), MoveMessage)
            peer.send(GameEnd())
            peer.receive()
            playing.result()
        assert player.limits == [expected]


def test_after_the_number_of_moves_the_game_ends_without_a_result() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, ASKED_AS_WHITE._replace(moves=1))
        board = Board("international")
        answer = peer.receive()
        assert isinstance(answer, MoveMessage)
        board.push(answer.move(board))
        peer.send(MoveMessage.of(board.legal_moves[0]))
        assert peer.receive() == GameEnd(EndReason.UNKNOWN)
        peer.send(GameEnd())
        assert playing.result().game.result() == "*"


# --- the end --------------------------------------------------------------------------------------


def test_the_side_that_has_no_move_says_that_it_has_lost() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, from_fen("B:W31:B26", Color.WHITE))
        peer.send(MoveMessage(0, 26, 37, (31,)))
        assert peer.receive() == GameEnd(EndReason.LOSS)
        peer.send(GameEnd())
        game = playing.result()
    outcome = game.game.outcome()
    assert (outcome.winner, outcome.termination) == (Color.BLACK, Termination.NO_MOVES)


def test_whoever_leaves_after_its_last_move_was_answered_has_ended_the_game() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, from_fen("W:W33:B28", Color.WHITE))
        assert peer.receive() == MoveMessage(0, 33, 22, (28,))
        peer.close()
        game = playing.result()
    assert game.game.result() == "2-0"
    assert game.last


def test_a_draw_by_the_rules_is_said_by_the_side_to_move() -> None:
    with facing(Careful(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, from_fen("B:WK46:BK4", Color.WHITE))
        board = Board.from_fen("B:WK46:BK4", "international")
        while True:
            board.push(quiet_move(board))
            peer.send(MoveMessage.of(board.peek()))
            answer = peer.receive()
            if not isinstance(answer, MoveMessage):
                break
            board.push(answer.move(board))
        assert answer == GameEnd(EndReason.DRAW)
        peer.send(GameEnd())
        game = playing.result()
    assert game.game.outcome().termination is board.outcome().termination  # type: ignore
    assert game.game.result() == "1-1"


def test_a_peer_that_plays_on_in_a_drawn_game_is_told_so_in_our_turn() -> None:
    with facing(Careful(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, from_fen("W:WK46:BK4", Color.WHITE))
        board = Board.from_fen("W:WK46:BK4", "international")
        for _ in range(5):  # the tenth ply, ours, makes the draw; the peer does not look
            answer = peer.receive()
            if not isinstance(answer, MoveMessage):
                break
            board.push(answer.move(board))
            board.push(quiet_move(board))
            peer.send(MoveMessage.of(board.peek()))
        assert peer.receive() == GameEnd(EndReason.DRAW)
        peer.send(GameEnd())
        assert playing.result().game.result() == "1-1"


@pytest.mark.parametrize(
    ("reason", "result", "termination"),
    [
        (EndReason.UNKNOWN, "*", None),
        (EndReason.LOSS, "0-2", Termination.RESIGNATION),
        (EndReason.DRAW, "1-1", Termination.AGREEMENT),
        (EndReason.WIN, "2-0", Termination.UNKNOWN),
    ],
)
def test_the_reason_of_the_peer_is_recorded(
    reason: EndReason, result: str, termination: Termination | None
) -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        peer.send(GameEnd(reason))
        assert peer.receive() == GameEnd(EndReason.UNKNOWN)
        game = playing.result()
    assert game.reason is reason
    assert game.game.result() == result
    outcome = game.game.outcome()
    assert (outcome and outcome.termination) == termination


@pytest.mark.parametrize("stop", [False, True])
def test_we_end_the_game_when_it_is_our_turn(stop: bool) -> None:
    player = Ponderous()
    with facing(player, DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        ourselves.end(EndReason.DRAW, stop=stop)  # it is their turn: not yet
        board = Board("international")
        peer.send(MoveMessage.of(board.legal_moves[0]))
        assert peer.receive() == GameEnd(EndReason.DRAW, stop)
        peer.send(GameEnd())
        game = playing.result()
    assert game.game.result() == "1-1"
    assert game.last is stop


def test_we_resign_while_our_player_thinks() -> None:
    player = Ponderous()
    with facing(player, DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, ASKED_AS_WHITE)
        assert player.began.acquire(timeout=10)
        ourselves.end()
        assert peer.receive() == GameEnd(EndReason.LOSS)
        peer.send(GameEnd())
        assert playing.result().game.result() == "0-2"


def test_a_connection_that_is_closed_in_our_turn_says_good_bye() -> None:
    class Interrupted(FirstMove):
        def play(self, board: Board, limit: Limit) -> PlayResult:
            raise KeyboardInterrupt

    with facing(Interrupted(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, ASKED_AS_WHITE)
        with pytest.raises(KeyboardInterrupt):
            playing.result()
        ourselves.close()
        assert peer.receive() == GameEnd(stop=True)
        with pytest.raises(PeerLeftError):
            peer.receive()


# --- chat -----------------------------------------------------------------------------------------


def test_people_chat_at_any_time() -> None:
    heard: list[str] = []
    player = Ponderous()
    with facing(player, DxpOptions(on_chat=heard.append)) as (ourselves, peer):
        peer.send(Chat("Before"))
        playing = following(ourselves)
        begun(peer)
        peer.send(Chat("In your turn"))
        ourselves.chat("Grüße! " + "x" * 200)
        assert peer.receive() == Chat("Gr??e! " + "x" * 119)
        peer.send(MoveMessage.of(Board("international").legal_moves[0]))
        assert player.began.acquire(timeout=10)
        peer.send(Chat("In mine"))
        peer.send(GameEnd())
        peer.receive()
        playing.result()
    assert heard == ["Before", "In your turn", "In mine"]


# --- back requests --------------------------------------------------------------------------------


def test_the_peer_takes_a_move_back_in_its_turn() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        board = Board("international")
        for _ in range(2):
            peer.send(MoveMessage.of(board.legal_moves[0]))
            board.push(board.legal_moves[0])
            answer = peer.receive()
            assert isinstance(answer, MoveMessage)
            board.push(answer.move(board))
        peer.send(BackRequest(1, Color.WHITE))
        assert peer.receive() == BackAcceptance(BackAnswer.ACCEPTED)
        other = Board("international").legal_moves[1]
        peer.send(MoveMessage.of(other))
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd())
        peer.receive()
        game = playing.result()
    assert next(game.game.mainline()) == other
    assert len(list(game.game.mainline())) == game.board.ply == 2


def test_a_move_is_taken_back_while_we_think_about_the_answer() -> None:
    player = Ponderous()
    with facing(player, DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        moves = Board("international").legal_moves
        peer.send(MoveMessage.of(moves[0]))
        assert player.began.acquire(timeout=10)
        peer.send(BackRequest(1, Color.WHITE))
        assert peer.receive() == BackAcceptance(BackAnswer.ACCEPTED)
        peer.send(MoveMessage.of(moves[1]))
        assert player.began.acquire(timeout=10)
        player.stop()
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd())
        peer.receive()
        assert next(playing.result().game.mainline()) == moves[1]


@pytest.mark.parametrize(
    ("request_", "allowed", "code"),
    [
        (BackRequest(9, Color.WHITE), True, BackAnswer.REFUSED),
        (BackRequest(0, Color.WHITE), True, BackAnswer.REFUSED),
        (BackRequest(1, Color.BLACK), True, BackAnswer.REFUSED),
        (BackRequest(1, Color.WHITE), False, BackAnswer.NOT_SUPPORTED),
    ],
)
def test_a_back_request_that_is_not_granted_changes_nothing(
    request_: BackRequest, allowed: bool, code: BackAnswer
) -> None:
    with facing(FirstMove(), DxpOptions(take_back=allowed)) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        peer.send(request_)
        assert peer.receive() == BackAcceptance(code)
        peer.send(MoveMessage.of(Board("international").legal_moves[0]))
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd())
        peer.receive()
        assert playing.result().board.ply == 2


@pytest.mark.parametrize("code", BackAnswer)
def test_we_ask_to_take_a_move_back(code: BackAnswer) -> None:
    player = Ponderous()
    with facing(player, DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        board = Board("international")
        peer.send(MoveMessage.of(board.legal_moves[0]))
        assert player.began.acquire(timeout=10)
        asked = ourselves.take_back(1, Color.WHITE)
        assert peer.receive() == BackRequest(1, Color.WHITE)
        peer.send(BackAcceptance(code))
        assert asked.result(10) is code
        if code is BackAnswer.ACCEPTED:
            peer.send(MoveMessage.of(board.legal_moves[1]))
        player.began.acquire(timeout=10)
        player.stop()
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd())
        peer.receive()
        first = board.legal_moves[1 if code is BackAnswer.ACCEPTED else 0]
        assert next(playing.result().game.mainline()) == first


def test_a_move_that_crosses_our_back_request_is_taken_back_with_the_others() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer, ASKED_AS_WHITE)
        board = Board("international")
        answer = peer.receive()
        assert isinstance(answer, MoveMessage)
        board.push(answer.move(board))
        asked = ourselves.take_back(1, Color.WHITE)
        assert peer.receive() == BackRequest(1, Color.WHITE)
        peer.send(MoveMessage.of(board.legal_moves[0]))
        peer.send(BackAcceptance(BackAnswer.ACCEPTED))
        assert asked.result(10) is BackAnswer.ACCEPTED
        assert isinstance(peer.receive(), MoveMessage)
        peer.send(GameEnd())
        peer.receive()
        assert playing.result().board.ply == 1


def test_what_is_wished_when_the_game_is_over_comes_too_late() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, peer):
        playing = following(ourselves)
        begun(peer)
        asked = ourselves.take_back(1, Color.WHITE)
        peer.receive()
        peer.send(GameEnd())
        assert asked.result(10) is BackAnswer.REFUSED
        playing.result()


# --- connections ----------------------------------------------------------------------------------


def test_nobody_listens() -> None:
    with DxpListener(port=0) as listener:
        port = listener.port
    with pytest.raises(ProtocolError, match=f"no connection to 127.0.0.1 port {port}"):
        connect(FirstMove(), port=port)
    with pytest.raises(ProtocolError, match="no connection to"):
        DxpConnection.connect("no.such.machine.invalid", 1, timeout=5)


def test_a_port_is_taken() -> None:
    with DxpServer(FirstMove(), port=0) as server:
        with pytest.raises(ProtocolError, match=f"cannot listen at 127.0.0.1 port {server.port}"):
            DxpServer(FirstMove(), port=server.port)
    with pytest.raises(ProtocolError, match="cannot listen"):
        DxpServer(FirstMove(), port=70_000)


def test_a_server_that_is_closed_stops_waiting() -> None:
    with DxpServer(FirstMove(), port=0) as server:
        assert server.accept(0.01) is None
        waiting = Aside(server.serve)
        time.sleep(0.05)
        server.close()
        waiting.result()
    assert server.accept() is None


def test_a_position_of_another_variant_is_not_asked_for() -> None:
    with facing(FirstMove(), DxpOptions()) as (ourselves, _):
        with pytest.raises(ValueError, match="is of english, the games are international"):
            ourselves.request(board=Board())
