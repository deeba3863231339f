"""`hazari check` for programs and pipelines: forms, exit codes, ignore comments, the git hook."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
import yaml
from jsonschema import Draft202012Validator

from hazari_rules.cli import run
from hazari_rules.documents import Source
from hazari_rules.errors import Finding
from hazari_rules.library import VariantFile
from tests.loaders import shipped

ROOT = Path(__file__).parent.parent
HEAD = "spec: 1\nextends: hazari\nid: village\nname: Village\nsummary: Ours.\n"
GOOD = HEAD + "play: {ties: split}\n"
WARNED = HEAD + "play: {ties: last_played}\n"
WRONG = HEAD + "play: {ties: first_plyed}\n"

Out = tuple[int, str]


@pytest.fixture
def village(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one_loader: None) -> Path:
    """A folder to work in with a file that is right, one with a warning and one with an error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for name, text in (("good", GOOD), ("warned", WARNED), ("wrong", WRONG)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> Out:
    code = run(["check", *arguments])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return code, printed.out


@pytest.mark.parametrize(
    ("files", "fail_on", "code"),
    [
        ("good", "error", 0),
        ("good", "warning", 0),
        ("good warned", "error", 0),
        ("good warned", "warning", 1),
        ("wrong", "error", 1),
        ("wrong", "warning", 1),
    ],
)
def test_fail_on_decides_the_exit_code(
    village: Path, capsys: pytest.CaptureFixture[str], files: str, fail_on: str, code: int
) -> None:
    names = [f"{name}.yaml" for name in files.split()]
    assert check(capsys, *names, "--fail-on", fail_on)[0] == code


def test_text_is_the_usual_form(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, "warned.yaml", "wrong.yaml")
    assert code == 1
    assert "warned.yaml:6:8: warning: 'play.ties' is the same in 'hazari' [repeats-parent]" in out
    assert "  | play: {ties: last_played}\n  |        ^^^^\n" in out
    assert out.endswith("2 files checked: 1 error, 1 warning\n")


def test_actions_gets_its_own_form_by_itself(
    village: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = check(capsys, "wrong.yaml")[1]
    asked = check(capsys, "wrong.yaml", "--format", "github")[1]
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert check(capsys, "wrong.yaml")[1] == asked != plain
    assert check(capsys, "wrong.yaml", "--format", "text")[1] == plain
    assert json.loads(check(capsys, "wrong.yaml", "--json")[1])["files"] == ["wrong.yaml"]


def test_github_commands_are_escaped_and_lead_to_the_place(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = village / "odd, 100%.yaml"
    odd.write_text(WRONG, encoding="utf-8")
    out = check(capsys, odd.name, "--format", "github")[1]
    command, summary = out.splitlines()
    found = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", command)
    assert found, command
    stated = dict(part.split("=", 1) for part in found[2].split(","))
    assert found[1] == "error"
    assert unquote(stated["file"]) == odd.name
    assert (stated["line"], stated["col"], stated["endLine"], stated["endColumn"]) == (
        "6", "14", "6", "24",
    )  # fmt: skip
    assert "%0Ahint: did you mean 'first_played'?%0A" in found[3]
    assert "docs/findings.md#unknown-value" in found[3]
    assert summary == "1 file checked: 1 error, 0 warnings"


def _strict(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_TEXT = _strict(
    {"text": {"type": "string", "minLength": 1}, "markdown": {"type": "string"}}, "text"
)
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_PLACE = {"type": "integer", "minimum": 1}
_URI = _strict({"uri": {"type": "string", "pattern": r"^[\w.~:/?#@!$&'()*+,;=%-]+$"}}, "uri")
SARIF = _strict(
    {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": _strict(
                {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "artifacts": {
                        "type": "array",
                        "uniqueItems": True,
                        "items": _strict({"location": _URI}),
                    },
                    "tool": _strict(
                        {
                            "driver": _strict(
                                {
                                    "name": {"type": "string"},
                                    "semanticVersion": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": _strict(
                                            {
                                                "id": {"type": "string"},
                                                "name": {"type": "string"},
                                                "shortDescription": _TEXT,
                                                "help": _TEXT,
                                                "defaultConfiguration": _strict({"level": _LEVEL}),
                                            },
                                            "id",
                                        ),
                                    },
                                },
                                "name",
                            )
                        },
                        "driver",
                    ),
                    "results": {
                        "type": "array",
                        "items": _strict(
                            {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": _LEVEL,
                                "message": _TEXT,
                                "locations": {
                                    "type": "array",
                                    "items": _strict(
                                        {
                                            "physicalLocation": _strict(
                                                {
                                                    "artifactLocation": _URI,
                                                    "region": _strict(
                                                        {
                                                            "startLine": _PLACE,
                                                            "startColumn": _PLACE,
                                                            "endLine": _PLACE,
                                                            "endColumn": _PLACE,
                                                        },
                                                        "startLine",
                                                    ),
                                                },
                                                "artifactLocation",
                                            )
                                        }
                                    ),
                                },
                            },
                            "message",
                        ),
                    },
                },
                "tool",
            ),
        },
    },
    "version",
    "runs",
)
"""What of SARIF 2.1.0 is used here; the standard's own schema allows more."""


