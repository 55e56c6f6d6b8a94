"""Training: games with oneself, what is learned from them, rounds that go on after a kill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs the extra [train]")
pytest.importorskip("scipy", reason="needs the extra [train]")
pytest.importorskip("matplotlib", reason="needs the extra [train]")

import numpy as np

from draughts import (
    ANTIDRAUGHTS,
    ENGLISH,
    INTERNATIONAL,
    RUSSIAN,
    SPANISH,
    VARIANTS,
    Board,
    Color,
    Piece,
)
from draughts._core import FEATURES, Evaluation
from draughts.cli import main
from draughts.train import RECORD, Conditions, Penalties, Plan, generate, learn, train, windows_of
from draughts.train.calibrate import fit_chances, fit_scale, targets_of
from draughts.train.columns import Layout, bit_of, blocks_of, edge_factors
from draughts.train.data import Examples, Records, distinct, read_records, split
from draughts.train.fit import fit, loss_of
from draughts.variants import Variant
from draughts.weights import read_weights

FOUR = [ENGLISH, RUSSIAN, INTERNATIONAL, SPANISH]
NONE = Penalties(100.0, 100.0, 100.0, 100.0)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def games(
    tmp_path_factory: pytest.TempPathFactory, pool: Executor
) -> Iterator[dict[str, list[Path]]]:
    """A hundred quick games of some variants."""
    yield {
        rules.name: generate(
            Conditions(rules, "material", nodes=40),
            tmp_path_factory.mktemp(rules.name),
            games=100,
            executor=pool,
        )
        for rules in FOUR
    }


def bit_at(square: int, rules: Variant) -> int:
    """The bit of a square by its number in the variant."""
    board = Board.empty(rules)
    board.set_piece_at(square, Piece.WHITE_MAN)
    return board.bits()[0]


def board_of(record: np.void, rules: Variant) -> Board:
    """The position of a record."""
    board = Board.empty(rules)
    board.turn = Color.WHITE if record["white_to_move"] else Color.BLACK
    kings = int(record["kings"])
    for square in range(1, rules.squares + 1):
        bit = bit_at(square, rules)
        for side, man, king in (
            ("white", Piece.WHITE_MAN, Piece.WHITE_KING),
            ("black", Piece.BLACK_MAN, Piece.BLACK_KING),
        ):
            if int(record[side]) & bit:
                board.set_piece_at(square, king if kings & bit else man)
    return board


def some(records: Records, number: int) -> Records:
    return records[:: max(1, len(records) // number)][:number]


# --- windows --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.name)
def test_the_windows_and_their_turned_ones_see_every_square(rules: Variant) -> None:
    windows = windows_of(rules)
    seen = {square for window in windows for square in window}
    assert seen | {rules.squares + 1 - square for square in seen} == {*range(1, rules.squares + 1)}
    assert len(windows) <= 8 and all(len(window) <= 10 for window in windows)


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FOUR, ids=lambda rules: rules.name)
def test_records_are_quiet_positions_of_games_with_one_result(
    games: dict[str, list[Path]], rules: Variant
) -> None:
    records = read_records(games[rules.name])
    assert len(records) > 1000
    for record in some(records, 100):
        board = board_of(record, rules)
        assert board.bits() == (record["white"], record["black"], record["kings"])
        assert not board.must_capture and board.outcome() is None and not board.status()
    assert set(records["game"]) <= set(range(100))
    for game in range(100):
        assert len(set(records["result"][records["game"] == game])) <= 1
    assert {-1, 1} <= set(records["result"])
    won, lost = (records["result"][side * records["score"] > 300] for side in (1, -1))
    assert won.mean() > 0 > lost.mean()


def test_the_same_seed_plays_the_same_games_on_any_executor(tmp_path: Path, pool: Executor) -> None:
    conditions = Conditions(RUSSIAN, "classic", nodes=20)

    def played(name: str, seed: int, executor: Executor | None) -> list[bytes]:
        files = generate(
            conditions, tmp_path / name, games=200, seed=seed, executor=executor, workers=2
        )
        return [file.read_bytes() for file in files]

    one = played("one", 1, pool)
    assert len(one) == 2 and one[0] != one[1]
    assert played("processes", 1, None) == one
    assert played("other", 2, pool) != one
    (tmp_path / "one" / "games-00000.records").unlink()  # as if it had been killed
    assert played("one", 1, pool) == one


def test_games_end_with_the_clock(tmp_path: Path, pool: Executor) -> None:
    conditions = Conditions(ENGLISH, "material", nodes=10)
    files = generate(conditions, tmp_path, seconds=0.01, executor=pool)
    assert 1 <= len(files) < 20
    with pytest.raises(ValueError, match="games or seconds"):
        generate(conditions, tmp_path)


def test_a_cut_file_is_refused(games: dict[str, list[Path]], tmp_path: Path) -> None:
    cut = tmp_path / "games-00000.records"
    cut.write_bytes(games["english"][0].read_bytes()[:-1])
    with pytest.raises(ValueError, match="not whole records"):
        read_records([cut])


# --- examples -------------------------------------------------------------------------------------


def test_a_position_is_learned_from_once_with_the_mean_of_its_targets() -> None:
    records = np.zeros(4, RECORD)
    records["white"] = [1, 1, 1, 2]
    records["white_to_move"] = [1, 1, 0, 1]
    found = distinct(Examples(records, np.array([1.0, 0.5, 0.2, 0.3]), np.array([1.0, 3, 1, 1])))
    assert sorted(found.targets) == pytest.approx([0.2, 0.3, 0.625])
    assert sorted(found.weights) == [1, 1, 3]


def test_no_game_and_no_position_is_on_both_sides_of_the_split(
    games: dict[str, list[Path]],
) -> None:
    records = read_records(games["english"])
    train, validation = split(Examples(records, np.zeros(len(records)), np.ones(len(records))))
    assert 0 < len(validation.records) < len(train.records) / 5
    assert not set(train.records["game"]) & set(validation.records["game"])
    fields = ["white", "black", "kings", "white_to_move"]
    seen = [
        {tuple(map(int, each)) for each in side.records[fields]} for side in (train, validation)
    ]
    assert not seen[0] & seen[1]
    assert len(seen[0]) == len(train.records)


def test_targets_are_a_blend_of_results_and_scores() -> None:
    records = np.zeros(3, RECORD)
    records["score"] = [0, 30_000, -30_000]
    records["result"] = [1, 1, -1]
    assert targets_of(records, 1.0)[0] == pytest.approx([1, 1, 0])
    assert targets_of(records, 0.0)[0] == pytest.approx([0.5, 1, 0])
    assert targets_of(records, 0.5)[0] == pytest.approx([0.75, 1, 0])


def test_chances_are_found_from_results() -> None:
    chance = np.random.default_rng(1)
    records = np.zeros(60_000, RECORD)
    records["score"] = chance.integers(-400, 400, len(records))
    win, loss = (1 / (1 + np.exp((80 - side * records["score"]) / 60)) for side in (1, -1))
    drawn = chance.random(len(records))
    records["result"] = np.where(drawn < win, 1, np.where(drawn > 1 - loss, -1, 0))
    found = fit_chances(records)
    assert found.scale == pytest.approx(60, rel=0.05)
    assert found.margin == pytest.approx(80, rel=0.05)
    assert 60 < fit_scale(records) < 160


# --- columns --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FOUR, ids=lambda rules: rules.name)
def test_worths_by_square_are_folded_into_the_patterns(
    games: dict[str, list[Path]], rules: Variant
) -> None:
    layout = Layout(rules, windows_of(rules))
    records = some(read_records(games[rules.name]), 50)
    worth = np.random.default_rng(2).normal(size=rules.squares)
    (block,) = blocks_of(layout, records)
    folded = block.patterns @ (layout.fold() @ worth)
    width = rules.size // 2
    for record, found in zip(records, folded, strict=True):
        men = [int(record[side] & ~record["kings"]) for side in ("white", "black")]
        expected = sum(
            worth[number - 1] * (men[0] >> bit_of(width, number) & 1)
            - worth[rules.squares - number] * (men[1] >> bit_of(width, number) & 1)
            for number in range(1, rules.squares + 1)
        )
        assert found == pytest.approx(expected, abs=1e-4)


def test_an_edge_counts_as_the_kernel_says() -> None:
    records = np.zeros(2, RECORD)
    bit = [1 << bit_of(4, square) for square in range(1, 33)]
    records["white"] = [bit[0] | bit[1], bit[0]]  # a king and a man against a king; man against man
    records["black"] = [bit[31], bit[31]]
    records["kings"] = [bit[1] | bit[31], 0]
    layout = Layout(RUSSIAN, windows_of(RUSSIAN))
    ahead, behind = edge_factors(layout, records)
    assert ahead[0] < 1 and ahead[1] == 1 and behind[1] == 1
    assert np.all(edge_factors(layout._replace(variant=ENGLISH), records)[0] == 1)


@pytest.mark.parametrize("rules", FOUR, ids=lambda rules: rules.name)
def test_the_engine_judges_as_was_fitted(games: dict[str, list[Path]], rules: Variant) -> None:
    layout = Layout(rules, windows_of(rules))
    records = read_records(games[rules.name])
    chance = np.random.default_rng(3)
    parts = [
        chance.integers(-300, 300, (size, 2)).astype("<i2")
        for size in (len(FEATURES), rules.squares, layout.starts[-1])
    ]
    features, kings, tables = (part.astype(np.float32) for part in parts)
    evaluation = Evaluation.from_weights(
        layout.width, layout.windows, *(part.tobytes() for part in parts)
    )
    with_kings = records[records["kings"] != 0]
    for record in [*some(records, 40), *some(with_kings, 40)]:
        (block,) = blocks_of(layout, np.array([record], RECORD))
        opening, ending = (
            block.patterns @ tables + block.features @ features + block.kings @ kings
        )[0]
        worth = opening * block.opening[0] + ending * (1 - block.opening[0])
        worth *= block.ahead[0] if worth > 0 else block.behind[0]
        found = evaluation.of(board_of(record, rules))
        assert (found if record["white_to_move"] else -found) == pytest.approx(worth / 4, abs=1.1)


# --- the fit --------------------------------------------------------------------------------------


def test_a_fit_finds_the_weights_that_made_the_targets(games: dict[str, list[Path]]) -> None:
    layout = Layout(ENGLISH, windows_of(ENGLISH))
    records = read_records(games["english"])
    (block,) = blocks_of(layout, records)
    truth = np.zeros(len(FEATURES), np.float32)
    truth[FEATURES.index("men")], truth[FEATURES.index("kings")] = 1.0, 1.5
    truth[FEATURES.index("turn")] = 0.2
    targets = 1 / (1 + np.exp(-(block.features @ truth).astype(np.float64)))
    train, validation = split(Examples(records, targets, np.ones(len(records))))
    fitted = fit(layout, train, validation, penalties=Penalties(0.01, 0.01, 0.01), iterations=200)
    entropy = -np.mean(
        train.targets * np.log(train.targets) + (1 - train.targets) * np.log(1 - train.targets)
    )
    assert fitted.train_loss == pytest.approx(entropy, abs=0.002)
    assert fitted.unit == pytest.approx(100, rel=0.05)
    assert fitted.features[FEATURES.index("kings")].mean() == pytest.approx(600, rel=0.05)
    assert loss_of(fitted, train) == pytest.approx(fitted.train_loss, abs=0.001)


def test_in_how_many_blocks_the_rows_are_makes_no_difference(
    games: dict[str, list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = Layout(ENGLISH, windows_of(ENGLISH))
    records = read_records(games["english"])
    targets, _ = targets_of(records, 0.5)
    sides = split(Examples(records, targets, np.ones(len(records))))
    whole = fit(layout, *sides, iterations=20)
    monkeypatch.setattr("draughts.train.columns._ROWS_A_BLOCK", 500)
    parts = fit(layout, *sides, iterations=20)
    assert parts.train_loss == pytest.approx(whole.train_loss, abs=1e-5)
    assert np.abs(parts.tables.astype(int) - whole.tables).max() <= 3


def test_the_slope_is_that_of_the_loss(games: dict[str, list[Path]]) -> None:
    from draughts.train.fit import _Problem

    layout = Layout(ENGLISH, windows_of(ENGLISH))
    records = read_records(games["english"])
    targets, _ = targets_of(records, 0.5)
    problem = _Problem(layout, Examples(records, targets, np.ones(len(records))), NONE, 1)
    chance = np.random.default_rng(4)
    weights = chance.normal(scale=0.01, size=(layout.starts[-1] + len(FEATURES) + 64, 2))
    _, slope = problem._loss_and_slope(weights)
    for row, column in ((0, 0), (40, 1), (len(weights) - 70, 0), (len(weights) - 20, 1)):
        step = np.zeros_like(weights)
        step[row, column] = 0.02
        ahead, behind = (problem._loss_and_slope(weights + sign * step)[0] for sign in (1, -1))
        assert slope[row, column] == pytest.approx((ahead - behind) / 0.04, rel=0.01, abs=1e-5)


def test_rare_patterns_stay_near_what_their_men_are_worth(games: dict[str, list[Path]]) -> None:
    layout = Layout(RUSSIAN, windows_of(RUSSIAN))
    records = read_records(games["russian"])
    targets, _ = targets_of(records, 1.0)
    train, validation = split(Examples(records, targets, np.ones(len(records))))
    tight, loose = (
        fit(layout, train, validation, penalties=Penalties(patterns=deviation))
        for deviation in (0.01, 10.0)
    )
    assert loose.train_loss < tight.train_loss
    assert loose.validation_loss > tight.validation_loss


def test_earlier_rounds_may_count_for_less_or_nothing(
    tmp_path: Path, games: dict[str, list[Path]], pool: Executor
) -> None:
    conditions = Conditions(RUSSIAN, "material", nodes=10)
    later = generate(conditions, tmp_path, games=100, round_number=1, executor=pool)
    both, newest, alone = (
        learn(RUSSIAN, files, tmp_path / "some.weights", decay=decay, iterations=5)[1]
        for files, decay in (
            ([*games["russian"], *later], 0.5),
            ([*games["russian"], *later], 0.0),
            (later, 1.0),
        )
    )
    assert newest["positions"] == alone["positions"] < both["positions"]
    assert newest["train_loss"] == alone["train_loss"] != both["train_loss"]


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no positions"):
        learn(RUSSIAN, [], tmp_path / "none.weights")


def test_where_losing_is_the_aim_men_are_a_burden(tmp_path: Path, pool: Executor) -> None:
    conditions = Conditions(ANTIDRAUGHTS, "classic", nodes=40)
    files = generate(conditions, tmp_path, games=100, executor=pool)
    learn(ANTIDRAUGHTS, files, tmp_path / "anti.weights", iterations=40)
    few, many = (
        Board.from_fen("W:W40:B1-10", ANTIDRAUGHTS),
        Board.from_fen("W:W31-40:B1", ANTIDRAUGHTS),
    )
    evaluation = read_weights(tmp_path / "anti.weights")[1]
    assert evaluation.of(few) > evaluation.of(many)


# --- rounds ---------------------------------------------------------------------------------------

SMALL = Plan(
    RUSSIAN, rounds=2, games=100, nodes=20, start="material", pairs=2, match_nodes=30, iterations=10
)


class _Killed(Exception):
    pass


def test_a_training_goes_on_after_a_kill_and_comes_to_the_same(
    tmp_path: Path, pool: Executor
) -> None:
    whole = train(SMALL, tmp_path / "whole", executor=pool)
    for moment in ("games", "loss", "match"):

        def kill(what: str, done: float, total: float, moment: str = moment) -> None:
            if moment in what and done:
                raise _Killed

        with pytest.raises(_Killed):
            train(SMALL, tmp_path / "killed", executor=pool, on_progress=kill)
    with pytest.raises(ValueError, match="seed 0, not seed 1"):
        train(SMALL._replace(seed=1), tmp_path / "killed", executor=pool)
    assert train(SMALL, tmp_path / "killed", executor=pool) == whole
    for name in ("round-00.weights", "round-01.weights"):
        one, two = ((tmp_path / run / name).read_bytes() for run in ("whole", "killed"))
        assert one == two


def test_a_training_leaves_weights_a_picture_and_what_was_done(
    tmp_path: Path, pool: Executor
) -> None:
    seen = []
    rounds = train(SMALL, tmp_path, executor=pool, on_round=seen.append)
    assert seen == rounds and [each.number for each in rounds] == [0, 1]
    assert rounds[1].games == 200
    header, _ = read_weights(tmp_path / "round-01.weights")
    assert header["variant"] == "russian" and header["training"]["games"] == 200
    assert header["wdl"].keys() == {"scale", "margin"}
    assert (tmp_path / "training.svg").read_text().lstrip().startswith("<?xml")
    assert (tmp_path / "best.weights").exists() == any(each.replaces for each in rounds)
    assert train(SMALL, tmp_path, executor=pool) == rounds
    longer = train(SMALL._replace(rounds=3), tmp_path, executor=pool)
    assert longer[:2] == rounds and len(longer) == 3


def test_a_folder_belongs_to_one_training(tmp_path: Path, pool: Executor) -> None:
    train(SMALL._replace(rounds=1), tmp_path, executor=pool)
    with pytest.raises(ValueError, match="the rules 'russian', not the rules 'english'"):
        train(SMALL._replace(variant=ENGLISH), tmp_path, executor=pool)
    with pytest.raises(ValueError, match="seed 0, not seed 1"):
        train(SMALL._replace(seed=1), tmp_path, executor=pool)
    (tmp_path / "training.json").write_text("{")
    with pytest.raises(ValueError, match="damaged"):
        train(SMALL, tmp_path, executor=pool)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"games": None}, "games or seconds"),
        ({"seconds": 5.0}, "games or seconds"),
        ({"rounds": 0}, "rounds is 0"),
        ({"blend": 1.5}, "blend is 1.5"),
    ],
)
def test_a_plan_is_checked(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        train(SMALL._replace(**change), tmp_path)


# --- the command ----------------------------------------------------------------------------------


def test_the_command_trains_a_house_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = RUSSIAN.replace(name="at home", men_capture_backward=False)
    file = tmp_path / "home.json"
    file.write_text(rules.to_json())
    options = "--rounds 1 --games 100 --nodes 20 --pairs 1 --match-nodes 20 --jobs 1".split()
    assert main(["train", str(file), "--dir", str(tmp_path / "out"), *options]) == 0
    told = capsys.readouterr().out
    assert "Round 0  100 games" in told and "against before" in told
    kept = json.loads((tmp_path / "out" / "training.json").read_text())
    assert Variant.from_json(json.dumps(kept["settings"]["variant"])) == rules


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("train nine --dir x", "'nine'"),
        ("train russian", "--dir"),
        ("train russian --dir x --blend 2", "share from 0 to 1"),
        ("train russian --dir x --minutes 0", "number of minutes"),
        ("train russian --dir x --minutes 1 --games 5", "not allowed with"),
        ("train russian --dir x --start nothing", "nothing"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    line: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    error = capsys.readouterr().err
    assert error.startswith("draughts: ") and error.count("\n") == 1 and told in error
