"""The oracle against the rule texts: their examples, counted numbers and disputed cases."""

import copy
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb, prod
from typing import Any

import pytest

from tests import oracle
from tests.naive import merged, resolved
from tests.worked import MIRROR, TABLE, TROYS, Table, groups_of, hands_of, swapped

HAZARI = resolved("hazari")
HAZAREY = resolved("hazarey")
DECK = [f"{rank}{suit}" for rank in HAZARI["deck"]["ranks"] for suit in HAZARI["deck"]["suits"]]
FOUR_CARD_LADDER = [
    {"id": "quads", "cards": 4, "same_rank": [4]},
    {"id": "colour_run_4", "cards": 4, "run": True, "suited": True},
    {"id": "run_4", "cards": 4, "run": True},
    {"id": "colour_4", "cards": 4, "suited": True},
    {"id": "two_pairs", "cards": 4, "same_rank": [2, 2]},
    {"id": "trips", "cards": 4, "same_rank": [3, 1]},
]


def change(rules: dict[str, Any], **blocks: Any) -> dict[str, Any]:
    changed: dict[str, Any] = merged(copy.deepcopy(rules), blocks)
    return changed


def spread(ranks: str) -> list[str]:
    """Cards of these ranks in mixed suits."""
    return [rank + suit for rank, suit in zip(ranks.split("-"), "SHDC", strict=False)]


def suited(ranks: str) -> list[str]:
    return [f"{rank}S" for rank in ranks.split("-")]


def beats(rules: dict[str, Any], a: str, b: str) -> int:
    forward = oracle.beats(rules, a.split(), b.split())
    assert oracle.beats(rules, b.split(), a.split()) == -forward
    return forward


def made(rules: dict[str, Any], cards: str) -> str | None:
    return oracle.combination(rules, cards.split())


def descending(rules: dict[str, Any], groups: list[list[str]]) -> bool:
    return all(oracle.beats(rules, a, b) == 1 for a, b in pairwise(groups))


# ---------------------------------------------------------------- counted numbers


def test_variant_files_resolve() -> None:
    assert [entry["id"] for entry in HAZAREY["combinations"]] == [
        "four_of_a_kind", "troy", "colour_run_4", "colour_run", "run_4", "run",
        "colour_4", "colour", "two_pairs", "pair", "indi",
    ]  # fmt: skip
    assert oracle.card_points(HAZARI, DECK) == HAZARI["card_points"]["total"] == 360
    assert oracle.card_points(HAZAREY, DECK) == HAZAREY["card_points"]["total"] == 380


def test_hands_of_three_cards() -> None:
    ladder = [entry["id"] for entry in HAZARI["combinations"]]
    hands: Counter[str] = Counter()
    values = set()
    for cards in combinations(DECK, 3):
        value = oracle.reading(HAZARI, cards)
        assert value is not None
        hands[ladder[-value[0]]] += 1
        values.add(value)
    expected = {
        "troy": (52, 13), "colour_run": (48, 12), "run": (720, 12),
        "colour": (1096, 274), "pair": (3744, 156), "indi": (16440, 274),
    }  # fmt: skip
    assert hands == {name: count for name, (count, _) in expected.items()}
    assert hands.total() == 22100
    strengths = Counter(ladder[-value[0]] for value in values)
    assert strengths == {name: count for name, (_, count) in expected.items()}
    assert len(values) == 741


def test_hands_of_four_cards() -> None:
    """By classes: the ranks, and whether the suits are all the same."""
    rules = change(HAZARI, comparison={"made_from": "all_cards"}) | {
        "combinations": FOUR_CARD_LADDER
    }
    hands: Counter[str | None] = Counter()
    for ranks in combinations_with_replacement(HAZARI["deck"]["ranks"], 4):
        of_these_ranks = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        if len(set(ranks)) == 4:
            hands[oracle.combination(rules, [f"{rank}H" for rank in ranks])] += 4
            of_these_ranks -= 4
        cards = [f"{rank}{'SHDC'[i]}" for i, rank in enumerate(ranks)]
        hands[oracle.combination(rules, cards)] += of_these_ranks
    assert hands.total() == 270725
    assert hands == {
        "quads": 13, "colour_run_4": 44, "run_4": 2772, "colour_4": 2816,
        "two_pairs": 2808, "trips": 2496, None: 270725 - 10949,
    }  # fmt: skip


def test_four_cards_with_two_readings() -> None:
    ranks = HAZARI["deck"]["ranks"]
    of_one_suit = [
        [f"{rank}{suit}" for rank in held]
        for held in combinations(ranks, 4)
        for suit in HAZARI["deck"]["suits"]
    ]
    flushes = [cards for cards in of_one_suit if oracle.run_strength(HAZARI, cards) is None]
    assert len(flushes) == 2816
    readings = Counter(oracle.combination(HAZAREY, cards) for cards in flushes)
    assert readings == {"colour_run": 392, "colour_4": 2816 - 392}

    windows = [ranks[i : i + 4] for i in range(10)] + [["A", "4", "3", "2"]]
    mixed = [
        [rank + suit for rank, suit in zip(window, suits, strict=True)]
        for window in windows
        for suits in product("SHDC", repeat=4)
        if len(set(suits)) > 1
    ]
    assert len(mixed) == 2772
    readings = Counter(oracle.combination(HAZAREY, cards) for cards in mixed)
    assert readings == {"colour_run": 264, "run_4": 2772 - 264}


# ---------------------------------------------------------------- three-card combinations


RUNS = ["A-K-Q", "A-2-3", "K-Q-J", "Q-J-10", "J-10-9", "10-9-8", "9-8-7", "8-7-6", "7-6-5",
        "6-5-4", "5-4-3", "4-3-2"]  # fmt: skip


