"""What the compiled ladder says of every group of a pack: the ground that warnings stand on.

A group of each pattern class stands for all that differ from it only in which suit is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, starmap
from math import comb

from hazari_rules.best_part import Strength
from hazari_rules.cards import Card
from hazari_rules.kinds import Vocabulary
from hazari_rules.model import Deck, Ruleset
from hazari_rules.patterns import group_classes
from hazari_rules.ranking import Ranking

MOST = 300_000
"""Groups of a size that a pack has more of are not gone through; 52 cards have 270,725 of four."""

_FEW = 3
"""Up to how many cards the groups of a size are so few that no sample of them comes first."""

_SAMPLE = 101

_Cards = tuple[Card, ...]


class Ladders:
    """Compiles rulesets and remembers the classes of groups that it went through."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._classes: dict[tuple[Deck, int], list[_Cards]] = {}
        self._coded: dict[tuple[Deck, int, int], list[tuple[int, ...]]] = {}

    def of(self, ruleset: Ruleset) -> Ladder | None:
        """The compiled ladder, or None if its groups are too many to go through."""
        pack = len(ruleset.deck.ranks) * len(ruleset.deck.suits)
        if any(comb(pack, group.cards) > MOST for group in ruleset.groups):
            return None
        return Ladder(ruleset, Ranking(ruleset, self._vocabulary), self)

    def classes(self, deck: Deck, size: int) -> Sequence[_Cards]:
        """One group of each class of this many cards."""
        key = (deck, size)
        if key not in self._classes:
            self._classes[key] = [cards for cards, _ in group_classes(deck, size)]
        return self._classes[key]

    def coded(
        self, deck: Deck, size: int, codes: Mapping[Card, int], step: int
    ) -> Sequence[tuple[int, ...]]:
        """The same groups, or a sample of them, as the codes of their cards.

        Any ladder of one deck gives the same codes.
        """
        key = (deck, size, step)
        if key not in self._coded:
            groups: Iterable[_Cards] = (cards for cards, _ in group_classes(deck, size, step))
            groups = self.classes(deck, size) if step == 1 else groups
            self._coded[key] = [tuple(map(codes.__getitem__, cards)) for cards in groups]
        return self._coded[key]


class Ladder:
    """One compiled ladder, asked about all groups of its pack; groups count from 0."""

    def __init__(self, ruleset: Ruleset, ranking: Ranking, ladders: Ladders) -> None:
        self.ruleset = ruleset
        self.ranking = ranking
        self._ladders = ladders
        self._counted: dict[object, frozenset[str]] = {}
        self._orders: dict[tuple[int, int], list[int]] = {}

    def _classes(self, group: int) -> Sequence[_Cards]:
        return self._ladders.classes(self.ruleset.deck, self.ruleset.groups[group].cards)

    def counted(self, group: int) -> frozenset[str]:
        """The combinations that some cards of this pack count as in this group."""
        key = self.ruleset.groups[group]
        if key not in self._counted:
            self._counted[key] = frozenset(map(self.ranking.counts_as, {*self.played(group)}))
        return self._counted[key]

    def counted_anywhere(self) -> frozenset[str]:
        """The combinations that some group counts as; larger groups only where they must."""
        wanted = {combination.id for combination in self.ruleset.combinations}
        found: frozenset[str] = frozenset()
        for group in sorted(self.groups(), key=lambda i: self.ruleset.groups[i].cards):
            if wanted <= found:
                break
            found |= self.counted(group)
        return found

    def groups(self) -> list[int]:
        """The first of all groups that are alike."""
        groups = self.ruleset.groups
        return sorted({groups.index(group) for group in groups})

    def played(self, group: int, step: int = 1) -> Iterator[int]:
        """The strength in a round of every class, or of a sample with this step."""
        return self._strengths(self.ranking.play[group], group, step)

    def judged(self, group: int, step: int = 1) -> Iterator[int]:
        """The strength when the order of the groups is checked."""
        return self._strengths(self.ranking.judged[group], group, step)

    def _strengths(self, strength: Strength, group: int, step: int) -> Iterator[int]:
        size, codes = self.ruleset.groups[group].cards, self.ranking.codes
        return starmap(strength, self._ladders.coded(self.ruleset.deck, size, codes, step))

    def always_makes(self, ids: Sequence[str], size: int) -> bool:
        """Whether any so many cards of the pack make one of these combinations."""
        classes = self._ladders.classes(self.ruleset.deck, size)
        return all(self.ranking.makes_any(cards, ids) for cards in classes)

    def can_tie(self, group: int) -> bool:
        """Whether two groups that share no card are equal in a round."""
        seen: dict[int, list[_Cards]] = {}
        for cards, strength in zip(self._classes(group), self.played(group), strict=True):
            if not strength:
                continue  # what makes no combination cannot win, nor tie
            others = seen.setdefault(strength, [])
            others.append(cards)
            if any(set(cards).isdisjoint(other) for one in others for other in self._alike(one)):
                return True
        return False

    def _alike(self, cards: _Cards) -> Iterator[_Cards]:
        """The groups that differ from this one only in which suit is which."""
        suits = self.ruleset.deck.suits
        for order in permutations(suits):
            change = dict(zip(suits, order, strict=True))
            yield tuple(Card(card.rank, change[card.suit]) for card in cards)

    def plays_as(self, other: Ladder) -> bool:
        """Whether all groups of both count as the same and compare alike; they have one pack."""
        few = [i for i in self.groups() if self.ruleset.groups[i].cards <= _FEW]
        if not self._alike_in_play(other, few, 1):
            return False
        if not all(self._alike_at(other, step) for step in (_SAMPLE, 1)):
            return False
        blocks = [(r.runs, r.combinations, r.comparison) for r in (self.ruleset, other.ruleset)]
        return blocks[0] == blocks[1] or all(self._read_alike(other, i) for i in self.groups())

    def _read_alike(self, other: Ladder, group: int) -> bool:
        """Whether groups count as the same with the same cards, which suits may then decide."""
        classes: Iterable[_Cards] = self._classes(group)
        keys = [
            [step.key for step in rules.combinations] for rules in (self.ruleset, other.ruleset)
        ]
        if keys[0] == keys[1]:  # so one group of each strength is enough
            classes = dict(zip(self.played(group), classes, strict=True)).values()
        readings = ([one.ranking.reading(c, group)[1:] for c in classes] for one in (self, other))
        return next(readings) == next(readings)

    def _alike_in_play(self, other: Ladder, groups: Iterable[int], step: int) -> bool:
        return all(self._order_in_play(i, step) == other._order_in_play(i, step) for i in groups)

    def _alike_at(self, other: Ladder, step: int) -> bool:
        if not self._alike_in_play(other, self.groups(), step):
            return False
        # Groups of different sizes are compared with each other when their order is checked.
        orders = [
            _order(chain.from_iterable(one.judged(i, step) for i in self.groups()))
            for one in (self, other)
        ]
        return orders[0] == orders[1]

    def _order_in_play(self, group: int, step: int) -> list[int]:
        if (group, step) not in self._orders:
            self._orders[group, step] = _order(self.played(group, step))
        return self._orders[group, step]


def _order(strengths: Iterable[int]) -> list[int]:
    """The place of each strength among them all, counted from the weakest; equals share one."""
    stated = list(strengths)
    places = {strength: place for place, strength in enumerate(sorted({*stated}))}
    return [places[strength] for strength in stated]
