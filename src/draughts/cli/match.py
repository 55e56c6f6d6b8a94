"""``match``: two engine settings against each other."""

from __future__ import annotations

import argparse
import math

from draughts.cli.arguments import Arguments, Commands, add_command, at_least
from draughts.cli.bar import bar
from draughts.cli.contest import PLAYERS, add_conditions, conditions_of, player
from draughts.cli.output import say, say_json
from draughts.match import Match, Sprt, play_match
from draughts.variants import variant


def add_to(commands: Commands) -> None:
    """Add the command ``match``."""
    parser = add_command(
        commands,
        "match",
        match,
        summary="two engine settings against each other",
        details=f"""\
{PLAYERS}

Each opening is played twice, with the colours swapped. The score is A's, with
the interval that holds the true difference in 95 of 100 cases.

With -o the games go to a PDN file; the same command with the same file goes on
with a match that was stopped. --sprt ends the match when it is decided whether
the difference is nearer to the first number of Elo or to the second.""",
        examples="""\
  draughts match one,hash=1 other,hash=64 --nodes 200 --games 4
  draughts match new old,python=FILE --time 0.05 --games 400 -o games.pdn
  draughts match book,book=own none --time 0.02 --openings start --games 2
  draughts match ours 'scan,hub="FILE hub",cwd=FOLDER,book=false'
  draughts match deep,depth=3 flat,depth=1 --variant russian --games 2 --json
""",
    )
    parser.add_argument("first", metavar="A", type=player, help="the player whose score is told")
    parser.add_argument("second", metavar="B", type=player, help="the other player")
    parser.add_argument("--games", type=at_least(2), default=100, metavar="N", help="at most (100)")
    add_conditions(parser)
    parser.add_argument("--sprt", type=_sprt, metavar="ELO0,ELO1", help="stop when decided")


def match(args: Arguments) -> int:
    """Play a match, or go on with one."""
    rules = variant(args.variant or "english")
    total = args.games // 2 * 2
    with bar("match", total) as show:

        def told(match: Match) -> None:
            show(match.tally.games, f"{match.tally.games}/{total} {match.tally}")

        played = play_match(
            args.first,
            args.second,
            rules,
            conditions_of(args),
            pairs=args.games // 2,
            kind=args.openings,
            seed=args.seed,
            sprt=args.sprt,
            file=args.output,
            workers=args.jobs,
            on_pair=told,
        )
    if args.json:
        _say_for_machines(args, rules.name, played)
    else:
        _say_for_people(args, rules.name, played)
    return 0


# --- what is typed --------------------------------------------------------------------------------


def _sprt(text: str) -> Sprt:
    low, comma, high = text.partition(",")
    try:
        found = Sprt(float(low), float(high)) if comma else Sprt(0.0, float(low))
    except ValueError:
        found = Sprt(0.0, 0.0)
    if not -1000 <= found.elo0 < found.elo1 <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers of Elo, such as 0,10")
    return found


# --- what is told ---------------------------------------------------------------------------------


def _say_for_people(args: Arguments, rules: str, played: Match) -> None:
    tally = played.tally
    say(f"{args.first.name} - {args.second.name}, {rules}, {tally.games} games")
    say(f"Score    {tally}")
    say(f"Pairs    {' '.join(map(str, tally.pairs))}  (of 0, 0.5, 1, 1.5 and 2 points)")
    if args.sprt is not None:
        low, high = args.sprt.bounds
        decided = {"elo0": f"{args.sprt.elo0:+g} Elo", "elo1": f"{args.sprt.elo1:+g} Elo"}
        verdict = decided[played.verdict] if played.verdict else "undecided"
        say(f"SPRT     {args.sprt.ratio(tally):+.2f} ({low:.2f} to {high:.2f}): {verdict}")
    if played.faults:
        say(f"Faults   {played.faults} games lost by an illegal move or on time")
    for each, overrun in zip((args.first, args.second), played.overruns, strict=True):
        if math.isfinite(overrun):
            say(f"Latest   {each.name} {1000 * overrun:+.1f} ms past a move's time")


def _say_for_machines(args: Arguments, rules: str, played: Match) -> None:
    tally = played.tally
    say_json(
        variant=rules,
        first=args.first.name,
        second=args.second.name,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        pairs=tally.pairs,
        score=tally.score,
        elo=_number(tally.elo),
        interval=[_number(end) for end in tally.interval()],
        sprt=None if args.sprt is None else args.sprt.ratio(tally),
        verdict=played.verdict,
        faults=played.faults,
        overruns=[_number(overrun) for overrun in played.overruns],
    )


def _number(value: float) -> float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None
