"""Who wins rounds and leads the next ones: the rules of play as tables, for many deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hazari_rules.batch_codes import Ints
from hazari_rules.batch_events import as_bits
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.kinds_play import Captured, Tied
from hazari_rules.rounds import tie_winners

_BY_SEAT = ("last_played", "first_played", "nobody", "split")
_AWARD = "captured_card_points"


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """Who takes the rounds of one number: seats as bits, the one who leads next, points."""

    winners: Ints
    tied: Ints
    points: Ints
    next_leader: Ints


class Rounds:
    """The rules of play of one ruleset. It never changes once built.

    What depends on seats alone is asked of the rules once: for each leader and each set of
    seats with equally best groups. Tie rules that look at cards and awards of plugins are asked
    deal by deal.
    """

    def __init__(self, rules: Rules) -> None:
        players, play = rules.players, rules.ruleset.play
        self._rules, self._players, self._sets = rules, players, 1 << players
        self.asks_ties = play.ties.name not in _BY_SEAT
        self.asks_award = play.award.name != _AWARD
        self.order = tuple(tuple(rules.order_from(leader)) for leader in range(players))
        self.needs_cards = self.asks_ties or self.asks_award
        self._won = [
            self._seats(i // self._sets, i % self._sets) for i in range(self._sets * players)
        ]
        bits = [sum(1 << seat for seat in won) for won in self._won]
        self._winners = np.array(bits, np.int64)
        self._first = np.array([won[0] if won else players for won in self._won])
        self._share = np.array([max(1, len(won)) for won in self._won])
        self._several = np.array([s if s.bit_count() > 1 else 0 for s in range(self._sets)])
        self.sole = np.array([s if s.bit_count() == 1 else 0 for s in range(self._sets)])
        following = [
            [rules.next_leader(leader, None if winner == players else winner)]
            for leader in range(players)
            for winner in range(players + 1)
        ]
        self._next = np.array(following).reshape(-1)

    def _seats(self, leader: int, best: int) -> tuple[int, ...]:
        """Who wins if these seats have the best groups, as far as seats decide it."""
        seats = [seat for seat in self.order[leader] if best >> seat & 1]
        if len(seats) < 2 or self.asks_ties:
            return tuple(seats)
        return tuple(self._rules.ties([Tied(seat, ()) for seat in seats]))

    def first_in_order(self, leader: Ints, seats: Ints) -> Ints:
        """The first of the seats (as bits) in playing order from the leader."""
        found = np.zeros(len(leader), np.int64)
        table = np.array(self.order)
        for place in reversed(range(self._players)):
            seat = table[leader, place]
            found = np.where(seats >> seat & 1, seat, found)
        return found

    def play(
        self,
        number: int,
        strengths: Ints,
        leader: Ints,
        points: Ints,
        cards: Ints | None,
        open_: Ints,
    ) -> Taken:
        """Play round `number` (from 1) of all deals.

        `strengths` has a row for each seat, `points` are those of the round's cards, `cards`
        those of the round by card and seat; `open_` are the places of deals that go on.
        """
        players = self._players
        best = strengths.max(axis=0)
        equal = as_bits((strengths == best) & (best > 0))
        at = leader * self._sets + equal
        winners, first, share = self._winners[at], self._first[at], self._share[at]
        tied = self._several[equal]
        asked: dict[int, tuple[int, ...]] = {}
        if self.asks_ties:
            for i in open_[tied[open_] > 0].tolist():
                won = self._asked(number, i, int(leader[i]), int(equal[i]), cards)
                asked[i] = won
                winners[i] = sum(1 << seat for seat in won)
                first[i], share[i] = won[0] if won else players, max(1, len(won))
        if self.asks_award:
            gained = np.zeros((players, len(leader)), np.int64)
            for i in open_.tolist():
                won = asked.get(i, self._won[at[i]])
                for seat, more in self._awarded(number, i, int(leader[i]), won, cards).items():
                    gained[seat, i] += more
        else:
            gained = self._captured(points, winners, first, share)
        return Taken(winners, tied, gained, self._next[leader * (players + 1) + first])

    def _captured(self, points: Ints, winners: Ints, first: Ints, share: Ints) -> Ints:
        """The points of the cards: what cannot be divided goes to the first of the winners."""
        each, rest = points // share, points % share
        seats = np.arange(self._players)[:, None]
        captured: Ints = (winners >> seats & 1) * each + (first == seats) * rest
        return captured

    def _asked(
        self, number: int, deal: int, leader: int, best: int, cards: Ints | None
    ) -> tuple[int, ...]:
        seats = [seat for seat in self.order[leader] if best >> seat & 1]
        shown = [(seat, self._group(cards, seat, deal)) for seat in seats]
        return tie_winners(self._rules, shown, number - 1)

    def _group(self, cards: Ints | None, seat: int, deal: int) -> tuple[Card, ...]:
        assert cards is not None  # they are kept wherever `needs_cards` says so
        return tuple(self._rules.deck[place] for place in cards[:, seat, deal].tolist())

    def _awarded(
        self, number: int, deal: int, leader: int, won: Sequence[int], cards: Ints | None
    ) -> dict[int, int]:
        groups = [self._group(cards, seat, deal) for seat in self.order[leader]]
        captured = Captured(number, tuple(card for g in groups for card in g), tuple(won))
        return dict(self._rules.award(captured))
