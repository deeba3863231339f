"""Generated cases about rounds, seats, points and totals: layers L5 to L7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hazari_rules.cards import Card
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_classes import Classes, ClassOf
from hazari_rules.conformance_dice import Dice
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_protocol import AnswerKind, Outcome

_TIES = 12
_PLAIN = 8
_SUBSETS = 10


class Maker:
    """Makes cases whose expectation is what the engine answers, numbered within a name."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.rules = classes.rules
        self.engine = Engine(classes.rules)
        self._numbers: dict[str, int] = {}

    def case(self, name: str, layer: Layer, rule: str, op: str, input_: Mapping[str, Any]) -> Case:
        """The next case of this name: `round.tied` gives round.tied-1, round.tied-2, ..."""
        self._numbers[name] = self._numbers.get(name, 0) + 1
        answer = self.engine.answer(op, input_)
        if answer.kind is AnswerKind.RESULT:
            outcome = Outcome(result=answer.value)
        else:
            outcome = Outcome(reject=(answer.value,))
        return Case(f"{name}-{self._numbers[name]}", layer, rule, op, input_, (outcome,))


def play_cases(maker: Maker) -> Iterator[Case]:
    """The cases of layers L5 to L7 but for whole deals."""
    yield from _points(maker)
    yield from _sheets(maker)
    yield from _seats(maker)
    yield from _rounds(maker)
    yield from _targets(maker)


def _points(maker: Maker) -> Iterator[Case]:
    deck, dice = maker.rules.ruleset.deck, Dice(maker.classes.seed, "points")
    for rank in deck.ranks:
        cards = [str(Card(rank, dice.pick(deck.suits)))]
        rule = f"/card_points/values/{rank}"
        yield maker.case(f"points.{rank.lower()}", Layer.POINTS, rule, "points", {"cards": cards})
    every = list(map(str, maker.rules.deck))
    for count in range(_SUBSETS):
        cards = dice.shuffled(every)[: 2 + count]
        yield maker.case(
            "points.some", Layer.POINTS, "/card_points/values", "points", {"cards": cards}
        )
    yield maker.case("points.pack", Layer.POINTS, "/card_points/total", "points", {"cards": every})


def _sheets(maker: Maker) -> Iterator[Case]:
    rules, dice = maker.rules, Dice(maker.classes.seed, "sheets")
    table, players = rules.ruleset.table, rules.players
    undealt = dice.shuffled(rules.deck)[: len(rules.deck) - players * table.cards_each]
    worth = rules.ruleset.card_points
    total = worth.total - worth.of(tuple(undealt))

    def sheet(points: Sequence[int], unclaimed: int = 0) -> Case:
        given = {
            "points": list(points), "unclaimed": unclaimed, "undealt": list(map(str, undealt))
        }  # fmt: skip
        rule = "/card_points/total" if len(points) == players else "/table/players"
        return maker.case("sheet.line", Layer.POINTS, rule, "sheet", given)

    shares = _shares(total, players)
    yield sheet(shares)
    yield sheet([total, *([0] * (players - 1))])
    for more in (-1, 1, 20):
        yield sheet([shares[0] + more, *shares[1:]])
    yield sheet([*shares[:-1], 0], shares[-1])
    yield sheet([*shares[:-1], 0], shares[-1] - 1)
    yield sheet([shares[0] - 1, shares[1] + 1, *shares[2:]])
    yield sheet([shares[0] - 10, shares[1] + 10, *shares[2:]])
    yield sheet(shares[:-1])
    yield sheet(_shares(total, players + 1))
    yield sheet([-5, shares[0] + shares[1] + 5, *shares[2:]])


def _shares(total: int, count: int) -> list[int]:
    share, rest = divmod(total, count)
    return [share + rest, *([share] * (count - 1))]


def _seats(maker: Maker) -> Iterator[Case]:
    players = maker.rules.players
    before: list[list[int] | None] = [None]
    before += [[10 * (seat == best) for seat in range(players)] for best in range(players)]
    before += [[10 * (seat in (0, players - 1)) for seat in range(players)], [0] * players]
    for dealer in range(players):
        for last in before:
            yield maker.case(
                "seats.dealer",
                Layer.ROUND if last is None else Layer.MATCH,
                "/table/first_leader" if last else "/table/next_dealer",
                "seats",
                {"dealer": dealer, "last_points": last},
            )


def _rounds(maker: Maker) -> Iterator[Case]:
    for number in range(1, len(maker.rules.ruleset.groups) + 1):
        yield from _Rounds(maker, number).cases()


