"""The moves of a game, out of its text into a tree."""

from __future__ import annotations

from draughts._core import PDN_KINDS, Board, PdnScanner
from draughts.game import Node
from draughts.pdn.comments import END_MARK, joined, read_clock
from draughts.pdn.mending import mend
from draughts.pdn.problems import Code, Report

_END = PDN_KINDS["END"]
_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class MovetextReader:
    """Grows the tree of a game from its text.

    Args:
        scanner: stands before the moves.
        board: the first position; it is played on.
        root: the node of it.
        report: gets the problems.

    Attributes:
        board: the position of the last node.
        result: the result that stands behind the moves, or "".
        result_at: where it stands.
        broken: whether the main line ends before its text does.
    """

    def __init__(self, scanner: PdnScanner, board: Board, root: Node, report: Report) -> None:
        self.scanner = scanner
        self.board = board
        self.report = report
        self.result = ""
        self.result_at = 0
        self.broken = False
        self._node = self._start = root
        self._end: Node | None = None  # if the text goes on behind it
        self._before = ""  # a comment on the move that comes next
        self._opened = 0  # where the last variation begins; -1 if it is kept as text
        self._suspended: list[tuple[Board, Node, Node]] = []
        self._readers = {
            PDN_KINDS["MOVE"]: self._read_odd_move,
            PDN_KINDS["RESULT"]: self._read_result,
            PDN_KINDS["STRENGTH"]: self._read_strength,
            PDN_KINDS["NAG"]: self._read_nag,
            PDN_KINDS["COMMENT"]: self._read_comment,
            PDN_KINDS["LINE_COMMENT"]: self._read_line_comment,
            PDN_KINDS["OPEN"]: self._open_variation,
            PDN_KINDS["CLOSE"]: self._close_variation,
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
        self._node = self.scanner.node
        if self._before and self._node is not here:
            self._take_comment(here.variations[place])
        if notes:
            self._report_notes(notes)
        return kind

    def _finish(self) -> None:
        if self._suspended:
            self.report.add(
                Code.VARIATION_OPEN, "a variation is not closed", self.scanner.at, "("
            )
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
                sign = "a capture with a dash" if "-" in token else "a quiet move with a cross"
                self.report.add(Code.MOVE_SIGN, f"{token!r} is {sign}", start, token)
            if found & 2:
                self.report.add(Code.MOVE_SPACED, f"{token!r} has blanks in it", start, token)
        notes.clear()

    def _read_odd_move(self) -> None:
        start = self.scanner.start
        move = mend(self.scanner, self.board, self.report)
        if move is None:
            self._give_up(start)
            return
        self.board.push(move)
        child = Node(move, self._node, move.path)
        self._node.variations.insert(self._place(), child)
        self._take_comment(child)
        self._node = child

    def _read_unknown(self) -> None:
        self.report.token(Code.MOVE_UNKNOWN, "{} is a move that nobody wrote down", self.scanner)
        self._give_up(self.scanner.start)

    def _read_setup(self) -> None:
        self.report.token(Code.SETUP, "{} sets up a position in the middle of a game", self.scanner)
        self._give_up(self.scanner.start)

    def _give_up(self, start: int) -> None:
        """Keep the rest of the line as text; of a variation without moves, all of it."""
        if self._is_alternative:
            start, self._before = self._opened, ""
        self._flush_comment()
        self.broken |= not self._suspended
        end = self.scanner.skip_line(bool(self._suspended))
        rest = self.report.text[start:end].decode("utf-8", "replace")
        if self._is_alternative:
            rest += ")"
            self._opened = -1
        self._node.unread = joined(self._node.unread, rest)

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
        self._add_comment(self.scanner.token()[1:].removeprefix(" "), "\n")

    def _add_comment(self, text: str, by: str) -> None:
        node = self._node
        if text.startswith(END_MARK) and not self._suspended:
            self._end = node
            text = text.removeprefix(END_MARK).strip()
        if self.scanner.numbered or self._is_alternative:
            self._before = joined(self._before, text, by)
        else:
            if node.move is not None:
                text = read_clock(node, text, self.board.turn.opposite)
            node.comment_after = joined(node.comment_after, text, by)

    def _flush_comment(self) -> None:
        """Put a comment on a move that does not come to the one before."""
        self._node.comment_after = joined(self._node.comment_after, self._before)
        self._before = ""

    # --- variations -------------------------------------------------------------------------------

    def _open_variation(self) -> None:
        node = self._node
        self._flush_comment()
        self._opened = self.scanner.start
        self._suspended.append((self.board, node, self._start))
        if node is self._start or node.parent is None:
            self.report.token(Code.VARIATION_STRAY, "{} before any move", self.scanner)
        else:
            self.board = self.board.copy()
            self.board.pop()
            node = node.parent
        self._node = self._start = node

    def _close_variation(self) -> None:
        if not self._suspended:
            self.report.token(Code.VARIATION_STRAY, "{} closes nothing", self.scanner)
            return
        said = ""
        if self._is_alternative and self._opened >= 0:
            self.report.token(Code.VARIATION_EMPTY, "a variation without moves", self.scanner)
            said, self._before = self._before, ""
        self._resume()
        self._node.comment_after = joined(self._node.comment_after, said)

    def _resume(self) -> None:
        self._flush_comment()
        self.board, self._node, self._start = self._suspended.pop()

    def _read_result(self) -> None:
        text = self.scanner.token()
        if self._suspended:
            self.report.token(Code.RESULT_STRAY, "the result {} inside a variation", self.scanner)
            self._add_comment(text, " ")
        elif self.result in ("", "*"):
            self.result, self.result_at = text, self.scanner.start
