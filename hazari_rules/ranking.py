"""The strength of groups as dense integers, compiled once from a ruleset.

Cards become codes such that the sum of a few codes tells which pattern class they are (which
ranks, one suit or not). A table from sums to strengths is filled class by class, so that
comparing groups is adding up codes and comparing integers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, NoReturn

from hazari_rules.best_part import (
    SPARE_BASE,
    SPARE_PLACES,
    Strength,
    Table,
    best_parts,
    group_strength,
)
from hazari_rules.cards import Card, refuse_repeated
from hazari_rules.errors import NotationError
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import Shape
from hazari_rules.ladder import Made, Step, ladder_steps, made, numbered, shapes
from hazari_rules.masks import chosen, masks
from hazari_rules.model import Deck, Ruleset
from hazari_rules.whole_groups import WholeGroups

_RANK_CODES: Mapping[int, tuple[int, ...]] = {
    3: (0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556),
    4: (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663),
    5: (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545),
}
"""For up to k cards each multiset of ranks has its own sum (built greedily, smallest first)."""

_SUIT_CODES: Mapping[int, tuple[int, ...]] = {3: (0, 1, 4, 5), 4: (0, 1, 5, 6), 5: (0, 1, 6, 7)}
"""For up to k cards the sum tells whether all are of one suit."""

_SUIT_ROOM: Mapping[int, int] = {3: 16, 4: 25, 5: 36}
_Ladder = tuple[str, ...] | None


class Reading(NamedTuple):
    """What a group counts as: a combination, the cards that make it, and the spare cards.

    `cards` have the most important first, as the combination's key compares them; of equally good
    choices they are that with the strongest suits. A group that makes no combination has strength
    0, the combination "" and only spare cards.
    """

    strength: int
    combination: str
    cards: tuple[Card, ...]
    spare: tuple[Card, ...]


class _View(NamedTuple):
    """Which combinations count for a group, and how: in play, or when its place is judged."""

    size: int
    parts: tuple[int, ...]
    ladder: _Ladder
    kicker: bool


class Counted(NamedTuple):
    """What a group is counted by, as data, for looking up many groups at once.

    `parts` maps a number of cards to the strength of each pattern class of that many cards; the
    strongest part of the group counts. `kicker` says that the spare cards come next.
    """

    parts: Mapping[int, Mapping[Shape, int]]
    kicker: bool


class Ranking:
    """The compiled ladder of a ruleset. It never changes once built.

    `play[i]` gives the strength of group i (from 0) in a round, `judged[i]` when the order of
    the groups is checked; both take codes and check nothing. Where two of them can never differ
    they are the same function.
    """

    def __init__(self, ruleset: Ruleset, vocabulary: Vocabulary) -> None:
        self.ruleset = ruleset
        self.steps = ladder_steps(ruleset, vocabulary)
        self._sizes = tuple(group.cards for group in ruleset.groups)
        self._encode(max(3, *(step.combination.cards for step in self.steps)))
        self._step_of, self._classes = numbered(self.steps, dict(self._classify()))
        self.strengths = len(self._step_of)
        """How many different strengths the combinations have, spare cards apart."""
        self.low_wins = bool(
            vocabulary.meaning("strength_order", ruleset.comparison.order, ruleset)
        )
        """Whether the weaker group wins: `counted` and `combination_of` know nothing of that."""
        self._kicker = bool(vocabulary.meaning("spare", ruleset.comparison.spare, ruleset))
        parts = vocabulary.meaning("made_from", ruleset.comparison.made_from, ruleset)
        self._parts = {size: tuple(parts(size)) for size in range(1, 6)}
        self._tables: dict[tuple[int, _Ladder], Table] = {}
        self._functions: dict[_View, Strength] = {}
        self._looked_up: dict[Strength, Sequence[int]] = {}
        self.play = tuple(self._function(self._play_view(i)) for i in range(len(self._sizes)))
        self.judged = tuple(self._function(self._judged_view(i)) for i in range(len(self._sizes)))
        self.never_less_in_play = tuple(map(self._never_less, range(len(self._sizes))))
        """Of each group, whether its cards are never worth less in play than as judged."""
        self._many_parts = tuple(map(self._tables_of_many_parts, range(len(self._sizes))))
        self._whole = tuple(map(self._whole_groups, range(len(self._sizes))))

    def _encode(self, most: int) -> None:
        """Give each card its code, and the wide one that is added up for more than three cards."""
        deck = self.ruleset.deck
        self._most = most
        cards = [Card(rank, suit) for rank in deck.ranks for suit in deck.suits]
        self.codes: Mapping[Card, int] = dict(zip(cards, _codes(deck, 3), strict=True))
        self._wide = dict(zip(self.codes.values(), _codes(deck, most), strict=True))
        self._known = frozenset(self._wide)
        self._rank_index = {rank: i for i, rank in enumerate(deck.ranks)}
        last = len(deck.ranks)
        self._card_of = {code: (self._rank_index[c.rank], c.suit) for c, code in self.codes.items()}
        self._spare = {code: last - self._rank_index[c.rank] for c, code in self.codes.items()}

    def _never_less(self, group: int) -> bool:
        played, judged = self._play_view(group), self._judged_view(group)
        more = {*self._served(judged)} <= {*self._served(played)} and not self.low_wins
        return more or self.play[group] is self.judged[group]

    def _tables_of_many_parts(self, group: int) -> Mapping[int, Table] | None:
        """Those of a group in play that is so slow to look at that not all should be looked at."""
        view = self._play_view(group)
        parts = self._served(view)
        if self.low_wins or view.size <= 4 or parts == (view.size,):
            return None
        return {size: self._table(size, view.ladder) for size in parts}

    def _whole_groups(self, group: int) -> WholeGroups | None:
        """What finds the groups worth more in play than as judged; None if it takes all of them."""
        played, judged = self._play_view(group), self._judged_view(group)
        unjudged = {*self._served(played)} - {*self._served(judged)}
        if unjudged != {played.size} or played.kicker or self.low_wins:
            return None
        return WholeGroups(self.classes(played.ladder)[played.size])

    def _classify(self) -> Iterator[tuple[tuple[int, _Ladder], list[Made]]]:
        """The pattern classes that make a combination, for each number of cards and ladder."""
        sizes = {step.combination.cards for step in self.steps}
        ladders = {None, *(group.combinations for group in self.ruleset.groups)}
        for size in sorted(size for size in sizes if size <= max(self._sizes)):
            classes = shapes(self.ruleset, size)
            for ladder in ladders:
                steps = [
                    step
                    for step in self.steps
                    if step.combination.cards == size
                    and (ladder is None or step.combination.id in ladder)
                ]
                yield (size, ladder), list(made(classes, steps))

    def _play_view(self, group: int) -> _View:
        size = self._sizes[group]
        return _View(size, self._parts[size], self.ruleset.groups[group].combinations, self._kicker)

    def _judged_view(self, group: int) -> _View:
        cards = self.ruleset.arrangement.judged_on
        if cards is None:
            return self._play_view(group)
        size = self._sizes[group]
        allowed = self.ruleset.groups[group].combinations
        return _View(size, tuple(range(1, min(size, cards) + 1)), allowed, kicker=False)

    def _table(self, size: int, ladder: _Ladder) -> Table:
        """Sum of codes to strength for this many cards."""
        if (size, ladder) not in self._tables:
            most = 3 if size <= 3 else self._most
            code = [_SUIT_ROOM[most] * rank for rank in _RANK_CODES[most]]
            suits = _SUIT_CODES[most][: len(self.ruleset.deck.suits)]
            one_suit = {size * suit for suit in suits}
            several = {sum(s) for s in combinations_with_replacement(suits, size)} - one_suit
            table: Table = {} if size > 3 else [0] * (size * max(self._known) + 1)
            for (ranks, suited, _), strength in zip(*self._classes[size, ladder], strict=True):
                start = 0
                for rank in ranks:
                    start += code[rank]
                for more in one_suit if suited else several:
                    table[start + more] = strength
            self._tables[size, ladder] = table
        return self._tables[size, ladder]

    def _function(self, view: _View) -> Strength:
        """The strength of a group of view.size codes, one function for all that see the same."""
        view = view._replace(parts=self._served(view))
        if view not in self._functions:
            self._functions[view] = self._new_function(view)
        return self._functions[view]

    def _served(self, view: _View) -> tuple[int, ...]:
        """The numbers of cards, among those of the view, that some combination has."""
        return tuple(n for n in view.parts if any(self._classes.get((n, view.ladder), ((), ()))))

    def _new_function(self, view: _View) -> Strength:
        tables = {n: self._table(n, view.ladder) for n in view.parts}
        best = group_strength(view.size, tables, self._wide, self._spare if view.kicker else None)
        if not self.low_wins:
            table = tables.get(3)
            if view.size == 3 and len(tables) == 1 and isinstance(table, list) and not view.kicker:
                self._looked_up[best] = table
            return best
        top = (self.strengths + 1) * SPARE_BASE**SPARE_PLACES

        def reversed_strength(*codes: int) -> int:
            strength = best(*codes)
            return top - strength if strength else 0

        return reversed_strength

    def all_strengths(self, strength: Strength, codes: Sequence[int], size: int) -> list[int]:
        """Those of all groups of this size among the codes, as `itertools.combinations` goes."""
        if (table := self._looked_up.get(strength)) is not None:
            return [table[a + b + c] for a, b, c in combinations(codes, 3)]
        if size == 4:
            return [strength(a, b, c, d) for a, b, c, d in combinations(codes, 4)]
        return [strength(*chosen) for chosen in combinations(codes, size)]

    def hopeful(self, group: int, codes: Sequence[int]) -> Iterable[tuple[int, ...]]:
        """The groups of these codes, in the order of combinations, of which one is strongest."""
        every = combinations(codes, self._sizes[group])
        if (tables := self._many_parts[group]) is None:
            return every
        _, made = best_parts(tables, self._wide, codes)
        return [cards for cards in every if any(map({*cards}.issuperset, made))] if made else every

    def more_in_play(self, group: int, codes: Sequence[int]) -> list[tuple[int, int, int]]:
        """(strength in play, as judged, mask) of the groups of these codes worth more in play."""
        play, judged, size = self.play[group], self.judged[group], self._sizes[group]
        if play is judged:
            return []
        if (whole := self._whole[group]) is not None:
            # Only a combination of all the cards can be what is not judged.
            made = whole.among([self._card_of[code] for code in codes])
            rows = [(strength, judged(*chosen(mask)(codes)), mask) for strength, mask in made]
        else:
            strengths = (self.all_strengths(of, codes, size) for of in (play, judged))
            rows = [*zip(*strengths, masks(len(codes), size), strict=True)]
        return [row for row in rows if row[0] > row[1]]

    def counted(self, group: int, *, judged: bool = False) -> Counted:
        """What a group (from 0) is counted by in play, or when the order of groups is judged."""
        view = self._judged_view(group) if judged else self._play_view(group)
        parts = {size: self.classes(view.ladder)[size] for size in self._served(view)}
        return Counted(parts, view.kicker)

    def classes(self, ladder: _Ladder = None) -> Mapping[int, Mapping[Shape, int]]:
        """The strength of each pattern class that makes a combination, by number of cards.

        `ladder` is that of a group with combinations of its own.
        """
        return {
            size: dict(zip(shapes, strengths, strict=True))
            for (size, of), (shapes, strengths) in self._classes.items()
            if of == ladder
        }

    def combination_of(self, strength: int) -> str:
        """The id of the combination that has one of the strengths in `classes`."""
        return self._step_of[strength - 1].combination.id

    def counts_as(self, strength: int) -> str:
        """The id of the combination of a group with this strength in play; "" for 0."""
        if not strength:
            return ""
        spares = SPARE_BASE**SPARE_PLACES
        if self.low_wins:
            strength = (self.strengths + 1) * spares - strength
        return self.combination_of(strength // spares if self._kicker else strength)

    def encode(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The codes of cards; raises NotationError for a card that is not of this deck."""
        try:
            return tuple(map(self.codes.__getitem__, cards))
        except KeyError as error:
            raise NotationError(f"the card {error.args[0]} is not in this deck") from None

    def checked(self, group: int) -> Strength:
        """The strength in play of a group (from 0), with its cards checked.

        It takes codes and raises NotationError for repeated cards and for what is no card.
        """
        strength, known, size = self.play[group], self._known, self._sizes[group]

        def refuse(*codes: object) -> NoReturn:
            given = tuple(code for code in codes if code is not None)
            raise NotationError(f"a group of {size} different cards is needed; got codes {given}")

        def checked_any(*codes: int) -> int:
            if len(codes) == size and len(different := {*codes}) == size and different <= known:
                return strength(*codes)
            refuse(*codes)

        view = self._play_view(group)
        if size != 3 or self._served(view) != (3,) or view.kicker or self.low_wins:
            return checked_any
        three = self._table(3, view.ladder)

        # By hand, and without *codes, which would cost more than the checks.
        def checked_three(a: Any = None, b: Any = None, c: Any = None, *more: object) -> int:
            if a in known and b in known and c in known and a != b != c != a and not more:
                return three[a + b + c]
            refuse(a, b, c, *more)

        return checked_three

    def group_of_size(self, size: int) -> int:
        """The first group (from 0) with this many cards.

        Raises NotationError if the variant has none.
        """
        if size not in self._sizes:
            known = " or ".join(str(n) for n in sorted(set(self._sizes)))
            raise NotationError(
                f"{self.ruleset.name} has groups of {known} cards; this group has {size}"
            )
        return self._sizes.index(size)

    def reading(self, cards: Sequence[Card], group: int | None = None) -> Reading:
        """What a group counts as in play; `group` (from 0) matters where groups have own ladders.

        Raises NotationError for cards that are no group of this variant.
        """
        refuse_repeated(cards)
        codes = self.encode(cards)
        index = self.group_of_size(len(cards)) if group is None else group
        if len(cards) != self._sizes[index]:
            raise NotationError(
                f"group {index + 1} has {self._sizes[index]} cards, not {len(cards)}"
            )
        strength = self.play[index](*codes)
        if not strength:
            return Reading(0, "", (), tuple(cards))
        return Reading(strength, *self._parts_of(cards, self._play_view(index)))

    def _parts_of(
        self, cards: Sequence[Card], view: _View
    ) -> tuple[str, tuple[Card, ...], tuple[Card, ...]]:
        place = self.ruleset.deck.suits.index
        best: tuple[int, list[int], list[int]] = 0, [], []
        found: tuple[tuple[Card, ...], tuple[Card, ...]] = (), ()
        for size in view.parts:
            for part in combinations(cards, size):
                strength = self._alone(part, view.ladder)
                if not strength or strength < best[0]:
                    continue
                spare = tuple(sorted((c for c in cards if c not in part), key=self._rank_of))
                kick = [-self._rank_of(card) for card in spare] if view.kicker else []
                ordered = self._in_order(self._step_of[strength - 1], part)
                worth = strength, kick, [-place(card.suit) for card in ordered]
                if worth > best:
                    best, found = worth, (ordered, spare)
        return self._step_of[best[0] - 1].combination.id, *found

    def _in_order(self, step: Step, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a combination, most important first; of one rank the strongest suit."""
        ranks, place = step.key.ranks(self.shape(cards)), self.ruleset.deck.suits.index
        return tuple(sorted(cards, key=lambda c: (ranks.index(self._rank_of(c)), place(c.suit))))

    def _alone(self, cards: Sequence[Card], ladder: _Ladder) -> int:
        """The strength of the combination that exactly these cards make, 0 for none."""
        size = len(cards)
        if (size, ladder) not in self._classes:
            return 0
        table = self._table(size, ladder)
        codes = [self.codes[card] for card in cards]
        if isinstance(table, list):
            return table[sum(codes)]
        return table.get(sum(map(self._wide.__getitem__, codes)), 0)

    def _rank_of(self, card: Card) -> int:
        return self._rank_index[card.rank]

    def shape(self, cards: Sequence[Card]) -> Shape:
        """The pattern class of cards of this deck."""
        ranks = tuple(sorted(self._rank_index[card.rank] for card in cards))
        return Shape.of(ranks, suited=len({card.suit for card in cards}) == 1)

    def makes_any(self, cards: Sequence[Card], ids: Collection[str]) -> bool:
        """Whether some of these cards are, by themselves, one of these combinations."""
        return any(step.combination.id in ids for step in self._steps_made(cards))

    def all_made(self, cards: Sequence[Card]) -> frozenset[str]:
        """Every combination that some of these cards are by themselves."""
        return frozenset(step.combination.id for step in self._steps_made(cards))

    def _steps_made(self, cards: Sequence[Card]) -> Iterator[Step]:
        """What each part of these cards that makes a combination by itself is."""
        for size, ladder in self._classes:
            if ladder is None:
                for part in combinations(cards, size):
                    if strength := self._alone(part, None):
                        yield self._step_of[strength - 1]


def _codes(deck: Deck, most: int) -> Iterator[int]:
    """Codes of all cards such that the sum of up to `most` of them tells their pattern class."""
    for rank in _RANK_CODES[most][: len(deck.ranks)]:
        for suit in _SUIT_CODES[most][: len(deck.suits)]:
            yield _SUIT_ROOM[most] * rank + suit
