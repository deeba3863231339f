"""Conformance results for the tools of a build: JUnit XML and the Test Anything Protocol."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from hazari_rules.conformance_cases import Layer
from hazari_rules.conformance_reports import Report, compact, got
from hazari_rules.conformance_runner import Result, Status
from hazari_rules.conformance_words import RuleWords

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_report(reports: Sequence[Report]) -> Iterator[str]:
    """JUnit XML: a test suite for each implementation and layer, a test case for each case."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<testsuites>"
    for report in reports:
        words = RuleWords(report.run.suite.variant)
        if report.nothing:
            yield from _nothing(report)
        for layer in Layer:
            results = [r for r in report.run.results if r.case.layer is layer]
            if results:
                yield from _suite(report, layer, results, words)
    yield "</testsuites>"


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("?", text))


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("?", text))


def _nothing(report: Report) -> Iterator[str]:
    numbers = 'tests="1" failures="1" errors="0" skipped="0"'
    yield f"<testsuite name={_attribute(report.name)} {numbers}>"
    yield '<testcase name="something is tested">'
    yield f"<failure message={_attribute(report.nothing)}/></testcase></testsuite>"


def _suite(
    report: Report, layer: Layer, results: Sequence[Result], words: RuleWords
) -> Iterator[str]:
    failing = [r for r in results if r.status.bad and r.case.id not in report.known]
    errors = sum(r.status is not Status.FAILED for r in failing)
    skipped = sum(r.status is Status.SKIPPED or r in report.known_failures for r in results)
    name = f"{report.name}: {layer.value} {layer.words}"
    yield (
        f'<testsuite name={_attribute(name)} tests="{len(results)}"'
        f' failures="{len(failing) - errors}" errors="{errors}" skipped="{skipped}">'
    )
    variant = report.run.suite.variant.ruleset.id
    for result in results:
        yield from _testcase(report, result, f"{variant}.{layer.value}", words)
    yield "</testsuite>"


def _testcase(report: Report, result: Result, class_name: str, words: RuleWords) -> Iterator[str]:
    case = result.case
    head = f"<testcase classname={_attribute(class_name)} name={_attribute(case.id)}"
    if result.status is Status.PASSED and case.id not in report.known:
        yield f"{head}/>"
        return
    yield f"{head}>"
    if result.status is Status.SKIPPED:
        yield f"<skipped message={_attribute(result.message)}/>"
    elif result.status is Status.PASSED:
        yield '<failure message="known to fail, but it passed"/>'
    elif case.id in report.known:
        yield '<skipped message="known to fail"/>'
    else:
        tag = "failure" if result.status is Status.FAILED else "error"
        body = (
            f"rule: {case.rule}: {words.of(case.rule)}\nasked: {case.op} {compact(case.input)}\n"
            f"expected: {compact(case.expect_json())}\ngot: {got(result)}\n"
            f"again: {report.command(case)}"
        )
        message = f"{case.rule}: {got(result)}"
        yield f"<{tag} message={_attribute(message)}>{_text(body)}</{tag}>"
    yield "</testcase>"


def tap_report(reports: Sequence[Report]) -> Iterator[str]:
    """The Test Anything Protocol, version 13: a line for each case of each implementation."""
    yield "TAP version 13"
    nothing = [report for report in reports if report.nothing]
    yield f"1..{sum(len(report.run.results) for report in reports) + len(nothing)}"
    number = 0
    for report in reports:
        words = RuleWords(report.run.suite.variant)
        who = "" if len(reports) == 1 else f"{report.name}: "
        for result in report.run.results:
            number += 1
            yield from _tap_line(report, result, f"{number} - {who}{result.case.id}", words)
        if report.nothing:
            number += 1
            yield f"not ok {number} - {who}nothing was tested: {_line(report.nothing)}"


def _tap_line(report: Report, result: Result, name: str, words: RuleWords) -> Iterator[str]:
    case = result.case
    if result.status is Status.SKIPPED:
        yield f"ok {name} # SKIP {_line(result.message)}"
    elif not result.status.bad:
        known = case.id in report.known
        yield f"{'not ok' if known else 'ok'} {name}" + (" (known to fail)" if known else "")
    else:
        yield f"not ok {name}" + (" # TODO known to fail" if case.id in report.known else "")
        yield f"# rule {case.rule}: {_line(words.of(case.rule))}"
        yield f"# asked {case.op} {compact(case.input)}"
        yield f"# expected {compact(case.expect_json())}"
        yield f"# got {_line(got(result))}"
        yield f"# again {report.command(case)}"


def _line(text: str) -> str:
    return " ".join(text.split()).replace("#", "\\#")
