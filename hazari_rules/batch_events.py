"""The conditions of redeals and instant wins, for many deals at once.

Whether a condition holds is a number whose bits are seats, one for each deal. Some conditions
look at the dealt hands, some at the groups, some at the rounds; those that only a plugin knows
are taken to hold for everybody, and deals that depend on them are left to the plain engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb
from typing import Any

import numpy as np

from hazari_rules.batch_arrange import Arrangements, Arranger
from hazari_rules.batch_codes import Flags, Fold, Ints, Lookup, Scratch, States
from hazari_rules.compiled import Rules
from hazari_rules.kinds_events import Moment, Stage
from hazari_rules.model import Choice

_COUNT_BITS = 3  # a rank comes at most four times in a hand


class HandConditions:
    """The conditions of a ruleset that look at the dealt hands. It never changes once built."""

    def __init__(self, rules: Rules, states: States, arranger: Arranger) -> None:
        stated = [c for event in (*_redeals(rules), *_wins(rules)) for c in event]
        names = ("hand_lacks", "pairs_in_hand", "same_rank_in_hand")
        self.choices = tuple(dict.fromkeys(c for c in stated if c.name in names))
        self._ranks = states.ranks
        self._kinds = len(rules.ruleset.deck.ranks)
        self._lacks = {
            choice: _Lacks(choice.argument, rules, states, arranger)
            for choice in self.choices
            if choice.name == "hand_lacks"
        }

    def hold(self, hands: Ints, arranged: Arrangements, scratch: Scratch) -> Flags:
        """For each of `choices` whether it holds for each hand."""
        held = np.zeros((len(self.choices), hands.shape[1]), bool)
        counts: list[Ints] = []
        for row, choice in enumerate(self.choices):
            if choice in self._lacks:
                held[row] = self._lacks[choice].hold(hands, arranged, scratch)
                continue
            counts = counts or self._counts(hands)
            if choice.name == "pairs_in_hand":
                held[row] = sum(count >> 1 for count in counts) >= choice.argument["at_least"]
            else:
                for count in counts:
                    held[row] |= count >= choice.argument["cards"]
        return held

    def _counts(self, hands: Ints) -> list[Ints]:
        """How often each rank comes in each hand."""
        added = (np.int64(1) << _COUNT_BITS * self._ranks)[hands].sum(axis=0)
        mask = (1 << _COUNT_BITS) - 1
        return [added >> _COUNT_BITS * rank & mask for rank in range(self._kinds)]


class _Lacks:
    """Whether no cards of a hand make one of some combinations."""

    def __init__(
        self, ids: Sequence[str], rules: Rules, states: States, arranger: Arranger
    ) -> None:
        ranking = rules.ranking
        self._lookups = []
        for cards, made in ranking.classes().items():
            wanted = {s: 1 for s, v in made.items() if ranking.combination_of(v) in ids}
            if wanted:
                self._lookups.append(states.lookup(cards, wanted))
        # Most hands show it in their groups; only the others are gone through.
        self._groups = [
            (group, arranger.play[group], makes_table(rules, ids))
            for group, stated in enumerate(rules.ruleset.groups)
            if stated.combinations is None
        ]

    def hold(self, hands: Ints, arranged: Arrangements, scratch: Scratch) -> Flags:
        found = np.zeros(hands.shape[1], bool)
        for group, worth, table in self._groups:
            found |= table[worth.combination_strengths(arranged.strengths[group])]
        found &= ~arranged.impossible
        open_ = np.flatnonzero(~found)
        if len(open_):
            some = np.ascontiguousarray(hands[:, open_])
            for lookup in self._lookups:
                found[open_] |= _any(lookup, some, scratch)
        return ~found


class _Any(Fold):
    def __init__(self, width: int) -> None:
        self.found = np.zeros(width, bool)

    def __call__(self, rows: Ints, place: int) -> None:
        self.found |= rows.any(axis=0)


def _any(lookup: Lookup, hands: Ints, scratch: Scratch) -> Flags:
    if lookup.cards > len(hands) or not comb(len(hands), lookup.cards):
        return np.zeros(hands.shape[1], bool)
    fold = _Any(hands.shape[1])
    lookup.scan(hands, lookup.values, scratch, fold)
    return fold.found


def makes_table(rules: Rules, ids: Iterable[str]) -> Flags:
    """For each strength of a combination, from 0 for none, whether it is one of these."""
    ranking, wanted = rules.ranking, set(ids)
    made = (ranking.combination_of(s) in wanted for s in range(1, ranking.strengths + 1))
    return np.array([False, *made], bool)


class Conditions:
    """All conditions of one ruleset's redeals and instant wins. It never changes once built."""

    def __init__(self, rules: Rules, arranger: Arranger, hands: HandConditions) -> None:
        self._players = rules.players
        self._all = (1 << rules.players) - 1
        self._arranger = arranger
        self._of_hands = {choice: row for row, choice in enumerate(hands.choices)}
        self.redeals = tuple(_redeals(rules))
        self.wins = tuple(_wins(rules))
        moments = [win.moment for win in rules.instant_wins]
        self._unknown = [
            *(_unknown(when, Moment(Stage.DEALING)) for when in self.redeals),
            *(_unknown(when, moment) for when, moment in zip(self.wins, moments, strict=True)),
        ]
        stated = [c for when in (*self.redeals, *self.wins) for c in when]
        self._makes = {
            choice.argument["with"]: makes_table(rules, choice.argument["with"])
            for choice in stated
            if choice.name in ("rounds_won", "groups_held")
        }

    def unknown(self, event: int) -> tuple[Choice, ...]:
        """The conditions of a redeal or, counted on, of an instant win that are not known here."""
        return self._unknown[event]

    def hold(self, event: int, hands: Ints, strengths: Ints, sole: Mapping[int, Ints]) -> Ints:
        """The seats for which a redeal or, counted on, an instant win holds, deal by deal.

        `hands` has a row for each condition on hands, `strengths` group, seat and deal, `sole`
        the seat that won a round (from 1) alone, as a bit.
        """
        when = (*self.redeals, *self.wins)[event]
        seats = np.full(strengths.shape[2], self._all, np.int64)
        for choice in when:
            if choice in self._unknown[event]:
                continue
            if choice in self._of_hands:
                seats &= hands[self._of_hands[choice]]
            elif choice.name == "groups_held":
                for group in choice.argument["groups"]:
                    seats &= self._makers(choice, group, strengths)
            else:
                for number in choice.argument["rounds"]:
                    seats &= sole[number] & self._makers(choice, number, strengths)
        return seats

    def _makers(self, choice: Choice, group: int, strengths: Ints) -> Ints:
        """The seats whose group (from 1) makes one of the combinations that are asked for."""
        table, worth = self._makes[choice.argument["with"]], self._arranger.play[group - 1]
        made = table[worth.combination_strengths(strengths[group - 1])]
        return as_bits(made)


