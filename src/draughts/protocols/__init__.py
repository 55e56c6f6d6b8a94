"""The protocols by which draughts programs speak with each other, and programs of any kind with us.

One package or module a protocol; see their pages in the documentation.
"""

from __future__ import annotations

from draughts.protocols.checkerboard import CheckerBoardEngine
from draughts.protocols.dxp import DxpPlayer, DxpServer
from draughts.protocols.hub import HubEngine
from draughts.protocols.json_lines import JsonSession, json_schema, serve_json

__all__ = [
    "CheckerBoardEngine",
    "DxpPlayer",
    "DxpServer",
    "HubEngine",
    "JsonSession",
    "json_schema",
    "serve_json",
]
