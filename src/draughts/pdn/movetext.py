"""The moves of a game, out of its text into a tree."""

from __future__ import annotations

from typing import cast

from draughts._core import PDN_KINDS, Board, PdnScanner
from draughts.game import Node
from draughts.pdn.comments import END_MARK, joined, read_clock
from draughts.pdn.mending import mend
from draughts.pdn.problems import Code, Report
from draughts.pdn.tags import result_form

_END, _NUMBER, _RESULT = PDN_KINDS["END"], PDN_KINDS["NUMBER"], PDN_KINDS["RESULT"]
_COMMENT, _LINE = PDN_KINDS["COMMENT"], PDN_KINDS["LINE_COMMENT"]
_OPEN, _CLOSE = PDN_KINDS["OPEN"], PDN_KINDS["CLOSE"]
_CROSSES = frozenset("xX:*×")
_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class MovetextReader:
    """Grows the tree of a game from its text.

    Args:
        scanner: stands before the moves.
        board: the first position; it is played on.
        root: the node of it.
        report: gets the problems.
        given: the result in the tags; a last token that equals it is a result, whatever its form.

    Attributes:
        board: the position of the last node.
        result: the result that stands behind the moves, or "".
        result_at: where it stands.
        broken: whether the main line ends before its text does.
    """

    def __init__(
        self, scanner: PdnScanner, board: Board, root: Node, report: Report, given: str
    ) -> None:
        self.scanner = scanner
        self.board = board
        self.report = report
        self._given = given
        self.result = ""
        self.result_at = 0
        self.broken = False
        self._node = self._start = root
        self._set_up = False
        self._end: Node | None = None  # if the text goes on behind it
        self._before = ""  # a comment on the move that comes next
        self._kept = 0  # where the text of a variation without moves begins; -1: it was taken
        self._suspended: list[tuple[Board, Node, Node, int]] = []
        self._readers = {
            PDN_KINDS["MOVE"]: self._read_odd_move,
            _NUMBER: self._read_junk,
            _RESULT: self._read_result,
            PDN_KINDS["STRENGTH"]: self._read_strength,
            PDN_KINDS["NAG"]: self._read_nag,
            _COMMENT: self._read_comment,
            _LINE: self._read_line_comment,
            _OPEN: self._open_variation,
            _CLOSE: self._close_variation,
            PDN_KINDS["SETUP"]: self._read_setup,
            PDN_KINDS["UNKNOWN"]: self._read_unknown,
            PDN_KINDS["JUNK"]: self._read_junk,
            PDN_KINDS["TAG"]: self._read_junk,
        }

    def read(self) -> None:
        """Read up to the end of the text."""
        notes: list[tuple[int, int, int, int]] = []
        while (kind := self._play(notes)) != _END:
            self.report.ply = self.board.ply
            self._readers[kind]()
        self._finish()

    def _play(self, notes: list[tuple[int, int, int, int]]) -> int:
        """Play on up to something else than a plain move; its kind."""
        here, place = self._node, self._place()
        kind = self.scanner.play(self.board, here, place, notes)
        self._node = cast(Node, self.scanner.node)
        if self._before and self._node is not here:
            self._take_comment(here.variations[place])
        if notes:
            self._report_notes(notes)
        return kind

    def _finish(self) -> None:
        if self._suspended:
            opened = self._suspended[-1][3]
            self.report.add(Code.VARIATION_OPEN, "a variation is not closed", opened, "(")
        while self._suspended:
            self._resume()
        self._flush_comment()
        while self._node is not self._end and self._end is not None:
            self.board.pop()
            assert self._node.parent is not None
            self._node = self._node.parent

    @property
    def end(self) -> Node:
        """The last node of the game as it was played, once it is read."""
        return self._node

    # --- moves ------------------------------------------------------------------------------------

    def _place(self) -> int:
        """Where the next move stands among those after the last node: first if the line goes on."""
        return len(self._node.variations) if self._is_alternative else 0

    def _take_comment(self, node: Node) -> None:
        node.comment_before, self._before = self._before, ""

    @property
    def _is_alternative(self) -> bool:
        """Whether the next move stands beside one that was played."""
        return self._node is self._start and bool(self._suspended)

    def _report_notes(self, notes: list[tuple[int, int, int, int]]) -> None:
        for found, start, end, ply in notes:
            self.report.ply = ply
            token = self.report.text[start:end].decode("utf-8", "replace")
            if found & 1:
                crossed = not _CROSSES.isdisjoint(token)
                sign = "a quiet move with a cross" if crossed else "a capture with a dash"
                self.report.add(Code.MOVE_SIGN, f"{token!r} is {sign}", start, token)
            if found & 2:
                self.report.add(Code.MOVE_SPACED, f"{token!r} has blanks in it", start, token)
        notes.clear()

    def _read_odd_move(self) -> None:
        start = self.scanner.start
        if self._is_given_result():
            self._read_result()
            return
        move = mend(self.scanner, self.board, self.report, bool(self._suspended))
        if move is None:
            self._give_up(start)
            return
        self.board.push(move)
        child = Node(move, self._node, move.path)
        self._node.variations.insert(self._place(), child)
        self._take_comment(child)
        self._node = child

    def _is_given_result(self) -> bool:
        """Whether the last token is the result of the tags, such as 12-8, and ends the game."""
        scanner = self.scanner
        if self._suspended or result_form(scanner.token()) != self._given:
            return False
        behind, start = scanner.at, scanner.start
        ends = scanner.next() == _END
        scanner.at = start
        scanner.next()
        assert scanner.at == behind
        return ends

    def _read_unknown(self) -> None:
        self.report.token(Code.MOVE_UNKNOWN, "{} is a move that nobody wrote down", self.scanner)
        self._give_up(self.scanner.start)

    def _read_setup(self) -> None:
        """A position at the head of the moves has been read with the tags."""
        if self._node.parent is None and not self._suspended and not self._set_up:
            self._set_up = True
            return
        self.report.token(Code.SETUP, "{} sets up a position in the middle of a game", self.scanner)
        self._give_up(self.scanner.start)

    def _give_up(self, start: int) -> None:
        """Keep the rest of the line as text; a variation without moves as a comment."""
        if self._is_alternative:
            end = self.scanner.skip_line(True)
            text = self.report.text[self._kept : end].decode("utf-8", "replace")
            self._before, self._kept = f"({text.strip()})", -1
            return
        self._flush_comment()
        end = self.scanner.skip_line(bool(self._suspended))
        self.broken |= not self._suspended
        rest = rest_of_line(self.scanner, self.report.text, start, end)
        if self._node.variations:
            self._attach(rest)
        else:
            self._node.unread = rest

    def _read_junk(self) -> None:
        self.report.token(Code.JUNK, "{} is no move and no comment", self.scanner)

    # --- what is said of them ---------------------------------------------------------------------

    def _read_strength(self) -> None:
        marks = self.scanner.token().strip("()")
        nag = _STRENGTHS.get(marks)
        if nag is None:
            nag = _STRENGTHS[marks[:2]]
            self.report.token(Code.STRENGTH, f"{{}} was read as {marks[:2]}", self.scanner)
        self._add_nag(nag)

    def _read_nag(self) -> None:
        self._add_nag(int(self.scanner.token()[1:8]))

    def _add_nag(self, nag: int) -> None:
        if self._node is self._start:
            self._read_junk()
        else:
            self._node.nags.append(nag)

    def _read_comment(self) -> None:
        text = self.scanner.token()
        if not self.scanner.closed:
            self.report.token(Code.COMMENT_OPEN, "the comment {} has no end", self.scanner)
            text += "}"
        elif "{" in text[1:]:
            self.report.token(Code.COMMENT_NESTED, "the comment {} has braces in it", self.scanner)
        self._add_comment(text[1:-1].strip(), " ")

    def _read_line_comment(self) -> None:
        """Lines that follow each other are one comment."""
        self._add_comment(line_comment(self.scanner), "\n")

    def _add_comment(self, text: str, by: str) -> None:
        while text.startswith(END_MARK):
            text = text.removeprefix(END_MARK).strip()
            if not self._suspended:
                self._end = self._node
        if self.scanner.numbered or self._is_alternative:
            self._before = joined(self._before, text, by)
        else:
            self._attach(text, by)

    def _attach(self, text: str, by: str = " ") -> None:
        """Add a comment to the last move."""
        node = self._node
        if node.move is not None:
            text = read_clock(node, text, self.board.turn.opposite)
        node.comment_after = joined(node.comment_after, text, by)

    def _flush_comment(self) -> None:
        """Put a comment on a move that does not come to the one before."""
        self._attach(self._before)
        self._before = ""

    # --- variations -------------------------------------------------------------------------------

    def _open_variation(self) -> None:
        node = self._node
        self._flush_comment()
        self._kept = self.scanner.at
        self._suspended.append((self.board, node, self._start, self.scanner.start))
        goes_back = False
        if self._comes_early():
            self.report.token(Code.VARIATION_EARLY, "{} before its move was played", self.scanner)
        elif node is self._start or node.parent is None:
            self.report.token(Code.VARIATION_STRAY, "{} before any move", self.scanner)
        else:
            goes_back = True
        self.board = self.board.copy()
        if goes_back:
            self.board.pop()
            node = cast(Node, node.parent)
        self._node = self._start = node

    def _comes_early(self) -> bool:
        """Whether the number of the variation is that of the move that comes next."""
        scanner = self.scanner
        behind, start = scanner.at, scanner.start
        while (kind := scanner.next()) in (_COMMENT, _LINE):
            pass
        number = scanner.token() if kind == _NUMBER else ""
        scanner.at = start
        scanner.next()
        assert scanner.at == behind
        first = self.board.turn is self.board.variant.first_player
        return number == f"{self.board.move_number}{'.' if first else '...'}"

    def _close_variation(self) -> None:
        if not self._suspended:
            self.report.token(Code.VARIATION_STRAY, "{} closes nothing", self.scanner)
            return
        said = ""
        if self._is_alternative:
            said, self._before = self._before, ""
            if self._kept >= 0:
                self.report.token(Code.VARIATION_EMPTY, "a variation without moves", self.scanner)
        self._resume()
        self._kept = self.scanner.at
        self._attach(said)

    def _resume(self) -> None:
        self._flush_comment()
        self.board, self._node, self._start, _ = self._suspended.pop()

    def _read_result(self) -> None:
        text = self.scanner.token()
        if self._suspended:
            self.report.token(Code.RESULT_STRAY, "the result {} inside a variation", self.scanner)
            self._add_comment(text, " ")
        elif self.result in ("", "*"):
            self.result, self.result_at = text, self.scanner.start


