"""Results of conformance runs for people and programs: what failed, and which rule that is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_hints import FormHints
from hazari_rules.conformance_protocol import SUITE_VERSION, differences
from hazari_rules.conformance_runner import Result, Run, Status
from hazari_rules.conformance_words import RuleWords

_OF_A_RULE = 5
_WIDTH = 400


@dataclass(frozen=True, slots=True)
class Report:
    """A run held against the failures that are known; `again` is the command that repeats it."""

    run: Run
    again: str
    known: frozenset[str] = frozenset()

    @property
    def failures(self) -> list[Result]:
        """What failed, apart from what is known to."""
        return [r for r in self.run.results if r.status.bad and r.case.id not in self.known]

    @property
    def known_failures(self) -> list[Result]:
        """What failed as known."""
        return [r for r in self.run.results if r.status.bad and r.case.id in self.known]

    @property
    def mended(self) -> list[Result]:
        """What is known to fail but passed."""
        return [
            r for r in self.run.results if r.status is Status.PASSED and r.case.id in self.known
        ]

    @property
    def nothing(self) -> str:
        """Why the run says nothing about the implementation; empty if it does say something."""
        if self.run.refusal:
            return self.run.refusal
        if not self.run.results:
            return "there are no cases to run"
        return "" if self.run.answered else "no case was answered"

    @property
    def clean(self) -> bool:
        """Whether the implementation agrees with the rules, as far as it was asked."""
        return not (self.failures or self.mended or self.nothing)

    @property
    def name(self) -> str:
        """Who was tested."""
        return str(self.run.hello) if self.run.hello else self.run.label

    def command(self, case: Case) -> str:
        """The command that repeats one case."""
        return f"{self.again} --case {case.id}"


def counts(report: Report) -> str:
    """How many cases passed, failed and so on, in a line.

    Only what there is is named.
    """
    run = report.run
    words = [f"{run.count(Status.PASSED)} passed"]
    words += [
        f"{n} {word}"
        for n, word in (
            (len(report.failures), "failed"),
            (len(report.known_failures), "failed as known"),
            (run.count(Status.SKIPPED), "skipped"),
        )
        if n
    ]
    faults = Counter(incident.fault.value for incident in run.incidents)
    if faults:
        kinds = ", ".join(f"{n} {fault}" for fault, n in faults.items())
        words.append(f"{len(run.incidents)} incident{'s' * (len(run.incidents) > 1)}: {kinds}")
    return ", ".join(words)


def text_report(report: Report) -> Iterator[str]:
    """The report for a person, line by line."""
    run, words = report.run, RuleWords(report.run.suite.variant)
    by_rule: dict[str, list[Result]] = {}
    for result in report.failures:
        by_rule.setdefault(result.case.rule, []).append(result)
    if not run.refusal:
        for results in by_rule.values():
            for result in results[:_OF_A_RULE]:
                yield from failure_lines(report, result, words)
            if len(results) > _OF_A_RULE:
                more = len(results) - _OF_A_RULE
                rule = results[0].case.rule
                yield f"... and {more} more of this rule ({report.again} --rule {rule})\n"
    for result in report.mended:
        yield f"MENDED {result.case.id}: known to fail, but it passed; take it off the list"
    yield from _incidents(run)
    yield from _summary(report, by_rule, words)


def failure_lines(report: Report, result: Result, words: RuleWords) -> Iterator[str]:
    """One failure for a person: what was asked, expected and got, and which rule that is."""
    yield from case_lines(result, words)
    yield f"  again     {report.command(result.case)}\n"


def case_lines(result: Result, words: RuleWords) -> Iterator[str]:
    """A failure without the command that repeats it."""
    case = result.case
    yield f"{result.status.value.upper()} {case.id} [{case.layer.value} {case.layer.words}]"
    if case.note:
        yield f"  about     {case.note}"
    yield f"  rule      {case.rule}: {words.of(case.rule)}"
    if case.citation:
        yield f"  source    {cited(case)}"
    yield f"  asked     {case.op} {compact(case.input)}"
    yield f"  expected  {compact(case.expect_json())}"
    yield f"  got       {got(result)}"
    if result.answer is not None and not result.message:
        form = FormHints(words.ruleset).of(case, result.answer)
        if form:
            yield f"  form      {form}"


def cited(case: Case) -> str:
    """Where the rule is written: the words of a source, or the line of the variant's file."""
    if case.citation is None:
        return ""
    source, quote = case.citation.source, case.citation.quote
    return f"{source}: \u201c{quote}\u201d" if case.authored else source


def got(result: Result) -> str:
    """What came of a case instead of the expected answer, with the parts that differ named."""
    if result.answer is None:
        fault = f"{result.fault.value}: " if result.fault else ""
        return f"no answer ({fault}{result.message})"
    parts = differences(result.case.expect, result.answer)
    shown = compact(result.answer.as_json())
    if result.message and result.status is Status.FAILED:
        return f"{shown} ({result.message})"
    whole = isinstance(result.answer.value, Mapping) and len(result.answer.value) > 1
    return f"{shown} (differs in {', '.join(parts)})" if parts and whole else shown


