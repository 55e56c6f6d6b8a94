"""Where the pairs of a match begin: the ballots, and as many more positions as it takes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import repeat

from draughts._core import Move
from draughts.engine import Engine
from draughts.game import Game
from draughts.limits import Limit
from draughts.openings import ballots
from draughts.variants import Variant

START = "start"

_LOOK = Limit(depth=6)
_FAIR = 30  # hundredths of a man that a move which is added may be worse than the best
_MOVES_LOOKED_AT = 6


def openings(rules: Variant, kind: str | None = None, seed: int = 0) -> Iterator[Game]:
    """Balanced openings, without end: the variant's ballots in random order, each once, then each
    with two more plies chosen among good ones, then with four, and so on.

    A variant without ballots starts from its start position with four such plies.

    Args:
        rules: the variant.
        kind: the kind of ballots, as :func:`draughts.openings.ballots` has it, or ``"start"`` for
            the start position every time: to try a book, for engines that do not play the same
            game twice.
        seed: of the order and of the moves that are added.

    Raises:
        ValueError: there is no such kind.

    >>> from draughts import ENGLISH
    >>> first = next(openings(ENGLISH))
    >>> len(list(first.mainline())), first.tags["Opening"] != ""
    (3, True)
    """
    if kind == START:
        yield from repeat(_start(rules))
    chooser = random.Random(seed)
    games = _ballots(rules, kind)
    chooser.shuffle(games)
    engine = Engine(hash_mb=1)
    added = 0 if len(games) > 1 else 4
    while True:
        for game in games:
            yield _longer(engine, game, added, chooser)
        added += 2


def _ballots(rules: Variant, kind: str | None) -> list[Game]:
    try:
        found = ballots(rules.name, kind)
    except ValueError:
        if kind is not None:
            raise
        return [_start(rules)]
    games = []
    for opening in found:
        game = Game.from_board(opening.board(rules))
        game.tags["Opening"] = opening.name
        games.append(game)
    return games


def _start(rules: Variant) -> Game:
    return Game(variant=rules, tags={"Opening": "start"})


def _longer(engine: Engine, start: Game, plies: int, chooser: random.Random) -> Game:
    """An opening with some more plies, none of them bad."""
    game = start.copy()
    engine.new_game()
    for _ in range(plies):
        if game.outcome() is None:
            game.play(_good_move(engine, game, chooser))
    return game if game.outcome() is None else start.copy()


def _good_move(engine: Engine, game: Game, chooser: random.Random) -> Move:
    infos = engine.analyse(game.board, _LOOK, multipv=_MOVES_LOOKED_AT)
    best = infos[0].score.centimen
    good = [
        info.pv[0] for info in infos if best is None or (info.score.centimen or 0) >= best - _FAIR
    ]
    return chooser.choice(good)
