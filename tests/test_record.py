"""Match records: written, read again, computed again, by their own rules and by others."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hazari_rules import FindingsError, Game, HazariError, MatchState, Variant
from hazari_rules.autoplay import bot_player, play_match
from hazari_rules.cli_common import Session
from hazari_rules.cli_score import score as score_command
from hazari_rules.deal import ClaimQuestion
from hazari_rules.documents import Node, Source, parse
from hazari_rules.errors import Finding, Severity
from hazari_rules.events import Ending
from hazari_rules.loading import Loader
from hazari_rules.match import Answer
from hazari_rules.record import Record, record_data, record_text, stated_options, write_record
from hazari_rules.record_reader import read_record, record_source
from hazari_rules.replay import DealStatus, Score
from hazari_rules.schema import shipped_schema
from hazari_rules.scoring import check, recorded_variant, rescore, score_data
from tests import oracle
from tests.table import game, oracle_rules

TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("hazari", {}),
    ("hazarey", {}),
    ("hazari", {"equal_groups": "split", "target": "points_500", "direction": "clockwise"}),
    ("hazari", {"equal_groups": "nobody", "target_check": "at_once", "target": "points_500"}),
    ("hazari", {"no_run_redeal": "automatic", "two_reach_target": "extend_by_500"}),
    ("hazari", {"no_run_redeal": "on_request_deal_passes", "target": "points_500"}),
    ("hazari", {"four_in_hand": "wins_deal", "first_leader": "last_deal_winner"}),
    ("hazari", {"four_in_hand": "wins_match", "players": "three"}),
    ("hazarey", {"three_troys_must_win": "holding_is_enough", "next_dealer": "against_play"}),
    ("hazarey", {"two_pairs": "ignored", "target": "points_500", "tied_match": "extend_by_500"}),
)
LOADER = Loader.shipped()
NAMES = ("Amina", "true", "007", "Żółw 😀")


@cache
def _loaded(name: str, options: tuple[tuple[str, str], ...]) -> Variant:
    return LOADER.load(name, dict(options))


def load(name: str, options: Mapping[str, str]) -> Variant:
    return _loaded(name, tuple(options.items()))


@cache
def match_of(variant: str, options: tuple[tuple[str, str], ...], seed: int) -> MatchState:
    return game(variant, **dict(options)).play(seed)


def written(match: MatchState, seed: int | None = None, *, as_json: bool = False) -> Source:
    text = record_text(record_data(match, seed), as_json=as_json)
    return Source("match.json" if as_json else "match.yaml", text)


def short_match() -> MatchState:
    return match_of("hazari", (("target", "points_500"),), 3)


def short_text() -> str:
    data = record_data(short_match(), 3, NAMES, {"target": "points_500"})
    return record_text(data)


def findings_of(text: str) -> list[Finding]:
    """Everything wrong with a record under its own rules."""
    try:
        record = read_record(Source("match.yaml", text))
        variant, found = recorded_variant(record, load)
    except FindingsError as error:
        return list(error.findings)
    if variant is None:
        return list(found)
    rules = game(record.rules.id, **record.rules.options).rules
    return [*found, *check(record, rules).findings]


def ends(match: MatchState) -> list[Any]:
    return [deal.end for deal in match.deals]


# ---------------------------------------------------------------- write, read, compute again


@given(st.sampled_from(TABLES), st.integers(0, 400), st.booleans())
@settings(max_examples=40)
def test_a_record_gives_back_every_number(
    table: tuple[str, dict[str, str]], seed: int, as_json: bool
) -> None:
    variant, options = table
    match = match_of(variant, tuple(options.items()), seed)
    record = read_record(written(match, seed, as_json=as_json))
    score = check(record, match.rules)
    assert score.findings == ()
    assert (score.totals, score.target, score.winners) == (
        match.totals,
        match.target,
        match.winners,
    )
    assert [deal.end for deal in score.deals] == ends(match)
    assert score.last_deal == len(match.deals)
    assert record.totals == match.totals
    assert [deal.points for deal in record.deals] == [end.points for end in ends(match)]
    found, wrong = recorded_variant(record, load)
    assert found is not None
    assert (found.ruleset.digest, wrong) == (match.rules.ruleset.digest, ())


def test_yaml_and_json_hold_the_same(tmp_path: Path) -> None:
    match = short_match()
    for name in ("match.yaml", "match.json"):
        write_record(tmp_path / name, match, 3, NAMES)
    read = [read_record(record_source(str(tmp_path / n))) for n in ("match.yaml", "match.json")]
    assert read[0].node.plain() == read[1].node.plain()
    assert read[0].seats == NAMES
    assert json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))["record"] == 1


def test_a_hand_and_an_arrangement_are_one_line_each() -> None:
    lines = short_text().splitlines()
    match = short_match()
    assert sum(" | " in line for line in lines) == 4 * len(match.deals)
    first = " ".join(map(str, match.deals[0].hands[2]))
    assert f"      - {first}" in lines
    assert lines[1:4] == ["rules:", "  id: hazari", "  options: {target: points_500}"]


def test_only_choices_that_are_not_defaults_need_to_be_written() -> None:
    variant = load("hazari", {"target": "points_500", "names": "hazari"})
    assert stated_options(variant) == {"target": "points_500"}


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    match = short_match()
    for names in (("a", "b"), ("a", "b", "c", "c"), ("a", "b", "c", "d\n"), ("a", "b", "c", "")):
        with pytest.raises(HazariError):
            record_data(match, seats=names)
    with pytest.raises(HazariError, match="16 digits"):
        record_data(match, 10**16)
    with pytest.raises(HazariError, match="cannot write"):
        write_record(tmp_path / "no" / "match.yaml", match)


def test_a_match_can_be_recorded_at_any_point() -> None:
    whole = short_match()
    match = MatchState.begin(whole.rules)
    seen = []
    for deal in whole.deals[:2]:
        seen.append(match)
        match = match.give_hands(deal.hands)
        while match.deal is not None:
            seen.append(match)
            question = match.deal.pending
            assert question is not None
            match = match.apply(deal.arrangement(question.seat).groups)
    for state in seen:
        score = check(read_record(written(state, 3)), whole.rules)
        assert score.findings == ()
        assert (score.totals, score.winners) == (state.totals, ())
        statuses = [DealStatus.SCORED] * len(state.deals)
        statuses += [DealStatus.UNFINISHED] * (state.deal is not None)
        assert [deal.status for deal in score.deals] == statuses


def test_claims_are_recorded_and_asked_for_again() -> None:
    rules = game("hazari", no_run_redeal="on_request").rules

    def answers(claimed: bool) -> MatchState:
        bot = bot_player()

        def player(match: MatchState, question: Any) -> Answer:
            asked = isinstance(question, ClaimQuestion)
            return claimed if asked else bot(match, question)

        return play_match(rules, 5, dict.fromkeys(range(4), player))

    with_claims, without = answers(True), answers(False)
    assert any(end.ending is Ending.REDEAL for end in ends(with_claims))
    assert not any(end.ending is Ending.REDEAL for end in ends(without))
    for match in (with_claims, without):
        record = read_record(written(match, 5))
        asked = [bool(deal.claims) for deal in record.deals]
        assert asked == [end.ending is Ending.REDEAL for end in ends(match)]
        assert all(bool(d.claims) != bool(d.arrangements) for d in record.deals)
        score = check(record, rules)
        assert (score.findings, score.totals) == ((), match.totals)


# ---------------------------------------------------------------- under other rules

OTHERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("hazarey", {"wrong_order": "sorted"}),
    ("hazarey", {"wrong_order": "foul_from_group", "run_order": "ace_low_last"}),
    ("hazari", {"run_order": "ace_low_no_run", "wrong_order": "foul_no_points"}),
    ("hazari", {"equal_groups": "first_played", "direction": "clockwise"}),
    ("hazari", {"card_points": "pack_of_380", "next_leader": "same"}),
    ("hazari", {"target": "points_2000"}),
    ("hazari", {"target": "points_500", "next_dealer": "against_play"}),
    ("hazari", {"equal_groups": "nobody", "wrong_order": "foul_whole_deal"}),
)


def test_scores_under_other_rules_are_those_of_playing_so() -> None:
    dice = random.Random(1)
    for variant, options in OTHERS:
        rules = game(variant, **options).rules
        for seed in dice.sample(range(200), 2):
            match = match_of("hazari", (), seed)
            score = rescore(read_record(written(match, seed)), rules)
            again = played_again(match, MatchState.begin(rules))
            if again is None:
                assert [finding.id for finding in score.findings] == ["illegal-arrangement"]
                continue
            assert score.findings == ()
            assert (score.totals, score.winners) == (again.totals, again.winners)
            ended = [deal.end for deal in score.deals if deal.end]
            assert ended == ends(again)
            later = [d.status for d in score.deals[len(again.deals) :]]
            assert later == [DealStatus.NOT_PLAYED] * (len(match.deals) - len(again.deals))


def played_again(match: MatchState, other: MatchState) -> MatchState | None:
    """The same hands and arrangements under other rules; None if they refuse one."""
    for deal in match.deals:
        if other.winners:
            break
        other = other.give_hands(deal.hands)
        while other.deal is not None:
            question = other.deal.pending
            assert question is not None
            try:
                other = other.apply(deal.arrangement(question.seat).groups)
            except HazariError:
                return None
    return other


def test_scores_under_other_rules_agree_with_the_oracle() -> None:
    for seed, (variant, options) in enumerate(OTHERS):
        match = match_of("hazari", (), seed)
        score = rescore(read_record(written(match)), game(variant, **options).rules)
        if score.findings:
            continue
        deals = [
            (
                [[str(card) for card in hand] for hand in deal.hands],
                [[[str(c) for c in g] for g in deal.arrangement(s).groups] for s in range(4)],
            )
            for deal in match.deals
        ]
        expected = oracle.play_match(oracle_rules(variant, **options), 0, deals)
        assert list(score.totals) == expected["totals"]
        assert list(score.winners) == sorted(expected["winners"])
        assert score.target == expected["target"]
        assert [list(d.end.points) for d in score.deals if d.end] == expected["points"]


def test_a_match_can_end_earlier_under_other_rules() -> None:
    match = match_of("hazari", (), 7)
    score = rescore(read_record(written(match)), game("hazari", target="points_500").rules)
    assert score.last_deal == 5
    assert {deal.status for deal in score.deals[5:]} == {DealStatus.NOT_PLAYED}
    assert score.findings == ()


def test_a_match_can_be_open_under_other_rules() -> None:
    match = match_of("hazari", (), 7)
    score = rescore(read_record(written(match)), game("hazari", target="points_2000").rules)
    assert (score.winners, score.last_deal) == ((), None)
    assert score.totals == match.totals


def test_a_redeal_of_other_rules_voids_a_deal() -> None:
    match = match_of("hazari", (), 5)
    score = rescore(read_record(written(match)), game("hazari", no_run_redeal="automatic").rules)
    void = [d.end.ending is Ending.REDEAL for d in score.deals if d.end]
    assert any(void)
    assert score.findings == ()


def test_a_deal_void_at_the_table_is_left_out_where_it_is_not() -> None:
    options = (("no_run_redeal", "automatic"),)
    match = match_of("hazari", options, 5)
    void = [i for i, end in enumerate(ends(match)) if end.ending is Ending.REDEAL]
    assert void
    score = rescore(read_record(written(match, 5)), game().rules)
    assert [f.id for f in score.findings] == ["deal-left-out"] * len(void)
    assert {f.severity for f in score.findings} == {Severity.WARNING}
    assert [d.status is DealStatus.LEFT_OUT for d in score.deals] == [
        i in void for i in range(len(match.deals))
    ]
    assert score.totals == match.totals
    assert [d.dealer for d in score.deals] == [end.dealer for end in ends(match)]


def test_an_arrangement_that_other_rules_refuse_is_a_finding_at_its_line() -> None:
    # Equal groups 3 and 4 are legal, and not where every group must be weaker.
    text = record_of_one_deal(
        "AS AH AD | KS KC KH | 9S 9H QD | 9D 9C QH 2S",
        "10S 10H 10D | 8S 8H 8D | 7S 7H 6S | 5S 4S 3H 2H",
        "JS JH JD | 10C 8C 7C | 6H 6D 4H | QS QC 5H 3S",
        "KD AC JC | 7D 5D 4D | 6C 5C 4C | 3C 2C 3D 2D",
    )
    record = read_record(Source("one.yaml", text))
    strict = game(equal_neighbours="strictly_weaker").rules
    first = "/deals/0/arrangements/0"
    assert first not in [f.pointer for f in check(record, game().rules).findings]
    found = [f for f in rescore(record, strict).findings if f.pointer == first]
    assert [f.id for f in found] == ["illegal-arrangement"]
    assert "group 4" in found[0].message
    assert line_of(text, found[0]).strip().startswith("- AS AH AD | KS KC KH")


def record_of_one_deal(*arrangements: str) -> str:
    hands = [line.replace(" |", "") for line in arrangements]
    lines = ["record: 1", "rules: {id: hazari}", "seats: [A, B, C, D]", "deals:", "  - dealer: 0"]
    lines += ["    hands:", *(f"      - {hand}" for hand in hands)]
    lines += ["    arrangements:", *(f"      - {line}" for line in arrangements)]
    return "\n".join(lines) + "\n"


def line_of(text: str, finding: Finding) -> str:
    assert finding.span is not None
    return text.splitlines()[finding.span.line - 1]


def test_three_troys_end_a_match_in_bhutan_only() -> None:
    text = record_of_one_deal(
        "JS JH JD | 10S 10H 10D | 9S 9H 9D | 2H 3S 6S 8C",
        "AS AH AD | KS KH KD | QS QH QD | 2S 3H 4C 5C",
        "8S 8H 8D | 7S 7H 7D | 6H 6D 6C | 5S 4S 3D 2D",
        "AC KC QC | JC 10C 9C | 4D 3C 2C | 5H 5D 7C 4H",
    )
    record = read_record(Source("one.yaml", text))
    bhutan = rescore(record, game("hazarey").rules)
    assert (bhutan.findings, bhutan.winners, bhutan.totals) == ((), (1,), (0, 1000, 0, 0))
    assert bhutan.deals[0].end is not None
    assert bhutan.deals[0].end.ending is Ending.INSTANT_WIN
    hazari = check(record, game().rules)
    assert (hazari.findings, hazari.winners, sum(hazari.totals)) == ((), (), 360)


# ---------------------------------------------------------------- wrong numbers


def numbers_of(node: Node) -> Iterator[tuple[str, Node]]:
    for pointer, item in node.walk():
        if isinstance(item.value, int):
            yield pointer, item


def changed(text: str, node: Node, value: int) -> str:
    lines = text.splitlines(keepends=True)
    line, span = lines[node.span.line - 1], node.span
    lines[span.line - 1] = line[: span.column - 1] + str(value) + line[span.end_column - 1 :]
    return "".join(lines)


@cache
def numbers() -> tuple[tuple[str, Node], ...]:
    return tuple(numbers_of(parse(Source("match.yaml", short_text()))))


@given(st.data())
@settings(max_examples=60)
def test_any_changed_number_is_found_at_its_line(data: st.DataObject) -> None:
    pointer, node = data.draw(st.sampled_from(numbers()))
    is_seat = any(word in pointer for word in ("dealer", "leader", "winners"))
    value = data.draw(st.integers(0, 3 if is_seat else 1000).filter(lambda n: n != node.value))
    findings = findings_of(changed(short_text(), node, value))
    assert node.span.line in [f.span.line for f in findings if f.span], (pointer, findings)
    assert len(findings) == 1, findings


@given(st.data())
@settings(max_examples=40)
def test_any_changed_card_is_found(data: st.DataObject) -> None:
    text = short_text()
    lines = text.splitlines()
    wanted = [i for i, line in enumerate(lines) if line.startswith("      - ") and "{" not in line]
    index = data.draw(st.sampled_from(wanted))
    cards = lines[index].split()
    place = data.draw(st.sampled_from([i for i, c in enumerate(cards) if c not in "-|"]))
    card = data.draw(st.sampled_from(["AS", "10H", "2C", "9D", "1S", "xx", "A", "10"]))
    if card == cards[place]:
        return
    cards[place] = card
    lines[index] = "      " + " ".join(cards)
    found = findings_of("\n".join(lines))
    assert found
    assert all(finding.span for finding in found)


@given(st.data())
@settings(max_examples=100)
def test_no_text_is_a_traceback(data: st.DataObject) -> None:
    text = short_text()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        cut = data.draw(st.integers(0, 30))
        piece = data.draw(st.text(alphabet=" \n:-[]{},|&*!#'\"0123456789ASKHx♠", max_size=4))
        text = text[:at] + piece + text[at + cut :]
    for finding in findings_of(text):
        assert finding.message
        finding.text("x")


def test_a_wrong_first_dealer_is_one_finding() -> None:
    text = short_text().replace("- dealer: 0", "- dealer: 2", 1)
    (found,) = findings_of(text)
    assert found.pointer == "/deals/0/dealer"
    names = read_record(Source("m.yaml", text)).seats
    assert found.message.startswith(f"{names[2]} deals first here")
    assert found.message.endswith(f"fits only if {names[0]} does")


def test_totals_that_follow_from_a_wrong_number_are_no_second_finding() -> None:
    match = short_match()
    data = record_data(match)
    seat = next(s for s in range(4) if data["deals"][0]["points"][s])
    data["deals"][0]["points"][seat] += 10
    for deal in data["deals"]:
        deal["totals"][seat] += 10
    data["totals"][seat] += 10
    (found,) = check(read_record(Source("m.yaml", record_text(data))), match.rules).findings
    said, real = data["deals"][0]["points"][seat], ends(match)[0].points[seat]
    assert (
        found.message == f"{data['seats'][seat]} has {said} points here; by the rules it is {real}"
    )


# ---------------------------------------------------------------- malformed records

HEAD = "record: 1\nrules: {id: hazari}\nseats: [A, B, C, D]\n"
HANDS = (
    "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C",
)
GROUPS = tuple(
    " | ".join(" ".join(hand.split()[a:b]) for a, b in ((0, 3), (3, 6), (6, 9), (9, 13)))
    for hand in HANDS
)


def deal(
    hands: tuple[str, ...] = HANDS,
    groups: tuple[str, ...] = GROUPS,
    more: str = "",
    dealer: int = 0,
) -> str:
    """A record of one deal: its first hand is on line 7, its first arrangement on line 12."""
    lines = [f"  - dealer: {dealer}", "    hands:", *(f"      - {hand}" for hand in hands)]
    if groups:
        lines += ["    arrangements:", *(f"      - {line}" for line in groups)]
    return HEAD + "deals:\n" + "\n".join(lines) + "\n" + more


def put(row: tuple[str, ...], seat: int, line: str) -> tuple[str, ...]:
    return (*row[:seat], line, *row[seat + 1 :])


def test_the_model_of_the_malformed_ones_is_right() -> None:
    assert findings_of(deal()) == []


MALFORMED: Mapping[str, tuple[str, str, int]] = {
    "empty": ("", "empty", 1),
    "not yaml": (HEAD + "deals: ]", "yaml-syntax", 4),
    "a list": ("- record: 1\n", "wrong-type", 1),
    "a word": ("hazari\n", "wrong-type", 1),
    "newer": (deal().replace("record: 1", "record: 2"), "unknown-value", 1),
    "no version": (deal().replace("record: 1\n", ""), "missing-key", 1),
    "unknown key": (deal() + "dealer: 1\n", "unknown-key", 16),
    "unknown key in a deal": (deal(more="    point: [1]\n"), "unknown-key", 16),
    "duplicate key": (deal() + "record: 1\n", "duplicate-key", 16),
    "anchor": (HEAD + "deals: &a []\n", "anchor", 4),
    "no deals": (HEAD, "missing-key", 1),
    "deals are a map": (HEAD + "deals: {}\n", "wrong-type", 4),
    "empty deal": (HEAD + "deals: [{}]\n", "missing-key", 4),
    "one seat": (HEAD.replace("[A, B, C, D]", "[A]") + "deals: []\n", "out-of-range", 3),
    "number as name": (HEAD.replace("B", "7") + "deals: []\n", "wrong-type", 3),
    "name of blanks": (HEAD.replace("B", "' '") + "deals: []\n", "bad-name", 3),
    "three seats": (HEAD.replace(", D", "") + "deals: []\n", "wrong-number", 3),
    "unknown variant": (deal().replace("hazari", "hazri"), "unknown-variant", 2),
    "path as variant": (deal().replace("hazari", "../x.yaml"), "bad-format", 2),
    "unknown option": (
        deal().replace("hazari}", "hazari, options: {tis: a}}"),
        "unknown-option",
        2,
    ),
    "unknown choice": (
        deal().replace("hazari}", "hazari, options: {names: x}}"),
        "unknown-choice",
        2,
    ),
    "other digest": (deal().replace("hazari}", "hazari, digest: 'x'}"), "other-digest", 2),
    "seed as text": (deal() + "seed: seven\n", "wrong-type", 16),
    "other seed": (deal() + "seed: 7\n", "contradiction", 16),
    "dealer that is none": (deal(dealer=4), "no-such-seat", 5),
    "dealer below none": (deal(dealer=-1), "out-of-range", 5),
    "no dealer": (HEAD + "deals: [{hands: [AS, KS]}]\n", "missing-key", 4),
    "winner that is none": (deal() + "winners: [5]\n", "no-such-seat", 16),
    "winner who is not": (deal() + "winners: [0]\n", "contradiction", 16),
    "three hands": (deal(HANDS[:3]), "wrong-number", 6),
    "five points": (deal(more="    points: [0, 0, 0, 0, 360]\n"), "wrong-number", 16),
    "unclear card": (deal(put(HANDS, 1, HANDS[1].replace("10H", "1H"))), "unclear-card", 8),
    "joker": (deal(put(HANDS, 1, HANDS[1].replace("10H", "🃏"))), "unclear-card", 8),
    "commas": (deal(put(HANDS, 1, HANDS[1].replace(" ", ", "))), "unclear-card", 8),
    "half a hand": (deal(put(HANDS, 1, "AH KH QH")), "wrong-hand", 8),
    "a hand as a number": (deal(put(HANDS, 1, "10")), "wrong-type", 8),
    "card twice in a hand": (deal(put(HANDS, 1, HANDS[1].replace("2H", "3H"))), "repeated-card", 8),
    "card twice in a deal": (deal(put(HANDS, 1, HANDS[1].replace("2H", "2S"))), "repeated-card", 8),
    "unclear card in a group": (
        deal(groups=put(GROUPS, 2, GROUPS[2].replace("10D", "IOD"))),
        "unclear-card",
        14,
    ),
    "card twice in groups": (
        deal(groups=put(GROUPS, 2, GROUPS[2].replace("10D", "9D"))),
        "repeated-card",
        14,
    ),
    "no groups": (deal(groups=put(GROUPS, 2, HANDS[2])), "illegal-arrangement", 14),
    "empty group": (deal(groups=put(GROUPS, 2, GROUPS[2] + " |")), "unclear-card", 14),
    "foreign card": (
        deal(groups=put(GROUPS, 2, GROUPS[2].replace("10D", "10C"))),
        "illegal-arrangement",
        14,
    ),
    "wrong order": (
        deal(groups=put(GROUPS, 2, "JD 10D 9D | AD KD QD | 8D 7D 6D | 5D 4D 3D 2D")),
        "illegal-arrangement",
        14,
    ),
    "two arrangements": (deal(groups=GROUPS[:2]), "wrong-number", 11),
    "no arrangements": (deal(groups=(), more="    ending: played\n"), "contradiction", 5),
    "arrangements alone": (
        HEAD + "deals: [{dealer: 0, arrangements: [AS, AH]}]\n",
        "missing-key",
        4,
    ),
    "points as a word": (deal(more="    points: many\n"), "wrong-type", 16),
    "half points": (deal(more="    points: [90.5, 89.5, 90, 90]\n"), "wrong-type", 16),
    "three points": (deal(more="    points: [90, 90, 180]\n"), "wrong-number", 16),
    "swapped points": (deal(more="    points: [360, 0, 0, 0]\n"), "contradiction", 16),
    "unclaimed points": (deal(more="    unclaimed: 5\n"), "contradiction", 16),
    "too few rounds": (
        deal(more="    rounds: [{leader: 1, winners: [0]}]\n"),
        "contradiction",
        16,
    ),
    "redeal without reason": (deal(more="    ending: redeal\n"), "missing-key", 5),
    "unknown ending": (deal(more="    ending: tied\n"), "unknown-value", 16),
    "redeal that is none": (
        deal(more="    ending: redeal\n    reason: no_run\n"),
        "contradiction",
        16,
    ),
    "claim that is none": (
        deal(more="    claims: [{seat: 1, redeal: no_run}]\n"),
        "contradiction",
        16,
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_records_are_one_finding_at_their_line(name: str) -> None:
    text, id_, line = MALFORMED[name]
    findings = findings_of(text)
    assert {finding.id for finding in findings} == {id_}, findings
    assert findings[0].span is not None
    assert findings[0].span.line == line, findings
    assert findings[0].text(text.splitlines()[line - 1] if text else None)


def test_an_unclear_card_is_marked_itself() -> None:
    (found,) = findings_of(deal(put(HANDS, 1, HANDS[1].replace("10H", "1OH"))))
    assert found.span is not None
    assert (found.span.column, found.span.end_column) == (21, 24)
    assert "'1OH'" in found.message


def test_the_same_name_twice_is_found_at_the_seats() -> None:
    (found,) = findings_of(HEAD.replace("B", "A") + "deals: []\n")
    assert found.pointer.startswith("/seats")


def test_what_a_void_deal_cannot_have_is_found() -> None:
    options = (("no_run_redeal", "automatic_troy_counts"),)
    match = next(
        match
        for match in (match_of("hazari", options, seed) for seed in range(50))
        if any(end.ending is Ending.REDEAL for end in ends(match))
    )
    index = next(i for i, end in enumerate(ends(match)) if end.ending is Ending.REDEAL)
    data = record_data(match)
    void = data["deals"][index]
    (seat,) = void["seats"]
    void["seats"] = [(seat + 1) % 4]
    void["arrangements"] = list(GROUPS)
    found = check(read_record(Source("m.yaml", record_text(data))), match.rules).findings
    where = f"/deals/{index}"
    assert {f.pointer for f in found} == {f"{where}/arrangements", f"{where}/seats"}


def test_hands_that_the_seed_does_not_deal_are_found_at_the_deal() -> None:
    pointers = set()
    for rank in "23456789":
        data = record_data(short_match(), 3)
        second, swap = data["deals"][1], {f"{rank}S": f"{rank}H", f"{rank}H": f"{rank}S"}
        for name in ("hands", "arrangements"):
            lines = [line.split() for line in second[name]]
            second[name] = [" ".join(swap.get(card, card) for card in line) for line in lines]
        pointers |= {finding.pointer for finding in findings_of(record_text(data))}
    assert "/deals/1/hands" in pointers
    assert "/seed" not in pointers


def test_a_card_that_is_not_in_the_deck_is_found(tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        "spec: 1\nextends: hazari\nid: short\nname: Short\n"
        "deck: {ranks: [A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3]}\n"
        "table: {cards_each: 12}\ngroups: [{cards: 3}, {cards: 3}, {cards: 3}, {cards: 3}]\n"
        "card_points: {total: 340}\n",
        encoding="utf-8",
    )
    rules = Game(Loader.installed().load(str(path)).ruleset).rules
    hands = tuple(" ".join(hand.split()[1:]) for hand in HANDS)
    found = rescore(read_record(Source("m.yaml", deal(hands, ()))), rules).findings
    assert [(f.id, f.pointer) for f in found] == [
        ("wrong-hand", f"/deals/0/hands/{seat}") for seat in range(4)
    ]
    assert "not in this deck: 2S" in found[0].message
    (other,) = rescore(read_record(Source("m.yaml", deal(HANDS, ()))), rules).findings
    assert (other.id, other.pointer) == ("wrong-hand", "/deals/0/hands")
    assert other.message == "the hands are of 13 cards; Short deals 12"


def test_a_file_that_is_not_right_is_not_an_unknown_variant() -> None:
    def broken(name: str, options: Mapping[str, str]) -> Variant:
        raise FindingsError((Finding("bad", "bad"),))

    with pytest.raises(FindingsError):
        recorded_variant(read_record(Source("m.yaml", deal())), broken)


def test_deals_after_the_end_are_refused() -> None:
    match = short_match()
    data = record_data(match)
    data["deals"].append({"points": [90, 90, 90, 90]})
    (found,) = check(read_record(Source("m.yaml", record_text(data))), match.rules).findings
    assert (found.id, found.pointer) == ("after-the-end", f"/deals/{len(match.deals)}")


def test_a_record_that_is_too_large_or_no_text_is_refused(tmp_path: Path) -> None:
    large, binary = tmp_path / "large.yaml", tmp_path / "binary.yaml"
    large.write_bytes(b"#" * (16 * 1024 * 1024 + 2))
    binary.write_bytes(b"\xff\xfe\x00")
    for path, id_ in ((large, "too-large"), (binary, "not-text")):
        with pytest.raises(FindingsError) as caught:
            record_source(str(path))
        assert caught.value.findings[0].id == id_
    for name in ("missing.yaml", ".", "\0"):
        with pytest.raises(HazariError, match="cannot read"):
            record_source(str(tmp_path / name))


# ---------------------------------------------------------------- the schema


def test_the_schema_is_sound_and_explains_every_property() -> None:
    schema = shipped_schema("record")
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == "urn:hazari-rules:record:1"
    assert "oneOf" not in json.dumps(schema)
    for part in parts_of(schema):
        for name, stated in part.get("properties", {}).items():
            if part.get("type") == "object":
                assert stated["title"], name
                assert stated["description"], name
        if part.get("type") == "object":
            assert "additionalProperties" in part


def parts_of(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else []:
        yield from parts_of(item)


# ---------------------------------------------------------------- the command


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(score_command, arguments, input=stdin, obj=Session())
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.yaml"
    path.write_text(short_text(), encoding="utf-8")
    return str(path)


def test_score_prints_deals_totals_and_winner(file: str) -> None:
    code, out, err = run(file)
    match = short_match()
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Hazari with target=points_500"
    winner = NAMES[match.winners[0]]
    assert f"{winner} wins with {max(match.totals)} points after deal {len(match.deals)}." in out
    rows = [line for line in out.splitlines() if line.endswith("| played")]
    assert len(rows) == len(match.deals)
    assert rows[-1].split("|")[1].split() == [str(total) for total in match.totals]


def test_score_by_other_rules_says_so(file: str) -> None:
    code, out, err = run(file, "--variant", "hazarey", "-o", "wrong_order=sorted")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == [
        "Hazarey with wrong_order=sorted",
        "recorded under Hazari with target=points_500",
    ]
    assert "No winner yet; the target is 1000." in out


def test_score_keeps_the_recorded_options_that_are_not_changed(file: str) -> None:
    _, out, _ = run(file, "-o", "run_order=ace_low_last")
    assert out.splitlines()[0] == "Hazari with run_order=ace_low_last, target=points_500"


def test_score_reads_standard_input_and_prints_json() -> None:
    code, out, err = run("-", "--json", stdin=short_text())
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["totals"] == list(short_match().totals)
    assert data["winners"] == list(short_match().winners)
    assert data["findings"] == []
    assert data["deals"][0]["status"] == "scored"


def test_score_shows_findings_with_their_line(file: str) -> None:
    text = Path(file).read_text(encoding="utf-8").replace("winners: [", "winners: [0, ", 1)
    path = Path(file)
    path.write_text(text, encoding="utf-8")
    code, out, err = run(file, "--json")
    assert code == 1
    assert json.loads(out)["findings"][0]["id"] == "contradiction"
    assert err.startswith(f"{file}:")
    assert "^^^" in err
    path.write_text(text.replace("record: 1", "record: one"), encoding="utf-8")
    code, out, err = run(file)
    assert (code, out) == (1, "")
    assert "  | record: one" in err
    code, out, _ = run(file, "--json")
    assert (code, json.loads(out)["findings"][0]["line"]) == (1, 1)


def test_a_record_of_an_unknown_variant_can_be_scored_by_a_known_one() -> None:
    text = short_text().replace("id: hazari", "id: village")
    code, out, err = run("-", stdin=text)
    assert (code, out) == (1, "")
    assert "no variant is named 'village'" in err
    assert "put village.yaml beside the record, or give its path with --variant" in err
    code, out, err = run("-", "-v", "hazari", stdin=text)
    assert code == 0
    assert "warning: no variant is named 'village'" in err
    assert "recorded under village" in out
    code, out, err = run("-", "-v", "hazari", "-o", "target=points_500", stdin=text)
    assert (code, err) == (0, "")  # the digest says that these are its rules
    assert "recorded under" not in out


def test_score_refuses_unknown_words(file: str) -> None:
    with pytest.raises(HazariError, match="no option is named"):
        run(file, "-o", "tis=x")
    with pytest.raises(HazariError, match="no variant is named"):
        run(file, "-v", "hazri")
    with pytest.raises(HazariError, match="cannot read"):
        run(file + ".missing")


def test_score_names_the_redeal_and_what_is_left_out() -> None:
    options = (("no_run_redeal", "on_request_deal_passes"),)
    text = written(match_of("hazari", options, 5)).text
    code, out, _ = run("-", stdin=text)
    assert code == 0
    assert "| void: No run (seat " in out
    code, out, err = run("-", "-v", "hazari", stdin=text)
    assert code == 0
    assert "| left out" in out
    assert "warning: deal " in err


def test_score_data_is_json(file: str) -> None:
    record: Record = read_record(record_source(file))
    score: Score = check(record, game(target="points_500").rules)
    assert json.loads(json.dumps(score_data(record, score)))["last_deal"] == len(score.deals)
