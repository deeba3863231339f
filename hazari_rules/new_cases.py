"""First cases for a new variant: a few questions about its rules with the engine's answers.

Their author is to confirm that each is what the table does; until then a case's note says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from hazari_rules.arrange import greedy
from hazari_rules.cards import Card, format_arrangement, format_group
from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import spelled_out
from hazari_rules.conformance_engine import Engine
from hazari_rules.deal import ArrangeQuestion, DealStart, DealState
from hazari_rules.dealing import deal_hands
from hazari_rules.events import Ending
from hazari_rules.kinds_combinations import run_places
from hazari_rules.model import LANGUAGE_VERSION
from hazari_rules.new_variant import flow

UNCONFIRMED = "TO CONFIRM"

_DEALS = 60
"""How many deals are looked through for a round with equal groups."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A case without its answer; `told` are the parts of the answer that matter."""

    id: str
    layer: str
    rule: str
    op: str
    input: Mapping[str, Any]
    told: tuple[str, ...]
    note: str


def cases_text(rules: Rules, schema: str) -> str:
    """The file of cases for these rules; `schema` is what the editor's line names."""
    engine = Engine(rules)
    lines = [
        f"# yaml-language-server: $schema={schema}",
        "# What the rules answer to a few questions, worked out by the engine. Read each case:",
        f"# if your table does so, take '{UNCONFIRMED}' out of its note; if not, the variant has",
        "# to change. Then add the cases that your table would argue about.",
        "cases: 1",
        f"variant: {rules.ruleset.id}",
        f"spec: [{LANGUAGE_VERSION}]",
        "",
        "list:",
    ]
    for question in _questions(rules):
        lines += _case(engine, question)
    return "\n".join([*lines, ""])


def _case(engine: Engine, question: _Question) -> Iterator[str]:
    value = engine.answer(question.op, spelled_out(question.input)).value
    assert isinstance(value, Mapping)
    yield ""
    yield f"- id: {question.id}"
    yield f"  layer: {question.layer}"
    yield f"  rule: {question.rule}"
    yield f"  op: {question.op}"
    yield "  input:"
    yield from (f"    {key}: {flow(item)}" for key, item in question.input.items())
    yield f"  expect: {flow({'result': {key: value[key] for key in question.told}})}"
    yield f"  note: {flow(f'{UNCONFIRMED}: {question.note}')}"


def _questions(rules: Rules) -> Iterator[_Question]:
    yield _points(rules)
    yield from _ladder(rules)
    yield from _runs(rules)
    yield from _tie(rules)
    yield from _deal(rules)
    yield _target(rules)


def _points(rules: Rules) -> _Question:
    deck = rules.ruleset.deck
    cards = format_group([Card(rank, deck.suits[0]) for rank in deck.ranks])
    return _Question(
        "points.one-suit", "L6", "/card_points/values", "points", {"cards": cards}, ("points",),
        "what all cards of one suit are worth together.",
    )  # fmt: skip


def _ladder(rules: Rules) -> Iterator[_Question]:
    """The two strongest groups of a deal that are different combinations."""
    ranking, names = rules.ranking, {c.id: c.name for c in rules.ruleset.combinations}
    found: dict[str, tuple[int, tuple[Card, ...]]] = {}
    for group in chain.from_iterable(_dealt_groups(rules)):
        reading = ranking.reading(group, 0)
        if reading.combination:
            best = found.get(reading.combination, (0, ()))
            found[reading.combination] = max(best, (reading.strength, group), key=lambda b: b[0])
    ordered = sorted(found.items(), key=lambda item: -item[1][0])
    for (first, (_, one)), (second, (_, other)) in list(pairwise(ordered))[:1]:
        yield _compared(
            "ladder.which-is-stronger", "/combinations", other, one,
            f"{names[second]} against {names[first]}.",
        )  # fmt: skip


