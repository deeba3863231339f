"""One round: groups played in turn, the best wins, ties, what is captured, who leads next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.kinds_play import Captured, Tied


class Played(NamedTuple):
    """One group of a round, by the seat that played it; a fouled group cannot win."""

    seat: int
    cards: tuple[Card, ...]
    cannot_win: bool = False


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round. `plays` are in playing order, `points` and `winners` by seat.

    `winners` are those who take the cards, the one who leads next first; empty for nobody.
    `tied` are the seats whose groups were equally best, in playing order, if several were.
    """

    number: int
    plays: tuple[Played, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]
    points: Mapping[int, int]
    unclaimed: int
    next_leader: int

    @property
    def leader(self) -> int:
        """The seat that played first."""
        return self.plays[0].seat


def tie_winners(
    rules: Rules, tied: Sequence[tuple[int, Sequence[Card]]], group: int | None
) -> tuple[int, ...]:
    """Which of the equally best groups win, given by seat in playing order; none for nobody.

    Where cards of one rank could stand for each other, a group is read with its strongest suits.
    """
    place = rules.ruleset.deck.suits.index
    readings = []
    for seat, cards in tied:
        strongest_suits_first = sorted(cards, key=lambda card: place(card.suit))
        readings.append(Tied(seat, rules.ranking.reading(strongest_suits_first, group).cards))
    return rules.ties(readings)


def play_round(rules: Rules, number: int, plays: Sequence[Played]) -> RoundResult:
    """Compare the groups of round `number` (from 1), given in playing order.

    A group without a combination cannot win. If no group can, nobody wins the round.
    """
    ranking = rules.ranking
    strength = ranking.play[number - 1]
    strengths = [0 if p.cannot_win else strength(*ranking.encode(p.cards)) for p in plays]
    best = max(strengths)
    equal = [play for play, found in zip(plays, strengths, strict=True) if best and found == best]
    winners = tuple([play.seat for play in equal])
    if len(equal) > 1:
        winners = tie_winners(rules, [(play.seat, play.cards) for play in equal], number - 1)
    cards = tuple([card for play in plays for card in play.cards])
    points = dict(rules.award(Captured(number, cards, winners)))
    return RoundResult(
        number=number,
        plays=tuple(plays),
        winners=winners,
        tied=tuple(play.seat for play in equal) if len(equal) > 1 else (),
        points=points,
        unclaimed=0 if winners else rules.ruleset.card_points.of(cards),
        next_leader=rules.next_leader(plays[0].seat, winners[0] if winners else None),
    )
