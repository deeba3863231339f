"""How often each of some ordered things comes, seen by where the next one begins.

`changes` says for each thing but the first whether it differs from the one before it: A A K is
(False, True).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate


@cache
def counts(changes: tuple[bool, ...]) -> tuple[int, ...]:
    """How often each comes, most often first.

    >>> counts((True, False))
    (2, 1)
    """
    return tuple(sorted(Counter(accumulate(changes, initial=0)).values(), reverse=True))


@cache
def most_often_first(changes: tuple[bool, ...]) -> tuple[int, ...]:
    """Where each stands, those of the one that comes most often first, then as they stand.

    >>> most_often_first((True, False))
    (1, 2, 0)
    """
    numbers = list(accumulate(changes, initial=0))
    return tuple(sorted(range(len(numbers)), key=lambda i: -numbers.count(numbers[i])))
