"""All legal arrangements of a hand in the plainest way: every split, every order, nothing cut off.

Strengths are those of the ranking, which has tests of its own against the oracle; `plain` rules
take the oracle's instead, which is slow.

`python -m tests.brute [HANDS]` holds the solver against this for so many hands of each variant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations
from operator import ge, gt, le
from typing import Any

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.dealing import shuffled
from hazari_rules.solver import Arrangements, Placed
from tests import oracle
from tests.table import game

Masks = tuple[int, ...]
Vector = tuple[int, ...]
Plain = dict[str, Any] | None
ORDERS: dict[str, Callable[[int, int], bool]] = {
    "not_rising": ge,
    "falling": gt,
    "rising": le,
    "free": lambda before, after: True,
}


@dataclass(frozen=True)
class Brute:
    """Every legal arrangement, as masks over the hand, with the strengths of its groups."""

    hand: tuple[str, ...]
    played: Mapping[Masks, Vector]

    def masks(self, groups: Sequence[Sequence[object]]) -> Masks:
        """An arrangement of the package as masks."""
        return tuple(sum(1 << self.hand.index(str(card)) for card in cards) for cards in groups)

    def front(self) -> set[Vector]:
        """The vectors that no other legal one reaches in every group."""
        kept: list[Vector] = []
        for vector in sorted(set(self.played.values()), reverse=True):
            if not any(all(map(ge, other, vector)) for other in kept):
                kept.append(vector)
        return set(kept)


def brute(rules: Rules, hand: Sequence[Card], order: str = "", plain: Plain = None) -> Brute:
    """Go through all arrangements of a hand; `order` names one that the rules do not know."""
    sizes = rules.ruleset.groups
    follows = ORDERS[order or rules.ruleset.arrangement.order.name]
    played = [_strengths(rules, hand, i, "play", plain) for i in range(len(sizes))]
    judged = [_strengths(rules, hand, i, "judged", plain) for i in range(len(sizes))]
    found: dict[Masks, Vector] = {}
    full = (1 << len(hand)) - 1

    def search(used: int, before: int, chosen: Masks, vector: Vector) -> None:
        i = len(chosen)
        if i == len(sizes):
            found[chosen] = vector
            return
        last = full ^ used
        left = judged[i].items() if i < len(sizes) - 1 else [(last, judged[i][last])]
        for mask, strength in left:
            if not mask & used and (i == 0 or follows(before, strength)):
                search(used | mask, strength, (*chosen, mask), (*vector, played[i][mask]))

    search(0, 0, (), ())
    return Brute(tuple(map(str, hand)), found)


def _strengths(
    rules: Rules, hand: Sequence[Card], group: int, use: str, plain: Plain
) -> dict[int, int]:
    """The strength of every mask of a group's size."""
    size = rules.ruleset.groups[group].cards
    chosen = list(combinations(range(len(hand)), size))
    masks = [sum(1 << place for place in places) for places in chosen]
    if plain is None:
        strength = getattr(rules.ranking, use)[group]
        codes = rules.ranking.encode(hand)
        return {m: strength(*(codes[p] for p in c)) for m, c in zip(masks, chosen, strict=True)}
    read = oracle.reading if use == "play" else oracle.judged_value
    values = [read(plain, [str(hand[p]) for p in places], group) for places in chosen]

    def compared(a: oracle.Value, b: oracle.Value) -> int:
        return oracle.compare(plain, a, b)

    ordered = sorted({value for value in values if value}, key=cmp_to_key(compared))
    place = {value: i for i, value in enumerate(ordered, start=1)}
    return {m: place[v] if v else 0 for m, v in zip(masks, values, strict=True)}


def disagreement(rules: Rules, hand: Sequence[Card], order: str = "", plain: Plain = None) -> str:
    """What of the solver's front is not as brute force has it; empty if all is the same."""
    truth = brute(rules, hand, order, plain)
    front: tuple[Placed, ...] = Arrangements(rules, hand).front()
    arrangements = [truth.masks(placed.groups) for placed in front]
    if not all(masks in truth.played for masks in arrangements):
        return f"{hand}: an arrangement of the front is not legal"
    vectors = [truth.played[masks] for masks in arrangements]
    if len(set(vectors)) != len(vectors):
        return f"{hand}: the front has a vector twice"
    return "" if set(vectors) == truth.front() else f"{hand}: {vectors} is not the front"


def main(hands: int) -> int:
    """Compare on this many hands of each shipped variant; the exit code is 1 if any differs."""
    for variant in ("hazari", "hazarey"):
        rules = game(variant).rules
        for number in range(hands):
            wrong = disagreement(rules, shuffled(rules.deck, 11, number)[:13])
            if wrong:
                print(variant, wrong)
                return 1
        print(f"{variant}: the same front on {hands} hands")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))
