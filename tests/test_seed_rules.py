"""Every sentence of the three rule texts that states a rule, tested and cited.

The texts are named grand, lite and guide, as in `sources` of the variants. SENTENCES lists all
their sentences by their first words; those after a dash state no rule of the game. `cites` ties
a test to the sentences it proves, and the last tests hold both lists together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations, product
from typing import TypeVar

import pytest

from hazari_rules import (
    PACK,
    Card,
    IllegalArrangementError,
    IllegalMoveError,
    Rank,
    Suit,
    parse_group,
)
from hazari_rules.deal import ArrangeQuestion
from hazari_rules.events import Ending
from hazari_rules.match import DealQuestion, MatchState
from tests.table import (
    begun,
    cards_in,
    game,
    match_of,
    played,
    random_hands,
    recorded_match,
    story,
    worked_deal,
)
from tests.worked import MIRROR, TABLE, TROYS, groups_of, hands_of

SENTENCES = {
    "grand": """
- Hazari Grand- 1000 Points Game
- Players and Cards
Hazari is a game for four players
The rank of cards in each suit
The Aces, Kings, Queens, Jacks and Tens
The total value of the cards in
Deal and play are counter-clockwise
- Card Combinations
The game of Hazari is based on
The types of combination from highest
A higher type of combination always beats
Between two combinations of the same type
- Troy
Also known as trial
Three cards of the same rank
Higher cards beat lower cards
- Colour Run
Three consecutive cards of the same suit
Ace can be used in a run
Below A-2-3 comes K-Q-J
- Run
Three cards of consecutive rank
The highest is A-K-Q, then A-2-3
- Colour
Three cards of the same suit that do not
To decide which is highest, compare the highest
- Pair
Two cards of equal rank with
To decide which is highest, compare the pairs
If two players have pairs of
- Indi (or Individual)
Three cards that do not form any
They are not all the same suit
To compare two such combinations
In a Run or Colour Run Ace
For example 2-A-K in one suit
- Deal and Card Arrangement
The dealer deals out all the cards
Each of the players then divides
The groups are arranged in descending order
In the 4-card set only the best
A player who has finished arranging
When all four players have said
- Play
The player to the right of
Each of the other players, in anticlockwise
Whoever has played the highest group
The other players respond in turn
In the fourth and final round
The winner of this final round
If two players play equally high
For example suppose the four groups
The second and fourth groups are best
- Scoring
Each player counts up the value
Then if no one has reached
The game ends when one or
The player with the highest total
- Variations
- Pwee Keng Ho passed on
The name was given as
1. The total value of the cards
2. In the fourth round, when each
In that case a 4-card Run beats
Maybe Two Pairs in 4 cards
3. If a player wins each
""",
    "lite": """
- Hazari Lite
- Players and Cards
Hazari is a game for four players
The rank of cards in each suit
The Aces, Kings, Queens, Jacks and Tens
The total value of the cards in
Deal and play are counter-clockwise
- Card Combinations
The game of Hazari is based on
The types of combination from highest
A higher type of combination always beats
Between two combinations of the same type
- Troy
Also known as trial
Three cards of the same rank
Higher cards beat lower cards
- Colour Run
Three consecutive cards of the same suit
Ace can be used in a run
Below A-2-3 comes K-Q-J
- Run
Three cards of consecutive rank
The highest is A-K-Q, then A-2-3
- Colour
Three cards of the same suit that do not
To decide which is highest, compare the highest
For example, diamonds-diamond9-diamond2 beats
the highest Colour is A-K-J
- Pair
Two cards of equal rank with
To decide which is highest, compare the pairs
If two players have pairs of
- Indi (or Individual)
Three cards that do not form any
They are not all the same suit
To compare two such combinations
- Deal and Card Arrangement
The dealer deals out all the cards
Each of the players then divides
The groups are arranged in descending order
In the 4-card set, only the best
A player who has finished arranging
When all four players have said
- Play
The player to the right of
Each of the other players, in anticlockwise
Whoever has played the highest group
The other players respond in turn
In the fourth and final round
The winner of this final round
""",
    "guide": """
