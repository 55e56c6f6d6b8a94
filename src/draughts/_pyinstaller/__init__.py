"""Where PyInstaller finds out what a program that imports ``draughts`` needs beside its source."""

from __future__ import annotations

from pathlib import Path

__all__ = ["hook_dirs"]


def hook_dirs() -> list[str]:
    """The folders of the hooks; named as an entry point of the package."""
    return [str(Path(__file__).parent)]
