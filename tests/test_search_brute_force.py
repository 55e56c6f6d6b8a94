"""The search against brute force, on small positions whose worth is certain.

Brute force follows every line to its end or for some plies: no window, no table, no judgement. The
search is held to three things. The worth of a game that must end within a few plies it finds
exactly, the distance of a win too. A win or a loss within some plies it finds when it looks eight
plies further, for it looks at some moves less deep and judges calm positions near the leaves as
they stand; the distance might then be longer than it needs to be. And whatever it calls a win or a
loss within those plies is one, at every depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import reference
from draughts import VARIANTS, Board, Color, DrawRules, Engine, Info, Limit, Score, Variant
from draughts.types import Piece
from draughts.variants import EndgameLimit
from strategies import draw_rules, few_pieces, variants

WIN = 1000  # less one for every ply until the end
MOST_PIECES = 5
MOST_LINES = 2000  # that brute force follows
FURTHER = 8  # plies by which the search looks further than brute force
MOST_NODES = 100_000  # that the search takes; far fewer are enough for games that end so soon
DEEP = 60  # plies: more than twice those of any game here, so that no move is looked at too briefly

Worth = int
"""What a position is worth to the side to move: near ``WIN`` or ``-WIN``, or 0 for a draw."""


def a_ply_earlier(worth: Worth) -> Worth:
    """The worth of a move, from that of the position that it leads to."""
    return -worth + (worth > 0) - (worth < 0)


def brute_force(board: Board, plies: int) -> Worth | None:
    """The worth of a position, or None if it is not settled within some plies."""
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        return 0 if outcome.winner is None else WIN if outcome.winner is board.turn else -WIN
    if plies == 0:
        return None
    moves = board.legal_moves
    known = []
    for move in moves:
        board.push(move)
        worth = brute_force(board, plies - 1)
        board.pop()
        if worth is not None:
            known.append(a_ply_earlier(worth))
    best = max(known, default=-WIN)
    return best if best > 0 or len(known) == len(moves) else None


def score_of(worth: Worth) -> Score:
    """A worth as the engine tells it."""
    if worth == 0:
        return Score(0, None)
    return Score(None, WIN - worth if worth > 0 else -WIN - worth)


def sign(score: Score) -> int:
    """1 for a win, -1 for a loss, 0 for anything else."""
    return 0 if score.win_in is None else 1 if score.win_in > 0 else -1


def search(board: Board, depth: int) -> list[Info]:
    """What a new engine tells of every depth."""
    told: list[Info] = []
    with Engine(hash_mb=1) as engine:
        engine.analyse(board, Limit(depth=depth, nodes=MOST_NODES), on_info=told.append)
    return told


# --- positions and rules --------------------------------------------------------------------------


def in_all_ways(variant: Variant) -> Iterator[Variant]:
    """A variant, its losing game, and both with capture optional."""
    for aim in dict.fromkeys((variant.aim, "losing")):
        for mandatory in (True, False):
            yield variant.replace(aim=aim, mandatory_capture=mandatory)


def _way(variant: Variant) -> str:
    optional = "" if variant.mandatory_capture else "-capture-optional"
    return f"{variant.name}-{variant.aim}{optional}"


every_way = pytest.mark.parametrize(
    "variant", [way for variant in VARIANTS.values() for way in in_all_ways(variant)], ids=_way
)


def small_board(rng: random.Random, variant: Variant) -> Board | None:
    """A few pieces in a game that is not over; None where chance made another position."""
    position = few_pieces(rng, variant)
    if variant.aim == "first-king":
        men = {square: Piece.of(piece.color) for square, piece in position.pieces.items()}
        position = position._replace(pieces=men)
    board = Board.from_fen(reference.fen(variant, position), variant)
    if len(position.pieces) > MOST_PIECES or board.status() or board.outcome() is not None:
        return None
    return board


def small_boards(variant: Variant, number: int) -> Iterator[Board]:
    rng = random.Random(7)
    while number:
        board = small_board(rng, variant)
        if board is not None:
            number -= 1
            yield board


def plies_to_follow(board: Board) -> int:
    """How many plies brute force can look ahead."""
    plies = 1
    while plies < 12 and board.perft(plies + 1) <= MOST_LINES:
        plies += 1
    return plies


def under(board: Board, rules: DrawRules) -> Board:
    """The position under other draw rules, at the start of a game."""
    return Board.from_fen(board.fen(), board.variant.replace(draw_rules=rules))


def assert_exact(board: Board, plies: int) -> None:
    """Hold the search to the worth of a game that ends within some plies."""
    worth = brute_force(board, plies)
    assert worth is not None
    assert search(board, DEEP)[-1].score == score_of(worth), (board, board.variant)


# --- games that end soon --------------------------------------------------------------------------


@every_way
def test_a_game_that_ends_by_a_move_limit_is_worth_what_brute_force_says(variant: Variant) -> None:
    for board in small_boards(variant, 40):
        plies = plies_to_follow(board)
        assert_exact(under(board, DrawRules(max_plies=board.ply + plies)), plies)


@every_way
def test_an_ending_that_comes_about_in_the_tree_is_counted_from_there(variant: Variant) -> None:
    rng = random.Random(3)
    for board in small_boards(variant, 40):
        pieces = sum(len(board.pieces(color)) for color in Color)
        limit = EndgameLimit(rng.randint(1, 4), total=(0, pieces - 1))
        plies = plies_to_follow(board)
        assert_exact(under(board, DrawRules(max_plies=board.ply + plies, endgames=(limit,))), plies)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(variants(), draw_rules(), st.integers(0, 2**32))
def test_under_local_draw_rules_a_game_is_worth_what_brute_force_says(
    variant: Variant, rules: DrawRules, seed: int
) -> None:
    board = small_board(random.Random(seed), variant)
    assume(board is not None)
    assert board is not None
    plies = plies_to_follow(board)
    fields = {name: getattr(rules, name) for name in DrawRules._fields}
    local = under(board, DrawRules(**{**fields, "max_plies": board.ply + plies}))
    assume(local.outcome(claim_draw=True) is None)
    assert_exact(local, plies)


# --- games that go on -----------------------------------------------------------------------------


@every_way
def test_a_win_or_a_loss_in_sight_is_found_and_no_other_is_told(variant: Variant) -> None:
    for board in small_boards(variant, 20):
        plies = plies_to_follow(board)
        worth = brute_force(board, plies)
        told = search(board, plies + FURTHER)
        if worth is not None:
            assert sign(told[-1].score) == sign(score_of(worth)), board
        for info in told:
            win_in = info.score.win_in
            if win_in is not None and abs(win_in) <= plies:
                assert worth is not None, (board, info)
                assert sign(info.score) == sign(score_of(worth)), (board, info)
                assert abs(win_in) >= WIN - abs(worth), (board, info)


# --- captures that need not be taken --------------------------------------------------------------

# A shot, and how soon it wins if the capture is forced.
SHOTS = [
    ("english", "W:WK3,K12,K16:BK23", "16-19", 3),
    ("russian", "W:We3,Kg1:BKf6,g5", "e3-f4", 3),
    ("brazilian", "B:Wd6:Bb6,a5,g5", "b6-c5", 3),
    ("international", "W:W16,31:B32", "31-27", 3),
    ("pool", "W:WK26,K31:BK7,28", "31-24", 3),
    ("italian", "W:WK9,13,K15,K28:BK14", "13-10", 3),
    ("spanish", "B:W7,9:B5,8,13", "8-4", 3),
    ("czech", "W:WKc5,Kh4:BKd8", "c5-e7", 3),
    ("thai", "W:W19,25,29:B18", "25-22", 3),
    ("antidraughts", "W:W35:B15", "35-30", 4),
    ("breakthrough", "B:W10:B2,9,13", "9-14", 3),
]

# A quiet move that wins while a capture is there to be taken, and how soon.
DECLINED_TO_WIN = [
    ("english", "W:W23,29,30:B2,25", "23-18", 5),
    ("russian", "B:Wb4,a1:Bc7,a3,h2", "h2-g1", 5),
    ("brazilian", "B:Wg7,a5:Bd8,f8,h8", "d8-c7", 3),
    ("international", "B:W13,33:B4,9,28,41", "41-47", 3),
    ("pool", "B:W9,29:B1,13,26", "26-30", 5),
    ("italian", "B:W11,K17:B5,K6,K7,K13", "13-18", 3),
    ("spanish", "B:W8,16,27:B20,30,31", "20-15", 5),
    ("czech", "B:Wg3,h2:Bd8,g7,d6,h4", "g7-h6", 5),
    ("thai", "B:W9,29:B2,5,18", "18-22", 5),
    ("antidraughts", "B:W30:BK8", "8-24", 4),
    ("breakthrough", "B:W13,19:B14,36", "36-41", 3),
]

# The only move that does not lose while a capture is there to be taken, and how soon that loses.
DECLINED_NOT_TO_LOSE = [
    ("english", "W:W16:B2,11", "16-12", 2),
    ("brazilian", "W:We7,b2:Bf8,h8,c3,g3", "e7-d8", 4),
    ("pool", "W:W5:B6,9,26", "5-1", 4),
    ("italian", "W:WK17:B21,K30", "17-13", 2),
    ("spanish", "B:W3,18:B21", "21-17", 4),
    ("czech", "B:We3,e1:Bf4", "f4-g3", 2),
    ("antidraughts", "B:W13:B8", "8-12", 1),
    ("breakthrough", "W:W22:B3,18,28", "22-17", 4),
]


def both_ways(name: str, fen: str) -> tuple[Board, Board]:
    """A position with capture mandatory, and with capture optional."""
    variant = VARIANTS[name]
    return Board.from_fen(fen, variant), Board.from_fen(
        fen, variant.replace(mandatory_capture=False)
    )


def not_won(worth: Worth | None) -> bool:
    return worth is None or worth <= 0


@pytest.mark.parametrize(("name", "fen", "shot", "plies"), SHOTS)
def test_a_shot_wins_only_where_its_capture_is_forced(
    name: str, fen: str, shot: str, plies: int
) -> None:
    """Seen at depth 1: the capture is a leaf's."""
    mandatory, optional = both_ways(name, fen)
    [forced] = search(mandatory, 1)
    assert (mandatory.pdn(forced.pv[0]), forced.score) == (shot, Score(None, plies))
    assert not_won(brute_force(optional, plies))
    for info in search(optional, plies + FURTHER):
        assert info.score.win_in is None or not 0 < info.score.win_in <= plies, info