- ← On a small screen
- 01 /
- A partition game from South Asia
- Hazari is played in Bangladesh and Bhutan
Its name refers to the target
- The main decision happens before
- No precise individual inventor
Bhutanese point values and special instant wins
- 02 /
- Deal and lock four groups
Use 52 cards without jokers
A is high, then K Q J
Deal and play counterclockwise; deal all
Privately split into groups
Order them strongest to weakest
In the last group choose the best
The extra card still counts
Announce ready only after checking
Equal-strength neighbouring groups
- 03 /
- Six kinds of combination
From strongest: Troy, three equal ranks
A higher category always wins
Compare Troys by rank
Runs rank A K Q first
Compare Colours and Indi by highest
Compare pairs by pair rank
Suits do not break ties
The fourth card cannot upgrade
- 04 /
- Four comparisons, with order deciding ties
When everyone is ready, the player right
Others follow counterclockwise
The best group wins all 12 cards
Repeat for 3 comparisons
For exactly equal combinations the last
There is no follow-suit requirement
- 05 /
- Card points and a thousand-point finish
A K Q J 10 each count 10
Count the captured cards, not
The pack contains 20 × 10
Add each deal to cumulative totals
Finish a whole deal before checking
If anyone has at least 1000
A Troy is not a fixed bonus
- 06 /
- A tied run won by the later player
In one comparison A exposes
B and D have equal runs
D wins because D played later
Their point total is 25
D leads the next comparison
A possible legal partition
- ← On a small screen
- Common questions
Does the spare card break a tie
Compare the best triple; exact ties
All captured cards still score
Is A 2 3 the lowest run
In this profile A 2 3 is second
Can I rearrange after seeing
Lock the whole partition when declaring
""",
}
CITED: dict[str, list[str]] = {}
Test = TypeVar("Test", bound=Callable[..., None])


def cites(*sentences: str) -> Callable[[Test], Test]:
    """Note that a test proves these sentences, each written as "grand, lite: its first words"."""

    def note(test: Test) -> Test:
        for sentence in sentences:
            texts, words = sentence.split(": ", 1)
            for text in texts.split(", "):
                CITED.setdefault(f"{text}: {words}", []).append(test.__name__)
        return test

    return note


def beats(better: str, worse: str, variant: str = "hazari") -> bool:
    """Whether one group wins the round from the other, whoever plays first."""
    forward = game(variant).compare([better, worse]).winners
    backward = game(variant).compare([worse, better]).winners
    return (forward, backward) == ((0,), (1,))


def equal(one: str, other: str, variant: str = "hazari") -> bool:
    """Whether the later of the two wins, whichever that is."""
    forward = game(variant).compare([one, other]).winners
    backward = game(variant).compare([other, one]).winners
    return (forward, backward) == ((1,), (1,))


def kind(cards: str, variant: str = "hazari") -> str:
    return game(variant).reading(cards).combination


def spread(ranks: str) -> str:
    """Cards of these ranks in mixed suits."""
    cards = zip(ranks.split("-"), "SHDC", strict=False)
    return " ".join(rank + suit for rank, suit in cards)


def suited(ranks: str, suit: str = "S") -> str:
    return " ".join(rank + suit for rank in ranks.split("-"))


def worth(card: Card) -> int:
    """Points of a card in Hazari."""
    return 10 if card.rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN) else 5


RANKS = [rank.value for rank in Rank]
LADDER = ["troy", "colour_run", "run", "colour", "pair", "indi"]
RUNS = ["A-K-Q", "A-2-3", "K-Q-J", "Q-J-10", "J-10-9", "10-9-8", "9-8-7", "8-7-6", "7-6-5",
        "6-5-4", "5-4-3", "4-3-2"]  # fmt: skip

# ---------------------------------------------------------------- players and cards


@cites(
    "grand, lite: Hazari is a game for four players",
    "guide: Use 52 cards without jokers",
)
def test_four_players_and_a_pack_of_52() -> None:
    rules = game().rules
    assert rules.players == 4
    assert sorted(rules.deck) == sorted({Card(rank, suit) for rank in Rank for suit in Suit})
    hands = random_hands(game(), random.Random(1))
    for wrong in (hands[:3], (*hands, hands[0])):
        with pytest.raises(IllegalMoveError, match="4 players need one each"):
            begun(game(), wrong)


@cites("grand, lite: The rank of cards in each suit", "guide: A is high, then K Q J")
def test_ranks_from_ace_to_two() -> None:
    assert RANKS == ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for better, worse in pairwise(RANKS):
        low, high = (
            next(r for r in order if r not in (better, worse)) for order in (RANKS[::-1], RANKS)
        )
        for one, other in permutations("SHDC", 2):
            pair, rival = f"{better}{one} {better}{other}", f"{worse}{one} {worse}{other}"
            assert beats(f"{pair} {low}{one}", f"{rival} {high}{one}")


@cites(
    "grand, lite: The Aces, Kings, Queens, Jacks and Tens",
    "guide: A K Q J 10 each count 10",
)
def test_points_of_the_cards() -> None:
    for card in PACK:
        assert game().ruleset.card_points.of((card,)) == worth(card)


@cites(
    "grand, lite: The total value of the cards in",
    "guide: The pack contains 20 × 10",
    "guide: All captured cards still score",
)
def test_points_of_a_deal_add_up_to_360() -> None:
    assert game().ruleset.card_points.of(PACK) == 20 * 10 + 32 * 5 == 360
    dice = random.Random(5)
    for dealer in range(4):
        hands = random_hands(game(), dice)
        state = played(game(), hands, [game().arrange(hand) for hand in hands], dealer)
        assert sum(state.captured()) == 360
        assert state.end is not None
        assert (sum(state.end.points), state.end.unclaimed) == (360, 0)


@cites(
    "grand, lite: Deal and play are counter-clockwise",
    "guide: Deal and play counterclockwise; deal all",
    "grand, lite: The dealer deals out all the cards",
)
def test_all_cards_are_dealt_and_everything_goes_counterclockwise() -> None:
    """Seats are numbered counter-clockwise: seat 1 sits to the right of seat 0."""
    match, _ = recorded_match(game(), 3, random.Random(3))
    for number, deal in enumerate(match.deals):
        assert [len(hand) for hand in deal.hands] == [13] * 4
        assert sorted(card for hand in deal.hands for card in hand) == sorted(PACK)
        assert deal.start.dealer == number % 4
        for result in deal.rounds:
            seats = [play.seat for play in result.plays]
            assert seats == [(seats[0] + i) % 4 for i in range(4)]
    assert len(match.deals) > 2


# ---------------------------------------------------------------- combinations


@cites(
    "grand, lite: The game of Hazari is based on",
    "guide: The fourth card cannot upgrade",
)
def test_only_combinations_of_three_cards_count() -> None:
    assert {step.cards for step in game().ruleset.combinations} == {3}
    for four, best in [
        ("9S 9H 9D 9C", "troy"),
        ("9S 8S 7S 6S", "colour_run"),
        ("9S 8H 7D 6C", "run"),
        ("9S 7S 4S 2S", "colour"),
        ("9S 9H 4D 4C", "pair"),
        ("KS 9H 4D 2C", "indi"),
    ]:
        reading = game().reading(four)
        assert (reading.combination, len(reading.cards), len(reading.spare)) == (best, 3, 1)
        assert reading.strength == game().reading(reading.cards).strength
        triples = [four.split()[:i] + four.split()[i + 1 :] for i in range(4)]
        strengths = [game().reading(" ".join(triple)).strength for triple in triples]
        assert reading.strength == max(strengths)


@cites(
    "grand, lite: The types of combination from highest",
    "grand, lite: A higher type of combination always beats",
    "guide: From strongest: Troy, three equal ranks",
    "guide: A higher category always wins",
)
def test_the_weakest_of_a_type_beats_the_strongest_of_the_next() -> None:
    extremes = [
        ("2S 2H 2D", "AS AH AD"),
        (suited("4-3-2"), suited("A-K-Q")),
        (spread("4-3-2"), spread("A-K-Q")),
        (suited("5-3-2"), suited("A-K-J")),
        ("2S 2H 3D", "AS AH KD"),
        (spread("5-3-2"), spread("A-K-J")),
    ]
    assert [kind(low) for low, _ in extremes] == LADDER
    assert [kind(high) for _, high in extremes] == LADDER
    for (low, _), (_, high) in pairwise(extremes):
        low_clubs = low.translate(str.maketrans("SHDC", "CDHS"))
        assert beats(low_clubs if set(low_clubs.split()) & set(high.split()) else low, high)
    strongest = dict.fromkeys(LADDER, 0)
    weakest = dict.fromkeys(LADDER, 10**9)
    for group in product(RANKS, repeat=3):
        for suits in ("SSS", "SHD"):
            cards = [rank + suit for rank, suit in zip(group, suits, strict=True)]
            if len(set(cards)) == 3:
                reading = game().reading(" ".join(cards))
                name, strength = reading.combination, reading.strength
                strongest[name] = max(strongest[name], strength)
                weakest[name] = min(weakest[name], strength)
    for better, worse in pairwise(LADDER):
        assert weakest[better] > strongest[worse]


@cites("grand, lite: Between two combinations of the same type")
def test_the_higher_cards_win_within_a_type() -> None:
    for better, worse in [
        ("9S 9H 9D", "8S 8H 8D"),
        (suited("9-8-7"), suited("8-7-6", "H")),
        (spread("9-8-7"), "8D 7C 6S"),
        (suited("9-8-6"), suited("9-8-5", "H")),
        ("9S 9H 3D", "8S 8H AD"),
        (spread("K-9-5"), "KC 9D 4S"),
    ]:
        assert kind(better) == kind(worse)
        assert beats(better, worse)


@cites("grand, lite: Also known as trial")
def test_trial_is_another_name_of_the_troy() -> None:
    troy = game().ruleset.combination("troy")
    assert (troy.name, troy.aliases) == ("Troy", ("Trial",))


@cites("grand, lite: Three cards of the same rank")
def test_three_of_a_rank_are_a_troy() -> None:
    for rank in RANKS:
        for suits in ("SHD", "SHC", "SDC", "HDC"):
            assert kind(" ".join(rank + suit for suit in suits)) == "troy"
    assert kind("9S 9H 8D") == "pair"


@cites("grand, lite: Higher cards beat lower cards", "guide: Compare Troys by rank")
def test_troys_from_aces_to_twos() -> None:
    troys = [f"{rank}S {rank}H {rank}D" for rank in RANKS]
    for better, worse in pairwise(troys):
        assert beats(better, worse)
    strengths = [game().reading(troy).strength for troy in troys]
    assert (max(strengths), min(strengths)) == (strengths[0], strengths[-1])


@cites("grand, lite: Three consecutive cards of the same suit")
def test_suited_consecutive_cards_are_a_colour_run() -> None:
    assert {kind(suited(run, suit)) for run in RUNS for suit in "SHDC"} == {"colour_run"}
    assert {kind(" ".join(order)) for order in permutations(["9S", "8S", "7S"])} == {"colour_run"}
    assert kind("9S 8S 6S") == "colour"
    assert kind("9S 8S 7H") == "run"


@cites("grand, lite: Three cards of consecutive rank")
def test_consecutive_cards_of_several_suits_are_a_run() -> None:
    for run in RUNS:
        for suits in product("SHDC", repeat=3):
            cards = " ".join(a + b for a, b in zip(run.split("-"), suits, strict=True))
            assert kind(cards) == ("run" if len(set(suits)) > 1 else "colour_run")


@cites(
    "grand, lite: Ace can be used in a run",
    "grand, lite: Below A-2-3 comes K-Q-J",
    "grand, lite: The highest is A-K-Q, then A-2-3",
    "guide: Runs rank A K Q first",
    "guide: Is A 2 3 the lowest run",
    "guide: In this profile A 2 3 is second",
)
@pytest.mark.parametrize("way", [suited, spread])
def test_order_of_runs(way: Callable[[str], str]) -> None:
    strengths = [game().reading(way(run)).strength for run in RUNS]
    assert strengths == sorted(set(strengths), reverse=True)
    assert strengths == list(range(strengths[0], strengths[0] - 12, -1))  # nothing in between
    assert kind(way("A-K-2")) in ("colour", "indi")


@cites("grand: In a Run or Colour Run Ace", "grand: For example 2-A-K in one suit")
def test_no_run_goes_round_the_ace() -> None:
    assert kind("2S AS KS") == "colour"
    assert kind("2S AH KD") == "indi"
    assert beats(suited("A-K-3"), suited("2-A-K", "H"))
    assert beats(suited("2-A-K"), suited("A-Q-J", "H"))
    between = game().reading(suited("2-A-K")).strength
    assert game().reading(suited("A-K-3")).strength == between + 1
    assert game().reading(suited("A-Q-J")).strength == between - 1


@cites("grand, lite: Three cards of the same suit that do not")
def test_a_colour_is_one_suit_without_a_run() -> None:
    colours = 0
    for group in permutations(RANKS, 3):
        name = kind(" ".join(f"{rank}D" for rank in group))
        in_row = "-".join(group) in RUNS or any("-".join(p) in RUNS for p in permutations(group))
        assert name == ("colour_run" if in_row else "colour")
        colours += name == "colour"
    assert colours == 274 * 6


def in_order_of_ranks(groups: Sequence[tuple[str, str, str]], way: Callable[[str], str]) -> bool:
    """Whether the strengths of these groups fall as their cards do, the highest compared first."""
    ordered = sorted(groups, key=lambda group: [RANKS.index(rank) for rank in group])
    strengths = [game().reading(way("-".join(group))).strength for group in ordered]
    return strengths == sorted(set(strengths), reverse=True)


NO_RUNS = [
    (a, b, c)
    for i, a in enumerate(RANKS)
    for j, b in enumerate(RANKS[i + 1 :], i + 1)
    for c in RANKS[j + 1 :]
    if f"{a}-{b}-{c}" not in RUNS and (a, b, c) != ("A", "3", "2")
]


@cites(
    "grand, lite: To decide which is highest, compare the highest",
    "guide: Compare Colours and Indi by highest",
)
def test_colours_card_by_card() -> None:
    assert len(NO_RUNS) == 274
    assert in_order_of_ranks(NO_RUNS, suited)


@cites("lite: For example, diamonds-diamond9-diamond2 beats")
def test_jack_nine_two_beats_jack_eight_seven() -> None:
    """The text has lost the first card's rank; the Jack is meant, as the reason shows."""
    assert beats("JD 9D 2D", "JS 8S 7S")
    comparison = game().compare(["JD 9D 2D", "JS 8S 7S"])
    assert comparison.reason.endswith(
        "highest card J equal, then second card 9 beats second card 8"
    )


