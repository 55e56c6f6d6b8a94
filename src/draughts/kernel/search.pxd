# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The search: alpha-beta, deepened ply by ply, with captures followed to their end at the leaves."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from draughts.kernel.evaluate cimport evaluate
from draughts.kernel.movegen cimport can_capture, captures, generate, quiet_moves
from draughts.kernel.position cimport KernelMove, Position, after, enemy
from draughts.kernel.rules cimport (
    FIRST_KING, LOSING, Black, Rules, Side, White, aim, capture_optional,
)
from draughts.kernel.watch cimport Watch, should_stop

cdef enum:
    MOST_PLIES = 120        # a line is never longer
    WIN = 30_000            # less one for every ply until the end
    WIN_IN_SIGHT = WIN - MOST_PLIES
    NODES_BETWEEN_LOOKS = 1024

cdef struct Search:
    Watch watch
    uint64_t nodes
    uint64_t node_limit     # or 0
    bint stopped
    int selective_depth
    KernelMove* end         # of the room for moves
    KernelMove last_line[MOST_PLIES]    # the best line of the last finished iteration
    int last_length
    KernelMove line[MOST_PLIES][MOST_PLIES]
    int length[MOST_PLIES]


cdef inline bint out_of_budget(Search* search) noexcept nogil:
    if search.stopped:
        return True
    if search.node_limit and search.nodes >= search.node_limit:
        search.stopped = True
    elif search.nodes % NODES_BETWEEN_LOOKS == 0:
        search.stopped = should_stop(&search.watch)
    return search.stopped


cdef inline void put_first(Search* search, KernelMove* moves, KernelMove* end, int ply) noexcept nogil:
    """Try the move of the last iteration's best line first."""
    cdef KernelMove* move = moves
    cdef KernelMove best
    if ply >= search.last_length:
        return
    best = search.last_line[ply]
    while move < end:
        if (move.origin == best.origin and move.target == best.target
                and move.captured == best.captured):
            moves[0], move[0] = move[0], moves[0]
            return
        move += 1


cdef inline void extend_line(Search* search, const KernelMove* move, int ply) noexcept nogil:
    search.line[ply][0] = move[0]
    search.length[ply] = search.length[ply + 1] + 1
    memcpy(&search.line[ply][1], &search.line[ply + 1][0],
           search.length[ply + 1] * sizeof(KernelMove))


cdef inline int negamax(
    Rules* rules, Side* side, const Position* position, int depth, int ply, int alpha, int beta,
    bint on_line, KernelMove* out, Search* search
) noexcept nogil:
    """The worth of a position to the side to move, exact between ``alpha`` and ``beta``."""
    cdef KernelMove* last
    cdef KernelMove* move
    cdef Position child
    cdef int score, best = -WIN
    search.length[ply] = 0
    search.nodes += 1
    if ply > search.selective_depth:
        search.selective_depth = ply
    if out_of_budget(search):
        return 0
    if aim(rules) == FIRST_KING and enemy(side, position) & position.kings:
        return ply - WIN
    if ply == MOST_PLIES - 1:
        return evaluate(rules, side, position)
    if depth <= 0:
        # A forced capture is no place to stop and judge.
        if capture_optional(rules) or not can_capture(rules, side, position):
            last = quiet_moves(rules, side, position, out)
            if last > out or can_capture(rules, side, position):
                best = evaluate(rules, side, position)
                if best >= beta:
                    return best
                alpha = max(alpha, best)
                last = captures(rules, side, position, out, search.end, False, NULL)
                if last == out:
                    return best
        else:
            last = captures(rules, side, position, out, search.end, False, NULL)
    else:
        last = generate(rules, side, position, out, search.end, False)
    if last == out:
        return WIN - ply if aim(rules) == LOSING else ply - WIN
    if on_line:
        put_first(search, out, last, ply)
    move = out
    while move < last:
        child = after(side, position, move)
        if Side is White:
            score = -negamax(
                rules, <Black*>NULL, &child, depth - 1, ply + 1, -beta, -alpha,
                on_line and move == out, last, search)
        else:
            score = -negamax(
                rules, <White*>NULL, &child, depth - 1, ply + 1, -beta, -alpha,
                on_line and move == out, last, search)
        if search.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                extend_line(search, move, ply)
                if alpha >= beta:
                    break
        move += 1
    return best
