"""Diagnosis names the rule that a wrong implementation follows, and says when there is none."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hazari_rules.cli import run
from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_diagnosis import Diagnosis, diagnose
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_looks import Asked
from hazari_rules.conformance_mutants import Workshop
from hazari_rules.conformance_protocol import Answer, AnswerKind
from tests.suites import LOADER, whole_suite, workshop

Answering = Callable[[Case], Answer | None]
Rule = Callable[[dict[str, Any]], None]


@cache
def suite(name: str) -> tuple[Workshop, tuple[Case, ...]]:
    cases = whole_suite(name).cases
    # A quarter of the many comparisons is enough to tell the rules apart.
    return workshop(name), tuple(c for i, c in enumerate(cases) if c.op != "compare" or i % 4 == 0)


def told(name: str, answering: Answering) -> Diagnosis:
    shop, cases = suite(name)
    asked = []
    for case in cases:
        answer = answering(case)
        if answer is not None:
            asked.append(Asked(case, answer, any(o.accepts(answer) for o in case.expect)))
    return diagnose(shop, asked)


def follows(name: str, *rules: Rule) -> Answering:
    """An implementation with these wrong rules, written into the data and compiled anew."""
    data = LOADER.load(name).ruleset.as_data()
    for rule in rules:
        rule(data)
    engine = Engine.from_data(data, LOADER.vocabulary)
    return lambda case: engine.answer(case.op, case.input)


def sets(*path: Any) -> Rule:
    def rule(data: dict[str, Any]) -> None:
        inner: Any = data
        for step in path[:-2]:
            inner = inner[step]
        inner[path[-2]] = path[-1]

    return rule


def ace_counts_eleven(data: dict[str, Any]) -> None:
    data["card_points"]["values"]["A"] = 11
    data["card_points"]["total"] = 364


LAST = ["ace_high", "rest", "ace_low"]
SINGLE: dict[str, Rule] = {
    "runs.order: [[ace_high, ace_low], rest]": sets(
        "runs", "order", [["ace_high", "ace_low"], "rest"]
    ),
    "comparison.order: low_wins": sets("comparison", "order", "low_wins"),
    "play.ties: split": sets("play", "ties", "split"),
    "card_points.values.A: 11": ace_counts_eleven,
    "match.target: 1001": sets("match", "target", 1001),
    "table.direction: clockwise": sets("table", "direction", "clockwise"),
}


@pytest.mark.parametrize("words", SINGLE)
def test_one_wrong_rule_is_named_exactly(words: str) -> None:
    found = told("hazari", follows("hazari", SINGLE[words]))
    assert [part.change.words for part in found.parts] == [words]
    assert found.explained == found.failures > 0
    assert not found.unexplained
    assert not found.contradicted
    first = next(found.lines())
    assert first == (
        f"behaves like `{words}`; explains {found.failures} of {found.failures} failures"
    )


THREE = ("match.target: 1001", "play.ties: split", "table.direction: clockwise")


def test_three_wrong_rules_are_all_named() -> None:
    found = told("hazari", follows("hazari", *(SINGLE[words] for words in THREE)))
    assert {part.change.words for part in found.parts} == set(THREE)
    assert found.explained == found.failures
    assert all(part.explains > 0 for part in found.parts)


def test_points_that_are_no_neighbours_are_read_off_the_answers() -> None:
    data = LOADER.load("hazari").ruleset.as_data()
    worth = {"A": 1, "K": 13, "5": 0}
    data["card_points"]["values"] |= worth
    data["card_points"]["total"] += 4 * (1 - 10 + 13 - 10 - 5)
    engine = Engine.from_data(data, LOADER.vocabulary)
    found = told("hazari", lambda case: engine.answer(case.op, case.input))
    assert [part.change.words for part in found.parts] == [
        "card_points.values: {A: 1, K: 13, 5: 0}"
    ]
    assert found.explained == found.failures


def test_the_lead_lost_after_a_tie_is_named_although_it_is_no_rule() -> None:
    right_one = Engine.from_data(LOADER.load("hazari").ruleset.as_data(), LOADER.vocabulary)

    def answering(case: Case) -> Answer | None:
        if case.op != "round":
            return right_one.answer(case.op, case.input) if case.op != "deal" else None
        value = dict(right_one.answer(case.op, case.input).value)
        groups = case.input["groups"]
        (winner,) = value["winners"] or (None,)
        for seat, cards in enumerate(groups):
            if winner not in (None, seat) and seat not in case.input["cannot_win"]:
                number = case.input["round"]
                two = {"a": {"group": number, "cards": cards},
                       "b": {"group": number, "cards": groups[winner]}}  # fmt: skip
                if right_one.answer("compare", two).value["winner"] == "tie":
                    value["next_leader"] = case.input["leader"]
        return Answer(AnswerKind.RESULT, value)

    found = told("hazari", answering)
    assert [part.change.words for part in found.parts] == [
        "play.next_leader: after a tie the lead stays where it was"
    ]
    assert "a mistake that programs make" in "\n".join(found.lines())


def test_a_choice_of_an_open_option_is_said_to_be_left_open() -> None:
    def patched(data: dict[str, Any]) -> None:
        data["runs"]["order"] = LAST

    found = told("hazarey", follows("hazarey", patched))
    text = "\n".join(found.lines())
    assert "run_order=ace_low_last: the source leaves the question open" in text
    assert found.as_json()["changes"][0]["open"] is True


def right(case: Case) -> Answer:
    outcome = case.expect[0]
    if outcome.result is None:
        return Answer(AnswerKind.REJECT, outcome.reject[0])
    return Answer(AnswerKind.RESULT, dict(outcome.result))


def only(op: str, change: Callable[[Mapping[str, Any], int], Mapping[str, Any]]) -> Answering:
    """An implementation of one operation that does something with the right answers."""
    numbers: Iterator[int] = iter(range(10**6))

    def answer(case: Case) -> Answer | None:
        if case.op != op:
            return None
        return Answer(AnswerKind.RESULT, change(right(case).value, next(numbers)))

    return answer


def test_answers_that_follow_no_rule_are_said_to_look_like_something() -> None:
    swap = {"a": "b", "b": "a", "tie": "tie"}
    shop, _ = suite("hazari")
    names = {c.id: c.name for c in shop.variant.ruleset.combinations}
    implementations = {
        "constant": only("compare", lambda _, n: {"winner": "a"}),
        "random": only("compare", lambda _, n: {"winner": "ab"[n * n // 7 % 2]}),
        "written as text": only("points", lambda v, n: {"points": str(v["points"])}),
        "named as players": only("classify", lambda v, n: {
            "combination": names.get(v["combination"], v["combination"])
        }),
        "count from 1": only("seats", lambda v, n: {
            key: value + 1 if key == "next_dealer" else [seat + 1 for seat in value]
            for key, value in v.items()
        }),
    }  # fmt: skip
    for look, implementation in implementations.items():
        found = told("hazari", implementation)
        assert not found.parts, look
        assert look in "\n".join(found.lines()), look
    found = told("hazari", only("compare", lambda v, n: {"winner": swap[v["winner"]]}))
    assert "low_wins" in "\n".join(found.lines()) or "reversed" in "\n".join(found.lines())


def test_what_rules_explain_is_told_beside_what_follows_none() -> None:
    split = follows("hazari", SINGLE["play.ties: split"])
    nothing = Answer(AnswerKind.RESULT, {"points": 7})
    found = told("hazari", lambda case: nothing if case.op == "points" else split(case))
    assert [part.change.words for part in found.parts] == ["play.ties: split"]
    assert len(found.unexplained) == found.failures - found.explained > 20
    assert all(id_.startswith(("points.", "hazari-points.")) for id_ in found.unexplained)
    assert "points: looks constant" in "\n".join(found.lines())


def test_a_right_implementation_has_nothing_to_explain() -> None:
    found = told("hazari", right)
    assert (found.failures, found.parts, list(found.lines())) == (0, (), [])


def results_file(path: Path, name: str, answering: Answering) -> Path:
    shop, cases = suite(name)
    ruleset = shop.variant.ruleset
    results = []
    for case in cases:
        answer = answering(case)
        passed = answer is not None and any(o.accepts(answer) for o in case.expect)
        results.append(
            {**case.as_json(), "status": "passed" if passed else "failed"}
            | ({"answer": answer.as_json()} if answer else {})
        )
    whole = {
        "label": "mine", "variant": ruleset.id, "options": dict(ruleset.options),
        "digest": ruleset.digest, "rules": ruleset.as_data(), "results": results,
    }  # fmt: skip
    path.write_text(json.dumps({"runs": [whole]}), encoding="utf-8")
    return path


def test_a_results_file_is_diagnosed_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = follows("hazari", SINGLE["play.ties: split"])
    path = results_file(tmp_path / "mine.json", "hazari", wrong)
    assert run(["conformance", "diagnose", str(path)]) == 1
    assert capsys.readouterr().out.startswith("mine: behaves like `play.ties: split`; explains ")


def test_what_is_no_results_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.json"
    for text in ("", "[]", '{"runs": [{}]}', '{"runs": 3}'):
        path.write_text(text, encoding="utf-8")
        assert run(["conformance", "diagnose", str(path)]) == 2
        assert "is no report of" in capsys.readouterr().err
