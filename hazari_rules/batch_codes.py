"""The strength of many groups at once: tables made from the compiled ladder, walked with numpy.

Cards are their places in the deck, groups are columns of an array. Adding a card to some cards
leads from one state to the next (which ranks, of one suit or of several), so that a strength is
found by one look-up a card, whatever the order of the cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazari_rules.compiled import Rules
from hazari_rules.kinds_combinations import Shape

Ints = NDArray[Any]
"""Whole numbers of whatever width serves."""

Flags = NDArray[np.bool_]

_RANK_BASE = 6  # no rank comes more than five times in a group
BLOCK = 1 << 16  # look-ups at a time, so that they stay in the fast memory


class Scratch:
    """Arrays that are used again and again; allocating them anew would take longer than filling."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, type], Ints] = {}

    def rows(self, name: str, shape: tuple[int, ...], kind: type) -> Ints:
        """An array of this shape; what was in the one of the same name before is lost."""
        held, size = self._held.get((name, kind)), prod(shape)
        if held is None or held.size < size:
            held = self._held[name, kind] = np.empty(size, kind)
        return held[:size].reshape(shape)


class States:
    """The states that the cards of a deck lead to, one card after the other.

    A state is a number that is already multiplied by the size of the deck: `state + card` is the
    place in the next table. `after[k]` leads from the states of k + 1 cards to those of k + 2.
    """

    def __init__(self, rules: Rules) -> None:
        deck = rules.ruleset.deck
        ranks = [deck.ranks.index(card.rank) for card in rules.deck]
        self.cards = len(rules.deck)
        self.ranks = np.array(ranks, np.intp)
        self.suits = np.array([deck.suits.index(card.suit) for card in rules.deck], np.intp)
        self._suits = len(deck.suits)
        codes = (_RANK_BASE ** np.array(ranks, np.int64)) * (self._suits + 1) + self.suits
        self._card_codes = codes
        self._codes = [codes]
        self.after: list[Ints] = []

    def lookup(self, cards: int, made: Mapping[Shape, int]) -> Lookup:
        """The look-up of the strengths of these pattern classes, all of this many cards."""
        while len(self._codes) < cards - 1:
            codes, places = np.unique(self._with_card(self._codes[-1]), return_inverse=True)
            self._codes.append(codes)
            self.after.append(np.ascontiguousarray(places.reshape(-1) * self.cards, np.intp))
        codes = self._codes[0] if cards == 1 else self._with_card(self._codes[cards - 2])
        codes = codes.reshape(-1)
        wanted = codes // (self._suits + 1) * 2 + (codes % (self._suits + 1) < self._suits)
        classes = [sum(_RANK_BASE**r for r in s.ranks) * 2 + s.suited for s in made]
        known = np.array(classes, np.int64)
        order = np.argsort(known)
        known, strengths = known[order], np.array(list(made.values()), np.int32)[order]
        places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        values = np.where(known[places] == wanted, strengths[places], 0)
        return Lookup(self.cards, cards, tuple(self.after[: max(0, cards - 2)]), values)

    def _with_card(self, codes: Ints) -> Ints:
        """The codes of all states after each of the cards."""
        room, several = self._suits + 1, self._suits
        suit, more = (codes % room)[:, None], self._card_codes % room
        ranks = (codes // room)[:, None] + self._card_codes // room
        codes_after: Ints = ranks * room + np.where(suit == more, suit, several)
        return codes_after


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """The value of every set of `cards` cards: that of the last state and the last card."""

    deck: int
    cards: int
    after: tuple[Ints, ...]
    values: Ints

    def of(self, groups: Ints, values: Ints, scratch: Scratch, into: Ints) -> None:
        """Write the value of each group; columns are groups of so many cards."""
        at = scratch.rows("group", groups.shape[1:], np.intp)
        if self.cards == 1:
            at[:] = groups[0]
        else:
            next_ = scratch.rows("next group", at.shape, np.intp)
            np.multiply(groups[0], self.deck, out=at)
            np.add(at, groups[1], out=at)
            for after, cards in zip(self.after, groups[2:], strict=True):
                looked_up(after, at, next_)
                np.add(next_, cards, out=at)
        looked_up(values, at, into)

    def scan(self, hands: Ints, values: Ints, scratch: Scratch, fold: Fold) -> None:
        """Give `fold` the values of all sets of so many cards of the hands, some rows at a time.

        Hands are columns; the rows come in the order of `itertools.combinations`. `values` may
        be other ones than those of this look-up.
        """
        held, width = hands.shape
        row = 0
        below = self._states(hands[1:], self.cards - 1, scratch) if self.cards > 1 else None
        for first in range(held - self.cards + 1):
            count = comb(held - 1 - first, self.cards - 1)
            parts = max(1, count * width // BLOCK)
            for part in range(parts):
                start, stop = count * part // parts, count * (part + 1) // parts
                at = scratch.rows("at", (stop - start, width), np.intp)
                if below is None:
                    at[:] = hands[first]
                else:
                    last = len(below) - count
                    np.add(below[last + start : last + stop], hands[first], out=at)
                found = scratch.rows("found", at.shape, values.dtype.type)
                fold(looked_up(values, at, found), row + start)
            row += count

    def _states(self, hands: Ints, cards: int, scratch: Scratch) -> Ints:
        """The states of all sets of so many cards, in the order of `itertools.combinations`."""
        held, width = hands.shape
        rows = scratch.rows(f"states {cards}", (comb(held, cards), width), np.intp)
        if cards == 1:
            return np.multiply(hands, self.deck, out=rows)
        below, row = self._states(hands[1:], cards - 1, scratch), 0
        for first in range(held - cards + 1):
            count = comb(held - 1 - first, cards - 1)
            at = scratch.rows("at", (count, width), np.intp)
            np.add(below[len(below) - count :], hands[first], out=at)
            looked_up(self.after[cards - 2], at, rows[row : row + count])
            row += count
        return rows


class Fold:
    """Takes rows of values, the first of them with its place among all."""

    def __call__(self, rows: Ints, place: int) -> None:
        """Use the rows; they are overwritten afterwards."""
        raise NotImplementedError


class Keep(Fold):
    """Keeps all values."""

    def __init__(self, kept: Ints) -> None:
        self.kept = kept

    def __call__(self, rows: Ints, place: int) -> None:
        """Copy the rows to their place."""
        self.kept[place : place + len(rows)] = rows


class Strongest(Fold):
    """The greatest value of each column and the first place where it stands.

    Values are shifted left by `bits`, and the places are counted down in those bits.
    """

    def __init__(self, count: int, width: int, kind: type, scratch: Scratch) -> None:
        self.bits = shift_for(count)
        self._down: Ints = np.arange(count - 1, -1, -1, dtype=kind)[:, None]
        self._last = count - 1
        self._row = scratch.rows("strongest row", (width,), kind)
        self.best = scratch.rows("strongest", (width,), kind)
        self.best[:] = 0

    def __call__(self, rows: Ints, place: int) -> None:
        """Take the rows into account."""
        np.add(rows, self._down[place : place + len(rows)], out=rows)
        np.maximum.reduce(rows, axis=0, out=self._row)
        np.maximum(self.best, self._row, out=self.best)

    @property
    def values(self) -> Ints:
        """The greatest value of each column."""
        return self.best >> self.bits

    @property
    def places(self) -> Ints:
        """Where it stands first."""
        return self._last - (self.best & ((1 << self.bits) - 1))


def looked_up(table: Ints, at: Ints, into: Ints) -> Ints:
    """The entries of a table at these places, which are known to be in it."""
    return table.take(at, out=into, mode="wrap")  # "raise" copies once more, "clip" is slower


def shift_for(count: int) -> int:
    """How many bits hold the numbers below this one."""
    return max(1, (count - 1).bit_length())


@cache
def part_places(held: int, size: int, cards: int) -> Ints:
    """For each set of `size` of `held` cards the places of its parts among all sets of `cards`."""
    place = {part: i for i, part in enumerate(combinations(range(held), cards))}
    return np.array(
        [[place[p] for p in combinations(c, cards)] for c in combinations(range(held), size)]
    )


@cache
def spare_cards(held: int, size: int, cards: int) -> Ints:
    """The cards that those parts leave over of each set."""
    return np.array(
        [
            [[card for card in chosen if card not in part] for part in combinations(chosen, cards)]
            for chosen in combinations(range(held), size)
        ],
        np.intp,
    )
