"""The strongest three cards of many hands, found by ranks and suits instead of set by set.

Which ranks a hand has once, twice, three times and in each suit are masks of bits; tables over
all masks tell the strongest pattern class that they allow. Its cards are looked up afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations

import numpy as np

from hazari_rules.batch_codes import Ints, Scratch, States, looked_up
from hazari_rules.kinds_combinations import Shape

_ABSENT = 15  # the place of a card that a hand does not have
_FEWEST = 9  # fewer cards make so few sets that looking all up is faster
_SUITS = 4
_SUITED = 1 << 30


class Threes:
    """Picks the strongest three cards of hands. It never changes once built."""

    def __init__(self, states: States, made: Mapping[Shape, int]) -> None:
        """For pattern classes of three cards with strengths of which `picks` holds."""
        self._ranks = int(states.ranks.max()) + 1
        kind = np.int16 if max(made.values()) < 2**15 else np.int32
        masks = 1 << self._ranks
        self._one_suit, self._several, self._trios = np.zeros((3, masks), kind)
        pairs = np.zeros((self._ranks + 1, masks), kind)  # the last row is for no pair
        self._class = np.zeros(max(made.values()) + 1, np.intp)
        for shape, strength in made.items():
            one, two, three = shape.ranks
            if len(shape.counts) == 3:
                table = self._one_suit if shape.suited else self._several
                table[1 << one | 1 << two | 1 << three] = strength
            elif len(shape.counts) == 1:
                self._trios[1 << one] = strength
            else:
                pairs[two, 1 << (one if two == three else three)] = strength
            suited = _SUITED if shape.suited else 0
            self._class[strength] = suited | one | two << 4 | three << 8
        for table in (self._one_suit, self._several, self._trios, *pairs):
            _spread(table)
        self._pairs = pairs.reshape(-1)
        self._lowest = np.full(masks, self._ranks * masks)
        for rank in reversed(range(self._ranks)):
            self._lowest.reshape(-1, 2, 1 << rank)[:, 1] = rank * masks
        self._bits = np.left_shift(np.int64(1), states.ranks + self._ranks * states.suits)
        self._slots = states.ranks * _SUITS + states.suits

    def best(self, hands: Ints, scratch: Scratch) -> tuple[Ints, Ints]:
        """Of all threes of each hand the strength of the strongest, and which.

        That is the first of them in the order of `itertools.combinations`, and 0 if none has any
        strength.
        """
        strengths = self._strongest(hands, scratch)
        keys = self._first_cards(hands, self._class[strengths], scratch)
        places = _places(len(hands))[keys]
        places[strengths == 0] = 0
        return strengths, places

    def _strongest(self, hands: Ints, scratch: Scratch) -> Ints:
        bits = looked_up(self._bits, hands, scratch.rows("bits", hands.shape, np.int64))
        held = np.bitwise_or.reduce(bits, axis=0)
        full = (1 << self._ranks) - 1
        one, two, three, four = (
            (held >> self._ranks * suit & full).astype(np.intp, copy=False)
            for suit in range(_SUITS)
        )
        best: Ints = self._one_suit.take(one)
        for suit in (two, three, four):
            np.maximum(best, self._one_suit.take(suit), out=best)
        either, other, both, other_both = one | two, three | four, one & two, three & four
        ranks, pairs = either | other, both | other_both | either & other
        np.maximum(best, self._several.take(ranks), out=best)
        np.maximum(best, self._trios.take(both & other | other_both & either), out=best)
        for _ in range(len(hands) // 2):
            np.maximum(best, self._pairs.take(self._lowest.take(pairs) + ranks), out=best)
            pairs &= pairs - 1
        return best

    def _first_cards(self, hands: Ints, classes: Ints, scratch: Scratch) -> Ints:
        """The places of the cards that are the first to be of the classes, as keys."""
        width = hands.shape[1]
        where = scratch.rows("where", (width, self._ranks, _SUITS), np.uint8)
        where[:] = _ABSENT
        at = looked_up(self._slots, hands, scratch.rows("slots", hands.shape, np.intp))
        at += np.arange(width) * (self._ranks * _SUITS)
        where.reshape(-1)[at] = np.arange(len(hands), dtype=np.uint8)[:, None]
        ranks = classes >> np.array([[0], [4], [8]]) & 15
        rows = where.view(np.uint32).reshape(-1)
        found = rows.take(ranks + np.arange(width) * self._ranks).view(np.uint8)
        by_suit = np.ascontiguousarray(found.reshape(3, width, _SUITS).transpose(2, 0, 1))
        suited = _key(*by_suit.swapaxes(0, 1)).min(axis=0)
        in_order = _sorted(by_suit)
        same = ranks[1:] == ranks[:-1]
        second = np.where(same[0], in_order[1, 1], in_order[0, 1])
        third = np.where(same[1], in_order[1, 2], in_order[0, 2])
        third = np.where(same[0] & same[1], in_order[2, 2], third)
        several = _key(in_order[0, 0], second, third)
        return np.where(classes >= _SUITED, suited, several)


def picks(size: int, held: int, made: Mapping[Shape, int]) -> bool:
    """Whether `Threes` picks groups of this size from so many cards, and is the faster way.

    Each strength must be of one class, and one suit stronger than the same ranks in several.
    """
    if size != 3 or not _FEWEST <= held <= _ABSENT or len({*made.values()}) < len(made):
        return False
    return all(
        made.get(Shape.of(shape.ranks, suited=True), 0) > strength
        for shape, strength in made.items()
        if len(shape.counts) == 3 and not shape.suited
    )


def _spread(table: Ints) -> None:
    """Give each mask the greatest entry of all masks within it."""
    for bit in range(len(table).bit_length() - 1):
        halves = table.reshape(-1, 2, 1 << bit)
        np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])


def _sorted(rows: Ints) -> Ints:
    """Four rows with the numbers of each column in ascending order."""
    one, two, three, four = rows
    low, high = np.minimum(one, two), np.maximum(one, two)
    low_, high_ = np.minimum(three, four), np.maximum(three, four)
    middle, middle_ = np.maximum(low, low_), np.minimum(high, high_)
    least, most = np.minimum(low, low_), np.maximum(high, high_)
    return np.stack([least, np.minimum(middle, middle_), np.maximum(middle, middle_), most])


def _key(one: Ints, two: Ints, three: Ints) -> Ints:
    """Three places as a number: the lower, the earlier; those of absent cards are the highest."""
    low, high = np.minimum(one, two), np.maximum(one, two)
    last = np.maximum(high, three)
    middle = np.maximum(low, np.minimum(high, three))
    first = np.where(last == _ABSENT, last, np.minimum(low, three))
    return first.astype(np.int16) << 8 | middle.astype(np.int16) << 4 | last


@cache
def _places(held: int) -> Ints:
    """For each key of three of so many cards its place in `itertools.combinations`."""
    places = np.zeros(1 << 12, np.intp)
    for place, (one, two, three) in enumerate(combinations(range(held), 3)):
        places[one << 8 | two << 4 | three] = place
    return places