def _dealt_groups(rules: Rules) -> Iterator[Iterable[tuple[Card, ...]]]:
    table, size = rules.ruleset.table, rules.ruleset.groups[0].cards
    for number in range(40):
        hands = deal_hands(rules.deck, table.players, table.cards_each, 0, number)
        yield (greedy(rules, hand)[0] for hand in hands)
        yield (hand[:size] for hand in hands)


def _compared(
    id_: str, rule: str, one: Sequence[Card], other: Sequence[Card], note: str
) -> _Question:
    a, b = ({"group": 1, "cards": format_group(cards)} for cards in (one, other))
    return _Question(id_, "L2", rule, "compare", {"a": a, "b": b}, ("winner",), note)


def _runs(rules: Rules) -> Iterator[_Question]:
    """The run below the first rank against the second run from the top."""
    ruleset, size = rules.ruleset, rules.ruleset.groups[0].cards
    ranks, suits = ruleset.deck.ranks, ruleset.deck.suits
    runs = run_places(ruleset, size)
    low, second = (0, *range(len(ranks) - size + 1, len(ranks))), tuple(range(1, size + 1))
    if size < 2 or second not in runs or len(suits) < 2:
        return
    one, other = (
        [Card(ranks[rank], suits[i % 2]) for i, rank in enumerate(places)]
        for places in (low, second)
    )
    if set(one) & set(other):
        return
    names = ["-".join(card.rank for card in cards) for cards in (one, other)]
    yield _compared(
        "runs.the-low-one", "/runs/order", one, other, f"{names[0]} against {names[1]}."
    )


def _played(rules: Rules, seed: int) -> Iterator[DealState]:
    """Deals of a seed, arranged by a bot; nobody asks for a redeal."""
    table, nothing = rules.ruleset.table, (0,) * rules.players
    for number in range(_DEALS):
        hands = deal_hands(rules.deck, table.players, table.cards_each, seed, number)
        start = DealStart(1, 0, nothing, rules.ruleset.match.target, None)
        deal = DealState.begin(rules, start, hands)
        while (question := deal.pending) is not None:
            asked = isinstance(question, ArrangeQuestion)
            deal = deal.apply(greedy(rules, deal.hands[question.seat]) if asked else False)
        yield deal


def _tie(rules: Rules) -> Iterator[_Question]:
    for deal in _played(rules, 0):
        for number, result in enumerate(deal.rounds, start=1):
            if result.tied and not any(play.cannot_win for play in result.plays):
                seats = sorted(result.plays, key=lambda play: play.seat)
                asked = {
                    "round": number,
                    "leader": result.leader,
                    "groups": [format_group(play.cards) for play in seats],
                    "cannot_win": [],
                }
                told = ("order", "winners", "points", "next_leader")
                equal = " and ".join(f"{seat}" for seat in sorted(result.tied))
                note = f"the groups of seats {equal} are the best, and equal."
                yield _Question("ties.equal-groups", "L5", "/play/ties", "round", asked, told, note)
                return


def _deal(rules: Rules) -> Iterator[_Question]:
    """A whole deal without a redeal, as dealt from a seed and arranged by a bot."""
    for deal in _played(rules, 1):
        if deal.end is None or deal.end.ending is not Ending.PLAYED:
            continue
        arranged = [greedy(rules, hand) for hand in deal.hands]
        asked = {
            "dealer": 0,
            "totals": [0] * rules.players,
            "target": rules.ruleset.match.target,
            "last_points": None,
            "hands": [format_group(hand) for hand in deal.hands],
            "arrangements": [format_arrangement(groups) for groups in arranged],
            "claims": [],
        }
        told = ("ending", "points", "totals", "next_dealer")
        note = "a whole deal, dealt at random."
        yield _Question("deals.a-whole-one", "L6", "/play/award", "deal", asked, told, note)
        return


def _target(rules: Rules) -> _Question:
    target, players = rules.ruleset.match.target, rules.players
    totals = [target - 1, target, *[0] * players][:players]
    return _Question(
        "target.reached", "L7", "/match/target", "target", {"totals": totals, "target": target},
        ("winners", "target"), "one player has just reached the target.",
    )  # fmt: skip
