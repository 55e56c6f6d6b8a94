"""The file of an opening book.

Little-endian: eight bytes that mark it, its version, the lengths of what follows, the rules as
JSON, the keys of the positions whose moves are known, those of the positions where lines end, the
scores of both, and a CRC-32 of all before. Keys are sorted; scores are hundredths of a man, for the
side to move.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from itertools import pairwise
from typing import BinaryIO, NamedTuple

from draughts.errors import BookError
from draughts.variants import Variant

_MAGIC = b"DRBOOK\r\n"  # a transfer as text would change it
_VERSION = 1
_HEADER = struct.Struct("<8sHHII")
_CHECKSUM = struct.Struct("<I")
_KEY_SIZE, _SCORE_SIZE = 8, 2


class Scores:
    """Scores by key, ten bytes each.

    Args:
        keys: in order.
        scores: of each.
    """

    def __init__(self, keys: array[int], scores: array[int]) -> None:
        self.keys, self.scores = keys, scores

    @classmethod
    def of(cls, found: Mapping[int, int]) -> Scores:
        """The scores of a mapping."""
        keys = sorted(found)
        return cls(array("Q", keys), array("h", (found[key] for key in keys)))

    def __len__(self) -> int:
        return len(self.keys)

    def get(self, key: int) -> int | None:
        """The score of a key, or None."""
        place = bisect_left(self.keys, key)
        if place == len(self.keys) or self.keys[place] != key:
            return None
        return self.scores[place]


class Content(NamedTuple):
    """What a book holds.

    Args:
        variant: the rules.
        known: positions whose moves are known.
        ends: positions where lines end.
    """

    variant: Variant
    known: Scores
    ends: Scores


def written(content: Content) -> bytes:
    """The bytes of a book."""
    rules = content.variant.to_json().encode()
    known, ends = content.known, content.ends
    body = b"".join(
        (
            _HEADER.pack(_MAGIC, _VERSION, len(rules), len(known), len(ends)),
            rules,
            *(_to_bytes(values) for values in (known.keys, ends.keys, known.scores, ends.scores)),
        )
    )
    return body + _CHECKSUM.pack(zlib.crc32(body))


def read(file: BinaryIO, name: str) -> Content:
    """The book of a file.

    Raises:
        BookError: it is none, or damaged.
    """
    header = file.read(_HEADER.size)
    if header[: len(_MAGIC)] != _MAGIC:
        raise BookError(f"{name} is no opening book of draughts")
    if len(header) < _HEADER.size:
        raise BookError(f"{name} is damaged: it ends after {len(header)} bytes")
    _, version, rules_size, known, ends = _HEADER.unpack(header)
    if version != _VERSION:
        raise BookError(f"{name} has version {version} of the format; this release reads 1")
    size = rules_size + (known + ends) * (_KEY_SIZE + _SCORE_SIZE)
    body = file.read()
    if len(body) != size + _CHECKSUM.size:
        is_short = len(body) < size + _CHECKSUM.size
        raise BookError(f"{name} is damaged: it is too {'short' if is_short else 'long'}")
    (checksum,) = _CHECKSUM.unpack_from(body, size)
    if zlib.crc32(body[:size], zlib.crc32(header)) != checksum:
        raise BookError(f"{name} is damaged: the checksum is wrong")
    return _parted(body, rules_size, known, ends, name)


def _parted(body: bytes, rules_size: int, known: int, ends: int, name: str) -> Content:
    try:
        variant = Variant.from_json(body[:rules_size].decode())
    except ValueError as error:
        raise BookError(f"{name} has rules that this release does not know: {error}") from error
    places = [rules_size]
    for size in (known * _KEY_SIZE, ends * _KEY_SIZE, known * _SCORE_SIZE, ends * _SCORE_SIZE):
        places.append(places[-1] + size)
    parts = [body[start:end] for start, end in pairwise(places)]
    return Content(
        variant,
        Scores(_from_bytes("Q", parts[0]), _from_bytes("h", parts[2])),
        Scores(_from_bytes("Q", parts[1]), _from_bytes("h", parts[3])),
    )


def _to_bytes(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = array(values.typecode, values)
        values.byteswap()
    return values.tobytes()


def _from_bytes(kind: str, data: bytes) -> array[int]:
    values = array(kind)
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values
