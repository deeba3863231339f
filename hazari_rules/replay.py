"""A record played again: every number computed from its hands and arrangements by some rules.

The rules may be others than the recorded ones. Then the dealers are those of the other rules,
counted from the first recorded dealer (hands belong to seats, so nobody gets other cards), a
match may end earlier, later or never, and deals may be void that were not, or the other way
round. Nothing here looks at the recorded results; `scoring` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from hazari_rules.arrange import IllegalArrangementError, lock
from hazari_rules.cards import card_count, format_group
from hazari_rules.compiled import Rules
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion, DealState
from hazari_rules.errors import Finding
from hazari_rules.events import DealEnded, Ending
from hazari_rules.match import MatchState
from hazari_rules.record import Claim, Record, RecordedDeal
from hazari_rules.sheet import Sheet, SheetError


class DealStatus(StrEnum):
    """What became of a recorded deal when it was played again."""

    SCORED = "scored"
    UNFINISHED = "unfinished"
    """The last deal, whose cards have been dealt and not yet arranged."""
    LEFT_OUT = "left_out"
    """These rules do not end it, and nobody arranged the cards."""
    NOT_SCORED = "not_scored"
    """It cannot be played under these rules, or one before it cannot."""
    NOT_PLAYED = "not_played"
    """The match was over before it."""


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One deal by the rules. `state` has its rounds, None if the record has only its points.

    `end` is how it ended, None if it was not scored; `totals` are those after it.
    """

    number: int
    status: DealStatus
    dealer: int
    totals: tuple[int, ...]
    state: DealState | None = None
    end: DealEnded | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """A record scored by some rules; `findings` are what is wrong with it under these rules."""

    rules: Rules
    deals: tuple[ReplayedDeal, ...]
    totals: tuple[int, ...]
    target: int
    winners: tuple[int, ...]
    findings: tuple[Finding, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether every deal could be scored, so that totals and winners are final."""
        return all(deal.status is not DealStatus.NOT_SCORED for deal in self.deals)

    @property
    def last_deal(self) -> int | None:
        """The number of the deal that ended the match, None while it is not over."""
        scored = [deal.number for deal in self.deals if deal.status is DealStatus.SCORED]
        return scored[-1] if self.winners and scored else None


def replay(record: Record, rules: Rules, dealer: int | None = None) -> Score:
    """Play a record again; `dealer` replaces the recorded first dealer.

    What cannot be played is a finding, and no deal after it is scored.
    """
    if len(record.seats) != rules.players:
        message = f"{len(record.seats)} seats; {rules.ruleset.name} is for {rules.players} players"
        finding = record.finding("wrong-number", message, ("seats",))
        nothing = (0,) * len(record.seats)
        lost = tuple(
            ReplayedDeal(i, DealStatus.NOT_SCORED, deal.dealer or 0, nothing)
            for i, deal in enumerate(record.deals, start=1)
        )
        return Score(rules, lost, nothing, rules.ruleset.match.target, (), (finding,))
    return _Replay(record, rules, dealer).score()


class _CannotScoreError(Exception):
    """A deal that these rules cannot score, with the reasons."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__()


class _Replay:
    """Goes through the deals of a record with a match that it plays."""

    def __init__(self, record: Record, rules: Rules, dealer: int | None) -> None:
        self._record = record
        self._rules = rules
        self._match = MatchState.begin(rules, dealer or 0)
        self._dealer_known = dealer is not None
        self._lost: MatchState | None = None
        self._findings: list[Finding] = []
        self._sheet = Sheet(rules, record.seats)

    def score(self) -> Score:
        deals = tuple(self._deal(i, deal) for i, deal in enumerate(self._record.deals))
        match = self._lost or self._match
        return Score(
            self._rules, deals, match.totals, match.target, match.winners, tuple(self._findings)
        )

    def _deal(self, index: int, deal: RecordedDeal) -> ReplayedDeal:
        number = index + 1
        if self._lost is not None:
            # Later deals are still looked through for findings of their own.
            self._match = MatchState.begin(self._rules, deal.dealer or 0)
        elif not self._dealer_known and deal.dealer is not None:
            self._match = self._match._replace(dealer=deal.dealer)
            self._dealer_known = True
        before = self._match
        if before.winners:
            return ReplayedDeal(number, DealStatus.NOT_PLAYED, before.dealer, before.totals)
        try:
            done = self._dealt(index, deal) if deal.hands else self._counted(index, deal)
        except _CannotScoreError as error:
            self._findings += error.findings
            self._lost = self._lost or before
        if self._lost is not None:
            totals = self._lost.totals
            return ReplayedDeal(number, DealStatus.NOT_SCORED, before.dealer, totals)
        return done

    def _dealt(self, index: int, deal: RecordedDeal) -> ReplayedDeal:
        """A deal whose hands are known, played by the engine."""
        before = self._match
        self._refuse(self._hand_findings(index, deal))
        match = before.give_hands(deal.hands)
        while (playing := match.deal) is not None:
            question = playing.pending
            if isinstance(question, ClaimQuestion):
                match = match.apply(Claim(question.seat, question.redeal) in deal.claims)
            elif isinstance(question, ArrangeQuestion):
                if not deal.arrangements:
                    return self._unarranged(index, deal)
                if not playing.locked:
                    self._refuse(self._arrangement_findings(index, deal))
                match = match.apply(deal.arrangements[question.seat])
        self._match, state = match, match.deals[-1]
        return ReplayedDeal(
            index + 1, DealStatus.SCORED, before.dealer, match.totals, state, state.end
        )

    def _refuse(self, findings: Iterator[Finding]) -> None:
        if found := tuple(findings):
            raise _CannotScoreError(found)

    def _hand_findings(self, index: int, deal: RecordedDeal) -> Iterator[Finding]:
        each, deck = self._rules.ruleset.table.cards_each, self._rules.deck
        sizes = {len(hand) for hand in deal.hands}
        if len(sizes) == 1 and each not in sizes:
            message = (
                f"the hands are of {card_count(*sizes)}; {self._rules.ruleset.name} deals {each}"
            )
            yield self._record.finding("wrong-hand", message, ("deals", index, "hands"))
            return
        for seat, hand in enumerate(deal.hands):
            path = ("deals", index, "hands", seat)
            if len(hand) != each:
                message = (
                    f"{self._record.names(seat)} has {len(hand)} cards; each player gets {each}"
                )
                yield self._record.finding("wrong-hand", message, path)
            elif foreign := [card for card in hand if card not in deck]:
                message = f"not in this deck: {format_group(foreign)}"
                yield self._record.finding("wrong-hand", message, path)

    def _arrangement_findings(self, index: int, deal: RecordedDeal) -> Iterator[Finding]:
        for seat, (hand, groups) in enumerate(zip(deal.hands, deal.arrangements, strict=True)):
            try:
                lock(self._rules, groups, hand)
            except IllegalArrangementError as error:
                path = ("deals", index, "arrangements", seat)
                message = f"{self._record.names(seat)} cannot arrange the hand so: {error}"
                yield self._record.finding("illegal-arrangement", message, path)

    def _unarranged(self, index: int, deal: RecordedDeal) -> ReplayedDeal:
        """A deal that goes on after the cards are dealt, of which no arrangements are known."""
        if deal.points is not None and deal.ending in (None, Ending.PLAYED, Ending.TARGET_REACHED):
            return self._counted(index, deal)
        match, last = self._match, index + 1 == len(self._record.deals)
        open_ = last and deal.ending is None
        status = DealStatus.UNFINISHED if open_ else DealStatus.LEFT_OUT
        following = None if last else self._record.deals[index + 1].dealer
        if following is not None and following != deal.dealer:
            rules = self._rules
            dealer = rules.next_dealer(match.dealer, rules.step, rules.players)
            self._match = match._replace(dealer=dealer)
        return ReplayedDeal(index + 1, status, match.dealer, match.totals)

    def _counted(self, index: int, deal: RecordedDeal) -> ReplayedDeal:
        before, path = self._match, ("deals", index)
        try:
            counted = self._sheet.counted(before, index + 1, deal)
        except SheetError as error:
            finding = self._record.finding(error.id, str(error), (*path, *error.steps), error.hint)
            raise _CannotScoreError((finding,)) from None
        self._match = counted.match
        return ReplayedDeal(
            index + 1, DealStatus.SCORED, before.dealer, counted.match.totals, None, counted.end
        )
