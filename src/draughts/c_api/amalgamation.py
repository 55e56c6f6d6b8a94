"""One C file without Python, taken from what Cython makes of ``api.pyx``.

Cython writes the code of a module in sections with marks between them. All functions here are
``noexcept nogil``: their code, and the types before it, call nothing of Python's. Those sections
are kept, the others (the module, its start, the support for objects) are left out.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from draughts._version import __version__

__all__ = ["amalgamate"]

_SOURCE = Path(__file__).parent / "api.pyx"
_ROOT = Path(__file__).parents[2]

_PREAMBLE = f"""\
/*
 * draughts {__version__}: rules and an engine for the draughts family, in one file.
 * MIT licence. Made by "draughts build-c" from the Cython sources; change those, not this.
 */
#ifndef DRAUGHTS_BUILD
  #define DRAUGHTS_BUILD
#endif
#include "draughts.h"

#include <limits.h>

#if defined(__GNUC__) || defined(__clang__)
  #define DK_INLINE inline
  #define DK_UNUSED __attribute__((unused))
  #define likely(x) __builtin_expect(!!(x), 1)
  #define unlikely(x) __builtin_expect(!!(x), 0)
#else
  #define DK_INLINE __inline
  #define DK_UNUSED
  #define likely(x) (x)
  #define unlikely(x) (x)
#endif
"""

_NAMES = (
    (r"__pyx_fuse_(\d+)(?:_)?(?=__pyx_)", r"dk_\1_"),
    (r"__pyx_([a-z])_8draughts_6kernel_\d+([a-z]+)_", r"dk_\1_\2_"),
    (r"__pyx_t_8draughts_5c_api_3api_", "dk_s_"),
    (r"__pyx_([a-z])_8draughts_5c_api_3api_", r"dk_\1_api_"),
    (r"__pyx_", "dk_"),
    (r"__PYX_EXTERN_C", "DRAUGHTS_API"),
    (r"CYTHON_INLINE", "DK_INLINE"),
    (r"CYTHON_UNUSED", "DK_UNUSED"),
    (r"\bPy_ssize_t\b", "ptrdiff_t"),
)


def amalgamate(presets: str) -> str:
    """The whole library as C.

    Args:
        presets: the table of rule sets, as C.

    Raises:
        ModuleNotFoundError: Cython is not installed.
        RuntimeError: Cython failed, or has written what is not known here.
    """
    made = _cythonize()
    sections = dict(
        re.findall(r"/\* #### Code section: (\w+) ### \*/\n(.*?)(?=/\* #### )", made, re.S)
    )
    try:
        parts = [
            _between(made, "/* Early includes */", "#ifdef _OPENMP"),
            sections["numeric_typedefs"],
            sections["type_declarations"],
            sections["string_decls"],
            _from(sections["module_declarations"], "/* Module declarations from"),
        ]
        code = sections["module_code"]
    except (KeyError, ValueError) as error:
        raise RuntimeError(f"Cython has written C of a form that is not known: {error}") from None
    before, after = _tidy("\n".join(parts)), _tidy(code)
    _refuse_python(before + after)
    return f"{_PREAMBLE}{before}\n{presets}\n{after}"


def _cythonize() -> str:
    """What Cython makes of the source."""
    if importlib.util.find_spec("Cython") is None:
        raise ModuleNotFoundError("Cython is not installed: pip install 'draughts-engine[c]'")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "api.c"
        command = [
            sys.executable,
            "-m",
            "cython",
            "-3",
            "-I",
            str(_ROOT),
            "-o",
            str(out),
            str(_SOURCE),
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"Cython failed: {done.stderr[-2000:]}")
        return out.read_text(encoding="utf-8")


def _between(text: str, first: str, last: str) -> str:
    start = text.index(first)
    return text[start : text.index(last, start)]


def _from(text: str, first: str) -> str:
    return text[text.index(first) :]


def _tidy(code: str) -> str:
    """Without Cython's comments and empty lines, and with shorter names."""
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    for pattern, name in _NAMES:
        code = re.sub(pattern, name, code)
    return re.sub(r"\n\s*(?=\n)", "", code) + "\n"


def _refuse_python(code: str) -> None:
    found = sorted(set(re.findall(r"\b_*(?:Py[A-Z_]|PY[A-Z]*_|CYTHON|Pyx)\w*", code)))
    if found:
        raise RuntimeError(f"the C would need Python, for {', '.join(found)}")
