"""Generated cases about arrangements and dealt hands: layers L4 and L8."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_classes import ClassOf
from hazari_rules.conformance_dice import Dice
from hazari_rules.conformance_generate_play import Maker

_BOUNDARIES = 4
_LARGER = 6
_HANDS = 200
_ALIKE = 2
_PURE = 4


class Arranger:
    """Builds hands around chosen groups, with the other groups in legal order."""

    def __init__(self, maker: Maker, label: str) -> None:
        self.maker = maker
        self.dice = Dice(maker.classes.seed, label)
        self.groups = range(len(maker.rules.ruleset.groups))

    def members(self, group: int) -> Sequence[ClassOf]:
        """The classes of a group, whichever group it is like."""
        classes = self.maker.classes
        return classes.of_group[classes.like(group)]

    def around(
        self, fixed: Mapping[int, Sequence[Card]], used: Sequence[Card] = ()
    ) -> Groups | None:
        """Groups with these among them, made of cards not used; None if chance finds none."""
        if not fixed:
            return None
        taken = {*used, *(card for cards in fixed.values() for card in cards)}
        found: dict[int, Sequence[Card]] = dict(fixed)
        first, last = min(fixed), max(fixed)
        for group in [*reversed(range(first)), *range(last + 1, len(self.groups))]:
            upwards = group < first
            beside = self._judged(group + 1 if upwards else group - 1, found)
            cards = self._beside(group, beside, taken, upwards=upwards)
            if cards is None:
                return None
            found[group] = cards
            taken |= set(cards)
        if len(found) < len(self.groups):
            return None
        return tuple(tuple(found[group]) for group in self.groups)

    def _judged(self, group: int, found: Mapping[int, Sequence[Card]]) -> int:
        ranking = self.maker.rules.ranking
        return ranking.judged[group](*ranking.encode(found[group]))

    def _beside(
        self, group: int, beside: int, taken: set[Card], *, upwards: bool
    ) -> tuple[Card, ...] | None:
        """Cards for a group that stands well before or after one of this strength."""
        descends = self.maker.rules.descends
        fitting = [
            found
            for found in self.members(group)
            if (descends(found.judged, beside) if upwards else descends(beside, found.judged))
        ]
        fitting.sort(key=lambda c: abs(c.judged - beside))
        nearer = fitting[: max(1, len(fitting) // 2)]
        for pool in (nearer, fitting):
            for _ in range(12):
                if pool and (
                    cards := self.maker.classes.elsewhere(self.dice.pick(pool).cards, taken)
                ):
                    return cards
        return None

    def pair(
        self, group: int, fits: Callable[[ClassOf, ClassOf], bool], below: Sequence[ClassOf]
    ) -> Groups | None:
        """Groups in which this one and the one before it stand in a certain relation."""
        above = self.members(group - 1)
        for _ in range(40):
            lower = self.dice.pick(below)
            partners = [upper for upper in above if fits(upper, lower)]
            if not partners:
                continue
            upper = self.dice.pick(partners)
            cards = self.maker.classes.elsewhere(lower.cards, upper.cards)
            if cards is None:
                continue
            groups = self.around({group - 1: upper.cards, group: cards})
            if groups is not None:
                return groups
        return None


def hand_cases(maker: Maker) -> Iterator[Case]:
    """The cases of layer L4, then those of L8 about hands alone."""
    yield from _arrangements(maker)
    yield from _hands(maker)


def _case(maker: Maker, name: str, rule: str, groups: Groups, hand: Sequence[Card] = ()) -> Case:
    held = list(hand) or [card for group in groups for card in group]
    given = {
        "hand": list(map(str, held)),
        "groups": [list(map(str, group)) for group in groups],
    }
    return maker.case(
        f"arrangement.{name}", Layer.ARRANGEMENT, f"/arrangement/{rule}", "arrangement", given
    )


def _arrangements(maker: Maker) -> Iterator[Case]:
    arranger = Arranger(maker, "arrangements")
    built: list[Groups] = []
    for group in arranger.groups[1:]:
        for name, fits, members in _relations(maker, arranger, group):
            for _ in range(_BOUNDARIES if members else 0):
                groups = arranger.pair(group, fits, members)
                if groups is not None:
                    built.append(groups)
                    rule = "judged_on" if name == "larger" else "order"
                    yield _case(maker, f"{name}-{group}-{group + 1}", rule, groups)
    for groups in built[:_LARGER]:
        yield _case(maker, "reversed", "on_violation", tuple(reversed(groups)))
        yield _case(maker, "rotated", "on_violation", (*groups[1:-1], groups[0], groups[-1]))
    if built:
        yield from _broken(maker, built[0])


_Relation = tuple[str, Callable[[ClassOf, ClassOf], bool], Sequence[ClassOf]]


def _relations(maker: Maker, arranger: Arranger, group: int) -> Iterator[_Relation]:
    """How two neighbours can stand, at the boundaries of what is allowed."""
    members, descends = arranger.members(group), maker.rules.descends
    strengths = sorted({c.judged for g in (group - 1, group) for c in arranger.members(g)})
    place = {strength: i for i, strength in enumerate(strengths)}

    def apart(steps: int) -> Callable[[ClassOf, ClassOf], bool]:
        return lambda upper, lower: place[lower.judged] - place[upper.judged] == steps

    yield "equal", apart(0), members
    yield "just-above", apart(1), members
    yield "just-below", apart(-1), members
    yield "far-above", lambda upper, lower: lower.judged > upper.judged, members
    differing = [found for found in members if found.judged != found.strength]
    if differing:
        yield (
            "larger",
            lambda upper, lower: (
                descends(upper.judged, lower.judged) != descends(upper.strength, lower.strength)
            ),
            differing,
        )
    smallest = min(made.cards for made in maker.rules.ruleset.combinations)
    sizes = {made.id: made.cards for made in maker.rules.ruleset.combinations}
    large = [found for found in members if sizes.get(found.combination, 0) > smallest]
    if large:
        yield "larger", apart(1), large


def _broken(maker: Maker, groups: Groups) -> Iterator[Case]:
    """Groups that are no arrangement of the hand at all."""
    hand = [card for group in groups for card in group]
    other = next(card for card in maker.rules.deck if card not in hand)
    first, *middle, last = groups
    rule = "order"
    yield _case(maker, "missing-group", rule, groups[:-1], hand)
    yield _case(maker, "sizes", rule, (first[:-1], *middle, (*last, first[-1])), hand)
    yield _case(maker, "foreign", rule, ((other, *first[1:]), *middle, last), hand)
    yield _case(maker, "repeated", rule, (first, *middle, (first[0], *last[1:])), hand)


def lean_hand(maker: Maker, dice: Dice) -> tuple[Card, ...]:
    """A hand that may be rich in pairs, or poor in runs because it has every other rank only."""
    ranks = maker.rules.ruleset.deck.ranks
    size = maker.rules.ruleset.table.cards_each
    while True:
        manner = dice.below(4)
        chosen: Sequence[str] = ranks
        if manner == 0:
            chosen = dice.shuffled(ranks)[: 3 + dice.below(len(ranks) - 2)]
        elif manner < 3:
            chosen = ranks[dice.below(2) :: 2]
        cards = dice.shuffled([card for card in maker.rules.deck if card.rank in chosen])
        if manner == 2:
            cards = [
                card
                for i, card in enumerate(cards)
                if sum(before.rank == card.rank for before in cards[:i]) < 2
            ]
        if len(cards) >= size:
            return tuple(cards[:size])


def _pure_hands(maker: Maker, dice: Dice) -> Iterator[tuple[Card, ...]]:
    """Hands that make one of the combinations that a redeal asks for, and none of the others."""
    rules = maker.rules
    size = rules.ruleset.table.cards_each
    members = [c for of_group in maker.classes.of_group.values() for c in of_group]
    asked = [c.argument for redeal in rules.ruleset.redeals for c in redeal.when]
    for ids in (argument for argument in asked if isinstance(argument, tuple)):
        for id_ in ids:
            fitting = [found for found in members if found.combination == id_]
            others = [other for other in ids if other != id_]
            for _ in range(_PURE if fitting else 0):
                hand = list(dice.pick(fitting).cards)
                for card in dice.shuffled([card for card in rules.deck if card not in hand]):
                    if len(hand) < size and not rules.ranking.makes_any([*hand, card], others):
                        hand.append(card)
                if len(hand) == size:
                    yield tuple(hand)


def _hands(maker: Maker) -> Iterator[Case]:
    """Hands that differ in what conditions see, as many kinds as chance brings up."""
    rules, dice = maker.rules, Dice(maker.classes.seed, "hands")
    ids = [made.id for made in rules.ruleset.combinations]
    seen: dict[tuple[object, ...], int] = {}
    for hand in chain(_pure_hands(maker, dice), (lean_hand(maker, dice) for _ in range(_HANDS))):
        made = rules.ranking.all_made(hand)
        given = {"hand": list(map(str, hand))}
        answer = str(maker.engine.answer("hand", given).value)
        counts = [sum(card.rank == rank for card in hand) for rank in rules.ruleset.deck.ranks]
        traits: list[tuple[object, ...]] = [
            (answer, "pairs", sum(count // 2 for count in counts)),
            (answer, "most", max(counts)),
            *((answer, id_, id_ in made) for id_ in ids),
        ]
        if any(seen.get(trait, 0) < _ALIKE for trait in traits):
            for trait in traits:
                seen[trait] = seen.get(trait, 0) + 1
            rule = "/redeals" if rules.redeals or not rules.instant_wins else "/instant_wins"
            yield maker.case("hand.events", Layer.EVENTS, rule, "hand", given)
