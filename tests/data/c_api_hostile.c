/* Calls that no one should make, under the sanitizers: every one must be refused or harmless.
 *
 *     hostile SEED ROUNDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draughts.h"

static uint64_t state;

static unsigned chance(unsigned below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % below;
}

static void noise(char *text, size_t length, const char *letters) {
    for (size_t at = 0; at < length; at++)
        text[at] = letters[chance((unsigned)strlen(letters))];
    text[length] = 0;
}

/* Any position, also one that nobody plays: kings all over the board. */
static void scatter(draughts_board *board) {
    char fen[1024] = "";
    unsigned squares = (unsigned)draughts_squares(board), share = 1 + chance(3);
    for (int side = 0; side < 2; side++) {
        const char *mark = side ? ":B" : (chance(2) ? "W:W" : "B:W");
        strcat(fen, mark);
        for (unsigned square = 1 + (unsigned)side; square <= squares; square += 2)
            if (chance(4) < share)
                sprintf(fen + strlen(fen), "%s%u,", chance(2) ? "K" : "", square);
        if (fen[strlen(fen) - 1] == ',')
            fen[strlen(fen) - 1] = 0;
    }
    if (draughts_set_fen(board, fen, NULL) != DRAUGHTS_OK) {
        fprintf(stderr, "not read: %s\n", fen);
        exit(1);
    }
}

static void use(draughts_board *board, draughts_engine *engine) {
    draughts_move moves[64], move;
    draughts_limits limits = {.depth = 3, .nodes = 500};
    draughts_info info;
    char text[DRAUGHTS_MOVE_ROOM], small[3];
    int path[4];
    int count = draughts_legal_moves(board, moves, 64);
    if (count > 0) {
        move = moves[chance((unsigned)(count < 64 ? count : 64))];
        draughts_path(board, &move, path, 4);
        draughts_write_move(board, &move, small, sizeof small);
        if (draughts_write_move(board, &move, text, sizeof text) > 0)
            draughts_read_move(board, text, &move);
        draughts_search(engine, board, &limits, NULL, NULL, &info);
        if (chance(4))
            draughts_play(board, &move);
    }
    memset(&move, (int)chance(256), sizeof move);
    move.from = (uint8_t)chance(256);
    draughts_play(board, &move);
    if (chance(3) == 0)
        draughts_undo(board);
}

int main(int argc, char **argv) {
    draughts_engine *engine;
    char text[128];
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int rounds = argc > 2 ? atoi(argv[2]) : 50;
    if (draughts_engine_new(1, &engine) != DRAUGHTS_OK)
        return 1;
    for (int number = 0; number < draughts_variant_count(); number++) {
        draughts_board *board, *copy;
        draughts_move move;
        if (draughts_board_new(draughts_variant_name(number), &board) != DRAUGHTS_OK)
            return 1;
        for (int round = 0; round < rounds; round++) {
            noise(text, chance(60), "WBK:0123456789,.-xabcdefghij[]\" ?HF\xc3\x97\xe2\x80");
            draughts_set_fen(board, text, NULL);
            draughts_read_move(board, text, &move);
            if (chance(3) == 0)
                scatter(board);
            for (unsigned ply = chance(8); ply; ply--)
                use(board, engine);
            if (draughts_board_copy(board, &copy) == DRAUGHTS_OK) {
                use(copy, engine);
                draughts_board_free(copy);
            }
        }
        draughts_board_free(board);
    }
    draughts_engine_free(engine);
    puts("done");
    return 0;
}
