"""What a newcomer meets on the command line: seeds, places, repeated examples, ends of input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hazari_rules.cli import hazari
from hazari_rules.errors import HazariError
from hazari_rules.library import VariantFile

VILLAGE = """\
spec: 1
id: village
name: Village
summary: To five hundred.
extends: hazari
match:
  target: 500
"""


def invoke(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(hazari, words, input=text)


def test_a_match_without_a_seed_can_be_played_again() -> None:
    drawn = invoke("play")
    first, _, rest = drawn.stdout.partition("\n")
    assert (drawn.exit_code, first[:5]) == (0, "seed ")
    assert invoke("play", "--seed", first[5:]).stdout == rest


def test_two_matches_without_a_seed_differ() -> None:
    assert invoke("play").stdout != invoke("play").stdout


def test_a_drawn_seed_leaves_json_alone() -> None:
    drawn = invoke("play", "--json")
    assert drawn.stderr == f"seed {json.loads(drawn.stdout)['seed']}\n"


def test_no_seed_is_drawn_for_a_seat_that_does_not_exist() -> None:
    refused = invoke("play", "--seat", "9")
    assert isinstance(refused.exception, HazariError)
    assert refused.stdout == ""


def test_the_end_of_input_ends_the_match_in_a_sentence() -> None:
    ended = invoke("play", "--seed", "7", "--seat", "0")
    assert ended.exit_code == 2
    assert ended.stdout.endswith("Arrange: \nThe input has ended.\n")
    assert ended.stderr == (
        "stopped before the end of the match, in deal 1;"
        " with --seed 7 the same cards are dealt again\n"
    )


def test_quitting_says_no_word_of_input() -> None:
    left = invoke("play", "--seed", "7", "--seat", "0", text="quit\n")
    assert (left.exit_code, "input has ended" in left.stdout) == (2, False)


def test_layers_are_listed_as_they_are_written() -> None:
    refused = invoke("conformance", "export", "hazari", "--layer", "L9")
    assert (refused.exit_code, "'l1'" in refused.stderr) == (2, False)
    assert "'L9' is not one of 'L1', 'L2'" in refused.stderr
    small, written = (
        invoke("conformance", "export", "hazari", "--layer", layer).stdout for layer in ("l1", "L1")
    )
    assert small == written
    assert small


def test_no_example_is_printed_twice() -> None:
    shown = invoke("diff", "hazari", "hazarey", "--show").stdout
    cards = [line for line in shown.splitlines() if re.match(" +(round|all cards of)", line)]
    assert len(cards) == len({*cards}) > 0
    every = json.loads(invoke("diff", "hazari", "hazarey", "--show", "--json").stdout)
    situations = [
        tuple(difference["example"]["situation"])
        for difference in every["differences"]
        if difference.get("example", {}).get("verdict") == "found"
    ]
    repeated = len(situations) - len({*situations})
    assert repeated > 0
    assert shown.count(" again:") + shown.count(" shows this too.") == repeated


def test_every_repeated_example_names_one_that_stands_above() -> None:
    shown = " ".join(invoke("diff", "hazari", "hazarey", "--show").stdout.split())
    for found in re.finditer("cards of “(.*?)” again:", shown):
        assert f" {found[1]} [" in shown[: found.start()]


def test_a_file_below_the_working_directory_is_cited_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "village.yaml"
    file.write_text(VILLAGE)
    elsewhere = invoke("show", str(file)).stdout
    assert f"[{file}:7]" in " ".join(elsewhere.split())
    monkeypatch.chdir(tmp_path)
    near = invoke("show", str(file)).stdout
    assert "[village.yaml:7]" in near
    assert str(tmp_path) not in near
    assert "[hazari.yaml:13]" in near
    steps = invoke("explain", "groups", "-v", str(file), "AS QS 9S", "7S 6H 5D").stdout
    assert str(tmp_path) not in steps


def test_a_file_of_an_installed_plugin_is_cited_from_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "site" / "village_rules" / "village.yaml"
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert VariantFile(file, "village-rules").name == str(Path("village_rules", "village.yaml"))
    assert VariantFile(file, "file").name == str(file)
    assert VariantFile(Path("..", "village.yaml"), "file").name == str(Path("..", "village.yaml"))
    assert VariantFile(file, "builtin", trusted=True).name == "village.yaml"


EIGHT = """\
spec: 1
id: eight
name: Eight
summary: Eight cards of a short pack in groups of 1, 2 and 5.
sources: {us: {title: As we play it}}
deck: {ranks: [A, K, Q, J, 10, 9, 8, 7], suits: [S, H, D, C]}
table: {players: 2, cards_each: 8, undealt: 16, direction: clockwise, first_leader: dealer,
        next_dealer: next}
