"""Whole deals and matches: the engine against the naive oracle, number for number."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hazari_rules import PACK, Card, Game, HazariError, Rank
from hazari_rules.arrange import Groups
from hazari_rules.build import build
from hazari_rules.builtin import vocabulary
from hazari_rules.events import Ending
from hazari_rules.loading import Loader
from hazari_rules.rounds import Played, play_round
from tests import oracle
from tests.naive import options_of, resolved
from tests.table import (
    VARIANTS,
    Hands,
    accepted,
    as_text,
    cards_in,
    careful,
    careless,
    game,
    legal_for_oracle,
    match_of,
    match_story,
    oracle_match_story,
    oracle_rules,
    oracle_story,
    other_choices,
    played,
    random_hands,
    recorded_match,
    some_choices,
    story,
    weak_start,
    written,
)
from tests.worked import MIRROR, TABLE, TROYS, Table, hands_of

Rules = dict[str, Any]
A, K, Q, J, TEN, NINE = list(Rank)[:6]
FOUR, THREE, TWO = list(Rank)[-3:]

# ---------------------------------------------------------------- the rules themselves


def test_variants_resolve_as_read_naively() -> None:
    loader, seen = Loader.shipped(), 0
    for variant in VARIANTS:
        for name, option in options_of(variant).items():
            for choice in option["choices"]:
                data = resolved(variant, {name: choice})
                ours = loader.load(variant, {name: choice}).ruleset.as_data()
                for step, plain in zip(ours["combinations"], data["combinations"], strict=True):
                    if "key" not in plain:
                        del step["key"]
                assert {block: ours[block] for block in data} == data, (variant, name, choice)
                seen += 1
    assert seen > 100


# ---------------------------------------------------------------- deals


def offer(game: Game, rules: Rules, hand: Sequence[Card], dice: random.Random) -> Groups:
    """What a player lays down; engine and oracle must agree on whether it is allowed."""
    if dice.random() < 0.35:
        groups = careless(game, hand, dice)
        allowed = accepted(game, hand, groups)
        assert legal_for_oracle(rules, hand, groups) is allowed, groups
        if allowed:
            return groups
    return careful(game, hand, dice)


def told_alike(
    game: Game,
    rules: Rules,
    dice: random.Random,
    hands: Hands | None = None,
    groups: Sequence[Groups] | None = None,
) -> dict[str, Any]:
    """Play a deal on both sides, compare all there is to tell, and give the engine's story."""
    players = game.rules.players
    hands = hands or random_hands(game, dice)
    groups = groups or [offer(game, rules, hand, dice) for hand in hands]
    dealer = dice.randrange(players)
    last = tuple(dice.choice((0, 90, 90, 180)) for _ in range(players))
    last_points = last if dice.random() < 0.7 else None
    claims = [redeal["id"] for redeal in rules["redeals"] if dice.random() < 0.5]
    told = story(played(game, hands, groups, dealer, last_points, claims))
    expected = oracle_story(rules, hands, groups, dealer, last_points, claims)
    assert told == expected, (as_text([card for hand in hands for card in hand]), groups)
    return told


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals(variant: str, part: int) -> None:
    dice = random.Random(f"{variant} {part}")
    for _ in range(52):
        told_alike(game(variant), oracle_rules(variant), dice)


MATCH_ONLY = {"names", "target", "target_check", "two_reach_target", "tied_match"}
CHOICES = [
    (variant, name, choice)
    for variant in VARIANTS
    for name, choice in other_choices(variant)
    if name not in MATCH_ONLY
]


@pytest.mark.parametrize(("variant", "name", "choice"), CHOICES)
def test_deals_under_each_choice(variant: str, name: str, choice: str) -> None:
    options = {name: choice}
    dice = random.Random(f"{variant} {options}")
    for _ in range(8):
        told_alike(game(variant, **options), oracle_rules(variant, **options), dice)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_under_mixed_choices(variant: str, part: int) -> None:
    dice = random.Random(f"mixed {variant} {part}")
    for _ in range(6):
        options = some_choices(variant, dice)
        for _ in range(5):
            told_alike(game(variant, **options), oracle_rules(variant, **options), dice)


