"""`hazari check`: is a variant file right, and if not, where and what to write instead."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from hazari_rules.cli_common import Session, pass_session
from hazari_rules.documents import VARIANT_LIMITS, Source, parse, read_source
from hazari_rules.errors import ExitCode, Finding, FindingsError, HazariError, Severity
from hazari_rules.filekinds import FileKind, kind_of
from hazari_rules.library import SUFFIXES, VariantFile
from hazari_rules.loading import Loader
from hazari_rules.reports import FORMATS, Report

_FAILING = {
    "error": frozenset({Severity.ERROR}),
    "warning": frozenset({Severity.ERROR, Severity.WARNING}),
}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)),
    help="What to print; left out, it is text, and in GitHub Actions github.",
)  # fmt: skip
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option(
    "--fail-on", type=click.Choice(list(_FAILING)), default="error", show_default=True,
    help="From which severity on the exit code is 1.",
)  # fmt: skip
@pass_session
def check(session: Session, files: tuple[str, ...], form: str | None, fail_on: str) -> None:
    """Check variant files and their cases; `-` reads a variant from standard input.

    A folder means all variants and cases in it. Each case of ID.cases.yaml is put to the rules
    of ID.yaml beside it.

    A comment `# hazari: ignore[id]` on a line silences that line's warning with this id.

    \b
    Example:
      hazari check variants/hazarey.yaml variants/hazarey.cases.yaml
      hazari check --fail-on warning --format junit variants > report.xml
    """
    loader = session.loader
    names = dict.fromkeys(name for argument in files for name in _expanded(argument))
    results = tuple((name, tuple(_check_one(loader, name))) for name in names)
    report = Report(results, loader.resolver.sources, _FAILING[fail_on])
    in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
    chosen = form or ("github" if in_actions else "text")
    click.echo(FORMATS[chosen](report))
    if report.failed:
        raise click.exceptions.Exit(ExitCode.FINDINGS)


def _expanded(argument: str) -> Iterator[str]:
    path = Path(argument)
    if not path.is_dir():
        yield argument
        return
    files = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and _to_be_checked(p))
    if not files:
        raise HazariError(f"no variant files in the folder '{argument}'")
    yield from map(str, files)


def _to_be_checked(path: Path) -> bool:
    """Whether a file of a folder is to be checked: no schema, no match record."""
    hidden = any(part.startswith(".") and part not in (".", "..") for part in path.parts)
    return not hidden and ".schema." not in path.name and not _is(path, FileKind.RECORD)


def _is(path: Path, kind: FileKind) -> bool:
    """Whether the file is meant to be this; one that cannot be read says so when it is checked."""
    named = ".cases." in path.name
    try:
        source = VariantFile(path, "file").read()
        # A variant is parsed when it is checked, and not before.
        return (named or kind.key in source.text) and kind_of(parse(source)) is kind
    except HazariError:
        return named and kind is FileKind.CASES


def _check_one(loader: Loader, name: str) -> list[Finding]:
    try:
        if name != "-" and _is(Path(name), FileKind.CASES):
            from hazari_rules.check_cases import cases_findings  # noqa: PLC0415 - needs the engine

            return cases_findings(loader, Path(name), VariantFile(Path(name), "file").read())
        if name != "-":
            return loader.check(VariantFile(Path(name), "file"))
        raw = sys.stdin.buffer.read(VARIANT_LIMITS.bytes + 1)
        source: Source = read_source("<stdin>", raw)
        return loader.check(VariantFile(Path("<stdin>"), "stdin"), source)
    except FindingsError as error:
        return list(error.findings)
