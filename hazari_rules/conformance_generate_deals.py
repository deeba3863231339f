"""Generated cases about whole deals: layers L5 to L8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hazari_rules.arrange import Groups, greedy
from hazari_rules.cards import Card
from hazari_rules.conformance_cases import Case, Layer
from hazari_rules.conformance_dice import Dice
from hazari_rules.conformance_generate_hands import lean_hand
from hazari_rules.conformance_generate_play import Maker
from hazari_rules.errors import HazariError

_PLAIN = 12
_NEAR = 8
_TRIES = 60
_WANTED = 4
_SHUFFLES = 40
_HANDS = 300
Found = tuple[Mapping[str, Any], Mapping[str, Any]]
_Hands = list[Sequence[Card]]


class Deals:
    """Makes deals of cards with some hands or arrangements given, and cases of them."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.rules = maker.rules
        self.dice = Dice(maker.classes.seed, "deals")

    def cases(self) -> Iterator[Case]:
        """Plain deals, deals near the target, fouls and redeals."""
        for i in range(_PLAIN):
            yield from self.make("plain", Layer.POINTS, "/play", self.deal({}, number=i))
        for i in range(_NEAR):
            found = self.deal({}, number=i, totals=self._near())
            yield from self.make("near-target", Layer.MATCH, "/match/check", found)
        foul = self.rules.violation.foul
        if foul is not None:
            yield from self._fouls()
        for redeal in self.rules.ruleset.redeals:
            yield from self.by_hand(redeal.id, f"/redeals/{redeal.id}")
        for first, second in pairwise(redeal.id for redeal in self.rules.ruleset.redeals):
            yield from self._both(first, second)

    def make(self, name: str, layer: Layer, rule: str, found: Found | None) -> Iterator[Case]:
        """The case of a deal, if there is one."""
        if found is not None:
            yield self.maker.case(f"deal.{name}", layer, rule, "deal", found[0])

    def _near(self) -> list[int]:
        target = self.rules.ruleset.match.target
        return [max(0, target - 5 - self.dice.below(140)) for _ in range(self.rules.players)]

    def deal(
        self,
        fixed: Mapping[int, Groups],
        number: int = 0,
        totals: Sequence[int] | None = None,
        hands: Mapping[int, Sequence[Card]] | None = None,
        claims: Sequence[Mapping[str, Any]] = (),
    ) -> Found | None:
        """A deal with these arrangements or hands at some seats, and the engine's answer to it."""
        players, table = self.rules.players, self.rules.ruleset.table
        held: dict[int, Sequence[Card]] = {
            seat: [card for group in groups for card in group] for seat, groups in fixed.items()
        }
        held |= hands or {}
        used = [card for cards in held.values() for card in cards]
        if len(set(used)) < len(used):
            return None
        left = self.dice.shuffled([card for card in self.rules.deck if card not in used])
        for seat in range(players):
            if seat not in held:
                held[seat] = [left.pop() for _ in range(table.cards_each)]
        arrangements: list[Groups] = []
        try:
            for seat in range(players):
                arrangements.append(fixed.get(seat) or greedy(self.rules, held[seat]))
        except HazariError:
            return None
        last = [self.dice.below(100) for _ in range(players)] if number % 2 else None
        given = {
            "dealer": number % players,
            "totals": list(totals or [10 * self.dice.below(40) for _ in range(players)]),
            "target": None,
            "last_points": last,
            "hands": [list(map(str, held[seat])) for seat in range(players)],
            "arrangements": [[list(map(str, g)) for g in groups] for groups in arrangements],
            "claims": list(claims),
        }
        answer = self.maker.engine.answer("deal", given).value
        return (given, answer) if isinstance(answer, Mapping) else None

    def _fouls(self) -> Iterator[Case]:
        """One fouled player, all of them, and a foul that leads to nothing."""
        players = self.rules.players
        for count in (1, 1, players - 1, players, players):
            for _ in range(_TRIES):
                found = self.deal({}, number=self.dice.below(8))
                if found is None:
                    continue
                given = dict(found[0])
                given["arrangements"] = [
                    self._disordered(groups) if seat < count else groups
                    for seat, groups in enumerate(given["arrangements"])
                ]
                answer = self.maker.engine.answer("deal", given).value
                if isinstance(answer, Mapping) and len(answer["fouled"]) == count:
                    rule = "/arrangement/on_violation"
                    yield from self.make("fouled", Layer.ROUND, rule, (given, answer))
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
        i, j = self.dice.pick(pairs)
        changed = list(groups)
        changed[i], changed[j] = groups[j], groups[i]
        return changed

    def by_hand(self, id_: str, rule: str) -> Iterator[Case]:
        """Deals in which the dealt hands of one player, or of two, fulfil the conditions."""
        players = self.rules.players
        wanted = [1] * (_WANTED - 1) + [2]
        for number in range(_TRIES):
            if not wanted:
                return
            count = min(wanted[0], players)
            seats = self.dice.shuffled(range(players))[:count]
            hands = {seat: lean_hand(self.maker, self.dice) for seat in seats}
            told = [
                id_ in [*answer["redeals"], *answer["instant_wins"]]
                for hand in hands.values()
                if (answer := self._hand(hand))
            ]
            if not all(told):
                continue
            asked = [{"seat": seat, "redeal": id_} for seat in sorted(seats, reverse=True)]
            for claims in ((), asked):
                found = self.deal({}, number, None, hands, claims)
                if found is not None:
                    yield from self.make(id_, Layer.EVENTS, rule, found)
                    if wanted and not claims:
                        wanted.pop(0)

    def _both(self, first: str, second: str) -> Iterator[Case]:
        """Deals in which one hand fulfils the conditions of two redeals."""
        for number in range(_HANDS):
            hand = lean_hand(self.maker, self.dice)
            if {first, second} <= {*self._hand(hand)["redeals"]}:
                seat = self.dice.below(self.rules.players)
                claims = [{"seat": seat, "redeal": id_} for id_ in (second, first)]
                found = self.deal({}, number, None, {seat: hand}, claims)
                if found is not None:
                    yield from self.make(first, Layer.EVENTS, "/redeals", found)
                    return

    def _hand(self, hand: Sequence[Card]) -> Mapping[str, Any]:
        answer = self.maker.engine.answer("hand", {"hand": list(map(str, hand))}).value
        return dict(answer)
