"""The tags of PDN: reading and writing them, the names that files give them, results."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from draughts._core import Board
from draughts.pdn.problems import Code
from draughts.types import Termination

if TYPE_CHECKING:
    from draughts.game import Game

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

_PLAIN = re.compile(r'\[\s*(\w+)\s*"([^"\\]*)"\s*\]')
_QUOTED = re.compile(r'\[\s*([^"“”\]]*?)\s*["“”](.*)["“”]\s*\]', re.DOTALL)
_BARE = re.compile(r'\[\s*([^\s"“”\]]*)\s*["“”]?(.*?)["“”]?\]?\s*', re.DOTALL)
_NAME = re.compile(r"[^\W\d]\w*")
_ESCAPED = re.compile(r'\\(["\\])')

_KNOWN = {
    name.lower(): name
    for name in (
        *ROSTER,
        *("GameType", "FEN", "SetUp", "PlyCount", "Termination", "ResultFormat", "Variant"),
        *("WhiteTime", "BlackTime", "WhiteTitle", "BlackTitle", "WhiteRating", "BlackRating"),
    )
}

# Names as browsers and programs translate them: French, Italian.
_TRANSLATED = {
    "événement": "Event",
    "blanc": "White",
    "noir": "Black",
    "résultat": "Result",
    "type de jeu": "GameType",
    "manche": "Round",
    "heure blanche": "WhiteTime",
    "heure noire": "BlackTime",
    "titre blanc": "WhiteTitle",
    "titre noir": "BlackTitle",
    "évaluation blanche": "WhiteRating",
    "évaluation noire": "BlackRating",
    "dati": "Event",
    "bianco": "White",
    "nero": "Black",
    "risultato": "Result",
}


def split_tag(text: str) -> tuple[str, str, bool]:
    """A tag's name as it stands there, its value, and whether it is written as it should be."""
    if not text.startswith("["):
        name, value, _ = split_tag("[" + text)
        return name, value, False
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        return plain[1], plain[2], True
    quoted = _QUOTED.fullmatch(text)
    if quoted is not None:
        value = quoted[2]
        proper = '"' not in _ESCAPED.sub("", value) and not set(text) & set("“”")
        return quoted[1], _ESCAPED.sub(r"\1", value), proper
    bare = _BARE.fullmatch(text)
    return (bare[1], bare[2].strip(), False) if bare else (text.strip("[] "), "", False)


def standard_name(name: str) -> str:
    """A tag's name as PDN spells it."""
    known = _KNOWN.get(name.lower())
    if known is not None:
        return known
    name = html.unescape(name)
    name = _TRANSLATED.get(name.lower()) or re.sub(r"\W+", "_", name).strip("_")
    name = name if _NAME.fullmatch(name) else f"Tag_{name}"
    return _KNOWN.get(name.lower(), name)


def written_tag(name: str, value: str) -> str:
    """A tag as a line of PDN; line ends in its value become spaces.

    Raises:
        ValueError: the name is no name of a tag.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a tag: a letter, then letters, digits and _")
    value = re.sub(r"[\r\n]", " ", value).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{value}"]'


# --- results --------------------------------------------------------------------------------------

_POINTS = {
    **dict.fromkeys(("1-0", "2-0"), 1),
    **dict.fromkeys(("0-1", "0-2"), -1),
    **dict.fromkeys(("1/2-1/2", "1/2", "1-1"), 0),
}
UNDECIDED = frozenset({"*", "", "?", "-"})


def result_form(text: str) -> str:
    """A result without blanks, half points spelt out."""
    return re.sub(r"[–—]", "-", re.sub(r"\s", "", text)).replace("½", "1/2")


def points(result: str) -> int | None:
    """1 if the side that is named first has won, -1 if the other has, 0 for a draw, else None."""
    return _POINTS.get(result)


_TERMINATIONS = {
    "time forfeit": Termination.TIME,
    **{reason.value: reason for reason in Termination},
}


def termination_of(tags: Mapping[str, str]) -> Termination:
    """The reason for the end that the ``Termination`` tag gives."""
    return _TERMINATIONS.get(tags.get("Termination", "").lower(), Termination.UNKNOWN)


# --- the tags of a game ---------------------------------------------------------------------------


def game_tags(game: Game) -> Iterator[tuple[str, str]]:
    """The tags that a game is written with: first the roster, last what the moves depend on.

    What follows from the game stands in place of what ``game.tags`` has for it.
    """
    derived = dict(_derived(game))
    tags = game.tags | {name: value for name, value in derived.items() if name in ROSTER}
    for name in ROSTER:
        if name in tags:
            yield name, tags[name]
    if "GameType" in derived:
        tags.pop("Rules", None)
    for name, value in tags.items():
        if name not in ROSTER and name not in derived:
            yield name, value
    for name, value in derived.items():
        if name not in ROSTER:
            yield name, value


# Problems for which text of the file is kept as it stands.
_KEEP_TEXT = {Code.FEN, Code.MOVE_ILLEGAL, Code.MOVE_INVALID, Code.MOVE_UNKNOWN, Code.SETUP}


def _derived(game: Game) -> Iterator[tuple[str, str]]:
    """The tags that follow from a game."""
    result = game.result()
    given = result_form(game.tags.get("Result", "*"))
    if result != "*" or given in UNDECIDED or points(given) is not None:
        yield "Result", result
    problems = {problem.code for problem in game.errors}
    told, ended = termination_of(game.tags), game.outcome()
    if ended is not None and ended.termination is not told:
        if game.declared_end is not None or told is not Termination.UNKNOWN:
            yield "Termination", ended.termination.value
    if Code.VARIANT_UNKNOWN in problems:
        return  # the tags alone know the rules
    yield from game.variant.to_tags().items()
    if problems & _KEEP_TEXT and any(node.unread for node in game.root.tree()):
        # Text that could not be read names its squares as the file does.
        given = game.tags.get("GameType", "")
        known = re.match(r"\d+(,|$)", given)
        yield "GameType", given if known else game.variant.game_type.split(",")[0]
    if Code.FEN in problems:
        return
    standard = Board(game.variant).fen(counters=True)
    if game.start_fen != standard or "FEN" in game.tags:
        yield "SetUp", "1"
        yield "FEN", game.start_fen.removesuffix(":H0:F1")
