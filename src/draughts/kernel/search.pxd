# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The search: principal variation search over a shared table, deepened ply by ply.

A score is in hundredths of a man for the side to move; a win in sight is ``WIN`` less a point for
every ply until the end.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from draughts.kernel.bits cimport count
from draughts.kernel.draws cimport (
    NO_DRAW, Counters, DrawRules, count_ply, count_progress, draw_by_counters, draw_by_progress, events,
    let_none_hold,
)
from draughts.kernel.evaluate cimport Judge, evaluate
from draughts.kernel.hashtable cimport (
    AT_LEAST, AT_MOST, EXACT, NO_MOVE_WORD, Known, Table, move_word, prefetch, recall, remember,
)
from draughts.kernel.movegen cimport can_capture, captures, count_quiet_moves, quiet_moves
from draughts.kernel.ordering cimport MOST_SORTED, Ordering, bring_forward, rank_moves, reward
from draughts.kernel.position cimport KernelMove, Position, after, enemy, key_after
from draughts.kernel.rules cimport (
    FIRST_KING, LOSING, Black, Rules, Side, White, aim, capture_optional,
)
from draughts.kernel.soundness cimport (
    NO_FAULT, Fault, key_fault, move_fault, position_fault, table_fault,
)
from draughts.kernel.watch cimport Watch, should_stop

cdef enum:
    MOST_PLIES = 120        # a line is never longer
    WIN = 30_000            # less one for every ply until the end
    WIN_IN_SIGHT = WIN - MOST_PLIES
    NO_SCORE = -WIN - 1
    NODES_BETWEEN_LOOKS = 128   # a fresh table comes page by page: these may then take 10 ms
    MOST_PAST = 256         # plies before the root that a repetition may go back to
    MOST_EXCLUDED = 128     # root moves that are not searched

    CALM_PLIES = 8          # to the leaves, within which a calm position is judged as it stands
    CALM_MARGIN = 50        # hundredths of a man a ply
    REDUCTION_FROM = 3      # plies
    CHILDREN_FROM = 3       # plies from which on the table is asked for all children

cdef struct Search:
    Watch watch
    Table* table
    const DrawRules* draws
    Judge judge
    Ordering ordering
    uint64_t nodes
    uint64_t node_limit     # or 0
    bint stopped
    bint checks             # itself, at every node
    Fault fault             # the first that was found
    int selective_depth
    int root_depth
    int root_score          # of the best root move so far, or NO_SCORE
    KernelMove* end         # of the room for moves
    int few_pieces          # with more than these no limit on an ending can hold
    int past                # plies before the root that are known
    uint64_t salt           # in all keys, so that draws near by counting do not stay in the table
    uint64_t keys[MOST_PAST + MOST_PLIES + 1]   # of the past and of the line
    Counters counters[MOST_PLIES + 1]           # by ply
    uint32_t excluded[MOST_EXCLUDED]
    int exclusions
    KernelMove line[MOST_PLIES + 1][MOST_PLIES + 1]
    int length[MOST_PLIES + 1]


cdef inline bint out_of_budget(Search* search) noexcept nogil:
    if search.stopped:
        return True
    if search.node_limit and search.nodes >= search.node_limit:
        search.stopped = True
    elif search.nodes % NODES_BETWEEN_LOOKS == 0:
        search.stopped = should_stop(&search.watch)
    return search.stopped


cdef inline void note_fault(Search* search, Fault fault) noexcept nogil:
    """End a search that has gone wrong."""
    if fault != NO_FAULT:
        search.fault = fault
        search.stopped = True


# --- lines ------------------------------------------------------------------------------------------

cdef inline void extend_line(Search* search, const KernelMove* move, int ply) noexcept nogil:
    search.line[ply][0] = move[0]
    search.length[ply] = search.length[ply + 1] + 1
    memcpy(&search.line[ply][1], &search.line[ply + 1][0],
           search.length[ply + 1] * sizeof(KernelMove))


cdef inline bint is_excluded(const Search* search, const KernelMove* move) noexcept nogil:
    cdef int i
    cdef uint32_t word = move_word(move)
    for i in range(search.exclusions):
        if search.excluded[i] == word:
            return True
    return False


# --- draws ------------------------------------------------------------------------------------------

cdef inline void count_move(
    Search* search, const Position* before, const KernelMove* move, const Position* position, int ply
) noexcept nogil:
    """Count the move that leads to a position, at ``ply``."""
    cdef Counters* counters = &search.counters[ply]
    cdef const Counters* old = &search.counters[ply - 1]
    cdef int did = events(before, move)
    if count(position.white | position.black) > search.few_pieces:
        count_progress(search.draws, did, old, counters)
        return
    counters[0] = old[0]
    if count(before.white | before.black) > search.few_pieces:
        let_none_hold(counters)
    count_ply(search.draws, did, position, counters)


