"""Parts of the batch: the strongest threes, what hands lack, hands not to be arranged, targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from hazari_rules.batch_codes import Scratch, States
from hazari_rules.batch_play import seat_bits
from hazari_rules.batch_threes import Threes, picks
from hazari_rules.batch_verdicts import check_targets
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.events import Ending
from hazari_rules.kinds import Kind
from hazari_rules.verdict import check_target
from tests.batches import compared, rules_of
from tests.strangers import changed_hazari, compiled

# ------------------------------------------------------------------ the strongest three cards

SMALL_DECK = {"ranks": ["A", "K", "Q", "9", "8", "2"], "suits": ["H", "C", "S"]}
SMALL: dict[str, Any] = {
    "deck": SMALL_DECK,
    "table": {"players": 2, "cards_each": 9, "undealt": 0},
    "groups": [{"cards": 3}] * 3,
    "card_points": {"values": {"A": 10}, "total": 30},
    "instant_wins": [],
}


def _rules() -> dict[str, Rules]:
    return {
        "hazari": rules_of("hazari"),
        "hazarey": rules_of("hazarey"),
        "colour runs first": rules_of("hazari", category_order="colour_run_first"),
        "ace low": rules_of("hazari", run_order="ace_low_first"),
        "few ranks, three suits": compiled(changed_hazari(**SMALL)),
    }


@pytest.mark.parametrize("name", _rules())
@pytest.mark.parametrize("held", [9, 13, 15])
def test_the_strongest_three_cards_are_the_first_of_all_sets(name: str, held: int) -> None:
    rules = _rules()[name]
    made, dice = rules.ranking.counted(0).parts[3], np.random.default_rng(held)
    assert picks(3, held, made)
    ranks = np.array([rules.ruleset.deck.ranks.index(card.rank) for card in rules.deck])
    any_, few = np.arange(len(rules.deck)), np.flatnonzero(ranks < 5)  # few ranks: many alike
    packs = [dice.permutation(cards) for cards in (any_, few) for _ in range(15)]
    hands = np.stack([pack[:held] for pack in packs], axis=1)
    strengths, places = Threes(States(rules), made).best(hands, Scratch())
    for hand, strength, place in zip(hands.T, strengths.tolist(), places.tolist(), strict=True):
        codes = rules.ranking.encode(rules.deck[card] for card in hand.tolist())
        every = [rules.ranking.play[0](*group) for group in combinations(codes, 3)]
        assert strength == max(every)
        assert place == every.index(strength)


def test_hands_that_make_nothing_keep_their_first_three_cards() -> None:
    rules = compiled(changed_hazari(combinations=changed_hazari()["combinations"][:1]))
    made = rules.ranking.counted(0).parts[3]
    assert picks(3, 13, made)
    hand = [i for i, card in enumerate(rules.deck) if card.suit == "S"]
    strengths, places = Threes(States(rules), made).best(np.array([hand]).T, Scratch())
    assert (strengths.tolist(), places.tolist()) == ([0], [0])


def test_ladders_that_do_not_tell_the_cards_are_left_to_all_sets() -> None:
    ladder = {step["id"]: step for step in changed_hazari()["combinations"]}
    runs_first = [ladder[id_] for id_ in ("troy", "run", "colour_run", "colour", "pair", "indi")]
    for steps in (runs_first, [{"id": "any", "name": "Any", "cards": 3}]):
        rules = compiled(changed_hazari(combinations=steps))
        assert not picks(3, 13, rules.ranking.counted(0).parts[3])
        assert compared(rules, 15)


def test_hands_and_groups_of_other_sizes_are_left_to_all_sets() -> None:
    made = rules_of("hazari").ranking.counted(0).parts[3]
    assert [held for held in range(20) if picks(3, held, made)] == [*range(9, 16)]
    assert not picks(4, 13, made)


# ------------------------------------------------------------------------- what hands lack


def test_a_ladder_of_its_own_does_not_say_what_a_hand_lacks() -> None:
    """A colour run in a group that knows only colours is still none of the hand's colours."""
    rules = compiled(
        changed_hazari(
            table={"cards_each": 6, "undealt": 28},
            groups=[{"cards": 3, "combinations": ["colour", "pair", "indi"]}, {"cards": 3}],
            arrangement={"order": "free"},
            instant_wins=[],
            redeals=[
                {
                    "id": "no_colour",
                    "name": "No colour",
                    "when": {"hand_lacks": ["colour"]},
                    "claim": "automatic",
                    "dealer": "moves",
                }
            ],
        )
    )
    seen = Counter(story["ending"] for story in compared(rules, 150))
    assert min(seen[Ending.REDEAL], seen[Ending.PLAYED]) > 5


# -------------------------------------------------------- hands that cannot be arranged, fouls


def test_a_hand_without_an_arrangement_is_refused_and_never_a_foul() -> None:
    """Greedy players never foul, not even all together, where a foul is what others would do."""
    foul = {"scope": "whole_deal", "effect": "cannot_win", "all_fouled": "redeal_same_dealer"}
    rules = compiled(
        changed_hazari(
            combinations=changed_hazari()["combinations"][:3],
            table={"players": 2, "cards_each": 6, "undealt": 40},
            groups=[{"cards": 3}] * 2,
            instant_wins=[],
            arrangement={"order": "falling", "on_violation": {"foul": foul}},
        )
    )
    deals = 30
    stories = compared(rules, deals)
    assert 0 < len(stories) < deals
    assert {story["ending"] for story in stories} == {Ending.PLAYED}


# ----------------------------------------------------------------------- totals and targets


def _lowest(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


LOWEST = Kind("match_winner", "lowest", "Lowest.", "Lowest.", lambda argument, ruleset: _lowest)


@pytest.mark.parametrize(
    "match",
    [
        {},
        {"ties": "play_on"},
        {"ties": {"extend_target": {"by": 70}}},
        {"reached_together": {"extend_target": {"by": 500}}, "ties": "play_on"},
        {"winner": "lowest"},
    ],
)
def test_targets_are_checked_as_for_single_matches(match: dict[str, Any]) -> None:
    rules = compiled(changed_hazari(match=match), vocabulary([LOWEST]))
    dice = np.random.default_rng(2)
    totals = dice.integers(7, 12, (4, 500)) * 100  # many alike, many at the target and beyond
    targets = dice.integers(9, 13, 500) * 100
    winners, after = check_targets(rules, totals, targets)
    seen = set()
    for column, target, won, then in zip(totals.T, targets, winners, after, strict=True):
        verdict = check_target(rules, column.tolist(), int(target))
        assert (won, then) == (seat_bits(verdict.winners), verdict.target)
        seen.add((len(verdict.winners), verdict.target > target))
    assert len(seen) > 1
