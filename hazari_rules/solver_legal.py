"""Every legal arrangement of a hand: one after the other, or counted and found by number."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, permutations
from typing import NamedTuple

from hazari_rules.hand_table import HandTable, Masks, every_legal, masks, parts
from hazari_rules.solver_front import Triples


def legal_masks(table: HandTable) -> Iterator[Masks]:
    """Each legal arrangement once, found as it is asked for."""
    triples = Triples.of(table)
    return every_legal(table) if triples is None else _of_triples(table, triples)


@cache
def _halves(mask: int, size: int) -> tuple[tuple[int, int], ...]:
    """The ways to split the cards of a mask into two groups of this size, each once."""
    lowest = mask & -mask
    return tuple((part, mask ^ part) for part in parts(mask, size) if part & lowest)


def _of_triples(table: HandTable, triples: Triples) -> Iterator[Masks]:
    """Last group first: three groups are legal above it if each is at least as strong."""
    size, shift, low = table.sizes[0], triples.shift, table.full
    keys, free, strict = triples.keys, triples.free, triples.strict
    key_of = {key & low: key for key in keys}
    holding = {1 << place: [key for key in keys if key >> place & 1] for place in range(shift)}
    splits: dict[int, list[tuple[int, int]]] = {}
    judged = table.all_strengths(table.rules.ranking.judged[3], table.sizes[3])
    for last, weakest in zip(masks(shift, table.sizes[3]), judged, strict=True):
        # Keys are negative: the smaller, the stronger.
        bound = 1 if free else 1 - weakest - strict << shift
        rest = low ^ last
        firsts = holding[rest & -rest]
        for first in firsts[: bisect_left(firsts, bound)]:
            if first & last:
                continue
            six = rest ^ first & low
            if six not in splits:
                splits[six] = _splits(six, size, key_of)
            for c, b in splits[six]:
                if c >= bound:
                    break
                if first <= b:
                    x, y, z = first, b, c
                elif first <= c:
                    x, y, z = b, first, c
                else:
                    x, y, z = b, c, first
                if free or x ^ y <= low or y ^ z <= low:  # the same strength, another mask
                    for three in _orders((x, y, z), shift, free, strict):
                        yield (*three, last)
                else:
                    yield x & low, y & low, z & low, last


def _splits(mask: int, size: int, key_of: Mapping[int, int]) -> list[tuple[int, int]]:
    """The ways to split these cards into two groups, as (weaker key, stronger key).

    The way with the strongest weaker group comes first.
    """
    pairs = [(key_of[a], key_of[b]) for a, b in _halves(mask, size)]
    return sorted((a, b) if a > b else (b, a) for a, b in pairs)


def _orders(three: Masks, shift: int, free: bool, strict: bool) -> Iterator[Masks]:
    """The orders in which three groups, given by their keys, may stand, as masks."""
    low = (1 << shift) - 1
    for x, y, z in permutations(three):
        if free or (not strict and x >> shift <= y >> shift <= z >> shift):
            yield x & low, y & low, z & low


class _Node(NamedTuple):
    """The groups that may come next, weakest as judged first, and the ways up to each of them."""

    judged: Sequence[int]
    parts: Sequence[int]
    ways: Sequence[int]


class Tree:
    """The legal arrangements of a hand as a tree that is counted without being gone through.

    What can follow depends only on the cards left and on the strength of the group before, so
    each set of cards left is looked at once.
    """

    def __init__(self, table: HandTable) -> None:
        self.table = table
        self._nodes: dict[tuple[int, int, int | None], _Node] = {}

    def ways(self, group: int, mask: int, before: int | None) -> int:
        """How many ways there are to arrange the cards of a mask from this group (from 0) on."""
        if group == len(self.table.groups):
            return 1
        node, end = self._next(group, mask, before)
        return node.ways[end - 1] if end else 0

    def at(self, number: int) -> Masks:
        """The arrangement with this number, from 0; it must be below the number of all."""
        chosen: Masks = ()
        mask, before = self.table.full, None
        while mask:
            node, end = self._next(len(chosen), mask, before)
            place = bisect_right(node.ways, number, 0, end)
            number -= node.ways[place - 1] if place else 0
            before, part = node.judged[place], node.parts[place]
            chosen, mask = (*chosen, part), mask ^ part
        return chosen

    def _next(self, group: int, mask: int, before: int | None) -> tuple[_Node, int]:
        """The groups that may come next, and how many of them, from the weakest, may do so."""
        reach = self.table.reach
        if before is None or reach is not None:
            node = self._node(group, mask, None)
            return node, len(node.ways) if before is None or reach is None else reach(
                node.judged, before
            )
        node = self._node(group, mask, before)
        return node, len(node.ways)

    def _node(self, group: int, mask: int, before: int | None) -> _Node:
        """All next groups, or those that may follow `before`, that can be followed in turn."""
        key = (group, mask, before)
        if key not in self._nodes:
            table, descends, last = (
                self.table,
                self.table.rules.descends,
                len(self.table.groups) - 1,
            )
            rows: list[tuple[int, int, int]] = []
            strengths = table.judged[group]
            for part in parts(mask, table.sizes[group]):
                judged = strengths[part]
                if before is None or descends(before, judged):
                    ways = 1 if group == last else self.ways(group + 1, mask ^ part, judged)
                    rows.append((judged, part, ways))
            rows.sort()
            ways_up_to = list(accumulate([row[2] for row in rows]))
            self._nodes[key] = _Node([r[0] for r in rows], [r[1] for r in rows], ways_up_to)
        return self._nodes[key]
