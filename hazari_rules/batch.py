"""Many deals at once with numpy: the same as the plain engine plays, deal by deal, and faster.

Every player is a greedy bot that asks for each redeal it can get. What arrays cannot express is
left to the plain engine, deal by deal; `Batch.handed_over` says what that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hazari_rules.batch_arrange import Arranger
from hazari_rules.batch_codes import Ints, Scratch, States
from hazari_rules.batch_deal import shuffled_decks
from hazari_rules.batch_events import Conditions, HandConditions, as_bits, event_ids
from hazari_rules.batch_play import Player
from hazari_rules.batch_rounds import Rounds
from hazari_rules.batch_values import Arranged, Ends, IntArray, Starts
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError, NotationError

__all__ = ["Arranged", "Batch", "Ends", "IntArray", "Starts"]

_DEALS_AT_A_TIME = 1 << 12
_GROUPS_AT_A_TIME = 1 << 15


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The rules of one ruleset made ready for many deals at once.

    `reasons` are the ids of its redeals, then of its instant wins. `handed_over` says in words
    which of the rules are asked deal by deal, as the plain engine asks them.

    >>> from hazari_rules.loading import load
    >>> variant = load("hazari")
    >>> batch = Batch.of(Rules.compile(variant.ruleset, variant.vocabulary))
    >>> arranged = batch.arranged(seed=7, numbers=np.arange(3))
    >>> none, one = np.zeros((4, 3), np.int64), np.ones(3, bool)
    >>> start = Starts(none[0], none, np.full(3, 1000), last_points=none, has_last=~one)
    >>> batch.play(arranged, start).points.sum(axis=0).tolist()
    [360, 360, 360]
    """

    rules: Rules
    reasons: tuple[str, ...]
    handed_over: tuple[str, ...]
    _arranger: Arranger
    _conditions: HandConditions
    _rounds: Rounds
    _player: Player

    @classmethod
    def of(cls, rules: Rules) -> Batch:
        """Make compiled rules ready; some tens of milliseconds, so keep the result."""
        states = States(rules)
        arranger = Arranger(rules, states)
        of_hands = HandConditions(rules, states, arranger)
        conditions = Conditions(rules, arranger, of_hands)
        rounds = Rounds(rules)
        return cls(
            rules=rules,
            reasons=event_ids(rules),
            handed_over=tuple(_handed_over(rules, arranger, conditions, rounds)),
            _arranger=arranger,
            _conditions=of_hands,
            _rounds=rounds,
            _player=Player(rules, rounds, conditions),
        )

    def arranged(self, seed: int, numbers: Ints) -> Arranged:
        """Deals of a seed, by their numbers (from 0), dealt and arranged; memory grows with them.

        A deal takes about 2 bytes for each group of each player, and one for each card where
        rules look at the cards when the rounds are played.
        """
        rules, table = self.rules, self.rules.ruleset.table
        groups, deals, players = len(rules.ruleset.groups), len(numbers), table.players
        kind = np.int16 if max(w.top for w in self._arranger.play) < 2**15 else np.int32
        shape = (table.cards_each, players, deals)
        result = Arranged(
            seed=seed,
            numbers=np.array(numbers, np.int64),
            strengths=np.empty((groups, players, deals), kind),
            points=np.empty((groups, deals), np.int32),
            holding=np.empty((len(self._conditions.choices), deals), np.int16),
            impossible=np.empty(deals, bool),
            cards=np.empty(shape, np.int8) if self._rounds.needs_cards else None,
        )
        scratch, step = Scratch(), max(1, self._arranger.width // players)
        for begin in range(0, deals, step):
            self._arrange(result[begin : begin + step], scratch)
        return result

    def _arrange(self, into: Arranged, scratch: Scratch) -> None:
        rules, table, deals = self.rules, self.rules.ruleset.table, len(into)
        decks = shuffled_decks(len(rules.deck), into.seed, into.numbers)
        dealt = decks[: table.players * table.cards_each]
        by_seat = dealt.reshape(table.players, table.cards_each, deals).astype(np.intp)
        hands = by_seat.swapaxes(0, 1).reshape(table.cards_each, -1)
        found = self._arranger.arrange(hands, scratch)
        into.strengths[:] = found.strengths.reshape(into.strengths.shape)
        values = rules.ruleset.card_points.values
        points = np.array([values[card.rank] for card in rules.deck], np.int32)[found.cards]
        begin = 0
        for row, group in zip(into.points, rules.ruleset.groups, strict=True):
            of_hands = points[begin : begin + group.cards].sum(axis=0)
            row[:] = of_hands.reshape(table.players, deals).sum(axis=0)
            begin += group.cards
        holds = self._conditions.hold(hands, found, scratch)
        for holding, held in zip(into.holding, holds, strict=True):
            holding[:] = as_bits(held.reshape(table.players, deals))
        into.impossible[:] = found.impossible.reshape(table.players, deals).any(axis=0)
        if into.cards is not None:
            into.cards[:] = found.cards.reshape(into.cards.shape)

    def play(self, arranged: Arranged, start: Starts) -> Ends:
        """Play each deal from its start to its end.

        Raises HazariError for a dealer who does not exist and for a hand that comes to be
        arranged although no arrangement of it is legal.
        """
        players, deals = self.rules.players, len(arranged)
        if {len(start.dealer), len(start.target), len(start.has_last)} != {deals}:
            raise HazariError(f"{deals} deals are arranged; give as many starts")
        if deals and not 0 <= start.dealer.min() <= start.dealer.max() < players:
            raise HazariError(f"seats count from 0 to {players - 1}; some dealer has another seat")
        ends = Ends.of(deals, players, len(self.rules.ruleset.groups))
        for begin in range(0, deals, _DEALS_AT_A_TIME):
            part = slice(begin, begin + _DEALS_AT_A_TIME)
            self._player.play(arranged[part], start[part], ends[part])
        return ends

    def strengths(self, groups: Ints, group: int | None = None) -> IntArray:
        """The strength of each group in play, as `Ranking.play` gives it.

        Columns are groups, cards are places in `rules.deck`; repeated cards are not looked for.
        `group` (from 0) matters where groups have ladders of their own. Raises NotationError
        for groups of a size that the variant does not have, and for what is no card.
        """
        size, cards = len(groups), len(self.rules.deck)
        place = self.rules.ranking.group_of_size(size) if group is None else group
        worth = self._arranger.play[place]
        if size != worth.size:
            raise NotationError(f"group {place + 1} has {worth.size} cards, not {size}")
        found, scratch = np.empty(groups.shape[1], np.int64), Scratch()
        for begin in range(0, len(found), _GROUPS_AT_A_TIME):
            part = slice(begin, begin + _GROUPS_AT_A_TIME)
            some = groups[:, part].astype(np.intp, copy=False)
            if some.view(np.uintp).max() >= cards:  # what is below 0 is large without a sign
                raise NotationError(f"cards are places in the deck, from 0 to {cards - 1}")
            worth.write_plain(some, scratch, found[part])
        return found


def _handed_over(
    rules: Rules, arranger: Arranger, conditions: Conditions, rounds: Rounds
) -> Iterator[str]:
    ruleset = rules.ruleset
    if arranger.may_fail:
        order = ruleset.arrangement.order.name
        yield f"arrangement.order: {order}: hands whose greedy groups it refuses"
    for row, event in enumerate(event_ids(rules)):
        for choice in conditions.unknown(row):
            yield f"condition {choice.name} of {event}: deals in which it may matter"
    if rounds.asks_ties:
        yield f"play.ties: {ruleset.play.ties.name}: rounds with equal best groups"
    if rounds.asks_award:
        yield f"play.award: {ruleset.play.award.name}: the points of every round"
