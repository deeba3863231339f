"""The solver against brute force, counted facts and the engine's own deals."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from math import comb

import pytest

from hazari_rules import Game, HazariError, NotationError, parse_group, solver_front
from hazari_rules.arrange import IllegalArrangementError, greedy, lexicographic
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands, shuffled
from hazari_rules.kinds import Kind, Vocabulary
from hazari_rules.model import Choice
from hazari_rules.solver import Arrangements, Placed
from hazari_rules.solver_objectives import Field, Objective, best, outlooks, shares
from tests.brute import brute, disagreement
from tests.naive import merged
from tests.small import made_up
from tests.table import game, oracle_rules

HAND = parse_group("AS AH 10D KS QS JS 9S 8H 7D 5S 5H 2D 2C")
OPTIONS = [
    ("hazari", {}, 3),
    ("hazarey", {}, 3),
    ("hazari", {"equal_neighbours": "strictly_weaker"}, 1),
    ("hazari", {"spare_card": "kicker"}, 1),
    ("hazari", {"four_card_group": "four_cards_only"}, 1),
    ("hazari", {"category_order": "colour_run_first", "run_order": "ace_low_equal"}, 1),
    ("hazarey", {"lowest_group_judged_on": "all_cards"}, 1),
    ("hazarey", {"four_card_ladder": "length_first"}, 1),
    ("hazarey", {"four_card_ladder": "length_first", "spare_card": "kicker"}, 1),
    ("hazarey", {"equal_neighbours": "strictly_weaker", "two_pairs": "ignored"}, 1),
]


@pytest.mark.parametrize(("variant", "options", "hands"), OPTIONS, ids=str)
def test_front_is_that_of_brute_force(variant: str, options: dict[str, str], hands: int) -> None:
    rules = game(variant, **options).rules
    for number in range(hands):
        assert not disagreement(rules, shuffled(rules.deck, 3, number)[:13])


@pytest.mark.parametrize(
    "name", ["tiny", "twos", "three_threes", "own_ladders", "low_wins", "fives"]
)
def test_front_of_made_up_games(name: str) -> None:
    rules = made_up(name).rules
    assert not disagreement(rules, shuffled(rules.deck, 5, 0)[: rules.ruleset.table.cards_each])


@pytest.mark.parametrize("order", ["not_rising", "falling", "free"])
@pytest.mark.parametrize("spare", ["ignored", "kicker"])
@pytest.mark.parametrize("few", [0, 24])
def test_front_of_many_small_hands(
    order: str, spare: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of its two ways the search takes with a last group."""
    monkeypatch.setattr(solver_front, "_FEW", few)
    stated = made_up("twos").ruleset
    arrangement = replace(stated.arrangement, order=Choice(order))
    comparison = replace(stated.comparison, spare=Choice(spare))
    ruleset = replace(stated, arrangement=arrangement, comparison=comparison)
    rules = Rules.compile(ruleset, vocabulary())
    for number in range(60):
        assert not disagreement(rules, shuffled(rules.deck, 6, number)[:9])


@pytest.mark.parametrize(("variant", "options"), [case[:2] for case in OPTIONS], ids=str)
@pytest.mark.parametrize("ranks", ["A K Q J 10 9 8 7 6 5 4 3 2", "A K Q J 3 2"])
def test_last_groups_worth_more_in_play(variant: str, options: dict[str, str], ranks: str) -> None:
    """All of them are found, and whether there are others that are worth less is known."""
    ranking = game(variant, **options).rules.ranking
    deck = [card for card in ranking.codes if card.rank in ranks.split()]
    for number in range(5):
        codes = ranking.encode(random.Random(number).sample(deck, 13))
        worth = {
            sum(1 << place for place in group): (
                ranking.play[3](*[codes[place] for place in group]),
                ranking.judged[3](*[codes[place] for place in group]),
            )
            for group in combinations(range(13), 4)
        }
        more = {
            mask: (played, judged) for mask, (played, judged) in worth.items() if played > judged
        }
        found = ranking.more_in_play(3, codes)
        assert len(found) == len(more)
        assert {mask: (played, judged) for played, judged, mask in found} == more
        if ranking.never_less_in_play[3]:
            assert all(played >= judged for played, judged in worth.values())


