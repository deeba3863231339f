"""Generated cases about whole deals: layers L5 to L8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hazari_rules.arrange import Groups, greedy
from hazari_rules.cards import Card
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_dice import Dice
from hazari_rules.conformance_generate_hands import Arranger, lean_hand
from hazari_rules.conformance_generate_play import Maker
from hazari_rules.errors import HazariError
from hazari_rules.events import Ending
from hazari_rules.model import Choice, InstantWin

_PLAIN = 12
_NEAR = 8
_TRIES = 60
_WANTED = 4
_SHUFFLES = 40
_HANDS = 300
_Found = tuple[Mapping[str, Any], Mapping[str, Any]]
_Hands = list[Sequence[Card]]


def deal_cases(maker: Maker) -> Iterator[Case]:
    """Plain deals, deals near the target, and deals with every event of the rules."""
    return _Deals(maker).cases()


class _Deals:
    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._rules = maker.rules
        self._dice = Dice(maker.classes.seed, "deals")
        self._arranger = Arranger(maker, "deals")

    def cases(self) -> Iterator[Case]:
        """All of them."""
        for i in range(_PLAIN):
            yield from self._make("plain", Layer.POINTS, "/play", self._deal({}, number=i))
        for i in range(_NEAR):
            found = self._deal({}, number=i, totals=self._near())
            yield from self._make("near-target", Layer.MATCH, "/match/check", found)
        foul = self._rules.violation.foul
        if foul is not None:
            yield from self._fouls()
        for redeal in self._rules.ruleset.redeals:
            yield from self._by_hand(redeal.id, f"/redeals/{redeal.id}")
        for first, second in pairwise(redeal.id for redeal in self._rules.ruleset.redeals):
            yield from self._both(first, second)
        for win in self._rules.ruleset.instant_wins:
            yield from self._instant_win(win)

    def _make(self, name: str, layer: Layer, rule: str, found: _Found | None) -> Iterator[Case]:
        if found is not None:
            yield self._maker.case(f"deal.{name}", layer, rule, "deal", found[0])

    def _near(self) -> list[int]:
        target = self._rules.ruleset.match.target
        return [max(0, target - 5 - self._dice.below(140)) for _ in range(self._rules.players)]

    def _deal(
        self,
        fixed: Mapping[int, Groups],
        number: int = 0,
        totals: Sequence[int] | None = None,
        hands: Mapping[int, Sequence[Card]] | None = None,
        claims: Sequence[Mapping[str, Any]] = (),
    ) -> _Found | None:
        """A deal with these arrangements or hands at some seats, and the engine's answer to it."""
        players, table = self._rules.players, self._rules.ruleset.table
        held: dict[int, Sequence[Card]] = {
            seat: [card for group in groups for card in group] for seat, groups in fixed.items()
        }
        held |= hands or {}
        used = [card for cards in held.values() for card in cards]
        if len(set(used)) < len(used):
            return None
        left = self._dice.shuffled([card for card in self._rules.deck if card not in used])
        for seat in range(players):
            if seat not in held:
                held[seat] = [left.pop() for _ in range(table.cards_each)]
        arrangements: list[Groups] = []
        try:
            for seat in range(players):
                arrangements.append(fixed.get(seat) or greedy(self._rules, held[seat]))
        except HazariError:
            return None
        last = [self._dice.below(100) for _ in range(players)] if number % 2 else None
        given = {
            "dealer": number % players,
            "totals": list(totals or [10 * self._dice.below(40) for _ in range(players)]),
            "target": None,
            "last_points": last,
            "hands": [list(map(str, held[seat])) for seat in range(players)],
            "arrangements": [[list(map(str, g)) for g in groups] for groups in arrangements],
            "claims": list(claims),
        }
        answer = self._maker.engine.answer("deal", given).value
        return (given, answer) if isinstance(answer, Mapping) else None

    def _fouls(self) -> Iterator[Case]:
        """One fouled player, all of them, and a foul that leads to nothing."""
        players = self._rules.players
        for count in (1, 1, players - 1, players, players):
            for _ in range(_TRIES):
                found = self._deal({}, number=self._dice.below(8))
                if found is None:
                    continue
                given = dict(found[0])
                given["arrangements"] = [
                    self._disordered(groups) if seat < count else groups
                    for seat, groups in enumerate(given["arrangements"])
                ]
                answer = self._maker.engine.answer("deal", given).value
                if isinstance(answer, Mapping) and len(answer["fouled"]) == count:
                    rule = "/arrangement/on_violation"
                    yield from self._make("fouled", Layer.ROUND, rule, (given, answer))
                    break

    def _disordered(self, groups: list[list[str]]) -> list[list[str]]:
        """Two groups of equal size exchanged."""
        pairs = [
            (i, j)
            for i in range(len(groups))
            for j in range(i + 1, len(groups))
            if len(groups[i]) == len(groups[j])
        ]
        if not pairs:
            return groups
        i, j = self._dice.pick(pairs)
        changed = list(groups)
        changed[i], changed[j] = groups[j], groups[i]
        return changed

    def _by_hand(self, id_: str, rule: str) -> Iterator[Case]:
        """Deals in which the dealt hands of one player, or of two, fulfil the conditions."""
        players = self._rules.players
        wanted = [1] * (_WANTED - 1) + [2]
        for number in range(_TRIES):
            if not wanted:
                return
            count = min(wanted[0], players)
            seats = self._dice.shuffled(range(players))[:count]
            hands = {seat: lean_hand(self._maker, self._dice) for seat in seats}
            told = [
                id_ in [*answer["redeals"], *answer["instant_wins"]]
                for hand in hands.values()
                if (answer := self._hand(hand))
            ]
            if not all(told):
                continue
            asked = [{"seat": seat, "redeal": id_} for seat in sorted(seats, reverse=True)]
            for claims in ((), asked):
                found = self._deal({}, number, None, hands, claims)
                if found is not None:
                    yield from self._make(id_, Layer.EVENTS, rule, found)
                    if wanted and not claims:
                        wanted.pop(0)

    def _both(self, first: str, second: str) -> Iterator[Case]:
        """Deals in which one hand fulfils the conditions of two redeals."""
        for number in range(_HANDS):
            hand = lean_hand(self._maker, self._dice)
            if {first, second} <= {*self._hand(hand)["redeals"]}:
                seat = self._dice.below(self._rules.players)
                claims = [{"seat": seat, "redeal": id_} for id_ in (second, first)]
                found = self._deal({}, number, None, {seat: hand}, claims)
                if found is not None:
                    yield from self._make(first, Layer.EVENTS, "/redeals", found)
                    return

    def _hand(self, hand: Sequence[Card]) -> Mapping[str, Any]:
        answer = self._maker.engine.answer("hand", {"hand": list(map(str, hand))}).value
        return dict(answer)

    def _instant_win(self, win: InstantWin) -> Iterator[Case]:
        rule = f"/instant_wins/{win.id}"
        yield from self._by_hand(win.id, rule)
        for condition in win.when:
            if condition.name in ("rounds_won", "groups_held"):
                yield from self._by_groups(win, condition, rule)

    def _by_groups(self, win: InstantWin, condition: Choice, rule: str) -> Iterator[Case]:
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
                found = self._deal({seat: groups}, attempt, totals)
                if found is None:
                    continue
                won = found[1]["ending"] == Ending.INSTANT_WIN and found[1]["reason"] == win.id
                if won is holds:
                    yield from self._make(win.id, Layer.EVENTS, rule, found)
                    break
        if condition.name == "rounds_won":
            yield from self._nearly_won(win, condition, rule)

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
                    yield from self._make(win.id, Layer.EVENTS, rule, found)
                    break

    def _nearly(
        self, numbers: Sequence[int], ids: Sequence[str], number: int, id_: str | None, attempt: int
    ) -> _Found | None:
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
        deal = self._deal(seats, attempt) if seats else None
        rounds = deal[1]["rounds"] if deal else ()
        if len(rounds) < numbers[-1]:
            return None
        alone = [rounds[n - 1]["winners"] == [seat] for n in numbers]
        fitting = [id_ is not None or n != number for n in numbers]
        return deal if alone == fitting else None

    def _held(
        self, numbers: Sequence[int], ids: Sequence[str], number: int, id_: str | None
    ) -> tuple[dict[int, Sequence[Card]], int] | None:
        """The player's groups in these rounds, and how strong the one of `number` is."""
        fixed: dict[int, Sequence[Card]] = {}
        used: list[Card] = []
        strength = 0
        for n in numbers:
            wanted = (id_,) if id_ and n == number else ids
            members = [c for c in self._arranger.members(n - 1) if c.combination in wanted]
            members.sort(key=lambda c: c.judged, reverse=id_ is not None or n < number)
            for found in members[self._dice.below(3) :][:20]:
                cards = self._maker.classes.elsewhere(found.cards, used)
                if cards is not None:
                    fixed[n - 1] = cards
                    used += cards
                    strength = found.strength if n == number else strength
                    break
            else:
                return None
        return fixed, strength

    def _overtaken(
        self, seat: int, rival: int, fixed: Mapping[int, Sequence[Card]], number: int, strength: int
    ) -> dict[int, Groups] | None:
        """Another player is stronger in the round of this number."""
        groups = self._arranger.around(fixed)
        used = [card for cards in groups or () for card in cards]
        stronger = [c for c in self._arranger.members(number - 1) if c.strength > strength]
        if groups is None or not stronger:
            return None
        theirs = self._maker.classes.elsewhere(self._dice.pick(stronger).cards, used)
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
            cards = self._maker.classes.elsewhere(found.cards, used)
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
                cards = self._maker.classes.elsewhere(found.cards, used)
                if cards is not None:
                    fixed[number - 1] = cards
                    last = found.judged
                    used += cards
                    break
            else:
                return None
        return self._arranger.around(fixed)
