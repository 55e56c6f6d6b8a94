"""A game in five lines, from an opening that a tournament might draw."""

import draughts

board, engine = draughts.openings.ballots("english")[0].board(), draughts.Engine(seed=1)
while not board.is_game_over():
    board.push(engine.play(board, draughts.Level.EASY).move)
print(board, board.outcome(), sep="\n")
