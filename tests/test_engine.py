"""The engine as a machine: states, questions, refusals, seeds, points, events, bots, reasons."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazari_rules import (
    PACK,
    Card,
    Game,
    HazariError,
    IllegalArrangementError,
    IllegalMoveError,
    MatchState,
    NotationError,
    Reason,
    autoplay,
    format_group,
    parse_arrangement,
    parse_group,
)
from hazari_rules.arrange import Groups, greedy, lexicographic
from hazari_rules.autoplay import MatchStopped, bot_player, play_match
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion, DealStart, DealState, Question
from hazari_rules.dealing import deal_hands, shuffled
from hazari_rules.events import (
    Arranged,
    DealEnded,
    Dealt,
    Ending,
    Event,
    MatchWon,
    RoundPlayed,
    TargetRaised,
)
from hazari_rules.match import DealQuestion
from tests.naive import options_of
from tests.table import (
    VARIANTS,
    begun,
    cards_in,
    game,
    match_of,
    random_groups,
    random_hands,
    recorded_match,
    some_choices,
    story,
    worked_deal,
    written,
)
from tests.worked import MIRROR, TABLE, TROYS, hands_of, swapped

SEEDS = st.integers(-(2**63), 2**63)

# ---------------------------------------------------------------- states are values


def summary(match: MatchState) -> tuple[Any, ...]:
    """All of a match's state that can change, as plain values."""
    deal = match.deal
    rounds = [(r.winners, dict(r.points), r.leader) for d in match.deals for r in d.rounds]
    now = None if deal is None else (deal.hands, deal.locked, deal.claims, deal.end)
    return (match.pending, match.totals, match.target, match.dealer, match.winners, rounds, now)


def test_old_states_stay_as_they_were() -> None:
    kept: list[tuple[MatchState, tuple[Any, ...]]] = []
    match = game().begin_match()
    for table in (TABLE, MIRROR, TABLE):
        kept.append((match, summary(match)))
        match = match.give_hands(cards_in(hands_of(table)))
        while isinstance(question := match.pending, ArrangeQuestion):
            kept.append((match, summary(match)))
            match = match.apply(cards_in(table[question.seat]))
    assert len(kept) == 15
    assert [summary(state) for state, _ in kept] == [then for _, then in kept]


def test_states_can_be_branched() -> None:
    """From one state both answers are tried, and neither knows of the other."""
    start = begun(game(wrong_order="foul_no_points"), cards_in(hands_of(TABLE)))
    state = start
    for seat in (1, 2, 3):
        state = state.apply(cards_in(TABLE[seat]))
    good = state.apply(cards_in(TABLE[0]))
    bad = state.apply(cards_in(swapped(TABLE, 0)[0]))
    again = state.apply(cards_in(TABLE[0]))
    assert story(good) == story(again) != story(bad)
    assert (good.arrangement(0).fouled, bad.arrangement(0).fouled) == (False, True)
    assert (len(state.locked), state.end, start.locked) == (3, None, ())


def test_finished_rounds_are_values() -> None:
    for result in worked_deal(game(), TABLE).rounds:
        points = dict(result.points)
        copy = pickle.loads(pickle.dumps(result))
        assert (copy, hash(copy), copy.points) == (result, hash(result), points)
        assert points == {seat: sum(points.values()) for seat in result.winners}
        read = result.points
        if isinstance(read, dict):
            read[0] = 1
        assert result.points == points


