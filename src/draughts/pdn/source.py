"""From a file to the bytes of one game after another, in constant memory."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from typing import IO, Any, TypeAlias

from draughts._core import PDN_KINDS, PdnScanner, find_pdn_end

Source: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]

_END = PDN_KINDS["END"]
_BLOCK = 1 << 18
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_CYRILLIC_WORD = re.compile(rb"[\xc0-\xff]{3}")
_HIGH = re.compile(rb"[\xc0-\xff]")


class Chunk:
    """The text of one game: bytes with lines that end in LF, and where it begins in the file.

    Attributes:
        text: the bytes.
        line: the number of the first line.
        column: that of the first character in this line.
        recoded: whether the text is UTF-8 because it was made so here.
    """

    __slots__ = ("column", "line", "recoded", "text")

    def __init__(self, text: bytes, line: int, column: int, recoded: bool) -> None:
        self.text = text
        self.line = line
        self.column = column
        self.recoded = recoded


def marked_encoding(head: bytes) -> str | None:
    """The encoding of a file that does not extend ASCII, by the mark at its head."""
    return _MARKS.get(head[:2])


def _wide(encoding: str | None) -> str | None:
    """The name of an encoding if it does not extend ASCII, without a mark; else None."""
    name = "" if encoding is None else codecs.lookup(encoding).name
    if not name.startswith(("utf-16", "utf-32")):
        return None
    return name if name[-3:] in ("-le", "-be") else f"{name}-le"


def decoded(text: bytes, encoding: str | None) -> tuple[str, str]:
    """A text that is not plain ASCII, and the encoding that it is in."""
    for name in (encoding, "utf-8") if encoding else ("utf-8",):
        try:
            return text.decode(name), name
        except UnicodeDecodeError:
            pass
    # Cyrillic words are runs of high letters; in western texts these stand alone or in pairs.
    runs, letters = len(_CYRILLIC_WORD.findall(text)), len(_HIGH.findall(text))
    name = "cp1251" if 6 * runs > letters else "cp1252"
    try:
        return text.decode(name), name
    except UnicodeDecodeError:
        return text.decode("latin-1"), "latin-1"


class GameChunks:
    """The games of a file, as chunks of its text.

    Attributes:
        position: the bytes that were read of the file, or characters if it is open as text.
        consumed: how many of these belong to the games so far.
    """

    def __init__(self, source: Source, encoding: str | None) -> None:
        self._wide = _wide(encoding)
        self._owned: IO[bytes] | None = None
        if isinstance(source, (str, os.PathLike)):
            self._file: IO[Any] = open(source, "rb")
            self._owned = self._file
        else:
            self._file = source
        self.position = 0
        self.consumed = 0
        self._is_text = False
        self._decoder: codecs.IncrementalDecoder | None = None
        self._buffer = b""
        self._start = 0
        self._whole = False
        self._line = self._column = 1

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if self._owned is not None:
            self._owned.close()

    def _read_more(self) -> None:
        """Read a block, as long as the text of the game so far: any length in linear time."""
        self._buffer = self._buffer[self._start :]
        self._start = 0
        block = self._file.read(max(_BLOCK, len(self._buffer)))
        self._whole = not block
        if isinstance(block, str):
            self._is_text = True
            self._buffer += block.encode("utf-8", "replace")
        else:
            if self.position == 0:
                if len(block) == 1:
                    block += self._file.read(1)
                self._wide = marked_encoding(block) or self._wide
                if self._wide is not None:
                    self._decoder = codecs.getincrementaldecoder(self._wide)("replace")
            if self._decoder is not None:
                block_text = self._decoder.decode(block, final=self._whole)
                self._buffer += block_text.encode("utf-8", "replace")
            else:
                self._buffer += block
        self.position += len(block)

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        while True:
            end = find_pdn_end(self._buffer, self._start, self._whole)
            if end < 0:
                self._read_more()
                continue
            text = self._buffer[self._start : end]
            if not text:
                raise StopIteration
            self._start = end
            self.consumed += self._length(text)
            chunk = self._chunk(text)
            if PdnScanner(chunk.text).next() != _END:
                return chunk

    def _length(self, text: bytes) -> int:
        """How much of the file a text is."""
        if self._is_text:
            return len(text.decode("utf-8"))
        return len(text.decode("utf-8").encode(self._wide) if self._wide else text)

    def _chunk(self, text: bytes) -> Chunk:
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        recoded = self._is_text or self._decoder is not None
        chunk = Chunk(text, self._line, self._column, recoded)
        self._line += text.count(b"\n")
        _, end, last = text.rpartition(b"\n")
        self._column = len(last.decode("utf-8", "replace")) + (1 if end else self._column)
        return chunk
