# The engine: one table, one searcher.

cdef enum: MOST_HASH_MB = 1 << 20

cdef struct Engine:
    Table table
    void* memory            # of the table
    Search search
    KernelMove arena[ARENA_MOVES]
    const Preset* preset    # of what stands in the table
    uint64_t running


cdef inline void forget_all(Engine* engine) noexcept nogil:
    memset(engine.table.entries, 0, (engine.table.mask + 1) * WAYS * sizeof(TableEntry))
    forget(&engine.search.ordering)


cdef public int draughts_engine_new(int hash_mb, draughts_engine** engine) noexcept nogil:
    cdef Engine* new
    if engine == NULL or not 1 <= hash_mb <= MOST_HASH_MB:
        return DRAUGHTS_BAD_ARGUMENT
    new = <Engine*>calloc(1, sizeof(Engine))
    if new == NULL:
        return DRAUGHTS_NO_MEMORY
    new.memory = make_table(&new.table, <uint64_t>hash_mb << 20)
    if new.memory == NULL:
        free(new)
        return DRAUGHTS_NO_MEMORY
    engine[0] = <draughts_engine*>new
    return DRAUGHTS_OK


cdef public void draughts_engine_free(draughts_engine* engine) noexcept nogil:
    if engine != NULL:
        free((<Engine*>engine).memory)
        free(engine)


cdef public int draughts_engine_new_game(draughts_engine* engine) noexcept nogil:
    if engine == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    if load_relaxed(&(<Engine*>engine).running):
        return DRAUGHTS_BUSY
    forget_all(<Engine*>engine)
    return DRAUGHTS_OK


# --- searching ------------------------------------------------------------------------------------

cdef inline void take_on(Engine* engine, const State* board) noexcept nogil:
    """Begin a search of a position with its past."""
    cdef Search* search = &engine.search
    cdef int i
    if engine.preset != board.preset:
        forget_all(engine)
        engine.preset = board.preset
    engine.table.generation = (engine.table.generation + 1) % GENERATIONS
    set_out(
        search, &engine.table, &board.preset.draws, &board.counters, board.plies, engine.arena,
        False)
    for i in range(search.past):
        search.keys[i] = board.past[board.plies - search.past + i].key ^ search.salt
    search.keys[search.past] = board.key ^ search.salt


cdef inline void report(
    const Search* search, const State* board, int depth, int score, int64_t began,
    draughts_info* info
) noexcept nogil:
    cdef int i
    info.depth = depth
    info.selective_depth = search.selective_depth
    info.score = score
    info.win_in = 0
    if score >= WIN_IN_SIGHT:
        info.win_in = WIN - score
    elif score <= -WIN_IN_SIGHT:
        info.win_in = -(WIN + score)
    info.nodes = search.nodes
    info.seconds = <double>(now() - began) * 1e-9
    info.length = min(search.length[0], DRAUGHTS_LONGEST_LINE)
    for i in range(info.length):
        info.line[i] = told(board, &search.line[0][i])


cdef inline void set_limits(
    Search* search, const draughts_limits* limits, int depth, int64_t began
) noexcept nogil:
    """What may break off a depth."""
    memset(&search.watch, 0, sizeof(search.watch))
    search.node_limit = 0
    if limits != NULL:
        search.node_limit = node_limit(limits.nodes, depth, 1)
        search.watch.stop = stop_word(limits.stop)
        if limits.seconds > 0:
            search.watch.deadline = began + <int64_t>(min(limits.seconds, 1e9) * 1e9)


cdef inline void deepen(
    Engine* engine, State* board, const draughts_limits* limits, draughts_on_info on_info,
    void* user, draughts_info* info
) noexcept nogil:
    cdef Search* search = &engine.search
    cdef int64_t began = now()
    cdef int depth, score = 0, deepest = MOST_PLIES - 1
    if limits != NULL and 0 < limits.depth < deepest:
        deepest = limits.depth
    for depth in range(1, deepest + 1):
        set_limits(search, limits, depth, began)
        score = seek(
            &board.rules, board.white, &board.position, depth, score, engine.arena, search)
        if search.stopped:
            score = search.root_score
            if score == NO_SCORE:
                if depth > 1:
                    break
                depth = 0
                score = see(&board.rules, board.white, &board.position, engine.arena, search)
        report(search, board, depth, score, began, info)
        if on_info != NULL and on_info(info, user):
            break
        if search.stopped or is_decided(score, depth):
            break


cdef public int draughts_search(
    draughts_engine* engine, const draughts_board* board, const draughts_limits* limits,
    draughts_on_info on_info, void* user, draughts_info* info
) noexcept nogil:
    cdef Engine* it = <Engine*>engine
    cdef State here
    cdef bint white_wins
    if it == NULL or board == NULL or info == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    if limits != NULL and (limits.depth < 0 or not limits.seconds >= 0):
        return DRAUGHTS_BAD_ARGUMENT
    here = state(board)[0]      # on_info may play on
    if ending(&here.rules, here.white, &here.position, &white_wins) != GOES_ON:
        return DRAUGHTS_GAME_OVER
    if load_relaxed(&it.running):
        return DRAUGHTS_BUSY
    store_relaxed(&it.running, 1)
    take_on(it, &here)
    deepen(it, &here, limits, on_info, user, info)
    store_relaxed(&it.running, 0)
    return DRAUGHTS_OK
