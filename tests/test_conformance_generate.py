"""Generated cases: the engine passes them, neighbouring rules do not, for strangers' rules too."""

from collections.abc import Mapping

import pytest

from hazari_rules.cards import parse_card
from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_generate import generated_cases
from hazari_rules.conformance_suite import agrees
from hazari_rules.loading import Loader
from tests import oracle

LOADER = Loader.shipped()
STRANGER = """
spec: 1
extends: hazari
id: village
name: Village
card_points: {values: {A: 15, 2: 10}, total: 400}
runs: {order: [rest, ace_high], not_runs: [ace_low]}
combinations:
  - {id: wheel, name: Wheel, above: troy, cards: 3, exact_ranks: [5, 3, 2]}
  - {id: pair, remove: true}
  - {id: troy, key: {multiples: {order: ["3", rest]}}}
groups: [{cards: 3, combinations: [wheel, troy, colour_run]}, {cards: 3}, {cards: 3}, {cards: 4}]
comparison: {spare: kicker}
arrangement: {order: free}
play: {next_leader: same, ties: split}
match: {target: 777, check: at_once}
redeals:
  - {id: poor, name: Poor, when: {hand_lacks: [troy, run]}, claim: on_request, dealer: moves}
instant_wins:
  - {id: quads, name: Quads, after: dealing, when: {same_rank_in_hand: {cards: 4}},
     if_several: all, effect: {win_deal: {points: whole_pack}}}
  - {id: held, name: Held, after: {round: 2},
     when: {groups_held: {groups: [2, 3], with: [colour_run, run]}},
     if_several: first_in_order, effect: {win_match: {score: {add: 100}, deal_points: counted}}}
"""


def engine(name: str, options: Mapping[str, str] | None = None) -> Engine:
    variant = LOADER.load(name, options)
    return Engine(Rules.compile(variant.ruleset, variant.vocabulary))


def cases(of: Engine, seed: int = 0) -> list[Case]:
    return list(generated_cases(of.rules, seed))


@pytest.fixture(scope="module")
def hazari() -> tuple[Engine, list[Case]]:
    found = engine("hazari")
    return found, cases(found)


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, list[Case]]:
    folder = tmp_path_factory.mktemp("village")
    (folder / "village.yaml").write_text(STRANGER, "utf-8")
    variant = Loader.installed((folder,)).load("village")
    found = Engine(Rules.compile(variant.ruleset, variant.vocabulary))
    return found, cases(found)


def test_the_same_seed_gives_the_same_cases(hazari: tuple[Engine, list[Case]]) -> None:
    found, first = hazari
    assert cases(found) == first
    assert cases(found, 1) != first


def test_ids_differ_and_small_inputs_come_first(hazari: tuple[Engine, list[Case]]) -> None:
    _, found = hazari
    assert len({case.id for case in found}) == len(found)
    assert [case.op for case in found[:60]] == ["classify"] * 60
    assert found[-1].op == "deal"
    assert {case.layer for case in found} == set(Layer)


@pytest.mark.parametrize("which", ["hazari", "stranger"])
def test_the_engine_passes_what_was_generated(which: str, request: pytest.FixtureRequest) -> None:
    found, made = request.getfixturevalue(which)
    assert [case.id for case in made if not agrees(found, case)] == []


def test_the_cards_of_a_comparison_could_lie_on_one_table(
    stranger: tuple[Engine, list[Case]],
) -> None:
    for case in stranger[1]:
        if case.op == "compare":
            cards = [*case.input["a"]["cards"], *case.input["b"]["cards"]]
            assert len(set(map(parse_card, cards))) == len(cards)


def test_an_oracle_that_shares_nothing_gives_the_same_comparisons(
    hazari: tuple[Engine, list[Case]],
) -> None:
    rules = hazari[0].rules.ruleset.as_data()
    compared = [case for case in hazari[1] if case.op == "compare"]
    for case in compared[::9]:
        a, b = case.input["a"], case.input["b"]
        sign = oracle.compare(
            rules,
            oracle.reading(rules, a["cards"], a["group"] - 1),
            oracle.reading(rules, b["cards"], b["group"] - 1),
        )
        winner = "a" if sign > 0 else "b" if sign < 0 else "tie"
        assert case.expect[0].result == {"winner": winner}, case.id


NEIGHBOURS = [
    (option.id, choice)
    for option in LOADER.load("hazari").options
    for choice in option.choices
    if choice != option.default and option.id != "names"
]


@pytest.mark.parametrize(("option", "choice"), NEIGHBOURS)
def test_every_neighbouring_table_fails_some_generated_case(
    option: str, choice: str, hazari: tuple[Engine, list[Case]]
) -> None:
    neighbour = engine("hazari", {option: choice})
    assert any(not agrees(neighbour, case) for case in hazari[1])


def test_events_of_a_stranger_hold_and_just_do_not_hold(
    stranger: tuple[Engine, list[Case]],
) -> None:
    said = {str(case.expect[0].result) for case in stranger[1] if case.op == "hand"}
    assert {"'redeals': []" in text for text in said} == {True, False}
    assert {"'instant_wins': []" in text for text in said} == {True, False}
    endings = {
        (case.expect[0].result or {}).get("reason") for case in stranger[1] if case.op == "deal"
    }
    assert {"poor", "quads", "held", None} <= endings


def test_each_place_of_the_ladder_and_each_rank_is_asked_for(
    hazari: tuple[Engine, list[Case]],
) -> None:
    asked = {case.rule for case in hazari[1]}
    for made in hazari[0].rules.ruleset.combinations:
        assert f"/combinations/{made.id}" in asked
    for rank in hazari[0].rules.ruleset.deck.ranks:
        assert f"/card_points/values/{rank}" in asked


def test_three_cards_are_compared_along_the_whole_ladder(
    hazari: tuple[Engine, list[Case]],
) -> None:
    """741 strengths of three cards (counted fact): each is compared with the next."""
    strict = [case for case in hazari[1] if case.layer is Layer.COMPARE and "-over-" in case.id]
    assert len(strict) >= 740
