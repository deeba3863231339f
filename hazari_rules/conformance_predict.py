"""What changed rules would have answered, held against the answers that were given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hazari_rules.cards import parse_card
from hazari_rules.compiled import Rules
from hazari_rules.conformance_classes import readings
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_looks import Asked
from hazari_rules.conformance_mutants import Mutant
from hazari_rules.conformance_protocol import Answer, AnswerKind, Outcome
from hazari_rules.errors import HazariError


@dataclass(slots=True)
class Predictions:
    """Whether rules predict an answer, worked out once for rules alike in what it depends on."""

    asked: Sequence[Asked]
    _known: dict[tuple[int, str], bool] = field(default_factory=dict)

    def fitting(self, mutant: Mutant, numbers: Iterable[int]) -> Iterator[bool]:
        """For each answer of these numbers whether the rules predict it."""
        engine: Engine | None = None
        for i in numbers:
            key = i, mutant.prints[self.asked[i].case.op]
            if key not in self._known:
                engine = engine or Engine(mutant.rules)
                self._known[key] = predicts(engine, self.asked[i])
            yield self._known[key]


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
