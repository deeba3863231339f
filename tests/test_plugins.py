"""Plugins: the one printed in the docs, installed for real; broken ones; picking; folders."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from hazari_rules.builtin import FAMILIES, KINDS
from hazari_rules.errors import HazariError
from hazari_rules.installed import GROUP, entries
from hazari_rules.kinds import Family, Kind, Vocabulary
from hazari_rules.messages import Messages
from hazari_rules.plugins import Hooks, Plugins, hookimpl

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "plugins.md"
_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BROKEN = {
    "pyproject.toml": """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "hazari-broken"
version = "1.0"
[project.entry-points.hazari_rules]
broken = "hazari_broken"
half_broken = "hazari_broken_hook"
[tool.setuptools]
py-modules = ["hazari_broken", "hazari_broken_hook"]
""",
    "hazari_broken.py": "raise RuntimeError('out of order')\n",
    "hazari_broken_hook.py": """
from hazari_rules.plugins import hookimpl

@hookimpl
def hazari_kinds():
    yield "no kind at all"
""",
}
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`hazari` in an environment of its own in which both distributions are installed."""
    home = tmp_path_factory.mktemp("plugins")
    environment = home / "env"
    venv.create(environment, with_pip=False)
    inside = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    here = sysconfig.get_path("purelib")
    # What this environment has is seen there too, so that nothing must be downloaded.
    (inside / "outer.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    for name, files in (("printed", dict(_FILE.findall(PAGE.read_text()))), ("broken", BROKEN)):
        for path, text in files.items():
            (home / name / path).parent.mkdir(parents=True, exist_ok=True)
            (home / name / path).write_text(text, encoding="utf-8")
        flags = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
        command = [sys.executable, "-m", "pip", "install", *flags, "--target", str(inside)]
        subprocess.run([*command, str(home / name)], check=True, capture_output=True)

    def hazari(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(environment / "bin" / "python"), "-m", "hazari_rules", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )

    return hazari


def test_a_match_runs_with_the_printed_plugin(run: Run) -> None:
    done = run("play", "--variant", "poor_hands", "--seed", "3", HAZARI_PLUGINS="poor_hands")
    assert done.returncode == 0, done.stderr
    assert "The deal is void: Poor hand" in done.stdout
    assert "the seat with the lowest number wins" in done.stdout
    assert "poor_hands saw the winners" in done.stderr


def test_its_variant_is_listed_checked_and_shown(run: Run) -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert {row["id"]: row["origin"] for row in rows}["poor_hands"] == "poor_hands"
    shown = run("show", "poor_hands")
    assert "a player's hand is worth less than 80 points" in shown.stdout


def test_its_words_are_part_of_the_language(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "poorer.yaml"
    text = "spec: 1\nextends: poor_hands\nid: poorer\nname: Poorer\nsummary: x\n"
    file.write_text(
        text + "redeals:\n  - {id: poor_hand, when: {hand_worth_under: {points: 999}}}\n"
    )
    done = run("check", str(file))
    assert done.returncode == 1
    assert "6:" not in done.stdout.split("[never-matters]")[0].split("poorer.yaml:")[0]
    assert "every hand is worth less than this [never-matters]" in done.stdout
    assert f"{file}:7:" in done.stdout


def test_its_command_is_there(run: Run) -> None:
    assert "dealt again" in run("poor-hands").stdout
    assert "poor-hands" in run("--help").stdout
    assert run("no-such-command").returncode == 2


def test_broken_plugins_are_named_and_the_run_goes_on(run: Run) -> None:
    done = run("list")
    assert done.returncode == 0
    assert "plugin 'broken' was not loaded: RuntimeError: out of order" in done.stderr
    assert "plugin 'half_broken' failed in hazari_kinds" in done.stderr
    assert "Traceback" not in done.stderr
    assert "poor_hands" in done.stdout


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("none", {"hazari-rules"}),
        ("poor_hands", {"hazari-rules", "poor_hands"}),
        ("-poor_hands,-broken", {"hazari-rules", "half_broken"}),
    ],
)
def test_the_environment_picks_plugins(run: Run, choice: str, names: set[str]) -> None:
    done = json.loads(run("plugins", "--json", HAZARI_PLUGINS=choice).stdout)
    assert {plugin["name"] for plugin in done["plugins"]} == names


def test_plugins_are_listed_with_their_hooks(run: Run) -> None:
    listed = run("plugins", HAZARI_PLUGINS="poor_hands").stdout
    assert "poor_hands (hazari-poor-hands): hazari_commands, hazari_kinds" in listed


