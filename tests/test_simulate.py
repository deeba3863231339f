"""Simulations: the totals of naive matches, the same for every cut; errors; files; words."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from hazari_rules.autoplay import MAX_DEALS, bot_player
from hazari_rules.builtin import vocabulary
from hazari_rules.cli import run
from hazari_rules.compiled import Rules
from hazari_rules.dealing import deal_hands
from hazari_rules.errors import HazariError
from hazari_rules.events import DealEnded
from hazari_rules.loading import load
from hazari_rules.match import DealQuestion, MatchState
from hazari_rules.model import Ruleset
from hazari_rules.simulate import Done, Plan, simulate
from hazari_rules.simulate_estimates import Ratio, difference, estimate, student_t
from hazari_rules.simulate_measures import length_quantile, spread_of_points, told
from hazari_rules.simulate_saved import read_saved, save
from hazari_rules.simulate_sums import DEALS_A_TABLE, Sums, columns


def ruleset(name: str, **options: str) -> Ruleset:
    return load(name, options).ruleset


def finished(plan: Plan, block: int = 1024) -> Done:
    return list(simulate(plan, block=block))[-1]


# ------------------------------------------------- against matches played one deal after another


def naive_table(rules: Rules, plan: Plan, table: int) -> tuple[Counter[str], list[int]]:
    """What one table counts, by the match states alone, and how long its matches were."""
    counts: Counter[str] = Counter()
    lengths: list[int] = []
    bot, size = bot_player(), rules.ruleset.table
    numbers = list(range(table * DEALS_A_TABLE, (table + 1) * DEALS_A_TABLE))
    own = [number for number in numbers if number < plan.deals]
    beyond = (2**48 + table * MAX_DEALS + i for i in range(MAX_DEALS))
    match, first_dealer = MatchState.begin(rules), 0
    while own or match.deals:
        counted = bool(own)
        number = own.pop(0) if own else next(beyond)
        match = match.give_hands(
            deal_hands(rules.deck, size.players, size.cards_each, plan.seed, number)
        )
        while match.deal is not None:
            assert not isinstance(match.pending, DealQuestion)
            assert match.pending
            match = match.apply(bot(match, match.pending))
        deal = match.deals[-1]
        assert deal.end
        if counted:
            count_deal(counts, rules, deal.end, deal.order, deal.rounds)
        if match.winners:
            lengths.append(len(match.deals))
            counts["matches"] += 1
            counts["match_deals"] += len(match.deals)
            counts["matches_shared"] += len(match.winners) > 1
            counts["tables"] = 1
            for seat in match.winners:
                place = (seat - first_dealer) * rules.step % rules.players
                counts[f"matches_won.{place + 1}"] += 1
                counts[f"first_won.{place + 1}"] += len(lengths) == 1
            first_dealer = match.dealer
            match = MatchState.begin(rules, first_dealer)
    return counts, lengths


def count_deal(counts, rules, end: DealEnded, order, rounds) -> None:  # type: ignore[no-untyped-def]
    counts["deals"] += 1
    counts[f"ending.{end.ending.value}"] += 1
    if end.reason:
        counts[f"reason.{end.reason}"] += 1
    counts["unclaimed"] += end.unclaimed
    counts["rounds"] += len(rounds)
    counts["rounds_tied"] += sum(bool(result.tied) for result in rounds)
    counts["rounds_won_by_nobody"] += sum(not result.winners for result in rounds)
    for place, seat in enumerate(order, start=1):
        counts[f"points.{place}"] += end.points[seat]
        counts[f"rounds_won.{place}"] += sum(seat in result.winners for result in rounds)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hazari", {}),
        ("hazarey", {}),
        ("hazari", {"equal_groups": "split", "target_check": "at_once"}),
        ("hazari", {"no_run_redeal": "on_request", "direction": "clockwise"}),
        ("hazarey", {"three_troys_when": "after_the_deal", "next_dealer": "against_play"}),
    ],
)
def test_tables_count_what_matches_played_singly_do(name: str, options: dict[str, str]) -> None:
    plan = Plan((ruleset(name, **options),), deals=DEALS_A_TABLE * 2 + 23, seed=5)
    rules = Rules.compile(plan.rulesets[0], vocabulary())
    names = columns(plan.rulesets[0])
    tables = [naive_table(rules, plan, table) for table in range(plan.tables)]
    vectors = [[counts[column] for column in names] for counts, _ in tables]
    assert {key for counts, _ in tables for key in counts} <= {*names}
    sums = finished(plan).sums
    assert sums.first == tuple(map(sum, zip(*vectors, strict=True)))
    for i in range(len(names)):
        for j in range(len(names)):
            assert sums.product(i, j) == sum(vector[i] * vector[j] for vector in vectors)
    lengths = Counter(length for _, found in tables for length in found)
    assert {n: count for n, count in enumerate(sums.lengths[0]) if count} == lengths


def test_deals_of_two_rulesets_are_compared_while_they_begin_alike() -> None:
    def pair(**options: str) -> tuple[int, ...]:
        plan = Plan((ruleset("hazari"), ruleset("hazari", **options)), 6400, seed=1)
        return finished(plan).sums.first[-4:]

    assert pair() == (6400, 0, 100, 0)
    compared, otherwise, matches, won = pair(equal_groups="first_played")
    assert compared == 6400  # nothing but the dealer matters, and the deal always passes on
    # About one round in twenty-eight is tied, so that about one deal in seven changes hands.
    assert 0.1 < otherwise / compared < 0.17
    assert matches == 100
    assert 0 < won < 40
    compared, *_ = pair(first_leader="last_deal_winner")
    assert 100 <= compared < 6400
    compared, otherwise, *_ = pair(target_check="at_once")
    assert compared == 6400  # it ends a match within the same deal as otherwise after it
    assert otherwise > 300
    assert pair(target="points_500")[:2] == (6400, 0)
    assert pair(target="points_500", target_check="at_once")[0] == 0  # other targets matter here


# -------------------------------------------------------------------- the same for every cut


def test_any_block_size_gives_the_same_sums() -> None:
    plan = Plan((ruleset("hazarey"), ruleset("hazarey", two_pairs="ignored")), 400, seed=3)
    whole = finished(plan)
    assert whole.complete
    for block in (1, 3):
        assert finished(plan, block) == whole


def test_what_is_left_is_played_and_nothing_twice() -> None:
    plan = Plan((ruleset("hazari"),), 1000, seed=3)
    blocks = [*Done.nothing(plan).blocks_left(3)]
    assert blocks[0] == (0, 3)
    assert blocks[-1] == (15, 16)
    done = Done.nothing(plan)
    for tables in ((6, 9), (0, 3)):
        done = done.with_block(tables, Sums.none(plan.rulesets))
    assert done.ranges == ((0, 3), (6, 9))
    assert [*done.blocks_left(2)] == [(3, 5), (5, 6), (9, 11), (11, 13), (13, 15), (15, 16)]


@pytest.mark.parametrize(("deals", "workers"), [(1, 1), (3000, 2), (10**7, 2), (10**7, 100)])
def test_each_worker_gets_several_blocks_and_none_is_too_large(deals: int, workers: int) -> None:
    plan = Plan((ruleset("hazari"),), deals, seed=3)
    size = plan.block(workers)
    blocks = [*Done.nothing(plan).blocks_left(size)]
    assert 1 <= size <= 1024
    assert len(blocks) >= min(plan.tables, 3 * workers)
    assert size == 1024 or len(blocks) <= 4 * workers


def test_handing_blocks_out_needs_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere(Executor):
        def submit(self, _: Any, /, *args: Any, **more: Any) -> Any:
            plan, start, stop = args
            found: Future[Sums] = Future()
            found.set_result(replace(Sums.none(plan.rulesets), tables=stop - start))
            return found

    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "hazari_rules.simulate_tables", raising=False)
    plan = Plan((ruleset("hazari"),), 1000, seed=3)
    *_, last = simulate(plan, executor=Elsewhere(), workers=2)
    assert last.complete
    assert last.sums.tables == plan.tables
    with pytest.raises(HazariError, match="simulations need numpy"):
        next(simulate(plan))


def test_rulesets_that_deal_other_cards_cannot_be_paired() -> None:
    three = ruleset("hazari", players="three")
    with pytest.raises(HazariError) as raised:
        Plan((ruleset("hazari"), three), 100, 1)
    assert "'hazari:players=four' and 'hazari:players=three'" in str(raised.value)
    assert "they differ in players (4 and 3); simulate" in str(raised.value)


@pytest.mark.parametrize(
    ("rulesets", "deals", "seed", "says"),
    [
        ((), 10, 1, "a tuple of rulesets"),
        (ruleset("hazari"), 10, 1, "a tuple of rulesets"),
        ((load("hazari"),), 10, 1, "a Variant is no ruleset"),
        ((ruleset("hazari"),), 0, 1, "deals .* from 1 on, not 0"),
        ((ruleset("hazari"),), 1.5, 1, "deals .* not 1.5"),
        ((ruleset("hazari"),), True, 1, "deals .* not True"),
        ((ruleset("hazari"),), 10, "1", "seed .* not '1'"),
    ],
)
def test_what_is_no_plan(rulesets: Any, deals: Any, seed: Any, says: str) -> None:
    with pytest.raises(HazariError, match=says):
        Plan(rulesets, deals, seed)


# ------------------------------------------------------------------------------- estimates


def sums_of(vectors: Sequence[Sequence[int]]) -> Sums:
    width = range(len(vectors[0]))
    first = tuple(sum(vector[i] for vector in vectors) for i in width)
    second = tuple(
        sum(vector[i] * vector[j] for vector in vectors) for i in width for j in width if j >= i
    )
    return Sums(len(vectors), first, second, (), ())


def test_an_interval_is_that_of_a_mean_when_tables_are_alike() -> None:
    values = [3, 5, 4, 8, 1, 6]
    found = estimate(sums_of([(value, 1) for value in values]), Ratio((0,), 1))
    mean = sum(values) / 6
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / 5)
    assert found
    assert found.value == pytest.approx(mean)
    assert found.half_width == pytest.approx(student_t(5) * deviation / sqrt(6))


def test_a_paired_difference_forgets_what_both_share() -> None:
    luck = random.Random(1)
    shared = [luck.randrange(1000) for _ in range(40)]
    vectors = [(value, value + 2, 1) for value in shared]
    found = difference(sums_of(vectors), Ratio((1,), 2), Ratio((0,), 2))
    assert found
    assert found.value == pytest.approx(2)
    assert found.half_width == pytest.approx(0, abs=1e-6)


def test_nine_of_ten_intervals_hold_the_truth() -> None:
    luck = random.Random(3)
    held = 0
    for _ in range(400):
        vectors = []
        for _ in range(30):
            deals = luck.randint(5, 15)
            vectors.append((sum(luck.random() < 0.3 for _ in range(deals)), deals))
        found = estimate(sums_of(vectors), Ratio((0,), 1))
        assert found
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_intervals_of_rare_shares_stay_shares_and_hold_the_truth() -> None:
    luck = random.Random(5)
    held = 0
    for _ in range(600):
        vectors = [(int(luck.random() < 0.1), 1) for _ in range(24)]
        found = estimate(sums_of(vectors), Ratio((0,), 1), counts=True)
        assert found
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.value <= found.high <= 1
        held += found.low <= 0.1 <= found.high
    assert 0.93 <= held / 600 <= 0.99


def test_an_interval_of_a_share_is_wilsons_of_independent_trials() -> None:
    found = estimate(sums_of([(int(i < 12), 1) for i in range(400)]), Ratio((0,), 1), counts=True)
    assert found
    # By the formula of E. B. Wilson (1927) for 12 of 400, with z = 1.96: 1.72 % to 5.17 %.
    assert found.low == pytest.approx(0.0172, abs=0.0003)
    assert found.high == pytest.approx(0.0517, abs=0.0003)


def test_what_was_never_seen_is_bounded_and_few_tables_have_no_error() -> None:
    never = estimate(sums_of([(0, 100)] * 10), Ratio((0,), 1), counts=True)
    assert never
    assert never.low == 0
    assert never.high == pytest.approx(3 / 1000, rel=0.01)
    few = estimate(sums_of([(1, 2)] * 4), Ratio((0,), 1))
    assert few
    assert few.half_width is None


def test_exact_quantiles_of_students_t() -> None:
    for freedom, exact in ((4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (10**6, 1.960)):
        assert student_t(freedom) == pytest.approx(exact, rel=0.003)


def test_measures_agree_with_what_must_be() -> None:
    done = finished(Plan((ruleset("hazari"),), 640, seed=2))
    found = {row.measure.id: row.values[0] for row in told(done)}
    points = [found[f"points.{place}"] for place in range(1, 5)]
    assert sum(p.value for p in points if p) == pytest.approx(360)
    won = [found[f"rounds_won.{place}"] for place in range(1, 5)]
    assert sum(w.value for w in won if w) == pytest.approx(1)
    length = found["match_length"]
    assert length
    middle = length_quantile(done, 0, 0.5)
    assert middle
    assert abs(middle - length.value) < 2
    assert 60 < spread_of_points(done, 0) < 120


# ------------------------------------------------------------------------- files and stopping


def test_a_saved_simulation_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    plan = Plan((ruleset("hazari"),), 1500, seed=4)
    for done in islice(simulate(plan, block=4), 2):
        save(file, done)
    kept = read_saved(file, plan)
    assert kept.ranges == ((0, 8),)
    *_, last = simulate(plan, block=5, done=kept)
    assert last == finished(plan)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("spec: 1\n", "keeps no simulation"),
        ("[]", "keeps no simulation"),
        ("[" * 10_000, "keeps no simulation"),
        ('{"format":"hazari-simulation-2","deals":1', "is damaged"),
        ('{"format": "hazari-simulation-2"}', "is damaged"),
        ('{"format": "hazari-simulation-1"}', "another version"),
    ],
)
def test_a_file_that_keeps_no_simulation(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "kept.json"
    file.write_text(text)
    with pytest.raises(HazariError, match=says):
        read_saved(file, Plan((ruleset("hazari"),), 100, 1))


def test_files_of_other_simulations_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    plan = Plan((ruleset("hazari"),), 100, 1)
    save(file, finished(plan))
    changed = replace(plan.rulesets[0], digest="0" * 64)
    for other, says in (
        (Plan(plan.rulesets, 100, 2), "it is of seed 1, not of seed 2;"),
        (Plan(plan.rulesets, 2000, 1), "it is of 100 deals, not of 2,000, and cannot be made"),
        (Plan((ruleset("hazarey"),), 100, 1), "it is of hazari, not of hazarey;"),
        (
            Plan((ruleset("hazari", run_order="ace_low_last"),), 100, 1),
            "hazari:run_order=ace_low_second, not of hazari:run_order=ace_low_last;",
        ),
        (Plan((changed,), 100, 1), "the rules of hazari have changed since"),
    ):
        with pytest.raises(HazariError, match="another simulation") as raised:
            read_saved(file, other)
        assert says in str(raised.value)
    whole = json.loads(file.read_text())
    for key, damage in (
        ("first", [*whole["first"][:6], whole["first"][6] + 5, *whole["first"][7:]]),
        ("deals", 2000),
        ("checksum", None),
    ):
        file.write_text(json.dumps({**whole, key: damage}))
        with pytest.raises(HazariError, match="damaged"):
            read_saved(file, plan)
    text = json.dumps(whole, separators=(",", ":"))
    file.write_text(text)
    assert read_saved(file, plan) == finished(plan)
    file.write_text(text[: len(text) // 2])
    with pytest.raises(HazariError, match="damaged"):
        read_saved(file, plan)
    with pytest.raises(HazariError, match="cannot write"):
        save(tmp_path / "no" / "kept.json", finished(plan))


KILLED = """
import signal, sys
signal.setitimer(signal.ITIMER_PROF, float(sys.argv[1]))  # ends the program where it stands
from hazari_rules.cli import main
main(sys.argv[2:])
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs interval timers")
def test_a_simulation_killed_at_random_moments_equals_one_that_was_not(tmp_path: Path) -> None:
    file, luck = tmp_path / "kept.json", random.Random(11)
    words = ["simulate", "hazari", "--deals", "50000", "--seed", "9", "--format", "json"]
    before = _seconds_of_children()
    once = subprocess.run(
        [sys.executable, "-m", "hazari_rules", *words], capture_output=True, check=True
    )
    whole = _seconds_of_children() - before  # most of it starting; then four blocks and more
    kills = 0
    for _ in range(60):
        after = f"{whole * (luck.uniform(0.6, 1.1) if kills else 0.4):.3f}"
        done = subprocess.run(
            [sys.executable, "-c", KILLED, after, *words, "--resume", str(file)],
            capture_output=True,
            check=False,
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGPROF, done.stderr
        kills += 1
    assert done.returncode == 0
    assert kills >= 1
    assert done.stdout == once.stdout
    assert json.loads(once.stdout)["deals"] == 50_000


def _seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


INTERRUPTED = """
import signal, sys
from hazari_rules.simulate_tables import play_tables
from hazari_rules import cli
signal.signal(signal.SIGPROF, signal.default_int_handler)
signal.setitimer(signal.ITIMER_PROF, 2.5)
sys.exit(cli.run(sys.argv[1:]))
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs interval timers")
def test_an_interrupt_stops_it_with_what_it_has(tmp_path: Path) -> None:
    words = ["simulate", "hazari", "--deals", "100000000", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words], capture_output=True, check=False, text=True
    )
    assert done.returncode == 130, done.stderr
    assert "stopped after" in done.stderr
    report = json.loads(done.stdout)
    assert report["wanted"] == 100_000_000
    assert report["deals"] % (1024 * DEALS_A_TABLE) == 0
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------------------------ command line


def test_the_report_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "hazarey", "--against", "hazarey:two_pairs=ignored", "--deals", "700"]
    assert run(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("700 deals from seed 1")
    assert "B: hazarey:two_pairs=ignored" in out
    assert "1st to play (leads)" in out
    assert "Three Troys" in out
    assert "deals that score otherwise" in out
    assert "same" in out


def test_one_deal_lists_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "hazari", "--against", "hazari", "--deals", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 deal from seed 1")
    for place in ("1st to play (leads)", "2nd to play", "3rd to play", "4th to play"):
        assert out.count(place) == 2  # points and rounds
    assert out.count("same\n") >= 8
    assert "0.00\n" not in out.split("The same deals")[0]
    assert "1 deals" not in out
    assert "at least nine in ten matches take" in out


def test_a_redeal_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "hazari", "-o", "no_run_redeal=on_request", "--deals", "100"]
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "with a redeal" in out
    assert "Too few deals for errors" in out


def test_csv_has_a_row_for_each_measure_and_variant(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "hazari", "--against", "hazari", "--deals", "400", "--format", "csv"]
    assert run(words) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("measure,unit,variant,id,value,low,high,difference_value")
    assert sum(row.startswith("points.1,number,") for row in rows) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hazari", "--against", "hazari:players=three"], "same deals"),
        (["hazari", "--dask", "tcp://127.0.0.1:1"], "no dask scheduler answers"),
        (["hazari", "--against", "hazari:first_played"], "write NAME=CHOICE after the colon"),
        (["nowhere"], "nowhere"),
    ],
)
def test_wrong_use(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--deals", "100", *words]) == 2
    assert says in capsys.readouterr().err


def test_without_numpy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "hazari_rules.simulate_tables", raising=False)
    assert run(["simulate", "hazari", "--deals", "100"]) == 2
    assert "hazari-rules[simulate]" in capsys.readouterr().err
