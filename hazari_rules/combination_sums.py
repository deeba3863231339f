"""The sums of all combinations of some numbers, put together from sums of fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import add, itemgetter
from typing import Any


@cache
def indices(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The combinations of the numbers from 0 below `count`.

    >>> indices(3, 2)
    ((0, 1), (0, 2), (1, 2))
    """
    return tuple(combinations(range(count), size))


def sums_of(numbers: Sequence[int], size: int) -> Iterator[int]:
    """The sums of all combinations of at least three of the numbers, in their order.

    >>> list(sums_of([1, 10, 100, 1000], 3))
    [111, 1011, 1101, 1110]
    """
    if len(numbers) == size:
        return iter([sum(numbers)])
    twos = [a + b for a, b in combinations(numbers, 2)]
    rest = {3: numbers, 4: twos}.get(size) or list(map(sum, combinations(numbers, size - 2)))
    first, others = _halves(len(numbers), size)
    return map(add, first(twos), others(rest))


@cache
def _halves(count: int, size: int) -> tuple[itemgetter[Any], itemgetter[Any]]:
    """What picks the first two, and the others, of all combinations out of smaller ones."""
    twos, rest = ({c: i for i, c in enumerate(indices(count, n))} for n in (2, size - 2))
    every = indices(count, size)
    first, others = [twos[c[:2]] for c in every], [rest[c[2:]] for c in every]
    return itemgetter(*first), itemgetter(*others)
