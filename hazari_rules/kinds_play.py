"""Kinds for a round: the next leader, equal groups, what the winner gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hazari_rules.cards import PACK, Card, Suit
from hazari_rules.kinds import Family, Kind
from hazari_rules.model import Ruleset


class Tied(NamedTuple):
    """One of the equally best groups of a round.

    `cards` are those of its combination, the most important first.
    """

    seat: int
    cards: tuple[Card, ...]


class Captured(NamedTuple):
    """A round's cards and the seats that take them; the first of several also leads next."""

    round: int
    cards: tuple[Card, ...]
    winners: tuple[int, ...]


TieRule = Callable[[Sequence[Tied]], tuple[int, ...]]
"""(tied groups in playing order) -> the seats that win; the first leads next, () is nobody."""

Award = Callable[[Captured], Mapping[int, int]]
"""(what was captured) -> points for each winning seat."""

NextLeader = Callable[[int, int | None], int]
"""(leader of this round, the winner that leads next or None) -> leader of the next round."""

FAMILIES = (
    Family("next_leader", "Next leader", "Who leads the rounds after the first."),
    Family("tie_rule", "Ties", "Who wins a round in which the best groups are equally strong."),
    Family("award", "Award", "What the winner of a round gets."),
)


def _by_suit(argument: object, ruleset: Ruleset) -> TieRule:
    strength: Mapping[Suit, int] = {suit: -place for place, suit in enumerate(ruleset.deck.suits)}

    def suits(tied: Tied) -> tuple[int, ...]:
        # Within equal ranks the higher suit comes first; the order of the ranks is the key's.
        first_seen = {card.rank: i for i, card in reversed(list(enumerate(tied.cards)))}
        ordered = sorted(tied.cards, key=lambda c: (first_seen[c.rank], -strength[c.suit]))
        return tuple(strength[card.suit] for card in ordered)

    def decide(tied: Sequence[Tied]) -> tuple[int, ...]:
        best = max(suits(one) for one in tied)
        return ([one.seat for one in tied if suits(one) == best][-1],)

    return decide


def _captured_card_points(argument: object, ruleset: Ruleset) -> Award:
    values = ruleset.card_points.values
    worth = {card: values[card.rank] for card in PACK if card.rank in values}

    def award(captured: Captured) -> Mapping[int, int]:
        _, cards, winners = captured
        if not winners:
            return {}
        points = sum(map(worth.__getitem__, cards))
        if len(winners) == 1:
            return {winners[0]: points}
        share, rest = divmod(points, len(winners))
        return {seat: share + (rest if seat == winners[0] else 0) for seat in winners}

    return award


KINDS = (
    Kind(
        "next_leader",
        "winner",
        "The winner of a round leads the next one; if nobody won, the same player leads again.",
        "The winner of the round; if nobody won it, the same player again.",
        lambda argument, ruleset: lambda leader, winner: leader if winner is None else winner,
    ),
    Kind(
        "next_leader",
        "same",
        "The same player leads every round of a deal.",
        "The order of play is fixed: the first leader leads every round of the deal.",
        lambda argument, ruleset: lambda leader, winner: leader,
    ),
    Kind(
        "tie_rule",
        "last_played",
        "Of equal best groups the one played last wins.",
        "The one played last, as usual in Hazari.",
        lambda argument, ruleset: lambda tied: (tied[-1].seat,),
    ),
    Kind(
        "tie_rule",
        "first_played",
        "Of equal best groups the one played first wins.",
        "The one played first.",
        lambda argument, ruleset: lambda tied: (tied[0].seat,),
    ),
    Kind(
        "tie_rule",
        "nobody",
        "If the best groups are equal, nobody wins the round and its cards score for nobody.",
        "Nobody: the cards score for nobody and the same player leads again.",
        lambda argument, ruleset: lambda tied: (),
    ),
    Kind(
        "tie_rule",
        "split",
        "The players of equal best groups share the points of the round equally; what cannot be"
        " divided, and the next lead, go to the one of them who played last.",
        "They share the points; what cannot be divided, and the next lead, go to the one of them"
        " who played last.",
        lambda argument, ruleset: lambda tied: tuple(one.seat for one in reversed(tied)),
    ),
    Kind(
        "tie_rule",
        "suit",
        "Between equal best groups the suit of the most important card decides, then that of the"
        " next, and so on.",
        "The suits decide, card by card from the most important one, strongest suit first as"
        " `deck.suits` lists them.",
        _by_suit,
    ),
    Kind(
        "award",
        "captured_card_points",
        "The winner of a round takes all its cards, puts them away face down and scores their"
        " points.",
        "The points of all the cards played in the round.",
        _captured_card_points,
    ),
)
