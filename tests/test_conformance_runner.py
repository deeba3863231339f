"""The runner against programs that misbehave: each fault is called by its name, none passes."""

import json
import os
import random
import signal
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hazari_rules.builtin import vocabulary
from hazari_rules.conformance_cases import CaseFilter
from hazari_rules.conformance_runner import (
    Result,
    Run,
    Settings,
    Status,
    run_suite,
)
from hazari_rules.conformance_serve import Server
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.conformance_transport import (
    Connection,
    Fault,
    HttpConnection,
    OneShotConnection,
    ProcessConnection,
)
from hazari_rules.errors import HazariError
from hazari_rules.loading import Loader
from tests.conformance_programs import program

LOADER = Loader.shipped()
WHOLE = suite_of(LOADER.load("hazari"), LOADER.resolver.library, "hazari")
POINTS = Suite(WHOLE.variant, 0, tuple(case for case in WHOLE.cases if case.op == "points"))
ONE = "points.7-1"
QUICK = Settings(case_seconds=0.4)


def run(
    manner: str = "", where: str = ONE, suite: Suite = POINTS, settings: Settings | None = None
) -> Run:
    command = program(manner, where)
    return run_suite(suite, "small", lambda: ProcessConnection(command), settings or Settings())


def of(finished: Run, id_: str) -> Result:
    return next(result for result in finished.results if result.case.id == id_)


def sound(finished: Run) -> bool:
    """Every case has one result, in the order of the suite."""
    return [r.case.id for r in finished.results] == [c.id for c in finished.suite.cases]


def test_a_right_program_passes_and_says_who_it_is() -> None:
    finished = run()
    assert finished.count(Status.PASSED) == len(POINTS.cases) > 20
    assert str(finished.hello) == "small 1 (Python)"
    assert sound(finished)
    assert not finished.incidents


@pytest.mark.parametrize(
    ("manner", "fault", "said"),
    [
        ("crash", Fault.CRASH, "exit code 3"),
        ("killed", Fault.CRASH, "SIGKILL"),
        ("quits", Fault.CRASH, "exit code 0 while answers were due"),
        ("hang", Fault.TIMEOUT, "no answer within"),
        ("garbage", Fault.GARBAGE, "thinking..."),
        ("flood", Fault.FLOOD, "flood of lines"),
        ("huge", Fault.TOO_LONG, "a line of"),
        ("endless", Fault.TOO_LONG, "a line of more than"),
        ("wrong-id", Fault.WRONG_ID, "somebody.else"),
        ("partial", Fault.PARTIAL_LINE, "a line without an end"),
        ("not-utf8", Fault.NOT_UTF8, "not UTF-8"),
        ("closes-output", Fault.CLOSED_PIPE, "closed its standard output"),
        ("array", Fault.GARBAGE, "no object"),
        ("bare", Fault.GARBAGE, "an answer has one of"),
        ("both", Fault.GARBAGE, "an answer has one of"),
        ("twice", Fault.DUPLICATE, "more than once"),
    ],
)
def test_a_fault_is_called_by_its_name_and_costs_one_case(
    manner: str, fault: Fault, said: str
) -> None:
    finished = run(manner, settings=QUICK)
    failed = of(finished, ONE)
    assert (failed.status, failed.fault) == (Status.FAULT, fault)
    assert said in failed.message
    assert finished.count(Status.PASSED) == len(POINTS.cases) - 1
    assert sound(finished)


def test_a_program_that_closes_its_input_is_not_taken_for_slow() -> None:
    finished = run("closes-input", settings=QUICK)
    failed = of(finished, ONE)
    assert failed.status is Status.FAULT
    assert failed.fault in (Fault.CLOSED_PIPE, Fault.TIMEOUT)
    assert finished.count(Status.PASSED) == len(POINTS.cases) - 1


def test_what_was_on_standard_error_is_kept_with_the_incident() -> None:
    finished = run("crash")
    assert {i.case for i in finished.incidents} == {ONE}
    assert finished.incidents[0].stderr == ("out of cards",)


def test_a_program_that_always_dies_is_given_up_and_nothing_passes() -> None:
    finished = run("crash", "always")
    assert finished.count(Status.PASSED) == 0
    assert finished.count(Status.FAULT) == 20
    assert of(finished, POINTS.cases[-1].id).message == "given up after 20 faults in a row"
    assert sound(finished)


@pytest.mark.parametrize(
    ("manner", "status", "message"),
    [
        ("error", Status.ERROR, "no idea"),
        ("skip", Status.SKIPPED, "not built"),
        ("wrong", Status.FAILED, ""),
        ("text", Status.FAILED, ""),
        ("spaced", Status.PASSED, ""),
        ("more", Status.PASSED, ""),
    ],
)
def test_answers_are_told_apart(manner: str, status: Status, message: str) -> None:
    result = of(run(manner), ONE)
    assert (result.status, result.message) == (status, message)


def test_the_strict_protocol_looks_at_every_part_of_an_answer() -> None:
    finished = run("more", settings=Settings(strict=True))
    assert of(finished, ONE).status is Status.FAILED
    assert "'extra' was unexpected" in of(finished, ONE).message
    assert finished.count(Status.PASSED) == len(POINTS.cases) - 1


