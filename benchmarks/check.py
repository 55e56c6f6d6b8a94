"""Fail when the library has become much slower than the committed baseline says.

    python benchmarks/check.py              measure and compare
    python benchmarks/check.py --quick      the same, shorter and coarser, for CI
    python benchmarks/check.py --update     measure and write the baseline

Machines differ and are busy with other things, so a speed counts as a multiple of its yardstick's,
taken right beside it; of several runs, one of each workload after another, the median counts; and
processor time is measured, not time on the clock. What has fallen by more than 30 % is measured
once more, never briefly, and fails when it has fallen again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from draughts.cli.output import machine
from workloads import Work, Workload, workloads

BASELINE = Path(__file__).with_name("baseline.json")
MOST_LOST = 0.30


class Effort(NamedTuple):
    """How long to measure: runs of each workload, seconds for each speed of a run."""

    runs: int
    seconds: float


FULL = Effort(runs=7, seconds=0.1)
QUICK = Effort(runs=3, seconds=0.05)


def speed(work: Work, seconds: float) -> float:
    """How much work is done in a second of processor time."""
    done = 0
    began = time.process_time()
    while True:
        done += work()
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


def measure(chosen: dict[str, Workload], effort: Effort) -> dict[str, float]:
    """The speed of each workload as a multiple of its yardstick's."""
    ratios: dict[str, list[float]] = {name: [] for name in chosen}
    for _ in range(effort.runs):
        for name, workload in chosen.items():
            yardstick = speed(workload.yardstick.work, effort.seconds)
            ratios[name].append(speed(workload.work, effort.seconds) / yardstick)
    return {name: median(found) for name, found in ratios.items()}


def fallen(ratios: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """The workloads that have become too slow."""
    return [name for name, ratio in ratios.items() if ratio < (1 - MOST_LOST) * baseline[name]]


def show(names: Iterable[str], ratios: dict[str, float], baseline: dict[str, float]) -> None:
    for name in names:
        change = ratios[name] / baseline[name] - 1
        print(f"{name:28}{ratios[name]:10.4g}   baseline{baseline[name]:10.4g}   {change:+7.1%}")


def update(ratios: dict[str, float]) -> None:
    rounded = {name: float(f"{ratio:.4g}") for name, ratio in ratios.items()}
    content = {"machine": machine(), "ratios": rounded}
    BASELINE.write_text(json.dumps(content, indent=4) + "\n", encoding="utf-8")
    print(f"wrote {BASELINE.name}: {len(ratios)} ratios")


def check(chosen: dict[str, Workload], effort: Effort) -> int:
    """Measure, compare, say what was found; the exit status."""
    content = json.loads(BASELINE.read_text(encoding="utf-8"))
    baseline: dict[str, float] = content["ratios"]
    unknown = chosen.keys() - baseline.keys()
    if unknown:
        print(f"not in the baseline: {', '.join(sorted(unknown))}; run this with --update")
        return 1
    if content["machine"] != machine():
        print(f"baseline taken on {content['machine']}\n          this is {machine()}")
    ratios = measure(chosen, effort)
    show(chosen, ratios, baseline)
    slower = fallen(ratios, baseline)
    if slower:
        print(f"more than {MOST_LOST:.0%} slower, measured again:")
        ratios = measure({name: chosen[name] for name in slower}, FULL)
        show(slower, ratios, baseline)
        slower = fallen(ratios, baseline)
    print(f"too slow: {', '.join(slower)}" if slower else "as fast as the baseline")
    return 1 if slower else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="measure for a few seconds only")
    parser.add_argument("--update", action="store_true", help="write the baseline")
    arguments = parser.parse_args()
    chosen = workloads()
    effort = QUICK if arguments.quick else FULL
    if arguments.update:
        update(measure(chosen, effort))
        return 0
    return check(chosen, effort)


if __name__ == "__main__":
    sys.exit(main())
