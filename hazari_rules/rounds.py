"""One round: groups played in turn, the best wins, ties, what is captured, who leads next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.kinds_play import Captured, Tied


class Played(NamedTuple):
    """One group of a round, by the seat that played it; a fouled group cannot win."""

    seat: int
    cards: tuple[Card, ...]
    cannot_win: bool = False


class RoundResult(NamedTuple):
    """A finished round. `plays` are in playing order, `winners` by seat.

    `winners` are those who take the cards, the one who leads next first; empty for nobody.
    `tied` are the seats whose groups were equally best, in playing order, if several were.
    `shares` are (seat, points) for each seat that gets something.
    """

    number: int
    plays: tuple[Played, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    unclaimed: int
    next_leader: int

    @property
    def leader(self) -> int:
        """The seat that played first."""
        return self.plays[0].seat

    @property
    def points(self) -> Mapping[int, int]:
        """What each seat gets that gets something."""
        return dict(self.shares)


def tie_winners(
    rules: Rules, tied: Sequence[tuple[int, Sequence[Card]]], group: int | None
) -> tuple[int, ...]:
    """Which of the equally best groups win, given by seat in playing order; none for nobody.

    Where cards could stand for each other, a group is read with its strongest suits.
    """
    reading = rules.ranking.reading
    return rules.ties([Tied(seat, reading(cards, group).cards) for seat, cards in tied])


def play_round(rules: Rules, number: int, plays: Sequence[Played]) -> RoundResult:
    """Compare the groups of round `number` (from 1), given in playing order.

    A group without a combination cannot win. If no group can, nobody wins the round.
    """
    strength, encode = rules.ranking.play[number - 1], rules.ranking.encode
    strengths = [0 if unable else strength(*encode(cards)) for _, cards, unable in plays]
    return decide_round(rules, number, plays, strengths)


def decide_round(
    rules: Rules, number: int, plays: Sequence[Played], strengths: Sequence[int]
) -> RoundResult:
    """The same where the strengths of the groups are known; 0 for those that cannot win."""
    best = max(strengths)
    winners: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    if best and strengths.count(best) == 1:
        winners = (plays[strengths.index(best)].seat,)
    elif best:
        equal = [plays[i] for i, found in enumerate(strengths) if found == best]
        tied = tuple([play.seat for play in equal])
        winners = tie_winners(rules, [(seat, cards) for seat, cards, _ in equal], number - 1)
    captured = tuple(chain.from_iterable([cards for _, cards, _ in plays]))
    return RoundResult(
        number,
        tuple(plays),
        winners,
        tied,
        tuple(rules.award(Captured(number, captured, winners)).items()),
        0 if winners else rules.ruleset.card_points.of(captured),
        rules.next_leader(plays[0].seat, winners[0] if winners else None),
    )
