"""Every knob of resolved rules, by its path, with other values for it, read off the schema."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hazari_rules.builtin import vocabulary
from hazari_rules.schema import compose, shipped_schema

Path = tuple[str | int, ...]
Schema = Mapping[str, Any]

SCHEMA = compose(shipped_schema("variant"), vocabulary(), complete=True)
LISTS = ("combinations", "redeals", "instant_wins")
ABSENT = object()
_NO_KNOBS = ("spec", "extends", "id", "options", "above", "below", "remove")


class Knob(NamedTuple):
    """A value of the rules and another one for it; ABSENT takes it out."""

    path: Path
    value: Any


def knobs(data: Mapping[str, Any]) -> Iterator[Knob]:
    """Each knob of these rules, one at a time, with each other value that is tried for it."""
    for name, schema in SCHEMA["properties"].items():
        if name not in _NO_KNOBS and name in data:
            yield from _others((name,), resolved(schema), data[name])
    for block in LISTS:
        for i in range(len(data[block])):
            yield Knob((block,), data[block][:i] + data[block][i + 1 :])
            yield Knob((block,), data[block][i:] + data[block][:i])


def changed(data: Mapping[str, Any], knob: Knob) -> dict[str, Any]:
    """The rules with this knob turned."""
    new: dict[str, Any] = copy.deepcopy(dict(data))
    inner: Any = new
    for step in knob.path[:-1]:
        inner = inner[step]
    if knob.value is ABSENT:
        del inner[knob.path[-1]]
    else:
        inner[knob.path[-1]] = copy.deepcopy(knob.value)
    return new


def resolved(schema: Schema) -> Schema:
    """The schema that a reference leads to."""
    while "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**rest, **SCHEMA["$defs"][name]}
    return schema


def _others(path: Path, schema: Schema, value: Any) -> Iterator[Knob]:
    if "if" in schema:
        yield from _of_slot(path, schema, value)
    elif "enum" in schema:
        yield from (Knob(path, word) for word in schema["enum"] if word != value)
    elif schema.get("type") == "boolean":
        yield Knob(path, not value)
    elif schema.get("type") == "integer":
        for number in sorted({value - 1, value + 1, schema["minimum"], schema["maximum"]}):
            if schema["minimum"] <= number <= schema["maximum"] and number != value:
                yield Knob(path, number)
    elif schema.get("type") == "string":
        yield Knob(path, f"{value} too")
    elif schema.get("type") == "array":
        yield from _of_array(path, schema, value)
    else:
        yield from _of_object(path, schema, value)


def _of_slot(path: Path, schema: Schema, value: Any) -> Iterator[Knob]:
    """A knob that is a word, or a map of one kind to its argument, or a number or "all"."""
    words, other = schema["then"]["enum"], schema["else"]
    yield from (Knob(path, word) for word in words if word != value)
    if isinstance(value, dict):
        yield from _of_object(path, other, value)
    for name, argument in other.get("properties", {}).items():
        if not (isinstance(value, dict) and name in value):
            yield Knob(path, {name: sample(argument)})
    if "minimum" in other:
        numbers = range(other["minimum"], other["maximum"] + 1)
        yield from (Knob(path, number) for number in numbers if number != value)


def _of_array(path: Path, schema: Schema, value: list[Any]) -> Iterator[Knob]:
    items = resolved(schema["items"])
    if items.get("type") == "object":
        for i, item in enumerate(value):
            yield from _of_object((*path, i), items, item)
    elif len(value) > 1:
        yield Knob(path, value[::-1])
        if len(value) > schema.get("minItems", 0):
            yield Knob(path, value[1:])
    elif schema.get("minItems", 0) == 0 and value:
        yield Knob(path, [])
    if not value and "enum" in items:
        yield from (Knob(path, [word]) for word in items["enum"])


def _of_object(path: Path, schema: Schema, value: dict[str, Any]) -> Iterator[Knob]:
    fixed = schema.get("maxProperties") == 1
    for name, inner in schema.get("properties", {}).items():
        if name in _NO_KNOBS and path:
            continue
        if name in value:
            yield from _others((*path, name), resolved(inner), value[name])
            if path[0] == "combinations" and name not in ("name", "cards"):
                yield Knob((*path, name), ABSENT)
        elif not fixed:
            yield Knob((*path, name), sample(inner))
    for name in value if "properties" not in schema else ():
        inner = resolved(schema["additionalProperties"])
        yield from _others((*path, name), inner, value[name])


def sample(schema: Schema) -> Any:
    """A value that the schema allows."""
    schema = resolved(schema)
    if "if" in schema:
        return schema["then"]["enum"][0]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "integer":
            return schema["minimum"]
        case "boolean":
            return True
        case "string":
            return "sample"
        case "array":
            return [sample(schema["items"])] * schema.get("minItems", 1)
    return {name: sample(schema["properties"][name]) for name in schema.get("required", ())}
