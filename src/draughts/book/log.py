"""What a build has found, in a file that only grows, so that a build that was killed goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from draughts.errors import BookError

_KIND = "draughts book build"


class Log:
    """The moves found so far and their scores, by the FEN of the position.

    A line of JSON for each; the first line holds what must be the same for a build to go on. A kill
    costs at most the last line.

    Args:
        path: the file; None to keep nothing.
        settings: what must be the same.

    Raises:
        BookError: the file is not of such a build.
    """

    def __init__(self, path: str | os.PathLike[str] | None, **settings: Any) -> None:
        self.found: dict[str, dict[str, int]] = {}
        self._file: IO[bytes] | None = None
        if path is None:
            return
        self._path = Path(path)
        self._head = _line({"kind": _KIND, **settings})
        self._file = self._path.open("a+b")
        try:
            self._read(self._file)
        except BaseException:
            self._file.close()
            raise

    def _read(self, file: IO[bytes]) -> None:
        file.seek(0)
        text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if not self._head.startswith(text[: len(self._head)]):
            raise BookError(self._other(text))
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                fen, moves = json.loads(line)
                self.found[fen] = {str(move): int(score) for move, score in moves.items()}
                if not moves:
                    raise ValueError("no moves")
            except (ValueError, TypeError, AttributeError) as error:
                raise BookError(
                    f"{self._path} is damaged in line {number}; cut the file there to go on"
                ) from error
        file.truncate(len(whole))
        if not whole:
            self._write(self._head)

    def _other(self, text: bytes) -> str:
        try:
            head = json.loads(text.partition(b"\n")[0])
            if head["kind"] == _KIND:
                rules = json.loads(head["variant"])["name"]
                return (
                    f"{self._path} holds a build of {rules} with {head['nodes']} nodes and a "
                    f"margin of {head['margin']}; go on with these, or name another file"
                )
        except (ValueError, TypeError, KeyError):
            pass
        return f"{self._path} holds something else than the build of a book"

    def add(self, fen: str, scores: dict[str, int]) -> None:
        """Keep what was found in a position."""
        self.found[fen] = scores
        self._write(_line([fen, scores]))

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
