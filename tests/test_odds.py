"""Odds against counted facts, full enumeration and games small enough to go through."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from xml.etree import ElementTree

import pytest

from hazari_rules import Game, NotationError, load
from hazari_rules.cards import PACK
from hazari_rules.model import Choice
from hazari_rules.odds import combination_counts, group_odds, strength_counts
from hazari_rules.odds_chart import Panel, bar_chart
from hazari_rules.odds_first import first_groups
from hazari_rules.patterns import group_classes
from tests.small import made_up
from tests.table import game

THREE = {"troy": 52, "colour_run": 48, "run": 720, "colour": 1096, "pair": 3744, "indi": 16440}


def _counts(variant: str, cards: int, **options: str) -> dict[str, int]:
    loaded = load(variant, options)
    return dict(combination_counts(loaded.ruleset, loaded.vocabulary, cards))


@pytest.mark.parametrize(("size", "classes"), [(1, 13), (2, 169), (3, 1755), (4, 16432)])
def test_classes_up_to_suits(size: int, classes: int) -> None:
    found = list(group_classes(load("hazari").ruleset.deck, size))
    assert len(found) == classes
    assert sum(number for _, number in found) == comb(52, size)
    assert all(len(set(cards)) == size for cards, _ in found)


def test_three_card_facts() -> None:
    assert _counts("hazari", 3) == THREE
    found = {name: number for name, number in _counts("hazarey", 3).items() if number}
    assert found == THREE


def test_four_card_facts() -> None:
    # Every class by its own four cards: of the 2,816 one-suit non-runs 392 hold a Colour Run, of
    # the 2,772 mixed runs 264 do, and each of those counts as what is higher on the ladder.
    found = _counts("hazarey", 4)
    assert found["four_of_a_kind"] == 13
    assert found["troy"] == 2_496
    assert found["colour_run_4"] == 44
    assert found["run_4"] == 2_772 - 264
    assert found["colour_4"] == 2_816 - 392
    assert found["two_pairs"] == 2_808
    assert sum(found.values()) == 270_725
    whole = _counts("hazari", 4, four_card_group="four_cards_only")
    assert whole["run_4"] == 2_772
    assert whole["colour_4"] == 2_816
    assert sum(whole.values()) == 270_725


@pytest.mark.parametrize(
    ("variant", "options", "group"),
    [("hazarey", {}, 3), ("hazari", {"spare_card": "kicker"}, 0)],
    ids=str,
)
def test_strengths_by_full_enumeration(variant: str, options: dict[str, str], group: int) -> None:
    ranking = game(variant, **options).rules.ranking
    strength, codes = ranking.play[group], ranking.encode(PACK)
    every = combinations(codes, ranking.ruleset.groups[group].cards)
    truth = Counter(strength(*chosen) for chosen in every)
    counts = strength_counts(ranking, group)
    assert {count.strength: count.groups for count in counts} == truth


def test_sizes_that_a_variant_has_not_are_refused() -> None:
    with pytest.raises(NotationError, match="groups of 3 or 4"):
        _counts("hazari", 5)


@pytest.mark.parametrize("variant", ["hazari", "hazarey"])
@pytest.mark.parametrize("group", [0, 3])
def test_the_winners_chances_add_up(variant: str, group: int) -> None:
    rows = group_odds(game(variant).rules, group)
    assert sum(row.share * (row.wins or 0) for row in rows) == Fraction(1, 4)
    assert sum(row.share for row in rows) == 1


@pytest.mark.parametrize("ties", ["last_played", "split", "nobody"])
def test_chance_to_win_by_going_through_all_rounds(ties: str) -> None:
    stated = made_up("tiny").ruleset
    rules = Game(replace(stated, play=replace(stated.play, ties=Choice(ties)))).rules
    ranking = rules.ranking
    groups = list(combinations(rules.deck, 2))
    strengths = [ranking.play[0](*ranking.encode(group)) for group in groups]
    names = [ranking.reading(group, 0).combination for group in groups]
    won: Counter[str] = Counter()
    for (mine, name), other in product(zip(strengths, names, strict=True), strengths):
        won[name] += 2 if mine > other else mine == other and ties != "nobody"
    for row in group_odds(rules, 0):
        held = names.count(row.combination)
        assert row.groups == held
        assert row.wins == Fraction(won[row.combination], 2 * held * len(groups))


def test_best_first_groups_of_a_small_game_are_counted() -> None:
    engine = made_up("tiny")
    found = first_groups(engine.rules, hands=comb(10, 4), seed=1)
    truth: Counter[str] = Counter()
    for hand in combinations(engine.rules.deck, 4):
        best = (0, "")
        for first in combinations(hand, 2):
            last = tuple(card for card in hand if card not in first)
            if not engine.faults((first, last), hand):
                reading = engine.rules.ranking.reading(first, 0)
                best = max(best, (reading.strength, reading.combination))
        truth[best[1]] += 1
    assert found.exact
    assert found.counts == truth
    assert found.error("twins") == 0
    drawn = first_groups(engine.rules, hands=200, seed=1)
    assert not drawn.exact
    assert drawn.counts == first_groups(engine.rules, hands=200, seed=1).counts
    assert abs(drawn.share("twins") - found.share("twins")) < 5 * drawn.error("twins")


def test_chart_is_well_formed_and_to_scale() -> None:
    bars = [("Half & more", 0.5, "50 %"), ("Quarter", 0.25, "25 %"), ("None", 0.0, "0 %")]
    root = ElementTree.fromstring(bar_chart("<Odds>", "note", [Panel("Three", bars)]))
    widths = [
        float(rect.get("width", "0"))
        for rect in root.iter("{http://www.w3.org/2000/svg}rect")
        if rect.get("x")
    ]
    assert widths[0] == 2 * widths[1] > 0
    assert widths[2] == 0
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Half & more" in texts
    assert "<Odds>" in texts
