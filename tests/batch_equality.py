"""Does the batch engine play as the plain one, over many deals and every option choice?

    python -m tests.batch_equality [DEALS [WORD]]

plays so many deals (100,000 if not said otherwise) under the bundled variants and each choice
of their options that changes what a deal between greedy players scores, with any dealers, totals
and last points, on both engines, and prints a line for each; the exit status is 1 if any deal
differs. What the greedy bot does with a hand is worked out once for all rulesets that agree on how
hands are arranged. It takes about an hour of one core; interrupted, it says how far it came. With
a word, only rulesets with it in their names are played: `hazarey`, `run_order`, `spare_card`.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hazari_rules.arrange import Groups, greedy
from hazari_rules.batch import Batch, Ends, IntArray, Starts
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.deal import ClaimQuestion, DealStart, DealState
from hazari_rules.dealing import Hands, deal_hands
from hazari_rules.events import Ending
from hazari_rules.model import canonical_json
from tests.batches import VARIANTS, other_choices, random_starts, rules_of

_BLOCK = 2000
_SEED = 20
_BETWEEN_DEALS = ("names", "next_dealer", "target", "wrong_order")  # greedy players never foul
_IN_THE_DEAL_ONLY_AT_ONCE = ("two_reach_target", "tied_match")


@dataclass
class Side:
    """One ruleset on both engines, and what was seen of it."""

    name: str
    rules: Rules
    batch: Batch
    seen: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wrong: list[str] = field(default_factory=list)

    def told(self, deals: int) -> str:
        seen = ", ".join(f"{count} {what}" for what, count in self.seen.items())
        said = f"{len(self.wrong)} DIFFER, first {self.wrong[0]}" if self.wrong else "all equal"
        return f"{self.name}: {deals} deals, {said} ({seen})"


def main(deals: int, word: str) -> int:
    differing = 0
    for sides in arranged_alike(word):
        begun, done = time.perf_counter(), 0
        try:
            while done < deals:
                numbers = range(done, min(deals, done + _BLOCK))
                compare_block(sides, numbers)
                done = numbers.stop
        finally:
            for side in sides:
                print(side.told(done), flush=True)
                differing += len(side.wrong)
            print(f"  {time.perf_counter() - begun:.0f} s for these {len(sides)}", flush=True)
    return differing


def arranged_alike(word: str) -> Iterator[list[Side]]:
    """The rulesets, those together in which a hand is arranged in the same way."""
    found: dict[str, list[Side]] = defaultdict(list)
    digests = set()
    for name, rules in rulesets():
        if word in name and rules.ruleset.digest not in digests:
            digests.add(rules.ruleset.digest)
            data = rules.ruleset.as_data()
            blocks = ("deck", "runs", "combinations", "groups", "comparison", "arrangement")
            said = {block: data[block] for block in blocks}
            del said["arrangement"]["on_violation"]  # greedy players never stand in a wrong order
            table = data["table"]["players"], data["table"]["cards_each"]
            found[canonical_json([said, table])].append(Side(name, rules, Batch.of(rules)))
    yield from sorted(found.values(), key=lambda sides: "spare" in sides[0].name)  # slow ones last


def rulesets() -> Iterator[tuple[str, Rules]]:
    for variant in VARIANTS:
        yield variant, rules_of(variant)
        for option, choice in other_choices(variant):
            if option in _BETWEEN_DEALS:
                continue
            options = {option: choice}
            if option in _IN_THE_DEAL_ONLY_AT_ONCE:
                options["target_check"] = "at_once"
            words = " ".join(f"{name}={value}" for name, value in options.items())
            yield f"{variant} {words}", rules_of(variant, **options)


def compare_block(sides: Sequence[Side], numbers: range) -> None:
    rules = sides[0].rules
    table = rules.ruleset.table
    dealt = [
        deal_hands(rules.deck, table.players, table.cards_each, _SEED, number) for number in numbers
    ]
    known = {hand: greedy(rules, hand) for hands in dealt for hand in hands}
    for side in sides:
        start = random_starts(side.rules, len(numbers), numbers.start)
        arranged = side.batch.arranged(_SEED, np.array(numbers))
        many = rows_of(side.batch.play(arranged, start))
        singly = [row_of(state) for state in played(side.rules, start, dealt, known)]
        plain = np.array(singly, np.int64)
        for deal in np.flatnonzero((many != plain).any(axis=1)).tolist():
            side.wrong.append(f"{numbers[deal]}: {many[deal].tolist()}, not {singly[deal]}")
        for ending, count in zip(*np.unique(plain[:, 0], return_counts=True), strict=True):
            side.seen[list(Ending)[ending].value] += int(count)
        side.seen["with a tied round"] += int((plain[:, -rounds(rules) :] > 0).any(axis=1).sum())


def rounds(rules: Rules) -> int:
    return len(rules.ruleset.groups)


def played(
    rules: Rules, start: Starts, dealt: Sequence[Hands], known: dict[tuple[Card, ...], Groups]
) -> Iterator[DealState]:
    for deal, hands in enumerate(dealt):
        last = tuple(start.last_points[:, deal].tolist()) if start.has_last[deal] else None
        totals, dealer = tuple(start.totals[:, deal].tolist()), int(start.dealer[deal])
        begin = DealStart(1, dealer, totals, int(start.target[deal]), last)
        state = DealState.begin(rules, begin, hands)
        while (question := state.pending) is not None:
            claim = isinstance(question, ClaimQuestion)
            state = state.apply(True if claim else known[state.hands[question.seat]])
        yield state


def bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def row_of(deal: DealState) -> list[int]:
    end, rules = deal.end, deal.rules
    assert end
    reasons = [event.id for event in rules.redeals] + [event.id for event in rules.instant_wins]
    more = [0] * (rounds(rules) - len(deal.rounds))
    return [
        list(Ending).index(end.ending),
        reasons.index(end.reason) if end.reason else -1,
        *end.points,
        *end.totals,
        deal.target,
        deal.dealer_moves,
        deal.wins_match,
        bits(end.seats),
        deal.leader,
        len(deal.rounds),
        end.unclaimed,
        *(bits(result.winners) for result in deal.rounds),
        *more,
        *(bits(result.tied) for result in deal.rounds),
        *more,
    ]


def rows_of(ends: Ends) -> IntArray:
    """The same numbers of each deal, in the same order."""
    columns = (
        ends.ending,
        ends.reason,
        *ends.points,
        *ends.totals,
        ends.target,
        ends.dealer_moves,
        ends.wins_match,
        ends.event_seats,
        ends.first_leader,
        ends.rounds_played,
        ends.unclaimed,
        *ends.winners,
        *ends.tied,
    )
    return np.stack([column.astype(np.int64) for column in columns], axis=1)


if __name__ == "__main__":
    chosen, word = [*sys.argv[1:], "", ""][:2]
    sys.exit(bool(main(int(chosen or 100_000), word)))
