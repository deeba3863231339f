"""Disputed rules: bug reports, where tables differ, what the Bhutanese text leaves open."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hazari_rules import (
    Card,
    FindingsError,
    Game,
    IllegalArrangementError,
    IllegalMoveError,
    MatchState,
    NotationError,
    Rank,
    Reason,
    parse_arrangement,
    parse_group,
)
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion, DealState
from hazari_rules.events import Ending
from hazari_rules.match import DealQuestion
from tests.table import (
    begun,
    cards_in,
    game,
    match_of,
    played,
    random_hands,
    story,
    worked_deal,
    written,
)
from tests.worked import MIRROR, TABLE, TROYS, Table, groups_of, hands_of, swapped


def made(cards: str, variant: str = "hazari", **options: str) -> str:
    return game(variant, **options).reading(cards).combination


def outcome(one: str, other: str, variant: str = "hazari", **options: str) -> int:
    """1 if the first group wins, -1 if the second does, 0 if they are equal."""
    rules = game(variant, **options)
    tied = rules.compare([one, other]).tied
    readings = [rules.reading(group).strength for group in (one, other)]
    assert bool(tied) is (readings[0] == readings[1])
    if tied:
        return 0
    (winner,) = rules.compare([one, other]).winners
    assert rules.compare([other, one]).winners == (1 - winner,)
    return -1 if winner else 1


def points(table: Table, dealer: int = 0, variant: str = "hazari", **options: str) -> list[int]:
    found: list[int] = story(worked_deal(game(variant, **options), table, dealer))["points"]
    return found


def winners(table: Table, dealer: int = 0, variant: str = "hazari", **options: str) -> list[Any]:
    return [list(r.winners) for r in worked_deal(game(variant, **options), table, dealer).rounds]


def after_totals(totals: Sequence[int], table: Table = TABLE, **options: str) -> MatchState:
    """The match after one deal, by default that of TABLE: 0, 140, 220 and 0 points."""
    match = MatchState.begin(game("hazari", **options).rules, totals=totals)
    match = match.give_hands(cards_in(hands_of(table)))
    while isinstance(question := match.pending, ArrangeQuestion):
        match = match.apply(cards_in(table[question.seat]))
    return match


# ---------------------------------------------------------------- bug reports


@pytest.mark.parametrize(
    ("cards", "combination"),
    [
        ("KS QS JS", "colour_run"),  # not seen as a run
        ("AH 2S 3C", "run"),  # not seen as a run
        ("AD 2D KC", "indi"),  # mistaken for one
        ("9S 8H 7D 2S", "run"),  # run of some cards, colour of others: no Colour Run
        ("9S 8H 7D 2S 3C", None),
    ],
)
def test_reported_readings(cards: str, combination: str | None) -> None:
    if combination is None:
        with pytest.raises(NotationError, match="groups of 3 or 4"):
            made(cards)
    else:
        assert made(cards) == combination


@pytest.mark.parametrize(
    ("variant", "one", "other", "expected"),
    [
        ("hazari", "KS KH 2D", "9S 9H AD", 1),  # not by the kicker or the highest card
        ("hazari", "5S 5H KD", "5D 5C QH", 1),
        ("hazari", "JD 9D 2D", "JS 8S 7S", 1),  # not by the top card only
        ("hazarey", "7S 7H 2S 2H", "6S 6H 3S 3H", 1),  # not by the sum of the ranks
        ("hazari", "5S 5H KD 2C", "5D 5C KH 3S", 0),  # the spare card breaks no tie
    ],
)
def test_reported_comparisons(variant: str, one: str, other: str, expected: int) -> None:
    assert outcome(one, other, variant) == expected
    assert outcome(other, one, variant) == -expected


def test_the_later_of_equal_groups_wins_whatever_the_spare_cards() -> None:
    assert game().compare(["5S 5H KD 2C", "5D 5C KH 3S"]).winners == (1,)
    assert game().compare(["5D 5C KH 3S", "5S 5H KD 2C"]).winners == (1,)


def test_equal_groups_three_and_four_are_legal() -> None:
    assert game().faults("AS AH AD | KS KC KH | 9S 9H QD | 9D 9C QH 2S") == ()


def test_the_winner_of_round_one_leads_round_two() -> None:
    """Dealer 0; seat 2 wins round 1; the tie of round 2 goes to seat 1, who plays last."""
    first, second = worked_deal(game(), TABLE).rounds[:2]
    assert first.winners == (2,)
    assert [play.seat for play in second.plays] == [2, 3, 0, 1]
    assert (second.tied, second.winners) == ((2, 1), (1,))


@pytest.mark.parametrize("seats", [(0, 1), (0, 3), (1, 2), (2, 3)])
def test_two_equal_totals_above_the_target_share(seats: tuple[int, int]) -> None:
    """1010, 1010, 20 and 0: never the first seat alone."""
    totals = [1010 if seat in seats else 10 for seat in range(4)]
    before = [total - more for total, more in zip(totals, (0, 140, 220, 0), strict=True)]
    match = after_totals(before)
    assert match.totals == tuple(totals)
    assert match.winners == seats


def test_the_same_card_twice_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match="the card 10S is there twice"):
        game().reading("10S TS 9H")
    with pytest.raises(NotationError, match="the card AS is there twice"):
        game().compare(["AS KS QS", "9H 8D 7C", "AS 2H 2D"])
    with pytest.raises(NotationError, match="the card AS is there twice"):
        game().faults("AS AH AD | KS QS AS | 9S 8H 7D | 5S 5H 2D 2C")
    hands = random_hands(game(), random.Random(1))
    twice = ((hands[1][0], *hands[0][1:]), *hands[1:])
    with pytest.raises(IllegalMoveError, match=f"dealt more than once: {hands[1][0]}$"):
        begun(game(), twice)
    own = ((hands[0][1], *hands[0][1:]), *hands[1:])
    with pytest.raises(IllegalMoveError, match=f"dealt more than once: {hands[0][1]}$"):
        begun(game(), own)


def test_the_arrangement_is_compared_with_the_dealt_hand() -> None:
    hand = "AS AH AD KS QS JS 9S 8H 7D 5S 5H 2D 2C"
    other = "AS AH AC | KS QS JS | 9S 8H 7D | 5S 5H 2D 3C"
    foreign, missing = game().faults(other, hand)
    assert (foreign.reason, missing.reason) == (Reason.FOREIGN_CARD, Reason.MISSING_CARD)
    assert foreign.message.endswith(": AC 3C")
    assert missing.message.endswith(": AD 2C")
    state = begun(game(), cards_in(hands_of(TABLE)))
    with pytest.raises(IllegalArrangementError, match="left out of the hand") as refusal:
        state.apply(parse_arrangement(other))
    reasons = [fault.reason for fault in refusal.value.faults]
    assert reasons == [Reason.FOREIGN_CARD, Reason.MISSING_CARD]


def test_a_bigger_strength_wins_whichever_way_the_ladder_stands(tmp_path: Path) -> None:
    """Also where low wins: nobody has to know which way the engine counts."""
    low, _ = written(tmp_path, "hazari", {"comparison": {"order": "low_wins"}})
    for rules, better in ((game(), 0), (low, 1)):
        groups = ["AS AH AD", "5S 3H 2D"]
        strengths = [rules.reading(group).strength for group in groups]
        assert strengths.index(max(strengths)) == better
        assert rules.compare(groups).winners == (better,)


# ---------------------------------------------------------------- where tables differ


def test_card_points() -> None:
    assert points(TABLE) == [0, 140, 220, 0]
    assert sum(points(TABLE, card_points="pack_of_380")) == 380
    assert points(TABLE, card_points="pack_of_380") == [0, 83 + 82, 123 + 92, 0]


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("hazari", ["Troy", "Colour Run", "Run", "Colour", "Pair", "Indi"]),
        ("teen_patti", ["Trail", "Pure Sequence", "Sequence", "Flush", "Pair", "High Card"]),
    ],
)
def test_names(choice: str, names: list[str]) -> None:
    rules = game(names=choice)
    assert [step.name for step in rules.ruleset.combinations] == names
    reason = rules.compare(["AS AH AD", "KS QS JS"]).reason
    assert reason.startswith(f"{names[0]} A♠ A♥ A♦ beats {names[1]} K♠ Q♠ J♠")
    # names are not rules: the same game to the last point
    assert rules.ruleset.digest == game().ruleset.digest
    known = {name for step in rules.ruleset.combinations for name in (step.name, *step.aliases)}
    if choice == "teen_patti":
        assert known >= {"Trio", "Trial", "Troy", "Running", "Mixed", "Individual", "Colour"}


def test_category_order() -> None:
    assert outcome("4S 3S 2S", "AS AH AD") == -1
    assert outcome("4S 3S 2S", "AS AH AD", category_order="colour_run_first") == 1
    assert outcome("AS KH QD", "2S 2H 2D", category_order="colour_run_first") == -1


@pytest.mark.parametrize(
    ("choice", "order"),
    [
        ("ace_low_second", ["AS KH QD", "AH 2S 3D", "KS QH JD", "4S 3H 2D"]),
        ("ace_low_last", ["AS KH QD", "KS QH JD", "4S 3H 2D", "AH 2S 3D"]),
        ("ace_low_first", ["AH 2S 3D", "AS KH QD", "KS QH JD", "4S 3H 2D"]),
    ],
)
@pytest.mark.parametrize("variant", ["hazari", "hazarey"])
def test_run_order(variant: str, choice: str, order: list[str]) -> None:
    rules = game(variant, run_order=choice)
    strengths = [rules.reading(group).strength for group in order]
    assert strengths == sorted(set(strengths), reverse=True)
    assert made("KH AS 2D", variant, run_order=choice) == "indi"
    assert made("KS AS 2S", variant, run_order=choice) == "colour"


def test_run_order_equal_or_no_run() -> None:
    assert outcome("AS KH QD", "AH 2S 3D", run_order="ace_low_equal") == 0
    assert outcome("AH 2S 3D", "KS QH JD", run_order="ace_low_equal") == 1
    assert made("AH 2S 3D", run_order="ace_low_no_run") == "indi"
    assert made("AH 2H 3H", run_order="ace_low_no_run") == "colour"
    assert outcome("AH 2S 3D", "4S 3H 2C", run_order="ace_low_no_run") == -1
    assert outcome("AH 3H 2H", "AS KS 4S", run_order="ace_low_no_run") == -1


def test_pairs_by_the_pair_then_the_kicker() -> None:
    assert outcome("9S 9H 2D", "8S 8H AD") == 1
    assert outcome("9S 9H 3D", "9D 9C 2S") == 1
    assert outcome("9S 9H 3D", "9D 9C 3S") == 0


@pytest.mark.parametrize(
    ("choice", "expected", "paid", "second_leader"),
    [
        ("last_played", [[2], [1], [1], [2]], [0, 140, 220, 0], 1),
        ("first_played", [[2], [2], [1], [2]], [0, 70, 290, 0], 2),
        ("nobody", [[2], [], [1], [2]], [0, 70, 220, 0], 2),
        ("split", [[2], [1, 2], [1], [2]], [0, 105, 255, 0], 1),
        ("suit", [[2], [2], [1], [2]], [0, 70, 290, 0], 2),
    ],
)
def test_equal_groups(
    choice: str, expected: list[list[int]], paid: list[int], second_leader: int
) -> None:
    """In round 2 of TABLE seat 2 plays 10S 9H 8D first and seat 1 plays 10H 9D 8S last."""
    state = worked_deal(game(equal_groups=choice), TABLE)
    assert [list(result.winners) for result in state.rounds] == expected
    assert state.rounds[1].tied == (2, 1)
    assert state.rounds[2].leader == second_leader
    assert state.end is not None
    assert list(state.end.points) == paid
    assert state.end.unclaimed == 360 - sum(paid)


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("9H 8S 7S", "9S 8H 7H", 1),  # the suit of the highest card first
        ("9S 8D 7S", "9S 8H 7D", None),
        ("9D 9C KS", "9S 9H KD", 1),  # the pair before the kicker
        ("9D 9C AS", "9S 9H KD", 0),  # no tie at all
        ("AD 2S 3S", "AH 3D 2D", 1),
        ("9C 9S 8D 7D", "9H 8S 7S 2D", 0),  # 9-8-7 with either nine: the nine of spades counts
        ("9S 9C 8D 7D", "9H 8S 7S 2D", 0),
        ("7D 8D 9C 9S", "9H 8S 7S 2D", 0),
        ("9C 9D 9H KS", "9S 8S 7S", 0),
    ],
)
def test_suits_rank(one: str, other: str, winner: int | None) -> None:
    rules = game(equal_groups="suit")
    if winner is None:
        with pytest.raises(NotationError, match="twice"):
            rules.compare([one, other])
        return
    assert rules.compare([one, other]).winners == (winner,)
    assert rules.compare([other, one]).winners == (1 - winner,)


def test_equal_groups_of_different_sizes_can_be_compared() -> None:
    for choice, expected in (("last_played", (1,)), ("first_played", (0,)), ("nobody", ())):
        rules = game(equal_groups=choice)
        assert rules.compare(["9S 8H 7D", "9H 8D 7C 2S"]).winners == expected
        assert rules.compare(["9H 8D 7C 2S", "9S 8H 7D"]).winners == expected
    assert game(equal_groups="split").compare(["9S 8H 7D", "9H 8D 7C 2S"]).winners == (1, 0)
    assert game(equal_groups="suit").compare(["9S 8H 7D 2C", "9H 8D 7C"]).winners == (0,)


def test_split_points_that_cannot_be_divided_go_to_the_last() -> None:
    """In Hazarey the tied round 2 of TABLE pays 83: 42 to seat 1, who plays last, 41 to seat 2."""
    state = worked_deal(game("hazarey", equal_groups="split"), TABLE)
    assert dict(state.rounds[1].points) == {1: 42, 2: 41}
    assert state.rounds[2].leader == 1


GROUP_FOUR: list[tuple[dict[str, str], str, str, int]] = [
    ({}, "5S 5H KD 3C", "5D 5C KH 2S", 0),
    ({"spare_card": "kicker"}, "5S 5H KD 3C", "5D 5C KH 2S", 1),
    ({"spare_card": "kicker"}, "5S 5H AD 2C", "5D 5C KH 9S", 1),
    ({}, "5S 4H 3D 2C", "AS KH QD 9C", -1),
    ({"four_card_group": "three_or_four_cards"}, "5S 4H 3D 2C", "AS KH QD 9C", 1),
    ({"four_card_group": "three_or_four_cards"}, "5S 4H 3D 9C", "6S 5C 4D KC", -1),
    ({"four_card_group": "four_cards_only"}, "9S 8S 7S 6H", "AS AH AD KC", -1),
    ({"four_card_group": "four_cards_only"}, "9S 8S 7S 2H", "KS 9H 4D 2C", -1),
    ({"four_card_group": "four_cards_only"}, "9S 9H KD 2C", "9D 9C QS JH", 1),
    ({"four_card_group": "four_cards_only"}, "9S 9H KD 3C", "9D 9C KH 2S", 1),
]


@pytest.mark.parametrize(("options", "one", "other", "expected"), GROUP_FOUR)
def test_group_four_value(options: dict[str, str], one: str, other: str, expected: int) -> None:
    assert outcome(one, other, **options) == expected


def test_four_card_ladder_only() -> None:
    names = {
        cards: made(cards, four_card_group="four_cards_only")
        for cards in ("9S 8S 7S 6H", "9S 9H 9D 2C", "9S 8S 7S 2H", "9S 9H 2D 2C", "9S 9H KD 2C")
    }
    assert list(names.values()) == ["run_4", "troy_4", "indi_4", "two_pairs", "pair_4"]
    assert made("9S 8S 7S", four_card_group="four_cards_only") == "colour_run"


EQUAL = "AS AH AD | KS KC KH | 9S 9H QD | 9D 9C QH 2S"
RISING = "AS AH AD | KS KC KH | 9S 9H QD | 10D 10C QH 2S"


@pytest.mark.parametrize(
    ("choice", "equal_is_legal", "rising_is_legal"),
    [
        ("allowed", True, False),
        ("strictly_weaker", False, False),
        ("order_free", True, True),
    ],
)
def test_group_four_strength(choice: str, equal_is_legal: bool, rising_is_legal: bool) -> None:
    rules = game(equal_neighbours=choice)
    assert (rules.faults(EQUAL) == ()) is equal_is_legal
    assert (rules.faults(RISING) == ()) is rising_is_legal


# Seat 2 has its Run before its Pair in TABLE; here the Pair comes first.
WRONG = swapped(TABLE, 2)


def test_wrong_order_is_refused_before_locking() -> None:
    state = begun(game(), cards_in(hands_of(WRONG)))
    state = state.apply(cards_in(WRONG[1]))
    with pytest.raises(IllegalArrangementError, match=r"group 3 .* is too strong") as refusal:
        state.apply(cards_in(WRONG[2]))
    assert [fault.group for fault in refusal.value.faults] == [3]
    assert isinstance(state.pending, ArrangeQuestion)
    assert state.pending.seat == 2
    assert len(state.apply(cards_in(TABLE[2])).locked) == 2


def test_wrong_order_is_sorted() -> None:
    state = worked_deal(game(wrong_order="sorted"), WRONG)
    assert story(state) == story(worked_deal(game(), TABLE))
    assert state.arrangement(2).groups == cards_in(TABLE[2])
    assert not state.arrangement(2).fouled
    hand = groups_of("JS JH JD/7H 5H 3H/4S QC AC/10C 4D 4H 3D")  # the last group is too strong
    with pytest.raises(IllegalArrangementError):
        worked_deal(game(wrong_order="sorted"), [hand, *TABLE[1:]])


@pytest.mark.parametrize(
    ("choice", "expected", "paid"),
    [
        ("foul_whole_deal", [[1], [1], [1], [1]], [0, 360, 0, 0]),
        ("foul_from_group", [[2], [1], [1], [1]], [0, 240, 120, 0]),
        ("foul_no_points", [[2], [1], [2], [2]], [0, 65, 0, 0]),
    ],
)
def test_wrong_order_is_a_foul(choice: str, expected: list[list[int]], paid: list[int]) -> None:
    rules = game(wrong_order=choice)
    state = worked_deal(rules, WRONG)
    assert [list(result.winners) for result in state.rounds] == expected
    assert state.captured() == tuple(paid)
    assert [locked.fouled for locked in map(state.arrangement, range(4))] == [0, 0, 1, 0]
    assert state.arrangement(2).groups == cards_in(WRONG[2])  # stands as it was given
    assert story(worked_deal(rules, TABLE)) == story(worked_deal(game(), TABLE))


def test_all_four_fouled(tmp_path: Path) -> None:
    all_wrong = swapped(TABLE, 0, 1, 2, 3)
    state = worked_deal(game(wrong_order="foul_whole_deal"), all_wrong)
    assert state.end is not None
    assert (state.end.ending, state.end.points) == (Ending.ALL_FOULED, (0, 0, 0, 0))
    assert not state.dealer_moves
    rules = game(wrong_order="foul_whole_deal")
    match = match_of(rules, [all_wrong, TABLE])
    assert (match.totals, match.dealer) == ((0, 140, 220, 0), 1)
    foul = {"scope": "from_group", "effect": "scores_nothing", "all_fouled": "redeal_next_dealer"}
    block = {"arrangement": {"on_violation": {"foul": foul}}}
    passing, _ = written(tmp_path, "hazari", block)
    assert match_of(passing, [all_wrong]).dealer == 1
    nobody = worked_deal(game(wrong_order="foul_from_group"), all_wrong)
    assert [result.winners for result in nobody.rounds][2:] == [(), ()]
    assert nobody.end is not None
    assert nobody.end.unclaimed == 360 - sum(nobody.end.points) > 0


@pytest.mark.parametrize(
    ("options", "first_lead", "order", "next_dealer"),
    [
        ({}, 1, [1, 2, 3, 0], 1),
        ({"direction": "clockwise"}, 3, [3, 2, 1, 0], 3),
        ({"first_leader": "dealer"}, 0, [0, 1, 2, 3], 1),
        ({"first_leader": "dealer", "direction": "clockwise"}, 0, [0, 3, 2, 1], 3),
        ({"next_dealer": "against_play"}, 1, [1, 2, 3, 0], 3),
        ({"next_dealer": "against_play", "direction": "clockwise"}, 3, [3, 2, 1, 0], 1),
        ({"first_leader": "last_deal_winner"}, 1, [1, 2, 3, 0], 1),
    ],
)
def test_direction_lead_and_dealer(
    options: dict[str, str], first_lead: int, order: list[int], next_dealer: int
) -> None:
    match = match_of(game(**options), [TABLE])
    first = match.deals[0].rounds[0]
    assert (first.leader, [play.seat for play in first.plays]) == (first_lead, order)
    assert match.dealer == next_dealer


@pytest.mark.parametrize(
    ("last", "dealer", "direction", "leader"),
    [
        (None, 0, "counterclockwise", 1),
        ((0, 140, 220, 0), 0, "counterclockwise", 2),
        ((140, 0, 140, 80), 0, "counterclockwise", 2),  # of equals the first after the dealer
        ((140, 0, 140, 80), 3, "counterclockwise", 0),
        ((140, 0, 140, 80), 3, "clockwise", 2),
        ((90, 90, 90, 90), 2, "clockwise", 1),
    ],
)
def test_the_last_deals_winner_leads(
    last: tuple[int, ...] | None, dealer: int, direction: str, leader: int
) -> None:
    rules = game(first_leader="last_deal_winner", direction=direction)
    groups = [cards_in(hand) for hand in TABLE]
    state = played(rules, cards_in(hands_of(TABLE)), groups, dealer, last)
    assert state.rounds[0].leader == leader


def test_a_void_deal_has_no_winner_to_lead() -> None:
    """After an all-fouled deal the winner of the deal before it leads."""
    rules = game(first_leader="last_deal_winner", wrong_order="foul_whole_deal")
    match = match_of(rules, [TABLE, TABLE, swapped(TABLE, 0, 1, 2, 3), TABLE])
    assert [deal.start.dealer for deal in match.deals] == [0, 1, 2, 2]
    assert [deal.order[0] for deal in match.deals] == [1, 2, 2, 2]


def test_next_leader() -> None:
    assert [r.leader for r in worked_deal(game(), TABLE).rounds] == [1, 2, 1, 1]
    same = worked_deal(game(next_leader="same"), TABLE)
    assert [r.leader for r in same.rounds] == [1, 1, 1, 1]
    assert winners(TABLE, next_leader="same") == [[2], [2], [1], [2]]  # seat 2 now plays last


@pytest.mark.parametrize(
    ("choice", "target"),
    [("points_500", 500), ("points_1000", 1000), ("points_1500", 1500), ("points_2000", 2000)],
)
def test_target(choice: str, target: int) -> None:
    before = after_totals((0, 0, target - 225, 0), target=choice)
    assert (before.winners, before.totals[2]) == ((), target - 5)
    assert after_totals((0, 0, target - 220, 0), target=choice).winners == (2,)


def test_any_other_target(tmp_path: Path) -> None:
    rules, _ = written(tmp_path, "hazari", {"match": {"target": 215}})
    assert match_of(rules, [TABLE]).winners == (2,)


def test_two_over_1000_in_one_deal_play_to_1500() -> None:
    both = (0, 900, 900, 0)
    assert after_totals(both).winners == (2,)
    match = after_totals(both, two_reach_target="extend_by_500")
    assert (match.winners, match.target, match.totals) == ((), 1500, (0, 1040, 1120, 0))
    assert isinstance(match.pending, DealQuestion)
    alone = after_totals((0, 800, 900, 0), two_reach_target="extend_by_500")
    assert (alone.winners, alone.target) == ((2,), 1000)
    tied = after_totals((0, 980, 900, 0), two_reach_target="extend_by_500")
    assert (tied.winners, tied.target) == ((), 1500)


def test_target_checked_after_the_deal_or_at_once() -> None:
    """After round 3 seat 1 has 1000; after round 4 seat 2 has 1080."""
    before = (0, 860, 860, 0)
    assert after_totals(before).winners == (2,)
    match = after_totals(before, target_check="at_once")
    assert (match.winners, match.totals) == ((1,), (0, 1000, 980, 0))
    deal = match.deals[0]
    assert deal.end is not None
    assert (deal.end.ending, len(deal.rounds)) == (Ending.TARGET_REACHED, 3)
    assert (deal.end.points, deal.end.unclaimed) == ((0, 140, 120, 0), 0)


def test_tied_match() -> None:
    before = (0, 900, 820, 0)  # 1040 each after the deal
    assert after_totals(before).winners == (1, 2)
    on = after_totals(before, tied_match="play_on")
    assert (on.winners, on.target) == ((), 1000)
    raised = after_totals(before, tied_match="extend_by_500")
    assert (raised.winners, raised.target) == ((), 1500)
    below = after_totals((1100, 900, 820, 0), tied_match="play_on")  # the best total is alone
    assert below.winners == (0,)


def test_a_tied_match_is_played_on_until_one_is_ahead(tmp_path: Path) -> None:
    rules, _ = written(tmp_path, "hazari", {"match": {"target": 360, "ties": "play_on"}})
    match = match_of(rules, [TABLE, MIRROR, TABLE])
    assert (match.winners, match.totals) == ((2,), (0, 500, 580, 0))


# ---------------------------------------------------------------- void deals

# Seat 0: pairs of A, K, J, 10, 8, 7 and a five: six pairs, and no run in any arrangement.
PAIRS = ["AS", "AH", "KS", "KH", "JS", "JH", "10S", "10H", "8S", "8H", "7S", "7H", "5S"]
# With a nine instead of the five there are runs.
RUN = [*PAIRS[:12], "9C"]
# Three aces and no five: five pairs and a Troy, which counts as a pair too. Still no run.
TROY = ["AS", "AH", "AD", *PAIRS[2:12]]
# Five pairs and three single cards, without a run.
FIVE = ["AS", *PAIRS[2:12], "5S", "4S"]
# Four aces are two pairs, with the kings and jacks there are four; no run either.
FOUR = ["AS", "AH", "AD", "AC", "KS", "KH", "JS", "JH", "10S", "8S", "7S", "5S", "4S"]


def dealt(hand: list[str], game: Game) -> DealState:
    """Seat 0 has this hand; the others have runs, few pairs and no four of a kind."""
    cards = parse_group(" ".join(hand))
    rest, dice = [card for card in game.rules.deck if card not in cards], random.Random(1)
    while True:
        dice.shuffle(rest)
        others = [tuple(rest[13 * i : 13 * i + 13]) for i in range(3)]
        if all(map(plain, others)):
            return begun(game, (cards, *others))


def plain(hand: Sequence[Card]) -> bool:
    ranks = [card.rank for card in hand]
    counts = [ranks.count(rank) for rank in Rank]
    runs = any(counts[i] and counts[i + 1] and counts[i + 2] for i in range(11))
    return runs and sum(n // 2 for n in counts) < 6 and max(counts) < 4


@pytest.mark.parametrize(
    ("choice", "hand", "void"),
    [
        ("never", PAIRS, False),
        ("automatic", PAIRS, True),
        ("automatic", TROY, True),
        ("automatic", FIVE, True),
        ("automatic", RUN, False),
        ("automatic_troy_counts", PAIRS, True),
        ("automatic_troy_counts", TROY, False),
    ],
)
def test_no_run_in_the_hand(choice: str, hand: list[str], void: bool) -> None:
    """Judged on the thirteen cards; how they will be arranged plays no part."""
    state = dealt(hand, game(no_run_redeal=choice))
    assert (state.end is not None) is void
    if state.end is not None:
        assert (state.end.ending, state.end.reason) == (Ending.REDEAL, "no_run")
        assert (state.end.seats, state.end.points) == ((0,), (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("choice", "hand", "void"),
    [
        ("never", PAIRS, False),
        ("automatic", PAIRS, True),
        ("automatic", TROY, True),
        ("automatic", FIVE, False),
        ("automatic", FOUR, False),
        ("automatic", [*FOUR[:8], "10S", "10H", "8S", "8H", "7S"], True),
    ],
)
def test_six_pairs_in_the_hand(choice: str, hand: list[str], void: bool) -> None:
    state = dealt(hand, game(six_pairs_redeal=choice))
    assert (state.end is not None) is void
    if state.end is not None:
        assert (state.end.reason, state.end.seats) == ("six_pairs", (0,))


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({"no_run_redeal": "on_request"}, False),
        ({"no_run_redeal": "on_request_deal_passes"}, True),
        ({"six_pairs_redeal": "on_request"}, False),
    ],
)
def test_void_on_request(options: dict[str, str], moves: bool) -> None:
    state = dealt(PAIRS, game(**options))
    assert isinstance(state.pending, ClaimQuestion)
    assert (state.pending.seat, state.pending.redeal) == (
        0,
        next(iter(options)).removesuffix("_redeal"),
    )
    asked, declined = state.apply(True), state.apply(False)
    assert asked.end is not None
    assert (asked.end.ending, asked.dealer_moves) == (Ending.REDEAL, moves)
    assert declined.end is None
    assert isinstance(declined.pending, ArrangeQuestion)


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({"no_run_redeal": "automatic"}, False),
        ({"six_pairs_redeal": "automatic"}, False),
        ({"six_pairs_redeal": "automatic_deal_passes"}, True),
    ],
)
def test_the_dealer_after_a_void_deal(options: dict[str, str], moves: bool) -> None:
    rules = game(**options)
    match = MatchState.begin(rules.rules, dealer=2, totals=(1, 2, 3, 4))
    match = match.give_hands(dealt(PAIRS, game()).hands)
    assert match.pending == DealQuestion(2, 3 if moves else 2)
    assert match.totals == (1, 2, 3, 4)


# ---------------------------------------------------------------- instant wins, players


def test_four_of_a_kind_in_the_dealt_hand() -> None:
    assert dealt(FOUR, game()).end is None
    assert dealt(TROY, game(four_in_hand="wins_deal")).end is None
    deal = dealt(FOUR, game(four_in_hand="wins_deal"))
    assert deal.end is not None
    assert (deal.end.ending, deal.end.points) == (Ending.INSTANT_WIN, (360, 0, 0, 0))
    assert (deal.wins_match, deal.rounds) == (False, ())
    rules = game(four_in_hand="wins_match")
    match = MatchState.begin(rules.rules, totals=(10, 900, 20, 30))
    match = match.give_hands(dealt(FOUR, game()).hands)
    assert (match.winners, match.totals) == ((0,), (1000, 900, 20, 30))


THREE_TROYS = """
spec: 1
extends: hazari
id: troys
name: Hazari with three Troys
instant_wins:
  - id: three_troys
    name: Three Troys
    after: {round: 3}
    when: {rounds_won: {rounds: [1, 2, 3], with: [troy]}}
    if_several: first_in_order
    effect: {win_match: {score: target, deal_points: void}}
