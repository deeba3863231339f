"""How one document changes another: inheritance and option choices, with places kept.

A block merges property by property, `card_points.values` rank by rank, lists of things with an
id by id (`above`, `below`, `remove`), options by id and by choice. A choice of the same kind
merges argument by argument; anything else is replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding
from hazari_rules.hints import closest, did_you_mean
from hazari_rules.model import BLOCKS, ID_LISTS

__all__ = ["ID_LISTS", "Merger", "choices_of", "ranks_as_text", "touched", "unanswered"]

_BY_KEY = ("sources",)
_EDITS = ("above", "below", "remove")
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "combinations": ("name", "cards"),
    "redeals": ("name", "when", "claim", "dealer"),
    "instant_wins": ("name", "after", "when", "if_several", "effect"),
    "options": ("question", "status", "default", "choices"),
}
"""What an entry must state that changes no inherited one."""


@dataclass(slots=True)
class Merger:
    """Merges documents and collects what cannot be merged as findings.

    `prefix` is the JSON pointer of the patch in its file: that of an option's choice, or "".
    """

    prefix: str = ""
    findings: list[Finding] = field(default_factory=list)

    def document(self, base: Node | None, patch: Node) -> Node:
        """The base with the patch's values in place; both are maps of blocks."""
        merged: dict[str, Node] = dict(base.value) if base else {}
        for key, node in patch.value.items():
            merged[key] = self.block(key, merged.get(key), node)
        return Node(merged, patch.span)

    def block(self, key: str, base: Node | None, patch: Node) -> Node:
        """One block of a document with the patch's values in place."""
        if key in ID_LISTS:
            return self._id_list(base, patch, key)
        if key == "options":
            return self._options(base, patch)
        if base is not None and _both_maps(base, patch):
            return _map(base, patch, _replace if key in _BY_KEY else _property)
        return patch

    def _id_list(self, base: Node | None, patch: Node, what: str) -> Node:
        items: dict[str, Node] = {}
        for item in base.value if base else ():
            items[item.value["id"].value] = item
        seen: set[str] = set()
        for i, item in enumerate(patch.value):
            id_node: Node = item.value["id"]
            id_, pointer = id_node.value, f"/{what}/{i}"
            if id_ in seen:
                message = f"two entries of '{what}' have the id '{id_}'"
                self._fail(
                    "duplicate-id", message, id_node, f"{pointer}/id", "rename or remove one"
                )
                continue
            seen.add(id_)
            items = self._item(items, item, what if base else "", pointer)
        return Node(list(items.values()), patch.span, patch.key_span)

    def _item(self, items: dict[str, Node], item: Node, what: str, pointer: str) -> dict[str, Node]:
        """The items with one more merged in; `what` is "" where nothing is inherited."""
        id_ = item.value["id"].value
        old = items.get(id_)
        edits = {key: item.value[key] for key in _EDITS if key in item.value}
        if "remove" in edits:
            if old is None:
                hint = did_you_mean(id_, items)
                message = f"nothing here has the id '{id_}' to remove"
                self._fail("unknown-id", message, item.value["id"], f"{pointer}/id", hint)
            self._removed_alone(item, id_, ("id", "remove"), pointer)
            return {key: node for key, node in items.items() if key != id_}
        stated = Node({k: v for k, v in item.value.items() if k not in _EDITS}, item.span)
        if old is None:
            self._complete(stated, id_, item.value["id"], what, items, f"{pointer}/id")
        new = _map(old, stated, _property) if old else stated
        if "above" in edits and "below" in edits:
            message = "an entry stands above or below another one, not both"
            self._fail("contradiction", message, edits["below"], f"{pointer}/below", "keep one")
            return {**items, id_: new}
        for edit in ("above", "below"):
            if edit in edits:
                return self._placed(items, id_, new, edit, edits[edit], f"{pointer}/{edit}")
        return {**items, id_: new}

    def _placed(
        self, items: dict[str, Node], id_: str, new: Node, edit: str, target: Node, pointer: str
    ) -> dict[str, Node]:
        others = {key: node for key, node in items.items() if key != id_}
        if target.value not in others:
            hint = did_you_mean(target.value, others)
            message = f"nothing here has the id '{target.value}' to stand {edit}"
            if target.value == id_:
                message, hint = f"'{id_}' cannot stand {edit} itself", "name another entry"
            self._fail("unknown-id", message, target, pointer, hint)
            return {**items, id_: new}
        placed: dict[str, Node] = {}
        for key, node in others.items():
            if key == target.value and edit == "above":
                placed[id_] = new
            placed[key] = node
            if key == target.value and edit == "below":
                placed[id_] = new
        return placed

    def _options(self, base: Node | None, patch: Node) -> Node:
        merged: dict[str, Node] = dict(base.value) if base else {}
        for name, option in patch.value.items():
            old = merged.get(name)
            if "remove" in option.value:
                if old is None:
                    hint = did_you_mean(name, merged)
                    message = f"no option '{name}' is inherited, so it cannot be removed"
                    self._fail("unknown-id", message, _key(option), f"/options/{name}", hint)
                self._removed_alone(option, name, ("remove",), f"/options/{name}")
                merged.pop(name, None)
            else:
                if old is None and base:
                    self._complete(
                        option, name, _key(option), "options", merged, f"/options/{name}"
                    )
                merged[name] = _map(old, option, _option_part) if old else option
        return Node(merged, patch.span, patch.key_span)

    def _complete(
        self, item: Node, id_: str, place: Node, what: str, known: Iterable[str], pointer: str
    ) -> None:
        """Refuse an entry that changes no inherited one and does not state everything itself."""
        missing = [key for key in _REQUIRED.get(what, ()) if key not in item.value]
        if not missing:
            return
        words = ", ".join(f"'{key}'" for key in missing)
        if close := closest(id_, list(known)):
            message = f"nothing here has the id '{id_}' to change"
            hint = f"did you mean '{close}'? If it is a new one, it lacks {words}"
            self._fail("unknown-id", message, place, pointer, hint)
        else:
            message = f"'{id_}' is new here and lacks {words}"
            self._fail("missing-key", message, place, pointer, "add that, or name a known id")

    def _removed_alone(self, item: Node, id_: str, keys: Iterable[str], pointer: str) -> None:
        for key, node in item.value.items():
            if key not in keys:
                message = f"'{id_}' is removed, so '{key}' says nothing"
                hint = "take 'remove' out, or this"
                self._fail("contradiction", message, _key(node), f"{pointer}/{key}", hint)
                return

    def _fail(self, id_: str, message: str, node: Node, pointer: str, hint: str = "") -> None:
        self.findings.append(Finding(id_, message, node.span, self.prefix + pointer, hint))


