"""The same totals on threads, processes, loky and a dask cluster, however the work is cut."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from hazari_rules.cli import run
from hazari_rules.loading import load
from hazari_rules.simulate import Done, Plan, simulate
from hazari_rules.simulate_workers import dask_cluster, processes
from tests.executors import cluster, loky_workers

PLAN = Plan((load("hazari").ruleset, load("hazarey").ruleset), deals=3_000, seed=6)
CUTS = (5, 16, 47)


@pytest.fixture(scope="module")
def expected() -> Done:
    return list(simulate(PLAN))[-1]


def hold(executor: Executor, expected: Done) -> None:
    assert expected.complete
    for block in CUTS:
        *_, last = simulate(PLAN, executor=executor, workers=2, block=block)
        assert last == expected


def test_threads(expected: Done) -> None:
    with ThreadPoolExecutor(2) as executor:
        hold(executor, expected)


def test_processes(expected: Done) -> None:
    with processes(2) as executor:
        hold(executor, expected)


def test_loky(expected: Done) -> None:
    with loky_workers() as executor:
        hold(executor, expected)


def test_dask(expected: Done, capsys: pytest.CaptureFixture[str]) -> None:
    with cluster() as address:
        with dask_cluster(address) as (executor, workers):
            assert workers == 2
            hold(executor, expected)
        words = ["simulate", "hazari", "--deals", "3000", "--seed", "6", "--format", "csv"]
        assert run([*words, "--dask", address]) == 0
        on_dask = capsys.readouterr().out
    assert run([*words, "--workers", "2"]) == 0
    on_processes = capsys.readouterr().out
    assert run(words) == 0
    assert on_dask == on_processes == capsys.readouterr().out


def test_no_more_than_two_blocks_a_worker_wait_and_closing_cancels_them() -> None:
    class Counting(ThreadPoolExecutor):
        submitted = 0

        def submit(self, *args: Any, **more: Any) -> Any:
            self.submitted += 1
            return super().submit(*args, **more)

    with (
        Counting(1) as executor,
        closing(simulate(PLAN, executor=executor, workers=1, block=1)) as blocks,
    ):
        assert next(blocks).deals == 64
        assert executor.submitted == 2
        assert next(blocks).deals == 128
        assert executor.submitted == 3
