"""How cost grows with the deck, with the hand and with the number of combinations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from hazari_rules.arrange import greedy
from hazari_rules.batch import Batch
from hazari_rules.builtin import vocabulary
from hazari_rules.dealing import deal_hands
from hazari_rules.loading import load
from hazari_rules.ranking import Ranking
from hazari_rules.solver import Arrangements
from tests.benchmarks.measure import Row, duration, interleaved
from tests.strangers import changed_hazari, compiled

HANDS = 10
BATCH = 2_000
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
SIZES = ([3], [3, 3], [3, 3, 3], [3, 3, 3, 4])
NOTE = "Hazari's rules with the one thing changed that is named; times are for one hand"


def growth(turns: int) -> Iterator[Row]:
    """Compiling, greedy, the front, and a batch, for growing decks, hands and ladders."""
    for ranks in (8, 10, 13):
        yield from _row(f"{4 * ranks} cards in the deck, hands of 6", _table([3, 3], ranks), turns)
    for sizes in SIZES:
        what = f"hands of {sum(sizes)} ({' '.join(map(str, sizes))})"
        yield from _row(what, _table(sizes), turns)
    ladder = load("hazari").ruleset.as_data()["combinations"]
    for kept in (1, 2, 3, 6):
        steps = ladder[len(ladder) - kept :]
        yield from _row(f"{kept} combinations", changed_hazari(combinations=steps), turns)
    hazarey = load("hazarey").ruleset.as_data()
    what = f"{len(hazarey['combinations'])} combinations, of 3 and 4 cards (Hazarey)"
    yield from _row(what, hazarey, turns)


def _table(sizes: list[int], ranks: int = 13) -> dict[str, Any]:
    each, cards = sum(sizes), 4 * ranks
    players = min(4, cards // each)
    values = dict.fromkeys(RANKS[:ranks], 10)
    return changed_hazari(
        deck={"ranks": RANKS[:ranks]},
        table={"players": players, "cards_each": each, "undealt": cards - players * each},
        groups=[{"cards": size} for size in sizes],
        card_points={"values": values, "total": 10 * cards},
        instant_wins=[],
    )


def _row(what: str, data: dict[str, Any], turns: int) -> Iterator[Row]:
    rules = compiled(data)
    table, batch = rules.ruleset.table, Batch.of(rules)
    hands = [
        deal_hands(rules.deck, table.players, table.cards_each, 3, number)[0]
        for number in range(HANDS)
    ]
    work: dict[str, tuple[Callable[[], object], int]] = {
        "compile": (partial(Ranking, rules.ruleset, vocabulary()), 1),
        "greedy": (lambda: [greedy(rules, hand) for hand in hands], HANDS),
        "front": (lambda: [Arrangements(rules, hand).front() for hand in hands], HANDS),
        "batch": (partial(batch.arranged, 3, np.arange(BATCH)), BATCH * table.players),
    }
    found = interleaved(work, max(3, turns // 5))
    text = ", ".join(f"{name} {duration(timing.median)}" for name, timing in found.items())
    yield Row("", what, text, "", None, NOTE)
