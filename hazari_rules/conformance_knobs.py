"""Every knob of resolved rules, one at a time, turned to each neighbouring value.

What knobs there are is read off the schema and the vocabulary in force, so those of plugins and
of a stranger's variant are among them. Whether the changed rules still make sense is not looked
at here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise, permutations, product
from typing import Any

from hazari_rules.difference import Path, ids_of, indexed
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, REST
from hazari_rules.merge import ID_LISTS
from hazari_rules.schema import compose, shipped_schema

Schema = Mapping[str, Any]
_ORDER = (
    "play", "runs", "comparison", "arrangement", "match", "table", "card_points", "combinations",
    "redeals", "instant_wins", "groups", "deck",
)  # fmt: skip
_NO_KNOBS = frozenset({"id", "name", "aliases", "above", "below", "remove", "total"})
_SMALL_RANGE = 20
_MOST_SAMPLES = 24


class Op(StrEnum):
    """What an edit does with the value at its path."""

    SET = "set"
    REMOVE = "remove"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of resolved rules; `value` is the new value, or the id to stand above."""

    op: Op
    path: Path
    value: Any = None


@dataclass(frozen=True, slots=True)
class Knob:
    """A change of one rule, in words as a variant file would have it.

    One that takes `more` edits than one says what it means itself.

    >>> Knob(Edit(Op.SET, ("play", "ties"), "split")).words
    'play.ties: split'
    """

    edit: Edit
    more: tuple[Edit, ...] = ()
    said: str = ""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All that is edited."""
        return (self.edit, *self.more)

    @property
    def words(self) -> str:
        """The change on one line."""
        if self.said:
            return self.said
        where = ".".join(map(str, self.edit.path))
        if self.edit.op is Op.REMOVE:
            return f"{where}: removed"
        if self.edit.op is Op.ABOVE:
            return f"{where}: above {self.edit.value}"
        return f"{where}: {flow(self.edit.value)}"


def flow(value: Any) -> str:
    """Data as a variant file writes it on one line.

    >>> flow({"order": ["ace_high", "rest"], "shared": True})
    '{order: [ace_high, rest], shared: true}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def turned(data: Mapping[str, Any], edits: Iterable[Edit]) -> dict[str, Any]:
    """The rules with these changes made, and the total of the card points with them.

    Raises KeyError or IndexError if there is nothing at a path.
    """
    new: dict[str, Any] = json.loads(json.dumps(data))
    for edit in edits:
        *way, last = indexed(new, edit.path)
        inner: Any = new
        for step in way:
            inner = inner[step]
        if edit.op is Op.SET:
            inner[last] = json.loads(json.dumps(edit.value))
        elif edit.op is Op.REMOVE:
            del inner[last]
        else:
            _move(inner, last, edit.value)
        if edit.path[0] in ("card_points", "deck"):
            deck, points = new["deck"], new["card_points"]
            points["total"] = len(deck["suits"]) * sum(points["values"][r] for r in deck["ranks"])
    return new


def _move(items: list[Any], place: int | str, above: str) -> None:
    item = items.pop(int(place))
    ids = [other["id"] for other in items]
    if above not in ids:
        raise KeyError(above)
    items.insert(ids.index(above), item)


def knobs(data: Mapping[str, Any], vocabulary: Vocabulary) -> Iterator[Knob]:
    """All knobs of these rules, those that people most often turn first."""
    walk = _Walk(data, compose(shipped_schema("variant"), vocabulary, complete=True))
    for block in _ORDER:
        for edit in walk.block(block):
            yield Knob(edit)


