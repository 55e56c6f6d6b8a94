"""``tournament``: several players, each against each, or one against all the others."""

from __future__ import annotations

from draughts.cli.arguments import Arguments, Commands, add_command, at_least
from draughts.cli.bar import bar
from draughts.cli.contest import PLAYERS, add_conditions, conditions_of, player
from draughts.cli.output import Table, say, say_json
from draughts.match import Standing, Tournament, play_tournament
from draughts.variants import variant


def add_to(commands: Commands) -> None:
    """Add the command ``tournament``."""
    parser = add_command(
        commands,
        "tournament",
        tournament,
        summary="several players, each against each",
        details=f"""\
{PLAYERS}

In a round all who meet play the same opening twice, with the colours swapped:
everybody against everybody, or with --gauntlet the first against all others.
The table shows for each pairing how many games were won, drawn and lost. With
-o the games go to a PDN file; the same command with the same file goes on with
a tournament that was stopped.""",
        examples="""\
  draughts tournament a,nodes=50 b,nodes=100 c,nodes=200 --rounds 1
  draughts tournament new old,python=FILE 'scan,hub="FILE hub"' --gauntlet
""",
    )
    parser.add_argument("players", nargs="+", metavar="PLAYER", type=player, help="two or more")
    parser.add_argument("--rounds", type=at_least(1), default=10, metavar="N", help="(10)")
    parser.add_argument("--gauntlet", action="store_true", help="the first against all others")
    add_conditions(parser)


def tournament(args: Arguments) -> int:
    """Play a tournament, or go on with one."""
    rules = variant(args.variant or "english")
    number = len(args.players)
    meetings = number - 1 if args.gauntlet else number * (number - 1) // 2
    with bar("tournament", 2 * meetings * args.rounds) as show:
        played = play_tournament(
            args.players,
            rules,
            conditions_of(args),
            pairs=args.rounds,
            gauntlet=args.gauntlet,
            kind=args.openings,
            seed=args.seed,
            file=args.output,
            workers=args.jobs,
            on_pair=lambda now: show(now.games, f"{now.games} games, {_leader(now)} leads"),
        )
    rows = played.standings()
    if args.json:
        _say_for_machines(rules.name, played, rows)
    else:
        _say_for_people(rules.name, played, rows)
    return 0


def _leader(played: Tournament) -> str:
    return played.standings()[0].name


def _say_for_people(rules: str, played: Tournament, rows: list[Standing]) -> None:
    say(f"{rules}, {played.games} games")
    say()
    width = max(len(row.name) for row in rows)
    cells = {row: [_cell(played, row, other) for other in rows] for row in rows}
    wide = max(len(cell) for line in cells.values() for cell in line)
    table = Table(
        ("", ">3"),
        ("", f"<{width}"),
        ("points", ">7"),
        ("games", ">6"),
        ("Elo", ">6"),
        ("SB", ">8"),
        *((str(place), f">{wide + 1}") for place in range(1, len(rows) + 1)),
    )
    for place, row in enumerate(rows, 1):
        numbers = f"{row.points:g}", row.games, f"{row.elo:+.0f}", f"{row.berger:g}"
        table.row(place, row.name, *numbers, *cells[row])
    if played.faults:
        say()
        say(f"{len(played.faults)} games were lost by an illegal move or on time:")
        for fault in played.faults:
            say(f"  {fault}")


def _cell(played: Tournament, row: Standing, other: Standing) -> str:
    result = played.against(row.name, other.name)
    return "+{} ={} -{}".format(*result) if sum(result) else "."


def _say_for_machines(rules: str, played: Tournament, rows: list[Standing]) -> None:
    pairings = [
        {"players": pairing, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
        for pairing, tally in played.tallies.items()
    ]
    standings = [row._asdict() | {"games": row.games} for row in rows]
    say_json(variant=rules, standings=standings, pairings=pairings, faults=played.faults)
