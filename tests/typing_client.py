"""A program of somebody else's that uses every public name, for ``mypy --strict`` to read.

It also runs. Each variable states the type that a user may count on; the calls at the end are
wrong, and mypy complains if it does not see that.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping

import draughts
from draughts import (
    ANTIDRAUGHTS,
    BRAZILIAN,
    BREAKTHROUGH,
    CZECH,
    DRAW_PRESETS,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    PORTUGUESE,
    RUSSIAN,
    SPANISH,
    THAI,
    VARIANTS,
    AmbiguousMoveError,
    Board,
    Color,
    DraughtsError,
    DrawRules,
    EndgameLimit,
    Engine,
    EngineError,
    IllegalMoveError,
    Info,
    InvalidFenError,
    InvalidMoveError,
    Limit,
    Move,
    Outcome,
    Piece,
    PlayResult,
    Score,
    Status,
    Termination,
    Variant,
    variant,
)
from draughts.tables import PerftTable, perft_tables
from draughts.text import render


def rules() -> None:
    version: str = draughts.__version__
    known: Mapping[str, Variant] = VARIANTS
    presets: Mapping[str, DrawRules] = DRAW_PRESETS
    named: list[Variant] = [ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL, POOL, ITALIAN, SPANISH]
    named += [PORTUGUESE, CZECH, THAI, ANTIDRAUGHTS, BREAKTHROUGH]
    assert version and set(named) == set(known.values()) and "kings15" in presets

    english: Variant = variant("english")
    number: int = variant(25).game_type_number
    squares: int = english.squares
    first: Color = english.first_player
    flags: list[bool] = [
        english.mirrored,
        english.men_capture_backward,
        english.men_capture_kings,
        english.flying_kings,
        english.kings_land_behind,
        english.mandatory_capture,
    ]
    words: list[str] = [
        english.name,
        english.game_type,
        english.first_square,
        english.notation,
        english.capture_sign,
        english.capture_priority,
        english.removal,
        english.promotion,
        english.aim,
    ]
    sizes: list[int] = [english.size, english.men_rows]
    assert (number, squares, first) == (25, 32, Color.BLACK) and flags and words and sizes

    ending = EndgameLimit(32, strong=(3, 3), weak=(1, 1), strong_kings=3, resets=["capture"])
    of_the_ending: list[int] = [
        ending.plies,
        ending.strong_kings,
        ending.weak_kings,
        ending.max_men,
        *ending.strong,
        *ending.weak,
        *ending.total,
    ]
    asked: list[bool] = [ending.main_road, ending.replaces_quiet, ending.claim]
    resets: frozenset[str] = frozenset(ending.resets)
    draws = DrawRules(repetition=3, quiet_plies=40, max_plies=200, endgames=(ending,))
    limits: tuple[EndgameLimit, ...] = draws.endgames
    counts: list[int] = [draws.repetition, draws.quiet_plies, draws.max_plies]
    claims: list[bool] = [draws.repetition_claim, draws.quiet_claim]
    progress: frozenset[str] = frozenset(draws.quiet_resets)
    at_home: Variant = ENGLISH.replace(mandatory_capture=False, draw_rules=draws)
    assert at_home.draw_rules == draws != DrawRules.preset("kings15")
    assert of_the_ending and asked is not claims and resets < progress and limits and counts


def positions() -> None:
    board = Board()
    russian: Board = Board.from_fen("W:WKc3,e3:Bb6,d8:H3:F12", variant="russian")
    mirrored: Board = Board.from_fen("W:W21:B12", ITALIAN, numbering="bottom-right")
    empty: Board = Board.empty(INTERNATIONAL)
    texts: list[str] = [board.fen(), russian.fen(counters=True), str(mirrored), repr(empty)]
    texts.append(render(russian, unicode=True, color=False, squares=True, flipped=True))
    counters: list[int] = [russian.quiet_plies, russian.ply, russian.move_number, russian.key]
    rule_set: Variant = russian.variant

    piece: Piece | None = board.piece_at(12)
    board.set_piece_at(12, None)
    board.set_piece_at(12, Piece.of(Color.BLACK, king=True))
    men: frozenset[int] = board.pieces(Color.BLACK, king=False)
    everything: frozenset[int] = board.pieces(Color.WHITE)
    place: tuple[int, int] = board.square_place(12)
    name: str = russian.square_name(12)
    board.turn = board.turn.opposite
    turn: Color = board.turn
    wrong: Status = board.status() | Status.WHITE_EMPTY
    board.clear()
    assert piece is Piece.BLACK_MAN and piece.color is Color.BLACK and not piece.is_king
    assert texts and counters and men and everything and turn is Color.WHITE and wrong
    assert rule_set is RUSSIAN and (place, name) == ((2, 7), "h6")

    copies: list[Board] = [board.copy(), copy.copy(board), copy.deepcopy(board), board.mirror()]
    same: bool = board == pickle.loads(pickle.dumps(board))
    assert same and copies


def moves() -> None:
    board = Board("english")
    played: Move = board.push_pdn("11-15")
    read: Move = board.parse_pdn("22-18")
    written: str = board.pdn(read)
    legal: list[Move] = board.legal_moves
    allowed: bool = board.is_legal(read) and read in legal and not board.must_capture
    board.push(read)
    last: Move = board.peek()
    stack: list[Move] = board.move_stack
    taken_back: Move = board.pop()
    assert stack == [played, last] and taken_back == read and written == "22-18" and allowed

    capture = Move(26, 1, captured=[6, 14, 22], promotes=True)
    board = Board.from_fen("W:W18,26:B6,14,22")
    ways: list[tuple[int, ...]] = board.paths(capture)
    way: tuple[int, ...] = board.legal_moves[1].path
    ends: tuple[int, int] = (capture.from_square, capture.to_square)
    victims: frozenset[int] = capture.captured
    kinds: list[bool] = [capture.is_capture, capture.promotes]
    by_move: dict[Move, int] = {capture: 1}
    assert way in ways and ends == (26, 1) and victims == {6, 14, 22} and all(kinds) and by_move


def ends() -> None:
    board = Board.from_fen("W:W32:BK1", ENGLISH)
    over: bool = board.is_game_over(claim_draw=True) or board.can_claim_draw()
    repeated: bool = board.is_repetition() or board.is_repetition(2)
    outcome: Outcome | None = Board.from_fen("W:W:B1").outcome(claim_draw=False)
    assert outcome is not None
    winner: Color | None = outcome.winner
    reason: Termination = outcome.termination
    assert (winner, reason) == (Color.BLACK, Termination.NO_MOVES) and not over and not repeated


def counting() -> None:
    board = Board()
    done: list[tuple[int, int]] = []
    note: Callable[[int, int], None] = lambda part, parts: done.append((part, parts))  # noqa: E731
    leaves: int = board.perft(6, mode="all", threads=2, hash_mb=1, progress=note)
    below: dict[Move, int] = board.divide(4, mode="unique", threads=1, hash_mb=0)
    assert leaves == 36768 and sum(below.values()) == 1469 and done

    table: PerftTable = perft_tables()[0]
    published: tuple[int, ...] = table.counts
    counted: int = table.board().perft(4, mode=table.mode)
    assert counted == published[3] and table.source and table.rules.name


def playing() -> None:
    seen: list[Info] = []
    with Engine() as engine:
        limit = Limit(time=1.0, nodes=100_000, depth=5)
        info: Info = engine.analyse(Board(), limit, on_info=seen.append)
        result: PlayResult = engine.play(Board("russian"), Limit(depth=3))
        engine.stop()
        engine.close()
    score: Score = info.score
    worth: int | None = score.centimen if score.centimen is not None else score.win_in
    line: list[Move] = info.pv
    numbers: list[int] = [info.depth, info.seldepth, info.nodes, info.nps]
    seconds: float = info.time
    move: Move = result.move
    reply: Move | None = result.ponder
    again: Info = result.info
    assert seen and worth is not None and line and numbers and seconds
    assert again.pv[:2] == [move, reply]


def errors() -> None:
    attempts: list[tuple[type[DraughtsError], Callable[[], object]]] = [
        (InvalidFenError, lambda: Board.from_fen("W:W99:B1")),
        (InvalidMoveError, lambda: Board().parse_pdn("over there")),
        (IllegalMoveError, lambda: Board().push(Move(1, 2))),
        (EngineError, lambda: Engine().play(Board.from_fen("W:W:B1"), Limit(depth=1))),
    ]
    for expected, attempt in attempts:
        try:
            attempt()
        except DraughtsError as error:
            assert isinstance(error, expected) and isinstance(error, ValueError)
        else:
            raise AssertionError(f"no {expected.__name__}")
    choices: tuple[str, ...] = AmbiguousMoveError("two ways", ("1x10x19", "1x10x17")).choices
    assert len(choices) == 2


def mistakes() -> None:
    """Calls that are wrong. Nobody makes them; mypy must see each."""
    board = Board()
    board.push("11-15")  # type: ignore[arg-type]
    board.piece_at("c3")  # type: ignore[arg-type]
    board.turn = "white"  # type: ignore[assignment]
    board.key = 1  # type: ignore[misc]
    board.perft(3, mode="most")  # type: ignore[arg-type]
    board.legal_moves()  # type: ignore[operator]
    Move(1, 6).to_square = 7  # type: ignore[misc]
    DrawRules(quiet_resets=["check"])  # type: ignore[list-item]
    EndgameLimit("soon")  # type: ignore[arg-type]
    Engine().play(board)  # type: ignore[call-arg]
    Limit(time="1 s")  # type: ignore[arg-type]


if __name__ == "__main__":
    for part in (rules, positions, moves, ends, counting, playing, errors):
        part()
