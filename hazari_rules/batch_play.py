"""Many deals played at once from their arrangements, and single ones by the plain engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hazari_rules.arrange import greedy
from hazari_rules.batch_codes import Flags, Ints
from hazari_rules.batch_events import Conditions, as_bits, event_ids
from hazari_rules.batch_rounds import Rounds
from hazari_rules.batch_values import Arranged, Ends, Starts
from hazari_rules.batch_verdicts import check_targets
from hazari_rules.compiled import Rules
from hazari_rules.deal import ClaimQuestion, DealStart, DealState
from hazari_rules.dealing import deal_hands
from hazari_rules.events import Ending
from hazari_rules.kinds_events import Moment, Situation, Stage

_ENDINGS = list(Ending)


@dataclass(slots=True, eq=False)
class _Course:
    """Deals in the course of play. `open` are those not over, `plain` are left to the engine."""

    arranged: Arranged
    start: Starts
    ends: Ends
    leader: Ints
    points: Ints
    sole: dict[int, Ints]
    open: Flags
    plain: Flags

    def over(self, rows: Ints, ending: Ending, rounds: int) -> None:
        """These deals are over; they count as far as they were played."""
        self.open[rows] = False
        self.ends.ending[rows] = _ENDINGS.index(ending)
        self.ends.rounds_played[rows] = rounds

    def scored(self, rows: Ints, ending: Ending, played: Ints) -> None:
        """These deals are over and scored; `played` are the points of all cards so far."""
        points = self.points[:, rows]
        self.over(rows, ending, len(self.sole))
        self.ends.points[:, rows] = points
        self.ends.totals[:, rows] = self.start.totals[:, rows] + points
        self.ends.unclaimed[rows] = played[rows] - points.sum(axis=0)


class Player:
    """Plays deals of one ruleset from their arrangements. It never changes once built."""

    def __init__(self, rules: Rules, rounds: Rounds, conditions: Conditions) -> None:
        self._rules = rules
        self._rounds = rounds
        self._conditions = conditions
        sizes = [group.cards for group in rules.ruleset.groups]
        self._ends = np.cumsum([0, *sizes]).tolist()

    def play(self, arranged: Arranged, start: Starts, ends: Ends) -> None:
        """Play the deals and write how each ended; raises what the plain engine raises."""
        deals, last = len(arranged), len(self._ends) - 1
        leader = self._first_leaders(start)
        points = np.zeros((self._rules.players, deals), np.int64)
        plain = np.zeros(deals, bool)
        now = _Course(arranged, start, ends, leader, points, {}, np.ones(deals, bool), plain)
        ends.first_leader[:], ends.target[:] = leader, start.target
        self._redeal(now)
        self._look(now, Moment(Stage.DEALING))
        self._leave(now, now.arranged.impossible & now.open)
        self._look(now, Moment(Stage.ARRANGING))
        played = np.zeros(deals, np.int64)
        for number in range(1, last + 1):
            self._play_round(now, number)
            played += arranged.points[number - 1]
            self._look(now, Moment(Stage.ROUND, number))
            if self._rules.at_once and number < last:
                self._check_target(now, played)
        self._look(now, Moment(Stage.DEAL))
        ruleset = self._rules.ruleset
        if not ruleset.table.undealt:
            played[:] = ruleset.card_points.total
        now.scored(np.flatnonzero(now.open), Ending.PLAYED, played)
        not_played = np.arange(last)[:, None] >= ends.rounds_played
        ends.winners[not_played] = ends.tied[not_played] = 0
        for i in np.flatnonzero(plain).tolist():
            self._play_plain(now, i)

    def _first_leaders(self, start: Starts) -> Ints:
        rules, players = self._rules, self._rules.players
        after = (start.dealer + rules.step) % players
        match rules.ruleset.table.first_leader.name:
            case "next_to_dealer":
                return after
            case "dealer":
                return start.dealer.copy()
            case "last_deal_winner":
                most = as_bits(start.last_points == start.last_points.max(axis=0))
                return np.where(start.has_last, self._rounds.first_in_order(after, most), after)
        last = _last_points(start)
        dealers = zip(start.dealer.tolist(), last, strict=True)
        asked = [rules.first_leader(dealer, rules.step, players, one) for dealer, one in dealers]
        return np.array(asked, np.int64)

    def _redeal(self, now: _Course) -> None:
        """Void deals: those that are so by themselves before those that a player may ask for."""
        redeals = list(enumerate(self._rules.redeals))
        for row, redeal in sorted(redeals, key=lambda one: one[1].on_request):
            arranged = now.arranged
            seats = self._conditions.hold(row, arranged.holding, arranged.strengths, {})
            found = now.open & (seats != 0)
            if self._conditions.unknown(row):
                self._leave(now, found)
                continue
            rows = np.flatnonzero(found)
            first = self._rounds.first_in_order(now.leader[rows], seats[rows])
            now.over(rows, Ending.REDEAL, 0)
            now.ends.reason[rows] = row
            now.ends.event_seats[rows] = 1 << first
            now.ends.totals[:, rows] = now.start.totals[:, rows]
            now.ends.dealer_moves[rows] = redeal.dealer_moves

    def _look(self, now: _Course, moment: Moment) -> None:
        """Look for the instant wins of this moment."""
        for i, win in enumerate(self._rules.instant_wins):
            if win.moment != moment:
                continue
            row, arranged = len(self._rules.redeals) + i, now.arranged
            seats = self._conditions.hold(row, arranged.holding, arranged.strengths, now.sole)
            found = now.open & (seats != 0)
            if self._conditions.unknown(row):
                self._leave(now, found)
                continue
            for deal in np.flatnonzero(found).tolist():
                self._win(now, i, deal, int(seats[deal]))
            rows = np.flatnonzero(found)
            now.over(rows, Ending.INSTANT_WIN, len(now.sole))
            now.ends.reason[rows] = row

    def _win(self, now: _Course, win: int, deal: int, seats: int) -> None:
        """What an instant win leads to, asked of the rules."""
        bound = self._rules.instant_wins[win]
        order = self._rounds.order[now.ends.first_leader[deal]]
        picked = tuple(bound.pick([seat for seat in order if seats >> seat & 1]))
        outcome = bound.effect(
            Situation(
                picked,
                tuple(now.points[:, deal].tolist()),
                tuple(now.start.totals[:, deal].tolist()),
                int(now.ends.target[deal]),
                self._rules.ruleset.card_points.total,
            )
        )
        now.ends.points[:, deal] = outcome.points
        now.ends.totals[:, deal] = outcome.totals
        now.ends.wins_match[deal] = outcome.wins_match
        now.ends.event_seats[deal] = seat_bits(picked)

    def _play_round(self, now: _Course, number: int) -> None:
        arranged, begin, end = now.arranged, self._ends[number - 1], self._ends[number]
        taken = self._rounds.play(
            number,
            arranged.strengths[number - 1],
            now.leader,
            arranged.points[number - 1],
            None if arranged.cards is None else arranged.cards[begin:end],
            np.flatnonzero(now.open),
        )
        now.ends.winners[number - 1], now.ends.tied[number - 1] = taken.winners, taken.tied
        now.points += taken.points
        now.sole[number] = self._rounds.sole[taken.winners]
        now.leader = taken.next_leader

    def _check_target(self, now: _Course, played: Ints) -> None:
        """The target in the middle of a deal, which may end the match or be raised."""
        rows = np.flatnonzero(now.open)
        totals = now.start.totals[:, rows] + now.points[:, rows]
        winners, targets = check_targets(self._rules, totals, now.ends.target[rows])
        now.ends.target[rows] = targets
        now.scored(rows[winners > 0], Ending.TARGET_REACHED, played)

    def _leave(self, now: _Course, deals: Flags) -> None:
        now.plain |= deals
        now.open &= ~deals

    def _play_plain(self, now: _Course, deal: int) -> None:
        start = DealStart(
            1,
            int(now.start.dealer[deal]),
            tuple(now.start.totals[:, deal].tolist()),
            int(now.start.target[deal]),
            _last_points(now.start[deal : deal + 1])[0],
        )
        played = played_plain(
            self._rules, start, now.arranged.seed, int(now.arranged.numbers[deal])
        )
        _write(self._rules, played, now.ends, deal)


def _last_points(start: Starts) -> list[tuple[int, ...] | None]:
    """The points of each deal's last one, as `DealStart` has them."""
    known = zip(start.has_last.tolist(), start.last_points.T.tolist(), strict=True)
    return [tuple(points) if has_last else None for has_last, points in known]