def as_bits(flags: Flags) -> Ints:
    """Rows of flags, a row for each seat, as numbers whose bits are the seats."""
    bits = np.zeros(flags.shape[1:], np.int64)
    for seat, row in enumerate(flags):
        bits |= row.astype(np.int64) << seat
    return bits


def event_ids(rules: Rules) -> tuple[str, ...]:
    """The ids of the redeals, then of the instant wins: an event's place is its place here."""
    return (*(redeal.id for redeal in rules.redeals), *(win.id for win in rules.instant_wins))


def _redeals(rules: Rules) -> Iterator[tuple[Choice, ...]]:
    return (redeal.when for redeal in rules.ruleset.redeals)


def _wins(rules: Rules) -> Iterator[tuple[Choice, ...]]:
    return (win.when for win in rules.ruleset.instant_wins)


_OF_HANDS = ("hand_lacks", "pairs_in_hand", "same_rank_in_hand")


def _unknown(when: Sequence[Choice], moment: Moment) -> tuple[Choice, ...]:
    return tuple(choice for choice in when if not _known(choice, moment))


def _known(choice: Choice, moment: Moment) -> bool:
    """Whether a condition can be judged here at this moment."""
    argument: Any = choice.argument
    match choice.name:
        case "groups_held":
            return moment.stage is not Stage.DEALING
        case "rounds_won":
            known = {Stage.ROUND: moment.round, Stage.DEAL: 99}.get(moment.stage, 0)
            return bool(max(argument["rounds"]) <= known)
    return choice.name in _OF_HANDS