card_points: {values: {A: 1, K: 0, Q: 0, J: 0, 10: 1, 9: 0, 8: 0, 7: 0}, total: 8}
runs: {order: [ace_high, ace_low, rest], not_runs: []}
combinations:
  - {id: long_run, name: Long Run, cards: 5, run: true}
  - {id: twins, name: Two Alike, cards: 2, same_rank: [2]}
  - {id: single, name: Single, cards: 1}
groups: [{cards: 1}, {cards: 2}, {cards: 5}]
comparison: {order: high_wins, made_from: some_cards, spare: ignored}
arrangement: {order: free, judged_on: {cards: all}, on_violation: reject}
play: {next_leader: winner, ties: last_played, award: captured_card_points}
match: {target: 9, check: after_deal, reached_together: highest_wins, winner: highest_total,
        ties: shared}
redeals:
  - {id: no_twins, name: No twins, when: {hand_lacks: [twins]}, claim: automatic, dealer: stays}
instant_wins: []
"""


def test_a_game_of_another_pack_and_of_groups_of_one_card(tmp_path: Path) -> None:
    file = tmp_path / "eight.yaml"
    file.write_text(EIGHT, encoding="utf-8")
    shown = " ".join(invoke("show", str(file)).stdout.split())
    assert "A-K-Q, then A-7-8, then the others from the highest down" in shown
    assert "3. Single, 1 card: any cards." in shown
    assert "if no cards of a player's dealt hand make Two Alike." in shown
    told = invoke("explain", "groups", "AS", "KS", "--variant", str(file)).stdout
    assert "Group 1 counts as Single A♠ (1 card, nothing stronger)." in told
    file.write_text(EIGHT.replace("high_wins", "low_wins"), encoding="utf-8")
    told = invoke("explain", "groups", "AS", "KS", "--variant", str(file)).stdout
    assert "the weaker group wins.) [" in " ".join(told.split())
    book = " ".join(invoke("rulebook", str(file)).stdout.split())
    assert "In a group of 1 card, only combinations of 1 card count." in book
    assert "In round 1 each player lays down one card, so 2 cards are won." in book
    assert "Groups of 1 card of these Groups of 2 cards" in book
    assert not re.search(r"\b1 cards", book + shown)


def test_what_can_be_typed_is_said_in_the_terms_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "eight.yaml"
    file.write_text(EIGHT, encoding="utf-8")
    asked = invoke("play", "--variant", str(file), "--seed", "1", "--seat", "0").stdout
    hand = re.findall(r"your hand: (.*)", asked)[0].replace("♠", "S").replace("♥", "H")
    first, second = hand.replace("♦", "D").replace("♣", "C").split()[:2]
    assert f"groups of 1, 2, 5 cards with | between them, cards as {first} {second}." in asked
    assert "The groups may stand in any order." in asked


def test_the_names_of_what_is_played_stand_below_each_other(tmp_path: Path) -> None:
    file = tmp_path / "eight.yaml"
    file.write_text(EIGHT, encoding="utf-8")
    lines = invoke("play", "--variant", str(file), "--seed", "1").stdout.splitlines()
    rounds = [i for i, line in enumerate(lines) if line.startswith("  Round 3")]
    starts = [
        {re.search("Single|Two Alike|Long Run", line).start() for line in lines[i + 1 : i + 3]}  # type: ignore[union-attr]
        for i in rounds
    ]
    assert max(len(line) for i in rounds for line in lines[i + 1 : i + 3]) > 30
    assert all(len(columns) == 1 for columns in starts)
