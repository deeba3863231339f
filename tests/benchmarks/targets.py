"""The measurements, one function a target."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from hazari_rules.arrange import greedy
from hazari_rules.builtin import vocabulary
from hazari_rules.cards import PACK
from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands
from hazari_rules.loading import load
from hazari_rules.match import MatchState
from hazari_rules.ranking import Ranking
from tests.benchmarks.measure import Row, interleaved

INSTALL = "install the extra `bench`: pip install -e '.[bench]'"
HANDS = 2_000


class _Idle:
    def call(self, a: int, b: int, c: int) -> int:
        return 0


def _calls(
    function: Callable[..., object], groups: Sequence[Sequence[Any]]
) -> Callable[[], object]:
    def run() -> None:
        for a, b, c in groups:
            function(a, b, c)

    return run


def strengths(turns: int) -> Iterator[Row]:
    """T1 and T2: one strength of three cards."""
    chance = random.Random(1)
    ranking = Ranking(load("hazari").ruleset, vocabulary())
    hands = [ranking.encode(chance.sample(PACK, 3)) for _ in range(HANDS)]
    work: dict[str, tuple[Callable[[], object], int]] = {
        "strength": (_calls(ranking.play[0], hands), HANDS),
        "checked": (_calls(ranking.checked(0), hands), HANDS),
        "idle": (_calls(_Idle().call, hands), HANDS),
    }
    missing = [name for name in ("treys", "pokerkit") if find_spec(name) is None]
    if "treys" not in missing:
        work["treys"] = (_treys(chance), HANDS)
    if "pokerkit" not in missing:
        work["pokerkit"] = (_pokerkit(chance), HANDS // 20)
    found = interleaved(work, turns)
    mine = found["strength"].median
    five = "treys evaluates five cards, we three; both take cards already encoded"
    three = "PokerKit makes a hand object of five cards (StandardHighHand); it has no game of three"
    for target, ours, name, wanted, caveat in (
        ("T1", "strength", "treys", 4.0, five),
        ("T1", "strength", "pokerkit", 20.0, three),
        ("T2", "checked", "treys", 2.5, five),
    ):
        what = f"{'checked ' if ours == 'checked' else ''}strength of three cards against {name}"
        if name in found:
            got = found[name].median / found[ours].median
            text = f"{got:.1f}x ({found[ours].text})"
            yield Row(target, what, text, f"at least {wanted:g}x", got >= wanted, caveat)
        else:
            yield Row(target, what, "-", f"at least {wanted:g}x", None, f"{name}: {INSTALL}")
    got = mine / found["idle"].median
    yield Row("T1", "against a no-op method call", f"{got:.1f}x", "at most 5x", got <= 5)


def _treys(chance: random.Random) -> Callable[[], object]:
    from treys import Card, Evaluator  # noqa: PLC0415 - an extra that may be missing

    pack = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    hands = [[Card.new(card) for card in chance.sample(pack, 5)] for _ in range(HANDS)]
    evaluate = Evaluator().evaluate

    def run() -> None:
        for hand in hands:
            evaluate(hand, [])

    return run


def _pokerkit(chance: random.Random) -> Callable[[], object]:
    from pokerkit import StandardHighHand  # noqa: PLC0415 - an extra that may be missing

    pack = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    hands = ["".join(chance.sample(pack, 5)) for _ in range(HANDS // 20)]

    def run() -> None:
        for hand in hands:
            StandardHighHand(hand)

    return run


def compiling(turns: int) -> Iterator[Row]:
    """T4: compiling the ladder from the resolved rules."""
    words = vocabulary()
    rules = {name: load(name).ruleset for name in ("hazari", "hazarey")}
    found = interleaved(
        {name: (partial(Ranking, stated, words), 1) for name, stated in rules.items()}, turns
    )
    for name, limit in (("hazari", 5e-3), ("hazarey", 25e-3)):
        timing = found[name]
        what = f"compile {name} from the resolved rules"
        wanted = f"under {limit * 1000:g} ms"
        yield Row("T4", what, timing.text, wanted, timing.median < limit)


def deals(turns: int, number: int = 100) -> Iterator[Row]:
    """T7: complete deals through the match states, with all checks and events."""
    rules = Rules.compile(load("hazari").ruleset, vocabulary())
    hands = [deal_hands(rules.deck, 4, 13, 7, i) for i in range(number)]
    groups = [[greedy(rules, hand) for hand in dealt] for dealt in hands]

    def run() -> None:
        match = MatchState.begin(rules)
        for dealt, arranged in zip(hands, groups, strict=True):
            if match.winners:
                match = MatchState.begin(rules)
            match = match.give_hands(dealt)
            while match.deal is not None:
                match = match.apply(arranged[match.deal.order[len(match.deal.locked)]])

    timing = interleaved({"deals": (run, number)}, turns)["deals"]
    rate = 1 / timing.median
    caveat = "hands and greedy arrangements are made beforehand; checks, scoring and events are in"
    yield Row(
        "T7",
        "complete Hazari deals a second",
        f"{rate:,.0f}",
        "at least 4,000",
        rate >= 4000,
        caveat,
    )


MEASUREMENTS = {"strengths": strengths, "compiling": compiling, "deals": deals}
