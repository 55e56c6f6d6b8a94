"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put a file in place of another, also if this process is killed in the middle of it.

    Raises:
        OSError: it cannot be written; what was there is there still.
    """
    part = Path(f"{os.fspath(path)}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