class _Rounds:
    """The cases of one round: plain ones, ties of every kind, fouled groups, no winner."""

    def __init__(self, maker: Maker, number: int) -> None:
        self._maker = maker
        self._number = number
        classes = maker.classes
        self._dice = Dice(classes.seed, f"round {number}")
        members = classes.of_group[classes.like(number - 1)]
        order = sorted(members, key=lambda c: (c.strength, c.shape, c.part))
        self._members = [found for found in order if found.strength]
        self._nothing = [found for found in order if not found.strength]

    def cases(self) -> Iterator[Case]:
        players = self._maker.rules.players
        if not self._members:
            return
        for i in range(_PLAIN):
            yield from self._round("plain", "/play/award", self._fill([]), i % players)
        for i in range(_TIES):
            best = self._strong()
            tied = 2 + (i % 3 == 2 and players > 2)
            groups = self._fill(self._copies(best, tied))
            for leader in dict.fromkeys((i % players, (i + 1) % players)):
                yield from self._round("tied", "/play/ties", groups, leader)
        yield from self._suits()
        for i in range(players):
            groups = self._fill([])
            unable = sorted(self._dice.shuffled(range(players))[: 1 + i])
            yield from self._round("fouled", "/arrangement/on_violation", groups, i, unable)
        if self._nothing:
            for i in range(players + 1):
                some = [self._dice.pick(self._nothing).cards for _ in range(i)]
                yield from self._round("none", "/combinations", self._fill(some), 0)

    def _suits(self) -> Iterator[Case]:
        """Ties between groups that differ in the suit of one card only, for every two suits."""
        suits = self._maker.rules.ruleset.deck.suits
        suited = [found for found in self._members if found.shape.suited]
        if not suited:
            return
        for first, second in pairwise(suits):
            found = self._dice.pick(suited)
            pair = [tuple(Card(c.rank, suit) for c in found.cards) for suit in (first, second)]
            for groups in (self._fill(pair), self._fill(pair[::-1])):
                yield from self._round("suits", "/play/ties", groups, 0)

    def _strong(self) -> ClassOf:
        """One of the stronger half, so that the tie is at the top."""
        half = self._members[len(self._members) // 2 :]
        return self._dice.pick(half)

    def _copies(self, found: ClassOf, count: int) -> list[tuple[Card, ...]]:
        copies: list[tuple[Card, ...]] = []
        used: set[Card] = set()
        for _ in range(count):
            cards = self._maker.classes.elsewhere(found.cards, used)
            if cards is not None:
                copies.append(cards)
                used |= set(cards)
        return copies

    def _fill(self, groups: Iterable[Sequence[Card]]) -> list[Sequence[Card]] | None:
        """These groups and others, one for each seat, the given ones at seats of chance."""
        players = self._maker.rules.players
        found = list(groups)[:players]
        if len({card for cards in found for card in cards}) < sum(map(len, found)):
            return None
        used = {card for cards in found for card in cards}
        weak = self._members[: max(1, len(self._members) // 2)]
        for _ in range(200):
            if len(found) == players:
                return self._dice.shuffled(found)
            cards = self._maker.classes.elsewhere(self._dice.pick(weak).cards, used)
            if cards is not None:
                found.append(cards)
                used |= set(cards)
        return None

    def _round(
        self,
        name: str,
        rule: str,
        groups: Sequence[Sequence[Card]] | None,
        leader: int,
        unable: Sequence[int] = (),
    ) -> Iterator[Case]:
        if groups is None:
            return
        yield self._maker.case(
            f"round-{self._number}.{name}",
            Layer.ROUND,
            rule,
            "round",
            {
                "round": self._number,
                "leader": leader % self._maker.rules.players,
                "groups": [list(map(str, cards)) for cards in groups],
                "cannot_win": list(unable),
            },
        )


def _targets(maker: Maker) -> Iterator[Case]:
    target, players = maker.rules.ruleset.match.target, maker.rules.players
    low = [max(0, target // 2 - 10 * seat) for seat in range(players)]

    def check(name: str, rule: str, totals: Sequence[int], now: int | None = None) -> Case:
        given = {"totals": list(totals), "target": now}
        return maker.case(f"target.{name}", Layer.MATCH, f"/match/{rule}", "target", given)

    def at(values: Mapping[int, int]) -> list[int]:
        return [values.get(seat, low[seat]) for seat in range(players)]

    yield check("none", "target", low)
    for seat in range(players):
        for total in (target - 1, target, target + 1):
            yield check("one", "target", at({seat: total}))
    for seat in range(players):
        other = (seat + 1) % players
        yield check("two", "reached_together", at({seat: target + 5, other: target + 30}))
        yield check("two", "reached_together", at({seat: target + 30, other: target}))
        yield check("one-of-two", "winner", at({seat: target + 5, other: target - 1}))
        yield check("tied", "ties", at({seat: target + 10, other: target + 10}))
        yield check("tied-below", "target", at({seat: target - 1, other: target - 1}))
    yield check("all-tied", "ties", [target] * players)
    yield check("second-best-tied", "winner", [target + 9, *([target + 4] * (players - 1))])
    raised = target + 250
    yield check("raised", "target", at({0: target + 100}), raised)
    yield check("raised", "target", at({0: raised}), raised)
