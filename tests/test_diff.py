"""diff names every knob and only it, and its examples hold by the independent oracle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hazari_rules import load
from hazari_rules.build import build
from hazari_rules.builtin import vocabulary
from hazari_rules.cards import Card
from hazari_rules.cli import run
from hazari_rules.compiled import Rules
from hazari_rules.diff import diff
from hazari_rules.diff_classes import Classes, discordant
from hazari_rules.diff_examples import Example, Made, Verdict, examples
from hazari_rules.diff_scenes import (
    ArrangementScene,
    ComparisonScene,
    DealingScene,
    DealScene,
    HandsScene,
    PackScene,
    RoundScene,
    TotalsScene,
)
from hazari_rules.difference import Difference, Topic, applied
from hazari_rules.documents import node_from
from hazari_rules.errors import Span
from hazari_rules.kinds import Kind
from hazari_rules.loading import Loader
from hazari_rules.plugins import Plugins
from hazari_rules.resolve import Variant
from tests import oracle
from tests.turned import LISTS, Knob, changed, knobs

EVENTS = {
    "no_run_redeal": "on_request",
    "six_pairs_redeal": "automatic",
    "four_in_hand": "wins_match",
    "wrong_order": "foul_whole_deal",
    "two_reach_target": "extend_by_500",
    "tied_match": "extend_by_500",
}
BASES = {"hazari": ("hazari", {}), "events": ("hazari", EVENTS), "hazarey": ("hazarey", {})}


@cache
def base(name: str) -> Variant:
    id_, options = BASES[name]
    return load(id_, options)


def stated(variant: Variant) -> dict[str, Any]:
    """What a complete file of this variant states: no keys that follow from tests."""
    data: dict[str, Any] = variant.node.plain()
    return {key: value for key, value in data.items() if key != "options"}


def variant_of(base_: Variant, data: Mapping[str, Any]) -> Variant:
    ruleset = build(data, base_.ruleset.options, base_.vocabulary)
    node = node_from(data, Span("x.yaml", 1, 1, 1, 1))
    return replace(base_, ruleset=ruleset, node=node, options=())


def named(path: tuple[Any, ...], data: Mapping[str, Any]) -> tuple[Any, ...]:
    """A path with the id of a list's entry instead of its place."""
    if path[0] in LISTS and len(path) > 1:
        return (path[0], data[path[0]][path[1]]["id"], *path[2:])
    return path


