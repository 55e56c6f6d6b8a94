"""Moves, positions, scores and rules as JSON values: the shapes that every protocol here shares."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from draughts._core import Board, Move
from draughts.explain import Explanation
from draughts.picker import walks_from
from draughts.scores import Info, Score
from draughts.teaching import Hint
from draughts.types import Color, Outcome, Piece
from draughts.variants import Variant, variant

__all__ = [
    "describe",
    "explanation_to_json",
    "hint_to_json",
    "info_to_json",
    "legal_walks",
    "line_of",
    "move_to_json",
    "outcome_to_json",
    "path_of",
    "pieces_of",
    "rules_of",
    "score_to_json",
]


# --- moves ----------------------------------------------------------------------------------------


def path_of(move: Move) -> list[int]:
    """The squares on which the piece comes down, its origin first."""
    return list(move.path) or [move.from_square, move.to_square]


def move_to_json(board: Board, move: Move) -> dict[str, Any]:
    """A move: how it is written, walked, what it takes and whether it crowns."""
    return {
        "text": board.pdn(move),
        "path": path_of(move),
        "captured": sorted(move.captured),
        "promotes": move.promotes,
    }


def legal_walks(board: Board) -> list[dict[str, Any]]:
    """Every way to walk a legal move.

    For each hop ``reach`` has the squares on which the piece may come down to go on like this, and
    ``victims`` the piece that it jumps. ``move`` is the same number for ways of the same move.
    """
    moves = board.legal_moves
    numbers = {move: number for number, move in enumerate(moves)}
    return [
        {
            "move": numbers[walk.move],
            "path": walk.path,
            "victims": walk.victims,
            "reach": [sorted(squares) for squares in walk.reach],
            "text": board.pdn(walk.move),
            "promotes": walk.move.promotes,
        }
        for square in sorted({move.from_square for move in moves})
        for walk in walks_from(board, square)
    ]


def line_of(board: Board, moves: Iterable[Move]) -> list[str]:
    """A line of play in the variant's notation.

    >>> board = Board("russian")
    >>> line_of(board, [board.parse_pdn("c3-d4")])
    ['c3-d4']
    """
    board = board.copy()
    texts = []
    for move in moves:
        texts.append(board.pdn(move))
        board.push(move)
    return texts


def explanation_to_json(found: Explanation) -> dict[str, Any]:
    """Why a move is illegal."""
    return {
        "code": found.reason.value,
        "sentence": found.sentence,
        "squares": {role: list(squares) for role, squares in found.squares.items()},
    }


# --- positions ------------------------------------------------------------------------------------


def pieces_of(board: Board) -> dict[int, str]:
    """The letter of the piece on each square that is not empty: w W b B, kings in capitals."""
    return {
        square: Piece.of(color, king=king).value
        for color in Color
        for king in (False, True)
        for square in board.pieces(color, king)
    }


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended; ``winner`` is None for a draw."""
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else outcome.winner.value,
        "termination": outcome.termination.value,
    }


# --- what an engine finds -------------------------------------------------------------------------


def score_to_json(score: Score) -> dict[str, int | None]:
    """A score, for the side to move; ``win_in`` is in plies."""
    return {"centimen": score.centimen, "win_in": score.win_in}


def info_to_json(board: Board, info: Info) -> dict[str, Any]:
    """A line of an iteration of a search; ``place`` is its place among the best, from 1."""
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "place": info.multipv,
        "score": score_to_json(info.score),
        "nodes": info.nodes,
        "nodes_per_second": info.nps,
        "seconds": info.time,
        "line": line_of(board, info.pv),
    }


def hint_to_json(board: Board, hint: Hint) -> dict[str, Any]:
    """What to play, and why."""
    return {
        "path": path_of(hint.move),
        "reason": hint.reason.value,
        "number": hint.number,
        "text": board.pdn(hint.move),
        "score": score_to_json(hint.score),
        "sentence": hint.sentence,
        "line": line_of(board, hint.line),
    }


# --- rules ----------------------------------------------------------------------------------------


def describe(rules: Variant) -> dict[str, Any]:
    """What a program has to know of a variant before it draws the first board.

    ``places`` has the row and the column of each square, from the top left corner as White sees it.
    """
    board = Board(rules)
    squares = range(1, rules.squares + 1)
    return {
        "name": rules.name,
        "game_type": rules.game_type,
        "size": rules.size,
        "places": [board.square_place(square) for square in squares],
        "names": [board.square_name(square) for square in squares],
        "algebraic": rules.notation == "algebraic",
        "first": rules.first_player.value,
        "bottom": Color.WHITE.value,
        "pieces": pieces_of(board),
        "flying_kings": rules.flying_kings,
        "aim": rules.aim,
    }


def rules_of(rules: Variant) -> dict[str, Any]:
    """A rule set as ``variant``, a built-in one or None, and ``rules``, what is different in it.

    >>> rules_of(variant("russian").replace(mandatory_capture=False))
    {'variant': 'russian', 'rules': {'mandatory_capture': False}}
    """
    tags = rules.to_tags()
    try:
        base = variant(rules.game_type_number)
    except ValueError:
        return {"variant": None, "rules": json.loads(rules.to_json())}
    return {"variant": base.name, "rules": json.loads(tags.get("Rules", "{}"))}
