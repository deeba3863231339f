"""The first exchange with an implementation: who it is, and whether it takes the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hazari_rules.conformance_protocol import (
    HELLO,
    OPERATIONS,
    PROTOCOL_VERSION,
    Answer,
    AnswerError,
    AnswerKind,
    line_of,
    read_answer,
)
from hazari_rules.conformance_strict import AnswerSchema
from hazari_rules.conformance_suite import Suite
from hazari_rules.conformance_transport import Connection, Fault, FaultError, shown
from hazari_rules.hints import did_you_mean
from hazari_rules.model import LANGUAGE_VERSION

_START_SECONDS = 5.0
_START_CASES = 3
"""Starting may take as long as so many answers, and a few seconds in any case."""
_TRIES = {Fault.CRASH: 10, Fault.TIMEOUT: 1}


@dataclass(frozen=True, slots=True)
class Hello:
    """Who an implementation says it is."""

    name: str
    version: str
    language: str
    operations: frozenset[str]
    spec: tuple[int, ...]

    def __str__(self) -> str:
        version = f" {self.version}" if self.version else ""
        return f"{self.name}{version}" + (f" ({self.language})" if self.language else "")


class RefusedError(Exception):
    """The implementation does not get as far as the cases; the message says why."""

    def __init__(self, message: str, hello: Hello | None = None) -> None:
        self.hello = hello
        super().__init__(message)


def shake_hands(
    suite: Suite,
    connect: Callable[[], Connection],
    case_seconds: float,
    run_seconds: float,
    schema: AnswerSchema | None,
) -> tuple[Connection, Hello]:
    """Start an implementation, say hello and send the rules; try again if it dies at that.

    `run_seconds` is what is left for the whole run.
    Raises RefusedError if it does not get through, HazariError if it cannot be started.
    """
    seconds = min(run_seconds, max(_START_CASES * case_seconds, _START_SECONDS))
    tries = 0
    while True:
        link = connect()
        try:
            return link, _greeted(suite, link, seconds, schema)
        except FaultError as fault:
            errors = link.stderr()
            link.close()
            tries += 1
            if tries >= _TRIES.get(fault.fault, 2):
                said = f"; it wrote to standard error: {shown(errors[-1], 200)}" if errors else ""
                raise RefusedError(
                    f"no hello and no rules taken: {fault.fault}, {fault.message}{said}"
                ) from None
        except RefusedError:
            link.close()
            raise


def _greeted(suite: Suite, link: Connection, seconds: float, schema: AnswerSchema | None) -> Hello:
    hello_message, rules_message = suite.preamble()
    answer = _asked(link, hello_message, seconds)
    hello = _hello(answer, schema)
    if LANGUAGE_VERSION not in hello.spec:
        known = ", ".join(map(str, hello.spec)) or "none"
        raise RefusedError(
            f"the rules need language version {LANGUAGE_VERSION}; it understands {known}", hello
        )
    taken = _asked(link, rules_message, seconds)
    if taken.kind is not AnswerKind.RESULT:
        raise RefusedError(f"it does not take the rules: {taken.kind}, {taken.value}", hello)
    return hello


def _asked(link: Connection, question: dict[str, Any], seconds: float) -> Answer:
    link.send([line_of(question)])
    lines: list[str] = []
    while not lines:
        lines = [line for line in link.receive(seconds) if line.strip()]
    try:
        id_, answer = read_answer(lines[0])
    except AnswerError as error:
        raise FaultError(Fault.GARBAGE, f"{error}: {shown(lines[0])}") from None
    if id_ != question["id"]:
        message = f"an answer to {shown(id_)}, but '{question['id']}' was asked"
        raise FaultError(Fault.WRONG_ID, message)
    if len(lines) > 1:
        raise FaultError(
            Fault.WRONG_ID, f"a second line before anything else was asked: {shown(lines[1])}"
        )
    return answer


def _hello(answer: Answer, schema: AnswerSchema | None) -> Hello:
    said = answer.value
    if answer.kind is not AnswerKind.RESULT:
        raise RefusedError(f"hello was answered with {answer.kind}: {said}")
    if schema is not None and (wrong := schema.problem(HELLO, HELLO, answer)):
        raise RefusedError(f"hello is not as the protocol says: {wrong}")
    if said.get("protocol") != PROTOCOL_VERSION:
        raise RefusedError(
            f"it speaks protocol {said.get('protocol')!r}; this runner speaks {PROTOCOL_VERSION}"
        )
    operations, spec = said.get("operations"), said.get("spec")
    if not isinstance(operations, list) or not operations:
        raise RefusedError(
            f"hello names no operation that it supports; known are {', '.join(OPERATIONS)}"
        )
    for name in map(str, operations):
        if name not in OPERATIONS:
            hint = did_you_mean(name, OPERATIONS)
            raise RefusedError(f"hello names the operation '{name[:40]}'; {hint}")
    return Hello(
        name=str(said.get("name") or "nameless"),
        version=str(said.get("version") or ""),
        language=str(said.get("language") or ""),
        operations=frozenset(map(str, operations)),
        spec=tuple(spec) if isinstance(spec, list) else (),
    )
