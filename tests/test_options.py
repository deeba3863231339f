"""Options: every choice and every two fit, all at once play, and the digest tells rules apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazari_rules import HazariError, Variant
from hazari_rules.build import build
from hazari_rules.builtin import vocabulary
from hazari_rules.errors import FindingsError, Severity, errors_in
from hazari_rules.events import Ending
from hazari_rules.kinds import Kind, Place, Problem
from hazari_rules.library import VariantFile
from hazari_rules.lint import Known, meaning_findings
from hazari_rules.loading import Loader
from hazari_rules.plugins import Plugins
from tests.malformed import CLEAN, HEAD
from tests.playing import play_a_deal

pytestmark = pytest.mark.timeout(120)

VARIANTS = ("hazari", "hazarey")
FOLDER = Path(__file__).parent.parent / "variants"


@cache
def loader() -> Loader:
    return Loader.shipped()


@cache
def shipped(name: str) -> Variant:
    return loader().load(name)


def choices(name: str) -> dict[str, tuple[str, ...]]:
    return {option.id: option.choices for option in shipped(name).options}


def others(name: str) -> list[tuple[str, str]]:
    """Every choice that is not the default."""
    return [
        (option.id, choice)
        for option in shipped(name).options
        for choice in option.choices
        if choice != option.default
    ]


def child(tmp_path: Path, text: str, name: str = "village") -> str:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


# ---------------------------------------------------------------- choices that fit together


@pytest.mark.parametrize("name", VARIANTS)
def test_shipped_variants_with_all_their_options_are_clean(name: str) -> None:
    assert loader().check(VariantFile(FOLDER / f"{name}.yaml", "file")) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_every_two_choices_fit_those_too_that_the_check_need_not_try(name: str) -> None:
    base, resolver = shipped(name), loader().resolver
    known = Known(base.vocabulary)
    merged = resolver.merged(resolver.chain(resolver.library.find(name)))
    tried = 0
    for first, second in combinations(others(name), 2):
        if first[0] == second[0]:
            continue
        node, chosen = resolver.applied(merged, dict((first, second)))
        if known.clean(node):
            continue
        data = {key: known.plain(block) for key, block in node.value.items() if key != "options"}
        ruleset = build(data, chosen, base.vocabulary)
        variant = Variant(ruleset, base.options, base.parents, node, base.vocabulary)
        assert not errors_in(meaning_findings(variant, known)), (first, second)
        tried += 1
    assert tried > 100


@st.composite
def all_choices(draw: st.DrawFn) -> tuple[str, dict[str, str], int]:
    """A choice of every option of a shipped variant, and a seed."""
    name = draw(st.sampled_from(VARIANTS))
    chosen = {option: draw(st.sampled_from(known)) for option, known in choices(name).items()}
    return name, chosen, draw(st.integers(0, 2**32))


@given(all_choices())
@settings(max_examples=300)
def test_any_choices_at_once_resolve_compile_and_play_a_deal(
    drawn: tuple[str, dict[str, str], int],
) -> None:
    name, chosen, seed = drawn
    variant = loader().load(name, chosen)
    assert dict(variant.ruleset.options) == chosen
    end = play_a_deal(variant, seed).end
    assert end is not None
    assert sum(end.points) <= variant.ruleset.card_points.total
    if end.ending is Ending.REDEAL:
        assert not any(end.totals)


# ---------------------------------------------------------------- words that name nothing


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"spare_crad": "kicker"}, "no option is named 'spare_crad'; did you mean 'spare_card'?"),
        (
            {"spare_card": "kickr"},
            "option 'spare_card' has no choice 'kickr'; did you mean 'kicker'?",
        ),
        (
            {"spare_card": "sometimes"},
            "option 'spare_card' has no choice 'sometimes'; known here: ignored, kicker",
        ),
        (
            {"two_pairs": "ignored"},
            "no option is named 'two_pairs'; `hazari show hazari` has all",
        ),
    ],
)
def test_unknown_options_and_choices_are_named_with_a_hint(
    options: dict[str, str], message: str
) -> None:
    with pytest.raises(HazariError) as caught:
        loader().load("hazari", options)
    assert str(caught.value) == message


def test_an_option_that_hazarey_answers_is_not_one_of_its_own() -> None:
    with pytest.raises(HazariError, match="no option is named 'category_order'"):
        loader().load("hazarey", {"category_order": "colour_run_first"})


# ---------------------------------------------------------------- options and inheritance


def test_options_are_inherited(tmp_path: Path) -> None:
    variant = loader().load(child(tmp_path, CLEAN), {"equal_groups": "split"})
    assert variant.ruleset.play.ties.name == "split"
    assert [option.id for option in variant.options] == list(choices("hazari"))


def test_a_child_may_change_the_default_alone(tmp_path: Path) -> None:
    text = CLEAN + "options: {equal_groups: {default: split}}\n"
    variant = loader().load(child(tmp_path, text))
    assert variant.ruleset.play.ties.name == "split"
    assert variant.ruleset.options["equal_groups"] == "split"
    (option,) = (one for one in variant.options if one.id == "equal_groups")
    assert option.choices == choices("hazari")["equal_groups"]
    assert option.question == "Who wins a round when the best groups are equal?"


def test_a_child_may_add_a_choice_and_state_one_anew(tmp_path: Path) -> None:
    text = CLEAN + (
        "options:\n  target:\n    choices:\n"
        "      points_500: {match: {target: 555}}\n      points_300: {match: {target: 300}}\n"
    )
    path = child(tmp_path, text)
    assert loader().load(path, {"target": "points_300"}).ruleset.match.target == 300
    assert loader().load(path, {"target": "points_500"}).ruleset.match.target == 555
    assert loader().load(path, {"target": "points_1500"}).ruleset.match.target == 1500
    (option,) = (one for one in loader().load(path).options if one.id == "target")
    assert option.choices == (*choices("hazari")["target"], "points_300")


def test_a_choice_stated_anew_keeps_nothing_of_the_inherited_one(tmp_path: Path) -> None:
    text = CLEAN + ("options: {tied_match: {choices: {extend_by_500: {match: {target: 700}}}}}\n")
    rules = loader().load(child(tmp_path, text), {"tied_match": "extend_by_500"}).ruleset
    assert (rules.match.target, rules.match.ties.name) == (700, "shared")


def test_a_child_may_remove_an_option(tmp_path: Path) -> None:
    path = child(tmp_path, CLEAN + "options: {target: {remove: true}}\n")
    variant = loader().load(path)
    assert "target" not in [option.id for option in variant.options]
    assert "target" not in variant.ruleset.options
    with pytest.raises(HazariError, match="no option is named 'target'"):
        loader().load(path, {"target": "points_500"})


def test_choices_apply_in_the_order_of_the_options(tmp_path: Path) -> None:
    text = CLEAN + (
        "options:\n"
        "  players: {remove: true}\n"
        "  mine: {question: Q?, status: house, where: Here., default: a,"
        " choices: {a: {}, b: {match: {target: 777}}}}\n"
    )
    rules = loader().load(child(tmp_path, text), {"mine": "b", "target": "points_500"}).ruleset
    assert rules.match.target == 777


def test_the_words_of_an_option_may_be_changed_alone() -> None:
    options = {option.id: option for option in shipped("hazarey").options}
    assert options["spare_card"].status == "open"
    assert options["spare_card"].question == "Does the spare card of the last group break a tie?"
    assert options["spare_card"].why.startswith("The source speaks only")


# ---------------------------------------------------------------- the digest


def digest(name: str, **options: str) -> str:
    return loader().load(name, options).ruleset.digest


@pytest.mark.parametrize("name", VARIANTS)
def test_every_choice_changes_the_digest_but_for_names(name: str) -> None:
    same = [pick for pick in others(name) if digest(name, **dict([pick])) == digest(name)]
    assert same == [("names", "teen_patti")]


def test_choices_that_differ_have_digests_that_differ() -> None:
    picks = [pick for pick in others("hazari") if pick[0] != "names"]
    assert len({digest("hazari", **dict([pick])) for pick in picks}) == len(picks)


WORDS = """\
name: Another Name
aliases: [Other, Names]
summary: Another summary.
sources: {me: {title: I say so}}
"""
SAME = {
    "nothing stated": "",
    "comments": "# a comment\n\n\n   # another\n",
    "other words": WORDS,
    "other names of combinations": (
        "combinations:\n- {id: troy, name: Trio, aliases: []}\n- {id: indi, name: Rags}\n"
    ),
    "a value stated as it was": "match: {target: 1000}\nplay: {ties: last_played}\n",
    "the order of keys": (
        "card_points: {total: 360, values: {2: 5, 3: 5, 10: 10, A: 10}}\n"
        "table: {direction: counterclockwise, players: 4}\n"
    ),
    "ranks in quotes": (
        "deck: {ranks: ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2']}\n"
    ),
    "the key that follows": (
        "combinations: [{id: run, key: run_order}, {id: pair, key: multiples}]\n"
    ),
    "a key with nothing in it": "combinations: [{id: colour, key: {ranks: {}}}]\n",
    "no option": "".join(
        ["options:\n", *(f"  {option}: {{remove: true}}\n" for option in choices("hazari"))]
    ),
    "an option of its own": (
        "options:\n  mine: {question: Q?, status: house, where: Here., default: a,"
        " choices: {a: {}, b: {match: {target: 7}}}}\n"
    ),
    "an entry moved and moved back": "combinations: [{id: troy, above: colour_run}]\n",
    "a redeal added and removed by a choice": (
        "redeals: [{id: pairs, name: Pairs, when: {pairs_in_hand: {at_least: 6}},"
        " claim: automatic, dealer: stays}]\n"
        "options:\n  mine: {question: Q?, status: house, where: Here., default: a,"
        " choices: {a: {redeals: [{id: pairs, remove: true}]}}}\n"
    ),
}
DIFFERENT = {
    "a value": "match: {target: 999}\n",
    "the order of the ladder": "combinations: [{id: colour_run, above: troy}]\n",
    "the order of the suits": "deck: {suits: [C, H, D, S]}\n",
    "a key": "combinations: [{id: colour, key: {ranks: {cards: 2}}}]\n",
    "the argument of a kind": "match: {ties: {extend_target: {by: 1}}}\n",
    "the id of a combination": (
        "combinations: [{id: indi, remove: true}, {id: rags, name: Rags, cards: 3}]\n"
        "options: {names: {remove: true}, four_card_group: {remove: true}}\n"
    ),
    "the default of an option": "options: {equal_groups: {default: split}}\n",
}


def stated(text: str) -> str:
    """A child of Hazari that states this."""
    return (HEAD.replace("name: Village\n", "") if text.startswith("name:") else HEAD) + text


@pytest.mark.parametrize("what", SAME)
def test_what_is_no_rule_does_not_change_the_digest(what: str, tmp_path: Path) -> None:
    assert digest(child(tmp_path, stated(SAME[what]))) == digest("hazari")


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_is_a_rule_changes_the_digest(what: str, tmp_path: Path) -> None:
    assert digest(child(tmp_path, stated(DIFFERENT[what]))) != digest("hazari")


def test_differences_have_digests_that_differ(tmp_path: Path) -> None:
    texts = [child(tmp_path, stated(text), f"v{i}") for i, text in enumerate(DIFFERENT.values())]
    assert len({digest(path) for path in texts}) == len(texts)


def test_rules_written_out_whole_have_the_digest_of_those_inherited(tmp_path: Path) -> None:
    resolver = loader().resolver
    for name in VARIANTS:
        data = resolver.merged(resolver.chain(resolver.library.find(name))).plain()
        text = json.dumps(dict(reversed(data.items())), indent=2)
        assert "extends" not in data
        assert digest(child(tmp_path, text, name)) == digest(name)


def test_choices_of_hazari_lead_to_the_ladder_of_hazarey(tmp_path: Path) -> None:
    text = HEAD.replace("extends: hazari", "extends: hazarey") + (
        "instant_wins: [{id: three_troys, remove: true}]\n"
        "options: {three_troys_must_win: {remove: true}, three_troys_when: {remove: true},"
        " three_troys_score: {remove: true}}\n"
    )
    chosen = {"card_points": "pack_of_380", "four_card_group": "three_or_four_cards"}
    assert digest(child(tmp_path, text)) == digest("hazari", **chosen)


def test_options_stand_in_the_exported_rules_but_not_in_the_digest() -> None:
    rules = loader().load("hazari", {"names": "teen_patti"}).ruleset
    assert json.loads(rules.canonical)["options"]["names"] == "teen_patti"
    assert rules.digest == digest("hazari")
    assert rules.combination("troy").name == "Trail"


def test_an_option_given_as_its_default_is_the_default() -> None:
    defaults: dict[str, Any] = {option.id: option.default for option in shipped("hazari").options}
    assert loader().load("hazari", defaults).ruleset == shipped("hazari").ruleset


# ---------------------------------------------------------------- one question, two answers

TWICE = [
    ("match: {target: 700}\noptions: {target: {default: points_1500}}", "'match.target' 1500"),
    ("match: {target: 700}\noptions: {target: {default: points_1000}}", "'match.target' 1000"),
    ("match: {target: 700}\noptions: {target: {question: How many?}}", "'match.target' 1000"),
    (
        "card_points: {values: {A: 15}, total: 380}\n"
        "options: {card_points: {default: pack_of_380}}",
        "of 'card_points.values' something other",
    ),
    (
        "combinations: [{id: troy, name: Three}]\noptions: {names: {default: teen_patti}}",
        "'combinations.troy.name' Trail, and line 5 says Three",
    ),
    (
        "match: {target: 700}\noptions: {mine: {question: How many?, status: house, where: Here,"
        " default: few, choices: {few: {match: {target: 300}}, many: {match: {target: 900}}}},"
        " target: {remove: true}}",
        "'match.target' 300, and line 5 says 700",
    ),
]
ONCE = [
    "match: {target: 700}",
    "options: {target: {default: points_1500}}",
    "match: {target: 1500}\noptions: {target: {default: points_1500}}",
    "match: {target: 700}\noptions: {target: {remove: true}}",
    "match: {winner: highest_total}\noptions: {target: {default: points_1500}}",
    "match: {target: 700}\noptions: {mine: {question: How many?, status: house, where: Here,"
    " default: few, choices: {few: {match: {target: 300}}, as_stated: {}}},"
    " target: {remove: true}}",
]


@pytest.mark.parametrize(("text", "told"), TWICE)
def test_a_value_that_a_mentioned_option_makes_another_one_is_told(
    tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "village.yaml"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    (found,) = loader().check(VariantFile(path, "file"))
    assert (found.id, found.severity) == ("answered-twice", Severity.ERROR)
    assert told in found.message
    with pytest.raises(FindingsError, match="answered-twice"):
        loader().load(str(path))


@pytest.mark.parametrize("text", ONCE)
def test_a_question_that_is_answered_once_is_no_finding(tmp_path: Path, text: str) -> None:
    path = tmp_path / "village.yaml"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    assert "answered-twice" not in {f.id for f in loader().check(VariantFile(path, "file"))}


# ---------------------------------------------------------------- choices that fit alone only

_GROUP = "{cards: 3, combinations: [%s, colour_run, run, colour, pair, indi]}"
_GROUPS = "groups: [" + ", ".join([_GROUP] * 3) + ", {cards: 4}]"
POOR = (
    HEAD
    + """
