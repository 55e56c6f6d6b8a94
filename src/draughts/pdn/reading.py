"""One game out of its text: what can be understood is kept, and what was odd is told."""

from __future__ import annotations

import re
from typing import NamedTuple

from draughts._core import PDN_KINDS, Board, PdnScanner
from draughts.errors import InvalidFenError
from draughts.game import Game
from draughts.pdn import tags
from draughts.pdn.comments import joined
from draughts.pdn.guess import (
    Setting,
    corrected,
    guessed,
    named_variant,
    numbering_of,
    unknown_variant,
)
from draughts.pdn.movetext import MovetextReader
from draughts.pdn.problems import Code, Report, shortened
from draughts.pdn.source import Chunk, decoded
from draughts.types import Color, Outcome, Termination
from draughts.variants import Variant

_TAG, _COMMENT, _LINE, _JUNK, _SETUP = (
    PDN_KINDS[name] for name in ("TAG", "COMMENT", "LINE_COMMENT", "JUNK", "SETUP")
)


class Options(NamedTuple):
    """How games are read; see :func:`draughts.pdn.read_games`."""

    default: Variant | None = None
    strict: bool = False
    encoding: str | None = None
    numbering: str | None = None
    white_first: bool = False


class GameReader:
    """Reads one game.

    Args:
        chunk: its text.
        options: how it is read.
    """

    def __init__(self, chunk: Chunk, options: Options) -> None:
        self.options = options
        self.report = Report(chunk.text, chunk.line, options.strict)
        if not chunk.text.isascii():
            self._decode()
        self.scanner = PdnScanner(self.report.text)

    def _decode(self) -> None:
        text, encoding = decoded(self.report.text, self.options.encoding)
        self.report.text = text.encode("utf-8")
        if encoding not in ("utf-8", self.options.encoding):
            self.report.add(Code.ENCODING, f"this is not UTF-8; it was read as {encoding}", 0, "")

    # --- tags -------------------------------------------------------------------------------------

    def headers(self) -> tuple[dict[str, str], str]:
        """The tags of the game, and what is said before them. The scanner goes behind them."""
        found: dict[str, str] = {}
        said, junk, behind = "", [], 0
        scanner = self.scanner
        while (kind := scanner.next()) == _TAG or kind == _JUNK or (
            kind in (_COMMENT, _LINE) and not found
        ):
            if kind == _TAG:
                self._read_tag(found)
                behind = scanner.at
            elif kind == _JUNK:
                junk.append((scanner.start, scanner.token()))
            else:
                said = joined(said, scanner.token().strip("{};\n "), "\n")
        for start, text in junk:
            if start < behind:
                self.report.add(Code.JUNK, f"{shortened(text)} among the tags", start, text)
        scanner.at = behind
        return found, said if found else ""

    def _read_tag(self, found: dict[str, str]) -> None:
        text = self.scanner.token()
        given, value, proper = tags.split_tag(text)
        name = tags.standard_name(given)
        at = self.scanner.start
        if not proper or not self.scanner.closed:
            message = f'{shortened(text)} is not like [{name} "..."]'
            self.report.add(Code.TAG_SYNTAX, message, at, text)
        if name.lower() != given.lower():
            self.report.add(Code.TAG_NAME, f"{given!r} was read as {name}", at, text)
        if name in found:
            self.report.add(Code.TAG_TWICE, f"the tag {name} stands there twice", at, text)
        else:
            found[name] = value

    # --- the rules --------------------------------------------------------------------------------

    def _setting(self, headers: dict[str, str]) -> Setting | None:
        """The rules and the first position; None if the rules are not known."""
        fen = headers.get("FEN") or self._setup()
        game_type = headers.get("GameType", "")
        rules = named_variant(headers, self.report)
        if rules is None and game_type.strip():
            message = f"the library does not know GameType {game_type!r}"
            self.report.add(Code.VARIANT_UNKNOWN, message, 0, game_type)
            return None
        rules = rules or self.options.default
        if rules is not None:
            return Setting(rules, numbering_of(rules, game_type, self.options.numbering), fen)
        setting = guessed(self.scanner, fen, self.options.numbering)
        name = setting.variant.name
        self.report.add(
            Code.VARIANT_GUESSED, f"no GameType: it was read as {name}", 0, name
        )
        return setting

    def _setup(self) -> str | None:
        """The position that is set up at the head of the moves."""
        behind = self.scanner.at
        if self.scanner.next() == _SETUP:
            told = re.search(r'"(.*)"', self.scanner.token())
            if told is not None:
                return told[1]
        self.scanner.at = behind
        return None

    # --- the game ---------------------------------------------------------------------------------

    def read(self) -> Game:
        """The game, with its problems in ``errors``."""
        headers, said = self.headers()
        setting = self._setting(headers)
        if setting is None:
            game = self._unplayed(unknown_variant(headers["GameType"]), headers)
        else:
            game = self._played(setting, headers)
        game.root.comment_after = joined(said, game.root.comment_after, "\n")
        if self.scanner.spelt_line_ends:
            self.report.add(Code.LINE_ENDS, "lines end in a backslash and an r", 0, "")
        game.errors = self.report.problems
        return game

    def _played(self, setting: Setting, headers: dict[str, str]) -> Game:
        """The game by some rules; by others, if these do not fit and others do."""
        start, problems = self.scanner.at, len(self.report.problems)
        try:
            board = setting.board()
        except InvalidFenError as error:
            self.report.add(Code.FEN, str(error), 0, setting.fen or "")
            return self._unplayed(setting.variant, headers)
        game, reader = self._grown(setting, board, headers)
        if reader.broken and "Rules" not in headers:
            self.scanner.at = start
            other = corrected(self.scanner, setting)
            if other is not None:
                del self.report.problems[problems:]
                message = f"the moves are not {setting.variant.name} but {other.variant.name}"
                self.report.add(Code.VARIANT_CORRECTED, message, start, "")
                self.scanner.at = start
                game, reader = self._grown(other, other.board(), headers)
        game.adopt(reader.end, reader.board, None)
        ended = self._ended(game, reader.result, reader.result_at)
        if ended is not None:
            game.adopt(reader.end, reader.board, ended)
        return game

    def _grown(
        self, setting: Setting, board: Board, headers: dict[str, str]
    ) -> tuple[Game, MovetextReader]:
        """A game with its tree."""
        fen = None if setting.fen is None else board.fen(counters=True)
        game = Game(setting.variant, fen, tags=headers)
        setting.prepare(self.scanner, board)
        reader = MovetextReader(self.scanner, board, game.root, self.report)
        reader.read()
        return game, reader

    def _unplayed(self, rules: Variant, headers: dict[str, str]) -> Game:
        """A game whose moves cannot be read: they are kept as text."""
        game = Game(rules, tags=headers)
        start = self.scanner.at
        end = self.scanner.skip_line(False)
        game.root.unread = self.report.text[start:end].decode("utf-8", "replace").strip()
        kind = self.scanner.next()
        result = self.scanner.token() if kind == PDN_KINDS["RESULT"] else ""
        game.adopt(game.root, game.board, self._ended(game, result, self.scanner.start))
        return game

    # --- the result -------------------------------------------------------------------------------

    def _ended(self, game: Game, told: str, at: int) -> Outcome | None:
        """The end that the result tells of, if the last position is not that end by itself."""
        result = self._result(game.tags, tags.result_form(told), at)
        points = tags.points(result)
        if points is None:
            return None
        first = Color.WHITE if self.options.white_first else game.first_in_result
        winner = None if points == 0 else first if points > 0 else first.opposite
        reason = tags.termination_of(game.tags)
        natural = game.outcome()
        if natural is not None and natural.winner is winner and reason in (
            Termination.UNKNOWN, natural.termination
        ):
            return None
        return Outcome(winner, reason)

    def _result(self, headers: dict[str, str], told: str, at: int) -> str:
        """The result, of what the tag and the end of the text say."""
        given = tags.result_form(headers.get("Result", ""))
        known = tags.points(given)
        if known is None:
            if given not in tags.UNDECIDED and "ResultFormat" not in headers and given != "0-0":
                message = f"{shortened(given)} is no result like 1-0, 0-2, 1/2-1/2 or *"
                self.report.add(Code.RESULT_UNKNOWN, message, 0, given)
            return told
        if tags.points(told) not in (None, known):
            message = f"{told} stands here, and {given} in the tag"
            self.report.add(Code.RESULT_CONFLICT, message, at, told)
        return given
