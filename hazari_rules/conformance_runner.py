"""Runs a suite against an implementation: sends cases, judges answers, survives every fault.

A fault (a crash, a hang, a line that is no answer) is blamed on the oldest unanswered case. The
implementation is started again and what was unanswered is asked once more, one case at a time;
a case that is blamed twice has failed. So a process that somebody kills loses no result.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_protocol import (
    Answer,
    AnswerError,
    AnswerKind,
    line_of,
    read_answer,
)
from hazari_rules.conformance_strict import AnswerSchema
from hazari_rules.conformance_suite import Suite
from hazari_rules.conformance_talk import Hello, RefusedError, shake_hands
from hazari_rules.conformance_transport import Connection, Fault, FaultError, shown

_WINDOW = 256
_GIVE_UP_AFTER = 20
_DUPLICATES = 100
_FLOOD = 200


class Status(StrEnum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    FAULT = "fault"
    NOT_RUN = "not-run"
    SKIPPED = "skipped"

    @property
    def bad(self) -> bool:
        """Whether it counts against the implementation."""
        return self not in (Status.PASSED, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one case: the answer if there was one, else the fault, and words about it."""

    case: Case
    status: Status
    answer: Answer | None = None
    fault: Fault | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Incident:
    """A fault that was seen, the case that was blamed, and what standard error said before."""

    fault: Fault
    message: str
    case: str
    stderr: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run: time limits in seconds, how many at a time, whether answers are validated."""

    case_seconds: float = 10.0
    run_seconds: float = 600.0
    jobs: int = 1
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run. `refusal` says why the implementation took no case at all, if it did not.

    `seconds` are those from the first case to the last.
    """

    suite: Suite
    label: str
    hello: Hello | None
    results: tuple[Result, ...]
    incidents: tuple[Incident, ...]
    seconds: float
    refusal: str = ""

    def count(self, *statuses: Status) -> int:
        """How many cases have one of these statuses."""
        return sum(result.status in statuses for result in self.results)

    @property
    def answered(self) -> int:
        """How many cases got an answer that says something."""
        return self.count(Status.PASSED, Status.FAILED)


@dataclass(slots=True)
class _Shared:
    """What the lanes of one run share."""

    todo: deque[Case]
    results: dict[str, Result] = field(default_factory=dict)
    incidents: list[Incident] = field(default_factory=list)
    hello: Hello | None = None
    refusal: str = ""
    began: float = 0.0
    error: BaseException | None = None


def run_suite(
    suite: Suite,
    label: str,
    connect: Callable[[], Connection],
    settings: Settings | None = None,
    watch: Callable[[Mapping[str, Result]], None] | None = None,
) -> Run:
    """Run a suite against what `connect` starts; `label` names it in reports.

    `watch` is called with the results so far, from the threads of the run. Raises HazariError
    if nothing can be started.
    """
    settings = settings or Settings()
    shared = _Shared(deque(suite.cases))
    jobs = max(1, min(settings.jobs, len(suite.cases)))
    lanes = [_Lane(suite, connect, settings, shared, watch) for _ in range(jobs)]
    threads = [threading.Thread(target=lane.guarded, daemon=True) for lane in lanes]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    finally:
        for lane in lanes:
            lane.stop()
    if shared.error is not None:
        raise shared.error
    for case in suite.cases:
        if case.id not in shared.results:
            why = shared.refusal or "the run ended before"
            shared.results[case.id] = Result(case, Status.NOT_RUN, message=why)
    return Run(
        suite,
        label,
        shared.hello,
        tuple(shared.results[case.id] for case in suite.cases),
        tuple(shared.incidents),
        time.monotonic() - (shared.began or begin),
        shared.refusal,
    )


class Prober:
    """An implementation that is asked one case after the other, for other test runners."""

    def __init__(
        self, suite: Suite, connect: Callable[[], Connection], settings: Settings | None = None
    ) -> None:
        self._settings = settings or Settings()
        self._shared = _Shared(deque())
        self._lane = _Lane(suite, connect, self._settings, self._shared, None)

    def ask(self, case: Case) -> Result:
        """What comes of this case; it is not run if the implementation takes none."""
        if not self._shared.refusal:
            self._shared.todo.append(case)
            try:
                self._lane.run()
            except RefusedError as refusal:
                self._shared.refusal = str(refusal)
        found = self._shared.results.get(case.id)
        return found or Result(case, Status.NOT_RUN, message=self._shared.refusal)

    def close(self) -> None:
        """Let the implementation go."""
        self._lane.stop()


