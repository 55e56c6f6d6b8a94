"""Seats for engines of ours: of this build, and of another one."""

from __future__ import annotations

import importlib.resources
import json
import math
import subprocess
import threading
from typing import Any

from draughts._core import Board
from draughts.engine import Engine
from draughts.errors import EngineError
from draughts.levels import Level
from draughts.limits import Limit
from draughts.match.players import Player, given
from draughts.match.seat import Seat
from draughts.types import Color

_MORE_SECONDS = 5.0  # that another interpreter may take beyond its limit before it counts as hung


class EngineSeat(Seat):
    """An engine of this build."""

    def __init__(self, player: Player) -> None:
        options: dict[str, Any] = dict(player.options)
        self._engine = Engine(**options, seed=0, book=player.book)
        self._level = None if player.level is None else Level.parse(player.level)

    def new_game(self, board: Board, color: Color, limit: Limit) -> None:
        self._engine.new_game()

    def choose(self, board: Board, limit: Limit) -> str:
        return board.pdn(self._engine.play(board, limit, level=self._level).move)

    def close(self) -> None:
        self._engine.close()


class OtherBuildSeat(Seat):
    """An engine of another build, in a process of its own. It ends when nobody asks any more."""

    def __init__(self, player: Player) -> None:
        script = importlib.resources.files("draughts.match").joinpath("elsewhere.py").read_text()
        assert player.python is not None
        self._name = player.name
        self._process = subprocess.Popen(
            [player.python, "-c", script, json.dumps(dict(player.options))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def new_game(self, board: Board, color: Color, limit: Limit) -> None:
        self._board = board.copy()
        rules = board.variant
        self._ask(5.0, variant=rules.name, json=rules.to_json(), fen=board.fen(counters=True))

    def choose(self, board: Board, limit: Limit) -> str:
        played = []
        for move in board.move_stack[len(self._board.move_stack) :]:
            played.append(self._board.pdn(move))
            self._board.push(move)
        seconds = limit.time or limit.remaining or math.inf
        return self._ask(seconds, played=played, limit=given(limit))

    def _ask(self, seconds: float, **request: Any) -> str:
        """What the other answers; it is killed if that takes far longer than it may."""
        assert self._process.stdin is not None and self._process.stdout is not None
        patience = min(seconds + _MORE_SECONDS, threading.TIMEOUT_MAX)
        watchdog = threading.Timer(patience, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            watchdog.cancel()
        if not answer:
            status = self._process.wait()
            raise EngineError(f"{self._name} has ended or hung; its exit status is {status}")
        return str(json.loads(answer))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
