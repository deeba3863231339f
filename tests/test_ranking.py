"""Strengths: counted classes, the naive oracle on random groups, disputed rows, made-up ladders.

"domain" is the sheet of facts that the rules are built from: its invariants, the questions of the
Bhutanese text (B1, B2, ...) and the reports of other programs' mistakes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, permutations, product, starmap
from math import comb, factorial
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hazari_rules import PACK, Card, Game, NotationError, Rank, Suit, parse_group
from hazari_rules.builtin import vocabulary
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from hazari_rules.model import Choice
from hazari_rules.ranking import Ranking
from tests import oracle, small
from tests.naive import merged, string_keys
from tests.table import VARIANTS, game, oracle_rules

Group = tuple[Card, ...]

# ---------------------------------------------------------------- helpers


def ranking(variant: str = "hazari", **options: str) -> Ranking:
    return game(variant, **options).rules.ranking


def strength(rules: Ranking, cards: str | Group) -> int:
    group = parse_group(cards) if isinstance(cards, str) else cards
    return rules.play[rules.group_of_size(len(group))](*rules.encode(group))


def outcome(one: str, other: str, rules: Ranking) -> int:
    """1 if the first group is stronger, -1 if the other is, 0 if they are equal."""
    first, second = strength(rules, one), strength(rules, other)
    return (first > second) - (first < second)


def made(cards: str, rules: Ranking) -> str:
    return rules.reading(parse_group(cards)).combination


def made_up(folder: Path, text: str, variant: str = "hazari") -> tuple[Ranking, dict[str, Any]]:
    """The ladder of a small file that changes a variant, and the same rules for the oracle."""
    path = folder / "small.yaml"
    body = dedent(text)
    path.write_text(f"spec: 1\nextends: {variant}\nid: small\nname: Small\n{body}", "utf-8")
    loader = Loader.shipped()
    found = loader.resolver.resolve(VariantFile(path, "file"))
    assert loader.load(str(path)).ruleset == found.ruleset  # so it has no faults
    rules = merged(oracle_rules(variant), string_keys(yaml.safe_load(body)))
    return Ranking(found.ruleset, found.vocabulary), rules


def some_group(dice: random.Random, deck: Sequence[Card], size: int) -> Group:
    """A group that is one suit, few ranks or a stretch of ranks more often than chance has it."""
    ranks = list(dict.fromkeys(card.rank for card in deck))
    start, suit = dice.randrange(len(ranks)), dice.choice(deck).suit
    stretch = {ranks[(start + i) % len(ranks)] for i in range(size)}
    few = set(dice.sample(ranks, 2))
    near = [card for card in deck if card.rank in stretch]
    pools = (
        deck,
        [card for card in deck if card.suit == suit],
        [card for card in deck if card.rank in few],
        near,
        [card for card in near if card.suit == suit] + dice.sample(near, 1),
        [dice.choice([card for card in near if card.rank == rank]) for rank in stretch],
    )
    pool = list(dict.fromkeys(dice.choice(pools)))
    return tuple(dice.sample(pool if len(pool) >= size else deck, size))


def agree(rules: Ranking, naive: dict[str, Any], dice: random.Random, each: int) -> int:
    """Compare groups in play, as judged and as read with the oracle; how many comparisons."""
    deck = list(rules.codes)
    drawn: list[tuple[int, Group]] = [
        (index, some_group(dice, deck, group.cards))
        for index, group in enumerate(rules.ruleset.groups)
        for _ in range(each)
    ]
    made_of = [(index, cards, [str(card) for card in cards]) for index, cards in drawn]
    compared = 0
    for strengths, values in (
        (
            [rules.play[i](*rules.encode(cards)) for i, cards, _ in made_of],
            [oracle.reading(naive, text, i) for i, _, text in made_of],
        ),
        (
            [rules.judged[i](*rules.encode(cards)) for i, cards, _ in made_of],
            [oracle.judged_value(naive, text, i) for i, _, text in made_of],
        ),
    ):
        for (a, one), (b, other) in combinations(zip(strengths, values, strict=True), 2):
            assert (a > b) - (a < b) == oracle.compare(naive, one, other)
            compared += 1
    for index, cards, text in made_of:
        reading = rules.reading(cards, index)
        assert reading.combination == (oracle.combination(naive, text, index) or "")
        assert reading.strength == rules.play[index](*rules.encode(cards))
    return compared


# ---------------------------------------------------------------- domain 1: invariants

THREE = {
    "troy": (52, 13),
    "colour_run": (48, 12),
    "run": (720, 12),
    "colour": (1_096, 274),
    "pair": (3_744, 156),
    "indi": (16_440, 274),
}
FOUR = {
    "four_of_a_kind": 13,
    "colour_run_4": 44,
    "run_4": 2_772 - 264,
    "colour_4": 2_816 - 392,
    "two_pairs": 2_808,
}
"""Those that also hold a three-card Colour Run are read as that, higher up."""


@cache
def counted(variant: str, size: int, options: tuple[tuple[str, str], ...] = ()) -> Counter[str]:
    """How many groups of this size make each combination, and under "+id" in how many strengths."""
    rules = ranking(variant, **dict(options))
    play = rules.play[rules.group_of_size(size)]
    strengths = list(starmap(play, combinations(rules.encode(PACK), size)))
    one_of = dict(zip(strengths, combinations(PACK, size), strict=True))
    names = {number: rules.reading(cards).combination for number, cards in one_of.items()}
    found = Counter(f"+{name}" for name in names.values())
    for number, count in Counter(strengths).items():
        found[names[number]] += count
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_of_three_cards(variant: str) -> None:
    """Domain 1: 22,100 hands and 741 strengths, by combination."""
    found = counted(variant, 3)
    assert {name: (found[name], found[f"+{name}"]) for name in THREE} == THREE
    assert sum(found[name] for name in THREE) == comb(52, 3) == 22_100
    assert sum(found[f"+{name}"] for name in THREE) == 741
    assert ranking().strengths == 741


def test_hands_of_four_cards() -> None:
    """Domain 1: 270,725 hands, by class, and how many of them have two readings."""
    found = counted("hazarey", 4)
    assert {name: found[name] for name in FOUR} == FOUR
    assert found["troy"] == 2_496
    assert sum(count for name, count in found.items() if name[0] != "+") == comb(52, 4) == 270_725
    longer = counted("hazarey", 4, (("four_card_ladder", "length_first"),))
    assert (longer["run_4"], longer["colour_4"]) == (2_772, 2_816)
    # A four-card Run or Colour that gives way to a Colour Run adds to those of a card apart.
    assert found["colour_run"] - longer["colour_run"] == 264 + 392


def test_the_group_of_four_counts_its_best_three() -> None:
    rules, dice = ranking(), random.Random(4)
    for _ in range(2_000):
        cards = tuple(dice.sample(PACK, 4))
        best = max(strength(rules, part) for part in combinations(cards, 3))
        assert strength(rules, cards) == rules.judged[3](*rules.encode(cards)) == best


def test_numbers_of_partitions() -> None:
    """Domain 1: 1,201,200 with the triples in order, 200,200 without."""
    sizes = [group.cards for group in game().ruleset.groups]
    assert sizes == [3, 3, 3, 4]
    ordered = factorial(13) // (factorial(3) ** 3 * factorial(4))
    assert ordered == comb(13, 3) * comb(10, 3) * comb(7, 3) == 1_201_200
    assert ordered // factorial(3) == 200_200


# ---------------------------------------------------------------- an order, whatever the hands

CARDS = st.sampled_from(PACK)
LADDERS = st.sampled_from(
    [
        ("hazari", {}),
        ("hazari", {"spare_card": "kicker"}),
        ("hazari", {"four_card_group": "four_cards_only"}),
        ("hazarey", {}),
        ("hazarey", {"four_card_ladder": "length_first"}),
    ]
)
GROUPS = st.integers(3, 4).flatmap(lambda n: st.lists(CARDS, min_size=n, max_size=n, unique=True))


@given(LADDERS, GROUPS)
def test_the_order_of_the_cards_does_not_matter(
    ladder: tuple[str, dict[str, str]], cards: list[Card]
) -> None:
    rules = ranking(ladder[0], **ladder[1])
    assert len({strength(rules, group) for group in permutations(cards)}) == 1


@given(LADDERS, GROUPS, st.permutations(list(Suit)))
def test_no_suit_is_stronger_than_another(
    ladder: tuple[str, dict[str, str]], cards: list[Card], suits: list[Suit]
) -> None:
    rules, other = ranking(ladder[0], **ladder[1]), dict(zip(Suit, suits, strict=True))
    renamed = tuple(Card(card.rank, other[card.suit]) for card in cards)
    assert strength(rules, tuple(cards)) == strength(rules, renamed)


@given(LADDERS, st.lists(GROUPS, min_size=3, max_size=3))
def test_beating_is_transitive_and_total(
    ladder: tuple[str, dict[str, str]], groups: list[list[Card]]
) -> None:
    naive = oracle_rules(ladder[0], **ladder[1])
    rules = ranking(ladder[0], **ladder[1])
    groups.sort(key=lambda cards: strength(rules, tuple(cards)))
    weak, middle, strong = ([str(card) for card in cards] for cards in groups)
    outcomes = [oracle.beats(naive, *p) for p in ((middle, weak), (strong, middle))]
    assert min(outcomes) >= 0
    assert oracle.beats(naive, strong, weak) == max(outcomes)


# ---------------------------------------------------------------- the oracle

CHOICES = [
    *product(VARIANTS, [{}, {"spare_card": "kicker"}]),
    ("hazari", {"category_order": "colour_run_first"}),
    *(
        (variant, {"run_order": choice})
        for variant in VARIANTS
        for choice in ("ace_low_last", "ace_low_first", "ace_low_equal", "ace_low_no_run")
    ),
    ("hazari", {"four_card_group": "three_or_four_cards", "spare_card": "kicker"}),
    ("hazari", {"four_card_group": "four_cards_only", "category_order": "colour_run_first"}),
    ("hazarey", {"four_card_ladder": "length_first"}),
    ("hazarey", {"four_card_ladder": "length_first", "spare_card": "kicker"}),
    ("hazarey", {"four_of_a_kind": "troy_with_spare", "two_pairs": "ignored"}),
    ("hazarey", {"four_card_colour": "best_three", "run_order": "ace_low_equal"}),
    ("hazarey", {"lowest_group_judged_on": "all_cards", "spare_card": "kicker"}),
]


@pytest.mark.parametrize(("variant", "options"), CHOICES)
def test_agrees_with_the_oracle(variant: str, options: dict[str, str]) -> None:
    """At least 30,000 comparisons, in play and as judged, of groups of both sizes."""
    dice = random.Random(f"{variant} {options}")
    compared = agree(ranking(variant, **options), oracle_rules(variant, **options), dice, each=45)
    assert compared * len(CHOICES) > 500_000


# ---------------------------------------------------------------- readings


@pytest.mark.parametrize(("variant", "options"), [*product(VARIANTS, [{}]), CHOICES[-3]])
def test_readings_and_strengths_say_the_same(variant: str, options: dict[str, str]) -> None:
    rules, dice = ranking(variant, **options), random.Random(9)
    ladder = [step.combination.id for step in rules.steps]
    readings = []
    for size in [3, 4] * 400:
        cards = some_group(dice, PACK, size)
        reading = rules.reading(cards)
        assert sorted(reading.cards + reading.spare) == sorted(cards)
        assert len(reading.cards) == rules.ruleset.combination(reading.combination).cards
        assert reading.strength == strength(rules, cards)
        if len(reading.cards) == 3:
            assert reading.strength == strength(rules, reading.cards)
        readings.append(reading)
    readings.sort(key=lambda reading: -reading.strength)
    for better, worse in pairwise(readings):
        assert ladder.index(better.combination) <= ladder.index(worse.combination)
        if better.strength == worse.strength:
            assert [c.rank for c in better.cards] == [c.rank for c in worse.cards]


def test_a_reading_has_the_most_important_cards_first() -> None:
    assert [str(c) for c in ranking().reading(parse_group("2D KH KS 9C")).cards[:2]] == ["KS", "KH"]
    assert [str(c) for c in ranking().reading(parse_group("9S KD JH")).cards] == ["KD", "JH", "9S"]
    pairs = ranking("hazarey").reading(parse_group("3H 7S 3S 7D"))
    assert [str(c) for c in pairs.cards] == ["7S", "7D", "3S", "3H"]


def test_cards_that_are_no_group_are_refused() -> None:
    rules = ranking()
    with pytest.raises(NotationError, match="AS is there twice"):
        rules.reading(parse_group("AS KS") + parse_group("AS"))
    with pytest.raises(NotationError, match="Hazari has groups of 3 or 4 cards; this group has 2"):
        rules.reading(parse_group("AS KS"))
    with pytest.raises(NotationError, match="group 1 has 3 cards, not 4"):
        rules.reading(parse_group("AS KS QS JS"), group=0)


@pytest.mark.parametrize("group", [0, 3])
def test_the_checked_call(group: int) -> None:
    rules, dice = ranking("hazarey"), random.Random(3)
    checked, play = rules.checked(group), rules.play[group]
    size = rules.ruleset.groups[group].cards
    for _ in range(200):
        codes = rules.encode(dice.sample(PACK, size))
        assert checked(*codes) == play(*codes)
    a, b, c, d = rules.encode(parse_group("AS KH 2D 9C"))
    for codes in [
        (),
        (a,),
        (a, b),
        (a, b, a),
        (a, b, c, a),
        (a, b, c, d, 1),
        (a, b, -1),
        (-1,) * 4,
    ]:
        with pytest.raises(NotationError, match=f"a group of {size} different cards is needed"):
            checked(*codes)


# ---------------------------------------------------------------- disputed rows

KA2 = [("KS AH 2D", "indi"), ("AD 2D KC", "indi"), ("2S KS AS", "colour"), ("AH 2S 3C", "run")]


@pytest.mark.parametrize(("cards", "combination"), KA2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_king_ace_two_is_no_run(variant: str, cards: str, combination: str) -> None:
    """Domain 2, "run order", and 4: K-A-2 goes round the corner, A-2-3 does not."""
    assert made(cards, ranking(variant)) == combination


def test_king_ace_two_of_one_suit_is_a_colour_by_its_ranks() -> None:
    """Domain 2: it stands between A-K-3 and A-Q-J."""
    rules = ranking()
    assert outcome("AS KS 3S", "KH AH 2H", rules) == 1
    assert outcome("KH AH 2H", "AD QD JD", rules) == 1


B = [
    ("B2: A-2-3-4 below A-K-Q-J", "AS KH QD JC", "AH 2S 3C 4D", {}, 1),
    ("B2: A-2-3-4 above K-Q-J-10", "AH 2S 3C 4D", "KS QH JD 10C", {}, 1),
    ("B2: A-2-3-4 lowest", "5S 4H 3D 2C", "AH 2S 3C 4D", {"run_order": "ace_low_last"}, 1),
    ("B2: A-2-3-4 no run", "5S 4H 3D 9C", "AH 2S 3C 4D", {"run_order": "ace_low_no_run"}, 1),
    ("B3: K-A-2-3 no run of four", "KS QH JD 2C", "KD AH 2S 9C", {}, 1),
    ("B3: K-A-2-3 holds A-2-3", "KD AH 2S 3C", "KS QH JD 2C", {}, 1),
    ("B4: 5-4-3-2 beats A-K-Q", "5S 4H 3D 2C", "AS KH QD 9C", {}, 1),
    ("B5: four of a kind above Troy", "2S 2H 2D 2C", "AS AH AD KC", {}, 1),
    (
        "B5: a Troy with a dead spare",
        "2S 2H 2D 2C",
        "3S 3H 3D KC",
        {"four_of_a_kind": "troy_with_spare"},
        -1,
    ),
    ("B6: two pairs above a Pair", "3S 3H 2D 2C", "AS AH KD 9C", {}, 1),
    ("B6: below a Colour", "AS AH KD KC", "5S 3S 2S 9H", {}, -1),
    ("B6: high pair, then low pair", "7S 7H 2S 2H", "6S 6H 3S 3H", {}, 1),
    ("B6: no class", "3S 3H 2D 2C", "AS AH KD 9C", {"two_pairs": "ignored"}, -1),
    ("B8: the fourth card of a Colour", "AS JS 9S 4S", "AH JH 9H 2H", {}, 1),
    (
        "B8: the best three alone",
        "AS JS 9S 4S",
        "AH JH 9H 2H",
        {"four_card_colour": "best_three"},
        0,
    ),
    ("B9: a spare does not count", "5S 5H KD QC", "5D 5C KH 2S", {}, 0),
    ("B9: the last kicker", "5S 5H KD QC", "5D 5C KH 2S", {"spare_card": "kicker"}, 1),
    ("B10: a Colour of four with a Colour Run", "9S 8S 7S 2S", "9H 8H 7H KD", {}, 0),
    ("B10: a Run of four with a Colour Run", "9S 8S 7S 6H", "9H 8H 7H KD", {}, 0),
    (
        "B10, B1: length first",
        "9S 8S 7S 2S",
        "AH KH QH 2D",
        {"four_card_ladder": "length_first"},
        1,
    ),
    ("B1: within the category", "9S 8H 7D 6C", "AS KS QS 2D", {}, -1),
    (
        "B1: length first",
        "9S 8H 7D 6C",
        "AS KS QS 2D",
        {"four_card_ladder": "length_first"},
        1,
    ),
]


@pytest.mark.parametrize(
    ("one", "other", "options", "expected"), [row[1:] for row in B], ids=[row[0] for row in B]
)
def test_questions_of_the_bhutanese_text(
    one: str, other: str, options: dict[str, str], expected: int
) -> None:
    """Domain 3: the default and the alternative of each question about strength."""
    assert outcome(one, other, ranking("hazarey", **options)) == expected


def test_what_the_lowest_group_is_judged_on() -> None:
    """Domain 3, B11: `QS JS 9S` / `8H 6H 4H 2H`, three cards or all four."""
    for choice, may_follow in (("three_cards", True), ("all_cards", False)):
        rules = ranking("hazarey", lowest_group_judged_on=choice)
        third, fourth = parse_group("QS JS 9S"), parse_group("8H 6H 4H 2H")
        before, after = (
            rules.judged[2](*rules.encode(third)),
            rules.judged[3](*rules.encode(fourth)),
        )
        assert (after <= before) is may_follow
        assert rules.play[3](*rules.encode(fourth)) > rules.play[2](*rules.encode(third))


def test_four_twos_are_judged_as_a_troy_and_win_as_four_of_a_kind() -> None:
    """Domain 3: `AAA KKK QQQ 2222` is legal and the quad wins round 4."""
    rules = ranking("hazarey")
    queens, twos = (rules.encode(parse_group(g)) for g in ("QS QH QD", "2S 2H 2D 2C"))
    assert rules.judged[3](*twos) < rules.judged[2](*queens) < rules.play[3](*twos)


REPORTS = [
    ("pair before kicker", "hazari", "KS KH 2D", "9S 9H AD", 1),
    ("pair, then kicker", "hazari", "5S 5H KD", "5D 5C QH", 1),
    ("all cards of a Colour", "hazari", "JD 9D 2D", "JS 8S 7S", 1),
    ("two pairs by the higher", "hazarey", "7S 7H 2S 2H", "6S 6H 3S 3H", 1),
    ("a spare breaks no tie", "hazari", "5S 5H KD 2C", "5D 5C KH 3S", 0),
]


@pytest.mark.parametrize(
    ("variant", "one", "other", "expected"),
    [row[1:] for row in REPORTS],
    ids=[row[0] for row in REPORTS],
)
def test_reported_comparisons(variant: str, one: str, other: str, expected: int) -> None:
    """Domain 4: what other programs got wrong."""
    rules = ranking(variant)
    assert outcome(one, other, rules) == expected
    assert outcome(other, one, rules) == -expected


@pytest.mark.parametrize(
    ("cards", "combination"), [("KS QS JS", "colour_run"), ("9S 8H 7D 2S", "run")]
)
def test_reported_readings(cards: str, combination: str) -> None:
    """Domain 4: K-Q-J of one suit; a run and a colour from different cards."""
    assert made(cards, ranking()) == combination


# ---------------------------------------------------------------- made-up ladders

MADE_UP = {
    "low wins": "comparison: {order: low_wins}",
    "low wins, the spare counts": "comparison: {order: low_wins, spare: kicker}",
    "2-3-5 on top": """
        combinations:
          - {id: two_three_five, name: 2-3-5, above: troy, cards: 3, exact_ranks: [5, 3, 2]}
        """,
    "threes first": "combinations: [{id: troy, key: {multiples: {order: ['3', rest]}}}]",
    "equal ranks": "combinations: [{id: indi, key: {ranks: {order: [[A, K], rest, '9']}}}]",
    "two cards decide": "combinations: [{id: indi, key: {ranks: {cards: 2}}}]",
    "equal ranks first": """
        combinations:
          - {id: troy, remove: true}
          - {id: pair, remove: true}
          - {id: indi, key: {multiples: {order: [[A, K], rest]}}}
        """,
    "nothing below a Colour": """
        combinations: [{id: pair, remove: true}, {id: indi, remove: true}]
        """,
    "nothing below a Colour, low wins": """
        comparison: {order: low_wins}
        combinations: [{id: pair, remove: true}, {id: indi, remove: true}]
        """,
    "groups with ladders of their own": """
        groups:
          - {cards: 3}
          - {cards: 3, combinations: [troy, run, pair, indi]}
          - {cards: 3, combinations: [pair, indi]}
          - {cards: 4, combinations: [colour, indi]}
        """,
    "a combination of two cards": """
        combinations:
          - {id: pair, remove: true}
          - {id: couple, name: Couple, above: indi, cards: 2, same_rank: [2]}
        """,
    "groups of five": """
        groups: [{cards: 5}, {cards: 5}, {cards: 3, combinations: [troy, pair, indi]}]
        arrangement: {judged_on: {cards: all}}
        combinations:
          - {id: best, name: Straight Flush, above: troy, cards: 5, run: true, suited: true}
          - {id: full_house, name: Full House, below: best, cards: 5, same_rank: [3, 2]}
          - {id: flush, name: Flush, below: full_house, cards: 5, suited: true}
          - {id: straight, name: Straight, below: flush, cards: 5, run: true}
          - {id: two_pairs, name: Two Pairs, above: pair, cards: 4, same_rank: [2, 2]}
        """,
    "a short deck": """
        deck: {ranks: [A, K, Q, J, 10, 9, 8, 7, 6, 5], suits: [S, H, D, C]}
        table: {players: 3, undealt: 1}
        card_points: {total: 300}
        """,
}


@pytest.mark.parametrize("name", MADE_UP)
def test_made_up_ladders_agree_with_the_oracle(name: str, tmp_path: Path) -> None:
    rules, naive = made_up(tmp_path, MADE_UP[name])
    each = 25 if name == "groups of five" else 40
    assert agree(rules, naive, random.Random(name), each) > 4_000


def test_where_low_wins_the_ladder_is_turned_round(tmp_path: Path) -> None:
    """A group still counts as the best that its cards make."""
    low, _ = made_up(tmp_path, MADE_UP["low wins"])
    usual = ranking()
    dice = random.Random(2)
    groups = [some_group(dice, PACK, size) for size in [3, 4] * 100]
    order = sorted(groups, key=lambda cards: strength(usual, cards))
    assert [strength(low, g) for g in order] == sorted(
        (strength(low, g) for g in groups), reverse=True
    )
    assert outcome("5S 3H 2D", "AS AH AD", low) == 1
    assert made("5S 5H 2D 3C", low) == "pair"


def test_exact_ranks(tmp_path: Path) -> None:
    rules, _ = made_up(tmp_path, MADE_UP["2-3-5 on top"])
    for cards in ("2S 3H 5D", "5S 3S 2S"):
        assert made(cards, rules) == "two_three_five"
        assert outcome(cards, "AS AH AD", rules) == 1
    assert outcome("2S 3H 5D", "5C 3C 2C", rules) == 0
    assert made("2S 3H 4D", rules) == "run"


def test_named_exceptions(tmp_path: Path) -> None:
    """Threes first, then aces to twos without them."""
    rules, _ = made_up(tmp_path, MADE_UP["threes first"])
    names = ["3", *(rank.value for rank in Rank if rank is not Rank.THREE)]
    strengths = [strength(rules, f"{name}S {name}H {name}D") for name in names]
    assert strengths == sorted(set(strengths), reverse=True)
    assert outcome("3S 3H 2D", "AS AH KD", rules) == -1  # the exception is the Troy's alone


def test_multiples_of_any_cards_are_compared_card_by_card(tmp_path: Path) -> None:
    """Where one combination takes them all, more cards of a rank are better than fewer."""
    rules, _ = made_up(tmp_path, MADE_UP["equal ranks first"])
    for better, worse in pairwise(["KS KH KD", "KS KH 2D", "QS QH QD", "QS QH JD", "QS JH 9D"]):
        assert outcome(better, worse, rules) == 1
    assert outcome("AS KH 9D", "KS KD 9C", rules) == 0
    compared = Game.load(str(tmp_path / "small.yaml")).compare(["QS QH JD", "QC JH 9D"])
    assert compared.winners == (0,)
    assert compared.reason == "Indi Q♠ Q♥ J♦ beats Indi Q♣ J♥ 9♦: pair of Q beats kicker J"


def test_of_equally_good_cards_those_with_the_strongest_suits_are_read(tmp_path: Path) -> None:
    """Whether or not they leave the higher spare card, which does not count here."""
    made_up(
        tmp_path,
        """
        combinations: [{id: indi, key: {ranks: {cards: 1, order: [[A, K], rest]}}}]
        play: {ties: suit}
        """,
    )
    rules = Game.load(str(tmp_path / "small.yaml"))
    assert rules.reading("7C 9D KH AS").cards == parse_group("AS KH 9D")
    assert rules.compare(["AS KH 9D 7C", "AD KS 9C 6C"]).winners == (0,)


def test_a_group_that_makes_nothing_is_below_everything(tmp_path: Path) -> None:
    for name in ("nothing below a Colour", "nothing below a Colour, low wins"):
        rules, _ = made_up(tmp_path, MADE_UP[name])
        nothing = rules.reading(parse_group("AS AH KD"))
        assert nothing == (0, "", (), parse_group("AS AH KD"))
        assert rules.reading(parse_group("AS AH KD 9C")).strength == 0
        assert outcome("4S 3S 2S", "AS AH KD", rules) == 1
        assert not rules.makes_any(parse_group("AS AH KD 9C"), ["troy", "run", "colour"])
        assert rules.makes_any(parse_group("AS AH KD QC"), ["troy", "run"])


def test_groups_with_ladders_of_their_own(tmp_path: Path) -> None:
    rules, _ = made_up(tmp_path, MADE_UP["groups with ladders of their own"])
    cards = parse_group("KS QS JS")
    assert [rules.reading(cards, i).combination for i in (0, 1, 2)] == ["colour_run", "run", "indi"]
    assert rules.reading(parse_group("KS QS JS KH"), 3).combination == "colour"
    assert rules.reading(parse_group("KS KD JS KH"), 3).combination == "indi"


def test_a_card_of_no_use_here_is_refused(tmp_path: Path) -> None:
    rules, _ = made_up(tmp_path, MADE_UP["a short deck"])
    with pytest.raises(NotationError, match="the card 4S is not in this deck"):
        rules.reading(parse_group("AS KS 4S"))
    assert made("AS 5H 6D", rules) == "run"  # the ace below the deck's last rank


@pytest.mark.parametrize("spare", ["ignored", "kicker"])
def test_the_first_of_the_strongest_groups_of_a_hand_is_among_the_hopeful(spare: str) -> None:
    stated = small.made_up("fives").ruleset
    ruleset = replace(stated, comparison=replace(stated.comparison, spare=Choice(spare)))
    rules = Ranking(ruleset, vocabulary())
    for number in range(8):
        codes = rules.encode(random.Random(number).sample(list(rules.codes), 9))
        for group, strength in enumerate(rules.play):
            size = ruleset.groups[group].cards
            hopeful = [*rules.hopeful(group, codes)]
            strongest = max(combinations(codes, size), key=lambda cards: strength(*cards))
            assert max(hopeful, key=lambda cards: strength(*cards)) == strongest
            assert (len(hopeful) < comb(9, size)) == (size == 5)
