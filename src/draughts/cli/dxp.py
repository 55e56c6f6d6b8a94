"""``dxp``: the engine against other programs, over DamExchange."""

from __future__ import annotations

import argparse
import sys
import threading
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack

from draughts import __version__
from draughts._core import Board
from draughts.cli.arguments import (
    Arguments,
    Commands,
    add_conversation,
    add_variant,
    at_least,
    limit_of,
    seconds,
)
from draughts.engine import Engine
from draughts.errors import ProtocolError
from draughts.levels import Level
from draughts.limits import Limit
from draughts.protocols.dxp import (
    DEFAULT_PORT,
    DxpGame,
    DxpOptions,
    DxpPlayer,
    DxpServer,
    MovePlayer,
    connect,
)
from draughts.protocols.dxp.connection import address
from draughts.scores import PlayResult
from draughts.types import Color
from draughts.variants import variant

_HERE = "127.0.0.1"
_NAP = 0.2  # seconds; Windows hears Ctrl-C only in between


def add_to(commands: Commands) -> None:
    """Add the command ``dxp``."""
    parser = add_conversation(
        commands,
        "dxp",
        dxp,
        summary="the engine against other programs, over DamExchange (DXP)",
        details="""\
Connects to a program that listens and asks it for games, or listens and plays
the games it is asked for until Ctrl-C; --initiate and --follow turn round who
asks. With several ports, several games are played at once. The protocol does
not name the rules: both programs must be set to the same, here international
if --variant says nothing else.""",
        examples="""\
  draughts dxp --listen
  draughts dxp --listen 27531 27532 -o FILE
  draughts dxp --listen 0.0.0.0:27531 --level hard --name "My program"
  draughts dxp --connect HOST:27531 --color both --games 2 --minutes 5
""",
    )
    add_variant(parser)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--listen",
        nargs="*",
        type=_address,
        metavar="[HOST:]PORT",
        help=f"wait here, by default at port {DEFAULT_PORT} of this machine alone",
    )
    where.add_argument("--connect", type=_address, metavar="HOST[:PORT]", help="who waits there")
    roles = parser.add_mutually_exclusive_group()
    roles.add_argument("--initiate", action="store_true", help="ask for games though listening")
    roles.add_argument("--follow", action="store_true", help="wait to be asked though connecting")
    asked = parser.add_argument_group("when it asks for games")
    asked.add_argument("--color", choices=("white", "black", "both"), default="white", help="ours")
    asked.add_argument("--minutes", type=_minutes, default=5.0, metavar="M", help="a side (5)")
    asked.add_argument(
        "--moves",
        type=at_least(0),
        default=0,
        metavar="N",
        help="a side, then the game ends (0: no limit)",
    )
    asked.add_argument("--fen", help="the position to begin with")
    ours = parser.add_argument_group("our side")
    ours.add_argument("--games", type=at_least(1), metavar="N", help="then end (1 when it asks)")
    ours.add_argument("--name", default=f"draughts {__version__}", help="what it is called")
    ours.add_argument("--level", type=_level, help="easy, medium, hard, master, or 0 to 20")
    ours.add_argument("--hash", type=at_least(1), default=64, metavar="MB", help="(64)")
    ours.add_argument("--threads", type=at_least(1), default=1, metavar="N", help="(1)")
    ours.add_argument("--time", type=seconds, metavar="S", help="seconds a move, at most")
    ours.add_argument("--nodes", type=at_least(1), metavar="N", help="positions a move, at most")
    ours.add_argument("--depth", type=at_least(1), metavar="N", help="plies, at most")
    ours.add_argument("--no-take-back", action="store_true", help="no move is taken back")
    ours.add_argument("-o", "--output", metavar="FILE", help="write games to the end of a PDN file")


def dxp(args: Arguments) -> int:
    """Play."""
    desk = _Desk(args.output)
    options = DxpOptions(
        name=args.name,
        variant=variant(args.variant or "international"),
        limit=limit_of(args, Limit()),
        take_back=not args.no_take_back,
        on_chat=desk.chat,
    )
    if args.connect is not None:
        with connect(_player(args), *args.connect, options=options) as player:
            try:
                (_follow if args.follow else _initiate)(args, player, desk)
            finally:
                desk.note_broken_off(player.game)
    else:
        _listen(args, options, desk)
    return 0


# --- what is typed --------------------------------------------------------------------------------


