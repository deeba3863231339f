"""The suites notice every change of the rules that can be noticed."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from hazari_rules.cli import run
from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_equal import Proof, Prover
from hazari_rules.conformance_knobs import Edit, Knob, Op, flow, knobs, turned
from hazari_rules.conformance_mutants import Change, Chosen, Workshop
from hazari_rules.conformance_reads import READS
from hazari_rules.conformance_strength import strength_of
from hazari_rules.conformance_suite import Suite, agrees, suite_of
from hazari_rules.patterns import group_classes
from tests import suites
from tests.suites import LOADER


def workshop(name: str = "hazari", **options: str) -> Workshop:
    return Workshop.of(LOADER, name, options) if options else suites.workshop(name)


def survivors(shop: Workshop, suite: Suite) -> list[str]:
    generated = [case for case in suite.cases if not case.authored]
    return [t.mutant.words for t in strength_of(shop, generated, first_only=True).survivors]


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_generated_cases_alone_notice_every_change_of_a_shipped_variant(name: str) -> None:
    assert survivors(workshop(name), suites.whole_suite(name)) == []


def test_generated_cases_alone_notice_every_change_where_options_meet() -> None:
    """`python -m tests.strength_options` does this for each choice of each option."""
    options = {
        "equal_groups": "suit",
        "wrong_order": "foul_no_points",
        "no_run_redeal": "on_request",
        "six_pairs_redeal": "automatic_deal_passes",
        "four_in_hand": "wins_deal",
    }
    shop = workshop("hazari", **options)
    suite = suite_of(shop.variant, LOADER.resolver.library, "hazari")
    assert survivors(shop, suite) == []


STRANGER = {
    "spec": 1,
    "extends": "hazari",
    "deck": {"ranks": ["A", "K", "Q", "J", 10, 9, 8, 7, 6], "suits": ["S", "H", "D", "C"]},
    "card_points": {"values": {9: 4}, "total": 276},
    "groups": [{"cards": 3}, {"cards": 3}, {"cards": 3}],
}
KITTI = STRANGER | {
    "id": "kitti_like",
    "name": "Like Kitti",
    "table": {"players": 3, "cards_each": 9, "undealt": 9, "first_leader": "dealer"},
    "play": {"ties": "first_played"},
    "instant_wins": [
        {
            "id": "sweep",
            "name": "Sweep",
            "after": {"round": 2},
            "when": {"rounds_won": {"rounds": [1, 2], "with": ["troy", "colour_run"]}},
            "if_several": "all",
            "effect": {"win_deal": {"points": "whole_pack"}},
        }
    ],
}
MUFLIS = STRANGER | {
    "id": "muflis_like",
    "name": "Like Muflis",
    "table": {"players": 4, "cards_each": 9, "undealt": 0},
    "comparison": {"order": "low_wins"},
    "runs": {"order": ["ace_high", "rest"], "not_runs": ["ace_low"]},
    "match": {"target": 300, "check": "at_once", "ties": "play_on"},
}


@pytest.mark.parametrize("rules", [KITTI, MUFLIS], ids=lambda rules: rules["id"])
def test_generated_cases_notice_every_change_of_a_strangers_variant(
    rules: Mapping[str, object], tmp_path: Path
) -> None:
    path = tmp_path / f"{rules['id']}.yaml"
    path.write_text(yaml.safe_dump({**rules, "options": NO_OPTIONS}), encoding="utf-8")
    shop = Workshop.of(LOADER, str(path), {})
    assert survivors(shop, suite_of(shop.variant, LOADER.resolver.library, str(path))) == []


NO_OPTIONS = {option.id: {"remove": True} for option in LOADER.load("hazari").options}


def test_a_suite_with_a_gap_is_told_which_change_nobody_notices() -> None:
    shop = workshop()
    cases = suites.whole_suite("hazari").cases
    blind = [case for case in cases if case.op not in ("round", "deal")]
    found = strength_of(shop, blind, first_only=True)
    words = {trial.mutant.words for trial in found.survivors}
    assert {"play.ties: first_played", "play.next_leader: same"} <= words
    assert "runs.order: [ace_high, rest, ace_low]" not in words
    assert any(line.startswith("SURVIVES play.ties") for line in found.lines())


def test_knobs_are_the_neighbours_of_each_value_and_nothing_else() -> None:
    variant = LOADER.load("hazari")
    words = {knob.words for knob in knobs(variant.ruleset.as_data(), variant.vocabulary)}
    assert {w for w in words if w.startswith("play.ties")} == {
        f"play.ties: {rule}" for rule in ("first_played", "nobody", "split", "suit")
    }
    assert {w for w in words if w.startswith("match.target")} == {
        "match.target: 999", "match.target: 1001"
    }  # fmt: skip
    assert {"card_points.values.A: 9", "card_points.values.A: 11"} <= words
    assert "combinations.run: above colour_run" in words
    assert "runs: {order: [ace_high, rest], not_runs: [ace_low]}" in words
    assert "runs.order: [[ace_high, ace_low], rest]" in words


def test_changed_points_bring_their_total_along() -> None:
    data = LOADER.load("hazari").ruleset.as_data()
    new = turned(data, [Edit(Op.SET, ("card_points", "values", "A"), 11)])
    assert new["card_points"]["total"] == 364
    assert data["card_points"]["total"] == 360


def test_a_choice_and_the_knob_that_it_turns_are_one_change() -> None:
    found = [m.changes[0] for m in workshop("hazarey").singles()]
    change = next(c for c in found if c.words == "runs.order: [ace_high, rest, ace_low]")
    assert change.chosen is not None
    assert (change.chosen.words, change.chosen.open) == ("run_order=ace_low_last", True)
    digests = [m.rules.ruleset.digest for m in workshop().singles()]
    original = workshop().variant.ruleset.digest
    assert len(set(digests)) == len([d for d in digests if d != original]) + (original in digests)


def proof(edit: Edit, name: str = "hazari", **options: str) -> Proof | None:
    shop = workshop(name, **options)
    mutant = shop.mutant((Change(Knob(edit)),))
    assert mutant is not None
    return Prover(Rules.compile(shop.variant.ruleset, shop.variant.vocabulary)).proof(mutant.rules)


def test_each_kind_of_proof_is_given_where_it_holds_and_no_proof_elsewhere() -> None:
    pair = ("combinations", "pair", "suited")
    win = ("instant_wins", "three_troys")
    assert proof(Edit(Op.SET, pair, False)) is Proof.CLASSES
    assert proof(Edit(Op.SET, ("deck", "suits"), ["H", "S", "D", "C"])) is Proof.SUITS
    assert proof(Edit(Op.SET, (*win, "if_several"), "all"), "hazarey") is Proof.ONE_WINNER
    foul = ("arrangement", "on_violation", "foul", "scope")
    assert proof(Edit(Op.SET, foul, "from_group"), wrong_order="foul_no_points") is Proof.WHOLE_FOUL
    assert proof(Edit(Op.SET, foul, "from_group"), wrong_order="foul_whole_deal") is None
    lacks = ("redeals", "no_run", "when", "hand_lacks")
    more = ["colour_run", "run", "run_4"]
    assert proof(Edit(Op.SET, lacks, more), "hazarey", no_run_redeal="automatic") is Proof.IMPLIED
    more = ["colour_run", "run", "troy"]
    assert proof(Edit(Op.SET, lacks, more), "hazarey", no_run_redeal="automatic") is None
    more = ["colour_run"]
    assert proof(Edit(Op.SET, lacks, more), "hazarey", no_run_redeal="automatic") is None
    first = Edit(Op.ABOVE, ("instant_wins", "four_in_hand"), "three_troys")
    assert proof(first, "hazarey", four_in_hand="wins_deal") is Proof.MOMENTS
    holding = {"three_troys_must_win": "holding_is_enough"}
    held = (*win, "when", "groups_held", "groups")
    assert proof(Edit(Op.SET, held, [2, 3]), "hazarey", **holding) is Proof.DESCENT
    assert proof(Edit(Op.SET, held, [1, 2]), "hazarey", **holding) is None
    held = (*win, "when", "groups_held", "with")
    assert proof(Edit(Op.SET, held, ["troy", "indi"]), "hazarey", **holding) is None
    after = Edit(Op.SET, (*win, "after"), {"round": 4})
    assert proof(after, "hazarey", three_troys_when="after_the_deal") is Proof.NOTHING_BETWEEN
    with_ = (*win, "when", "rounds_won", "with")
    assert proof(Edit(Op.SET, with_, ["troy", "run_4"]), "hazarey") is Proof.NEVER_COUNTED
    assert proof(Edit(Op.SET, with_, ["troy", "run"]), "hazarey") is None
    assert proof(Edit(Op.SET, ("combinations", "indi", "key"), {"ranks": {"cards": 2}})) is None
    assert proof(Edit(Op.ABOVE, ("combinations", "colour"), "run")) is None
    assert proof(Edit(Op.SET, ("play", "ties"), "split")) is None


def test_a_proof_by_classes_agrees_with_all_groups_compared_one_by_one() -> None:
    shop = workshop()
    rules = Rules.compile(shop.variant.ruleset, shop.variant.vocabulary)
    prover = Prover(rules)
    groups = [cards for cards, _ in group_classes(rules.ruleset.deck, 3)]
    for key in ("ranks", "multiples", {"ranks": {"cards": 1}}):
        mutant = shop.mutant((Change(Knob(Edit(Op.SET, ("combinations", "run", "key"), key))),))
        assert mutant is not None
        mine, theirs = ([r.ranking.play[0](*r.ranking.encode(g)) for g in groups]
                        for r in (rules, mutant.rules))  # fmt: skip
        alike = [
            (a < b) == (c < d) and (a == b) == (c == d)
            for a, c in zip(mine[:400], theirs, strict=False)
            for b, d in zip(mine, theirs, strict=True)
        ]
        assert (prover.proof(mutant.rules) is Proof.CLASSES) == all(alike)


def test_words_of_values() -> None:
    assert flow({"a": [1, True], "b": {"c": "d"}}) == "{a: [1, true], b: {c: d}}"
    assert (
        Change(chosen=Chosen("target", "points_500", "house")).words == "option target=points_500"
    )


def test_an_unknown_variant_is_wrong_use() -> None:
    assert run(["conformance", "strength", "hazary"]) == 2


def test_what_an_operation_does_not_read_changes_none_of_its_answers() -> None:
    shop, rest = workshop(), dict[str, list[Case]]()
    for case in suites.whole_suite("hazari").cases:
        rest.setdefault(case.op, []).append(case)
    few = {op: cases[:: 1 + len(cases) // 5] for op, cases in rest.items()}
    assert few.keys() == READS.keys()
    original, unread = shop.original(), 0
    for mutant in shop.singles():
        engine = Engine(mutant.rules)
        for op, cases in few.items():
            if mutant.prints[op] == original.prints[op]:
                unread += 1
                assert all(agrees(engine, case) for case in cases), (mutant.words, op)
    assert unread > len(shop.singles())


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hazari", {"wrong_order": "foul_no_points"}),
        ("hazarey", {"no_run_redeal": "automatic", "four_in_hand": "wins_match"}),
        ("hazarey", {"three_troys_must_win": "holding_is_enough"}),
    ],
)
def test_no_case_speaks_against_a_proof(name: str, options: dict[str, str]) -> None:
    shop = workshop(name, **options)
    suite = suite_of(shop.variant, LOADER.resolver.library, name)
    cases = [case for case in suite.cases if case.op in ("arrangement", "hand", "deal")]
    blocks = ("arrangement", "redeals", "instant_wins")
    data, vocabulary = shop.variant.ruleset.as_data(), shop.variant.vocabulary
    prover, proved = Prover(shop.original().rules), 0
    for knob in knobs(data, vocabulary):
        mutant = shop.mutant((Change(knob),)) if knob.edit.path[0] in blocks else None
        if mutant is not None and prover.proof(mutant.rules) is not None:
            proved += 1
            engine = Engine(mutant.rules)
            assert all(agrees(engine, case) for case in cases), mutant.words
    assert proved > 1
