# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Cutting PDN into tokens, and a file into games.

The text is UTF-8, or another encoding that extends ASCII, with line ends of any kind. A token knows no variant: what a move means is asked
where it is played. Sources: the grammars of PDN 3.0, and files as they are found in the world.
"""

from libc.stdint cimport uint64_t

from draughts.kernel.text cimport is_digit, sign_length

cdef enum PdnKind:
    PDN_END             # of the text
    PDN_TAG             # [Name "value"]
    PDN_NUMBER          # 12. or 12...
    PDN_MOVE
    PDN_RESULT
    PDN_STRENGTH        # !, ?, !? and so on, also in brackets
    PDN_NAG             # $1
    PDN_COMMENT         # {...}
    PDN_LINE_COMMENT    # ; to the end of the line
    PDN_OPEN            # (
    PDN_CLOSE           # )
    PDN_SETUP           # /FEN "..."/
    PDN_UNKNOWN         # - -, a move that nobody wrote down
    PDN_JUNK

cdef struct Pdn:
    const char* chars
    Py_ssize_t length
    Py_ssize_t at       # behind the last token
    Py_ssize_t start    # of the last token
    bint whole          # no more text will follow
    bint blank_line     # one stands before the last token
    bint spelt_line_ends    # some line ended in a backslash and an r
    bint closed         # the last comment, or tag, has an end
    bint dashed         # the last move has a dash
    bint crossed        # the last move has a sign of captures
    bint spaced         # the last move has blanks in it
    bint lettered       # the last move names its squares with letters
    int squares         # that the last move names


cdef inline char pdn_char(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    return pdn.chars[at] if at < pdn.length else 0


cdef inline bint is_pdn_blank(char c) noexcept nogil:
    """Also the control-Z that stands at the end of old files."""
    return c == c' ' or c == c'\n' or c == c'\t' or c == c'\r' or c == 11 or c == 12 or c == 26


cdef inline bint is_line_end(char c) noexcept nogil:
    return c == c'\n' or c == c'\r'


cdef inline bint ends_line(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """Whether a line ends with this character: a CR before an LF does not count."""
    return pdn.chars[at] == c'\n' or (
        pdn.chars[at] == c'\r' and pdn_char(pdn, at + 1) != c'\n')


cdef inline int blank_length(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """The bytes of the blank that stands here: also a byte order mark or a space that never breaks."""
    if is_pdn_blank(pdn.chars[at]):
        return 1
    if pdn_char(pdn, at) == <char>0xC2 and pdn_char(pdn, at + 1) == <char>0xA0:
        return 2
    if (pdn_char(pdn, at) == <char>0xEF and pdn_char(pdn, at + 1) == <char>0xBB
            and pdn_char(pdn, at + 2) == <char>0xBF):
        return 3
    return 0


cdef inline Py_ssize_t after_blanks(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    cdef int length
    while at < pdn.length:
        length = blank_length(pdn, at)
        if not length:
            break
        at += length
    return at


cdef inline Py_ssize_t line_end(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    while at < pdn.length and not is_line_end(pdn.chars[at]):
        at += 1
    return at


cdef inline bint at_line_start(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    return at == 0 or is_line_end(pdn.chars[at - 1])


cdef inline bint is_spelt_line_end(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    r"""Whether a backslash and an r stand at the end of a line, as some program writes them."""
    if pdn.chars[at] != c'\\' or pdn_char(pdn, at + 1) != c'r':
        return False
    return at + 2 >= pdn.length or is_line_end(pdn.chars[at + 2])


cdef inline void skip_to_token(Pdn* pdn) noexcept nogil:
    """Pass over blanks and lines that begin with a percent sign."""
    cdef int lines = 0, length
    pdn.blank_line = False
    while pdn.at < pdn.length:
        if pdn.chars[pdn.at] == c'%' and at_line_start(pdn, pdn.at):
            pdn.at = line_end(pdn, pdn.at)
            continue
        if is_spelt_line_end(pdn, pdn.at):
            pdn.spelt_line_ends = True
            pdn.at += 2
            continue
        length = blank_length(pdn, pdn.at)
        if not length:
            break
        lines += ends_line(pdn, pdn.at)
        pdn.at += length
    pdn.blank_line = lines > 1


# --- tags -------------------------------------------------------------------------------------------

cdef inline int quote_length(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """The bytes of the quotation mark that stands here: straight, or curled as an editor made it."""
    if pdn_char(pdn, at) == c'"':
        return 1
    if (pdn_char(pdn, at) == <char>0xE2 and pdn_char(pdn, at + 1) == <char>0x80
            and (pdn_char(pdn, at + 2) == <char>0x9C or pdn_char(pdn, at + 2) == <char>0x9D)):
        return 3
    return 0


cdef inline Py_ssize_t after_tag_name(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """The quotation mark or bracket behind a tag's name; -1 if no tag begins here."""
    at += pdn_char(pdn, at) == c'['
    while pdn_char(pdn, at) == c' ':
        at += 1
    cdef char c = pdn_char(pdn, at)
    if not (c'A' <= c <= c'Z' or c'a' <= c <= c'z' or c in b"_&" or <unsigned char>c > 127):
        return -1
    while at < pdn.length and not is_line_end(pdn.chars[at]):
        if pdn.chars[at] == c']' or quote_length(pdn, at):
            return at
        at += 1
    return -1


