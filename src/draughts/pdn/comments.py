"""Comments and the clock times that they carry, as nodes hold them and as PDN writes them."""

from __future__ import annotations

import math
import re

from draughts.game import Node
from draughts.types import Color

END_MARK = "[%end]"
"""Stands behind the last move of the main line if the tree goes on there."""

_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d\d):(\d\d(?:\.\d+)?)\]")
_BOTH_CLOCKS = re.compile(
    r"\[%clock\s+w(?P<white>\d+:\d\d:\d\d)\s+b(?P<black>\d+:\d\d:\d\d)\]", re.IGNORECASE
)
_NEXT_GAME = re.compile(r"\n\s*\n\s*\[")


def joined(before: str, text: str, by: str = " ") -> str:
    """Two comments as one."""
    return f"{before}{by}{text}" if before and text else before or text


def _seconds(hours: str, minutes: str, seconds: str) -> float:
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds), 3)


def read_clock(node: Node, text: str, mover: Color) -> str:
    """Set the clock of a node from a comment on it; the comment without what is kept so.

    Args:
        node: a move.
        text: the comment. ``[%clk 0:05:12]`` is the mover's time; ``[%clock w0:10:00 B0:09:58]``
            has both times and stays in the comment.
        mover: the side that has moved.
    """
    clock = _CLOCK.search(text)
    if clock is not None and node.clock is None:
        node.clock = _seconds(*clock.groups())
        return joined(text[: clock.start()].strip(), text[clock.end() :].strip())
    both = _BOTH_CLOCKS.search(text)
    if both is not None and node.clock is None:
        node.clock = _seconds(*both[mover.value].split(":"))
    return text


def _clock_text(seconds: float) -> str:
    whole, rest = divmod(max(round(seconds, 3), 0), 60)
    shown = f"{rest:06.3f}".rstrip("0").rstrip(".")
    return f"[%clk {int(whole) // 60}:{int(whole) % 60:02}:{shown}]"


def clock_to_write(node: Node) -> str:
    """The clock of a node as a comment; "" without a limit, or if its comment has both clocks."""
    if (
        node.clock is None
        or not math.isfinite(node.clock)
        or _BOTH_CLOCKS.search(node.comment_after)
    ):
        return ""
    return _clock_text(node.clock)


def written_comment(text: str) -> list[str]:
    """A comment as tokens of PDN: in braces, or as lines where braces would be misread.

    Each line begins with a semicolon and must be the last of its line.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        return []
    if "{" in text or "}" in text or _NEXT_GAME.search(text):
        return [f"; {line}" for line in text.split("\n")]
    return [f"{{{text}}}"]
