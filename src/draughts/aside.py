"""Work that blocks, for asyncio: it is done in a thread while the loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

__all__ = ["aside"]

_T = TypeVar("_T")


async def aside(work: Callable[[], _T], stop: Callable[[], object]) -> _T:
    """Do something in a thread, and wait for it without blocking the loop.

    Args:
        work: what to do.
        stop: makes the work end soon; called, more than once, if the task is cancelled.
    """
    task = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            stop()
            await asyncio.wait([task], timeout=0.002)
        raise