@cites("lite: the highest Colour is A-K-J")
def test_highest_and_lowest_colour() -> None:
    strengths = {group: game().reading(suited("-".join(group))).strength for group in NO_RUNS}
    assert max(strengths, key=strengths.__getitem__) == ("A", "K", "J")
    assert min(strengths, key=strengths.__getitem__) == ("5", "3", "2")


@cites("grand, lite: Two cards of equal rank with")
def test_two_of_a_rank_and_another_card_are_a_pair() -> None:
    for pair, other in permutations(RANKS, 2):
        assert kind(f"{pair}S {pair}H {other}D") == kind(f"{pair}S {other}S {pair}H") == "pair"


@cites(
    "grand, lite: To decide which is highest, compare the pairs",
    "grand, lite: If two players have pairs of",
    "guide: Compare pairs by pair rank",
)
def test_pairs_by_the_pair_and_then_the_third_card() -> None:
    pairs = [(a, b) for a in RANKS for b in RANKS if a != b]  # from A-A-K down to 2-2-3
    strengths = [game().reading(f"{a}S {a}H {b}D").strength for a, b in pairs]
    assert strengths == sorted(set(strengths), reverse=True)
    assert beats("3S 3H 2D", "2S 2H AD")
    assert beats("3S 3H 5D", "3D 3C 4S")