def test_sarif_fits_the_standard_and_says_what_json_says(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spaced = village / "our rules.yaml"
    spaced.write_text(WRONG, encoding="utf-8")
    names = ["warned.yaml", spaced.name, str(village / "good.yaml")]
    code, out = check(capsys, *names, "--format", "sarif")
    log = json.loads(out)
    Draft202012Validator(SARIF).validate(log)
    assert code == 1
    (one,) = log["runs"]
    rules = one["tool"]["driver"]["rules"]
    findings = json.loads(check(capsys, *names, "--json")[1])["findings"]
    assert len(findings) == len(one["results"]) == 2
    for finding, result in zip(findings, one["results"], strict=True):
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"] == finding["id"]
        assert finding["link"] in rule["help"]["text"]
        assert f"]({finding['link']})" in rule["help"]["markdown"]
        assert result["level"] == finding["severity"]
        assert finding["message"] in result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert unquote(place["artifactLocation"]["uri"]) == finding["file"]
        assert list(place["region"].values()) == [
            finding[key] for key in ("line", "column", "end_line", "end_column")
        ]
    uris = [artifact["location"]["uri"] for artifact in one["artifacts"]]
    assert uris == ["warned.yaml", "our%20rules.yaml", (village / "good.yaml").as_uri()]


def test_sarif_of_clean_files_has_no_results(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = check(capsys, "good.yaml", "--format", "sarif")
    log = json.loads(out)
    Draft202012Validator(SARIF).validate(log)
    assert (code, log["runs"][0]["results"]) == (0, [])


@pytest.mark.parametrize(("fail_on", "failures"), [("error", 1), ("warning", 2)])
def test_junit_has_a_test_for_each_file(
    village: Path, capsys: pytest.CaptureFixture[str], fail_on: str, failures: int
) -> None:
    names = [f"{name}.yaml" for name in ("good", "warned", "wrong")]
    out = check(capsys, *names, "--format", "junit", "--fail-on", fail_on)[1]
    root = ET.fromstring(out)
    (suite,) = root
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    for element in (root, suite):
        assert element.get("tests") == "3"
        assert element.get("failures") == str(failures)
    assert [case.get("name") for case in suite] == names
    told = {case.get("name"): [part.tag for part in case] for case in suite}
    assert told["good.yaml"] == []
    assert told["wrong.yaml"] == ["failure"]
    assert told["warned.yaml"] == ["failure" if failures == 2 else "system-out"]
    failure = suite[2][0]
    assert failure.get("type") == "unknown-value"
    assert "did you mean 'first_played'?" in (failure.text or "")


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif", "junit"])
def test_every_form_reads_standard_input(
    village: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    code, out = check(capsys, "-", "--format", form)
    assert code == 1
    assert "unknown-value" in out


def test_what_two_files_inherit_is_told_once(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        text = GOOD.replace("extends: hazari", "extends: wrong").replace("village", name)
        (village / f"{name}.yaml").write_text(text, encoding="utf-8")
    text = WRONG.replace("village", "wrong")
    (village / "wrong.yaml").write_text(text, encoding="utf-8")
    findings = json.loads(check(capsys, "one.yaml", "two.yaml", "--json")[1])["findings"]
    assert [(finding["file"], finding["id"]) for finding in findings] == [
        ("wrong.yaml", "unknown-value")
    ]


def test_files_and_folders_together_are_checked_once_each(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (village / "more").mkdir()
    (village / "more" / "good.cases.yaml").write_text("cases: 1\n", encoding="utf-8")
    (village / "more" / "deep.yaml").write_text(GOOD, encoding="utf-8")
    out = check(capsys, "good.yaml", "more", "good.yaml", "--json")[1]
    inside = [str(Path("more") / name) for name in ("deep.yaml", "good.cases.yaml")]
    assert json.loads(out)["files"] == ["good.yaml", *inside]


ENDINGS = (".yaml", ".cases.yaml")


def _found(text: str) -> list[Finding]:
    return shipped().check(VariantFile(Path("t.yaml"), "file"), Source("t.yaml", text))


@pytest.mark.parametrize(
    "comment",
    [
        "# hazari: ignore[repeats-parent]",
        "#hazari:ignore[ repeats-parent ]",
        "# as everybody knows  # hazari: ignore[repeats-parent]",
    ],
)
def test_a_comment_silences_the_warning_of_its_line(comment: str) -> None:
    assert [finding.id for finding in _found(WARNED)] == ["repeats-parent"]
    assert _found(WARNED.replace("}\n", f"}} {comment}\n")) == []


def test_several_ids_may_be_ignored_and_each_must_ignore_something() -> None:
    text = HEAD.replace("summary: Ours.\n", "")
    line = "name: Village  # hazari: ignore[no-summary, never-counts]\n"
    text = text.replace("name: Village\n", line) + "play: {ties: split}\n"
    (unused,) = _found(text)
    assert unused.id == "unused-ignore"
    assert unused.span is not None
    assert text.splitlines()[3][unused.span.column - 1 : unused.span.end_column - 1] == (
        "never-counts"
    )
    assert "no-summary" in unused.hint


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("play: {ties: split}  # hazari: ignore[repeats-parent]", ["unused-ignore"]),
        ("play: {ties: last_played}  # hazari: ignore", ["repeats-parent", "unused-ignore"]),
        ("play: {ties: last_played}  # hazari: ignore[]", ["repeats-parent", "unused-ignore"]),
        ("aliases: ['# hazari: ignore[repeats-parent]']", []),
        ("aliases: [a#hazari]", []),
        ("play: {ties: first_plyed}  # hazari: ignore[unknown-value]", ["unknown-value"]),
    ],
)
def test_comments_that_ignore_nothing(line: str, found: list[str]) -> None:
    assert sorted(finding.id for finding in _found(f"{HEAD}{line}\n")) == found


def test_the_hook_checks_variants_and_their_cases_and_nothing_else() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] == "hazari-check"
    assert hook["entry"].split() == ["hazari", "check"]
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "variants").iterdir()]
    files += ["docs/conf.yaml", ".pre-commit-hooks.yaml", "pack/variants/ours.yml"]
    chosen = {name for name in files if re.search(hook["files"], name)}
    shipped = {f"variants/{id_}{end}" for id_ in ("hazari", "hazarey") for end in ENDINGS}
    assert chosen == {*shipped, "pack/variants/ours.yml"}
