"""The strength of a group by the strongest combination that some of its cards make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

SPARE_BASE = 14
"""Spare cards are counted as the digits of numbers to this base, the highest rank first."""

SPARE_PLACES = 5
"""How many such digits follow the strength of a combination where spare cards count."""

Strength = Callable[..., int]
"""(code, code, ...) -> strength; bigger wins, 0 makes no combination. Nothing is checked."""

Table = list[int] | dict[int, int]
"""Sum of codes to strength: a list for up to three cards, else a dict of the strengths not 0."""


def group_strength(
    size: int, tables: Mapping[int, Table], wide: Mapping[int, int], spare: Mapping[int, int] | None
) -> Strength:
    """The strength of groups of `size` codes from tables by the number of cards that count.

    `wide` gives the code that is added up for more than three cards, `spare` what a spare card
    counts between equal combinations, None where it counts nothing.

    >>> strength = group_strength(2, {1: [0, 5, 7]}, {}, None)
    >>> strength(1, 2)
    7
    """
    if spare is None and set(tables) <= {3, 4} and size in (3, 4):
        return _unrolled(size, tables, wide)
    if spare is None:
        return lambda *codes: best_parts(tables, wide, codes)[0]

    def with_spare(strength: int, codes: Sequence[int], part: Sequence[int]) -> int:
        left = sorted([spare[code] for code in codes if code not in part], reverse=True)
        for place in (left + [0] * SPARE_PLACES)[:SPARE_PLACES]:
            strength = strength * SPARE_BASE + place
        return strength

    def and_spare(*codes: int) -> int:
        strength, made = best_parts(tables, wide, codes)
        return max([with_spare(strength, codes, part) for part in made], default=0)

    return and_spare


def best_parts(
    tables: Mapping[int, Table], wide: Mapping[int, int], codes: Sequence[int]
) -> tuple[int, list[tuple[int, ...]]]:
    """The strength of the best part of some codes, and all parts that have it; 0 and none.

    >>> best_parts({1: [0, 5, 5]}, {}, [0, 1, 2])
    (5, [(1,), (2,)])
    """
    strength = 0
    made: list[tuple[int, ...]] = []
    for size, table in tables.items():
        for part in combinations(codes, size):
            if isinstance(table, list):
                found = table[sum(part)]
            else:
                found = table.get(sum(map(wide.__getitem__, part)), 0)
            if found > strength:
                strength, made = found, [part]
            elif strength and found == strength:
                made.append(part)
    return strength, made


def _unrolled(size: int, tables: Mapping[int, Table], wide: Mapping[int, int]) -> Strength:
    """Groups of three and four by hand: a general loop takes 1.7 times as long."""
    three, four = tables.get(3), tables.get(4, {})
    assert isinstance(four, dict)
    find = four.get
    if size == 3:
        return (lambda a, b, c: three[a + b + c]) if three else lambda a, b, c: 0

    def all_four(a: int, b: int, c: int, d: int) -> int:
        return find(wide[a] + wide[b] + wide[c] + wide[d], 0)

    if three is None:
        return all_four

    def best_three(a: int, b: int, c: int, d: int) -> int:
        s = a + b + c + d
        best = three[s - a]
        # Comparing one by one takes half as long as `max` of the four.
        if (other := three[s - b]) > best:
            best = other
        if (other := three[s - c]) > best:
            best = other
        return other if (other := three[s - d]) > best else best

    def best_of_both(a: int, b: int, c: int, d: int) -> int:
        best, whole = best_three(a, b, c, d), find(wide[a] + wide[b] + wide[c] + wide[d], 0)
        return whole if whole > best else best

    return best_of_both if four else best_three
