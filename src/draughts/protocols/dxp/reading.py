"""Reading the messages of DamExchange."""

from __future__ import annotations

import re
from collections.abc import Callable

from draughts.errors import ProtocolError
from draughts.protocols.dxp.messages import (
    LONGEST,
    SIDES,
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
    checked_position,
)

__all__ = ["parse"]


def parse(data: bytes | str) -> Message:
    """Read a message, without the NUL that ends it.

    Names and chats may hold bytes that are not ASCII; they become ``?``.

    Raises:
        ProtocolError: it is none. The error says what was wrong and what would be right.

    >>> parse("M001205250422122320").captured
    (22, 12, 23, 20)
    """
    text = data if isinstance(data, str) else data.decode("ascii", "replace").replace("\ufffd", "?")
    if not text or len(text) > LONGEST:
        raise ProtocolError(f"a message of {len(text)} characters; it must have 1 to {LONGEST}")
    layout = _LAYOUTS.get(text[0])
    if layout is None:
        raise ProtocolError(f"{text!r} is no message; one begins with R, A, M, E, C, B or K")
    pattern, right, read = layout
    found = re.fullmatch(pattern, text, re.DOTALL | re.ASCII)
    if found is None:
        raise ProtocolError(f"{text!r} is not as it should be: {right}")
    return read(*found.groups())


def _game_request(
    version: str, name: str, side: str, minutes: str, moves: str, position: str | None
) -> GameRequest:
    position = checked_position(position) if position else ""
    return GameRequest(
        name.strip(), SIDES[side], _minutes(minutes), int(moves), position, int(version)
    )


def _minutes(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ProtocolError(f"{text!r} is no number of minutes") from None
    return int(number) if number.is_integer() else number


def _move(seconds: str, origin: str, target: str, number: str, squares: str) -> MoveMessage:
    if len(squares) != 2 * int(number):
        raise ProtocolError(
            f"a move with {int(number)} captures has the squares {squares!r}; it must have two "
            "digits for each"
        )
    captured = tuple(int(squares[at : at + 2]) for at in range(0, len(squares), 2))
    return MoveMessage(int(seconds), int(origin), int(target), captured)


_LAYOUTS: dict[str, tuple[str, str, Callable[..., Message]]] = {
    "R": (
        r"R(\d\d)(.{32})([WZ])([\d.]{3})(\d{3})(?:A *|B([WZ][wWzZe]+) *)",
        "R, version in 2 digits, name in 32 characters, follower W or Z, minutes in 3, moves in 3, "
        "A or B with side and squares",
        _game_request,
    ),
    "A": (
        r"A(.{32})([0-3])",
        "A, name in 32 characters, code 0 to 3",
        lambda name, code: GameAcceptance(name.strip(), Acceptance(int(code))),
    ),
    "M": (
        r"M(\d{4})(\d\d)(\d\d)(\d\d)(\d*)",
        "M, seconds in 4 digits, from, to, number and squares captured in 2 each",
        _move,
    ),
    "E": (
        r"E([0-3])([01])",
        "E, reason 0 to 3, stop 0 or 1",
        lambda reason, stop: GameEnd(EndReason(int(reason)), stop == "1"),
    ),
    "C": (r"C(.+)", "C and a text", Chat),
    "B": (
        r"B(\d{3})([WZ])",
        "B, move number in 3 digits, side W or Z",
        lambda number, side: BackRequest(int(number), SIDES[side]),
    ),
    "K": (
        r"K([0-2])",
        "K, code 0 to 2",
        lambda code: BackAcceptance(BackAnswer(int(code))),
    ),
}
