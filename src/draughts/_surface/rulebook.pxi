# A variant made ready for the kernel.

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from draughts.kernel.bits cimport bits_t, count, lowest, square_bit, without_lowest
from draughts.kernel.deepen cimport is_decided, node_limit, see, seek, set_out
from draughts.kernel.dispatch cimport (
    TAG_ANY, TAG_BRAZILIAN, TAG_ENGLISH, TAG_INTERNATIONAL, TAG_RUSSIAN,
    Ruleset, count_tree, has_capture, list_captures, list_moves,
)
from draughts.kernel.draws cimport (
    BY_ENDGAME, BY_MOVE_LIMIT, BY_QUIET, BY_REPETITION, CAPTURE, MAN_MOVE, MOST_ENDGAMES, NO_DRAW, PROMOTES,
    Counters, EndgameLimit, count_ply, counting_key, draw_by_counters, events, start_counting,
)
from draughts.kernel.hashtable cimport GENERATIONS, WAYS, Table, TableEntry, make_table, move_word
from draughts.kernel.movegen cimport MOST_QUIET_MOVES, Walk
from draughts.kernel.pdn cimport (
    PDN_CLOSE, PDN_COMMENT, PDN_END, PDN_JUNK, PDN_LINE_COMMENT, PDN_MOVE, PDN_NAG, PDN_NUMBER, PDN_OPEN,
    PDN_RESULT, PDN_SETUP, PDN_STRENGTH, PDN_TAG, PDN_UNKNOWN, Pdn, find_game_end, read_token,
)
from draughts.kernel.perft cimport ARENA_MOVES, ARENA_RESERVE, Perft, PerftEntry
from draughts.kernel.position cimport (
    KernelMove, Position, after, key_after, position_key, prepare_zobrist,
)
from draughts.kernel.rules cimport (
    AT_END, CONTINUES_AS_KING, ENDS_MOVE, FIRST_KING, FREE, ITALIAN_ORDER, KING_FIRST, LOSING, MOST,
    MOST_KINGS, NORMAL, UP_RIGHT, RAYS, Black, White, board_bits, prepare_rays, row_bits,
)
from draughts.kernel.ordering cimport forget
from draughts.kernel.search cimport (
    MOST_EXCLUDED, MOST_PAST, MOST_PLIES, NO_SCORE, WIN, WIN_IN_SIGHT, Search,
)
from draughts.kernel.soundness cimport (
    KEY_DIFFERS, NO_FAULT, PIECES_LOST, PIECES_OVERLAP, TABLE_MOVE_ILLEGAL,
)
from draughts.kernel.text cimport (
    BOTTOM_LEFT, BOTTOM_RIGHT, LONGEST_FEN, MOST_SQUARES, MOST_STOPS, MOVE_FINE, MOVE_NO_SUCH_SQUARE,
    MOVE_SEPARATOR, MOVE_TOO_LONG, MOVE_TOO_SHORT, TOP_LEFT, TOP_RIGHT, TURN_UNKNOWN,
    TURN_WHITE, FEN_COLOR, FEN_COLOR_TWICE, FEN_COUNTER, FEN_COUNTER_TWICE, FEN_NO_PIECES,
    FEN_PIECE, FEN_RANGE, FEN_SQUARE, FEN_TURN, FEN_TWICE, Fen, MoveText, Squares, indices_of,
    number_squares, numbers_of, place, read_fen, read_move, write_counters, write_fen,
)
from draughts.kernel.watch cimport POLL_EVERY, Watch, load_relaxed, now, store_relaxed

from draughts.errors import (
    AmbiguousMoveError, DraughtsError, EngineError, IllegalMoveError, InvalidFenError,
    InvalidMoveError,
)
from draughts.types import Color, Outcome, Piece, Status, Termination
from draughts.variants import (
    BRAZILIAN, ENGLISH, INTERNATIONAL, RUSSIAN, VARIANTS, Variant, variant as variant_called,
)

__all__ = ["Board", "Evaluation", "Move", "Searcher", "build_info", "kernel_data"]

WIN_SCORE = WIN
WIN_IN_SIGHT_SCORE = WIN_IN_SIGHT
DEEPEST_SEARCH = MOST_PLIES - 1

