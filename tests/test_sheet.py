"""Score sheets: which points can be, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from hazari_rules import FindingsError, MatchState
from hazari_rules.cards import PACK, Rank
from hazari_rules.cli_common import Session
from hazari_rules.cli_score import score as score_command
from hazari_rules.compiled import Rules
from hazari_rules.documents import Source
from hazari_rules.errors import Finding, Severity
from hazari_rules.events import Ending
from hazari_rules.model import CardPoints, Choice, FrozenMap, Group
from hazari_rules.record import record_data, record_text
from hazari_rules.record_reader import read_record
from hazari_rules.replay import DealStatus, Score
from hazari_rules.round_sums import RoundSums
from hazari_rules.scoring import check, rescore
from tests.table import game

# ---------------------------------------------------------------- which points can be

ROWS = (
    ("hazari", (90, 90, 90, 90), ""),
    ("hazari", (360, 0, 0, 0), ""),
    ("hazari", (0, 120, 120, 120), ""),
    ("hazari", (60, 60, 80, 160), ""),
    ("hazari", (91, 89, 90, 90), "seat 1 cannot have captured 89 points"),
    ("hazari", (355, 5, 0, 0), "a round is worth at least 60"),
    ("hazari", (90, 90, 90, 100), "add up to 370; the pack is worth 360"),
    ("hazari", (90, 90, 90, 80), "add up to 350; the pack is worth 360"),
    ("hazari", (0, 0, 0, 0), "add up to 0; the pack is worth 360"),
    ("hazari", (60, 60, 60, 180), "no way to give the rounds"),
    ("hazari", (65, 65, 65, 165), "no way to give the rounds"),
    ("hazari", (355, 5, 5, -5), "cannot have captured"),
    ("hazarey", (91, 89, 100, 100), ""),
    ("hazarey", (36, 100, 100, 144), ""),
    ("hazarey", (35, 101, 100, 144), "a round is worth at least 36"),
    ("hazarey", (36, 36, 154, 154), "no way to give the rounds"),
    ("hazarey", (90, 90, 90, 90), "add up to 360; the pack is worth 380"),
)


@pytest.mark.parametrize(("variant", "points", "problem"), ROWS)
def test_points_that_can_be_and_that_cannot(
    variant: str, points: tuple[int, ...], problem: str
) -> None:
    found = RoundSums(game(variant).rules).problem(points)
    assert found is None if not problem else found is not None and problem in found.told()


UNCLAIMED: tuple[tuple[dict[str, str], bool], ...] = (
    ({}, False),
    ({"equal_groups": "nobody"}, True),
    ({"equal_groups": "suit"}, False),
    ({"wrong_order": "foul_from_group"}, True),
    ({"wrong_order": "foul_no_points"}, True),
    ({"wrong_order": "foul_whole_deal"}, False),
    ({"four_card_group": "four_cards_only"}, False),
)


@pytest.mark.parametrize(("options", "may"), UNCLAIMED)
def test_points_are_missing_only_where_nobody_may_take_a_round(
    options: dict[str, str], may: bool
) -> None:
    sums = RoundSums(game("hazari", **options).rules)
    assert (sums.problem((90, 90, 60, 0)) is None) is may
    assert sums.problem((90, 90, 65, 0)) is None or not may
    assert sums.problem((90, 90, 90, 95)) is not None
    impossible = sums.problem((90, 90, 90, 85))
    assert impossible is not None


def test_the_first_round_is_taken_where_only_later_groups_can_be_fouled() -> None:
    sums = RoundSums(game("hazari", wrong_order="foul_from_group").rules)
    assert sums.problem((0, 0, 0, 0)) is not None
    assert sums.problem((0, 0, 0, 60)) is None
    assert RoundSums(game("hazari", equal_groups="nobody").rules).problem((0, 0, 0, 0)) is None


def test_shared_rounds_are_checked_for_what_is_sure() -> None:
    sums = RoundSums(game("hazari", equal_groups="split").rules)
    assert sums.problem((91, 89, 90, 90)) is None
    assert sums.problem((330, 30, 0, 0)) is None
    assert sums.problem((335, 25, 0, 0)) is not None
    assert sums.problem((90, 90, 90, 89)) is not None


def test_undealt_cards_may_hold_the_missing_points() -> None:
    sums = RoundSums(game("hazari", players="three").rules)
    assert sums.problem((90, 90, 90)) is None
    assert sums.problem((110, 100, 85)) is None
    assert sums.problem((120, 100, 80)) is not None  # 13 cards are worth 65 at least
    assert sums.problem((60, 60, 100)) is not None  # and 130 at most


TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("hazari", {}),
    ("hazarey", {}),
    ("hazari", {"equal_groups": "split", "card_points": "pack_of_380"}),
    ("hazari", {"equal_groups": "nobody"}),
    ("hazarey", {"equal_groups": "split", "wrong_order": "foul_no_points"}),
    ("hazari", {"players": "three"}),
)


@pytest.mark.parametrize(("variant", "options"), TABLES)
def test_points_that_came_out_are_never_refused(variant: str, options: dict[str, str]) -> None:
    rules = game(variant, **options).rules
    sums = RoundSums(rules)
    for seed in range(5):
        for deal in game(variant, **options).play(seed).deals:
            assert deal.end is not None
            if deal.end.ending is Ending.PLAYED:
                assert sums.problem(deal.end.points) is None


# ---------------------------------------------------------------- against trying everything


def small(
    values: Sequence[int], players: int, sizes: Sequence[int], ties: str = "last_played"
) -> tuple[Rules, list[int]]:
    """Rules with a deck of few cards that are worth this, rank by rank, and the cards' worth."""
    base = game().rules
    ranks = list(Rank)[: len(values)]
    worth = dict(zip(map(str, ranks), values, strict=True))
    deck = tuple(card for card in PACK if card.rank in ranks and card.suit in "SH")
    ruleset = replace(
        base.ruleset,
        table=replace(base.ruleset.table, players=players),
        card_points=CardPoints(FrozenMap(worth), 2 * sum(values)),
        groups=tuple(Group(size, None) for size in sizes),
        play=replace(base.ruleset.play, ties=Choice(ties)),
        combinations=tuple(replace(base.ruleset.combinations[-1], cards=1) for _ in (0,)),
    )
    return replace(base, ruleset=ruleset, deck=deck), [worth[card.rank] for card in deck]


