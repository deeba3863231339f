"""What goes into a batch of deals and what comes out: one column for each deal."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from hazari_rules.batch_codes import Flags, Ints

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Arranged:
    """Deals that are dealt and arranged, whoever deals and whatever the totals are.

    `strengths` and `points` have a row for each round: the strength of each seat's group, the
    points of all the round's cards. `holding` has a row for each condition on dealt hands, whose
    bits are the seats for which it holds; `impossible` marks deals with a hand that cannot be
    arranged. `cards` are there where rules look at them later.
    """

    seed: int
    numbers: IntArray
    strengths: Ints
    points: Ints
    holding: Ints
    impossible: Flags
    cards: Ints | None

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, part: slice) -> Arranged:
        """Some of the deals in a row."""
        return self.take(part)

    def take(self, indices: Ints | slice) -> Arranged:
        """The deals at these places, in this order, each as often as it is named."""
        return Arranged(
            self.seed,
            self.numbers[indices],
            self.strengths[:, :, indices],
            self.points[:, indices],
            self.holding[:, indices],
            self.impossible[indices],
            None if self.cards is None else self.cards[:, :, indices],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Starts:
    """What deals take over from their matches so far, as `DealStart` has it for one.

    `totals` and `last_points` have a row for each seat; `has_last` is false where no deal has
    been scored yet, and `last_points` mean nothing there.
    """

    dealer: IntArray
    totals: IntArray
    target: IntArray
    last_points: IntArray
    has_last: Flags

    def __getitem__(self, part: slice) -> Starts:
        """Some of the deals in a row."""
        return Starts(*(getattr(self, field.name)[..., part] for field in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """How deals ended, as `DealState` and `DealEnded` have it for one.

    `ending` is the place in `Ending`, `reason` the place in `Batch.reasons` or -1; `points` and
    `totals` have a row for each seat, `winners` and `tied` one for each round, with a bit for
    each seat; `event_seats` are bits too. `target` is that after the deal.
    """

    ending: IntArray
    reason: IntArray
    points: IntArray
    totals: IntArray
    target: IntArray
    dealer_moves: Flags
    wins_match: Flags
    event_seats: IntArray
    first_leader: IntArray
    rounds_played: IntArray
    winners: IntArray
    tied: IntArray
    unclaimed: IntArray

    @classmethod
    def of(cls, deals: int, players: int, rounds: int) -> Ends:
        """So many deals of which nothing is known yet."""
        return cls(
            ending=np.zeros(deals, np.int64),
            reason=np.full(deals, -1, np.int64),
            points=np.zeros((players, deals), np.int64),
            totals=np.zeros((players, deals), np.int64),
            target=np.zeros(deals, np.int64),
            dealer_moves=np.ones(deals, bool),
            wins_match=np.zeros(deals, bool),
            event_seats=np.zeros(deals, np.int64),
            first_leader=np.zeros(deals, np.int64),
            rounds_played=np.zeros(deals, np.int64),
            winners=np.zeros((rounds, deals), np.int64),
            tied=np.zeros((rounds, deals), np.int64),
            unclaimed=np.zeros(deals, np.int64),
        )

    def __getitem__(self, part: slice) -> Ends:
        """Some of the deals in a row; what is written there is written here."""
        return Ends(*(getattr(self, field.name)[..., part] for field in fields(self)))
