"""``train``: weights of the evaluation, learned from games of the engine with itself."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least
from draughts.cli.bar import bar
from draughts.cli.output import count, say
from draughts.variants import Variant, variant

if TYPE_CHECKING:
    from draughts.train import Plan, Round

_USUAL: dict[str, Any] = {"rounds": 4, "seconds": 240.0, "nodes": 1500, "start": "classic"}
_QUICK: dict[str, Any] = {"rounds": 1, "games": 10_000, "nodes": 400, "start": "material"}


def add_to(commands: Commands) -> None:
    """Add the command ``train``."""
    parser = add_conversation(
        commands,
        "train",
        train,
        summary="weights of the evaluation, learned from games of the engine with itself",
        details="""\
A round is games with the best weights so far, weights that are learned from all
games, and a match with those before: if the new ones win it, they replace them.
DIR/best.weights is what to play with, DIR/training.svg shows how it went. The
same command goes on after a kill; a greater --rounds adds rounds. With --games
the same --seed leads to the same weights.

--quick is one small round from "material", in a minute or two: a check, whose
exit status is 1 if the weights are not better.""",
        examples="""\
  draughts train russian --dir DIR
  draughts train english --dir DIR --rounds 6 --games 40000 --seed 1
  draughts train FILE --dir DIR --minutes 10
  draughts train russian --dir DIR --quick
  draughts match mine,evaluation=FILE classic,evaluation=classic --nodes 4000
""",
    )
    parser.add_argument(
        "rules",
        metavar="VARIANT",
        help="name of the rules, or a file of your own as Variant.to_json writes it",
    )
    parser.add_argument("--dir", metavar="DIR", required=True, help="where all is kept")
    parser.add_argument("--rounds", type=at_least(1), metavar="N", help="how many (4)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=_positive, metavar="M", help="of games in each round (4)")
    length.add_argument("--games", type=at_least(1), metavar="N", help="in each round")
    parser.add_argument("--nodes", type=at_least(1), metavar="N", help="a move of them (1500)")
    parser.add_argument(
        "--start", metavar="EVAL", help="what plays first: classic, material or a file of weights"
    )
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="N", help="of chance (0)")
    parser.add_argument(
        "--blend",
        type=_share,
        default=0.4,
        metavar="B",
        help="share of the result, against search scores, in what is learned (0.4)",
    )
    parser.add_argument(
        "--decay",
        type=_share,
        default=1.0,
        metavar="D",
        help="what a round counts beside the next one (1)",
    )
    parser.add_argument(
        "--pairs", type=at_least(1), default=100, metavar="N", help="of games in a match (100)"
    )
    parser.add_argument(
        "--match-nodes", type=at_least(1), default=4000, metavar="N", help="a move of them (4000)"
    )
    parser.add_argument("--jobs", type=at_least(1), metavar="N", help="processes (all cores)")
    parser.add_argument("--quick", action="store_true", help="a small round from material")


def train(args: Arguments) -> int:
    """Train, or go on with a training.

    Raises:
        ValueError: a package is missing, or something that was typed is wrong.
    """
    rules = _rules_of(args.rules)
    try:
        from draughts.train import train as run
    except ImportError as error:
        raise ValueError(str(error)) from None
    with bar("training", 1.0) as show:
        rounds = run(
            _plan(args, rules),
            args.dir,
            workers=args.jobs,
            on_progress=lambda what, done, total: show(done / total if total else 0.0, what),
            on_round=_say_round,
        )
    best = [each for each in rounds if each.replaces]
    if not best:
        say("No round has made weights that are better than what it started with.")
        return 1 if args.quick else 0
    say(f"Best     round {best[-1].number}: {Path(args.dir) / 'best.weights'}")
    return 0


def _plan(args: Arguments, rules: Variant) -> Plan:
    from draughts.train import Plan

    settings = dict(_QUICK if args.quick else _USUAL)
    if args.minutes or args.games:
        settings |= {"games": args.games, "seconds": 60 * args.minutes if args.minutes else None}
    for name in ("rounds", "nodes", "start"):
        settings[name] = getattr(args, name) or settings[name]
    return Plan(
        rules,
        **settings,
        seed=args.seed,
        blend=args.blend,
        decay=args.decay,
        pairs=args.pairs,
        match_nodes=args.match_nodes,
    )


def _say_round(done: Round) -> None:
    low, high = done.interval
    say(
        f"Round {done.number}  {count(done.games)} games, {count(done.positions)} positions, "
        f"loss {done.train_loss:.4f}, of other games {done.validation_loss:.4f}"
    )
    say(
        f"         against before +{done.wins} ={done.draws} -{done.losses}, "
        f"Elo {done.elo:+.0f} ({low:+.0f} to {high:+.0f}): "
        f"{'replaces it' if done.replaces else 'not better'}"
    )


# --- what is typed --------------------------------------------------------------------------------


def _rules_of(text: str) -> Variant:
    """A built-in variant, or that of a file."""
    file = Path(text)
    if not file.is_file():
        return variant(text)
    try:
        return Variant.from_json(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _number(text: str, is_right: Callable[[float], bool], what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not is_right(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return number


def _positive(text: str) -> float:
    return _number(text, lambda number: 0 < number <= 1e6, "a number of minutes, such as 4 or 0.5")


def _share(text: str) -> float:
    return _number(text, lambda number: 0 <= number <= 1, "a share from 0 to 1, such as 0.5")
