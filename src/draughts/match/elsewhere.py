"""What another build's interpreter runs: a request a line, an answer a line, both JSON.

It is handed over as text and must make do with the names of the first release.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import draughts


def board_of(request: dict[str, Any]) -> draughts.Board:
    """The position from which a game begins."""
    try:
        rules = draughts.variant(request["variant"])
    except ValueError:
        rules = draughts.Variant.from_json(request["json"])
    return draughts.Board.from_fen(request["fen"], rules)


def main() -> None:
    """Answer until nobody asks any more."""
    engine = draughts.Engine(**json.loads(sys.argv[1]))
    board = draughts.Board()
    for line in sys.stdin:
        request = json.loads(line)
        if "fen" in request:
            board = board_of(request)
            getattr(engine, "new_game", lambda: None)()
            answer = "ready"
        else:
            for text in request["played"]:
                board.push_pdn(text)
            info = engine.analyse(board, draughts.Limit(**request["limit"]))
            answer = board.pdn(info.pv[0])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
