"""Findings of a check in the forms that people and programs read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hazari_rules.documents import Source
from hazari_rules.errors import Finding, Severity

SARIF_VERSION = "2.1.0"
SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_NOT_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # slow to compile


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, file by file, with the texts that were read.

    `failing` are the severities with which a file does not pass.
    """

    results: tuple[tuple[str, tuple[Finding, ...]], ...]
    sources: Mapping[str, Source]
    failing: frozenset[Severity] = frozenset({Severity.ERROR})

    @property
    def files(self) -> list[str]:
        """The names of the files that were checked."""
        return [name for name, _ in self.results]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings; what several files inherit from one place is there once."""
        return tuple(dict.fromkeys(finding for _, found in self.results for finding in found))

    @property
    def failed(self) -> bool:
        """Whether some file does not pass."""
        return any(finding.severity in self.failing for finding in self.findings)

    def text_of(self, finding: Finding) -> str:
        """A finding for a person, with its line of the source where that is known."""
        source = self.sources.get(finding.span.file) if finding.span else None
        return finding.text(source.line(finding.span.line) if source and finding.span else None)

    def summary(self) -> str:
        """How many files and findings there are, in a line."""
        found = self.findings
        errors = sum(finding.severity is Severity.ERROR for finding in found)
        files = f"{_counted(len(self.results), 'file')} checked"
        if not found:
            return f"{files}: clean"
        warnings = _counted(len(found) - errors, "warning")
        return f"{files}: {_counted(errors, 'error')}, {warnings}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def as_text(report: Report) -> str:
    """For people: each finding with its line and a marker, then the summary."""
    return "\n".join([*map(report.text_of, report.findings), report.summary()])


def as_json(report: Report) -> str:
    """For programs: the files and the findings."""
    findings = [finding.as_json() for finding in report.findings]
    return _dumped({"files": report.files, "findings": findings})


def as_github(report: Report) -> str:
    """Workflow commands that GitHub Actions shows as annotations, then the summary."""
    return "\n".join([*map(_annotation, report.findings), report.summary()])


def _annotation(finding: Finding) -> str:
    properties: dict[str, object] = {"title": f"hazari {finding.id}"}
    where = ""
    if (span := finding.span) is not None:
        properties |= {"file": span.file, "line": span.line, "col": span.column}
        properties |= {"endLine": span.end_line}
        if span.end_line == span.line:
            properties["endColumn"] = max(span.column, span.end_column - 1)
        where = f"{span}: "
    hint = f"\nhint: {finding.hint}" if finding.hint else ""
    message = f"{where}{finding.message} [{finding.id}]{hint}\nsee {finding.link}"
    stated = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{finding.severity} {stated}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(report: Report) -> str:
    """SARIF 2.1.0, for code scanning."""
    from importlib.metadata import version  # noqa: PLC0415 - slow to import

    found = report.findings
    ids = sorted({finding.id for finding in found})
    driver = {
        "name": "hazari",
        "semanticVersion": version("hazari-rules"),
        "rules": [_rule(id_, [f for f in found if f.id == id_]) for id_ in ids],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(name)}} for name in report.files],
        "results": [_result(finding, ids) for finding in found],
    }
    return _dumped({"$schema": SARIF_SCHEMA, "version": SARIF_VERSION, "runs": [run]})


def _rule(id_: str, found: Sequence[Finding]) -> dict[str, Any]:
    words = id_.replace("-", " ")
    worst = min(found, key=lambda finding: finding.severity is not Severity.ERROR)
    return {
        "id": id_,
        "name": words.title().replace(" ", ""),
        "shortDescription": {"text": words.capitalize()},
        "help": {
            "text": f"Explained, with an example and how to mend it, in {worst.link}",
            "markdown": f"Explained, with an example and how to mend it, in"
            f" [{worst.link}]({worst.link})",
        },
        "defaultConfiguration": {"level": str(worst.severity)},
    }


def _result(finding: Finding, ids: Sequence[str]) -> dict[str, Any]:
    hint = f" Hint: {finding.hint}" if finding.hint else ""
    result: dict[str, Any] = {
        "ruleId": finding.id,
        "ruleIndex": ids.index(finding.id),
        "level": str(finding.severity),
        "message": {"text": f"{finding.message}.{hint}"},
    }
    if (span := finding.span) is not None:
        region = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
        place = {"artifactLocation": {"uri": _uri(span.file)}, "region": region}
        result["locations"] = [{"physicalLocation": place}]
    return result


def _uri(name: str) -> str:
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def as_junit(report: Report) -> str:
    """JUnit XML: a test for each file, which fails with the findings that `failing` names."""
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - slow to import

    failed = 0
    suite = ET.Element("testsuite", name="hazari check")
    for name, found in report.results:
        case = ET.SubElement(suite, "testcase", classname="hazari check", name=_clean(name))
        wrong = [finding for finding in found if finding.severity in report.failing]
        if wrong:
            failed += 1
            failure = ET.SubElement(case, "failure", type=wrong[0].id)
            failure.set("message", _clean("; ".join(dict.fromkeys(f.message for f in wrong))))
            failure.text = _clean("\n".join(map(report.text_of, wrong)))
        if others := [finding for finding in found if finding not in wrong]:
            output = ET.SubElement(case, "system-out")
            output.text = _clean("\n".join(map(report.text_of, others)))
    numbers = {"tests": str(len(report.results)), "failures": str(failed), "errors": "0"}
    for element in (suite, root := ET.Element("testsuites", name="hazari check")):
        for key, value in numbers.items():
            element.set(key, value)
    root.append(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode")


def _clean(text: str) -> str:
    return re.sub(_NOT_XML, "\N{REPLACEMENT CHARACTER}", text)


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
    "junit": as_junit,
}
"""Every form by its name."""
