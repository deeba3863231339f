"""Playing cards as drawings: SVG of our own, red and black, readable at the size of a thumb."""

from __future__ import annotations

from html import escape

from hazari_rules.cards import Card, Rank, Suit

WIDTH, HEIGHT = 50, 70
"""The size of a card in its own units."""

RED, BLACK = "#b3121d", "#15181c"

# Each pip is drawn in a square of 20 by 20.
_PIPS = {
    Suit.SPADES: "M10 1C12 5 18.5 8.2 18.5 12.6a4 4 0 0 1-7.2 2.4c.2 1.9 1 3 2.2 4h-7c1.2-1 2"
    "-2.1 2.2-4A4 4 0 0 1 1.5 12.6C1.5 8.2 8 5 10 1Z",
    Suit.HEARTS: "M10 18.5C8.5 15.5 1.2 11.8 1.2 6.4A4.7 4.7 0 0 1 10 4.4a4.7"
    " 4.7 0 0 1 8.8 2C18.8 11.8 11.5 15.5 10 18.5Z",
    Suit.DIAMONDS: "M10 1C11.8 4.6 14.2 7.6 17 10C14.2 12.4 11.8 15.4 10 19C8.2"
    " 15.4 5.8 12.4 3 10C5.8 7.6 8.2 4.6 10 1Z",
    Suit.CLUBS: "M10 1.2a4.1 4.1 0 0 1 3.2 6.7 4.2 4.2 0 1 1-2 7.1c.2 1.8 1 3 2.2"
    " 4H6.6c1.2-1 2-2.2 2.2-4a4.2 4.2 0 1 1-2-7.1A4.1 4.1 0 0 1 10 1.2Z",
}
_CROWNED = {
    Rank.KING: "M0 12V4l4.5 3.5L9 0l4.5 7.5L18 4v8Z",
    Rank.QUEEN: "M0 12L1.5 2l4 5.5L9 1l3.5 6.5 4-5.5L18 12Z",
    Rank.JACK: "M0 12V5c3 0 5 1 6.5 2.5C7.5 3 12 .5 18 0c-2 3-3 7-3 12Z",
}


def colour_of(suit: Suit) -> str:
    """The colour in which a suit is printed.

    >>> colour_of(Suit.HEARTS) == RED
    True
    """
    return RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK


def pips() -> str:
    """The pips of all suits as hidden symbols `pip-S` and so on, to stand once on a page."""
    symbols = "".join(
        f'<symbol id="pip-{suit.value}" viewBox="0 0 20 20"><path d="{path}"/></symbol>'
        for suit, path in _PIPS.items()
    )
    return f'<svg width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'


def card_svg(card: Card, label: str) -> str:
    """One card as an SVG element that screen readers call by its label.

    It uses the symbols that `pips` puts on the page.

    >>> 'aria-label="Ace of Spades"' in card_svg(Card(Rank.ACE, Suit.SPADES), "Ace of Spades")
    True
    """
    at, room = (12.5, 18) if card.rank is Rank.TEN else (11, 13)
    corner = (
        f'<text x="{at}" y="22" font-size="21" textLength="{room}"'
        f' lengthAdjust="spacingAndGlyphs">{card.rank.value}</text>'
    )
    return (
        f'<svg class="card" role="img" aria-label="{escape(label)}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" fill="{colour_of(card.suit)}">'
        f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="5"'
        ' fill="#fff" stroke="#6b7280" stroke-width="1.5"/>'
        f"{corner}{_pip(card.suit, 4, 26, 14)}{_middle(card)}</svg>"
    )


def _pip(suit: Suit, x: float, y: float, size: float) -> str:
    return f'<use href="#pip-{suit.value}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _middle(card: Card) -> str:
    """The big pip, under a crown or cap on a court card."""
    if card.rank in _CROWNED:
        crown = f'<path transform="translate(25.5 29.5)" d="{_CROWNED[card.rank]}"/>'
        return crown + _pip(card.suit, 23, 43.5, 23)
    return _pip(card.suit, 18, 36, 29)
