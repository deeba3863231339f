"""The exported rules: valid, complete, with a digest that only the rules of play decide."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hazari_rules import load
from hazari_rules.builtin import vocabulary
from hazari_rules.cli import run
from hazari_rules.export import export, ruleset_schema
from hazari_rules.schema import shipped_schema

ROOT = Path(__file__).parent.parent
SCHEMA = shipped_schema("ruleset")
VALIDATOR = Draft202012Validator(SCHEMA)
CHOICES = [
    (variant, option.id, choice)
    for variant in ("hazari", "hazarey")
    for option in load(variant).options
    for choice in option.choices
]


def test_the_shipped_schema_is_the_derived_one() -> None:
    derived = json.dumps(ruleset_schema(vocabulary()), indent=2, ensure_ascii=False) + "\n"
    shipped = (ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8")
    assert shipped == derived, "write what ruleset_schema(vocabulary()) gives to the file"


def test_the_schema_explains_every_property() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert list(_untold(SCHEMA)) == []


def _untold(schema: Any, pointer: str = "") -> Iterator[str]:
    """Pointers of the properties that have neither a reference nor a title and description."""
    if isinstance(schema, dict):
        for name, item in schema.get("properties", {}).items():
            if "$ref" not in item and not (item.get("title") and item.get("description")):
                yield f"{pointer}/properties/{name}"
        for key, value in schema.items():
            yield from _untold(value, f"{pointer}/{key}")
    elif isinstance(schema, list):
        for i, item in enumerate(schema):
            yield from _untold(item, f"{pointer}/{i}")


@pytest.mark.parametrize(("variant", "option", "choice"), CHOICES)
def test_every_choice_exports_a_valid_document(variant: str, option: str, choice: str) -> None:
    loaded = load(variant, {option: choice})
    document = export(loaded, provenance=True)
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []
    assert document["rules"]["options"][option] == choice
    assert document["digest"] == independent_digest(document["rules"])


def independent_digest(rules: dict[str, Any]) -> str:
    """The digest as the schema's description says, written from that text."""
    left_out = {"id", "name", "aliases", "summary", "sources", "options"}
    blocks = {key: value for key, value in rules.items() if key not in left_out}
    for block in ("combinations", "redeals", "instant_wins"):
        blocks[block] = [
            {k: v for k, v in item.items() if k not in ("name", "aliases")}
            for item in blocks[block]
        ]
    text = json.dumps(blocks, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_nothing_is_inherited_or_left_open() -> None:
    document = export(load("hazarey"))
    keys = set(_keys(document["rules"]))
    assert not keys & {"extends", "above", "below", "remove", "choices", "default"}
    ladder = document["rules"]["combinations"]
    assert [item["id"] for item in ladder] == [
        "four_of_a_kind", "troy", "colour_run_4", "colour_run", "run_4", "run",
        "colour_4", "colour", "two_pairs", "pair", "indi",
    ]  # fmt: skip
    assert all({"id", "name", "aliases", "cards", "key"} <= item.keys() for item in ladder)


def _keys(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _keys(value)
    elif isinstance(data, list):
        for item in data:
            yield from _keys(item)


def test_derived_runs_are_those_of_the_seeds() -> None:
    runs = export(load("hazari"))["derived"]["runs"]["3"]
    shown = ["-".join(run) for place in runs for run in place]
    assert shown[:3] == ["A-K-Q", "A-2-3", "K-Q-J"]
    assert shown[-1] == "4-3-2"
    assert len(shown) == 12
    equal = export(load("hazari", {"run_order": "ace_low_equal"}))["derived"]["runs"]["3"]
    assert equal[0] == [["A", "K", "Q"], ["A", "2", "3"]]
    none = export(load("hazari", {"run_order": "ace_low_no_run"}))["derived"]["runs"]["3"]
    assert ["A", "2", "3"] not in [run for place in none for run in place]


def test_derived_ladders_of_the_groups() -> None:
    derived = export(load("hazarey"))["derived"]
    assert derived["played_as"][0] == ["troy", "colour_run", "run", "colour", "pair", "indi"]
    assert len(derived["played_as"][3]) == 11
    assert derived["judged_as"][3] == derived["played_as"][0]  # the best three cards
    whole = export(load("hazarey", {"lowest_group_judged_on": "all_cards"}))["derived"]
    assert whole["judged_as"][3] == derived["played_as"][3]


def test_key_order_comments_and_inheritance_leave_the_digest(tmp_path: Path) -> None:
    document = export(load("hazarey"))
    flat = {k: v for k, v in document["rules"].items() if k != "options"}
    turned = {key: flat[key] for key in reversed(flat)} | {"name": "Another name", "summary": "x"}
    path = tmp_path / "flat.yaml"
    path.write_text("# a comment\n" + json.dumps(turned), encoding="utf-8")
    again = export(load(str(path)))
    assert again["digest"] == document["digest"]
    assert again["derived"] == document["derived"]


def test_the_command_prints_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["export", "hazarey", "--option", "two_pairs=ignored", "--provenance"]
    assert run(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert "two_pairs" not in [item["id"] for item in document["rules"]["combinations"]]
    assert document["provenance"]["/card_points/values/A"].startswith("hazarey.yaml:")
    assert document["provenance"]["/card_points/values/K"].startswith("hazari.yaml:")
    assert run(["export", "hazarey"]) == 0
    assert "provenance" not in json.loads(capsys.readouterr().out)
    assert run(["export", "hazarie"]) == 2
