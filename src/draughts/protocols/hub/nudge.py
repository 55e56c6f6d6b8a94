"""Help for programs that stop reading although lines have come."""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["Nudger"]

_FIRST = 0.005  # seconds
_TIMES = 10  # each after twice the time


class Nudger:
    """Writes lines, and after the last one a blank now and then until an answer comes.

    A program that waits with ``select`` and then reads with a buffer, as py-draughts 1.10 does on
    Unix, takes several lines that came together into its buffer, and waits for the next one without
    looking there. A blank wakes it up, and before a line it means nothing.

    Args:
        write: writes a text and flushes it.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._changed = threading.Condition()
        self._left = 0
        self._wait = _FIRST
        threading.Thread(target=self._nudge, daemon=True).start()

    def say(self, line: str) -> None:
        """Write a line."""
        with self._changed:
            self._write(line + "\n")
            self._left, self._wait = _TIMES, _FIRST
            self._changed.notify()

    def hear(self, line: str) -> str:
        """Take note of an answer, which comes back as it is."""
        with self._changed:
            self._left = 0
        return line

    def _nudge(self) -> None:
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._left)
                if self._changed.wait(self._wait):
                    continue  # another line
                if self._left:
                    self._left -= 1
                    self._wait *= 2
                    try:
                        self._write(" ")
                    except (OSError, ValueError):
                        return  # nobody is there any more