"""


def test_three_troys_in_another_game(tmp_path: Path) -> None:
    path = tmp_path / "troys.yaml"
    path.write_text(THREE_TROYS, encoding="utf-8")
    assert match_of(Game.load(str(path)), [TROYS]).winners == (2,)
    assert match_of(game(), [TROYS]).winners == ()


def test_three_players_leave_a_hand_unused() -> None:
    """Seats 0 to 2 of TABLE without seat 3."""
    rules = game(players="three")
    state = worked_deal(rules, TABLE[:3], dealer=2)
    assert [result.leader for result in state.rounds] == [0, 2, 1, 1]
    assert state.captured() == (0, 55 + 50, 90 + 75)
    assert match_of(rules, [TABLE[:3], TABLE[:3]]).dealer == 2
    with pytest.raises(IllegalMoveError, match="3 players need one each"):
        worked_deal(rules, TABLE)


@pytest.mark.parametrize("block", ["trumps: S", "bidding: true", "jokers: 2", "discard_pile: yes"])
def test_what_is_not_hazari_is_no_knob(tmp_path: Path, block: str) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(f"spec: 1\nextends: hazari\nid: other\nname: Other\n{block}\n", "utf-8")
    with pytest.raises(FindingsError, match="is not a key"):
        Game.load(str(path))


# ---------------------------------------------------------------- left open by the Bhutanese text

LENGTH_FIRST = {"four_card_ladder": "length_first"}
OPEN: list[tuple[str, dict[str, str], str, str, int]] = [
    ("B1", {}, "6S 5H 4D 3C", "9S 8S 7S 2H", -1),
    ("B1", LENGTH_FIRST, "6S 5H 4D 3C", "9S 8S 7S 2H", 1),
    ("B1", {}, "9S 7S 4S 2S", "5S 4H 3D KC", -1),
    ("B1", LENGTH_FIRST, "9S 7S 4S 2S", "AS AH AD KC", 1),
    ("B1", LENGTH_FIRST, "2S 2H 2D 2C", "AS KS QS JS", 1),
    ("B2", {}, "AS KH QD JC", "AH 2S 3D 4C", 1),
    ("B2", {}, "AS 2H 3D 4C", "KS QH JD 10C", 1),
    ("B2", {"run_order": "ace_low_last"}, "AS 2H 3D 4C", "5S 4S 3H 2C", -1),
    ("B2", {"run_order": "ace_low_last"}, "AS KH QD JC", "KS QH JD 10C", 1),
    ("B4", {}, "5S 4H 3D 2C", "AS KH QD 9C", 1),
    ("B5", {}, "2S 2H 2D 2C", "AS AH AD KC", 1),
    ("B5", {"four_of_a_kind": "troy_with_spare"}, "2S 2H 2D 2C", "AS AH AD KC", -1),
    ("B6", {}, "2S 2H 3D 3C", "AS AH KD 9C", 1),
    ("B6", {}, "2S 2H 3D 3C", "7S 5S 3S KD", -1),
    ("B6", {}, "9S 9H 2D 2C", "8S 8H 7D 7C", 1),
    ("B6", {}, "9S 9H 3D 3C", "9D 9C 2S 2H", 1),
    ("B6", {"two_pairs": "ignored"}, "2S 2H 3D 3C", "AS AH KD 9C", -1),
    ("B8", {}, "9S 7S 4S 3S", "9H 7H 4H 2H", 1),
    ("B8", {"four_card_colour": "best_three"}, "9S 7S 4S 3S", "9H 7H 4H 2H", 0),
    ("B9", {}, "9S 9H KD 3C", "9D 9C KH 2S", 0),
    ("B9", {"spare_card": "kicker"}, "9S 9H KD 3C", "9D 9C KH 2S", 1),
    ("B10", {}, "9S 8S 7S 2S", "9H 8H 7H KD", 0),
    ("B10", LENGTH_FIRST, "9S 8S 7S 2S", "9H 8H 7H KD", 1),
]


@pytest.mark.parametrize(("row", "options", "one", "other", "expected"), OPEN)
def test_open_comparisons(
    row: str, options: dict[str, str], one: str, other: str, expected: int
) -> None:
    assert outcome(one, other, "hazarey", **options) == expected, row
    assert outcome(other, one, "hazarey", **options) == -expected, row


@pytest.mark.parametrize(
    ("row", "options", "cards", "combination"),
    [
        ("B2", {}, "5S 4H 3D 2C", "run_4"),
        ("B2", {}, "AS 2H 3D 4C", "run_4"),
        ("B2", {"run_order": "ace_low_no_run"}, "AS 2H 3D 4C", "run"),  # 4-3-2 and an ace
        ("B2", {"run_order": "ace_low_no_run"}, "AS 2H 3D 9C", "indi"),
        ("B3", {}, "KS AH 2D 3C", "run"),  # A-2-3 and a king
        ("B3", {}, "QS KH AD 2C", "run"),  # A-K-Q and a two
        ("B3", {}, "KS AS 2S 3S", "colour_run"),
        ("B5", {"four_of_a_kind": "troy_with_spare"}, "8S 8H 8D 8C", "troy"),
        ("B6", {"two_pairs": "ignored"}, "2S 2H 3D 3C", "pair"),
        ("B10", {}, "9S 8S 7S 2S", "colour_run"),
        ("B10", {}, "9S 8S 7S 6H", "colour_run"),
        ("B10", LENGTH_FIRST, "9S 8S 7S 2S", "colour_4"),
        ("B10", LENGTH_FIRST, "9S 8S 7S 6H", "run_4"),
    ],
)
def test_open_readings(row: str, options: dict[str, str], cards: str, combination: str) -> None:
    assert made(cards, "hazarey", **options) == combination, row


def test_eleven_runs_of_four() -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    windows = [ranks[i : i + 4] for i in range(10)]
    runs = [windows[0], ["A", "2", "3", "4"], *windows[1:]]
    rules = game("hazarey")
    groups = [" ".join(map("".join, zip(run, "SHDC", strict=True))) for run in runs]
    strengths = [rules.reading(group).strength for group in groups]
    assert strengths == list(range(strengths[0], strengths[0] - 11, -1))


LOWEST: list[tuple[str, dict[str, str], str, bool]] = [
    ("B11", {}, "QS JS 9S | 8H 6H 4H 2H", True),
    ("B11", {"lowest_group_judged_on": "all_cards"}, "QS JS 9S | 8H 6H 4H 2H", False),
    ("B12", {}, "9S 9H QD | 9D 9C QH 2S", True),
    ("B12", {"equal_neighbours": "strictly_weaker"}, "9S 9H QD | 9D 9C QH 2S", False),
    ("B12", {"equal_neighbours": "strictly_weaker"}, "9S 9H QD | 9D 9C JH 2S", True),
]


@pytest.mark.parametrize(("row", "options", "last_two", "legal"), LOWEST)
def test_open_arrangements(row: str, options: dict[str, str], last_two: str, legal: bool) -> None:
    rules = game("hazarey", **options)
    assert (rules.faults(f"AS AH AD | KS KC KH | {last_two}") == ()) is legal, row


def test_the_quad_in_the_last_group_is_legal_and_wins_round_four() -> None:
    """Three Troys and a quad; the others cannot stop them, but in Hazari the match goes on."""
    table = [
        groups_of("AS AH AD/KS KH KD/QS QH QD/2S 2H 2D 2C"),
        groups_of("JS 10S 9S/8S 7S 6S/5S 4H 3D/AC KC JH 10H"),
        groups_of("JD 10D 9D/8D 7D 6D/5H 4S 3C/QC JC 9H 8H"),
        groups_of("10C 9C 8C/7H 6H 5D/4D 3H 7C/6C 5C 4C 3S"),
    ]
    assert game("hazarey").faults(" | ".join(" ".join(group) for group in table[0])) == ()
    judged = game("hazarey", lowest_group_judged_on="all_cards")
    assert [f.group for f in judged.faults(" | ".join(" ".join(g) for g in table[0]))] == [4]
    rules = game("hazarey", three_troys_when="after_the_deal", equal_neighbours="order_free")
    state = worked_deal(rules, table)
    assert [result.winners for result in state.rounds] == [(0,)] * 4


def test_b14_ties_in_round_four() -> None:
    assert game("hazarey").compare(["9S 8S 7S 2S", "9H 8H 7H KD"]).winners == (1,)
    assert game("hazarey").compare(["9H 8H 7H KD", "9S 8S 7S 2S"]).winners == (1,)


# Seats 0 and 2 with changed first groups: seat 2 has Troys of K, Q and J, seat 0 that of aces.
HELD = [
    [TROYS[2][0], *TROYS[0][1:]],
    TROYS[1],
    [*TROYS[2][1:3], TROYS[0][0], TROYS[2][3]],
    TROYS[3],
]


def test_b15_three_troys_must_win() -> None:
    assert winners(TROYS, variant="hazarey") == [[2], [2], [2]]
    assert winners(HELD, variant="hazarey")[:3] == [[0], [2], [2]]
    assert match_of(game("hazarey"), [HELD]).winners == ()
    holding = game("hazarey", three_troys_must_win="holding_is_enough")
    match = match_of(holding, [HELD])
    assert (match.winners, match.deals[0].rounds) == ((2,), ())


def test_b15_all_three_by_the_same_player() -> None:
    """Seat 0 wins round 1 and seat 2 the next two, all with Troys: nobody has won the match."""
    state = worked_deal(game("hazarey"), HELD)
    troys = [
        game("hazarey").reading(play.cards).combination
        for r in state.rounds[:3]
        for play in r.plays
        if play.seat in r.winners
    ]
    assert troys == ["troy"] * 3
    assert [result.winners for result in state.rounds[:3]] == [(0,), (2,), (2,)]
    assert state.end is not None
    assert state.end.ending is Ending.PLAYED
    assert len(state.rounds) == 4


def test_b17_three_troys_end_the_deal_at_once_or_after_it() -> None:
    at_once = worked_deal(game("hazarey"), TROYS)
    assert at_once.end is not None
    assert (len(at_once.rounds), at_once.end.points) == (3, (0, 0, 0, 0))
    later = worked_deal(game("hazarey", three_troys_when="after_the_deal"), TROYS)
    assert later.end is not None
    assert (len(later.rounds), later.wins_match) == (4, True)
    assert sum(later.end.points) == 380
    assert later.end.points == (0, 92, 288, 0)


@pytest.mark.parametrize(
    ("options", "totals"),
    [
        ({}, (0, 257, 1000, 0)),
        ({"three_troys_score": "plus_1000"}, (0, 257, 1123, 0)),
        ({"three_troys_when": "after_the_deal"}, (0, 349, 1000, 0)),
        (
            {"three_troys_when": "after_the_deal", "three_troys_score": "plus_1000"},
            (0, 349, 1411, 0),
        ),
    ],
)
def test_b18_the_winners_total(options: dict[str, str], totals: tuple[int, ...]) -> None:
    match = match_of(game("hazarey", **options), [TABLE, TROYS, TABLE])
    assert (match.winners, match.totals, len(match.deals)) == ((2,), totals, 2)


def test_b18_a_total_above_the_target_stays() -> None:
    rules = game("hazarey").rules
    match = MatchState.begin(rules, totals=(0, 0, 1160, 1170))
    match = match.give_hands(cards_in(hands_of(TROYS)))
    while isinstance(question := match.pending, ArrangeQuestion):
        match = match.apply(cards_in(TROYS[question.seat]))
    assert (match.winners, match.totals) == ((2,), (0, 0, 1160, 1170))


@pytest.mark.parametrize("must", ["must_win", "holding_is_enough"])
def test_b20_a_fouled_player_does_not_win_by_troys(must: str) -> None:
    rules = game("hazarey", wrong_order="foul_no_points", three_troys_must_win=must)
    match = match_of(rules, [swapped(TROYS, 2)])
    deal = match.deals[0]
    assert deal.end is not None
    assert [result.winners for result in deal.rounds[:3]] == [(2,)] * 3
    assert (match.winners, deal.end.ending, match.totals[2]) == ((), Ending.PLAYED, 0)
    assert match_of(rules, [TROYS]).winners == (2,)


def test_b22_totals_are_plain_integers() -> None:
    match = match_of(game("hazarey"), [TABLE, MIRROR])
    assert match.totals == (0, 380, 380, 0)
    assert [deal.end.points for deal in match.deals if deal.end] == [
        (0, 257, 123, 0),
        (0, 123, 257, 0),
    ]
