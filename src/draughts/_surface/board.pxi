# The board: a position with its past.

from itertools import combinations

from draughts.kernel.ending cimport CROWNED, GOES_ON, NO_MOVES, ending
from draughts.kernel.walks cimport comes_down, passes

cdef enum: LONGEST_MOVE = 1000  # bytes of text

cdef dict TERMINATIONS = {
    BY_REPETITION: Termination.REPETITION,
    BY_ENDGAME: Termination.ENDGAME_LIMIT,
    BY_QUIET: Termination.QUIET_LIMIT,
    BY_MOVE_LIMIT: Termination.MOVE_LIMIT,
}

cdef dict TERMINATIONS_AT_ONCE = {NO_MOVES: Termination.NO_MOVES, CROWNED: Termination.FIRST_KING}

cdef list PIECES = [[Piece.BLACK_MAN, Piece.BLACK_KING], [Piece.WHITE_MAN, Piece.WHITE_KING]]


cdef class Board:
    """A position, the moves that led to it, and what the draw rules need to know of them.

    A board must not change in one thread while another uses it; give each thread a ``copy()``.
    Boards are equal when variant, pieces and side to move are; they are not hashable.

    Args:
        variant: a :class:`~draughts.Variant` or the name of one; the board starts where its games
            start.

    Raises:
        ValueError: no variant has that name.

    >>> board = Board()
    >>> board.push_pdn("11-15")
    Move(11, 15)
    >>> board.fen()
    'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
    """

    def __cinit__(self, *args, **kwargs):
        self.past = NULL
        self.plies = self.room = 0

    def __init__(self, variant=ENGLISH):
        self.book = rulebook(variant)
        self.position = self.book.start
        self.white_to_move = self.book.white_first
        self.settle(0)

    def __dealloc__(self):
        free(self.past)

    cdef void settle(self, int quiet) noexcept:
        """Begin a past at the present position."""
        self.plies = 0
        self.position_key = position_key(&self.position, self.white_to_move)
        start_counting(&self.book.draws, &self.position, quiet, &self.counters)

    # --- set-up -------------------------------------------------------------------------------------

    @classmethod
    def empty(cls, variant=ENGLISH) -> Board:
        """A board without pieces, to be set up with :meth:`set_piece_at`."""
        board = cls(variant)
        board.clear()
        return board

    @classmethod
    def from_fen(cls, str fen not None, variant=ENGLISH, *, numbering=None) -> Board:
        """The board of a FEN, as PDN 3.0 describes it.

        Either side may come first, lists may hold ranges (``1-12``, ``K46-50``), a side may be left
        out. Blanks, a full stop at the end and a ``[FEN "..."]`` around it are passed over;
        counters ``:H<plies without progress>:F<move number>`` are taken on. A side to move that is
        unknown (``?``) is taken for the one that begins a game.

        Args:
            fen: the text.
            variant: a variant or its name.
            numbering: the corner where the numbers in ``fen`` start (``"a1"``, ``"b8"``,
                ``"top-left"``, ``"bottom-right"``, ...), if it is not the variant's own.

        Raises:
            InvalidFenError: the text is no FEN, or names a square that the board has not or one
                square twice. A placement that the rules forbid is built: ask :meth:`status`.

        >>> Board.from_fen("W:WK3,21-24:B9", "russian").fen()
        'W:WKf8,a3,c3,e3,g3:Bb6'
        """
        cdef Board board = cls.__new__(cls)
        cdef bytes raw = fen.encode("utf-8", "replace")
        cdef Fen read
        cdef Squares numbered
        cdef const Squares* squares
        board.book = rulebook(variant)
        squares = &board.book.squares
        if numbering is not None:
            board.book.number(numbering, &numbered)
            squares = &numbered
        if len(raw) > 100_000:
            raise InvalidFenError(f"a text of {len(raw)} bytes is no FEN: {shortened(fen, 40)!r}")
        if not read_fen(squares, raw, <int>len(raw), &read):
            raise fen_error(board.book, &read, raw)
        board.position = read.position
        board.white_to_move = (
            board.book.white_first if read.turn == <int>TURN_UNKNOWN else read.turn == <int>TURN_WHITE)
        board.settle(max(read.quiet, 0))
        if read.move_number > 0:
            board.counters.ply = 2 * (read.move_number - 1) + (
                board.white_to_move != board.book.white_first)
        return board

    def fen(self, *, bint counters=False) -> str:
        """The position as a canonical FEN: no blanks, White first, squares in order.

        Args:
            counters: append ``:H<plies without progress>:F<move number>``.

        >>> Board.from_fen("B : B K35,2 : W 7.", "international").fen(counters=True)
        'B:W7:B2,K35:H0:F1'
        """
        cdef char text[LONGEST_FEN]
        cdef int length = write_fen(
            &self.book.squares, &self.position, self.white_to_move, text)
        if counters:
            length += write_counters(self.counters.quiet, self.move_number, text + length)
        return text[:length].decode("ascii")

    def clear(self) -> None:
        """Take all pieces off and forget the past; the side to move stays."""
        self.position.white = self.position.black = self.position.kings = 0
        self.settle(0)

    def copy(self) -> Board:
        """A board of its own, with the whole past.

        >>> board = Board()
        >>> board.copy() == board
        True
        """
        cdef Board other = Board.__new__(Board)
        other.book = self.book
        other.position = self.position
        other.white_to_move = self.white_to_move
        other.position_key = self.position_key
        other.counters = self.counters
        if self.plies:
            other.past = <Entry*>malloc(self.plies * sizeof(Entry))
            if other.past == NULL:
                raise MemoryError
            memcpy(other.past, self.past, self.plies * sizeof(Entry))
            other.plies = other.room = self.plies
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def mirror(self) -> Board:
        """The same position with the sides exchanged: turned by half, colours swapped, no past.

        >>> Board.from_fen("W:W32:BK1", "english").mirror().fen()
        'B:WK32:B1'
        """
        cdef Board other = Board.__new__(Board)
        other.book = self.book
        other.position.white = self.turned(self.position.black)
        other.position.black = self.turned(self.position.white)
        other.position.kings = self.turned(self.position.kings)
        other.white_to_move = not self.white_to_move
        other.settle(0)
        return other

    cdef bits_t turned(self, bits_t squares) noexcept:
        """A set of squares seen from the other side of the board."""
        cdef int last = 34 if self.book.rules.flags.width == 4 else 53
        cdef bits_t result = 0
        while squares:
            result |= square_bit(last - lowest(squares))
            squares = without_lowest(squares)
        return result

    def status(self) -> Status:
        """What is wrong with a position that was set up: flags, ``Status.VALID`` for nothing.

        >>> found = Board.from_fen("W:W1:B", "english").status()
        >>> found == Status.BLACK_EMPTY | Status.WHITE_MAN_ON_CROWN_ROW
        True
        """
        cdef int width = self.book.rules.flags.width
        cdef int most = width * <int>self.book.variant.men_rows
        cdef bits_t men = ~self.position.kings
        found = Status.VALID
        if not self.position.white:
            found |= Status.WHITE_EMPTY
        if not self.position.black:
            found |= Status.BLACK_EMPTY
        if self.position.white & men & row_bits(width, 0):
            found |= Status.WHITE_MAN_ON_CROWN_ROW
        if self.position.black & men & row_bits(width, 2 * width - 1):
            found |= Status.BLACK_MAN_ON_CROWN_ROW
        if count(self.position.white) > most:
            found |= Status.TOO_MANY_WHITE
        if count(self.position.black) > most:
            found |= Status.TOO_MANY_BLACK
        return found

    # --- what stands where ----------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The rules by which the board is played."""
        return self.book.variant

    @property
    def turn(self) -> Color:
        """The side to move. Setting it forgets the past, as every change by hand does."""
        return WHITE if self.white_to_move else BLACK

    @turn.setter
    def turn(self, color):
        if color is not WHITE and color is not BLACK:
            raise TypeError(f"turn must be a Color, not {color!r}")
        self.white_to_move = color is WHITE
        self.settle(0)

    cdef int index(self, int square) except -1:
        if not 1 <= square <= self.book.squares.squares:
            raise ValueError(
                f"there is no square {square}; this board has 1 to {self.book.squares.squares}")
        return self.book.squares.index_of[square]

    def piece_at(self, int square) -> Piece | None:
        """The piece on a square, or None.

        Raises:
            ValueError: the board has no such square.

        >>> Board().piece_at(12)
        <Piece.BLACK_MAN: 'b'>
        """
        cdef int index = self.index(square)
        cdef bint white = self.position.white >> index & 1
        if not white and not self.position.black >> index & 1:
            return None
        return PIECES[white][self.position.kings >> index & 1]

    def set_piece_at(self, int square, piece) -> None:
        """Put a piece on a square, or empty it with None. The past is forgotten.

        Raises:
            ValueError: the board has no such square.
            TypeError: ``piece`` is neither a Piece nor None.
        """
        cdef bits_t bit = square_bit(self.index(square))
        if piece is not None and not isinstance(piece, Piece):
            raise TypeError(f"a piece must be a Piece or None, not {piece!r}")
        self.position.white &= ~bit
        self.position.black &= ~bit
        self.position.kings &= ~bit
        if piece is not None:
            if piece.color is WHITE:
                self.position.white |= bit
            else:
                self.position.black |= bit
            if piece.is_king:
                self.position.kings |= bit
        self.settle(0)

    def pieces(self, color, king=None) -> frozenset[int]:
        """The squares of a side's pieces.

        Args:
            color: whose pieces.
            king: True for kings alone, False for men alone, None for both.

        >>> sorted(Board.from_fen("W:WK3,22:B9").pieces(Color.WHITE, king=True))
        [3]
        """
        if color is not WHITE and color is not BLACK:
            raise TypeError(f"color must be a Color, not {color!r}")
        cdef bits_t found = self.position.white if color is WHITE else self.position.black
        if king is not None:
            found &= self.position.kings if king else ~self.position.kings
        cdef uint64_t numbers = numbers_of(&self.book.squares, found)
        return frozenset([n for n in range(1, 64) if numbers >> n & 1])

    def square_name(self, int square) -> str:
        """How the variant writes a square: ``"12"``, or ``"h6"`` where it uses letters.

        >>> Board("russian").square_name(12)
        'h6'
        """
        self.index(square)
        return self.book.squares.name[square][:self.book.squares.name_length[square]].decode("ascii")

    def square_place(self, int square) -> tuple[int, int]:
        """Row and column of a square, both from 0, from the top left corner as White sees it.

        >>> Board().square_place(1)
        (0, 1)
        """
        cdef int row, column
        place(&self.book.squares, self.index(square), &row, &column)
        return row, column

    def bits(self) -> tuple[int, int, int]:
        """The kernel's own picture: bit sets of White's pieces, Black's pieces and all kings.

        See ``kernel/rules.pxd`` for which bit a square has.

        >>> [hex(bits) for bits in Board.from_fen("W:WK32:B1").bits()]
        ['0x400000000', '0x1', '0x400000000']
        """
        return self.position.white, self.position.black, self.position.kings

    @property
    def key(self) -> int:
        """A 64-bit number of the pieces and the side to move, the same on every platform."""
        return self.position_key

    # --- moves ------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, captures first. They do not depend on draws, nor on a first king.

        >>> len(Board().legal_moves)
        7
        """
        cdef Listing listing
        list_legal(self.book, &self.position, self.white_to_move, False, &listing)
        try:
            return wrap_all(self.book, &self.position, self.white_to_move, &listing)
        finally:
            release(&listing)

    @property
    def must_capture(self) -> bool:
        """Whether every legal move is a capture; never where the variant leaves captures free."""
        return not self.book.rules.flags.capture_optional and has_capture(
            &self.book.rules, self.white_to_move, &self.position)

    cdef bint find(self, Move move, KernelMove* found) except -1:
        """Look for a move among the legal ones."""
        cdef KernelMove wanted
        if move.from_square > self.book.squares.squares or move.to_square > self.book.squares.squares:
            return False
        wanted.origin = self.book.squares.index_of[move.from_square]
        wanted.target = self.book.squares.index_of[move.to_square]
        wanted.captured = indices_of(&self.book.squares, move.victims) if move.victims else 0
        if count(wanted.captured) != count(move.victims):
            return False
        return self.find_kernel_move(&wanted, found)

    cdef bint find_kernel_move(self, const KernelMove* wanted, KernelMove* found) except -1:
        """Look for the legal move with some ends and victims."""
        cdef Listing listing
        cdef bint legal = False
        cdef int i
        list_legal(self.book, &self.position, self.white_to_move, False, &listing)
        for i in range(listing.length):
            if same(&listing.moves[i], wanted):
                found[0] = listing.moves[i]
                legal = True
                break
        release(&listing)
        return legal

    cdef int require(self, Move move, KernelMove* found) except -1:
        """Find a move, or say what would be legal."""
        if not self.find(move, found):
            raise IllegalMoveError(f"{self.show(move.path, move.is_capture)} is not legal: "
                                   f"{self.describe_legal()}")
        return 0

    def is_legal(self, Move move not None) -> bool:
        """Whether a move may be played here."""
        cdef KernelMove found
        return self.find(move, &found)

    def push(self, Move move not None) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: it is not legal; the board stays as it was.
        """
        cdef KernelMove found
        self.require(move, &found)
        self.apply(&found)

    cdef int apply(self, const KernelMove* move) except -1:
        """Play a legal move."""
        cdef Entry* entry
        cdef int did = events(&self.position, move)
        if self.plies == self.room:
            grown = <Entry*>realloc(self.past, (2 * self.room + 16) * sizeof(Entry))
            if grown == NULL:
                raise MemoryError
            self.past = grown
            self.room = 2 * self.room + 16
        entry = &self.past[self.plies]
        entry.position = self.position
        entry.counters = self.counters
        entry.key = self.position_key
        entry.move = move[0]
        self.plies += 1
        if self.white_to_move:
            self.position_key = key_after(<White*>NULL, &self.position, move, self.position_key)
            self.position = after(<White*>NULL, &entry.position, move)
        else:
            self.position_key = key_after(<Black*>NULL, &self.position, move, self.position_key)
            self.position = after(<Black*>NULL, &entry.position, move)
        self.white_to_move = not self.white_to_move
        count_ply(&self.book.draws, did, &self.position, &self.counters)
        return 0

    def pop(self) -> Move:
        """Take the last move back and return it. Everything is as it was before.

        Raises:
            IndexError: no move has been played.
        """
        if self.plies == 0:
            raise IndexError("no move to take back")
        self.plies -= 1
        cdef Entry* entry = &self.past[self.plies]
        self.position = entry.position
        self.counters = entry.counters
        self.position_key = entry.key
        self.white_to_move = not self.white_to_move
        return wrap_with_path(self.book, &self.position, self.white_to_move, &entry.move)

    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: no move has been played.
        """
        if self.plies == 0:
            raise IndexError("no move has been played")
        return self.played(self.plies - 1)

    cdef Move played(self, int ply):
        cdef Entry* entry = &self.past[ply]
        cdef bint white = self.white_to_move != ((self.plies - ply) & 1)
        return wrap_with_path(self.book, &entry.position, white, &entry.move)

    @property
    def move_stack(self) -> list[Move]:
        """The moves played on this board, the first one first."""
        return [self.played(ply) for ply in range(self.plies)]

    def paths(self, Move move not None) -> list[tuple[int, ...]]:
        """Every way in which a legal move can be walked, one for each order of its victims.

        Args:
            move: a legal move.

        Returns:
            Paths as in :attr:`Move.path`, sorted; a king that jumps two pieces in a line comes down
            right behind the first.

        Raises:
            IllegalMoveError: the move is not legal.

        >>> board = Board.from_fen("W:WK6:B9,10,17,18")
        >>> board.paths(board.legal_moves[0])
        [(6, 13, 22, 15, 6), (6, 15, 22, 13, 6)]
        """
        cdef KernelMove found
        cdef Walks walks
        cdef int i
        self.require(move, &found)
        if not found.captured:
            return [move.path]
        walks = list_all_walks(self.book, &self.position, self.white_to_move)
        return sorted({walks.path(i) for i in range(walks.length) if same(&walks.moves[i], &found)})

    # --- moves as text ------------------------------------------------------------------------------------

    cdef str show(self, squares, bint capture):
        """Squares as a move is written; numbers that are no square of this board as they are."""
        sign = self.book.variant.capture_sign if capture else "-"
        return sign.join([
            self.square_name(n) if 1 <= n <= self.book.squares.squares else str(n) for n in squares])

    cdef str describe_legal(self):
        """What would be right, for an error message."""
        moves = self.legal_moves
        color = self.turn.value
        if not moves:
            return f"{color} has no legal move"
        texts = sorted([self.show(move.path, move.is_capture) for move in moves[:8]])
        more = ", ..." if len(moves) > 8 else ""
        what = "must capture" if self.must_capture else "may play"
        return f"{color} {what} {', '.join(texts)}{more}"

    cdef int read_stops(self, str text, int* stops) except -1:
        """The squares that a written move names, as indices; return their number."""
        cdef bytes raw = text.encode("utf-8", "replace")
        cdef MoveText read
        cdef int i
        if len(raw) > LONGEST_MOVE:
            raise InvalidMoveError(
                f"{shortened(text, 100)!r} is not a move: it has {len(raw)} bytes")
        if read_move(&self.book.squares, raw, <int>len(raw), &read) != <int>MOVE_FINE:
            raise move_error(self.book, &read, raw, text)
        for i in range(read.length):
            stops[i] = read.stops[i]
        return read.length

    cdef list matching(self, const int* stops, int count):
        """The legal moves that a list of squares may mean.

        The ends must be those of the move; the move that leads straight from one to the other comes
        before those that take a longer way. The squares between are those where the piece comes down,
        all or some in their order; failing that, squares that it passes on the way.
        """
        cdef Listing listing
        cdef Walks walks
        cdef dict landing = {}, passing = {}
        cdef int i
        if count == 2:
            list_legal(self.book, &self.position, self.white_to_move, False, &listing)
            moves = [
                wrap_with_path(
                    self.book, &self.position, self.white_to_move, &listing.moves[i])
                for i in range(listing.length)
                if listing.moves[i].origin == stops[0] and listing.moves[i].target == stops[1]]
            release(&listing)
            direct = [move for move in moves if len(move.path) == 2]
            return direct if len(direct) == 1 else moves
        walks = list_all_walks(self.book, &self.position, self.white_to_move)
        for i in range(walks.length):
            if walks.moves[i].origin != stops[0] or walks.moves[i].target != stops[count - 1]:
                continue
            if comes_down(&walks.walks[i], stops + 1, count - 2):
                move = wrap(self.book, &walks.moves[i], walks.path(i))
                if walks.walks[i].length == count - 1:
                    return [move]
                landing.setdefault(move, move)
            elif passes(
                self.book.squares.width, stops[0], &walks.walks[i], stops + 1, count - 2
            ):
                move = wrap(self.book, &walks.moves[i], walks.path(i))
                passing.setdefault(move, move)
        return list(landing or passing)

    def parse_pdn(self, str text not None) -> Move:
        """The legal move that a text means.

        A capture is read with its ends alone if that is unique, or with any of the squares that it
        passes. Signs are not insisted on: ``11-18``, ``11x18``, ``11:18``, ``c3d4`` are all read.

        Args:
            text: the move in the variant's notation; numbers are read everywhere.

        Raises:
            InvalidMoveError: the text is not a move.
            IllegalMoveError: no legal move is meant; the message lists legal ones.
            AmbiguousMoveError: several captures are meant; ``choices`` holds their texts.

        >>> Board().parse_pdn("11-15")
        Move(11, 15)
        >>> Board().parse_pdn("11-14")
        Traceback (most recent call last):
        ...
        draughts.errors.IllegalMoveError: '11-14' is not legal: black may play 10-14, 10-15, 11-15, 11-16, 12-16, 9-13, 9-14
        """
        cdef int stops[32]
        cdef int length = self.read_stops(text, stops)
        moves = self.matching(stops, length)
        if len(moves) == 1:
            return moves[0]
        if not moves:
            raise IllegalMoveError(f"{shortened(text, 100)!r} is not legal: {self.describe_legal()}")
        choices = tuple(sorted([self.pdn(move) for move in moves]))
        raise AmbiguousMoveError(
            f"{shortened(text, 100)!r} is ambiguous: it may be {' or '.join(choices)}", choices)

    def explain(self, text) -> Explanation:
        """Why a move is not legal, in words that a beginner understands.

        Args:
            text: a move as :meth:`parse_pdn` reads it, or the squares that it names.

        Returns:
            A :class:`~draughts.Explanation`: a reason code, the squares concerned and, as ``str``,
            an English sentence.

        >>> str(Board.from_fen("W:W24,30:B19").explain("30-26"))
        'White must capture, with the piece on 24.'
        """
        from draughts.explain import explain

        return explain(self, text)

    def push_pdn(self, str text not None) -> Move:
        """Read a move, play it and return it. See :meth:`parse_pdn` for what is read and raised."""
        move = self.parse_pdn(text)
        self.push(move)
        return move

    def pdn(self, Move move not None) -> str:
        """A legal move as text: the shortest that means no other.

        Raises:
            IllegalMoveError: the move is not legal.

        >>> board = Board.from_fen("W:W31:BK3,12,18,19,26,27")
        >>> sorted([board.pdn(move) for move in board.legal_moves])
        ['31x22x15', '31x24x15']
        """
        cdef KernelMove found
        cdef Walks walks
        cdef int i
        self.require(move, &found)
        ends = (move.from_square, move.to_square)
        if not found.captured or self.means_only(ends, move):
            return self.show(ends, move.is_capture)
        walks = list_all_walks(self.book, &self.position, self.white_to_move)
        ways = [walks.landings(i) for i in range(walks.length) if same(&walks.moves[i], &found)]
        for length in range(1, len(ways[0]) + 1):
            shortened = {part for way in ways for part in combinations(way, length)}
            for part in sorted(shortened):
                path = (move.from_square, *part, move.to_square)
                if self.means_only(path, move):
                    return self.show(path, True)
        return self.show(move.path, True)

    cdef bint means_only(self, tuple path, Move move) except -1:
        cdef int stops[64]
        cdef int i
        for i in range(len(path)):
            stops[i] = self.index(path[i])
        return self.matching(stops, <int>len(path)) == [move]

    # --- the end of the game ------------------------------------------------------------------------------

    @property
    def quiet_plies(self) -> int:
        """Plies since progress, as the variant's draw rules define it."""
        return self.counters.quiet

    @property
    def ply(self) -> int:
        """Plies since the start of the game, which a position that was set up is, but for a FEN
        that tells its move number."""
        return self.counters.ply

    @property
    def move_number(self) -> int:
        """The number of the move in the game, from 1; it goes up with the side that begins."""
        cdef bint white_began = self.white_to_move != (self.counters.ply & 1)
        return (self.counters.ply + (white_began != self.book.white_first)) // 2 + 1

    cdef int occurrences(self) noexcept:
        """How often the present position has stood on the board, now included."""
        cdef int found = 1, back
        cdef Entry* entry
        for back in range(2, min(self.plies, self.counters.reversible) + 1, 2):
            entry = &self.past[self.plies - back]
            if entry.key == self.position_key and memcmp(
                &entry.position, &self.position, sizeof(Position)
            ) == 0:
                found += 1
        return found

    def is_repetition(self, int count=3) -> bool:
        """Whether the present position has occurred at least ``count`` times, now included."""
        return self.occurrences() >= count

    cdef object won_by(self):
        """The end that the position itself is, whatever its past."""
        cdef bint white_wins
        cdef int end = ending(&self.book.rules, self.white_to_move, &self.position, &white_wins)
        return None if end == <int>GOES_ON else Outcome(
            WHITE if white_wins else BLACK, TERMINATIONS_AT_ONCE[end])

    def outcome(self, *, bint claim_draw=False) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        A side without a legal move has lost (in a losing game: won), whatever the draw rules count.

        Args:
            claim_draw: count draws that a player would have to claim.

        >>> Board.from_fen("W:W28:B19,24").outcome()
        Outcome(winner=<Color.BLACK: 'black'>, termination=<Termination.NO_MOVES: 'no-moves'>)
        """
        ended = self.won_by()
        if ended is not None:
            return ended
        cdef int draw = draw_by_counters(
            &self.book.draws, &self.counters, self.occurrences(), claim_draw)
        return None if draw == <int>NO_DRAW else Outcome(None, TERMINATIONS[draw])

    def is_game_over(self, *, bint claim_draw=False) -> bool:
        """Whether the game has ended; see :meth:`outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def can_claim_draw(self) -> bool:
        """Whether the game goes on but a player may claim a draw."""
        return self.outcome() is None and self.outcome(claim_draw=True) is not None

    # --- counting -----------------------------------------------------------------------------------------

    def perft(self, depth, *, mode="unique", threads=1, hash_mb=0, progress=None) -> int:
        """The number of lines of play of a given length: the check of a move generator.

        Draws play no part, and a line that ends early counts nothing. The call releases the GIL and
        can be stopped with Ctrl-C.

        Args:
            depth: plies, from 0.
            mode: ``"unique"`` counts moves; ``"all"`` counts every order in which the victims of a
                capture can be taken, as some published tables do.
            threads: how many to use.
            hash_mb: megabytes of a table of counts already made; 0 for none.
            progress: called with the parts of the tree that are done and their number.

        Raises:
            ValueError: an argument is out of its range.

        >>> Board().perft(6)
        36768
        """
        return perft(
            self, depth, mode=mode, threads=threads, hash_mb=hash_mb, progress=progress)

    def divide(self, depth, *, mode="unique", threads=1, hash_mb=0) -> dict[Move, int]:
        """:meth:`perft` by first move.

        Raises:
            ValueError: an argument is out of its range; ``depth`` must be at least 1.

        >>> sum(Board().divide(4).values())
        1469
        """
        return divide(self, depth, mode=mode, threads=threads, hash_mb=hash_mb)

    # --- as a Python object -------------------------------------------------------------------------------

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented
        cdef Board board = other
        return (
            self.white_to_move == board.white_to_move
            and memcmp(&self.position, &board.position, sizeof(Position)) == 0
            and self.book.variant == board.book.variant)

    def __str__(self):
        lines = []
        pieces = {self.square_place(n): self.piece_at(n) for n in range(1, self.book.squares.squares + 1)}
        for row in range(2 * self.book.squares.width):
            line = [" "] * (2 * self.book.squares.width)
            for (piece_row, column), piece in pieces.items():
                if piece_row == row:
                    line[column] = "." if piece is None else piece.value
            lines.append(" ".join(line).rstrip())
        return "\n".join(lines)

    def _repr_svg_(self):
        """The picture that a notebook shows."""
        from draughts.svg import board

        return board(self, last_move=self.peek() if self.plies else None)

    def __repr__(self):
        variant = self.book.variant
        shown = variant.name if VARIANTS.get(variant.name) is variant else variant
        return f"Board.from_fen({self.fen()!r}, variant={shown!r})"

    def __reduce__(self):
        cdef Position position = self.past[0].position if self.plies else self.position
        cdef Counters counters = self.past[0].counters if self.plies else self.counters
        cdef int i
        cdef bint white = self.white_to_move != (self.plies & 1)
        start = (position.white, position.black, position.kings, bool(white))
        counted = (
            counters.ply, counters.quiet, counters.reversible,
            [counters.endgame[i] for i in range(MOST_ENDGAMES)])
        moves = [
            (self.past[i].move.origin, self.past[i].move.target, self.past[i].move.captured)
            for i in range(self.plies)]
        return _restore, (self.book.variant, start, counted, moves)


def _restore(variant, start, counted, moves):
    """Build a pickled board again, checking every part of it."""
    cdef Board board = Board(variant)
    cdef bits_t white, black, kings
    cdef int origin, target, i
    cdef bint in_range
    cdef KernelMove wanted, found
    white, black, kings, board.white_to_move = start
    cdef bits_t all_squares = board_bits(board.book.rules.flags.width)
    if white & black or (white | black) & ~all_squares or kings & ~(white | black):
        raise ValueError("the pickled board holds no position")
    board.position.white, board.position.black, board.position.kings = white, black, kings
    board.settle(0)
    board.counters.ply, board.counters.quiet, board.counters.reversible, limits = counted
    for i in range(MOST_ENDGAMES):
        board.counters.endgame[i] = limits[i]
    for origin, target, wanted.captured in moves:
        wanted.origin, wanted.target = <uint8_t>origin, <uint8_t>target
        in_range = 0 <= origin < 64 and 0 <= target < 64
        if not in_range or not board.find_kernel_move(&wanted, &found):
            raise ValueError("the pickled board holds a move that is not legal")
        board.apply(&found)
    return board


cdef str shortened(str text, int length):
    return text if len(text) <= length else text[:length] + "..."


cdef object fen_error(Rulebook book, const Fen* fen, bytes raw):
    """What was wrong with a FEN, in words."""
    token = shortened(raw[fen.start:fen.stop].decode("utf-8", "replace"), 40)
    place = len(raw[:fen.start].decode("utf-8", "replace")) + 1
    what = f"{token!r}" if token else "the end" if fen.start >= len(raw) else repr(chr(raw[fen.start]))
    squares = f"1 to {book.squares.squares}"
    if book.squares.algebraic:
        squares += " or the dark squares a1 to " + ("h8" if book.squares.width == 4 else "j10")
    fault = fen.fault
    if fault == <int>FEN_TURN:
        wrong = f"expected the side to move, 'W:' or 'B:', found {what}"
    elif fault == <int>FEN_COLOR:
        wrong = f"expected a list of pieces, 'W' or 'B' and its squares, found {what}"
    elif fault == <int>FEN_COLOR_TWICE:
        wrong = f"{what}: the pieces of this side are listed twice"
    elif fault == <int>FEN_NO_PIECES:
        wrong = "no side has a list of pieces, such as 'W31,K32'"
    elif fault == <int>FEN_PIECE:
        wrong = f"{what} is not a piece, such as '12' or 'K12'"
    elif fault == <int>FEN_SQUARE:
        wrong = f"{what} is not a square of this board; it has {squares}"
    elif fault == <int>FEN_RANGE:
        wrong = f"{what} is not a range of numbers from lower to higher, such as '1-12'"
    elif fault == <int>FEN_TWICE:
        wrong = f"{what} stands on a square that already has a piece"
    elif fault == <int>FEN_COUNTER:
        wrong = f"{what} is not a counter, 'H' or 'F' and a number below 30000"
    elif fault == <int>FEN_COUNTER_TWICE:
        wrong = f"{what}: this counter is given twice"
    else:
        wrong = f"{what} follows the position"
    shown = shortened(raw.decode("utf-8", "replace"), 200)
    return InvalidFenError(f"{wrong}, at character {place} of {shown!r}")


cdef object move_error(Rulebook book, const MoveText* move, bytes raw, str text):
    """What was wrong with the text of a move, in words."""
    place = len(raw[:move.at].decode("utf-8", "replace")) + 1
    shown = shortened(text, 100)
    example = "'c3-d4' or 'c3:e5'" if book.squares.algebraic else "'11-15' or '11x18'"
    fault = move.fault
    if fault == <int>MOVE_NO_SUCH_SQUARE:
        wrong = f"no square of this board at character {place}"
    elif fault == <int>MOVE_SEPARATOR:
        wrong = f"a sign between the squares is missing at character {place}"
    elif fault == <int>MOVE_TOO_LONG:
        wrong = "more squares than any move has"
    elif fault == <int>MOVE_TOO_SHORT:
        wrong = "it names one square"
    else:
        wrong = f"no square at character {place}"
    return InvalidMoveError(f"{shown!r} is not a move: {wrong}; a move is like {example}")
