"""A program that is driven line by line over its standard input and output.

What a bad program can do ends in an :class:`~draughts.EngineError` in time: whoever reads from it
says how long he waits, whoever writes to it never waits, and whoever leaves it leaves no process.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from draughts.errors import EngineError

__all__ = ["Child"]

_LONGEST_LINE = 1 << 20  # bytes
_MOST_LINES_KEPT = 10_000
_CHUNK = 1 << 16
_COMPLAINT = 500  # letters of what it has last said on its standard error
_LAST_WORDS = 0.1  # seconds that its exit status and its last words may come after its last line
_DEATH = 1.0  # seconds that the threads may need when it has been killed
_GROUPS = hasattr(os, "killpg")


class Child:
    """A child process that talks in lines.

    It gets a process group of its own: Ctrl-C in the terminal does not reach it, and whatever it
    has started ends with it. It ends with this process, too, and when this object is forgotten.

    Args:
        command: the program and its arguments. A program that is no path is looked for as the shell
            does, a path from the current folder and then from ``cwd``.
        cwd: the folder in which it runs; by default the current one.
        longest_line: bytes; a longer line is a fault.

    Raises:
        EngineError: the command is no list, there is no such program, or it cannot be started.

    >>> import sys
    >>> with Child([sys.executable, "-c", "print(input()[::-1])"]) as child:
    ...     child.write("31-27")
    ...     child.read(10)
    '72-13'
    """

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        cwd: str | os.PathLike[str] | None = None,
        longest_line: int = _LONGEST_LINE,
    ) -> None:
        if not command or isinstance(command, str):
            raise EngineError(f"{command!r} is no list of a program and its arguments")
        program, *arguments = [os.fspath(part) for part in command]
        self.name = Path(program).name
        try:
            self._process = subprocess.Popen(
                [_found(program, cwd), *arguments],
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=_GROUPS,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise EngineError(f"{self.name} cannot be started: {error}") from None
        out, said, sent = self._process.stdout, self._process.stderr, self._process.stdin
        assert out is not None and said is not None and sent is not None
        self._lines: queue.Queue[str | EngineError] = queue.Queue(_MOST_LINES_KEPT)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_COMPLAINT)
        self._closing = threading.Event()
        self._closed = False
        # The threads know nothing of this object, so that it can be forgotten.
        self._listener = _start(_listen, said, self._complaints)
        self._threads = [
            _start(_read, out, self._lines, self._closing, longest_line),
            self._listener,
            _start(_write, sent, self._outbox),
        ]
        self._forgotten = weakref.finalize(self, _kill, self._process)

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close(0.0)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def write(self, line: str) -> None:
        """Send a line, at once if the program reads; if not, this does not wait for it."""
        self._outbox.put(line.encode() + b"\n")

    def read(self, seconds: float) -> str | None:
        """The next line, without its end.

        Bytes that are no UTF-8 become question marks.

        Args:
            seconds: how long to wait for it.

        Returns:
            The line; None if there was none in that time.

        Raises:
            EngineError: the program has ended or was closed, or its line is too long.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            if self._closed:
                raise EngineError(f"{self.name} was closed") from None
            return None
        if isinstance(line, str):
            return line
        self._lines.put(line)  # whoever reads on is told again
        raise EngineError(f"{self.name} {line}{self._how_it_ended()}")

    def forget(self) -> None:
        """Drop the lines that have come and were not read."""
        with suppress(queue.Empty):
            while True:
                line = self._lines.get_nowait()
                if not isinstance(line, str):
                    self._lines.put(line)
                    return

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS)
        self._listener.join(_LAST_WORDS)
        status = self._process.returncode
        said = "".join(self._complaints).strip()
        return (f"; its exit status is {status}" if status is not None else "") + (
            f"; it said {said!r}" if said else ""
        )

    def close(self, patience: float = 1.0) -> None:
        """Close its input and have it end; kill it, and what it has started, if it does not.

        Args:
            patience: seconds that it has to end by itself.
        """
        if self._closed:
            return
        self._closed = True
        self._outbox.put(None)
        deadline = time.monotonic() + patience
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._closing.set()
        self._forgotten()  # kills it
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0.0) + _DEATH)
        self.forget()
        with suppress(queue.Full):
            self._lines.put_nowait(EngineError("was closed"))  # to one who reads just now


def _found(program: str, cwd: str | os.PathLike[str] | None) -> str:
    """The path of a program.

    Raises:
        EngineError: there is none.
    """
    program = os.path.expanduser(program)
    there = os.path.join(cwd, program) if cwd is not None and os.path.dirname(program) else program
    found = shutil.which(program) or shutil.which(there)
    if found is None:
        raise EngineError(f"there is no program {program!r}")
    return os.path.abspath(found)


def _start(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _read(
    out: IO[bytes],
    lines: queue.Queue[str | EngineError],
    closing: threading.Event,
    longest: int,
) -> None:
    """Part what a program prints into lines until it ends or must be closed."""

    def hand_over(line: str | EngineError) -> None:
        while not closing.is_set():  # a program that is not listened to may not fill the memory
            with suppress(queue.Full):
                lines.put(line, timeout=0.05)
                return

    rest = bytearray()
    with out:
        while chunk := os.read(out.fileno(), _CHUNK):
            rest += chunk
            *whole, rest = rest.split(b"\n")
            for line in whole:
                hand_over(line.decode(errors="replace").rstrip("\r"))
            if len(rest) > longest:
                hand_over(EngineError(f"has sent a line of more than {longest} bytes"))
                return
    hand_over(EngineError("has ended"))


def _listen(said: IO[bytes], complaints: deque[str]) -> None:
    """Keep the last of what a program prints on its standard error."""
    with said:
        while chunk := os.read(said.fileno(), _CHUNK):
            complaints.extend(chunk.decode(errors="replace")[-_COMPLAINT:])


def _write(sent: IO[bytes], outbox: queue.SimpleQueue[bytes | None]) -> None:
    """Send lines until there are no more, then close the input. One that is gone reads nothing."""
    with suppress(OSError, ValueError), sent:
        while (line := outbox.get()) is not None:
            sent.write(line)
            sent.flush()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it has started, and leave nothing of it."""
    if _GROUPS:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
