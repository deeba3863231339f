"""Reports and the command line of conformance runs, as a person and a build see them."""

import json
import re
import shlex
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import UsageError
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from hazari_rules import Variant, cli_conformance
from hazari_rules.cli import hazari
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.conformance_words import RuleWords
from hazari_rules.library import Library
from hazari_rules.loading import Loader
from hazari_rules.schema import shipped_schema
from tests.conformance_programs import program

ENGINE = shlex.join([sys.executable, "-c", "from hazari_rules.cli import main; main()"])
RIGHT = f"{ENGINE} conformance serve"
WRONG = f"{RIGHT} hazari -o equal_groups=first_played"


@pytest.fixture(autouse=True)
def _suites_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generate each suite once for all tests of this module."""
    monkeypatch.setattr(cli_conformance, "suite_of", _suite_once)


@cache
def _suite(name: str, seed: int) -> Suite:
    loader = Loader.shipped()
    return suite_of(loader.load(name), loader.resolver.library, name, seed)


def _suite_once(variant: Variant, library: Library, name: str, seed: int) -> Suite:
    return _suite(name, seed)


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(hazari, ["conformance", *arguments], standalone_mode=False)


def run(*arguments: str, cmd: str = WRONG) -> tuple[int, str]:
    result = invoke("run", "hazari", "--cmd", cmd, "--case", "ties.*", *arguments)
    assert result.exception is None, result.exception
    return int(result.return_value), result.stdout


def test_a_failure_says_what_which_rule_whose_words_and_how_again() -> None:
    code, text = run("--case", "points.7-1")
    assert code == 1
    block = text.split("\n\n")[1]
    assert "FAILED ties.fourth-group-wins [L5 rounds, lead and ties]" in block
    assert "/play/ties: Of equal best groups the one played last wins." in block
    assert "grand: \u201cso the fourth group, the 7-6-5, wins this round\u201d" in block
    assert '"groups": ["AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H"]' in block
    assert '{"result": {"winners": [3]}}' in block
    assert "differs in winners" in block
    again = next(line for line in block.splitlines() if line.startswith("  again"))
    words = shlex.split(again.split(maxsplit=1)[1])
    assert words[:3] == ["hazari", "conformance", "run"]
    repeated = invoke(*words[2:])
    assert repeated.return_value == 1
    assert repeated.stdout.count("FAILED ") == 1
    assert re.search(r"against hazari: \d+ passed, \d+ failed \(", text)


def test_a_clean_run_is_exit_code_0_with_nothing_to_say() -> None:
    for format_ in ("text", "github"):
        assert run("--format", format_, cmd=RIGHT)[0] == 0


def test_zero_cases_and_zero_answers_are_failures() -> None:
    nowhere = ("--case", "points.7-1", "--layer", "L1")
    result = invoke("run", "hazari", "--cmd", RIGHT, *nowhere)
    assert result.return_value == 1
    assert "nothing was tested: there are no cases to run" in result.stdout
    skipping = shlex.join(program("skip"))
    result = invoke("run", "hazari", "--cmd", skipping, "--case", "points.?-1")
    assert result.return_value == 1
    assert "nothing was tested: no case was answered" in result.stdout


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [
        ("--case", "ties.later-run-win", "did you mean 'ties.later-run-wins'?"),
        ("--case", "x*", "--case x*: the suite has no such case"),
        ("--rule", "/play/tie", "did you mean '/play/ties'?"),
    ],
)
def test_a_filter_that_no_case_fits_is_wrong_use(option: str, word: str, said: str) -> None:
    result = invoke("export", "hazari", option, word)
    assert isinstance(result.exception, UsageError)
    assert said in result.exception.message


def test_layers_that_are_skipped_say_so_and_a_wrong_form_is_explained() -> None:
    text = invoke("run", "hazari", "--cmd", shlex.join(program("text", "points.7-1"))).stdout
    assert re.search(r"^  L1 skipped +which combination$", text, re.M)
    assert re.search(r"^  L6 +\d+ of \d+ +\(\d+ skipped\) points$", text, re.M)
    assert "form      /result/points: '5' is not of type 'integer'" in text
    assert re.search(r"^  source    hazari.yaml:\d+$", text, re.M)


def test_incidents_are_counted_in_the_summary() -> None:
    words = shlex.join(program("crash", "points.7-1"))
    text = invoke("run", "hazari", "--cmd", words, "--case", "points.*").stdout
    assert "2 incidents: 2 crash" in text.splitlines()[-1]


def test_known_failures_are_no_failures_until_they_pass(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    _, text = run()
    failing = re.findall(r"^FAILED (\S+)", text, re.MULTILINE)
    known.write_text("# the tie rule is on our list\n" + "\n".join(failing), "utf-8")
    code, text = run("--known-failures", str(known))
    assert (code, "failed as known" in text) == (0, True)
    known.write_text("\n".join([*failing, "ties.equal-but-not-best", "no.such"]), "utf-8")
    result = invoke(
        "run", "hazari", "--cmd", WRONG, "--case", "ties.*", "--known-failures", str(known)
    )
    assert result.return_value == 1
    assert "MENDED ties.equal-but-not-best" in result.stdout
    assert "'no.such', which is no case of this run" in result.stderr


def test_json_has_every_answer_and_enough_to_diagnose_later() -> None:
    (found,) = json.loads(run("--format", "json")[1])["runs"]
    by_id = {result["id"]: result for result in found["results"]}
    failed = by_id["ties.fourth-group-wins"]
    assert failed["status"] == "failed"
    assert failed["answer"]["result"]["winners"] == [1]
    assert failed["expect"] == {"result": {"winners": [3]}}
    assert by_id["ties.equal-but-not-best"]["answer"]["result"]["winners"] == [2]
    assert found["rules"]["id"] == "hazari"
    assert found["seed"] == 0
    assert found["implementation"]["name"] == "hazari-rules"
    assert found["counts"]["failed"] == sum(r["status"] == "failed" for r in found["results"])


def test_junit_counts_what_it_lists() -> None:
    root = ElementTree.fromstring(run("--format", "junit")[1])
    (suite,) = root.findall("testsuite")
    cases = suite.findall("testcase")
    assert int(suite.get("tests", 0)) == len(cases)
    assert int(suite.get("failures", 0)) == len(suite.findall("testcase/failure")) > 0
    assert "Of equal best groups" in (suite.findtext("testcase/failure") or "")


def test_tap_numbers_every_case() -> None:
    first, plan, *lines = run("--format", "tap")[1].splitlines()
    results = [line for line in lines if not line.startswith("#")]
    assert (first, plan) == ("TAP version 13", f"1..{len(results)}")
    assert [int(re.findall(r"\d+", line)[0]) for line in results] == list(
        range(1, len(results) + 1)
    )
    assert any(line.startswith("not ok") for line in results)


def test_github_annotations_stay_on_one_line() -> None:
    lines = run("--format", "github")[1].splitlines()
    assert all(line.startswith(("::error title=", "::notice title=")) for line in lines)
    assert "%0Aexpected: " in lines[0]


def test_html_compares_implementations_and_loads_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    dying = shlex.join(program("crash", "hello"))
    result = invoke(
        "run", "hazari", "--cmd", RIGHT, "--cmd", WRONG, "--cmd", dying,
        "--case", "ties.*", "--format", "html", "--output", str(page),
    )  # fmt: skip
    assert result.return_value == 1
    text = page.read_text("utf-8")
    assert not re.search(r"(src|href)=|url\(|@import|<script", text)
    row = re.search(r"<code>/play/ties</code>.*?</tr>", text, re.DOTALL)
    assert row
    assert re.findall(r'class="n (\w+)"', row[0]) == ["good", "bad", "none"]
    assert "out of cards" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "hazari"], "say what to test"),
        (["run", "hazari", "--cmd", "'"], "cannot read the command"),
        (["run", "hazari", "--cmd", ""], "--cmd is empty"),
        (["run", "hazari", "--url", "ftp://x"], "begins with http"),
        (["run", "hazri", "--cmd", "x"], "no variant is named 'hazri'"),
        (["run", "hazari", "--cmd", "/no/such"], "cannot start '/no/such'"),
        (["run", "hazari", "--cmd", "x", "--layer", "L9"], "L9"),
        (["serve", "-o", "a=b"], "name the variant too"),
        (["export", "hazari", "-o", "a=b"], "no option is named 'a'"),
    ],
)
def test_wrong_use_is_said_in_words(arguments: Sequence[str], said: str) -> None:
    result = invoke(*arguments)
    assert result.exception is not None
    assert said in f"{result.exception} {getattr(result.exception, 'message', '')}"


def test_an_export_is_the_same_for_the_same_seed_and_fits_the_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_conformance, "suite_of", suite_of)
    one, other, third = (tmp_path / name for name in ("1", "2", "3"))
    for path, seed in ((one, "5"), (other, "5"), (third, "6")):
        invoke("export", "hazarey", "--seed", seed, "--output", str(path))
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()
    hello, rules, *cases = map(json.loads, one.read_text("utf-8").splitlines())
    assert (hello["op"], rules["op"]) == ("hello", "rules")
    assert hello["input"]["cases"] == len(cases)
    assert hello["input"]["digest"] == Loader.shipped().load("hazarey").ruleset.digest
    schema = shipped_schema("protocol")
    messages = Draft202012Validator(schema)
    for message in (hello, rules):
        messages.validate(message)
    lines = Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/case"})
    for case in cases[:60:6] + cases[60::250]:
        lines.validate(case)


def test_an_export_can_be_filtered() -> None:
    text = invoke("export", "hazari", "--layer", "l7", "--rule", "/match").stdout
    cases = [json.loads(line) for line in text.splitlines()[2:]]
    assert cases
    assert {case["layer"] for case in cases} == {"L7"}
    assert all(case["rule"].startswith("/match/") for case in cases)


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/play/ties", "Of equal best groups the one played last wins."),
        ("/combinations/pair", "5. Pair"),
        ("/card_points/values/A", "A K Q J 10 = 10"),
        ("/redeals", "There are no redeals."),
        ("/combinations", "Troy, Colour Run, Run, Colour, Pair, Indi"),
        ("/match/target", "1000"),
    ],
)
def test_a_rule_is_put_in_words(pointer: str, words: str) -> None:
    assert words in RuleWords(Loader.shipped().load("hazari")).of(pointer)
