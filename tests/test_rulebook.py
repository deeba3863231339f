"""The rulebook says everything that the rules say, with examples that are true."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from hazari_rules.build import build
from hazari_rules.builtin import KINDS, vocabulary
from hazari_rules.cards import parse_arrangement
from hazari_rules.cli import run
from hazari_rules.documents import read_source
from hazari_rules.errors import errors_in
from hazari_rules.game import Game
from hazari_rules.library import VariantFile
from hazari_rules.messages import Messages
from hazari_rules.model import BLOCKS, Ruleset
from hazari_rules.rulebook import rulebook
from hazari_rules.rulebook_model import Book, Sentence
from hazari_rules.rulebook_rules import Teller, rule_sections
from hazari_rules.rulebook_text import as_markdown, as_text
from hazari_rules.schema import compose, shipped_schema
from tests.books import LOADER, book_of, text_of
from tests.knobs import Knobs

ENGLISH = Messages.load("en")
WORDS = vocabulary()


def flat(text: str) -> str:
    return " ".join(text.split())


def part(text: str, title: str) -> str:
    """One section of a rulebook in plain text."""
    _, _, rest = text.partition(f"\n{title}\n---")
    return re.split(r"\n[^\n]+\n-{4,}\n", rest)[0]


def rules_text(ruleset: Ruleset) -> str:
    """The rules alone, as they stand in the printed book, without worked examples."""
    sections = rule_sections(Teller.of(ruleset, WORDS, ENGLISH))
    book = Book("en", "", "", Sentence(""), "", "", sections, ())
    return as_text(book, ENGLISH)


# What each sentence of the sources says about the rules, and the words of the rulebook that say it.
HAZARI = (
    ("a game for four players", "4 players sit round a table"),
    ("exactly 4 individual players", "each plays alone"),
    ("a standard international 52-card pack", "The pack has 52 cards: 13 ranks in each of 4 suits"),
    ("without jokers", "without jokers"),
    ("from highest to lowest, is A, K, Q, J", "to the lowest: A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3"),
    ("worth 10 points each", "A, K, Q, J, 10 10 20 200"),
    ("from 2 to 9 are worth 5 points each", "9, 8, 7, 6, 5, 4, 3, 2 5 32 160"),
    ("the pack is 360", "The whole pack is worth 360 points"),
    ("Deal and play are counter-clockwise", "Deal and play go counter-clockwise"),
    (
        "highest to lowest are: 1. Troy",
        "weakest: 1. Troy, 2. Colour Run, 3. Run, 4. Colour, 5. Pair, 6. Indi",
    ),
    ("A higher type of combination always beats", "higher on this list always beats a lower one"),
    ("the one with the higher cards wins", "the one with the higher cards wins"),
    ("Also known as trial", "3 cards, three of equal rank. Also called Trial."),
    ("the highest Troy is A-A-A", "The highest: A♠ A♥ A♦"),
    ("and the lowest is 2-2-2", "The lowest: 2♥ 2♦ 2♣"),
    ("Three consecutive cards of the same suit", "of consecutive ranks, all of one suit"),
    (
        "A-K-Q, then A-2-3, then K-Q-J",
        "A-K-Q, A-2-3, K-Q-J, Q-J-10, J-10-9, 10-9-8, 9-8-7, 8-7-6, 7-6-5, 6-5-4, 5-4-3, 4-3-2",
    ),
    ("consecutive rank, not all of the same", "of consecutive ranks, that make no Colour Run"),
    ("same suit that do not form a run", "all of one suit, that make no Colour Run"),
    ("compare the highest cards first", "Compare the highest cards first; if they are equal, the"),
    ("the highest Colour is A-K-J", "The highest: A♠ K♠ J♠"),
    ("and the lowest is 5-3-2", "The lowest: 5♥ 3♥ 2♥"),
    ("with a card of a different rank", "two of equal rank and one of a different rank"),
    ("compare the pairs of equal cards first", "Compare the cards of equal rank first; if they"),
    ("do not form any of the above types", "3 cards that make no stronger combination"),
    ("Indi (or Individual)", "Also called Individual"),
    ("adjacent to 2 or King but not both", "next to K or next to 2, but not next to both at once"),
    ("lower than A-K-3 but higher than A-Q-J", "lower than A-K-3 and higher than A-Q-J"),
    ("Suits do not break ties", "suits never break a tie"),
    ("The fourth card cannot upgrade", "In a group of 4 cards, only combinations of 3 cards count"),
    ("deals out all the cards", "deals 13 cards to each player. That is the whole pack"),
    ("groups of 3, 3, 3 and 4 cards", "4 groups, of 3, 3, 3 and 4 cards in this order"),
    ("Privately split", "In secret, each player divides the hand"),
    ("arranged in descending order", "from the strongest to the weakest: no group may be stronger"),
    ("the best 3-card combination", "the best combination that at most 3 of its cards make"),
    ("must be the lowest of the four", "no group may be stronger than the one before it"),
    ("may be placed in either order", "equal neighbours may stand either way"),
    ("announces this by saying “up”", "A player who is ready says so (“up”)"),
    ("cannot be changed", "from then on the groups cannot be changed"),
    ("When all four players have said “up”", "When all 4 players have said it, play begins"),
    ("The player to the right of the dealer", "The player next to the dealer, in the direction"),
    ("right of the dealer", "the player to the right is always next"),
    ("face up on the table", "lays the group of this round face up on the table"),
    ("in anticlockwise order, do the same", "The others follow, one after the other in the"),
    ("nobody may switch groups after seeing", "after seeing what others play, nobody may change"),
    ("No follow-suit requirement or trump", "There are no trumps and nobody must follow suit"),
    ("collects all 12 cards, stores them face down", "takes all its cards, puts them away face"),
    ("all 12 cards", "so 12 cards are won"),
    ("plays his or her highest remaining", "The winner of a round leads the next one"),
    ("each player will play four cards", "In round 4 each player lays down 4 cards"),
    ("takes all 16 cards", "so 16 cards are won"),
    ("the last of these groups beats", "Of equal best groups the one played last wins"),
    ("The extra card still counts for points", "count for nothing when groups are compared; they"),
    ("counts up the value of the cards", "count the points of the cards they have captured"),
    ("not the strength of your original groups", "not the groups a player held"),
    ("A Troy is not a fixed bonus", "a combination brings no points of its own"),
    ("does not end the deal", "winning a round does not end the deal"),
    ("the grand total must be 360", "must come to 360"),
    ("adds this to their cumulative score", "add them to their totals from earlier deals"),
    ("dealt by the next dealer", "shuffled and dealt again by the next dealer"),
    ("rotate the dealer right", "the next player in the direction of play deals"),
    ("Finish a whole deal before checking 1000", "after each whole deal, never in the middle"),
    ("a score of 1000 points or more", "The match is played to 1000 points"),
    ("The player with the highest total then wins", "the highest total wins the match"),
    ("tied highest totals share victory", "Players with equal best totals share the victory"),
)
HAZAREY = (
    ("the total value of the cards is 380", "The whole pack is worth 380 points"),
    ("11 for each Ace", "A 11 4 44"),
    ("10 for each King Queen or Jack", "K, Q, J, 10 10 16 160"),
    ("worth their face value", "7 7 4 28"),
    ("if they form a 4-card combination", "only combinations of 3 or 4 cards count"),
    ("a 4-card Run beats a 3-card Run", "5. Four-card Run, 6. Run"),
    ("a 4-card Colour beats a 3-card Colour", "7. Four-card Colour, 8. Colour"),
    ("Two Pairs ... better than one Pair", "9. Two Pairs, 10. Pair"),
    ("wins each of the first three rounds", "alone has won each of the rounds 1, 2 and 3, each"),
    ("using trials (troys)", "each time with Troy"),
    ("immediately wins the whole game", "That player wins the match at once"),
    ("(1000 points)", "becomes the target if it was less"),
)


@pytest.mark.parametrize(("seed", "phrase"), HAZARI, ids=[seed for seed, _ in HAZARI])
def test_every_sentence_of_the_sources_is_in_the_hazari_book(seed: str, phrase: str) -> None:
    assert phrase in flat(text_of("hazari"))


@pytest.mark.parametrize(("seed", "phrase"), HAZAREY, ids=[seed for seed, _ in HAZAREY])
def test_every_bhutanese_difference_is_in_the_hazarey_book(seed: str, phrase: str) -> None:
    assert phrase in flat(text_of("hazarey"))


def changed_documents() -> list[tuple[str, dict[str, Any]]]:
    document = LOADER.load("hazari").ruleset.as_data()
    knobs = Knobs(compose(shipped_schema("variant"), WORDS, complete=True))
    found = [change for block in BLOCKS for change in knobs.changes(document, block)]
    both = ["ace_high", "ace_low"]
    orders = [*permutations([*both, "rest"]), [both, "rest"], ["rest", both]]
    for order in map(list, orders):
        if order != document["runs"]["order"]:
            found.append((f"runs {order}", {**document, "runs": {"order": order, "not_runs": []}}))
    return found


def test_any_other_value_of_any_knob_changes_the_text() -> None:
    base = LOADER.load("hazari")
    text, same, compared = rules_text(base.ruleset), [], set()
    for where, document in changed_documents():
        try:
            ruleset = build(document, {}, WORDS)
            other = rules_text(ruleset)
        except (KeyError, ValueError, IndexError):
            # Only a document that `check` refuses may have no text.
            assert refused(document), where
            continue
        compared.add(re.split(r"[=: ]", where)[0])
        if other == text and not refused(document):
            same.append(where)
    assert not same
    document = base.ruleset.as_data()
    knobs = {
        f"{block}.{key}"
        for block in BLOCKS
        if isinstance(document[block], dict)
        for key in document[block]
    }
    knobs |= {f"combinations.{i}.{key}" for i in range(6) for key in ("cards", "key")}
    knobs |= {"groups.3.cards", "redeals", "instant_wins"}
    knobs -= {"play.award", "match.winner"}  # of these only one kind exists
    assert {knob for knob in knobs if not any(path.startswith(knob) for path in compared)} == set()


def test_redeals_and_instant_wins_that_differ_read_differently() -> None:
    texts: dict[str, str] = {}
    for where, document in changed_documents():
        if where.startswith(("redeals", "instant_wins")):
            (item,) = document[where.partition("=")[0]]
            stated = json.dumps({**item, "id": "same"}, sort_keys=True)
            try:
                texts[stated] = rules_text(build(document, {}, WORDS))
            except (KeyError, ValueError, IndexError):
                assert refused(document), where
    assert len(texts) > 40
    assert len({*texts.values()}) == len(texts)


def refused(document: Mapping[str, Any]) -> bool:
    """Whether `hazari check` finds an error in a file that states this."""
    stated = {key: value for key, value in document.items() if key != "options"}
    source = read_source("changed.json", json.dumps(stated).encode())
    return bool(errors_in(LOADER.check(VariantFile(Path("changed.json"), "test"), source)))


READ = {
    "name": ("name", "Thousand"),
    "aliases": ("aliases", ["Big Hazari"]),
    "summary": ("summary", "A game of groups."),
    "sources": (
        "sources",
        {"told": {"title": "Told at a table", "url": "urn:x", "note": "Short."}},
    ),
}


@pytest.mark.parametrize("key", READ)
def test_what_is_only_for_reading_is_printed(key: str) -> None:
    base = LOADER.load("hazari")
    name, value = READ[key]
    ruleset = build({**base.ruleset.as_data(), name: value}, {}, WORDS)
    variant = replace(base, ruleset=ruleset, options=())
    text = flat(as_text(rulebook(variant, {}, ENGLISH), ENGLISH))
    words = json.dumps(value, ensure_ascii=False)
    for said in re.findall(r'"([^"]{3,})"', words):
        assert said in text or said in ("told", "title", "url", "note"), said


def place_of(family: str, choice: Any) -> dict[str, Any]:
    """Hazari with this choice where its family stands."""
    document = LOADER.load("hazari").ruleset.as_data()
    blocks = {
        "direction": ("table", "direction"),
        "first_leader": ("table", "first_leader"),
        "next_dealer": ("table", "next_dealer"),
        "strength_order": ("comparison", "order"),
        "made_from": ("comparison", "made_from"),
        "spare": ("comparison", "spare"),
        "arrangement_order": ("arrangement", "order"),
        "violation": ("arrangement", "on_violation"),
        "next_leader": ("play", "next_leader"),
        "tie_rule": ("play", "ties"),
        "award": ("play", "award"),
        "target_check": ("match", "check"),
        "reached_together": ("match", "reached_together"),
        "match_winner": ("match", "winner"),
        "match_tie": ("match", "ties"),
    }
    redeal = {"id": "r", "name": "R", "when": {"pairs_in_hand": {"at_least": 6}}}
    redeal |= {"claim": "automatic", "dealer": "stays"}
    win = {**redeal, "after": "dealing", "if_several": "all"}
    win["effect"] = {"win_deal": {"points": "whole_pack"}}
    del win["claim"], win["dealer"]
    if family in blocks:
        block, key = blocks[family]
        document[block] = {**document[block], key: choice}
    elif family in ("card_test", "key"):
        item = document["combinations"][1]
        more = choice if family == "card_test" else {"key": choice}
        document["combinations"][1] = {**item, **more}
    elif family in ("condition", "claim", "dealer_move"):
        keys = {"condition": "when", "claim": "claim", "dealer_move": "dealer"}
        document["redeals"] = [{**redeal, keys[family]: choice}]
    else:
        keys = {"moment": "after", "effect": "effect", "if_several": "if_several"}
        document["instant_wins"] = [{**win, keys[family]: choice}]
    return document


@pytest.mark.parametrize("kind", KINDS, ids=[f"{kind.family}-{kind.name}" for kind in KINDS])
def test_every_kind_says_its_sentence_in_the_book(kind: Any) -> None:
    knobs = Knobs(compose(shipped_schema("variant"), WORDS, complete=True))
    arguments: list[Any] = [] if kind.argument is None else list(knobs.examples(kind.argument))
    if kind.argument is None or kind.optional:
        arguments.append(None)
    for argument in arguments:
        choice = kind.name if argument is None else {kind.name: argument}
        ruleset = build(place_of(kind.family, choice), {}, WORDS)
        teller = Teller.of(ruleset, WORDS, ENGLISH)
        said = kind.say(argument, teller.t)
        assert said.strip("., ")
        assert "{" not in said
        assert flat(said) in flat(rules_text(ruleset)), said


def test_the_counts_are_those_of_the_pack() -> None:
    numbers = part(text_of("hazari"), "Combinations").rpartition("How often they occur")[2]
    rows = {line.split()[0]: line.split() for line in numbers.splitlines() if "%" in line}
    facts = {"Troy": "52", "Run": "720", "Colour": "1096", "Pair": "3744", "Indi": "16,440"}
    for name, count in facts.items():
        assert count in rows[name], name
    assert {"22,100", "270,725"} <= set(rows["All"])


def cards_in(line: str) -> list[str]:
    return re.findall(r"\d?[\dAKQJ][♠♥♦♣]", line)


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_one_arrangement_is_legal_and_the_other_is_not(name: str) -> None:
    text, game = part(text_of(name), "Dealing and arranging"), Game.load(name)
    legal, illegal = text.split("[A legal arrangement]")[1].split("[An illegal arrangement")
    found = []
    for example in (legal, illegal):
        lines = [line for line in example.splitlines() if re.match(r"\s+\*?\s*\d\s", line)]
        found.append(parse_arrangement(" | ".join(" ".join(cards_in(line)) for line in lines)))
    assert not game.faults(found[0])
    assert len(game.faults(found[1])) == 1
    assert sorted(c for g in found[0] for c in g) == sorted(c for g in found[1] for c in g)
    assert "is too strong to follow group" in illegal


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_the_worked_round_is_a_tie_that_the_last_player_wins(name: str) -> None:
    text = part(text_of(name), "Play")
    rows = [line for line in text.splitlines() if "Seat" in line and cards_in(line)]
    groups = [" ".join(cards_in(line)) for line in rows]
    result = Game.load(name).compare(groups)
    assert len(result.tied) > 1
    assert result.winners == (max(result.tied),)
    assert [line.lstrip().startswith("*") for line in rows].index(True) == max(result.tied)


@pytest.mark.parametrize(("name", "total"), [("hazari", 360), ("hazarey", 380)])
def test_the_worked_deal_uses_every_card_once_and_adds_up(name: str, total: int) -> None:
    text = part(text_of(name), "Scoring")
    table = text.split("The rounds of this deal")[0]
    assert len({*cards_in(table)}) == len(cards_in(table)) == 52
    rows = text.split("Points of the deal")[1].splitlines()
    points = [int(row.split()[-1]) for row in rows if row.strip().startswith("Seat")]
    assert sum(points) == total
    assert str(total) in next(row for row in rows if "Check" in row)


def test_three_troys_are_worked_out_and_end_the_match() -> None:
    text = flat(part(text_of("hazarey"), "Instant wins"))
    assert "Seat 1 wins at once." in text
    assert "Seat 1: 1000" in text


CHOICES = {
    "no_run_redeal=automatic": "A hand that makes the deal void",
    "six_pairs_redeal=on_request": "A hand that makes the deal void",
    "four_in_hand=wins_match": "wins at once",
    "wrong_order=foul_whole_deal": "Groups in the wrong order stand, but they are a foul",
    "equal_neighbours=order_free": "No order of these groups is wrong.",
    "equal_groups=nobody": "Nobody scores the",
    "equal_groups=split": "share the points of the round equally",
    "players=three": "3 players sit round a table",
    "target=points_500": "505",
}


@pytest.mark.parametrize("choice", CHOICES)
def test_options_change_the_examples_too(choice: str) -> None:
    text = flat(text_of("hazari", "en", choice))
    assert CHOICES[choice] in text
    assert f"Chosen for this book: {choice}." in text


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_every_choice_of_every_option_says_what_it_changes(name: str) -> None:
    text = flat(text_of(name))
    for option in LOADER.load(name).options:
        assert flat(option.question) in text
        for choice in option.choices:
            said = text.split(f"{option.id}={choice}: ")[1].split(f"{option.id}=")[0]
            chosen = choice == option.default
            assert said.startswith("As in this book (the usual choice).") is chosen, choice
            assert "It changes nothing here" not in said, choice


STRANGERS = {
    "nine": (
        """
