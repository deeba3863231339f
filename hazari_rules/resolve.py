"""How a variant file with its parents and options becomes one ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hazari_rules.build import build
from hazari_rules.documents import Node, Source, parse
from hazari_rules.errors import Finding, FindingsError, HazariError
from hazari_rules.filekinds import FileKind, refuse_other
from hazari_rules.kinds import Vocabulary
from hazari_rules.library import SUFFIXES, Library, VariantFile, id_in
from hazari_rules.merge import Merger, ranks_as_text, unanswered
from hazari_rules.model import BLOCKS, LANGUAGE_VERSION, Ruleset
from hazari_rules.schema import compose, shipped_schema
from hazari_rules.validation import did_you_mean, in_file_order, schema_findings

_HEAD = ("spec", "id", "name")
_NOT_INHERITED = ("aliases", "summary")
"""What says of one variant how it is called, and so is not true of those that extend it."""


@dataclass(frozen=True, slots=True)
class Option:
    """A question that a variant leaves to the table, and its choices."""

    id: str
    question: str
    status: str
    why: str
    where: str
    default: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """A resolved variant: the rules, its options, and where each value comes from."""

    ruleset: Ruleset
    options: tuple[Option, ...]
    parents: tuple[str, ...]
    node: Node
    vocabulary: Vocabulary

    def provenance(self) -> dict[str, str]:
        """For each value of the resolved rules, by JSON pointer, the file, line and column."""
        return {
            pointer: str(node.span)
            for pointer, node in self.node.walk()
            if not isinstance(node.value, dict | list) and not pointer.startswith("/options/")
        }


class Resolver:
    """Turns files into rulesets; keeps the texts it read for the marked lines of findings."""

    def __init__(self, library: Library, vocabulary: Vocabulary) -> None:
        self.library = library
        self.vocabulary = vocabulary
        self.sources: dict[str, Source] = {}
        self._schema: dict[bool, dict[str, Any]] = {}

    def document(self, file: VariantFile, source: Source | None = None) -> Node:
        """One file, read and checked against the schema; `source` is its text where known."""
        source = source or file.read()
        self.sources[source.name] = source
        node = parse(source)
        if not file.trusted:
            refuse_other(node, FileKind.VARIANT)
            _refuse_newer(node)
            self._check(node, complete=False)
        return ranks_as_text(node)

    def _check(self, node: Node, *, complete: bool) -> None:
        if complete not in self._schema:
            frame = shipped_schema("variant")
            schema = compose(frame, self.vocabulary, complete=complete)
            if complete:
                # Options cannot take a block away, so their choices are checked block by block.
                schema["$defs"]["complete"]["required"] = []
            self._schema[complete] = schema
        if findings := schema_findings(node, self._schema[complete]):
            raise FindingsError(findings)

    def chain(self, file: VariantFile, source: Source | None = None) -> list[Node]:
        """The documents that make this variant, the one that extends nothing first.

        Raises FindingsError for an unknown parent and for a cycle, which it spells out.
        """
        documents = [self.document(file, source)]
        ids = [_id_of(documents[0])]
        folder = Path(str(file.path)).parent
        while (parent := documents[-1].value.get("extends")) is not None:
            name = parent.value
            if name in ids:
                cycle = " -> ".join([*ids[ids.index(name) :], name])
                message = f"a variant cannot extend itself: {cycle}"
                hint = "name another variant, or give this one an id of its own"
                raise FindingsError((Finding("cycle", message, parent.span, "/extends", hint),))
            documents.append(self.document(self._parent(parent, None if file.trusted else folder)))
            ids.append(_id_of(documents[-1]))
        return documents[::-1]

    def _parent(self, parent: Node, folder: Path | None) -> VariantFile:
        """The parent that a file names: beside that file, or known to the library."""
        name, other = parent.value, None
        for suffix in SUFFIXES if folder is not None else ():
            beside = Path(folder or "") / f"{name}{suffix}"
            if beside.is_file():
                file = VariantFile(beside, "file")
                if (id_ := id_in(file)) == name:
                    return file
                other = (file, id_)
        known = self.library.ids()
        if name in known:
            return self.library.find(name)
        message, hint = f"no variant is named '{name}'", did_you_mean(name, known)
        if other is not None:
            file, id_ = other
            if id_ is None:  # it cannot be read, so its own findings say why
                return file
            hint = f"{file.path.name} beside this file has the id '{id_}': extend that, or mend it"
        raise FindingsError((Finding("unknown-parent", message, parent.span, "/extends", hint),))

    def merged(self, documents: list[Node]) -> Node:
        """The documents as one, options not yet applied; its meta keys are the last one's."""
        merger = Merger()
        merged: Node | None = None
        for document in documents:
            before = len(merger.findings)
            base = unanswered(merged, document) if merged else None
            merged = merger.document(base, document)
            merged.value.pop("extends", None)
            for key in _NOT_INHERITED:
                if key not in document.value:
                    merged.value.pop(key, None)
            if merger.findings[before:]:
                raise FindingsError(in_file_order(merger.findings))
        assert merged is not None
        return merged

    def applied(self, merged: Node, options: Mapping[str, str]) -> tuple[Node, dict[str, str]]:
        """The rules with a choice made for every option, and all choices in force.

        Raises HazariError for an unknown option or choice, FindingsError for a patch that fails.
        """
        stated: Mapping[str, Node] = (
            merged.value["options"].value if "options" in merged.value else {}
        )
        for name in options:
            if name not in stated:
                hint = did_you_mean(name, stated) or f"`hazari show {_id_of(merged)}` has all"
                raise HazariError(f"no option is named '{name}'; {hint}")
        merger, node, chosen = Merger(), merged, {}
        for name, option in stated.items():
            choice = options.get(name, option.value["default"].value)
            choices: Mapping[str, Node] = option.value["choices"].value
            if choice not in choices:
                hint = did_you_mean(str(choice), choices)
                if name in options:
                    raise HazariError(f"option '{name}' has no choice '{choice}'; {hint}")
                raise FindingsError((_unknown_default(name, option, hint),))
            chosen[name] = choice
            if choices[choice].value:
                merger.prefix = f"/options/{name}/choices/{choice}"
                node = merger.document(node, choices[choice])
        if merger.findings:
            raise FindingsError(in_file_order(merger.findings))
        return node, chosen

    def check_complete(self, node: Node, blocks: Iterable[str]) -> None:
        """Refuse these blocks of a document with options applied unless they state everything.

        Raises FindingsError.
        """
        stated = {key: node.value[key] for key in (*_HEAD, *blocks)}
        self._check(replace(node, value=stated), complete=True)

    def resolve(
        self,
        file: VariantFile,
        options: Mapping[str, str] | None = None,
        source: Source | None = None,
    ) -> Variant:
        """The variant in this file with these options."""
        return self.resolved(self.chain(file, source), options or {}, trusted=file.trusted)

    def resolved(
        self, documents: list[Node], options: Mapping[str, str], *, trusted: bool
    ) -> Variant:
        """The variant that these documents make, as `chain` gives them; raises FindingsError."""
        merged = self.merged(documents)
        if not trusted and merged.value != documents[-1].value:  # that one is known to fit
            self._check(merged, complete=False)
        node, chosen = self.applied(merged, options)
        if not trusted:
            self.check_complete(node, BLOCKS)
        ruleset = build(node.plain(), chosen, self.vocabulary)
        parents = tuple(map(_id_of, documents[-2::-1]))
        return Variant(ruleset, options_of(merged), parents, node, self.vocabulary)


def _id_of(document: Node) -> str:
    return str(document.value["id"].value)


def _unknown_default(name: str, option: Node, hint: str) -> Finding:
    stated: Node = option.value["default"]
    message = f"the default '{stated.value}' is not among the choices"
    hint = hint or "state the choices, each by its name"
    return Finding("unknown-choice", message, stated.span, f"/options/{name}/default", hint)


def options_of(merged: Node) -> tuple[Option, ...]:
    """The options of a merged document."""
    stated: Mapping[str, Node] = merged.value["options"].value if "options" in merged.value else {}
    return tuple(
        Option(
            id=name,
            choices=tuple(option.value["choices"].value),
            **{
                key: option.value[key].value if key in option.value else ""
                for key in ("question", "status", "why", "where", "default")
            },
        )
        for name, option in stated.items()
    )


def _refuse_newer(node: Node) -> None:
    spec = node.value.get("spec") if isinstance(node.value, dict) else None
    if spec and isinstance(spec.value, int) and spec.value > LANGUAGE_VERSION:
        message = (
            f"the file needs language version {spec.value}; this program reads {LANGUAGE_VERSION}"
        )
        hint = "install a newer hazari-rules"
        raise FindingsError((Finding("newer-language", message, spec.span, "/spec", hint),))
