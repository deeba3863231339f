"""The numpy batch engine: deal by deal what the plain engine plays, under any rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from hazari_rules.batch import Batch, Starts
from hazari_rules.batch_deal import order_of, shuffled_decks
from hazari_rules.builtin import vocabulary
from hazari_rules.compiled import Rules
from hazari_rules.conformance_knobs import knobs, turned
from hazari_rules.dealing import shuffled
from hazari_rules.errors import HazariError, NotationError
from hazari_rules.events import Ending
from hazari_rules.kinds import Kind, Place
from hazari_rules.kinds_combinations import KINDS as COMBINATION_KINDS
from hazari_rules.kinds_events import Moment, Outcome, Stage
from tests.batches import VARIANTS, compared, other_choices, random_starts, rules_of
from tests.small import made_up
from tests.strangers import changed_hazari, compiled, stranger

# ---------------------------------------------------------------- the bundled variants


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_of_the_bundled_variants(variant: str) -> None:
    stories = compared(rules_of(variant), 250, first=1000)
    assert sum(any(story["tied"]) for story in stories) > 3
    assert all(sum(s["points"]) in (0, 360, 380) for s in stories)


CHOICES = [(v, name, choice) for v in VARIANTS for name, choice in other_choices(v)]
COMES_UP = {  # what a choice is about is there to be seen in these deals
    "automatic": lambda story: story["ending"] is Ending.REDEAL,
    "on_request_deal_passes": lambda story: story["ending"] is Ending.REDEAL,
    "at_once": lambda story: story["ending"] is Ending.TARGET_REACHED,
    "wins_match": lambda story: story["wins_match"],
    "wins_deal": lambda story: story["ending"] is Ending.INSTANT_WIN,
}


@pytest.mark.parametrize(("variant", "name", "choice"), CHOICES)
def test_deals_under_each_choice(variant: str, name: str, choice: str) -> None:
    options = {name: choice}
    if name in ("two_reach_target", "tied_match"):
        options["target_check"] = "at_once"
    stories = compared(rules_of(variant, **options), 30, first=260)
    if choice in COMES_UP and name != "six_pairs_redeal":
        assert any(map(COMES_UP[choice], stories))


def test_the_target_is_raised_in_the_middle_of_a_deal() -> None:
    extended = {"two_reach_target": "extend_by_500", "tied_match": "extend_by_500"}
    rules = rules_of("hazari", target_check="at_once", **extended)
    start = random_starts(rules, 60, 1)
    stories = compared(rules, 60)
    raised = [s["target"] > t for s, t in zip(stories, start.target.tolist(), strict=True)]
    assert sum(raised) > 5


def test_split_rounds_and_rounds_of_nobody() -> None:
    seen: Counter[str] = Counter()
    for ties in ("split", "nobody", "suit"):
        for story in compared(rules_of("hazari", equal_groups=ties), 150):
            tied = [
                won for won, equal in zip(story["winners"], story["tied"], strict=True) if equal
            ]
            seen[ties] += len(tied)
            wanted = {"split": lambda won: len(won) > 1, "nobody": lambda won: won == []}
            assert all(map(wanted.get(ties, lambda won: len(won) == 1), tied))
            assert story["unclaimed"] == 0 or ties == "nobody"
    assert min(seen.values()) > 3


# ---------------------------------------------------------------- other rules


@pytest.mark.parametrize(
    "name", ["tiny", "twos", "three_threes", "own_ladders", "low_wins", "fives"]
)
def test_deals_of_made_up_games(name: str) -> None:
    assert compared(made_up(name).rules, 12 if name == "fives" else 40)


def test_two_hands_of_half_the_pack() -> None:
    half = {"players": 2, "cards_each": 26}
    groups = [{"cards": 3}] * 7 + [{"cards": 4}, {"cards": 1}]
    assert compared(compiled(changed_hazari(table=half, groups=groups)), 3)


def _win(**parts: Any) -> dict[str, Any]:
    plain = {
        "id": "w",
        "name": "w",
        "after": "arranging",
        "when": {"groups_held": {"groups": [1], "with": ["troy", "colour_run"]}},
        "if_several": "first_in_order",
        "effect": {"win_deal": {"points": "whole_pack"}},
    }
    return plain | parts


def _redeal(id_: str, pairs: int, **parts: str) -> dict[str, Any]:
    return {"id": id_, "name": id_, "when": {"pairs_in_hand": {"at_least": pairs}}, **parts}


KICKER = {"order": "high_wins", "made_from": "some_cards", "spare": "kicker"}
ALL_CARDS = {"order": "not_rising", "judged_on": {"cards": "all"}}
FOUR_FIRST = [{"cards": 4}, {"cards": 3}, {"cards": 3}, {"cards": 3}]
AWKWARD: dict[str, dict[str, Any]] = {
    "a spare card makes the last group too strong": {
        "comparison": KICKER,
        "arrangement": ALL_CARDS,
    },
    "the weaker wins, and the first group has the most cards": {
        "groups": FOUR_FIRST,
        "comparison": {"order": "low_wins"},
    },
    "many groups make nothing, and spare cards count": {
        "combinations": changed_hazari()["combinations"][:2],
        "comparison": KICKER,
        "groups": FOUR_FIRST[::-1],
    },
    "one redeal is asked for, a later one comes by itself": {
        "redeals": [
            _redeal("asked", 4, claim="on_request", dealer="stays"),
            _redeal("by_itself", 5, claim="automatic", dealer="moves"),
        ],
    },
    "the target rises, and an instant win goes by it": {
        "match": {"check": "at_once", "reached_together": {"extend_target": {"by": 200}}},
        "instant_wins": [
            _win(
                after="deal",
                effect={"win_match": {"score": "target", "deal_points": "counted"}},
            )
        ],
    },
}


@pytest.mark.parametrize("name", AWKWARD)
def test_deals_under_awkward_rules(name: str) -> None:
    assert compared(compiled(changed_hazari(**AWKWARD[name])), 100, first=510)


@pytest.mark.parametrize("part", range(4))
def test_deals_of_strangers(part: int) -> None:
    """Whatever a file can say: decks, hands, groups, ladders, ties, redeals, instant wins."""
    seen: Counter[Any] = Counter()
    for i in range(14):
        data = stranger(random.Random(f"stranger {part} {i}"))
        for story in compared(compiled(data), 6, seed=part):
            seen[story["ending"]] += 1
            seen["tied"] += any(story["tied"])
    assert {*seen} == {*Ending, "tied"} - {Ending.ALL_FOULED}  # greedy bots never foul


RICH = {
    "redeals": [
        {
            "id": "pairs",
            "name": "pairs",
            "when": {"pairs_in_hand": {"at_least": 5}, "hand_lacks": ["troy"]},
            "claim": "on_request",
            "dealer": "moves",
        }
    ],
    "instant_wins": [
        {
            "id": "runs",
            "name": "runs",
            "after": {"round": 2},
            "when": {"rounds_won": {"rounds": [1, 2], "with": ["run", "colour_run"]}},
            "if_several": "all",
            "effect": {"win_match": {"score": {"add": 30}, "deal_points": "counted"}},
        }
    ],
}


def never_known(rules: Rules) -> bool:
    """Whether an instant win asks for what is not known at its moment."""
    return any(
        [*rules.vocabulary.kind("condition", one).check(one.argument, place)]
        for win in rules.ruleset.instant_wins
        for one in win.when
        for place in [Place(rules.ruleset, moment=win.after)]
    )


@pytest.mark.parametrize("part", range(4))
def test_deals_with_each_knob_turned(part: int) -> None:
    words, data = vocabulary(), changed_hazari(**RICH)
    played = 0
    for knob in [*knobs(data, words)][part::4]:
        try:
            rules = compiled(turned(data, [knob.edit]))
        except (HazariError, KeyError, TypeError):
            continue  # something that must be stated is gone
        if never_known(rules):
            continue
        table = rules.ruleset.table
        sizes = [group.cards for group in rules.ruleset.groups]
        if sum(sizes) != table.cards_each or table.players * table.cards_each > len(rules.deck):
            continue  # no deal can be played
        played += bool(compared(rules, 3, seed=played))
    assert played > 30


# ---------------------------------------------------------------- kinds of plugins


def _award(captured: Any) -> Mapping[int, int]:
    return {seat: captured.round * 10 + len(captured.cards) for seat in captured.winners}


def _lead(dealer: int, step: int, players: int, last: Sequence[int] | None) -> int:
    return dealer if last is None else (dealer + sum(last)) % players


def _effect(now: Any) -> Outcome:
    points = tuple(more + 7 * (seat in now.seats) for seat, more in enumerate(now.captured))
    return Outcome(points, tuple(t - 1 for t in now.totals), wins_match=now.target > 1000)


def _word(family: str, meaning: Any) -> Kind:
    return Kind(family, "strange", "Strange.", "Strange.", lambda argument, ruleset: meaning)


_RED = _word("condition", lambda deal, seat: deal.hand(seat)[0].suit in ("H", "D"))
_WON = _word("condition", lambda deal, seat: deal.sole_winner(2) == seat)
_BEST = _word("match_winner", lambda totals: (totals.index(min(totals)),))
_STRANGE: dict[str, tuple[Kind, dict[str, Any]]] = {
    "ties": (
        _word("tie_rule", lambda tied: (min(tied, key=lambda one: one.cards[0].suit).seat,)),
        {"play": {"ties": "strange"}},
    ),
    "award": (_word("award", _award), {"play": {"award": "strange", "ties": "split"}}),
    "next_leader": (
        _word("next_leader", lambda leader, winner: (leader + 1) % 4 if winner is None else 0),
        {"play": {"next_leader": "strange", "ties": "nobody"}},
    ),
    "first_leader": (_word("first_leader", _lead), {"table": {"first_leader": "strange"}}),
    "direction": (_word("direction", 3), {"table": {"direction": "strange"}}),
    "order": (
        _word("arrangement_order", lambda before, after: before >= after + 40),
        {"arrangement": {"order": "strange"}},
    ),
    "winner": (_BEST, {"match": {"winner": "strange", "check": "at_once"}}),
    "effect": (_word("effect", _effect), {"instant_wins": [_win(effect="strange")]}),
    "moment": (
        _word("moment", Moment(Stage.ROUND, 3)),
        {"instant_wins": [_win(after="strange")]},
    ),
    "if_several": (
        _word("if_several", lambda seats: seats[-1:]),
        {"instant_wins": [_win(if_several="strange")]},
    ),
    "condition": (
        _WON,
        {
            "instant_wins": [
                _win(
                    after={"round": 2},
                    when={"strange": None, "groups_held": {"groups": [3], "with": ["run"]}},
                )
            ]
        },
    ),
    "redeal": (
        _RED,
        {
            "redeals": [
                RICH["redeals"][0] | {"when": {"strange": None, "pairs_in_hand": {"at_least": 5}}}
            ]
        },
    ),
    "made_from": (
        _word("made_from", lambda size: (2, 3)),
        {"comparison": {"made_from": "strange", "spare": "kicker"}},
    ),
}


@pytest.mark.parametrize("name", _STRANGE)
def test_deals_with_a_kind_of_a_plugin(name: str) -> None:
    kind, blocks = _STRANGE[name]
    rules = compiled(changed_hazari(**blocks), vocabulary([kind]))
    assert compared(rules, 25 if name == "order" else 60)


def test_what_is_handed_over_is_said() -> None:
    assert Batch.of(rules_of("hazari")).handed_over == ()
    assert Batch.of(rules_of("hazarey")).handed_over == ()
    strict = rules_of("hazari", equal_neighbours="strictly_weaker", equal_groups="suit")
    assert Batch.of(strict).handed_over == (
        "arrangement.order: falling: hands whose greedy groups it refuses",
        "play.ties: suit: rounds with equal best groups",
    )
    said = {
        "condition": "condition strange of w: deals",
        "award": "play.award: strange: the points",
    }
    for name, words in said.items():
        kind, blocks = _STRANGE[name]
        rules = compiled(changed_hazari(**blocks), vocabulary([kind]))
        (sentence,) = Batch.of(rules).handed_over
        assert sentence.startswith(words)


# ---------------------------------------------------------------- strengths


def _strength_rules() -> dict[str, Rules]:
    return {
        "hazari": rules_of("hazari"),
        "hazarey": rules_of("hazarey"),
        "kicker": rules_of("hazarey", spare_card="kicker"),
        "four only": rules_of("hazari", four_card_group="four_cards_only"),
        "low": made_up("low_wins").rules,
        "fives": made_up("fives").rules,
        "ladders": made_up("own_ladders").rules,
        "low kicker": compiled(changed_hazari(comparison={"order": "low_wins", "spare": "kicker"})),
    }


@pytest.mark.parametrize("name", _strength_rules())
def test_strengths_are_those_of_the_plain_ranking(name: str) -> None:
    rules = _strength_rules()[name]
    batch, dice = Batch.of(rules), np.random.default_rng(3)
    for place, group in enumerate(rules.ruleset.groups):
        cards = np.argsort(dice.random((52, 300)), axis=0)[: group.cards].astype(np.int8)
        plain, found = rules.ranking.play[place], batch.strengths(cards, place)
        for column, strength in zip(cards.T.tolist(), found.tolist(), strict=True):
            assert strength == plain(*rules.ranking.encode(rules.deck[i] for i in column))


def test_strengths_by_size_alone_and_of_what_is_no_group() -> None:
    batch = Batch.of(rules_of("hazarey"))
    every = np.array([*combinations(range(52), 3)]).T
    assert len(np.unique(batch.strengths(every))) == 741
    with pytest.raises(NotationError, match="groups of 3 or 4 cards"):
        batch.strengths(np.zeros((5, 2), np.int64))
    with pytest.raises(NotationError, match="group 4 has 4 cards, not 3"):
        batch.strengths(every, 3)
    with pytest.raises(NotationError, match="from 0 to 51"):
        batch.strengths(every + 1)


# ---------------------------------------------------------------- dealing, cutting, wrong use


def test_decks_are_shuffled_as_one_by_one() -> None:
    numbers = [0, 1, 2**31, 2**40 + 7]
    for name in ("hazari", "tiny"):
        deck = made_up("tiny").rules.deck if name == "tiny" else rules_of(name).deck
        for seed in (0, 99, 2**63):
            decks = shuffled_decks(len(deck), seed, np.array(numbers))
            for column, number in zip(decks.T.tolist(), numbers, strict=True):
                assert tuple(deck[place] for place in column) == shuffled(deck, seed, number)


def test_keys_that_differ_little_or_not_at_all() -> None:
    keys = np.array([[7, 5, 6, 5], [2**63, 64, 3, 1]], np.uint64)
    assert order_of(keys).tolist() == [[1, 3, 2, 0], [3, 2, 1, 0]]


def _columns(start: Starts, part: slice | Any) -> Starts:
    return Starts(
        start.dealer[part],
        start.totals[:, part],
        start.target[part],
        start.last_points[:, part],
        start.has_last[part],
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_results_do_not_depend_on_how_deals_are_cut(variant: str) -> None:
    rules = rules_of(variant, equal_groups="suit", four_in_hand="wins_deal")
    batch, deals = Batch.of(rules), 5000
    start = random_starts(rules, deals, 1)
    arranged = batch.arranged(3, np.arange(deals))
    whole = batch.play(arranged, start)
    dice = np.random.default_rng(1)
    for chosen in (np.arange(700, 701), dice.permutation(deals)[:900], np.arange(4090, 4100)):
        anew = batch.arranged(3, chosen)
        for some in (arranged.take(chosen), anew):
            part = batch.play(some, _columns(start, chosen))
            for name in part.__slots__:
                assert (getattr(part, name) == getattr(whole, name)[..., chosen]).all(), name
    sliced = batch.play(arranged[100:300], start[100:300])
    assert (sliced.points == whole.points[:, 100:300]).all()


def test_no_deals_at_all() -> None:
    batch = Batch.of(rules_of("hazari"))
    ends = batch.play(batch.arranged(1, np.arange(0)), random_starts(batch.rules, 0, 1))
    assert ends.points.shape == (4, 0)


def test_starts_that_do_not_fit() -> None:
    rules = rules_of("hazari")
    batch, start = Batch.of(rules), random_starts(rules, 3, 1)
    with pytest.raises(HazariError, match="2 deals are arranged; give as many starts"):
        batch.play(batch.arranged(1, np.arange(2)), start)
    wrong = _columns(start, slice(None))
    wrong.dealer[1] = 4
    with pytest.raises(HazariError, match="seats count from 0 to 3"):
        batch.play(batch.arranged(1, np.arange(3)), wrong)


def test_keys_of_plugins() -> None:
    """A card test and a key that a plugin brings are compiled like any other."""
    ranks = next(
        kind for kind in COMBINATION_KINDS if kind.family == "key" and kind.name == "ranks"
    )
    odd = Kind("card_test", "odd", "odd", "odd", lambda a, r: lambda s: sum(s.ranks) % 2 == 1, {})
    key = Kind("key", "backwards", "back", "back", ranks.meaning, {}, optional=True)
    data = changed_hazari()
    order = {"order": ["2", "rest"]}
    data["combinations"][5:5] = [
        {"id": "odd", "name": "odd", "cards": 3, "odd": True, "key": {"backwards": order}}
    ]
    assert compared(compiled(data, vocabulary([odd, key])), 40)
