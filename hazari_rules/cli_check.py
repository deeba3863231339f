"""`hazari check`: is a variant file right, and if not, where and what to write instead."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from hazari_rules.cli_common import Session, echo_json, json_option, line_of, pass_session
from hazari_rules.documents import VARIANT_LIMITS, Source, read_source
from hazari_rules.errors import ExitCode, Finding, FindingsError, HazariError, Severity
from hazari_rules.library import SUFFIXES, VariantFile
from hazari_rules.loading import Loader


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@pass_session
def check(session: Session, files: tuple[str, ...], as_json: bool) -> None:
    """Check variant files; `-` reads one from standard input, a folder means all files in it.

    \b
    Example:
      hazari check variants/hazarey.yaml
    """
    loader, found = session.loader, []
    names = [name for argument in files for name in _expanded(argument)]
    for name in names:
        found += _check_one(loader, name)
    if as_json:
        echo_json({"files": names, "findings": [finding.as_json() for finding in found]})
    else:
        for finding in found:
            click.echo(finding.text(line_of(finding, loader.resolver.sources)))
        click.echo(_summary(names, found))
    if any(finding.severity is Severity.ERROR for finding in found):
        raise click.exceptions.Exit(ExitCode.FINDINGS)


def _expanded(argument: str) -> Iterator[str]:
    path = Path(argument)
    if not path.is_dir():
        yield argument
        return
    files = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and ".cases." not in p.name)
    if not files:
        raise HazariError(f"no variant files in the folder '{argument}'")
    yield from map(str, files)


def _check_one(loader: Loader, name: str) -> list[Finding]:
    try:
        if name != "-":
            return loader.check(VariantFile(Path(name), "file"))
        raw = sys.stdin.buffer.read(VARIANT_LIMITS.bytes + 1)
        source: Source = read_source("<stdin>", raw)
        return loader.check(VariantFile(Path("<stdin>"), "stdin"), source)
    except FindingsError as error:
        return list(error.findings)


def _summary(names: list[str], found: list[Finding]) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in found)
    warnings = len(found) - errors
    files = f"{_counted(len(names), 'file')} checked"
    if not found:
        return f"{files}: clean"
    return f"{files}: {_counted(errors, 'error')}, {_counted(warnings, 'warning')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
