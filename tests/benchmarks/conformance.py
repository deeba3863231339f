"""How fast a whole suite runs against the Python implementation, one process, over stdio."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hazari_rules.conformance_runner import Status, run_suite
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.conformance_transport import ProcessConnection
from hazari_rules.loading import Loader
from tests.benchmarks.measure import Row

PLAIN = Path(__file__).parents[1] / "implementations" / "plain.py"
WANTED = 5_000
COPIES = 4
CAVEAT = (
    "by the clock, runner and program each on a core of its own; the fastest turn counts; by the"
    " processor time of both together, as if they shared one core, start of the program included,"
    " {shared}"
)


def cases(turns: int) -> Iterator[Row]:
    """Cases a second of the full suite."""
    shipped = Loader.shipped()
    rows = []
    for name in ("hazari", "hazarey"):
        whole = suite_of(shipped.load(name), shipped.resolver.library, name)
        clock, processor = map(max, zip(*(_turn(whole) for _ in range(min(turns, 5))), strict=True))
        rows.append((name, clock, f"{processor:,.0f} ({name})"))
    caveat = CAVEAT.format(shared=" and ".join(shared for *_, shared in rows))
    for name, rate, _ in rows:
        what = f"cases of {name} a second over stdio"
        yield Row("C", what, f"{rate:,.0f}", f"at least {WANTED:,}", rate >= WANTED, caveat)


def _turn(suite: Suite) -> tuple[float, float]:
    """Cases a second: by the clock, and by processor time."""
    several = tuple(
        replace(case, id=f"{case.id}-{i}") for i in range(COPIES) for case in suite.cases
    )
    before = sum(os.times()[:4])
    finished = run_suite(
        replace(suite, cases=several),
        PLAIN.name,
        lambda: ProcessConnection([sys.executable, str(PLAIN)]),
    )
    if finished.count(Status.PASSED) < len(several):
        raise RuntimeError(f"{PLAIN.name} does not pass the suite of {suite.variant.ruleset.id}")
    seconds = sum(os.times()[:4]) - before
    return len(several) / finished.seconds, len(several) / seconds
