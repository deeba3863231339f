"""What arrangements bring: rounds and points expected against known or random hands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, combinations, islice, pairwise
from math import comb, prod, sqrt
from typing import NamedTuple

from hazari_rules.arrange import Groups, greedy
from hazari_rules.cards import Card, format_group
from hazari_rules.compiled import Rules
from hazari_rules.dealing import shuffled
from hazari_rules.errors import HazariError
from hazari_rules.rounds import Played, play_round
from hazari_rules.solver import Arrangements, Placed

Hands = tuple[tuple[Card, ...], ...]

_FIRST_DEALS = 500  # enough to tell which arrangements are worth being played out
_OTHERS = 8
_NO_DEAL = "in no deal looked at have all other hands a legal arrangement"


class Objective(StrEnum):
    """What the best arrangement is best at."""

    LEXICOGRAPHIC = "lexicographic"
    ROUNDS = "rounds"
    POINTS = "points"


class Estimate(NamedTuple):
    """A mean and its standard error; the error is 0 where all cases were counted."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Field:
    """Whom a hand is held against; every player deals equally often.

    `hands` are those of the other players, from the next in playing order on. Without them the
    others get random hands of the unseen cards: deal i of `deals` is a function of (seed, i). If
    no more than `deals` different deals exist, all are counted instead. The others arrange as the
    greedy bot does; deals in which one of them has no legal arrangement are left out, and so are
    redeals, instant wins and the match around the deal. Raises HazariError for less than one deal.
    """

    deals: int = 1_000
    seed: int = 1
    hands: Hands | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.deals, int) or self.deals < 1:
            raise HazariError(f"deals: {self.deals!r}; give a whole number from 1 on")


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an arrangement brings.

    `wins` are the chances of the groups to win their rounds; a shared round counts in parts.
    `rounds` and `points` are what the whole deal brings. `cases` is how many deals were looked
    at, `exact` whether these are all there are.
    """

    placed: Placed
    wins: tuple[Estimate, ...]
    rounds: Estimate
    points: Estimate
    cases: int
    exact: bool


def outlooks(
    rules: Rules,
    hand: Sequence[Card],
    candidates: Sequence[Placed],
    field: Field,
    watch: Callable[[int, int], object] | None = None,
) -> tuple[Outlook, ...]:
    """What each of these arrangements of a hand brings, all against the same deals.

    `watch` is told after each deal how many are done, and of how many.
    Raises HazariError for hands that cannot be at the table together or be arranged.
    """
    worlds = _Worlds(rules, hand, field)
    sums = [_Sums(len(rules.ruleset.groups)) for _ in candidates]
    for done, (dealer, arranged) in enumerate(worlds, start=1):
        if watch is not None:
            watch(done, worlds.count)
        for placed, sum_ in zip(candidates, sums, strict=True):
            sum_.add(*_play(rules, dealer, [placed.groups, *arranged]))
    if not all(sum_.cases for sum_ in sums):
        raise HazariError(_NO_DEAL)
    return tuple(
        sum_.outlook(placed, exact=worlds.exact)
        for placed, sum_ in zip(candidates, sums, strict=True)
    )


def contenders(legal: Arrangements, field: Field) -> tuple[Placed, ...]:
    """The arrangements that may be best by an objective: the Pareto front, then some others.

    Strengths alone do not decide how many points a hand brings: a card of many points scores more
    as a spare card of a group that wins. So those others are added that bring the most points in
    the first deals, of all legal ones, each round seen by itself and a tie counted half.

    Raises HazariError if nothing is legal, or as `outlooks` does.
    """
    front = legal.front()
    if not front:
        raise HazariError(f"the hand {format_group(legal.hand)} has no legal arrangement")
    rules = legal.rules
    met: list[list[tuple[int, int]]] = [[] for _ in rules.ruleset.groups]
    for _, arranged in islice(_Worlds(rules, legal.hand, field), _FIRST_DEALS):
        rounds = zip(*arranged, strict=True)
        for strength, seen, groups in zip(rules.ranking.play, met, rounds, strict=True):
            strongest = max(strength(*rules.ranking.encode(group)) for group in groups)
            seen.append((strongest, sum(map(rules.ruleset.card_points.of, groups))))
    if not met[0]:
        raise HazariError(_NO_DEAL)
    return (*front, *(p for p in legal.most(list(map(_worth, met)), _OTHERS) if p not in front))


def _worth(met: Sequence[tuple[int, int]]) -> Callable[[int, int], float]:
    """What a group brings by its strength and its points, having met these in its round.

    Each is the strength of the best other group and the points of all others.
    """
    rising = sorted(met)
    strengths = [strength for strength, _ in rising]
    captured = list(accumulate((points for _, points in rising), initial=0))

    def worth(strength: int, points: int) -> float:
        beaten, reached = bisect_left(strengths, strength), bisect_right(strengths, strength)
        return (points * (beaten + reached) + captured[beaten] + captured[reached]) / 2

    return worth


def best(legal: Arrangements, objective: Objective | str, field: Field) -> Placed:
    """The best legal arrangement by an objective; of equals the one with the stronger first group.

    Rounds depend on strengths alone, so the best is in the Pareto front; points do not, so the
    `contenders` are compared. Raises HazariError if nothing is legal, for an objective that does
    not exist, or as `outlooks` does.
    """
    if objective not in list(Objective):
        raise HazariError(f"no objective is '{objective}'; known: {', '.join(Objective)}")
    front = legal.front()
    if not front:
        raise HazariError(f"the hand {format_group(legal.hand)} has no legal arrangement")
    if objective == Objective.LEXICOGRAPHIC:
        return front[0]
    compared = contenders(legal, field) if objective == Objective.POINTS else front
    found = outlooks(legal.rules, legal.hand, compared, field)
    return max(found, key=lambda outlook: getattr(outlook, objective).mean).placed


class _Worlds:
    """The deals of a field: who deals and what the others hold. Seat 0 holds the hand."""

    def __init__(self, rules: Rules, hand: Sequence[Card], field: Field) -> None:
        table = rules.ruleset.table
        self._rules, self._field, self._each = rules, field, table.cards_each
        self._unseen = tuple(card for card in rules.deck if card not in hand)
        self._others = table.players - 1
        if field.hands is not None:
            self._refuse(field.hands, hand)
        sizes = [len(self._unseen) - self._each * i for i in range(self._others)]
        ways = prod(comb(size, self._each) for size in sizes)
        every = table.players * (ways if field.hands is None else 1)
        self.exact = field.hands is not None or every <= field.deals
        self.count = every if self.exact else field.deals

    def _refuse(self, hands: Hands, hand: Sequence[Card]) -> None:
        if len(hands) != self._others:
            raise HazariError(
                f"number of other hands given: {len(hands)}; other players: {self._others}"
            )
        seen: list[Card] = list(hand)
        for other in hands:
            if len(other) != self._each:
                raise HazariError(f"a hand of {len(other)} cards; each player gets {self._each}")
            if twice := [card for card in other if card in seen]:
                raise HazariError(f"in two hands at once: {format_group(twice)}")
            self._rules.ranking.encode(other)
            seen += other

    def __iter__(self) -> Iterator[tuple[int, Sequence[Groups]]]:
        """(dealer, what the seats from 1 on play) of each deal in which all have something."""
        for dealer, hands in self._dealt():
            try:
                arranged = [greedy(self._rules, hand) for hand in hands]
            except HazariError:
                continue  # a hand without a legal arrangement ends no deal
            yield dealer, arranged

    def _dealt(self) -> Iterator[tuple[int, Hands]]:
        """(dealer, hands of the seats from 1 on) of each deal."""
        players = self._rules.players
        if not self.exact:
            for number in range(self._field.deals):
                cards = shuffled(self._unseen, self._field.seed, number)
                cut = [self._each * i for i in range(self._others + 1)]
                yield number % players, tuple(cards[a:b] for a, b in pairwise(cut))
            return
        if self._field.hands is None:
            every = _all_hands(self._unseen, self._each, self._others)
        else:
            order = self._rules.order_from(0)[1:]
            held = dict(zip(order, self._field.hands, strict=True))
            every = iter([tuple(held[seat] for seat in sorted(held))])
        for hands in every:
            for dealer in range(players):
                yield dealer, hands


def _all_hands(cards: tuple[Card, ...], each: int, others: int) -> Iterator[Hands]:
    if not others:
        yield ()
        return
    for first in combinations(cards, each):
        left = tuple(card for card in cards if card not in first)
        for rest in _all_hands(left, each, others - 1):
            yield (first, *rest)


def _play(rules: Rules, dealer: int, arranged: Sequence[Groups]) -> tuple[list[float], int]:
    """Seat 0's part of each round, and its points, when these arrangements are played."""
    leader = rules.first_leader(dealer, rules.step, rules.players, None)
    won: list[float] = []
    points = 0
    for number in range(1, len(rules.ruleset.groups) + 1):
        plays = [Played(seat, arranged[seat][number - 1]) for seat in rules.order_from(leader)]
        result = play_round(rules, number, plays)
        won.append(1 / len(result.winners) if 0 in result.winners else 0.0)
        points += result.points.get(0, 0)
        leader = result.next_leader
    return won, points


