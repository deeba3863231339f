"""Parts of a hand as bit masks: bit 0 is the hand's first card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Any

Masks = tuple[int, ...]
"""An arrangement: the cards of each group."""


@cache
def masks(cards: int, size: int) -> tuple[int, ...]:
    """All groups of this size in a hand of so many cards, in the order of `combinations`.

    >>> masks(3, 2)
    (3, 5, 6)
    """
    return tuple(map(sum, combinations([1 << place for place in range(cards)], size)))


@cache
def places(mask: int) -> tuple[int, ...]:
    """The places of the cards of a mask.

    >>> places(0b1101)
    (0, 2, 3)
    """
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


@cache
def chosen(mask: int) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """What picks those at the places of a mask out of a tuple or list.

    >>> chosen(0b101)("abc")
    ('a', 'c')
    """
    first, *more = places(mask)
    # A single place would pick the thing itself, not a sequence of it.
    return itemgetter(first, *more) if more else itemgetter(slice(first, first + 1))


@cache
def parts(mask: int, size: int) -> tuple[int, ...]:
    """The masks of all groups of this size among the cards of a mask.

    >>> parts(0b1101, 2)
    (5, 9, 12)
    """
    return tuple(map(sum, combinations([1 << place for place in places(mask)], size)))
