"""The facade: what it refuses before the engine is asked."""

from __future__ import annotations

from typing import Any

import pytest

from hazari_rules import (
    Game,
    HazariError,
    IllegalMoveError,
    MatchState,
    format_arrangement,
    format_group,
)
from hazari_rules.arrange import Groups
from hazari_rules.deal import ArrangeQuestion, Question
from hazari_rules.dealing import deal_hands


def test_a_deal_needs_an_arrangement_of_every_player() -> None:
    game = Game.load("hazari")
    hands = deal_hands(game.rules.deck, 4, 13, seed=7, number=0)
    arranged = [game.arrange(hand, "greedy") for hand in hands]
    assert game.play_deal([format_group(hand) for hand in hands], arranged).end is not None
    with pytest.raises(IllegalMoveError, match="3 arrangements given; 4 players need one each"):
        game.play_deal(hands, arranged[:3])


def test_a_bot_may_answer_in_text() -> None:
    game = Game.load("hazari")

    def lexicographic(match: MatchState, asked: Question) -> Groups:
        assert isinstance(asked, ArrangeQuestion)
        return game.arrange(asked.hand)

    by_groups = game.play(7, {0: lexicographic})
    by_text = game.play(7, {0: lambda *asked: format_arrangement(lexicographic(*asked))})
    assert by_text.totals == by_groups.totals


@pytest.mark.parametrize(
    ("seat", "answer", "message"),
    [
        (9, True, "no seat 9; seats count from 0 to 3"),
        (-1, True, "no seat -1; seats count from 0 to 3"),
        (2, None, "seat 2 answered None; the question is how the hand is arranged"),
        (2, 7, "seat 2 answered 7; the question is how"),
        (2, [None], r"seat 2 answered \[None\]; the question is how"),
        (2, True, "seat 2 answered True; the question is how"),
        (2, "AS KS", "1 group given; 4 are needed"),
        (2, "AS XX", "not a card: 'XX'"),
    ],
)
def test_what_a_bot_may_not_answer(seat: int, answer: Any, message: str) -> None:
    with pytest.raises(HazariError, match=message):
        Game.load("hazari").play(7, {seat: lambda match, asked: answer})


def test_cards_that_are_written_in_lists_of_text() -> None:
    game, told = Game.load("hazari"), "not a card: 'AS'; give a group as text, such as 'AS KS QS'"
    with pytest.raises(HazariError, match=told):
        game.compare([["AS", "KS", "QS"], ["7S", "6H", "5D"]])  # type: ignore[list-item]
    with pytest.raises(HazariError, match=told):
        game.faults([["AS", "AH", "AD"]])  # type: ignore[arg-type]


def test_a_choice_that_is_no_text() -> None:
    with pytest.raises(HazariError, match="option 'equal_groups' has no choice '3'"):
        Game.load("hazari", options={"equal_groups": 3})  # type: ignore[dict-item]


def test_states_and_rules_show_themselves_in_a_line() -> None:
    game = Game.load("hazari")
    match = game.play(seed=7)
    assert repr(match) == (
        f"<match of hazari: totals {match.totals}, deals over: {len(match.deals)}, won by (3,)>"
    )
    assert repr(match.deals[0]) == (
        f"<deal 1 of hazari: rounds played: 4, played, points {match.deals[0].end.points}>"  # type: ignore[union-attr]
    )
    assert repr(game.begin_match()) == "<match of hazari: totals (0, 0, 0, 0), deals over: 0>"
    assert repr(game.rules) == "<rules of hazari>"
