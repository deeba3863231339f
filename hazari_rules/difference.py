"""One difference between two resolved variants, and how differences are applied to rules.

Paths name entries of the lists with ids by their id: ("combinations", "pair", "cards").
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hazari_rules.merge import ID_LISTS

Path = tuple[str | int, ...]


class Topic(StrEnum):
    """What a difference is about: the rules of play, texts for readers, or options on offer."""

    RULES = "rules"
    TEXT = "text"
    OPTIONS = "options"


class Change(StrEnum):
    """What happened to a value on the way from the first variant to the second."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the variants says: the value (None if nothing) and its `file:line`."""

    value: Any
    place: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two variants differ, as a sentence about the game."""

    topic: Topic
    block: str
    change: Change
    path: Path
    sentence: str
    a: Side
    b: Side

    def as_json(self) -> dict[str, object]:
        """The difference as plain data for programs."""
        return {
            "topic": str(self.topic),
            "block": self.block,
            "change": str(self.change),
            "path": list(self.path),
            "sentence": self.sentence,
            "a": {"value": self.a.value, "place": self.a.place or None},
            "b": {"value": self.b.value, "place": self.b.place or None},
        }


def indexed(data: Mapping[str, Any], path: Path) -> Path:
    """A path with ids of list entries as the places of those entries in this data."""
    if len(path) > 1 and path[0] in ID_LISTS and isinstance(path[1], str):
        ids = ids_of(data, str(path[0]))
        return (path[0], ids.index(path[1]) if path[1] in ids else len(ids), *path[2:])
    return path


def value_at(data: Mapping[str, Any], path: Path) -> Any:
    """The value at a path with ids, None if there is none."""
    value: Any = data
    for step in indexed(data, path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def ids_of(data: Mapping[str, Any], block: str) -> list[str]:
    """The ids of a list's entries in their order."""
    return [item["id"] for item in data[block]]


def unmoved(a: Sequence[str], b: Sequence[str]) -> set[str]:
    """The ids that stand in the same order on both sides, as many as can be.

    >>> sorted(unmoved(["troy", "run", "pair"], ["run", "pair", "troy"]))
    ['pair', 'run']
    """
    longest: list[list[tuple[str, ...]]] = [[()] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            taken = (*longest[i][j], one) if one == other else ()
            longest[i + 1][j + 1] = max(taken, longest[i][j + 1], longest[i + 1][j], key=len)
    return set(longest[-1][-1])


def applied(
    a: Mapping[str, Any], b: Mapping[str, Any], differences: Iterable[Difference]
) -> dict[str, Any]:
    """The rules `a` as data, with these of its differences from `b` made."""
    data: dict[str, Any] = json.loads(json.dumps(a))
    chosen = [d for d in differences if d.topic is Topic.RULES]
    entries = [d for d in chosen if len(d.path) == 2 and d.block in ID_LISTS]
    for difference in chosen:
        if difference not in entries:
            _set(data, difference.path, value_at(b, difference.path))
    for block in ID_LISTS:
        _place(data, b, block, [d for d in entries if d.block == block])
    return data


def _set(data: dict[str, Any], path: Path, value: Any) -> None:
    *way, last = indexed(data, path)
    inner: Any = data
    for step in way:
        inner = inner[step]
    if value is None:
        inner.pop(last, None)
    else:
        inner[last] = json.loads(json.dumps(value))


def _place(
    data: dict[str, Any], b: Mapping[str, Any], block: str, entries: Sequence[Difference]
) -> None:
    """Take out, put in and move entries of a list; what stays gives the others their places."""
    order = ids_of(b, block)
    items = {item["id"]: item for item in data[block]}
    settled = unmoved(list(items), order)
    for difference in entries:
        if difference.change is Change.REMOVED:
            items.pop(str(difference.path[1]), None)
    moving = {str(d.path[1]) for d in entries if d.change is not Change.REMOVED}
    for id_ in [id_ for id_ in reversed(order) if id_ in moving]:
        item = items.pop(id_, None) or value_at(b, (block, id_))
        following = order[order.index(id_) + 1 :]
        before = next((other for other in following if other in settled and other in items), None)
        placed: dict[str, Any] = {}
        for other, old in items.items():
            if other == before:
                placed[id_] = item
            placed[other] = old
        items = placed if before is not None else {**items, id_: item}
        settled.add(id_)
    data[block] = [json.loads(json.dumps(item)) for item in items.values()]
