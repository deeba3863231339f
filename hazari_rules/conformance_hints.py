"""What is wrong with the form of an answer, where it is that and not the rules."""

from __future__ import annotations

from collections.abc import Mapping

from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_protocol import Answer, AnswerKind
from hazari_rules.conformance_strict import AnswerSchema
from hazari_rules.hints import did_you_mean
from hazari_rules.model import Ruleset


class FormHints:
    """Looks at wrong answers to cases of these rules.

    >>> from hazari_rules.conformance_cases import Case, Layer
    >>> from hazari_rules.game import Game
    >>> hints = FormHints(Game.load("hazari").ruleset)
    >>> case = Case("a.b", Layer.CLASSIFY, "", "classify", {}, ())
    >>> hints.of(case, Answer(AnswerKind.RESULT, {"combination": "Colour Run"}))
    "no combination has the id 'Colour Run'; write its id, 'colour_run'"
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._schema: AnswerSchema | None = None
        self._ids = tuple(made.id for made in ruleset.combinations)
        self._names: Mapping[str, str] = {
            name.casefold(): made.id
            for made in ruleset.combinations
            for name in (made.name, *made.aliases)
        }

    def of(self, case: Case, answer: Answer) -> str:
        """What about the form is wrong; empty if the answer is well formed and only not right."""
        if answer.kind not in (AnswerKind.RESULT, AnswerKind.REJECT):
            return ""
        said = answer.value.get("combination") if answer.kind is AnswerKind.RESULT else None
        if isinstance(said, str) and said not in self._ids:
            id_ = self._names.get(said.casefold())
            hint = f"write its id, '{id_}'" if id_ else did_you_mean(said, self._ids)
            return f"no combination has the id '{said}'; {hint}"
        self._schema = self._schema or AnswerSchema()
        return self._schema.problem(case.op, case.id, answer)
