"""What the rounds of a deal can be worth: whether counted points can have come from one at all.

What is proved. A deal's rounds are taken one by one by some player or, where the rules allow
it, by nobody; each is worth the cards in it. A row of points is refused only if no way of
giving the rounds to the seats, and the pack's cards to the rounds and to what is left over,
leads to it: for each way the search looks for cards of the right number and value for every
seat at once. So what is refused is impossible. What is accepted is possible as far as the
cards go, unless the search was cut short at SEARCH_LIMIT; whether hands and arrangements
exist in which exactly these rounds are won is not looked into. Where equal groups share a
round, only the sum and the smallest share of a round are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hazari_rules.compiled import Rules
from hazari_rules.kinds_arrangement import AllFouled, FoulEffect, FoulScope

SEARCH_LIMIT = 20_000

ONE_WINNER = ("last_played", "first_played", "suit", "nobody")
_ALWAYS_SOMEBODY = ("last_played", "first_played", "suit", "split")

_Set = tuple[int, int]
"""How many cards, and what they are worth together."""


@dataclass(frozen=True, slots=True)
class PointsProblem:
    """Why points cannot be; `seat` is the one whose points are at fault, if it is one alone."""

    fault: str
    seat: int | None = None

    def told(self, names: Sequence[str] = ()) -> str:
        """The problem for people, with the players' names where they are known."""
        if self.seat is None:
            return self.fault
        return f"{names[self.seat] if names else f'seat {self.seat}'} {self.fault}"


class RoundSums:
    """What the rounds of a deal can be worth under these rules. It never changes once built."""

    def __init__(self, rules: Rules) -> None:
        ruleset = rules.ruleset
        worth = Counter(ruleset.card_points.values[card.rank] for card in rules.deck)
        self._worth = sorted(worth.items(), reverse=True)
        self._total = sum(value * count for value, count in self._worth)
        self._rounds = tuple(rules.players * group.cards for group in ruleset.groups)
        self._undealt = len(rules.deck) - sum(self._rounds)
        self._free = tuple(_may_be_unclaimed(rules, i) for i in range(len(self._rounds)))
        self._shared = ruleset.play.ties.name not in ONE_WINNER
        self._by_cards = ruleset.play.award.name == "captured_card_points"
        foul = rules.violation.foul
        self._forfeits = foul is not None and foul.effect is FoulEffect.SCORES_NOTHING
        self._sums = _suffix_sums(self._worth)

    def problem(self, points: Sequence[int], played: int | None = None) -> PointsProblem | None:
        """Why no deal of `played` rounds (by default all) gives these points, or None.

        >>> from hazari_rules import Game
        >>> hazari = RoundSums(Game.load("hazari").rules)
        >>> hazari.problem((90, 90, 90, 90)) is None
        True
        >>> hazari.problem((355, 5, 0, 0)).told()
        'seat 1 cannot have captured 5 points: a round is worth at least 60'
        """
        if not self._by_cards:
            return None
        count = len(self._rounds) if played is None else played
        rounds, free = self._rounds[:count], self._free[:count]
        aside = self._undealt + sum(self._rounds[count:])
        return (
            self._sum_problem(points, _sums_of_some(rounds, free), aside)
            or (self._share_problem if self._shared else self._seat_problem)(points, rounds)
            or (None if self._shared else self._joint_problem(points, rounds, free, aside))
        )

    def _reaches(self, cards: int, worth: int, start: int = 0) -> bool:
        """Whether so many of the cards from the `start`-th value on can be worth this."""
        sums = self._sums[start]
        return 0 <= cards < len(sums) and worth >= 0 and bool(sums[cards] >> worth & 1)

    def _sum_problem(
        self, points: Sequence[int], unclaimed: set[int], aside: int
    ) -> PointsProblem | None:
        left = self._total - sum(points)
        if any(self._reaches(aside + cards, left) for cards in unclaimed):
            return None
        given = f"the points add up to {sum(points)}"
        if left < 0 or aside + max(unclaimed) == 0:
            return PointsProblem(f"{given}; the pack is worth {self._total}")
        return PointsProblem(f"{given}; no cards that nobody took are worth the other {left}")

    def _seat_problem(self, points: Sequence[int], rounds: Sequence[int]) -> PointsProblem | None:
        sizes = _sums_of_some(rounds, [True] * len(rounds))
        least = min((self._least(size) for size in rounds), default=0)
        for worth, seat in sorted((worth, seat) for seat, worth in enumerate(points)):
            if not any(self._reaches(size, worth) for size in sizes):
                why = "no cards of whole rounds are worth that"
                if worth < least:
                    why = f"a round is worth at least {least}"
                return PointsProblem(f"cannot have captured {worth} points: {why}", seat)
        return None

    def _share_problem(self, points: Sequence[int], rounds: Sequence[int]) -> PointsProblem | None:
        scoring = len(points) if self._forfeits else sum(1 for worth in points if worth)
        least = min((self._least(size) for size in rounds), default=0) // max(1, scoring)
        for seat, worth in enumerate(points):
            if 0 < worth < least:
                why = f"a share of a round is worth at least {least}"
                return PointsProblem(f"cannot have {worth} points: {why}", seat)
        return None

    def _least(self, cards: int) -> int:
        """What so many cards are worth at least."""
        sums = self._sums[0][cards]
        return (sums & -sums).bit_length() - 1

    def _joint_problem(
        self, points: Sequence[int], rounds: Sequence[int], free: Sequence[bool], aside: int
    ) -> PointsProblem | None:
        left = self._total - sum(points)
        search = _Search(self._worth, self._sums)
        takers = [seat for seat, worth in enumerate(points) if worth or not self._worth[-1][0]]
        ways: set[tuple[int, ...]] = {(0,) * len(points) + (aside,)}
        for size, may_be_free in zip(rounds, free, strict=True):
            to = [*takers, len(points)] if may_be_free else takers
            ways = {(*w[:i], w[i] + size, *w[i + 1 :]) for w in ways for i in to}
            if len(ways) > SEARCH_LIMIT:
                return None
        for way in sorted(ways):
            sets = tuple(zip(way, (*points, left), strict=True))
            if all(self._reaches(*wanted) for wanted in sets) and search.finds(sets):
                return None
        return PointsProblem("no way to give the rounds to the players leads to these points")


