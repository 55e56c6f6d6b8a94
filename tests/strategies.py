"""Positions, variants and draw rules to try the library on, at random or drawn by hypothesis."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from draughts.types import Color, Piece
from draughts.variants import (
    AIMS,
    ANY_NUMBER,
    CAPTURE_PRIORITIES,
    CORNERS,
    PROMOTIONS,
    REMOVALS,
    RESETS,
    VARIANTS,
    DrawRules,
    EndgameLimit,
    Variant,
)
from reference import Position, Square, crown_row, numbered_squares

if TYPE_CHECKING:
    from draughts.variants import Reset

KING_SHARES = (0.0, 0.1, 0.3, 0.6, 1.0)

# ---------------------------------------------------------------------------------- positions


def _stands_on_crown_row(variant: Variant, number: int, piece: Piece) -> bool:
    row, _ = numbered_squares(variant)[number - 1]
    return not piece.is_king and row == crown_row(variant, piece.color)


def _without_men_on_crown_row(variant: Variant, position: Position) -> Position:
    pieces = {
        number: piece
        for number, piece in position.pieces.items()
        if not _stands_on_crown_row(variant, number, piece)
    }
    return Position(pieces, position.turn)


def _mixed(rng: random.Random, color: Color, number: int) -> list[Piece]:
    """Pieces of one side; how many of them are kings differs from side to side."""
    share = rng.choice(KING_SHARES)
    return [Piece.of(color, king=rng.random() < share) for _ in range(number)]


def _scattered(rng: random.Random, variant: Variant, turn: Color) -> dict[int, Piece]:
    """Both sides anywhere, from a bare ending to more pieces than a game has."""
    most = rng.choice((2, 4, 7, variant.squares // 4, variant.squares // 3))
    pieces = [piece for color in Color for piece in _mixed(rng, color, rng.randint(1, most))]
    return dict(zip(rng.sample(range(1, variant.squares + 1), len(pieces)), pieces, strict=True))


def _lattice(rng: random.Random, variant: Variant) -> list[int]:
    """Squares with an empty square between any two of them, none at the edge of the board."""
    parity = rng.randint(0, 1)

    def belongs(square: Square) -> bool:
        return square[0] % 2 == parity and all(0 < place < variant.size - 1 for place in square)

    squares = enumerate(numbered_squares(variant), start=1)
    return [number for number, square in squares if belongs(square)]


def _near_crown_row(variant: Variant, color: Color, number: int) -> bool:
    """Whether a man there may be crowned by its next jump, or the one after."""
    row, _ = numbered_squares(variant)[number - 1]
    return abs(row - crown_row(variant, color)) in (2, 4)


def _takers(rng: random.Random, variant: Variant, turn: Color, free: list[int]) -> dict[int, Piece]:
    """The pieces that are to capture: of all kinds anywhere, or men about to be crowned."""
    if rng.random() < 0.7:
        squares = rng.sample(free, rng.randint(1, 6))
        return dict(zip(squares, _mixed(rng, turn, len(squares)), strict=True))
    near = [number for number in free if _near_crown_row(variant, turn, number)]
    return dict.fromkeys(rng.sample(near, min(len(near), 3)), Piece.of(turn))


def _open_to_capture(rng: random.Random, variant: Variant, turn: Color) -> dict[int, Piece]:
    """Loose pieces of the side that is not to move, and a few that may take them in one chain.

    When pieces leave at once, chains of a flying king grow without bound: there are fewer then.
    """
    lattice = _lattice(rng, variant)
    at_once = variant.removal == "at-once" and variant.flying_kings
    most = min(len(lattice), 9 if at_once else 16)
    victims = rng.sample(lattice, rng.randint(2, most))
    pieces = dict(zip(victims, _mixed(rng, turn.opposite, len(victims)), strict=True))
    free = [number for number in range(1, variant.squares + 1) if number not in pieces]
    return pieces | _takers(rng, variant, turn, free)


def random_position(
    rng: random.Random, variant: Variant, *, men_on_crown_row: bool = False
) -> Position:
    """A position that need not come from a game; captures are common, long chains too.

    Args:
        rng: where chance comes from.
        variant: says how big the board is and which way it lies.
        men_on_crown_row: let men stand where they would have been crowned.
    """
    turn = rng.choice(list(Color))
    arrange = rng.choice((_scattered, _open_to_capture))
    position = Position(arrange(rng, variant, turn), turn)
    return position if men_on_crown_row else _without_men_on_crown_row(variant, position)


def few_pieces(rng: random.Random, variant: Variant) -> Position:
    """An ending: two to six pieces, most of them kings, and both sides have one."""
    sides = [*Color, *rng.choices(list(Color), k=rng.randint(0, 4))]
    pieces = [Piece.of(color, king=rng.random() < 0.75) for color in sides]
    squares = rng.sample(range(1, variant.squares + 1), len(pieces))
    position = Position(dict(zip(squares, pieces, strict=True)), rng.choice(list(Color)))
    return _without_men_on_crown_row(variant, position)


@st.composite
def positions(draw: st.DrawFn, variant: Variant, *, men_on_crown_row: bool = False) -> Position:
    """Positions of a variant: small ones, which shrink well, and all that chance makes."""
    small = st.builds(
        Position,
        st.dictionaries(
            st.integers(1, variant.squares), st.sampled_from(Piece), min_size=1, max_size=12
        ),
        st.sampled_from(Color),
    )
    chance = st.builds(
        lambda seed: random_position(random.Random(seed), variant, men_on_crown_row=True),
        st.integers(0, 2**32),
    )
    position = draw(small | chance)
    return position if men_on_crown_row else _without_men_on_crown_row(variant, position)


# ----------------------------------------------------------------------------------- variants


@st.composite
def custom_variants(draw: st.DrawFn) -> Variant:
    """Any combination of rules, whether or not people play it."""
    size = draw(st.sampled_from((8, 10)))
    first_player = draw(st.sampled_from(Color))
    return Variant(
        name="custom",
        game_type=f"99,{first_player.value[0].upper()},{size},{size},N2,0",
        size=size,
        mirrored=draw(st.booleans()),
        first_square=draw(st.sampled_from(CORNERS)),
        first_player=first_player,
        men_rows=draw(st.integers(1, size // 2 - 1)),
        men_capture_backward=draw(st.booleans()),
        men_capture_kings=draw(st.booleans()),
        flying_kings=draw(st.booleans()),
        kings_land_behind=draw(st.booleans()),
        capture_priority=draw(st.sampled_from(CAPTURE_PRIORITIES)),
        removal=draw(st.sampled_from(REMOVALS)),
        promotion=draw(st.sampled_from(PROMOTIONS)),
        mandatory_capture=draw(st.booleans()),
        aim=draw(st.sampled_from(AIMS)),
    )


def built_in_variants() -> st.SearchStrategy[Variant]:
    """The variants that people play."""
    return st.sampled_from(list(VARIANTS.values()))


def variants() -> st.SearchStrategy[Variant]:
    """The variants that people play, and any other combination of rules."""
    return built_in_variants() | custom_variants()


# --------------------------------------------------------------------------------- draw rules


def _resets() -> st.SearchStrategy[frozenset[Reset]]:
    return st.frozensets(st.sampled_from(RESETS))


@st.composite
def _bounds(draw: st.DrawFn, least: int, greatest: int) -> tuple[int, int]:
    """Often no bounds at all, so that the others decide."""
    if draw(st.booleans()):
        return 0, ANY_NUMBER
    low = draw(st.integers(least, greatest))
    return low, draw(st.integers(low, greatest) | st.just(ANY_NUMBER))


def endgame_limits() -> st.SearchStrategy[EndgameLimit]:
    """Limits low enough for a short game to reach them."""
    return st.builds(
        EndgameLimit,
        plies=st.integers(1, 10),
        strong=_bounds(0, 4),
        weak=_bounds(0, 3),
        strong_kings=st.integers(0, 2),
        weak_kings=st.integers(0, 2),
        total=_bounds(0, 6),
        max_men=st.integers(0, 2) | st.just(ANY_NUMBER),
        main_road=st.booleans(),
        resets=_resets(),
        replaces_quiet=st.booleans(),
        claim=st.booleans(),
    )


def draw_rules() -> st.SearchStrategy[DrawRules]:
    """Draw rules of every kind, with limits low enough for a short game to reach them."""
    return st.builds(
        DrawRules,
        repetition=st.sampled_from((0, 2, 3, 4)),
        quiet_plies=st.just(0) | st.integers(1, 15),
        quiet_resets=_resets(),
        max_plies=st.just(0) | st.integers(1, 40),
        endgames=_up_to_four(endgame_limits()),
        repetition_claim=st.booleans(),
        quiet_claim=st.booleans(),
    )


def _up_to_four(
    limits: st.SearchStrategy[EndgameLimit],
) -> st.SearchStrategy[Sequence[EndgameLimit]]:
    return st.lists(limits, max_size=4).map(tuple)
