# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# The C library: what draughts.h promises, over the kernel.
#
# Every function is noexcept nogil and touches no Python object, so that the C which Cython makes of
# it needs no Python; amalgamation.py takes that out. (A docstring would be a constant in it.)

include "declarations.pxi"
include "presets.pxi"
include "board.pxi"
include "moves.pxi"
include "notation.pxi"
include "engine.pxi"
