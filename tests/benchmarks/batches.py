"""T3 and T8: strengths and whole deals in numpy, against the plain engine and a peer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

import numpy as np

from hazari_rules.autoplay import bot_player
from hazari_rules.batch import Batch, IntArray, Starts
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands
from hazari_rules.loading import load
from hazari_rules.match import MatchState
from tests.benchmarks.measure import Row, interleaved

GROUPS = 100_000
CALLS = 5
PLAIN_GROUPS = 5_000
DEALS = 20_000
PLAIN_DEALS = 60
ROLLOUTS = 300
INSTALL = "OpenSpiel: install the extra `bench`: pip install -e '.[bench]'"
CHECKED = (
    f"the batch takes {GROUPS:,} groups as places in the deck, which it checks, {CALLS} times in a"
    " row, so that caches are warm; the calls take cards encoded beforehand and check nothing"
)
HEARTS = (
    "hearts is a different game: thirteen tricks of single cards with random play in C++, against"
    " greedy arrangements and four rounds here; the ratio says that the batch is no bottleneck,"
    " not that one game is faster"
)
BOTH = "both deal the cards from the seed, arrange greedily, check, play and score"


def strengths(turns: int) -> Iterator[Row]:
    """T3: a hundred thousand strengths of three cards at once, against one call for each."""
    luck = np.random.default_rng(1)
    for name in ("hazari", "hazarey"):
        rules = Rules.compile(load(name).ruleset, vocabulary())
        batch, strength = Batch.of(rules), rules.ranking.play[0]
        places = np.array([luck.permutation(52)[:3] for _ in range(GROUPS)]).T.copy()
        groups = [
            rules.ranking.encode([rules.deck[place] for place in places[:, i]])
            for i in range(PLAIN_GROUPS)
        ]
        singly: Callable[[], object] = partial(_each, strength, groups)
        found = interleaved(
            {
                "batch": (partial(_several, batch, places), CALLS * GROUPS),
                "plain": (singly, PLAIN_GROUPS),
            },
            turns,
        )
        got = found["plain"].median / found["batch"].median
        text = f"{got:.0f}x ({found['batch'].text} each, {found['plain'].text})"
        what = f"{GROUPS:,} strengths of three cards ({name}) against one call each"
        yield Row("T3", what, text, "at least 15x", got >= 15, CHECKED)


def _several(batch: Batch, places: IntArray) -> None:
    for _ in range(CALLS):
        batch.strengths(places, 0)


def _each(strength: Callable[..., int], groups: list[tuple[int, ...]]) -> None:
    for group in groups:
        strength(*group)


def deals(turns: int) -> Iterator[Row]:
    """T8: complete greedy deals, in a batch, one by one, and hearts in OpenSpiel."""
    rules = Rules.compile(load("hazari").ruleset, vocabulary())
    batch = Batch.of(rules)
    work: dict[str, tuple[Callable[[], object], int]] = {
        "batch": (partial(_batch_deals, batch), DEALS),
        "plain": (partial(_plain_deals, rules), PLAIN_DEALS),
    }
    peer = find_spec("pyspiel") is not None
    if peer:
        work["hearts"] = (_hearts(), ROLLOUTS)
    found = interleaved(work, max(3, turns // 3))
    rate = 1 / found["batch"].median
    for other, wanted, caveat in (("plain", 20, BOTH), ("hearts", 4, HEARTS)):
        what = f"greedy Hazari deals in a batch against {_NAMES[other]}"
        if other not in found:
            yield Row("T8", what, "-", f"at least {wanted}x", None, INSTALL)
            continue
        got = found[other].median / found["batch"].median
        text = f"{got:.1f}x ({rate:,.0f} and {1 / found[other].median:,.0f} deals a second)"
        yield Row("T8", what, text, f"at least {wanted}x", got >= wanted, caveat)


_NAMES = {"plain": "the plain engine", "hearts": "OpenSpiel's hearts"}


def _batch_deals(batch: Batch) -> None:
    arranged = batch.arranged(7, np.arange(DEALS))
    none = np.zeros((4, DEALS), np.int64)
    seats = np.arange(DEALS) % 4
    start = Starts(seats, none, np.full(DEALS, 1000), none, np.zeros(DEALS, bool))
    batch.play(arranged, start)


def _plain_deals(rules: Rules) -> None:
    bot = bot_player()
    for number in range(PLAIN_DEALS):
        match = MatchState.begin(rules, dealer=number % 4)
        match = match.give_hands(deal_hands(rules.deck, 4, 13, 7, number))
        while match.deal is not None:
            assert match.deal.pending
            match = match.apply(bot(match, match.deal.pending))


def _hearts() -> Callable[[], object]:
    import pyspiel  # noqa: PLC0415 - an extra that may be missing

    game, luck = pyspiel.load_game("hearts"), random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(seat, luck.randrange(2**31)) for seat in range(4)]

    def run() -> None:
        for _ in range(ROLLOUTS):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, luck.randrange(2**31))

    return run