prepare_rays()
prepare_zobrist()

cdef object WHITE = Color.WHITE
cdef object BLACK = Color.BLACK

cdef dict PRIORITIES = {
    "free": FREE, "most": MOST, "most-kings": MOST_KINGS, "king-first": KING_FIRST,
    "italian": ITALIAN_ORDER,
}
cdef dict PROMOTIONS = {
    "ends-move": ENDS_MOVE, "continues-as-king": CONTINUES_AS_KING, "at-end": AT_END,
}
cdef dict AIMS = {"normal": NORMAL, "losing": LOSING, "first-king": FIRST_KING}
cdef dict CORNERS = {
    "bottom-left": BOTTOM_LEFT, "bottom-right": BOTTOM_RIGHT,
    "top-left": TOP_LEFT, "top-right": TOP_RIGHT,
    "a1": BOTTOM_LEFT, "b8": TOP_LEFT,
}
cdef dict EVENTS = {"capture": CAPTURE, "man-move": MAN_MOVE, "promotion": PROMOTES}

# The fields that a tag answers: a variant that shares them with a preset runs its code.
cdef tuple MOVEMENT = (
    "size", "men_capture_backward", "men_capture_kings", "flying_kings", "kings_land_behind",
    "capture_priority", "removal", "promotion", "mandatory_capture", "aim",
)


cdef tuple movement_of(variant):
    return tuple([getattr(variant, name) for name in MOVEMENT])

cdef dict TAGS = {
    movement_of(ENGLISH): TAG_ENGLISH,
    movement_of(RUSSIAN): TAG_RUSSIAN,
    movement_of(BRAZILIAN): TAG_BRAZILIAN,
    movement_of(INTERNATIONAL): TAG_INTERNATIONAL,
}


cdef int reset_bits(resets) except -1:
    cdef int bits = 0
    for name in resets:
        bits |= <int>EVENTS[name]
    return bits


cdef class Rulebook:
    """A variant as the kernel wants it: flags, draw rules, the names of the squares."""

    def __init__(self, variant):
        self.variant = variant
        self.white_first = variant.first_player is WHITE
        self.rules.tag = TAGS.get(movement_of(variant), TAG_ANY)
        self._copy_flags(variant)
        self._copy_draws(variant.draw_rules)
        self._place_men(variant.men_rows)
        self.number(variant.first_square, &self.squares)

    def _copy_flags(self, variant):
        flags = &self.rules.flags
        flags.width = variant.size // 2
        flags.men_capture_backward = variant.men_capture_backward
        flags.men_capture_kings = variant.men_capture_kings
        flags.kings_fly = variant.flying_kings
        flags.kings_land_behind = variant.kings_land_behind
        flags.capture_priority = PRIORITIES[variant.capture_priority]
        flags.removed_at_once = variant.removal == "at-once"
        flags.promotion = PROMOTIONS[variant.promotion]
        flags.capture_optional = not variant.mandatory_capture
        flags.aim = AIMS[variant.aim]

    def _copy_draws(self, rules):
        cdef EndgameLimit* limit
        cdef int width = self.rules.flags.width
        cdef int corner = lowest(row_bits(width, 2 * width - 1))
        self.draws.repetition = rules.repetition
        self.draws.quiet_plies = rules.quiet_plies
        self.draws.max_plies = rules.max_plies
        self.draws.quiet_resets = reset_bits(rules.quiet_resets)
        self.draws.repetition_claim = rules.repetition_claim
        self.draws.quiet_claim = rules.quiet_claim
        self.draws.endgames = len(rules.endgames)
        self.draws.main_road = square_bit(corner) | RAYS[width - 4][<int>UP_RIGHT][corner]
        for i, given in enumerate(rules.endgames):
            limit = &self.draws.endgame[<int>i]
            limit.plies = given.plies
            limit.strong_least, limit.strong_most = given.strong
            limit.weak_least, limit.weak_most = given.weak
            limit.total_least, limit.total_most = given.total
            limit.strong_kings = given.strong_kings
            limit.weak_kings = given.weak_kings
            limit.max_men = given.max_men
            limit.main_road = given.main_road
            limit.resets = reset_bits(given.resets)
            limit.replaces_quiet = given.replaces_quiet
            limit.claim = given.claim

    def _place_men(self, int rows):
        cdef int width = self.rules.flags.width
        cdef int row
        self.start.white = self.start.black = self.start.kings = 0
        for row in range(rows):
            self.start.black |= row_bits(width, row)
            self.start.white |= row_bits(width, 2 * width - 1 - row)

    cdef int number(self, str first, Squares* squares) except -1:
        """Number the squares from a corner."""
        corner = CORNERS.get(first)
        if corner is None:
            raise ValueError(
                f"numbering is {first!r}; it must be one of {', '.join([repr(c) for c in CORNERS])}")
        squares.width = self.rules.flags.width
        squares.mirrored = self.variant.mirrored
        squares.algebraic = self.variant.notation == "algebraic"
        number_squares(squares, corner)
        return 0


