# Moves listed for Python.

from draughts.kernel.listing cimport (
    FEW_CAPTURES, FEW_MOVES, MANY_CAPTURES, NO_MEMORY, Listing, list_all, release,
)


cdef int list_legal(
    Rulebook book, const Position* position, bint white, bint every_sequence, Listing* listing
) except -1:
    """List the legal moves, captures first; ``release`` afterwards. Return their number."""
    cdef int length = list_all(&book.rules, white, position, every_sequence, listing)
    if length == <int>NO_MEMORY:
        raise MemoryError
    if length < 0:
        raise DraughtsError(f"more than {MANY_CAPTURES - 1} ways to capture: too many to list")
    return length


cdef class Walks:
    """The captures of a position, each with a way in which it is walked."""

    cdef KernelMove* moves
    cdef Walk* walks
    cdef int length
    cdef Rulebook book

    def __dealloc__(self):
        free(self.moves)
        free(self.walks)

    cdef tuple landings(self, int i):
        """The squares where the piece comes down before the end of its walk."""
        return tuple([
            <int>self.book.squares.number_of[self.walks[i].landings[hop]]
            for hop in range(self.walks[i].length - 1)])

    cdef tuple path(self, int i):
        """All squares where the piece comes down, its origin first."""
        return (
            <int>self.book.squares.number_of[self.moves[i].origin],
            *self.landings(i),
            <int>self.book.squares.number_of[self.moves[i].target])


cdef Walks list_walks(
    Rulebook book, const Position* position, bint white, bint every_sequence, int room
):
    """The legal captures with their walks; with ``every_sequence`` once for each order of victims.

    ``room`` is how many there are at most. Captures of a lower rank that do not fit are not missed.
    """
    cdef Walks found = Walks.__new__(Walks)
    found.book = book
    found.moves = <KernelMove*>malloc(room * sizeof(KernelMove))
    found.walks = <Walk*>malloc(room * sizeof(Walk))
    if found.moves == NULL or found.walks == NULL:
        raise MemoryError
    found.length = <int>(list_captures(
        &book.rules, white, position, found.moves, found.moves + room, every_sequence,
        found.walks) - found.moves)
    return found


cdef Walks list_all_walks(Rulebook book, const Position* position, bint white):
    """Every legal capture, once for each order of its victims."""
    cdef Walks found = list_walks(book, position, white, True, MANY_CAPTURES)
    if found.length == MANY_CAPTURES:
        raise DraughtsError(f"more than {MANY_CAPTURES - 1} ways to capture: too many to list")
    return found


cdef Move wrap(Rulebook book, const KernelMove* move, tuple way):
    """A kernel's move for Python."""
    cdef Move wrapped = Move.__new__(Move)
    wrapped.from_square = book.squares.number_of[move.origin]
    wrapped.to_square = book.squares.number_of[move.target]
    wrapped.crowned = move.promotes
    wrapped.victims = numbers_of(&book.squares, move.captured) if move.captured else 0
    wrapped.way = way
    return wrapped


cdef bint same(const KernelMove* a, const KernelMove* b) noexcept:
    return a.origin == b.origin and a.target == b.target and a.captured == b.captured


cdef Move wrap_with_path(Rulebook book, const Position* position, bint white, const KernelMove* move):
    """A kernel's move for Python, with the way it is walked."""
    cdef Listing listing
    cdef Walks walks
    cdef int i
    if move.captured == 0 or without_lowest(move.captured) == 0:
        return wrap(book, move, None)
    list_legal(book, position, white, False, &listing)
    release(&listing)
    walks = list_walks(book, position, white, False, listing.length)
    for i in range(walks.length):
        if same(&walks.moves[i], move):
            return wrap(book, move, walks.path(i))
    return wrap(book, move, None)


cdef list wrap_all(Rulebook book, const Position* position, bint white, const Listing* listing):
    """All listed moves for Python, captures with the ways they are walked."""
    cdef Walks walks
    cdef int i, captures = 0
    cdef bint chains = False
    while captures < listing.length and listing.moves[captures].captured:
        chains |= without_lowest(listing.moves[captures].captured) != 0
        captures += 1
    cdef list moves = []
    if chains:
        walks = list_walks(book, position, white, False, captures)
        for i in range(walks.length):
            moves.append(wrap(book, &walks.moves[i], walks.path(i)))
    else:
        captures = 0
    for i in range(captures, listing.length):
        moves.append(wrap(book, &listing.moves[i], None))
    return moves