def line_comment(scanner: PdnScanner) -> str:
    """The comment that begins with the last token, which goes to the end of its line.

    Lines of comments that follow each other are one.
    """
    lines, kind = [], _LINE
    while kind == _LINE:
        lines.append(scanner.token()[1:].removeprefix(" "))
        kind = scanner.next()
    scanner.at = scanner.start
    return "\n".join(lines).strip()


def rest_of_line(scanner: PdnScanner, text: bytes, start: int, end: int) -> str:
    """A part of a game's text as it can stand at the end of any line of play.

    Where numbers begin again from 1 they get dots, for else they begin a game; a result becomes a
    comment; what is open is closed.
    """
    kept, depth, close, first = b"", 0, b"", True
    scanner.at = start
    while scanner.at < end:
        kind = scanner.next()
        depth = max(depth + (kind == _OPEN) - (kind == _CLOSE), 0)
        close = b"}" if kind == _COMMENT and not scanner.closed else b"\n" * (kind == _LINE)
        if kind == _RESULT:
            kept += text[start : scanner.start] + b"{" + text[scanner.start : scanner.at] + b"}"
            start = scanner.at
        elif kind == _NUMBER and scanner.token() == "1." and not first:
            kept += text[start : scanner.at] + b".."
            start = scanner.at
        first = False
    scanner.at = end
    kept += text[start:end] + (close if depth or close == b"}" else b"") + b" )" * depth
    return kept.decode("utf-8", "replace").strip()
