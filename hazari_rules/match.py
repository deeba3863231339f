"""A match as an immutable state: deals in turn, totals, target, ties, the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.deal import DealStart, DealState, Question, refuse_unknown_seat
from hazari_rules.errors import HazariError, IllegalMoveError
from hazari_rules.events import DealEnded, Ending, Event, MatchWon, TargetRaised
from hazari_rules.verdict import check_target


class DealQuestion(NamedTuple):
    """Which hands are dealt? The answer is one hand for each seat; `number` counts from 1."""

    number: int
    dealer: int


Answer = bool | Groups


class MatchState(NamedTuple):
    """A match in progress or over.

    `pending` is the one question that must be answered next, `apply` gives the state after it.
    `events` are those since the last answer, `deals` the deals that are over.
    """

    rules: Rules
    dealer: int
    totals: tuple[int, ...]
    target: int
    deals: tuple[DealState, ...] = ()
    deal: DealState | None = None
    last_points: tuple[int, ...] | None = None
    winners: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()

    def __repr__(self) -> str:
        """One line, since all deals with all cards would fill screens."""
        over = f", won by {self.winners}" if self.winners else ""
        id_, played = self.rules.ruleset.id, len(self.deals)
        return f"<match of {id_}: totals {self.totals}, deals over: {played}{over}>"

    @classmethod
    def begin(
        cls, rules: Rules, dealer: int = 0, totals: Sequence[int] | None = None
    ) -> MatchState:
        """A match before its first deal; raises HazariError for a seat that does not exist."""
        players = rules.players
        refuse_unknown_seat(rules, dealer)
        start = tuple(totals) if totals is not None else (0,) * players
        if len(start) != players:
            raise HazariError(f"{len(start)} totals given for {players} players")
        return cls(rules, dealer, start, rules.ruleset.match.target)

    @property
    def pending(self) -> DealQuestion | Question | None:
        """What is asked next; None once the match is over."""
        if self.winners:
            return None
        if self.deal is None:
            return DealQuestion(len(self.deals) + 1, self.dealer)
        return self.deal.pending

    def give_hands(self, hands: Sequence[Sequence[Card]]) -> MatchState:
        """The state after the cards are dealt; raises IllegalMoveError if they cannot be."""
        if self.winners or self.deal is not None:
            raise IllegalMoveError("no cards are to be dealt now")
        start = DealStart(
            len(self.deals) + 1, self.dealer, self.totals, self.target, self.last_points
        )
        return self._with_deal(DealState.begin(self.rules, start, hands))

    def apply(self, answer: Answer) -> MatchState:
        """The state after a player's answer; raises IllegalMoveError if it is not allowed."""
        if self.deal is None:
            why = "the match is over" if self.winners else "the cards must be dealt first"
            raise IllegalMoveError(why)
        return self._with_deal(self.deal.apply(answer))

    def _with_deal(self, deal: DealState) -> MatchState:
        if deal.end:
            return self._deal_over(deal, deal.end)
        # Most states come from here; _replace takes longer.
        return MatchState(
            rules=self.rules,
            dealer=self.dealer,
            totals=self.totals,
            target=self.target,
            deals=self.deals,
            deal=deal,
            last_points=self.last_points,
            events=deal.events,
        )

    def _deal_over(self, deal: DealState, end: DealEnded) -> MatchState:
        rules = self.rules
        dealer = self.dealer
        if deal.dealer_moves:
            dealer = rules.next_dealer(dealer, rules.step, rules.players)
        void = end.ending in (Ending.REDEAL, Ending.ALL_FOULED)
        state = self._replace(
            dealer=dealer,
            totals=end.totals,
            deals=(*self.deals, deal),
            deal=None,
            last_points=self.last_points if void else end.points,
            target=deal.target,
            events=deal.events,
        )
        if deal.wins_match:
            return state._won(end.seats)
        return state if void else state._target_checked()

    def _target_checked(self) -> MatchState:
        verdict = check_target(self.rules, self.totals, self.target)
        if verdict.winners:
            return self._won(verdict.winners)
        if verdict.target == self.target:
            return self
        event = TargetRaised(verdict.target)
        return self._replace(target=verdict.target, events=(*self.events, event))

    def _won(self, winners: Sequence[int]) -> MatchState:
        won = MatchWon(tuple(sorted(winners)), self.totals)
        return self._replace(winners=won.winners, events=(*self.events, won))
