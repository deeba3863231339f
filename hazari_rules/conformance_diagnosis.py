"""Which rule an implementation has wrong: the fewest changes of the rules that predict its answers.

Every knob of the rules is turned, alone and then in twos and threes; the changed rules answer
the cases, and those are named whose answers are the implementation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_looks import Asked, looks
from hazari_rules.conformance_mutants import Change, Workshop
from hazari_rules.conformance_search import Search

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
        elif part.change.mistake:
            yield "  this is a mistake that programs make; no variant can have it as a rule"

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
    search = Search(workshop, asked)
    if not search.failed:
        return Diagnosis(0, (), 0, (), (), (), (), without_answer)
    verdict = search.verdict()
    failures = len(search.failed)
    whole = tuple(looks(asked, workshop.variant.ruleset))
    best = verdict.best
    if best is None or search.lawless(best):
        ids = tuple(asked[i].case.id for i in search.failed)
        return Diagnosis(failures, (), 0, (), ids, (), whole, without_answer)
    explained = set(search.explained(best))
    left = tuple(asked[i].case.id for i in search.failed if i not in explained)
    against = tuple(asked[i].case.id for i in search.against(best))
    parts = []
    for change in best.changes:
        alone = workshop.mutant((change,))
        parts.append(Part(change, len(search.explained(alone)) if alone else 0))
    return Diagnosis(
        failures,
        tuple(parts),
        len(explained),
        against,
        left,
        tuple(mutant.words for mutant in verdict.alike),
        whole if left else (),
        without_answer,
    )
