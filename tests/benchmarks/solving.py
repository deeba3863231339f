"""T5 and T6: the Pareto front of a hand, and all its legal arrangements."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hazari_rules.builtin import vocabulary
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.dealing import shuffled
from hazari_rules.loading import load
from hazari_rules.solver import Arrangements
from hazari_rules.solver_front import dominated
from tests.benchmarks.measure import Row, interleaved

HANDS = 200
FEW = 4
CALLS = 100_000

Hands = Sequence[tuple[Card, ...]]


def fronts(turns: int, hands: int = HANDS) -> Iterator[Row]:
    """T5 and T6, on random hands of Hazari and Hazarey."""
    for name in ("hazari", "hazarey"):
        rules = Rules.compile(load(name).ruleset, vocabulary())
        dealt = [shuffled(rules.deck, 5, number)[:13] for number in range(hands)]
        work: dict[str, tuple[Callable[[], object], int]] = {
            "front": (partial(_fronts, rules, dealt), hands),
            "all": (partial(_all_arrangements, rules, dealt[:FEW]), FEW),
            "idle": (_idle, CALLS),
            "brute": (partial(_brute, rules, dealt[:FEW]), FEW),
        }
        found = interleaved(work, turns)
        front, brute = found["front"].median, found["brute"].median
        what = f"Pareto front of a {rules.ruleset.name} hand"
        speed = (
            f"an empty function call took {found['idle'].text} in this run, with its loop; the"
            " limits in ms come from a machine on which it took 19 ns without"
        )
        yield Row("T5", what, found["front"].text, "under 0.6 ms", front < 0.6e-3, speed)
        slowest = _percentile(rules, dealt, turns)
        yield Row(
            "T5", f"{what}, slowest in 100", f"{slowest * 1e3:.2f} ms", "under 2 ms", slowest < 2e-3
        )
        caveat = (
            "brute force goes through all legal arrangements by the fast enumeration of T6 and"
            " keeps the best; the one in the tests goes through every split and is slower still"
        )
        ratio = f"{brute / front:.0f}x"
        yield Row(
            "T5", f"{what} against brute force", ratio, "at least 20x", brute >= 20 * front, caveat
        )
        every = found["all"]
        what = f"all legal arrangements of a {rules.ruleset.name} hand"
        yield Row("T6", what, every.text, "under 12 ms", every.median < 12e-3)


def _nothing(value: int) -> int:
    return value


def _idle() -> None:
    for value in range(CALLS):
        _nothing(value)


def _fronts(rules: Rules, hands: Hands) -> None:
    for hand in hands:
        Arrangements(rules, hand).front()


def _all_arrangements(rules: Rules, hands: Hands) -> None:
    for hand in hands:
        for _ in Arrangements(rules, hand):
            pass


def _brute(rules: Rules, hands: Hands) -> None:
    for hand in hands:
        kept: list[tuple[int, ...]] = []
        for vector in sorted(Arrangements(rules, hand).vectors(), reverse=True):
            if not dominated(vector, kept):
                kept.append(vector)


def _percentile(rules: Rules, hands: Hands, turns: int) -> float:
    """Seconds that 99 of 100 hands stay below, each hand by the median of its turns."""
    medians = []
    for hand in hands:
        times = []
        for _ in range(min(turns, 9)):
            start = time.process_time()
            Arrangements(rules, hand).front()
            times.append(time.process_time() - start)
        medians.append(statistics.median(times))
    return statistics.quantiles(medians, n=100)[-1]
