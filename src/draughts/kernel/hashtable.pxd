# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The transposition table: what is known of positions that were searched before.

All threads share it without locks. An entry is two words, the first the key XOR the second, so that
an entry torn between two writers matches no key.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc

from draughts.kernel.position cimport KernelMove
from draughts.kernel.watch cimport load_relaxed, store_relaxed

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
      #define draughts_prefetch(address) __builtin_prefetch(address)
    #else
      #define draughts_prefetch(address) ((void)(address))
    #endif

    #if defined(__linux__)
      #include <sys/mman.h>
    #endif
    static void draughts_ask_for_huge_pages(void* start, size_t bytes) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        (void)madvise(start, bytes, MADV_HUGEPAGE);
    #else
        (void)start; (void)bytes;
    #endif
    }
    """
    void _prefetch "draughts_prefetch"(const void* address) noexcept nogil
    void ask_for_huge_pages "draughts_ask_for_huge_pages"(void* start, size_t bytes) noexcept nogil

cdef enum Bound:
    NO_BOUND
    AT_MOST
    AT_LEAST
    EXACT

cdef enum:
    WAYS = 4                # entries that a position may stand in: a cache line
    GENERATIONS = 64
    NO_MOVE_WORD = 0xFFFFFFFF
    CACHE_LINE = 64         # bytes
    HUGE_PAGE = 1 << 21     # bytes

cdef struct TableEntry:
    uint64_t check
    uint64_t data           # see pack

cdef struct Table:
    TableEntry* entries
    uint64_t mask           # of the groups of entries
    int generation

cdef struct Known:
    int score
    int depth
    int bound
    uint32_t move


cdef inline void* make_table(Table* table, uint64_t bytes) noexcept nogil:
    """An empty table of at most so many bytes; the memory to free in the end, NULL if there is none.

    Groups begin where cache lines do. A large table asks for huge pages, as its entries are looked
    at all over the place.
    """
    cdef uint64_t groups = 1
    while 2 * groups * WAYS * sizeof(TableEntry) <= bytes:
        groups *= 2
    bytes = groups * WAYS * sizeof(TableEntry)
    cdef size_t align = HUGE_PAGE if bytes >= HUGE_PAGE else CACHE_LINE
    cdef void* memory = calloc(bytes + align, 1)
    if memory != NULL:
        table.entries = <TableEntry*>((<size_t>memory + align - 1) & ~(align - 1))
        table.mask = groups - 1
        if align == HUGE_PAGE:
            ask_for_huge_pages(table.entries, bytes)
    return memory


cdef inline uint32_t move_word(const KernelMove* move) noexcept nogil:
    """22 bits that tell a move from the others of its position, but for rare captures."""
    return move.origin | <uint32_t>move.target << 6 | <uint32_t>(
        (move.captured * <uint64_t>0x9E3779B97F4A7C15u) >> 54) << 12


cdef inline uint64_t pack(int score, int depth, int bound, int generation, uint32_t move) noexcept nogil:
    return (
        <uint64_t>(score & 0xFFFF) | <uint64_t>depth << 16 | <uint64_t>bound << 24
        | <uint64_t>generation << 26 | <uint64_t>move << 32)


cdef inline TableEntry* group(const Table* table, uint64_t key) noexcept nogil:
    return &table.entries[(key & table.mask) * WAYS]


cdef inline void prefetch(const Table* table, uint64_t key) noexcept nogil:
    _prefetch(group(table, key))


cdef inline bint recall(const Table* table, uint64_t key, Known* known) noexcept nogil:
    """Look a position up."""
    cdef TableEntry* entry = group(table, key)
    cdef uint64_t data
    cdef int way
    for way in range(WAYS):
        data = load_relaxed(&entry[way].data)
        if load_relaxed(&entry[way].check) ^ data == key:
            known.score = <short>(data & 0xFFFF)
            known.depth = (data >> 16) & 0xFF
            known.bound = (data >> 24) & 3
            known.move = data >> 32
            return True
    return False


cdef inline int staleness(const Table* table, uint64_t data) noexcept nogil:
    """How readily an entry is given up: the older and the shallower, the more."""
    cdef int age = (table.generation - <int>((data >> 26) & (GENERATIONS - 1))) & (GENERATIONS - 1)
    return 8 * age - <int>((data >> 16) & 0xFF)


cdef inline void remember(
    Table* table, uint64_t key, int score, int depth, int bound, uint32_t move
) noexcept nogil:
    """Store what is known now, in place of an older entry of the position or of the stalest one.

    A position whose best move is not known keeps the one that was.
    """
    cdef TableEntry* entry = group(table, key)
    cdef TableEntry* chosen = entry
    cdef uint64_t data
    cdef int way, worst = -1000, stale
    for way in range(WAYS):
        data = load_relaxed(&entry[way].data)
        if load_relaxed(&entry[way].check) ^ data == key:
            chosen = &entry[way]
            if move == NO_MOVE_WORD:
                move = data >> 32
            break
        stale = staleness(table, data)
        if stale > worst:
            worst, chosen = stale, &entry[way]
    data = pack(score, depth, bound, table.generation, move)
    store_relaxed(&chosen.check, key ^ data)
    store_relaxed(&chosen.data, data)
