"""Kinds for the table: direction, who leads the first round, who deals next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hazari_rules.kinds import Family, Kind

FirstLeader = Callable[[int, int, int, Sequence[int] | None], int]
"""(dealer, step, players, points of the last deal or None) -> the seat that leads."""

NextDealer = Callable[[int, int, int], int]
"""(dealer, step, players) -> the seat that deals next."""

FAMILIES = (
    Family(
        "direction",
        "Direction",
        "Which way round deal and play go. Seats are numbered counter-clockwise: seat 1 sits to"
        " the right of seat 0.",
    ),
    Family("first_leader", "First leader", "Who leads the first round of a deal."),
    Family("next_dealer", "Next dealer", "Who deals after a deal has been played."),
)


def _next_to_dealer(
    dealer: int, step: int, players: int, last_points: Sequence[int] | None = None
) -> int:
    return (dealer + step) % players


def _last_deal_winner(
    dealer: int, step: int, players: int, last_points: Sequence[int] | None
) -> int:
    order = [(dealer + step * i) % players for i in range(1, players + 1)]
    if last_points is None:
        return order[0]
    return max(order, key=lambda seat: (last_points[seat], -order.index(seat)))


KINDS = (
    Kind(
        "direction",
        "counterclockwise",
        "Deal and play go counter-clockwise: the player to the right is always next.",
        "To the right, as usual in Hazari.",
        lambda argument, ruleset: 1,
    ),
    Kind(
        "direction",
        "clockwise",
        "Deal and play go clockwise: the player to the left is always next.",
        "To the left.",
        lambda argument, ruleset: -1,
    ),
    Kind(
        "first_leader",
        "next_to_dealer",
        "The player next to the dealer, in the direction of play, leads the first round.",
        "The player after the dealer in the direction of play.",
        lambda argument, ruleset: _next_to_dealer,
    ),
    Kind(
        "first_leader",
        "dealer",
        "The dealer leads the first round.",
        "The dealer.",
        lambda argument, ruleset: lambda dealer, step, players, last_points: dealer,
    ),
    Kind(
        "first_leader",
        "last_deal_winner",
        "The player with the most points in the last deal leads the first round; of several, the"
        " first after the dealer. In the first deal the player next to the dealer leads.",
        "The player with the most points in the last deal; of several the one who comes first after"
        " the dealer. In the first deal the player next to the dealer.",
        lambda argument, ruleset: _last_deal_winner,
    ),
    Kind(
        "next_dealer",
        "next",
        "After a deal has been played, the next player in the direction of play deals.",
        "The next player in the direction of play.",
        lambda argument, ruleset: lambda dealer, step, players: (dealer + step) % players,
    ),
    Kind(
        "next_dealer",
        "previous",
        "After a deal has been played, the next player against the direction of play deals.",
        "The next player against the direction of play.",
        lambda argument, ruleset: lambda dealer, step, players: (dealer - step) % players,
    ),
)
