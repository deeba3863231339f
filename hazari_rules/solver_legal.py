"""Every legal arrangement of a hand: one after the other, or counted and found by number."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Generic, NamedTuple, TypeVar

from hazari_rules.hand_table import HandTable, every_legal
from hazari_rules.masks import Masks, masks, parts
from hazari_rules.solver_front import Triples

T = TypeVar("T")


def legal(table: HandTable, of: Sequence[Mapping[int, T]]) -> Iterator[tuple[T, ...]]:
    """Each legal arrangement once, found as it is asked for.

    Group i (from 0) is given as what `of[i]` has for its mask: its cards, its strength.
    """
    triples = Triples.of(table)
    if triples is not None:
        return chain.from_iterable(_of_triples(table, triples, of[0], of[3]))
    pairs = (zip(of, arrangement, strict=True) for arrangement in every_legal(table))
    return (tuple([names[mask] for names, mask in groups]) for groups in pairs)


def _of_triples(
    table: HandTable, triples: Triples, of: Mapping[int, T], of_last: Mapping[int, T]
) -> Iterator[Sequence[tuple[T, ...]]]:
    """The arrangements with each last group, that with the strongest first.

    The weaker a last group, the more of the others may stand before it: they are let in strongest
    first. The cards beside a last group are one group with the lowest of them, and a pair.
    """
    low, free, strict = table.full, triples.free, triples.strict
    rows = [(key >> triples.shift, key & low, of[key & low]) for key in triples.keys]
    if free:  # as if all groups were equally strong
        rows = [(0, mask, name) for _, mask, name in rows]
    coming = iter(rows)
    row = next(coming, None)
    inside = _Inside[T](triples.shift, strict=strict)
    judged = table.all_strengths(table.rules.ranking.judged[3], table.sizes[3])
    lasts = sorted(zip(judged, masks(triples.shift, table.sizes[3]), strict=True), reverse=True)
    for weakest, last in lasts:
        while row and (free or row[0] + weakest + strict <= 0):
            inside.let_in(row)
            row = next(coming, None)
        yield inside.arrangements(low ^ last, of_last[last])


_Row = tuple[int, int, T]  # minus the strength of a group, its mask, its name


class _Inside(Generic[T]):
    """The groups let in so far, by each card, and their pairs by the cards of both.

    A pair is (minus the strength of the stronger, of the weaker, name, name). No pair needs the
    lowest card of all.
    """

    def __init__(self, cards: int, *, strict: bool) -> None:
        self.holding: dict[int, list[_Row[T]]] = {1 << place: [] for place in range(cards)}
        self.pairs: defaultdict[int, list[tuple[int, int, T, T]]] = defaultdict(list)
        self._rows: list[_Row[T]] = []
        self._strict = strict

    def let_in(self, row: _Row[T]) -> None:
        """Add a group no stronger than any before."""
        y, mask, second = row
        for card, held in self.holding.items():
            if mask & card:
                held.append(row)
        if mask & 1:
            return
        for x, other, first in self._rows:
            if mask & other:
                continue
            if x < y or not self._strict:
                self.pairs[mask | other].append((x, y, first, second))
            if x == y and not self._strict:
                self.pairs[mask | other].append((x, y, second, first))
        self._rows.append(row)

    def arrangements(self, rest: int, fourth: T) -> Sequence[tuple[T, ...]]:
        """The orders of all threes that the cards of `rest` make, each with a fourth group.

        Equal neighbours stand either way.
        """
        found: list[tuple[T, ...]] = []
        add, pairs, outside = found.append, self.pairs, ~rest
        for z, mask, third in self.holding[rest & -rest]:
            six = rest ^ mask
            if mask & outside or six not in pairs:
                continue
            for x, y, first, second in pairs[six]:
                if y < z:
                    add((first, second, third, fourth))
                elif z < x:
                    add((third, first, second, fourth))
                elif x < z < y:
                    add((first, third, second, fourth))
                elif not self._strict:
                    add((first, third, second, fourth))
                    if x == z:
                        add((third, first, second, fourth))
                    if z == y:
                        add((first, second, third, fourth))
        return found


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
