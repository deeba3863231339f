"""`hazari conformance strength` and `diagnose`: the suite held against changed rules."""

from __future__ import annotations

from typing import Any

import click

from hazari_rules import cli_conformance_run  # noqa: F401 - `conformance run` belongs to the group
from hazari_rules.cli_common import (
    Session,
    choices_option,
    echo_json,
    json_option,
    parse_options,
    pass_session,
)
from hazari_rules.cli_conformance import conformance, suite_from
from hazari_rules.conformance_diagnosis import diagnose
from hazari_rules.conformance_mutants import Workshop
from hazari_rules.conformance_results import Answers, read_results
from hazari_rules.conformance_strength import strength_of
from hazari_rules.errors import ExitCode, HazariError


@conformance.command()
@click.argument("variant")
@choices_option
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True,
    help="Seed of the generated cases.",
)  # fmt: skip
@click.option("--generated", is_flag=True, help="Leave out the cases that were written by hand.")
@json_option
@pass_session
def strength(
    session: Session, variant: str, options: tuple[str, ...], seed: int, generated: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Change every rule of a VARIANT, one at a time, and see whether the suite notices.

    Each knob is turned to each neighbouring value and each other choice is made. A change that
    no case notices and that is not proved to make no difference is a finding.

    \b
    Example:
      hazari conformance strength hazarey --option two_pairs=ignored
    """
    suite = suite_from(session, variant, options, seed, (), (), ())
    workshop = Workshop.of(session.loader_of(variant), variant, parse_options(options))
    cases = [case for case in suite.cases if not (generated and case.authored)]
    found = strength_of(workshop, cases)
    if as_json:
        echo_json(found.as_json())
    else:
        click.echo("\n".join(found.lines()))
    return ExitCode.FINDINGS if found.survivors else ExitCode.CLEAN


@conformance.command(name="diagnose")
@click.argument("results", type=click.File("rb"))
@click.option("--variant", "-v", help="The variant's id or file, if it is not the id in RESULTS.")
@json_option
@pass_session
def diagnose_results(session: Session, results: Any, variant: str | None, as_json: bool) -> int:
    """Name the rules that explain the wrong answers in RESULTS, a report of `run --format json`.

    \b
    Example:
      hazari conformance run hazari --cmd ./mine --format json --output mine.json
      hazari conformance diagnose mine.json
    """
    runs = read_results(results.read(), results.name)
    found = [(run, diagnose(_workshop(session, run, variant), *run.answers)) for run in runs]
    if as_json:
        echo_json({"runs": [{"label": run.label, **told.as_json()} for run, told in found]})
    else:
        for run, told in found:
            lines = list(told.lines()) or ["no failures"]
            click.echo(f"{run.label}: " + "\n".join(lines))
    return ExitCode.FINDINGS if any(d.failures for _, d in found) else ExitCode.CLEAN


def _workshop(session: Session, run: Answers, name: str | None) -> Workshop:
    """The variant of a run where it is at hand and still the same, else its rules alone."""
    name = name or run.variant
    try:
        workshop = Workshop.of(session.loader_of(name), name, run.options)
    except HazariError as error:
        click.echo(f"warning: {error}; its options are left out", err=True)
        return Workshop.of_data(run.rules, session.loader.vocabulary)
    if workshop.variant.ruleset.digest != run.digest:
        click.echo(f"warning: '{name}' has changed since; its options are left out", err=True)
        return Workshop.of_data(run.rules, session.loader.vocabulary)
    return workshop