class _Sums:
    """Sums and sums of squares of what the deals bring: each round, all rounds, points."""

    def __init__(self, groups: int) -> None:
        self.cases = 0
        self._sums = [0.0] * (groups + 2)
        self._squares = [0.0] * (groups + 2)

    def add(self, won: Sequence[float], points: int) -> None:
        self.cases += 1
        for i, value in enumerate((*won, sum(won), points)):
            self._sums[i] += value
            self._squares[i] += value * value

    def outlook(self, placed: Placed, *, exact: bool) -> Outlook:
        found = [
            _estimate(total, squares, self.cases, exact=exact)
            for total, squares in zip(self._sums, self._squares, strict=True)
        ]
        *wins, rounds, points = found
        return Outlook(placed, tuple(wins), rounds, points, self.cases, exact)


def _estimate(total: float, squares: float, cases: int, *, exact: bool) -> Estimate:
    mean = total / cases
    if exact or cases < 2:
        return Estimate(mean, 0.0)
    variance = max(0.0, squares / cases - mean * mean) * cases / (cases - 1)
    return Estimate(mean, sqrt(variance / cases))


class Share(NamedTuple):
    """How many of `groups` other groups one beats and equals; exact counts."""

    beaten: int
    equal: int
    groups: int


def shares(
    rules: Rules, hand: Sequence[Card], candidates: Sequence[Placed]
) -> tuple[tuple[Share, ...], ...]:
    """For each group of each arrangement, how it stands against all groups of unseen cards."""
    unseen = rules.ranking.encode(card for card in rules.deck if card not in hand)
    counted: dict[object, Mapping[int, int]] = {}
    tables = []
    for strength, group in zip(rules.ranking.play, rules.ruleset.groups, strict=True):
        key = (strength, group.cards)
        if key not in counted:
            every = combinations(unseen, group.cards)
            counted[key] = Counter(strength(*codes) for codes in every)
        tables.append(counted[key])
    return tuple(
        tuple(
            Share(
                sum(number for other, number in table.items() if other < strength),
                table.get(strength, 0),
                sum(table.values()),
            )
            for strength, table in zip(placed.strengths, tables, strict=True)
        )
        for placed in candidates
    )
