# cython: language_level=3
"""From a variant that is known at run time to the code that was compiled for it."""

from libc.stdint cimport uint64_t

from draughts.kernel.evaluate cimport Judge, evaluate
from draughts.kernel.features cimport read_features
from draughts.kernel.movegen cimport Walk, can_capture, captures, generate
from draughts.kernel.perft cimport Perft, perft
from draughts.kernel.position cimport KernelMove, Position
from draughts.kernel.rules cimport (
    AnyRules, Black, Brazilian, English, International, Rules, Russian, White,
)
from draughts.kernel.search cimport Search, negamax

cdef enum Tag:
    TAG_ENGLISH
    TAG_RUSSIAN
    TAG_BRAZILIAN
    TAG_INTERNATIONAL
    TAG_ANY

cdef struct Ruleset:
    Tag tag
    AnyRules flags


cdef inline KernelMove* _generate(
    Rules* rules, bint white, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence
) noexcept nogil:
    if white: return generate(rules, <White*>NULL, position, out, end, every_sequence)
    else:     return generate(rules, <Black*>NULL, position, out, end, every_sequence)


cdef inline KernelMove* list_moves(
    Ruleset* rules, bint white, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:
        return _generate(<English*>NULL, white, position, out, end, every_sequence)
    elif rules.tag == TAG_RUSSIAN:
        return _generate(<Russian*>NULL, white, position, out, end, every_sequence)
    elif rules.tag == TAG_BRAZILIAN:
        return _generate(<Brazilian*>NULL, white, position, out, end, every_sequence)
    elif rules.tag == TAG_INTERNATIONAL:
        return _generate(<International*>NULL, white, position, out, end, every_sequence)
    else:
        return _generate(&rules.flags, white, position, out, end, every_sequence)


cdef inline KernelMove* _captures(
    Rules* rules, bint white, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence, Walk* walks
) noexcept nogil:
    if white: return captures(rules, <White*>NULL, position, out, end, every_sequence, walks)
    else:     return captures(rules, <Black*>NULL, position, out, end, every_sequence, walks)


cdef inline KernelMove* list_captures(
    Ruleset* rules, bint white, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence, Walk* walks
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:
        return _captures(<English*>NULL, white, position, out, end, every_sequence, walks)
    elif rules.tag == TAG_RUSSIAN:
        return _captures(<Russian*>NULL, white, position, out, end, every_sequence, walks)
    elif rules.tag == TAG_BRAZILIAN:
        return _captures(<Brazilian*>NULL, white, position, out, end, every_sequence, walks)
    elif rules.tag == TAG_INTERNATIONAL:
        return _captures(<International*>NULL, white, position, out, end, every_sequence, walks)
    else:
        return _captures(&rules.flags, white, position, out, end, every_sequence, walks)


cdef inline bint _can_capture(Rules* rules, bint white, const Position* position) noexcept nogil:
    if white: return can_capture(rules, <White*>NULL, position)
    else:     return can_capture(rules, <Black*>NULL, position)


cdef inline bint has_capture(Ruleset* rules, bint white, const Position* position) noexcept nogil:
    if rules.tag == TAG_ENGLISH:         return _can_capture(<English*>NULL, white, position)
    elif rules.tag == TAG_RUSSIAN:       return _can_capture(<Russian*>NULL, white, position)
    elif rules.tag == TAG_BRAZILIAN:     return _can_capture(<Brazilian*>NULL, white, position)
    elif rules.tag == TAG_INTERNATIONAL: return _can_capture(<International*>NULL, white, position)
    else:                                return _can_capture(&rules.flags, white, position)


cdef inline uint64_t _perft(
    Rules* rules, bint white, const Position* position, int depth, KernelMove* out, Perft* job
) noexcept nogil:
    if white: return perft(rules, <White*>NULL, position, depth, out, job)
    else:     return perft(rules, <Black*>NULL, position, depth, out, job)


cdef inline uint64_t count_tree(
    Ruleset* rules, bint white, const Position* position, int depth, KernelMove* out, Perft* job
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:
        return _perft(<English*>NULL, white, position, depth, out, job)
    elif rules.tag == TAG_RUSSIAN:
        return _perft(<Russian*>NULL, white, position, depth, out, job)
    elif rules.tag == TAG_BRAZILIAN:
        return _perft(<Brazilian*>NULL, white, position, depth, out, job)
    elif rules.tag == TAG_INTERNATIONAL:
        return _perft(<International*>NULL, white, position, depth, out, job)
    else:
        return _perft(&rules.flags, white, position, depth, out, job)


cdef inline int _search(
    Rules* rules, bint white, const Position* position, uint64_t key, int depth, int alpha,
    int beta, KernelMove* out, Search* search
) noexcept nogil:
    if white:
        return negamax(
            rules, <White*>NULL, position, key, depth, 0, alpha, beta, out, search)
    else:
        return negamax(
            rules, <Black*>NULL, position, key, depth, 0, alpha, beta, out, search)


cdef inline int search_root(
    Ruleset* rules, bint white, const Position* position, uint64_t key, int depth, int alpha,
    int beta, KernelMove* out, Search* search
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:
        return _search(<English*>NULL, white, position, key, depth, alpha, beta, out, search)
    elif rules.tag == TAG_RUSSIAN:
        return _search(<Russian*>NULL, white, position, key, depth, alpha, beta, out, search)
    elif rules.tag == TAG_BRAZILIAN:
        return _search(<Brazilian*>NULL, white, position, key, depth, alpha, beta, out, search)
    elif rules.tag == TAG_INTERNATIONAL:
        return _search(<International*>NULL, white, position, key, depth, alpha, beta, out, search)
    else:
        return _search(&rules.flags, white, position, key, depth, alpha, beta, out, search)


cdef inline int _judge(
    Rules* rules, bint white, const Position* position, const Judge* judge
) noexcept nogil:
    if white: return evaluate(rules, <White*>NULL, position, judge)
    else:     return evaluate(rules, <Black*>NULL, position, judge)


cdef inline int static_score(
    Ruleset* rules, bint white, const Position* position, const Judge* judge
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:         return _judge(<English*>NULL, white, position, judge)
    elif rules.tag == TAG_RUSSIAN:       return _judge(<Russian*>NULL, white, position, judge)
    elif rules.tag == TAG_BRAZILIAN:     return _judge(<Brazilian*>NULL, white, position, judge)
    elif rules.tag == TAG_INTERNATIONAL: return _judge(<International*>NULL, white, position, judge)
    else:                                return _judge(&rules.flags, white, position, judge)


cdef inline void _features(Rules* rules, bint white, const Position* position, int* found) noexcept nogil:
    if white: read_features(rules, <White*>NULL, position, found)
    else:     read_features(rules, <Black*>NULL, position, found)


cdef inline void list_features(
    Ruleset* rules, bint white, const Position* position, int* found
) noexcept nogil:
    if rules.tag == TAG_ENGLISH:         _features(<English*>NULL, white, position, found)
    elif rules.tag == TAG_RUSSIAN:       _features(<Russian*>NULL, white, position, found)
    elif rules.tag == TAG_BRAZILIAN:     _features(<Brazilian*>NULL, white, position, found)
    elif rules.tag == TAG_INTERNATIONAL: _features(<International*>NULL, white, position, found)
    else:                                _features(&rules.flags, white, position, found)
