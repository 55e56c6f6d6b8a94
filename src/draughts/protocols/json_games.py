"""The games of a JSON session, and all that is asked about them without thinking."""

from __future__ import annotations

import io
import json
import re
from typing import Any

from draughts import pdn
from draughts._core import Board
from draughts.errors import DraughtsError, DrawError
from draughts.game import Game
from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.play import Play, read_path
from draughts.protocols.shapes import describe, explanation_to_json, rules_of
from draughts.types import Color
from draughts.variants import ENGLISH, Variant, variant

__all__ = ["MOST_GAMES", "Answer", "Games"]

MOST_GAMES = 1000
_MOST_GAMES_READ = 100  # from one text
_MOST_PLIES_READ = 20_000
_MOST_PROBLEMS = 100  # that are told of a game
_LONGEST_FEN = 600
_LONGEST_TAG = 200
_LONGEST_MOVE = 100
_LONGEST_TEXT = 1 << 18
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")

Answer = dict[str, Any]


class Games:
    """The games by their numbers. Each method whose argument is ``fields`` answers one operation.

    >>> from draughts.protocols.messages import Fields
    >>> games = Games()
    >>> game = games.new(Fields({"variant": "russian"}, "new"))["game"]
    >>> games.play(Fields({"game": game, "text": "c3-d4"}, "play"))["texts"]
    ['c3-d4']
    """

    def __init__(self) -> None:
        self._plays: dict[int, Play] = {}
        self._last = 0

    # --- games come and go ------------------------------------------------------------------------

    def new(self, fields: Fields) -> Answer:
        """A new game, from the start or from a position."""
        fields.only("variant", "rules", "fen", "tags")
        play = Play.begin(_rules(fields), fields.text("fen", _LONGEST_FEN, "") or None)
        for name, value in fields.pairs("tags", 50):
            play.game.tags[name] = _tag(name, value)
        return self._state(self._add(play))

    def read_pdn(self, fields: Fields) -> Answer:
        """The games of a PDN text, each as one that can be played on."""
        fields.only("pdn", "variant")
        default = _variant(fields) if "variant" in fields else None
        text = io.StringIO(fields.text("pdn", _LONGEST_TEXT))
        read: list[Game] = []
        plies, more = 0, False
        for game in pdn.read_games(text, default=default):
            plies += len(game.root.tree())
            more = len(read) == _MOST_GAMES_READ or (plies > _MOST_PLIES_READ and bool(read))
            if more:
                break
            read.append(game)
        if not any(game.root.variations or game.tags for game in read):
            raise BadMessage("no-game", "there is no game in this text")
        self._check_room(len(read))
        return {"games": [self._read(game) for game in read], "more": more}

    def _read(self, game: Game) -> Answer:
        problems = [
            {
                "code": problem.code.value,
                "error": problem.code.is_error,
                "line": problem.line,
                "column": problem.column,
                "message": problem.message,
            }
            for problem in game.errors[:_MOST_PROBLEMS]
        ]
        return {**self._state(self._add(Play(game))), "problems": problems}

    def close(self, fields: Fields) -> Answer:
        """Forget a game."""
        fields.only("game")
        self.of(fields)
        number = fields.number("game", 1, self._last)
        del self._plays[number]
        return {"closed": number}

    def of(self, fields: Fields) -> Play:
        """The game of a request.

        Raises:
            BadMessage: there is none of that number.
        """
        number = fields.number("game", 1, 1 << 53)
        if number not in self._plays:
            raise BadMessage("unknown-game", f"there is no game {number} here, or not any more")
        return self._plays[number]

    def _add(self, play: Play) -> int:
        self._check_room(1)
        self._last += 1
        self._plays[self._last] = play
        return self._last

    def _check_room(self, wanted: int) -> None:
        if len(self._plays) + wanted > MOST_GAMES:
            raise BadMessage(
                "too-many-games", f"{MOST_GAMES} games can be open at a time; close some"
            )

    # --- what is asked about a game ---------------------------------------------------------------

    def state(self, fields: Fields) -> Answer:
        """How a game stands."""
        fields.only("game")
        return self._changed(fields)

    def board(self, fields: Fields) -> Answer:
        """What to know of the board and the rules before it is drawn."""
        fields.only("game")
        return describe(self.of(fields).game.variant)

    def legal_moves(self, fields: Fields) -> Answer:
        """What may be played."""
        fields.only("game")
        play = self.of(fields)
        try:
            return {"must_capture": play.game.board.must_capture, "moves": play.legal_walks()}
        except DraughtsError as error:
            raise BadMessage("too-many-moves", str(error)) from None

    def explain(self, fields: Fields) -> Answer:
        """Why a move is illegal."""
        fields.only("game", "text", "path")
        found = self.of(fields).game.board.explain(_move(fields, shortest=1))
        return explanation_to_json(found)

    def write_pdn(self, fields: Fields) -> Answer:
        """A game as PDN."""
        fields.only("game", "comments", "variations")
        return {
            "pdn": self.of(fields).game.to_pdn(
                comments=fields.flag("comments", True), variations=fields.flag("variations", True)
            )
        }

    # --- what changes a game ----------------------------------------------------------------------

    def play(self, fields: Fields) -> Answer:
        """Play a move."""
        fields.only("game", "text", "path")
        self.of(fields).move(_move(fields))
        return self._changed(fields)

    def undo(self, fields: Fields) -> Answer:
        """Take back what happened last."""
        fields.only("game")
        self.of(fields).undo()
        return self._changed(fields)

    def redo(self, fields: Fields) -> Answer:
        """Bring back what was taken back last."""
        fields.only("game")
        self.of(fields).redo()
        return self._changed(fields)

    def resign(self, fields: Fields) -> Answer:
        """Give the game up for a side."""
        self._going_on(fields).resign(_color(fields))
        return self._changed(fields)

    def flag(self, fields: Fields) -> Answer:
        """Let a side lose on time."""
        self._going_on(fields).flag(_color(fields))
        return self._changed(fields)

    def offer_draw(self, fields: Fields) -> Answer:
        """Offer a draw for a side."""
        try:
            self._going_on(fields).offer_draw(_color(fields))
        except DrawError as error:
            raise BadMessage("offered-already", f"{error}: accept or decline that") from None
        return self._changed(fields)

    def accept_draw(self, fields: Fields) -> Answer:
        """Accept, for a side, the draw that the other has offered."""
        try:
            self._going_on(fields).accept_draw(_color(fields))
        except DrawError as error:
            raise BadMessage("not-offered", str(error)) from None
        return self._changed(fields)

    def decline_draw(self, fields: Fields) -> Answer:
        """Decline, for a side, the draw that the other has offered."""
        try:
            self._going_on(fields).decline_draw(_color(fields))
        except DrawError as error:
            raise BadMessage("not-offered", str(error)) from None
        return self._changed(fields)

    def claim_draw(self, fields: Fields) -> Answer:
        """Claim, for a side, a draw that the rules give."""
        try:
            self._going_on(fields).claim_draw(_color(fields))
        except DrawError as error:
            raise BadMessage("no-claim", str(error)) from None
        return self._changed(fields)

    def _going_on(self, fields: Fields) -> Game:
        """The game of a request of a side, while it is not over."""
        fields.only("game", "color")
        _color(fields)
        play = self.of(fields)
        play.check_going_on()
        return play.game

    def _changed(self, fields: Fields) -> Answer:
        self.of(fields)
        return self._state(fields.number("game", 1, self._last))

    def _state(self, number: int) -> Answer:
        play = self._plays[number]
        offer = play.game.draw_offer
        return {
            "game": number,
            **rules_of(play.game.variant),
            **play.state(),
            "draw_offer": None if offer is None else offer.value,
            "tags": play.game.tags,
        }


