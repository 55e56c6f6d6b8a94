# cython: language_level=3, binding=True, embedsignature=True, embedsignature.format=python
# cython: boundscheck=False, wraparound=False, cdivision=True
"""What Python sees of the kernel: rule books, moves, boards, counting and searching.

The border between the two: arguments are checked here, and squares turn from PDN numbers into the
kernel's bits and back.
"""

include "_surface/rulebook.pxi"
include "_surface/move.pxi"
include "_surface/listing.pxi"
include "_surface/board.pxi"
include "_surface/counting.pxi"
include "_surface/node.pxi"
include "_surface/replay.pxi"
include "_surface/evaluation.pxi"
include "_surface/searcher.pxi"
include "_surface/selfplay.pxi"
