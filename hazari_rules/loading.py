"""Load a variant by id or path: found, resolved, and checked unless the package vouches for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hazari_rules.builtin import vocabulary
from hazari_rules.documents import Node, Source
from hazari_rules.errors import Finding, FindingsError, errors_in
from hazari_rules.ignores import without_ignored
from hazari_rules.kinds import Vocabulary
from hazari_rules.library import Library, VariantFile
from hazari_rules.lint import Known, meaning_findings
from hazari_rules.lint_answers import answered_twice
from hazari_rules.lint_classes import Ladders
from hazari_rules.lint_options import option_findings
from hazari_rules.lint_warnings import warning_findings
from hazari_rules.plugins import Plugins
from hazari_rules.resolve import Resolver, Variant


@dataclass(slots=True)
class Loader:
    """Loads variants with one set of plugins; `resolver.sources` keeps the texts it has read."""

    plugins: Plugins
    vocabulary: Vocabulary
    resolver: Resolver = field(init=False)
    _known: Known = field(init=False, default_factory=Known)
    _ladders: Ladders = field(init=False)

    def __post_init__(self) -> None:
        self.resolver = Resolver(Library(self.plugins), self.vocabulary)
        self._ladders = Ladders(self.vocabulary)

    @classmethod
    def shipped(cls) -> Loader:
        """Only what the package brings: no plugin is looked for."""
        return cls(Plugins.shipped(), vocabulary())

    @classmethod
    def installed(cls, folders: tuple[str | Path, ...] = ()) -> Loader:
        """With all installed plugins and these folders of variants."""
        plugins = Plugins.installed(folders)
        return cls(plugins, plugins.vocabulary())

    def load(self, name: str, options: Mapping[str, str] | None = None) -> Variant:
        """The variant with this id or in this file, with these option choices.

        Raises FindingsError for a file that is not right, HazariError for an unknown name,
        option or choice, each with what to write instead.
        """
        file = self.resolver.library.find(name)
        documents = self.resolver.chain(file)
        variant = self.resolver.resolved(documents, options or {}, trusted=file.trusted)
        if not file.trusted and (errors := errors_in(self._meaning(documents, variant))):
            raise FindingsError(errors)
        return variant

    def check(self, file: VariantFile, source: Source | None = None) -> list[Finding]:
        """Every finding about a variant file and its options; `source` is its text where known.

        Each stage (syntax, schema, meaning, options, warnings) is looked at only if the one before
        has no errors. Warnings that a comment of the file ignores are left out.
        Raises HazariError if the file cannot be read.
        """
        try:
            documents = self.resolver.chain(file, source)
            variant = self.resolver.resolved(documents, {}, trusted=file.trusted)
            found = self._meaning(documents, variant)
            if not errors_in(found):
                found += option_findings(self.resolver, documents, variant, self._known)
            if not errors_in(found):
                found += warning_findings(self.resolver, documents, variant, self._ladders)
        except FindingsError as error:
            return list(error.findings)
        finally:
            self._known.forget_nodes()
        return without_ignored(found, self.resolver.sources, documents[-1].span.file)

    def _meaning(self, documents: list[Node], variant: Variant) -> list[Finding]:
        """What the rules say against themselves; what a parent does not say alone is told here."""
        if twice := list(answered_twice(self.resolver, documents)):
            return twice
        found, own = meaning_findings(variant, self._known), documents[-1]
        elsewhere = {f for f in found if f.span and f.span.file != own.span.file}
        if not elsewhere or len(documents) == 1:
            return found
        try:
            parents = self.resolver.resolved(documents[:-1], {}, trusted=False)
            alone = {*meaning_findings(parents)}
        except FindingsError as error:
            alone = {*error.findings}
        return [_at_extends(f, own) if f in elsewhere - alone else f for f in found]


def _at_extends(finding: Finding, own: Node) -> Finding:
    """A finding about an inherited value that does not fit what this file says."""
    message = f"{finding.message} (inherited from {finding.span})"
    return replace(finding, message=message, span=own.at(("extends",)).span, pointer="/extends")


def load(name: str, options: Mapping[str, str] | None = None) -> Variant:
    """Load a variant: a shipped one, one that a plugin brings, or a file.

    Raises FindingsError or HazariError as Loader.load does.

    >>> load("hazarey", options={"two_pairs": "ignored"}).ruleset.card_points.total
    380
    """
    shipped = Loader.shipped()
    if any(name == id_ for id_ in shipped.resolver.library.ids()):
        return shipped.load(name, options)
    return Loader.installed().load(name, options)
