"""YAML (and so JSON) text to plain data with positions, within stated limits.

Only null, true/false, decimal integers and text exist; map keys are text. Anchors, aliases,
tags, duplicate keys, several documents and anything over the limits are findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import yaml

from hazari_rules.errors import Finding, FindingsError, HazariError, Span
from hazari_rules.syntax import syntax_finding

_ONE_FILE = "write one file for each, without '---'"
_WRITE_OUT = "write out what it stands for, or put the text in quotes"
_RIGHT = "is it the right file?"
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,15})")
_WORDS: Mapping[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}
# Besides control characters those that YAML, but no editor, takes for the end of a line.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
# White space that looks like indentation and is none.
_NO_SPACE = re.compile("^ *([\u00a0\u1680\u2000-\u200f\u202f\u205f\u3000])", re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a document may be; a variant file needs a small part of it."""

    bytes: int = 256 * 1024
    depth: int = 24
    nodes: int = 20_000


VARIANT_LIMITS = Limits()
RECORD_LIMITS = Limits(bytes=16 * 1024 * 1024, depth=24, nodes=2_000_000)


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document with the place where it stands, and that of its key in a map."""

    value: Any
    span: Span
    key_span: Span | None = None

    def plain(self) -> Any:
        """The value as ordinary Python data."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def at(self, path: Sequence[str | int]) -> Node:
        """The node at this path, or the nearest one above it that exists."""
        node = self
        for step in path:
            value = node.value
            if isinstance(value, list):
                inside = isinstance(step, int) and step < len(value)
            else:
                inside = isinstance(value, dict) and step in value
            if not inside:
                break
            node = value[step]
        return node

    def walk(self, pointer: str = "") -> Iterator[tuple[str, Node]]:
        """Every node with its JSON pointer, this one first."""
        yield pointer, self
        if isinstance(self.value, dict):
            for key, node in self.value.items():
                yield from node.walk(f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
        elif isinstance(self.value, list):
            for i, node in enumerate(self.value):
                yield from node.walk(f"{pointer}/{i}")


@dataclass(frozen=True, slots=True)
class Source:
    """A text with its name, for findings and their marked lines."""

    name: str
    text: str

    def line(self, number: int) -> str | None:
        """One line by its number from 1, or None past the end."""
        lines = self.lines()
        return lines[number - 1] if 0 < number <= len(lines) else None

    def lines(self) -> list[str]:
        """All lines without their ends; a text that ends a line has an empty one after it."""
        return _LINE_END.split(self.text)


def read_source(name: str, raw: bytes, limits: Limits = VARIANT_LIMITS) -> Source:
    """Decode a file's bytes; raises FindingsError if they are too many or not text."""
    if len(raw) > limits.bytes:
        message = f"the file has more than {limits.bytes:,} bytes"
        _refuse("too-large", message, Span(name, 1, 1, 1, 1), _RIGHT)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        span = _at_end(name, raw[: error.start].decode("utf-8-sig"))
        if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            _refuse("not-text", "the file is UTF-16 text, not UTF-8", span, "save it as UTF-8")
        message = f"the byte 0x{raw[error.start]:02X} is no UTF-8 text"
        _refuse("not-text", message, span, "save the file as UTF-8 text")
    if found := _FORBIDDEN.search(text):
        span = _at_end(name, text[: found.start()])
        message = f"the invisible character U+{ord(found[0]):04X} cannot stand in this file"
        utf16 = "save the file as UTF-8, not UTF-16" if found[0] == "\0" else ""
        _refuse("not-text", message, span, utf16 or "take it out, or write the line anew")
    if found := _NO_SPACE.search(text):
        span = _at_end(name, text[: found.start(1)])
        message = f"the space U+{ord(found[1]):04X} cannot indent a line"
        _refuse("not-text", message, span, "indent with ordinary spaces")
    return Source(name, text)


def _at_end(name: str, before: str) -> Span:
    """The place of the character after this text."""
    lines = _LINE_END.split(before)
    line, column = len(lines), len(lines[-1]) + 1
    return Span(name, line, column, line, column + 1)


def parse(source: Source, limits: Limits = VARIANT_LIMITS, first: str = "spec: 1") -> Node:
    """Read one YAML document; `first` is how a file begins that is meant to be here.

    Raises FindingsError with the first thing that is no YAML of this language.

    >>> parse(Source("x.yaml", "total: 380")).plain()
    {'total': 380}
    """
    try:
        return _Reader(source.name, limits, first).read(source.text)
    except yaml.MarkedYAMLError as error:
        raise FindingsError([syntax_finding(error, source.name, source.lines())]) from None
    except yaml.YAMLError as error:
        message = f"not YAML: {str(error).splitlines()[0]}"
        _refuse("yaml-syntax", message, Span(source.name, 1, 1, 1, 1))


class _Reader:
    """Builds nodes from parser events: nothing is expanded and the stack is our own."""

    def __init__(self, name: str, limits: Limits, first: str) -> None:
        self._name = name
        self._limits = limits
        self._first = first
        self._nodes = 0
        self._open: list[_Collection] = []
        self._root: Node | None = None
        self._end: Any = None

    def read(self, text: str) -> Node:
        documents = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._fail(
                        event, "several-documents", "a second document starts here", _ONE_FILE
                    )
            elif isinstance(event, yaml.AliasEvent):
                self._fail(event, "anchor", f"aliases are not read: *{event.anchor}", _WRITE_OUT)
            elif isinstance(event, yaml.NodeEvent):
                self._node(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close(event)
        if self._root is None or self._root.value is None:
            message = "the file is empty"
            hint = f"write 'key: value' lines, the first one '{self._first}'"
            _refuse("empty", message, Span(self._name, 1, 1, 1, 1), hint)
        return self._root

    def _node(self, event: yaml.NodeEvent) -> None:
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._fail(event, "too-many-values", f"more than {self._limits.nodes:,} values", _RIGHT)
        if event.anchor is not None:
            self._fail(event, "anchor", f"anchors are not read: &{event.anchor}", _WRITE_OUT)
        if (tag := getattr(event, "tag", None)) is not None:
            written = tag.replace("tag:yaml.org,2002:", "!!")
            self._fail(event, "tag", f"tags are not read: {written}", "take it out")
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        else:
            if self._open and self._open[-1].awaits_key:
                self._fail(event, "bad-key", "a key must be text", "is a '{' or '[' misplaced?")
            if len(self._open) >= self._limits.depth:
                message = f"nested more than {self._limits.depth} deep"
                self._fail(event, "too-deep", message, "is a bracket repeated?")
            value: dict[str, Node] | list[Node] = (
                {} if isinstance(event, yaml.MappingStartEvent) else []
            )
            self._open.append(_Collection(value, event))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        span = _span(self._name, event.start_mark, event.end_mark)
        self._end = event.end_mark
        parent = self._open[-1] if self._open else None
        if found := _FORBIDDEN.search(event.value):
            message = f"the invisible character U+{ord(found[0]):04X} cannot stand in a text"
            self._fail(event, "not-text", message, "take it out")
        if parent and parent.awaits_key:
            if event.value in parent.value:
                assert isinstance(parent.value, dict)
                first = parent.value[event.value].key_span
                message = f"the key '{event.value}' is there twice"
                message += f", first on line {first.line}" if first else ""
                self._fail(event, "duplicate-key", message, "keep one of them")
            parent.key, parent.key_span = event.value, span
            return
        key_span = parent.key_span if parent else None
        empty = (span.line, span.column) == (span.end_line, span.end_column)
        # Nothing is there to point at, so the key that has no value is.
        self._add(Node(_value(event), key_span or span if empty else span, key_span))

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self._open.pop()
        # The parser ends a block where the next thing starts, maybe many lines below.
        self._end = event.end_mark if done.flow else self._end
        span = _span(self._name, done.start, self._end)
        self._add(Node(done.value, span, self._open[-1].key_span if self._open else None))

    def _add(self, node: Node) -> None:
        if not self._open:
            self._root = node
        else:
            self._open[-1].add(node)

    def _fail(self, event: yaml.Event, id_: str, message: str, hint: str = "") -> NoReturn:
        _refuse(id_, message, _span(self._name, event.start_mark, event.end_mark), hint)


class _Collection:
    """A map or list that is still open."""

    __slots__ = ("flow", "key", "key_span", "start", "value")

    def __init__(self, value: dict[str, Node] | list[Node], event: yaml.Event) -> None:
        self.value = value
        self.start = event.start_mark
        self.flow = bool(getattr(event, "flow_style", False))
        self.key: str | None = None
        self.key_span: Span | None = None

    @property
    def awaits_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None

    def add(self, node: Node) -> None:
        if isinstance(self.value, list):
            self.value.append(node)
        else:
            assert self.key is not None
            self.value[self.key] = node
            self.key = self.key_span = None


def _value(event: yaml.ScalarEvent) -> Any:
    if not event.implicit[0]:
        return event.value
    if event.value in _WORDS:
        return _WORDS[event.value]
    return int(event.value) if _INTEGER.fullmatch(event.value) else event.value


def _span(name: str, start: Any, end: Any) -> Span:
    return Span(name, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _refuse(id_: str, message: str, span: Span, hint: str = "") -> NoReturn:
    raise FindingsError((Finding(id_, message, span, hint=hint),))


def node_from(data: Any, span: Span) -> Node:
    """Plain data as nodes that all stand at one place."""
    if isinstance(data, Mapping):
        return Node({str(key): node_from(item, span) for key, item in data.items()}, span, span)
    if isinstance(data, list | tuple):
        return Node([node_from(item, span) for item in data], span, span)
    if data is None or isinstance(data, str | int):
        return Node(data, span, span)
    raise HazariError(f"a document holds text, whole numbers, lists and maps; not {data!r}")