class _Walk:
    """Walks the schema beside the rules."""

    def __init__(self, data: Mapping[str, Any], schema: Schema) -> None:
        self._data = data
        self._schema = schema

    def block(self, block: str) -> Iterator[Edit]:
        """The changes within one block."""
        schema = self._schema["properties"][block]
        if block == "runs":
            yield from self._runs()
        elif block in ID_LISTS:
            yield from self._entries(block, self._resolved(schema["items"]))
        else:
            yield from self._others((block,), schema, self._data[block])

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self._schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
        return schema

    def _runs(self) -> Iterator[Edit]:
        """Every place of A-K-Q and A-2-3 among the runs, none and equal ones included."""
        runs = self._data["runs"]
        single = [*permutations((ACE_HIGH, ACE_LOW, REST))]
        tied = [*permutations(([ACE_HIGH, ACE_LOW], REST))]
        for order in (*single, *tied):
            if list(order) != runs["order"] and not runs["not_runs"]:
                yield Edit(Op.SET, ("runs", "order"), list(order))
            elif list(order) != runs["order"]:
                yield Edit(Op.SET, ("runs",), {"order": list(order), "not_runs": []})
        for gone in (ACE_LOW, ACE_HIGH):
            kept = ACE_HIGH if gone == ACE_LOW else ACE_LOW
            for left in permutations((kept, REST)):
                yield self._without(list(left), [gone])
        yield self._without([REST], [ACE_HIGH, ACE_LOW])

    def _without(self, order: list[str], not_runs: list[str]) -> Edit:
        return Edit(Op.SET, ("runs",), {"order": order, "not_runs": not_runs})

    def _entries(self, block: str, schema: Schema) -> Iterator[Edit]:
        """A list of things with ids: neighbours exchanged, each taken out, each changed."""
        ids = ids_of(self._data, block)
        for upper, lower in pairwise(ids):
            yield Edit(Op.ABOVE, (block, lower), upper)
        for id_ in ids:
            yield Edit(Op.REMOVE, (block, id_))
        for entry in self._data[block]:
            yield from self._object((block, entry["id"]), schema, entry)

    def _others(self, path: Path, schema: Schema, value: Any) -> Iterator[Edit]:
        schema = self._resolved(schema)
        if isinstance(value, Mapping):
            yield from self._map(path, schema, value)
        elif isinstance(value, list):
            yield from self._array(path, self._branch(schema, list), value)
        elif isinstance(value, int) and not isinstance(value, bool):
            low, high = _bounds(self._branch(schema, int))
            near = (value - 1, value + 1)
            wanted = range(low, high + 1) if high - low < _SMALL_RANGE else near
            yield from self._set(path, (n for n in wanted if low <= n <= high), value)
            yield from self._set(path, self._words(schema), value)
        else:
            yield from self._set(path, self._samples(schema), value)

    def _branch(self, schema: Schema, kind: type) -> Schema:
        """The part of a schema that is about values of this kind."""
        if "if" not in schema or "else" not in schema:
            return schema
        return dict(schema["else"]) if kind in (list, int) else schema

    def _words(self, schema: Schema) -> Iterator[Any]:
        yield from schema.get("then", {}).get("enum", ())

    def _set(self, path: Path, values: Iterable[Any], old: Any) -> Iterator[Edit]:
        yield from (Edit(Op.SET, path, value) for value in values if value != old)

    def _map(self, path: Path, schema: Schema, value: Mapping[str, Any]) -> Iterator[Edit]:
        inner = schema["else"] if "if" in schema and "else" in schema else schema
        if inner.get("maxProperties") == 1:
            others = [new for new in self._samples(schema) if _kind(new) != _kind(value)]
            yield from self._set(path, others, value)
        yield from self._object(path, inner, value)

    def _object(self, path: Path, schema: Schema, value: Mapping[str, Any]) -> Iterator[Edit]:
        """Each property changed; those that may be missing taken out or put in."""
        properties = schema.get("properties", {})
        required = set(schema.get("required", ()))
        one = schema.get("maxProperties") == 1
        complete = path[0] not in ID_LISTS and len(path) == 1
        for name, inner in properties.items():
            if name in _NO_KNOBS:
                continue
            if name in value:
                yield from self._others((*path, name), inner, value[name])
                if name not in required and not one and not complete and len(value) > 1:
                    yield Edit(Op.REMOVE, (*path, name))
            elif not one and path[-1] != "when":
                yield from self._set((*path, name), self._samples(inner), None)

    def _array(self, path: Path, schema: Schema, value: list[Any]) -> Iterator[Edit]:
        items = self._resolved(schema["items"])
        if items.get("type") == "object":
            yield from self._exchanged(path, value)
            for i, item in enumerate(value):
                yield from self._object((*path, i), items, item)
            return
        if not schema.get("uniqueItems"):
            yield from self._exchanged(path, value)
        if len(value) > schema.get("minItems", 0) and path[0] != "deck":
            for i in range(len(value)):
                yield Edit(Op.SET, path, [*value[:i], *value[i + 1 :]])
        if items.get("type") == "integer":
            yield from self._numbers(path, items, value)
        elif items.get("type") == "string" and items.get("pattern"):
            ladder = ids_of(self._data, "combinations")
            for more in (id_ for id_ in ladder if id_ not in value):
                yield Edit(Op.SET, path, [*value, more])

    def _exchanged(self, path: Path, value: list[Any]) -> Iterator[Edit]:
        for i, (one, other) in enumerate(pairwise(value)):
            if one != other:
                yield Edit(Op.SET, path, [*value[:i], other, one, *value[i + 2 :]])

    def _numbers(self, path: Path, items: Schema, value: list[int]) -> Iterator[Edit]:
        low, high = _bounds(items)
        for i, number in enumerate(value):
            for new in (number - 1, number + 1):
                if low <= new <= high and new not in value:
                    yield Edit(Op.SET, path, [*value[:i], new, *value[i + 1 :]])
        for new in range(low, min(high, max(value) + 1) + 1):
            if new not in value:
                yield Edit(Op.SET, path, [*value, new])

    def _samples(self, schema: Schema) -> Iterator[Any]:
        """Some values that the schema allows; none for lists, which only a person can fill."""
        schema = self._resolved(schema)
        if "enum" in schema:
            yield from schema["enum"]
        elif "if" in schema and "else" in schema:
            yield from self._words(schema)
            yield from self._samples(schema["else"])
        elif schema.get("type") == "boolean":
            yield from (True, False)
        elif "minimum" in schema:
            low, high = _bounds(schema)
            yield from range(low, high + 1) if high - low < _SMALL_RANGE else (low,)
        elif schema.get("maxProperties") == 1:
            for name, inner in schema["properties"].items():
                yield from ({name: argument} for argument in self._samples(inner))
        elif "properties" in schema:
            yield from self._maps(schema)

    def _maps(self, schema: Schema) -> Iterator[dict[str, Any]]:
        columns = {n: list(self._samples(inner)) for n, inner in schema["properties"].items()}
        if any(not columns[name] for name in schema.get("required", ())):
            return
        filled = {name: values for name, values in columns.items() if values}
        rows: Iterable[Sequence[Any]] = product(*filled.values()) if filled else ()
        for row in islice(rows, _MOST_SAMPLES):
            yield dict(zip(filled, row, strict=True))


def _kind(value: Any) -> Any:
    return next(iter(value)) if isinstance(value, Mapping) else value


def _bounds(schema: Schema) -> tuple[int, int]:
    return schema.get("minimum", 0), schema.get("maximum", 1_000_000)
