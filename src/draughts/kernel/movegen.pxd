# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Legal moves, for every variant from one source.

``generate`` writes the legal moves of one side from ``out`` on and returns the end. Quiet moves come
straight from the sets. Captures are found by recursion with the capturing piece lifted: its origin
counts as empty, victims stay as obstacles until the move ends (unless the rules remove them at
once), and a chain is a move only where it cannot go on.
"""

from libc.stdint cimport uint8_t, uint64_t

from draughts.kernel.bits cimport (
    bits_t, count, lowest, lowest_bit, square_bit, without_lowest,
)
from draughts.kernel.position cimport KernelMove, Position, enemy, own
from draughts.kernel.rules cimport (
    CONTINUES_AS_KING, ENDS_MOVE, FREE, MOST, AnyRules, Rules, Side,
    before, board_bits, capture_optional, capture_priority, capture_rank, crown_row, forward_left,
    forward_right, kings_fly, kings_land_behind, men_capture_backward, men_capture_kings, nearest,
    promotion, ray, removed_at_once, reverse, step, stride, turn_one_way, turn_other_way, width,
)

cdef enum:
    MOST_VICTIMS = 40      # a victim stands off the edge: 32 squares on 10x10
    MOST_QUIET_MOVES = 256 # an empty square is reached by at most four pieces

cdef struct Walk:
    # The squares where a capturing piece came down, one a victim.
    uint8_t landings[MOST_VICTIMS]
    uint8_t victims[MOST_VICTIMS]
    uint8_t length

cdef struct Captures:
    # The captures of one side in one position, and the chain being followed.
    KernelMove* first
    KernelMove* next
    KernelMove* end
    Walk* walks              # beside the moves, one each; or NULL
    bint every_sequence      # keep captures that differ only in the order of the victims
    uint64_t best            # the highest rank so far
    bits_t enemy
    bits_t enemy_kings
    bits_t man_victims       # what a man may capture
    bits_t others            # every piece but the lifted one
    uint8_t origin
    bint by_king             # the lifted piece was a king when it set out
    Walk walk


# --- collecting -----------------------------------------------------------------------------------

cdef inline bint is_known(const Captures* found, bits_t captured, int target) noexcept nogil:
    """Whether the same piece already takes the same victims to the same square by another way."""
    cdef const KernelMove* move = found.next
    while move > found.first:
        move -= 1
        if move.captured == captured and move.target == target and move.origin == found.origin:
            return True
    return False


cdef inline void collect(
    Rules* rules, Captures* found, int target, bits_t captured, int victims, uint64_t order, bint promotes
) noexcept nogil:
    """Keep a complete capture if none of a higher rank is known."""
    cdef uint64_t rank
    if capture_priority(rules) != FREE:
        rank = capture_rank(
            rules, victims, found.by_king, count(captured & found.enemy_kings), order
        )
        if rank < found.best:
            return
        if rank > found.best:
            found.best = rank
            found.next = found.first
    # Two ways with the same ends and victims need a circle: three victims at least.
    if victims >= 3 and not found.every_sequence and is_known(found, captured, target):
        return
    if found.next == found.end:
        return
    found.next.captured = captured
    found.next.origin = found.origin
    found.next.target = target
    found.next.promotes = promotes
    if found.walks != NULL:
        found.walk.landings[victims - 1] = target
        found.walk.length = victims
        found.walks[found.next - found.first] = found.walk
    found.next += 1


cdef inline bits_t obstacles(Rules* rules, const Captures* found, bits_t captured) noexcept nogil:
    if removed_at_once(rules): return found.others & ~captured
    else:                      return found.others


cdef inline bits_t free(Rules* rules, const Captures* found, bits_t captured) noexcept nogil:
    return board_bits(width(rules)) & ~obstacles(rules, found, captured)


cdef inline uint64_t met(Rules* rules, const Captures* found, uint64_t order, bits_t victim) noexcept nogil:
    if Rules is AnyRules:
        return order << 1 | (1 if victim & found.enemy_kings else 0)
    else:
        return 0


cdef inline void lift(Captures* found, bits_t pieces, int origin, bint by_king) noexcept nogil:
    found.origin = origin
    found.by_king = by_king
    found.others = pieces & ~square_bit(origin)


cdef inline void note(Captures* found, int victims, bits_t victim, int landing) noexcept nogil:
    found.walk.victims[victims - 1] = lowest(victim)
    found.walk.landings[victims - 1] = landing


# --- captures by a flying king ----------------------------------------------------------------------

cdef inline bits_t flying_victim(
    Rules* rules, const Captures* found, int at, int direction, bits_t captured
) noexcept nogil:
    """The piece that a flying king on ``at`` can jump in a direction, or nothing."""
    cdef bits_t blocked = obstacles(rules, found, captured)
    cdef bits_t victim = nearest(ray(rules, at, direction) & blocked, direction)
    if victim & found.enemy & ~captured and step(rules, victim, direction) & free(rules, found, captured):
        return victim
    return 0


cdef inline void flying_jump(
    Rules* rules, Captures* found, bits_t victim, int direction, bits_t captured, int victims,
    uint64_t order, bint promotes
) noexcept nogil:
    """Jump, and from every landing square go on; stay on one only if none leads on."""
    captured |= victim
    victims += 1
    order = met(rules, found, order, victim)
    cdef bits_t near = step(rules, victim, direction)
    cdef bits_t landings = near
    cdef bits_t way = ray(rules, lowest(victim), direction)
    if not kings_land_behind(rules):
        landings = before(way, direction, nearest(way & obstacles(rules, found, captured), direction))
    cdef bint goes_on = False
    cdef bits_t rest = landings
    cdef int at
    while rest:
        at = lowest(rest)
        rest = without_lowest(rest)
        note(found, victims, victim, at)
        goes_on |= flying_turn(
            rules, found, at, turn_one_way(direction), captured, victims, order, promotes)
        goes_on |= flying_turn(
            rules, found, at, turn_other_way(direction), captured, victims, order, promotes)
    at = lowest(near)
    note(found, victims, victim, at)
    goes_on |= flying_turn(rules, found, at, direction, captured, victims, order, promotes)
    if removed_at_once(rules):
        goes_on |= flying_turn(
            rules, found, at, reverse(direction), captured, victims, order, promotes)
    if not goes_on:
        while landings:
            collect(rules, found, lowest(landings), captured, victims, order, promotes)
            landings = without_lowest(landings)


cdef inline bint flying_turn(
    Rules* rules, Captures* found, int at, int direction, bits_t captured, int victims,
    uint64_t order, bint promotes
) noexcept nogil:
    """Capture on in a direction if that can be done; tell whether it could."""
    cdef bits_t victim = flying_victim(rules, found, at, direction, captured)
    if victim == 0:
        return False
    flying_jump(rules, found, victim, direction, captured, victims, order, promotes)
    return True


# --- captures by a short king, and by any king -------------------------------------------------------

cdef inline bint short_turn(
    Rules* rules, Captures* found, bits_t at, int direction, bits_t captured, int victims,
    uint64_t order, bint promotes
) noexcept nogil:
    cdef bits_t victim = step(rules, at, direction) & found.enemy & ~captured
    cdef bits_t landing = step(rules, victim, direction) & free(rules, found, captured)
    if landing == 0:
        return False
    order = met(rules, found, order, victim)
    note(found, victims + 1, victim, lowest(landing))
    if not king_goes_on(
        rules, found, lowest(landing), captured | victim, victims + 1, order, promotes
    ):
        collect(rules, found, lowest(landing), captured | victim, victims + 1, order, promotes)
    return True


cdef inline bint king_turn(
    Rules* rules, Captures* found, int at, int direction, bits_t captured, int victims,
    uint64_t order, bint promotes
) noexcept nogil:
    if kings_fly(rules):
        return flying_turn(rules, found, at, direction, captured, victims, order, promotes)
    else:
        return short_turn(
            rules, found, square_bit(at), direction, captured, victims, order, promotes)


cdef inline bint king_goes_on(
    Rules* rules, Captures* found, int at, bits_t captured, int victims, uint64_t order, bint promotes
) noexcept nogil:
    """Follow every capture of a king on ``at``; tell whether there was one."""
    cdef bint goes_on = king_turn(rules, found, at, 0, captured, victims, order, promotes)
    goes_on |= king_turn(rules, found, at, 1, captured, victims, order, promotes)
    goes_on |= king_turn(rules, found, at, 2, captured, victims, order, promotes)
    goes_on |= king_turn(rules, found, at, 3, captured, victims, order, promotes)
    return goes_on


# --- captures by men --------------------------------------------------------------------------------

cdef inline bint man_turn(
    Rules* rules, Side* side, Captures* found, bits_t at, int direction, bits_t captured, int victims,
    uint64_t order
) noexcept nogil:
    cdef bits_t victim = step(rules, at, direction) & found.man_victims & ~captured
    cdef bits_t landing = step(rules, victim, direction) & free(rules, found, captured)
    if landing == 0:
        return False
    man_lands(
        rules, side, found, landing, victim, captured | victim, victims + 1,
        met(rules, found, order, victim))
    return True


cdef inline void man_lands(
    Rules* rules, Side* side, Captures* found, bits_t at, bits_t victim, bits_t captured, int victims,
    uint64_t order
) noexcept nogil:
    """A man has come down behind a victim: it is crowned, goes on, or has finished."""
    cdef bint on_crown_row = (at & crown_row(rules, side)) != 0
    cdef bint goes_on = False
    note(found, victims, victim, lowest(at))
    if on_crown_row and promotion(rules) == CONTINUES_AS_KING:
        goes_on = king_goes_on(rules, found, lowest(at), captured, victims, order, True)
    elif not (on_crown_row and promotion(rules) == ENDS_MOVE):
        goes_on = man_turn(
            rules, side, found, at, forward_left(side), captured, victims, order)
        goes_on |= man_turn(
            rules, side, found, at, forward_right(side), captured, victims, order)
        if men_capture_backward(rules):
            goes_on |= man_turn(
                rules, side, found, at, reverse(forward_left(side)), captured, victims, order)
            goes_on |= man_turn(
                rules, side, found, at, reverse(forward_right(side)), captured, victims, order)
    if not goes_on:
        collect(rules, found, lowest(at), captured, victims, order, on_crown_row)


cdef inline bits_t open_jumps(Rules* rules, bits_t victims, bits_t empty, int direction) noexcept nogil:
    """The squares from which a jump over a neighbour is open in a direction."""
    return step(rules, step(rules, empty, reverse(direction)) & victims, reverse(direction))


cdef struct Jumps:
    # open_jumps() for men in each direction, named as their own side sees it
    bits_t left
    bits_t right
    bits_t back_left   # the reverse of left: empty where men do not capture backward
    bits_t back_right


cdef inline Jumps men_jumps(Rules* rules, Side* side, bits_t victims, bits_t empty) noexcept nogil:
    cdef Jumps jumps
    jumps.left = open_jumps(rules, victims, empty, forward_left(side))
    jumps.right = open_jumps(rules, victims, empty, forward_right(side))
    jumps.back_left = jumps.back_right = 0
    if men_capture_backward(rules):
        jumps.back_left = open_jumps(rules, victims, empty, reverse(forward_left(side)))
        jumps.back_right = open_jumps(rules, victims, empty, reverse(forward_right(side)))
    return jumps


cdef inline bits_t any_jump(Jumps jumps) noexcept nogil:
    return jumps.left | jumps.right | jumps.back_left | jumps.back_right


cdef inline bits_t lead_on(Rules* rules, Side* side, bits_t further) noexcept nogil:
    """The landing squares of a first jump that need a closer look, from those that open a second."""
    if promotion(rules) == CONTINUES_AS_KING: return further | crown_row(rules, side)
    else:                                     return further


cdef inline bits_t jumped(Rules* rules, bits_t jumpers, int direction) noexcept nogil:
    return step(rules, step(rules, jumpers, direction), direction)


cdef inline void men_jump(
    Rules* rules, Side* side, Captures* found, bits_t jumpers, bits_t pieces, bits_t further, int direction
) noexcept nogil:
    """Follow the jumps of some men in one direction; ``further`` are the squares that lead on."""
    cdef bits_t landings = jumped(rules, jumpers, direction)
    cdef bits_t landing, victim
    cdef int at
    while landings:
        landing = lowest_bit(landings)
        landings ^= landing
        victim = step(rules, landing, reverse(direction))
        lift(found, pieces, lowest(step(rules, victim, reverse(direction))), False)
        at = lowest(landing)
        if landing & further:
            man_lands(rules, side, found, landing, victim, victim, 1, met(rules, found, 0, victim))
        else:
            note(found, 1, victim, at)
            collect(
                rules, found, at, victim, 1, met(rules, found, 0, victim),
                (landing & crown_row(rules, side)) != 0)


# --- all captures -----------------------------------------------------------------------------------

cdef inline bits_t man_victims(Rules* rules, Side* side, const Position* position) noexcept nogil:
    if men_capture_kings(rules): return enemy(side, position)
    else:                        return enemy(side, position) & ~position.kings


cdef inline KernelMove* captures(
    Rules* rules, Side* side, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence, Walk* walks
) noexcept nogil:
    """Write the legal captures from ``out`` on, at most up to ``end``; return where they stop.

    ``walks``, if given, receives for each move the way by which it was found.
    """
    cdef bits_t pieces = position.white | position.black
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t kings = own(side, position) & position.kings
    cdef int at
    cdef Captures found
    found.first = found.next = out
    found.end = end
    found.walks = walks
    found.every_sequence = every_sequence
    found.best = 0
    found.enemy = enemy(side, position)
    found.enemy_kings = found.enemy & position.kings
    found.man_victims = man_victims(rules, side, position)
    cdef Jumps jumps = men_jumps(
        rules, side, found.man_victims, board_bits(width(rules)) & ~pieces)
    cdef bits_t further = lead_on(rules, side, any_jump(jumps))
    men_jump(rules, side, &found, men & jumps.left, pieces, further, forward_left(side))
    men_jump(rules, side, &found, men & jumps.right, pieces, further, forward_right(side))
    if men_capture_backward(rules):
        men_jump(
            rules, side, &found, men & jumps.back_left, pieces, further, reverse(forward_left(side)))
        men_jump(
            rules, side, &found, men & jumps.back_right, pieces, further, reverse(forward_right(side)))
    while kings:
        at = lowest(kings)
        kings = without_lowest(kings)
        lift(&found, pieces, at, True)
        king_goes_on(rules, &found, at, 0, 0, 0, False)
    return found.next


cdef inline bint flying_king_captures(
    Rules* rules, int at, bits_t pieces, bits_t victims, int direction
) noexcept nogil:
    cdef bits_t victim = nearest(ray(rules, at, direction) & pieces, direction) & victims
    return (step(rules, victim, direction) & board_bits(width(rules)) & ~pieces) != 0


cdef inline bint kings_can_capture(Rules* rules, Side* side, const Position* position) noexcept nogil:
    cdef bits_t kings = own(side, position) & position.kings
    cdef bits_t pieces = position.white | position.black
    cdef bits_t victims = enemy(side, position)
    cdef bits_t empty
    cdef int at
    if kings == 0:
        return False
    if not kings_fly(rules):
        empty = board_bits(width(rules)) & ~pieces
        return kings & (
            open_jumps(rules, victims, empty, 0) | open_jumps(rules, victims, empty, 1)
            | open_jumps(rules, victims, empty, 2) | open_jumps(rules, victims, empty, 3)) != 0
    while kings:
        at = lowest(kings)
        kings = without_lowest(kings)
        if (flying_king_captures(rules, at, pieces, victims, 0)
                or flying_king_captures(rules, at, pieces, victims, 1)
                or flying_king_captures(rules, at, pieces, victims, 2)
                or flying_king_captures(rules, at, pieces, victims, 3)):
            return True
    return False


cdef inline bint can_capture(Rules* rules, Side* side, const Position* position) noexcept nogil:
    """Whether a side has a capture, without following any."""
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t empty = board_bits(width(rules)) & ~(position.white | position.black)
    cdef Jumps jumps = men_jumps(rules, side, man_victims(rules, side, position), empty)
    return men & any_jump(jumps) != 0 or kings_can_capture(rules, side, position)


# --- quiet moves ------------------------------------------------------------------------------------

cdef inline KernelMove* step_moves(
    Rules* rules, bits_t pieces, bits_t empty, bits_t crown, int direction, KernelMove* out
) noexcept nogil:
    cdef bits_t targets = step(rules, pieces, direction) & empty
    cdef int back = stride(width(rules), direction)
    if direction < 2:
        back = -back
    cdef int target
    while targets:
        target = lowest(targets)
        targets = without_lowest(targets)
        out.captured = 0
        out.origin = target + back
        out.target = target
        out.promotes = (crown >> target) & 1
        out += 1
    return out


cdef inline bits_t flying_targets(Rules* rules, int at, bits_t pieces, int direction) noexcept nogil:
    cdef bits_t way = ray(rules, at, direction)
    return before(way, direction, nearest(way & pieces, direction))


cdef inline KernelMove* flying_moves(
    Rules* rules, int at, bits_t pieces, KernelMove* out
) noexcept nogil:
    cdef bits_t targets = (
        flying_targets(rules, at, pieces, 0) | flying_targets(rules, at, pieces, 1)
        | flying_targets(rules, at, pieces, 2) | flying_targets(rules, at, pieces, 3))
    while targets:
        out.captured = 0
        out.origin = at
        out.target = lowest(targets)
        out.promotes = 0
        out += 1
        targets = without_lowest(targets)
    return out


cdef inline KernelMove* quiet_moves(
    Rules* rules, Side* side, const Position* position, KernelMove* out
) noexcept nogil:
    """Write every move that takes nothing; there must be room for ``MOST_QUIET_MOVES``."""
    cdef bits_t pieces = position.white | position.black
    cdef bits_t empty = board_bits(width(rules)) & ~pieces
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t kings = own(side, position) & position.kings
    cdef bits_t crown = crown_row(rules, side)
    out = step_moves(rules, men, empty, crown, forward_left(side), out)
    out = step_moves(rules, men, empty, crown, forward_right(side), out)
    if kings == 0:
        return out
    if kings_fly(rules):
        while kings:
            out = flying_moves(rules, lowest(kings), pieces, out)
            kings = without_lowest(kings)
    else:
        out = step_moves(rules, kings, empty, 0, 0, out)
        out = step_moves(rules, kings, empty, 0, 1, out)
        out = step_moves(rules, kings, empty, 0, 2, out)
        out = step_moves(rules, kings, empty, 0, 3, out)
    return out


cdef inline int count_quiet_moves(Rules* rules, Side* side, const Position* position) noexcept nogil:
    """The number of quiet moves, without listing them."""
    cdef bits_t pieces = position.white | position.black
    cdef bits_t empty = board_bits(width(rules)) & ~pieces
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t kings = own(side, position) & position.kings
    cdef int direction, at
    cdef int total = (
        count(step(rules, men, forward_left(side)) & empty)
        + count(step(rules, men, forward_right(side)) & empty))
    if kings == 0:
        return total
    if kings_fly(rules):
        while kings:
            at = lowest(kings)
            kings = without_lowest(kings)
            total += count(
                flying_targets(rules, at, pieces, 0) | flying_targets(rules, at, pieces, 1)
                | flying_targets(rules, at, pieces, 2) | flying_targets(rules, at, pieces, 3))
    else:
        for direction in range(4):
            total += count(step(rules, kings, direction) & empty)
    return total


# --- the whole ----------------------------------------------------------------------------------------

cdef inline KernelMove* generate(
    Rules* rules, Side* side, const Position* position, KernelMove* out, KernelMove* end,
    bint every_sequence
) noexcept nogil:
    """Write the legal moves from ``out`` on; return where they stop.

    There must be room for ``MOST_QUIET_MOVES`` beside the captures, which stop at ``end``.
    """
    if can_capture(rules, side, position):
        out = captures(rules, side, position, out, end, every_sequence, NULL)
        if not capture_optional(rules):
            return out
    return quiet_moves(rules, side, position, out)


cdef inline int count_single_jumps(
    Rules* rules, Side* side, const Position* position, bits_t men, Jumps jumps
) noexcept nogil:
    """The number of captures when all are single jumps by men that rank alike; 0 when not."""
    cdef bits_t left = men & jumps.left, right = men & jumps.right
    cdef bits_t back_left = men & jumps.back_left, back_right = men & jumps.back_right
    cdef bits_t landings = (
        jumped(rules, left, forward_left(side)) | jumped(rules, right, forward_right(side)))
    if men_capture_backward(rules):
        landings |= (
            jumped(rules, back_left, reverse(forward_left(side)))
            | jumped(rules, back_right, reverse(forward_right(side))))
    if landings & lead_on(rules, side, any_jump(jumps)):
        return 0
    if capture_priority(rules) > MOST and position.kings:
        return 0
    return count(left) + count(right) + count(back_left) + count(back_right)


cdef inline int count_moves(
    Rules* rules, Side* side, const Position* position, KernelMove* scratch, KernelMove* end,
    bint every_sequence
) noexcept nogil:
    """The number of legal moves, listing no quiet one."""
    cdef bits_t men = own(side, position) & ~position.kings
    cdef bits_t empty = board_bits(width(rules)) & ~(position.white | position.black)
    cdef Jumps jumps = men_jumps(rules, side, man_victims(rules, side, position), empty)
    cdef bint kings_capture = kings_can_capture(rules, side, position)
    cdef int total = 0
    if kings_capture or men & any_jump(jumps):
        if not kings_capture:
            total = count_single_jumps(rules, side, position, men, jumps)
        if total == 0:
            total = captures(rules, side, position, scratch, end, every_sequence, NULL) - scratch
        if not capture_optional(rules):
            return total
    return total + count_quiet_moves(rules, side, position)
