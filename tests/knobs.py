"""Every other value of every knob of a variant, made from the schema: one change at a time."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
EDITS = ("above", "below", "remove")


class Knobs:
    """Walks the complete variant schema beside a resolved document."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def changes(self, document: Mapping[str, Any], block: str) -> Iterator[tuple[str, Any]]:
        """(what was changed, the document with that one change) for a block of the rules."""
        node = self._schema["properties"][block]
        for where, value in self._others(node, document[block], block):
            yield where, {**copy.deepcopy(dict(document)), block: value}

    def _resolved(self, node: Schema) -> Schema:
        while "$ref" in node:
            node = self._schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        return node

    def _branches(self, node: Schema) -> list[Schema]:
        """What a value may be: a slot is a word or a map, some lists hold words or lists."""
        node = self._resolved(node)
        if "if" not in node or "then" not in node or "else" not in node:
            return [node]
        kinds = [kind for kind in node["type"] if kind not in node["if"]["type"]]
        return [{"type": node["if"]["type"], **node["then"]}, {"type": kinds[0], **node["else"]}]

    def examples(self, node: Schema) -> Iterator[Any]:
        """Some values that the schema allows."""
        for branch in map(self._resolved, self._branches(node)):
            if "enum" in branch:
                words = {str(value) for value in branch["enum"] if isinstance(value, str)}
                yield from (v for v in branch["enum"] if isinstance(v, str) or str(v) not in words)
            elif "const" in branch:
                yield branch["const"]
            elif "properties" in branch:
                yield from self._objects(branch)
            elif "items" in branch:
                yield from self._lists(branch)
            elif branch.get("type") == "string":
                yield from ("troy", "pair") if "pattern" in branch else ("Another text",)
            elif branch.get("type") == "boolean":
                yield from (True, False)
            elif "minimum" in branch:
                low, high = branch["minimum"], branch.get("maximum", 1000)
                yield from sorted({low, min(low + 1, high), high})

    def _objects(self, node: Schema) -> Iterator[dict[str, Any]]:
        if node.get("maxProperties") == 1:
            for name, inner in node["properties"].items():
                yield from ({name: value} for value in self.examples(inner))
            return
        parts = {name: list(self.examples(inner)) for name, inner in node["properties"].items()}
        required = node.get("required", [])
        if "id" in parts:  # a thing with an id is stated in full; its parts are no edits
            parts = {name: values for name, values in parts.items() if name not in EDITS}
            required = list(parts)
        for name, values in parts.items():
            for value in values:
                first = {other: parts[other][0] for other in required}
                yield {**first, name: value}

    def _lists(self, node: Schema) -> Iterator[list[Any]]:
        values = list(self.examples(node["items"]))
        if "rest" in values:  # an order names exceptions, and where all others stand
            yield from ([values[-2], "rest"], ["rest", values[1]])
            return
        if values and isinstance(values[0], dict):
            yield from ([value] for value in values)
            return
        for size in {node.get("minItems", 0), node.get("minItems", 0) + 1}:
            if 0 < size <= min(len(values), node.get("maxItems", 99)):
                yield values[:size]

    def _others(self, node: Schema, value: Any, where: str) -> Iterator[tuple[str, Any]]:
        """Other values for one that is there: replaced, or changed inside in one place."""
        node = self._resolved(node)
        if isinstance(value, dict):
            yield from self._inside_map(node, value, where)
        elif isinstance(value, list):
            yield from self._inside_list(node, value, where)
        if not isinstance(value, dict | list) or self._is_slot(node):
            if isinstance(value, int) and not isinstance(value, bool):
                low = node.get("minimum", node.get("else", {}).get("minimum", 0))
                if value > low:
                    yield f"{where}={value - 1}", value - 1
                yield f"{where}={value + 1}", value + 1
            for other in self.examples(node):
                if other not in (value, {}):
                    yield f"{where}={other}", other

    def _is_slot(self, node: Schema) -> bool:
        return "if" in node or node.get("maxProperties") == 1

    def _inside_map(self, node: Schema, value: dict[str, Any], where: str) -> Iterator[Any]:
        maps = [branch for branch in self._branches(node) if "properties" in branch]
        properties: Schema = maps[0]["properties"] if maps else {}
        for name, inner in properties.items():
            if name in ("id", "name", "aliases", *EDITS):
                continue
            if name in value:
                for path, other in self._others(inner, value[name], f"{where}.{name}"):
                    yield path, {**value, name: other}
            elif not self._is_slot(node):
                for other in self.examples(inner):
                    yield f"{where}.{name}={other}", {**value, name: other}
        optional = {"run", "suited", "same_rank", "exact_ranks", "combinations"} & set(value)
        for name in sorted(optional):
            yield f"{where}.{name} left out", {k: v for k, v in value.items() if k != name}

    def _inside_list(self, node: Schema, value: list[Any], where: str) -> Iterator[tuple[str, Any]]:
        for i, item in enumerate(value):
            for path, other in self._others(node["items"], item, f"{where}.{i}"):
                if other not in value:
                    yield path, [*value[:i], other, *value[i + 1 :]]
            if len(value) > node.get("minItems", 0):
                yield f"{where} without {i}", value[:i] + value[i + 1 :]
            if i and item != value[i - 1]:
                yield f"{where}: {i} earlier", _exchanged(value, i)
        if not any(isinstance(item, dict) for item in value):
            for other in self.examples(node):
                if other != value:
                    yield f"{where}={other}", other


def _exchanged(value: list[Any], i: int) -> list[Any]:
    return [*value[: i - 1], value[i], value[i - 1], *value[i + 1 :]]
