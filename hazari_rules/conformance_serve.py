"""The engine at the other end of the conformance protocol, on any pair of text streams."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from io import RawIOBase
from typing import Any, BinaryIO

from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_protocol import (
    HELLO,
    OPERATIONS,
    PROTOCOL_VERSION,
    RULES,
    Answer,
    AnswerKind,
    line_of,
)
from hazari_rules.errors import HazariError
from hazari_rules.kinds import Vocabulary
from hazari_rules.model import LANGUAGE_VERSION

_CHUNK = 64 * 1024


class Server:
    """Answers one message after the other.

    With an engine of its own it plays by that engine's rules, whatever rules it is sent;
    without one, by those that it is sent.

    >>> from hazari_rules.builtin import vocabulary
    >>> Server(vocabulary()).reply('{"id": "x.y", "op": "points", "input": {"cards": []}}')
    '{"id":"x.y","error":"no rules yet; send the message \\'rules\\' first"}'
    """

    def __init__(self, vocabulary: Vocabulary, engine: Engine | None = None) -> None:
        self._vocabulary = vocabulary
        self._engine = engine
        self._fixed = engine is not None
        self._version = version("hazari-rules")

    def reply(self, line: str) -> str:
        """The answer to a line, as a line without its end."""
        id_: Any = ""
        try:
            data = json.loads(line)
            id_ = data["id"]
            answer = self._answer(data["op"], data["input"], data.get("rules"))
        except HazariError as error:
            answer = Answer(AnswerKind.ERROR, str(error))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            answer = Answer(
                AnswerKind.ERROR, "not a message: an object with id, op and input is needed"
            )
        return line_of({"id": id_ if isinstance(id_, str) else "", **answer.as_json()})

    def serve(self, stream: RawIOBase, out: BinaryIO) -> None:
        """Answer every line until there are no more; what came together is answered together."""
        rest = b""
        while data := stream.read(_CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            self._write(lines, out)
        self._write([rest], out)

    def _write(self, lines: Iterable[bytes], out: BinaryIO) -> None:
        replies = [self.reply(line.decode("utf-8", "replace")) for line in lines if line.strip()]
        if replies:
            out.write("".join(f"{reply}\n" for reply in replies).encode())
            out.flush()

    def _answer(self, op: str, input_: Mapping[str, Any], rules: object) -> Answer:
        if op == HELLO:
            return Answer(AnswerKind.RESULT, self._hello())
        if op == RULES:
            self._take(input_)
            return Answer(AnswerKind.RESULT, {})
        if isinstance(rules, Mapping):
            self._take(rules)
        if self._engine is None:
            raise HazariError("no rules yet; send the message 'rules' first")
        return self._engine.answer(op, input_)

    def _take(self, rules: Mapping[str, Any]) -> None:
        if not self._fixed:
            self._engine = Engine.from_data(rules, self._vocabulary)

    def _hello(self) -> dict[str, Any]:
        return {
            "protocol": PROTOCOL_VERSION,
            "name": "hazari-rules",
            "version": self._version,
            "language": "Python",
            "operations": list(OPERATIONS),
            "spec": [LANGUAGE_VERSION],
        }
