# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Squares, moves and positions as text: PDN numbers, names such as ``c3``, FEN.

Readers work on bytes and never raise: they say what was wrong and where, and the caller words it.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from draughts.kernel.bits cimport bits_t, square_bit
from draughts.kernel.position cimport Position
from draughts.kernel.rules cimport row_start

cdef enum:
    NOWHERE = 255       # of a number or an index that is no playing square
    MOST_SQUARES = 50
    LONGEST_FEN = 320   # 50 kings of three letters each, both sides and the counters
    MOST_STOPS = 32     # squares that a written move names

cdef enum Corner:
    BOTTOM_LEFT
    BOTTOM_RIGHT
    TOP_LEFT
    TOP_RIGHT

cdef struct Squares:
    # How a variant names its squares; an index is the number of a bit.
    uint8_t width
    uint8_t squares
    uint8_t mirrored
    uint8_t algebraic
    uint8_t index_of[64]          # by number
    uint8_t number_of[64]         # by index
    uint8_t name_length[64]       # by number
    char name[64][4]              # by number


# --- squares ----------------------------------------------------------------------------------------

cdef inline int square_index(const Squares* squares, int row, int place) noexcept nogil:
    """The index of the ``place``-th dark square from the left, in a row from the top.

    The kernel's board has its dark corner at the bottom left; a mirrored one is its reflection.
    """
    return row_start(squares.width, row) + (
        squares.width - 1 - place if squares.mirrored else place)


cdef inline void place(const Squares* squares, int index, int* row, int* column) noexcept nogil:
    """Row and column of an index, from the top left corner as White sees it."""
    cdef int width = squares.width
    cdef int within = index % (2 * width + 1)
    row[0] = index // (2 * width + 1) * 2 + (within >= width)
    column[0] = 2 * (within % width) + (row[0] % 2 == 0)
    if squares.mirrored:
        column[0] = 2 * width - 1 - column[0]


