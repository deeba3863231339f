"""Resolved, schema-clean data to a Ruleset."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hazari_rules.cards import Rank, Suit
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import default_key
from hazari_rules.model import (
    BLOCKS,
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
)


def build(data: Mapping[str, Any], options: Mapping[str, str], vocabulary: Vocabulary) -> Ruleset:
    """The ruleset that this data states, with the key of each combination written out.

    `data` must be clean under the complete variant schema; `options` are the choices in force.
    """
    tests = tuple(vocabulary.of("card_test"))
    words = {kind.name for kind in vocabulary.of("key").values() if kind.optional}
    ladder = [_with_key(item, tests, words) for item in data["combinations"]]
    stated = {**{block: data[block] for block in BLOCKS}, "combinations": ladder}
    about = {key: data[key] for key in ("spec", "id", "name")}
    about |= {"aliases": data.get("aliases", []), "summary": data.get("summary", "")}
    whole = {**about, "sources": data.get("sources", {}), "options": dict(options), **stated}
    return Ruleset(
        spec=data["spec"],
        id=data["id"],
        name=data["name"],
        aliases=tuple(about["aliases"]),
        summary=about["summary"],
        options=FrozenMap(options),
        deck=Deck(tuple(map(Rank, data["deck"]["ranks"])), tuple(map(Suit, data["deck"]["suits"]))),
        table=Table(**_choices(data["table"], "direction", "first_leader", "next_dealer")),
        card_points=CardPoints(
            FrozenMap(data["card_points"]["values"]), data["card_points"]["total"]
        ),
        runs=Runs(
            tuple((p,) if isinstance(p, str) else tuple(p) for p in data["runs"]["order"]),
            tuple(data["runs"]["not_runs"]),
        ),
        combinations=tuple(_combination(item, tests) for item in ladder),
        groups=tuple(_group(item) for item in data["groups"]),
        comparison=Comparison(**_choices(data["comparison"], *data["comparison"])),
        arrangement=_arrangement(data["arrangement"]),
        play=Play(**_choices(data["play"], *data["play"])),
        match=Match(**_choices(data["match"], "check", "reached_together", "winner", "ties")),
        redeals=tuple(Redeal(**_event(item, "claim", "dealer")) for item in data["redeals"]),
        instant_wins=tuple(
            InstantWin(**_event(item, "after", "if_several", "effect"))
            for item in data["instant_wins"]
        ),
        canonical=canonical_json(whole),
        digest=digest_of(whole),
    )


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
