"""`hazari score`: a match record or score sheet, by its own rules or by others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from hazari_rules.cli_common import (
    Session,
    echo_json,
    json_option,
    parse_options,
    pass_session,
    recorded_name,
    show_findings,
)
from hazari_rules.compiled import Rules
from hazari_rules.documents import Source
from hazari_rules.errors import ExitCode, Finding, FindingsError, Severity, errors_in
from hazari_rules.events import DealEnded, Ending
from hazari_rules.record import Record, stated_options
from hazari_rules.record_reader import read_record, record_source
from hazari_rules.replay import DealStatus, ReplayedDeal, Score
from hazari_rules.resolve import Variant
from hazari_rules.scoring import check, recorded_variant, rescore, score_data

NAME_WIDTH = 12

_AT_THE_TABLE = (DealStatus.SCORED, DealStatus.LEFT_OUT, DealStatus.UNFINISHED)


@click.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--variant",
    "-v",
    metavar="VARIANT",
    help="Score by this variant instead of the recorded one: its id, or the path of its file.",
)
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=CHOICE",
    help="Choose otherwise for one of the options; may be given several times.",
)
@json_option
@pass_session
def score(
    session: Session, record: str, variant: str | None, options: tuple[str, ...], as_json: bool
) -> None:
    """Check and score a match record or a score sheet ('-' reads standard input).

    Every number is computed again from the hands and arrangements. Points of a deal that has
    none are checked for whether they can be. With --variant or --option the same cards are
    scored by other rules; --variant starts from that variant's own defaults.

    \b
    Examples:
      hazari score match.yaml
      hazari score match.yaml --variant hazarey --option two_pairs=ignored

    \b
    A score sheet by hand is a file like this:
      record: 1
      rules: {id: hazari}
      seats: [Ann, Ben, Cem, Dil]
      deals:
        - points: [90, 90, 90, 90]
        - points: [180, 0, 95, 85]
    """
    read = _read(record, as_json)
    wanted = _wanted(session, read, variant, options, as_json)
    scored = _scored(read, wanted)
    show_findings(scored.findings, {read.source.name: read.source})
    if as_json:
        echo_json(score_data(read, scored))
    else:
        click.echo("\n".join(_lines(read, wanted, scored)))
    if errors_in(scored.findings):
        raise click.exceptions.Exit(ExitCode.FINDINGS)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The rules to score by, the record's own if they are known, and findings about those."""

    variant: Variant
    own: Variant | None
    findings: tuple[Finding, ...]

    @property
    def differs(self) -> bool:
        """Whether the rules to score by are others than the record's own."""
        return self.own is None or self.own.ruleset.digest != self.variant.ruleset.digest


def _read(path: str, as_json: bool) -> Record:
    sources: dict[str, Source] = {}
    try:
        source = record_source(path)
        sources[source.name] = source
        return read_record(source)
    except FindingsError as error:
        raise _refused(error.findings, sources, as_json) from None


def _refused(
    findings: Sequence[Finding], sources: Mapping[str, Source], as_json: bool
) -> click.exceptions.Exit:
    """Show why nothing can be scored; what is returned is to be raised."""
    show_findings(findings, sources)
    if as_json:
        echo_json({"findings": [finding.as_json() for finding in findings]})
    return click.exceptions.Exit(ExitCode.FINDINGS)


def _wanted(
    session: Session, record: Record, variant: str | None, options: tuple[str, ...], as_json: bool
) -> _Wanted:
    def load(name: str, chosen: Mapping[str, str]) -> Variant:
        name = recorded_name(session, name, record.source.name)
        return session.variant(name, tuple(f"{key}={choice}" for key, choice in chosen.items()))

    own, findings = recorded_variant(record, load)
    if variant is not None:
        wanted = session.variant(variant, options)
    elif own is None:
        raise _refused(findings, {record.source.name: record.source}, as_json)
    else:
        wanted = load(record.rules.id, {**record.rules.options, **parse_options(options)})
    if own is None and wanted.ruleset.digest == record.rules.digest:
        return _Wanted(wanted, wanted, ())
    if own is None:
        # The record cannot be checked by its own rules, but by the given ones it can be scored.
        findings = tuple(replace(finding, severity=Severity.WARNING) for finding in findings)
    return _Wanted(wanted, own, findings)


