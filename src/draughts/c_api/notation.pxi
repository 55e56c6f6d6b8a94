# Moves as text: the same readings, and the same shortest texts, as Board.parse_pdn and Board.pdn.

cdef struct Walks:
    # The captures of a position, each with a way in which it is walked.
    KernelMove* moves
    Walk* walks
    int length


cdef inline void drop(Walks* all) noexcept nogil:
    free(all.moves)
    free(all.walks)


cdef inline int list_walks(
    const State* board, bint every_sequence, int room, Walks* all
) noexcept nogil:
    """List the legal captures with their walks; an error, or ``drop`` afterwards."""
    all.moves = <KernelMove*>malloc(max(room, 1) * sizeof(KernelMove))
    all.walks = <Walk*>malloc(max(room, 1) * sizeof(Walk))
    if all.moves == NULL or all.walks == NULL:
        drop(all)
        return DRAUGHTS_NO_MEMORY
    all.length = <int>(list_captures(
        <Ruleset*>&board.rules, board.white, &board.position, all.moves, all.moves + room,
        every_sequence, all.walks) - all.moves)
    if every_sequence and all.length == room:
        drop(all)
        return DRAUGHTS_TOO_MANY
    return DRAUGHTS_OK


cdef inline int walk_of(const State* board, const KernelMove* move, Walk* walk) noexcept nogil:
    """A way in which a legal capture is walked."""
    cdef Listing listing
    cdef Walks all
    cdef int i, error, length = list_here(board, &listing)
    if length < 0:
        return length
    release(&listing)
    error = list_walks(board, False, length, &all)
    if error:
        return error
    for i in range(all.length):
        if same(&all.moves[i], move):
            walk[0] = all.walks[i]
            break
    drop(&all)
    return DRAUGHTS_OK


# --- reading --------------------------------------------------------------------------------------

cdef inline void note_match(const KernelMove* move, int* found, KernelMove* first) noexcept nogil:
    """Count a move that is meant, if it is another than the first: to 2 at most."""
    if found[0] == 0:
        first[0] = move[0]
        found[0] = 1
    elif not same(move, first):
        found[0] = 2


cdef inline int match_ends(
    const State* board, int origin, int target, KernelMove* move
) noexcept nogil:
    """How many moves, up to 2, have these ends. A straight way comes before those around corners."""
    cdef Listing listing
    cdef KernelMove direct
    cdef int i, found = 0, straight = 0, length = list_here(board, &listing)
    if length < 0:
        return length
    for i in range(length):
        if listing.moves[i].origin == origin and listing.moves[i].target == target:
            note_match(&listing.moves[i], &found, move)
            if without_lowest(listing.moves[i].captured) == 0:
                note_match(&listing.moves[i], &straight, &direct)
    release(&listing)
    if straight == 1:
        move[0] = direct
        return 1
    return found


cdef inline int match_walks(
    const State* board, const Walks* all, const int* stops, int length, KernelMove* move
) noexcept nogil:
    """How many moves, up to 2, three squares or more may mean, and the first of them."""
    cdef KernelMove passing
    cdef Walk* walk
    cdef int i, landing = 0, passed = 0
    for i in range(all.length):
        walk = &all.walks[i]
        if all.moves[i].origin != stops[0] or all.moves[i].target != stops[length - 1]:
            continue
        if comes_down(walk, stops + 1, length - 2):
            if walk.length == length - 1:
                move[0] = all.moves[i]
                landing = 1
                break
            note_match(&all.moves[i], &landing, move)
        elif passes(board.preset.squares.width, stops[0], walk, stops + 1, length - 2):
            note_match(&all.moves[i], &passed, &passing)
    if landing:
        return landing
    if passed:
        move[0] = passing
    return passed


cdef inline int match(
    const State* board, const int* stops, int length, KernelMove* move
) noexcept nogil:
    """How many moves, up to 2, a list of squares may mean, and the first of them; or an error."""
    cdef Walks all
    cdef int meant
    if length == 2:
        return match_ends(board, stops[0], stops[1], move)
    meant = list_walks(board, True, MANY_CAPTURES, &all)
    if meant < 0:
        return meant
    meant = match_walks(board, &all, stops, length, move)
    drop(&all)
    return meant


cdef public int draughts_read_move(
    const draughts_board* board, const char* text, draughts_move* move
) noexcept nogil:
    cdef MoveText read
    cdef KernelMove found
    cdef int stops[MOST_STOPS]
    cdef int i, meant
    cdef size_t length
    cdef State* it = state(board)
    if it == NULL or text == NULL or move == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    length = strlen(text)
    if length > LONGEST_TEXT or read_move(
        &it.preset.squares, text, <int>length, &read
    ) != MOVE_FINE:
        return DRAUGHTS_BAD_MOVE
    for i in range(read.length):
        stops[i] = read.stops[i]
    meant = match(it, stops, read.length, &found)
    if meant < 0:
        return meant
    if meant != 1:
        return DRAUGHTS_AMBIGUOUS_MOVE if meant else DRAUGHTS_ILLEGAL_MOVE
    move[0] = told(it, &found)
    return DRAUGHTS_OK