# ---------------------------------------------------------------- rules beyond the options


def rules_at_random(dice: random.Random) -> Rules:
    """Rules that no shipped option reaches: reversed and shuffled ladders, other moments."""
    variant = dice.choice(VARIANTS)
    rules: Rules = copy.deepcopy(resolved(variant, some_choices(variant, dice)))
    ladder = rules["combinations"]
    rules["comparison"]["order"] = dice.choice(["high_wins", "low_wins"])
    rules["arrangement"]["judged_on"] = {"cards": dice.choice([3, 4, "all"])}
    if dice.random() < 0.4:
        dice.shuffle(ladder)
    if dice.random() < 0.4:
        ladder.remove(dice.choice(ladder))
    ids = [step["id"] for step in ladder]
    for group in rules["groups"]:
        if dice.random() < 0.2:
            group["combinations"] = dice.sample(ids, len(ids) - 2)
    step = dice.choice(ladder)
    if not step.get("run"):
        order = [dice.choice([["3", "A"], "3"]), "rest"]
        step["key"] = {dice.choice(["ranks", "multiples"]): {"order": order}}
    rules["deck"]["suits"] = dice.sample("SHDC", 4)
    rules["instant_wins"] = [win_at_random(f"w{i}", ids, dice) for i in range(dice.randrange(3))]
    return rules


def win_at_random(id_: str, ids: list[str], dice: random.Random) -> Rules:
    made = dice.sample(ids, len(ids) // 2)
    after, when = dice.choice(
        [
            ("dealing", {"pairs_in_hand": {"at_least": 5}}),
            ("arranging", {"groups_held": {"groups": [2, 4], "with": made}}),
            ({"round": 2}, {"rounds_won": {"rounds": [1, 2], "with": made}}),
            ("deal", {"rounds_won": {"rounds": [4], "with": made}}),
        ]
    )
    score = {"score": {"add": 300}, "deal_points": dice.choice(["void", "counted"])}
    effects = [{"win_deal": {"points": "whole_pack"}}, {"win_match": score}]
    several = dice.choice(["all", "first_in_order"])
    about = {"id": id_, "name": id_, "if_several": several, "effect": dice.choice(effects)}
    return about | {"after": after, "when": when}


@pytest.mark.parametrize("part", range(3))
def test_deals_under_rules_beyond_the_options(part: int) -> None:
    dice = random.Random(f"beyond {part}")
    deals = 0
    for _ in range(10):
        plain = rules_at_random(dice)
        rules = Game(build(plain, {}, vocabulary()))
        for _ in range(4):
            hands = random_hands(rules, dice)
            try:
                groups = [offer(rules, plain, hand, dice) for hand in hands]
            except HazariError:  # some hand has no legal arrangement under these rules
                continue
            told_alike(rules, plain, dice, hands, groups)
            deals += 1
    assert deals > 15


# ---------------------------------------------------------------- rounds with ties


def alike_groups(game: Game, size: int, dice: random.Random) -> list[tuple[Card, ...]]:
    """A group for each player, mostly of the same ranks."""
    ranks = dice.choices(list(Rank), k=size)
    if dice.random() < 0.4:
        start = dice.randrange(13)
        ranks = [list(Rank)[(start + i) % 13] for i in range(size)]
    pool, groups = list(PACK), []
    for _ in range(game.rules.players):
        group: list[Card] = []
        for rank in ranks:
            alike = [card for card in pool if card.rank == rank]
            card = dice.choice(alike if alike and dice.random() > 0.12 else pool)
            group.append(card)
            pool.remove(card)
        groups.append(tuple(dice.sample(group, size)))
    return groups


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "ties", ["last_played", "first_played", "nobody", "split", "suit"], ids=str
)
def test_rounds_of_equal_groups(variant: str, ties: str) -> None:
    dice = random.Random(f"ties {variant} {ties}")
    tied = 0
    for _ in range(5):
        options = some_choices(variant, dice) | {"equal_groups": ties}
        rules, plain = game(variant, **options), oracle_rules(variant, **options)
        for _ in range(30):
            number = dice.randrange(1, 5)
            groups = alike_groups(rules, rules.ruleset.groups[number - 1].cards, dice)
            fouled = [dice.random() < 0.1 for _ in groups]
            seats = dice.sample(range(len(groups)), len(groups))
            plays = [Played(seat, groups[seat], fouled[seat]) for seat in seats]
            result = play_round(rules.rules, number, plays)
            texts = [(play.seat, as_text(play.cards), play.cannot_win) for play in plays]
            expected = oracle.play_round(plain, texts, number - 1)
            points = [result.points.get(seat, 0) for seat in range(len(groups))]
            leader = expected["next_leader"]
            assert sorted(result.winners) == sorted(expected["winners"]), (options, texts)
            assert points == expected["points"], (options, texts)
            assert result.next_leader == (seats[0] if leader is None else leader), (options, texts)
            tied += bool(result.tied)
    assert tied > 40


