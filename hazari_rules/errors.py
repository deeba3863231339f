"""Exceptions, findings with positions, and the exit codes of the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

DOCS = "docs/findings.md"


class ExitCode(IntEnum):
    """What the process's exit status says.

    >>> int(ExitCode.FINDINGS)
    1
    """

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    INTERNAL = 3


class Severity(StrEnum):
    """How much a finding matters: an error stops the work, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text file; lines and columns count from 1, the end is exclusive.

    >>> str(Span("village.yaml", 3, 5, 3, 9))
    'village.yaml:3:5'
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong, with the place, the reason and what to write instead.

    >>> Finding("unknown-key", "'rank' is not a key here", hint="did you mean 'ranks'?").text()
    "error: 'rank' is not a key here [unknown-key]\\n  hint: did you mean 'ranks'?"
    """

    id: str
    message: str
    span: Span | None = None
    pointer: str = ""
    hint: str = ""
    severity: Severity = Severity.ERROR

    @property
    def link(self) -> str:
        """Where the documentation explains this kind of finding."""
        return f"{DOCS}#{self.id}"

    def text(self, source_line: str | None = None) -> str:
        """The finding for a person; with the line of the source it adds that line and a marker."""
        where = f"{self.span}: " if self.span else ""
        lines = [f"{where}{self.severity}: {self.message} [{self.id}]"]
        if source_line is not None and self.span:
            lines += _marked(source_line, self.span)
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The finding as plain data for programs."""
        span = self.span
        return {
            "id": self.id,
            "severity": str(self.severity),
            "file": span.file if span else None,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "end_line": span.end_line if span else None,
            "end_column": span.end_column if span else None,
            "pointer": self.pointer,
            "message": self.message,
            "hint": self.hint,
            "link": self.link,
        }


def _marked(source_line: str, span: Span, width: int = 120) -> list[str]:
    """The source line and a marker under the span, cut to a readable width."""
    start = max(0, span.column - 1 - width // 2) if len(source_line) > width else 0
    shown = "".join(c if c.isprintable() else " " for c in source_line[start : start + width])
    offset = span.column - 1 - start
    same_line = span.end_line == span.line and span.end_column > span.column
    length = span.end_column - span.column if same_line else len(shown) - offset
    length = max(1, min(length, len(shown) - offset))
    return [f"  | {shown}", f"  | {' ' * offset}{'^' * length}"]


class HazariError(Exception):
    """Anything this package refuses: the message says what, and what to write instead.

    >>> raise HazariError("no such variant: 'hazri'; did you mean 'hazari'?")
    Traceback (most recent call last):
    ...
    hazari_rules.errors.HazariError: no such variant: 'hazri'; did you mean 'hazari'?
    """


class NotationError(HazariError):
    """A card, group, hand or arrangement that cannot be read without guessing."""


class IllegalMoveError(HazariError):
    """An answer that the rules do not allow at this point of the deal."""


class FindingsError(HazariError):
    """A file that cannot be used; `findings` says everything that is wrong with it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(finding.text() for finding in self.findings))


def errors_in(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that are errors, in their order."""
    return tuple(f for f in findings if f.severity is Severity.ERROR)
