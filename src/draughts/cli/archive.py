"""The file that the games of two players are kept in."""

from __future__ import annotations

import os

from draughts.game import Game
from draughts.series import Series

__all__ = ["Archive"]


class Archive:
    """Keeps a series at the end of a PDN file, written anew as games go on.

    What stood in the file before stays.

    Args:
        series: the games.
    """

    def __init__(self, series: Series) -> None:
        self.path: str | None = None
        self._series = series
        self._start = self._end = 0
        self._kept: list[Game] = []

    def open(self, path: str) -> None:
        """Choose the file; it is made if it is not there.

        Raises:
            OSError: it cannot be written.
        """
        with open(path, "ab") as file:
            self._start = self._end = file.seek(0, os.SEEK_END)
        self.path = path

    @property
    def is_complete(self) -> bool:
        """Whether all that was played has been written."""
        return self._games() == self._kept

    def write(self) -> None:
        """Write the games in place of those written before.

        Raises:
            OSError: the file cannot be written.
        """
        assert self.path is not None
        games = self._games()
        with open(self.path, "r+b") as file:
            if file.seek(0, os.SEEK_END) != self._end:  # somebody else has written there
                self._start = file.tell()
            file.seek(self._start)
            text = "\n\n".join(game.to_pdn().strip() for game in games)
            file.write(f"{chr(10) if self._start else ''}{text}\n".encode(errors="replace"))
            file.truncate()
            self._end = file.tell()
        self._kept = [game.copy() for game in games]

    def _games(self) -> list[Game]:
        """The games in which something has happened."""
        return [game for game in self._series.games if game.end.move or game.outcome()]