def test_order_of_runs() -> None:
    assert descending(HAZARI, [suited(run) for run in RUNS] + [spread(run) for run in RUNS])
    assert oracle.combination(HAZARI, suited("4-3-2")) == "colour_run"
    assert oracle.combination(HAZARI, spread("A-K-Q")) == "run"


def test_order_of_troys() -> None:
    troys = [[f"{rank}{suit}" for suit in "SHD"] for rank in HAZARI["deck"]["ranks"]]
    assert descending(HAZARI, [*troys, suited("A-K-Q")])


def test_suited_king_ace_two_is_a_colour() -> None:
    assert made(HAZARI, "2S AS KS") == "colour"
    assert descending(HAZARI, [suited("A-K-3"), suited("A-K-2"), suited("A-Q-J")])


def test_highest_and_lowest_colour() -> None:
    colours = [
        cards
        for cards in combinations([f"{rank}S" for rank in HAZARI["deck"]["ranks"]], 3)
        if oracle.combination(HAZARI, cards) == "colour"
    ]
    for cards in colours:
        assert oracle.beats(HAZARI, suited("A-K-J"), cards) >= 0
        assert oracle.beats(HAZARI, cards, suited("5-3-2")) >= 0


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("KS QS JS", "colour_run"),
        ("AH 2S 3C", "run"),
        ("AD 2D KC", "indi"),
        ("9S 8H 7D 2S", "run"),
        ("KH JH 8H", "colour"),
        ("QC QD 6C", "pair"),
        ("5C 5D 2S 2H", "pair"),
        ("8S 8H 8D 8C", "troy"),
        ("AS KS", None),
    ],
)
def test_combination(cards: str, expected: str | None) -> None:
    assert made(HAZARI, cards) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("KS KH 2D", "9S 9H AD", 1),
        ("5S 5H KD", "5D 5C QH", 1),
        ("JD 9D 2D", "JS 8S 7S", 1),
        ("5S 5H KD 2C", "5D 5C KH 3S", 0),
        ("9C 8D 7S", "9D 8C 7H", 0),
        ("9C 8D 7S", "KH JH 8H", 1),
        ("2C AD KC", "AH QD JC", 1),
        ("AS KS", "4S 3D 2H", -1),
        ("AS KS", "2S 3S", 0),
    ],
)
def test_comparison(a: str, b: str, expected: int) -> None:
    assert beats(HAZARI, a, b) == expected


@pytest.mark.parametrize(
    ("runs", "order"),
    [
        ({"order": ["ace_high", "rest", "ace_low"]}, ["A-K-Q", "K-Q-J", "4-3-2", "A-2-3"]),
        ({"order": ["ace_low", "ace_high", "rest"]}, ["A-2-3", "A-K-Q", "K-Q-J", "4-3-2"]),
        ({"order": ["ace_low", "rest"]}, ["A-2-3", "A-K-Q", "K-Q-J", "4-3-2"]),
        ({"order": ["rest", "ace_low"]}, ["A-K-Q", "K-Q-J", "4-3-2", "A-2-3"]),
        ({"order": ["ace_low", "rest", "ace_high"]}, ["A-2-3", "K-Q-J", "4-3-2", "A-K-Q"]),
    ],
)
def test_other_orders_of_runs(runs: dict[str, Any], order: list[str]) -> None:
    rules = change(HAZARI, runs=runs)
    assert descending(rules, [spread(run) for run in order])


def test_equal_runs_and_no_runs() -> None:
    equal = change(HAZARI, runs={"order": [["ace_high", "ace_low"], "rest"]})
    assert beats(equal, "AS KH QD", "AH 2S 3D") == 0
    assert beats(equal, "AH 2S 3D", "KS QH JD") == 1
    without = change(HAZARI, runs={"order": ["ace_high", "rest"], "not_runs": ["ace_low"]})
    assert made(without, "AH 2S 3D") == "indi"
    assert made(without, "AH 2H 3H") == "colour"
    assert made(without, "4H 2S 3D") == "run"
    neither = change(HAZARI, runs={"not_runs": ["ace_high", "ace_low"]})
    assert made(neither, "AH 2S 3D") == made(neither, "AH KS QD") == "indi"
    assert made(neither, "JH KS QD") == "run"


def test_named_order_of_ranks() -> None:
    key: dict[str, Any] = {"multiples": {"order": ["3", "rest"]}}
    rules = change(HAZARI, combinations=[{"id": "troy", "key": key}])
    assert descending(rules, groups_of("3S 3H 3D/AS AH AD/2S 2H 2D"))
    key = {"multiples": {"order": [["3", "A"], "rest"]}}
    rules = change(HAZARI, combinations=[{"id": "troy", "key": key}])
    assert beats(rules, "3S 3H 3D", "AS AH AD") == 0
    assert beats(rules, "3S 3H 3D", "KS KH KD") == 1


def test_exact_ranks_and_not_suited() -> None:
    top = {"id": "top", "above": "troy", "cards": 3, "exact_ranks": ["2", "3", "5"],
           "suited": False}  # fmt: skip
    rules = change(HAZARI, combinations=[top])
    assert made(rules, "5S 2H 3D") == "top"
    assert made(rules, "5S 2S 3S") == "colour"
    assert made(rules, "5S 5H 3D") == "pair"
    assert beats(rules, "5S 2H 3D", "AS AH AD") == 1


def test_group_limited_to_some_combinations() -> None:
    rules = change(HAZARI)
    rules["groups"][0] = {"cards": 3, "combinations": ["troy", "pair", "indi"]}
    assert oracle.combination(rules, suited("A-K-Q"), 0) == "indi"
    assert oracle.combination(rules, suited("A-K-Q"), 1) == "colour_run"
    rules["groups"][0] = {"cards": 3, "combinations": ["troy", "pair"]}
    assert oracle.reading(rules, suited("A-K-Q"), 0) is None
    assert oracle.beats(rules, suited("A-K-Q"), spread("2-2-3"), 0) == -1


