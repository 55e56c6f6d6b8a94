"""The protocols by which draughts programs play each other.

One package or module a protocol; see their pages in the documentation.
"""

from __future__ import annotations

from draughts.protocols.checkerboard import CheckerBoardEngine
from draughts.protocols.dxp import DxpPlayer, DxpServer
from draughts.protocols.hub import HubEngine

__all__ = ["CheckerBoardEngine", "DxpPlayer", "DxpServer", "HubEngine"]
