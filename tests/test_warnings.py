"""Warnings of `hazari check`: each fails as it should, is gone once mended, and is true."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from hazari_rules.documents import Source
from hazari_rules.errors import Finding, Severity
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from tests import oracle

ROOT = Path(__file__).parent.parent
HEAD = "spec: 1\nextends: hazari\nid: t\nname: T\nsummary: Ours.\n"


@cache
def loader() -> Loader:
    return Loader.shipped()


def found(text: str) -> list[Finding]:
    return loader().check(VariantFile(Path("t.yaml"), "file"), Source("t.yaml", text))


def ids(text: str) -> list[str]:
    return [finding.id for finding in found(text)]


def whole(**changes: Any) -> dict[str, Any]:
    """Hazari without options or parent, with other blocks."""
    data: dict[str, Any] = yaml.safe_load(
        (ROOT / "variants" / "hazari.yaml").read_text(encoding="utf-8")
    )
    del data["options"]
    return data | {"id": "t"} | changes


def text_of(data: Mapping[str, Any]) -> str:
    return json.dumps(data)  # which is YAML too


def as_rules(data: Mapping[str, Any]) -> dict[str, Any]:
    """The rules as the oracle wants them: ranks as text."""
    rules: dict[str, Any] = json.loads(text_of(data))
    rules["deck"]["ranks"] = [str(rank) for rank in rules["deck"]["ranks"]]
    return rules


EVENT = "if_several: first_in_order, effect: {win_deal: {points: whole_pack}}}"
FOUR = "same_rank_in_hand: {cards: 4}"
QUESTION = "question: What?\n    status: house\n    where: There.\n    default: a\n"
CASES = {
    "no summary": (
        "spec: 1\nextends: hazari\nid: t\nname: »T\n",
        "no-summary",
        ("name: »T", "name: T\nsummary: Ours."),
    ),
    "same value": (
        HEAD + "play: {»ties: last_played}\n",
        "repeats-parent",
        ("»ties: last_played", "ties: split"),
    ),
    "same number": (HEAD + "match:\n  »target: 1000\n", "repeats-parent", ("1000", "700")),
    "same list": (
        HEAD + "runs: {»order: [ace_high, ace_low, rest]}\n",
        "repeats-parent",
        ("ace_low, rest", "rest, ace_low"),
    ),
    "same points": (
        HEAD + "card_points: {»values: {A: 10, 9: 5}}\n",
        "repeats-parent",
        ("A: 10, 9: 5}", "A: 5, 9: 10}"),
    ),
    "same judgement": (
        HEAD + "arrangement: {»judged_on: {cards: 3}}\n",
        "repeats-parent",
        ("{»judged_on: {cards: 3}}", "{order: falling}"),
    ),
    "same name of a combination": (
        HEAD + "combinations: [{id: troy, »name: Troy}]\n",
        "repeats-parent",
        ("name: Troy", "name: Trail"),
    ),
    "same place on the ladder": (
        HEAD + "combinations: [{id: run, »below: colour_run}]\n",
        "repeats-parent",
        ("below: colour_run", "below: colour"),
    ),
    "same default of an option": (
        HEAD + "options:\n  run_order: {»default: ace_low_second}\n",
        "repeats-parent",
        ("second", "last"),
    ),
    "same groups": (
        HEAD + "»groups: [{cards: 3}, {cards: 3}, {cards: 3}, {cards: 4}]\n",
        "repeats-parent",
        ("»groups: [{cards: 3}, {cards: 3}, {cards: 3}, {cards: 4}]\n", ""),
    ),
    "option without a difference": (
        HEAD + f"options:\n  »odd:\n    {QUESTION}    choices:\n      a: {{}}\n"
        "      b: {play: {ties: last_played}}\n",
        "idle-option",
        ("last_played", "split"),
    ),
    "option whose difference no group shows": (
        HEAD + f"options:\n  »odd:\n    {QUESTION}    choices:\n      a: {{}}\n"
        "      b: {arrangement: {judged_on: {cards: all}}}\n",
        "idle-option",
        ("judged_on: {cards: all}", "order: falling"),
    ),
    "option with one choice": (
        HEAD + f"options:\n  »odd:\n    {QUESTION}    choices:\n      a: {{}}\n",
        "idle-option",
        ("a: {}\n", "a: {}\n      b: {play: {ties: split}}\n"),
    ),
    "choice like another": (
        HEAD + f"options:\n  odd:\n    {QUESTION}    choices:\n      a: {{}}\n"
        "      b: {match: {target: 700}}\n      »c: {match: {target: 700}}\n",
        "idle-choice",
        ("»c: {match: {target: 700}}", "c: {match: {target: 800}}"),
    ),
    "inherited option that its child makes say the same": (
        HEAD + "options:\n"
        "  »direction: {choices: {clockwise: {table: {direction: counterclockwise}}}}\n",
        "idle-option",
        ("choices: {clockwise: {table: {direction: counterclockwise}}}", "where: Elsewhere."),
    ),
    "win that comes too late": (
        HEAD + "options: {four_in_hand: {remove: true}}\ninstant_wins:\n"
        f"  - {{id: a, name: A, after: dealing, when: {{{FOUR}}}, {EVENT}\n"
        f"  - {{id: »b, name: B, after: {{round: 1}}, when: {{{FOUR}}}, {EVENT}\n",
        "never-happens",
        (f"after: {{round: 1}}, when: {{{FOUR}}}", "after: {round: 1}, when: {groups_held: "
         "{groups: [1, 2], with: [troy]}}"),
    ),
    "win of a deal that is void": (
        HEAD + "options: {four_in_hand: {remove: true}}\ninstant_wins:\n"
        f"  - {{id: »a, name: A, after: dealing, when: {{{FOUR}}}, {EVENT}\n"
        f"redeals: [{{id: r, name: R, when: {{{FOUR}}}, claim: automatic, dealer: stays}}]\n",
        "never-happens",
        ("claim: automatic", "claim: on_request"),
    ),
    "redeal of a hand that nobody gets": (
        HEAD + "redeals: [{id: r, name: R, when: {hand_lacks: »[troy, colour_run, run, colour,"
        " pair, indi]}, claim: automatic, dealer: stays}]\n",
        "never-happens",
        (", indi]", "]"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_warning_stands_at_its_place_and_goes_when_mended(name: str) -> None:
    marked, id_, (old, new) = CASES[name]
    text = marked.replace("»", "")
    before = marked.partition("»")[0]
    (finding,) = found(text)
    assert finding.severity is Severity.WARNING
    assert finding.id == id_
    assert finding.span is not None
    place = (finding.span.line, finding.span.column)
    assert place == (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
    assert finding.hint
    mended = marked.replace(old, new).replace("»", "")
    assert mended != text
    assert found(mended) == []


def test_a_variant_without_sources_is_told() -> None:
    data = whole()
    assert ids(text_of(data)) == []
    del data["sources"]
    assert ids(text_of(data)) == ["no-sources"]


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_shipped_files_are_clean(name: str) -> None:
    assert loader().check(VariantFile(ROOT / "variants" / f"{name}.yaml", "file")) == []


@pytest.mark.parametrize(
    "rest",
    [
        # the total is a check of the values
        "card_points: {values: {A: 15, K: 5}, total: 360}\n"
        "options: {card_points: {remove: true}}\n",
        "card_points: {values: {A: 11, K: 10}, total: 364}\n",  # the points as a whole differ
        "combinations: [{id: pair, above: colour}]\n",
        "play: {ties: split}\nmatch: {target: 500}\n",  # options that offer more than that
    ],
)
def test_what_changes_something_is_not_warned_of(rest: str) -> None:
    assert ids(HEAD + rest) == []


RANKS = ["A", "K", "Q", "J", 10, 9]
SMALL = {"ranks": RANKS, "suits": ["S", "H"]}
POINTS = {"values": dict.fromkeys(RANKS, 1), "total": 12}
INDI = {"id": "indi", "name": "Indi", "cards": 3}
ANY = {"id": "any", "name": "Any four", "cards": 4}
PAIR = {"id": "pair", "name": "Pair", "cards": 3, "same_rank": [2, 1]}


def _fours(*ladder: Mapping[str, Any]) -> dict[str, Any]:
    """Two players with six cards in groups of four and two from a pack of twelve."""
    return whole(
        deck=SMALL,
        table=whole()["table"] | {"players": 3, "cards_each": 4, "undealt": 0},
        card_points=POINTS,
        combinations=list(ladder),
        groups=[{"cards": 4}],
    )


@pytest.mark.parametrize(
    ("ladder", "idle"),
    [
        ((PAIR, ANY, INDI), ["indi"]),
        ((ANY, PAIR, INDI), ["pair", "indi"]),
        ((PAIR, INDI, ANY), ["any"]),  # an error: indi takes all
        ((PAIR, INDI), []),
    ],
)
def test_what_never_counts_is_what_no_group_counts_as(
    ladder: tuple[Mapping[str, Any], ...], idle: list[str]
) -> None:
    data = _fours(*ladder)
    rules = as_rules(data)
    pack = [f"{rank}{suit}" for rank in rules["deck"]["ranks"] for suit in "SH"]
    counted = {oracle.combination(rules, group, 0) for group in combinations(pack, 4)}
    never = [one["id"] for one in ladder if one["id"] not in counted]
    told = [finding.message for finding in found(text_of(data))]
    assert len(told) == len(never)
    assert all(f"'{id_}'" in message for id_, message in zip(never, told, strict=True))
    assert never == idle


@pytest.mark.parametrize(
    ("suits", "key"),
    [
        ("S", None),
        ("S", {"ranks": {"cards": 1}}),
        ("S", {"ranks": {"order": [["A", "K", "Q"], "rest"]}}),
        ("SH", None),
    ],
)
def test_a_tie_rule_is_idle_only_if_no_two_groups_can_be_equal(
    suits: str, key: Mapping[str, Any] | None
) -> None:
    ranks = ["A", "K", "Q", "J", 10, 9, 8, 7]
    indi = {"id": "indi", "name": "Indi", "cards": 3} | ({"key": key} if key else {})
    each = 3 * len(suits)
    data = whole(
        deck={"ranks": ranks, "suits": list(suits)},
        table=whole()["table"]
        | {"players": 2, "cards_each": each, "undealt": len(ranks) * len(suits) - 2 * each},
        card_points={"values": dict.fromkeys(ranks, 1), "total": len(ranks) * len(suits)},
        combinations=[indi],
        groups=[{"cards": 3}] * len(suits),
    )
    rules = as_rules(data)
    pack = [f"{rank}{suit}" for rank in rules["deck"]["ranks"] for suit in suits]
    groups = [(set(g), oracle.reading(rules, g, 0)) for g in combinations(pack, 3)]
    tie = any(
        oracle.compare(rules, one, other) == 0
        for (mine, one), (theirs, other) in combinations(groups, 2)
        if not mine & theirs
    )
    assert ids(text_of(data)) == ([] if tie else ["never-matters"])


def test_a_group_that_cannot_count_so_never_wins() -> None:
    groups = [{"cards": 3, "combinations": ["pair", "indi"]}, *[{"cards": 3}] * 2, {"cards": 4}]
    win = {
        "id": "w",
        "name": "W",
        "after": "arranging",
        "when": {"groups_held": {"groups": [1], "with": ["troy"]}},
        "if_several": "all",
        "effect": {"win_deal": {"points": "whole_pack"}},
    }
    (finding,) = found(text_of(whole(groups=groups, instant_wins=[win])))
    assert (finding.id, finding.message) == ("never-happens", "group 1 never counts as troy")
    win["when"] = {"groups_held": {"groups": [2], "with": ["troy"]}}
    assert found(text_of(whole(groups=groups, instant_wins=[win]))) == []


def test_groups_of_five_from_a_whole_pack_are_not_gone_through() -> None:
    five = {"id": "five", "name": "Five", "cards": 5}
    data = whole(
        table=whole()["table"] | {"cards_each": 10, "undealt": 12},
        combinations=[PAIR, five, INDI],
        groups=[{"cards": 5}] * 2,
    )
    assert "never-counts" not in ids(text_of(data))
