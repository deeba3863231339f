"""`hazari conformance run`: a suite against implementations, and what came of it."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from hazari_rules.cli_common import Session, parse_options, pass_session
from hazari_rules.cli_conformance import conformance, suite_from, suite_options
from hazari_rules.conformance_reports import Report, github_report, json_report, text_report
from hazari_rules.conformance_runner import Result, Settings, Status, run_suite
from hazari_rules.conformance_suite import Suite
from hazari_rules.conformance_transport import (
    Connection,
    HttpConnection,
    OneShotConnection,
    ProcessConnection,
)
from hazari_rules.errors import ExitCode, HazariError

FORMATS = ("text", "json", "junit", "tap", "html", "github")
_EVERY = 0.1


@conformance.command()
@click.argument("variant")
@click.option(
    "--cmd", "commands", multiple=True, metavar="COMMAND",
    help="The command that starts an implementation; several are compared with each other.",
)  # fmt: skip
@click.option(
    "--url", "urls", multiple=True, metavar="URL", help="An implementation that is a server."
)
@click.option("--one-shot", is_flag=True, help="Start COMMAND anew for every case.")
@suite_options
@click.option(
    "--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True,
    help="How many copies of an implementation work at a time.",
)  # fmt: skip
@click.option(
    "--case-seconds", type=click.FloatRange(0.01), default=10.0, show_default=True,
    help="How long an answer may take.",
)  # fmt: skip
@click.option(
    "--run-seconds", type=click.FloatRange(0.01), default=600.0, show_default=True,
    help="How long the whole run may take.",
)  # fmt: skip
@click.option("--strict-protocol", is_flag=True, help="Hold every answer against its schema.")
@click.option(
    "--known-failures", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
    help="Ids of cases that are known to fail, one a line; those that pass are reported.",
)  # fmt: skip
@click.option(
    "--diagnose", is_flag=True,
    help="After failures, name the rules that explain them; this takes some seconds.",
)  # fmt: skip
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How the report is written; html compares several implementations.",
)  # fmt: skip
@click.option(
    "--output", "-O", type=click.File("w", encoding="utf-8", atomic=True), default="-",
    help="Write the report to this file instead of standard output.",
)  # fmt: skip
@pass_session
def run(session: Session, /, variant: str, **given: Any) -> int:
    """Run the suite of a variant against an implementation in any language.

    \b
    Example:
      hazari conformance run hazari --cmd 'node my-hazari.js'
      hazari conformance run hazarey --url http://localhost:8000/hazari --layer L2
    """
    wanted = {name: given[name] for name in ("options", "seed", "layers", "rules", "ids")}
    suite = suite_from(session, variant, **wanted)
    tested = list(_implementations(given["commands"], given["urls"], given["one_shot"]))
    known = _known(given["known_failures"], suite)
    settings = Settings(
        given["case_seconds"], given["run_seconds"], given["jobs"], given["strict_protocol"]
    )
    reports = []
    for label, word, connect in tested:
        with _Live(label, len(suite.cases)) as live:
            result = run_suite(suite, label, connect, settings, live)
        reports.append(Report(result, _again(variant, word, given), known))
    for line in _written(given["format_"], reports):
        given["output"].write(f"{line}\n")
    if given["diagnose"]:
        for line in _diagnosed(session, variant, given["options"], reports):
            click.echo(line, err=given["format_"] != "text")
    return ExitCode.CLEAN if all(report.clean for report in reports) else ExitCode.FINDINGS


def _implementations(
    commands: Sequence[str], urls: Sequence[str], one_shot: bool
) -> Iterator[tuple[str, str, Callable[[], Connection]]]:
    """(label, the words that name it on the command line, how to connect) of each."""
    if not commands and not urls:
        raise click.UsageError("say what to test: --cmd 'COMMAND', or --url URL for a server")
    for text in commands:
        try:
            command = shlex.split(text, posix=os.name == "posix")
        except ValueError as error:
            raise click.UsageError(f"cannot read the command {text!r}: {error}") from None
        if not command:
            raise click.UsageError("--cmd is empty; write the command that starts your program")
        kind = OneShotConnection if one_shot else ProcessConnection
        shot = " --one-shot" if one_shot else ""
        yield text, f"--cmd {shlex.quote(text)}{shot}", _connector(kind, command)
    for url in urls:
        if not url.startswith(("http://", "https://")):
            raise click.UsageError(f"not a URL: '{url}'; it begins with http:// or https://")
        yield url, f"--url {shlex.quote(url)}", _connector(HttpConnection, url)


def _connector(kind: Callable[[Any], Connection], argument: object) -> Callable[[], Connection]:
    return lambda: kind(argument)


def _known(path: str | None, suite: Suite) -> frozenset[str]:
    if path is None:
        return frozenset()
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise HazariError(f"cannot read '{path}': {error}") from None
    known = frozenset(filter(None, (line.partition("#")[0].strip() for line in lines)))
    for id_ in sorted(known - {case.id for case in suite.cases}):
        click.echo(f"warning: {path} names '{id_}', which is no case of this run", err=True)
    return known


def _again(variant: str, word: str, given: Mapping[str, Any]) -> str:
    """The command that repeats this run, without its filters."""
    parts = ["hazari conformance run", shlex.quote(variant), word]
    parts += [f"-o {shlex.quote(option)}" for option in given["options"]]
    parts += [f"--seed {given['seed']}"] if given["seed"] else []
    parts += ["--strict-protocol"] if given["strict_protocol"] else []
    return " ".join(parts)


def _written(format_: str, reports: Sequence[Report]) -> Iterator[str]:
    if format_ == "json":
        yield json_report(reports)
    elif format_ == "html":
        from hazari_rules.conformance_reports_html import html_report  # noqa: PLC0415

        yield from html_report(reports)
    elif format_ in ("junit", "tap"):
        from hazari_rules import conformance_reports_files as files  # noqa: PLC0415

        yield from (files.junit_report if format_ == "junit" else files.tap_report)(reports)
    else:
        write = github_report if format_ == "github" else text_report
        for report in reports:
            yield from write(report)


def _diagnosed(
    session: Session, variant: str, options: tuple[str, ...], reports: Sequence[Report]
) -> Iterator[str]:
    from hazari_rules.conformance_diagnosis import diagnose  # noqa: PLC0415
    from hazari_rules.conformance_mutants import Workshop  # noqa: PLC0415
    from hazari_rules.conformance_results import asked_of  # noqa: PLC0415

    workshop = Workshop.of(session.loader_of(variant), variant, parse_options(options))
    for report in reports:
        lines = diagnose(workshop, *asked_of(report.run.results)).lines()
        yield from (f"{report.name}: {line}" if i == 0 else line for i, line in enumerate(lines))


class _Live:
    """A line on the terminal that counts while a run is on; nothing where there is none."""

    def __init__(self, label: str, total: int) -> None:
        self._label = label
        self._total = total
        self._shown = 0.0
        self._on = sys.stderr.isatty()

    def __enter__(self) -> _Live:
        return self

    def __call__(self, results: Mapping[str, Result]) -> None:
        now = time.monotonic()
        if self._on and now - self._shown > _EVERY:
            self._shown = now
            statuses = [result.status for result in list(results.values())]
            bad = sum(status.bad for status in statuses)
            passed = statuses.count(Status.PASSED)
            text = f"{len(statuses)} of {self._total}: {passed} passed, {bad} failed"
            sys.stderr.write(f"\r\x1b[K{self._label[:40]}  {text}")
            sys.stderr.flush()

    def __exit__(self, *exception: object) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
