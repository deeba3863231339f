"""Generated cases about single groups and pairs of them: layers L1 to L3.

All pattern classes of all groups stand in one row, the weakest first, and each is compared with
the one after it: whoever has another order, or sees a difference where there is none, fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_classes import Classes, ClassOf, readings
from hazari_rules.conformance_dice import Dice
from hazari_rules.conformance_protocol import Outcome

_PER_COMBINATION = 8
_VALUES = 12
_OF_A_COMBINATION = 150
_MIXED = 10
_AHEAD = 12


def group_json(group: int, cards: Sequence[Card]) -> dict[str, Any]:
    """A group as an input has it."""
    return {"group": group + 1, "cards": list(map(str, cards))}


def group_cases(classes: Classes) -> Iterator[Case]:
    """The cases of layers L1 to L3, single groups first."""
    yield from _classify(classes)
    yield from _values(classes)
    yield from _compare(classes)


def _suffix(rules: Rules, classes: Classes, group: int) -> str:
    """What tells groups of the same size apart in an id: nothing for the first of a size."""
    sizes = rules.ruleset.groups
    first = next(i for i in classes.groups if sizes[i].cards == sizes[group].cards)
    return "" if first == group else f"_g{group + 1}"


def _id(rules: Rules, classes: Classes, found: ClassOf) -> str:
    return found.name(rules) + _suffix(rules, classes, found.group)


def _rule(combination: str) -> str:
    return f"/combinations/{combination}" if combination else "/combinations"


def _classify(classes: Classes) -> Iterator[Case]:
    """For each combination its strongest, its weakest and some more; and all that is near a run."""
    rules = classes.rules
    for group in classes.groups:
        dice = Dice(classes.seed, f"classify {group}")
        by_combination: dict[str, list[ClassOf]] = {}
        for found in classes.of_group[group]:
            by_combination.setdefault(found.combination, []).append(found)
        wanted: dict[str, ClassOf] = {}
        for members in by_combination.values():
            ranked = sorted(members, key=lambda c: (c.strength, c.shape.ranks))
            for found in (ranked[0], *dice.some(ranked[1:-1], _PER_COMBINATION), ranked[-1]):
                wanted[_id(rules, classes, found)] = found
        ranks = len(rules.ruleset.deck.ranks)
        for found in classes.of_group[group]:
            if _near_run(found.shape.ranks, ranks):
                wanted[_id(rules, classes, found)] = found
        larger = rules.ruleset.groups[group].cards > min(g.cards for g in rules.ruleset.groups)
        for id_, found in wanted.items():
            rule = _rule(found.combination)
            if found.shape.ranks[0] == 0 and _near_run(found.shape.ranks, ranks):
                rule = "/runs/order"
            yield Case(
                id=f"classify.{id_}",
                layer=Layer.VALUE if larger else Layer.CLASSIFY,
                rule=rule,
                op="classify",
                input=group_json(found.group, found.cards),
                expect=(Outcome(result={"combination": found.combination or None}),),
            )


def _near_run(indices: Sequence[int], ranks: int) -> bool:
    """Whether these ranks are consecutive on a circle, as K-A-2 are."""
    size = len(indices)
    if len(set(indices)) != size or size < 2:
        return False
    return any({(start + i) % ranks for i in range(size)} == set(indices) for start in range(ranks))


def _values(classes: Classes) -> Iterator[Case]:
    """Which cards count, in groups that have more cards than their combination."""
    rules = classes.rules
    for group in classes.groups:
        dice = Dice(classes.seed, f"value {group}")
        kinds: dict[tuple[str, int], list[tuple[ClassOf, list[Any]]]] = {}
        if rules.ruleset.groups[group].cards == min(g.cards for g in rules.ruleset.groups):
            continue
        for found in dice.shuffled(classes.of_group[group]):
            bucket = kinds.setdefault((found.combination, found.shape.counts[0]), [])
            if len(bucket) < _VALUES:
                bucket.append((found, readings(rules, group, found.cards)))
        for bucket in kinds.values():
            for found, best in bucket:
                rule = "/comparison/made_from" if best and best[0][2] else _rule(found.combination)
                yield Case(
                    id=f"value.{_id(rules, classes, found)}",
                    layer=Layer.VALUE,
                    rule=rule,
                    op="value",
                    input=group_json(group, found.cards),
                    expect=tuple(_reading(*one) for one in best)
                    or (_reading("", (), found.cards),),
                )


def _reading(combination: str, cards: Sequence[Card], spare: Sequence[Card]) -> Outcome:
    return Outcome(
        result={
            "combination": combination or None,
            "cards": list(map(str, cards)),
            "spare": list(map(str, spare)),
        }
    )


def _compare(classes: Classes) -> Iterator[Case]:
    """Neighbours among the classes of each group, then among some of all groups."""
    seen: set[str] = set()
    for row in (*(_row(classes, group) for group in classes.groups), _mixed_row(classes)):
        for i, lower in enumerate(row):
            for upper in row[i + 1 : i + 1 + _AHEAD]:
                cards = classes.elsewhere(upper.cards, lower.cards)
                if cards is not None:
                    case = _comparison(classes, lower, upper, cards)
                    if case.id not in seen:
                        seen.add(case.id)
                        yield case
                    break


def _row(classes: Classes, group: int) -> list[ClassOf]:
    """The classes of a group, the weakest first: all of a small one, some of each combination."""
    sizes = classes.rules.ruleset.groups
    most = None if sizes[group].cards == min(g.cards for g in sizes) else _OF_A_COMBINATION
    return _in_order(_some_of_each(classes, group, most))


def _mixed_row(classes: Classes) -> list[ClassOf]:
    if len(classes.groups) < 2:
        return []
    return _in_order(
        found for group in classes.groups for found in _some_of_each(classes, group, _MIXED)
    )


def _some_of_each(classes: Classes, group: int, most: int | None) -> Iterator[ClassOf]:
    members: dict[str, list[ClassOf]] = {}
    for found in _in_order(classes.of_group[group]):
        members.setdefault(found.combination, []).append(found)
    dice = Dice(classes.seed, f"row {group} {most}")
    for of_one in members.values():
        if most is None or len(of_one) <= most:
            yield from of_one
        else:
            yield from (of_one[0], *dice.some(of_one[1:-1], most - 2), of_one[-1])


def _in_order(found: Iterable[ClassOf]) -> list[ClassOf]:
    return sorted(found, key=lambda c: (c.strength, c.combination, c.group, c.shape, c.part))


def _comparison(classes: Classes, lower: ClassOf, upper: ClassOf, cards: Sequence[Card]) -> Case:
    rules = classes.rules
    smallest = min(group.cards for group in rules.ruleset.groups)
    small = len(lower.cards) == len(cards) == smallest
    tie = lower.strength == upper.strength
    names = _id(rules, classes, upper), _id(rules, classes, lower)
    one, other = group_json(upper.group, cards), group_json(lower.group, lower.cards)
    turned = len(names[0] + names[1]) % 2 == 1  # so that neither side is always the better one
    better = "tie" if tie else "b" if turned else "a"
    return Case(
        id=f"order.{names[0]}-{'like' if tie else 'over'}-{names[1]}",
        layer=Layer.COMPARE if small else Layer.VALUE,
        rule=_compared_rule(rules, lower, upper),
        op="compare",
        input={"a": other, "b": one} if turned else {"a": one, "b": other},
        expect=(Outcome(result={"winner": better}),),
    )


def _compared_rule(rules: Rules, lower: ClassOf, upper: ClassOf) -> str:
    if lower.combination != upper.combination or not upper.combination:
        return "/combinations"
    made = rules.ruleset.combination(upper.combination)
    if lower.strength == upper.strength and max(len(lower.cards), len(upper.cards)) > made.cards:
        return "/comparison/spare"
    return "/runs/order" if made.key.name == "run_order" else _rule(made.id)