@cites(
    "grand, lite: Three cards that do not form any", "grand, lite: They are not all the same suit"
)
def test_anything_else_is_an_indi() -> None:
    for group in NO_RUNS:
        for suits in ("SHD", "SSH", "SHS", "HSS"):
            cards = " ".join(a + b for a, b in zip(group, suits, strict=True))
            assert kind(cards) == "indi"
    for other in ("9S 9H 8D", "9S 8H 7D", "9S 8S 6S", "9S 9H 9D", "9S 8S 7S"):
        assert kind(other) != "indi"
    assert game().ruleset.combination("indi").aliases == ("Individual",)


@cites(
    "grand, lite: To compare two such combinations", "guide: Compare Colours and Indi by highest"
)
def test_indis_card_by_card() -> None:
    assert in_order_of_ranks(NO_RUNS, spread)


@cites("guide: Suits do not break ties")
@pytest.mark.parametrize(
    "ranks", ["9-9-9", "9-8-7", "A-2-3", "9-8-6", "9-9-7", "K-9-5", "9-9-7-2", "9-8-7-2"]
)
def test_suits_do_not_matter(ranks: str) -> None:
    names = ranks.split("-")
    several = {
        game().reading(" ".join(a + b for a, b in zip(names, suits, strict=True))).strength
        for suits in product("SHDC", repeat=len(names))
        if len(set(zip(names, suits, strict=True))) == len(names)
        and all(suits.count(suit) < 3 for suit in suits)
    }
    assert len(several) == 1
    if len(set(names)) == len(names) == 3:
        assert len({game().reading(suited(ranks, suit)).strength for suit in "SHDC"}) == 1


