"""Programs written from the manual alone pass; those with a wrong rule fail cases of that rule."""

import re
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest

from hazari_rules.conformance_protocol import line_of
from hazari_rules.conformance_runner import Run, Settings, Status, run_suite
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.conformance_transport import OneShotConnection, ProcessConnection
from tests.suites import LOADER, whole_suite

HERE = Path(__file__).parent / "implementations"
COMPLETE = ("plain.py", "hazari.mjs", "hazari.pl")
INTERPRETERS = {".py": sys.executable, ".mjs": "node", ".pl": "perl"}
WHOLE = {name: whole_suite(name) for name in ("hazari", "hazarey")}


def command(path: Path) -> list[str]:
    interpreter = shutil.which(INTERPRETERS[path.suffix])
    if interpreter is None:
        pytest.skip(f"{INTERPRETERS[path.suffix]} is not installed")
    return [interpreter, str(path)]


def run(path: Path, suite: Suite, settings: Settings | None = None) -> Run:
    words = command(path)
    return run_suite(suite, path.name, lambda: ProcessConnection(words), settings)


def sample(suite: Suite, step: int) -> Suite:
    """All authored cases, and every so many-th of the generated ones of each operation."""
    seen: dict[tuple[str, str], int] = {}
    kept = []
    for case in suite.cases:
        kind = (case.layer, case.op)
        seen[kind] = seen.get(kind, -1) + 1
        if case.authored or seen[kind] % step == 0:
            kept.append(case)
    return Suite(suite.variant, suite.seed, tuple(kept))


@cache
def changed(name: str, choices: str) -> Suite:
    options = dict(choice.split("=") for choice in choices.split())
    return suite_of(LOADER.load(name, options), LOADER.resolver.library, name)


@pytest.mark.parametrize("variant", WHOLE)
@pytest.mark.parametrize("file", COMPLETE)
def test_complete_implementations_pass_every_layer(file: str, variant: str) -> None:
    suite = sample(WHOLE[variant], 8)
    assert {case.layer for case in suite.cases} == {f"L{i}" for i in range(1, 9)}
    finished = run(HERE / file, suite, Settings(strict=True))
    assert finished.count(Status.PASSED) == len(suite.cases) > 300
    assert not finished.incidents


@pytest.mark.parametrize("file", COMPLETE)
@pytest.mark.parametrize(
    ("variant", "choices"),
    [
        (
            "hazari",
            "equal_groups=split wrong_order=foul_from_group no_run_redeal=on_request players=three",
        ),
        (
            "hazari",
            "equal_groups=suit wrong_order=sorted direction=clockwise"
            " first_leader=last_deal_winner four_in_hand=wins_deal",
        ),
        (
            "hazari",
            "equal_groups=nobody wrong_order=foul_no_points two_reach_target=extend_by_500"
            " six_pairs_redeal=automatic",
        ),
        (
            "hazarey",
            "four_card_ladder=length_first spare_card=kicker three_troys_when=after_the_deal"
            " target_check=at_once",
        ),
    ],
)
def test_complete_implementations_read_the_rules_they_are_sent(
    file: str, variant: str, choices: str
) -> None:
    suite = sample(changed(variant, choices), 15)
    finished = run(HERE / file, suite)
    assert finished.count(Status.PASSED) == len(suite.cases) > 100


@pytest.mark.parametrize("file", COMPLETE)
def test_complete_implementations_can_be_started_for_each_case(file: str) -> None:
    words = command(HERE / file)
    suite = Suite(WHOLE["hazari"].variant, 0, WHOLE["hazari"].cases[:2])
    finished = run_suite(suite, file, lambda: OneShotConnection(words), Settings(strict=True))
    assert finished.count(Status.PASSED) == 2


@pytest.mark.parametrize("file", COMPLETE)
def test_complete_implementations_skip_rules_that_they_do_not_know(file: str) -> None:
    link = ProcessConnection(command(HERE / file))
    rules = WHOLE["hazarey"].variant.ruleset.as_data()
    strange = [
        {**rules, "play": {**rules["play"], "ties": {"arm_wrestling": {"best_of": 3}}}},
        {**rules, "combinations": [{**rules["combinations"][0], "odd": True}]},
        {**rules, "instant_wins": [{**rules["instant_wins"][0], "when": {"full_moon": {}}}]},
    ]
    words = ["arm_wrestling", "odd", "full_moon"]
    try:
        for asked, word in zip(strange, words, strict=True):
            link.send([_line(asked)])
            (said,) = link.receive(20)
            assert re.fullmatch(rf'.*"skip": ?"[^"]*\b{word}\b[^"]*".*', said), said
    finally:
        link.close()


def _line(rules: object) -> str:
    return line_of({"id": "rules", "op": "rules", "input": rules})


def test_the_program_with_which_the_manual_begins_passes(tmp_path: Path) -> None:
    page = (HERE.parents[1] / "docs" / "implementations.md").read_text("utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    program = tmp_path / "mine.py"
    program.write_text(block, "utf-8")
    suite = WHOLE["hazari"]
    points = Suite(suite.variant, 0, tuple(case for case in suite.cases if case.layer == "L6"))
    finished = run(program, points, Settings(strict=True))
    assert finished.count(Status.PASSED) == sum(case.op == "points" for case in points.cases) > 20
    assert finished.count(Status.SKIPPED) > 0
    assert finished.count(Status.PASSED, Status.SKIPPED) == len(points.cases)
