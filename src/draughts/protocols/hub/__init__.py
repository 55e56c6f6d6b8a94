"""The Hub protocol, version 2: by it an engine takes orders on its standard input and output.

The protocol is that of Scan 3.1 by Fabien Letouzey, whose ``protocol.txt`` describes it. This
package speaks both sides: :class:`HubEngine` drives an engine, and ``draughts hub`` is one.
"""

from __future__ import annotations

from draughts.protocols.hub.client import HubEngine

__all__ = ["HubEngine"]
