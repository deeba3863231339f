"""The measurements, one function a target."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hazari_rules.arrange import greedy
from hazari_rules.builtin import vocabulary
from hazari_rules.cards import PACK
from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands
from hazari_rules.loading import load
from hazari_rules.match import MatchState
from hazari_rules.ranking import Ranking
from tests.benchmarks import batches
from tests.benchmarks.conformance import cases
from tests.benchmarks.growth import growth
from tests.benchmarks.measure import BEST, Row, duration, interleaved
from tests.benchmarks.simulating import executors, ten_million, workers
from tests.benchmarks.solving import fronts

INSTALL = "install the extra `bench`: pip install -e '.[bench]'"
HANDS = 2_000
VARIANT = Path(__file__).parents[2] / "variants" / "hazari.yaml"
TREYS = "treys evaluates five cards, we three; both take cards already encoded and check nothing"
CHECKED = "treys checks nothing and evaluates five cards; ours refuses repeated and unknown cards"
POKERKIT = (
    "PokerKit makes a RhodeIslandHoldemHand, also of three cards, from Card objects, and checks"
    " them; its ladder is another one"
)
DEALS = "hands and greedy arrangements are made beforehand; checks, scoring and events are in"
NET = "what the bare loop takes is taken off all times of T1 and T2"


class _Idle:
    def call(self, a: int, b: int, c: int) -> int:
        return 0


def _calls(
    function: Callable[..., object] | None, groups: Sequence[Sequence[Any]]
) -> Callable[[], object]:
    def bare() -> None:
        for _a, _b, _c in groups:
            pass

    if function is None:
        return bare

    def run() -> None:
        for a, b, c in groups:
            function(a, b, c)

    return run


def strengths(turns: int) -> Iterator[Row]:
    """T1 and T2: one strength of three cards."""
    chance = random.Random(1)
    work: dict[str, tuple[Callable[[], object], int]] = {}
    for name in ("hazari", "hazarey"):
        ranking = Ranking(load(name).ruleset, vocabulary())
        hands = [ranking.encode(chance.sample(PACK, 3)) for _ in range(HANDS)]
        work[name] = (_calls(ranking.play[0], hands), HANDS)
        work[f"{name}, checked"] = (_calls(ranking.checked(0), hands), HANDS)
    work["a no-op method call"] = (_calls(_Idle().call, hands), HANDS)
    work["loop"] = (_calls(None, hands), HANDS)
    peers = {"treys": _treys, "pokerkit": _pokerkit}
    missing = [name for name in peers if find_spec(name) is None]
    work |= {name: (peers[name](chance), HANDS) for name in peers if name not in missing}
    raw = interleaved(work, turns)
    found = {name: timing.without(raw["loop"]) for name, timing in raw.items()}
    for name in ("hazari", "hazarey"):
        for target, ours, peer, wanted, caveat in (
            ("T1", name, "treys", 4.0, TREYS),
            ("T1", name, "pokerkit", 20.0, POKERKIT),
            ("T2", f"{name}, checked", "treys", 2.5, CHECKED),
        ):
            what = f"three cards ({ours}) against {peer}"
            if peer in missing:
                note = f"{peer}: {INSTALL}"
                yield Row(target, what, "-", f"at least {wanted:g}x", None, note)
                continue
            got = found[peer].median / found[ours].median
            text = f"{got:.1f}x ({found[ours].text}, {found[peer].text})"
            yield Row(target, what, text, f"at least {wanted:g}x", got >= wanted, caveat)
        idle = found["a no-op method call"]
        got = found[name].median / idle.median
        what = f"three cards ({name}) against a no-op method call"
        yield Row("T1", what, f"{got:.1f}x ({idle.text})", "at most 5x", got <= 5, NET)


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
    from pokerkit import Card, RhodeIslandHoldemHand  # noqa: PLC0415 - an extra that may be missing

    pack = list(Card.parse("".join(r + s for r in "23456789TJQKA" for s in "shdc")))
    hands = [tuple(chance.sample(pack, 3)) for _ in range(HANDS)]

    def run() -> None:
        for hand in hands:
            RhodeIslandHoldemHand(hand)

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
        text = f"{duration(timing.best)} (median {timing.text})"
        yield Row("T4", what, text, wanted, timing.best < limit, BEST)


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
    rate = 1 / timing.best
    text = f"{rate:,.0f} (median {1 / timing.median:,.0f})"
    what = "complete Hazari deals a second, pure Python"
    yield Row("T7", what, text, "at least 4,000", rate >= 4000, f"{BEST}; {DEALS}")


def starting(turns: int) -> Iterator[Row]:
    """T10: cold programs by the clock: answering, and checking a file."""
    answer = ("hazari_rules", "compare", "AS QS 9S", "7S 6H 5D")
    schema = str(VARIANT.parents[1] / "schemas" / "variant.schema.json")
    check = ("hazari_rules", "check", str(VARIANT))
    by_schema = ("check_jsonschema", "--schemafile", schema, str(VARIANT))
    python = "python -c pass"
    # Installed packages have their bytecode; a checkout may be without, or have that of old files.
    compile_dir(VARIANT.parents[1] / "hazari_rules", quiet=1)
    for what, ours, peer, limit, caveat in (
        ("hazari compare against yamllint", answer, ("yamllint", str(VARIANT)), 1.0, ANSWERED),
        ("hazari check against check-jsonschema", check, by_schema, 0.75, CHECKED_FILE),
    ):
        wanted = f"at most {limit:g}x"
        if find_spec(peer[0]) is None:
            yield Row("T10", what, "-", wanted, None, f"{peer[0]}: {INSTALL}")
            continue
        work = {"ours": _program(*ours), "peer": _program(*peer), python: _program("this")}
        found = interleaved(work, turns, time.perf_counter)
        got = found["ours"].median / found["peer"].median
        text = f"{got:.2f}x ({found['ours'].text}, {found['peer'].text})"
        note = f"{caveat}; Python alone takes {found[python].text}"
        yield Row("T10", what, text, wanted, got <= limit, note)


ANSWERED = (
    "the two do different work; what counts is that asking the rules feels no slower than a common"
    " tool on the same file"
)
CHECKED_FILE = (
    "check-jsonschema looks at the file by its schema alone; hazari check also resolves each choice"
    " of every option and proves its warnings over all hands"
)


def _program(*words: str) -> tuple[Callable[[], object], int]:
    command = [sys.executable, "-m", *words]
    return partial(subprocess.run, command, capture_output=True, check=False), 1


MEASUREMENTS = {
    "strengths": strengths,
    "compiling": compiling,
    "deals": deals,
    "starting": starting,
    "fronts": fronts,
    "cases": cases,
    "batched_strengths": batches.strengths,
    "batched_deals": batches.deals,
    "workers": workers,
    "executors": executors,
    "ten_million": ten_million,
    "growth": growth,
}
