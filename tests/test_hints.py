"""What to write instead, for the slips of people who write their first variant."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hazari_rules.cards import parse_group
from hazari_rules.cli import run
from hazari_rules.documents import Source
from hazari_rules.errors import NotationError
from hazari_rules.hints import closest
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from tests.malformed import HEAD

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
TIES = ("last_played", "first_played", "nobody", "split", "suit")


@cache
def shipped() -> Loader:
    return Loader.shipped()


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("Ace", RANKS, "A"),
        ("ace", RANKS, "A"),
        ("Kings", RANKS, "K"),
        ("ten", RANKS, "10"),
        ("T", RANKS, "10"),
        ("Spades", ("S", "H", "D", "C"), "S"),
        ("♥", ("S", "H", "D", "C"), "H"),
        ("first", TIES, "first_played"),
        ("first_wins", TIES, "first_played"),
        ("first played", TIES, "first_played"),
        ("Last-Played", TIES, "last_played"),
        ("king", ("kings", "queens"), "kings"),
        ("1", RANKS, None),
        ("anticlockwise", ("counterclockwise", "clockwise"), "counterclockwise"),
        ("anti-clockwise", ("counterclockwise", "clockwise"), "counterclockwise"),
        ("clock-wise", ("counterclockwise", "clockwise"), "clockwise"),
        ("A-2-3", ("ace_high", "ace_low", "rest"), "ace_low"),
        ("others", ("ace_high", "ace_low", "rest"), "rest"),
        ("rising", ("not_rising", "falling", "free"), None),
        ("not_free", ("falling", "free"), None),
        ("xyzzy", TIES, None),
        ("f", TIES, None),
    ],
)
def test_the_word_that_is_meant(word: str, known: tuple[str, ...], meant: str | None) -> None:
    assert closest(word, known) == meant


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("card_points: {values: {Ace: 15}}", "did you mean 'A'?"),
        ("card_points: {values: {A 15}}", "put a ':' between the two: 'A: 15'"),
        ("card_points: {values: {A=15}}", "put a ':' between the two: 'A: 15'"),
        ("match: {target 500}", "put a ':' between the two: 'target: 500'"),
        ("options: {run_order: ace_low_last}", "write {default: ace_low_last} to choose it"),
        ("play: {ties: first}", "did you mean 'first_played'?"),
        ("deck: {suits: [Spades]}", "did you mean 'S'?"),
        ("table: {direction: anticlockwise}", "did you mean 'counterclockwise'?"),
        (
            "instant_wins: [{id: a, name: A, after: round 2, when: {rounds_won: {rounds: [1]}},"
            " if_several: all, effect: {win_deal: {points: whole_pack}}}]",
            "write {round: 2}",
        ),
        ("groups: 3, 5", "write it in brackets: [{cards: 3}, {cards: 5}]"),
        ("sources: [grandma]", "write names, without dashes or brackets: 'name: ...'"),
        ("match: [{target: 500}]", "write it without dashes; its keys are target, check"),
        ('match: {target: "500"}', "write it without quotes: 500"),
        ("combinations: [{id: 235}]", "a letter first: the_235"),
    ],
)
def test_the_hint_of_check(text: str, hint: str) -> None:
    source = Source("village.yaml", f"{HEAD}{text}\n")
    (found,) = shipped().check(VariantFile(Path("village.yaml"), "file"), source)
    assert hint in found.hint


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SA KS QS", "not a card: 'SA'; the rank comes first: AS"),
        ("S10 KS QS", "the rank comes first: 10S"),
        ("AS, KS, QS", "put spaces and no commas between cards: AS KS QS"),
        ("AS,KS,QS", "put spaces and no commas between cards: AS KS QS"),
        ("AS, XX", "write rank then suit"),
    ],
)
def test_cards_that_are_written_otherwise(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=f"{told}"):
        parse_group(text)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (
            "compare AS KS QS 7S 6H 5D",
            1,
            'put each group in quotes, so that it stays together: "AS',
        ),
        ("compare AS KS", 1, '"AS KS QS" "7S 6H 5D"'),
        ("ply --seed 7", 2, "there is no command 'ply'; did you mean 'play'?"),
        ("play --sed 7", 2, "--seed"),
        ("play hazarey", 2, "The variant is named with --variant."),
        ("arrange hazarey AS", 2, "The variant is named with --variant."),
        ("conformance rn hazari", 2, "there is no command 'rn'; did you mean 'run'?"),
        ("conformance run hazari --cmd x --rule ties", 2, "did you mean '/play/ties'?"),
        ("explain compare AS", 2, "known here: arrangement, deal, groups"),
    ],
)
def test_slips_on_the_command_line(
    words: str, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == code
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "stated", "hint"),
    [
        (
            "target",
            "default: 700, choices: {low: {match: {target: 700}}, high: {match: {target: 900}}}",
            "name one of its choices: low, high; or write no option, but match: {target: 700}",
        ),
        (
            "target",
            "default: 700",
            "name one of its choices; or write no option, but match: {target: 700}",
        ),
        ("length", "default: 2, choices: {short: {}}", "name one of its choices: short"),
        ("players", "default: true", "name one of its choices"),
    ],
)
def test_a_default_that_is_no_name(option: str, stated: str, hint: str) -> None:
    text = f"{HEAD}options: {{{option}: {{{stated}}}}}\n"
    source = Source("mine.yaml", text)
    found = shipped().check(VariantFile(Path("mine.yaml"), "file"), source)
    (wrong,) = [finding for finding in found if finding.pointer.endswith("/default")]
    assert (wrong.id, wrong.hint) == ("wrong-type", hint)
