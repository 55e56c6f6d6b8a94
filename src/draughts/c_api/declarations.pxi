# What draughts.h declares, and the rooms of the kernel.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset, strcmp, strlen

from draughts.kernel.bits cimport bits_t, count, square_bit, without_lowest
from draughts.kernel.deepen cimport is_decided, node_limit, see, seek, set_out
from draughts.kernel.dispatch cimport Ruleset, count_tree, list_captures
from draughts.kernel.draws cimport (
    BY_ENDGAME, BY_MOVE_LIMIT, BY_QUIET, BY_REPETITION, NO_DRAW, Counters, DrawRules, count_ply,
    draw_by_counters, events, start_counting,
)
from draughts.kernel.ending cimport CROWNED, GOES_ON, ending
from draughts.kernel.hashtable cimport GENERATIONS, WAYS, Table, TableEntry, make_table
from draughts.kernel.listing cimport MANY_CAPTURES, NO_MEMORY, Listing, list_all, release
from draughts.kernel.movegen cimport Walk
from draughts.kernel.ordering cimport forget
from draughts.kernel.perft cimport ARENA_MOVES, ARENA_RESERVE, Perft
from draughts.kernel.position cimport (
    KernelMove, Position, after, key_after, position_key, prepare_zobrist,
)
from draughts.kernel.rules cimport Black, White, prepare_rays
from draughts.kernel.search cimport MOST_PLIES, NO_SCORE, WIN, WIN_IN_SIGHT, Search
from draughts.kernel.text cimport (
    LONGEST_FEN, MOST_STOPS, MOVE_FINE, NOWHERE, TURN_UNKNOWN, TURN_WHITE, Fen, MoveText, Squares,
    indices_of, number_squares, numbers_of, place, read_fen, read_move, write_counters, write_fen,
    write_name,
)
from draughts.kernel.walks cimport comes_down, passes
from draughts.kernel.watch cimport load_relaxed, now, store_relaxed

cdef extern from "draughts.h":
    enum:
        DRAUGHTS_OK, DRAUGHTS_NO_MEMORY, DRAUGHTS_BAD_ARGUMENT, DRAUGHTS_NO_VARIANT,
        DRAUGHTS_BAD_FEN, DRAUGHTS_BAD_MOVE, DRAUGHTS_ILLEGAL_MOVE, DRAUGHTS_AMBIGUOUS_MOVE,
        DRAUGHTS_GAME_OVER, DRAUGHTS_NO_ROOM, DRAUGHTS_STOPPED, DRAUGHTS_BUSY, DRAUGHTS_TOO_MANY
    enum:
        DRAUGHTS_WHITE, DRAUGHTS_BLACK
    enum:
        DRAUGHTS_EMPTY, DRAUGHTS_WHITE_MAN, DRAUGHTS_WHITE_KING, DRAUGHTS_BLACK_MAN,
        DRAUGHTS_BLACK_KING
    enum:
        DRAUGHTS_ONGOING, DRAUGHTS_WHITE_WINS, DRAUGHTS_BLACK_WINS, DRAUGHTS_DRAW
    enum:
        DRAUGHTS_NOT_ENDED, DRAUGHTS_NO_MOVES, DRAUGHTS_FIRST_KING, DRAUGHTS_REPETITION,
        DRAUGHTS_ENDGAME_LIMIT, DRAUGHTS_QUIET_LIMIT, DRAUGHTS_MOVE_LIMIT
    enum:
        DRAUGHTS_LONGEST_LINE, DRAUGHTS_MOVE_ROOM

    ctypedef struct draughts_board:
        pass
    ctypedef struct draughts_engine:
        pass
    ctypedef struct draughts_move:
        uint64_t captured
        uint8_t origin "from"
        uint8_t to
        uint8_t promotes
    ctypedef struct draughts_stop:
        uint64_t word
    ctypedef struct draughts_limits:
        int depth
        uint64_t nodes
        double seconds
        const draughts_stop* stop
    ctypedef struct draughts_info:
        int depth
        int selective_depth
        int score
        int win_in
        uint64_t nodes
        double seconds
        int length
        draughts_move* line
    ctypedef int (*draughts_on_info)(const draughts_info*, void*) noexcept nogil


cdef public const char* draughts_error_text(int error) noexcept nogil:
    if error >= 0:                           return "no error"
    elif error == DRAUGHTS_NO_MEMORY:        return "out of memory"
    elif error == DRAUGHTS_BAD_ARGUMENT:     return "a null pointer, or a number outside its range"
    elif error == DRAUGHTS_NO_VARIANT:       return "no variant has that name"
    elif error == DRAUGHTS_BAD_FEN:          return "not a FEN of this variant's board"
    elif error == DRAUGHTS_BAD_MOVE:         return "not the text of a move"
    elif error == DRAUGHTS_ILLEGAL_MOVE:     return "not a legal move"
    elif error == DRAUGHTS_AMBIGUOUS_MOVE:   return "several captures are meant: name squares between"
    elif error == DRAUGHTS_GAME_OVER:        return "the game is over, or no move has been played"
    elif error == DRAUGHTS_NO_ROOM:          return "the text does not fit into its room"
    elif error == DRAUGHTS_STOPPED:          return "stopped"
    elif error == DRAUGHTS_BUSY:             return "the engine is searching already"
    elif error == DRAUGHTS_TOO_MANY:         return "too many ways to capture to list"
    else:                                    return "unknown error"


# --- stopping -------------------------------------------------------------------------------------

cdef public void draughts_stop_now(draughts_stop* stop) noexcept nogil:
    if stop != NULL:
        store_relaxed(&stop.word, 1)


cdef public void draughts_stop_reset(draughts_stop* stop) noexcept nogil:
    if stop != NULL:
        store_relaxed(&stop.word, 0)


cdef inline uint64_t* stop_word(const draughts_stop* stop) noexcept nogil:
    return NULL if stop == NULL else &(<draughts_stop*>stop).word
