"""The JSON Schema of variant files, put together from its frame and the kinds in force."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from hazari_rules.builtin import data_folder, vocabulary
from hazari_rules.kinds import Kind, Vocabulary


def shipped_schema(name: str) -> dict[str, Any]:
    """A schema of the folder `schemas`, such as "variant", as data."""
    path = data_folder("schemas").joinpath(f"{name}.schema.json")
    return dict(json.loads(path.read_text(encoding="utf-8")))


def compose(
    schema: Mapping[str, Any], vocabulary: Vocabulary, *, complete: bool = False
) -> dict[str, Any]:
    """The variant schema with the definitions that belong to kinds written anew.

    Composing the shipped file with the shipped kinds gives the shipped file again. A file may
    state a part of a kind's argument and inherit the rest; `complete` asks for all of it, as
    a resolved variant must have it.
    """
    composed: dict[str, Any] = json.loads(json.dumps(schema))
    defs = composed["$defs"]
    for name in vocabulary.families:
        if name not in ("card_test", "condition"):
            defs[name] = _slot(name, vocabulary, complete)
    combination, when = defs["combination"]["properties"], defs["when"]["properties"]
    for kind in vocabulary.of("card_test").values():
        combination[kind.name] = _argument(kind, complete)
    for kind in vocabulary.of("condition").values():
        when[kind.name] = _argument(kind, complete)
    return composed


def _argument(kind: Kind, complete: bool) -> dict[str, Any]:
    # A copy all the way down: whoever adds to the composed schema must not change the kind.
    argument = {"description": kind.description, **deepcopy(kind.argument or {"const": True})}
    if not complete:
        argument.pop("required", None)
    return argument


def _slot(name: str, vocabulary: Vocabulary, complete: bool) -> dict[str, Any]:
    family, kinds = vocabulary.families[name], vocabulary.of(name).values()
    words = [kind.name for kind in kinds if kind.argument is None or kind.optional]
    maps = {kind.name: _argument(kind, complete) for kind in kinds if kind.argument is not None}
    lines = [family.description, *(f"- {kind.name}: {kind.description}" for kind in kinds)]
    slot: dict[str, Any] = {"title": family.title, "description": "\n".join(lines)}
    one_of_maps = {
        "type": "object",
        "properties": maps,
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
    }
    if not maps:
        return slot | {"enum": words}
    if not words:
        return slot | one_of_maps
    return slot | {
        "type": ["string", "object"],
        "if": {"type": "string"},
        "then": {"enum": words},
        "else": one_of_maps,
    }


def _write_shipped() -> None:
    """Write the shipped variant schema anew, after a kind or its text has changed."""
    composed = compose(shipped_schema("variant"), vocabulary())
    path = Path(str(data_folder("schemas").joinpath("variant.schema.json")))
    path.write_text(json.dumps(composed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write_shipped()
