"""The JSON protocol, measured through the pipes of ``draughts serve-json``.

    python benchmarks/json_protocol.py                  round trips, and how soon a search stops
    python benchmarks/json_protocol.py --fuzz 200000    so many lines of every kind: does it answer?

It fails when a stop takes longer than 10 ms in the median, when a line has no answer or two, when
an answer tells of a fault, and when the process does not end with its input.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import json_fuzz

STOPPED_WITHIN = 0.010  # seconds
AT_ONCE = 500  # lines that are on their way
IN_A_SESSION = 4000  # lines of every kind, before its games are closed or over


class Server:
    """The process, spoken to by one thread."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "draughts", "serve-json", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdin and self.process.stdout
        self.into, self.out = self.process.stdin, self.process.stdout

    def say(self, **message: Any) -> None:
        self.into.write(json.dumps(message).encode() + b"\n")
        self.into.flush()

    def hear(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.out.readline())
        return answer

    def ask(self, **message: Any) -> dict[str, Any]:
        self.say(**message)
        return self.hear()

    def end(self) -> int:
        self.into.close()
        return self.process.wait(30)


def told(what: str, seconds: list[float]) -> None:
    """Print the median and the longest of some times."""
    median, most = statistics.median(seconds) * 1e3, max(seconds) * 1e3
    print(f"{what:44} {median:8.3f} ms  at most {most:8.3f} ms  of {len(seconds)}", flush=True)


def round_trips(server: Server, times: int) -> None:
    """Requests one after the other, from the start position of each of some variants."""
    for name in ("english", "international"):
        game = server.ask(op="new", variant=name)["result"]["game"]
        for op in ("legal-moves", "state"):
            taken = []
            for _ in range(times):
                began = time.perf_counter()
                server.ask(op=op, game=game)
                taken.append(time.perf_counter() - began)
            told(f"{op}, {name}", taken)
        server.ask(op="close", game=game)


def stops(server: Server, times: int, together: int) -> bool:
    """Let searches run and stop them all; whether the median of the times is short enough."""
    games = [server.ask(op="new", variant="international")["result"]["game"]] * together
    taken = []
    for _ in range(times):
        for number, game in enumerate(games):
            server.say(id=number, op="analyse", game=game)
        time.sleep(random.uniform(0.02, 0.2))
        began = time.perf_counter()
        server.say(id="stop", op="stop")
        results = 0
        while results < together:
            results += "result" in server.hear()
        taken.append(time.perf_counter() - began)
        assert server.hear()["result"] == {"stopped": together}
    told(f"stop, {together} at a time, to the last result", taken)
    return statistics.median(taken) <= STOPPED_WITHIN


def fuzz(lines: int, seed: int) -> bool:
    """Send lines of every kind; whether each had one answer, and none told of a fault."""
    rng = random.Random(seed)
    codes: Counter[str] = Counter()
    good = True
    while good and codes.total() < lines:
        good = fuzz_session(IN_A_SESSION, rng, codes)
    print(f"{codes.total()} answers, {codes['internal']} of them faults of the library")
    print(", ".join(f"{code} {number}" for code, number in codes.most_common()))
    return good


def fuzz_session(lines: int, rng: random.Random, codes: Counter[str]) -> bool:
    """The same for a process of its own, counting codes of errors and results."""
    server = Server("--hash", "1")
    room = threading.Semaphore(AT_ONCE)
    sent = 0

    def write() -> None:
        nonlocal sent
        for _ in range(3):
            sent += 1
            server.into.write(b'{"op": "new"}\n')
        while sent < lines:
            line = json_fuzz.line(rng).strip()
            if line:
                room.acquire()
                sent += 1
                server.into.write(line + b"\n")
                server.into.flush()

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    answers = faults = 0
    while answers < lines:
        answer = server.hear()
        if "info" in answer:
            continue
        answers += 1
        room.release()
        code = answer["error"]["code"] if "error" in answer else "result"
        codes[code] += 1
        faults += code == "internal"
    writing.join()
    server.into.close()
    too_many = sum("info" not in json.loads(line) for line in server.out)
    status = server.process.wait(30)
    good = sent == answers and not too_many and not faults and status == 0
    if not good:
        print(f"{sent} lines, {answers + too_many} answers, {faults} faults, exit {status}")
    return good


def main() -> int:
    """Measure, and say whether it is as it should be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=100, help="stops to measure (100)")
    parser.add_argument("--fuzz", type=int, metavar="N", help="send N lines of every kind instead")
    parser.add_argument("--seed", type=int, default=1, help="of chance (1)")
    arguments = parser.parse_args()
    if arguments.fuzz:
        return 0 if fuzz(arguments.fuzz, arguments.seed) else 1
    server = Server("--engines", "2")
    round_trips(server, 1000)
    good = [stops(server, arguments.times, together) for together in (1, 2)]
    return 0 if all(good) and server.end() == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
