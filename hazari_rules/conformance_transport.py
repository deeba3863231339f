"""The way to an implementation under test and back: processes, HTTP, one process for a case.

A transport only carries lines. What goes wrong on the way is told apart here (`Fault`); what it
means for a case is for `conformance_runner` to say.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import IO, Protocol

from hazari_rules.errors import HazariError

MAX_LINE = 1024 * 1024
_CHUNK = 64 * 1024
_QUEUED = 64
_STDERR_KEPT = 20


class Fault(StrEnum):
    """What can go wrong between the runner and an implementation; none of it is an answer."""

    CRASH = "crash"
    TIMEOUT = "timeout"
    CLOSED_PIPE = "closed-pipe"
    GARBAGE = "garbage"
    FLOOD = "flood"
    NOT_UTF8 = "not-utf8"
    PARTIAL_LINE = "partial-line"
    TOO_LONG = "line-too-long"
    WRONG_ID = "wrong-id"
    DUPLICATE = "second-answer"
    NO_CONNECTION = "no-connection"


class FaultError(Exception):
    """A fault, with what was seen of it."""

    def __init__(self, fault: Fault, message: str) -> None:
        self.fault = fault
        self.message = message
        super().__init__(message)


class Connection(Protocol):
    """One implementation that is running; lines go out and come back."""

    pipelined: bool
    """Whether further lines may be sent before the first is answered."""

    brings_rules: bool
    """Whether each message must bring the rules along."""

    def send(self, lines: Sequence[str]) -> None:
        """Send lines; does not wait for anything."""

    def receive(self, seconds: float) -> list[str]:
        """The lines that have come, at least one; raises FaultError, also if none comes in time."""

    def stderr(self) -> list[str]:
        """The last lines that the implementation wrote to its standard error."""

    def close(self) -> None:
        """End it, whatever it is doing."""


class ProcessConnection:
    """A process that reads lines and writes lines.

    Three threads carry bytes, so that no full pipe can block the runner. The queue of what
    came is bounded: a process that floods waits until the runner has looked at it.
    """

    pipelined = True
    brings_rules = False

    def __init__(self, command: Sequence[str]) -> None:
        self._process = start(command)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.Queue[bytes] = queue.Queue(_QUEUED)
        self._errors: deque[str] = deque(maxlen=_STDERR_KEPT)
        self._closing = threading.Event()
        self._rest = b""
        self._unread: list[bytes] = []
        self._write_failed = False
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        for work, pipe in (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._read_errors, self._process.stderr),
        ):
            threading.Thread(target=work, args=(pipe,), daemon=True).start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            while (data := self._outgoing.get()) is not None:
                pipe.write(data)
                pipe.flush()
            pipe.close()
        except (OSError, ValueError):
            self._write_failed = True

    def _read(self, pipe: IO[bytes]) -> None:
        data = b"."
        while data and not self._closing.is_set():
            try:
                data = os.read(pipe.fileno(), _CHUNK)
            except (OSError, ValueError):
                data = b""
            while not self._closing.is_set():
                try:
                    self._incoming.put(data, timeout=0.2)
                    break
                except queue.Full:
                    continue
        pipe.close()

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(2_000):
                self._errors.append(line.decode("utf-8", "replace").rstrip())

    def finish(self) -> None:
        """Close its standard input once everything is sent."""
        self._outgoing.put(None)

    def send(self, lines: Sequence[str]) -> None:
        """Hand lines to the writing thread."""
        if self._write_failed and self._process.poll() is None:
            raise FaultError(Fault.CLOSED_PIPE, "it closed its standard input but runs on")
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, seconds: float) -> list[str]:
        """The whole lines that have come; waits for one."""
        if self._unread:
            lines, self._unread = self._unread, []
            return self._texts(lines)
        until = time.monotonic() + seconds
        while True:
            try:
                data = self._incoming.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self._refuse_silence(seconds)
            if not data:
                raise self._end()
            self._rest += data
            *lines, self._rest = self._rest.split(b"\n")
            if len(self._rest) > MAX_LINE:
                raise FaultError(
                    Fault.TOO_LONG,
                    f"a line of more than {MAX_LINE} bytes, beginning {shown(self._rest)}",
                )
            if lines:
                return self._texts(lines)

    def _texts(self, lines: Sequence[bytes]) -> list[str]:
        """The lines as text; what is none is raised once the lines before it are read."""
        texts: list[str] = []
        for i, line in enumerate(lines):
            try:
                texts.append(text_of(line))
            except FaultError:
                if not texts:
                    raise
                self._unread = list(lines[i:])
                break
        return texts

    def _refuse_silence(self, seconds: float) -> None:
        if self._write_failed and self._process.poll() is None:
            raise FaultError(Fault.CLOSED_PIPE, "it closed its standard input but runs on")
        begun = f"; the line begun is {shown(self._rest)}" if self._rest else ""
        raise FaultError(
            Fault.TIMEOUT,
            f"no answer within {seconds:.3g} s{begun} (is each answer flushed?)",
        )

    def _end(self) -> FaultError:
        """Why the process has closed its standard output."""
        try:
            code: int | None = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            code = None
        if self._rest.strip():
            ended = "ran on" if code is None else f"ended {exit_words(code)}"
            return FaultError(
                Fault.PARTIAL_LINE, f"a line without an end: {shown(self._rest)}; it then {ended}"
            )
        if code is None:
            return FaultError(Fault.CLOSED_PIPE, "it closed its standard output but runs on")
        return FaultError(Fault.CRASH, f"it ended {exit_words(code)}")

    def stderr(self) -> list[str]:
        """The last lines of standard error."""
        return list(self._errors)

    def close(self) -> None:
        """Let the process go, and whatever it has started."""
        self._closing.set()
        self._outgoing.put(None)
        kill(self._process)


class OneShotConnection:
    """A new process for each line, which is all that it gets to read."""

    pipelined = False
    brings_rules = True

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._line = ""
        self._errors: list[str] = []

    def send(self, lines: Sequence[str]) -> None:
        """Keep the line until its answer is asked for."""
        (self._line,) = lines

    def receive(self, seconds: float) -> list[str]:
        """Start a process for the line and read its answer."""
        one = ProcessConnection(self._command)
        try:
            one.send([self._line])
            one.finish()
            return one.receive(seconds)
        finally:
            self._errors = [*self._errors, *one.stderr()][-_STDERR_KEPT:]
            one.close()

    def stderr(self) -> list[str]:
        """The last lines of standard error."""
        return self._errors

    def close(self) -> None:
        """Nothing runs between the cases."""


class HttpConnection:
    """A server: each line is the body of a POST request, its answer that of the response."""

    pipelined = False
    brings_rules = False

    def __init__(self, url: str) -> None:
        self._url = url
        self._line = ""

    def send(self, lines: Sequence[str]) -> None:
        """Keep the line until its answer is asked for."""
        (self._line,) = lines

    def receive(self, seconds: float) -> list[str]:
        """Post the line and read the answer."""
        from http.client import HTTPException  # noqa: PLC0415 - only where a server is tested
        from urllib.error import HTTPError, URLError  # noqa: PLC0415
        from urllib.request import Request, urlopen  # noqa: PLC0415

        headers = {"Content-Type": "application/json"}
        request = Request(self._url, self._line.encode(), headers)
        try:
            with urlopen(request, timeout=seconds) as response:
                body = response.read(MAX_LINE + 1)
        except HTTPError as error:
            raise FaultError(Fault.CRASH, f"the server answered {error.code}") from None
        except TimeoutError:
            raise FaultError(Fault.TIMEOUT, f"no answer within {seconds:.3g} s") from None
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise FaultError(Fault.TIMEOUT, f"no answer within {seconds:.3g} s") from None
            raise FaultError(Fault.NO_CONNECTION, f"no connection: {error.reason}") from None
        except (HTTPException, OSError) as error:
            raise FaultError(Fault.CRASH, f"the connection broke: {error}") from None
        if len(body) > MAX_LINE:
            raise FaultError(Fault.TOO_LONG, f"an answer of more than {MAX_LINE} bytes")
        lines = [text_of(line) for line in body.splitlines() if line.strip()]
        if not lines:
            raise FaultError(Fault.GARBAGE, "an empty answer")
        return lines

    def stderr(self) -> list[str]:
        """A server has none here."""
        return []

    def close(self) -> None:
        """The server is somebody else's and runs on."""


