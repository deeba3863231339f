"""Every finding about a variant file, one stage after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hazari_rules.documents import Node, Source
from hazari_rules.errors import Finding, FindingsError, errors_in
from hazari_rules.ignores import without_ignored
from hazari_rules.library import VariantFile
from hazari_rules.lint import Known, meaning_findings
from hazari_rules.lint_answers import answered_twice
from hazari_rules.lint_classes import Ladders
from hazari_rules.lint_options import option_findings
from hazari_rules.lint_trials import Trials
from hazari_rules.lint_warnings import warning_findings
from hazari_rules.resolve import Resolver, Variant


@dataclass(slots=True)
class Checker:
    """Checks variants; what it finds about equal rules is remembered from one to the next."""

    resolver: Resolver
    _known: Known = field(init=False)
    _ladders: Ladders = field(init=False)

    def __post_init__(self) -> None:
        self._known = Known(self.resolver.vocabulary)
        self._ladders = Ladders(self.resolver.vocabulary)

    def check(self, file: VariantFile, source: Source | None = None) -> list[Finding]:
        """As `Loader.check` says."""
        try:
            documents = self.resolver.chain(file, source)
            variant = self.resolver.resolved(documents, {}, trusted=file.trusted)
            found = self.meaning(documents, variant)
            if not errors_in(found):
                merged = self.resolver.merged(documents)
                trials = Trials(self.resolver, merged, variant, self._known)
                found += option_findings(trials, documents[-1])
            if not errors_in(found):
                found += warning_findings(trials, documents, self._ladders)
        except FindingsError as error:
            return list(error.findings)
        finally:
            self._known.forget_nodes()
        return without_ignored(found, self.resolver.sources, documents[-1].span.file)

    def meaning(self, documents: list[Node], variant: Variant) -> list[Finding]:
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
