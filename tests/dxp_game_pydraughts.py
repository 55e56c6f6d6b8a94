"""A game of chance against a program that follows: python dxp_game_pydraughts.py PORT SIDE VARIANT

Runs where pydraughts is installed. SIDE is that of the follower. Prints the plies and the winner,
1 for White and 2 for Black; the follower has made the last move, or it has been told of it.
"""

from __future__ import annotations

import random
import sys

import draughts
from draughts.engine import DXPEngine

port, side, variant = sys.argv[1:]
board = draughts.Board(variant=variant)
random.seed(port)
engine = DXPEngine(options={"engine-opened": True, "port": port, "initial-time": 300})
while not board.is_over():
    if (board.turn == draughts.BLACK) == (side == "white"):
        board.push(random.choice(board.legal_moves()))
    if board.is_over():
        break
    move = engine.play(board).move
    if move is None:
        sys.exit("the follower has left")
    board.push(move)
engine.quit()
print(len(board.move_stack), board.winner())