cdef inline bint repeats(const Search* search, int ply) noexcept nogil:
    """Whether the position stood on the board before: once in the line, or often enough in all."""
    cdef int back, found = 1
    cdef int reach = min(search.counters[ply].reversible, search.past + ply)
    cdef const uint64_t* here = &search.keys[search.past + ply]
    if not search.draws.repetition:
        return False
    for back in range(4, reach + 1, 2):
        if here[-back] == here[0]:
            found += 1
            if back <= ply or found >= search.draws.repetition:
                return True
    return False


cdef inline bint limit_reached(const Search* search, const Position* position, int ply) noexcept nogil:
    """Whether a counter says draw; one that has to be claimed is claimed."""
    cdef const Counters* counters = &search.counters[ply]
    if count(position.white | position.black) <= search.few_pieces:
        return draw_by_counters(search.draws, counters, 1, True) != NO_DRAW
    return draw_by_progress(search.draws, counters, True, True) != NO_DRAW


# --- the leaves -------------------------------------------------------------------------------------

cdef inline int lost(Rules* rules, int ply) noexcept nogil:
    """The score of a side that has no move."""
    return WIN - ply if aim(rules) == LOSING else ply - WIN


cdef inline bint ends_here(
    Rules* rules, Side* side, const Position* position, int ply, int* score, Search* search
) noexcept nogil:
    """Count a node; whether nothing is searched from it, and its worth then."""
    search.nodes += 1
    search.length[ply] = 0
    if ply > search.selective_depth:
        search.selective_depth = ply
    if out_of_budget(search):
        score[0] = 0
    elif aim(rules) == FIRST_KING and enemy(side, position) & position.kings:
        score[0] = ply - WIN
    elif ply >= MOST_PLIES - 1:
        score[0] = evaluate(rules, side, position, &search.judge)
    else:
        return False
    return True


cdef inline int quiesce(
    Rules* rules, Side* side, const Position* position, int ply, int alpha, int beta,
    KernelMove* out, Search* search
) noexcept nogil:
    """The worth of a position once all captures are played out.

    A forced capture is no place to stop and judge. A threat of the other side is: to search on from
    there for one ply cost 17 Elo (Russian) and 23 (International) at ten thousand nodes a move, for
    three plies 96 and 185 at four thousand.
    """
    cdef KernelMove* last
    cdef KernelMove* move = out
    cdef Position child
    cdef int score, best = -WIN
    cdef bint takes
    if search.checks:
        note_fault(search, position_fault(rules, position))
    if ends_here(rules, side, position, ply, &score, search):
        return score
    takes = can_capture(rules, side, position)
    if (limit_reached(search, position, ply)
            and (takes or count_quiet_moves(rules, side, position) > 0)):
        return 0
    if takes and not capture_optional(rules):
        last = captures(rules, side, position, out, search.end, False, NULL)
    else:
        if not takes and count_quiet_moves(rules, side, position) == 0:
            return lost(rules, ply)
        best = evaluate(rules, side, position, &search.judge)
        if best >= beta or not takes:
            return best
        alpha = max(alpha, best)
        last = captures(rules, side, position, out, search.end, False, NULL)
    while move < last:
        child = after(side, position, move)
        if search.checks:
            note_fault(search, move_fault(side, position, move, &child))
        count_move(search, position, move, &child, ply + 1)
        if Side is White:
            score = -quiesce(
                rules, <Black*>NULL, &child, ply + 1, -beta, -alpha, last, search)
        else:
            score = -quiesce(
                rules, <White*>NULL, &child, ply + 1, -beta, -alpha, last, search)
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


# --- the tree ---------------------------------------------------------------------------------------

cdef inline int to_table(int score, int ply) noexcept nogil:
    """A win counted from the position, not from the root."""
    if score >= WIN_IN_SIGHT:  return score + ply
    if score <= -WIN_IN_SIGHT: return score - ply
    return score


cdef inline int from_table(int score, int ply) noexcept nogil:
    if score >= WIN_IN_SIGHT:  return score - ply
    if score <= -WIN_IN_SIGHT: return score + ply
    return score


cdef inline bint settles(const Known* known, int score, int alpha, int beta) noexcept nogil:
    """Whether a score from the table is good enough for a window."""
    if known.bound == EXACT:      return True
    elif known.bound == AT_LEAST: return score >= beta
    else:                         return score <= alpha


cdef inline int reduction(int depth, int tried) noexcept nogil:
    """The plies by which a late quiet move is searched less deep at first."""
    if depth < REDUCTION_FROM or tried < 2:
        return 0
    return 1 + (depth >= 6 and tried >= 5) + (depth >= 10 and tried >= 8)


cdef inline bint child_refutes(
    Side* side, const Position* position, uint64_t key, int depth, int ply, int beta,
    const KernelMove* move, const KernelMove* last, int* score, Search* search
) noexcept nogil:
    """Whether the table knows of a move that is good enough: an enhanced transposition cut.

    All entries are sent for before the first is read; without that the search is 5 % slower.
    """
    cdef const KernelMove* each = move
    cdef Known known
    while each < last:
        prefetch(search.table, key_after(side, position, each, key))
        each += 1
    while move < last:
        if (recall(search.table, key_after(side, position, move, key), &known)
                and known.depth >= depth - 1 and known.bound != AT_LEAST):
            score[0] = -from_table(known.score, ply + 1)
            if score[0] >= beta:
                return True
        move += 1
    return False


