"""A file of cases against its schema, its variant, and what the variant's rules answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import SUFFIX, Case, authored_cases
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_protocol import Answer, AnswerKind
from hazari_rules.documents import VARIANT_LIMITS, Node, Source, parse
from hazari_rules.errors import Finding, FindingsError, HazariError
from hazari_rules.filekinds import FileKind, refuse_other
from hazari_rules.library import SUFFIXES, VariantFile, id_in
from hazari_rules.loading import Loader
from hazari_rules.merge import ID_LISTS
from hazari_rules.new_variant import flow
from hazari_rules.resolve import Variant
from hazari_rules.schema import shipped_schema
from hazari_rules.validation import did_you_mean, in_file_order, schema_findings

_LONGEST = 200


def cases_findings(loader: Loader, path: Path, source: Source) -> list[Finding]:
    """Everything that is wrong with a file of cases; `source` is its text.

    Stage by stage: syntax, schema, the variant that it is about, the cases that it takes over,
    and then each case: does the variant have its rule and its options, and does it answer so.
    """
    loader.resolver.sources[source.name] = source
    try:
        node = parse(source, VARIANT_LIMITS, "cases: 1")
        refuse_other(node, FileKind.CASES)
        if found := schema_findings(node, shipped_schema("cases")):
            return found
        file = _variant_beside(path, node)
        variant = loader.load(str(file))
        cases = authored_cases(loader.resolver.library, str(file))
    except FindingsError as error:
        return list(error.findings)
    return in_file_order(_Judge(loader, str(file), variant, node).findings(cases))


def _variant_beside(path: Path, node: Node) -> Path:
    """The file that the cases stand beside; raises FindingsError if there is none for them."""
    id_ = node.at(("variant",))
    stem = path.name.removesuffix(SUFFIX)
    if stem == path.name:
        message = "a file of cases is found by its name, and this is not one"
        hint = f"name it {id_.value}{SUFFIX} and put it beside {id_.value}.yaml"
        raise FindingsError((Finding("cases-misplaced", message, id_.span, "/variant", hint),))
    files = [path.with_name(stem + suffix) for suffix in SUFFIXES]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        message = f"no variant stands beside these cases: {files[0].name} is not there"
        hint = "name the file after its variant, and put both into one folder"
        raise FindingsError((Finding("cases-misplaced", message, id_.span, "/variant", hint),))
    stated = id_in(VariantFile(file, "file"))
    if stated not in (None, id_.value):
        message = f"{file.name} beside these cases has the id '{stated}', not '{id_.value}'"
        hint = f"write variant: {stated}"
        raise FindingsError((Finding("cases-misplaced", message, id_.span, "/variant", hint),))
    return file


class _Judge:
    """Holds each case against the rules that it names."""

    def __init__(self, loader: Loader, name: str, variant: Variant, node: Node) -> None:
        self._loader = loader
        self._name = name
        self._variant = variant
        self._node = node
        self._own = {
            item.value["id"].value: (number, item)
            for number, item in enumerate(node.value["list"].value)
        }
        self._engines: dict[tuple[tuple[str, str], ...], Engine] = {}

    def findings(self, cases: tuple[Case, ...]) -> Iterator[Finding]:
        for case in cases:
            yield from self._case(case)

    def _case(self, case: Case) -> Iterator[Finding]:
        try:
            engine = self._engine(case.options)
        except HazariError as error:
            message, _, hint = str(error).partition("; ")
            yield self._finding("unknown-option", case, message, "options", hint)
            return
        if not _has(engine.rules.ruleset.as_data(), case.rule):
            message = f"the rules have nothing at '{case.rule}'"
            yield self._finding("unknown-rule", case, message, "rule", _near(engine, case.rule))
        try:
            answer = engine.answer(case.op, case.input)
        except HazariError as error:
            yield self._finding("bad-input", case, str(error), "input")
            return
        if not any(outcome.accepts(answer) for outcome in case.expect):
            message = f"'{case.id}': the rules answer {_said(answer, case)}"
            hint = "mend the case if it is wrong, or the variant if the case says how you play"
            yield self._finding("case-fails", case, message, "expect", hint)

    def _engine(self, options: Mapping[str, str]) -> Engine:
        chosen = tuple(sorted(options.items()))
        if chosen not in self._engines:
            variant = self._loader.load(self._name, options) if options else self._variant
            self._engines[chosen] = Engine(Rules.compile(variant.ruleset, variant.vocabulary))
        return self._engines[chosen]

    def _finding(self, id_: str, case: Case, message: str, key: str, hint: str = "") -> Finding:
        if case.id in self._own:
            number, item = self._own[case.id]
            return Finding(id_, message, item.at((key,)).span, f"/list/{number}/{key}", hint)
        span = self._node.at(("extends",)).span
        told = f"{message} (taken over from '{self._node.at(('extends',)).value}')"
        hint = f"if it does not hold here, write its id under 'without': {case.id}"
        return Finding(id_, told, span, "/extends", hint)


def _steps(data: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    """Each step of a pointer with what stands there, as far as it leads."""
    for step in pointer.strip("/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(data, list):
            named = {i["id"]: i for i in data if isinstance(i, dict) and "id" in i}
            data = named or {str(number): item for number, item in enumerate(data)}
        yield name, data
        if not isinstance(data, Mapping) or name not in data:
            return
        data = data[name]


def _has(data: Mapping[str, Any], pointer: str) -> bool:
    steps = list(_steps(data, pointer))
    name, place = steps[-1]
    block = pointer.strip("/").partition("/")[0]
    # That there is no such redeal or instant win is a rule as well.
    absent = block in ID_LISTS[1:] and block in data
    complete = len(steps) == len(pointer.strip("/").split("/"))
    return absent or (complete and isinstance(place, Mapping) and name in place)


def _near(engine: Engine, pointer: str) -> str:
    *_, (name, place) = _steps(engine.rules.ruleset.as_data(), pointer)
    return did_you_mean(name, place) if isinstance(place, Mapping) else ""


def _said(answer: Answer, case: Case) -> str:
    """The answer, only with the parts that the case speaks of."""
    if answer.kind is not AnswerKind.RESULT:
        return f"{{{answer.kind}: {answer.value}}}"
    told = {key for outcome in case.expect for key in outcome.result or ()}
    parts = {key: value for key, value in answer.value.items() if key in told} or answer.value
    text = flow(parts)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
