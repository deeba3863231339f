"""`hazari check` on files of cases, and the way from a wrong kind of file to its command."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hazari_rules.cli import run

ROOT = Path(__file__).parent.parent
VILLAGE = "spec: 1\nextends: hazari\nid: village\nname: Village\nsummary: Ours.\n"
RECORD = (
    "record: 1\nrules: {id: hazari}\nseats: [A, B, C, D]\ndeals: [{points: [90, 90, 90, 90]}]\n"
)

Check = Callable[..., list[dict[str, object]]]


@pytest.fixture
def check(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    one_loader: None,
) -> Check:
    """Write files, check the last one, and give its findings."""
    monkeypatch.chdir(tmp_path)

    def check_(**files: str) -> list[dict[str, object]]:
        for name, text in files.items():
            Path(name.replace("__", ".")).write_text(text, encoding="utf-8")
        code = run(["check", "--json", name.replace("__", ".")])
        found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["findings"]
        assert code == bool(found)
        return found

    return check_


def cases(*items: str, head: str = "cases: 1\nvariant: village\nspec: [1]\n") -> str:
    return head + ("list:\n" if items else "list: []\n") + "".join(items)


def points(expected: int, more: str = "") -> str:
    return (
        "- {id: points.ace, layer: L6, rule: /card_points/values/A, op: points,\n"
        f"   input: {{cards: AS}}, expect: {{result: {{points: {expected}}}}}{more}}}\n"
    )


def test_the_shipped_cases_are_clean(check: Check) -> None:
    for name in ("hazari", "hazarey"):
        for ending in (".yaml", ".cases.yaml"):
            shutil.copy(ROOT / "variants" / f"{name}{ending}", f"{name}{ending}")
    assert run(["check", "."]) == 0


def test_a_case_that_fails_is_marked_with_what_the_rules_answer(check: Check) -> None:
    (found,) = check(village__yaml=VILLAGE, village__cases__yaml=cases(points(15)))
    assert (found["id"], found["line"], found["column"]) == ("case-fails", 6, 32)
    assert found["message"] == "'points.ace': the rules answer {points: 10}"
    assert found["pointer"] == "/list/0/expect"
    mended = VILLAGE + "card_points: {values: {A: 15}, total: 380}\n"
    assert check(village__yaml=mended, village__cases__yaml=cases(points(15))) == []


def test_a_case_under_options_is_put_to_those(check: Check) -> None:
    more = ", options: {card_points: pack_of_380}"
    assert check(village__yaml=VILLAGE, village__cases__yaml=cases(points(11, more))) == []
    (found,) = check(village__cases__yaml=cases(points(11, ", options: {card_pints: x}")))
    assert (found["id"], found["hint"]) == ("unknown-option", "did you mean 'card_points'?")


def test_a_rule_that_is_not_there_is_named_with_the_nearest(check: Check) -> None:
    item = points(10).replace("/card_points/values/A", "/card_points/valus/A")
    (found,) = check(village__yaml=VILLAGE, village__cases__yaml=cases(item))
    assert (found["id"], found["hint"]) == ("unknown-rule", "did you mean 'values'?")


def test_taken_over_cases_that_do_not_hold_are_told_at_extends(check: Check) -> None:
    mended = VILLAGE + "card_points: {values: {A: 15}, total: 380}\n"
    head = "cases: 1\nvariant: village\nspec: [1]\nextends: hazari\n"
    found = check(village__yaml=mended, village__cases__yaml=cases(head=head))
    assert {(f["id"], f["pointer"]) for f in found} == {("case-fails", "/extends")}
    names = sorted({str(f["hint"]).rpartition(": ")[2] for f in found})
    without = f"without: [{', '.join(names)}]\n"
    assert "points.pack" in names
    assert check(village__cases__yaml=cases(head=head + without)) == []


@pytest.mark.parametrize("what", ["no variant", "another id", "another name"])
def test_cases_stand_beside_their_variant(check: Check, what: str) -> None:
    if what == "another name":
        (found,) = check(village__yaml=VILLAGE, tests__yaml=cases())
        assert "name it village.cases.yaml" in str(found["hint"])
    elif what == "another id":
        (found,) = check(
            village__yaml=VILLAGE.replace("id: village", "id: town"), village__cases__yaml=cases()
        )
        assert found["hint"] == "write variant: town"
    else:
        (found,) = check(village__cases__yaml=cases())
        assert "village.yaml is not there" in str(found["message"])
    assert found["id"] == "cases-misplaced"


def test_what_is_wrong_with_the_variant_is_told_of_it(check: Check) -> None:
    (found,) = check(village__yaml=VILLAGE + "match: {target: x}\n", village__cases__yaml=cases())
    assert (found["id"], found["file"]) == ("wrong-type", "village.yaml")


def test_a_match_record_is_sent_to_score_and_a_variant_to_check(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = check(match__yaml=RECORD)
    assert (found["id"], found["hint"]) == ("other-file", "`hazari score` reads it")
    check(village__yaml=VILLAGE)
    assert run(["score", "village.yaml"]) == 1
    said = capsys.readouterr().err
    assert "this is a variant, not a match record [other-file]" in said
    assert "`hazari check` checks it" in said
    assert run(["score", "match.yaml"]) == 0


def test_an_empty_file_is_told_how_its_kind_begins(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("match.yaml").touch()
    assert run(["score", "match.yaml"]) == 1
    assert "the first one 'record: 1'" in capsys.readouterr().err
    assert "the first one 'spec: 1'" in str(check(village__yaml="")[0]["hint"])
    assert "the first one 'cases: 1'" in str(check(village__cases__yaml="")[0]["hint"])