# --- writing --------------------------------------------------------------------------------------

cdef struct Path:
    int squares[MOST_STOPS]     # as bits
    int length


cdef inline bint comes_before(const State* board, const Path* one, const Path* other) noexcept nogil:
    """Whether a path stands before another of the same length, by the numbers of its squares."""
    cdef const uint8_t* number_of = board.preset.squares.number_of
    cdef int i
    for i in range(one.length):
        if one.squares[i] != other.squares[i]:
            return number_of[one.squares[i]] < number_of[other.squares[i]]
    return False


cdef inline void pick(
    const Walk* walk, uint64_t chosen, const KernelMove* move, Path* path
) noexcept nogil:
    """The path over some of the landings of a walk, a bit each."""
    cdef int hop
    path.squares[0] = move.origin
    path.length = 1
    for hop in range(walk.length - 1):
        if (chosen >> hop) & 1:
            path.squares[path.length] = walk.landings[hop]
            path.length += 1
    path.squares[path.length] = move.target
    path.length += 1


cdef inline uint64_t next_choice(uint64_t chosen) noexcept nogil:
    """The next set with as many members (Gosper's hack)."""
    cdef uint64_t lowest = chosen & (~chosen + 1)
    cdef uint64_t carried = chosen + lowest
    return carried | ((chosen ^ carried) // lowest) >> 2


cdef inline bint shortest(
    const State* board, const Walks* all, const KernelMove* move, int landings, Path* best
) noexcept nogil:
    """Find the first path over so many landings that means no other move, if there is one."""
    cdef Path path
    cdef KernelMove meant
    cdef uint64_t chosen
    cdef int i, found = 0
    for i in range(all.length):
        if not same(&all.moves[i], move):
            continue
        chosen = (<uint64_t>1 << landings) - 1
        while not chosen >> (all.walks[i].length - 1):
            pick(&all.walks[i], chosen, move, &path)
            chosen = next_choice(chosen)
            if found and not comes_before(board, &path, best):
                continue
            if match_walks(
                board, all, path.squares, path.length, &meant
            ) == 1 and same(&meant, move):
                best[0] = path
                found = 1
    return found


cdef inline int name_path(const State* board, const KernelMove* move, Path* path) noexcept nogil:
    """The squares by which a legal move is written."""
    cdef Walks all
    cdef Walk walk
    cdef KernelMove meant
    cdef int landings, error
    cdef bint fits = False
    pick_ends(move, path)
    if move.captured == 0:
        return DRAUGHTS_OK
    error = match_ends(board, move.origin, move.target, &meant)
    if error < 0 or (error == 1 and same(&meant, move)):
        return min(error, 0)
    error = walk_of(board, move, &walk)
    if error:
        return error
    error = list_walks(board, True, MANY_CAPTURES, &all)
    if error:
        return error
    for landings in range(1, min(<int>walk.length, MOST_STOPS - 1)):
        fits = shortest(board, &all, move, landings, path)
        if fits:
            break
    drop(&all)
    if not fits and walk.length < MOST_STOPS:
        pick(&walk, ~<uint64_t>0, move, path)
    return DRAUGHTS_OK


cdef inline void pick_ends(const KernelMove* move, Path* path) noexcept nogil:
    path.squares[0] = move.origin
    path.squares[1] = move.target
    path.length = 2


cdef public int draughts_write_move(
    const draughts_board* board, const draughts_move* move, char* text, size_t room
) noexcept nogil:
    cdef char written[DRAUGHTS_MOVE_ROOM]
    cdef char* at = written
    cdef KernelMove found
    cdef Path path
    cdef int i, error = find(state(board), move, &found)
    if error == DRAUGHTS_OK:
        error = name_path(state(board), &found, &path)
    if error:
        return error
    for i in range(path.length):
        if i:
            at[0] = state(board).preset.capture_sign[0] if found.captured else c'-'
            at += 1
        at = write_name(
            &state(board).preset.squares,
            state(board).preset.squares.number_of[path.squares[i]], at)
    return hand_out(written, <int>(at - written), text, room)


cdef public int draughts_path(
    const draughts_board* board, const draughts_move* move, int* squares, int room
) noexcept nogil:
    cdef KernelMove found
    cdef Walk walk
    cdef int i, error, landing
    if room < 0 or (squares == NULL and room):
        return DRAUGHTS_BAD_ARGUMENT
    error = find(state(board), move, &found)
    walk.length = 1
    if error == DRAUGHTS_OK and found.captured:
        error = walk_of(state(board), &found, &walk)
    if error:
        return error
    walk.landings[walk.length - 1] = found.target
    for i in range(min(walk.length + 1, room)):
        landing = found.origin if i == 0 else walk.landings[i - 1]
        squares[i] = state(board).preset.squares.number_of[landing]
    return walk.length + 1
