"""Conformance cases as data: one question each, the right answer, the rule that it proves.

Cases written by hand stand beside their variant, `hazari.cases.yaml` beside `hazari.yaml`;
`schemas/cases.schema.json` describes such files. This module reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from importlib.abc import Traversable
from pathlib import Path
from typing import Any

from hazari_rules.cards import parse_arrangement, parse_group
from hazari_rules.conformance_protocol import Outcome, message
from hazari_rules.documents import VARIANT_LIMITS, Node, Source, parse, read_source
from hazari_rules.errors import Finding, FindingsError, HazariError, NotationError
from hazari_rules.library import Library, VariantFile
from hazari_rules.schema import shipped_schema
from hazari_rules.validation import in_file_order, schema_findings

SUFFIX = ".cases.yaml"


class Layer(StrEnum):
    """What a case is about, from a single group up to a whole match."""

    CLASSIFY = "L1"
    COMPARE = "L2"
    VALUE = "L3"
    ARRANGEMENT = "L4"
    ROUND = "L5"
    POINTS = "L6"
    MATCH = "L7"
    EVENTS = "L8"

    @property
    def words(self) -> str:
        """The layer for people."""
        return _TITLES[self]


_TITLES = {
    Layer.CLASSIFY: "which combination",
    Layer.COMPARE: "which group is stronger",
    Layer.VALUE: "what a larger group is worth",
    Layer.ARRANGEMENT: "legal arrangements",
    Layer.ROUND: "rounds, lead and ties",
    Layer.POINTS: "points",
    Layer.MATCH: "end of the match, dealers",
    Layer.EVENTS: "redeals and instant wins",
}


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule is written: a source's key or title, and its words."""

    source: str
    quote: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question and what is to be answered; any one of `expect` is right.

    `rule` is a JSON pointer into the resolved rules; in lists of things with an id the id
    stands in place of the index, so that it stays the same when the list changes.
    """

    id: str
    layer: Layer
    rule: str
    op: str
    input: Mapping[str, Any]
    expect: tuple[Outcome, ...]
    spec: tuple[int, ...] = (1,)
    citation: Citation | None = None
    note: str = ""
    authored: bool = False
    options: Mapping[str, str] = field(default_factory=dict)

    def message(self) -> dict[str, Any]:
        """What is sent to an implementation."""
        return message(self.id, self.op, self.input)

    def expect_json(self) -> dict[str, Any]:
        """The expectation as data."""
        if len(self.expect) == 1:
            return self.expect[0].as_json()
        return {"any_of": [outcome.as_json() for outcome in self.expect]}

    def as_json(self) -> dict[str, Any]:
        """The case as a line of an exported file has it."""
        cited = self.citation
        return {
            **self.message(),
            "layer": self.layer.value,
            "rule": self.rule,
            "expect": self.expect_json(),
            **({"citation": {"source": cited.source, "quote": cited.quote}} if cited else {}),
            **({"note": self.note} if self.note else {}),
            "spec": list(self.spec),
            "origin": "authored" if self.authored else "generated",
        }


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """Which cases are wanted; an empty part wants all.

    `rules` are pointers, each with all below it; `ids` may have the wildcards * and ?.
    """

    layers: frozenset[Layer] = frozenset()
    rules: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    def wants(self, case: Case) -> bool:
        """Whether this case is wanted.

        >>> case = Case("ties.last", Layer.ROUND, "/play/ties", "round", {}, ())
        >>> CaseFilter(rules=("/play",)).wants(case), CaseFilter(ids=("ties.*",)).wants(case)
        (True, True)
        """
        return (
            (not self.layers or case.layer in self.layers)
            and (not self.rules or any(_below(case.rule, rule) for rule in self.rules))
            and (not self.ids or any(fnmatchcase(case.id, pattern) for pattern in self.ids))
        )


def _below(pointer: str, above: str) -> bool:
    above = "/" + above.strip("/")
    return above in ("/", pointer) or pointer.startswith(f"{above}/")


def authored_cases(library: Library, variant: str) -> tuple[Case, ...]:
    """The cases that stand beside a variant's file, with those that they take over.

    `variant` is an id or a path, as for loading. A variant without such a file has none.
    Raises FindingsError for a file that is not right.
    """
    return _cases(library, library.find(variant), ())


def _cases(library: Library, file: VariantFile, chain: tuple[str, ...]) -> tuple[Case, ...]:
    place = _beside(file)
    if place is None:
        return ()
    source = read_source(file.name if file.trusted else str(place), _read(place))
    node = parse(source, VARIANT_LIMITS)
    if not file.trusted and (found := schema_findings(node, shipped_schema("cases"))):
        raise FindingsError(found)
    return _CaseFile(library, node, source, chain).cases()


def _beside(file: VariantFile) -> Path | Traversable | None:
    name = file.path.name.rpartition(".")[0] + SUFFIX
    if isinstance(file.path, Path):
        place: Path | Traversable = file.path.parent / name
    else:
        from hazari_rules.builtin import data_folder  # noqa: PLC0415 - only for zipped packages

        place = data_folder("variants").joinpath(name)
    return place if place.is_file() else None


def _read(place: Path | Traversable) -> bytes:
    try:
        return place.read_bytes()
    except OSError as error:
        raise HazariError(f"cannot read '{place}': {error.strerror}") from None


class _CaseFile:
    """One file of cases on its way to Case values."""

    def __init__(
        self, library: Library, node: Node, source: Source, chain: tuple[str, ...]
    ) -> None:
        self._library = library
        self._node = node
        self._source = source
        self._chain = chain
        self._findings: list[Finding] = []

    def cases(self) -> tuple[Case, ...]:
        stated: Mapping[str, Node] = self._node.value
        inherited = self._inherited(stated)
        spec = tuple(stated["spec"].plain())
        own = [
            case for node in stated["list"].value if (case := self._case(node, spec)) is not None
        ]
        seen = {case.id for case in inherited}
        for case, node in zip(own, stated["list"].value, strict=False):
            if case.id in seen:
                self._find("duplicate-id", f"the case '{case.id}' is there twice", node, "id")
            seen.add(case.id)
        if self._findings:
            raise FindingsError(in_file_order(self._findings))
        return (*inherited, *own)

    def _inherited(self, stated: Mapping[str, Node]) -> tuple[Case, ...]:
        if "extends" not in stated:
            return ()
        parent, id_ = stated["extends"].value, stated["variant"].value
        chain = (*self._chain, id_)
        if parent in chain:
            message_ = f"cases cannot extend themselves: {' -> '.join([*chain, parent])}"
            raise FindingsError((Finding("cycle", message_, stated["extends"].span, "/extends"),))
        taken = _cases(self._library, self._library.find(parent), chain)
        without = stated["without"].plain() if "without" in stated else []
        known = {case.id for case in taken}
        for id_ in without:
            if id_ not in known:
                message_ = f"'{parent}' has no case '{id_}' to leave out"
                span = stated["without"].span
                self._findings.append(Finding("unknown-case", message_, span, "/without"))
        return tuple(case for case in taken if case.id not in without)

    def _find(self, id_: str, message_: str, node: Node, key: str) -> None:
        self._findings.append(Finding(id_, message_, node.at((key,)).span, f"/list/{key}"))

    def _case(self, node: Node, spec: tuple[int, ...]) -> Case | None:
        data = node.plain()
        cites = data.get("cites")
        try:
            return Case(
                id=data["id"],
                layer=Layer(data["layer"]),
                rule=data["rule"],
                op=data["op"],
                input=spelled_out(data["input"]),
                expect=outcomes(data["expect"]),
                spec=tuple(data.get("spec", spec)),
                citation=Citation(cites["source"], cites["quote"]) if cites else None,
                note=data.get("note", ""),
                authored=True,
                options=data.get("options", {}),
            )
        except NotationError as error:
            self._find("bad-cards", str(error), node, "input")
            return None


def outcomes(expect: Mapping[str, Any]) -> tuple[Outcome, ...]:
    """The right answers that an expectation names.

    >>> outcomes({"reject": ["wrong_order"]})
    (Outcome(result=None, reject=('wrong_order',)),)
    """
    several: Sequence[Mapping[str, Any]] = expect.get("any_of", [expect])
    return tuple(
        Outcome(reject=tuple(one["reject"]))
        if "reject" in one
        else Outcome(result=spelled_out(one["result"]))
        for one in several
    )


_CARDS = ("cards", "hand", "spare", "undealt")


def spelled_out(value: Mapping[str, Any]) -> dict[str, Any]:
    """An input or result with cards that are written as text made lists.

    Raises NotationError for what cannot be read.

    >>> spelled_out({"cards": "AS TH", "group": 1})
    {'cards': ['AS', '10H'], 'group': 1}
    """
    return {name: _spelled(name, item) for name, item in value.items()}


def _spelled(name: str, item: Any) -> Any:
    match name, item:
        case _, {}:
            return spelled_out(item)
        case _, str() if name in _CARDS:
            return list(map(str, parse_group(item)))
        case "groups", str():
            return _texts(parse_arrangement(item))
        case "groups" | "hands", list():
            return [_spelled("cards", one) for one in item]
        case "arrangements", list():
            return [_spelled("groups", one) for one in item]
    return item


def _texts(groups: Iterable[Iterable[object]]) -> list[list[str]]:
    return [list(map(str, group)) for group in groups]
