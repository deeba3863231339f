"""Random choices for generated cases: a function of a seed and a label, on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from typing import TypeVar

T = TypeVar("T")
_NUMBERS = 512


class Dice:
    """A stream of random numbers of its own for each (seed, label).

    >>> Dice(0, "example").shuffled("abcdef") == Dice(0, "example").shuffled("abcdef")
    True
    """

    def __init__(self, seed: int, label: str) -> None:
        self._name = f"hazari-rules/cases/{seed}/{label}"
        self._block = 0
        self._numbers: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 up to this limit, which is left out."""
        if not self._numbers:
            name = f"{self._name}/{self._block}".encode()
            data = shake_128(name).digest(8 * _NUMBERS)
            self._numbers = [int.from_bytes(data[i : i + 8], "big") for i in range(0, len(data), 8)]
            self._block += 1
        return self._numbers.pop() % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """These in another order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def some(self, items: Sequence[T], most: int) -> list[T]:
        """At most so many of these, in their order."""
        if len(items) <= most:
            return list(items)
        chosen = sorted(self.shuffled(range(len(items)))[:most])
        return [items[i] for i in chosen]
