"""The JSON Schema of variant files: whole, readable, and good for other tools than this package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from hazari_rules.builtin import FAMILIES, KINDS, vocabulary
from hazari_rules.export import ruleset_schema
from hazari_rules.kinds import Family, Kind, Vocabulary
from hazari_rules.model import BLOCKS
from hazari_rules.schema import compose, shipped_schema
from tests.malformed import CASES, CLEAN, SCHEMA

ROOT = Path(__file__).parent.parent
FILE = ROOT / "schemas" / "variant.schema.json"
SHIPPED = shipped_schema("variant")
VARIANTS = sorted((ROOT / "variants").glob("*.yaml"))
VARIANTS = [path for path in VARIANTS if ".cases." not in path.name]

Schema = dict[str, Any]


def subschemas(node: Any, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Every map in the schema with its JSON pointer."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from subschemas(value, f"{path}/{key}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from subschemas(value, f"{path}/{i}")


def resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        schema = {**SHIPPED["$defs"][name], **{k: v for k, v in schema.items() if k != "$ref"}}
    return schema


def properties() -> Iterator[tuple[str, Schema]]:
    """Every key that a file may have, but for what only says which keys a whole file needs."""
    for path, schema in subschemas(SHIPPED):
        if isinstance(schema.get("properties"), dict) and not path.endswith("/properties"):
            for key, value in schema["properties"].items():
                if not path.startswith("/$defs/complete"):
                    yield f"{path}/{key}", resolved(value)


# ---------------------------------------------------------------- the file itself


def test_the_shipped_schema_is_what_its_frame_and_the_kinds_compose() -> None:
    composed = compose(SHIPPED, vocabulary())
    assert FILE.read_text(encoding="utf-8") == (
        json.dumps(composed, indent=2, ensure_ascii=False) + "\n"
    )


def test_composing_twice_changes_nothing_more() -> None:
    composed = compose(SHIPPED, vocabulary())
    assert compose(composed, vocabulary()) == composed


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SHIPPED)
    Draft202012Validator.check_schema(compose(SHIPPED, vocabulary(), complete=True))
    assert SHIPPED["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_reference_leads_somewhere_and_every_definition_is_used() -> None:
    used = {s["$ref"] for _, s in subschemas(SHIPPED) if isinstance(s.get("$ref"), str)}
    assert used == {f"#/$defs/{name}" for name in SHIPPED["$defs"]}


def test_kinds_are_chosen_by_enum_and_if_never_by_trying_all() -> None:
    for path, schema in subschemas(SHIPPED):
        assert not {"oneOf", "anyOf", "allOf", "unevaluatedProperties"} & schema.keys(), path


def test_no_map_takes_keys_that_nobody_knows() -> None:
    for path, schema in subschemas(SHIPPED):
        stated = isinstance(schema.get("properties"), dict)
        if stated and "type" in schema and not path.endswith("/properties"):
            assert schema["additionalProperties"] is False, path


def test_deriving_another_schema_leaves_the_kinds_as_they_are() -> None:
    ruleset_schema(vocabulary())
    assert compose(SHIPPED, vocabulary()) == SHIPPED


def test_every_limit_stops_a_file_from_growing_without_bounds() -> None:
    for path, schema in subschemas(SHIPPED):
        if schema.get("type") == "array":
            assert schema["maxItems"] <= 60, path
        if schema.get("type") == "string" and not path.endswith("/if"):
            assert schema["maxLength"] <= 500, path
        if schema.get("type") == "integer":
            assert {"minimum", "maximum"} <= schema.keys(), path


# ---------------------------------------------------------------- for a reader


def test_every_key_says_what_it_is() -> None:
    silent = [path for path, schema in properties() if not schema.get("description")]
    assert silent == []


def test_texts_are_sentences_for_readers() -> None:
    for path, schema in subschemas(SHIPPED):
        text = schema.get("description")
        if isinstance(text, str):
            first = text.split("\n")[0]
            assert len(first) >= 8, path
            assert re.search(r"[.)]$", first), f"{path}: {first}"
            assert first[0].isupper() or re.match(r"[a-z_]+:", first), f"{path}: {first}"
            assert not re.search(r"\bseeds?\b|TODO|FIXME", text), path
        title = schema.get("title")
        if isinstance(title, str):
            assert title[0].isupper(), path
            assert not title.endswith("."), path


def test_each_choice_between_kinds_explains_all_of_them() -> None:
    for family in FAMILIES:
        if family.name in ("card_test", "condition"):
            continue
        text = SHIPPED["$defs"][family.name]["description"]
        assert text.startswith(family.description)
        for kind in vocabulary().of(family.name).values():
            assert f"\n- {kind.name}: {kind.description}" in text


def test_every_kind_can_be_written() -> None:
    text = json.dumps(SHIPPED["$defs"])
    for kind in KINDS:
        assert f'"{kind.name}"' in text


def test_the_blocks_are_those_of_the_model() -> None:
    assert [*SHIPPED["$defs"]["complete"]["required"]] == [*BLOCKS]
    assert set(SHIPPED["$defs"]["patch"]["properties"]) == set(BLOCKS)
    assert set(BLOCKS) < set(SHIPPED["properties"])
    for block in BLOCKS:
        assert SHIPPED["properties"][block] == SHIPPED["$defs"]["patch"]["properties"][block]


# ---------------------------------------------------------------- for other tools


class Yaml12Loader(yaml.SafeLoader):
    """Scalars as YAML 1.2 and editors read them: `no` and `on` are text, 10 is a number."""


Yaml12Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"(?:true|false)$", "tf"),
    ("int", r"[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?$", "-+0123456789."),
    ("null", r"(?:~|null|)$", ["~", "n", ""]),
):
    Yaml12Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), list(_first)
    )


def text_keys(data: Any) -> Any:
    """Keys as text, as a JSON Schema sees them: editors read `10:` as "10"."""
    if isinstance(data, dict):
        return {str(key): text_keys(value) for key, value in data.items()}
    return [text_keys(item) for item in data] if isinstance(data, list) else data


def as_editors_read(text: str) -> Any:
    return text_keys(yaml.load(text, Loader=Yaml12Loader))


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_shipped_variants_are_valid_for_any_validator(path: Path) -> None:
    data = as_editors_read(path.read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(SHIPPED).iter_errors(data)] == []


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_shipped_variants_name_their_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").split("\n")[0]
    (reference,) = re.findall(r"^# yaml-language-server: \$schema=(\S+)$", first)
    assert (path.parent / reference).resolve() == FILE


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_shipped_variants_are_named_by_their_ids(path: Path) -> None:
    assert as_editors_read(path.read_text(encoding="utf-8"))["id"] == path.stem


def test_the_command_check_jsonschema_takes_the_shipped_variants() -> None:
    """A test for pre-commit and CI of others; left out where that tool is not installed."""
    pytest.importorskip("check_jsonschema")
    said = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--schemafile", FILE, *VARIANTS],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize(
    "text",
    [
        "deck: {ranks: [A, K, 10, 9]}",
        "deck: {ranks: [A, K, '10', '9']}",
        "card_points: {values: {10: 5}}",
        "card_points: {values: {'10': 5}}",
        "combinations: [{id: a, exact_ranks: [5, '3', 2]}]",
        "combinations: [{id: a, key: {ranks: {order: [[3, 2], 'A', rest]}}}]",
    ],
)
def test_ranks_need_no_quotes_in_editors(text: str) -> None:
    Draft202012Validator(SHIPPED).validate(as_editors_read(CLEAN + text))


NUMBERS_OF_YAML = ("number with a zero in front", "number with a point", "very large number")
"""What other tools read as numbers, before any schema is looked at."""


@pytest.mark.parametrize(
    "case",
    [case for case in SCHEMA if case.name not in NUMBERS_OF_YAML],
    ids=lambda case: case.name,
)
def test_editors_and_the_check_agree_on_what_does_not_fit(case: Any) -> None:
    """What the check says of the schema any validator says, though not as well."""
    data = as_editors_read(case.source)
    schema = compose(SHIPPED, vocabulary(), complete=case.name.startswith("missing argument"))
    if "missing argument" in case.name:
        schema["$defs"]["complete"]["required"] = []
        data.pop("extends")
    assert not Draft202012Validator(schema).is_valid(data)


def test_there_are_cases_of_every_schema_finding() -> None:
    ids = {expected.id for case in CASES for expected in case.findings}
    assert ids >= {
        "bad-format",
        "missing-key",
        "out-of-range",
        "repeated-value",
        "two-kinds",
        "unknown-key",
        "unknown-value",
        "wrong-type",
    }


# ---------------------------------------------------------------- with kinds of others


def test_a_new_kind_is_part_of_the_composed_schema_and_nothing_else_changes() -> None:
    argument = {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}
    more = (
        Kind("tie_rule", "coin", "A coin decides.", "A coin.", lambda a, r: None),
        Kind("award", "fixed", "Fixed {who}.", "Fixed.", lambda a, r: None, argument),
        Kind("card_test", "red", "red", "All red.", lambda a, r: None, {"type": "boolean"}),
        Kind("condition", "asks", "a player asks", "Asks.", lambda a, r: None),
    )
    composed = compose(SHIPPED, vocabulary(more))
    defs = composed["$defs"]
    assert "coin" in defs["tie_rule"]["enum"]
    assert defs["award"]["then"]["enum"] == ["captured_card_points"]
    assert defs["award"]["else"]["properties"]["fixed"]["properties"] == argument["properties"]
    assert "required" not in defs["award"]["else"]["properties"]["fixed"]
    whole = compose(SHIPPED, vocabulary(more), complete=True)
    assert whole["$defs"]["award"]["else"]["properties"]["fixed"]["required"] == ["who"]
    assert defs["combination"]["properties"]["red"]["type"] == "boolean"
    assert defs["when"]["properties"]["asks"]["const"] is True
    assert compose(composed, vocabulary())["$defs"]["tie_rule"] == SHIPPED["$defs"]["tie_rule"]


def test_a_family_of_maps_alone_takes_no_word() -> None:
    family = Family("effect", "Effect", "What then.")
    kind = Kind("effect", "win", "Wins.", "Wins.", lambda a, r: None, {"type": "integer"})
    known = Vocabulary([family], [kind])
    frame: Schema = {"$defs": {"combination": {"properties": {}}, "when": {"properties": {}}}}
    known._kinds.update({"card_test": {}, "condition": {}})
    slot = compose(frame, known)["$defs"]["effect"]
    assert slot["type"] == "object"
    assert slot["maxProperties"] == slot["minProperties"] == 1
