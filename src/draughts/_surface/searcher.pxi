# The search, run for Python: one table, a searcher for each thread.

cdef dict FAULTS = {
    PIECES_OVERLAP: "pieces stand on one square or off the board",
    KEY_DIFFERS: "a key is not that of its position",
    PIECES_LOST: "a move has taken what it should not",
    TABLE_MOVE_ILLEGAL: "a move from the table is not legal",
}


cdef Evaluation CLASSIC = Evaluation("classic")


cdef class Searcher:
    """A search that can be run on one board after another and stopped from any thread.

    Args:
        hash_mb: megabytes of the transposition table.
        checks: verify every node, see ``kernel/soundness.pxd``.
    """

    cdef bint checks
    cdef uint64_t stop_word     # set from outside
    cdef uint64_t halt_word     # set when the first thread is done
    cdef Table table
    cdef void* memory           # of the table
    cdef list crew              # a Worker for each thread
    cdef bint running
    cdef bint learnt            # something since all was forgotten
    cdef object variant         # of what stands in the table
    cdef Evaluation evaluation  # the same

    def __cinit__(self, *args, **kwargs):
        self.memory = NULL
        self.crew = []

    def __init__(self, hash_mb=16, checks=False):
        if self.memory != NULL:
            raise EngineError("a searcher is set up once")
        self.checks = checks
        check_between("hash_mb", hash_mb, 1, 1 << 20)
        self.memory = make_table(&self.table, <uint64_t>hash_mb << 20)
        if self.memory == NULL:
            raise MemoryError(f"no {hash_mb} MB for the hash table")

    def __dealloc__(self):
        free(self.memory)

    def stop(self) -> None:
        """Make a running search return what it has, within milliseconds; from any thread."""
        store_relaxed(&self.stop_word, 1)

    def clear(self) -> None:
        """Forget all that earlier searches learnt.

        Raises:
            EngineError: a search is running.
        """
        self.claim()
        try:
            self.forget_all()
        finally:
            self.running = False

    cdef int forget_all(self) except -1:
        if self.learnt:
            with nogil:
                memset(self.table.entries, 0, (self.table.mask + 1) * WAYS * sizeof(TableEntry))
            self.crew.clear()
            self.learnt = False
        return 0

    def hash_use(self) -> float:
        """The share of the table that the last search has filled, from 0 to 1: an estimate."""
        if self.memory == NULL:
            return 0.0
        cdef uint64_t looked = min(<uint64_t>4096, (self.table.mask + 1) * WAYS)
        cdef uint64_t i, used = 0, data
        for i in range(looked):
            data = load_relaxed(&self.table.entries[i].data)
            used += data != 0 and <int>((data >> 26) & (GENERATIONS - 1)) == self.table.generation
        return used / <double>looked

    cdef int claim(self) except -1:
        if self.memory == NULL:
            raise EngineError("this searcher was never set up")
        cdef bint busy
        with cython.critical_section(self):
            busy, self.running = self.running, True
        if busy:
            raise EngineError("the engine is searching already; make another one for this search")
        return 0

    def run(
        self, Board board not None, *, int depth, uint64_t nodes, double time, int lines,
        int threads, report, Evaluation evaluation=None
    ) -> None:
        """Deepen until a limit is met.

        Args:
            board: the position; it is copied.
            depth: plies.
            nodes: positions to look at, 0 for no limit.
            time: seconds after which the search is broken off, 0 for no limit.
            lines: how many best moves to find.
            threads: how many search.
            report: called after every finished depth, and after one that was broken off if its best
                move so far is known, or if it was the first, with a tuple ``(depth, selective depth, lines, nodes,
                seconds)``, where lines holds a score and the moves of each. A score is in
                hundredths of a man for the side to move, or within 120 of 30,000 for a win or a
                loss in the plies that are missing. What it returns, if true, ends the search.
            evaluation: how the leaves are judged; None for the classic way.

        For each line the first ply may take ``FIRST_PLY_NODES``, whatever the limit of nodes. Where
        it is broken off before any move was searched to its end, the depth is 0.

        Raises:
            EngineError: a search is running already, or one that checks itself has found a fault.
            ValueError: the evaluation is for a board of another size.
        """
        cdef Worker worker
        if evaluation is None:
            evaluation = CLASSIC
        evaluation.check_fits(board)
        self.claim()
        try:
            store_relaxed(&self.stop_word, 0)
            store_relaxed(&self.halt_word, 0)
            if self.evaluation is not evaluation or (
                    self.variant is not board.book.variant and self.variant != board.book.variant):
                self.forget_all()
                self.variant = board.book.variant
                self.evaluation = evaluation
            self.table.generation = (self.table.generation + 1) % GENERATIONS
            while len(self.crew) < threads:
                self.crew.append(Worker())
            for worker in self.crew[:threads]:
                worker.prepare(self, board)
            worker = self.crew[0]
            if threads == 1:
                worker.lead(depth, nodes, time, lines, report)
            else:
                self.run_crew(depth, nodes, time, lines, threads, report)
            for worker in self.crew[:threads]:
                if worker.search.fault != NO_FAULT:
                    raise EngineError(
                        f"the search has gone wrong: {FAULTS[worker.search.fault]}; please report "
                        f"it with {board!r}")
        finally:
            self.running = False

    cdef int run_crew(
        self, int depth, uint64_t nodes, double time, int lines, int threads, report
    ) except -1:
        """Lazy SMP: the others search the same position, and what they find stands in the table."""
        from concurrent.futures import ThreadPoolExecutor

        cdef Worker worker = self.crew[0]
        worker.others = self.crew[1:threads]
        with ThreadPoolExecutor(threads - 1) as pool:
            others = [pool.submit((<Worker>other).follow, depth, number)
                      for number, other in enumerate(worker.others)]
            try:
                worker.lead(depth, nodes, time, lines, report)
            finally:
                worker.others = []
                store_relaxed(&self.halt_word, 1)
        for other in others:
            other.result()
        return 0


