"""PDN for a page: games out, games in, and a game judged move by move."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from draughts import Color, Engine, Game, Judgement, Limit, Node, pdn
from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.play import Play
from draughts.protocols.shapes import outcome_to_json, path_of, score_to_json
from draughts.teaching import win_chance
from draughts.types import Termination
from draughts.web.positions import read_play
from draughts.web.rules import chosen_rules, rules_to_json

__all__ = ["MOST_GAMES", "judged", "read_pdn", "told_game"]

MOST_GAMES = 500
_MOST_NODES = 20_000  # of all the games of a file
_JUDGED = Limit(nodes=200_000)
_CLAIM = "claim"
_ENDS = (Termination.RESIGNATION, Termination.AGREEMENT, Termination.TIME, Termination.UNKNOWN)


def told_game(fields: Fields) -> Play:
    """The game of a message, with the end that the players made and their names, if it tells them.

    Raises:
        BadMessage: a field is not as it should be.
    """
    fields.only("game", "end", "names")
    play = read_play(fields.object("game"))
    if "end" in fields and play.game.outcome() is None:
        _end(play.game, fields.object("end"))
    names = fields.object("names")
    for color in Color:
        if color.value in names:
            play.game.tags[color.value.title()] = names.text(color.value, 60)
    return play


def _end(game: Game, end: Fields) -> None:
    """Let a game end as the players said."""
    named = end.choice("termination", [_CLAIM, *(ending.value for ending in _ENDS)])
    if named == _CLAIM:
        if game.can_claim_draw():
            game.claim_draw(game.board.turn)
        return
    how = Termination(named)
    winner = (
        Color(end.choice("winner", [color.value for color in Color])) if "winner" in end else None
    )
    if winner is None:
        game.offer_draw(Color.WHITE)
        game.accept_draw(Color.BLACK)
    elif how is Termination.TIME:
        game.flag(winner.opposite)
    else:
        game.resign(winner.opposite)


def read_pdn(text: str) -> dict[str, Any]:
    """The games of a PDN text: tags, moves with their variations and comments, what was mended.

    Raises:
        BadMessage: it holds no game.
    """
    games: list[dict[str, Any]] = []
    nodes = 0
    more = False
    for game in pdn.read_games(io.StringIO(text)):
        nodes += len(game.root.tree())
        if len(games) == MOST_GAMES or nodes > _MOST_NODES:
            more = True
            break
        games.append(_game_to_json(game))
    if not any(game["nodes"] for game in games):
        raise BadMessage("no-game", "there is no game in this text")
    return {"games": games, "more": more}


def _game_to_json(game: Game) -> dict[str, Any]:
    nodes = game.root.tree()
    numbers = {id(node): number for number, node in enumerate(nodes)}
    texts = _texts(game)
    return {
        "rules": rules_to_json(game.variant),
        "playable": _is_playable(game),
        "fen": game.start_fen,
        "tags": game.tags,
        "result": game.result(),
        "outcome": outcome_to_json(game.outcome()),
        "problems": [str(problem) for problem in game.errors],
        "end": numbers[id(game.end)],
        "nodes": [_node_to_json(node, numbers, texts) for node in nodes[1:]],
    }


def _is_playable(game: Game) -> bool:
    """Whether the page can play on under the rules of the game."""
    try:
        return chosen_rules(Fields(rules_to_json(game.variant), "the rules")) == game.variant
    except BadMessage:
        return False


def _texts(game: Game) -> dict[int, tuple[str, int]]:
    """For each node the text of its move, and the number of the move that it belongs to."""
    found: dict[int, tuple[str, int]] = {}
    for node in game.root.tree()[1:]:
        assert node.parent is not None and node.move is not None
        game.goto(node.parent)
        board = game.board
        found[id(node)] = board.pdn(node.move), board.move_number
    game.to_end()
    return found


def _node_to_json(
    node: Node, numbers: dict[int, int], texts: dict[int, tuple[str, int]]
) -> dict[str, Any]:
    assert node.parent is not None and node.walked is not None
    move = node.walked
    text, number = texts[id(node)]
    told = {
        "parent": numbers[id(node.parent)],
        "path": path_of(move),
        "text": text,
        "number": number,
        "before": node.comment_before,
        "after": node.comment_after,
        "nags": node.nags,
    }
    return {name: value for name, value in told.items() if value not in ("", [])}


def judged(
    play: Play, executor: Executor | None, on_progress: Callable[[int, int], object]
) -> dict[str, Any]:
    """What the moves of a game were worth: a curve of White's chances, the turning points, how well
    each side played, and the marked game as PDN.

    Args:
        play: the game; it is marked.
        executor: where to search.
        on_progress: called with how many positions are done, and of how many.
    """
    with Engine(hash_mb=16) as engine:
        found = engine.annotate(play.game, _JUDGED, executor=executor, on_progress=on_progress)
    return {
        "curve": [
            {"ply": each.ply, "white": _whites_chance(each), "score": score_to_json(each.after)}
            for each in found.judgements
        ],
        "marks": [
            {
                "ply": each.ply,
                "glyph": each.glyph,
                "lost": each.chance_lost,
                "best": _best(play, each),
            }
            for each in found.marked
        ],
        "accuracy": {color.value: found.accuracy[color] for color in Color},
        "pdn": play.game.to_pdn(),
    }


def _whites_chance(judgement: Judgement) -> float:
    chance = win_chance(judgement.after)
    return chance if judgement.color is Color.WHITE else 1 - chance


def _best(play: Play, judgement: Judgement) -> str:
    node = play.game.end.line()[judgement.ply - 1]
    assert node.parent is not None
    play.game.goto(node.parent)
    return play.game.board.pdn(judgement.best)
