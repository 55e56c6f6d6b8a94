# Games of the engine against itself, to learn from: thousands of short searches without the GIL.

cdef enum:
    LONGEST_GAME = 400          # plies; a longer one is a draw
    GOES_ON_STILL = 2           # no result
    RESULT_AT = 30              # bytes into a record


cdef class SelfPlayer(Worker):
    """Plays games against itself.

    Args:
        evaluation: how the leaves are judged.
        hash_mb: megabytes of the table, which is emptied before every game.

    Raises:
        MemoryError: there is not so much memory.
    """

    cdef Table* table           # of the searcher
    cdef uint64_t keys[LONGEST_GAME + 1]
    cdef Counters counters
    cdef int plies

    def __init__(self, Evaluation evaluation not None, int hash_mb=1):
        self.searcher = Searcher(hash_mb)
        self.searcher.evaluation = evaluation
        self.table = &self.searcher.table

    def game(
        self, Board board not None, uint64_t nodes, uint8_t[::1] records, uint32_t number
    ) -> tuple[int, int]:
        """Play a game to its end.

        A game is decided as soon as a search sees the end. The positions in which the side to move
        cannot capture, and whose score is no win in sight, are recorded.

        Args:
            board: where it begins; its past does not count.
            nodes: of the search of a move.
            records: receives 32 bytes for each position; where it is full no more are recorded.
            number: of the game, for the records.

        Returns:
            How many positions were recorded, and the result, from -1 for a win of Black's to 1.

        Raises:
            ValueError: the evaluation is for a board of another size.
        """
        cdef int recorded = 0, result, i, most = records.shape[0] // sizeof(Record)
        cdef uint8_t* out = NULL
        if self.searcher is None:
            raise EngineError("this player was never set up")
        self.searcher.evaluation.check_fits(board)
        if most:
            out = &records[0]
        self.searcher.forget_all()
        forget(&self.search.ordering)
        self.prepare(self.searcher, board)
        start_counting(&self.draws, &self.position, 0, &self.counters)
        self.plies = 0
        with nogil:
            self.keys[0] = position_key(&self.position, self.white)
            while True:
                result = self.ply(nodes, out, most, number, &recorded)
                if result != GOES_ON_STILL:
                    break
            for i in range(recorded):
                out[i * <int>sizeof(Record) + RESULT_AT] = <uint8_t>result
        return recorded, result

    cdef int ply(
        self, uint64_t nodes, uint8_t* out, int most, uint32_t number, int* recorded
    ) noexcept nogil:
        """Make a move; the result if the game has ended instead."""
        cdef KernelMove* arena = self.arena
        cdef KernelMove move
        cdef bint white_wins
        cdef int score
        cdef KernelMove* last
        if ending(&self.rules, self.white, &self.position, &white_wins) != GOES_ON:
            return 1 if white_wins else -1
        if (self.plies >= LONGEST_GAME
                or draw_by_counters(&self.draws, &self.counters, self.repeated(), True) != NO_DRAW):
            return 0
        last = list_moves(
            &self.rules, self.white, &self.position, arena,
            arena + (ARENA_MOVES - ARENA_RESERVE), False)
        move = arena[0]
        if last - arena > 1:
            score = self.think(nodes, &move)
            if not self.white:
                score = -score
            if score >= WIN_IN_SIGHT:  return 1
            if score <= -WIN_IN_SIGHT: return -1
            if not move.captured and recorded[0] < most:
                self.record(out + recorded[0] * <int>sizeof(Record), score, number)
                recorded[0] += 1
        self.make(&move)
        return GOES_ON_STILL

    cdef int think(self, uint64_t nodes, KernelMove* best) noexcept nogil:
        """Search; the score of the best move for the side to move."""
        cdef Search* search = self.search
        cdef int depth, score, guess = 0, i
        set_out(
            search, self.table, &self.draws, &self.counters, self.plies, self.arena,
            False)
        for i in range(search.past + 1):
            search.keys[i] = self.keys[self.plies - search.past + i] ^ search.salt
        search.watch.stop = NULL
        search.watch.deadline = 0
        search.watch.poll = NULL
        self.table.generation = (self.table.generation + 1) % GENERATIONS
        for depth in range(1, MOST_PLIES - 1):
            search.node_limit = node_limit(nodes, depth, 1)
            score = seek(
                &self.rules, self.white, &self.position, depth, guess, self.arena, search)
            if search.stopped:
                if search.root_score == NO_SCORE:
                    if depth == 1:
                        guess = see(
                            &self.rules, self.white, &self.position, self.arena, search)
                        best[0] = search.line[0][0]
                    break
                score = search.root_score
            guess = score
            best[0] = search.line[0][0]
            if search.stopped or is_decided(score, depth):
                break
        return guess

    cdef void record(self, uint8_t* out, int score, uint32_t number) noexcept nogil:
        """Note the position; a buffer need not be aligned."""
        cdef Record record
        record.position = self.position
        record.game = number
        record.score = score
        record.result = 0
        record.white_to_move = self.white
        memcpy(out, &record, sizeof(Record))

    cdef void make(self, const KernelMove* move) noexcept nogil:
        cdef int did = events(&self.position, move)
        if self.white:
            self.position = after(<White*>NULL, &self.position, move)
        else:
            self.position = after(<Black*>NULL, &self.position, move)
        self.white = not self.white
        count_ply(&self.draws, did, &self.position, &self.counters)
        self.plies += 1
        self.keys[self.plies] = position_key(&self.position, self.white)

    cdef int repeated(self) noexcept nogil:
        """How often the position has stood on the board, now included."""
        cdef int back, found = 1
        for back in range(2, min(self.plies, self.counters.reversible) + 1, 2):
            found += self.keys[self.plies - back] == self.keys[self.plies]
        return found