def touches(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether one path leads to the other or the other way."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def is_text(path: tuple[Any, ...]) -> bool:
    top = ("name", "aliases", "summary", "sources")
    return path[0] in top or (path[0] in LISTS and path[-1] in ("name", "aliases"))


@pytest.mark.parametrize("name", BASES)
def test_every_knob_is_named_and_only_it(name: str) -> None:
    variant = base(name)
    data, wrong, tried = stated(variant), [], 0
    one = variant_of(variant, data)
    for knob in knobs(data):
        tried += 1
        wrong += [f"{knob}: {why}" for why in faults(one, data, knob)]
    assert wrong == []
    assert tried > 200


def faults(one: Variant, data: Mapping[str, Any], knob: Knob) -> list[str]:
    """What is wrong with the diff of a variant and the same with one knob turned."""
    other = variant_of(one, changed(data, knob))
    topic = Topic.TEXT if is_text(knob.path) else Topic.RULES
    found, why = diff(one, other), []
    if topic is Topic.RULES and one.ruleset.digest == other.ruleset.digest:
        return ["named, though the rules are the same"] if found else []
    if not found:
        why.append("not named")
    for difference in found:
        if difference.topic is not topic:
            why.append(f"told as {difference.topic}")
        if not touches(difference.path, named(knob.path, data)):
            why.append(f"another one is named: {difference.path}")
        if " is stated as " in difference.sentence:
            why.append("named by its raw value only")
    made = applied(stated(one), stated(other), found)
    if topic is Topic.RULES and variant_of(one, made).ruleset.digest != other.ruleset.digest:
        why.append("making the differences does not give the other rules")
    return why


def test_different_values_of_a_knob_are_told_differently() -> None:
    variant = base("events")
    data = stated(variant)
    one = variant_of(variant, data)
    sentences: dict[str, Knob] = {}
    for knob in knobs(data):
        text = " ".join(d.sentence for d in diff(one, variant_of(variant, changed(data, knob))))
        if text and not is_text(knob.path):
            assert text not in sentences, f"{knob} is told as {sentences[text]}: {text}"
            sentences[text] = knob


def test_the_bhutanese_list() -> None:
    """Seed Grand, "Variations": 380 points, four-card combinations, three troys."""
    found = [d for d in diff(load("hazari"), load("hazarey")) if d.topic is Topic.RULES]
    sentences = {difference.path: difference.sentence for difference in found}
    assert sentences["card_points", "values", "A"] == "An Ace counts 11 instead of 10."
    assert sentences["card_points", "values", "8"] == "An Eight counts 8 instead of 5."
    assert ("card_points", "values", "5") not in sentences
    assert ("card_points", "values", "10") not in sentences
    assert sentences["card_points", "total"] == "All cards together count 380 instead of 360."
    added = [path[1] for path in sentences if path[0] == "combinations"]
    assert sorted(added) == ["colour_4", "colour_run_4", "four_of_a_kind", "run_4", "two_pairs"]
    assert "just above Run" in sentences["combinations", "run_4"]
    assert [path for path in sentences if path[0] == "instant_wins"] == [
        ("instant_wins", "three_troys")
    ]
    assert len(found) == 15


def test_moves_on_the_ladder_are_told_as_such() -> None:
    first = diff(load("hazari"), load("hazari", {"category_order": "colour_run_first"}))
    assert [d.sentence for d in first] == ["Colour Run stands above Troy instead of below."]
    assert [str(d.change) for d in first] == ["moved"]
    moved = diff(load("hazarey"), load("hazarey", {"four_card_ladder": "length_first"}))
    assert [d.sentence for d in moved][:2] == [
        "Four-card Colour Run stands above Troy instead of below.",
        "Four-card Run stands above Troy and Colour Run instead of below.",
    ]


def test_names_alone_are_no_difference_of_rules() -> None:
    one, other = load("hazari"), load("hazari", {"names": "teen_patti"})
    assert one.ruleset.digest == other.ruleset.digest
    found = diff(one, other)
    assert {difference.topic for difference in found} == {Topic.TEXT}
    assert "Troy is called Trail." in [difference.sentence for difference in found]


def test_places_on_both_sides() -> None:
    found = diff(load("hazari"), load("hazarey"))
    ace = next(d for d in found if d.path == ("card_points", "values", "A"))
    lines = {
        name: (Path(__file__).parent.parent / "variants" / name).read_text("utf-8").splitlines()
        for name in ("hazari.yaml", "hazarey.yaml")
    }
    for side in (ace.a, ace.b):
        file, line = side.place.split(":")
        assert "A: 1" in lines[file][int(line) - 1]
    troys = next(d for d in found if d.path == ("instant_wins", "three_troys"))
    assert troys.a.place == ""
    assert troys.b.place.startswith("hazarey.yaml:")


# ---------------------------------------------------------------- examples


def text_of(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def outcome(rules: Mapping[str, Any], example: Example) -> Any:
    """What comes of an example's scene by the oracle."""
    scene = example.scene
    match scene:
        case ComparisonScene():
            first, second = text_of(scene.first), text_of(scene.second)
            assert not set(first) & set(second)
            return oracle.beats(rules, first, second, scene.group)
        case ArrangementScene():
            groups = [text_of(cards) for cards in scene.groups]
            hand = [card for cards in groups for card in cards]
            return allowed(rules, hand, groups)
        case RoundScene():
            plays = [(seat, text_of(cards), False) for seat, cards in scene.plays]
            return oracle.play_round(rules, plays, scene.number - 1)
        case TotalsScene():
            return oracle.finish(rules, scene.totals, rules["match"]["target"])
        case HandsScene():
            return [
                [
                    (event["id"], event.get("claim"), seat)
                    for block in ("redeals", "instant_wins")
                    for event in rules[block]
                    for seat, hand in enumerate(scene.hands)
                    if event.get("after", "dealing") == "dealing"
                    and oracle.holds(rules, event["when"], text_of(hand), [], [])
                ],
                [event["dealer"] for event in rules["redeals"]],
            ]
        case DealScene():
            return dealt(rules, scene)
        case PackScene():
            worth = rules["card_points"]["values"]
            return sum(
                worth[rank] for rank in rules["deck"]["ranks"] for _ in rules["deck"]["suits"]
            )
        case DealingScene():
            return [rules["table"][key] for key in ("players", "cards_each", "undealt")]
    raise AssertionError(f"no example: {example}")


def allowed(rules: Mapping[str, Any], hand: list[str], groups: list[list[str]]) -> Any:
    try:
        return oracle.arranged(rules, hand, groups), rules["arrangement"]["on_violation"]
    except ValueError:
        return "refused"


def dealt(rules: Mapping[str, Any], scene: DealScene) -> Any:
    hands = [text_of(hand) for hand in scene.hands]
    arrangements = [[text_of(cards) for cards in groups] for groups in scene.arrangements]
    try:
        deal = oracle.play_deal(rules, scene.dealer, hands, arrangements, scene.last_points)
    except ValueError:
        return "refused"
    target = rules["match"]["target"]
    totals = [a + b for a, b in zip(scene.totals, deal["points"], strict=True)]
    if deal["instant"] and deal["instant"]["effect"] == "win_match":
        totals = oracle.after_instant_win(rules, deal["instant"], totals, target)
    return deal, totals, rules["match"]["check"]


def made_rules(
    a: Variant, b: Variant, difference: Difference, example: Example
) -> Mapping[str, Any]:
    """The rules on which an example says that it was played, as the oracle reads them."""
    if example.made is Made.ALL:
        return b.ruleset.as_data()
    found = diff(a, b)
    same = [d for d in found if d.block == difference.block]
    chosen = [difference] if example.made is Made.ALONE else same
    return applied(a.ruleset.as_data(), b.ruleset.as_data(), chosen)


def check_examples(a: Variant, b: Variant) -> list[Example]:
    shown = []
    for difference, example in examples(a, b, diff(a, b)):
        assert example.verdict is Verdict.FOUND, difference.sentence
        rules = made_rules(a, b, difference, example)
        before, after = outcome(a.ruleset.as_data(), example), outcome(rules, example)
        assert before != after, (difference.sentence, example)
        assert example.told
        assert example.one
        assert example.one != example.other
        shown.append(example)
    return shown


def test_every_bhutanese_difference_has_a_correct_example() -> None:
    a, b = load("hazari"), load("hazarey")
    found = check_examples(a, b)
    assert len(found) == 15
    for example in found:
        # By the whole of Hazarey it comes out otherwise than by Hazari, too.
        assert outcome(a.ruleset.as_data(), example) != outcome(b.ruleset.as_data(), example)
    assert [example.kind for example in found].count("groups") == 5


QUICK = [
    (option.id, choice)
    for option in load("hazari").options
    for choice in option.choices
    if choice != option.default
    and option.id not in ("names", "card_points", "four_card_group", "wrong_order")
]


@pytest.mark.parametrize(("option", "choice"), [*QUICK, ("wrong_order", "foul_from_group")])
def test_every_house_rule_has_a_correct_example(option: str, choice: str) -> None:
    check_examples(load("hazari"), load("hazari", {option: choice}))


@pytest.mark.parametrize(
    ("option", "choice"),
    [
        ("four_card_colour", "best_three"),
        ("lowest_group_judged_on", "all_cards"),
        ("three_troys_must_win", "holding_is_enough"),
        ("three_troys_score", "plus_1000"),
        ("three_troys_when", "after_the_deal"),
    ],
)
def test_every_open_question_has_a_correct_example(option: str, choice: str) -> None:
    check_examples(load("hazarey"), load("hazarey", {option: choice}))


def test_what_no_play_can_tell_apart_is_proved() -> None:
    """In a ladder of three cards it is all the same whether four are judged or three."""
    one = load("hazari")
    data = stated(one)
    judged = {**data, "arrangement": {**data["arrangement"], "judged_on": {"cards": "all"}}}
    ((difference, example),) = examples(
        one, variant_of(one, judged), diff(one, variant_of(one, judged))
    )
    assert difference.path == ("arrangement", "judged_on", "cards")
    assert example.verdict is Verdict.PROVED_SAME
    free = load("hazari", {"equal_neighbours": "order_free"})
    fouled = load("hazari", {"equal_neighbours": "order_free", "wrong_order": "sorted"})
    ((_, idle),) = examples(free, fouled, diff(free, fouled))
    assert idle.verdict is Verdict.PROVED_SAME
    ladder = [
        {**item, "suited": False} if item["id"] == "troy" else item for item in data["combinations"]
    ]
    mixed = variant_of(one, {**data, "combinations": ladder})
    ((_, same),) = examples(one, mixed, diff(one, mixed))
    assert same.verdict is Verdict.PROVED_SAME  # three of a rank are never of one suit


def test_kinds_of_plugins(tmp_path: Path) -> None:
    """One side is loaded without the plugin that the other side needs."""
    middle = Kind(
        "tie_rule",
        "middle",
        "Of equal best groups the one in the middle wins.",
        "The one in the middle.",
        lambda argument, ruleset: lambda tied: (tied[len(tied) // 2 - 1].seat,),
    )
    path = tmp_path / "village.yaml"
    text = "spec: 1\nextends: hazari\nid: village\nname: Village\nplay: {ties: middle}\n"
    path.write_text(text, encoding="utf-8")
    village = Loader(Plugins.shipped(), vocabulary([middle])).load(str(path))
    for a, b in ((load("hazari"), village), (village, load("hazari"))):
        ((difference, example),) = examples(a, b, diff(a, b))
        assert "the one in the middle wins" in difference.sentence
        assert example.verdict is Verdict.FOUND
        assert any("leads round 2" in text for text in example.other)


def test_other_tables_and_groups(tmp_path: Path) -> None:
    """Three players with sixteen cards and groups of five: sums and splits are shown too."""
    path = tmp_path / "three.yaml"
    path.write_text(
        "spec: 1\nextends: hazari\nid: three\nname: Three\n"
        "deck: {ranks: [A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3], suits: [S, H, D, C]}\n"
        "table: {players: 3, cards_each: 16, undealt: 0}\ncard_points: {total: 340}\n"
        "groups: [{cards: 5}, {cards: 3}, {cards: 3}, {cards: 5}]\n",
        encoding="utf-8",
    )
    a, b = load("hazari"), load(str(path))
    shown = {difference.path: example for difference, example in examples(a, b, diff(a, b))}
    assert {example.verdict for example in shown.values()} == {Verdict.FOUND}
    assert shown["card_points", "total"].one == ("they count 360",)
    assert shown["card_points", "total"].other == ("they count 340",)
    assert shown["groups", 0, "cards"].one == ("legal",)
    assert "refused" in shown["groups", 0, "cards"].other[0]
    assert shown["table", "players"].made is Made.ALONE
    assert shown["table", "players"].other == ("3 hands of 13 cards, 13 cards left over",)


def test_groups_of_five(tmp_path: Path) -> None:
    """Too many classes to go through: examples come from dealt hands."""
    five = (
        "spec: 1\nextends: hazari\nid: five\nname: Five\n"
        "groups: [{cards: 5}, {cards: 5}, {cards: 3}]\n"
        "comparison: {made_from: all_cards}\narrangement: {judged_on: {cards: all}}\n"
        "combinations:\n"
        "  - {id: full, name: Full House, above: colour_run, cards: 5, same_rank: [3, 2]}\n"
        "  - {id: flush, name: Flush, below: full, cards: 5, suited: true}\n"
        "  - {id: any5, name: Five Cards, cards: 5}\n"
    )
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text(five, encoding="utf-8")
    other.write_text(five.replace("below: full", "above: full"), encoding="utf-8")
    (example,) = check_examples(load(str(one)), load(str(other)))
    assert isinstance(example.scene, ComparisonScene)
    assert len(example.scene.first) == 5


def test_neighbours_show_whether_two_orders_are_the_same() -> None:
    """Against all pairs: where no neighbours are turned round, no two groups are."""
    plain = load("hazari")
    one = Rules.compile(plain.ruleset, plain.vocabulary)
    for options in ({"equal_groups": "nobody"}, {"run_order": "ace_low_equal"}):
        variant = load("hazari", options)
        other = Rules.compile(variant.ruleset, variant.vocabulary)
        entries = Classes().entries(one, other, 0, judged=False)
        turned = any(
            (x.one > y.one) - (x.one < y.one) != (x.other > y.other) - (x.other < y.other)
            for x in entries
            for y in entries
        )
        assert (next(discordant(entries), None) is not None) is turned
        assert turned is ("run_order" in options)


# ---------------------------------------------------------------- the command


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "hazari", "hazari:run_order=ace_low_last", "--show"]) == 1
    shown = capsys.readouterr().out
    assert "From hazari to hazari:run_order=ace_low_last: 1 rule differs." in shown
    assert "K♠ Q♥ J♦ against A♦ 3♥ 2♠" in shown
    assert run(["diff", "hazari", "hazari"]) == 0
    assert "no rule differs" in capsys.readouterr().out
    assert run(["diff", "hazari", "hazari:names=teen_patti"]) == 0
    assert "Troy is called Trail" in capsys.readouterr().out


def test_the_command_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "hazari", "hazari:target=points_500", "--show", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["same_rules"] is False
    (difference,) = data["differences"]
    assert difference["path"] == ["match", "target"]
    assert (difference["a"]["value"], difference["b"]["value"]) == (1000, 500)
    assert difference["example"]["situation"] == ["totals after a deal: 500, 470, 460, 450"]
    assert difference["example"]["b"] == ["seat 0 wins the match"]


def test_two_versions_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    text = "spec: 1\nextends: hazari\nid: village\nname: Village\nmatch: {target: 1000}\n"
    old.write_text(text, encoding="utf-8")
    new.write_text(text.replace("1000", "500"), encoding="utf-8")
    assert run(["diff", str(old), f"{new}:equal_groups=split"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert f"The target is 500 points instead of 1000. [{old}:5 -> {new}:5]" in shown
    assert "2 rules differ" in shown


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["hazari", "hazarie"], 2),
        (["hazari", "hazari:run_order=ace"], 2),
        (["hazari", "hazari:nothing=x"], 2),
        (["hazari"], 2),
        (["hazari", "no/such/file.yaml"], 2),
    ],
)
def test_wrong_use(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", *arguments]) == code
    assert "Traceback" not in capsys.readouterr().err
