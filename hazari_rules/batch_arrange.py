"""Many hands arranged at once, exactly as the greedy bot arranges each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, pairwise

import numpy as np

from hazari_rules.arrange import lexicographic
from hazari_rules.batch_codes import Flags, Ints, Scratch, States, looked_up
from hazari_rules.batch_worth import Worth
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError

_MOST_HANDS = 4096
_HELD = 1 << 21  # numbers in an array, at most, where the hands are large


@dataclass(frozen=True, slots=True, eq=False)
class Arrangements:
    """Arranged hands in columns: the cards group by group, the strength of each group in play.

    `impossible` are hands that no arrangement makes legal; what is said of them means nothing.
    """

    cards: Ints
    strengths: Ints
    impossible: Flags


class Arranger:
    """Arranges hands of one ruleset. It never changes once built."""

    def __init__(self, rules: Rules, states: States) -> None:
        ruleset, groups = rules.ruleset, range(len(rules.ruleset.groups))
        self._rules = rules
        self._left = [ruleset.table.cards_each]
        for group in ruleset.groups:
            self._left.append(self._left[-1] - group.cards)
        self._ends = [0, *accumulate(group.cards for group in ruleset.groups)]
        self.play = tuple(Worth(rules, states, g, self._left[g]) for g in groups)
        self._judged: tuple[Worth, ...] = ()
        self.may_fail = not _always_legal(rules)
        if self.may_fail:
            same = [rules.ranking.judged[g] is rules.ranking.play[g] for g in groups]
            self._judged = tuple(
                self.play[g] if same[g] else Worth(rules, states, g, self._left[g], judged=True)
                for g in groups
            )
        self._places = {card: place for place, card in enumerate(rules.deck)}
        held = max(worth.rows(left) for worth, left in zip(self.play, self._left, strict=False))
        self.width = max(32, min(_MOST_HANDS, _HELD // held))
        """How many hands should be arranged at a time."""

    def arrange(self, hands: Ints, scratch: Scratch) -> Arrangements:
        """The hands, which are columns of places in the deck, as the greedy bot arranges them."""
        width = hands.shape[1]
        cards = scratch.rows("cards", hands.shape, np.intp)
        strengths = scratch.rows("strengths", (len(self.play), width), np.int32)
        columns, left = np.arange(width), hands
        for group, worth in enumerate(self.play):
            begin, end = self._ends[group], self._ends[group + 1]
            if worth.size == len(left):
                cards[begin:end], strengths[group] = left, worth.of(left, scratch)
                break
            strengths[group], places = worth.best(left, scratch)
            rest = scratch.rows(f"left {group}", (len(left) - worth.size, width), np.intp)
            taken = _taken_and_left(len(left), worth.size)
            for wanted, into in zip(taken, (cards[begin:end], rest), strict=True):
                at = scratch.rows("at", into.shape, np.intp)
                np.take(wanted * width, places, axis=1, out=at, mode="wrap")
                at += columns
                looked_up(left, at, into)
            left = rest
        return self._made_legal(hands, Arrangements(cards, strengths, np.zeros(width, bool)))

    def _made_legal(self, hands: Ints, found: Arrangements) -> Arrangements:
        """With other arrangements where the order of the groups is refused, as `greedy` has it."""
        if not self.may_fail:
            return found
        scratch = Scratch()
        wrong = np.flatnonzero(~self._descends(found, scratch))
        for column in wrong.tolist():
            hand = [self._rules.deck[place] for place in hands[:, column].tolist()]
            try:
                groups = lexicographic(self._rules, hand)
            except HazariError:
                found.impossible[column] = True
            else:
                other = [self._places[card] for group in groups for card in group]
                found.cards[:, column] = other
        if len(wrong):
            changed = found.cards[:, wrong]
            for group, worth in enumerate(self.play):
                cards = changed[self._ends[group] : self._ends[group + 1]]
                found.strengths[group, wrong] = worth.of(cards, scratch)
        return found

    def _descends(self, found: Arrangements, scratch: Scratch) -> Flags:
        judged = [
            found.strengths[group]
            if worth is self.play[group]
            else worth.of(found.cards[self._ends[group] : self._ends[group + 1]], scratch)
            for group, worth in enumerate(self._judged)
        ]
        plain = [worth.plain(row) for worth, row in zip(self._judged, judged, strict=True)]
        legal = np.ones(found.strengths.shape[1], bool)
        for before, after in pairwise(plain):
            legal &= self._may_follow(before, after)
        return legal

    def _may_follow(self, before: Ints, after: Ints) -> Flags:
        match self._rules.ruleset.arrangement.order.name:
            case "not_rising":
                return np.asarray(before >= after)
            case "falling":
                return np.asarray(before > after)
        descends = self._rules.descends
        pairs = zip(before.tolist(), after.tolist(), strict=True)
        return np.array([bool(descends(*pair)) for pair in pairs], bool)


def _always_legal(rules: Rules) -> bool:
    """Whether the greedy choice of groups can never stand in a wrong order.

    So where any order is allowed, and where each group is chosen by what it is judged by, among
    all that the groups after it are judged by.
    """
    order, ranking, groups = rules.ruleset.arrangement.order.name, rules.ranking, rules.ruleset
    if order == "free" or len(groups.groups) == 1:
        return True
    if order != "not_rising" or ranking.low_wins:
        return False
    for i, (one, next_) in enumerate(pairwise(groups.groups)):
        chosen, judged = ranking.counted(i), ranking.counted(i, judged=True)
        after = ranking.counted(i + 1, judged=True)
        spare = chosen.kicker and {*chosen.parts} != {one.cards}
        if chosen.parts != judged.parts or spare or after.kicker:
            return False
        if one.combinations != next_.combinations or not {*after.parts} <= {*chosen.parts}:
            return False
    return True


@cache
def _taken_and_left(held: int, size: int) -> tuple[Ints, Ints]:
    """The places of the cards of each set of `size` of `held` cards, and those of the others."""

    def others() -> Iterator[list[int]]:
        for chosen in combinations(range(held), size):
            yield [place for place in range(held) if place not in chosen]

    taken = np.array(list(combinations(range(held), size)), np.intp)
    return np.ascontiguousarray(taken.T), np.ascontiguousarray(np.array(list(others())).T)
