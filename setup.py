"""The compiled core: one source, built portable and, on x86-64, again for newer processors."""

import os
import shutil
import subprocess
import sys
import sysconfig

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MSVC = sys.platform == "win32"
SANITIZE = os.environ.get("DRAUGHTS_SANITIZE") == "1"

FLAGS = ["/O2"] if MSVC else ["-O3", "-g0", "-Wall", "-Wextra"]
LINK = []
if SANITIZE:
    FLAGS = ["-O1", "-g", "-fno-omit-frame-pointer"]
    FLAGS += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    LINK = ["-fsanitize=address,undefined"]

# Cloning recursive functions for constant arguments and vectorizing loops of a few rounds cost the
# build by gcc up to a quarter of its speed in perft. Other compilers do not know the first option.
TUNED_FOR_GCC = ["-fno-ipa-cp-clone", "-fno-tree-vectorize"]

# -march=x86-64-v3 spelt out: gcc knows that name from version 11, and manylinux2014 has 10.
V3 = "cx16 sahf popcnt sse3 ssse3 sse4.1 sse4.2 avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave"
FAST = ["/arch:AVX2"] if MSVC else [f"-m{feature}" for feature in V3.split()]


def x86_64_alone() -> bool:
    """Whether x86-64 is built for and nothing else: not so for a universal build on macOS."""
    target = (os.environ.get("ARCHFLAGS") or sysconfig.get_platform()).lower()
    intel = "x86_64" in target or "amd64" in target
    return intel and "arm64" not in target and sys.maxsize > 2**32


def extension(name: str, suffix: str = ".pyx", flags: list[str] = FLAGS) -> Extension:
    """An extension module whose source stands where its name says."""
    source = "src/" + name.replace(".", "/") + suffix
    return Extension(name, [source], extra_compile_args=flags, extra_link_args=LINK)


def extensions() -> list[Extension]:
    """The portable core, the processor check and, where it can run, the fast core."""
    built = cythonize(
        [extension("draughts._core"), extension("draughts._cpu")],
        include_path=["src"],
        language_level=3,
    )
    if x86_64_alone() and not SANITIZE:
        # The same C under the same module name: what one build pickles the other can read.
        # The copy keeps its date, so that it is compiled again only after a change.
        shutil.copy2("src/draughts/_core.c", "src/draughts/_v3/_core.c")
        built.append(extension("draughts._v3._core", suffix=".c", flags=FLAGS + FAST))
    return built


class Build(build_ext):
    """The build, with options for the compiler that it turns out to use."""

    def build_extensions(self) -> None:
        for built in self.extensions:
            if self.is_gcc() and not SANITIZE:
                built.extra_compile_args = [*built.extra_compile_args, *TUNED_FOR_GCC]
            # What build_info() tells of it.
            told = " ".join(built.extra_compile_args)
            built.define_macros = [*built.define_macros, ("DRAUGHTS_FLAGS", f'"{told}"')]
        super().build_extensions()

    def is_gcc(self) -> bool:
        """Whether the compiler says that it is gcc; it may go by another name, or behind ccache."""
        command = getattr(self.compiler, "compiler_so", None)  # MSVC's object has none
        if not command or shutil.which(command[0]) is None:
            return False
        told = subprocess.run([*command, "--version"], capture_output=True, text=True)
        return "Free Software Foundation" in told.stdout


# Both cores at once; MSVC's compiler object is not safe to share between threads.
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": not MSVC}},
)
