"""A suite: the cases of one variant under one choice of its options, and its export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case, CaseFilter, Citation, authored_cases
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_generate import generated_cases
from hazari_rules.conformance_protocol import (
    HELLO,
    PROTOCOL_VERSION,
    RULES,
    SUITE_VERSION,
    line_of,
    message,
)
from hazari_rules.conformance_words import RuleWords
from hazari_rules.errors import HazariError
from hazari_rules.library import Library
from hazari_rules.model import LANGUAGE_VERSION
from hazari_rules.resolve import Variant


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases for one set of rules, written ones first.

    `left_out` are the ids of written cases that do not hold under the options chosen.
    """

    variant: Variant
    seed: int
    cases: tuple[Case, ...]
    left_out: tuple[str, ...] = ()

    def only(self, wanted: CaseFilter) -> Suite:
        """The suite with the wanted cases alone."""
        return replace(self, cases=tuple(filter(wanted.wants, self.cases)))

    def preamble(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The two messages that come before the cases: hello and the rules."""
        ruleset = self.variant.ruleset
        hello = {
            "protocol": PROTOCOL_VERSION,
            "suite": SUITE_VERSION,
            "spec": LANGUAGE_VERSION,
            "variant": ruleset.id,
            "digest": ruleset.digest,
            "seed": self.seed,
            "cases": len(self.cases),
        }
        return message(HELLO, HELLO, hello), message(RULES, RULES, ruleset.as_data())

    def export(self) -> Iterator[str]:
        """The suite as lines of JSON: hello, the rules, then each case with its expectation."""
        for data in (*self.preamble(), *(case.as_json() for case in self.cases)):
            yield line_of(data)


def suite_of(variant: Variant, library: Library, name: str, seed: int = 0) -> Suite:
    """The suite of a loaded variant; `name` is the id or path by which it was loaded.

    Raises FindingsError for a file of cases that is not right.
    """
    rules = Rules.compile(variant.ruleset, variant.vocabulary)
    engine = Engine(rules)
    defaults = {option.id: option.default for option in variant.options}
    written = authored_cases(library, name)
    chosen = dict(variant.ruleset.options)
    about = [
        case
        for case in written
        if LANGUAGE_VERSION in case.spec and case.options.items() <= chosen.items()
    ]
    # A case states the rules with the options that it names and the defaults of all others.
    # Where more is changed, whether it still holds is for the engine to say.
    holding = [
        case for case in about if {**defaults, **case.options} == chosen or agrees(engine, case)
    ]
    left_out = tuple(case.id for case in about if case not in holding)
    return Suite(variant, seed, (*holding, *_cited(variant, rules, seed)), left_out)


def _cited(variant: Variant, rules: Rules, seed: int) -> Iterator[Case]:
    """The generated cases, each with the line of the variant's file that states its rule."""
    words = RuleWords(variant)
    known: dict[str, Citation] = {}
    for case in generated_cases(rules, seed):
        if case.rule not in known:
            known[case.rule] = Citation(words.place(case.rule), words.of(case.rule))
        yield replace(case, citation=known[case.rule])


def agrees(engine: Engine, case: Case) -> bool:
    """Whether the engine gives the answer that a case expects."""
    try:
        answer = engine.answer(case.op, case.input)
    except HazariError:
        return False
    return any(outcome.accepts(answer) for outcome in case.expect)
