"""What goes on beside the rest, and is not lost sight of."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["Tasks"]


class Tasks(set["asyncio.Task[None]"]):
    """The tasks that run: asyncio itself would let one that nobody holds be collected."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside the rest, and hold it until it is done."""
        task = asyncio.ensure_future(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def cancel(self) -> None:
        """End all that run."""
        for task in list(self):
            task.cancel()
