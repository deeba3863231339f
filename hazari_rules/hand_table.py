"""One hand as the solver sees it: parts of the hand as bit masks, with their strengths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from hazari_rules.best_part import Strength
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.errors import NotationError
from hazari_rules.masks import Masks, chosen, masks, parts

Reach = Callable[[Sequence[int], int], int]
"""(strengths, rising; strength of the group before) -> how many of them may follow it."""

_REACH: dict[str, Reach] = {
    "not_rising": bisect_right,
    "falling": bisect_left,
    "free": lambda strengths, before: len(strengths),
}


class Strengths(dict[int, int]):
    """The strength of the cards of each mask under one function, found when first asked for."""

    def __init__(self, strength: Strength, codes: Sequence[int]) -> None:
        self._strength, self._codes = strength, codes

    def __missing__(self, mask: int) -> int:
        found = self[mask] = self._strength(*chosen(mask)(self._codes))
        return found


class HandTable:
    """A hand and what its parts are worth: `played[i]` and `judged[i]` map masks to strengths.

    They are those of group i (from 0) in play and when the order of the groups is checked.
    Raises NotationError if the cards are not as many as the groups take, and for a card
    that is not of the deck.
    """

    def __init__(self, rules: Rules, hand: Sequence[Card]) -> None:
        ranking = rules.ranking
        self.rules = rules
        self.hand = tuple(hand)
        self.groups = rules.ruleset.groups
        self.sizes = tuple([group.cards for group in self.groups])
        if len(hand) != sum(self.sizes):
            wanted = " + ".join(map(str, self.sizes))
            name = rules.ruleset.name
            raise NotationError(f"a hand of {len(hand)} cards; {name} arranges {wanted} cards")
        self.codes = codes = ranking.encode(hand)
        self.full = (1 << len(hand)) - 1
        played = [*zip(ranking.play, self.sizes, strict=True)]
        judged = [*zip(ranking.judged, self.sizes, strict=True)]
        found = {key: Strengths(key[0], codes) for key in {*played, *judged}}
        self.played = tuple([found[key] for key in played])
        self.judged = tuple([found[key] for key in judged])

    @cached_property
    def cards(self) -> Mapping[int, tuple[Card, ...]]:
        """The cards of each mask that can be a group, in the order of the hand."""
        count = len(self.hand)
        return {
            mask: cards
            for size in set(self.sizes)
            for mask, cards in zip(masks(count, size), combinations(self.hand, size), strict=True)
        }

    @property
    def reach(self) -> Reach | None:
        """How the order of the groups cuts a sorted list; None for an order of a plugin."""
        return _REACH.get(self.rules.ruleset.arrangement.order.name)

    def all_strengths(self, strength: Strength, size: int) -> list[int]:
        """The strength of each group of this size in the hand, in the order of `masks`."""
        return self.rules.ranking.all_strengths(strength, self.codes, size)

    def vector(self, arrangement: Masks) -> tuple[int, ...]:
        """The strengths in play of all groups of an arrangement."""
        return tuple(of[mask] for of, mask in zip(self.played, arrangement, strict=True))


def every_legal(table: HandTable) -> Iterator[Masks]:
    """Each legal arrangement once, whatever the groups and their order are."""
    descends, count, sizes = table.rules.descends, len(table.groups), table.sizes

    def search(mask: int, before: int, done: Masks) -> Iterator[Masks]:
        group = len(done)
        if group == count:
            yield done
            return
        for part in parts(mask, sizes[group]):
            judged = table.judged[group][part]
            if group == 0 or descends(before, judged):
                yield from search(mask ^ part, judged, (*done, part))

    return search(table.full, 0, ())
