"""Rules with some of their options' choices made, many sets of choices one after the other.

What one set of choices has in common with another is made only once: each block is merged, read
and built for the choices that change it, and for no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hazari_rules.build import Builder
from hazari_rules.documents import Node
from hazari_rules.errors import Finding, FindingsError, errors_in
from hazari_rules.lint import Known, meaning_findings
from hazari_rules.lint_places import Check
from hazari_rules.merge import Merger, choices_of
from hazari_rules.model import BLOCKS, Ruleset
from hazari_rules.resolve import Resolver, Variant

Pick = tuple[str, str]
"""An option and one of its choices."""


@dataclass(slots=True)
class Trials:
    """The rules of a variant without errors under any choices of its options.

    `merged` is the variant without options applied, `base` with the defaults in force. `known`
    spares what was found clean before.
    """

    resolver: Resolver
    merged: Node
    base: Variant
    known: Known
    _patches: dict[str, dict[str, Node]] = field(init=False)
    _touching: dict[str, tuple[str, ...]] = field(init=False)
    _changes: dict[Pick, frozenset[str]] = field(init=False)
    _default: dict[str, Node] = field(init=False)
    _checks: dict[tuple[frozenset[str], ...], list[Check]] = field(default_factory=dict)
    _blocks: dict[tuple[str, tuple[str, ...]], Node | None] = field(default_factory=dict)
    _complete: _Complete = field(init=False)
    _builder: Builder = field(init=False)

    def __post_init__(self) -> None:
        self._patches = {option.id: {} for option in self.base.options}
        for name, choice, patch in choices_of(self.merged.value.get("options")):
            self._patches[name][choice] = patch
        changed = {block for patches in self._patches.values() for block in _changed(patches)}
        self._touching = {
            block: tuple(n for n, patches in self._patches.items() if block in _changed(patches))
            for block in changed
        }
        defaults = self.base.ruleset.options
        self._changes = {
            (name, choice): frozenset(patch.value) | frozenset(patches[defaults[name]].value)
            for name, patches in self._patches.items()
            for choice, patch in patches.items()
        }
        self._default = {
            block: self._block(block, defaults) or self.base.node.value[block] for block in BLOCKS
        }
        stated, rest = self.merged.value, {*BLOCKS, "options"}
        about = {key: node.plain() for key, node in stated.items() if key not in rest}
        self._builder = Builder(self.resolver.vocabulary, about)
        self._complete = _Complete()
        for block in BLOCKS:
            self._complete.add(block, self._default[block])

    def changed(self, pick: Pick) -> frozenset[str]:
        """The blocks that may be others than by default if this choice is made."""
        return self._changes[pick]

    def findings(self, *picks: Pick) -> Iterable[Finding]:
        """What is wrong with the rules when these choices are made, each of them right alone."""
        try:
            node, chosen = self.applied(dict(picks))
            changes = tuple(self._changes[pick] for pick in picks)
            self._check_complete(node, frozenset().union(*changes))
            new = [c for c in self._reading(changes) if not self.known.is_clean(c, node)]
            if not new:
                return ()
            variant = replace(self.base, ruleset=self._built(node, chosen), node=node)
        except FindingsError as error:
            return error.findings
        return errors_in(meaning_findings(variant, self.known, new))

    def ruleset(self, picks: Mapping[str, str]) -> Ruleset:
        """The rules with these choices; raises FindingsError where they cannot be merged."""
        return self._built(*self.applied(picks))

    def applied(self, picks: Mapping[str, str]) -> tuple[Node, dict[str, str]]:
        """As `Resolver.applied` for choices that there are; raises FindingsError."""
        chosen = {**self.base.ruleset.options, **picks}
        blocks = dict(self._default)
        for block in {block for pick in picks.items() for block in self._changes[pick]}:
            node = self._block(block, chosen)
            if node is None:
                return self.resolver.applied(self.merged, picks)  # which says what is wrong
            blocks[block] = node
        span = self.merged.span
        for name, patches in self._patches.items():
            if patches[chosen[name]].value:
                span = patches[chosen[name]].span
        return Node({**self.merged.value, **blocks}, span), chosen

    def _block(self, block: str, chosen: Mapping[str, str]) -> Node | None:
        """The block with these choices; None if it cannot be merged."""
        options = self._touching.get(block, ())
        choices = tuple([chosen[name] for name in options])
        if (block, choices) not in self._blocks:
            merger, node = Merger(), self.merged.value.get(block)
            for name, choice in zip(options, choices, strict=True):
                if (patch := self._patches[name][choice].value.get(block)) is not None:
                    node = merger.block(block, node, patch)
            self._blocks[block, choices] = None if merger.findings else node
        return self._blocks[block, choices]

    def _check_complete(self, node: Node, changed: frozenset[str]) -> None:
        stated = {block: node.value[block] for block in BLOCKS if block in changed}
        new = [block for block, value in stated.items() if not self._complete.has(block, value)]
        texts = {block: block + self.known.text(stated[block]) for block in new}
        unknown = [block for block in new if texts[block] not in self.known.complete]
        if unknown:
            self.resolver.check_complete(node, unknown)
        self.known.complete.update(texts.values())
        for block in new:
            self._complete.add(block, stated[block])

    def _reading(self, changes: tuple[frozenset[str], ...]) -> Sequence[Check]:
        """The checks that read something of each of these sets of blocks."""
        if changes not in self._checks:
            every = (check for stage in self.known.stages for check in stage)
            self._checks[changes] = [c for c in every if all(c.reads & some for some in changes)]
        return self._checks[changes]

    def _built(self, node: Node, chosen: Mapping[str, str]) -> Ruleset:
        blocks = {block: self.known.stated(node.value[block]) for block in BLOCKS}
        return self._builder.ruleset(chosen, blocks)


def _changed(patches: Mapping[str, Node]) -> set[str]:
    return {block for patch in patches.values() for block in patch.value}


class _Complete:
    """Blocks that are known to state all they must.

    A block with the outline of one of them, put together from their properties or entries, does
    so too: what the schema asks of a value does not depend on the values beside it. And that of
    whole rules asks for more keys than that of a patch, so for nothing more of words and numbers.
    """

    def __init__(self) -> None:
        self._kept: list[Node] = []  # so that no other node can get the id of one
        self._parts: set[tuple[str, object, int]] = set()
        self._outlines: set[tuple[str, object]] = set()

    def add(self, block: str, node: Node) -> None:
        """Note a block that states all it must."""
        self._kept.append(node)
        self._parts.update(_parts_of(block, node))
        self._outlines.add((block, _outline(node)))

    def has(self, block: str, node: Node) -> bool:
        """Whether this block surely states all it must."""
        known = (block, _outline(node)) in self._outlines
        return known and self._parts.issuperset(_parts_of(block, node))


def _outline(node: Node) -> object:
    """Which keys a map has, or how many entries a list."""
    return frozenset(node.value) if isinstance(node.value, dict) else len(node.value)


def _parts_of(block: str, node: Node) -> list[tuple[str, object, int]]:
    """What a block is put together from; two with one key are one if they are the same node."""
    if isinstance(node.value, dict):
        return [
            (block, key, id(part))
            for key, part in node.value.items()
            if isinstance(part.value, dict | list)
        ]
    return [
        (block, frozenset((key, id(part)) for key, part in entry.value.items()), 0)
        for entry in node.value
    ]
