"""The Pareto front of a hand: the arrangements that no other legal one beats in every group.

Three equal groups and a last one, as in Hazari, are searched by branch and bound; for every other
shape, and for an order that a plugin brings, all legal arrangements are gone through.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise, permutations
from operator import ge, or_, sub

from hazari_rules.hand_table import HandTable, every_legal
from hazari_rules.masks import Masks, chosen, masks

Vector = tuple[int, ...]
"""The strength in play of each group, the first group first; bigger wins."""

Front = dict[Vector, Masks]
"""Strengths that no other legal arrangement reaches in every group, with one arrangement each."""


def front_of(table: HandTable) -> Front:
    """The Pareto front, strongest first group first; empty if nothing is legal."""
    triples = Triples.of(table)
    return _general(table) if triples is None else _of_triples(table, triples)


def dominated(vector: Vector, others: Iterable[Vector]) -> bool:
    """Whether one of the others is at least as strong in every group.

    >>> dominated((3, 1), [(2, 2), (3, 1)])
    True
    """
    return any(all(map(ge, other, vector)) for other in others)


def undominated(found: Front) -> Front:
    """Only the vectors that no other one of them reaches in every group, biggest first."""
    kept: Front = {}
    # A vector that another one dominates is smaller, so it comes later in this order.
    for vector in sorted(found, reverse=True):
        if not dominated(vector, kept):
            kept[vector] = found[vector]
    return kept


class Triples:
    """A hand for three equal groups and a last one, and the groups of that size by strength.

    `keys` are the groups of the size of the first three, strongest as judged first, each as minus
    its strength, shifted, with its mask in the low bits: they sort and mask as plain integers.
    `same_scale` says that these groups have the same strengths in play.
    """

    def __init__(self, table: HandTable, judged: list[int], *, same_scale: bool) -> None:
        self.table = table
        self.same_scale = same_scale
        self.shift = shift = len(table.hand)
        groups = masks(shift, table.sizes[0])
        self.keys = sorted(map(sub, groups, [strength << shift for strength in judged]))
        order = table.rules.ruleset.arrangement.order.name
        self.free = order == "free"
        self.strict = order == "falling"

    @classmethod
    def of(cls, table: HandTable) -> Triples | None:
        """The hand so, or None where this search would not hold."""
        groups, ranking = table.groups, table.rules.ranking
        if len(groups) != 4 or groups[1:3] != (groups[0],) * 2 or table.reach is None:
            return None
        size = groups[0].cards
        played = table.all_strengths(ranking.play[0], size)
        if ranking.judged[0] is ranking.play[0]:
            return cls(table, played, same_scale=True)
        judged = table.all_strengths(ranking.judged[0], size)
        same = played == judged
        if not same and not _same_order(played, judged):
            return None
        return cls(table, judged, same_scale=same)

    def latest(self) -> list[tuple[int, int]]:
        """(strength of its strongest group, the card) of each card, the weakest first."""
        found: list[tuple[int, int]] = []
        seen = 0
        for key in self.keys:
            new = key & self.table.full & ~seen
            seen |= new
            while new:
                found.append((-(key >> self.shift), new & -new))
                new &= new - 1
            if seen == self.table.full:
                break
        return found[::-1]

    def above(self, judged: int, last: int) -> list[int]:
        """The keys of the groups that may stand before this last group, strongest first."""
        weakest = (0 if self.strict else 1) - judged
        end = None if self.free else bisect_left(self.keys, weakest << self.shift)
        return [key for key in self.keys[:end] if not key & last]

    def last_groups(self) -> list[_Row]:
        """(strength in play, strength as judged, mask) of all last groups, strongest first."""
        table, ranking, size = self.table, self.table.rules.ranking, self.table.sizes[3]
        played = table.all_strengths(ranking.play[3], size)
        judged = table.all_strengths(ranking.judged[3], size)
        return sorted(zip(played, judged, masks(self.shift, size), strict=True), reverse=True)

    def better_last_groups(self) -> list[_Row]:
        """The same of those that are worth more in play than as judged."""
        return sorted(self.table.rules.ranking.more_in_play(3, self.table.codes), reverse=True)


def _same_order(played: Sequence[int], judged: Sequence[int]) -> bool:
    """Whether both sort the groups alike, with the same ones equal."""
    pairs = sorted(set(zip(judged, played, strict=True)))
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


def _of_triples(table: HandTable, triples: Triples) -> Front:
    found: Front = {}
    if triples.same_scale and not triples.free:
        _capped(triples, found)
        _last_first(triples, triples.better_last_groups(), found)
    else:
        _last_first(triples, triples.last_groups(), found)
    if not triples.same_scale:
        found = {table.vector(arrangement): arrangement for arrangement in found.values()}
    found = _undominated(found)
    if not triples.free:
        return found
    permuted = ((*first, last) for *three, last in found.values() for first in permutations(three))
    return dict(sorted([(table.vector(groups), groups) for groups in permuted], reverse=True))


def _undominated(found: Front) -> Front:
    """As `undominated`, for four groups; comparing one by one takes a quarter of the time."""
    kept: Front = {}
    rows: list[_Three] = []
    for vector in sorted(found, reverse=True):
        _, second, third, fourth = vector
        for b, c, d in rows:
            if d >= fourth and c >= third and b >= second:
                break
        else:
            kept[vector] = found[vector]
            rows.append((second, third, fourth))
    return kept


_Three = tuple[int, int, int]

_FEW = 24
"""Up to so many groups, going through those with one card is quicker than branch and bound."""

_Row = tuple[int, int, int]
"""A last group: its strength in play, its strength as judged, its mask."""


class _Live:
    """What has been found, as three strengths that fall from each to the next, strongest first.

    The first of the three to come only falls as well: `reach` tells it, and those found with one
    at least as strong count from then on; `waiting` is that of the next one, -1 if none is left.
    `floor` is a strength such that whatever comes with a second and a third no stronger is
    dominated, by the one that has `second` and `third`.
    """

    def __init__(self, rows: Iterable[_Three] = ()) -> None:
        self.rows = sorted(rows, reverse=True)
        self.restart()

    def restart(self) -> None:
        """Begin anew with the first strength."""
        self.reached, self.floor = 0, -1
        self.waiting = self.rows[0][0] if self.rows else -1
        self.second = self.third = -1

    def reach(self, first: int) -> None:
        """Let those found with a first strength at least as strong count."""
        rows = self.rows
        while self.reached < len(rows) and rows[self.reached][0] >= first:
            self._count(rows[self.reached])
            self.reached += 1
        self.waiting = rows[self.reached][0] if self.reached < len(rows) else -1

    def _count(self, row: _Three) -> None:
        _, second, third = row
        if (floor := third if third < second else second) > self.floor:
            self.second, self.third, self.floor = second, third, floor

    def dominates(self, second: int, third: int) -> bool:
        """Whether one of those that count is at least as strong in both."""
        for _, b, c in self.rows[: self.reached]:  # noqa: SIM110 - any() takes three times as long
            if b >= second and c >= third:
                return True
        return False

    def add(self, new: _Three) -> None:
        """Put in what is not dominated, with the first strength that was reached."""
        first, second, third = new
        before, after = self.rows[: self.reached], self.rows[self.reached :]
        before = [(a, b, c) for a, b, c in before if a > first or b > second or c > third]
        after = [(a, b, c) for a, b, c in after if b > second or c > third]
        self.rows = [*before, new, *after]
        self.reached = len(before) + 1
        self.waiting = after[0][0] if after else -1
        self._count(new)


def _capped(triples: Triples, found: Front) -> None:
    """Add what is best of the last groups that are worth no more in play than as judged.

    The groups are tried strongest first, so what has been found is at least as strong in the
    first group; and no last group is stronger than the third as judged.
    """
    keys, shift, strict = triples.keys, triples.shift, triples.strict
    full = triples.table.full
    judged, codes = triples.table.judged[3], triples.table.codes
    ranking = triples.table.rules.ranking
    judge = ranking.judged[3]
    # What is worth more in play is found with that strength elsewhere.
    played = judged if ranking.never_less_in_play[3] else triples.table.played[3]
    live, highest_floor = _Live(), -1
    for i, key1 in enumerate(keys, start=1):
        s1, mask1 = -(key1 >> shift), key1 & full
        if s1 <= highest_floor:
            break
        live.restart()
        floor, lowest = live.floor, len(keys)
        start = bisect_left(keys, 1 - s1 << shift) if strict else i
        end = bisect_left(keys, -highest_floor << shift)
        for j, key2 in enumerate(keys[start:end], start=start + 1):
            if key2 & mask1:
                continue
            s2, used = -(key2 >> shift), mask1 | key2 & full
            if s2 <= highest_floor:
                break
            if live.waiting >= s2:
                live.reach(s2)
            if live.floor > floor:
                floor = live.floor
                lowest = bisect_left(keys, -floor << shift)
            k = bisect_left(keys, 1 - s2 << shift) if strict else j
            for key3 in keys[k:lowest]:
                if key3 & used:
                    continue
                s3, last = -(key3 >> shift), full ^ used ^ key3 & full
                if s3 <= live.floor:
                    break
                if (s4 := judged.get(last, -1)) < 0:  # quicker here than when `judged` is asked
                    s4 = judged[last] = judge(*chosen(last)(codes))
                if (
                    s4 + strict > s3
                    or (s3 <= live.second and s4 <= live.third)  # answers most of the time
                    or live.dominates(s3, s4)
                ):
                    continue
                s4 = played[last]
                found[s1, s2, s3, s4] = mask1, key2 & full, key3 & full, last
                live.add((s2, s3, s4))
                highest_floor = max(highest_floor, live.floor)


def _last_first(triples: Triples, rows: Sequence[_Row], found: Front) -> None:
    """Add what is best with each of these last groups, given strongest in play first."""
    free, strict, latest = triples.free, triples.strict, triples.latest() if rows else []
    full = triples.table.full
    for row in rows:
        _, judged, last = row
        left = full ^ last
        for hardest in latest:
            if hardest[1] & left:
                break
        strongest, card = hardest
        if free or strongest >= judged + strict:
            keys = triples.above(judged, last)
            if len(keys) > _FEW:
                _with_last(triples, row, keys, found)
            elif reduce(or_, keys, last) & full == full:
                _with_few(triples, row, keys, card, found)


def _with_few(triples: Triples, row: _Row, keys: Sequence[int], card: int, found: Front) -> None:
    """As `_with_last`, by going through the groups with one of the cards left."""
    s4, _, last = row
    shift, cards, strict = triples.shift, triples.table.full ^ last, triples.strict
    key_of = {key & cards: key for key in keys}
    for group, key in key_of.items():
        if group & card:
            rest = cards ^ group
            for other, its_key in key_of.items():
                if (third := rest ^ other) in key_of and third > other:
                    key1, key2, key3 = sorted((key, its_key, key_of[third]))
                    s1, s2, s3 = -(key1 >> shift), -(key2 >> shift), -(key3 >> shift)
                    if s1 >= s2 + strict and s2 >= s3 + strict:
                        found[s1, s2, s3, s4] = key1 & cards, key2 & cards, key3 & cards, last


def _with_last(triples: Triples, row: _Row, keys: Sequence[int], found: Front) -> None:
    """Add what is best with this last group and three of the groups that may stand before it."""
    s4, _, last = row
    shift, low, strict = triples.shift, triples.table.full, triples.strict
    strength = {key & low: -(key >> shift) for key in keys}
    live = _Live([(v[0], v[1], v[2]) for v in found if v[3] >= s4])
    for i, key1 in enumerate(keys, start=1):
        s1 = -(key1 >> shift)
        if live.waiting >= s1:
            live.reach(s1)
        if s1 <= live.floor:
            break
        for key2 in keys[i : bisect_left(keys, -live.floor << shift)]:
            if key1 & key2 & low:
                continue
            third = low ^ last ^ (key1 ^ key2) & low
            s2, s3 = -(key2 >> shift), strength.get(third, -1)
            if s3 < 0 or s3 + strict > s2 or s2 + strict > s1:
                continue
            if not live.dominates(s2, s3):
                live.add((s1, s2, s3))
                found[s1, s2, s3, s4] = key1 & low, key2 & low, third, last


def _general(table: HandTable) -> Front:
    """Any number of groups of any size in any order: all of them, one after the other."""
    found: Front = {}
    for arrangement in every_legal(table):
        found.setdefault(table.vector(arrangement), arrangement)
    return undominated(found)
