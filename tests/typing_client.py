"""A program of somebody else's that uses every public name, for ``mypy --strict`` to read.

It also runs. Each variable states the type that a user may count on; the calls at the end are
wrong, and mypy complains if it does not see that.
"""

from __future__ import annotations

import asyncio
import copy
import importlib.util
import io
import json
import pickle
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

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
    Annotation,
    Board,
    Book,
    BookError,
    BookMove,
    Clock,
    ClockState,
    Color,
    DraughtsError,
    DrawError,
    DrawRules,
    EndgameLimit,
    Engine,
    EngineError,
    Explanation,
    Game,
    GameOverError,
    Hint,
    HintReason,
    IllegalMoveError,
    Info,
    InvalidFenError,
    InvalidMoveError,
    Judgement,
    Level,
    Limit,
    Move,
    MovePicker,
    Node,
    Outcome,
    PdnError,
    Piece,
    PlayResult,
    ProtocolError,
    Reason,
    Score,
    Series,
    Status,
    Termination,
    Variant,
    Wdl,
    WeightsError,
    batch,
    c_api,
    expected_score,
    match,
    openings,
    pdn,
    protocols,
    svg,
    variant,
)
from draughts.book import build, from_games
from draughts.explain import explain
from draughts.openings import Opening, ballots
from draughts.protocols import HubEngine
from draughts.protocols.checkerboard import (
    CheckerBoardEngine,
    CheckerBoardServer,
    array_of,
    board_of,
)
from draughts.protocols.dxp import (
    DxpGame,
    DxpOptions,
    DxpPlayer,
    DxpServer,
    Message,
    MoveMessage,
    connect,
    parse,
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
    again: Variant = Variant.from_json(at_home.to_json())
    tags: dict[str, str] = at_home.to_tags()
    tagged: Variant | None = Variant.from_tags(tags)
    assert again == tagged == at_home and at_home.draw_rules == draws != DrawRules.preset("kings15")
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
    sets: tuple[int, int, int] = board.bits()
    name: str = russian.square_name(12)
    board.turn = board.turn.opposite
    turn: Color = board.turn
    wrong: Status = board.status() | Status.WHITE_EMPTY
    board.clear()
    assert piece is Piece.BLACK_MAN and piece.color is Color.BLACK and not piece.is_king
    assert texts and counters and men and everything and turn is Color.WHITE and wrong
    assert rule_set is RUSSIAN and (place, name) == ((2, 7), "h6") and sets

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
        hopes: Wdl = result.info.score.wdl(RUSSIAN)
        assert hopes.points == hopes.win + hopes.draw / 2
        several: list[Info] = engine.analyse(Board(), limit, multipv=2)
        streamed: list[Info] = list(engine.stream(Board(), Limit(depth=2)))
        engine.new_game()
        engine.stop()
        engine.close()
    seconds_left = Limit(remaining=60.0, increment=0.5, moves_to_go=10)
    clock: list[float | int | None] = [
        seconds_left.remaining,
        seconds_left.increment,
        seconds_left.moves_to_go,
    ]
    places: list[int] = [info.multipv for info in several]
    filled: float = streamed[-1].hash_use
    score: Score = info.score
    seen_from_there: Score = score.opposite
    worth: int | None = score.centimen if score.centimen is not None else score.win_in
    line: list[Move] = info.pv
    numbers: list[int] = [info.depth, info.seldepth, info.nodes, info.nps]
    seconds: float = info.time
    move: Move = result.move
    reply: Move | None = result.ponder
    again: Info = result.info
    assert seen and worth is not None and line and numbers and seconds
    assert clock and places == [1, 2] and filled >= 0 and seen_from_there.opposite == score
    asyncio.run(search_without_blocking())
    teaching()
    opening_books()
    matches()
    assert again.pv[:2] == [move, reply]


def opening_books() -> None:
    book: Book = Book.load("russian")
    board = Board(book.variant)
    found: list[BookMove] = book.moves(board)
    drawn: BookMove | None = book.probe(board, margin=4, chance=random.Random(1))
    score: Score = found[0].score
    line: list[Move] = [found[0].move, *book.line(board)]
    facts: tuple[int, bool, bytes] = (len(book), book.suits(ENGLISH), book.to_bytes())
    with ThreadPoolExecutor(1) as pool:
        built: Book = build("english", positions=2, nodes=10, executor=pool)
    mine: Book = from_games([Game.from_pdn("1. 11-15 1-0")], ENGLISH, plies=4, least_games=1)
    with Engine(book=mine, book_margin=2, book_plies=6) as engine:
        assert engine.play(Board(), Limit(depth=1)).info.depth == 0 and engine.judges_by(ENGLISH)
    with tempfile.TemporaryDirectory() as folder:
        mine.save(f"{folder}/mine.book")
        assert Book.open(f"{folder}/mine.book").to_bytes() == mine.to_bytes()
    try:
        Book.open(__file__)
    except (BookError, WeightsError) as error:
        assert drawn and score and line and facts and built and str(error)


def teaching() -> None:
    with Engine(seed=1, self_check=True) as engine:
        hint: Hint = engine.hint(Board(), Limit(depth=3))
        reason: HintReason = hint.reason
        marked: Annotation = engine.annotate(Game.from_pdn("1. 11-15 22-18 *"), Limit(depth=3))
        easy: PlayResult = engine.play(Board(), Level.EASY)
        both: PlayResult = engine.play(Board(), Limit(depth=3), level=Level.MASTER, ponder=True)
    accuracy: dict[Color, float] = marked.accuracy
    judged: list[Judgement] = marked.judgements
    for judgement in judged:
        move: Move | None = judgement.best
        scores: list[Score] = [judgement.before, judgement.after]
        lost: list[float | int | None] = [judgement.chance_lost, judgement.loss]
        assert move and scores and lost and isinstance(judgement.glyph, str)
    levels: list[Level] = [Level.MEDIUM, Level.HARD, Level.parse("7"), Level(20)]
    weakness: list[float] = [levels[0].elo, levels[0].random_moves, levels[0].misjudgement]
    shorter: Limit = levels[0].limit.within(Limit(nodes=5))
    assert reason and accuracy and weakness and shorter.nodes == 5 and marked.marked is not None
    assert easy.move and both.move


def matches() -> None:
    player: match.Player = match.Player.parse("one,nodes=50")
    tasks: Iterator[tuple[int, int]] = batch.spread(
        len, ["a", "bc"], executor=ThreadPoolExecutor(1)
    )
    assert player.name == "one" and dict(tasks) == {0: 1, 1: 2}
    tournament: match.Tournament = match.Tournament(["one", "two"], [("one", "two")])
    rows: list[match.Standing] = tournament.standings()
    games: int = rows[0].games + tournament.games
    won: tuple[int, int, int] = tournament.against("one", "two")
    assert games == 0 and not any(won) and not tournament.faults


async def search_without_blocking() -> None:
    result: PlayResult = await Engine().aplay(Board(), Limit(depth=3))
    easy: PlayResult = await Engine().aplay(Board(), Level.EASY)
    info: Info = await Engine().aanalyse(Board(), Limit(depth=3))
    assert result.info.depth == info.depth and easy.move


def games() -> None:
    game = Game(ENGLISH, fen=None, tags={"White": "Ann"})
    played: Move = game.play("11-15")
    node: Node = game.node
    beside: Node = game.add_variation(Move(9, 13), game.root)
    node.comment_before, node.comment_after, node.clock = "first", "usual", 59.5
    nags: list[int] = node.nags
    parent: Node | None = node.parent
    made: Move | None = beside.move
    path: tuple[int, ...] = beside.path
    walked: Move | None = beside.walked
    tree: list[Node] = [node.root, *node.root.variations, *beside.line()]
    assert parent is game.root and made == walked and path == (9, 13) and tree and not nags

    game.goto(beside)
    game.to_start()
    game.to_end()
    board: Board = game.board
    last: Move | None = game.last_move
    taken: int = game.captured(Color.WHITE)
    moves: list[Move] = list(game.mainline())
    taken_back: Move | None = game.undo()
    again: Move | None = game.redo()
    known: tuple[Variant, str, dict[str, str]] = (game.variant, game.start_fen, game.tags)
    assert last == played == taken_back == again and game.end is node and moves == [played]
    assert board.ply == 1 and taken == 0 and known and game.copy() == game

    game.offer_draw(Color.WHITE)
    offered: Color | None = game.draw_offer
    game.decline_draw(Color.BLACK)
    claimable: bool = game.can_claim_draw()
    ends: list[Callable[[Color], None]] = [game.resign, game.flag, game.accept_draw]
    ends[0](Color.WHITE)
    outcome: Outcome | None = game.outcome()
    result: str = game.result()
    assert offered is Color.WHITE and not claimable and outcome and result == "1-0"


def times_and_scores() -> None:
    clock = Clock(300, moves=40, increment=2, per_move=60, now=lambda: 0)
    clock.start(Color.WHITE)
    clock.switch()
    clock.pause()
    clock.resume()
    seconds: list[float] = [clock.remaining(Color.WHITE), clock.used]
    turn: Color | None = clock.turn
    fallen: Color | None = clock.flagged
    kept: ClockState = clock.snapshot()
    clock.stop()
    running: bool = clock.running
    clock.restore(kept)
    shown: list[float] = [kept.white, kept.black, kept.used]
    made: list[int] = [kept.white_moves, kept.black_moves]
    assert turn is kept.turn and kept.running and not running and fallen is None
    assert seconds and shown and made == [1, 0]

    series = Series("Ann", "Bob", ENGLISH, swap=True, ratings=(1500, 1600), k=20)
    game: Game = series.new_game()
    names: tuple[str, str] = series.players
    black: str = series.player(Color.BLACK)
    rated: list[float] = [series.score(black), series.rating(black), expected_score(1500, 1600)]
    assert black == names[0] and rated and series.games == [game]


def entering_moves() -> None:
    board = Board.from_fen("W:W18,26:B6,14,22")
    picker = MovePicker(board, auto=False)
    forced: bool = picker.must_capture and picker.select(26)
    sets: list[frozenset[int]] = [picker.sources, picker.capturing, picker.targets, picker.victims]
    crosses: frozenset[int] = picker.victims_to(17)
    nothing: Move | None = picker.tap(17)
    squares: list[int | None] = [picker.selected, picker.position_of_piece, picker.refused]
    ways: list[tuple[int, ...]] = [picker.path, picker.jumped]
    assert forced and sets and crosses == {22} and nothing is None
    assert squares == [26, 17, None] and ways == [(26, 17), (22,)]
    picker.cancel()

    found: Explanation = board.explain([26, 17])
    reason: Reason = found.reason
    onward: tuple[int, ...] = found.squares["onward"]
    roles: Mapping[str, tuple[int, ...]] = explain(board, "18-15").squares
    moves: tuple[Move, ...] = explain(board, "18-15").moves
    sentence: str = found.sentence
    assert reason is Reason.CHAIN_GOES_ON and onward == (10,) and roles and moves
    assert str(found) == sentence


def files_of_games() -> None:
    text = '[White "Ann"] [GameType "21"] 1. 11-15 hello 22-18 *'
    games: pdn.Games = pdn.read_games(io.StringIO(text), default="english", strict=False)
    game: Game = next(games)
    problem: pdn.Problem = game.errors[0]
    code: pdn.Code = problem.code
    place: tuple[int, int] = (problem.line, problem.column)
    fatal: bool = code.is_error
    assert code is pdn.Code.JUNK and fatal and place == (1, 40)
    headers: list[dict[str, str]] = list(pdn.read_headers(io.StringIO(text)))
    skipped: int = pdn.read_games(io.StringIO(text)).skip(2)
    first: Game | None = pdn.read_game(io.BytesIO(text.encode()))
    target = io.StringIO()
    written: int = pdn.write_games([game], target, comments=False, columns=None)
    assert headers and skipped == written == 1 and first == game
    again: Game = Game.from_pdn(game.to_pdn())
    same: Game = Game.from_board(again.board)
    first_named: Color = same.first_in_result
    declared: Outcome | None = again.declared_end
    grown = Game()
    grown.adopt(Node(), Board(), Outcome(Color.BLACK, Termination.UNKNOWN))
    still: str = svg.board(grown.board)
    assert first_named is Color.BLACK and declared is None and still.startswith("<svg")
    assert again == game and again.root.tree()


def drawn_openings() -> None:
    drawn: tuple[Opening, ...] = ballots("english", kind="3move")
    ballot: Opening = openings.ballots(RUSSIAN)[0]
    names: list[str] = [ballot.name, ballot.variant, ballot.fen, *ballot.moves]
    board: Board = ballot.board()
    assert drawn and names and board.fen() == ballot.fen


def other_programs() -> None:
    with DxpServer(Engine(hash_mb=1), port=0, options=DxpOptions(name="We")) as server:
        number: int = server.port
        nobody: DxpPlayer | None = server.accept(0.0)
    game: DxpGame | None = nobody.follow(1.0) if nobody is not None else None
    ply: int = game.board.ply if game is not None else 0
    message: Message = parse(MoveMessage.of(Board("international").legal_moves[0]).format())
    array: list[list[int]] = array_of(Board())
    board: Board = board_of(array, 2, "english")
    reply: tuple[int, str] = CheckerBoardServer(hash_mb=1).enginecommand("get gametype")
    assert number and not ply and message and board == Board() and reply == (1, "21")
    try:
        connect(Engine(hash_mb=1), port=number, timeout=1.0)
        CheckerBoardEngine("engine.dll").play(board, Limit(time=1.0))
    except ProtocolError:
        pass


def c_library() -> None:
    write: Callable[[str, list[Variant]], list[Path]] = c_api.write
    assert callable(write)


def json_lines() -> None:
    """JSON lines."""
    answers: list[str] = []
    session = protocols.JsonSession(answers.append, engines=1, threads=1, hash_mb=1)
    session.receive(b'{"op": "new"}')
    known: list[str] = session.operations
    session.close()
    written = io.BytesIO()
    protocols.serve_json(io.BytesIO(b'{"op": "new"}'), written, engines=1)
    schema: dict[str, Any] = protocols.json_schema()
    assert "new" in known and "$defs" in schema
    assert json.loads(written.getvalue()) == json.loads(answers[0])


def errors() -> None:
    attempts: list[tuple[type[DraughtsError], Callable[[], object]]] = [
        (InvalidFenError, lambda: Board.from_fen("W:W99:B1")),
        (InvalidMoveError, lambda: Board().parse_pdn("over there")),
        (IllegalMoveError, lambda: Board().push(Move(1, 2))),
        (GameOverError, lambda: Game(fen="W:W:B1").play("1-5")),
        (DrawError, lambda: Game().claim_draw(Color.BLACK)),
        (PdnError, lambda: Game.from_pdn("hello", strict=True)),
        (EngineError, lambda: Engine().play(Board.from_fen("W:W:B1"), Limit(depth=1))),
        (ProtocolError, lambda: raised(ProtocolError("gone"))),
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


def raised(error: DraughtsError) -> None:
    raise error


def engines_of_others() -> None:
    command = [sys.executable, "-m", "draughts", "hub"]
    options: dict[str, str | int | float | bool] = {"hash": 1, "book": False}
    with HubEngine(command, cwd=".", options=options, variant="russian", timeout=30) as engine:
        told: tuple[str, int, Variant] = (engine.name, engine.pid, engine.variant)
        identity: dict[str, str] = engine.id
        values: tuple[str, ...] = engine.parameters["variant"].values
        result: PlayResult = engine.play(Board(RUSSIAN), Limit(depth=2), on_info=print)
        info: Info = engine.analyse(Board(RUSSIAN), Limit(depth=2))
        infos: Iterator[Info] = engine.stream(Board(RUSSIAN), Limit(depth=2))
        moves: list[Move] = [found.pv[0] for found in infos]
        move: Move = asyncio.run(engine.aplay(Board(RUSSIAN), Limit(depth=2))).move
        engine.new_game()
        engine.stop()
    assert told and identity and values and moves and move and result.move == info.pv[0]


def training() -> None:
    if importlib.util.find_spec("scipy") is None or importlib.util.find_spec("matplotlib") is None:
        return
    from draughts.train import Conditions, Fitted, Penalties, Plan, Round, generate, learn, train

    penalties: Penalties = Penalties(patterns=0.1)
    plan: Plan = Plan(RUSSIAN, rounds=1, games=100, nodes=10, pairs=1, match_nodes=10, iterations=2)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        rounds: list[Round] = train(plan, folder, executor=pool, on_round=print)
        conditions: Conditions = Conditions(RUSSIAN, "material", nodes=10)
        files: list[Path] = generate(conditions, Path(folder), games=100, executor=pool)
        fitted: Fitted = learn(RUSSIAN, files, Path(folder) / "mine", penalties=penalties)[0]
    interval: tuple[float, float] = rounds[0].interval
    assert interval and fitted.unit > 0


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
    for part in (
        rules,
        positions,
        moves,
        ends,
        counting,
        playing,
        games,
        times_and_scores,
        entering_moves,
        files_of_games,
        engines_of_others,
        training,
        other_programs,
        c_library,
        json_lines,
        errors,
    ):
        part()