def test_low_wins() -> None:
    rules = change(HAZARI, comparison={"order": "low_wins"})
    assert beats(rules, "2S 3H 5D", "AS AH AD") == 1
    assert beats(rules, "AS KS", "AH AC AD") == -1
    assert made(rules, "2S 3H 5D 5C") == "pair"
    assert oracle.violation(rules, groups_of("2S 3H 5D/4S 4H 4D")) is None
    assert oracle.violation(rules, groups_of("4S 4H 4D/2S 3H 5D")) == 1


# ---------------------------------------------------------------- the spare card


def test_spare_card_as_kicker() -> None:
    rules = change(HAZARI, comparison={"spare": "kicker"})
    assert beats(rules, "5S 5H KD 2C", "5D 5C KH 3S") == -1
    assert beats(rules, "5S 5H KD 2C", "5D 5C KH") == 1
    assert beats(HAZARI, "5S 5H KD 2C", "5D 5C KH") == 0
    assert beats(rules, "5S 5H AD 2C", "5D 5C KH 9S") == 1


def test_best_spare_of_equal_readings() -> None:
    key = {"ranks": {"cards": 1}}
    rules = change(
        HAZARI, comparison={"spare": "kicker"}, combinations=[{"id": "indi", "key": key}]
    )
    king = oracle.rank_strength(rules, "KS")
    value = oracle.reading(rules, ["AS", "KH", "9D", "4C"])
    assert value is not None
    assert value[2] == (king,)
    assert beats(rules, "AS KH 9D 4C", "AH KD 7C 2S") == 0
    assert beats(rules, "AS KH 9D 4C", "AH QD 9C 4S") == 1


# ---------------------------------------------------------------- Hazarey


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("5S 4H 3D 2C", "AS KH QD 9C", 1),  # B4
        ("9S 8S 7S 2S", "9H 8H 7H KD", 0),  # B10
        ("7S 7H 2S 2H", "6S 6H 3S 3H", 1),  # high pair first
        ("7S 7H 3D 3C", "7D 7C 2S 2H", 1),
        ("2S 2H 3D 3C", "AS AH KD 9C", 1),  # B6
        ("9S 8S 7S 6S", "AH KH QH 2D", 1),
        ("AS 2H 3D 4C", "KS QH JD 10C", 1),  # B2
        ("AS KH QD JC", "AH 2S 3D 4C", 1),
        ("6S 5H 4D 3C", "5S 4H 3D 2C", 1),
        ("9S 7S 4S 3S", "9H 7H 4H 2H", 1),  # B8
        ("5S 4S 3S 2D", "AS KH QD JC", 1),
        ("6S 4S 3S 2S", "AH KH JH 2D", 1),
        ("8S 8H 8D KC", "8S 8H 8D AC", 0),  # B9
    ],
)
def test_hazarey_comparison(a: str, b: str, expected: int) -> None:
    assert beats(HAZAREY, a, b) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("9S 8S 7S 2S", "colour_run"),
        ("9S 8S 7S 6H", "colour_run"),
        ("9S 8S 7S 6S", "colour_run_4"),
        ("KS AH 2D 3C", "run"),  # B3: A-2-3 and a spare
        ("QS KH AD 2C", "run"),
        ("8S 8H 8D 8C", "four_of_a_kind"),
        ("8S 8H 8D 7C", "troy"),
        ("8S 8H 7D 7C", "two_pairs"),
        ("8S 8H 7D 2C", "pair"),
    ],
)
def test_hazarey_combination(cards: str, expected: str) -> None:
    assert made(HAZAREY, cards) == expected


def test_hazarey_length_first() -> None:
    rules = change(
        HAZAREY,
        combinations=[
            {"id": "colour_run_4", "below": "four_of_a_kind"},
            {"id": "run_4", "below": "colour_run_4"},
            {"id": "colour_4", "below": "run_4"},
            {"id": "two_pairs", "below": "colour_4"},
        ],
    )
    assert made(rules, "9S 8S 7S 2S") == "colour_4"
    assert made(rules, "9S 8S 7S 6H") == "run_4"
    assert beats(rules, "9S 8S 7S 6H", "AS AH AD KC") == 1


def test_hazarey_other_readings() -> None:
    three = change(HAZAREY, combinations=[{"id": "colour_4", "key": {"ranks": {"cards": 3}}}])
    assert beats(three, "9S 7S 4S 3S", "9H 7H 4H 2H") == 0
    no_quads = change(HAZAREY, combinations=[{"id": "four_of_a_kind", "remove": True}])
    assert beats(no_quads, "8S 8H 8D 8C", "8S 8H 8D KC") == 0
    no_pairs = change(HAZAREY, combinations=[{"id": "two_pairs", "remove": True}])
    assert beats(no_pairs, "2S 2H 3D 3C", "AS AH KD 9C") == -1
    kicker = change(HAZAREY, comparison={"spare": "kicker"})
    assert beats(kicker, "9S 8S 7S 2S", "9H 8H 7H KD") == -1


def test_only_combinations_of_all_cards() -> None:
    rules = change(HAZAREY, comparison={"made_from": "all_cards"})
    assert made(rules, "9S 8S 7S 6H") == "run_4"
    assert made(rules, "9S 9H 9D 6H") is None
    assert made(rules, "9S 9H 9D") == "troy"
    # the order of the groups is still judged on three cards
    assert oracle.violation(rules, groups_of("9S 8S 7S/6S 6H 6D 2C")) == 1