def all_points(
    worth: Sequence[int], players: int, sizes: Sequence[int], unclaimed: bool
) -> set[tuple[int, ...]]:
    """Every row of points that some split of the cards into rounds and some winners give."""
    found = set()
    for sums in {tuple(s) for s in round_sums(list(worth), [players * n for n in sizes])}:
        for winners in product(range(players + unclaimed), repeat=len(sizes)):
            points = [0] * (players + 1)
            for winner, won in zip(winners, sums, strict=True):
                points[winner] += won
            found.add(tuple(points[:players]))
    return found


def round_sums(worth: list[int], sizes: list[int]) -> Iterator[list[int]]:
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(worth)), sizes[0]):
        rest = [value for i, value in enumerate(worth) if i not in chosen]
        for others in round_sums(rest, sizes[1:]):
            yield [sum(worth[i] for i in chosen), *others]


SHAPES = ((2, (1, 1, 2)), (2, (1, 2)), (3, (1, 1)), (2, (2, 2)), (4, (1, 1)), (2, (1, 1)))


@given(
    st.sampled_from(SHAPES),
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.sampled_from(["last_played", "nobody"]),
)
@settings(max_examples=40)
def test_the_search_agrees_with_trying_everything(
    shape: tuple[int, tuple[int, ...]], values: list[int], ties: str
) -> None:
    players, sizes = shape
    rules, worth = small(values, players, sizes, ties)
    possible = all_points(worth, players, sizes, ties == "nobody")
    sums = RoundSums(rules)
    numbers = sorted({number for row in possible for number in row} | {1, 5})
    rows = set(product(numbers, repeat=players)) if players < 4 else possible
    for row in rows:
        assert (sums.problem(row) is None) == (row in possible), row
    for row in possible:
        for change in (1, -1):
            off = (row[0] + change, *row[1:])
            assert (sums.problem(off) is None) == (off in possible), off


# ---------------------------------------------------------------- whole sheets


def sheet(
    *deals: str, variant: str = "hazari", options: dict[str, str] | None = None, more: str = ""
) -> str:
    """A sheet whose first deal is on line 5."""
    chosen = ", ".join(f"{name}: {choice}" for name, choice in (options or {}).items())
    lines = ["record: 1", f"rules: {{id: {variant}, options: {{{chosen}}}}}"]
    lines += ["seats: [A, B, C, D]", "deals:", *(f"  - {{{deal}}}" for deal in deals)]
    return "\n".join(lines) + "\n" + more


