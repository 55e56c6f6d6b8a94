"""A SQLite file with a thread of its own, which writes much at once and lets nobody else in."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

__all__ = ["Ledger"]

T = TypeVar("T")


class _Entry(NamedTuple):
    job: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Ledger:
    """A SQLite file. What is asked of it while it writes is written next, in one transaction.

    So a thousand small changes a second cost a hundred transactions. Jobs are done in the order in
    which they were asked for.

    Args:
        file: where; made with its folders if it is not there.
        tables: the statements that make the tables if they are not there.

    It belongs to the event loop in which it is made.

    Raises:
        OSError: the file cannot be opened, or another process has it open.
    """

    def __init__(self, file: Path, tables: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)  # there are the secrets of the seats in it
        try:
            self._database = _opened(file, tables)
        except sqlite3.Error as error:
            raise OSError(f"{file} cannot be used: {error}; does another server use it?") from error
        self._loop = asyncio.get_running_loop()
        self._entries: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="ledger", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job in the ledger's thread, within a transaction; it is on disk when this returns.

        Raises:
            sqlite3.Error: the transaction failed, by this job or by another of it.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._entries.put(_Entry(job, done))
        return await done

    async def close(self) -> None:
        """Do what is still to be done, and close the file."""
        self._entries.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _write(self) -> None:
        while True:
            batch = self._next_batch()
            entries = [entry for entry in batch if entry is not None]
            if entries:
                self._transact(entries)
            if len(entries) < len(batch):
                self._database.close()
                return

    def _next_batch(self) -> list[_Entry | None]:
        batch = [self._entries.get()]
        while not self._entries.empty():
            batch.append(self._entries.get())
        return batch

    def _transact(self, entries: list[_Entry]) -> None:
        results: list[Any]
        try:
            self._database.execute("BEGIN")
            results = [entry.job(self._database) for entry in entries]
            self._database.execute("COMMIT")
        except Exception as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            results = [error] * len(entries)
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            self._loop.call_soon_threadsafe(_settle, entries, results)


def _opened(file: Path, tables: str) -> sqlite3.Connection:
    """The file, for this process alone; what is committed outlives the process at once."""
    database = sqlite3.connect(file, timeout=1, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(f"BEGIN IMMEDIATE; {tables} COMMIT;")
    return database


def _settle(entries: list[_Entry], results: list[Any]) -> None:
    """Hand the results over, in their order, to those that wait."""
    for entry, result in zip(entries, results, strict=True):
        if entry.done.done():
            continue
        if isinstance(result, Exception):
            entry.done.set_exception(result)
        else:
            entry.done.set_result(result)
