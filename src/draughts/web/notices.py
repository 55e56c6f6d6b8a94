"""What a room tells after a change: one text for every page, and what the servers have to know."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from draughts.web.players import Player, same_secret
from draughts.web.positions import position_of
from draughts.web.rooms import Room

__all__ = ["Notice", "notice_of", "state_of"]


class Notice(NamedTuple):
    """What has to be known of a room after a change.

    Args:
        version: the room's version.
        text: the state of the room as it is sent to every page. No secret is in it.
        secrets: whose seat is whose.
        due: when the room wants a tick, in seconds since 1970, or None.
        computer: whether the computer is to move.
        connections: those that the room knows of.
    """

    version: int
    text: str
    secrets: dict[str, str]
    due: float | None
    computer: bool
    connections: list[str]

    def seat_of(self, secret: str | None) -> str | None:
        """The side of who has a secret; None for who has no seat."""
        for side, wanted in self.secrets.items():
            if same_secret(secret, wanted):
                return side
        return None


def notice_of(room: Room, now: float) -> Notice:
    """What a room tells at a time."""
    return Notice(
        room.version,
        json.dumps(state_of(room, now), separators=(",", ":")),
        {side: player.secret for side, player in room.seats.items() if player is not None},
        room.due(),
        room.computer_to_move,
        room.connections,
    )


def state_of(room: Room, now: float) -> dict[str, Any]:
    """The ``state`` message of the protocol."""
    offer = room.play.game.draw_offer
    waiting = room.next_settings != room.settings
    return {
        "type": "state",
        "room": room.id,
        "version": room.version,
        "game": room.number,
        "started": room.started,
        "seats": {side: _seat(room, side, player) for side, player in room.seats.items()},
        "spectators": len(room.watching),
        "settings": room.settings.to_json(),
        "next": room.next_settings.to_json() if waiting else None,
        "asks": {"undo": room.undo_asked, "draw": None if offer is None else offer.value},
        "clock": _clock(room, now),
        "position": position_of(room.play),
    }


def _seat(room: Room, side: str, player: Player | None) -> dict[str, Any] | None:
    if player is None:
        return None
    return {
        "name": player.name,
        "present": player.present,
        "computer": player.stand_in or (room.hurried and side == room.turn),
        "score": room.score(side),
        "rematch": player.rematch,
    }


def _clock(room: Room, now: float) -> dict[str, Any] | None:
    """Seconds that are left of the turn, and whether they run; None if no time is counted."""
    if room.settings.turn_time is None or not room.going_on:
        return None
    if room.turn_ends is not None:
        left = max(room.turn_ends - now, 0.0)
    else:
        left = room.settings.turn_time if room.turn_left is None else room.turn_left
    return {"seconds": round(left, 1), "running": room.turn_ends is not None}