# ---------------------------------------------------------------- the order of the groups


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ("AS AH AD/KS KC KH/9S 9H QD/9D 9C QH 2S", None),
        ("AS AH AD/KS QS JS/9S 8H 7D/5S 5H 2D 2C", None),
        ("AS AH AD/9S 8H 7D/KS QS JS/5S 5H 2D 2C", 2),
        ("9S 8H 7D/AS AH AD/KS QS JS/5S 5H 2D 2C", 1),
        ("AS AH AD/KS QS JS/9S 8H 6D/5S 5H 2D 2C", 3),
    ],
)
def test_violation(groups: str, expected: int | None) -> None:
    assert oracle.violation(HAZARI, groups_of(groups)) == expected


def test_strictly_falling_and_free() -> None:
    falling = change(HAZARI, arrangement={"order": "falling"})
    assert oracle.violation(falling, groups_of("9S 9H QD/9D 9C QH 2S")) == 1
    assert oracle.violation(falling, groups_of("9S 9H QD/9D 9C JH 2S")) is None
    free = change(HAZARI, arrangement={"order": "free"})
    assert oracle.violation(free, groups_of("2S 3H 5D/AS AH AD")) is None


def test_hazarey_last_group_judged_on_three_cards_or_all() -> None:
    judged_on_all = change(HAZAREY, arrangement={"judged_on": {"cards": "all"}})
    colours = groups_of("QS JS 9S/8H 6H 4H 2H")
    quads = groups_of("AS AH AD/KS KH KD/QS QH QD/2S 2H 2D 2C")
    assert oracle.violation(HAZAREY, colours) is None
    assert oracle.violation(judged_on_all, colours) == 1
    assert oracle.violation(HAZAREY, quads) is None
    assert oracle.violation(judged_on_all, quads) == 3
    kicker = change(judged_on_all, comparison={"spare": "kicker"})
    equal = groups_of("9S 9H QD/9D 9C QH 2S")
    assert oracle.violation(judged_on_all, equal) is None
    assert oracle.violation(kicker, equal) == 1
    kicker = change(HAZARI, comparison={"spare": "kicker"})
    assert oracle.violation(kicker, equal) is None


def test_sorting_keeps_equals_as_they_stood() -> None:
    groups = groups_of("9S 8H 7D/9D 8C 7H/AS AH AC/2C 3C 4D 6S")
    in_order = groups_of("AS AH AC/9S 8H 7D/9D 8C 7H/2C 3C 4D 6S")
    assert oracle.sort_groups(HAZARI, groups) == in_order


# ---------------------------------------------------------------- one round


def plays_of(*groups: str) -> list[oracle.Play]:
    return [(seat, cards.split(), False) for seat, cards in enumerate(groups)]


GRAND = plays_of("AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H")
GUIDE = plays_of("KH JH 8H", "9C 8D 7S", "QC QD 6C", "9D 8C 7H")


def test_equal_runs_last_one_wins() -> None:
    assert oracle.play_round(HAZARI, GRAND)["winners"] == [3]
    played = oracle.play_round(HAZARI, GUIDE, 0)
    assert played == {"winners": [3], "points": [0, 0, 0, 80], "next_leader": 3}


@pytest.mark.parametrize(
    ("ties", "winners", "points", "leader"),
    [
        ("last_played", [3], [0, 0, 0, 80], 3),
        ("first_played", [1], [0, 80, 0, 0], 1),
        ("nobody", [], [0, 0, 0, 0], None),
        ("split", [1, 3], [0, 40, 0, 40], 3),
        ("suit", [3], [0, 0, 0, 80], 3),  # 9D over 9C
    ],
)
def test_ties(ties: str, winners: list[int], points: list[int], leader: int | None) -> None:
    played = oracle.play_round(change(HAZARI, play={"ties": ties}), GUIDE, 0)
    assert played == {"winners": winners, "points": points, "next_leader": leader}


def test_split_gives_the_remainder_to_the_last() -> None:
    rules = change(HAZAREY, play={"ties": "split"})
    plays: list[oracle.Play] = [
        (2, ["9S", "8H", "7D"], False),
        (3, ["9H", "8D", "7C"], False),
        (0, ["9D", "8C", "7S"], False),
        (1, ["KS", "QD", "2S"], False),
    ]
    # 3 x 24 + 22 = 94 = 3 x 31 + 1
    played = oracle.play_round(rules, plays, 0)
    assert played == {"winners": [2, 3, 0], "points": [32, 0, 31, 31], "next_leader": 0}


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ("9D 9C AS", "9S 9H KD", 0),  # no tie at all
        ("9D 9C KS", "9S 9H KD", 1),  # the pair is looked at before the kicker
        ("9D 8S 7S", "9H 8D 7D", 1),  # the highest card first
        ("AD 2S 3S", "AH 3D 2D", 1),
        ("9S 9C KD 5H", "9H 9D KS 4H", 0),
        ("9C 9D 9H KS", "9S 8S 7S", 0),
    ],
)
def test_suits_decide(a: str, b: str, winner: int) -> None:
    rules = change(HAZARI, play={"ties": "suit"})
    assert oracle.play_round(rules, plays_of(a, b))["winners"] == [winner]


def test_suits_of_the_best_of_equal_readings() -> None:
    rules = change(HAZARI, play={"ties": "suit"})
    # 9-8-7 with either nine; the nine of spades counts
    assert oracle.play_round(rules, plays_of("9C 9S 8D 7D", "9H 8S 7S"))["winners"] == [0]


def test_fouled_groups_pay_but_do_not_win() -> None:
    plays = [(seat, cards, seat == 3) for seat, cards, _ in GUIDE]
    played = oracle.play_round(HAZARI, plays, 0)
    assert played == {"winners": [1], "points": [0, 80, 0, 0], "next_leader": 1}
    plays = [(seat, cards, True) for seat, cards, _ in GUIDE]
    played = oracle.play_round(HAZARI, plays, 0)
    assert played == {"winners": [], "points": [0, 0, 0, 0], "next_leader": None}


