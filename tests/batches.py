"""Deals played in a batch and one by one by the plain engine, told in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from hazari_rules.autoplay import bot_player
from hazari_rules.batch import Batch, Ends, IntArray, Starts
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.deal import DealState
from hazari_rules.dealing import deal_hands
from hazari_rules.errors import HazariError
from hazari_rules.events import Ending
from hazari_rules.loading import Loader
from hazari_rules.match import MatchState

VARIANTS = ("hazari", "hazarey")
Told = dict[str, Any]


@cache
def _loader() -> Loader:
    return Loader.shipped()


def rules_of(variant: str, **options: str) -> Rules:
    return Rules.compile(_loader().load(variant, options).ruleset, vocabulary())


def other_choices(variant: str) -> Iterator[tuple[str, str]]:
    """Every choice of every option that is not the default."""
    for option in _loader().load(variant).options:
        yield from ((option.id, choice) for choice in option.choices if choice != option.default)


def random_starts(rules: Rules, deals: int, seed: int) -> Starts:
    """Any dealer; totals far from the target, near it, past it, equal; points of a last deal."""
    dice = np.random.default_rng(seed)
    players, target = rules.players, rules.ruleset.match.target
    far = dice.integers(0, max(1, target), (players, deals))
    near = target - dice.integers(-200, 250, (players, deals))
    alike = target - dice.integers(0, 4, (players, deals)) * 60
    kind = dice.integers(0, 3, deals)
    return Starts(
        dealer=dice.integers(0, players, deals),
        totals=np.choose(kind, [far, near, alike]),
        target=target + 500 * dice.integers(0, 2, deals),
        last_points=dice.integers(0, 4, (players, deals)) * 90,
        has_last=dice.random(deals) < 0.7,
    )


def played_singly(rules: Rules, start: Starts, deal: int, seed: int, number: int) -> DealState:
    """The plain engine's play of one deal between bots, as a match goes about it."""
    last = tuple(start.last_points[:, deal].tolist())
    match = MatchState(
        rules,
        int(start.dealer[deal]),
        tuple(start.totals[:, deal].tolist()),
        int(start.target[deal]),
        last_points=last if start.has_last[deal] else None,
    )
    table, bot = rules.ruleset.table, bot_player()
    hands = deal_hands(rules.deck, table.players, table.cards_each, seed, number)
    match = match.give_hands(hands)
    while not match.deals:
        assert match.deal
        assert match.deal.pending
        match = match.apply(bot(match, match.deal.pending))
    return match.deals[0]


def told_of_state(deal: DealState) -> Told:
    end, rounds = deal.end, len(deal.rules.ruleset.groups)
    assert end
    not_played = [()] * (rounds - len(deal.rounds))
    return {
        "ending": end.ending,
        "reason": end.reason,
        "points": list(end.points),
        "totals": list(end.totals),
        "target": deal.target,
        "dealer_moves": deal.dealer_moves,
        "wins_match": deal.wins_match,
        "event_seats": sorted(end.seats),
        "first_leader": deal.leader,
        "rounds_played": len(deal.rounds),
        "winners": [sorted(seats) for seats in (*(r.winners for r in deal.rounds), *not_played)],
        "tied": [sorted(seats) for seats in (*(r.tied for r in deal.rounds), *not_played)],
        "unclaimed": end.unclaimed,
    }


def told_of_batch(batch: Batch, ends: Ends, deal: int) -> Told:
    def seats(bits: Iterable[int]) -> list[list[int]]:
        return [[seat for seat in range(batch.rules.players) if word >> seat & 1] for word in bits]

    return {
        "ending": list(Ending)[ends.ending[deal]],
        "reason": batch.reasons[ends.reason[deal]] if ends.reason[deal] >= 0 else "",
        "points": ends.points[:, deal].tolist(),
        "totals": ends.totals[:, deal].tolist(),
        "target": int(ends.target[deal]),
        "dealer_moves": bool(ends.dealer_moves[deal]),
        "wins_match": bool(ends.wins_match[deal]),
        "event_seats": seats([int(ends.event_seats[deal])])[0],
        "first_leader": int(ends.first_leader[deal]),
        "rounds_played": int(ends.rounds_played[deal]),
        "winners": seats(ends.winners[:, deal].tolist()),
        "tied": seats(ends.tied[:, deal].tolist()),
        "unclaimed": int(ends.unclaimed[deal]),
    }


def compared(rules: Rules, deals: int, seed: int = 1, first: int = 0) -> list[Told]:
    """What the plain engine tells of these deals, once the batch has told the same.

    Deals with a hand that no arrangement makes legal must be refused in the same words.
    """
    batch = Batch.of(rules)
    numbers = np.arange(first, first + deals)
    start, arranged = random_starts(rules, deals, seed + first), batch.arranged(seed, numbers)
    stories: dict[int, Told] = {}
    for deal, number in enumerate(numbers.tolist()):
        try:
            stories[deal] = told_of_state(played_singly(rules, start, deal, seed, number))
        except HazariError as error:
            alone = slice(deal, deal + 1)
            with pytest.raises(HazariError, match=f"^{re.escape(str(error))}$"):
                batch.play(arranged[alone], start[alone])
    chosen = np.array([*stories], np.intp)
    ends = batch.play(arranged.take(chosen), some_starts(start, chosen))
    for place, deal in enumerate(stories):
        told = told_of_batch(batch, ends, place)
        assert told == stories[deal], f"deal {numbers[deal]} of seed {seed}"
    return [*stories.values()]


def some_starts(start: Starts, chosen: IntArray) -> Starts:
    """The starts of some of the deals."""
    return Starts(
        start.dealer[chosen],
        start.totals[:, chosen],
        start.target[chosen],
        start.last_points[:, chosen],
        start.has_last[chosen],
    )