def _scored(record: Record, wanted: _Wanted) -> Score:
    """The score by the wanted rules, with what is wrong with the record by its own ones."""
    findings = list(wanted.findings)
    rules = _compiled(wanted.variant)
    scored = rescore(record, rules) if wanted.differs else check(record, rules)
    if wanted.differs and wanted.own is not None:
        findings += check(record, _compiled(wanted.own)).findings
    known = {(finding.id, finding.pointer) for finding in findings}
    findings += [f for f in scored.findings if (f.id, f.pointer) not in known]
    return replace(scored, findings=tuple(findings))


def _compiled(variant: Variant) -> Rules:
    return Rules.compile(variant.ruleset, variant.vocabulary)


def _lines(record: Record, wanted: _Wanted, scored: Score) -> Iterator[str]:
    yield _of(wanted.variant)
    if wanted.differs:
        own = wanted.own
        recorded = _of(own) if own else _titled(record.rules.id, record.rules.options)
        yield f"recorded under {recorded}"
    yield ""
    yield from _table(record, scored)
    yield ""
    yield from _result(record, scored)


def _of(variant: Variant) -> str:
    return _titled(variant.ruleset.name, stated_options(variant))


def _titled(name: str, options: Mapping[str, str]) -> str:
    chosen = ", ".join(f"{option}={choice}" for option, choice in options.items())
    return f"{name} with {chosen}" if chosen else name


def _table(record: Record, scored: Score) -> Iterator[str]:
    names = [_cut(name) for name in record.seats]
    widths = [max(6, len(name)) for name in names]
    dealers = max(len("dealer"), *map(len, names))

    def row(values: Sequence[object]) -> str:
        cells = (f"{value:>{width}}" for value, width in zip(values, widths, strict=True))
        return "  ".join(cells)

    total = sum(widths) + 2 * (len(widths) - 1)
    yield f"{'':4}  {'':{dealers}}  {'points':^{total}} | {'totals':^{total}} |".rstrip()
    yield f"deal  {'dealer':{dealers}}  {row(names)} | {row(names)} | ended"
    for deal in scored.deals:
        points: Sequence[object] = deal.end.points if deal.end else ["-"] * len(names)
        totals: Sequence[object] = deal.totals if deal.end else ["-"] * len(names)
        dealer = names[deal.dealer] if deal.status in _AT_THE_TABLE else "-"
        ended = _ended(record, scored.rules, deal)
        yield f"{deal.number:4}  {dealer:{dealers}}  {row(points)} | {row(totals)} | {ended}"


def _cut(name: str) -> str:
    return name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…"


def _ended(record: Record, rules: Rules, deal: ReplayedDeal) -> str:
    if deal.end is None:
        return str(deal.status).replace("_", " ")
    counted = " (counted by the players)" if deal.state is None else ""
    return _ending(record, rules, deal.end) + counted


def _ending(record: Record, rules: Rules, end: DealEnded) -> str:
    seats = _names(record, end.seats)
    match end.ending:
        case Ending.REDEAL:
            names = {redeal.id: redeal.name for redeal in rules.redeals}
            return f"void: {names[end.reason]}" + (f" ({seats})" if seats else "")
        case Ending.INSTANT_WIN:
            names = {win.id: win.name for win in rules.ruleset.instant_wins}
            return f"instant win: {names[end.reason]} ({seats})"
        case Ending.ALL_FOULED:
            return "void: all arrangements are fouls"
    return str(end.ending).replace("_", " ")


def _names(record: Record, seats: Sequence[int]) -> str:
    return " and ".join(record.seats[seat] for seat in seats)


def _result(record: Record, scored: Score) -> Iterator[str]:
    if scored.target != scored.rules.ruleset.match.target:
        yield f"The target has been raised to {scored.target}."
    lost = [d.number for d in scored.deals if d.status is DealStatus.NOT_SCORED]
    if lost:
        yield f"Not scored from deal {lost[0]} on."
    elif scored.winners:
        names = _names(record, scored.winners)
        points = max(scored.totals[seat] for seat in scored.winners)
        won = f"{names} wins" if len(scored.winners) == 1 else f"{names} share the victory"
        yield f"{won} with {points} points after deal {scored.last_deal}."
    else:
        yield f"No winner yet; the target is {scored.target}."
    if after := [d.number for d in scored.deals if d.status is DealStatus.NOT_PLAYED]:
        deals = f"deals {after[0]} to {after[-1]}" if len(after) > 1 else f"deal {after[0]}"
        yield f"Not played, as the match is over: {deals}."
