"""The drawn cards."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hazari_rules.cardart import BLACK, RED, card_svg, pips
from hazari_rules.cards import PACK, Card, Suit
from hazari_rules.messages import Messages


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_is_drawn_with_its_rank_suit_and_name(card: Card) -> None:
    label = Messages.load("en").card(card)
    root = ElementTree.fromstring(card_svg(card, label))
    assert root.get("aria-label") == label
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    assert root.get("fill") == (RED if red else BLACK)
    assert [text.text for text in root.iter("text")] == [card.rank.value]
    assert {use.get("href") for use in root.iter("use")} == {f"#pip-{card.suit.value}"}


def test_no_two_cards_look_the_same() -> None:
    assert len({card_svg(card, "") for card in PACK}) == 52


def test_the_pips_are_there_once_for_each_suit() -> None:
    root = ElementTree.fromstring(pips())
    assert [symbol.get("id") for symbol in root] == [f"pip-{suit.value}" for suit in Suit]
    assert root.get("aria-hidden") == "true"
