"""The compiled core: one source, built portable and, on x86-64, a second time for newer processors."""

import os
import platform
import shutil
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

MSVC = sys.platform == "win32"
SANITIZE = os.environ.get("DRAUGHTS_SANITIZE") == "1"
FLAGS = ["/O2"] if MSVC else ["-O2", "-Wall", "-Wextra", "-Wno-unused-parameter"]
LINK = []
if SANITIZE:
    FLAGS = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    LINK = ["-fsanitize=address,undefined"]


def target_architectures() -> str:
    """What is built for: macOS says so in ARCHFLAGS, the others build for themselves."""
    return os.environ.get("ARCHFLAGS") or platform.machine()


def extensions() -> list[Extension]:
    """The portable core, the processor check and, where it can run, the fast core."""
    built = cythonize(
        [extension("draughts._core"), extension("draughts._cpu")],
        include_path=["src"],
        language_level=3,
    )
    machine = target_architectures().lower()
    intel = "x86_64" in machine or "amd64" in machine
    if intel and "arm64" not in machine and not SANITIZE:
        # The same C under the same module name: what one build pickles the other can read.
        shutil.copyfile("src/draughts/_core.c", "src/draughts/_v3/_core.c")
        flags = FLAGS + (["/arch:AVX2"] if MSVC else ["-march=x86-64-v3"])
        built.append(extension("draughts._v3._core", suffix=".c", flags=flags))
    return built


def extension(name: str, suffix: str = ".pyx", flags: list[str] = FLAGS) -> Extension:
    """An extension module whose source stands where its name says."""
    source = "src/" + name.replace(".", "/") + suffix
    return Extension(name, [source], extra_compile_args=flags, extra_link_args=LINK)


setup(ext_modules=extensions())