def _key(node: Node) -> Node:
    """The key of a map's value, for findings about the whole value."""
    return replace(node, span=node.key_span or node.span)


def unanswered(base: Node, patch: Node) -> Node:
    """The base without the options that the patch, a file that extends it, answers itself.

    It does so by stating what some choice changes without mentioning the option.
    """
    if "options" not in base.value:
        return base
    stated, options = touched(patch), base.value["options"]
    mentioned = patch.value["options"].value if "options" in patch.value else {}
    answered = {
        name
        for name, choice, change in choices_of(options)
        if name not in mentioned and stated & touched(change)
    }
    kept = {name: option for name, option in options.value.items() if name not in answered}
    return replace(base, value={**base.value, "options": replace(options, value=kept)})


def touched(patch: Node) -> set[tuple[str, ...]]:
    """What a document states: (block, property), (list, id, key), or a block without parts."""
    touched: set[tuple[str, ...]] = set()
    for block, node in patch.value.items():
        if block not in BLOCKS:
            continue
        if block in ID_LISTS:
            for item in node.value:
                id_ = item.value["id"].value
                keys = ("place" if key in _EDITS else key for key in item.value if key != "id")
                touched |= {(block, id_, key) for key in keys}
        elif isinstance(node.value, dict):
            touched |= {(block, key) for key in node.value}
        else:
            touched.add((block,))
    return touched


def _both_maps(old: Node, new: Node) -> bool:
    return isinstance(old.value, dict) and isinstance(new.value, dict)


def _map(old: Node, new: Node, merge_value: Any) -> Node:
    merged = dict(old.value)
    for key, node in new.value.items():
        merged[key] = merge_value(key, merged[key], node) if key in merged else node
    return Node(merged, new.span, new.key_span)


def _replace(key: str, old: Node, new: Node) -> Node:
    return new


def _property(key: str, old: Node, new: Node) -> Node:
    if not _both_maps(old, new):
        return new
    if key == "values":
        return _map(old, new, _replace)
    same_choice = len(old.value) == len(new.value) == 1 and old.value.keys() == new.value.keys()
    return _map(old, new, _argument) if same_choice else new


def _argument(key: str, old: Node, new: Node) -> Node:
    return _map(old, new, _replace) if _both_maps(old, new) else new


def _option_part(key: str, old: Node, new: Node) -> Node:
    return _map(old, new, _replace) if key == "choices" and _both_maps(old, new) else new


_RANK_LISTS = ("ranks", "exact_ranks", "order")


def ranks_as_text(node: Node) -> Node:
    """The same tree with ranks such as 10, written without quotes, as text."""
    if isinstance(node.value, dict):
        value = {
            key: _texts(item) if key in _RANK_LISTS else ranks_as_text(item)
            for key, item in node.value.items()
        }
        return replace(node, value=value)
    if isinstance(node.value, list):
        return replace(node, value=[ranks_as_text(item) for item in node.value])
    return node


def _texts(node: Node) -> Node:
    if isinstance(node.value, list):
        return replace(node, value=[_texts(item) for item in node.value])
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return replace(node, value=str(node.value))
    return ranks_as_text(node)


def choices_of(options: Node | None) -> Iterator[tuple[str, str, Node]]:
    """Every choice of every option as (option, choice, patch)."""
    value: Mapping[str, Node] = options.value if options else {}
    for name, option in value.items():
        for choice, patch in option.value["choices"].value.items():
            yield name, choice, patch
