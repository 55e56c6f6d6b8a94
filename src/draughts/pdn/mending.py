"""Moves that are not written as they should be."""

from __future__ import annotations

from collections.abc import Iterator

from draughts._core import PDN_KINDS, Board, Move, PdnScanner
from draughts.errors import DraughtsError
from draughts.pdn.problems import Code, Report, shortened

_MOVE, _NUMBER = PDN_KINDS["MOVE"], PDN_KINDS["NUMBER"]


def mend(scanner: PdnScanner, board: Board, report: Report) -> Move | None:
    """The move that the scanner's last token means, which is not one that can simply be played.

    Args:
        scanner: it may go on over tokens that belong to the move.
        board: the position; it does not change.
        report: gets what was made of it.

    Returns:
        A legal move; None if there is none.
    """
    choices = scanner.choices(board)
    if choices:
        return _decide(choices, scanner, board, report)
    start, token, squares = scanner.start, scanner.token(), scanner.named()
    move = _short(token, board)
    if move is not None:
        message = f"{shortened(token)} was read as {board.pdn(move)}"
        report.add(Code.MOVE_SHORT, message, start, token)
        return move
    return _steps(scanner, board, report) or _refuse(start, token, squares, board, report)


def _refuse(start: int, token: str, squares: list[int], board: Board, report: Report) -> None:
    """Say why a text is no legal move."""
    if not squares:
        message = f"{shortened(token)} names a square that this board has not"
        report.add(Code.MOVE_INVALID, message, start, token)
        return
    legal = sorted(board.pdn(move) for move in board.legal_moves)
    shown = ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "")
    what = f"{board.turn.value} may play {shown}" if legal else f"{board.turn.value} has no move"
    report.add(Code.MOVE_ILLEGAL, f"{shortened(token)} is not legal: {what}", start, token)


def _decide(choices: list[Move], scanner: PdnScanner, board: Board, report: Report) -> Move:
    """Of several captures the one after which the game can go on as it is written."""
    texts = sorted((board.pdn(move), move) for move in choices)
    reach = []
    behind, start = scanner.at, scanner.start
    token = scanner.token()
    for _, move in texts:
        after = board.copy()
        after.push(move)
        plies, complete = scanner.measure(after)
        reach.append((complete, plies))
        scanner.at = behind
    best = max(reach)
    text, move = texts[reach.index(best)]
    either = " or ".join(text for text, _ in texts)
    decided = reach.count(best) == 1
    code = Code.MOVE_DECIDED if decided else Code.MOVE_AMBIGUOUS
    why = "the moves that follow tell" if decided else "nothing tells which"
    report.add(
        code, f"{shortened(token)} is {either}; {text} was taken: {why}", start, token
    )
    return move


def _short(text: str, board: Board) -> Move | None:
    """The move of a text without a sign, ``3228``, or without the first rank, ``ab4``."""
    found = [move for way in _spelt_out(text, board) for move in _parsed(way, board)]
    return found[0] if len(set(found)) == 1 else None


def _spelt_out(text: str, board: Board) -> Iterator[str]:
    if text.isdecimal():
        for cut in range(1, len(text)):
            if len(text[:cut]) < 3 and len(text[cut:]) < 3:
                yield f"{text[:cut]}-{text[cut:]}"
    elif text[:2].isalpha() and text[2:].isdecimal():
        for move in board.legal_moves:
            if board.square_name(move.from_square)[0] == text[0].lower():
                yield f"{board.square_name(move.from_square)}-{text[1:]}"


def _parsed(text: str, board: Board) -> list[Move]:
    try:
        return [board.parse_pdn(text)]
    except DraughtsError:
        return []


def _steps(scanner: PdnScanner, board: Board, report: Report) -> Move | None:
    """The capture whose steps are written as moves of their own: ``29-22 22-13``."""
    squares = scanner.named()
    start, behind = scanner.start, scanner.at
    token = scanner.token()
    found = None
    while squares:
        kind = scanner.next()
        more = scanner.named() if kind == _MOVE else []
        if more[:1] != squares[-1:]:
            if kind == _NUMBER:
                continue
            break
        squares += more[1:]
        token += f" {scanner.token()}"
        for move in _parsed("x".join(map(str, squares)), board):
            found, behind = move, scanner.at
    scanner.at = behind
    if found is not None:
        message = f"{shortened(token)} was read as {board.pdn(found)}"
        report.add(Code.MOVE_STEPS, message, start, token)
    return found
