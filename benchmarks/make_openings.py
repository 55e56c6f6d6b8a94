"""Find the quiet openings of International draughts that ``draughts.openings`` ships.

    python benchmarks/make_openings.py      search, and write the data file anew

Every position after four quiet plies in which neither side could capture is searched, once for all
orders of the moves and once for it and its mirror image. What the engine finds balanced is kept,
spread over the first moves. The same engine writes the same file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from draughts import Board, Engine, Limit, __version__

DATA = Path(__file__).parents[1] / "src/draughts/data/openings_international.json"
NODES = 2_000_000
MOST_CENTIMEN = 12
PER_FIRST_MOVE = 20

Row = tuple[str, ...]


def quiet_lines(board: Board, played: Row = ()) -> Iterator[Row]:
    """The openings without a capture, the board standing at the end of each."""
    if board.must_capture:
        return
    if len(played) == 4:
        yield played
        return
    for move in board.legal_moves:
        text = board.pdn(move)
        board.push(move)
        yield from quiet_lines(board, (*played, text))
        board.pop()


def placement(board: Board) -> str:
    """A FEN without the side to move."""
    return board.fen()[2:]


def balanced() -> Iterator[Row]:
    """The openings that a search finds balanced."""
    board = Board("international")
    engine = Engine(hash_mb=16)
    seen = set()
    for moves in quiet_lines(board):
        same = min(placement(board), placement(board.mirror()))
        if same in seen or Board.from_fen("B:" + placement(board), board.variant).must_capture:
            continue
        seen.add(same)
        engine.new_game()
        centimen = engine.analyse(board, Limit(nodes=NODES)).score.centimen
        if centimen is not None and abs(centimen) <= MOST_CENTIMEN:
            yield moves


def spread(openings: list[Row]) -> Iterator[Row]:
    """At most so many for each first move, taken at even distances."""
    for first in dict.fromkeys(moves[0] for moves in openings):
        family = [moves for moves in openings if moves[0] == first]
        count = min(PER_FIRST_MOVE, len(family))
        yield from (family[i * len(family) // count] for i in range(count))


def main() -> None:
    rows = [" ".join(moves) for moves in spread(list(balanced()))]
    source = f"python benchmarks/make_openings.py, draughts {__version__}: four quiet plies"
    source += f", at most {MOST_CENTIMEN} hundredths of a man in a search of {NODES:,} nodes"
    quiet = [f"{number} {row}" for number, row in enumerate(rows, 1)]
    text = json.dumps({"meta": {"source": source}, "kinds": {"quiet": quiet}}, indent=0)
    DATA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
