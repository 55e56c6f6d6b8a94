# The search, run for Python.

cdef class Searcher:
    """A search that can be run on one board after another and stopped from any thread."""

    cdef uint64_t stop_word
    cdef Search* search
    cdef KernelMove* arena
    cdef bint running

    def __cinit__(self):
        self.search = <Search*>calloc(1, sizeof(Search))
        self.arena = <KernelMove*>malloc(ARENA_MOVES * sizeof(KernelMove))
        if self.search == NULL or self.arena == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.search)
        free(self.arena)

    def stop(self) -> None:
        """Make a running search return what it has, within milliseconds; from any thread."""
        store_relaxed(&self.stop_word, 1)

    def run(self, Board board not None, *, int depth, uint64_t nodes, double time, report) -> None:
        """Deepen until a limit is met.

        Args:
            board: the position; it is copied.
            depth: plies.
            nodes: positions to look at, 0 for no limit.
            time: seconds, 0 for no limit.
            report: called after every finished depth with a tuple ``(depth, selective depth, score,
                nodes, seconds, line)``; a score is in hundredths of a man for the side to move, or
                within 120 of 30,000 for a win or a loss in the plies that are missing.

        The first ply is always finished, whatever the limits.

        Raises:
            EngineError: a search is running already.
        """
        if self.running:
            raise EngineError("the engine is searching already; make another one for this search")
        self.running = True
        try:
            self.deepen(board, depth, nodes, time, report)
        finally:
            self.running = False

    cdef int deepen(self, Board board, int depth, uint64_t nodes, double time, report) except -1:
        cdef Search* search = self.search
        cdef Ruleset rules = board.book.rules
        cdef Position position = board.position
        cdef bint white = board.white_to_move
        cdef int64_t began = now()
        cdef int iteration, score
        store_relaxed(&self.stop_word, 0)
        search.nodes = 0
        search.stopped = False
        search.last_length = 0
        search.end = self.arena + (ARENA_MOVES - ARENA_RESERVE)
        for iteration in range(1, max(1, min(depth, MOST_PLIES - 1)) + 1):
            search.selective_depth = 0
            search.node_limit = nodes if iteration > 1 else 0
            start_watch(
                &search.watch, &self.stop_word if iteration > 1 else NULL,
                began + <int64_t>(time * 1e9) if time and iteration > 1 else 0)
            with nogil:
                score = search_root(
                    &rules, white, &position, iteration, -WIN, WIN, self.arena, search)
            if search.stopped:
                raise_pending()
                break
            memcpy(search.last_line, search.line[0], search.length[0] * sizeof(KernelMove))
            search.last_length = search.length[0]
            report((
                iteration, search.selective_depth, score, search.nodes, (now() - began) * 1e-9,
                self.line(board)))
            if abs(score) >= WIN_IN_SIGHT and iteration > WIN - abs(score):
                break
        return 0

    cdef list line(self, Board board):
        """The best line of the last finished depth."""
        cdef Board there = board.copy()
        cdef list moves = []
        cdef int i
        for i in range(self.search.last_length):
            moves.append(wrap_with_path(
                there.book, &there.position, there.white_to_move, &self.search.last_line[i]))
            there.apply(&self.search.last_line[i])
        return moves