# ---------------------------------------------------------------- arrangement


LEGAL = "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"


@cites("guide: A possible legal partition")
def test_the_partition_of_the_guide_is_legal() -> None:
    assert game().faults(LEGAL) == ()
    last = game().reading("5S 5H 2D 2C")
    assert (last.combination, kind("9S 8H 7D")) == ("pair", "run")
    assert last.cards[:2] == parse_group("5S 5H")


@cites(
    "grand, lite: Each of the players then divides",
    "guide: Privately split into groups",
)
def test_groups_of_three_three_three_and_four() -> None:
    hand = LEGAL.replace("| ", "")
    for text in (
        "AS AH AD | KS QS JS | 9S 8H 7D 5S | 5H 2D 2C",
        "AS AH AD KS | QS JS 9S | 8H 7D 5S | 5H 2D 2C",
        "AS AH AD | KS QS JS | 9S 8H 7D 5S 5H 2D 2C",
        "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D | 2C",
    ):
        assert {fault.reason for fault in game().faults(text, hand)} == {"wrong_size"}
    assert [group.cards for group in game().ruleset.groups] == [3, 3, 3, 4]


@cites(
    "grand, lite: The groups are arranged in descending order",
    "guide: Order them strongest to weakest",
)
def test_groups_must_descend() -> None:
    triples = ["AS AH AD", "KS QS JS", "9S 8H 7D"]
    for order in permutations(triples):
        faults = game().faults(" | ".join([*order, "5S 5H 2D 2C"]))
        assert (faults == ()) is (list(order) == triples)


@cites(
    "grand: In the 4-card set only the best",
    "lite: In the 4-card set, only the best",
    "guide: In the last group choose the best",
)
def test_the_best_three_of_the_last_group_must_be_the_lowest() -> None:
    above = "AS AH AD | KS QS JS | 9S 9H 3D"
    assert game().faults(f"{above} | 8S 8H 8D 2C")[0].group == 4
    assert game().faults(f"{above} | 9D 9C 4S 2C")[0].group == 4  # by the kicker
    assert game().faults(f"{above} | 9D 4S 2C 2H") == ()
    assert game().faults("AS AH AD | KS QS JS | 9S 8H 6D | 5S 5H 2D 2C")[0].group == 4
    # the fourth card makes no difference to what the group counts as
    assert game().faults(f"{above} | KD QC 10H 2H") == game().faults(f"{above} | KD QC 10H 3C")


@cites("guide: Equal-strength neighbouring groups")
def test_equal_neighbours_stand_either_way() -> None:
    groups = ["AS AH AD", "9S 9H QD", "9D 9C QH", "2S 3S 5H 7D"]
    assert game().faults(" | ".join(groups)) == ()
    assert game().faults(" | ".join([groups[0], groups[2], groups[1], groups[3]])) == ()
    one, other = ("9S 9H QD", "9D 9C QH 2S"), ("9D 9C QH", "9S 9H QD 2S")
    for third, fourth in (one, other):
        assert game().faults(f"AS AH AD | KS KC KH | {third} | {fourth}") == ()


@cites(
    "grand, lite: A player who has finished arranging",
    "guide: Announce ready only after checking",
    "guide: Can I rearrange after seeing",
    "guide: Lock the whole partition when declaring",
)
def test_an_arrangement_that_is_given_cannot_be_changed() -> None:
    groups = [cards_in(table) for table in TABLE]
    state = begun(game(), cards_in(hands_of(TABLE)))
    seat = state.order[0]
    changed = (groups[seat][1], groups[seat][0], *groups[seat][2:])
    with pytest.raises(IllegalArrangementError):  # checked before it is locked
        state.apply(changed)
    state = state.apply(groups[seat])
    assert state.arrangement(seat).groups == groups[seat]
    asked = []
    while isinstance(question := state.pending, ArrangeQuestion):
        asked.append(question.seat)
        with pytest.raises(IllegalArrangementError, match="not in the dealt hand"):
            state.apply(groups[seat])  # only the asked player's cards are taken now
        state = state.apply(groups[question.seat])
    assert [seat, *asked] == list(state.order)
    assert [[play.cards for play in r.plays if play.seat == seat] for r in state.rounds] == [
        [group] for group in groups[seat]
    ]
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        state.apply(groups[seat])