def test_groups_without_combination_do_not_win() -> None:
    ladder = [entry for entry in HAZARI["combinations"] if entry["id"] != "indi"]
    rules = change(HAZARI) | {"combinations": ladder}
    plays = plays_of("AS QH 9D", "KS QD 7H")
    assert oracle.play_round(rules, plays)["winners"] == []
    low = change(rules, comparison={"order": "low_wins"})
    plays = plays_of("AS QH 9D", "KS KD 7H", "2S 2D 7C")
    assert oracle.play_round(rules, plays)["winners"] == [1]
    assert oracle.play_round(low, plays)["winners"] == [2]


# ---------------------------------------------------------------- a whole deal, worked by hand


def deal_of(rules: dict[str, Any], table: Table, dealer: int = 0, **more: Any) -> dict[str, Any]:
    return oracle.play_deal(rules, dealer, hands_of(table), table, **more)


@pytest.mark.parametrize("table", [TABLE, TROYS])
def test_hand_worked_deals_use_the_whole_pack(table: Table) -> None:
    assert sorted(card for hand in hands_of(table) for card in hand) == sorted(DECK)
    assert [oracle.violation(HAZARI, groups) for groups in table] == [None] * 4


def test_whole_deal() -> None:
    assert deal_of(HAZARI, TABLE) == {
        "voided": None,
        "next_dealer": 1,
        "leaders": [1, 2, 1, 1],
        "winners": [[2], [1], [1], [2]],
        "round_points": [[0, 0, 120, 0], [0, 70, 0, 0], [0, 70, 0, 0], [0, 0, 100, 0]],
        "points": [0, 140, 220, 0],
        "instant": None,
    }


def test_whole_deal_in_hazarey() -> None:
    deal = deal_of(HAZAREY, TABLE)
    assert deal["winners"] == [[2], [1], [1], [1]]
    assert deal["points"] == [0, 83 + 82 + 92, 123, 0]


@pytest.mark.parametrize(
    ("blocks", "leaders", "winners", "points"),
    [
        ({"play": {"ties": "first_played"}},
         [1, 2, 2, 1], [[2], [2], [1], [2]], [0, 70, 290, 0]),
        ({"play": {"ties": "nobody"}},
         [1, 2, 2, 1], [[2], [], [1], [2]], [0, 70, 220, 0]),
        ({"play": {"ties": "split"}},
         [1, 2, 1, 1], [[2], [2, 1], [1], [2]], [0, 105, 255, 0]),
        ({"play": {"ties": "suit"}},
         [1, 2, 2, 1], [[2], [2], [1], [2]], [0, 70, 290, 0]),
        ({"play": {"next_leader": "same"}},
         [1, 1, 1, 1], [[2], [2], [1], [2]], [0, 70, 290, 0]),
        ({"table": {"direction": "clockwise"}},
         [3, 2, 1, 1], [[2], [1], [1], [2]], [0, 140, 220, 0]),
        ({"table": {"first_leader": "dealer"}},
         [0, 2, 1, 1], [[2], [1], [1], [2]], [0, 140, 220, 0]),
        ({"play": {"next_leader": "same"}, "table": {"first_leader": "dealer",
                                                     "direction": "clockwise"}},
         [0, 0, 0, 0], [[2], [1], [1], [2]], [0, 140, 220, 0]),
    ],
)  # fmt: skip
def test_deal_under_other_rules(
    blocks: dict[str, Any], leaders: list[int], winners: list[list[int]], points: list[int]
) -> None:
    deal = deal_of(change(HAZARI, **blocks), TABLE)
    assert (deal["leaders"], deal["winners"], deal["points"]) == (leaders, winners, points)


def test_leader_and_dealer() -> None:
    last = change(HAZARI, table={"first_leader": "last_deal_winner"})
    assert deal_of(last, TABLE)["leaders"][0] == 1
    assert deal_of(last, TABLE, last_points=[0, 140, 220, 0])["leaders"][0] == 2
    assert deal_of(last, TABLE, last_points=[140, 0, 140, 80])["leaders"][0] == 2
    assert deal_of(last, TABLE, 3, last_points=[140, 0, 140, 80])["leaders"][0] == 0
    clockwise = change(last, table={"direction": "clockwise"})
    assert deal_of(clockwise, TABLE, 3, last_points=[140, 0, 140, 80])["leaders"][0] == 2
    assert deal_of(HAZARI, TABLE, 3)["next_dealer"] == 0
    assert deal_of(clockwise, TABLE, 3)["next_dealer"] == 2
    previous = {"next_dealer": "previous"}
    assert deal_of(change(HAZARI, table=previous), TABLE, 3)["next_dealer"] == 2
    assert deal_of(change(clockwise, table=previous), TABLE, 3)["next_dealer"] == 0


def test_three_players() -> None:
    rules = change(HAZARI, table={"players": 3, "undealt": 13})
    deal = deal_of(rules, TABLE[:3], 2)
    assert deal["next_dealer"] == 0
    assert deal["leaders"] == [0, 2, 1, 1]
    assert deal["points"] == [0, 55 + 50, 90 + 75]


# ---------------------------------------------------------------- groups in the wrong order


def foul(scope: str, effect: str, all_fouled: str = "play_on") -> dict[str, Any]:
    how = {"scope": scope, "effect": effect, "all_fouled": all_fouled}
    return change(HAZARI, arrangement={"on_violation": {"foul": how}})


