"""Reads results of `hazari conformance run --format json` back, for a diagnosis later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_cases import Case, Layer, outcomes
from hazari_rules.conformance_looks import Asked
from hazari_rules.conformance_protocol import Answer, AnswerKind
from hazari_rules.conformance_runner import Result, Status
from hazari_rules.errors import HazariError

_TELLING = (AnswerKind.RESULT, AnswerKind.REJECT)


@dataclass(frozen=True, slots=True)
class Answers:
    """One run: against which rules, and what was answered."""

    label: str
    variant: str
    options: Mapping[str, str]
    digest: str
    rules: Mapping[str, Any]
    results: tuple[Result, ...]

    @property
    def answers(self) -> tuple[list[Asked], int]:
        """The answers that say something, and how many failures have none."""
        return asked_of(self.results)


def asked_of(results: Iterable[Result]) -> tuple[list[Asked], int]:
    """The answers in results that say something, and how many failures have none."""
    asked, without = [], 0
    for result in results:
        answer = result.answer
        telling = answer is not None and answer.kind in _TELLING
        if answer is not None and telling and result.status in (Status.PASSED, Status.FAILED):
            asked.append(Asked(result.case, answer, result.status is Status.PASSED))
        else:
            without += result.status.bad
    return asked, without


def read_results(data: bytes, name: str) -> list[Answers]:
    """The runs in a JSON report; raises HazariError if it is none."""
    try:
        runs = json.loads(data)["runs"]
        return [_run(run) for run in runs]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise HazariError(
            f"'{name}' is no report of 'hazari conformance run --format json':"
            f" {type(error).__name__} {error}"
        ) from None


def _run(run: Mapping[str, Any]) -> Answers:
    return Answers(
        run["label"], run["variant"], run["options"], run["digest"], run["rules"],
        tuple(_result(item) for item in run["results"]),
    )  # fmt: skip


def _result(item: Mapping[str, Any]) -> Result:
    case = Case(
        item["id"], Layer(item["layer"]), item["rule"], item["op"], item["input"],
        outcomes(item["expect"]),
    )  # fmt: skip
    answer = None
    for kind, value in item.get("answer", {}).items():
        answer = Answer(AnswerKind(kind), value)
    return Result(case, Status(item["status"]), answer)
