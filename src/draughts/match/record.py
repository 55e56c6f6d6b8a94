"""The file of a match's games: what has been played is read from it when a match goes on."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

from draughts.game import Game
from draughts.match.referee import points_of
from draughts.pdn import read_games
from draughts.types import Color


class Record:
    """The games that were played, in a PDN file that grows by a pair at a time.

    Args:
        path: the file; it is made if it is not there.
        event: what the match is called; all that must be the same if it is to go on.
        first: the name of the player whose points count.

    Raises:
        ValueError: the file holds another match.
    """

    def __init__(self, path: str | os.PathLike[str], event: str, first: str) -> None:
        self._path = Path(path)
        self.done: dict[int, tuple[float, float]] = {}
        self._event = event
        kept = self._complete_pairs(first) if self._path.exists() else []
        temporary = self._path.with_name(self._path.name + ".part")
        temporary.write_text("".join(map(_text, kept)), encoding="utf-8")
        os.replace(temporary, self._path)

    def _complete_pairs(self, first: str) -> list[Game]:
        """What a killed match has left, without half a pair and half a game."""
        pairs: dict[int, list[Game]] = defaultdict(list)
        for game in read_games(self._path):
            if game.outcome() is None or game.errors:
                continue
            if game.tags.get("Event") != self._event:
                raise ValueError(
                    f"{self._path} holds games of another match, {game.tags.get('Event')!r}; "
                    f"this one is {self._event!r}"
                )
            pairs[int(game.tags["Round"].partition(".")[0])].append(game)
        kept = []
        for number, games in pairs.items():
            if len(games) == 2:
                one, two = (points_of(game, _color(game, first)) for game in games)
                self.done[number] = (one, two)
                kept += games
        return kept

    def add(self, texts: tuple[str, str]) -> None:
        """Write a pair of games down, at once."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(texts))
            file.flush()
            os.fsync(file.fileno())


def _text(game: Game) -> str:
    return game.to_pdn() + "\n\n"


def _color(game: Game, first: str) -> Color:
    return Color.WHITE if game.tags["White"] == first else Color.BLACK
