"""Hands of many deals at once, the same as `deal_hands` gives."""

from __future__ import annotations

from hashlib import shake_128

import numpy as np

from hazari_rules.batch_codes import Ints

_PLACE_BITS = 6  # enough for the places in a pack of 52


def shuffled_decks(cards: int, seed: int, numbers: Ints) -> Ints:
    """The order of a deck of so many cards in each deal, as places in the deck; columns are deals.

    >>> from hazari_rules.cards import PACK, format_group
    >>> deck = shuffled_decks(52, 7, np.array([0, 1]))
    >>> format_group(PACK[place] for place in deck[:5, 0])
    '3C 7C 9C 5C 9D'
    """
    prefix, length = f"hazari-rules/deal/{seed}/".encode(), 8 * cards
    drawn = [shake_128(b"%s%d" % (prefix, n)).digest(length) for n in numbers.tolist()]
    keys = np.frombuffer(b"".join(drawn), ">u8").reshape(-1, cards).astype(np.uint64)
    return np.ascontiguousarray(order_of(keys).T)


def order_of(keys: Ints) -> Ints:
    """The places of the keys of each row from the least to the greatest, equal ones as they stand.

    Sorting is fastest with the place in the lowest bits. Rows whose keys differ nowhere else
    are sorted again.
    """
    low = np.uint64((1 << _PLACE_BITS) - 1)
    places = np.arange(keys.shape[1], dtype=np.uint64)
    joined = np.sort((keys & ~low) | places, axis=1)
    order = (joined & low).astype(np.uint8)
    alike = ((joined[:, 1:] ^ joined[:, :-1]) <= low).any(axis=1)
    if alike.any():
        order[alike] = np.argsort(keys[alike], axis=1, kind="stable")
    return order
