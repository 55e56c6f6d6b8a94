"""Where the tests find data that is shared between projects; they skip where it is not."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

# A shell that runs the tests in the background has Ctrl-C ignored, and their children would, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data: ``$DRAUGHTS_SHARED``, else ``../shared`` beside the checkout."""
    default = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("DRAUGHTS_SHARED", default))
    if not folder.is_dir():
        pytest.skip(f"no shared data at {folder}")
    return folder
