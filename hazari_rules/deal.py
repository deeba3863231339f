"""One deal as an immutable state: who is asked next, and what their answer leads to."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from hazari_rules.arrange import Groups, Locked, lock
from hazari_rules.cards import Card, format_group
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError, IllegalMoveError
from hazari_rules.events import Arranged, DealEnded, Dealt, Ending, Event, RoundPlayed, TargetRaised
from hazari_rules.kinds_arrangement import AllFouled
from hazari_rules.kinds_events import Moment, Situation, Stage
from hazari_rules.rounds import Played, RoundResult, decide_round
from hazari_rules.verdict import check_target


class ClaimQuestion(NamedTuple):
    """Does this player ask for the redeal that the hand allows? The answer is true or false."""

    seat: int
    redeal: str


class ArrangeQuestion(NamedTuple):
    """How does this player split the hand? The answer is the groups, strongest first."""

    seat: int
    hand: tuple[Card, ...]


Question = ClaimQuestion | ArrangeQuestion


class DealStart(NamedTuple):
    """What a deal takes over from the match so far; `number` counts dealings from 1."""

    number: int
    dealer: int
    totals: tuple[int, ...]
    target: int
    last_points: tuple[int, ...] | None


class DealState(NamedTuple):
    """A deal in progress or over. `apply` answers the `pending` question.

    `order` has the seats in playing order of the first round. `events` are those since the last
    answer; `end` is set once the deal is over, with whether the deal passes on and whether the
    match is won with it.
    """

    rules: Rules
    start: DealStart
    hands: tuple[tuple[Card, ...], ...]
    target: int
    order: tuple[int, ...] = ()
    claims: tuple[ClaimQuestion, ...] = ()
    locked: tuple[Locked, ...] = ()
    rounds: tuple[RoundResult, ...] = ()
    end: DealEnded | None = None
    dealer_moves: bool = True
    wins_match: bool = False
    events: tuple[Event, ...] = ()

    def __repr__(self) -> str:
        """One line, without the cards."""
        end = f", {self.end.ending}, points {self.end.points}" if self.end else ""
        id_, played = self.rules.ruleset.id, len(self.rounds)
        return f"<deal {self.start.number} of {id_}: rounds played: {played}{end}>"

    @classmethod
    def begin(cls, rules: Rules, start: DealStart, hands: Sequence[Sequence[Card]]) -> DealState:
        """A deal with these hands; raises IllegalMoveError if the deck cannot give them.

        Raises HazariError for a dealer who does not exist.
        """
        refuse_unknown_seat(rules, start.dealer)
        _refuse_bad_hands(rules, hands)
        dealt = tuple(tuple(hand) for hand in hands)
        event = Dealt(start.number, start.dealer, dealt)
        leader = rules.first_leader(start.dealer, rules.step, rules.players, start.last_points)
        order = rules.order_from(leader)
        state = cls(rules, start, dealt, start.target, order, events=(event,))
        claims: list[ClaimQuestion] = []
        for redeal in rules.redeals:
            for seat in state.order:
                if redeal.holds(View(state), seat):
                    if not redeal.on_request:
                        return state._void(redeal.id, seat, redeal.dealer_moves)
                    claims.append(ClaimQuestion(seat, redeal.id))
        if claims:
            return state._replace(claims=tuple(claims))
        return state._after(Stage.DEALING)

    @property
    def leader(self) -> int:
        """The seat that leads the first round."""
        return self.order[0]

    @property
    def pending(self) -> Question | None:
        """Who is asked what; None once the deal is over."""
        if self.end is not None:
            return None
        if self.claims:
            return self.claims[0]
        seat = self.order[len(self.locked)]
        return ArrangeQuestion(seat, self.hands[seat])

    @property
    def asks_arrangement(self) -> bool:
        """Whether the pending question is how a hand is arranged."""
        return isinstance(self.pending, ArrangeQuestion)

    def apply(self, answer: bool | Groups) -> DealState:
        """The state after the pending question is answered.

        Raises IllegalMoveError for an answer that the rules do not allow, with every reason.
        """
        if self.end is not None:
            raise IllegalMoveError("the deal is over; nothing is asked")
        if self.claims:
            if not isinstance(answer, bool):
                raise IllegalMoveError("the question is whether to ask for a redeal: yes or no")
            return self._claimed(self.claims[0], answer)
        if isinstance(answer, bool):
            raise IllegalMoveError("the question is how the hand is arranged; give groups")
        rules, before, order = self.rules, self.locked, self.order
        hand = self.hands[order[len(before)]]
        locked = (*before, lock(rules, tuple(map(tuple, answer)), hand))
        if len(locked) < rules.players:
            return self._with_locked(locked, ())
        by_seat = tuple([locked[order.index(seat)] for seat in range(len(locked))])
        return self._with_locked(locked, (Arranged(by_seat),))._all_arranged()

    def _with_locked(self, locked: tuple[Locked, ...], events: tuple[Event, ...]) -> DealState:
        # Most states come from here; _replace takes longer.
        return DealState(
            self.rules,
            self.start,
            self.hands,
            self.target,
            self.order,
            locked=locked,
            events=events,
        )

    def arrangement(self, seat: int) -> Locked:
        """The locked arrangement of a seat."""
        return self.locked[self.order.index(seat)]

    def captured(self) -> tuple[int, ...]:
        """Points captured so far, seat by seat; a player whose foul forfeits them has none."""
        points = [0] * self.rules.players
        for result in self.rounds:
            for seat, more in result.shares:
                if not self.arrangement(seat).scores_nothing:
                    points[seat] += more
        return tuple(points)

    def _claimed(self, question: ClaimQuestion, claimed: bool) -> DealState:
        if claimed:
            redeal = next(r for r in self.rules.redeals if r.id == question.redeal)
            return self._replace(events=())._void(redeal.id, question.seat, redeal.dealer_moves)
        state = self._replace(claims=self.claims[1:], events=())
        return state if state.claims else state._after(Stage.DEALING)

    def _void(self, reason: str, seat: int, dealer_moves: bool) -> DealState:
        none = (0,) * self.rules.players
        return self._replace(dealer_moves=dealer_moves)._ended(
            Ending.REDEAL, none, self.start.totals, reason=reason, seats=(seat,)
        )

    def _all_arranged(self) -> DealState:
        state = self._after(Stage.ARRANGING)
        if state.end is not None:
            return state
        foul = self.rules.violation.foul
        if foul and foul.all_fouled is not AllFouled.PLAY_ON and all(a.fouled for a in self.locked):
            moves = foul.all_fouled is AllFouled.REDEAL_NEXT_DEALER
            none = (0,) * self.rules.players
            return state._replace(dealer_moves=moves)._ended(
                Ending.ALL_FOULED, none, self.start.totals, seats=tuple(range(self.rules.players))
            )
        return state._play_rounds()

    def _play_rounds(self) -> DealState:
        rules, state, leader = self.rules, self, self.leader
        last = len(rules.ruleset.groups)
        played: list[RoundResult] = []
        for number in range(1, last + 1):
            played.append(self._round(number, leader))
            leader = played[-1].next_leader
            # A state is made only where something may look at it.
            if number < last and not rules.at_once and not rules.instant_wins:
                continue
            state = state._with_rounds(played)._after(Stage.ROUND, number)
            played = []
            if rules.at_once and number < last and state.end is None:
                state = state._checked_at_once()
            if state.end is not None:
                return state
        state = state._after(Stage.DEAL)
        return state if state.end else state._scored(Ending.PLAYED)

    def _round(self, number: int, leader: int) -> RoundResult:
        place, locked = self.order.index, self.locked
        plays, strengths = [], []
        for seat in self.rules.order_from(leader):
            groups, _, cannot_win_from, _, known = locked[place(seat)]
            unable = number > cannot_win_from
            plays.append(Played(seat, groups[number - 1], unable))
            strengths.append(0 if unable else known[number - 1])
        return decide_round(self.rules, number, plays, strengths)

    def _with_rounds(self, played: Sequence[RoundResult]) -> DealState:
        events = map(RoundPlayed, played)
        return self._replace(rounds=(*self.rounds, *played), events=(*self.events, *events))

    def _checked_at_once(self) -> DealState:
        """The deal ended by the target, or going on, perhaps with a raised target."""
        verdict = check_target(self.rules, self._totals(self.captured()), self.target)
        if verdict.winners:
            return self._scored(Ending.TARGET_REACHED)
        if verdict.target == self.target:
            return self
        event = TargetRaised(verdict.target)
        return self._replace(target=verdict.target, events=(*self.events, event))

    def _totals(self, captured: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(add, self.start.totals, captured))

    def _after(self, stage: Stage, number: int = 0) -> DealState:
        """The state after looking for the instant wins of this moment."""
        if self.end is not None or not self.rules.instant_wins:
            return self
        moment = Moment(stage, number)
        for win in self.rules.instant_wins:
            if win.moment != moment:
                continue
            view = View(self)
            fouled = {s for s in self.order if self.locked and self.arrangement(s).fouled}
            holding = [s for s in self.order if s not in fouled and win.holds(view, s)]
            if holding:
                seats = tuple(win.pick(holding))
                outcome = win.effect(
                    Situation(
                        seats,
                        self.captured(),
                        self.start.totals,
                        self.target,
                        self.rules.ruleset.card_points.total,
                    )
                )
                return self._replace(wins_match=outcome.wins_match)._ended(
                    Ending.INSTANT_WIN, outcome.points, outcome.totals, reason=win.id, seats=seats
                )
        return self

    def _scored(self, ending: Ending) -> DealState:
        captured = self.captured()
        return self._ended(ending, captured, self._totals(captured))

    def _ended(
        self,
        ending: Ending,
        points: tuple[int, ...],
        totals: tuple[int, ...],
        *,
        reason: str = "",
        seats: tuple[int, ...] = (),
    ) -> DealState:
        counted = ending in (Ending.PLAYED, Ending.TARGET_REACHED)
        unclaimed = self._points_played() - sum(points) if counted else 0
        end = DealEnded(
            self.start.number, self.start.dealer, ending, points, unclaimed, totals, reason, seats
        )
        return self._replace(claims=(), end=end, events=(*self.events, end))

    def _points_played(self) -> int:
        """What all cards of the rounds so far are worth."""
        ruleset = self.rules.ruleset
        if len(self.rounds) == len(ruleset.groups) and not ruleset.table.undealt:
            return ruleset.card_points.total
        cards = [card for r in self.rounds for play in r.plays for card in play.cards]
        return ruleset.card_points.of(tuple(cards))


class View:
    """What conditions see of a deal; groups and rounds count from 1."""

    def __init__(self, state: DealState) -> None:
        self._state = state

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The dealt hand."""
        return self._state.hands[seat]

    def hand_makes(self, seat: int, ids: Sequence[str]) -> bool:
        """Whether some cards of the hand make one of these combinations."""
        return self._state.rules.ranking.makes_any(self.hand(seat), ids)

    def group_makes(self, seat: int, group: int, ids: Sequence[str]) -> bool:
        """Whether this group of the player's arrangement counts as one of these combinations."""
        cards = self._state.arrangement(seat).groups[group - 1]
        return self._state.rules.ranking.reading(cards, group - 1).combination in ids

    def sole_winner(self, round_number: int) -> int | None:
        """Who won this round alone, or None."""
        winners = self._state.rounds[round_number - 1].winners
        return winners[0] if len(winners) == 1 else None


def refuse_unknown_seat(rules: Rules, seat: int) -> None:
    """Raise HazariError for a seat that the table does not have."""
    if not 0 <= seat < rules.players:
        raise HazariError(f"no seat {seat}; seats count from 0 to {rules.players - 1}")


def _refuse_bad_hands(rules: Rules, hands: Sequence[Sequence[Card]]) -> None:
    table = rules.ruleset.table
    if len(hands) != table.players:
        raise IllegalMoveError(f"{len(hands)} hands given; {table.players} players need one each")
    for seat, hand in enumerate(hands):
        if len(hand) != table.cards_each:
            raise IllegalMoveError(
                f"seat {seat} has {len(hand)} cards; each player gets {table.cards_each}"
            )
    dealt = [card for hand in hands for card in hand]
    different = {*dealt}
    if foreign := different - rules.pack:
        raise IllegalMoveError(f"not in this deck: {format_group(sorted(foreign))}")
    if len(different) < len(dealt):
        twice = [card for card in rules.deck if dealt.count(card) > 1]
        raise IllegalMoveError(f"dealt more than once: {format_group(twice)}")