# --- reading fields -------------------------------------------------------------------------------


def _rules(fields: Fields) -> Variant:
    """The rules of a new game: a built-in variant, and what is different in it."""
    base = _variant(fields) if "variant" in fields else ENGLISH
    changes = dict(fields.pairs("rules", 50))
    try:
        found = Variant.from_tags({"GameType": base.game_type, "Rules": json.dumps(changes)})
        assert found is not None
        Board(found)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadMessage("bad-rules", f"the rules are not possible: {str(error)[:500]}") from None
    return found


def _variant(fields: Fields) -> Variant:
    name = fields.text("variant", 60)
    try:
        return variant(name)
    except ValueError as error:
        raise BadMessage("unknown-variant", str(error)) from None


def _tag(name: str, value: Any) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise BadMessage("bad-field", f"{name[:40]!r} is no tag: a letter, then letters and digits")
    if not isinstance(value, str) or len(value) > _LONGEST_TAG:
        raise BadMessage("bad-field", f"a tag is a text of at most {_LONGEST_TAG} characters")
    return value


def _color(fields: Fields) -> Color:
    return Color(fields.choice("color", [color.value for color in Color]))


def _move(fields: Fields, shortest: int = 2) -> str | list[int]:
    """The move of a request, by its text or by its squares."""
    if ("text" in fields) == ("path" in fields):
        raise BadMessage("bad-field", "a move is told by text, or by path: one of the two")
    if "text" in fields:
        return fields.text("text", _LONGEST_MOVE)
    return read_path(fields.items("path", 60), shortest=shortest)
