"""T9 and T11: two processes against one, the same totals on every executor; time and memory."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from hazari_rules.loading import load
from hazari_rules.simulate import Done, Plan, simulate
from hazari_rules.simulate_workers import dask_cluster, processes
from tests.benchmarks.measure import Row
from tests.executors import cluster, loky_workers

DEALS = 300_000
FEW_DEALS = 20_000
BURNT = 16_000_000
CUTS = (20, 100, 313)
PROBE = (
    "the probe is a loop of sums in two processes against one; where it finds less than 1.7, two"
    " cores were not free and the row is left out"
)
LARGE = 10_000_000
MEMORY = (
    "the peaks of resident memory of the program, its two workers and what else it starts, added"
    " up, though they share pages and need not peak together; start and report are in the time,"
    " which wants two free cores"
)


def workers(turns: int) -> Iterator[Row]:
    """T9: a simulation in two processes against one, by the clock, beside a probe for cores."""
    plan = Plan((load("hazari").ruleset,), DEALS, 1)
    one, two, probes = [], [], []
    with processes(1) as single, processes(2) as pair:
        for executor, count in ((single, 1), (pair, 2)):
            _simulated(plan, executor, count)  # workers start and compile
        for _ in range(max(3, turns // 8)):
            probes.append(_burn(single, 1) / _burn(pair, 2) * 2)
            one.append(_timed(partial(_simulated, plan, single, 1)))
            two.append(_timed(partial(_simulated, plan, pair, 2)))
    probe = statistics.median(probes)
    got = statistics.median(one) / statistics.median(two)
    text = f"{got:.2f}x (the probe {probe:.2f}x)"
    met = got >= 1.6 if probe >= 1.7 else None
    yield Row("T9", "two processes against one", text, "at least 1.6x", met, PROBE)


def _timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _simulated(plan: Plan, executor: Executor | None, count: int, block: int = 256) -> Done:
    return list(simulate(plan, executor=executor, workers=count, block=block))[-1]


def _burn(executor: Executor, count: int) -> float:
    """Seconds that `count` equal pieces of work take on so many processes."""
    start = time.perf_counter()
    for task in [executor.submit(sum, range(BURNT)) for _ in range(count)]:
        task.result()
    return time.perf_counter() - start


def executors(_turns: int) -> Iterator[Row]:
    """T11: the totals of three cuts on each executor, against those without one."""
    plan = Plan((load("hazari").ruleset, load("hazarey").ruleset), FEW_DEALS, 1)
    expected = _simulated(plan, None, 1)
    kinds: dict[str, tuple[str, Callable[[], AbstractContextManager[Executor]]]] = {
        "threads": ("threading", lambda: ThreadPoolExecutor(2)),
        "processes": ("multiprocessing", lambda: processes(2)),
        "loky": ("loky", loky_workers),
        "dask": ("distributed", _dask),
    }
    for name, (module, make) in kinds.items():
        what = f"totals of {len(CUTS)} cuts on {name} as without"
        if find_spec(module) is None:
            yield Row("T11", what, "-", "identical", None, f"{name}: pip install {module}")
            continue
        with make() as executor:
            same = all(_simulated(plan, executor, 2, cut) == expected for cut in CUTS)
        yield Row("T11", what, "identical" if same else "different", "identical", same)


@contextmanager
def _dask() -> Iterator[Executor]:
    with cluster() as address, dask_cluster(address) as (executor, _):
        yield executor


def ten_million(_turns: int) -> Iterator[Row]:
    """Ten million greedy deals by `hazari simulate`: minutes by the clock, and all its memory."""
    what, wanted = f"{LARGE:,} greedy Hazari deals, two processes", "under 120 s and 300 MiB in all"
    if not Path("/proc/self/status").exists():
        yield Row("", what, "-", wanted, None, "memory is read in /proc, which is not there")
        return
    words = ("simulate", "hazari", "--deals", str(LARGE), "--workers", "2")
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "hazari_rules", *words], stdout=subprocess.DEVNULL
    ) as program:
        peaks: dict[int, int] = {}
        while program.poll() is None:
            peaks |= _peaks(program.pid)
            time.sleep(0.2)
    seconds = time.perf_counter() - start
    if program.returncode:
        raise RuntimeError(f"hazari {' '.join(words)} ends with {program.returncode}")
    memory = sum(peaks.values()) / 1024
    parts = ", ".join(f"{peak / 1024:.0f}" for peak in peaks.values())
    text = f"{seconds:.0f} s, {memory:.0f} MiB ({parts})"
    yield Row("", what, text, wanted, seconds < 120 and memory < 300, MEMORY)


def _peaks(ancestor: int) -> dict[int, int]:
    """The most KiB that a process and all that it started ever held, each by its id."""
    status: dict[int, dict[str, str]] = {}
    for file in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):  # it has just ended
            lines = (line.partition(":") for line in file.read_text().splitlines())
            status[int(file.parent.name)] = {key: value for key, _, value in lines}
    family = {ancestor}
    while more := {i for i, said in status.items() if int(said["PPid"]) in family} - family:
        family |= more
    held = {i: status[i]["VmHWM"] for i in sorted(family) if "VmHWM" in status.get(i, {})}
    return {i: int(text.split()[0]) for i, text in held.items()}
