"""The rules of a game: what its tags say, else what its moves tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from draughts._core import PDN_KINDS, Board, PdnScanner
from draughts.errors import InvalidFenError
from draughts.pdn.problems import Code, Report
from draughts.types import Color
from draughts.variants import (
    BRAZILIAN,
    CZECH,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    RUSSIAN,
    SPANISH,
    Variant,
    variant,
)

# Those that are tried on a game that tells nothing, likely ones first.
_NUMBERED = (ENGLISH, INTERNATIONAL, ITALIAN, POOL, RUSSIAN, BRAZILIAN, SPANISH)
_LETTERED = (RUSSIAN, BRAZILIAN, CZECH, ENGLISH)

_ENOUGH = 8  # plies that tell one variant from another

_NAMES = {"american/english": ENGLISH, "standard": INTERNATIONAL}

# The digit of a GameType: where square 1 lies, as the side that begins sees it.
_CORNERS = ("bottom-left", "bottom-right", "top-left", "top-right")


class Setting(NamedTuple):
    """The rules of a game and how it names its squares.

    Args:
        variant: the rules.
        numbering: the corner where the numbers start; None for the variant's.
        fen: the first position; None for the variant's.
    """

    variant: Variant
    numbering: str | None = None
    fen: str | None = None

    def board(self) -> Board:
        """The first position; one that cannot be read raises InvalidFenError."""
        if self.fen is None:
            return Board(self.variant)
        return Board.from_fen(self.fen, self.variant, numbering=self.numbering)

    def prepare(self, scanner: PdnScanner, board: Board) -> None:
        """Tell a scanner how the moves name their squares.

        Letters count from the left hand of the side that begins, as PDN has it; a variant that
        writes letters itself counts them from White's.
        """
        turned = (
            self.variant.notation == "numeric" and self.variant.first_player is Color.BLACK
        )
        scanner.name_squares(board, self.numbering or "", turned)


def named_variant(headers: Mapping[str, str], report: Report) -> Variant | None:
    """The rules that the tags name; None if they name none, or none that is known."""
    try:
        found = Variant.from_tags(headers)
    except ValueError as error:
        if "Rules" not in headers:
            return _by_name(headers)
        report.add(Code.RULES, f"the rules of the game cannot be read: {error}", 0, headers["Rules"])
        return named_variant({k: v for k, v in headers.items() if k != "Rules"}, report)
    return found or _by_name(headers)


def _by_name(headers: Mapping[str, str]) -> Variant | None:
    name = headers.get("Variant", "").strip().lower()
    try:
        return _NAMES.get(name) or variant(name)
    except ValueError:
        return None


def unknown_variant(game_type: str) -> Variant:
    """What stands for rules that the library does not know: a board, to keep a game's text with."""
    like = ENGLISH if re.match(r"\d+,[WB],8,8", game_type) else INTERNATIONAL
    return like.replace(name=f"unknown ({game_type})", game_type=game_type)


def numbering_of(rules: Variant, game_type: str, otherwise: str | None) -> str | None:
    """The corner where numbers start in a variant that writes letters; None for its own."""
    if rules.notation != "algebraic":
        return None
    told = re.fullmatch(r"\d+,([WB]),\d+,\d+,[ANS]([0-3])(,[01])?", game_type)
    if told is None:
        return otherwise
    corner = int(told[2])
    return _CORNERS[corner if told[1] == "W" else 3 - corner]


def _is_lettered(scanner: PdnScanner) -> bool:
    """Whether the first move names its squares with letters."""
    while (kind := scanner.next()) not in (PDN_KINDS["END"], PDN_KINDS["MOVE"]):
        if kind == PDN_KINDS["JUNK"] and re.fullmatch(r"[a-j]{2}\d", scanner.token()):
            return True
    return kind == PDN_KINDS["MOVE"] and scanner.token()[0].isalpha()


def guessed(scanner: PdnScanner, fen: str | None, numbering: str | None) -> Setting:
    """The setting in which the main line can be played furthest, from where the scanner stands."""
    start = scanner.at
    lettered = _is_lettered(scanner) or (fen is not None and re.search(r"[a-j]\d", fen) is not None)
    scanner.at = start
    return _furthest(scanner, _settings(_LETTERED if lettered else _NUMBERED, fen, numbering))[0]


def corrected(scanner: PdnScanner, setting: Setting) -> Setting | None:
    """Another setting in which the whole main line can be played, if there is one."""
    start = scanner.at
    lettered = _is_lettered(scanner)
    scanner.at = start
    others = [rules for rules in (_LETTERED if lettered else _NUMBERED) if rules != setting.variant]
    best, complete, plies = _furthest(
        scanner, _settings(others, setting.fen, setting.numbering)
    )
    return best if complete and plies >= _ENOUGH else None


def _settings(
    variants: Iterable[Variant], fen: str | None, numbering: str | None
) -> list[Setting]:
    return [
        Setting(rules, numbering if rules.notation == "algebraic" else None, fen)
        for rules in variants
    ]


def _furthest(scanner: PdnScanner, settings: list[Setting]) -> tuple[Setting, bool, int]:
    """The first setting in which most plies can be played, whether they are all, and how many."""
    best, most = settings[0], -1
    start = scanner.at
    for setting in settings:
        try:
            board = setting.board()
        except InvalidFenError:
            continue
        setting.prepare(scanner, board)
        plies, complete = scanner.measure(board)
        scanner.at = start
        if complete:
            return setting, True, plies
        if plies > most:
            best, most = setting, plies
    return best, False, most
