"""docs/findings.md and the code know the same findings, and each example gives what it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from hazari_rules.check_cases import cases_findings
from hazari_rules.cli import run
from hazari_rules.documents import Source
from hazari_rules.errors import DOCS, Finding, Severity
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from tests.malformed import CASES, WARNINGS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / DOCS).read_text(encoding="utf-8")
ID = re.compile(r"[a-z]+(-[a-z]+)*")
BLOCK = re.compile(r"^```yaml\n# (head|wrong|right)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A block of the document: `what` is said after "wrong" or "right" in its first line."""

    id: str
    right: bool
    what: str
    text: str


@cache
def heads() -> dict[str, str]:
    return {what.strip(): text for kind, what, text in BLOCK.findall(TEXT) if kind == "head"}


@cache
def sections() -> dict[str, str]:
    parts = re.split(r"^### (.+)$", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def examples() -> Iterator[Example]:
    for id_, section in sections().items():
        for kind, what, text in BLOCK.findall(section.split("\n## ")[0]):
            yield Example(id_, kind == "right", what.strip(), text)


EXAMPLES = list(examples())


# ---------------------------------------------------------------- the ids of the source

MAKERS = {
    "Finding", "Problem", "_Told", "_add", "_at", "_fail", "_find", "_finding", "_refuse", "_warn",
    "finding", "finding_at", "finding_in", "told",
}  # fmt: skip
"""The names of the functions that are given the id of a finding."""


def ids_in(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        for argument in _stated(node) if isinstance(node, ast.Call) else ():
            value = argument.value if isinstance(argument, ast.Constant) else None
            if isinstance(argument, ast.Name):
                value = constants.get(argument.id)
            if isinstance(value, str) and ID.fullmatch(value):
                yield value


def _stated(call: ast.Call) -> list[ast.expr]:
    """What may be the id of a finding, in a call that makes one or notes one for later."""
    if _name(call.func) in MAKERS:
        return [*call.args[:3], *(k.value for k in call.keywords if k.arg in ("id", "id_"))]
    if _name(call.func) == "append" and isinstance(call.args[0], ast.Tuple):
        parts = call.args[0].elts
        return parts[:1] if len(parts) == 3 else []
    return []


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def source_ids() -> set[str]:
    return {id_ for path in (ROOT / "hazari_rules").glob("*.py") for id_ in ids_in(path)}


# ---------------------------------------------------------------- the document


def test_the_document_and_the_source_know_the_same_findings() -> None:
    assert sorted(sections()) == sorted(source_ids())


def test_every_finding_of_the_tests_is_one_of_the_source() -> None:
    tested = {expected.id for case in (*CASES, *WARNINGS) for expected in case.findings}
    assert tested <= source_ids()


def test_every_section_explains_itself() -> None:
    for id_, section in sections().items():
        words = BLOCK.sub("", section).strip()
        assert len(words.split()) >= 8, id_


def test_every_section_has_a_pair_of_examples_or_says_why_not() -> None:
    for id_, section in sections().items():
        pair = [example.right for example in EXAMPLES if example.id == id_]
        if "No example:" in " ".join(section.split()):
            assert pair == [], id_
        else:
            assert pair == [False, True], id_


def test_links_of_findings_lead_to_their_sections() -> None:
    link = Finding("unknown-key", "").link
    path, _, anchor = link.partition("#")
    assert path == DOCS
    assert anchor in sections()


def test_the_first_example_is_what_the_command_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
    text = heads()[""].replace("summary: As the village plays it.\n", "")
    monkeypatch.chdir(tmp_path)
    Path("village.yaml").write_text(text + "play: {ties: last_playd}\n", encoding="utf-8")
    run(["check", "village.yaml"])
    assert capsys.readouterr().out.startswith(shown)


# ---------------------------------------------------------------- the examples


def whole_text(example: Example) -> str:
    first = "record" if example.what.startswith("record") else "spec"
    complete = re.search(rf"^{first}:|^# {first}:|^(?:cases|record):", example.text, re.M)
    if complete and not example.text.startswith("---"):
        return example.text
    return heads()["of a record" if first == "record" else ""] + example.text


@cache
def loader() -> Loader:
    return Loader.shipped()


@cache
def found_in_variant(text: str) -> list[Finding]:
    source = Source("village.yaml", text)
    return loader().check(VariantFile(Path("village.yaml"), "file"), source)


def found_in_cases(text: str, folder: Path) -> list[Finding]:
    (folder / "village.yaml").write_text(heads()[""], encoding="utf-8")
    path = folder / "village.cases.yaml"
    path.write_text(text, encoding="utf-8")
    return cases_findings(loader(), path, Source(str(path), text))


def printed_for_record(
    example: Example, folder: Path, capsys: pytest.CaptureFixture[str]
) -> set[str]:
    path = folder / "match.yaml"
    path.write_text(whole_text(example), encoding="utf-8")
    arguments = example.what.partition("scored with")[2].split()
    run(["score", str(path), *arguments])
    return set(re.findall(r"^\S+: (?:error|warning): .* \[(\S+)\]$", capsys.readouterr().err, re.M))


def ids_of(example: Example, folder: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    if example.what.startswith("record"):
        return printed_for_record(example, folder, capsys)
    if example.what == "cases":
        return {finding.id for finding in found_in_cases(example.text, folder)}
    return {finding.id for finding in found_in_variant(whole_text(example))}


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if not e.right], ids=lambda example: example.id
)
def test_the_wrong_example_gives_this_finding_and_no_other(
    example: Example, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ids_of(example, tmp_path, capsys) == {example.id}
    if not example.what:
        (severity,) = {finding.severity for finding in found_in_variant(whole_text(example))}
        warns = "*Warning.*" in sections()[example.id]
        assert warns == (severity is Severity.WARNING)


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if e.right], ids=lambda example: example.id
)
def test_the_right_example_is_clean(
    example: Example, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ids_of(example, tmp_path, capsys) == set()