def test_states_cannot_be_changed() -> None:
    match = match_of(game(), [TABLE]).give_hands(cards_in(hands_of(TABLE)))
    deal = match.deals[0]
    assert match.deal is not None
    for value, name in [
        (match, "totals"),
        (match.deal, "hands"),
        (deal, "rounds"),
        (deal.rounds[0], "winners"),
        (deal.rounds[0].plays[0], "cards"),
        (deal.locked[0], "groups"),
        (deal.end, "points"),
        (deal.start, "dealer"),
        (match.pending, "seat"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    with pytest.raises(AttributeError):
        PACK[0].rank = PACK[1].rank  # type: ignore[misc]


def test_lists_that_are_given_are_copied() -> None:
    hands = [list(hand) for hand in cards_in(hands_of(TABLE))]
    state = DealState.begin(game().rules, DealStart(1, 0, (0,) * 4, 1000, None), hands)
    groups: Any = [list(group) for group in cards_in(TABLE[1])]
    state = state.apply(groups)
    hands[1].clear()
    groups[0].clear()
    groups.pop()
    assert state.hands == cards_in(hands_of(TABLE))
    assert state.arrangement(1).groups == cards_in(TABLE[1])
    assert hash(state.arrangement(1)) == hash(state.arrangement(1))


# ---------------------------------------------------------------- one question at a time


def test_questions_of_a_match() -> None:
    match, asked = MatchState.begin(game().rules, dealer=2), []
    while (question := match.pending) is not None:
        assert match.pending == question  # asking again changes nothing
        if isinstance(question, DealQuestion):
            asked.append(("deal", question.number, question.dealer))
            match = match.give_hands(cards_in(hands_of(TABLE)))
            continue
        assert isinstance(question, ArrangeQuestion)
        assert question.hand == cards_in(hands_of(TABLE))[question.seat]
        asked.append(("arrange", len(match.deals) + 1, question.seat))
        match = match.apply(cards_in(TABLE[question.seat]))
    expected = []
    for number in range(1, len(match.deals) + 1):
        dealer = (2 + number - 1) % 4
        expected.append(("deal", number, dealer))
        expected += [("arrange", number, (dealer + i) % 4) for i in (1, 2, 3, 4)]
    assert asked == expected
    assert match.winners == (2,)


NO_RUN = ["AS", "AH", "KS", "KH", "JS", "JH", "10S", "10H", "8S", "8H", "7S", "7H", "5S"]
NO_THREE_TROYS = [{"id": "three_troys", "remove": True}]
OTHER_PAIRS = ["AD", "AC", "KD", "KC", "JD", "JC", "10D", "10C", "8D", "8C", "7D", "7C", "5D"]


def two_who_may_ask(dealer: int, **options: str) -> DealState:
    """Seats 1 and 3 hold six pairs and no run; the others hold runs and fewer pairs."""
    one, three = parse_group(" ".join(NO_RUN)), parse_group(" ".join(OTHER_PAIRS))
    rest, dice = [card for card in PACK if card not in one + three], random.Random(1)
    pairs = [6]
    while max(pairs) > 5:
        dice.shuffle(rest)
        others = (tuple(rest[:13]), tuple(rest[13:]))
        ranks = [[card.rank for card in hand] for hand in others]
        pairs = [sum(held.count(rank) // 2 for rank in set(held)) for held in ranks]
    return begun(game(**options), (others[0], one, others[1], three), dealer)


def claims(state: DealState, *answers: bool) -> list[tuple[int, str]]:
    asked = []
    for answer in answers:
        assert isinstance(state.pending, ClaimQuestion)
        asked.append((state.pending.seat, state.pending.redeal))
        state = state.apply(answer)
    return asked


def test_claims_are_asked_one_by_one() -> None:
    """Redeal by redeal, in playing order of the first round; seat 3 leads if seat 2 deals."""
    both = {"no_run_redeal": "on_request", "six_pairs_redeal": "on_request"}
    asked = claims(two_who_may_ask(2, **both), False, False, False, False)
    assert asked == [(3, "no_run"), (1, "no_run"), (3, "six_pairs"), (1, "six_pairs")]
    one = claims(two_who_may_ask(0, no_run_redeal="on_request"), False, False)
    assert one == [(1, "no_run"), (3, "no_run")]


def test_a_claim_voids_the_deal_at_once() -> None:
    state = two_who_may_ask(0, no_run_redeal="on_request")
    by_first, by_second = state.apply(True), state.apply(False).apply(True)
    for ended, seat in ((by_first, 1), (by_second, 3)):
        assert ended.end is not None
        assert (ended.end.ending, ended.end.reason) == (Ending.REDEAL, "no_run")
        assert (ended.end.seats, ended.end.points, ended.claims) == ((seat,), (0,) * 4, ())
        assert ended.pending is None


def test_declined_claims_lead_to_the_arranging() -> None:
    state = two_who_may_ask(0, no_run_redeal="on_request").apply(False).apply(False)
    assert isinstance(state.pending, ArrangeQuestion)
    assert state.pending.seat == 1
    assert state.events == ()


def test_an_instant_win_waits_for_the_claims() -> None:
    """Seat 1 has four aces and no run: the deal is won only if nobody asks for another one."""
    four = parse_group("AS AH AD AC KS KH JS JH 10S 10H 8S 8H 7S")
    rest = [card for suit in "SHDC" for card in PACK if card.suit == suit and card not in four]
    rules = game(no_run_redeal="on_request", four_in_hand="wins_deal")
    state = begun(rules, (tuple(rest[:13]), four, tuple(rest[13:26]), tuple(rest[26:])))
    assert state.pending == ClaimQuestion(1, "no_run")
    claimed, declined = state.apply(True), state.apply(False)
    assert claimed.end is not None
    assert claimed.end.ending is Ending.REDEAL
    assert declined.end is not None
    assert (declined.end.ending, declined.end.seats) == (Ending.INSTANT_WIN, (1,))
    assert declined.end.points == (0, 360, 0, 0)


# ---------------------------------------------------------------- refusals


def test_answers_at_the_wrong_time() -> None:
    groups = cards_in(TABLE[1])
    match = game().begin_match()
    with pytest.raises(IllegalMoveError, match="the cards must be dealt first"):
        match.apply(groups)
    match = match.give_hands(cards_in(hands_of(TABLE)))
    with pytest.raises(IllegalMoveError, match="no cards are to be dealt now"):
        match.give_hands(cards_in(hands_of(TABLE)))
    with pytest.raises(IllegalMoveError, match="how the hand is arranged; give groups"):
        match.apply(True)
    over = match_of(game(), [TABLE] * 5)
    assert over.pending is None
    with pytest.raises(IllegalMoveError, match="the match is over"):
        over.apply(groups)
    with pytest.raises(IllegalMoveError, match="no cards are to be dealt now"):
        over.give_hands(cards_in(hands_of(TABLE)))
    claim = two_who_may_ask(0, no_run_redeal="on_request")
    with pytest.raises(IllegalMoveError, match="whether to ask for a redeal: yes or no"):
        claim.apply(groups)
    for finished in (claim.apply(True), worked_deal(game(), TABLE)):
        with pytest.raises(IllegalMoveError, match="the deal is over"):
            finished.apply(groups)


@pytest.mark.parametrize("dealer", [-1, 4, 99])
def test_dealers_who_do_not_exist(dealer: int) -> None:
    for begin in (
        lambda: game().begin_match(dealer),
        lambda: worked_deal(game(), TABLE, dealer),
        lambda: play_match(game().rules, 1, dealer=dealer),
    ):
        with pytest.raises(HazariError, match=f"no seat {dealer}; seats count from 0 to 3"):
            begin()
    assert MatchState.begin(game().rules, dealer=3).dealer == 3
    with pytest.raises(HazariError, match="seats count from 0 to 2"):
        game(players="three").begin_match(3)


def test_totals_for_the_wrong_number_of_players() -> None:
    with pytest.raises(HazariError, match="3 totals given for 4 players"):
        MatchState.begin(game().rules, totals=(0, 0, 0))


def other_hands(change: Callable[[list[list[Card]]], None]) -> list[list[Card]]:
    hands = [list(hand) for hand in cards_in(hands_of(TABLE))]
    change(hands)
    return hands


BAD_HANDS: list[tuple[Callable[[list[list[Card]]], Any], str]] = [
    (lambda hands: hands.pop(), "3 hands given; 4 players need one each"),
    (lambda hands: hands.append(hands[0]), "5 hands given; 4 players need one each"),
    (lambda hands: hands[2].pop(), "seat 2 has 12 cards; each player gets 13"),
    (lambda hands: hands[3].append(hands[0][0]), "seat 3 has 14 cards; each player gets 13"),
    (lambda hands: hands[1].__setitem__(0, hands[0][0]), "dealt more than once: JS"),
    (lambda hands: hands[1].__setitem__(0, hands[1][1]), "dealt more than once: KH"),
]


@pytest.mark.parametrize(("change", "message"), BAD_HANDS)
def test_hands_that_cannot_be_dealt(change: Callable[[Any], Any], message: str) -> None:
    match = game().begin_match()
    with pytest.raises(IllegalMoveError, match=f"{message}$"):
        match.give_hands(other_hands(change))


def test_hands_of_another_deck(tmp_path: Path) -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8"]
    points = dict.fromkeys(ranks, 1)
    blocks: dict[str, dict[str, Any]] = {
        "deck": {"ranks": ranks},
        "table": {"players": 2, "undealt": 2},
        "card_points": {"values": points, "total": 28},
    }
    path = tmp_path / "short.yaml"
    base = game().ruleset.as_data()
    whole = {key: base[key] for key in base if key not in ("sources", "options", "aliases")}
    for block, knobs in blocks.items():
        whole[block] = {**whole[block], **knobs}
    path.write_text(json.dumps({**whole, "id": "short", "name": "Short"}), "utf-8")
    short = Game.load(str(path))
    hands = random_hands(short, random.Random(1))
    assert {card.rank for hand in hands for card in hand} <= set(ranks)
    with pytest.raises(IllegalMoveError, match=r"not in this deck: 2S 7C$"):
        begun(short, ((*hands[0][:-2], *parse_group("7C 2S")), hands[1]))


HAND = "AS AH AD KS QS JS 9S 8H 7D 5S 5H 2D 2C"
FAULTS: list[tuple[str, list[Reason], list[int]]] = [
    ("AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C", [], []),
    ("AS AH AD | KS QS JS | 9S 8H 7D", [Reason.WRONG_SIZE, Reason.MISSING_CARD], [0, 0]),
    ("AS AH | AD KS QS JS | 9S 8H 7D | 5S 5H 2D 2C", [Reason.WRONG_SIZE] * 2, [1, 2]),
    (
        "AS AH | KS QS JS AD | 9S 8H 7D | 5S 5H 2D | 2C",
        [Reason.WRONG_SIZE] * 4,
        [0, 1, 2, 4],
    ),
    (
        "AS AH AC | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C",
        [Reason.FOREIGN_CARD, Reason.MISSING_CARD],
        [0, 0],
    ),
    ("9S 8H 7D | AS AH AD | KS QS JS | 5S 5H 2D 2C", [Reason.WRONG_ORDER], [2]),
    ("KS QS JS | AS AH AD | 5S 5H 2D | 9S 8H 7D 2C", [Reason.WRONG_ORDER] * 2, [2, 4]),
    ("9S 8H 5S | 7D 5H 2C | KS QS JS | AS AH AD 2D", [Reason.WRONG_ORDER] * 2, [3, 4]),
]


@pytest.mark.parametrize(("text", "reasons", "groups"), FAULTS)
def test_faults_of_an_arrangement(text: str, reasons: list[Reason], groups: list[int]) -> None:
    found = game().faults(text, HAND)
    assert [fault.reason for fault in found] == reasons
    assert [fault.group for fault in found] == groups


def test_all_reasons_are_listed_in_their_order() -> None:
    """Wrong size, repeated, foreign, missing; the order is judged once the cards are right."""
    groups: Groups = tuple(
        parse_group(text) for text in ("AS AH AC", "KS QS JS AH", "9S 8H 7D", "5S 5H 2D 3C")
    )
    found = game().faults(groups, HAND)
    assert [fault.reason for fault in found] == [
        Reason.WRONG_SIZE,
        Reason.REPEATED_CARD,
        Reason.FOREIGN_CARD,
        Reason.MISSING_CARD,
    ]
    assert [fault.message for fault in found] == [
        "group 2 has 4 cards instead of 3",
        "more than once: AH",
        "not in the dealt hand: AC 3C",
        "left out of the hand: AD 2C",
    ]
    state = begun(game(), cards_in(hands_of(TABLE)))
    with pytest.raises(IllegalArrangementError) as refusal:
        state.apply(groups)
    messages = [fault.message for fault in refusal.value.faults]
    assert str(refusal.value) == "; ".join(messages)
    assert len(messages) == 4


def test_without_a_hand_cards_are_looked_for_in_the_deck() -> None:
    assert game().faults("AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C") == ()
    wrong = game().faults("KS QS JS | AS AH AD | 9S 8H 7D | 5S 5H 2D 2C")
    assert [(fault.reason, fault.group) for fault in wrong] == [(Reason.WRONG_ORDER, 2)]
    assert "group 2 (AS AH AD)" in wrong[0].message
    assert "group 1 (KS QS JS)" in wrong[0].message
    rules = game().rules
    sentence = rules.vocabulary.say("arrangement_order", rules.ruleset.arrangement.order)
    assert wrong[0].message.endswith(f": {sentence}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_arrangement_has_faults_or_is_locked(variant: str) -> None:
    dice, rules = random.Random(variant), game(variant)
    seen = set()
    for _ in range(150):
        hand = random_hands(rules, dice)[0]
        groups = random_groups(rules, hand, dice)
        groups = tuple(sorted(groups[:3], key=lambda g: -rules.reading(g).strength)) + groups[3:]
        found = rules.faults(groups, hand)
        rest = [card for card in PACK if card not in hand]
        others = tuple(tuple(rest[i::3]) for i in range(3))
        state = begun(rules, (others[0], hand, *others[1:]))
        seen.add(bool(found))
        if found:
            with pytest.raises(IllegalArrangementError) as refusal:
                state.apply(groups)
            assert refusal.value.faults == found
        else:
            assert state.apply(groups).arrangement(1).groups == groups
    assert seen == {True, False}


# ---------------------------------------------------------------- seeds


@given(SEEDS, st.integers(0, 10**6))
def test_deals_of_a_seed(seed: int, number: int) -> None:
    hands = deal_hands(PACK, 4, 13, seed, number)
    assert sorted(card for hand in hands for card in hand) == sorted(PACK)
    assert hands == deal_hands(PACK, 4, 13, seed, number)
    assert hands != deal_hands(PACK, 4, 13, seed, number + 1)
    assert hands != deal_hands(PACK, 4, 13, seed + 1, number)
    assert deal_hands(PACK, 3, 13, seed, number) == hands[:3]


def test_every_card_comes_to_every_seat() -> None:
    seen: set[tuple[Card, int]] = set()
    for number in range(60):
        hands = deal_hands(PACK, 4, 13, 1, number)
        seen |= {(card, seat) for seat, hand in enumerate(hands) for card in hand}
    assert len(seen) == 52 * 4


def test_the_deals_of_a_seed_never_change() -> None:
    """These are in match records; another algorithm would deal other matches."""
    assert format_group(shuffled(PACK, 0, 0)[:6]) == "5D JC KS 9C 10S 9H"
    assert format_group(shuffled(PACK, 2026, 5)[:6]) == "QD 4H KH 9D 10S 5S"
    with pytest.raises(HazariError, match="need more than 52 cards"):
        deal_hands(PACK, 5, 13, 0, 0)


@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_deals_are_the_same_under_every_variant(seed: int) -> None:
    """Also where deals are void: the n-th dealing of a seed has the same cards."""
    options: list[dict[str, str]] = [
        {},
        {"no_run_redeal": "automatic"},
        {"equal_groups": "split", "direction": "clockwise"},
        {"players": "three"},
    ]
    dealt: dict[int, set[Any]] = {}
    for variant in VARIANTS:
        for choices in options:
            match = game(variant, **choices).play(seed)
            for number, deal in enumerate(match.deals):
                dealt.setdefault(number, set()).add(deal.hands[:3])
    assert all(len(hands) == 1 for hands in dealt.values())


@settings(max_examples=15)
@given(st.sampled_from(VARIANTS), SEEDS)
def test_same_seed_same_match(variant: str, seed: int) -> None:
    one, two = game(variant).play(seed), Game.load(variant).play(seed)
    assert summary(one) == summary(two)
    assert [story(deal) for deal in one.deals] == [story(deal) for deal in two.deals]


def test_other_seeds_other_matches() -> None:
    assert len({game().play(seed).totals for seed in range(12)}) == 12


PRINT_MATCHES = """
from hazari_rules import Game
from hazari_rules.record import record_data
for variant in ("hazari", "hazarey"):
    for options in ({}, {"equal_groups": "suit", "no_run_redeal": "automatic"}):
        print(record_data(Game.load(variant, options).play(seed=11), seed=11))
"""


def test_same_match_in_every_process() -> None:
    """Nothing depends on the order of sets, which differs from process to process."""
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", PRINT_MATCHES]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        outputs.add(done.stdout)
    (output,) = outputs
    assert output.count("'totals'") > 8


# ---------------------------------------------------------------- points and dealers


@settings(max_examples=25)
@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_points_are_conserved_under_any_choices(variant: str, seed: int) -> None:
    """Points and what went to nobody are the points of the cards that were played."""
    dice = random.Random(seed)
    rules = game(variant, **some_choices(variant, dice) | {"target": "points_500"})
    match, _ = recorded_match(rules, seed, dice)
    totals = [0] * rules.rules.players
    for deal in match.deals:
        end = deal.end
        assert end is not None
        played_cards = tuple(c for r in deal.rounds for play in r.plays for c in play.cards)
        worth = rules.ruleset.card_points.of(played_cards)
        if end.ending in (Ending.PLAYED, Ending.TARGET_REACHED):
            assert sum(end.points) + end.unclaimed == worth
            assert end.unclaimed >= 0
            assert min(end.points) >= 0
        if end.ending is Ending.PLAYED:
            assert worth == rules.ruleset.card_points.of(tuple(c for h in deal.hands for c in h))
        if not deal.wins_match:
            totals = [a + b for a, b in zip(totals, end.points, strict=True)]
            assert end.totals == tuple(totals)
    assert match.winners
    assert all(match.totals[seat] >= 500 for seat in match.winners)


def test_points_to_nobody() -> None:
    state = worked_deal(game(equal_groups="nobody"), TABLE)
    assert state.end is not None
    assert (state.end.points, state.end.unclaimed) == ((0, 70, 220, 0), 70)
    assert (state.rounds[1].unclaimed, state.rounds[1].winners) == (70, ())
    fouled = worked_deal(game(wrong_order="foul_no_points"), swapped(TABLE, 2))
    assert fouled.end is not None
    assert (fouled.end.points, fouled.end.unclaimed) == ((0, 65, 0, 0), 295)


@pytest.mark.parametrize(
    ("options", "step"),
    [
        ({}, 1),
        ({"direction": "clockwise"}, -1),
        ({"next_dealer": "against_play"}, -1),
        ({"next_dealer": "against_play", "direction": "clockwise"}, 1),
    ],
)
@pytest.mark.parametrize("players", ["four", "three"])
def test_dealers_take_turns(options: dict[str, str], step: int, players: str) -> None:
    rules = game(players=players, **options)
    match = play_match(rules.rules, 5, dealer=2)
    dealers = [deal.start.dealer for deal in match.deals]
    assert dealers == [(2 + step * i) % rules.rules.players for i in range(len(dealers))]
    assert len(dealers) > 3


def test_three_troys_and_a_fouled_player() -> None:
    """Another player's foul does not save the match from three Troys."""
    rules = game("hazarey", wrong_order="foul_whole_deal")
    state = worked_deal(rules, swapped(TROYS, 0))
    assert state.arrangement(0).fouled
    assert state.end is not None
    assert (state.end.ending, state.end.reason) == (Ending.INSTANT_WIN, "three_troys")
    assert (state.end.seats, state.end.points, state.end.totals) == (
        (2,),
        (0,) * 4,
        (0, 0, 10**9, 0),
    )
    assert len(state.rounds) == 3
    match = match_of(rules, [TABLE, swapped(TROYS, 0)])
    assert (match.winners, match.totals) == ((2,), (0, 257, 1000, 0))
    own = match_of(rules, [TABLE, swapped(TROYS, 2)])
    assert own.winners == ()
    assert match_of(game(), [TROYS]).deals[0].captured() == (0, 0, 360, 0)


# ---------------------------------------------------------------- events


def test_events_of_a_match() -> None:
    seen: list[Event] = []
    match = play_match(game().rules, 7, observers=[seen.append])
    kinds = [type(event) for event in seen]
    assert kinds == [Dealt, Arranged, *[RoundPlayed] * 4, DealEnded] * len(match.deals) + [MatchWon]
    ends = [event for event in seen if isinstance(event, DealEnded)]
    assert ends == [deal.end for deal in match.deals]
    assert [end.number for end in ends] == list(range(1, len(ends) + 1))
    rounds = [event.result for event in seen if isinstance(event, RoundPlayed)]
    assert rounds == [result for deal in match.deals for result in deal.rounds]
    assert [result.number for result in rounds] == [1, 2, 3, 4] * len(ends)
    assert seen[-1] == MatchWon(match.winners, match.totals)
    for event, deal in zip((e for e in seen if isinstance(e, Arranged)), match.deals, strict=True):
        assert event.locked == tuple(map(deal.arrangement, range(4)))


def test_events_of_void_deals_and_raised_targets(tmp_path: Path) -> None:
    block = {"target": 220, "reached_together": {"extend_target": {"by": 100}}}
    rules, _ = written(tmp_path, "hazari", {"match": block}, wrong_order="foul_whole_deal")
    match = MatchState.begin(rules.rules, totals=(0, 100, 0, 0))
    events: list[Event] = []
    for table in (swapped(TABLE, 0, 1, 2, 3), TABLE, TABLE):
        match = match.give_hands(cards_in(hands_of(table)))
        events += match.events
        while isinstance(question := match.pending, ArrangeQuestion):
            match = match.apply(cards_in(table[question.seat]))
            events += match.events
    void, raised, won = (
        [event for event in events if isinstance(event, kind)]
        for kind in (DealEnded, TargetRaised, MatchWon)
    )
    assert [event.ending for event in void if isinstance(event, DealEnded)] == [
        Ending.ALL_FOULED,
        Ending.PLAYED,
        Ending.PLAYED,
    ]
    assert raised == [TargetRaised(320), TargetRaised(420)]
    assert won == []
    assert (match.totals, match.target, match.winners) == ((0, 380, 440, 0), 420, ())


# ---------------------------------------------------------------- players


def test_players_without_seats_are_greedy_bots() -> None:
    by_hand = {seat: bot_player(greedy) for seat in range(4)}
    assert summary(game().play(3, by_hand)) == summary(game().play(3))
    cautious = game().play(3, {0: bot_player(lexicographic)})
    assert cautious.deals[0].arrangement(0).groups == lexicographic(
        game().rules, cautious.deals[0].hands[0]
    )


def test_bots_ask_for_every_redeal() -> None:
    assert bot_player()(game().begin_match(), ClaimQuestion(0, "no_run")) is True
    declining = game(no_run_redeal="on_request")

    def never(match: MatchState, question: Question) -> bool | Groups:
        return False if isinstance(question, ClaimQuestion) else greedy(match.rules, question.hand)

    asked = declining.play(6)
    refused = declining.play(6, dict.fromkeys(range(4), never))
    assert Ending.REDEAL in {deal.end.ending for deal in asked.deals if deal.end}
    assert summary(refused) == summary(game().play(6))


def test_a_player_can_leave() -> None:
    def leave(match: MatchState, question: Question) -> bool | Groups:
        if len(match.deals) == 2:
            raise MatchStopped(match)
        return bot_player()(match, question)

    with pytest.raises(MatchStopped) as stopped:
        game().play(1, {3: leave})
    left = stopped.value.match
    assert len(left.deals) == 2
    assert left.totals == game().play(1).deals[1].end.totals  # type: ignore[union-attr]


def test_a_match_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    redeal = {
        "id": "always",
        "name": "Always",
        "when": {"pairs_in_hand": {"at_least": 1}},
        "claim": "automatic",
        "dealer": "stays",
    }
    rules, _ = written(tmp_path, "hazari", {"redeals": [redeal]})
    monkeypatch.setattr(autoplay, "MAX_DEALS", 12)
    dealt: list[Event] = []
    with pytest.raises(HazariError, match="no end after 12 deals; is a redeal always true"):
        rules.play(1, observers=[dealt.append])
    assert sum(isinstance(event, Dealt) for event in dealt) == 12


@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_arrange_legally(variant: str) -> None:
    dice, rules = random.Random(8), game(variant)
    for _ in range(25):
        hand = random_hands(rules, dice)[0]
        first, best = greedy(rules.rules, hand), lexicographic(rules.rules, hand)
        assert rules.faults(first, hand) == rules.faults(best, hand) == ()
        strengths = [[rules.reading(group).strength for group in g] for g in (first, best)]
        assert strengths[1] >= strengths[0]


@pytest.mark.parametrize("order", ["not_rising", "falling", "free"])
@pytest.mark.parametrize("wins", ["high_wins", "low_wins"])
def test_lexicographic_is_the_best_of_all(tmp_path: Path, order: str, wins: str) -> None:
    """Hands of seven cards have 35 splits into three and four."""
    blocks = {
        "table": {"cards_each": 7, "undealt": 24},
        "groups": [{"cards": 3}, {"cards": 4}],
        "arrangement": {"order": order},
        "comparison": {"order": wins},
    }
    rules, _ = written(tmp_path, "hazarey", blocks | {"instant_wins": NO_THREE_TROYS})
    dice = random.Random(f"{order} {wins}")
    for _ in range(25):
        hand = random_hands(rules, dice)[0]
        splits = [
            (tuple(part), tuple(card for card in hand if card not in part))
            for part in combinations(hand, 3)
        ]
        legal = [groups for groups in splits if not rules.faults(groups, hand)]
        best = max([rules.reading(group).strength for group in groups] for groups in legal)
        found = rules.arrange(hand, "lexicographic")
        assert [rules.reading(group).strength for group in found] == best
        careless = greedy(rules.rules, hand)
        assert careless in legal
        top = max(rules.reading(part).strength for part, _ in splits)
        if any(rules.reading(part).strength == top for part, _ in legal):
            assert rules.reading(careless[0]).strength == top


def test_a_hand_without_legal_arrangement(tmp_path: Path) -> None:
    blocks = {
        "combinations": [{"id": step, "remove": True} for step in ("pair", "indi", "colour")],
        "arrangement": {"order": "falling"},
    }
    rules, _ = written(tmp_path, "hazari", blocks)
    for bot in ("greedy", "lexicographic"):
        with pytest.raises(HazariError, match="has no legal arrangement"):
            rules.arrange("AS AH KS KH JS JH 10S 10H 8S 8H 7S 7H 5S", bot)


def test_arranging_asks_for_a_whole_hand_and_a_known_bot() -> None:
    with pytest.raises(HazariError, match="a hand of 3 cards; Hazari deals 13"):
        game().arrange("AS KS QS")
    with pytest.raises(HazariError, match="no bot is named 'clever'; known: greedy, lexicographic"):
        game().arrange(HAND, "clever")
    assert game().arrange(HAND) == parse_arrangement("AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C")


# ---------------------------------------------------------------- reasons


STRONGEST = {
    "four_of_a_kind": "AS AH AD AC",
    "troy": "KS KH KD",
    "colour_run_4": "QS JS 10S 9S",
    "colour_run": "9H 8H 7H",
    "run_4": "8S 7H 6D 5C",
    "run": "10H 9D 8C",
    "colour_4": "QC 10C 7C 2C",
    "colour": "JD 9D 3D",
    "two_pairs": "6S 6H 4S 4H",
    "pair": "5S 5H 3S",
    "indi": "9C 7D 2H",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_name_both_combinations(variant: str) -> None:
    rules = game(variant)
    ladder = rules.ruleset.combinations
    for i, better in enumerate(ladder):
        for worse in ladder[i + 1 :]:
            groups = [STRONGEST[worse.id], STRONGEST[better.id]]
            if set(groups[0].split()) & set(groups[1].split()):
                continue
            comparison = rules.compare(groups)
            assert comparison.winners == (1,)
            assert comparison.rule == "/combinations"
            assert comparison.reason.startswith(f"{better.name} ")
            assert f" beats {worse.name} " in comparison.reason
            assert comparison.reason.endswith(f": {better.name} stands above {worse.name}")


WITHIN: list[tuple[str, list[str], str, str]] = [
    ("hazari", ["9S 8H 7D", "8S 7H 6C"], "the run 9-8-7 beats the run 8-7-6", "/runs/order"),
    ("hazari", ["AS 2H 3D", "KS QH JC"], "the run A-2-3 beats the run K-Q-J", "/runs/order"),
    ("hazari", ["9S 9H 9D", "8S 8H 8D"], "three of 9 beats three of 8", "/combinations"),
    ("hazari", ["9S 9H 2D", "8S 8H AD"], "pair of 9 beats pair of 8", "/combinations"),
    (
        "hazari",
        ["9S 9H 4D", "9D 9C 3D"],
        "pair of 9 equal, then kicker 4 beats kicker 3",
        "/combinations",
    ),
    (
        "hazari",
        ["KS 9H 4D", "KD 9C 3D"],
        "highest card K, second card 9 equal, then third card 4 beats third card 3",
        "/combinations",
    ),
    ("hazari", ["JD 9D 2D", "10S 8S 7S"], "highest card J beats highest card 10", "/combinations"),
    ("hazarey", ["9S 9H 3D 3C", "9D 9C 2S 2H"], "pair of 3 beats pair of 2", "/combinations"),
    ("hazarey", ["5S 4H 3D 2C", "9S 8H 7D 2D"], "Four-card Run stands above Run", "/combinations"),
]


@pytest.mark.parametrize(("variant", "groups", "why", "rule"), WITHIN)
def test_reasons_within_a_combination(variant: str, groups: list[str], why: str, rule: str) -> None:
    for order in (groups, groups[::-1]):
        comparison = game(variant).compare(order)
        assert comparison.reason.endswith(why)
        assert comparison.rule == rule


def test_reasons_of_spare_cards() -> None:
    kicker = game(spare_card="kicker").compare(["9S 9H KD 3C", "9D 9C KH 2S"])
    assert kicker.reason.endswith("the combinations are equal, the spare 3♣ beats 2♠")
    assert kicker.rule == "/comparison/spare"
    assert game().compare(["9S 9H KD 3C", "9D 9C KH 2S"]).rule == "/play/ties"


@pytest.mark.parametrize("choice", sorted(options_of("hazari")["equal_groups"]["choices"]))
def test_reasons_of_ties_quote_the_rule(choice: str) -> None:
    rules = game(equal_groups=choice)
    comparison = rules.compare(["9S 8H 7D", "AS KS 2S", "9H 8D 7C"])
    sentence = rules.rules.vocabulary.say("tie_rule", rules.ruleset.play.ties)
    assert comparison.reason == f"2 equal best groups (Run): {sentence}"
    assert (comparison.rule, comparison.tied) == ("/play/ties", (0, 2))


def test_reasons_where_low_wins_or_nothing_is_made(tmp_path: Path) -> None:
    low, _ = written(tmp_path, "hazari", {"comparison": {"order": "low_wins"}})
    comparison = low.compare(["AS AH AD", "5S 3H 2D"])
    assert comparison.winners == (1,)
    sentence = low.rules.vocabulary.say("strength_order", low.ruleset.comparison.order)
    assert comparison.reason.endswith(f"Indi stands below Troy ({sentence})")
    same = low.compare(["9S 9H 4D", "9D 9C 3D"])
    assert same.reason.endswith(f"kicker 3 beats kicker 4 ({sentence})")
    none, _ = written(tmp_path, "hazari", {"combinations": [{"id": "indi", "remove": True}]})
    assert none.compare(["9S 7H 2D", "KS 9H 4D"]).winners == ()
    assert none.compare(["9S 7H 2D", "KS 9H 4D"]).reason == (
        "no group makes a combination, so nobody wins"
    )
    one = none.compare(["9S 7H 2D", "3S 3H 2C"])
    assert one.reason == "Pair 3♠ 3♥ 2♣ beats a group without a combination"


def test_a_comparison_needs_two_groups_of_this_game() -> None:
    with pytest.raises(NotationError, match="at least two groups"):
        game().compare(["AS KS QS"])
    with pytest.raises(NotationError, match="Hazari has groups of 3 or 4"):
        game().compare(["AS KS", "QS JS"])


def test_strengths_and_winners_agree() -> None:
    dice = random.Random(4)
    for _ in range(60):
        cards = dice.sample(PACK, 12)
        groups = [cards[3 * i : 3 * i + 3] for i in range(4)]
        comparison = game().compare(groups)
        strengths = [reading.strength for reading in comparison.readings]
        best = [i for i, strength in enumerate(strengths) if strength == max(strengths)]
        assert comparison.winners == (best[-1],)
        assert comparison.tied == (tuple(best) if len(best) > 1 else ())


def test_ladder_of_examples_is_in_order() -> None:
    rules = game("hazarey")
    strengths = [rules.reading(group).strength for group in STRONGEST.values()]
    assert all(a > b for a, b in pairwise(strengths))
    assert [rules.reading(g).combination for g in STRONGEST.values()] == list(STRONGEST)
