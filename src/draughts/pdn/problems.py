"""What the reader of PDN met that is not as it should be, and what it made of it."""

from __future__ import annotations

from enum import Enum

from draughts._core import PdnScanner
from draughts.errors import PdnError
from draughts.types import Record

__all__ = ["Code", "Problem"]


class Code(Enum):
    """The kinds of problems. Those that are not errors were understood, and nothing is lost."""

    ENCODING = "encoding"
    """The text is not UTF-8; it was read in another encoding."""
    LINE_ENDS = "line-ends"
    """Lines end in a backslash and the letter r."""
    TAG_SYNTAX = "tag-syntax"
    """A tag without a quoted value, or without an end."""
    TAG_NAME = "tag-name"
    """A tag whose name was translated, or has blanks in it."""
    TAG_TWICE = "tag-twice"
    """A tag that the game has already; the first one counts."""
    VARIANT_GUESSED = "variant-guessed"
    """The game does not tell its rules."""
    VARIANT_CORRECTED = "variant-corrected"
    """The moves are not of the variant that the tags name, but can all be played in another."""
    VARIANT_UNKNOWN = "variant-unknown"
    """The tags name rules that the library does not know; error."""
    RULES = "rules"
    """The tag with the rules cannot be read, and is left out; error."""
    FEN = "fen"
    """The first position cannot be read; error."""
    MOVE_SIGN = "move-sign"
    """A dash in a capture, or a cross in a quiet move."""
    MOVE_SPACED = "move-spaced"
    """Blanks inside a move."""
    MOVE_SHORT = "move-short"
    """A move without a sign between its squares, or without the rank of the first."""
    MOVE_STEPS = "move-steps"
    """A capture written as several moves."""
    MOVE_DECIDED = "move-decided"
    """An ambiguous capture, of which only one can be followed by the moves that come after."""
    MOVE_AMBIGUOUS = "move-ambiguous"
    """An ambiguous capture that nothing decides; the first choice was taken; error."""
    MOVE_ILLEGAL = "move-illegal"
    """A move that is not legal. The line ends before it; error."""
    MOVE_INVALID = "move-invalid"
    """A move with a square that the board has not. The line ends before it; error."""
    MOVE_UNKNOWN = "move-unknown"
    """A move that nobody wrote down. The line ends before it; error."""
    SETUP = "setup"
    """A position set up in the middle of a game. The line ends before it; error."""
    STRENGTH = "strength"
    """Exclamation and question marks in a row that means nothing."""
    COMMENT_NESTED = "comment-nested"
    """Braces inside a comment."""
    COMMENT_OPEN = "comment-open"
    """A comment that nobody closed."""
    VARIATION_OPEN = "variation-open"
    """A variation that nobody closed."""
    VARIATION_STRAY = "variation-stray"
    """A bracket that closes nothing, or opens a variation of no move."""
    VARIATION_EARLY = "variation-early"
    """A variation before the move that it stands beside."""
    VARIATION_EMPTY = "variation-empty"
    """A variation without moves."""
    RESULT_STRAY = "result-stray"
    """A result inside a variation; it was kept as a comment."""
    RESULT_CONFLICT = "result-conflict"
    """The tag and the text tell different results; the tag counts."""
    RESULT_UNKNOWN = "result-unknown"
    """A result of an unknown form; it is kept as a tag."""
    JUNK = "junk"
    """Text that is nothing; error."""

    @property
    def is_error(self) -> bool:
        """Whether something is not as the game has it, or stands outside its moves."""
        return self in _ERRORS


_ERRORS = {
    Code.VARIANT_UNKNOWN,
    Code.RULES,
    Code.FEN,
    Code.MOVE_AMBIGUOUS,
    Code.MOVE_ILLEGAL,
    Code.MOVE_INVALID,
    Code.MOVE_UNKNOWN,
    Code.SETUP,
    Code.JUNK,
}


class Problem(Record):
    """A problem in a game that was read, in ``game.errors``.

    Args:
        code: its kind.
        message: what was wrong, in English.
        line: the line in the file, from 1.
        column: the character in the line, from 1.
        ply: how many plies come before it in its line of play.
        text: what stands there.

    >>> game = Game.from_pdn("1. 11-15 hello 22-18 2. 15x22 *")
    >>> [str(problem) for problem in game.errors if problem.code.is_error]
    ["line 1, column 10: 'hello' is no move and no comment"]
    """

    code: Code
    message: str
    line: int
    column: int
    ply: int
    text: str

    _fields = tuple(__annotations__)
    __slots__ = _fields

    def __init__(
        self, code: Code, message: str, line: int, column: int, ply: int, text: str
    ) -> None:
        self._fill(locals())

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


def shortened(text: str) -> str:
    """A text for a message, in quotation marks."""
    return repr(text if len(text) <= 40 else text[:40] + "...")


class Report:
    """Collects the problems of a game; in strict mode the first one is an error.

    Args:
        text: of the game, in UTF-8.
        first_line: its number in the file.
        first_column: that of the first character in this line.
        strict: whether a problem is an error.

    Attributes:
        begin: where the first token of the game stands in its text.
        places: where its tags do.
    """

    __slots__ = (
        "_looked",
        "begin",
        "first_column",
        "first_line",
        "places",
        "ply",
        "problems",
        "strict",
        "text",
    )

    def __init__(self, text: bytes, first_line: int, first_column: int, strict: bool) -> None:
        self.text = text
        self.first_line = first_line
        self.first_column = first_column
        self.strict = strict
        self.problems: list[Problem] = []
        self.ply = 0
        self.begin = 0
        self.places: dict[str, int] = {}
        self._looked = (0, first_line, first_column)  # a place, its line and its column

    def add(self, code: Code, message: str, at: int, text: str) -> None:
        """Note a problem.

        Args:
            code: its kind.
            message: what is wrong.
            at: where it stands in the text of the game.
            text: what stands there.
        """
        line, column = self._place(at)
        if self.strict:
            raise PdnError(message, line, column)
        self.problems.append(Problem(code, message, line, column, self.ply, text))

    def _place(self, at: int) -> tuple[int, int]:
        """The line and the column of a byte, counted from the last one that was asked for: a text
        may be a single line with a problem at every letter."""
        start, line, column = self._looked
        if at < start:
            start, line, column = 0, self.first_line, self.first_column
        lines = self.text.count(b"\n", start, at)
        if lines:
            start, line, column = self.text.rfind(b"\n", start, at) + 1, line + lines, 1
        column += len(self.text[start:at].decode("utf-8", "replace"))
        self._looked = at, line, column
        return line, column

    def tag(self, code: Code, message: str, name: str, text: str) -> None:
        """Note a problem with a tag; with the whole game, if there is no such tag."""
        self.add(code, message, self.places.get(name, self.begin), text)

    def token(self, code: Code, message: str, scanner: PdnScanner) -> None:
        """Note a problem with the last token, which stands for ``{}`` in the message."""
        text = scanner.token()
        self.add(code, message.format(shortened(text)), scanner.start, text)
