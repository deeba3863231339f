"""A child that states what it inherits anyway: found by merging the way `merge` does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.merge import ID_LISTS, Merger
from hazari_rules.validation import pointer_of

_Path = tuple[str | int, ...]
_HEAD = ("spec", "id", "name", "extends", "aliases", "summary")
_EDITS = ("above", "below", "remove", "id")


def repeats(inherited: Node, own: Node, parent: str) -> Iterator[Finding]:
    """Every value of a document that is what it would inherit; `parent` is the id for people."""
    for path, node in _repeated(inherited, own):
        name = ".".join(_words(own, path))
        place = node.key_span or node.span
        message = f"'{name}' is the same in '{parent}'"
        hint = "take it out; it is inherited"
        yield Finding("repeats-parent", message, place, pointer_of(path), hint, Severity.WARNING)


def _words(root: Node, path: _Path) -> Iterator[str]:
    """A path for a reader: entries of a list by their ids."""
    for i, step in enumerate(path):
        node = root.at(path[: i + 1])
        named = isinstance(step, int) and isinstance(node.value, dict) and "id" in node.value
        yield str(node.value["id"].value if named else step)


def _repeated(inherited: Node, own: Node) -> Iterator[tuple[_Path, Node]]:
    for block, node in own.value.items():
        old = inherited.value.get(block)
        if block in _HEAD or old is None:
            continue
        if block in ID_LISTS:
            yield from _entries(inherited, own, block)
        elif block == "options":
            for name, option in node.value.items():
                if name in old.value:
                    yield from _parts(old.value[name], option, (block, name), ("choices",))
        elif block == "sources":
            yield from _parts(old, node, (block,), ())
        elif isinstance(node.value, dict) and isinstance(old.value, dict):
            # A total is a check of the values, so it is repeated only if they are.
            asserted = ("total",) if "values" in node.value else ()
            for path, value in _properties(old, node, (block,)):
                if path[-1] not in asserted:
                    yield path, value
        elif _equal(old, node):
            yield (block,), node


def _parts(
    old: Node, new: Node, path: _Path, deeper: Sequence[str]
) -> Iterator[tuple[_Path, Node]]:
    """The repeated entries of a map, those named `deeper` entry by entry."""
    for key, node in new.value.items():
        if key not in old.value:
            continue
        if key in deeper:
            yield from _parts(old.value[key], node, (*path, key), ())
        elif _equal(old.value[key], node):
            yield (*path, key), node


def _properties(old: Node, new: Node, path: _Path) -> Iterator[tuple[_Path, Node]]:
    for key, node in new.value.items():
        before, here = old.value.get(key), (*path, key)
        if before is None:
            continue
        if _equal(before, node):
            yield here, node
        elif key != "values" and _same_choice(before, node):
            ((name, argument),) = node.value.items()
            kept = before.value[name]
            if isinstance(argument.value, dict) and isinstance(kept.value, dict):
                yield from _parts(kept, argument, (*here, name), ())


def _same_choice(old: Node, new: Node) -> bool:
    both_maps = isinstance(old.value, dict) and isinstance(new.value, dict)
    return both_maps and len(new.value) == 1 and old.value.keys() == new.value.keys()


def _equal(old: Node, new: Node) -> bool:
    """Whether nothing changes: a map that states a part of what is there changes nothing either."""
    if isinstance(old.value, dict) and isinstance(new.value, dict):
        return bool(new.value) and all(
            key in old.value and _equal(old.value[key], node) for key, node in new.value.items()
        )
    return old.plain() == new.plain() and type(old.value) is type(new.value)


def _entries(inherited: Node, own: Node, block: str) -> Iterator[tuple[_Path, Node]]:
    items = {item.value["id"].value: item for item in inherited.value[block].value}
    so_far = inherited
    for i, item in enumerate(own.value[block].value):
        alone = replace(own, value={block: replace(own.value[block], value=[item])})
        after = Merger().document(so_far, alone)
        old = items.get(item.value["id"].value)
        if old is not None and "remove" not in item.value:
            stated = {key: node for key, node in item.value.items() if key not in _EDITS}
            yield from _properties(old, replace(item, value=stated), (block, i))
            for edit in ("above", "below"):
                if edit in item.value and _ids(so_far, block) == _ids(after, block):
                    yield (block, i, edit), item.value[edit]
        so_far = after


def _ids(document: Node, block: str) -> list[str]:
    return [item.value["id"].value for item in document.value[block].value]
