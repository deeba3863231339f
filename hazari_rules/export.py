"""The resolved rules of a variant as one JSON document that other programs can play from.

The document has a schema of its own, `schemas/ruleset.schema.json`. `ruleset_schema` derives it
from the schema of variant files, so that both say the same of each knob.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import REST, expand_order, run_places
from hazari_rules.model import BLOCKS, Choice, Combination, Group, Ruleset
from hazari_rules.resolve import Variant
from hazari_rules.schema import compose, shipped_schema

FORMAT = 1
"""The version of the document's own form; the rules in it have a language version besides."""

_EDITS = ("above", "below", "remove")
_RANK_KEYS = ("multiples", "ranks")
_ABOUT = ("spec", "id", "name", "aliases", "summary", "sources")


def export(variant: Variant, *, provenance: bool = False) -> dict[str, Any]:
    """Everything that another program needs to implement the variant, as plain JSON data.

    `rules` states every rule; `digest` can be computed from it again. `derived` spells out what
    follows from the rules, so that a reader may check itself against it. `provenance` adds the
    file, line and column of each value.

    >>> from hazari_rules.loading import load
    >>> document = export(load("hazari"))
    >>> document["derived"]["runs"]["3"][1]
    [['A', '2', '3']]
    """
    rules = variant.ruleset
    document: dict[str, Any] = {
        "ruleset": FORMAT,
        "digest": rules.digest,
        "rules": _explicit(rules.as_data()),
        "derived": _derived(rules, variant.vocabulary),
    }
    if provenance:
        document["provenance"] = variant.provenance()
    return document


def _explicit(data: dict[str, Any]) -> dict[str, Any]:
    for combination in data["combinations"]:
        combination.setdefault("aliases", [])
    return data


def _derived(rules: Ruleset, vocabulary: Vocabulary) -> dict[str, Any]:
    ladder = rules.combinations
    sizes = {c.cards for c in ladder if any(test.name == "run" for test in c.tests)}
    parts = vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    limit = rules.arrangement.judged_on
    return {
        "pack": len(rules.deck.ranks) * len(rules.deck.suits),
        "rounds": len(rules.groups),
        "runs": {str(size): _run_list(rules, size) for size in sorted(sizes)},
        "rank_orders": {
            c.id: _rank_order(rules, c.key) for c in ladder if c.key.name in _RANK_KEYS
        },
        "played_as": [_ladder(rules, group, parts(group.cards)) for group in rules.groups],
        "judged_as": [
            _ladder(
                rules,
                group,
                parts(group.cards) if limit is None else range(1, min(limit, group.cards) + 1),
            )
            for group in rules.groups
        ],
    }


def _run_list(rules: Ruleset, size: int) -> list[list[list[str]]]:
    """Every run of this many cards: places from the strongest, each with its equal runs."""
    places: dict[int, list[list[str]]] = {}
    for place, written in run_places(rules, size).values():
        places.setdefault(place, []).append(written.split("-"))
    return [places[place] for place in sorted(places, reverse=True)]


def _rank_order(rules: Ruleset, key: Choice) -> list[list[str]]:
    """The ranks as a key compares them, strongest first, equal ones together."""
    order = key.argument.get("order") if isinstance(key.argument, Mapping) else None
    places = [(place,) if isinstance(place, str) else place for place in order or (REST,)]
    return [list(place) for place in expand_order(places, rules.deck.ranks)]


def _ladder(rules: Ruleset, group: Group, sizes: range) -> list[str]:
    """What a group can count as, strongest first."""

    def fits(combination: Combination) -> bool:
        return combination.cards in sizes and (
            group.combinations is None or combination.id in group.combinations
        )

    return [combination.id for combination in rules.combinations if fits(combination)]


def ruleset_schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """The JSON Schema of exported documents whose rules are made of these kinds.

    With the shipped kinds it is the file `schemas/ruleset.schema.json`.
    """
    variant = compose(shipped_schema("variant"), vocabulary, complete=True)
    defs: dict[str, Any] = variant["$defs"]
    complete = defs.pop("complete")
    for name in ("patch", "option"):
        defs.pop(name)
    for name in ("combination", "redeal", "instant_win"):
        for edit in _EDITS:
            defs[name]["properties"].pop(edit)
    defs["combination"]["required"] = ["id", "name", "aliases", "cards", "key"]
    defs["redeal"]["required"] = complete["properties"]["redeals"]["items"]["required"]
    defs["instant_win"]["required"] = complete["properties"]["instant_wins"]["items"]["required"]
    for block in BLOCKS:
        if block in defs:
            defs[block] |= complete["properties"][block]
    schema = {
        "$schema": variant["$schema"],
        "$id": f"urn:hazari-rules:ruleset:{FORMAT}",
        **_FRAME,
        "properties": _FRAME["properties"] | {"rules": _rules(variant["properties"])},
        "$defs": defs | {"rank": _RANK, "rank_order": _RANK_ORDER},
    }
    _told(schema, "")
    return schema


