"""Inheritance: what merges and what is replaced, and where each value was written."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hazari_rules import FindingsError, Variant
from hazari_rules.documents import Node
from hazari_rules.loading import Loader
from tests.malformed import CLEAN, HEAD

FOLDER = Path(__file__).parent.parent / "variants"

Write = Callable[..., str]


@cache
def loader() -> Loader:
    return Loader.shipped()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a variant file and give its path."""

    def file(text: str, id_: str = "village", parent: str = "hazari", suffix: str = "yaml") -> str:
        path = tmp_path / f"{id_}.{suffix}"
        head = f"spec: 1\nextends: {parent}\nid: {id_}\nname: {id_.title()}\n"
        path.write_text(head + text, encoding="utf-8")
        return str(path)

    return file


def resolved(name: str, **options: str) -> Variant:
    return loader().load(name, options)


def data(name: str, **options: str) -> dict[str, Any]:
    """The rules as data, as a program in any language gets them."""
    return resolved(name, **options).ruleset.as_data()


def ladder(name: str, **options: str) -> list[str]:
    return [combination["id"] for combination in data(name, **options)["combinations"]]


HAZARI = ["troy", "colour_run", "run", "colour", "pair", "indi"]


# ---------------------------------------------------------------- maps


def test_a_block_merges_property_by_property(write: Write) -> None:
    before, after = data("hazari"), data(write("play: {ties: split}\n"))
    assert after["play"] == {**before["play"], "ties": "split"}
    assert after["match"] == before["match"]


def test_card_points_merge_rank_by_rank(write: Write) -> None:
    after = data(write("card_points: {values: {A: 15, 2: 0}}\n"))
    assert after["card_points"]["values"] == {
        **data("hazari")["card_points"]["values"],
        "A": 15,
        "2": 0,
    }


def test_sources_merge_by_their_keys(write: Write) -> None:
    after = data(write("sources: {guide: {title: Mine}, us: {title: Ours}}\n"))
    assert after["sources"]["guide"] == {"title": "Mine"}
    assert {*after["sources"]} == {"grand", "guide", "lite", "us"}


def test_aliases_and_summary_are_said_of_one_variant_only(write: Write) -> None:
    path = write("")
    assert data(path)["aliases"] == []
    assert data(path)["summary"] == ""
    assert data("hazari")["aliases"] == ["1000 Points"]


@pytest.mark.parametrize(
    ("text", "block", "expected"),
    [
        ("groups: [{cards: 4}, {cards: 3}, {cards: 3}, {cards: 3}]\n", "groups", [4, 3, 3, 3]),
        ("deck: {suits: [C, D, H, S]}\n", "deck", ["C", "D", "H", "S"]),
        ("runs: {order: [ace_low, rest]}\n", "runs", ["ace_low", "rest"]),
    ],
)
def test_lists_without_ids_are_replaced(
    text: str, block: str, expected: list[Any], write: Write
) -> None:
    found = data(write(text))[block]
    if block == "groups":
        assert [group["cards"] for group in found] == expected
    else:
        assert found["suits" if block == "deck" else "order"] == expected


# ---------------------------------------------------------------- lists of things with an id


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("{id: pair, name: Couple}", HAZARI),
        ("{id: pair, above: troy}", ["pair", *HAZARI[:4], "indi"]),
        ("{id: troy, below: run}", ["colour_run", "run", "troy", "colour", "pair", "indi"]),
        ("{id: colour, remove: true}", ["troy", "colour_run", "run", "pair", "indi"]),
        ("{id: low, name: Low, cards: 3, above: troy, same_rank: [3]}", ["low", *HAZARI]),
        ("{id: low, name: Low, cards: 3, suited: true}", [*HAZARI, "low"]),
        (
            "{id: low, name: Low, cards: 3, below: pair, suited: true}",
            [*HAZARI[:5], "low", "indi"],
        ),
        (
            "{id: a, name: A, cards: 3, above: troy}, {id: b, name: B, cards: 3, below: a}",
            ["a", "b", *HAZARI],
        ),
        (
            "{id: colour, above: run}, {id: run, above: colour}",
            ["troy", "colour_run", "run", "colour", "pair", "indi"],
        ),
        (
            "{id: troy, remove: true}, {id: run, above: colour_run}",
            ["run", "colour_run", *HAZARI[3:]],
        ),
    ],
)
def test_entries_of_the_ladder_merge_by_id_in_the_order_of_the_file(
    entries: str, expected: list[str], write: Write
) -> None:
    documents = loader().resolver.chain(
        loader().resolver.library.find(write(f"combinations: [{entries}]\n"))
    )
    merged = loader().resolver.merged(documents).plain()
    assert [entry["id"] for entry in merged["combinations"]] == expected