def scored(*deals: str, variant: str = "hazari", more: str = "", **options: str) -> Score:
    text = sheet(*deals, variant=variant, options=options, more=more)
    return check(read_record(Source("sheet.yaml", text)), game(variant, **options).rules)


def found(*deals: str, variant: str = "hazari", more: str = "", **options: str) -> Finding:
    """The one finding of a sheet."""
    try:
        findings = scored(*deals, variant=variant, more=more, **options).findings
    except FindingsError as error:
        findings = error.findings
    assert len(findings) == 1, findings
    assert findings[0].span is not None
    return findings[0]


def test_points_are_added_up() -> None:
    score = scored("points: [90, 90, 90, 90]", "points: [60, 60, 80, 160]")
    assert (score.findings, score.totals, score.winners) == ((), (150, 150, 170, 250), ())
    assert [deal.totals for deal in score.deals] == [(90, 90, 90, 90), (150, 150, 170, 250)]
    assert [deal.dealer for deal in score.deals] == [0, 1]


def test_impossible_points_are_found_at_their_place() -> None:
    negative = found("points: [400, -40, 0, 0]")
    assert (negative.id, negative.pointer) == ("out-of-range", "/deals/0/points/1")
    seat = found("points: [90, 90, 90, 90]", "points: [355, 5, 0, 0]")
    assert (seat.id, seat.pointer) == ("impossible-points", "/deals/1/points/1")
    assert seat.span is not None
    assert (seat.span.line, seat.span.column) == (6, 20)
    together = found("points: [60, 60, 60, 180]")
    assert together.pointer == "/deals/0/points"
    assert found("points: [90, 90, 180]").id == "wrong-number"


def test_half_points_are_no_numbers() -> None:
    with pytest.raises(FindingsError) as caught:
        scored("points: [90, 90, 89.5, 90.5]")
    assert {f.id for f in caught.value.findings} == {"wrong-type"}


def test_every_impossible_deal_is_found() -> None:
    score = scored("points: [355, 5, 0, 0]", "points: [90, 90, 90, 90]", "points: [1, 2, 3, 4]")
    assert [f.pointer for f in score.findings] == ["/deals/0/points/1", "/deals/2/points"]
    assert {deal.status for deal in score.deals} == {DealStatus.NOT_SCORED}


def test_recorded_totals_and_winners_are_checked() -> None:
    deals = ["points: [180, 180, 0, 0], totals: [180, 180, 0, 0]"] * 2
    deals[1] = "points: [180, 180, 0, 0], totals: [360, 350, 0, 0]"
    wrong = found(*deals)
    assert wrong.message == "B has 350 points in all here; by the rules it is 360"
    assert found("points: [360, 0, 0, 0]", more="winners: [0]\n").pointer == "/winners"
    assert found("points: [360, 0, 0, 0]", more="totals: [360, 0, 0, 5]\n").pointer == "/totals/3"
    assert found("points: [360, 0, 0, 0]", more="target: 500\n").pointer == "/target"


def test_the_highest_total_wins_and_equal_ones_share() -> None:
    half = ["points: [180, 180, 0, 0]"] * 5
    score = scored(*half, "points: [180, 180, 0, 0]")
    assert (score.winners, score.last_deal, score.totals) == ((0, 1), 6, (1080, 1080, 0, 0))
    score = scored(*half, "points: [160, 200, 0, 0]")
    assert (score.winners, score.last_deal) == ((1,), 6)


def test_a_tie_is_played_on_or_raises_the_target_where_the_rules_say_so() -> None:
    half = ["points: [180, 180, 0, 0]"] * 6
    score = scored(*half, tied_match="play_on")
    assert (score.winners, score.target) == ((), 1000)
    score = scored(*half, "points: [160, 200, 0, 0]", tied_match="play_on")
    assert score.winners == (1,)
    score = scored(*half, "points: [160, 200, 0, 0]", two_reach_target="extend_by_500")
    assert (score.findings, score.winners, score.target) == ((), (), 1500)


def test_no_deal_follows_the_end() -> None:
    wins = ["points: [360, 0, 0, 0]"] * 3
    late = found(*wins, wins[0])
    assert (late.id, late.pointer) == ("after-the-end", "/deals/3")


