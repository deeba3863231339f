"""Load a variant by id or path: found, resolved, and checked unless the package vouches for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hazari_rules.builtin import vocabulary
from hazari_rules.documents import Source
from hazari_rules.errors import Finding, FindingsError, errors_in
from hazari_rules.kinds import Vocabulary
from hazari_rules.library import Library, VariantFile
from hazari_rules.plugins import Plugins
from hazari_rules.resolve import Resolver, Variant

if TYPE_CHECKING:
    from hazari_rules.checking import Checker


@dataclass(slots=True)
class Loader:
    """Loads variants with one set of plugins; `resolver.sources` keeps the texts it has read."""

    plugins: Plugins
    vocabulary: Vocabulary
    resolver: Resolver = field(init=False)
    _made: Checker | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.resolver = Resolver(Library(self.plugins), self.vocabulary)

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
        if not file.trusted and (errors := errors_in(self._checker.meaning(documents, variant))):
            raise FindingsError(errors)
        return variant

    def check(self, file: VariantFile, source: Source | None = None) -> list[Finding]:
        """Every finding about a variant file and its options; `source` is its text where known.

        Each stage (syntax, schema, meaning, options, warnings) is looked at only if the one before
        has no errors. Warnings that a comment of the file ignores are left out.
        Raises HazariError if the file cannot be read.
        """
        return self._checker.check(file, source)

    @property
    def _checker(self) -> Checker:
        """Made and imported only when a file is checked: a shipped variant starts without it."""
        if self._made is None:
            from hazari_rules.checking import Checker  # noqa: PLC0415 - see above

            self._made = Checker(self.resolver)
        return self._made


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