def _address(text: str) -> tuple[str, int]:
    """A host and a port, as they are typed."""
    try:
        return address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _minutes(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 999:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes up to 999")
    return number


def _level(text: str) -> Level:
    try:
        return Level.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


class _AtLevel:
    """An engine that plays at a level."""

    def __init__(self, engine: Engine, level: Level) -> None:
        self._level = level
        self._engine = engine
        self.stop = engine.stop
        self.new_game = engine.new_game

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return self._engine.play(board, limit, level=self._level)


def _player(args: Arguments) -> MovePlayer:
    engine = Engine(hash_mb=args.hash, threads=args.threads)
    return engine if args.level is None else _AtLevel(engine, args.level)


# --- playing --------------------------------------------------------------------------------------


def _initiate(args: Arguments, player: DxpPlayer, desk: _Desk) -> None:
    board = None
    if args.fen is not None:
        board = Board.from_fen(args.fen, args.variant or "international")
    colors = list(Color) if args.color == "both" else [Color(args.color)]
    games = args.games or len(colors)
    for number in range(games):
        game = player.request(
            colors[number % len(colors)],
            minutes=args.minutes,
            moves=args.moves,
            board=board,
            stop=number + 1 == games,
        )
        desk.note(game)
        if game.last:
            return


def _follow(args: Arguments, player: DxpPlayer, desk: _Desk) -> None:
    left = args.games
    while left is None or left > 0:
        game = player.follow(stop=left == 1)
        if game is None:
            return
        desk.note(game)
        left = None if left is None else left - 1


def _listen(args: Arguments, options: DxpOptions, desk: _Desk) -> None:
    """Play on every port until the games are played, or Ctrl-C."""
    addresses = args.listen or [(_HERE, DEFAULT_PORT)]
    with ExitStack() as stack:
        servers = [
            stack.enter_context(DxpServer(_player(args), host=host, port=port, options=options))
            for host, port in addresses
        ]
        for (host, _), server in zip(addresses, servers, strict=True):
            print(f"Listening at {host} port {server.port}. Ctrl-C ends it.", flush=True)
        serve = _ask_whoever_comes if args.initiate else _serve
        pool = stack.enter_context(ThreadPoolExecutor(len(servers)))
        playing = [pool.submit(serve, args, server, desk) for server in servers]
        try:
            while wait(playing, _NAP, FIRST_EXCEPTION).not_done:
                for ended in filter(Future.done, playing):
                    ended.result()
        finally:
            desk.close()
            for server in servers:
                server.close()
        for ended in playing:
            ended.result()


def _serve(args: Arguments, server: DxpServer, desk: _Desk) -> None:
    server.serve(args.games, on_game=desk.note, on_error=desk.fault)


def _ask_whoever_comes(args: Arguments, server: DxpServer, desk: _Desk) -> None:
    while (player := server.accept()) is not None:
        with desk.seat(player):
            try:
                _initiate(args, player, desk)
                return
            except ProtocolError as error:
                desk.fault(error, player.game)


# --- what is told ---------------------------------------------------------------------------------


class _Desk:
    """Where the games of all ports are noted down."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._games = 0
        self._players: list[DxpPlayer] = []
        self._closed = False

    def seat(self, player: DxpPlayer) -> DxpPlayer:
        """A player, who leaves when the desk is closed."""
        self._players.append(player)
        if self._closed:
            player.close()
        return player

    def close(self) -> None:
        """All leave; what is broken off by that is no fault."""
        self._closed = True
        for player in self._players:
            player.close()

    def note(self, game: DxpGame) -> None:
        """A game is over, or broken off."""
        outcome = game.game.outcome()
        why = "unfinished" if outcome is None else outcome.termination.value.replace("-", " ")
        names = " - ".join(game.game.tags[side] for side in ("White", "Black"))
        plies = len(game.game.end.line())
        with self._lock:
            self._games += 1
            print(f"Game {self._games}: {names} {game.game.result()}, {why}, {plies} plies")
            sys.stdout.flush()
            if self._path is not None:
                with open(self._path, "a", encoding="utf-8") as file:
                    file.write(game.game.to_pdn() + "\n\n")

    def note_broken_off(self, game: DxpGame | None) -> None:
        """A fault or Ctrl-C came into a game, if there is one: what was played is not lost."""
        if game is not None and not game.is_over:
            self.note(game)

    def fault(self, error: ProtocolError, game: DxpGame | None) -> None:
        """A connection has ended with a fault; others may come."""
        if not self._closed:
            print(f"draughts: {error}", file=sys.stderr, flush=True)
        self.note_broken_off(game)

    def chat(self, text: str) -> None:
        """The people there say something."""
        print(f"> {text}", flush=True)
