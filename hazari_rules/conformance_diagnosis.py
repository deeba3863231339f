"""Which rule an implementation has wrong: the fewest changes of the rules that predict its answers.

Every knob of the rules is turned, alone and then in twos and threes; the changed rules answer
the cases, and those are named whose answers are the implementation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hazari_rules.cards import parse_card
from hazari_rules.compiled import Rules
from hazari_rules.conformance_classes import readings
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_looks import Asked, looks
from hazari_rules.conformance_mutants import Change, Mutant, Workshop
from hazari_rules.conformance_protocol import Answer, AnswerKind, Outcome
from hazari_rules.errors import HazariError

MOST_CHANGES = 3
_SAMPLE = 80
_RIGHT_SAMPLE = 200
_CANDIDATES = 40
_TRIED = 250
_BEAM = 12
_ALIKE = 3
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Part:
    """One change of an explanation and how many failures it explains by itself."""

    change: Change
    explains: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What an implementation's answers say about the rules that it follows.

    `contradicted` are cases that it passes although the changes predict another answer, `alike`
    other changes that explain as much, `without_answer` failures that gave no answer to look at.
    """

    failures: int
    parts: tuple[Part, ...]
    explained: int
    contradicted: tuple[str, ...]
    unexplained: tuple[str, ...]
    alike: tuple[str, ...]
    looks: tuple[str, ...]
    without_answer: int = 0

    def lines(self) -> Iterator[str]:
        """The diagnosis for a person."""
        if self.parts:
            words = " and ".join(f"`{part.change.words}`" for part in self.parts)
            yield f"behaves like {words}; explains {self.explained} of {self.failures} failures"
            for part in self.parts:
                yield from self._about(part)
            for other in self.alike:
                yield f"  the same answers come from `{other}`"
            if self.contradicted:
                ids = _few(self.contradicted)
                yield f"  {len(self.contradicted)} cases that pass speak against it: {ids}"
            if self.unexplained:
                ids = _few(self.unexplained)
                yield f"  {len(self.unexplained)} failures remain unexplained: {ids}"
        elif self.failures:
            yield f"its {self.failures} wrong answers fit no rule"
        for look in self.looks:
            yield f"  {look}"
        if self.without_answer:
            yield f"  {self.without_answer} cases got no answer that could be looked at"

    def _about(self, part: Part) -> Iterator[str]:
        if len(self.parts) > 1:
            yield f"  `{part.change.words}` alone explains {part.explains}"
        chosen = part.change.chosen
        if chosen is not None and chosen.open:
            yield f"  this is the choice {chosen.words}: the source leaves the question open"
        elif chosen is not None:
            yield f"  this is the house rule {chosen.words}"

    def as_json(self) -> dict[str, Any]:
        """The diagnosis as data."""
        return {
            "failures": self.failures,
            "changes": [
                {
                    "change": part.change.words,
                    "choice": part.change.chosen and part.change.chosen.words,
                    "open": bool(part.change.chosen and part.change.chosen.open),
                    "explains": part.explains,
                }
                for part in self.parts
            ],
            "explained": self.explained,
            "contradicted": list(self.contradicted),
            "unexplained": list(self.unexplained),
            "alike": list(self.alike),
            "looks": list(self.looks),
            "without_answer": self.without_answer,
        }


