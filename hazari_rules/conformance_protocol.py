"""The conformance protocol: messages, answers, and when an answer is the expected one.

One JSON object a line in both directions; `schemas/protocol.schema.json` describes each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from hazari_rules.cards import parse_card
from hazari_rules.errors import HazariError, NotationError

PROTOCOL_VERSION = 1
SUITE_VERSION = 1
"""The version of the suite: it grows whenever a generated case gets another meaning."""

OPERATIONS: Mapping[str, str] = {
    "classify": "Which combination does a group count as?",
    "compare": "Which of two groups is the stronger in a round?",
    "value": "Which cards of a group count, and as what?",
    "arrangement": "May a hand be arranged so?",
    "round": "Who wins a round, what is it worth, who leads next?",
    "seats": "Who plays in which order, and who deals next?",
    "deal": "What comes of a whole deal?",
    "points": "How many points are cards worth?",
    "sheet": "Can these be the points of a deal that was played to its end?",
    "target": "Has the match been won?",
    "hand": "Which redeals and instant wins does a dealt hand allow?",
}
"""The operations and what each asks."""

HELLO = "hello"
RULES = "rules"
_CARD_SETS = frozenset({"cards", "spare"})
_SETS = frozenset({"winners", "seats", "fouled", "match_winners", "redeals", "instant_wins"})

_PLAIN = frozenset({int, str, bool, type(None)})
"""What is compared as it is; a glance at the type spares most of the work."""


class AnswerKind(StrEnum):
    """The four ways to answer a message."""

    RESULT = "result"
    REJECT = "reject"
    SKIP = "skip"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an implementation said: a result (a map), or a reason or message as text."""

    kind: AnswerKind
    value: Any

    def as_json(self) -> dict[str, Any]:
        """The answer as it stands on the wire, without the id."""
        return {self.kind.value: self.value}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer that is right: a result with these parts, or a rejection for such a reason.

    >>> Outcome(result={"winners": [3]}).accepts(
    ...     Answer(AnswerKind.RESULT, {"winners": [3.0], "points": [0, 0, 0, 80]})
    ... )
    True
    """

    result: Mapping[str, Any] | None = None
    reject: tuple[str, ...] = ()

    def accepts(self, answer: Answer) -> bool:
        """Whether the answer is this one; parts of a result that are not named do not matter."""
        if self.result is None:
            return answer.kind is AnswerKind.REJECT and answer.value in self.reject
        if answer.kind is not AnswerKind.RESULT or not isinstance(answer.value, Mapping):
            return False
        return _covers(normalised(self.result), normalised(answer.value))

    def as_json(self) -> dict[str, Any]:
        """The outcome as data."""
        if self.result is None:
            return {"reject": list(self.reject)}
        return {"result": dict(self.result)}


class AnswerError(HazariError):
    """A line that is no answer; the message says why."""


def message(id_: str, op: str, input_: Mapping[str, Any]) -> dict[str, Any]:
    """A message to an implementation.

    >>> message("ace.points", "points", {"cards": ["AS"]})
    {'id': 'ace.points', 'op': 'points', 'input': {'cards': ['AS']}}
    """
    return {"id": id_, "op": op, "input": input_}


def line_of(data: Mapping[str, Any]) -> str:
    """A message or answer as one line of text, without the end of the line.

    >>> line_of({"id": "rules", "result": {}})
    '{"id":"rules","result":{}}'
    """
    return json.dumps(data, separators=(",", ":"))


def read_answer(text: str) -> tuple[str, Answer]:
    """The id and the answer on a line; raises AnswerError if it is none.

    >>> read_answer('{"id": "x.y", "reject": "wrong_order"}')[1].value
    'wrong_order'
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise AnswerError("the line is not JSON") from None
    if not isinstance(data, dict):
        raise AnswerError("the line is JSON, but no object")
    id_ = data.pop("id", None)
    if not isinstance(id_, str):
        raise AnswerError("the answer has no 'id' of text")
    if len(data) != 1:
        raise AnswerError("an answer has one of result, reject, skip, error beside its id")
    ((name, value),) = data.items()
    try:
        kind = AnswerKind(name)
    except ValueError:
        raise AnswerError(
            f"'{name[:40]}' is no answer; write result, reject, skip or error"
        ) from None
    if not isinstance(value, dict if kind is AnswerKind.RESULT else str):
        wanted = "an object" if kind is AnswerKind.RESULT else "text"
        raise AnswerError(f"'{name}' must be {wanted}")
    return id_, Answer(kind, value)


def normalised(value: Any, name: str = "") -> Any:
    """A part of a result with its cards in one spelling and what has no order sorted.

    >>> normalised(["TH", "2♠"], "cards")
    ['10H', '2S']
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict or isinstance(value, Mapping):
        return {key: normalised(item, key) for key, item in value.items()}
    if kind is float and value.is_integer():
        return int(value)
    if not isinstance(value, list | tuple):
        return value
    if name in _CARD_SETS:
        return _sorted([_card(item) for item in value])
    if name == "groups":
        return [normalised(item, "cards") for item in value]
    items = [item if type(item) in _PLAIN else normalised(item) for item in value]
    return _sorted(items) if name in _SETS else items


def _sorted(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return items


def _card(item: Any) -> Any:
    return _spelling(item) if isinstance(item, str) and len(item) <= 4 else item


@cache
def _spelling(text: str) -> str:
    try:
        return str(parse_card(text))
    except NotationError:
        return text


def _covers(expected: Any, got: Any) -> bool:
    """Whether all that is expected is there, and alike in kind: true is not 1, "1" is not 1."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, dict) and isinstance(got, dict):
        return all(name in got and _covers(value, got[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_covers, expected, got))
    return bool(expected == got)


def differences(expected: Sequence[Outcome], answer: Answer) -> list[str]:
    """The parts of a result that are not as the first expectation has them.

    >>> differences([Outcome(result={"points": 10})], Answer(AnswerKind.RESULT, {"points": 5}))
    ['points']
    """
    first = expected[0]
    if first.result is None or answer.kind is not AnswerKind.RESULT:
        return []
    return [
        name
        for name, value in first.result.items()
        if name not in answer.value
        or not _covers(normalised(value, name), normalised(answer.value[name], name))
    ]
