"""The learned evaluation against a slow second opinion, and the files of its weights."""

import array
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from draughts import (
    ANTIDRAUGHTS,
    BRAZILIAN,
    BREAKTHROUGH,
    ENGLISH,
    INTERNATIONAL,
    POOL,
    RUSSIAN,
    Board,
    Engine,
    Limit,
    Variant,
    WeightsError,
)
from draughts._core import FEATURES, Evaluation, read_features
from draughts.weights import judgement, read_weights, write_weights
from evaluation_reference import features, window_indices
from strategies import positions

FOUR = [ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL]
WINDOWS = {8: [[1, 5, 9, 13], [2, 3, 6, 7, 10, 11, 14, 15]], 10: [[1, 2, 6, 7, 11, 12], [23, 28]]}


def a_board(data: st.DataObject, variant: Variant) -> Board:
    position = data.draw(positions(variant))
    return Board.from_fen(reference.fen(variant, position), variant=variant)


def some_weights(size: int, seed: int) -> tuple[bytes, bytes, bytes]:
    """Features, kings and tables with weights that differ."""
    chance = random.Random(seed)

    def some(count: int) -> bytes:
        return array.array("h", [chance.randint(-500, 500) for _ in range(2 * count)]).tobytes()

    entries = sum(3 ** len(window) for window in WINDOWS[size])
    return some(len(FEATURES)), some(size * size // 2), some(entries)


def learned(size: int, seed: int = 1) -> Evaluation:
    return Evaluation.from_weights(size // 2, WINDOWS[size], *some_weights(size, seed))


def seen(board: Board) -> tuple[list[int], list[int]]:
    """What the kernel reads of a board."""
    windows = WINDOWS[board.variant.size]
    record = b"".join(bits.to_bytes(8, "little") for bits in board.bits())
    record += bytes(7) + bytes([board.turn.name == "WHITE"])
    indices = array.array("H", bytes(2 * 2 * len(windows)))
    found = array.array("b", bytes(len(FEATURES)))
    read_features(
        board,
        windows,
        record,
        memoryview(indices).cast("B").cast("H", [1, len(indices)]),
        memoryview(found).cast("B").cast("b", [1, len(found)]),
    )
    return list(indices), list(found)


@pytest.mark.parametrize("variant", FOUR, ids=lambda variant: variant.name)
@given(data=st.data())
def test_features_are_those_of_the_slow_reference(variant: Variant, data: st.DataObject) -> None:
    board = a_board(data, variant)
    indices, found = seen(board)
    assert indices == window_indices(board, WINDOWS[variant.size])
    assert dict(zip(FEATURES, found, strict=True)) == features(board)


@pytest.mark.parametrize("variant", FOUR, ids=lambda variant: variant.name)
@given(data=st.data())
def test_the_turned_board_is_worth_the_same(variant: Variant, data: st.DataObject) -> None:
    board = a_board(data, variant)
    turned = board.mirror()
    assert seen(turned)[1] == [-value for value in seen(board)[1]]
    evaluations = [Evaluation("classic"), Evaluation("material"), learned(variant.size)]
    for evaluation in evaluations:
        assert evaluation.of(turned) == evaluation.of(board)


def plain_score(board: Board, features_: bytes, kings: bytes, tables: bytes) -> float:
    """The learned score from the weights' definition, in hundredths of a man for White."""
    size, squares = board.variant.size, board.variant.size**2 // 2

    def weights(data: bytes) -> list[tuple[int, int]]:
        numbers = list(array.array("h", data))
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    found = features(board)
    parts = [
        (found[name], weight) for name, weight in zip(FEATURES, weights(features_), strict=True)
    ]
    at = weights(kings)
    for square in range(1, squares + 1):
        piece = board.piece_at(square)
        if piece is not None and piece.is_king:
            white = piece.color.name == "WHITE"
            parts.append((1, at[square - 1]) if white else (-1, at[squares - square]))
    start, windows = 0, WINDOWS[size]
    indices = window_indices(board, windows)
    mine_turned = zip(windows, indices[: len(windows)], indices[len(windows) :], strict=True)
    for window, mine, theirs in mine_turned:
        table = weights(tables)[start : start + 3 ** len(window)]
        parts += [(1, table[mine]), (-1, table[theirs])]
        start += len(table)
    most = 24 if size == 8 else 40
    pieces = min(most, len(board.pieces(board.turn)) + len(board.pieces(board.turn.opposite)))
    total = sum(x * (op * pieces + eg * (most - pieces)) for x, (op, eg) in parts)
    return total / most / 4


@pytest.mark.parametrize("variant", [ENGLISH, INTERNATIONAL], ids=lambda variant: variant.name)
@given(data=st.data(), seed=st.integers(0, 99))
def test_a_score_is_the_sum_of_its_weights(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    board = a_board(data, variant)
    evaluation = learned(variant.size, seed)
    worth = evaluation.of(board) * (1 if board.turn.name == "WHITE" else -1)
    plain = plain_score(board, *some_weights(variant.size, seed))
    if not variant.flying_kings:  # an edge that flying kings seldom win with counts for less
        assert abs(worth - plain) < 1
    else:
        assert abs(worth) <= abs(plain) + 1 and worth * plain >= 0


def test_classic_and_material() -> None:
    board = Board.from_fen("W:W31,32:BK1", variant=RUSSIAN)
    assert Evaluation("material").of(board) == 200 - 290 + 3
    assert Evaluation("classic").name == "classic"
    with pytest.raises(ValueError, match="'classic' or 'material'"):
        Evaluation("best")


def test_where_losing_is_the_aim_material_counts_the_other_way() -> None:
    fen = "W:W31,32:B1"
    normal = Evaluation("material").of(Board.from_fen(fen, variant=RUSSIAN))
    assert normal == 103
    assert Evaluation("material").of(Board.from_fen(fen, variant=ANTIDRAUGHTS)) == -97


@pytest.mark.parametrize(
    ("windows", "told"),
    [
        ([], "0 windows"),
        ([[1]] * 9, "9 windows"),
        ([[]], "0 squares"),
        ([list(range(1, 12))], "11 squares"),
        ([[1, 1]], "twice"),
        ([[33]], "from 1 to 32"),
        ([[0]], "from 1 to 32"),
    ],
)
def test_windows_that_cannot_be(windows: list[list[int]], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Evaluation.from_weights(4, windows, b"", b"", b"")


def test_weights_for_another_board() -> None:
    with pytest.raises(ValueError, match="10 rows"):
        learned(10).of(Board())
    with pytest.raises(ValueError, match="features has 0 bytes"):
        Evaluation.from_weights(4, [[1]], b"", b"", b"")


# --- files --------------------------------------------------------------------------------------


def a_file(folder: Path, size: int = 8) -> Path:
    path = folder / "own.weights"
    header = {"variant": "english", "width": size // 2, "windows": WINDOWS[size], "training": {}}
    write_weights(path, header, *some_weights(size, 1))
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    header, evaluation = read_weights(a_file(tmp_path))
    assert header["variant"] == "english"
    board = Board()
    board.push_pdn("11-15")
    assert evaluation.of(board) == learned(8).of(board)
    assert list(tmp_path.iterdir()) == [tmp_path / "own.weights"]


def test_a_file_damaged_anywhere_is_refused(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    whole = path.read_bytes()
    chance = random.Random(1)
    places = [*range(40), *chance.sample(range(40, len(whole)), 300)]
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:  # a changed letter of what the header tells is none of the weights' business
            read_weights(path)
        except WeightsError as error:
            assert str(path) in str(error)
        else:
            assert whole.index(b"\n") < place < whole.index(b"\n", 40)


@pytest.mark.parametrize("length", [0, 5, 19, 30, 200, -1])
def test_half_a_file(tmp_path: Path, length: int) -> None:
    path = a_file(tmp_path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(WeightsError):
        read_weights(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"weights 1", b"weights 2", "reads '1'"),
        (b'"unit":400', b'"unit":300', "another version"),
        (b'"king_moves"', b'"queen_moves"', "another version"),
        (b'"width":4', b'"width":6', "width is 6"),
        (b'"bytes":', b'"bytes":9', "bytes"),
        (b'"windows":[[', b'"windows":[[99,', "99"),
    ],
)
def test_a_foreign_header(tmp_path: Path, old: bytes, new: bytes, told: str) -> None:
    path = a_file(tmp_path)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    with pytest.raises(WeightsError, match=told):
        read_weights(path)


# --- the engine ---------------------------------------------------------------------------------


def test_an_engine_judges_by_a_file(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    engine = Engine(evaluation=path)
    assert engine.judges_by(ENGLISH) == str(path)
    assert engine.play(Board(), Limit(depth=5)).move in Board().legal_moves
    with pytest.raises(WeightsError, match="8 rows; international has 10"):
        engine.analyse(Board(variant=INTERNATIONAL), Limit(depth=1))


def test_an_evaluation_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Engine(evaluation=tmp_path / "none.weights")
    (tmp_path / "other").write_text("not weights")
    with pytest.raises(WeightsError, match="no file of weights"):
        Engine(evaluation=tmp_path / "other")


def test_the_evaluation_changes_what_is_found() -> None:
    board = Board.from_fen("W:W31,32,27:B1,2,5", variant=RUSSIAN)
    scores = {
        name: Engine(evaluation=name).analyse(board, Limit(depth=1)).score.centimen
        for name in ("classic", "material")
    }
    assert scores["classic"] != scores["material"]


def test_variants_without_weights_of_their_own() -> None:
    assert judgement("trained", ANTIDRAUGHTS).text == "classic"
    assert judgement("trained", BREAKTHROUGH).text == "classic"
    assert judgement("material", POOL).text == "material"
