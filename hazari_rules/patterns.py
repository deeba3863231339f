"""Every group of a deck up to a change of suits: one group of each class, and its frequency.

Which combination a group makes never depends on which suit is which, only on which cards share
one. So 16,432 groups stand for the 270,725 groups of four cards, and counts stay exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product

from hazari_rules.cards import Card
from hazari_rules.model import Deck

_Suits = tuple[tuple[int, ...], ...]  # for each rank of a group the suits it has, as indices


def group_classes(deck: Deck, size: int, step: int = 1) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One group of each class of this many cards, and how many groups of the deck are like it.

    With a larger `step` a sample of them: those of every `step`-th choice of ranks, and of the
    one after it, which has but one other rank.

    >>> from hazari_rules.loading import load
    >>> deck = load("hazari").ruleset.deck
    >>> classes = list(group_classes(deck, 4))
    >>> len(classes), sum(number for _, number in classes)
    (16432, 270725)
    """
    pack = [[Card(rank, suit) for suit in deck.suits] for rank in deck.ranks]
    for i, chosen in enumerate(combinations_with_replacement(range(len(deck.ranks)), size)):
        if i % step > 1:
            continue
        counts = Counter(chosen)
        of_ranks = [pack[rank] for rank in chosen]
        for suits, number in _suit_classes(len(deck.suits), tuple(counts.values())):
            yield tuple([cards[i] for cards, i in zip(of_ranks, suits, strict=True)]), number


@cache
def _suit_classes(suits: int, counts: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The ways to give suits to ranks held `counts` times, up to a change of suits.

    Each has the suit of every card, as an index, and how many ways are like it.
    """
    changes = list(permutations(range(suits)))
    seen: Counter[_Suits] = Counter()
    first: dict[_Suits, _Suits] = {}
    for given in product(*(combinations(range(suits), count) for count in counts)):
        if given not in first:
            for change in changes:
                changed = tuple(tuple(sorted(change[s] for s in of_rank)) for of_rank in given)
                first[changed] = given
        seen[first[given]] += 1
    return tuple((tuple(chain.from_iterable(given)), number) for given, number in seen.items())
