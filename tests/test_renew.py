"""`hazari new --package` around a file that is there, and again after changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hazari_rules.cli import run
from hazari_rules.new_cases import UNCONFIRMED

MINE = """\
spec: 1
extends: hazari
id: our_table  # as in the club's book
name: Our Table
summary: Ours.
sources:
  us: {title: As we play it}
card_points:
  values: {A: 15}
  total: 380
"""
CASES = """\
cases: 1
variant: our_table
spec: [1]
list:
- id: points.ace
  layer: L6
  rule: /card_points/values/A
  op: points
  input: {cards: AS}
  expect: {result: {points: 15}}
"""
INSIDE = Path("pack/hazari_our_table")
VARIANT, PINS, README = (
    INSIDE / "our_table.yaml",
    INSIDE / "our_table.cases.yaml",
    Path("pack/README.md"),
)

Pack = Callable[..., tuple[int, str]]


@pytest.fixture
def pack(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    one_loader: None,
) -> Pack:
    """Run `hazari new NAME --package pack` where our_table.yaml lies."""
    monkeypatch.chdir(tmp_path)
    Path("our_table.yaml").write_text(MINE, encoding="utf-8")

    def pack_(name: str = "our_table.yaml", *more: str) -> tuple[int, str]:
        code = run(["new", name, "--package", "pack", *more])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return pack_


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("name", ["our_table.yaml", "our_table"])
def test_the_file_that_is_there_is_packaged_with_its_comments(pack: Pack, name: str) -> None:
    code, said = pack(name)
    assert code == 0
    assert "a package around our_table.yaml" in said
    first, text = VARIANT.read_text(encoding="utf-8").split("\n", 1)
    assert (INSIDE / first.rpartition("=")[2]).is_file()
    assert text == MINE
    assert "points.one-suit" in PINS.read_text(encoding="utf-8")
    assert "| A | 15 |" in README.read_text(encoding="utf-8")


def test_cases_beside_the_file_are_taken_along(pack: Pack) -> None:
    Path("our_table.cases.yaml").write_text(CASES, encoding="utf-8")
    assert pack()[0] == 0
    assert PINS.read_text(encoding="utf-8").split("\n", 1)[1] == CASES


def test_options_that_begin_a_variant_are_refused_where_one_is(pack: Pack) -> None:
    for more in (["--ask"], ["--extends", "hazarey"]):
        code, said = pack("our_table", *more)
        assert code == 2
        assert "our_table.yaml is there already" in " ".join(said.split())
        assert not Path("pack").exists()


def test_a_file_that_is_wrong_or_away_makes_no_package(pack: Pack) -> None:
    code, said = pack("far.yaml")
    assert (code, "there is no such file" in said) == (2, True)
    change(Path("our_table.yaml"), "total: 380", "total: 360")
    code, said = pack()
    assert code == 1
    assert "our_table.yaml:10:10: error: the pack is worth 380 points, not 360" in said
    assert not Path("pack").exists()


def test_a_parent_that_is_only_a_file_beside_is_named(pack: Pack) -> None:
    text = MINE.replace("id: our_table", "id: guests").replace("hazari\n", "our_table\n", 1)
    Path("guests.yaml").write_text(text.partition("card_points")[0], encoding="utf-8")
    code, said = pack("guests.yaml")
    assert code == 2
    assert "make a package of our_table.yaml first" in said


def test_the_same_command_again_has_nothing_to_do(pack: Pack) -> None:
    pack()
    before = {path: path.read_bytes() for path in Path("pack").rglob("*") if path.is_file()}
    assert pack() == (0, "nothing to renew in pack\n")
    assert pack(str(VARIANT))[1] == "nothing to renew in pack\n"
    assert before == {path: path.read_bytes() for path in Path("pack").rglob("*") if path.is_file()}


@pytest.mark.parametrize("where", ["outside", "inside"])
def test_a_changed_variant_renews_what_is_made_of_it(pack: Pack, where: str) -> None:
    pack()
    change(README, "## About this package", "We meet on Fridays.\n\n## About this package")
    change(PINS, f"{UNCONFIRMED}: one player has just", "One player has just")
    confirmed = PINS.read_text(encoding="utf-8").partition("- id: target")[2]
    file = Path("our_table.yaml") if where == "outside" else VARIANT
    change(file, "A: 15", "A: 20")
    change(file, "total: 380", "total: 400")
    code, said = pack()
    assert code == 0, said
    assert ("is older than" in said) is (where == "inside")
    assert "A: 20" in VARIANT.read_text(encoding="utf-8")
    text = README.read_text(encoding="utf-8")
    assert "| A | 20 |" in text
    assert "We meet on Fridays." in text
    assert "{points: 100}" in PINS.read_text(encoding="utf-8")
    assert PINS.read_text(encoding="utf-8").partition("- id: target")[2] == confirmed


def test_changes_in_both_places_are_not_thrown_away(pack: Pack) -> None:
    pack()
    change(VARIANT, "Ours.", "Ours, in the package.")
    change(Path("our_table.yaml"), "Ours.", "Ours, outside.")
    code, said = pack()
    assert code == 2
    assert "both our_table.yaml and" in said
    assert "in the package" in VARIANT.read_text(encoding="utf-8")


def test_a_confirmed_case_that_no_longer_holds_is_told_and_kept(pack: Pack) -> None:
    pack()
    change(PINS, f"{UNCONFIRMED}: what all cards", "What all cards")
    change(Path("our_table.yaml"), "A: 15", "A: 20")
    change(Path("our_table.yaml"), "total: 380", "total: 400")
    code, said = pack()
    assert code == 1
    assert "'points.one-suit': the rules answer {points: 100}" in said
    assert "{points: 95}" in PINS.read_text(encoding="utf-8")


def test_a_readme_of_ones_own_is_left_alone(pack: Pack) -> None:
    pack()
    README.write_text("# Ours\n", encoding="utf-8")
    Path("our_table.yaml").unlink()
    change(VARIANT, "Ours.", "Quite ours.")
    assert "README.md is as it was" in pack("our_table")[1]
    assert README.read_text(encoding="utf-8") == "# Ours\n"
