"""What differs between two variants, as sentences about the game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hazari_rules.cards import Rank
from hazari_rules.describe import run_names
from hazari_rules.diff_items import event_differences, ladder_differences
from hazari_rules.diff_sides import Sides, listed
from hazari_rules.difference import (
    Change,
    Difference,
    Path,
    Side,
    Topic,
    applied,
)
from hazari_rules.merge import ID_LISTS
from hazari_rules.model import BLOCKS
from hazari_rules.resolve import Option, Variant


def diff(a: Variant, b: Variant) -> tuple[Difference, ...]:
    """Everything in which `b` differs from `a`: rules in the order of play, texts, options.

    Applying the rule differences to the rules of `a` gives those of `b`, so none is left out.

    >>> from hazari_rules.loading import load
    >>> found = diff(load("hazari"), load("hazari", {"target": "points_500"}))
    >>> [difference.sentence for difference in found]
    ['The target is 500 points instead of 1000.']
    """
    sides = Sides.of(a, b)
    rules = [
        *_deck(sides),
        *_table(sides),
        *_card_points(sides),
        *_runs(sides),
        *ladder_differences(sides),
        *_groups(sides),
        *sides.slots("comparison"),
        *_arrangement(sides),
        *sides.slots("play"),
        *_match(sides),
        *event_differences(sides),
    ]
    rules.sort(key=lambda d: (d.topic is not Topic.RULES, BLOCKS.index(d.block)))
    made = _nameless(applied(sides.data_a, sides.data_b, rules))
    goal = _nameless(sides.data_b)
    rest = [_unnamed(sides, block) for block in BLOCKS if made[block] != goal[block]]
    return (*rules, *rest, *_texts(sides), *_options(sides))


def _nameless(data: Mapping[str, Any]) -> dict[str, Any]:
    """The rules without the names of combinations, redeals and instant wins."""
    texts = ("name", "aliases")
    lists = {
        block: [{k: v for k, v in item.items() if k not in texts} for item in data[block]]
        for block in ID_LISTS
    }
    return {**data, **lists}


def _unnamed(sides: Sides, block: str) -> Difference:
    """A block that is written otherwise although no sentence says how."""
    one, other = (json.dumps(d[block], ensure_ascii=False) for d in (sides.data_a, sides.data_b))
    return sides.changed((block,), f"'{block}' is stated as {other} instead of {one}.")


def _values(sides: Sides, *knobs: tuple[Path, str]) -> Iterator[Difference]:
    """Differences of plain values; `{b}` and `{a}` in a sentence stand for them."""
    for path, sentence in knobs:
        one, other = sides.values(path)
        if one != other:
            yield sides.changed(path, sentence.format(a=_shown(one), b=_shown(other)))


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _deck(sides: Sides) -> Iterator[Difference]:
    yield from _values(
        sides,
        (("deck", "ranks"), "The ranks of a suit, from high to low, are {b} instead of {a}."),
        (
            ("deck", "suits"),
            "The suits, from high to low where suits matter, are {b} instead of {a}.",
        ),
    )


def _table(sides: Sides) -> Iterator[Difference]:
    yield from _values(
        sides,
        (("table", "players"), "{b} players play instead of {a}."),
        (("table", "cards_each"), "{b} cards are dealt to each player instead of {a}."),
        (("table", "undealt"), "{b} cards stay out of play instead of {a}."),
    )
    yield from sides.slots("table")


def _card_points(sides: Sides) -> Iterator[Difference]:
    one, other = (d["card_points"]["values"] for d in (sides.data_a, sides.data_b))
    for rank in sorted({*one, *other}, key=[rank.value for rank in Rank].index):
        if one.get(rank) == other.get(rank):
            continue
        name = Rank(rank).name.capitalize()
        who = f"{'An' if name[0] in 'AE' else 'A'} {name}"
        if rank not in other:
            sentence = f"{who} has no points stated, instead of {one[rank]}."
        elif rank not in one:
            sentence = f"{who} counts {other[rank]}; before none were stated."
        else:
            sentence = f"{who} counts {other[rank]} instead of {one[rank]}."
        yield sides.changed(("card_points", "values", rank), sentence)
    yield from _values(
        sides, (("card_points", "total"), "All cards together count {b} instead of {a}.")
    )


def _runs(sides: Sides) -> Iterator[Difference]:
    one, other = (_run_order(d) for d in (sides.data_a, sides.data_b))
    if sides.data_a["runs"]["order"] != sides.data_b["runs"]["order"]:
        sentence = f"Runs rank {other}; instead of {one}."
        yield sides.changed(("runs", "order"), sentence)
    before, after = (d["runs"]["not_runs"] for d in (sides.data_a, sides.data_b))
    names = run_names(sides.b.ruleset.deck.ranks)
    if set(before) != set(after):
        now = [f"{names[name]} is no run" for name in after if name not in before]
        now += [f"{names[name]} is a run" for name in before if name not in after]
        yield sides.changed(("runs", "not_runs"), f"{listed(now)}.")


def _run_order(data: Mapping[str, Any]) -> str:
    names = run_names(data["deck"]["ranks"])
    places = [[place] if isinstance(place, str) else place for place in data["runs"]["order"]]
    return ", then ".join(" equal to ".join(names[name] for name in place) for place in places)


def _groups(sides: Sides) -> Iterator[Difference]:
    one, other = (d["groups"] for d in (sides.data_a, sides.data_b))
    if len(one) != len(other):
        sizes = [", ".join(str(group["cards"]) for group in groups) for groups in (other, one)]
        sentence = f"A hand is split into groups of {sizes[0]} cards instead of {sizes[1]}."
        yield sides.changed(("groups",), sentence)
        return
    for i, (before, after) in enumerate(zip(one, other, strict=True)):
        if before["cards"] != after["cards"]:
            sentence = f"Group {i + 1} has {after['cards']} cards instead of {before['cards']}."
            yield sides.changed(("groups", i, "cards"), sentence)
        limits = [
            listed([names.get(id_, id_) for id_ in group["combinations"]])
            if "combinations" in group
            else "any combination of the ladder"
            for group, names in ((after, sides.names_b), (before, sides.names_a))
        ]
        if before.get("combinations") != after.get("combinations"):
            sentence = f"Group {i + 1} can make {limits[0]} instead of {limits[1]}."
            yield sides.changed(("groups", i, "combinations"), sentence)


def _arrangement(sides: Sides) -> Iterator[Difference]:
    path = ("arrangement", "judged_on", "cards")
    one, other = (
        "all their cards" if cards == "all" else f"their best {cards} cards"
        for cards in sides.values(path)
    )
    if one != other:
        sentence = f"The order of the groups is judged on {other} instead of {one}."
        yield sides.changed(path, sentence)
    yield from sides.slots("arrangement")


def _match(sides: Sides) -> Iterator[Difference]:
    yield from _values(sides, (("match", "target"), "The target is {b} points instead of {a}."))
    yield from sides.slots("match")


def _texts(sides: Sides) -> Iterator[Difference]:
    for key, what in (
        ("id", "id"),
        ("name", "name of the game"),
        ("aliases", "list of its other names"),
        ("summary", "summary"),
    ):
        one, other = sides.values((key,))
        if one != other:
            sentence = f"The {what} is {_quoted(other)} instead of {_quoted(one)}."
            yield sides.text(key, (key,), sentence)
    one, other = sides.values(("sources",))
    for key in dict.fromkeys([*one, *other]):
        if key not in one:
            yield sides.text("sources", ("sources", key), f"Source '{key}' is added.")
        elif key not in other:
            yield sides.text("sources", ("sources", key), f"Source '{key}' is not named.")
        elif one[key] != other[key]:
            yield sides.text("sources", ("sources", key), f"Source '{key}' is named otherwise.")


def _quoted(value: Any) -> str:
    if isinstance(value, list):
        return listed([f"'{item}'" for item in value]) or "empty"
    return f"'{value}'" if value else "empty"


_OPTION_WORDS = {
    "question": "asks",
    "status": "has the status",
    "why": "says why it is open:",
    "where": "says where it is played so:",
    "default": "has the default",
}


def _options(sides: Sides) -> Iterator[Difference]:
    one, other = ({option.id: option for option in v.options} for v in (sides.a, sides.b))
    for id_ in dict.fromkeys([*one, *other]):
        path = ("options", id_)
        if id_ not in one:
            sentence = f"Option '{id_}' is offered: {other[id_].question}"
            yield _option(sides, path, Change.ADDED, sentence)
        elif id_ not in other:
            sentence = f"Option '{id_}' is not offered: {one[id_].question}"
            yield _option(sides, path, Change.REMOVED, sentence)
        else:
            yield from _option_parts(sides, one[id_], other[id_])


def _option_parts(sides: Sides, one: Option, other: Option) -> Iterator[Difference]:
    path = ("options", one.id)
    for part, words in _OPTION_WORDS.items():
        before, after = getattr(one, part), getattr(other, part)
        if before != after:
            sentence = f"Option '{one.id}' {words} {_quoted(after)} instead of {_quoted(before)}."
            yield _option(sides, (*path, part), Change.CHANGED, sentence)
    for choice in dict.fromkeys([*one.choices, *other.choices]):
        place = (*path, "choices", choice)
        if choice not in one.choices:
            sentence = f"Option '{one.id}' has the choice '{choice}' too."
            yield _option(sides, place, Change.ADDED, sentence)
        elif choice not in other.choices:
            sentence = f"Option '{one.id}' has no choice '{choice}'."
            yield _option(sides, place, Change.REMOVED, sentence)
        elif sides.a.node.at(place).plain() != sides.b.node.at(place).plain():
            sentence = f"Choice '{choice}' of option '{one.id}' changes other rules."
            yield _option(sides, place, Change.CHANGED, sentence)


def _option(sides: Sides, path: Path, change: Change, sentence: str) -> Difference:
    def side(variant: Variant) -> Side:
        above, node = variant.node.at(path[:-1]), variant.node.at(path)
        if node is above or path[-1] not in above.value:
            return Side(None, "")
        span = node.key_span or node.span
        return Side(node.plain(), f"{span.file}:{span.line}")

    return Difference(
        Topic.OPTIONS, "options", change, path, sentence, side(sides.a), side(sides.b)
    )
