"""The written cases: complete, well-formed, and what the rules say."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case, CaseFilter, Layer, authored_cases
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_suite import agrees, suite_of
from hazari_rules.documents import parse, read_source
from hazari_rules.errors import FindingsError, HazariError
from hazari_rules.loading import Loader
from hazari_rules.schema import shipped_schema
from hazari_rules.validation import schema_findings

VARIANTS = Path(__file__).parent.parent / "variants"
SHIPPED = ("hazari", "hazarey")
LOADER = Loader.shipped()


def written(name: str) -> tuple[Case, ...]:
    return authored_cases(LOADER.resolver.library, name)


def test_shipped_files_of_cases_fit_their_schema() -> None:
    for name in SHIPPED:
        path = VARIANTS / f"{name}.cases.yaml"
        node = parse(read_source(path.name, path.read_bytes()))
        assert schema_findings(node, shipped_schema("cases")) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_engine_gives_every_expected_answer_under_the_options_that_a_case_names(
    name: str,
) -> None:
    engines: dict[tuple[tuple[str, str], ...], Engine] = {}
    for case in written(name):
        options = tuple(case.options.items())
        if options not in engines:
            variant = LOADER.load(name, case.options)
            engines[options] = Engine(Rules.compile(variant.ruleset, variant.vocabulary))
        assert agrees(engines[options], case), case.id


@pytest.mark.parametrize("name", SHIPPED)
def test_ids_are_permanent_words_of_two_levels_and_every_layer_is_there(name: str) -> None:
    cases = written(name)
    assert len({case.id for case in cases}) == len(cases)
    assert all(re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", case.id) for case in cases)
    assert {case.layer for case in cases} == set(Layer)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_case_points_at_a_rule_and_cites_a_source_of_the_variant(name: str) -> None:
    resolved: dict[str, dict[str, Any]] = {}
    for case in written(name):
        key = str(case.options)
        if key not in resolved:
            resolved[key] = LOADER.load(name, case.options).ruleset.as_data()
        data = resolved[key]
        found: Any = data
        for step in case.rule.split("/")[1:]:
            found = (
                next(i for i in found if i["id"] == step)
                if isinstance(found, list)
                else found[step]
            )
        if case.citation is not None:
            assert case.citation.source in data["sources"]


def test_hazarey_takes_over_the_cases_that_it_does_not_leave_out() -> None:
    hazari = {case.id for case in written("hazari")}
    hazarey = {case.id for case in written("hazarey")}
    assert "ties.fourth-group-wins" in hazari & hazarey
    assert "points.pack" in hazari - hazarey
    assert "three-troys.win-the-match" in hazarey - hazari


def test_a_case_that_another_option_makes_wrong_is_left_out_and_named() -> None:
    library = LOADER.resolver.library
    variant = LOADER.load("hazari", {"run_order": "ace_low_last"})
    suite = suite_of(variant, library, "hazari")
    assert "runs.ace-low-second" in suite.left_out
    assert "ties.fourth-group-wins" in {case.id for case in suite.cases}
    assert suite_of(LOADER.load("hazari"), library, "hazari").left_out == ()


def filtered(**parts: object) -> Iterator[str]:
    wanted = CaseFilter(**parts)  # type: ignore[arg-type]
    return (case.id for case in written("hazari") if wanted.wants(case))


def test_cases_are_picked_by_layer_rule_and_id() -> None:
    assert all(id_.startswith("ties.") for id_ in filtered(rules=("/play/ties",)))
    assert "points.pack" not in filtered(layers=frozenset({Layer.ROUND}))
    assert list(filtered(ids=("ties.no-*",))) == ["ties.no-suit", "ties.no-spare"]
    assert "lead.winner" in filtered(rules=("/play",))
    assert list(filtered(rules=("/pla",))) == []


VARIANT = "spec: 1\nextends: hazari\nid: club\nname: Club\n"
HEAD = "cases: 1\nvariant: club\nspec: [1]\n"


def club(folder: Path, cases: str) -> tuple[Case, ...]:
    (folder / "club.yaml").write_text(VARIANT, "utf-8")
    (folder / "club.cases.yaml").write_text(cases, "utf-8")
    loader = Loader.installed((folder,))
    return authored_cases(loader.resolver.library, "club")


def test_cases_stand_beside_a_strangers_variant(tmp_path: Path) -> None:
    case = (
        "- {id: mine.ace, layer: L6, rule: /card_points/values/A, op: points,"
        " input: {cards: AS}, expect: {result: {points: 10}}}\n"
    )
    (found,) = club(tmp_path, f"{HEAD}list:\n{case}")
    assert found.input == {"cards": ["AS"]}
    assert found.authored
    many = club(tmp_path, f"{HEAD}extends: hazari\nlist:\n{case}")
    assert len(many) == len(written("hazari")) + 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("list: []\nwithout: [a.b]\nextends: hazari\n", "no case 'a.b'"),
        ("list: []\nextends: club\n", "club -> club"),
        ("list: []\nextends: nobody\n", "no variant is named 'nobody'"),
        ("list:\n- {id: a.b}\n", "lacks 'layer'"),
        ("list: [", "yaml-syntax"),
        (
            "list:\n- {id: a.b, layer: L6, rule: /card_points, op: points,"
            " input: {cards: AX}, expect: {result: {points: 1}}}\n",
            "not a card",
        ),
        (
            "list:\n- &a {id: a.b, layer: L6, rule: /card_points, op: points,"
            " input: {cards: AS}, expect: {result: {points: 10}}}\n",
            "anchor",
        ),
        (
            "list:\n" + "- {id: a.b, layer: L6, rule: /card_points, op: points,"
            " input: {cards: AS}, expect: {result: {points: 10}}}\n" * 2,
            "there twice",
        ),
    ],
)
def test_a_bad_file_of_cases_gives_findings(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(HazariError) as caught:
        club(tmp_path, HEAD + text)
    assert said in str(caught.value)
    if isinstance(caught.value, FindingsError):
        assert all(finding.span for finding in caught.value.findings)