def test_a_folder_of_files_needs_no_python(tmp_path: Path, run: Run) -> None:
    text = "spec: 1\nextends: hazari\nid: clubhouse\nname: Clubhouse\nmatch: {target: 300}\n"
    (tmp_path / "clubhouse.yaml").write_text(text, encoding="utf-8")
    shutil.copy(tmp_path / "clubhouse.yaml", tmp_path / "notes.txt")
    for before, variables in (
        (("--variants", str(tmp_path)), {}),
        ((), {"HAZARI_VARIANTS": str(tmp_path)}),
    ):
        done = run(*before, "play", "--variant", "clubhouse", "--seed", "1", **variables)
        assert done.returncode == 0, done.stderr
    assert run("play", "--variant", "clubhouse", "--seed", "1").returncode == 2


def test_every_hook_is_documented_with_its_arguments() -> None:
    page = PAGE.read_text(encoding="utf-8")
    hooks = [name for name in vars(Hooks) if name.startswith("hazari_")]
    assert hooks
    for name in hooks:
        code = getattr(Hooks, name).__code__
        arguments = ", ".join(code.co_varnames[1 : code.co_argcount])
        assert f"\n`{name}({arguments})`\n: " in page


def test_every_family_is_documented() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## What a kind's meaning is")[1]
    assert set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE)))
    ) == {family.name for family in FAMILIES}


class _Clashing:
    @hookimpl
    def hazari_kinds(self) -> list[Kind]:
        good = next(kind for kind in KINDS if kind.name == "split")
        return [good]


def test_a_kind_whose_name_is_taken_is_left_out() -> None:
    plugins = Plugins.shipped()
    plugins.register(_Clashing(), "clashing")
    assert set(plugins.vocabulary().of("tie_rule")) == set(
        Plugins.shipped().vocabulary().of("tie_rule")
    )
    assert "two kinds of tie_rule are named 'split'" in plugins.warnings[0].message


def test_a_vocabulary_refuses_what_does_not_fit() -> None:
    kind = KINDS[0]
    with pytest.raises(HazariError, match="unknown family"):
        Vocabulary([Family("other", "Other", "")], [kind])


class _Bengali:
    @hookimpl
    def hazari_messages(self, lang: str) -> list[dict[str, str]]:
        return (
            [{"Of {n} the first wins.": "{n}-এর প্রথমটি জেতে।", "Ace": "মন্দ"}]
            if lang == "bn"
            else []
        )


def test_a_plugin_brings_sentences_in_other_languages() -> None:
    plugins = Plugins.shipped()
    plugins.register(_Bengali(), "bengali")
    shipped, t = Messages.load("bn"), Messages.load("bn", plugins.messages("bn"))
    assert shipped("Of {n} the first wins.", n=4) == "Of ৪ the first wins."
    assert t("Of {n} the first wins.", n=4) == "৪-এর প্রথমটি জেতে।"
    assert t.text("Ace") == shipped.text("Ace")
    assert t.text("Nobody knows this.") == "Nobody knows this."
    assert plugins.messages("ne") == []


def test_unknown_names_are_warned_of_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [EntryPoint("poor_hands", "json", GROUP)]
    monkeypatch.setattr("hazari_rules.installed.entries", lambda: found)
    monkeypatch.setenv("HAZARI_PLUGINS", "poor_hand")
    (warning,) = Plugins.installed().warnings
    assert (warning.id, warning.hint) == ("unknown-plugin", "did you mean 'poor_hands'?")
    monkeypatch.setenv("HAZARI_PLUGINS", "-poor_hands")
    assert Plugins.installed().warnings == []
    monkeypatch.setenv("HAZARI_PLUGINS", "none")
    assert Plugins.installed().warnings == []


@pytest.mark.parametrize(
    "form", ["one.dist-info/entry_points.txt", "one.egg-info/entry_points.txt"]
)
@pytest.mark.parametrize("packed", [False, True])
def test_entry_points_are_found_where_python_finds_them(
    form: str, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / ("lib.zip" if packed else "lib")
    files = {form: "[other]\na = json\n [hazari_rules]\nmine = json\n"}
    files |= {
        f"{form.split('/', maxsplit=1)[0]}/{name}": "Name: one\n"
        for name in ("METADATA", "PKG-INFO")
    }
    with zipfile.ZipFile(tmp_path / "lib.zip", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    if not packed:
        zipfile.ZipFile(tmp_path / "lib.zip").extractall(place)
    before = {entry.name for entry in entries()}
    monkeypatch.setattr(sys, "path", [*sys.path, str(place)])
    found = {entry.name for entry in entries()}
    assert found == {entry.name for entry in entry_points(group=GROUP)} == before | {"mine"}


def test_without_plugins_what_reads_entry_points_is_not_imported(tmp_path: Path) -> None:
    (tmp_path / "one.dist-info").mkdir()
    (tmp_path / "one.dist-info" / "entry_points.txt").write_text("[hazari_rules_like]\na = json\n")
    code = (
        "import sys\n"
        "kept = [place for place in sys.path if 'site-packages' not in place]\n"
        "sys.path[:] = [*kept, sys.argv[1]]\n"
        "from hazari_rules.installed import entries\n"
        "print(list(entries()), 'importlib.metadata' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    found = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    assert found.stdout == "[] False\n"