@pytest.mark.parametrize(("name", "fen", "quiet", "plies"), DECLINED_TO_WIN)
def test_a_capture_is_declined_for_a_win(name: str, fen: str, quiet: str, plies: int) -> None:
    mandatory, optional = both_ways(name, fen)
    assert mandatory.must_capture
    assert not_won(brute_force(mandatory, plies))
    assert brute_force(optional, plies) == WIN - plies
    found = search(optional, plies + FURTHER)[-1]
    assert (optional.pdn(found.pv[0]), found.score) == (quiet, Score(None, plies))


@pytest.mark.parametrize(("name", "fen", "quiet", "plies"), DECLINED_NOT_TO_LOSE)
def test_a_capture_is_declined_where_it_loses(name: str, fen: str, quiet: str, plies: int) -> None:
    mandatory, optional = both_ways(name, fen)
    assert search(mandatory, plies + FURTHER)[-1].score == Score(None, -plies)
    found = search(optional, plies + FURTHER)[-1]
    assert optional.pdn(found.pv[0]) == quiet
    assert sign(found.score) >= 0


# --- counters of endings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "limit", "plies"),
    [
        ("B:WK12:B16,K17,K20", EndgameLimit(3, total=(0, 3)), 5),
        ("B:W28,K29:BK13,K20,K22", EndgameLimit(3, total=(0, 4)), 5),
        ("W:WK8,K15,K22,K24:B3,K30", EndgameLimit(3, total=(0, 5)), 5),
        ("W:W30,K31:B17,K29", EndgameLimit(2, total=(0, 3)), 7),
    ],
)
def test_a_win_is_no_draw_by_what_another_line_has_counted(
    fen: str, limit: EndgameLimit, plies: int
) -> None:
    """The material of the limit comes by a capture; the count of another line is not taken on."""
    local = VARIANTS["english"].replace(draw_rules=DrawRules(max_plies=plies, endgames=(limit,)))
    assert search(Board.from_fen(fen, local), DEEP)[-1].score == Score(None, plies)