def test_front_by_the_oracle() -> None:
    rules = made_up("three_threes").rules
    groups = [{"cards": 3, "combinations": None}] * 3
    plain = merged(oracle_rules("hazari"), {"groups": groups})
    for number in range(2):
        assert not disagreement(rules, shuffled(rules.deck, 4, number)[:9], plain=plain)


def test_hands_with_equal_ranks_everywhere() -> None:
    for text in (
        "AS AH AD AC KS KH KD KC QS QH QD QC 2S",
        "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    ):
        for variant in ("hazari", "hazarey"):
            assert not disagreement(game(variant).rules, parse_group(text))


def _with_rising_order() -> Rules:
    words = vocabulary()
    rising = Kind(
        "arrangement_order", "rising", "", "", lambda argument, ruleset: lambda a, b: a <= b
    )
    stated = made_up("three_threes").ruleset
    ruleset = replace(stated, arrangement=replace(stated.arrangement, order=Choice("rising")))
    return Game(ruleset, Vocabulary(words.families.values(), [*words, rising])).rules


def test_order_of_a_plugin() -> None:
    rules = _with_rising_order()
    hand = shuffled(rules.deck, 6, 0)[:9]
    legal, truth = Arrangements(rules, hand), brute(rules, hand, "rising")
    assert not disagreement(rules, hand, "rising")
    assert len(legal) == len(truth.played)
    assert {truth.masks(legal[i]) for i in range(len(legal))} == truth.played.keys()


@pytest.mark.parametrize(
    ("variant", "options"),
    [("hazari", {}), ("hazarey", {"equal_neighbours": "strictly_weaker"})],
    ids=str,
)
def test_every_legal_arrangement_comes_once(variant: str, options: dict[str, str]) -> None:
    rules = game(variant, **options).rules
    hand = shuffled(rules.deck, 7, 1)[:13]
    legal, truth = Arrangements(rules, hand), brute(rules, hand)
    every = [truth.masks(groups) for groups in legal]
    assert len(every) == len(set(every)) == len(legal)
    assert set(every) == truth.played.keys()
    assert legal.vectors() == set(truth.played.values())


@pytest.mark.parametrize("name", ["tiny", "twos", "three_threes"])
def test_every_number_is_one_arrangement(name: str) -> None:
    rules = made_up(name).rules
    hand = shuffled(rules.deck, 5, 1)[: rules.ruleset.table.cards_each]
    legal, truth = Arrangements(rules, hand), brute(rules, hand)
    numbered = [truth.masks(legal[number]) for number in range(len(legal))]
    assert len(numbered) == len(set(numbered))
    assert set(numbered) == set(map(truth.masks, legal)) == truth.played.keys()
    with pytest.raises(IndexError):
        legal[len(legal)]


def test_free_order_counts_all_partitions() -> None:
    rules = game("hazari", equal_neighbours="order_free").rules
    assert len(Arrangements(rules, HAND)) == 1_201_200


def test_enumeration_is_lazy() -> None:
    rules = game("hazari", equal_neighbours="order_free").rules
    assert len(list(islice(Arrangements(rules, HAND), 3))) == 3


def test_sample_is_uniform_over_the_numbers() -> None:
    rules = made_up("tiny").rules
    legal = Arrangements(rules, parse_group("AS KH QS JH"))
    counts = Counter(legal.sample(seed=2, number=number) for number in range(3_000))
    assert set(counts) == set(legal)
    expected = 3_000 / len(legal)
    # Chi-squared with len - 1 degrees of freedom; 5 deviations above its mean.
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    assert distance < len(legal) - 1 + 5 * (2 * (len(legal) - 1)) ** 0.5
    assert legal.sample(2, 17) == legal.sample(2, 17)


def test_refused_hands() -> None:
    rules = game("hazari").rules
    with pytest.raises(HazariError, match="12 cards"):
        Arrangements(rules, HAND[1:])
    with pytest.raises(NotationError):
        Arrangements(made_up("tiny").rules, parse_group("AS KH QS 2H"))


def test_lexicographic_best_is_the_bot_s_choice() -> None:
    for variant in ("hazari", "hazarey"):
        rules = game(variant).rules
        for number in range(10):
            hand = shuffled(rules.deck, 8, number)[:13]
            front = Arrangements(rules, hand).front()
            strength = rules.ranking.play
            groups = lexicographic(rules, hand)
            chosen = tuple(
                strength[i](*rules.ranking.encode(cards)) for i, cards in enumerate(groups)
            )
            assert front[0].strengths == chosen
            assert best(Arrangements(rules, hand), Objective.LEXICOGRAPHIC, Field()) == front[0]


def test_known_hands_are_scored_as_the_engine_does() -> None:
    engine = game("hazari")
    hands = deal_hands(engine.rules.deck, 4, 13, 12, 0)
    others = [greedy(engine.rules, hand) for hand in hands[1:]]
    front = Arrangements(engine.rules, hands[0]).front()
    found = outlooks(engine.rules, hands[0], front, Field(hands=hands[1:]))
    for placed, outlook in zip(front, found, strict=True):
        deals = [engine.play_deal(hands, [placed.groups, *others], dealer) for dealer in range(4)]
        ends = [deal.end.points[0] for deal in deals if deal.end]
        won = [sum(0 in result.winners for result in deal.rounds) for deal in deals]
        assert outlook.points == (sum(ends) / 4, 0)
        assert outlook.rounds == (sum(won) / 4, 0)
        assert sum(win.mean for win in outlook.wins) == pytest.approx(outlook.rounds.mean)
    most = best(Arrangements(engine.rules, hands[0]), Objective.POINTS, Field(hands=hands[1:]))
    points = {outlook.placed: outlook.points.mean for outlook in found}
    assert points[most] == max(points.values())


@pytest.mark.parametrize("variant", ["hazari", "hazarey"])
def test_the_most_points_are_the_most_of_all_legal_arrangements(variant: str) -> None:
    """Also where the points are those of spare cards, which the front knows nothing of."""
    engine = game(variant)
    rules, strength, points_of = (
        engine.rules,
        engine.rules.ranking.play,
        engine.rules.ruleset.card_points.of,
    )
    outside = 0
    for number in range(7):
        hands = deal_hands(rules.deck, 4, 13, 14, number)
        others = [greedy(rules, hand) for hand in hands[1:]]
        met = [
            (max(strength[i](*rules.ranking.encode(g)) for g in groups), points_of(sum(groups, ())))
            for i, groups in enumerate(zip(*others, strict=True))
        ]
        legal, field = Arrangements(rules, hands[0]), Field(hands=hands[1:])
        most = -1
        for groups in legal:
            brought = 0
            for i, (group, (strongest, points)) in enumerate(zip(groups, met, strict=True)):
                own = strength[i](*rules.ranking.encode(group))
                if own == strongest:
                    break  # who wins a tie depends on the lead
                brought += (own > strongest) * (points + points_of(group))
            else:
                most = max(most, brought)
        chosen = best(legal, Objective.POINTS, field)
        (outlook,) = outlooks(rules, hands[0], [chosen], field)
        assert outlook.points.mean >= most
        outside += chosen not in legal.front()
    assert outside


def test_small_games_are_counted_exactly() -> None:
    engine = made_up("tiny")
    hand = parse_group("AS AH QS JH")
    (placed, *_) = Arrangements(engine.rules, hand).front()
    (outlook,) = outlooks(engine.rules, hand, [placed], Field(deals=30))
    points = []
    for other in combinations([card for card in engine.rules.deck if card not in hand], 4):
        for dealer in range(2):
            arranged = [placed.groups, greedy(engine.rules, other)]
            end = engine.play_deal([hand, other], arranged, dealer).end
            assert end
            points.append(end.points[0])
    assert outlook.exact
    assert outlook.cases == len(points) == 2 * comb(6, 4)
    assert outlook.points == (sum(points) / len(points), 0)
    seen: list[tuple[int, int]] = []
    field = Field(deals=29)
    (drawn,) = outlooks(engine.rules, hand, [placed], field, lambda *told: seen.append(told))
    assert seen == [(done, 29) for done in range(1, 30)]
    assert not drawn.exact
    assert abs(drawn.points.mean - outlook.points.mean) < 5 * drawn.points.error


def test_equal_groups_share_or_lose_as_the_rules_say() -> None:
    for ties, expected in (("split", 0.5), ("nobody", 0.0)):
        stated = made_up("tiny").ruleset
        rules = Game(replace(stated, play=replace(stated.play, ties=Choice(ties)))).rules
        hand, other = parse_group("AS KS QS JS"), parse_group("AH KH QH JH")
        placed = Placed((), (hand[:2], hand[2:]))
        (outlook,) = outlooks(rules, hand, [placed], Field(hands=(other,)))
        assert [win.mean for win in outlook.wins] == [expected, expected]


def test_shares_count_the_unseen_groups() -> None:
    rules = made_up("tiny").rules
    hand = parse_group("AS AH KS 10H")
    placed = Placed(
        tuple(
            rules.ranking.play[i](*rules.ranking.encode(cards))
            for i, cards in enumerate((hand[:2], hand[2:]))
        ),
        (hand[:2], hand[2:]),
    )
    ((first, second),) = shares(rules, hand, [placed])
    # Unseen: KH QS QH JS JH 10S. A pair of aces beats all 15 groups. King and ten lose to the
    # pairs QQ and JJ and to the runs KQ, QJ and J10, equal K-10, and beat Q-10 twice. K-J is more.
    assert first == (15, 0, 15)
    assert second == (2, 1, 15)


def test_hands_that_cannot_be_together_are_refused() -> None:
    rules = game("hazari").rules
    front = Arrangements(rules, HAND).front()
    with pytest.raises(HazariError, match="other players: 3"):
        outlooks(rules, HAND, front, Field(hands=(HAND,)))
    with pytest.raises(HazariError, match="two hands"):
        outlooks(rules, HAND, front, Field(hands=(HAND, HAND, HAND)))


def test_placing_one_s_own_arrangement() -> None:
    legal = Arrangements(game("hazari").rules, HAND)
    for placed in legal.front():
        assert legal.placed(placed.groups) == placed
    first, second, *rest = legal.front()[0].groups
    with pytest.raises(IllegalArrangementError, match="too strong to follow"):
        legal.placed((second, first, *rest))
    with pytest.raises(IllegalArrangementError, match="group 2 has 1 card instead of 3"):
        legal.placed((first, second[:1], *rest))


def test_arrangements_from_the_end_and_by_slices() -> None:
    legal = Arrangements(made_up("three_threes").rules, made_up("three_threes").rules.deck[:9])
    every = [legal[number] for number in range(len(legal))]
    assert legal[-1] == every[-1]
    assert legal[-len(legal)] == every[0]
    assert legal[1:6:2] == tuple(every[1:6:2])
    with pytest.raises(IndexError):
        legal[-len(legal) - 1]


def test_objectives_by_name_and_what_makes_no_sense() -> None:
    legal = Arrangements(game("hazari").rules, HAND)
    for objective in Objective:
        assert best(legal, str(objective), Field(20)) == best(legal, objective, Field(20))
    with pytest.raises(HazariError, match="no objective is 'most'; known: lexicographic, rounds"):
        best(legal, "most", Field())
    for deals in (0, -5, 1.5):
        with pytest.raises(HazariError, match="give a whole number from 1 on"):
            Field(deals=deals)  # type: ignore[arg-type]