def test_answers_may_come_in_any_order() -> None:
    whole_fives = Suite(POINTS.variant, 0, POINTS.cases[: len(POINTS.cases) // 5 * 5])
    finished = run("held", suite=whole_fives, settings=QUICK)
    assert finished.count(Status.PASSED) == len(whole_fives.cases)


def test_operations_that_are_not_supported_are_skipped_without_being_sent() -> None:
    suite = WHOLE.only(CaseFilter(ids=("points.7-1", "ties.*")))
    finished = run(suite=suite)
    assert finished.count(Status.PASSED) == 1
    assert of(finished, "ties.three-equal").status is Status.SKIPPED


@pytest.mark.parametrize(
    ("manner", "where", "said"),
    [
        ("crash", "hello", "crash, it ended with exit code 3; it wrote to standard error: 'out"),
        ("garbage", "hello", "garbage"),
        ("wrong", "hello", "it speaks protocol None"),
        ("skip", "rules", "it does not take the rules: skip, not built"),
        ("error", "rules", "it does not take the rules: error, no idea"),
    ],
)
def test_a_program_that_gets_nowhere_is_refused_with_the_reason(
    manner: str, where: str, said: str
) -> None:
    finished = run(manner, where)
    assert said in finished.refusal
    assert finished.count(Status.NOT_RUN) == len(POINTS.cases)
    assert finished.answered == 0


def test_a_misspelt_operation_in_hello_is_named_with_the_nearest() -> None:
    words = [word.replace('["points"]', '["points", "clasify"]') for word in program()]
    finished = run_suite(POINTS, "small", lambda: ProcessConnection(words))
    assert finished.refusal == ("hello names the operation 'clasify'; did you mean 'classify'?")


def test_a_program_that_says_no_hello_is_waited_for_no_longer_than_the_run_lasts() -> None:
    finished = run("hang", "hello", settings=Settings(case_seconds=0.1, run_seconds=0.3))
    assert "no answer within 0.3 s" in finished.refusal


def test_a_command_that_does_not_exist_is_wrong_use() -> None:
    with pytest.raises(HazariError, match="cannot start '/no/such/program'"):
        run_suite(POINTS, "none", lambda: ProcessConnection(["/no/such/program"]))


def test_the_time_of_the_whole_run_is_limited() -> None:
    finished = run("hang", "always", settings=Settings(case_seconds=5, run_seconds=0.5))
    assert finished.count(Status.NOT_RUN) >= len(POINTS.cases) - 1
    assert finished.count(Status.PASSED) == 0
    assert sound(finished)


def test_several_copies_share_the_cases_and_the_order_of_results_stays() -> None:
    server = [*program()[:4], "from hazari_rules.cli import main; main()", "conformance", "serve"]
    server.remove("-S")
    finished = run_suite(WHOLE, "us", lambda: ProcessConnection(server), Settings(jobs=2))
    assert finished.count(Status.PASSED) == len(WHOLE.cases)
    assert sound(finished)


def test_one_process_for_each_case() -> None:
    suite = POINTS.only(CaseFilter(ids=("points.?-1",)))
    for manner, where, passed in (("", "", 12), ("crash", ONE, 11)):
        command = program(manner, where)
        finished = run_suite(suite, "small", partial(OneShotConnection, command))
        assert finished.count(Status.PASSED) == passed == len(suite.cases) - bool(manner)


def test_fifty_kills_at_random_moments_lose_nothing() -> None:
    rng, killed = random.Random(1), set[int]()
    links: list[ProcessConnection] = []

    def connect() -> Connection:
        links.append(ProcessConnection(program()))
        return links[-1]

    def watch(results: Mapping[str, Result]) -> None:
        if links[-1].pid not in killed and rng.random() < 0.7:
            killed.add(links[-1].pid)
            os.kill(links[-1].pid, signal.SIGKILL)

    for _ in range(200):
        finished = run_suite(POINTS, "killed", connect, Settings(), watch)
        assert sound(finished)
        assert finished.count(Status.PASSED) == len(POINTS.cases)
        if len(killed) >= 50:
            break
    assert len(killed) >= 50


class _Handler(BaseHTTPRequestHandler):
    server_side = Server(vocabulary())

    def do_POST(self) -> None:
        line = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/broken" and '"op":"points"' in line:
            self.send_error(500)
            return
        body = b"" if self.path == "/empty" else self.server_side.reply(line).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def server() -> Iterator[str]:
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


def test_a_server_is_tested_over_http(server: str) -> None:
    finished = run_suite(POINTS, "http", lambda: HttpConnection(f"{server}/"))
    assert finished.count(Status.PASSED) == len(POINTS.cases)
    broken = run_suite(POINTS, "http", lambda: HttpConnection(f"{server}/broken"))
    assert {(r.status, r.message) for r in broken.results[:20]} == {
        (Status.FAULT, "the server answered 500")
    }
    empty = run_suite(POINTS, "http", lambda: HttpConnection(f"{server}/empty"))
    assert "an empty answer" in empty.refusal


def test_no_server_at_all(server: str) -> None:
    gone = run_suite(POINTS, "http", lambda: HttpConnection("http://127.0.0.1:9/"))
    assert "no connection" in gone.refusal


def test_the_server_side_survives_what_is_no_message() -> None:
    side = Server(vocabulary())
    for line in (
        "x",
        "[]",
        "{}",
        '{"id": 1}',
        '{"id": "a", "op": "none", "input": {}}',
        "[" * 9999,
    ):
        assert "error" in json.loads(side.reply(line))
    assert "error" in json.loads(side.reply('{"id": "rules", "op": "rules", "input": {"a": 1}}'))
