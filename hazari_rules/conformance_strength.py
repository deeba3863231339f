"""How strong a suite is: every rule changed, one at a time, and which cases notice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_equal import Proof, Prover
from hazari_rules.conformance_mutants import Mutant, Workshop
from hazari_rules.conformance_suite import agrees

_SOME = 100


@dataclass(frozen=True, slots=True)
class Trial:
    """One changed ruleset: the cases that catch it, or the proof that it is the same game."""

    mutant: Mutant
    caught_by: tuple[str, ...]
    proof: Proof | None = None

    @property
    def survives(self) -> bool:
        """Whether no case notices the change although nothing proves it harmless."""
        return not self.caught_by and self.proof is None

    def as_json(self) -> dict[str, Any]:
        """The trial as data."""
        (change,) = self.mutant.changes
        return {
            "change": change.words,
            "choice": change.chosen.words if change.chosen else None,
            "also": list(change.also),
            "caught_by": list(self.caught_by),
            "proof": self.proof and self.proof.value,
        }


@dataclass(frozen=True, slots=True)
class Strength:
    """What came of all changes of a variant's rules."""

    trials: tuple[Trial, ...]
    cases: tuple[str, ...]

    @property
    def caught(self) -> list[Trial]:
        """The changes that some case notices."""
        return [trial for trial in self.trials if trial.caught_by]

    @property
    def equal(self) -> list[Trial]:
        """The changes that are proved to make no difference."""
        return [trial for trial in self.trials if trial.proof is not None]

    @property
    def survivors(self) -> list[Trial]:
        """The changes that no case notices."""
        return [trial for trial in self.trials if trial.survives]

    @property
    def nothing_new(self) -> list[str]:
        """The cases that notice no change but what cases before them in the suite notice.

        They may still notice what two wrong rules do together.
        """
        first: set[str] = {trial.caught_by[0] for trial in self.caught}
        return [id_ for id_ in self.cases if id_ not in first]

    def lines(self) -> Iterator[str]:
        """The result for a person."""
        for trial in self.survivors:
            yield f"SURVIVES {trial.mutant.words}"
        by_proof: dict[Proof, list[str]] = {}
        for trial in self.equal:
            by_proof.setdefault(trial.proof or Proof.DIGEST, []).append(trial.mutant.words)
        for proof, words in by_proof.items():
            yield f"Equal on all inputs, because {proof.value}:"
            yield from (f"  {line}" for line in words)
        few = [trial for trial in self.caught if len(trial.caught_by) == 1]
        if few:
            yield "Noticed by one case only:"
            yield from (f"  {trial.mutant.words}: {trial.caught_by[0]}" for trial in few)
        new = len(self.cases) - len(self.nothing_new)
        yield f"{new} of {len(self.cases)} cases notice all; the others notice nothing new"
        changed = len(self.trials) - len(self.equal)
        percent = 100 * len(self.caught) // changed if changed else 100
        yield (
            f"{len(self.trials)} changes: {len(self.caught)} caught, {len(self.equal)} proved"
            f" equal, {len(self.survivors)} survive; strength {percent} %"
        )

    def as_json(self) -> dict[str, Any]:
        """The result as data."""
        return {
            "cases": len(self.cases),
            "caught": len(self.caught),
            "equal": len(self.equal),
            "survivors": [trial.mutant.words for trial in self.survivors],
            "nothing_new": self.nothing_new,
            "changes": [trial.as_json() for trial in self.trials],
        }


def strength_of(workshop: Workshop, cases: Sequence[Case], *, first_only: bool = False) -> Strength:
    """Run these cases against every changed ruleset, through the code that answers the protocol.

    `first_only` stops at the first case that notices a change, which is quicker.
    """
    runner = _Runner(workshop, cases)
    trial = runner.first if first_only else runner.whole
    return Strength(tuple(map(trial, workshop.singles())), tuple(case.id for case in cases))


class _Runner:
    """Asks the cases; rules alike in what an operation reads are asked once."""

    def __init__(self, workshop: Workshop, cases: Sequence[Case]) -> None:
        original = workshop.original()
        self._prover = Prover(original.rules)
        self._cases = list(cases)
        self._lately = list(cases)
        self._agreed: dict[tuple[str, str], bool] = {}

    def whole(self, mutant: Mutant) -> Trial:
        """Every case that notices the change."""
        caught = tuple(case.id for case in self._noticed(mutant, self._cases))
        return Trial(mutant, caught, None if caught else self._prover.proof(mutant.rules))

    def first(self, mutant: Mutant) -> Trial:
        """One case that notices the change, those first that were the last to notice one."""
        case = next(self._noticed(mutant, self._lately[:_SOME]), None)
        if case is None and (proof := self._prover.proof(mutant.rules)):
            return Trial(mutant, (), proof)
        case = case or next(self._noticed(mutant, self._lately[_SOME:]), None)
        if case is None:
            return Trial(mutant, ())
        self._lately.remove(case)
        self._lately.insert(0, case)
        return Trial(mutant, (case.id,))

    def _noticed(self, mutant: Mutant, cases: Iterable[Case]) -> Iterator[Case]:
        engine = Engine(mutant.rules)
        for case in cases:
            key = case.id, mutant.prints[case.op]
            if key not in self._agreed:
                self._agreed[key] = agrees(engine, case)
            if not self._agreed[key]:
                yield case