def _may_be_unclaimed(rules: Rules, number: int) -> bool:
    """Whether the points of this round (from 0) can end up with nobody."""
    ruleset = rules.ruleset
    if ruleset.play.ties.name not in _ALWAYS_SOMEBODY:
        return True
    if (foul := rules.violation.foul) is not None:
        if foul.effect is FoulEffect.SCORES_NOTHING:
            return True
        # Only a group that follows another one can be fouled from there on.
        fouled = number > 0 or foul.scope is FoulScope.WHOLE_DEAL
        if foul.all_fouled is AllFouled.PLAY_ON and fouled:
            return True
    group = ruleset.groups[number]
    parts = rules.vocabulary.meaning("made_from", ruleset.comparison.made_from, ruleset)
    sizes = tuple(parts(group.cards))
    return not any(
        not combination.tests and combination.cards in sizes
        for combination in ruleset.combinations
        if group.combinations is None or combination.id in group.combinations
    )


def _sums_of_some(numbers: Sequence[int], may: Sequence[bool]) -> set[int]:
    """The sums of all selections of those numbers that may be selected."""
    sums = {0}
    for number, allowed in zip(numbers, may, strict=True):
        if allowed:
            sums |= {total + number for total in sums}
    return sums


def _suffix_sums(worth: Sequence[_Set]) -> list[list[int]]:
    """For the cards from the i-th value on: for each number of cards, the sums as bits."""
    tables = [[1]]
    for value, count in reversed(worth):
        before = tables[0]
        table = [0] * (len(before) + count)
        for cards, sums in enumerate(before):
            for more in range(count + 1):
                table[cards + more] |= sums << (value * more)
        tables.insert(0, table)
    return tables


class _Search:
    """Looks for disjoint sets of cards, each of a wanted number and worth, that use up the pack."""

    def __init__(self, worth: Sequence[_Set], sums: list[list[int]]) -> None:
        self._worth = worth
        self._sums = sums
        self._left = SEARCH_LIMIT
        self._failed: set[tuple[int, tuple[_Set, ...]]] = set()

    def finds(self, sets: Sequence[_Set]) -> bool:
        """Whether there are such sets; true as well once the search has been cut short."""
        return self._fits(0, tuple(sorted(wanted for wanted in sets if wanted != (0, 0))))

    def _fits(self, start: int, sets: tuple[_Set, ...]) -> bool:
        if start == len(self._worth) or self._left <= 0:
            return True
        state = (start, tuple(sorted(sets)))
        if state in self._failed:
            return False
        value, count = self._worth[start]
        for taken in self._splits(start, sets, count):
            rest = tuple(
                (cards - n, worth - n * value)
                for (cards, worth), n in zip(sets, taken, strict=True)
            )
            if self._unions_reach(start + 1, rest) and self._fits(start + 1, rest):
                return True
        if self._left <= 0:
            return True
        self._failed.add(state)
        return False

    def _splits(self, start: int, sets: Sequence[_Set], count: int) -> Iterator[tuple[int, ...]]:
        """Ways to give `count` cards of one value to the sets, the most promising first."""
        self._left -= 1
        if not sets:
            if not count:
                yield ()
            return
        (cards, worth), value = sets[0], self._worth[start][0]
        sums = self._sums[start + 1]
        numbers = [
            n
            for n in range(min(cards, count) + 1)
            if cards - n < len(sums)
            and worth >= n * value
            and sums[cards - n] >> (worth - n * value) & 1
        ]
        numbers.sort(key=lambda n: abs(n - self._wish(start, cards, worth)))
        for n in numbers:
            if self._left <= 0:
                return
            for others in self._splits(start, sets[1:], count - n):
                yield (n, *others)

    def _wish(self, start: int, cards: int, worth: int) -> float:
        """How many cards of this value leave the set with an average need of the later ones."""
        later = self._worth[start + 1 :]
        if not later:
            return cards
        mean = sum(value * count for value, count in later) / sum(count for _, count in later)
        return (worth - cards * mean) / (self._worth[start][0] - mean)

    def _unions_reach(self, start: int, sets: Sequence[_Set]) -> bool:
        """Whether every union of some sets can be had, which is needed for all of them at once."""
        sums = self._sums[start]
        unions = [(0, 0)]
        for cards, worth in sets:
            unions += [(n + cards, total + worth) for n, total in unions]
        return all(n < len(sums) and sums[n] >> total & 1 for n, total in unions)