def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command in a process group of its own; raises HazariError if it cannot be."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise HazariError(
            f"cannot start '{command[0]}': {error.strerror}; give a command that runs here"
        ) from None


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def text_of(line: bytes) -> str:
    """A line as text; raises FaultError if it is none."""
    if len(line) > MAX_LINE:
        raise FaultError(Fault.TOO_LONG, f"a line of {len(line)} bytes, beginning {shown(line)}")
    try:
        return line.decode("utf-8").rstrip("\r")
    except UnicodeDecodeError:
        raise FaultError(Fault.NOT_UTF8, f"a line that is not UTF-8: {shown(line)}") from None


def shown(line: bytes | str, most: int = 60) -> str:
    """The beginning of a line, with what cannot be printed escaped."""
    text = line.decode("utf-8", "backslashreplace") if isinstance(line, bytes) else line
    return ascii(text) if len(text) <= most else f"{text[:most]!a}..."


def exit_words(code: int) -> str:
    """How a process ended, in words.

    >>> exit_words(-9), exit_words(0)
    ('by signal SIGKILL', 'with exit code 0 while answers were due')
    """
    if code < 0:
        try:
            return f"by signal {signal.Signals(-code).name}"
        except ValueError:
            return f"by signal {-code}"
    return f"with exit code {code}" + ("" if code else " while answers were due")
