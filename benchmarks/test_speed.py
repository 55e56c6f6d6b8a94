"""The workloads under pytest-benchmark: ``pytest benchmarks``. Nothing fails for being slow."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from workloads import Workload, Yardstick, workloads

WORKLOADS = workloads()
YARDSTICKS = {workload.yardstick.name: workload.yardstick for workload in WORKLOADS.values()}


@pytest.mark.parametrize("yardstick", YARDSTICKS.values(), ids=YARDSTICKS)
def test_yardstick(yardstick: Yardstick, benchmark: BenchmarkFixture) -> None:
    benchmark.group = yardstick.name
    assert benchmark(yardstick.work) > 0


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_workload(workload: Workload, benchmark: BenchmarkFixture) -> None:
    benchmark.group = workload.yardstick.name
    done = benchmark(workload.work)
    if benchmark.stats is not None:
        benchmark.extra_info[f"{workload.unit}/s"] = round(done / benchmark.stats.stats.median)
