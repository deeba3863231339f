"""Resolved, schema-clean data to a Ruleset."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from hazari_rules.cards import Rank, Suit
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import default_key
from hazari_rules.model import (
    BLOCKS,
    ID_LISTS,
    Arrangement,
    CardPoints,
    Choice,
    Combination,
    Comparison,
    Deck,
    FrozenMap,
    Group,
    InstantWin,
    Match,
    Play,
    Redeal,
    Ruleset,
    Runs,
    Table,
    canonical_json,
    digest_of,
    without_names,
)


def build(data: Mapping[str, Any], options: Mapping[str, str], vocabulary: Vocabulary) -> Ruleset:
    """The ruleset that this data states, with the key of each combination written out.

    `data` must be clean under the complete variant schema; `options` are the choices in force.
    """
    blocks = {block: (data[block], canonical_json(data[block])) for block in BLOCKS}
    return Builder(vocabulary, data).ruleset(options, blocks)


class _Part(NamedTuple):
    """One block of a ruleset: its value, its canonical JSON, and that without names."""

    value: Any
    canonical: str
    nameless: str


class Builder:
    """Builds rulesets of one variant that share blocks: what is made of a text once is kept.

    `about` states what is no rule: the variant's id, its names and sources.
    """

    def __init__(self, vocabulary: Vocabulary, about: Mapping[str, Any]) -> None:
        self._tests = tuple(vocabulary.of("card_test"))
        keys = vocabulary.of("key").values()
        self._words = {kind.name for kind in keys if kind.optional}
        self._about = {key: about[key] for key in ("spec", "id", "name")}
        self._about |= {"aliases": about.get("aliases", []), "summary": about.get("summary", "")}
        told = {**self._about, "sources": about.get("sources", {})}
        self._told = {key: canonical_json(value) for key, value in told.items()}
        self._parts: dict[tuple[str, str], _Part] = {}

    def ruleset(self, options: Mapping[str, str], blocks: Mapping[str, tuple[Any, str]]) -> Ruleset:
        """As `build`; `blocks` are all the blocks, each as data and as its canonical JSON."""
        parts = {block: self._part(block, *stated) for block, stated in blocks.items()}
        told = {**self._told, "options": canonical_json(dict(options))}
        rules = {block: part.nameless for block, part in parts.items()}
        return Ruleset(
            **{**self._about, "aliases": tuple(self._about["aliases"])},
            options=FrozenMap(options),
            **{block: part.value for block, part in parts.items()},
            canonical=_joined(told | {block: part.canonical for block, part in parts.items()}),
            digest=digest_of(_joined(rules | {"spec": self._told["spec"]})),
        )

    def _part(self, block: str, data: Any, text: str) -> _Part:
        key = (block, text)
        if key not in self._parts:
            if block == "combinations":
                data = [_with_key(item, self._tests, self._words) for item in data]
                text = canonical_json(data)
            bare = canonical_json(without_names(data)) if block in ID_LISTS else text
            self._parts[key] = _Part(self._value(block, data), text, bare)
        return self._parts[key]

    def _value(self, block: str, data: Any) -> Any:
        match block:
            case "deck":
                return Deck(tuple(map(Rank, data["ranks"])), tuple(map(Suit, data["suits"])))
            case "table":
                return Table(**_choices(data, "direction", "first_leader", "next_dealer"))
            case "card_points":
                return CardPoints(FrozenMap(data["values"]), data["total"])
            case "runs":
                places = ((p,) if isinstance(p, str) else tuple(p) for p in data["order"])
                return Runs(tuple(places), tuple(data["not_runs"]))
            case "combinations":
                return tuple(_combination(item, self._tests) for item in data)
            case "groups":
                return tuple(map(_group, data))
            case "comparison":
                return Comparison(**_choices(data, *data))
            case "arrangement":
                return _arrangement(data)
            case "play":
                return Play(**_choices(data, *data))
            case "match":
                return Match(**_choices(data, "check", "reached_together", "winner", "ties"))
            case "redeals":
                return tuple(Redeal(**_event(item, "claim", "dealer")) for item in data)
        return tuple(InstantWin(**_event(item, "after", "if_several", "effect")) for item in data)


def _joined(texts: Mapping[str, str]) -> str:
    """The canonical JSON of a map of which that of each value is known."""
    return "{" + ",".join(f'"{key}":{texts[key]}' for key in sorted(texts)) + "}"


def _choices(block: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {k: Choice.of(v) if k in names else v for k, v in block.items()}


def _tests(item: Mapping[str, Any], tests: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice.of({name: item[name]}) for name in tests if name in item)


def _with_key(
    item: Mapping[str, Any], tests: tuple[str, ...], words: Collection[str]
) -> dict[str, Any]:
    stated = {"key": default_key(_tests(item, tests)), **item}
    # `{ranks: {}}` says no more than `ranks`, so the digests are the same.
    for name in words:
        if stated["key"] == {name: {}}:
            stated["key"] = name
    return stated


def _combination(item: Mapping[str, Any], tests: tuple[str, ...]) -> Combination:
    return Combination(
        id=item["id"],
        name=item["name"],
        aliases=tuple(item.get("aliases", ())),
        cards=item["cards"],
        tests=_tests(item, tests),
        key=Choice.of(item["key"]),
    )


def _group(item: Mapping[str, Any]) -> Group:
    limited = item.get("combinations")
    return Group(item["cards"], tuple(limited) if limited is not None else None)


def _arrangement(block: Mapping[str, Any]) -> Arrangement:
    cards = block["judged_on"]["cards"]
    return Arrangement(
        Choice.of(block["order"]),
        None if cards == "all" else cards,
        Choice.of(block["on_violation"]),
    )


def _event(item: Mapping[str, Any], *names: str) -> dict[str, Any]:
    when = tuple(Choice.of({name: argument}) for name, argument in item["when"].items())
    return {**_choices(item, *names), "when": when}
