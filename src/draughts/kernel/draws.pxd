# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Counting towards a draw: repetition, plies without progress, limits on endings.

``variants.py`` states the parameters; this room counts. A move is described by what it did
(``events``), a position by its material.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from draughts.kernel.bits cimport bits_t, count, square_bit
from draughts.kernel.position cimport KernelMove, Position, splitmix

cdef enum:
    MOST_ENDGAMES = 8
    DOES_NOT_HOLD = -1

cdef enum Event:
    CAPTURE = 1
    MAN_MOVE = 2
    PROMOTES = 4

cdef enum Draw:
    NO_DRAW
    BY_REPETITION
    BY_ENDGAME
    BY_QUIET
    BY_MOVE_LIMIT

cdef struct EndgameLimit:
    int32_t plies
    uint8_t strong_least
    uint8_t strong_most
    uint8_t weak_least
    uint8_t weak_most
    uint8_t total_least
    uint8_t total_most
    uint8_t strong_kings
    uint8_t weak_kings
    uint8_t max_men
    uint8_t main_road
    uint8_t resets
    uint8_t replaces_quiet
    uint8_t claim

cdef struct DrawRules:
    int32_t repetition
    int32_t quiet_plies
    int32_t max_plies
    uint8_t quiet_resets
    uint8_t repetition_claim
    uint8_t quiet_claim
    uint8_t endgames
    EndgameLimit endgame[MOST_ENDGAMES]
    bits_t main_road

cdef struct Counters:
    int32_t ply                     # plies since the start of the game
    int32_t quiet                   # plies since progress, as the rules define it
    int32_t reversible              # plies since a capture or a man's move
    int32_t endgame[MOST_ENDGAMES]  # plies since the material appeared, or DOES_NOT_HOLD


cdef inline int events(const Position* position, const KernelMove* move) noexcept nogil:
    cdef int found = 0
    if move.captured:                                   found |= CAPTURE
    if not position.kings & square_bit(move.origin):    found |= MAN_MOVE
    if move.promotes:                                   found |= PROMOTES
    return found


cdef inline bint fits(
    const EndgameLimit* limit, const Position* position, bits_t strong, bits_t weak, bits_t main_road
) noexcept nogil:
    """Whether the material is of the kind that a limit speaks of, with the sides so assigned."""
    cdef int pieces = count(strong), against = count(weak)
    cdef int kings = count(strong & position.kings), kings_against = count(weak & position.kings)
    return (
        pieces >= against
        and limit.strong_least <= pieces <= limit.strong_most
        and limit.weak_least <= against <= limit.weak_most
        and limit.total_least <= pieces + against <= limit.total_most
        and kings >= limit.strong_kings
        and kings_against >= limit.weak_kings
        and pieces + against - kings - kings_against <= limit.max_men
        and not (limit.main_road and weak & position.kings & ~main_road)
    )


cdef inline bint holds(
    const EndgameLimit* limit, const Position* position, bits_t main_road
) noexcept nogil:
    return (
        fits(limit, position, position.white, position.black, main_road)
        or fits(limit, position, position.black, position.white, main_road))


cdef inline void let_none_hold(Counters* counters) noexcept nogil:
    """Counters of a position whose material no limit on an ending speaks of."""
    cdef int i
    for i in range(MOST_ENDGAMES):
        counters.endgame[i] = DOES_NOT_HOLD


cdef inline void start_counting(
    const DrawRules* rules, const Position* position, int quiet, Counters* counters
) noexcept nogil:
    """Counters for a position without a past but the plies that it is said to have been quiet.

    Material that stands on the board has stood there that long: it comes about by a capture or a
    promotion. Where a king stands has no such bound.
    """
    cdef int i
    counters.ply = 0
    counters.quiet = quiet
    counters.reversible = 0
    let_none_hold(counters)
    for i in range(rules.endgames):
        if holds(&rules.endgame[i], position, rules.main_road):
            counters.endgame[i] = 0 if rules.endgame[i].main_road else quiet


cdef inline void count_progress(
    const DrawRules* rules, int did, const Counters* old, Counters* counters
) noexcept nogil:
    """Count a move that did ``did``, for all rules but those of endings."""
    counters.ply = old.ply + 1
    counters.quiet = 0 if did & rules.quiet_resets else old.quiet + 1
    counters.reversible = 0 if did & (CAPTURE | MAN_MOVE) else old.reversible + 1


cdef inline void count_ply(
    const DrawRules* rules, int did, const Position* after, Counters* counters
) noexcept nogil:
    """Count a move that did ``did`` and led to ``after``."""
    cdef int i
    count_progress(rules, did, counters, counters)
    for i in range(rules.endgames):
        if not holds(&rules.endgame[i], after, rules.main_road):
            counters.endgame[i] = DOES_NOT_HOLD
        elif counters.endgame[i] != DOES_NOT_HOLD and did & rules.endgame[i].resets:
            counters.endgame[i] = 0
        else:
            counters.endgame[i] += 1


cdef inline int draw_by_progress(
    const DrawRules* rules, const Counters* counters, bint quiet_counts, bint claims
) noexcept nogil:
    """The draw by a limit that holds for any material."""
    if (rules.quiet_plies and quiet_counts and counters.quiet >= rules.quiet_plies
            and (claims or not rules.quiet_claim)):
        return BY_QUIET
    if rules.max_plies and counters.ply >= rules.max_plies:
        return BY_MOVE_LIMIT
    return NO_DRAW


cdef inline int draw_by_counters(
    const DrawRules* rules, const Counters* counters, int occurrences, bint claims
) noexcept nogil:
    """The draw that has come about, if any; those that must be claimed only with ``claims``."""
    cdef int i
    cdef bint quiet_counts = True
    if (rules.repetition and occurrences >= rules.repetition
            and (claims or not rules.repetition_claim)):
        return BY_REPETITION
    for i in range(rules.endgames):
        if (counters.endgame[i] >= rules.endgame[i].plies
                and (claims or not rules.endgame[i].claim)):
            return BY_ENDGAME
        if rules.endgame[i].replaces_quiet and counters.endgame[i] != DOES_NOT_HOLD:
            quiet_counts = False
    return draw_by_progress(rules, counters, quiet_counts, claims)


cdef inline uint64_t counting_key(const DrawRules* rules, const Counters* counters) noexcept nogil:
    """What to mix into the keys of a table of scores, so that a draw near by counting stays there.

    0 until a counter is half way; from then on it tells since when that has counted, which is the
    same for all positions of a game until there is progress.
    """
    cdef int i
    cdef uint64_t state, key = 0
    if rules.quiet_plies and 2 * counters.quiet >= rules.quiet_plies:
        state = <uint64_t>(counters.ply - counters.quiet)
        key ^= splitmix(&state)
    for i in range(rules.endgames):
        if 2 * counters.endgame[i] >= rules.endgame[i].plies:
            state = (<uint64_t>(i + 1) << 32) + <uint64_t>(counters.ply - counters.endgame[i])
            key ^= splitmix(&state)
    return key
