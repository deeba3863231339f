"""The pattern classes of a ruleset's groups, with their strengths, and cards that show them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, permutations

from hazari_rules.cards import Card, Suit
from hazari_rules.compiled import Rules
from hazari_rules.conformance_dice import Dice
from hazari_rules.kinds_combinations import Shape
from hazari_rules.ladder import shapes


@dataclass(frozen=True, slots=True)
class ClassOf:
    """A pattern class as a group (from 0): cards that show it, what it counts as, how strong.

    `part` are the ranks of those of its cards that share a suit, where that matters: the rest
    of the cards has other suits.
    """

    group: int
    shape: Shape
    part: tuple[int, ...]
    cards: tuple[Card, ...]
    strength: int
    judged: int
    combination: str

    def name(self, rules: Rules) -> str:
        """The class in a case's id: its ranks, t for the ten; s for one suit, also of a part."""
        text = _ranks_text(rules, self.shape.ranks)
        if self.part:
            text += f"_{_ranks_text(rules, self.part)}s"
        return text + ("s" if self.shape.suited else "")


def _ranks_text(rules: Rules, indices: Sequence[int]) -> str:
    ranks = rules.ruleset.deck.ranks
    return "".join({"10": "t"}.get(ranks[i], ranks[i].lower()) for i in indices)


@dataclass(slots=True)
class Classes:
    """All classes of the groups of a ruleset; groups that are alike are looked at once."""

    rules: Rules
    seed: int
    dice: Dice = field(init=False)
    groups: tuple[int, ...] = field(init=False)
    of_group: dict[int, list[ClassOf]] = field(init=False)
    _moves: list[dict[Suit, Suit]] = field(init=False)
    _combinations: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        self.dice = Dice(self.seed, "classes")
        suits = self.rules.ruleset.deck.suits
        self._moves = [dict(zip(suits, order, strict=True)) for order in permutations(suits)]
        self._combinations = {0: ""}
        seen: dict[tuple[int, tuple[str, ...] | None], int] = {}
        for i, group in enumerate(self.rules.ruleset.groups):
            seen.setdefault((group.cards, group.combinations), i)
        self.groups = tuple(seen.values())
        self.of_group = {group: list(self._classes(group)) for group in self.groups}

    def like(self, group: int) -> int:
        """The first group (from 0) with the same size and ladder as this one."""
        groups = self.rules.ruleset.groups
        wanted = groups[group].cards, groups[group].combinations
        return next(i for i in self.groups if (groups[i].cards, groups[i].combinations) == wanted)

    def _classes(self, group: int) -> Iterator[ClassOf]:
        size = self.rules.ruleset.groups[group].cards
        smallest = min(made.cards for made in self.rules.ruleset.combinations)
        for shape in shapes(self.rules.ruleset, size):
            yield self._shown(group, shape, (), self._draw(shape))
            if smallest < size and not shape.suited:
                ranks = list(dict.fromkeys(shape.ranks))
                if len(ranks) >= smallest:
                    part = tuple(sorted(self.dice.shuffled(ranks)[:smallest]))
                    cards = self._part_suited(shape, part)
                    if cards is not None:
                        yield self._shown(group, shape, part, cards)

    def _shown(
        self, group: int, shape: Shape, part: tuple[int, ...], cards: tuple[Card, ...]
    ) -> ClassOf:
        ranking = self.rules.ranking
        codes = ranking.encode(cards)
        strength = ranking.play[group](*codes)
        if strength not in self._combinations:  # equal strengths are of one combination
            self._combinations[strength] = ranking.reading(cards, group).combination
        judged, combination = ranking.judged[group](*codes), self._combinations[strength]
        return ClassOf(group, shape, part, cards, strength, judged, combination)

    def _draw(self, shape: Shape) -> tuple[Card, ...]:
        """Cards of this class, of as many suits as possible unless they are of one."""
        deck = self.rules.ruleset.deck
        turn = self.dice.below(len(deck.suits))
        suits = cycle((*deck.suits[turn:], *deck.suits[:turn]))
        if shape.suited:
            suit = next(suits)
            return tuple(Card(deck.ranks[i], suit) for i in shape.ranks)
        return tuple(Card(deck.ranks[i], next(suits)) for i in shape.ranks)

    def _part_suited(self, shape: Shape, part: tuple[int, ...]) -> tuple[Card, ...] | None:
        deck = self.rules.ruleset.deck
        suit, *others = self.dice.shuffled(deck.suits)
        cards: list[Card] = []
        for i in dict.fromkeys(shape.ranks):
            count = shape.ranks.count(i)
            suits = [suit, *others] if i in part else others
            if count > len(suits):
                return None
            cards += [Card(deck.ranks[i], s) for s in suits[:count]]
            others = others[1:] + others[:1]
        return tuple(cards)

    def elsewhere(
        self, cards: Sequence[Card], without: Collection[Card]
    ) -> tuple[Card, ...] | None:
        """The same group with its suits exchanged so that no card is used twice, if possible."""
        turn = self.dice.below(len(self._moves))
        for moved in (*self._moves[turn:], *self._moves[:turn]):
            found = tuple(Card(card.rank, moved[card.suit]) for card in cards)
            if not any(card in without for card in found):
                return found
        return None


def readings(
    rules: Rules, group: int, cards: Sequence[Card]
) -> list[tuple[str, tuple[Card, ...], tuple[Card, ...]]]:
    """Every equally good reading of a group: combination, the cards that make it, the others."""
    ruleset, vocabulary = rules.ruleset, rules.vocabulary
    allowed = ruleset.groups[group].combinations
    kicker = vocabulary.meaning("spare", ruleset.comparison.spare, ruleset)
    parts = vocabulary.meaning("made_from", ruleset.comparison.made_from, ruleset)
    place = {rank: i for i, rank in enumerate(ruleset.deck.ranks)}
    found = []
    for size in parts(len(cards)):
        for part in combinations(cards, size):
            shape = rules.ranking.shape(part)
            for step in rules.ranking.steps:
                made = step.combination
                fits = made.cards == size and (allowed is None or made.id in allowed)
                if fits and step.takes(shape):
                    spare = tuple(card for card in cards if card not in part)
                    kick = sorted(-place[card.rank] for card in spare)[::-1] if kicker else []
                    value = (-step.place, tuple(step.key.value(shape)), kick)
                    found.append((value, (made.id, part, spare)))
                    break
    if not found:
        return []
    best = max(value for value, _ in found)
    return [reading for value, reading in found if value == best]
