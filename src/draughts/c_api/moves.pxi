# Listing and playing moves, and the end of the game.

cdef enum: MOST_PERFT_PLIES = 60


cdef inline draughts_move told(const State* board, const KernelMove* move) noexcept nogil:
    """A kernel's move for C."""
    cdef draughts_move out
    memset(&out, 0, sizeof(out))
    out.origin = board.preset.squares.number_of[move.origin]
    out.to = board.preset.squares.number_of[move.target]
    out.promotes = move.promotes
    out.captured = numbers_of(&board.preset.squares, move.captured)
    return out


cdef inline bint same(const KernelMove* a, const KernelMove* b) noexcept nogil:
    return a.origin == b.origin and a.target == b.target and a.captured == b.captured


cdef inline int list_here(const State* board, Listing* listing) noexcept nogil:
    """List the legal moves; their number, or an error. ``release`` unless it is an error."""
    cdef int length = list_all(
        <Ruleset*>&board.rules, board.white, &board.position, False, listing)
    if length >= 0:
        return length
    return DRAUGHTS_NO_MEMORY if length == NO_MEMORY else DRAUGHTS_TOO_MANY


cdef inline int find(const State* board, const draughts_move* move, KernelMove* found) noexcept nogil:
    """Look for a move among the legal ones."""
    cdef Listing listing
    cdef KernelMove wanted
    cdef int i, length
    if board == NULL or move == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    if index_of(board, move.origin) < 0 or index_of(board, move.to) < 0:
        return DRAUGHTS_ILLEGAL_MOVE
    wanted.origin = index_of(board, move.origin)
    wanted.target = index_of(board, move.to)
    wanted.captured = indices_of(&board.preset.squares, move.captured)
    if count(wanted.captured) != count(move.captured):
        return DRAUGHTS_ILLEGAL_MOVE
    length = list_here(board, &listing)
    if length < 0:
        return length
    for i in range(length):
        if same(&listing.moves[i], &wanted):
            found[0] = listing.moves[i]
            release(&listing)
            return DRAUGHTS_OK
    release(&listing)
    return DRAUGHTS_ILLEGAL_MOVE


cdef public int draughts_legal_moves(
    const draughts_board* board, draughts_move* moves, int room
) noexcept nogil:
    cdef Listing listing
    cdef int i, length
    if board == NULL or room < 0 or (moves == NULL and room):
        return DRAUGHTS_BAD_ARGUMENT
    length = list_here(state(board), &listing)
    if length < 0:
        return length
    for i in range(min(length, room)):
        moves[i] = told(state(board), &listing.moves[i])
    release(&listing)
    return length


# --- playing --------------------------------------------------------------------------------------

cdef inline int apply(State* board, const KernelMove* move) noexcept nogil:
    """Play a legal move."""
    cdef Ply* grown
    cdef Ply* ply
    cdef int did = events(&board.position, move)
    if board.plies == board.room:
        grown = <Ply*>realloc(board.past, (2 * board.room + 16) * sizeof(Ply))
        if grown == NULL:
            return DRAUGHTS_NO_MEMORY
        board.past = grown
        board.room = 2 * board.room + 16
    ply = &board.past[board.plies]
    ply.position = board.position
    ply.counters = board.counters
    ply.key = board.key
    ply.move = move[0]
    board.plies += 1
    if board.white:
        board.key = key_after(<White*>NULL, &ply.position, move, ply.key)
        board.position = after(<White*>NULL, &ply.position, move)
    else:
        board.key = key_after(<Black*>NULL, &ply.position, move, ply.key)
        board.position = after(<Black*>NULL, &ply.position, move)
    board.white = not board.white
    count_ply(&board.preset.draws, did, &board.position, &board.counters)
    return DRAUGHTS_OK


cdef public int draughts_play(draughts_board* board, const draughts_move* move) noexcept nogil:
    cdef KernelMove found
    cdef int error = find(state(board), move, &found)
    return error if error else apply(state(board), &found)


cdef public int draughts_undo(draughts_board* board) noexcept nogil:
    cdef State* it = state(board)
    if it == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    if it.plies == 0:
        return DRAUGHTS_GAME_OVER
    it.plies -= 1
    it.position = it.past[it.plies].position
    it.counters = it.past[it.plies].counters
    it.key = it.past[it.plies].key
    it.white = not it.white
    return DRAUGHTS_OK


# --- the end --------------------------------------------------------------------------------------

cdef inline int occurrences(const State* board) noexcept nogil:
    """How often the present position has stood on the board, now included."""
    cdef int found = 1, back
    cdef const Ply* ply
    for back in range(2, min(board.plies, board.counters.reversible) + 1, 2):
        ply = &board.past[board.plies - back]
        if ply.key == board.key and memcmp(
            &ply.position, &board.position, sizeof(Position)
        ) == 0:
            found += 1
    return found


cdef inline int termination_of(int draw) noexcept nogil:
    if draw == BY_REPETITION:   return DRAUGHTS_REPETITION
    elif draw == BY_ENDGAME:    return DRAUGHTS_ENDGAME_LIMIT
    elif draw == BY_QUIET:      return DRAUGHTS_QUIET_LIMIT
    elif draw == BY_MOVE_LIMIT: return DRAUGHTS_MOVE_LIMIT
    else:                       return DRAUGHTS_NOT_ENDED


cdef public int draughts_outcome(
    const draughts_board* board, int claim, int* termination
) noexcept nogil:
    cdef State* it = state(board)
    cdef bint white_wins
    cdef int end, draw, why, result
    if it == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    end = ending(&it.rules, it.white, &it.position, &white_wins)
    if end != GOES_ON:
        why = DRAUGHTS_FIRST_KING if end == CROWNED else DRAUGHTS_NO_MOVES
        result = DRAUGHTS_WHITE_WINS if white_wins else DRAUGHTS_BLACK_WINS
    else:
        draw = draw_by_counters(&it.preset.draws, &it.counters, occurrences(it), claim != 0)
        why = termination_of(draw)
        result = DRAUGHTS_ONGOING if draw == NO_DRAW else DRAUGHTS_DRAW
    if termination != NULL:
        termination[0] = why
    return result


# --- counting -------------------------------------------------------------------------------------

cdef public int draughts_perft(
    const draughts_board* board, int depth, const draughts_stop* stop, uint64_t* total
) noexcept nogil:
    cdef Perft job
    cdef KernelMove* arena
    cdef State* it = state(board)
    cdef uint64_t leaves
    if it == NULL or total == NULL or not 0 <= depth <= MOST_PERFT_PLIES:
        return DRAUGHTS_BAD_ARGUMENT
    if depth == 0:
        total[0] = 1
        return DRAUGHTS_OK
    arena = <KernelMove*>malloc(ARENA_MOVES * sizeof(KernelMove))
    if arena == NULL:
        return DRAUGHTS_NO_MEMORY
    memset(&job, 0, sizeof(job))
    job.watch.stop = stop_word(stop)
    job.end = arena + (ARENA_MOVES - ARENA_RESERVE)
    leaves = count_tree(&it.rules, it.white, &it.position, depth, arena, &job)
    free(arena)
    if job.stopped:
        return DRAUGHTS_STOPPED
    total[0] = leaves
    return DRAUGHTS_OK
