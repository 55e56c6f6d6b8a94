# Perft: the tree is cut two plies down into parts that threads take one after another.

cdef enum:
    CUT_PLIES = 2
    MOST_PERFT_PLIES = 60


cdef struct Part:
    Position position
    bint white


cdef class PerftRun:
    """One count: the parts of the tree, and what the threads that count them share."""

    cdef Rulebook book
    cdef Part* parts
    cdef int length
    cdef int room
    cdef int taken
    cdef int depth              # of each part
    cdef bint every_sequence
    cdef PerftEntry* table
    cdef uint64_t table_mask
    cdef uint64_t stop
    cdef object total
    cdef int done
    cdef object progress

    def __cinit__(self):
        self.parts = NULL
        self.table = NULL

    def __dealloc__(self):
        free(self.parts)
        free(self.table)

    cdef int add_part(self, const Position* position, bint white) except -1:
        if self.length == self.room:
            grown = <Part*>realloc(self.parts, (2 * self.room + 256) * sizeof(Part))
            if grown == NULL:
                raise MemoryError
            self.parts = grown
            self.room = 2 * self.room + 256
        self.parts[self.length].position = position[0]
        self.parts[self.length].white = white
        self.length += 1
        return 0

    cdef int cut(self, const Position* position, bint white, int plies) except -1:
        """Add the positions some plies below one."""
        cdef Listing listing
        cdef Position child
        cdef int i
        if plies == 0:
            return self.add_part(position, white)
        list_legal(self.book, position, white, self.every_sequence, &listing)
        try:
            for i in range(listing.length):
                if white:
                    child = after(<White*>NULL, position, &listing.moves[i])
                else:
                    child = after(<Black*>NULL, position, &listing.moves[i])
                self.cut(&child, not white, plies - 1)
        finally:
            release(&listing)
        return 0

    cdef bint take(self, Part* part):
        """The next part that nobody counts yet, if there is one."""
        cdef bint left
        with cython.critical_section(self):
            left = self.taken < self.length and not load_relaxed(&self.stop)
            if left:
                part[0] = self.parts[self.taken]
                self.taken += 1
        return left

    cdef int add(self, uint64_t leaves) except -1:
        """Count a part in, and tell how many are done."""
        with cython.critical_section(self):
            self.total += leaves
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, self.length)
        return 0

    def work(self):
        """Count parts until none is left. Every thread runs this."""
        cdef Perft job
        cdef Part part
        cdef uint64_t leaves
        cdef KernelMove* arena = <KernelMove*>malloc(ARENA_MOVES * sizeof(KernelMove))
        if arena == NULL:
            raise MemoryError
        job.every_sequence = self.every_sequence
        job.stopped = False
        job.table = self.table
        job.table_mask = self.table_mask
        job.end = arena + (ARENA_MOVES - ARENA_RESERVE)
        start_watch(&job.watch, &self.stop, 0)
        try:
            while self.take(&part):
                with nogil:
                    leaves = count_tree(
                        &self.book.rules, part.white, &part.position, self.depth, arena, &job)
                if job.stopped:
                    raise_pending()
                    return
                self.add(leaves)
        except BaseException:
            store_relaxed(&self.stop, 1)
            raise
        finally:
            free(arena)


cdef int check_between(what, value, int low, int high) except -1:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{what} is {value!r}; it must be a whole number from {low} to {high}")
    return 0


cdef object run_perft(
    Rulebook book, const Position* position, bint white, int depth, str mode, int threads,
    int hash_mb, progress
):
    cdef PerftRun run = PerftRun.__new__(PerftRun)
    cdef uint64_t entries = 1
    cdef int plies = min(CUT_PLIES, depth - 1)
    if depth == 0:
        return 1
    run.book = book
    run.every_sequence = mode == "all"
    run.depth = depth - plies
    run.progress = progress
    run.total = 0
    run.cut(position, white, plies)
    if hash_mb and run.depth > 2:
        while 2 * entries * sizeof(PerftEntry) <= <uint64_t>hash_mb << 20:
            entries *= 2
        run.table = <PerftEntry*>calloc(entries, sizeof(PerftEntry))
        if run.table == NULL:
            raise MemoryError(f"no {hash_mb} MB for the hash table")
        run.table_mask = entries - 1
    if threads == 1:
        run.work()
    else:
        run_threads(run, threads)
    return run.total


cdef object run_threads(PerftRun run, int threads):
    """Count with several threads, this one among them; the first exception stops them all."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(run.work) for _ in range(threads - 1)]
        run.work()
    for other in others:
        other.result()


cdef int check_perft(depth, mode, threads, hash_mb) except -1:
    check_between("depth", depth, 0, MOST_PERFT_PLIES)
    check_between("threads", threads, 1, 1024)
    check_between("hash_mb", hash_mb, 0, 1 << 20)
    if mode not in ("unique", "all"):
        raise ValueError(f"mode is {mode!r}; it must be 'unique' or 'all'")
    return 0


def perft(
    Board board not None, depth, *, mode="unique", threads=1, hash_mb=0, progress=None
) -> int:
    """The body of :meth:`Board.perft`."""
    check_perft(depth, mode, threads, hash_mb)
    cdef Position position = board.position
    return run_perft(
        board.book, &position, board.white_to_move, depth, mode, threads, hash_mb, progress)


def divide(Board board not None, depth, *, mode="unique", threads=1, hash_mb=0) -> dict:
    """The body of :meth:`Board.divide`."""
    check_perft(depth, mode, threads, hash_mb)
    if depth < 1:
        raise ValueError("depth is 0; the moves are one ply deep at least")
    cdef Listing listing
    cdef Position position = board.position, child
    cdef bint white = board.white_to_move
    cdef Rulebook book = board.book
    cdef dict counts = {}
    cdef int i
    list_legal(book, &position, white, mode == "all", &listing)
    try:
        for i in range(listing.length):
            if white:
                child = after(<White*>NULL, &position, &listing.moves[i])
            else:
                child = after(<Black*>NULL, &position, &listing.moves[i])
            move = wrap_with_path(book, &position, white, &listing.moves[i])
            counts[move] = counts.get(move, 0) + run_perft(
                book, &child, not white, depth - 1, mode, threads, hash_mb, None)
    finally:
        release(&listing)
    return counts