# ---------------------------------------------------------------- hands that seldom come


def cards_of(ranks: dict[Rank, int], dice: random.Random) -> list[Card]:
    return [
        card
        for rank, count in ranks.items()
        for card in dice.sample([card for card in PACK if card.rank == rank], count)
    ]


def hand_without_run(dice: random.Random) -> list[Card]:
    """No three ranks in a row, with a Troy in it or not."""
    ranks = list(Rank)
    while True:
        chosen = {rank for rank in ranks if dice.random() < 0.5}
        gaps = all(
            not {ranks[i], ranks[(i + 1) % 13], ranks[(i + 2) % 13]} <= chosen for i in range(13)
        )
        cards = [card for card in PACK if card.rank in chosen]
        if gaps and len(cards) >= 26:
            few = [card for card in cards if card.suit in "SH"]
            return dice.sample(few if len(few) >= 13 and dice.random() < 0.6 else cards, 13)


def hand_of_six_pairs(dice: random.Random) -> list[Card]:
    counts = dice.choice([(2, 2, 2, 2, 2, 2, 1), (3, 2, 2, 2, 2, 2), (4, 4, 2, 2, 1), (4, 4, 4, 1)])
    return cards_of(dict(zip(dice.sample(list(Rank), 7), counts, strict=False)), dice)


def hand_of_five_pairs(dice: random.Random) -> list[Card]:
    counts = dice.choice([(2, 2, 2, 2, 2, 1, 1, 1), (3, 3, 3, 3, 1), (4, 3, 3, 2, 1)])
    return cards_of(dict(zip(dice.sample(list(Rank), 8), counts, strict=False)), dice)


def hand_with_four(dice: random.Random) -> list[Card]:
    rank = dice.choice(list(Rank))
    others = [card for card in PACK if card.rank != rank]
    return [card for card in PACK if card.rank == rank] + dice.sample(others, 9)


def dealt_around(game: Game, special: list[Card], dice: random.Random) -> Hands:
    """One player has the special hand, the others anything."""
    rest = [card for card in PACK if card not in special]
    dice.shuffle(rest)
    hands = [tuple(rest[13 * i : 13 * i + 13]) for i in range(game.rules.players - 1)]
    hands.insert(dice.randrange(game.rules.players), tuple(special))
    return tuple(hands)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("name", "makers"),
    [
        ("no_run_redeal", [hand_without_run, hand_of_six_pairs]),
        ("six_pairs_redeal", [hand_of_six_pairs, hand_of_five_pairs]),
        ("four_in_hand", [hand_with_four, hand_of_five_pairs]),
    ],
)
def test_hands_that_end_a_deal(
    variant: str, name: str, makers: list[Callable[[random.Random], list[Card]]]
) -> None:
    dice = random.Random(f"{variant} {name}")
    choices = [choice for other, choice in other_choices(variant) if other == name]
    for choice in choices:
        ends = []
        for i in range(12):
            extra = {"players": "three"} if i % 5 == 4 else {}
            options = {name: choice, **extra}
            rules, plain = game(variant, **options), oracle_rules(variant, **options)
            hands = dealt_around(rules, makers[i % 2](dice), dice)
            told = told_alike(rules, plain, dice, hands)
            ends.append(told["voided"] or (told["instant"] or {}).get("effect"))
        effects = {"wins_deal": "win_deal", "wins_match": "win_match"}
        wanted = effects.get(choice, name.removesuffix("_redeal"))
        assert wanted in ends, choice
        assert None in ends, choice


