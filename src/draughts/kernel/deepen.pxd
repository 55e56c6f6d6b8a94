# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One iteration of the search: a depth, a window around a guess, widened where it fails."""

from libc.stdint cimport uint64_t

from draughts.kernel.dispatch cimport Ruleset, list_moves, search_root, static_score
from draughts.kernel.draws cimport Counters, DrawRules, counting_key
from draughts.kernel.hashtable cimport Table
from draughts.kernel.perft cimport ARENA_MOVES, ARENA_RESERVE
from draughts.kernel.position cimport KernelMove, Position, after
from draughts.kernel.rules cimport Black, White
from draughts.kernel.search cimport MOST_PAST, NO_SCORE, WIN, WIN_IN_SIGHT, Search
from draughts.kernel.soundness cimport NO_FAULT

cdef enum:
    ASPIRATION = 25         # half the first window, in hundredths of a man
    ASPIRATION_FROM = 5     # plies
    FIRST_PLY_NODES = 1024  # for each line; on boards that people play a tenth of that will do


cdef inline int most_pieces(const DrawRules* rules) noexcept nogil:
    """With more pieces than these on the board no limit on an ending can hold."""
    cdef int i, most = 0
    for i in range(rules.endgames):
        most = max(most, min(
            <int>rules.endgame[i].total_most,
            <int>rules.endgame[i].strong_most + <int>rules.endgame[i].weak_most))
    return most


cdef inline void set_out(
    Search* search, Table* table, const DrawRules* draws, const Counters* counters, int plies,
    KernelMove* arena, bint checks
) noexcept nogil:
    """Begin a search of a position that so many plies led to; its keys are still to be noted.

    The arena has room for ``ARENA_MOVES``.
    """
    search.table = table
    search.draws = draws
    search.few_pieces = most_pieces(draws)
    search.end = arena + (ARENA_MOVES - ARENA_RESERVE)
    search.nodes = 0
    search.checks = checks
    search.fault = NO_FAULT
    search.exclusions = 0
    search.counters[0] = counters[0]
    search.salt = counting_key(draws, counters)
    search.past = min(plies, MOST_PAST)


cdef inline int seek(
    Ruleset* rules, bint white, const Position* position, int depth, int guess, KernelMove* arena,
    Search* search
) noexcept nogil:
    """Search to a depth, with a narrow window around a guess, widened where it fails."""
    cdef int below = ASPIRATION, above = ASPIRATION, alpha, beta, score
    search.stopped = False
    search.selective_depth = 0
    search.root_depth = depth
    while True:
        search.root_score = NO_SCORE
        alpha = -WIN if depth < ASPIRATION_FROM or guess - below < -WIN_IN_SIGHT else guess - below
        beta = WIN if depth < ASPIRATION_FROM or guess + above > WIN_IN_SIGHT else guess + above
        score = search_root(
            rules, white, position, search.keys[search.past], depth, alpha, beta, arena, search)
        if search.stopped or alpha < score < beta:
            return score
        if score <= alpha and alpha > -WIN:
            below *= 4
        elif score >= beta and beta < WIN:
            above *= 4
        else:
            return score


cdef inline uint64_t node_limit(uint64_t nodes, int depth, int lines) noexcept nogil:
    """A limit of nodes at a depth: the first ply may take some in any case, to find a move."""
    if nodes == 0 or depth > 1:
        return nodes
    return max(nodes, <uint64_t>FIRST_PLY_NODES * lines)


cdef inline int see(
    Ruleset* rules, bint white, const Position* position, KernelMove* arena, Search* search
) noexcept nogil:
    """What to play where not even one move was searched to its end: the one that looks best.

    It becomes the line of the search; returned is its score. There must be a legal move.
    """
    cdef KernelMove* last = list_moves(rules, white, position, arena, search.end, False)
    cdef KernelMove* move = arena
    cdef Position child
    cdef int score, best = NO_SCORE
    while move < last:
        if white: child = after(<White*>NULL, position, move)
        else:     child = after(<Black*>NULL, position, move)
        score = -static_score(rules, not white, &child, &search.judge)
        if score > best:
            best = score
            search.line[0][0] = move[0]
        move += 1
    search.length[0] = 1
    return best


cdef inline bint is_decided(int score, int depth) noexcept nogil:
    """Whether a win or a loss was found that a deeper search cannot change."""
    cdef int sure = score if score > 0 else -score
    return sure >= WIN_IN_SIGHT and depth > WIN - sure
