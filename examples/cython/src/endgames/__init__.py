"""How many positions can come about within some plies: an answer in C speed."""

from endgames.reach import reachable

__all__ = ["reachable"]