BOTH_REDEALS: list[tuple[str, str, set[str | None]]] = [
    ("automatic", "on_request", {"no_run"}),
    ("on_request", "automatic", {"six_pairs"}),
    ("on_request_deal_passes", "automatic_deal_passes", {"six_pairs"}),
    ("automatic", "automatic", {"no_run"}),
    ("on_request_deal_passes", "on_request", {"no_run", "six_pairs", None}),
]


@pytest.mark.parametrize(("no_run", "six_pairs", "reasons"), BOTH_REDEALS)
def test_two_redeals_in_one_deal(no_run: str, six_pairs: str, reasons: set[str | None]) -> None:
    """A deal that is void by itself is void before anybody is asked about another redeal."""
    options = {"no_run_redeal": no_run, "six_pairs_redeal": six_pairs}
    dice = random.Random(f"{options}")
    rules, plain = game("hazari", **options), oracle_rules("hazari", **options)
    seen = set()
    for _ in range(9):
        ranks = [A, K, J, TEN, Rank.EIGHT, Rank.SEVEN, Rank.FIVE]
        counts = dict.fromkeys(ranks, 2) | {dice.choice(ranks): 1}
        hands = dealt_around(rules, cards_of(counts, dice), dice)
        seen.add(told_alike(rules, plain, dice, hands)["voided"])
    assert seen == reasons


# ---------------------------------------------------------------- three Troys


def troy_hands(
    ranks: Sequence[Rank], others: Sequence[Rank], dice: random.Random
) -> tuple[Hands, list[Groups | None]]:
    """One player, perhaps a second one, with three Troys in the first three groups."""
    seats = dice.sample(range(4), 4)
    hands: list[tuple[Card, ...]] = [()] * 4
    groups: list[Groups | None] = [None] * 4
    taken: set[Card] = set()
    for seat, troys in zip(seats, filter(None, (ranks, others)), strict=False):
        triples = [tuple(cards_of({rank: 3}, dice)) for rank in troys]
        groups[seat] = tuple(triples)
        taken |= {card for triple in triples for card in triple}
    rest = [card for card in PACK if card not in taken]
    dice.shuffle(rest)
    for seat in range(4):
        triples_of = groups[seat]
        own = 13 if triples_of is None else 4
        more, rest = tuple(rest[:own]), rest[own:]
        if triples_of is not None:
            groups[seat] = (*triples_of, more)
            more = (*(card for triple in triples_of for card in triple), *more)
        hands[seat] = more
    return tuple(hands), groups


TROY_CHOICES: list[dict[str, str]] = [
    {},
    {"three_troys_must_win": "holding_is_enough"},
    {"three_troys_when": "after_the_deal"},
    {"three_troys_score": "plus_1000"},
    {"wrong_order": "foul_whole_deal"},
    {"wrong_order": "foul_from_group"},
    {"wrong_order": "foul_no_points"},
    {"wrong_order": "foul_no_points", "three_troys_must_win": "holding_is_enough"},
    {"wrong_order": "foul_no_points", "three_troys_when": "after_the_deal"},
    {"wrong_order": "sorted", "three_troys_score": "plus_1000"},
    {"four_card_ladder": "length_first"},
    {"target_check": "at_once"},
]


