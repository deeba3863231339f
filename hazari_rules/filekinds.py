"""The kinds of file that people write, told apart by their keys, and which command reads each."""

from __future__ import annotations

from enum import Enum

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, FindingsError


class FileKind(Enum):
    """A kind of file: what it is called, the key that gives it away, and what reads it."""

    VARIANT = ("a variant", "spec", "`hazari check` checks it, `hazari play -v` plays it")
    RECORD = ("a match record", "record", "`hazari score` reads it")
    CASES = ("a file of cases", "cases", "`hazari check` checks it, named ID.cases.yaml")

    @property
    def words(self) -> str:
        """The kind for people."""
        return self.value[0]

    @property
    def key(self) -> str:
        """The key that every file of the kind has and no other kind knows."""
        return self.value[1]


def kind_of(node: Node) -> FileKind | None:
    """Which kind of file a document is meant to be, if its keys say so.

    >>> from hazari_rules.documents import Source, parse
    >>> kind_of(parse(Source("x.yaml", "record: 1"))).words
    'a match record'
    """
    if not isinstance(node.value, dict):
        return None
    # A file of cases has a 'spec' as well.
    return next((kind for kind in list(FileKind)[::-1] if kind.key in node.value), None)


def refuse_other(node: Node, wanted: FileKind) -> None:
    """Raise FindingsError for a document that is a file of another kind than the wanted one."""
    kind = kind_of(node)
    if kind is None or kind is wanted or wanted.key in node.value:
        return
    place = node.value[kind.key]
    message = f"this is {kind.words}, not {wanted.words}"
    span = place.key_span or place.span
    raise FindingsError((Finding("other-file", message, span, f"/{kind.key}", kind.value[2]),))
