"""Rules that a stranger might write: other decks, tables, groups, ladders; drawn from dice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hazari_rules.build import build
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.kinds import Vocabulary
from hazari_rules.loading import load

Data = dict[str, Any]
_RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
_TESTS: dict[int, list[Data]] = {
    1: [{}],
    2: [{"same_rank": [2]}, {"run": True}, {"suited": True}, {}],
    3: [
        {"same_rank": [3]},
        {"run": True, "suited": True},
        {"run": True},
        {"suited": True},
        {"same_rank": [2, 1]},
        {"suited": False, "run": False},
        {},
    ],
    4: [{"same_rank": [4]}, {"run": True}, {"suited": True}, {"same_rank": [2, 2]}, {}],
    5: [{"suited": True}, {"same_rank": [3, 2]}, {"run": True}, {"same_rank": [2, 2, 1]}],
}


def compiled(data: Mapping[str, Any], kinds: Vocabulary | None = None) -> Rules:
    words = kinds or vocabulary()
    return Rules.compile(build(data, {}, words), words)


def changed_hazari(**blocks: Any) -> Data:
    """Hazari's rules with other blocks, the parts of each replaced one by one."""
    data = load("hazari").ruleset.as_data()
    for name, block in blocks.items():
        data[name] = {**data[name], **block} if isinstance(block, dict) else block
    return data


def stranger(dice: random.Random) -> Data:
    """Complete rules, hands of nine cards at most."""
    ranks = sorted(dice.sample(range(13), dice.choice([5, 8, 13, 13])))
    suits = dice.sample("SHDC", dice.choice([2, 3, 4, 4]))
    deck = {"ranks": [_RANKS[r] for r in ranks], "suits": suits}
    players = dice.randint(2, 5)
    most = min(9, len(ranks) * len(suits) // players)
    sizes: list[int] = []
    while len(sizes) < 4 and (left := most - sum(sizes)) > 0:
        sizes.append(dice.choice([n for n in (1, 2, 3, 3, 4, 5) if n <= left]))
    ladder = _ladder(sizes, dice)
    ids = [step["id"] for step in ladder]
    groups: list[Data] = [{"cards": size} for size in sizes]
    for group in groups:
        if dice.random() < 0.2:
            group["combinations"] = dice.sample(ids, dice.randint(1, len(ids)))
    values = {rank: dice.choice([0, 1, 5, 10, 11]) for rank in deck["ranks"]}
    foul = {"scope": "from_group", "effect": "scores_nothing", "all_fouled": "redeal_next_dealer"}
    total = len(suits) * sum(values.values())
    extend = {"extend_target": {"by": 70}}
    return {
        "spec": 1,
        "id": "stranger",
        "name": "Stranger",
        "deck": deck,
        "table": {
            "players": players,
            "cards_each": sum(sizes),
            "undealt": len(ranks) * len(suits) - players * sum(sizes),
            "direction": dice.choice(["clockwise", "counterclockwise"]),
            "first_leader": dice.choice(["next_to_dealer", "dealer", "last_deal_winner"]),
            "next_dealer": "next",
        },
        "card_points": {"values": values, "total": total},
        "runs": dice.choice(
            [
                {"order": ["ace_high", "rest", "ace_low"], "not_runs": []},
                {"order": [["ace_high", "ace_low"], "rest"], "not_runs": []},
                {"order": ["rest"], "not_runs": ["ace_high", "ace_low"]},
            ]
        ),
        "combinations": ladder,
        "groups": groups,
        "comparison": {
            "order": dice.choice(["high_wins", "high_wins", "low_wins"]),
            "made_from": dice.choice(["some_cards", "some_cards", "all_cards"]),
            "spare": dice.choice(["ignored", "kicker"]),
        },
        "arrangement": {
            "order": dice.choice(["free", "not_rising", "falling"]),
            "judged_on": {"cards": dice.choice(["all", 1, 2, 3, 4])},
            "on_violation": dice.choice(["reject", "sort", {"foul": foul}]),
        },
        "play": {
            "next_leader": dice.choice(["winner", "same"]),
            "ties": dice.choice(["last_played", "first_played", "nobody", "split", "suit"]),
            "award": "captured_card_points",
        },
        "match": {
            "target": max(1, total * dice.randint(1, 3)),
            "check": dice.choice(["after_deal", "at_once"]),
            "reached_together": dice.choice(["highest_wins", extend]),
            "winner": "highest_total",
            "ties": dice.choice(["shared", "play_on", extend]),
        },
        "redeals": [_redeal(i, ids, dice) for i in range(dice.choice([0, 0, 1, 2]))],
        "instant_wins": [_win(i, ids, sizes, dice) for i in range(dice.choice([0, 1, 2, 3]))],
    }


def _ladder(sizes: list[int], dice: random.Random) -> list[Data]:
    steps = [
        {"id": f"c{cards}_{i}", "name": f"c{cards}_{i}", "cards": cards, **tests}
        for cards in range(1, max(sizes) + 1)
        for i, tests in enumerate(_TESTS[cards])
        if dice.random() < (0.8 if cards in sizes else 0.3)
    ]
    if not steps:
        cards = max(sizes)
        steps = [{"id": "c", "name": "c", "cards": cards, **dice.choice(_TESTS[cards])}]
    dice.shuffle(steps)
    for step in steps:
        if dice.random() < 0.2 and "run" not in step:
            step["key"] = {"ranks": {"cards": dice.randint(1, step["cards"])}}
    return steps


def _of_hand(ids: list[str], dice: random.Random) -> Data:
    whens: list[Data] = [
        {"hand_lacks": dice.sample(ids, dice.randint(1, len(ids)))},
        {"pairs_in_hand": {"at_least": dice.randint(2, 4)}},
        {"same_rank_in_hand": {"cards": dice.randint(2, 4)}},
    ]
    return {**dice.choice(whens), **(dice.choice(whens) if dice.random() < 0.3 else {})}


def _redeal(i: int, ids: list[str], dice: random.Random) -> Data:
    return {
        "id": f"redeal_{i}",
        "name": f"redeal_{i}",
        "when": _of_hand(ids, dice),
        "claim": dice.choice(["automatic", "on_request"]),
        "dealer": dice.choice(["stays", "moves"]),
    }


def _win(i: int, ids: list[str], sizes: list[int], dice: random.Random) -> Data:
    made, numbers = dice.sample(ids, dice.randint(1, len(ids))), range(1, len(sizes) + 1)
    last = dice.choice(numbers)
    some = dice.sample(numbers[:last], dice.randint(1, min(2, last)))
    held = {"groups_held": {"groups": some, "with": made}}
    won = {"rounds_won": {"rounds": some, "with": ids if dice.random() < 0.5 else made}}
    after, when = dice.choice(
        [
            ("dealing", _of_hand(ids, dice)),
            ("arranging", {**held, **_of_hand(ids, dice)}),
            ("arranging", held),
            ({"round": last}, won),
            ({"round": last}, {**won, **held}),
            ("deal", won),
            (dice.choice(["deal", {"round": last}]), held),
        ]
    )
    score = dice.choice(["target", {"add": 30}])
    points = dice.choice(["void", "counted"])
    match = {"win_match": {"score": score, "deal_points": points}}
    return {
        "id": f"win_{i}",
        "name": f"win_{i}",
        "after": after,
        "when": when,
        "if_several": dice.choice(["all", "first_in_order"]),
        "effect": dice.choice([match, {"win_deal": {"points": "whole_pack"}}]),
    }
