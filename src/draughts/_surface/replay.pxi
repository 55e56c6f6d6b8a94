# Reading PDN: games out of a file, tokens out of a game, moves straight onto a board.

cdef enum:
    NOTE_SIGN = 1       # a dash in a capture, or a cross in a quiet move
    NOTE_SPACED = 2     # blanks inside a move

PDN_KINDS = {
    "END": PDN_END, "TAG": PDN_TAG, "NUMBER": PDN_NUMBER, "MOVE": PDN_MOVE, "RESULT": PDN_RESULT,
    "STRENGTH": PDN_STRENGTH, "NAG": PDN_NAG, "COMMENT": PDN_COMMENT,
    "LINE_COMMENT": PDN_LINE_COMMENT, "OPEN": PDN_OPEN, "CLOSE": PDN_CLOSE, "SETUP": PDN_SETUP,
    "UNKNOWN": PDN_UNKNOWN, "JUNK": PDN_JUNK,
}


def find_pdn_end(const unsigned char[::1] text not None, Py_ssize_t start, bint whole) -> int:
    """Where the game ends that begins at ``start``; -1 if the text may go on and too little is there.

    Args:
        text: UTF-8 or any other encoding that extends ASCII; lines end in LF.
        start: where to begin.
        whole: no more text will follow.
    """
    cdef Pdn pdn
    cdef Py_ssize_t end
    if start >= text.shape[0]:
        return start if whole else -1
    pdn.chars, pdn.length, pdn.at, pdn.whole = <const char*>&text[0], text.shape[0], start, whole
    with nogil:
        end = find_game_end(&pdn)
    return end


