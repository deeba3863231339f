"""Tables of a simulation: matches played one after another, many tables at once, in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from hazari_rules.autoplay import MAX_DEALS
from hazari_rules.batch import Arranged, Batch, Ends, Starts
from hazari_rules.batch_verdicts import check_targets
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError
from hazari_rules.events import Ending
from hazari_rules.model import Ruleset
from hazari_rules.plugins import Plugins
from hazari_rules.simulate_sums import DEALS_A_TABLE, PAIR_COLUMNS, Sums, columns

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_WAVE = 3
"""So many deals at once for the matches that a table's own deals did not end."""
_BEYOND = 2**48
"""Their numbers start here, MAX_DEALS for each table; no table's own deal gets so far."""
_ENDINGS = tuple(Ending)
_INSTANT_WIN = _ENDINGS.index(Ending.INSTANT_WIN)
_VOID = [_ENDINGS.index(ending) for ending in (Ending.REDEAL, Ending.ALL_FOULED)]


def play_tables(rulesets: Sequence[Ruleset], seed: int, deals: int, start: int, stop: int) -> Sums:
    """Play the tables from `start` to before `stop` under each ruleset, with the same deals.

    Deal i of the seed is deal i % DEALS_A_TABLE of table i // DEALS_A_TABLE; only the last table
    may have fewer, so that there are `deals` in all. A table's first dealer is seat 0; from match
    to match the deal passes on as from deal to deal, so that the seats stay the same under rules
    that end matches at other times.
    Arguments and result can be sent to another process or machine.
    Raises HazariError for a match without an end.
    """
    count = stop - start
    steps = np.arange(DEALS_A_TABLE)[:, None]
    numbers = np.arange(start, stop) * DEALS_A_TABLE + steps
    # Tables whose deals run out stand at the end: each step plays the first so many.
    playing = (numbers < deals).sum(axis=1)
    sides = [_Side(ruleset, seed, numbers[numbers < deals], count) for ruleset in rulesets]
    pairs = np.zeros((len(sides) - 1, len(PAIR_COLUMNS), count), dtype=np.int64)
    done = 0
    for now in playing[playing > 0].tolist():
        same = [side.same_state(sides[0], now) for side in sides[1:]]
        ends = [side.play_own(done, now) for side in sides]
        for pair, alike, end in zip(pairs, same, ends[1:], strict=True):
            pair[0, :now] += alike
            pair[1, :now] += alike & _otherwise(ends[0], end)
        done += now
    for side in sides:
        side.end_matches(start)
    for pair, side in zip(pairs, sides[1:], strict=True):
        pair[2] = 1
        pair[3] = side.first_winners != sides[0].first_winners
    return _sums(sides, pairs)


def _otherwise(one: Ends, other: Ends) -> Flags:
    """Which deals came out otherwise; points of an instant win may depend on the totals before."""
    found: Flags = (
        (one.ending != other.ending)
        | (one.reason != other.reason)
        | (one.event_seats != other.event_seats)
        | (one.points != other.points).any(axis=0) & (one.ending != _INSTANT_WIN)
    )
    return found


def _sums(sides: Sequence[_Side], pairs: Ints) -> Sums:
    vectors = np.concatenate([*(side.counts for side in sides), *pairs])
    products = vectors @ vectors.T
    return Sums(
        vectors.shape[1],
        tuple(vectors.sum(axis=1).tolist()),
        tuple(products[np.triu_indices(len(vectors))].tolist()),
        tuple(side.squares for side in sides),
        tuple(tuple(np.bincount(side.lengths).tolist()) for side in sides),
    )


