"""The exceptions of the library: one family, so that one ``except`` clause catches them all."""

from __future__ import annotations

__all__ = [
    "AmbiguousMoveError",
    "BookError",
    "DraughtsError",
    "DrawError",
    "EngineError",
    "GameOverError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "PdnError",
    "ProtocolError",
    "WeightsError",
]


class DraughtsError(ValueError):
    """The base of every error that the library raises about its input."""


class InvalidFenError(DraughtsError):
    """A text is not a FEN. The message names the token, its place and what would be right."""


class InvalidMoveError(DraughtsError):
    """A text is not a move at all, whatever the position."""


class IllegalMoveError(DraughtsError):
    """A move is well formed but not legal in the position."""


class AmbiguousMoveError(DraughtsError):
    """A text stands for more than one legal capture.

    ``choices`` holds the texts that would be unambiguous.
    """

    def __init__(self, message: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.choices = choices

    def __reduce__(self) -> tuple[type[AmbiguousMoveError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.args[0], self.choices)


class PdnError(DraughtsError):
    """A PDN text is not as the standard has it.

    ``line`` and ``column`` say where, both from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.args[0]}"


class BookError(DraughtsError):
    """A file is no opening book, or a damaged one. The message names it and says what is wrong."""


class EngineError(DraughtsError):
    """The engine was asked for something that it cannot do."""


class GameOverError(DraughtsError):
    """A game that is over was to be played on. The message says how it ended."""


class DrawError(DraughtsError):
    """A draw was offered, answered or claimed where there is nothing to offer, answer or claim."""


class ProtocolError(DraughtsError):
    """Another program does not keep to the protocol, is silent for too long, or has gone."""


class WeightsError(DraughtsError):
    """A file does not hold weights of an evaluation, is damaged, or is for another board."""
