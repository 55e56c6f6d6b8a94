/*
 * draughts: rules and an engine for the draughts family, for C. No Python is needed to run it.
 *
 * Functions that can fail return a negative draughts_error; what they were to change is then as it
 * was. Squares are PDN numbers, from 1 to 32 or 50. A board or an engine is used by one thread at a
 * time; different ones by as many as you like.
 *
 *     draughts_board *board;
 *     draughts_move move;
 *     draughts_board_new("russian", &board);
 *     if (draughts_read_move(board, "c3-d4", &move) == DRAUGHTS_OK)
 *         draughts_play(board, &move);
 *     draughts_board_free(board);
 */
#ifndef DRAUGHTS_H
#define DRAUGHTS_H

#include <stddef.h>
#include <stdint.h>

/* DRAUGHTS_DLL: on Windows, for those who build the DLL (with DRAUGHTS_BUILD, too) or link to it. */
#if defined(_WIN32) && defined(DRAUGHTS_DLL)
  #ifdef DRAUGHTS_BUILD
    #define DRAUGHTS_API __declspec(dllexport)
  #else
    #define DRAUGHTS_API __declspec(dllimport)
  #endif
#elif defined(__GNUC__) || defined(__clang__)
  #define DRAUGHTS_API __attribute__((visibility("default")))
#else
  #define DRAUGHTS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- errors ------------------------------------------------------------------------------------ */

enum draughts_error {
    DRAUGHTS_OK = 0,
    DRAUGHTS_NO_MEMORY = -1,
    DRAUGHTS_BAD_ARGUMENT = -2,     /* a null pointer, or a number outside its range */
    DRAUGHTS_NO_VARIANT = -3,       /* no rules have that name */
    DRAUGHTS_BAD_FEN = -4,
    DRAUGHTS_BAD_MOVE = -5,         /* the text is no move at all */
    DRAUGHTS_ILLEGAL_MOVE = -6,
    DRAUGHTS_AMBIGUOUS_MOVE = -7,   /* the text means several captures: name squares between */
    DRAUGHTS_GAME_OVER = -8,        /* there is nothing to search, or no move to take back */
    DRAUGHTS_NO_ROOM = -9,          /* the text does not fit into the room for it */
    DRAUGHTS_STOPPED = -10,         /* by a stop flag */
    DRAUGHTS_BUSY = -11,            /* the engine is searching already */
    DRAUGHTS_TOO_MANY = -12         /* more than 65,535 ways to capture: a position nobody plays */
};

/* What an error means, in English; never NULL. */
DRAUGHTS_API const char *draughts_error_text(int error);

/* The version of the library, such as "0.1.0". */
DRAUGHTS_API const char *draughts_version(void);

/* --- variants ---------------------------------------------------------------------------------- */

/* How many rule sets the library was built with, and the name of each: "english", "russian", ...;
   NULL if there is no such number. Numbers begin at 0. */
DRAUGHTS_API int draughts_variant_count(void);
DRAUGHTS_API const char *draughts_variant_name(int number);

/* --- boards ------------------------------------------------------------------------------------ */

typedef struct draughts_board draughts_board;

enum draughts_color { DRAUGHTS_WHITE = 0, DRAUGHTS_BLACK = 1 };

enum draughts_piece {
    DRAUGHTS_EMPTY = 0,
    DRAUGHTS_WHITE_MAN = 1,
    DRAUGHTS_WHITE_KING = 2,
    DRAUGHTS_BLACK_MAN = 3,
    DRAUGHTS_BLACK_KING = 4
};

enum {
    DRAUGHTS_FEN_ROOM = 352,        /* characters that any FEN fits into, its end included */
    DRAUGHTS_MOVE_ROOM = 192,       /* ... any move, and any name of a square */
    DRAUGHTS_LONGEST_LINE = 120     /* moves of a line that the engine shows */
};

/* A board at the start of a game. */
DRAUGHTS_API int draughts_board_new(const char *variant, draughts_board **board);

/* A board of its own with the same position and the same past. */
DRAUGHTS_API int draughts_board_copy(const draughts_board *board, draughts_board **copy);

/* NULL is allowed. */
DRAUGHTS_API void draughts_board_free(draughts_board *board);

/* Set up a position. On DRAUGHTS_BAD_FEN, fault (may be NULL) is the byte where it went wrong. */
DRAUGHTS_API int draughts_set_fen(draughts_board *board, const char *fen, int *fault);

/* Write the position; with counters, also ":H<plies without progress>:F<move number>". Returns the
   length of the text. */
DRAUGHTS_API int draughts_get_fen(
    const draughts_board *board, int counters, char *text, size_t room);

DRAUGHTS_API int draughts_turn(const draughts_board *board);        /* a draughts_color */
DRAUGHTS_API int draughts_squares(const draughts_board *board);     /* 32 or 50 */
DRAUGHTS_API int draughts_piece_at(const draughts_board *board, int square);

/* How the variant writes a square: "12" or "h6". Returns the length of the text. */
DRAUGHTS_API int draughts_square_name(
    const draughts_board *board, int square, char *text, size_t room);