cdef Rulebook rulebook(variant):
    """The rule book of a variant or of its name, made once for each variant."""
    if not isinstance(variant, Variant):
        variant = VARIANTS.get(variant) or variant_called(variant)
    book = variant._compiled
    if book is None:
        book = Rulebook(variant)
        object.__setattr__(variant, "_compiled", book)
    return <Rulebook>book


def kernel_data(variant) -> dict:
    """The rule book of a variant as plain numbers, from which ``draughts.c_api`` writes C.

    >>> kernel_data("russian")["rules"]["flags"]["kings_fly"]
    1
    """
    cdef Rulebook book = rulebook(variant)
    return {
        "rules": book.rules,
        "draws": book.draws,
        "start": book.start,
        "white_first": int(book.white_first),
        "corner": CORNERS[book.variant.first_square],
        "squares": {
            "width": book.squares.width,
            "mirrored": book.squares.mirrored,
            "algebraic": book.squares.algebraic,
        },
    }


cdef extern from *:
    """
    #if defined(__clang__)
      #define DRAUGHTS_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
      #define DRAUGHTS_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
      #define DRAUGHTS_COMPILER "msvc"
    #else
      #define DRAUGHTS_COMPILER "unknown"
    #endif
    #if defined(__AVX2__)
      #define DRAUGHTS_LEVEL "x86-64-v3"
    #elif defined(__x86_64__) || defined(_M_X64)
      #define DRAUGHTS_LEVEL "x86-64"
    #elif defined(__aarch64__) || defined(_M_ARM64)
      #define DRAUGHTS_LEVEL "arm64"
    #else
      #define DRAUGHTS_LEVEL "generic"
    #endif
    #ifndef DRAUGHTS_FLAGS
      #define DRAUGHTS_FLAGS ""
    #endif
    """
    const char* DRAUGHTS_COMPILER
    const char* DRAUGHTS_LEVEL
    const char* DRAUGHTS_FLAGS


def build_info() -> dict:
    """How the loaded core was compiled: ``compiler``, ``level`` (instruction set) and ``flags``.

    >>> sorted(build_info())
    ['compiler', 'flags', 'level']
    """
    return {
        "compiler": DRAUGHTS_COMPILER.decode("ascii"),
        "level": DRAUGHTS_LEVEL.decode("ascii"),
        "flags": DRAUGHTS_FLAGS.decode("ascii"),
    }


# --- long calls ---------------------------------------------------------------------------------------

cdef extern from "Python.h":
    # Declared without Cython's handling of exceptions: the one that Ctrl-C sets must stay set.
    int check_signals "PyErr_CheckSignals"() noexcept
    void* error_occurred "PyErr_Occurred"() noexcept


cdef bint poll_python(void* subject) noexcept nogil:
    """Let Python see Ctrl-C; an exception stays set for ``raise_pending``."""
    with gil:
        return check_signals() != 0


cdef int raise_pending() except -1:
    """Raise what ``poll_python`` met, if anything."""
    return -1 if error_occurred() != NULL else 0


cdef void start_watch(Watch* watch, uint64_t* stop, int64_t deadline) noexcept:
    watch.stop = stop
    watch.deadline = deadline
    watch.poll = poll_python
    watch.subject = NULL
    watch.next_poll = now() + POLL_EVERY
