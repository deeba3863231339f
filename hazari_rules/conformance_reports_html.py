"""Conformance results as one HTML page: rules against implementations, and every failure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from hazari_rules.conformance_reports import Report, cited, compact, counts, got
from hazari_rules.conformance_runner import Result, Status
from hazari_rules.conformance_words import RuleWords

_STYLE = """
:root{color-scheme:light dark;--bad:#b3261e;--good:#1b7f3b;--soft:#8886;--line:#8884}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
th span{font-weight:400}th.who,td.n{text-align:right;font-variant-numeric:tabular-nums}
td.good{color:var(--good)}td.bad{color:var(--bad);font-weight:600}td.none{opacity:.6}
code,pre{font:14px/1.45 ui-monospace,monospace}code{overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:.4rem;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer}summary code{font-weight:600}
dl{display:grid;grid-template-columns:6.5rem 1fr;gap:.2rem .8rem;margin:.6rem 0}
dt{opacity:.7}dd{margin:0}.wide{overflow-x:auto}.small{opacity:.75;font-size:.9rem}
"""


def html_report(reports: Sequence[Report]) -> Iterator[str]:
    """The page, line by line; it loads nothing from elsewhere."""
    suite = reports[0].run.suite
    ruleset, words = suite.variant.ruleset, RuleWords(suite.variant)
    title = f"Conformance with {ruleset.name}"
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="small">Rules <code>{escape(ruleset.digest)}</code>, seed {suite.seed}</p>'
    yield "<table><thead><tr><th>Implementation</th><th>Result</th></tr></thead><tbody>"
    names = _names(reports)
    for report, name in zip(reports, names, strict=True):
        said = f"nothing was tested: {report.nothing}" if report.nothing else counts(report)
        mark = "good" if report.clean else "bad"
        yield f'<tr><th scope="row">{escape(name)}</th>'
        yield f'<td class="{mark}">{escape(said)}</td></tr>'
    yield "</tbody></table>"
    yield from _matrix(reports, names, words)
    for report, name in zip(reports, names, strict=True):
        yield from _failures(report, name, words)
    yield "</body></html>"


def _names(reports: Sequence[Report]) -> list[str]:
    """What each implementation is called; those of one name by their command too."""
    names = [report.name for report in reports]
    return [
        f"{report.name}, {report.run.label}" if names.count(report.name) > 1 else report.name
        for report in reports
    ]


def _matrix(reports: Sequence[Report], names: Sequence[str], words: RuleWords) -> Iterator[str]:
    rules = dict.fromkeys(result.case.rule for result in reports[0].run.results)
    yield "<h2>Rules</h2><div class=wide><table><thead><tr><th>Rule</th>"
    yield "".join(f'<th class="who" scope="col">{escape(name)}</th>' for name in names)
    yield "</tr></thead><tbody>"
    for rule in rules:
        yield f'<tr><th scope="row"><code>{escape(rule)}</code><br><span class="small">'
        yield f"{escape(words.of(rule))}</span></th>"
        for report in reports:
            yield _cell([r for r in report.run.results if r.case.rule == rule])
        yield "</tr>"
    yield "</tbody></table></div>"
    yield '<p class="small">Cases passed of those that were answered.</p>'


def _cell(results: Sequence[Result]) -> str:
    asked = [r for r in results if r.status is not Status.SKIPPED]
    if not asked:
        return '<td class="n none">skipped</td>'
    if all(r.status is Status.NOT_RUN for r in asked):
        return '<td class="n none">not run</td>'
    passed = sum(r.status is Status.PASSED for r in asked)
    mark, sign = ("good", "\u2713") if passed == len(asked) else ("bad", "\u2717")
    return f'<td class="n {mark}">{sign} {passed} of {len(asked)}</td>'


def _failures(report: Report, name: str, words: RuleWords) -> Iterator[str]:
    if report.run.refusal or not (report.failures or report.mended):
        return
    yield f"<h2>{escape(name)}: failures</h2>"
    for result in report.failures:
        case = result.case
        rows = [("rule", f"<code>{escape(case.rule)}</code> {escape(words.of(case.rule))}")]
        if case.note:
            rows.insert(0, ("about", escape(case.note)))
        if case.citation:
            rows.append(("source", escape(cited(case))))
        rows += [
            (part, f"<code>{escape(text)}</code>")
            for part, text in (
                ("asked", f"{case.op} {compact(case.input)}"),
                ("expected", compact(case.expect_json())),
                ("got", got(result)),
                ("again", report.command(case)),
            )
        ]
        listed = "".join(f"<dt>{part}</dt><dd>{text}</dd>" for part, text in rows)
        head = f"<code>{escape(case.id)}</code> {escape(result.status.value)}, {case.layer.value}"
        yield f"<details><summary>{head}</summary><dl>{listed}</dl></details>"
    for result in report.mended:
        yield f"<p><code>{escape(result.case.id)}</code> is known to fail, but it passed.</p>"
