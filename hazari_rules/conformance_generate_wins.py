"""Generated cases about instant wins by groups and rounds: layer L8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_classes import ClassOf
from hazari_rules.conformance_generate_deals import Deals, Found
from hazari_rules.conformance_generate_hands import Arranger
from hazari_rules.events import Ending
from hazari_rules.model import Choice, InstantWin

_TRIES = 60
_WANTED = 4
_SHUFFLES = 40
_TOGETHER = 3


def win_cases(deals: Deals) -> Iterator[Case]:
    """Deals that bring each instant win, and deals that only just do not."""
    wins = _Wins(deals)
    for win in deals.rules.ruleset.instant_wins:
        rule = f"/instant_wins/{win.id}"
        yield from deals.by_hand(win.id, rule)
        for condition in win.when:
            if condition.name in ("rounds_won", "groups_held"):
                yield from wins.by_groups(win, condition, rule)


class _Wins:
    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self._rules = deals.rules
        self._dice = deals.dice
        self._classes = deals.maker.classes
        self._arranger = Arranger(deals.maker, "deals")

    def by_groups(self, win: InstantWin, condition: Choice, rule: str) -> Iterator[Case]:
        """Deals in which a player's groups bring the win, and in which one of them falls short."""
        numbers = condition.argument["rounds" if condition.name == "rounds_won" else "groups"]
        target = self._rules.ruleset.match.target
        wanted: list[tuple[bool, int | None]] = [(True, None)] * _WANTED
        for number in numbers:
            wanted += [(False, number)] * 2
        wanted += [(False, None)] * 2
        for i, (holds, short) in enumerate(wanted):
            high = i % 2 == 1
            totals = [
                target - 1 - 7 * seat if high else 30 * seat for seat in range(self._rules.players)
            ]
            for attempt in range(_TRIES):
                seat = self._dice.below(self._rules.players)
                groups = self._strong(
                    numbers, condition.argument["with"], short, weak=not holds and short is None
                )
                if groups is None:
                    continue
                found = self._deals.deal({seat: groups}, attempt, totals)
                if found is None:
                    continue
                won = found[1]["ending"] == Ending.INSTANT_WIN and found[1]["reason"] == win.id
                if won is holds:
                    yield from self._deals.make(win.id, Layer.EVENTS, rule, found)
                    break
        if condition.name == "rounds_won":
            yield from self._nearly_won(win, condition, rule)
        else:
            yield from self._nearly_held(win, condition, rule)

    def _nearly_held(self, win: InstantWin, condition: Choice, rule: str) -> Iterator[Case]:
        """Deals in which the last group makes something else, and those that two players win."""
        numbers, ids = sorted(condition.argument["groups"]), condition.argument["with"]
        last = numbers[-1]
        seen = {found.combination for found in self._arranger.members(last - 1)}
        for id_ in (made.id for made in self._rules.ruleset.combinations):
            if id_ in seen and id_ not in ids:
                found = self._holders(win, [(numbers, ids, last, id_)], holds=False)
                yield from self._deals.make(win.id, Layer.EVENTS, rule, found)
        for _ in range(_TOGETHER):
            found = self._holders(win, [(numbers, ids, last, None)] * 2, holds=True)
            yield from self._deals.make(win.id, Layer.EVENTS, rule, found)

    def _holders(
        self,
        win: InstantWin,
        holders: Sequence[tuple[Sequence[int], Sequence[str], int, str | None]],
        *,
        holds: bool,
    ) -> Found | None:
        """A deal in which players have such groups, and the win comes of it or not."""
        for attempt in range(_TRIES):
            seats = self._dice.shuffled(range(self._rules.players))[: len(holders)]
            used: list[Card] = []
            fixed: dict[int, Groups] = {}
            for seat, (numbers, ids, number, id_) in zip(seats, holders, strict=True):
                held = self._held(numbers, ids, number, id_, used)
                groups = self._arranger.around(held[0], used) if held else None
                if groups is None:
                    break
                fixed[seat] = groups
                used += [card for cards in groups for card in cards]
            found = self._deals.deal(fixed, attempt) if len(fixed) == len(holders) else None
            if found is not None and (found[1]["reason"] == win.id) is holds:
                return found
        return None

    def _nearly_won(self, win: InstantWin, condition: Choice, rule: str) -> Iterator[Case]:
        """Deals in which all is there but for one round, or but for one combination."""
        numbers, ids = sorted(condition.argument["rounds"]), condition.argument["with"]
        ladder = [made.id for made in self._rules.ruleset.combinations]
        seen = {found.combination for found in self._arranger.members(numbers[-1] - 1)}
        tries: list[tuple[int, str | None]] = [(number, None) for number in numbers]
        tries += [(numbers[-1], id_) for id_ in ladder if id_ in seen and id_ not in ids]
        for number, id_ in tries:
            for attempt in range(_TRIES):
                found = self._nearly(numbers, ids, number, id_, attempt)
                if found is not None:
                    yield from self._deals.make(win.id, Layer.EVENTS, rule, found)
                    break

    def _nearly(
        self, numbers: Sequence[int], ids: Sequence[str], number: int, id_: str | None, attempt: int
    ) -> Found | None:
        """A player has these combinations and wins all these rounds, with one exception.

        In the round of this number another player wins, or the player's group makes `id_`.
        """
        seat, rival = self._dice.shuffled(range(self._rules.players))[:2]
        held = self._held(numbers, ids, number, id_)
        if held is None:
            return None
        fixed, strength = held
        if id_ is None:
            seats = self._overtaken(seat, rival, fixed, number, strength)
        else:
            seats = self._unbeaten(seat, fixed, number, strength)
        deal = self._deals.deal(seats, attempt) if seats else None
        rounds = deal[1]["rounds"] if deal else ()
        if len(rounds) < numbers[-1]:
            return None
        alone = [rounds[n - 1]["winners"] == [seat] for n in numbers]
        fitting = [id_ is not None or n != number for n in numbers]
        return deal if alone == fitting else None

    def _held(
        self,
        numbers: Sequence[int],
        ids: Sequence[str],
        number: int,
        id_: str | None,
        without: Sequence[Card] = (),
    ) -> tuple[dict[int, Sequence[Card]], int] | None:
        """The player's groups of these numbers, and how strong the one of `number` is."""
        chosen: dict[int, ClassOf] = {}
        fixed: dict[int, Sequence[Card]] = {}
        used: list[Card] = [*without]
        last: int | None = None
        for n in sorted(numbers, reverse=True):  # from the weakest up, so that they descend
            wanted = (id_,) if id_ and n == number else ids
            members = [
                found
                for found in self._arranger.members(n - 1)
                if found.combination in wanted
                and (last is None or self._rules.descends(found.judged, last))
            ]
            members.sort(key=lambda c: c.judged, reverse=id_ is not None and n == number)
            if n < number:  # what must win is better high, but room for the others is needed
                members = members[len(members) // 2 :]
            for found in members[self._dice.below(3) :][:20]:
                cards = self._classes.elsewhere(found.cards, used)
                if cards is not None:
                    chosen[n], fixed[n - 1], last = found, cards, found.judged
                    used += cards
                    break
            else:
                return None
        return fixed, chosen[number].strength

    def _overtaken(
        self, seat: int, rival: int, fixed: Mapping[int, Sequence[Card]], number: int, strength: int
    ) -> dict[int, Groups] | None:
        """Another player is stronger in the round of this number."""
        groups = self._arranger.around(fixed)
        used = [card for cards in groups or () for card in cards]
        stronger = [c for c in self._arranger.members(number - 1) if c.strength > strength]
        if groups is None or not stronger:
            return None
        theirs = self._classes.elsewhere(self._dice.pick(stronger).cards, used)
        around = self._arranger.around({number - 1: theirs}, used) if theirs else None
        return None if around is None else {seat: groups, rival: around}

    def _unbeaten(
        self, seat: int, fixed: Mapping[int, Sequence[Card]], number: int, strength: int
    ) -> dict[int, Groups] | None:
        """All others are weaker in the round of this number: what is weak is given out first."""
        hands = [dict(fixed) if s == seat else {} for s in range(self._rules.players)]
        used = [card for cards in fixed.values() for card in cards]
        for hand in hands:
            for group in range(number - 1, len(self._rules.ruleset.groups)):
                if group not in hand:
                    cards = self._weak(hand, group, strength, used)
                    if cards is None:
                        return None
                    hand[group] = cards
                    used += cards
        left = self._dice.shuffled([card for card in self._rules.deck if card not in used])
        for _ in range(_SHUFFLES):
            if all(self._topped(hand, number - 1, left) for hand in hands):
                break
            left = self._dice.shuffled(left)
        sizes = range(len(self._rules.ruleset.groups))
        if any(len(hand) < len(sizes) for hand in hands):
            return None
        return {s: tuple(tuple(hand[i]) for i in sizes) for s, hand in enumerate(hands)}

    def _weak(
        self, hand: Mapping[int, Sequence[Card]], group: int, below: int, used: Sequence[Card]
    ) -> tuple[Card, ...] | None:
        """A group among the weaker ones that may stand where it is to stand."""
        above = self._judged(hand[group - 1], group - 1) if group - 1 in hand else None
        fitting = [
            found
            for found in self._arranger.members(group)
            if (above is not None or found.strength < below)
            and (above is None or self._rules.descends(above, found.judged))
        ]
        fitting.sort(key=lambda c: c.judged)
        for _ in range(_TRIES if fitting else 0):
            found = self._dice.pick(fitting[: 1 + len(fitting) // 2])
            cards = self._classes.elsewhere(found.cards, used)
            if cards is not None:
                return cards
        return None

    def _judged(self, cards: Sequence[Card], group: int) -> int:
        ranking = self._rules.ranking
        return ranking.judged[group](*ranking.encode(cards))

    def _topped(self, hand: dict[int, Sequence[Card]], first: int, left: list[Card]) -> bool:
        """Take the groups before this one from what is left, if they then descend to it."""
        sizes = self._rules.ruleset.groups
        missing = [group for group in range(first) if group not in hand]
        taken = sum(sizes[group].cards for group in missing)
        if taken > len(left):
            return False
        cards = left[-taken:] if taken else []
        parts = {}
        for group in missing:
            parts[group] = [cards.pop() for _ in range(sizes[group].cards)]
        if len({sizes[group].cards for group in missing}) == 1:
            best = sorted(parts.values(), key=lambda c: -self._judged(c, missing[0]))
            parts = dict(zip(missing, best, strict=True))
        whole = {**hand, **parts}
        judged = [self._judged(whole[group], group) for group in range(first + 1)]
        if not all(self._rules.descends(*two) for two in pairwise(judged)):
            return False
        hand.update(parts)
        del left[len(left) - taken :]
        return True

    def _strong(
        self, numbers: Sequence[int], ids: Sequence[str], short: int | None, *, weak: bool
    ) -> Groups | None:
        """An arrangement whose groups of these numbers make these combinations, but for one."""
        fixed: dict[int, Sequence[Card]] = {}
        used: list[Card] = []
        last: int | None = None
        for number in sorted(numbers):
            members = self._arranger.members(number - 1)
            fitting = [c for c in members if (c.combination in ids) is (number != short)]
            fitting.sort(key=lambda c: c.judged, reverse=not weak)
            for found in fitting[self._dice.below(4) :][:20]:
                if last is not None and not self._rules.descends(last, found.judged):
                    continue
                cards = self._classes.elsewhere(found.cards, used)
                if cards is not None:
                    fixed[number - 1] = cards
                    last = found.judged
                    used += cards
                    break
            else:
                return None
        return self._arranger.around(fixed)
