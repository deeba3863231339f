"""Looks for the fewest changes of the rules that predict the answers of an implementation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, islice, zip_longest

from hazari_rules.conformance_fit import fitted
from hazari_rules.conformance_looks import Asked, looks
from hazari_rules.conformance_mutants import Change, Mutant, Workshop
from hazari_rules.conformance_predict import Predictions

MOST_CHANGES = 3
_SAMPLE = 80
_RIGHT_SAMPLE = 160
_CANDIDATES = 40
_TRIED = 250
_BEAM = 12
_ALIKE = 3


@dataclass(frozen=True, slots=True)
class Found:
    """Changed rules with the failures, among a sample, that they explain."""

    mutant: Mutant
    explains: frozenset[int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best changes found, if any are better than none, and others that fit every answer."""

    best: Mutant | None = None
    alike: tuple[Mutant, ...] = ()


@dataclass(slots=True)
class Search:
    """The search for one set of answers; they are numbered in their order."""

    workshop: Workshop
    asked: Sequence[Asked]
    failed: list[int] = field(init=False)
    right: list[int] = field(init=False)
    _predictions: Predictions = field(init=False)
    _sample: list[int] = field(init=False)
    _right_sample: list[int] = field(init=False)
    _weights: dict[int, float] = field(init=False)
    _net_of: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.failed = [i for i, item in enumerate(self.asked) if not item.passed]
        self.right = [i for i, item in enumerate(self.asked) if item.passed]
        self._predictions = Predictions(self.asked)
        self._sample = self._spread(self.failed, _SAMPLE)
        self._right_sample = self._spread(self.right, _RIGHT_SAMPLE)
        whole, drawn = (Counter(map(self._kind, some)) for some in (self.failed, self._sample))
        self._weights = {i: whole[self._kind(i)] / drawn[self._kind(i)] for i in self._sample}

    def verdict(self) -> Verdict:
        """Singles first, then twos, then threes; the first that fit all answers win."""
        changed = list(self._changed())
        exact = list(filter(self._exact, changed))
        if exact:
            return _told(exact)
        singles = [found for found in map(self._tried, changed) if found.explains]
        singles.sort(key=lambda found: -self._mass(found.explains))
        candidates = self._candidates(singles)
        best, level = self._better(None, singles), candidates
        for _ in range(1, MOST_CHANGES):
            if self.lawless(best.mutant if best else None):
                break  # no rules are followed, so more of them would fit only by chance
            level = list(self._larger(level, candidates))
            if exact := [found.mutant for found in level if self._exact(found.mutant)]:
                return _told(exact)
            best = self._better(best, level)
        return Verdict(best.mutant if best and self.net(best.mutant) > 0 else None)

    def _better(self, best: Found | None, level: Sequence[Found]) -> Found | None:
        """The best so far and of the first of these."""
        found = [*filter(None, [best]), *level[:_BEAM]]
        return max(found, key=lambda one: self.net(one.mutant), default=None)

    def lawless(self, best: Mutant | None) -> bool:
        """Whether little is explained and all operations that fail look like something else."""
        if best is not None and 2 * self.net(best) >= len(self.failed):
            return False
        ops = {self.asked[i].case.op for i in self.failed}
        return len(list(looks(self.asked, self.workshop.variant.ruleset))) == len(ops)

    def _changed(self) -> Iterator[Mutant]:
        """Every single change: of knobs, known mistakes, and what the answers themselves show."""
        known = {mutant.rules.ruleset.digest for mutant in self.workshop.singles()}
        yield from self.workshop.singles()
        for knob in fitted(self.asked, self.workshop.variant.ruleset):
            mutant = self.workshop.mutant((Change(knob),))
            if mutant is not None and mutant.rules.ruleset.digest not in known:
                yield mutant
        yield from self.workshop.mistakes()

    def explained(self, mutant: Mutant) -> list[int]:
        """The failures that these rules predict."""
        fits = self._predictions.fitting(mutant, self.failed)
        return [i for i, fit in zip(self.failed, fits, strict=True) if fit]

    def against(self, mutant: Mutant) -> list[int]:
        """The right answers that these rules do not predict."""
        fits = self._predictions.fitting(mutant, self.right)
        return [i for i, fit in zip(self.right, fits, strict=True) if not fit]

    def net(self, mutant: Mutant) -> int:
        """How many failures are explained, less the right answers that speak against it."""
        key = mutant.words
        if key not in self._net_of:
            self._net_of[key] = len(self.explained(mutant)) - len(self.against(mutant))
        return self._net_of[key]

    def _tried(self, mutant: Mutant) -> Found:
        fits = self._predictions.fitting(mutant, self._sample)
        return Found(mutant, frozenset(i for i, f in zip(self._sample, fits, strict=True) if f))

    def _exact(self, mutant: Mutant) -> bool:
        """Whether the rules predict every answer; the most different failures are asked first."""
        numbers = chain(self._sample, self.failed, self.right)
        return all(self._predictions.fitting(mutant, numbers))

    def _larger(self, level: Sequence[Found], candidates: Sequence[Found]) -> Iterator[Found]:
        """Sets of one change more, those that could explain most first."""
        pairs: Iterable[tuple[Found, Found]] = (
            combinations(candidates, 2)
            if level is candidates
            else ((found, single) for found in level[:_BEAM] for single in candidates)
        )
        worth = {id(found): self._worth(found) for found in (*level[:_BEAM], *candidates)}
        ranked = sorted(
            (pair for pair in pairs if pair[1].mutant.changes[0] not in pair[0].mutant.changes),
            key=lambda pair: (
                -self._mass(pair[0].explains | pair[1].explains),
                -worth[id(pair[0])] - worth[id(pair[1])],
                _farfetched(pair[0].mutant) + _farfetched(pair[1].mutant),
            ),
        )
        tried = []
        for one, other in ranked[:_TRIED]:
            mutant = self.workshop.mutant((*one.mutant.changes, *other.mutant.changes))
            if mutant is not None:
                tried.append(found := self._tried(mutant))
                if len(found.explains) == len(self._sample) and self._exact(mutant):
                    break
        yield from sorted(tried, key=lambda found: -self._mass(found.explains))

    def _candidates(self, singles: Sequence[Found]) -> list[Found]:
        """The singles that explain most and against which least speaks; for each failure some."""
        ranked = sorted(singles, key=self._worth, reverse=True)
        kept = ranked[:_CANDIDATES]
        for i in self._sample:
            kept += islice((found for found in ranked if i in found.explains), _ALIKE)
        return list({id(found): found for found in kept}.values())

    def _worth(self, found: Found) -> int:
        fits = self._predictions.fitting(found.mutant, self._right_sample)
        return len(found.explains) - sum(not fit for fit in fits)

    def _kind(self, number: int) -> tuple[str, str]:
        """The operation and the rule that an answer is about."""
        case = self.asked[number].case
        return case.op, case.rule

    def _mass(self, explained: Iterable[int]) -> float:
        """About how many failures are explained, judging by these of the sample."""
        return sum(self._weights[i] for i in explained)

    def _spread(self, numbers: Sequence[int], most: int) -> list[int]:
        """So many of these, of each operation and rule in turn, from all along the way."""
        kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
        for i in numbers:
            kinds[self._kind(i)].append(i)
        evenly = (_halved(group) for group in kinds.values())
        turns = chain.from_iterable(zip_longest(*evenly))
        return sorted(islice((i for i in turns if i is not None), most))


def _told(exact: Sequence[Mutant]) -> Verdict:
    first, *others = sorted(exact, key=_farfetched)
    return Verdict(first, tuple(others[:_ALIKE]))


def _farfetched(mutant: Mutant) -> int:
    """Bigger for what fewer people play: choices of options first, then knobs, then mistakes."""
    return sum(2 * change.mistake + (change.chosen is None) for change in mutant.changes)


def _halved(items: Sequence[int]) -> list[int]:
    """The same from afar to near: the first, the middle one, those between, and so on."""
    step, order = len(items), dict[int, None]()
    while step:
        order.update(dict.fromkeys(range(0, len(items), step)))
        step //= 2
    return [items[i] for i in order]
