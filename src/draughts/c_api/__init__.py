"""The library for C: ``draughts.h`` and one C file without Python, made from the kernel.

>>> from draughts import RUSSIAN, c_api
>>> indoors = RUSSIAN.replace(name="indoors", mandatory_capture=False)
>>> c_api.write("draughts-c", [indoors])  # doctest: +SKIP
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from draughts.c_api import amalgamation, tables
from draughts.variants import VARIANTS, Variant

__all__ = ["write"]

_HERE = Path(__file__).parent
_COPIED = ("draughts.h", "CMakeLists.txt")


def write(folder: str | Path, variants: Iterable[Variant] = ()) -> list[Path]:
    """Write the sources of the C library: ``draughts.h``, ``draughts.c`` and ``CMakeLists.txt``.

    Any C99 compiler takes them; neither Python nor Cython is needed from there on.

    Args:
        folder: where to; it is made if it does not exist, and files of these names are replaced.
        variants: rule sets beside the built-in ones, each with a name of its own.

    Returns:
        The files that were written.

    Raises:
        ModuleNotFoundError: Cython is not installed.
        RuntimeError: Cython failed, or has written what this version does not know.
        ValueError: two variants have the same name, or a name that C cannot hold.
        OSError: the folder cannot be written to.
    """
    rules = [*VARIANTS.values(), *variants]
    source = amalgamation.amalgamate(tables.presets(rules))
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in _COPIED:
        shutil.copyfile(_HERE / name, folder / name)
    (folder / "draughts.c").write_text(source, encoding="ascii", newline="\n")
    return [folder / name for name in ("draughts.h", "draughts.c", "CMakeLists.txt")]