def compact(value: Any) -> str:
    """Data as short text, lists of cards as cards."""
    text = json.dumps(_cards_joined(value), ensure_ascii=False)
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}..."


def _cards_joined(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _cards_joined(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        if value and all(isinstance(item, str) for item in value):
            return " ".join(value)
        return [_cards_joined(item) for item in value]
    return value


def _incidents(run: Run) -> Iterator[str]:
    if run.refusal:
        return
    for incident in run.incidents[:_OF_A_RULE]:
        at = f" at {incident.case}" if incident.case else ""
        yield f"incident{at}: {incident.fault.value}, {incident.message}; it was started again"
        for line in incident.stderr[-3:]:
            yield f"  stderr: {line}"
    if len(run.incidents) > _OF_A_RULE:
        yield f"... and {len(run.incidents) - _OF_A_RULE} more incidents"


def _summary(
    report: Report, by_rule: Mapping[str, Sequence[Result]], words: RuleWords
) -> Iterator[str]:
    run, suite = report.run, report.run.suite
    if by_rule and not run.refusal:
        yield "Rules with failures:"
        for rule, results in by_rule.items():
            of = sum(result.case.rule == rule for result in run.results)
            yield f"  {len(results):>5} of {of:<5} {rule}: {words.of(rule)}"
    asked = len(run.results) - run.count(Status.SKIPPED)
    rate = asked / run.seconds if run.seconds else 0.0
    if run.results and not run.refusal:
        for layer in Layer:
            of_layer = [r.status for r in run.results if r.case.layer is layer]
            if of_layer:
                yield f"  {layer.value} {_of_layer(of_layer)} {layer.words}"
    variant = suite.variant.ruleset.id
    if report.nothing:
        yield f"{report.name} against {variant}: nothing was tested: {report.nothing}"
        return
    yield (
        f"{report.name} against {variant}: {counts(report)}"
        f" ({asked} cases asked in {run.seconds:.2f} s, {rate:,.0f} a second)"
    )


def _of_layer(statuses: Sequence[Status]) -> str:
    """How many cases of a layer passed; those that are skipped do not count."""
    skipped = statuses.count(Status.SKIPPED)
    asked = len(statuses) - skipped
    if not asked:
        return f"{'skipped':<14}"
    passed = f"{statuses.count(Status.PASSED):>5} of {asked:<5}"
    return f"{passed} ({skipped} skipped)" if skipped else passed


def json_report(reports: Sequence[Report]) -> str:
    """All reports as one JSON document, complete enough to be diagnosed later."""
    return json.dumps(
        {"runs": [_run_json(report) for report in reports]}, ensure_ascii=False, indent=1
    )


def _run_json(report: Report) -> dict[str, Any]:
    run, suite = report.run, report.run.suite
    words = RuleWords(suite.variant)
    hello = run.hello
    return {
        "suite": SUITE_VERSION,
        "variant": suite.variant.ruleset.id,
        "options": dict(suite.variant.ruleset.options),
        "digest": suite.variant.ruleset.digest,
        "rules": suite.variant.ruleset.as_data(),
        "seed": suite.seed,
        "left_out": list(suite.left_out),
        "label": run.label,
        "implementation": hello
        and {"name": hello.name, "version": hello.version, "language": hello.language},
        "clean": report.clean,
        "nothing": report.nothing,
        "counts": {status.value: run.count(status) for status in Status},
        "seconds": round(run.seconds, 3),
        "incidents": [
            {"fault": i.fault.value, "message": i.message, "case": i.case, "stderr": list(i.stderr)}
            for i in run.incidents
        ],
        "results": [_result_json(report, result, words) for result in run.results],
    }


def _result_json(report: Report, result: Result, words: RuleWords) -> dict[str, Any]:
    case = result.case
    return {
        **case.as_json(),
        "status": result.status.value,
        "known": case.id in report.known,
        **({"answer": result.answer.as_json()} if result.answer else {}),
        **({"fault": result.fault.value} if result.fault else {}),
        **({"message": result.message} if result.message else {}),
        **(
            {"rule_words": words.of(case.rule), "again": report.command(case)}
            if result.status.bad
            else {}
        ),
    }


def github_report(report: Report) -> Iterator[str]:
    """Failures as annotations of a GitHub workflow."""
    words = RuleWords(report.run.suite.variant)
    for result in [] if report.run.refusal else report.failures:
        text = (
            f"{words.of(result.case.rule)}\nasked: {result.case.op} {compact(result.case.input)}\n"
            f"expected: {compact(result.case.expect_json())}\ngot: {got(result)}\n"
            f"again: {report.command(result.case)}"
        )
        yield f"::error title={_escaped(result.case.id)}::{_escaped(text)}"
    for result in report.mended:
        yield f"::error title={_escaped(result.case.id)}::known to fail, but it passed"
    if report.nothing:
        why = f"nothing was tested: {report.nothing}"
        yield f"::error title={_escaped(report.name)}::{_escaped(why)}"
    else:
        yield f"::notice title={_escaped(report.name)}::{_escaped(counts(report))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