def test_an_entry_merges_property_by_property(write: Write) -> None:
    path = write("combinations: [{id: pair, name: Couple, key: {multiples: {order: [3, rest]}}}]\n")
    (pair,) = (entry for entry in data(path)["combinations"] if entry["id"] == "pair")
    assert pair == {
        "id": "pair",
        "name": "Couple",
        "cards": 3,
        "same_rank": [2, 1],
        "key": {"multiples": {"order": ["3", "rest"]}},
    }


def test_above_and_below_are_orders_and_no_part_of_the_rules(write: Write) -> None:
    assert all({"above", "below"}.isdisjoint(entry) for entry in data("hazarey")["combinations"])


def test_redeals_and_instant_wins_merge_by_id_too(write: Write) -> None:
    path = write(
        "instant_wins: [{id: three_troys, name: Three!, if_several: all}]\n", parent="hazarey"
    )
    (win,) = data(path)["instant_wins"]
    (before,) = data("hazarey")["instant_wins"]
    assert win == {**before, "name": "Three!", "if_several": "all"}


def test_an_empty_list_changes_nothing_where_entries_merge_by_id(write: Write) -> None:
    assert data(write("instant_wins: []\n", parent="hazarey"))["instant_wins"]


# ---------------------------------------------------------------- choices of kinds

FOUL = "{foul: {scope: whole_deal, effect: cannot_win, all_fouled: play_on}}"


def test_the_same_kind_merges_argument_by_argument(write: Write) -> None:
    write(f"arrangement: {{on_violation: {FOUL}}}\n", "town")
    path = write("arrangement: {on_violation: {foul: {scope: from_group}}}\n", parent="town")
    assert data(path)["arrangement"]["on_violation"] == {
        "foul": {"scope": "from_group", "effect": "cannot_win", "all_fouled": "play_on"}
    }


@pytest.mark.parametrize("other", ["reject", "sort"])
def test_another_kind_replaces_the_argument_and_all(other: str, write: Write) -> None:
    write(f"arrangement: {{on_violation: {FOUL}}}\n", "town")
    path = write(f"arrangement: {{on_violation: {other}}}\n", parent="town")
    assert data(path)["arrangement"]["on_violation"] == other


def test_a_kind_with_an_argument_replaces_a_word(write: Write) -> None:
    path = write("match: {ties: {extend_target: {by: 250}}}\n")
    assert data(path)["match"]["ties"] == {"extend_target": {"by": 250}}


def test_an_effect_merges_argument_by_argument(write: Write) -> None:
    path = write(
        "instant_wins: [{id: three_troys, effect: {win_match: {score: {add: 5}}}}]\n",
        parent="hazarey",
    )
    (win,) = data(path)["instant_wins"]
    assert win["effect"] == {"win_match": {"score": {"add": 5}, "deal_points": "void"}}


def test_the_same_condition_merges_and_another_replaces(write: Write) -> None:
    with_runs = write(
        "instant_wins: [{id: three_troys, when: {rounds_won: {with: [run]}}}]\n", parent="hazarey"
    )
    (win,) = data(with_runs)["instant_wins"]
    assert win["when"] == {"rounds_won": {"rounds": [1, 2, 3], "with": ["run"]}}
    in_hand = write(
        "instant_wins: [{id: three_troys, after: dealing, when: {pairs_in_hand: {at_least: 6}}}]\n"
        "options: {three_troys_must_win: {remove: true}, three_troys_when: {remove: true}}\n",
        parent="hazarey",
    )
    (win,) = data(in_hand)["instant_wins"]
    assert win["when"] == {"pairs_in_hand": {"at_least": 6}}


