"""The facade: what it refuses before the engine is asked."""

from __future__ import annotations

import pytest

from hazari_rules import Game, IllegalMoveError, format_group
from hazari_rules.dealing import deal_hands


def test_a_deal_needs_an_arrangement_of_every_player() -> None:
    game = Game.load("hazari")
    hands = deal_hands(game.rules.deck, 4, 13, seed=7, number=0)
    arranged = [game.arrange(hand, "greedy") for hand in hands]
    assert game.play_deal([format_group(hand) for hand in hands], arranged).end is not None
    with pytest.raises(IllegalMoveError, match="3 arrangements given; 4 players need one each"):
        game.play_deal(hands, arranged[:3])