def test_wrong_order_refused_or_sorted() -> None:
    wrong = swapped(TABLE, 2)
    with pytest.raises(ValueError, match="wrong order"):
        deal_of(HAZARI, wrong)
    sorting = change(HAZARI, arrangement={"on_violation": "sort"})
    assert deal_of(sorting, wrong) == deal_of(HAZARI, TABLE)
    last_too_strong = groups_of("JS JH JD/7H 5H 3H/4S QC AC/10C 4D 4H 3D")
    with pytest.raises(ValueError, match="wrong order"):
        deal_of(sorting, [last_too_strong, *TABLE[1:]])


def test_arrangement_is_not_the_hand() -> None:
    with pytest.raises(ValueError, match="not the hand"):
        oracle.play_deal(HAZARI, 0, hands_of(TABLE), [TABLE[1], TABLE[0], TABLE[2], TABLE[3]])
    with pytest.raises(ValueError, match="sizes"):
        deal_of(HAZARI, [TABLE[0][::-1], *TABLE[1:]])


@pytest.mark.parametrize(
    ("rules", "winners", "points"),
    [
        (foul("whole_deal", "cannot_win"), [[1], [1], [1], [1]], [0, 360, 0, 0]),
        (foul("from_group", "cannot_win"), [[2], [1], [1], [1]], [0, 240, 120, 0]),
        (foul("whole_deal", "scores_nothing"), [[2], [1], [2], [2]], [0, 65, 0, 0]),
        (foul("from_group", "scores_nothing"), [[2], [1], [2], [2]], [0, 65, 0, 0]),
    ],
)
def test_foul(rules: dict[str, Any], winners: list[list[int]], points: list[int]) -> None:
    deal = deal_of(rules, swapped(TABLE, 2))
    assert (deal["winners"], deal["points"]) == (winners, points)
    assert deal_of(rules, TABLE) == deal_of(HAZARI, TABLE)


def test_all_fouled() -> None:
    wrong = swapped(TABLE, 0, 1, 2, 3)
    same = deal_of(foul("from_group", "cannot_win", "redeal_same_dealer"), wrong)
    assert (same["voided"], same["next_dealer"], same["points"]) == ("all_fouled", 0, [0] * 4)
    passed = deal_of(foul("from_group", "scores_nothing", "redeal_next_dealer"), wrong)
    assert (passed["voided"], passed["next_dealer"]) == ("all_fouled", 1)
    played = deal_of(foul("whole_deal", "cannot_win"), wrong)
    assert (played["voided"], played["leaders"]) == (None, [1] * 4)
    assert (played["winners"], played["points"]) == ([[]] * 4, [0] * 4)
    three = deal_of(foul("whole_deal", "cannot_win", "redeal_same_dealer"), swapped(TABLE, 0, 1, 2))
    assert (three["voided"], three["points"]) == (None, [0, 0, 0, 360])


# ---------------------------------------------------------------- redeals


NO_RUN = ["AS", "AH", "AD", "KS", "KH", "JS", "JH", "10S", "8S", "8H", "6S", "6H", "4S"]


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ({"hand_lacks": ["colour_run", "run"]}, True),
        ({"hand_lacks": ["troy", "colour_run", "run"]}, False),
        ({"hand_lacks": ["pair"]}, False),
        ({"pairs_in_hand": {"at_least": 5}}, True),  # A, K, J, 8, 6
        ({"pairs_in_hand": {"at_least": 6}}, False),
        ({"same_rank_in_hand": {"cards": 3}}, True),
        ({"same_rank_in_hand": {"cards": 4}}, False),
        ({"hand_lacks": ["run"], "same_rank_in_hand": {"cards": 4}}, False),
        ({"hand_lacks": ["run"], "same_rank_in_hand": {"cards": 3}}, True),
    ],
)
def test_conditions_on_the_hand(when: dict[str, Any], expected: bool) -> None:
    assert oracle.holds(HAZARI, when, NO_RUN, [], []) is expected


def test_four_of_a_rank_are_two_pairs() -> None:
    hand = ["AS", "AH", "AD", "AC", "2S", "2H", "2D"]
    assert oracle.holds(HAZARI, {"pairs_in_hand": {"at_least": 3}}, hand, [], [])
    assert not oracle.holds(HAZARI, {"pairs_in_hand": {"at_least": 4}}, hand, [], [])


@pytest.mark.parametrize(
    ("pairs", "how", "claims", "voided", "next_dealer"),
    [
        (4, "automatic stays", (), "pairs", 0),
        (4, "automatic moves", (), "pairs", 1),
        (4, "on_request stays", ("pairs",), "pairs", 0),
        (4, "on_request stays", ("other",), None, 1),
        (5, "automatic stays", (), None, 1),
        (5, "on_request stays", ("pairs",), None, 1),
    ],
)
def test_redeal(
    pairs: int, how: str, claims: tuple[str, ...], voided: str | None, next_dealer: int
) -> None:
    claim, dealer = how.split()
    when = {"pairs_in_hand": {"at_least": pairs}}  # seat 1 has four
    redeal = {"id": "pairs", "when": when, "claim": claim, "dealer": dealer}
    deal = deal_of(change(HAZARI, redeals=[redeal]), TABLE, claims=claims)
    assert (deal["voided"], deal["next_dealer"]) == (voided, next_dealer)
    assert sum(deal["points"]) == (0 if voided else 360)


# ---------------------------------------------------------------- instant wins


def test_three_troys_win_at_once() -> None:
    deal = deal_of(HAZAREY, TROYS)
    assert deal["instant"] == {"id": "three_troys", "seats": [2], "effect": "win_match"}
    assert deal["winners"] == [[2], [2], [2]]
    assert deal["round_points"] == [[0, 0, 117, 0], [0, 0, 81, 0], [0, 0, 90, 0]]
    assert deal["points"] == [0, 0, 0, 0]
    assert deal_of(HAZARI, TROYS)["instant"] is None


