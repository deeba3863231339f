"""Explanations: the right reasons, each at the line of the variant file that states the rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hazari_rules import Game, load, parse_arrangement, parse_group
from hazari_rules.cli import run
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion
from hazari_rules.documents import Source
from hazari_rules.explain_deal import explain_deal
from hazari_rules.explain_steps import Explainer, Step
from hazari_rules.match import MatchState
from hazari_rules.record import record_data, record_text
from hazari_rules.record_reader import read_record
from hazari_rules.replay import replay
from tests.worked import TABLE, TROYS, Table, swapped

VARIANTS = Path(__file__).parent.parent / "variants"


def explainer(name: str = "hazari", options: Mapping[str, str] | None = None) -> Explainer:
    return Explainer.of(load(name, options))


def line(step: Step) -> str:
    file, _, number = step.place.rpartition(":")
    return (VARIANTS / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]


def told(steps: Iterable[Step]) -> str:
    return "\n".join(step.text for step in steps)


def groups(*texts: str, variant: Explainer | None = None) -> list[Step]:
    return (variant or explainer()).groups([parse_group(text) for text in texts])


def check_places(steps: Iterable[Step]) -> None:
    """Each rule stands on the line that is named, or in the map or list that begins there."""
    words = {
        ("play", "ties"): "ties:",
        ("play", "award"): "award:",
        ("play", "next_leader"): "next_leader:",
        ("card_points", "values"): "values:",
        ("card_points", "total"): "total:",
        ("runs", "order"): "order:",
        ("arrangement", "order"): "order:",
        ("arrangement", "judged_on"): "judged_on:",
        ("arrangement", "on_violation"): "on_violation:",
        ("comparison", "spare"): "spare:",
        ("comparison", "made_from"): "made_from:",
        ("match", "target"): "target:",
        ("match", "winner"): "winner:",
        ("table", "direction"): "direction:",
        ("table", "first_leader"): "first_leader:",
        ("table", "next_dealer"): "next_dealer:",
    }
    for step in steps:
        if step.rule[:2] in words:
            assert words[step.rule[:2]] in line(step), step  # type: ignore[index]
        elif step.rule[:1] in (("combinations",), ("redeals",), ("instant_wins",)):
            assert "id:" in line(step), step


def test_the_round_of_seed_grand() -> None:
    steps = groups("AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H")
    assert [step.rule for step in steps[:4]] == [("combinations", i) for i in (3, 2, 4, 2)]
    assert steps[-1].text.startswith("Group 4 wins.")
    assert "played last wins" in steps[-1].text
    assert steps[-1].rule == ("play", "ties")
    assert "ties: last_played" in line(steps[-1])
    check_places(steps)


@pytest.mark.parametrize(
    ("better", "worse", "rule", "words"),
    [
        ("KS KH 2D", "9S 9H AD", ("combinations", 4), "pair of K beats pair of 9"),
        ("JD 9D 2D", "JS 8S 7S", ("combinations", 3), "second card 9 beats second card 8"),
        ("KS QS JS", "AH KH QD", ("combinations", 1), "Colour Run stands above Run"),
        ("AS 2H 3C", "KS QH JC", ("runs", "order"), "A-2-3 beats the run K-Q-J"),
    ],
)
def test_why_one_group_beats_another(
    better: str, worse: str, rule: tuple[Any, ...], words: str
) -> None:
    last = groups(worse, better)[-1]
    assert last.text.startswith("Group 2 wins.")
    assert words in last.text
    assert last.rule[:2] == rule
    check_places([last])


def test_the_spare_card_and_four_card_combinations() -> None:
    plain = groups("5S 5H KD 2C", "5D 5C KH 3S")
    assert "Group 2 wins." in plain[-1].text
    assert ("comparison", "spare") in [step.rule for step in plain]
    kicker = explainer("hazari", {"spare_card": "kicker"})
    assert groups("5S 5H KD 3C", "5D 5C KH 2S", variant=kicker)[-1].rule == ("comparison", "spare")
    four = groups("5S 4H 3D 2C", "AS KH QD 9C", variant=explainer("hazarey"))
    assert four[-1].text.startswith("Group 1 wins.")
    assert "id: run_4" in line(four[-1])
    assert four[-1].place.startswith("hazarey.yaml:")
    check_places(four)


def test_every_group_that_loses_is_told() -> None:
    steps = groups("AS KH 9D", "7S 6H 5D", "KS KD JD")
    beaten = [step.text for step in steps if " beats " in step.text]
    assert len(beaten) == 2
    assert any("Indi" in text for text in beaten)
    assert any("Pair" in text for text in beaten)


def test_an_illegal_arrangement() -> None:
    wrong = parse_arrangement("AS AH AD | KS KH KD | QS JS 9S | 8H 6H 4H 2H")
    legal = explainer("hazarey").arrangement(wrong)
    assert "The arrangement is legal." in legal[-1].text
    assert ("arrangement", "judged_on") in [step.rule for step in legal]
    judged = explainer("hazarey", {"lowest_group_judged_on": "all_cards"})
    steps = judged.arrangement(wrong)
    text = told(steps)
    assert "Group 4 counts as Four-card Colour" in text
    assert "Four-card Colour stands above Colour" in text
    assert "Group 4 may not follow group 3." in text
    rules = [step.rule for step in steps]
    assert rules[-2:] == [("arrangement", "order"), ("arrangement", "on_violation")]
    check_places(steps)


def test_equal_neighbours_that_must_fall() -> None:
    strict = explainer("hazari", {"equal_neighbours": "strictly_weaker"})
    equal = parse_arrangement("AS AH AD | KS KH KC | 9S 9H QD | 9D 9C QH 2S")
    assert "Group 3 and group 4 are equally strong." in told(strict.arrangement(equal))
    assert "legal" in told(explainer().arrangement(equal))


@pytest.mark.parametrize(
    ("text", "hand", "words", "rule"),
    [
        ("AS AH | KS KH KD | QS JS 9S | 8H 6H 4H 2H", None, "Group 1 has 2 cards", "groups"),
        ("AS AH AD | KS KH KD", None, "2 groups given; 4 are needed", "groups"),
        (
            "AS AH AD | KS KH KD | QS JS 9S | 8H 6H 4H 2H",
            "AS AH AD KS KH KD QS JS 9S 8H 6H 4H 3H",
            "Not in the dealt hand: 2H",
            None,
        ),
        (
            "AS AH AD | KS KH KD | QS JS 9S | 8H 6H 4H 2H",
            "AS AH AD KS KH KD QS JS 9S 8H 6H 4H 3H",
            "Left out of the hand: 3H",
            "groups",
        ),
    ],
)
def test_arrangements_of_the_wrong_cards(
    text: str, hand: str | None, words: str, rule: str | None
) -> None:
    steps = explainer().arrangement(parse_arrangement(text), parse_group(hand) if hand else None)
    step = next(step for step in steps if words in step.text)
    assert (step.rule[0] if step.rule else None) == rule


# ---------------------------------------------------------------- deals


def recorded(match: MatchState) -> str:
    return record_text(record_data(match))


def played(variant: Explainer, table: Table) -> MatchState:
    """One deal with these arrangements; every redeal that can be asked for is asked for."""
    split = [tuple(parse_group(" ".join(group)) for group in groups_) for groups_ in table]
    hands = [tuple(card for group in groups_ for card in group) for groups_ in split]
    match = MatchState.begin(variant.rules).give_hands(hands)
    while isinstance(question := match.pending, ArrangeQuestion | ClaimQuestion):
        asked = isinstance(question, ClaimQuestion)
        match = match.apply(True if asked else split[question.seat])
    return match


def deal_steps(variant: Explainer, text: str, number: int = 1) -> list[Step]:
    record = read_record(Source("match.yaml", text))
    return explain_deal(variant, record, replay(record, variant.rules), number)


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_every_deal_of_a_match_adds_up(name: str) -> None:
    variant = explainer(name)
    match = Game.load(name).play(seed=7)
    text = recorded(match)
    total = {"hazari": 360, "hazarey": 380}[name]
    for number, deal in enumerate(match.deals, start=1):
        steps = deal_steps(variant, text, number)
        check_places(steps)
        sums = [step.text for step in steps if step.text.startswith("The cards count")]
        assert len(sums) == 4
        captured = [int(re.findall(r"= (\d+)", one)[0]) for one in sums]
        assert captured == [sum(result.points.values()) for result in deal.rounds]
        assert sum(captured) == total
        for one in sums:  # 6 x 10 + 6 x 5 = 90
            parts, _, said = one.removeprefix("The cards count ").rstrip(".").partition(" = ")
            products = (part.split(" x ") for part in parts.split(" + "))
            assert sum(int(n) * int(value) for n, value in products) == int(said)
        assert f"{total} together" in told(steps)
    assert "wins the match" in told(deal_steps(variant, text, len(match.deals)))
    assert "wins the match" not in told(deal_steps(variant, text, 1))


def test_three_troys_end_a_hazarey_match_and_do_nothing_in_hazari() -> None:
    hazarey = explainer("hazarey")
    steps = deal_steps(hazarey, recorded(played(hazarey, TROYS)))
    win = next(step for step in steps if step.rule[:1] == ("instant_wins",))
    assert "id: three_troys" in line(win)
    assert "So it is with Seat 2." in win.text
    assert not [step for step in steps if step.text.startswith("Round 4")]
    assert "Seat 2 wins the match." in told(steps)
    plain = explainer()
    steps = deal_steps(plain, recorded(played(plain, TROYS)))
    assert [step for step in steps if step.text.startswith("Round 4")]
    assert not [step for step in steps if step.rule[:1] == ("instant_wins",)]


def test_a_void_deal_is_explained_by_its_redeal() -> None:
    variant = explainer("hazari", {"six_pairs_redeal": "automatic_deal_passes"})
    assert "Nobody scores" not in told(deal_steps(variant, recorded(played(variant, TROYS))))
    hands = [
        "AS AH KS KH QS QH JS JH 10S 10H 9S 9H 2S",
        "AD AC KD KC QD 8C 7D 6C 5D 4C 3D 3C 2H",
        "QC JD 10C 9D 8D 8S 7S 6S 5S 4S 3S 2C 2D",
        "JC 10D 9C 8H 7H 7C 6H 6D 5H 5C 4H 4D 3H",
    ]
    void = MatchState.begin(variant.rules).give_hands([parse_group(hand) for hand in hands])
    steps = deal_steps(variant, recorded(void))
    redeal = next(step for step in steps if step.rule[:1] == ("redeals",))
    assert "id: six_pairs" in line(redeal)
    assert "Seat 0 holds A♠" in told(steps)
    assert "Nobody scores in this deal." in told(steps)


def test_a_foul_is_explained() -> None:
    variant = explainer("hazari", {"wrong_order": "foul_whole_deal"})
    steps = deal_steps(variant, recorded(played(variant, swapped(TABLE, 2))))
    text = told(steps)
    assert "Seat 2's groups are in the wrong order." in text
    assert text.count("Fouled, it cannot win.") == 4
    assert "Seat 2 wins" not in text
    assert "Round 1: Seat 1 wins." in text  # with kings, the best but the aces
    assert ("arrangement", "on_violation") in [step.rule for step in steps]
    check_places(steps)


def test_a_target_that_rises_is_explained(tmp_path: Path) -> None:
    """In TABLE seats 1 and 2 make 70 and more points."""
    path = tmp_path / "village.yaml"
    path.write_text(
        "spec: 1\nextends: hazari\nid: village\nname: Village\n"
        "match: {target: 70, reached_together: {extend_target: {by: 500}}}\n",
        encoding="utf-8",
    )
    variant = explainer(str(path))
    steps = deal_steps(variant, recorded(played(variant, TABLE)))
    risen = next(step for step in steps if step.text.startswith("The target is now 570."))
    assert risen.rule == ("match", "reached_together")
    assert risen.place == f"{path}:5"


def test_a_score_sheet_is_explained_by_its_points() -> None:
    sheet = (
        "{record: 1, rules: {id: hazari}, seats: [Ann, Ben, Cai, Dev],"
        " deals: [{points: [360, 0, 0, 0]}, {points: [180, 180, 0, 0]}]}"
    )
    text = told(deal_steps(explainer("hazari", {"target": "points_500"}), sheet, 2))
    assert "has only the points" in text
    assert "Ann 180, Ben 180, Cai 0, Dev 0; 360 together." in text
    assert "Ann wins the match." in text


def test_another_number_in_the_record_is_told() -> None:
    plain = explainer()
    data = record_data(played(plain, TROYS))
    data["deals"][0]["points"] = [0, 0, 0, 360]
    assert "The record says otherwise" in told(deal_steps(plain, record_text(data)))


# ---------------------------------------------------------------- the command


def test_the_command_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "groups", "KS KH JD", "7C 6D 5H"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Group 2 wins. Run 7♣ 6♦ 5♥ beats Pair K♠ K♥ J♦: Run stands above Pair." in shown
    assert "[hazari.yaml:" in shown
    assert run(["explain", "groups", "KS KH JD", "7C 6D 5H", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["winners"] == [1]
    assert data["steps"][-1]["rule"] == "/combinations/2"


def test_the_command_arrangement(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "AS AH AD | 9S 8H 7D | KS QS JS | 5S 5H 2D 2C"
    assert run(["explain", "arrangement", wrong]) == 1
    assert "Group 3 may not follow group 2." in capsys.readouterr().out
    assert run(["explain", "arrangement", wrong, "-o", "equal_neighbours=order_free"]) == 0
    assert run(["explain", "arrangement", wrong, "--json"]) == 1


def test_the_command_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(recorded(Game.load("hazari").play(seed=7)), encoding="utf-8")
    assert run(["explain", "deal", str(path), "1"]) == 0
    assert "Deal 1: Seat 0 deals." in capsys.readouterr().out
    assert run(["explain", "deal", str(path), "1", "--json", "-v", "hazarey"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["variant"] == "hazarey"
    assert any("380 together" in step["text"] for step in data["steps"])
    assert run(["explain", "deal", str(path), "99"]) == 2
    assert "there is no deal 99" in capsys.readouterr().err
    assert run(["explain", "deal", str(tmp_path / "none.yaml"), "1"]) == 2
    assert "Traceback" not in capsys.readouterr().err
