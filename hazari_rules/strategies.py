"""Hypothesis strategies: cards, groups, hands, arrangements, deals and rulesets of a variant.

Needs hypothesis, which is imported only here.

>>> from hypothesis import find
>>> from hazari_rules import Game
>>> find(cards(Game.load("hazari")), lambda card: card.rank == "K").rank.value
'K'
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card
from hazari_rules.dealing import Hands
from hazari_rules.errors import HazariError
from hazari_rules.game import Game
from hazari_rules.loading import Loader
from hazari_rules.model import Ruleset

_SWAPS = 24


class Deal(NamedTuple):
    """A deal ready to be played: `game.play_deal(deal.hands, deal.arrangements, deal.dealer)`."""

    hands: Hands
    arrangements: tuple[Groups, ...]
    dealer: int


def cards(game: Game) -> SearchStrategy[Card]:
    """One card of the game's deck."""
    return st.sampled_from(game.rules.deck)


def groups(game: Game, number: int = 1) -> SearchStrategy[tuple[Card, ...]]:
    """Cards for the group of this number, from 1."""
    return _different(game, game.ruleset.groups[number - 1].cards)


def hands(game: Game) -> SearchStrategy[tuple[Card, ...]]:
    """A hand of as many cards as the game deals."""
    return _different(game, game.ruleset.table.cards_each)


def _different(game: Game, size: int) -> SearchStrategy[tuple[Card, ...]]:
    return st.lists(cards(game), min_size=size, max_size=size, unique=True).map(tuple)


@st.composite
def splits(draw: DrawFn, game: Game) -> Groups:
    """A hand split into groups of the right sizes, legal or not."""
    return _split(game, draw(hands(game)))


@st.composite
def arrangements(draw: DrawFn, game: Game) -> Groups:
    """A legal arrangement of some hand."""
    return _legal(game, draw(hands(game)))


@st.composite
def deals(draw: DrawFn, game: Game) -> Deal:
    """Hands for all seats, each with a legal arrangement, and a dealer."""
    table = game.ruleset.table
    mixed = draw(st.permutations(game.rules.deck))
    dealt = tuple(
        tuple(mixed[seat * table.cards_each : (seat + 1) * table.cards_each])
        for seat in range(table.players)
    )
    dealer = draw(st.integers(0, table.players - 1))
    return Deal(dealt, tuple(_legal(game, hand) for hand in dealt), dealer)


@st.composite
def rulesets(draw: DrawFn, name: str = "hazari") -> Ruleset:
    """The rules of a variant under some choice of its options."""
    loader = Loader.shipped()
    if name not in loader.resolver.library.ids():
        loader = Loader.installed()
    options = loader.load(name).options
    chosen = {option.id: draw(st.sampled_from(option.choices)) for option in options}
    return loader.load(name, chosen).ruleset


def _split(game: Game, hand: tuple[Card, ...]) -> Groups:
    found, left = [], list(hand)
    for group in game.ruleset.groups:
        found.append(tuple(left[: group.cards]))
        left = left[group.cards :]
    return tuple(found)


def _legal(game: Game, hand: tuple[Card, ...]) -> Groups:
    """The hand as it was drawn, its groups put in order; else a bot's arrangement.

    A hand that has no legal arrangement is drawn again.
    """
    split = _split(game, hand)
    for _, order in zip(range(_SWAPS), permutations(split), strict=False):
        if not game.faults(order):
            return order
    try:
        return game.arrange(hand)
    except HazariError:
        reject()