def test_half_an_argument_without_the_same_kind_above_it_is_refused(write: Write) -> None:
    path = write("arrangement: {on_violation: {foul: {scope: from_group}}}\n")
    with pytest.raises(FindingsError, match="lacks 'effect', 'all_fouled'"):
        resolved(path)


# ---------------------------------------------------------------- chains


def test_a_chain_of_three_files(write: Write) -> None:
    write("match: {target: 500, check: at_once}\nplay: {ties: split}\n", "country")
    write("match: {target: 700}\n", "town", parent="country")
    variant = resolved(write("play: {next_leader: same}\n", parent="town"))
    rules = variant.ruleset
    assert (rules.match.target, rules.match.check.name) == (700, "at_once")
    assert (rules.play.ties.name, rules.play.next_leader.name) == ("split", "same")
    assert variant.parents == ("town", "country", "hazari")
    assert (rules.id, rules.name) == ("village", "Village")


def test_the_steps_of_a_chain_make_the_same_rules_as_one_file(write: Write) -> None:
    parts = (
        "combinations: [{id: colour, above: run}, {id: pair, name: Couple}]\n",
        "combinations: [{id: troy, below: run}, {id: colour, key: {ranks: {cards: 2}}}]\n",
        "combinations: [{id: pair, above: colour}]\n",
    )
    write(parts[0], "a")
    write(parts[1], "b", parent="a")
    steps = write(parts[2], "c", parent="b")
    once = write(
        "combinations: [{id: colour, above: run, key: {ranks: {cards: 2}}},"
        " {id: troy, below: run}, {id: pair, name: Couple, above: colour}]\n",
        "once",
    )
    assert ladder(steps) == ladder(once)
    assert resolved(steps).ruleset.digest == resolved(once).ruleset.digest


def test_hazarey_is_hazari_with_four_card_combinations() -> None:
    assert ladder("hazarey") == [
        "four_of_a_kind",
        "troy",
        "colour_run_4",
        "colour_run",
        "run_4",
        "run",
        "colour_4",
        "colour",
        "two_pairs",
        "pair",
        "indi",
    ]
    assert resolved("hazarey").parents == ("hazari",)


# ---------------------------------------------------------------- where parents are


def test_a_parent_beside_the_file_comes_before_a_known_one(write: Write, tmp_path: Path) -> None:
    text = (
        (FOLDER / "hazari.yaml").read_text(encoding="utf-8").replace("target: 1000", "target: 77")
    )
    (tmp_path / "hazari.yaml").write_text(text, encoding="utf-8")
    assert resolved(write("")).ruleset.match.target == 77
    assert resolved("hazarey").ruleset.match.target == 1000


@pytest.mark.parametrize("suffix", ["yaml", "yml", "json"])
def test_a_parent_beside_the_file_may_have_any_ending(suffix: str, write: Write) -> None:
    parent = Path(write("match: {target: 77}\n", "town", suffix=suffix))
    if suffix == "json":
        head = {"spec": 1, "extends": "hazari", "id": "town", "name": "T", "match": {"target": 77}}
        parent.write_text(json.dumps(head), encoding="utf-8")
    assert resolved(write("", parent="town")).ruleset.match.target == 77


