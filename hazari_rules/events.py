"""What happens in a match, as immutable values for observers, records and printed play."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from hazari_rules.arrange import Locked
from hazari_rules.cards import Card
from hazari_rules.rounds import RoundResult


class Ending(StrEnum):
    """How a deal ended."""

    PLAYED = "played"
    REDEAL = "redeal"
    ALL_FOULED = "all_fouled"
    INSTANT_WIN = "instant_win"
    TARGET_REACHED = "target_reached"


class Dealt(NamedTuple):
    """The hands of a deal, seat by seat; `number` counts every dealing of the match from 1."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]


class Arranged(NamedTuple):
    """All arrangements are locked."""

    locked: tuple[Locked, ...]


class RoundPlayed(NamedTuple):
    """A round was played."""

    result: RoundResult


class DealEnded(NamedTuple):
    """A deal is over. Points and totals are seat by seat.

    `reason` is the id of the redeal or instant win that ended it, else empty; `seats` are the
    players it was for. `unclaimed` points went to nobody: with `points` they make up the cards of
    all rounds that were played. An instant win decides by itself what counts, so nothing is
    unclaimed then.
    """

    number: int
    dealer: int
    ending: Ending
    points: tuple[int, ...]
    unclaimed: int
    totals: tuple[int, ...]
    reason: str = ""
    seats: tuple[int, ...] = ()


class TargetRaised(NamedTuple):
    """Nobody has won yet although the target was reached; it is now this."""

    target: int


class MatchWon(NamedTuple):
    """The match is over; several winners share it."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]


Event = Dealt | Arranged | RoundPlayed | DealEnded | TargetRaised | MatchWon
