"""`hazari new --package`: built, installed where nothing can be downloaded, listed and tested."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from hazari_rules.cli import run
from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case, authored_cases
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_suite import agrees
from hazari_rules.errors import HazariError
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from hazari_rules.model import Choice
from hazari_rules.new_cases import UNCONFIRMED
from hazari_rules.new_variant import write_all

ROOT = Path(__file__).parent.parent


class Installed(NamedTuple):
    """A package as written, and where it is installed."""

    folder: Path
    elsewhere: Path
    inside: Path
    python: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.python), "-m", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), "HAZARI_PLUGINS": "our_club"},
            cwd=self.elsewhere,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package of a variant, installed in an environment of its own."""
    home = tmp_path_factory.mktemp("package")
    folder, environment = home / "hazari-our-club", home / "env"
    code = run(["new", "our_club", "--extends", "hazarey", "--package", str(folder)])
    assert code == 0
    venv.create(environment, with_pip=False)
    inside = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    # What this environment has is seen there too, so that nothing must be downloaded.
    here = sysconfig.get_path("purelib")
    (inside / "outer.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    flags = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *flags, "--target", str(inside)]
    subprocess.run([*command, str(folder)], check=True, capture_output=True)
    # Its tests run without its folder around, so that they see what is installed.
    shutil.copytree(folder / "tests", home / "elsewhere" / "tests")
    return Installed(folder, home / "elsewhere", inside, environment / "bin" / "python")


def test_it_is_installed_with_its_data_and_listed(package: Installed) -> None:
    there = {path.name for path in (package.inside / "hazari_our_club").iterdir()}
    assert {"__init__.py", "our_club.yaml", "our_club.cases.yaml"} <= there
    assert not (package.inside / "tests").exists()
    rows = json.loads(package.run("hazari_rules", "list", "--json").stdout)
    (row,) = (row for row in rows if row["id"] == "our_club")
    assert row["origin"] == "our_club"
    assert row["summary"] == "Hazarey as it is played at our table."
    assert Path(row["file"]).is_relative_to(package.inside)


def test_its_own_tests_pass_and_fail_when_the_rules_change(package: Installed) -> None:
    tests = ("pytest", "-q", "-p", "no:cacheprovider", "tests")
    done = package.run(*tests)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) == len(_cases(package)) + 2
    file = package.inside / "hazari_our_club" / "our_club.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\nplay: {ties: last_played}\ntable: {next_dealer: previous}\n", "utf-8")
    try:
        done = package.run(*tests)
    finally:
        file.write_text(text, encoding="utf-8")
    assert done.returncode == 1
    failed = re.findall(r"^FAILED \S+::(\w+(?:\[[\w.-]+\])?)", done.stdout, re.MULTILINE)
    assert failed == ["test_check_finds_nothing", "test_case[deals.a-whole-one]"]


def _cases(package: Installed) -> tuple[Case, ...]:
    library = Loader.shipped().resolver.library
    return authored_cases(library, str(package.folder / "hazari_our_club" / "our_club.yaml"))


def test_its_cases_are_few_unconfirmed_and_of_different_rules(package: Installed) -> None:
    cases = _cases(package)
    assert 3 <= len(cases) <= 6
    assert all(case.note.startswith(UNCONFIRMED) for case in cases)
    assert len({case.rule for case in cases}) == len(cases)


def test_its_cases_can_tell_other_rules(package: Installed) -> None:
    path = package.folder / "hazari_our_club" / "our_club.yaml"
    loader = Loader.shipped()
    variant = loader.load(str(path))
    rules, cases = variant.ruleset, _cases(package)
    others = {
        "points.one-suit": loader.load(str(path), {}).ruleset,
        "ties.equal-groups": replace(rules, play=replace(rules.play, ties=Choice("nobody"))),
        "runs.the-low-one": loader.load(str(path), {"run_order": "ace_low_last"}).ruleset,
        "target.reached": replace(rules, match=replace(rules.match, target=1001)),
        "deals.a-whole-one": replace(
            rules, table=replace(rules.table, next_dealer=Choice("previous"))
        ),
    }
    values = {**rules.card_points.values, "K": 11}
    others["points.one-suit"] = replace(
        rules, card_points=replace(rules.card_points, values=values)
    )
    others["ladder.which-is-stronger"] = replace(
        rules, comparison=replace(rules.comparison, order=Choice("low_wins"))
    )
    engine = Engine(Rules.compile(rules, variant.vocabulary))
    assert [case.id for case in cases if not agrees(engine, case)] == []
    # The target is part of the question, so only the rules for it can be told apart.
    told = {case.id for case in cases} - {"target.reached"}
    for id_ in told:
        other = Engine(Rules.compile(others[id_], variant.vocabulary))
        assert not agrees(other, next(case for case in cases if case.id == id_)), id_


def test_its_files_fit_together(package: Installed) -> None:
    stated = tomllib.loads((package.folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert stated["project"]["name"] == "hazari-our-club"
    assert stated["project"]["entry-points"]["hazari_rules"] == {"our_club": "hazari_our_club"}
    for path in (package.folder / "hazari_our_club").glob("*.yaml"):
        line = path.read_text(encoding="utf-8").splitlines()[0]
        schema = path.parent / line.removeprefix("# yaml-language-server: $schema=")
        assert json.loads(schema.read_text(encoding="utf-8"))["type"] == "object"
    readme = (package.folder / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Our Club\n")
    assert "## Combinations" in readme
    for named in re.findall(r"`(hazari_our_club/[\w.]+)`", readme):
        assert (package.folder / named).is_file()
    file = package.folder / "hazari_our_club" / "our_club.yaml"
    assert Loader.shipped().check(VariantFile(file, "file")) == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert run(["new", "our_club", "--package", str(tmp_path)]) == 2
    assert "README.md' is there already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


def test_a_file_that_cannot_be_written_takes_the_others_with_it(tmp_path: Path) -> None:
    (tmp_path / "tests").write_text("no folder", encoding="utf-8")
    texts = {tmp_path / "a.yaml": "a", tmp_path / "b" / "b.yaml": "b", tmp_path / "tests/c.py": "c"}
    with pytest.raises(HazariError, match="cannot write"):
        write_all(texts)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["tests"]