def test_a_parent_in_a_folder_of_variants(write: Write, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    town = Path(write("match: {target: 77}\n", "town"))
    town.rename(library / "any_name.yaml")
    variant = Loader.installed((library,)).load(write("", parent="town"))
    assert variant.ruleset.match.target == 77
    assert variant.provenance()["/match/target"] == f"{library / 'any_name.yaml'}:5:17"


def test_a_known_parent_does_not_look_beside_the_file_of_its_child(
    write: Write, tmp_path: Path
) -> None:
    """A shipped file is trusted: what it extends is shipped as well."""
    (tmp_path / "hazari.yaml").write_text("spec: 1\n", encoding="utf-8")
    assert resolved(write("", parent="hazarey")).parents == ("hazarey", "hazari")


def test_standard_input_has_its_parents_in_the_current_folder(write: Write, tmp_path: Path) -> None:
    write("match: {target: 0}\n", "town")
    said = subprocess.run(
        [sys.executable, "-m", "hazari_rules", "check", "-"],
        cwd=tmp_path,
        input=HEAD.replace("hazari", "town"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    assert said.stdout.startswith("town.yaml:5:17: error: 'match.target' must be at least 1")


# ---------------------------------------------------------------- provenance


def places(variant: Variant) -> dict[str, tuple[str, int, int]]:
    found = {}
    for pointer, place in variant.provenance().items():
        file, line, column = place.rsplit(":", 2)
        found[pointer] = (file, int(line), int(column))
    return found


def spelt(value: Any) -> set[str]:
    """How a file may write a value."""
    if isinstance(value, bool):
        return {str(value).lower()}
    return {str(value), f"'{value}'", f'"{value}"'}


def at(node: Node, pointer: str) -> Any:
    path = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for part in path:
        node = node.value[int(part)] if isinstance(node.value, list) else node.value[part]
    return node.value


def assert_places_are_right(variant: Variant) -> None:
    """At the place of each value the file says that value."""
    sources = loader().resolver.sources
    found = places(variant)
    assert len(found) > 80
    for pointer, (file, line, column) in found.items():
        text = sources[file].line(line)
        assert text is not None
        values = spelt(at(variant.node, pointer))
        assert any(text[column - 1 :].startswith(value) for value in values), pointer


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_each_value_stands_where_provenance_says(name: str) -> None:
    assert_places_are_right(resolved(name))


@pytest.mark.parametrize(
    ("option", "choice"),
    [
        (option.id, choice)
        for option in Loader.shipped().load("hazari").options
        for choice in option.choices
    ],
)
def test_each_value_stands_there_under_every_choice(option: str, choice: str) -> None:
    assert_places_are_right(resolved("hazari", **{option: choice}))


def line_of(name: str, text: str) -> int:
    lines = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8").split("\n")
    (found,) = (number for number, line in enumerate(lines, start=1) if text in line)
    return found


def test_values_of_a_chain_come_from_the_file_that_states_them(write: Write) -> None:
    town = write("match: {target: 500}\nplay: {ties: split}\n", "town")
    path = write("match: {check: at_once}\ncombinations: [{id: troy, name: Trio}]\n", parent="town")
    found = places(resolved(path, next_leader="same"))
    assert found["/match/check"] == (path, 5, 16)
    assert found["/match/target"] == (town, 5, 17)
    assert found["/play/ties"] == (town, 6, 14)
    assert found["/combinations/0/name"] == (path, 6, 33)
    assert found["/combinations/0/id"] == (path, 6, 21)
    troy = line_of("hazari", "{id: troy, name: Troy, aliases")
    assert found["/combinations/0/cards"] == ("hazari.yaml", troy, 53)
    same = line_of("hazari", "same: {play: {next_leader: same}}")
    assert found["/play/next_leader"] == ("hazari.yaml", same, 34)
    assert found["/name"] == (path, 4, 7)
    assert not any(pointer.startswith("/options") for pointer in found)


def test_values_of_a_choice_come_from_the_choice(write: Write) -> None:
    found = places(resolved("hazari", card_points="pack_of_380"))
    line = line_of("hazari", "card_points: {values: {A: 11")
    assert found["/card_points/values/A"][:2] == ("hazari.yaml", line)
    assert found["/card_points/total"][:2] == ("hazari.yaml", line)
    assert found["/card_points/values/K"][1] == line_of("hazari", "  values: {A: 10,")


def test_a_ladder_keeps_the_places_of_its_entries_when_they_move(write: Write) -> None:
    path = write("combinations: [{id: pair, above: troy}]\n")
    found = places(resolved(path))
    assert found["/combinations/0/id"] == (path, 5, 21)
    assert found["/combinations/0/same_rank/0"][0] == "hazari.yaml"
    assert found["/combinations/1/id"][:2] == (
        "hazari.yaml",
        line_of("hazari", "{id: troy, name: Troy, aliases"),
    )


def test_a_clean_child_says_nothing_of_its_parents(write: Write) -> None:
    path = write(CLEAN[len(HEAD) :])
    assert loader().check(loader().resolver.library.find(path)) == []