def test_three_troys_must_win_their_rounds() -> None:
    table = copy.deepcopy(TROYS)
    table[0][0], table[2] = TROYS[2][0], [*TROYS[2][1:3], TROYS[0][0], TROYS[2][3]]
    deal = deal_of(HAZAREY, table)
    assert (deal["instant"], deal["winners"][:3]) == (None, [[0], [2], [2]])
    when = {"groups_held": {"groups": [1, 2, 3], "with": ["troy"]}}
    holding = change(
        HAZAREY, instant_wins=[{"id": "three_troys", "after": "arranging", "when": when}]
    )
    deal = deal_of(holding, table)
    assert (deal["instant"]["seats"], deal["leaders"]) == ([2], [])


def test_three_troys_of_a_fouled_player() -> None:
    rules = foul("whole_deal", "scores_nothing") | {"instant_wins": HAZAREY["instant_wins"]}
    assert deal_of(rules, TROYS)["instant"] is not None
    deal = deal_of(rules, swapped(TROYS, 2))
    assert (deal["instant"], deal["winners"][:3]) == (None, [[2], [2], [2]])
    assert deal["points"][2] == 0


def test_rounds_must_be_won_alone() -> None:
    when = {"rounds_won": {"rounds": [1, 2], "with": ["troy", "run"]}}
    win = {"id": "two", "after": {"round": 2}, "when": when, "if_several": "all",
           "effect": {"win_deal": {"points": "whole_pack"}}}  # fmt: skip
    split = change(HAZARI, play={"ties": "split"}, instant_wins=[win])
    assert deal_of(split, TABLE)["instant"] is None
    suit = change(split, play={"ties": "suit"})
    when = {"rounds_won": {"rounds": [1, 2], "with": ["troy"]}}
    assert deal_of(change(suit, instant_wins=[win | {"when": when}]), TABLE)["instant"] is None
    deal = deal_of(suit, TABLE)
    assert deal["instant"] == {"id": "two", "seats": [2], "effect": "win_deal"}
    assert deal["winners"] == [[2], [2]]
    assert deal["points"] == [0, 0, 360, 0]


@pytest.mark.parametrize(
    ("if_several", "dealer", "seats", "points"),
    [
        ("first_in_order", 0, [1], [0, 360, 0, 0]),
        ("first_in_order", 3, [0], [360, 0, 0, 0]),
        ("all", 0, [1, 2, 3, 0], [90, 90, 90, 90]),
    ],
)
def test_instant_win_of_several(
    if_several: str, dealer: int, seats: list[int], points: list[int]
) -> None:
    win = {"id": "trips", "after": "dealing", "when": {"same_rank_in_hand": {"cards": 3}},
           "if_several": if_several,
           "effect": {"win_deal": {"points": "whole_pack"}}}  # fmt: skip
    deal = deal_of(change(HAZARI, instant_wins=[win]), TABLE, dealer)
    assert deal["instant"] == {"id": "trips", "seats": seats, "effect": "win_deal"}
    assert deal["points"] == points
    assert deal["leaders"] == []


# ---------------------------------------------------------------- the match


BY_500 = {"extend_target": {"by": 500}}


@pytest.mark.parametrize(
    ("match", "totals", "expected"),
    [
        ({}, [999, 400, 300, 0], ([], 1000)),
        ({}, [1000, 400, 300, 0], ([0], 1000)),
        ({}, [1010, 1200, 300, 0], ([1], 1000)),
        ({}, [1010, 1010, 20, 0], ([0, 1], 1000)),
        ({"ties": "play_on"}, [1010, 1010, 20, 0], ([], 1000)),
        ({"ties": "play_on"}, [1010, 1040, 20, 0], ([1], 1000)),
        ({"ties": BY_500}, [1010, 1010, 20, 0], ([], 1500)),
        ({"reached_together": BY_500}, [1010, 1200, 20, 0], ([], 1500)),
        ({"reached_together": BY_500}, [1510, 1600, 20, 0], ([], 1500)),
        ({"reached_together": BY_500}, [1010, 900, 20, 0], ([0], 1000)),
        ({"reached_together": {"extend_target": {"by": 300}}, "ties": BY_500},
         [1010, 1010, 20, 0], ([], 1300)),
    ],
)  # fmt: skip
def test_finish(match: dict[str, Any], totals: list[int], expected: tuple[list[int], int]) -> None:
    assert oracle.finish(change(HAZARI, match=match), totals, 1000) == expected


def match_of(rules: dict[str, Any], *tables: Table, dealer: int = 0) -> dict[str, Any]:
    return oracle.play_match(rules, dealer, [(hands_of(table), table) for table in tables])


def test_match_of_whole_deals() -> None:
    assert match_of(HAZARI, *[TABLE] * 6) == {
        "totals": [0, 700, 1100, 0],
        "winners": [2],
        "deals": 5,
        "points": [[0, 140, 220, 0]] * 5,
        "voided": [None] * 5,
        "target": 1000,
    }
    assert match_of(HAZARI, *[TABLE] * 4)["winners"] == []


def test_match_shared() -> None:
    assert deal_of(HAZARI, MIRROR)["points"] == [0, 220, 140, 0]
    rules = change(HAZARI, match={"target": 360})
    assert match_of(rules, TABLE, MIRROR)["winners"] == [1, 2]
    longer = change(rules, match={"ties": {"extend_target": {"by": 200}}})
    over = match_of(longer, TABLE, MIRROR, TABLE)
    assert (over["winners"], over["target"], over["totals"]) == ([2], 560, [0, 500, 580, 0])


