"""Scoring a record: by its own rules, where every recorded number is checked, or by others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands
from hazari_rules.errors import Finding, HazariError, Severity
from hazari_rules.events import DealEnded, Ending
from hazari_rules.record import Claim, Record, RecordedDeal, Steps
from hazari_rules.replay import DealStatus, ReplayedDeal, Score, replay
from hazari_rules.resolve import Variant
from hazari_rules.rounds import RoundResult
from hazari_rules.validation import did_you_mean

Load = Callable[[str, Mapping[str, str]], Variant]
"""(id, options) -> the variant; raises HazariError for an unknown id, option or choice."""


def recorded_variant(record: Record, load: Load) -> tuple[Variant | None, tuple[Finding, ...]]:
    """The variant a record was played under, and what is wrong with how the record names it.

    None if there is no such variant or option here. That the variant has changed since then is
    a warning. Raises what `load` raises for a variant file that is not right.
    """
    said = record.rules
    try:
        variant = load(said.id, said.options)
    except HazariError as error:
        if type(error) is not HazariError:
            raise
        return None, tuple(_naming_findings(record, load))
    if said.digest in ("", variant.ruleset.digest):
        return variant, ()
    message = f"'{said.id}' with these options now has other rules than when this was recorded"
    hint = "every number is computed by the rules of today"
    path = ("rules", "digest")
    return variant, (record.finding("other-digest", message, path, hint, Severity.WARNING),)


def _naming_findings(record: Record, load: Load) -> Iterator[Finding]:
    """Why the variant that a record names cannot be loaded: its id, or some of its options."""
    try:
        variant = load(record.rules.id, {})
    except HazariError as error:
        message, _, meant = str(error).partition("; ")
        meant, id_ = meant.partition(" (")[0], record.rules.id
        first = "" if "./" in meant else meant if meant.endswith("?") else f"{meant}."
        put = f"put {id_}.yaml beside the record, or give its path with --variant"
        hint = f"{first} Else {put}" if first else put
        yield record.finding("unknown-variant", message, ("rules", "id"), hint)
        return
    known = {option.id: option.choices for option in variant.options}
    for name, choice in record.rules.options.items():
        path = ("rules", "options", name)
        if name not in known:
            message = f"{variant.ruleset.name} has no option '{name}'"
            yield record.finding("unknown-option", message, path, did_you_mean(name, known))
        elif choice not in known[name]:
            message, hint = f"'{name}' has no choice '{choice}'", did_you_mean(choice, known[name])
            yield record.finding("unknown-choice", message, path, hint)


def check(record: Record, rules: Rules) -> Score:
    """Score a record by its own rules; every number in it that differs is a finding."""
    score = replay(record, rules)
    found = tuple(_contradictions(record, score))
    if len(found) > 1 and not score.findings and record.deals[0].dealer is not None:
        for dealer in range(rules.players):
            other = replay(record, rules, dealer)
            moved = replace(record.deals[0], dealer=dealer)
            fits = replace(record, deals=(moved, *record.deals[1:]))
            if not other.findings and not any(_contradictions(fits, other)):
                stated = record.names(record.deals[0].dealer)
                message = f"{stated} deals first here; the rest of the record"
                message += f" fits only if {record.names(dealer)} does"
                wrong = record.finding("contradiction", message, ("deals", 0, "dealer"))
                return replace(other, findings=(wrong,))
    return replace(score, findings=(*score.findings, *found))


def rescore(record: Record, rules: Rules) -> Score:
    """Score a record by other rules than its own; what cannot be computed again is warned of."""
    score = replay(record, rules)
    found = list(score.findings)
    for deal in score.deals:
        path = ("deals", deal.number - 1)
        if deal.status is DealStatus.LEFT_OUT:
            message = (
                f"deal {deal.number} is not void under these rules, but nobody arranged the cards;"
                " it is left out"
            )
            found.append(record.finding("deal-left-out", message, path, severity=Severity.WARNING))
        elif deal.end is not None and deal.state is None:
            message = (
                f"deal {deal.number} has no arrangements; its points stand as they were counted"
            )
            found.append(record.finding("not-rescored", message, path, severity=Severity.WARNING))
    return replace(score, findings=tuple(found))


def score_data(record: Record, score: Score) -> dict[str, Any]:
    """A score as plain data for programs; seats count from 0."""
    ruleset, said = score.rules.ruleset, record.rules
    return {
        "rules": {
            "id": ruleset.id,
            "name": ruleset.name,
            "options": dict(ruleset.options),
            "digest": ruleset.digest,
        },
        "recorded_rules": {"id": said.id, "options": dict(said.options), "digest": said.digest},
        "seats": list(record.seats),
        "deals": [_deal_data(deal) for deal in score.deals],
        "totals": list(score.totals),
        "target": score.target,
        "winners": list(score.winners),
        "last_deal": score.last_deal,
        "findings": [finding.as_json() for finding in score.findings],
    }


def _deal_data(deal: ReplayedDeal) -> dict[str, Any]:
    end = deal.end
    return {
        "number": deal.number,
        "status": str(deal.status),
        "dealer": deal.dealer,
        "ending": str(end.ending) if end else None,
        "reason": end.reason if end else "",
        "seats": list(end.seats) if end else [],
        "points": list(end.points) if end else None,
        "totals": list(deal.totals),
        "counted": end is not None and deal.state is None,
    }


def _contradictions(record: Record, score: Score) -> Iterator[Finding]:
    """Everything in a record that is not what the rules make of its cards."""
    check_ = _Check(record)
    for index, (said, got) in enumerate(zip(record.deals, score.deals, strict=True)):
        if got.status is DealStatus.NOT_PLAYED:
            message = f"the match was over after deal {index}; no deal can follow"
            yield record.finding("after-the-end", message, ("deals", index))
            return
        yield from check_.deal(index, said, got)
    if score.complete:
        yield from check_.seed(score)
        yield from check_.result(score)


class _Check:
    """Compares what a record says with what the rules make of it."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._totals: tuple[int, ...] = (0,) * len(record.seats)
        """The totals that the record states so far, right or wrong."""

    def _differs(self, path: Steps, message: str) -> Finding:
        return self._record.finding("contradiction", message, path)

    def _row(
        self, path: Steps, said: Sequence[int] | None, got: Sequence[int], what: str
    ) -> Iterator[Finding]:
        """Compare one number a seat: one finding, at the number if only one is wrong."""
        if said is None or tuple(said) == tuple(got):
            return
        wrong = [seat for seat, (a, b) in enumerate(zip(said, got, strict=True)) if a != b]
        if len(wrong) == 1:
            seat = wrong[0]
            message = f"{self._record.names(seat)} has {said[seat]} {what} here;"
            message += f" by the rules it is {got[seat]}"
            yield self._differs((*path, seat), message)
        else:
            message = f"the {what} are {_list(said)} here; by the rules they are {_list(got)}"
            yield self._differs(path, message)

    def _player(self, path: Steps, said: int, got: int, what: str) -> Iterator[Finding]:
        yield from self._word(path, self._record.names(said), self._record.names(got), what)

    def _word(self, path: Steps, said: object, got: object, what: str) -> Iterator[Finding]:
        if said != got:
            message = f"{what} is {said} here; by the rules it is {got}"
            yield self._differs(path, message)

    def deal(self, index: int, said: RecordedDeal, got: ReplayedDeal) -> Iterator[Finding]:
        """What differs in one deal."""
        path = ("deals", index)
        before = self._totals
        if said.totals is not None:
            self._totals = said.totals
        elif said.points is not None:
            self._totals = tuple(map(sum, zip(before, said.points, strict=True)))
        else:
            self._totals = got.totals
        if got.status is DealStatus.NOT_SCORED:
            return
        if said.dealer is not None:
            yield from self._player((*path, "dealer"), said.dealer, got.dealer, "the dealer")
        if got.end is None:
            yield from self._not_over(path, said, got)
        else:
            yield from self._ended(path, said, got, got.end, before)

    def _not_over(self, path: Steps, said: RecordedDeal, got: ReplayedDeal) -> Iterator[Finding]:
        if got.status is DealStatus.LEFT_OUT:
            message = (
                "by the rules this deal goes on after the dealing; the arrangements are missing"
            )
            yield self._differs(path, message)
        else:
            yield from self._row((*path, "totals"), said.totals, got.totals, "points in all")

    def _ended(
        self,
        path: Steps,
        said: RecordedDeal,
        got: ReplayedDeal,
        end: DealEnded,
        before: tuple[int, ...],
    ) -> Iterator[Finding]:
        for i, claim in enumerate(said.claims):
            if end.ending is not Ending.REDEAL or claim != Claim(end.seats[0], end.reason):
                message = f"{self._record.names(claim.seat)} cannot ask for '{claim.redeal}' here"
                yield self._differs((*path, "claims", i), message)
        if said.ending not in (None, end.ending):
            yield from self._word((*path, "ending"), said.ending, end.ending, "the ending")
            return
        if said.reason or said.ending:
            got_reason = end.reason or "empty"
            yield from self._word(
                (*path, "reason"), said.reason or "empty", got_reason, "the reason"
            )
        if said.seats is not None and set(said.seats) != set(end.seats):
            message = f"the ending was for {self._record.names(*said.seats)} here; by the rules for"
            yield self._differs((*path, "seats"), f"{message} {self._record.names(*end.seats)}")
        if got.state is not None:
            if said.arrangements and not got.state.locked:
                message = "the deal was over before anybody arranged the cards"
                yield self._differs((*path, "arrangements"), message)
            yield from self._rounds(path, said, got.state.rounds)
            if said.unclaimed is not None:
                what = "the number of unclaimed points"
                yield from self._word((*path, "unclaimed"), said.unclaimed, end.unclaimed, what)
        yield from self._row((*path, "points"), said.points, end.points, "points")
        counted = tuple(map(sum, zip(before, said.points or end.points, strict=True)))
        # Totals that follow from a wrong number before them are not a second fault.
        if said.totals != counted or end.ending is Ending.INSTANT_WIN:
            yield from self._row((*path, "totals"), said.totals, got.totals, "points in all")

    def _rounds(
        self, path: Steps, said: RecordedDeal, got: Sequence[RoundResult]
    ) -> Iterator[Finding]:
        if said.rounds is None:
            return
        if len(said.rounds) != len(got):
            message = f"{len(said.rounds)} rounds here; by the rules {len(got)} were played"
            yield self._differs((*path, "rounds"), message)
            return
        for i, (told, result) in enumerate(zip(said.rounds, got, strict=True)):
            at = (*path, "rounds", i)
            leader = f"the leader of round {i + 1}"
            yield from self._player((*at, "leader"), told.leader, result.leader, leader)
            if told.winners != result.winners:
                message = f"round {i + 1} goes to {self._record.names(*told.winners)} here;"
                message += f" by the rules to {self._record.names(*result.winners)}"
                yield self._differs((*at, "winners"), message)
            points = [result.points.get(seat, 0) for seat in range(len(self._record.seats))]
            yield from self._row((*at, "points"), told.points, points, "points")

    def seed(self, score: Score) -> Iterator[Finding]:
        """Whether the cards are those that the recorded seed deals."""
        seed, rules = self._record.seed, score.rules
        if seed is None:
            return
        table = rules.ruleset.table
        dealt = [i for i, deal in enumerate(self._record.deals) if deal.hands]
        other = []
        for i in dealt:
            hands = deal_hands(rules.deck, table.players, table.cards_each, seed, i)
            if list(map(set, hands)) != list(map(set, self._record.deals[i].hands)):
                other.append(i)
        if other == dealt and dealt:
            yield self._differs(("seed",), f"these are not the cards that seed {seed} deals")
        else:
            for i in other:
                message = f"these are not the hands that seed {seed} deals as deal {i + 1}"
                yield self._differs(("deals", i, "hands"), message)

    def result(self, score: Score) -> Iterator[Finding]:
        """Whether the end of the match is as the rules have it."""
        record = self._record
        if record.totals != self._totals:
            yield from self._row(("totals",), record.totals, score.totals, "points in all")
        if record.target is not None:
            yield from self._word(("target",), record.target, score.target, "the target")
        if record.winners is not None and set(record.winners) != set(score.winners):
            message = f"the match is won by {record.names(*record.winners)} here;"
            message += f" by the rules by {record.names(*score.winners)}"
            yield self._differs(("winners",), message)


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