options:
  pack:
    question: What are the cards worth?
    status: house
    where: here
    default: dear
    choices:
      dear: {}
      cheap: {card_points: {values: {A: 5, K: 5, Q: 5, J: 5, 10: 5}, total: 260}}
  poor:
    question: Is a poor hand dealt again?
    status: house
    where: here
    default: played
    choices:
      played: {}
      redealt:
        redeals:
          - {id: poor, name: Poor, when: {poor: {points: 300}}, claim: automatic, dealer: stays}
"""
)
ALONE = ("with option ladder=without:", "with option limits=some:")
_ASKED = "question: Which?, status: house, where: here"


@pytest.mark.parametrize(
    ("first", "needed"),
    [
        ("default: with, choices: {with: {}, without: {combinations: [{id: troy, remove: true}]}}",
         "troy"),
        ("default: with, choices: {without: {}, with: {combinations:"
         " [{id: aces, name: Aces, cards: 3, exact_ranks: [A, A, A], above: troy}]}}", "aces"),
    ],
    ids=["a choice that takes away", "a choice that does not add what the default adds"],
)  # fmt: skip
def test_choices_that_fit_alone_are_told_of_together(
    first: str, needed: str, tmp_path: Path
) -> None:
    text = (
        "spec: 1\nid: village\nname: Village\nextends: hazari\noptions:\n"
        f"  ladder: {{{_ASKED}, {first}}}\n"
        f"  limits: {{{_ASKED}, default: none, choices:"
        f" {{none: {{}}, some: {{{_GROUPS.replace('%s', needed)}}}}}}}\n"
    )
    found = errors_in(loader().check(VariantFile(Path(child(tmp_path, text)), "file")))
    told = [finding.message for finding in found]
    wanted = f"no combination has the id '{needed}'"
    assert f"with option ladder=without and limits=some: {wanted}" in told
    assert not any(message.startswith(alone) for message in told for alone in ALONE)


def test_what_a_plugins_check_reads_is_tried_together(tmp_path: Path) -> None:
    """Its check may depend on a block that no shipped check reads beside that of the kind."""

    def worth(argument: Any, place: Place) -> Iterator[Problem]:
        if argument["points"] > place.ruleset.card_points.total:
            yield Problem("never-matters", "every hand is worth less", ("points",))

    poor = Kind(
        "condition",
        "poor",
        "a hand is poor",
        "",
        lambda argument, ruleset: lambda deal, seat: False,
        {"type": "object", "properties": {"points": {"type": "integer"}}},
        check=worth,
    )
    path = child(tmp_path, POOR)
    known = Loader(Plugins.shipped(), vocabulary([poor]))
    told = [finding.message for finding in known.check(VariantFile(Path(path), "file"))]
    assert "with option pack=cheap and poor=redealt: every hand is worth less" in told
