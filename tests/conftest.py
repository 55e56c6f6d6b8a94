"""Where the tests find data that is shared between projects; they skip where it is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data: ``$DRAUGHTS_SHARED``, else ``../shared`` beside the checkout."""
    default = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("DRAUGHTS_SHARED", default))
    if not folder.is_dir():
        pytest.skip(f"no shared data at {folder}")
    return folder