spec: 1
extends: hazari
id: nine
name: Nine cards
table: {players: 5, cards_each: 9, undealt: 7, direction: clockwise, first_leader: dealer}
groups: [{cards: 3}, {cards: 3}, {cards: 3}]
combinations:
  - {id: odd, name: Odd one, above: troy, cards: 3, exact_ranks: [5, 3, 2], suited: false}
comparison: {order: low_wins}
play: {ties: nobody}
instant_wins:
  - {id: two, name: Two runs, after: {round: 2}, if_several: all,
     when: {rounds_won: {rounds: [1, 2], with: [indi]}},
     effect: {win_match: {score: {add: 300}, deal_points: counted}}}
options: {players: {remove: true}, four_card_group: {remove: true}, no_run_redeal: {remove: true},
  six_pairs_redeal: {remove: true}, four_in_hand: {remove: true}}
""",
        (
            "1. Odd one, 2. Troy",
            "3 cards, not all of one suit, of exactly the ranks 5, 3 and 2.",
            "7 cards are left over and stay out of play",
            "The list is turned upside down: the weaker group wins.",
            "must come to those of all the cards that were dealt",
            "the winner's total grows by 300",
        ),
    ),
    "tiny": (
        """
spec: 1
extends: hazari
id: tiny
name: Six cards
deck: {ranks: [A, K, Q], suits: [S, H]}
table: {players: 2, cards_each: 3}
groups: [{cards: 3}]
card_points: {total: 60}
comparison: {spare: kicker}
combinations:
  - {id: troy, remove: true}
  - {id: colour_run, remove: true}
  - {id: run, remove: true}
  - {id: colour, remove: true}
  - {id: indi, remove: true}
  - {id: pair, cards: 2, same_rank: [2]}