class _Side:
    """All tables under one ruleset: where their matches stand, and what was counted."""

    def __init__(self, ruleset: Ruleset, seed: int, numbers: Ints, tables: int) -> None:
        self.rules, self.batch = _compiled(ruleset)
        self.seed = seed
        self.arranged = self.batch.arranged(seed, numbers)
        players, step = self.rules.players, self.rules.step
        names = columns(ruleset)
        self.row = {name: i for i, name in enumerate(names)}
        self.counts = np.zeros((len(names), tables), dtype=np.int64)
        self.squares = 0
        self.lengths: list[int] = []
        self.first_winners = np.full(tables, -1, dtype=np.int64)
        self.next_dealer = np.array(
            [self.rules.next_dealer(seat, step, players) for seat in range(players)]
        )
        self.last_matters = _last_matters(self.rules)
        self.dealer = np.zeros(tables, dtype=np.int64)
        self.first_dealer = np.zeros(tables, dtype=np.int64)
        self.totals = np.zeros((players, tables), dtype=np.int64)
        self.target = np.full(tables, ruleset.match.target, dtype=np.int64)
        self.last_points = np.zeros((players, tables), dtype=np.int64)
        self.has_last = np.zeros(tables, dtype=np.bool_)
        self.length = np.zeros(tables, dtype=np.int64)

    def same_state(self, other: _Side, now: int) -> Flags:
        """Where the first `now` tables stand as those of the other side, in all that can matter."""
        same: Flags = self.dealer == other.dealer
        if self.last_matters or other.last_matters:
            same = same & (self.has_last == other.has_last)
            same = same & (self.last_points == other.last_points).all(axis=0)
        if self.rules.at_once or other.rules.at_once:
            same = same & (self.totals == other.totals).all(axis=0) & (self.target == other.target)
        return same[:now]

    def play_own(self, done: int, now: int) -> Ends:
        """Play the next deal of the first `now` tables; `done` deals were played before."""
        tables = np.arange(now)
        ends = self._play(tables, self.arranged.take(np.arange(done, done + now)))
        self._count(ends, now)
        return ends

    def end_matches(self, start: int) -> None:
        """Play the matches in progress to their ends, with deals that count for nothing else."""
        base = _BEYOND + (start + np.arange(len(self.length))) * MAX_DEALS
        for number in range(0, MAX_DEALS, _WAVE):
            open_ = np.flatnonzero(self.length)
            if not len(open_):
                self._count_first_matches()
                return
            steps = np.arange(number, number + _WAVE)[:, None]
            arranged = self.batch.arranged(self.seed, (base[open_] + steps).ravel())
            going = np.arange(len(open_))
            for step in range(_WAVE):
                self._play(open_[going], arranged.take(step * len(open_) + going))
                going = going[self.length[open_[going]] > 0]
        raise HazariError(f"no end after {MAX_DEALS} deals; is a redeal always true?")

    def _play(self, tables: Ints, arranged: Arranged) -> Ends:
        start = Starts(
            dealer=self.dealer[tables],
            totals=self.totals[:, tables],
            target=self.target[tables],
            last_points=self.last_points[:, tables],
            has_last=self.has_last[tables],
        )
        ends = self.batch.play(arranged, start)
        scored = ~np.isin(ends.ending, _VOID)
        self.totals[:, tables] = ends.totals
        self.last_points[:, tables] = np.where(scored, ends.points, start.last_points)
        self.has_last[tables] = start.has_last | scored
        moved = self.next_dealer[start.dealer]
        self.dealer[tables] = np.where(ends.dealer_moves, moved, start.dealer)
        self.length[tables] += 1
        counted = np.where(scored & ~ends.wins_match, ends.totals, ends.target - 1)
        winners, self.target[tables] = check_targets(self.rules, counted, ends.target)
        winners = np.where(ends.wins_match, ends.event_seats, winners)
        over = np.flatnonzero(winners)
        self._matches_over(tables[over], winners[over])
        return ends

    def _matches_over(self, tables: Ints, winners: Ints) -> None:
        """Count the matches that these tables end, and set the tables for the next ones."""
        row, lengths = self.row, self.length[tables]
        places = self.rules.step * np.arange(self.rules.players)[:, None]
        seats = winners >> (self.first_dealer[tables] + places) % self.rules.players & 1
        self.counts[row["matches"], tables] += 1
        self.counts[row["match_deals"], tables] += lengths
        self.counts[row["matches_shared"], tables] += seats.sum(axis=0) > 1
        self.counts[row["matches_won.1"] : row["matches_won.1"] + len(seats), tables] += seats
        self.lengths += lengths.tolist()
        first = self.first_winners[tables]
        self.first_winners[tables] = np.where(first < 0, winners, first)
        self.first_dealer[tables] = self.dealer[tables]
        self.length[tables] = 0
        self.totals[:, tables] = self.last_points[:, tables] = 0
        self.target[tables] = self.rules.ruleset.match.target
        self.has_last[tables] = False

    def _count_first_matches(self) -> None:
        """Seat 0 deals the first match of every table."""
        row, players = self.row, self.rules.players
        self.counts[row["tables"]] = 1
        for place in range(players):
            seat = self.rules.step * place % players
            self.counts[row["first_won.1"] + place] = self.first_winners >> seat & 1

    def _count(self, ends: Ends, now: int) -> None:
        counts, row, players = self.counts[:, :now], self.row, self.rules.players
        counts[row["deals"]] += 1
        tables = np.arange(now)
        np.add.at(counts, (row[f"ending.{_ENDINGS[0]}"] + ends.ending, tables), 1)
        named = np.flatnonzero(ends.reason >= 0)
        first_reason = row[f"ending.{_ENDINGS[-1]}"] + 1
        np.add.at(counts, (first_reason + ends.reason[named], named), 1)
        counts[row["unclaimed"]] += ends.unclaimed
        self.squares += int((ends.points * ends.points).sum())
        played = np.arange(len(ends.winners))[:, None] < ends.rounds_played
        counts[row["rounds"]] += ends.rounds_played
        counts[row["rounds_tied"]] += (played & (ends.tied > 0)).sum(axis=0)
        counts[row["rounds_won_by_nobody"]] += (played & (ends.winners == 0)).sum(axis=0)
        for place in range(players):
            seat = (ends.first_leader + self.rules.step * place) % players
            counts[row["points.1"] + place] += ends.points[seat, tables]
            won = played & (ends.winners >> seat & 1 > 0)
            counts[row["rounds_won.1"] + place] += won.sum(axis=0)


def _last_matters(rules: Rules) -> bool:
    """Whether who leads a deal depends on the points of the deal before."""
    players = rules.players
    best = [tuple(int(seat == other) for other in range(players)) for seat in range(players)]
    return any(
        len({rules.first_leader(dealer, rules.step, players, last) for last in (None, *best)}) > 1
        for dealer in range(players)
    )


@lru_cache(maxsize=16)
def _compiled(ruleset: Ruleset) -> tuple[Rules, Batch]:
    """The rules ready to play, kept for the next task."""
    try:
        rules = Rules.compile(ruleset, vocabulary())
    except HazariError:
        rules = Rules.compile(ruleset, Plugins.installed().vocabulary())
    return rules, Batch.of(rules)
