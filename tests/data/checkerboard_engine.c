/* An engine for CheckerBoard, as its API reference has it, for English draughts: it plays the first
 * legal move when its time is over or it is told to play now. "set fault X" has it misbehave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CB_WHITE 1
#define CB_BLACK 2
#define CB_MAN 4
#define CB_KING 8
#define CB_FREE 0
#define CB_UNKNOWN 3
#define CB_LOSS 2

struct coor {
    int x;
    int y;
};

struct CBmove {
    int jumps;
    int newpiece;
    int oldpiece;
    struct coor from, to;
    struct coor path[12];
    struct coor del[12];
    int delpiece[12];
};

static char fault[32] = "none";
static char history[256] = "";
static int hashsize = 8;

static int inside(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }

static int may_go(int piece, int dy) {
    if (piece & CB_KING) return 1;
    return piece & CB_BLACK ? dy > 0 : dy < 0; /* Black begins at y = 0 and goes up */
}

static int crowned(int piece, int y) {
    return piece & CB_MAN && y == (piece & CB_BLACK ? 7 : 0);
}

/* Go on with a capture as far as it goes; crowning ends it. */
static void jump_on(int b[8][8], struct CBmove *m, int x, int y) {
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2) {
            int victim;
            if (!may_go(m->oldpiece, dy) || !inside(x + 2 * dx, y + 2 * dy)) continue;
            victim = b[x + dx][y + dy];
            if (victim == CB_FREE || (victim & m->oldpiece & (CB_WHITE | CB_BLACK))) continue;
            if (b[x + 2 * dx][y + 2 * dy] != CB_FREE) continue;
            b[x + dx][y + dy] = CB_FREE;
            m->del[m->jumps].x = x + dx;
            m->del[m->jumps].y = y + dy;
            m->delpiece[m->jumps++] = victim;
            m->to.x = x + 2 * dx;
            m->to.y = y + 2 * dy;
            m->path[m->jumps] = m->to;
            if (!crowned(m->oldpiece, m->to.y)) jump_on(b, m, m->to.x, m->to.y);
            return;
        }
}

/* The first move from a square: a capture, or else a step. The board is changed for a capture. */
static int move_from(int b[8][8], int x, int y, int capture, struct CBmove *m) {
    memset(m, 0, sizeof *m);
    m->oldpiece = b[x][y];
    m->from.x = x;
    m->from.y = y;
    if (capture) {
        b[x][y] = CB_FREE;
        jump_on(b, m, x, y);
        if (m->jumps == 0) b[x][y] = m->oldpiece;
        return m->jumps > 0;
    }
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2)
            if (may_go(m->oldpiece, dy) && inside(x + dx, y + dy) && b[x + dx][y + dy] == CB_FREE) {
                m->to.x = x + dx;
                m->to.y = y + dy;
                return 1;
            }
    return 0;
}

static int first_move(int b[8][8], int color, struct CBmove *m) {
    for (int capture = 1; capture >= 0; --capture)
        for (int x = 0; x < 8; ++x)
            for (int y = 0; y < 8; ++y)
                if (b[x][y] & color && move_from(b, x, y, capture, m)) return 1;
    return 0;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void nap(void) {
    double until = seconds() + 0.002;
    while (seconds() < until)
        ;
}

int getmove(int b[8][8], int color, double maxtime, char str[1024], int *playnow, int info,
            int moreinfo, struct CBmove *move) {
    struct CBmove m;
    double began = seconds();
    if (strcmp(fault, "crash") == 0) abort();
    while (strcmp(fault, "hang") == 0) nap();
    sprintf(str, "thinking, info %d, moreinfo %d, maxtime %.2f", info, moreinfo, maxtime);
    while (!*playnow && seconds() < began + maxtime) nap();
    sprintf(str, "done, info %d, moreinfo %d\nhistory %s", info, moreinfo, history);
    if (strcmp(fault, "pass") == 0) return CB_UNKNOWN;
    if (!first_move(b, color, &m)) return CB_LOSS;
    m.newpiece = crowned(m.oldpiece, m.to.y) ? (m.oldpiece ^ CB_MAN) | CB_KING : m.oldpiece;
    b[m.from.x][m.from.y] = CB_FREE;
    b[m.to.x][m.to.y] = m.newpiece;
    if (strcmp(fault, "silent") != 0) *move = m;
    if (strcmp(fault, "junk") == 0) b[0][0] = 15;
    return strcmp(fault, "win") == 0 ? 1 : CB_UNKNOWN;
}

int enginecommand(char command[256], char reply[1024]) {
    if (strcmp(command, "name") == 0) return strcpy(reply, "Stub"), 1;
    if (strcmp(command, "about") == 0) return strcpy(reply, "A stub.\nC:\\engines"), 1;
    if (strcmp(command, "get protocolversion") == 0) return strcpy(reply, "2"), 1;
    if (strcmp(command, "get gametype") == 0) return strcpy(reply, "21"), 1;
    if (strcmp(command, "get hashsize") == 0) return sprintf(reply, "%d", hashsize), 1;
    if (sscanf(command, "set hashsize %d", &hashsize) == 1) return sprintf(reply, "%d", hashsize), 1;
    if (sscanf(command, "set fault %31s", fault) == 1) {
        while (strcmp(fault, "deaf") == 0) nap();
        return strcpy(reply, fault), 1;
    }
    if (strncmp(command, "set gamehist ", 13) == 0) {
        strcpy(history, command + 13);
        return strcpy(reply, "ok"), 1;
    }
    strcpy(reply, "?");
    return 0;
}

static struct coor place(int number) { /* the numbers of English draughts */
    struct coor c;
    c.y = (number - 1) / 4;
    c.x = 2 * (3 - (number - 1) % 4) + c.y % 2;
    return c;
}

int islegal(int b[8][8], int color, int from, int to, struct CBmove *move) {
    struct coor origin = place(from), target = place(to);
    if (!(b[origin.x][origin.y] & color)) return 0;
    if (!move_from(b, origin.x, origin.y, 1, move) && !move_from(b, origin.x, origin.y, 0, move))
        return 0;
    return move->to.x == target.x && move->to.y == target.y;
}
