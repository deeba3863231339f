"""Differences in the lists of things with an id: the ladder, redeals and instant wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hazari_rules.cards import card_count
from hazari_rules.describe import describe
from hazari_rules.diff_sides import Sides, listed, said
from hazari_rules.difference import Change, Difference, ids_of, unmoved
from hazari_rules.model import Combination
from hazari_rules.resolve import Variant


def ladder_differences(sides: Sides) -> Iterator[Difference]:
    """Combinations added, removed, moved and changed."""
    one, other = (ids_of(data, "combinations") for data in (sides.data_a, sides.data_b))
    fixed = unmoved(one, other)
    names = {**sides.names_b, **sides.names_a}
    for id_ in other:
        if id_ not in one:
            yield sides.changed(("combinations", id_), _added(sides, id_), Change.ADDED)
        elif id_ not in fixed:
            sentence = _moved(id_, one, other, fixed, names)
            yield sides.changed(("combinations", id_), sentence, Change.MOVED)
        if id_ in one:
            yield from _combination(sides, id_)
    for id_ in one:
        if id_ not in other:
            sentence = f"There is no {names[id_]} among the combinations."
            yield sides.changed(("combinations", id_), sentence, Change.REMOVED)


def _added(sides: Sides, id_: str) -> str:
    ladder = sides.b.ruleset.combinations
    place = next(i for i, item in enumerate(ladder) if item.id == id_)
    item = ladder[place]
    where = (
        f"just above {ladder[place + 1].name}" if place + 1 < len(ladder) else "below all others"
    )
    key = said(sides.b.vocabulary, "key", item.key)
    return f"{item.name} is a combination too, {where}: {_made_of(sides.b, item)}. {key}"


def _made_of(variant: Variant, item: Combination) -> str:
    tests = [said(variant.vocabulary, "card_test", test) for test in item.tests]
    return f"{card_count(item.cards)}, {listed(tests) or 'any'}"


def _moved(
    id_: str, one: list[str], other: list[str], fixed: set[str], names: dict[str, str]
) -> str:
    """A step of the ladder that changed places with others, in terms of those that did not."""
    risen = [
        f for f in fixed if one.index(f) < one.index(id_) and other.index(f) > other.index(id_)
    ]
    fallen = [
        f for f in fixed if one.index(f) > one.index(id_) and other.index(f) < other.index(id_)
    ]
    parts = [
        f"{relation} {listed([names[f] for f in sorted(passed, key=other.index)])}"
        for relation, passed in (("above", risen), ("below", fallen))
        if passed
    ]
    instead = "below" if risen else "above"
    if not parts:  # it changed places only with others that moved too
        places = f"{other.index(id_) + 1} of the ladder instead of {one.index(id_) + 1}"
        return f"{names[id_]} stands at place {places}."
    return f"{names[id_]} stands {listed(parts)} instead of {instead}."


def _combination(sides: Sides, id_: str) -> Iterator[Difference]:
    one, other = sides.a.ruleset.combination(id_), sides.b.ruleset.combination(id_)
    name, at = other.name, ("combinations", id_)
    if one.cards != other.cards:
        sentence = f"{name} has {card_count(other.cards)} instead of {one.cards}."
        yield sides.changed((*at, "cards"), sentence)
    before, after = ({test.name: test for test in item.tests} for item in (one, other))
    for test in dict.fromkeys([*before, *after]):
        if before.get(test) == after.get(test):
            continue
        path, change = (*at, test), Change.CHANGED
        if test not in before:
            change, sentence = Change.ADDED, "must be {b}, which was not asked for."
        elif test not in after:
            change, sentence = Change.REMOVED, "need not be {a}."
        else:
            sentence = "must be {b} instead of {a}."
        words = {
            side: said(variant.vocabulary, "card_test", tests[test]) if test in tests else ""
            for side, variant, tests in (("a", sides.a, before), ("b", sides.b, after))
        }
        yield sides.changed(path, f"The cards of {name} {sentence.format(**words)}", change)
    # A key that follows from the tests is no difference of its own.
    if sides.values((*at, "key"))[0] != sides.values((*at, "key"))[1]:
        for difference in sides.slots(*at, "key"):
            yield replace(difference, sentence=f"Between two of {name}: {difference.sentence}")
    yield from _item_texts(sides, at, one.name)


def event_differences(sides: Sides) -> Iterator[Difference]:
    """Redeals and instant wins added, removed, moved and changed."""
    for block in ("redeals", "instant_wins"):
        one, other = (ids_of(data, block) for data in (sides.data_a, sides.data_b))
        fixed = unmoved(one, other)
        for id_ in other:
            at = (block, id_)
            if id_ not in one:
                yield sides.changed(at, f"Added: {_event(sides.b, block, id_)}", Change.ADDED)
                continue
            if id_ not in fixed:
                name = sides.values((*at, "name"))[1]
                sentence = f"{name} is looked for in another place among the {_WORDS[block]}."
                yield sides.changed(at, sentence, Change.MOVED)
            yield from _event_parts(sides, block, id_)
        for id_ in one:
            if id_ not in other:
                text = f"Left out: {_event(sides.a, block, id_)}"
                yield sides.changed((block, id_), text, Change.REMOVED)


_WORDS = {"redeals": "redeals", "instant_wins": "instant wins"}


def _event(variant: Variant, block: str, id_: str) -> str:
    """The sentence of a redeal or instant win as `describe` has it."""
    place = ids_of({block: [{"id": e.id} for e in getattr(variant.ruleset, block)]}, block)
    path = (block, place.index(id_), "id")
    return next(line.text for line in describe(variant) if line.path == path)


def _event_parts(sides: Sides, block: str, id_: str) -> Iterator[Difference]:
    at = (block, id_)
    before_name, name = sides.values((*at, "name"))
    one, other = sides.values((*at, "when"))
    if set(one) != set(other):
        conditions = [
            listed(
                [
                    said(variant.vocabulary, family, choice)
                    for path, (family, choice) in slots.items()
                    if path[:3] == (*at, "when")
                ]
            )
            for variant, slots in ((sides.a, sides.slots_a), (sides.b, sides.slots_b))
        ]
        sentence = f"{name} asks that {conditions[1]}, instead of that {conditions[0]}."
        yield sides.changed((*at, "when"), sentence)
    for difference in sides.slots(*at):
        if difference.path[2] != "when" or set(one) == set(other):
            yield replace(difference, sentence=f"{name}: {difference.sentence}")
    yield from _item_texts(sides, at, before_name)


def _item_texts(sides: Sides, at: tuple[str, str], old_name: str) -> Iterator[Difference]:
    one, other = sides.values((*at, "name"))
    if one != other:
        yield sides.text(at[0], (*at, "name"), f"{one} is called {other}.")
    one, other = sides.values((*at, "aliases"))
    if (one or []) != (other or []):
        before = listed(one or []) or "nothing else"
        after = listed(other or []) or "nothing else"
        sentence = f"{old_name} is also called {after} instead of {before}."
        yield sides.text(at[0], (*at, "aliases"), sentence)
