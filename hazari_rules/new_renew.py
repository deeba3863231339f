"""A package around a variant that is there already: made from its file, and renewed after changes.

The author's are the variant, its cases, and the README below the line that ends the rules. What is
made anew is the README above it, the schemas, and the cases that are still to be confirmed. The
line has the digests of the files as last written, which tell who changed what.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hazari_rules.conformance_cases import SUFFIX
from hazari_rules.documents import Node, Source, parse
from hazari_rules.errors import FindingsError, HazariError, errors_in
from hazari_rules.library import VariantFile, id_in
from hazari_rules.loading import Loader
from hazari_rules.new_cases import UNCONFIRMED
from hazari_rules.new_package import (
    CASES_SCHEMA,
    VARIANT_SCHEMA,
    Contents,
    contents,
    package_name,
    package_texts,
    schema_texts,
    with_editor_line,
)

_END = "<!-- All above is made by hazari new --package; what you write below stays."
_PART = re.compile(rf"^{re.escape(_END)} \((?P<digests>[0-9a-f ]*)\) -->$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Renewal:
    """What is to be written into a package, by path inside it, and what to tell the author."""

    texts: Mapping[Path, str]
    told: tuple[str, ...]


def readme_part(made: Contents) -> str:
    """The part of the README that is made; its last line has the digests of what it is made of."""
    digests = " ".join(map(_digest, made.files.values()))
    return f"{made.rules}\n{_END} ({digests}) -->\n"


def new_texts(loader: Loader, made: Contents) -> dict[Path, str]:
    """The files of a package that is not there yet."""
    return package_texts(loader, made, readme_part(made))


def packed(loader: Loader, path: Path) -> Contents:
    """What a package around this variant's file holds, with the cases that stand beside it.

    Raises FindingsError if the file is not right, HazariError if it extends a file that a
    package could not find.
    """
    refuse_bad(loader, path)
    beside = _beside(path)
    return contents(loader, path, _text(path), _text(beside) if beside.is_file() else None)


def refuse_bad(loader: Loader, path: Path) -> None:
    """Raise FindingsError or HazariError for a file that a package cannot be made around."""
    file = VariantFile(path, "file")
    if errors := errors_in(loader.check(file)):
        raise FindingsError(errors)
    documents, known = loader.resolver.chain(file), loader.resolver.library.ids()
    for parent in documents[:-1]:
        id_ = parent.value["id"].value
        if id_ not in known:
            raise HazariError(
                f"a package must find what it extends, and '{id_}' is only a file beside it;"
                f" make a package of {parent.span.file} first and install it"
            )
    id_ = documents[-1].value["id"].value
    # It may be installed already, or lie in a folder that was named.
    if id_ in known and known[id_].origin != id_ and not known[id_].origin.startswith("folder "):
        raise HazariError(
            f"the id '{id_}' is taken by {known[id_].path}; give the variant another 'id:'"
        )


def inside(folder: Path, id_: str) -> Path:
    """Where a package in this folder has its variant."""
    return folder / package_name(id_) / f"{id_}.yaml"


def renewal(loader: Loader, folder: Path, path: Path) -> Renewal:
    """What changes in the package in a folder, made from the variant at a path, there or outside.

    Raises HazariError where both were changed, and as `packed` does.
    """
    id_ = id_in(VariantFile(path, "file")) or path.stem
    own = inside(folder, id_)
    readme = _text(folder / "README.md") if (folder / "README.md").is_file() else ""
    part = _PART.search(readme)
    digests = part["digests"].split() if part else []
    told: list[str] = []
    variant = _newer(path, own, VARIANT_SCHEMA, digests[:1], told)
    cases = _newer(_beside(path), _beside(own), CASES_SCHEMA, digests[1:2], told)
    refuse_bad(loader, variant)
    made = contents(loader, variant, _text(variant), None)
    if cases.is_file():
        text, names = _refreshed(_text(cases), made.cases)
        told += [f"worked out anew, as still {UNCONFIRMED}: {', '.join(names)}"] if names else []
        made = Contents(made.id, made.summary, made.variant, text, made.rules)
    texts = {**made.files, **schema_texts(loader)}
    if part:
        texts[Path("README.md")] = readme_part(made).rstrip("\n") + readme[part.end() :]
    else:
        told.append("README.md is as it was: the line that ends its rules has been taken out")
    return Renewal(dict(_changed(folder, texts)), tuple(told))


def _newer(outer: Path, own: Path, schema: str, digest: list[str], told: list[str]) -> Path:
    """Which of two copies of a file was changed; raises HazariError if both were."""
    if not outer.is_file() or not own.is_file():
        return outer if outer.is_file() else own
    texts = [with_editor_line(_text(path), schema) for path in (outer, own)]
    if outer.samefile(own) or texts[0] == texts[1]:
        return own
    if [_digest(texts[1])] == digest:
        return outer
    if [_digest(texts[0])] == digest:
        told.append(f"{outer} is older than {own}, which was kept")
        return own
    raise HazariError(
        f"both {outer} and {own} have been changed; make them the same, or remove {outer}"
    )


def _refreshed(text: str, made: str) -> tuple[str, list[str]]:
    """The cases with new answers where they are still to be confirmed, and which those are."""
    text = with_editor_line(text, CASES_SCHEMA)
    fresh = dict(_blocks(made))
    lines, changed = text.splitlines(keepends=True), []
    for id_, (start, end) in reversed(list(_blocks(text))):
        block = "".join(lines[start:end])
        if UNCONFIRMED not in block or id_ not in fresh or not block.startswith("- "):
            continue
        new = "".join(made.splitlines(keepends=True)[slice(*fresh[id_])])
        if new != block:
            lines[start:end] = [new]
            changed.append(id_)
    return "".join(lines), changed[::-1]


def _blocks(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each case of a file with the lines that it takes, counted from 0."""
    lines = text.splitlines()
    items: list[Node] = parse(Source("cases", text)).value["list"].value
    starts = [item.span.line - 1 for item in items]
    for item, start, end in zip(items, starts, [*starts[1:], len(lines)], strict=True):
        last = end
        while last > start + 1 and (not lines[last - 1].strip() or lines[last - 1][0] == "#"):
            last -= 1
        yield item.value["id"].value, (start, last)


def _changed(folder: Path, texts: Mapping[Path, str]) -> Iterator[tuple[Path, str]]:
    for name, text in texts.items():
        path = folder / name
        if not path.is_file() or _text(path) != text:
            yield name, text


def _beside(path: Path) -> Path:
    return path.with_name(path.stem + SUFFIX)


def _text(path: Path) -> str:
    return VariantFile(path, "file").read().text


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