cdef inline bint stands(
    Rules* rules, Side* side, const Position* position, int enough, int* score,
    const Search* search
) noexcept nogil:
    """Whether a position is so good as it stands, and nothing of it hangs: a static cut."""
    score[0] = evaluate(rules, side, position, &search.judge)
    if score[0] < enough:
        return False
    if Side is White: return not can_capture(rules, <Black*>NULL, position)
    else:             return not can_capture(rules, <White*>NULL, position)


cdef inline int negamax(
    Rules* rules, Side* side, const Position* position, uint64_t key, int depth, int ply,
    int alpha, int beta, KernelMove* out, Search* search
) noexcept nogil:
    """The worth of a position to the side to move, exact between ``alpha`` and ``beta``."""
    cdef KernelMove* last
    cdef KernelMove* move
    cdef Position child
    cdef Known known
    cdef uint64_t child_key
    cdef uint32_t hash_move = NO_MOVE_WORD, best_move = NO_MOVE_WORD
    cdef int32_t ranks[MOST_SORTED]
    cdef int score, length, at, tried = 0, less, best = -WIN, worst = alpha
    cdef bint on_line = beta - alpha > 1, takes
    if ply and repeats(search, ply):
        search.length[ply] = 0
        return 0
    if depth <= 0:
        return quiesce(rules, side, position, ply, alpha, beta, out, search)
    if search.checks:
        note_fault(search, key_fault(rules, side, position, key ^ search.salt))
    if ends_here(rules, side, position, ply, &score, search):
        return score

    if recall(search.table, key, &known):
        hash_move = known.move
        score = from_table(known.score, ply)
        if not on_line and known.depth >= depth and settles(&known, score, alpha, beta):
            return score

    takes = can_capture(rules, side, position)
    last = out
    if takes:
        last = captures(rules, side, position, out, search.end, False, NULL)
    if not takes or capture_optional(rules):
        last = quiet_moves(rules, side, position, last)
    length = last - out
    if search.checks:
        note_fault(search, table_fault(hash_move, out, last))
    if length == 0:
        return lost(rules, ply)
    if ply and limit_reached(search, position, ply):
        return 0

    if length == 1 and ply < 2 * search.root_depth:
        depth += 1
    elif hash_move == NO_MOVE_WORD and depth >= 4:
        depth -= 1

    if (aim(rules) != LOSING and depth <= CALM_PLIES and not on_line and not takes
            and -WIN_IN_SIGHT < beta < WIN_IN_SIGHT
            and stands(rules, side, position, beta + CALM_MARGIN * depth, &score, search)):
        return score

    if (depth >= CHILDREN_FROM and not on_line
            and child_refutes(side, position, key, depth, ply, beta, out, last, &score, search)):
        return score

    rank_moves(&search.ordering, Side is White, hash_move, out, length, ranks)
    for at in range(length):
        bring_forward(out, ranks, at, length)
        move = out + at
        if ply == 0 and is_excluded(search, move):
            continue
        child = after(side, position, move)
        if search.checks:
            note_fault(search, move_fault(side, position, move, &child))
        child_key = key_after(side, position, move, key)
        prefetch(search.table, child_key)
        search.keys[search.past + ply + 1] = child_key
        count_move(search, position, move, &child, ply + 1)
        less = 0
        if tried and not move.captured and not move.promotes:
            less = reduction(depth, tried)
        if tried == 0:
            score = descend(
                rules, side, &child, child_key, depth - 1, ply + 1, alpha, beta, last, search)
        else:
            score = descend(
                rules, side, &child, child_key, depth - 1 - less, ply + 1, alpha, alpha + 1, last,
                search)
            if less and score > alpha and not search.stopped:
                score = descend(
                    rules, side, &child, child_key, depth - 1, ply + 1, alpha, alpha + 1, last,
                    search)
            if alpha < score < beta and not search.stopped:
                score = descend(
                    rules, side, &child, child_key, depth - 1, ply + 1, alpha, beta, last,
                    search)
        if search.stopped:
            return 0
        tried += 1
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move_word(move)
                extend_line(search, move, ply)
                if ply == 0 and score < beta:
                    search.root_score = score
                if alpha >= beta:
                    if not move.captured:
                        reward(&search.ordering, Side is White, depth, out, at)
                    break
    if ply or search.exclusions == 0:
        remember(
            search.table, key, to_table(best, ply), min(depth, 255),
            AT_LEAST if best >= beta else EXACT if best > worst else AT_MOST, best_move)
    return best


cdef inline int descend(
    Rules* rules, Side* side, const Position* child, uint64_t key, int depth, int ply,
    int alpha, int beta, KernelMove* out, Search* search
) noexcept nogil:
    """The worth, to the side that moved, of the position after its move."""
    if Side is White:
        return -negamax(
            rules, <Black*>NULL, child, key, depth, ply, -beta, -alpha, out, search)
    else:
        return -negamax(
            rules, <White*>NULL, child, key, depth, ply, -beta, -alpha, out, search)
