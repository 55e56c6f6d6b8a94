"""Rules and an engine for the draughts family: checkers, dam, dammen, shashki.

>>> import draughts
>>> board = draughts.Board()
>>> board.push_pdn("11-15")
Move(11, 15)
"""

from draughts._loader import load_core

load_core()

from draughts._core import Board, Move
