"""What `hazari arrange` and `hazari odds` print."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from xml.etree import ElementTree

import pytest

from hazari_rules.arrange import greedy
from hazari_rules.cards import format_group, parse_arrangement
from hazari_rules.cli import run
from hazari_rules.dealing import deal_hands
from tests.table import game

HAND = "AS AH AD KS QS JS 9S 8H 7D 5S 5H 2D 2C"
ARRANGED = "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"


def test_front_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", HAND, "--deals", "20"]) == 0
    out = capsys.readouterr().out
    assert "22,843 arrangements are legal. 6 cannot be bettered" in out
    assert "20 random deals from seed 1" in out
    assert "A♠ A♥ A♦" in out
    assert "beats 100.0 %" in out
    assert "most points: 1;" in out


def test_front_as_json_depends_on_the_seed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    def data(*more: str) -> dict[str, Any]:
        assert run(["arrange", HAND, "--deals", "10", "--json", *more]) == 0
        return dict(json.loads(capsys.readouterr().out))

    first = data()
    assert first == data()
    assert first != data("--seed", "2")
    front = first["front"]
    assert isinstance(front, list)
    assert len(front) == 6
    assert all(not game().faults(row["arrangement"], HAND) for row in front)
    assert front == sorted(front, key=lambda row: -row["points"]["mean"])
    assert front[0]["beats"][0]["groups"] == 9139
    every = front + first["others"]
    assert first["legal_count"] == 22_843
    most = max(every, key=lambda row: row["points"]["mean"])
    assert first["most_points"] == most["arrangement"]
    assert parse_arrangement(str(first["strongest_groups_first"])) == game().arrange(HAND)
    rounds = {row["arrangement"]: row["rounds"]["mean"] for row in every}
    assert rounds[first["most_rounds"]] == max(rounds.values())


def test_known_hands_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    hands = [format_group(hand) for hand in deal_hands(game().rules.deck, 4, 13, 4, 0)]
    against = [word for hand in hands[1:] for word in ("--against", hand)]
    assert run(["arrange", hands[0], *against, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["exact"]
    assert data["seed"] is None
    assert all(row["points"]["error"] == 0 for row in data["front"])
    assert run(["arrange", hands[0], *against]) == 0
    assert "Exact for these hands" in capsys.readouterr().out


def test_a_bot_s_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", HAND, "--bot", "greedy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1  Troy")
    groups = greedy(game().rules, [card for g in parse_arrangement(ARRANGED) for card in g])
    assert parse_arrangement(lines[-1]) == groups


def test_an_arrangement_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", ARRANGED, "--deals", "20"]) == 0
    assert ARRANGED in capsys.readouterr().out.splitlines()
    wrong = "KS QS JS | AS AH AD | 9S 8H 7D | 5S 5H 2D 2C"
    assert run(["arrange", wrong]) == 1
    assert "too strong to follow" in capsys.readouterr().out
    assert run(["arrange", wrong, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert not data["legal"]
    assert data["faults"][0]["reason"] == "wrong_order"


def test_a_given_arrangement_beside_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    def asked(hand: str, *more: str) -> tuple[str, dict[str, Any]]:
        assert run(["arrange", hand, "--deals", "30", *more]) == 0
        out = capsys.readouterr().out
        assert run(["arrange", hand, "--deals", "30", "--json", *more]) == 0
        return out, json.loads(capsys.readouterr().out)

    weak = "9S 8H 7D | AH AD 2D | 5S 5H JS | AS KS QS 2C"
    allowed = ("-o", "equal_neighbours=order_free")
    out, data = asked(weak, *allowed)
    yours, best = data["yours"], data["best"]
    assert yours["arrangement"] == weak
    less = best["points"]["mean"] - yours["points"]["mean"]
    assert less > 0
    assert f"yours brings {less:.1f} points less than the best" in out
    _, whole = asked(HAND, *allowed)
    assert best["points"] == max(
        (row["points"] for row in whole["front"] + whole["others"]), key=lambda e: e["mean"]
    )
    out, data = asked(ARRANGED)
    assert data["yours"]["points"] == data["best"]["points"]
    assert "no other brings more points" in out


@pytest.mark.parametrize(
    ("goal", "key"),
    [
        ("points", "most_points"),
        ("rounds", "most_rounds"),
        ("first", "strongest_groups_first"),
    ],
)
def test_the_best_alone(goal: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["arrange", HAND, "--deals", "10"]
    assert run([*hand, "--json"]) == 0
    wanted = json.loads(capsys.readouterr().out)[key]
    assert run([*hand, "--best", goal, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best"]["arrangement"] == wanted
    assert run([*hand, "--best", goal]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == wanted


def test_drawn_arrangements(capsys: pytest.CaptureFixture[str]) -> None:
    def drawn(*more: str) -> list[str]:
        assert run(["arrange", HAND, *more]) == 0
        return capsys.readouterr().out.splitlines()

    five = drawn("--sample", "5")
    assert len({*five}) == 5
    assert not any(game().faults(arrangement, HAND) for arrangement in five)
    assert drawn("--sample", "3") == five[:3]
    assert drawn("--sample", "5", "--seed", "2") != five
    data = json.loads("".join(drawn("--sample", "5", "--json")))
    assert data["arrangements"] == five
    assert data["legal_count"] == 22_843


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["AS AH"], 1, "a hand of 2 cards; Hazari arranges 3 + 3 + 3 + 4 cards"),
        (["AS XX"], 1, "not a card: 'XX'"),
        ([HAND, "--against", HAND], 2, "number of other hands given: 1; other players: 3"),
        ([HAND, "--deals", "0"], 2, "--deals"),
        ([ARRANGED, "--bot", "greedy"], 2, "a given arrangement and --bot do not go together"),
        ([HAND, "--best", "first", "--sample", "2"], 2, "--best and --sample do not go together"),
        ([HAND, "--bot", "greedy", "--seed", "3"], 2, "--bot plays nothing out; leave --seed away"),
        ([HAND, "--sample", "2", "--deals", "9"], 2, "--sample plays nothing out; leave --deals"),
        ([HAND, "--sample", "2", "--against", HAND], 2, "leave --against away"),
    ],
)
def test_wrong_words(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arrange", *words]) == code
    assert message in capsys.readouterr().err


def test_odds_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "hazarey", "--hands", "10", "-o", "two_pairs=ignored"]) == 0
    out = capsys.readouterr().out
    assert "Groups 1, 2, 3: 3 cards" in out
    assert "22,100" in out
    assert "270,725" in out
    assert "Two Pairs" not in out
    assert "10 random hands from seed 1" in out
    assert "wins: against random groups of 3 others" in out


def test_odds_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "hazari", "--hands", "10", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [group["total"] for group in data["groups"]] == [22_100, 270_725]
    assert sum(row["hands"] for row in data["first_group"]["combinations"]) == 10
    assert run(["odds", "hazari", "--hands", "10", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    random = [row for row in rows if row["table"] == "random" and row["cards"] == "3"]
    assert sum(int(row["count"]) for row in random) == 22_100
    assert {row["of_groups"] for row in random} == {"1 2 3"}
    assert run(["odds", "hazari", "--hands", "10", "--format", "svg"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert "Colour Run" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
