"""What the checks of meaning share: a check, a finding at a value, and the value changed last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hazari_rules.errors import Finding, Span
from hazari_rules.resolve import Variant
from hazari_rules.validation import pointer_of

Path = tuple[str | int, ...]


class Check(NamedTuple):
    """One check: what it finds in a variant, and the blocks whose values decide that.

    `apart` are (block, property): what it does not read of those blocks, or of their entries.
    """

    find: Callable[[Variant], Iterator[Finding]]
    reads: frozenset[str]
    apart: tuple[tuple[str, str], ...] = ()


def finding_in(variant: Variant, path: Path, id_: str, message: str, hint: str = "") -> Finding:
    """A finding at the value with this path, where it was written."""
    node = variant.node.at(path)
    return Finding(id_, message, node.span, pointer_of(path), hint)


def last_changed(variant: Variant, *paths: Path) -> Path:
    """That of several values at odds which was written last: by the file itself or its option.

    A child that changes one of them is told of its own line, not of its parent's.
    """
    latest = variant.node.span
    own = [path for path in paths if variant.node.at(path).span.file == latest.file]
    inside = [path for path in own if _within(variant.node.at(path).span, latest)]
    return (inside or own or list(paths))[0]


def _within(inner: Span, outer: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end
