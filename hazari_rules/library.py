"""Where variants are: the files that the plugins in force bring, by id."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hazari_rules.documents import VARIANT_LIMITS, Source, parse, read_source
from hazari_rules.errors import HazariError
from hazari_rules.plugins import BUILTIN, Plugins
from hazari_rules.validation import did_you_mean

if TYPE_CHECKING:
    from importlib.abc import Traversable

SUFFIXES = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant file: its place, the plugin that brings it, whether its contents are vouched for.

    Shipped files are trusted: the package's tests have checked them.
    """

    path: Path | Traversable
    origin: str
    trusted: bool = False

    @property
    def name(self) -> str:
        """The file as findings name it: its path, or the bare name of a shipped file.

        An absolute path is cut to what lies below the working directory where that is shorter,
        and that of an installed plugin's file to what lies below the place of its package.
        """
        if self.trusted or not isinstance(self.path, Path) or not self.path.is_absolute():
            return self.path.name if self.trusted else str(self.path)
        bases = [] if self.origin == "file" else [base for base in sys.path if base]
        return min((str(self.path), *_below(self.path, [os.curdir, *bases])), key=len)

    def read(self) -> Source:
        """The text; raises FindingsError if it is no text, HazariError if it is not there."""
        try:
            if isinstance(self.path, Path):
                with self.path.open("rb") as stream:
                    raw = stream.read(VARIANT_LIMITS.bytes + 1)
            else:
                raw = self.path.read_bytes()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise HazariError(f"cannot read '{self.path}': {why}") from None
        return read_source(self.name, raw)


def _below(path: Path, folders: Iterable[str]) -> Iterator[str]:
    for folder in map(os.path.abspath, folders):
        if path.is_relative_to(folder):
            yield str(path.relative_to(folder))


@dataclass(slots=True)
class Library:
    """The variants that the plugins in force know by id."""

    plugins: Plugins
    _found: dict[str, VariantFile] | None = field(default=None)

    def files(self) -> Iterator[VariantFile]:
        """Every variant file, in the order of the plugins and then by name."""
        for origin, place in self.plugins.variant_places():
            entries = sorted(place.iterdir(), key=lambda p: p.name) if place.is_dir() else [place]
            for entry in entries:
                if entry.name.endswith(SUFFIXES) and ".cases." not in entry.name:
                    yield VariantFile(entry, origin, trusted=origin == BUILTIN)

    def ids(self) -> dict[str, VariantFile]:
        """All variants by id; the first file with an id holds it, unreadable ones are left out."""
        if self._found is None:
            self._found = {}
            for file in self.files():
                if (id_ := id_in(file)) is not None:
                    self._found.setdefault(id_, file)
        return self._found

    def find(self, name: str) -> VariantFile:
        """The variant with this id, or the file at this path.

        Raises HazariError with the closest known id if there is none.
        """
        if name.endswith(SUFFIXES) or "/" in name or "\\" in name:
            return VariantFile(Path(name), "file")
        for file in self.files():
            if file.trusted and file.path.name == f"{name}.yaml":
                return file
        known = self.ids()
        if name not in known:
            here = Path(f"{name}.yaml")
            hint = f"did you mean './{here}'?" if here.is_file() else did_you_mean(name, known)
            raise HazariError(
                f"no variant is named '{name}'; {hint}"
                " (`hazari list` shows all; a file is named with its ending, ./my.yaml)"
            )
        return known[name]


def id_in(file: VariantFile) -> str | None:
    """The id that a file states, or None if it cannot be read; a shipped file is named by it."""
    if file.trusted:
        return file.path.name.removesuffix(".yaml")
    try:
        value = parse(file.read()).value
        id_ = value["id"].value
    except (HazariError, KeyError, TypeError):
        return None
    return id_ if isinstance(id_, str) else None