@pytest.mark.parametrize("options", TROY_CHOICES, ids=str)
def test_three_troys(options: dict[str, str]) -> None:
    dice = random.Random(f"troys {options}")
    rules, plain = game("hazarey", **options), oracle_rules("hazarey", **options)
    won = []
    wrong = rules.rules.violation.sort or rules.rules.violation.foul is not None
    for i in range(12):
        holder, second = [((A, K, Q), ()), ((FOUR, THREE, TWO), ()), ((A, Q, TEN), (K, J, NINE))][
            i % 3
        ]
        hands, fixed = troy_hands(holder, second, dice)
        groups = []
        for hand, own in zip(hands, fixed, strict=True):
            stands = own is not None and accepted(rules, hand, own)
            mine = own if own is not None and stands else careful(rules, hand, dice)
            if stands and wrong and i % 2:
                mine = (mine[1], mine[0], *mine[2:])
            groups.append(mine)
        told = told_alike(rules, plain, dice, hands, groups)
        won.append(told["instant"] is not None)
    always = rules.rules.violation.foul is None and "three_troys_must_win" in options
    assert set(won) == ({True} if always else {True, False})


# ---------------------------------------------------------------- fouls


@pytest.mark.parametrize("choice", ["foul_whole_deal", "foul_from_group", "foul_no_points"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_one_to_four_fouled_players(variant: str, choice: str) -> None:
    dice = random.Random(f"{variant} {choice}")
    rules, plain = game(variant, wrong_order=choice), oracle_rules(variant, wrong_order=choice)
    voided = []
    for fouled in (1, 2, 3, 4, 4, 4):
        hands = random_hands(rules, dice)
        groups = [careful(rules, hand, dice) for hand in hands]
        for seat in dice.sample(range(4), fouled):
            groups[seat] = weak_start(rules, hands[seat])
        told = told_alike(rules, plain, dice, hands, groups)
        voided.append(told["voided"])
    assert ("all_fouled" in voided) is (choice == "foul_whole_deal")


# ---------------------------------------------------------------- matches


def same_match(game: Game, rules: Rules, seed: int, dealer: int = 0) -> dict[str, Any]:
    """Play a match on both sides and compare; the oracle is offered a deal more than it needs."""
    dice = random.Random(f"match {seed}")
    match, deals = recorded_match(game, seed, dice, dealer)
    told = match_story(match)
    assert told == oracle_match_story(rules, [*deals, deals[-1]], dealer), seed
    endings = [deal.end.ending for deal in match.deals if deal.end]
    return {**told, "endings": endings}


@pytest.mark.parametrize("variant", VARIANTS)
def test_matches(variant: str) -> None:
    deals = 0
    for seed in range(6):
        told = same_match(game(variant), oracle_rules(variant), seed, seed % 4)
        assert max(told["totals"]) >= 1000
        deals += told["deals"]
    assert deals > 18


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_under_each_choice(variant: str, part: int) -> None:
    """Those that Hazarey has from Hazari are played in Hazari."""
    own = options_of(variant).keys() - (options_of("hazari") if variant == "hazarey" else ())
    choices = [(name, choice) for name, choice in other_choices(variant) if name in own]
    for seed, (name, choice) in enumerate(choices[part::2]):
        options = {"target": "points_500"} | {name: choice}
        rules, plain = game(variant, **options), oracle_rules(variant, **options)
        same_match(rules, plain, seed, seed % plain["table"]["players"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_under_mixed_choices(variant: str) -> None:
    dice = random.Random(f"matches {variant}")
    for seed in range(10):
        options = some_choices(variant, dice) | {"target": "points_500"}
        same_match(game(variant, **options), oracle_rules(variant, **options), seed)


def tied_on_the_way(told: dict[str, Any]) -> bool:
    """Two equal best totals above the target did not end the match."""
    totals = [[sum(seat) for seat in zip(*told["points"][: n + 1], strict=True)] for n in range(8)]
    return any(sorted(t)[-1] == sorted(t)[-2] >= 180 for t in totals[: told["deals"] - 1])


NOBODY, SPLIT = {"equal_groups": "nobody"}, {"equal_groups": "split"}
SHORT_MATCHES: list[tuple[int, dict[str, str], list[int], Callable[[dict[str, Any]], bool]]] = [
    (180, {}, [48, 142, 179], lambda told: len(told["winners"]) > 1),
    (180, {"tied_match": "play_on"}, [48, 142, 179], tied_on_the_way),
    (180, {"tied_match": "extend_by_500"}, [48, 142, 179], lambda told: told["target"] == 680),
    (180, {"two_reach_target": "extend_by_500"}, [9, 17, 42], lambda told: told["target"] == 680),
    (90, {"two_reach_target": "extend_by_500"}, [2, 23], lambda told: told["target"] == 1090),
    (
        200,
        {"target_check": "at_once"},
        [1, 2, 5],
        lambda told: told["endings"][-1] is Ending.TARGET_REACHED,
    ),
    (200, NOBODY, [17, 21, 34], lambda told: sum(told["totals"]) < 360 * told["deals"]),
    (200, SPLIT, [17, 21, 34], lambda told: sum(told["totals"]) == 360 * told["deals"]),
    (200, {"no_run_redeal": "automatic"}, [6, 9, 21], lambda told: "no_run" in told["voided"]),
    (
        200,
        {"no_run_redeal": "on_request_deal_passes"},
        [6, 9, 21],
        lambda told: "no_run" in told["voided"],
    ),
    (
        200,
        {"six_pairs_redeal": "automatic_deal_passes"},
        [63, 100],
        lambda told: "six_pairs" in told["voided"],
    ),
    (
        300,
        {"four_in_hand": "wins_match"},
        [0, 4, 18],
        lambda told: told["endings"][-1] is Ending.INSTANT_WIN,
    ),
    (
        400,
        {"four_in_hand": "wins_deal"},
        [0, 4, 18],
        lambda told: Ending.INSTANT_WIN in told["endings"],
    ),
]


@pytest.mark.parametrize(("target", "options", "seeds", "wanted"), SHORT_MATCHES)
def test_short_matches(
    tmp_path: Path,
    target: int,
    options: dict[str, str],
    seeds: list[int],
    wanted: Callable[[dict[str, Any]], bool],
) -> None:
    """Low targets and chosen seeds: what is rare in a long match happens in each of them."""
    rules, plain = written(tmp_path, "hazari", {"match": {"target": target}}, **options)
    for seed in seeds:
        assert wanted(same_match(rules, plain, seed, seed % 3)), seed


# ---------------------------------------------------------------- matches of deals worked by hand


def win_match(score: Any, deal_points: str, after: Any) -> Rules:
    effect = {"win_match": {"score": score, "deal_points": deal_points}}
    return {"instant_wins": [{"id": "three_troys", "after": after, "effect": effect}]}


def match_block(**knobs: Any) -> Rules:
    return {"match": knobs}


def extend(by: int) -> Rules:
    return {"extend_target": {"by": by}}


SPLIT_TIES = {"play": {"ties": "split"}}
SAME_LEADER = {"table": {"first_leader": "last_deal_winner", "next_dealer": "previous"}} | {
    "play": {"next_leader": "same"}
}
WORKED_MATCHES: list[tuple[str, Rules, list[Table], list[int], list[int], int]] = [
    ("hazari", {}, [TABLE] * 5, [2], [0, 700, 1100, 0], 1000),
    ("hazari", {}, [TABLE] * 4, [], [0, 560, 880, 0], 1000),
    ("hazari", match_block(target=360), [TABLE, MIRROR], [1, 2], [0, 360, 360, 0], 360),
    (
        "hazari",
        match_block(target=360, ties="play_on"),
        [TABLE, MIRROR, TABLE],
        [2],
        [0, 500, 580, 0],
        360,
    ),
    (
        "hazari",
        match_block(target=360, ties=extend(200)),
        [TABLE, MIRROR, TABLE],
        [2],
        [0, 500, 580, 0],
        560,
    ),
    (
        "hazari",
        match_block(target=360, reached_together=extend(300)),
        [TABLE, MIRROR, TABLE, TABLE],
        [2],
        [0, 640, 800, 0],
        660,
    ),
    ("hazari", match_block(target=140), [TABLE], [2], [0, 140, 220, 0], 140),
    ("hazari", match_block(target=140, check="at_once"), [TABLE], [1], [0, 140, 120, 0], 140),
    ("hazari", match_block(target=300, check="at_once"), [TABLE] * 2, [2], [0, 140, 340, 0], 300),
    (
        "hazari",
        SPLIT_TIES | match_block(target=256, check="at_once"),
        [TABLE, MIRROR],
        [2],
        [0, 260, 290, 0],
        256,
    ),
    (
        "hazari",
        SPLIT_TIES | match_block(target=256, check="at_once", reached_together=extend(30)),
        [TABLE, MIRROR],
        [2],
        [0, 260, 360, 0],
        286,
    ),
    ("hazarey", match_block(target=288, check="at_once"), [TROYS], [2], [0, 0, 288, 0], 288),
    ("hazarey", match_block(target=198, check="at_once"), [TROYS], [2], [0, 0, 198, 0], 198),
    ("hazarey", {}, [TABLE, TROYS, TABLE], [2], [0, 257, 1000, 0], 1000),
    (
        "hazarey",
        win_match({"add": 1000}, "void", {"round": 3}),
        [TABLE, TROYS],
        [2],
        [0, 257, 1123, 0],
        1000,
    ),
    (
        "hazarey",
        win_match("target", "counted", "deal"),
        [TABLE, TROYS],
        [2],
        [0, 349, 1000, 0],
        1000,
    ),
    (
        "hazarey",
        win_match({"add": 1000}, "counted", "deal"),
        [TABLE, TROYS],
        [2],
        [0, 349, 1411, 0],
        1000,
    ),
    ("hazari", SAME_LEADER, [TABLE, TABLE], [], [0, 210, 510, 0], 1000),
]


@pytest.mark.parametrize(
    ("variant", "blocks", "tables", "winners", "totals", "target"), WORKED_MATCHES
)
def test_matches_worked_by_hand(
    tmp_path: Path,
    variant: str,
    blocks: Rules,
    tables: list[Table],
    winners: list[int],
    totals: list[int],
    target: int,
) -> None:
    rules, plain = written(tmp_path, variant, blocks)
    told = match_story(match_of(rules, tables))
    assert (told["winners"], told["totals"], told["target"]) == (winners, totals, target)
    deals = [(hands_of(table), table) for table in tables]
    expected = oracle.play_match(plain, 0, deals)
    assert told == {**expected, "winners": sorted(expected["winners"])}


@pytest.mark.parametrize("if_several", ["all", "first_in_order"])
@pytest.mark.parametrize("effect", ["win_deal", "win_match"])
def test_instant_wins_of_several_players(tmp_path: Path, if_several: str, effect: str) -> None:
    """All four players hold three cards of a rank; the points never exceed the pack."""
    effects: Rules = {
        "win_deal": {"points": "whole_pack"},
        "win_match": {"score": "target", "deal_points": "void"},
    }
    win = {
        "id": "trips",
        "name": "Three of a rank",
        "after": "dealing",
        "when": {"same_rank_in_hand": {"cards": 3}},
        "if_several": if_several,
        "effect": {effect: effects[effect]},
    }
    options = {"players": "three", "card_points": "pack_of_380"}
    rules, plain = written(tmp_path, "hazari", {"instant_wins": [win]}, **options)
    hands = cards_in(hands_of(TABLE))[:3]
    groups = [cards_in(table) for table in TABLE[:3]]
    told = told_alike(rules, plain, random.Random(1), hands, groups)
    assert len(told["instant"]["seats"]) == (3 if if_several == "all" else 1)
    first = told["instant"]["seats"][0]
    paid = [told["points"][(first + i) % 3] for i in range(3)]
    shares = [128, 126, 126] if if_several == "all" else [380, 0, 0]
    assert paid == (shares if effect == "win_deal" else [0, 0, 0])
    assert match_of(rules, [TABLE[:3]]).pending is None or effect == "win_deal"
