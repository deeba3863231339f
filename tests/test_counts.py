"""Counted numbers: how many hands make each combination, and the order of all of them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import pytest

from hazari_rules import PACK, Game, Rank
from tests import oracle
from tests.table import game, oracle_rules


def counted(rules: Game, group: int) -> Counter[str]:
    """How many of all possible groups of this place make each combination."""
    ranking, size = rules.rules.ranking, rules.ruleset.groups[group].cards
    strengths = Counter(
        ranking.play[group](*codes) for codes in combinations(ranking.encode(PACK), size)
    )
    names: dict[int, str] = {}
    for cards in one_of_each_class(size):
        reading = rules.reading(cards)
        names[reading.strength] = reading.combination
    assert set(names) == set(strengths)
    hands: Counter[str] = Counter()
    for strength, count in strengths.items():
        hands[names[strength]] += count
    return hands


SUITS = {3: ["SSS", "SHD"], 4: ["SSSS", "SSSH", "SSHS", "SHSS", "HSSS", "SHDC"]}


def one_of_each_class(size: int) -> list[str]:
    """Groups of all ranks: of one suit, all but one of a suit, and of different suits."""
    classes = []
    for ranks in combinations_with_replacement([rank.value for rank in Rank], size):
        for suits in SUITS[size]:
            cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            if len(set(cards)) == size:
                classes.append(" ".join(cards))
    return classes


def test_groups_of_three() -> None:
    assert counted(game(), 0) == {
        "troy": 52,
        "colour_run": 48,
        "run": 720,
        "colour": 1096,
        "pair": 3744,
        "indi": 16440,
    }
    assert comb(52, 3) == 22_100


def test_strengths_of_three() -> None:
    strengths = {game().reading(cards) for cards in one_of_each_class(3)}
    by_name = Counter(
        name for _, name in {(reading.strength, reading.combination) for reading in strengths}
    )
    assert by_name == {
        "troy": 13, "colour_run": 12, "run": 12, "colour": 274, "pair": 156, "indi": 274,
    }  # fmt: skip
    assert sorted({reading.strength for reading in strengths}) == list(range(1, 742))


def test_groups_of_four() -> None:
    only = counted(game(four_card_group="four_cards_only"), 3)
    assert only == {
        "four_of_a_kind": 13,
        "colour_run_4": 44,
        "run_4": 2772,
        "colour_4": 2816,
        "two_pairs": 2808,
        "troy_4": 2496,
        "pair_4": 82368,
        "indi_4": 177408,
    }
    assert sum(only.values()) == comb(52, 4) == 270_725


def test_groups_of_four_with_two_readings() -> None:
    """392 of the four-card Colours and 264 of the four-card Runs also hold a Colour Run."""
    both = counted(game("hazarey"), 3)
    assert (both["colour_4"], both["run_4"]) == (2816 - 392, 2772 - 264)
    assert (both["four_of_a_kind"], both["colour_run_4"], both["two_pairs"]) == (13, 44, 2808)
    first = counted(game("hazarey", four_card_ladder="length_first"), 3)
    assert (first["colour_4"], first["run_4"], first["colour_run"]) == (
        2816,
        2772,
        both["colour_run"] - 392 - 264,
    )
    assert sum(both.values()) == sum(first.values()) == 270_725


LADDERS: list[tuple[str, dict[str, str]]] = [
    ("hazari", {}),
    ("hazari", {"category_order": "colour_run_first"}),
    ("hazari", {"run_order": "ace_low_last"}),
    ("hazari", {"run_order": "ace_low_first"}),
    ("hazari", {"run_order": "ace_low_equal"}),
    ("hazari", {"run_order": "ace_low_no_run"}),
    ("hazari", {"spare_card": "kicker"}),
    ("hazari", {"four_card_group": "three_or_four_cards"}),
    ("hazari", {"four_card_group": "four_cards_only"}),
    ("hazarey", {}),
    ("hazarey", {"four_card_ladder": "length_first", "spare_card": "kicker"}),
    ("hazarey", {"four_of_a_kind": "troy_with_spare", "two_pairs": "ignored"}),
    ("hazarey", {"four_card_colour": "best_three", "run_order": "ace_low_equal"}),
]


@pytest.mark.parametrize(("variant", "options"), LADDERS)
def test_strengths_stand_as_the_oracle_says(variant: str, options: dict[str, str]) -> None:
    """Every class of three cards and many of four: the same order, and equal where equal."""
    dice = random.Random(f"{variant} {options}")
    rules, plain = game(variant, **options), oracle_rules(variant, **options)
    threes, fours = one_of_each_class(3), one_of_each_class(4)
    for group, chosen in ((0, dice.sample(threes, 300)), (3, dice.sample(fours, 200))):
        found: list[tuple[Any, int]] = []
        for cards in chosen:
            value = oracle.reading(plain, cards.split(), group)
            reading = rules.reading(cards)
            name = oracle.combination(plain, cards.split(), group)
            assert reading.combination == (name or ""), cards
            found.append((value or (), reading.strength))
        pairs = sorted(set(found))
        assert [strength for _, strength in pairs] == sorted({strength for _, strength in found})
        assert len(pairs) == len({value for value, _ in pairs})
