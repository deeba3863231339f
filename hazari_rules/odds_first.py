"""Which combination the best legal first group of a dealt hand makes, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

from hazari_rules.arrange import lexicographic
from hazari_rules.compiled import Rules
from hazari_rules.dealing import shuffled
from hazari_rules.errors import HazariError


@dataclass(frozen=True, slots=True)
class FirstGroups:
    """How many hands have which combination as their best legal first group, by its id.

    "" counts first groups without a combination, None hands without any legal arrangement.
    `exact` says that `hands` are all hands of the deck, not random ones.
    """

    counts: Mapping[str | None, int]
    hands: int
    exact: bool

    def share(self, combination: str | None) -> float:
        """The part of the hands, from 0 to 1."""
        return self.counts.get(combination, 0) / self.hands

    def error(self, combination: str | None) -> float:
        """The standard error of the share; 0 where all hands were counted."""
        share = self.share(combination)
        return 0.0 if self.exact else sqrt(share * (1 - share) / self.hands)


def first_groups(rules: Rules, hands: int, seed: int) -> FirstGroups:
    """The best first group of this many random hands, hand i being a function of (seed, i).

    If the deck gives no more hands than that, all are counted instead.

    >>> from hazari_rules import Game
    >>> first_groups(Game.load("hazari").rules, hands=20, seed=1).counts["troy"]
    13
    """
    each = rules.ruleset.table.cards_each
    exact = comb(len(rules.deck), each) <= hands
    counts: Counter[str | None] = Counter()
    every = (
        combinations(rules.deck, each)
        if exact
        else (shuffled(rules.deck, seed, number)[:each] for number in range(hands))
    )
    for hand in every:
        try:
            first = lexicographic(rules, hand)[0]
        except HazariError:
            counts[None] += 1
        else:
            counts[rules.ranking.reading(first, 0).combination] += 1
    return FirstGroups(dict(counts), counts.total(), exact)
