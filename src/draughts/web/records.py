"""A room as text, for a store to keep."""

from __future__ import annotations

import json
from typing import Any

from draughts import Color, Outcome, Termination
from draughts.protocols.play import Play
from draughts.protocols.shapes import outcome_to_json
from draughts.web.players import Player
from draughts.web.rooms import Room
from draughts.web.settings import Settings

__all__ = ["read_room", "write_room"]

_AS_THEY_ARE = (
    "id", "creator", "number", "version", "started", "watching", "undo_asked", "hurried",
    "turn_ends", "turn_left",
)  # fmt: skip


def write_room(room: Room) -> str:
    """All that a room is."""
    game = room.play.game
    record: dict[str, Any] = {name: getattr(room, name) for name in _AS_THEY_ARE}
    record["settings"] = room.settings.saved()
    if room.next_settings != room.settings:
        record["next_settings"] = room.next_settings.saved()
    record["seats"] = {
        side: None if player is None else player.saved() for side, player in room.seats.items()
    }
    record["moves"] = room.play.paths
    record["ended"] = outcome_to_json(game.declared_end)
    record["offer"] = None if game.draw_offer is None else game.draw_offer.value
    return json.dumps(record, separators=(",", ":"))


def read_room(text: str | bytes) -> Room:
    """The room that :func:`write_room` wrote."""
    record = json.loads(text)
    room = Room(Settings.restored(record["settings"]))
    for name in _AS_THEY_ARE:
        setattr(room, name, record[name])
    if "next_settings" in record:
        room.next_settings = Settings.restored(record["next_settings"])
    for side, saved in record["seats"].items():
        room.seats[side] = None if saved is None else Player(**saved)
    room.play = _replayed(room, record)
    return room


def _replayed(room: Room, record: dict[str, Any]) -> Play:
    """The game, move by move, with its end and the offer that stands."""
    play = Play.begin(room.settings.rules)
    for path in record["moves"]:
        play.move(path)
    if record["offer"] is not None:
        play.game.offer_draw(Color(record["offer"]))
    ended = record["ended"]
    if ended is not None:
        winner = None if ended["winner"] is None else Color(ended["winner"])
        outcome = Outcome(winner, Termination(ended["termination"]))
        play.game.adopt(play.game.end, play.game.board, outcome)
    return play
