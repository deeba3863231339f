"""Checks of the ladder: each group makes some combination, and each combination can occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

from hazari_rules.cards import card_count
from hazari_rules.errors import Finding
from hazari_rules.kinds_combinations import Shape
from hazari_rules.ladder import Step, ladder_steps, shapes
from hazari_rules.lint_places import Path, finding_in, last_changed
from hazari_rules.model import Combination, Ruleset
from hazari_rules.resolve import Variant


def unserved_groups(variant: Variant) -> Iterator[Finding]:
    """Groups that can make nothing, in play or when their order is judged."""
    rules = variant.ruleset
    parts = variant.vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    for i, group in enumerate(rules.groups):
        if not any(c.cards in parts(group.cards) for c in _ladder_of(rules, i)):
            cards = card_count(group.cards)
            message = f"group {i + 1} has {cards} and can make no combination on the ladder"
            fewer = "" if group.cards == 1 else ", or of fewer with made_from: some_cards"
            hint = f"add a combination of {cards}{fewer}"
            made_from: Path = ("comparison", "made_from")
            path = last_changed(variant, ("groups", i, "cards"), made_from, ("combinations",))
            yield finding_in(variant, path, "group-not-served", message, hint)
    limit = rules.arrangement.judged_on
    if limit is not None and all(c.cards > limit for c in rules.combinations):
        message = f"the order is judged on {limit} cards, but no combination has so few"
        path = ("arrangement", "judged_on", "cards")
        hint = "write a larger number, or all"
        yield finding_in(variant, path, "group-not-served", message, hint)


def _ladder_of(rules: Ruleset, group: int) -> list[Combination]:
    limited = rules.groups[group].combinations
    return [c for c in rules.combinations if limited is None or c.id in limited]


def impossible_combinations(variant: Variant) -> Iterator[Finding]:
    """Combinations that no group can ever count as: proved over all pattern classes."""
    rules = variant.ruleset
    steps = ladder_steps(rules, variant.vocabulary)
    # Within a group of its own size a combination also competes with those of fewer cards.
    smaller = rules.comparison.made_from.name == "some_cards"
    parts = variant.vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    for i, step in enumerate(steps):
        id_, size, path = step.combination.id, step.combination.cards, ("combinations", i)
        ladders = {
            group.combinations
            for group in rules.groups
            if size in parts(group.cards)
            and (group.combinations is None or id_ in group.combinations)
        }
        if not ladders:
            message = f"'{id_}' needs {size} cards, but no group can make it"
            others: tuple[Path, ...] = (("groups",), ("comparison", "made_from"))
            place = last_changed(variant, (*path, "cards"), *others)
            hint = "remove it, or change a group"
            yield finding_in(variant, place, "never-occurs", message, hint)
            continue
        own = partial(filter, step.takes, shapes(rules, size))
        aboves = [
            [s for s in steps[:i] if ladder is None or s.combination.id in ladder]
            for ladder in ladders
        ]
        takers: set[Step] = set()
        for above, shape in ((above, shape) for above in aboves for shape in own()):
            first = next(_takers(above, shape, smaller), None)
            if first is None:
                break
            takers.add(first)
        else:
            for one in steps[:i] if len(takers) > 1 else ():
                if all(one in above for above in aboves) and all(
                    any(_takers((one,), shape, smaller)) for shape in own()
                ):
                    takers = {one}
                    break
            yield _never(variant, i, sorted(takers, key=lambda taker: taker.place))


def _never(variant: Variant, place: int, takers: Sequence[Step]) -> Finding:
    """The finding for a combination; `takers` are the steps above it that take everything."""
    id_ = variant.ruleset.combinations[place].id
    if not takers:
        message = f"'{id_}' can never occur: no cards of this pack pass all its tests"
        path: Path = ("combinations", place, "id")
        return finding_in(variant, path, "never-occurs", message, "drop a test")
    names = ", ".join(f"'{step.combination.id}'" for step in takers)
    take = "takes" if len(takers) == 1 else "take"
    message = f"'{id_}' can never occur: {names} above it {take} everything"
    around = [("combinations", step.place, "id") for step in takers[::-1]]
    path = last_changed(variant, ("combinations", place, "id"), *around)
    return finding_in(variant, path, "never-occurs", message, "change their order, or remove one")


def _takers(above: Sequence[Step], shape: Shape, smaller: bool) -> Iterator[Step]:
    """Which of these steps cards of this shape count as when their suits are mixed as can be."""
    size = len(shape.ranks)
    parts: dict[int, Iterable[Shape]] = {size: (shape,)}
    if smaller:
        for n in {s.combination.cards for s in above if s.combination.cards < size}:
            suited = shape.suited or n == 1
            parts[n] = {Shape.of(ranks, suited=suited) for ranks in combinations(shape.ranks, n)}
    for step in above:
        if any(map(step.takes, parts.get(step.combination.cards, ()))):
            yield step
