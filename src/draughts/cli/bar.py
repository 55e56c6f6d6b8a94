"""A bar that shows how far a command has come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Show(Protocol):
    """Shows how much is done and, if given, what is being done now."""

    def __call__(self, done: float, what: str | None = None) -> None:
        """Show it."""


@contextmanager
def bar(what: str, total: float) -> Iterator[Show]:
    """A progress bar on stderr; without a terminal, or without rich, nothing.

    Args:
        what: what is being done.
        total: how much there is to do; 0 if that is not known.

    Yields:
        What is to be called with how much is done.
    """
    stream = sys.stderr
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield _show_nothing
        return
    if not stream.isatty():
        yield _show_nothing
        return
    with Progress(
        *(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()),
        console=Console(file=stream),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # what is piped is no business of the bar's
    ) as shown:
        task = shown.add_task(what, total=total or None)

        def show(done: float, what: str | None = None) -> None:
            shown.update(task, completed=done, description=what)

        yield show


def _show_nothing(done: float, what: str | None = None) -> None:
    pass