def test_the_target_can_be_reached_in_the_middle_of_a_deal() -> None:
    start = ["points: [360, 0, 0, 0]"] * 2
    score = scored(*start, "points: [240, 120, 0, 0]", target_check="at_once")
    assert score.winners == ()
    score = scored(*start, "points: [280, 0, 0, 0]", target_check="at_once")
    assert (score.findings, score.winners, score.totals) == ((), (0,), (1000, 0, 0, 0))
    end = score.deals[-1].end
    assert end is not None
    assert end.ending is Ending.TARGET_REACHED
    assert found(*start, "points: [260, 0, 0, 0]", target_check="at_once").id == "impossible-points"
    assert found(*start, "points: [280, 0, 0, 0]").id == "impossible-points"
    whole = "points: [300, 60, 0, 0], ending: target_reached"
    assert found(*start, whole, target_check="at_once").pointer == "/deals/2/ending"


def test_the_dealer_may_be_known_or_not() -> None:
    score = scored("points: [360, 0, 0, 0]", "dealer: 3, points: [0, 360, 0, 0]")
    assert score.findings == ()
    assert [deal.dealer for deal in score.deals] == [0, 3]
    first, second = "dealer: 3, points: [0, 360, 0, 0]", "dealer: 1, points: [0, 360, 0, 0]"
    assert found(first, second).pointer == "/deals/1/dealer"
    assert scored(first, second.replace("1", "0", 1)).findings == ()


# ---------------------------------------------------------------- deals marked as something else

TROYS = "ending: instant_win, reason: three_troys, seats: [1]"
START = "points: [100, 80, 100, 100]"


def test_an_instant_win_ends_the_match() -> None:
    score = scored(START, TROYS, variant="hazarey")
    assert (score.findings, score.winners, score.last_deal) == ((), (1,), 2)
    assert score.totals == (100, 1000, 100, 100)
    more = scored(START, TROYS, variant="hazarey", three_troys_score="plus_1000")
    assert more.totals == (100, 1080, 100, 100)


def test_points_count_in_an_instant_win_where_the_rules_say_so() -> None:
    options = {"variant": "hazarey", "three_troys_when": "after_the_deal"}
    score = scored(START, TROYS + ", points: [0, 300, 0, 80]", **options)
    assert (score.findings, score.totals) == ((), (100, 1000, 100, 180))
    assert found(START, TROYS, **options).id == "missing-key"
    assert found(START, TROYS + ", points: [0, 300, 0, 81]", **options).id == "impossible-points"
    void = found(START, TROYS + ", points: [0, 300, 0, 80]", variant="hazarey")
    assert (void.id, void.pointer) == ("contradiction", "/deals/1/points")


def test_an_instant_win_must_be_one_of_the_rules() -> None:
    unknown = found(TROYS.replace("three", "tree"), variant="hazarey")
    assert (unknown.id, unknown.hint) == ("unknown-reason", "did you mean 'three_troys'?")
    assert found(TROYS).id == "unknown-reason"
    assert found(TROYS.replace("[1]", "[1, 2]"), variant="hazarey").pointer == "/deals/0/seats"
    assert found(TROYS.replace("[1]", "[]"), variant="hazarey").pointer == "/deals/0/seats"
    assert found("ending: instant_win, reason: three_troys").id == "missing-key"


def test_a_won_deal_scores_the_whole_pack_and_the_match_goes_on() -> None:
    deal = "ending: instant_win, reason: four_in_hand, seats: [2]"
    score = scored(deal, deal + ", points: [0, 0, 360, 0]", four_in_hand="wins_deal")
    assert (score.findings, score.totals, score.winners) == ((), (0, 0, 720, 0), ())
    assert scored(deal, deal, deal, four_in_hand="wins_deal").winners == (2,)
    assert scored(deal, four_in_hand="wins_match").totals == (0, 0, 1000, 0)


