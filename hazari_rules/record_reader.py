"""Reading match records: strict, with every finding at its place in the file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card, parse_arrangement, parse_card, parse_group
from hazari_rules.documents import RECORD_LIMITS, Node, Source, parse, read_source
from hazari_rules.errors import Finding, FindingsError, HazariError, NotationError, Span
from hazari_rules.events import Ending
from hazari_rules.filekinds import FileKind, refuse_other
from hazari_rules.record import (
    Claim,
    Record,
    RecordedDeal,
    RecordedRound,
    RecordedRules,
    Steps,
    finding_at,
    name_problem,
)
from hazari_rules.schema import shipped_schema
from hazari_rules.validation import in_file_order, pointer_of, schema_findings

STDIN = "-"

T = TypeVar("T")


def record_source(path: str) -> Source:
    """The text of a record file, or of standard input for "-".

    Raises FindingsError if it is too large or no text, HazariError if it cannot be read.
    """
    limit = RECORD_LIMITS.bytes + 1
    if path == STDIN:
        return read_source("<stdin>", sys.stdin.buffer.read(limit), RECORD_LIMITS)
    try:
        with Path(path).open("rb") as stream:
            return read_source(path, stream.read(limit), RECORD_LIMITS)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise HazariError(f"cannot read '{path}': {why}") from None


def read_record(source: Source) -> Record:
    """Read a record, YAML or JSON.

    Raises FindingsError with everything that cannot be read: stage by stage, first syntax,
    then the schema, then what each seat and card says.

    >>> sheet = "{record: 1, rules: {id: hazari}, seats: [A, B], deals: [{points: [7, 3]}]}"
    >>> read_record(Source("sheet.yaml", sheet)).deals[0].points
    (7, 3)
    """
    node = parse(source, RECORD_LIMITS, "record: 1")
    refuse_other(node, FileKind.RECORD)
    findings = schema_findings(node, shipped_schema("record"))
    if not findings:
        findings = in_file_order([*_seat_findings(node), *_card_findings(node, source)])
    if findings:
        raise FindingsError(findings)
    return _record(node, source)


def _seat_findings(root: Node) -> Iterator[Finding]:
    """Names that are none, seats that do not exist, and rows that are not one entry a seat."""
    seats = len(root.value["seats"].value)
    for path, node in _everything(root):
        match path:
            case ("rules", *_):
                pass
            case ("seats", int()):
                if problem := name_problem(node.value):
                    yield finding_at(root, "bad-name", problem, path)
            case (*_, "dealer" | "seat" | "leader") | (*_, "winners" | "seats", int()):
                if node.value >= seats:
                    message = f"there is no seat {node.value}; seats count from 0 to {seats - 1}"
                    yield finding_at(root, "no-such-seat", message, path)
            case (*_, ("hands" | "arrangements" | "points" | "totals") as key):
                if len(node.value) != seats:
                    message = f"{len(node.value)} {key} for {seats} seats"
                    yield finding_at(root, "wrong-number", message, path, "write one for each seat")


def _everything(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Steps, Node]]:
    yield path, node
    if isinstance(node.value, dict):
        for key, item in node.value.items():
            yield from _everything(item, (*path, key))
    elif isinstance(node.value, list):
        for i, item in enumerate(node.value):
            yield from _everything(item, (*path, i))


def _card_findings(root: Node, source: Source) -> Iterator[Finding]:
    names = root.value["seats"].value
    for number, deal in enumerate(root.value["deals"].value):
        seen: dict[Card, int] = {}
        for key in ("hands", "arrangements"):
            lines = deal.value[key].value if key in deal.value else []
            for seat, line in enumerate(lines):
                path = ("deals", number, key, seat)
                if key == "arrangements":
                    seen = {}
                yield from _line_findings(line, path, source, seen, seat, names)


def _line_findings(
    node: Node, path: Steps, source: Source, seen: dict[Card, int], seat: int, names: Sequence[Node]
) -> Iterator[Finding]:
    """What is wrong with the cards of one line; `seen` has earlier ones with their seat."""
    text: str = node.value
    groups = path[2] == "arrangements"
    found = []
    for token in re.finditer(r"[^\s|]+" if groups else r"\S+", text):
        try:
            card = parse_card(token[0])
        except NotationError as error:
            found.append(("unclear-card", str(error), token.span()))
            continue
        if card in seen:
            other = names[seen[card]].value
            first = "in this line" if seen[card] == seat else f"first in the hand of {other}"
            message = f"the card {card} is there twice, {first}; each card exists once"
            found.append(("repeated-card", message, token.span()))
        seen[card] = seat
    if not found:
        try:
            (parse_arrangement if groups else parse_group)(text)
        except NotationError as error:
            found.append(("unclear-card", str(error), (0, len(text))))
    for id_, message, (start, end) in found:
        yield Finding(id_, message, _part(node, source, start, end), pointer_of(path))


def _part(node: Node, source: Source, start: int, end: int) -> Span:
    """The place of a part of a text, where the file has the text in one piece; else of it all."""
    span = node.span
    line = source.line(span.line) or ""
    at = line.find(node.value, span.column - 1)
    if span.line != span.end_line or not 0 <= at - span.column + 1 <= 1:
        return span
    return Span(span.file, span.line, at + start + 1, span.line, at + end + 1)


def _record(root: Node, source: Source) -> Record:
    data = root.plain()
    rules = data["rules"]
    return Record(
        rules=RecordedRules(rules["id"], rules.get("options", {}), rules.get("digest", "")),
        seats=tuple(data["seats"]),
        deals=tuple(_deal(deal) for deal in data["deals"]),
        seed=data.get("seed"),
        totals=_row(data, "totals"),
        target=data.get("target"),
        winners=_row(data, "winners"),
        source=source,
        node=root,
    )


def _deal(data: Mapping[str, Any]) -> RecordedDeal:
    rounds = None
    if "rounds" in data:
        rounds = tuple(
            RecordedRound(item["leader"], tuple(item["winners"]), _row(item, "points"))
            for item in data["rounds"]
        )
    return RecordedDeal(
        dealer=data.get("dealer"),
        hands=_read(parse_group, data.get("hands", ())),
        claims=tuple(Claim(item["seat"], item["redeal"]) for item in data.get("claims", ())),
        arrangements=_read(_groups, data.get("arrangements", ())),
        rounds=rounds,
        ending=Ending(data["ending"]) if "ending" in data else None,
        reason=data.get("reason", ""),
        seats=_row(data, "seats"),
        points=_row(data, "points"),
        unclaimed=data.get("unclaimed"),
        totals=_row(data, "totals"),
    )


def _groups(text: str) -> Groups:
    return parse_arrangement(text)


def _read(parser: Callable[[str], T], lines: Sequence[str]) -> tuple[T, ...]:
    return tuple(parser(line) for line in lines)


def _row(data: Mapping[str, Any], key: str) -> tuple[int, ...] | None:
    return tuple(data[key]) if key in data else None
