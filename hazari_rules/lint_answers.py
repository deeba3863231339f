"""A file that answers an option's question twice: by the option's default and by a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hazari_rules.documents import Node
from hazari_rules.errors import Finding
from hazari_rules.hints import shown
from hazari_rules.merge import ID_LISTS, Merger, touched
from hazari_rules.resolve import Resolver

_Path = tuple[str, ...]


def answered_twice(resolver: Resolver, documents: list[Node]) -> Iterator[Finding]:
    """Values of the last document that an option which it mentions makes other ones.

    `documents` are those that make a variant, as `Resolver.chain` gives them. An inherited option
    is held against what its default means in the parent. The values beside an option of the
    file's own are what its empty choices stand for; only one that no choice leaves is told.
    """
    own, merged = documents[-1], resolver.merged(documents)
    parent = resolver.merged(documents[:-1]) if len(documents) > 1 else None
    options: Mapping[str, Node] = own.value["options"].value if "options" in own.value else {}
    for name, stated in options.items():
        if "remove" in stated.value:
            continue
        option = merged.value["options"].value[name].value
        choices: Mapping[str, Node] = option["choices"].value
        default = option["default"].value
        inherited = parent is not None and name in parent.at(("options",)).value
        base = parent if inherited and parent is not None else merged
        ways = {choice: Merger().document(base, patch) for choice, patch in choices.items()}
        held = [default] if inherited else list(ways)
        if default not in ways or not held:
            continue
        for path in sorted(set().union(*map(touched, choices.values())) & touched(own)):
            said = _at(own, path)
            meant = [_at(ways[choice], path) for choice in held]
            if said is None or any(one is None or _says(one, said) for one in meant):
                continue
            yield _finding(own, name, default, path, said, _at(ways[default], path))
            break


def _finding(
    own: Node, name: str, default: str, path: _Path, said: Node, meant: Node | None
) -> Finding:
    node = own.at(("options", name))
    node = node.value.get("default", node)
    value = ".".join(path)
    plain, line = said.plain(), f"line {said.span.line}"
    words = f"says of '{value}' something other than {line}"
    if meant is not None and not isinstance(plain, dict | list):
        words = f"makes '{value}' {shown(meant.plain())}, and {line} says {shown(plain)}"
    message = f"option '{name}' with its default '{default}' {words}"
    hint = f"take '{value}' out, or 'options.{name}': a value that is stated answers its question"
    return Finding("answered-twice", message, node.span, f"/options/{name}/default", hint)


def _at(document: Node, path: _Path) -> Node | None:
    """What stands at a path that `touched` gives."""
    block, *steps = path
    node: Node | None = document.value.get(block)
    if block in ID_LISTS and node is not None:
        id_, *steps = steps
        node = next((item for item in node.value if item.value["id"].value == id_), None)
    for step in steps:
        node = node.value.get(step) if node is not None and isinstance(node.value, dict) else None
    return node


def _says(whole: Node, part: Node) -> bool:
    """Whether a value is what is stated, or has all that is stated in it."""
    if isinstance(whole.value, dict) and isinstance(part.value, dict):
        return all(
            key in whole.value and _says(whole.value[key], node) for key, node in part.value.items()
        )
    return bool(whole.plain() == part.plain())
