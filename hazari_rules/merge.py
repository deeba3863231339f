"""How one document changes another: inheritance and option choices, with places kept.

A block merges property by property, `card_points.values` rank by rank, lists of things with an
id by id (`above`, `below`, `remove`), options by id and by choice. A choice of the same kind
merges argument by argument; anything else is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding
from hazari_rules.validation import did_you_mean

ID_LISTS = ("combinations", "redeals", "instant_wins")
_BY_KEY = ("sources",)
_EDITS = ("above", "below", "remove")


@dataclass(slots=True)
class Merger:
    """Merges documents and collects what cannot be merged as findings."""

    findings: list[Finding] = field(default_factory=list)

    def document(self, base: Node | None, patch: Node) -> Node:
        """The base with the patch's values in place; both are maps of blocks."""
        merged: dict[str, Node] = dict(base.value) if base else {}
        for key, node in patch.value.items():
            old = merged.get(key)
            if key in ID_LISTS:
                merged[key] = self._id_list(old, node, key)
            elif key == "options":
                merged[key] = self._options(old, node)
            elif old is not None and _both_maps(old, node):
                merged[key] = _map(old, node, _replace if key in _BY_KEY else _property)
            else:
                merged[key] = node
        return Node(merged, patch.span)

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
            items = self._item(items, item, id_, pointer)
        return Node(list(items.values()), patch.span, patch.key_span)

    def _item(self, items: dict[str, Node], item: Node, id_: str, pointer: str) -> dict[str, Node]:
        old = items.get(id_)
        edits = {key: item.value[key] for key in _EDITS if key in item.value}
        if "remove" in edits:
            if old is None:
                hint = did_you_mean(id_, items)
                message = f"nothing here has the id '{id_}' to remove"
                self._fail("unknown-id", message, item.value["id"], f"{pointer}/id", hint)
            return {key: node for key, node in items.items() if key != id_}
        stated = Node({k: v for k, v in item.value.items() if k not in _EDITS}, item.span)
        new = _map(old, stated, _property) if old else stated
        if "above" in edits and "below" in edits:
            message = "an entry stands above or below another one, not both"
            self._fail("contradiction", message, edits["below"], f"{pointer}/below")
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
                    self._fail("unknown-id", message, option, f"/options/{name}/remove", hint)
                merged.pop(name, None)
            else:
                merged[name] = _map(old, option, _option_part) if old else option
        return Node(merged, patch.span, patch.key_span)

    def _fail(self, id_: str, message: str, node: Node, pointer: str, hint: str = "") -> None:
        self.findings.append(Finding(id_, message, node.span, pointer, hint))


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
