"""`hazari new`: the file is right, and with --ask it says what was answered and no more."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
import yaml

from hazari_rules import load
from hazari_rules.cli import run
from hazari_rules.documents import Source
from hazari_rules.errors import errors_in
from hazari_rules.library import VariantFile
from hazari_rules.new_variant import plain_draft, schema_reference, variant_text
from tests.loaders import shipped

ROOT = Path(__file__).parent.parent
HAZARI = load("hazari")
QUESTIONS = [option.id for option in HAZARI.options]

New = Callable[..., tuple[int, str, str]]


@pytest.fixture
def new(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    one_loader: None,
) -> New:
    """Run `hazari new` in an empty folder with what is typed at its prompts."""
    monkeypatch.chdir(tmp_path)

    def new_(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(["new", *arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return code, printed.out, printed.err

    return new_


def answers(
    options: dict[str, str] | None = None,
    *,
    name: str = "",
    points: str = "",
    target: str = "",
    names: str = "",
    order: str = "",
) -> str:
    """Everything that is typed about hazari, in the order of the questions."""
    typed = {"card_points": points, "target": target, "names": names}
    other = {id_: f"other\n{said}" for id_, said in typed.items() if said}
    chosen = [{**(options or {}), **other}.get(id_, "") for id_ in QUESTIONS]
    return "\n".join([name, "", "", *chosen, order, ""])


@pytest.mark.parametrize("parent", ["hazari", "hazarey"])
def test_the_file_is_right_and_plays_as_its_parent(new: New, parent: str) -> None:
    code, out, _ = new("our_club", "--extends", parent)
    assert code == 0
    assert "hazari check our_club.yaml" in out
    assert shipped().check(VariantFile(Path("our_club.yaml"), "file")) == []
    variant = load("./our_club.yaml")
    assert variant.ruleset.digest == load(parent).ruleset.digest
    assert (variant.ruleset.id, variant.ruleset.name) == ("our_club", "Our Club")
    assert variant.parents[0] == parent


def test_the_file_is_short_and_names_every_question(new: New) -> None:
    new("our_club")
    text = Path("our_club.yaml").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert max(map(len, text.splitlines())) <= 100
    for option in HAZARI.options:
        assert f"#   {option.id}: {{default: {option.default}}}" in text


def test_what_is_commented_out_is_right_too(new: New) -> None:
    new("our_club")
    path = Path("our_club.yaml")
    head, _, rest = path.read_text(encoding="utf-8").partition("# card_points:")
    path.write_text(head + re.sub("^# ", "", f"# card_points:{rest}", flags=re.M), encoding="utf-8")
    found = shipped().check(VariantFile(path, "file"))
    assert {finding.id for finding in found} == {"repeats-parent"}
    assert len(found) == len(QUESTIONS) + 2  # the points and the target as well


def test_the_editor_finds_the_schema(new: New, tmp_path: Path) -> None:
    new("our_club")
    line = Path("our_club.yaml").read_text(encoding="utf-8").splitlines()[0]
    address = line.removeprefix("# yaml-language-server: $schema=")
    schema = json.loads(Path(unquote(urlparse(address).path)).read_text(encoding="utf-8"))
    assert "deck" in schema["properties"]
    inside = ROOT / "variants"
    assert schema_reference(inside) == "../schemas/variant.schema.json"
    assert (inside / schema_reference(inside)).is_file()


@pytest.mark.parametrize(
    ("id_", "hint"),
    [
        ("Our Club", "write our_club"),
        ("9cards", "write cards"),
        ("dorf-bräu", "write dorf_br_u"),
        ("our_club.yaml", "write our_club"),
        ("x" * 61, "write " + "x" * 60),
        ("বাংলা", "write our_club"),
        ("hazari", "write hazari_2"),
        ("hazarey", "write hazarey_2"),
    ],
)
def test_bad_and_taken_ids_are_refused_with_another(new: New, id_: str, hint: str) -> None:
    code, _, err = new(id_)
    assert code == 2
    assert hint in err
    assert list(Path().iterdir()) == []


def test_nothing_is_overwritten(new: New) -> None:
    Path("our_club.yaml").write_text("mine", encoding="utf-8")
    code, _, err = new("our_club")
    assert code == 2
    assert "'our_club.yaml' is there already" in err
    assert Path("our_club.yaml").read_text(encoding="utf-8") == "mine"
    assert new("our_club", "--output", "rules/deep/other.yaml")[0] == 0
    assert load("rules/deep/other.yaml").ruleset.id == "our_club"


def test_an_unknown_parent_is_wrong_use(new: New) -> None:
    code, _, err = new("our_club", "--extends", "hazarri")
    assert code == 2
    assert "did you mean 'hazari'?" in err
    assert new("our_club", "--output", "a.yaml", "--package", "b")[0] == 2


def test_enter_to_every_question_changes_nothing(new: New) -> None:
    assert new("our_club", "--ask", typed=answers())[0] == 0
    asked = Path("our_club.yaml").read_text(encoding="utf-8")
    assert new("our_club", "--output", "plain.yaml")[0] == 0
    plain = Path("plain.yaml").read_text(encoding="utf-8")
    assert asked == plain.replace("plain.yaml", "our_club.yaml")


def test_every_question_of_the_parent_is_asked_with_what_it_changes(new: New) -> None:
    _, out, _ = new("our_club", "--ask", typed=answers())
    said = " ".join(out.split())
    places = [said.index(option.question) for option in HAZARI.options]
    assert places == sorted(places)
    for option in HAZARI.options:
        assert f"{option.default} (as it is)" in said
    assert "points_500: The target is 500" in said
    assert "first_played: Of equal best groups the one played first wins." in said


@pytest.mark.parametrize(
    "options",
    [
        {"run_order": "ace_low_last", "equal_groups": "first_played", "target": "points_500"},
        {"four_card_group": "2", "wrong_order": "foul_no_points", "direction": "2"},
        {"names": "teen_patti", "no_run_redeal": "automatic", "players": "three"},
    ],
)
def test_answers_make_the_rules_that_those_choices_make(new: New, options: dict[str, str]) -> None:
    assert new("our_club", "--ask", typed=answers(options))[0] == 0
    names = {option.id: option.choices for option in HAZARI.options}
    chosen = {
        id_: names[id_][int(said) - 1] if said.isdecimal() else said
        for id_, said in options.items()
    }
    assert load("./our_club.yaml").ruleset.digest == load("hazari", chosen).ruleset.digest
    written = yaml.safe_load(Path("our_club.yaml").read_text(encoding="utf-8"))
    assert written["options"] == {id_: {"default": choice} for id_, choice in chosen.items()}
    assert not written.keys() & {"play", "match", "runs", "combinations", "arrangement"}
    assert shipped().check(VariantFile(Path("our_club.yaml"), "file")) == []


def test_what_is_typed_is_written_and_its_question_left_out(new: New) -> None:
    typed = answers(
        name="Club: ours", points="A=15, 2 7", target="700", names="troy=Trail", order="2"
    )
    assert new("our_club", "--ask", typed=typed)[0] == 0
    written = yaml.safe_load(Path("our_club.yaml").read_text(encoding="utf-8"))
    assert written["name"] == "Club: ours"
    assert written["card_points"] == {"values": {"A": 15, 2: 7}, "total": 388}
    assert written["match"] == {"target": 700}
    assert written["combinations"] == [{"id": "troy", "name": "Trail"}]
    assert written["comparison"] == {"order": "low_wins"}
    assert written["options"] == {
        id_: {"remove": True} for id_ in ("card_points", "target", "names")
    }
    assert shipped().check(VariantFile(Path("our_club.yaml"), "file")) == []


def test_a_typed_target_that_is_a_choice_becomes_that_choice(new: New) -> None:
    assert new("our_club", "--ask", typed=answers(target="1500"))[0] == 0
    written = yaml.safe_load(Path("our_club.yaml").read_text(encoding="utf-8"))
    assert written["options"] == {"target": {"default": "points_1500"}}
    assert new("other_club", "--ask", typed=answers(target="1000"))[0] == 0
    assert "options" not in yaml.safe_load(Path("other_club.yaml").read_text(encoding="utf-8"))


def test_what_cannot_be_read_is_asked_again(new: New) -> None:
    typed = answers({"run_order": "ace_low_lst\nace_low_last"}, points="Z=1\nA=x\nA=15")
    code, out, _ = new("our_club", "--ask", typed=typed)
    assert code == 0
    for complaint in (
        "'ace_low_lst' is none of the answers; did you mean 'ace_low_last'?",
        "there is no 'Z' here",
        "'x' is not a whole number from 0 to 1000",
    ):
        assert complaint in " ".join(out.split())
    rules = load("./our_club.yaml").ruleset
    assert (rules.card_points.values["A"], rules.card_points.total) == (15, 380)


@pytest.mark.parametrize("lines", [0, 5, len(QUESTIONS) + 3])
def test_nothing_is_written_before_the_last_answer(new: New, lines: int) -> None:
    code, _, err = new("our_club", "--ask", typed="\n" * lines)
    assert code == 2
    assert "stopped" in err
    assert list(Path().iterdir()) == []


def test_a_file_beside_can_be_the_parent(new: New) -> None:
    new("our_club")
    assert new("our_guests", "--extends", "./our_club.yaml")[0] == 0
    assert load("./our_guests.yaml").parents == ("our_club", "hazari")
    code, _, err = new("others", "--extends", "./our_club.yaml", "--output", "far/others.yaml")
    assert code == 1
    assert "unknown-parent" in err
    assert not Path("far").exists()
    assert "`hazari show ./our_club.yaml`" in Path("our_guests.yaml").read_text(encoding="utf-8")
    code, _, err = new("others", "--extends", "./our_club.yaml", "--package", "pack")
    assert code == 2
    assert "extend an installed variant" in err
    assert not Path("pack").exists()


def test_a_parent_without_options_is_asked_about_by_its_knobs(new: New) -> None:
    """Answers that do not go together are kept, and told."""
    data = yaml.safe_load((ROOT / "variants" / "hazari.yaml").read_text(encoding="utf-8"))
    del data["options"]
    Path("plain.yaml").write_text(json.dumps(data | {"id": "plain"}), encoding="utf-8")
    # Name, summary, source, runs, direction, first leader, next dealer, strength, made from.
    typed = "\n" * 3 + "lowest\nclockwise\n" + "\n" * 3 + "all_cards\n" + "\n" * 30
    code, out, err = new("odd", "--extends", "./plain.yaml", "--ask", typed=typed)
    assert code == 1
    assert "Of equal best groups the one played first wins." in " ".join(out.split())
    assert "the answers do not go together yet" in err
    assert "group-not-served" in err
    written = yaml.safe_load(Path("odd.yaml").read_text(encoding="utf-8"))
    assert "lowest: A-2-3 is the lowest run." in out
    assert written["runs"] == {"order": ["ace_high", "rest", "ace_low"]}
    assert written["table"] == {"direction": "clockwise"}
    assert written["comparison"] == {"made_from": "all_cards"}


def test_texts_are_quoted_where_yaml_needs_it(tmp_path: Path) -> None:
    odd = 'a: "b" # c, {d} \\ é'
    draft = plain_draft("t", HAZARI, "hazari")
    changed = replace(draft, name=odd, summary=odd, source=odd, names={"troy": odd})
    text = variant_text(changed, HAZARI, "", "t.yaml")
    data = yaml.safe_load(text)
    assert data["name"] == data["summary"] == data["combinations"][0]["name"] == odd
    assert not text.startswith("# yaml-language-server")
    source = Source("t.yaml", text)
    assert not errors_in(shipped().check(VariantFile(tmp_path / "t.yaml", "file"), source))


def test_nothing_is_asked_twice_and_what_is_asked_is_a_question(new: New) -> None:
    _, out, _ = new("our_club", "--ask", typed=answers())
    said = " ".join(out.split())
    assert said.count("Now: ") == 0
    assert said.count("other: Something else, which you type next.") == 3
    blocks = [block.split("\n")[0] for block in out.split("\n\n")[1:]]
    # The last line before a blank one is the answer to the question before.
    assert all("?" in line for line in blocks), blocks


def test_one_can_go_back_and_ask_what_is_wanted(new: New) -> None:
    first, second = QUESTIONS[:2]
    names = {option.id: option.choices for option in HAZARI.options}
    back = answers({first: "2", second: f"?\n<\n1\n{names[second][1]}"})
    code, out, _ = new("our_club", "--ask", typed=back)
    assert code == 0
    assert out.count(HAZARI.options[0].question) == 2
    assert "Type a number from 1 to" in out
    written = yaml.safe_load(Path("our_club.yaml").read_text(encoding="utf-8"))
    assert written["options"] == {second: {"default": names[second][1]}}
    # Before the first question there is nothing to go back to.
    assert new("other_club", "--ask", typed="<\n" + answers(name="Club"))[0] == 0
    assert load("./other_club.yaml").ruleset.name == "Club"