def _few(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more


def diagnose(workshop: Workshop, asked: Sequence[Asked], without_answer: int = 0) -> Diagnosis:
    """The smallest set of changes, up to three, whose answers are the ones given."""
    return _Search(workshop, asked).diagnosis(without_answer)


@dataclass(frozen=True, slots=True)
class _Found:
    """Changed rules with the failures that they explain among a sample, by number."""

    mutant: Mutant
    explains: frozenset[int]


@dataclass(slots=True)
class _Search:
    workshop: Workshop
    asked: Sequence[Asked]
    failed: list[Asked] = field(init=False)
    right: list[Asked] = field(init=False)
    sample: list[Asked] = field(init=False)
    _against: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.failed = [item for item in self.asked if not item.passed]
        self.right = [item for item in self.asked if item.passed]
        self.sample = _spread(self.failed, _SAMPLE)

    def diagnosis(self, without_answer: int) -> Diagnosis:
        """Singles first, then twos, then threes; the first that fit all answers win."""
        if not self.failed:
            return Diagnosis(0, (), 0, (), (), (), (), without_answer)
        singles = [self._tried(mutant) for mutant in self.workshop.singles()]
        singles = [found for found in singles if found.explains]
        singles.sort(key=lambda found: -len(found.explains))
        best: _Found | None = None
        level = singles
        for size in range(1, MOST_CHANGES + 1):
            level = level if size == 1 else list(self._larger(level, singles))
            best, exact = self._best(best, level)
            if exact:
                return self._told(best, exact, singles, without_answer)
            poor = best is None or 2 * self._net(best) < len(self.failed)
            ops = {item.case.op for item in self.failed}
            if poor and len(list(looks(self.asked, self.workshop.variant.ruleset))) == len(ops):
                break  # no rules are followed, so more of them would fit only by chance
        return self._told(best, [], singles, without_answer)

    def _tried(self, mutant: Mutant) -> _Found:
        engine = Engine(mutant.rules)
        fits = (i for i, item in enumerate(self.sample) if predicts(engine, item))
        return _Found(mutant, frozenset(fits))

    def _larger(self, level: Sequence[_Found], singles: Sequence[_Found]) -> Iterator[_Found]:
        """Sets of one change more, those that could explain most first."""
        candidates = self._candidates(singles)
        pairs = (
            combinations(candidates, 2)
            if level is singles
            else ((found, single) for found in level[:_BEAM] for single in candidates)
        )
        ranked = sorted(pairs, key=lambda pair: -len(pair[0].explains | pair[1].explains))
        tried = []
        for one, other in ranked[:_TRIED]:
            if other.mutant.changes[0] in one.mutant.changes:
                continue
            mutant = self.workshop.mutant((*one.mutant.changes, *other.mutant.changes))
            if mutant is not None:
                found = self._tried(mutant)
                tried.append(found)
                if len(found.explains) == len(self.sample) and self._exact(found):
                    break
        yield from sorted(tried, key=lambda found: -len(found.explains))

    def _candidates(self, singles: Sequence[_Found]) -> list[_Found]:
        """The singles that explain most and against which least speaks; for each failure some."""
        right = _spread(self.right, _RIGHT_SAMPLE)
        worth = {id(found): len(found.explains) - self._wrong(found, right) for found in singles}
        ranked = sorted(singles, key=lambda found: -worth[id(found)])
        kept = ranked[:_CANDIDATES]
        for i in range(len(self.sample)):
            kept += [found for found in ranked if i in found.explains][:_ALIKE]
        return list({id(found): found for found in kept}.values())

    def _wrong(self, found: _Found, right: Sequence[Asked]) -> int:
        engine = Engine(found.mutant.rules)
        return sum(not predicts(engine, item) for item in right)

    def _exact(self, found: _Found) -> bool:
        engine = Engine(found.mutant.rules)
        return all(predicts(engine, item) for item in (*self.failed, *self.right))

    def _score(self, found: _Found) -> tuple[int, int]:
        """(failures explained, cases that pass and speak against it), over all cases."""
        key = found.mutant.words
        if key not in self._against:
            engine = Engine(found.mutant.rules)
            explained = sum(predicts(engine, item) for item in self.failed)
            self._against[key] = explained, self._wrong(found, self.right)
        return self._against[key]

    def _best(
        self, best: _Found | None, level: Sequence[_Found]
    ) -> tuple[_Found | None, list[_Found]]:
        """The best so far, and those of this level that fit every answer."""
        whole = [found for found in level if len(found.explains) == len(self.sample)]
        exact = [found for found in whole if self._exact(found)]
        if exact:
            return exact[0], exact
        for found in level[:_BEAM]:
            if best is None or self._net(found) > self._net(best):
                best = found
        return best, []

    def _net(self, found: _Found) -> int:
        explained, against = self._score(found)
        return explained - against

    def _told(
        self,
        best: _Found | None,
        exact: Sequence[_Found],
        singles: Sequence[_Found],
        without_answer: int,
    ) -> Diagnosis:
        failures, ruleset = len(self.failed), self.workshop.variant.ruleset
        whole = tuple(looks(self.asked, ruleset))
        if best is None or self._net(best) <= 0 or (2 * self._net(best) < failures and whole):
            ids = tuple(item.case.id for item in self.failed)
            return Diagnosis(failures, (), 0, (), ids, (), whole, without_answer)
        engine = Engine(best.mutant.rules)
        left = [item for item in self.failed if not predicts(engine, item)]
        against = [item.case.id for item in self.right if not predicts(engine, item)]
        alone = {found.mutant.words: found for found in singles}
        return Diagnosis(
            failures,
            tuple(Part(c, self._alone(alone.get(c.words))) for c in best.mutant.changes),
            failures - len(left),
            tuple(against),
            tuple(item.case.id for item in left),
            tuple(found.mutant.words for found in exact if found is not best)[:_ALIKE],
            whole if left else (),
            without_answer,
        )

    def _alone(self, found: _Found | None) -> int:
        """How many failures one change explains by itself."""
        return 0 if found is None else self._score(found)[0]


def predicts(engine: Engine, item: Asked) -> bool:
    """Whether rules give the answer that was given: to a case that passes, a right one."""
    predicted = list(_predicted(engine, item))
    if item.passed:
        return any(o.accepts(answer) for o in item.case.expect for answer in predicted)
    return any(_same(answer, item) for answer in predicted)


def _predicted(engine: Engine, item: Asked) -> Iterator[Answer]:
    case, rules = item.case, engine.rules
    try:
        if case.op == "value":
            yield from _values(rules, item)
        yield engine.answer(case.op, case.input)
    except HazariError:
        return


def _values(rules: Rules, item: Asked) -> Iterator[Answer]:
    """Every equally good reading: an implementation may choose any."""
    cards = tuple(map(parse_card, item.case.input["cards"]))
    for id_, part, spare in readings(rules, item.case.input["group"] - 1, cards):
        result = {
            "combination": id_ or None,
            "cards": list(map(str, part)),
            "spare": list(map(str, spare)),
        }
        yield Answer(AnswerKind.RESULT, result)


def _same(answer: Answer, item: Asked) -> bool:
    """Whether a predicted answer is the given one in all that the case asks for."""
    if answer.kind is not AnswerKind.RESULT:
        return answer == item.answer
    named = [name for o in item.case.expect if o.result for name in o.result]
    parts = {name: answer.value[name] for name in named if name in answer.value}
    return Outcome(result=parts or answer.value).accepts(item.answer)


def _spread(items: Sequence[Asked], most: int) -> list[Asked]:
    """So many of these, from all along the way."""
    if len(items) <= most:
        return list(items)
    return [items[i * len(items) // most] for i in range(most)]