@cites(
    "grand, lite: When all four players have said",
    "guide: When everyone is ready, the player right",
)
def test_play_begins_when_all_have_arranged() -> None:
    state = begun(game(), cards_in(hands_of(TABLE)))
    for i in range(4):
        assert (state.rounds, len(state.locked)) == ((), i)
        question = state.pending
        assert isinstance(question, ArrangeQuestion)
        state = state.apply(cards_in(TABLE[question.seat]))
    assert len(state.rounds) == 4
    assert state.rounds[0].leader == (state.start.dealer + 1) % 4


# ---------------------------------------------------------------- play


@cites(
    "grand, lite: The player to the right of",
    "grand, lite: Each of the other players, in anticlockwise",
    "guide: When everyone is ready, the player right",
    "guide: Others follow counterclockwise",
)
@pytest.mark.parametrize("dealer", range(4))
def test_the_player_right_of_the_dealer_leads_the_highest_group(dealer: int) -> None:
    state = worked_deal(game(), TABLE, dealer)
    first = state.rounds[0]
    assert [play.seat for play in first.plays] == [(dealer + 1 + i) % 4 for i in range(4)]
    for play in first.plays:
        groups = cards_in(TABLE[play.seat])
        strengths = [game().reading(group).strength for group in groups]
        assert play.cards == groups[0]
        assert strengths[0] == max(strengths)


@cites(
    "grand, lite: Whoever has played the highest group",
    "grand, lite: The other players respond in turn",
    "guide: The best group wins all 12 cards",
    "guide: Repeat for 3 comparisons",
    "grand, lite: In the fourth and final round",
    "grand, lite: The winner of this final round",
    "guide: The extra card still counts",
)
def test_the_winner_takes_all_cards_and_leads_the_next_round() -> None:
    """In TABLE the rounds go to seats 2, 1, 1 and 2 for 120, 70, 70 and 100 points."""
    state = worked_deal(game(), TABLE)
    assert [result.winners for result in state.rounds] == [(2,), (1,), (1,), (2,)]
    assert [result.leader for result in state.rounds] == [1, 2, 1, 1]
    assert [dict(result.points) for result in state.rounds] == [
        {2: 120},
        {1: 70},
        {1: 70},
        {2: 100},
    ]
    for number, result in enumerate(state.rounds):
        cards = [card for play in result.plays for card in play.cards]
        assert len(cards) == (16 if number == 3 else 12)
        assert sum(10 if c.rank in list(Rank)[:5] else 5 for c in cards) == sum(
            result.points.values()
        )
        for play in result.plays:  # always the strongest group that is left
            assert play.cards == cards_in(TABLE[play.seat])[number]
    assert state.captured() == (0, 140, 220, 0)


@cites(
    "grand: If two players play equally high",
    "grand: For example suppose the four groups",
    "grand: The second and fourth groups are best",
)
def test_the_example_of_equal_runs_in_grand() -> None:
    groups = ["AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H"]
    assert [kind(group) for group in groups] == ["colour", "run", "pair", "run"]
    comparison = game().compare(groups)
    assert (comparison.tied, comparison.winners) == ((1, 3), (3,))
    assert game().compare([groups[i] for i in (0, 3, 2, 1)]).winners == (3,)
    assert game().compare([groups[i] for i in (1, 3, 0, 2)]).winners == (1,)
    three = ["7S 6H 5D", "7C 6D 5H", "7H 6C 5S", "AS QS 9S"]
    assert game().compare(three).winners == (2,)


GUIDE_06 = ["KH JH 8H", "9C 8D 7S", "QC QD 6C", "9D 8C 7H"]


@cites(
    "guide: In one comparison A exposes",
    "guide: B and D have equal runs",
    "guide: D wins because D played later",
    "guide: Their point total is 25",
    "guide: D leads the next comparison",
)
def test_the_example_of_equal_runs_in_the_guide() -> None:
    """A whole deal whose first round is that of the guide; A is seat 0, the dealer seat 3."""
    table = [
        groups_of("KH JH 8H/4C 3D 2S/2H 2D 10S/JS 9H 6D 5H"),
        groups_of("9C 8D 7S/AC AD 3S/7C 7D 10H/QS 5C 4D 2C"),
        groups_of("QC QD 6C/5D 5S KS/4H 4S AS/KC JC 9S 3H"),
        groups_of("9D 8C 7H/AH QH 10D/JD 10C 6S/KD 8S 6H 3C"),
    ]
    free = game("hazari", equal_neighbours="order_free")
    hands = hands_of(table)
    assert len({card for hand in hands for card in hand}) == 52
    state = played(free, cards_in(hands), [cards_in(groups) for groups in table], dealer=3)
    first, second = state.rounds[:2]
    assert [" ".join(map(str, play.cards)) for play in first.plays] == GUIDE_06
    assert [kind(group) for group in GUIDE_06] == ["colour", "run", "pair", "run"]
    assert (first.tied, first.winners, len(first.plays) * 3) == ((1, 3), (3,), 12)
    parts = [game().ruleset.card_points.of(play.cards) for play in first.plays]
    assert parts == [25, 15, 25, 15]
    assert dict(first.points) == {3: 80}
    assert second.leader == 3