runs: {order: [rest], not_runs: [ace_high, ace_low]}
options: {card_points: {remove: true}, category_order: {remove: true}, names: {remove: true},
  four_card_group: {remove: true}, no_run_redeal: {remove: true}, run_order: {remove: true},
  players: {remove: true}, six_pairs_redeal: {remove: true}, four_in_hand: {remove: true}}
""",
        (
            "The pack has 6 cards: 3 ranks in each of 2 suits",
            "2 cards, two of equal rank.",
            "Pair 12 60.0",
            "no combination 8 40.0",
            "makes one group of all the cards (3)",
            "No combination here asks for a run.",
        ),
    ),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_a_variant_of_a_stranger_gets_its_rulebook(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, phrases = STRANGERS[name]
    file = tmp_path / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    assert run(["rulebook", str(file)]) == 0
    book = flat(capsys.readouterr().out)
    for phrase in phrases:
        assert phrase in book


def test_markdown_has_the_same_sentences_and_a_heading_for_each_section() -> None:
    text = as_markdown(*book_of("hazari"))
    assert text.startswith("# Hazari\n")
    assert "\n## Combinations\n" in text
    assert "\n### 1. Troy\n" in text
    assert "| Troy | 52 | 0.235 % | 2509 |" in text.replace("\u00a0", " ")
    assert "1. The player next to the dealer" in text


def test_the_command_writes_what_the_ending_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "book.html"
    assert run(["rulebook", "hazari", "--output", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(["rulebook", "hazari", "--format", "md"]) == 0
    assert capsys.readouterr().out.startswith("# Hazari\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "no variant is named"),
        (["hazari", "--lang", "xx"], "xx"),
        (["hazari", "--option", "target=points_7"], "has no choice"),
        (["hazari", "--output", "/nowhere/at/all.txt"], "cannot write"),
    ],
)
def test_wrong_use_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rulebook", *words]) == 2
    assert said in capsys.readouterr().err