def played_plain(rules: Rules, start: DealStart, seed: int, number: int) -> DealState:
    """One deal played by the plain engine as a batch plays it: greedy bots, all redeals asked for.

    Raises HazariError for a hand that no arrangement makes legal.
    """
    table = rules.ruleset.table
    hands = deal_hands(rules.deck, table.players, table.cards_each, seed, number)
    state = DealState.begin(rules, start, hands)
    while (question := state.pending) is not None:
        if isinstance(question, ClaimQuestion):
            state = state.apply(True)
        else:
            state = state.apply(greedy(rules, question.hand))
    return state


def seat_bits(seats: Iterable[int]) -> int:
    """Seats as the bits of a number.

    >>> seat_bits((0, 3))
    9
    """
    return sum(1 << seat for seat in seats)


def _write(rules: Rules, state: DealState, ends: Ends, deal: int) -> None:
    end = state.end
    assert end is not None
    first = len(rules.redeals) if end.ending is Ending.INSTANT_WIN else 0
    ends.ending[deal] = _ENDINGS.index(end.ending)
    ends.reason[deal] = event_ids(rules).index(end.reason, first) if end.reason else -1
    ends.points[:, deal], ends.totals[:, deal] = end.points, end.totals
    ends.target[deal] = state.target
    ends.dealer_moves[deal], ends.wins_match[deal] = state.dealer_moves, state.wins_match
    ends.event_seats[deal] = seat_bits(end.seats)
    ends.first_leader[deal], ends.rounds_played[deal] = state.leader, len(state.rounds)
    ends.unclaimed[deal] = end.unclaimed
    ends.winners[:, deal] = ends.tied[:, deal] = 0
    for number, result in enumerate(state.rounds):
        ends.winners[number, deal] = seat_bits(result.winners)
        ends.tied[number, deal] = seat_bits(result.tied)
