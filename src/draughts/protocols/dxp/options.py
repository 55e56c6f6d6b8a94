"""How games over DamExchange are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from draughts.limits import Limit
from draughts.protocols.dxp.game import DxpGame
from draughts.protocols.dxp.messages import Acceptance, GameRequest
from draughts.variants import INTERNATIONAL, Variant

__all__ = ["DxpOptions"]


class DxpOptions(NamedTuple):
    """How games are played.

    Args:
        name: what we are called: 1 to 32 ASCII characters.
        variant: the rules. The protocol does not name them: both programs must be set to the same.
        limit: for each of our moves, beside the clock of the game; where the game has no clock, one
            second if this is not given.
        silence: seconds that the other program may say nothing, beyond what its clock still shows.
        take_back: whether it may take moves back.
        accept: asked about each request for a game that we could play.
        on_chat: called with each text that comes.
        on_move: called after each move of either side.
    """

    name: str = "draughts"
    variant: Variant | str = INTERNATIONAL
    limit: Limit = Limit()
    silence: float = 60.0
    take_back: bool = True
    accept: Callable[[GameRequest], Acceptance] | None = None
    on_chat: Callable[[str], object] | None = None
    on_move: Callable[[DxpGame], object] | None = None
