"""Comments in a variant file that silence a warning: `# hazari: ignore[id]` on its line.

Only warnings can be silenced: a file with an error cannot be used, whatever a comment says. A
comment that silences nothing gets a warning itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hazari_rules.documents import Node, Source, parse
from hazari_rules.errors import Finding, Severity, Span, errors_in
from hazari_rules.hints import did_you_mean
from hazari_rules.validation import in_file_order

UNUSED = "unused-ignore"

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*hazari:\s*ignore\b\s*(?:\[([^\]]*)\])?")
_ID = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Ignore:
    """One id in a comment: the warnings of its line that have this id are silenced.

    The id is empty for a comment that names none.
    """

    id: str
    span: Span


def ignores_in(source: Source) -> tuple[Ignore, ...]:
    """Every id that the comments of a text name; raises FindingsError if it is no YAML.

    >>> [one.id for one in ignores_in(Source("x.yaml", "a: 1  # hazari: ignore[x-y, z]"))]
    ['x-y', 'z']
    """
    comments = [
        (number, line, comment)
        for number, line in enumerate(source.lines(), start=1)
        for comment in _COMMENT.finditer(line)
    ]
    texts = list(_texts(parse(source))) if comments else []
    found: list[Ignore] = []
    for number, line, comment in comments:
        if any(_inside(number, comment.start() + 1, text) for text in texts):
            continue
        ids = list(_ID.finditer(line, comment.start(1), comment.end(1))) if comment[1] else []
        places = [(one[0], one.start(), one.end()) for one in ids]
        for id_, start, end in places or [("", comment.start(), comment.end())]:
            found.append(Ignore(id_, Span(source.name, number, start + 1, number, end + 1)))
    return tuple(found)


def _texts(root: Node) -> Iterator[Span]:
    """Where texts stand: a '#' inside one starts no comment."""
    for _, node in root.walk():
        if node.key_span is not None:
            yield node.key_span
        if not isinstance(node.value, dict | list):
            yield node.span


def _inside(line: int, column: int, span: Span) -> bool:
    return (span.line, span.column) <= (line, column) < (span.end_line, span.end_column)


def without_ignored(
    findings: Sequence[Finding], sources: Mapping[str, Source], checked: str
) -> list[Finding]:
    """The findings that no comment silences, and what is wrong with the comments of one file.

    `sources` are the texts by name, `checked` the name of the file that is checked. Whether a
    comment silences something is known only if there are no errors, as warnings come after them.
    """
    names = {finding.span.file for finding in findings if finding.span} | {checked}
    if errors_in(findings):
        return list(findings)
    ignores = [one for name in names if name in sources for one in ignores_in(sources[name])]
    silenced = {finding for finding in findings if any(_fits(one, finding) for one in ignores)}
    kept = [finding for finding in findings if finding not in silenced]
    unused = [
        _unused(one, findings)
        for one in ignores
        if one.span.file == checked and not any(_fits(one, finding) for finding in findings)
    ]
    return in_file_order([*kept, *unused])


def _fits(ignore: Ignore, finding: Finding) -> bool:
    place = finding.span
    return (
        place is not None
        and finding.severity is Severity.WARNING
        and (ignore.id, ignore.span.file, ignore.span.line) == (finding.id, place.file, place.line)
    )


def _unused(ignore: Ignore, findings: Iterable[Finding]) -> Finding:
    here = sorted(
        {
            finding.id
            for finding in findings
            if finding.span
            and (finding.span.file, finding.span.line) == (ignore.span.file, ignore.span.line)
        }
    )
    if ignore.id:
        message = f"no warning '{ignore.id}' is given for this line, so nothing is ignored"
        hint = did_you_mean(ignore.id, here) if here else "take it out"
    else:
        message = "the comment does not say what is to be ignored"
        wanted = ", ".join(here) or "the id of the warning"
        hint = f"write '# hazari: ignore[{wanted}]'"
    return Finding(UNUSED, message, ignore.span, hint=hint, severity=Severity.WARNING)
