"""Interleaved timing: every contender runs once a turn, and medians are compared.

Times are processor time of this process, so that others on the machine disturb them less;
starting programs is timed by the clock on the wall.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

BEST = "an absolute time, so the fastest turn counts: what else the machine runs only ever adds"


@dataclass(frozen=True)
class Timing:
    """Seconds an operation, over the turns of one run."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The fastest turn: whatever else runs on the machine only ever adds."""
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """Half the distance of the quartiles, as a part of the median."""
        low, _, high = statistics.quantiles(self.seconds, n=4)
        return (high - low) / 2 / self.median

    def without(self, loop: Timing) -> Timing:
        """The same less what the bare loop takes."""
        return Timing(tuple(seconds - loop.median for seconds in self.seconds))

    @property
    def text(self) -> str:
        return f"{duration(self.median)} +-{self.spread:.0%}"


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:,.2f} s"


def interleaved(
    work: Mapping[str, tuple[Callable[[], object], int]],
    turns: int,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, Timing]:
    """Time each piece of work once a turn; with each stands how many operations it does."""
    found: dict[str, list[float]] = {name: [] for name in work}
    for run, _ in work.values():
        run()
    for _ in range(turns):
        for name, (run, operations) in work.items():
            gc.collect()
            start = clock()
            run()
            found[name].append((clock() - start) / operations)
    return {name: Timing(tuple(seconds)) for name, seconds in found.items()}


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, against which target, and what to know of it."""

    target: str
    what: str
    measured: str
    wanted: str
    met: bool | None
    caveat: str = ""


def table(rows: Sequence[Row]) -> str:
    """The rows as a plain table, caveats below."""
    head = ("", "measured", "got", "wanted", "")
    words = {True: "met", False: "NOT MET", None: "left out"}
    lines = [
        head,
        *((r.target, r.what, r.measured, r.wanted, words[r.met] if r.wanted else "") for r in rows),
    ]
    widths = [max(len(line[i]) for line in lines) for i in range(5)]
    text = [
        "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    notes = [f"{row.target}: {row.caveat}".removeprefix(": ") for row in rows if row.caveat]
    return "\n".join([*text, "", *dict.fromkeys(notes)])
