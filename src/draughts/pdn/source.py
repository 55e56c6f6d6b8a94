"""From a file to the bytes of one game after another, in constant memory."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator
from typing import IO, Any, TypeAlias

from draughts._core import PDN_KINDS, PdnScanner, find_pdn_end

Source: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]

_END = PDN_KINDS["END"]
_BLOCK = 1 << 18
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CYRILLIC_WORD = re.compile(rb"[\xc0-\xff]{3}")
_HIGH = re.compile(rb"[\xc0-\xff]")


class Chunk:
    """The text of one game: bytes with lines that end in LF, and the number of its first line."""

    __slots__ = ("line", "text")

    def __init__(self, text: bytes, line: int) -> None:
        self.text = text
        self.line = line


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
        position: the bytes, or characters of a text, that have been read.
    """

    def __init__(self, source: Source) -> None:
        self._owned: IO[bytes] | None = None
        file: IO[Any]
        if isinstance(source, (str, os.PathLike)):
            file = self._owned = open(source, "rb")
        else:
            file = source
        self.position = 0
        self._blocks = self._read_blocks(file)
        self._buffer = b""
        self._start = 0
        self._whole = False
        self._line = 1

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if self._owned is not None:
            self._owned.close()

    def _read_blocks(self, file: IO[Any]) -> Iterator[bytes]:
        """The file in UTF-8 or in what it is in, without a byte order mark, its lines ending in LF."""
        decoder: codecs.IncrementalDecoder | None = None
        newlines = io.IncrementalNewlineDecoder(None, translate=True)
        size = _BLOCK
        first = True
        while block := file.read(size):
            self.position += len(block)
            size = max(_BLOCK, len(self._buffer))  # a game of any length in linear time
            if isinstance(block, str):
                yield newlines.decode(block).encode("utf-8", "replace")
                continue
            if first and block.startswith(_UTF_16):
                decoder = codecs.getincrementaldecoder("utf-16")("replace")
            first = False
            if decoder is not None:
                yield newlines.decode(decoder.decode(block)).encode("utf-8", "replace")
            elif b"\r" in block or newlines.getstate()[1]:
                yield newlines.decode(block.decode("latin-1")).encode("latin-1")
            else:
                yield block
        left = newlines.decode(decoder.decode(b"", True) if decoder else "", final=True)
        if left:
            yield left.encode("utf-8", "replace")

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        while True:
            end = find_pdn_end(self._buffer, self._start, self._whole)
            if end < 0:
                block = next(self._blocks, b"")
                self._whole = not block
                self._buffer = self._buffer[self._start :] + block
                self._start = 0
                continue
            text = self._buffer[self._start : end]
            if self._start >= len(self._buffer):
                raise StopIteration
            self._start = end
            chunk = Chunk(text, self._line)
            self._line += text.count(b"\n")
            if PdnScanner(text).next() != _END:
                return chunk