class _Lane:
    """One implementation at work on cases that it takes from those that are left."""

    def __init__(
        self,
        suite: Suite,
        connect: Callable[[], Connection],
        settings: Settings,
        shared: _Shared,
        watch: Callable[[Mapping[str, Result]], None] | None,
    ) -> None:
        self._suite = suite
        self._rules = suite.preamble()[1]["input"]
        self._connect = connect
        self._settings = settings
        self._shared = shared
        self._watch = watch
        self._until = 0.0
        self._schema = AnswerSchema() if settings.strict else None
        self._link: Connection | None = None
        self._waiting: dict[str, Case] = {}
        self._suspects: deque[Case] = deque()
        self._blamed: dict[str, int] = {}
        self._answered: set[str] = set()
        self._in_a_row = 0
        self._extra = 0

    def guarded(self) -> None:
        """Run, and keep what cannot be dealt with here for the thread that waits."""
        try:
            self.run()
        except RefusedError as refusal:
            self._shared.hello = self._shared.hello or refusal.hello
            self._shared.refusal = str(refusal)
        except BaseException as error:
            self._shared.error = error
        finally:
            self.stop()

    def stop(self) -> None:
        """Let the implementation go."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def run(self) -> None:
        """Ask all that is to be asked; raises RefusedError if no case is taken."""
        self._until = time.monotonic() + self._settings.run_seconds
        while self._suspects or self._waiting or self._shared.todo:
            if time.monotonic() > self._until:
                self._give_up("the time for the whole run was up")
                return
            try:
                link = self._link or self._begin()
                self._fill(link)
                if self._waiting:
                    self._take(link.receive(self._patience()))
            except FaultError as fault:
                self._blame(fault)
            if self._in_a_row >= _GIVE_UP_AFTER:
                self._give_up(f"given up after {self._in_a_row} faults in a row")
                return

    def _begin(self) -> Connection:
        left = max(0.01, self._until - time.monotonic())
        self._link, hello = shake_hands(
            self._suite, self._connect, self._settings.case_seconds, left, self._schema
        )
        self._answered.clear()
        self._extra = 0
        self._shared.hello = hello
        self._shared.began = self._shared.began or time.monotonic()
        return self._link

    def _patience(self) -> float:
        return max(0.01, min(self._settings.case_seconds, self._until - time.monotonic()))

    def _fill(self, link: Connection) -> None:
        """Send as many cases as may be on their way; after a fault one at a time."""
        if self._suspects:
            if not self._waiting:
                self._send(link, [self._suspects.popleft()])
            return
        room = _WINDOW if link.pipelined else 1
        if len(self._waiting) > room // 2:
            return
        taken: list[Case] = []
        while len(self._waiting) + len(taken) < room:
            try:
                case = self._shared.todo.popleft()
            except IndexError:
                break
            hello = self._shared.hello
            if hello is not None and case.op not in hello.operations:
                self._record(Result(case, Status.SKIPPED, message=f"'{case.op}' is not supported"))
            else:
                taken.append(case)
        if taken:
            self._send(link, taken)

    def _send(self, link: Connection, cases: Iterable[Case]) -> None:
        rules = {"rules": self._rules} if link.brings_rules else {}
        lines = []
        for case in cases:
            self._waiting[case.id] = case
            lines.append(line_of({**case.message(), **rules}))
        link.send(lines)

    def _take(self, lines: list[str]) -> None:
        for i, line in enumerate(lines):
            if not line.strip():
                continue
            try:
                id_, answer = read_answer(line)
            except AnswerError as error:
                if len(lines) - i > _FLOOD and _hopeless(lines[i:]):
                    message = f"a flood of lines that are no answers, first {shown(line)}"
                    raise FaultError(Fault.FLOOD, message) from None
                raise FaultError(Fault.GARBAGE, f"{error}: {shown(line)}") from None
            if id_ in self._waiting:
                case = self._waiting.pop(id_)
                self._answered.add(id_)
                self._in_a_row = 0
                self._record(self._judged(case, answer))
            else:
                self._unexpected(id_)

    def _unexpected(self, id_: str) -> None:
        """An answer to what is not being asked: to an answered case, or to none at all."""
        if id_ not in self._answered:
            message = f"an answer to {shown(id_)}, which was not asked"
            raise FaultError(Fault.WRONG_ID, message)
        self._extra += 1
        message = "it was answered more than once"
        case = self._shared.results[id_].case
        self._record(Result(case, Status.FAULT, fault=Fault.DUPLICATE, message=message))
        if self._extra > _DUPLICATES:
            raise FaultError(Fault.FLOOD, f"{self._extra} answers to cases answered before")

    def _judged(self, case: Case, answer: Answer) -> Result:
        if answer.kind is AnswerKind.SKIP:
            return Result(case, Status.SKIPPED, answer, message=str(answer.value))
        if answer.kind is AnswerKind.ERROR:
            return Result(case, Status.ERROR, answer, message=str(answer.value))
        if self._schema is not None and (wrong := self._schema.problem(case.op, case.id, answer)):
            return Result(case, Status.FAILED, answer, message=f"not as the protocol says: {wrong}")
        right = any(outcome.accepts(answer) for outcome in case.expect)
        return Result(case, Status.PASSED if right else Status.FAILED, answer)

    def _blame(self, fault: FaultError) -> None:
        """Blame the oldest unanswered case; what was unanswered is asked again, one by one."""
        unanswered = list(self._waiting.values())
        oldest = unanswered[0] if unanswered else None
        stderr = tuple(self._link.stderr()) if self._link else ()
        id_ = oldest.id if oldest else ""
        self._shared.incidents.append(Incident(fault.fault, fault.message, id_, stderr))
        self.stop()
        self._waiting.clear()
        if oldest is not None:
            self._blamed[oldest.id] = self._blamed.get(oldest.id, 0) + 1
            if self._blamed[oldest.id] > 1:
                self._in_a_row += 1
                unanswered.pop(0)
                self._record(Result(oldest, Status.FAULT, fault=fault.fault, message=fault.message))
        self._suspects.extendleft(reversed(unanswered))

    def _record(self, result: Result) -> None:
        self._shared.results[result.case.id] = result
        if self._watch is not None:
            self._watch(self._shared.results)

    def _give_up(self, why: str) -> None:
        left = [*self._suspects, *self._waiting.values()]
        while self._shared.todo:
            left.append(self._shared.todo.popleft())
        for case in left:
            self._record(Result(case, Status.NOT_RUN, message=why))
        self._suspects.clear()
        self._waiting.clear()


def _hopeless(lines: Iterable[str]) -> bool:
    """Whether none of these lines is an answer."""
    for line in lines:
        try:
            read_answer(line)
        except AnswerError:
            continue
        return False
    return True
