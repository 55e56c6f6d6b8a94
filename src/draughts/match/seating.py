"""Who sits where: a seat for each player, in each thread that plays."""

from __future__ import annotations

import threading

from draughts.match.build_seats import EngineSeat, OtherBuildSeat
from draughts.match.dxp_seat import DxpSeat
from draughts.match.hub_seat import HubSeat
from draughts.match.players import Player
from draughts.match.seat import Seat

_seats = threading.local()


def seat(player: Player) -> Seat:
    """A player's seat: one in each thread, taken once and kept, for an engine starts slowly."""
    known: dict[Player, Seat] = _seats.__dict__.setdefault("known", {})
    if player not in known:
        known[player] = _seated(player)
    return known[player]


def _seated(player: Player) -> Seat:
    if player.dxp is not None:
        return DxpSeat(player.name, player.dxp, player.run, player.cwd)
    if player.hub:
        return HubSeat(player.name, player.hub, player.cwd, dict(player.options))
    return EngineSeat(player) if player.python is None else OtherBuildSeat(player)


def leave(player: Player) -> None:
    """Give the seat in this thread up."""
    known: dict[Player, Seat] = _seats.__dict__.get("known", {})
    if player in known:
        known.pop(player).close()
