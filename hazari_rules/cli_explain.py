"""`hazari explain`: why a group wins, why an arrangement is illegal, why a deal scored so."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click

from hazari_rules.arrange import faults
from hazari_rules.cards import parse_arrangement, parse_group
from hazari_rules.cli_common import (
    CommandGroup,
    Session,
    echo_json,
    json_option,
    pass_session,
    recorded_name,
    show_findings,
    variant_options,
)
from hazari_rules.errors import ExitCode, FindingsError, errors_in
from hazari_rules.explain import compare
from hazari_rules.explain_deal import explain_deal
from hazari_rules.explain_steps import Explainer, Step
from hazari_rules.record import Record
from hazari_rules.record_reader import read_record, record_source
from hazari_rules.replay import replay
from hazari_rules.resolve import Variant
from hazari_rules.scoring import recorded_variant

_WIDTH = 100


@click.group(
    cls=CommandGroup, short_help="Explain a comparison, an arrangement or a deal, rule by rule."
)
def explain() -> None:
    """Explain step by step, each step with the line of the variant file that it follows from.

    \b
    Example:
      hazari explain groups "AS QS 9S" "7S 6H 5D" "KS KH JD" "7C 6D 5H"
      hazari explain arrangement "AS AH AD | 9S 8H 7D | KS QS JS | 5S 5H 2D 2C"
      hazari explain deal match.yaml 3
    """


@explain.command()
@click.argument("groups", nargs=-1, required=True, metavar="GROUP GROUP...")
@variant_options
@json_option
@pass_session
def groups(
    session: Session, groups: tuple[str, ...], variant: str, options: tuple[str, ...], as_json: bool
) -> None:
    """Explain why one of these groups, given in playing order, wins the round.

    \b
    Example:
      hazari explain groups "5S 4H 3D 2C" "AS KH QD 9C" --variant hazarey
    """
    explainer = Explainer.of(session.variant(variant, options))
    cards = [parse_group(group) for group in groups]
    winners = compare(explainer.rules, cards).winners
    _show(explainer.variant, explainer.groups(cards), as_json, {"winners": list(winners)})


@explain.command()
@click.argument("groups", metavar="ARRANGEMENT")
@click.option("--hand", metavar="HAND", help="The dealt hand, to be compared with the groups.")
@variant_options
@json_option
@pass_session
def arrangement(
    session: Session,
    groups: str,
    hand: str | None,
    variant: str,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Explain why groups, separated by `|`, are or are not a legal arrangement.

    The exit code is 1 if they are not.

    \b
    Example:
      hazari explain arrangement "AS AH AD | 9S 8H 7D | KS QS JS | 5S 5H 2D 2C"
    """
    explainer = Explainer.of(session.variant(variant, options))
    split = parse_arrangement(groups)
    dealt = None if hand is None else parse_group(hand)
    legal = not faults(explainer.rules, split, dealt)
    _show(explainer.variant, explainer.arrangement(split, dealt), as_json, {"legal": legal})
    if not legal:
        raise click.exceptions.Exit(ExitCode.FINDINGS)


@explain.command()
@click.argument("record", metavar="RECORD")
@click.argument("number", type=int, metavar="NUMBER")
@click.option(
    "--variant", "-v", metavar="VARIANT", help="Explain by this variant, not the recorded one."
)
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
    help="Choose for one of that variant's options; may be given several times.",
)  # fmt: skip
@json_option
@pass_session
def deal(
    session: Session,
    record: str,
    number: int,
    variant: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Explain why a deal of a record, by its number from 1, was scored as it was.

    \b
    Example:
      hazari play --seed 7 --record match.yaml
      hazari explain deal match.yaml 3
    """
    read = _record(record)
    wanted = _wanted(session, read, variant, options)
    explainer = Explainer.of(wanted)
    score = replay(read, explainer.rules)
    steps = explain_deal(explainer, read, score, number)
    found = {"deal": number, "findings": [finding.as_json() for finding in score.findings]}
    show_findings(score.findings, {read.source.name: read.source})
    _show(wanted, steps, as_json, found)
    if errors_in(score.findings):
        raise click.exceptions.Exit(ExitCode.FINDINGS)


def _record(path: str) -> Record:
    source = record_source(path)
    try:
        return read_record(source)
    except FindingsError as error:
        show_findings(error.findings, {source.name: source})
        raise click.exceptions.Exit(ExitCode.FINDINGS) from None


def _wanted(
    session: Session, record: Record, variant: str | None, options: tuple[str, ...]
) -> Variant:
    """The variant that is asked for, else the recorded one with the options asked for."""
    if variant is not None:
        return session.variant(variant, options)

    def load(name: str, chosen: Mapping[str, str]) -> Variant:
        name = recorded_name(session, name, record.source.name)
        return session.variant(name, tuple(f"{key}={choice}" for key, choice in chosen.items()))

    own, findings = recorded_variant(record, load)
    show_findings(findings, {record.source.name: record.source})
    if own is None:
        raise click.exceptions.Exit(ExitCode.FINDINGS)
    if not options:
        return own
    stated = [f"{k}={v}" for k, v in record.rules.options.items() if not _set(k, options)]
    name = recorded_name(session, record.rules.id, record.source.name)
    return session.variant(name, (*stated, *options))


def _set(option: str, options: Sequence[str]) -> bool:
    return any(word.partition("=")[0] == option for word in options)


def _show(variant: Variant, steps: Sequence[Step], as_json: bool, more: Mapping[str, Any]) -> None:
    rules = variant.ruleset
    if as_json:
        about = {"variant": rules.id, "options": dict(rules.options), "digest": rules.digest}
        echo_json({**about, **more, "steps": [step.as_json() for step in steps]})
        return
    width = len(str(len(steps)))
    for number, step in enumerate(steps, start=1):
        place = f" [{step.place}]" if step.place else ""
        click.echo(
            textwrap.fill(
                f"{number:>{width}}. {step.text}{place}",
                _WIDTH,
                subsequent_indent=" " * (width + 2),
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