def _rules(stated: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of the rules in a document: those of a variant file, and nothing left out."""
    properties = {name: dict(stated[name]) for name in (*_ABOUT, *BLOCKS)}
    properties["combinations"] |= {
        "minItems": 1,
        "description": "The ladder of combinations, strongest first. Cards make the first"
        " combination on the ladder, of as many cards, whose tests they all pass.",
    }
    for name, description in _LISTS.items():
        properties[name]["description"] = description
    properties["summary"].pop("minLength")  # a variant may have none; here that is empty text
    properties["options"] = dict(_OPTIONS)
    return {
        "title": "Rules",
        "description": "The resolved rules: no inheritance, no options left open, every key there."
        " A card test that a combination does not name is not asked for; a group without"
        " `combinations` can make all of the ladder.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _told(schema: Any, description: str, title: str = "") -> None:
    """Give every property without a title or description its key's words and its owner's text."""
    if isinstance(schema, list):
        for item in schema:
            _told(item, description)
    if not isinstance(schema, dict):
        return
    if title and "$ref" not in schema:
        schema.setdefault("title", title)
        schema.setdefault("description", description)
    inner = schema.get("description", description)
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            for name, item in value.items():
                words = name.replace("_", " ")
                _told(item, inner, words[:1].upper() + words[1:])
        elif key not in ("enum", "required", "const"):
            _told(value, inner)


_RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
_RANK: Mapping[str, Any] = {
    "title": "Rank",
    "description": "A rank, always as text.",
    "enum": _RANKS,
}
_RANK_ORDER: Mapping[str, Any] = {
    "title": "Order of ranks",
    "description": "Ranks, strongest first: named exceptions and 'rest' for all others in the"
    " deck's order; a list within the list holds equal ranks.",
    "type": "array",
    "minItems": 1,
    "maxItems": 14,
    "items": {
        "type": ["string", "array"],
        "if": {"type": "string"},
        "then": {"enum": [*_RANKS, "rest"]},
        "else": {"items": {"$ref": "#/$defs/rank"}, "minItems": 2, "maxItems": 13},
    },
}
_LISTS: Mapping[str, str] = {
    "redeals": "Dealt hands that make a deal void, in the order in which they are looked for.",
    "instant_wins": "What ends a deal or a match at once, in the order in which it is looked for.",
}
_OPTIONS: Mapping[str, Any] = {
    "title": "Options",
    "description": "The choices with which the rules were resolved, by option. They are part of"
    " the rules already; nothing is left to apply.",
    "type": "object",
    "maxProperties": 60,
    "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$", "maxLength": 60},
    "additionalProperties": {"$ref": "#/$defs/id"},
}


def _listing(title: str, description: str, items: Mapping[str, Any]) -> dict[str, Any]:
    return {"title": title, "description": description, "type": "array", "items": items}


_TEXT: Mapping[str, Any] = {"type": "string"}
_PLACES = {"type": "array", "items": {"type": "array", "minItems": 1, "items": _TEXT}}
_IDS = {"type": "array", "items": {"$ref": "#/$defs/id"}}
_RUNS: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "array", "minItems": 1, "items": {"type": "array", "items": _TEXT}},
}
_DERIVED: Mapping[str, Any] = {
    "pack": {
        "title": "Pack",
        "description": "How many cards the deck has.",
        "type": "integer",
        "minimum": 1,
    },
    "rounds": {
        "title": "Rounds",
        "description": "How many rounds a deal has: one for each group.",
        "type": "integer",
        "minimum": 1,
    },
    "runs": {
        "title": "Runs",
        "description": "All runs, by how many cards they have: places from the strongest down, in"
        " each the runs that are equal, each run as its ranks. What is not here is no run.",
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]?$"},
        "additionalProperties": _RUNS,
    },
    "rank_orders": {
        "title": "Orders of ranks",
        "description": "For each combination the ranks as its key compares them: places from the"
        " strongest down, in each the ranks that are equal.",
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/id"},
        "additionalProperties": _PLACES,
    },
    "played_as": _listing(
        "Played as",
        "For each group the combinations that it can count as in its round, strongest first.",
        _IDS,
    ),
    "judged_as": _listing(
        "Judged as",
        "For each group the combinations that count when the order of the groups is checked.",
        _IDS,
    ),
}
_FRAME: dict[str, Any] = {
    "title": "Hazari ruleset, version 1",
    "description": "The fully resolved rules of one game, for programs in any language. Seats"
    " count from 0 counter-clockwise; groups and rounds count from 1; ranks and suits stand"
    " strongest first.",
    "type": "object",
    "properties": {
        "ruleset": {
            "title": "Ruleset version",
            "description": "The version of this format: 1. The language of the rules has a version"
            " of its own in rules.spec.",
            "const": FORMAT,
        },
        "digest": {
            "title": "Digest",
            "description": "Names the rules of play, whatever their names and texts. SHA-256 of"
            " the UTF-8 JSON text, keys sorted, without spaces and escapes, of an object with"
            " rules.spec and all blocks of the rules from deck to instant_wins, where name and"
            " aliases are left out of the entries of combinations, redeals and instant_wins.",
            "type": "string",
            "pattern": "^sha256:[0-9a-f]{64}$",
        },
        "rules": {},
        "derived": {
            "title": "Derived",
            "description": "Nothing new: what follows from the rules, spelt out for checking.",
            "type": "object",
            "properties": dict(_DERIVED),
            "required": list(_DERIVED),
            "additionalProperties": False,
        },
        "provenance": {
            "title": "Provenance",
            "description": "Where each value of the rules was written, as file:line:column, by"
            " its JSON pointer in rules. A value without one follows from others by the language"
            " (the key of a combination that names none).",
            "type": "object",
            "propertyNames": {"pattern": "^/"},
            "additionalProperties": {"type": "string", "pattern": ":[0-9]+:[0-9]+$"},
        },
    },
    "required": ["ruleset", "digest", "rules", "derived"],
    "additionalProperties": False,
}
