"""What a page says of the rules in force: put together from sentences, in several languages.

The sentences are data: ``texts/en.json`` and its translations. Which of them apply follows from the
variant alone, so that house rules are told as they are played.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from draughts import VARIANTS, Board, DrawRules, EndgameLimit, Variant
from draughts.web.demos import demonstration
from draughts.web.rules import HOUSE_DRAWS
from draughts.web.thinking import LEVELS

__all__ = ["LANGUAGES", "about", "messages"]

LANGUAGES = ("en", "ms", "id")

_PROMOTION = {"ends-move": "stops", "continues-as-king": "goes_on", "at-end": "only_if_ends"}
_AIM = {"normal": "leave_no_move", "losing": "losing", "first-king": "first_king"}
_MAJORITY = ("most", "most-kings", "italian")


@cache
def _texts(language: str) -> dict[str, Any]:
    return _read("texts", language)


@cache
def messages(language: str) -> dict[str, str]:
    """The short messages of the page, and the names of the variants."""
    found = _read("messages", language)
    for name, text in _texts(language)["variants"].items():
        found |= {f"variant.{name}": text["name"], f"variant.{name}.blurb": text["blurb"]}
    return found


def _read(folder: str, language: str) -> dict[str, Any]:
    file = resources.files("draughts.web") / folder / f"{language}.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def about(variant: Variant, language: str, turn_time: int = 0) -> dict[str, Any]:
    """All that a page says of a game: its rules, tips, frequent questions, words, and the source.

    Args:
        variant: the rules in force.
        language: one of :data:`LANGUAGES`.
        turn_time: seconds for each turn; 0 for no limit.

    >>> from draughts import RUSSIAN
    >>> next(rule["text"] for rule in about(RUSSIAN, "en")["rules"] if "king" in rule["key"])
    'A king flies: it moves along a diagonal as far as the squares are empty, forward or back.'
    """
    texts = _texts(language)
    telling = _Telling(variant, texts, turn_time)
    named = texts["variants"][variant.name]
    return {
        "name": named["name"],
        "blurb": named["blurb"],
        "source": telling.source(),
        "rules": telling.rules(),
        "play": telling.play(),
        "tips": telling.tips(),
        "questions": telling.questions(),
        "glossary": list(texts["glossary"].values()),
    }


class _Telling:
    """One telling of the rules of one game."""

    def __init__(self, variant: Variant, texts: dict[str, Any], turn_time: int) -> None:
        self._variant = variant
        self._texts = texts
        self._turn_time = turn_time
        self._board = Board(variant)

    def _rule(self, key: str, **blanks: object) -> str:
        text: str = self._texts["rules"][key]
        return text.format(**blanks)

    def _length(self, plies: int) -> str:
        parts = self._texts["rule_parts"]
        if plies % 2:
            return str(parts["length.total"].format(plies=plies))
        return str(parts["length.each"].format(moves=plies // 2))

    # --- the rules --------------------------------------------------------------------------------

    def rules(self) -> list[dict[str, Any]]:
        """The rules one by one: a title, the sentences, and a board on which it is played out."""
        told = []
        for title, lines in self._sections():
            rule: dict[str, Any] = {
                "key": title,
                "title": self._texts["rule_titles"][title],
                "text": " ".join(lines),
            }
            shown = demonstration(self._variant, title)
            if shown is not None:
                rule["board"] = shown
            told.append(rule)
        return told

    def _sections(self) -> list[tuple[str, list[str]]]:
        variant, rule = self._variant, self._rule
        men = len(self._board.pieces(variant.first_player))
        corner = "light" if variant.mirrored else "dark"
        kings = "flying" if variant.flying_kings else "short"
        captures = "lands_behind" if variant.kings_land_behind else kings
        sections = [
            ("board", [rule("board", size=variant.size, men=men, rows=variant.men_rows)]),
            ("corner", [rule(f"corner.{corner}")]),
            ("numbers", [self._numbers()]),
            ("first", [rule(f"first.{variant.first_player.value}")]),
            ("turns", [rule("turns")]),
            ("man_step", [rule("man_step")]),
            (
                "man_capture",
                [
                    rule(
                        "man_capture.both"
                        if variant.men_capture_backward
                        else "man_capture.forward"
                    )
                ],
            ),
        ]
        if not variant.men_capture_kings:
            sections.append(("men_may_not_capture_kings", [rule("men_may_not_capture_kings")]))
        sections += [
            ("king_step", [rule(f"king_step.{kings}")]),
            ("king_capture", [rule(f"king_capture.{captures}")]),
            ("chain", [rule("chain"), rule("chain.squares")]),
            ("pieces", [rule("pieces.stay" if variant.removal == "at-end" else "pieces.go")]),
            (
                "capture",
                [rule(f"capture.{'mandatory' if variant.mandatory_capture else 'optional'}")],
            ),
        ]
        if variant.mandatory_capture or variant.capture_priority != "free":
            sections.append(("choice", [rule(f"choice.{variant.capture_priority}")]))
        promotion = [rule("promotion")]
        if variant.aim != "first-king":
            promotion.append(rule(f"promotion.{_PROMOTION[variant.promotion]}"))
        sections += [
            ("promotion", promotion),
            ("win", [rule(f"win.{_AIM[variant.aim]}")]),
            ("resign", [rule("resign")]),
            ("draw", self._draws()),
            ("time", self._time()),
        ]
        return sections

    def _numbers(self) -> str:
        variant = self._variant
        if variant.notation == "algebraic":
            letter = "abcdefghij"[variant.size - 1]
            return self._rule("numbers.algebraic", letter=letter, size=variant.size)
        return self._rule(f"numbers.{variant.first_square}", squares=variant.squares)

    def _time(self) -> list[str]:
        if not self._turn_time:
            return [self._rule("time.none")]
        return [self._rule("time.turn", seconds=self._turn_time)]

    def _draws(self) -> list[str]:
        draws = self._variant.draw_rules
        cases = [self._rule("draw.agreement")]
        if draws.repetition:
            cases.append(
                self._claimed("draw.repetition", draws.repetition_claim, count=draws.repetition)
            )
        if draws.quiet_plies:
            key = f"draw.quiet.{_progress(draws)}"
            length = self._length(draws.quiet_plies)
            cases.append(self._claimed(key, draws.quiet_claim, length=length))
        cases += [self._ending(limit) for limit in draws.endgames]
        if draws.max_plies:
            cases.append(self._rule("draw.max_plies", plies=draws.max_plies))
        if len(cases) == 1:
            return [self._rule("draw.only_agreement")]
        return [self._rule("draw"), *cases]

    def _claimed(self, key: str, claim: bool, **blanks: object) -> str:
        told = self._rule(key, **blanks)
        return f"{told} {self._rule('draw.claim')}" if claim else told

    def _ending(self, limit: EndgameLimit) -> str:
        key = _known_ending(limit)
        length = self._length(limit.plies)
        if key:
            low, high = limit.total
            return self._claimed(
                f"draw.endgame.{key}", limit.claim, length=length, low=low, high=high
            )
        parts = self._texts["rule_parts"]
        pieces = parts["pieces.versus"].format(strong=_span(limit.strong), weak=_span(limit.weak))
        return self._claimed("draw.endgame", limit.claim, length=length, pieces=pieces)

    def source(self) -> str:
        """Where the rules stand, and what of them is changed."""
        variant = self._variant
        told = [self._rule("source", source=self._texts["sources"][variant.name])]
        official = VARIANTS[variant.name]
        if variant.draw_rules != official.draw_rules and variant.name in HOUSE_DRAWS:
            told.append(self._rule("source.draws"))
        if variant.replace(draw_rules=official.draw_rules) != official:
            told.append(self._rule("source.changed"))
        return " ".join(told)

    # --- the rest ---------------------------------------------------------------------------------

    def play(self) -> list[str]:
        """How to play on the page."""
        skip = "rings.optional" if self._variant.mandatory_capture else "rings.mandatory"
        move = self._board.pdn(self._board.legal_moves[0])
        told = self._texts["play"].items()
        return [text.replace("{move}", move) for key, text in told if key != skip]

    def tips(self) -> list[str]:
        """What to look for, as far as it holds under these rules."""
        variant = self._variant
        normal = variant.aim == "normal"
        flying = normal and variant.flying_kings
        kinds = {
            "any": normal,
            "mandatory": variant.mandatory_capture and variant.aim != "first-king",
            "normal": normal,
            "short": normal and not variant.flying_kings,
            "flying": flying,
            "flying_small": flying and variant.size == 8,
            "flying_large": flying and variant.size == 10,
            "majority": variant.capture_priority in _MAJORITY and variant.mandatory_capture,
            "losing": variant.aim == "losing",
            "first_king": variant.aim == "first-king",
        }
        tips = self._texts["tips"]
        return [tip for kind, holds in kinds.items() if holds for tip in tips[kind].values()]

    def questions(self) -> list[dict[str, str]]:
        """Frequent questions, with the answers that hold under these rules."""
        variant = self._variant
        mid = "wins" if variant.aim == "first-king" else _PROMOTION[variant.promotion]
        answers = {
            "must_capture": "a.mandatory" if variant.mandatory_capture else "a.optional",
            "must_take_most": f"a.{variant.capture_priority}",
            "must_go_on": "a.stops" if variant.promotion == "ends-move" else "a",
            "backward": "a.yes" if variant.men_capture_backward else "a.no",
            "crowned_mid": f"a.{mid}",
            "cannot_move": "a.wins" if variant.aim == "losing" else "a.loses",
            "who_starts": f"a.{variant.first_player.value}",
        }
        told = []
        for key, texts in self._texts["questions"].items():
            answer = texts[answers.get(key, "a")]
            if key == "draws":
                answer = " ".join(self._draws())
            if key == "strength":
                answer = " ".join([answer, *(texts[f"a.{level}"] for level in LEVELS)])
            told.append({"q": texts["q"], "a": answer})
        return told


def _span(numbers: tuple[int, int]) -> str:
    low, high = numbers
    return str(low) if low == high else f"{low}+" if high >= 99 else f"{low}–{high}"


def _progress(draws: DrawRules) -> str:
    """What counts as progress, as the sentences name it."""
    resets = draws.quiet_resets
    if "man-move" in resets:  # a promotion is a man's move
        return "capture_or_man" if "capture" in resets else "man"
    if "promotion" in resets:
        return "capture_or_crowning" if "capture" in resets else "crowning"
    return "capture" if "capture" in resets else "nothing"


def _known_ending(limit: EndgameLimit) -> str:
    """The sentence that tells just this ending, if there is one."""
    lone = limit.weak == (1, 1) and limit.total == (2, 99) and not limit.resets
    three = limit.strong == (3, 3)
    if lone and limit.max_men == 0 and limit.strong == (3, 99) and limit.strong_kings == 3:
        return "kings"
    if lone and limit.max_men == 99 and three and limit.strong_kings == 3 and not limit.main_road:
        return "three_kings"
    if lone and limit.max_men == 99 and three and limit.strong_kings == 1:
        return "three_road" if limit.main_road else "three"
    if lone and limit.max_men == 99 and limit.strong in ((1, 2), (1, 3)) and not limit.main_road:
        return "one_or_two" if limit.strong == (1, 2) else "one_to_three"
    if limit.strong == limit.weak == (1, 2) and limit.max_men == 1:
        return "two_each"
    if limit.resets == {"capture", "promotion"} and limit.replaces_quiet:
        return "total"
    return ""
