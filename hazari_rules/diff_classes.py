"""Where two rulesets order groups differently, found over every class of groups there is.

Groups that differ only in which suit is which have the same strength, so one group of each class
stands for all. What is not found here does not exist (for groups of up to four cards).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations, product
from typing import NamedTuple

from hazari_rules.best_part import Strength
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.patterns import group_classes
from hazari_rules.ranking import Reading

LARGEST = 4
"""Groups with more cards are not gone through: their classes are too many."""

_KEPT = 3


class Entry(NamedTuple):
    """Groups that are equal under both rulesets: both strengths, and a few such groups."""

    one: int
    other: int
    groups: tuple[tuple[Card, ...], ...]


@dataclass(slots=True)
class Classes:
    """All classes of groups of some rulesets; what has been worked out is kept."""

    _groups: dict[tuple[object, int], list[tuple[Card, ...]]] = field(default_factory=dict)
    _strengths: dict[tuple[int, bool, int], list[int]] = field(default_factory=dict)
    _readings: dict[tuple[int, int, tuple[Card, ...]], Reading] = field(default_factory=dict)
    _entries: dict[tuple[int, int, int, bool], list[Entry]] = field(default_factory=dict)
    _ladders: dict[object, int] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)

    def entries(self, one: Rules, other: Rules, group: int, *, judged: bool) -> list[Entry]:
        """The classes of a group (from 0) by strength under both rulesets, the weakest first.

        `judged` asks for the strength when the order of the groups is checked.
        """
        key = (self._number(one), self._number(other), group, judged)
        if key not in self._entries:
            cards = self._cards(one, one.ruleset.groups[group].cards)
            pairs: dict[tuple[int, int], list[tuple[Card, ...]]] = {}
            strengths = (self._of(rules, group, judged, cards) for rules in (one, other))
            for group_cards, before, after in zip(cards, *strengths, strict=True):
                kept = pairs.setdefault((before, after), [])
                if len(kept) < _KEPT:
                    kept.append(group_cards)
            self._entries[key] = [
                Entry(*pair, tuple(groups)) for pair, groups in sorted(pairs.items())
            ]
        return self._entries[key]

    def reading(self, rules: Rules, group: int, cards: tuple[Card, ...]) -> Reading:
        """What a group (from 0) counts as."""
        key = (self._number(rules), group, cards)
        if key not in self._readings:
            self._readings[key] = rules.ranking.reading(cards, group)
        return self._readings[key]

    def _number(self, rules: Rules) -> int:
        """A number for the rules that decide strengths: the same for the same such rules."""
        digest = rules.ruleset.digest
        if digest not in self._numbers:
            r = rules.ruleset
            ladder = (r.deck, r.runs, r.combinations, r.groups, r.comparison, r.arrangement)
            self._numbers[digest] = self._ladders.setdefault(ladder, len(self._ladders))
        return self._numbers[digest]

    def same_readings(self, one: Rules, other: Rules, group: int) -> bool:
        """Whether every class of a group (from 0) counts as the same, made of the same cards."""
        return all(
            self.reading(one, group, cards)[1:] == self.reading(other, group, cards)[1:]
            for cards in self._cards(one, one.ruleset.groups[group].cards)
        )

    def _cards(self, rules: Rules, size: int) -> list[tuple[Card, ...]]:
        """One group of each class, the plainest to read first."""
        key = (rules.ruleset.deck, size)
        if key not in self._groups:
            found = [cards for cards, _ in group_classes(rules.ruleset.deck, size)]
            self._groups[key] = sorted(found, key=_variety, reverse=True)
        return self._groups[key]

    def _of(
        self, rules: Rules, group: int, judged: bool, cards: Sequence[tuple[Card, ...]]
    ) -> list[int]:
        key = (self._number(rules), judged, group)
        if key not in self._strengths:
            ranking = rules.ranking
            strength: Strength = (ranking.judged if judged else ranking.play)[group]
            codes = ranking.codes
            self._strengths[key] = [
                strength(*[codes[card] for card in group_cards]) for group_cards in cards
            ]
        return self._strengths[key]


def _variety(cards: Sequence[Card]) -> tuple[int, int]:
    """Groups of many ranks and suits are the plainest to read."""
    return len({card.rank for card in cards}), len({card.suit for card in cards})


def comparable(one: Rules, other: Rules) -> Iterator[int]:
    """The groups (from 0) that both rulesets have with as many cards, each kind of group once."""
    seen: set[object] = set()
    if set(one.deck) != set(other.deck):
        return
    pairs = zip(one.ruleset.groups, other.ruleset.groups, strict=False)
    for i, (mine, theirs) in enumerate(pairs):
        if mine.cards == theirs.cards <= LARGEST and (mine, theirs) not in seen:
            seen.add((mine, theirs))
            yield i


def discordant(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Neighbours in the first order that the second order turns round, makes equal or splits.

    `entries` are sorted. If there are no such neighbours, both orders are the same.
    """
    for before, after in pairwise(entries):
        if not (before.one < after.one and before.other < after.other):
            yield before, after


def turned_round(
    entries: Sequence[Entry], chosen: Sequence[Entry]
) -> Iterator[tuple[Entry, Entry]]:
    """(x, y) such that x beats y in one order and loses in the other, x being a chosen entry.

    For each x the y is the one that makes the difference plainest: the strongest that it passes.
    """
    for x in chosen:
        for way in (1, -1):
            passed = [
                y for y in entries if way * (x.one - y.one) < 0 and way * (x.other - y.other) > 0
            ]
            if passed:
                yield x, max(passed, key=lambda y: y.one if way > 0 else y.other)


def apart(first: Entry, second: Entry) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Groups of two entries that share no card, so that both can lie on one table."""
    for mine, theirs in product(first.groups, second.groups):
        for changed in with_other_suits(theirs):
            if not set(mine) & set(changed):
                yield mine, changed
                break


def with_other_suits(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The same group in every choice of suits; which suit is which makes it no stronger."""
    suits = sorted({card.suit for card in cards})
    for order in permutations(type(suits[0]), len(suits)):
        change = dict(zip(suits, order, strict=True))
        yield tuple(Card(card.rank, change[card.suit]) for card in cards)