cdef class Worker:
    """What one thread searches with."""

    cdef Search* search
    cdef KernelMove* arena
    cdef Searcher searcher
    cdef Board board
    cdef Ruleset rules
    cdef DrawRules draws
    cdef Position position
    cdef bint white
    cdef list others

    def __cinit__(self):
        self.search = <Search*>calloc(1, sizeof(Search))
        self.arena = <KernelMove*>malloc(ARENA_MOVES * sizeof(KernelMove))
        if self.search == NULL or self.arena == NULL:
            raise MemoryError
        forget(&self.search.ordering)
        self.others = []

    def __dealloc__(self):
        free(self.search)
        free(self.arena)

    cdef int prepare(self, Searcher searcher, Board board) except -1:
        """Take on a position with its past."""
        cdef Search* search = self.search
        cdef int i
        searcher.learnt = True
        self.searcher = searcher
        self.board = board.copy()
        self.rules, self.draws = board.book.rules, board.book.draws
        self.position, self.white = board.position, board.white_to_move
        set_out(
            search, &searcher.table, &self.draws, &board.counters, board.plies, self.arena,
            searcher.checks)
        search.judge = searcher.evaluation.judge
        for i in range(search.past):
            search.keys[i] = board.past[board.plies - search.past + i].key ^ search.salt
        search.keys[search.past] = board.position_key ^ search.salt
        return 0

    cdef int seek(self, int depth, int guess) noexcept nogil:
        return seek(
            &self.rules, self.white, &self.position, depth, guess, self.arena, self.search)

    def follow(self, int depth, int number):
        """Deepen beside the first thread until it is done; every second thread a ply ahead."""
        cdef int iteration, score = 0
        start_watch(&self.search.watch, &self.searcher.halt_word, 0)
        self.search.watch.poll = NULL
        self.search.node_limit = 0
        with nogil:
            for iteration in range(1 + (number + 1) % 2, depth + 1):
                score = self.seek(iteration, score)
                if self.search.stopped:
                    break

    cdef int lead(
        self, int depth, uint64_t nodes, double time, int lines, report
    ) except -1:
        cdef Search* search = self.search
        cdef int64_t began = now()
        cdef int iteration
        cdef list found = []
        for iteration in range(1, max(1, min(depth, MOST_PLIES - 1)) + 1):
            search.node_limit = node_limit(nodes, iteration, min(lines, MOST_EXCLUDED))
            start_watch(
                &search.watch, &self.searcher.stop_word,
                began + <int64_t>(time * 1e9) if time else 0)
            found = self.best_lines(iteration, lines, found)
            if not found and iteration > 1:
                break
            searched = iteration if found else 0
            if not found:
                found = [self.seen()]
            seconds = (now() - began) * 1e-9
            if report((searched, search.selective_depth, found, self.all_nodes(), seconds)):
                break
            if search.stopped:
                break
            if is_decided(found[0][0], iteration):
                break
        return 0

    cdef uint64_t all_nodes(self):
        cdef uint64_t total = self.search.nodes
        cdef Worker other
        for other in self.others:
            total += other.search.nodes
        return total

    cdef list best_lines(self, int depth, int lines, list before):
        """The best moves with their lines and scores, best first.

        Of a search that was stopped, the best move so far if that was searched to its end; several
        lines only of the first ply, which may lack some.
        """
        cdef Search* search = self.search
        cdef list found = []
        cdef int score, number
        search.exclusions = 0
        try:
            for number in range(min(lines, MOST_EXCLUDED)):
                score = before[number][0] if number < len(before) else 0
                with nogil:
                    score = self.seek(depth, score)
                if search.stopped:
                    raise_pending()
                    if lines > 1 and depth > 1:
                        return []
                    score = search.root_score
                    if score != NO_SCORE:
                        found.append((score, self.line()))
                    break
                if search.length[0] == 0:
                    break
                found.append((score, self.line()))
                search.excluded[number] = move_word(&search.line[0][0])
                search.exclusions = number + 1
        finally:
            search.exclusions = 0
        return sorted(found, key=first_of, reverse=True)

    cdef tuple seen(self):
        """A move to play before anything was searched."""
        score = see(&self.rules, self.white, &self.position, self.arena, self.search)
        return score, self.line()

    cdef list line(self):
        """The best line of the last search."""
        cdef Board there = self.board.copy()
        cdef list moves = []
        cdef int i
        for i in range(self.search.length[0]):
            moves.append(wrap_with_path(
                there.book, &there.position, there.white_to_move, &self.search.line[0][i]))
            there.apply(&self.search.line[0][i])
        return moves


cdef object first_of(pair):
    return pair[0]
