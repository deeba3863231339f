"""Cards of the 52-card pack: ranks, suits, and strict one-line notation.

A card is written rank then suit: `AS`, `TH` or `10H`, `A♠`. Groups are cards separated by
spaces (tabs, line ends and the no-break spaces of web pages are as good); the groups of an
arrangement are separated by ` | `.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from hazari_rules.errors import NotationError

MAX_TEXT = 2_000


class Rank(StrEnum):
    """The ranks of the pack, highest first as in the seeds; the value is how a rank is written.

    >>> Rank("10").name
    'TEN'
    """

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "10"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"


class Suit(StrEnum):
    """The four suits; the value is the letter used in notation.

    >>> Suit.SPADES.symbol
    '♠'
    """

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit as a symbol."""
        return _SYMBOLS[self]


_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUITS = {suit.value: suit for suit in Suit} | {symbol: suit for suit, symbol in _SYMBOLS.items()}
_RANKS = {rank.value: rank for rank in Rank} | {"T": Rank.TEN}
_BLANKS = " \t\r\n\u00a0\u202f"
_BETWEEN = re.compile(f"[{_BLANKS}]+")
_CARD = re.compile("(10|[AKQJTakqjt2-9])([SHDCshdc]|[♠♥♦♣][\ufe0e\ufe0f]?)")  # emoji selectors


class Card(NamedTuple):
    """One card of the pack.

    >>> str(Card(Rank.TEN, Suit.HEARTS))
    '10H'
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    @property
    def pretty(self) -> str:
        """The card with its suit symbol, for people."""
        return f"{self.rank.value}{self.suit.symbol}"


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards in a fixed order that no variant changes."""


def parse_card(text: str) -> Card:
    """Read one card; anything unclear is refused.

    Raises NotationError with what to write instead.

    >>> parse_card("10s") == parse_card("TS") == parse_card("10♠\ufe0f")
    True
    """
    match = _CARD.fullmatch(text.strip(_BLANKS))
    if match is None:
        raise NotationError(f"not a card: {_shown(text)}; {_how_to_write(text.strip(_BLANKS))}")
    return Card(_RANKS[match[1].upper()], _SUITS[match[2][0].upper()])


def _how_to_write(text: str) -> str:
    """What to write instead of what is no card."""
    parts = [part for part in re.split(f"[,;{_BLANKS}]+", text) if part]
    if parts != [text] and parts and all(map(_CARD.fullmatch, parts)):
        return f"put spaces and no commas between cards: {' '.join(parts)}"
    # The suit first, perhaps.
    turned = re.sub("^([SHDCshdc]|[♠♥♦♣][\ufe0e\ufe0f]?)(.+)$", r"\2\1", text)
    if turned != text and _CARD.fullmatch(turned):
        return f"the rank comes first: {turned}"
    return (
        "write rank then suit, such as AS, 10H, TH or A♠"
        " (ranks A K Q J 10 9 8 7 6 5 4 3 2, suits S H D C)"
    )


def parse_group(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, each at most once.

    Raises NotationError naming the card that is unclear or repeated.

    >>> format_group(parse_group("AS TH 9♦"))
    'AS 10H 9D'
    """
    _refuse_long(text)
    text = text.strip(_BLANKS)
    if not text:
        raise NotationError("no cards given; write them separated by spaces, such as AS KS QS")
    tokens = _BETWEEN.split(text)
    if any("," in token for token in tokens):
        parse_card(text)  # says how to write it
    cards = tuple(map(parse_card, tokens))
    refuse_repeated(cards)
    return cards


def parse_arrangement(text: str) -> tuple[tuple[Card, ...], ...]:
    """Read groups separated by `|`, strongest first, no card twice.

    Raises NotationError naming the card that is unclear or repeated.

    >>> len(parse_arrangement("AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"))
    4
    """
    _refuse_long(text)
    groups = tuple(parse_group(part) for part in text.split("|"))
    refuse_repeated(card for group in groups for card in group)
    return groups


def format_group(cards: Iterable[Card]) -> str:
    """Write cards as `AS KS QS`; `parse_group` reads it back."""
    return " ".join(map(str, cards))


def format_arrangement(groups: Iterable[Iterable[Card]]) -> str:
    """Write groups as `AS AH AD | KS QS JS`; `parse_arrangement` reads it back."""
    return " | ".join(map(format_group, groups))


def pretty_group(cards: Iterable[Card]) -> str:
    """Write cards with suit symbols, for people; `parse_group` reads that back too."""
    return " ".join(card.pretty for card in cards)


def card_count(number: int) -> str:
    """A number of cards in words.

    >>> card_count(1), card_count(3)
    ('1 card', '3 cards')
    """
    return f"{number} card{'' if number == 1 else 's'}"


def refuse_repeated(cards: Iterable[Card]) -> None:
    """Raise NotationError naming the first card that comes twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise NotationError(f"the card {card} is there twice; each card exists once")
        seen.add(card)


def _refuse_long(text: str) -> None:
    if len(text) > MAX_TEXT:
        raise NotationError(f"too long for cards: {len(text)} characters, at most {MAX_TEXT}")


def _shown(text: str) -> str:
    return ascii(text) if len(text) <= 40 else f"{text[:40]!a}..."
