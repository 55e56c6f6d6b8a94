# A position with its past.

cdef enum:
    LONGEST_TEXT = 100_000  # bytes that are looked at

cdef struct Ply:
    # A position that stood on the board, and the move that was played in it.
    Position position
    Counters counters
    uint64_t key
    KernelMove move

cdef struct State:
    Preset* preset
    Ruleset rules
    Position position
    Counters counters
    uint64_t key
    bint white              # is to move
    Ply* past
    int plies
    int room


cdef inline State* state(const draughts_board* board) noexcept nogil:
    return <State*>board


cdef inline void settle(State* board, int quiet) noexcept nogil:
    """Begin a past at the present position."""
    board.plies = 0
    board.key = position_key(&board.position, board.white)
    start_counting(&board.preset.draws, &board.position, quiet, &board.counters)


cdef public int draughts_board_new(const char* variant, draughts_board** board) noexcept nogil:
    cdef Preset* preset
    cdef State* new
    if variant == NULL or board == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    preset = preset_called(variant)
    if preset == NULL:
        return DRAUGHTS_NO_VARIANT
    new = <State*>calloc(1, sizeof(State))
    if new == NULL:
        return DRAUGHTS_NO_MEMORY
    new.preset = preset
    new.rules = preset.rules
    new.position = preset.start
    new.white = preset.white_first
    settle(new, 0)
    board[0] = <draughts_board*>new
    return DRAUGHTS_OK


cdef public int draughts_board_copy(
    const draughts_board* board, draughts_board** copy
) noexcept nogil:
    cdef State* new
    cdef State* old = state(board)
    if old == NULL or copy == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    new = <State*>malloc(sizeof(State))
    if new == NULL:
        return DRAUGHTS_NO_MEMORY
    new[0] = old[0]
    new.past = NULL
    new.room = old.plies
    if old.plies:
        new.past = <Ply*>malloc(old.plies * sizeof(Ply))
        if new.past == NULL:
            free(new)
            return DRAUGHTS_NO_MEMORY
        memcpy(new.past, old.past, old.plies * sizeof(Ply))
    copy[0] = <draughts_board*>new
    return DRAUGHTS_OK


cdef public void draughts_board_free(draughts_board* board) noexcept nogil:
    if board != NULL:
        free(state(board).past)
        free(board)


# --- FEN ------------------------------------------------------------------------------------------

cdef public int draughts_set_fen(
    draughts_board* board, const char* fen, int* fault
) noexcept nogil:
    cdef Fen read
    cdef State* it = state(board)
    cdef size_t length
    if it == NULL or fen == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    length = strlen(fen)
    read.start = 0
    if length > LONGEST_TEXT or not read_fen(&it.preset.squares, fen, <int>length, &read):
        if fault != NULL:
            fault[0] = read.start
        return DRAUGHTS_BAD_FEN
    it.position = read.position
    it.white = it.preset.white_first if read.turn == TURN_UNKNOWN else read.turn == TURN_WHITE
    settle(it, max(read.quiet, 0))
    if read.move_number > 0:
        it.counters.ply = 2 * (read.move_number - 1) + (it.white != it.preset.white_first)
    return DRAUGHTS_OK


cdef inline int move_number(const State* board) noexcept nogil:
    """From 1; it goes up with the side that begins."""
    cdef bint white_began = board.white != (board.counters.ply & 1)
    return (board.counters.ply + (white_began != board.preset.white_first)) // 2 + 1


cdef inline int hand_out(const char* written, int length, char* text, size_t room) noexcept nogil:
    """Give a text with its end to the caller, if it fits."""
    if text == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    if <size_t>length >= room:
        return DRAUGHTS_NO_ROOM
    memcpy(text, written, length)
    text[length] = 0
    return length


cdef public int draughts_get_fen(
    const draughts_board* board, int counters, char* text, size_t room
) noexcept nogil:
    cdef char written[LONGEST_FEN]
    cdef State* it = state(board)
    cdef int length
    if it == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    length = write_fen(&it.preset.squares, &it.position, it.white, written)
    if counters:
        length += write_counters(it.counters.quiet, move_number(it), written + length)
    return hand_out(written, length, text, room)


# --- what stands where ----------------------------------------------------------------------------

cdef public int draughts_turn(const draughts_board* board) noexcept nogil:
    if board == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    return DRAUGHTS_WHITE if state(board).white else DRAUGHTS_BLACK


cdef public int draughts_squares(const draughts_board* board) noexcept nogil:
    if board == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    return state(board).preset.squares.squares


cdef inline int index_of(const State* board, int square) noexcept nogil:
    """The bit of a square; -1 if there is none."""
    if board == NULL or not 1 <= square <= board.preset.squares.squares:
        return -1
    return board.preset.squares.index_of[square]


cdef public int draughts_piece_at(const draughts_board* board, int square) noexcept nogil:
    cdef State* it = state(board)
    cdef int index = index_of(it, square)
    cdef bint king
    if index < 0:
        return DRAUGHTS_BAD_ARGUMENT
    king = (it.position.kings >> index) & 1
    if (it.position.white >> index) & 1:
        return DRAUGHTS_WHITE_KING if king else DRAUGHTS_WHITE_MAN
    if (it.position.black >> index) & 1:
        return DRAUGHTS_BLACK_KING if king else DRAUGHTS_BLACK_MAN
    return DRAUGHTS_EMPTY


cdef public int draughts_square_name(
    const draughts_board* board, int square, char* text, size_t room
) noexcept nogil:
    cdef State* it = state(board)
    if index_of(it, square) < 0:
        return DRAUGHTS_BAD_ARGUMENT
    return hand_out(
        &it.preset.squares.name[square][0], it.preset.squares.name_length[square], text, room)


cdef public int draughts_square_place(
    const draughts_board* board, int square, int* row, int* column
) noexcept nogil:
    cdef State* it = state(board)
    cdef int index = index_of(it, square)
    if index < 0 or row == NULL or column == NULL:
        return DRAUGHTS_BAD_ARGUMENT
    place(&it.preset.squares, index, row, column)
    return DRAUGHTS_OK


cdef public uint64_t draughts_key(const draughts_board* board) noexcept nogil:
    return 0 if board == NULL else state(board).key
