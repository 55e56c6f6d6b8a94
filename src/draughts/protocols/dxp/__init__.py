"""DamExchange (DXP): games with other programs over a network connection.

>>> from draughts.protocols.dxp import parse
>>> parse("E21")
GameEnd(reason=<EndReason.DRAW: 2>, stop=True)
"""

from __future__ import annotations

from draughts.protocols.dxp.connection import (
    DEFAULT_PORT,
    DxpConnection,
    DxpListener,
    PeerLeftError,
)
from draughts.protocols.dxp.game import DxpGame
from draughts.protocols.dxp.messages import (
    Acceptance,
    BackAcceptance,
    BackAnswer,
    BackRequest,
    Chat,
    EndReason,
    GameAcceptance,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
)
from draughts.protocols.dxp.options import DxpOptions
from draughts.protocols.dxp.player import DxpPlayer
from draughts.protocols.dxp.reading import parse
from draughts.protocols.dxp.server import DxpServer, connect
from draughts.protocols.dxp.thinking import MovePlayer

__all__ = [
    "DEFAULT_PORT",
    "Acceptance",
    "BackAcceptance",
    "BackAnswer",
    "BackRequest",
    "Chat",
    "DxpConnection",
    "DxpGame",
    "DxpListener",
    "DxpOptions",
    "DxpPlayer",
    "DxpServer",
    "EndReason",
    "GameAcceptance",
    "GameEnd",
    "GameRequest",
    "Message",
    "MoveMessage",
    "MovePlayer",
    "PeerLeftError",
    "connect",
    "parse",
]
