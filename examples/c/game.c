/* A game of the engine against itself, and perft: draughts for C in one page.
 *
 *     ./game [VARIANT [DEPTH]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "draughts.h"

/* End with a message if a call has failed. */
static int check(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "game: %s: %s\n", what, draughts_error_text(result));
        exit(2);
    }
    return result;
}

static void print_perft(const draughts_board *board, int depth) {
    for (int plies = 1; plies <= depth; plies++) {
        uint64_t count;
        check(draughts_perft(board, plies, NULL, &count), "perft");
        printf("perft %d %" PRIu64 "\n", plies, count);
    }
}

/* Play until the game has ended, each move after so many plies of thought. */
static void play_out(draughts_board *board, draughts_engine *engine, int depth) {
    draughts_limits limits = {.depth = depth, .seconds = 10};
    draughts_info info;
    char text[DRAUGHTS_MOVE_ROOM];
    while (draughts_outcome(board, 1, NULL) == DRAUGHTS_ONGOING) {
        check(draughts_search(engine, board, &limits, NULL, NULL, &info), "search");
        check(draughts_write_move(board, &info.line[0], text, sizeof text), "write");
        printf("%s %s, score %d, %" PRIu64 " nodes\n",
               draughts_turn(board) == DRAUGHTS_WHITE ? "white" : "black", text, info.score,
               info.nodes);
        check(draughts_play(board, &info.line[0]), "play");
    }
}

int main(int argc, char **argv) {
    static const char *const results[] = {"*", "white wins", "black wins", "draw"};
    const char *variant = argc > 1 ? argv[1] : "english";
    int depth = argc > 2 ? atoi(argv[2]) : 8;
    draughts_board *board;
    draughts_engine *engine;
    char fen[DRAUGHTS_FEN_ROOM];

    check(draughts_board_new(variant, &board), variant);
    check(draughts_engine_new(16, &engine), "engine");
    print_perft(board, 6);
    play_out(board, engine, depth);
    check(draughts_get_fen(board, 0, fen, sizeof fen), "fen");
    printf("%s\n%s\n", results[draughts_outcome(board, 1, NULL)], fen);
    draughts_engine_free(engine);
    draughts_board_free(board);
    return 0;
}