@cites(
    "guide: For exactly equal combinations the last",
    "guide: Compare the best triple; exact ties",
)
def test_the_lead_decides_who_is_last() -> None:
    groups = ["9S 8H 7D", "9H 8D 7C", "9D 8C 7S", "KS KH 2D"]
    for lead in range(4):
        order = [(lead + i) % 4 for i in range(4)]
        (winner,) = game().compare([groups[i] for i in order]).winners
        assert order[winner] == max((0, 1, 2), key=order.index)
    for seat in range(4):  # the second round of TABLE is tied between seats 1 and 2
        table = [TABLE[(i - seat) % 4] for i in range(4)]
        state = worked_deal(game(), table, seat)
        assert state.rounds[1].tied == ((2 + seat) % 4, (1 + seat) % 4)
        assert state.rounds[1].winners == ((1 + seat) % 4,)


@cites("guide: Does the spare card break a tie")
def test_the_spare_card_breaks_no_tie() -> None:
    assert equal("5S 5H KD 2C", "5D 5C KH 3S")
    assert equal("9S 8H 7D AC", "9H 8D 7C 2S")
    assert equal("KS JH 9D 3C", "KH JD 9C 2S")


@cites("guide: There is no follow-suit requirement")
def test_suits_have_no_part_in_the_play() -> None:
    """Whichever suit takes the place of which, the deal goes the same way."""
    told = story(worked_deal(game(), TABLE))
    for suits in permutations("SHDC"):
        swap = str.maketrans("SHDC", "".join(suits))
        other = [[[card.translate(swap) for card in group] for group in hand] for hand in TABLE]
        assert story(worked_deal(game(), other)) == told


# ---------------------------------------------------------------- scoring


@cites(
    "grand: Each player counts up the value",
    "guide: Count the captured cards, not",
    "guide: Add each deal to cumulative totals",
)
def test_captured_cards_are_counted_and_added_up() -> None:
    state = worked_deal(game(), TABLE)
    captured = [0, 0, 0, 0]
    for result in state.rounds:
        (winner,) = result.winners
        for play in result.plays:
            captured[winner] += sum(map(worth, play.cards))
    assert state.end is not None
    assert list(state.end.points) == captured == [0, 140, 220, 0]
    assert captured[0] == 0  # who had four Jacks' worth of groups and won no round
    match = match_of(game(), [TABLE, MIRROR, TABLE])
    assert match.totals == (0, 140 + 220 + 140, 220 + 140 + 220, 0)
    assert [deal.start.dealer for deal in match.deals] == [0, 1, 2]
    assert match.dealer == 3  # rotated to the right


@cites("grand: Then if no one has reached")
def test_the_next_dealer_deals_until_somebody_has_1000() -> None:
    match = MatchState.begin(game().rules, dealer=3, totals=(0, 855, 775, 0))
    match = match.give_hands(cards_in(hands_of(TABLE)))
    while isinstance(question := match.pending, ArrangeQuestion):
        match = match.apply(cards_in(TABLE[question.seat]))
    assert match.totals == (0, 995, 995, 0)
    assert match.pending == DealQuestion(2, 0)
    assert match.winners == ()


@cites("guide: Its name refers to the target", "grand: The game ends when one or")
@pytest.mark.parametrize(("before", "over"), [(775, False), (780, True), (785, True)])
def test_the_game_ends_at_1000_points(before: int, over: bool) -> None:
    assert game().ruleset.match.target == 1000
    match = MatchState.begin(game().rules, totals=(0, 0, before, 0))
    match = continued(match)
    assert match.totals[2] == before + 220
    assert (match.winners == (2,)) is over
    assert (match.pending is None) is over


def continued(match: MatchState) -> MatchState:
    """The match after one more deal, that of TABLE: 0, 140, 220 and 0 points."""
    match = match.give_hands(cards_in(hands_of(TABLE)))
    while isinstance(question := match.pending, ArrangeQuestion):
        match = match.apply(cards_in(TABLE[question.seat]))
    return match


