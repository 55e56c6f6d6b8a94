"""Rules and an engine for the draughts family: checkers, dam, dammen, shashki.

>>> import draughts
>>> board = draughts.Board()
>>> board.push_pdn("11-15")
Move(11, 15)
"""

from __future__ import annotations

import os as _os

from draughts._cpu import HAS_V3 as _HAS_V3
from draughts._version import __version__
from draughts.errors import (
    AmbiguousMoveError,
    BookError,
    DraughtsError,
    DrawError,
    EngineError,
    GameOverError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    PdnError,
    ProtocolError,
    WeightsError,
)
from draughts.types import Color, Outcome, Piece, Status, Termination
from draughts.variants import (
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
    DrawRules,
    EndgameLimit,
    Variant,
    variant,
)

# The core is built twice from one source and always goes by the name draughts._core, so that what
# one build pickles the other can read. Where the processor can run the fast one it is found first.
_FAST_CORE = _os.path.join(__path__[0], "_v3")
_FAST = _HAS_V3 and _os.environ.get("DRAUGHTS_PORTABLE", "0") in ("", "0")
if _FAST:
    __path__.insert(0, _FAST_CORE)
try:
    from draughts._core import Board, Move
finally:
    if _FAST:
        __path__.remove(_FAST_CORE)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from draughts import batch, book, match, openings, pdn, protocols, svg
    from draughts.book import Book, BookMove
    from draughts.clock import Clock, ClockState
    from draughts.engine import Engine
    from draughts.explain import Explanation, Reason
    from draughts.game import Game, Node
    from draughts.levels import Level
    from draughts.limits import Limit
    from draughts.picker import MovePicker
    from draughts.scores import Info, PlayResult, Score, Wdl
    from draughts.series import Series, expected_score
    from draughts.teaching import Annotation, Hint, HintReason, Judgement

__all__ = [
    "ANTIDRAUGHTS",
    "BRAZILIAN",
    "BREAKTHROUGH",
    "CZECH",
    "DRAW_PRESETS",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "POOL",
    "PORTUGUESE",
    "RUSSIAN",
    "SPANISH",
    "THAI",
    "VARIANTS",
    "AmbiguousMoveError",
    "Annotation",
    "Board",
    "Book",
    "BookError",
    "BookMove",
    "Clock",
    "ClockState",
    "Color",
    "DraughtsError",
    "DrawError",
    "DrawRules",
    "EndgameLimit",
    "Engine",
    "EngineError",
    "Explanation",
    "Game",
    "GameOverError",
    "Hint",
    "HintReason",
    "IllegalMoveError",
    "Info",
    "InvalidFenError",
    "InvalidMoveError",
    "Judgement",
    "Level",
    "Limit",
    "Move",
    "MovePicker",
    "Node",
    "Outcome",
    "PdnError",
    "Piece",
    "PlayResult",
    "ProtocolError",
    "Reason",
    "Score",
    "Series",
    "Status",
    "Termination",
    "Variant",
    "Wdl",
    "WeightsError",
    "__version__",
    "batch",
    "book",
    "expected_score",
    "match",
    "openings",
    "pdn",
    "protocols",
    "svg",
    "variant",
]

_LATE = {
    "Annotation": "teaching",
    "Book": "book",
    "BookMove": "book",
    "Clock": "clock",
    "ClockState": "clock",
    "Engine": "engine",
    "Explanation": "explain",
    "Game": "game",
    "Hint": "teaching",
    "HintReason": "teaching",
    "Info": "scores",
    "Judgement": "teaching",
    "Level": "levels",
    "Limit": "limits",
    "MovePicker": "picker",
    "Node": "game",
    "PlayResult": "scores",
    "Reason": "explain",
    "Score": "scores",
    "Series": "series",
    "Wdl": "scores",
    "expected_score": "series",
}


_ROOMS = ("batch", "book", "match", "openings", "pdn", "protocols", "svg")


def __getattr__(name: str) -> object:
    """What is built on the rules is imported when it is first asked for: they alone load faster."""
    if name in _LATE or name in _ROOMS:
        import importlib

        if name in _ROOMS:
            return importlib.import_module(f"draughts.{name}")
        return getattr(importlib.import_module(f"draughts.{_LATE[name]}"), name)
    raise AttributeError(f"module 'draughts' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