cdef inline void name_square(Squares* squares, int number, int row, int place) noexcept nogil:
    cdef int size = 2 * squares.width
    cdef int file = 2 * place + ((row % 2 == 0) != squares.mirrored)
    cdef int rank = size - row
    cdef char* name = &squares.name[number][0]
    cdef int length = 0
    cdef int shown = number
    if squares.algebraic:
        name[0] = <char>(c'a' + file)
        length = 1
        shown = rank
    if shown >= 10:
        name[length] = <char>(c'0' + shown // 10)
        length += 1
    name[length] = <char>(c'0' + shown % 10)
    squares.name_length[number] = length + 1


cdef inline void number_squares(Squares* squares, int first) noexcept nogil:
    """Number from a corner, along the row away from it, then row by row.

    ``width``, ``mirrored`` and ``algebraic`` must be set.
    """
    cdef int number, row, place, index
    squares.squares = 2 * squares.width * squares.width
    for number in range(64):
        squares.index_of[number] = squares.number_of[number] = NOWHERE
    for number in range(1, squares.squares + 1):
        row = (number - 1) // squares.width
        place = (number - 1) % squares.width
        if first == BOTTOM_LEFT or first == BOTTOM_RIGHT:
            row = 2 * squares.width - 1 - row
        if first == BOTTOM_RIGHT or first == TOP_RIGHT:
            place = squares.width - 1 - place
        index = square_index(squares, row, place)
        squares.index_of[number] = index
        squares.number_of[index] = number
        name_square(squares, number, row, place)


cdef inline uint64_t numbers_of(const Squares* squares, bits_t bits) noexcept nogil:
    """A set of indices as a set of numbers."""
    cdef uint64_t numbers = 0
    cdef int number
    for number in range(1, squares.squares + 1):
        numbers |= ((bits >> squares.index_of[number]) & 1) << number
    return numbers


cdef inline bits_t indices_of(const Squares* squares, uint64_t numbers) noexcept nogil:
    """A set of numbers as a set of indices; numbers that are no square are left out."""
    cdef bits_t bits = 0
    cdef int number
    for number in range(1, squares.squares + 1):
        bits |= ((numbers >> number) & 1) << squares.index_of[number]
    return bits


# --- reading a square -------------------------------------------------------------------------------

cdef struct Text:
    const char* chars
    int length
    int at


cdef inline char peek(const Text* text) noexcept nogil:
    """The next character, as a capital letter; 0 at the end."""
    cdef char c
    if text.at >= text.length:
        return 0
    c = text.chars[text.at]
    return c - 32 if c'a' <= c <= c'z' else c


cdef inline bint is_blank(char c) noexcept nogil:
    return c == c' ' or c == c'\t' or c == c'\r' or c == c'\n'


cdef inline void skip_blanks(Text* text) noexcept nogil:
    while text.at < text.length and is_blank(text.chars[text.at]):
        text.at += 1


cdef inline bint is_digit(char c) noexcept nogil:
    return c'0' <= c <= c'9'


cdef inline int read_number(Text* text) noexcept nogil:
    """A number of any length, at most 99,999; -1 if there is none."""
    cdef int start = text.at, number = 0
    while text.at < text.length and is_digit(text.chars[text.at]):
        number = min(number * 10 + (text.chars[text.at] - c'0'), 99_999)
        text.at += 1
    return number if text.at > start else -1


cdef inline int read_square(const Squares* squares, Text* text) noexcept nogil:
    """The index of the square that is named next; NOWHERE if it does not exist, -1 if none is."""
    cdef int size = 2 * squares.width
    cdef int number, file, row, place
    cdef char letter = peek(text)
    if c'A' <= letter <= c'J':
        text.at += 1
        file = letter - c'A'
        number = read_number(text)
        if number < 0:
            text.at -= 1
            return -1
        row = size - number
        if file >= size or row < 0 or row >= size:
            return NOWHERE
        if file % 2 != ((row % 2 == 0) != squares.mirrored):
            return NOWHERE  # a light square
        place = file // 2
        return square_index(squares, row, place)
    number = read_number(text)
    if number < 0:
        return -1
    if number == 0 or number > squares.squares:
        return NOWHERE
    return squares.index_of[number]


# --- FEN --------------------------------------------------------------------------------------------

cdef enum FenFault:
    FEN_FINE
    FEN_TURN            # the side to move is not W, B or ?
    FEN_COLOR           # a list of pieces does not begin with W or B
    FEN_COLOR_TWICE
    FEN_NO_PIECES       # neither side is listed
    FEN_PIECE           # not a piece
    FEN_SQUARE          # no such square
    FEN_RANGE           # the end of a range is not a number above its start
    FEN_TWICE           # a square with two pieces
    FEN_COUNTER         # H or F without a number
    FEN_COUNTER_TWICE
    FEN_END             # something follows

cdef enum Turn:
    TURN_UNKNOWN
    TURN_WHITE
    TURN_BLACK

cdef struct Fen:
    Position position
    int turn
    int quiet           # plies since progress, or -1
    int move_number     # or -1
    int fault
    int start           # of the token at fault
    int stop


cdef inline bint fail(Fen* fen, const Text* text, int fault, int start) noexcept nogil:
    fen.fault = fault
    fen.start = start
    fen.stop = text.at
    # The token goes on to the next mark.
    while fen.stop < text.length and not (
        is_blank(text.chars[fen.stop]) or text.chars[fen.stop] in b",:\"]"
    ):
        fen.stop += 1
    return False


cdef inline bint read_piece(const Squares* squares, Text* text, Fen* fen, bits_t* pieces) noexcept nogil:
    """One square or a range of numbers, of men or of kings."""
    cdef int start = text.at
    cdef bint king = peek(text) == c'K'
    cdef int first, last, number
    cdef bits_t placed
    cdef bint lettered
    if king:
        text.at += 1
        skip_blanks(text)
    lettered = not is_digit(peek(text))
    first = read_square(squares, text)
    if first < 0:
        return fail(fen, text, FEN_PIECE, start)
    if first == NOWHERE:
        return fail(fen, text, FEN_SQUARE, start)
    placed = square_bit(first)
    skip_blanks(text)
    if peek(text) == c'-':
        text.at += 1
        skip_blanks(text)
        number = squares.number_of[first]
        if lettered or not is_digit(peek(text)):
            return fail(fen, text, FEN_RANGE, start)
        last = read_number(text)
        if last > squares.squares:
            return fail(fen, text, FEN_SQUARE, start)
        if last < number:
            return fail(fen, text, FEN_RANGE, start)
        while number < last:
            number += 1
            placed |= square_bit(squares.index_of[number])
    if placed & (fen.position.white | fen.position.black):
        return fail(fen, text, FEN_TWICE, start)
    pieces[0] |= placed
    if king:
        fen.position.kings |= placed
    return True


cdef inline bint ends_list(char c) noexcept nogil:
    if is_digit(c):
        return False
    return c == 0 or c == c':' or c == c'.' or c == c'"' or c == c']'


cdef inline bint read_pieces(const Squares* squares, Text* text, Fen* fen, bits_t* pieces) noexcept nogil:
    """A list of pieces, which may be empty, up to the next colon or the end."""
    skip_blanks(text)
    while not ends_list(peek(text)):
        if not read_piece(squares, text, fen, pieces):
            return False
        skip_blanks(text)
        if peek(text) == c',':
            text.at += 1
            skip_blanks(text)
        elif not ends_list(peek(text)):
            return fail(fen, text, FEN_PIECE, text.at)
    return True


cdef inline bint read_counter(Text* text, Fen* fen, int* counter) noexcept nogil:
    cdef int start = text.at
    text.at += 1
    if counter[0] >= 0:
        return fail(fen, text, FEN_COUNTER_TWICE, start)
    counter[0] = read_number(text)
    if not 0 <= counter[0] < 30_000:
        return fail(fen, text, FEN_COUNTER, start)
    return True


cdef inline bint read_section(
    const Squares* squares, Text* text, Fen* fen, bint* white_seen, bint* black_seen
) noexcept nogil:
    """What stands behind a colon: the pieces of a side, or a counter."""
    cdef int start = text.at
    cdef char letter = peek(text)
    if letter == c'H':
        return read_counter(text, fen, &fen.quiet)
    if letter == c'F':
        return read_counter(text, fen, &fen.move_number)
    if letter != c'W' and letter != c'B':
        return fail(fen, text, FEN_COLOR, start)
    cdef bint white = letter == c'W'
    cdef bint* seen = white_seen if white else black_seen
    text.at += 1
    if seen[0]:
        return fail(fen, text, FEN_COLOR_TWICE, start)
    seen[0] = True
    return read_pieces(
        squares, text, fen, &fen.position.white if white else &fen.position.black)


cdef inline bint skip_opening(Text* text) noexcept nogil:
    """Pass over a ``[FEN "`` before the position; tell whether a tag is open."""
    skip_blanks(text)
    cdef bint tag = peek(text) == c'['
    if tag:
        text.at += 1
        skip_blanks(text)
        if peek(text) == c'F' and text.at + 3 < text.length:
            text.at += 3  # FEN, in any case of letters; anything else fails as a side to move
        skip_blanks(text)
    if peek(text) == c'"':
        text.at += 1
        skip_blanks(text)
    return tag


cdef inline bint read_fen(const Squares* squares, const char* chars, int length, Fen* fen) noexcept nogil:
    """Read a FEN; on failure say in ``fen`` what was wrong and where."""
    cdef Text text
    cdef bint white_seen = False, black_seen = False
    cdef char letter
    text.chars, text.length, text.at = chars, length, 0
    fen.position.white = fen.position.black = fen.position.kings = 0
    fen.quiet = fen.move_number = -1
    fen.fault = FEN_FINE
    skip_opening(&text)
    letter = peek(&text)
    if letter == c'W':   fen.turn = TURN_WHITE
    elif letter == c'B': fen.turn = TURN_BLACK
    elif letter == c'?': fen.turn = TURN_UNKNOWN
    else:
        return fail(fen, &text, FEN_TURN, text.at)
    text.at += 1
    skip_blanks(&text)
    if peek(&text) != c':':
        return fail(fen, &text, FEN_TURN, text.at - 1)
    while peek(&text) == c':':
        text.at += 1
        skip_blanks(&text)
        if not read_section(squares, &text, fen, &white_seen, &black_seen):
            return False
        skip_blanks(&text)
    if not white_seen and not black_seen:
        return fail(fen, &text, FEN_NO_PIECES, text.at)
    while peek(&text) == c'.' or peek(&text) == c'"' or peek(&text) == c']' or is_blank(peek(&text)):
        text.at += 1
    if text.at < length:
        return fail(fen, &text, FEN_END, text.at)
    return True


cdef inline char* write_name(const Squares* squares, int number, char* out) noexcept nogil:
    memcpy(out, &squares.name[number][0], 4)
    return out + squares.name_length[number]


cdef inline char* write_number(int32_t number, char* out) noexcept nogil:
    cdef int32_t scale = 1
    while number // scale >= 10:
        scale *= 10
    while scale:
        out[0] = <char>(c'0' + number // scale % 10)
        out += 1
        scale //= 10
    return out


cdef inline char* write_pieces(
    const Squares* squares, bits_t pieces, bits_t kings, char* out
) noexcept nogil:
    cdef bint first = True
    cdef int number, index
    for number in range(1, squares.squares + 1):
        index = squares.index_of[number]
        if not (pieces >> index) & 1:
            continue
        if not first:
            out[0] = c','
            out += 1
        first = False
        if (kings >> index) & 1:
            out[0] = c'K'
            out += 1
        out = write_name(squares, number, out)
    return out


cdef inline int write_fen(
    const Squares* squares, const Position* position, bint white_to_move, char* out
) noexcept nogil:
    """The canonical FEN: White's pieces first, each list in the order of the squares."""
    cdef char* at = out
    memcpy(at, b"W:W" if white_to_move else b"B:W", 3)
    at = write_pieces(squares, position.white, position.kings, at + 3)
    memcpy(at, b":B", 2)
    at = write_pieces(squares, position.black, position.kings, at + 2)
    return at - out


cdef inline int write_counters(int quiet, int move_number, char* out) noexcept nogil:
    cdef char* at = out
    memcpy(at, b":H", 2)
    at = write_number(quiet, at + 2)
    memcpy(at, b":F", 2)
    at = write_number(move_number, at + 2)
    return at - out


# --- moves ------------------------------------------------------------------------------------------

cdef enum MoveFault:
    MOVE_FINE
    MOVE_SQUARE         # something that is not a square where one should stand
    MOVE_NO_SUCH_SQUARE
    MOVE_SEPARATOR      # numbers run together, or two signs
    MOVE_TOO_SHORT      # fewer than two squares
    MOVE_TOO_LONG

cdef struct MoveText:
    uint8_t stops[MOST_STOPS]   # indices of the squares, in order
    int length
    int fault
    int at                      # where the fault lies


cdef inline int sign_length(const char* chars, Py_ssize_t length) noexcept nogil:
    """The bytes of the sign between two squares that stands here; 0 if there is none.

    Dashes and crosses of typesetters are read, too.
    """
    cdef char c = chars[0]
    if c == c'-' or c == c'x' or c == c'X' or c == c':' or c == c'*':
        return 1
    if length > 1 and c == <char>0xC3 and chars[1] == <char>0x97:
        return 2  # the multiplication sign
    if length > 2 and c == <char>0xE2 and (
        (chars[1] == <char>0x80 and <char>0x90 <= chars[2] <= <char>0x95)
        or (chars[1] == <char>0x88 and chars[2] == <char>0x92)
    ):
        return 3  # hyphens, dashes, the minus sign
    return 0


cdef inline int read_move(
    const Squares* squares, const char* chars, int length, MoveText* move
) noexcept nogil:
    """The squares that a move names; return the fault. Letters may stand without signs, ``c3d4``."""
    cdef Text text
    cdef int square, sign
    cdef bint signed = True
    cdef bint lettered
    text.chars, text.length, text.at = chars, length, 0
    move.length = 0
    skip_blanks(&text)
    while True:
        move.at = text.at
        lettered = not is_digit(peek(&text))
        square = read_square(squares, &text)
        if square < 0:
            move.fault = MOVE_SQUARE
            return move.fault
        if square == NOWHERE:
            move.fault = MOVE_NO_SUCH_SQUARE
            return move.fault
        if not signed and not lettered:
            move.fault = MOVE_SEPARATOR
            return move.fault
        if move.length == MOST_STOPS:
            move.fault = MOVE_TOO_LONG
            return move.fault
        move.stops[move.length] = square
        move.length += 1
        skip_blanks(&text)
        if text.at == length:
            break
        sign = sign_length(chars + text.at, length - text.at)
        signed = sign > 0
        text.at += sign
        skip_blanks(&text)
    move.fault = MOVE_FINE if move.length >= 2 else MOVE_TOO_SHORT
    return move.fault
