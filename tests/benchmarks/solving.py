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
from tests.benchmarks.measure import BEST, Row, Timing, duration, interleaved
from tests.brute import brute

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
            "legal": (partial(_legal, rules, dealt[:FEW]), FEW),
            "brute": (partial(_brute, rules, dealt[:1]), 1),
        }
        found = interleaved(work, turns)
        front, slow, legal = (found[name].best for name in ("front", "brute", "legal"))
        what = f"Pareto front of a {rules.ruleset.name} hand"
        speed = (
            f"an empty function call took {duration(found['idle'].best)} in this run, with its"
            " loop; the limits in ms come from a machine on which it took 19 ns without"
        )
        yield Row("T5", what, _fastest(found["front"]), "under 0.6 ms", front < 0.6e-3, speed)
        slowest = _percentile(rules, dealt, turns)
        yield Row(
            "T5", f"{what}, slowest in 100", f"{slowest * 1e3:.2f} ms", "under 2 ms", slowest < 2e-3
        )
        caveat = (
            "brute force is that of the tests, through every split; going through the legal"
            f" arrangements alone by the enumeration of T6 takes {legal / front:.0f}x as long"
        )
        ratio = f"{slow / front:,.0f}x"
        yield Row(
            "T5", f"{what} against brute force", ratio, "at least 20x", slow >= 20 * front, caveat
        )
        every = found["all"]
        what = f"all legal arrangements of a {rules.ruleset.name} hand"
        yield Row("T6", what, _fastest(every), "under 12 ms", every.best < 12e-3, BEST)


def _fastest(timing: Timing) -> str:
    return f"{duration(timing.best)} (median {timing.text})"


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
        brute(rules, hand).front()


def _legal(rules: Rules, hands: Hands) -> None:
    for hand in hands:
        kept: list[tuple[int, ...]] = []
        for vector in sorted(Arrangements(rules, hand).vectors(), reverse=True):
            if not dominated(vector, kept):
                kept.append(vector)


def _percentile(rules: Rules, hands: Hands, turns: int) -> float:
    """Seconds that 99 of 100 hands stay below, each hand by the fastest of its turns."""
    fastest = []
    for hand in hands:
        times = []
        for _ in range(min(turns, 9)):
            start = time.process_time()
            Arrangements(rules, hand).front()
            times.append(time.process_time() - start)
        fastest.append(min(times))
    return statistics.quantiles(fastest, n=100)[-1]
