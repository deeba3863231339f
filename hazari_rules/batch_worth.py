"""What groups are worth, many at once: the same numbers as `Ranking.play` and `judged` give."""

from __future__ import annotations

from math import comb

import numpy as np

from hazari_rules.batch_codes import (
    BLOCK,
    Flags,
    Fold,
    Ints,
    Keep,
    Lookup,
    Scratch,
    States,
    Strongest,
    part_places,
    shift_for,
    spare_cards,
)
from hazari_rules.batch_threes import Threes, picks
from hazari_rules.best_part import SPARE_BASE, SPARE_PLACES
from hazari_rules.compiled import Rules


class Worth:
    """The strength of one group of the arrangement, in play or when the order is judged.

    Its numbers compare as the plain ranking's do, within a group and between groups, but are
    smaller where spare cards count or the weaker group wins; `plain` gives the others.
    """

    def __init__(
        self, rules: Rules, states: States, group: int, left: int, *, judged: bool = False
    ) -> None:
        """For group `group` (from 0) of rules, chosen among `left` cards."""
        ranking, ruleset = rules.ranking, rules.ruleset
        counted = ranking.counted(group, judged=judged)
        self.size = ruleset.groups[group].cards
        self.parts = {n: states.lookup(n, made) for n, made in counted.parts.items()}
        smallest = min(combination.cards for combination in ruleset.combinations)
        spare = max(g.cards for g in ruleset.groups) - smallest
        self._spare = max(0, spare) if counted.kicker else 0
        self._kicker = counted.kicker
        self._base = SPARE_BASE**self._spare
        self._low_wins = ranking.low_wins
        self._strengths = ranking.strengths
        self.top = (ranking.strengths + 1) * self._base
        """All strengths are below this."""
        self._rank_worth = len(ruleset.deck.ranks) - states.ranks
        self._whole: Lookup | None = None
        if [*self.parts] == [self.size]:
            self._whole = self.parts[self.size]
        self._bits = shift_for(comb(left, self.size))
        self._kind = np.int32 if self.top << self._bits < 2**31 else np.int64
        self._table, self._shifted = self._tables()
        self._plain = self.plain(self._table)
        made = counted.parts.get(self.size, {})
        self._threes: Threes | None = None
        if self._whole is not None and not self._low_wins and picks(self.size, left, made):
            self._threes = Threes(states, made)

    def _tables(self) -> tuple[Ints, Ints]:
        """Values of all the cards of a group together, as they are and shifted for choosing."""
        if self._whole is None:
            none = np.zeros(0, np.int32)
            return none, none
        table = self._turned(self._whole.values * self._base)
        shifted: Ints = np.left_shift(table, self._bits, dtype=self._kind)
        return table, shifted

    def _turned(self, values: Ints) -> Ints:
        turned: Ints = np.where(values > 0, self.top - values, 0) if self._low_wins else values
        return turned

    def of(self, groups: Ints, scratch: Scratch) -> Ints:
        """The strength of each group; the columns are groups, cards are places in the deck."""
        found = np.empty((1, groups.shape[1]), np.int32)
        if self._whole is not None:
            self._whole.of(groups, self._table, scratch, found[0])
        else:
            self._scan(groups, self._table, 0, scratch, Keep(found))
        strengths: Ints = found[0]
        return strengths

    def write_plain(self, groups: Ints, scratch: Scratch, into: Ints) -> None:
        """Write the strength of each group as the plain ranking numbers it."""
        if self._whole is not None:
            self._whole.of(groups, self._plain, scratch, into)
        else:
            into[:] = self.plain(self.of(groups, scratch))

    def rows(self, left: int) -> int:
        """The most rows of an array that `best` keeps for hands of so many cards."""
        if self._whole is not None:
            return comb(left - 1, self.size - 1)
        return max(comb(left, n) for n in (*self.parts, 0))

    def best(self, hands: Ints, scratch: Scratch) -> tuple[Ints, Ints]:
        """Of all groups that can be made of each hand the strength of the strongest, and which.

        That is the first of them in the order of `itertools.combinations`.
        """
        if self._threes is not None:
            strengths, places = self._threes.best(hands, scratch)
            return np.multiply(strengths, self._base, dtype=np.int32), places
        count = comb(len(hands), self.size)
        fold = Strongest(count, hands.shape[1], self._kind, scratch)
        self._scan(hands, self._shifted, self._bits, scratch, fold)
        return fold.values, fold.places

    def plain(self, strengths: Ints) -> Ints:
        """The strengths as the plain ranking numbers them."""
        more = SPARE_BASE ** (SPARE_PLACES - self._spare) if self._kicker else 1
        wide = self._turned(strengths.astype(np.int64)) * more
        if not self._low_wins:
            return wide
        top = (self._strengths + 1) * SPARE_BASE**SPARE_PLACES
        return np.where(wide > 0, top - wide, 0)

    def combination_strengths(self, strengths: Ints) -> Ints:
        """The strengths of the combinations alone: no spare cards, and the stronger is greater."""
        alone: Ints = self._turned(strengths) // self._base
        return alone

    def _scan(self, hands: Ints, table: Ints, bits: int, scratch: Scratch, fold: Fold) -> None:
        if self._whole is not None:
            self._whole.scan(hands, table, scratch, fold)
            return
        held, width = hands.shape
        alone = {n: _all_values(n, lookup, hands, scratch) for n, lookup in self.parts.items()}
        count, most = comb(held, self.size), max(1, BLOCK // width)
        for start in range(0, count, most):
            chosen = slice(start, min(count, start + most))
            best = np.zeros((chosen.stop - start, width), np.int32)
            for cards, values in alone.items():
                if held == self.size:  # its parts are all there are
                    found = values[None]
                else:
                    found = values[part_places(held, self.size, cards)[chosen]]
                if self._kicker:
                    spare = spare_cards(held, self.size, cards)[chosen]
                    found = self._with_spare(found, self._rank_worth[hands], spare)
                np.maximum(best, found.max(axis=1), out=best)
            best = self._turned(best)
            fold(np.left_shift(best, bits, dtype=self._kind) if bits else best, start)

    def _with_spare(self, found: Ints, worth: Ints, spare: Ints) -> Ints:
        """The strengths of parts with the ranks of the spare cards after them, highest first."""
        made: Flags = found > 0
        found = found * self._base
        spares = -np.sort(-worth[spare], axis=2)
        for place in range(spares.shape[2]):
            found += spares[:, :, place] * SPARE_BASE ** (self._spare - 1 - place)
        return np.where(made, found, 0)


def _all_values(cards: int, lookup: Lookup, hands: Ints, scratch: Scratch) -> Ints:
    """The values of all sets of so many cards of the hands."""
    shape = (comb(len(hands), cards), hands.shape[1])
    kept = scratch.rows(f"alone {cards}", shape, np.int32)
    lookup.scan(hands, lookup.values, scratch, Keep(kept))
    return kept
