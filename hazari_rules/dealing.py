"""Hands from a seed: deal i is a function of (seed, i) alone, on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128

from hazari_rules.cards import Card
from hazari_rules.errors import HazariError

Hands = tuple[tuple[Card, ...], ...]


def shuffled(deck: Sequence[Card], seed: int, number: int) -> tuple[Card, ...]:
    """The deck in the order of deal `number` (from 0) of a seed.

    SHAKE-128 of both gives each card 64 bits; the cards are sorted by them.

    >>> from hazari_rules.cards import PACK, format_group
    >>> format_group(shuffled(PACK, seed=7, number=0)[:5])
    '3C 7C 9C 5C 9D'
    """
    stream = shake_128(f"hazari-rules/deal/{seed}/{number}".encode()).digest(8 * len(deck))
    keys = [stream[8 * i : 8 * i + 8] for i in range(len(deck))]
    order = sorted(range(len(deck)), key=lambda i: (keys[i], i))
    return tuple(deck[i] for i in order)


def deal_hands(
    deck: Sequence[Card], players: int, cards_each: int, seed: int, number: int
) -> Hands:
    """The hands of deal `number` (from 0), seat by seat.

    Rules other than deck and hand size do not touch them. Raises HazariError if the deck is
    too small.
    """
    if players * cards_each > len(deck):
        raise HazariError(f"{players} hands of {cards_each} cards need more than {len(deck)} cards")
    cards = shuffled(deck, seed, number)
    return tuple(cards[seat * cards_each : (seat + 1) * cards_each] for seat in range(players))
