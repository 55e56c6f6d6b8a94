"""A game as a page sees it: the position, the legal moves hop by hop, and how things stand."""

from __future__ import annotations

from typing import Any

from draughts.protocols.messages import Fields
from draughts.protocols.play import MOST_MOVES, Play, read_path
from draughts.web.rules import chosen_rules, rules_to_json

__all__ = ["position_of", "read_play"]


def position_of(play: Play) -> dict[str, Any]:
    """All that a page shows of the game as it stands, and all that may be done."""
    return {
        "rules": rules_to_json(play.game.variant),
        "moves": play.legal_walks(),
        **play.state(),
    }


def read_play(fields: Fields) -> Play:
    """The game of a message: its ``rules``, the ``fen`` it began with, and its ``moves``.

    Raises:
        BadMessage: a field is not as it should be, or a move is not legal.
    """
    fields.only("rules", "fen", "moves")
    fen = fields.text("fen", 600, "")
    play = Play.begin(chosen_rules(fields.object("rules")), fen or None)
    for value in fields.items("moves", MOST_MOVES):
        play.move(read_path(value))
    return play