def test_void_deals_score_nothing_and_the_deal_passes_on_as_the_rules_say() -> None:
    void = "ending: redeal, reason: no_run, seats: [3]"
    played = "points: [90, 90, 90, 90]"
    stays = scored(void, played, played, no_run_redeal="automatic")
    assert [deal.dealer for deal in stays.deals] == [0, 0, 1]
    passes = scored(void, played, no_run_redeal="on_request_deal_passes")
    assert [deal.dealer for deal in passes.deals] == [0, 1]
    assert passes.totals == (90, 90, 90, 90)
    assert found(void, played).id == "unknown-reason"
    points = found(void + ", points: [0, 0, 360, 0]", no_run_redeal="automatic")
    assert points.pointer == "/deals/0/points/2"
    fouled = scored("ending: all_fouled", played, wrong_order="foul_whole_deal")
    assert ([d.dealer for d in fouled.deals], fouled.findings) == ([0, 0], ())
    assert found("ending: all_fouled", wrong_order="foul_no_points").id == "wrong-ending"
    assert found("ending: all_fouled").id == "wrong-ending"


# ---------------------------------------------------------------- mixed, and under other rules


def mixed() -> tuple[str, MatchState]:
    """A record of a match whose second deal was only counted and third has no arrangements."""
    match = game().play(7)
    data: dict[str, Any] = record_data(match, 7, options={})
    data["deals"][1] = {"points": data["deals"][1]["points"]}
    for name in ("arrangements", "rounds"):
        del data["deals"][2][name]
    return record_text(data), match


def test_full_deals_and_counted_ones_go_together() -> None:
    text, match = mixed()
    score = check(read_record(Source("mixed.yaml", text)), match.rules)
    assert (score.findings, score.totals, score.winners) == ((), match.totals, match.winners)
    assert [deal.state is None for deal in score.deals][:4] == [False, True, True, False]
    changed = text.replace("points: [185, 95, 0, 80]", "points: [185, 95, 80, 0]")
    assert changed != text
    pointers = [f.pointer for f in check(read_record(Source("m", changed)), match.rules).findings]
    assert pointers[0] == "/deals/2/totals"


def test_counted_points_cannot_be_scored_anew() -> None:
    text, _ = mixed()
    record = read_record(Source("mixed.yaml", text))
    score = rescore(record, game("hazari", run_order="ace_low_last", wrong_order="sorted").rules)
    assert [(f.id, f.severity) for f in score.findings] == [
        ("not-rescored", Severity.WARNING),
        ("not-rescored", Severity.WARNING),
    ]
    assert score.complete
    bhutan = rescore(record, game("hazarey").rules)
    assert [f.id for f in bhutan.findings if f.severity is Severity.ERROR] == [
        "impossible-points"
    ] * 2
    assert bhutan.deals[0].status is DealStatus.SCORED


def test_a_sheet_for_another_number_of_players_is_refused() -> None:
    text = sheet("points: [90, 90, 90, 90]")
    score = rescore(read_record(Source("s", text)), game(players="three").rules)
    assert [f.id for f in score.findings] == ["wrong-number"]
    assert "for 3 players" in score.findings[0].message
    assert not score.complete


# ---------------------------------------------------------------- the command


def run(text: str, *arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(score_command, ["-", *arguments], input=text, obj=Session())
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_score_adds_up_a_sheet() -> None:
    code, out, err = run(sheet(START, TROYS, variant="hazarey"))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "B wins with 1000 points after deal 2."
    assert "instant win: Three Troys (B) (counted by the players)" in out


def test_score_refuses_an_impossible_sheet() -> None:
    code, out, err = run(sheet("points: [91, 89, 90, 90]"))
    assert code == 1
    assert "Not scored from deal 1 on." in out
    assert err.splitlines()[0].startswith("<stdin>:5:")
    assert "^^" in err


def test_score_tells_of_a_raised_target_and_a_shared_victory() -> None:
    half = ["points: [180, 180, 0, 0]"] * 6
    assert "A and B share the victory with 1080 points after deal 6." in run(sheet(*half))[1]
    _, out, _ = run(sheet(*half), "-o", "tied_match=extend_by_500")
    assert "The target has been raised to 1500." in out
    assert "No winner yet; the target is 1500." in out
    _, out, _ = run(sheet(*half), "-o", "target=points_500")
    assert out.splitlines()[-1] == "Not played, as the match is over: deals 4 to 6."


def test_score_tells_of_a_deal_in_which_all_were_fouled() -> None:
    text = sheet("ending: all_fouled", options={"wrong_order": "foul_whole_deal"})
    assert "void: all arrangements are fouls (counted by the players)" in run(text)[1]


def test_long_names_are_cut_in_the_table() -> None:
    text = sheet("points: [90, 90, 90, 90]").replace("[A,", "[Annamaria Bartholomea,")
    assert "Annamaria B…" in run(text)[1]