@cython.final
cdef class PdnScanner:
    """The tokens of one game, for the reader in :mod:`draughts.pdn`.

    Args:
        text: UTF-8, lines ending in LF, of one game.
    """

    cdef bytes text
    cdef Pdn pdn
    cdef Squares squares
    cdef bint turned
    cdef TreeNode last_node
    cdef bint last_was_number

    def __init__(self, bytes text not None):
        self.text = text
        self.pdn.chars = text
        self.pdn.length = len(text)
        self.pdn.at = self.pdn.start = 0
        self.pdn.whole = True
        self.pdn.spelt_line_ends = False

    @property
    def at(self) -> int:
        """Behind the last token. Setting it goes elsewhere."""
        return self.pdn.at

    @at.setter
    def at(self, Py_ssize_t at):
        self.pdn.at = min(max(at, 0), self.pdn.length)

    @property
    def start(self) -> int:
        """Where the last token begins."""
        return self.pdn.start

    @property
    def closed(self) -> bool:
        """Whether the last comment or tag has an end."""
        return self.pdn.closed

    @property
    def spelt_line_ends(self) -> bool:
        """Whether a line so far ended in a backslash and an r."""
        return self.pdn.spelt_line_ends

    @property
    def numbered(self) -> bool:
        """Whether a move number stands before the last token."""
        return self.last_was_number

    def token(self) -> str:
        """The text of the last token."""
        return self.text[self.pdn.start:self.pdn.at].decode("utf-8", "replace")

    def next(self) -> int:
        """Go on to the next token; its kind."""
        return read_token(&self.pdn)

    def name_squares(self, Board board not None, str numbering, bint turned) -> None:
        """Say how the moves to come name their squares.

        Args:
            board: a board of the variant.
            numbering: the corner where numbers start; "" for the variant's.
            turned: a1 is at Black's left hand.
        """
        board.book.number(numbering or board.book.variant.first_square, &self.squares)
        self.turned = turned

    cdef int stops(self, int* stops) noexcept:
        """The squares that the last token names, as indices; 0 if it is no move on this board."""
        cdef MoveText move
        cdef int i, last = 34 if self.squares.width == 4 else 53
        if read_move(
            &self.squares, self.pdn.chars + self.pdn.start, <int>(self.pdn.at - self.pdn.start), &move
        ) != <int>MOVE_FINE:
            return 0
        for i in range(move.length):
            stops[i] = last - move.stops[i] if self.turned and self.pdn.lettered else move.stops[i]
        return move.length

    def choices(self, Board board not None) -> list[Move]:
        """The legal moves that the last token may mean."""
        cdef int stops[MOST_STOPS]
        cdef int count = self.stops(stops)
        return board.matching(stops, count) if count else []

    def named(self) -> list[int]:
        """The numbers of the squares that the last token names; none if it is no move."""
        cdef int stops[MOST_STOPS]
        cdef int i, count = self.stops(stops)
        return [<int>self.squares.number_of[stops[i]] for i in range(count)]

    def play(
        self, Board board not None, TreeNode node not None, Py_ssize_t place, list notes not None
    ) -> int:
        """Play moves up to a token that is no legal move, or an ambiguous one; the token's kind.

        A number behind a number is no number of a move, unless it ends in a dot.

        Args:
            board: it is played on.
            node: the moves grow from it.
            place: of the first move among its variations; the later moves have no others beside.
            notes: gets what is not as the standard says: a bit set, start and end in the text, and
                the ply on the board.
        """
        cdef int kind
        cdef Move move
        self.last_was_number = False
        while True:
            kind = read_token(&self.pdn)
            if kind == PDN_MOVE:
                move = self.play_move(board)
                if move is None:
                    break
                node = grown(node, move, place)
                place = 0
                self.note(move, board, notes)
                self.last_was_number = False
            elif kind == PDN_NUMBER and not (
                self.last_was_number and self.pdn.chars[self.pdn.at - 1] != c'.'
            ):
                self.last_was_number = True
            else:
                break
        self.last_node = node
        return kind

    @property
    def node(self) -> TreeNode:
        """The last node that was grown, or where nothing has grown."""
        return self.last_node

    cdef int note(self, Move move, Board board, list notes) except -1:
        cdef int found = 0
        if self.pdn.dashed if move.victims else self.pdn.crossed:
            found |= NOTE_SIGN
        if self.pdn.spaced:
            found |= NOTE_SPACED
        if found:
            notes.append((found, self.pdn.start, self.pdn.at, board.ply))
        return 0

    cdef Move play_move(self, Board board):
        """Play the move that the last token means; None if there is none, or more than one."""
        cdef int stops[MOST_STOPS]
        cdef int count = self.stops(stops)
        cdef KernelMove found
        cdef Move move
        if count == 2 and only_between(
            &board.book.rules, board.white_to_move, &board.position, stops[0], stops[1], &found
        ):
            move = wrap_with_path(board.book, &board.position, board.white_to_move, &found)
        elif count < 2:
            return None
        else:
            choices = board.matching(stops, count)
            if len(choices) != 1:
                return None
            move = choices[0]
            board.find(move, &found)
        board.apply(&found)
        return move

    def measure(self, Board board not None, bint variation) -> tuple[int, bool]:
        """How many plies of the line can be played from here, and whether they are all.

        The board is played on; comments and variations are passed over.
        """
        cdef int kind, depth = 0, plies = 0
        while True:
            kind = read_token(&self.pdn)
            if kind == PDN_END or (kind == PDN_RESULT and depth == 0):
                return plies, True
            if kind == PDN_OPEN:
                depth += 1
            elif kind == PDN_CLOSE:
                if depth == 0 and variation:
                    return plies, True
                depth = max(depth - 1, 0)
            elif kind == PDN_MOVE and depth == 0:
                if self.play_move(board) is None:
                    return plies, False
                plies += 1
            elif kind == PDN_UNKNOWN and depth == 0:
                return plies, False

    def skip_line(self, bint variation) -> int:
        """Pass over the rest of a line of play; where its last token ends.

        What ends it is left to be read: the bracket of a variation, the result of a game, the end.
        """
        cdef int kind, depth = 0, ending = <int>PDN_CLOSE if variation else <int>PDN_RESULT
        cdef Py_ssize_t end = self.pdn.at
        while True:
            kind = read_token(&self.pdn)
            if kind == PDN_END or (depth == 0 and kind == ending):
                self.pdn.at = self.pdn.start
                return end
            if kind == PDN_OPEN:
                depth += 1
            elif kind == PDN_CLOSE and depth > 0:
                depth -= 1
            end = self.pdn.at


cdef bint only_between(
    Ruleset* rules, bint white, const Position* position, int origin, int target, KernelMove* found
) noexcept:
    """Find the legal move between two squares; tell whether there is exactly one."""
    cdef KernelMove moves[FEW_MOVES]
    cdef KernelMove* move = moves
    cdef KernelMove* end = list_moves(
        rules, white, position, moves, moves + FEW_CAPTURES, False)
    cdef int matches = 0
    while move < end:
        if move.origin == origin and move.target == target:
            found[0] = move[0]
            matches += 1
        move += 1
    return matches == 1 and end - moves < FEW_CAPTURES
