"""All legal arrangements of a hand: counted, enumerated, sampled, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from hashlib import shake_128
from heapq import nlargest
from itertools import count
from typing import NamedTuple, overload

from hazari_rules.arrange import Groups, IllegalArrangementError, faults
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError
from hazari_rules.hand_table import HandTable
from hazari_rules.masks import Masks, chosen, masks
from hazari_rules.solver_front import Vector, front_of
from hazari_rules.solver_legal import Tree, legal


class Placed(NamedTuple):
    """An arrangement and the strength in play of each of its groups; bigger wins."""

    strengths: Vector
    groups: Groups


class Arrangements:
    """Every legal arrangement of one hand, in an order of its own that never changes.

    Two arrangements differ if some group has other cards; the order of cards in a group is of no
    account. Equal neighbours count in both orders where both are legal. Raises HazariError for a
    hand of the wrong size, NotationError for cards that are not of the deck.

    >>> from hazari_rules import Game, parse_group
    >>> hand = parse_group("AS AH AD KS QS JS 9S 8H 7D 5S 5H 2D 2C")
    >>> legal = Arrangements(Game.load("hazari").rules, hand)
    >>> len(legal), len(legal.front())
    (22843, 6)
    """

    def __init__(self, rules: Rules, hand: Sequence[Card]) -> None:
        self.rules = rules
        self.hand = tuple(hand)
        self._table = HandTable(rules, hand)
        self._tree = Tree(self._table)

    def __iter__(self) -> Iterator[Groups]:
        """Each legal arrangement once, found as it is asked for."""
        return legal(self._table, [self._table.cards] * len(self._table.groups))

    def __len__(self) -> int:
        """How many there are; counted without going through them."""
        return self._tree.ways(0, self._table.full, None)

    @overload
    def __getitem__(self, number: int) -> Groups: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Groups, ...]: ...
    def __getitem__(self, number: int | slice) -> Groups | tuple[Groups, ...]:
        """The arrangement with this number, or those of a slice; negative ones count from the end.

        The numbers follow an order of their own, not that of the iteration. Raises IndexError
        for a number that none has.
        """
        if isinstance(number, slice):
            return tuple(self[i] for i in range(len(self))[number])
        place = number + len(self) if number < 0 else number
        if not 0 <= place < len(self):
            raise IndexError(f"no arrangement {number}; there are {len(self)}")
        return self._groups(self._tree.at(place))

    def placed(self, groups: Groups) -> Placed:
        """An arrangement of one's own with its strengths, as `outlooks` and `shares` take it.

        Raises IllegalArrangementError with every reason if these groups of the hand are not legal.

        >>> from hazari_rules import Game, parse_arrangement, parse_group
        >>> legal = Arrangements(Game.load("hazari").rules, parse_group("AS AH AD KS QS JS 9S 8H "
        ...     "7D 5S 5H 2D 2C"))
        >>> mine = parse_arrangement("AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C")
        >>> legal.placed(mine).strengths == legal.front()[0].strengths
        True
        """
        if found := faults(self.rules, groups, self.hand):
            raise IllegalArrangementError(found)
        ranking = self.rules.ranking
        strengths = [
            strength(*ranking.encode(group))
            for strength, group in zip(ranking.play, groups, strict=True)
        ]
        return Placed(tuple(strengths), groups)

    def sample(self, seed: int, number: int = 0) -> Groups:
        """Draw `number` (from 0) of a seed, each legal arrangement with the same chance.

        Draws are independent and may repeat. Raises HazariError if nothing is legal.
        """
        total = len(self)
        if not total:
            raise HazariError("the hand has no legal arrangement")
        return self[_below(total, f"hazari-rules/arrangement/{seed}/{number}")]

    def vectors(self) -> frozenset[Vector]:
        """The strengths in play that legal arrangements have, group by group."""
        return frozenset(legal(self._table, self._table.played))

    def front(self) -> tuple[Placed, ...]:
        """The Pareto front, strongest first group first.

        No other legal arrangement is at least as strong in every group. Of those with the same
        strengths one is given.
        """
        return self._front

    @cached_property
    def _front(self) -> tuple[Placed, ...]:
        found = front_of(self._table)
        return tuple(Placed(vector, self._groups(masks)) for vector, masks in found.items())

    def most(self, worth: Sequence[Callable[[int, int], float]], count: int) -> tuple[Placed, ...]:
        """The arrangements whose groups are worth most together, the best first.

        `worth[i]` tells what group i (from 0) is worth by its strength in play and the card
        points in it; all legal arrangements are gone through.
        """
        table, points_of = self._table, self.rules.ruleset.card_points.of
        points = {mask: points_of(cards) for mask, cards in table.cards.items()}
        values = [
            {mask: value(played[mask], points[mask]) for mask in masks(len(self.hand), size)}
            for value, played, size in zip(worth, table.played, table.sizes, strict=True)
        ]

        def together(arrangement: Masks) -> float:
            return sum([of[mask] for of, mask in zip(values, arrangement, strict=True)])

        same = {mask: mask for mask in points}
        best = nlargest(count, legal(table, [same] * len(values)), key=together)
        return tuple(Placed(table.vector(found), self._groups(found)) for found in best)

    def _groups(self, arrangement: Masks) -> Groups:
        return tuple([tuple(chosen(mask)(self.hand)) for mask in arrangement])


def _below(limit: int, text: str) -> int:
    """A number from 0 below `limit`, each with the same chance, that depends on the text alone."""
    length = (limit.bit_length() + 7) // 8
    spare = 8 * length - limit.bit_length()
    for attempt in count():
        drawn = shake_128(f"{text}/{attempt}".encode()).digest(length)
        if (number := int.from_bytes(drawn) >> spare) < limit:
            return number
    raise AssertionError  # the attempts never end
