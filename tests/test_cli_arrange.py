"""What `hazari arrange` and `hazari odds` print."""

from __future__ import annotations

import csv
import io
import json
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
    assert "22,843 arrangements are legal; of 6" in out
    assert "20 random deals from seed 1" in out
    assert "A♠ A♥ A♦" in out
    assert "beats 100.0 %" in out
    assert "most points: 1;" in out


def test_front_as_json_depends_on_the_seed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    def data(*more: str) -> dict[str, object]:
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
    assert run(["arrange", ARRANGED]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == ARRANGED
    wrong = "KS QS JS | AS AH AD | 9S 8H 7D | 5S 5H 2D 2C"
    assert run(["arrange", wrong]) == 1
    assert "too strong to follow" in capsys.readouterr().out
    assert run(["arrange", wrong, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert not data["legal"]
    assert data["faults"][0]["reason"] == "wrong_order"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["AS AH"], 1, "a hand of 2 cards; Hazari arranges 3 + 3 + 3 + 4 cards"),
        (["AS XX"], 1, "not a card: 'XX'"),
        ([HAND, "--against", HAND], 2, "1 hands given; 3 others play"),
        ([HAND, "--deals", "0"], 2, "--deals"),
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


def test_odds_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "hazari", "--hands", "10", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [group["total"] for group in data["groups"]] == [22_100, 270_725]
    assert sum(row["hands"] for row in data["first_group"]["combinations"]) == 10
    assert run(["odds", "hazari", "--hands", "10", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    random = [row for row in rows if row["table"] == "random" and row["cards"] == "3"]
    assert sum(int(row["count"]) for row in random) == 22_100
    assert run(["odds", "hazari", "--hands", "10", "--format", "svg"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert "Colour Run" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