/* Row and column of a square, from 0, from the top left corner as White sees it. */
DRAUGHTS_API int draughts_square_place(
    const draughts_board *board, int square, int *row, int *column);

/* A 64-bit number of the pieces and the side to move, the same on every platform; 0 for NULL. */
DRAUGHTS_API uint64_t draughts_key(const draughts_board *board);

/* --- moves ------------------------------------------------------------------------------------- */

typedef struct draughts_move {
    uint64_t captured;  /* bit n for a piece on square n that is taken */
    uint8_t from;
    uint8_t to;
    uint8_t promotes;
} draughts_move;

/* Write the legal moves, captures first, as many as there is room for. Returns how many there are,
   which may be more. */
DRAUGHTS_API int draughts_legal_moves(
    const draughts_board *board, draughts_move *moves, int room);

DRAUGHTS_API int draughts_play(draughts_board *board, const draughts_move *move);
DRAUGHTS_API int draughts_undo(draughts_board *board);

/* The legal move that a text means: "11-15", "c3:e5", "31x22x15". */
DRAUGHTS_API int draughts_read_move(
    const draughts_board *board, const char *text, draughts_move *move);

/* A legal move as the shortest text that means no other. Returns the length of the text. */
DRAUGHTS_API int draughts_write_move(
    const draughts_board *board, const draughts_move *move, char *text, size_t room);

/* The squares where the piece of a legal move comes down, its origin first. Returns how many there
   are, which may be more than there is room for. */
DRAUGHTS_API int draughts_path(
    const draughts_board *board, const draughts_move *move, int *squares, int room);

/* --- the end of a game ------------------------------------------------------------------------- */

enum draughts_result {
    DRAUGHTS_ONGOING = 0,
    DRAUGHTS_WHITE_WINS = 1,
    DRAUGHTS_BLACK_WINS = 2,
    DRAUGHTS_DRAW = 3
};

enum draughts_termination {
    DRAUGHTS_NOT_ENDED = 0,
    DRAUGHTS_NO_MOVES = 1,
    DRAUGHTS_FIRST_KING = 2,
    DRAUGHTS_REPETITION = 3,
    DRAUGHTS_ENDGAME_LIMIT = 4,
    DRAUGHTS_QUIET_LIMIT = 5,
    DRAUGHTS_MOVE_LIMIT = 6
};

/* How the game has ended: a draughts_result, and why (may be NULL). With claim, draws count that a
   player would have to claim. */
DRAUGHTS_API int draughts_outcome(const draughts_board *board, int claim, int *termination);

/* --- stopping ---------------------------------------------------------------------------------- */

/* A flag of yours that long calls look at. Set it from any thread, or from a signal handler. It
   begins as {0}. */
typedef struct draughts_stop { uint64_t word; } draughts_stop;

DRAUGHTS_API void draughts_stop_now(draughts_stop *stop);
DRAUGHTS_API void draughts_stop_reset(draughts_stop *stop);

/* --- counting ---------------------------------------------------------------------------------- */

/* The lines of play of a length of 0 to 60 plies. stop may be NULL. */
DRAUGHTS_API int draughts_perft(
    const draughts_board *board, int depth, const draughts_stop *stop, uint64_t *count);

/* --- the engine -------------------------------------------------------------------------------- */

typedef struct draughts_engine draughts_engine;

/* An engine with a table of 1 to 1,048,576 megabytes. */
DRAUGHTS_API int draughts_engine_new(int hash_mb, draughts_engine **engine);

/* NULL is allowed. */
DRAUGHTS_API void draughts_engine_free(draughts_engine *engine);

/* Forget what earlier searches have learnt. */
DRAUGHTS_API int draughts_engine_new_game(draughts_engine *engine);

/* When to stop. 0 or NULL is no limit; the first that is met ends the search. The
   first ply may look at a thousand positions whatever the limit of nodes, to find a move. */
typedef struct draughts_limits {
    int depth;              /* plies */
    uint64_t nodes;
    double seconds;
    const draughts_stop *stop;
} draughts_limits;

typedef struct draughts_info {
    int depth;              /* plies searched in full; 0: the move was chosen at sight */
    int selective_depth;    /* plies of the longest line looked at */
    int score;              /* to the side to move, in hundredths of a man */
    int win_in;             /* plies until it has won, negative until it has lost; 0: not in sight */
    uint64_t nodes;
    double seconds;
    int length;             /* of the line */
    draughts_move line[DRAUGHTS_LONGEST_LINE];
} draughts_info;

/* Called after every depth; a result that is not 0 ends the search. */
typedef int (*draughts_on_info)(const draughts_info *info, void *user);

/* Search a position; the move to play is info->line[0]. on_info may be NULL. */
DRAUGHTS_API int draughts_search(
    draughts_engine *engine, const draughts_board *board, const draughts_limits *limits,
    draughts_on_info on_info, void *user, draughts_info *info);

#ifdef __cplusplus
}
#endif
#endif
