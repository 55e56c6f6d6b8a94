"""Training: weights of the evaluation, learned from games that the engine plays with itself.

``draughts train`` does it on the command line. It needs the extra ``[train]``.

>>> import tempfile
>>> from concurrent.futures import ThreadPoolExecutor
>>> from draughts import RUSSIAN
>>> plan = Plan(RUSSIAN, rounds=1, games=100, nodes=20, pairs=1, match_nodes=20, iterations=5)
>>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
...     rounds = train(plan, folder, executor=pool)
>>> rounds[0].games, rounds[0].positions > 1000
(100, True)
"""

from __future__ import annotations

try:
    import matplotlib as _matplotlib
    import numpy as _numpy
    import scipy as _scipy  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError(
        "training needs more than the core: pip install 'draughts-engine[train]'"
    ) from error

from draughts.train.data import RECORD
from draughts.train.fit import Fitted, Penalties
from draughts.train.learning import learn
from draughts.train.rounds import Plan, train
from draughts.train.selfplay import Conditions, generate
from draughts.train.state import Round
from draughts.train.windows import windows_of

__all__ = [
    "RECORD",
    "Conditions",
    "Fitted",
    "Penalties",
    "Plan",
    "Round",
    "generate",
    "learn",
    "train",
    "windows_of",
]

del _matplotlib, _numpy, _scipy
