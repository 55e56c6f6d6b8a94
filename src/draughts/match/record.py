"""The file of a match's games: what has been played is read from it when a match goes on."""

from __future__ import annotations

import io
import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from draughts.files import write_whole
from draughts.game import Game
from draughts.match.referee import points_of
from draughts.pdn import read_games
from draughts.types import Color

_END = "\n\n\n"  # of a game: there is no such thing within one


class Kept(NamedTuple):
    """A pair of games in the file.

    Args:
        points: of who was White in the first of them, in both.
        faults: what players did wrong.
    """

    points: tuple[float, float]
    faults: tuple[str, ...]


class Record:
    """The games that were played, in a PDN file that grows by a pair at a time.

    Args:
        path: the file; it is made if it is not there.
        event: what the match is called; all that must be the same if it is to go on.

    Attributes:
        done: by the number of a pair, what has come of it.

    Raises:
        ValueError: the file holds another match.
    """

    def __init__(self, path: str | os.PathLike[str], event: str) -> None:
        self._path = Path(path)
        self.done: dict[int, Kept] = {}
        self._event = event
        kept = self._complete_pairs() if self._path.exists() else []
        write_whole(self._path, "".join(map(text_of, kept)).encode())

    def _complete_pairs(self) -> list[Game]:
        """What a killed match has left, without half a pair and half a game."""
        text = self._path.read_text(encoding="utf-8", errors="replace")
        whole, end, rest = text.rpartition(_END)
        self._check_begun(rest)
        pairs: dict[int, list[Game]] = defaultdict(list)
        for game in read_games(io.StringIO(whole + end)):
            self._check_event(game.tags.get("Event", ""))
            if game.outcome() is not None and not game.errors:
                pairs[int(game.tags["Round"].partition(".")[0])].append(game)
        kept = []
        for number, games in pairs.items():
            if len(games) == 2:
                games.sort(key=lambda game: game.tags["Round"])
                one, two = games
                self.done[number] = Kept(
                    (points_of(one, Color.WHITE), points_of(two, Color.BLACK)),
                    tuple(filter(None, (game.end.comment_after for game in games))),
                )
                kept += games
        return kept

    def _check_begun(self, rest: str) -> None:
        """What follows the last whole game can only be the beginning of one of ours."""
        ours = Game(tags={"Event": self._event}).to_pdn().partition("\n")[0]
        if not (ours.startswith(rest) or rest.startswith(ours)):
            self._check_event(rest.partition("\n")[0])

    def _check_event(self, event: str) -> None:
        if event != self._event:
            raise ValueError(
                f"{self._path} holds games of another match, {event!r}; this one is {self._event!r}"
            )

    def add(self, texts: tuple[str, str]) -> None:
        """Write a pair of games down, at once."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(texts))
            file.flush()
            os.fsync(file.fileno())


def text_of(game: Game) -> str:
    """A game as it is written down. Its end shows that it is whole."""
    return game.to_pdn().rstrip() + _END
