"""The groups of a hand that make a combination with all their cards, without trying every group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

from hazari_rules.kinds_combinations import Shape
from hazari_rules.masks import parts

_HELD = (0, 1, 3, 7, 15)
"""The bits of a rank that comes so often: a hand has the ranks of a class if it has their bits."""


class WholeGroups:
    """Pattern classes of one number of cards, made ready for finding their groups in any hand.

    Few of the classes of several suits are ever in a hand, and its ranks tell which; groups of
    one suit are few, so their ranks are looked up.

    >>> troy, colour = Shape.of((0, 0, 0), suited=False), Shape.of((0, 4, 9), suited=True)
    >>> found = WholeGroups({troy: 8, colour: 3})
    >>> found.among([(0, "S"), (0, "H"), (4, "H"), (0, "D"), (9, "H")])
    [(8, 11), (3, 22)]
    """

    def __init__(self, strengths: Mapping[Shape, int]) -> None:
        self._size = max((len(shape.ranks) for shape in strengths), default=0)
        several = [(Counter(s.ranks).items(), strengths[s]) for s in strengths if not s.suited]
        self._several = {_held(counts): ((*counts,), strength) for counts, strength in several}
        self._one_suit = {
            sum(1 << rank for rank in shape.ranks): strength
            for shape, strength in strengths.items()
            if shape.suited
        }

    def among(self, cards: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
        """(strength, mask) of each group; a card is the index of its rank, and its suit."""
        room = len(cards)
        of_rank = [0] * 13
        of_suit: dict[str, list[int]] = {}
        for place, (rank, suit) in enumerate(cards):
            of_rank[rank] |= 1 << place
            of_suit.setdefault(suit, []).append(1 << rank + room | 1 << place)
        suits = [suit for suit in of_suit.values() if len(suit) >= self._size]
        found = self._of_several(of_rank, [sum(suit) & (1 << room) - 1 for suit in suits])
        for held in suits:
            found += self._of_one(held, room)
        return found

    def _of_several(self, of_rank: Sequence[int], suits: Sequence[int]) -> list[tuple[int, int]]:
        lacking = ~_held([(rank, mask.bit_count()) for rank, mask in enumerate(of_rank) if mask])
        found: list[tuple[int, int]] = []
        for held in [held for held in self._several if not held & lacking]:
            counts, strength = self._several[held]
            groups: Iterable[int] = map(sum, product(*[parts(of_rank[r], n) for r, n in counts]))
            for suit in suits if len(counts) == self._size else ():
                groups = [mask for mask in groups if mask & ~suit]
            found += [(strength, mask) for mask in groups]
        return found

    def _of_one(self, suit: Sequence[int], room: int) -> list[tuple[int, int]]:
        strengths, low = self._one_suit, (1 << room) - 1
        groups = map(sum, combinations(suit, self._size))
        return [
            (strengths[ranks], group & low)
            for group in groups
            if (ranks := group >> room) in strengths
        ]


def _held(counts: Iterable[tuple[int, int]]) -> int:
    """The bits of ranks, each with how often it comes."""
    return sum([_HELD[often] << 4 * rank for rank, often in counts])
