"""What an engine says while it searches, read with the patience that other programs' lines need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from draughts._core import Board, Move
from draughts.errors import ProtocolError
from draughts.protocols.hub.notation import parse_move, parse_score
from draughts.scores import Info, PlayResult, Score

__all__ = ["Parameter", "parse_info", "parse_result"]


class Parameter(NamedTuple):
    """A parameter that an engine declares.

    Args:
        value: what it is set to if nobody sets it.
        type: ``"bool"``, ``"int"``, ``"real"``, ``"string"`` or ``"enum"``.
        low: the least number, as it was told; "" if it was not.
        high: the greatest number.
        values: what an ``enum`` may be.
    """

    value: str
    type: str = "string"
    low: str = ""
    high: str = ""
    values: tuple[str, ...] = ()

    @classmethod
    def parse(cls, arguments: Mapping[str, str]) -> Parameter:
        """Read the arguments of a ``param`` line.

        >>> Parameter.parse({"value": "1", "type": "int", "min": "1", "max": "16"}).high
        '16'
        """
        return cls(
            arguments.get("value", ""),
            arguments.get("type", "string"),
            arguments.get("min", ""),
            arguments.get("max", ""),
            tuple(arguments.get("values", "").split()),
        )


def parse_info(arguments: Mapping[str, str], board: Board, seconds: float) -> Info | None:
    """What an ``info`` line tells of a search.

    Args:
        arguments: those of the line. What cannot be read counts as not told; of the line of play,
            what is not legal is left out.
        board: the position.
        seconds: how long the search has lasted, for engines that do not tell it.

    Returns:
        The iteration; None if the line has no move in it.

    >>> parse_info({"depth": "3", "pv": "11-15 1-1", "score": "?"}, Board(), 0.5)
    Info(depth=3, seldepth=3, score=Score(centimen=0, win_in=None), nodes=0, time=0.5, pv=[Move(11, 15)], multipv=1, hash_use=0.0)
    """  # noqa: E501
    line = _line(arguments.get("pv", ""), board)
    if not line:
        return None
    depth = round(_number(arguments, "depth", 0.0))
    return Info(
        depth=depth,
        seldepth=max(depth, len(line)),
        score=_score(arguments.get("score", "")),
        nodes=round(_number(arguments, "nodes", 0.0)),
        time=_number(arguments, "time", seconds),
        pv=line,
    )


def _line(text: str, board: Board) -> list[Move]:
    board = board.copy()
    line: list[Move] = []
    for part in text.split():
        try:
            move = parse_move(part, board)
        except ProtocolError:
            break
        board.push(move)
        line.append(move)
    return line


def _number(arguments: Mapping[str, str], name: str, default: float) -> float:
    try:
        number = float(arguments[name])
    except (KeyError, ValueError):
        return default
    return number if 0 <= number < 1e18 else default


def _score(text: str) -> Score:
    try:
        return parse_score(text)
    except ValueError:
        return Score(0, None)


def parse_result(
    arguments: Mapping[str, str], board: Board, last: Info | None, seconds: float
) -> PlayResult:
    """What a ``done`` line tells.

    Args:
        arguments: those of the line.
        board: the position.
        last: the last iteration that was told.
        seconds: how long the search has lasted.

    Raises:
        ProtocolError: there is no move, or it is not legal.
    """
    if not arguments.get("move"):
        raise ProtocolError("done without a move")
    move = parse_move(arguments["move"], board)
    after = board.copy()
    after.push(move)
    reply = _line(arguments.get("ponder", ""), after)[:1]
    if last is None:
        last = Info(0, 0, Score(0, None), 0, seconds, [move, *reply])
    elif last.pv[0] != move:
        last = last._replace(pv=[move, *reply])
    if not reply and len(last.pv) > 1:
        reply = last.pv[1:2]
    return PlayResult(move, reply[0] if reply else None, last)
