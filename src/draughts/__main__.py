"""``python -m draughts`` is the command ``draughts``."""

from __future__ import annotations

import sys

from draughts.cli import main

if __name__ == "__main__":
    sys.exit(main())
