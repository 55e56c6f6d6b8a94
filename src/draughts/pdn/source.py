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
        position: the bytes that were read of the file, or characters if it is open as text.
        consumed: how many of these belong to the games so far.
    """

    def __init__(self, source: Source) -> None:
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
        self._line = 1

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
            if self.position == 0 and block.startswith(_UTF_16):
                self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
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
            self.consumed += len(text.decode("utf-8")) if self._is_text else len(text)
            chunk = self._chunk(text)
            if PdnScanner(chunk.text).next() != _END:
                return chunk

    def _chunk(self, text: bytes) -> Chunk:
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line = self._line
        self._line += text.count(b"\n")
        return Chunk(text, line)
