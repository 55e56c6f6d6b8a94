"""Choosing the build of the core: the fast one where the processor can run it.

Both builds come from the same source and go by the one name ``draughts._core``, so that what is
pickled with one can be read with the other. ``DRAUGHTS_PORTABLE=1`` forces the portable one.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader

_NAME = "draughts._core"


def _fast_core() -> str | None:
    """The file of the fast build, if there is one that this processor can run."""
    if os.environ.get("DRAUGHTS_PORTABLE", "0") not in ("", "0"):
        return None
    folder = os.path.join(os.path.dirname(__file__), "_v3")
    for suffix in EXTENSION_SUFFIXES:
        path = os.path.join(folder, "_core" + suffix)
        if os.path.exists(path):
            from draughts._cpu import HAS_V3

            return path if HAS_V3 else None
    return None


def load_core() -> None:
    """Make ``draughts._core`` importable as the right build."""
    path = None if _NAME in sys.modules else _fast_core()
    if path is None:
        return
    spec = importlib.util.spec_from_file_location(
        _NAME, path, loader=ExtensionFileLoader(_NAME, path)
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[_NAME]
        raise
