"""Shared by the tests of the engine: games, random deals, and the engine's deals as plain data."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hazari_rules import Card, DealState, Game, IllegalArrangementError, MatchState, parse_group
from hazari_rules.arrange import Groups, greedy, lexicographic, lock
from hazari_rules.autoplay import play_match
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion, DealStart, Question
from hazari_rules.events import Ending
from tests import oracle
from tests.naive import merged, options_of, resolved
from tests.worked import Table, hands_of

Hands = tuple[tuple[Card, ...], ...]
VARIANTS = ("hazari", "hazarey")
FAR = 10**9
"""A target that no test reaches."""


@cache
def _game(variant: str, options: tuple[tuple[str, str], ...]) -> Game:
    return Game.load(variant, dict(options))


def game(variant: str = "hazari", **options: str) -> Game:
    """The game of a variant with these choices, compiled once for all tests of a process."""
    return _game(variant, tuple(sorted(options.items())))


@cache
def _rules(variant: str, options: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    return resolved(variant, dict(options))


def oracle_rules(variant: str = "hazari", **options: str) -> dict[str, Any]:
    """The same rules for the oracle, resolved without the package."""
    return _rules(variant, tuple(sorted(options.items())))


def other_choices(variant: str) -> list[tuple[str, str]]:
    """Every choice of every option that is not the default."""
    return [
        (name, choice)
        for name, option in options_of(variant).items()
        for choice in option["choices"]
        if choice != option["default"]
    ]


def some_choices(variant: str, dice: random.Random) -> dict[str, str]:
    """A choice of every option, each at random."""
    options = options_of(variant).items()
    return {name: dice.choice(list(option["choices"])) for name, option in options}


def written(
    folder: Path, variant: str, blocks: Mapping[str, Any], **options: str
) -> tuple[Game, dict[str, Any]]:
    """The game of a small file that changes these blocks of a variant, and the same for the oracle.

    A file may be written as JSON, which is YAML.
    """
    file = {"spec": 1, "extends": variant, "id": "small", "name": "Small", **blocks}
    path = folder / "small.yaml"
    path.write_text(json.dumps(file), encoding="utf-8")
    return Game.load(str(path), options), merged(oracle_rules(variant, **options), blocks)


# ---------------------------------------------------------------- cards at random


def random_hands(game: Game, dice: random.Random) -> Hands:
    table = game.ruleset.table
    cards = dice.sample(game.rules.deck, table.players * table.cards_each)
    return tuple(
        tuple(cards[seat * table.cards_each : (seat + 1) * table.cards_each])
        for seat in range(table.players)
    )


def random_groups(game: Game, hand: Sequence[Card], dice: random.Random) -> Groups:
    """Any split of the hand into groups of the right sizes; seldom legal."""
    left = dice.sample(list(hand), len(hand))
    groups = []
    for group in game.ruleset.groups:
        groups.append(tuple(left[: group.cards]))
        left = left[group.cards :]
    return tuple(groups)


def descending_groups(game: Game, hand: Sequence[Card], dice: random.Random) -> Groups:
    """A random split with the triples from strong to weak; the last group may be too strong."""
    groups, ranking = random_groups(game, hand, dice), game.rules.ranking
    triples = sorted(groups[:3], key=lambda g: ranking.play[0](*ranking.encode(g)), reverse=True)
    return (*triples, groups[3])


def swapped(groups: Groups, i: int, j: int) -> Groups:
    """The same groups with two of them in each other's place."""
    order = list(range(len(groups)))
    order[i], order[j] = order[j], order[i]
    return tuple(groups[k] for k in order)


def weak_start(game: Game, hand: Sequence[Card]) -> Groups:
    """The three triples from weak to strong: in the wrong order for almost every hand."""
    return swapped(greedy(game.rules, hand), 0, 2)


def careless(game: Game, hand: Sequence[Card], dice: random.Random) -> Groups:
    """Groups of the right sizes, often in the wrong order."""
    way = dice.randrange(4)
    if way == 0:
        return random_groups(game, hand, dice)
    if way == 1:
        return descending_groups(game, hand, dice)
    return swapped(greedy(game.rules, hand), *dice.sample(range(3), 2))


def careful(game: Game, hand: Sequence[Card], dice: random.Random) -> Groups:
    """A legal arrangement: greedy, lexicographic, or one at random if one is found soon."""
    way = dice.randrange(4)
    if way == 0:
        return greedy(game.rules, hand)
    if way == 1:
        return lexicographic(game.rules, hand)
    for _ in range(12):
        groups = descending_groups(game, hand, dice)
        if not game.faults(groups, hand):
            return groups
    return greedy(game.rules, hand)


def accepted(game: Game, hand: Sequence[Card], groups: Groups) -> bool:
    """Whether the engine locks these groups, fouled or not."""
    try:
        lock(game.rules, groups, hand)
    except IllegalArrangementError:
        return False
    return True


# ---------------------------------------------------------------- deals as plain data