@cites("grand: The player with the highest total", "guide: If anyone has at least 1000")
@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((0, 860, 785, 0), (2,)),  # 1000 and 1005: not the first seat there
        ((0, 860, 500, 0), (1,)),
        ((1100, 860, 785, 0), (0,)),
        ((0, 900, 820, 0), (1, 2)),  # 1040 each
        ((1040, 900, 820, 1040), (0, 1, 2, 3)),
        ((1010, 0, 0, 1010), (0, 3)),
    ],
)
def test_the_highest_total_wins_and_equal_ones_share(
    totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = continued(MatchState.begin(game().rules, totals=totals))
    assert match.winners == winners


@cites("guide: Finish a whole deal before checking")
def test_the_target_is_checked_after_a_whole_deal() -> None:
    """After round 3 seat 1 has 1000 and seat 2 980; round 4 brings seat 2 to 1080."""
    match = continued(MatchState.begin(game().rules, totals=(0, 860, 860, 0)))
    deal = match.deals[0]
    assert deal.end is not None
    assert (deal.end.ending, len(deal.rounds)) == (Ending.PLAYED, 4)
    assert match.totals == (0, 1000, 1080, 0)
    assert match.winners == (2,)


@cites(
    "guide: A Troy is not a fixed bonus",
    "guide: Bhutanese point values and special instant wins",
)
def test_troys_pay_only_their_cards_and_end_nothing() -> None:
    """Seat 2 wins the first three rounds with Troys: the fourth is played, and cards count."""
    state = worked_deal(game(), TROYS)
    assert [result.winners for result in state.rounds[:3]] == [(2,)] * 3
    assert len(state.rounds) == 4
    assert state.end is not None
    assert state.end.ending is Ending.PLAYED
    for result in state.rounds:
        cards = tuple(card for play in result.plays for card in play.cards)
        assert sum(result.points.values()) == game().ruleset.card_points.of(cards)
    assert game().ruleset.instant_wins == ()
    assert game().ruleset.redeals == ()
    assert game().ruleset.card_points.of(parse_group("AS 9H 2D")) == 20


# ---------------------------------------------------------------- Bhutan


@cites("grand: The name was given as")
def test_names_of_the_bhutanese_game() -> None:
    ruleset = game("hazarey").ruleset
    assert ruleset.name == "Hazarey"
    assert "Hazaray" in ruleset.aliases


@cites("grand: 1. The total value of the cards")
def test_bhutanese_card_points() -> None:
    points = game("hazarey").ruleset.card_points
    assert [points.of((Card(rank, Suit.CLUBS),)) for rank in Rank] == [
        11, 10, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]  # fmt: skip
    assert points.of(PACK) == 380
    state = worked_deal(game("hazarey"), TABLE)
    assert state.captured() == (0, 83 + 82 + 92, 123, 0)


@cites("grand: 2. In the fourth round, when each", "grand: In that case a 4-card Run beats")
@pytest.mark.parametrize(
    ("four", "three", "name"),
    [
        ("5S 4H 3D 2C", "AS KH QD 9C", "run_4"),
        ("7S 5S 3S 2S", "AH KH JH 9C", "colour_4"),
        ("5S 4S 3S 2S", "AH KH QH 9C", "colour_run_4"),
        ("2S 2H 2D 2C", "AS AH AD KC", "four_of_a_kind"),
    ],
)
def test_bhutanese_combinations_of_four_cards(four: str, three: str, name: str) -> None:
    kin = kind(three)
    assert kind(four, "hazarey") == name
    assert kind(three, "hazarey") == kin == kind(four)  # of the same type without the fourth card
    assert beats(four, three, "hazarey")
    assert beats(three, four)  # not so in Hazari
    # only in the fourth round: groups of three know no such combinations
    assert kind("5S 4H 3D", "hazarey") == "run"


@cites("grand: 2. In the fourth round, when each")
def test_a_bhutanese_spare_card_that_completes_nothing_does_not_count() -> None:
    assert equal("9S 9H KD 3C", "9D 9C KH 2S", "hazarey")
    assert equal("AS KH QD 9C", "AH KD QC 2S", "hazarey")


@cites("grand: Maybe Two Pairs in 4 cards")
def test_bhutanese_two_pairs_beat_a_pair_and_may_be_left_out() -> None:
    assert kind("3S 3H 2D 2C", "hazarey") == "two_pairs"
    assert beats("3S 3H 2D 2C", "AS AH KD 9C", "hazarey")
    ignored = game("hazarey", two_pairs="ignored")
    assert ignored.compare(["3S 3H 2D 2C", "AS AH KD 9C"]).winners == (1,)


@cites("grand: 3. If a player wins each")
def test_three_bhutanese_troys_win_the_whole_game() -> None:
    state = worked_deal(game("hazarey"), TROYS)
    assert state.end is not None
    assert (state.end.ending, state.end.seats, len(state.rounds)) == (Ending.INSTANT_WIN, (2,), 3)
    match = match_of(game("hazarey"), [TABLE, TROYS, TABLE])
    assert (match.winners, match.totals, len(match.deals)) == ((2,), (0, 257, 1000, 0), 2)


# ---------------------------------------------------------------- nothing is left out


def listed(text: str) -> list[str]:
    return [line for line in SENTENCES[text].splitlines() if line]


def rules_in(text: str) -> list[str]:
    return [line for line in listed(text) if not line.startswith("- ")]


def test_every_sentence_is_cited_or_states_no_rule() -> None:
    rules = {
        f"{text}: {line}"
        for text in SENTENCES
        for line in listed(text)
        if not line.startswith("- ")
    }
    assert rules - CITED.keys() == set(), "cited by no test"
    assert CITED.keys() - rules == set(), "cited, but not a rule in the list"


def test_sentences_are_listed_once() -> None:
    assert {text: len(listed(text)) for text in SENTENCES} == {"grand": 66, "lite": 50, "guide": 63}
    for text in SENTENCES:
        assert len(rules_in(text)) == len(set(rules_in(text)))


def test_the_variants_name_the_same_texts() -> None:
    assert set(game().ruleset.as_data()["sources"]) == set(SENTENCES)
