"""What a page may say: each message read, checked, and turned into a change of the room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.play import MOST_MOVES, read_path
from draughts.web.players import checked_name
from draughts.web.rooms import Change, Room
from draughts.web.settings import read_settings

__all__ = ["PROTOCOL_VERSION", "Visitor", "change_of", "read_hello"]

PROTOCOL_VERSION = 1

_LONGEST_SECRET = 64
_LONGEST_TEXT = 100
_MOST_SQUARES = 60
_MOST_GAMES = 10**9


@dataclass
class Visitor:
    """Who is at the other end of a connection, as far as it has told.

    Args:
        connection: the name of the connection, ``server:number``.
        secret: that of a seat, or None.
        creator: that of the room, or None.
        name: the nickname to sit down with.
    """

    connection: str
    secret: str | None = None
    creator: str | None = None
    name: str = ""


def read_hello(fields: Fields, connection: str) -> Visitor:
    """Who says hello.

    Raises:
        BadMessage: another version of the protocol is spoken (``version``), or a field is not as
            it should be.
    """
    fields.only("type", "version", "seat", "creator", "name")
    version = fields.number("version", 0, 10**6)
    if version != PROTOCOL_VERSION:
        raise BadMessage("version", f"this server speaks version {PROTOCOL_VERSION}, not {version}")
    return Visitor(
        connection,
        fields.text("seat", _LONGEST_SECRET) if "seat" in fields else None,
        fields.text("creator", _LONGEST_SECRET) if "creator" in fields else None,
        checked_name(fields.text("name", _LONGEST_TEXT, "")),
    )


def change_of(visitor: Visitor, fields: Fields) -> Change:
    """What a message changes in a room.

    Raises:
        BadMessage: there is no such message (``bad-field``), or it is not as it should be.
    """
    kind = fields.choice("type", (*_READERS, *_ASKS))
    if kind in _READERS:
        return _READERS[kind](visitor, fields)
    fields.only("type")
    ask = _ASKS[kind]
    return lambda room, now: ask(room, room.seat_of(visitor.secret), now)


def _sit(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "side")
    side = fields.choice("side", ("black", "white")) if "side" in fields else None

    def change(room: Room, now: float) -> None:
        visitor.secret = room.sit(visitor.connection, visitor.name, side, now)

    return change


def _move(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "game", "ply", "path")
    game = fields.number("game", 1, _MOST_GAMES) if "game" in fields else None
    ply = fields.number("ply", 0, MOST_MOVES)
    path = read_path(fields.items("path", _MOST_SQUARES))
    return lambda room, now: room.move(room.seat_of(visitor.secret), ply, path, now, game)


def _answer(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "to", "yes")
    answer = _ANSWERS[fields.choice("to", _ANSWERS)]
    yes = fields.flag("yes")
    return lambda room, now: answer(room, room.seat_of(visitor.secret), yes, now)


def _name(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "name")
    visitor.name = name = checked_name(fields.text("name", _LONGEST_TEXT))

    def change(room: Room, now: float) -> None:
        if visitor.connection not in room.watching:
            room.rename(room.seat_of(visitor.secret), name)

    return change


def _settings(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "settings")
    settings = read_settings(fields.object("settings"))
    return lambda room, now: room.change_settings(visitor.creator, settings, now)


def _leave(visitor: Visitor, fields: Fields) -> Change:
    fields.only("type", "resign")
    resign = fields.flag("resign", False)
    return lambda room, now: room.leave(room.seat_of(visitor.secret), resign, now)


_ASKS: dict[str, Callable[[Room, str, float], None]] = {
    "undo": Room.ask_undo,
    "draw": Room.ask_draw,
    "claim": Room.claim,
    "resign": Room.resign,
    "rematch": Room.ask_rematch,
}

_ANSWERS: dict[str, Callable[[Room, str, bool, float], None]] = {
    "undo": Room.answer_undo,
    "draw": Room.answer_draw,
}

_READERS: dict[str, Callable[[Visitor, Fields], Change]] = {
    "sit": _sit,
    "move": _move,
    "answer": _answer,
    "name": _name,
    "settings": _settings,
    "leave": _leave,
}
