"""The file that the games of a sitting are kept in."""

from __future__ import annotations

import os
from collections.abc import Iterable

from draughts.game import Game

__all__ = ["Record"]


class Record:
    """The end of a PDN file, written anew as games go on. What stood there before stays.

    Args:
        path: the file; made if it is not there.

    Raises:
        OSError: it cannot be written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with open(path, "ab") as file:
            self._start = self._end = file.seek(0, os.SEEK_END)

    def write(self, games: Iterable[Game]) -> None:
        """Write games in place of those written before.

        Raises:
            OSError: the file cannot be written.
        """
        with open(self.path, "r+b") as file:
            if file.seek(0, os.SEEK_END) != self._end:  # somebody else has written there
                self._start = file.tell()
            file.seek(self._start)
            texts = [game.to_pdn().strip() + "\n" for game in games]
            file.write("\n".join([""] * bool(self._start) + texts).encode())
            file.truncate()
            self._end = file.tell()
