"""What wrong answers look like where no rule explains them: one answer, guesses, other words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_protocol import Answer, AnswerKind, Outcome, line_of
from hazari_rules.model import Ruleset

_MOST = 0.9
_FEW = 5
_ENOUGH = 20
_NEAR_CHANCE = 0.12
_SEATS = frozenset(
    {"order", "winners", "next_leader", "next_dealer", "seats", "fouled", "match_winners"}
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A case with the answer that an implementation gave to it."""

    case: Case
    answer: Answer
    passed: bool


def looks(asked: Sequence[Asked], ruleset: Ruleset) -> Iterator[str]:
    """A line for each operation whose failures look like something.

    `asked` are all answers, those that are right too.
    """
    by_op: dict[str, list[Asked]] = {}
    for item in asked:
        by_op.setdefault(item.case.op, []).append(item)
    for op, items in by_op.items():
        failed = [item for item in items if not item.passed]
        if failed and (found := _look(items, failed, ruleset)):
            yield f"{op}: {found}"


def _look(items: Sequence[Asked], failed: Sequence[Asked], ruleset: Ruleset) -> str:
    given = Counter(_text(item.answer.as_json()) for item in items)
    wanted = Counter(_text(item.case.expect[0].as_json()) for item in items)
    if len(given) == 1 and len(wanted) > 1 and len(items) >= _FEW:
        return f"looks constant: the answer is always {next(iter(given))}"
    for words, change in _encodings(ruleset):
        if _share(failed, change) >= _MOST:
            return f"looks off by encoding: {words}"
    if _share(failed, _reversed) >= _MOST:
        return "looks reversed: the weaker group is called the stronger one"
    right = 1 - len(failed) / len(items)
    chance = sum(given[text] * wanted[text] for text in given) / len(items) ** 2
    guessable = len(wanted) <= _ENOUGH <= len(items) and len(given) > 1
    if guessable and abs(right - chance) < _NEAR_CHANCE:
        return (
            f"looks random: {right:.0%} of {len(items)} answers are right,"
            f" and guessing gives {chance:.0%}"
        )
    return ""


def _share(failed: Sequence[Asked], change: Callable[[Any], Any]) -> float:
    """How many of these would be right if their answers were changed so."""
    mended = 0
    for item in failed:
        if item.answer.kind is AnswerKind.RESULT:
            value = change(item.answer.value)
            answer = Answer(AnswerKind.RESULT, value)
            mended += _accepted(item.case.expect, answer)
    return mended / len(failed)


def _accepted(expect: Sequence[Outcome], answer: Answer) -> bool:
    return any(outcome.accepts(answer) for outcome in expect)


def _encodings(ruleset: Ruleset) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Ways to write right answers otherwise, and back."""
    ids = {made.id: made.id for made in ruleset.combinations}
    names = {
        name.casefold(): made.id
        for made in ruleset.combinations
        for name in (made.name, *made.aliases)
    }
    yield "numbers are written as text", _each(_number)
    yield "seats count from 1 instead of 0", _from_one
    yield (
        "combinations are named as players name them instead of by id",
        _each(
            lambda value: names.get(value.casefold(), value) if isinstance(value, str) else value
        ),
    )
    yield (
        "combinations are written with other letters than their ids",
        _each(lambda v: ids.get(_plain(v), v) if isinstance(v, str) else v),
    )
    yield "'none' is written as text or left empty instead of null", _each(_none)


def _each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def changed(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: changed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [changed(item) for item in value]
        return change(value)

    return changed


def _plain(text: str) -> str:
    return text.casefold().replace(" ", "_").replace("-", "_")


def _number(value: Any) -> Any:
    digits = isinstance(value, str) and value.lstrip("-").isdecimal()
    return int(value) if digits else value


def _none(value: Any) -> Any:
    return None if isinstance(value, str) and value.casefold() in ("", "none", "null") else value


def _from_one(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: _less(item) if key in _SEATS else item for key, item in value.items()}


def _less(value: Any) -> Any:
    if isinstance(value, list):
        return [_less(item) for item in value]
    return value - 1 if isinstance(value, int) and not isinstance(value, bool) else value


def _reversed(value: Any) -> Any:
    winner = value.get("winner") if isinstance(value, Mapping) else None
    return {"winner": {"a": "b", "b": "a"}.get(str(winner), winner)}


def _text(data: Mapping[str, Any]) -> str:
    return line_of(data)