cdef inline bint is_tag_without_bracket(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """Whether a line is a tag but for the bracket that opens it: Name "value"]."""
    cdef Py_ssize_t first = at, end = line_end(pdn, at)
    while is_letter(pdn_char(pdn, at)):
        at += 1
    if at == first or pdn_char(pdn, at) != c' ' or not quote_length(pdn, at + 1):
        return False
    while is_pdn_blank(pdn.chars[end - 1]):
        end -= 1
    return pdn.chars[end - 1] == c']' and pdn.chars[end - 2] == c'"'


cdef inline bint is_letter(char c) noexcept nogil:
    return c'A' <= c <= c'Z' or c'a' <= c <= c'z'


cdef inline bint begins_tag(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """Whether a tag stands here. One without a quoted value must have a line of its own."""
    cdef Py_ssize_t behind
    if is_letter(pdn.chars[at]):
        return at_line_start(pdn, at) and is_tag_without_bracket(pdn, at)
    if pdn.chars[at] != c'[':
        return False
    behind = after_tag_name(pdn, at)
    if behind < 0:
        return False
    return pdn.chars[behind] != c']' or at_line_start(pdn, at)


cdef inline bint is_escaped(const Pdn* pdn, Py_ssize_t at, Py_ssize_t first) noexcept nogil:
    cdef Py_ssize_t back = at
    while back > first and pdn.chars[back - 1] == c'\\':
        back -= 1
    return (at - back) & 1


cdef inline void read_tag(Pdn* pdn) noexcept nogil:
    """Up to the bracket behind the value, or to the end of the line if there is none.

    A quotation mark ends the value when the bracket follows, and stands for itself otherwise.
    """
    cdef Py_ssize_t at = after_tag_name(pdn, pdn.start), first, end, escaped = -1
    cdef int length
    pdn.closed = True
    if pdn.chars[at] == c']':
        pdn.at = at + 1
        return
    first = at + quote_length(pdn, at)
    at = first
    while at < pdn.length and not is_line_end(pdn.chars[at]):
        length = quote_length(pdn, at)
        if length:
            end = at + length
            while pdn_char(pdn, end) == c' ':
                end += 1
            if pdn_char(pdn, end) == c']':
                if not is_escaped(pdn, at, first):
                    pdn.at = end + 1
                    return
                escaped = end + 1
        at += 1
    pdn.closed = escaped >= 0
    pdn.at = escaped if escaped >= 0 else at


# --- comments ---------------------------------------------------------------------------------------

cdef inline bint tag_follows(const Pdn* pdn, Py_ssize_t at, int least_lines) noexcept nogil:
    """Whether a tag with a value follows after the ends of so many lines, of which one is here."""
    cdef int lines = 0
    while at < pdn.length and is_pdn_blank(pdn.chars[at]):
        lines += ends_line(pdn, at)
        at += 1
    if lines < least_lines or pdn_char(pdn, at) != c'[' or not at_line_start(pdn, at):
        return False
    at = after_tag_name(pdn, at)
    return at >= 0 and quote_length(pdn, at) > 0


cdef inline void read_comment(Pdn* pdn) noexcept nogil:
    """Up to the brace that closes it. Braces may be nested if they match.

    A comment that nobody closed ends where the tags of the next game begin.
    """
    cdef Py_ssize_t at = pdn.start + 1, first_brace = -1, first_tag = -1
    cdef int depth = 1
    cdef char c
    while at < pdn.length:
        c = pdn.chars[at]
        if c == c'{':
            depth += 1
        elif c == c'}':
            depth -= 1
            if first_brace < 0:
                first_brace = at
            if depth == 0:
                pdn.at = at + 1
                pdn.closed = True
                return
        elif is_line_end(c) and tag_follows(pdn, at, 2):
            break
        elif first_tag < 0 and first_brace < 0 and is_line_end(c) and tag_follows(pdn, at, 1):
            first_tag = at
        at += 1
    pdn.closed = first_brace >= 0 and first_tag < 0
    if pdn.closed:
        pdn.at = first_brace + 1
    else:
        pdn.at = first_tag if first_tag >= 0 else at
    if at >= pdn.length and not pdn.whole:
        pdn.at = pdn.length  # it may go on


# --- moves, numbers, results ------------------------------------------------------------------------

cdef inline bint is_file(char c) noexcept nogil:
    return c'a' <= c <= c'j' or c'A' <= c <= c'J'


cdef inline Py_ssize_t after_square(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """Behind the square that is named here, by number or by letter and number; else where it was."""
    cdef Py_ssize_t end = at
    cdef char c = pdn_char(pdn, at)
    if is_file(c):
        end += 1
        if not is_digit(pdn_char(pdn, end)):
            return at
    while is_digit(pdn_char(pdn, end)):
        end += 1
    return end


cdef inline Py_ssize_t after_blanks_within(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    while pdn_char(pdn, at) == c' ' or pdn_char(pdn, at) == c'\t':
        at += 1
    return at


cdef inline Py_ssize_t next_square(Pdn* pdn, Py_ssize_t at) noexcept nogil:
    """Where the next square of a move begins, behind a sign and blanks; -1 if the move ends here."""
    cdef Py_ssize_t sign = after_blanks_within(pdn, at)
    cdef int length = sign_length(pdn.chars + sign, pdn.length - sign) if sign < pdn.length else 0
    cdef char c = pdn_char(pdn, sign)
    if length and (c != c'*' or (sign == at and after_square(pdn, sign + 1) > sign + 1)):
        at = after_blanks_within(pdn, sign + length)
        if after_square(pdn, at) == at:
            return -1
        pdn.spaced |= at - sign > length or sign > pdn.start and is_pdn_blank(pdn.chars[sign - 1])
        if c == c'x' or c == c'X' or c == c':' or c == c'*' or c == <char>0xC3:
            pdn.crossed = True
        else:
            pdn.dashed = True
        return at
    if is_file(pdn_char(pdn, at)) and is_digit(pdn_char(pdn, at + 1)):
        return at
    return -1


cdef inline bint read_half_points(Pdn* pdn) noexcept nogil:
    """1/2-1/2, also with only one half."""
    cdef Py_ssize_t at = pdn.start
    cdef int halves
    for halves in range(2):
        if pdn_char(pdn, at) == c'1' and pdn_char(pdn, at + 1) == c'/' and pdn_char(pdn, at + 2) == c'2':
            at += 3
        elif pdn_char(pdn, at) == <char>0xC2 and pdn_char(pdn, at + 1) == <char>0xBD:
            at += 2
        else:
            return halves == 1
        pdn.at = at
        at = after_blanks_within(pdn, at)
        if pdn_char(pdn, at) != c'-':
            return True
        at = after_blanks_within(pdn, at + 1)
    return True


cdef inline int number_at(const Pdn* pdn, Py_ssize_t at) noexcept nogil:
    cdef int number = 0
    while is_digit(pdn_char(pdn, at)):
        number = min(10 * number + (pdn.chars[at] - c'0'), 9999)
        at += 1
    return number


cdef inline bint is_score(const Pdn* pdn) noexcept nogil:
    """Whether what looks like a quiet move is a result: 2-0, 0-1, 1-1, and so on."""
    cdef Py_ssize_t at = after_square(pdn, pdn.start)
    cdef int first = number_at(pdn, pdn.start), second
    if pdn.squares != 2 or not pdn.dashed or pdn.lettered:
        return False
    at = after_blanks_within(pdn, at)
    at += sign_length(pdn.chars + at, pdn.length - at)
    second = number_at(pdn, after_blanks_within(pdn, at))
    if first == 0 or second == 0:
        return first + second <= 2
    return first == 1 and second == 1


cdef inline int read_squares(Pdn* pdn) noexcept nogil:
    """A move, a result like 2-0, or a number, from the first square on."""
    cdef Py_ssize_t end = after_square(pdn, pdn.start), at
    cdef char c = pdn.chars[pdn.start]
    pdn.squares = 0
    pdn.dashed = pdn.crossed = pdn.spaced = False
    pdn.lettered = is_file(c)
    if end == pdn.start:  # the short form: ab4
        if not (is_file(pdn_char(pdn, end + 1)) and is_digit(pdn_char(pdn, end + 2))):
            return PDN_JUNK
        end += 1
    at = pdn.start
    while at >= 0:
        pdn.squares += 1
        pdn.at = end
        at = next_square(pdn, end)
        end = after_square(pdn, at)
    if pdn.squares > 1:
        return PDN_RESULT if is_score(pdn) else PDN_MOVE
    if pdn.lettered:
        return PDN_JUNK
    if pdn_char(pdn, pdn.at) == c'.':
        while pdn_char(pdn, pdn.at) == c'.':
            pdn.at += 1
        return PDN_NUMBER
    # Numbers that run together, as in 3228, may be a move; others number one.
    return PDN_NUMBER if pdn.at - pdn.start < 3 else PDN_MOVE


cdef inline bint read_strength(Pdn* pdn) noexcept nogil:
    """!, ?, !? and so on, also in brackets."""
    cdef bint bracket = pdn.chars[pdn.start] == c'('
    cdef Py_ssize_t at = pdn.start + bracket, first = at
    while pdn_char(pdn, at) == c'!' or pdn_char(pdn, at) == c'?':
        at += 1
    if at == first or (bracket and pdn_char(pdn, at) != c')'):
        return False
    pdn.at = at + bracket
    return True


cdef inline bint read_setup(Pdn* pdn) noexcept nogil:
    """/FEN "..."/"""
    cdef Py_ssize_t at = pdn.start + 4
    if not (pdn_char(pdn, at - 3) in b"Ff" and pdn_char(pdn, at - 2) in b"Ee"
            and pdn_char(pdn, at - 1) in b"Nn"):
        return False
    while pdn_char(pdn, at) == c' ':
        at += 1
    if pdn_char(pdn, at) != c'"':
        return False
    at += 1
    while at < pdn.length and not is_line_end(pdn.chars[at]) and pdn.chars[at] != c'"':
        at += 1
    if pdn_char(pdn, at + 1) != c'/':
        return False
    pdn.at = at + 2
    return True


cdef inline bint read_unknown(Pdn* pdn) noexcept nogil:
    """Two dashes, also with a blank between them."""
    cdef Py_ssize_t at = after_blanks_within(pdn, pdn.start + 1)
    if pdn_char(pdn, at) != c'-':
        return False
    pdn.at = at + 1
    return True


cdef inline void read_junk(Pdn* pdn) noexcept nogil:
    """Up to the next blank or mark, one character at least; a comma stands alone."""
    pdn.at = pdn.start + 1
    if pdn.chars[pdn.start] == c',':
        return
    while pdn.at < pdn.length:
        if pdn.chars[pdn.at] in b"{}();[$!?" or blank_length(pdn, pdn.at):
            break
        pdn.at += 1


cdef inline int read_word(Pdn* pdn) noexcept nogil:
    """A token that is none of the marks."""
    cdef char c = pdn.chars[pdn.start]
    if (c == c'1' or c == <char>0xC2) and read_half_points(pdn):
        return PDN_RESULT
    if is_digit(c) or is_file(c):
        return read_squares(pdn)
    if c == c'.':
        while pdn_char(pdn, pdn.at) == c'.':
            pdn.at += 1
        return PDN_NUMBER
    if c == c'/' and read_setup(pdn):
        return PDN_SETUP
    if c == c'-' and read_unknown(pdn):
        return PDN_UNKNOWN
    return PDN_JUNK


cdef inline int read_token(Pdn* pdn) noexcept nogil:
    """The kind of the next token, which lies between ``start`` and ``at``."""
    cdef char c
    cdef int kind
    skip_to_token(pdn)
    pdn.start = pdn.at
    if pdn.at >= pdn.length:
        return PDN_END
    c = pdn.chars[pdn.at]
    if c == c'{':
        read_comment(pdn)
        return PDN_COMMENT
    if c == c';':
        pdn.at = line_end(pdn, pdn.at)
        return PDN_LINE_COMMENT
    if begins_tag(pdn, pdn.at):
        read_tag(pdn)
        return PDN_TAG
    if c in b"(!?" and read_strength(pdn):
        return PDN_STRENGTH
    pdn.at += 1
    if c == c'(': return PDN_OPEN
    if c == c')': return PDN_CLOSE
    if c == c'*': return PDN_RESULT
    if c == c'$' and is_digit(pdn_char(pdn, pdn.at)):
        while is_digit(pdn_char(pdn, pdn.at)):
            pdn.at += 1
        return PDN_NAG
    kind = read_word(pdn)
    if kind == PDN_JUNK:
        read_junk(pdn)
    return kind


# --- games ------------------------------------------------------------------------------------------

cdef inline uint64_t name_hash(const Pdn* pdn) noexcept nogil:
    """A number of the name of the last token, a tag."""
    cdef uint64_t number = 0xCBF29CE484222325u
    cdef Py_ssize_t at = pdn.start
    while at < pdn.at and not quote_length(pdn, at):
        if pdn.chars[at] != c' ':
            number = (number ^ <uint64_t><unsigned char>pdn.chars[at]) * <uint64_t>0x100000001B3u
        at += 1
    return number


cdef inline Py_ssize_t after_result(Pdn* pdn) noexcept nogil:
    """Where the game ends behind its result: comments on it, and more results, still belong to it."""
    cdef Py_ssize_t end = pdn.at
    cdef int kind
    if end < pdn.length and is_spelt_line_end(pdn, end):
        end += 2
    while True:
        kind = read_token(pdn)
        if pdn.at >= pdn.length and not pdn.whole:
            return -1
        if kind == PDN_RESULT or (
            (kind == PDN_COMMENT or kind == PDN_LINE_COMMENT) and not pdn.blank_line
        ):
            end = pdn.at
        else:
            return end


cdef inline Py_ssize_t find_game_end(Pdn* pdn) noexcept nogil:
    """The end of the game that begins here; -1 if more text is needed to tell.

    A game ends behind its result, before the tags of the next, or where the moves are numbered from
    1 again. Stray words among its tags do not end it.
    """
    cdef uint64_t first_name = 0
    cdef bint tagged = False, begun = False
    cdef int kind, depth = 0, plies = 0, number, last_number = 0
    while True:
        kind = read_token(pdn)
        if pdn.at >= pdn.length and not pdn.whole:
            return -1
        if kind == PDN_END:
            return pdn.length
        if kind == PDN_TAG:
            if begun or (pdn.blank_line and tagged and name_hash(pdn) == first_name):
                return pdn.start
            if not tagged:
                first_name = name_hash(pdn)
            tagged = True
            continue
        if (kind == PDN_NUMBER and depth == 0 and pdn.chars[pdn.at - 1] == c'.'
                and is_digit(pdn.chars[pdn.start])):
            number = number_at(pdn, pdn.start)
            if number == 1 and plies > 1 and pdn.chars[pdn.at - 2] != c'.' and (
                last_number > 1 or pdn.blank_line
            ):
                return pdn.start
            last_number = number
        elif kind == PDN_RESULT and depth == 0:
            return after_result(pdn)
        elif kind == PDN_MOVE and depth == 0:
            plies += 1
        elif kind == PDN_OPEN:
            depth += 1
        elif kind == PDN_CLOSE and depth > 0:
            depth -= 1
        begun |= kind != PDN_JUNK and (
            tagged or (kind != PDN_COMMENT and kind != PDN_LINE_COMMENT and kind != PDN_NUMBER))
