"""Answers held against the schema of the protocol, for those who want every letter right."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hazari_rules.conformance_protocol import Answer
from hazari_rules.schema import shipped_schema
from hazari_rules.validation import pointer_of

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


class AnswerSchema:
    """The schema of answers; jsonschema is loaded only if one of these is made."""

    def __init__(self) -> None:
        self._defs = shipped_schema("protocol")["$defs"]
        self._validator = cache(self._made)

    def _made(self, op: str) -> Draft202012Validator:
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow, and rarely needed

        return Draft202012Validator({"$defs": self._defs, "$ref": f"#/$defs/answer_{op}"})

    def problem(self, op: str, id_: str, answer: Answer) -> str:
        """What about this answer is not as the schema says; empty if all is well.

        >>> from hazari_rules.conformance_protocol import AnswerKind
        >>> schema = AnswerSchema()
        >>> schema.problem("points", "a.b", Answer(AnswerKind.RESULT, {"points": "5"}))
        "/result/points: '5' is not of type 'integer'"
        >>> schema.problem("points", "a.b", Answer(AnswerKind.RESULT, {"points": 5}))
        ''
        """
        for error in self._validator(op).iter_errors({"id": id_, **answer.as_json()}):
            message = error.message if len(error.message) <= 200 else f"{error.message[:200]}..."
            return f"{pointer_of(list(error.absolute_path)) or '/'}: {message}"
        return ""
