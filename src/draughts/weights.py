"""Weights of the learned evaluation: the files that hold them, and which of them judge a variant.

A file is a line that names the format, a line of JSON that tells what the weights are for and how
they were learned, and the weights, compressed; see ``docs/training.md``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import zlib
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from draughts._core import FEATURES, WEIGHT_UNIT, Evaluation
from draughts.errors import WeightsError
from draughts.files import write_whole
from draughts.variants import BRAZILIAN, ENGLISH, INTERNATIONAL, RUSSIAN, Variant

__all__ = [
    "NAMES",
    "Judgement",
    "chances",
    "check_evaluation",
    "judgement",
    "read_weights",
    "write_weights",
]

_FORMAT = b"draughts weights "
_VERSION = b"1"
_USUAL_SCALE, _USUAL_MARGIN = 55.0, 110.0
_LONGEST_HEADER = 1 << 20
_MOST_BYTES = 64 << 20
_TRAINED = {variant.name: variant for variant in (ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL)}

# A variant may be judged by weights of another that shares these,
_NEAR = ("size", "flying_kings", "aim")
# and is by those of the one that differs from it least.
_MOVEMENT = (
    "men_capture_backward",
    "men_capture_kings",
    "kings_land_behind",
    "capture_priority",
    "removal",
    "promotion",
    "mandatory_capture",
    "men_rows",
)

NAMES = ("trained", "classic", "material")


class Judgement(NamedTuple):
    """How an engine judges the positions of a variant.

    Args:
        evaluation: what the search uses.
        text: what it is, such as ``"trained"`` or ``"trained for russian"``.
    """

    evaluation: Evaluation
    text: str


def write_weights(
    path: str | os.PathLike[str],
    header: dict[str, Any],
    features: bytes,
    kings: bytes,
    tables: bytes,
) -> None:
    """Write a file of weights.

    Args:
        path: the file; it is replaced whole.
        header: ``variant``, ``width`` and ``windows``, and whatever else there is to tell, such as
            ``training``.
        features: see :meth:`draughts._core.Evaluation.from_weights`.
        kings: the same.
        tables: the same.

    Raises:
        ValueError: a size is wrong.
    """
    Evaluation.from_weights(header["width"], header["windows"], features, kings, tables)
    payload = zlib.compress(features + kings + tables, 9)
    told = {
        **header,
        "features": list(FEATURES),
        "unit": WEIGHT_UNIT,
        "bytes": len(features) + len(kings) + len(tables),
        "sha256": hashlib.sha256(payload).hexdigest(),
    }
    line = json.dumps(told, separators=(",", ":")).encode()
    write_whole(path, _FORMAT + _VERSION + b"\n" + line + b"\n" + payload)


def read_weights(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Evaluation]:
    """Read a file of weights.

    Returns:
        What its header tells, and an evaluation to search with.

    Raises:
        WeightsError: it is no such file, or damaged, or made for another version.
        OSError: it cannot be read.
    """
    return _parse(Path(path).read_bytes(), os.fspath(path))


def _parse(data: bytes, name: str) -> tuple[dict[str, Any], Evaluation]:
    first, _, rest = data.partition(b"\n")
    if not first.startswith(_FORMAT):
        raise WeightsError(f"{name} is no file of weights: it does not begin with {_FORMAT!r}")
    version = first[len(_FORMAT) :]
    if version != _VERSION:
        raise WeightsError(
            f"{name} has the format {version.decode(errors='replace')[:20]!r}; "
            f"this version reads {_VERSION.decode()!r}"
        )
    line, _, payload = rest.partition(b"\n")
    header = _header(line, name)
    if hashlib.sha256(payload).hexdigest() != header.get("sha256"):
        raise WeightsError(f"{name} is damaged: its checksum is not that of its header")
    try:
        return header, _evaluation(header, payload)
    except (KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        raise WeightsError(f"{name} does not hold what its header says: {error}") from error


def _header(line: bytes, name: str) -> dict[str, Any]:
    try:
        header = json.loads(line) if len(line) <= _LONGEST_HEADER else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise WeightsError(f"{name} is damaged: its second line is no JSON object")
    if header.get("features") != list(FEATURES) or header.get("unit") != WEIGHT_UNIT:
        raise WeightsError(f"{name} is made for another version: its features or unit differ")
    return header


def _evaluation(header: dict[str, Any], payload: bytes) -> Evaluation:
    size, width = header["bytes"], header["width"]
    if not 0 <= size <= _MOST_BYTES:
        raise ValueError(f"bytes is {size}; it must be from 0 to {_MOST_BYTES}")
    weights = zlib.decompressobj().decompress(payload, size + 1)
    if len(weights) != size:
        raise ValueError(f"{len(weights)} bytes of {size}")
    kings = 4 * len(FEATURES)
    tables = kings + 4 * 2 * width * width
    return Evaluation.from_weights(
        width, header["windows"], weights[:kings], weights[kings:tables], weights[tables:]
    )


@functools.cache
def _shipped(name: str) -> tuple[dict[str, Any], Evaluation] | None:
    """The weights that come with the library, if there are any for a variant."""
    file = resources.files("draughts") / "data" / f"{name}.weights"
    return _parse(file.read_bytes(), file.name) if file.is_file() else None


@functools.cache
def _plain(name: str) -> Evaluation:
    return Evaluation(name)


@functools.lru_cache(16)
def _own(path: str) -> Evaluation:
    return read_weights(path)[1]


def check_evaluation(evaluation: str | os.PathLike[str]) -> None:
    """Say at once that a file is no good.

    Raises:
        WeightsError, OSError: see :func:`judgement`.
    """
    if evaluation not in NAMES:
        _own(os.fspath(evaluation))


def judgement(evaluation: str | os.PathLike[str], variant: Variant) -> Judgement:
    """How to judge a variant.

    Args:
        evaluation: ``"trained"``, ``"classic"``, ``"material"`` or the path of a file of weights.
            Where nothing was trained for the variant, the weights of the nearest one serve if
            board, kings and aim are the same, and else the evaluation made by hand.
        variant: what is played.

    Raises:
        WeightsError: the file is no good, or for a board of another size.
        OSError: it cannot be read.

    >>> from draughts import ANTIDRAUGHTS
    >>> judgement("trained", ANTIDRAUGHTS).text
    'classic'
    """
    if evaluation == "trained":
        return _trained(variant)
    if evaluation in NAMES:
        return Judgement(_plain(str(evaluation)), str(evaluation))
    path = os.fspath(evaluation)
    own = _own(path)
    if 2 * own.width != variant.size:
        raise WeightsError(
            f"{path} is for boards of {2 * own.width} rows; {variant.name} has {variant.size}"
        )
    return Judgement(own, path)


def _differences(one: Variant, other: Variant) -> int:
    return sum(getattr(one, field) != getattr(other, field) for field in _MOVEMENT)


class _Weights(NamedTuple):
    """Weights that come with the library: for what, what their header tells, and what they make."""

    name: str
    header: dict[str, Any]
    evaluation: Evaluation


@functools.lru_cache(64)
def _nearest(variant: Variant) -> _Weights | None:
    """The weights for a variant: its own, or those of the nearest one; None if none serve."""
    near = {
        name: _differences(variant, trained)
        for name, trained in _TRAINED.items()
        if all(getattr(variant, field) == getattr(trained, field) for field in _NEAR)
    }
    for name in sorted(near, key=near.__getitem__):
        if (shipped := _shipped(name)) is not None:
            return _Weights(name, *shipped)
    return None


@functools.lru_cache(64)
def _trained(variant: Variant) -> Judgement:
    weights = _nearest(variant)
    if weights is None:
        return Judgement(_plain("classic"), "classic")
    exact = _differences(variant, _TRAINED[weights.name]) == 0
    return Judgement(weights.evaluation, "trained" if exact else f"trained for {weights.name}")


def chances(variant: Variant) -> tuple[float, float]:
    """How a score tells the result of a game.

    Returns:
        Scale and margin, in hundredths of a man: the chance to win is
        ``1 / (1 + exp((margin - score) / scale))``, and that to lose the same of the other side's.
    """
    weights = _nearest(variant)
    told = {} if weights is None else weights.header.get("wdl", {})
    return told.get("scale", _USUAL_SCALE), told.get("margin", _USUAL_MARGIN)