def as_text(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def hands_as_text(hands: Sequence[Sequence[Card]]) -> list[list[str]]:
    return [as_text(hand) for hand in hands]


def cards_in(groups: Sequence[Sequence[str]]) -> Groups:
    return tuple(parse_group(" ".join(group)) for group in groups)


def begun(
    game: Game, hands: Hands, dealer: int = 0, last_points: tuple[int, ...] | None = None
) -> DealState:
    """A deal with these hands; all totals are 0 and the target is far away."""
    players = game.rules.players
    start = DealStart(1, dealer, (0,) * players, FAR, last_points)
    return DealState.begin(game.rules, start, hands)


def played(
    game: Game,
    hands: Hands,
    groups: Sequence[Groups],
    dealer: int = 0,
    last_points: tuple[int, ...] | None = None,
    claims: Collection[str] = (),
) -> DealState:
    """The whole deal; redeals with these ids are asked for."""
    state = begun(game, hands, dealer, last_points)
    while (question := state.pending) is not None:
        if isinstance(question, ClaimQuestion):
            state = state.apply(question.redeal in claims)
        else:
            state = state.apply(groups[question.seat])
    return state


def worked_deal(game: Game, table: Table, dealer: int = 0) -> DealState:
    """A deal whose hands and arrangements are known."""
    return played(game, cards_in(hands_of(table)), [cards_in(groups) for groups in table], dealer)


def story(state: DealState) -> dict[str, Any]:
    """A finished deal as the oracle tells it, apart from how several winners are listed."""
    assert state.end is not None
    rules, end = state.rules, state.end
    seats = range(rules.players)
    dealer = end.dealer
    if state.dealer_moves:
        dealer = rules.next_dealer(dealer, rules.step, rules.players)
    void = {Ending.REDEAL: end.reason, Ending.ALL_FOULED: "all_fouled"}
    instant = None
    if end.ending is Ending.INSTANT_WIN:
        effect = "win_match" if state.wins_match else "win_deal"
        instant = {"id": end.reason, "seats": list(end.seats), "effect": effect}
    return {
        "voided": void.get(end.ending),
        "next_dealer": dealer,
        "leaders": [result.leader for result in state.rounds],
        "winners": [sorted(result.winners) for result in state.rounds],
        "round_points": [
            [
                0 if state.arrangement(seat).scores_nothing else result.points.get(seat, 0)
                for seat in seats
            ]
            for result in state.rounds
        ],
        "points": list(end.points),
        "instant": instant,
    }


def oracle_story(
    rules: Mapping[str, Any],
    hands: Hands,
    groups: Sequence[Groups],
    dealer: int = 0,
    last_points: Sequence[int] | None = None,
    claims: Collection[str] = (),
) -> dict[str, Any]:
    """The same deal told by the oracle."""
    deal = oracle.play_deal(
        rules,
        dealer,
        hands_as_text(hands),
        [hands_as_text(arrangement) for arrangement in groups],
        last_points,
        claims=claims,
    )
    return {**deal, "winners": [sorted(winners) for winners in deal["winners"]]}


def legal_for_oracle(rules: Mapping[str, Any], hand: Sequence[Card], groups: Groups) -> bool:
    try:
        oracle.arranged(rules, as_text(hand), hands_as_text(groups))
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------- matches


def recorded_match(
    game: Game, seed: int, dice: random.Random, dealer: int = 0
) -> tuple[MatchState, list[tuple[Hands, list[Groups]]]]:
    """A match of careless players, with what each of them offered in every deal."""
    offers: dict[tuple[int, int], Groups] = {}

    def player(match: MatchState, question: Question) -> bool | Groups:
        if isinstance(question, ClaimQuestion):
            return True
        groups = careless(game, question.hand, dice)
        if dice.random() < 0.7 or not accepted(game, question.hand, groups):
            groups = careful(game, question.hand, dice)
        offers[len(match.deals), question.seat] = groups
        return groups

    seats = range(game.rules.players)
    match = play_match(game.rules, seed, dict.fromkeys(seats, player), dealer=dealer)
    deals = []
    for number, deal in enumerate(match.deals):
        anyhow = [random_groups(game, hand, dice) for hand in deal.hands]
        deals.append((deal.hands, [offers.get((number, s), anyhow[s]) for s in seats]))
    return match, deals


def match_story(match: MatchState) -> dict[str, Any]:
    """A finished match as the oracle tells it."""
    told = [story(deal) for deal in match.deals]
    return {
        "totals": list(match.totals),
        "winners": list(match.winners),
        "deals": len(match.deals),
        "points": [deal["points"] for deal in told],
        "voided": [deal["voided"] for deal in told],
        "target": match.target,
    }


def oracle_match_story(
    rules: Mapping[str, Any], deals: Sequence[tuple[Hands, Sequence[Groups]]], dealer: int = 0
) -> dict[str, Any]:
    """The same match told by the oracle."""
    as_plain = [(hands_as_text(hands), [hands_as_text(g) for g in all_]) for hands, all_ in deals]
    over = oracle.play_match(rules, dealer, as_plain)
    return {**over, "winners": sorted(over["winners"])}


def match_of(game: Game, tables: Sequence[Table]) -> MatchState:
    """A match of known deals, until it is over or none is left."""
    match = game.begin_match()
    for table in tables:
        if match.pending is None:
            break
        match = match.give_hands(cards_in(hands_of(table)))
        while isinstance(question := match.pending, ArrangeQuestion):
            match = match.apply(cards_in(table[question.seat]))
    return match