def test_match_ends_in_the_middle_of_a_deal() -> None:
    at_once = change(HAZARI, match={"check": "at_once", "target": 140})
    over = match_of(at_once, TABLE)
    assert (over["winners"], over["totals"]) == ([1], [0, 140, 120, 0])
    assert over["points"] == [[0, 140, 120, 0]]
    later = change(HAZARI, match={"target": 140})
    assert match_of(later, TABLE)["winners"] == [2]
    second = change(at_once, match={"target": 300})
    over = match_of(second, TABLE, TABLE)
    assert (over["winners"], over["totals"]) == ([2], [0, 140, 340, 0])
    assert over["points"] == [[0, 140, 220, 0], [0, 0, 120, 0]]


def test_target_raised_in_the_middle_of_a_deal() -> None:
    knobs = {"check": "at_once", "target": 256}
    rules = change(HAZARI, play={"ties": "split"}, match=knobs)
    # 105 and 255 after the first deal, 225 and 255 after the next round, then both are there
    over = match_of(rules, TABLE, MIRROR)
    assert (over["winners"], over["totals"]) == ([2], [0, 260, 290, 0])
    assert over["points"] == [[0, 105, 255, 0], [0, 155, 35, 0]]
    raised = change(rules, match={"reached_together": {"extend_target": {"by": 30}}})
    over = match_of(raised, TABLE, MIRROR)
    assert (over["winners"], over["totals"]) == ([2], [0, 260, 360, 0])
    assert (over["points"][1], over["target"]) == ([0, 155, 105, 0], 286)


def test_instant_win_goes_before_the_target() -> None:
    rules = change(HAZAREY, match={"check": "at_once", "target": 288})
    over = match_of(rules, TROYS)
    assert (over["winners"], over["totals"]) == ([2], [0, 0, 288, 0])
    assert over["points"] == [[0, 0, 0, 0]]
    lower = change(rules, match={"target": 198})
    assert match_of(lower, TROYS)["points"] == [[0, 0, 198, 0]]


def test_winner_of_the_last_deal_leads() -> None:
    table = {"first_leader": "last_deal_winner", "next_dealer": "previous"}
    rules = change(HAZARI, table=table, play={"next_leader": "same"})
    # dealers 0 and 3; seat 2 leads the second deal, so seat 1 wins the tie in its round 2
    assert match_of(rules, TABLE, TABLE)["points"] == [[0, 70, 290, 0], [0, 140, 220, 0]]


def test_redeal_in_a_match() -> None:
    when = {"same_rank_in_hand": {"cards": 4}}
    redeal = {"id": "four", "when": when, "claim": "on_request", "dealer": "stays"}
    rules = change(HAZARI, redeals=[redeal])
    four_aces = copy.deepcopy(TABLE)
    four_aces[0][2], four_aces[2][3] = ["4S", "4D", "JC"], ["7D", "7C", "AC", "2D"]
    assert match_of(HAZARI, four_aces)["voided"] == [None]
    over = match_of(rules, four_aces, TABLE)
    assert (over["voided"], over["deals"]) == (["four", None], 2)
    assert over["points"] == [[0, 0, 0, 0], [0, 140, 220, 0]]


@pytest.mark.parametrize(
    ("effect", "after", "totals", "points"),
    [
        ({"score": "target", "deal_points": "void"}, {"round": 3},
         [0, 257, 1000, 0], [0, 0, 0, 0]),
        ({"score": {"add": 1000}, "deal_points": "void"}, {"round": 3},
         [0, 257, 1123, 0], [0, 0, 0, 0]),
        ({"score": "target", "deal_points": "counted"}, {"round": 3},
         [0, 257, 1000, 0], [0, 0, 288, 0]),
        ({"score": {"add": 1000}, "deal_points": "counted"}, {"round": 3},
         [0, 257, 1411, 0], [0, 0, 288, 0]),
        ({"score": "target", "deal_points": "counted"}, "deal",
         [0, 349, 1000, 0], [0, 92, 288, 0]),
    ],
)  # fmt: skip
def test_match_won_by_three_troys(
    effect: dict[str, Any], after: Any, totals: list[int], points: list[int]
) -> None:
    win = HAZAREY["instant_wins"][0] | {"after": after, "effect": {"win_match": effect}}
    rules = change(HAZAREY) | {"instant_wins": [win]}
    over = match_of(rules, TABLE, TROYS, TABLE)
    assert (over["winners"], over["deals"]) == ([2], 2)
    assert (over["totals"], over["points"][1]) == (totals, points)


def test_match_total_above_the_target_is_kept() -> None:
    instant = {"id": "three_troys", "seats": [2], "effect": "win_match"}
    totals = [0, 0, 1160, 1170]
    assert oracle.after_instant_win(HAZAREY, instant, totals, 1500) == [0, 0, 1500, 1170]
    assert oracle.after_instant_win(HAZAREY, instant, totals, 1000) == totals


# ---------------------------------------------------------------- random deals


def strongest_first(rules: dict[str, Any], hand: list[str]) -> list[list[str]]:
    """Always the best three of the cards left, so that the order is right."""
    left, groups = list(hand), []
    for _ in range(3):
        best = left[:3]
        for cards in combinations(left, 3):
            if oracle.beats(rules, cards, best) > 0:
                best = list(cards)
        groups.append(best)
        left = [card for card in left if card not in best]
    return [*groups, left]


@pytest.mark.parametrize("variant", [HAZARI, HAZAREY], ids=["hazari", "hazarey"])
def test_points_of_random_deals_add_up(variant: dict[str, Any]) -> None:
    dice = random.Random(13)
    for dealer in range(4):
        pack = dice.sample(DECK, 52)
        table = [strongest_first(variant, pack[seat::4]) for seat in range(4)]
        deal = deal_of(variant, table, dealer)
        assert deal["instant"] is None
        assert sum(deal["points"]) == variant["card_points"]["total"]
        assert deal["leaders"][0] == (dealer + 1) % 4
        assert [[seat] for seat in deal["leaders"][1:]] == deal["winners"][:-1]
